//! What somebody said of others, and how it is understood once it cannot have been meant as it was.
//!
//! Only what an author declared and what the canon knows decide between a nuance, another time, a lie, another
//! point of view and misinformation, always in this order; never chance and never a model.

use crate::canon::Canon;
use crate::diagnostic::Place;
use crate::event::{Reinterpretation, Reinterpreted};
use crate::field::Possible;
use crate::item::Count;
use crate::project::{Project, Topic};
use crate::propagation::bound;
use crate::state::{State, Testimony};
use logic::formula::Formula;
use logic::holds::{Facts, Truth};
use logic::text::Phrase;
use logic::value::{Cell, Name, Number, Value};
use std::collections::BTreeSet;

/// What testimony about an attribute is worth. In its formulas `X` speaks, of `Y`.
#[derive(Clone, Debug)]
pub struct Reliance {
    pub place: Place,
    /// Whoever is asked about somebody else testifies, and fixes nothing.
    pub asked: bool,
    /// When somebody has a reason to lie about it.
    pub lie: Option<Formula>,
    /// The reason, in words.
    pub because: Option<Phrase>,
    /// Who knows how it is.
    pub knows: Option<Formula>,
    /// It is otherwise at other times.
    pub time: bool,
    /// It is a matter of opinion.
    pub view: bool,
    pub nuance: Nuance,
    /// How a testimony is told.
    pub topic: Topic,
}

/// Which values are so near that one may be said for the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Nuance {
    #[default]
    None,
    /// Numbers that are at most so far apart.
    Within(Number),
    /// Values of one group.
    Groups(Vec<BTreeSet<Name>>),
}

impl Nuance {
    /// What may have been said where this is so.
    fn near(&self, value: &Value) -> Vec<Value> {
        match (self, value) {
            (Nuance::Groups(groups), Value::Symbol(own)) => groups
                .iter()
                .filter(|group| group.contains(own))
                .flatten()
                .filter(|near| *near != own)
                .map(|near| Value::Symbol(near.clone()))
                .collect(),
            (Nuance::Within(most), Value::Number(own)) => {
                let mut near = Vec::new();
                for step in 1..=NEAR {
                    let step = Number::from(step);
                    if step > *most {
                        break;
                    }
                    near.extend(own.checked_add(step).map(Value::Number));
                    near.extend(own.checked_sub(step).map(Value::Number));
                }
                near
            }
            (_, _) => Vec::new(),
        }
    }
}

/// How far a number may be from what was said of it.
pub const NEAR: i64 = 100;

impl Project {
    /// What testimony about a cell is worth: as its attribute says, or the composite that it is a field of.
    pub fn reliance(&self, cell: &Cell) -> Option<&Reliance> {
        let whole = cell.attribute.split_once('.').map(|(whole, _)| whole);
        let own = self.testimony.get(&cell.attribute);
        own.or_else(|| self.testimony.get(whole?))
    }
}

/// Whether somebody knows how a cell is: they learnt it, or as the author says, or it is their own.
pub fn knows(canon: &Canon, who: &Name, cell: &Cell) -> Truth {
    if canon.state.knows(who, cell).is_some() {
        return Truth::True;
    }
    let reliance = canon.project.reliance(cell);
    match reliance.and_then(|reliance| reliance.knows.as_ref()) {
        Some(knows) => canon.holds(&bound(knows, who, &cell.entity)),
        None if cell.entity == *who => Truth::True,
        None => Truth::Unknown,
    }
}

/// Whether somebody has a reason to lie about a cell.
pub fn lies(canon: &Canon, who: &Name, cell: &Cell) -> Truth {
    let reliance = canon.project.reliance(cell);
    match reliance.and_then(|reliance| reliance.lie.as_ref()) {
        Some(lie) => canon.holds(&bound(lie, who, &cell.entity)),
        None => Truth::False,
    }
}

/// How a testimony that cannot be true is understood; nothing if the canon leaves no way. The canon knows what
/// contradicts it, and its field has what was said no more.
pub fn reinterpreted(canon: &Canon, testimony: &Testimony) -> Option<Reinterpreted> {
    let cell = &testimony.said.cell;
    let by = testimony.said.by.as_ref();
    let reliance = canon.project.reliance(cell);
    let said_at = testimony.said.scene.as_ref();
    let said_at = said_at.and_then(|scene| scene.time.as_deref());
    let now = canon.scene().time.as_deref();
    let name = |entity: &Name| {
        let known = canon.project.entities.get(entity);
        known.map_or_else(|| entity.to_string(), |known| known.name.clone())
    };
    let who = by.map_or_else(
        || Phrase::new("whoever said so", "qui l'a dit"),
        |by| Phrase::new(name(by), name(by)),
    );
    let knows = by.map_or(Truth::Unknown, |by| knows(canon, by, cell));
    let lies = by.map_or(Truth::False, |by| lies(canon, by, cell));
    let (kind, words) = if let Some(near) = nuance(canon, testimony) {
        let near = canon.show(cell, &near);
        (
            Reinterpretation::Nuance,
            Phrase::new(
                format!("what is so is near to {near}"),
                format!("ce qui est se tient près de {near}"),
            ),
        )
    } else if reliance.is_some_and(|reliance| reliance.time) && said_at != now {
        let at = |time: Option<&str>| time.unwrap_or("?").to_owned();
        (
            Reinterpretation::OtherTime,
            Phrase::new(
                format!("it changes: said at {}, seen at {}", at(said_at), at(now)),
                format!("cela change : dit à {}, vu à {}", at(said_at), at(now)),
            ),
        )
    } else if lies == Truth::True && knows != Truth::False {
        let reason = reliance.and_then(|reliance| reliance.because.clone());
        (
            Reinterpretation::Lie,
            reason.unwrap_or_else(|| {
                Phrase::new(
                    format!("{} has a reason to lie about it", who.en),
                    format!("{} a une raison de mentir là-dessus", who.fr),
                )
            }),
        )
    } else if by.is_some() && reliance.is_some_and(|reliance| reliance.view) {
        (
            Reinterpretation::OtherView,
            Phrase::new(
                format!(
                    "it is a matter of opinion, and that is how {} sees it",
                    who.en
                ),
                format!(
                    "c'est affaire d'opinion, et c'est ainsi que {} le voit",
                    who.fr
                ),
            ),
        )
    } else if knows != Truth::True {
        (
            Reinterpretation::Misinformation,
            Phrase::new(
                format!("{} did not know better", who.en),
                format!("{} n'en savait pas davantage", who.fr),
            ),
        )
    } else {
        return None;
    };
    Some(Reinterpreted {
        because: words.in_language(canon.state.language()).to_owned(),
        kind,
        testimony: Count(testimony.seq),
    })
}

/// A value near to one that the cell has or may have, with which what was said would be true.
fn nuance(canon: &Canon, testimony: &Testimony) -> Option<Value> {
    let cell = &testimony.said.cell;
    let nuance = &canon.project.reliance(cell)?.nuance;
    let actual = match canon.value(cell) {
        Some(value) => vec![value],
        None => match canon.state.field(canon.project)?.possible(cell)? {
            Possible::Values(values) => values,
            Possible::Between(low, high) => low.into_iter().chain(high).collect(),
            Possible::Set { .. } | Possible::List { .. } => Vec::new(),
        },
    };
    let fits = |near: &Value| {
        let supposed = canon.state.supposing(cell, near);
        let canon = Canon::new(canon.project, &supposed, canon.now);
        canon.holds(&testimony.said.formula) == Truth::True
    };
    actual
        .iter()
        .flat_map(|value| nuance.near(value))
        .find(fits)
}

/// What was said and stands, by its entry, of which this canon knows that it is not so.
pub fn refuted(canon: &Canon, state: &State, cell: &Cell) -> Vec<u64> {
    let standing = state.testimonies.iter();
    let standing = standing.filter(|(_, said)| said.reinterpreted.is_none());
    let about = standing.filter(|(_, known)| {
        let formula = &known.said.formula;
        logic::holds::cells(&state.kept_formula(formula)).contains(cell)
            && canon.holds(formula) == Truth::False
    });
    about.map(|(seq, _)| *seq).collect()
}
