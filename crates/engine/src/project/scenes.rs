//! The first scene and what changes it, read from their files.

use super::load::Loader;
use super::vocabulary::Names;
use crate::diagnostic::Diagnostic;
use crate::scene::{Scene, SceneRule};
use crate::understand::Cue;
use crate::yaml::{Key, Kind, Node};
use logic::stem::Stems;
use logic::text::Phrase;
use logic::value::Name;

const KEYS: [&str; 6] = ["interlocutor", "place", "present", "time", "event", "mood"];

pub(super) fn scene(loader: &mut Loader, names: &Names, node: &Node) -> Option<Scene> {
    let mut fields = loader.fields(node, &KEYS)?;
    let mut entity = |loader: &mut Loader, key: &str| {
        let node = fields.take(key)?;
        entity(loader, names, &node)
    };
    let (interlocutor, place) = (entity(loader, "interlocutor"), entity(loader, "place"));
    let present = match fields.take("present") {
        Some(Node {
            kind: Kind::List(list),
            ..
        }) => list
            .iter()
            .filter_map(|node| self::entity(loader, names, node))
            .collect(),
        Some(node) => self::entity(loader, names, &node).into_iter().collect(),
        None => Default::default(),
    };
    let mut words = |key: &str| fields.take(key).and_then(|node| loader.string(&node));
    Some(Scene {
        time: words("time"),
        mood: words("mood"),
        event: words("event").map(Name::from),
        interlocutor,
        place,
        present,
    })
}

pub(super) fn entity(loader: &mut Loader, names: &Names, node: &Node) -> Option<Name> {
    let id = loader.string(node)?;
    if names.entities.contains_key(id.as_str()) {
        return Some(Name::from(id));
    }
    let known = names.candidates(names.entities.keys());
    let message = Phrase::new(
        format!("there is no entity `{id}`"),
        format!("il n'y a pas d'entité `{id}`"),
    );
    loader.unknown(
        Diagnostic::error("unknown-entity", node.place.clone(), message)
            .suggest(&id, known.iter().map(Name::as_str)),
        &id,
    );
    None
}

/// `name: {said: [words], event: NAME, raised: NAME, set: {place: …}}`
pub(super) fn changes(
    loader: &mut Loader,
    names: &Names,
    tops: Vec<(Key, Node)>,
) -> Vec<SceneRule> {
    let mut all = Vec::new();
    for (_, node) in tops {
        let what = Phrase::new("changes of the scene", "changements de scène");
        for (key, node) in loader.entries(node, &what) {
            let Some(mut fields) = loader.fields(&node, &["said", "event", "raised", "set"]) else {
                continue;
            };
            let stems = Stems::of(&loader.languages);
            let said = fields.take("said").map(|node| loader.placed_strings(&node));
            let cue = |words: &str| Cue::new(&stems, &Name::from(""), &Name::from(""), words);
            let said: Vec<Cue> = said
                .unwrap_or_default()
                .iter()
                .filter_map(|(words, _)| cue(words))
                .collect();
            let mut name = |key: &str| {
                let node = fields.take(key)?;
                loader.string(&node).map(Name::from)
            };
            let (event, raised) = (name("event"), name("raised"));
            let set = fields
                .take("set")
                .and_then(|node| scene(loader, names, &node));
            if said.is_empty() && event.is_none() && raised.is_none() {
                loader.error(
                    "missing-key",
                    key.place.clone(),
                    "a change of the scene says what makes it: said, event or raised",
                    "un changement de scène dit ce qui le cause : said, event ou raised",
                );
            }
            match set {
                Some(set) => all.push(SceneRule {
                    event,
                    said,
                    raised,
                    set,
                }),
                None => loader.error(
                    "missing-key",
                    key.place,
                    "a change of the scene says what it `set`s",
                    "un changement de scène dit ce qu'il change avec `set`",
                ),
            }
        }
    }
    all
}
