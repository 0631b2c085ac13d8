//! The dialects that hold one formula a line: Tweety, FOLIO, NLTK and the rules of Logic-LM.
//!
//! A line that cannot be read is a problem in its place; the lines around it are read all the same.

use super::document::{Document, Saying};
use super::infix::{Arrows, Binder, Free, Grammar, Parser, Read};
use super::token::{Alphabet, Placed, Sign, Token, tokens};
use crate::formula::{Comparison, Formula, Span, Term};
use crate::problem::Problem;
use crate::read::SIZE_MAX;
use crate::repair::free::is_capital_letter;
use crate::tolerant::TRUTHS;
use crate::tolerant::terms::is_variable_like;
use crate::value::{Name, Value};
use std::collections::BTreeSet;

const TWEETY: Alphabet = Alphabet {
    signs: &[
        ("<=>", Sign::Iff),
        ("=>", Sign::Implies),
        ("/==", Sign::Compare(Comparison::NotEqual)),
        ("==", Sign::Compare(Comparison::Equal)),
        ("=", Sign::Is),
        ("&&", Sign::And),
        ("||", Sign::Or),
        ("^^", Sign::Xor),
        ("!", Sign::Not),
        ("+", Sign::True),
        ("-", Sign::False),
        ("(", Sign::Open),
        (")", Sign::Close),
        ("{", Sign::OpenBrace),
        ("}", Sign::CloseBrace),
        (",", Sign::Comma),
        (":", Sign::Colon),
    ],
    words: &[("forall", Sign::Forall), ("exists", Sign::Exists)],
    comment: None,
    block_comments: false,
    quoted_names: false,
    digits_begin_names: false,
    hyphens: true,
    dollars: false,
    negative_numbers: false,
};

const FOLIO: Alphabet = Alphabet {
    signs: &[
        ("∀", Sign::Forall),
        ("∃", Sign::Exists),
        ("¬", Sign::Not),
        ("∧", Sign::And),
        ("∨", Sign::Or),
        ("⊕", Sign::Xor),
        ("→", Sign::Implies),
        ("↔", Sign::Iff),
        ("=", Sign::Compare(Comparison::Equal)),
        ("≠", Sign::Compare(Comparison::NotEqual)),
        ("≤", Sign::Compare(Comparison::LessOrEqual)),
        ("≥", Sign::Compare(Comparison::GreaterOrEqual)),
        ("<", Sign::Compare(Comparison::Less)),
        (">", Sign::Compare(Comparison::Greater)),
        ("(", Sign::Open),
        (")", Sign::Close),
        (",", Sign::Comma),
    ],
    words: &[],
    comment: None,
    block_comments: false,
    quoted_names: false,
    digits_begin_names: true,
    hyphens: false,
    dollars: false,
    negative_numbers: false,
};

const NLTK: Alphabet = Alphabet {
    signs: &[
        ("<->", Sign::Iff),
        ("->", Sign::Implies),
        ("!=", Sign::Compare(Comparison::NotEqual)),
        ("=", Sign::Compare(Comparison::Equal)),
        ("&", Sign::And),
        ("|", Sign::Or),
        ("-", Sign::Not),
        ("(", Sign::Open),
        (")", Sign::Close),
        (",", Sign::Comma),
        (".", Sign::Dot),
    ],
    words: &[
        ("all", Sign::Forall),
        ("forall", Sign::Forall),
        ("exists", Sign::Exists),
        ("some", Sign::Exists),
        ("not", Sign::Not),
        ("and", Sign::And),
        ("or", Sign::Or),
        ("implies", Sign::Implies),
        ("iff", Sign::Iff),
    ],
    comment: None,
    block_comments: false,
    quoted_names: false,
    digits_begin_names: false,
    hyphens: false,
    dollars: false,
    negative_numbers: false,
};

const RULES: Alphabet = Alphabet {
    signs: &[
        (">>>", Sign::Rule),
        ("&&", Sign::And),
        ("∧", Sign::And),
        ("(", Sign::Open),
        (")", Sign::Close),
        (",", Sign::Comma),
    ],
    words: &[],
    comment: None,
    block_comments: false,
    quoted_names: false,
    digits_begin_names: true,
    hyphens: false,
    dollars: true,
    negative_numbers: true,
};

/// What the lines under a heading are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Statements,
    Queries,
    Predicates,
}

fn heading(line: &str) -> Option<Part> {
    match line.trim().to_ascii_lowercase().as_str() {
        "premises:" | "facts:" | "rules:" => Some(Part::Statements),
        "conclusion:" | "query:" | "queries:" => Some(Part::Queries),
        "predicates:" => Some(Part::Predicates),
        _ => None,
    }
}

struct Line<'a> {
    span: Span,
    text: &'a str,
    sentence: Option<String>,
}

/// The lines that are not empty, without their surrounding spaces and without the sentence after `:::`.
fn lines(source: &str) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    for whole in source.split_inclusive('\n') {
        let (text, sentence) = match whole.split_once(":::") {
            Some((text, sentence)) => (text, Some(sentence.trim().to_owned())),
            None => (whole, None),
        };
        let lead = text.len() - text.trim_start().len();
        let trimmed = text.trim();
        if !trimmed.is_empty() {
            found.push(Line {
                span: Span::new(start + lead, start + lead + trimmed.len()),
                text: trimmed,
                sentence: sentence.filter(|sentence| !sentence.is_empty()),
            });
        }
        start += whole.len();
    }
    found
}

type LineReader = fn(&mut Parser<'_>, Part) -> Read<Vec<Saying>>;

fn each_line(
    source: &str,
    grammar: Grammar,
    headings: bool,
    read: LineReader,
) -> (Document, Vec<Problem>) {
    let mut document = Document::default();
    let mut problems = Vec::new();
    let mut part = Part::Statements;
    for line in lines(source) {
        if headings && let Some(next) = heading(line.text) {
            part = next;
            continue;
        }
        if line.text.len() > SIZE_MAX {
            problems.push(Problem::new(
                "too-long",
                line.span,
                format!("this line is longer than {SIZE_MAX} bytes"),
                format!("cette ligne dépasse {SIZE_MAX} octets"),
            ));
            continue;
        }
        let (placed, lexical) = tokens(grammar.alphabet, source, line.span);
        if !lexical.is_empty() {
            problems.extend(lexical);
            continue;
        }
        match whole_line(grammar, &placed, line.span.end, part, read) {
            Ok(sayings) => sayings
                .into_iter()
                .for_each(|saying| document.push(saying, line.span, line.sentence.clone())),
            Err(problem) => problems.push(*problem),
        }
    }
    (document, problems)
}

fn whole_line(
    grammar: Grammar,
    placed: &[Placed],
    end: usize,
    part: Part,
    read: LineReader,
) -> Read<Vec<Saying>> {
    let mut parser = Parser::new(grammar, placed, end);
    let sayings = read(&mut parser, part)?;
    if parser.peek().is_some() {
        return Err(parser.unexpected("the end of the line", "la fin de la ligne"));
    }
    Ok(sayings)
}

fn said(formula: Formula, part: Part) -> Vec<Saying> {
    vec![match part {
        Part::Statements | Part::Predicates => Saying::State(formula),
        Part::Queries => Saying::Query(formula),
    }]
}

pub(super) fn folio(source: &str) -> (Document, Vec<Problem>) {
    let grammar = Grammar {
        alphabet: &FOLIO,
        binder: Binder::Nothing,
        arrows: Arrows::Right,
        mixes: true,
        free: Free::Unbound(is_variable_like),
    };
    each_line(source, grammar, true, |parser, part| {
        if part == Part::Predicates {
            return declared(parser).map(|(name, count)| vec![predicate(name, count)]);
        }
        parser.sentence().map(|formula| said(formula, part))
    })
}

pub(super) fn nltk(source: &str) -> (Document, Vec<Problem>) {
    let grammar = Grammar {
        alphabet: &NLTK,
        binder: Binder::Dot,
        arrows: Arrows::Left,
        mixes: true,
        free: Free::Unbound(is_variable_like),
    };
    each_line(source, grammar, true, |parser, part| {
        parser.sentence().map(|formula| said(formula, part))
    })
}

fn predicate(name: Name, count: usize) -> Saying {
    Saying::Predicate {
        name,
        sorts: vec![None; count],
    }
}

/// `Name(x, y)` as a declaration: the name and how many arguments it takes.
fn declared(parser: &mut Parser<'_>) -> Read<(Name, usize)> {
    let name = name(parser, "a predicate", "un prédicat")?;
    let mut count = 0;
    if parser.at_sign(Sign::Open) {
        loop {
            parser.take();
            match parser.peek() {
                Some(Token::Name(_) | Token::Dollar(_)) => parser.take(),
                _ => return Err(parser.unexpected("an argument", "un argument")),
            };
            count += 1;
            if !parser.at_sign(Sign::Comma) {
                break;
            }
        }
        parser.expect(Sign::Close, ", )")?;
    }
    Ok((name, count))
}

fn name(parser: &mut Parser<'_>, wanted_en: &str, wanted_fr: &str) -> Read<Name> {
    let Some(Token::Name(name)) = parser.peek() else {
        return Err(parser.unexpected(wanted_en, wanted_fr));
    };
    parser.take();
    Ok(Name::new(name))
}

pub(super) fn tweety(source: &str) -> (Document, Vec<Problem>) {
    let grammar = Grammar {
        alphabet: &TWEETY,
        binder: Binder::Colon,
        arrows: Arrows::Right,
        mixes: true,
        free: Free::Unbound(is_capital_letter),
    };
    each_line(source, grammar, false, |parser, _| {
        if matches!(parser.peek_after(1), Some(Token::Sign(Sign::Is))) {
            return tweety_sort(parser);
        }
        let declares = matches!(parser.peek(), Some(Token::Name(word)) if word == "type")
            && matches!(parser.peek_after(1), Some(Token::Sign(Sign::Open)))
            && matches!(
                parser.peek_after(3),
                Some(Token::Sign(Sign::Open | Sign::Is | Sign::Close))
            );
        if declares {
            return tweety_type(parser);
        }
        parser
            .sentence()
            .map(|formula| vec![Saying::State(formula)])
    })
}

/// `human = {socrates, plato}`
fn tweety_sort(parser: &mut Parser<'_>) -> Read<Vec<Saying>> {
    let sort = name(parser, "a sort", "une sorte")?;
    parser.expect(Sign::Is, "=")?;
    parser.expect(Sign::OpenBrace, "{")?;
    let mut sayings = vec![Saying::Sort {
        name: sort.clone(),
        supers: Vec::new(),
    }];
    while !parser.at_sign(Sign::CloseBrace) {
        if sayings.len() > 1 {
            parser.expect(Sign::Comma, ", }")?;
        }
        sayings.push(Saying::Constant {
            name: name(parser, "a constant", "une constante")?,
            sort: sort.clone(),
        });
    }
    parser.take();
    Ok(sayings)
}

/// `type(mortal(human))`, `type(raining)` and `type(human = father(human))`
fn tweety_type(parser: &mut Parser<'_>) -> Read<Vec<Saying>> {
    parser.take();
    parser.take();
    let mut named = name(parser, "a predicate", "un prédicat")?;
    let mut result = None;
    if parser.at_sign(Sign::Is) {
        parser.take();
        result = Some(named);
        named = name(parser, "a function", "une fonction")?;
    }
    let mut sorts = Vec::new();
    if parser.at_sign(Sign::Open) {
        parser.take();
        while !parser.at_sign(Sign::Close) {
            if !sorts.is_empty() {
                parser.expect(Sign::Comma, ", )")?;
            }
            sorts.push(Some(name(parser, "a sort", "une sorte")?));
        }
        parser.take();
    }
    parser.expect(Sign::Close, ")")?;
    Ok(vec![match result {
        Some(_) => Saying::Function {
            name: named,
            sorts,
            result,
        },
        None => Saying::Predicate { name: named, sorts },
    }])
}

pub(super) fn rules(source: &str) -> (Document, Vec<Problem>) {
    let grammar = Grammar {
        alphabet: &RULES,
        binder: Binder::Nothing,
        arrows: Arrows::Right,
        mixes: true,
        free: Free::Constant,
    };
    each_line(source, grammar, true, |parser, part| {
        if part == Part::Predicates {
            // The last argument is the truth value, which is no argument of the predicate.
            return declared(parser).map(|(name, count)| vec![predicate(name, count.max(1) - 1)]);
        }
        rule(parser).map(|formula| said(formula, part))
    })
}

fn rule(parser: &mut Parser<'_>) -> Read<Formula> {
    let start = parser.span();
    let mut variables = Vec::new();
    let mut constants = BTreeSet::new();
    let body = literals(parser, &mut variables, &mut constants)?;
    let mut formula = body;
    if parser.at_sign(Sign::Rule) {
        parser.take();
        let head = literals(parser, &mut variables, &mut constants)?;
        formula = Formula::Implies(Box::new(formula), Box::new(head));
    } else if !variables.is_empty() {
        return Err(Box::new(
            Problem::new(
                "fact-with-variable",
                start,
                "a fact speaks of constants, and this one holds a variable",
                "un fait parle de constantes, et celui-ci contient une variable",
            )
            .hint(
                "write a rule, `body >>> head`",
                "écrivez une règle, `corps >>> tête`",
            ),
        ));
    }
    // A variable is known by its `$`; where a constant has the same letters it takes others.
    let formula = variables.iter().rev().fold(formula, |body, variable| {
        let mut fresh = variable.clone();
        let mut number = 2;
        while constants.contains(&fresh) || (fresh != *variable && variables.contains(&fresh)) {
            fresh = Name::from(format!("{variable}{number}"));
            number += 1;
        }
        let written = Term::Variable(variable.clone());
        let body = super::rewrite::terms(body, &mut |term| {
            if term == written {
                Term::Variable(fresh.clone())
            } else {
                term
            }
        });
        Formula::Forall {
            variable: fresh,
            sort: None,
            body: Box::new(body),
        }
    });
    Ok(formula)
}

fn literals(
    parser: &mut Parser<'_>,
    variables: &mut Vec<Name>,
    constants: &mut BTreeSet<Name>,
) -> Read<Formula> {
    let mut parts = vec![literal(parser, variables, constants)?];
    while parser.at_sign(Sign::And) {
        parser.take();
        parts.push(literal(parser, variables, constants)?);
    }
    Ok(Formula::all(parts))
}

/// `P(a, $x, True)`: the last argument is the truth value, and `False` is strong negation.
fn literal(
    parser: &mut Parser<'_>,
    variables: &mut Vec<Name>,
    constants: &mut BTreeSet<Name>,
) -> Read<Formula> {
    let predicate = name(parser, "a predicate", "un prédicat")?;
    parser.expect(Sign::Open, "(")?;
    let mut arguments = Vec::new();
    loop {
        let truth = match (parser.peek(), parser.peek_after(1)) {
            (Some(Token::Name(word)), Some(Token::Sign(Sign::Close))) => {
                let mut truths = TRUTHS.iter();
                truths
                    .find(|(truth, _)| truth == word)
                    .map(|(_, truth)| *truth)
            }
            _ => None,
        };
        if let Some(truth) = truth {
            parser.take();
            parser.take();
            let atom = Formula::Atom {
                predicate,
                arguments,
            };
            return Ok(if truth { atom } else { Formula::not(atom) });
        }
        arguments.push(match parser.peek() {
            Some(Token::Dollar(word)) => {
                let variable = Name::new(word);
                if !variables.contains(&variable) {
                    variables.push(variable.clone());
                }
                if variables.len() > crate::syntax::DEPTH_MAX / 2 {
                    return Err(parser.unexpected("fewer variables", "moins de variables"));
                }
                Term::Variable(variable)
            }
            Some(Token::Name(word)) => {
                constants.insert(Name::new(word));
                Term::entity(word)
            }
            Some(Token::Number(number)) => Term::Constant(Value::Number(*number)),
            Some(Token::Text(text)) => Term::Constant(Value::text(text)),
            _ => return Err(parser.unexpected("an argument", "un argument")),
        });
        parser.take();
        if !parser.at_sign(Sign::Comma) {
            let missing = parser.unexpected("`, True` or `, False`", "`, True` ou `, False`");
            return Err(Box::new(missing.hint(
                "the last argument is the truth value",
                "le dernier argument est la valeur de vérité",
            )));
        }
        parser.take();
    }
}
