//! Lines of other syntaxes among a model's statements: TPTP's formulas, Prover9's lists, questions.
//!
//! Each is read by the reader of its own syntax or set aside. None of them may be read as a formula of
//! another: `fof(a, axiom, p(b))` is no fact about `a`.

use super::{Draft, Style, Unread};
use crate::dialect::{self, Dialect, Saying};
use crate::formula::{Formula, Span};
use crate::repair::{Kind, Repair, Why};
use crate::text::Phrase;

/// What TPTP puts around a formula.
const FRAMES: [&str; 6] = ["fof", "cnf", "tff", "thf", "tcf", "tpi"];
const LISTS: [&str; 6] = ["assumptions", "sos", "usable", "axioms", "goals", "goal"];

/// Whether a statement asks: `? p(a)`, `?- p(a)`. The length of its mark.
pub(super) fn question(text: &str) -> usize {
    match text.strip_prefix('?') {
        Some(rest) if rest.starts_with("- ") => 2,
        Some(rest) if rest.starts_with(' ') => 1,
        Some(_) | None => 0,
    }
}

/// The reading of a line of another syntax, or nothing where it is none. `asked`: it is the query.
pub(crate) fn line(text: &str, style: Style, asked: bool) -> Option<Result<Draft, Unread>> {
    let trimmed = text.trim();
    let begin = text.len() - text.trim_start().len();
    let whole = Span::new(begin, begin + trimmed.len());
    let unread = |why, nearest: Option<Formula>| Unread {
        why,
        span: whole,
        nearest: nearest.map(Box::new),
    };
    let mark = question(trimmed);
    if mark > 0 && !asked {
        let said = super::read(&trimmed[mark..], style).ok()?;
        return Some(Err(unread(Why::Asked, Some(said.formula))));
    }
    if is_command(trimmed) {
        return Some(Err(unread(Why::Remark, None)));
    }
    if !is_framed(trimmed) {
        return None;
    }
    let ended = trimmed.trim_end_matches('.');
    let (document, problems) = dialect::read(Dialect::Tptp, &format!("{ended}."));
    let said = match (&document.entries[..], &problems[..]) {
        ([entry], []) => entry.saying.clone(),
        (_, problems) => {
            let place = problems.first().map_or(whole, |problem| problem.span);
            let at = |place: usize| (begin + place).min(whole.end);
            return Some(Err(Unread {
                span: Span::new(at(place.start), at(place.end)),
                ..unread(Why::NoFormula, None)
            }));
        }
    };
    Some(match said {
        Saying::Query(formula) if !asked => Err(unread(Why::Asked, Some(formula))),
        Saying::State(formula) | Saying::Query(formula) => {
            let reason = Phrase::new(
                "this is a formula in the syntax of TPTP",
                "c'est une formule dans la syntaxe de TPTP",
            );
            let repair = Repair::new(Kind::Residue, whole, trimmed, &formula.to_string());
            Ok(Draft {
                formula,
                repairs: vec![repair.because(reason)],
            })
        }
        Saying::Sort { .. }
        | Saying::Predicate { .. }
        | Saying::Function { .. }
        | Saying::Constant { .. } => Err(unread(Why::Remark, None)),
    })
}

/// The name that a text calls, and what stands behind its parenthesis.
fn called(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('(')?;
    Some((name.trim_end(), rest.trim_start()))
}

/// `fof(name, role, …`
pub(super) fn is_framed(text: &str) -> bool {
    called(text).is_some_and(|(name, rest)| FRAMES.contains(&name) && rest.matches(',').count() > 1)
}

/// Lines that open or close a list, or name a file.
fn is_command(text: &str) -> bool {
    let bare = text.trim_end_matches(['.', ' ']);
    bare == "end_of_list"
        || called(bare).is_some_and(|(name, rest)| match name {
            "formulas" | "clauses" => LISTS.contains(&rest.trim_end_matches([')', ' '])),
            "include" => rest.starts_with('\''),
            "set" => rest.starts_with("prolog_style_variables"),
            _ => false,
        })
}
