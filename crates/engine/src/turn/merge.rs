//! Two entities turn out to be one. What is known of both must agree; what is open is open together; the world
//! with the one must be completable before anything is written.

use super::{Draft, Surroundings};
use crate::base::lexicon::Coding;
use crate::canon::Canon;
use crate::event::{
    Broken, ConstraintAdded, ConstraintSource, EntitiesMerged, Event, FluentSet, Method,
    Provenance, RelationSet, SceneChanged, Strength,
};
use crate::field::{Field, Possible};
use crate::item::{Count, ItemKind};
use crate::limits;
use crate::project::{Attribute, PartKind};
use crate::soft::wants_reason;
use crate::why;
use crate::words;
use logic::formula::{Comparison, Formula, Term};
use logic::holds::{Facts, Truth};
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};

/// From this edition on a merge names the soft constraints that it breaks.
const NAMES_BROKEN: u64 = 9;

/// Why two entities are not made one: a code and the reason.
type No = (Name, Phrase);

/// The one that is gone, and the one that is kept.
struct Pair {
    gone: Name,
    kept: Name,
    because: Option<String>,
}

impl Pair {
    fn merged(&self, broke: Vec<Broken>) -> Event {
        Event::EntitiesMerged(EntitiesMerged {
            because: self.because.clone(),
            broke,
            gone: self.gone.clone(),
            kept: self.kept.clone(),
        })
    }

    fn cells(&self, attribute: &Attribute) -> (Cell, Cell) {
        let of = |entity: &Name| Cell {
            entity: entity.clone(),
            attribute: attribute.name.clone(),
        };
        (of(&self.gone), of(&self.kept))
    }

    /// The name that an end of a relation has from now on.
    fn end(&self, name: &Name) -> Name {
        if *name == self.gone {
            self.kept.clone()
        } else {
            name.clone()
        }
    }
}

/// What the kept one takes over.
struct Inherited {
    cell: Cell,
    value: Value,
    method: Method,
}

impl Draft {
    pub(super) fn merge(
        &mut self,
        gone: &Name,
        kept: &Name,
        because: Option<&str>,
        surroundings: &Surroundings,
    ) {
        for name in [gone, kept] {
            if !self.project.entities.contains_key(name) {
                let names: Vec<&Name> = self.project.entities.keys().collect();
                let near = logic::text::nearest(name, names.iter().map(|name| name.as_str()));
                return self.refuse("unknown-entity", name, &words::no_witness(name, near));
            }
        }
        let pair = Pair {
            gone: self.state.kept(gone).clone(),
            kept: self.state.kept(kept).clone(),
            because: because.map(str::to_owned),
        };
        let names = (self.name_of(gone), self.name_of(kept));
        if pair.gone == pair.kept {
            return self.say(
                ItemKind::Statement,
                &words::is_one(&names.0, &names.1, 0),
                None,
            );
        }
        let before = self.clone();
        match self.unite(&pair) {
            Ok(dropped) => {
                let words = words::is_one(&names.0, &names.1, dropped);
                self.say(ItemKind::Statement, &words, None);
                self.after_settling(surroundings);
            }
            Err((code, reason)) => {
                // All of it or nothing.
                *self = before;
                let reason = words::not_one(&names.0, &names.1, &reason);
                self.refuse(&code, &pair.gone, &reason);
            }
        }
    }

    /// Writes that the two are one, with everything that follows; how many relations between them are dropped.
    fn unite(&mut self, pair: &Pair) -> Result<usize, No> {
        self.is_apart(pair)?;
        self.agree(pair)?;
        self.are_counted_once(pair)?;
        let inherited = self.inherited(pair);
        let fluents = self.later_fluents(pair);
        let (relations, dropped) = self.relations_of(pair);
        let mut events = self.equalities(pair)?;
        events.extend(self.never_named(pair)?);
        if events.len() + relations.len() > limits::MERGE_EVENTS {
            return Err(no(
                "merge-too-wide",
                words::merge_too_wide(limits::MERGE_EVENTS),
            ));
        }
        events.extend(relations);
        let broke = self.broken_as_one(pair);
        self.push(pair.merged(broke));
        self.references_hold(pair)?;
        let attempt = |field: Field| field.admit_events(events.clone());
        let admission = self.admitted(&attempt, None).map_err(|refusal| {
            let one = format!("{} = {}", pair.gone, pair.kept);
            (
                Name::from(refusal.code()),
                words::not_constrained(&one, &refusal),
            )
        })?;
        self.changes.narrow(&admission.narrowed);
        self.cost.revisions += admission.cost.revisions;
        self.cost.nodes += admission.cost.nodes;
        self.follow(admission);
        for taken in inherited {
            let Inherited {
                cell,
                value,
                method,
            } = taken;
            if !self.settle(&cell, value, method, Provenance::Input, None, None) {
                let refused = self.changes.refused.last();
                return Err(refused.map_or_else(
                    || no("impossible", Phrase::default()),
                    |refused| {
                        let reason = refused.reason.as_str();
                        (refused.code.clone(), Phrase::new(reason, reason))
                    },
                ));
            }
        }
        for fluent in fluents {
            self.push(Event::FluentSet(fluent));
        }
        let scene = self.canon().scene().clone();
        let renamed = self.state.kept_scene(&scene);
        if renamed != scene {
            self.push(Event::SceneChanged(SceneChanged { scene: renamed }));
        }
        Ok(dropped)
    }

    /// The soft constraints that were kept, or open, of two, and are broken of one.
    fn broken_as_one(&self, pair: &Pair) -> Vec<Broken> {
        if self.state.edition() < NAMES_BROKEN {
            return Vec::new();
        }
        let standing = self.state.constraints.iter();
        let soft = standing.filter(|(_, known)| known.lifted.is_none());
        let soft = soft.filter(|(_, known)| wants_reason(&known.added));
        let canon = self.canon();
        let kept = soft.filter(|(_, known)| canon.holds(&known.added.formula) != Truth::False);
        let kept: Vec<_> = kept.collect();
        if kept.is_empty() {
            return Vec::new();
        }
        let mut one = self.clone();
        one.push(pair.merged(Vec::new()));
        let canon = one.canon();
        let broken = kept
            .into_iter()
            .filter(|(_, known)| canon.holds(&known.added.formula) == Truth::False);
        let reason = pair.because.clone().unwrap_or_else(|| {
            let words = words::is_one(&self.name_of(&pair.gone), &self.name_of(&pair.kept), 0);
            words.in_language(self.state.language()).to_owned()
        });
        let broken = broken.map(|(seq, _)| Broken {
            constraint: Count(*seq),
            reason: reason.clone(),
        });
        broken.collect()
    }

    /// Whether nothing but names stands between the two: sorts that fit, and no flow that asks about who is gone.
    fn is_apart(&self, pair: &Pair) -> Result<(), No> {
        let (project, sorts) = (&self.project, &self.project.sorts);
        let sort = |name: &Name| &project.entities[name].sort;
        let (gone, kept) = (sort(&pair.gone), sort(&pair.kept));
        if !sorts.is_sub(kept, gone) {
            let turned = sorts.is_sub(gone, kept);
            return Err(no("merge-sorts", words::merge_sorts(gone, kept, turned)));
        }
        let is_relation = |name: &Name| {
            let mut named = project
                .relations
                .iter()
                .filter_map(|known| known.id.as_ref());
            named.any(|id| id == name)
        };
        if is_relation(&pair.gone) || is_relation(&pair.kept) {
            return Err(no("merge-relation", words::merge_relation()));
        }
        let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
        let about = |cell: &Cell| cell.entity == pair.gone;
        let asks = parts.unwrap_or_default().iter().find(|part| {
            let questions = part.questions();
            let mut cells = questions.iter().map(|(_, question)| &question.cell);
            let scored = match &part.kind {
                PartKind::Matching { cell, .. } => Some(cell),
                PartKind::Say { .. }
                | PartKind::Ask { .. }
                | PartKind::Form { .. }
                | PartKind::Gate { .. }
                | PartKind::Lock { .. }
                | PartKind::Tell { .. }
                | PartKind::Mirror { .. }
                | PartKind::Synthesis { .. }
                | PartKind::End { .. } => None,
            };
            cells.any(about) || part.makes().is_some_and(about) || scored.is_some_and(about)
        });
        match asks {
            Some(part) => Err(no("merge-asked", words::merge_asked(&pair.gone, &part.id))),
            None => Ok(()),
        }
    }

    fn attributes_of(&self, entity: &Name) -> Vec<Attribute> {
        let sort = &self.project.entities[entity].sort;
        let all = self.project.attributes.iter();
        let own = all.filter(|attribute| self.project.sorts.is_sub(sort, &attribute.sort));
        own.cloned().collect()
    }

    /// What is fixed of both is the same; otherwise why each is what it is.
    fn agree(&self, pair: &Pair) -> Result<(), No> {
        let canon = self.canon();
        for attribute in self.attributes_of(&pair.gone) {
            let (gone, kept) = pair.cells(&attribute);
            let both = canon.is_settled(&gone) && canon.is_settled(&kept);
            if attribute.changes || !both {
                continue;
            }
            let one_name = |value: Option<Value>| {
                value.map(|value| {
                    let name = |name: &Name| (*name == pair.gone).then(|| pair.kept.clone());
                    value.renamed(&name).unwrap_or(value)
                })
            };
            let (one, other) = (one_name(canon.value(&gone)), one_name(canon.value(&kept)));
            if one.is_none() || one != other {
                let why = |cell: &Cell| {
                    let why = why::cell(&self.project, &self.state, cell);
                    why.map(|why| why.line()).unwrap_or_default()
                };
                let reasons = (why(&gone), why(&kept));
                return Err(no(
                    "merge-disagrees",
                    words::merge_disagrees(&reasons.0, &reasons.1),
                ));
            }
        }
        Ok(())
    }

    /// No rule counts the two as two.
    fn are_counted_once(&self, pair: &Pair) -> Result<(), No> {
        let canon = self.canon();
        for attribute in self.attributes_of(&pair.gone) {
            let (gone, kept) = pair.cells(&attribute);
            let value = canon
                .value(&gone)
                .zip(canon.value(&kept))
                .map(|(value, _)| value);
            if let Some(rule) = self.project.base.counted(&gone, &kept, value.as_ref()) {
                return Err(no("merge-counted", words::merge_counted(&rule)));
            }
        }
        Ok(())
    }

    /// What is fixed of who is gone and open of who is kept.
    fn inherited(&self, pair: &Pair) -> Vec<Inherited> {
        let canon = self.canon();
        let attributes = self.attributes_of(&pair.gone).into_iter();
        let fixed = attributes.filter(|attribute| !attribute.changes);
        let taken = fixed.filter_map(|attribute| {
            let (gone, kept) = pair.cells(&attribute);
            let value = canon.value(&gone).filter(|_| !canon.is_settled(&kept))?;
            let origin = self
                .state
                .facts
                .get(&gone)
                .and_then(|fact| fact.origin.as_ref());
            Some(Inherited {
                cell: kept,
                value,
                method: origin.map_or(Method::Assertion, |origin| origin.method),
            })
        });
        taken.collect()
    }

    /// What changes keeps the value that came last, whoever of the two had it.
    fn later_fluents(&self, pair: &Pair) -> Vec<FluentSet> {
        let canon = self.canon();
        let attributes = self.attributes_of(&pair.gone).into_iter();
        let changing = attributes.filter(|attribute| attribute.changes);
        let later = changing.filter_map(|attribute| {
            let (gone, kept) = pair.cells(&attribute);
            let since = |cell: &Cell| self.state.fluents.get(cell).map(|fluent| fluent.seq);
            let value = canon.value(&gone)?;
            let is_later = canon.value(&kept).is_none() || since(&gone) > since(&kept);
            is_later.then_some(FluentSet {
                cell: kept,
                method: Method::Assertion,
                provenance: None,
                scene: None,
                source: None,
                value,
                version: None,
            })
        });
        later.collect()
    }

    /// Relations of who is gone are the other's; those between the two are dropped, and counted.
    fn relations_of(&self, pair: &Pair) -> (Vec<Event>, usize) {
        let graph = self.canon().graph();
        let (mut events, mut dropped) = (Vec::new(), 0);
        for relation in graph.of(&pair.gone) {
            let (from, to) = (pair.end(&relation.from), pair.end(&relation.to));
            if from == to {
                dropped += 1;
                continue;
            }
            let key = (from.clone(), relation.kind.clone(), to.clone());
            let known = graph.get(&key);
            if known.is_some_and(|known| known.force >= relation.force) {
                continue;
            }
            events.push(Event::RelationSet(RelationSet {
                force: relation.force,
                from,
                kind: relation.kind.clone(),
                rule: None,
                state: relation
                    .state
                    .max(known.map_or(relation.state, |known| known.state)),
                to,
            }));
        }
        (events, dropped)
    }

    /// What is open of the two is the same of both.
    fn equalities(&self, pair: &Pair) -> Result<Vec<Event>, No> {
        let (base, canon) = (&self.project.base, self.canon());
        let mut events = Vec::new();
        for attribute in self.attributes_of(&pair.gone) {
            let (gone, kept) = pair.cells(&attribute);
            let Some((id, _)) = base.lexicon.span(&gone).filter(|_| !attribute.changes) else {
                continue;
            };
            let coded = |cell: &Cell| match canon.value(cell) {
                Some(value) => base.codes(cell, &value).is_some(),
                None => !canon.is_settled(cell),
            };
            let both = canon.is_settled(&gone) && canon.is_settled(&kept);
            if both || !coded(&gone) || !coded(&kept) {
                continue;
            }
            let (one, other) = (term(&gone), term(&kept));
            let formulas = match base.lexicon.coding(id) {
                Some(Coding::Members(sort)) => {
                    let members = base.lexicon.members_of(sort).iter();
                    let same = members.map(|member| {
                        let member = base.lexicon.entities[*member as usize].clone();
                        let is_in = |set: &Term| {
                            let member = Term::entity(member.clone());
                            Box::new(Formula::Member(member, set.clone()))
                        };
                        Formula::Iff(is_in(&one), is_in(&other))
                    });
                    same.collect()
                }
                Some(Coding::Items(values)) => {
                    let holds = |value: &Value, list: &Term| {
                        Box::new(Formula::Member(Term::Constant(value.clone()), list.clone()))
                    };
                    let same = values.iter();
                    let same =
                        same.map(|value| Formula::Iff(holds(value, &one), holds(value, &other)));
                    same.collect()
                }
                Some(_) | None => vec![Formula::Compare(Comparison::Equal, one, other)],
            };
            for formula in formulas {
                events.push(self.laid(pair, kept.clone(), formula)?);
            }
        }
        Ok(events)
    }

    /// Whoever is gone is nobody's reference any more: where rules read an open one, it cannot be meant.
    fn never_named(&self, pair: &Pair) -> Result<Vec<Event>, No> {
        let (field, canon) = (self.field(), self.canon());
        let mut events = Vec::new();
        for cell in self.references_to(&pair.gone) {
            if canon.is_settled(&cell) {
                continue;
            }
            let gone = || Term::entity(pair.gone.clone());
            let formula = match field.possible(&cell) {
                Some(Possible::Values(values)) => values
                    .contains(&Value::Entity(pair.gone.clone()))
                    .then(|| Formula::Compare(Comparison::NotEqual, term(&cell), gone())),
                Some(Possible::Set { must, may }) => (must.contains(&pair.gone)
                    || may.contains(&pair.gone))
                .then(|| Formula::not(Formula::Member(gone(), term(&cell)))),
                Some(Possible::List { must, may, .. }) => {
                    let named = Value::Entity(pair.gone.clone());
                    (must.contains(&named) || may.contains(&named))
                        .then(|| Formula::not(Formula::Member(gone(), term(&cell))))
                }
                Some(Possible::Between(..)) | None => None,
            };
            if let Some(formula) = formula {
                events.push(self.laid(pair, cell, formula)?);
            }
        }
        Ok(events)
    }

    /// Where a rule reads a reference that names who is gone, it must hold of who is kept as well.
    fn references_hold(&self, pair: &Pair) -> Result<(), No> {
        let canon = self.canon();
        for cell in self.references_to(&pair.gone) {
            let named = self
                .state
                .facts
                .get(&cell)
                .and_then(|fact| fact.value.clone());
            let declared = || {
                self.project
                    .facts
                    .get(&cell)
                    .map(|(value, _)| value.clone())
            };
            let names = |value: Value| {
                let gone = |name: &Name| (*name == pair.gone).then(|| name.clone());
                value.renamed(&gone).is_some()
            };
            if !named.or_else(declared).is_some_and(names) {
                continue;
            }
            for (rule, formula) in self.project.base.formulas_about(&self.project, &cell) {
                let truth = canon.holds(&formula);
                if truth != Truth::True {
                    let reason = words::merge_reference(&cell, &rule, truth == Truth::False);
                    return Err(no("merge-reference", reason));
                }
            }
        }
        Ok(())
    }

    /// The cells that rules or constraints read and that may name an entity.
    fn references_to(&self, entity: &Name) -> Vec<Cell> {
        let lexicon = &self.project.base.lexicon;
        let Some(id) = lexicon.entity(entity) else {
            return Vec::new();
        };
        let attributes = self.project.attributes.iter().enumerate();
        let referring = attributes.filter(|(at, _)| match lexicon.coding(*at as u32) {
            Some(Coding::Entities(sort) | Coding::Members(sort)) => lexicon.is_a(id, sort),
            Some(_) | None => false,
        });
        let cells = referring.flat_map(|(_, attribute)| {
            let holders = lexicon.members_of(&attribute.sort).iter();
            holders.map(|holder| Cell {
                entity: lexicon.entities[*holder as usize].clone(),
                attribute: attribute.name.clone(),
            })
        });
        let read = |cell: &Cell| {
            self.project.base.is_ruled(cell) || self.state.constraints_on(cell).next().is_some()
        };
        cells.filter(read).collect()
    }

    fn laid(&self, pair: &Pair, cell: Cell, formula: Formula) -> Result<Event, No> {
        let (attributes, kinds) = (&self.project.attributes, &self.project.relation_kinds);
        if let Err(problem) = self.project.base.constraint(attributes, kinds, &formula) {
            return Err(no(problem.code, problem.message));
        }
        let one = words::one_and_the_same(&pair.gone, &pair.kept);
        Ok(Event::ConstraintAdded(Box::new(ConstraintAdded {
            because: Some(one.in_language(self.state.language()).to_owned()),
            cell,
            formula,
            source: ConstraintSource::Author,
            strength: Strength::Strict,
            witness: Vec::new(),
        })))
    }
}

fn no(code: &str, reason: Phrase) -> No {
    (Name::from(code), reason)
}

fn term(cell: &Cell) -> Term {
    Term::attribute(Term::entity(cell.entity.clone()), cell.attribute.clone())
}

/// Whether a constraint is what makes two entities one, so that it cannot be lifted alone.
pub(super) fn is_of_merge(canon: &Canon, cause: &str) -> bool {
    let mut merged = canon.state.merged.values();
    merged.any(|merged| merged.cause == cause)
}
