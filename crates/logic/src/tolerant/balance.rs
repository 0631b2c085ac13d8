//! Parentheses that do not match, and spellings worth a note.
//!
//! Where parentheses do not match, a few candidate lists of tokens are tried and the best one is kept;
//! there are never more of them than there are arrows in the statement.

use super::grammar::whole;
use super::token::{self, Kind as Tok, Token};
use super::{Draft, Style, Unread, truth_of};
use crate::formula::{Formula, Span};
use crate::repair::{Kind, Repair, Why};

pub(super) fn statement(source: &str, style: Style, tokens: &[Token]) -> Result<Draft, Unread> {
    let (extra, missing) = balance(tokens);
    if extra == 0 && missing == 0 {
        return whole(source, style, tokens);
    }
    let read = closed(source, style, tokens, extra, missing);
    if missing == 0 || !is_cut_off(source, style, tokens) {
        return read;
    }
    Err(Unread {
        why: Why::Unfinished,
        span: Span::new(source.len(), source.len()),
        nearest: read.ok().map(|draft| Box::new(draft.formula)),
    })
}

/// The reading with as many parentheses more as are missing.
fn closed(
    source: &str,
    style: Style,
    tokens: &[Token],
    extra: usize,
    missing: usize,
) -> Result<Draft, Unread> {
    let mut edits = Vec::new();
    let mut balanced = Vec::with_capacity(tokens.len() + extra + missing);
    let virtual_token = |kind, at| Token {
        kind,
        span: Span::new(at, at),
        odd: false,
    };
    for _ in 0..extra {
        balanced.push(virtual_token(Tok::Open, 0));
        edits.push(Repair::new(Kind::Parenthesis, Span::new(0, 0), "", "("));
    }
    balanced.extend_from_slice(tokens);
    let end = source.len();
    for _ in 0..missing {
        balanced.push(virtual_token(Tok::Close, end));
        edits.push(Repair::new(Kind::Parenthesis, Span::new(end, end), "", ")"));
    }
    let plain = whole(source, style, &balanced);
    if missing > 0 {
        let is_rule = |draft: &Result<Draft, Unread>| {
            draft.as_ref().is_ok_and(|draft| says_if(&draft.formula))
        };
        if !is_rule(&plain) {
            // The parenthesis may have been meant to close before an arrow.
            for (at, token) in tokens.iter().enumerate() {
                if !matches!(token.kind, Tok::Implies | Tok::Iff) {
                    continue;
                }
                let mut moved = balanced.clone();
                moved.pop();
                let place = token.span.start;
                moved.insert(at + extra, virtual_token(Tok::Close, place));
                let candidate = whole(source, style, &moved);
                if is_rule(&candidate) || (plain.is_err() && candidate.is_ok()) {
                    if let Some(last) = edits.last_mut() {
                        last.span = Span::new(place, place);
                    }
                    return candidate.map(|draft| with(draft, edits));
                }
            }
        }
    }
    if plain.is_err() {
        // A parenthesis inside an atom may be the wrong one: the parser closes it where it must.
        let lone = whole(source, style, tokens);
        if lone.is_ok() {
            return lone;
        }
    }
    plain.map(|draft| with(draft, edits))
}

/// Whether a statement that lacks parentheses also lacks what stood before them: then nobody can tell what
/// it said, and closing it would say something else.
fn is_cut_off(source: &str, style: Style, tokens: &[Token]) -> bool {
    let [.., before, last] = tokens else {
        return true;
    };
    let joins = matches!(
        before.kind,
        Tok::Not | Tok::And | Tok::Or | Tok::Xor | Tok::Implies | Tok::ImpliedBy | Tok::Iff
    );
    match last.kind {
        // An argument is due.
        Tok::Open | Tok::Comma => true,
        Tok::Close => false,
        // The truth value comes last, and what is no truth value may be the beginning of one.
        _ if style == Style::Program => truth_of(&source[last.span.start..last.span.end]).is_none(),
        // A predicate that says nothing of what is bound before it.
        Tok::Name if joins => tokens
            .iter()
            .any(|token| matches!(token.kind, Tok::Forall | Tok::Exists)),
        Tok::Name
        | Tok::Not
        | Tok::And
        | Tok::Or
        | Tok::Xor
        | Tok::Implies
        | Tok::ImpliedBy
        | Tok::Iff
        | Tok::Caret
        | Tok::Forall
        | Tok::Exists
        | Tok::Compare(_)
        | Tok::Arithmetic(_)
        | Tok::OpenSquare
        | Tok::CloseSquare
        | Tok::Dot
        | Tok::Colon
        | Tok::Semicolon
        | Tok::Element
        | Tok::Quoted
        | Tok::Variable
        | Tok::Number
        | Tok::Other => false,
    }
}

/// How many closing parentheses lack their opening one, and the reverse.
fn balance(tokens: &[Token]) -> (usize, usize) {
    let (mut extra, mut open) = (0_usize, 0_usize);
    for token in tokens {
        if token.kind == Tok::Open {
            open += 1;
        } else if token.kind == Tok::Close && open == 0 {
            extra += 1;
        } else if token.kind == Tok::Close {
            open -= 1;
        }
    }
    (extra, open)
}

fn with(mut draft: Draft, edits: Vec<Repair>) -> Draft {
    draft.repairs.extend(edits);
    draft
}

/// A universal statement should say what follows from what.
fn says_if(formula: &Formula) -> bool {
    match formula {
        Formula::Forall { body, .. } => says_if(body),
        Formula::Implies(..) | Formula::Iff(..) => true,
        // Only a universal conjunction is suspicious.
        Formula::And(_) => false,
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Not(_)
        | Formula::Or(_)
        | Formula::Xor(..)
        | Formula::Exists { .. } => true,
    }
}

/// One edit for each token in a spelling a strict reader refuses.
pub(super) fn note_spellings(source: &str, tokens: &[Token], repairs: &mut Vec<Repair>) {
    for token in tokens.iter().filter(|token| token.odd) {
        let before = &source[token.span.start..token.span.end];
        if token.kind == Tok::Variable {
            let after = format!("${}", before.trim_start_matches('?'));
            repairs.push(Repair::new(Kind::BareVariable, token.span, before, &after));
            continue;
        }
        let kind = match token.kind {
            Tok::Caret
            | Tok::Not
            | Tok::And
            | Tok::Or
            | Tok::Xor
            | Tok::Implies
            | Tok::ImpliedBy
            | Tok::Iff
            | Tok::Forall
            | Tok::Exists
            | Tok::Compare(_)
            | Tok::Arithmetic(_) => Kind::Operator,
            Tok::Open | Tok::Close => Kind::Parenthesis,
            // Those that a reader of terms or quantifiers reports itself.
            Tok::OpenSquare
            | Tok::CloseSquare
            | Tok::Comma
            | Tok::Dot
            | Tok::Colon
            | Tok::Semicolon
            | Tok::Element
            | Tok::Quoted
            | Tok::Name
            | Tok::Variable
            | Tok::Number
            | Tok::Other => continue,
        };
        let after = match before {
            "∄" | "\\nexists" => "¬∃",
            _ => token::canonical(token.kind),
        };
        repairs.push(Repair::new(kind, token.span, before, after));
    }
}
