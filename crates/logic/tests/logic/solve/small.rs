//! Thousands of small worlds, each against brute force.

use super::brute::{Set, Sweep, Truths, allows};
use super::worlds::{Listed, PADDING_CODE, Rng};
use logic::domain::{Code, Domain};
use logic::solve::{
    Because, Bounds, CellId, Change, Check, Cost, Count, Field, Group, Reason, Relation, Room,
    Scope, Settled, Sum, Table, Tag, Tightened, Why, World, admit, conflict, follow, tighten,
    why_not, withdraw,
};
use std::collections::{BTreeMap, BTreeSet};

const WORLDS: u64 = 3_000;
const NODES: u64 = 500;
/// Cells with one value each that make a group large.
const PADDING: usize = 64;

#[derive(Default)]
struct Seen {
    possible: usize,
    ran_out: usize,
    refused: usize,
    refused_by_search: usize,
    whys: usize,
    withdrawn: usize,
    unsatisfiable: usize,
}

#[test]
fn small_worlds_agree_with_brute_force() {
    let mut seen = Seen::default();
    for seed in 0..WORLDS {
        play(seed, &mut seen);
    }
    println!(
        "{WORLDS} worlds, {} of them impossible: {} possible proposals, {} not proven at {NODES} nodes; {} impossible ones refused, {} by search; {} reasons checked, {} constraints withdrawn",
        seen.unsatisfiable,
        seen.possible,
        seen.ran_out,
        seen.refused,
        seen.refused_by_search,
        seen.whys,
        seen.withdrawn
    );
    assert!(seen.ran_out * 50 <= seen.possible);
    assert!(seen.possible > 5_000 && seen.refused > 2_000 && seen.refused_by_search > 20);
    assert!(seen.whys > 10_000 && seen.withdrawn > 500 && seen.unsatisfiable > 100);
}

/// A world with its base, a session of it, and the truth about both.
struct Case {
    seed: u64,
    declared: Listed,
    base: Listed,
    field: Field,
    /// Kept from change to change, refused ones too: nothing of one may be seen in the next.
    room: Room,
    truths: Truths,
    /// What satisfies each instance, each change that was proposed, and the base's domains.
    instances: Vec<Set>,
    changes: BTreeMap<Tag, Set>,
    inside: Set,
}

/// One world, from its base through a session of random changes.
fn play(seed: u64, seen: &mut Seen) {
    let mut rng = Rng(seed);
    let declared = world(&mut rng);
    let truths = Truths::new(&declared.domains[..declared.domains.len() - PADDING]);
    let of = |(scope, relation): &(Scope, Relation)| {
        truths.set(|codes| Listed::holds(scope, relation, codes))
    };
    let instances: Vec<Set> = declared.instances.iter().map(of).collect();
    let Some(base) = declared.tightened(100_000) else {
        check_base_conflict(seed, &declared, &truths, &instances);
        seen.unsatisfiable += 1;
        return;
    };
    let inside = truths.set(|codes| {
        let mut cells = codes.iter().zip(&base.domains);
        cells.all(|(code, domain)| domain.contains(*code))
    });
    let mut case = Case {
        seed,
        declared,
        base,
        field: Field::default(),
        room: Room::default(),
        truths,
        instances,
        changes: BTreeMap::new(),
        inside,
    };
    case.check_field();
    for step in 0..10 {
        case.propose(Tag(step), &change(&mut rng, &case.base), seen);
        case.check_field();
    }
    case.check_reasons(seen);
    let changes = case.field.changes();
    let added = changes.filter(|(_, change)| !matches!(change, Change::Fix { .. }));
    let added: Vec<Tag> = added.map(|(tag, _)| tag).collect();
    if !added.is_empty() {
        let tag = rng.pick(&added);
        withdraw(&case.base, &mut case.field, tag, &mut Cost::default()).expect("it is there");
        seen.withdrawn += 1;
        case.check_field();
        case.check_reasons(seen);
    }
}

impl Case {
    /// What satisfies every instance and these changes.
    fn solutions(&self, keep: impl Fn(Tag) -> bool) -> Set {
        let all = self.truths.set(|_| true);
        let all = self.instances.iter().fold(all, |left, set| left.and(set));
        let tags = self.field.changes().map(|(tag, _)| tag);
        tags.filter(|tag| keep(*tag))
            .fold(all, |left, tag| left.and(&self.changes[&tag]))
    }

    fn propose(&mut self, tag: Tag, change: &Change, seen: &mut Seen) {
        let seed = self.seed;
        let allowed = self.truths.set(|codes| allows(change, codes));
        let possible = !self.solutions(|_| true).and(&allowed).is_empty();
        self.changes.insert(tag, allowed);
        seen.possible += usize::from(possible);
        let before = self.field.clone();
        let cost = &mut Cost::default();
        let (base, field) = (&self.base, &mut self.field);
        match self.room.admit(base, field, tag, change, NODES, cost) {
            Settled::Fits { witness, narrowed } => {
                assert!(possible, "seed {seed}: {change:?} is impossible");
                let mut again = before;
                let followed = follow(&self.base, &mut again, tag, change, &witness, cost);
                assert_eq!(followed, Some(narrowed), "seed {seed}");
                self.assert_same(&again);
            }
            Settled::Refused(why) => {
                assert!(!possible, "seed {seed}: {change:?} is possible");
                self.assert_same(&before);
                seen.refused += 1;
                let searched = |reason: &Reason| matches!(reason.because, Because::Search { .. });
                seen.refused_by_search += usize::from(why.reasons.iter().any(searched));
                self.check_why(&why, Some(tag), |_| true);
                self.check_conflict(tag, change);
            }
            Settled::OutOfBudget { .. } => {
                self.assert_same(&before);
                seen.ran_out += usize::from(possible);
            }
        }
    }

    /// Every solution is left, what is left is what a naive sweep leaves, and the witness is a solution.
    fn check_field(&self) {
        let (seed, base, field) = (self.seed, &self.base, &self.field);
        let domains: Vec<Domain> = base.cells().map(|cell| field.domain(base, cell)).collect();
        let solutions = self.solutions(|_| true);
        for codes in self.truths.members(&solutions) {
            let mut cells = codes.iter().zip(&domains);
            let survives = cells.all(|(code, domain)| domain.contains(*code));
            assert!(survives, "seed {seed}: {codes:?} was lost");
        }
        let changes: Vec<&Change> = field.changes().map(|(_, change)| change).collect();
        let mut sweep = Sweep::new(&self.declared.domains);
        sweep.run(&self.declared.instances, &changes);
        for (cell, domain) in domains.iter().enumerate() {
            let left: BTreeSet<Code> = domain.codes().collect();
            assert_eq!(
                left, sweep.left[cell],
                "seed {seed}: cell {cell} after {changes:?}"
            );
        }
        let witness: Vec<Code> = base.cells().map(|cell| field.witness(base, cell)).collect();
        let witness = &witness[..witness.len() - PADDING];
        let whole = self
            .truths
            .members(&solutions)
            .any(|codes| codes == witness);
        assert!(whole, "seed {seed}: the witness {witness:?} is none");
    }

    fn assert_same(&self, other: &Field) {
        let (seed, world, field) = (self.seed, &self.base, &self.field);
        for cell in world.cells() {
            let now = (field.domain(world, cell), field.witness(world, cell));
            let then = (other.domain(world, cell), other.witness(world, cell));
            assert_eq!(now, then, "seed {seed}: {cell:?}");
        }
        assert_eq!(
            field.changes().count(),
            other.changes().count(),
            "seed {seed}"
        );
    }

    /// From the base's domains and the named instances and changes alone, what was said follows: nothing
    /// that satisfies them is `wanted`.
    fn check_why(&self, why: &Why, refused: Option<Tag>, wanted: impl Fn(&[Code]) -> bool) {
        let mut left = self.inside.and(&self.truths.set(wanted));
        for id in why.instances().iter().filter(|id| id.as_added().is_none()) {
            left = left.and(&self.instances[id.0 as usize]);
        }
        for tag in why.changes().into_iter().chain(refused) {
            left = left.and(&self.changes[&tag]);
        }
        let first = self.truths.members(&left).next();
        assert!(
            first.is_none(),
            "seed {}: {why:?} leaves {first:?}",
            self.seed
        );
    }

    /// Each value that is gone has a reason that stands; without one of its changes it is back, or there is
    /// another reason.
    fn check_reasons(&self, seen: &mut Seen) {
        let (seed, base, field) = (self.seed, &self.base, &self.field);
        for cell in base.cells().take(base.domains.len() - PADDING) {
            let domain = field.domain(base, cell);
            for code in -4..5 {
                let Some(why) = why_not(base, field, cell, code) else {
                    assert!(
                        domain.contains(code),
                        "seed {seed}: no reason for {cell:?} {code}"
                    );
                    continue;
                };
                assert!(!domain.contains(code), "seed {seed}");
                seen.whys += 1;
                self.check_why(&why, None, |codes| codes[cell.0 as usize] == code);
                if seed.is_multiple_of(8) {
                    why.changes()
                        .into_iter()
                        .for_each(|leaf| self.check_leaf(leaf, cell, code));
                }
            }
        }
    }

    fn check_leaf(&self, leaf: Tag, cell: CellId, code: Code) {
        let mut without = Field::default();
        for (tag, change) in self.field.changes().filter(|(tag, _)| *tag != leaf) {
            let settled = admit(
                &self.base,
                &mut without,
                tag,
                change,
                100_000,
                &mut Cost::default(),
            );
            assert!(
                matches!(settled, Settled::Fits { .. }),
                "seed {}",
                self.seed
            );
        }
        match why_not(&self.base, &without, cell, code) {
            None => assert!(without.domain(&self.base, cell).contains(code)),
            Some(other) => assert!(!other.changes().contains(&leaf), "seed {}", self.seed),
        }
    }

    /// The changes of a conflict cannot be had together, and if any is left out the rest can.
    fn check_conflict(&self, tag: Tag, change: &Change) {
        let found =
            conflict(&self.base, &self.field, tag, change, 100_000).expect("it was refused");
        self.check_why(&found.why, Some(tag), |_| true);
        let can = |left_out: Option<Tag>| {
            let keep = |tag: Tag| found.changes.contains(&tag) && Some(tag) != left_out;
            !self.solutions(keep).and(&self.changes[&tag]).is_empty()
        };
        assert!(!can(None), "seed {}: {found:?} is none", self.seed);
        for tag in &found.changes {
            assert!(
                can(Some(*tag)),
                "seed {}: {found:?} needs no {tag:?}",
                self.seed
            );
        }
    }
}

/// A world that nothing satisfies, with instances none of which can be left out.
fn check_base_conflict(seed: u64, declared: &Listed, truths: &Truths, instances: &[Set]) {
    let cells = declared.domains.len() as u32;
    let settled = tighten(declared, cells, 100_000, &mut Cost::default());
    let Tightened::Conflict {
        instances: found, ..
    } = settled
    else {
        panic!("seed {seed}: it was a conflict before");
    };
    for left_out in std::iter::once(None).chain(found.iter().map(Some)) {
        let kept = found.iter().filter(|id| Some(*id) != left_out);
        let left = kept.fold(truths.set(|_| true), |left, id| {
            left.and(&instances[id.0 as usize])
        });
        assert_eq!(
            left.is_empty(),
            left_out.is_none(),
            "seed {seed}: {found:?}"
        );
    }
}

fn world(rng: &mut Rng) -> Listed {
    let mut domains = Vec::new();
    let mut room = 1_200;
    for _ in 0..rng.below(5) + 3 {
        let size = rng.below(3) + 2;
        if room < size {
            break;
        }
        room /= size;
        let low = rng.below(4) as Code - 2;
        domains.push(match rng.below(3) {
            0 => Domain::Range(low, low + size as Code - 1),
            _ => Domain::first(size),
        });
    }
    let interesting = domains.len();
    let last = (interesting + PADDING) as Code;
    let padding = (interesting as Code..last).map(|cell| PADDING_CODE + cell);
    domains.extend(padding.map(|code| Domain::Range(code, code)));
    let mut world = Listed::new(domains);
    for _ in 0..rng.below(interesting + 2) + 1 {
        let (cells, relation) = relation(rng, &world, interesting);
        world.add(&cells, relation);
    }
    world
}

fn relation(rng: &mut Rng, world: &Listed, interesting: usize) -> (Vec<CellId>, Relation) {
    let most = interesting.min(4);
    let count = rng.below(most - 1) + 2;
    let mut cells = rng.some(interesting, count);
    match rng.below(8) {
        0..3 => {
            cells.truncate(3);
            if rng.chance(5) {
                cells[0] = cells[1];
            }
            let keep = 35 + rng.below(50);
            let sizes = vec![4; cells.len()];
            let table = Table::from_test(&sizes, |_| rng.chance(keep));
            (cells, Relation::Table(table.into()))
        }
        3 => {
            cells.truncate(3);
            let coefficients: Vec<i64> =
                cells.iter().map(|_| rng.pick(&[-2, -1, 1, 1, 2])).collect();
            let comparison = rng.pick(&[Sum::AtMostZero, Sum::Zero, Sum::NotZero]);
            let bounds = Bounds::of(&coefficients, rng.below(5) as i64 - 2, comparison);
            (cells, Relation::Bounds(bounds))
        }
        4 => {
            let salt = rng.next();
            let percent = 40 + rng.below(50) as u64;
            let check = Check::new(move |codes| {
                let mut hash = Rng(salt);
                for code in codes {
                    hash.0 ^= code.cast_unsigned().wrapping_mul(0x2545_f491_4f6c_dd1d);
                    hash.next();
                }
                hash.next() % 100 < percent
            });
            (cells, Relation::Check(check))
        }
        5 | 6 => {
            pad(rng, &mut cells, world);
            let group = Group::new(cells.clone(), |cell| world.witness(cell));
            (cells, Relation::AllDifferent(group.into()))
        }
        _ => {
            pad(rng, &mut cells, world);
            let values = match rng.below(3) {
                0 => Domain::Range(1, 100 + rng.below(40) as Code),
                _ => Domain::Few(rng.below(15) as u64 + 1),
            };
            let padding = cells.iter().filter(|cell| {
                cell.0 as usize >= interesting && values.contains(world.witness(**cell))
            });
            let least = padding.count() + rng.below(3);
            let bounds = (least as u32, (least + rng.below(3)) as u32);
            let count = Count::new(cells.clone(), values, bounds, world.base());
            (cells, Relation::Count(count.into()))
        }
    }
}

/// Every other group is large.
fn pad(rng: &mut Rng, cells: &mut Vec<CellId>, world: &Listed) {
    if rng.chance(50) {
        let first = world.domains.len() - PADDING;
        cells.extend((first..world.domains.len()).map(|cell| CellId(cell as u32)));
    }
}

fn change(rng: &mut Rng, base: &Listed) -> Change {
    let interesting = base.domains.len() - PADDING;
    let cell = CellId(rng.below(interesting) as u32);
    let domain = base.domain(cell);
    let (low, high) = (domain.least().unwrap_or(0), domain.most().unwrap_or(0));
    let code = low + rng.below((high - low) as usize + 1) as Code;
    match rng.below(5) {
        0 | 1 => Change::Fix { cell, code },
        2 => Change::Narrow {
            cell,
            to: match domain {
                Domain::Range(..) if rng.chance(50) => Domain::Range(code, Code::MAX),
                Domain::Range(..) => Domain::Range(Code::MIN, code),
                Domain::Few(_) | Domain::Many(_) => Domain::Few(rng.below(15) as u64 + 1),
            },
        },
        _ => loop {
            let (cells, relation) = relation(rng, base, interesting);
            // A group that a session adds is made with the session's values; here they are the base's.
            if !relation.group().is_some_and(Group::is_large) {
                let scope = match relation.group() {
                    Some(_) => Scope::GROUP,
                    None => Scope::new(&cells),
                };
                return Change::Require { scope, relation };
            }
        },
    }
}
