//! State: what decisions need, folded from the journal and nothing else.
//!
//! `evolve` is the one function that changes it, and it names every event. It knows no project, no
//! clock and no store. Transcript, evidence and input ids are not here: they are reads of the journal.

mod author;
mod conversation;
mod lately;

use crate::answer::{EXACT, HEEDS};
use crate::event::{
    AnswerRefused, Awaits, Closed, ConstraintAdded, ConstraintSource, Event, FlowEnded, FluentSet,
    Heard, Method, Obligation, Provenance, Reinterpreted, RelationSet, SessionStarted, Testified,
    Witnessed,
};
use crate::field::Memo;
use crate::graph::Relations;
use crate::input::Input;
use crate::item::{Item, ItemKind};
use crate::limits;
use crate::overlay::Overlay;
use crate::project::EDITION;
use crate::request::RequestId;
use crate::scene::{PLAYER, Scene};
use crate::shared::Shared;
use logic::value::{Cell, Digest, Instant, Name, Value};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub use author::{Came, INCOHERENT, Incoherence, Merged};
pub use conversation::Conversation;
pub use lately::Lately;

/// A record as the fold sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub seq: u64,
    pub at: Instant,
    pub cause: String,
    pub content: EntryContent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "nearly every entry is an event; a hole is the rare exception"
)]
pub enum EntryContent {
    Event(Event),
    /// The body was erased; kind and cell are still known.
    Hole {
        kind: String,
        cell: Option<Cell>,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub seq: u64,
    /// The last entry that is not a bare input.
    pub decided: u64,
    pub started: Option<SessionStarted>,
    /// The project that decides now: the one it started with, unless it was moved.
    pub project: Option<Digest>,
    /// Inputs that are recorded and not yet decided, in order. The opening of a session is one.
    pub pending: VecDeque<Pending>,
    pub facts: Overlay<Cell, Fact>,
    pub fluents: Overlay<Cell, Fluent>,
    /// Constraints that this session added, by the entry that did; a lifted one stays, without its force.
    pub constraints: Overlay<u64, Constraint>,
    /// The constraints that read a cell, by their entries.
    pub reading: Overlay<Cell, Vec<u64>>,
    /// The soft constraints that a fact broke for a recorded reason.
    pub explained: BTreeSet<u64>,
    /// What was said of others, by the entry that says so; what is reinterpreted stays, without its force.
    pub testimonies: Overlay<u64, Testimony>,
    /// Relations that this session added or changed.
    pub relations: Shared<Relations>,
    /// How often something gave one more reason for a cell, and with what weight in all.
    pub reinforced: Overlay<Cell, Reinforcement>,
    /// Cells that were to be thought over, and whether they still are.
    pub marked: Overlay<Cell, Option<Mark>>,
    /// What happened in the story, and how often.
    pub raised: Shared<BTreeMap<Name, u64>>,
    /// Named events that were sent and taken.
    pub came: Shared<BTreeMap<Name, Came>>,
    /// The scene, once it was changed.
    pub scene: Option<Scene>,
    /// What each holder has learnt, and at which entry: `holder cell`.
    pub known: Overlay<String, u64>,
    /// The same, the latest first.
    pub learnt_by: Lately,
    /// What each holder said of others, or heard of them, the latest first.
    pub told_to: Lately,
    /// What the player learnt last.
    pub learnt: Shared<VecDeque<Cell>>,
    /// Folded alias -> entity.
    pub aliases: Shared<BTreeMap<String, Name>>,
    /// Entities that are another one, with the one that they are.
    pub merged: Shared<BTreeMap<Name, Merged>>,
    /// What was refused as incoherent, by the entry that ended its turn; it waits for the author.
    pub incoherences: Shared<BTreeMap<u64, Incoherence>>,
    /// The parts of the flow that were entered.
    pub entered: Shared<BTreeSet<Name>>,
    /// The parts that are closed, and how.
    pub closed: Shared<BTreeMap<Name, Closed>>,
    /// The part that was closed last.
    pub closed_last: Option<Name>,
    /// What was withdrawn last and since when it was awaited, until something is awaited again.
    pub withdrawn: Option<(Name, u64)>,
    /// Questions that are asked again, though their cells are known.
    pub reopened: BTreeSet<Name>,
    /// How the flow was ended.
    pub ended: Option<FlowEnded>,
    pub obligation: Option<OpenObligation>,
    pub offering: Offering,
    /// The last entry that gave a cell another value than it had.
    pub corrected: u64,
    /// The entry at which something was last awaited on a part.
    pub awaited_at: Shared<BTreeMap<Name, u64>>,
    /// The places of a list's items. An item keeps its place while it is in the list; a new one takes the
    /// first that is free.
    pub places: Overlay<Cell, Vec<Option<Value>>>,
    /// Accepted answers by part.
    pub answers: Overlay<Name, Value>,
    /// Outcomes heard for the input that is being decided.
    pub heard: BTreeMap<RequestId, Heard>,
    /// How often the input that is being decided was resumed.
    pub resumes: u32,
    /// The item said last, which an obligation may open.
    pub said: Option<Item>,
    /// What was said lately, and who heard it.
    pub conversation: Shared<Conversation>,
    /// The last messages, as long as of none it was clear who is meant.
    pub unclear: VecDeque<String>,
    pub turns: u64,
    /// The recorded time of the input that was decided last.
    pub decided_at: Option<Instant>,
    pub erased: bool,
    /// The field, as far as it was worked out.
    #[serde(skip)]
    pub field: Memo,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    pub seq: u64,
    pub at: Instant,
    pub id: String,
    pub what: PendingInput,
}

impl Pending {
    /// What somebody wrote, if it is that.
    pub fn message(&self) -> Option<&str> {
        match &self.what {
            PendingInput::Input(Input::Message(text)) => Some(text),
            PendingInput::Input(_) | PendingInput::Opening | PendingInput::Erased => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PendingInput {
    /// The session's own beginning.
    Opening,
    Input(Input),
    Erased,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Absent if its event was erased: the cell stays fixed, its value is gone.
    pub value: Option<Value>,
    pub seq: u64,
    pub origin: Option<Origin>,
    /// How the witness changed with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<Witnessed>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constraint {
    pub added: ConstraintAdded,
    pub seq: u64,
    /// The input that caused it.
    pub cause: String,
    /// The entry that lifted it.
    pub lifted: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Testimony {
    pub said: Testified,
    pub seq: u64,
    /// The input that caused it.
    pub cause: String,
    /// The constraints that are its force.
    pub constraints: Vec<u64>,
    /// How it is understood now, and the entry that says so.
    pub reinterpreted: Option<(u64, Reinterpreted)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reinforcement {
    pub times: u64,
    /// In thousandths.
    pub weight: u64,
    /// Each reason: its entry, the rule, the cell that was fixed.
    pub by: Vec<(u64, Name, Cell)>,
}

/// That a cell is to be thought over: since which entry, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    pub seq: u64,
    pub rule: Name,
    /// How often it was said.
    pub times: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    pub method: Method,
    pub provenance: Provenance,
    pub source: Option<Name>,
    /// The input that caused it.
    pub cause: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fluent {
    pub value: Option<Value>,
    pub seq: u64,
    /// The entry that first gave it a value.
    pub first: u64,
    /// The entry that last gave it another value.
    pub changed: u64,
    /// The entry that offered what it lists. What somebody has left of it was offered then.
    pub offered: u64,
    /// How it was made, if it was.
    pub provenance: Option<Provenance>,
    /// How often it was made: the number of its revision.
    pub revision: u64,
    pub source: Option<Name>,
    pub cause: String,
    /// The newest version that each source has given.
    pub versions: BTreeMap<Name, u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenObligation {
    pub obligation: Obligation,
    pub item: Item,
    /// Answers refused so far.
    pub refused: u64,
    /// Why the last of them was.
    pub refused_last: Option<Name>,
    /// What the last answer may have meant, and in which turn it was asked so.
    pub meant: Option<(Name, u64)>,
    /// The entry that opened it.
    pub seq: u64,
    /// The entry that first did, where it was asked anew since.
    pub since: u64,
}

/// When something was said or asserted, by the entries that ended those turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offering {
    /// The last turn in which somebody said something.
    pub spoke: u64,
    /// The same before the last assertions: what they offer together came after it.
    pub from: u64,
    /// The last of these assertions.
    pub to: u64,
}

/// Whether a list is another one without some of its items.
fn is_left_of(value: &Value, before: Option<&Value>) -> bool {
    match (value, before) {
        (Value::List(left), Some(Value::List(before))) => {
            left.len() < before.len() && left.iter().all(|item| before.contains(item))
        }
        (_, _) => false,
    }
}

/// An entry that cannot follow the ones before it. The fold stops at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldError {
    pub seq: u64,
    pub problem: String,
}

impl std::fmt::Display for FoldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "entry {}: {}", self.seq, self.problem)
    }
}

impl State {
    /// The constraints that stand and read a cell, in the order in which they came.
    pub fn constraints_on(&self, cell: &Cell) -> impl Iterator<Item = &Constraint> {
        let ever = self.constraints_ever_on(cell);
        ever.filter(|known| known.lifted.is_none())
    }

    /// The same, with those that were lifted.
    pub fn constraints_ever_on(&self, cell: &Cell) -> impl Iterator<Item = &Constraint> {
        let reading = self.reading.get(cell).into_iter().flatten();
        reading.filter_map(|seq| self.constraints.get(seq))
    }

    /// Folds entries in order; stops at the first that does not fit.
    pub fn fold<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<State, FoldError> {
        let mut state = State::default();
        for entry in entries {
            state.evolve(entry)?;
        }
        Ok(state)
    }

    pub fn evolve(&mut self, entry: &Entry) -> Result<(), FoldError> {
        let fail = |problem: &str| {
            Err(FoldError {
                seq: entry.seq,
                problem: problem.to_owned(),
            })
        };
        if entry.seq != self.seq + 1 {
            return fail(&format!(
                "it follows entry {}, a number is missing or stands twice",
                self.seq
            ));
        }
        let is_start = matches!(
            &entry.content,
            EntryContent::Event(Event::SessionStarted(_))
        );
        if is_start != (entry.seq == 1) {
            return fail(if is_start {
                "a session can start only once"
            } else {
                "a session must start with SessionStarted"
            });
        }
        let event = match &entry.content {
            EntryContent::Event(event) => event,
            EntryContent::Hole { kind, cell } => {
                return self.evolve_hole(entry, kind, cell.as_ref());
            }
        };
        match event {
            Event::SessionStarted(started) => {
                if started.edition.0 > EDITION {
                    return fail(&format!(
                        "edition {} of the project language is newer than this program",
                        started.edition.0
                    ));
                }
                self.project = Some(started.project);
                self.started = Some(started.clone());
                self.push_pending(entry, PendingInput::Opening);
            }
            Event::ProjectMoved(moved) => {
                if self.project != Some(moved.from) {
                    return fail("the session is moved from a project it was not on");
                }
                self.field.forget();
                self.project = Some(moved.to);
            }
            Event::InputRecorded(recorded) => {
                self.push_pending(entry, PendingInput::Input(recorded.input.clone()))
            }
            Event::Heard(heard) => {
                self.heard.insert(heard.request, heard.clone());
            }
            Event::FactFixed(fixed) => {
                if self.facts.get(&fixed.cell).is_some() {
                    return fail(&format!("{} is fixed a second time", fixed.cell));
                }
                let origin = Origin {
                    method: fixed.method,
                    provenance: fixed.provenance.clone(),
                    source: fixed.source.clone(),
                    cause: entry.cause.clone(),
                };
                let fact = Fact {
                    value: Some(fixed.value.clone()),
                    seq: entry.seq,
                    origin: Some(origin),
                    witness: fixed.witness.clone(),
                };
                self.field.fixed(&fixed.cell);
                let broke = fixed.broke.iter().map(|broken| broken.constraint.0);
                self.explained.extend(broke);
                if self.marked.get(&fixed.cell).is_some() {
                    self.marked.insert(fixed.cell.clone(), None);
                }
                self.facts.insert(fixed.cell.clone(), fact);
            }
            Event::FluentSet(set) => {
                if let Value::List(items) = &set.value {
                    self.place(&set.cell, items);
                }
                let fluent = self.fluent(entry, set);
                if fluent.changed == entry.seq && fluent.first < entry.seq {
                    self.corrected = entry.seq;
                }
                self.fluents.insert(set.cell.clone(), fluent);
            }
            Event::ConstraintAdded(added) => {
                if let ConstraintSource::Said { testimony, .. } = &added.source {
                    let known = self.testimonies.get(&testimony.0).cloned();
                    let Some(mut said) = known.filter(|said| said.reinterpreted.is_none()) else {
                        return fail(&format!(
                            "testimony {} binds, which does not stand",
                            testimony.0
                        ));
                    };
                    said.constraints.push(entry.seq);
                    self.testimonies.insert(said.seq, said);
                }
                let constraint = Constraint {
                    added: (**added).clone(),
                    seq: entry.seq,
                    cause: entry.cause.clone(),
                    lifted: None,
                };
                for cell in self.read_by(&added.formula) {
                    let mut reading = self.reading.get(&cell).cloned().unwrap_or_default();
                    reading.push(entry.seq);
                    self.reading.insert(cell, reading);
                }
                self.constraints.insert(entry.seq, constraint);
                self.field.constrained(entry.seq);
            }
            Event::ConstraintLifted(lifted) => {
                let known = self.constraints.get(&lifted.constraint.0).cloned();
                let Some(mut constraint) = known.filter(|known| known.lifted.is_none()) else {
                    return fail(&format!(
                        "constraint {} is lifted, which does not stand",
                        lifted.constraint.0
                    ));
                };
                constraint.lifted = Some(entry.seq);
                self.constraints.insert(constraint.seq, constraint);
                self.field.lifted();
            }
            Event::Testified(said) => {
                let testimony = Testimony {
                    said: (**said).clone(),
                    seq: entry.seq,
                    cause: entry.cause.clone(),
                    constraints: Vec::new(),
                    reinterpreted: None,
                };
                self.testimonies.insert(entry.seq, testimony);
                let player = Name::from(PLAYER);
                let holders = said.heard_by.iter().chain(&said.by).chain([&player]);
                for holder in holders {
                    self.told_to.came(holder, entry.seq, None);
                }
            }
            Event::Reinterpreted(reinterpreted) => {
                let at = reinterpreted.testimony.0;
                let known = self.testimonies.get(&at).cloned();
                let Some(mut said) = known.filter(|said| said.reinterpreted.is_none()) else {
                    return fail(&format!(
                        "testimony {at} is reinterpreted, which does not stand"
                    ));
                };
                for constraint in &said.constraints {
                    let Some(known) = self.constraints.get(constraint) else {
                        continue;
                    };
                    // An author may have lifted it before.
                    if known.lifted.is_none() {
                        let lifted = Constraint {
                            lifted: Some(entry.seq),
                            ..known.clone()
                        };
                        self.constraints.insert(*constraint, lifted);
                        self.field.lifted();
                    }
                }
                said.reinterpreted = Some((entry.seq, reinterpreted.clone()));
                self.testimonies.insert(at, said);
            }
            Event::RelationSet(set) => self.relate(set, entry.seq),
            Event::Reinforced(reinforced) => {
                let known = self.reinforced.get(&reinforced.cell);
                let mut known = known.cloned().unwrap_or_default();
                known.times += 1;
                known.weight += u64::from(reinforced.weight.thousandths());
                let (rule, from) = (reinforced.rule.clone(), reinforced.from.clone());
                known.by.push((entry.seq, rule, from));
                self.reinforced.insert(reinforced.cell.clone(), known);
            }
            Event::Marked(marked) => {
                let before = self.mark_of(&marked.cell).map_or(0, |mark| mark.times);
                let mark = Mark {
                    seq: entry.seq,
                    rule: marked.rule.clone(),
                    times: before + 1,
                };
                self.marked.insert(marked.cell.clone(), Some(mark));
            }
            Event::Raised(raised) => *self.raised.entry(raised.name.clone()).or_default() += 1,
            Event::AliasLearned(learned) => {
                self.aliases
                    .insert(logic::text::fold(&learned.alias), learned.entity.clone());
            }
            Event::EntitiesMerged(merged) => self.merge(entry, merged)?,
            Event::IncoherenceSettled(settled) => self.settle(entry, settled)?,
            Event::ObligationOpened(obligation) => match &mut self.obligation {
                Some(open) => {
                    return fail(&format!(
                        "`{}` is opened while `{}` is open",
                        obligation.part, open.obligation.part
                    ));
                }
                None => return self.open(entry, obligation),
            },
            Event::AnswerAccepted(accepted) => {
                self.reopened.remove(&accepted.part);
                self.answers
                    .insert(accepted.part.clone(), accepted.value.clone());
            }
            Event::AnswerRefused(AnswerRefused { part, code }) => match &mut self.obligation {
                Some(open) if open.obligation.part == *part => {
                    open.refused += 1;
                    open.refused_last = Some(code.clone());
                }
                Some(_) | None => {
                    return fail(&format!(
                        "an answer to `{part}` is refused, which is not open"
                    ));
                }
            },
            Event::ObligationClosed(closed) => match &self.obligation {
                Some(open) if open.obligation.item == closed.item => {
                    let withdrawn = closed.how == Closed::Withdrawn;
                    self.withdrawn = withdrawn.then(|| (closed.part.clone(), open.since));
                    self.obligation = None;
                    if closed.how == Closed::Withdrawn {
                        self.entered.remove(&closed.part);
                    } else {
                        self.reopened.remove(&closed.part);
                        self.closed.insert(closed.part.clone(), closed.how);
                        self.closed_last = Some(closed.part.clone());
                    }
                }
                Some(_) | None => {
                    return fail(&format!("`{}` is closed, which is not open", closed.part));
                }
            },
            Event::Reopened(reopened) => {
                if self.obligation.is_some() {
                    return fail("parts are reopened while something is awaited");
                }
                self.ended = None;
                for part in &reopened.parts {
                    self.entered.remove(part);
                    self.closed.remove(part);
                    self.reopened.insert(part.clone());
                }
            }
            Event::Cleared(cleared) => {
                for cell in &cleared.cells {
                    self.fluents.remove(cell);
                    self.places.remove(cell);
                }
                for part in &cleared.parts {
                    self.answers.remove(part);
                    self.closed.remove(part);
                    self.entered.remove(part);
                    self.reopened.remove(part);
                }
            }
            Event::FlowEnded(ended) => {
                if self.obligation.is_some() {
                    return fail("the flow ends while something is awaited");
                }
                self.ended = Some(ended.clone());
            }
            Event::SceneChanged(changed) => self.scene = Some(changed.scene.clone()),
            Event::Said(item) => {
                self.learn(entry.seq, item);
                if let Some(part) = &item.part {
                    self.entered.insert(part.clone());
                }
                // A form that has begun is asked in other words.
                let asks = item.kind == ItemKind::Question && self.edition() >= HEEDS
                    || item.kind == ItemKind::Gate && self.edition() >= EXACT;
                if let Some(open) = self.obligation.as_mut().filter(|open| {
                    asks && item.part.as_ref() == Some(&open.obligation.part)
                        && open.item.text != item.text
                }) {
                    open.item = item.clone();
                }
                if let (ItemKind::Refusal, [meant]) = (item.kind, &item.choices[..])
                    && let Some(open) = self.obligation.as_mut()
                    && item.part.as_ref() == Some(&open.obligation.part)
                {
                    open.meant = Some((meant.value.clone(), self.turns));
                }
                self.conversation.told(item);
                self.said = Some(item.clone());
            }
            Event::TurnEnded(ended) => {
                self.offer(entry.seq, !ended.changes.fixed.is_empty());
                self.note_incoherence(entry.seq, &ended.changes);
                self.count_event(entry.seq, &ended.changes);
                let message = self.pending.front().and_then(Pending::message);
                let message = message.map(str::to_owned);
                self.note_unclear(message.as_deref(), &ended.changes);
                self.conversation
                    .turn_ended(message.as_deref(), self.scene.as_ref());
                self.end_turn(entry)?;
            }
            Event::TurnFailed(_) => {
                if self.pending.is_empty() {
                    return fail("a turn failed while none was pending");
                }
                self.resumes += 1;
            }
            Event::Erased(_) => {
                self.erased = true;
                self.pending.clear();
                self.obligation = None;
                self.heard.clear();
                self.conversation.clear();
                self.unclear.clear();
            }
        }
        self.advance(entry, matches!(event, Event::InputRecorded(_)));
        Ok(())
    }

    /// What somebody is asked back about waits for the next message, and no longer.
    fn note_unclear(&mut self, message: Option<&str>, changes: &crate::view::Changes) {
        const KEPT: usize = 4;
        let mut refused = changes.refused.iter();
        match message.filter(|_| refused.any(|refused| *refused.code == *"unclear")) {
            Some(message) => {
                self.unclear.push_back(message.to_owned());
                if self.unclear.len() > KEPT {
                    self.unclear.pop_front();
                }
            }
            None => self.unclear.clear(),
        }
    }

    /// The next value of a cell that changes.
    fn fluent(&self, entry: &Entry, set: &FluentSet) -> Fluent {
        let old = self.fluents.get(&set.cell);
        let mut versions = old.map(|old| old.versions.clone()).unwrap_or_default();
        if let (Some(source), Some(version)) = (&set.source, set.version) {
            versions.insert(source.clone(), version.0);
        }
        let same = old.filter(|old| old.value.as_ref() == Some(&set.value));
        Fluent {
            value: Some(set.value.clone()),
            seq: entry.seq,
            first: old.map_or(entry.seq, |old| old.first),
            changed: same.map_or(entry.seq, |same| same.changed),
            offered: old
                .filter(|old| self.is_said() && is_left_of(&set.value, old.value.as_ref()))
                .map_or(entry.seq, |old| old.offered),
            provenance: set.provenance.clone(),
            revision: old.map_or(0, |old| old.revision) + u64::from(set.provenance.is_some()),
            source: set.source.clone(),
            cause: entry.cause.clone(),
            versions,
        }
    }

    /// Gives every item of a list its place.
    fn place(&mut self, list: &Cell, items: &[Value]) {
        let before = self.places.get(list).cloned().unwrap_or_default();
        let mut places: Vec<Option<Value>> = vec![None; before.len()];
        let mut new = Vec::new();
        for item in items {
            let own = (0..before.len())
                .find(|at| places[*at].is_none() && before[*at].as_ref() == Some(item));
            match own {
                Some(at) => places[at] = Some(item.clone()),
                None => new.push(item.clone()),
            }
        }
        for item in new {
            match places.iter().position(Option::is_none) {
                Some(at) => places[at] = Some(item),
                None => places.push(Some(item)),
            }
        }
        self.places.insert(list.clone(), places);
    }

    /// Whether what is being decided was said by somebody.
    fn is_said(&self) -> bool {
        let pending = self.pending.front().map(|pending| &pending.what);
        matches!(
            pending,
            Some(PendingInput::Input(Input::Message(_) | Input::Act(_)))
        )
    }

    /// Notes when people speak and when systems assert, so that offers made together are known.
    fn offer(&mut self, seq: u64, changed: bool) {
        let Some(PendingInput::Input(input)) = self.pending.front().map(|pending| &pending.what)
        else {
            return;
        };
        let offering = &mut self.offering;
        match input {
            Input::Assert(_) | Input::Author(_) if changed => {
                if offering.spoke > offering.to {
                    offering.from = offering.spoke;
                }
                offering.to = seq;
            }
            Input::Message(_) | Input::Act(_) => offering.spoke = seq,
            // A look or a button answers no offer.
            Input::Assert(_)
            | Input::Author(_)
            | Input::Event(_)
            | Input::Observe(_)
            | Input::ObserveWith(_)
            | Input::Tell(_) => {}
        }
    }

    /// An erased body: the kind still moves what the kind alone decides.
    fn evolve_hole(
        &mut self,
        entry: &Entry,
        kind: &str,
        cell: Option<&Cell>,
    ) -> Result<(), FoldError> {
        match kind {
            "InputRecorded" => self.push_pending(entry, PendingInput::Erased),
            "TurnEnded" => {
                self.unclear.clear();
                self.end_turn(entry)?;
            }
            "FactFixed" => {
                if let Some(cell) = cell {
                    self.facts.insert(
                        cell.clone(),
                        Fact {
                            value: None,
                            seq: entry.seq,
                            origin: None,
                            witness: Vec::new(),
                        },
                    );
                }
            }
            "FluentSet" => {
                if let Some(cell) = cell {
                    let hole = Fluent {
                        value: None,
                        seq: entry.seq,
                        first: entry.seq,
                        changed: entry.seq,
                        offered: entry.seq,
                        provenance: None,
                        revision: 0,
                        source: None,
                        cause: entry.cause.clone(),
                        versions: BTreeMap::new(),
                    };
                    self.fluents.insert(cell.clone(), hole);
                }
            }
            known if Event::KINDS.iter().any(|(kind, _)| *kind == known) => {}
            unknown => {
                return Err(FoldError {
                    seq: entry.seq,
                    problem: format!("this program does not know the event `{unknown}`"),
                });
            }
        }
        self.advance(entry, kind == "InputRecorded");
        Ok(())
    }

    fn advance(&mut self, entry: &Entry, bare_input: bool) {
        self.seq = entry.seq;
        if !bare_input {
            self.decided = entry.seq;
        }
    }

    fn push_pending(&mut self, entry: &Entry, what: PendingInput) {
        self.pending.push_back(Pending {
            seq: entry.seq,
            at: entry.at,
            id: entry.cause.clone(),
            what,
        });
    }

    fn open(&mut self, entry: &Entry, obligation: &Obligation) -> Result<(), FoldError> {
        match self.said.take() {
            Some(item) if item.id == obligation.item => {
                let again = self.withdrawn.take();
                let again = again.filter(|(part, _)| *part == obligation.part);
                self.obligation = Some(OpenObligation {
                    since: again.map_or(entry.seq, |(_, since)| since),
                    obligation: obligation.clone(),
                    item,
                    refused: 0,
                    refused_last: None,
                    meant: None,
                    seq: entry.seq,
                });
                self.awaited_at.insert(obligation.part.clone(), entry.seq);
                self.advance(entry, false);
                Ok(())
            }
            Some(_) | None => Err(FoldError {
                seq: entry.seq,
                problem: format!(
                    "`{}` is awaited without the item {} that asks",
                    obligation.part, obligation.item
                ),
            }),
        }
    }

    fn end_turn(&mut self, entry: &Entry) -> Result<(), FoldError> {
        match self.pending.pop_front() {
            Some(pending) if pending.id == entry.cause => {
                self.turns += 1;
                self.decided_at = Some(pending.at);
                self.said = None;
                self.heard.clear();
                self.resumes = 0;
                Ok(())
            }
            Some(pending) => Err(FoldError {
                seq: entry.seq,
                problem: format!(
                    "it ends the turn of {}, but {} is the next",
                    entry.cause, pending.id
                ),
            }),
            None => Err(FoldError {
                seq: entry.seq,
                problem: "it ends a turn while no input is pending".to_owned(),
            }),
        }
    }

    fn learn(&mut self, seq: u64, item: &Item) {
        for cell in &item.about {
            let player = Name::from(PLAYER);
            for holder in item.heard_by.iter().chain([&player]) {
                let key = format!("{holder} {cell}");
                if self.known.get(&key).is_none() {
                    self.known.insert(key, seq);
                    self.learnt_by.came(holder, seq, Some(cell));
                }
            }
            if self.learnt.back() != Some(cell) {
                self.learnt.push_back(cell.clone());
            }
            if self.learnt.len() > limits::CONTEXT_KNOWN {
                self.learnt.pop_front();
            }
        }
    }

    /// At which entry a holder learnt a cell; nothing if it does not know.
    pub fn knows(&self, holder: &str, cell: &Cell) -> Option<u64> {
        self.known.get(&format!("{holder} {cell}")).copied()
    }

    /// The edition of the project language that decides here.
    pub fn edition(&self) -> u64 {
        self.started.as_ref().map_or(0, |started| started.edition.0)
    }

    /// That an open cell is to be thought over.
    pub fn mark_of(&self, cell: &Cell) -> Option<&Mark> {
        self.marked.get(cell)?.as_ref()
    }

    pub(crate) fn relate(&mut self, set: &RelationSet, seq: u64) {
        self.relations.set(set.relation(seq));
    }

    /// This state, supposing that a cell were fixed.
    pub(crate) fn supposing(&self, cell: &Cell, value: &Value) -> State {
        let mut supposed = self.clone();
        let fact = Fact {
            value: Some(value.clone()),
            seq: self.seq + 1,
            origin: None,
            witness: Vec::new(),
        };
        supposed.facts.insert(cell.clone(), fact);
        supposed
    }

    pub fn obligation(&self) -> Option<&OpenObligation> {
        self.obligation.as_ref()
    }

    /// The open question, if an answer is awaited.
    pub fn open_question(&self) -> Option<&OpenObligation> {
        self.obligation
            .as_ref()
            .filter(|open| open.obligation.awaits == Awaits::Answer)
    }

    /// What this session settled, facts and current fluents, by cell.
    pub fn settled_values(&self) -> BTreeMap<Cell, Value> {
        let facts = self
            .facts
            .iter()
            .filter_map(|(cell, fact)| Some((cell.clone(), fact.value.clone()?)));
        let fluents = self
            .fluents
            .iter()
            .filter_map(|(cell, fluent)| Some((cell.clone(), fluent.value.clone()?)));
        facts.chain(fluents).collect()
    }

    /// The moment that the session's last decision was made for.
    pub fn now(&self) -> Instant {
        self.decided_at.unwrap_or(Instant::EPOCH)
    }

    pub fn language(&self) -> &str {
        self.started
            .as_ref()
            .map_or("en", |started| started.language.as_str())
    }

    pub fn seed(&self) -> u64 {
        self.started.as_ref().map_or(0, |started| started.seed.0)
    }
}
