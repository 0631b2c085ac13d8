//! What cannot be decided because facts are missing: never taken for false, and never silent.
//!
//! A rule or a section whose condition is unknown might have been the one that is said. So the case goes
//! to a person, who reads which facts are missing; what was chosen without them is their draft.

use super::Section;
use super::decide::Desk;
use super::select::Selection;
use super::told::Reason;
use crate::project::Body;
use logic::formula::{Formula, Term};
use logic::holds::{Facts, derived_name, ground};
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
            let why = self.unknown_because(what, condition);
            self.hand_over(UNKNOWN, what.as_str(), &why);
        }
    }

    fn doubt_sending(&mut self, what: &Name, condition: &Formula) {
        let is_known = is_among(&self.reply.send.reasons, what);
        if !is_known {
            let why = self.unknown_because(what, condition);
            self.deny(UNKNOWN, what.as_str(), &why);
        }
    }

    /// The facts that a condition reads and that are missing.
    pub(super) fn missing(&self, condition: &Formula) -> Vec<Name> {
        let (mut missing, mut derived) = (BTreeSet::new(), Vec::new());
        let mut see = |term| self.miss(term, &mut missing, &mut derived);
        condition.visit_terms(&mut see);
        // What a fact is derived from is missing as well; each is looked at once.
        let mut next = 0;
        while let Some(name) = derived.get(next).copied() {
            next += 1;
            let of = self.project.derived.get(name).into_iter();
            for case in of.flat_map(|derived| &derived.cases) {
                let mut see = |term| self.miss(term, &mut missing, &mut derived);
                case.when.iter().for_each(|when| when.visit_terms(&mut see));
                match &case.is {
                    Body::Formula(formula) => formula.visit_terms(&mut see),
                    Body::Term(term) => term.visit(&mut see),
                }
            }
        }
        missing.into_iter().collect()
    }

    /// A fact that is missing, or one that cannot be derived.
    fn miss<'t>(
        &self,
        term: &'t Term,
        missing: &mut BTreeSet<Name>,
        underived: &mut Vec<&'t Name>,
    ) {
        if let Some((entity, attribute)) = ground(term)
            && self.facts.lent(entity, attribute).is_none()
        {
            let name = [entity.as_str(), ".", attribute.as_str()].concat();
            missing.insert(Name::from(name));
        }
        if let Some(name) = derived_name(term)
            && self.facts.derived(name).is_none()
            && !underived.contains(&name)
        {
            underived.push(name);
        }
    }
}
