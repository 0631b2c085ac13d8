//! Moral axes, reputations and progress, read from their files.

use super::derived::{condition, term};
use super::load::Loader;
use super::relations::words;
use super::sorts::repeated;
use super::vocabulary::Names;
use crate::axis::{Axis, Milestone, Move, On, Progress};
use crate::diagnostic::Diagnostic;
use crate::project::Flow;
use crate::propagation::{Action, Propagation};
use crate::scene::PLAYER;
use crate::yaml::{Key, Kind, Node};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Name, Number};
use std::collections::BTreeMap;

/// The name under which progress is read in conditions and templates.
pub(super) const PROGRESS: &str = "progress";

const KEYS: [&str; 5] = ["of", "with", "range", "start", "moved"];

/// `axes: { mercy: {of, range, start, moved: […]} }`, and `reputations` with whom. Their names are read like
/// those of derived facts, by everything that comes after.
pub(super) fn axes(
    loader: &mut Loader,
    names: &mut Names,
    moral: Vec<(Key, Node)>,
    reputations: Vec<(Key, Node)>,
) -> BTreeMap<Name, Axis> {
    let mut seen = BTreeMap::new();
    let mut all = BTreeMap::new();
    let moral = moral.into_iter().map(|(_, node)| (false, node));
    let reputations = reputations.into_iter().map(|(_, node)| (true, node));
    for (with_whom, node) in moral.chain(reputations) {
        for (key, value) in loader.named(node, &Phrase::new("axes", "axes")) {
            if repeated(loader, &mut seen, &key, "axis", "l'axe") || is_taken(loader, names, &key) {
                continue;
            }
            match axis(loader, names, &key, &value, with_whom) {
                Some(axis) => {
                    all.insert(Name::from(key.text), axis);
                }
                None => loader.declaration_failed(&key.text),
            }
        }
    }
    for (name, axis) in &all {
        names.derived.insert(name.clone(), Type::Number);
        names.derived_at.insert(name.clone(), axis.place.clone());
    }
    all
}

fn is_taken(loader: &mut Loader, names: &Names, key: &Key) -> bool {
    let name = key.text.as_str();
    let taken =
        name == PROGRESS || names.derived.contains_key(name) || names.entities.contains_key(name);
    if taken {
        let message = Phrase::new(
            format!("something else is called `{name}` already"),
            format!("autre chose s'appelle déjà `{name}`"),
        );
        let entity = names.entities.get(name).map(|entity| &entity.place);
        let first = names.derived_at.get(name).or(entity);
        loader.duplicate("duplicate-key", key.place.clone(), message, first);
    }
    taken
}

fn axis(
    loader: &mut Loader,
    names: &Names,
    key: &Key,
    node: &Node,
    with_whom: bool,
) -> Option<Axis> {
    let mut fields = loader.fields(node, &KEYS)?;
    let holder = match fields.take("of") {
        None => Name::from(PLAYER),
        Some(node) => holder(loader, names, &node)?,
    };
    let with = match (fields.take("with"), with_whom) {
        (Some(node), true) => Some(super::scenes::entity(loader, names, &node)?),
        (None, true) => {
            loader.error(
                "missing-key",
                node.place.clone(),
                "a reputation says with whom: `with`",
                "une réputation dit auprès de qui : `with`",
            );
            return None;
        }
        (Some(other), false) => {
            loader.error(
                "unknown-key",
                other.place,
                "an axis is with nobody; `with` belongs to `reputations`",
                "un axe n'est auprès de personne ; `with` va dans `reputations`",
            );
            return None;
        }
        (None, false) => None,
    };
    let range = match fields.take("range") {
        None => (Number::from(-100), Number::from(100)),
        Some(node) => range(loader, &node)?,
    };
    let start = match fields.take("start") {
        None => Number::from(0).clamp(range.0, range.1),
        Some(node) => loader.number(&node)?,
    };
    if start < range.0 || start > range.1 {
        loader.error(
            "out-of-range",
            key.place.clone(),
            format!("`{}` starts at {start}, outside of its range", key.text),
            format!("`{}` part de {start}, hors de son intervalle", key.text),
        );
        return None;
    }
    let moves = match fields.take("moved") {
        Some(Node {
            kind: Kind::List(list),
            ..
        }) => list
            .iter()
            .filter_map(|node| one_move(loader, names, node))
            .collect(),
        Some(_) | None => Vec::new(),
    };
    if moves.is_empty() {
        loader.error(
            "missing-key",
            node.place.clone(),
            format!(
                "nothing moves `{}`: `moved` is a list of what does",
                key.text
            ),
            format!(
                "rien ne fait bouger `{}` : `moved` est la liste de ce qui le fait",
                key.text
            ),
        );
        return None;
    }
    Some(Axis {
        place: key.place.clone(),
        holder,
        with,
        start,
        range,
        moves,
    })
}

/// An entity, or whoever plays.
fn holder(loader: &mut Loader, names: &Names, node: &Node) -> Option<Name> {
    match loader.string(node)?.as_str() {
        PLAYER => Some(Name::from(PLAYER)),
        _ => super::scenes::entity(loader, names, node),
    }
}

fn range(loader: &mut Loader, node: &Node) -> Option<(Number, Number)> {
    let ends = match &node.kind {
        Kind::List(list) => match &list[..] {
            [low, high] => loader.number(low).zip(loader.number(high)),
            _ => None,
        },
        Kind::Scalar { .. } | Kind::Map(_) => None,
    };
    let ends = ends.filter(|(low, high)| low < high);
    if ends.is_none() {
        loader.error(
            "empty-range",
            node.place.clone(),
            "a range is two numbers, the lower one first",
            "un intervalle est fait de deux nombres, le plus petit d'abord",
        );
    }
    ends
}

/// A key of a line, and what it counts.
type Counted = (&'static str, fn(Name) -> On);

/// `{event | raised | answered, when, by, because}`.
fn one_move(loader: &mut Loader, names: &Names, node: &Node) -> Option<Move> {
    let mut fields = loader.fields(
        node,
        &["event", "raised", "answered", "when", "by", "because"],
    )?;
    let mut on = Vec::new();
    let kinds: [Counted; 3] = [
        ("event", On::Event),
        ("raised", On::Raised),
        ("answered", On::Answered),
    ];
    for (key, make) in kinds {
        if let Some(node) = fields.take(key) {
            on.push(make(Name::from(loader.string(&node)?)));
        }
    }
    let when = match fields.take("when") {
        None => None,
        Some(node) => Some(condition(loader, names, &node)?),
    };
    let on = match (&on[..], &when) {
        ([one], _) => one.clone(),
        ([], Some(_)) => On::Holding,
        (_, _) => {
            loader.error(
                "missing-key",
                node.place.clone(),
                "a line says what moves it: one of `event`, `raised`, `answered`, or `when`",
                "une ligne dit ce qui la fait compter : `event`, `raised`, `answered` ou `when`",
            );
            return None;
        }
    };
    let Some(by) = fields.take("by") else {
        loader.error(
            "missing-key",
            node.place.clone(),
            "a line says `by` how much it moves",
            "une ligne dit de combien elle fait bouger avec `by`",
        );
        return None;
    };
    let by = term(loader, names, &Type::Number, &by)?;
    let because = fields.take("because");
    Some(Move {
        place: node.place.clone(),
        on,
        when,
        by,
        because: because.and_then(|node| words(loader, &node)),
    })
}

/// What lines count exists: parts of the flow, and what propagation rules raise.
pub(super) fn check(
    loader: &mut Loader,
    axes: &BTreeMap<Name, Axis>,
    propagation: &BTreeMap<Name, Propagation>,
    flow: Option<&Flow>,
) {
    let raised = propagation.values().filter_map(|rule| match &rule.action {
        Action::Raise(name) => Some(name.as_str()),
        Action::Constrain { .. }
        | Action::Reinforce { .. }
        | Action::Force(_)
        | Action::Relate { .. }
        | Action::Recheck(_) => None,
    });
    let raised: Vec<&str> = raised.collect();
    let questions = flow.into_iter().flat_map(Flow::questions);
    let questions: Vec<&str> = questions.map(|(id, ..)| id.as_str()).collect();
    for line in axes.values().flat_map(|axis| &axis.moves) {
        let (name, known, en, fr) = match &line.on {
            On::Raised(name) => (
                name,
                &raised,
                format!("no propagation rule raises `{name}`"),
                format!("aucune règle de propagation ne provoque `{name}`"),
            ),
            On::Answered(name) => (
                name,
                &questions,
                format!("no question is called `{name}`"),
                format!("aucune question ne s'appelle `{name}`"),
            ),
            On::Holding | On::Event(_) => continue,
        };
        if !known.contains(&name.as_str()) {
            let message = Phrase::new(en, fr);
            loader.unknown(
                Diagnostic::error("unknown-name", line.place.clone(), message)
                    .suggest(name, known.iter().copied()),
                name,
            );
        }
    }
}

/// `progress: "0.5 * …"`, or a list of `{when, weight, because}`.
pub(super) fn progress(loader: &mut Loader, names: &mut Names, node: &Node) -> Option<Progress> {
    let progress = match &node.kind {
        Kind::List(list) => {
            let milestones: Vec<Milestone> = list
                .iter()
                .filter_map(|node| milestone(loader, names, node))
                .collect();
            if milestones.is_empty() {
                loader.error(
                    "missing-key",
                    node.place.clone(),
                    "progress is a formula, or a list of what is reached",
                    "`progress` est une formule, ou la liste de ce qui s'atteint",
                );
                return None;
            }
            Progress::Milestones(milestones)
        }
        Kind::Scalar { .. } | Kind::Map(_) => Progress::Formula {
            is: term(loader, names, &Type::Number, node)?,
            place: node.place.clone(),
        },
    };
    names.derived.insert(Name::from(PROGRESS), Type::Number);
    Some(progress)
}

fn milestone(loader: &mut Loader, names: &Names, node: &Node) -> Option<Milestone> {
    let mut fields = loader.fields(node, &["when", "weight", "because"])?;
    let Some(when) = fields.take("when") else {
        loader.error(
            "missing-key",
            node.place.clone(),
            "a milestone says with `when` that it is reached",
            "une étape dit avec `when` qu'elle est atteinte",
        );
        return None;
    };
    let when = condition(loader, names, &when)?;
    let weight = match fields.take("weight") {
        None => 1,
        Some(node) => loader.whole(&node, 1, 1000)?,
    };
    let because = fields.take("because");
    Some(Milestone {
        place: node.place.clone(),
        when,
        weight,
        because: because.and_then(|node| words(loader, &node)),
    })
}
