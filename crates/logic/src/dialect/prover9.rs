//! Prover9: lists of formulas, each ended by a full stop. Commands that change no formula are listed as
//! ignored; one that would change a meaning is obeyed or refused.

use super::document::{Document, Saying};
use super::infix::{Arrows, Binder, Free, Grammar, Parser, Read};
use super::token::{Alphabet, Sign, Token, tokens};
use crate::formula::{Comparison, Span};
use crate::problem::Problem;

const ALPHABET: Alphabet = Alphabet {
    signs: &[
        ("<->", Sign::Iff),
        ("->", Sign::Implies),
        ("<-", Sign::ImpliedBy),
        ("!=", Sign::Compare(Comparison::NotEqual)),
        ("=", Sign::Compare(Comparison::Equal)),
        ("-", Sign::Not),
        ("&", Sign::And),
        ("|", Sign::Or),
        ("$T", Sign::True),
        ("$F", Sign::False),
        ("(", Sign::Open),
        (")", Sign::Close),
        (",", Sign::Comma),
        (".", Sign::Dot),
        ("#", Sign::Hash),
    ],
    words: &[("all", Sign::Forall), ("exists", Sign::Exists)],
    comment: Some("%"),
    block_comments: false,
    quoted_names: false,
    digits_begin_names: false,
    hyphens: false,
    dollars: false,
    negative_numbers: false,
};

/// A name nothing binds is a variable when it begins with one of the letters u to z.
fn is_late_letter(name: &str) -> bool {
    name.starts_with(|c: char| ('u'..='z').contains(&c))
}

fn is_upper(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// What the parser finds at the beginning of an item.
enum Item {
    List {
        goals: bool,
    },
    End,
    Setting {
        prolog_variables: Option<bool>,
    },
    Formula(Saying, Option<String>),
    /// It is whole and lacks its full stop, and what stands there cannot go on with it.
    Unended(Box<Problem>),
}

pub(super) fn read(source: &str) -> (Document, Vec<Problem>) {
    let grammar = Grammar {
        alphabet: &ALPHABET,
        binder: Binder::Nothing,
        arrows: Arrows::Alone,
        mixes: true,
        free: Free::Closed(is_late_letter),
    };
    let (placed, lexical) = tokens(&ALPHABET, source, Span::new(0, source.len()));
    let mut parser = Parser::new(grammar, &placed, source.len());
    let mut document = Document::default();
    let mut problems = lexical.clone();
    let mut goals = false;
    while parser.peek().is_some() {
        let (start, began) = (parser.span().start, parser.at);
        let result = item(&mut parser, goals);
        if matches!(result, Err(_) | Ok(Item::Unended(_))) {
            let at = &placed[..parser.at.min(placed.len())];
            // A quotation that is never closed ends with its line, and holds the full stop.
            let unclosed = at.last().is_some_and(|last| {
                let mut broken = lexical.iter().filter(|p| p.code == "unclosed-text");
                broken.any(|problem| problem.span.end == last.span.end)
            });
            let ended = unclosed || matches!(result, Ok(Item::Unended(_)));
            if !(ended && parser.at > began && begins_beside(source, start, parser.span().start)) {
                skip(&mut parser);
            }
        }
        let end = placed[..parser.at.min(placed.len())]
            .last()
            .map_or(start, |last| last.span.end);
        let span = Span::new(start, end);
        // Where a character was no token, that is the problem, and what follows from it an echo.
        let broken = lexical
            .iter()
            .any(|problem| problem.span.start >= start && problem.span.start < end);
        match result {
            Ok(Item::List { goals: of_goals }) => goals = of_goals,
            Ok(Item::End) => goals = false,
            Ok(Item::Setting { prolog_variables }) => match prolog_variables {
                Some(true) => parser.grammar.free = Free::Closed(is_upper),
                Some(false) => parser.grammar.free = Free::Closed(is_late_letter),
                None => document.ignored.push(span),
            },
            Ok(Item::Formula(saying, label)) if !broken => document.push(saying, span, label),
            Ok(Item::Formula(..)) => {}
            Ok(Item::Unended(problem)) | Err(problem) if !broken => problems.push(*problem),
            Ok(Item::Unended(_)) | Err(_) => {}
        }
    }
    (document, problems)
}

/// To behind the next full stop.
fn skip(parser: &mut Parser<'_>) {
    while parser.peek().is_some() && !parser.at_sign(Sign::Dot) {
        parser.take();
    }
    parser.take();
}

/// Whether a place begins a later line, as far to the left as the formula before it does: then it goes on
/// with no other.
fn begins_beside(source: &str, before: usize, place: usize) -> bool {
    let indent = |at: usize| {
        let line = source[..at].rfind('\n').map_or(0, |end| end + 1);
        source[line..at].trim().is_empty().then_some(at - line)
    };
    let later = source
        .get(before..place)
        .is_some_and(|part| part.contains('\n'));
    let here = indent(place);
    later && here.is_some_and(|here| indent(before).is_none_or(|there| here <= there))
}

/// What was read, if its full stop stands behind it.
fn ended(parser: &mut Parser<'_>, item: Item) -> Read<Item> {
    if parser.at_sign(Sign::Dot) {
        parser.take();
        return Ok(item);
    }
    let problem = parser.unexpected("`.`", "`.`");
    let mut problem = Box::new(problem.hint("end it with `.`", "terminez par `.`"));
    match parser.peek() {
        Some(Token::Name(_) | Token::Sign(Sign::Forall | Sign::Exists | Sign::Not)) => {
            problem.span = parser.behind();
            Ok(Item::Unended(problem))
        }
        _ => Err(problem),
    }
}

fn item(parser: &mut Parser<'_>, goals: bool) -> Read<Item> {
    if let Some(Token::Name(word)) = parser.peek() {
        let applied = parser.peek_after(1) == Some(&Token::Sign(Sign::Open));
        match word.as_str() {
            "formulas" | "clauses" if applied => return list(parser),
            "end_of_list" if !applied => {
                parser.take();
                return ended(parser, Item::End);
            }
            "set" | "clear" | "assign" if applied => return setting(parser),
            "op" | "redeclare" | "list" | "lex" | "predicate_order" | "function_order"
                if applied =>
            {
                return Err(Box::new(Problem::new(
                    "unsupported-form",
                    parser.span(),
                    format!("`{word}` would change how the rest is read, and is not understood"),
                    format!("`{word}` changerait la lecture de la suite et n'est pas compris"),
                )));
            }
            _ => {}
        }
    }
    let formula = parser.sentence()?;
    let label = label(parser)?;
    let saying = if goals {
        Saying::Query(formula)
    } else {
        Saying::State(formula)
    };
    ended(parser, Item::Formula(saying, label))
}

fn list(parser: &mut Parser<'_>) -> Read<Item> {
    parser.take();
    parser.take();
    let span = parser.span();
    let Some(Token::Name(name)) = parser.peek() else {
        return Err(parser.unexpected("the list's name", "le nom de la liste"));
    };
    let goals = match name.as_str() {
        "assumptions" | "sos" | "usable" | "axioms" => false,
        "goals" | "goal" => true,
        _ => {
            return Err(Box::new(
                Problem::new(
                    "unknown-list",
                    span,
                    format!("there is no list `{name}`"),
                    format!("il n'y a pas de liste `{name}`"),
                )
                .did_you_mean(crate::text::nearest(
                    name,
                    ["assumptions", "sos", "usable", "goals"],
                )),
            ));
        }
    };
    parser.take();
    parser.expect(Sign::Close, ")")?;
    ended(parser, Item::List { goals })
}

fn setting(parser: &mut Parser<'_>) -> Read<Item> {
    let sets = matches!(parser.peek(), Some(Token::Name(word)) if word == "set");
    parser.take();
    parser.take();
    let prolog =
        matches!(parser.peek(), Some(Token::Name(word)) if word == "prolog_style_variables");
    while parser.peek().is_some() && !parser.at_sign(Sign::Close) && !parser.at_sign(Sign::Dot) {
        parser.take();
    }
    parser.expect(Sign::Close, ")")?;
    let prolog_variables = prolog.then_some(sets);
    ended(parser, Item::Setting { prolog_variables })
}

/// `# label(name)` behind a formula.
fn label(parser: &mut Parser<'_>) -> Read<Option<String>> {
    let mut found = None;
    while parser.at_sign(Sign::Hash) {
        parser.take();
        let Some(Token::Name(attribute)) = parser.peek() else {
            return Err(parser.unexpected("an attribute", "un attribut"));
        };
        parser.take();
        parser.expect(Sign::Open, "(")?;
        let value = match parser.peek() {
            Some(Token::Name(text) | Token::Text(text)) => text.clone(),
            Some(Token::Number(number)) => number.to_string(),
            _ => return Err(parser.unexpected("a label", "une étiquette")),
        };
        parser.take();
        parser.expect(Sign::Close, ")")?;
        if attribute == "label" {
            found = Some(value);
        }
    }
    Ok(found)
}
