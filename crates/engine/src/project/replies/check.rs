//! What is wrong with a whole project of replies: nothing to answer with, flags that nobody sets or
//! reads, texts that nobody uses, what nobody answers.

use super::super::load::Loader;
use super::{Builder, Suspect};
use crate::diagnostic::{Diagnostic, Place};
use crate::reply::detect::Recogniser;
use crate::reply::page::{Body, Found, Node, only_inclusion};
use crate::reply::{Action, Pass, Severity, Subject};
use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeSet;

impl Builder<'_> {
    pub(super) fn check(&mut self, loader: &mut Loader, place: &Place) {
        self.guards();
        if loader.incomplete {
            return;
        }
        self.something_to_answer(loader, place);
        self.confidential(loader);
        self.check_formats(loader);
        self.unused(loader);
        self.unanswered(loader);
        self.silent(loader);
        self.asking(loader);
        self.examples(loader);
    }

    /// Flags whose bodies in a page count as sections: in the page itself, and in what it includes
    /// outside of such a body.
    fn guards(&mut self) {
        let mut guards = BTreeSet::new();
        let mut roots: Vec<Name> = self.replies.options.master.iter().cloned().collect();
        roots.extend(
            self.replies
                .rules
                .iter()
                .filter_map(|rule| rule.page.clone()),
        );
        roots.extend(
            self.replies
                .states
                .iter()
                .filter_map(|state| state.page.clone()),
        );
        for root in roots.iter().collect::<BTreeSet<_>>() {
            self.guards_of(root, &mut guards, &mut BTreeSet::new());
        }
        self.replies.guards = guards;
    }

    fn guards_of(&self, page: &Name, guards: &mut BTreeSet<Name>, seen: &mut BTreeSet<Name>) {
        if !seen.insert(page.clone()) {
            return;
        }
        let pages = self.replies.pages.all.get(page);
        for page in pages.into_iter().flat_map(|pages| pages.each()) {
            self.guards_in(&page.body, guards, seen);
        }
    }

    fn guards_in(&self, body: &Body, guards: &mut BTreeSet<Name>, seen: &mut BTreeSet<Name>) {
        for node in body {
            match node {
                Node::If { test, then, other } => {
                    if let Found::Flag(flag) = test {
                        guards.insert(flag.clone());
                    }
                    if only_inclusion(then).is_none() {
                        self.guards_in(then, guards, seen);
                    }
                    self.guards_in(other, guards, seen);
                }
                Node::Include(name) => self.guards_of(name, guards, seen),
                Node::Each { body, other, .. } | Node::With { body, other, .. } => {
                    self.guards_in(body, guards, seen);
                    self.guards_in(other, guards, seen);
                }
                Node::Text(_) | Node::Print { .. } | Node::Slot(_) => {}
            }
        }
    }

    /// A check that examines nothing must not pass.
    fn something_to_answer(&mut self, loader: &mut Loader, place: &Place) {
        let replies = &self.replies;
        let (en, fr) = if replies.states.is_empty() {
            ("there is no state", "il n'y a aucun état")
        } else if replies.intentions.is_empty() {
            ("there is no intention", "il n'y a aucune intention")
        } else if replies.rules.is_empty()
            && replies
                .intentions
                .iter()
                .all(|intention| intention.sections.is_empty() && intention.flags.is_empty())
        {
            (
                "there is no row: nothing says what answers what",
                "il n'y a aucune ligne : rien ne dit ce qui répond à quoi",
            )
        } else {
            return;
        };
        let message = Phrase::new(
            format!("this project answers nothing: {en}"),
            format!("ce projet ne répond à rien : {fr}"),
        );
        loader.unknown(Diagnostic::error("no-states", place.clone(), message), "");
    }

    /// Flags that nobody sets or reads, sections and templates that nobody names.
    fn unused(&mut self, loader: &mut Loader) {
        let replies = &self.replies;
        let mut set: BTreeSet<&Name> = BTreeSet::new();
        set.extend(replies.states.iter().flat_map(|state| &state.flags));
        set.extend(
            replies
                .intentions
                .iter()
                .flat_map(|intention| &intention.flags),
        );
        set.extend(replies.rules.iter().flat_map(|rule| &rule.flags));
        let mut read: BTreeSet<&Name> = BTreeSet::new();
        for page in replies.pages.all.values().flat_map(|pages| pages.each()) {
            read.extend(page.reads.iter().filter_map(|found| match found {
                Found::Flag(flag) => Some(flag),
                Found::Fact(_)
                | Found::Derived(_)
                | Found::Element { .. }
                | Found::Local { .. }
                | Found::Always(_) => None,
            }));
        }
        let mut warnings = Vec::new();
        for (name, flag) in &replies.flags {
            let in_the_dark = self.unreadable.contains(name.as_str());
            let is_lost = self.lost_flags.contains(name) || loader.dropped.contains(name.as_str());
            if !set.contains(name) && !is_lost {
                let message = Phrase::new(
                    format!("nothing sets the flag `{name}`"),
                    format!("rien ne pose l'indicateur `{name}`"),
                );
                let place = flag.place.clone();
                warnings.push(Diagnostic::warning("flag-never-set", place, message));
            }
            if !read.contains(name) && !in_the_dark {
                let message = Phrase::new(
                    format!("no template reads the flag `{name}`"),
                    format!("aucun modèle ne lit l'indicateur `{name}`"),
                );
                let place = flag.place.clone();
                warnings.push(Diagnostic::warning("flag-never-read", place, message));
            }
        }
        for (id, section) in &replies.sections {
            let used = self.named.contains(id)
                || section.when.is_some()
                || self.unreadable.contains(id.as_str())
                || loader.dropped.contains(id.as_str())
                || self.used_by_page(&section.template);
            if self.declared.contains(id) && !used {
                let message = Phrase::new(
                    format!("nothing names the section `{id}`"),
                    format!("rien ne nomme la section `{id}`"),
                );
                let place = section.place.clone();
                warnings.push(Diagnostic::warning("unused-section", place, message));
            }
        }
        for (stem, localised) in &replies.pages.all {
            let last = stem.rsplit('/').next().unwrap_or(stem);
            let is_named = loader.dropped.iter().any(|word| word.contains(last));
            if !self.used.contains(stem) && !self.unreadable.contains(last) && !is_named {
                let message = Phrase::new(
                    format!("nothing uses the template `{stem}`"),
                    format!("rien n'utilise le modèle `{stem}`"),
                );
                let place = localised.place.clone();
                let place = place.unwrap_or_else(|| Place::start_of(stem));
                warnings.push(Diagnostic::warning("unused-template", place, message));
            }
        }
        loader.diagnostics.extend(warnings);
    }

    fn used_by_page(&self, template: &Name) -> bool {
        let pages = self.replies.pages.all.values();
        pages
            .flat_map(|pages| pages.each())
            .any(|page| page.includes.contains(template))
    }

    /// States, intentions and rows that nothing could ever answer.
    fn unanswered(&mut self, loader: &mut Loader) {
        let replies = &self.replies;
        let answers = |subject: Subject| {
            let mut sections = replies.sections.values();
            sections.any(|section| section.answers.contains(&subject))
                || replies
                    .rules
                    .iter()
                    .any(|rule| rule.answers.subjects.contains(&subject))
        };
        let is_note = |subject: Subject| {
            let mut sections = replies.sections.values();
            let mut rules = replies.rules.iter();
            !rules.any(|rule| rule.answers.subjects.contains(&subject))
                && sections.all(|section| section.internal || !section.answers.contains(&subject))
        };
        let any = replies.rules.iter().any(|rule| rule.answers.any_intention);
        let mut errors = Vec::new();
        for (number, state) in replies.states.iter().enumerate() {
            let needs = state.severity == Severity::Warning
                && !self.suspect.contains(&Suspect::State(number))
                && !state
                    .flags
                    .iter()
                    .any(|flag| self.unreadable.contains(flag.as_str()));
            let subject = Subject::State(number);
            let is_routed = state.action == Action::Route;
            if !needs || is_routed || replies.speaks(number) || !is_note(subject) {
                continue;
            }
            if state.alert_internal || !state.sections.is_empty() || answers(subject) {
                let message = Phrase::new(
                    format!(
                        "only the team is told of the warning `{}`: every case in which it holds goes to a person",
                        state.name
                    ),
                    format!(
                        "seule l'équipe est prévenue de l'avertissement `{}` : chaque cas où il est réalisé va à une personne",
                        state.name
                    ),
                );
                let hint = Phrase::new(
                    "give it an `alert_text` for who wrote, or make it `INFO`",
                    "donnez-lui un `alert_text` pour qui écrit, ou faites-en un `INFO`",
                );
                let place = state.place.clone();
                errors.push(Diagnostic::warning("unanswered", place, message).hint(hint));
            } else {
                let message = Phrase::new(
                    format!(
                        "the warning `{}` has no section, no flag that a page tests and no alert: nothing could answer it",
                        state.name
                    ),
                    format!(
                        "l'avertissement `{}` n'a ni section, ni indicateur testé par une page, ni alerte : rien ne pourrait y répondre",
                        state.name
                    ),
                );
                errors.push(Diagnostic::error(
                    "unanswered",
                    state.place.clone(),
                    message,
                ));
            }
        }
        for (number, intention) in replies.intentions.iter().enumerate() {
            let rules = replies.rules.iter();
            let mut own = rules.filter(|rule| rule.intention == Some(number));
            let spoken = self.speaks_to_customers(&intention.sections)
                || intention
                    .flags
                    .iter()
                    .any(|flag| replies.guards.contains(flag));
            let is_answered = spoken
                || any
                || own.next().is_some()
                || answers(Subject::Intention(number))
                || self.suspect.contains(&Suspect::Intention(number))
                || intention.verdict != crate::reply::Verdict::Go;
            if !is_answered {
                let message = Phrase::new(
                    format!(
                        "nothing answers `{}`: it has no row, no template and no section",
                        intention.name
                    ),
                    format!(
                        "rien ne répond à `{}` : ni ligne, ni modèle, ni section",
                        intention.name
                    ),
                );
                errors.push(Diagnostic::error(
                    "unanswered",
                    intention.place.clone(),
                    message,
                ));
            }
        }
        for (number, rule) in replies.rules.iter().enumerate() {
            let in_the_dark = |flag: &Name| {
                replies.guards.contains(flag) || self.unreadable.contains(flag.as_str())
            };
            let Some(intention) = rule.intention else {
                continue;
            };
            let in_doubt = self.suspect.contains(&Suspect::Intention(intention));
            let intention = &replies.intentions[intention];
            let by_page = rule.page.is_some() && rule.page != replies.options.master;
            let says = by_page
                || in_doubt
                || self.suspect.contains(&Suspect::Rule(number))
                || self.speaks_to_customers(&rule.sections)
                || rule.flags.iter().any(in_the_dark)
                || self.speaks_to_customers(&intention.sections)
                || intention
                    .flags
                    .iter()
                    .any(|flag| replies.guards.contains(flag))
                || intention.verdict != crate::reply::Verdict::Go;
            let says = says
                || replies.sections.values().any(|section| {
                    !section.internal
                        && rule.intention.is_some_and(|number| {
                            section.answers.contains(&Subject::Intention(number))
                        })
                });
            if rule.pass <= Pass::ForIntention && !says {
                let message = Phrase::new(
                    format!(
                        "`{}` says nothing that answers `{}`: no section, no page of its own, no flag that a page tests",
                        rule.name, intention.name
                    ),
                    format!(
                        "`{}` ne dit rien qui réponde à `{}` : ni section, ni page à elle, ni indicateur testé par une page",
                        rule.name, intention.name
                    ),
                );
                errors.push(Diagnostic::error("unanswered", rule.place.clone(), message));
            }
        }
        loader.diagnostics.extend(errors);
    }

    /// Whether one of these sections is for who asks, and not for the team alone.
    fn speaks_to_customers(&self, sections: &[Name]) -> bool {
        let mut sections = sections.iter();
        sections.any(|id| {
            let section = self.replies.sections.get(id);
            section.is_none_or(|section| !section.internal)
        })
    }

    /// Every example is recognised by the triggers alone, and no counter-example is a plain wish to them.
    fn examples(&mut self, loader: &mut Loader) {
        let replies = &self.replies;
        let recogniser = Recogniser::of_triggers(&loader.languages, replies);
        let unguarded = Recogniser::of_triggers(&loader.languages, replies).unguarded();
        let mut warnings = Vec::new();
        for (number, intention) in replies.intentions.iter().enumerate() {
            let name = &intention.name;
            let has = |recogniser: &Recogniser, text: &str| {
                let heard = recogniser.hear(replies, text);
                let mut found = heard.intentions.iter();
                let found = found.any(|found| found.intention == number);
                (found, found && !heard.unasked.contains(&number))
            };
            for (text, place) in &intention.examples {
                if has(&recogniser, text).0 {
                    continue;
                }
                let message = Phrase::new(
                    format!("no trigger recognises this example of `{name}`"),
                    format!("aucun déclencheur ne reconnaît cet exemple de `{name}`"),
                );
                warnings.push(Diagnostic::warning(
                    "example-not-recognised",
                    place.clone(),
                    message,
                ));
            }
            for (text, place) in &intention.counter_examples {
                if !(has(&unguarded, text).1 && unguarded.asks_outright(text)) {
                    continue;
                }
                let message = Phrase::new(
                    format!(
                        "a trigger of `{name}` takes this counter-example for a plain wish: whatever has all of its words is not `{name}`, wishes too"
                    ),
                    format!(
                        "un déclencheur de `{name}` prend ce contre-exemple pour une demande : ce qui en a tous les mots n'est pas `{name}`, les demandes non plus"
                    ),
                );
                warnings.push(Diagnostic::warning(
                    "counter-example-wished",
                    place.clone(),
                    message,
                ));
            }
        }
        loader.diagnostics.extend(warnings);
    }
}
