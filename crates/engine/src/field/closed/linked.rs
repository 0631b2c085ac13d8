//! Relations that would follow: what propagation rules would set from open cells as the witness has them, in whatever
//! order they are fixed.
//!
//! Relations only come and grow here, so a cell that is fixed last finds every relation that can come without it: the
//! search leaves the cell open and looks what follows from the others. Each relation keeps what its coming rests on.
//! Where one of those cells changes, or is to be left open, it is taken out and only its own ends are asked again.

use super::{Asked, Broken, Closing, LINKED, conjuncts, is_broken};
use crate::canon::Canon;
use crate::event::Event;
use crate::graph::{Force, Graph, Kinds, Reached, Relation, Relations};
use crate::project::Project;
use crate::propagation::{self, Action, Propagation, Target};
use crate::shared::Shared;
use crate::state::State;
use logic::formula::{Formula, Term};
use logic::value::{Cell, Name, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

type Key = (Name, Name, Name);

/// How many cells are left open at once.
const OPEN: usize = 2;

/// What the coming of something rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// The cells that are fixed before, or by whose fixing it comes.
    pub rests: BTreeSet<Cell>,
    /// Where one of these is so, it does not come in this way.
    pub otherwise: Vec<Formula>,
    /// Whether some order surely brings it about.
    pub sure: bool,
}

impl Proof {
    pub(super) fn of(otherwise: Vec<Formula>) -> Proof {
        Proof {
            rests: BTreeSet::new(),
            otherwise,
            sure: true,
        }
    }

    fn rest_on(&mut self, other: &Proof) {
        self.rests.extend(other.rests.iter().cloned());
        for part in &other.otherwise {
            if !self.otherwise.contains(part) {
                self.otherwise.push(part.clone());
            }
        }
        self.sure &= other.sure;
    }
}

/// The relations of a session, with all those that could come.
#[derive(Clone, Debug)]
pub(super) struct Linked {
    relations: Shared<Relations>,
    proofs: BTreeMap<Key, Proof>,
}

impl Linked {
    fn of(state: &State) -> Linked {
        Linked {
            relations: state.relations.clone(),
            proofs: BTreeMap::new(),
        }
    }

    pub(super) fn relations(&self) -> &Relations {
        &self.relations
    }

    fn rests_on(&self, cell: &Cell) -> bool {
        let mut proofs = self.proofs.values();
        proofs.any(|proof| proof.rests.contains(cell))
    }

    /// Takes a relation that is new or stronger.
    fn take(&mut self, project: &Project, relation: Relation, proof: Proof) -> bool {
        let key = relation.key();
        let own = self.relations.get(&key);
        let known = own.or_else(|| project.relations.get(&key));
        if known.is_some_and(|known| known.force >= relation.force) {
            return false;
        }
        self.relations.set(relation);
        self.proofs.insert(key, proof);
        true
    }

    /// Those of a state that rest on none of these cells, and who stands at the ends of the others.
    fn without(&self, state: &State, is_gone: &dyn Fn(&Cell) -> bool) -> (Linked, BTreeSet<Name>) {
        let (mut kept, mut ends) = (Linked::of(state), BTreeSet::new());
        for (key, proof) in &self.proofs {
            let known = state.relations.get(key);
            let coming = self.relations.get(key);
            let coming = coming.filter(|it| known.is_none_or(|known| known.force < it.force));
            match coming.filter(|_| !proof.rests.iter().any(is_gone)) {
                Some(relation) => {
                    kept.relations.set(relation.clone());
                    kept.proofs.insert(key.clone(), proof.clone());
                }
                None => ends.extend([key.0.clone(), key.2.clone()]),
            }
        }
        (kept, ends)
    }
}

/// The relations that could come and did not before, or in another way, or of somebody who changed.
pub(super) type Touched = BTreeSet<Key>;

impl Closing<'_> {
    /// The relations that the session has, and those that could come.
    pub(super) fn relations(&self) -> &Relations {
        let linked = self.linked.as_ref();
        linked.map_or(&self.state.relations, |linked| &linked.relations)
    }

    /// Looks for all relations that could come.
    pub(super) fn link_everywhere(&mut self) -> Touched {
        if !self.links() {
            return Touched::new();
        }
        let mut linked = Linked::of(self.state);
        let all = self.project().entities.keys().cloned().collect();
        self.spread(&mut linked, all, &BTreeSet::new());
        let touched = linked.proofs.keys().cloned().collect();
        self.link(linked);
        touched
    }

    /// The same from those that could come before the change: its cells, and the relations that came with it.
    pub(super) fn link_first(
        &mut self,
        cells: &BTreeSet<Cell>,
        relations: &[(Name, Name)],
    ) -> Touched {
        if !self.links() {
            return Touched::new();
        }
        let before = self.on;
        let mut earlier = Closing::new(before, before.state, before.known.clone(), &[], 0);
        earlier.link_everywhere();
        self.linked = earlier.linked;
        let ends = relations.iter().flat_map(|(from, to)| [from, to]);
        self.link_from(cells, ends.cloned().collect())
    }

    /// The same once these cells have another value.
    pub(super) fn link_again(&mut self, cells: &BTreeSet<Cell>) -> Touched {
        match self.links() {
            true => self.link_from(cells, BTreeSet::new()),
            false => Touched::new(),
        }
    }

    fn link(&mut self, linked: Linked) {
        self.linked = (!linked.proofs.is_empty()).then(|| Rc::new(linked));
        self.before.clear();
    }

    fn link_from(&mut self, cells: &BTreeSet<Cell>, mut seeds: BTreeSet<Name>) -> Touched {
        let project = self.project();
        let links = || project.binding.iter().filter(|binding| binding.links);
        let by_anybody = |cell: &Cell| links().any(|it| it.others.contains(&cell.attribute));
        let hangs = || links().any(|it| project.propagation[&it.rule].hangs_on_relations());
        let earlier = self.linked.take();
        // What a relation that the session changed led to is not known of each.
        if cells.iter().any(by_anybody) || (!seeds.is_empty() && hangs()) {
            return self.link_everywhere();
        }
        let fixed = |cell: &Cell| {
            self.state.facts.get(cell).is_some() && self.on.state.facts.get(cell).is_none()
        };
        let (mut linked, ends) = match &earlier {
            Some(earlier) => {
                earlier.without(self.state, &|cell| cells.contains(cell) || fixed(cell))
            }
            None => (Linked::of(self.state), BTreeSet::new()),
        };
        seeds.extend(ends);
        seeds.extend(
            cells
                .iter()
                .map(|cell| self.state.kept(&cell.entity).clone()),
        );
        self.spread(&mut linked, seeds.clone(), &BTreeSet::new());
        let is_new = |(key, proof): &(&Key, &Proof)| {
            let same = |earlier: &Rc<Linked>| {
                earlier.proofs.get(*key) == Some(*proof)
                    && earlier.relations.get(key).map(|known| known.force)
                        == linked.relations.get(key).map(|known| known.force)
            };
            !earlier.as_ref().is_some_and(same) || seeds.contains(&key.0) || seeds.contains(&key.2)
        };
        let mut touched: Touched = (linked.proofs.iter().filter(is_new))
            .map(|(key, _)| key.clone())
            .collect();
        // Where one relation comes over others, another way to one is another way to all of them, and a rule of the
        // world can speak of others than the two it waits for.
        let waits_beyond = |rule: &Propagation| match &rule.action {
            Action::Relate { kind, .. } => project.base.waits_beyond(&project.relation_kinds, kind),
            Action::Constrain { .. }
            | Action::Reinforce { .. }
            | Action::Force(_)
            | Action::Recheck(_)
            | Action::Raise(_) => false,
        };
        let beyond = links().any(|it| waits_beyond(&project.propagation[&it.rule]));
        if beyond || (hangs() && !touched.is_empty()) {
            touched.extend(linked.proofs.keys().cloned());
        }
        self.link(linked);
        touched
    }

    /// The relations that could have come when this cell is fixed.
    pub(super) fn linked_before(&mut self, cell: &Cell) -> Option<Rc<Linked>> {
        let all = self.linked.clone()?;
        if !all.rests_on(cell) {
            return Some(all);
        }
        if let Some(known) = self.before.get(cell) {
            return Some(known.clone());
        }
        let open = BTreeSet::from([cell.clone()]);
        let linked = Rc::new(self.leaving_open(&all, cell, &open));
        self.before.insert(cell.clone(), linked.clone());
        Some(linked)
    }

    /// What is left of these where one more cell stays open.
    fn leaving_open(&self, linked: &Linked, cell: &Cell, open: &BTreeSet<Cell>) -> Linked {
        let (mut left, ends) = linked.without(self.state, &|rest| rest == cell);
        self.spread(&mut left, ends, open);
        left
    }

    /// Adds what could come from these, and then from whom that reaches, while some cells stay open.
    fn spread(&self, linked: &mut Linked, seeds: BTreeSet<Name>, open: &BTreeSet<Cell>) {
        let project = self.project();
        let links = || (0..project.binding.len()).filter(|at| project.binding[*at].links);
        let hangs = links().any(|at| self.rule(at).hangs_on_relations());
        let mut asked = seeds;
        while !asked.is_empty() {
            let mut coming = Vec::new();
            for at in links() {
                let ids = asked.iter();
                coming.extend(ids.flat_map(|id| self.coming_from(at, id, linked, open)));
            }
            asked = BTreeSet::new();
            for (relation, proof) in coming {
                let ends = [relation.from.clone(), relation.to.clone()];
                if linked.take(project, relation, proof) {
                    asked.extend(ends);
                }
            }
            if !hangs {
                return;
            }
            // Who reaches them finds a new way.
            let mut reaching = BTreeSet::new();
            for at in links() {
                let rule = self.rule(at);
                if matches!(rule.to, Target::Relations { .. } | Target::Path { .. }) {
                    let now = self.state.now();
                    let canon = Canon::new(project, self.state, now).supposing(&linked.relations);
                    for id in &asked {
                        let reached = propagation::targets(&canon, rule, &Cell::new(id, ""));
                        reaching.extend(reached.into_iter().map(|reached| reached.entity));
                    }
                }
            }
            asked.append(&mut reaching);
        }
    }

    /// The relations that a rule sets from one of somebody's cells.
    fn coming_from(
        &self,
        at: usize,
        id: &Name,
        linked: &Linked,
        open: &BTreeSet<Cell>,
    ) -> Vec<(Relation, Proof)> {
        let project = self.project();
        let sort = self.rule(at).when.sort.as_ref();
        let known = project.entities.get(id);
        let other = known.is_none_or(|entity| {
            sort.is_some_and(|sort| !project.sorts.is_sub(&entity.sort, sort))
        });
        if other || self.state.merged.contains_key(id) {
            return Vec::new();
        }
        let cells = self.open_cells(at, id).filter(|cell| !open.contains(cell));
        let coming = cells.flat_map(|cell| self.coming(at, &cell, linked, open));
        coming.collect()
    }

    /// The relations that a rule sets when this cell is fixed after all that can come without it.
    fn coming(
        &self,
        at: usize,
        cell: &Cell,
        linked: &Linked,
        open: &BTreeSet<Cell>,
    ) -> Vec<(Relation, Proof)> {
        let (project, rule) = (self.project(), self.rule(at));
        let (without, mut coming) = (&mut None, Vec::new());
        let rests = rule.hangs_on_relations() && linked.rests_on(cell);
        // What comes without three cells is taken for what comes without two of them, which is more.
        let sure = !rests || open.len() < OPEN;
        let linked = match rests && sure {
            true => {
                let mut open = open.clone();
                open.insert(cell.clone());
                let without = without.insert(self.leaving_open(linked, cell, &open));
                // What comes without this cell comes all the more.
                for (key, proof) in &without.proofs {
                    let relation = without.relations.get(key);
                    coming.extend(relation.map(|known| (known.clone(), proof.clone())));
                }
                &*without
            }
            false => linked,
        };
        let canon = Canon::completed(self.completed());
        let canon = canon.supposing(&linked.relations).leaving(open);
        if !propagation::triggered(&canon, rule, cell) {
            return coming;
        }
        // In another order a relation of the same kind, which is weaker, is not there yet.
        let alone = Canon::completed(self.completed()).leaving(open);
        let related = match rule.action {
            Action::Relate { .. } => &alone,
            Action::Constrain { .. }
            | Action::Reinforce { .. }
            | Action::Force(_)
            | Action::Recheck(_)
            | Action::Raise(_) => &canon,
        };
        for reached in propagation::targets(&canon, rule, cell) {
            let mut events = Vec::new();
            let name = &project.binding[at].rule;
            propagation::follow(related, (name, rule), cell, &reached, &mut events);
            for event in events {
                if let Event::RelationSet(set) = event {
                    let relation = set.relation(0);
                    let mut proof = self.proof(linked, at, cell, &reached);
                    // What it changes must be there.
                    if let (Action::Force(_), Some(known)) =
                        (&rule.action, linked.proofs.get(&relation.key()))
                    {
                        proof.rest_on(known);
                    }
                    proof.sure &= sure;
                    coming.push((relation, proof));
                }
            }
        }
        coming
    }

    /// What it rests on that a rule reaches somebody from this cell.
    pub(super) fn proof(
        &self,
        linked: &Linked,
        at: usize,
        cell: &Cell,
        reached: &Reached,
    ) -> Proof {
        let rule = self.rule(at);
        let mut proof = Proof::of(self.otherwise(rule, cell, reached));
        proof.rests = self.rests(rule, cell);
        proof.sure = self.never_weaker(rule) && self.in_every_order(rule, cell);
        let own = Canon::new(self.project(), self.state, self.state.now());
        let all = Graph {
            own: &linked.relations,
            ..own.graph()
        };
        let mut rest_on = |relation: Option<&Relation>| {
            if let Some(known) = relation.and_then(|known| linked.proofs.get(&known.key())) {
                proof.rest_on(known);
            }
        };
        if let Some(kind) = &rule.when.relation {
            let fits = |relation: &&Relation| Kinds::fits(&relation.kind, kind);
            if !own.graph().of(&cell.entity).iter().any(fits) {
                rest_on(all.of(&cell.entity).into_iter().find(|known| fits(known)));
            }
        }
        if let Target::Relations { kinds, .. } | Target::Path { kinds, .. } = &rule.to {
            let reaches = |known: &Reached| known.entity == reached.entity;
            if propagation::targets(&own, rule, cell).iter().any(reaches) {
                return proof;
            }
            let mut from = &cell.entity;
            for to in &reached.path {
                let fits = |kind: &Name| {
                    kinds.is_empty() || kinds.iter().any(|wanted| Kinds::fits(kind, wanted))
                };
                let mut between = all.of(from).into_iter();
                rest_on(between.find(|known| known.other(from) == to && fits(&known.kind)));
                from = to;
            }
            proof.sure &= self.is_as_strong();
        }
        proof
    }

    /// Whether a rule starts from a cell whenever that is fixed. Where it waits for other open cells it does not if it
    /// is fixed before them, and no one witness says what is chosen then.
    pub(super) fn in_every_order(&self, rule: &Propagation, cell: &Cell) -> bool {
        if self.edition < LINKED {
            return true;
        }
        let is_open = |other: &Cell| {
            other != cell
                && self.state.facts.get(other).is_none()
                && !self.project().facts.contains_key(other)
        };
        let mut waits_for: BTreeSet<Cell> = BTreeSet::new();
        waits_for.extend(rule.when.fixed.as_ref().map(|attribute| Cell {
            entity: cell.entity.clone(),
            attribute: attribute.clone(),
        }));
        if let Some(when) = &rule.when.value {
            let when = propagation::bound(when, &cell.entity, &cell.entity);
            for read in super::with_derived(self.project(), &when) {
                waits_for.extend(logic::holds::cells(&read));
            }
        }
        !waits_for.iter().any(is_open)
    }

    /// Whether whom a rule reaches is the same in every order: no relation is made weaker.
    pub(super) fn never_weaker(&self, rule: &Propagation) -> bool {
        let by_way = matches!(rule.to, Target::Relations { .. } | Target::Path { .. });
        let mut rules = self.project().propagation.values();
        let weakens = |rule: &Propagation| matches!(rule.action, Action::Force(_));
        !by_way || self.edition < LINKED || !rules.any(weakens)
    }

    /// Whether a relation that comes is as strong whichever rule sets it first.
    fn is_as_strong(&self) -> bool {
        let rules = self.project().propagation.values();
        let mut forces: BTreeMap<&Name, Force> = BTreeMap::new();
        let mut actions = rules.map(|rule| &rule.action);
        actions.all(|action| match action {
            Action::Relate { kind, force } => *forces.entry(kind).or_insert(*force) == *force,
            Action::Constrain { .. }
            | Action::Reinforce { .. }
            | Action::Force(_)
            | Action::Recheck(_)
            | Action::Raise(_) => true,
        })
    }

    /// The cells that are fixed when a rule starts from this one.
    fn rests(&self, rule: &Propagation, cell: &Cell) -> BTreeSet<Cell> {
        let own = |attribute: &Name| Cell {
            entity: cell.entity.clone(),
            attribute: attribute.clone(),
        };
        let mut rests = BTreeSet::from([cell.clone()]);
        rests.extend(rule.when.fixed.as_ref().map(own));
        if let Target::Reference(attribute) = &rule.to {
            rests.insert(own(attribute));
        }
        if let Some(when) = &rule.when.value {
            let when = propagation::bound(when, &cell.entity, &cell.entity);
            for read in super::with_derived(self.project(), &when) {
                rests.extend(logic::holds::cells(&read));
            }
        }
        rests
    }

    /// Whoever could reach somebody over a relation that would follow.
    pub(super) fn along_linked(&self, touched: &Touched) -> BTreeSet<Asked> {
        let ends = touched.iter();
        let ends: Vec<(Name, Name)> = ends
            .map(|(from, _, to)| (from.clone(), to.clone()))
            .collect();
        self.along(&ends, self.relations())
    }

    /// The rules of the world that wait for relations that would follow, and do not hold.
    pub(super) fn waiting(&self, touched: &Touched) -> Vec<Broken> {
        let (Some(linked), false) = (&self.linked, touched.is_empty()) else {
            return Vec::new();
        };
        let project = self.project();
        let own = &self.state.relations;
        let canon = Canon::completed(self.completed()).supposing(&linked.relations);
        let edges = project.base.edges(project, &linked.relations);
        let mut found: Vec<Broken> = Vec::new();
        for key in touched {
            let there = own.get(key).is_some() || project.relations.get(key).is_some();
            let Some(proof) = linked.proofs.get(key).filter(|_| !there) else {
                continue;
            };
            for event in project.base.rules_completed(project, edges.clone(), key) {
                let Some(added) = is_broken(&canon, event) else {
                    continue;
                };
                let mut proof = proof.clone();
                for other in self.also_needed(linked, key, &added.formula) {
                    proof.rest_on(&linked.proofs[&other]);
                    // Each of the two comes in some order; whether in the same is not known.
                    proof.sure = false;
                }
                let broken = self.as_broken(proof, added);
                if found.iter().all(|known| known.instead != broken.instead) {
                    found.push(broken);
                }
            }
        }
        found
    }

    /// The other relations that would follow for which a rule may wait beside this one.
    fn also_needed(&self, linked: &Linked, key: &Key, waiting: &Formula) -> BTreeSet<Key> {
        let mut needed = BTreeSet::new();
        let mut waiting = waiting;
        while let Formula::Implies(given, then) = waiting {
            for given in conjuncts((**given).clone()) {
                if !logic::holds::cells(&given).is_empty() {
                    continue;
                }
                let mut named = BTreeSet::new();
                given.visit_terms(&mut |term| {
                    if let Term::Constant(Value::Entity(entity)) = term {
                        named.insert(entity);
                    }
                });
                let others = linked.proofs.keys().filter(|other| *other != key);
                let among =
                    others.filter(|(from, _, to)| named.contains(from) && named.contains(to));
                needed.extend(among.cloned());
            }
            waiting = then;
        }
        needed
    }
}
