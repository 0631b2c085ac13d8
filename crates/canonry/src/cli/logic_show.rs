//! Commands that show a belief set in another form: its sorts, another syntax, its tools.

use super::logic_batch::not_json;
use super::logic_file::{Refuse, Source, dialect_named, open, text_of};
use super::output::Output;
use crate::failure::{Failure, Kind};
use crate::noun;
use logic::belief::{BeliefSetBuilder, Mode};
use logic::dialect::{self, Dialect};
use logic::problem::Problem;
use logic::sort::Origin;
use logic::text::{Phrase, counted};
use logic::tools::{self, Protocol};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct SortsArguments {
    #[command(flatten)]
    source: Source,
    /// Print a graph for Graphviz
    #[arg(long)]
    dot: bool,
}

#[derive(clap::Args)]
pub struct ConvertArguments {
    #[command(flatten)]
    source: Source,
    /// The syntax to write: canonry, tweety, tptp or prover9
    #[arg(long, value_name = "SYNTAX")]
    to: String,
}

#[derive(clap::Args)]
pub struct ToolsArguments {
    /// Whose form they take: openai, anthropic or mcp
    #[arg(long = "for", value_name = "PROTOCOL", default_value = "mcp")]
    protocol: String,
    /// Apply the calls of a file of JSON lines, or of `-`, and answer each
    #[arg(long, value_name = "FILE")]
    apply: Option<PathBuf>,
    /// Refuse what would need a repair
    #[arg(long)]
    strict: bool,
}

fn origin(origin: Origin, output: &Output) -> &'static str {
    match (origin, output.lang == "fr") {
        (Origin::Builtin, true) => "intégré",
        (Origin::Builtin, false) => "builtin",
        (Origin::Declared, true) => "déclaré",
        (Origin::Declared, false) => "declared",
        (Origin::Inferred, true) => "inféré",
        (Origin::Inferred, false) => "inferred",
    }
}

pub fn sorts(arguments: &SortsArguments, output: &Output) -> Result<(), Failure> {
    let opened = open(&arguments.source)?;
    let set = opened.build(Mode::Repair, &Refuse::default())?;
    let aside = opened.tell_left_aside(&set);
    let hierarchy = set.hierarchy();
    if output.json {
        let edges: serde_json::Map<String, serde_json::Value> = hierarchy
            .iter()
            .map(|(sub, supers)| {
                let supers: Vec<String> = supers.keys().map(ToString::to_string).collect();
                (sub.to_string(), serde_json::json!(supers))
            })
            .collect();
        let origins: Vec<serde_json::Value> = hierarchy
            .iter()
            .flat_map(|(sub, supers)| supers.iter().map(move |(sup, from)| (sub, sup, from)))
            .map(|(sub, sup, from)| {
                let english = match from {
                    Origin::Builtin => "builtin",
                    Origin::Declared => "declared",
                    Origin::Inferred => "inferred",
                };
                serde_json::json!({ "sub": sub, "super": sup, "origin": english })
            })
            .collect();
        output.json(&serde_json::json!({
            "hierarchy": edges, "edges": origins,
            "sorts": set.sorts().names().collect::<Vec<_>>(),
            "members": set.members().iter().map(|(constant, sorts)| {
                (constant.to_string(), serde_json::json!(sorts.keys().collect::<Vec<_>>()))
            }).collect::<serde_json::Map<_, _>>(),
            "aside": opened.left_aside(&set).iter().map(|problem| opened.json(problem, output)).collect::<Vec<_>>(),
        }));
        return Ok(());
    }
    if arguments.dot {
        // A graph has no room for words.
        if let Some(aside) = &aside {
            output.aside(output.in_lang(aside));
        }
        let quoted =
            |name: &str| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
        output.line("digraph sorts {");
        output.line("  rankdir=BT;");
        for name in set.sorts().names() {
            output.line(&format!("  {};", quoted(name)));
        }
        for (sub, supers) in &hierarchy {
            for (sup, from) in supers {
                let style = if *from == Origin::Inferred {
                    "dashed"
                } else {
                    "solid"
                };
                output.line(&format!(
                    "  {} -> {} [style={style}];",
                    quoted(sub),
                    quoted(sup)
                ));
            }
        }
        output.line("}");
        return Ok(());
    }
    for (sub, supers) in &hierarchy {
        let shown: Vec<String> = supers
            .iter()
            .map(|(sup, from)| format!("{sup} ({})", origin(*from, output)))
            .collect();
        output.line(&format!("{sub}: {}", shown.join(", ")));
    }
    let count = hierarchy
        .values()
        .map(std::collections::BTreeMap::len)
        .sum::<usize>();
    let sorts = noun::SORT.count(set.sorts().names().count());
    let edges = noun::EDGE.count(count);
    output.phrase(
        format!("{}, {}", sorts.en, edges.en),
        format!("{}, {}", sorts.fr, edges.fr),
    );
    if let Some(aside) = &aside {
        output.line(output.in_lang(aside));
    }
    Ok(())
}

pub fn convert(arguments: &ConvertArguments, output: &Output) -> Result<(), Failure> {
    let target = dialect_named(&arguments.to)?;
    let opened = open(&arguments.source)?;
    let set = opened.build(Mode::Repair, &Refuse::default())?;
    let document = set.document(&opened.document);
    let aside = opened.left_aside(&set);
    let written = dialect::write(target, &document).map_err(|problem| {
        let failure = Failure::new(Kind::Usage, problem.message.en, problem.message.fr);
        match problem.hint {
            Some(hint) => failure.hint(hint.en, hint.fr),
            None => failure,
        }
    })?;
    let unsaid: Vec<String> = written
        .unsaid
        .iter()
        .filter_map(|at| document.entries.get(*at))
        .map(dialect::entry)
        .collect();
    let unlabelled: Vec<&str> = written
        .unlabelled
        .iter()
        .filter_map(|at| document.entries.get(*at)?.label.as_deref())
        .collect();
    let refused: Vec<Problem> = written
        .refused
        .iter()
        .map(|(entry, problem)| {
            let mut problem = problem.clone();
            if let Some(entry) = document.entries.get(*entry) {
                problem.span = entry.span;
            }
            problem
        })
        .collect();
    if output.json {
        output.json(&serde_json::json!({
            "text": written.text,
            "renamed": written.renamed.iter().map(|renamed| serde_json::json!({
                "from": renamed.from, "to": renamed.to, "arguments": renamed.arity,
            })).collect::<Vec<_>>(),
            "refused": refused.iter().map(|problem| opened.json(problem, output)).collect::<Vec<_>>(),
            "unsaid": unsaid, "unlabelled": unlabelled,
            "aside": aside.iter().map(|problem| opened.json(problem, output)).collect::<Vec<_>>(),
        }));
    } else {
        output.raw(&written.text);
        for problem in refused.iter().chain(&aside) {
            opened.show(problem, output, true);
        }
        // Where the text itself has no room for it.
        let untold = written.renamed.iter().filter(|renamed| {
            target == Dialect::Tweety && renamed.kind != dialect::NameKind::Variable
        });
        for renamed in untold {
            let (from, to) = (&renamed.from, &renamed.to);
            let words = Phrase::new(
                format!("{to} stands for `{from}`"),
                format!("{to} est mis pour `{from}`"),
            );
            output.aside(output.in_lang(&words));
        }
        for declared in &unsaid {
            let words = Phrase::new(
                format!("no formula, written as a comment or not at all: {declared}"),
                format!("n'est pas une formule, mis en commentaire ou omis : {declared}"),
            );
            output.aside(output.in_lang(&words));
        }
        for label in &unlabelled {
            let words = Phrase::new(
                format!(
                    "this syntax keeps no sentence or name of a statement, so it is left out: « {label} »"
                ),
                format!(
                    "cette syntaxe ne garde ni phrase ni nom d'un énoncé, qui est donc omis : « {label} »"
                ),
            );
            output.aside(output.in_lang(&words));
        }
    }
    let lost = refused.len() + aside.len();
    if lost == 0 {
        return Ok(());
    }
    let name = target.name();
    let Phrase { en, fr } = counted(
        lost,
        [
            "{} entry is not written in",
            "{} entries are not written in",
        ],
        [
            "{} entrée n'est pas écrite en",
            "{} entrées ne sont pas écrites en",
        ],
    );
    Err(Failure::new(
        Kind::Findings,
        format!("{en} {name}"),
        format!("{fr} {name}"),
    ))
}

pub fn tools(arguments: &ToolsArguments, output: &Output) -> Result<(), Failure> {
    let Some(protocol) = Protocol::named(&arguments.protocol) else {
        return Err(Failure::new(
            Kind::Usage,
            format!(
                "there is no protocol `{}`: openai, anthropic, mcp",
                arguments.protocol
            ),
            format!(
                "il n'y a pas de protocole `{}` : openai, anthropic, mcp",
                arguments.protocol
            ),
        ));
    };
    let Some(file) = &arguments.apply else {
        output.json(&tools::schemas(protocol));
        return Ok(());
    };
    let mode = if arguments.strict {
        Mode::Strict
    } else {
        Mode::Repair
    };
    let mut builder = BeliefSetBuilder::new(mode);
    let mut unreadable = 0;
    for (at, line) in text_of(file)?.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(line) {
            Ok(call) => output.json(&tools::apply(&mut builder, &call).to_json(&output.lang)),
            Err(error) => {
                unreadable += 1;
                output.json(&not_json(at + 1, &error).json(output));
            }
        }
    }
    if unreadable == 0 {
        return Ok(());
    }
    let Phrase { en, fr } = counted(
        unreadable,
        ["{} line is not JSON", "{} lines are not JSON"],
        [
            "{} ligne n'est pas du JSON",
            "{} lignes ne sont pas du JSON",
        ],
    );
    Err(Failure::new(Kind::Usage, en, fr))
}
