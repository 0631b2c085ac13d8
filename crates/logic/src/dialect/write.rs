//! Writing formulas as text, and TPTP and Prover9 with it.
//!
//! A formula is first put in the words all three share ([`plain`]); what has no such words is refused with
//! the reason, and the rest of the document is written. Declarations become what they mean, or comments.

use super::document::{Document, Entry, Saying};
use super::plain::plain;
use super::rewrite;
use super::spell::{NameKind, Renamed, Spelling, ascii};
use crate::formula::{Comparison, Formula, Span, Term};
use crate::problem::Problem;
use crate::value::{Name, Value};
use std::fmt::Write as _;

/// A written document, what is spelled otherwise in it, and what could not be said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    /// In alphabetical order, each once.
    pub renamed: Vec<Renamed>,
    /// The place in the document of each entry that was left out, and why.
    pub refused: Vec<(usize, Problem)>,
    /// The places of declarations that are no formula: they expect something and say nothing. Where the
    /// syntax has comments, each is one.
    pub unsaid: Vec<usize>,
    /// The places of entries whose sentence or name stands nowhere, because the syntax has no comments.
    pub unlabelled: Vec<usize>,
}

impl Written {
    /// A formula of the written text with the names it had before they were spelled otherwise. A variable
    /// means what it meant in the one formula that was written.
    pub fn as_named(&self, formula: &Formula) -> Formula {
        rewrite::names(formula, &mut |kind, arity, name| {
            let renamed = self.renamed.iter().find(|renamed| {
                renamed.kind == kind && renamed.arity == arity && renamed.to == *name
            });
            renamed.map_or_else(|| name.clone(), |renamed| renamed.from.clone())
        })
    }
}

pub(super) fn unsayable(what_en: &str, what_fr: &str) -> Box<Problem> {
    Box::new(Problem::new(
        "unsayable",
        Span::default(),
        format!("that syntax has no words for {what_en}"),
        format!("cette syntaxe n'a pas de mots pour {what_fr}"),
    ))
}

/// How one syntax writes the shared words.
pub(super) struct Script {
    pub(super) not: &'static str,
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) implies: &'static str,
    pub(super) iff: &'static str,
    /// Without a word of its own, exclusion is the negation of sameness.
    pub(super) xor: Option<&'static str>,
    pub(super) equal: &'static str,
    pub(super) not_equal: &'static str,
    pub(super) truths: (&'static str, &'static str),
    pub(super) quantifier: fn(bool, &str) -> String,
    pub(super) symbol: fn(&str) -> String,
    pub(super) value: fn(&Value) -> Option<String>,
}

impl Script {
    fn formula(&self, formula: &Formula) -> Result<String, Box<Problem>> {
        Ok(match formula {
            Formula::Constant(true) => self.truths.0.to_owned(),
            Formula::Constant(false) => self.truths.1.to_owned(),
            Formula::Atom {
                predicate,
                arguments,
            } => self.call(predicate, arguments)?,
            Formula::Compare(comparison, left, right) => {
                let sign = if *comparison == Comparison::Equal {
                    self.equal
                } else {
                    self.not_equal
                };
                format!("{} {sign} {}", self.term(left)?, self.term(right)?)
            }
            Formula::Not(body) => format!("{}{}", self.not, self.part(body)?),
            Formula::And(parts) => self.join(parts, self.and)?,
            Formula::Or(parts) => self.join(parts, self.or)?,
            Formula::Implies(left, right) => self.pair(left, self.implies, right)?,
            Formula::Iff(left, right) => self.pair(left, self.iff, right)?,
            Formula::Xor(left, right) => match self.xor {
                Some(xor) => self.pair(left, xor, right)?,
                None => format!("{}({})", self.not, self.pair(left, self.iff, right)?),
            },
            Formula::Forall { variable, body, .. } => {
                format!("{}{}", (self.quantifier)(true, variable), self.part(body)?)
            }
            Formula::Exists { variable, body, .. } => {
                format!("{}{}", (self.quantifier)(false, variable), self.part(body)?)
            }
            Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_) => return Err(unsayable("that formula", "cette formule")),
        })
    }

    fn part(&self, formula: &Formula) -> Result<String, Box<Problem>> {
        Ok(format!("({})", self.formula(formula)?))
    }

    /// A part that needs no parenthesis beside an operator stands without one.
    fn side(&self, formula: &Formula) -> Result<String, Box<Problem>> {
        match formula {
            Formula::Atom { .. } | Formula::Constant(_) => self.formula(formula),
            Formula::Compare(..)
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { .. }
            | Formula::Exists { .. } => self.part(formula),
        }
    }

    fn pair(&self, left: &Formula, sign: &str, right: &Formula) -> Result<String, Box<Problem>> {
        Ok(format!("{} {sign} {}", self.side(left)?, self.side(right)?))
    }

    fn join(&self, parts: &[Formula], sign: &str) -> Result<String, Box<Problem>> {
        let sides: Result<Vec<String>, Box<Problem>> =
            parts.iter().map(|part| self.side(part)).collect();
        Ok(sides?.join(&format!(" {sign} ")))
    }

    fn call(&self, name: &Name, arguments: &[Term]) -> Result<String, Box<Problem>> {
        let mut text = (self.symbol)(name);
        if !arguments.is_empty() {
            let written: Result<Vec<String>, Box<Problem>> = arguments
                .iter()
                .map(|argument| self.term(argument))
                .collect();
            let _ = write!(text, "({})", written?.join(", "));
        }
        Ok(text)
    }

    fn term(&self, term: &Term) -> Result<String, Box<Problem>> {
        match term {
            Term::Variable(name) => Ok(name.to_string()),
            Term::Constant(Value::Entity(name)) => Ok((self.symbol)(name)),
            Term::Constant(value) => (self.value)(value).ok_or_else(|| {
                let shown = value.show();
                unsayable(
                    &format!("the value `{shown}`"),
                    &format!("la valeur `{shown}`"),
                )
            }),
            Term::Function { name, arguments } => self.call(name, arguments),
            Term::Attribute { .. }
            | Term::Arithmetic(..)
            | Term::Count { .. }
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(..) => Err(unsayable("that term", "ce terme")),
        }
    }
}

/// A formula to write: where it comes from, whether it is asked, and what it says.
pub(super) struct Line {
    pub(super) entry: usize,
    pub(super) asked: bool,
    pub(super) label: Option<String>,
    pub(super) formula: Formula,
}

/// The formulas of a document, in plain words; declarations of members and sub-sorts are formulas too.
pub(super) fn lines(document: &Document, written: &mut Written) -> Vec<Line> {
    let mut lines = Vec::new();
    for (entry, said) in document.entries.iter().enumerate() {
        for (asked, formula) in meanings(said) {
            match plain(&formula) {
                Ok(formula) => lines.push(Line {
                    entry,
                    asked,
                    label: said.label.clone(),
                    formula,
                }),
                Err(mut problem) => {
                    problem.span = said.span;
                    written.refused.push((entry, *problem));
                }
            }
        }
    }
    lines
}

/// What an entry says, and whether that is asked.
fn meanings(entry: &Entry) -> Vec<(bool, Formula)> {
    if let Saying::Query(formula) = &entry.saying {
        return vec![(true, formula.clone())];
    }
    let said = entry.saying.meaning().into_iter();
    said.map(|formula| (false, formula)).collect()
}

/// Notes the declarations that mean no formula; `comment` is how a comment begins, if there are any.
pub(super) fn unsaid(document: &Document, comment: Option<&str>, written: &mut Written) {
    for (at, entry) in document.entries.iter().enumerate() {
        if !meanings(entry).is_empty() {
            continue;
        }
        written.unsaid.push(at);
        let declared = super::canonry::line(entry, &mut Vec::new());
        if let Some(leader) = comment.filter(|_| !declared.contains(char::is_control)) {
            let _ = writeln!(written.text, "{leader} {declared}");
        }
    }
}

pub(super) fn spelled(
    script: &Script,
    spelling: &Spelling,
    line: &Line,
    written: &mut Written,
) -> Option<String> {
    let formula = spelling.spell(&line.formula, &mut written.renamed);
    match script.formula(&formula) {
        Ok(text) => Some(text),
        Err(problem) => {
            written.refused.push((line.entry, *problem));
            None
        }
    }
}

pub(super) fn finished(mut written: Written, comment: Option<&str>) -> Written {
    written.renamed.sort();
    written.renamed.dedup();
    if let Some(leader) = comment {
        let mut head = String::new();
        for renamed in &written.renamed {
            if renamed.kind != NameKind::Variable {
                let from = escaped(&renamed.from);
                let _ = writeln!(head, "{leader} {} stands for {from}", renamed.to);
            }
        }
        written.text = head + &written.text;
    }
    written
}

/// In quotes, in letters that every syntax has.
fn escaped(text: &str) -> String {
    format!("\"{}\"", text.escape_default())
}

fn is_printable(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_graphic() || c == ' ')
}

fn quoted(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for character in text.chars() {
        if character == quote || character == '\\' {
            out.push('\\');
        }
        out.push(character);
    }
    out.push(quote);
    out
}

pub(super) fn capital(name: &str) -> String {
    let name = ascii(name);
    let mut characters = name.chars();
    match characters.next() {
        Some(first) if first.is_ascii_alphabetic() => {
            first.to_ascii_uppercase().to_string() + characters.as_str()
        }
        Some(_) | None => format!("V{name}"),
    }
}

pub(super) fn tptp(document: &Document) -> Written {
    let script = Script {
        not: "~",
        and: "&",
        or: "|",
        implies: "=>",
        iff: "<=>",
        xor: Some("<~>"),
        equal: "=",
        not_equal: "!=",
        truths: ("$true", "$false"),
        quantifier: |universal, variable| {
            format!("{} [{variable}] : ", if universal { '!' } else { '?' })
        },
        symbol: tptp_symbol,
        value: |value| match value {
            Value::Number(number) => Some(number.to_string()),
            Value::Text(text) if is_printable(text) => Some(quoted(text, '"')),
            Value::Text(_)
            | Value::Null
            | Value::Bool(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => None,
        },
    };
    let mut written = Written::default();
    unsaid(document, Some("%"), &mut written);
    let lines = lines(document, &mut written);
    let formulas = lines.iter().map(|line| &line.formula);
    // Single quotes hold any printable name as it is.
    let legal = |_: NameKind, _: usize, name: &str| {
        if is_printable(name) && !name.is_empty() {
            name.to_owned()
        } else {
            ascii(name)
        }
    };
    let spelling = Spelling::new(formulas, legal, capital);
    for (number, line) in lines.iter().enumerate() {
        let Some(text) = spelled(&script, &spelling, line, &mut written) else {
            continue;
        };
        let label = match &line.label {
            Some(label) if is_printable(label) && !label.is_empty() => tptp_symbol(label),
            Some(label) => {
                let name = format!("s{}", number + 1);
                let _ = writeln!(written.text, "% the sentence of {name}: {}", escaped(label));
                name
            }
            None => format!("s{}", number + 1),
        };
        let role = if line.asked { "conjecture" } else { "axiom" };
        let _ = writeln!(written.text, "fof({label}, {role}, {text}).");
    }
    finished(written, Some("%"))
}

fn tptp_symbol(name: &str) -> String {
    let bare = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if bare {
        name.to_owned()
    } else {
        quoted(name, '\'')
    }
}

pub(super) fn prover9(document: &Document) -> Written {
    let script = Script {
        not: "-",
        and: "&",
        or: "|",
        implies: "->",
        iff: "<->",
        xor: None,
        equal: "=",
        not_equal: "!=",
        truths: ("$T", "$F"),
        quantifier: |universal, variable| {
            format!("{} {variable} ", if universal { "all" } else { "exists" })
        },
        symbol: str::to_owned,
        value: |value| match value {
            Value::Number(number) if number.is_integer() && *number >= crate::Number::ZERO => {
                Some(number.to_string())
            }
            Value::Text(text) if is_printable(text) && !text.contains(['"', '\\']) => {
                Some(quoted(text, '"'))
            }
            Value::Number(_)
            | Value::Text(_)
            | Value::Null
            | Value::Bool(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => None,
        },
    };
    let mut written = Written::default();
    unsaid(document, Some("%"), &mut written);
    let lines = lines(document, &mut written);
    let spelling = Spelling::new(
        lines.iter().map(|line| &line.formula),
        |_, arity, name| prover9_symbol(arity, name),
        |name| prover9_symbol(1, name),
    );
    for (asked, list) in [(false, "assumptions"), (true, "goals")] {
        let mut body = String::new();
        for line in lines.iter().filter(|line| line.asked == asked) {
            let Some(text) = spelled(&script, &spelling, line, &mut written) else {
                continue;
            };
            let plain = |label: &&String| is_printable(label) && !label.contains(['"', '\\']);
            match line.label.as_ref() {
                Some(label) if plain(&label) => {
                    let _ = writeln!(body, "{text} # label(\"{label}\").");
                }
                Some(label) => {
                    let _ = writeln!(
                        body,
                        "% the sentence of the next formula: {}\n{text}.",
                        escaped(label)
                    );
                }
                None => {
                    let _ = writeln!(body, "{text}.");
                }
            }
        }
        if !asked {
            body.push_str(&different_numbers(&lines));
        }
        if !body.is_empty() || !asked {
            let _ = write!(written.text, "formulas({list}).\n{body}end_of_list.\n");
        }
    }
    finished(written, Some("%"))
}

/// The most numbers of which each two are said to differ.
const NUMBERS_MAX: usize = 40;

/// To Prover9 a number is a name like any other: that two of them are two has to be said.
fn different_numbers(lines: &[Line]) -> String {
    let mut numbers = std::collections::BTreeSet::new();
    for line in lines {
        line.formula.visit_terms(&mut |term| {
            if let Term::Constant(Value::Number(number)) = term
                && number.is_integer()
                && *number >= crate::Number::ZERO
            {
                numbers.insert(*number);
            }
        });
    }
    let mut text = String::new();
    if numbers.len() > NUMBERS_MAX {
        text.push_str("% that these numbers differ is not said: there are too many\n");
        return text;
    }
    let numbers: Vec<_> = numbers.into_iter().collect();
    for (at, one) in numbers.iter().enumerate() {
        for other in &numbers[at + 1..] {
            let _ = writeln!(text, "{one} != {other}.");
        }
    }
    text
}

fn prover9_symbol(arity: usize, name: &str) -> String {
    const RESERVED: [&str; 9] = [
        "all",
        "exists",
        "formulas",
        "clauses",
        "end_of_list",
        "set",
        "clear",
        "assign",
        "op",
    ];
    const MORE_RESERVED: [&str; 5] = [
        "redeclare",
        "list",
        "lex",
        "predicate_order",
        "function_order",
    ];
    let spelled = ascii(name);
    let reserved = RESERVED.contains(&name) || MORE_RESERVED.contains(&name);
    // Unbound and without arguments, these letters would be variables.
    let late = arity == 0 && spelled.starts_with(|c: char| ('u'..='z').contains(&c));
    if reserved || late || !spelled.starts_with(|c: char| c.is_ascii_alphabetic()) {
        format!("c_{spelled}")
    } else {
        spelled
    }
}
