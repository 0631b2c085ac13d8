//! Coverage once more, from the case, the project and the text alone: which states hold, what was asked, and
//! whether words that can be seen answer each of them. Nothing that a reply says of itself is believed.

use super::naive::{judge, select};
use engine::Project;
use engine::input::Raw;
use engine::reply::case::{Case, CaseFacts};
use engine::reply::decide::{Outcome, Reply};
use engine::reply::page::{Body, Found, Node};
use engine::reply::{Replies, Rule, Saying, Severity, Subject};
use logic::holds::{Facts, Truth};
use logic::text::fold;
use logic::value::{Name, Value};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Whether words answer something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Says {
    No,
    /// A test of something unknown decides, which is another law's matter.
    Unsure,
    Yes,
}

/// A piece of a text: words as they stand in a template, or something printed.
#[derive(Clone, Debug)]
enum Piece {
    Words(String),
    Printed(Option<String>),
}

/// A template cannot be said, or nobody knows how.
enum Stop {
    Hole,
    Unsure,
}

struct Oracle<'a> {
    replies: &'a Replies,
    facts: &'a CaseFacts<'a>,
    language: &'a str,
    flags: BTreeSet<Name>,
    unknown: Vec<usize>,
    /// A test of something unknown was met.
    unsure: Cell<bool>,
    /// The reply as it was said.
    text: &'a str,
}

impl Oracle<'_> {
    fn value(&self, name: &Found, walked: &[Value]) -> Option<Value> {
        match name {
            Found::Fact(cell) => self.facts.value(cell),
            Found::Derived(name) => self.facts.derived(name),
            Found::Flag(flag) if self.flags.contains(flag) => Some(Value::Bool(true)),
            Found::Flag(flag) => {
                let sets = |state: &usize| self.replies.states[*state].flags.contains(flag);
                let open = self.unknown.iter().any(sets);
                (!open).then_some(Value::Bool(false))
            }
            Found::Element { level, attribute } => match (walked.get(level - 1)?, attribute) {
                (item, None) => Some(item.clone()),
                (Value::Entity(entity), Some(attribute)) => self
                    .facts
                    .lent(entity, attribute)
                    .map(|value| value.into_owned()),
                (_, Some(_)) => None,
            },
            Found::Local { .. } => Some(Value::text("?")),
            Found::Always(truth) => Some(Value::Bool(*truth)),
        }
    }

    /// What a template says, piece by piece.
    fn say(&self, body: &Body, walked: &mut Vec<Value>, out: &mut Vec<Piece>) -> Result<(), Stop> {
        for node in body {
            match node {
                Node::Text(text) => out.push(Piece::Words(text.clone())),
                Node::Print { name, .. } => match self.value(name, walked) {
                    None | Some(Value::Null) => return Err(Stop::Hole),
                    Some(value) if is_blank(&value) => return Err(Stop::Hole),
                    Some(_) => out.push(Piece::Printed(match name {
                        Found::Fact(cell) => Some(cell.to_string()),
                        Found::Derived(name) | Found::Flag(name) => Some(name.to_string()),
                        Found::Element { .. } | Found::Local { .. } | Found::Always(_) => None,
                    })),
                },
                Node::If { test, then, other }
                | Node::With {
                    name: test,
                    body: then,
                    other,
                } => match self.value(test, walked) {
                    Some(value) if is_something(&value) => {
                        let with = matches!(node, Node::With { .. });
                        walked.extend(with.then_some(value));
                        self.say(then, walked, out)?;
                        if with {
                            walked.pop();
                        }
                    }
                    Some(_) => self.say(other, walked, out)?,
                    None if other.is_empty() => {}
                    None => {
                        self.unsure.set(true);
                        self.say(other, walked, out)?;
                    }
                },
                Node::Each { list, body, other } => match self.value(list, walked) {
                    Some(Value::List(items)) if !items.is_empty() => {
                        for item in items {
                            walked.push(item);
                            self.say(body, walked, out)?;
                            walked.pop();
                        }
                    }
                    Some(Value::List(_) | Value::Null) => self.say(other, walked, out)?,
                    Some(_) => return Err(Stop::Unsure),
                    None if other.is_empty() => {}
                    None => return Err(Stop::Unsure),
                },
                Node::Include(name) => {
                    let page = self.replies.pages.page(name, self.language);
                    self.say(&page.expect("it is loaded").body, walked, out)?;
                }
                Node::Slot(_) => {}
            }
        }
        Ok(())
    }

    /// Whether what a body says stands in the reply, where it can be seen.
    fn stands(&self, body: &Body, says: &[Saying]) -> Says {
        self.unsure.set(false);
        match self.looked_for(body, says) {
            Says::No if self.unsure.get() => Says::Unsure,
            found @ (Says::No | Says::Unsure | Says::Yes) => found,
        }
    }

    fn looked_for(&self, body: &Body, says: &[Saying]) -> Says {
        let mut pieces = Vec::new();
        match self.say(body, &mut Vec::new(), &mut pieces) {
            Ok(()) => {}
            Err(Stop::Hole) => return Says::No,
            Err(Stop::Unsure) => return Says::Unsure,
        }
        let (mut at, mut seen) = (0, false);
        for piece in &pieces {
            match piece {
                Piece::Words(words) if words.trim().is_empty() => {}
                Piece::Words(words) => {
                    // Blanks around are folded where something is left out.
                    let Some(found) = self.text[at..].find(words.trim()) else {
                        return Says::No;
                    };
                    at += found + words.trim().len();
                    let bare = engine::reply::plain::plain(words, true);
                    seen |= bare.contains(char::is_alphanumeric);
                }
                Piece::Printed(_) => seen = true,
            }
        }
        let prints = |fact: &str| {
            let mut all = pieces.iter();
            all.any(|piece| matches!(piece, Piece::Printed(Some(name)) if name == fact))
        };
        let whole = fold(&engine::reply::plain::plain(self.text, true));
        let holds = says.iter().all(|saying| match saying {
            Saying::Fact(Found::Fact(cell)) => prints(&cell.to_string()),
            Saying::Fact(Found::Derived(name) | Found::Flag(name)) => prints(name),
            Saying::Fact(Found::Element { .. } | Found::Local { .. } | Found::Always(_)) => false,
            Saying::Phrase(phrase) => whole.contains(&fold(phrase)),
        });
        match seen && holds {
            true => Says::Yes,
            false => Says::No,
        }
    }

    /// Whether a section is said.
    fn section(&self, id: &Name) -> Says {
        let section = &self.replies.sections[id];
        if section.internal {
            return Says::No;
        }
        let when = section.when.as_ref().map(|when| self.facts.holds(when));
        if !matches!(when, None | Some(Truth::True)) {
            return Says::No;
        }
        let page = self.replies.pages.page(&section.template, self.language);
        let page = page.expect("it is loaded");
        let own = self.stands(&page.body, &section.says);
        // What another section says as well may stand there in its place.
        own.max(self.covered(id))
    }

    /// Whether a section that says as much is said.
    fn covered(&self, id: &Name) -> Says {
        let others = self.replies.sections.values();
        let others = others.filter(|other| other.covers.contains(id) && other.id != *id);
        let covered = others.map(|other| self.stands_alone(&other.id)).max();
        covered.unwrap_or(Says::No)
    }

    /// A body of a page; one that only includes a template is the section of it.
    fn body(&self, body: &Body) -> Says {
        let mut said = body
            .iter()
            .filter(|node| !matches!(node, Node::Text(text) if text.trim().is_empty()));
        let covered = match (said.next(), said.next()) {
            (Some(Node::Include(name)), None) => self.covered(self.replies.section_of(name)),
            (_, _) => Says::No,
        };
        self.stands(body, &[]).max(covered)
    }

    fn stands_alone(&self, id: &Name) -> Says {
        let section = &self.replies.sections[id];
        let page = self.replies.pages.page(&section.template, self.language);
        self.stands(&page.expect("it is loaded").body, &section.says)
    }

    /// The bodies that a flag guards in a page and what it includes.
    fn guarded<'p>(&'p self, body: &'p Body, flag: &Name, found: &mut Vec<&'p Body>, depth: usize) {
        for node in body {
            match node {
                Node::If { test, then, other } => {
                    if *test == Found::Flag(flag.clone()) {
                        found.push(then);
                    }
                    self.guarded(then, flag, found, depth);
                    self.guarded(other, flag, found, depth);
                }
                Node::Each { body, other, .. } | Node::With { body, other, .. } => {
                    self.guarded(body, flag, found, depth);
                    self.guarded(other, flag, found, depth);
                }
                Node::Include(name) if depth < 8 => {
                    let page = self.replies.pages.page(name, self.language);
                    self.guarded(&page.expect("it is loaded").body, flag, found, depth + 1);
                }
                Node::Include(_) | Node::Slot(_) | Node::Text(_) | Node::Print { .. } => {}
            }
        }
    }
}

/// Whether nobody can read anything of a value: an empty text, blanks, marks alone, a list of nothing.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().all(is_blank),
        Value::Text(text) => !text.chars().any(char::is_alphanumeric),
        Value::Set(items) => items.is_empty(),
        Value::Null => true,
        Value::Bool(_)
        | Value::Number(_)
        | Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Confidential(_) => false,
    }
}

fn is_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(truth) => *truth,
        Value::Number(number) => *number != 0.into(),
        Value::Text(_) => !is_blank(value),
        Value::List(items) => !items.is_empty(),
        Value::Set(items) => !items.is_empty(),
        Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Confidential(_) => true,
    }
}

/// The facts of a case with what a reply found out of its message, as conditions read them.
pub fn told(project: &Project, case: &Case, action: &str) -> Case {
    let mut told = case.clone();
    let mut tell = |field: &str, value: Raw| {
        told.set(project, "case", field, &value)
            .expect("a fact of every case");
    };
    let replies = project.replies.as_ref().expect("replies");
    tell("action", Raw::Text(action.to_owned()));
    let wanted = case.intentions.as_ref().expect("the case says them");
    let name = |at: &usize| Raw::Text(replies.intentions[*at].name.to_string());
    tell("intentions", Raw::List(wanted.iter().map(name).collect()));
    tell("intention", wanted.first().map_or(Raw::Null, name));
    told
}

/// What is wrong with a reply; nothing where its case, its project and its text prove it.
pub fn faults(project: &Project, case: &Case, reply: &Reply) -> Vec<String> {
    let replies = project.replies.as_ref().expect("replies");
    let told = told(project, case, &reply.action);
    let facts = CaseFacts::new(project, &told);
    let (held, unknown) = judge(replies, &facts);
    let mut faults = Vec::new();
    let names = |states: &[usize]| -> BTreeSet<String> {
        let names = states.iter();
        names
            .map(|state| replies.states[*state].name.to_string())
            .collect()
    };
    let listed = [
        &reply.states.blocking,
        &reply.states.warning,
        &reply.states.info,
    ];
    let listed = listed.into_iter().flatten();
    let listed: BTreeSet<String> = listed.map(|held| held.state.to_string()).collect();
    if listed != names(&held) {
        faults.push(format!("{listed:?} hold, and not {:?}", names(&held)));
    }
    let open = reply.states.unknown.iter();
    let open: BTreeSet<String> = open.map(|state| state.state.to_string()).collect();
    if open != names(&unknown) {
        faults.push(format!(
            "{open:?} are unknown, and not {:?}",
            names(&unknown)
        ));
    }
    let wanted = case.intentions.clone().expect("the case says them");
    let asked = wanted.iter().map(|at| &replies.intentions[*at].name);
    if !asked.eq(reply.intentions.iter().map(|wanted| &wanted.intention)) {
        faults.push("other intentions than those of the case".to_owned());
    }
    let blocks = held
        .first()
        .filter(|state| replies.states[**state].severity == Severity::Blocking);
    let mut subjects: Vec<Subject> = wanted.iter().map(|at| Subject::Intention(*at)).collect();
    if let Some(blocks) = blocks {
        subjects.extend(
            held.iter()
                .filter(|state| *state != blocks)
                .map(|at| Subject::State(*at)),
        );
        for subject in subjects {
            let what = replies.subject(subject);
            if !reply.coverage.blocked.iter().any(|by| by.what == *what) {
                faults.push(format!("{what} is not said to be blocked"));
            }
        }
        return faults;
    }
    let customer = |id: &Name| !replies.sections[id].internal;
    subjects.extend(
        held.iter()
            .copied()
            .filter(|state| {
                let state = &replies.states[*state];
                let mut flags = state.flags.iter();
                let speaks = state.generate
                    && (state.sections.iter().any(customer)
                        || flags.any(|flag| replies.guards.contains(flag)));
                state.severity == Severity::Warning || speaks
            })
            .map(Subject::State),
    );
    faults.extend(answers(
        replies,
        &facts,
        (&held, unknown),
        &wanted,
        &subjects,
        reply,
    ));
    faults
}

/// Whether each subject is answered by the text, as the reply claims.
fn answers(
    replies: &Replies,
    facts: &CaseFacts,
    (held, unknown): (&[usize], Vec<usize>),
    wanted: &[usize],
    subjects: &[Subject],
    reply: &Reply,
) -> Vec<String> {
    let language = &facts.project.languages[0];
    let rules: Vec<Option<&Rule>> = match wanted {
        [] => vec![select(replies, facts, held, None)],
        all => all
            .iter()
            .map(|at| select(replies, facts, held, Some(*at)))
            .collect(),
    };
    // Who sets which flag, and who names which section.
    let mut flags: Vec<(Subject, &Name)> = Vec::new();
    let mut sections: Vec<(Subject, &Name)> = Vec::new();
    for state in held {
        let own = &replies.states[*state];
        flags.extend(own.flags.iter().map(|flag| (Subject::State(*state), flag)));
        let own = own.sections.iter().filter(|_| own.generate);
        sections.extend(own.map(|id| (Subject::State(*state), id)));
    }
    let mut all_flags: BTreeSet<Name> = flags.iter().map(|(_, flag)| (*flag).clone()).collect();
    let asks = wanted
        .iter()
        .map(|at| Some(*at))
        .chain(wanted.is_empty().then_some(None));
    for (intention, rule) in asks.zip(&rules) {
        let mut of: Vec<Subject> = intention.map(Subject::Intention).into_iter().collect();
        if let Some(number) = intention {
            let own = &replies.intentions[number];
            all_flags.extend(own.flags.iter().cloned());
            flags.extend(
                own.flags
                    .iter()
                    .map(|flag| (Subject::Intention(number), flag)),
            );
            sections.extend(
                own.sections
                    .iter()
                    .map(|id| (Subject::Intention(number), id)),
            );
        }
        let Some(rule) = rule else { continue };
        if rule.pass > engine::reply::Pass::ForIntention && !rule.answers.any_intention {
            of.clear();
        }
        of.extend(&rule.answers.subjects);
        all_flags.extend(rule.flags.iter().cloned());
        for subject in of {
            flags.extend(rule.flags.iter().map(|flag| (subject, flag)));
            sections.extend(rule.sections.iter().map(|id| (subject, id)));
        }
    }
    for section in replies.sections.values() {
        sections.extend(
            section
                .answers
                .iter()
                .map(|subject| (*subject, &section.id)),
        );
    }
    let oracle = Oracle {
        replies,
        facts,
        language,
        flags: all_flags,
        unknown,
        unsure: Cell::new(false),
        text: reply.text.as_deref().unwrap_or_default(),
    };
    let page = reply
        .page
        .as_ref()
        .and_then(|page| replies.pages.page(page, language));
    let legacy = reply
        .page
        .as_ref()
        .filter(|page| replies.options.master.as_ref() != Some(*page));
    let mut faults = Vec::new();
    for subject in subjects {
        let own = sections.iter().filter(|(of, _)| of == subject);
        let mut says = own
            .map(|(_, id)| oracle.section(id))
            .max()
            .unwrap_or(Says::No);
        let mut bodies = Vec::new();
        for (_, flag) in flags.iter().filter(|(of, _)| of == subject) {
            if let Some(page) = page {
                oracle.guarded(&page.body, flag, &mut bodies, 0);
            }
        }
        for body in bodies {
            says = says.max(oracle.body(body));
        }
        // A legacy page answers what it was selected for by its own words.
        let first = rules[0].filter(|rule| legacy.is_some() && rule.page.as_ref() == legacy);
        if let (Some(rule), Some(page)) = (first, page) {
            let for_it = rule.answers.subjects.contains(subject)
                || (rule.pass <= engine::reply::Pass::ForIntention || rule.answers.any_intention)
                    && wanted.first().map(|at| Subject::Intention(*at)) == Some(*subject);
            if for_it {
                says = says.max(oracle.stands(&page.body, &[]));
            }
        }
        if reply.text.is_none() {
            says = Says::No;
        }
        let what = replies.subject(*subject);
        let claimed = reply.coverage.answered.iter().any(|by| by.what == *what);
        let admitted = reply
            .coverage
            .unanswered
            .iter()
            .any(|open| open.what == *what);
        if claimed && says == Says::No {
            faults.push(format!("{what} is said to be answered, and no words do"));
        }
        if !claimed && says == Says::Yes {
            faults.push(format!("{what} is answered, and said not to be"));
        }
        let handed_over = reply.outcome == Outcome::HandOver && !reply.hand_over.is_empty();
        let told = claimed || (admitted && handed_over);
        if !told {
            faults.push(format!("{what} is dropped"));
        }
    }
    faults
}
