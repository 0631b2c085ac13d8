//! The scene: when and where something happens in the story, and before whom. It moves only by events.

use crate::understand::Cue;
use logic::value::Name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Who plays, as a holder of what was learnt.
pub const PLAYER: &str = "player";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// What is going on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Name>,
    /// Who is spoken to, where a message does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interlocutor: Option<Name>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mood: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Name>,
    /// Who else is there.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub present: BTreeSet<Name>,
    /// In the story's own time, never a clock's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
}

impl Scene {
    /// Whoever hears what is said.
    pub fn hearers(&self) -> Vec<Name> {
        let mut all: BTreeSet<Name> = self.present.clone();
        all.extend(self.interlocutor.clone());
        all.into_iter().collect()
    }

    /// This scene with what a change says.
    pub fn changed(&self, change: &Scene) -> Scene {
        let change = change.clone();
        Scene {
            event: change.event.or_else(|| self.event.clone()),
            interlocutor: change.interlocutor.or_else(|| self.interlocutor.clone()),
            mood: change.mood.or_else(|| self.mood.clone()),
            place: change.place.or_else(|| self.place.clone()),
            present: if change.present.is_empty() {
                self.present.clone()
            } else {
                change.present
            },
            time: change.time.or_else(|| self.time.clone()),
        }
    }
}

/// What makes a scene change.
#[derive(Clone, Debug)]
pub struct SceneRule {
    /// A named event, such as a button.
    pub event: Option<Name>,
    /// Words of a message.
    pub said: Vec<Cue>,
    /// Something that a propagation rule raised.
    pub raised: Option<Name>,
    pub set: Scene,
}
