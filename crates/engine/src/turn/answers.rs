//! Answers: what a person wrote, or a host understood, for the open question or another one.

use super::{Draft, Surroundings};
use crate::answer::{self, FormField, NotUnderstood, Reader, Reading};
use crate::event::{
    AnswerAccepted, AnswerRefused, Awaits, Closed, Ended, Event, FlowEnded, Method,
    ObligationClosed, Provenance,
};
use crate::flow;
use crate::input::Raw;
use crate::item::{Choice, Item, ItemKind};
use crate::project::{GiveUp, Part, PartKind, Project, Question, Wording};
use crate::revision::REVISES;
use crate::view::Accepted;
use crate::words;
use logic::holds::Facts;
use logic::text::{Phrase, fold};
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

/// What was refused, with its code and why.
pub(super) type Refused = (&'static str, Phrase);

impl Draft {
    /// An answer to what is open, as a person wrote it or as a host understood it.
    pub(super) fn answer(&mut self, raw: &Raw, as_said: bool, surroundings: &Surroundings) {
        self.answer_read(raw, as_said, None, surroundings);
    }

    /// The same for an answer that the open question may have read before.
    pub(super) fn answer_read(
        &mut self,
        raw: &Raw,
        as_said: bool,
        read: Option<Result<(Cell, Value), Refused>>,
        surroundings: &Surroundings,
    ) {
        let Some(open) = self.state.open_question() else {
            return self.not_now();
        };
        let id = open.obligation.part.clone();
        let project = self.project.clone();
        let Some(part) = project.part(&id) else {
            return self.refuse("unknown-slot", &id, &words::unknown_slot(&id));
        };
        match (&part.kind, raw) {
            (PartKind::Form { .. }, Raw::Text(text)) if as_said => {
                self.form_answer(part, text, surroundings);
            }
            (PartKind::Form { .. }, _) => {
                self.refuse("unknown-slot", &id, &words::act_needs("`slot`"));
            }
            (PartKind::Lock { .. }, _) => self.unlock(part, raw, surroundings),
            (
                PartKind::Ask { .. }
                | PartKind::Say { .. }
                | PartKind::Gate { .. }
                | PartKind::Tell { .. }
                | PartKind::Mirror { .. }
                | PartKind::Synthesis { .. }
                | PartKind::Matching { .. }
                | PartKind::End { .. },
                _,
            ) => match read.unwrap_or_else(|| self.read_answer(&id, raw, as_said)) {
                Ok((cell, value)) => {
                    if self.may_settle(&cell, &value, None, None) {
                        let echo = self.doubtful_list(raw, &value);
                        let slip = as_said && self.is_slip(part, raw);
                        let slip = slip.then(|| self.shown(&cell, &value));
                        let rest = match raw {
                            Raw::Text(said) if as_said => self.left_of(&id, &value, said),
                            Raw::Null
                            | Raw::Bool(_)
                            | Raw::Number(_)
                            | Raw::Text(_)
                            | Raw::List(_)
                            | Raw::Map(_)
                            | Raw::Confidential(_) => None,
                        };
                        self.accept(&id, &cell, value.clone(), Method::Testimony);
                        if let Some(rest) = rest {
                            self.say_left(&id, &cell, &value, &rest);
                        }
                        if let Some(items) = echo.or(slip.map(|shown| vec![shown])) {
                            self.say(ItemKind::Statement, &words::understood_as(&items), None);
                        }
                    }
                    self.close(Closed::Answered);
                    self.advance(surroundings);
                }
                Err(refused) => match self.denied_open(part, raw).filter(|_| as_said) {
                    Some((offer, denied)) => self.withdraw(&offer, &denied, surroundings),
                    None if refused.0 == "declined" && as_said && self.state.edition() >= 4 => {
                        self.decline_open(part, surroundings);
                    }
                    None => {
                        self.meant = self.nearly(part, raw).filter(|_| as_said);
                        self.refuse_answer(part, &[refused], surroundings);
                    }
                },
            },
        }
    }

    /// What an answer may mean that is read as none: a word of it is near to what one of the choices is called.
    fn nearly(&self, part: &Part, raw: &Raw) -> Option<Choice> {
        let (Raw::Text(said), Some(question)) = (raw, part.ask()) else {
            return None;
        };
        let offered = self.offered(question);
        let reading = reading(&self.project, &self.state, question, &offered)?;
        let at = answer::nearly(&reading, said).filter(|_| self.discerns())?;
        self.shown_choices(question).into_iter().nth(at)
    }

    /// Whether an answer names what it means with a slip of the pen.
    fn is_slip(&self, part: &Part, raw: &Raw) -> bool {
        let (Raw::Text(said), Some(question)) = (raw, part.ask()) else {
            return false;
        };
        let offered = self.offered(question);
        let reading = reading(&self.project, &self.state, question, &offered);
        reading.is_some_and(|reading| answer::is_slip(&reading, said))
    }

    /// The items of a list whose « and » may stand between two of them or within a title.
    fn doubtful_list(&self, raw: &Raw, value: &Value) -> Option<Vec<String>> {
        let (Raw::Text(said), Value::List(items)) = (raw, value) else {
            return None;
        };
        let joins = |word: &String| matches!(word.as_str(), "et" | "and");
        let doubtful =
            logic::text::words(said).iter().any(joins) || self.discerns() && answer::may_join(said);
        (doubtful && self.state.edition() >= REVISES)
            .then(|| items.iter().map(Value::show).collect())
    }

    /// A refused answer uses up a try; the last one ends the part as its author wishes.
    pub(super) fn refuse_answer(
        &mut self,
        part: &Part,
        refused: &[Refused],
        surroundings: &Surroundings,
    ) {
        let Some(open) = self.state.obligation.as_ref() else {
            return;
        };
        let last_try = open.refused + 1 >= open.obligation.tries.0;
        let unmade = open.obligation.awaits == Awaits::Event;
        let code = refused.first().map_or("not-understood", |(code, _)| code);
        self.push(Event::AnswerRefused(AnswerRefused {
            code: Name::from(code),
            part: part.id.clone(),
        }));
        for (code, reason) in refused {
            self.refuse(code, &part.id, reason);
        }
        if !last_try {
            return self.ask_again();
        }
        self.close(Closed::GivenUp);
        let name = self.made_name(part);
        match give_up(part, unmade) {
            GiveUp::Next => {
                let words = match unmade {
                    true => words::goes_on_without(&name),
                    false => words::gave_up(),
                };
                self.say(ItemKind::Statement, &words, self.part_of(&part.id).as_ref());
                self.advance(surroundings);
            }
            GiveUp::Stop => {
                let words = match unmade {
                    true => words::stops_without(&name),
                    false => words::gave_up_for_good(),
                };
                self.say(ItemKind::Statement, &words, self.part_of(&part.id).as_ref());
                self.push(Event::FlowEnded(FlowEnded {
                    hand_over: None,
                    how: Ended::GivenUp,
                }));
            }
        }
    }

    /// The value that an answer means for a question, with the cell it settles.
    pub(super) fn read_answer(
        &self,
        id: &str,
        raw: &Raw,
        as_said: bool,
    ) -> Result<(Cell, Value), Refused> {
        let project = self.project.clone();
        let found = project.flow.as_ref().and_then(|flow| flow.question(id));
        let Some((_, question)) = found else {
            return Err(("unknown-slot", words::unknown_slot(id)));
        };
        let cell = &question.cell;
        let Some(attribute) = project.attribute(cell) else {
            return Err(("unknown-cell", words::unknown_cell(&cell.to_string(), None)));
        };
        let value = match raw {
            Raw::Text(text) if as_said => {
                let offered = self.offered_now(question);
                let reading =
                    reading(&project, &self.state, question, &offered).ok_or_else(|| {
                        ("unknown-cell", words::unknown_cell(&cell.to_string(), None))
                    })?;
                let offers = self.is_exact() && question.offers.is_some();
                let points = offers && offered.is_empty() && reading.reader == Reader::Text;
                if points && answer::is_rank(&question.called, text) {
                    return answer::nothing_offered().map_err(refusal);
                }
                let yes = answer::verdict(text) == Some(answer::Verdict::Yes);
                if self.refers() && yes && !offered.is_empty() && !self.is_newest(question) {
                    return answer::nothing_offered().map_err(refusal);
                }
                answer::parse_only(&reading, text).map_err(refusal)?
            }
            // That there is none is for a system to assert; whoever is asked skips the question.
            Raw::Null if self.state.edition() >= 4 => return Err(("blank", words::no_answer())),
            _ if self.state.edition() >= 4 => {
                let offered = self.offered(question);
                self.understood(question, attribute, raw, &offered)
                    .map_err(refusal)?
            }
            Raw::Null
            | Raw::Bool(_)
            | Raw::Number(_)
            | Raw::Text(_)
            | Raw::List(_)
            | Raw::Map(_)
            | Raw::Confidential(_) => self
                .typed(&cell.to_string(), raw, attribute)
                .map_err(refusal)?,
        };
        self.fits(cell, &value)?;
        Ok((cell.clone(), value))
    }

    /// Whether the world has room for an answer.
    fn fits(&self, cell: &Cell, value: &Value) -> Result<(), Refused> {
        let changes = self
            .project
            .attribute(cell)
            .is_some_and(|attribute| attribute.changes);
        if changes || self.canon().is_settled(cell) {
            return Ok(());
        }
        self.way_out(&|field| field.admit(cell, value), Some((cell, value)), None)
            .map(|_| ())
            .map_err(|refusal| {
                let reason = words::not_admitted(&cell.to_string(), &value.show(), &refusal);
                (refusal.code(), reason)
            })
    }

    pub(super) fn accept(&mut self, id: &Name, cell: &Cell, value: Value, method: Method) {
        let corrects = self.state.edition() >= 4
            && self
                .state
                .answers
                .get(id)
                .is_some_and(|known| *known != value);
        self.push(Event::AnswerAccepted(AnswerAccepted {
            corrects,
            part: id.clone(),
            value: value.clone(),
        }));
        let flow = self.project.flow.as_ref().filter(|_| self.is_exact());
        let part = flow.and_then(|flow| flow.question(id));
        let block = part.and_then(|(part, _)| part.block.clone());
        let flow = flow.map(|flow| flow.id.clone());
        self.changes.accepted.push(Accepted {
            block,
            flow,
            part: id.clone(),
            value: value.clone(),
        });
        self.settle(cell, value.clone(), method, Provenance::Input, None, None);
        if self.state.edition() < REVISES {
            self.give_titles(cell, &value);
        }
    }

    /// The items of an answered list get the entities that stand for them.
    fn give_titles(&mut self, list: &Cell, value: &Value) {
        let Value::List(items) = value else {
            return;
        };
        let project = self.project.clone();
        let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
        let mut titles: BTreeSet<(usize, Cell)> = BTreeSet::new();
        for each in parts.unwrap_or_default().iter().flat_map(|part| &part.each) {
            if let Some(title) = each.title.as_ref().filter(|_| each.list == *list) {
                titles.insert((each.at, title.clone()));
            }
        }
        for (at, title) in titles {
            if let Some(item) = items.get(at)
                && self.canon().value(&title).as_ref() != Some(item)
            {
                let item = item.clone();
                let deduced = Provenance::Deduced;
                self.settle(&title, item, Method::Testimony, deduced, None, None);
            }
        }
    }

    /// What a message says of the fields of a form, but for those that are dealt with.
    pub(super) fn filled(&self, part: &Part, text: &str, but: &[&Name]) -> answer::Filled {
        let (form, _) = self.form(part, text, but);
        form
    }

    /// The same, and whether a label stands in it.
    fn form(&self, part: &Part, text: &str, but: &[&Name]) -> (answer::Filled, bool) {
        let PartKind::Form { fields, .. } = &part.kind else {
            return (answer::Filled::default(), false);
        };
        let offers: Vec<Vec<Value>> = fields
            .iter()
            .map(|field| self.offered(&field.question))
            .collect();
        let canon = self.canon();
        let form: Vec<FormField> = fields
            .iter()
            .zip(&offers)
            .filter_map(|(field, offered)| {
                let asked = flow::is_asked(&canon, &field.id, &field.question);
                Some(FormField {
                    id: &field.id,
                    called: &field.question.called,
                    reading: reading(&self.project, &self.state, &field.question, offered)?,
                    filled: !asked || but.contains(&&field.id),
                    asked: self.is_asked_for(&field.question),
                    free: field.question.free,
                })
            })
            .collect();
        (
            answer::fill(&form, text),
            answer::names_a_field(&form, text),
        )
    }

    /// Whether what is open asks for a field: it is needed, or asked for by its name.
    pub(super) fn is_asked_for(&self, question: &Question) -> bool {
        let open = self.state.open_question();
        let asked = open.map(|open| logic::text::words(&open.item.text));
        let named = |label: &String| {
            let label = logic::text::words(label);
            let mut windows = asked
                .iter()
                .flat_map(|asked| asked.windows(label.len().max(1)));
            windows.any(|window| window == label)
        };
        !question.optional || question.called.iter().any(named)
    }

    /// Accepts what was found for the fields of a form; says what there is no room for.
    pub(super) fn accept_fields(
        &mut self,
        part: &Part,
        values: Vec<(usize, Value)>,
    ) -> (bool, Vec<Refused>) {
        let PartKind::Form { fields, .. } = &part.kind else {
            return (false, Vec::new());
        };
        let (mut accepted, mut refused) = (false, Vec::new());
        for (at, value) in values {
            let field = &fields[at];
            let cell = &field.question.cell;
            if let Err(reason) = self.fits(cell, &value) {
                refused.push(reason);
            } else if self.may_settle(cell, &value, None, None) {
                let old = self.canon().value(cell);
                let known = self.state.answers.get(&field.id).is_some();
                let corrects = known && self.state.edition() >= REVISES;
                let before = old.filter(|old| corrects && *old != value);
                let before = before.map(|old| self.shown(cell, &old));
                let shown = self.shown(cell, &value);
                self.accept(&field.id, cell, value, Method::Testimony);
                if before.is_some() {
                    self.say_corrected(&field.id, &shown, before);
                }
                accepted = true;
            }
        }
        (accepted, refused)
    }

    /// What a message says of the fields of the open form.
    fn form_answer(&mut self, part: &Part, text: &str, surroundings: &Surroundings) {
        let (mut filled, labelled) = self.form(part, text, &[]);
        self.fill_day(part, text, &mut filled);
        if !labelled
            && (self.named_older(text, surroundings) || self.led_by_label(part, text, surroundings))
        {
            return;
        }
        if self.picked(part, text, labelled, surroundings) {
            return;
        }
        let taken = self.taken(part, &filled.values);
        let (accepted, mut refused) = self.accept_fields(part, filled.values);
        let of_fields = filled.refused.into_iter();
        refused.extend(of_fields.map(|(at, reason)| self.of_field(part, at, reason)));
        if accepted {
            let echo = self.heeds() && (!refused.is_empty() || filled.guessed && self.hears());
            if echo && filled.rest.is_empty() && !taken.is_empty() {
                self.say(ItemKind::Statement, &words::taken(&taken), None);
            }
            self.say_rest(&taken, &filled.rest);
            for (code, reason) in &refused {
                self.refuse(code, &part.id, reason);
            }
            return self.form_goes_on(part, surroundings);
        }
        if refused.is_empty() {
            refused.push((
                "not-understood",
                words::form_wants(&self.labels(part, true)),
            ));
        }
        self.refuse_answer(part, &refused, surroundings);
    }

    /// Why a field of a form has no value, by what it is called.
    pub(super) fn of_field(&self, part: &Part, at: usize, reason: NotUnderstood) -> Refused {
        let (code, reason) = refusal(reason);
        let PartKind::Form { fields, .. } = &part.kind else {
            return (code, reason);
        };
        match self.heeds() && fields.len() > 1 {
            true => (code, words::of_field(&label(&fields[at].question), &reason)),
            false => (code, reason),
        }
    }

    /// A form is closed when nothing it needs is missing; until then it says what is.
    pub(super) fn form_goes_on(&mut self, part: &Part, surroundings: &Surroundings) {
        if self.is_complete(part) {
            self.close(Closed::Answered);
            return self.advance(surroundings);
        }
        let text = self.missing_text(part);
        let choices = self.form_choices(part);
        self.push_item(
            ItemKind::Question,
            text,
            choices,
            Some(&part.id),
            Vec::new(),
        );
    }

    /// What a form still lacks, as it is said.
    pub(super) fn missing_text(&self, part: &Part) -> String {
        let missing = words::missing(&self.labels(part, false));
        missing.in_language(self.state.language()).to_owned()
    }

    /// Whether a form has some of what it needs, and not all.
    pub(super) fn is_begun(&self, part: &Part) -> bool {
        let canon = self.canon();
        let needed = part.questions().into_iter();
        let needed = needed.filter(|(_, question)| !question.optional);
        let (asked, known): (Vec<_>, Vec<_>) =
            needed.partition(|(id, question)| flow::is_asked(&canon, id, question));
        self.heeds() && !asked.is_empty() && !known.is_empty()
    }

    /// Whether a question is answered, or all that a form cannot do without.
    pub(super) fn is_complete(&self, part: &Part) -> bool {
        let canon = self.canon();
        let is_form = matches!(part.kind, PartKind::Form { .. });
        !part.questions().iter().any(|(id, question)| {
            let needed = !(is_form && question.optional);
            needed && flow::is_asked(&canon, id, question)
        })
    }

    /// What the missing fields of a form are called.
    fn labels(&self, part: &Part, optional: bool) -> Vec<String> {
        let canon = self.canon();
        part.questions()
            .into_iter()
            .filter(|(_, question)| optional || !question.optional)
            .filter(|(id, question)| flow::is_asked(&canon, id, question))
            .map(|(_, question)| label(question))
            .collect()
    }

    /// Exactly the word that is awaited, but for case and the space around it.
    fn unlock(&mut self, part: &Part, raw: &Raw, surroundings: &Surroundings) {
        let PartKind::Lock { word, .. } = &part.kind else {
            return;
        };
        let word = self.rendered(word);
        let said = match raw {
            Raw::Text(text) => fold(text.trim()) == fold(word.trim()),
            Raw::Bool(true) => true,
            Raw::Null
            | Raw::Bool(false)
            | Raw::Number(_)
            | Raw::List(_)
            | Raw::Map(_)
            | Raw::Confidential(_) => false,
        };
        if said {
            self.close(Closed::Answered);
            return self.advance(surroundings);
        }
        let refused = ("not-the-word", words::exactly(&word));
        self.refuse_answer(part, &[refused], surroundings);
    }

    /// The open item once more, word for word.
    pub(super) fn ask_again(&mut self) {
        let Some(open) = self.state.obligation.clone() else {
            return;
        };
        let project = self.project.clone();
        let part = project.part(&open.obligation.part);
        let form = part.filter(|part| matches!(part.kind, PartKind::Form { .. }));
        let form = form.filter(|part| self.is_begun(part));
        // Of a form that has begun, what is missing is asked for.
        let item = match form {
            Some(part) => Item {
                text: self.missing_text(part),
                choices: self.form_choices(part),
                confidential: Vec::new(),
                ..open.item
            },
            None => self.worded_now(part, &open.item).unwrap_or(open.item),
        };
        let id = self.next_item_id();
        self.push(Event::Said(Item { id, ..item }));
    }

    /// The open item in other words, where the ones it was asked in would be others now: somebody is called
    /// otherwise, or spoken to in another tone.
    fn worded_now(&mut self, part: Option<&Part>, item: &Item) -> Option<Item> {
        let part = part.filter(|_| self.is_exact())?;
        let text = match &part.kind {
            PartKind::Ask {
                wording: Wording::Text(text),
                ..
            }
            | PartKind::Form { text, .. }
            | PartKind::Gate { text, .. }
            | PartKind::Lock { text, .. } => text,
            PartKind::Ask { .. }
            | PartKind::Say { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => return None,
        };
        let refused = self.changes.refused.len();
        let (text, confidential) = self.render(text, &part.shows);
        // What cannot be said anew is said as it was.
        let whole = self.changes.refused.len() == refused;
        self.changes.refused.truncate(refused);
        (whole && text != item.text).then(|| Item {
            text,
            confidential,
            ..item.clone()
        })
    }

    pub(super) fn close(&mut self, how: Closed) {
        if let Some(open) = &self.state.obligation {
            let closed = ObligationClosed {
                how,
                item: open.obligation.item.clone(),
                part: open.obligation.part.clone(),
            };
            self.push(Event::ObligationClosed(closed));
        }
    }
}

/// What happens when the tries are used up. What could not be made is not passed over, unless its author
/// says so.
fn give_up(part: &Part, unmade: bool) -> GiveUp {
    match &part.kind {
        PartKind::Ask { give_up, .. }
        | PartKind::Form { give_up, .. }
        | PartKind::Lock { give_up, .. }
        | PartKind::Synthesis { give_up, .. } => *give_up,
        PartKind::Mirror { give_up, .. } => give_up.unwrap_or(match unmade {
            true => GiveUp::Stop,
            false => GiveUp::Next,
        }),
        PartKind::Say { .. }
        | PartKind::Gate { .. }
        | PartKind::Tell { .. }
        | PartKind::Matching { .. }
        | PartKind::End { .. } => GiveUp::Next,
    }
}

pub(super) fn refusal(refused: NotUnderstood) -> Refused {
    (refused.code, refused.reason)
}

/// What a question is called.
pub(super) fn label(question: &Question) -> String {
    question.called.first().cloned().unwrap_or_default()
}

/// How an answer to a question is read.
pub(super) fn reading<'a>(
    project: &'a Project,
    state: &'a crate::state::State,
    question: &'a Question,
    offered: &'a [Value],
) -> Option<Reading<'a>> {
    let attribute = project.attribute(&question.cell)?;
    Some(Reading {
        project,
        state,
        attribute,
        reader: question.reader,
        choices: question.choices_in(state.edition()),
        called: &question.called,
        offered,
        newest: state.edition() < answer::DISCERNS
            || super::offers::is_newest(project, state, question),
        most: attribute
            .checks
            .max_items
            .unwrap_or(crate::limits::LIST_ITEMS),
    })
}
