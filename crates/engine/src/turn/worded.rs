//! Tellings in a model's words, where the project says so; else, and whatever goes wrong, in the author's.

use super::Draft;
use crate::canon::Canon;
use crate::collapse::{Class, Finding, Generator};
use crate::limits;
use crate::request::Outcome;
use crate::scene::PLAYER;
use crate::voice;
use crate::wording::{self, ATTEMPTS, Telling};
use crate::words;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};

impl Draft {
    /// Who tells a cell: whoever is spoken to of themselves, and of everything else nobody in the story.
    pub(super) fn teller(&self, cell: &Cell) -> Name {
        let spoken_to = self.canon().interlocutor();
        let own = spoken_to.filter(|who| *who == cell.entity);
        own.unwrap_or_else(|| Name::from(PLAYER))
    }

    /// The words of a telling; nothing where a model must be asked for them first.
    pub(super) fn worded(
        &mut self,
        who: &Name,
        cell: &Cell,
        facts: &[(Cell, Value)],
        authored: String,
    ) -> Option<String> {
        let asks = self.project.collapse.voice && self.generator == Generator::Model;
        let confidential = facts.iter().any(|(cell, _)| {
            let attribute = self.project.attribute(cell);
            attribute.is_none_or(|attribute| attribute.confidential)
        });
        if !asks || confidential || self.state.resumes > limits::RESUMES {
            return Some(authored);
        }
        let telling = Telling {
            who,
            cell,
            facts,
            authored: &authored,
            timeout_ms: self.wishes.timeout_ms,
        };
        let began = Canon::new(&self.project, &self.began, self.now);
        let heard = self.heard_by(who);
        let mut refused: Vec<Vec<Finding>> = Vec::new();
        for attempt in 1..=ATTEMPTS.min(self.wishes.attempts) {
            let request =
                wording::request(&began, &telling, &heard, &self.input, attempt, &refused);
            let Some(known) = self.state.heard.get(&request.id) else {
                if self.state.heard.len() + self.needs.len() >= limits::TURN_REQUESTS {
                    break;
                }
                self.needs.push(request);
                return None;
            };
            let findings = match &known.outcome {
                _ if known.prompt != request.prompt.hash() => {
                    other("an answer to other words", "une réponse à d'autres mots")
                }
                Outcome::Answered { text, .. } => {
                    match wording::admit(&self.canon(), &telling, &request.prompt, text) {
                        Ok(text) => return Some(text),
                        Err(findings) => findings,
                    }
                }
                Outcome::Failed { .. } => other("the model failed", "le modèle a échoué"),
                Outcome::TimedOut => other(
                    "the model did not answer in time",
                    "le modèle n'a pas répondu à temps",
                ),
            };
            refused.push(findings);
        }
        Some(authored)
    }

    /// What a holder heard before this turn, and what they are asked in it.
    fn heard_by(&self, who: &Name) -> voice::Heard {
        let mut heard = voice::heard_in(&self.began, &self.project, who);
        let message = self
            .state
            .pending
            .front()
            .and_then(|pending| pending.message());
        let there = **who == *PLAYER || self.canon().scene().hearers().contains(who);
        if let Some(message) = message.filter(|_| there) {
            heard.lines.push((words::player(), message.to_owned()));
        }
        heard
    }
}

fn other(en: &str, fr: &str) -> Vec<Finding> {
    vec![Finding::new(Class::Other, "voice", Phrase::new(en, fr))]
}
