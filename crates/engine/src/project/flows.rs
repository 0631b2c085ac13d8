//! Flows, read from their files: parts and blocks, each with an id, flattened into one list.

mod cells;
mod check;
mod confidential;
mod hints;
mod question;
mod repeat;
mod waits;

pub(super) use check::texts;
pub(super) use confidential::check_confidential;
pub(super) use hints::hints;
pub(super) use waits::holes;

use self::cells::{cell, confidential_cells, made_cell};
use self::question::{called_by, fields_of_form, question};
use self::repeat::repeat;
use super::attributes::one_of;
use super::derived::condition;
use super::fields::Fields;
use super::load::Loader;
use super::part::{Block, Each, Flow, GiveUp, Part, PartKind, Points, Wording};
use super::vocabulary::Names;
use super::{Digression, Text};
use crate::diagnostic::{Diagnostic, Place};
use crate::item::ItemKind;
use crate::limits;
use crate::yaml::{Key, Kind, Node};
use logic::formula::Formula;
use logic::kind::Type;
use logic::stem::Stems;
use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeMap;

const PART_KINDS: [&str; 12] = [
    "say",
    "ask",
    "form",
    "gate",
    "lock",
    "tell",
    "mirror",
    "synthesis",
    "matching",
    "end",
    "block",
    "repeat",
];

/// Every key that some part takes, beside `when` and `shows`, which all do.
const PART_KEYS: [&str; 26] = [
    "text",
    "template",
    "worded_by",
    "kind",
    "fixes",
    "reads",
    "choices",
    "offers",
    "called",
    "why",
    "optional",
    "tries",
    "give_up",
    "event",
    "cell",
    "fields",
    "word",
    "nuance",
    "score",
    "hand_over",
    "title",
    "parts",
    "as",
    "over",
    "of",
    "titled",
];

/// What a part takes besides `when` and `shows`.
fn keys_of(kind: &str) -> &'static [&'static str] {
    match kind {
        "say" => &["text", "template", "kind"],
        "ask" => &[
            "text",
            "template",
            "worded_by",
            "fixes",
            "reads",
            "choices",
            "offers",
            "called",
            "why",
            "optional",
            "tries",
            "give_up",
        ],
        "form" => &["text", "template", "fields", "tries", "give_up"],
        "gate" => &["text", "template", "event"],
        "lock" => &["text", "template", "word", "tries", "give_up"],
        "mirror" => &["text", "template", "cell", "nuance", "tries", "give_up"],
        "synthesis" => &["cell", "tries", "give_up"],
        "matching" => &["text", "template", "fixes", "score"],
        "end" => &["text", "template", "hand_over"],
        "block" => &["title", "parts"],
        "repeat" => &["as", "over", "of", "titled", "parts"],
        // `tell`.
        _ => &["cell"],
    }
}

/// What stands around a part: its block, the guards, and the items it is repeated for.
#[derive(Clone, Default)]
struct Around {
    block: Option<Name>,
    when: Vec<Formula>,
    each: Vec<Each>,
    /// What `$name` means inside.
    bound: Vec<(String, Name)>,
}

impl Around {
    /// An id inside of repeats ends in the entities that they are at.
    fn id(&self, written: &str) -> String {
        let mut id = written.to_owned();
        for (_, entity) in &self.bound {
            id.push('.');
            id.push_str(entity);
        }
        id
    }
}

/// A flow in the making.
struct Making {
    parts: Vec<Part>,
    blocks: Vec<Block>,
    seen: BTreeMap<String, Place>,
    /// A part was left out, so that nothing can be said of the whole.
    broken: bool,
}

pub(super) fn flow(loader: &mut Loader, names: &Names, tops: Vec<(Key, Node)>) -> Option<Flow> {
    let mut flows = Vec::new();
    for (_, node) in tops {
        flows.extend(loader.named(node, &Phrase::new("flows", "parcours")));
    }
    let mut flows = flows.into_iter();
    let (key, node) = flows.next()?;
    for (extra, _) in flows {
        loader.error(
            "several-flows",
            extra.place,
            format!("a project has one flow, and `{}` is it", key.text),
            format!("un projet a un seul parcours, et c'est `{}`", key.text),
        );
    }
    let mut making = Making {
        parts: Vec::new(),
        blocks: Vec::new(),
        seen: BTreeMap::new(),
        broken: false,
    };
    if matches!(&node.kind, Kind::List(list) if list.is_empty()) {
        loader.error(
            "empty-flow",
            key.place,
            format!("the flow `{}` has no parts", key.text),
            format!("le parcours `{}` n'a pas de parties", key.text),
        );
        return None;
    }
    if !matches!(node.kind, Kind::List(_)) {
        loader.error(
            "wrong-type",
            node.place,
            "a flow is a list of parts",
            "un parcours est une liste de parties",
        );
        return None;
    }
    parts(loader, names, &node, &Around::default(), &mut making);
    let flow = Flow {
        id: Name::from(key.text),
        parts: making.parts,
        blocks: making.blocks,
    };
    if !making.broken {
        check::shape(loader, names, &flow);
    }
    Some(flow)
}

/// The parts of a list, in order.
fn parts(loader: &mut Loader, names: &Names, node: &Node, around: &Around, making: &mut Making) {
    let Kind::List(list) = &node.kind else {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "parts are a list",
            "les parties sont une liste",
        );
        making.broken = true;
        return;
    };
    for node in list {
        if making.parts.len() >= limits::FLOW_PARTS {
            loader.error(
                "flow-too-long",
                node.place.clone(),
                format!("a flow has at most {} parts", limits::FLOW_PARTS),
                format!("un parcours a au plus {} parties", limits::FLOW_PARTS),
            );
            making.broken = true;
            return;
        }
        if part(loader, names, node, around, making).is_none() {
            making.broken = true;
        }
    }
}

fn part(
    loader: &mut Loader,
    names: &Names,
    node: &Node,
    around: &Around,
    making: &mut Making,
) -> Option<()> {
    let known: Vec<&str> = PART_KINDS
        .into_iter()
        .chain(PART_KEYS)
        .chain(["when", "shows"])
        .collect();
    let mut fields = loader.fields(node, &known)?;
    let kinds: Vec<&str> = PART_KINDS
        .into_iter()
        .filter(|kind| fields.contains(kind))
        .collect();
    let [kind] = kinds[..] else {
        loader.error(
            "bad-part",
            node.place.clone(),
            format!(
                "a part has exactly one of {}, with its id",
                PART_KINDS.join(", ")
            ),
            format!(
                "une partie a exactement un de {}, avec son id",
                PART_KINDS.join(", ")
            ),
        );
        return None;
    };
    let id_node = fields.take(kind)?;
    let id = loader.string(&id_node).map(|id| around.id(&id));
    let is_new = id
        .as_ref()
        .is_some_and(|id| is_new_part(loader, id, &id_node.place, &mut making.seen));
    // Everything is read before anything is given up, so that all mistakes of a part are seen.
    let when = fields
        .take("when")
        .map(|node| condition(loader, names, &node));
    let shows = fields
        .take("shows")
        .map(|node| confidential_cells(loader, names, &node))
        .unwrap_or_default();
    misplaced(loader, kind, &fields);
    let failed = when.as_ref().is_some_and(Option::is_none);
    let own = when.flatten();
    let guards: Vec<Formula> = around.when.iter().cloned().chain(own.clone()).collect();
    let name = id.clone().unwrap_or_else(|| kind.to_owned());
    let place = &id_node.place;
    match kind {
        "block" => {
            let title = fields
                .take("title")
                .and_then(|node| loader.text(&name, &node));
            let inside = Around {
                block: Some(Name::from(name.as_str())),
                when: guards,
                ..around.clone()
            };
            making.blocks.push(Block {
                id: Name::from(name.as_str()),
                title,
                within: around.block.clone(),
                when: own,
                place: place.clone(),
            });
            let list = needed(loader, place, kind, &mut fields, "parts")?;
            parts(loader, names, &list, &inside, making);
        }
        "repeat" => {
            let inside = Around {
                when: guards,
                ..around.clone()
            };
            repeat(loader, names, place, &mut fields, &inside, making)?;
        }
        _ => {
            let text = part_text(loader, kind, &name, &mut fields, place);
            let declared = fields.contains("give_up");
            let made = make(
                loader,
                names,
                kind,
                &name,
                text,
                place,
                &mut fields,
                around,
                making,
            );
            let id = Name::from(id.filter(|_| is_new)?);
            making.parts.push(Part {
                id,
                block: around.block.clone(),
                when: (!guards.is_empty()).then(|| Formula::all(guards)),
                each: around.each.clone(),
                place: place.clone(),
                passes: declared && made.as_ref().is_some_and(PartKind::goes_on),
                kind: made?,
                shows,
            });
        }
    }
    (!failed && is_new).then_some(())
}

fn misplaced(loader: &mut Loader, kind: &str, fields: &Fields) {
    let allowed = keys_of(kind);
    for extra in PART_KEYS.into_iter().filter(|key| !allowed.contains(key)) {
        if let Some(place) = fields.key_place(extra).cloned() {
            loader.error(
                "unknown-key",
                place,
                format!("`{extra}` means nothing in a `{kind}` part"),
                format!("`{extra}` n'a pas de sens dans une partie `{kind}`"),
            );
        }
    }
}

/// What a part is, by its kind.
#[allow(clippy::too_many_arguments, reason = "what a part is made of")]
fn make(
    loader: &mut Loader,
    names: &Names,
    kind: &str,
    id: &str,
    text: Option<Text>,
    place: &Place,
    fields: &mut Fields,
    around: &Around,
    making: &mut Making,
) -> Option<PartKind> {
    match kind {
        "say" => {
            let kind = fields.take("kind");
            let kind = kind.map_or(Some(ItemKind::Statement), |node| {
                one_of(loader, &node, &SAID_KINDS)
            });
            Some(PartKind::Say {
                text: text?,
                kind: kind?,
            })
        }
        "gate" => {
            let event = match fields.take("event") {
                Some(node) => event_name(loader, &node),
                None => Some(id.to_owned()),
            };
            Some(PartKind::Gate {
                text: text?,
                event: Name::from(event?),
            })
        }
        "ask" => {
            let wording = match fields.take("worded_by") {
                Some(node) => made_cell(loader, names, &node).map(Wording::Made),
                None => text.map(Wording::Text),
            };
            let (tries, give_up) = tries(loader, fields, GiveUp::Next);
            let question = question(loader, names, place, id, fields);
            Some(PartKind::Ask {
                wording: wording?,
                question: question?,
                tries,
                give_up,
            })
        }
        "form" => {
            let (tries, give_up) = tries(loader, fields, GiveUp::Next);
            let node = needed(loader, place, kind, fields, "fields")?;
            let fields = fields_of_form(loader, names, &node, around, &mut making.seen)?;
            Some(PartKind::Form {
                text: text?,
                fields,
                tries,
                give_up,
            })
        }
        "lock" => {
            // What opens on other words than its own is no lock.
            let (tries, give_up) = tries(loader, fields, GiveUp::Stop);
            let node = needed(loader, place, kind, fields, "word")?;
            let word = loader.text(&format!("{id}.word"), &node);
            Some(PartKind::Lock {
                text: text?,
                word: word?,
                tries,
                give_up,
            })
        }
        "mirror" => {
            let (tries, give_up) = tries_of(loader, fields);
            let nuance = fields.take("nuance");
            let nuance = nuance.map(|node| nuance_cell(loader, names, &node));
            let node = needed(loader, place, kind, fields, "cell")?;
            let cell = made_cell(loader, names, &node);
            Some(PartKind::Mirror {
                cell: cell?,
                text: text?,
                nuance: nuance.map_or(Some(None), |nuance| nuance.map(Some))?,
                tries,
                give_up,
            })
        }
        "matching" => matching(loader, names, id, text, place, fields),
        "end" => {
            let hand_over = fields.take("hand_over");
            let hand_over =
                hand_over.and_then(|node| loader.text(&format!("{id}.hand_over"), &node));
            Some(PartKind::End {
                text: text?,
                hand_over,
            })
        }
        // `tell` and `synthesis`.
        _ => {
            let (tries, give_up) = tries(loader, fields, GiveUp::Stop);
            let node = needed(loader, place, kind, fields, "cell")?;
            let cell = made_cell(loader, names, &node)?;
            if kind == "tell" {
                Some(PartKind::Tell { cell })
            } else {
                Some(PartKind::Synthesis {
                    cell,
                    tries,
                    give_up,
                })
            }
        }
    }
}

const SAID_KINDS: [(&str, ItemKind); 4] = [
    ("statement", ItemKind::Statement),
    ("preamble", ItemKind::Preamble),
    ("transition", ItemKind::Transition),
    ("recap", ItemKind::Recap),
];

fn matching(
    loader: &mut Loader,
    names: &Names,
    id: &str,
    text: Option<Text>,
    place: &Place,
    fields: &mut Fields,
) -> Option<PartKind> {
    let cell = needed(loader, place, "matching", fields, "fixes")
        .and_then(|node| Some((cell(loader, names, &node)?, node.place)));
    let score = needed(loader, place, "matching", fields, "score")?;
    let Kind::List(lines) = &score.kind else {
        loader.error(
            "wrong-type",
            score.place.clone(),
            "a score is a list of lines with `when`, `points` and `because`",
            "un score est une liste de lignes avec `when`, `points` et `because`",
        );
        return None;
    };
    if lines.is_empty() {
        loader.error(
            "wrong-type",
            score.place.clone(),
            "a score has at least one line with `when`, `points` and `because`",
            "un score a au moins une ligne avec `when`, `points` et `because`",
        );
        return None;
    }
    let lines: Vec<Option<Points>> = lines
        .iter()
        .enumerate()
        .map(|(index, node)| term(loader, names, &format!("{id}.{index}"), node))
        .collect();
    let terms: Option<Vec<Points>> = lines.into_iter().collect();
    let (cell, cell_place) = cell?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    if attribute.kind != Type::Number {
        loader.error(
            "wrong-type",
            cell_place,
            format!("{cell} is no number, and a score is one"),
            format!("{cell} n'est pas un nombre, et un score en est un"),
        );
        return None;
    }
    Some(PartKind::Matching {
        cell,
        terms: terms?,
        text: text?,
    })
}

fn term(loader: &mut Loader, names: &Names, id: &str, node: &Node) -> Option<Points> {
    let mut fields = loader.fields(node, &["when", "points", "because"])?;
    let when = needed(loader, &node.place, "score", &mut fields, "when")
        .and_then(|node| condition(loader, names, &node));
    let points = needed(loader, &node.place, "score", &mut fields, "points")
        .and_then(|node| points(loader, &node));
    let because = needed(loader, &node.place, "score", &mut fields, "because")
        .and_then(|node| loader.text(&format!("{id}.because"), &node));
    Some(Points {
        when: when?,
        points: points?,
        because: because?,
    })
}

fn points(loader: &mut Loader, node: &Node) -> Option<i64> {
    let text = loader.string(node)?;
    match text.parse::<i64>() {
        Ok(points) if points.unsigned_abs() <= 1_000_000 => Some(points),
        Ok(_) | Err(_) => {
            loader.error(
                "wrong-type",
                node.place.clone(),
                "points are a whole number, up to a million",
                "les points sont un nombre entier, jusqu'à un million",
            );
            None
        }
    }
}

/// What somebody says against a mirror goes into a text.
fn nuance_cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<logic::value::Cell> {
    let cell = cell(loader, names, node)?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    if attribute.kind != Type::Text || attribute.confidential {
        loader.error(
            "wrong-type",
            node.place.clone(),
            format!("a nuance is a text, and {cell} holds none"),
            format!("une nuance est un texte, et {cell} n'en contient pas"),
        );
        return None;
    }
    Some(cell)
}

fn tries(loader: &mut Loader, fields: &mut Fields, otherwise: GiveUp) -> (u64, GiveUp) {
    let (tries, give_up) = tries_of(loader, fields);
    (tries, give_up.unwrap_or(otherwise))
}

fn tries_of(loader: &mut Loader, fields: &mut Fields) -> (u64, Option<GiveUp>) {
    let tries = fields
        .take("tries")
        .and_then(|node| loader.whole(&node, 1, 100))
        .unwrap_or(u64::from(limits::DEFAULT_TRIES));
    let give_up = fields
        .take("give_up")
        .and_then(|node| one_of(loader, &node, &GiveUp::NAMES));
    (tries, give_up)
}

/// A key without which a part means nothing.
fn needed(
    loader: &mut Loader,
    place: &Place,
    kind: &str,
    fields: &mut Fields,
    key: &str,
) -> Option<Node> {
    let found = fields.take(key);
    if found.is_none() {
        loader.error(
            "missing-key",
            place.clone(),
            format!("a `{kind}` part has `{key}`"),
            format!("une partie `{kind}` a `{key}`"),
        );
    }
    found
}

fn is_new_part(
    loader: &mut Loader,
    id: &str,
    place: &Place,
    seen: &mut BTreeMap<String, Place>,
) -> bool {
    let Some(first) = seen.get(id) else {
        seen.insert(id.to_owned(), place.clone());
        return true;
    };
    let message = Phrase::new(
        format!("duplicate key: the part `{id}` stands twice"),
        format!("clé en double : la partie `{id}` figure deux fois"),
    );
    let also = Phrase::new("first written here", "écrite ici d'abord");
    loader
        .diagnostics
        .push(Diagnostic::error("duplicate-key", place.clone(), message).also(first.clone(), also));
    false
}

fn part_text(
    loader: &mut Loader,
    kind: &str,
    id: &str,
    fields: &mut Fields,
    place: &Place,
) -> Option<Text> {
    if !keys_of(kind).contains(&"text") {
        return None;
    }
    let worded = fields.contains("worded_by") && kind == "ask";
    match (fields.take("text"), fields.take("template")) {
        (Some(text), None) if !worded => loader.text(id, &text),
        (None, Some(template)) if !worded => loader.template_text(&template),
        (None, None) if worded => None,
        (Some(_) | None, Some(_) | None) => {
            let also = if kind == "ask" { ", `worded_by`" } else { "" };
            loader.error(
                "missing-key",
                place.clone(),
                format!("`{id}` has exactly one of `text`, `template`{also}"),
                format!("`{id}` a exactement un de `text`, `template`{also}"),
            );
            None
        }
    }
}

/// `digressions: [{said: […], text: …}]`
pub(super) fn digressions(
    loader: &mut Loader,
    names: &Names,
    tops: Vec<(Key, Node)>,
) -> Vec<Digression> {
    let mut all = Vec::new();
    let stems = Stems::of(&loader.languages);
    for (key, node) in tops {
        let Kind::List(list) = &node.kind else {
            loader.error(
                "wrong-type",
                key.place,
                "digressions are a list",
                "les digressions sont une liste",
            );
            continue;
        };
        for (index, node) in list.iter().enumerate() {
            let Some(mut fields) = loader.fields(node, &["said", "text", "template", "when"])
            else {
                continue;
            };
            let name = format!("digression {index}");
            let when = fields.take("when");
            let when = when.map(|node| condition(loader, names, &node));
            let said = needed(loader, &node.place, "digressions", &mut fields, "said");
            let said = said
                .map(|node| called_by(loader, &node))
                .unwrap_or_default();
            let said = said.iter().map(|cue| stems.words(cue)).collect();
            let text = part_text(loader, "say", &name, &mut fields, &node.place);
            if let (Some(text), Some(when)) = (text, when.map_or(Some(None), |when| when.map(Some)))
            {
                all.push(Digression { said, text, when });
            }
        }
    }
    all
}

/// What a button sends; nothing can be sent that has no name.
fn event_name(loader: &mut Loader, node: &Node) -> Option<String> {
    let event = loader.string(node)?;
    if !event.trim().is_empty() {
        return Some(event);
    }
    loader.error(
        "bad-name",
        node.place.clone(),
        "an event has a name, and this is blank: the gate would never open",
        "un événement a un nom, et celui-ci est vide : la porte ne s'ouvrirait jamais",
    );
    None
}
