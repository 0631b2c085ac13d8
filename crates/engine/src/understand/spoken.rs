//! Who is spoken to: everybody who is called by name, one or several.

use super::clause::Marks;
use super::whose::is_in;
use crate::mention::{Called, Mention};
use logic::stem::Word;
use logic::value::Name;
use std::ops::Range;

/// The mentions by which somebody is called: they stand alone between marks, but for greetings and « and ».
pub(super) fn to(words: &[Word], mentions: &[Mention], marks: &Marks) -> Vec<usize> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut listed = false;
    while start < words.len() {
        let end = marks
            .part
            .partition_point(|part| *part <= marks.part[start]);
        let inside = |mention: &Mention| mention.at.start >= start && mention.at.end <= end;
        let here: Vec<usize> = (0..mentions.len())
            .filter(|at| inside(&mentions[*at]))
            .collect();
        let called = here.first().is_some_and(|first| {
            let ends = here
                .last()
                .is_some_and(|last| mentions[*last].at.end == end);
            let greeted = start..mentions[*first].at.start;
            // A message that is nothing but a name speaks of it; « Berthe, Maud et Josse » goes on with a list.
            end - start < words.len()
                && ends
                && greeted
                    .into_iter()
                    .all(|place| is_in(GREETING, &words[place].text))
                && here.windows(2).all(|two| {
                    is_joined(words, &(mentions[two[0]].at.end..mentions[two[1]].at.start))
                })
                && !(listed && here.len() > 1)
        });
        listed = !called
            && here
                .last()
                .is_some_and(|last| mentions[*last].at.end == end);
        if called {
            found.extend(here);
        }
        start = end;
    }
    if found.is_empty() {
        found.extend(turned_to(words, mentions, marks));
    }
    found
}

/// « Je m'approche de Josse. Quel âge as-tu ? »: whoever the speaker turned to in a sentence before.
fn turned_to(words: &[Word], mentions: &[Mention], marks: &Marks) -> Option<usize> {
    const TURNS: &str = "\
        parle adresse tourne approche retourne interroge rejoins turn turned speak talk walk walked approach go \
        went ask question";
    let text = |place: usize| words.get(place).map_or("", |word| word.text.as_str());
    let last = marks.sentence.last()?;
    (0..mentions.len()).rev().find(|at| {
        let mention = &mentions[*at];
        let sentence = marks.sentence[mention.at.start];
        let start = marks.sentence.partition_point(|other| *other < sentence);
        let mut before = start..mention.at.start;
        sentence < *last
            && is_in("je j i", text(start))
            && before.any(|place| is_in(TURNS, text(place)))
    })
}

/// « Monseigneur, … », « my lady, … »: somebody is called by a title, and whoever is spoken with has another one.
pub(super) fn is_to_another(
    words: &[Word],
    marks: &Marks,
    names: &[&Called],
    you: Option<&Name>,
) -> bool {
    const HIGH: &str =
        "madame mademoiselle monseigneur lady miss duchesse majesty majeste altesse grace";
    let text = |place: usize| words.get(place).map_or("", |word| word.text.as_str());
    (0..words.len()).any(|place| {
        let part = marks.part[place];
        let alone = |at: usize| marks.part.get(at) != Some(&part);
        let start = match place.checked_sub(1) {
            Some(before) if is_in("my ma mon votre your", text(before)) => before,
            _ => place,
        };
        let first = start.checked_sub(1).is_none_or(alone);
        let own = names
            .iter()
            .any(|called| you.is_some_and(|you| called.has_part(text(place), you)));
        is_in(HIGH, text(place)) && first && alone(place + 1) && words.len() > 2 && !own
    })
}

/// « Josse et le curé ».
fn is_joined(words: &[Word], between: &Range<usize>) -> bool {
    let all = |list: &str| between.clone().all(|place| is_in(list, &words[place].text));
    let joins = |place: usize| is_in("et and", &words[place].text);
    all("et and le la l the vous toi you") && between.clone().any(joins)
}

/// « vous deux », « you both »: nobody says who.
pub(super) fn is_several(words: &[Word]) -> bool {
    let text = |place: usize| words.get(place).map_or("", |word| word.text.as_str());
    (0..words.len()).any(|place| match text(place) {
        "vous" | "you" => is_in("deux trois tous toutes two three all both", text(place + 1)),
        "tous" | "toutes" => text(place + 1) == "les" && is_in("deux trois", text(place + 2)),
        "both" => text(place + 1) == "of" && text(place + 2) == "you",
        _ => false,
    })
}

const GREETING: &str = "\
    dis dites moi he ohe eh oh ah bonjour bonsoir salut ami amie mon ma cher chere maitre dame l le la hey hello \
    hi dear good evening morning my the o well now alors allons voyons please excuse excusez pardon sorry \
    monsieur madame messire sire seigneur sir madam merci thanks thank you tell me";
