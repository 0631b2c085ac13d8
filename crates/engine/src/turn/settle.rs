//! What was refused as incoherent waits for the author, who says what yields, or lets the refusal stand.

use super::{Draft, Surroundings};
use crate::collapse::Generator;
use crate::event::{
    ConstraintLifted, ConstraintSource, Event, IncoherenceSettled, Reinterpretation, Reinterpreted,
    Reliability,
};
use crate::field::{Refusal, Told};
use crate::input::Input;
use crate::item::{Count, ItemKind};
use crate::project::Project;
use crate::state::{INCOHERENT, Incoherence, State};
use crate::words;
use logic::text::Phrase;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What an author decides about an incoherence.
pub(super) struct Settlement<'a> {
    pub incoherence: Count,
    pub yields: Option<Count>,
    pub kind: Option<Reinterpretation>,
    pub because: &'a str,
}

impl Draft {
    pub(super) fn settle_incoherence(
        &mut self,
        settlement: &Settlement,
        surroundings: &Surroundings,
    ) {
        let at = settlement.incoherence.0;
        let known = self.state.incoherences.get(&at);
        let Some(known) = known.filter(|known| known.settled.is_none()).cloned() else {
            let open: Vec<u64> = self.state.open_incoherences().map(|(seq, _)| seq).collect();
            let reason = words::no_incoherence(at, &open);
            return self.refuse("unknown-incoherence", &format!("#{at}"), &reason);
        };
        let Some(yields) = settlement.yields else {
            self.note_settled(settlement, None);
            return self.say(ItemKind::Statement, &words::refusal_stands(at), None);
        };
        let before = self.clone();
        // Something else may have made room since; then nothing has to yield.
        self.note_settled(settlement, None);
        if self.goes_now(&known, surroundings) {
            return;
        }
        *self = before.clone();
        if let Err((code, reason)) = self.make_yield(settlement, yields) {
            *self = before;
            return self.refuse(code, &format!("#{}", yields.0), &reason);
        }
        self.note_settled(settlement, Some(yields));
        if !self.goes_now(&known, surroundings) {
            let refused = self.changes.refused.last();
            let reason = refused.map_or_else(String::new, |refused| refused.reason.clone());
            *self = before;
            let reason = words::still_incoherent(yields.0, &reason);
            self.refuse("still-incoherent", &format!("#{at}"), &reason);
        }
    }

    fn note_settled(&mut self, settlement: &Settlement, yields: Option<Count>) {
        self.push(Event::IncoherenceSettled(IncoherenceSettled {
            because: settlement.because.to_owned(),
            incoherence: settlement.incoherence,
            yields,
        }));
    }

    /// What is said binds no more, or a constraint is lifted.
    fn make_yield(
        &mut self,
        settlement: &Settlement,
        yields: Count,
    ) -> Result<(), (&'static str, Phrase)> {
        let because = match settlement.because {
            "" => words::author_decided()
                .in_language(self.state.language())
                .to_owned(),
            because => because.to_owned(),
        };
        if let Some(said) = self.state.testimonies.get(&yields.0) {
            if said.said.reliability == Reliability::Certain {
                return Err(("certain", words::is_certain(yields.0)));
            }
            if said.reinterpreted.is_none() {
                self.reinterpret(vec![Reinterpreted {
                    because,
                    kind: settlement.kind.unwrap_or(Reinterpretation::Misinformation),
                    testimony: yields,
                }]);
                return Ok(());
            }
        }
        let constraint = self.state.constraints.get(&yields.0);
        let standing = constraint.filter(|known| known.lifted.is_none());
        let standing = standing.filter(|_| settlement.kind.is_none());
        let Some(constraint) = standing else {
            return Err(("unknown-testimony", words::nothing_to_yield(yields.0)));
        };
        if super::merge::is_of_merge(&self.canon(), &constraint.cause) {
            return Err(("part-of-merge", words::part_of_merge(yields.0)));
        }
        self.push(Event::ConstraintLifted(ConstraintLifted {
            constraint: yields,
            reason: because,
        }));
        self.state.catch_up(&self.project);
        Ok(())
    }

    /// Tries again what was refused; false if it is incoherent still.
    fn goes_now(&mut self, known: &Incoherence, surroundings: &Surroundings) -> bool {
        let before = self.changes.refused.len();
        match &known.input {
            // It was said once and stays said; only its force was missing.
            Input::Tell(_) => self.bind_again(known),
            input @ (Input::Message(_)
            | Input::Event(_)
            | Input::Observe(_)
            | Input::ObserveWith(_)
            | Input::Assert(_)
            | Input::Act(_)
            | Input::Author(_)) => self.decide(input, surroundings),
        }
        let refused = &self.changes.refused[before..];
        !refused.iter().any(|refused| &*refused.code == INCOHERENT)
    }

    fn bind_again(&mut self, known: &Incoherence) {
        let said = self.state.testimonies.iter();
        let unbound = said.filter(|(_, said)| {
            said.cause == known.cause && said.reinterpreted.is_none() && said.constraints.is_empty()
        });
        let unbound: Vec<(u64, Reliability)> = unbound
            .map(|(seq, said)| (*seq, said.said.reliability))
            .collect();
        for (seq, reliability) in unbound {
            if self.bind(seq, reliability) {
                self.say(ItemKind::Statement, &words::binds_now(seq), None);
            }
        }
    }

    /// Remembers what stands in the way of something that is refused as incoherent.
    pub(super) fn in_the_way(&mut self, refusal: &Refusal) {
        if let Refusal::Incoherent(told) = refusal {
            let found = entries(&self.state, told);
            self.conflicts.extend(found);
        }
    }
}

/// The testimonies and constraints among the reasons, by their entries.
fn entries(state: &State, told: &Told) -> BTreeSet<u64> {
    let entries = told.rules.iter().filter_map(|applied| applied.entry);
    let named = entries.filter_map(|entry| {
        let constraint = state.constraints.get(&entry)?;
        match &constraint.added.source {
            ConstraintSource::Said {
                reliability: Reliability::Certain,
                ..
            } => None,
            ConstraintSource::Said { testimony, .. } => Some(testimony.0),
            ConstraintSource::Author
            | ConstraintSource::Request
            | ConstraintSource::Inferred { .. }
            | ConstraintSource::Propagated { .. } => Some(entry),
            ConstraintSource::Rule { .. } => None,
        }
    });
    named.collect()
}

/// What could yield so that something that was refused as incoherent goes: testimonies and constraints by their
/// entries. Nothing where it goes as it is now.
pub fn in_the_way(project: &Arc<Project>, state: &State, known: &Incoherence) -> BTreeSet<u64> {
    let mut draft = Draft::over(project, state.clone());
    let surroundings = Surroundings {
        generator: Generator::Offline,
        projects: &|_| None,
    };
    if draft.goes_now(known, &surroundings) {
        return BTreeSet::new();
    }
    draft.conflicts
}
