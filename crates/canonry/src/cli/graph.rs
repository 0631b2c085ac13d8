//! The graph of a project or of a session: listed, searched, drawn.

use super::check::{compiled, project_name};
use super::output::Output;
use super::settings::Settings;
use super::whose::{check_whose, last_session};
use crate::draw::{Drawing, Node};
use crate::failure::{Failure, Kind};
use crate::noun;
use engine::canon::Canon;
use engine::graph::{Distance, Graph, Path, Relation, Settled};
use engine::{Project, State, limits};
use logic::holds::Facts;
use logic::value::{Cell, Name};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(clap::Args)]
pub struct GraphArguments {
    #[command(flatten)]
    which: super::Which,
    /// Only what lies around this entity
    #[arg(long, value_name = "ENTITY")]
    around: Option<String>,
    /// How many relations away
    #[arg(long, value_name = "N", default_value_t = limits::CONTEXT_RADIUS, requires = "around")]
    radius: usize,
    /// The strongest paths from this entity
    #[arg(
        long,
        value_name = "ENTITY",
        requires = "to",
        conflicts_with = "around"
    )]
    from: Option<String>,
    /// … to this one
    #[arg(long, value_name = "ENTITY", requires = "from")]
    to: Option<String>,
    /// How many paths
    #[arg(long, value_name = "N", default_value_t = 5, requires = "from")]
    paths: usize,
    /// Draw it for Graphviz
    #[arg(long, conflicts_with_all = ["svg", "from"])]
    dot: bool,
    /// Draw it as an SVG image
    #[arg(long, conflicts_with_all = ["dot", "from"])]
    svg: bool,
}

pub async fn graph(
    arguments: &GraphArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (project, state) = read(arguments, settings).await?;
    show(&project, &state, arguments, output)
}

/// The same within a conversation: around one entity, or everything.
pub async fn graph_in(
    host: &Arc<super::settings::CliHost>,
    session: &str,
    around: &str,
    output: &Output,
) -> Result<(), Failure> {
    let loaded = host.load(session).await?;
    let arguments = GraphArguments {
        which: super::Which::of(std::path::Path::new(""), Some(session)),
        around: (!around.is_empty()).then(|| around.to_owned()),
        radius: 1,
        from: None,
        to: None,
        paths: 0,
        dot: false,
        svg: false,
    };
    show(&loaded.project, &loaded.state, &arguments, output)
}

/// The scene within a conversation: where, when and with whom.
pub async fn scene_in(
    host: &Arc<super::settings::CliHost>,
    session: &str,
    output: &Output,
) -> Result<(), Failure> {
    let loaded = host.load(session).await?;
    let canon = Canon::new(&loaded.project, &loaded.state, loaded.state.now());
    let scene = canon.scene();
    if output.json {
        output.json(&serde_json::json!({ "scene": scene }));
        return Ok(());
    }
    let name = |id: &Name| name_of(&loaded.project, id);
    let present: Vec<String> = scene.present.iter().map(name).collect();
    let lines = [
        ("place", "lieu", scene.place.as_ref().map(name)),
        ("time", "moment", scene.time.clone()),
        (
            "speaking with",
            "avec",
            scene.interlocutor.as_ref().map(name),
        ),
        (
            "present",
            "présents",
            (!present.is_empty()).then(|| present.join(", ")),
        ),
        (
            "event",
            "événement",
            scene.event.as_ref().map(ToString::to_string),
        ),
        ("mood", "ambiance", scene.mood.clone()),
    ];
    let mut any = false;
    for (en, fr, told) in lines {
        if let Some(told) = told {
            any = true;
            output.phrase(format!("  {en:<14} {told}"), format!("  {fr:<14} {told}"));
        }
    }
    if !any {
        output.phrase("The project has no scene.", "Le projet n'a pas de scène.");
    }
    Ok(())
}

fn show(
    project: &Project,
    state: &State,
    arguments: &GraphArguments,
    output: &Output,
) -> Result<(), Failure> {
    let graph = Graph {
        base: &project.relations,
        own: &state.relations,
        merged: Some(&state.merged),
    };
    let entity = |name: &String| find(project, state, name);
    if let (Some(from), Some(to)) = (&arguments.from, &arguments.to) {
        let (from, to) = (entity(from)?, entity(to)?);
        show_paths(project, graph, (&from, &to), arguments.paths, output);
        return Ok(());
    }
    let around = arguments.around.as_ref().map(entity).transpose()?;
    let (entities, relations, cut) = match &around {
        Some(centre) => {
            let around = graph.around(centre, arguments.radius);
            (around.entities, around.relations, around.cut)
        }
        None => whole(graph),
    };
    let nodes = entities
        .into_iter()
        .map(|(id, ring)| {
            let node = Node {
                name: name_of(project, &id),
                state: state_of(project, state, &id),
                ring,
            };
            (id, node)
        })
        .collect();
    let drawing = Drawing {
        title: project.name.clone(),
        nodes,
        edges: relations
            .into_iter()
            .map(|relation| (relation, label(project, relation, output)))
            .collect(),
    };
    if arguments.dot {
        output.raw(&drawing.dot());
    } else if arguments.svg {
        output.raw(&drawing.svg());
    } else {
        list(project, &drawing, cut, output);
    }
    Ok(())
}

/// The project with its session, or with none where it has none yet.
async fn read(
    arguments: &GraphArguments,
    settings: &Settings,
) -> Result<(Arc<Project>, State), Failure> {
    let dir = &arguments.which.dir;
    let session = match (&arguments.which.session, project_name(dir)) {
        (Some(session), _) => Some(session.clone()),
        (None, Ok(name)) => match settings.reading_host().await {
            Ok(host) => last_session(&host.store, &name, &arguments.which.whose)
                .await?
                .map(|head| head.session),
            Err(failure) if failure.kind == Kind::NotFound => None,
            Err(failure) => return Err(failure),
        },
        (None, Err(_)) => None,
    };
    match session {
        Some(session) => {
            let host = settings.reading_host().await?;
            check_whose(&host.store, &session, &arguments.which.whose).await?;
            let loaded = host.load(&session).await?;
            Ok((loaded.project.clone(), *loaded.state))
        }
        None => Ok((compiled(dir)?, State::default())),
    }
}

pub(super) fn find(project: &Project, state: &State, name: &str) -> Result<Name, Failure> {
    if let Some((id, _)) = project.entities.get_key_value(name) {
        return Ok(state.kept(id).clone());
    }
    let folded = logic::text::fold(name);
    let called = project.entities.iter().find(|(_, entity)| {
        let mut words = std::iter::once(&entity.name).chain(&entity.aliases);
        words.any(|word| logic::text::fold(word) == folded)
    });
    if let Some(id) = state.aliases.get(&folded).or(called.map(|(id, _)| id)) {
        return Ok(state.kept(id).clone());
    }
    let failure = Failure::new(
        Kind::NotFound,
        format!("there is no entity `{name}`"),
        format!("il n'y a pas d'entité `{name}`"),
    );
    let known = project.entities.keys().map(Name::as_str);
    Err(match logic::text::nearest(name, known) {
        Some(near) => failure.hint(
            format!("did you mean {near}?"),
            format!("vouliez-vous dire {near} ?"),
        ),
        None => failure,
    })
}

/// Every entity that has a relation, in rings around the one with most of them.
fn whole(graph: Graph<'_>) -> (BTreeMap<Name, usize>, Vec<&Relation>, bool) {
    let relations: Vec<&Relation> = graph.relations().collect();
    let mut degrees: BTreeMap<&Name, usize> = BTreeMap::new();
    for relation in &relations {
        *degrees.entry(&relation.from).or_default() += 1;
        *degrees.entry(&relation.to).or_default() += 1;
    }
    let centre = degrees
        .iter()
        .max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0)))
        .map(|(id, _)| (*id).clone());
    let mut rings = centre.map_or_else(BTreeMap::new, |centre| {
        graph.around(&centre, usize::MAX).entities
    });
    let last = rings.values().max().map_or(0, |ring| ring + 1);
    for id in degrees.into_keys() {
        rings.entry(id.clone()).or_insert(last);
    }
    (rings, relations, false)
}

fn name_of(project: &Project, id: &str) -> String {
    let entity = project.entities.get(id);
    entity.map_or_else(|| id.to_owned(), |entity| entity.name.clone())
}

/// Fixed when nothing about it is open any more, constrained when something is known.
fn state_of(project: &Project, state: &State, id: &Name) -> Settled {
    let canon = Canon::new(project, state, state.now());
    let Some(entity) = project.entities.get(id) else {
        return Settled::Open;
    };
    let (mut known, mut open) = (0, 0);
    for attribute in &project.attributes {
        if project.sorts.is_sub(&entity.sort, &attribute.sort) {
            let cell = Cell {
                entity: id.clone(),
                attribute: attribute.name.clone(),
            };
            match canon.value(&cell) {
                Some(_) => known += 1,
                None => open += 1,
            }
        }
    }
    match (known, open) {
        (_, 0) => Settled::Fixed,
        (0, _) => Settled::Open,
        (_, _) => Settled::Constrained,
    }
}

fn label(project: &Project, relation: &Relation, output: &Output) -> String {
    let kind = project.relation_kinds.get(&relation.kind);
    kind.map_or_else(
        || relation.kind.to_string(),
        |kind| output.in_lang(&kind.label).to_owned(),
    )
}

fn list(project: &Project, drawing: &Drawing<'_>, cut: bool, output: &Output) {
    if output.json {
        let nodes: Vec<_> = drawing
            .nodes
            .iter()
            .map(|(id, node)| {
                let sort = project.entities.get(id).map(|entity| entity.sort.as_str());
                serde_json::json!({
                    "id": id.as_str(), "name": node.name, "sort": sort,
                    "state": node.state.as_str(), "steps": node.ring,
                })
            })
            .collect();
        let edges: Vec<_> = drawing
            .edges
            .iter()
            .map(|(relation, label)| edge(relation, label))
            .collect();
        output.json(&serde_json::json!({ "nodes": nodes, "edges": edges, "cut": cut }));
        return;
    }
    for (relation, label) in &drawing.edges {
        let place = relation.place.as_ref().map(ToString::to_string);
        output.line(&format!(
            "{} {label} {}  {}  {}",
            name_of(project, &relation.from),
            name_of(project, &relation.to),
            relation.force,
            output.dim(&place.unwrap_or_default())
        ));
    }
    let nodes = noun::ENTITY.count(drawing.nodes.len());
    let edges = noun::RELATION.count(drawing.edges.len());
    output.phrase(
        format!("{}, {}", nodes.en, edges.en),
        format!("{}, {}", nodes.fr, edges.fr),
    );
    if cut {
        say_cut(output);
    }
}

fn edge(relation: &Relation, label: &str) -> serde_json::Value {
    serde_json::json!({
        "id": relation.id.as_ref().map(Name::as_str), "from": relation.from.as_str(), "to": relation.to.as_str(),
        "kind": relation.kind.as_str(), "label": label, "force": engine::view::plain_number(&relation.force.to_string()),
        "state": relation.state.as_str(), "place": relation.place.as_ref().map(ToString::to_string),
    })
}

fn say_cut(output: &Output) {
    output.phrase(
        "There may be more: the search was ended by `path_steps` or `path_search`.",
        "Il y en a peut-être d'autres : `path_steps` ou `path_search` a arrêté la recherche.",
    );
}

fn show_paths(
    project: &Project,
    graph: Graph<'_>,
    (from, to): (&Name, &Name),
    count: usize,
    output: &Output,
) {
    let found = graph.paths(from, to, count.max(1));
    let distance = graph.distance(from, to);
    let millionths = |number: u64| {
        let text = format!("{}.{:06}", number / 1_000_000, number % 1_000_000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    if output.json {
        let paths: Vec<_> = found
            .paths
            .iter()
            .map(|path| {
                let steps: Vec<_> = path
                    .steps
                    .iter()
                    .map(|step| {
                        let mut json = edge(step.relation, &label(project, step.relation, output));
                        json["backwards"] = step.backwards.into();
                        json
                    })
                    .collect();
                serde_json::json!({ "strength": engine::view::plain_number(&millionths(path.millionths())), "steps": steps })
            })
            .collect();
        let distance = match distance {
            Distance::Millionths(far) => engine::view::plain_number(&millionths(far)),
            Distance::Apart | Distance::Beyond => serde_json::Value::Null,
        };
        output.json(&serde_json::json!({ "paths": paths, "distance": distance, "cut": found.cut }));
        return;
    }
    for path in &found.paths {
        output.line(&format!(
            "{}  {}",
            output.bold(&millionths(path.millionths())),
            told(project, from, path, output)
        ));
    }
    match distance {
        Distance::Millionths(far) => output.phrase(
            format!("distance {}", millionths(far)),
            format!("distance {}", millionths(far)),
        ),
        Distance::Apart => output.phrase(
            format!("nothing leads from {from} to {to}"),
            format!("rien ne mène de {from} à {to}"),
        ),
        Distance::Beyond => {}
    }
    if found.cut || distance == Distance::Beyond {
        say_cut(output);
    }
}

/// `Aldric –is a friend of→ Berthe ←lives in– …`
fn told(project: &Project, from: &Name, path: &Path<'_>, output: &Output) -> String {
    let mut text = name_of(project, from);
    for step in &path.steps {
        let label = label(project, step.relation, output);
        let name = name_of(project, step.to());
        if step.backwards {
            text.push_str(&format!(" ←{label}– {name}"));
        } else {
            text.push_str(&format!(" –{label}→ {name}"));
        }
    }
    text
}
