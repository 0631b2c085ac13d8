//! Unknown constants: the sort that all of their uses together expect.
//!
//! No use comes first. A constant gets one sort that suits every use, or none and one problem that names
//! them all.

use super::builder::StatementId;
use super::settle::{Members, Sayings, World, at, unless_refused};
use super::uses::{self, Filler, Use};
use super::{Mode, Refused};
use crate::formula::Span;
use crate::problem::Problem;
use crate::repair::{Kind, Place, Repair};
use crate::text::{Phrase, nearest};
use crate::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// A constant nobody declared, and the sort it was put in.
pub(super) struct Placed {
    pub(super) constant: Name,
    pub(super) sort: Name,
    pub(super) repair: Repair,
}

/// Of how many unknown constants the nearest declared name is looked for.
const SUGGESTED_MAX: usize = 1_000;

/// Where a constant is used, and by which statement.
type Places<'a> = BTreeSet<(&'a Use, StatementId)>;

impl World<'_> {
    /// Gives every unknown constant the greatest lower bound of what its uses expect. Where there is none,
    /// or several, that is one problem for all the statements that use it so.
    pub(super) fn unknown_constants(
        &self,
        known: &BTreeSet<Name>,
        members: &Members,
        said: &Sayings<'_>,
    ) -> Result<Vec<Placed>, Vec<Refused>> {
        let (mut placed, mut refused) = (Vec::new(), Vec::new());
        let mut wanted: BTreeMap<&Name, BTreeMap<&Name, Places<'_>>> = BTreeMap::new();
        for (id, statement) in &self.statements {
            for used in &statement.uses {
                let Filler::Constant(constant) = &used.filler else {
                    continue;
                };
                if known.contains(constant) {
                    continue;
                }
                if let Some(expected) = self.declarations.expected(used) {
                    let by_sort = wanted.entry(constant).or_default();
                    by_sort.entry(expected).or_default().insert((used, *id));
                }
            }
        }
        let mut denied: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
        for statement in self.statements.values() {
            for (constant, sort) in uses::memberships(statement.formula, false) {
                denied.entry(constant).or_default().insert(sort);
            }
        }
        let suggests = wanted.len() <= SUGGESTED_MAX;
        for (constant, expectations) in wanted {
            let missing: Vec<&Name> = expectations
                .keys()
                .copied()
                .filter(|sort| !self.is_in(members, constant, sort))
                .collect();
            if missing.is_empty() {
                continue;
            }
            let statements: BTreeSet<StatementId> = missing
                .iter()
                .filter_map(|sort| expectations.get(*sort))
                .flatten()
                .map(|(_, id)| *id)
                .collect();
            let statements: Vec<StatementId> = statements.into_iter().collect();
            let sorts: Vec<&Name> = expectations.keys().copied().collect();
            let bounds = self.greatest_lower_bounds(&sorts);
            let texts: BTreeSet<String> = expectations
                .iter()
                .flat_map(|(sort, uses)| uses.iter().map(move |(used, id)| (sort, used, id)))
                .map(|(sort, used, id)| {
                    let formula = self.statements.get(id).map(|s| s.formula.to_string());
                    format!(
                        "`{}` -> `{sort}` ({})",
                        formula.unwrap_or_default(),
                        used.slot.symbol
                    )
                })
                .collect();
            let uses = texts.into_iter().collect::<Vec<_>>().join("; ");
            let denied = denied.get(constant);
            match self.lower_bound(constant, bounds, &uses, denied, suggests) {
                Ok(sort) => {
                    let repair = declared(constant, &sort).because(Phrase::new(
                        format!("`{constant}` was never declared; its uses expect `{sort}`: {uses}"),
                        format!("`{constant}` n'a jamais été déclaré ; ses emplois attendent `{sort}` : {uses}"),
                    ));
                    placed.push(Placed {
                        constant: constant.clone(),
                        sort,
                        repair: repair.at(Place::Statements(statements)),
                    });
                }
                Err(problem) => refused.push(Refused {
                    problem: at(said, &statements, *problem),
                    statements,
                }),
            }
        }
        unless_refused(placed, refused)
    }

    /// The sort to put a constant in, or why there is none.
    fn lower_bound(
        &self,
        constant: &Name,
        bounds: Vec<Name>,
        uses: &str,
        denied: Option<&BTreeSet<Name>>,
        suggests: bool,
    ) -> Result<Name, Box<Problem>> {
        let refused = |code, en: String, fr: String| {
            Box::new(Problem::new(code, Span::default(), en, fr).hint(
                format!("declare it: `constant {constant} in …`"),
                format!("déclarez-le : `constant {constant} in …`"),
            ))
        };
        let [sort] = &bounds[..] else {
            let shown = bounds
                .iter()
                .map(|sort| format!("`{sort}`"))
                .collect::<Vec<_>>()
                .join(", ");
            return Err(if bounds.is_empty() {
                refused(
                    "no-common-sort",
                    format!("no sort lies below all that the uses of `{constant}` expect: {uses}"),
                    format!(
                        "aucune sorte n'est au-dessous de tout ce qu'attendent les emplois de `{constant}` : {uses}"
                    ),
                )
            } else {
                refused(
                    "several-common-sorts",
                    format!(
                        "several sorts ({shown}) lie below all that the uses of `{constant}` expect: {uses}"
                    ),
                    format!(
                        "plusieurs sortes ({shown}) sont au-dessous de tout ce qu'attendent les emplois de `{constant}` : {uses}"
                    ),
                )
            });
        };
        // Of several, the one that says most about it, whichever statement came first.
        let denied = denied.into_iter().flatten();
        let denied = denied.filter(|what| self.sorts.is_sub(sort, what));
        if let Some(denied) = denied.min_by_key(|what| (*what != sort, *what)) {
            return Err(refused(
                "denied-sort",
                format!(
                    "`{constant}` would have to be `{sort}`, and a statement denies that it is `{denied}`: {uses}"
                ),
                format!(
                    "`{constant}` devrait être `{sort}`, et un énoncé nie qu'il soit `{denied}` : {uses}"
                ),
            ));
        }
        let repair = declared(constant, sort);
        if self.mode == Mode::Strict || self.declined.contains(&(repair.kind, repair.after)) {
            let declared = self.declarations.constants.keys();
            let declared = declared.filter(|_| suggests).map(Name::as_str);
            return Err(Box::new(
                Problem::new(
                    "unknown-constant",
                    Span::default(),
                    format!("`{constant}` was never declared: {uses}"),
                    format!("`{constant}` n'a jamais été déclaré : {uses}"),
                )
                .hint(
                    format!("declare it: `constant {constant} in {sort}`"),
                    format!("déclarez-le : `constant {constant} in {sort}`"),
                )
                .did_you_mean(nearest(constant, declared)),
            ));
        }
        Ok(sort.clone())
    }

    /// The greatest sorts below all of these, one for each class of equivalents. A class is named by the
    /// first of these sorts in it, or else by its first sort.
    fn greatest_lower_bounds(&self, sorts: &[&Name]) -> Vec<Name> {
        let below: Vec<&Name> = self
            .sorts
            .names()
            .filter(|name| sorts.iter().all(|sort| self.sorts.is_sub(name, sort)))
            .collect();
        let mut greatest: Vec<Name> = Vec::new();
        for name in sorts.iter().copied().chain(below.iter().copied()) {
            let is_bound = sorts.iter().all(|sort| self.sorts.is_sub(name, sort));
            let is_topped = below
                .iter()
                .any(|other| self.sorts.is_sub(name, other) && !self.sorts.is_sub(other, name));
            let is_there = greatest
                .iter()
                .any(|other| self.sorts.is_sub(name, other) && self.sorts.is_sub(other, name));
            if is_bound && !is_topped && !is_there {
                greatest.push(name.clone());
            }
        }
        greatest
    }
}

fn declared(constant: &Name, sort: &Name) -> Repair {
    let written = crate::print::Written;
    let after = format!("constant {} in {}", written(constant), written(sort));
    Repair::new(Kind::UnknownConstant, Span::default(), constant, &after)
}
