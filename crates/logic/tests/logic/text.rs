//! Folding one character after another is folding the whole text.

use logic::text::{fold, fold_char};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The whole text at once: taken apart, in small letters, without accents, blanks folded.
fn naive(text: &str) -> String {
    let mut folded = String::new();
    for character in text.nfd().flat_map(char::to_lowercase).nfd() {
        match character {
            accent if is_combining_mark(accent) => {}
            'œ' => folded.push_str("oe"),
            'æ' => folded.push_str("ae"),
            'ß' => folded.push_str("ss"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' => folded.push('d'),
            '‘' | '’' | '‚' | '‛' | 'ʼ' => folded.push('\''),
            '“' | '”' | '„' | '‟' | '«' | '»' => folded.push('"'),
            other => folded.push(other),
        }
    }
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_character_folds_as_in_a_whole_text() {
    for character in '\0'..=char::MAX {
        let text = format!("a{character}b");
        assert_eq!(fold(&text), naive(&text), "{character:?}");
        let mut letters = String::new();
        fold_char(character, |letter| letters.push(letter));
        assert_eq!(fold(&letters), fold(&letters.clone()), "{character:?}");
    }
}

proptest! {
    #[test]
    fn texts_fold_as_a_whole(text in "(\\PC|[éÉœ’« \u{301}\u{323}\u{a0}\n]){0,40}") {
        prop_assert_eq!(fold(&text), naive(&text));
        prop_assert_eq!(fold(&fold(&text)), fold(&text));
    }
}
