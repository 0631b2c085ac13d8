//! What is true in a session: the project's facts, the session's facts and current fluents, and what
//! follows from them by derived facts. One view for conditions, templates and questions.

use crate::axis::Standing;
use crate::event::{ConstraintAdded, ConstraintSource};
use crate::field::{Field, LINKED};
use crate::graph::{Force, Graph, Reached, Relation, Relations};
use crate::limits;
use crate::project::{Attribute, Body, Project};
use crate::scene::Scene;
use crate::state::{Constraint, State, Testimony};
use logic::formula::Formula;
use logic::holds::{Facts, Truth, evaluate, judge};
use logic::text::Phrase;
use logic::value::{Cell, Date, Instant, Name, Value};
use serde_json::json;
use std::cell::{Cell as Counter, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// The canon at one moment. `now` is the recorded time of the input that is decided.
pub struct Canon<'a> {
    pub project: &'a Project,
    pub state: &'a State,
    pub now: Instant,
    /// What open cells are taken to be, if anything: their values in the witness of this field.
    completion: Option<Field<'a>>,
    /// Open cells that are not taken to be anything all the same.
    open: Option<&'a BTreeSet<Cell>>,
    /// The session's relations, if others than those that it has are supposed.
    supposed: Option<&'a Relations>,
    deriving: Deriving,
    reads: Counter<u64>,
}

/// Derived facts as they are worked out: each once, however many others use it.
#[derive(Debug, Default)]
pub struct Deriving {
    depth: Counter<usize>,
    known: RefCell<BTreeMap<Name, Option<Value>>>,
    exhausted: Counter<bool>,
}

impl Deriving {
    pub fn holds(&self, facts: &dyn Facts, formula: &Formula) -> Truth {
        let judgement = judge(facts, formula, limits::CONDITION_STEPS);
        self.exhausted
            .set(self.exhausted.get() || judgement.exhausted);
        judgement.truth
    }

    /// Whether something is unknown only because judging it ran out of steps.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted.get()
    }

    pub fn derived(&self, facts: &dyn Facts, project: &Project, name: &str) -> Option<Value> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let (name, derived) = project.derived.get_key_value(name)?;
        // Cycles are refused at load; the bound keeps a very long chain from using up the stack.
        if self.depth.get() >= limits::DERIVED_DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let mut found = None;
        for case in &derived.cases {
            match case
                .when
                .as_ref()
                .map_or(Truth::True, |when| self.holds(facts, when))
            {
                Truth::True => {
                    found = match &case.is {
                        Body::Formula(formula) => match self.holds(facts, formula) {
                            Truth::True => Some(Value::Bool(true)),
                            Truth::False => Some(Value::Bool(false)),
                            Truth::Unknown => None,
                        },
                        Body::Term(term) => evaluate(facts, term).unwrap_or_else(|_| {
                            self.exhausted.set(true);
                            None
                        }),
                    };
                    break;
                }
                Truth::False => {}
                // An earlier case might hold: what follows cannot be known.
                Truth::Unknown => break,
            }
        }
        self.known.borrow_mut().insert(name.clone(), found.clone());
        self.depth.set(self.depth.get() - 1);
        found
    }
}

impl<'a> Canon<'a> {
    pub fn new(project: &'a Project, state: &'a State, now: Instant) -> Canon<'a> {
        Canon {
            project,
            state,
            now,
            completion: None,
            open: None,
            supposed: None,
            deriving: Deriving::default(),
            reads: Counter::default(),
        }
    }

    /// How many facts, constraints, relations and things that somebody learnt were read here: the work of whoever
    /// gathers them, free of noise.
    pub fn reads(&self) -> u64 {
        self.reads.get()
    }

    fn read(&self, count: usize) {
        self.reads.set(self.reads.get() + count as u64);
    }

    fn counted<'s, T: 's>(
        &'s self,
        all: impl Iterator<Item = T> + 's,
    ) -> impl Iterator<Item = T> + 's {
        all.inspect(|_| self.read(1))
    }

    /// Everything that is settled about an entity.
    pub(crate) fn facts_of(&self, entity: &Name) -> BTreeMap<Cell, Value> {
        let start = Cell {
            entity: entity.clone(),
            attribute: Name::from(""),
        };
        let (project, state) = (self.project, self.state);
        let is_own = |cell: &Cell| cell.entity == *entity;
        let declared = self.counted(project.facts.range(&start..));
        let declared = declared.take_while(|(cell, _)| is_own(cell));
        let mut all: BTreeMap<Cell, Value> = declared
            .map(|(cell, (value, _))| (cell.clone(), value.clone()))
            .collect();
        let settled = self.counted(state.facts.from(&start));
        let settled = settled.take_while(|(cell, _)| is_own(cell));
        all.extend(settled.filter_map(|(cell, fact)| Some((cell.clone(), fact.value.clone()?))));
        let fluents = self.counted(state.fluents.from(&start));
        let fluents = fluents.take_while(|(cell, _)| is_own(cell));
        all.extend(
            fluents.filter_map(|(cell, fluent)| Some((cell.clone(), fluent.value.clone()?))),
        );
        all
    }

    /// What somebody has learnt, the latest first.
    pub(crate) fn learnt_by<'s>(&'s self, who: &'s str) -> impl Iterator<Item = Cell> + 's {
        let learnt = self.counted(self.state.learnt_by.to(who));
        learnt.filter_map(|(_, cell)| cell.parse().ok())
    }

    /// What somebody said of others, or heard of them, the latest first.
    pub(crate) fn told_to<'s>(&'s self, who: &'s str) -> impl Iterator<Item = &'a Testimony> + 's {
        let told = self.counted(self.state.told_to.to(who));
        told.filter_map(|(seq, _)| self.state.testimonies.get(&seq))
    }

    /// The constraints of the session that stand and read a cell.
    pub(crate) fn constraints_on<'s>(
        &'s self,
        cell: &'s Cell,
    ) -> impl Iterator<Item = &'a Constraint> + 's {
        self.counted(self.state.constraints_on(cell))
    }

    /// The relations of an entity, strongest first.
    pub(crate) fn relations_of(&self, entity: &str) -> Vec<&'a Relation> {
        let relations = self.graph().of(entity);
        self.read(relations.len());
        relations
    }

    /// Whoever is near an entity, nearest first.
    pub(crate) fn reached(&self, entity: &str, least: Force, radius: usize) -> Vec<Reached> {
        let reached = self.graph().reached(entity, &[], least, radius);
        self.read(reached.len());
        reached
    }

    /// The world as the witness of a field completes it: every open cell is settled.
    pub(crate) fn completed(field: Field<'a>) -> Canon<'a> {
        Canon {
            completion: Some(field),
            ..Canon::new(field.project, field.state, field.state.now())
        }
    }

    /// The same, with these cells as open as they are.
    pub(crate) fn leaving(self, open: &'a BTreeSet<Cell>) -> Canon<'a> {
        Canon {
            open: Some(open),
            ..self
        }
    }

    /// The same, supposing that the session had these relations.
    pub(crate) fn supposing(self, relations: &'a Relations) -> Canon<'a> {
        Canon {
            supposed: Some(relations),
            ..self
        }
    }

    fn is_left_open(&self, cell: &Cell) -> bool {
        self.open.is_some_and(|open| open.contains(cell))
    }

    pub fn holds(&self, formula: &Formula) -> Truth {
        self.deriving.holds(self, &self.state.kept_formula(formula))
    }

    /// Whether something is unknown only because judging it ran out of steps.
    pub fn is_exhausted(&self) -> bool {
        self.deriving.is_exhausted()
    }

    /// Relations as this session knows them.
    pub fn graph(&self) -> Graph<'a> {
        Graph {
            base: &self.project.relations,
            own: self.supposed.unwrap_or(&self.state.relations),
            merged: Some(&self.state.merged),
        }
    }

    /// The scene as it is now.
    pub fn scene(&self) -> &'a Scene {
        self.state.scene.as_ref().unwrap_or(&self.project.scene)
    }

    /// Where an axis, a reputation or the progress stands, with every line that moved it.
    pub fn standing(&self, name: &str) -> Option<Standing> {
        let axis = self.project.axes.get(name).map(|axis| axis.standing(self));
        let progress = || self.project.progress.as_ref()?.standing(self);
        axis.or_else(|| (name == "progress").then(progress).flatten())
    }

    /// Who is spoken to.
    pub fn interlocutor(&self) -> Option<Name> {
        self.scene().interlocutor.clone()
    }

    /// A value as people read it.
    pub fn show(&self, cell: &Cell, value: &Value) -> String {
        match self.shown(value, Some(cell)) {
            serde_json::Value::String(text) => text,
            other @ serde_json::Value::Null
            | other @ serde_json::Value::Bool(_)
            | other @ serde_json::Value::Number(_)
            | other @ serde_json::Value::Array(_)
            | other @ serde_json::Value::Object(_) => other.to_string(),
        }
    }

    /// A value within a sentence: yes and no by their words, lists without brackets.
    pub fn say(&self, cell: &Cell, value: &Value) -> String {
        match value {
            Value::Bool(truth) => {
                let words = crate::words::bare(*truth);
                words.in_language(self.state.language()).to_owned()
            }
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.say(cell, item)).collect();
                items.join(", ")
            }
            Value::Set(entities) => {
                let shown = entities
                    .iter()
                    .map(|entity| self.show(cell, &Value::Entity(entity.clone())));
                shown.collect::<Vec<_>>().join(", ")
            }
            Value::Null
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Text(_)
            | Value::Confidential(_) => self.show(cell, value),
        }
    }

    /// Why a constraint was laid, in words.
    pub fn because(&self, added: &ConstraintAdded) -> Option<Phrase> {
        let own = added.because.as_ref();
        let own = own.map(|words| Phrase::new(words.as_str(), words.as_str()));
        let rule = match &added.source {
            ConstraintSource::Propagated { rule, .. } => {
                let known = self.project.propagation.get(rule);
                known.and_then(|rule| rule.because.clone())
            }
            ConstraintSource::Rule { rule } => {
                let known = self.project.rules.get(rule);
                known.and_then(|rule| rule.because.clone())
            }
            ConstraintSource::Author
            | ConstraintSource::Request
            | ConstraintSource::Said { .. }
            | ConstraintSource::Inferred { .. } => None,
        };
        rule.or(own)
    }

    /// Whether a cell has a value that will not change by itself.
    pub fn is_settled(&self, cell: &Cell) -> bool {
        let cell = &*self.state.kept_cell(cell);
        self.state.facts.get(cell).is_some()
            || self.state.fluents.get(cell).is_some()
            || self.project.facts.contains_key(cell)
            || (self.completion.is_some() && !self.is_left_open(cell) && self.can_be_settled(cell))
    }

    /// Of what somebody has not, nothing is ever settled.
    fn can_be_settled(&self, cell: &Cell) -> bool {
        self.project.edition < LINKED || self.project.attribute(cell).is_some()
    }

    /// What a template may see: just the paths it reads. A cell that is missing is left out, so that
    /// printing it is an error and testing it is false.
    pub fn context(
        &self,
        paths: &BTreeSet<String>,
        confidential: &mut Vec<(String, logic::value::Digest)>,
    ) -> serde_json::Value {
        let mut root = serde_json::Map::new();
        for path in paths {
            let Some((entity, attribute)) = path.split_once('.') else {
                if let Some(value) = self.derived(path) {
                    root.insert(path.clone(), self.shown(&value, None));
                }
                continue;
            };
            let cell = Cell {
                entity: Name::from(entity),
                attribute: Name::from(attribute),
            };
            let shown = match self.value(&cell) {
                Some(Value::Confidential(digest)) => {
                    json!(crate::item::marked(digest, confidential))
                }
                Some(value) => self.shown(&value, Some(&cell)),
                None if attribute == "name" => match self.project.entities.get(entity) {
                    Some(entity) => json!(entity.name),
                    None => continue,
                },
                None => continue,
            };
            insert(&mut root, path, shown);
        }
        serde_json::Value::Object(root)
    }

    /// What a template about a cell may see: its entity is `it`.
    pub fn context_of(&self, cell: &Cell, paths: &BTreeSet<String>) -> serde_json::Value {
        let (own, others): (BTreeSet<String>, BTreeSet<String>) = paths
            .iter()
            .cloned()
            .partition(|path| path.starts_with("it."));
        let mut context = self.context(&others, &mut Vec::new());
        for path in own {
            let of = Cell {
                entity: cell.entity.clone(),
                attribute: Name::from(&path["it.".len()..]),
            };
            match self.value(&of) {
                Some(Value::Confidential(_)) => {}
                Some(value) => self.show_as(&mut context, &path, &value, &of),
                None if &*of.attribute == "name" => {
                    if let Some(entity) = self.project.entities.get(&cell.entity) {
                        self.show_as(&mut context, &path, &Value::text(&entity.name), &of);
                    }
                }
                None => {}
            }
        }
        context
    }

    /// What this session settled in words of somebody's own: texts, and items of lists.
    pub fn said_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for value in self.state.settled_values().into_values() {
            match value {
                Value::Text(text) => texts.push(text.to_string()),
                Value::List(items) => {
                    texts.extend(items.into_iter().filter_map(|item| match item {
                        Value::Text(text) => Some(text.to_string()),
                        Value::Null
                        | Value::Bool(_)
                        | Value::Number(_)
                        | Value::Symbol(_)
                        | Value::Entity(_)
                        | Value::Date(_)
                        | Value::Instant(_)
                        | Value::Set(_)
                        | Value::List(_)
                        | Value::Confidential(_) => None,
                    }))
                }
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Symbol(_)
                | Value::Entity(_)
                | Value::Date(_)
                | Value::Instant(_)
                | Value::Set(_)
                | Value::Confidential(_) => {}
            }
        }
        texts
    }

    /// Lets a template see one more thing, under a path of its own.
    pub fn show_as(&self, context: &mut serde_json::Value, path: &str, value: &Value, cell: &Cell) {
        if let serde_json::Value::Object(root) = context {
            insert(root, path, self.shown(value, Some(cell)));
        }
    }

    /// What an author calls a value of an attribute.
    pub fn label(&self, attribute: &Attribute, symbol: &str) -> Option<String> {
        let text = attribute.labels.get(symbol)?;
        let template = text.template(self.state.language())?;
        self.project.templates.render(template, &json!({})).ok()
    }

    /// A value as a template prints it: enum values by their label, entities by their name.
    fn shown(&self, value: &Value, cell: Option<&Cell>) -> serde_json::Value {
        match value {
            Value::Bool(truth) => json!(truth),
            Value::Null => serde_json::Value::Null,
            Value::Symbol(symbol) => {
                let attribute = cell.and_then(|cell| self.project.attribute(cell));
                let label = attribute.and_then(|attribute| self.label(attribute, symbol));
                json!(label.unwrap_or_else(|| symbol.to_string()))
            }
            Value::Entity(id) => json!(
                self.project
                    .entities
                    .get(&**id)
                    .map_or(id.as_str(), |entity| entity.name.as_str())
            ),
            Value::Set(ids) => ids
                .iter()
                .map(|id| self.shown(&Value::Entity(id.clone()), None))
                .collect(),
            Value::List(values) => values.iter().map(|value| self.shown(value, cell)).collect(),
            Value::Number(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Text(_)
            | Value::Confidential(_) => json!(value.show()),
        }
    }
}

/// Puts a value where a dotted path leads: a composite's field lies within its composite.
fn insert(
    root: &mut serde_json::Map<String, serde_json::Value>,
    path: &str,
    value: serde_json::Value,
) {
    match path.split_once('.') {
        None => {
            root.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            let within = root.entry(first.to_owned()).or_insert_with(|| json!({}));
            if let serde_json::Value::Object(within) = within {
                insert(within, rest, value);
            }
        }
    }
}

impl Facts for Canon<'_> {
    fn value(&self, cell: &Cell) -> Option<Value> {
        self.read(1);
        let cell = &*self.state.kept_cell(cell);
        let value = match (self.state.fluents.get(cell), self.state.facts.get(cell)) {
            (Some(fluent), _) => fluent.value.clone(),
            (None, Some(fact)) => fact.value.clone(),
            (None, None) => match self.project.facts.get(cell) {
                Some((value, _)) => Some(value.clone()),
                None => {
                    let completion = self.completion.filter(|_| !self.is_left_open(cell));
                    completion.and_then(|field| field.witness(cell))
                }
            },
        };
        value.map(|value| self.state.kept_value(value))
    }

    fn derived(&self, name: &str) -> Option<Value> {
        match self.standing(name) {
            Some(standing) => Some(Value::Number(standing.value)),
            None => self.deriving.derived(self, self.project, name),
        }
    }

    fn entities_of(&self, sort: &str) -> Vec<Name> {
        self.counted(self.project.entities.iter())
            .filter(|(_, entity)| self.project.sorts.is_sub(&entity.sort, sort))
            .filter(|(id, _)| !self.state.merged.contains_key(*id))
            .map(|(id, _)| id.clone())
            .collect()
    }

    fn is_a(&self, entity: &str, sort: &str) -> Truth {
        let kept = self.state.merged.get(entity);
        let entity = kept.map_or(entity, |merged| merged.kept.as_str());
        match self.project.entities.get(entity) {
            Some(known) if self.project.sorts.is_sub(&known.sort, sort) => Truth::True,
            Some(_) => Truth::False,
            None => Truth::Unknown,
        }
    }

    fn now(&self) -> Instant {
        self.now
    }

    fn today(&self) -> Date {
        self.project.time_zone.date(self.now)
    }

    fn entities(&self) -> Option<Vec<Name>> {
        let entities = self.counted(self.project.entities.keys());
        let own = entities.filter(|id| !self.state.merged.contains_key(*id));
        Some(own.cloned().collect())
    }
}
