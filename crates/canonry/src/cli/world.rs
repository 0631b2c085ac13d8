//! One world, cell by cell: what is fixed, what is still possible, and looking at something.

use super::answered;
use super::check::compiled;
use super::output::Output;
use super::play::{new_id, start};
use super::possible::{Open, possible_json, show_cell, show_field};
use super::settings::{CliHost, Settings};
use super::whose::{last_session, session_of};
use super::{Which, Whose};
use crate::failure::{Failure, Kind};
use crate::noun;
use engine::canon::Canon;
use engine::collapse::Wishes;
use engine::event::SessionStarted;
use engine::input::{Envelope, Input, Look};
use engine::item::Count;
use engine::project::{Attribute, Depth, Register};
use engine::prompt::Asked;
use engine::view::plain;
use engine::{Project, State};
use logic::text::{Phrase, fold};
use logic::value::{Cell, Name};
use std::path::PathBuf;
use std::sync::Arc;

/// Which cells are meant.
#[derive(clap::Args, Clone, Default)]
pub struct Filter {
    /// Only cells of this entity
    #[arg(long, value_name = "ENTITY")]
    entity: Option<String>,
    /// Only this attribute, or the fields of this composite
    #[arg(long, value_name = "ATTRIBUTE")]
    attribute: Option<String>,
    /// Only attributes of this category
    #[arg(long, value_name = "CATEGORY")]
    category: Option<String>,
    /// Only cells whose name, entity or value holds this text, as people read it too
    #[arg(long, value_name = "TEXT")]
    find: Option<String>,
}

#[derive(clap::Args)]
pub struct CanonArguments {
    #[command(flatten)]
    which: super::Which,
    #[command(flatten)]
    filter: Filter,
    /// Cells that are fixed (the default), or those that are open or constrained, with what they may be
    #[arg(long, value_name = "STATE", value_parser = ["open", "constrained", "fixed"])]
    state: Option<String>,
    /// As it was after this entry
    #[arg(long, value_name = "ENTRY")]
    at: Option<u64>,
}

#[derive(clap::Args)]
pub struct FieldArguments {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// One cell, with the reason for everything it cannot be
    #[arg(value_name = "CELL")]
    cell: Option<String>,
    /// The session's name (default: the project's last session in the store, or the world before any)
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    #[command(flatten)]
    pub filter: Filter,
    /// Only cells that the session has narrowed
    #[arg(long)]
    pub constrained: bool,
    /// As it was after this entry
    #[arg(long, value_name = "ENTRY")]
    at: Option<u64>,
}

#[derive(clap::Args)]
pub struct ObserveArguments {
    /// The project's folder
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// The cell to look at, such as aldric.age
    #[arg(value_name = "CELL")]
    cell: String,
    /// The session's name (default: the project's last session in the store; one is started if there is none)
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// An id of the input: sent again, it gives the same reply
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// How many fields of a composite are made (default: the project's)
    #[arg(long, value_name = "DEPTH", value_parser = ["minimal", "standard", "detailed"])]
    depth: Option<String>,
    /// The tone in which it is told (default: the project's)
    #[arg(long, value_name = "REGISTER", value_parser = ["neutral", "dramatic", "humorous", "dark"])]
    register: Option<String>,
}

impl Filter {
    pub fn fits(&self, project: &Project, cell: &Cell, shown: &str) -> bool {
        let attribute = |wanted: &String| {
            *cell.attribute == **wanted
                || cell
                    .attribute
                    .strip_prefix(wanted.as_str())
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let category = |wanted: &String| {
            let topic = project.topic(cell);
            topic
                .and_then(|topic| topic.category.as_ref())
                .is_some_and(|known| **known == **wanted)
        };
        let text = |wanted: &String| {
            let wanted = fold(wanted);
            let entity = project.entities.get(&cell.entity);
            let name = entity.map_or("", |entity| entity.name.as_str());
            [shown, &cell.to_string(), name]
                .iter()
                .any(|text| fold(text).contains(&wanted))
        };
        self.entity
            .as_ref()
            .is_none_or(|wanted| *cell.entity == **wanted)
            && self.attribute.as_ref().is_none_or(attribute)
            && self.category.as_ref().is_none_or(category)
            && self.find.as_ref().is_none_or(text)
    }

    /// A filter that names nothing there is would silently show nothing.
    fn check(&self, project: &Project) -> Result<(), Failure> {
        let known = |what: (&str, &str), wanted: Option<&String>, names: Vec<&str>| {
            let Some(wanted) = wanted.filter(|wanted| !names.contains(&wanted.as_str())) else {
                return Ok(());
            };
            let failure = Failure::new(
                Kind::NotFound,
                format!("there is no {} `{wanted}`", what.0),
                format!("il n'y a pas {} `{wanted}`", what.1),
            );
            Err(match logic::text::nearest(wanted, names) {
                Some(near) => failure.hint(
                    format!("did you mean {near}?"),
                    format!("vouliez-vous dire {near} ?"),
                ),
                None => failure,
            })
        };
        let attributes = project
            .attributes
            .iter()
            .map(|attribute| attribute.name.as_str());
        let composites = project
            .composites
            .iter()
            .map(|composite| composite.name.as_str());
        let topics = project.attributes.iter().map(|attribute| &attribute.topic);
        let topics = topics.chain(project.composites.iter().map(|composite| &composite.topic));
        let entities = project.entities.keys().map(Name::as_str).collect();
        known(("entity", "d'entité"), self.entity.as_ref(), entities)?;
        let attributes = attributes.chain(composites).collect();
        known(
            ("attribute", "d'attribut"),
            self.attribute.as_ref(),
            attributes,
        )?;
        let categories = topics.filter_map(|topic| topic.category.as_ref());
        let categories = categories.map(Name::as_str).collect();
        known(
            ("category", "de catégorie"),
            self.category.as_ref(),
            categories,
        )
    }
}

/// What is fixed, declared and settled.
pub async fn canon(
    arguments: &CanonArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let host = settings.reading_host().await?;
    let session = session_of(&host, &arguments.which).await?;
    let (project, state) = loaded(&host, &session, arguments.at).await?;
    let filter = &arguments.filter;
    filter.check(&project)?;
    match arguments.state.as_deref() {
        Some("open") => show_field(&project, &state, filter, Open::Untouched, output),
        Some("constrained") => show_field(&project, &state, filter, Open::Constrained, output),
        Some(_) | None => show_canon(&project, &state, filter, output),
    }
    Ok(())
}

/// The same within a conversation.
pub async fn canon_in(
    host: &Arc<CliHost>,
    session: &str,
    find: &str,
    output: &Output,
) -> Result<(), Failure> {
    let (project, state) = loaded(host, session, None).await?;
    let filter = Filter {
        find: (!find.is_empty()).then(|| find.to_owned()),
        ..Filter::default()
    };
    show_canon(&project, &state, &filter, output);
    Ok(())
}

async fn loaded(
    host: &Arc<CliHost>,
    session: &str,
    at: Option<u64>,
) -> Result<(Arc<Project>, State), Failure> {
    let loaded = match at {
        Some(at) => host.load_at(session, at).await?,
        None => host.load(session).await?,
    };
    Ok((loaded.project.clone(), *loaded.state))
}

fn show_canon(project: &Project, state: &State, filter: &Filter, output: &Output) {
    let declared = project.facts.iter();
    let declared =
        declared.map(|(cell, (value, place))| (cell.clone(), value.clone(), Some(place), None));
    let settled = state.settled_values().into_iter().map(|(cell, value)| {
        let entry = state.facts.get(&cell).map(|fact| fact.seq);
        let entry = entry.or_else(|| state.fluents.get(&cell).map(|fluent| fluent.seq));
        (cell, value, None, entry)
    });
    let mut facts: Vec<_> = declared.chain(settled).collect();
    // What was declared of a cell that changes is superseded by what was settled later.
    facts.sort_by(|a, b| (&a.0, a.3).cmp(&(&b.0, b.3)));
    facts.reverse();
    facts.dedup_by(|later, earlier| later.0 == earlier.0);
    facts.reverse();
    let canon = Canon::new(project, state, state.now());
    facts.retain(|(cell, value, ..)| {
        let attribute = project.attribute(cell);
        let hidden = attribute.is_some_and(|attribute| attribute.confidential);
        let said = if hidden {
            String::new()
        } else {
            canon.say(cell, value)
        };
        filter.fits(project, cell, &format!("{} {said}", value.show()))
    });
    if output.json {
        let values: serde_json::Map<_, _> = facts
            .iter()
            .map(|(cell, value, ..)| (cell.to_string(), plain(value)))
            .collect();
        let origins: serde_json::Map<_, _> = facts
            .iter()
            .map(|(cell, _, place, entry)| {
                let origin = match (place, entry) {
                    (Some(place), _) => serde_json::json!({ "place": place.to_string() }),
                    (None, entry) => serde_json::json!({ "entry": entry }),
                };
                (cell.to_string(), origin)
            })
            .collect();
        output.json(
            &serde_json::json!({ "facts": values, "origins": origins, "head": state.decided }),
        );
        return;
    }
    for (cell, value, place, entry) in &facts {
        let origin = match (place, entry) {
            (Some(place), _) => place.to_string(),
            (None, Some(entry)) => {
                let entry = Phrase::new(format!("entry {entry}"), format!("entrée {entry}"));
                output.in_lang(&entry).to_owned()
            }
            (None, None) => String::new(),
        };
        output.line(&format!(
            "  {:<28} {:<32} {}",
            cell.to_string(),
            value.show(),
            output.dim(&origin)
        ));
    }
    let count = noun::FACT.count(facts.len());
    output.phrase(count.en, count.fr);
}

pub async fn field(
    arguments: &FieldArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (project, state) = world(arguments, settings).await?;
    let mut filter = arguments.filter.clone();
    filter.check(&project)?;
    if let Some(name) = &arguments.cell {
        if !project.entities.contains_key(name.as_str()) {
            return show_cell(&project, &state, name, output);
        }
        filter.entity = Some(name.clone());
    }
    let open = if arguments.constrained {
        Open::Constrained
    } else {
        Open::All
    };
    show_field(&project, &state, &filter, open, output);
    Ok(())
}

/// The same within a conversation: one cell, or everything that the session narrowed.
pub async fn field_in(
    host: &Arc<CliHost>,
    session: &str,
    cell: &str,
    output: &Output,
) -> Result<(), Failure> {
    let (project, state) = loaded(host, session, None).await?;
    let entity = project.entities.contains_key(cell).then(|| cell.to_owned());
    if !cell.is_empty() && entity.is_none() {
        return show_cell(&project, &state, cell, output);
    }
    let open = match &entity {
        Some(_) => Open::All,
        None => Open::Constrained,
    };
    let filter = Filter {
        entity,
        ..Filter::default()
    };
    show_field(&project, &state, &filter, open, output);
    Ok(())
}

/// The session's state, or that of the world before any session.
async fn world(
    arguments: &FieldArguments,
    settings: &Settings,
) -> Result<(Arc<Project>, State), Failure> {
    let project = compiled(&arguments.dir)?;
    let session = match &arguments.session {
        Some(session) => Some(session.clone()),
        None => match settings.reading_host().await {
            Ok(host) => last_session(&host.store, &project.name, &Whose::default())
                .await?
                .map(|head| head.session),
            Err(failure) if failure.kind == Kind::NotFound => None,
            Err(failure) => return Err(failure),
        },
    };
    match session {
        Some(session) => {
            let host = settings.reading_host().await?;
            let named = Which::of(&arguments.dir, Some(&session));
            let session = session_of(&host, &named).await?;
            loaded(&host, &session, arguments.at).await
        }
        None => {
            // As if a session in the project's first language had just begun.
            let started = SessionStarted {
                build: String::new(),
                edition: Count(project.edition),
                forked: None,
                language: project
                    .languages
                    .first()
                    .cloned()
                    .unwrap_or_else(|| Name::from("en")),
                position: None,
                project: project.hash,
                seed: Count(0),
                tenant: None,
            };
            let mut state = State {
                started: Some(started),
                ..State::default()
            };
            state.catch_up(&project);
            Ok((project, state))
        }
    }
}

/// Every cell by name, composites as well.
pub fn known_cells(project: &Project) -> Vec<String> {
    let cells = project.cells().chain(project.wholes());
    cells.map(|cell| cell.to_string()).collect()
}

/// That a composite has fields, which are cells.
pub fn of_fields(project: &Project, name: &str) -> Option<Failure> {
    let cell = name.parse::<Cell>().ok()?;
    let fields = &project.composite(&cell)?.fields;
    let fields: Vec<String> = fields
        .iter()
        .map(|field| format!("{}.{field}", cell.entity))
        .collect();
    let fields = fields.join(", ");
    Some(Failure::new(
        Kind::Usage,
        format!("`{name}` is made of several cells: {fields}"),
        format!("`{name}` se compose de plusieurs cellules : {fields}"),
    ))
}

fn named<T: Copy>(names: &[(&str, T)], wanted: Option<&str>) -> Option<T> {
    let mut names = names.iter();
    names
        .find(|(name, _)| Some(*name) == wanted)
        .map(|(_, one)| *one)
}

pub async fn observe(
    arguments: &ObserveArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let project = compiled(&arguments.dir)?;
    let cell: Cell = arguments.cell.parse().map_err(|_| {
        let hint = of_entity(&project, &arguments.cell);
        Failure::new(
            Kind::Usage,
            format!("`{}` is not a cell: write entity.attribute", arguments.cell),
            format!(
                "`{}` n'est pas une cellule : écrivez entité.attribut",
                arguments.cell
            ),
        )
        .hint(hint.en, hint.fr)
    })?;
    let host = settings.host().await?;
    let session = start(&host, &project, arguments.session.as_deref()).await?;
    let id = arguments.id.clone().unwrap_or_else(new_id);
    let depth = named(&Depth::NAMES, arguments.depth.as_deref());
    let register = named(&Register::NAMES, arguments.register.as_deref());
    let input = match (depth, register) {
        (None, None) => Input::Observe(cell),
        (_, _) => Input::ObserveWith(Box::new(Look {
            depth,
            register,
            ..Look::at(cell)
        })),
    };
    let answered = host.input(&session, Envelope { id, input }).await;
    host.shutdown().await;
    let answered = answered?;
    answered::show(&answered, output);
    // What cannot be told now waits in the outbox.
    let _ = crate::hooks::deliver::due(&host, false).await;
    match answered.changes.refused.first() {
        Some(refused) => {
            let reason = refused.reason.as_str();
            Err(Failure::new(Kind::Findings, reason, reason))
        }
        None => Ok(()),
    }
}

#[derive(clap::Args)]
pub struct AskedArguments {
    /// The project's folder
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// The open cell, such as aldric.age
    #[arg(value_name = "CELL")]
    cell: String,
    /// The session's name (default: the project's last session in the store, or the world before any)
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// As it was after this entry
    #[arg(long, value_name = "ENTRY")]
    at: Option<u64>,
}

#[derive(clap::Args)]
pub struct PromptArguments {
    /// The project's folder
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// The open cell, such as aldric.age
    #[arg(value_name = "CELL", required_unless_present = "voice")]
    cell: Option<String>,
    /// Speak as this entity, or to `player`: only what they know and do not hide
    #[arg(long, value_name = "WHO", conflicts_with = "cell")]
    voice: Option<String>,
    /// The session's name (default: the project's last session in the store, or the world before any)
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// As it was after this entry
    #[arg(long, value_name = "ENTRY")]
    at: Option<u64>,
}

/// The world around a cell, as a model is told it.
pub async fn context(
    arguments: &AskedArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (project, state) = asked(arguments, settings).await?;
    let (cell, attribute) = generated(&project, &arguments.cell)?;
    let canon = Canon::new(&project, &state, state.now());
    let context = engine::context::context(&canon, &cell, &attribute, project.collapse.radius);
    if output.json {
        let mut json = context.json(&output.lang);
        json["possible"] = context
            .proven
            .as_ref()
            .map_or(serde_json::Value::Null, possible_json);
        output.json(&json);
    } else {
        output.text(context.text(&output.lang).trim_end());
    }
    Ok(())
}

/// The words that would ask a model for a cell, or with which it would speak as somebody.
pub async fn prompt(
    arguments: &PromptArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let PromptArguments {
        dir,
        cell,
        voice,
        session,
        at,
    } = arguments;
    if let Some(who) = voice {
        return super::voice::show(dir, session.as_deref(), *at, who, settings, output).await;
    }
    let arguments = AskedArguments {
        dir: dir.clone(),
        cell: cell.clone().unwrap_or_default(),
        session: session.clone(),
        at: *at,
    };
    let (project, state) = asked(&arguments, settings).await?;
    let (cell, attribute) = generated(&project, &arguments.cell)?;
    let canon = Canon::new(&project, &state, state.now());
    // No model is asked for what cannot be.
    if let Some(why) = engine::collapse::nothing_possible(&canon, &cell) {
        return Err(Failure::new(Kind::Findings, why.en, why.fr));
    }
    let wishes = Wishes::of(&project);
    let own = engine::collapse::prompt_of(&canon, &cell, &attribute);
    let asked = Asked {
        canon: &canon,
        input: "prompt",
        cell: &cell,
        attribute: &attribute,
        wishes: &wishes,
        own: own.as_deref(),
    };
    let request = engine::prompt::request(&asked, 1, &[]);
    if output.json {
        output.json(&serde_json::json!({
            "cell": cell.to_string(), "system": request.prompt.system, "user": request.prompt.user,
            "schema": request.schema, "temperature": request.temperature.map(|t| t as f64 / 1000.0),
            "max_tokens": request.max_tokens, "timeout_ms": request.timeout_ms,
            "hash": request.prompt.hash().to_string(),
        }));
    } else {
        output.text(&request.prompt.system);
        output.line("");
        output.text(request.prompt.user.trim_end());
    }
    Ok(())
}

async fn asked(
    arguments: &AskedArguments,
    settings: &Settings,
) -> Result<(Arc<Project>, State), Failure> {
    let arguments = FieldArguments {
        dir: arguments.dir.clone(),
        cell: None,
        session: arguments.session.clone(),
        filter: Filter::default(),
        constrained: false,
        at: arguments.at,
    };
    world(&arguments, settings).await
}

fn generated(project: &Project, name: &str) -> Result<(Cell, Attribute), Failure> {
    let cell = name.parse::<Cell>().ok();
    let found = cell.and_then(|cell| Some((cell.clone(), project.attribute(&cell)?.clone())));
    found.ok_or_else(|| {
        if let Some(failure) = of_fields(project, name) {
            return failure;
        }
        let known = known_cells(project);
        let failure = Failure::new(
            Kind::NotFound,
            format!("there is no cell `{name}`"),
            format!("il n'y a pas de cellule `{name}`"),
        );
        match logic::text::nearest(name, known.iter().map(String::as_str)) {
            Some(near) => failure.hint(
                format!("did you mean {near}?"),
                format!("vouliez-vous dire {near} ?"),
            ),
            None if !name.contains('.') => {
                let hint = of_entity(project, name);
                failure.hint(hint.en, hint.fr)
            }
            None => failure,
        }
    })
}

/// What to type where only an entity is named, or nearly.
fn of_entity(project: &Project, name: &str) -> Phrase {
    let near = match project.entities.contains_key(name) {
        true => Some(name),
        false => logic::text::nearest(name, project.entities.keys().map(|id| id.as_str())),
    };
    let Some(near) = near else {
        return Phrase::new("write entity.attribute", "écrivez entité.attribut");
    };
    let (mut en, mut fr) = (String::new(), String::new());
    if near != name {
        en = format!("did you mean {near}? ");
        fr = format!("vouliez-vous dire {near} ? ");
    }
    Phrase::new(
        format!("{en}canonry field DIR {near} lists the cells of {near}"),
        format!("{fr}canonry field DIR {near} liste les cellules de {near}"),
    )
}
