//! What does not fit together in a session: a pure read of its state. Every finding names what mends it.
//!
//! A session that only turns wrote has nothing here but what waits for its author, and what an author's own
//! relations and dates make of each other; a journal from elsewhere may have all of it.

use crate::canon::Canon;
use crate::collapse::nothing_possible;
use crate::event::Strength;
use crate::graph::Relation;
use crate::project::{Attribute, Project};
use crate::propagation::Propagation;
use crate::state::State;
use crate::turn;
use logic::holds::{Facts, Truth};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What kind of incoherence it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Two things are said of one cell.
    Direct,
    /// Rules do not allow what is fixed.
    Logical,
    /// Something comes before itself.
    Timeline,
    /// Relations contradict each other.
    Graph,
    /// What leans on a cell was broken, and nobody said why.
    Thematic,
}

impl Kind {
    pub const ALL: [Kind; 5] = [
        Kind::Direct,
        Kind::Logical,
        Kind::Timeline,
        Kind::Graph,
        Kind::Thematic,
    ];

    /// How much one finding takes from a coherence of 100.
    pub fn weight(self) -> u64 {
        match self {
            Kind::Direct | Kind::Logical => 20,
            Kind::Timeline | Kind::Graph => 10,
            Kind::Thematic => 5,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub kind: Kind,
    /// The entry that it is about; zero for what the project declares.
    pub seq: u64,
    pub message: Phrase,
    /// What mends it, each by itself.
    pub fixes: Vec<Fix>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// An author command, as a script line without its id.
    Author(String),
    /// What is fixed stays so; a copy of the session before this entry may go another way.
    ForkBefore(u64),
    /// To see more: what lies around an entity.
    LookAround(Name),
}

/// From 100 for a session in which everything fits down to 0.
pub fn score(findings: &[Finding]) -> u64 {
    let lost: u64 = findings.iter().map(|finding| finding.kind.weight()).sum();
    100_u64.saturating_sub(lost)
}

/// Everything that does not fit together, by kind and entry.
pub fn incoherences(project: &Arc<Project>, state: &State) -> Vec<Finding> {
    let canon = Canon::new(project, state, state.now());
    let mut findings = waiting(project, state);
    findings.extend(forbidden(project, state));
    findings.extend(dead_ends(&canon));
    findings.extend(misdated(&canon));
    findings.extend(circles(&canon));
    findings.extend(opposed(&canon));
    findings.extend(unexplained(&canon));
    findings.sort_by_key(|finding| (finding.kind, finding.seq));
    findings
}

/// What was refused as incoherent waits for the author, with everything that could yield.
fn waiting(project: &Arc<Project>, state: &State) -> Vec<Finding> {
    let open = state.open_incoherences().map(|(seq, known)| {
        let yielding = turn::in_the_way(project, state, known);
        let mut fixes: Vec<Fix> = yielding
            .iter()
            .map(|entry| author(&format!(r#""settle":{seq},"yields":{entry}"#)))
            .collect();
        fixes.push(author(&format!(r#""settle":{seq}"#)));
        let what: Vec<&str> = known
            .refused
            .iter()
            .map(|refused| refused.what.as_str())
            .collect();
        let (what, cause) = (what.join(", "), &known.cause);
        Finding {
            kind: Kind::Direct,
            seq,
            message: Phrase::new(
                format!(
                    "{what} was refused as incoherent (input {cause}) and waits for the author"
                ),
                format!(
                    "{what} a été refusé comme incohérent (entrée « {cause} ») et attend l'auteur"
                ),
            ),
            fixes,
        }
    });
    open.collect()
}

fn author(keys: &str) -> Fix {
    Fix::Author(format!(r#"{{"author":{{{keys},"because":"…"}}}}"#))
}

fn lift(seq: u64) -> Vec<Fix> {
    vec![author(&format!(r#""lift":{seq}"#))]
}

/// What to do about an entry that can never be taken back.
fn fork_before(seq: u64) -> Vec<Fix> {
    match seq {
        0 => Vec::new(),
        seq => vec![Fix::ForkBefore(seq)],
    }
}

/// What no turn would have let in, whoever wrote it: values that their cell does not take, and what the rules
/// of the project do not allow.
pub fn forbidden(project: &Arc<Project>, state: &State) -> Vec<Finding> {
    let facts = state.facts.iter();
    let facts = facts.map(|(cell, fact)| (cell, fact.value.as_ref(), fact.seq));
    let fluents = state.fluents.iter();
    let fluents = fluents.map(|(cell, fluent)| (cell, fluent.value.as_ref(), fluent.seq));
    let values = facts
        .chain(fluents)
        .filter_map(|(cell, value, seq)| misfit(project, cell, value?, seq));
    values.chain(ruled_out(project, state)).collect()
}

/// A value that its own attribute does not take.
pub fn misfit(project: &Project, cell: &Cell, value: &Value, seq: u64) -> Option<Finding> {
    let attribute = project.attribute(cell);
    if attribute.is_some_and(|attribute| turn::fits(value, attribute, project)) {
        return None;
    }
    Some(Finding {
        kind: Kind::Direct,
        seq,
        message: Phrase::new(
            format!("{cell} is {}, which it cannot be", value.show()),
            format!("{cell} vaut {}, ce qui lui est impossible", value.show()),
        ),
        fixes: fork_before(seq),
    })
}

/// Open cells of which nothing is possible any more. Rules alone lead to none; what propagation rules lay did, before
/// witnesses were closed.
fn dead_ends(canon: &Canon) -> Vec<Finding> {
    let project = canon.project;
    if !project.propagation.values().any(Propagation::binds) {
        return Vec::new();
    }
    let mut own = canon.state.clone();
    own.catch_up(project);
    let Some(field) = own.field(project) else {
        return Vec::new();
    };
    let canon = Canon::new(project, &own, own.now());
    let open = project.cells().filter(|cell| !canon.is_settled(cell));
    let stuck = open.filter(|cell| {
        let witness = field.witness(cell);
        witness.is_some_and(|witness| !field.admits(cell, &witness))
    });
    let found = stuck.filter_map(|cell| {
        let why = nothing_possible(&canon, &cell)?;
        let last = own.facts.iter().map(|(_, fact)| fact.seq).max();
        Some(Finding {
            kind: Kind::Logical,
            seq: last.unwrap_or(0),
            message: Phrase::new(
                format!("nothing is possible of {cell}: {}", why.en),
                format!("rien n'est possible pour {cell} : {}", why.fr),
            ),
            fixes: vec![Fix::LookAround(cell.entity.clone())],
        })
    });
    found.collect()
}

/// What the rules of the project do not allow.
fn ruled_out(project: &Arc<Project>, state: &State) -> Vec<Finding> {
    let against = state.contradictions(project).into_iter().map(|what| {
        let constraint = what
            .strip_prefix('#')
            .and_then(|seq| seq.parse::<u64>().ok());
        let fact = what.parse::<Cell>().ok();
        let fact = fact.and_then(|cell| state.facts.get(&cell));
        let seq = constraint.or(fact.map(|fact| fact.seq)).unwrap_or(0);
        let fixes = match constraint {
            Some(seq) => lift(seq),
            None => fork_before(seq),
        };
        Finding {
            kind: Kind::Logical,
            seq,
            message: Phrase::new(
                format!("the rules do not allow {what} beside what came before"),
                format!("les règles ne permettent pas {what} à côté de ce qui précède"),
            ),
            fixes,
        }
    });
    against.collect()
}

/// The entry that is to blame for two facts: the later one.
fn later(canon: &Canon, cells: [&Cell; 2]) -> u64 {
    let seq = |cell: &Cell| canon.state.facts.get(cell).map_or(0, |fact| fact.seq);
    cells.map(seq).into_iter().max().unwrap_or(0)
}

/// What precedes something has no later date.
fn misdated(canon: &Canon) -> Vec<Finding> {
    let mut findings = Vec::new();
    for relation in canon.graph().relations() {
        let before = matches!(&*relation.kind, "temporal/precedes" | "temporal/triggers");
        let dated = |attribute: &&Attribute| matches!(attribute.kind, Type::Date | Type::Instant);
        let attributes = canon.project.attributes.iter().filter(|_| before);
        for attribute in attributes.filter(dated) {
            let of = |entity: &Name| Cell {
                entity: entity.clone(),
                attribute: attribute.name.clone(),
            };
            let (first, second) = (of(&relation.from), of(&relation.to));
            let late = match (canon.value(&first), canon.value(&second)) {
                (Some(Value::Date(one)), Some(Value::Date(other))) => one > other,
                (Some(Value::Instant(one)), Some(Value::Instant(other))) => one > other,
                (_, _) => false,
            };
            if late {
                let seq = later(canon, [&first, &second]);
                findings.push(Finding {
                    kind: Kind::Timeline,
                    seq,
                    message: Phrase::new(
                        format!(
                            "{} precedes {}, and {first} is later than {second}",
                            relation.from, relation.to
                        ),
                        format!(
                            "{} précède {}, et {first} vient après {second}",
                            relation.from, relation.to
                        ),
                    ),
                    fixes: fork_before(seq),
                });
            }
        }
    }
    findings
}

/// Kinds of relation that never lead back to where they began.
const ONE_WAY: [(&str, Kind); 5] = [
    ("temporal/precedes", Kind::Timeline),
    ("temporal/triggers", Kind::Timeline),
    ("causal/caused", Kind::Timeline),
    ("spatial/contains", Kind::Graph),
    ("social/hierarchy", Kind::Graph),
];

/// Circles that a relation of the session closed.
fn circles(canon: &Canon) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (kind, of) in ONE_WAY {
        let mut next: BTreeMap<&Name, Vec<&Name>> = BTreeMap::new();
        let all = canon.graph().relations();
        for relation in all.filter(|relation| &*relation.kind == kind) {
            next.entry(&relation.from).or_default().push(&relation.to);
        }
        let own = canon.state.relations.iter();
        let mut told: BTreeSet<BTreeSet<&Name>> = BTreeSet::new();
        for relation in own.filter(|relation| &*relation.kind == kind) {
            let Some(circle) = way(&next, &relation.to, &relation.from) else {
                continue;
            };
            if told.insert(circle.iter().copied().collect()) {
                findings.push(circle_finding(of, kind, relation, &circle));
            }
        }
    }
    findings
}

fn circle_finding(of: Kind, kind: &str, relation: &Relation, circle: &[&Name]) -> Finding {
    let names: Vec<&str> = std::iter::once(&relation.from)
        .chain(circle.iter().copied())
        .map(Name::as_str)
        .collect();
    let circle = names.join(" → ");
    Finding {
        kind: of,
        seq: 0,
        message: Phrase::new(
            format!("{kind} leads in a circle: {circle}"),
            format!("{kind} tourne en rond : {circle}"),
        ),
        fixes: vec![Fix::LookAround(relation.from.clone())],
    }
}

/// The entities on a way from one to another, both included.
fn way<'a>(
    next: &BTreeMap<&'a Name, Vec<&'a Name>>,
    from: &'a Name,
    to: &Name,
) -> Option<Vec<&'a Name>> {
    let mut came: BTreeMap<&Name, Option<&'a Name>> = BTreeMap::from([(from, None)]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            let mut circle = vec![at];
            let mut step = came.get(at).copied().flatten();
            while let Some(before) = step {
                circle.push(before);
                step = came.get(before).copied().flatten();
            }
            circle.reverse();
            return Some(circle);
        }
        for reached in next.get(at).into_iter().flatten() {
            if !came.contains_key(*reached) {
                came.insert(reached, Some(at));
                open.push(reached);
            }
        }
    }
    None
}

/// From which force on two relations contradict each other.
const STRONG: u16 = 500;

/// Who is a strong friend and a strong enemy at once, by something that the session changed.
fn opposed(canon: &Canon) -> Vec<Finding> {
    let graph = canon.graph();
    let enemies = graph.relations().filter(|relation| {
        &*relation.kind == "social/enmity" && relation.force.thousandths() >= STRONG
    });
    let found = enemies.filter_map(|enmity| {
        let (one, other) = (&enmity.from, &enmity.to);
        let of = graph.of(one);
        let friendship = of.into_iter().find(|relation| {
            &*relation.kind == "social/friendship"
                && relation.other(one) == other
                && relation.force.thousandths() >= STRONG
        })?;
        let own = &canon.state.relations;
        let changed = own.get(&enmity.key()).is_some() || own.get(&friendship.key()).is_some();
        changed.then(|| Finding {
            kind: Kind::Graph,
            seq: 0,
            message: Phrase::new(
                format!(
                    "{one} and {other} are friends ({}) and enemies ({})",
                    friendship.force, enmity.force
                ),
                format!(
                    "{one} et {other} sont amis ({}) et ennemis ({})",
                    friendship.force, enmity.force
                ),
            ),
            fixes: vec![Fix::LookAround(one.clone())],
        })
    });
    found.collect()
}

/// Soft constraints that what is fixed breaks, without a recorded reason.
fn unexplained(canon: &Canon) -> Vec<Finding> {
    let standing = canon.state.constraints.iter();
    let standing = standing.filter(|(_, known)| known.lifted.is_none());
    let soft = standing.filter(|(_, known)| matches!(known.added.strength, Strength::Soft(_)));
    let broken = soft.filter(|(seq, known)| {
        // What was broken before it was laid broke nothing.
        let cells = logic::holds::cells(&canon.state.kept_formula(&known.added.formula));
        let mut facts = cells.iter().filter_map(|cell| canon.state.facts.get(cell));
        facts.any(|fact| fact.seq > **seq)
            && canon.holds(&known.added.formula) == Truth::False
            && !canon.state.explained.contains(*seq)
    });
    let found = broken.map(|(seq, known)| {
        let formula = &known.added.formula;
        Finding {
            kind: Kind::Thematic,
            seq: *seq,
            message: Phrase::new(
                format!("`{formula}` was to be expected and is not so, and nothing says why"),
                format!("`{formula}` était attendu et n'est pas, et rien ne dit pourquoi"),
            ),
            fixes: lift(*seq),
        }
    });
    found.collect()
}
