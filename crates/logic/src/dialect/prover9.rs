//! Prover9: lists of formulas, each ended by a full stop. Commands that change no formula are listed as
//! ignored; one that would change a meaning is obeyed or refused.

use super::document::{Document, Saying};
use super::infix::{Arrows, Binder, Free, Grammar, Parser, Read};
use super::token::{Alphabet, Sign, Token, tokens};
use crate::formula::{Comparison, Span};
use crate::problem::Problem;
use std::collections::BTreeSet;

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
    /// Up to where it ends nothing is stated: how that end is written, and what is wrong, if anything is.
    Aside(&'static str, Option<Box<Problem>>),
    End,
    /// The mark of a part that is read like the rest.
    Mark,
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
    let mut problems = Vec::new();
    let unclosed = lexical
        .iter()
        .filter(|problem| problem.code == "unclosed-text");
    let unclosed: BTreeSet<usize> = unclosed.map(|problem| problem.span.end).collect();
    let mut lexical = lexical.into_iter().peekable();
    let ends = [END_OF_LIST, END_IF].map(|word| {
        let last = placed.iter().rposition(|at| is_word(&at.token, word));
        (word, last)
    });
    let mut goals = false;
    while parser.peek().is_some() {
        let (start, began) = (parser.span().start, parser.at);
        let mut result = item(&mut parser, goals);
        if let Ok(Item::Aside(end, problem)) = &mut result {
            // Without the word that ends it nothing is skipped.
            let (_, last) = ends
                .iter()
                .find(|(word, _)| word == end)
                .unwrap_or(&ends[0]);
            if last.is_some_and(|last| last >= parser.at) {
                skip_to(&mut parser, end);
            }
            let span = Span::new(start, parser.behind().end);
            while let Some(before) = lexical.next_if(|problem| problem.span.start < start) {
                problems.push(before);
            }
            while lexical
                .next_if(|problem| problem.span.start < span.end)
                .is_some()
            {}
            match problem.take() {
                Some(problem) => problems.push(*problem),
                None => document.ignored.push(span),
            }
            continue;
        }
        if matches!(result, Err(_) | Ok(Item::Unended(_))) {
            let at = &placed[..parser.at.min(placed.len())];
            // A quotation that is never closed ends with its line, and holds the full stop.
            let unclosed = at
                .last()
                .is_some_and(|last| unclosed.contains(&last.span.end));
            let ended = unclosed || matches!(result, Ok(Item::Unended(_)));
            if !(ended && parser.at > began && begins_beside(source, start, parser.span().start)) {
                skip(&mut parser);
            }
        }
        let end = placed[..parser.at.min(placed.len())]
            .last()
            .map_or(start, |last| last.span.end);
        let span = Span::new(start, end);
        while let Some(before) = lexical.next_if(|problem| problem.span.start < start) {
            problems.push(before);
        }
        // Where a character was no token, that is the problem, and what follows from it an echo.
        let before = problems.len();
        while let Some(inside) = lexical.next_if(|problem| problem.span.start < end) {
            problems.push(inside);
        }
        let broken = problems.len() > before;
        match result {
            Ok(Item::List { goals: of_goals }) => goals = of_goals,
            Ok(Item::End) => goals = false,
            Ok(Item::Mark | Item::Aside(..)) => document.ignored.push(span),
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
    problems.extend(lexical);
    (document, problems)
}

fn is_word(token: &Token, wanted: &str) -> bool {
    matches!(token, Token::Name(word) if word == wanted)
}

/// To behind the next full stop.
fn skip(parser: &mut Parser<'_>) {
    while parser.peek().is_some() && !parser.at_sign(Sign::Dot) {
        parser.take();
    }
    parser.take();
}

/// To behind the word that ends what is set aside, and its full stop.
fn skip_to(parser: &mut Parser<'_>, end: &str) {
    while let Some(token) = parser.peek() {
        parser.take();
        if is_word(token, end) {
            if parser.at_sign(Sign::Dot) {
                parser.take();
            }
            return;
        }
    }
}

/// Whether a place begins a later line, as far to the left as the formula before it does: then it goes on
/// with no other.
fn begins_beside(source: &str, before: usize, place: usize) -> bool {
    let indent = |at: usize| {
        let line = source[..at].rfind('\n').map_or(0, |end| end + 1);
        source[line..at].trim().is_empty().then_some(at - line)
    };
    // Asked first: then the line of the place begins behind the one before, however long lines are.
    let later = source
        .get(before..place)
        .is_some_and(|part| part.contains('\n'));
    later && indent(place).is_some_and(|here| indent(before).is_none_or(|there| here <= there))
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
            END_OF_LIST if !applied => {
                parser.take();
                return ended(parser, Item::End);
            }
            "set" | "clear" | "assign" if applied => return setting(parser),
            "list" if applied => return list(parser),
            "if" if applied => return part(parser),
            END_IF if !applied => {
                parser.take();
                return ended(parser, Item::Mark);
            }
            "op" | "redeclare" | "lex" | "predicate_order" | "function_order" if applied => {
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

/// Lists that steer the search and say nothing.
const STEERING: [&str; 9] = [
    "hints",
    "keep",
    "delete",
    "weights",
    "kbo_weights",
    "actions",
    "given_selection",
    "keep_rules",
    "delete_rules",
];

/// `formulas(NAME).` or `list(NAME).`: only what is stated or asked is read, to the end of any other.
fn list(parser: &mut Parser<'_>) -> Read<Item> {
    let of_formulas = !matches!(parser.peek(), Some(Token::Name(word)) if word == "list");
    parser.take();
    parser.take();
    let span = parser.span();
    let Some(Token::Name(name)) = parser.peek() else {
        return Err(parser.unexpected("the list's name", "le nom de la liste"));
    };
    let item = match name.as_str() {
        "assumptions" | "sos" | "usable" | "axioms" if of_formulas => Item::List { goals: false },
        "goals" | "goal" if of_formulas => Item::List { goals: true },
        steering if STEERING.contains(&steering) => Item::Aside(END_OF_LIST, None),
        _ => {
            let problem = Problem::new(
                "unknown-list",
                span,
                format!("`{name}` is no list of what is stated or asked: nothing in it was read"),
                format!(
                    "`{name}` n'est pas une liste de ce qui est dit ou demandé : rien n'en a été lu"
                ),
            );
            let near = crate::text::nearest(name, ["assumptions", "sos", "usable", "goals"]);
            Item::Aside(END_OF_LIST, Some(Box::new(problem.did_you_mean(near))))
        }
    };
    parser.take();
    parser.expect(Sign::Close, ")")?;
    ended(parser, item)
}

const END_OF_LIST: &str = "end_of_list";
const END_IF: &str = "end_if";

/// `if(Prover9).`: what stands up to `end_if` is for one program alone.
fn part(parser: &mut Parser<'_>) -> Read<Item> {
    parser.take();
    parser.take();
    let own = matches!(parser.peek(), Some(Token::Name(program)) if program == "Prover9");
    parser.take();
    parser.expect(Sign::Close, ")")?;
    let item = if own {
        Item::Mark
    } else {
        Item::Aside(END_IF, None)
    };
    ended(parser, item)
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
