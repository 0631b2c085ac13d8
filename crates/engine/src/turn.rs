//! The turn: from a pending input to what is appended. The only place that produces events.
//!
//! `step` is a pure function of project and state. It looks at the input first, never at the state
//! alone, and always says something: every input ends in a `TurnEnded`. If a model must be asked it
//! returns the requests instead, and is called again with what was heard.

mod acts;
mod answers;
mod aside;
mod asked;
mod assent;
mod author;
mod correcting;
mod elsewhere;
mod facts;
mod heard;
mod looked;
mod merge;
mod naming;
mod numbered;
mod offers;
mod parts;
mod pending;
mod picking;
mod replies;
mod revise;
mod said;
mod say;
mod selection;
mod settle;
mod understood;
mod unmade;
mod worded;

use crate::answer;
use crate::canon::Canon;
use crate::collapse::{Generator, Wishes};
use crate::event::{Awaits, Broken, Closed, Event, Heard, TurnEnded};
use crate::field::Field;
use crate::flow;
use crate::input::{AuthorCommand, Input};
use crate::item::{Choice, Count, ItemKind};
use crate::project::Project;
use crate::request::{Outcome, Request};
use crate::state::{Entry, EntryContent, PendingInput, State};
use crate::view::{Changes, view};
use crate::words;
use logic::text::Phrase;
use logic::value::{Cell, Digest, Instant, Name};
use std::collections::BTreeSet;
use std::sync::Arc;

pub use author::fits;
pub use settle::in_the_way;

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
    step_from(project, state.clone(), surroundings).0
}

/// The same from a state that nobody else needs, with the state that the events of a decision lead to.
pub fn step_from(
    project: &Arc<Project>,
    state: State,
    surroundings: &Surroundings,
) -> (Step, Option<Box<State>>) {
    let Some(mut draft) = Draft::new(project, state) else {
        return (Step::Done, None);
    };
    draft.generator = surroundings.generator;
    let began = draft.began.clone();
    match began.pending.front().map(|pending| &pending.what) {
        Some(PendingInput::Opening) => draft.advance(surroundings),
        Some(PendingInput::Input(input)) => draft.decide(input, surroundings),
        Some(PendingInput::Erased) | None => {}
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
    let Some(mut draft) = Draft::new(project, state.clone()) else {
        return Vec::new();
    };
    draft.stopped = Some("gave-up".to_owned());
    draft.refuse("gave-up", "input", &words::turn_given_up());
    match draft.end().0 {
        Step::Append(events, _) => events,
        Step::Ask(_) | Step::Done => Vec::new(),
    }
}

/// A decision in the making: a tentative state, and the events that lead to it.
#[derive(Clone)]
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
    generator: Generator,
    /// The state at the turn's beginning.
    began: Arc<State>,
    /// What models are told about: the turn's beginning, with what was answered since. What is asked for
    /// together, or again, is asked in the same words.
    asking: Arc<State>,
    /// Something was answered or asserted since that state was taken.
    told_more: bool,
    /// What the value that is settled next breaks, with its reasons.
    broke: Vec<Broken>,
    /// What stands in the way of what was refused as incoherent, by its entries.
    conflicts: BTreeSet<u64>,
    /// What the answer that is refused next may have meant.
    meant: Option<Choice>,
}

impl Draft {
    /// For the input that is pending first.
    fn new(project: &Arc<Project>, state: State) -> Option<Draft> {
        let pending = state.pending.front()?;
        let (now, input) = (pending.at, pending.id.clone());
        let mut draft = Draft::over(project, state);
        draft.now = now;
        draft.input = input;
        Some(draft)
    }

    /// For no input at all: to see what would be decided.
    fn over(project: &Arc<Project>, mut state: State) -> Draft {
        let now = state.now();
        state.catch_up(project);
        let began = Arc::new(state.clone());
        Draft {
            project: project.clone(),
            began: began.clone(),
            asking: began,
            told_more: false,
            state,
            events: Vec::new(),
            changes: Changes::default(),
            needs: Vec::new(),
            now,
            input: String::new(),
            said: 0,
            stopped: None,
            cost: Cost::default(),
            wishes: Wishes::of(project),
            generator: Generator::Offline,
            broke: Vec::new(),
            conflicts: BTreeSet::new(),
            meant: None,
        }
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
            Input::Author(AuthorCommand::Merge {
                gone,
                kept,
                because,
            }) => self.merge(gone, kept, because.as_deref(), surroundings),
            Input::Author(AuthorCommand::Settle {
                because,
                incoherence,
                kind,
                yields,
            }) => {
                let settlement = settle::Settlement {
                    incoherence: *incoherence,
                    yields: *yields,
                    kind: *kind,
                    because,
                };
                self.settle_incoherence(&settlement, surroundings);
            }
            Input::Author(AuthorCommand::Migrate { project }) => {
                self.migrate(*project, surroundings)
            }
        }
    }

    fn message(&mut self, text: &str, surroundings: &Surroundings) {
        let awaits = self
            .state
            .obligation
            .as_ref()
            .map(|open| open.obligation.awaits);
        match awaits {
            Some(Awaits::Answer) => self.answer_message(text, surroundings),
            Some(Awaits::Validation) => self.mirror_message(text, surroundings),
            Some(Awaits::Event) if self.beside_gate(text, surroundings) => {}
            Some(Awaits::Event) if self.awaits_making() => self.retry(surroundings),
            None if self.resumed(text, surroundings) => {}
            None if self.begun_anew(text, surroundings) => {}
            None if self.state.edition() >= 4 && self.corrected(text, surroundings) => {}
            None if self.picked_beside(text, surroundings) => {}
            None if self.wanted(text) => {}
            Some(Awaits::Event) | None if self.moved_or_asked(text, surroundings) => {}
            Some(Awaits::Event) => self.not_now(),
            // A turn that was stopped, or a guard that only time opened, left parts behind.
            None if self.next_part().is_some() => self.advance(surroundings),
            None if self.is_resumable() => {
                self.say(ItemKind::Statement, &words::resumable(), None);
            }
            None if self.replied(text) => {}
            None => match self.project.otherwise.clone() {
                Some(otherwise) => self.say_text(ItemKind::Statement, &otherwise, None),
                None if self.weighs() && self.project.flow.is_some() => {
                    self.say(ItemKind::Statement, &words::changes_nothing(), None);
                }
                None => self.say(ItemKind::Statement, &words::recorded(), None),
            },
        }
    }

    /// What people say before a button, if it is no more than that.
    fn beside_gate(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        if self.state.edition() < 4 {
            return false;
        }
        if self.retried(text, surroundings) {
            return true;
        }
        if let Some(aside) = answer::aside(text, self.state.edition()) {
            self.aside(aside, surroundings);
            return true;
        }
        self.digressed(text, false)
            || self.corrected(text, surroundings)
            || self.addressed(text, surroundings)
            || self.owned(text, surroundings)
            || self.picked_beside(text, surroundings)
    }

    /// A message may change the scene, ask about something, or both.
    fn moved_or_asked(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let moved = self.scene_follows(Some(text), None);
        let asked = self.asked_about(text, surroundings);
        if moved && !asked {
            self.say_scene();
        }
        moved || asked
    }

    fn event(&mut self, name: &Name, surroundings: &Surroundings) {
        let moved = self.scene_follows(None, Some(name));
        let awaited = self
            .state
            .obligation
            .as_ref()
            .filter(|open| open.obligation.awaits == Awaits::Event)
            .map(|open| flow::awaited_event(&self.project, &open.obligation.part));
        if self.retried(name, surroundings) {
            return;
        }
        if awaited.as_ref() == Some(name) {
            self.close(Closed::Passed);
            self.advance(surroundings);
        } else if moved {
            self.say_scene();
        } else if !self.event_beside(name, surroundings) {
            // What moves a number is never out of place.
            let counts = self.project.axes.values().any(|axis| axis.counts(name));
            match counts {
                true => self.say(ItemKind::Statement, &words::noted(), None),
                false => self.not_now(),
            }
        }
    }

    /// Where the scene is now.
    fn say_scene(&mut self) {
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

    /// What an input that is not awaited gets: what is awaited instead.
    fn not_now(&mut self) {
        let awaited = match &self.state.obligation {
            None => words::awaits_nothing(),
            Some(open) => match open.obligation.awaits {
                Awaits::Answer | Awaits::Validation => words::awaits_answer(&open.item.text),
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

    /// What is done next, and the state after it where that is known.
    fn end(mut self) -> (Step, Option<Box<State>>) {
        if !self.needs.is_empty() {
            return (Step::Ask(self.needs), None);
        }
        // The view is the one of the state after the turn, so it is taken at the turn's moment.
        self.state.decided_at = Some(self.now);
        let mut changes = std::mem::take(&mut self.changes);
        // An event counts from the end of its turn on, and the view is of that moment. The end of the turn
        // counts it for good.
        let came = self.state.came.clone();
        self.state.count_event(self.state.seq + 1, &changes);
        let view = view(&self.project, &self.state);
        self.state.came = came;
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
        let step = Step::Append(self.events, self.cost);
        (step, Some(Box::new(self.state)))
    }
}
