//! What all sessions of a project share of the field: its cells, their domains at the fixpoint of the
//! world's rules, and a first witness that satisfies all of them.
//!
//! A rule is compiled once; its instances are bindings of its variables and are found from a cell, through
//! relations and references, when somebody asks for them. Nobody ever lists all of them.

mod assigned;
mod idle;
pub(crate) mod least;
pub mod lexicon;
mod lists;
mod rule;
mod waiting;

use crate::graph::{Kinds, Relations};
use crate::limits;
use crate::project::{Attribute, Project};
use lexicon::{AttributeId, Coding, EntityId, Lexicon, Meaning};
use logic::domain::{Code, Domain};
use logic::formula::{Formula, Term};
use logic::solve::{
    self, CellId, Change, Cost, Count, Group, InstanceId, Relation, Scope, Tag, Tightened, World,
};
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use rule::{Compiled, Guard, Place, Shape, Vocabulary, Who};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use idle::Idle;
pub use rule::{Problem, VARIABLES};

#[derive(Debug)]
pub struct Base {
    pub lexicon: Arc<Lexicon>,
    rules: Vec<Rule>,
    /// The rules that read an attribute, each once, ascending.
    readers: BTreeMap<AttributeId, Vec<u32>>,
    /// The rule that bounds how much a list holds.
    bounded: BTreeMap<(EntityId, AttributeId), u32>,
    /// Who is related to an entity, and how.
    edges: Vec<Vec<Edge>>,
    domains: Vec<Domain>,
    witness: Vec<Code>,
    /// What authors declared.
    facts: BTreeMap<CellId, Code>,
    /// Between which codes the values of each attribute lie.
    ranges: Vec<(Code, Code)>,
}

#[derive(Debug)]
struct Rule {
    name: Name,
    compiled: Compiled,
    /// For a rule about all members of a sort.
    group: Option<Relation>,
    /// The number of its first instance.
    first: u64,
    /// Its kinds of relation, as the edges name them.
    kinds: Vec<u32>,
}

/// One end of a relation, seen from the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edge {
    kind: u32,
    other: EntityId,
    /// It leads to the other, from it, or both where the kind is symmetric.
    there: bool,
    back: bool,
}

/// A relation that a session added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Own {
    kind: u32,
    from: EntityId,
    to: EntityId,
    symmetric: bool,
}

impl Own {
    /// Whether it leads from one entity to another.
    fn leads(&self, kind: u32, from: EntityId, to: EntityId) -> bool {
        let there = (self.from, self.to) == (from, to);
        self.kind == kind && (there || (self.symmetric && (self.to, self.from) == (from, to)))
    }
}

/// A binding: an entity for each variable of a rule.
type Binding = [EntityId; VARIABLES];

/// Why a world cannot be.
#[derive(Debug)]
pub enum Impossible {
    /// These rules, with the facts that they read, contradict each other.
    Conflict {
        rules: Vec<(Name, Vec<Name>)>,
        facts: Vec<Cell>,
    },
    /// Too hard to be decided.
    Undecided { cell: Cell, nodes: u64 },
}

/// A rule with its name, ready to be compiled.
pub struct Source<'a> {
    pub name: &'a Name,
    pub formula: &'a Formula,
}

impl Base {
    /// The base before anything is propagated; each rule that cannot be compiled with its place in the list.
    pub fn new(
        lexicon: Arc<Lexicon>,
        attributes: &[Attribute],
        kinds: &Kinds,
        relations: &Relations,
        facts: &BTreeMap<Cell, Value>,
        sources: &[Source],
    ) -> (Base, Vec<(usize, Problem)>) {
        let range = |attribute: AttributeId| {
            let attribute = &attributes[attribute as usize];
            assigned::number_range(attribute.range, attribute.decimals)
        };
        let cells = lexicon.cells();
        let domains: Vec<Domain> = (0..cells)
            .map(|cell| lexicon.declared(cell, range))
            .collect();
        let mut base = Base {
            lexicon: lexicon.clone(),
            rules: Vec::new(),
            readers: BTreeMap::new(),
            bounded: BTreeMap::new(),
            edges: vec![Vec::new(); lexicon.entities.len()],
            witness: domains.iter().map(guess).collect(),
            domains,
            facts: BTreeMap::new(),
            ranges: (0..attributes.len())
                .map(|id| range(id as AttributeId))
                .collect(),
        };
        let kind_numbers: BTreeMap<&Name, u32> = kinds.names().zip(0..).collect();
        for relation in relations.iter() {
            let symmetric = kinds.get(&relation.kind).is_some_and(|kind| kind.symmetric);
            let ends = (lexicon.entity(&relation.from), lexicon.entity(&relation.to));
            let (Some(from), Some(to), Some(&kind)) =
                (ends.0, ends.1, kind_numbers.get(&relation.kind))
            else {
                continue;
            };
            base.edges[from as usize].push(Edge {
                kind,
                other: to,
                there: true,
                back: symmetric,
            });
            base.edges[to as usize].push(Edge {
                kind,
                other: from,
                there: symmetric,
                back: true,
            });
        }
        for (cell, value) in facts {
            base.declare(cell, value);
        }
        let vocabulary = Vocabulary {
            lexicon: &lexicon,
            attributes,
            kinds,
        };
        let mut problems = Vec::new();
        let mut first = 0;
        for (at, source) in sources.iter().enumerate() {
            let implied = rule::implied(source.formula);
            for formula in std::iter::once(source.formula).chain(&implied) {
                let compiled = match rule::compile(&vocabulary, formula) {
                    Ok(compiled) => compiled,
                    Err(problem) => {
                        problems.push((at, problem));
                        break;
                    }
                };
                let variables = compiled.variables.len() as u32;
                let count = (lexicon.entities.len() as u64).checked_pow(variables);
                let next = count.and_then(|count| count.checked_add(first));
                let Some(next) = next.filter(|next| *next < 1 << 62) else {
                    problems.push((at, too_many()));
                    break;
                };
                base.add_rule(source.name.clone(), compiled, first, &kind_numbers);
                first = next.max(first + 1);
            }
        }
        base.bound_lists(attributes, first);
        (base, problems)
    }

    fn declare(&mut self, cell: &Cell, value: &Value) {
        for (cell, code) in self.codes(cell, value).unwrap_or_default() {
            let at = cell.0 as usize;
            self.domains[at] = Domain::one(&self.domains[at], code);
            self.witness[at] = code;
            self.facts.insert(cell, code);
        }
    }

    /// Why no session can give a cell this code: rules, and declared facts that they read.
    pub fn why_never(
        &self,
        cell: CellId,
        code: Code,
    ) -> Option<(BTreeSet<InstanceId>, BTreeSet<CellId>)> {
        let loose = Loose(self);
        let part: Vec<CellId> = self.part(cell).into_iter().collect();
        let facts = part
            .iter()
            .filter_map(|near| Some((near, self.facts.get(near)?)));
        let facts = facts.map(|(cell, code)| {
            let change = Change::Fix {
                cell: *cell,
                code: *code,
            };
            (Tag(cell.0.into()), change)
        });
        let facts: Vec<(Tag, Change)> = facts.collect();
        let field = solve::derive(&loose, &part, &facts)?;
        let why = solve::why_not(&loose, &field, cell, code)?;
        let facts = why.changes().into_iter().map(|tag| CellId(tag.0 as u32));
        Some((why.instances(), facts.collect()))
    }

    /// The cells that chains of rules connect with this one, as far as anybody wants to be told.
    fn part(&self, first: CellId) -> BTreeSet<CellId> {
        let mut found = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            if found.len() > limits::PATH_SEARCH {
                break;
            }
            let mut ids = Vec::new();
            self.instances(cell, &mut |id| ids.push(id));
            for cell in ids.into_iter().flat_map(|id| self.cells_of(id)) {
                if found.insert(cell) {
                    open.push(cell);
                }
            }
        }
        found
    }

    fn add_rule(
        &mut self,
        name: Name,
        compiled: Compiled,
        first: u64,
        kinds: &BTreeMap<&Name, u32>,
    ) {
        let number = self.rules.len() as u32;
        let read: BTreeSet<AttributeId> = match &compiled.shape {
            Shape::Each { places, .. } => places
                .iter()
                .filter_map(|place| place.attribute())
                .collect(),
            Shape::Count { attribute, .. }
            | Shape::AllDifferent { attribute, .. }
            | Shape::Holds { attribute, .. } => [*attribute].into(),
        };
        for attribute in read {
            self.readers.entry(attribute).or_default().push(number);
        }
        let kinds = compiled.guards.iter().map(|guard| match guard {
            Guard::Related { kind, .. } => kinds.get(kind).copied().unwrap_or(u32::MAX),
            Guard::Different(..) => u32::MAX,
        });
        let kinds = kinds.collect();
        let group = self.group(&compiled.shape);
        self.rules.push(Rule {
            name,
            compiled,
            group,
            first,
            kinds,
        });
    }

    /// A rule about all members of a sort, with the counters of the base as it is now.
    fn group(&self, shape: &Shape) -> Option<Relation> {
        let members = |sort: &Name, attribute: AttributeId| {
            let members = self.lexicon.members_of(sort).iter();
            let cells = members.filter_map(|entity| self.lexicon.cell(*entity, attribute));
            cells.map(CellId).collect::<Vec<_>>()
        };
        let at = |cell: CellId| cell.0 as usize;
        match shape {
            Shape::Each { .. } => None,
            Shape::Count {
                sort,
                attribute,
                values,
                least,
                most,
            } => {
                let base = |cell: CellId| (self.domains[at(cell)].clone(), self.witness[at(cell)]);
                let members = members(sort, *attribute);
                let count = Count::new(members, values.clone(), (*least, *most), base);
                Some(Relation::Count(Arc::new(count)))
            }
            Shape::Holds {
                entity,
                attribute,
                most,
            } => {
                let cell = Cell {
                    entity: self.lexicon.entities[*entity as usize].clone(),
                    attribute: self.lexicon.attribute_name(*attribute).clone(),
                };
                let members = self.span(&cell).unwrap_or_default().map(CellId);
                let base = |cell: CellId| (self.domains[at(cell)].clone(), self.witness[at(cell)]);
                let held = Domain::one(&Domain::first(2), 1);
                let count = Count::new(members, held, (0, *most), base);
                Some(Relation::Count(Arc::new(count)))
            }
            Shape::AllDifferent { sort, attribute } => {
                let group = Group::new(members(sort, *attribute), |cell| self.witness[at(cell)]);
                Some(Relation::AllDifferent(Arc::new(group)))
            }
        }
    }

    /// Brings every domain to the fixpoint of the rules and finds a first witness.
    pub fn tighten(&mut self) -> Result<Cost, Impossible> {
        let mut cost = Cost::default();
        if self.rules.is_empty() {
            return Ok(cost);
        }
        match solve::tighten(&*self, self.lexicon.cells(), limits::CHECK_NODES, &mut cost) {
            Tightened::Fits(base) => {
                self.domains = base.domains;
                self.witness = base.witness;
                self.regroup();
                Ok(cost)
            }
            Tightened::Conflict { instances, .. } => {
                let mut facts = BTreeSet::new();
                let mut rules = Vec::new();
                for id in instances {
                    let (scope, relation) = self.instance(id);
                    let cells = relation
                        .group()
                        .map_or(scope.cells(), |group| &group.members);
                    let known = cells
                        .iter()
                        .filter(|cell| self.domains[cell.0 as usize].only().is_some());
                    let cells = known.map(|cell| self.lexicon.named(cell.0).0);
                    facts.extend(cells.filter(|cell| !cell.attribute.is_empty()));
                    rules.push(self.told(id));
                }
                Err(Impossible::Conflict {
                    rules,
                    facts: facts.into_iter().collect(),
                })
            }
            Tightened::OutOfBudget { cell, nodes } => Err(Impossible::Undecided {
                cell: self.lexicon.named(cell.0).0,
                nodes,
            }),
        }
    }

    /// Rules about all members of a sort count the base as it is now.
    fn regroup(&mut self) {
        for at in 0..self.rules.len() {
            let group = self.group(&self.rules[at].compiled.shape);
            self.rules[at].group = group;
        }
    }

    /// What a formula about named cells demands of them.
    pub fn constraint(
        &self,
        attributes: &[Attribute],
        kinds: &Kinds,
        formula: &Formula,
    ) -> Result<(Scope, Relation), Problem> {
        let vocabulary = Vocabulary {
            lexicon: &self.lexicon,
            attributes,
            kinds,
        };
        let compiled = rule::compile(&vocabulary, formula)?;
        let (true, Shape::Each { places, relation }) =
            (compiled.variables.is_empty(), compiled.shape)
        else {
            return Err(Problem {
                code: "unguarded-rule",
                message: Phrase::new(
                    "a constraint of a session names the cells it is about",
                    "une contrainte de session nomme les cellules dont elle parle",
                ),
                hint: None,
            });
        };
        let cells = places
            .iter()
            .filter_map(|place| self.cell_at(*place, &Binding::default()));
        let cells: Vec<CellId> = cells.collect();
        Ok((Scope::new(&cells), relation))
    }

    /// The rules that read a cell, each as a formula about its entities.
    pub fn formulas_about(&self, project: &Project, cell: &Cell) -> Vec<(Name, Formula)> {
        let mut found = BTreeSet::new();
        for cell in self.span(cell).unwrap_or_default().map(CellId) {
            self.instances(cell, &mut |id| {
                found.insert(id);
            });
        }
        let formulas = found.into_iter().filter_map(|id| {
            let (name, entities) = self.told(id);
            let mut formula = &project.rules.get(&name)?.formula;
            let rule = self.rule_of(id);
            if rule.group.is_some() {
                return Some((name, formula.clone()));
            }
            while let Formula::Forall { body, .. } = formula {
                formula = body;
            }
            let variables = rule.compiled.variables.iter();
            let bound: BTreeMap<&Name, &Name> =
                variables.map(|known| &known.name).zip(&entities).collect();
            let entity = |entity: &&Name| Term::entity((*entity).clone());
            let formula = formula.with(&|name| bound.get(name).map(entity));
            Some((name, formula))
        });
        formulas.collect()
    }

    /// A rule that counts both cells, unless what both are is none of what it counts.
    pub fn counted(&self, one: &Cell, other: &Cell, value: Option<&Value>) -> Option<Name> {
        let cell = |cell: &Cell| self.span(cell).map(|span| CellId(span.start));
        let (first, second) = (cell(one)?, cell(other)?);
        let code = value.and_then(|value| self.codes(one, value));
        let code = code.and_then(|codes| codes.first().map(|(_, code)| *code));
        let counting = self.rules.iter().find(|rule| {
            let (Shape::Count { values, .. }, Some(relation)) = (&rule.compiled.shape, &rule.group)
            else {
                return false;
            };
            let members = relation.group().map(|group| &group.members);
            let has =
                |cell: &CellId| members.is_some_and(|members| members.binary_search(cell).is_ok());
            has(&first) && has(&second) && code.is_none_or(|code| values.contains(code))
        });
        counting.map(|rule| rule.name.clone())
    }

    /// The rules that bind a cell, each with its entities: `name(entity, …)`, and how many more there are.
    pub fn rules_about(&self, cell: &Cell) -> (Vec<(Name, String)>, usize) {
        let Some(span) = self.span(cell) else {
            return (Vec::new(), 0);
        };
        let mut found = BTreeSet::new();
        for cell in span.map(CellId) {
            self.instances(cell, &mut |id| {
                found.insert(id);
            });
        }
        let more = found.len().saturating_sub(limits::CONTEXT_LINES);
        let told = found.into_iter().take(limits::CONTEXT_LINES).map(|id| {
            let (name, entities) = self.told(id);
            let entities: Vec<&str> = entities.iter().map(Name::as_str).collect();
            let told = match &entities[..] {
                [] => name.to_string(),
                entities => format!("{name}({})", entities.join(", ")),
            };
            (name, told)
        });
        (told.collect(), more)
    }

    /// A rule by name, with the entities of an instance.
    pub fn told(&self, id: InstanceId) -> (Name, Vec<Name>) {
        let rule = self.rule_of(id);
        let binding = self.binding(rule, id);
        let entities = binding[..rule.compiled.variables.len()].iter();
        let names = entities.map(|entity| self.lexicon.entities[*entity as usize].clone());
        (rule.name.clone(), names.collect())
    }

    /// The relations by which an instance is one: from whom, of what kind, to whom.
    pub fn ties(&self, id: InstanceId) -> Vec<(Name, Name, Name)> {
        let rule = self.rule_of(id);
        let binding = self.binding(rule, id);
        let named = |who: Who| {
            let entity = match who {
                Who::Variable(variable) => binding[variable],
                Who::Entity(entity) => entity,
            };
            self.lexicon.entities[entity as usize].clone()
        };
        let related = rule.compiled.guards.iter().filter_map(|guard| match guard {
            Guard::Related { kind, from, to } => Some((named(*from), kind.clone(), named(*to))),
            Guard::Different(..) => None,
        });
        related.collect()
    }

    /// Whether a rule reads both cells at once.
    pub fn are_bound(&self, one: &Cell, other: &Cell) -> bool {
        let (Some(one), Some(other)) = (self.span(one), self.span(other)) else {
            return false;
        };
        let mut found = false;
        for at in one.map(CellId) {
            self.instances(at, &mut |id| {
                let (scope, relation) = self.instance(id);
                // Who is counted together is nearly everybody.
                found |= relation.group().is_none()
                    && scope.cells().iter().any(|cell| other.contains(&cell.0));
            });
        }
        found
    }

    /// The cells that an instance reads, as people call them.
    pub fn cells_of(&self, id: InstanceId) -> Vec<CellId> {
        let (scope, relation) = self.instance(id);
        relation
            .group()
            .map_or(scope.cells(), |group| &group.members)
            .to_vec()
    }

    /// The changes of cells that a value of a cell means; nothing if the field does not hold the value.
    pub fn codes(&self, cell: &Cell, value: &Value) -> Option<Vec<(CellId, Code)>> {
        let (attribute, span) = self.lexicon.span(cell)?;
        match (self.lexicon.coding(attribute)?, value) {
            (Coding::Members(sort), Value::Set(set)) => {
                let members = self.lexicon.members_of(sort);
                let has =
                    |member: &EntityId| set.contains(&self.lexicon.entities[*member as usize]);
                let codes = members.iter().map(|member| Code::from(has(member)));
                Some(span.map(CellId).zip(codes).collect())
            }
            (Coding::Members(sort), Value::List(items)) => {
                let members = self.lexicon.members_of(sort);
                let has = |member: &EntityId| {
                    let name = &self.lexicon.entities[*member as usize];
                    items.contains(&Value::Entity(name.clone()))
                };
                let codes = members.iter().map(|member| Code::from(has(member)));
                Some(span.map(CellId).zip(codes).collect())
            }
            (Coding::Items(values), Value::List(items)) => {
                let codes = values.iter().map(|value| Code::from(items.contains(value)));
                Some(span.map(CellId).zip(codes).collect())
            }
            (_, _) => {
                let code = self.lexicon.encode(attribute, value)?;
                Some(vec![(CellId(span.start), code)])
            }
        }
    }

    /// Whether the field holds this cell, and the cells it has there.
    pub fn span(&self, cell: &Cell) -> Option<std::ops::Range<u32>> {
        self.lexicon.span(cell).map(|(_, span)| span)
    }

    /// Whether a rule reads the cell: then only what has a code may stand there.
    pub fn is_ruled(&self, cell: &Cell) -> bool {
        let span = self.lexicon.span(cell);
        span.is_some_and(|(attribute, _)| self.readers.contains_key(&attribute))
    }

    /// What the cell could be before any session.
    pub fn domain_of(&self, cell: CellId) -> &Domain {
        &self.domains[cell.0 as usize]
    }

    pub fn rules(&self) -> usize {
        self.rules.len()
    }

    fn rule_of(&self, id: InstanceId) -> &Rule {
        let at = self.rules.partition_point(|rule| rule.first <= id.0);
        &self.rules[at - 1]
    }

    fn binding(&self, rule: &Rule, id: InstanceId) -> Binding {
        let mut binding = Binding::default();
        let (mut number, count) = (id.0 - rule.first, self.lexicon.entities.len() as u64);
        for at in (0..rule.compiled.variables.len()).rev() {
            binding[at] = (number % count) as EntityId;
            number /= count;
        }
        binding
    }

    fn number(&self, rule: &Rule, binding: &Binding) -> InstanceId {
        let count = self.lexicon.entities.len() as u64;
        let entities = binding[..rule.compiled.variables.len()].iter();
        let number = entities.fold(0, |number, entity| number * count + u64::from(*entity));
        InstanceId(rule.first + number)
    }

    fn cell_at(&self, place: Place, binding: &Binding) -> Option<CellId> {
        let entity = |who: Who| match who {
            Who::Variable(variable) => binding[variable],
            Who::Entity(entity) => entity,
        };
        let cell = match place {
            Place::Itself(variable) => Some(self.lexicon.itself(binding[variable])),
            Place::Cell { of, attribute } => self.lexicon.cell(entity(of), attribute),
            Place::Element {
                of,
                attribute,
                element,
            } => self.lexicon.element(entity(of), attribute, entity(element)),
            Place::Item { of, attribute, at } => self.lexicon.item(entity(of), attribute, at),
        };
        cell.map(CellId)
    }

    /// Every binding under which a rule reads the cell at this place.
    fn bindings_at(
        &self,
        rule: &Rule,
        place: Place,
        meaning: &Meaning,
        found: &mut BTreeSet<InstanceId>,
    ) {
        let mut known = [None; VARIABLES];
        let mut bind = |who: Who, entity: EntityId| match who {
            Who::Entity(wanted) => wanted == entity,
            Who::Variable(variable) => *known[variable].get_or_insert(entity) == entity,
        };
        let fits = match (place, meaning) {
            (Place::Cell { of, attribute }, Meaning::Cell(entity, known)) => {
                attribute == *known && bind(of, *entity)
            }
            (
                Place::Element {
                    of,
                    attribute,
                    element,
                },
                Meaning::Element(entity, known, member),
            ) => attribute == *known && bind(of, *entity) && bind(element, *member),
            (Place::Item { of, attribute, at }, Meaning::Item(entity, known, item)) => {
                attribute == *known && at == *item && bind(of, *entity)
            }
            (_, _) => false,
        };
        if fits {
            self.extend(rule, known, &[], found);
        }
    }

    /// Every binding that has these entities already, over the project's relations and more of them.
    fn extend(
        &self,
        rule: &Rule,
        known: [Option<EntityId>; VARIABLES],
        more: &[Own],
        found: &mut BTreeSet<InstanceId>,
    ) {
        let variables = &rule.compiled.variables;
        let open = (0..variables.len()).filter(|variable| known[*variable].is_none());
        let mut candidates: Option<(usize, Vec<EntityId>)> = None;
        for variable in open {
            if let Some(reached) = self.reached(rule, &known, variable, more) {
                candidates = Some((variable, reached));
                break;
            }
            candidates.get_or_insert_with(|| {
                (
                    variable,
                    self.lexicon.members_of(&variables[variable].sort).to_vec(),
                )
            });
        }
        let Some((variable, reached)) = candidates else {
            let binding = known.map(|entity| entity.unwrap_or(0));
            if self.is_bound(rule, &binding, more) {
                found.insert(self.number(rule, &binding));
            }
            return;
        };
        for entity in reached {
            let mut known = known;
            known[variable] = Some(entity);
            self.extend(rule, known, more, found);
        }
    }

    /// The entities that a relation or a reference leads to from those that are known.
    fn reached(
        &self,
        rule: &Rule,
        known: &[Option<EntityId>; VARIABLES],
        variable: usize,
        more: &[Own],
    ) -> Option<Vec<EntityId>> {
        let entity = |who: Who| match who {
            Who::Variable(variable) => known[variable],
            Who::Entity(entity) => Some(entity),
        };
        let wanted = Who::Variable(variable);
        for (guard, kind) in rule.compiled.guards.iter().zip(&rule.kinds) {
            let Guard::Related { from, to, .. } = guard else {
                continue;
            };
            let (start, there) = match (entity(*from), entity(*to)) {
                (Some(start), None) if *to == wanted => (start, true),
                (None, Some(start)) if *from == wanted => (start, false),
                (_, _) => continue,
            };
            let edges = self.edges[start as usize].iter();
            let edges = edges
                .filter(|edge| edge.kind == *kind && if there { edge.there } else { edge.back });
            let mut reached: Vec<EntityId> = edges.map(|edge| edge.other).collect();
            for own in more {
                let ends = [(own.from, own.to), (own.to, own.from)];
                let leads = |from: EntityId, to: EntityId| {
                    if there {
                        own.leads(*kind, from, to)
                    } else {
                        own.leads(*kind, to, from)
                    }
                };
                reached.extend(
                    ends.into_iter()
                        .filter(|(from, to)| *from == start && leads(*from, *to))
                        .map(|(_, to)| to),
                );
            }
            reached.sort_unstable();
            reached.dedup();
            return Some(reached);
        }
        for reference in &rule.compiled.references {
            let cell = |from: EntityId| self.lexicon.cell(from, reference.attribute);
            let Some(Coding::Entities(sort)) = self.lexicon.coding(reference.attribute) else {
                continue;
            };
            let members = self.lexicon.members_of(sort);
            if reference.to == variable
                && let Some(cell) = entity(reference.from).and_then(cell)
            {
                let codes = self.domains[cell as usize].codes();
                return Some(codes.map(|code| members[code as usize]).collect());
            }
            if reference.from == wanted
                && let Some(target) = known[reference.to]
            {
                let Ok(code) = members.binary_search(&target) else {
                    return Some(Vec::new());
                };
                let all = self
                    .lexicon
                    .members_of(&rule.compiled.variables[variable].sort)
                    .iter();
                let may = |from: &&EntityId| {
                    cell(**from)
                        .is_some_and(|cell| self.domains[cell as usize].contains(code as Code))
                };
                return Some(all.filter(may).copied().collect());
            }
        }
        None
    }

    /// Whether a binding has the right sorts and satisfies what no cell decides.
    fn is_bound(&self, rule: &Rule, binding: &Binding, more: &[Own]) -> bool {
        let entity = |who: Who| match who {
            Who::Variable(variable) => binding[variable],
            Who::Entity(entity) => entity,
        };
        let mut variables = rule.compiled.variables.iter().zip(binding);
        let guards = || rule.compiled.guards.iter().zip(&rule.kinds);
        variables.all(|(variable, entity)| self.lexicon.is_a(*entity, &variable.sort))
            && guards().all(|(guard, kind)| match guard {
                Guard::Different(left, right) => binding[*left] != binding[*right],
                Guard::Related { from, to, .. } => {
                    let (from, to) = (entity(*from), entity(*to));
                    let mut edges = self.edges[from as usize].iter();
                    edges.any(|edge| edge.kind == *kind && edge.there && edge.other == to)
                        || more.iter().any(|own| own.leads(*kind, from, to))
                }
            })
            && match &rule.compiled.shape {
                Shape::Each { places, .. } => places
                    .iter()
                    .all(|place| self.cell_at(*place, binding).is_some()),
                Shape::Count { .. } | Shape::AllDifferent { .. } | Shape::Holds { .. } => true,
            }
    }
}

impl World for Base {
    fn domain(&self, cell: CellId) -> Domain {
        self.domains[cell.0 as usize].clone()
    }

    fn witness(&self, cell: CellId) -> Code {
        self.witness[cell.0 as usize]
    }

    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        let meaning = self.lexicon.meaning(cell.0);
        let (entity, attribute) = match &meaning {
            Meaning::Itself(_) => return,
            Meaning::Cell(entity, attribute)
            | Meaning::Element(entity, attribute, _)
            | Meaning::Item(entity, attribute, _) => (*entity, *attribute),
        };
        let mut found = BTreeSet::new();
        if !self.bounded.is_empty()
            && let Some(number) = self.bounded.get(&(entity, attribute))
        {
            found.insert(InstanceId(self.rules[*number as usize].first));
        }
        for number in self.readers.get(&attribute).into_iter().flatten() {
            let rule = &self.rules[*number as usize];
            match (&rule.compiled.shape, &rule.group) {
                (Shape::Each { places, .. }, _) => {
                    for place in places {
                        self.bindings_at(rule, *place, &meaning, &mut found);
                    }
                }
                (_, Some(relation)) => {
                    if relation
                        .group()
                        .is_some_and(|group| group.members.binary_search(&cell).is_ok())
                    {
                        found.insert(InstanceId(rule.first));
                    }
                }
                (_, None) => {}
            }
        }
        found.into_iter().for_each(visit);
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        let rule = self.rule_of(id);
        match (&rule.compiled.shape, &rule.group) {
            (_, Some(relation)) => (Scope::GROUP, relation),
            (Shape::Each { places, relation }, None) => {
                let binding = self.binding(rule, id);
                let cells = places
                    .iter()
                    .filter_map(|place| self.cell_at(*place, &binding));
                let cells: Vec<CellId> = cells.collect();
                (Scope::new(&cells), relation)
            }
            (_, None) => unreachable!("a rule about a sort has its group"),
        }
    }
}

/// The base as if nothing had been declared or followed yet, for whoever asks why.
struct Loose<'b>(&'b Base);

impl World for Loose<'_> {
    fn domain(&self, cell: CellId) -> Domain {
        let range = |attribute: AttributeId| self.0.ranges[attribute as usize];
        self.0.lexicon.declared(cell.0, range)
    }

    fn witness(&self, cell: CellId) -> Code {
        self.0.witness(cell)
    }

    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        self.0.instances(cell, visit);
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        self.0.instance(id)
    }
}

/// A first guess of a cell's value in the witness.
fn guess(domain: &Domain) -> Code {
    match domain {
        // An empty range is a mistake of its own.
        Domain::Range(low, high) if low > high => *low,
        Domain::Range(low, high) => 0.clamp(*low, *high),
        Domain::Few(_) | Domain::Many(_) => domain.least().unwrap_or(0),
    }
}

fn too_many() -> Problem {
    Problem {
        code: "rule-too-wide",
        message: Phrase::new(
            "the rule has too many variables for so many entities",
            "la règle a trop de variables pour autant d'entités",
        ),
        hint: None,
    }
}
