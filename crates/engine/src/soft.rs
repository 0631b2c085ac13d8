//! What leans on a cell without binding it: soft constraints and tendencies of a session, and what breaks them.

use crate::canon::Canon;
use crate::event::{ConstraintAdded, Strength};
use crate::field::BACKED;
use crate::graph::Force;
use logic::holds::Truth;
use logic::value::{Cell, Value};

/// Everything that leans on one cell, by the entry that laid it.
pub struct Leanings<'a> {
    cell: &'a Cell,
    all: Vec<(u64, &'a ConstraintAdded)>,
}

impl<'a> Leanings<'a> {
    pub fn on(canon: &Canon<'a>, cell: &'a Cell) -> Leanings<'a> {
        let standing = canon.state.constraints_on(cell);
        let soft = standing.filter(|known| known.added.strength != Strength::Strict);
        Leanings {
            cell,
            all: soft.map(|known| (known.seq, &known.added)).collect(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those that surely do not hold with this value.
    pub fn broken_by(&self, canon: &Canon, value: &Value) -> Vec<(u64, &'a ConstraintAdded)> {
        if self.is_empty() {
            return Vec::new();
        }
        let state = canon.state.supposing(self.cell, value);
        let supposed = Canon::new(canon.project, &state, canon.now);
        let mut broken = self.all.clone();
        broken.retain(|(_, added)| supposed.holds(&added.formula) == Truth::False);
        broken
    }
}

/// How strong something is that leans on a cell, with every reason that was found for it since: each takes its share
/// of what was missing.
pub fn strength(canon: &Canon, added: &ConstraintAdded) -> Strength {
    let known = canon.state.reinforced.get(&added.cell);
    let more = known.map_or(0, |known| known.weight.min(1000));
    let raised = |force: Force| {
        let force = u64::from(force.thousandths());
        let raised = force + (1000 - force) * more / 1000;
        Force::of_thousandths(u16::try_from(raised).unwrap_or(1000))
    };
    if canon.state.edition() < BACKED {
        return added.strength;
    }
    match added.strength {
        Strength::Strict => Strength::Strict,
        Strength::Soft(force) => Strength::Soft(raised(force)),
        Strength::Tendency(force) => Strength::Tendency(raised(force)),
    }
}

/// Whether it takes a reason to break this.
pub fn wants_reason(added: &ConstraintAdded) -> bool {
    matches!(added.strength, Strength::Soft(_))
}
