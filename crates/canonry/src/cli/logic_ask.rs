//! The command `logic ask`: a query to a belief set, with the answer's reasons in words.

use super::logic_batch::{answer_name, semantics_named};
use super::logic_command::{Opened, Source, open};
use super::output::Output;
use crate::failure::{Failure, Kind};
use logic::Formula;
use logic::belief::{BeliefSet, Mode};
use logic::dialect::statement;
use logic::reason::{self, Answer, How, Semantics, World};

#[derive(clap::Args)]
pub struct AskArguments {
    #[command(flatten)]
    source: Source,
    /// The query, such as `mortal(socrates)` (default: every query of the file)
    #[arg(value_name = "QUERY")]
    query: Option<String>,
    /// Whether what is not said may still be so: open or closed
    #[arg(long, value_name = "WORLD", default_value = "open")]
    world: String,
    /// classical, forward, or auto: by the statements
    #[arg(long, value_name = "SEMANTICS", default_value = "classical")]
    semantics: String,
    /// Refuse what would need a repair
    #[arg(long)]
    strict: bool,
}

pub fn ask(arguments: &AskArguments, output: &Output) -> Result<(), Failure> {
    let opened = open(&arguments.source)?;
    opened.whole(output)?;
    let how = how(arguments)?;
    let queries = queries(arguments, &opened)?;
    let mode = if arguments.strict {
        Mode::Strict
    } else {
        Mode::Repair
    };
    let set = opened.build(mode);
    for query in &queries {
        answer(&set, query, &how, output);
    }
    Ok(())
}

fn how(arguments: &AskArguments) -> Result<How, Failure> {
    let semantics = semantics_named(&arguments.semantics)?.unwrap_or(Semantics::Classical);
    let how = match semantics {
        Semantics::Classical => How::classical(),
        Semantics::Forward => How::forward(),
    };
    match arguments.world.as_str() {
        "open" => Ok(how),
        "closed" => Ok(how.closed()),
        other => Err(Failure::new(
            Kind::Usage,
            format!("there is no world `{other}`: open, closed"),
            format!("il n'y a pas de monde `{other}` : open, closed"),
        )),
    }
}

fn queries(arguments: &AskArguments, opened: &Opened) -> Result<Vec<Formula>, Failure> {
    let Some(text) = &arguments.query else {
        let queries: Vec<Formula> = opened.document.queries().cloned().collect();
        if queries.is_empty() {
            return Err(Failure::new(
                Kind::Usage,
                "there is nothing to ask: give a query, or write one in the file as `? formula`",
                "il n'y a rien à demander : donnez une requête, ou écrivez-en une dans le fichier, `? formule`",
            ));
        }
        return Ok(queries);
    };
    statement(text)
        .map(|query| vec![query])
        .map_err(|problems| {
            let Some(problem) = problems.into_iter().next() else {
                return Failure::new(Kind::Usage, "no query", "pas de requête");
            };
            let column = text
                .get(..problem.span.start)
                .map_or(0, |before| before.chars().count())
                + 1;
            let failure = Failure::new(
                Kind::Usage,
                format!(
                    "the query cannot be read, at {column}: {}",
                    problem.message.en
                ),
                format!(
                    "la requête est illisible, en {column} : {}",
                    problem.message.fr
                ),
            );
            match problem.hint {
                Some(hint) => failure.hint(hint.en, hint.fr),
                None => failure,
            }
        })
}

fn answer(set: &BeliefSet, query: &Formula, how: &How, output: &Output) {
    let theory = set.theory();
    let verdict = reason::ask(&theory, query, how);
    let strangers = set.strangers(query);
    let semantics = match verdict.semantics {
        Semantics::Classical => "classical",
        Semantics::Forward => "forward",
    };
    let world = match verdict.world {
        World::Open => "open",
        World::Closed => "closed",
    };
    if output.json {
        output.json(&serde_json::json!({
            "query": query.to_string(), "answer": answer_name(verdict.truth),
            "semantics": semantics, "world": world, "complete": verdict.stopped.is_none(),
            "notes": strangers.iter().map(|problem| output.in_lang(&problem.message)).collect::<Vec<_>>(),
        }));
        return;
    }
    let (en, fr) = match verdict.truth {
        Answer::True => ("true", "vrai"),
        Answer::False => ("false", "faux"),
        Answer::Unknown => ("unknown", "inconnu"),
        Answer::Inconsistent => ("inconsistent", "contradictoire"),
    };
    output.phrase(format!("{query}: {en}"), format!("{query} : {fr}"));
    for problem in strangers {
        output.line(&format!("  {}", output.in_lang(&problem.message)));
        if let Some(hint) = &problem.hint {
            output.line(&format!("    {}", output.in_lang(hint)));
        }
    }
}
