//! Corrections of earlier answers: what a message corrects, and what it says besides.

use super::answers::{Refused, label, reading, refusal};
use super::{Draft, Surroundings};
use crate::answer::{self, Reader};
use crate::event::{Event, Method};
use crate::flow;
use crate::input::Raw;
use crate::item::ItemKind;
use crate::project::{Part, PartKind, Question};
use crate::revision::REVISES;
use crate::words;
use logic::holds::Facts;
use logic::value::{Cell, Name, Value};
use std::borrow::Cow;

/// Whether a question takes any words.
pub(super) fn is_free(question: &Question) -> bool {
    matches!(question.reader, Reader::Text | Reader::List | Reader::Name)
}

/// A question that was answered, with its id and part.
pub(super) type Answered<'p> = (&'p Name, &'p Part, &'p Question);

/// What one message corrects.
#[derive(Default)]
pub(super) struct Corrections {
    pub values: Vec<(Name, Cell, Value)>,
    pub refused: Vec<(Name, Refused)>,
    /// Answers to questions that come later, by their number.
    pub ahead: Vec<(Name, Cell, Value)>,
    /// What it says besides, and nobody read yet.
    pub rest: Option<String>,
}

impl Draft {
    /// Whether the message corrects an earlier answer; then it was dealt with.
    pub(super) fn corrected(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        let Some(flow) = &project.flow else {
            return false;
        };
        if self.said_elsewhere(text, surroundings) {
            return true;
        }
        let signed = self.weighs() && text.contains([':', '=']);
        let owned = self.judges() && answer::may_be_corrected(text);
        let named = self.named_question(text);
        let elsewhere = self.points_elsewhere(text);
        let other = answer::may_correct(text) || signed || owned || named.is_some() || elsewhere;
        if !other {
            return self.told_of_another(text, surroundings) || self.asked_to_change(text);
        }
        let open = self.state.open_question().map(|open| &open.obligation.part);
        let answered: Vec<Answered> = flow
            .questions()
            .filter(|(id, ..)| self.state.answers.get(*id).is_some() && Some(*id) != open)
            .collect();
        if let Some(reference) = &named
            && self.named_corrections(&answered, text).is_none()
        {
            if self.answered_where_named(reference, surroundings) {
                return true;
            }
            if let Some(corrections) = self.each_named(&answered, text) {
                self.correct_all(corrections, surroundings);
                return true;
            }
        }
        if let Some((own, corrections)) = self.answer_and_corrections(&answered, text) {
            self.correct_and_answer(corrections, own, surroundings);
            return true;
        }
        let corrections = self.corrections(&answered, text);
        let corrections = corrections.or_else(|| self.labelled_correction(&answered, text));
        let Some(corrections) = corrections else {
            if self.only_denied(&answered, text) || self.answered_by_number(text, surroundings) {
                return true;
            }
            if self.told_of_another(text, surroundings) {
                return true;
            }
            if named.is_some_and(|reference| self.refused_where_named(&reference, text)) {
                return true;
            }
            if elsewhere {
                let words = words::rest_not_understood(text);
                self.refuse("not-understood", "input", &words);
                self.ask_again();
                return true;
            }
            // What is announced as a correction is no answer to what is open.
            if answer::announces(text) {
                let labels: Vec<String> = answered
                    .iter()
                    .map(|(.., question)| label(question))
                    .collect();
                self.refuse("unknown-slot", "input", &words::which_answer(&labels));
                self.ask_again();
                return true;
            }
            return self.asked_to_change(text);
        };
        self.correct_all(corrections, surroundings);
        true
    }

    /// Whether a message says what somebody's own is that was asked for before: « mon e-mail est ada@b.fr ». Where what
    /// is open reads it, it is an answer.
    pub(super) fn owned(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        let Some(flow) = project.flow.as_ref().filter(|_| self.refers()) else {
            return false;
        };
        let open = self.state.open_question().map(|open| &open.obligation.part);
        let answered: Vec<Answered> = flow
            .questions()
            .filter(|(id, ..)| self.state.answers.get(*id).is_some() && Some(*id) != open)
            .collect();
        let called: Vec<Vec<String>> = answered
            .iter()
            .map(|(_, part, question)| self.called(part, question))
            .collect();
        let labels: Vec<&[String]> = called.iter().map(Vec::as_slice).collect();
        let Some((at, said)) = answer::owned(&labels, text) else {
            return false;
        };
        let (id, _, question) = answered[at];
        match self.read_for(question, said) {
            Some(Ok(value)) => self.correct(id, &question.cell, value, surroundings),
            Some(Err((code, reason))) => {
                self.refuse(code, id, &reason);
                self.ask_again();
            }
            None => return false,
        }
        true
    }

    /// « B, et plutôt A pour la première »: an answer to what is open, and what corrects others.
    fn answer_and_corrections<'t>(
        &self,
        answered: &[Answered],
        text: &'t str,
    ) -> Option<(Cow<'t, str>, Corrections)> {
        let open = self.state.open_question().filter(|_| self.is_exact())?;
        let part = self.project.part(&open.obligation.part)?;
        let PartKind::Ask { question, .. } = &part.kind else {
            return None;
        };
        let free = matches!(question.reader, Reader::Text | Reader::List | Reader::Name);
        let offered = self.offered(question);
        if free && (!self.hears() || offered.is_empty()) {
            return None;
        }
        let asked = flow::block_questions(&self.project, &self.state);
        let elsewhere = |said: &str| {
            let named = answer::referred(said, self.discerns()).filter(|_| self.refers());
            let named = named.filter(|reference| reference.is_sure());
            named.is_some_and(|reference| {
                let asked = self
                    .place_of(&reference, &asked)
                    .and_then(|at| asked.get(at));
                asked.is_none_or(|asked| asked.id != part.id)
            })
        };
        let own = |said: &'t str| {
            if elsewhere(said) {
                return None;
            }
            // « B pour la deuxième », where that is the one that is open.
            let ranked = answer::ranked(&format!("plutôt {said}"));
            let ranked = ranked
                .filter(|(rank, _)| asked.get(*rank).is_some_and(|asked| asked.id == part.id));
            let said = match ranked {
                Some((_, said)) => Cow::Owned(said),
                None => Cow::Borrowed(answer::of_this(said)),
            };
            let read = self.read_for(question, &said)?.ok()?;
            // In free words only what is offered is told from what corrects.
            (!free || offered.contains(&read)).then_some(said)
        };
        // What names a question stays with what is said for it.
        let names = |piece: &str| {
            let named = answer::referred(piece, self.discerns()).filter(|_| self.refers());
            named.is_some_and(|reference| reference.value.is_empty())
        };
        let signed = |head: &str, tail: &str| {
            let between = &text[head.len()..text.len() - tail.len()];
            self.refers() && between.contains([':', '='])
        };
        let parts = answer::joined(text).into_iter();
        let mut parts =
            parts.filter(|(head, tail)| !signed(head, tail) && !names(head) && !names(tail));
        parts.find_map(|(head, tail)| {
            [(head, tail), (tail, head)]
                .into_iter()
                .find_map(|(answer, other)| {
                    let own = own(answer)?;
                    let ranked = self.ranked_correction(answered, &format!("plutôt {other}"));
                    let found = ranked
                        .or_else(|| self.named_corrections(answered, other))
                        .or_else(|| self.changed_mind(answered, other));
                    let found = found.or_else(|| self.answered_ahead(other));
                    // Of a question that nobody answered nothing is corrected, and that is said.
                    let nowhere = || {
                        let plain = answer::ranked(other);
                        let later = || answer::ranked(&format!("plutôt {other}"));
                        let later = plain.or_else(|| later().filter(|_| self.reads_whole()));
                        later.map(|_| Corrections {
                            rest: Some(other.to_owned()),
                            ..Corrections::default()
                        })
                    };
                    let found = found.or_else(nowhere)?;
                    let clear = found.refused.is_empty()
                        && (found.rest.is_none() || found.values.is_empty());
                    clear.then_some((own, found))
                })
        })
    }

    /// « C pour la deuxième », « C pour la 2 et A pour la 3 »: answers to questions of this block that come later.
    fn answered_ahead(&self, text: &str) -> Option<Corrections> {
        let (rank, said) = match answer::ranked_answer(&format!("plutôt {text}")) {
            Some(found) if self.reads_whole() => found,
            Some(_) | None => return None,
        };
        let asked = flow::block_questions(&self.project, &self.state);
        let part = *asked.get(rank)?;
        let later = !self.is_open_part(part) && self.state.answers.get(&part.id).is_none();
        let sure = later && self.is_sure(&asked[..=rank]);
        let whole = match part.ask().filter(|_| sure) {
            Some(question) => {
                let read = self.read_for(question, &said)?.ok();
                let free = matches!(question.reader, Reader::Text | Reader::List | Reader::Name);
                read.filter(|_| !free)
                    .map(|value| (part.id.clone(), question.cell.clone(), value))
            }
            None => None,
        };
        let several = || {
            answer::joined(text).into_iter().find_map(|(head, tail)| {
                let mut found = self.answered_ahead(head)?;
                found.ahead.extend(self.answered_ahead(tail)?.ahead);
                Some(found)
            })
        };
        let one = whole.map(|one| Corrections {
            ahead: vec![one],
            ..Corrections::default()
        });
        several().or(one)
    }

    pub(super) fn correct_and_answer(
        &mut self,
        corrections: Corrections,
        own: Cow<str>,
        surroundings: &Surroundings,
    ) {
        for (id, cell, value) in corrections.values {
            self.correct_one(&id, &cell, value);
        }
        for (id, cell, value) in corrections.ahead {
            let shown = self.shown(&cell, &value);
            if self.may_settle(&cell, &value, None, None) {
                self.accept(&id, &cell, value, Method::Testimony);
                let taken = words::taken(&[(self.called_part(&id), shown)]);
                self.say(ItemKind::Statement, &taken, self.part_of(&id).as_ref());
            }
        }
        if let Some(rest) = corrections.rest {
            let words = words::rest_not_understood(&rest);
            self.refuse("not-understood", "input", &words);
        }
        if self.open_is_outdated() {
            // It was said to a question that is asked no more.
            self.refuse("not-understood", "input", &words::rest_not_understood(&own));
            return self.go_on_corrected(surroundings);
        }
        self.answer(&Raw::Text(own.into_owned()), true, surroundings);
        if self.needs.is_empty() {
            self.say_outdated();
        }
    }

    fn corrections(&self, answered: &[Answered], text: &str) -> Option<Corrections> {
        let by_name = self.named_corrections(answered, text);
        if by_name.is_some() || self.state.edition() < REVISES {
            return by_name;
        }
        self.ranked_correction(answered, text)
            .or_else(|| self.replaced(answered, text))
            .or_else(|| self.changed_mind(answered, text))
    }

    /// « correction: pace = fast, books = Dune »: each by what it is called.
    fn named_corrections(&self, answered: &[Answered], text: &str) -> Option<Corrections> {
        let called: Vec<Vec<String>> = answered
            .iter()
            .map(|(_, part, question)| self.called(part, question))
            .collect();
        let labels: Vec<&[String]> = called.iter().map(Vec::as_slice).collect();
        let (at, said) = match self.judges() {
            true => answer::corrected(&labels, text, self.discerns())?,
            false => answer::correction(&labels, text)?,
        };
        let (said, rest) = match self.state.edition() >= REVISES {
            true => answer::until_label(&labels, said),
            false => (said, None),
        };
        let (id, _, question) = answered[at];
        let mut found = Corrections::default();
        match self.read_for(question, said)? {
            Ok(value) => {
                found.rest = self.left_of(id, &value, said);
                found
                    .values
                    .push((id.clone(), question.cell.clone(), value));
            }
            Err(refused) => found.refused.push((id.clone(), refused)),
        }
        if let Some(rest) = rest {
            match self.named_corrections(answered, &format!("correction {rest}")) {
                Some(more) => {
                    found.values.extend(more.values);
                    found.refused.extend(more.refused);
                    found.rest = found.rest.or(more.rest);
                }
                None => found.rest = Some(rest.to_owned()),
            }
        }
        Some(found)
    }

    /// « le motif d'Emma : le jeu »: what is called so and nothing else, with a sign behind it.
    fn labelled_correction(&self, answered: &[Answered], text: &str) -> Option<Corrections> {
        let (label, _) = text.split_once([':', '=']).filter(|_| self.weighs())?;
        let said = logic::text::words(label);
        let said = match &said[..] {
            [article, rest @ ..] if matches!(&**article, "le" | "la" | "les" | "l" | "the") => rest,
            all @ [..] => all,
        };
        let bare = |name: &str| {
            let mut name = logic::text::words(name);
            let article = name.first().is_some_and(|first| {
                self.judges() && matches!(&**first, "le" | "la" | "les" | "l" | "the")
            });
            name.drain(..usize::from(article));
            name
        };
        let is_called = |(_, part, question): &&Answered| {
            // One word may as well begin a free answer.
            let mut called = self.called(part, question).into_iter();
            let own = called.len() > question.called.len();
            called.any(|name| own && said.len() > 1 && bare(&name) == said)
        };
        let mut found = answered.iter().filter(is_called);
        let (Some(_), None) = (found.next(), found.next()) else {
            return None;
        };
        self.named_corrections(answered, &format!("correction {text}"))
    }

    /// « plutôt B pour la 2 »: by the number of a question in this block.
    fn ranked_correction(&self, answered: &[Answered], text: &str) -> Option<Corrections> {
        let plain = Some(answer::without_answer(text)).filter(|_| self.weighs());
        let (rank, said) = match self.judges() {
            true => answer::ranked_answer(text)?,
            false => answer::ranked(plain.as_deref().unwrap_or(text))?,
        };
        let asked = flow::block_questions(&self.project, &self.state);
        let part = asked.get(rank)?;
        let (id, _, question) = answered.iter().find(|(_, of, _)| of.id == part.id)?;
        let value = self.read_for(question, &said)?.ok()?;
        let mut found = Corrections::default();
        found
            .values
            .push(((*id).clone(), question.cell.clone(), value));
        Some(found)
    }

    /// « Paris et pas Lyon, et 5 personnes »: by the value that it takes the place of.
    fn replaced(&self, answered: &[Answered], text: &str) -> Option<Corrections> {
        let canon = self.canon();
        let known: Vec<(usize, String)> = answered
            .iter()
            .enumerate()
            .filter_map(|(at, (.., question))| {
                let value = canon.value(&question.cell)?;
                Some((at, canon.say(&question.cell, &value)))
            })
            .collect();
        let (at, new, rest) = answer::replacement(&known, text)?;
        let (id, part, question) = answered[at];
        let value = self.read_for(question, &new)?.ok()?;
        let mut found = Corrections::default();
        found
            .values
            .push((id.clone(), question.cell.clone(), value));
        let named = self.called(part, question);
        if !rest.is_empty()
            && !named
                .iter()
                .any(|label| logic::text::fold(label) == logic::text::fold(&rest))
        {
            match self.named_corrections(answered, &format!("en fait {rest}")) {
                Some(more) => {
                    found.values.extend(more.values);
                    found.refused.extend(more.refused);
                    found.rest = more.rest;
                }
                None => found.rest = Some(rest),
            }
        }
        // In free words such a sentence may as well be the answer.
        let free = found.rest.is_some() && self.is_free_text_open();
        (!free).then_some(found)
    }

    /// « plutôt japonaise », « finalement le 2 avril 2026 »: by a value that only one part reads which was answered.
    fn changed_mind(&self, answered: &[Answered], text: &str) -> Option<Corrections> {
        let said = answer::reconsidered(text).filter(|_| self.hears())?;
        if self.open_means(text, said) {
            return None;
        }
        let open = self.state.open_question();
        let is_open = |part: &Part| open.is_some_and(|open| open.obligation.part == part.id);
        let last = self.state.closed_last.as_ref();
        let mut parts: Vec<&Part> = Vec::new();
        for (_, part, _) in answered {
            // While free words are awaited only what was just answered is meant, and forms, whose values have names.
            let near = open.is_none()
                || last == Some(&part.id)
                || matches!(part.kind, PartKind::Form { .. });
            if near && !is_open(part) && !parts.iter().any(|known| known.id == part.id) {
                parts.push(part);
            }
        }
        let found = parts.iter().filter_map(|part| self.meant_by(part, said));
        let found: Vec<Corrections> = found.collect();
        match <[Corrections; 1]>::try_from(found) {
            Ok([one]) => Some(one),
            Err(_) => None,
        }
    }

    /// Whether what is open can mean such words itself.
    fn open_means(&self, text: &str, said: &str) -> bool {
        let open = self.state.open_question();
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        let Some(part) = part else {
            return false;
        };
        match part.ask() {
            Some(question) => {
                let free = matches!(question.reader, Reader::Text | Reader::List | Reader::Name);
                let read = self.read_for(question, said).and_then(Result::ok);
                let offered = self.offered(question);
                read.is_some_and(|read| !free || offered.contains(&read))
            }
            None => {
                let filled = self.filled(part, text, &[]);
                !filled.values.is_empty() || !filled.refused.is_empty()
            }
        }
    }

    /// What a part that was answered reads in such words, and in all of them.
    fn meant_by(&self, part: &Part, said: &str) -> Option<Corrections> {
        let mut found = Corrections::default();
        let questions = part.questions();
        let values: Vec<(usize, Value)> = match part.ask() {
            Some(question) => {
                let read = self.read_for(question, said).and_then(Result::ok);
                let left = read
                    .as_ref()
                    .and_then(|value| self.left_of(&part.id, value, said));
                let read = read.filter(|_| left.is_none());
                read.map(|value| (0, value)).into_iter().collect()
            }
            None => {
                let filled = self.filled(part, &format!("plutôt {said}"), &[]);
                let whole = filled.refused.is_empty() && filled.rest.is_empty() && !filled.guessed;
                filled.values.into_iter().filter(|_| whole).collect()
            }
        };
        for (at, value) in values {
            let (id, question) = questions[at];
            if !self.is_plainly(question, said) {
                return None;
            }
            let cell = question.cell.clone();
            found.values.push((id.clone(), cell, value));
        }
        (!found.values.is_empty()).then_some(found)
    }

    /// Whether words can hardly mean anything but an answer to this question.
    fn is_plainly(&self, question: &Question, said: &str) -> bool {
        match question.reader {
            Reader::Choice => {
                let reading = reading(&self.project, &self.state, question, &[]);
                reading.is_some_and(|reading| answer::names_choice(&reading, said))
            }
            Reader::Date | Reader::Number | Reader::Email | Reader::Entity => true,
            // « sans terrasse » says what it is about; « oui » does not.
            Reader::YesNo => answer::verdict(said)
                .is_none_or(|verdict| matches!(verdict, answer::Verdict::Nuance(_))),
            Reader::Text | Reader::Name | Reader::List => false,
        }
    }

    pub(super) fn is_free_text_open(&self) -> bool {
        let open = self.state.open_question();
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        part.is_some_and(|part| {
            matches!(&part.kind, PartKind::Ask { question, .. } if question.reader == Reader::Text)
        })
    }

    /// What somebody said for a question; nothing where no words can answer it.
    pub(super) fn read_for(
        &self,
        question: &Question,
        said: &str,
    ) -> Option<Result<Value, Refused>> {
        let offered = self.offered(question);
        let reading = reading(&self.project, &self.state, question, &offered)?;
        Some(answer::parse(&reading, said).map_err(refusal))
    }

    pub(super) fn correct_all(&mut self, corrections: Corrections, surroundings: &Surroundings) {
        for (id, cell, value) in corrections.values {
            self.correct_one(&id, &cell, value);
        }
        let refused = !corrections.refused.is_empty();
        for (id, (code, reason)) in corrections.refused {
            self.refuse(code, &id, &reason);
        }
        if let Some(rest) = corrections.rest {
            self.read_rest(&rest);
        }
        if refused && self.changes.accepted.is_empty() {
            return self.ask_again();
        }
        self.go_on_corrected(surroundings);
    }

    /// What a message says besides a correction is for the open form, or said to be not understood.
    fn read_rest(&mut self, rest: &str) {
        let project = self.project.clone();
        let open = self.state.open_question();
        let part = open.and_then(|open| project.part(&open.obligation.part));
        let mut left = Vec::new();
        let accepted = part.is_some_and(|part| {
            let filled = self.filled(part, rest, &[]);
            left = filled.rest;
            self.accept_fields(part, filled.values).0
        });
        if accepted {
            self.say_rest(&[], &left);
        } else {
            self.refuse("not-understood", "input", &words::rest_not_understood(rest));
        }
    }

    /// By which words people mean a question; one that is repeated also by its item.
    pub(super) fn called(&self, part: &Part, question: &Question) -> Vec<String> {
        let mut called = question.called.clone();
        let title = part.each.last().and_then(|each| each.title.as_ref());
        if let Some(Value::Text(title)) = title.and_then(|title| self.canon().value(title)) {
            let elided: &[&str] = if self.weighs() { &["d"] } else { &[] };
            for word in ["de", "pour", "dans", "of", "for", "in"]
                .iter()
                .chain(elided)
            {
                let named = question.called.iter();
                called.extend(named.map(|label| format!("{label} {word} {title}")));
            }
        }
        called
    }

    /// Another answer to a question that was answered.
    pub(super) fn correct(
        &mut self,
        id: &Name,
        cell: &Cell,
        value: Value,
        surroundings: &Surroundings,
    ) {
        self.correct_one(id, cell, value);
        self.go_on_corrected(surroundings);
    }

    pub(super) fn correct_one(&mut self, id: &Name, cell: &Cell, value: Value) {
        let shown = self.shown(cell, &value);
        let old = self.canon().value(cell);
        let called = self.called_part(id);
        if old.as_ref() == Some(&value) {
            let words = words::unchanged(&called, &shown);
            self.say(ItemKind::Statement, &words, self.part_of(id).as_ref());
        } else if self.may_settle(cell, &value, None, None) {
            let before = old.map(|old| self.shown(cell, &old));
            self.accept(id, cell, value, Method::Testimony);
            self.say_corrected(id, &shown, before);
        }
    }

    /// Says what an answer is now, and what it was.
    pub(super) fn say_corrected(&mut self, id: &Name, shown: &str, before: Option<String>) {
        let called = &self.called_part(id);
        let before = before.filter(|_| self.state.edition() >= REVISES);
        let words = match before {
            Some(before) => words::corrected_from(called, shown, &before),
            None => words::corrected(called, shown),
        };
        self.say(ItemKind::Statement, &words, self.part_of(id).as_ref());
    }

    /// What a question is called, by its id.
    pub(super) fn called_part(&self, id: &Name) -> String {
        let flow = self.project.flow.as_ref();
        let found = flow.and_then(|flow| flow.question(id));
        found.map_or_else(|| id.to_string(), |(_, question)| label(question))
    }

    /// A value as people read it in a sentence; early sessions said some as they are written.
    pub(super) fn shown(&self, cell: &Cell, value: &Value) -> String {
        let canon = self.canon();
        match self.state.edition() >= REVISES {
            true => canon.say(cell, value),
            false => canon.show(cell, value),
        }
    }

    pub(super) fn go_on_corrected(&mut self, surroundings: &Surroundings) {
        self.after_correcting(surroundings);
        if self.needs.is_empty() && self.state.obligation.is_some() && !self.asked_now() {
            self.ask_again();
        }
    }

    /// Whether what is open was asked in this turn.
    pub(super) fn asked_now(&self) -> bool {
        self.events
            .iter()
            .any(|event| matches!(event, Event::ObligationOpened(_)))
    }
}
