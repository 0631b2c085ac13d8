//! What is settled quickly, among tables of two, is settled as everything else is: the same values, reasons,
//! witness and counts, in the same order.

use super::worlds::{Listed, Rng};
use logic::domain::{Code, Domain};
use logic::solve::{
    Bounds, CellId, Change, Check, Cost, Field, InstanceId, Relation, Room, Scope, Settled, Table,
    Tag, World, why_not,
};
use std::cell::Cell;

/// A world that counts how often it is asked the long way, and can refuse the short one.
struct Asked<'w> {
    world: &'w Listed,
    slowly: Option<Relation>,
    long: Cell<u64>,
}

impl World for Asked<'_> {
    fn domain(&self, cell: CellId) -> Domain {
        self.world.domain(cell)
    }

    fn witness(&self, cell: CellId) -> Code {
        self.world.witness(cell)
    }

    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        self.long.set(self.long.get() + 1);
        self.world.instances(cell, visit);
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        self.world.instance(id)
    }

    fn each<'w>(
        &'w self,
        cell: CellId,
        visit: &mut dyn FnMut(InstanceId, &[CellId], &'w Relation),
    ) {
        match &self.slowly {
            // Something that is no table of two.
            Some(relation) => visit(InstanceId(0), &[cell], relation),
            None => self.world.each(cell, visit),
        }
    }
}

/// Tables of two between cells of 2 to 8 values, tight enough that witnesses break; in mixed worlds larger
/// cells, bounds and checks among them.
fn world(rng: &mut Rng, mixed: bool) -> Option<Listed> {
    const CELLS: usize = 40;
    let mut size = || match mixed && rng.chance(5) {
        true => 9 + rng.below(4),
        false => 2 + rng.below(7),
    };
    let sizes: Vec<usize> = (0..CELLS).map(|_| size()).collect();
    let domains = sizes.iter().map(|size| Domain::first(*size)).collect();
    let mut world = Listed::new(domains);
    for _ in 0..2 * CELLS {
        let cells = rng.some(CELLS, 2);
        let [left, right] = [0, 1].map(|at| sizes[cells[at].0 as usize]);
        let tight = 45 + rng.below(40);
        let table = Table::from_test(&[left, right], |_| rng.chance(tight));
        world.add(&cells, Relation::Table(table.into()));
    }
    if mixed {
        world.add(&rng.some(CELLS, 2), Relation::Bounds(Bounds::different(0)));
        let check = Check::new(|codes| codes.iter().sum::<Code>() % 5 != 3);
        world.add(&rng.some(CELLS, 3), Relation::Check(check));
    }
    world.tightened(5_000)
}

/// Everything that random changes lead to, told, and how many were admitted.
fn told(world: &Asked<'_>, rng: &mut Rng) -> (String, usize) {
    let (mut field, mut room) = (Field::default(), Room::default());
    let (mut told, mut admitted) = (String::new(), 0);
    for step in 0..60 {
        let cell = CellId(rng.below(world.world.domains.len()) as u32);
        let codes: Vec<Code> = field.domain(world, cell).codes().collect();
        let code = rng.pick(&codes);
        let change = match rng.below(4) {
            0 => Change::Narrow {
                cell,
                to: field.domain(world, cell).without(code),
            },
            1 => Change::Fix {
                cell,
                code: rng.below(9) as Code,
            },
            _ => Change::Fix { cell, code },
        };
        let mut cost = Cost::default();
        let settled = room.admit(world, &mut field, Tag(step), &change, 60, &mut cost);
        admitted += usize::from(matches!(settled, Settled::Fits { .. }));
        told.push_str(&format!("{change:?} {settled:?} {cost:?}\n"));
    }
    for cell in world.world.cells() {
        let (domain, witness) = (field.domain(world, cell), field.witness(world, cell));
        told.push_str(&format!("{cell:?} {domain:?} {witness}\n"));
        for code in 0..8 {
            told.push_str(&format!("{:?}\n", why_not(world, &field, cell, code)));
        }
    }
    (told, admitted)
}

#[test]
fn what_is_settled_quickly_is_settled_alike() {
    let (mut admitted, mut long) = ([0; 2], [[0; 2]; 2]);
    for seed in 0..400 {
        let mixed = seed % 2 == 1;
        let Some(world) = world(&mut Rng(seed), mixed) else {
            continue;
        };
        let refuses = Relation::Check(Check::new(|_| true));
        let both = [None, Some(refuses)].map(|slowly| Asked {
            world: &world,
            slowly,
            long: Cell::new(0),
        });
        let [quick, slow] = [0, 1].map(|at| told(&both[at], &mut Rng(seed + 1_000)));
        assert_eq!(quick.0, slow.0, "seed {seed}");
        admitted[usize::from(mixed)] += quick.1;
        for at in 0..2 {
            long[usize::from(mixed)][at] += both[at].long.get();
        }
    }
    println!("{admitted:?} changes admitted; asked the long way, quickly and slowly: {long:?}");
    assert!(
        admitted.iter().all(|admitted| *admitted > 1_000),
        "{admitted:?}"
    );
    let [plain, _] = long;
    assert!(
        plain[0] * 3 < plain[1] * 2,
        "little was settled quickly: {long:?}"
    );
}
