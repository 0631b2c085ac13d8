//! One thing under several names, over everything that was said: `Mortal` beside a declared `mortal`.
//!
//! Two names that are declared, or that stand in one saying, are two. A merge that would make a saying
//! unfit, or a consistent set contradict itself, is not made.

use super::builder::{Declined, StatementId, key};
use super::settle::settle;
use super::uses::Symbols;
use super::{BeliefSet, Mode, Said, in_order};
use crate::dialect::Saying;
use crate::formula::{Formula, Span, Term};
use crate::reason::{self, Consistency, How};
use crate::repair::names::{Symbol, is_plural, merge, rough, squash};
use crate::repair::symbols::Use;
use crate::repair::{Kind, Place, Repair};
use crate::tolerant::walk;
use crate::value::{Name, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A predicate or sort by its number of arguments, or a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Predicate(usize),
    Thing,
}

/// Another name for what is called `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rename {
    role: Role,
    from: Name,
    to: Name,
    statements: BTreeSet<StatementId>,
}

impl Rename {
    fn repair(&self) -> Repair {
        let statements = self.statements.iter().copied().collect();
        let repair = Repair::new(Kind::NameVariant, Span::default(), &self.from, &self.to);
        repair.at(Place::Statements(statements))
    }
}

/// The names of a saying, each with whether it is declared there.
pub(super) fn spelled(saying: &Saying) -> Vec<(Role, Name, bool)> {
    let mention = |sort: &Name| (Role::Predicate(1), sort.clone(), false);
    match saying {
        Saying::Sort { name, supers } => {
            let own = (Role::Predicate(1), name.clone(), true);
            supers.iter().map(mention).chain([own]).collect()
        }
        Saying::Predicate { name, sorts } => {
            let own = (Role::Predicate(sorts.len()), name.clone(), true);
            sorts.iter().flatten().map(mention).chain([own]).collect()
        }
        Saying::Function { sorts, result, .. } => {
            let sorts = sorts.iter().flatten();
            sorts.chain(result).map(mention).collect()
        }
        Saying::Constant { name, sort } => {
            vec![(Role::Thing, name.clone(), true), mention(sort)]
        }
        Saying::State(formula) | Saying::Query(formula) => {
            let mut symbols = Symbols::default();
            symbols.add(formula);
            let predicates = symbols.predicates.into_iter();
            let predicates = predicates.map(|(name, arity)| (Role::Predicate(arity), name, false));
            let constants = symbols.constants.into_iter();
            let constants = constants.map(|name| (Role::Thing, name, false));
            predicates.chain(constants).collect()
        }
    }
}

/// Forms of one name share it.
pub(super) fn likeness(name: &Name) -> String {
    rough(&squash(name)).to_owned()
}

/// The set in which each thing has one name.
pub(super) fn merged(
    said: &BTreeMap<StatementId, Said>,
    mode: Mode,
    declined: &Declined,
) -> BeliefSet {
    let apart = settle(said, mode, declined);
    let mut renames = renames(said);
    renames.retain(|rename| !declined.contains(&key(&rename.repair())));
    // Each round drops a rename, or ends.
    while !renames.is_empty() {
        let one = renamed(said, &renames);
        let mut set = settle(&one, mode, declined);
        let unfit: BTreeSet<StatementId> = refused(&set)
            .difference(&refused(&apart))
            .copied()
            .collect();
        let before = renames.len();
        renames.retain(|rename| rename.statements.is_disjoint(&unfit));
        if renames.len() < before {
            continue;
        }
        let contradicts = |set: &BeliefSet| {
            reason::consistent(&set.theory(), &How::classical()) == Consistency::Inconsistent
        };
        if contradicts(&set) && !contradicts(&apart) {
            break;
        }
        set.repairs.extend(renames.iter().map(Rename::repair));
        set.repairs.sort_by(in_order);
        set.renames = renames;
        return set;
    }
    apart
}

fn refused(set: &BeliefSet) -> BTreeSet<StatementId> {
    let refused = set.refused.iter().flat_map(|refused| &refused.statements);
    refused.copied().collect()
}

/// Where a name stands, and whether it is declared.
#[derive(Default)]
struct Places {
    statements: BTreeSet<StatementId>,
    declared: bool,
}

fn renames(said: &BTreeMap<StatementId, Said>) -> Vec<Rename> {
    let mut places: BTreeMap<(Role, Name), Places> = BTreeMap::new();
    for (id, said) in said {
        for (role, name, declared) in spelled(&said.saying) {
            let place = places.entry((role, name)).or_default();
            place.statements.insert(*id);
            place.declared |= declared;
        }
    }
    let mut found = Vec::new();
    for thing in [false, true] {
        let of = places
            .iter()
            .filter(|((role, _), _)| (*role == Role::Thing) == thing);
        let symbols: Vec<Symbol<'_>> = of
            .map(|((role, name), place)| Symbol {
                name,
                arity: match role {
                    Role::Predicate(arity) => *arity,
                    Role::Thing => 0,
                },
                squashed: squash(name),
                uses: Use {
                    premises: place.statements.len(),
                    ..Use::default()
                },
                declared: place.declared,
            })
            .collect();
        let role = |arity: usize| match thing {
            true => Role::Thing,
            false => Role::Predicate(arity),
        };
        let place = |symbol: &Symbol<'_>| places.get(&(role(symbol.arity), symbol.name.clone()));
        let merges = merge(&symbols, |one, other| {
            let together =
                |(one, other): (&Places, &Places)| !one.statements.is_disjoint(&other.statements);
            one.declared && other.declared || place(one).zip(place(other)).is_some_and(together)
        });
        found.extend(merges.into_iter().map(|(from, arity, to)| {
            let role = role(arity);
            let place = places.get(&(role, from.clone()));
            Rename {
                role,
                statements: place
                    .map(|place| place.statements.clone())
                    .unwrap_or_default(),
                from,
                to,
            }
        }));
    }
    found
}

fn renamed(said: &BTreeMap<StatementId, Said>, renames: &[Rename]) -> BTreeMap<StatementId, Said> {
    let mut said = said.clone();
    for rename in renames {
        for id in &rename.statements {
            if let Some(said) = said.get_mut(id) {
                apply(&mut said.saying, rename);
            }
        }
    }
    said
}

fn apply(saying: &mut Saying, rename: &Rename) {
    let sort = |name: &mut Name| {
        if rename.role == Role::Predicate(1) && *name == rename.from {
            *name = rename.to.clone();
        }
    };
    match saying {
        Saying::Sort { name, supers } => {
            sort(name);
            supers.iter_mut().for_each(sort);
        }
        Saying::Predicate { name, sorts } => {
            if rename.role == Role::Predicate(sorts.len()) && *name == rename.from {
                *name = rename.to.clone();
            }
            sorts.iter_mut().flatten().for_each(sort);
        }
        Saying::Function { sorts, result, .. } => {
            sorts.iter_mut().flatten().chain(result).for_each(sort);
        }
        Saying::Constant { name, sort: of } => {
            if rename.role == Role::Thing && *name == rename.from {
                *name = rename.to.clone();
            }
            sort(of);
        }
        Saying::State(formula) | Saying::Query(formula) => in_formula(formula, rename),
    }
}

fn in_formula(formula: &mut Formula, rename: &Rename) {
    let sort = |name: &mut Option<Name>| {
        if rename.role == Role::Predicate(1) && name.as_ref() == Some(&rename.from) {
            *name = Some(rename.to.clone());
        }
    };
    walk::each_mut(formula, &mut |part| {
        if let Formula::Atom {
            predicate,
            arguments,
        } = part
            && rename.role == Role::Predicate(arguments.len())
            && *predicate == rename.from
        {
            *predicate = rename.to.clone();
        }
        if let Formula::Forall { sort: of, .. } | Formula::Exists { sort: of, .. } = part {
            sort(of);
        }
    });
    walk::each_term_mut(formula, &mut |term| {
        if let Term::Constant(Value::Entity(name)) = term
            && rename.role == Role::Thing
            && *name == rename.from
        {
            *name = rename.to.clone();
        }
        if let Term::Count { sort: of, body, .. } = term {
            sort(of);
            in_formula(body, rename);
        }
    });
}

impl BeliefSet {
    /// A saying as the set names things.
    pub(super) fn in_its_names(&self, saying: &mut Saying) {
        for rename in &self.renames {
            apply(saying, rename);
        }
    }

    /// A query in the names of the set: what it asks of nobody is asked of the one whose name it is in
    /// another form.
    pub fn understand(&self, query: &Formula) -> (Formula, Vec<Repair>) {
        let mut query = query.clone();
        let mut repairs = Vec::new();
        let known = self.known();
        let mut asked = Symbols::default();
        asked.add(&query);
        let predicates = asked.predicates.difference(&known.predicates);
        let predicates = predicates.map(|(name, arity)| {
            let of = known.predicates.iter().filter(|(_, n)| n == arity);
            let of: Vec<&Name> = of.map(|(name, _)| name).collect();
            (Role::Predicate(*arity), name, of)
        });
        let things = asked.constants.difference(&known.constants);
        let things = things.map(|name| (Role::Thing, name, known.constants.iter().collect()));
        for (role, name, of) in predicates.chain(things) {
            let renamed = self.renames.iter();
            let mut renamed = renamed.filter(|one| one.role == role && one.from == *name);
            let to = match renamed.next() {
                Some(rename) => Some(&rename.to),
                None => only_form(name, &of).filter(|to| {
                    !asked.constants.contains(*to)
                        && !asked.predicates.iter().any(|(n, _)| n == *to)
                }),
            };
            if let Some(to) = to {
                let rename = Rename {
                    role,
                    from: name.clone(),
                    to: to.clone(),
                    statements: BTreeSet::new(),
                };
                in_formula(&mut query, &rename);
                repairs.push(rename.repair().at(Place::Query));
            }
        }
        (query, repairs)
    }
}

/// The one name of a list that is another form of this one.
fn only_form<'n>(name: &Name, of: &[&'n Name]) -> Option<&'n Name> {
    let wanted = squash(name);
    let same = |other: &&&Name| squash(other) == wanted;
    let plural = |other: &&&Name| is_plural(&squash(other), &wanted);
    let one = |found: Vec<&&'n Name>| match found[..] {
        [only] => Some(*only),
        _ => None,
    };
    let exact: Vec<&&Name> = of.iter().filter(same).collect();
    if exact.is_empty() {
        return one(of.iter().filter(plural).collect());
    }
    one(exact)
}
