//! What a person wrote now, apart from mail that is quoted and from what signs it.
//!
//! Every line of a message is one of these, and none is lost: what is set aside is listed. Behind a closing
//! and between quoted lines a person may go on writing, so a line is set aside for what it looks like itself.

use super::lexicon::BEGINS;
use super::plain::{entity, in_quotes, plain};
use super::signature;
use logic::text::WordSet;
use logic::text::{fold, fold_char, fold_into, words};
use std::borrow::Cow;

/// A message in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mail {
    /// What was written now.
    pub(super) own: String,
    /// Earlier mail and signatures, in their order.
    pub(super) aside: Vec<(Kind, String)>,
    /// What stands below earlier mail and is not surely a part of it.
    pub(super) unread: Vec<String>,
}

/// What a part of a message is that was set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Quote,
    Signature,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Quote => "quote",
            Kind::Signature => "signature",
        }
    }
}

/// What a person wrote now: without quoted mail and without what signs it.
pub fn own_words(message: &str) -> String {
    parts(message, true).own
}

/// What the lines belong to that are being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Own,
    Signature,
    /// Earlier mail without marks; `signed` where it was closed.
    Quote {
        signed: bool,
    },
    /// Behind the end of earlier mail.
    Unread,
}

/// Takes a message apart, line by line. Where it is `strict` only what surely signs is set aside as that.
pub(super) fn parts(message: &str, strict: bool) -> Mail {
    let message = as_text(message);
    let lines: Vec<&str> = message.lines().collect();
    let (mut mail, mut within, mut own) = (Mail::default(), Within::Own, Vec::new());
    let mut folded = String::new();
    for (at, line) in lines.iter().enumerate() {
        let trimmed = line.trim();
        fold_into(&mut folded, trimmed);
        let below = &lines[at + 1..];
        let wrote = own.iter().any(|line: &&str| !line.trim().is_empty());
        let above = at.checked_sub(1).map_or("", |above| lines[above].trim());
        let next = match goes_on_quoted(above, trimmed) {
            true => Line::Unread(Within::Own),
            false => step((within, strict), trimmed, &folded, below, wrote),
        };
        match next {
            Line::Own => {
                within = Within::Own;
                own.push(*line);
            }
            Line::Aside(kind, then) => {
                // A gap in what was written: what stands on both sides of it is no one sentence.
                if own.last().is_some_and(|last| !last.is_empty()) {
                    own.push("");
                }
                mail.put_aside(kind, trimmed, within == then);
                within = then;
            }
            Line::Unread(then) => {
                if own.last().is_some_and(|last| !last.is_empty()) {
                    own.push("");
                }
                match mail.unread.last_mut() {
                    Some(last) if within == Within::Unread => {
                        last.push('\n');
                        last.push_str(trimmed);
                    }
                    Some(_) | None => mail.unread.push(trimmed.to_owned()),
                }
                within = then;
            }
        }
    }
    for (_, text) in &mut mail.aside {
        text.truncate(text.trim_end().len());
    }
    mail.own = own.join("\n").trim_end_matches('\n').to_owned();
    mail
}

/// Where a line belongs, and where that leaves the ones behind it.
enum Line {
    Own,
    Aside(Kind, Within),
    /// It may be a part of what stands above it, or the writer's own words.
    Unread(Within),
}

fn step(
    (within, strict): (Within, bool),
    line: &str,
    folded: &str,
    below: &[&str],
    wrote: bool,
) -> Line {
    let quote = Line::Aside(Kind::Quote, Within::Quote { signed: false });
    let signature = Line::Aside(Kind::Signature, Within::Signature);
    if line.starts_with('>') {
        // Marked lines end where their marks do: what follows was written now.
        return Line::Aside(Kind::Quote, Within::Own);
    }
    if opens_marked(folded, below) {
        return Line::Aside(Kind::Quote, Within::Own);
    }
    if attributes(folded, below)
        || opens_quote(folded)
        || opens_heads(folded, below.iter().copied())
    {
        return quote;
    }
    match within {
        Within::Own if closes_now(folded) && strict && !only_closes(line) => Line::Own,
        Within::Own if (is_mark(line) || closes_now(folded)) && wrote => signature,
        Within::Own => Line::Own,
        Within::Signature if resumes(folded) || speaks(line) => Line::Own,
        Within::Signature if strict && !surely_signs(line, folded) => {
            Line::Unread(Within::Signature)
        }
        Within::Signature if signs(line, folded) => signature,
        Within::Signature => Line::Unread(Within::Signature),
        Within::Quote { signed: false } => {
            let signed = closes_now(folded);
            Line::Aside(Kind::Quote, Within::Quote { signed })
        }
        Within::Quote { signed: true } | Within::Unread if signs(line, folded) && !speaks(line) => {
            Line::Aside(Kind::Quote, within)
        }
        Within::Quote { .. } | Within::Unread => Line::Unread(Within::Unread),
    }
}

/// Whether a line without a mark goes on with the quoted one above it, as programs wrap them.
fn goes_on_quoted(above: &str, line: &str) -> bool {
    above.starts_with('>')
        && above.trim_matches(['>', ' ']).len() > 40
        && !above.ends_with(['.', '!', '?', '…', ':', ';'])
        && line.starts_with(char::is_lowercase)
}

impl Mail {
    fn put_aside(&mut self, kind: Kind, line: &str, goes_on: bool) {
        match self.aside.last_mut() {
            Some((last, text)) if *last == kind && (goes_on || kind == Kind::Quote) => {
                text.push('\n');
                text.push_str(line);
            }
            Some(_) | None if line.is_empty() => {}
            Some(_) | None => self.aside.push((kind, line.to_owned())),
        }
    }

    /// Who signs, where it is known who writes and it is somebody else.
    pub(super) fn signed_by_another(&self, names: &[String]) -> Option<String> {
        if names.is_empty() {
            return None;
        }
        let lines = self
            .aside
            .iter()
            .filter(|(kind, _)| *kind == Kind::Signature);
        let lines = lines.flat_map(|(_, text)| text.lines().map(str::trim));
        let is_known = |line: &str| words(line).iter().any(|word| names.contains(word));
        if lines.clone().any(is_known) {
            return None;
        }
        lines.filter(|line| is_name(line)).map(str::to_owned).next()
    }
}

/// Whether a line is nothing but a name: a few words, written large.
fn is_name(line: &str) -> bool {
    let folded = fold(line);
    let mut parts = line.split([' ', '-', '.']).filter(|part| !part.is_empty());
    (1..=4).contains(&words(line).len())
        && !closes_now(&folded)
        && !is_mark(line)
        && !NOTICES.iter().any(|word| folded.contains(word))
        && !words(line).iter().any(|word| signature::is_no_name(word))
        && parts.all(|part| {
            part.starts_with(char::is_uppercase) && part.chars().all(char::is_alphabetic)
        })
}

/// Mail of somebody else that a message brings along: it is passed on, or quoted under a line that is no head of
/// earlier mail. « La CMA a écrit : »
pub(super) fn brought_along(message: &str) -> Vec<String> {
    let message = as_text(message);
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    let (mut brought, mut last) = (Vec::new(), "");
    for (at, line) in lines.iter().enumerate() {
        if begins_as_forwarded(line) && FORWARDS.iter().any(|mark| fold(line).contains(mark)) {
            brought.push(lines[at..].join("\n").trim().to_owned());
            break;
        }
        let begins = line.starts_with('>') && !last.starts_with('>');
        if begins && last.ends_with(':') && !last.contains(|c: char| c.is_ascii_digit() || c == '@')
        {
            let quoted = lines[at..].iter().take_while(|line| line.starts_with('>'));
            brought.push(quoted.copied().collect::<Vec<_>>().join("\n"));
        }
        if !line.is_empty() {
            last = line;
        }
    }
    brought
}

fn begins_as_forwarded(line: &str) -> bool {
    let first = line.chars().next().map(|first| first.to_string());
    first.is_some_and(|first| fold(&first).starts_with(['-', 'd', 'b']))
}

/// What stands above mail that is passed on.
const FORWARDS: [&str; 5] = [
    "forwarded message",
    "begin forwarded",
    "message transfere",
    "message transmis",
    "debut du message",
];

/// A message without mark-up, where it has any. What it quotes has marks then, as in plain mail.
fn as_text(message: &str) -> Cow<'_, str> {
    const TAGS: [&str; 8] = [
        "</",
        "<br",
        "<p>",
        "<p ",
        "<div",
        "<span",
        "<body",
        "<blockquote",
    ];
    let small = message.to_ascii_lowercase();
    if TAGS.iter().any(|tag| small.contains(tag)) {
        let mut text = String::new();
        for (quoted, part) in in_quotes(message) {
            for line in plain(part, true).lines() {
                text.push_str(if quoted { "> " } else { "" });
                text.push_str(&unescaped(line));
                text.push('\n');
            }
        }
        return Cow::Owned(text);
    }
    unescaped(message)
}

/// A text whose escaped characters are themselves.
fn unescaped(text: &str) -> Cow<'_, str> {
    let escapes = text.match_indices('&');
    let mut escapes = escapes.filter(|(at, _)| escaped(&text[*at..]).is_some());
    if escapes.next().is_none() {
        return Cow::Borrowed(text);
    }
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let (length, character) = escaped(rest).unwrap_or((first.len_utf8(), first));
        whole.push(character);
        rest = &rest[length..];
    }
    Cow::Owned(whole)
}

/// The escaped character that a text begins with: any letter of French by its name.
fn escaped(text: &str) -> Option<(usize, char)> {
    const LETTERS: [(&str, char); 18] = [
        ("&ecirc;", 'ê'),
        ("&euml;", 'ë'),
        ("&Eacute;", 'É'),
        ("&Agrave;", 'À'),
        ("&acirc;", 'â'),
        ("&ugrave;", 'ù'),
        ("&ucirc;", 'û'),
        ("&ocirc;", 'ô'),
        ("&icirc;", 'î'),
        ("&iuml;", 'ï'),
        ("&oelig;", 'œ'),
        ("&ndash;", '–'),
        ("&mdash;", '—'),
        ("&lsquo;", '‘'),
        ("&ldquo;", '“'),
        ("&rdquo;", '”'),
        ("&bull;", '•'),
        ("&zwnj;", ' '),
    ];
    let letter = LETTERS.iter().find(|(name, _)| text.starts_with(name));
    let letter = letter.map(|(name, letter)| (name.len(), *letter));
    letter.or_else(|| entity(text))
}

/// The line above quoted lines that have marks.
fn opens_marked(line: &str, below: &[&str]) -> bool {
    let is_head = attributes(line, below) || opens_quote(line);
    let mut below = below.iter().map(|line| line.trim());
    let mut first = below.by_ref().filter(|line| !line.is_empty());
    is_head
        && first.next().is_some_and(|first| {
            first.starts_with('>')
                // Its words may go on in a second line.
                || (ends_head(&fold(first)) && below.find(|line| !line.is_empty()).is_some_and(|line| line.starts_with('>')))
        })
}

/// « Le lundi 2 mars, le service a écrit : », in one line or in two.
fn attributes(line: &str, below: &[&str]) -> bool {
    let begins = ["le ", "on ", "el ", "am "];
    let begins = begins.iter().any(|start| line.starts_with(start));
    if begins && ends_head(line) {
        return true;
    }
    let next = below.first().map(|next| fold(next));
    let has_date = line.contains(|c: char| c.is_ascii_digit());
    begins && has_date && next.is_some_and(|next| ends_head(&next) && words(&next).len() <= 8)
        // The second line of such a head, read for itself.
        || (line.starts_with('<') && ends_head(line))
        || matches!(line, "a ecrit :" | "a ecrit:" | "wrote:")
}

fn ends_head(line: &str) -> bool {
    let ends = [
        "a ecrit :",
        "a ecrit:",
        "wrote:",
        "wrote :",
        "escribio:",
        "schrieb:",
    ];
    ends.iter().any(|end| line.ends_with(end))
}

/// Behind a closing, what says that more is to be said.
fn resumes(line: &str) -> bool {
    const AGAIN: [&str; 8] = [
        "ps",
        "p.s",
        "p. s",
        "p.-s",
        "post-scriptum",
        "post scriptum",
        "nb",
        "n.b",
    ];
    AGAIN.iter().any(|word| {
        line.strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// Whether a line behind a closing looks like what signs: a name, a trade, an address, a notice. A sentence
/// does not.
fn signs(line: &str, folded: &str) -> bool {
    if line.is_empty() || is_mark(line) || closes_now(folded) {
        return true;
    }
    if NOTICES.iter().any(|word| folded.contains(word)) {
        return true;
    }
    let said = words(line);
    let long = said.iter().filter(|word| word.len() > 2).count();
    let is_sentence = long > 1 && line.ends_with(['.', '!', '…']);
    !is_sentence && said.len() <= 10
}

/// Whether a line behind a closing is nothing but a name, an address, a number, a trade, a notice or a closing.
fn surely_signs(line: &str, folded: &str) -> bool {
    line.is_empty()
        || is_mark(line)
        || (closes_now(folded) && only_closes(line))
        || NOTICES.iter().any(|word| folded.contains(word))
        || signature::signs(line)
}

/// Whether a line that closes says nothing more than a name.
fn only_closes(line: &str) -> bool {
    let folded = fold(line);
    let by_program = NOTICES.iter().any(|word| folded.contains(word));
    by_program || closes_with_name(line)
}

fn closes_with_name(line: &str) -> bool {
    let said = line.split(|c: char| !c.is_alphanumeric());
    let mut rest = line;
    // The words that close, one after another.
    for word in said.filter(|word| !word.is_empty()) {
        let folded = fold(word);
        if !CLOSING_WORDS.contains(&folded.as_str()) {
            break;
        }
        let at = rest.find(word).map_or(0, |at| at + word.len());
        rest = &rest[at..];
    }
    signature::closes_with(rest)
}

/// Words that closings are made of.
static CLOSING_WORDS: WordSet = WordSet::of(&[
    "cordialement",
    "bien",
    "tres",
    "a",
    "vous",
    "toi",
    "salutations",
    "sinceres",
    "cordiales",
    "distinguees",
    "meilleures",
    "respectueusement",
    "best",
    "kind",
    "regards",
    "wishes",
    "sincerely",
    "yours",
    "cheers",
    "cdlt",
    "cdt",
    "amicalement",
    "bientot",
    "veuillez",
    "agreer",
    "warm",
]);

/// Whether a line speaks to somebody: it asks, says « je » or « vous », or begins with an order.
fn speaks(line: &str) -> bool {
    static ARTICLES: WordSet =
        WordSet::of(&["la", "le", "les", "l", "un", "une", "des", "d", "the"]);
    let said = words(line);
    let said = || said.iter().map(String::as_str);
    let mut first = said();
    let orders = first
        .next()
        .is_some_and(|word| word.len() >= 5 && word.ends_with("ez"))
        && (line.starts_with(char::is_lowercase)
            || first.next().is_some_and(|next| ARTICLES.contains(&next)));
    let folded = fold(line);
    let is_notice = NOTICES.iter().any(|word| folded.contains(word));
    line.contains('?') || orders || (!is_notice && said().any(|word| SPEAKS.contains(&word)))
}

/// What programs and firms put below mail by themselves.
const NOTICES: [&str; 14] = [
    "confidentiel",
    "confidential",
    "destinataire",
    "intended recipient",
    "avant d'imprimer",
    "before printing",
    "sans virus",
    "virus-free",
    "avast",
    "outlook",
    "envoye de",
    "envoye depuis",
    "envoye a partir",
    "sent from",
];

/// Words with which somebody speaks to somebody.
static SPEAKS: WordSet = WordSet::of(&[
    "je", "j", "me", "moi", "mon", "ma", "mes", "nous", "vous", "vos", "tu", "toi", "ton", "ta",
    "tes", "peut", "peux", "puis", "veux", "voudrais", "souhaite", "aimerais", "ai", "suis",
    "quand", "comment", "pourquoi", "combien", "quel", "quelle", "quels", "quelles", "merci",
    "svp", "stp", "aussi", "autre", "question", "ne", "n", "pas", "i", "my", "we", "you", "us",
    "is", "are", "am", "can", "could", "would", "when", "how", "why", "what", "where", "which",
    "please", "want", "need", "thanks", "thank", "not", "also", "another", "do", "does", "did",
    "have", "has", "yes",
]);

/// A line that closes a message, as now or as programs write it.
pub(super) fn closes_now(line: &str) -> bool {
    const MORE: [&str; 14] = [
        "cdt",
        "amicalement",
        "bien a toi",
        "a bientot",
        "meilleures salutations",
        "cordiales salutations",
        "salutations distinguees",
        "veuillez agreer",
        "envoye a partir de",
        "obtenir outlook",
        "telecharger outlook",
        "get outlook",
        "best",
        "cheers",
    ];
    closes(line)
        || MORE.iter().any(|closing| {
            line.strip_prefix(closing).is_some_and(|rest| {
                let ends = rest.is_empty() || rest.starts_with([' ', ',', '.', '!']);
                let long = *closing == "veuillez agreer";
                ends && (long || words(line).len() <= if *closing == "best" { 2 } else { 7 })
            })
        })
}

/// The same, as sessions before the sixth edition read it: nothing behind a closing or a quote.
pub(super) fn own_words_before(message: &str) -> String {
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
    static GREETS: WordSet =
        WordSet::of(&["bonjour", "bonsoir", "salut", "merci", "hello", "thanks"]);
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
