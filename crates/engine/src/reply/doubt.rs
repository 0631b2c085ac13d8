//! What cannot be decided because facts are missing: never taken for false, and never silent.
//!
//! A rule or a section whose condition is unknown might have been the one that is said. So the case goes
//! to a person, who reads which facts are missing; what was chosen without them is their draft.

use super::Section;
use super::decide::Desk;
use super::select::Selection;
use super::told::Reason;
use logic::formula::Formula;
use logic::holds::{Facts, cells, derived_facts};
use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeSet;

/// A rule that was passed over only because it is not known whether it applies.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    pub rule: Name,
    /// What is not known.
    pub condition: Formula,
    /// It is for a warning, of which the reply says that it is unknown: it is only not sent by itself.
    pub of_warning: bool,
}

/// The code of such a reason.
const UNKNOWN: &str = "unknown-condition";

fn is_among(reasons: &[Reason], what: &Name) -> bool {
    let mut reasons = reasons.iter();
    reasons.any(|reason| &*reason.code == UNKNOWN && reason.what == **what)
}

impl Desk<'_> {
    /// What stands before the chosen rule and may apply.
    pub(super) fn doubt_selection(&mut self, selection: &Selection) {
        for doubt in &selection.doubts {
            if doubt.of_warning {
                self.doubt_sending(&doubt.rule, &doubt.condition);
            } else {
                self.doubt(&doubt.rule, &doubt.condition);
            }
        }
    }

    /// It is not known whether a section applies. A note for the team changes nothing that is said.
    pub(super) fn doubt_section(&mut self, section: &Section, when: &Formula) {
        if section.internal {
            self.doubt_sending(&section.id, when);
        } else {
            self.doubt(&section.id, when);
        }
    }

    /// It is not known whether this applies: a person decides.
    fn doubt(&mut self, what: &Name, condition: &Formula) {
        let is_known = is_among(&self.reply.hand_over, what);
        if !is_known {
            let why = self.unknown_because(condition);
            self.hand_over(UNKNOWN, what.as_str(), &why);
        }
    }

    fn doubt_sending(&mut self, what: &Name, condition: &Formula) {
        let is_known = is_among(&self.reply.send.reasons, what);
        if !is_known {
            let why = self.unknown_because(condition);
            self.deny(UNKNOWN, what.as_str(), &why);
        }
    }

    fn unknown_because(&self, condition: &Formula) -> Phrase {
        let missing = self.missing(condition);
        let missing: Vec<&str> = missing.iter().map(Name::as_str).collect();
        if missing.is_empty() {
            return Phrase::new(
                "it is not known whether this applies",
                "on ne sait pas si ceci s'applique",
            );
        }
        let missing = missing.join(", ");
        Phrase::new(
            format!("it is not known whether this applies: {missing} is missing"),
            format!("on ne sait pas si ceci s'applique : il manque {missing}"),
        )
    }

    /// The facts that a condition reads and that are missing.
    pub(super) fn missing(&self, condition: &Formula) -> Vec<Name> {
        let mut missing = BTreeSet::new();
        let (mut todo, mut seen) = (vec![condition.clone()], BTreeSet::new());
        while let Some(formula) = todo.pop() {
            for cell in cells(&formula) {
                if self.facts.value(&cell).is_none() {
                    missing.insert(Name::from(cell.to_string()));
                }
            }
            for name in derived_facts(&formula) {
                let Some(derived) = self.project.derived.get(&name) else {
                    continue;
                };
                if self.facts.derived(&name).is_some() || !seen.insert(name) {
                    continue;
                }
                for case in &derived.cases {
                    todo.extend(case.when.clone());
                    todo.push(case.is.as_formula());
                }
            }
        }
        missing.into_iter().collect()
    }
}
