//! The builder: what was said so far, and the whole set computed from it on demand.
//!
//! The builder judges nothing. A set built twice from the same sayings is the same set.

use super::merge::{self, Role};
use super::settle::settle;
use super::{BeliefSet, Mode, Refused};
use crate::dialect::{Document, Entry, Saying};
use crate::formula::{Formula, Span, Term};
use crate::problem::Problem;
use crate::repair::{Kind, Place, Repair};
use crate::value::Name;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Which saying, in the order they were said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatementId(pub u32);

/// Something said to a builder.
pub type Said = Entry;

/// Repairs that may not be made, by their kind and by what would be declared.
pub(super) type Declined = BTreeSet<(Kind, String)>;

#[derive(Clone, Debug, Default)]
pub struct BeliefSetBuilder {
    said: BTreeMap<StatementId, Said>,
    /// How a saying was read that was not written as one.
    readings: BTreeMap<StatementId, Reading>,
    next: u32,
    declined: Declined,
    mode: Mode,
    /// The set at some time since the last declaration. What was stated since is not in it.
    earlier: Option<BeliefSet>,
    /// Where names in several forms are made one: every name said so far, by what its forms share.
    spelled: Option<BTreeMap<(Role, String), BTreeSet<Name>>>,
}

/// What was done to a line before it said something, and what is wrong with it as it was written.
#[derive(Clone, Debug)]
struct Reading {
    repairs: Vec<Repair>,
    problem: Problem,
}

/// What a repair is declined by.
pub(super) fn key(repair: &Repair) -> (Kind, String) {
    // What is declared is known by its name; what is changed, by what it was changed from.
    let after = match repair.kind {
        Kind::UnknownConstant | Kind::UnknownSort => repair.after.clone(),
        Kind::Operator
        | Kind::Parenthesis
        | Kind::MissingComma
        | Kind::Quantifier
        | Kind::Residue
        | Kind::OddName
        | Kind::NestedTerm
        | Kind::Scope
        | Kind::FreeVariable
        | Kind::BareVariable
        | Kind::TruthValue
        | Kind::MissingArrow
        | Kind::Prose
        | Kind::NameVariant
        | Kind::Misspelling
        | Kind::Arity
        | Kind::NegatedName
        | Kind::NameAsPredicate
        | Kind::PredicateAsName
        | Kind::Guard
        | Kind::Instance
        | Kind::QuerySign
        | Kind::Quarantine
        | Kind::Refused => format!("{} -> {}", repair.before, repair.after),
    };
    (repair.kind, after)
}

impl BeliefSetBuilder {
    pub fn new(mode: Mode) -> BeliefSetBuilder {
        BeliefSetBuilder {
            mode,
            ..BeliefSetBuilder::default()
        }
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// From now on names in several forms are made one when the set is built, with a record of it. A
    /// strict builder goes on without.
    pub fn merge_names(&mut self) {
        if self.mode == Mode::Strict || self.spelled.is_some() {
            return;
        }
        self.earlier = None;
        self.spelled = Some(BTreeMap::new());
        let said: Vec<Said> = self.said.values().cloned().collect();
        for said in &said {
            self.spell(&said.saying);
        }
    }

    /// Takes note of the names of a saying. A new form of a name may change what others mean.
    fn spell(&mut self, saying: &Saying) {
        let Some(spelled) = &mut self.spelled else {
            return;
        };
        for (role, name, _) in merge::spelled(saying) {
            let forms = spelled.entry((role, merge::likeness(&name))).or_default();
            forms.insert(name);
            if forms.len() > 1 {
                self.earlier = None;
            }
        }
    }

    pub fn said(&self) -> &BTreeMap<StatementId, Said> {
        &self.said
    }

    pub fn say(&mut self, said: Said) -> StatementId {
        let id = StatementId(self.next);
        self.next = self.next.saturating_add(1);
        if !matches!(said.saying, Saying::State(_)) {
            self.earlier = None;
        }
        self.spell(&said.saying);
        self.said.insert(id, said);
        id
    }

    /// Something that was not written so, with the repairs of its line and what is wrong with it as written.
    pub(crate) fn say_repaired(
        &mut self,
        said: Said,
        repairs: Vec<Repair>,
        problem: Problem,
    ) -> StatementId {
        let id = self.say(said);
        let repairs = repairs.into_iter();
        let repairs = repairs.map(|repair| repair.at(Place::Statements(vec![id])));
        let reading = Reading {
            repairs: repairs.collect(),
            problem,
        };
        self.readings.insert(id, reading);
        id
    }

    fn plainly(&mut self, saying: Saying) -> StatementId {
        self.say(Said {
            saying,
            span: Span::default(),
            label: None,
        })
    }

    pub fn declare_sort(&mut self, name: impl Into<Name>, supers: &[Name]) -> StatementId {
        let (name, supers) = (name.into(), supers.to_vec());
        self.plainly(Saying::Sort { name, supers })
    }

    pub fn declare_predicate(&mut self, name: impl Into<Name>, sorts: &[Name]) -> StatementId {
        let (name, sorts) = (name.into(), sorts.iter().cloned().map(Some).collect());
        self.plainly(Saying::Predicate { name, sorts })
    }

    pub fn declare_constant(
        &mut self,
        name: impl Into<Name>,
        sort: impl Into<Name>,
    ) -> StatementId {
        let (name, sort) = (name.into(), sort.into());
        self.plainly(Saying::Constant { name, sort })
    }

    pub fn add_fact(&mut self, predicate: impl Into<Name>, constants: &[Name]) -> StatementId {
        self.add_formula(fact(predicate.into(), constants))
    }

    pub fn add_negated_fact(
        &mut self,
        predicate: impl Into<Name>,
        constants: &[Name],
    ) -> StatementId {
        self.add_formula(Formula::not(fact(predicate.into(), constants)))
    }

    /// Everything that is the one is the other; `sort` may say which things are spoken of.
    pub fn add_implication(
        &mut self,
        antecedent: impl Into<Name>,
        consequent: impl Into<Name>,
        sort: Option<Name>,
    ) -> StatementId {
        self.add_formula(implication(antecedent.into(), consequent.into(), sort))
    }

    pub fn add_formula(&mut self, formula: Formula) -> StatementId {
        self.plainly(Saying::State(formula))
    }

    /// Everything a document says; its queries are left to who asks them.
    pub fn add_document(&mut self, document: &Document) -> Vec<StatementId> {
        let said = document.entries.iter().filter(|entry| match entry.saying {
            Saying::Query(_) => false,
            Saying::Sort { .. }
            | Saying::Predicate { .. }
            | Saying::Function { .. }
            | Saying::Constant { .. }
            | Saying::State(_) => true,
        });
        said.cloned().map(|said| self.say(said)).collect()
    }

    /// Takes a saying back; false when there is none of that number.
    pub fn retract(&mut self, id: StatementId) -> bool {
        self.earlier = None;
        self.readings.remove(&id);
        self.said.remove(&id).is_some()
    }

    /// Forgets everything. Numbers are not given out again.
    pub fn reset(&mut self) {
        self.said.clear();
        self.readings.clear();
        self.declined.clear();
        self.earlier = None;
        self.spelled = self.spelled.take().map(|_| BTreeMap::new());
    }

    /// Undoes a repair: the statements that needed it stand as they were written, and are refused where
    /// they do not fit so.
    pub fn decline(&mut self, repair: &Repair) {
        self.earlier = None;
        self.declined.insert(key(repair));
    }

    /// Allows a repair again that was declined.
    pub fn allow(&mut self, repair: &Repair) {
        self.earlier = None;
        self.declined.remove(&key(repair));
    }

    /// The set to judge a saying by, or nothing when the saying surely fits whatever else was said: then
    /// the whole is not computed again for it.
    pub(crate) fn judge(&mut self, id: StatementId) -> Option<&BeliefSet> {
        if let (Some(earlier), Some(said)) = (&self.earlier, self.said.get(&id))
            && let Saying::State(formula) = &said.saying
            && earlier.surely_fits(formula)
        {
            return None;
        }
        self.earlier = Some(self.build());
        self.earlier.as_ref()
    }

    /// The set that all sayings make together.
    pub fn build(&self) -> BeliefSet {
        let unread = self.unread();
        let said = if unread.is_empty() {
            Cow::Borrowed(&self.said)
        } else {
            let mut said = self.said.clone();
            for id in unread.iter().flat_map(|refused| &refused.statements) {
                said.remove(id);
            }
            Cow::Owned(said)
        };
        let set = match self.spelled {
            Some(_) => merge::merged(&said, self.mode, &self.declined),
            None => settle(&said, self.mode, &self.declined),
        };
        let read = self.readings.iter().filter(|(id, _)| said.contains_key(id));
        let read = read.map(|(id, reading)| (*id, &reading.repairs[..]));
        set.with_readings(read, unread)
    }

    /// The lines that cannot be read without a repair that was declined.
    fn unread(&self) -> Vec<Refused> {
        let declined = |repair: &Repair| self.declined.contains(&key(repair));
        let unread = self.readings.iter();
        let unread = unread.filter(|(_, reading)| reading.repairs.iter().any(declined));
        let refused = unread.map(|(id, reading)| Refused {
            statements: vec![*id],
            problem: reading.problem.clone(),
        });
        refused.collect()
    }
}

pub(crate) fn fact(predicate: Name, constants: &[Name]) -> Formula {
    Formula::Atom {
        predicate,
        arguments: constants.iter().map(Term::entity).collect(),
    }
}

pub(crate) fn implication(antecedent: Name, consequent: Name, sort: Option<Name>) -> Formula {
    let variable = Name::new("X");
    let of = |predicate: Name| {
        Box::new(Formula::Atom {
            predicate,
            arguments: vec![Term::Variable(variable.clone())],
        })
    };
    Formula::Forall {
        sort,
        body: Box::new(Formula::Implies(of(antecedent), of(consequent))),
        variable: variable.clone(),
    }
}
