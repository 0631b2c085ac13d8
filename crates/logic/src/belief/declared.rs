//! What was declared, gathered from all sayings. Two declarations that disagree are both refused.

use super::Refused;
use super::builder::StatementId;
use super::settle::{Sayings, at, unless_refused};
use super::uses::Use;
use crate::dialect::Saying;
use crate::formula::Span;
use crate::problem::Problem;
use crate::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Everything declared, with who declared it.
pub(super) struct Declarations {
    pub(super) sorts: BTreeMap<Name, BTreeSet<Name>>,
    pub(super) predicates: BTreeMap<Name, Vec<Option<Name>>>,
    pub(super) functions: BTreeMap<Name, (Vec<Option<Name>>, Option<Name>)>,
    pub(super) constants: BTreeMap<Name, BTreeSet<Name>>,
    /// The sorts that declarations other than their own mention, and which.
    pub(super) mentions: BTreeMap<Name, BTreeSet<StatementId>>,
}

impl Declarations {
    pub(super) fn of(said: &Sayings<'_>) -> Result<Declarations, Vec<Refused>> {
        let mut refused = Vec::new();
        let mut found = Declarations {
            sorts: BTreeMap::new(),
            predicates: BTreeMap::new(),
            functions: BTreeMap::new(),
            constants: BTreeMap::new(),
            mentions: BTreeMap::new(),
        };
        type Signature = (Vec<Option<Name>>, Option<Name>);
        let mut signatures: BTreeMap<(bool, &Name), BTreeMap<Signature, Vec<StatementId>>> =
            BTreeMap::new();
        for (id, said) in said {
            match &said.saying {
                Saying::Sort { name, supers } => {
                    found
                        .sorts
                        .entry(name.clone())
                        .or_default()
                        .extend(supers.iter().cloned());
                    found.mention(*id, supers.iter());
                }
                Saying::Constant { name, sort } => {
                    found
                        .constants
                        .entry(name.clone())
                        .or_default()
                        .insert(sort.clone());
                    found.mention(*id, [sort].into_iter());
                }
                Saying::Predicate { name, sorts } => {
                    let key = (sorts.clone(), None);
                    let same = signatures.entry((false, name)).or_default();
                    same.entry(key).or_default().push(*id);
                }
                Saying::Function {
                    name,
                    sorts,
                    result,
                } => {
                    let key = (sorts.clone(), result.clone());
                    let same = signatures.entry((true, name)).or_default();
                    same.entry(key).or_default().push(*id);
                }
                Saying::State(_) | Saying::Query(_) => {}
            }
        }
        for ((is_function, name), variants) in signatures {
            if variants.len() > 1 {
                let shown: Vec<String> = variants
                    .keys()
                    .map(|(sorts, _)| signature(name, sorts))
                    .collect();
                let mut ids: Vec<StatementId> = variants.into_values().flatten().collect();
                ids.sort();
                refused.push(Refused {
                    problem: at(
                        said,
                        &ids,
                        Problem::new(
                            "declared-twice",
                            Span::default(),
                            format!(
                                "`{name}` is declared in different ways: {}",
                                shown.join(", ")
                            ),
                            format!(
                                "`{name}` est déclaré de plusieurs façons : {}",
                                shown.join(", ")
                            ),
                        )
                        .hint("keep one of them", "n'en gardez qu'une"),
                    ),
                    statements: ids,
                });
                continue;
            }
            for ((sorts, result), ids) in variants {
                for id in ids {
                    found.mention(id, sorts.iter().flatten().chain(&result));
                }
                if is_function {
                    found.functions.insert(name.clone(), (sorts, result));
                } else {
                    found.predicates.insert(name.clone(), sorts);
                }
            }
        }
        unless_refused(found, refused)
    }

    fn mention<'n>(&mut self, id: StatementId, sorts: impl Iterator<Item = &'n Name>) {
        for sort in sorts {
            self.mentions.entry(sort.clone()).or_default().insert(id);
        }
    }

    /// The sort a place expects, if one was declared for it.
    pub(super) fn expected(&self, used: &Use) -> Option<&Name> {
        let slot = &used.slot;
        let sorts = if slot.is_function {
            &self.functions.get(&slot.symbol)?.0
        } else {
            self.predicates.get(&slot.symbol)?
        };
        sorts.get(slot.position)?.as_ref()
    }
}

pub(super) fn signature(name: &str, sorts: &[Option<Name>]) -> String {
    let shown: Vec<&str> = sorts
        .iter()
        .map(|sort| sort.as_deref().unwrap_or("_"))
        .collect();
    format!("`{name}({})`", shown.join(", "))
}
