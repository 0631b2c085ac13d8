//! What surrounds a formula in a model's answer: numbering, labels, comments, code fences.
//!
//! It only finds where the formula begins and ends; what is cut is reported, never lost.

use crate::formula::Span;
use crate::repair::Place;

/// A dash and a space: a list mark, or a negation.
pub(crate) const DASH: &str = "- ";

/// What code stands between.
const FENCE: &str = "```";

/// What the statements of a set begin with. A dash before one of them is read by what stands before the
/// others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    dashes: usize,
    numbers: usize,
}

impl Marks {
    pub fn of(premises: &[&str], query: &str) -> Marks {
        let dashed = |text: &&&str| text.trim_start().starts_with(DASH);
        let numbered = |text: &&&str| number(text.trim_start()) > 0;
        Marks {
            dashes: premises.iter().chain([&query]).filter(dashed).count(),
            numbers: premises.iter().filter(numbered).count(),
        }
    }

    /// Whether a dash and a space before a statement are a list mark. A query is in no list of numbers.
    pub fn lists(self, place: &Place) -> bool {
        match place {
            Place::Premise(_) => self.dashes > 1 || self.numbers > 0,
            Place::Query | Place::Statements(_) => self.dashes > 1,
        }
    }
}

pub(super) struct Core {
    pub span: Span,
    /// What was cut and says something, however little.
    pub cut: Vec<Span>,
    /// There were words, but no statement.
    pub remark: bool,
}

/// Labels models put before a formula.
const LABELS: &[&str] = &[
    "fol",
    "premise",
    "premises",
    "conclusion",
    "query",
    "question",
    "fact",
    "facts",
    "rule",
    "rules",
    "formula",
    "logic",
    "answer",
    "statement",
    "translation",
    "hypothesis",
    "predicates",
    "axiom",
    "axioms",
    "axiome",
    "assumption",
    "lemma",
    "definition",
    "note",
    "fait",
    "faits",
    "règle",
    "règles",
    "prémisse",
    "prémisses",
    "hypothèse",
    "énoncé",
    "formule",
    "requête",
    "réponse",
    "traduction",
];

/// Words that lead to a statement and are no part of it.
const LEADS: &[&str] = &[
    "therefore",
    "hence",
    "thus",
    "so",
    "consequently",
    "moreover",
    "furthermore",
    "also",
    "finally",
    "donc",
    "ainsi",
    "enfin",
];

/// Whole lines that state nothing.
const REMARKS: &[&str] = &[
    "none",
    "n/a",
    "na",
    "nil",
    "-",
    "...",
    "…",
    "unknown",
    "uncertain",
];

/// `listed`: a dash before the statement is a list mark.
pub(super) fn core(text: &str, listed: bool) -> Core {
    if text.trim().starts_with(FENCE) && fence(text.trim()) == text.trim().len() {
        return Core {
            span: Span::default(),
            cut: Vec::new(),
            remark: true,
        };
    }
    let mut start = 0;
    let mut end = text.len();
    let mut cut = Vec::new();
    // What follows `:::` or a comment sign is the sentence the formula came from.
    for mark in [":::", "//", " #", "\t#", " %"] {
        let sign = mark.as_bytes()[mark.len() - 1];
        // Few lines hold such a sign at all.
        if text.as_bytes()[start..end].contains(&sign)
            && let Some(at) = text[start..end].find(mark)
            // `http://` begins no comment.
            && !text[start..start + at].ends_with(':')
        {
            cut.push(Span::new(start + at, end));
            end = start + at;
        }
    }
    // Each round cuts one label, number or bullet; more than a few are no beginning of a formula.
    for round in 0..6 {
        let part = &text[start..end];
        start += part.len() - part.trim_start().len();
        let part = &text[start..end];
        let length = if listed && round == 0 && part.starts_with(DASH) {
            DASH.len()
        } else {
            prefix(part)
        };
        match length {
            0 => break,
            length => {
                cut.push(Span::new(start, start + length));
                start += length;
            }
        }
    }
    unwrap(text, &mut start, &mut end, &mut cut);
    let trimmed = text[start..end].trim_end();
    let mut bare = trimmed.trim_end_matches(['`', ';', '.', ',', ' ', '*']);
    // A comma in parentheses that never close says that more was due.
    let opened = bare.matches('(').count() > bare.matches(')').count();
    if opened && trimmed[bare.len()..].contains(',') {
        bare = &trimmed[..=trimmed.rfind(',').unwrap_or(bare.len())];
    }
    if bare.ends_with(':') && bare.contains('(') {
        bare = bare.trim_end_matches([':', ' ']);
    }
    let ending = &trimmed[bare.len()..];
    if !ending.trim().is_empty() && ending.trim() != "." {
        cut.push(Span::new(start + bare.len(), start + trimmed.len()));
    }
    end = start + bare.len();
    let rest = &text[start..end];
    let lower = rest.to_lowercase();
    let remark = REMARKS.contains(&lower.as_str())
        || rest
            .trim_matches(['=', '-', '*', '_', '#', ' ', '`', ':'])
            .is_empty()
        || lower
            .strip_suffix(':')
            .is_some_and(|label| !label.contains('('));
    if remark {
        end = start;
    }
    cut.retain(|span| !text[span.start..span.end].trim().is_empty());
    Core {
        span: Span::new(start, end),
        cut,
        remark: remark && !lower.is_empty(),
    }
}

/// Cuts what stands around a whole statement: quotation marks, and the tags of markup.
fn unwrap(text: &str, start: &mut usize, end: &mut usize, cut: &mut Vec<Span>) {
    let part = text[*start..*end].trim_end();
    let inside = [('"', '"'), ('“', '”'), ('«', '»')]
        .into_iter()
        .find_map(|(open, close)| {
            let inner = part.strip_prefix(open)?.strip_suffix(close)?;
            let whole = inner.contains('(') && !inner.contains([open, close]);
            whole.then_some((open.len_utf8(), inner))
        })
        .or_else(|| {
            let (tag, rest) = part.strip_prefix('<')?.split_once('>')?;
            let plain = !tag.is_empty() && tag.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let inner = rest.strip_suffix(&format!("</{tag}>"))?;
            plain.then_some((tag.len() + 2, inner))
        });
    if let Some((width, inner)) = inside {
        cut.push(Span::new(*start, *start + width));
        cut.push(Span::new(*start + width + inner.len(), *start + part.len()));
        (*start, *end) = (*start + width, *start + width + inner.len());
    }
}

/// The length of a number or letter of a list at the beginning: `1. `, `2) `, `3: `, `a) `, `(iv) `, `B. `.
fn number(part: &str) -> usize {
    if let Some((mark, after)) = part.strip_prefix('[').and_then(|p| p.split_once("] "))
        && (1..=3).contains(&mark.len())
        && mark.bytes().all(|byte| byte.is_ascii_digit())
    {
        return part.len() - after.len();
    }
    let inner = part.strip_prefix('(').unwrap_or(part);
    let opened = part.len() - inner.len();
    let width = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (mark, after) = inner.split_at(width);
    let is_number = (1..=3).contains(&width) && mark.bytes().all(|b| b.is_ascii_digit());
    let is_letter =
        width == 1 || width <= 4 && mark.bytes().all(|b| matches!(b, b'i' | b'v' | b'x'));
    let closed = after.starts_with(") ");
    // A letter and a full stop may be a proposition of its own, unless an atom with arguments follows.
    let parted = opened == 0
        && (is_number && (after.starts_with(". ") || after.starts_with(": "))
            || is_letter && after.starts_with(". ") && after.contains('('));
    if width > 0 && (is_number || is_letter) && (closed || parted) && after.len() > 2 {
        opened + width + 2
    } else {
        0
    }
}

/// The length of a code fence at the beginning, with the language it names: "```prolog". What follows on
/// the same line is no language.
fn fence(part: &str) -> usize {
    let rest = part.strip_prefix(FENCE).unwrap_or(part);
    let named = |c: char| c.is_alphanumeric() || matches!(c, '+' | '-' | '#' | '_' | '.');
    let language = rest
        .trim_start_matches([' ', '\t'])
        .trim_start_matches(named);
    let ends = language.trim_start_matches([' ', '\t', '\r']);
    if ends.is_empty() || ends.starts_with('\n') {
        part.len() - ends.len()
    } else {
        FENCE.len()
    }
}

/// The length of a label, number, bullet or fence at the beginning.
fn prefix(part: &str) -> usize {
    if part.starts_with(FENCE) {
        return fence(part);
    }
    let question = super::foreign::question(part);
    if question > 0 && part.starts_with("?-") {
        return question;
    }
    let lead = lead(part);
    if lead > 0 {
        return lead;
    }
    for mark in ["`", "* ", "• ", "> ", "**"] {
        if part.starts_with(mark) {
            return mark.len();
        }
    }
    let numbered = number(part);
    if numbered > 0 {
        return numbered;
    }
    let Some(colon) = part.find(':') else {
        return 0;
    };
    // `:-` and `:=` end no label.
    if part[colon + 1..].starts_with(['-', '=', ':']) {
        return 0;
    }
    let label = part[..colon].trim();
    if is_numbered(label) && part.len() > colon + 1 {
        return colon + 1;
    }
    let word: &str = label
        .split(|c: char| c.is_whitespace() || c == '_')
        .next()
        .unwrap_or(label);
    let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let lower = word.to_lowercase();
    let words = label.split_whitespace().count();
    if words <= 3 && LABELS.contains(&lower.as_str()) && part.len() > colon + 1 {
        colon + 1
    } else {
        0
    }
}

/// `P1`, `R12`: a name for a statement, and no variable.
fn is_numbered(label: &str) -> bool {
    let letters = label.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = &label[letters..];
    (1..=8).contains(&letters)
        && (1..=3).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !super::terms::is_variable_like(label)
}

/// The length of a word that only leads to the formula behind it: "Therefore, ", "Donc ".
fn lead(part: &str) -> usize {
    let length = part.find(|c: char| !c.is_alphabetic()).unwrap_or(0);
    let (word, rest) = part.split_at(length);
    let known = LEADS.iter().any(|lead| lead.eq_ignore_ascii_case(word));
    let after = rest.strip_prefix(',').unwrap_or(rest);
    if known && after.starts_with(' ') && after.contains('(') {
        part.len() - after.len()
    } else {
        0
    }
}
