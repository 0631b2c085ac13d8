//! Reading what a model wrote: formulas in Unicode, NLTK, LaTeX, ASCII or words, programs of rules,
//! and plain sentences between them.
//!
//! One statement in, one [`Draft`] out: a formula with names not yet looked up, and every edit that was
//! needed. What a name means is settled later, over all statements at once. This reader never panics,
//! and every loop in it is bounded by the number of tokens.

mod balance;
pub(crate) mod foreign;
pub(crate) mod grammar;
mod nearest;
mod prose;
mod quantifier;
pub(crate) mod residue;
pub(crate) mod terms;
pub(crate) mod token;
pub(crate) mod walk;
mod words;

use crate::formula::{Formula, Span};
use crate::repair::{Kind, Repair, Why};
use residue::DASH;
use token::Token;

/// The longest statement that is read, in bytes.
pub const LENGTH_MAX: usize = 16_384;
/// The most tokens a statement may have.
const TOKENS_MAX: usize = 4_096;

/// How a set of statements is written, told by its syntax alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Style {
    /// Formulas with quantifiers and connectives.
    Formula,
    /// Facts and rules whose atoms end in a truth value: `P($x, True) >>> Q($x, True)`.
    Program,
}

impl Style {
    /// A program shows itself by `>>>`, by `$` before a variable, or by a truth value at the end of an
    /// atom. One sign is enough, wherever it stands.
    pub fn detect<'a>(texts: impl IntoIterator<Item = &'a str>) -> Style {
        let mut program = false;
        for text in texts {
            let signs = text.contains(">>>") || has_dollar_variable(text) || has_truth_value(text);
            // The dollars of TPTP are no variables.
            program |= signs && !foreign::is_framed(text.trim());
        }
        if program {
            Style::Program
        } else {
            Style::Formula
        }
    }
}

fn has_dollar_variable(text: &str) -> bool {
    // LaTeX has dollars as well, but never one that directly opens a name inside parentheses.
    text.contains('$')
        && text.match_indices(['(', ' ']).any(|(at, _)| {
            let rest = &text.as_bytes()[at + 1..];
            rest.first() == Some(&b'$')
                && rest.get(1).is_some_and(u8::is_ascii_alphabetic)
                && rest
                    .iter()
                    .skip(2)
                    .find(|b| !b.is_ascii_alphanumeric())
                    .is_none_or(|b| matches!(b, b',' | b')' | b' '))
        })
}

/// The truth values of programs.
pub(crate) const TRUTHS: [(&str, bool); 6] = [
    ("True", true),
    ("False", false),
    ("Vrai", true),
    ("Faux", false),
    ("Vraie", true),
    ("Fausse", false),
];

/// The truth that a word says, in lower and upper case too.
pub(crate) fn truth_of(word: &str) -> Option<bool> {
    let says = |(truth, _): &&(&str, bool)| {
        let (first, rest) = truth.split_at(1);
        word == *truth
            || word == truth.to_ascii_uppercase()
            || word.strip_prefix(&first.to_ascii_lowercase()) == Some(rest)
    };
    let short = (4..=6).contains(&word.len());
    let found = short.then(|| TRUTHS.iter().find(says)).flatten();
    found.map(|(_, truth)| *truth)
}

fn has_truth_value(text: &str) -> bool {
    text.match_indices(')').any(|(at, _)| {
        let before = &text[..at];
        let mut words = TRUTHS.iter();
        let word = words.find_map(|(word, _)| before.strip_suffix(word));
        word.is_some_and(|before| before.trim_end().ends_with(','))
    })
}

/// One statement as it was understood, before names are settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub formula: Formula,
    pub repairs: Vec<Repair>,
}

/// A statement that no reading was found for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub why: Why,
    pub span: Span,
    /// The longest part that could be read, if any.
    pub nearest: Option<Box<Formula>>,
}

/// Reads one statement.
pub fn read(text: &str, style: Style) -> Result<Draft, Unread> {
    let mut tokens = Vec::new();
    read_into(text, style, false, &mut tokens)
}

/// `listed`: a dash and a space before the statement are a list mark.
pub(crate) fn read_into(
    text: &str,
    style: Style,
    listed: bool,
    tokens: &mut Vec<Token>,
) -> Result<Draft, Unread> {
    let whole = Span::new(0, text.len());
    let unread = |why| Unread {
        why,
        span: whole,
        nearest: None,
    };
    if text.len() > LENGTH_MAX {
        return Err(unread(Why::TooLong));
    }
    let core = residue::core(text, listed);
    if core.span.start >= core.span.end {
        return Err(unread(if core.remark { Why::Remark } else { Why::Empty }));
    }
    let part = &text[core.span.start..core.span.end];
    token::tokens(part, tokens);
    if tokens.len() > TOKENS_MAX {
        return Err(unread(Why::TooLong));
    }
    match balance::statement(part, style, tokens) {
        Ok(mut draft) => {
            for repair in &mut draft.repairs {
                repair.span.start += core.span.start;
                repair.span.end += core.span.start;
            }
            for span in core.cut {
                let before = text[span.start..span.end].trim();
                draft
                    .repairs
                    .push(Repair::new(Kind::Residue, span, before, ""));
            }
            if text[..core.span.start].trim().is_empty() && part.starts_with(DASH) {
                let span = Span::new(core.span.start, core.span.start + 1);
                draft.repairs.push(Repair::lone_dash(span));
            }
            Ok(draft)
        }
        Err(mut unread) => {
            let part = || nearest::part(part, style, tokens, unread.span.start).map(Box::new);
            unread.nearest = unread.nearest.take().or_else(part);
            if unread.nearest.is_none() && unread.why.is_unreadable() {
                unread.why = Why::NoFormula;
            }
            unread.span.start += core.span.start;
            unread.span.end += core.span.start;
            Err(unread)
        }
    }
}
