//! Folding one character after another is folding the whole text.

use logic::text::{Places, fold, fold_char};
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

proptest! {
    #[test]
    fn a_place_is_what_counting_finds(text in "[a-zé→\n ]{0,700}", more in 0_usize..5) {
        let places = Places::of(&text);
        let offsets = text.char_indices().map(|(at, _)| at).chain([text.len(), text.len() + more]);
        for offset in offsets {
            let before = text.get(..offset).unwrap_or(&text);
            let line = before.matches('\n').count() + 1;
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let column = before[start..].chars().count() + 1;
            prop_assert_eq!(places.place(&text, offset), (line, column));
            prop_assert_eq!(places.start(line), start);
            prop_assert_eq!(places.written(&text, line), text.split('\n').nth(line - 1).unwrap());
        }
    }
}
