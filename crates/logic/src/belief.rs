//! Belief sets: statements, the hierarchy of sorts they imply, and the repairs that made them fit.
//!
//! A set is computed as a whole, from all of its statements at once. Nothing here may depend on the order
//! in which they were said, and no repair may be made without a record of it.

mod builder;
mod declared;
mod merge;
mod settle;
mod unknown;
mod uses;

pub use builder::{BeliefSetBuilder, Said, StatementId};
pub(crate) use builder::{fact, implication};
pub use uses::{Slot, Use};

use crate::dialect::{Document, Saying, sub_sort, value_sort};
use crate::formula::{Formula, Term};
use crate::problem::Problem;
use crate::repair::Kind;
pub use crate::repair::Repair;
use crate::sort::{Origin, Sorts};
use crate::text::{arguments, nearest};
use crate::value::Name;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Whether what does not fit is repaired or refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Repair,
    Strict,
}

/// Why a constant is a member of a sort. When there are several reasons the first is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Membership {
    Declared,
    /// A statement says so.
    Stated,
    Repaired,
}

/// Statements that could not be kept, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub statements: Vec<StatementId>,
    pub problem: Problem,
}

/// A statement that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub formula: Formula,
    /// Who said it; the same thing may be said twice.
    pub statements: Vec<StatementId>,
    /// The sentence or name it came with.
    pub label: Option<String>,
}

#[derive(Clone, Debug)]
pub struct BeliefSet {
    sorts: Sorts,
    declared_sorts: BTreeSet<Name>,
    predicates: BTreeMap<Name, Vec<Option<Name>>>,
    functions: BTreeMap<Name, (Vec<Option<Name>>, Option<Name>)>,
    members: BTreeMap<Name, BTreeMap<Name, Membership>>,
    kept: Vec<Kept>,
    repairs: Vec<Repair>,
    refused: Vec<Refused>,
    renames: Vec<merge::Rename>,
}

impl BeliefSet {
    pub fn sorts(&self) -> &Sorts {
        &self.sorts
    }

    pub fn is_declared_sort(&self, name: &str) -> bool {
        self.declared_sorts.contains(name)
    }

    /// Whether something of the one sort may stand where the other is expected.
    pub fn is_compatible(&self, actual: &str, expected: &str) -> bool {
        self.sorts.is_sub(actual, expected)
    }

    /// For each sort that is below others: the ones directly above it, and where that comes from.
    pub fn hierarchy(&self) -> BTreeMap<Name, BTreeMap<Name, Origin>> {
        let mut hierarchy: BTreeMap<Name, BTreeMap<Name, Origin>> = BTreeMap::new();
        for (sub, sup, origin) in self.sorts.edges() {
            hierarchy.entry(sub).or_default().insert(sup, origin);
        }
        hierarchy
    }

    /// The declared argument sorts of each declared predicate.
    pub fn predicates(&self) -> &BTreeMap<Name, Vec<Option<Name>>> {
        &self.predicates
    }

    /// The same of each declared function, and the sort of its value.
    pub fn functions(&self) -> &BTreeMap<Name, (Vec<Option<Name>>, Option<Name>)> {
        &self.functions
    }

    /// For each constant the sorts it is said to be in, not counting those above them.
    pub fn members(&self) -> &BTreeMap<Name, BTreeMap<Name, Membership>> {
        &self.members
    }

    /// In an order that depends on nothing but what they say.
    pub fn statements(&self) -> &[Kept] {
        &self.kept
    }

    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// Whether one more statement surely fits as it is: every place that expects a sort holds a constant
    /// or a value that is declared in it. Where this is false only the whole set can tell.
    pub(crate) fn surely_fits(&self, formula: &Formula) -> bool {
        let mut symbols = uses::Symbols::default();
        symbols.add(formula);
        let predicates = symbols.predicates.iter().all(|(name, arity)| {
            let declared = self.predicates.get(name);
            declared.is_none_or(|sorts| sorts.len() == *arity)
        });
        let functions = symbols.functions.iter().all(|(name, arity)| {
            let declared = self.functions.get(name);
            declared.is_none_or(|(sorts, _)| sorts.len() == *arity)
        });
        // A declaration that was refused may come back, and expect something after all.
        let whole = self.refused.is_empty();
        let stated = symbols.predicates.iter();
        let placed = uses::compared(formula).is_empty()
            && !stated
                .clone()
                .any(|(name, _)| self.functions.contains_key(name));
        whole
            && predicates
            && functions
            && placed
            && uses::uses(formula).iter().all(|used| self.fits(used))
    }

    fn fits(&self, used: &Use) -> bool {
        let slot = &used.slot;
        let sorts = if slot.is_function {
            self.functions.get(&slot.symbol).map(|(sorts, _)| sorts)
        } else {
            self.predicates.get(&slot.symbol)
        };
        let Some(Some(expected)) = sorts.and_then(|sorts| sorts.get(slot.position)) else {
            return true;
        };
        match &used.filler {
            uses::Filler::Constant(constant) => {
                let own = self.members.get(constant).into_iter().flatten();
                own.into_iter().any(|(sort, why)| {
                    *why == Membership::Declared && self.sorts.is_sub(sort, expected)
                })
            }
            uses::Filler::Result(function) => {
                let value = self.functions.get(function);
                let result = value.and_then(|(_, result)| result.as_ref());
                result.is_none_or(|result| self.sorts.is_sub(result, expected))
            }
            uses::Filler::Any(sorts) => sorts.iter().any(|own| self.sorts.is_sub(own, expected)),
        }
    }

    /// The set with how its lines were read, and without the lines that may not be read so. What is refused
    /// leaves none of its repairs behind.
    fn with_readings<'r>(
        mut self,
        readings: impl Iterator<Item = (StatementId, &'r [Repair])>,
        unread: Vec<Refused>,
    ) -> BeliefSet {
        let refused = self.refused.iter().flat_map(|refused| &refused.statements);
        let refused: BTreeSet<StatementId> = refused.copied().collect();
        let kept = readings.filter(|(id, _)| !refused.contains(id));
        self.repairs
            .extend(kept.flat_map(|(_, repairs)| repairs).cloned());
        self.repairs.sort_by(in_order);
        self.refused.extend(unread);
        self.refused
            .sort_by(|a, b| a.problem.message.cmp(&b.problem.message));
        self
    }

    /// Everything the set says, as formulas: first the kept statements in their order, then what was
    /// declared or repaired.
    pub fn theory(&self) -> Vec<Formula> {
        let mut theory: Vec<Formula> = self.kept.iter().map(|kept| kept.formula.clone()).collect();
        for (sub, sup, origin) in self.sorts.edges() {
            if origin == Origin::Declared && sub != sup {
                theory.push(sub_sort(&sub, &sup));
            }
        }
        for (constant, sorts) in &self.members {
            for (sort, membership) in sorts {
                if *membership != Membership::Stated {
                    theory.push(Formula::Atom {
                        predicate: sort.clone(),
                        arguments: vec![Term::entity(constant)],
                    });
                }
            }
        }
        let used = functions_in(theory.iter());
        theory.extend(self.value_sorts(&used));
        theory
    }

    /// The same with what was declared of the functions that only the query names.
    pub fn theory_about(&self, query: &Formula) -> Vec<Formula> {
        let mut theory = self.theory();
        let asked = functions_in([query]);
        let said = functions_in(theory.iter());
        let new: BTreeSet<Name> = asked.difference(&said).cloned().collect();
        theory.extend(self.value_sorts(&new));
        theory
    }

    /// A function that nobody uses is left out: the axiom would only lengthen every search.
    fn value_sorts(&self, used: &BTreeSet<Name>) -> Vec<Formula> {
        let declared = self.functions.iter();
        declared
            .filter(|(name, _)| used.contains(*name))
            .filter_map(|(name, (sorts, result))| Some(value_sort(name, sorts, result.as_ref()?)))
            .collect()
    }

    /// A document that says what the set says and needs no repair: the one it was built from without what
    /// was refused, and every repair as a declaration.
    pub fn document(&self, built_from: &Document) -> Document {
        let is_query = |entry: &Said| matches!(entry.saying, Saying::Query(_));
        let refused: BTreeSet<u32> = self
            .refused
            .iter()
            .flat_map(|refused| refused.statements.iter().map(|id| id.0))
            .collect();
        let mut number = 0;
        let mut document = built_from.clone();
        for entry in &mut document.entries {
            self.in_its_names(&mut entry.saying);
        }
        document.entries.retain(|entry| {
            let kept = is_query(entry) || !refused.contains(&number);
            number += u32::from(!is_query(entry));
            kept
        });
        document.entries.extend(self.repaired());
        document
    }

    fn repaired(&self) -> Vec<Said> {
        let sorts = self
            .repairs
            .iter()
            .filter(|repair| repair.kind == Kind::UnknownSort)
            .map(|repair| Saying::Sort {
                name: Name::new(&repair.before),
                supers: Vec::new(),
            });
        let members = self.members.iter().flat_map(|(constant, sorts)| {
            let repaired = sorts
                .iter()
                .filter(|(_, why)| **why == Membership::Repaired);
            repaired.map(|(sort, _)| Saying::Constant {
                name: constant.clone(),
                sort: sort.clone(),
            })
        });
        Document::of(sorts.chain(members)).entries
    }

    /// Whether a formula is in the theory only because of a repair.
    pub fn is_repaired(&self, formula: &Formula) -> bool {
        let [(constant, sort)] = &uses::memberships(formula, true)[..] else {
            return false;
        };
        let sorts = self.members.get(constant);
        sorts.and_then(|sorts| sorts.get(sort)) == Some(&Membership::Repaired)
    }

    /// Every name that the set speaks of or declares.
    fn known(&self) -> uses::Symbols {
        let mut known = uses::Symbols::default();
        for formula in self.theory() {
            known.add(&formula);
        }
        let declared = self.predicates.iter();
        known
            .predicates
            .extend(declared.map(|(name, sorts)| (name.clone(), sorts.len())));
        known
            .predicates
            .extend(self.sorts.names().map(|sort| (sort.clone(), 1)));
        known.constants.extend(self.members.keys().cloned());
        known
    }

    /// What in a query nothing in the set speaks of, with the nearest name that it does speak of.
    pub fn strangers(&self, query: &Formula) -> Vec<Problem> {
        let known = self.known();
        let mut asked = uses::Symbols::default();
        asked.add(query);
        let mut problems = Vec::new();
        for (name, arity) in asked.predicates.difference(&known.predicates) {
            let arity = *arity;
            let problem = Problem::new(
                "stranger",
                crate::Span::default(),
                format!(
                    "nothing is said of the predicate `{name}` of {}",
                    arguments(arity).en
                ),
                format!(
                    "rien n'est dit du prédicat `{name}` à {}",
                    arguments(arity).fr
                ),
            );
            let names = known.predicates.iter().map(|(name, _)| name.as_str());
            problems.push(problem.did_you_mean(nearest(name, names)));
        }
        for name in asked.constants.difference(&known.constants) {
            let problem = Problem::new(
                "stranger",
                crate::Span::default(),
                format!("nothing is said of `{name}`"),
                format!("rien n'est dit de `{name}`"),
            );
            let names = known.constants.iter().map(Name::as_str);
            problems.push(problem.did_you_mean(nearest(name, names)));
        }
        problems
    }
}

/// Not by the statements: their numbers depend on the order in which they were said.
fn in_order(one: &Repair, other: &Repair) -> Ordering {
    let one = (one.kind, &one.before, &one.after);
    one.cmp(&(other.kind, &other.before, &other.after))
}

fn functions_in<'f>(formulas: impl IntoIterator<Item = &'f Formula>) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for formula in formulas {
        formula.visit_terms(&mut |term| {
            if let Term::Function { name, .. } = term {
                names.insert(name.clone());
            }
        });
    }
    names
}
