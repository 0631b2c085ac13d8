//! Facts: asserting, observing, settling. A value reaches a cell only through `settle`.

use super::unmade::is_awaited_until_made;
use super::{Draft, Surroundings};
use crate::answer;
use crate::canon::Canon;
use crate::collapse::{Collapsed, Finding, Generator, Means, Wishes, collapse};
use crate::event::{
    Broken, Closed, ConstraintSource, Event, FactFixed, FluentSet, Method, Provenance,
};
use crate::field::{Admission, BACKED, EXPLAINED, Field};
use crate::input::{Assertion, Look, Raw, TriggerKind};
use crate::item::{Count, ItemKind};
use crate::limits;
use crate::mention::mentions;
use crate::project::{Attribute, Composite, LISTS, Part, Topic};
use crate::revision::REVISES;
use crate::scene::Scene;
use crate::soft::{Leanings, wants_reason};
use crate::telling;
use crate::understand::{ANOTHERS, WHOSE};
use crate::view::{Constrained, Refused, Settled};
use crate::words;
use logic::holds::Facts;
use logic::stem::Stems;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::sync::Arc;

/// Since when nothing is left out of what follows from a fact, whoever writes it, and a request's constraints
/// come together or not at all.
const WHOLE: u64 = 9;

impl Draft {
    pub(super) fn assert(&mut self, assertion: &Assertion, surroundings: &Surroundings) {
        self.assert_each(assertion);
        self.after_settling(surroundings);
    }

    fn assert_each(&mut self, assertion: &Assertion) {
        for (path, raw) in &assertion.values {
            if self.assert_whole(path, raw, assertion) {
                continue;
            }
            let Some((cell, attribute)) = self.find_cell(path) else {
                continue;
            };
            match self.typed(path, raw, &attribute) {
                Ok(value) => {
                    if self.may_settle(&cell, &value, assertion.source.as_ref(), assertion.version)
                    {
                        self.settle(
                            &cell,
                            value,
                            Method::Assertion,
                            Provenance::Input,
                            assertion.source.clone(),
                            assertion.version,
                        );
                    }
                }
                Err(refused) => self.refuse(refused.code, path, &refused.reason),
            }
        }
    }

    /// A composite as a map of its fields: all of them or none. False if this is something else.
    fn assert_whole(&mut self, path: &str, raw: &Raw, assertion: &Assertion) -> bool {
        let Raw::Map(fields) = raw else {
            return false;
        };
        let cell = path.parse::<Cell>().ok();
        let cell = cell.map(|cell| self.state.kept_cell(&cell).into_owned());
        let known = cell.filter(|cell| self.project.composite(cell).is_some());
        let Some(cell) = known.filter(|_| self.state.edition() >= BACKED) else {
            return false;
        };
        let values = fields.iter().map(|(field, raw)| {
            let path = format!("{}.{}.{field}", cell.entity, cell.attribute);
            (path, raw.clone())
        });
        let whole = Assertion {
            values: values.collect(),
            ..assertion.clone()
        };
        let mut tried = self.clone();
        tried.assert_each(&whole);
        if tried.changes.refused.len() == self.changes.refused.len() {
            *self = tried;
            return true;
        }
        self.refuse_as(tried);
        true
    }

    /// Takes over from a draft that is given up why it was.
    fn refuse_as(&mut self, mut tried: Draft) {
        for Refused { code, reason, what } in
            tried.changes.refused.split_off(self.changes.refused.len())
        {
            self.refuse(code.as_str(), &what, &Phrase::new(reason.clone(), reason));
        }
        tried.conflicts.retain(|entry| *entry <= self.state.seq);
        self.conflicts = tried.conflicts;
    }

    /// A fact may answer the open question, or let the flow go on.
    pub(super) fn after_settling(&mut self, surroundings: &Surroundings) {
        let project = self.project.clone();
        let open = self.state.open_question();
        let part = open.and_then(|open| project.part(&open.obligation.part));
        let answered = part.is_some_and(|part| self.settled_now(part) && self.is_complete(part));
        if answered {
            self.close(Closed::Settled);
        } else if self.offers_changed() || self.open_is_outdated() {
            // It is asked anew, with what is offered and answered now, or no more.
            self.close(Closed::Withdrawn);
        }
        if self.state.obligation.is_none() {
            self.advance(surroundings);
        }
    }

    /// Whether this turn gave a value to one of a part's cells. A form that only lacks what is optional
    /// is closed by an answer, and not by whatever else is asserted.
    fn settled_now(&self, part: &Part) -> bool {
        let fixed = &self.changes.fixed;
        let questions = part.questions();
        questions
            .iter()
            .any(|(_, question)| fixed.iter().any(|settled| settled.cell == question.cell))
    }

    /// Whether this turn changed what is offered for the open question.
    fn offers_changed(&self) -> bool {
        let open = self.state.open_question();
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        let questions = part.map(Part::questions).unwrap_or_default();
        self.state.edition() >= 4
            && questions.iter().any(|(_, question)| {
                let offers = question.offers.as_ref();
                let changed = |settled: &Settled| Some(&settled.cell) == offers;
                self.changes.fixed.iter().any(changed)
            })
    }

    pub(super) fn find_cell(&mut self, path: &str) -> Option<(Cell, Attribute)> {
        let found = path
            .parse::<Cell>()
            .ok()
            .map(|cell| self.state.kept_cell(&cell).into_owned())
            .and_then(|cell| Some((cell.clone(), self.project.attribute(&cell)?.clone())));
        if found.is_none() && self.state.edition() >= BACKED && self.refuse_whole(path) {
            return None;
        }
        if found.is_none() {
            let wholes = self.project.wholes();
            let wholes = wholes.filter(|_| self.state.edition() >= ANOTHERS);
            let known = self.project.cells().chain(wholes);
            let known: Vec<String> = known.map(|cell| cell.to_string()).collect();
            let near = logic::text::nearest(path, known.iter().map(String::as_str));
            let called = self.called_cell(path);
            let near = near.or(called.as_deref());
            self.refuse("unknown-cell", path, &words::unknown_cell(path, near));
        }
        found
    }

    /// Says of which cells a composite, or what is no field of it, is made. False if this is something else.
    fn refuse_whole(&mut self, path: &str) -> bool {
        let Ok(cell) = path.parse::<Cell>() else {
            return false;
        };
        let mut whole = Some(cell.attribute.as_str());
        while let Some(name) = whole {
            let of = Cell {
                entity: cell.entity.clone(),
                attribute: Name::from(name),
            };
            if let Some(composite) = self.project.composite(&of) {
                let fields = composite.fields.iter();
                let fields: Vec<String> = fields
                    .map(|field| format!("{}.{field}", cell.entity))
                    .collect();
                let near = logic::text::nearest(path, fields.iter().map(String::as_str));
                let near = near.filter(|_| name != cell.attribute.as_str());
                let words = words::made_of(&of.to_string(), path, &fields, near);
                self.refuse("unknown-cell", path, &words);
                return true;
            }
            whole = name.rsplit_once('.').map(|(whole, _)| whole);
        }
        false
    }

    /// The cell whose entity is called so: « the butler.age » is Hobday's.
    fn called_cell(&self, path: &str) -> Option<String> {
        let (entity, attribute) = path.split_once('.')?;
        let words = Stems::of(&self.project.languages).words(&entity.replace('_', " "));
        let found = mentions(&[&self.project.called], &words);
        let cell = Cell {
            entity: found.first()?.only()?.clone(),
            attribute: Name::from(attribute),
        };
        self.project.attribute(&cell)?;
        Some(cell.to_string())
    }

    pub(super) fn typed(
        &self,
        path: &str,
        raw: &Raw,
        attribute: &Attribute,
    ) -> Result<Value, answer::NotUnderstood> {
        let sort_of = |id: &str| {
            self.project
                .entities
                .get(id)
                .map(|entity| entity.sort.clone())
        };
        answer::typed(
            path,
            raw,
            &attribute.kind,
            attribute,
            &sort_of,
            &self.project.sorts,
        )
        .map_err(|refused| match self.nobody(raw) {
            Some(nobody) if refused.code == "unknown-entity" => answer::NotUnderstood {
                reason: self.no_entity(nobody),
                ..refused
            },
            Some(_) | None => refused,
        })
        .and_then(|value| {
            if self.state.edition() >= LISTS {
                answer::few_enough(path, &value, attribute)?;
            }
            Ok(self.state.kept_value(value))
        })
    }

    /// The first name in a value that no entity has.
    fn nobody<'r>(&self, raw: &'r Raw) -> Option<&'r str> {
        match raw {
            Raw::Text(text) => {
                (!self.project.entities.contains_key(text.as_str())).then_some(text.as_str())
            }
            Raw::List(all) => all.iter().find_map(|raw| self.nobody(raw)),
            Raw::Null | Raw::Bool(_) | Raw::Number(_) | Raw::Map(_) | Raw::Confidential(_) => None,
        }
    }

    /// That there is no such entity, with the one that may be meant.
    pub(super) fn no_entity(&self, name: &str) -> Phrase {
        let names = self.project.entities.keys().map(|name| name.as_str());
        let near = logic::text::nearest(name, names);
        words::no_entity(name, near.filter(|_| self.state.edition() >= EXPLAINED))
    }

    /// Whether a value may be written to a cell; says why not. An equal value is no change at all.
    pub(super) fn may_settle(
        &mut self,
        cell: &Cell,
        value: &Value,
        source: Option<&Name>,
        version: Option<Count>,
    ) -> bool {
        let Some(attribute) = self.project.attribute(cell) else {
            return false;
        };
        if attribute.changes {
            return self.is_fresh(cell, value, source, version);
        }
        if !self.canon().is_settled(cell) {
            return true;
        }
        match self.canon().value(cell) {
            Some(known) if known == *value => {}
            Some(known) => {
                let (called, shown) = self.told_as(cell, &known);
                let words = words::already_fixed(&called, &shown);
                self.refuse("already-fixed", &cell.to_string(), &words);
            }
            None => self.refuse(
                "already-fixed",
                &cell.to_string(),
                &words::value_erased(&cell.to_string()),
            ),
        }
        false
    }

    /// What a cell and a value are called, where people are told of them: as the question that asks for it.
    fn told_as(&self, cell: &Cell, value: &Value) -> (String, String) {
        let flow = self.project.flow.as_ref();
        let asked = flow.and_then(|flow| {
            let mut questions = flow.questions();
            questions.find(|(.., question)| question.cell == *cell)
        });
        match asked.filter(|_| self.state.edition() >= REVISES) {
            Some((id, ..)) => (self.called_part(id), self.shown(cell, value)),
            None => (cell.to_string(), value.show()),
        }
    }

    /// A source's record must be newer, by its own count, than the last one it gave.
    pub(super) fn is_fresh(
        &mut self,
        cell: &Cell,
        value: &Value,
        source: Option<&Name>,
        version: Option<Count>,
    ) -> bool {
        let Some(fluent) = self.state.fluents.get(cell) else {
            return true;
        };
        if let Some(source) = source
            && version.is_none()
            && let Some(known) = fluent.versions.get(source).copied()
        {
            self.refuse(
                "stale",
                &cell.to_string(),
                &words::unversioned(&cell.to_string(), source, known),
            );
            return false;
        }
        if let (Some(source), Some(version)) = (source, version)
            && let Some(known) = fluent.versions.get(source).copied()
            && version.0 <= known
        {
            if version.0 < known || fluent.value.as_ref() != Some(value) {
                self.refuse(
                    "stale",
                    &cell.to_string(),
                    &words::stale(&cell.to_string(), source, known, version.0),
                );
            }
            return false;
        }
        true
    }

    /// Writes a value, if the world admits it; otherwise says why not. The one way to a cell.
    pub(super) fn settle(
        &mut self,
        cell: &Cell,
        value: Value,
        method: Method,
        provenance: Provenance,
        source: Option<Name>,
        version: Option<Count>,
    ) -> bool {
        let cell = &self.state.kept_cell(cell).into_owned();
        let value = self.state.kept_value(value);
        self.told_more |= provenance == Provenance::Input && self.heeds();
        let changes = self
            .project
            .attribute(cell)
            .is_some_and(|attribute| attribute.changes);
        if changes {
            self.changes.fixed.push(Settled {
                cell: cell.clone(),
                value: value.clone(),
            });
            let revises = self.state.edition() >= REVISES;
            let made = revises && method == Method::Observation;
            let before = self.state.places.get(cell).cloned().unwrap_or_default();
            let is_list = matches!(value, Value::List(_));
            self.push(Event::FluentSet(FluentSet {
                cell: cell.clone(),
                method,
                provenance: made.then_some(provenance),
                source,
                value,
                version,
            }));
            if is_list && revises {
                self.reseat(cell, &before);
            }
            return true;
        }
        // What the engine makes itself did not fail for what would follow from it; that was left out.
        let own = self.state.edition() < WHOLE
            && matches!(
                provenance,
                Provenance::Offline | Provenance::Deduced | Provenance::Partial
            );
        let attempt = |field: Field| field.admit(cell, &value);
        let admitted = match self.admitted(&attempt, Some((cell, &value))) {
            Err(_) if own => self.field().admit_own(cell, &value),
            other @ (Ok(_) | Err(_)) => other,
        };
        // What was said and does not stand in the way may be untrue by it all the same.
        let admitted = admitted.and_then(|admission| {
            let before = self.state.seq;
            self.refute(cell, &value);
            if self.state.seq == before {
                return Ok(admission);
            }
            if own {
                self.field().admit_own(cell, &value)
            } else {
                self.field().admit(cell, &value)
            }
        });
        let admission = match admitted {
            Ok(admission) => admission,
            Err(refusal) => {
                self.in_the_way(&refusal);
                let reason = words::not_admitted(&cell.to_string(), &value.show(), &refusal);
                self.refuse(refusal.code(), &cell.to_string(), &reason);
                return false;
            }
        };
        self.changes.fixed.push(Settled {
            cell: cell.clone(),
            value: value.clone(),
        });
        self.changes.narrow(&admission.narrowed);
        self.cost.revisions += admission.cost.revisions;
        self.cost.nodes += admission.cost.nodes;
        let broke = self.broken(cell, &value, &provenance, source.as_ref());
        self.push(Event::FactFixed(FactFixed {
            cell: cell.clone(),
            method,
            provenance,
            source,
            value,
            broke,
            scene: self.observed_scene(method),
            witness: admission.witness.clone(),
        }));
        self.follow(admission);
        true
    }

    /// The soft constraints that a value breaks: for the reasons that a model gave, or for what wrote it.
    fn broken(
        &mut self,
        cell: &Cell,
        value: &Value,
        provenance: &Provenance,
        source: Option<&Name>,
    ) -> Vec<Broken> {
        let given = std::mem::take(&mut self.broke);
        if self.state.edition() < 3 {
            return given;
        }
        let canon = self.canon();
        let broken = Leanings::on(&canon, cell).broken_by(&canon, value);
        let broken = broken.into_iter().filter(|(_, added)| wants_reason(added));
        let reason = words::broken_by(provenance, source);
        let reason = reason.in_language(self.state.language());
        let broken = broken.map(|(seq, _)| Broken {
            constraint: Count(seq),
            reason: reason.to_owned(),
        });
        let known = |broken: &Broken| given.iter().any(|own| own.constraint == broken.constraint);
        let broken: Vec<Broken> = broken.filter(|broken| !known(broken)).collect();
        given.into_iter().chain(broken).collect()
    }

    /// That nothing could be made, with what was wrong last.
    fn failed(&self, cell: &Cell, findings: &[Finding]) -> Phrase {
        let plain = words::not_generated(&cell.to_string());
        match findings.first() {
            Some(finding) if self.state.edition() >= 2 => Phrase::new(
                format!("{} {}", plain.en, finding.message.en),
                format!("{} {}", plain.fr, finding.message.fr),
            ),
            Some(_) | None => plain,
        }
    }

    /// That nobody can make it. Whoever plays is told so by the words that ask for it; an author, by its name.
    fn undefined(&self, cell: &Cell) -> Phrase {
        let asked = self.asked_words(&cell.attribute);
        match asked.filter(|_| self.state.edition() >= WHOSE) {
            Some(asked) => words::nobody_says(&self.name_of(&cell.entity), &asked),
            None => words::open_cell(&cell.to_string()),
        }
    }

    /// The scene, for what is observed in it.
    fn observed_scene(&self, method: Method) -> Option<Scene> {
        let scene = self.canon().scene();
        let observed = method == Method::Observation && self.state.edition() >= 2;
        (observed && *scene != Scene::default()).then(|| scene.clone())
    }

    /// Writes what follows from a fact.
    pub(super) fn follow(&mut self, mut admission: Admission) {
        if admission.cut || admission.dropped > 0 {
            self.stopped
                .get_or_insert_with(|| "propagation-cut".to_owned());
        }
        let mut happened = Vec::new();
        for event in std::mem::take(&mut admission.consequences) {
            if let Event::ConstraintAdded(added) = &event {
                self.changes.constraints.push(Constrained {
                    cell: added.cell.clone(),
                    constraint: Count(self.state.seq + 1),
                    strength: added.strength,
                });
            }
            let raised = match &event {
                Event::Raised(raised) => Some(raised.name.clone()),
                Event::SessionStarted(_)
                | Event::ProjectMoved(_)
                | Event::InputRecorded(_)
                | Event::Heard(_)
                | Event::FactFixed(_)
                | Event::FluentSet(_)
                | Event::ConstraintAdded(_)
                | Event::ConstraintLifted(_)
                | Event::Testified(_)
                | Event::Reinterpreted(_)
                | Event::RelationSet(_)
                | Event::Reinforced(_)
                | Event::Marked(_)
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
            };
            self.push(event);
            if let Some(raised) = raised {
                happened.push(raised);
            }
        }
        self.state.take_field(admission);
        for raised in happened {
            self.scene_after(&raised);
        }
    }

    pub(super) fn observe(&mut self, cell: &Cell, surroundings: &Surroundings) {
        let cell = &self.state.kept_cell(cell).into_owned();
        if let Some(composite) = self.project.composite(cell).cloned() {
            return self.observe_composite(cell, &composite, surroundings);
        }
        let Some((cell, attribute)) = self.find_cell(&cell.to_string()) else {
            return;
        };
        if attribute.confidential {
            return self.refuse(
                "confidential",
                &cell.to_string(),
                &words::confidential(&cell.to_string()),
            );
        }
        let stale = self.is_stale(&cell);
        if let Some(value) = self.canon().value(&cell).filter(|_| !stale) {
            return self.tell(&cell, &value, None);
        }
        if self.canon().is_settled(&cell) && !stale {
            return self.refuse(
                "erased",
                &cell.to_string(),
                &words::value_erased(&cell.to_string()),
            );
        }
        self.collapse(&cell, &attribute, None, surroundings);
        if self.needs.is_empty() {
            self.after_settling(surroundings);
        }
    }

    /// Looks at a cell with wishes of one's own.
    pub(super) fn look(&mut self, look: &Look, surroundings: &Surroundings) {
        let own = self.wishes.clone();
        self.wishes = Wishes {
            depth: look.depth.unwrap_or(own.depth),
            register: look.register.unwrap_or(own.register),
            attempts: look
                .attempts
                .map_or(own.attempts, |count| u32::try_from(count.0).unwrap_or(1)),
            timeout_ms: look.timeout_ms.map_or(own.timeout_ms, |count| count.0),
            partial: look.partial.unwrap_or(own.partial),
            trigger: look.trigger.clone(),
        };
        if let Some(trigger) = &look.trigger
            && !self.is_observed_by(&look.cell, trigger.kind)
        {
            let (cell, trigger) = (look.cell.to_string(), trigger.kind.as_str());
            return self.refuse("not-observed", &cell, &words::not_observed(&cell, trigger));
        }
        if self.constrain_all(&look.constraints) {
            self.observe(&look.cell, surroundings);
        }
        self.wishes = own;
    }

    /// Constraints of a request: all of them or none. False if one is refused, with the reason said.
    fn constrain_all(&mut self, formulas: &[String]) -> bool {
        let request = ConstraintSource::Request;
        let strict = request.strength(None);
        let mut tried = self.clone();
        let stand = formulas
            .iter()
            .all(|formula| tried.constrain_for(formula, strict, None, request.clone()));
        if stand || self.state.edition() < WHOLE {
            *self = tried;
            return stand;
        }
        self.refuse_as(tried);
        false
    }

    /// Whether what happened makes anybody see this cell.
    fn is_observed_by(&self, cell: &Cell, kind: TriggerKind) -> bool {
        let composite = self
            .project
            .composite(cell)
            .map(|composite| &composite.topic);
        let topic = composite.or_else(|| {
            self.project
                .attribute(cell)
                .map(|attribute| &attribute.topic)
        });
        match topic {
            Some(topic) if !topic.observed_by.is_empty() => topic.observed_by.contains(&kind),
            Some(_) | None => kind.looks(),
        }
    }

    /// Settles every field that is still open, then tells them together.
    fn observe_composite(
        &mut self,
        cell: &Cell,
        composite: &Composite,
        surroundings: &Surroundings,
    ) {
        let depth = |name: &&Name| self.project.field_depth(cell, name);
        let wanted = composite.fields.iter();
        let wanted = wanted.filter(|name| depth(name) <= Some(self.wishes.depth));
        let mut wanted: Vec<Name> = wanted.cloned().collect();
        if wanted.is_empty() {
            wanted.extend(composite.fields.first().cloned());
        }
        let told = self.settle_fields(cell, &wanted, None, surroundings);
        if !self.needs.is_empty() {
            return;
        }
        if told.len() == wanted.len()
            && let Some(text) = self.telling(cell, &composite.topic, &told)
        {
            let facts: Vec<(Cell, Value)> = told
                .into_iter()
                .map(|(_, field, value)| (field, value))
                .collect();
            let who = self.teller(cell);
            let Some(text) = self.worded(&who, cell, &facts, text) else {
                return;
            };
            let about = facts.into_iter().map(|(field, _)| field).collect();
            self.push_about(ItemKind::Telling, text, Vec::new(), None, Vec::new(), about);
        } else {
            for (_, field, value) in told {
                self.tell(&field, &value, None);
            }
        }
        self.after_settling(surroundings);
    }

    /// Settles these attributes of an entity as far as they are open; those that are known then.
    pub(super) fn settle_fields(
        &mut self,
        cell: &Cell,
        wanted: &[Name],
        part: Option<&Name>,
        surroundings: &Surroundings,
    ) -> Vec<(Name, Cell, Value)> {
        self.tell_models();
        for name in wanted {
            let field = Cell {
                entity: cell.entity.clone(),
                attribute: name.clone(),
            };
            let Some(attribute) = self.project.attribute(&field).cloned() else {
                continue;
            };
            let known = self.canon().is_settled(&field) || self.canon().value(&field).is_some();
            if known && !self.is_stale(&field) {
                continue;
            }
            match self.collapsed(&field, &attribute, surroundings.generator) {
                Collapsed::Fixed {
                    value,
                    provenance,
                    broke,
                } => {
                    self.broke = broke;
                    self.settle(&field, value, Method::Observation, provenance, None, None);
                }
                // The others are asked at once, and all is decided again when they answered.
                Collapsed::Needs(request) => self.needs.push(*request),
                Collapsed::Failed(findings) => {
                    self.refuse_making(&field, &self.failed(&field, &findings), part);
                }
                Collapsed::Undefined => {
                    self.refuse_making(&field, &self.undefined(&field), part);
                }
            }
        }
        self.known_fields(cell, wanted)
    }

    /// That a field could not be made. Where a whole is awaited that it belongs to, people are told of that.
    fn refuse_making(&mut self, field: &Cell, reason: &Phrase, part: Option<&Name>) {
        let of_whole = part
            .and_then(|part| self.project.part(part))
            .is_some_and(is_awaited_until_made);
        if !of_whole || self.state.edition() < REVISES {
            return self.refuse_at("not-generated", &field.to_string(), reason, part);
        }
        self.changes.refused.push(Refused {
            code: Name::from("not-generated"),
            reason: reason.in_language(self.state.language()).to_owned(),
            what: field.to_string(),
        });
    }

    /// Those of these attributes that are known, by the names that tellings print.
    pub(super) fn known_fields(&self, cell: &Cell, wanted: &[Name]) -> Vec<(Name, Cell, Value)> {
        let canon = self.canon();
        let known = wanted.iter().filter_map(|name| {
            let field = Cell {
                entity: cell.entity.clone(),
                attribute: name.clone(),
            };
            let value = canon.value(&field)?;
            let local = name.rsplit('.').next().unwrap_or(name);
            Some((Name::from(local), field, value))
        });
        known.collect()
    }

    /// What a topic tells of these values, in words that the session's seed chose.
    pub(super) fn telling(
        &mut self,
        cell: &Cell,
        topic: &Topic,
        told: &[(Name, Cell, Value)],
    ) -> Option<String> {
        match telling::words(&self.canon(), self.wishes.register, cell, topic, told)? {
            Ok(text) => Some(text),
            Err(path) => {
                let reason = words::hole(&path);
                self.refuse("template-hole", &path, &reason);
                None
            }
        }
    }

    /// Settles an open cell and tells it, or says why not. True if the flow may go on.
    pub(super) fn collapse(
        &mut self,
        cell: &Cell,
        attribute: &Attribute,
        part: Option<&Name>,
        surroundings: &Surroundings,
    ) -> bool {
        self.tell_models();
        match self.collapsed(cell, attribute, surroundings.generator) {
            Collapsed::Fixed {
                value,
                provenance,
                broke,
            } => {
                self.broke = broke;
                let observed = Method::Observation;
                if self.settle(cell, value.clone(), observed, provenance, None, None) {
                    self.tell(cell, &value, part);
                }
            }
            Collapsed::Needs(request) => {
                self.needs.push(*request);
                return false;
            }
            Collapsed::Failed(findings) => self.refuse_at(
                "not-generated",
                &cell.to_string(),
                &self.failed(cell, &findings),
                part,
            ),
            Collapsed::Undefined => self.refuse_at(
                "not-generated",
                &cell.to_string(),
                &self.undefined(cell),
                part,
            ),
        }
        true
    }

    /// What is made from now on is made from what was answered, in a model's eyes too.
    fn tell_models(&mut self) {
        if std::mem::take(&mut self.told_more) {
            self.asking = Arc::new(self.state.clone());
        }
    }

    /// How an open cell would be settled by what was heard so far.
    pub(super) fn collapsed(
        &self,
        cell: &Cell,
        attribute: &Attribute,
        generator: Generator,
    ) -> Collapsed {
        let may_ask = self.state.heard.len() + self.needs.len() < limits::TURN_REQUESTS;
        collapse(
            &self.canon(),
            &Canon::new(&self.project, &self.asking, self.now),
            &self.input,
            cell,
            attribute,
            &self.wishes,
            Means {
                generator,
                resumes: self.state.resumes,
                may_ask,
            },
        )
    }

    pub(super) fn tell(&mut self, cell: &Cell, value: &Value, part: Option<&Name>) {
        if let Some(attribute) = self.project.attribute(cell).cloned() {
            let told = [(Name::from("value"), cell.clone(), value.clone())];
            if let Some(text) = self.telling(cell, &attribute.topic, &told) {
                let about = vec![cell.clone()];
                let facts = [(cell.clone(), value.clone())];
                let who = self.teller(cell);
                // What a flow tells is said as it is written.
                let text = match part {
                    Some(_) => Some(text),
                    None => self.worded(&who, cell, &facts, text),
                };
                let Some(text) = text else {
                    return;
                };
                self.push_about(ItemKind::Telling, text, Vec::new(), part, Vec::new(), about);
                return;
            }
        }
        let text = match value {
            Value::Text(text) => text.to_string(),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => words::value_of(&cell.to_string(), &value.show())
                .in_language(self.state.language())
                .to_owned(),
        };
        let about = vec![cell.clone()];
        self.push_about(ItemKind::Telling, text, Vec::new(), part, Vec::new(), about);
    }
}
