//! Propagation rules: what a new fact does to its neighbourhood in the graph.
//!
//! A rule is triggered by a fact, finds its targets strongest path first, and has one action. What follows
//! is decided before the fact is committed and written with it, so that a better propagator never rewrites
//! history.

use crate::canon::Canon;
use crate::diagnostic::Place;
use crate::event::{
    ConstraintAdded, ConstraintSource, Event, Marked, Raised, Reinforced, RelationSet, Strength,
};
use crate::graph::{Force, Reached, Settled};
use crate::limits;
use logic::formula::{Formula, Term};
use logic::holds::{Facts, Truth};
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};

/// The entity whose cell was fixed, in a rule's formulas.
pub const CAUSE: &str = "X";
/// The entity that a rule reaches.
pub const TARGET: &str = "Y";

#[derive(Clone, Debug)]
pub struct Propagation {
    pub place: Place,
    /// Higher first; of equals by name.
    pub priority: u64,
    pub when: Trigger,
    pub to: Target,
    pub action: Action,
    pub because: Option<Phrase>,
}

impl Propagation {
    /// The formula that it lays.
    pub fn demands(&self) -> Option<&Formula> {
        match &self.action {
            Action::Constrain { formula, .. } => Some(formula),
            Action::Reinforce { .. }
            | Action::Force(_)
            | Action::Relate { .. }
            | Action::Recheck(_)
            | Action::Raise(_) => None,
        }
    }
}

/// Everything that is given must hold of the fact that was just fixed.
#[derive(Clone, Debug, Default)]
pub struct Trigger {
    pub sort: Option<Name>,
    /// The attribute that was fixed, or the composite that it is a field of.
    pub attribute: Option<Name>,
    pub category: Option<Name>,
    /// A condition on the entity, `X`.
    pub value: Option<Formula>,
    /// The entity has a relation of this kind.
    pub relation: Option<String>,
    /// This attribute of the entity is fixed, now or before.
    pub fixed: Option<Name>,
}

#[derive(Clone, Debug)]
pub enum Target {
    /// Who is related by one of these kinds, strongly enough.
    Relations {
        kinds: Vec<String>,
        force: Force,
    },
    /// Who is reached in at most so many steps; forces multiply on the way.
    Path {
        kinds: Vec<String>,
        force: Force,
        steps: usize,
    },
    Tag(Name),
    Entity(Name),
    /// The entity itself.
    Itself,
    /// Who a reference of the entity names.
    Reference(Name),
}

impl Propagation {
    /// Whether whom it starts from, whom it reaches or what it sets hangs on the relations that there are.
    pub(crate) fn hangs_on_relations(&self) -> bool {
        self.when.relation.is_some()
            || self.to.is_related()
            || matches!(self.action, Action::Force(_))
    }

    /// Whether it lays a strict constraint.
    pub(crate) fn demands_strictly(&self) -> bool {
        matches!(self.action, Action::Constrain { .. }) && self.binds()
    }

    /// Whether a relation can come by it, or grow.
    pub(crate) fn links(&self) -> bool {
        match &self.action {
            Action::Relate { .. } => true,
            Action::Force(change) => change.raises(),
            Action::Constrain { .. }
            | Action::Reinforce { .. }
            | Action::Recheck(_)
            | Action::Raise(_) => false,
        }
    }

    /// Whether it can lay what must hold: a strict constraint, or a relation for which rules of the world may wait.
    pub(crate) fn binds(&self) -> bool {
        match &self.action {
            Action::Constrain { strength, .. } => match strength {
                Some(strength) => *strength == Strength::Strict,
                None => !self.to.is_related(),
            },
            Action::Relate { .. } => true,
            Action::Reinforce { .. } | Action::Force(_) | Action::Recheck(_) | Action::Raise(_) => {
                false
            }
        }
    }
}

impl Target {
    /// Whether it is found through relations: then a constraint is soft, unless the author says otherwise.
    fn is_related(&self) -> bool {
        match self {
            Target::Relations { .. } | Target::Path { .. } => true,
            Target::Tag(_) | Target::Entity(_) | Target::Itself | Target::Reference(_) => false,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Action {
    Constrain {
        formula: Formula,
        strength: Option<Strength>,
    },
    /// One more reason to believe what a cell is, or may be.
    Reinforce {
        attribute: Name,
        weight: Force,
    },
    /// Multiplies the force of every relation between the two, or sets it.
    Force(Change),
    Relate {
        kind: Name,
        force: Force,
    },
    /// What was prepared for this cell is to be thought over.
    Recheck(Name),
    Raise(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    To(Force),
    /// In thousandths of what it was; never above 1.
    Times(u32),
}

impl Change {
    /// Whether a relation can be stronger after it.
    pub(crate) fn raises(self) -> bool {
        match self {
            Change::To(_) => true,
            Change::Times(thousandths) => thousandths > 1000,
        }
    }

    fn applied(self, force: Force) -> Force {
        match self {
            Change::To(force) => force,
            Change::Times(thousandths) => {
                let product = u64::from(force.thousandths()) * u64::from(thousandths) / 1000;
                Force::of_thousandths(u16::try_from(product.min(1000)).unwrap_or(1000))
            }
        }
    }
}

/// What follows from a fact, in order, and whether a bound cut it off.
pub struct Consequences {
    pub events: Vec<Event>,
    pub cut: bool,
}

/// What follows from the cell that was fixed. The canon knows its value already.
pub fn consequences(canon: &Canon, cell: &Cell) -> Consequences {
    let mut all = Consequences {
        events: Vec::new(),
        cut: false,
    };
    let project = canon.project;
    let mut rules: Vec<_> = project.propagation.iter().collect();
    rules.sort_by(|(a, one), (b, two)| two.priority.cmp(&one.priority).then(a.cmp(b)));
    for (name, rule) in rules {
        if !triggered(canon, rule, cell) {
            continue;
        }
        for reached in targets(canon, rule, cell) {
            if all.events.len() >= limits::PROPAGATED {
                all.cut = true;
                return all;
            }
            follow(canon, (name, rule), cell, &reached, &mut all.events);
        }
    }
    all
}

/// What one rule makes follow for one whom it reaches.
pub(crate) fn follow(
    canon: &Canon,
    (name, rule): (&Name, &Propagation),
    cell: &Cell,
    reached: &Reached,
    events: &mut Vec<Event>,
) {
    let act = Act {
        canon,
        name,
        rule,
        cell,
        reached,
    };
    act.events(events);
}

/// Whether a cell is of this attribute, or a field of this composite.
pub(crate) fn is_of(cell: &Cell, wanted: &Name) -> bool {
    let rest = cell.attribute.strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

pub(crate) fn triggered(canon: &Canon, rule: &Propagation, cell: &Cell) -> bool {
    let (project, when) = (canon.project, &rule.when);
    let entity = &cell.entity;
    let is_sort = |sort: &Name| canon.is_a(entity, sort) == Truth::True;
    let is_attribute = |wanted: &Name| is_of(cell, wanted);
    let is_category = |wanted: &Name| {
        let topic = project.topic(cell);
        topic.is_some_and(|topic| topic.category.as_ref() == Some(wanted))
    };
    let holds = |formula: &Formula| {
        let formula = bound(formula, entity, entity);
        canon.holds(&formula) == Truth::True
    };
    let related = |kind: &String| {
        let mut relations = canon.graph().of(entity).into_iter();
        relations.any(|relation| crate::graph::Kinds::fits(&relation.kind, kind))
    };
    let is_fixed = |attribute: &Name| {
        let fixed = Cell {
            entity: entity.clone(),
            attribute: attribute.clone(),
        };
        canon.is_settled(&fixed)
    };
    when.sort.as_ref().is_none_or(is_sort)
        && when.attribute.as_ref().is_none_or(is_attribute)
        && when.category.as_ref().is_none_or(is_category)
        && when.relation.as_ref().is_none_or(related)
        && when.fixed.as_ref().is_none_or(is_fixed)
        && when.value.as_ref().is_none_or(holds)
}

/// Who a rule reaches, strongest first, each once.
pub(crate) fn targets(canon: &Canon, rule: &Propagation, cell: &Cell) -> Vec<Reached> {
    let graph = canon.graph();
    match &rule.to {
        Target::Relations { kinds, force } => graph.reached(&cell.entity, kinds, *force, 1),
        Target::Path {
            kinds,
            force,
            steps,
        } => graph.reached(&cell.entity, kinds, *force, *steps),
        Target::Tag(tag) => {
            let entities = canon.project.entities.iter();
            let tagged = entities.filter(|(_, entity)| entity.tags.contains(tag));
            let mut reached: Vec<&Name> = tagged.map(|(id, _)| canon.state.kept(id)).collect();
            reached.sort_unstable();
            reached.dedup();
            reached.retain(|id| **id != cell.entity);
            reached.into_iter().map(at).collect()
        }
        Target::Entity(entity) => vec![at(canon.state.kept(entity))],
        Target::Itself => vec![at(&cell.entity)],
        Target::Reference(attribute) => {
            let from = Cell {
                entity: cell.entity.clone(),
                attribute: attribute.clone(),
            };
            match canon.value(&from) {
                Some(Value::Entity(entity)) => vec![at(&entity)],
                Some(Value::Set(entities)) => entities.iter().map(at).collect(),
                Some(_) | None => Vec::new(),
            }
        }
    }
}

/// Who is reached without a way.
pub(crate) fn at(entity: &Name) -> Reached {
    Reached {
        entity: entity.clone(),
        path: Vec::new(),
        millionths: 1_000_000,
    }
}

struct Act<'a> {
    canon: &'a Canon<'a>,
    name: &'a Name,
    rule: &'a Propagation,
    cell: &'a Cell,
    reached: &'a Reached,
}

impl Act<'_> {
    fn events(&self, events: &mut Vec<Event>) {
        let (project, state) = (self.canon.project, self.canon.state);
        let (from, to) = (&self.cell.entity, &self.reached.entity);
        let target = |attribute: &Name| Cell {
            entity: to.clone(),
            attribute: attribute.clone(),
        };
        match &self.rule.action {
            Action::Constrain { formula, strength } => {
                let formula = bound(formula, from, to);
                // What the target does not have cannot be constrained.
                let Some(cell) = self.constrained(&formula) else {
                    return;
                };
                let way = self.rule.to.is_related().then(|| self.force());
                let source = ConstraintSource::Propagated {
                    from: self.cell.clone(),
                    path: self.reached.path.clone(),
                    rule: self.name.clone(),
                };
                let known = |known: &ConstraintAdded| {
                    known.formula == formula && known.source.is_of(self.name)
                };
                let mut said = events.iter().filter_map(|event| match event {
                    Event::ConstraintAdded(added) => Some(&**added),
                    Event::SessionStarted(_)
                    | Event::ProjectMoved(_)
                    | Event::InputRecorded(_)
                    | Event::Heard(_)
                    | Event::FactFixed(_)
                    | Event::FluentSet(_)
                    | Event::ConstraintLifted(_)
                    | Event::Testified(_)
                    | Event::Reinterpreted(_)
                    | Event::RelationSet(_)
                    | Event::Reinforced(_)
                    | Event::Marked(_)
                    | Event::Raised(_)
                    | Event::SceneChanged(_)
                    | Event::AliasLearned(_)
                    | Event::EntitiesMerged(_)
                    | Event::IncoherenceSettled(_)
                    | Event::ObligationOpened(_)
                    | Event::AnswerAccepted(_)
                    | Event::AnswerRefused(_)
                    | Event::ObligationClosed(_)
                    | Event::Reopened(_)
                    | Event::Cleared(_)
                    | Event::FlowEnded(_)
                    | Event::Said(_)
                    | Event::TurnEnded(_)
                    | Event::TurnFailed(_)
                    | Event::Erased(_) => None,
                });
                let ever = || {
                    let before = state.constraints_ever_on(&cell);
                    before.map(|before| &before.added).any(known)
                };
                let twice = said.any(known) || ever();
                if twice {
                    return;
                }
                events.push(Event::ConstraintAdded(Box::new(ConstraintAdded {
                    because: None,
                    cell,
                    formula,
                    strength: strength.unwrap_or_else(|| source.strength(way)),
                    source,
                    witness: Vec::new(),
                })));
            }
            Action::Reinforce { attribute, weight } => {
                let cell = target(attribute);
                if project.attribute(&cell).is_some() {
                    events.push(Event::Reinforced(Reinforced {
                        cell,
                        from: self.cell.clone(),
                        rule: self.name.clone(),
                        weight: self.scaled(*weight),
                    }));
                }
            }
            Action::Force(change) => {
                let relations = self.canon.graph().of(from);
                let between = relations
                    .into_iter()
                    .filter(|relation| relation.other(from) == to);
                for relation in between {
                    let force = change.applied(relation.force);
                    if force != relation.force {
                        events.push(Event::RelationSet(RelationSet {
                            force,
                            from: relation.from.clone(),
                            kind: relation.kind.clone(),
                            rule: Some(self.name.clone()),
                            state: relation.state,
                            to: relation.to.clone(),
                        }));
                    }
                }
            }
            Action::Relate { kind, force } => {
                let key = (from.clone(), kind.clone(), to.clone());
                let graph = self.canon.graph();
                if from != to && graph.get(&key).is_none() {
                    events.push(Event::RelationSet(RelationSet {
                        force: *force,
                        from: from.clone(),
                        kind: kind.clone(),
                        rule: Some(self.name.clone()),
                        state: Settled::Fixed,
                        to: to.clone(),
                    }));
                }
            }
            Action::Recheck(attribute) => {
                let cell = target(attribute);
                if project.attribute(&cell).is_some() && !self.canon.is_settled(&cell) {
                    events.push(Event::Marked(Marked {
                        cell,
                        rule: self.name.clone(),
                    }));
                }
            }
            Action::Raise(name) => events.push(Event::Raised(Raised {
                about: vec![from.clone(), to.clone()],
                name: name.clone(),
                rule: self.name.clone(),
            })),
        }
    }

    /// The cell that a constraint is about: the first one it reads of the target that is not fixed. Where
    /// everything is fixed, a constraint that holds says nothing, and one that does not is a contradiction.
    fn constrained(&self, formula: &Formula) -> Option<Cell> {
        let cells = logic::holds::cells(formula);
        let all_known = cells
            .iter()
            .all(|cell| self.canon.project.attribute(cell).is_some());
        if !all_known {
            return None;
        }
        let open = |cell: &&Cell| !self.canon.is_settled(cell);
        let of_target = |cell: &&Cell| cell.entity == self.reached.entity;
        let found = cells.iter().filter(open).find(of_target);
        let found = found.or_else(|| cells.iter().find(open));
        match found {
            Some(cell) => Some(cell.clone()),
            None if self.canon.holds(formula) == Truth::False => cells
                .iter()
                .find(of_target)
                .or_else(|| cells.first())
                .cloned(),
            None => None,
        }
    }

    fn force(&self) -> Force {
        self.scaled(Force::FULL)
    }

    /// A weight, less what the way took from it.
    fn scaled(&self, weight: Force) -> Force {
        let scaled = u64::from(weight.thousandths()) * self.reached.millionths / 1_000_000;
        Force::of_thousandths(u16::try_from(scaled).unwrap_or(1000))
    }
}

/// A rule's formula about these two.
pub fn bound(formula: &Formula, cause: &Name, target: &Name) -> Formula {
    formula.with(&|name| match &**name {
        CAUSE => Some(Term::entity(cause.clone())),
        TARGET => Some(Term::entity(target.clone())),
        _ => None,
    })
}
