//! Relations that would follow: what propagation rules would set from open cells as the witness has them, in whatever
//! order they are fixed.
//!
//! Relations only come and grow here, so a cell that is fixed last finds every relation that can come without it: the
//! search leaves the cell open and looks what follows from the others. Each relation keeps what its coming rests on:
//! where it rests on a cell, what comes before that cell is worked out without it.

use super::{Asked, Broken, Closing, conjuncts, is_broken};
use crate::canon::Canon;
use crate::event::{Event, RelationSet};
use crate::field::{Field, Refusal};
use crate::graph::{Force, Kinds, Reached, Relation};
use crate::propagation::{self, Action, Propagation, Target};
use crate::state::State;
use logic::formula::{Formula, Term};
use logic::holds::Truth;
use logic::value::{Cell, Name, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

type Key = (Name, Name, Name);

/// What the coming of something rests on.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// The cells that are fixed before, or by whose fixing it comes.
    rests: BTreeSet<Cell>,
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

/// A session with all relations that could come.
#[derive(Debug)]
pub(super) struct Linked {
    state: State,
    proofs: BTreeMap<Key, Proof>,
}

impl Linked {
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    fn rests_on(&self, cell: &Cell) -> bool {
        let mut proofs = self.proofs.values();
        proofs.any(|proof| proof.rests.contains(cell))
    }

    /// Takes a relation that is new or stronger.
    fn take(&mut self, project: &crate::project::Project, set: &RelationSet, proof: Proof) -> bool {
        let relation = set.relation(0);
        let key = relation.key();
        let own = self.state.relations.get(&key);
        let known = own.or_else(|| project.relations.get(&key));
        if known.is_some_and(|known| known.force >= relation.force) {
            return false;
        }
        self.state.relations.set(relation);
        self.proofs.insert(key, proof);
        true
    }
}

impl Closing<'_> {
    /// The relations that could come, where there are any, while these cells stay open.
    pub(super) fn linked(&mut self, open: &BTreeSet<Cell>) -> Result<Option<Rc<Linked>>, Refusal> {
        if !self.links() {
            return Ok(None);
        }
        let linked = self.all_linked(open)?;
        Ok((!linked.proofs.is_empty()).then_some(linked))
    }

    /// The relations that could have come when this cell is fixed.
    pub(super) fn linked_before(&mut self, cell: &Cell) -> Result<Option<Rc<Linked>>, Refusal> {
        match self.linked(&BTreeSet::new())? {
            Some(all) if all.rests_on(cell) => self.linked(&BTreeSet::from([cell.clone()])),
            all => Ok(all),
        }
    }

    fn all_linked(&mut self, open: &BTreeSet<Cell>) -> Result<Rc<Linked>, Refusal> {
        if let Some(known) = self.linked.get(open) {
            return Ok(known.clone());
        }
        self.left.2 = self.left.2.checked_sub(1).ok_or_else(|| self.ran_out())?;
        let mut linked = Linked {
            state: self.state.clone(),
            proofs: BTreeMap::new(),
        };
        while self.link_more(&mut linked, open)? {}
        let linked = Rc::new(linked);
        self.linked.insert(open.clone(), linked.clone());
        Ok(linked)
    }

    /// What comes next, all of it at once.
    fn link_more(&mut self, linked: &mut Linked, open: &BTreeSet<Cell>) -> Result<bool, Refusal> {
        let project = self.project();
        let mut coming = Vec::new();
        for at in 0..project.binding.len() {
            if !project.binding[at].links {
                continue;
            }
            let sort = self.rule(at).when.sort.as_ref();
            for (id, entity) in &project.entities {
                let other = sort.is_some_and(|sort| !project.sorts.is_sub(&entity.sort, sort));
                if other || self.state.merged.contains_key(id) {
                    continue;
                }
                let cells: Vec<Cell> = self.open_cells(at, id).collect();
                for cell in cells.iter().filter(|cell| !open.contains(*cell)) {
                    coming.append(&mut self.coming(at, cell, linked, open)?);
                }
            }
        }
        let mut more = false;
        for (set, proof) in coming {
            more |= linked.take(project, &set, proof);
        }
        Ok(more)
    }

    /// The relations that a rule sets when this cell is fixed after all that can come without it.
    fn coming(
        &mut self,
        at: usize,
        cell: &Cell,
        linked: &Linked,
        open: &BTreeSet<Cell>,
    ) -> Result<Vec<(RelationSet, Proof)>, Refusal> {
        let (project, rule) = (self.project(), self.rule(at));
        let without;
        let linked = match rule.hangs_on_relations() && linked.rests_on(cell) {
            true => {
                let mut open = open.clone();
                open.insert(cell.clone());
                without = self.all_linked(&open)?;
                &*without
            }
            false => linked,
        };
        let canon = Canon::completed(Field {
            state: &linked.state,
            ..self.completed()
        });
        let canon = canon.leaving(open);
        if !propagation::triggered(&canon, rule, cell) {
            return Ok(Vec::new());
        }
        let mut coming = Vec::new();
        for reached in propagation::targets(&canon, rule, cell) {
            let mut events = Vec::new();
            let name = &project.binding[at].rule;
            propagation::follow(&canon, (name, rule), cell, &reached, &mut events);
            for event in events {
                if let Event::RelationSet(set) = event {
                    let mut proof = self.proof(linked, at, cell, &reached);
                    // What it changes must be there.
                    if let (Action::Force(_), Some(known)) =
                        (&rule.action, linked.proofs.get(&set.relation(0).key()))
                    {
                        proof.rest_on(known);
                    }
                    coming.push((set, proof));
                }
            }
        }
        Ok(coming)
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
        let now = self.state.now();
        let own = Canon::new(self.project(), self.state, now);
        let all = Canon::new(self.project(), &linked.state, now).graph();
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
            let sure = self.is_as_strong();
            let mut from = &cell.entity;
            for to in &reached.path {
                let fits = |kind: &Name| {
                    kinds.is_empty() || kinds.iter().any(|wanted| Kinds::fits(kind, wanted))
                };
                let mut between = all.of(from).into_iter();
                rest_on(between.find(|known| known.other(from) == to && fits(&known.kind)));
                from = to;
            }
            proof.sure &= sure;
        }
        proof
    }

    /// Whether a relation that comes is as strong in every order: none is made weaker, and whichever comes first is as
    /// strong as another in its place.
    fn is_as_strong(&self) -> bool {
        let rules = self.project().propagation.values();
        let mut forces: BTreeMap<&Name, Force> = BTreeMap::new();
        let mut actions = rules.map(|rule| &rule.action);
        actions.all(|action| match action {
            Action::Relate { kind, force } => *forces.entry(kind).or_insert(*force) == *force,
            Action::Force(_) => false,
            Action::Constrain { .. }
            | Action::Reinforce { .. }
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
    pub(super) fn along_linked(&mut self) -> Result<BTreeSet<Asked>, Refusal> {
        let Some(linked) = self.linked(&BTreeSet::new())? else {
            return Ok(BTreeSet::new());
        };
        let ends = linked.proofs.keys();
        let ends: Vec<(Name, Name)> = ends
            .map(|(from, _, to)| (from.clone(), to.clone()))
            .collect();
        Ok(self.along(&ends, &linked.state))
    }

    /// The rules of the world that wait for relations that would follow, and do not hold.
    pub(super) fn waiting(&mut self) -> Result<Vec<Broken>, Refusal> {
        let Some(linked) = self.linked(&BTreeSet::new())? else {
            return Ok(Vec::new());
        };
        let project = self.project();
        let (own, all) = (&self.state.relations, &linked.state.relations);
        let canon = Canon::completed(Field {
            state: &linked.state,
            ..self.completed()
        });
        let mut found: Vec<Broken> = Vec::new();
        for (key, proof) in &linked.proofs {
            if own.get(key).is_some() || project.relations.get(key).is_some() {
                continue;
            }
            for event in project.base.rules_completed(project, all, key) {
                let Some(added) = is_broken(&canon, event) else {
                    continue;
                };
                let mut proof = proof.clone();
                for other in self.also_needed(&linked, key, &added.formula) {
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
        Ok(found)
    }

    /// The other relations that would follow and without which a rule would not wait for this one alone.
    fn also_needed(&self, linked: &Linked, key: &Key, waiting: &Formula) -> BTreeSet<Key> {
        let mut state = self.state.clone();
        if let Some(relation) = linked.state.relations.get(key) {
            state.relations.set(relation.clone());
        }
        let canon = Canon::new(self.project(), &state, state.now());
        let mut needed = BTreeSet::new();
        let mut waiting = waiting;
        while let Formula::Implies(given, then) = waiting {
            for given in conjuncts((**given).clone()) {
                if !logic::holds::cells(&given).is_empty() || canon.holds(&given) == Truth::True {
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
