//! A message that asks about something: what it looks at is settled and told.

use super::{Draft, Surroundings};
use crate::collapse::Generator;
use crate::detect::{self, Candidate};
use crate::event::{Awaits, Event, SceneChanged};
use crate::limits;
use crate::mention::{Called, mentions};
use crate::project::LISTS;
use crate::request::Outcome;
use crate::scene::Scene;
use crate::understand::{
    self, ACCOUNTED, ANOTHERS, Asks, CLAUSES, ROLES, Turned, UNMARKED, Understood, WHOSE,
};
use crate::words;
use logic::stem::Stems;
use logic::value::{Cell, Name};
use std::collections::BTreeSet;

impl Draft {
    /// Changes the scene as the words of a message or a named event say.
    pub(super) fn scene_follows(&mut self, said: Option<&str>, event: Option<&Name>) -> bool {
        let project = self.project.clone();
        if project.scene_rules.is_empty() {
            return false;
        }
        let stems = Stems::of(&project.languages);
        let words = said.map(|text| stems.words(text)).unwrap_or_default();
        let mut changed = false;
        for rule in &project.scene_rules {
            let by_event = event.is_some() && rule.event.as_ref() == event;
            let by_words = rule.said.iter().any(|cue| cue.is_in(&words));
            if by_event || by_words {
                changed |= self.change_scene(&rule.set);
            }
        }
        changed
    }

    /// Changes the scene after what was raised in the story.
    pub(super) fn scene_after(&mut self, raised: &Name) {
        let project = self.project.clone();
        for rule in &project.scene_rules {
            if rule.raised.as_ref() == Some(raised) {
                self.change_scene(&rule.set);
            }
        }
    }

    /// Whether the scene is another one now. Sessions of the first edition had no scenes.
    fn change_scene(&mut self, change: &Scene) -> bool {
        let canon = self.canon();
        let before = canon.scene();
        let after = before.changed(change);
        let after = self.state.kept_scene(&after);
        let moves = after != *before && self.state.edition() >= 2;
        if moves {
            self.push(Event::SceneChanged(SceneChanged { scene: after }));
        }
        moves
    }

    /// Whether the message asked about anything; then that was dealt with.
    pub(super) fn asked_about(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        if project.cues.is_empty() {
            return false;
        }
        let mut learned = Called::default();
        for (alias, entity) in self.state.aliases.iter() {
            learned.add(alias, entity);
        }
        let interlocutor = self.canon().interlocutor();
        let around = understand::Surroundings {
            interlocutor: interlocutor.as_ref(),
            topic: None,
            strangers: self.state.edition() >= LISTS,
            whose: self.state.edition() >= WHOSE,
            roles: self.state.edition() >= ROLES,
            clauses: self.state.edition() >= CLAUSES,
            unmarked: self.state.edition() >= UNMARKED,
            anothers: self.state.edition() >= ANOTHERS,
            accounted: self.state.edition() >= ACCOUNTED,
            nobody: interlocutor.is_none() && self.state.scene.is_some(),
        };
        let understood = project.understand(text, &learned, around);
        let understood = match self.named_now(text, &learned, around) {
            // A name that says of whom calls nobody.
            Some(asks) => Understood {
                asks,
                turned: Turned::Stays,
                ..understood
            },
            None => understood,
        };
        let Some(understood) = self.detected(text, self.kept_names(understood)) else {
            return true;
        };
        self.turn_to(&understood);
        let said = |attribute: &Name| {
            let own = understood.said.get(attribute).cloned();
            own.filter(|_| self.state.edition() >= ACCOUNTED)
                .or_else(|| self.asked_words(attribute))
        };
        match understood.asks {
            Asks::Nothing => return false,
            Asks::Cells(cells) => {
                for cell in cells {
                    self.ask_for(&cell, surroundings);
                }
            }
            Asks::OneOf(cells) => {
                let same =
                    |cell: &Cell| Some(&cell.attribute) == cells.first().map(|c| &c.attribute);
                let same = cells.iter().all(same);
                let named = |cell: &Cell| {
                    let name = self.name_of(&cell.entity);
                    match said(&cell.attribute) {
                        Some(words) if !same => format!("{name} (« {words} »)"),
                        Some(_) | None => name,
                    }
                };
                let mut names: Vec<String> = cells.iter().map(named).collect();
                names.dedup();
                self.refuse("unclear", "input", &words::one_of(&names));
            }
            Asks::OfWhom(attribute) => {
                let words = said(&attribute).unwrap_or_else(|| attribute.to_string());
                self.refuse("unclear", "input", &words::of_whom(&words));
            }
            Asks::Lacks(cell) => {
                let words = said(&cell.attribute).unwrap_or_else(|| cell.attribute.to_string());
                let words = words::lacks(&self.name_of(&cell.entity), &words);
                self.refuse("lacks", "input", &words);
            }
            Asks::Beyond(attribute) => {
                let words = said(&attribute).unwrap_or_else(|| attribute.to_string());
                self.refuse("unclear", "input", &words::beyond(&words));
            }
        }
        true
    }

    /// Whoever is spoken to is spoken with from now on, and nobody where it is not clear who that is; in sessions of
    /// older editions only where something was asked.
    fn turn_to(&mut self, understood: &Understood) {
        if self.state.edition() < ACCOUNTED {
            if let Some(addressed) = &understood.addressed
                && understood.asks != Asks::Nothing
            {
                self.change_scene(&Scene {
                    interlocutor: Some(addressed.clone()),
                    ..Scene::default()
                });
            }
            return;
        }
        // While a question is open, a message that asks nothing is its answer.
        let answers = self.state.obligation.as_ref().is_some_and(|open| {
            matches!(open.obligation.awaits, Awaits::Answer | Awaits::Validation)
        });
        if understood.turned == Turned::Stays || answers && understood.asks == Asks::Nothing {
            return;
        }
        let before = self.canon().scene().clone();
        let after = understood.turned.after(before.interlocutor.as_ref());
        if after != before.interlocutor {
            self.push(Event::SceneChanged(SceneChanged {
                scene: Scene {
                    interlocutor: after,
                    ..before
                },
            }));
        }
    }

    /// What was asked before and not clear, where this says of whom and nothing else.
    fn named_now(
        &self,
        text: &str,
        learned: &Called,
        around: understand::Surroundings<'_>,
    ) -> Option<Asks> {
        if self.state.edition() < ROLES || self.state.unclear.is_empty() {
            return None;
        }
        let alone = |text: &str| self.project.named_alone(text, learned, around.interlocutor);
        let who = alone(text)?;
        let mut asked = self.state.unclear.iter().rev();
        let question = asked.find(|before| alone(before).is_none())?;
        let asks = self.project.understand_of(question, &who, learned, around);
        (asks != Asks::Nothing).then_some(asks)
    }

    /// What rules leave undecided, as a model understands it among what may be meant; nothing where it must be
    /// asked first.
    fn detected(&mut self, text: &str, understood: Understood) -> Option<Understood> {
        let asks = self.project.collapse.detector && self.generator == Generator::Model;
        let decided = matches!(understood.asks, Asks::Cells(_)) || !understood.open;
        if !asks || decided || self.state.resumes > limits::RESUMES {
            return Some(understood);
        }
        let candidates = self.candidates(text, &understood);
        if candidates.is_empty() {
            return Some(understood);
        }
        let request = detect::request(&self.canon(), &self.input, text, &candidates);
        let Some(heard) = self.state.heard.get(&request.id) else {
            self.needs.push(request);
            return None;
        };
        let chosen = match &heard.outcome {
            Outcome::Answered { text, .. } if heard.prompt == request.prompt.hash() => {
                detect::chosen(&candidates, text)
            }
            Outcome::Answered { .. } | Outcome::Failed { .. } | Outcome::TimedOut => {
                BTreeSet::new()
            }
        };
        let asks = match chosen.len() {
            0 => understood.asks,
            1 => Asks::Cells(chosen.into_iter().collect()),
            _ => Asks::OneOf(chosen),
        };
        Some(Understood { asks, ..understood })
    }

    /// The cells that a message may be about: those that rules found, or else whatever can be asked of whoever is
    /// named or spoken to.
    fn candidates(&self, text: &str, understood: &Understood) -> Vec<Candidate> {
        let project = &self.project;
        let has = |entity: &Name, sort: &Name| {
            let entity = project.entities.get(entity);
            entity.is_some_and(|entity| project.sorts.is_sub(&entity.sort, sort))
        };
        let of = |entity: &Name, attribute: &Name| Cell {
            entity: entity.clone(),
            attribute: attribute.clone(),
        };
        let canon = self.canon();
        let there = canon.scene().hearers();
        let mut cells: Vec<Cell> = match &understood.asks {
            Asks::Cells(cells) => cells.clone(),
            Asks::OneOf(cells) => cells.iter().cloned().collect(),
            Asks::OfWhom(attribute) => {
                let cues = project
                    .cues
                    .iter()
                    .filter(|cue| cue.attribute == *attribute);
                let near = there.iter().chain(project.entities.keys());
                cues.flat_map(|cue| near.clone().filter(|entity| has(entity, &cue.sort)))
                    .map(|entity| of(entity, attribute))
                    .collect()
            }
            Asks::Nothing | Asks::Lacks(_) | Asks::Beyond(_) => {
                let words = Stems::of(&project.languages).words(text);
                let named = mentions(&[&project.called], &words);
                let named = named.into_iter().flat_map(|mention| mention.entities);
                let around = named.chain(understood.addressed.clone()).chain(there);
                around
                    .flat_map(|entity| {
                        let cues = project.cues.iter();
                        let own = cues.filter(|cue| has(&entity, &cue.sort));
                        own.map(|cue| of(&entity, &cue.attribute))
                            .collect::<Vec<_>>()
                    })
                    .collect()
            }
        };
        let mut seen = BTreeSet::new();
        cells = cells
            .iter()
            .map(|cell| self.state.kept_cell(cell).into_owned())
            .collect();
        cells.retain(|cell| seen.insert(cell.clone()));
        cells.truncate(detect::CANDIDATES);
        let candidate = |cell: Cell| {
            let words = self.asked_words(&cell.attribute).unwrap_or_default();
            Candidate {
                words: format!("{}, « {words} »", self.name_of(&cell.entity)),
                cell,
            }
        };
        cells.into_iter().map(candidate).collect()
    }

    /// What was understood, with entities as they are called now: what could mean two that are one is clear.
    fn kept_names(&self, understood: Understood) -> Understood {
        if self.state.merged.is_empty() {
            return understood;
        }
        let kept = |cells: Vec<Cell>| {
            let mut own: Vec<Cell> = Vec::new();
            for cell in cells {
                let cell = self.state.kept_cell(&cell).into_owned();
                if !own.contains(&cell) {
                    own.push(cell);
                }
            }
            own
        };
        let asks = match understood.asks {
            Asks::Cells(cells) => Asks::Cells(kept(cells)),
            Asks::OneOf(cells) => match kept(cells.into_iter().collect()) {
                cells if cells.len() == 1 => Asks::Cells(cells),
                cells => Asks::OneOf(cells.into_iter().collect()),
            },
            other @ (Asks::Nothing | Asks::OfWhom(_) | Asks::Lacks(_) | Asks::Beyond(_)) => other,
        };
        let turned = match understood.turned {
            Turned::To(name) => Turned::To(self.state.kept(&name).clone()),
            other @ (Turned::Stays | Turned::Unclear) => other,
        };
        let addressed = understood.addressed;
        Understood {
            asks,
            turned,
            addressed: addressed.map(|name| self.state.kept(&name).clone()),
            ..understood
        }
    }

    /// The first words by which something is asked for.
    pub(super) fn asked_words(&self, attribute: &str) -> Option<String> {
        let attributes = self.project.attributes.iter();
        let attributes = attributes.map(|known| (&known.name, &known.topic));
        let composites = self.project.composites.iter();
        let composites = composites.map(|known| (&known.name, &known.topic));
        let mut topics = attributes.chain(composites);
        let (_, topic) = topics.find(|(name, _)| ***name == *attribute)?;
        topic.asked_by.first().cloned()
    }
}
