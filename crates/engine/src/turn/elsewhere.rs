//! Messages that say which question they are about, by its name, by words of its text, or by its block: what they say
//! is for that question, and for no other.

use super::correcting::{Corrections, is_free};
use super::{Draft, Surroundings};
use crate::answer::{self, About, BlockNamed, Reference};
use crate::flow;
use crate::input::Raw;
use crate::project::{Part, PartKind, Question, Wording};
use crate::words;
use logic::value::{Name, Value};
use std::borrow::Cow;

/// More words than this, said at a mirror, are to be added to it.
const SENTENCE: usize = 4;

/// What the words mean by which a message says what it is about.
enum Meant<'p> {
    /// What is open, or nothing that is known.
    Nothing,
    One(&'p Part, &'p Question),
    /// Another question, but which?
    Unclear,
}

/// How well words name a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// One of its words.
    Touched,
    /// Words of its text, and no other.
    Told,
    /// What it is called.
    Called,
}

impl Draft {
    /// Whether a message is about another question than the open one; then it was taken for that, or refused.
    pub(super) fn said_elsewhere(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        if !self.discerns() || self.is_choice(text) {
            return false;
        }
        if let Some((block, rest)) = answer::block_named(text) {
            return self.answered_beside_block(text, surroundings)
                || self.said_in_block(block, &rest, text, surroundings);
        }
        if self.awaits_words() {
            return false;
        }
        let project = self.project.clone();
        for about in answer::about(text) {
            match self.meant_by_name(&project, &about) {
                Meant::Nothing => {}
                Meant::One(part, question) => {
                    return self.said_of(part, question, &about.value, text, surroundings);
                }
                Meant::Unclear if self.is_told(&about.value) => return false,
                Meant::Unclear => return self.not_understood(text),
            }
        }
        false
    }

    /// Whether a message answers what is open and says something else of a question in another block: « B, et A pour la 1
    /// du bloc 1 »; then both were taken.
    fn answered_beside_block(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        let open = self.state.open_question();
        let open = open.and_then(|open| project.part(&open.obligation.part)?.ask());
        let Some(open) = open.filter(|open| !is_free(open)) else {
            return false;
        };
        let found = answer::joined(text).into_iter().find_map(|(head, tail)| {
            [(head, tail), (tail, head)]
                .into_iter()
                .find_map(|(own, other)| {
                    let (block, rest) = answer::block_named(other)?;
                    let reference = answer::referred(&rest, true)?;
                    let (part, question) = self.in_block(&project, block, &reference)?;
                    let value = self.read_for(question, &reference.value)?.ok()?;
                    let known = self.state.answers.get(&part.id).is_some();
                    let whole = self.left_of(&part.id, &value, &reference.value).is_none();
                    let read =
                        self.read_for(open, own)?.is_ok() && answer::block_named(own).is_none();
                    let sure = known && whole && read && !is_free(question);
                    sure.then(|| (own, (part.id.clone(), question.cell.clone(), value)))
                })
        });
        let Some((own, value)) = found else {
            return false;
        };
        let corrections = Corrections {
            values: vec![value],
            ..Corrections::default()
        };
        self.correct_and_answer(corrections, Cow::Borrowed(own), surroundings);
        true
    }

    /// The question that is named by its number in a block.
    fn in_block<'p>(
        &self,
        project: &'p crate::project::Project,
        block: BlockNamed,
        reference: &Reference,
    ) -> Option<(&'p Part, &'p Question)> {
        let block = self.block_meant(project, block)?;
        let asked = flow::questions_of_block(project, &self.state, Some(&block));
        let part = asked.get(reference.rank?).copied()?;
        Some((part, part.ask()?))
    }

    /// What is said of a question in a block that is named by its number.
    fn said_in_block(
        &mut self,
        block: BlockNamed,
        rest: &str,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let project = self.project.clone();
        let reference = answer::referred(rest, true);
        let reference = reference.filter(|reference| !reference.value.is_empty());
        if reference.is_none() && (self.awaits_words() || self.is_told(text)) {
            return false;
        }
        let found = reference.as_ref();
        let found = found.and_then(|reference| self.in_block(&project, block, reference));
        match (found, reference) {
            (Some((part, question)), Some(reference)) => {
                self.said_of(part, question, &reference.value, text, surroundings)
                    || self.not_understood(text)
            }
            (_, _) => self.not_understood(text),
        }
    }

    /// The block that is called so; where none has a number in its name, they are counted.
    fn block_meant(&self, project: &crate::project::Project, block: BlockNamed) -> Option<Name> {
        let flow = project.flow.as_ref()?;
        let mut asking: Vec<&Name> = Vec::new();
        let asks = flow.parts.iter().filter(|part| part.ask().is_some());
        for id in asks.filter_map(|part| part.block.as_ref()) {
            if asking.last() != Some(&id) {
                asking.push(id);
            }
        }
        match block {
            BlockNamed::Other => None,
            BlockNamed::Before => {
                let here = flow::position(project, &self.state)?.block;
                let at = asking.iter().position(|id| Some(*id) == here.as_ref())?;
                Some((*asking.get(at.checked_sub(1)?)?).clone())
            }
            BlockNamed::Number(number) => {
                let numbers: Vec<Option<usize>> = asking.iter().map(|id| number_in(id)).collect();
                if numbers.iter().all(Option::is_none) {
                    return asking.get(number.checked_sub(1)?).map(|id| (*id).clone());
                }
                let mut found = asking.iter().zip(&numbers);
                let mut found = found.by_ref().filter(|(_, own)| **own == Some(number));
                let (id, _) = found.next()?;
                found.next().is_none().then(|| (*id).clone())
            }
        }
    }

    /// Takes what is said of a question: the answer to what is open, or the correction of another one.
    fn said_of(
        &mut self,
        part: &Part,
        question: &Question,
        said: &str,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        if self.is_open_part(part) {
            self.answer(&Raw::Text(said.to_owned()), true, surroundings);
            return true;
        }
        // One letter is no free answer.
        let letter = is_free(question) && said.chars().count() == 1;
        let read = self.read_for(question, said).filter(|_| !letter);
        let whole = |value: &Value| self.left_of(&part.id, value, said).is_none();
        let known = self.state.answers.get(&part.id).is_some();
        match read {
            Some(Ok(_)) if is_free(question) && self.awaits_validation() => false,
            Some(Ok(value)) if known && whole(&value) => {
                self.correct(&part.id, &question.cell, value, surroundings);
                true
            }
            _ if self.is_told(said) => false,
            Some(Err((code, reason))) => {
                self.refuse(code, &part.id, &reason);
                self.ask_again();
                true
            }
            Some(Ok(_)) | None => self.not_understood(text),
        }
    }

    /// A long sentence about something is what somebody adds to a mirror.
    fn is_told(&self, said: &str) -> bool {
        self.awaits_validation() && logic::text::words(said).len() > SENTENCE
    }

    fn not_understood(&mut self, text: &str) -> bool {
        self.refuse("not-understood", "input", &words::rest_not_understood(text));
        self.ask_again();
        true
    }

    /// The question that words name best. What is open is never another one.
    fn meant_by_name<'p>(&self, project: &'p crate::project::Project, about: &About) -> Meant<'p> {
        let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
        let asks = parts.unwrap_or_default().iter();
        let asks = asks.filter_map(|part| Some((part, part.ask()?)));
        let mut best: Vec<(Fit, &Part, &Question)> = Vec::new();
        for (part, question) in asks {
            let Some(fit) = self.fit(part, question, &about.named) else {
                continue;
            };
            if self.is_open_part(part) && fit >= Fit::Told {
                return Meant::Nothing;
            }
            match best.first() {
                Some((known, ..)) if *known > fit => {}
                Some((known, ..)) if *known == fit => best.push((fit, part, question)),
                Some(_) | None => best = vec![(fit, part, question)],
            }
        }
        let open = |(_, part, _): &(Fit, &Part, &Question)| self.is_open_part(part);
        match best[..] {
            [] => Meant::Nothing,
            [..] if best.iter().any(open) => Meant::Nothing,
            [(Fit::Called, part, question)] => Meant::One(part, question),
            [(Fit::Told, part, question)] if about.named.len() > 1 => Meant::One(part, question),
            [..] => Meant::Unclear,
        }
    }

    /// How well words name a question; nothing where they do not.
    fn fit(&self, part: &Part, question: &Question, named: &[String]) -> Option<Fit> {
        let called: Vec<Vec<String>> = question
            .called
            .iter()
            .map(|label| answer::telling(label))
            .collect();
        let same = |label: &Vec<String>| {
            label.len() == named.len() && label.iter().all(|word| named.contains(word))
        };
        if called.iter().any(same) {
            return Some(Fit::Called);
        }
        let text = match &part.kind {
            PartKind::Ask {
                wording: Wording::Text(text),
                ..
            } => {
                let name = text.template(self.state.language()).unwrap_or_default();
                self.project.templates.plain(name)
            }
            PartKind::Ask { .. }
            | PartKind::Say { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => "",
        };
        let mut own: Vec<String> = called.concat();
        own.extend(answer::telling(text));
        if self.is_open_part(part) {
            // What may be chosen is spoken of too.
            let open = self.state.open_question();
            let choices = open.map(|open| &open.item.choices[..]).unwrap_or_default();
            own.extend(
                choices
                    .iter()
                    .flat_map(|choice| answer::telling(&choice.label)),
            );
        }
        if named.iter().all(|word| own.contains(word)) {
            let told = named.iter().any(|word| !answer::counts(word));
            return told.then_some(Fit::Told);
        }
        let words = if self.is_open_part(part) {
            own
        } else {
            called.concat()
        };
        let long = |word: &&String| word.chars().count() > 3 && !answer::counts(word);
        let touched = named.iter().filter(long).any(|word| words.contains(word));
        touched.then_some(Fit::Touched)
    }
}

/// The number of a block that stands in its id: `BLOC_02A` is the second.
fn number_in(id: &str) -> Option<usize> {
    let id = logic::text::fold(&id.replace(['_', '-', '.'], " "));
    let behind = ["bloc", "block"].iter().find_map(|noun| {
        let (_, behind) = id.split_once(noun)?;
        Some(behind.trim_start().to_owned())
    })?;
    let digits = behind.find(|sign: char| !sign.is_ascii_digit());
    behind[..digits.unwrap_or(behind.len())].parse().ok()
}
