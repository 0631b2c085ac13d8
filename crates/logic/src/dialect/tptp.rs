//! TPTP: `fof` and `cnf` formulas. Typed forms and includes are refused, never half read.

use super::document::{Document, Saying};
use super::infix::{Arrows, Binder, Free, Grammar, Parser, Read};
use super::token::{Alphabet, Sign, Token, tokens};
use crate::formula::{Comparison, Formula, Span};
use crate::problem::Problem;

const ALPHABET: Alphabet = Alphabet {
    signs: &[
        ("<=>", Sign::Iff),
        ("<~>", Sign::Xor),
        ("=>", Sign::Implies),
        ("<=", Sign::ImpliedBy),
        ("~|", Sign::Nor),
        ("~&", Sign::Nand),
        ("!=", Sign::Compare(Comparison::NotEqual)),
        ("=", Sign::Compare(Comparison::Equal)),
        ("!", Sign::Forall),
        ("?", Sign::Exists),
        ("~", Sign::Not),
        ("&", Sign::And),
        ("|", Sign::Or),
        ("$true", Sign::True),
        ("$false", Sign::False),
        ("(", Sign::Open),
        (")", Sign::Close),
        ("[", Sign::OpenSquare),
        ("]", Sign::CloseSquare),
        (",", Sign::Comma),
        (":", Sign::Colon),
        (".", Sign::Dot),
    ],
    words: &[],
    comment: Some("%"),
    block_comments: true,
    quoted_names: true,
    digits_begin_names: false,
    hyphens: false,
    dollars: false,
    negative_numbers: true,
};

fn is_upper(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

pub(super) fn read(source: &str) -> (Document, Vec<Problem>) {
    let grammar = Grammar {
        alphabet: &ALPHABET,
        binder: Binder::Brackets,
        arrows: Arrows::Alone,
        mixes: false,
        free: Free::Refused(is_upper),
    };
    let (placed, lexical) = tokens(&ALPHABET, source, Span::new(0, source.len()));
    let mut parser = Parser::new(grammar, &placed, source.len());
    let mut document = Document::default();
    let mut problems = Vec::new();
    let mut lexical = lexical.into_iter().peekable();
    while parser.peek().is_some() {
        let start = parser.span().start;
        let began = parser.at;
        let mut result = formula(&mut parser);
        if let Err(problem) = &mut result {
            // What the next formula shows to be missing is missing before it.
            if parser.at > began && begins(&parser) {
                problem.span = parser.behind();
            }
            skip(&mut parser, began);
        }
        let end = placed[..parser.at.min(placed.len())]
            .last()
            .map_or(start, |last| last.span.end);
        // What stands between formulas is a problem of its own.
        while let Some(between) = lexical.next_if(|problem| problem.span.start < start) {
            problems.push(between);
        }
        // A formula that holds what is no token was not read as it was written.
        let before = problems.len();
        while let Some(inside) = lexical.next_if(|problem| problem.span.start < end) {
            problems.push(inside);
        }
        if problems.len() > before {
            continue;
        }
        match result {
            Ok((label, saying)) => document.push(saying, Span::new(start, end), Some(label)),
            Err(problem) => problems.push(*problem),
        }
    }
    problems.extend(lexical);
    (document, problems)
}

/// What a formula or a command begins with.
const KINDS: [&str; 7] = ["fof", "cnf", "tff", "thf", "tcf", "tpi", "include"];

fn begins(parser: &Parser<'_>) -> bool {
    let kind = matches!(parser.peek(), Some(Token::Name(word)) if KINDS.contains(&word.as_str()));
    kind && parser.peek_after(1) == Some(&Token::Sign(Sign::Open))
}

/// From inside a formula that began at a token: to behind its full stop, or to where the next one begins
/// if it has none.
fn skip(parser: &mut Parser<'_>, began: usize) {
    parser.at = parser.at.max(began + 1);
    while parser.peek().is_some() && !parser.at_sign(Sign::Dot) && !begins(parser) {
        parser.take();
    }
    if parser.at_sign(Sign::Dot) {
        parser.take();
    }
}

fn formula(parser: &mut Parser<'_>) -> Read<(String, Saying)> {
    let start = parser.span();
    let kind = match parser.peek() {
        Some(Token::Name(word)) if word == "fof" || word == "cnf" => word.as_str(),
        Some(Token::Name(word)) if KINDS.contains(&word.as_str()) => {
            return Err(Box::new(
                Problem::new(
                    "unsupported-form",
                    start,
                    format!("`{word}` is not read: only `fof` and `cnf` are"),
                    format!("`{word}` ne se lit pas : seulement `fof` et `cnf`"),
                )
                .hint(
                    "write the formulas out in `fof`",
                    "écrivez les formules en `fof`",
                ),
            ));
        }
        Some(Token::Name(word)) => {
            let near = crate::text::nearest(word, ["fof", "cnf"]);
            return Err(Box::new(
                parser
                    .unexpected("`fof(…)` or `cnf(…)`", "`fof(…)` ou `cnf(…)`")
                    .did_you_mean(near),
            ));
        }
        _ => return Err(parser.unexpected("`fof(…)` or `cnf(…)`", "`fof(…)` ou `cnf(…)`")),
    };
    parser.grammar.free = if kind == "cnf" {
        Free::Closed(is_upper)
    } else {
        Free::Refused(is_upper)
    };
    parser.take();
    parser.expect(Sign::Open, "(")?;
    let label = match parser.peek() {
        Some(Token::Name(name) | Token::Quoted(name)) => name.clone(),
        Some(Token::Number(number)) => number.to_string(),
        _ => return Err(parser.unexpected("the formula's name", "le nom de la formule")),
    };
    parser.take();
    parser.expect(Sign::Comma, ",")?;
    let role = role(parser)?;
    parser.expect(Sign::Comma, ",")?;
    let formula = parser.sentence()?;
    annotations(parser)?;
    parser.expect(Sign::Close, ")")?;
    parser.expect(Sign::Dot, ".")?;
    Ok((label, role(formula)))
}

fn role(parser: &mut Parser<'_>) -> Read<fn(Formula) -> Saying> {
    const STATED: [&str; 9] = [
        "axiom",
        "hypothesis",
        "definition",
        "assumption",
        "lemma",
        "theorem",
        "corollary",
        "plain",
        "negated_conjecture",
    ];
    let Some(Token::Name(role)) = parser.peek() else {
        return Err(parser.unexpected("a role", "un rôle"));
    };
    if STATED.contains(&role.as_str()) {
        parser.take();
        return Ok(Saying::State);
    }
    if role == "conjecture" {
        parser.take();
        return Ok(Saying::Query);
    }
    let near = crate::text::nearest(role, STATED.into_iter().chain(["conjecture"]));
    Err(Box::new(
        Problem::new(
            "unknown-role",
            parser.span(),
            format!("`{role}` is no role of a formula"),
            format!("`{role}` n'est pas un rôle de formule"),
        )
        .did_you_mean(near),
    ))
}

/// What may follow the formula says where it comes from and nothing of what is true.
fn annotations(parser: &mut Parser<'_>) -> Read<()> {
    if !parser.at_sign(Sign::Comma) {
        return Ok(());
    }
    let mut open = 0_usize;
    while parser.peek().is_some() && !parser.at_sign(Sign::Dot) && !begins(parser) {
        if parser.at_sign(Sign::Open) || parser.at_sign(Sign::OpenSquare) {
            open += 1;
        } else if parser.at_sign(Sign::Close) || parser.at_sign(Sign::CloseSquare) {
            if open == 0 {
                return Ok(());
            }
            open -= 1;
        }
        parser.take();
    }
    Err(parser.unexpected("`)`", "`)`"))
}
