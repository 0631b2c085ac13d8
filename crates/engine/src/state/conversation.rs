//! What was said lately, and who heard it: for whoever speaks next. A bounded part of the journal, kept with the
//! state so that a turn can tell a model what a holder heard without reading the journal again.

use crate::item::Item;
use crate::limits;
use crate::scene::{PLAYER, Scene};
use logic::value::Name;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// How many times as many lines are kept as anybody is told.
const KEPT: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversation {
    lines: VecDeque<Arc<Line>>,
    /// What was told in the turn that is not over.
    open: Vec<Arc<Line>>,
    /// How many earlier lines each holder heard that are kept no more.
    dropped: BTreeMap<Name, usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Whoever plays said it; everything else was told.
    pub by_player: bool,
    pub text: String,
    hearers: Hearers,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Hearers {
    These(BTreeSet<Name>),
    /// Whoever is there in the scene with which the project begins.
    FirstScene,
}

/// Stands for whoever is there in the first scene, among those who heard what is kept no more.
const FIRST: &str = "";

impl Line {
    fn is_heard_by(&self, who: &str, first: &Scene) -> bool {
        who == PLAYER
            || match &self.hearers {
                Hearers::These(names) => names.contains(who),
                Hearers::FirstScene => first.hearers().iter().any(|name| **name == *who),
            }
    }
}

impl Conversation {
    pub(super) fn told(&mut self, item: &Item) {
        self.open.push(Arc::new(Line {
            by_player: false,
            text: item.text.clone(),
            hearers: Hearers::These(item.heard_by.iter().cloned().collect()),
        }));
    }

    /// The turn is over: its message was heard by whoever is there now.
    pub(super) fn turn_ended(&mut self, message: Option<&str>, scene: Option<&Scene>) {
        let hearers = match scene {
            Some(scene) => Hearers::These(scene.hearers().into_iter().collect()),
            None => Hearers::FirstScene,
        };
        let message = message.map(|text| {
            Arc::new(Line {
                by_player: true,
                text: text.to_owned(),
                hearers,
            })
        });
        self.lines.extend(message);
        self.lines.extend(self.open.drain(..));
        while self.lines.len() > KEPT * limits::VOICE_LINES {
            let Some(line) = self.lines.pop_front() else {
                break;
            };
            let mut count = |name: &Name| *self.dropped.entry(name.clone()).or_default() += 1;
            count(&Name::from(PLAYER));
            match &line.hearers {
                Hearers::These(names) => names.iter().for_each(count),
                Hearers::FirstScene => count(&Name::from(FIRST)),
            }
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Conversation::default();
    }

    /// What a holder heard, in order, and how much of it is kept no more.
    pub fn heard_by(&self, who: &str, first: &Scene) -> (Vec<&Line>, usize) {
        let lines = self.lines.iter().map(|line| &**line);
        let heard = lines.filter(|line| line.is_heard_by(who, first)).collect();
        let dropped = |name: &str| self.dropped.get(name).copied().unwrap_or(0);
        let at_first = who != PLAYER && first.hearers().iter().any(|name| **name == *who);
        let at_first = if at_first { dropped(FIRST) } else { 0 };
        (heard, dropped(who) + at_first)
    }
}
