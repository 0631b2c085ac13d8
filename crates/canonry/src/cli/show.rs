//! Reading a session: log, why, canon. Pure reads; nothing is appended.

use super::output::Output;
use super::settings::{CliHost, Settings};
use super::whose::session_of;
use super::{possible, provenance};
use crate::damage;
use crate::failure::{Failure, Kind};
use crate::noun;
use crate::record::{each_record, to_entry};
use crate::store::Store;
use crate::transcript;
use engine::Event;
use engine::axis::Standing;
use engine::event::{Closed, Ended, Reopening};
use engine::state::EntryContent;
use engine::why::{self, ScoreLine, Why};
use logic::holds::Truth;
use logic::text::Phrase;
use logic::value::{Cell, Value};
use std::sync::Arc;

#[derive(clap::Args)]
pub struct LogArguments {
    #[command(flatten)]
    which: super::Which,
    /// Only entries after this one
    #[arg(long, value_name = "ENTRY", default_value_t = 0)]
    after: u64,
}

#[derive(clap::Args)]
pub struct WhyArguments {
    /// A cell such as visitor.mood, or a derived fact
    cell: String,
    #[command(flatten)]
    which: super::Which,
    /// As it was after this entry
    #[arg(long, value_name = "ENTRY")]
    at: Option<u64>,
}

/// The store and the session that a reading command is about.
pub async fn reading(
    settings: &Settings,
    which: &super::Which,
) -> Result<(Arc<CliHost>, String), Failure> {
    let host = settings.reading_host().await?;
    let session = session_of(&host, which).await?;
    Ok((host, session))
}

pub async fn log(
    arguments: &LogArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    if !output.json {
        output.line(&output.dim(&format!("session {session}")));
    }
    each_record(&host.store, &session, arguments.after, |record| {
        if output.json {
            let body = record.content.as_ref().and_then(|content| serde_json::from_slice::<serde_json::Value>(&content.body).ok());
            output.json(&serde_json::json!({
                "seq": record.seq, "at": record.header.at.to_string(), "kind": record.header.kind, "version": record.header.version,
                "cause": record.header.cause, "cell": record.header.cell, "chain": record.chain.to_string(), "body": body, "erased": record.content.is_none(),
            }));
            return Ok(());
        }
        let summary = match to_entry(&record) {
            Ok(entry) => output.in_lang(&summary(&entry.content)).to_owned(),
            Err(error) => output.red(output.in_lang(&damage::phrase(&error.to_string()))),
        };
        output.line(&format!("{:>5}  {}  {:<17} {summary}", record.seq, output.dim(&record.header.at.to_string()), record.header.kind));
        Ok(())
    })
    .await
}

/// What an entry says, on one line.
fn summary(content: &EntryContent) -> Phrase {
    let same = |text: String| Phrase::new(text.clone(), text);
    let event = match content {
        EntryContent::Event(event) => event,
        EntryContent::Hole { cell, .. } => {
            let cell = cell.as_ref().map(Cell::to_string).unwrap_or_default();
            return Phrase::new(format!("(erased) {cell}"), format!("(effacé) {cell}"));
        }
    };
    match event {
        Event::SessionStarted(started) => {
            let (language, seed) = (&started.language, started.seed.0);
            let project = &started.project.to_string()[..12];
            Phrase::new(
                format!("{language} seed {seed} project {project}"),
                format!("{language} graine {seed} projet {project}"),
            )
        }
        Event::ProjectMoved(moved) => {
            let to = &moved.to.to_string()[..12];
            Phrase::new(format!("to {to}"), format!("vers {to}"))
        }
        Event::InputRecorded(recorded) => {
            same(short(&transcript::input_json(&recorded.input).to_string()))
        }
        Event::Heard(heard) => {
            let (cell, attempt) = (&heard.cell, heard.attempt.0);
            let outcome = short(&serde_json::to_string(&heard.outcome).unwrap_or_default());
            Phrase::new(
                format!("{cell} attempt {attempt}: {outcome}"),
                format!("{cell} tentative {attempt} : {outcome}"),
            )
        }
        Event::FactFixed(fact) => same(format!("{} = {}", fact.cell, short(&fact.value.show()))),
        Event::FluentSet(fluent) => {
            same(format!("{} = {}", fluent.cell, short(&fluent.value.show())))
        }
        Event::ConstraintAdded(added) => same(format!(
            "{} {}: {}",
            added.cell,
            added.strength.as_str(),
            short(&added.formula.to_string())
        )),
        Event::ConstraintLifted(lifted) => same(format!(
            "#{}: {}",
            lifted.constraint.0,
            short(&lifted.reason)
        )),
        Event::Testified(said) => same(format!(
            "{} {}: {}",
            said.by.as_ref().map_or("?", |by| by.as_str()),
            said.reliability.as_str(),
            short(&said.formula.to_string())
        )),
        Event::Reinterpreted(read) => same(format!(
            "#{} {}: {}",
            read.testimony.0,
            read.kind.as_str(),
            short(&read.because)
        )),
        Event::RelationSet(set) => same(format!(
            "{} {} {} {}",
            set.from, set.kind, set.to, set.force
        )),
        Event::Reinforced(reinforced) => same(format!(
            "{} +{} ({})",
            reinforced.cell, reinforced.weight, reinforced.rule
        )),
        Event::Marked(marked) => same(format!("{} ({})", marked.cell, marked.rule)),
        Event::Raised(raised) => {
            let about: Vec<&str> = raised.about.iter().map(|name| name.as_str()).collect();
            same(format!("{}: {}", raised.name, about.join(", ")))
        }
        Event::SceneChanged(changed) => same(short(
            &serde_json::to_string(&changed.scene).unwrap_or_default(),
        )),
        Event::AliasLearned(learned) => {
            let (alias, entity) = (&learned.alias, &learned.entity);
            Phrase::new(
                format!("« {alias} » is {entity}"),
                format!("« {alias} » est {entity}"),
            )
        }
        Event::EntitiesMerged(merged) => {
            let (gone, kept) = (&merged.gone, &merged.kept);
            Phrase::new(format!("{gone} is {kept}"), format!("{gone} est {kept}"))
        }
        Event::IncoherenceSettled(settled) => {
            let at = settled.incoherence.0;
            match settled.yields {
                Some(yields) => Phrase::new(
                    format!("#{at}: #{} yields", yields.0),
                    format!("#{at} : #{} cède", yields.0),
                ),
                None => Phrase::new(
                    format!("#{at}: the refusal stands"),
                    format!("#{at} : le refus demeure"),
                ),
            }
        }
        Event::ObligationOpened(opened) => same(format!("{} ({})", opened.part, opened.item)),
        Event::AnswerAccepted(accepted) => same(format!(
            "{}: {}",
            accepted.part,
            short(&accepted.value.show())
        )),
        Event::AnswerRefused(refused) => same(format!("{}: {}", refused.part, refused.code)),
        Event::ObligationClosed(closed) => {
            let (en, fr) = match closed.how {
                Closed::Answered => ("answered", "répondu"),
                Closed::Passed => ("passed", "passé"),
                Closed::GivenUp => ("given up", "abandonné"),
                Closed::Settled => ("settled otherwise", "réglé autrement"),
                Closed::Skipped => ("skipped", "passé sans réponse"),
                Closed::Validated => ("validated", "validé"),
                Closed::Nuanced => ("put right", "nuancé"),
                Closed::Withdrawn => ("withdrawn", "retiré"),
            };
            let part = &closed.part;
            Phrase::new(format!("{part} {en}"), format!("{part} {fr}"))
        }
        Event::Reopened(reopened) => {
            let count = reopened.parts.len();
            match reopened.why {
                Reopening::Restart => Phrase::new(
                    format!("begun anew: {count} parts"),
                    format!("recommencé : {count} parties"),
                ),
                Reopening::Resume => Phrase::new("goes on", "reprend"),
                Reopening::Correction => {
                    let parts: Vec<&str> =
                        reopened.parts.iter().map(|part| part.as_str()).collect();
                    let parts = parts.join(", ");
                    Phrase::new(
                        format!("outdated by a correction: {parts}"),
                        format!("dépassé par une correction : {parts}"),
                    )
                }
            }
        }
        Event::Cleared(cleared) => {
            let (list, count) = (&cleared.list, cleared.cells.len());
            Phrase::new(
                format!("{list}: an item is gone, {count} cells are open again"),
                format!("{list} : un élément n'y est plus, {count} cellules sont rouvertes"),
            )
        }
        Event::FlowEnded(ended) => match ended.how {
            Ended::Completed => Phrase::new("completed", "terminé"),
            Ended::Cancelled => Phrase::new("cancelled", "annulé"),
            Ended::GivenUp => Phrase::new("given up", "abandonné"),
        },
        Event::Said(item) => {
            let text = short(&item.text);
            same(format!("{} {}: {text}", item.id, item.kind.as_str()))
        }
        Event::TurnEnded(ended) => same(ended.stopped.clone().unwrap_or_default()),
        Event::TurnFailed(failed) => same(short(&failed.reason)),
        Event::Erased(erased) => {
            let (entries, reason) = (noun::ENTRY.count(erased.records.0), &erased.reason);
            Phrase::new(
                format!("{}: {reason}", entries.en),
                format!("{} : {reason}", entries.fr),
            )
        }
    }
}

fn short(text: &str) -> String {
    let line = text.replace('\n', " ⏎ ");
    if line.chars().count() > 90 {
        format!("{}…", line.chars().take(90).collect::<String>())
    } else {
        line
    }
}

pub async fn why(
    arguments: &WhyArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    explain(&host, &session, &arguments.cell, arguments.at, output).await
}

pub async fn why_in(
    host: &Arc<CliHost>,
    session: &str,
    cell: &str,
    output: &Output,
) -> Result<(), Failure> {
    explain(host, session, cell, None, output).await
}

async fn explain(
    host: &Arc<CliHost>,
    session: &str,
    name: &str,
    at: Option<u64>,
    output: &Output,
) -> Result<(), Failure> {
    let loaded = match at {
        Some(at) => host.load_at(session, at).await?,
        None => host.load(session).await?,
    };
    let found = match name.parse::<Cell>() {
        Ok(cell) => why::cell(&loaded.project, &loaded.state, &cell),
        Err(_) => why::derived(&loaded.project, &loaded.state, name),
    };
    // The lines of a score are those of the moment at which it was fixed.
    let found = match (found, name.parse::<Cell>()) {
        (Some(why), Ok(cell)) => match why.scored_at() {
            Some(seq) => {
                let then = host.load_at(session, seq).await?;
                let then = why::cell(&then.project, &then.state, &cell);
                Some(then.map_or(why.clone(), |then| why.as_scored(&then)))
            }
            None => Some(why),
        },
        (found, _) => found,
    };
    let Some(mut why) = found else {
        let known: Vec<String> = super::world::known_cells(&loaded.project)
            .into_iter()
            .chain(loaded.project.derived.keys().map(ToString::to_string))
            .chain(loaded.project.axes.keys().map(ToString::to_string))
            .collect();
        let failure = Failure::new(
            Kind::NotFound,
            format!("there is no cell or derived fact `{name}`"),
            format!("il n'y a pas de cellule ni de fait dérivé `{name}`"),
        );
        return Err(
            match logic::text::nearest(name, known.iter().map(String::as_str)) {
                Some(near) => failure.hint(
                    format!("did you mean {near}?"),
                    format!("vouliez-vous dire {near} ?"),
                ),
                None => failure,
            },
        );
    };
    // Of what is open people ask why it cannot be something.
    let (plain, said) = match &why {
        Why::Spoken { of, said } => (&**of, &said[..]),
        other @ (Why::Declared { .. }
        | Why::Entry { .. }
        | Why::Derived { .. }
        | Why::Composite { .. }
        | Why::Open { .. }
        | Why::Score { .. }
        | Why::Taken { .. }
        | Why::Standing { .. }
        | Why::Merged { .. }
        | Why::Said { .. }) => (other, &[][..]),
    };
    if let Why::Open { cell } = plain
        && loaded.project.base.span(cell).is_some()
        && (said.is_empty() || !output.json)
    {
        possible::show_cell(&loaded.project, &loaded.state, name, output)?;
        for said in said {
            output.line(output.in_lang(&said.line()));
        }
        return Ok(());
    }
    provenance::look_up(host, session, &mut why).await?;
    let cell = name.parse::<Cell>().ok();
    let cell = cell.map(|cell| loaded.state.kept_cell(&cell).into_owned());
    let inputs = inputs_behind(host, session, &why).await?;
    if output.json {
        let mut json = to_json(&why, output);
        json["inputs"] = inputs
            .iter()
            .map(|(id, input)| (id.clone(), crate::transcript::input_json(input)))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let more = cell.map(|cell| possible::weighed_json(&loaded.state, &cell));
        if let (Some(all), Some(serde_json::Value::Object(more))) = (json.as_object_mut(), more) {
            all.extend(more);
        }
        output.json(&json);
    } else {
        print_tree(&why, 0, output);
        if let Some(cell) = &cell {
            possible::print_weighed(&loaded.state, cell, output);
        }
        print_inputs(&inputs, output);
    }
    Ok(())
}

fn print_tree(why: &Why, depth: usize, output: &Output) {
    print_below(why, depth, "", output);
}

fn print_below(why: &Why, depth: usize, because: &str, output: &Output) {
    let line = why.line();
    output.line(&format!(
        "{}{because}{}",
        "  ".repeat(depth),
        output.in_lang(&line)
    ));
    let because = match why {
        // Its fields are its parts, not its reasons.
        // What was said is no reason either.
        Why::Composite { .. } | Why::Spoken { .. } | Why::Score { .. } | Why::Merged { .. } => "",
        Why::Declared { .. }
        | Why::Entry { .. }
        | Why::Taken { .. }
        | Why::Standing { .. }
        | Why::Derived { .. }
        | Why::Open { .. }
        | Why::Said { .. } => {
            if output.lang == "fr" {
                "parce que "
            } else {
                "because "
            }
        }
    };
    if let Why::Entry {
        account: Some(account),
        ..
    } = why
    {
        provenance::print(account, depth + 1, output);
    }
    if let Why::Score { lines, .. } = why {
        print_score(lines, depth + 1, output);
    }
    if let Why::Standing { standing, .. } = why {
        print_standing(standing, depth + 1, output);
    }
    for reason in why.because() {
        print_below(reason, depth + 1, because, output);
    }
}

/// The lines of a score: what they give, whether they held, and why they are there.
fn print_score(lines: &[ScoreLine], depth: usize, output: &Output) {
    for line in lines {
        let (en, fr) = match line.held {
            Truth::True => ("holds", "vrai"),
            Truth::False => ("does not hold", "faux"),
            Truth::Unknown => ("is not known", "inconnu"),
        };
        let points = if line.held == Truth::True {
            format!("{:+}", line.points)
        } else {
            "0".to_owned()
        };
        let held = if output.lang == "fr" { fr } else { en };
        output.line(&format!(
            "{}{points:>5}  {}  ({} {held}, {})",
            "  ".repeat(depth),
            line.because,
            line.when,
            line.place
        ));
    }
}

/// Where a number began, and what each line adds to it.
fn print_standing(standing: &Standing, depth: usize, output: &Output) {
    let indent = "  ".repeat(depth);
    let start = Phrase::new("where it starts", "au départ");
    output.line(&format!(
        "{indent}{:>5}  {}",
        standing.start.to_string(),
        output.in_lang(&start)
    ));
    for line in &standing.lines {
        let moved = match line.moved.to_string() {
            moved if moved.starts_with('-') || moved == "0" => moved,
            moved => format!("+{moved}"),
        };
        let because = line.because.as_ref().map(|because| output.in_lang(because));
        let on = output.in_lang(&line.on);
        let times = noun::TIME.count(line.times);
        let last = line
            .last
            .map_or_else(String::new, |seq| format!(", #{seq}"));
        output.line(&format!(
            "{indent}{moved:>5}  {}  ({on}: {}{last}, {})",
            because.unwrap_or_default(),
            output.in_lang(&times),
            line.place
        ));
    }
}

/// The inputs behind a fact, each with its id, so that the answer can be seen and not only believed.
async fn inputs_behind(
    host: &Arc<CliHost>,
    session: &str,
    why: &Why,
) -> Result<Vec<(String, engine::Input)>, Failure> {
    let (mut causes, mut inputs) = (Vec::new(), Vec::new());
    collect_causes(why, &mut causes);
    for cause in causes {
        let Some(
            crate::store::Known::Ended { seq, .. }
            | crate::store::Known::Pending { seq }
            | crate::store::Known::OtherContent { seq },
        ) = host.store.known(session, &cause, None).await?
        else {
            continue;
        };
        if let Some(record) = host.store.read(session, seq - 1, 1).await?.first()
            && let Ok(entry) = to_entry(record)
            && let EntryContent::Event(Event::InputRecorded(recorded)) = entry.content
        {
            inputs.push((cause, recorded.input));
        }
    }
    Ok(inputs)
}

fn print_inputs(inputs: &[(String, engine::Input)], output: &Output) {
    for (cause, input) in inputs {
        let words = match input {
            engine::Input::Message(text) => format!("« {text} »"),
            other => crate::transcript::input_json(other).to_string(),
        };
        output.line(&output.dim(&format!("  {cause}: {words}")));
    }
}

fn collect_causes(why: &Why, causes: &mut Vec<String>) {
    if let Why::Entry { cause, .. } | Why::Said { cause, .. } | Why::Merged { cause, .. } = why
        && !cause.is_empty()
        && !causes.contains(cause)
    {
        causes.push(cause.clone());
    }
    why.because()
        .iter()
        .for_each(|reason| collect_causes(reason, causes));
    if let Why::Spoken { of, .. } | Why::Score { of, .. } | Why::Taken { of, .. } = why {
        collect_causes(of, causes);
    }
}

fn to_json(why: &Why, output: &Output) -> serde_json::Value {
    let line = why.line();
    let mut json = serde_json::json!({ "text": output.in_lang(&line) });
    match why {
        Why::Declared { cell, value, place } => {
            json["kind"] = "declared".into();
            json["cell"] = cell.to_string().into();
            json["value"] = engine::view::plain(value);
            json["place"] = place.to_string().into();
        }
        Why::Entry {
            cell,
            value,
            seq,
            cause,
            source,
            revision,
            provenance,
            account,
            ..
        } => {
            json["kind"] = "entry".into();
            json["provenance"] =
                provenance::to_json(provenance.as_ref(), account.as_deref(), output);
            if let Some((number, outdated)) = revision {
                json["revision"] = (*number).into();
                json["outdated"] = (*outdated).into();
            }
            json["cell"] = cell.to_string().into();
            json["value"] = value
                .as_ref()
                .map_or(serde_json::Value::Null, engine::view::plain);
            json["seq"] = (*seq).into();
            json["input"] = Some(cause.as_str())
                .filter(|cause| !cause.is_empty())
                .into();
            json["source"] = source
                .as_ref()
                .map_or(serde_json::Value::Null, |source| source.as_str().into());
        }
        Why::Derived {
            name,
            value,
            place,
            because,
            exhausted,
        } => {
            json["kind"] = "derived".into();
            if *exhausted {
                json["stopped"] = "condition-too-long".into();
            }
            json["name"] = name.as_str().into();
            json["value"] = value
                .as_ref()
                .map_or(serde_json::Value::Null, engine::view::plain);
            json["place"] = place.to_string().into();
            json["because"] = because
                .iter()
                .map(|reason| to_json(reason, output))
                .collect();
        }
        Why::Composite { cell, fields } => {
            json["kind"] = "composite".into();
            json["cell"] = cell.to_string().into();
            json["fields"] = fields.iter().map(|field| to_json(field, output)).collect();
        }
        Why::Score { of, lines } => {
            json = to_json(of, output);
            json["score"] = lines
                .iter()
                .map(|line| {
                    serde_json::json!({
                        "when": line.when,
                        "held": match line.held {
                            Truth::True => serde_json::json!(true),
                            Truth::False => serde_json::json!(false),
                            Truth::Unknown => serde_json::Value::Null,
                        },
                        "points": line.points,
                        "because": line.because,
                        "place": line.place.to_string(),
                    })
                })
                .collect();
        }
        Why::Spoken { of, said } => {
            json = to_json(of, output);
            json["said"] = said.iter().map(|said| to_json(said, output)).collect();
        }
        Why::Taken { of, from } => {
            json = to_json(of, output);
            json["because"] = from.iter().map(|from| to_json(from, output)).collect();
        }
        Why::Standing {
            name,
            standing,
            place,
            because,
        } => {
            let number = |number| engine::view::plain(&Value::Number(number));
            json["kind"] = "standing".into();
            json["name"] = name.as_str().into();
            json["value"] = number(standing.value);
            json["start"] = number(standing.start);
            json["range"] = [standing.range.0, standing.range.1]
                .into_iter()
                .map(number)
                .collect();
            json["place"] = place.as_ref().map(ToString::to_string).into();
            json["lines"] = standing
                .lines
                .iter()
                .map(|line| {
                    serde_json::json!({
                        "on": output.in_lang(&line.on),
                        "times": line.times,
                        "moved": number(line.moved),
                        "because": line.because.as_ref().map(|because| output.in_lang(because)),
                        "place": line.place.to_string(),
                        "seq": line.last,
                    })
                })
                .collect();
            json["because"] = because
                .iter()
                .map(|reason| to_json(reason, output))
                .collect();
        }
        Why::Merged {
            gone,
            kept,
            seq,
            cause,
            of,
            ..
        } => {
            json["kind"] = "merged".into();
            json["gone"] = gone.as_str().into();
            json["kept"] = kept.as_str().into();
            json["seq"] = (*seq).into();
            json["input"] = cause.as_str().into();
            json["because"] = of.iter().map(|of| to_json(of, output)).collect();
        }
        Why::Said {
            cell,
            formula,
            by,
            reliability,
            seq,
            cause,
            reinterpreted,
        } => {
            json["kind"] = "said".into();
            json["cell"] = cell.to_string().into();
            json["said"] = formula.as_str().into();
            json["by"] = by.as_ref().map(|by| by.as_str()).into();
            json["reliability"] = reliability.as_str().into();
            json["seq"] = (*seq).into();
            json["input"] = cause.as_str().into();
            json["reinterpreted"] = match reinterpreted {
                None => serde_json::Value::Null,
                Some((seq, kind, because)) => serde_json::json!({
                    "seq": seq, "kind": kind.as_str(), "because": because,
                }),
            };
        }
        Why::Open { cell } => {
            json["kind"] = "open".into();
            json["cell"] = cell.to_string().into();
        }
    }
    json
}
