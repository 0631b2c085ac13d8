//! The flow: where a session stands and what it says next, from the journal alone.
//!
//! The position is the part that was entered last, which the journal names by id; no step is stored,
//! none is counted, and inserting a part renumbers nothing.

use crate::canon::Canon;
use crate::item::Count;
use crate::project::{Flow, Part, PartKind, Project};
use crate::state::State;
use crate::view::Position;
use logic::holds::Truth;
use logic::value::Name;

/// Where the part that was entered last stands.
fn cursor_index(flow: &Flow, state: &State) -> Option<usize> {
    let cursor = state.cursor.as_ref()?;
    flow.parts.iter().position(|part| part.id == *cursor)
}

/// The index of the next part that is to be entered: after the cursor, its guard true, its question still open.
pub fn next(canon: &Canon) -> Option<usize> {
    if canon.state.obligation.is_some() {
        return None;
    }
    let flow = canon.project.flow.as_ref()?;
    let start = cursor_index(flow, canon.state).map_or(0, |index| index + 1);
    (start..flow.parts.len()).find(|index| is_due(canon, &flow.parts[*index]))
}

fn is_due(canon: &Canon, part: &Part) -> bool {
    let guarded = part
        .when
        .as_ref()
        .is_none_or(|when| canon.holds(when) == Truth::True);
    match &part.kind {
        // What is already known is not asked again.
        PartKind::Ask { cell, .. } => guarded && !canon.is_settled(cell),
        PartKind::Say { .. } | PartKind::Gate { .. } | PartKind::Tell { .. } => guarded,
    }
}

/// Nothing is awaited and no part is left. The guards are judged at the time of the last input, which
/// the state knows as nothing more than the facts it left; a part guarded by the clock alone does not
/// keep a session unfinished.
pub fn finished(project: &Project, state: &State) -> bool {
    let Some(flow) = &project.flow else {
        return false;
    };
    if state.obligation.is_some() {
        return false;
    }
    let start = cursor_index(flow, state).map_or(0, |index| index + 1);
    let canon = Canon::new(project, state, state.now());
    !flow.parts[start..].iter().any(|part| is_due(&canon, part))
}

pub fn position(project: &Project, state: &State) -> Option<Position> {
    let flow = project.flow.as_ref()?;
    let index = cursor_index(flow, state)?;
    let is_question = |part: &&Part| matches!(part.kind, PartKind::Ask { .. });
    let here = flow.parts[..=index].iter().filter(is_question).count();
    let open = state.open_question().is_some();
    Some(Position {
        flow: flow.id.clone(),
        part: flow.parts[index].id.clone(),
        number: Count(if open { here as u64 } else { 0 }),
        of: Count(flow.parts.iter().filter(is_question).count() as u64),
    })
}

/// The event that a gate awaits.
pub fn awaited_event(project: &Project, part: &str) -> Name {
    match project.part(part).map(|part| &part.kind) {
        Some(PartKind::Gate { event, .. }) => event.clone(),
        Some(PartKind::Say { .. } | PartKind::Ask { .. } | PartKind::Tell { .. }) | None => {
            Name::from(part)
        }
    }
}
