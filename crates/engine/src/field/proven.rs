//! What may be called possible: only what a completion of the whole world was found for.
//!
//! Propagation excludes nothing that is possible, and leaves in what it does not see through. So each value that
//! is to be shown is tried, as if it were fixed. A completion that is found proves a value of every cell that it
//! moves, and is remembered for those that are shown next.

use super::closed::Closing;
use super::{BACKED, CLOSED, Care, Field, Possible, Refusal, manner, tag};
use crate::base::lexicon::{AttributeId, Coding};
use crate::canon::Canon;
use crate::event::{Event, Strength};
use crate::field::{End, Side, Told};
use crate::limits;
use crate::propagation::{consequences, is_of};
use logic::domain::{Code, Domain};
use logic::solve::{self, CellId, Change, Cost, Room, Settled, World};
use logic::value::{Cell, Value};
use std::collections::BTreeMap;

/// What a cell may still be, as far as that is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// Nothing in it is impossible, but for what lies between the ends of a range and is named below.
    pub possible: Possible,
    /// Of a range, what lies in it and cannot be.
    pub except: Vec<Stretch>,
    /// What nobody knows: neither a completion was found nor that there is none.
    pub unproven: Vec<Stretch>,
}

/// Values from one to another, both of which belong to it; often one alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub from: Option<Value>,
    pub to: Option<Value>,
}

impl Stretch {
    /// The value that is all of it.
    pub fn single(&self) -> Option<&Value> {
        self.from.as_ref().filter(|_| self.from == self.to)
    }
}

impl From<Value> for Stretch {
    fn from(value: Value) -> Stretch {
        Stretch {
            from: Some(value.clone()),
            to: Some(value),
        }
    }
}

impl Proven {
    /// Whether no value can be, and that is known.
    pub fn is_nothing(&self) -> bool {
        matches!(self.open(), Possible::Values(values) if values.is_empty())
    }

    /// Everything that is not refuted: what an answer may be.
    pub fn open(&self) -> Possible {
        let more = self.unproven.iter().filter_map(Stretch::single).cloned();
        match self.possible.clone() {
            Possible::Values(mut values) => {
                values.extend(more);
                Possible::Values(values)
            }
            Possible::Set { must, mut may } => {
                may.extend(more.filter_map(Value::into_entity));
                Possible::Set { must, may }
            }
            Possible::List {
                must,
                mut may,
                barred,
                closed,
            } => {
                may.extend(more);
                Possible::List {
                    must,
                    may,
                    barred,
                    closed,
                }
            }
            range @ Possible::Between(..) => range,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Possible,
    Impossible,
    Unproven,
}

/// Proofs of what cells may be, each kept for the cells that come after.
pub struct Prover<'a> {
    on: Field<'a>,
    room: Room,
    known: BTreeMap<(CellId, Code), Verdict>,
    /// Values that one trial may try.
    nodes: u64,
    /// Whether a range of which nothing is left stays one whose ends have passed each other.
    crosses: bool,
    pub cost: Cost,
}

impl<'a> Field<'a> {
    /// What the cell may still be, as far as that is proven.
    pub fn proven(self, cell: &Cell) -> Option<Proven> {
        self.prover().proven(cell)
    }

    /// For whoever shows several cells.
    pub fn prover(self) -> Prover<'a> {
        self.prover_within(limits::SEARCH_NODES)
    }

    /// The same with a bound of one's own.
    pub fn prover_within(self, nodes: u64) -> Prover<'a> {
        Prover {
            on: self,
            room: Room::of(manner(self.state)),
            known: BTreeMap::new(),
            nodes,
            crosses: false,
            cost: Cost::default(),
        }
    }

    /// What a model is told that the cell may be. Sessions from before are told what propagation leaves.
    pub(crate) fn told_possible(self, cell: &Cell) -> Option<Proven> {
        if self.state.edition() >= BACKED {
            let mut prover = self.prover();
            prover.crosses = self.state.edition() < CLOSED;
            return prover.proven(cell);
        }
        Some(Proven {
            possible: self.possible(cell)?,
            except: Vec::new(),
            unproven: Vec::new(),
        })
    }

    /// Why a value cannot be that propagation alone leaves in.
    pub fn why_refuted(self, cell: &Cell, value: &Value) -> Option<Told> {
        match self.admit(cell, value) {
            Err(Refusal::Impossible(told) | Refusal::Incoherent(told)) => Some(told),
            Err(Refusal::Unfit) => Some(Told::default()),
            Err(Refusal::NotProven { .. }) | Ok(_) => None,
        }
    }
}

impl Field<'_> {
    /// Why the range of a number or a date ends where it is proven to.
    pub fn why_proven_ends(self, cell: &Cell, proven: &Proven) -> Vec<End> {
        let mut ends = self.why_ends(cell);
        let (Possible::Between(from, to), Some(Possible::Between(first, last))) =
            (&proven.possible, self.possible(cell))
        else {
            return ends;
        };
        for (side, value, left) in [(Side::From, from, first), (Side::To, to, last)] {
            let (Some(value), Some(left)) =
                (value, left.filter(|left| Some(left) != value.as_ref()))
            else {
                continue;
            };
            ends.retain(|end| end.side != side);
            ends.extend(self.why_refuted(cell, &left).map(|told| End {
                side,
                value: value.clone(),
                declared: None,
                told,
            }));
        }
        ends
    }
}

impl Prover<'_> {
    pub fn proven(&mut self, cell: &Cell) -> Option<Proven> {
        let base = self.on.base();
        let (attribute, span) = base.lexicon.span(cell)?;
        let coding = base.lexicon.coding(attribute);
        if coding.is_some_and(Coding::is_collection) {
            return Some(self.held(cell, attribute, span));
        }
        let at = CellId(span.start);
        let domain = self.on.known.domain(base, at);
        Some(match &domain {
            Domain::Range(..) => self.range(cell, attribute, at, &domain),
            Domain::Few(_) | Domain::Many(_) => self.values(cell, attribute, at, &domain),
        })
    }

    fn decoded(&self, attribute: AttributeId, code: Code) -> Option<Value> {
        self.on.base().lexicon.decode(attribute, code)
    }

    fn values(
        &mut self,
        cell: &Cell,
        attribute: AttributeId,
        at: CellId,
        domain: &Domain,
    ) -> Proven {
        let (mut values, mut unproven) = (Vec::new(), Vec::new());
        let free = self.is_free(cell, at.0..at.0 + 1);
        for (tried, code) in domain.codes().enumerate() {
            let Some(value) = self.decoded(attribute, code) else {
                continue;
            };
            let verdict = match tried < limits::SHOWN_VALUES || free {
                true => self.verdict(cell, at, code, &value, free),
                false => Verdict::Unproven,
            };
            match verdict {
                Verdict::Possible => values.push(value),
                Verdict::Unproven => unproven.push(Stretch::from(value)),
                Verdict::Impossible => {}
            }
        }
        Proven {
            possible: Possible::Values(values),
            except: Vec::new(),
            unproven,
        }
    }

    /// A range of few values, each tried; of a longer one its ends, and what lies between is not proven.
    fn range(
        &mut self,
        cell: &Cell,
        attribute: AttributeId,
        at: CellId,
        domain: &Domain,
    ) -> Proven {
        let free = self.is_free(cell, at.0..at.0 + 1);
        let (mut from, mut to) = (domain.least(), domain.most());
        let whole = |from: Option<Code>, to: Option<Code>, prover: &Self| Stretch {
            from: from.and_then(|code| prover.decoded(attribute, code)),
            to: to.and_then(|code| prover.decoded(attribute, code)),
        };
        if free && !self.may_follow(cell) {
            let Stretch { from, to } = whole(from, to, self);
            return Proven {
                possible: Possible::Between(from, to),
                except: Vec::new(),
                unproven: Vec::new(),
            };
        }
        let mut found: BTreeMap<Code, Verdict> = BTreeMap::new();
        let mut left = limits::SHOWN_VALUES;
        let mut judge = |prover: &mut Self, code: Code| -> Verdict {
            let known = found.get(&code).copied();
            let verdict = known.or_else(|| {
                left = left.checked_sub(1)?;
                let value = prover.decoded(attribute, code)?;
                Some(prover.verdict(cell, at, code, &value, free))
            });
            let verdict = verdict.unwrap_or(Verdict::Unproven);
            found.insert(code, verdict);
            verdict
        };
        // The ends move inwards over what cannot be.
        while let (Some(code), true) = (from, from.is_none() || to.is_none() || from <= to) {
            match judge(self, code) {
                Verdict::Impossible => from = code.checked_add(1),
                Verdict::Possible | Verdict::Unproven => break,
            }
        }
        while let (Some(code), true) = (to, from.is_none() || to.is_none() || from <= to) {
            match judge(self, code) {
                Verdict::Impossible => to = code.checked_sub(1),
                Verdict::Possible | Verdict::Unproven => break,
            }
        }
        if let (Some(low), Some(high)) = (from, to)
            && low <= high
            && (high.abs_diff(low) as usize) < limits::SHOWN_VALUES
        {
            for code in low..=high {
                judge(self, code);
            }
        }
        let (mut except, mut unproven) = (Vec::new(), Vec::new());
        for (from, to, verdict) in stretches(&found, from, to) {
            let stretch = whole(from, to, self);
            match verdict {
                Verdict::Possible => {}
                Verdict::Impossible => except.push(stretch),
                Verdict::Unproven => unproven.push(stretch),
            }
        }
        // The ends have met: nothing is left, and nobody is told of a range.
        if let (Some(low), Some(high)) = (from, to)
            && low > high
            && !self.crosses
        {
            return Proven {
                possible: Possible::Values(Vec::new()),
                except,
                unproven,
            };
        }
        let Stretch { from, to } = whole(from, to, self);
        Proven {
            possible: Possible::Between(from, to),
            except,
            unproven,
        }
    }

    /// Each element by itself: whether it may belong, and whether it may not.
    fn held(&mut self, cell: &Cell, attribute: AttributeId, span: std::ops::Range<u32>) -> Proven {
        let base = self.on.base();
        let (mut possible, free) = (
            self.on.held(attribute, span.clone()),
            self.is_free(cell, span.clone()),
        );
        let mut unproven = Vec::new();
        let mut tried = 0;
        for at in span.map(CellId) {
            let Some(value) = base.lexicon.held(at.0) else {
                continue;
            };
            if free || self.on.known.domain(base, at).only().is_some() {
                continue;
            }
            tried += 1;
            let (within, without) = match tried <= limits::SHOWN_VALUES {
                true => (self.completed(at, 1), self.completed(at, 0)),
                false => (Verdict::Unproven, Verdict::Unproven),
            };
            match (within, without) {
                (Verdict::Impossible, _) => possible.bar(&value),
                (_, Verdict::Impossible) => possible.hold(&value),
                (Verdict::Possible, _) => {}
                (Verdict::Unproven, _) => {
                    possible.drop(&value);
                    unproven.push(Stretch::from(value));
                }
            }
        }
        Proven {
            possible,
            except: Vec::new(),
            unproven,
        }
    }

    /// Whether nothing reads the cell that could forbid a value of its domain.
    fn is_free(&self, cell: &Cell, span: std::ops::Range<u32>) -> bool {
        let mut read = self.on.is_bound(cell) || self.may_be_followed(cell);
        for at in span.map(CellId) {
            self.on.base().instances(at, &mut |_| read = true);
            if read {
                return false;
            }
        }
        true
    }

    /// Whether the witness is closed, and what follows from others could depend on the cell.
    fn may_be_followed(&self, cell: &Cell) -> bool {
        let mut binding = self.on.project.binding.iter();
        self.on.closes() && binding.any(|binding| binding.reads(&cell.attribute))
    }

    /// Whether a propagation rule could have something to say of the cell.
    fn may_follow(&self, cell: &Cell) -> bool {
        let mut rules = self.on.project.propagation.values();
        rules.any(|rule| {
            rule.when
                .attribute
                .as_ref()
                .is_none_or(|on| is_of(cell, on))
        })
    }

    fn verdict(
        &mut self,
        cell: &Cell,
        at: CellId,
        code: Code,
        value: &Value,
        free: bool,
    ) -> Verdict {
        let own = self.on.known.witness(self.on.base(), at) == code;
        if self.on.closes() && !free && !own {
            return self.admitted(cell, value);
        }
        let verdict = match free {
            true => Verdict::Possible,
            false => self.completed(at, code),
        };
        match verdict {
            Verdict::Possible if self.binds(cell, value) => self.admitted(cell, value),
            Verdict::Possible | Verdict::Impossible | Verdict::Unproven => verdict,
        }
    }

    /// Whether something strict would follow from the value.
    fn binds(&self, cell: &Cell, value: &Value) -> bool {
        if !self.may_follow(cell) {
            return false;
        }
        let state = self.on.state.supposing(cell, value);
        let canon = Canon::new(self.on.project, &state, self.on.state.now());
        let binds = |event: &Event| match event {
            Event::ConstraintAdded(added) => added.strength == Strength::Strict,
            Event::RelationSet(_) => true,
            Event::SessionStarted(_)
            | Event::ProjectMoved(_)
            | Event::InputRecorded(_)
            | Event::Heard(_)
            | Event::FactFixed(_)
            | Event::FluentSet(_)
            | Event::ConstraintLifted(_)
            | Event::Testified(_)
            | Event::Reinterpreted(_)
            | Event::Reinforced(_)
            | Event::Marked(_)
            | Event::Raised(_)
            | Event::SceneChanged(_)
            | Event::AliasLearned(_)
            | Event::EntitiesMerged(_)
            | Event::IncoherenceSettled(_)
            | Event::ObligationOpened(_)
            | Event::AnswerAccepted(_)
            | Event::AnswerRefused(_)
            | Event::ObligationClosed(_)
            | Event::Reopened(_)
            | Event::Cleared(_)
            | Event::FlowEnded(_)
            | Event::Said(_)
            | Event::TurnEnded(_)
            | Event::TurnFailed(_)
            | Event::Erased(_) => false,
        };
        consequences(&canon, cell).events.iter().any(binds)
    }

    fn admitted(&self, cell: &Cell, value: &Value) -> Verdict {
        match self.on.admit_with(cell, value, Care::SILENT) {
            Ok(_) => Verdict::Possible,
            Err(Refusal::NotProven { .. }) => Verdict::Unproven,
            Err(Refusal::Impossible(_) | Refusal::Incoherent(_) | Refusal::Unfit) => {
                Verdict::Impossible
            }
        }
    }

    /// Whether the world can be completed with this.
    fn completed(&mut self, at: CellId, code: Code) -> Verdict {
        let base = self.on.base();
        if self.on.known.witness(base, at) == code {
            return Verdict::Possible;
        }
        if let Some(known) = self.known.get(&(at, code)) {
            return *known;
        }
        let mut field = self.on.known.clone();
        let (tag, change) = (
            tag(self.on.state.seq + 1, 0),
            Change::Fix { cell: at, code },
        );
        let (nodes, cost) = (self.nodes, &mut self.cost);
        let settled = self.room.admit(base, &mut field, tag, &change, nodes, cost);
        let verdict = match settled {
            Settled::Fits { witness, .. } if self.on.closes() => self.closed(at, field, &witness),
            Settled::Fits { witness, .. } => {
                let proven = witness.into_iter().map(|moved| (moved, Verdict::Possible));
                self.known.extend(proven);
                Verdict::Possible
            }
            Settled::Refused(_) => Verdict::Impossible,
            Settled::OutOfBudget { .. } => Verdict::Unproven,
        };
        self.known.insert((at, code), verdict);
        verdict
    }

    /// Whether what would follow from everything that is open can hold as well.
    fn closed(&mut self, at: CellId, field: solve::Field, witness: &[(CellId, Code)]) -> Verdict {
        let on = self.on;
        let cells = on.named_all(witness.iter().map(|(cell, _)| cell));
        let mut closing = Closing::new(on, on.state, field, &[], on.state.seq + 1).silently(true);
        let closed = closing.close(cells, &[]);
        self.cost.nodes += closing.cost.nodes;
        self.cost.revisions += closing.cost.revisions;
        let (cell, _) = on.base().lexicon.named(at.0);
        match closed {
            Ok(()) => {
                let moved = witness.iter().map(|(cell, _)| cell).chain(&closing.moved);
                let proven = moved.map(|cell| (*cell, closing.field.witness(on.base(), *cell)));
                let proven = proven.map(|proven| (proven, Verdict::Possible));
                self.known.extend(proven.collect::<Vec<_>>());
                Verdict::Possible
            }
            Err(Refusal::NotProven { .. }) => Verdict::Unproven,
            // What the cell itself makes follow, it makes follow as it is then.
            Err(_) if self.may_follow(&cell) => Verdict::Unproven,
            Err(Refusal::Impossible(_) | Refusal::Incoherent(_) | Refusal::Unfit) => {
                Verdict::Impossible
            }
        }
    }
}

/// What was found of the codes between two ends, the same beside each other taken together. What nobody looked at
/// is not proven.
fn stretches(
    found: &BTreeMap<Code, Verdict>,
    from: Option<Code>,
    to: Option<Code>,
) -> Vec<(Option<Code>, Option<Code>, Verdict)> {
    let mut all: Vec<(Option<Code>, Option<Code>, Verdict)> = Vec::new();
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        return all;
    }
    // The first that is not yet told; nothing before the open end of a range.
    let mut next = from;
    let within =
        |code: &Code| from.is_none_or(|from| from <= *code) && to.is_none_or(|to| *code <= to);
    for (code, verdict) in found.iter().filter(|(code, _)| within(code)) {
        if next.is_none_or(|next| next < *code) {
            all.push((next, code.checked_sub(1), Verdict::Unproven));
        }
        next = code.checked_add(1);
        match all.last_mut() {
            Some((_, last, known)) if known == verdict => *last = Some(*code),
            Some(_) | None => all.push((Some(*code), Some(*code), *verdict)),
        }
    }
    if next.is_none_or(|next| to.is_none_or(|to| next <= to)) {
        all.push((next, to, Verdict::Unproven));
    }
    all
}

impl Possible {
    fn lists(&mut self) -> Option<(&mut Vec<Value>, &mut Vec<Value>, &mut Vec<Value>)> {
        match self {
            Possible::List {
                must, may, barred, ..
            } => Some((must, may, barred)),
            Possible::Values(_) | Possible::Between(..) | Possible::Set { .. } => None,
        }
    }

    /// An element is not one that a set or a list may hold.
    fn drop(&mut self, value: &Value) {
        if let Possible::Set { may, .. } = self {
            may.retain(|name| Value::Entity(name.clone()) != *value);
        }
        if let Some((_, may, _)) = self.lists() {
            may.retain(|known| known != value);
        }
    }

    fn bar(&mut self, value: &Value) {
        self.drop(value);
        if let Some((_, _, barred)) = self.lists() {
            barred.push(value.clone());
        }
    }

    fn hold(&mut self, value: &Value) {
        self.drop(value);
        if let Possible::Set { must, .. } = self {
            must.extend(value.clone().into_entity());
        }
        if let Some((must, ..)) = self.lists() {
            must.push(value.clone());
        }
    }
}
