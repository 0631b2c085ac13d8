//! Reasons of the field, told with the names that people gave.

use super::{Field, entry_of, tag};
use crate::base::Base;
use crate::base::least::Cited;
use crate::diagnostic::Place;
use crate::event::{ConstraintAdded, ConstraintSource};
use crate::graph::{Force, Kinds, Relation};
use crate::propagation::{self, Propagation, Target};
use crate::words;
use logic::domain::Code;
use logic::formula::Formula;
use logic::solve::{Because, CellId, Change, InstanceId, Lacks, Tag, Why};
use logic::text::{Phrase, joined};
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

/// Since when a refusal names no rule and no fact without which it would stand all the same.
const LEAST: u64 = 8;

/// Why a value is not admitted.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// It leaves no way to complete the world.
    Impossible(Told),
    /// It contradicts what was said, and the canon leaves no way to understand that otherwise.
    Incoherent(Told),
    /// No completion was found within so many tries.
    NotProven { nodes: u64 },
    /// Rules read the cell, and no code stands for the value.
    Unfit,
}

impl Refusal {
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Impossible(_) => "impossible",
            Refusal::Incoherent(_) => "incoherent",
            Refusal::NotProven { .. } => "not-proven",
            Refusal::Unfit => "unfit",
        }
    }
}

/// Rules at work, and everything known that they rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub rules: Vec<Applied>,
    /// Relations by which a rule applies.
    pub relations: Vec<Tied>,
    pub facts: Vec<Known>,
}

/// A relation that a reason rests on: an author's line or an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tied {
    pub from: Name,
    pub kind: Name,
    pub to: Name,
    pub force: Force,
    pub words: Phrase,
    pub place: Option<Place>,
    pub entry: Option<u64>,
}

/// A world rule with the entities it was applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    pub rule: Name,
    pub entities: Vec<Name>,
    pub because: Option<Phrase>,
    pub place: Option<Place>,
    /// The entry that laid it on the session, if it is not the world's own.
    pub entry: Option<u64>,
}

/// A fact that a reason rests on: an author's line or an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub cell: Cell,
    pub value: Value,
    pub place: Option<Place>,
    pub entry: Option<u64>,
}

/// One end of what a number or a date may be, and what set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    pub side: Side,
    pub value: Value,
    pub told: Told,
    /// The author's line, where nothing but the declaration sets it.
    pub declared: Option<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    From,
    To,
}

impl Field<'_> {
    /// The reasons with their names: rules, then the facts that they rest on. Constraints that are only tried
    /// are given.
    pub(super) fn told(self, why: &Why, tried: &[(u64, ConstraintAdded)]) -> Told {
        let (instances, mut cells, facts) = self.used(why);
        cells.extend(facts.into_iter().filter_map(|cell| self.named(cell)));
        self.names(&instances, cells, tried)
    }

    /// Why a change after these is refused, with nothing that is not needed for it.
    pub(super) fn told_least(
        self,
        why: &Why,
        changes: &[(Tag, &Change)],
        change: (Tag, &Change),
        tried: &[(u64, ConstraintAdded)],
    ) -> Told {
        let (instances, _, facts) = self.used(why);
        let used = why.changes();
        let needed = changes.iter().filter(|(tag, _)| used.contains(tag));
        let cited = Cited {
            instances: instances.into_iter().collect(),
            facts,
            changes: needed
                .map(|(tag, change)| (*tag, (*change).clone()))
                .collect(),
        };
        let least = self.least(&cited, change, tried);
        least.unwrap_or_else(|| self.told(why, tried))
    }

    /// Why propagation leaves a code out, with nothing that is not needed for it.
    pub(super) fn told_excluded(self, why: &Why, cell: CellId, code: Code) -> Told {
        if !self.base().domain_of(cell).contains(code) {
            return self.told_never(cell, code);
        }
        let changes: Vec<(Tag, &Change)> = self.known.changes().collect();
        let change = Change::Fix { cell, code };
        self.told_least(why, &changes, (tag(self.state.seq + 1, 0), &change), &[])
    }

    fn least(
        self,
        cited: &Cited,
        change: (Tag, &Change),
        tried: &[(u64, ConstraintAdded)],
    ) -> Option<Told> {
        let least = self.base().least(cited, change)?;
        let mut cells: BTreeSet<Cell> = BTreeSet::new();
        let mut instances: Vec<InstanceId> = least.instances.into_iter().collect();
        let own = (change.0, change.1.clone());
        let own = Some(own).filter(|(_, change)| !matches!(change, Change::Fix { .. }));
        for (tag, change) in least.changes.iter().chain(&own) {
            match change {
                Change::Fix { cell, .. } => cells.extend(self.named(*cell)),
                Change::Narrow { .. } | Change::Require { .. } => {
                    instances.push(InstanceId::added(*tag));
                }
            }
        }
        cells.extend(least.facts.into_iter().filter_map(|cell| self.named(cell)));
        Some(self.names(&instances, cells, tried))
    }

    /// The rules of a reason, the cells that were changed, and those that the author fixed.
    fn used(self, why: &Why) -> (Vec<InstanceId>, BTreeSet<Cell>, BTreeSet<CellId>) {
        let (mut cells, mut declared) = (BTreeSet::new(), BTreeSet::new());
        // What is at work now is told before what the authored world had settled.
        let (now, mut before) = (why.instances(), BTreeSet::new());
        for reason in &why.reasons {
            match (&reason.because, reason.lacks.cell()) {
                (Because::Change(_), Some(cell)) => cells.extend(self.named(cell)),
                // What the base leaves out has reasons of its own, which nobody keeps: they are found again.
                (Because::Base, Some(_)) => {
                    let lacks = match reason.lacks {
                        Lacks::Code(cell, code) => Some((cell, code)),
                        Lacks::Below(cell, bound) => Some((cell, bound.saturating_sub(1))),
                        Lacks::Above(cell, bound) => Some((cell, bound.saturating_add(1))),
                        Lacks::Everything(_) | Lacks::Completion => None,
                    };
                    let never = lacks.and_then(|(cell, code)| self.base().why_never(cell, code));
                    if let Some((ids, facts)) = never {
                        before.extend(ids);
                        declared.extend(facts);
                    }
                }
                (_, _) => {}
            }
        }
        let before = before.difference(&now).copied();
        let instances: Vec<InstanceId> = now.iter().copied().chain(before).collect();
        (instances, cells, declared)
    }

    /// Why a change after these is refused, as the session's edition tells it.
    pub(super) fn told_refused(
        self,
        why: &Why,
        changes: &[(Tag, &Change)],
        change: (Tag, &Change),
        tried: &[(u64, ConstraintAdded)],
    ) -> Told {
        match self.state.edition() < LEAST {
            true => self.told(why, tried),
            false => self.told_least(why, changes, change, tried),
        }
    }

    /// Why a value that the authored world leaves out is refused, as the session's edition tells it.
    pub(super) fn told_never_refused(self, cell: CellId, code: Code) -> Told {
        if self.state.edition() >= LEAST {
            return self.told_never(cell, code);
        }
        let (instances, facts) = self.base().why_never(cell, code).unwrap_or_default();
        let cells = facts.into_iter().filter_map(|cell| self.named(cell));
        let instances: Vec<InstanceId> = instances.into_iter().collect();
        self.names(&instances, cells.collect(), &[])
    }

    /// Why the authored world leaves a code out.
    pub(super) fn told_never(self, cell: CellId, code: Code) -> Told {
        let (instances, facts) = self.base().why_never(cell, code).unwrap_or_default();
        let cited = Cited {
            instances: instances.clone(),
            facts: facts.clone(),
            changes: Vec::new(),
        };
        let change = Change::Fix { cell, code };
        if let Some(least) = self.least(&cited, (Tag(0), &change), &[]) {
            return least;
        }
        let cells = facts.into_iter().filter_map(|cell| self.named(cell));
        let instances: Vec<InstanceId> = instances.into_iter().collect();
        self.names(&instances, cells.collect(), &[])
    }

    fn names(
        self,
        instances: &[InstanceId],
        mut cells: BTreeSet<Cell>,
        tried: &[(u64, ConstraintAdded)],
    ) -> Told {
        let (mut rules, mut relations) = (Vec::new(), Vec::new());
        for id in instances {
            let Some(tag) = id.as_added() else {
                rules.push(self.applied(*id));
                for (from, kind, to) in self.base().ties(*id) {
                    let known = self.project.relation_kinds.get(&kind);
                    let symmetric = known.is_some_and(|kind| kind.symmetric);
                    relations.extend(self.tied(&from, &to, |own| {
                        own.kind == kind && (own.from == from || symmetric)
                    }));
                }
                continue;
            };
            let seq = entry_of(tag);
            let known = self.state.constraints.get(&seq);
            let (added, entry) = match known {
                Some(known) => (Some(&known.added), Some(seq)),
                None => (
                    tried
                        .iter()
                        .find(|(at, _)| *at == seq)
                        .map(|(_, added)| added),
                    None,
                ),
            };
            if let Some(added) = added {
                // What caused it is a reason as well.
                self.caused(added, seq, &mut cells, &mut relations);
                rules.push(self.laid(added, seq, entry));
            }
        }
        let mut once: Vec<Tied> = Vec::new();
        for tied in relations {
            if !once.contains(&tied) {
                once.push(tied);
            }
        }
        Told {
            rules,
            relations: once,
            facts: cells
                .into_iter()
                .filter_map(|cell| self.fact(cell))
                .collect(),
        }
    }

    /// What is known of the cells that a formula reads.
    pub(crate) fn known_of(self, formula: &Formula) -> Told {
        let cells = logic::holds::cells(formula).into_iter();
        Told {
            rules: Vec::new(),
            relations: Vec::new(),
            facts: cells.filter_map(|cell| self.fact(cell)).collect(),
        }
    }

    fn named(self, cell: CellId) -> Option<Cell> {
        let (cell, _) = self.base().lexicon.named(cell.0);
        (!cell.attribute.is_empty()).then_some(cell)
    }

    fn fact(self, cell: Cell) -> Option<Known> {
        if let Some(fact) = self.state.facts.get(&cell) {
            return Some(Known {
                value: fact.value.clone()?,
                cell,
                place: None,
                entry: Some(fact.seq),
            });
        }
        let (value, place) = self.project.facts.get(&cell)?;
        Some(Known {
            value: value.clone(),
            place: Some(place.clone()),
            cell,
            entry: None,
        })
    }

    /// The facts and relations that laid a constraint.
    fn caused(
        self,
        added: &ConstraintAdded,
        seq: u64,
        cells: &mut BTreeSet<Cell>,
        relations: &mut Vec<Tied>,
    ) {
        match &added.source {
            ConstraintSource::Propagated { rule, path, from } => {
                cells.insert(from.clone());
                let Some(rule) = self.project.propagation.get(rule) else {
                    return;
                };
                cells.extend(read_by(rule, from));
                let kinds = match &rule.to {
                    Target::Relations { kinds, .. } | Target::Path { kinds, .. } => &kinds[..],
                    Target::Tag(_) | Target::Entity(_) | Target::Itself | Target::Reference(_) => {
                        &[]
                    }
                };
                let fits = |own: &Relation| {
                    let mut wanted = kinds.iter();
                    kinds.is_empty() || wanted.any(|wanted| Kinds::fits(&own.kind, wanted))
                };
                let ends = std::iter::once(&from.entity).chain(path).zip(path);
                relations.extend(ends.filter_map(|(one, two)| self.tied(one, two, fits)));
                let by = rule.when.relation.as_ref();
                relations.extend(by.and_then(|kind| {
                    let mut all = self.graph().of(&from.entity).into_iter();
                    let found = all.find(|relation| Kinds::fits(&relation.kind, kind));
                    Some(self.tie(found?))
                }));
            }
            // A relation is written just before the rules that it makes apply.
            ConstraintSource::Rule { .. } => {
                let before = self.state.relations.iter();
                let before = before.filter(|relation| relation.entry.is_some_and(|at| at < seq));
                let last = before.max_by_key(|relation| relation.entry);
                relations.extend(last.map(|relation| self.tie(relation)));
            }
            ConstraintSource::Author
            | ConstraintSource::Request
            | ConstraintSource::Said { .. }
            | ConstraintSource::Inferred { .. } => {}
        }
    }

    /// The strongest relation between two of a kind that fits.
    fn tied(self, one: &Name, two: &Name, fits: impl Fn(&Relation) -> bool) -> Option<Tied> {
        let all = self.graph().of(one).into_iter();
        let mut between = all.filter(|relation| relation.other(one) == two);
        let found = between.find(|relation| fits(relation))?;
        Some(self.tie(found))
    }

    fn tie(self, relation: &Relation) -> Tied {
        let kind = self.project.relation_kinds.get(&relation.kind);
        let label = kind.map_or_else(
            || Phrase::new(relation.kind.as_str(), relation.kind.as_str()),
            |kind| kind.label.clone(),
        );
        let name = |id: &Name| {
            let known = self.project.entities.get(id);
            known.map_or_else(|| id.to_string(), |known| known.name.clone())
        };
        let (from, to) = (name(&relation.from), name(&relation.to));
        let force = relation.force.to_string();
        // A session may have changed the force of what the author declared; that it is, is the author's line.
        let declared = self.project.relations.get(&relation.key());
        let place = declared.and_then(|declared| declared.place.clone());
        Tied {
            from: relation.from.clone(),
            kind: relation.kind.clone(),
            to: relation.to.clone(),
            force: relation.force,
            words: Phrase::new(
                format!("{from} {} {to} ({force})", label.en),
                format!(
                    "{} ({})",
                    led_to(&from, &label.fr, &to),
                    force.replace('.', ",")
                ),
            ),
            entry: relation.entry.filter(|_| place.is_none()),
            place,
        }
    }

    /// A constraint that the session added.
    fn laid(self, added: &ConstraintAdded, seq: u64, entry: Option<u64>) -> Applied {
        let own = added.because.as_ref();
        let own = own.map(|words| Phrase::new(words.as_str(), words.as_str()));
        let (rule, entities, because, place) = match &added.source {
            ConstraintSource::Propagated { rule, path, from } => {
                let known = self.project.propagation.get(rule);
                let entities = std::iter::once(&from.entity).chain(path).cloned().collect();
                let because = known.and_then(|rule| rule.because.clone());
                (
                    rule.clone(),
                    entities,
                    because,
                    known.map(|rule| rule.place.clone()),
                )
            }
            ConstraintSource::Rule { rule } => {
                let known = self.project.rules.get(rule);
                let because = known.and_then(|rule| rule.because.clone());
                (
                    rule.clone(),
                    Vec::new(),
                    because,
                    known.map(|rule| rule.place.clone()),
                )
            }
            ConstraintSource::Said { by, .. } => {
                let who = by.as_ref().map(|by| {
                    let known = self.project.entities.get(by);
                    known.map_or_else(|| by.to_string(), |known| known.name.clone())
                });
                let because = words::said_that(who.as_deref(), &added.formula.to_string());
                let by = by.iter().cloned().collect();
                (Name::from(format!("#{seq}")), by, Some(because), None)
            }
            ConstraintSource::Author
            | ConstraintSource::Request
            | ConstraintSource::Inferred { .. } => {
                let words = added.formula.to_string();
                let because = Phrase::new(words.clone(), words);
                (
                    Name::from(format!("#{seq}")),
                    Vec::new(),
                    Some(because),
                    None,
                )
            }
        };
        Applied {
            rule,
            entities,
            because: own.or(because),
            place,
            entry,
        }
    }

    fn applied(self, id: InstanceId) -> Applied {
        let (name, entities) = self.base().told(id);
        let rule = self.project.rules.get(&name);
        if let Some(cell) = Base::bounded_list(&name)
            && let Some(attribute) = self.project.attribute(&cell)
        {
            let most = attribute.checks.max_items.unwrap_or_default();
            return Applied {
                because: Some(Phrase::new(
                    format!("{cell} has at most {most} items"),
                    format!("{cell} a au plus {most} éléments"),
                )),
                place: Some(attribute.place.clone()),
                rule: Name::from("max_items"),
                entities,
                entry: None,
            };
        }
        Applied {
            because: rule.and_then(|rule| rule.because.clone()),
            place: rule.map(|rule| rule.place.clone()),
            rule: name,
            entities,
            entry: None,
        }
    }
}

/// « Berthe est amie d'Aldric »: the small word at the end of a label is joined to the name behind it.
fn led_to(from: &str, label: &str, to: &str) -> String {
    match label.rsplit_once(' ') {
        Some((before, small @ ("de" | "à"))) => format!("{from} {before} {}", joined(small, to)),
        Some(_) | None => format!("{from} {label} {to}"),
    }
}

/// What else a propagation rule read of the entity whose cell was fixed.
fn read_by(rule: &Propagation, from: &Cell) -> BTreeSet<Cell> {
    let of = |attribute: &Name| Cell {
        entity: from.entity.clone(),
        attribute: attribute.clone(),
    };
    let when = rule.when.value.as_ref();
    let mut cells = when.map_or_else(BTreeSet::new, |formula| {
        logic::holds::cells(&propagation::bound(formula, &from.entity, &from.entity))
    });
    cells.extend(rule.when.fixed.as_ref().map(of));
    if let Target::Reference(attribute) = &rule.to {
        cells.insert(of(attribute));
    }
    cells
}

impl Told {
    /// The same without a constraint that was asked for with this number: it is no reason against itself.
    pub fn besides(&self, asked: u64) -> Told {
        let own = Name::from(format!("#{asked}"));
        let mut told = self.clone();
        told.rules
            .retain(|applied| applied.rule != own || applied.entry.is_some());
        told
    }

    /// Whether it gives no reason at all.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.relations.is_empty() && self.facts.is_empty()
    }

    /// One sentence for people.
    pub fn phrase(&self) -> Phrase {
        let facts: Vec<String> = self
            .facts
            .iter()
            .map(|known| format!("{} = {}", known.cell, known.value.show()))
            .collect();
        let facts = facts.join(", ");
        match (self.rules.is_empty(), facts.is_empty()) {
            (true, true) => Phrase::new(
                "the domain of the cell leaves it out",
                "le domaine de la cellule l'exclut",
            ),
            (true, false) => {
                Phrase::new(format!("because of {facts}"), format!("à cause de {facts}"))
            }
            (false, true) => Phrase::new(self.rules_in("en"), self.rules_in("fr")),
            (false, false) => Phrase::new(
                format!("{}, with {facts}", self.rules_in("en")),
                format!("{}, avec {facts}", self.rules_in("fr")),
            ),
        }
    }

    fn rules_in(&self, language: &str) -> String {
        let mut seen = BTreeSet::new();
        let told = self.rules.iter().map(|applied| {
            let name = applied.rule.as_str();
            let words = applied.because.as_ref();
            let words = words.map_or(name, |because| because.in_language(language));
            match &applied.place {
                Some(place) => format!("{words} ({}:{} {name})", place.file, place.line),
                None => words.to_owned(),
            }
        });
        let told: Vec<String> = told.filter(|text| seen.insert(text.clone())).collect();
        told.join("; ")
    }
}
