//! Coverage: what a reply says, sentence by sentence, and what that answers.
//!
//! Something is answered only by text that can be seen and that says what its section must say. The proof
//! is read from what was rendered, never from what was meant to be.

use super::page::{Format, Found};
use super::plain::{is_visible, plain, sentences, visible};
use super::render::{Assembled, Placed};
use super::{Replies, Saying, Section, Severity, Subject};
use logic::text::fold;
use logic::value::Name;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// A section as it was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    pub section: Name,
    pub slot: Name,
    pub text: String,
    pub sentences: Vec<Sentence>,
    /// States and intentions that it answers.
    pub answers: Vec<Name>,
    /// Who named it.
    pub because: Vec<Name>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    pub text: String,
    /// Facts whose values it holds.
    pub facts: Vec<Name>,
}

/// Who asked for what is said: sections by id, flags by name.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub sections: BTreeMap<Name, Vec<Subject>>,
    pub flags: BTreeMap<Name, Vec<Subject>>,
    /// What the page answers by its own words.
    pub page: Vec<Subject>,
}

/// Whether text says everything that its section must say.
pub fn says_all(section: &Section, text: &str, html: bool, facts: &[&Name]) -> bool {
    section.says.iter().all(|saying| match saying {
        Saying::Fact(found) => facts.iter().any(|fact| **fact == called(found)),
        Saying::Phrase(phrase) => fold(&plain(text, html)).contains(&fold(phrase)),
    })
}

pub(super) fn called(found: &Found) -> Name {
    match found {
        Found::Fact(cell) => Name::from(cell.to_string()),
        Found::Derived(name) | Found::Flag(name) => name.clone(),
        // A field of every record of a sort.
        Found::Element { attribute, .. } => attribute.clone().unwrap_or_else(|| Name::from("")),
        Found::Local { .. } | Found::Always(_) => Name::from(""),
    }
}

/// Reads a page: what was said, in order, and what that answers.
pub fn read(
    replies: &Replies,
    page: &Name,
    format: Format,
    assembled: &Assembled,
    asked: &Asked,
) -> (Vec<Said>, BTreeMap<Subject, Vec<Name>>) {
    let html = format == Format::Html;
    let text = &assembled.rendered.text;
    let mut answered: BTreeMap<Subject, Vec<Name>> = BTreeMap::new();
    let mut said: Vec<(usize, Said)> = Vec::new();
    for placed in &assembled.placed {
        let is_seen = is_visible(&text[placed.at.clone()], html);
        if placed.hole.is_some() || (!is_seen && placed.repeats.is_empty()) {
            continue;
        }
        let subjects = answers(replies, assembled, placed, html, asked);
        // What another section says already answers there.
        let elsewhere = placed.repeats.iter().map(|repeat| &repeat.by);
        let places = std::iter::once(&placed.section).filter(|_| is_seen);
        for place in places.chain(elsewhere) {
            for subject in &subjects {
                let by = answered.entry(*subject).or_default();
                if !by.contains(place) {
                    by.push(place.clone());
                }
            }
        }
        if !is_seen {
            continue;
        }
        let own = without(&placed.at, inside(assembled, placed));
        let mut spoken = speak(assembled, &own, html);
        spoken.section = placed.section.clone();
        spoken.slot = placed.slot.clone();
        spoken.answers = subjects
            .iter()
            .map(|subject| replies.subject(*subject).clone())
            .collect();
        if !spoken.sentences.is_empty() {
            said.push((placed.at.start, spoken));
        }
    }
    let all = assembled.placed.iter().map(|placed| placed.at.clone());
    let rest = without(&(0..text.len()), all.collect());
    let mut own = speak(assembled, &rest, html);
    if !own.sentences.is_empty() {
        for subject in &asked.page {
            answered.entry(*subject).or_default().push(page.clone());
        }
        own.section = page.clone();
        own.slot = Name::from("page");
        own.answers = asked
            .page
            .iter()
            .map(|subject| replies.subject(*subject).clone())
            .collect();
        said.push((rest.first().map_or(0, |range| range.start), own));
    }
    said.sort_by_key(|(at, _)| *at);
    let mut said: Vec<Said> = said.into_iter().map(|(_, said)| said).collect();
    for (subject, by) in &answered {
        let what = replies.subject(*subject);
        for said in said.iter_mut().filter(|said| by.contains(&said.section)) {
            if !said.answers.contains(what) {
                said.answers.push(what.clone());
            }
        }
    }
    (said, answered)
}

/// What a section that was said answers: what asked for it, and what it says it answers.
fn answers(
    replies: &Replies,
    assembled: &Assembled,
    placed: &Placed,
    html: bool,
    asked: &Asked,
) -> Vec<Subject> {
    let mut subjects: Vec<Subject> = Vec::new();
    if let Some(section) = replies.sections.get(&placed.section) {
        let text = &assembled.rendered.text[placed.at.clone()];
        if !section.says.is_empty() {
            let facts = seen(&assembled.rendered.prints, &placed.at, text, html);
            let mut facts: Vec<&Name> = facts.into_iter().map(|(name, _)| name).collect();
            let mut whole = text.to_owned();
            for repeat in &placed.repeats {
                facts.extend(&repeat.facts);
                whole.push_str(&repeat.text);
            }
            if !says_all(section, &whole, html, &facts) {
                return subjects;
            }
        }
        subjects.extend(&section.answers);
    }
    subjects.extend(asked.sections.get(&placed.section).into_iter().flatten());
    for flag in &placed.flags {
        subjects.extend(asked.flags.get(flag).into_iter().flatten());
    }
    subjects.sort_unstable();
    subjects.dedup();
    subjects
}

/// The facts that are printed in a part of a page where they can be seen, each with its place in it.
pub fn seen<'p>(
    prints: &'p [(Name, Range<usize>)],
    part: &Range<usize>,
    text: &str,
    html: bool,
) -> Vec<(&'p Name, Range<usize>)> {
    let inside = prints
        .iter()
        .filter(|(_, at)| part.start <= at.start && at.end <= part.end);
    if inside.clone().next().is_none() {
        return Vec::new();
    }
    let visible = visible(text, html);
    inside
        .map(|(name, at)| (name, at.start - part.start..at.end - part.start))
        .filter(|(_, at)| visible.iter().any(|piece| piece.contains(&at.start)))
        .collect()
}

fn inside(assembled: &Assembled, around: &Placed) -> Vec<Range<usize>> {
    let others = assembled.placed.iter();
    let others = others.filter(|other| {
        other.at != around.at && around.at.start <= other.at.start && other.at.end <= around.at.end
    });
    others.map(|other| other.at.clone()).collect()
}

/// The parts of a range that are in none of the others.
fn without(all: &Range<usize>, mut others: Vec<Range<usize>>) -> Vec<Range<usize>> {
    others.sort_by_key(|range| range.start);
    let (mut left, mut at) = (Vec::new(), all.start);
    for other in others {
        if other.start > at {
            left.push(at..other.start);
        }
        at = at.max(other.end);
    }
    if at < all.end {
        left.push(at..all.end);
    }
    left
}

/// The sentences of some parts of a page, with the facts in them.
fn speak(assembled: &Assembled, parts: &[Range<usize>], html: bool) -> Said {
    let text = &assembled.rendered.text;
    let (mut whole, mut found) = (String::new(), Vec::new());
    for part in parts {
        let prints = seen(&assembled.rendered.prints, part, &text[part.clone()], html);
        let ranges: Vec<Range<usize>> = prints.iter().map(|(_, at)| at.clone()).collect();
        let part = &text[part.clone()];
        for sentence in sentences(part, html, &ranges) {
            let mut facts: Vec<Name> = prints
                .iter()
                .filter(|(_, at)| sentence.at.start <= at.start && at.end <= sentence.at.end)
                .map(|(name, _)| (*name).clone())
                .collect();
            facts.dedup();
            found.push(Sentence {
                text: sentence.text,
                facts,
            });
        }
        whole.push_str(part);
    }
    Said {
        section: Name::from(""),
        slot: Name::from(""),
        text: whole.trim().to_owned(),
        sentences: found,
        answers: Vec::new(),
        because: Vec::new(),
    }
}

impl Replies {
    /// A warning, or an info state that has something to say to who wrote.
    pub fn must_answer(&self, number: usize) -> bool {
        let state = &self.states[number];
        match state.severity {
            Severity::Blocking => false,
            Severity::Warning => true,
            Severity::Info => self.speaks(number),
        }
    }

    /// Whether a state has a section that is not for the team alone, or a flag whose body in a page is one.
    pub fn speaks(&self, number: usize) -> bool {
        let state = &self.states[number];
        let mut sections = state.sections.iter();
        let is_said = |id: &Name| self.sections.get(id).is_none_or(|known| !known.internal);
        state.generate && (sections.any(is_said) || self.sets_guard(number))
    }

    fn sets_guard(&self, number: usize) -> bool {
        let mut flags = self.states[number].flags.iter();
        flags.any(|flag| self.guards.contains(flag))
    }

    /// The same before the sixth edition, when a note for the team was something said.
    pub(super) fn said_something(&self, number: usize) -> bool {
        let state = &self.states[number];
        state.generate && (!state.sections.is_empty() || self.sets_guard(number))
    }
}
