//! The guard of a rewrite: a model may change the words of an approved text, and nothing that counts.
//!
//! Every number, date, address of the web or of mail, name and locked span of the approved text must be in
//! the rewrite, as often as before, and no other may be. Otherwise the approved text stands.

use std::collections::BTreeMap;

/// What became of a rewrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    Taken(String),
    /// The approved text stands, and this is why.
    Kept {
        text: String,
        lost: Vec<String>,
        added: Vec<String>,
    },
}

impl Rewrite {
    pub fn text(&self) -> &str {
        match self {
            Rewrite::Taken(text) | Rewrite::Kept { text, .. } => text,
        }
    }
}

/// Judges a rewrite of an approved text. `locked` are spans that must stay as they are; printed facts
/// belong among them.
pub fn guard(approved: &str, rewritten: &str, locked: &[&str]) -> Rewrite {
    let (mut before, mut after) = (marks(approved), marks(rewritten));
    for span in locked.iter().filter(|span| !span.trim().is_empty()) {
        let count = |text: &str| text.matches(*span).count();
        *before.entry((*span).to_owned()).or_default() += count(approved);
        *after.entry((*span).to_owned()).or_default() += count(rewritten);
    }
    let missing = |from: &BTreeMap<String, usize>, of: &BTreeMap<String, usize>| {
        let marks = of.iter();
        let gone = marks.filter(|(mark, count)| from.get(*mark).unwrap_or(&0) < *count);
        gone.map(|(mark, _)| mark.clone()).collect::<Vec<_>>()
    };
    let (lost, added) = (missing(&after, &before), missing(&before, &after));
    let says_something = rewritten.chars().any(char::is_alphanumeric);
    if lost.is_empty() && added.is_empty() && says_something {
        return Rewrite::Taken(rewritten.to_owned());
    }
    Rewrite::Kept {
        text: approved.to_owned(),
        lost,
        added,
    }
}

/// Words that look like a name only because they open a sentence are told by what stands before them.
fn marks(text: &str) -> BTreeMap<String, usize> {
    let mut marks: BTreeMap<String, usize> = BTreeMap::new();
    let mut opens = true;
    for word in text.split_whitespace() {
        let is_address = word.contains("://") || word.contains('@') || word.starts_with("www.");
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let has_digit = bare.chars().any(|c| c.is_ascii_digit());
        let has_capital = bare.chars().any(char::is_uppercase);
        let inner_capital = bare.chars().skip(1).any(char::is_uppercase);
        let counts = is_address || has_digit || inner_capital || (has_capital && !opens);
        if counts && !bare.is_empty() {
            let mark = if is_address {
                word.trim_end_matches(['.', ',', ';', ')', '>']).to_owned()
            } else {
                bare.to_owned()
            };
            *marks.entry(mark).or_default() += 1;
        } else if is_month(bare) || is_number_word(bare) {
            *marks.entry(bare.to_lowercase()).or_default() += 1;
        }
        opens = word.ends_with(['.', '!', '?', ':', '…', '>']);
    }
    marks
}

fn is_month(word: &str) -> bool {
    const MONTHS: [&str; 24] = [
        "janvier",
        "fevrier",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "aout",
        "septembre",
        "octobre",
        "novembre",
        "decembre",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    // « may » and « mars » are words as well; a date that is one of them has a number beside it.
    MONTHS.contains(&logic::text::fold(word).as_str()) && !matches!(word, "may" | "march")
}

fn is_number_word(word: &str) -> bool {
    const NUMBERS: [&str; 34] = [
        "deux",
        "trois",
        "quatre",
        "cinq",
        "six",
        "sept",
        "huit",
        "neuf",
        "dix",
        "onze",
        "douze",
        "quinze",
        "vingt",
        "trente",
        "quarante",
        "cinquante",
        "cent",
        "mille",
        "two",
        "three",
        "four",
        "five",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "fifteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "hundred",
    ];
    NUMBERS.contains(&logic::text::fold(word).as_str())
}
