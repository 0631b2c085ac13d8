//! Where a session stands, and what was sent and said in it. Pure reads; nothing is appended.

use super::answered;
use super::output::{Lines, Output, harmless};
use super::settings::Settings;
use super::show::reading;
use crate::failure::Failure;
use crate::noun;
use crate::store::Store;
use crate::transcript::{self, Content, Line};
use engine::event::SessionStarted;
use engine::input::Input;
use engine::limits;
use engine::view::{Awaited, View, plain, view};
use logic::text::Phrase;

#[derive(clap::Args)]
pub struct StatusArguments {
    #[command(flatten)]
    which: super::Which,
    /// As it was after this entry
    #[arg(long, value_name = "ENTRY")]
    at: Option<u64>,
}

#[derive(clap::Args)]
pub struct TranscriptArguments {
    #[command(flatten)]
    which: super::Which,
    /// Only what stands after this entry
    #[arg(long, value_name = "ENTRY", default_value_t = 0)]
    after: u64,
    /// How many lines a page has at most
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = limits::TRANSCRIPT_LINES as u64,
        value_parser = clap::value_parser!(u64).range(1..=limits::TRANSCRIPT_LINES as u64)
    )]
    limit: u64,
}

pub async fn status(
    arguments: &StatusArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    let loaded = match arguments.at {
        Some(at) => host.load_at(&session, at).await?,
        None => host.load(&session).await?,
    };
    let view = view(&loaded.project, &loaded.state);
    let head = loaded.state.decided;
    let started = loaded.state.started.as_ref();
    let kept = host.store.head(&session).await?;
    let erased = kept.is_some_and(|head| head.erased);
    // What an erased session awaited is gone with its words: nothing goes on with it.
    let pending = if erased {
        0
    } else {
        loaded.state.pending.len()
    };
    if output.json {
        let mut json = view.json(head);
        if erased {
            json["erased"] = true.into();
        }
        // Beside the place in the flow, which is called position too.
        if let Some(whose) = started.and_then(whose_json) {
            json["for"] = whose;
        }
        if pending > 0 {
            json["pending"] = pending.into();
        }
        output.json(&json);
    } else {
        output.line(&output.dim(&format!("session {session}")));
        show(started, &view, head, output);
        if erased {
            let gone = Phrase::new(
                "what was said in it is gone; it can be verified, and not gone on with",
                "ce qui s'y est dit n'est plus ; elle se vérifie, et ne se reprend pas",
            );
            row(("erased", "effacée"), gone, output);
        }
        if pending > 0 {
            let waiting = noun::INPUT.count(pending as u64);
            let Phrase { en, fr } = waiting;
            row(
                ("pending", "attente"),
                Phrase::new(
                    format!("{en} not decided yet; canonry play goes on with it"),
                    format!("{fr} sans décision encore ; canonry play la reprend"),
                ),
                output,
            );
        }
    }
    Ok(())
}

fn row(name: (&str, &str), value: Phrase, output: &Output) {
    let name = Phrase::new(name.0, name.1);
    let name = output.dim(&format!("  {:<9}", output.in_lang(&name)));
    output.line(&format!("{name} {}", output.in_lang(&value)));
}

/// Tenant and position of a session; nothing where it has neither.
fn whose_json(started: &SessionStarted) -> Option<serde_json::Value> {
    let named = [("tenant", &started.tenant), ("position", &started.position)];
    let named: serde_json::Map<_, _> = named
        .into_iter()
        .filter_map(|(what, name)| Some((what.to_owned(), name.as_deref()?.into())))
        .collect();
    (!named.is_empty()).then_some(named.into())
}

fn show(started: Option<&SessionStarted>, view: &View, head: u64, output: &Output) {
    let row = |name: (&str, &str), value: Phrase| row(name, value, output);
    let same = |text: String| Phrase::new(text.clone(), text);
    for (en, fr, name) in started.into_iter().flat_map(|started| {
        let tenant = ("tenant", "client", &started.tenant);
        [tenant, ("for", "pour", &started.position)]
    }) {
        if let Some(name) = name {
            row((en, fr), same(name.to_string()));
        }
    }
    if let Some(item) = &view.open {
        output.text(&item.text);
        answered::choices(item, output);
    }
    let place = match &view.position {
        Some(position) if position.number.0 > 0 => {
            let (flow, part) = (&position.flow, &position.part);
            let (number, of) = (position.number.0, position.of.0);
            Phrase::new(
                format!("{flow}, {part}: question {number} of {of}"),
                format!("{flow}, {part} : question {number} sur {of}"),
            )
        }
        Some(position) => same(format!("{}, {}", position.flow, position.part)),
        None => same("–".to_owned()),
    };
    row(("position", "position"), place);
    row(("awaited", "attendu"), awaited(view));
    for (cell, value) in &view.facts {
        let value = plain(value);
        let shown = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        row(
            ("fact", "fait"),
            same(format!("{:<24} {shown}", cell.to_string())),
        );
    }
    if view.facts_left_out.0 > 0 {
        let more = noun::FACT.count(view.facts_left_out.0);
        row(
            ("", ""),
            Phrase::new(
                format!("and {} more", more.en),
                format!("et {} de plus", more.fr),
            ),
        );
    }
    for (name, value) in &view.axes {
        row(
            ("axis", "axe"),
            same(format!("{:<24} {value}", name.to_string())),
        );
    }
    if let Some(progress) = view.progress {
        row(("progress", "avancée"), same(progress.to_string()));
    }
    row(("head", "tête"), same(head.to_string()));
}

fn awaited(view: &View) -> Phrase {
    match (&view.awaited, view.tries_left) {
        (Awaited::Answer, Some(tries)) => {
            let tries = noun::TRY.count(tries.0);
            Phrase::new(
                format!("an answer, {}", tries.en),
                format!("une réponse, {}", tries.fr),
            )
        }
        (Awaited::Answer, None) => Phrase::new("an answer", "une réponse"),
        (Awaited::Validation, _) => Phrase::new(
            "that a mirror is validated or put right",
            "qu'un miroir soit validé ou nuancé",
        ),
        (Awaited::Event(name), _) => {
            Phrase::new(format!("the event {name}"), format!("l'événement {name}"))
        }
        (Awaited::Nothing, _) if view.finished => Phrase::new(
            "nothing: the flow is finished",
            "rien : le parcours est terminé",
        ),
        (Awaited::Nothing, _) => Phrase::new("nothing", "rien"),
    }
}

pub async fn transcript(
    arguments: &TranscriptArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    let limit = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    let page = transcript::page(&host.store, &session, arguments.after, limit).await?;
    if output.json {
        let mut json = page.json();
        json["session"] = session.into();
        output.json(&json);
        return Ok(());
    }
    output.line(&output.dim(&format!("session {session}")));
    page.lines.iter().for_each(|line| show_line(line, output));
    if let Some(next) = page.next {
        output.phrase(
            format!("more follows: --after {next}"),
            format!("la suite : --after {next}"),
        );
    }
    Ok(())
}

/// A name that stands before words with lines of their own.
fn one_line(name: &str) -> std::borrow::Cow<'_, str> {
    harmless(name, false, Lines::One)
}

fn show_line(line: &Line, output: &Output) {
    let (id, text) = match &line.content {
        Content::Input { input, .. } => {
            let text = match input {
                Input::Message(text) => text.clone(),
                other => transcript::input_json(other).to_string(),
            };
            (line.input_id.clone(), format!("> {text}"))
        }
        Content::Item(item) => (item.id.to_string(), item.text.clone()),
        Content::ErasedInput | Content::ErasedItem => {
            let erased = Phrase::new("(erased)", "(effacé)");
            let mark = match line.content {
                Content::ErasedInput => "> ",
                Content::Input { .. } | Content::Item(_) | Content::ErasedItem => "",
            };
            (
                line.input_id.clone(),
                format!("{mark}{}", output.in_lang(&erased)),
            )
        }
    };
    let text = text
        .trim_end()
        .replace('\n', &format!("\n{}", " ".repeat(24)));
    let place = format!("{:>5}  {:<16}", line.entry, one_line(&id));
    output.text(&format!("{} {text}", output.dim(&place)));
    if let Content::Item(item) = &line.content {
        for choice in &item.choices {
            output.line(&format!("{}+ {}", " ".repeat(24), choice.label));
        }
    }
}
