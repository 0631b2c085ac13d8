//! Words cut to their stems, so that « ton passé » and « tes passés » meet. A word is cut in each
//! language that is spoken: it may be of any of them, and forms of one language are none of another.

use crate::text::words;
use crate::value::Name;
use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;

/// A word of a message: as it was folded, and what it is cut to in each language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    stems: Vec<String>,
}

impl Word {
    /// What it is cut to, in each language.
    pub fn stems(&self) -> &[String] {
        &self.stems
    }

    /// Whether two words are forms of one, in some language.
    pub fn is_form_of(&self, other: &Word) -> bool {
        let mut pairs = self.stems.iter().zip(&other.stems);
        self.text == other.text || pairs.any(|(one, other)| one == other)
    }
}

/// Bytes of the longest word that is cut. Cutting takes time that grows with the square of a word.
const LONGEST: usize = 64;

/// Cuts the words of texts in some languages.
pub struct Stems(Vec<Stemmer>);

impl Stems {
    pub fn of(languages: &[Name]) -> Stems {
        let known = languages.iter().filter_map(|language| match &**language {
            "fr" => Some(Algorithm::French),
            "en" => Some(Algorithm::English),
            _ => None,
        });
        Stems(known.map(Stemmer::create).collect())
    }

    pub fn words(&self, text: &str) -> Vec<Word> {
        words(text)
            .into_iter()
            .map(|text| Word {
                stems: self.of_word(&text).map(Cow::into_owned).collect(),
                text,
            })
            .collect()
    }

    /// What a folded word is cut to, in each language.
    pub fn of_word<'w>(&self, word: &'w str) -> impl Iterator<Item = Cow<'w, str>> {
        self.0
            .iter()
            .map(move |stemmer| match word.len() <= LONGEST {
                true => stemmer.stem(word),
                false => Cow::Borrowed(word),
            })
    }
}
