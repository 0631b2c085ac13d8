//! A draft: the sections of a plan rendered, placed in a page, and read again for what they answer.
//!
//! A section that cannot be said, or that another one makes needless, is left out and named with the reason.

use super::Subject;
use super::coverage::{self, Asked, Said};
use super::decide::Desk;
use super::demanded::Demanded;
use super::page::Format;
use super::plain::is_visible;
use super::render::{Assembled, Filling, Rendered, Renderer};
use super::told::{LeftOut, Reply};
use crate::limits;
use logic::holds::Truth;
use logic::text::Phrase;
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// What is to be said, with who asked for it.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) asked: Asked,
    /// Sections by id, with who named them.
    pub(super) sections: BTreeMap<Name, Vec<Name>>,
    pub(super) flags: BTreeSet<Name>,
    /// What must be answered.
    pub(super) subjects: BTreeSet<Subject>,
}

impl Plan {
    pub(super) fn section(&mut self, id: &Name, by: &Name, subjects: &[Subject]) {
        let named = self.sections.entry(id.clone()).or_default();
        if !named.contains(by) {
            named.push(by.clone());
        }
        let asked = self.asked.sections.entry(id.clone()).or_default();
        asked.extend(
            subjects
                .iter()
                .filter(|subject| !asked.contains(subject))
                .copied()
                .collect::<Vec<_>>(),
        );
    }

    pub(super) fn flag(&mut self, reply: &mut Reply, flag: &Name, by: &Name, subjects: &[Subject]) {
        self.flags.insert(flag.clone());
        let setters = reply.flags.entry(flag.clone()).or_default();
        if !setters.contains(by) {
            setters.push(by.clone());
        }
        self.asked
            .flags
            .entry(flag.clone())
            .or_default()
            .extend(subjects);
    }
}

/// A page that was put together, with what it answers.
pub(super) struct Draft {
    pub(super) page: Name,
    pub(super) assembled: Assembled,
    pub(super) said: Vec<Said>,
    pub(super) answered: BTreeMap<Subject, Vec<Name>>,
    pub(super) left_out: Vec<LeftOut>,
    /// Sections that are missing because they speak of something that is not known, and of what.
    pub(super) holes: BTreeMap<Name, Name>,
    /// What is asked for and not said.
    pub(super) unsaid: Vec<Demanded>,
    /// Sections for which the page has no place.
    pub(super) unplaced: Vec<Name>,
}

impl Desk<'_> {
    /// Renders the sections that were asked for and puts them on a page.
    pub(super) fn draft(&self, page: Name, plan: &Plan) -> Draft {
        let replies = self.replies;
        let format = replies.pages.format(&page, self.language);
        let renderer = self.renderer(format);
        let mut left_out: BTreeMap<Name, Phrase> = BTreeMap::new();
        let mut holes: BTreeMap<Name, Name> = BTreeMap::new();
        let mut rendered: BTreeMap<&Name, Rendered> = BTreeMap::new();
        for id in plan.sections.keys() {
            let section = &replies.sections[id];
            match section.when.as_ref().map(|when| self.facts.holds(when)) {
                None | Some(Truth::True) => {}
                Some(Truth::False) => {
                    let why = Phrase::new("its condition is false", "sa condition est fausse");
                    left_out.insert(id.clone(), why);
                    continue;
                }
                Some(Truth::Unknown) => {
                    let why = self.condition_unknown(section.when.as_ref());
                    left_out.insert(id.clone(), why);
                    continue;
                }
            }
            let text = renderer.section(&section.template, &plan.flags, &section.shows);
            if let Some(hole) = &text.hole {
                left_out.insert(id.clone(), self.hole_in(hole));
                holes.insert(id.clone(), hole.clone());
            } else if !is_visible(&text.text, format == Format::Html) {
                let why = Phrase::new("it says nothing here", "elle ne dit rien ici");
                left_out.insert(id.clone(), why);
            } else {
                rendered.insert(id, text);
            }
        }
        let mut without: BTreeSet<Name> = rendered.keys().map(|id| (*id).clone()).collect();
        let mut asked = plan.asked.clone();
        let mut assembled = self.assemble(&renderer, &page, plan, &rendered, &without);
        // What is said decides what is left out, so a page is put together again where that is something.
        for _ in 0..limits::SECTION_ROUNDS {
            let said: BTreeSet<&Name> = assembled
                .placed
                .iter()
                .filter(|placed| placed.hole.is_none() && placed.at.start < placed.at.end)
                .map(|placed| &placed.section)
                .collect();
            let mut silenced: BTreeMap<Name, Phrase> = BTreeMap::new();
            // One that is left out itself leaves nothing out; what it would have is looked at again.
            let leaves = |other: &Name| {
                let mut all = said.iter().filter_map(|id| replies.sections.get(*id));
                all.any(|section| {
                    section.covers.contains(other) || section.overrides.contains(other)
                })
            };
            let first = said.iter().filter(|id| !leaves(id));
            for section in first.filter_map(|id| replies.sections.get(*id)) {
                for covered in section.covers.iter().filter(|other| said.contains(other)) {
                    let taken = asked.sections.get(covered).cloned().unwrap_or_default();
                    let placed = assembled.placed.iter();
                    let placed = placed.filter(|placed| placed.section == *covered);
                    let flags = placed.flat_map(|placed| placed.flags.iter());
                    let taken: Vec<Subject> = flags
                        .filter_map(|flag| asked.flags.get(flag))
                        .flatten()
                        .copied()
                        .chain(taken)
                        .chain(
                            replies
                                .sections
                                .get(covered)
                                .iter()
                                .flat_map(|other| other.answers.iter().copied()),
                        )
                        .collect();
                    asked
                        .sections
                        .entry(section.id.clone())
                        .or_default()
                        .extend(taken);
                    let why = Phrase::new(
                        format!("`{}` says it as well", section.id),
                        format!("`{}` le dit aussi", section.id),
                    );
                    silenced.insert(covered.clone(), why);
                }
                for other in section
                    .overrides
                    .iter()
                    .filter(|other| said.contains(other))
                {
                    let why = Phrase::new(
                        format!("`{}` stands in its place", section.id),
                        format!("`{}` prend sa place", section.id),
                    );
                    silenced.insert(other.clone(), why);
                }
            }
            if silenced.is_empty() {
                break;
            }
            rendered.retain(|id, _| !silenced.contains_key(*id));
            without.extend(silenced.keys().cloned());
            left_out.extend(silenced);
            assembled = self.assemble(&renderer, &page, plan, &rendered, &without);
        }
        let placed: BTreeSet<&Name> = assembled
            .placed
            .iter()
            .map(|placed| &placed.section)
            .collect();
        let mut unplaced = Vec::new();
        for id in rendered.keys() {
            if !placed.contains(*id) && !replies.sections[*id].internal {
                let slot = &replies.sections[*id].slot;
                let why = Phrase::new(
                    format!("the page `{page}` has no slot `{slot}`"),
                    format!("la page `{page}` n'a pas d'emplacement `{slot}`"),
                );
                left_out.insert((*id).clone(), why);
                unplaced.push((*id).clone());
            }
        }
        for placed in &assembled.placed {
            if let Some(hole) = &placed.hole {
                left_out.insert(placed.section.clone(), self.hole_in(hole));
                holes.insert(placed.section.clone(), hole.clone());
            }
        }
        for placed in assembled
            .placed
            .iter()
            .filter(|placed| !placed.repeats.is_empty())
        {
            let text = &assembled.rendered.text[placed.at.clone()];
            if !is_visible(text, format == Format::Html) {
                let by: BTreeSet<&str> = placed.repeats.iter().map(|repeat| &*repeat.by).collect();
                let by = by.into_iter().collect::<Vec<_>>().join("`, `");
                let why = Phrase::new(
                    format!("`{by}` says it already"),
                    format!("`{by}` le dit déjà"),
                );
                left_out.insert(placed.section.clone(), why);
            }
        }
        let (mut said, mut answered) = coverage::read(replies, &page, format, &assembled, &asked);
        for said in &mut said {
            said.because = plan
                .sections
                .get(&said.section)
                .cloned()
                .unwrap_or_default();
        }
        for (id, text) in rendered
            .iter()
            .filter(|(id, _)| !self.careful && replies.sections[**id].internal)
        {
            let section = &replies.sections[*id];
            let html = format == Format::Html;
            let facts = coverage::seen(&text.prints, &(0..text.text.len()), &text.text, html);
            let facts: Vec<&Name> = facts.into_iter().map(|(name, _)| name).collect();
            if coverage::says_all(section, &text.text, format == Format::Html, &facts) {
                // Who asked something is told nothing by what the team is told.
                let subjects = asked.sections.get(*id).into_iter().flatten();
                let subjects = subjects.chain(&section.answers);
                for subject in subjects.filter(|subject| matches!(subject, Subject::State(_))) {
                    let by = answered.entry(*subject).or_default();
                    if !by.contains(id) {
                        by.push((*id).clone());
                    }
                }
            }
        }
        // What another section says as well, or contradicts, is not missed.
        for said in said
            .iter()
            .filter_map(|said| replies.sections.get(&said.section))
        {
            holes.retain(|id, _| !said.covers.contains(id) && !said.overrides.contains(id));
        }
        if assembled.rendered.hole.is_some() {
            // A page with a hole is not said, and so answers nothing.
            said.clear();
            answered.clear();
        }
        let unsaid = self.leave_unsaid(&mut said, &mut answered);
        Draft {
            page,
            assembled,
            unsaid,
            unplaced,
            said,
            answered,
            left_out: left_out
                .into_iter()
                .map(|(section, why)| LeftOut {
                    section,
                    why: self.words(&why),
                })
                .collect(),
            holes,
        }
    }

    fn assemble(
        &self,
        renderer: &Renderer,
        page: &Name,
        plan: &Plan,
        rendered: &BTreeMap<&Name, Rendered>,
        without: &BTreeSet<Name>,
    ) -> Assembled {
        let mut slots: BTreeMap<Name, Vec<(&Name, &Rendered)>> = BTreeMap::new();
        for (id, text) in rendered {
            let section = &self.replies.sections[*id];
            if !section.internal {
                let slot = slots.entry(section.slot.clone()).or_default();
                slot.push((id, text));
            }
        }
        for list in slots.values_mut() {
            list.sort_by_key(|(id, _)| (self.replies.sections[*id].order, *id));
        }
        let filling = Filling {
            flags: &plan.flags,
            slots,
            without,
        };
        renderer.page(page, &filling)
    }

    pub(super) fn unanswered(&self, draft: &Draft, plan: &Plan) -> Vec<Subject> {
        let subjects = plan.subjects.iter();
        let open = subjects.filter(|subject| !draft.answered.contains_key(subject));
        let open = open.filter(|subject| match subject {
            // Sessions from before took it for enough that the team is told.
            Subject::State(number) if !self.careful => {
                !self.replies.states[*number].alert_internal || self.replies.said_something(*number)
            }
            Subject::State(_) | Subject::Intention(_) => true,
        });
        open.copied().collect()
    }
}
