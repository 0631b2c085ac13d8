//! What surrounds a formula in a model's answer: numbering, labels, comments, code fences.
//!
//! It only finds where the formula begins and ends; what is cut is reported, never lost.

use crate::formula::Span;

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

pub(super) fn core(text: &str) -> Core {
    let mut start = 0;
    let mut end = text.len();
    let mut cut = Vec::new();
    // What follows `:::` or a comment sign is the sentence the formula came from.
    for mark in [":::", "//", " #", "\t#", " %"] {
        if let Some(at) = text[start..end].find(mark) {
            cut.push(Span::new(start + at, end));
            end = start + at;
        }
    }
    // Each round cuts one label, number or bullet; more than a few are no beginning of a formula.
    for _ in 0..6 {
        let part = &text[start..end];
        start += part.len() - part.trim_start().len();
        let part = &text[start..end];
        match prefix(part) {
            0 => break,
            length => {
                cut.push(Span::new(start, start + length));
                start += length;
            }
        }
    }
    let trimmed = text[start..end].trim_end();
    let mut bare = trimmed.trim_end_matches(['`', ';', '.', ',', ' ']);
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

/// The length of a label, number, bullet or fence at the beginning.
fn prefix(part: &str) -> usize {
    for mark in ["```", "`", "* ", "- ", "• ", "> ", "** "] {
        if let Some(rest) = part.strip_prefix(mark) {
            // `- P(a)` may be a negation: a bullet is followed by a space and then more than one atom,
            // which nobody can tell, so a dash is never a bullet here.
            return if mark == "- " {
                0
            } else {
                part.len() - rest.len()
            };
        }
    }
    let digits = part.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && digits <= 3 {
        let after = &part[digits..];
        if (after.starts_with(". ") || after.starts_with(") ") || after.starts_with(": "))
            && after.len() > 2
        {
            return digits + 2;
        }
    }
    let Some(colon) = part.find(':') else {
        return 0;
    };
    let label = part[..colon].trim();
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
