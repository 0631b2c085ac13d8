//! The command `logic ask`: a query to a belief set, with the answer's reasons in words.

use super::logic_batch::{answer_name, semantics_named};
use super::logic_file::{Opened, Refuse, Source, open};
use super::output::Output;
use crate::failure::{Failure, Kind};
use logic::belief::{BeliefSet, Mode};
use logic::dialect;
use logic::explain;
use logic::reason::{self, Answer, Besides, Evidence, How, Semantics, Verdict, World};
use logic::text::{Phrase, counted};
use logic::{Formula, Term};

#[derive(clap::Args)]
pub struct AskArguments {
    #[command(flatten)]
    source: Source,
    /// The query, such as `mortal(socrates)`, in the file's syntax or another (default: every query of the file)
    #[arg(value_name = "QUERY")]
    query: Option<String>,
    /// Whether what is not said may still be so: open or closed
    #[arg(long, value_name = "WORLD", default_value = "open")]
    world: String,
    /// classical, or forward: rules run from facts to conclusions only
    #[arg(long, value_name = "SEMANTICS", default_value = "classical")]
    semantics: String,
    /// Give every answer to a query `exists X: …`
    #[arg(long)]
    all: bool,
    /// Refuse what would need a repair
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    refuse: Refuse,
}

pub fn ask(arguments: &AskArguments, output: &Output) -> Result<(), Failure> {
    let opened = open(&arguments.source)?;
    let how = how(arguments)?;
    let queries = queries(arguments, &opened)?;
    let mode = if arguments.strict {
        Mode::Strict
    } else {
        Mode::Repair
    };
    let set = opened.build(mode, &arguments.refuse)?;
    for query in &queries {
        if arguments.all {
            every(&opened, &set, query, &how, output)?;
        } else {
            answer(&opened, &set, query, &how, output);
        }
    }
    if !output.json
        && let Some(aside) = opened.tell_left_aside(&set)
    {
        output.line(output.in_lang(&aside));
    }
    Ok(())
}

fn how(arguments: &AskArguments) -> Result<How, Failure> {
    let semantics = semantics_named(&arguments.semantics)?.ok_or_else(|| {
        Failure::new(
            Kind::Usage,
            "a query is asked in one semantics: classical or forward",
            "une requête se pose dans une sémantique : classical ou forward",
        )
    })?;
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
    dialect::query(opened.dialect, text)
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

fn semantics_name(semantics: Semantics) -> &'static str {
    match semantics {
        Semantics::Classical => "classical",
        Semantics::Forward => "forward",
    }
}

fn world_name(world: World) -> &'static str {
    match world {
        World::Open => "open",
        World::Closed => "closed",
    }
}

/// "classical, open world, 3 steps".
fn manner(verdict: &Verdict, evidence: &Evidence) -> Phrase {
    let (semantics, sémantique) = match verdict.semantics {
        Semantics::Classical => ("classical", "classique"),
        Semantics::Forward => ("forward", "chaînage avant"),
    };
    let (world, monde) = match verdict.world {
        World::Open => ("open world", "monde ouvert"),
        World::Closed => ("closed world", "monde clos"),
    };
    let steps = match evidence.steps() {
        Some(steps) if steps > 0 => counted(
            steps,
            [", {} step", ", {} steps"],
            [", {} étape", ", {} étapes"],
        ),
        Some(_) | None => Phrase::default(),
    };
    Phrase::new(
        format!("{semantics}, {world}{}", steps.en),
        format!("{sémantique}, {monde}{}", steps.fr),
    )
}

fn answer(opened: &Opened, set: &BeliefSet, query: &Formula, how: &How, output: &Output) {
    let theory = set.theory_about(query);
    let verdict = reason::ask(&theory, query, how);
    let evidence = reason::explain(&theory, Some(query), &verdict, how);
    let mut because: Vec<Reason> = evidence
        .premises()
        .into_iter()
        .filter_map(|at| Reason::of(opened, set, &theory, at))
        .collect();
    because.sort_by_key(|reason| (reason.line.is_none(), reason.line));
    let calling = |at: usize| match theory.get(at) {
        Some(formula) => opened.called(formula),
        None => explain::by_number(at),
    };
    let told = explain::tell(&theory, Some(query), &verdict, &evidence, &calling);
    let manner = manner(&verdict, &evidence);
    let strangers = set.strangers(query);
    if output.json {
        output.json(&serde_json::json!({
            "query": query.to_string(), "answer": answer_name(verdict.truth),
            "semantics": semantics_name(verdict.semantics), "world": world_name(verdict.world),
            "because": because.iter().map(|reason| serde_json::json!({
                "line": reason.line, "formula": reason.formula, "sentence": reason.label, "from": output.in_lang(&reason.from),
            })).collect::<Vec<_>>(),
            "words": told.lines(&output.lang), "steps": evidence.steps(), "complete": verdict.stopped.is_none(),
            "aside": opened.left_aside(set).iter().map(|problem| opened.json(problem, output)).collect::<Vec<_>>(),
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
    output.phrase(
        format!("{query}: {en}    {}", manner.en),
        format!("{query} : {fr}    {}", manner.fr),
    );
    for reason in &because {
        let source = match &reason.label {
            Some(label) => format!("« {label} »"),
            None => output.in_lang(&reason.from).to_owned(),
        };
        let place = match (reason.line, output.lang == "fr") {
            (Some(line), false) => format!("line {line}: "),
            (Some(line), true) => format!("ligne {line} : "),
            (None, _) => String::new(),
        };
        output.line(&format!("  {place}{}  ({source})", reason.formula));
    }
    for line in told.lines(&output.lang) {
        output.line(&format!("  {line}"));
    }
    for problem in strangers {
        output.line(&format!("  {}", output.in_lang(&problem.message)));
        if let Some(hint) = &problem.hint {
            output.line(&format!("    {}", output.in_lang(hint)));
        }
    }
}

/// Something an answer rests on.
struct Reason {
    /// Where in the file it is written; a repair is written nowhere.
    line: Option<usize>,
    formula: String,
    label: Option<String>,
    from: Phrase,
}

impl Reason {
    /// The formula at a place of the theory: a statement, or else what was declared or repaired.
    fn of(opened: &Opened, set: &BeliefSet, theory: &[Formula], at: usize) -> Option<Reason> {
        let formula = theory.get(at)?;
        let (label, from) = match set.statements().get(at) {
            Some(kept) => (kept.label.clone(), Phrase::new("stated", "énoncé")),
            None if set.is_repaired(formula) => (None, Phrase::new("repaired", "réparé")),
            None => (None, Phrase::new("declared", "déclaré")),
        };
        Some(Reason {
            line: opened.line_of(formula),
            formula: formula.to_string(),
            label,
            from,
        })
    }
}

/// All answers to `exists X, Y: …`.
fn every(
    opened: &Opened,
    set: &BeliefSet,
    query: &Formula,
    how: &How,
    output: &Output,
) -> Result<(), Failure> {
    let mut variables = Vec::new();
    let mut body = query.clone();
    while let Formula::Exists {
        variable,
        sort,
        body: inner,
    } = body
    {
        body = match sort {
            Some(sort) => Formula::And(vec![
                Formula::Atom {
                    predicate: sort,
                    arguments: vec![Term::Variable(variable.clone())],
                },
                *inner,
            ]),
            None => *inner,
        };
        let more = matches!(body, Formula::Exists { .. });
        variables.push(variable);
        if !more {
            break;
        }
    }
    if variables.is_empty() {
        return Err(Failure::new(
            Kind::Usage,
            format!("`{query}` asks for nothing: with --all a query begins with `exists X:`"),
            format!("`{query}` ne demande rien : avec --all, une requête commence par `exists X:`"),
        ));
    }
    let found = reason::answers(&set.theory_about(query), &body, &variables, how);
    let shown = |row: &[logic::Value]| -> Vec<String> {
        let pairs = variables.iter().zip(row);
        pairs
            .map(|(variable, value)| format!("{variable} = {}", value.show()))
            .collect()
    };
    if output.json {
        let object = |row: &Vec<logic::Value>| -> serde_json::Value {
            let pairs = variables.iter().zip(row);
            pairs
                .map(|(variable, value)| (variable.to_string(), serde_json::json!(value.show())))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let rows: Vec<serde_json::Value> = found.rows.iter().map(object).collect();
        let one_of: Vec<serde_json::Value> = match &found.besides {
            Some(Besides::OneOf(rows)) => rows.iter().map(object).collect(),
            Some(Besides::Unnamed) | None => Vec::new(),
        };
        output.json(&serde_json::json!({
            "query": query.to_string(), "answers": rows, "inconsistent": found.inconsistent,
            "one_of": one_of, "disputed": found.disputed.iter().map(object).collect::<Vec<_>>(), "unnamed": found.besides == Some(Besides::Unnamed),
            "complete": found.is_complete(),
            "semantics": semantics_name(how.semantics), "world": world_name(how.world),
            "aside": opened.left_aside(set).iter().map(|problem| opened.json(problem, output)).collect::<Vec<_>>(),
        }));
        return Ok(());
    }
    for row in &found.rows {
        output.line(&shown(row).join(", "));
    }
    if found.inconsistent {
        output.phrase(
            "the statements contradict each other, so that anything follows",
            "les énoncés se contredisent, si bien que tout en découle",
        );
    }
    let answers = counted(
        found.rows.len(),
        ["{} answer", "{} answers"],
        ["{} réponse", "{} réponses"],
    );
    output.phrase(
        format!("{query}: {}", answers.en),
        format!("{query} : {}", answers.fr),
    );
    match &found.besides {
        Some(Besides::OneOf(rows)) => {
            let rows: Vec<String> = rows.iter().map(|row| shown(row).join(", ")).collect();
            output.phrase(
                format!(
                    "one of these answers, nobody can tell which: {}",
                    rows.join("; ")
                ),
                format!(
                    "l'une de celles-ci répond, on ne peut dire laquelle : {}",
                    rows.join(" ; ")
                ),
            );
        }
        Some(Besides::Unnamed) => output.phrase(
            "somebody or something answers that is not named",
            "quelqu'un ou quelque chose répond, qui n'est pas nommé",
        ),
        None => {}
    }
    if !found.disputed.is_empty() {
        let rows: Vec<String> = found
            .disputed
            .iter()
            .map(|row| shown(row).join(", "))
            .collect();
        output.phrase(
            format!(
                "of these the statements contradict each other: {}",
                rows.join("; ")
            ),
            format!(
                "de ceux-ci les énoncés se contredisent : {}",
                rows.join(" ; ")
            ),
        );
    }
    if let Some(stopped) = &found.stopped {
        let why = explain::tell_stopped(stopped).text;
        output.phrase(
            format!("there may be more: {}", why.en),
            format!("il peut y en avoir d'autres : {}", why.fr),
        );
    }
    Ok(())
}
