//! Rules that wait for a relation.

use super::lexicon::EntityId;
use super::rule::{Guard, Place, Shape, Who};
use super::{Base, Own, Rule, VARIABLES};
use crate::event::{ConstraintAdded, ConstraintSource, Event, RelationSet};
use crate::graph::{Graph, Kinds, Relations};
use crate::project::Project;
use logic::formula::{Formula, Term};
use logic::solve::{InstanceId, World};
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

impl Base {
    /// The attributes that rules read of whoever is related in this way.
    pub(crate) fn read_by_kind(&self, kinds: &Kinds, kind: &Name) -> BTreeSet<Name> {
        let number = kinds.names().position(|name| name == kind);
        let number = number.and_then(|at| u32::try_from(at).ok());
        let waiting = |rule: &&Rule| number.is_some_and(|number| rule.kinds.contains(&number));
        let rules = self.rules.iter().filter(waiting);
        let places = rules.flat_map(|rule| match &rule.compiled.shape {
            Shape::Each { places, .. } => &places[..],
            Shape::Count { .. } | Shape::AllDifferent { .. } | Shape::Holds { .. } => &[],
        });
        let read = places.filter_map(|place| place.attribute());
        read.map(|attribute| self.lexicon.attribute_name(attribute).clone())
            .collect()
    }

    /// Whether a rule that waits for such a relation can speak of others than its two ends.
    pub(crate) fn waits_beyond(&self, kinds: &Kinds, kind: &Name) -> bool {
        let number = kinds.names().position(|name| name == kind);
        let number = number.and_then(|at| u32::try_from(at).ok());
        let waiting = |rule: &&Rule| number.is_some_and(|number| rule.kinds.contains(&number));
        let mut rules = self.rules.iter().filter(waiting);
        rules.any(|rule| {
            let names = |place: &Place| match place {
                Place::Cell { of, .. } | Place::Element { of, .. } | Place::Item { of, .. } => {
                    matches!(of, Who::Entity(_))
                }
                Place::Itself(_) => false,
            };
            let places = match &rule.compiled.shape {
                Shape::Each { places, .. } => &places[..],
                Shape::Count { .. } | Shape::AllDifferent { .. } | Shape::Holds { .. } => &[],
            };
            rule.compiled.variables.len() > 2 || places.iter().any(names)
        })
    }

    /// The world rules that a new relation makes apply, as constraints of the session.
    pub fn rules_of_relation(
        &self,
        project: &Project,
        own: &Relations,
        set: &RelationSet,
    ) -> Vec<Event> {
        let graph = Graph {
            base: &project.relations,
            own,
            merged: None,
        };
        let key = (set.from.clone(), set.kind.clone(), set.to.clone());
        match graph.get(&key) {
            Some(_) => Vec::new(),
            None => self.rules_completed(project, self.edges(project, own), &key),
        }
    }

    /// A session's relations, as rules look for them.
    pub(crate) fn edges(&self, project: &Project, own: &Relations) -> Vec<Own> {
        let kinds = &project.relation_kinds;
        let own = own.iter().map(|relation| relation.key());
        own.filter_map(|key| self.edge(kinds, &key)).collect()
    }

    /// The world rules that apply by a relation, beside a session's own.
    pub(crate) fn rules_completed(
        &self,
        project: &Project,
        mut more: Vec<Own>,
        key: &(Name, Name, Name),
    ) -> Vec<Event> {
        let Some(new) = self.edge(&project.relation_kinds, key) else {
            return Vec::new();
        };
        more.push(new);
        let mut found = BTreeSet::new();
        for rule in &self.rules {
            for (guard, kind) in rule.compiled.guards.iter().zip(&rule.kinds) {
                let Guard::Related { from, to, .. } = guard else {
                    continue;
                };
                if *kind != new.kind {
                    continue;
                }
                let ways = [
                    Some((new.from, new.to)),
                    new.symmetric.then_some((new.to, new.from)),
                ];
                for (one, two) in ways.into_iter().flatten() {
                    let mut known = [None; VARIABLES];
                    let mut bind = |who: Who, entity: EntityId| match who {
                        Who::Entity(wanted) => wanted == entity,
                        Who::Variable(variable) => *known[variable].get_or_insert(entity) == entity,
                    };
                    if bind(*from, one) && bind(*to, two) {
                        self.extend(rule, known, &more, &mut found);
                    }
                }
            }
        }
        found
            .into_iter()
            .filter_map(|id| self.as_constraint(project, id))
            .collect()
    }

    /// A relation of a session, as rules look for it.
    fn edge(&self, kinds: &Kinds, (from, kind, to): &(Name, Name, Name)) -> Option<Own> {
        let number = kinds.names().position(|name| name == kind)?;
        Some(Own {
            kind: u32::try_from(number).ok()?,
            from: self.lexicon.entity(from)?,
            to: self.lexicon.entity(to)?,
            symmetric: kinds.get(kind).is_some_and(|kind| kind.symmetric),
        })
    }

    /// An instance of a rule as a constraint about its entities.
    fn as_constraint(&self, project: &Project, id: InstanceId) -> Option<Event> {
        let (name, entities) = self.told(id);
        let rule = self.rule_of(id);
        let mut formula = &project.rules.get(&name)?.formula;
        while let Formula::Forall { body, .. } = formula {
            formula = body;
        }
        let variables = rule
            .compiled
            .variables
            .iter()
            .map(|variable| &variable.name);
        let bound: BTreeMap<&Name, &Name> = variables.zip(&entities).collect();
        let entity = |entity: &&Name| Term::entity((*entity).clone());
        let formula = formula.with(&|name| bound.get(name).map(entity));
        let (scope, _) = self.instance(id);
        let cell = scope
            .cells()
            .iter()
            .map(|cell| self.lexicon.named(cell.0).0);
        let cell = cell.into_iter().find(|cell| !cell.attribute.is_empty())?;
        let source = ConstraintSource::Rule { rule: name };
        Some(Event::ConstraintAdded(Box::new(ConstraintAdded {
            because: None,
            cell,
            formula,
            strength: source.strength(None),
            source,
            witness: Vec::new(),
        })))
    }
}
