//! Words cut to their stems, so that « ton passé » and « tes passés » meet. French and English at once:
//! a message may be in either, whatever the project speaks.

use crate::text::words;
use rust_stemmers::{Algorithm, Stemmer};

/// A word of a message: as it was folded, and what it is cut to in each language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    french: String,
    english: String,
}

impl Word {
    /// Whether two words are forms of one, in either language.
    pub fn is_form_of(&self, other: &Word) -> bool {
        self.text == other.text || self.french == other.french || self.english == other.english
    }
}

/// The words of a text with their stems.
pub fn stemmed(text: &str) -> Vec<Word> {
    let (french, english) = (
        Stemmer::create(Algorithm::French),
        Stemmer::create(Algorithm::English),
    );
    words(text)
        .into_iter()
        .map(|text| Word {
            french: french.stem(&text).into_owned(),
            english: english.stem(&text).into_owned(),
            text,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_meet_and_other_words_do_not() {
        let one = |text: &str| stemmed(text).remove(0);
        for (a, b) in [
            ("secret", "secrets"),
            ("Histoire", "histoires"),
            ("métiers", "metier"),
            ("crimes", "crime"),
            ("childhood", "Childhood"),
            ("memories", "memory"),
        ] {
            assert!(one(a).is_form_of(&one(b)), "{a} {b}");
        }
        for (a, b) in [
            ("passé", "pain"),
            ("age", "ange"),
            ("duc", "duchesse"),
            ("fear", "fair"),
        ] {
            assert!(!one(a).is_form_of(&one(b)), "{a} {b}");
        }
    }
}
