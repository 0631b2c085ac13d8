//! Cases by hand: each says what it is about.

use super::worlds::Listed;
use logic::domain::{Code, Domain};
use logic::solve::{
    Because, Bounds, CellId, Change, Check, Cost, Count, Field, Group, InstanceId, Kept, Relation,
    Scope, Settled, Table, Tag, admit, conflict, why_not, withdraw,
};

const NODES: u64 = 500;

fn fix(world: &Listed, field: &mut Field, tag: u64, cell: u32, code: Code) -> Settled {
    let change = Change::Fix {
        cell: CellId(cell),
        code,
    };
    admit(world, field, Tag(tag), &change, NODES, &mut Cost::default())
}

fn fits(settled: &Settled) -> bool {
    matches!(settled, Settled::Fits { .. })
}

fn cells(numbers: impl IntoIterator<Item = u32>) -> Vec<CellId> {
    numbers.into_iter().map(CellId).collect()
}

fn domain(world: &Listed, field: &Field, cell: u32) -> Domain {
    field.domain(world, CellId(cell))
}

#[test]
fn a_fixed_cell_keeps_its_value() {
    let world = Listed::new(vec![Domain::first(3)]);
    let mut field = Field::default();
    assert!(fits(&fix(&world, &mut field, 1, 0, 2)));
    assert!(fits(&fix(&world, &mut field, 2, 0, 2)));
    let Settled::Refused(why) = fix(&world, &mut field, 3, 0, 1) else {
        panic!("a second value");
    };
    assert!(why.changes().contains(&Tag(1)));
    assert_eq!(domain(&world, &field, 0).only(), Some(2));
    let cost = &mut Cost::default();
    assert_eq!(withdraw(&world, &mut field, Tag(1), cost), Err(Kept::Fixed));
    assert_eq!(
        withdraw(&world, &mut field, Tag(9), cost),
        Err(Kept::Unknown)
    );
}

#[test]
fn ranges_without_an_end_are_bounded_by_others() {
    let open = Domain::Range(0, Code::MAX);
    let mut world = Listed::new(vec![open.clone(), open.clone(), open]);
    world.witness = vec![0, 5, 5];
    world.add(&cells([0, 1]), Relation::Bounds(Bounds::at_most(5)));
    world.add(&cells([1, 2]), Relation::Bounds(Bounds::equal(0)));
    let base = world.tightened(NODES).expect("it can be had");
    let mut field = Field::default();
    let Settled::Fits { witness, .. } = fix(&base, &mut field, 7, 0, 100) else {
        panic!("nothing is in the way");
    };
    assert_eq!(domain(&base, &field, 2), Domain::Range(105, Code::MAX));
    assert!(witness.contains(&(CellId(2), 105)), "{witness:?}");
    let why = why_not(&base, &field, CellId(2), 104).expect("it is too small");
    assert_eq!(why.changes(), [Tag(7)].into());
    assert_eq!(why.instances(), [InstanceId(0), InstanceId(1)].into());
    let base_alone = why_not(&base, &field, CellId(2), -1).expect("it never was");
    assert!(matches!(
        base_alone.reasons[base_alone.roots[0]].because,
        Because::Base
    ));
}

#[test]
fn a_hole_in_a_range_is_a_constraint() {
    let world = Listed::new(vec![Domain::Range(0, 9)]);
    let mut field = Field::default();
    let hole = Change::Require {
        scope: Scope::new(&cells([0])),
        relation: Relation::Check(Check::new(|codes| codes[0] != 4)),
    };
    assert!(fits(&admit(
        &world,
        &mut field,
        Tag(1),
        &hole,
        NODES,
        &mut Cost::default()
    )));
    let Settled::Refused(why) = fix(&world, &mut field, 2, 0, 4) else {
        panic!("4 is the hole");
    };
    assert_eq!(why.changes(), [Tag(1), Tag(2)].into());
    withdraw(&world, &mut field, Tag(1), &mut Cost::default()).expect("it is a constraint");
    assert!(fits(&fix(&world, &mut field, 3, 0, 4)));
}

/// A set of references is one yes-or-no cell for each possible element.
#[test]
fn a_set_has_as_many_elements_as_it_must() {
    let mut world = Listed::new(vec![Domain::first(2); 5]);
    let members = cells(0..5);
    let yes = Domain::Few(0b10);
    let count = Count::new(members.clone(), yes, (2, 2), world.base());
    world.add(&members, Relation::Count(count.into()));
    let base = world.tightened(NODES).expect("it can be had");
    let mut field = Field::default();
    assert!(fits(&fix(&base, &mut field, 1, 3, 1)));
    assert!(fits(&fix(&base, &mut field, 2, 4, 1)));
    for cell in 0..3 {
        assert_eq!(domain(&base, &field, cell).only(), Some(0));
        let why = why_not(&base, &field, CellId(cell), 1).expect("the set is full");
        assert_eq!(why.changes(), [Tag(1), Tag(2)].into());
    }
}

#[test]
fn many_values_are_narrowed_like_few() {
    let mut world = Listed::new(vec![Domain::first(200); 2]);
    let next = Table::from_test(&[200; 2], |codes| (codes[0] + 1) % 200 == codes[1]);
    world.witness = vec![0, 1];
    world.add(&cells([0, 1]), Relation::Table(next.into()));
    let mut field = Field::default();
    assert!(fits(&fix(&world, &mut field, 1, 0, 150)));
    assert_eq!(domain(&world, &field, 1).only(), Some(151));
    let why = why_not(&world, &field, CellId(1), 150).expect("only 151 follows 150");
    assert_eq!(why.changes(), [Tag(1)].into());
}

/// As many values as members: whoever takes a value leaves its own to the one that had it.
#[test]
fn members_of_a_large_group_change_places() {
    const MEMBERS: u32 = 300;
    let mut world = Listed::new(vec![Domain::first(MEMBERS as usize); MEMBERS as usize]);
    world.witness = (0..Code::from(MEMBERS)).collect();
    let members = cells(0..MEMBERS);
    let group = Group::new(members.clone(), |cell| cell.0.into());
    world.add(&members, Relation::AllDifferent(group.into()));
    let mut field = Field::default();
    for cell in 0..100 {
        let settled = fix(
            &world,
            &mut field,
            cell.into(),
            cell,
            Code::from(cell) + 150,
        );
        assert!(fits(&settled), "{cell}: {settled:?}");
    }
    let mut codes: Vec<Code> = world
        .cells()
        .map(|cell| field.witness(&world, cell))
        .collect();
    codes.sort_unstable();
    assert_eq!(codes, (0..Code::from(MEMBERS)).collect::<Vec<Code>>());
    assert!(!domain(&world, &field, 200).contains(160));
    let why = why_not(&world, &field, CellId(200), 160).expect("somebody has it");
    assert_eq!(why.changes(), [Tag(10)].into());
    let taken = Change::Fix {
        cell: CellId(200),
        code: 160,
    };
    let found = conflict(&world, &field, Tag(999), &taken, NODES).expect("it is taken");
    assert_eq!(found.changes, [Tag(10)]);
}

/// A tenth of the members have the value; for each that gets it another must give it up, until all are known.
#[test]
fn a_large_count_lets_others_leave() {
    let mut world = Listed::new(vec![Domain::first(2); 100]);
    for cell in 0..10 {
        world.witness[cell] = 1;
    }
    let members = cells(0..100);
    let count = Count::new(members.clone(), Domain::Few(0b10), (10, 10), world.base());
    world.add(&members, Relation::Count(count.into()));
    let mut field = Field::default();
    for cell in 50..60 {
        let settled = fix(&world, &mut field, cell.into(), cell, 1);
        assert!(fits(&settled), "{cell}: {settled:?}");
        let having = world
            .cells()
            .filter(|cell| field.witness(&world, *cell) == 1);
        assert_eq!(having.count(), 10);
    }
    assert_eq!(domain(&world, &field, 0).only(), Some(0));
    assert!(matches!(
        fix(&world, &mut field, 99, 0, 1),
        Settled::Refused(_)
    ));
    assert!(fits(&fix(&world, &mut field, 100, 0, 0)));
}

#[test]
fn a_copy_of_a_field_goes_its_own_way() {
    let mut world = Listed::new(vec![Domain::first(3); 2]);
    let table = Table::from_test(&[3; 2], |codes| codes[0] != codes[1]);
    world.witness = vec![0, 1];
    world.add(&cells([0, 1]), Relation::Table(table.into()));
    let mut field = Field::default();
    let mut copy = field.clone();
    assert!(fits(&fix(&world, &mut copy, 1, 0, 1)));
    assert_eq!(domain(&world, &field, 1), Domain::first(3));
    assert_eq!(field.touched(), []);
    assert!(fits(&fix(&world, &mut field, 1, 0, 2)));
    assert_eq!(domain(&world, &copy, 0).only(), Some(1));
    assert_eq!(domain(&world, &field, 0).only(), Some(2));
}
