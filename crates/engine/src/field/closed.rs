//! A witness that is closed: whatever open cell is fixed to its own value in it, what propagation rules make
//! follow strictly holds in it as well. So one cell after the other can be fixed to it, and nobody ever stands
//! before a cell of which nothing is possible any more.
//!
//! Conditions are judged with three values, and what is true of a part of a world stays true of the whole: what a
//! rule lays before all is known it also lays in the world that the witness completes. So it is enough to look
//! there, and only around the cells whose value in the witness changed. What is broken is laid on a copy of the
//! field, as « the rule's condition, hence its formula », until nothing is: the copy is thrown away, its witness
//! is kept.

use super::{CLOSED, Field, Refusal, Told, manner, strict_change, tag};
use crate::canon::Canon;
use crate::event::{ConstraintAdded, Event, Strength};
use crate::graph::Reached;
use crate::limits;
use crate::project::Project;
use crate::propagation::{self, Action, CAUSE, Propagation, TARGET, Target};
use crate::state::State;
use logic::domain::Code;
use logic::formula::{Comparison, Formula, Term};
use logic::holds::Truth;
use logic::kind::Type;
use logic::solve::{self, CellId, Change, Cost, Room, Settled, Tag};
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::BTreeSet;

/// A propagation rule that can lay what must hold, and which attributes decide what it lays.
#[derive(Clone, Debug)]
pub struct Binding {
    rule: Name,
    /// Of whom it starts from.
    cause: BTreeSet<Name>,
    /// Of whom it reaches.
    target: BTreeSet<Name>,
    /// Of anybody.
    others: BTreeSet<Name>,
    /// The attributes by which it starts.
    triggers: Vec<Name>,
    /// Who has its tag.
    tagged: BTreeSet<Name>,
}

impl Binding {
    /// Those of a project; none in an edition that knows of no closed witness.
    pub fn all(project: &Project) -> Vec<Binding> {
        if project.edition < CLOSED {
            return Vec::new();
        }
        let rules = project.propagation.iter();
        let binding = rules.filter(|(_, rule)| rule.binds());
        let found = binding.map(|(name, rule)| Binding::of(project, name, rule));
        found.filter(|found| !found.is_idle()).collect()
    }

    fn of(project: &Project, name: &Name, rule: &Propagation) -> Binding {
        let mut found = Binding {
            rule: name.clone(),
            cause: BTreeSet::new(),
            target: BTreeSet::new(),
            others: BTreeSet::new(),
            triggers: Vec::new(),
            tagged: BTreeSet::new(),
        };
        if let Some(when) = &rule.when.value {
            found.read(project, when);
        }
        // In a condition nobody else is spoken of.
        found.cause.append(&mut found.target);
        match &rule.action {
            Action::Constrain { formula, .. } => found.read(project, formula),
            Action::Relate { kind, .. } => {
                let read = project.base.read_by_kind(&project.relation_kinds, kind);
                found.target.extend(read.clone());
                // Nobody asks for a relation for which no rule waits.
                if read.is_empty() {
                    found.cause.clear();
                }
                found.cause.extend(read);
            }
            Action::Reinforce { .. } | Action::Force(_) | Action::Recheck(_) | Action::Raise(_) => {
            }
        }
        match &rule.to {
            Target::Itself => found.cause.extend(found.target.clone()),
            Target::Reference(attribute) => {
                found.cause.insert(attribute.clone());
            }
            Target::Tag(tag) => {
                let all = project.entities.iter();
                let tagged = all.filter(|(_, entity)| entity.tags.contains(tag));
                found.tagged = tagged.map(|(id, _)| id.clone()).collect();
            }
            Target::Relations { .. } | Target::Path { .. } | Target::Entity(_) => {}
        }
        let when = &rule.when;
        let starts = project.attributes.iter().filter(|attribute| {
            let cell = Cell::new("", &*attribute.name);
            !attribute.changes
                && (when.attribute.as_ref()).is_none_or(|wanted| propagation::is_of(&cell, wanted))
        });
        let names: BTreeSet<Name> = starts.map(|attribute| attribute.name.clone()).collect();
        found.triggers = names.into_iter().collect();
        found
    }

    /// Whether nothing that anybody could fix would ever be in its way.
    fn is_idle(&self) -> bool {
        self.triggers.is_empty()
            || (self.cause.is_empty() && self.target.is_empty() && self.others.is_empty())
    }

    /// The attributes that a formula reads, by whose they are.
    fn read(&mut self, project: &Project, formula: &Formula) {
        let mut derived: BTreeSet<Name> = BTreeSet::new();
        let mut open = vec![formula.clone()];
        let mut first = true;
        while let Some(formula) = open.pop() {
            formula.visit_terms(&mut |term| {
                let Term::Attribute { of, attribute } = term else {
                    return;
                };
                let is =
                    |role: &str| first && matches!(&**of, Term::Variable(name) if &**name == role);
                let whose = match (is(CAUSE), is(TARGET)) {
                    (true, _) => &mut self.cause,
                    (_, true) => &mut self.target,
                    (_, _) => &mut self.others,
                };
                whose.insert(attribute.clone());
            });
            for name in logic::holds::derived_facts(&formula) {
                let known = project.derived.get(&name);
                if derived.insert(name)
                    && let Some(known) = known
                {
                    let cases = known.cases.iter();
                    open.extend(cases.flat_map(|case| {
                        let is = case.is.as_formula();
                        case.when.iter().cloned().chain([is]).collect::<Vec<_>>()
                    }));
                }
            }
            first = false;
        }
    }

    pub(super) fn reads(&self, attribute: &Name) -> bool {
        [&self.cause, &self.target, &self.others]
            .iter()
            .any(|read| read.contains(attribute))
    }

    /// Whether it lays the same on somebody, whoever it starts from.
    fn is_uniform(&self, rule: &Propagation) -> bool {
        let by_anybody = matches!(rule.to, Target::Tag(_) | Target::Entity(_));
        by_anybody && self.cause.is_empty() && matches!(rule.action, Action::Constrain { .. })
    }
}

/// Something that would follow and does not hold.
struct Broken {
    added: ConstraintAdded,
    /// What must hold so that it does not follow, or holds.
    instead: Formula,
    /// What would follow alone, which asks for more.
    alone: Formula,
}

/// Who is to be asked: a rule, whom it starts from, and whom it reaches; all of them where nobody is named.
type Asked = (usize, Name, Option<Name>);

/// The search for a closed witness, on a copy of a field.
pub(super) struct Closing<'a> {
    /// The field before the change, for reasons.
    on: Field<'a>,
    /// The session after it.
    state: &'a State,
    pub(super) field: solve::Field,
    room: Room,
    /// The number of the next entry that is only tried.
    next: u64,
    laid: Vec<(u64, ConstraintAdded)>,
    /// Values that may still be tried, constraints that may still be laid, cells that may still be asked.
    left: (u64, usize, usize),
    nodes: u64,
    silent: bool,
    /// Whether something was laid that asks for more than it must.
    inexact: bool,
    /// The cells whose value was changed.
    pub(super) moved: BTreeSet<CellId>,
    pub(super) cost: Cost,
}

impl<'a> Closing<'a> {
    pub(super) fn new(
        on: Field<'a>,
        state: &'a State,
        field: solve::Field,
        laid: &[(u64, ConstraintAdded)],
        next: u64,
    ) -> Closing<'a> {
        Closing {
            on,
            state,
            field,
            room: Room::of(manner(on.state)),
            next,
            laid: laid.to_vec(),
            left: (
                limits::SEARCH_NODES,
                limits::FOLLOWING,
                limits::FOLLOWING_CELLS,
            ),
            nodes: limits::SEARCH_NODES,
            silent: false,
            inexact: false,
            moved: BTreeSet::new(),
            cost: Cost::default(),
        }
    }

    /// Nobody will read why not.
    pub(super) fn silently(mut self, silent: bool) -> Closing<'a> {
        self.silent = silent;
        self
    }

    /// For a whole authored world, which is closed once.
    pub(super) fn at_length(mut self) -> Closing<'a> {
        self.left = (limits::CHECK_NODES, usize::MAX, usize::MAX);
        self.nodes = limits::CHECK_NODES;
        self
    }

    fn project(&self) -> &'a Project {
        self.on.project
    }

    /// Makes the witness closed again around cells that changed and relations that came.
    pub(super) fn close(
        &mut self,
        cells: BTreeSet<Cell>,
        relations: &[(Name, Name)],
    ) -> Result<(), Refusal> {
        let mut asked = self.around(&cells)?;
        asked.extend(self.along(relations));
        self.close_all(asked)
    }

    /// Makes the witness closed everywhere.
    pub(super) fn close_everywhere(&mut self) -> Result<(), Refusal> {
        let mut asked = BTreeSet::new();
        for at in 0..self.project().binding.len() {
            self.anybody(at, None, &mut asked)?;
        }
        self.close_all(asked)
    }

    fn close_all(&mut self, mut asked: BTreeSet<Asked>) -> Result<(), Refusal> {
        loop {
            let broken = self.broken(&asked);
            if broken.is_empty() {
                return Ok(());
            }
            let mut changed = BTreeSet::new();
            for broken in broken {
                changed.append(&mut self.lay(broken)?);
            }
            let named = self.on.named_all(changed.iter());
            self.moved.append(&mut changed);
            asked = self.around(&named)?;
        }
    }

    fn ran_out(&self) -> Refusal {
        Refusal::NotProven { nodes: self.nodes }
    }

    /// What could be otherwise since these cells are.
    fn around(&mut self, cells: &BTreeSet<Cell>) -> Result<BTreeSet<Asked>, Refusal> {
        let mut asked = BTreeSet::new();
        for cell in cells {
            let entity = self.state.kept(&cell.entity);
            for at in 0..self.project().binding.len() {
                let binding = &self.project().binding[at];
                let attribute = &cell.attribute;
                if binding.cause.contains(attribute) {
                    asked.insert((at, entity.clone(), None));
                }
                if binding.others.contains(attribute) {
                    self.anybody(at, None, &mut asked)?;
                } else if binding.target.contains(attribute) {
                    self.reaching(at, entity, &mut asked)?;
                }
            }
        }
        Ok(asked)
    }

    /// Whoever could reach this one.
    fn reaching(
        &mut self,
        at: usize,
        entity: &Name,
        asked: &mut BTreeSet<Asked>,
    ) -> Result<(), Refusal> {
        let rule = self.rule(at);
        let is_it = |id: &Name| self.state.kept(id) == entity;
        match &rule.to {
            Target::Relations { .. } | Target::Path { .. } => {
                // A way leads back as it came.
                let from = Cell::new(entity, "");
                let canon = Canon::new(self.project(), self.state, self.state.now());
                let reached = propagation::targets(&canon, rule, &from);
                asked.extend(
                    reached
                        .into_iter()
                        .map(|reached| (at, reached.entity, Some(entity.clone()))),
                );
                Ok(())
            }
            Target::Itself => {
                asked.insert((at, entity.clone(), None));
                Ok(())
            }
            Target::Tag(_) => match self.project().binding[at].tagged.iter().any(is_it) {
                true => self.anybody(at, Some(entity), asked),
                false => Ok(()),
            },
            Target::Entity(target) => match is_it(target) {
                true => self.anybody(at, Some(entity), asked),
                false => Ok(()),
            },
            Target::Reference(_) => self.anybody(at, Some(entity), asked),
        }
    }

    /// Everybody from whom a rule starts, towards one or all.
    fn anybody(
        &mut self,
        at: usize,
        to: Option<&Name>,
        asked: &mut BTreeSet<Asked>,
    ) -> Result<(), Refusal> {
        let project = self.project();
        let (binding, rule) = (&project.binding[at], self.rule(at));
        // Of those who lay all the same, one who lays it is enough; another for what is laid on the first.
        let enough = match (binding.is_uniform(rule), to) {
            (true, Some(_)) => 1,
            (true, None) => 2,
            (false, _) => usize::MAX,
        };
        let canon = Canon::completed(self.completed());
        let (mut found, mut left) = (0, self.left.2);
        for (id, entity) in &project.entities {
            let sort = rule.when.sort.as_ref();
            let other = sort.is_some_and(|sort| !project.sorts.is_sub(&entity.sort, sort));
            // Of those who have a tag nobody reaches himself.
            let own = to == Some(id) && matches!(rule.to, Target::Tag(_));
            if other || own || self.state.merged.contains_key(id) {
                continue;
            }
            let Some(cell) = self.open(at, id) else {
                continue;
            };
            left = left.checked_sub(1).ok_or_else(|| self.ran_out())?;
            if enough < usize::MAX && !propagation::triggered(&canon, rule, &cell) {
                continue;
            }
            asked.insert((at, id.clone(), to.cloned()));
            found += 1;
            if found >= enough {
                break;
            }
        }
        self.left.2 = left;
        Ok(())
    }

    /// The field as it is tried.
    fn completed(&self) -> Field<'_> {
        Field {
            project: self.on.project,
            state: self.state,
            known: &self.field,
        }
    }

    /// Whoever could reach somebody over a relation that was not there.
    fn along(&self, relations: &[(Name, Name)]) -> BTreeSet<Asked> {
        let mut asked = BTreeSet::new();
        let canon = Canon::new(self.project(), self.state, self.state.now());
        for end in relations.iter().flat_map(|(from, to)| [from, to]) {
            for at in 0..self.project().binding.len() {
                let rule = self.rule(at);
                let by_way = matches!(rule.to, Target::Relations { .. } | Target::Path { .. });
                if by_way || rule.when.relation.is_some() {
                    asked.insert((at, end.clone(), None));
                }
                if by_way {
                    let reached = propagation::targets(&canon, rule, &Cell::new(end, ""));
                    asked.extend(
                        reached
                            .into_iter()
                            .map(|reached| (at, reached.entity, None)),
                    );
                }
            }
        }
        asked
    }

    fn rule(&self, at: usize) -> &'a Propagation {
        let project = self.project();
        &project.propagation[&project.binding[at].rule]
    }

    /// An open cell of an entity by which the rule could start.
    fn open(&self, at: usize, entity: &Name) -> Option<Cell> {
        let project = self.project();
        let category = self.rule(at).when.category.as_ref();
        let cells = project.binding[at].triggers.iter().map(|name| Cell {
            entity: entity.clone(),
            attribute: name.clone(),
        });
        let mut open = cells.filter(|cell| {
            let known = project.attribute(cell);
            known.is_some_and(|attribute| !attribute.changes)
                && self.state.facts.get(cell).is_none()
                && !project.facts.contains_key(cell)
        });
        open.find(|cell| {
            let topic = || project.topic(cell)?.category.as_ref();
            category.is_none() || category == topic()
        })
    }

    /// What would follow from open cells as the witness has them, and does not hold there.
    fn broken(&self, asked: &BTreeSet<Asked>) -> Vec<Broken> {
        let canon = Canon::completed(self.completed());
        let mut found: Vec<Broken> = Vec::new();
        for (at, entity, only) in asked {
            let rule = self.rule(*at);
            let Some(cell) = self.open(*at, entity) else {
                continue;
            };
            if !propagation::triggered(&canon, rule, &cell) {
                continue;
            }
            let targets = match (&rule.to, only) {
                (Target::Tag(_) | Target::Entity(_), Some(only)) => vec![propagation::at(only)],
                (_, None) => propagation::targets(&canon, rule, &cell),
                (_, Some(only)) => {
                    let mut reached = propagation::targets(&canon, rule, &cell);
                    reached.retain(|reached| reached.entity == *only);
                    reached
                }
            };
            for reached in targets {
                for broken in self.broken_by(&canon, *at, &cell, &reached) {
                    if found.iter().all(|known| known.instead != broken.instead) {
                        found.push(broken);
                    }
                }
            }
        }
        found
    }

    fn broken_by(&self, canon: &Canon, at: usize, cell: &Cell, reached: &Reached) -> Vec<Broken> {
        let (project, rule) = (self.project(), self.rule(at));
        let name = &project.binding[at].rule;
        let mut events = Vec::new();
        propagation::follow(canon, (name, rule), cell, reached, &mut events);
        let mut broken = Vec::new();
        for event in events {
            // A relation brings the rules of the world that wait for it.
            if let Event::RelationSet(set) = &event {
                let waiting = project.base.rules_of_relation(project, self.state, set);
                broken.extend(
                    waiting
                        .into_iter()
                        .filter_map(|rule| is_broken(canon, rule)),
                );
            }
            broken.extend(is_broken(canon, event));
        }
        let strict = broken.into_iter();
        strict
            .map(|added| Broken {
                instead: self.instead(rule, cell, reached, &added.formula),
                alone: added.formula.clone(),
                added,
            })
            .collect()
    }

    /// That a rule does not start, or what it lays holds.
    fn instead(
        &self,
        rule: &Propagation,
        cell: &Cell,
        reached: &Reached,
        demanded: &Formula,
    ) -> Formula {
        let mut parts = Vec::new();
        if let Some(when) = &rule.when.value {
            let when = propagation::bound(when, &cell.entity, &cell.entity);
            parts.push(Formula::not(when));
        }
        if let Target::Reference(attribute) = &rule.to {
            let from = Term::Attribute {
                of: Box::new(Term::entity(cell.entity.clone())),
                attribute: attribute.clone(),
            };
            let to = Term::entity(reached.entity.clone());
            let known = Cell {
                entity: cell.entity.clone(),
                attribute: attribute.clone(),
            };
            let known = self.project().attribute(&known);
            let many =
                known.is_some_and(|known| matches!(known.kind, Type::Set(_) | Type::List(_)));
            parts.push(match many {
                true => Formula::not(Formula::Member(to, from)),
                false => Formula::Compare(Comparison::NotEqual, from, to),
            });
        }
        parts.push(demanded.clone());
        match <[Formula; 1]>::try_from(parts) {
            Ok([alone]) => alone,
            Err(parts) => Formula::Or(parts),
        }
    }

    /// Lays on the copy what must hold; the cells that got another value.
    fn lay(&mut self, broken: Broken) -> Result<BTreeSet<CellId>, Refusal> {
        let Some(left) = self.left.1.checked_sub(1) else {
            return Err(self.ran_out());
        };
        self.left.1 = left;
        let project = self.project();
        let demands = |formula: &Formula| {
            let added = ConstraintAdded {
                formula: formula.clone(),
                ..broken.added.clone()
            };
            strict_change(project, self.state, &added).ok().flatten()
        };
        let exact = demands(&broken.instead);
        self.inexact |= exact.is_none();
        let Some(change) = exact.or_else(|| demands(&broken.alone)) else {
            return Err(self.ran_out());
        };
        self.next += 1;
        let tag = tag(self.next, 0);
        self.laid.push((self.next, broken.added));
        self.require(tag, &change)
    }

    fn require(&mut self, tag: Tag, change: &Change) -> Result<BTreeSet<CellId>, Refusal> {
        let base = self.on.base();
        let mut cost = Cost::default();
        let nodes = self.left.0;
        let settled = (self.room).admit(base, &mut self.field, tag, change, nodes, &mut cost);
        self.left.0 = nodes.saturating_sub(cost.nodes);
        self.cost.revisions += cost.revisions;
        self.cost.nodes += cost.nodes;
        self.cost.instances += cost.instances;
        match settled {
            Settled::Fits { witness, .. } => {
                Ok(witness.into_iter().map(|(cell, _)| cell).collect())
            }
            Settled::OutOfBudget { .. } => Err(self.ran_out()),
            Settled::Refused(_) if self.inexact => Err(self.ran_out()),
            Settled::Refused(_) if self.silent => Err(Refusal::Unfit),
            Settled::Refused(why) => {
                let nodes = self.nodes;
                let shorter = self.room.conflict(base, &self.field, tag, change, nodes);
                let why = shorter.map_or(why, |conflict| conflict.why);
                let changes: Vec<(Tag, &Change)> = self.field.changes().collect();
                let told = self
                    .on
                    .told_refused(&why, &changes, (tag, change), &self.laid);
                Err(Refusal::Impossible(self.would_follow(told)))
            }
        }
    }

    /// Says of what was only tried what it is, and from which open cell it would follow.
    fn would_follow(&self, mut told: Told) -> Told {
        for applied in told.rules.iter_mut().filter(|rule| rule.entry.is_none()) {
            let laid = self.laid.iter().find_map(|(_, added)| {
                let (from, path) = added.source.propagated_by(&applied.rule)?;
                let mut way = std::iter::once(&from.entity).chain(path);
                let is_it = way.by_ref().eq(&applied.entities);
                let is_open = self.state.facts.get(from).is_none();
                (is_it && is_open).then_some((from, &added.formula))
            });
            let Some((from, formula)) = laid else {
                continue;
            };
            let (en, fr) = (
                format!("{formula} would follow from {from}"),
                format!("{formula} s'ensuivrait de {from}"),
            );
            applied.because = Some(match applied.because.take() {
                None => Phrase::new(en, fr),
                Some(why) => Phrase::new(format!("{}: {en}", why.en), format!("{} : {fr}", why.fr)),
            });
        }
        told
    }
}

/// A strict constraint that does not hold. The relation for which a rule waits is not there yet, so only what is known
/// not to be keeps the rule from binding.
fn is_broken(canon: &Canon, event: Event) -> Option<ConstraintAdded> {
    let Event::ConstraintAdded(added) = event else {
        return None;
    };
    let fails = if let Formula::Implies(given, then) = &added.formula {
        canon.holds(given) != Truth::False && canon.holds(then) == Truth::False
    } else {
        canon.holds(&added.formula) == Truth::False
    };
    (added.strength == Strength::Strict && fails).then_some(*added)
}

/// The witness with which a project's sessions begin, where its own is not closed: what changes of it.
pub fn first(project: &Project) -> Result<Vec<(CellId, Code)>, Refusal> {
    if project.binding.is_empty() {
        return Ok(Vec::new());
    }
    let (state, empty) = (State::default(), solve::Field::default());
    let on = Field {
        project,
        state: &state,
        known: &empty,
    };
    let mut closing = Closing::new(on, &state, empty.clone(), &[], 0).at_length();
    closing.close_everywhere()?;
    let witness = |cell: &CellId| (*cell, closing.field.witness(&project.base, *cell));
    Ok(closing.moved.iter().map(witness).collect())
}
