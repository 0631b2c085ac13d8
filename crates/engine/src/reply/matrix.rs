//! States × intentions: which rows can fire, and why the others cannot.
//!
//! Every question is put to the finite picture of all cases. A row is called dead only if no case of the
//! picture lets it fire; where the search ends at its bound, the row is taken to be alive.

mod mistakes;

use super::abstraction::{Abstraction, Expr, Found};
use super::{Pass, Replies, Severity};
use crate::limits;
use crate::project::Project;
use logic::formula::{Comparison, Formula, Term};
use logic::holds::Truth;
use logic::value::{Cell, Name, Value};
use std::collections::{BTreeMap, BTreeSet};

pub use mistakes::check;

/// What is known of a rule: a row, a template with conditions, a value of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowReport {
    pub rule: usize,
    /// Why it can never fire.
    pub dead: Option<Dead>,
    /// Rules of the same state and intention that may be true with it, where only their order decides.
    pub overlaps: Vec<usize>,
    /// Facts of a case in which it fires, where the search found one.
    pub witness: Option<BTreeMap<Cell, Option<Value>>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dead {
    /// Its state blocks, so nothing is selected.
    Blocking,
    /// Its state or its condition can never be true, or only where a state blocks.
    Never,
    /// Whenever it could, one of these is chosen first.
    Shadowed(Vec<usize>),
}

/// Facts that make something so.
pub type Example = BTreeMap<Cell, Option<Value>>;

/// What has a mistake of its own. Nothing is said of it, and nothing follows from it.
#[derive(Clone, Debug, Default)]
pub struct Doubtful {
    pub derived: BTreeSet<Name>,
    pub states: BTreeSet<usize>,
    pub rules: BTreeSet<usize>,
}

/// What the picture says of a whole project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    pub rows: Vec<RowReport>,
    /// States that can never hold.
    pub never: Vec<usize>,
    /// States that hold only where a state blocks: they never speak.
    pub silenced: Vec<usize>,
    /// Exclusive states that can hold together: the list, two states, an example.
    pub together: Vec<(usize, usize, usize, Example)>,
    /// Sections whose condition can never be true.
    pub sections: Vec<Name>,
    /// Rules of sending whose condition can never be true.
    pub send: Vec<usize>,
    /// Searches that ended at their bound.
    pub undecided: usize,
}

/// What is known of `case.intention` and `case.intentions` in every case.
struct Wanted {
    /// When each intention is among those of the case, where a condition asks.
    members: Vec<(Name, Expr)>,
    /// There is a primary one, where a condition asks which.
    any: Option<Expr>,
    /// The primary one is among all of them, and all of it is known.
    ties: Vec<Expr>,
}

impl Wanted {
    fn of(picture: &mut Abstraction) -> Wanted {
        let fact = |attribute: &str| Cell::new("case", attribute);
        let members = picture.members_of(&fact("intentions")).into_iter();
        let members: Vec<(Name, Expr)> = members
            .map(|(value, is_member)| (Name::from(value.show()), is_member))
            .collect();
        let known = |expr: &Expr| Expr::Or(vec![expr.clone(), Expr::Not(Box::new(expr.clone()))]);
        let mut ties: Vec<Expr> = members.iter().map(|(_, expr)| known(expr)).collect();
        let any = picture.reads(&fact("intention")).then(|| {
            let primary = Term::Attribute {
                of: Box::new(Term::Constant(Value::entity("case"))),
                attribute: Name::from("intention"),
            };
            let is_none = picture.read(&Formula::IsNull(primary.clone()));
            ties.push(known(&is_none));
            for (name, is_member) in &members {
                let is = Term::Constant(Value::symbol(name));
                let is = Formula::Compare(Comparison::Equal, primary.clone(), is);
                let is = picture.read(&is);
                ties.push(Expr::Or(vec![is.not_true(), is_member.clone()]));
                let not_member = Expr::Not(Box::new(is_member.clone()));
                ties.push(Expr::Or(vec![is_none.clone().not_true(), not_member]));
            }
            Expr::Not(Box::new(is_none))
        });
        Wanted { members, any, ties }
    }

    /// What is so where an intention is wanted.
    fn wants(&self, intention: &Name) -> Vec<Expr> {
        let own = self.members.iter().filter(|(name, _)| name == intention);
        let own = own.map(|(_, is_member)| is_member.clone());
        own.chain(self.any.clone()).collect()
    }

    /// What is so where nothing is wanted.
    fn wants_nothing(&self) -> Vec<Expr> {
        let members = self.members.iter().map(|(_, is_member)| is_member);
        let all = members.chain(&self.any).cloned();
        all.map(|is| Expr::Not(Box::new(is))).collect()
    }

    /// Some condition asks what is wanted.
    fn is_asked_for(&self) -> bool {
        self.any.is_some() || !self.members.is_empty()
    }
}

/// A way by which a case comes to a rule.
struct Way {
    /// What is so where it would be taken, if it were tried.
    is_so: Vec<Expr>,
    /// Rules that are tried before it, each with when it is taken.
    before: Vec<(usize, Expr)>,
}

impl Way {
    /// What is so where none of these rules is taken first.
    fn but(&self, is_first: impl Fn(usize) -> bool) -> Vec<Expr> {
        let before = self.before.iter().filter(|(number, _)| is_first(*number));
        let others = before.map(|(_, taken)| taken.clone().not_true());
        self.is_so.iter().cloned().chain(others).collect()
    }
}

struct Examination<'p> {
    replies: &'p Replies,
    picture: Abstraction<'p>,
    /// When each state holds.
    states: Vec<Expr>,
    /// The conditions of rules; true where there is none.
    rules: Vec<Expr>,
    sections: Vec<(Name, Expr)>,
    /// Rules of sending, by their numbers.
    send: Vec<(usize, Expr)>,
    wanted: Wanted,
    doubtful: Doubtful,
    left: u64,
    undecided: usize,
}

/// Examines every state, row and section of a project.
pub fn examine(project: &Project) -> Examined {
    examine_but(project, &Doubtful::default())
}

/// The same, but for what has a mistake of its own.
fn examine_but(project: &Project, doubtful: &Doubtful) -> Examined {
    let Some(replies) = &project.replies else {
        return Examined::default();
    };
    let mut examination = Examination::new(project, replies, doubtful);
    let mut examined = Examined::default();
    for number in 0..replies.states.len() {
        if examination.doubtful.states.contains(&number) {
            continue;
        }
        let holds = examination.states[number].clone();
        if examination.ask(&[&holds]) == Found::Impossible {
            examined.never.push(number);
        } else if replies.states[number].severity != Severity::Blocking {
            let free = examination.nobody_blocks();
            let goals: Vec<&Expr> = std::iter::once(&holds).chain(&free).collect();
            if examination.ask(&goals) == Found::Impossible {
                examined.silenced.push(number);
            }
        }
    }
    for rule in 0..replies.rules.len() {
        if examination.doubtful.rules.contains(&rule) {
            continue;
        }
        let report = examination.row(rule);
        examined.rows.push(report);
    }
    for (list, exclusive) in replies.exclusive.iter().enumerate() {
        for (at, one) in exclusive.states.iter().enumerate() {
            for other in &exclusive.states[at + 1..] {
                let in_doubt = |state: &usize| examination.doubtful.states.contains(state);
                if in_doubt(one) || in_doubt(other) {
                    continue;
                }
                let (left, right) = (
                    examination.states[*one].clone(),
                    examination.states[*other].clone(),
                );
                if let Found::Possible(example) = examination.ask(&[&left, &right]) {
                    examined.together.push((list, *one, *other, example));
                }
            }
        }
    }
    for (name, when) in examination.sections.clone() {
        if examination.ask(&[&when]) == Found::Impossible {
            examined.sections.push(name);
        }
    }
    for (rule, when) in examination.send.clone() {
        if examination.ask(&[&when]) == Found::Impossible {
            examined.send.push(rule);
        }
    }
    examined.undecided = examination.undecided;
    examined
}

impl<'p> Examination<'p> {
    fn new(project: &'p Project, replies: &'p Replies, doubtful: &Doubtful) -> Examination<'p> {
        let mut doubtful = doubtful.clone();
        let mut picture = Abstraction::new(project).doubting(&doubtful.derived);
        let mut states: Vec<Option<Expr>> = Vec::new();
        for (number, state) in replies.states.iter().enumerate() {
            let condition = state.condition.as_ref();
            let mut read = condition.map(|condition| picture.read(condition));
            if picture.was_in_doubt() || doubtful.states.contains(&number) {
                doubtful.states.insert(number);
                read = Some(picture.read(&anything(&state.name)));
            }
            states.push(read);
        }
        // The default state holds where no other does, and where that is known.
        let others: Vec<Expr> = states
            .iter()
            .flatten()
            .cloned()
            .map(|holds| Expr::Not(Box::new(holds)))
            .collect();
        for state in &mut states {
            state.get_or_insert_with(|| Expr::And(others.clone()));
        }
        let mut rules: Vec<Expr> = Vec::new();
        for (number, rule) in replies.rules.iter().enumerate() {
            rules.push(match &rule.when {
                Some(when) => picture.read(when),
                None => Expr::Constant(Truth::True),
            });
            if picture.was_in_doubt() {
                doubtful.rules.insert(number);
            }
        }
        for group in &replies.groups {
            for (value, rule) in &group.values {
                let is = picture.read(&equals(&group.fact, value));
                if picture.was_in_doubt() {
                    doubtful.rules.insert(*rule);
                }
                let when = std::mem::replace(&mut rules[*rule], Expr::Constant(Truth::True));
                rules[*rule] = Expr::And(vec![is, when]);
            }
        }
        let sections = replies.sections.iter();
        let sections = sections.filter_map(|(name, section)| {
            let when = picture.read(section.when.as_ref()?);
            Some((name.clone(), when))
        });
        let sections = sections.collect();
        picture.was_in_doubt();
        let mut send = Vec::new();
        for (number, rule) in replies.send.iter().enumerate() {
            let read = rule.when.as_ref().map(|when| picture.read(when));
            if !picture.was_in_doubt() {
                send.extend(read.map(|when| (number, when)));
            }
        }
        let wanted = Wanted::of(&mut picture);
        picture.draw();
        Examination {
            replies,
            picture,
            wanted,
            states: states.into_iter().flatten().collect(),
            rules,
            sections,
            send,
            doubtful,
            left: limits::ABSTRACTION_STEPS_ALL,
            undecided: 0,
        }
    }

    fn ask(&mut self, goals: &[&Expr]) -> Found {
        let mut budget = limits::ABSTRACTION_STEPS.min(self.left);
        let before = budget;
        let goals: Vec<&Expr> = goals.iter().copied().chain(&self.wanted.ties).collect();
        let found = self.picture.together(&goals, &mut budget);
        self.left -= before - budget;
        if found == Found::OutOfBudget {
            self.undecided += 1;
        }
        found
    }

    fn nobody_blocks(&self) -> Vec<Expr> {
        let states = self.replies.states.iter().zip(&self.states);
        let blocking = states.filter(|(state, _)| state.severity == Severity::Blocking);
        blocking
            .map(|(_, holds)| holds.clone().not_true())
            .collect()
    }

    /// Whether a rule would be taken if it were tried.
    fn fires(&self, rule: usize) -> Expr {
        let state = self.replies.rules[rule].state;
        let state = state.map(|state| self.states[state].clone());
        let when = self.rules[rule].clone();
        Expr::And(state.into_iter().chain([when]).collect())
    }

    /// One of some info states with a lower priority number holds.
    fn info_before(&self, state: usize) -> Expr {
        let replies = self.replies;
        let rank = |number: usize| (replies.states[number].priority, number);
        let states = 0..replies.states.len();
        let before = states.filter(|other| {
            replies.states[*other].severity == Severity::Info && rank(*other) < rank(state)
        });
        Expr::Or(before.map(|other| self.states[other].clone()).collect())
    }

    /// How many ways lead to a rule: one to a row of an intention. The others are tried where nothing is wanted,
    /// and for each intention that has nothing of its own; where no condition asks what is wanted, the first of
    /// these ways leads wherever the others do.
    fn ways(&self, rule: usize) -> usize {
        let of_all = self.replies.rules[rule].intention.is_none();
        match of_all && self.wanted.is_asked_for() {
            true => 1 + self.replies.intentions.len(),
            false => 1,
        }
    }

    fn way(&self, rule: usize, at: usize) -> Way {
        let this = &self.replies.rules[rule];
        let name = |intention: usize| &self.replies.intentions[intention].name;
        let (wanted, mut before) = match (this.intention, at.checked_sub(1)) {
            // A row of an intention is tried where that is wanted, first or not.
            (Some(own), _) => (
                self.wanted.wants(name(own)),
                self.tried_for(own, Some(rule)),
            ),
            (None, None) => (self.wanted.wants_nothing(), self.tried_for_all(rule)),
            (None, Some(other)) => {
                let mut before = self.tried_for(other, None);
                before.extend(self.tried_for_all(rule));
                (self.wanted.wants(name(other)), before)
            }
        };
        before.retain(|(number, _)| !self.doubtful.rules.contains(number));
        let mut is_so = vec![self.fires(rule)];
        is_so.extend(self.nobody_blocks());
        is_so.extend(wanted);
        Way { is_so, before }
    }

    /// Those of some rules that are tried before one, each with when it is taken.
    fn listed(&self, numbers: &[usize], before: Option<usize>) -> Vec<(usize, Expr)> {
        let numbers = numbers.iter().take_while(|number| Some(**number) != before);
        let pairs = numbers.map(|number| (*number, self.fires(*number)));
        pairs.collect()
    }

    /// Rules of an intention that are tried before one of them, or all of them.
    fn tried_for(&self, intention: usize, rule: Option<usize>) -> Vec<(usize, Expr)> {
        let (rules, index) = (&self.replies.rules, &self.replies.index);
        let (pass, own) = match rule {
            Some(rule) => (rules[rule].pass, rules[rule].state),
            None => (Pass::ForState, None),
        };
        let mut before: Vec<(usize, Expr)> = Vec::new();
        let exact = index.exact.range((intention, 0)..=(intention, usize::MAX));
        for ((_, state), numbers) in exact {
            if pass != Pass::Exact || own == Some(*state) {
                before.extend(self.listed(numbers, rule));
                continue;
            }
            let Some(first) = own.and_then(|own| self.tried_first(*state, own)) else {
                continue;
            };
            for number in numbers {
                let taken = Expr::And(vec![self.fires(*number), first.clone()]);
                before.push((*number, taken));
            }
        }
        for (own, lists) in [
            (Pass::Wildcard, &index.wildcard),
            (Pass::ForIntention, &index.for_intention),
        ] {
            let numbers = lists.get(&intention).filter(|_| pass >= own);
            before.extend(self.listed(numbers.map_or(&[], Vec::as_slice), rule));
        }
        before
    }

    /// Rules of no intention that are tried before one of them.
    fn tried_for_all(&self, rule: usize) -> Vec<(usize, Expr)> {
        let (replies, index) = (self.replies, &self.replies.index);
        let pass = replies.rules[rule].pass;
        let mut by_state: Vec<usize> = index.for_state.values().flatten().copied().collect();
        by_state.sort_by_key(|number| (replies.rules[*number].priority, *number));
        let mut before = self.listed(&by_state, Some(rule));
        if pass > Pass::ForState {
            before.extend(self.listed(&index.for_condition, Some(rule)));
        }
        if pass > Pass::ForCondition {
            let groups = replies.groups.iter();
            let groups = groups.take_while(|group| !group.values.values().any(|own| *own == rule));
            for number in groups.flat_map(|group| group.values.values()) {
                before.push((*number, self.fires(*number)));
            }
        }
        before
    }

    /// When rows of one state are tried before those of another; nothing: never.
    fn tried_first(&self, state: usize, than: usize) -> Option<Expr> {
        let replies = self.replies;
        let rank = |number: usize| (replies.states[number].priority, number);
        let is_info = |number: usize| replies.states[number].severity == Severity::Info;
        let always = Expr::Constant(Truth::True);
        match (is_info(state), is_info(than)) {
            (true, true) => (rank(state) < rank(than)).then_some(always),
            // The primary state is tried first, whatever its number.
            (false, true) => {
                (rank(state) < rank(than)).then(|| Expr::IsTrue(Box::new(self.info_before(than))))
            }
            (true, false) if rank(state) > rank(than) => Some(self.info_before(state).not_true()),
            (true | false, false) => (rank(state) < rank(than)).then_some(always),
        }
    }

    fn row(&mut self, rule: usize) -> RowReport {
        let this = &self.replies.rules[rule];
        let mut report = RowReport {
            rule,
            dead: None,
            overlaps: Vec::new(),
            witness: None,
        };
        let blocks = this
            .state
            .is_some_and(|state| self.replies.states[state].severity == Severity::Blocking);
        if blocks {
            report.dead = Some(Dead::Blocking);
            return report;
        }
        let ways = self.ways(rule);
        let mut may = false;
        for at in 0..ways {
            match self.all(&self.way(rule, at).but(|_| true)) {
                Found::Possible(witness) => {
                    report.witness = Some(witness);
                    break;
                }
                Found::OutOfBudget => may = true,
                Found::Impossible => {}
            }
        }
        if report.witness.is_some() || may {
            report.overlaps = self.overlaps(rule);
        } else {
            report.dead = Some(self.dead(rule, ways));
        }
        report
    }

    fn all(&mut self, goals: &[Expr]) -> Found {
        let goals: Vec<&Expr> = goals.iter().collect();
        self.ask(&goals)
    }

    /// Why a rule is never chosen, whichever way leads to it.
    fn dead(&mut self, rule: usize, ways: usize) -> Dead {
        let ways = (0..ways).map(|at| self.way(rule, at));
        let mut ways: Vec<Way> = ways.collect();
        ways.retain(|way| self.all(&way.is_so) != Found::Impossible);
        match ways.is_empty() {
            true => Dead::Never,
            false => Dead::Shadowed(self.shadows(&ways)),
        }
    }

    /// The rules that shadow: one that does so alone, else all that are needed.
    fn shadows(&mut self, ways: &[Way]) -> Vec<usize> {
        let mut all: Vec<usize> = Vec::new();
        for (number, _) in ways.iter().flat_map(|way| &way.before) {
            if !all.contains(number) {
                all.push(*number);
            }
        }
        for number in &all {
            if self.shuts(ways, &[*number]) {
                return vec![*number];
            }
        }
        let mut needed = all.clone();
        for number in all {
            let mut without = needed.clone();
            without.retain(|other| *other != number);
            if self.shuts(ways, &without) {
                needed = without;
            }
        }
        needed
    }

    /// Whether one of these rules always comes first, whichever way is gone.
    fn shuts(&mut self, ways: &[Way], rules: &[usize]) -> bool {
        let mut ways = ways.iter();
        ways.all(|way| self.all(&way.but(|number| rules.contains(&number))) == Found::Impossible)
    }

    /// Rows of the same state and intention, with a condition and of the same priority, that may be true
    /// together: only their order in the file decides.
    fn overlaps(&mut self, rule: usize) -> Vec<usize> {
        let replies = self.replies;
        let this = &replies.rules[rule];
        if this.when.is_none() {
            return Vec::new();
        }
        let numbers: Vec<usize> = match (this.pass, this.intention, this.state) {
            (Pass::Exact, Some(intention), Some(state)) => {
                replies.index.exact.get(&(intention, state)).cloned()
            }
            (Pass::Wildcard, Some(intention), _) => replies.index.wildcard.get(&intention).cloned(),
            (Pass::ForIntention, Some(intention), _) => {
                replies.index.for_intention.get(&intention).cloned()
            }
            (Pass::ForState, _, Some(state)) => replies.index.for_state.get(&state).cloned(),
            (Pass::ForCondition, _, _) => Some(replies.index.for_condition.clone()),
            (
                Pass::Exact
                | Pass::Wildcard
                | Pass::ForIntention
                | Pass::ForState
                | Pass::Group
                | Pass::Fallback,
                _,
                _,
            ) => None,
        }
        .unwrap_or_default();
        let mut overlaps = Vec::new();
        for other in numbers.into_iter().take_while(|other| *other != rule) {
            let that = &replies.rules[other];
            let in_doubt = self.doubtful.rules.contains(&other);
            if in_doubt || that.when.is_none() || that.priority != this.priority {
                continue;
            }
            let (one, two) = (self.fires(rule), self.fires(other));
            if matches!(self.ask(&[&one, &two]), Found::Possible(_)) {
                overlaps.push(other);
            }
        }
        overlaps
    }
}

/// A condition of which nothing is known.
fn anything(of: &Name) -> Formula {
    Formula::Atom {
        predicate: Name::from(format!("condition of {of}")),
        arguments: Vec::new(),
    }
}

/// A fact has a value that a group names.
fn equals(fact: &Term, value: &str) -> Formula {
    let is =
        |value: Value| Formula::Compare(Comparison::Equal, fact.clone(), Term::Constant(value));
    match value {
        "true" => is(Value::Bool(true)),
        "false" => is(Value::Bool(false)),
        _ => {
            // Which of these it is depends on the fact; the others are never equal to it.
            let mut any = vec![is(Value::symbol(value)), is(Value::text(value))];
            any.extend(value.parse().ok().map(|number| is(Value::Number(number))));
            any.extend(value.parse().ok().map(|date| is(Value::Date(date))));
            any.push(is(Value::entity(value)));
            Formula::Or(any)
        }
    }
}

/// Facts in words: `order.paid is true, order.due is missing`.
pub fn shown(facts: &BTreeMap<Cell, Option<Value>>) -> String {
    let facts = facts.iter().map(|(cell, value)| match value {
        Some(value) => format!("{cell} = {}", value.show()),
        None => format!("{cell} = ?"),
    });
    facts.collect::<Vec<_>>().join(", ")
}
