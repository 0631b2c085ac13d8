//! What people say besides answers: again, why, skip, begin anew, stop, a correction, a digression; and what
//! they say to a mirror.

use super::answers::{Refused, reading};
use super::{Draft, Surroundings};
use crate::answer::{self, Aside, Verdict};
use crate::event::{
    AnswerRefused, Awaits, Closed, Ended, Event, FlowEnded, Method, Provenance, Reopened, Reopening,
};
use crate::flow::{self, RESUME};
use crate::input::Raw;
use crate::item::ItemKind;
use crate::project::{Part, PartKind, Question};
use crate::revision::REVISES;
use crate::words;
use logic::holds::{Facts, Truth};
use logic::stem::Stems;
use logic::text::fold;
use logic::value::{Cell, Name, Value};

/// Since when a gate, a lock and a mirror that were open when a flow was left are awaited again.
const COMES_BACK: u64 = 11;
/// Why a plain no is not enough.
const WHAT_IS_WRONG: &str = "what-is-wrong";
/// A message of more words than this says more than the one word that it may begin with.
const GREETING: usize = 4;
/// By which words a flow that was ended goes on.
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
        let raw = Raw::Text(text.to_owned());
        if self.state.edition() < 4 {
            return self.answer(&raw, true, surroundings);
        }
        if let Some(aside) = answer::aside(text, self.state.edition())
            && !self.is_choice(text)
        {
            return self.aside(aside, surroundings);
        }
        let yes = answer::verdict(text) == Some(Verdict::Yes) && !self.is_choice(text);
        if let Some(meant) = self.meant_last().filter(|_| yes) {
            return self.answer(&Raw::Text(meant), false, surroundings);
        }
        if self.discerns() && answer::hesitates(text) && !self.is_choice(text) {
            return self.ask_again();
        }
        if self.digressed(text, true)
            || self.corrected(text, surroundings)
            || self.taken_back(text, surroundings)
        {
            return;
        }
        let read = self.read_open(&raw);
        let reads = match &read {
            Some(read) => read.is_ok(),
            None => self.reads(text),
        };
        if !reads
            && (self.digressed(text, false)
                || self.addressed(text, surroundings)
                || self.owned(text, surroundings)
                || self.asks_one() && self.named_older(text, surroundings)
                || self.asked_beside(text, surroundings))
        {
            return;
        }
        self.answer_read(&raw, true, read, surroundings);
    }

    /// What the answer just before may have meant, where that was asked.
    pub(super) fn meant_last(&self) -> Option<String> {
        let open = self.state.open_question()?;
        let (meant, turn) = open.meant.as_ref()?;
        (turn + 1 == self.state.turns).then(|| meant.to_string())
    }

    /// Whether one question is open, and no form.
    fn asks_one(&self) -> bool {
        let open = self.state.open_question();
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        part.is_some_and(|part| part.ask().is_some())
    }

    /// What the open question reads in an answer, if it is one question.
    fn read_open(&self, raw: &Raw) -> Option<Result<(Cell, Value), Refused>> {
        let open = self.state.open_question()?;
        let part = self.project.part(&open.obligation.part)?;
        matches!(part.kind, PartKind::Ask { .. }).then(|| self.read_answer(&part.id, raw, true))
    }

    /// Whether the open question is a choice that the message makes: « stop » may be one.
    pub(super) fn is_choice(&self, text: &str) -> bool {
        let open = self.state.open_question();
        let choices = open.map(|open| &open.item.choices[..]).unwrap_or_default();
        let said = fold(text.trim());
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        let questions = part.map(Part::questions).unwrap_or_default();
        let edition = self.state.edition();
        let options = questions
            .iter()
            .flat_map(|(_, question)| question.choices_in(edition));
        let mut synonyms = options.flat_map(|option| &option.synonyms);
        let synonym =
            self.state.edition() >= REVISES && synonyms.any(|synonym| fold(synonym.trim()) == said);
        synonym
            || choices
                .iter()
                .any(|choice| fold(&choice.label) == said || fold(&choice.value) == said)
    }

    /// Whether the open form can read a message as its answer.
    fn reads(&self, text: &str) -> bool {
        let Some(open) = self.state.open_question() else {
            return false;
        };
        let part = self.project.part(&open.obligation.part);
        match part.map(|part| &part.kind) {
            Some(PartKind::Form { fields, .. }) => {
                let form: Vec<answer::FormField> = fields
                    .iter()
                    .filter_map(|field| {
                        Some(answer::FormField {
                            id: &field.id,
                            called: &field.question.called,
                            reading: reading(&self.project, &self.state, &field.question, &[])?,
                            filled: false,
                            asked: self.is_asked_for(&field.question),
                            free: field.question.free,
                        })
                    })
                    .collect();
                !answer::fill(&form, text).values.is_empty()
            }
            Some(
                PartKind::Ask { .. }
                | PartKind::Say { .. }
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
                    // A greeting before something else is no digression.
                    let greets = self.judges() && cue.len() == 1 && said.len() > GREETING;
                    if whole {
                        said == *cue
                    } else {
                        stands && !greets
                    }
                })
        });
        let Some(digression) = found else {
            return false;
        };
        self.say_text(ItemKind::Statement, &digression.text, None);
        self.ask_again();
        true
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
                let part = self.open_part();
                let part = part.and_then(|part| self.part_of(&part));
                // What is said of a part counts as entering it: said behind its withdrawal, it was never awaited again.
                let first = self.state.edition() >= COMES_BACK;
                if !first {
                    self.close(Closed::Withdrawn);
                }
                self.say(ItemKind::Statement, &words::cancelled(), part.as_ref());
                if first {
                    self.close(Closed::Withdrawn);
                }
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

    /// Whether a message begins a flow anew that is over; then it was.
    pub(super) fn begun_anew(&mut self, said: &str, surroundings: &Surroundings) -> bool {
        let over = flow::finished(&self.project, &self.state);
        let anew = answer::aside(said, self.state.edition()) == Some(Aside::Restart);
        if !over || !anew || self.state.edition() < REVISES {
            return false;
        }
        self.restart(surroundings);
        true
    }

    /// Whether a message or an event takes up a flow that was ended; then it goes on.
    pub(super) fn resumed(&mut self, said: &str, surroundings: &Surroundings) -> bool {
        let word = logic::text::words(said).join(" ");
        if !self.is_resumable() || !(said == RESUME || RESUMED.contains(&word.as_str())) {
            return false;
        }
        let mut given_up: Vec<Name> = self
            .state
            .closed_last
            .iter()
            .filter(|part| self.state.closed.get(*part) == Some(&Closed::GivenUp))
            .cloned()
            .collect();
        given_up.extend(self.left_unmade());
        self.push(Event::Reopened(Reopened {
            parts: given_up,
            why: Reopening::Resume,
        }));
        self.advance(surroundings);
        true
    }

    /// What could not be made before the flow ended, and the end that said so.
    fn left_unmade(&self) -> Vec<Name> {
        if self.state.edition() < REVISES {
            return Vec::new();
        }
        let mut unmade = self.unmade();
        let last = self.state.closed_last.as_ref();
        unmade.retain(|part| Some(part) != last);
        let parts = self.project.flow.as_ref().map(|flow| &flow.parts[..]);
        let ends = parts.unwrap_or_default().iter().filter(|part| {
            matches!(part.kind, PartKind::End { .. }) && self.state.entered.contains(&part.id)
        });
        unmade.extend(ends.map(|part| part.id.clone()));
        unmade
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
            self.say_again(parts, surroundings);
            if !self.needs.is_empty() {
                return true;
            }
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
        if let Some(aside) = answer::aside(text, self.state.edition()) {
            return self.aside(aside, surroundings);
        }
        if self.discerns() && answer::hesitates(text) {
            return self.ask_again();
        }
        if self.digressed(text, true) || self.corrected(text, surroundings) {
            return;
        }
        if self.addressed(text, surroundings) {
            return;
        }
        let weighs = self.state.edition() >= answer::WEIGHS;
        let read = match weighs {
            true => answer::verdict(&answer::unstretched(text)),
            false => answer::verdict(text),
        };
        let more = answer::at_mirror(text).filter(|_| self.discerns());
        let read = more.clone().or(read);
        let nuance = matches!(read, Some(Verdict::Nuance(_)));
        let ranks = self.discerns() && answer::rank(text, usize::MAX).is_some();
        let empty = answer::is_junk(text) || self.refers() && answer::is_shrug(text) || ranks;
        if self.reads_whole() && nuance && empty {
            let project = self.project.clone();
            let part = self.open_part();
            if let Some(part) = part.and_then(|part| project.part(&part)) {
                let junk = ("not-understood", words::validate_or_nuance());
                return self.refuse_answer(part, &[junk], surroundings);
            }
        }
        if self.discerns() && self.asked_to_change(text) {
            return;
        }
        let lost = self.discerns() && nuance && answer::is_lost(text);
        if lost || weighs && nuance && answer::says_no_more(text) {
            self.say(ItemKind::Statement, &words::validate_or_nuance(), None);
            return self.ask_again();
        }
        // What is to be added stays as it was written.
        let read = match nuance {
            true => answer::verdict(text),
            false => read,
        };
        match read {
            Some(verdict) => self.verdict(verdict, text, surroundings),
            // Whoever does not know what to say is told, and has not tried.
            None if text.contains('?') && self.state.edition() >= REVISES => {
                self.say(ItemKind::Statement, &words::validate_or_nuance(), None);
                self.ask_again();
            }
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

    /// Whether a message only says how its author wants to be addressed from now on: « vouvoyez-moi ».
    pub(super) fn addressed(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        let flow = project.flow.as_ref().filter(|_| self.is_exact());
        let addresses = |cell: &Cell| {
            let mut attributes = project.attributes.iter();
            attributes.any(|attribute| attribute.checks.address.as_ref() == Some(cell))
        };
        let mut questions = flow.into_iter().flat_map(|flow| flow.questions());
        let asked = questions.find(|(id, _, question)| {
            addresses(&question.cell) && self.state.answers.get(*id).is_some()
        });
        let Some((id, _, question)) = asked else {
            return false;
        };
        // A letter or a rank says nothing of it here, and a sentence is more than that.
        let short = logic::text::words(text).len() <= 4;
        let ranked = answer::rank(text, question.choices_in(self.state.edition()).len()).is_some()
            || text.contains(|letter: char| letter.is_ascii_digit());
        let read = self.read_for(question, text).filter(|_| short && !ranked);
        let known = self.canon().value(&question.cell);
        match (read, known) {
            (Some(Ok(value)), known) if self.refers() || known.as_ref() != Some(&value) => {
                self.correct(id, &question.cell, value, surroundings);
                true
            }
            // « ne me tutoie pas » says so to whom that is done, and to nobody else.
            (Some(Err(("negated", _))), Some(known))
                if self.refers() && (!self.discerns() || self.denies_by_name(question, text)) =>
            {
                let shown = self.shown(&question.cell, &known);
                let called = super::answers::label(question);
                if self.denies(question, text, &known) {
                    self.refuse("negated", id, &words::what_instead(&called, &shown));
                } else {
                    let words = words::unchanged(&called, &shown);
                    self.say(ItemKind::Statement, &words, self.part_of(id).as_ref());
                }
                self.ask_again();
                true
            }
            (Some(_) | None, _) => false,
        }
    }

    /// Whether a message says no to a choice by what it is called: « pas A » is for what is open.
    fn denies_by_name(&self, question: &Question, text: &str) -> bool {
        let reading = reading(&self.project, &self.state, question, &[]);
        reading.is_some_and(|reading| answer::denies_choice(&reading, text))
    }

    /// Whether a message says no to this one of a question's choices.
    fn denies(&self, question: &Question, text: &str, known: &Value) -> bool {
        let mut choices = question.choices.iter();
        let Some(at) = choices.position(|choice| Value::Symbol(choice.value.clone()) == *known)
        else {
            return false;
        };
        let reading = reading(&self.project, &self.state, question, &[]);
        let only = reading.map(|reading| answer::Reading {
            choices: &question.choices[at..=at],
            ..reading
        });
        let read = only.map(|only| answer::parse(&only, text));
        read.and_then(Result::err)
            .is_some_and(|refused| refused.code == "negated")
    }

    pub(super) fn verdict(&mut self, verdict: Verdict, said: &str, surroundings: &Surroundings) {
        match verdict {
            Verdict::Yes => {
                self.close(Closed::Validated);
                self.advance(surroundings);
            }
            // Whoever was asked what is wrong and says no once more has said it.
            Verdict::No if self.asked_what_is_wrong() => self.nuance(said.trim(), surroundings),
            Verdict::No => {
                let project = self.project.clone();
                let part = self.open_part();
                if let Some(part) = part.and_then(|part| project.part(&part)) {
                    self.ask_what_is_wrong(part, surroundings);
                }
            }
            Verdict::Nuance(said) => self.nuance(&said, surroundings),
        }
    }

    /// Whether a plain no was the last thing that was said to the open mirror.
    fn asked_what_is_wrong(&self) -> bool {
        let open = self.state.obligation.as_ref();
        let last = open.and_then(|open| open.refused_last.as_ref());
        self.state.edition() >= REVISES && last.is_some_and(|code| &**code == WHAT_IS_WRONG)
    }

    /// A plain no says that something is wrong and not what. It closes nothing.
    fn ask_what_is_wrong(&mut self, part: &Part, surroundings: &Surroundings) {
        let reason = words::what_is_wrong();
        if self.state.edition() < REVISES {
            return self.refuse_answer(part, &[(WHAT_IS_WRONG, reason)], surroundings);
        }
        self.push(Event::AnswerRefused(AnswerRefused {
            code: Name::from(WHAT_IS_WRONG),
            part: part.id.clone(),
        }));
        self.refuse(WHAT_IS_WRONG, &part.id, &reason);
        self.ask_again();
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
