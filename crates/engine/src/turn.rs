//! The turn: from a pending input to what is appended. The only place that produces events.
//!
//! `step` is a pure function of project and state. It looks at the input first, never at the state
//! alone, and always says something: every input ends in a `TurnEnded`. If a model must be asked it
//! returns the requests instead, and is called again with what was heard.

mod answers;
mod asked;
mod author;
mod facts;
mod said;
mod say;

use crate::answer;
use crate::canon::Canon;
use crate::collapse::{Collapsed, Generator, Wishes, is_open, prompt_paths};
use crate::event::{Awaits, Broken, Closed, Event, Heard, Obligation, TurnEnded};
use crate::field::Field;
use crate::flow;
use crate::input::{AuthorCommand, Input, Raw};
use crate::item::{Choice, Count, ItemKind};
use crate::limits;
use crate::project::{Part, PartKind, Project, Text};
use crate::request::{Outcome, Request};
use crate::state::{Entry, EntryContent, PendingInput, State};
use crate::view::{Changes, view};
use crate::words;
use logic::holds::Facts;
use logic::text::Phrase;
use logic::value::{Cell, Digest, Instant, Name};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a host does next for a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Append these as one batch: the whole decision of the turn, reply included.
    Append(Vec<Event>, Cost),
    /// Ask a model, journal what is heard (`heard`), and step again.
    Ask(Vec<Request>),
    /// Nothing is pending.
    Done,
}

/// Work of the field, counted exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// How often a rule was propagated.
    pub revisions: u64,
    /// Values that were tried to complete the world.
    pub nodes: u64,
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
        Step::Append(events, _) => events,
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
    cost: Cost,
    wishes: Wishes,
    /// The state at the turn's beginning. Models are told about it, so that what is asked for together, or
    /// again, is asked in the same words.
    began: State,
    /// What the value that is settled next breaks, with its reasons.
    broke: Vec<Broken>,
}

impl Draft {
    /// For the input that is pending first.
    fn new(project: &Arc<Project>, state: &State) -> Option<Draft> {
        let pending = state.pending.front()?;
        let mut tentative = state.clone();
        tentative.catch_up(project);
        Some(Draft {
            project: project.clone(),
            began: tentative.clone(),
            state: tentative,
            events: Vec::new(),
            changes: Changes::default(),
            needs: Vec::new(),
            now: pending.at,
            input: pending.id.clone(),
            said: 0,
            stopped: None,
            cost: Cost::default(),
            wishes: Wishes::of(project),
            broke: Vec::new(),
        })
    }

    /// Matches on the input before anything else: no state can keep a message from being dealt with.
    fn decide(&mut self, input: &Input, surroundings: &Surroundings) {
        match input {
            Input::Message(text) => self.message(text, surroundings),
            Input::Event(name) => self.event(name, surroundings),
            Input::Observe(cell) => self.observe(cell, surroundings),
            Input::ObserveWith(look) => self.look(look, surroundings),
            Input::Assert(assertion) => self.assert(assertion, surroundings),
            Input::Tell(tell) => self.told_by(tell, surroundings),
            Input::Act(act) => self.act(act, surroundings),
            Input::Author(AuthorCommand::Assert(assertion)) => self.assert(assertion, surroundings),
            Input::Author(AuthorCommand::Alias { alias, entity }) => self.alias(alias, entity),
            Input::Author(AuthorCommand::Constrain {
                formula,
                strength,
                because,
            }) => self.constrain(formula, *strength, because.as_deref()),
            Input::Author(AuthorCommand::Lift {
                constraint,
                because,
            }) => self.lift(*constraint, because),
            Input::Author(AuthorCommand::Confirm { testimony }) => self.confirm(*testimony),
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
            Some(Awaits::Event) | None if self.moved_or_asked(text, surroundings) => {}
            Some(Awaits::Event) => self.not_now(),
            // A turn that was stopped, or a guard that only time opened, left parts behind.
            None if self.next_part().is_some() => self.advance(surroundings),
            None => match self.project.otherwise.clone() {
                Some(otherwise) => self.say_text(ItemKind::Statement, &otherwise, None),
                None => self.say(ItemKind::Statement, &words::recorded(), None),
            },
        }
    }

    /// A message may change the scene, ask about something, or both.
    fn moved_or_asked(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let moved = self.scene_follows(Some(text), None);
        let asked = self.asked_about(text, surroundings);
        if moved && !asked {
            let scene = self.canon().scene().clone();
            let place = scene
                .place
                .as_ref()
                .and_then(|place| self.project.entities.get(place));
            let place = place.map(|place| place.name.clone());
            self.say(
                ItemKind::Statement,
                &words::scene_changed(place.as_deref()),
                None,
            );
        }
        moved || asked
    }

    fn event(&mut self, name: &Name, surroundings: &Surroundings) {
        let moved = self.scene_follows(None, Some(name));
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
            Some(_) | None if moved => {
                let scene = self.canon().scene().clone();
                let place = scene
                    .place
                    .as_ref()
                    .and_then(|place| self.project.entities.get(place));
                let place = place.map(|place| place.name.clone());
                self.say(
                    ItemKind::Statement,
                    &words::scene_changed(place.as_deref()),
                    None,
                );
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

    /// Goes on through statements and generated parts until something is awaited or the flow ends.
    fn advance(&mut self, surroundings: &Surroundings) {
        let project = self.project.clone();
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
    }

    /// The part that is due, with a word if one was passed over because its guard took too long.
    fn next_part(&mut self) -> Option<usize> {
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
        let mut missing: BTreeSet<String> =
            first.tells().map(Cell::to_string).into_iter().collect();
        for part in behind {
            let Some(cell) = part.tells().filter(|_| part.when.is_none()) else {
                return;
            };
            let canon = self.canon();
            let Some(attribute) = self.project.attribute(cell) else {
                return;
            };
            let depends = |path: &String| !path.contains('.') || missing.contains(path);
            if prompt_paths(&canon, attribute).iter().any(depends) {
                return;
            }
            if is_open(&canon, cell)
                && let Collapsed::Needs(request) =
                    self.collapsed(cell, attribute, surroundings.generator)
            {
                self.needs.push(*request);
            }
            missing.insert(cell.to_string());
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

    fn field(&self) -> Field<'_> {
        let field = self.state.field(&self.project);
        field.expect("a tentative state has its field")
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
        let mut changes = std::mem::take(&mut self.changes);
        // What was fixed in the end is not news as something narrowed.
        let fixed: BTreeSet<Cell> = changes
            .fixed
            .iter()
            .map(|fixed| fixed.cell.clone())
            .collect();
        changes
            .narrowed
            .retain(|narrowed| !fixed.contains(&narrowed.cell));
        let stopped = self.stopped.take();
        self.push(Event::TurnEnded(Box::new(TurnEnded {
            changes,
            stopped,
            view,
        })));
        Step::Append(self.events, self.cost)
    }
}
