//! The one computation of a belief set from everything that was said.
//!
//! Declarations first, then the hierarchy, then which statements fit, then the sorts of unknown constants:
//! each step is a least fixpoint over sets, so that order cannot matter. What is refused takes back all
//! that it brought, and the computation starts again without it; each round refuses more, so it ends.

use super::builder::{Declined, Said, StatementId};
use super::declared::Declarations;
use super::unknown::Placed;
use super::uses::{self, Edge, Filler, Use};
use super::{BeliefSet, Kept, Membership, Mode, Refused, in_order};
use crate::dialect::Saying;
use crate::formula::{Formula, Span};
use crate::problem::Problem;
use crate::repair::{Kind, Place, Repair};
use crate::sort::{Origin, Sorts};
use crate::text::{arguments, nearest};
use crate::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Computes the set, leaves out what was refused, and computes it again until nothing more is refused: so
/// the set is what it would be had the refused never been said.
pub(super) fn settle(
    said: &BTreeMap<StatementId, Said>,
    mode: Mode,
    declined: &Declined,
) -> BeliefSet {
    let mut left: Sayings<'_> = said.iter().map(|(id, said)| (*id, said)).collect();
    let mut refused: Vec<Refused> = Vec::new();
    loop {
        match attempt(&left, mode, declined) {
            Ok(mut set) => {
                refused.sort_by(|a, b| a.problem.message.cmp(&b.problem.message));
                set.refused = refused;
                return set;
            }
            Err(more) => {
                for id in more.iter().flat_map(|refused| &refused.statements) {
                    left.remove(id);
                }
                refused.extend(more);
            }
        }
    }
}

/// The set that these sayings make, or which of them it refuses (at least one).
fn attempt(said: &Sayings<'_>, mode: Mode, declined: &Declined) -> Result<BeliefSet, Vec<Refused>> {
    let declarations = Declarations::of(said)?;
    let mut world = World {
        statements: statements(said),
        declarations,
        sorts: Sorts::empty(),
        mode,
        declined,
    };
    world.check_arities(said)?;
    let mut repairs = world.declare_sorts(said)?;
    world.infer_hierarchy();
    let known = world.known_constants();
    let members = world.fitting(&known, said)?;
    let placed = world.unknown_constants(&known, &members, said)?;
    let members = world.memberships(members, &placed);
    repairs.extend(placed.into_iter().map(|placed| placed.repair));
    repairs.sort_by(in_order);
    Ok(BeliefSet {
        members,
        kept: kept(said, &world.statements),
        declared_sorts: world.declarations.sorts.keys().cloned().collect(),
        sorts: world.sorts,
        predicates: world.declarations.predicates,
        functions: world.declarations.functions,
        repairs,
        refused: Vec::new(),
        renames: Vec::new(),
    })
}

/// Nothing, or everything that is refused.
pub(super) fn unless_refused<T>(value: T, refused: Vec<Refused>) -> Result<T, Vec<Refused>> {
    if refused.is_empty() {
        Ok(value)
    } else {
        Err(refused)
    }
}

/// What is left of what was said.
pub(super) type Sayings<'a> = BTreeMap<StatementId, &'a Said>;

/// For each constant the sorts it is said to be in.
pub(super) type Members = BTreeMap<Name, BTreeSet<Name>>;

fn each(said: &Sayings<'_>, bad: Vec<(StatementId, Problem)>) -> Vec<Refused> {
    let refuse = |(id, problem)| Refused {
        problem: at(said, &[id], problem),
        statements: vec![id],
    };
    bad.into_iter().map(refuse).collect()
}

/// The problem in the place of the first of the statements.
pub(super) fn at(said: &Sayings<'_>, ids: &[StatementId], mut problem: Problem) -> Problem {
    let spans = ids
        .iter()
        .filter_map(|id| said.get(id))
        .map(|said| said.span);
    problem.span = spans.min().unwrap_or_default();
    problem
}

/// A statement and what it says about sorts.
pub(super) struct Statement<'a> {
    pub(super) formula: &'a Formula,
    pub(super) uses: BTreeSet<Use>,
    pub(super) members: Vec<(Name, Name)>,
}

fn statements<'a>(said: &Sayings<'a>) -> BTreeMap<StatementId, Statement<'a>> {
    let stated = said.iter().filter_map(|(id, said)| match &said.saying {
        Saying::State(formula) => Some((
            *id,
            Statement {
                formula,
                uses: uses::uses(formula),
                members: uses::memberships(formula, true),
            },
        )),
        Saying::Sort { .. }
        | Saying::Predicate { .. }
        | Saying::Function { .. }
        | Saying::Constant { .. }
        | Saying::Query(_) => None,
    });
    stated.collect()
}

fn kept(said: &Sayings<'_>, statements: &BTreeMap<StatementId, Statement<'_>>) -> Vec<Kept> {
    let mut by_formula: BTreeMap<&Formula, (Vec<StatementId>, BTreeSet<&String>)> = BTreeMap::new();
    for (id, statement) in statements {
        let (ids, labels) = by_formula.entry(statement.formula).or_default();
        ids.push(*id);
        labels.extend(said.get(id).and_then(|said| said.label.as_ref()));
    }
    by_formula
        .into_iter()
        .map(|(formula, (statements, labels))| Kept {
            formula: formula.clone(),
            statements,
            label: labels.into_iter().next().cloned(),
        })
        .collect()
}

pub(super) struct World<'a> {
    pub(super) statements: BTreeMap<StatementId, Statement<'a>>,
    pub(super) declarations: Declarations,
    pub(super) sorts: Sorts,
    pub(super) mode: Mode,
    pub(super) declined: &'a Declined,
}

impl World<'_> {
    /// Every unary predicate is a sort. A sort that only declarations mention is declared by a repair.
    fn declare_sorts(&mut self, said: &Sayings<'_>) -> Result<Vec<Repair>, Vec<Refused>> {
        let (mut refused, mut repairs) = (Vec::new(), Vec::new());
        let mut symbols = uses::Symbols::default();
        for statement in self.statements.values() {
            symbols.add(statement.formula);
        }
        let mut names: BTreeSet<Name> = self.declarations.sorts.keys().cloned().collect();
        names.extend(symbols.sorts);
        let unary = symbols
            .predicates
            .into_iter()
            .filter(|(_, arity)| *arity == 1);
        names.extend(unary.map(|(name, _)| name));
        let declared = self.declarations.predicates.iter();
        let unary = declared.filter(|(_, sorts)| sorts.len() == 1);
        names.extend(unary.map(|(name, _)| name.clone()));
        for (sort, mentions) in self.declarations.mentions.clone() {
            if names.contains(&sort) {
                continue;
            }
            let after = format!("sort {}", crate::print::Written(&sort));
            let repair = Repair::new(Kind::UnknownSort, Span::default(), &sort, &after);
            let statements: Vec<StatementId> = mentions.into_iter().collect();
            if self.mode == Mode::Strict || self.declined.contains(&(repair.kind, after)) {
                let problem = Problem::new(
                    "unknown-sort",
                    Span::default(),
                    format!("there is no sort `{sort}`"),
                    format!("il n'y a pas de sorte `{sort}`"),
                )
                .hint(
                    format!("declare it: `sort {sort}`"),
                    format!("déclarez-la : `sort {sort}`"),
                )
                .did_you_mean(nearest(&sort, names.iter().map(Name::as_str)));
                refused.push(Refused {
                    problem: at(said, &statements, problem),
                    statements,
                });
            } else {
                repairs.push(repair.at(Place::Statements(statements)));
                names.insert(sort);
            }
        }
        for name in names {
            self.sorts.declare(name, &[]);
        }
        unless_refused(repairs, refused)
    }

    /// A declared symbol with another number of arguments.
    fn check_arities(&self, said: &Sayings<'_>) -> Result<(), Vec<Refused>> {
        let mut bad: Vec<(StatementId, Problem)> = Vec::new();
        for (id, statement) in &self.statements {
            let mut symbols = uses::Symbols::default();
            symbols.add(statement.formula);
            bad.extend(
                self.misplaced(statement, &symbols)
                    .map(|problem| (*id, problem)),
            );
            let predicates = symbols
                .predicates
                .iter()
                .map(|(name, arity)| (name, *arity, self.declarations.predicates.get(name)));
            let functions = symbols.functions.iter().map(|(name, arity)| {
                let declared = self.declarations.functions.get(name);
                (name, *arity, declared.map(|(sorts, _)| sorts))
            });
            for (name, arity, declared) in predicates.chain(functions) {
                let Some(sorts) = declared.filter(|sorts| sorts.len() != arity) else {
                    continue;
                };
                // A sort and the unary predicate of its name are one, whatever else has that name.
                if arity == 1 && self.declarations.sorts.contains_key(name) {
                    continue;
                }
                bad.push((
                    *id,
                    Problem::new(
                        "arity-mismatch",
                        Span::default(),
                        format!(
                            "`{name}` is declared with {} and used with {arity}, in `{}`",
                            arguments(sorts.len()).en,
                            statement.formula
                        ),
                        format!(
                            "`{name}` est déclaré avec {} et employé avec {arity}, dans `{}`",
                            arguments(sorts.len()).fr,
                            statement.formula
                        ),
                    )
                    .hint(
                        format!(
                            "it is declared as {}",
                            super::declared::signature(name, sorts)
                        ),
                        format!(
                            "il est déclaré ainsi : {}",
                            super::declared::signature(name, sorts)
                        ),
                    ),
                ));
            }
        }
        unless_refused((), each(said, bad))
    }

    /// A function where something is said, or a predicate where a value is wanted.
    fn misplaced(&self, statement: &Statement<'_>, symbols: &uses::Symbols) -> Option<Problem> {
        let Declarations {
            predicates,
            functions,
            sorts,
            ..
        } = &self.declarations;
        let says = |name: &Name| predicates.contains_key(name) || sorts.contains_key(name);
        let told = |(_, result): &(Vec<Option<Name>>, Option<Name>)| {
            let result = result.as_ref();
            result.is_none_or(|sort| sort.to_lowercase().starts_with("bool"))
        };
        let mut stated = symbols.predicates.iter().map(|(name, _)| name);
        let function =
            stated.find(|name| !says(name) && functions.get(*name).is_some_and(|f| !told(f)));
        if let Some(name) = function {
            return Some(
                Problem::new(
                    "function-as-statement",
                    Span::default(),
                    format!(
                        "`{name}` is declared as a function: in `{}` it is a value, and says nothing",
                        statement.formula
                    ),
                    format!(
                        "`{name}` est déclaré comme fonction : dans `{}` c'est une valeur, qui ne dit rien",
                        statement.formula
                    ),
                )
                .hint(
                    format!("say what its value is: `{name}(…) == …`"),
                    format!("dites quelle est sa valeur : `{name}(…) == …`"),
                ),
            );
        }
        let value = uses::compared(statement.formula);
        let value = value.into_iter().find(|(name, arity)| {
            let said = || {
                self.statements
                    .values()
                    .any(|other| uses::states(other.formula, name, *arity))
            };
            !functions.contains_key(*name) && (predicates.contains_key(*name) || said())
        });
        value.map(|(name, _)| {
            Problem::new(
                "predicate-as-value",
                Span::default(),
                format!(
                    "`{name}` is a predicate: in `{}` it stands where a value is wanted",
                    statement.formula
                ),
                format!(
                    "`{name}` est un prédicat : dans `{}` il est là où il faut une valeur",
                    statement.formula
                ),
            )
            .hint(
                "that the one holds exactly where the other does is said with `<=>`",
                "que l'un vaut exactement là où vaut l'autre se dit avec `<=>`",
            )
        })
    }

    /// Declared edges, and those that implications imply. An implication that speaks of one sort only puts
    /// its lower sort below the other when the lower sort lies within that one.
    fn infer_hierarchy(&mut self) {
        for (sub, supers) in &self.declarations.sorts {
            for sup in supers {
                self.sorts
                    .add_edge(sub.clone(), sup.clone(), Origin::Declared);
            }
        }
        let mut conditional: BTreeSet<Edge> = BTreeSet::new();
        for statement in self.statements.values() {
            match uses::edge(statement.formula) {
                Some(edge) if edge.within.is_some() => {
                    conditional.insert(edge);
                }
                Some(edge) => self.sorts.add_edge(edge.sub, edge.sup, Origin::Inferred),
                None => {}
            }
        }
        self.sorts.close();
        loop {
            let (now, later): (BTreeSet<Edge>, BTreeSet<Edge>) = conditional
                .into_iter()
                .partition(|edge| self.lies_within(edge));
            conditional = later;
            if now.is_empty() {
                return;
            }
            for edge in now {
                self.sorts.add_edge(edge.sub, edge.sup, Origin::Inferred);
            }
            self.sorts.close();
        }
    }

    fn lies_within(&self, edge: &Edge) -> bool {
        let Some(within) = &edge.within else {
            return true;
        };
        if self.sorts.is_sub(&edge.sub, within) {
            return true;
        }
        match self
            .declarations
            .predicates
            .get(&edge.sub)
            .map(Vec::as_slice)
        {
            Some([Some(expected)]) => self.sorts.is_sub(expected, within),
            // Of others nobody said that they hold of nothing else.
            Some(_) | None => false,
        }
    }

    /// Constants that a declaration puts somewhere, or a statement in a declared sort.
    fn known_constants(&self) -> BTreeSet<Name> {
        let mut known: BTreeSet<Name> = self.declarations.constants.keys().cloned().collect();
        for statement in self.statements.values() {
            for (constant, sort) in &statement.members {
                if self.declarations.sorts.contains_key(sort) {
                    known.insert(constant.clone());
                }
            }
        }
        known
    }

    /// The least set of memberships in which every kept statement fits: a statement counts only once all
    /// that it expects is there without it, so that none can vouch for itself.
    fn fitting(&self, known: &BTreeSet<Name>, said: &Sayings<'_>) -> Result<Members, Vec<Refused>> {
        let mut members: Members = self.declarations.constants.clone();
        let mut waiting: Vec<StatementId> = self.statements.keys().copied().collect();
        loop {
            let (now, later): (Vec<StatementId>, Vec<StatementId>) = waiting
                .into_iter()
                .partition(|id| self.misfits(known, &members, *id).is_empty());
            waiting = later;
            let mut grown = false;
            for id in now {
                for (constant, sort) in self.statements.get(&id).map_or(&[][..], |s| &s.members) {
                    grown |= members
                        .entry(constant.clone())
                        .or_default()
                        .insert(sort.clone());
                }
            }
            if !grown || waiting.is_empty() {
                break;
            }
        }
        let mut bad = Vec::new();
        for id in waiting {
            for (used, expected) in self.misfits(known, &members, id) {
                bad.push((id, self.incompatible(&members, id, &used, &expected)));
            }
        }
        unless_refused(members, each(said, bad))
    }

    /// The places of a statement whose declared expectation is not met.
    fn misfits(
        &self,
        known: &BTreeSet<Name>,
        members: &Members,
        id: StatementId,
    ) -> Vec<(Use, Name)> {
        let Some(statement) = self.statements.get(&id) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for used in &statement.uses {
            let Some(expected) = self.declarations.expected(used) else {
                continue;
            };
            let fits = match &used.filler {
                Filler::Constant(constant) => {
                    !known.contains(constant) || self.is_in(members, constant, expected)
                }
                Filler::Result(function) => match self.declarations.functions.get(function) {
                    Some((_, Some(result))) => self.sorts.is_sub(result, expected),
                    Some((_, None)) | None => true,
                },
                // It may be among those expected, as far as anybody said.
                Filler::Any(sorts) => sorts.iter().any(|own| {
                    self.sorts.is_sub(own, expected) || self.sorts.is_sub(expected, own)
                }),
            };
            if !fits {
                found.push((used.clone(), expected.clone()));
            }
        }
        found
    }

    pub(super) fn is_in(&self, members: &Members, constant: &Name, sort: &Name) -> bool {
        members
            .get(constant)
            .is_some_and(|sorts| sorts.iter().any(|own| self.sorts.is_sub(own, sort)))
    }

    fn incompatible(
        &self,
        members: &Members,
        id: StatementId,
        used: &Use,
        expected: &Name,
    ) -> Problem {
        let none = BTreeSet::new();
        let (who, own): (String, Vec<&Name>) = match &used.filler {
            Filler::Constant(constant) => (
                constant.to_string(),
                members.get(constant).unwrap_or(&none).iter().collect(),
            ),
            Filler::Any(sorts) => ("X".to_owned(), sorts.iter().collect()),
            Filler::Result(function) => (
                format!("{function}(…)"),
                self.declarations
                    .functions
                    .get(function)
                    .and_then(|(_, result)| result.as_ref())
                    .into_iter()
                    .collect(),
            ),
        };
        let list: Vec<String> = own.iter().map(|sort| format!("`{sort}`")).collect();
        let list = list.join(", ");
        let symbol = &used.slot.symbol;
        let formula = self
            .statements
            .get(&id)
            .map(|s| s.formula.to_string())
            .unwrap_or_default();
        let first = own.first().map_or("…", |sort| sort.as_str());
        Problem::new(
            "incompatible-sort",
            Span::default(),
            format!("in `{formula}`, `{who}` is of sort {list} and `{symbol}` expects `{expected}`: no path leads from {list} to `{expected}`"),
            format!("dans `{formula}`, `{who}` est de sorte {list} et `{symbol}` attend `{expected}` : aucun chemin ne mène de {list} à `{expected}`"),
        )
        .hint(
            format!("if it should fit, say so: `forall X: {first}(X) => {expected}(X)`"),
            format!("si cela doit convenir, dites-le : `forall X: {first}(X) => {expected}(X)`"),
        )
    }

    fn memberships(
        &self,
        members: Members,
        placed: &[Placed],
    ) -> BTreeMap<Name, BTreeMap<Name, Membership>> {
        let mut all: BTreeMap<Name, BTreeMap<Name, Membership>> = BTreeMap::new();
        for (constant, sorts) in members {
            let declared = self.declarations.constants.get(&constant);
            for sort in sorts {
                let membership = if declared.is_some_and(|sorts| sorts.contains(&sort)) {
                    Membership::Declared
                } else {
                    Membership::Stated
                };
                all.entry(constant.clone())
                    .or_default()
                    .insert(sort, membership);
            }
        }
        for Placed { constant, sort, .. } in placed {
            all.entry(constant.clone())
                .or_default()
                .entry(sort.clone())
                .or_insert(Membership::Repaired);
        }
        all
    }
}
