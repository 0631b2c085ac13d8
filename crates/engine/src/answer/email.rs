//! E-mail addresses: exactly one, alone or in a sentence, kept as it was written.

use super::remark::{Remark, remark};
use super::token::{holds, is_apostrophe, tokens};
use super::{NotUnderstood, refuse};
use logic::text::fold;
use std::ops::Range;

/// The address in what was said.
pub(super) fn address(text: &str) -> Result<&str, NotUnderstood> {
    let candidates = candidates(text);
    let mut found: Vec<&Range<usize>> = Vec::new();
    for candidate in &candidates {
        let address = &text[candidate.clone()];
        if !is_address(address) {
            return broken(address);
        }
        if !found
            .iter()
            .any(|known| fold(&text[(*known).clone()]) == fold(address))
        {
            found.push(candidate);
        }
    }
    match found[..] {
        [one] => {
            let before = tokens(&text[..one.start]);
            if before.last().is_some_and(|last| last.negates()) {
                return refuse(
                    "negated",
                    "Say which address it is, not which it is not.",
                    "Il faut dire l'adresse, et non celle que ce n'est pas.",
                );
            }
            Ok(&text[one.clone()])
        }
        [] => refuse(
            "not-an-email",
            "An e-mail address is expected, such as ada@example.org.",
            "Une adresse e-mail est attendue, par exemple ada@example.org.",
        ),
        [_, _, ..] => refuse(
            "ambiguous",
            "One e-mail address is expected, not several.",
            "Une seule adresse e-mail est attendue.",
        ),
    }
}

/// That an address is the one that is meant: « jean@ex.test ne marche plus » and “my old one was …” say otherwise.
pub(super) fn is_clear(text: &str, address: &str) -> Result<(), NotUnderstood> {
    let start = address.as_ptr() as usize - text.as_ptr() as usize;
    let (before, behind) = (
        tokens(&text[..start]),
        tokens(&text[start + address.len()..]),
    );
    let past = [
        "old",
        "ancien",
        "ancienne",
        "was",
        "etait",
        "previous",
        "former",
        "precedente",
    ];
    if holds(&before, &past) || remark(&behind) == Remark::Ill {
        return refuse(
            "negated",
            "Say which address it is, not which it is not.",
            "Il faut dire l'adresse, et non celle que ce n'est pas.",
        );
    }
    Ok(())
}

fn broken<T>(address: &str) -> Result<T, NotUnderstood> {
    if address.starts_with('@') || address.ends_with('@') {
        return refuse(
            "not-an-email",
            "Write the address in one piece, without spaces around the @, such as ada@example.org.",
            "L'adresse s'écrit d'un seul tenant, sans espace autour de @, par exemple ada@example.org.",
        );
    }
    let shown: String = address.chars().take(80).collect();
    refuse(
        "not-an-email",
        format!("« {shown} » is no whole e-mail address. One is expected such as ada@example.org."),
        format!(
            "« {shown} » n'est pas une adresse e-mail complète. Elle doit ressembler à ada@example.org."
        ),
    )
}

/// The pieces of a text that hold an @, without the signs around them.
pub(super) fn candidates(text: &str) -> Vec<Range<usize>> {
    let parts = |character: char| {
        character.is_whitespace()
            || matches!(
                character,
                '<' | '>'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '{'
                    | '}'
                    | ','
                    | ';'
                    | ':'
                    | '='
                    | '/'
                    | '|'
                    | '"'
                    | '«'
                    | '»'
                    | '“'
                    | '”'
            )
    };
    let mut found = Vec::new();
    let mut from = 0;
    for piece in text.split(parts) {
        let start = from;
        from += piece.len();
        from += text[from..].chars().next().map_or(0, char::len_utf8);
        let around = |character: char| {
            matches!(character, '.' | '!' | '?' | '…' | '*') || is_apostrophe(character)
        };
        let kept = piece.trim_matches(around);
        if kept.contains('@') {
            let start = start + (piece.len() - piece.trim_start_matches(around).len());
            found.push(start..start + kept.len());
        }
    }
    found
}

fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let of_local =
        |character: char| character.is_alphanumeric() || "!#$%&'’*+-^_`~.".contains(character);
    let labels: Vec<&str> = domain.split('.').collect();
    let of_domain = |label: &&str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .chars()
                .all(|character| character.is_alphanumeric() || character == '-')
    };
    !local.is_empty()
        && local.len() <= 64
        && domain.len() <= 253
        && local.chars().all(of_local)
        && local.split('.').all(|part| !part.is_empty())
        && labels.len() >= 2
        && labels.iter().all(of_domain)
        && labels.last().is_some_and(|last| {
            last.chars().count() >= 2
                && (last.starts_with("xn--") || last.chars().all(char::is_alphabetic))
        })
}
