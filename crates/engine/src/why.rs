//! Why something is so: a tree of reasons, data first. Every leaf is an input, an author's line or a
//! model's outcome.

use crate::account::Account;
use crate::axis::Standing;
use crate::canon::Canon;
use crate::diagnostic::Place;
use crate::event::{Method, Provenance, Reinterpretation, Reliability};
use crate::project::{Body, PartKind, Points, Project};
use crate::revision;
use crate::state::{Merged, Origin, State};
use crate::words;
use logic::formula::Formula;
use logic::holds::{self, Facts, Truth};
use logic::text::Phrase;
use logic::value::{Cell, Date, Instant, Name, Value};
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// An author's line.
    Declared {
        cell: Cell,
        value: Value,
        place: Place,
    },
    /// An entry of the journal, caused by an input.
    Entry {
        cell: Cell,
        value: Option<Value>,
        seq: u64,
        cause: String,
        method: Option<Method>,
        provenance: Option<Provenance>,
        source: Option<Name>,
        /// How a model's answer came to be it, where somebody looked that up.
        account: Option<Box<Account>>,
        /// Of what a flow made: which revision it is, and whether an answer that it was made from is
        /// another one now.
        revision: Option<(u64, bool)>,
    },
    /// It follows from a declaration and what that reads.
    Derived {
        name: Name,
        value: Option<Value>,
        place: Place,
        because: Vec<Why>,
        /// It is unknown because judging it ran out of `CONDITION_STEPS`.
        exhausted: bool,
    },
    /// Several cells that are asked for together.
    Composite { cell: Cell, fields: Vec<Why> },
    /// Nothing settles it yet.
    Open { cell: Cell },
    /// A score, line by line.
    Score { of: Box<Why>, lines: Vec<ScoreLine> },
    /// Why it is so or open, and what was said of it.
    Spoken { of: Box<Why>, said: Vec<Why> },
    /// A value that was another entity's before the two were one.
    Taken { of: Box<Why>, from: Vec<Why> },
    /// Where an axis, a reputation or the progress stands, line by line.
    Standing {
        name: Name,
        standing: Standing,
        place: Option<Place>,
        /// The cells that its lines read.
        because: Vec<Why>,
    },
    /// Two entities are one, and why what is asked about is what it is.
    Merged {
        gone: Name,
        kept: Name,
        seq: u64,
        cause: String,
        because: Option<String>,
        of: Vec<Why>,
    },
    /// Somebody said something of others, and how that is understood.
    Said {
        cell: Cell,
        formula: String,
        by: Option<Name>,
        reliability: Reliability,
        seq: u64,
        cause: String,
        /// The entry by which it binds no more, the kind of reinterpretation, and why.
        reinterpreted: Option<(u64, Reinterpretation, String)>,
    },
}

/// One line of a score, as it is judged now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    pub when: String,
    pub held: Truth,
    pub points: i64,
    pub because: String,
    pub place: Place,
}

/// The moment for which something was decided that a turn was writing as its last entry. Of a turn that has
/// ended it is that turn's; of one that is cut off in the middle it is its input's.
fn decided_for(state: &State, seq: u64) -> Instant {
    let deciding = state.pending.front().filter(|_| seq == state.seq);
    deciding.map_or_else(|| state.now(), |pending| pending.at)
}

/// The lines of the score that a cell is, if it is one.
fn score(project: &Project, state: &State, cell: &Cell, seq: u64) -> Vec<ScoreLine> {
    let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
    let canon = Canon::new(project, state, decided_for(state, seq));
    let of = parts
        .unwrap_or_default()
        .iter()
        .find_map(|part| match &part.kind {
            PartKind::Matching {
                cell: own, terms, ..
            } if own == cell => Some((part, terms)),
            PartKind::Matching { .. }
            | PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::End { .. } => None,
        });
    let Some((part, terms)) = of else {
        return Vec::new();
    };
    let line = |points: &Points| {
        let template = points.because.template(state.language());
        let words = template.and_then(|template| {
            let paths = project.templates.all_paths(template);
            let context = canon.context(&paths, &mut Vec::new());
            project.templates.render(template, &context).ok()
        });
        ScoreLine {
            when: points.when.to_string(),
            held: canon.holds(&points.when),
            points: points.points,
            because: words.unwrap_or_default(),
            place: points
                .because
                .place
                .clone()
                .unwrap_or_else(|| part.place.clone()),
        }
    };
    terms.iter().map(line).collect()
}

/// Why a cell is what it is, or that it is open; of a composite, why each of its fields is. Nothing for
/// what does not exist.
pub fn cell(project: &Project, state: &State, cell: &Cell) -> Option<Why> {
    if let Some(merged) = state.merged.get(&cell.entity) {
        let of = self::cell(project, state, &state.kept_cell(cell))?;
        return Some(one(&cell.entity, merged, vec![of]));
    }
    if let Some(composite) = project.composite(cell) {
        let fields = composite.fields.iter().filter_map(|field| {
            let field = Cell {
                entity: cell.entity.clone(),
                attribute: field.clone(),
            };
            self::cell(project, state, &field)
        });
        return Some(Why::Composite {
            cell: cell.clone(),
            fields: fields.collect(),
        });
    }
    let plain = plainly(project, state, cell)?;
    let lines = match &plain {
        Why::Entry { seq, .. } => score(project, state, cell, *seq),
        Why::Declared { .. }
        | Why::Derived { .. }
        | Why::Composite { .. }
        | Why::Open { .. }
        | Why::Score { .. }
        | Why::Spoken { .. }
        | Why::Taken { .. }
        | Why::Standing { .. }
        | Why::Merged { .. }
        | Why::Said { .. } => Vec::new(),
    };
    let why = match lines.is_empty() {
        true => plain,
        false => Why::Score {
            of: Box::new(plain),
            lines,
        },
    };
    let said: Vec<Why> = state
        .testimonies
        .iter()
        .filter(|(_, known)| holds::cells(&state.kept_formula(&known.said.formula)).contains(cell))
        .map(|(seq, known)| Why::Said {
            cell: known.said.cell.clone(),
            formula: known.said.formula.to_string(),
            by: known.said.by.clone(),
            reliability: known.said.reliability,
            seq: *seq,
            cause: known.cause.clone(),
            reinterpreted: known
                .reinterpreted
                .as_ref()
                .map(|(seq, read)| (*seq, read.kind, read.because.clone())),
        })
        .collect();
    Some(match said.is_empty() {
        true => why,
        false => Why::Spoken {
            of: Box::new(why),
            said,
        },
    })
}

/// Why a single cell is what it is, whatever was said of it.
fn plainly(project: &Project, state: &State, cell: &Cell) -> Option<Why> {
    project.attribute(cell)?;
    if let Some(fluent) = state.fluents.get(cell) {
        return Some(Why::Entry {
            cell: cell.clone(),
            value: fluent.value.clone(),
            seq: fluent.seq,
            cause: fluent.cause.clone(),
            method: None,
            provenance: fluent.provenance.clone(),
            account: None,
            source: fluent.source.clone(),
            revision: revision::of(&Canon::new(project, state, state.now()), cell),
        });
    }
    if let Some(fact) = state.facts.get(cell) {
        let origin = fact.origin.as_ref();
        let entry = Why::Entry {
            cell: cell.clone(),
            value: fact.value.clone(),
            seq: fact.seq,
            cause: origin.map_or_else(String::new, |origin| origin.cause.clone()),
            method: origin.map(|origin| origin.method),
            provenance: origin.map(|origin| origin.provenance.clone()),
            account: None,
            source: origin.and_then(|origin| origin.source.clone()),
            revision: None,
        };
        let from = taken(project, state, cell, origin);
        return Some(match from.is_empty() {
            true => entry,
            false => Why::Taken {
                of: Box::new(entry),
                from,
            },
        });
    }
    match project.facts.get(cell) {
        Some((value, place)) => Some(Why::Declared {
            cell: cell.clone(),
            value: value.clone(),
            place: place.clone(),
        }),
        None => Some(Why::Open { cell: cell.clone() }),
    }
}

/// That two are one, before what that is a reason for.
fn one(gone: &Name, merged: &Merged, of: Vec<Why>) -> Why {
    Why::Merged {
        gone: gone.clone(),
        kept: merged.kept.clone(),
        seq: merged.seq,
        cause: merged.cause.clone(),
        because: merged.because.clone(),
        of,
    }
}

/// Whose a fact was that a merge brought, and why it was.
fn taken(project: &Project, state: &State, cell: &Cell, origin: Option<&Origin>) -> Vec<Why> {
    let merges = state.merged.iter().filter(|(_, merged)| {
        merged.kept == cell.entity && origin.is_some_and(|origin| origin.cause == merged.cause)
    });
    let taken = merges.filter_map(|(gone, merged)| {
        let own = Cell {
            entity: gone.clone(),
            attribute: cell.attribute.clone(),
        };
        let why = plainly(project, state, &own)?;
        Some(one(gone, merged, vec![why]))
    });
    taken.collect()
}

/// Why a derived fact is what it is: the cells and derived facts that its deciding case reads.
pub fn derived(project: &Project, state: &State, name: &str) -> Option<Why> {
    if let Some(why) = standing(project, state, name) {
        return Some(why);
    }
    derived_within(project, state, name, crate::limits::DERIVED_DEPTH)
}

/// Why a number stands where it does: its lines, and the cells that those which count read.
fn standing(project: &Project, state: &State, name: &str) -> Option<Why> {
    let canon = Canon::new(project, state, state.now());
    let standing = canon.standing(name)?;
    let mut because: Vec<Why> = Vec::new();
    let counting = standing.lines.iter().filter(|line| line.times > 0);
    for formula in counting.filter_map(|line| line.reads.as_ref()) {
        for found in holds::cells(formula) {
            because.extend(cell(project, state, &found).filter(|why| !because.contains(why)));
        }
    }
    let axis = project.axes.get(name).map(|axis| axis.place.clone());
    let progress = || project.progress.as_ref()?.place().cloned();
    Some(Why::Standing {
        name: Name::from(name),
        standing,
        place: axis.or_else(progress),
        because,
    })
}

fn derived_within(project: &Project, state: &State, name: &str, depth: usize) -> Option<Why> {
    let derived = project.derived.get(name)?;
    let canon = Canon::new(project, state, state.now());
    let mut because = Vec::new();
    let mut see = |(cells, names): (BTreeSet<Cell>, BTreeSet<Name>)| {
        because.extend(cells.iter().filter_map(|found| cell(project, state, found)));
        if depth > 0 {
            because.extend(
                names
                    .iter()
                    .filter_map(|found| derived_within(project, state, found, depth - 1)),
            );
        }
    };
    for case in &derived.cases {
        let truth = case.when.as_ref().map_or(Truth::True, |when| {
            see(deciding(&canon, when));
            canon.holds(when)
        });
        match truth {
            Truth::True => {
                match &case.is {
                    Body::Formula(formula) => see(deciding(&canon, formula)),
                    Body::Term(term) => see((
                        holds::cells_of_term(term),
                        holds::derived_facts_of_term(term),
                    )),
                }
                break;
            }
            Truth::Unknown => break,
            Truth::False => {}
        }
    }
    because.dedup();
    let value = canon.derived(name);
    Some(Why::Derived {
        name: Name::from(name),
        exhausted: value.is_none() && canon.is_exhausted(),
        value,
        place: derived.place.clone(),
        because,
    })
}

/// A canon that does not know some of what it knows.
struct Without<'a> {
    canon: &'a Canon<'a>,
    cells: BTreeSet<Cell>,
    names: BTreeSet<Name>,
}

impl Facts for Without<'_> {
    fn value(&self, cell: &Cell) -> Option<Value> {
        let known = !self.cells.contains(cell);
        known.then(|| self.canon.value(cell)).flatten()
    }

    fn derived(&self, name: &str) -> Option<Value> {
        let known = !self.names.contains(name);
        known.then(|| self.canon.derived(name)).flatten()
    }

    fn entities_of(&self, sort: &str) -> Vec<Name> {
        self.canon.entities_of(sort)
    }

    fn is_a(&self, entity: &str, sort: &str) -> Truth {
        self.canon.is_a(entity, sort)
    }

    fn now(&self) -> Instant {
        self.canon.now()
    }

    fn today(&self) -> Date {
        self.canon.today()
    }

    fn entities(&self) -> Option<Vec<Name>> {
        self.canon.entities()
    }
}

/// How many of the cells that a formula reads are looked at one by one.
const DECIDING: usize = 64;

/// The cells and derived facts that make a formula what it is: where it is known, none without which it would be so
/// all the same.
fn deciding(canon: &Canon, formula: &Formula) -> (BTreeSet<Cell>, BTreeSet<Name>) {
    let (cells, names) = (holds::cells(formula), holds::derived_facts(formula));
    let truth = canon.holds(formula);
    if truth == Truth::Unknown || cells.len() + names.len() > DECIDING {
        return (cells, names);
    }
    let mut without = Without {
        canon,
        cells: BTreeSet::new(),
        names: BTreeSet::new(),
    };
    let kept = canon.state.kept_formula(formula);
    let stands = |without: &Without| {
        let judged = holds::judge(without, &kept, crate::limits::CONDITION_STEPS);
        judged.truth == truth
    };
    for cell in &cells {
        without
            .cells
            .insert(canon.state.kept_cell(cell).into_owned());
        if !stands(&without) {
            without.cells.remove(&*canon.state.kept_cell(cell));
        }
    }
    for name in &names {
        without.names.insert(name.clone());
        if !stands(&without) {
            without.names.remove(name);
        }
    }
    let needed = |cell: &Cell| !without.cells.contains(&*canon.state.kept_cell(cell));
    (
        cells.into_iter().filter(needed).collect(),
        names.difference(&without.names).cloned().collect(),
    )
}

/// Which revision of something made this is.
fn revised((number, outdated): (u64, bool)) -> Phrase {
    let (old_en, old_fr) = match outdated {
        true => (
            " (an answer it was made from was corrected since)",
            " (une réponse dont elle est faite a été corrigée depuis)",
        ),
        false => ("", ""),
    };
    Phrase::new(
        format!(", revision {number}{old_en}"),
        format!(", révision {number}{old_fr}"),
    )
}

impl Why {
    /// The entry that fixed a score, if this is one.
    pub fn scored_at(&self) -> Option<u64> {
        match self {
            Why::Score { of, .. } => match &**of {
                Why::Entry { seq, .. } => Some(*seq),
                Why::Declared { .. }
                | Why::Derived { .. }
                | Why::Composite { .. }
                | Why::Open { .. }
                | Why::Score { .. }
                | Why::Spoken { .. }
                | Why::Taken { .. }
                | Why::Standing { .. }
                | Why::Merged { .. }
                | Why::Said { .. } => None,
            },
            Why::Spoken { of, .. } => of.scored_at(),
            Why::Merged { of, .. } => of.iter().find_map(Why::scored_at),
            Why::Declared { .. }
            | Why::Entry { .. }
            | Why::Derived { .. }
            | Why::Composite { .. }
            | Why::Open { .. }
            | Why::Taken { .. }
            | Why::Standing { .. }
            | Why::Said { .. } => None,
        }
    }

    /// Every entry in it, to be looked at or completed.
    pub fn each_entry(&mut self, look: &mut dyn FnMut(&mut Why)) {
        match self {
            Why::Entry { .. } => look(self),
            Why::Score { of, .. } => of.each_entry(look),
            Why::Spoken { of, said } => {
                of.each_entry(look);
                said.iter_mut().for_each(|why| why.each_entry(look));
            }
            Why::Taken { of, from } => {
                of.each_entry(look);
                from.iter_mut().for_each(|why| why.each_entry(look));
            }
            Why::Derived { because: all, .. }
            | Why::Composite { fields: all, .. }
            | Why::Standing { because: all, .. }
            | Why::Merged { of: all, .. } => {
                all.iter_mut().for_each(|why| why.each_entry(look));
            }
            Why::Declared { .. } | Why::Open { .. } | Why::Said { .. } => {}
        }
    }

    /// The lines of a score, if this is one.
    fn lines(&self) -> Option<&[ScoreLine]> {
        match self {
            Why::Score { lines, .. } => Some(lines),
            Why::Spoken { of, .. } => of.lines(),
            Why::Merged { of, .. } => of.iter().find_map(Why::lines),
            Why::Declared { .. }
            | Why::Entry { .. }
            | Why::Derived { .. }
            | Why::Composite { .. }
            | Why::Open { .. }
            | Why::Taken { .. }
            | Why::Standing { .. }
            | Why::Said { .. } => None,
        }
    }

    /// The same with the lines of a score as they were when it was fixed.
    pub fn as_scored(self, then: &Why) -> Why {
        match self {
            Why::Score { of, lines } => Why::Score {
                of,
                lines: then.lines().map_or(lines, <[ScoreLine]>::to_vec),
            },
            Why::Spoken { of, said } => Why::Spoken {
                of: Box::new(of.as_scored(then)),
                said,
            },
            Why::Merged {
                gone,
                kept,
                seq,
                cause,
                because,
                of,
            } => Why::Merged {
                gone,
                kept,
                seq,
                cause,
                because,
                of: of.into_iter().map(|why| why.as_scored(then)).collect(),
            },
            other @ (Why::Declared { .. }
            | Why::Entry { .. }
            | Why::Derived { .. }
            | Why::Composite { .. }
            | Why::Open { .. }
            | Why::Taken { .. }
            | Why::Standing { .. }
            | Why::Said { .. }) => other,
        }
    }

    /// One line for people; the reasons below it are indented by whoever prints.
    pub fn line(&self) -> Phrase {
        self.line_of(false)
    }

    /// The same of what is a score, which follows from nothing but its lines.
    fn line_of(&self, scored: bool) -> Phrase {
        let shown = |value: &Option<Value>, none: (&str, &str)| match value {
            Some(value) => (value.show(), value.show()),
            None => (none.0.to_owned(), none.1.to_owned()),
        };
        match self {
            Why::Declared { cell, value, place } => Phrase::new(
                format!("{cell} is {}, declared in {place}", value.show()),
                format!("{cell} vaut {}, déclaré dans {place}", value.show()),
            ),
            Why::Entry {
                cell,
                value,
                seq,
                cause,
                provenance,
                source,
                revision,
                ..
            } => {
                let (en, fr) = shown(value, ("erased", "effacé"));
                let revision = revision.map_or_else(|| Phrase::new("", ""), revised);
                let (by_en, by_fr) = match (provenance, source) {
                    (Some(Provenance::Request(_)), _) => (
                        " from a model's answer".to_owned(),
                        " d'après la réponse d'un modèle".to_owned(),
                    ),
                    (Some(Provenance::Offline), _) => (
                        " from the offline generator".to_owned(),
                        " par le générateur hors ligne".to_owned(),
                    ),
                    (Some(Provenance::Partial), _) => (
                        ", taken plainly after all else failed".to_owned(),
                        ", pris tel quel quand tout le reste a échoué".to_owned(),
                    ),
                    (Some(Provenance::Deduced), _) if scored => (
                        ", the sum of the points of its lines".to_owned(),
                        ", la somme des points de ses lignes".to_owned(),
                    ),
                    (Some(Provenance::Deduced), _) => (
                        ", for nothing else was possible".to_owned(),
                        ", car rien d'autre n'était possible".to_owned(),
                    ),
                    (Some(Provenance::Input) | None, Some(source)) => (
                        format!(" as {source} asserted"),
                        format!(" comme l'affirme {source}"),
                    ),
                    (Some(Provenance::Input) | None, None) => (String::new(), String::new()),
                };
                // Of an erased entry nobody knows any more what caused it.
                let (cause_en, cause_fr) = match cause.as_str() {
                    "" => (String::new(), String::new()),
                    cause => (
                        format!(", because of input {cause}"),
                        format!(", à cause de l'entrée « {cause} »"),
                    ),
                };
                Phrase::new(
                    format!(
                        "{cell} is {en}{by_en}{}, entry {seq}{cause_en}",
                        revision.en
                    ),
                    format!(
                        "{cell} vaut {fr}{by_fr}{}, entrée {seq}{cause_fr}",
                        revision.fr
                    ),
                )
            }
            Why::Derived {
                name,
                value,
                place,
                exhausted,
                ..
            } => {
                let unknown = if *exhausted {
                    (
                        "unknown, for judging it took more than `condition_steps`",
                        "inconnu, car le juger demande plus que `condition_steps`",
                    )
                } else {
                    ("unknown", "inconnu")
                };
                let (en, fr) = shown(value, unknown);
                Phrase::new(
                    format!("{name} is {en}, derived in {place}"),
                    format!("{name} vaut {fr}, dérivé dans {place}"),
                )
            }
            Why::Composite { cell, fields } => Phrase::new(
                format!("{cell} is made of {} fields", fields.len()),
                format!("{cell} est fait de {} champs", fields.len()),
            ),
            Why::Score { of, .. } => of.line_of(true),
            Why::Spoken { of, .. } | Why::Taken { of, .. } => of.line_of(scored),
            Why::Standing {
                name,
                standing,
                place,
                ..
            } => {
                let (value, (low, high)) = (standing.value, standing.range);
                let at = place
                    .as_ref()
                    .map_or_else(String::new, |place| place.to_string());
                Phrase::new(
                    format!("{name} is {value} (from {low} to {high}), declared in {at}"),
                    format!("{name} vaut {value} (de {low} à {high}), déclaré dans {at}"),
                )
            }
            Why::Merged {
                gone,
                kept,
                seq,
                cause,
                because,
                ..
            } => {
                let (en, fr) = match because {
                    None => (String::new(), String::new()),
                    Some(because) => (format!(": {because}"), format!(" : {because}")),
                };
                Phrase::new(
                    format!("{gone} is {kept} since entry {seq}, because of input {cause}{en}"),
                    format!(
                        "{gone} est {kept} depuis l'entrée {seq}, à cause de l'entrée « {cause} »{fr}"
                    ),
                )
            }
            Why::Said {
                formula,
                by,
                reliability,
                seq,
                reinterpreted,
                ..
            } => {
                let said = words::said_that(by.as_ref().map(Name::as_str), formula);
                let worth = words::reliability(*reliability);
                let (now_en, now_fr) = match reinterpreted {
                    None => (String::new(), String::new()),
                    Some((seq, kind, because)) => {
                        let kind = words::reinterpretation(*kind);
                        (
                            format!(
                                "; it binds no more since entry {seq}: {} ({because})",
                                kind.en
                            ),
                            format!(
                                " ; cela ne lie plus depuis l'entrée {seq} : {} ({because})",
                                kind.fr
                            ),
                        )
                    }
                };
                Phrase::new(
                    format!("{}, {}, entry {seq}{now_en}", said.en, worth.en),
                    format!("{}, {}, entrée {seq}{now_fr}", said.fr, worth.fr),
                )
            }
            Why::Open { cell } => Phrase::new(
                format!("{cell} is open: nothing settles it yet"),
                format!("{cell} est ouvert : rien ne le fixe encore"),
            ),
        }
    }

    pub fn because(&self) -> &[Why] {
        match self {
            Why::Derived { because, .. } => because,
            Why::Composite { fields, .. } => fields,
            Why::Spoken { said, .. } => said,
            Why::Taken { from, .. } => from,
            Why::Standing { because, .. } => because,
            Why::Merged { of, .. } => of,
            Why::Declared { .. }
            | Why::Entry { .. }
            | Why::Open { .. }
            | Why::Score { .. }
            | Why::Said { .. } => &[],
        }
    }
}
