//! A witness that is closed: whatever open cell is fixed to its own value in it, what propagation rules make
//! follow strictly holds in it as well. So one cell after the other can be fixed to it, and nobody ever stands
//! before a cell of which nothing is possible any more.
//!
//! Conditions are judged with three values, and what is true of a part of a world stays true of the whole: what a
//! rule lays before all is known it also lays in the world that the witness completes. So it is enough to look
//! there, and only around the cells whose value in the witness changed. What is broken is laid on a copy of the
//! field, as « the rule's condition, hence its formula », until nothing is: the copy is thrown away, its witness
//! is kept.

mod linked;

use super::{CLOSED, Field, LINKED, Refusal, Told, manner, strict_change, tag};
use crate::canon::Canon;
use crate::event::{ConstraintAdded, Event, Strength};
use crate::graph::{Reached, Relations};
use crate::limits;
use crate::project::Project;
use crate::propagation::{self, Action, CAUSE, Propagation, TARGET, Target};
use crate::state::State;
use linked::{Linked, Proof, Touched};
use logic::domain::Code;
use logic::formula::{Comparison, Formula, Term};
use logic::holds::Truth;
use logic::kind::Type;
use logic::solve::{self, CellId, Change, Cost, Room, Settled, Tag};
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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
    /// A relation can come by it that others wait for.
    links: bool,
}

impl Binding {
    /// Those of a project; none in an edition that knows of no closed witness.
    pub fn all(project: &Project) -> Vec<Binding> {
        if project.edition < CLOSED {
            return Vec::new();
        }
        let rules = project.propagation.iter();
        let binding = rules.filter(|(_, rule)| rule.binds());
        let found = binding.map(|(name, rule)| Binding::of(project, name, rule, false));
        let mut found: Vec<Binding> = found.filter(|found| !found.is_idle()).collect();
        if project.edition >= LINKED && project.entities.len() <= limits::LINKED {
            Binding::link(project, &mut found);
        }
        found
    }

    /// Marks those by which relations come, and adds those that lay nothing else, where something hangs on them.
    fn link(project: &Project, all: &mut Vec<Binding>) {
        let rule = |found: &Binding| &project.propagation[&found.rule];
        let hangs =
            |found: &Binding| rule(found).demands_strictly() && rule(found).hangs_on_relations();
        let by_way = all.iter().any(hangs);
        let waited = |found: &Binding| matches!(rule(found).action, Action::Relate { .. });
        let by_rule = all.iter().any(waited);
        if !by_way && !by_rule {
            return;
        }
        for (name, rule) in project.propagation.iter().filter(|(_, rule)| rule.links()) {
            match all.iter_mut().find(|found| found.rule == *name) {
                Some(found) => found.links = true,
                None => {
                    let found = Binding::of(project, name, rule, true);
                    if !found.triggers.is_empty() {
                        all.push(found);
                    }
                }
            }
        }
    }

    /// `links` where other relations can hang on what it sets.
    fn of(project: &Project, name: &Name, rule: &Propagation, links: bool) -> Binding {
        let mut found = Binding {
            rule: name.clone(),
            cause: BTreeSet::new(),
            target: BTreeSet::new(),
            others: BTreeSet::new(),
            triggers: Vec::new(),
            tagged: BTreeSet::new(),
            links,
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
                if read.is_empty() && !links {
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
        for (at, formula) in with_derived(project, formula).iter().enumerate() {
            formula.visit_terms(&mut |term| {
                let Term::Attribute { of, attribute } = term else {
                    return;
                };
                // A derived fact speaks of nobody by a role.
                let is = |role: &str| {
                    at == 0 && matches!(&**of, Term::Variable(name) if &**name == role)
                };
                let whose = match (is(CAUSE), is(TARGET)) {
                    (true, _) => &mut self.cause,
                    (_, true) => &mut self.target,
                    (_, _) => &mut self.others,
                };
                whose.insert(attribute.clone());
            });
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
    /// Whether it would follow for sure.
    sure: bool,
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
    edition: u64,
    /// The relations that could come, as the witness is now.
    linked: Option<Rc<Linked>>,
    /// Those that could come before a cell is fixed.
    before: BTreeMap<Cell, Rc<Linked>>,
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
            edition: state.edition(),
            linked: None,
            before: BTreeMap::new(),
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
        self.edition = self.project().edition;
        self.left = (limits::CHECK_NODES, usize::MAX, usize::MAX);
        self.nodes = limits::CHECK_NODES;
        self
    }

    /// Whether relations that would follow are looked for.
    fn links(&self) -> bool {
        self.edition >= LINKED && self.project().binding.iter().any(|binding| binding.links)
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
        if cells.is_empty() && relations.is_empty() {
            return Ok(());
        }
        let touched = self.link_first(&cells, relations);
        let mut asked = self.around(&cells)?;
        asked.extend(self.along(relations, &self.state.relations));
        self.close_all(asked, touched)
    }

    /// Makes the witness closed everywhere.
    pub(super) fn close_everywhere(&mut self) -> Result<(), Refusal> {
        let touched = self.link_everywhere();
        let mut asked = BTreeSet::new();
        for at in self.laying() {
            self.anybody(at, None, &mut asked)?;
        }
        self.close_all(asked, touched)
    }

    /// Until nothing is broken of what is asked, and along the relations that were touched.
    fn close_all(
        &mut self,
        mut asked: BTreeSet<Asked>,
        mut touched: Touched,
    ) -> Result<(), Refusal> {
        loop {
            asked.extend(self.along_linked(&touched));
            let mut broken = self.broken(&asked);
            broken.append(&mut self.waiting(&touched));
            if broken.is_empty() {
                return Ok(());
            }
            let mut changed = BTreeSet::new();
            for broken in broken {
                changed.append(&mut self.lay(broken)?);
            }
            if self.links() && changed.is_empty() {
                return Err(self.ran_out());
            }
            let named = self.on.named_all(changed.iter());
            self.moved.append(&mut changed);
            touched = self.link_again(&named);
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
            for at in self.laying() {
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
                let canon = canon.supposing(self.relations());
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
        let uniform = binding.is_uniform(rule) && !(self.links() && rule.when.relation.is_some());
        let enough = match (uniform, to) {
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
    fn along(&self, relations: &[(Name, Name)], own: &Relations) -> BTreeSet<Asked> {
        let mut asked = BTreeSet::new();
        let canon = Canon::new(self.project(), self.state, self.state.now()).supposing(own);
        for end in relations.iter().flat_map(|(from, to)| [from, to]) {
            for at in self.laying() {
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

    /// The rules that can lay what must hold. Where relations that would follow are looked for, those that only set
    /// relations are asked there.
    fn laying(&self) -> Vec<usize> {
        let all = 0..self.project().binding.len();
        let relations_only = self.links();
        let lays = |at: &usize| !relations_only || self.rule(*at).demands_strictly();
        all.filter(lays).collect()
    }

    fn rule(&self, at: usize) -> &'a Propagation {
        let project = self.project();
        &project.propagation[&project.binding[at].rule]
    }

    /// The open cells of an entity by which the rule could start.
    fn open_cells(&self, at: usize, entity: &Name) -> impl Iterator<Item = Cell> {
        let project = self.project();
        let category = self.rule(at).when.category.as_ref();
        let entity = entity.clone();
        let cells = project.binding[at].triggers.iter().map(move |name| Cell {
            entity: entity.clone(),
            attribute: name.clone(),
        });
        let open = cells.filter(|cell| {
            let known = project.attribute(cell);
            known.is_some_and(|attribute| !attribute.changes)
                && self.state.facts.get(cell).is_none()
                && !project.facts.contains_key(cell)
        });
        open.filter(move |cell| {
            let topic = || project.topic(cell)?.category.as_ref();
            category.is_none() || category == topic()
        })
    }

    /// Where what follows is the same from each of them, one is enough.
    fn open(&self, at: usize, entity: &Name) -> Option<Cell> {
        self.open_cells(at, entity).next()
    }

    /// What would follow from open cells as the witness has them, and does not hold there.
    fn broken(&mut self, asked: &BTreeSet<Asked>) -> Vec<Broken> {
        let mut found: Vec<Broken> = Vec::new();
        for (at, entity, only) in asked {
            // One cell can come after a relation that another one brings about.
            let cells: Vec<Cell> = match self.linked.is_some() {
                true => self.open_cells(*at, entity).collect(),
                false => self.open(*at, entity).into_iter().collect(),
            };
            for cell in cells {
                let linked = self.linked_before(&cell);
                for broken in self.broken_from(*at, &cell, only.as_ref(), linked.as_deref()) {
                    if found.iter().all(|known| known.instead != broken.instead) {
                        found.push(broken);
                    }
                }
            }
        }
        found
    }

    /// What a rule would lay from one cell, among the relations that could have come before.
    fn broken_from(
        &self,
        at: usize,
        cell: &Cell,
        only: Option<&Name>,
        linked: Option<&Linked>,
    ) -> Vec<Broken> {
        let rule = self.rule(at);
        let own = linked.map_or(&*self.state.relations, Linked::relations);
        let canon = Canon::completed(self.completed()).supposing(own);
        if !propagation::triggered(&canon, rule, cell) {
            return Vec::new();
        }
        let targets = match (&rule.to, only) {
            (Target::Tag(_) | Target::Entity(_), Some(only)) => vec![propagation::at(only)],
            (_, None) => propagation::targets(&canon, rule, cell),
            (_, Some(only)) => {
                let mut reached = propagation::targets(&canon, rule, cell);
                reached.retain(|reached| reached.entity == *only);
                reached
            }
        };
        let found = targets.iter();
        let found = found.flat_map(|reached| self.broken_by(&canon, at, cell, reached, linked));
        found.collect()
    }

    fn broken_by(
        &self,
        canon: &Canon,
        at: usize,
        cell: &Cell,
        reached: &Reached,
        linked: Option<&Linked>,
    ) -> Vec<Broken> {
        let (project, rule) = (self.project(), self.rule(at));
        let name = &project.binding[at].rule;
        let mut events = Vec::new();
        propagation::follow(canon, (name, rule), cell, reached, &mut events);
        let mut broken = Vec::new();
        for event in events {
            // A relation brings the rules of the world that wait for it. Where relations are looked for, those are
            // asked for each of them.
            if let Event::RelationSet(set) = &event
                && !self.links()
            {
                let own = &self.state.relations;
                let waiting = project.base.rules_of_relation(project, own, set);
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
            .map(|added| {
                let proof = match linked {
                    Some(linked) => self.proof(linked, at, cell, reached),
                    None => Proof {
                        sure: self.never_weaker(rule) && self.in_every_order(rule, cell),
                        ..Proof::of(self.otherwise(rule, cell, reached))
                    },
                };
                self.as_broken(proof, added)
            })
            .collect()
    }

    fn as_broken(&self, proof: Proof, added: ConstraintAdded) -> Broken {
        let demanded = added.formula.clone();
        let (sure, parts) = (proof.sure, proof.otherwise);
        Broken {
            instead: match self.edition >= LINKED {
                true => clause(parts, demanded),
                false => any(parts, demanded),
            },
            alone: added.formula.clone(),
            sure,
            added,
        }
    }

    /// What keeps a rule from starting, or from reaching this one.
    fn otherwise(&self, rule: &Propagation, cell: &Cell, reached: &Reached) -> Vec<Formula> {
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
        parts
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
        self.inexact |= exact.is_none() || !broken.sure;
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

/// A formula, and those of all derived facts that it reads.
fn with_derived(project: &Project, formula: &Formula) -> Vec<Formula> {
    let mut derived: BTreeSet<Name> = BTreeSet::new();
    let mut all = vec![formula.clone()];
    let mut at = 0;
    while let Some(formula) = all.get(at) {
        for name in logic::holds::derived_facts(formula) {
            let known = project.derived.get(&name);
            if derived.insert(name)
                && let Some(known) = known
            {
                for case in &known.cases {
                    all.extend(case.when.iter().cloned().chain([case.is.as_formula()]));
                }
            }
        }
        at += 1;
    }
    all
}

/// That one of these is so, or what is demanded.
fn any(mut parts: Vec<Formula>, demanded: Formula) -> Formula {
    parts.push(demanded);
    match <[Formula; 1]>::try_from(parts) {
        Ok([alone]) => alone,
        Err(parts) => Formula::Or(parts),
    }
}

/// The same without what only asks for relations: those are there, or will be.
fn clause(mut parts: Vec<Formula>, mut demanded: Formula) -> Formula {
    while let Formula::Implies(given, then) = demanded {
        let given = conjuncts(*given).into_iter();
        let read = given.filter(|given| !logic::holds::cells(given).is_empty());
        parts.extend(read.map(Formula::not));
        demanded = *then;
    }
    any(parts, demanded)
}

fn conjuncts(formula: Formula) -> Vec<Formula> {
    if let Formula::And(parts) = formula {
        return parts.into_iter().flat_map(conjuncts).collect();
    }
    vec![formula]
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
