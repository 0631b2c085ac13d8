//! Worlds made by hand or from a seed, with all of their instances in a list.

use logic::domain::{Code, Domain};
use logic::solve::{CellId, InstanceId, Relation, Scope, Tightened, World, tighten};

/// SplitMix64: the same numbers in every run.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Some of the cells, each once.
    pub fn some(&mut self, cells: usize, count: usize) -> Vec<CellId> {
        let mut all: Vec<CellId> = (0..cells as u32).map(CellId).collect();
        self.shuffle(&mut all);
        all.truncate(count);
        all
    }
}

/// A cell that only makes groups large has this value, plus its number.
pub const PADDING_CODE: Code = 100;

#[derive(Clone, Default)]
pub struct Listed {
    pub domains: Vec<Domain>,
    pub witness: Vec<Code>,
    pub instances: Vec<(Scope, Relation)>,
    pub of_cell: Vec<Vec<InstanceId>>,
}

impl Listed {
    pub fn new(domains: Vec<Domain>) -> Listed {
        let least = |domain: &Domain| domain.least().or(domain.most()).unwrap_or(0);
        Listed {
            witness: domains.iter().map(least).collect(),
            of_cell: vec![Vec::new(); domains.len()],
            instances: Vec::new(),
            domains,
        }
    }

    pub fn add(&mut self, cells: &[CellId], relation: Relation) {
        let id = InstanceId(self.instances.len() as u64);
        let scope = match relation.group() {
            Some(_) => Scope::GROUP,
            None => Scope::new(cells),
        };
        for cell in cells {
            let known = &mut self.of_cell[cell.0 as usize];
            if known.last() != Some(&id) {
                known.push(id);
            }
        }
        self.instances.push((scope, relation));
    }

    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.domains.len() as u32).map(CellId)
    }

    /// What the cell may be and is in the witness, for a new group.
    pub fn base(&self) -> impl Fn(CellId) -> (Domain, Code) {
        |cell| {
            let at = cell.0 as usize;
            (self.domains[at].clone(), self.witness[at])
        }
    }

    /// Whether an assignment satisfies an instance; cells beyond it have their only value.
    pub fn holds(scope: &Scope, relation: &Relation, codes: &[Code]) -> bool {
        let cells = match relation.group() {
            Some(group) => &group.members[..],
            None => scope.cells(),
        };
        let code = |cell: &CellId| match codes.get(cell.0 as usize) {
            Some(code) => *code,
            None => PADDING_CODE + Code::from(cell.0),
        };
        relation.holds(&cells.iter().map(code).collect::<Vec<Code>>())
    }

    /// The same world with its base computed; none if nothing satisfies it.
    pub fn tightened(&self, nodes: u64) -> Option<Listed> {
        match tighten(
            self,
            self.domains.len() as u32,
            nodes,
            &mut Default::default(),
        ) {
            Tightened::Fits(base) => {
                let mut world = Listed {
                    domains: base.domains,
                    witness: base.witness,
                    ..Listed::default()
                };
                world.of_cell = vec![Vec::new(); world.domains.len()];
                for (scope, relation) in &self.instances {
                    let (cells, relation) = world.renewed(scope, relation);
                    world.add(&cells, relation);
                }
                Some(world)
            }
            Tightened::Conflict { .. } => None,
            Tightened::OutOfBudget { .. } => panic!("the world is too hard for its test"),
        }
    }

    /// A relation with its group, if it has one, as it stands in this world.
    fn renewed(&self, scope: &Scope, relation: &Relation) -> (Vec<CellId>, Relation) {
        use logic::solve::{Count, Group};
        let Some(group) = relation.group() else {
            return (scope.cells().to_vec(), relation.clone());
        };
        let members = group.members.to_vec();
        let relation = match relation {
            Relation::Count(count) => {
                let bounds = (count.least, count.most);
                let count = Count::new(members.clone(), count.values.clone(), bounds, self.base());
                Relation::Count(count.into())
            }
            Relation::AllDifferent(_)
            | Relation::Table(_)
            | Relation::Bounds(_)
            | Relation::Check(_) => Relation::AllDifferent(
                Group::new(members.clone(), |cell| self.witness[cell.0 as usize]).into(),
            ),
        };
        (members, relation)
    }
}

impl World for Listed {
    fn domain(&self, cell: CellId) -> Domain {
        self.domains[cell.0 as usize].clone()
    }

    fn witness(&self, cell: CellId) -> Code {
        self.witness[cell.0 as usize]
    }

    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        self.of_cell[cell.0 as usize]
            .iter()
            .for_each(|id| visit(*id));
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        let (scope, relation) = &self.instances[id.0 as usize];
        (*scope, relation)
    }
}
