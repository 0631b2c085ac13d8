//! The words of a message, each with its place in it. What was said is never changed: a value is a
//! piece of the message as it stands.

use super::email::candidates;
use logic::text::fold;
use std::borrow::Cow;

/// A word, folded, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub word: String,
    pub start: usize,
    pub end: usize,
    /// A sign that ends a clause stands before it.
    pub breaks: bool,
    /// An apostrophe follows: the « d » of « d'accord ».
    pub elided: bool,
    /// An apostrophe stands before it: the « t » of « don't ».
    pub clipped: bool,
}

impl Token {
    pub fn is(&self, words: &[&str]) -> bool {
        words.contains(&self.word.as_str())
    }

    /// Whether it says that something is not so.
    pub fn negates(&self) -> bool {
        self.is(&[
            "not", "pas", "ne", "never", "jamais", "sauf", "except", "excepte", "hormis", "ni",
            "neither", "nor", "cannot", "cant", "wont", "don", "deteste", "hate", "dislike",
            "refuse", "evite", "evitons", "evitez", "eviter", "arrete", "arretez", "arretons",
            "avoid",
        ]) || (self.word == "n" && self.elided)
            || (self.word == "t" && self.clipped)
    }

    /// The same where « né » may stand, which folds to « ne ».
    pub fn negates_beside_birth(&self) -> bool {
        self.word != "ne" && self.negates()
    }

    /// Whether it is a plain no.
    pub fn refuses(&self) -> bool {
        self.is(&["no", "non", "nope", "nan"])
    }
}

/// A letter or digit, or a mark upon one.
fn is_of_word(character: char) -> bool {
    (character.is_alphanumeric() && character != 'º') || matches!(character, '\u{300}'..='\u{36f}')
}

pub(super) fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '’' | '‘' | 'ʼ' | '‛')
}

/// What stands inside a clause without ending it.
fn joins(character: char) -> bool {
    is_apostrophe(character)
        || matches!(character, '-' | '‐' | '‑' | '°' | 'º' | '#' | '_' | '*')
        || (character.is_whitespace() && character != '\n')
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut breaks = false;
    let mut open: Option<usize> = None;
    for (at, character) in text.char_indices().chain([(text.len(), '\n')]) {
        let inside = is_of_word(character) && at < text.len();
        match open {
            Some(start) if !inside => {
                found.push(Token {
                    word: fold(&text[start..at]),
                    start,
                    end: at,
                    breaks: std::mem::take(&mut breaks),
                    elided: is_apostrophe(character),
                    clipped: text[..start].chars().next_back().is_some_and(is_apostrophe),
                });
                open = None;
            }
            None if inside => open = Some(at),
            Some(_) | None => {}
        }
        if !inside && !joins(character) {
            breaks = true;
        }
    }
    found.retain(|token| !token.word.is_empty());
    found
}

/// A text in which every address, file name and tag is one word that says nothing, in the same places. What is
/// `known` is a name. `paths` says that a path is one word too: « facebook.com/b », « dossier/b ».
pub(super) fn opaque<'t>(text: &'t str, paths: bool, known: &dyn Fn(&str) -> bool) -> Cow<'t, str> {
    let mut pieces = candidates(text);
    let parts = |sign: char| sign.is_whitespace() || "<>()[]{},;\"«»“”".contains(sign);
    let mut from = 0;
    for piece in text.split_inclusive(parts) {
        let kept = piece.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        if is_address(kept) || paths && is_path(kept, known) {
            pieces.push(from..from + kept.len());
        }
        from += piece.len();
    }
    let mut plain = Cow::Borrowed(text);
    for piece in pieces {
        if piece.len() > 1 && !known(&text[piece.clone()]) {
            let word = "q".repeat(piece.len());
            plain.to_mut().replace_range(piece, &word);
        }
    }
    plain
}

/// Whether a piece of a text is a web address, a file name or a tag: « http://a.fr », « b.pdf », « #c ».
fn is_address(piece: &str) -> bool {
    // « WWW.B.FR » is one too; « A.Merci » lacks a blank.
    let piece = &match piece.contains(char::is_lowercase) {
        true => piece.to_owned(),
        false => piece.to_lowercase(),
    };
    let tag = |rest: &str| rest.starts_with(char::is_alphabetic);
    let ends = |(front, end): (&str, &str)| {
        let mut letters = end.chars();
        front.ends_with(char::is_alphanumeric)
            && front.contains(char::is_alphabetic)
            && (2..=4).contains(&end.len())
            && letters
                .next()
                .is_some_and(|first| first.is_ascii_lowercase())
            && letters.all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    piece.contains("://")
        || piece.starts_with("www.")
        || piece.strip_prefix('#').is_some_and(tag)
        || piece.rsplit_once('.').is_some_and(ends)
}

/// Whether a piece of a text is a path: behind an address (« facebook.com/b »), to a file (« a/b/c.txt »), or a letter or
/// a number of a folder (« dossier/b »). « oui/non », « A/B » and « km/h » are none.
fn is_path(piece: &str, known: &dyn Fn(&str) -> bool) -> bool {
    let letter = |sign: char| sign.is_alphabetic();
    if piece.contains('\\') && piece.contains(letter) {
        return true;
    }
    let first = piece.find(['/', '?', '#', ':']).unwrap_or(piece.len());
    let host = |host: &str| {
        let Some((front, end)) = host.rsplit_once('.') else {
            return false;
        };
        let named = front.contains(letter) && front.ends_with(char::is_alphanumeric);
        named && end.len() > 1 && end.chars().all(letter)
    };
    let segments: Vec<&str> = piece.split('/').collect();
    if segments.len() < 2 {
        return first < piece.len() && host(&piece[..first]) && is_address(&piece[..first]);
    }
    if host(&piece[..first]) || segments.iter().any(|segment| is_address(segment)) {
        return true;
    }
    let folder = |segment: &&str| {
        let folded = fold(segment);
        let small = BESIDE_CHOICE.contains(&folded.as_str());
        segment.chars().count() > 2 && segment.contains(letter) && !small && !known(segment)
    };
    let short = |segment: &str| segment.chars().count() == 1;
    let ends = segments.last().is_some_and(|last| {
        short(last)
            && last.chars().all(char::is_alphanumeric)
            && !UNITS.contains(&fold(last).as_str())
    });
    let begins = short(segments[0]) && segments[0].chars().all(char::is_lowercase);
    (ends || begins) && segments.iter().any(folder)
}

/// Words that stand beside a choice with a sign between them, and are no folder.
const BESIDE_CHOICE: &[&str] = &[
    "oui", "non", "yes", "nope", "sauf", "mais", "soit", "and", "not", "the", "une", "les",
    "plutot", "rather", "choix", "option", "reponse", "answer", "choice",
];

/// What something is counted by, behind a sign.
const UNITS: &[&str] = &["h", "j", "s", "m", "l", "p"];

/// How many tokens a phrase takes at the beginning of them, if they begin with it.
pub(super) fn begins(tokens: &[Token], phrase: &str) -> Option<usize> {
    beginnings(tokens, &[phrase]).next()
}

/// How many tokens each phrase takes that they begin with.
fn beginnings<'a>(tokens: &'a [Token], phrases: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
    let first = tokens.first().map(|token| token.word.as_bytes());
    let letter = first.and_then(|first| first.first());
    // Nearly every phrase fails at its first letter: that is compared before anything else is done.
    phrases
        .iter()
        .filter(move |phrase| letter.is_some() && phrase.as_bytes().first() == letter)
        .filter_map(|phrase| length_of(tokens, phrase))
}

fn length_of(tokens: &[Token], phrase: &str) -> Option<usize> {
    let mut count = 0;
    for word in phrase.split(' ') {
        if tokens.get(count)?.word != word {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// The longest phrase that the tokens begin with, by how many it takes.
pub(super) fn longest(tokens: &[Token], phrases: &[&str]) -> Option<usize> {
    beginnings(tokens, phrases).max()
}

/// Whether a phrase stands anywhere.
pub(super) fn holds(tokens: &[Token], phrases: &[&str]) -> bool {
    (0..tokens.len()).any(|from| beginnings(&tokens[from..], phrases).next().is_some())
}

/// Whether a phrase is all there is.
pub(super) fn is_whole(tokens: &[Token], phrases: &[&str]) -> bool {
    beginnings(tokens, phrases).any(|count| count == tokens.len())
}

/// The tokens without phrases that lie at their beginning and end; something always stays.
pub(super) fn stripped<'t>(tokens: &'t [Token], leads: &[&str], tails: &[&str]) -> &'t [Token] {
    let mut kept = tokens;
    while let Some(count) = longest(kept, leads).filter(|count| *count < kept.len()) {
        kept = &kept[count..];
    }
    let tail = |kept: &[Token]| (1..kept.len()).find(|from| is_whole(&kept[*from..], tails));
    while let Some(from) = tail(kept) {
        kept = &kept[..from];
    }
    kept
}

/// What people say before an answer.
pub(super) const LEADS: &[&str] = &[
    "je dirais",
    "je prefere",
    "je prefererais",
    "i prefer",
    "i d prefer",
    "i would prefer",
    "je choisis",
    "je choisirais",
    "je prends",
    "je prendrais",
    "je vote",
    "je vote pour",
    "je veux",
    "je voudrais",
    "j opte pour",
    "je pense",
    "je pense que",
    "je crois",
    "je crois que",
    "c est",
    "ce serait",
    "ce sera",
    "ca serait",
    "ca sera",
    "plutot",
    "disons",
    "on va dire",
    "va pour",
    "pour moi",
    "pour moi c est",
    "ma reponse",
    "ma reponse est",
    "ma reponse c est",
    "la reponse est",
    "mon choix",
    "mon choix est",
    "alors",
    "euh",
    "heu",
    "hum",
    "hmm",
    "ben",
    "bah",
    "bon",
    "eh bien",
    "donc",
    "probablement",
    "sans doute",
    "peut etre",
    "oui",
    "ok",
    "d accord",
    "allez",
    "et",
    "enfin",
    "finalement",
    "i d say",
    "i would say",
    "i say",
    "i choose",
    "i d choose",
    "i would choose",
    "i pick",
    "i d pick",
    "i take",
    "i ll take",
    "i d take",
    "i ll go with",
    "i d go with",
    "i go with",
    "i go for",
    "i ll go for",
    "i ll have",
    "i want",
    "i would like",
    "i d like",
    "i think",
    "i guess",
    "it s",
    "it is",
    "that s",
    "that is",
    "that would be",
    "it would be",
    "would be",
    "rather",
    "i d rather",
    "let s say",
    "for me",
    "my answer",
    "my answer is",
    "the answer is",
    "my choice",
    "my choice is",
    "well",
    "so",
    "um",
    "uh",
    "er",
    "probably",
    "maybe",
    "perhaps",
    "yes",
    "okay",
    "clairement",
    "honnetement",
    "franchement",
    "definitivement",
    "surtout",
    "clearly",
    "honestly",
    "frankly",
    "definitely",
    "obviously",
    "mostly",
    "the answer",
    "la reponse",
    "give me",
    "make it",
    "and",
];

/// What people say behind an answer.
pub(super) const TAILS: &[&str] = &[
    "s il vous plait",
    "s il te plait",
    "svp",
    "stp",
    "merci",
    "merci beaucoup",
    "pour moi",
    "je pense",
    "je crois",
    "donc",
    "alors",
    "bien sur",
    "evidemment",
    "clairement",
    "surtout",
    "obviously",
    "clearly",
    "evidemment",
    "sans hesiter",
    "sans hesitation",
    "je dirais",
    "plutot",
    "peut etre",
    "please",
    "thanks",
    "thank you",
    "for me",
    "i think",
    "i guess",
    "i d say",
    "then",
    "of course",
    "definitely",
    "probably",
    "maybe",
];

/// Words before a verb that are no subject.
pub(super) const BEFORE_VERB: &[&str] = &[
    "oui",
    "yes",
    "non",
    "no",
    "ok",
    "bon",
    "ben",
    "bah",
    "alors",
    "donc",
    "et",
    "and",
    "mais",
    "but",
    "plutot",
    "rather",
    "vraiment",
    "really",
    "bien",
    "trop",
    "aussi",
    "also",
    "do",
    "does",
    "would",
    "d",
    "ll",
    "ai",
    "toujours",
    "always",
    "souvent",
    "often",
    "most",
    "beaucoup",
    "surtout",
    "perso",
    "just",
    "to",
    "qui",
    "ce",
    "que",
    "c",
    "est",
    "please",
    "definitely",
    "le",
    "la",
    "les",
    "en",
    "y",
    "can",
    "could",
    "may",
    "let",
    "s",
    "moins",
    "plus",
    "tres",
];
