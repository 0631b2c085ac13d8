//! What a trial narrowed, as people read it: how many values are left, between which ends, and who was decided.

use super::{BACKED, EXPLAINED, Field, Trial};
use crate::base::lexicon::Coding;
use crate::view::{Ends, Members, Ranges};
use logic::domain::{Code, Domain};
use logic::solve::{self, CellId};
use logic::value::Cell;

/// A cell with fewer values than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowed {
    pub cell: Cell,
    pub before: u64,
    pub after: u64,
    /// Of a number or a date.
    pub range: Option<Ranges>,
    /// Of a set or a list.
    pub members: Option<Members>,
}

impl Field<'_> {
    /// What was narrowed, for each cell once, the one that was fixed left out. The elements of a set count
    /// together.
    pub(super) fn narrowings(self, fixed: &Cell, trial: &Trial) -> Vec<Narrowed> {
        let base = self.base();
        let mut found: Vec<Narrowed> = Vec::new();
        for narrowed in &trial.narrowed {
            let (cell, _) = base.lexicon.named(narrowed.cell.0);
            let known = found.iter().any(|known| known.cell == cell);
            if cell == *fixed || cell.attribute.is_empty() || known {
                continue;
            }
            let sizes = |field: &solve::Field| {
                let span = base.span(&cell).unwrap_or_default().map(CellId);
                span.fold(0_u64, |all, cell| {
                    all.saturating_add(field.domain(base, cell).size())
                })
            };
            let (before, after) = (sizes(self.known), sizes(&trial.field));
            let range = self.ranges(&cell, &trial.field);
            let members = self.decided(&cell, &trial.field);
            found.push(Narrowed {
                cell,
                before,
                after,
                range,
                members,
            });
        }
        found
    }

    /// From where to where a number or a date may be after a trial, and could before.
    fn ranges(self, cell: &Cell, after: &solve::Field) -> Option<Ranges> {
        let base = self.base();
        let (attribute, span) = base.lexicon.span(cell)?;
        let ends = |field: &solve::Field| {
            let domain = field.domain(base, CellId(span.start));
            let decode = |code: Code| base.lexicon.decode(attribute, code);
            matches!(domain, Domain::Range(..)).then(|| Ends {
                from: domain.least().and_then(decode),
                to: domain.most().and_then(decode),
            })
        };
        if self.state.edition() < BACKED {
            return None;
        }
        Some(Ranges {
            after: ends(after)?,
            before: ends(self.known)?,
        })
    }

    /// Who of a set or a list is decided after a trial and was not before.
    fn decided(self, cell: &Cell, after: &solve::Field) -> Option<Members> {
        let base = self.base();
        let (attribute, span) = base.lexicon.span(cell)?;
        let coding = base.lexicon.coding(attribute);
        if self.state.edition() < EXPLAINED || !coding.is_some_and(Coding::is_collection) {
            return None;
        }
        let mut members = Members::default();
        for at in span {
            let (Some(held), Some(code)) =
                (base.lexicon.held(at), after.domain(base, CellId(at)).only())
            else {
                continue;
            };
            if self.known.domain(base, CellId(at)).only().is_none() {
                match code {
                    0 => members.not.push(held),
                    _ => members.holds.push(held),
                }
            }
        }
        Some(members)
    }
}
