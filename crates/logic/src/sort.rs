//! The hierarchy of sorts and its closure.
//!
//! Several parents are fine, and sorts on a cycle are equivalent. The result never depends on the order
//! in which sorts and edges arrived: names are settled when the hierarchy is closed, not before.

use crate::text::fold;
use crate::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Where an edge comes from. When it comes from several places, the first in this order is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    Builtin,
    Declared,
    Inferred,
}

pub const ROOTS: [&str; 6] = [
    "character",
    "place",
    "object",
    "faction",
    "event",
    "relation",
];

/// French names of the built-in roots, folded.
const ROOT_ALIASES: [(&str, &str); 4] = [
    ("personnage", "character"),
    ("lieu", "place"),
    ("objet", "object"),
    ("evenement", "event"),
];

#[derive(Clone, Debug)]
pub struct Sorts {
    declared: BTreeSet<Name>,
    edges: BTreeMap<(Name, Name), Origin>,
    closure: Option<Closure>,
}

/// For each sort its class (the sorts it is equivalent to), for each class the bits of all sorts above it.
#[derive(Clone, Debug)]
struct Closure {
    names: Vec<Name>,
    index: BTreeMap<Name, usize>,
    class_of: Vec<usize>,
    above: Vec<Vec<u64>>,
}

impl Default for Sorts {
    fn default() -> Sorts {
        Sorts::new()
    }
}

impl Sorts {
    /// A hierarchy that holds the built-in root sorts.
    pub fn new() -> Sorts {
        let mut sorts = Sorts::empty();
        for root in ROOTS {
            sorts.declare(root, &[]);
        }
        sorts.close();
        sorts
    }

    /// A hierarchy without any sort.
    pub fn empty() -> Sorts {
        Sorts {
            declared: BTreeSet::new(),
            edges: BTreeMap::new(),
            closure: None,
        }
    }

    /// Declares a sort under others. The others are not declared by it: see [`Sorts::undeclared`].
    pub fn declare(&mut self, name: impl Into<Name>, supers: &[Name]) {
        let name = name.into();
        for sup in supers {
            self.add_edge(name.clone(), sup.clone(), Origin::Declared);
        }
        self.declared.insert(name);
        self.closure = None;
    }

    pub fn add_edge(&mut self, sub: impl Into<Name>, sup: impl Into<Name>, origin: Origin) {
        self.edges
            .entry((sub.into(), sup.into()))
            .and_modify(|kept| *kept = (*kept).min(origin))
            .or_insert(origin);
        self.closure = None;
    }

    /// Computes the closure. Until it is called after a change, questions are answered by search.
    pub fn close(&mut self) {
        self.closure = Some(Closure::of(self));
    }

    /// The declared sort a name stands for: itself, or the built-in root it is an alias of.
    pub fn canonical(&self, name: &str) -> Option<Name> {
        if let Some(declared) = self.declared.get(name) {
            return Some(declared.clone());
        }
        let folded = fold(name);
        let (_, root) = ROOT_ALIASES.iter().find(|(alias, _)| *alias == folded)?;
        self.declared.get(*root).cloned()
    }

    pub fn contains(&self, name: &str) -> bool {
        self.canonical(name).is_some()
    }

    /// The declared sorts, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.declared.iter()
    }

    /// All edges with aliases resolved, as (sub-sort, super-sort, origin), in alphabetical order.
    pub fn edges(&self) -> Vec<(Name, Name, Origin)> {
        let mut resolved: BTreeMap<(Name, Name), Origin> = BTreeMap::new();
        for ((sub, sup), origin) in &self.edges {
            resolved
                .entry((self.settle(sub), self.settle(sup)))
                .and_modify(|kept| *kept = (*kept).min(*origin))
                .or_insert(*origin);
        }
        resolved
            .into_iter()
            .map(|((sub, sup), origin)| (sub, sup, origin))
            .collect()
    }

    /// Names that edges mention and nobody declared.
    pub fn undeclared(&self) -> Vec<Name> {
        let mentioned: BTreeSet<&Name> = self.edges.keys().flat_map(|(a, b)| [a, b]).collect();
        mentioned
            .into_iter()
            .filter(|name| !self.contains(name))
            .cloned()
            .collect()
    }

    fn settle(&self, name: &str) -> Name {
        self.canonical(name).unwrap_or_else(|| Name::new(name))
    }

    /// Whether every member of the one is a member of the other. A sort is a sub-sort of itself.
    pub fn is_sub(&self, sub: &str, sup: &str) -> bool {
        if sub == sup {
            return true;
        }
        let (sub, sup) = (self.settle(sub), self.settle(sup));
        if sub == sup {
            return true;
        }
        match &self.closure {
            Some(closure) => closure.is_sub(&sub, &sup),
            None => Closure::of(self).is_sub(&sub, &sup),
        }
    }

    fn with_closure<T>(&self, answer: impl FnOnce(&Closure) -> T) -> T {
        match &self.closure {
            Some(closure) => answer(closure),
            None => answer(&Closure::of(self)),
        }
    }

    /// The maximal sorts below both, one for each class of equivalents, in alphabetical order.
    pub fn meet(&self, a: &str, b: &str) -> Vec<Name> {
        self.bounds(a, b, |closure, low, high| closure.is_sub(low, high))
    }

    /// The minimal sorts above both, one for each class of equivalents, in alphabetical order.
    pub fn join(&self, a: &str, b: &str) -> Vec<Name> {
        self.bounds(a, b, |closure, high, low| closure.is_sub(low, high))
    }

    /// The extreme sorts `x` with `related(x, a)` and `related(x, b)`.
    fn bounds(
        &self,
        a: &str,
        b: &str,
        related: impl Fn(&Closure, &str, &str) -> bool,
    ) -> Vec<Name> {
        let (a, b) = (self.settle(a), self.settle(b));
        self.with_closure(|closure| {
            // The two sorts asked about come first, so that they represent their own classes.
            let all = [&a, &b].into_iter().chain(&closure.names);
            let mut candidates: Vec<&Name> = Vec::new();
            for name in all {
                let bounds_both = related(closure, name, &a) && related(closure, name, &b);
                let equivalent =
                    |kept: &&Name| closure.is_sub(kept, name) && closure.is_sub(name, kept);
                if bounds_both && !candidates.iter().any(equivalent) {
                    candidates.push(name);
                }
            }
            let extreme: BTreeSet<Name> = candidates
                .iter()
                .filter(|name| {
                    !candidates
                        .iter()
                        .any(|other| other != *name && related(closure, name, other))
                })
                .map(|name| (*name).clone())
                .collect();
            extreme.into_iter().collect()
        })
    }

    /// The sorts on a cycle with this one, itself included, in alphabetical order.
    pub fn equivalents(&self, name: &str) -> Vec<Name> {
        let name = self.settle(name);
        self.with_closure(|closure| match closure.index.get(&name) {
            Some(&at) => {
                let class = closure.class_of[at];
                let members = closure.names.iter().zip(&closure.class_of);
                members
                    .filter(|(_, of)| **of == class)
                    .map(|(member, _)| member.clone())
                    .collect()
            }
            None => vec![name.clone()],
        })
    }
}

impl Closure {
    fn of(sorts: &Sorts) -> Closure {
        let edges = sorts.edges();
        let mut all: BTreeSet<Name> = sorts.declared.clone();
        for (sub, sup, _) in &edges {
            all.insert(sub.clone());
            all.insert(sup.clone());
        }
        let names: Vec<Name> = all.into_iter().collect();
        let index: BTreeMap<Name, usize> = names
            .iter()
            .cloned()
            .enumerate()
            .map(|(at, name)| (name, at))
            .collect();
        let mut up = vec![Vec::new(); names.len()];
        let mut down = vec![Vec::new(); names.len()];
        for (sub, sup, _) in &edges {
            if let (Some(&sub), Some(&sup)) = (index.get(sub), index.get(sup)) {
                up[sub].push(sup);
                down[sup].push(sub);
            }
        }
        let (class_of, class_count) = classes(&up, &down);
        let above = rows(&up, &class_of, class_count);
        Closure {
            names,
            index,
            class_of,
            above,
        }
    }

    fn is_sub(&self, sub: &str, sup: &str) -> bool {
        match (self.index.get(sub), self.index.get(sup)) {
            (Some(&sub), Some(&sup)) => {
                self.above[self.class_of[sub]][sup / 64] >> (sup % 64) & 1 == 1
            }
            (None, _) | (_, None) => sub == sup,
        }
    }
}

/// Kosaraju's algorithm without recursion, so that a long chain of sorts costs no stack. The classes
/// are numbered such that an edge between classes always goes from a lower to a higher number.
fn classes(up: &[Vec<usize>], down: &[Vec<usize>]) -> (Vec<usize>, usize) {
    let count = up.len();
    let mut finished: Vec<usize> = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    for start in 0..count {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut path = vec![(start, 0)];
        while let Some((node, next)) = path.last_mut() {
            match up[*node].get(*next) {
                Some(&target) => {
                    *next += 1;
                    if !seen[target] {
                        seen[target] = true;
                        path.push((target, 0));
                    }
                }
                None => {
                    finished.push(*node);
                    path.pop();
                }
            }
        }
    }
    let mut class_of = vec![usize::MAX; count];
    let mut class_count = 0;
    for &start in finished.iter().rev() {
        if class_of[start] != usize::MAX {
            continue;
        }
        class_of[start] = class_count;
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for &source in &down[node] {
                if class_of[source] == usize::MAX {
                    class_of[source] = class_count;
                    open.push(source);
                }
            }
        }
        class_count += 1;
    }
    (class_of, class_count)
}

/// For each class, the bits of its members and of everything above them.
fn rows(up: &[Vec<usize>], class_of: &[usize], class_count: usize) -> Vec<Vec<u64>> {
    let width = up.len().div_ceil(64);
    let mut members = vec![Vec::new(); class_count];
    for (node, &class) in class_of.iter().enumerate() {
        members[class].push(node);
    }
    let mut above = vec![vec![0_u64; width]; class_count];
    for class in (0..class_count).rev() {
        let mut row = vec![0_u64; width];
        for &node in &members[class] {
            row[node / 64] |= 1 << (node % 64);
            for &target in &up[node] {
                // A higher class is complete already; the own class is what is being built.
                for (word, more) in row.iter_mut().zip(&above[class_of[target]]) {
                    *word |= more;
                }
            }
        }
        above[class] = row;
    }
    above
}
