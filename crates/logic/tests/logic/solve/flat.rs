//! The same work in a world of any size, and the same answers in every run.

use super::worlds::Rng;
use logic::domain::{Code, Domain};
use logic::solve::{
    CellId, Change, Cost, Count, Field, Group, InstanceId, Relation, Scope, Settled, Table, Tag,
    World, admit,
};
use std::sync::Arc;

/// The world repeats itself after so many cells.
const PERIOD: u32 = 1_000;
/// A cell is tied to those so far behind it.
const STEPS: [u32; 3] = [1, 7, 31];
const VALUES: usize = 8;

/// Any number of cells on a ring, nothing of it in memory but one period's tables.
struct Ring {
    cells: u32,
    witness: Vec<Code>,
    tables: Vec<Relation>,
}

impl Ring {
    fn new(cells: u32) -> Ring {
        let mut rng = Rng(11);
        let witness: Vec<Code> = (0..PERIOD).map(|_| rng.below(VALUES) as Code).collect();
        let mut tables = Vec::new();
        for cell in 0..PERIOD {
            for step in STEPS {
                let (left, right) = (
                    witness[cell as usize],
                    witness[((cell + step) % PERIOD) as usize],
                );
                let table = Table::from_test(&[VALUES; 2], |codes| {
                    codes == [left, right] || rng.chance(70)
                });
                tables.push(Relation::Table(table.into()));
            }
        }
        Ring {
            cells,
            witness,
            tables,
        }
    }
}

impl World for Ring {
    fn domain(&self, _: CellId) -> Domain {
        Domain::first(VALUES)
    }

    fn witness(&self, cell: CellId) -> Code {
        self.witness[(cell.0 % PERIOD) as usize]
    }

    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        for (kind, step) in STEPS.iter().enumerate() {
            for from in [cell.0, (cell.0 + self.cells - step) % self.cells] {
                visit(InstanceId(
                    u64::from(from) * STEPS.len() as u64 + kind as u64,
                ));
            }
        }
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        let kinds = STEPS.len() as u64;
        let (from, kind) = ((id.0 / kinds) as u32, (id.0 % kinds) as usize);
        let to = (from + STEPS[kind]) % self.cells;
        let table = (from % PERIOD) as usize * STEPS.len() + kind;
        (Scope::new(&[CellId(from), CellId(to)]), &self.tables[table])
    }
}

#[test]
fn law_c5_the_work_is_the_same_in_a_world_of_any_size() {
    let mut costs = Vec::new();
    for cells in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
        let world = Ring::new(cells);
        let cost = observe(&world, cells / PERIOD / 2 * PERIOD);
        println!("{cells} cells: {cost:?} for 150 observations");
        costs.push(cost);
    }
    assert!(costs.iter().all(|cost| *cost == costs[0]), "{costs:?}");
    assert!(costs[0].revisions > 500 && costs[0].nodes > 0, "{costs:?}");
}

/// Observe every fifth cell of a period, from this one on.
fn observe(world: &Ring, from: u32) -> Cost {
    let mut rng = Rng(5);
    let (mut field, mut cost) = (Field::default(), Cost::default());
    let mut order: Vec<u32> = (0..150).map(|at| at * 5).collect();
    rng.shuffle(&mut order);
    for at in order {
        let cell = CellId(from + 100 + at);
        let codes: Vec<Code> = field.domain(world, cell).codes().collect();
        let code = rng.pick(&codes);
        let tag = Tag(at.into());
        match admit(
            world,
            &mut field,
            tag,
            &Change::Fix { cell, code },
            500,
            &mut cost,
        ) {
            Settled::Fits { .. } => (),
            Settled::Refused(_) | Settled::OutOfBudget { .. } => {
                let code = field.witness(world, cell);
                let settled = admit(
                    world,
                    &mut field,
                    tag,
                    &Change::Fix { cell, code },
                    0,
                    &mut cost,
                );
                assert!(matches!(settled, Settled::Fits { .. }));
            }
        }
    }
    cost
}

/// A sort with one attribute that is different for all, and few of whose values may be frequent.
struct Crowd {
    cells: u32,
    different: Relation,
    few: Relation,
}

impl Crowd {
    fn new(cells: u32) -> Crowd {
        let all = || (0..cells).map(CellId);
        let witness = |cell: CellId| Code::from(cell.0);
        let domain = Domain::first(cells as usize + 10);
        let values = Domain::first(cells as usize + 10).between(0, 9);
        Crowd {
            cells,
            different: Relation::AllDifferent(Arc::new(Group::new(all(), witness))),
            few: Relation::Count(Arc::new(Count::new(all(), values, (10, 10), |cell| {
                (domain.clone(), witness(cell))
            }))),
        }
    }
}

impl World for Crowd {
    fn domain(&self, _: CellId) -> Domain {
        Domain::Range(0, Code::from(self.cells) + 9)
    }

    fn witness(&self, cell: CellId) -> Code {
        cell.0.into()
    }

    fn instances(&self, _: CellId, visit: &mut dyn FnMut(InstanceId)) {
        visit(InstanceId(0));
        visit(InstanceId(1));
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        let relation = if id.0 == 0 {
            &self.different
        } else {
            &self.few
        };
        (Scope::GROUP, relation)
    }
}

#[test]
fn law_c5_a_group_is_one_neighbour_however_large() {
    let mut costs = Vec::new();
    for cells in [1_000, 10_000, 100_000] {
        let world = Crowd::new(cells);
        let (mut field, mut cost) = (Field::default(), Cost::default());
        for step in 0..50 {
            // Each takes the value of somebody else, who must find another.
            let (cell, code) = (CellId(100 + step), Code::from(200 + step));
            let tag = Tag(step.into());
            let settled = admit(
                &world,
                &mut field,
                tag,
                &Change::Fix { cell, code },
                50,
                &mut cost,
            );
            assert!(matches!(settled, Settled::Fits { .. }), "{settled:?}");
        }
        let taken = Change::Fix {
            cell: CellId(7),
            code: 205,
        };
        let settled = admit(&world, &mut field, Tag(99), &taken, 50, &mut cost);
        assert!(matches!(settled, Settled::Refused(_)), "{settled:?}");
        println!(
            "{cells} members: {cost:?}, {} cells touched",
            field.touched().len()
        );
        costs.push(cost);
    }
    assert!(costs.iter().all(|cost| *cost == costs[0]), "{costs:?}");
}

#[test]
fn the_same_changes_give_the_same_field() {
    let world = Ring::new(10_000);
    let run = || {
        let mut rng = Rng(3);
        let (mut field, mut cost) = (Field::default(), Cost::default());
        let mut told = String::new();
        for step in 0..300 {
            let cell = CellId(rng.below(400) as u32);
            let code = rng.below(VALUES) as Code;
            let change = Change::Fix { cell, code };
            let settled = admit(&world, &mut field, Tag(step), &change, 200, &mut cost);
            told.push_str(&format!("{settled:?} {cost:?}\n"));
        }
        told
    };
    assert_eq!(run(), run());
}

#[test]
fn a_session_that_changes_thousands_of_cells_keeps_each_of_them() {
    let world = Ring::new(10_000);
    let (mut field, mut cost) = (Field::default(), Cost::default());
    let seen = |field: &Field| -> Vec<(Domain, Code)> {
        let cells = (0..10_000).map(CellId);
        let of = |cell| (field.domain(&world, cell), field.witness(&world, cell));
        cells.map(of).collect()
    };
    let mut fixed: Vec<(CellId, Code)> = Vec::new();
    let mut copies: Vec<(Field, Vec<(Domain, Code)>)> = Vec::new();
    let mut rng = Rng(8);
    let mut order: Vec<u32> = (0..10_000).collect();
    rng.shuffle(&mut order);
    for cell in order.into_iter().take(6_000).map(CellId) {
        let code = field.witness(&world, cell);
        let (tag, change) = (Tag(cell.0.into()), Change::Fix { cell, code });
        let settled = admit(&world, &mut field, tag, &change, 500, &mut cost);
        assert!(matches!(settled, Settled::Fits { .. }), "{settled:?}");
        fixed.push((cell, code));
        if fixed.len().is_multiple_of(900) {
            copies.push((field.clone(), seen(&field)));
        }
    }
    for (cell, code) in &fixed {
        assert_eq!(field.domain(&world, *cell).only(), Some(*code));
    }
    let touched = field.touched();
    assert!(touched.len() > 5_000, "{}", touched.len());
    assert!(touched.is_sorted_by(|one, next| one < next));
    // A copy knows nothing of what came after it.
    for (copy, known) in &copies {
        assert!(seen(copy) == *known);
    }
    println!(
        "{} cells, {} bytes",
        touched.len(),
        field.heap_bytes() / touched.len()
    );
}
