//! Which words of a registry a word of a message meets: compared with every word of it, one by one.

use super::desk::{Source, project};
use logic::stem::Stems;
use logic::value::Name;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Words that are near each other and words that are not, of every length that counts.
const WORDS: [&str; 24] = [
    "facture",
    "factures",
    "facteur",
    "fracture",
    "convocation",
    "convocations",
    "conversation",
    "convention",
    "examen",
    "examens",
    "exam",
    "remboursement",
    "remboursements",
    "reboisement",
    "inscription",
    "inscrire",
    "prescription",
    "attestation",
    "contestation",
    "date",
    "dates",
    "dossier",
    "dossiers",
    "session",
];

fn registry() -> Source {
    let mut text = String::from(
        "name: Words\nlanguages: [fr]\nsources: { order: { fields: { paid: boolean } } }\nslots: [answer]\nstates: { UNPAID: { severity: INFO, when: \"order.paid == false\" } }\nintentions:\n",
    );
    for word in WORDS {
        let _ = writeln!(
            text,
            "  W_{word}: {{ triggers: [{word}], text: \"{word}\" }}"
        );
    }
    Source::from([("project.yaml".to_owned(), text)])
}

fn is_slip(word: &str, wanted: &str) -> bool {
    let slips = match word.chars().count().min(wanted.chars().count()) {
        0..=4 => return false,
        5..=8 => 1,
        _ => 2,
    };
    word.chars().next() == wanted.chars().next() && strsim::osa_distance(word, wanted) <= slips
}

/// A word with some letters dropped, doubled, changed or exchanged.
fn misspelt() -> impl Strategy<Value = String> {
    let edit = (
        0..4_u8,
        any::<prop::sample::Index>(),
        prop::char::range('a', 'z'),
    );
    (
        prop::sample::select(&WORDS[..]),
        prop::collection::vec(edit, 0..4),
    )
        .prop_map(|(word, edits)| {
            let mut letters: Vec<char> = word.chars().collect();
            for (kind, at, letter) in edits {
                let at = at.index(letters.len());
                match kind {
                    0 if letters.len() > 1 => {
                        letters.remove(at);
                    }
                    1 => letters.insert(at, letter),
                    2 if at + 1 < letters.len() => letters.swap(at, at + 1),
                    _ => letters[at] = letter,
                }
            }
            letters.into_iter().collect()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_word_meets_exactly_the_words_it_is_a_form_or_a_slip_of(words in prop::collection::vec(misspelt(), 20)) {
        let project = project(&registry());
        let replies = project.replies.as_ref().expect("replies");
        let stems = Stems::of(&[Name::from("fr")]);
        for word in words {
            let said = stems.words(&word).remove(0);
            let expected: BTreeSet<String> = WORDS
                .iter()
                .filter(|known| stems.words(known)[0].is_form_of(&said) || is_slip(&word, known))
                .map(|known| format!("W_{known}"))
                .collect();
            // « lexamen » is « l'examen », where nothing else is meant.
            let article = word.strip_prefix(['l', 'd', 'j', 'n', 's', 'm']);
            let article = article.filter(|rest| {
                expected.is_empty() && rest.len() >= 3 && rest.starts_with(['a', 'e', 'i', 'o', 'u', 'h'])
            });
            let rest = article.map(|rest| stems.words(rest).remove(0));
            let own = WORDS.iter().filter(|known| {
                rest.as_ref().is_some_and(|rest| stems.words(known)[0].is_form_of(rest))
            });
            let expected: BTreeSet<String> =
                expected.into_iter().chain(own.map(|known| format!("W_{known}"))).collect();
            let heard = replies.recogniser.hear(replies, &word);
            let found: BTreeSet<String> = heard
                .intentions
                .iter()
                .map(|found| replies.intentions[found.intention].name.to_string())
                .collect();
            prop_assert_eq!(found, expected, "{}", word);
        }
    }
}
