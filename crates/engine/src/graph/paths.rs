//! Paths between entities, how far apart they are, and what lies around one.

use super::{Force, Graph, Relation};
use crate::limits;
use logic::value::Name;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

/// A way from one entity to another, over relations in either direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<'a> {
    pub steps: Vec<Step<'a>>,
    /// The forces of its relations multiplied, in parts of `WHOLE`.
    strength: u128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    pub relation: &'a Relation,
    /// It is walked from its second end to its first.
    pub backwards: bool,
}

impl<'a> Step<'a> {
    pub fn to(&self) -> &'a Name {
        if self.backwards {
            &self.relation.from
        } else {
            &self.relation.to
        }
    }
}

/// The strength of no step at all: forces are thousandths, so that every product is exact.
const WHOLE: u128 = 1000_u128.pow(limits::PATH_STEPS as u32);

impl Path<'_> {
    /// In millionths, for people.
    pub fn millionths(&self) -> u64 {
        u64::try_from(self.strength * 1_000_000 / WHOLE).unwrap_or(1_000_000)
    }
}

/// Stronger first; of equals the shorter, then by the names on the way.
impl Ord for Path<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let names = |path: &Self| {
            let steps = path.steps.iter();
            steps.map(|step| step.relation.key()).collect::<Vec<_>>()
        };
        self.strength
            .cmp(&other.strength)
            .then_with(|| other.steps.len().cmp(&self.steps.len()))
            .then_with(|| names(other).cmp(&names(self)))
    }
}

impl PartialOrd for Path<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths<'a> {
    pub paths: Vec<Path<'a>>,
    /// The search was ended by its bound: there may be others.
    pub cut: bool,
}

/// How far apart two entities are: the sum of 1/force along the nearest way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    Millionths(u64),
    /// No way leads from one to the other.
    Apart,
    /// None was found before the search was ended.
    Beyond,
}

/// The entities within some steps of one, each with its steps, and all relations between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around<'a> {
    pub entities: BTreeMap<Name, usize>,
    pub relations: Vec<&'a Relation>,
    pub cut: bool,
}

/// An entity that is reached from another, over its strongest way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    pub entity: Name,
    /// The entities on the way, without the first, the last included.
    pub path: Vec<Name>,
    /// The forces on the way multiplied, in millionths.
    pub millionths: u64,
}

impl<'a> Graph<'a> {
    /// Who is reached over relations of these kinds in at most so many steps, each over the strongest way,
    /// if that is at least so strong; the strongest first. A weak way that is found early never hides a
    /// strong one that is found later.
    pub fn reached(self, from: &str, kinds: &[String], least: Force, steps: usize) -> Vec<Reached> {
        let least = WHOLE / 1000 * u128::from(least.thousandths());
        let mut open = BinaryHeap::from([Path {
            steps: Vec::new(),
            strength: WHOLE,
        }]);
        let mut found: BTreeMap<Name, Path<'a>> = BTreeMap::new();
        // With few steps a weaker way may lead on where a stronger one ends: each count of steps by itself.
        let mut seen: BTreeSet<(Name, usize)> = BTreeSet::new();
        while let Some(path) = open.pop() {
            let here = path
                .steps
                .last()
                .map_or(Name::from(from), |step| step.to().clone());
            if !seen.insert((here.clone(), path.steps.len())) || seen.len() > limits::PATH_SEARCH {
                continue;
            }
            if path.steps.len() < steps.min(limits::PATH_STEPS) {
                for step in self.steps(&here) {
                    let fits = kinds.is_empty()
                        || kinds
                            .iter()
                            .any(|kind| super::Kinds::fits(&step.relation.kind, kind));
                    let strength =
                        path.strength * u128::from(step.relation.force.thousandths()) / 1000;
                    let back = **step.to() == *from
                        || path.steps.iter().any(|known| known.to() == step.to());
                    if fits && !back && strength >= least && strength > 0 {
                        let mut steps = path.steps.clone();
                        steps.push(step);
                        open.push(Path { steps, strength });
                    }
                }
            }
            if !path.steps.is_empty() {
                found.entry(here).or_insert(path);
            }
        }
        let mut paths: Vec<(Name, Path<'a>)> = found.into_iter().collect();
        paths.sort_by(|(_, one), (_, two)| two.cmp(one));
        let reached = paths.into_iter().map(|(entity, path)| Reached {
            entity,
            path: path.steps.iter().map(|step| step.to().clone()).collect(),
            millionths: path.millionths(),
        });
        reached.collect()
    }

    fn steps(self, entity: &str) -> impl Iterator<Item = Step<'a>> {
        let relations = self.of(entity).into_iter();
        let entity = entity.to_owned();
        relations.map(move |relation| Step {
            relation,
            backwards: *relation.from != entity,
        })
    }

    /// The strongest ways without a circle, at most `count`. Forces are at most one, so a way never
    /// grows stronger, and the first ones that arrive are the strongest.
    pub fn paths(self, from: &str, to: &str, count: usize) -> Paths<'a> {
        let mut found = Paths {
            paths: Vec::new(),
            cut: false,
        };
        if from == to {
            return found;
        }
        let mut open = BinaryHeap::from([Path {
            steps: Vec::new(),
            strength: WHOLE,
        }]);
        let mut expanded = 0;
        while let Some(path) = open.pop() {
            let here = path.steps.last().map_or(from, |step| step.to().as_str());
            if here == to {
                found.paths.push(path);
                if found.paths.len() == count {
                    break;
                }
                continue;
            }
            expanded += 1;
            if expanded > limits::PATH_SEARCH {
                found.cut = true;
                break;
            }
            if path.steps.len() == limits::PATH_STEPS {
                found.cut = true;
                continue;
            }
            for step in self.steps(here) {
                let next = step.to().as_str();
                let seen = next == from || path.steps.iter().any(|step| &**step.to() == next);
                let strength = path.strength * u128::from(step.relation.force.thousandths()) / 1000;
                if seen || strength == 0 {
                    continue;
                }
                let mut steps = path.steps.clone();
                steps.push(step);
                open.push(Path { steps, strength });
            }
        }
        found
    }

    pub fn distance(self, from: &str, to: &str) -> Distance {
        let mut open = BinaryHeap::from([(Reverse(0_u64), Name::from(from))]);
        let mut done = BTreeSet::new();
        while let Some((Reverse(far), here)) = open.pop() {
            if *here == *to {
                return Distance::Millionths(far);
            }
            if !done.insert(here.clone()) {
                continue;
            }
            if done.len() > limits::PATH_SEARCH {
                return Distance::Beyond;
            }
            for step in self.steps(&here) {
                let force = u64::from(step.relation.force.thousandths());
                if force > 0 && !done.contains(step.to()) {
                    let far = far.saturating_add(1_000_000_000 / force);
                    open.push((Reverse(far), step.to().clone()));
                }
            }
        }
        Distance::Apart
    }

    pub fn around(self, centre: &str, radius: usize) -> Around<'a> {
        let mut entities = BTreeMap::from([(Name::from(centre), 0)]);
        let mut open = VecDeque::from([Name::from(centre)]);
        let (mut relations, mut cut) = (BTreeMap::new(), false);
        while let Some(here) = open.pop_front() {
            let steps = entities[&here];
            for relation in self.of(&here) {
                let other = relation.other(&here);
                if let Some(known) = entities.get(other) {
                    // Between two at the rim a relation counts, too.
                    if *known <= radius {
                        relations.insert(relation.key(), relation);
                    }
                    continue;
                }
                if steps == radius {
                    continue;
                }
                if entities.len() >= limits::PATH_SEARCH {
                    cut = true;
                    continue;
                }
                relations.insert(relation.key(), relation);
                entities.insert(other.clone(), steps + 1);
                open.push_back(other.clone());
            }
        }
        Around {
            entities,
            relations: relations.into_values().collect(),
            cut,
        }
    }
}
