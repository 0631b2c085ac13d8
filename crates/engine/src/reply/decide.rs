//! One reply: which states hold, what is wanted, what is selected, said, proven and left to a person.
//!
//! A function of project and case. A blocking state stops everything but its own reply; what is not
//! answered is never dropped: it is blocked by something that is named, or the case goes to a person.

use super::case::{Case, CaseFacts};
use super::demanded::Demanded;
use super::detect::Heard;
use super::draft::{Draft, Plan};
pub use super::hear::{By as HeardFrom, Told};
use super::hear::{Spoken, hear};
use super::page::Format;
use super::plain::plain;
use super::render::Renderer;
use super::select::{Selection, select};
use super::told::blank;
pub use super::told::{
    Acted, Alert, Aside, By, Coverage, HeardBy, Held, LeftOut, NotKnown, Ordered, Outcome, Reason,
    Reply, Selected, Send, States, Step, Wanted, Why,
};
use super::{Action, CaseState, Pass, Replies, Severity, Subject, Verdict};
use crate::project::Project;
use logic::holds::{Facts, Truth};
use logic::text::Phrase;
use logic::value::Name;

use std::collections::BTreeSet;

/// Decides a case. The project has replies; without them there is nothing to decide.
pub fn decide(project: &Project, case: &Case) -> Option<Reply> {
    decide_told(project, case, None)
}

/// The same, with what a model says the message wants.
pub fn decide_told(project: &Project, case: &Case, told: Option<&Told>) -> Option<Reply> {
    let replies = project.replies.as_ref()?;
    let heard = hear((project, replies), case, told, &[], &[]);
    // What a model alone says has nothing done: what the words alone come to is known first.
    let differs = !heard.0.differs.is_empty();
    let alone = differs.then(|| decide_told(project, case, None)).flatten();
    let told = ToldOf {
        told,
        alone: alone.as_ref(),
    };
    // What would be done were all of it understood, until that is known.
    let reply = decide_heard(replies, (project, case), told, &heard, Making::Tried(None));
    let unheeded = unheeded(replies, (project, case), told, &heard, &reply);
    let is_open = !(heard.0.unrecognised.is_empty() && heard.0.unread.is_empty());
    if unheeded.is_empty() && !(case.is_guarded() && (heard.0.timed || is_open)) {
        return Some(reply);
    }
    let heard = hear(
        (project, replies),
        case,
        told.told,
        &unheeded,
        &reply.sections,
    );
    Some(decide_heard(
        replies,
        (project, case),
        told,
        &heard,
        Making::Last,
    ))
}

/// Rows that were not chosen and are named in the trace, at most.
const ROWS_NAMED: usize = 8;

/// What a model says of a message, and the reply that its words alone make where that differs.
#[derive(Clone, Copy)]
struct ToldOf<'t> {
    told: Option<&'t Told>,
    alone: Option<&'t Reply>,
}

/// How a reply is made.
#[derive(Clone, Copy)]
enum Making<'f> {
    /// To see what it would be, had a field of the context perhaps not been said.
    Tried(Option<&'f Name>),
    /// With what is known of the message then.
    Last,
}

/// The fields of the context that a message says and without which the reply would be the same: nothing in it
/// reads them, so they account for nothing.
fn unheeded(
    replies: &Replies,
    about: (&Project, &Case),
    told: ToldOf,
    heard: &(Heard, HeardFrom),
    reply: &Reply,
) -> Vec<Name> {
    let said = heard.0.said.iter();
    let said = said.filter(|field| !replies.context[*field].for_information);
    let unheeded = said.filter(|field| {
        let other = decide_heard(replies, about, told, heard, Making::Tried(Some(field)));
        reply.says_as(&other)
    });
    unheeded.cloned().collect()
}

/// The reply to what was heard, or what it would be had a field of the context not been said.
fn decide_heard(
    replies: &Replies,
    (project, case): (&Project, &Case),
    ToldOf { told, alone }: ToldOf,
    (heard, by): &(Heard, HeardFrom),
    turn: Making,
) -> Reply {
    let spoken = Spoken::of(replies, case, heard);
    let facts = CaseFacts::new(project, case).with(&spoken);
    let facts = match turn {
        Making::Tried(Some(field)) => facts.had_not_said(field),
        Making::Tried(None) | Making::Last => facts,
    };
    let mut desk = Desk::new(&facts, replies, heard);
    desk.speak_as(heard);
    desk.demanded = &heard.demanded;
    desk.alone = alone;
    let last = matches!(turn, Making::Last);
    desk.open = last && desk.guarded && !(heard.unrecognised.is_empty() && heard.unread.is_empty());
    desk.reply.heard = HeardBy {
        by: Name::from(by.as_str()),
        language: heard.language.clone(),
        refused: told.and_then(|told| Some(desk.words(told.refusal()?))),
        unrecognised: heard
            .unrecognised
            .iter()
            .map(|open| open.text.clone())
            .collect(),
        unread: heard.unread.clone(),
        set_aside: heard.aside.iter().map(Aside::of).collect(),
    };
    desk.look(heard, case);
    desk.judge();
    desk.tell_action(heard);
    if let Some(blocking) = desk.blocking() {
        desk.block(blocking);
    } else {
        desk.answer(heard, case);
    }
    desk.tell_stopped();
    desk.finish(heard);
    desk.reply
}

/// Only what is decided: the states that hold, the primary one first, and what is selected for each
/// intention. No text is made. Nothing is selected where a state blocks.
pub fn choose(project: &Project, case: &Case) -> Option<(Vec<usize>, Vec<Selection>)> {
    let replies = project.replies.as_ref()?;
    let (heard, _) = hear((project, replies), case, None, &[], &[]);
    let spoken = Spoken::of(replies, case, &heard);
    let facts = CaseFacts::new(project, case).with(&spoken);
    let mut desk = Desk::new(&facts, replies, &heard);
    desk.judge();
    let selections = match desk.blocking() {
        Some(_) => Vec::new(),
        None => desk.selections(&heard),
    };
    Some((desk.held, selections))
}

/// Where a case is worked on.
pub(super) struct Desk<'a> {
    pub(super) project: &'a Project,
    pub(super) replies: &'a Replies,
    pub(super) facts: &'a CaseFacts<'a>,
    pub(super) language: &'a str,
    pub(super) reply: Reply,
    /// States that hold: the primary one first, then by priority.
    pub(super) held: Vec<usize>,
    /// States of which it is not known whether they hold.
    pub(super) unknown: Vec<usize>,
    /// Nothing is passed over, as in sessions from before.
    pub(super) careful: bool,
    /// Nothing is done and nothing said again that is in doubt, as in sessions from before.
    pub(super) accounts: bool,
    /// Nothing is done for a message that was not understood, as it is in sessions from before.
    pub(super) guarded: bool,
    /// What was written was not all understood.
    pub(super) open: bool,
    /// What is asked for is said, and what is to be said has its place.
    pub(super) proves: bool,
    /// What cannot be seen is not said.
    pub(super) discerns: bool,
    /// What is asked for, where it must be said.
    pub(super) demanded: &'a [Demanded],
    /// Rules that were chosen and have commands, until it is known what is said, and the intentions for which they were.
    pub(super) ordering: Vec<(usize, Option<usize>)>,
    /// What was heard.
    pub(super) heard: &'a Heard,
    /// The reply that the words of the message alone make, where a model says something else.
    pub(super) alone: Option<&'a Reply>,
    /// Intentions that the message has and does not plainly ask for.
    pub(super) unasked: &'a [usize],
    /// The language of who reads the reasons.
    pub(super) reader: &'a str,
}

impl<'a> Desk<'a> {
    fn new(facts: &'a CaseFacts<'a>, replies: &'a Replies, heard: &'a Heard) -> Desk<'a> {
        let project = facts.project;
        let language = facts.case.language.as_ref();
        let language = language.unwrap_or(&project.languages[0]);
        Desk {
            project,
            replies,
            facts,
            language,
            reader: facts.case.reader.as_ref().unwrap_or(language),
            reply: blank(),
            held: Vec::new(),
            unknown: Vec::new(),
            careful: facts.case.is_careful(),
            accounts: facts.case.accounts(),
            guarded: facts.case.is_guarded(),
            open: false,
            proves: facts.case.proves(),
            discerns: facts.case.discerns(),
            demanded: &[],
            ordering: Vec::new(),
            heard,
            alone: None,
            unasked: &heard.unasked,
        }
    }

    /// Answers in the language of the message, where the project speaks it and the case says no other.
    fn speak_as(&mut self, heard: &Heard) {
        if self.facts.case.language.is_none()
            && let Some(spoken) = &heard.language
        {
            let mut languages = self.project.languages.iter();
            if let Some(known) = languages.find(|known| *known == spoken) {
                self.language = known;
            }
        }
    }

    /// What is selected for each intention, or for a case without any.
    fn selections(&self, heard: &Heard) -> Vec<Selection> {
        let select = |intention| {
            let states = (&self.held[..], &self.unknown[..]);
            select(self.replies, self.facts, states, intention)
        };
        match &heard.intentions[..] {
            [] => vec![select(None)],
            all => all
                .iter()
                .map(|found| select(Some(found.intention)))
                .collect(),
        }
    }

    pub(super) fn words(&self, phrase: &Phrase) -> String {
        phrase.in_language(self.reader).to_owned()
    }

    pub(super) fn hand_over(&mut self, code: &str, what: impl Into<String>, why: &Phrase) {
        let why = self.words(why);
        self.reply.hand_over.push(Reason {
            code: Name::from(code),
            what: what.into(),
            why,
        });
    }

    /// Puts down what the message says.
    fn look(&mut self, heard: &Heard, case: &Case) {
        self.reply.action = Name::from(heard.verdict.as_str());
        self.reply.route_to.clone_from(&heard.route_to);
        let given = case.intentions.is_some();
        for (at, found) in heard.intentions.iter().enumerate() {
            self.reply.intentions.push(Wanted {
                intention: self.replies.intentions[found.intention].name.clone(),
                rank: Name::from(if at == 0 { "primary" } else { "secondary" }),
                score: (!given).then_some(found.score),
                answered_by: Vec::new(),
                blocked_by: None,
            });
        }
        for (name, field) in &self.replies.context {
            if let Some(value) = self.facts.value(&field.cell) {
                self.reply.context.insert(name.clone(), value);
            }
        }
    }

    /// Which states hold, and of which that cannot be said.
    fn judge(&mut self) {
        let mut held = Vec::new();
        for (number, state) in self.replies.states.iter().enumerate() {
            let Some(condition) = &state.condition else {
                continue;
            };
            match self.facts.holds(condition) {
                Truth::True => held.push(number),
                Truth::False => {}
                Truth::Unknown => {
                    self.unknown.push(number);
                    let unknown = NotKnown {
                        state: state.name.clone(),
                        id: state.id.clone(),
                        severity: Name::from(state.severity.as_str()),
                        missing: self.missing(condition),
                    };
                    self.reply.states.unknown.push(unknown);
                    if state.severity == Severity::Blocking {
                        let why = self.may_block_because(&state.name, &self.missing(condition));
                        self.hand_over("unknown-blocking", state.name.as_str(), &why);
                    }
                }
            }
        }
        if held.is_empty()
            && let Some(default) = self.replies.states.iter().position(CaseState::is_default)
        {
            if self.unknown.is_empty() || !self.careful {
                held.push(default);
            } else {
                self.doubt_default(default);
            }
        }
        held.sort_by_key(|number| (self.replies.states[*number].priority, *number));
        for number in &held {
            let state = &self.replies.states[*number];
            let list = match state.severity {
                Severity::Blocking => &mut self.reply.states.blocking,
                Severity::Warning => &mut self.reply.states.warning,
                Severity::Info => &mut self.reply.states.info,
            };
            list.push(Held {
                state: state.name.clone(),
                id: state.id.clone(),
                priority: state.priority,
            });
        }
        let by_severity = |wanted: Severity| {
            let mut held = held.iter();
            held.position(|number| self.replies.states[*number].severity == wanted)
        };
        if let Some(at) = by_severity(Severity::Blocking).or_else(|| by_severity(Severity::Info)) {
            let primary = held.remove(at);
            self.reply.primary = Some(self.replies.states[primary].name.clone());
            held.insert(0, primary);
        }
        for exclusive in &self.replies.exclusive {
            let both = exclusive.states.iter().filter(|state| held.contains(state));
            let both: Vec<&str> = both
                .map(|state| self.replies.states[*state].name.as_str())
                .collect();
            if both.len() > 1 {
                let why = self.exclude_each_other(&exclusive.name, &both);
                self.hand_over("exclusive-states", both.join(", "), &why);
            }
        }
        self.held = held;
    }

    /// The default state holds where no other does; while one may, nobody knows.
    fn doubt_default(&mut self, number: usize) {
        let state = &self.replies.states[number];
        let unknown = self.reply.states.unknown.iter();
        let missing: BTreeSet<Name> = unknown.flat_map(|state| state.missing.clone()).collect();
        self.reply.states.unknown.push(NotKnown {
            state: state.name.clone(),
            id: state.id.clone(),
            severity: Name::from(state.severity.as_str()),
            missing: missing.into_iter().collect(),
        });
        self.unknown.push(number);
    }

    pub(super) fn blocking(&self) -> Option<usize> {
        let first = *self.held.first()?;
        (self.replies.states[first].severity == Severity::Blocking).then_some(first)
    }

    /// A blocking state: its reply alone, or none.
    fn block(&mut self, number: usize) {
        let state = &self.replies.states[number];
        for wanted in &mut self.reply.intentions {
            wanted.blocked_by = Some(state.name.clone());
            self.reply.coverage.blocked.push(By {
                what: wanted.intention.clone(),
                by: vec![state.name.clone()],
            });
        }
        for other in &self.held {
            if *other != number {
                self.reply.coverage.blocked.push(By {
                    what: self.replies.states[*other].name.clone(),
                    by: vec![state.name.clone()],
                });
            }
        }
        self.act(number);
        self.reply.outcome = match state.action {
            Action::Stop => Outcome::Stopped,
            Action::Respond | Action::RespondWithAlert | Action::Block | Action::Route => {
                Outcome::Blocked
            }
        };
        if !state.generate || state.action == Action::Stop {
            return;
        }
        let mut plan = Plan::default();
        let subject = Subject::State(number);
        plan.subjects.insert(subject);
        self.speak_state(number, &mut plan);
        let page = state
            .page
            .clone()
            .or_else(|| self.replies.options.master.clone());
        let Some(page) = page else {
            return;
        };
        if state.page.is_some() {
            plan.asked.page.push(subject);
        }
        let draft = self.draft(page, &plan);
        self.settle(draft, &plan);
    }

    /// What a state adds: flags, sections.
    fn speak_state(&mut self, number: usize, plan: &mut Plan) {
        let state = &self.replies.states[number];
        let subject = [Subject::State(number)];
        for flag in &state.flags {
            plan.flag(&mut self.reply, flag, &state.name, &subject);
        }
        if state.generate {
            for section in &state.sections {
                plan.section(section, &state.name, &subject);
            }
        }
    }

    /// What a state has done: alerts, actions, commands.
    fn act(&mut self, number: usize) {
        let state = &self.replies.states[number];
        if state.alert_internal {
            self.reply.alerts.push(Alert {
                state: Some(state.name.clone()),
                section: None,
                text: match state.description.trim() {
                    "" if self.careful => state.name.to_string(),
                    _ => state.description.clone(),
                },
            });
        }
        self.reply.actions.push(Acted {
            state: state.name.clone(),
            action: Name::from(state.action.as_str()),
            route_to: state.route_to.clone(),
        });
        self.order_of(state);
        if state.action == Action::Route {
            let why = self.handled_by(Some(&state.name), state.route_to.as_deref());
            self.hand_over("routed", state.name.as_str(), &why);
            if self.reply.route_to.is_none() {
                self.reply.route_to.clone_from(&state.route_to);
            }
        }
    }

    pub(super) fn renderer(&self, format: Format) -> Renderer<'a> {
        Renderer {
            replies: self.replies,
            facts: self.facts,
            language: self.language,
            format,
            argument: None,
            unknown: self.unknown.clone(),
            once: self.careful,
            once_by_text: self.accounts,
            seen_only: self.discerns,
            bare: self.facts.case.acts(),
        }
    }

    /// No state blocks: everything that holds and everything that is wanted is answered.
    fn answer(&mut self, heard: &Heard, case: &Case) {
        let mut plan = Plan::default();
        // A case that says that nothing is wanted of a message leaves it to a person.
        let given = case.intentions.as_deref();
        let is_open = given.is_none_or(|given| case.acts() && given.is_empty());
        let asks = case.message.is_some() && is_open;
        let unclear = asks && heard.intentions.is_empty();
        let selections = self.selections(heard);
        let wanted = selections.iter().filter_map(|found| found.intention);
        plan.subjects.extend(wanted.map(Subject::Intention));
        for number in self.held.clone() {
            self.speak_state(number, &mut plan);
            self.act(number);
            let state = &self.replies.states[number];
            let by_note = !self.careful && state.severity == Severity::Info;
            if self.replies.must_answer(number) || by_note && self.replies.said_something(number) {
                plan.subjects.insert(Subject::State(number));
            }
        }
        let mut pages: Vec<Option<Name>> = Vec::new();
        for selection in selections {
            let page = self.take(&selection, &mut plan);
            self.doubt_selection(&selection);
            pages.push(page);
        }
        for section in &self.replies.by_themselves {
            let Some(when) = &self.replies.sections[section].when else {
                continue;
            };
            match self.facts.holds(when) {
                Truth::True => plan.section(section, section, &[]),
                Truth::Unknown => self.doubt_section(&self.replies.sections[section], when),
                Truth::False => {}
            }
        }
        let clarify = self.replies.options.clarify.as_ref();
        let clarify = clarify.filter(|_| unclear);
        if let Some(clarify) = clarify {
            self.reply.outcome = Outcome::Clarify;
            plan.section(clarify, &Name::from("clarify"), &[]);
        }
        match heard.verdict {
            Verdict::Go => {}
            Verdict::Route => {
                let to = heard.route_to.clone().unwrap_or_default();
                let why = self.handled_by(None, heard.route_to.as_deref());
                self.hand_over("routed", to, &why);
            }
            Verdict::Spam => {
                let why = self.is_spam();
                self.hand_over("spam", "", &why);
            }
        }
        self.route_others(heard);
        let master = self.replies.options.master.clone();
        // A legacy page says something else than the question that is asked back.
        let first = pages.into_iter().next().flatten();
        let first = first.filter(|_| clarify.is_none());
        let Some(page) = first.clone().or_else(|| master.clone()) else {
            self.order_chosen();
            return;
        };
        let mut draft = self.draft(page, &plan);
        if let (Some(_), Some(master)) = (first, master)
            && draft.page != master
            && !self.unanswered(&draft, &plan).is_empty()
        {
            let mut plan_of_master = Plan {
                asked: plan.asked.clone(),
                sections: plan.sections.clone(),
                flags: plan.flags.clone(),
                subjects: plan.subjects.clone(),
            };
            plan_of_master.asked.page.clear();
            let other = self.draft(master, &plan_of_master);
            if self.unanswered(&other, &plan).len() < self.unanswered(&draft, &plan).len() {
                let why = Phrase::new(
                    format!("the master template answers more than `{}`", draft.page),
                    format!("le modèle principal répond à plus que `{}`", draft.page),
                );
                let why = self.words(&why);
                let left = LeftOut {
                    section: draft.page.clone(),
                    why,
                };
                draft = other;
                draft.left_out.push(left);
            }
        }
        self.settle(draft, &plan);
        self.order_chosen();
        let asked_back = clarify.is_some_and(|clarify| {
            let mut said = self.reply.sections.iter();
            said.any(|said| said.section == *clarify)
        });
        if unclear && !asked_back {
            self.unclear(case);
        }
    }

    /// What else is wanted may be somebody else's as well: they are told, and see what is answered.
    fn route_others(&mut self, heard: &Heard) {
        for found in heard.intentions.iter().skip(1) {
            let intention = &self.replies.intentions[found.intention];
            if intention.verdict != Verdict::Route {
                continue;
            }
            if self.reply.route_to.is_none() {
                self.reply.route_to.clone_from(&intention.route_to);
            }
            let why = self.handled_by(Some(&intention.name), intention.route_to.as_deref());
            self.deny("routed", intention.name.as_str(), &why);
        }
    }

    fn unclear(&mut self, case: &Case) {
        let message = case.message.as_deref().unwrap_or_default();
        let (code, why) = self.nothing_heard(message, case.intentions.is_some());
        self.hand_over(code, "", &why);
    }

    /// Takes over what was selected; answers the page.
    fn take(&mut self, selection: &Selection, plan: &mut Plan) -> Option<Name> {
        let replies = self.replies;
        let intention = selection
            .intention
            .map(|number| &replies.intentions[number]);
        let mut subjects = Vec::new();
        subjects.extend(selection.intention.map(Subject::Intention));
        if let (Some(intention), Some(number)) = (intention, selection.intention) {
            let own = [Subject::Intention(number)];
            for flag in &intention.flags {
                plan.flag(&mut self.reply, flag, &intention.name, &own);
            }
            for section in &intention.sections {
                plan.section(section, &intention.name, &own);
            }
        }
        let rule = selection.rule.map(|rule| &replies.rules[rule]);
        let mut page = None;
        if let Some(rule) = rule {
            if rule.pass > Pass::ForIntention && !rule.answers.any_intention {
                subjects.clear();
            }
            subjects.extend(rule.answers.subjects.iter().copied());
            for flag in &rule.flags {
                plan.flag(&mut self.reply, flag, &rule.name, &subjects);
            }
            for section in &rule.sections {
                plan.section(section, &rule.name, &subjects);
            }
            match selection.doubts.first().filter(|_| self.accounts) {
                Some(doubt) => self.hold_back(&rule.commands, doubt),
                None if self.guarded => {
                    let rule = selection.rule.map(|rule| (rule, selection.intention));
                    self.ordering.extend(rule);
                }
                None => self.order(&rule.commands, &rule.name),
            }
            page.clone_from(&rule.page);
            let is_first = self.reply.selection.is_empty();
            if page.is_some() && page != replies.options.master && is_first {
                plan.asked.page.extend(subjects);
            }
        }
        let trace = selection.trace.iter().map(|tried| Step {
            pass: Name::from(tried.pass.as_str()),
            rule: tried.rule(replies),
            chosen: tried.chosen,
            why: tried.why(replies, self.reader),
        });
        let mut trace: Vec<Step> = trace.collect();
        if let Some(others) = self.not_of_here(selection)
            && let Some(chosen) = trace.iter_mut().find(|step| step.chosen)
        {
            chosen.why.push_str(&self.words(&others));
        }
        let chosen = trace.iter().find(|step| step.chosen);
        self.reply.selection.push(Selected {
            intention: intention.map(|intention| intention.name.clone()),
            pass: chosen.map_or_else(|| Name::from("none"), |step| step.pass.clone()),
            rule: chosen.map_or_else(|| Name::from("none"), |step| step.rule.clone()),
            template: page.clone().or_else(|| replies.options.master.clone()),
            trace,
        });
        page
    }

    /// Rows of an intention that were not chosen because their states do not hold, where none for a state was.
    fn not_of_here(&self, selection: &Selection) -> Option<Phrase> {
        let (replies, intention) = (self.replies, selection.intention?);
        let chosen = selection.rule.map(|rule| replies.rules[rule].pass);
        if !self.discerns || chosen == Some(Pass::Exact) {
            return None;
        }
        let of = (intention, 0)..=(intention, usize::MAX);
        let rows =
            replies.index.exact.range(of).filter(|((_, state), _)| {
                !self.held.contains(state) && !self.unknown.contains(state)
            });
        let name = &replies.intentions[intention].name;
        let rows = rows.map(|((_, state), _)| format!("`{}:{name}`", replies.states[*state].name));
        let mut rows: Vec<String> = rows.take(ROWS_NAMED + 1).collect();
        let more = rows.len() > ROWS_NAMED;
        rows.truncate(ROWS_NAMED);
        let rows = rows.join(", ");
        let (en, fr) = match more {
            true => (" and others", " et d'autres"),
            false => ("", ""),
        };
        (!rows.is_empty()).then(|| {
            Phrase::new(
                format!("; {rows}{en} not, for the state does not hold"),
                format!(" ; {rows}{fr} non : l'état n'est pas réalisé"),
            )
        })
    }

    /// Takes a draft as the reply, with the proof of what it answers.
    fn settle(&mut self, draft: Draft, plan: &Plan) {
        let format = self.replies.pages.format(&draft.page, self.language);
        let open = self.unanswered(&draft, plan);
        for (subject, by) in &draft.answered {
            if plan.subjects.contains(subject) {
                let what = self.replies.subject(*subject).clone();
                for wanted in &mut self.reply.intentions {
                    if matches!(subject, Subject::Intention(_)) && wanted.intention == what {
                        wanted.answered_by.clone_from(by);
                    }
                }
                self.reply.coverage.answered.push(By {
                    what,
                    by: by.clone(),
                });
            }
        }
        let before = self.reply.hand_over.len();
        let mut told: BTreeSet<&Name> = BTreeSet::new();
        for subject in open {
            let what = self.replies.subject(subject).clone();
            let left = draft.left_out.iter().filter(|left| {
                plan.sections.get(&left.section).is_some_and(|_| {
                    let asked = plan.asked.sections.get(&left.section);
                    asked.is_some_and(|asked| asked.contains(&subject))
                })
            });
            let left: Vec<&LeftOut> = left.collect();
            told.extend(left.iter().map(|left| &left.section));
            let reasons: Vec<String> = left
                .iter()
                .map(|left| format!("{}: {}", left.section, left.why))
                .collect();
            let is_it = |one: &&Demanded| Subject::Intention(one.intention) == subject;
            let why = if let Some(unsaid) = draft.unsaid.iter().find(is_it) {
                self.is_unsaid(unsaid)
            } else if let Some(hole) = draft
                .assembled
                .rendered
                .hole
                .as_ref()
                .filter(|_| self.proves)
            {
                self.page_unsaid(&draft.page, hole)
            } else if reasons.is_empty() {
                self.nothing_answers(&what, matches!(subject, Subject::Intention(_)))
            } else {
                Phrase::new(reasons.join("; "), reasons.join(" ; "))
            };
            self.reply.coverage.unanswered.push(Why {
                what: what.clone(),
                why: self.words(&why),
            });
            self.leave(subject, &what, &why, before);
        }
        for (section, hole) in &draft.holes {
            if !told.contains(section) {
                let why = self.hole_in(hole);
                self.hand_over("template-hole", section.as_str(), &why);
            }
        }
        if let Some(hole) = &draft.assembled.rendered.hole {
            let why = self.hole_in(hole);
            self.hand_over("template-hole", draft.page.as_str(), &why);
        }
        if draft.assembled.rendered.cut {
            let why = self.text_is_cut(&draft.page);
            self.hand_over("text-cut", draft.page.as_str(), &why);
        }
        for id in plan.sections.keys() {
            let section = &self.replies.sections[id];
            if let Some(when) = &section.when
                && self.facts.holds(when) == Truth::Unknown
            {
                self.doubt_section(section, when);
            }
            let left = draft.left_out.iter().any(|left| left.section == *id);
            if section.internal && !left {
                let none = section.shows.clone();
                let rendered = self.renderer(Format::Text);
                let rendered = rendered.section(&section.template, &plan.flags, &none);
                let text = plain(&rendered.text, true);
                self.reply.alerts.push(Alert {
                    state: None,
                    section: Some(id.clone()),
                    text,
                });
            }
        }
        self.reply.sections = draft.said;
        self.reply.left_out = draft.left_out;
        for id in &draft.unplaced {
            let named = plan.sections.get(id).map_or(&[][..], Vec::as_slice);
            if self.proves && self.is_silent(id) && !self.is_spare(id, named) {
                let why = self.has_no_place(id, &draft.page);
                self.deny("unplaced", id.as_str(), &why);
            }
        }
        self.reply.page = Some(draft.page);
        self.reply.format = Name::from(format.as_str());
        let rendered = draft.assembled.rendered;
        if rendered.hole.is_none() {
            self.reply.plain = Some(plain(&rendered.text, format == Format::Html));
            self.reply.text = Some(rendered.text);
            self.reply.prints = rendered.prints;
        }
        if !rendered.confidential.is_empty() {
            let names: Vec<&str> = rendered.confidential.iter().map(Name::as_str).collect();
            let why = Phrase::new(
                "the reply holds something confidential",
                "la réponse contient quelque chose de confidentiel",
            );
            self.deny("confidential", names.join(", "), &why);
        }
    }

    /// Leaves to a person what is not answered, or to whom it belongs. `before` are the reasons that are not
    /// about what is open.
    fn leave(&mut self, subject: Subject, what: &Name, why: &Phrase, before: usize) {
        let is_told = |reason: &Reason| {
            // Whoever gets the case is told of nothing else by that. Sessions from before left it there.
            matches!(&*reason.code, "routed" | "spam")
                && (!self.careful || reason.what == **what || self.is_reason(subject, reason))
        };
        if self.reply.hand_over[..before].iter().any(is_told) {
            return;
        }
        let own = match subject {
            Subject::Intention(number) => Some(&self.replies.intentions[number]),
            Subject::State(_) => None,
        };
        match own.filter(|own| own.verdict == Verdict::Route) {
            Some(own) => {
                let why = self.handled_by(Some(what), own.route_to.as_deref());
                self.hand_over("routed", what.as_str(), &why);
            }
            None => self.hand_over("unanswered", what.as_str(), why),
        }
    }

    /// Whether the case goes to somebody else because of this intention.
    fn is_reason(&self, subject: Subject, reason: &Reason) -> bool {
        let of = match &*reason.code {
            "spam" => Verdict::Spam,
            _ => Verdict::Route,
        };
        matches!(subject, Subject::Intention(number) if self.is_gone(number, of))
    }

    pub(super) fn deny(&mut self, code: &str, what: impl Into<String>, why: &Phrase) {
        let why = self.words(why);
        self.reply.send.reasons.push(Reason {
            code: Name::from(code),
            what: what.into(),
            why,
        });
    }

    /// A state that stops the case stops it whatever may come behind it; one that may come before it is looked at by
    /// a person.
    fn stop(&mut self) {
        let rank = |number: usize| (self.replies.states[number].priority, number);
        let Some(stops) = self.blocking().map(rank) else {
            return;
        };
        let replies = self.replies;
        self.reply.hand_over.retain(|reason| {
            let state = replies
                .states
                .iter()
                .position(|state| *state.name == *reason.what);
            &*reason.code != "unknown-blocking" || state.is_none_or(|state| rank(state) < stops)
        });
    }

    /// What comes of it, and whether it may leave.
    fn finish(&mut self, heard: &Heard) {
        let speaks = matches!(self.reply.outcome, Outcome::Reply | Outcome::Clarify);
        if let Some(spoken) = &heard.language
            && speaks
            && !self.replies.options.any_language
            && !self.project.languages.contains(spoken)
        {
            let why = self.other_language(spoken);
            self.hand_over("other-language", spoken.as_str(), &why);
        }
        let stopped = self.reply.outcome == Outcome::Stopped;
        if heard.cut && !(stopped && self.guarded) {
            let why = self.message_is_cut();
            self.hand_over("message-cut", "", &why);
        }
        if stopped && self.guarded {
            self.stop();
        }
        let stays = stopped && !self.guarded;
        if !self.reply.hand_over.is_empty() && !stays {
            self.reply.outcome = Outcome::HandOver;
        }
        for number in self.unknown.clone() {
            let state = &self.replies.states[number];
            let speaks = self.careful && self.replies.must_answer(number);
            if state.severity == Severity::Info && !speaks {
                continue;
            }
            let mut listed = self.reply.states.unknown.iter();
            let listed = listed.find(|unknown| unknown.state == state.name);
            let missing = listed.map_or(&[][..], |unknown| &unknown.missing);
            let why = self.may_hold_because(&state.name, missing);
            self.deny("unknown-state", state.name.as_str(), &why);
        }
        match self.reply.outcome {
            Outcome::Reply => {}
            Outcome::Clarify | Outcome::HandOver | Outcome::Blocked | Outcome::Stopped => {
                let why = self.no_whole_reply();
                self.deny("not-a-reply", self.reply.outcome.as_str(), &why);
            }
        }
        if heard.intentions.is_empty() {
            let why = Phrase::new("nothing is wanted", "rien n'est demandé");
            self.deny("no-intention", "", &why);
        }
        self.deny_unread(heard);
        self.deny_differing(heard);
        self.deny_undeclared();
        self.deny_unnamed(heard);
        for found in &heard.intentions {
            let name = &self.replies.intentions[found.intention].name;
            let rules = self.replies.send.iter();
            let allowed = rules.filter(|rule| rule.intentions.contains(&found.intention));
            let allowed = allowed.filter(|rule| {
                let when = rule.when.as_ref();
                when.is_none_or(|when| self.facts.holds(when) == Truth::True)
            });
            if allowed.count() == 0 {
                let why = self.not_allowed(found.intention);
                self.deny("not-allowed", name.as_str(), &why);
            }
        }
        self.reply.send.allowed = self.reply.send.reasons.is_empty();
    }
}
