//! Worlds of 200 cells that are just possible, every cell observed: no dead end, ever.

use super::worlds::{Listed, Rng};
use logic::domain::{Code, Domain};
use logic::solve::{
    Bounds, CellId, Change, Cost, Count, Field, Group, Manner, Relation, Room, Settled, Sum, Table,
    Tag, World, propagate_alone,
};

const CELLS: usize = 200;
const WORLDS: u64 = 8;
const NODES: u64 = 500;

type Family = fn(&mut Rng) -> Listed;

/// Each family makes worlds around a hidden solution, with nearly as many constraints as still leave others.
const FAMILIES: [(&str, Family); 5] = [
    ("pairs of 4 values", pairs),
    ("three colours", colours),
    ("clauses of three", clauses),
    ("a square without repeats", square),
    ("sums, order and counts", sums),
];

#[test]
fn every_cell_of_a_tight_world_can_be_observed() {
    for (name, family) in FAMILIES {
        let mut tally = Tally::default();
        for seed in 0..WORLDS {
            let mut rng = Rng(seed.wrapping_mul(7919) + name.len() as u64);
            let world = family(&mut rng);
            observe_all(&world, &mut rng, Manner::Nearby, &mut tally);
            tally.stuck += u32::from(gets_stuck(&world, &mut rng));
        }
        println!(
            "{name}: {WORLDS} worlds, 0 dead ends; of {} proposals {} admitted, {} refused, {} not proven at {NODES} nodes ({} nodes in all); arc consistency alone got stuck in {} of {WORLDS}",
            tally.proposals, tally.admitted, tally.refused, tally.ran_out, tally.nodes, tally.stuck
        );
        assert!(tally.stuck * 2 > WORLDS as u32, "{name} is not tight");
    }
}

/// What a recorded session found is found again: a digest of every witness that the first manner found, taken
/// when there was no other.
#[test]
fn the_first_manner_finds_what_it_always_found() {
    const FOUND: [u64; FAMILIES.len()] = [
        0x2910_4153_e4e3_3dfc,
        0x5567_531f_9cb7_192e,
        0x9b70_d2d6_4b3f_ab1e,
        0x742b_6c6a_aa21_ce76,
        0x2a7f_34f6_7d4f_b2e3,
    ];
    let found = FAMILIES.map(|(_, family)| {
        let mut rng = Rng(11);
        let world = family(&mut rng);
        let mut tally = Tally::default();
        observe_all(&world, &mut rng, Manner::Widely, &mut tally);
        tally.digest
    });
    assert_eq!(found, FOUND, "{found:x?}");
}

/// What can be had does not depend on how it is found out, as long as the nodes last.
#[test]
fn both_manners_admit_alike() {
    let admitted = [Manner::Widely, Manner::Nearby].map(|manner| {
        let mut tally = Tally::default();
        for seed in 0..WORLDS {
            let mut rng = Rng(seed + 100);
            let world = pairs(&mut rng);
            observe_all(&world, &mut rng, manner, &mut tally);
        }
        assert_eq!(tally.ran_out, 0, "{manner:?}");
        (tally.admitted, tally.refused)
    });
    assert_eq!(admitted[0], admitted[1]);
    assert!(admitted[0].1 > 10, "{admitted:?}");
}

#[derive(Default)]
struct Tally {
    proposals: u32,
    admitted: u32,
    refused: u32,
    ran_out: u32,
    nodes: u64,
    stuck: u32,
    digest: u64,
}

impl Tally {
    fn note(&mut self, witness: &[(CellId, Code)]) {
        for (cell, code) in witness {
            let told = u64::from(cell.0) << 32 ^ code.cast_unsigned();
            self.digest = (self.digest ^ told).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Random proposals in random order; where one is refused, the witness's own value must fit without a search.
fn observe_all(world: &Listed, rng: &mut Rng, manner: Manner, tally: &mut Tally) {
    let mut field = Field::default();
    let mut room = Room::of(manner);
    let mut cost = Cost::default();
    for (step, cell) in rng.some(CELLS, CELLS).into_iter().enumerate() {
        let tag = Tag(step as u64);
        let codes: Vec<Code> = field.domain(world, cell).codes().collect();
        let code = rng.pick(&codes);
        let change = Change::Fix { cell, code };
        tally.proposals += 1;
        match room.admit(world, &mut field, tag, &change, NODES, &mut cost) {
            Settled::Fits { witness, .. } => {
                tally.admitted += 1;
                tally.note(&witness);
                continue;
            }
            Settled::Refused(_) => tally.refused += 1,
            Settled::OutOfBudget { .. } => tally.ran_out += 1,
        }
        let code = field.witness(world, cell);
        let change = Change::Fix { cell, code };
        match room.admit(world, &mut field, tag, &change, 0, &mut cost) {
            Settled::Fits { witness, .. } => tally.note(&witness),
            Settled::Refused(_) | Settled::OutOfBudget { .. } => panic!("a dead end at {cell:?}"),
        }
    }
    tally.nodes += cost.nodes;
    let codes: Vec<Code> = world
        .cells()
        .map(|cell| field.witness(world, cell))
        .collect();
    for cell in world.cells() {
        assert_eq!(
            field.domain(world, cell).only(),
            Some(codes[cell.0 as usize])
        );
    }
    for (scope, relation) in &world.instances {
        assert!(Listed::holds(scope, relation, &codes));
    }
}

/// The same without a witness: is there a cell that ends with no value?
fn gets_stuck(world: &Listed, rng: &mut Rng) -> bool {
    let mut field = Field::default();
    let mut cost = Cost::default();
    for (step, cell) in rng.some(CELLS, CELLS).into_iter().enumerate() {
        let mut codes: Vec<Code> = field.domain(world, cell).codes().collect();
        rng.shuffle(&mut codes);
        let tag = Tag(step as u64);
        let fits = codes.into_iter().any(|code| {
            propagate_alone(
                world,
                &mut field,
                tag,
                &Change::Fix { cell, code },
                &mut cost,
            )
        });
        if !fits {
            return true;
        }
    }
    false
}

/// A world whose witness is a hidden solution; the base is made from it.
fn hidden(domains: Vec<Domain>, rng: &mut Rng) -> Listed {
    let mut world = Listed::new(domains);
    for (witness, domain) in world.witness.iter_mut().zip(&world.domains) {
        let codes: Vec<Code> = domain.codes().collect();
        *witness = rng.pick(&codes);
    }
    world
}

fn code(world: &Listed, cell: CellId) -> Code {
    world.witness(cell)
}

fn finish(world: Listed) -> Listed {
    world.tightened(NODES).expect("there is a hidden solution")
}

fn pairs(rng: &mut Rng) -> Listed {
    let mut world = hidden(vec![Domain::first(4); CELLS], rng);
    for _ in 0..CELLS * 32 / 10 {
        let cells = rng.some(CELLS, 2);
        let (left, right) = (code(&world, cells[0]), code(&world, cells[1]));
        let table = Table::from_test(&[4, 4], |codes| codes == [left, right] || rng.chance(67));
        world.add(&cells, Relation::Table(table.into()));
    }
    finish(world)
}

fn colours(rng: &mut Rng) -> Listed {
    let mut world = hidden(vec![Domain::first(3); CELLS], rng);
    let table = std::sync::Arc::new(Table::from_test(&[3, 3], |codes| codes[0] != codes[1]));
    let mut edges = 0;
    while edges < CELLS * 22 / 10 {
        let cells = rng.some(CELLS, 2);
        if code(&world, cells[0]) != code(&world, cells[1]) {
            world.add(&cells, Relation::Table(table.clone()));
            edges += 1;
        }
    }
    finish(world)
}

fn clauses(rng: &mut Rng) -> Listed {
    let mut world = hidden(vec![Domain::first(2); CELLS], rng);
    let mut made = 0;
    while made < CELLS * 4 {
        let cells = rng.some(CELLS, 3);
        let wrong: Vec<Code> = cells.iter().map(|_| rng.below(2) as Code).collect();
        if cells
            .iter()
            .zip(&wrong)
            .any(|(cell, wrong)| code(&world, *cell) != *wrong)
        {
            let table = Table::from_test(&[2; 3], |codes| codes != wrong);
            world.add(&cells, Relation::Table(table.into()));
            made += 1;
        }
    }
    finish(world)
}

/// 14 rows and columns, each value once in each, two in five of the places given.
fn square(rng: &mut Rng) -> Listed {
    const SIDE: usize = 14;
    let mut rows: Vec<usize> = (0..SIDE).collect();
    let mut columns = rows.clone();
    rng.shuffle(&mut rows);
    rng.shuffle(&mut columns);
    let mut domains = vec![Domain::first(SIDE); CELLS];
    let mut witness = vec![0; CELLS];
    for cell in 0..SIDE * SIDE {
        witness[cell] = ((rows[cell / SIDE] + columns[cell % SIDE]) % SIDE) as Code;
        if rng.chance(40) {
            domains[cell] = Domain::one(&domains[cell], witness[cell]);
        }
    }
    let mut world = Listed::new(domains);
    world.witness = witness;
    for line in 0..SIDE {
        let row = (0..SIDE).map(|at| CellId((line * SIDE + at) as u32));
        let column = (0..SIDE).map(|at| CellId((at * SIDE + line) as u32));
        for cells in [row.collect::<Vec<CellId>>(), column.collect()] {
            let group = Group::new(cells.clone(), |cell| world.witness(cell));
            world.add(&cells, Relation::AllDifferent(group.into()));
        }
    }
    finish(world)
}

fn sums(rng: &mut Rng) -> Listed {
    let mut world = hidden(vec![Domain::Range(0, 20); CELLS], rng);
    for _ in 0..CELLS * 2 {
        let cells = rng.some(CELLS, 3);
        let codes: Vec<Code> = cells.iter().map(|cell| code(&world, *cell)).collect();
        let relation = match rng.below(4) {
            0 | 1 => {
                let constant = codes[2] - codes[0] - codes[1];
                Relation::Bounds(Bounds::of(&[1, 1, -1], constant, Sum::Zero))
            }
            2 => {
                let slack = codes[0] + codes[1] - 2 * codes[2] + rng.below(3) as Code;
                Relation::Bounds(Bounds::of(&[1, 1, -2], -slack, Sum::AtMostZero))
            }
            _ if codes[0] + codes[1] == codes[2] => continue,
            _ => Relation::Bounds(Bounds::of(&[1, 1, -1], 0, Sum::NotZero)),
        };
        world.add(&cells, relation);
    }
    for _ in 0..10 {
        let cells = rng.some(CELLS, 20);
        let low = rng.below(15) as Code;
        let values = Domain::Range(low, low + 5);
        let inside = cells
            .iter()
            .filter(|cell| values.contains(code(&world, **cell)))
            .count();
        let bounds = (inside as u32, inside as u32);
        let count = Count::new(cells.clone(), values, bounds, world.base());
        world.add(&cells, Relation::Count(count.into()));
    }
    finish(world)
}
