//! Going through a flow: entering its parts until something is awaited.

use super::{Draft, Surroundings};
use crate::collapse::{Collapsed, is_open, prompt_paths};
use crate::event::{Awaits, Ended, Event, FlowEnded, Method, Obligation, Provenance};
use crate::flow;
use crate::item::{Choice, Count, ItemId, ItemKind};
use crate::limits;
use crate::project::{Part, PartKind, Points, Question, Text, Wording};
use crate::revision::REVISES;
use crate::words;
use logic::holds::{Facts, Truth};
use logic::value::{Cell, Name, Number, Value};
use std::collections::BTreeSet;

/// What became of something that was to be made.
pub(super) enum Made {
    /// Its words, and the cells that they tell.
    Text(String, Vec<Cell>),
    /// A model is asked first.
    Needs,
    /// It could not be made, and that was said.
    Failed,
}

impl Draft {
    /// Goes on through statements and generated parts until something is awaited or the flow ends.
    pub(super) fn advance(&mut self, surroundings: &Surroundings) {
        let project = self.project.clone();
        self.reopen_outdated();
        while let Some((flow, index)) = project.flow.as_ref().zip(self.next_part()) {
            if self.events.len() + 8 > limits::TURN_EVENTS {
                self.stopped = Some("turn-too-long".to_owned());
                return self.say(ItemKind::Refusal, &words::turn_too_long(), None);
            }
            if !self.enter(&flow.parts[index], surroundings) {
                if !self.needs.is_empty() {
                    self.ask_ahead(&flow.parts[index], &flow.parts[index + 1..], surroundings);
                }
                return;
            }
        }
        self.say_over();
    }

    /// A flow that is over says so, where its last part says nothing.
    fn say_over(&mut self) {
        let was_over = flow::finished(&self.project, &self.began);
        if self.said == 0
            && !was_over
            && self.state.edition() >= REVISES
            && flow::finished(&self.project, &self.state)
        {
            self.say(ItemKind::Statement, &words::over(), None);
        }
    }

    /// The part that is due, with a word if one was passed over because its guard took too long.
    pub(super) fn next_part(&mut self) -> Option<usize> {
        let canon = self.canon();
        let next = flow::next(&canon);
        if canon.is_exhausted() {
            self.stopped
                .get_or_insert_with(|| "condition-too-long".to_owned());
        }
        next
    }

    /// A model that is asked anyway is asked at once for the parts behind, as far as what they ask
    /// cannot depend on the answers that are still missing.
    fn ask_ahead(&mut self, first: &Part, behind: &[Part], surroundings: &Surroundings) {
        let tells = |part: &Part| match &part.kind {
            PartKind::Tell { cell } => Some(cell.clone()),
            PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => None,
        };
        let Some(first) = tells(first) else {
            return;
        };
        let mut missing: BTreeSet<String> = BTreeSet::from([first.to_string()]);
        for part in behind {
            let Some(cell) = tells(part).filter(|_| part.when.is_none()) else {
                return;
            };
            let canon = self.canon();
            let Some(attribute) = self.project.attribute(&cell) else {
                return;
            };
            let depends = |path: &String| !path.contains('.') || missing.contains(path);
            if prompt_paths(&canon, attribute).iter().any(depends) {
                return;
            }
            if is_open(&canon, &cell)
                && let Collapsed::Needs(request) =
                    self.collapsed(&cell, attribute, surroundings.generator)
            {
                self.needs.push(*request);
            }
            missing.insert(cell.to_string());
        }
    }

    /// Enters one part; true if the flow goes on behind it in the same turn.
    fn enter(&mut self, part: &Part, surroundings: &Surroundings) -> bool {
        match &part.kind {
            PartKind::Say { text, kind } => {
                self.say_part(*kind, text, part, Vec::new());
                true
            }
            PartKind::Tell { cell } => self.enter_telling(cell, part, surroundings),
            PartKind::Ask {
                wording,
                question,
                tries,
                ..
            } => {
                let text = match wording {
                    Wording::Text(text) => self.render(text, &part.shows),
                    Wording::Made(cell) => match self.made(cell, &part.id, surroundings) {
                        Made::Text(text, _) => (text, Vec::new()),
                        Made::Needs => return false,
                        // What it is called is nobody's words, and better than no question.
                        Made::Failed => (self.plain_question(question), Vec::new()),
                    },
                };
                let choices = self.shown_choices(question);
                let item =
                    self.push_item(ItemKind::Question, text.0, choices, Some(&part.id), text.1);
                self.await_on(part, item, Awaits::Answer, *tries);
                false
            }
            PartKind::Form { text, tries, .. } if self.is_begun(part) => {
                let choices = self.form_choices(part);
                let again = self.state.awaited_at.contains_key(&part.id);
                let missing = self.missing_text(part);
                let (asked, spans) = match again {
                    true => (missing, Vec::new()),
                    false => {
                        let (text, spans) = self.render(text, &part.shows);
                        (format!("{text}\n{missing}"), spans)
                    }
                };
                let kind = ItemKind::Question;
                let item = self.push_item(kind, asked, choices, Some(&part.id), spans);
                self.await_on(part, item, Awaits::Answer, *tries);
                false
            }
            PartKind::Form { text, tries, .. } | PartKind::Lock { text, tries, .. } => {
                let choices = self.form_choices(part);
                let item = self.say_part(ItemKind::Question, text, part, choices);
                self.await_on(part, item, Awaits::Answer, *tries);
                false
            }
            PartKind::Gate { text, .. } => {
                let item = self.say_part(ItemKind::Gate, text, part, Vec::new());
                self.await_on(part, item, Awaits::Event, 0);
                false
            }
            PartKind::Mirror {
                cell, text, tries, ..
            } => match self.made(cell, &part.id, surroundings) {
                Made::Text(made, about) => {
                    let (asked, spans) = self.render(text, &BTreeSet::new());
                    let whole = format!("{made}\n\n{asked}");
                    let item = self.push_about(
                        ItemKind::Mirror,
                        whole,
                        Vec::new(),
                        Some(&part.id),
                        spans,
                        about,
                    );
                    self.await_on(part, item, Awaits::Validation, *tries);
                    false
                }
                Made::Needs => false,
                Made::Failed => self.goes_on_without(part, *tries),
            },
            PartKind::Synthesis { cell, tries, .. } => {
                match self.made(cell, &part.id, surroundings) {
                    Made::Text(text, about) => {
                        let kind = ItemKind::Synthesis;
                        self.push_about(kind, text, Vec::new(), Some(&part.id), Vec::new(), about);
                        true
                    }
                    Made::Needs => false,
                    Made::Failed => self.goes_on_without(part, *tries),
                }
            }
            PartKind::Matching { cell, terms, text } => {
                self.reckon(cell, terms);
                self.say_part(ItemKind::Result, text, part, Vec::new());
                true
            }
            PartKind::End { text, hand_over } => {
                let unmade = self.say_unmade();
                self.say_part(ItemKind::Statement, text, part, Vec::new());
                let hand_over = hand_over
                    .as_ref()
                    .map(|text| self.render(text, &BTreeSet::new()).0);
                self.push(Event::FlowEnded(FlowEnded {
                    hand_over,
                    how: if unmade {
                        Ended::GivenUp
                    } else {
                        Ended::Completed
                    },
                }));
                false
            }
        }
    }

    /// Whether the flow goes on behind something that could not be made. Early sessions did so.
    fn goes_on_without(&mut self, part: &Part, tries: u64) -> bool {
        let passes = self.state.edition() < REVISES;
        if !passes {
            self.await_making(part, tries);
        }
        passes
    }

    /// Whether something was given up before it could be made; then the end says so.
    fn say_unmade(&mut self) -> bool {
        if self.state.edition() < REVISES {
            return false;
        }
        let project = self.project.clone();
        let unmade = self.unmade();
        let parts = unmade.iter().filter_map(|id| project.part(id));
        let named: Vec<_> = parts.map(|part| self.made_name(part)).collect();
        if !named.is_empty() {
            self.say(ItemKind::Statement, &words::missing_at_end(&named), None);
        }
        !named.is_empty()
    }

    /// Fixes a score as the facts are now.
    fn reckon(&mut self, cell: &Cell, terms: &[Points]) {
        let score = Value::Number(self.score(terms));
        let changes = self
            .project
            .attribute(cell)
            .is_some_and(|attribute| attribute.changes);
        let same =
            self.state.edition() >= REVISES && self.canon().value(cell) == Some(score.clone());
        if !same && (changes || !self.canon().is_settled(cell)) {
            let deduced = Provenance::Deduced;
            self.settle(cell, score, Method::Observation, deduced, None, None);
        }
    }

    fn enter_telling(&mut self, cell: &Cell, part: &Part, surroundings: &Surroundings) -> bool {
        if self.project.composite(cell).is_some() {
            return match self.made(cell, &part.id, surroundings) {
                Made::Text(text, about) => {
                    let kind = ItemKind::Telling;
                    self.push_about(kind, text, Vec::new(), Some(&part.id), Vec::new(), about);
                    true
                }
                Made::Needs => false,
                Made::Failed => true,
            };
        }
        match (
            self.canon().value(cell),
            self.project.attribute(cell).cloned(),
        ) {
            (Some(value), _) if !self.is_stale(cell) => {
                self.tell(cell, &value, Some(&part.id));
                true
            }
            (Some(_) | None, Some(attribute)) => {
                self.collapse(cell, &attribute, Some(&part.id), surroundings)
            }
            (Some(_) | None, None) => {
                self.refuse_at(
                    "unknown-cell",
                    &cell.to_string(),
                    &words::unknown_cell(&cell.to_string(), None),
                    Some(&part.id),
                );
                true
            }
        }
    }

    /// The words of a cell or a composite, which are made once.
    pub(super) fn made(&mut self, cell: &Cell, part: &Name, surroundings: &Surroundings) -> Made {
        if let Some(composite) = self.project.composite(cell).cloned() {
            let wanted = composite.fields.clone();
            let told = self.settle_fields(cell, &wanted, Some(part), surroundings);
            if !self.needs.is_empty() {
                return Made::Needs;
            }
            if told.len() < wanted.len() || self.is_part_stale(cell) {
                return Made::Failed;
            }
            let text = self.telling(cell, &composite.topic, &told);
            let about = told.iter().map(|(_, field, _)| field.clone()).collect();
            // Without words of its own it is told field by field.
            let text = text.unwrap_or_else(|| {
                let canon = self.canon();
                let shown = told
                    .iter()
                    .map(|(_, field, value)| canon.show(field, value));
                shown.collect::<Vec<_>>().join("\n")
            });
            return Made::Text(text, about);
        }
        let name = cell.attribute.clone();
        let told = self.settle_fields(cell, std::slice::from_ref(&name), Some(part), surroundings);
        match told.first() {
            Some((_, cell, value)) if !self.is_stale(cell) => {
                let text = self.canon().show(cell, value);
                Made::Text(text, vec![cell.clone()])
            }
            Some(_) | None if self.needs.is_empty() => Made::Failed,
            Some(_) | None => Made::Needs,
        }
    }

    /// The sum of the points whose conditions hold.
    fn score(&self, terms: &[Points]) -> Number {
        let canon = self.canon();
        let held = terms
            .iter()
            .filter(|term| canon.holds(&term.when) == Truth::True);
        Number::from(held.map(|term| term.points).sum::<i64>())
    }

    /// The choices of a question, or the values that are offered.
    pub(super) fn shown_choices(&self, question: &Question) -> Vec<Choice> {
        let offered = self.offered(question);
        if offered.is_empty() {
            return question
                .choices_in(self.state.edition())
                .iter()
                .map(|option| Choice {
                    value: option.value.clone(),
                    label: crate::answer::label(&self.project, &self.state, option),
                })
                .collect();
        }
        let canon = self.canon();
        offered
            .iter()
            .map(|value| {
                let label = canon.show(&question.cell, value);
                Choice {
                    value: Name::from(label.as_str()),
                    label,
                }
            })
            .collect()
    }

    /// A question whose words could not be made, by what it is called.
    fn plain_question(&self, question: &Question) -> String {
        let called = super::answers::label(question);
        let called = if called.is_empty() {
            question.cell.attribute.replace('_', " ")
        } else {
            called
        };
        let words = words::plain_question(&called);
        words.in_language(self.state.language()).to_owned()
    }

    pub(super) fn await_on(&mut self, part: &Part, item: ItemId, awaits: Awaits, tries: u64) {
        self.push(Event::ObligationOpened(Obligation {
            awaits,
            item,
            part: part.id.clone(),
            tries: Count(tries),
        }));
    }

    /// What a button brought about, once more: the same items, and what is awaited since.
    pub(super) fn say_again(&mut self, parts: &[Part], surroundings: &Surroundings) {
        for part in parts {
            if !self.state.entered.contains(&part.id) {
                continue;
            }
            match &part.kind {
                PartKind::Say { text, kind } => {
                    self.say_part(*kind, text, part, Vec::new());
                }
                PartKind::Matching { cell, terms, text } => {
                    if self.state.edition() >= REVISES {
                        self.reckon(cell, terms);
                    }
                    self.say_part(ItemKind::Result, text, part, Vec::new());
                }
                PartKind::End { text, .. } => {
                    self.say_part(ItemKind::Statement, text, part, Vec::new());
                }
                PartKind::Tell { cell } | PartKind::Synthesis { cell, .. } => {
                    if self.is_part_stale(cell) {
                        match self.made(cell, &part.id, surroundings) {
                            Made::Text(..) => {}
                            Made::Needs => return,
                            Made::Failed => {
                                let words = words::not_made_anew(&self.made_name(part));
                                self.say(ItemKind::Statement, &words, None);
                                continue;
                            }
                        }
                    }
                    self.tell_again(cell, part);
                }
                // What is open is said last, word for word.
                PartKind::Ask { .. }
                | PartKind::Form { .. }
                | PartKind::Gate { .. }
                | PartKind::Lock { .. }
                | PartKind::Mirror { .. } => {}
            }
        }
        self.ask_again();
    }

    fn tell_again(&mut self, cell: &Cell, part: &Part) {
        let kind = match &part.kind {
            PartKind::Synthesis { .. } => ItemKind::Synthesis,
            PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => ItemKind::Telling,
        };
        match (kind, self.canon().value(cell)) {
            (ItemKind::Telling, Some(value)) => self.tell(cell, &value, Some(&part.id)),
            (_, Some(value)) => {
                let text = self.canon().show(cell, &value);
                let about = vec![cell.clone()];
                self.push_about(kind, text, Vec::new(), Some(&part.id), Vec::new(), about);
            }
            (_, None) => self.composite_again(cell, kind, part),
        }
    }

    fn composite_again(&mut self, cell: &Cell, kind: ItemKind, part: &Part) {
        let Some(composite) = self.project.composite(cell).cloned() else {
            return;
        };
        let told = self.known_fields(cell, &composite.fields);
        if let Some(text) = self.telling(cell, &composite.topic, &told) {
            let about = told.into_iter().map(|(_, field, _)| field).collect();
            self.push_about(kind, text, Vec::new(), Some(&part.id), Vec::new(), about);
        }
    }

    /// A text that prints nothing, in the session's language.
    pub(super) fn shown_text(&self, text: &Text) -> Option<String> {
        let template = text.template(self.state.language())?;
        let paths = self.project.templates.all_paths(template);
        let context = self.canon().context(&paths, &mut Vec::new());
        self.project.templates.render(template, &context).ok()
    }

    /// A text in the session's language, as it is said.
    pub(super) fn rendered(&mut self, text: &Text) -> String {
        self.render(text, &BTreeSet::new()).0
    }
}
