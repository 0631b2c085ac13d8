//! What people say besides answers: again, why, skip, begin anew, stop, a correction, a digression; and what
//! they say to a mirror.

use super::answers::{label, reading, refusal};
use super::{Draft, Surroundings};
use crate::answer::{self, Aside, Verdict};
use crate::event::{
    Awaits, Closed, Ended, Event, FlowEnded, Method, Provenance, Reopened, Reopening,
};
use crate::flow;
use crate::item::ItemKind;
use crate::project::{Part, PartKind, Question};
use crate::words;
use logic::holds::{Facts, Truth};
use logic::stem::Stems;
use logic::text::fold;
use logic::value::{Cell, Name, Value};

/// By which a flow that was ended goes on.
const RESUME: &str = "RESUME";
const RESUMED: [&str; 8] = [
    "reprendre",
    "on reprend",
    "je reprends",
    "continuer",
    "resume",
    "go on",
    "continue",
    "carry on",
];

impl Draft {
    /// A message while an answer is awaited.
    pub(super) fn answer_message(&mut self, text: &str, surroundings: &Surroundings) {
        let raw = crate::input::Raw::Text(text.to_owned());
        if self.state.edition() < 4 {
            return self.answer(&raw, true, surroundings);
        }
        if let Some(aside) = answer::aside(text)
            && !self.is_choice(text)
        {
            return self.aside(aside, surroundings);
        }
        if self.digressed(text, true) || self.corrected(text, surroundings) {
            return;
        }
        if !self.reads(text)
            && (self.digressed(text, false) || self.asked_beside(text, surroundings))
        {
            return;
        }
        self.answer(&raw, true, surroundings);
    }

    /// Whether the open question is a choice that the message makes: « stop » may be one.
    fn is_choice(&self, text: &str) -> bool {
        let open = self.state.open_question();
        let choices = open.map(|open| &open.item.choices[..]).unwrap_or_default();
        let said = fold(text.trim());
        choices
            .iter()
            .any(|choice| fold(&choice.label) == said || fold(&choice.value) == said)
    }

    /// Whether the open part can read a message as its answer.
    fn reads(&self, text: &str) -> bool {
        let Some(open) = self.state.open_question() else {
            return false;
        };
        let raw = crate::input::Raw::Text(text.to_owned());
        let part = self.project.part(&open.obligation.part);
        match part.map(|part| &part.kind) {
            Some(PartKind::Ask { .. }) => {
                self.read_answer(&open.obligation.part, &raw, true).is_ok()
            }
            Some(PartKind::Form { fields, .. }) => {
                let form: Vec<answer::FormField> = fields
                    .iter()
                    .filter_map(|field| {
                        Some(answer::FormField {
                            id: &field.id,
                            called: &field.question.called,
                            reading: reading(&self.project, &self.state, &field.question, &[])?,
                            filled: false,
                        })
                    })
                    .collect();
                !answer::fill(&form, text).values.is_empty()
            }
            Some(
                PartKind::Say { .. }
                | PartKind::Gate { .. }
                | PartKind::Lock { .. }
                | PartKind::Tell { .. }
                | PartKind::Mirror { .. }
                | PartKind::Synthesis { .. }
                | PartKind::Matching { .. }
                | PartKind::End { .. },
            )
            | None => false,
        }
    }

    /// A message that asks for something the world knows, while something else is awaited.
    fn asked_beside(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let asked = self.asked_about(text, surroundings);
        if asked && self.needs.is_empty() {
            self.ask_again();
        }
        asked
    }

    /// Whether the message is one of the digressions; then it was answered.
    pub(super) fn digressed(&mut self, text: &str, whole: bool) -> bool {
        let project = self.project.clone();
        if project.digressions.is_empty() {
            return false;
        }
        let said = Stems::of(&project.languages).words(text);
        let found = project.digressions.iter().find(|digression| {
            let holds = digression
                .when
                .as_ref()
                .is_none_or(|when| self.canon().holds(when) == Truth::True);
            holds
                && digression.said.iter().any(|cue| {
                    let stands =
                        !cue.is_empty() && said.windows(cue.len()).any(|window| window == &cue[..]);
                    if whole { said == *cue } else { stands }
                })
        });
        let Some(digression) = found else {
            return false;
        };
        self.say_text(ItemKind::Statement, &digression.text, None);
        self.ask_again();
        true
    }

    /// Whether the message corrects an earlier answer; then it was dealt with.
    pub(super) fn corrected(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        let Some(flow) = &project.flow else {
            return false;
        };
        let open = self.state.open_question().map(|open| &open.obligation.part);
        let answered: Vec<_> = flow
            .questions()
            .filter(|(id, ..)| self.state.answers.get(*id).is_some() && Some(*id) != open)
            .collect();
        let called: Vec<Vec<String>> = answered
            .iter()
            .map(|(_, part, question)| self.called(part, question))
            .collect();
        let labels: Vec<&[String]> = called.iter().map(Vec::as_slice).collect();
        let Some((at, said)) = answer::correction(&labels, text) else {
            // What is announced as a correction is no answer to what is open.
            if answer::announces(text) {
                let labels: Vec<String> = answered
                    .iter()
                    .map(|(.., question)| label(question))
                    .collect();
                self.refuse("unknown-slot", "input", &words::which_answer(&labels));
                self.ask_again();
                return true;
            }
            return false;
        };
        let (id, _, question) = answered[at];
        let offered = self.offered(question);
        let Some(reading) = reading(&project, &self.state, question, &offered) else {
            return false;
        };
        match answer::parse(&reading, said) {
            Ok(value) => self.correct(id, &question.cell, value, surroundings),
            Err(refused) => {
                let (code, reason) = refusal(refused);
                self.refuse(code, id, &reason);
                self.ask_again();
            }
        }
        true
    }

    /// By which words people mean a question; one that is repeated also by its item.
    fn called(&self, part: &Part, question: &Question) -> Vec<String> {
        let mut called = question.called.clone();
        let title = part.each.last().and_then(|each| each.title.as_ref());
        if let Some(Value::Text(title)) = title.and_then(|title| self.canon().value(title)) {
            for word in ["de", "pour", "dans", "of", "for", "in"] {
                let named = question.called.iter();
                called.extend(named.map(|label| format!("{label} {word} {title}")));
            }
        }
        called
    }

    /// Another answer to a question that was answered.
    pub(super) fn correct(
        &mut self,
        id: &Name,
        cell: &Cell,
        value: Value,
        surroundings: &Surroundings,
    ) {
        let project = self.project.clone();
        let called = project.flow.as_ref().and_then(|flow| flow.question(id));
        let called = called.map_or_else(|| id.to_string(), |(_, question)| label(question));
        let shown = self.canon().show(cell, &value);
        if self.canon().value(cell).as_ref() == Some(&value) {
            self.say(
                ItemKind::Statement,
                &words::unchanged(&called, &shown),
                None,
            );
        } else if self.may_settle(cell, &value, None, None) {
            self.accept(id, cell, value, Method::Testimony);
            self.say(
                ItemKind::Statement,
                &words::corrected(&called, &shown),
                None,
            );
        }
        self.after_settling(surroundings);
        if self.needs.is_empty() && self.state.obligation.is_some() && !self.asked_now() {
            self.ask_again();
        }
    }

    /// Whether what is open was asked in this turn.
    fn asked_now(&self) -> bool {
        self.events
            .iter()
            .any(|event| matches!(event, Event::ObligationOpened(_)))
    }

    pub(super) fn aside(&mut self, aside: Aside, surroundings: &Surroundings) {
        if self.state.obligation.is_none() && aside != Aside::Restart {
            return self.not_now();
        }
        match aside {
            Aside::Repeat => self.ask_again(),
            Aside::Why => self.say_why(),
            Aside::Skip => self.skip(surroundings),
            Aside::Restart => self.restart(surroundings),
            Aside::Cancel => {
                self.close(Closed::Withdrawn);
                self.say(ItemKind::Statement, &words::cancelled(), None);
                self.push(Event::FlowEnded(FlowEnded {
                    hand_over: None,
                    how: Ended::Cancelled,
                }));
            }
        }
    }

    /// Why what is open is asked, and the question again.
    pub(super) fn say_why(&mut self) {
        let open = self.state.obligation.as_ref();
        let part = open.map(|open| open.obligation.part.clone());
        let project = self.project.clone();
        let part = part.and_then(|part| project.part(&part));
        let whys: Vec<_> = part
            .map(Part::questions)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|(_, question)| question.why.as_ref())
            .collect();
        for why in &whys {
            self.say_text(ItemKind::Statement, why, None);
        }
        if whys.is_empty() && self.state.edition() >= 4 {
            self.say(ItemKind::Statement, &words::asked_because(), None);
        }
        self.ask_again();
    }

    fn skip(&mut self, surroundings: &Surroundings) {
        let open = self.state.open_question();
        let part = open.map(|open| open.obligation.part.clone());
        let project = self.project.clone();
        let part = part.and_then(|part| project.part(&part));
        let questions = part.map(Part::questions).unwrap_or_default();
        let optional =
            !questions.is_empty() && questions.iter().all(|(_, question)| question.optional);
        if !optional {
            self.refuse("not-optional", "input", &words::not_optional());
            return self.ask_again();
        }
        self.close(Closed::Skipped);
        self.advance(surroundings);
    }

    /// Every question that may change is asked anew.
    fn restart(&mut self, surroundings: &Surroundings) {
        let project = self.project.clone();
        let Some(flow) = &project.flow else {
            return self.not_now();
        };
        self.close(Closed::Withdrawn);
        let may_change = |cell: &Cell| {
            let attribute = project.attribute(cell);
            attribute.is_some_and(|attribute| attribute.changes) || !self.canon().is_settled(cell)
        };
        let mut parts: Vec<Name> = Vec::new();
        for part in &flow.parts {
            let questions = part.questions();
            if questions.is_empty()
                || questions
                    .iter()
                    .any(|(_, question)| may_change(&question.cell))
            {
                parts.push(part.id.clone());
            }
            for (id, question) in questions {
                if *id != part.id && may_change(&question.cell) {
                    parts.push(id.clone());
                }
            }
        }
        self.push(Event::Reopened(Reopened {
            parts,
            why: Reopening::Restart,
        }));
        self.say(ItemKind::Statement, &words::restarted(), None);
        self.advance(surroundings);
    }

    /// Whether a message or an event takes up a flow that was ended; then it goes on.
    pub(super) fn resumed(&mut self, said: &str, surroundings: &Surroundings) -> bool {
        let word = logic::text::words(said).join(" ");
        if !self.is_resumable() || !(said == RESUME || RESUMED.contains(&word.as_str())) {
            return false;
        }
        let given_up: Vec<Name> = self
            .state
            .closed_last
            .iter()
            .filter(|part| self.state.closed.get(*part) == Some(&Closed::GivenUp))
            .cloned()
            .collect();
        self.push(Event::Reopened(Reopened {
            parts: given_up,
            why: Reopening::Resume,
        }));
        self.advance(surroundings);
        true
    }

    /// Whether the flow ended before its end.
    pub(super) fn is_resumable(&self) -> bool {
        let ended = self.state.ended.as_ref();
        ended.is_some_and(|ended| ended.how != Ended::Completed)
    }

    /// The event of an aside, or of a button that was pressed already.
    pub(super) fn event_beside(&mut self, name: &Name, surroundings: &Surroundings) -> bool {
        if self.state.edition() < 4 {
            return false;
        }
        let project = self.project.clone();
        if let Some(parts) = flow::said_since(&project, &self.state, name) {
            self.say_again(parts);
            // What brought nothing about the first time brings nothing about now.
            return self.said > 0;
        }
        if self.resumed(name, surroundings) {
            return true;
        }
        let known = Aside::EVENTS.iter().find(|(event, _)| *event == &**name);
        match known {
            Some((_, aside)) if self.state.obligation.is_some() || *aside == Aside::Restart => {
                self.aside(*aside, surroundings);
                true
            }
            Some(_) | None => false,
        }
    }

    /// What somebody says to a mirror.
    pub(super) fn mirror_message(&mut self, text: &str, surroundings: &Surroundings) {
        if let Some(aside) = answer::aside(text) {
            return self.aside(aside, surroundings);
        }
        if self.digressed(text, true) || self.corrected(text, surroundings) {
            return;
        }
        match answer::verdict(text) {
            Some(verdict) => self.verdict(verdict, surroundings),
            None => {
                let project = self.project.clone();
                let part = self.open_part();
                if let Some(part) = part.and_then(|part| project.part(&part)) {
                    let blank = ("blank", words::validate_or_nuance());
                    self.refuse_answer(part, &[blank], surroundings);
                }
            }
        }
    }

    pub(super) fn verdict(&mut self, verdict: Verdict, surroundings: &Surroundings) {
        match verdict {
            Verdict::Yes => {
                self.close(Closed::Validated);
                self.advance(surroundings);
            }
            Verdict::No => {
                let project = self.project.clone();
                let part = self.open_part();
                if let Some(part) = part.and_then(|part| project.part(&part)) {
                    let what = ("what-is-wrong", words::what_is_wrong());
                    self.refuse_answer(part, &[what], surroundings);
                }
            }
            Verdict::Nuance(said) => self.nuance(&said, surroundings),
        }
    }

    fn nuance(&mut self, said: &str, surroundings: &Surroundings) {
        let project = self.project.clone();
        let part = self.open_part();
        let Some(part) = part.and_then(|part| project.part(&part)) else {
            return;
        };
        let PartKind::Mirror {
            nuance: Some(cell), ..
        } = &part.kind
        else {
            self.say(ItemKind::Statement, &words::noted(), None);
            self.close(Closed::Nuanced);
            return self.advance(surroundings);
        };
        let most = project
            .attribute(cell)
            .and_then(|attribute| attribute.max_length);
        let length = said.chars().count();
        if let Some(most) = most.filter(|most| length > *most) {
            let long = ("too-long", words::nuance_too_long(most, length));
            return self.refuse_answer(part, &[long], surroundings);
        }
        let value = Value::text(said);
        if self.may_settle(cell, &value, None, None) {
            self.settle(
                cell,
                value,
                Method::Testimony,
                Provenance::Input,
                None,
                None,
            );
        }
        self.close(Closed::Nuanced);
        self.advance(surroundings);
    }

    fn open_part(&self) -> Option<Name> {
        let open = self.state.obligation.as_ref();
        open.map(|open| open.obligation.part.clone())
    }

    /// Whether a mirror awaits to be validated.
    pub(super) fn awaits_validation(&self) -> bool {
        let open = self.state.obligation.as_ref();
        open.is_some_and(|open| open.obligation.awaits == Awaits::Validation)
    }
}
