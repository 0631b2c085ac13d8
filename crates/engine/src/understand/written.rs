//! The words of a message as they were written, from places among its folded words.

use logic::stem::Word;
use std::ops::Range;

/// The words of a message from the first of these places to the last, as they were written.
pub(super) fn written(message: &str, words: &[Word], at: &[usize]) -> String {
    let (first, last) = (at[0], at[at.len() - 1]);
    let mut letters = message.char_indices().peekable();
    let mut places: Vec<Range<usize>> = Vec::new();
    while let Some((start, letter)) = letters.next() {
        if !letter.is_alphanumeric() {
            continue;
        }
        let mut end = start + letter.len_utf8();
        while let Some((place, letter)) = letters.next_if(|(_, letter)| letter.is_alphanumeric()) {
            end = place + letter.len_utf8();
        }
        places.push(start..end);
    }
    match places.len() == words.len() {
        true => message[places[first].start..places[last].end].to_owned(),
        false => {
            let own = words[first..=last].iter().map(|word| word.text.as_str());
            own.collect::<Vec<_>>().join(" ")
        }
    }
}
