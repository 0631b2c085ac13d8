//! The flow: where a session stands and what it says next, from the journal alone.
//!
//! The position is what was entered and what was closed, which the journal names by id; no step is stored,
//! none is counted, and inserting a part renumbers nothing.

use crate::canon::Canon;
use crate::event::{Awaits, Closed, Ended};
use crate::item::Count;
use crate::project::{Each, Flow, Part, PartKind, Project, Question};
use crate::revision::REVISES;
use crate::state::State;
use crate::view::Position;
use logic::holds::{Facts, Truth};
use logic::value::{Cell, Name, Value};

/// By which a flow that was ended goes on.
pub const RESUME: &str = "RESUME";
/// By which something that could not be made is tried again.
pub const RETRY: &str = "RETRY";

/// Since when a flow that was left says where it goes on.
const STANDS: u64 = 12;

/// Since when parts that were passed over are looked at again.
const LOOKS_BACK: u64 = 4;

/// The part that lies furthest in the flow of those that were entered.
fn furthest(flow: &Flow, state: &State) -> Option<usize> {
    flow.parts
        .iter()
        .rposition(|part| state.entered.contains(&part.id))
}

/// The index of the next part that is to be entered. A question that was passed over comes before
/// everything that was not yet reached.
pub fn next(canon: &Canon) -> Option<usize> {
    if canon.state.obligation.is_some() || canon.state.ended.is_some() {
        return None;
    }
    let flow = canon.project.flow.as_ref()?;
    let start = furthest(flow, canon.state).map_or(0, |index| index + 1);
    let behind = (start..flow.parts.len()).find(|index| is_due(canon, &flow.parts[*index]));
    if canon.state.edition() < LOOKS_BACK {
        return behind;
    }
    let is_left = |index: &usize| {
        let part = &flow.parts[*index];
        (part.asks() || is_made_anew(canon.state, part)) && is_due(canon, part)
    };
    (0..start).find(is_left).or(behind)
}

/// Whether something that was made is to be made and said once more.
fn is_made_anew(state: &State, part: &Part) -> bool {
    let makes = matches!(
        part.kind,
        PartKind::Mirror { .. } | PartKind::Synthesis { .. }
    );
    makes && state.reopened.contains(&part.id) && !state.entered.contains(&part.id)
}

/// Whether its guard holds, and the items that it is for are there.
pub fn may_stand(canon: &Canon, part: &Part) -> bool {
    let guarded = || {
        part.when
            .as_ref()
            .is_none_or(|when| canon.holds(when) == Truth::True)
    };
    is_there(canon, &part.each) && guarded()
}

fn is_due(canon: &Canon, part: &Part) -> bool {
    let state = canon.state;
    let closed = state.closed.contains_key(&part.id);
    let open = match &part.kind {
        // What is already known is not asked again.
        PartKind::Ask { .. } | PartKind::Form { .. } => {
            !closed
                && part
                    .questions()
                    .iter()
                    .any(|(id, question)| is_asked(canon, id, question))
        }
        PartKind::Gate { .. } | PartKind::Lock { .. } | PartKind::Mirror { .. } => !closed,
        PartKind::Say { .. }
        | PartKind::Tell { .. }
        | PartKind::Synthesis { .. }
        | PartKind::Matching { .. }
        | PartKind::End { .. } => true,
    };
    open && may_stand(canon, part)
}

/// Whether a question is to be asked: its cell is not known, or may change and was reopened.
pub fn is_asked(canon: &Canon, id: &Name, question: &Question) -> bool {
    let attribute = canon.project.attribute(&question.cell);
    let changes = attribute.is_some_and(|attribute| attribute.changes);
    !canon.is_settled(&question.cell) || (changes && canon.state.reopened.contains(id))
}

/// Whether the lists that a part is repeated for have those items.
fn is_there(canon: &Canon, each: &[Each]) -> bool {
    each.iter()
        .all(|each| item_at(canon, &each.list, each.at).is_some())
}

/// The item of a list that has a place. Items keep theirs while the list is corrected.
pub fn item_at(canon: &Canon, list: &Cell, at: usize) -> Option<Value> {
    let Some(Value::List(items)) = canon.value(list) else {
        return None;
    };
    let places = canon.state.places.get(list);
    match places.filter(|_| canon.state.edition() >= REVISES) {
        Some(places) => places.get(at).cloned().flatten(),
        None => items.get(at).cloned(),
    }
}

/// The fields of the open form that are still missing.
pub fn missing(project: &Project, state: &State) -> Vec<Name> {
    let Some(open) = state.open_question() else {
        return Vec::new();
    };
    let Some(Part {
        kind: PartKind::Form { fields, .. },
        ..
    }) = project.part(&open.obligation.part)
    else {
        return Vec::new();
    };
    let canon = Canon::new(project, state, state.now());
    fields
        .iter()
        .filter(|field| !field.question.optional)
        .filter(|field| is_asked(&canon, &field.id, &field.question))
        .map(|field| field.id.clone())
        .collect()
}

/// Nothing is awaited and no part is left. The guards are judged at the time of the last input, which
/// the state knows as nothing more than the facts it left; a part guarded by the clock alone does not
/// keep a session unfinished.
pub fn finished(project: &Project, state: &State) -> bool {
    if project.flow.is_none() || state.obligation.is_some() {
        return false;
    }
    let canon = Canon::new(project, state, state.now());
    state.ended.is_some() || next(&canon).is_none()
}

pub fn position(project: &Project, state: &State) -> Option<Position> {
    let flow = project.flow.as_ref()?;
    let open = state.obligation.as_ref();
    let at = open.and_then(|open| {
        let part = &open.obligation.part;
        flow.parts.iter().position(|known| known.id == *part)
    });
    let canon = Canon::new(project, state, state.now());
    // What was left before its end stands where it would go on.
    let left = state.ended.as_ref().filter(|_| state.edition() >= STANDS);
    let left = left.filter(|ended| ended.how != Ended::Completed);
    let left = left.and_then(|_| left_at(&canon, flow));
    let index = at.or(left).or_else(|| furthest(flow, state))?;
    let here = &flow.parts[index];
    // Questions of this block that may come; a block's length is not known before its branches are.
    let counted = |part: &&Part| {
        part.block == here.block
            && part.asks()
            && (state.edition() < LOOKS_BACK || may_come(&canon, part))
    };
    let (passed, ahead) = flow.parts.split_at(index + 1);
    let number = passed.iter().filter(counted).count();
    let open = open.is_some_and(|open| open.obligation.awaits == Awaits::Answer);
    let answers = here.asks() || matches!(here.kind, PartKind::Lock { .. });
    let open = open || left.is_some() && answers;
    Some(Position {
        block: here.block.clone(),
        flow: flow.id.clone(),
        part: here.id.clone(),
        number: Count(if open { number as u64 } else { 0 }),
        of: Count((number + ahead.iter().filter(counted).count()) as u64),
    })
}

/// The part at which a flow that was left goes on: the one that was given up, else the one that comes next.
fn left_at(canon: &Canon, flow: &Flow) -> Option<usize> {
    let state = canon.state;
    let last = state.closed_last.as_ref();
    let given_up = last.filter(|part| state.closed.get(*part) == Some(&Closed::GivenUp));
    let given_up = given_up.and_then(|last| flow.parts.iter().position(|part| part.id == *last));
    given_up.or_else(|| (0..flow.parts.len()).find(|at| is_left(canon, flow, *at)))
}

/// Whether a part is awaited and was not closed.
fn is_left(canon: &Canon, flow: &Flow, at: usize) -> bool {
    let part = &flow.parts[at];
    let awaits = part.asks()
        || matches!(
            part.kind,
            PartKind::Gate { .. } | PartKind::Lock { .. } | PartKind::Mirror { .. }
        );
    awaits && is_due(canon, part)
}

/// The questions of the block where a session stands, as they are numbered.
pub fn block_questions<'p>(project: &'p Project, state: &State) -> Vec<&'p Part> {
    match position(project, state) {
        Some(here) => questions_of_block(project, state, here.block.as_ref()),
        None => Vec::new(),
    }
}

/// The questions of a block, as they are numbered.
pub fn questions_of_block<'p>(
    project: &'p Project,
    state: &State,
    block: Option<&Name>,
) -> Vec<&'p Part> {
    let canon = Canon::new(project, state, state.now());
    let counted =
        |part: &&Part| part.block.as_ref() == block && part.asks() && may_come(&canon, part);
    let flow = project.flow.iter();
    flow.flat_map(|flow| &flow.parts).filter(counted).collect()
}

/// Whether a part was entered, or its guard does not exclude it.
fn may_come(canon: &Canon, part: &Part) -> bool {
    let guard = part.when.as_ref().map(|when| canon.holds(when));
    canon.state.entered.contains(&part.id)
        || (guard != Some(Truth::False) && is_there(canon, &part.each))
}

/// The event that a gate awaits, or whatever could not be made.
pub fn awaited_event(project: &Project, part: &str) -> Name {
    let makes = project.part(part).is_some_and(|part| {
        matches!(
            part.kind,
            PartKind::Mirror { .. } | PartKind::Synthesis { .. }
        )
    });
    let own = gate_event(project, part).or_else(|| makes.then(|| Name::from(RETRY)));
    own.unwrap_or_else(|| Name::from(part))
}

fn gate_event(project: &Project, part: &str) -> Option<Name> {
    match &project.part(part)?.kind {
        PartKind::Gate { event, .. } => Some(event.clone()),
        PartKind::Say { .. }
        | PartKind::Ask { .. }
        | PartKind::Form { .. }
        | PartKind::Lock { .. }
        | PartKind::Tell { .. }
        | PartKind::Mirror { .. }
        | PartKind::Synthesis { .. }
        | PartKind::Matching { .. }
        | PartKind::End { .. } => None,
    }
}

/// The parts that were said since a gate was passed, if nothing was closed since.
pub fn said_since<'p>(project: &'p Project, state: &State, event: &Name) -> Option<&'p [Part]> {
    let flow = project.flow.as_ref()?;
    let last = state.closed_last.as_ref()?;
    if gate_event(project, last).as_ref() != Some(event) {
        return None;
    }
    let gate = flow.parts.iter().position(|part| part.id == *last)?;
    let end = furthest(flow, state)?;
    flow.parts.get(gate + 1..=end)
}
