//! The turn: from a pending input to what is appended. The only place that produces events.
//!
//! `step` is a pure function of project and state. It looks at the input first, never at the state
//! alone, and always says something: every input ends in a `TurnEnded`. If a model must be asked it
//! returns the requests instead, and is called again with what was heard.

use crate::answer;
use crate::canon::Canon;
use crate::collapse::{Collapsed, Generator, collapse};
use crate::event::{
    AliasLearned, AnswerAccepted, AnswerRefused, Awaits, Closed, Event, FactFixed, FluentSet,
    Heard, Method, Obligation, ObligationClosed, ProjectMoved, Provenance, TurnEnded,
};
use crate::flow;
use crate::input::{Act, ActKind, Assertion, AuthorCommand, Input, Raw};
use crate::item::{CONFIDENTIAL_MARK, Choice, ConfidentialSpan, Count, Item, ItemId, ItemKind};
use crate::limits;
use crate::project::{Attribute, Part, PartKind, Project, Text};
use crate::request::{Outcome, Request};
use crate::state::{Entry, EntryContent, PendingInput, State};
use crate::view::{Accepted, Changes, Refused, Settled, view};
use crate::words;
use logic::holds::Facts;
use logic::text::Phrase;
use logic::value::{Cell, Digest, Instant, Name, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a host does next for a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Append these as one batch: the whole decision of the turn, reply included.
    Append(Vec<Event>),
    /// Ask a model, journal what is heard (`heard`), and step again.
    Ask(Vec<Request>),
    /// Nothing is pending.
    Done,
}

/// What a turn needs besides project and state.
pub struct Surroundings<'a> {
    pub generator: Generator,
    /// Other versions of the project, by hash, for a migration.
    pub projects: &'a dyn Fn(Digest) -> Option<Arc<Project>>,
}

/// The next step for the input that is pending first.
pub fn step(project: &Arc<Project>, state: &State, surroundings: &Surroundings) -> Step {
    let Some((mut draft, pending)) = Draft::new(project, state).zip(state.pending.front()) else {
        return Step::Done;
    };
    match &pending.what {
        PendingInput::Opening => draft.advance(surroundings),
        PendingInput::Input(input) => draft.decide(input, surroundings),
        PendingInput::Erased => {}
    }
    draft.end()
}

/// The events that journal what came back for the requests of one `Ask`, in request order,
/// whatever order the outcomes arrived in.
pub fn heard(
    requests: &[Request],
    mut outcomes: Vec<(crate::request::RequestId, Outcome)>,
) -> Vec<Event> {
    requests
        .iter()
        .map(|request| {
            let found = outcomes.iter().position(|(id, _)| *id == request.id);
            let outcome = found.map_or_else(
                || Outcome::Failed {
                    reason: "no outcome".to_owned(),
                },
                |index| outcomes.swap_remove(index).1,
            );
            Event::Heard(Heard {
                attempt: Count(u64::from(request.attempt)),
                cell: request.cell.clone(),
                outcome,
                prompt: request.prompt.hash(),
                request: request.id,
            })
        })
        .collect()
}

/// Ends a turn that a defect keeps from being decided, so that it cannot block its session for ever.
pub fn give_up(project: &Arc<Project>, state: &State) -> Vec<Event> {
    let Some(mut draft) = Draft::new(project, state) else {
        return Vec::new();
    };
    draft.stopped = Some("gave-up".to_owned());
    draft.refuse("gave-up", "input", &words::turn_given_up());
    match draft.end() {
        Step::Append(events) => events,
        Step::Ask(_) | Step::Done => Vec::new(),
    }
}

/// A decision in the making: a tentative state, and the events that lead to it.
struct Draft {
    project: Arc<Project>,
    state: State,
    events: Vec<Event>,
    changes: Changes,
    needs: Vec<Request>,
    now: Instant,
    input: String,
    said: u64,
    stopped: Option<String>,
}

impl Draft {
    /// For the input that is pending first.
    fn new(project: &Arc<Project>, state: &State) -> Option<Draft> {
        let pending = state.pending.front()?;
        Some(Draft {
            project: project.clone(),
            state: state.clone(),
            events: Vec::new(),
            changes: Changes::default(),
            needs: Vec::new(),
            now: pending.at,
            input: pending.id.clone(),
            said: 0,
            stopped: None,
        })
    }

    /// Matches on the input before anything else: no state can keep a message from being dealt with.
    fn decide(&mut self, input: &Input, surroundings: &Surroundings) {
        match input {
            Input::Message(text) => self.message(text, surroundings),
            Input::Event(name) => self.event(name, surroundings),
            Input::Observe(cell) => self.observe(cell, surroundings),
            Input::Assert(assertion) => self.assert(assertion, surroundings),
            Input::Act(act) => self.act(act, surroundings),
            Input::Author(AuthorCommand::Assert(assertion)) => self.assert(assertion, surroundings),
            Input::Author(AuthorCommand::Alias { alias, entity }) => self.alias(alias, entity),
            Input::Author(AuthorCommand::Migrate { project }) => {
                self.migrate(*project, surroundings)
            }
        }
    }

    fn message(&mut self, text: &str, surroundings: &Surroundings) {
        match self
            .state
            .obligation
            .as_ref()
            .map(|open| open.obligation.awaits)
        {
            Some(Awaits::Answer) => self.answer(&Raw::Text(text.to_owned()), true, surroundings),
            Some(Awaits::Event) => self.not_now(),
            None => match self.project.otherwise.clone() {
                Some(otherwise) => self.say_text(ItemKind::Statement, &otherwise, None),
                None => self.say(ItemKind::Statement, &words::recorded(), None),
            },
        }
    }

    fn event(&mut self, name: &Name, surroundings: &Surroundings) {
        let awaited = self
            .state
            .obligation
            .as_ref()
            .filter(|open| open.obligation.awaits == Awaits::Event);
        match awaited {
            Some(open) if flow::awaited_event(&self.project, &open.obligation.part) == *name => {
                self.close(Closed::Passed);
                self.advance(surroundings);
            }
            Some(_) | None => self.not_now(),
        }
    }

    /// What an input that is not awaited gets: what is awaited instead.
    fn not_now(&mut self) {
        let awaited = match &self.state.obligation {
            None => words::awaits_nothing(),
            Some(open) => match open.obligation.awaits {
                Awaits::Answer => words::awaits_answer(&open.item.text),
                Awaits::Event => {
                    words::awaits_event(&flow::awaited_event(&self.project, &open.obligation.part))
                }
            },
        };
        let reason = Phrase::new(
            words::not_now(&awaited.en).en,
            words::not_now(&awaited.fr).fr,
        );
        self.refuse("not-now", "input", &reason);
    }

    // Answers.

    /// An answer to the open question, as a person wrote it or as a host understood it.
    fn answer(&mut self, raw: &Raw, as_said: bool, surroundings: &Surroundings) {
        let Some(open) = self.state.open_question() else {
            return self.not_now();
        };
        let part = open.obligation.part.clone();
        let last_try = open.refused + 1 >= open.obligation.tries.0;
        match self.read_answer(&part, raw, as_said) {
            Ok((cell, value)) => {
                self.accept(&part, &cell, value, Method::Testimony);
                self.close(Closed::Answered);
                self.advance(surroundings);
            }
            Err((code, reason)) => {
                self.push(Event::AnswerRefused(AnswerRefused {
                    code: Name::from(code),
                    part: part.clone(),
                }));
                self.refuse(code, &part, &reason);
                if last_try {
                    self.close(Closed::GivenUp);
                    self.say(ItemKind::Statement, &words::gave_up(), None);
                    self.advance(surroundings);
                } else {
                    self.ask_again();
                }
            }
        }
    }

    /// The value that an answer means for a question, with the cell it settles.
    fn read_answer(
        &self,
        part: &str,
        raw: &Raw,
        as_said: bool,
    ) -> Result<(Cell, Value), (&'static str, Phrase)> {
        let project = self.project.clone();
        let Some(PartKind::Ask { cell, choices, .. }) = project.part(part).map(|part| &part.kind)
        else {
            return Err(("unknown-slot", words::unknown_slot(part)));
        };
        let Some(attribute) = project.attribute(cell) else {
            return Err(("unknown-cell", words::unknown_cell(&cell.to_string(), None)));
        };
        let value = match raw {
            Raw::Text(text) if as_said => {
                answer::parse(&project, &self.state, attribute, choices, text)
                    .map_err(|refusal| (refusal.code, refusal.reason))?
            }
            Raw::Null
            | Raw::Bool(_)
            | Raw::Number(_)
            | Raw::Text(_)
            | Raw::List(_)
            | Raw::Map(_)
            | Raw::Confidential(_) => self
                .typed(&cell.to_string(), raw, attribute)
                .map_err(|reason| ("wrong-type", reason))?,
        };
        Ok((cell.clone(), value))
    }

    fn accept(&mut self, part: &Name, cell: &Cell, value: Value, method: Method) {
        self.push(Event::AnswerAccepted(AnswerAccepted {
            part: part.clone(),
            value: value.clone(),
        }));
        self.changes.accepted.push(Accepted {
            part: part.clone(),
            value: value.clone(),
        });
        self.settle(cell, value, method, Provenance::Input, None, None);
    }

    /// The open question once more, word for word.
    fn ask_again(&mut self) {
        if let Some(open) = self.state.obligation.clone() {
            let id = self.next_item_id();
            self.push(Event::Said(Item { id, ..open.item }));
        }
    }

    fn close(&mut self, how: Closed) {
        if let Some(open) = &self.state.obligation {
            let closed = ObligationClosed {
                how,
                item: open.obligation.item.clone(),
                part: open.obligation.part.clone(),
            };
            self.push(Event::ObligationClosed(closed));
        }
    }

    // Acts: what a host with its own language understanding already knows.

    fn act(&mut self, act: &Act, surroundings: &Surroundings) {
        match act.act {
            ActKind::Affirm => self.answer(&Raw::Bool(true), false, surroundings),
            ActKind::Negate => self.answer(&Raw::Bool(false), false, surroundings),
            ActKind::Select => match &act.value {
                Some(value) => self.answer(value, matches!(value, Raw::Text(_)), surroundings),
                None => self.refuse("bad-act", "act", &words::act_needs("`value`")),
            },
            ActKind::Request => match self
                .state
                .open_question()
                .map(|open| open.obligation.part.clone())
            {
                Some(part) => {
                    let project = self.project.clone();
                    if let Some(PartKind::Ask { why: Some(why), .. }) =
                        project.part(&part).map(|part| &part.kind)
                    {
                        self.say_text(ItemKind::Statement, why, None);
                    }
                    self.ask_again();
                }
                None => self.not_now(),
            },
            ActKind::Inform | ActKind::Correct => {
                let (Some(slot), Some(value)) = (&act.slot, &act.value) else {
                    return self.refuse("bad-act", "act", &words::act_needs("`slot`, `value`"));
                };
                self.inform(slot, value, act.act == ActKind::Correct, surroundings);
            }
        }
    }

    fn inform(&mut self, slot: &Name, value: &Raw, corrects: bool, surroundings: &Surroundings) {
        let Some(part) = self.part_of_slot(slot) else {
            return self.refuse("unknown-slot", slot, &words::unknown_slot(slot));
        };
        let as_said = matches!(value, Raw::Text(_));
        if !corrects
            && self
                .state
                .open_question()
                .is_some_and(|open| open.obligation.part == part)
        {
            return self.answer(value, as_said, surroundings);
        }
        match self.read_answer(&part, value, as_said) {
            Ok((cell, value)) => {
                if self.may_settle(&cell, &value, None, None) {
                    self.accept(&part, &cell, value, Method::Testimony);
                }
                self.after_settling(surroundings);
            }
            Err((code, reason)) => self.refuse(code, &part, &reason),
        }
    }

    /// A slot is a question's id, its cell, or its cell's attribute.
    fn part_of_slot(&self, slot: &str) -> Option<Name> {
        let flow = self.project.flow.as_ref()?;
        let asks = |part: &&Part, wanted: &dyn Fn(&Cell) -> bool| matches!(&part.kind, PartKind::Ask { cell, .. } if wanted(cell));
        flow.parts
            .iter()
            .find(|part| &*part.id == slot && matches!(part.kind, PartKind::Ask { .. }))
            .or_else(|| {
                flow.parts
                    .iter()
                    .find(|part| asks(part, &|cell| cell.to_string() == slot))
            })
            .or_else(|| {
                flow.parts
                    .iter()
                    .find(|part| asks(part, &|cell| &*cell.attribute == slot))
            })
            .map(|part| part.id.clone())
    }

    // Facts.

    fn assert(&mut self, assertion: &Assertion, surroundings: &Surroundings) {
        for (path, raw) in &assertion.values {
            let Some((cell, attribute)) = self.find_cell(path) else {
                continue;
            };
            match self.typed(path, raw, &attribute) {
                Ok(value) => {
                    if self.may_settle(&cell, &value, assertion.source.as_ref(), assertion.version)
                    {
                        self.settle(
                            &cell,
                            value,
                            Method::Assertion,
                            Provenance::Input,
                            assertion.source.clone(),
                            assertion.version,
                        );
                    }
                }
                Err(reason) => self.refuse("wrong-type", path, &reason),
            }
        }
        self.after_settling(surroundings);
    }

    /// A fact may answer the open question, or let the flow go on.
    fn after_settling(&mut self, surroundings: &Surroundings) {
        let project = self.project.clone();
        let answered = self.state.open_question().is_some_and(|open| {
            matches!(project.part(&open.obligation.part).map(|part| &part.kind), Some(PartKind::Ask { cell, .. }) if self.canon().is_settled(cell))
        });
        if answered {
            self.close(Closed::Settled);
        }
        if self.state.obligation.is_none() {
            self.advance(surroundings);
        }
    }

    fn find_cell(&mut self, path: &str) -> Option<(Cell, Attribute)> {
        let found = path
            .parse::<Cell>()
            .ok()
            .and_then(|cell| Some((cell.clone(), self.project.attribute(&cell)?.clone())));
        if found.is_none() {
            let known: Vec<String> = self.project.cells().map(|cell| cell.to_string()).collect();
            let near = logic::text::nearest(path, known.iter().map(String::as_str));
            self.refuse("unknown-cell", path, &words::unknown_cell(path, near));
        }
        found
    }

    fn typed(&self, path: &str, raw: &Raw, attribute: &Attribute) -> Result<Value, Phrase> {
        let sort_of = |id: &str| {
            self.project
                .entities
                .get(id)
                .map(|entity| entity.sort.clone())
        };
        answer::typed(
            path,
            raw,
            &attribute.kind,
            attribute,
            &sort_of,
            &self.project.sorts,
        )
    }

    /// Whether a value may be written to a cell; says why not. An equal value is no change at all.
    fn may_settle(
        &mut self,
        cell: &Cell,
        value: &Value,
        source: Option<&Name>,
        version: Option<Count>,
    ) -> bool {
        let Some(attribute) = self.project.attribute(cell) else {
            return false;
        };
        if attribute.changes {
            return self.is_fresh(cell, value, source, version);
        }
        if !self.canon().is_settled(cell) {
            return true;
        }
        match self.canon().value(cell) {
            Some(known) if known == *value => {}
            Some(known) => self.refuse(
                "already-fixed",
                &cell.to_string(),
                &words::already_fixed(&cell.to_string(), &known.show()),
            ),
            None => self.refuse(
                "already-fixed",
                &cell.to_string(),
                &words::value_erased(&cell.to_string()),
            ),
        }
        false
    }

    /// A source's record must be newer, by its own count, than the last one it gave.
    fn is_fresh(
        &mut self,
        cell: &Cell,
        value: &Value,
        source: Option<&Name>,
        version: Option<Count>,
    ) -> bool {
        let Some(fluent) = self.state.fluents.get(cell) else {
            return true;
        };
        if let Some(source) = source
            && version.is_none()
            && let Some(known) = fluent.versions.get(source).copied()
        {
            self.refuse(
                "stale",
                &cell.to_string(),
                &words::unversioned(&cell.to_string(), source, known),
            );
            return false;
        }
        if let (Some(source), Some(version)) = (source, version)
            && let Some(known) = fluent.versions.get(source).copied()
            && version.0 <= known
        {
            if version.0 < known || fluent.value.as_ref() != Some(value) {
                self.refuse(
                    "stale",
                    &cell.to_string(),
                    &words::stale(&cell.to_string(), source, known, version.0),
                );
            }
            return false;
        }
        true
    }

    fn settle(
        &mut self,
        cell: &Cell,
        value: Value,
        method: Method,
        provenance: Provenance,
        source: Option<Name>,
        version: Option<Count>,
    ) {
        let changes = self
            .project
            .attribute(cell)
            .is_some_and(|attribute| attribute.changes);
        self.changes.fixed.push(Settled {
            cell: cell.clone(),
            value: value.clone(),
        });
        self.push(if changes {
            Event::FluentSet(FluentSet {
                cell: cell.clone(),
                method,
                source,
                value,
                version,
            })
        } else {
            Event::FactFixed(FactFixed {
                cell: cell.clone(),
                method,
                provenance,
                source,
                value,
            })
        });
    }

    fn observe(&mut self, cell: &Cell, surroundings: &Surroundings) {
        let Some((cell, attribute)) = self.find_cell(&cell.to_string()) else {
            return;
        };
        if attribute.confidential {
            return self.refuse(
                "confidential",
                &cell.to_string(),
                &words::confidential(&cell.to_string()),
            );
        }
        if let Some(value) = self.canon().value(&cell) {
            return self.tell(&cell, &value, None);
        }
        if self.canon().is_settled(&cell) {
            return self.refuse(
                "erased",
                &cell.to_string(),
                &words::value_erased(&cell.to_string()),
            );
        }
        self.collapse(&cell, &attribute, None, surroundings);
        if self.needs.is_empty() {
            self.after_settling(surroundings);
        }
    }

    /// Settles an open cell and tells it, or says why not. True if the flow may go on.
    fn collapse(
        &mut self,
        cell: &Cell,
        attribute: &Attribute,
        part: Option<&Name>,
        surroundings: &Surroundings,
    ) -> bool {
        let canon = self.canon();
        let may_ask = self.state.heard.len() < limits::TURN_REQUESTS;
        let (input, resumes) = (&self.input, self.state.resumes);
        match collapse(
            &canon,
            input,
            surroundings.generator,
            cell,
            attribute,
            resumes,
            may_ask,
        ) {
            Collapsed::Fixed { value, provenance } => {
                self.settle(
                    cell,
                    value.clone(),
                    Method::Observation,
                    provenance,
                    None,
                    None,
                );
                self.tell(cell, &value, part);
            }
            Collapsed::Needs(request) => {
                self.needs.push(*request);
                return false;
            }
            Collapsed::Failed => self.refuse_at(
                "not-generated",
                &cell.to_string(),
                &words::not_generated(&cell.to_string()),
                part,
            ),
            Collapsed::Undefined => self.refuse_at(
                "not-generated",
                &cell.to_string(),
                &words::open_cell(&cell.to_string()),
                part,
            ),
        }
        true
    }

    fn tell(&mut self, cell: &Cell, value: &Value, part: Option<&Name>) {
        let text = match value {
            Value::Text(text) => text.to_string(),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => words::value_of(&cell.to_string(), &value.show())
                .in_language(self.state.language())
                .to_owned(),
        };
        self.push_item(ItemKind::Telling, text, Vec::new(), part, Vec::new());
    }

    // Author commands.

    fn alias(&mut self, alias: &str, entity: &Name) {
        let folded = logic::text::fold(alias);
        if !self.project.entities.contains_key(&**entity) {
            return self.refuse("unknown-entity", entity, &words::unknown_entity(entity));
        }
        let declared = self
            .project
            .entities
            .iter()
            .find(|(id, known)| {
                std::iter::once(&known.name)
                    .chain(&known.aliases)
                    .any(|name| logic::text::fold(name) == folded)
                    || logic::text::fold(id) == folded
            })
            .map(|(id, _)| id.clone());
        match declared.or_else(|| self.state.aliases.get(&folded).cloned()) {
            Some(known) if known != *entity => {
                self.refuse("alias-taken", alias, &words::alias_taken(alias, &known))
            }
            Some(_) => self.say(
                ItemKind::Statement,
                &words::alias_learned(alias, entity),
                None,
            ),
            None if folded.is_empty() => self.refuse("blank", alias, &words::act_needs("`alias`")),
            None => {
                self.push(Event::AliasLearned(AliasLearned {
                    alias: alias.to_owned(),
                    entity: entity.clone(),
                }));
                self.say(
                    ItemKind::Statement,
                    &words::alias_learned(alias, entity),
                    None,
                );
            }
        }
    }

    fn migrate(&mut self, to: Digest, surroundings: &Surroundings) {
        let from = self.project.hash;
        if to == from {
            return self.say(ItemKind::Statement, &words::moved(), None);
        }
        let Some(target) = (surroundings.projects)(to) else {
            return self.refuse(
                "unknown-project",
                &to.to_string(),
                &words::cannot_move("it is not in the store"),
            );
        };
        let problems = misfits(&self.state, &target);
        if !problems.is_empty() {
            return self.refuse(
                "needs-migration",
                &to.to_string(),
                &words::cannot_move(&problems.join("; ")),
            );
        }
        self.push(Event::ProjectMoved(ProjectMoved { from, to }));
        self.project = target;
        self.say(ItemKind::Statement, &words::moved(), None);
        if self.state.obligation.is_none() {
            self.advance(surroundings);
        }
    }

    // The flow.

    /// Goes on through statements and generated parts until something is awaited or the flow ends.
    fn advance(&mut self, surroundings: &Surroundings) {
        let project = self.project.clone();
        while let Some((flow, index)) = project.flow.as_ref().zip(flow::next(&self.canon())) {
            if self.events.len() + 8 > limits::TURN_EVENTS {
                self.stopped = Some("turn-too-long".to_owned());
                return self.say(ItemKind::Refusal, &words::turn_too_long(), None);
            }
            if !self.enter(&flow.parts[index], surroundings) {
                return;
            }
        }
    }

    /// Enters one part; true if the flow goes on behind it in the same turn.
    fn enter(&mut self, part: &Part, surroundings: &Surroundings) -> bool {
        match &part.kind {
            PartKind::Say { text } => {
                self.say_part(ItemKind::Statement, text, part, Vec::new());
                true
            }
            PartKind::Tell { cell } => match (
                self.canon().value(cell),
                self.project.attribute(cell).cloned(),
            ) {
                (Some(value), _) => {
                    self.tell(cell, &value, Some(&part.id));
                    true
                }
                (None, Some(attribute)) => {
                    self.collapse(cell, &attribute, Some(&part.id), surroundings)
                }
                (None, None) => {
                    self.refuse_at(
                        "unknown-cell",
                        &cell.to_string(),
                        &words::unknown_cell(&cell.to_string(), None),
                        Some(&part.id),
                    );
                    true
                }
            },
            PartKind::Ask {
                text,
                tries,
                choices,
                ..
            } => {
                let shown = choices
                    .iter()
                    .map(|option| Choice {
                        value: option.value.clone(),
                        label: answer::label(&self.project, &self.state, option),
                    })
                    .collect();
                self.open(
                    ItemKind::Question,
                    text,
                    part,
                    shown,
                    Awaits::Answer,
                    *tries,
                );
                false
            }
            PartKind::Gate { text, .. } => {
                self.open(ItemKind::Gate, text, part, Vec::new(), Awaits::Event, 0);
                false
            }
        }
    }

    fn open(
        &mut self,
        kind: ItemKind,
        text: &Text,
        part: &Part,
        choices: Vec<Choice>,
        awaits: Awaits,
        tries: u64,
    ) {
        let item = self.say_part(kind, text, part, choices);
        self.push(Event::ObligationOpened(Obligation {
            awaits,
            item,
            part: part.id.clone(),
            tries: Count(tries),
        }));
    }

    // Saying things.

    fn say(&mut self, kind: ItemKind, phrase: &Phrase, part: Option<&Name>) {
        let text = phrase.in_language(self.state.language()).to_owned();
        self.push_item(kind, text, Vec::new(), part, Vec::new());
    }

    fn refuse(&mut self, code: &str, what: &str, reason: &Phrase) {
        self.refuse_at(code, what, reason, None);
    }

    fn refuse_at(&mut self, code: &str, what: &str, reason: &Phrase, part: Option<&Name>) {
        let reason_text = reason.in_language(self.state.language()).to_owned();
        self.changes.refused.push(Refused {
            code: Name::from(code),
            reason: reason_text,
            what: what.to_owned(),
        });
        self.say(ItemKind::Refusal, reason, part);
    }

    fn say_text(&mut self, kind: ItemKind, text: &Text, part: Option<&Name>) {
        let (rendered, spans) = self.render(text, &BTreeSet::new());
        self.push_item(kind, rendered, Vec::new(), part, spans);
    }

    fn say_part(
        &mut self,
        kind: ItemKind,
        text: &Text,
        part: &Part,
        choices: Vec<Choice>,
    ) -> ItemId {
        let (rendered, spans) = self.render(text, &part.shows);
        self.push_item(kind, rendered, choices, Some(&part.id), spans)
    }

    /// The text in the session's language. A hole is never shown: the text is replaced by a stated
    /// refusal, and the refusal is counted.
    fn render(&mut self, text: &Text, shows: &BTreeSet<Cell>) -> (String, Vec<ConfidentialSpan>) {
        let language = self.state.language().to_owned();
        let Some(template) = text.template(&language) else {
            return (String::new(), Vec::new());
        };
        let paths = self.project.templates.all_paths(template);
        let mut confidential = Vec::new();
        let context = self.canon().context(&paths, &mut confidential);
        match self.project.templates.render(template, &context) {
            Ok(rendered) => spans(rendered, &confidential, shows),
            Err(hole) => {
                let reason = words::hole(&hole.path).in_language(&language).to_owned();
                self.changes.refused.push(Refused {
                    code: Name::from("template-hole"),
                    reason: reason.clone(),
                    what: hole.path,
                });
                (reason, Vec::new())
            }
        }
    }

    fn push_item(
        &mut self,
        kind: ItemKind,
        text: String,
        choices: Vec<Choice>,
        part: Option<&Name>,
        confidential: Vec<ConfidentialSpan>,
    ) -> ItemId {
        let id = self.next_item_id();
        let flow = part
            .and_then(|_| self.project.flow.as_ref())
            .map(|flow| flow.id.clone());
        self.push(Event::Said(Item {
            id: id.clone(),
            kind,
            text,
            choices,
            flow,
            part: part.cloned(),
            confidential,
        }));
        id
    }

    fn next_item_id(&mut self) -> ItemId {
        self.said += 1;
        ItemId(Name::from(format!(
            "{}.{}",
            self.state.turns + 1,
            self.said
        )))
    }

    fn canon(&self) -> Canon<'_> {
        Canon::new(&self.project, &self.state, self.now)
    }

    fn push(&mut self, event: Event) {
        let entry = Entry {
            seq: self.state.seq + 1,
            at: self.now,
            cause: self.input.clone(),
            content: EntryContent::Event(event),
        };
        if let Err(error) = self.state.evolve(&entry) {
            panic!("a decision that cannot be folded: {error}");
        }
        if let EntryContent::Event(event) = entry.content {
            self.events.push(event);
        }
    }

    fn end(mut self) -> Step {
        if !self.needs.is_empty() {
            return Step::Ask(self.needs);
        }
        // The view is the one of the state after the turn, so it is taken at the turn's moment.
        self.state.decided_at = Some(self.now);
        let view = view(&self.project, &self.state);
        let changes = std::mem::take(&mut self.changes);
        let stopped = self.stopped.take();
        self.push(Event::TurnEnded(TurnEnded {
            changes,
            stopped,
            view,
        }));
        Step::Append(self.events)
    }
}

/// Replaces the marks of confidential values by spans, and by nothing but the mark where the part
/// does not declare them.
fn spans(
    rendered: String,
    confidential: &[(String, Digest)],
    shows: &BTreeSet<Cell>,
) -> (String, Vec<ConfidentialSpan>) {
    if confidential.is_empty() {
        return (rendered, Vec::new());
    }
    let (mut text, mut spans, mut rest) = (String::new(), Vec::new(), rendered.as_str());
    while let Some((at, mark, digest)) = confidential
        .iter()
        .filter_map(|(mark, digest)| rest.find(mark.as_str()).map(|at| (at, mark, *digest)))
        .min_by_key(|found| found.0)
    {
        text.push_str(&rest[..at]);
        if !shows.is_empty() {
            spans.push(ConfidentialSpan {
                at: Count(text.len() as u64),
                value: digest,
            });
        }
        text.push_str(CONFIDENTIAL_MARK);
        rest = &rest[at + mark.len()..];
    }
    text.push_str(rest);
    (text, spans)
}

/// Why a session cannot go on with another version of its project.
fn misfits(state: &State, target: &Project) -> Vec<String> {
    let mut problems = Vec::new();
    let cells: BTreeSet<&Cell> = state
        .facts
        .iter()
        .map(|(cell, _)| cell)
        .chain(state.fluents.iter().map(|(cell, _)| cell))
        .collect();
    for cell in cells {
        match target.attribute(cell) {
            None => problems.push(format!("there is no {cell}")),
            Some(attribute) => {
                let value = state.fluents.get(cell).map_or_else(
                    || state.facts.get(cell).and_then(|fact| fact.value.clone()),
                    |fluent| fluent.value.clone(),
                );
                if value.is_some_and(|value| !fits(&value, attribute, target)) {
                    problems.push(format!("{cell} no longer takes its value"));
                }
            }
        }
    }
    for part in state
        .obligation
        .iter()
        .map(|open| &open.obligation.part)
        .chain(&state.cursor)
    {
        if target.part(part).is_none() {
            problems.push(format!("there is no part {part}"));
        }
    }
    if !target.speaks(state.language()) {
        problems.push(format!("it does not speak {}", state.language()));
    }
    problems.dedup();
    problems
}

fn fits(value: &Value, attribute: &Attribute, target: &Project) -> bool {
    let raw = match value {
        Value::Null => Raw::Null,
        Value::Bool(truth) => Raw::Bool(*truth),
        Value::Number(number) => Raw::Number(number.to_string()),
        Value::Symbol(name) | Value::Entity(name) => Raw::Text(name.to_string()),
        Value::Date(date) => Raw::Text(date.to_string()),
        Value::Instant(instant) => Raw::Text(instant.to_string()),
        Value::Text(text) => Raw::Text(text.to_string()),
        Value::Set(names) => Raw::List(
            names
                .iter()
                .map(|name| Raw::Text(name.to_string()))
                .collect(),
        ),
        Value::List(_) => return true,
        Value::Confidential(digest) => Raw::Confidential(*digest),
    };
    let sort_of = |id: &str| target.entities.get(id).map(|entity| entity.sort.clone());
    answer::typed(
        &attribute.name,
        &raw,
        &attribute.kind,
        attribute,
        &sort_of,
        &target.sorts,
    )
    .is_ok_and(|typed| typed == *value)
}
