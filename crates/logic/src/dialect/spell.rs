//! Names as another syntax can spell them. Every change is recorded, no two names may become one, and
//! what was changed can be changed back.

use super::rewrite;
use crate::formula::Formula;
use crate::value::Name;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
    /// A predicate or, with one argument, the sort of its name.
    Predicate,
    /// A function or, without arguments, a constant.
    Function,
    Variable,
}

/// A name that the written text spells otherwise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Renamed {
    pub kind: NameKind,
    /// How many arguments it takes.
    pub arity: usize,
    pub from: Name,
    pub to: Name,
}

type Key = (NameKind, usize, Name);

/// One spelling for each name of a document.
pub(super) struct Spelling {
    names: BTreeMap<Key, Name>,
    taken: BTreeSet<Name>,
    variable: fn(&str) -> String,
}

/// Which names a formula uses: its symbols, and its variables.
fn names_of(formula: &Formula) -> (BTreeSet<Key>, BTreeSet<Name>) {
    let mut symbols = BTreeSet::new();
    let mut variables = BTreeSet::new();
    rewrite::names(formula, &mut |kind, arity, name| {
        match kind {
            NameKind::Predicate | NameKind::Function => {
                symbols.insert((kind, arity, name.clone()));
            }
            NameKind::Variable => {
                variables.insert(name.clone());
            }
        }
        name.clone()
    });
    (symbols, variables)
}

/// A name like this one that is not taken.
fn fresh(wanted: String, is_taken: impl Fn(&str) -> bool) -> Name {
    if !is_taken(&wanted) {
        return Name::from(wanted);
    }
    // Ends, because only finitely many names are taken.
    let mut number = 2_usize;
    loop {
        let candidate = format!("{wanted}_{number}");
        if !is_taken(&candidate) {
            return Name::from(candidate);
        }
        number += 1;
    }
}

impl Spelling {
    /// `symbol` and `variable` give the nearest legal spelling of a name.
    pub(super) fn new<'a>(
        formulas: impl Iterator<Item = &'a Formula>,
        symbol: fn(NameKind, usize, &str) -> String,
        variable: fn(&str) -> String,
    ) -> Spelling {
        let mut all: BTreeSet<Key> = BTreeSet::new();
        for formula in formulas {
            all.extend(names_of(formula).0);
        }
        let mut spelling = Spelling {
            names: BTreeMap::new(),
            taken: BTreeSet::new(),
            variable,
        };
        // Names that are legal as they are come first, so that no other takes their place.
        let (legal, other): (Vec<Key>, Vec<Key>) = all
            .into_iter()
            .partition(|(kind, arity, name)| symbol(*kind, *arity, name) == **name);
        for key in legal.into_iter().chain(other) {
            let wanted = symbol(key.0, key.1, &key.2);
            let spelled = fresh(wanted, |name| spelling.taken.contains(name));
            spelling.taken.insert(spelled.clone());
            spelling.names.insert(key, spelled);
        }
        spelling
    }

    pub(super) fn symbol(&self, kind: NameKind, arity: usize, name: &Name) -> Name {
        let key = (kind, arity, name.clone());
        self.names.get(&key).unwrap_or(name).clone()
    }

    /// The formula with every name as it is spelled.
    pub(super) fn spell(&self, formula: &Formula, renamed: &mut Vec<Renamed>) -> Formula {
        let mut variables: BTreeMap<Name, Name> = BTreeMap::new();
        for variable in names_of(formula).1 {
            let used: BTreeSet<&Name> = variables.values().collect();
            let spelled = fresh((self.variable)(&variable), |name| {
                self.taken.contains(name) || used.contains(&Name::new(name))
            });
            variables.insert(variable, spelled);
        }
        rewrite::names(formula, &mut |kind, arity, name| {
            let to = match kind {
                NameKind::Variable => variables.get(name).unwrap_or(name).clone(),
                NameKind::Predicate | NameKind::Function => self.symbol(kind, arity, name),
            };
            if to != *name {
                renamed.push(Renamed {
                    kind,
                    arity,
                    from: name.clone(),
                    to: to.clone(),
                });
            }
            to
        })
    }

    /// The formula as Canonry can spell it: a variable may not have the name of a constant or of a
    /// proposition beside it.
    pub(super) fn own(formula: &Formula, renamed: &mut Vec<Renamed>) -> Formula {
        let (symbols, variables) = names_of(formula);
        let clashes: BTreeSet<&Name> = symbols
            .iter()
            .filter(|(_, arity, _)| *arity == 0)
            .map(|(_, _, name)| name)
            .collect();
        if !variables.iter().any(|variable| clashes.contains(variable)) {
            return formula.clone();
        }
        let mut chosen: BTreeMap<Name, Name> = BTreeMap::new();
        for variable in &variables {
            let to = if clashes.contains(variable) {
                fresh(variable.to_string(), |name| {
                    clashes.contains(&Name::new(name))
                        || variables.contains(name)
                        || chosen.values().any(|other| &**other == name)
                })
            } else {
                variable.clone()
            };
            if to != *variable {
                renamed.push(Renamed {
                    kind: NameKind::Variable,
                    arity: 0,
                    from: variable.clone(),
                    to: to.clone(),
                });
            }
            chosen.insert(variable.clone(), to);
        }
        rewrite::names(formula, &mut |kind, _, name| match kind {
            NameKind::Variable => chosen.get(name).unwrap_or(name).clone(),
            NameKind::Predicate | NameKind::Function => name.clone(),
        })
    }
}

/// The name in letters, digits and underscores of ASCII; any other character becomes its number.
pub(super) fn ascii(name: &str) -> String {
    let mut spelled = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || character == '_' {
            spelled.push(character);
        } else {
            spelled.push_str(&format!("_u{:04x}_", u32::from(character)));
        }
    }
    spelled
}
