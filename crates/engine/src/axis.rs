//! Moral axes, reputations and progress: numbers that follow from what happened, line by line.
//!
//! They are never stored. Each line of an author says what moves a number and by how much; the number is the
//! sum of its lines, kept within its range, so the order in which things happened does not matter.

use crate::canon::Canon;
use crate::diagnostic::Place;
use crate::scene::PLAYER;
use logic::formula::{Formula, Term};
use logic::holds::{Truth, evaluate};
use logic::text::Phrase;
use logic::value::{Name, Number, Value};

/// A number of somebody, moved by what happens.
#[derive(Clone, Debug)]
pub struct Axis {
    pub place: Place,
    /// Whose it is: an entity, or whoever plays.
    pub holder: Name,
    /// With whom, of a reputation.
    pub with: Option<Name>,
    pub start: Number,
    pub range: (Number, Number),
    pub moves: Vec<Move>,
}

impl Axis {
    /// Whether a named event moves it.
    pub fn counts(&self, event: &Name) -> bool {
        let mut moves = self.moves.iter();
        moves.any(|own| matches!(&own.on, On::Event(name) if name == event))
    }

    pub fn is_players(&self) -> bool {
        &*self.holder == PLAYER
    }
}

/// One line: what moves the number, and by how much.
#[derive(Clone, Debug)]
pub struct Move {
    pub place: Place,
    pub on: On,
    /// What must be so as well.
    pub when: Option<Formula>,
    pub by: Term,
    pub because: Option<Phrase>,
}

/// How often a line counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum On {
    /// Once, while its condition holds.
    Holding,
    /// For each time that a named event was sent and taken.
    Event(Name),
    /// For each time that a propagation rule raised it.
    Raised(Name),
    /// Once the part was answered.
    Answered(Name),
}

/// How far a story is, from 0 to 1.
#[derive(Clone, Debug)]
pub enum Progress {
    Formula {
        is: Term,
        place: Place,
    },
    /// The weight of what is reached, of all.
    Milestones(Vec<Milestone>),
}

#[derive(Clone, Debug)]
pub struct Milestone {
    pub place: Place,
    pub when: Formula,
    pub weight: u64,
    pub because: Option<Phrase>,
}

/// Where a number stands, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub value: Number,
    pub start: Number,
    pub range: (Number, Number),
    pub lines: Vec<Line>,
}

/// What one line adds now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it counts, as the author wrote it.
    pub on: Phrase,
    pub times: u64,
    /// In all.
    pub moved: Number,
    pub because: Option<Phrase>,
    pub place: Place,
    /// The entry that counted last, where there is one.
    pub last: Option<u64>,
    /// What its condition reads.
    pub reads: Option<Formula>,
}

const ZERO: i64 = 0;

impl Axis {
    pub fn standing(&self, canon: &Canon) -> Standing {
        let lines: Vec<Line> = self.moves.iter().map(|own| own.line(canon)).collect();
        let moved = lines.iter().map(|line| line.moved);
        let sum = moved.fold(self.start, |sum, moved| {
            sum.checked_add(moved).unwrap_or(sum)
        });
        Standing {
            value: sum.clamp(self.range.0, self.range.1),
            start: self.start,
            range: self.range,
            lines,
        }
    }
}

impl Move {
    fn line(&self, canon: &Canon) -> Line {
        let state = canon.state;
        let (times, last) = match &self.on {
            On::Holding => (1, None),
            On::Event(name) => {
                let came = state.came.get(name);
                came.map_or((0, None), |came| (came.times, Some(came.last)))
            }
            On::Raised(name) => (state.raised.get(name).copied().unwrap_or(0), None),
            On::Answered(part) => (u64::from(state.answers.get(part).is_some()), None),
        };
        let holds = self
            .when
            .as_ref()
            .map_or(Truth::True, |when| canon.holds(when));
        // What cannot be known moves nothing.
        let times = if holds == Truth::True { times } else { 0 };
        let by = match evaluate(canon, &self.by) {
            Ok(Some(Value::Number(by))) => by,
            Ok(_) | Err(_) => Number::from(ZERO),
        };
        let all = i64::try_from(times).ok().map(Number::from);
        Line {
            on: self.words(),
            times,
            moved: all
                .and_then(|times| by.checked_mul(times))
                .unwrap_or_else(|| Number::from(ZERO)),
            because: self.because.clone(),
            place: self.place.clone(),
            last,
            reads: self.when.clone(),
        }
    }

    fn words(&self) -> Phrase {
        let (en, fr) = match &self.on {
            On::Holding => (String::new(), String::new()),
            On::Event(name) => (format!("event {name}"), format!("événement {name}")),
            On::Raised(name) => (
                format!("{name} was raised"),
                format!("{name} s'est produit"),
            ),
            On::Answered(part) => (format!("{part} was answered"), format!("réponse à {part}")),
        };
        match &self.when {
            None => Phrase::new(en, fr),
            Some(when) if en.is_empty() => Phrase::new(when.to_string(), when.to_string()),
            Some(when) => Phrase::new(format!("{en}, {when}"), format!("{fr}, {when}")),
        }
    }
}

impl Progress {
    /// How far it is; nothing where that cannot be known.
    pub fn standing(&self, canon: &Canon) -> Option<Standing> {
        let (none, whole) = (Number::from(0), Number::from(1));
        let (value, lines) = match self {
            Progress::Formula { is, .. } => match evaluate(canon, is) {
                Ok(Some(Value::Number(value))) => (value, Vec::new()),
                Ok(_) | Err(_) => return None,
            },
            Progress::Milestones(all) => {
                let of: u64 = all.iter().map(|milestone| milestone.weight).sum();
                let lines: Vec<(u64, Line)> = all
                    .iter()
                    .map(|milestone| milestone.line(canon, of))
                    .collect();
                let reached: u64 = lines.iter().map(|(weight, _)| weight).sum();
                (
                    share(reached, of)?,
                    lines.into_iter().map(|(_, line)| line).collect(),
                )
            }
        };
        Some(Standing {
            value: value.clamp(none, whole),
            start: none,
            range: (none, whole),
            lines,
        })
    }

    pub fn place(&self) -> Option<&Place> {
        match self {
            Progress::Formula { place, .. } => Some(place),
            Progress::Milestones(all) => all.first().map(|milestone| &milestone.place),
        }
    }
}

/// A part of a whole, in thousandths.
fn share(part: u64, of: u64) -> Option<Number> {
    let thousandths = part.checked_mul(1000)?.checked_div(of)?;
    Number::from(i64::try_from(thousandths).ok()?).checked_div(Number::from(1000))
}

impl Milestone {
    fn line(&self, canon: &Canon, of: u64) -> (u64, Line) {
        let reached = canon.holds(&self.when) == Truth::True;
        let weight = if reached { self.weight } else { 0 };
        let line = Line {
            on: Phrase::new(self.when.to_string(), self.when.to_string()),
            times: u64::from(reached),
            moved: share(weight, of).unwrap_or_else(|| Number::from(ZERO)),
            because: self.because.clone(),
            place: self.place.clone(),
            last: None,
            reads: Some(self.when.clone()),
        };
        (weight, line)
    }
}
