//! What a person wrote now: without the mail that is quoted below and without what signs it.

use super::lexicon::BEGINS;
use logic::text::{fold, fold_char, fold_into};

/// What a person wrote now: without quoted mail and without what signs it.
pub fn own_words(message: &str) -> String {
    let mut own: Vec<&str> = Vec::new();
    let mut folded = String::new();
    let mut lines = message.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.starts_with('>') {
            continue;
        }
        fold_into(&mut folded, trimmed);
        if opens_quote(&folded) || is_mark(trimmed) || opens_heads(&folded, lines.clone()) {
            break;
        }
        if closes(&folded) && own.iter().any(|line| !line.trim().is_empty()) {
            // « Cordialement, Ada »: what follows is who, not what.
            break;
        }
        own.push(line);
    }
    own.join("\n")
}

/// Whether quoted mail begins with its heads: `From:`, and `Sent:`, `To:` or `Subject:` right below.
fn opens_heads<'m>(line: &str, below: impl Iterator<Item = &'m str>) -> bool {
    const HEADS: [&str; 10] = [
        "sent:", "date:", "to:", "cc:", "subject:", "envoye", "date :", "a :", "objet :", "objet:",
    ];
    let opens = ["from:", "from :", "de :", "de:"];
    let mut below = below
        .map(|line| fold(line.trim()))
        .filter(|line| !line.is_empty());
    opens.iter().any(|head| line.starts_with(head))
        && below
            .next()
            .is_some_and(|next| HEADS.iter().any(|head| next.starts_with(head)))
}

/// A text whose sentences are not broken by the ends of lines: mail is often wrapped. What goes on in
/// small letters, and begins nothing of its own, belongs to the line before.
pub(super) fn unwrapped(text: &str) -> String {
    const GREETS: [&str; 6] = ["bonjour", "bonsoir", "salut", "merci", "hello", "thanks"];
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        let trimmed = line.trim();
        let goes_on = !whole.is_empty()
            && trimmed.starts_with(char::is_lowercase)
            && !whole.ends_with(['.', '!', '?', ';', ':', '…', '\n'])
            && {
                let first = first_word(trimmed);
                !BEGINS.contains(&first.as_str()) && !GREETS.contains(&first.as_str())
            };
        if !whole.is_empty() {
            whole.push(if goes_on { ' ' } else { '\n' });
        }
        whole.push_str(trimmed);
    }
    whole
}

/// The folded word that a line begins with; empty where it begins with something else.
fn first_word(line: &str) -> String {
    let (mut first, mut ended) = (String::new(), false);
    for character in line.chars() {
        fold_char(character, |folded| {
            ended |= !folded.is_alphanumeric();
            if !ended {
                first.push(folded);
            }
        });
        if ended {
            break;
        }
    }
    first
}

/// The line above quoted mail.
fn opens_quote(line: &str) -> bool {
    const OPENINGS: [&str; 8] = [
        "-----message d'origine",
        "----- message d'origine",
        "-----original message",
        "----- original message",
        "---------- forwarded",
        "-------- message transfere",
        "debut du message",
        "begin forwarded",
    ];
    let heads = ["de :", "from:", "de:"];
    OPENINGS.iter().any(|opening| line.starts_with(opening))
        || (line.starts_with("le ") && line.ends_with("a ecrit :"))
        || (line.starts_with("le ") && line.ends_with("a ecrit:"))
        || (line.starts_with("on ") && line.ends_with("wrote:"))
        || (heads.iter().any(|head| line.starts_with(head)) && line.contains('@'))
}

/// `--`, `___`: a signature follows.
fn is_mark(line: &str) -> bool {
    line.len() >= 2 && line.chars().all(|c| matches!(c, '-' | '_' | '–' | '—'))
}

fn closes(line: &str) -> bool {
    const CLOSINGS: [&str; 17] = [
        "cordialement",
        "bien cordialement",
        "tres cordialement",
        "bien a vous",
        "salutations",
        "sinceres salutations",
        "respectueusement",
        "envoye de mon",
        "envoye depuis",
        "best regards",
        "kind regards",
        "regards",
        "sincerely",
        "yours",
        "best wishes",
        "sent from my",
        "cdlt",
    ];
    CLOSINGS.iter().any(|closing| {
        line.strip_prefix(closing)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',', '.', '!']))
            && line.split_whitespace().count() <= 7
    })
}
