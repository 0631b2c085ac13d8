//! What leans on a cell without binding it: soft constraints and tendencies of a session, and what breaks them.

use crate::canon::Canon;
use crate::event::{ConstraintAdded, Strength};
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

/// Whether it takes a reason to break this.
pub fn wants_reason(added: &ConstraintAdded) -> bool {
    matches!(added.strength, Strength::Soft(_))
}
