//! What a project of replies holds: the matrix of states and intentions, lists, and a search.

use super::check::compiled;
use super::output::Output;
use super::reply::{answers, decided, json as reply_json, read_cases};
use crate::failure::{Failure, Kind};
use crate::noun;
use engine::Project;
use engine::reply::catalogue::{Coverage, Covered, Entry, Sort, catalogue, find as search};
use engine::reply::matrix::{Dead, Examined, examine, shown};
use engine::reply::{Pass, Replies};
use logic::text::{Phrase, counted};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct MatrixArguments {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// Write it as one page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Decide every state with every intention, every two states that can hold together, and cases at random
    #[arg(long, conflicts_with = "html")]
    sweep: bool,
    /// So many cases at random
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "sweep", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    samples: u32,
}

#[derive(clap::Args)]
pub struct ListArguments {
    /// states, intentions, templates, sections, facts, flags or commands
    what: String,
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

#[derive(clap::Args)]
pub struct FindArguments {
    /// A word, or several in quotes
    word: String,
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

fn replies(project: &Project) -> Result<&Replies, Failure> {
    answers(project)?;
    project.replies.as_ref().ok_or_else(|| {
        Failure::new(
            Kind::Usage,
            "this project has no states and intentions",
            "ce projet n'a ni états ni intentions",
        )
    })
}

pub fn matrix(arguments: &MatrixArguments, output: &Output) -> Result<(), Failure> {
    let project = compiled(&arguments.dir)?;
    let replies = replies(&project)?;
    if arguments.sweep {
        return super::sweep::sweep(&project, arguments.samples as usize, output);
    }
    let examined = examine(&project);
    if let Some(file) = &arguments.html {
        let page = html(&project, replies, &examined, output);
        std::fs::write(file, page).map_err(|error| Failure::unwritable(file, &error))?;
    }
    if output.json {
        output.json(&as_json(replies, &examined, output));
        return Ok(());
    }
    table(replies, &examined, output);
    Ok(())
}

/// Why a row can never be chosen, in words.
fn why(replies: &Replies, dead: &Dead, output: &Output) -> String {
    let fr = output.lang == "fr";
    match dead {
        Dead::Blocking if fr => "son état bloque".to_owned(),
        Dead::Blocking => "its state blocks".to_owned(),
        Dead::Never if fr => "sa condition n'est jamais vraie".to_owned(),
        Dead::Never => "its condition is never true".to_owned(),
        Dead::Shadowed(by) => {
            let names = by.iter().map(|by| replies.rules[*by].name.as_str());
            let names: Vec<&str> = names.collect();
            let names = names.join(", ");
            if fr {
                format!("{names} passe avant")
            } else {
                format!("{names} comes first")
            }
        }
    }
}

fn as_json(replies: &Replies, examined: &Examined, output: &Output) -> serde_json::Value {
    let rows = examined.rows.iter().map(|report| {
        let rule = &replies.rules[report.rule];
        let overlaps = report
            .overlaps
            .iter()
            .map(|other| &replies.rules[*other].name);
        serde_json::json!({
            "row": rule.name, "pass": rule.pass.as_str(),
            "state": rule.state.map(|state| &replies.states[state].name),
            "intention": rule.intention.map(|intention| &replies.intentions[intention].name),
            "template": rule.page, "flags": rule.flags, "sections": rule.sections,
            "file": rule.place.file, "line": rule.place.line,
            "dead": report.dead.is_some(),
            "shadowed": matches!(report.dead, Some(Dead::Shadowed(_))),
            "why": report.dead.as_ref().map(|dead| why(replies, dead, output)),
            "overlaps": overlaps.collect::<Vec<_>>(),
            "example": report.witness.as_ref().map(shown),
        })
    });
    let states = replies.states.iter().enumerate().map(|(number, state)| {
        serde_json::json!({
            "state": state.name, "id": state.id, "priority": state.priority, "severity": state.severity.as_str(),
            "category": state.category, "description": state.description,
            "never_holds": examined.never.contains(&number), "never_speaks": examined.silenced.contains(&number),
        })
    });
    let intentions = replies
        .intentions
        .iter()
        .enumerate()
        .map(|(number, intention)| {
            let rules = replies
                .rules
                .iter()
                .filter(|rule| rule.intention == Some(number));
            serde_json::json!({
                "intention": intention.name, "id": intention.id, "priority": intention.priority,
                "description": intention.description, "rows": rules.count(),
            })
        });
    serde_json::json!({
        "rows": rows.collect::<Vec<_>>(), "states": states.collect::<Vec<_>>(),
        "intentions": intentions.collect::<Vec<_>>(), "undecided": examined.undecided,
    })
}

/// What answers an intention in a state: the pass, as a letter.
fn mark(replies: &Replies, examined: &Examined, state: usize, intention: usize) -> char {
    let alive = |rules: Option<&Vec<usize>>| {
        let mut rules = rules.into_iter().flatten();
        rules.any(|rule| examined.rows[*rule].dead.is_none())
    };
    let index = &replies.index;
    if replies.states[state].severity == engine::reply::Severity::Blocking {
        '■'
    } else if alive(index.exact.get(&(intention, state))) {
        'E'
    } else if index.exact.contains_key(&(intention, state)) {
        '×'
    } else if alive(index.wildcard.get(&intention)) {
        '*'
    } else if alive(index.for_intention.get(&intention)) {
        'I'
    } else {
        '·'
    }
}

fn table(replies: &Replies, examined: &Examined, output: &Output) {
    for (number, intention) in replies.intentions.iter().enumerate() {
        output.line(&output.dim(&format!("{:>3}  {}", number + 1, intention.name)));
    }
    output.line("");
    let columns: String = (1..=replies.intentions.len())
        .map(|number| format!("{number:>3}"))
        .collect();
    output.line(&output.dim(&format!("{:<32}{columns}", "")));
    for (state, about) in replies.states.iter().enumerate() {
        let cells: String = (0..replies.intentions.len())
            .map(|intention| format!("{:>3}", mark(replies, examined, state, intention)))
            .collect();
        let name: String = about.name.chars().take(31).collect();
        output.line(&format!("{name:<32}{cells}"));
    }
    output.phrase(
        "E exact row, * row for any state, I template for the intention, · other passes, ■ blocks, × dead",
        "E ligne exacte, * ligne pour tout état, I modèle de l'intention, · autres passes, ■ bloque, × morte",
    );
    for report in &examined.rows {
        if let Some(dead) = &report.dead {
            let name = &replies.rules[report.rule].name;
            output.line(&format!(
                "{} {name}: {}",
                output.red("×"),
                why(replies, dead, output)
            ));
        }
    }
    let dead = examined
        .rows
        .iter()
        .filter(|row| row.dead.is_some())
        .count();
    let rows = noun::ROW.count(examined.rows.len());
    let (states, intentions) = (
        noun::STATE.count(replies.states.len()),
        noun::INTENTION.count(replies.intentions.len()),
    );
    output.phrase(
        format!("{}, {}, {}, {dead} dead", rows.en, states.en, intentions.en),
        format!(
            "{}, {}, {}, mortes : {dead}",
            rows.fr, states.fr, intentions.fr
        ),
    );
    if examined.undecided > 0 {
        let ended = noun::SEARCH.count(examined.undecided);
        output.phrase(
            format!(
                "{} ended at the bound: what was not decided is taken to be possible",
                ended.en
            ),
            format!(
                "{} à la limite : ce qui n'est pas décidé est tenu pour possible",
                ended.fr
            ),
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn html(project: &Project, replies: &Replies, examined: &Examined, output: &Output) -> String {
    let mut page = String::from(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n:root{color-scheme:light dark;font:14px system-ui}\ntable{border-collapse:collapse}\nth,td{border:1px solid #8886;padding:.2em .5em;text-align:left}\nthead th{writing-mode:vertical-rl;transform:rotate(180deg)}\ntd{text-align:center}\n.dead{color:#c33}\n</style>\n",
    );
    let name = escaped(&project.name);
    let _ = writeln!(
        page,
        "<title>{name}</title>\n<h1>{name}</h1>\n<table><thead><tr><td></td>"
    );
    for intention in &replies.intentions {
        let title = escaped(&intention.description);
        let _ = writeln!(
            page,
            "<th title=\"{title}\">{}</th>",
            escaped(&intention.name)
        );
    }
    page.push_str("</tr></thead><tbody>\n");
    for (state, about) in replies.states.iter().enumerate() {
        let title = escaped(&about.description);
        let _ = write!(
            page,
            "<tr><th title=\"{title}\">{}</th>",
            escaped(&about.name)
        );
        for intention in 0..replies.intentions.len() {
            let mark = mark(replies, examined, state, intention);
            let class = if mark == '×' { " class=\"dead\"" } else { "" };
            let _ = write!(page, "<td{class}>{mark}</td>");
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table>\n<ul>\n");
    for report in &examined.rows {
        let rule = &replies.rules[report.rule];
        if rule.pass == Pass::Fallback {
            continue;
        }
        let name = escaped(&rule.name);
        match &report.dead {
            Some(dead) => {
                let why = escaped(&why(replies, dead, output));
                let _ = writeln!(page, "<li class=\"dead\">{name}: {why}</li>");
            }
            None => {
                let example = report.witness.as_ref().map(shown).unwrap_or_default();
                let _ = writeln!(page, "<li>{name} <small>{}</small></li>", escaped(&example));
            }
        }
    }
    page.push_str("</ul>\n");
    page
}

pub fn list(arguments: &ListArguments, output: &Output) -> Result<(), Failure> {
    let kinds = [
        ("states", Sort::State),
        ("intentions", Sort::Intention),
        ("templates", Sort::Template),
        ("sections", Sort::Section),
        ("facts", Sort::Fact),
        ("flags", Sort::Flag),
        ("commands", Sort::Command),
    ];
    let Some((_, sort)) = kinds.iter().find(|(name, _)| *name == arguments.what) else {
        let names = kinds.map(|(name, _)| name).join(", ");
        return Err(Failure::new(
            Kind::Usage,
            format!("`{}` cannot be listed; there are {names}", arguments.what),
            format!("`{}` ne se liste pas ; il y a {names}", arguments.what),
        ));
    };
    let project = compiled(&arguments.dir)?;
    replies(&project)?;
    let entries = catalogue(&project);
    let entries: Vec<&Entry> = entries.iter().filter(|entry| entry.sort == *sort).collect();
    if output.json {
        let list: Vec<_> = entries.iter().map(|entry| entry_json(entry)).collect();
        output.json(&serde_json::json!({ &*arguments.what: list }));
        return Ok(());
    }
    for entry in &entries {
        show_entry(entry, output);
    }
    output.line(&format!("{} {}", entries.len(), arguments.what));
    Ok(())
}

fn entry_json(entry: &Entry) -> serde_json::Value {
    serde_json::json!({
        "kind": entry.sort.as_str(), "name": entry.name, "id": entry.id, "is": entry.kind,
        "description": entry.description, "uses": entry.uses, "source": entry.source,
        "coverage": entry.coverage.as_ref().map(|coverage| serde_json::json!({
            "covered": coverage.covered, "of": coverage.of, "what": coverage.what.as_str(), "open": coverage.open,
        })),
        "file": entry.place.as_ref().map(|place| &place.file), "line": entry.place.as_ref().map(|place| place.line),
    })
}

fn show_entry(entry: &Entry, output: &Output) {
    let uses: Vec<&str> = entry.uses.iter().map(String::as_str).take(6).collect();
    let more = entry.uses.len().saturating_sub(6);
    let more = if more > 0 {
        format!(", … +{more}")
    } else {
        String::new()
    };
    output.line(&format!(
        "{:<32} {:<6} {:<16} {}",
        entry.name, entry.id, entry.kind, entry.description
    ));
    if !uses.is_empty() {
        output.line(&output.dim(&format!("{:<32} ← {}{more}", "", uses.join(", "))));
    }
    if let Some(coverage) = &entry.coverage {
        let told = output.in_lang(&covered(coverage)).to_owned();
        output.line(&output.dim(&format!("{:<32} {told}", "")));
    }
}

/// What something is covered by, in words, with what is open.
fn covered(coverage: &Coverage) -> Phrase {
    let (covered, of) = (coverage.covered, coverage.of);
    let open: Vec<&str> = coverage
        .open
        .iter()
        .map(|name| name.as_str())
        .take(6)
        .collect();
    let more = coverage.open.len().saturating_sub(open.len());
    let mut list = open.join(", ");
    if more > 0 {
        let _ = write!(list, ", … +{more}");
    }
    let (en, fr) = match coverage.what {
        Covered::Intentions => (
            format!("answers {covered} of {of} intentions"),
            format!("répond à {covered} intentions sur {of}"),
        ),
        Covered::States => (
            format!("answered in {covered} of {of} states"),
            format!("a une réponse dans {covered} états sur {of}"),
        ),
        Covered::Rules => {
            let words = ["reached in {} way", "reached in {} ways"];
            let told = counted(
                covered,
                words,
                ["atteint par {} voie", "atteint par {} voies"],
            );
            (told.en, told.fr)
        }
        Covered::Reads => {
            let words = ["read in {} place", "read in {} places"];
            let told = counted(covered, words, ["lu à {} endroit", "lu à {} endroits"]);
            (told.en, told.fr)
        }
    };
    if list.is_empty() {
        Phrase::new(en, fr)
    } else {
        Phrase::new(format!("{en}; not: {list}"), format!("{fr} ; pas : {list}"))
    }
}

pub fn find(arguments: &FindArguments, output: &Output) -> Result<(), Failure> {
    let project = compiled(&arguments.dir)?;
    replies(&project)?;
    let entries = catalogue(&project);
    let found = search(&project, &entries, &arguments.word);
    if output.json {
        let list: Vec<_> = found.iter().map(|(entry, _)| entry_json(entry)).collect();
        output.json(&serde_json::json!({ "found": list }));
        return Ok(());
    }
    for (entry, _) in &found {
        let place = entry.place.as_ref().map(ToString::to_string);
        output.line(&format!(
            "{:<10} {:<32} {}  {}",
            entry.sort.as_str(),
            entry.name,
            entry.description,
            output.dim(&place.unwrap_or_default())
        ));
    }
    if found.is_empty() {
        let word = &arguments.word;
        output.phrase(
            format!("nothing is like « {word} »"),
            format!("rien ne ressemble à « {word} »"),
        );
    }
    Ok(())
}

/// Which decisions of recorded cases change from one project to another.
pub fn compare(old: &Path, new: &Path, cases: &Path, output: &Output) -> Result<(), Failure> {
    let (before, after) = (compiled(old)?, compiled(new)?);
    // What is wrong for either is told before anything is compared.
    let old_cases = read_cases(&before, cases, output);
    let new_cases = read_cases(&after, cases, output);
    let (old_cases, new_cases) = (old_cases?, new_cases?);
    let mut rows = Vec::new();
    for ((line, was), (_, is)) in old_cases.iter().zip(&new_cases) {
        let (was, is) = (
            reply_json(&decided(&before, was, None)?),
            reply_json(&decided(&after, is, None)?),
        );
        let keys = [
            "outcome",
            "primary",
            "states",
            "intentions",
            "selection",
            "flags",
            "sections",
            "left_out",
            "coverage",
            "text",
            "alerts",
            "actions",
            "commands",
            "hand_over",
            "send",
        ];
        let changed: Vec<&str> = keys.into_iter().filter(|key| was[key] != is[key]).collect();
        if !changed.is_empty() {
            rows.push((*line, changed, was, is));
        }
    }
    let count = noun::CASE.count(old_cases.len());
    if output.json {
        output.json(&serde_json::json!({
            "cases": old_cases.len(),
            "differences": rows.iter().map(|(line, changed, was, is)| {
                let pick = |reply: &serde_json::Value| changed.iter().map(|key| ((*key).to_owned(), reply[key].clone())).collect::<serde_json::Map<_, _>>();
                serde_json::json!({ "case": line, "changed": changed, "old": pick(was), "new": pick(is) })
            }).collect::<Vec<_>>(),
        }));
    } else {
        for (line, changed, was, is) in &rows {
            let short = |reply: &serde_json::Value| {
                let outcome = reply["outcome"].as_str().unwrap_or_default().to_owned();
                let primary = reply["primary"].as_str().unwrap_or("-").to_owned();
                format!("{outcome} {primary}")
            };
            output.line(&format!(
                "{line:>5}  {:<32} → {:<32} {}",
                short(was),
                short(is),
                changed.join(", ")
            ));
        }
        let differences = noun::DIFFERENCE.count(rows.len());
        output.phrase(
            format!("{}: {}", count.en, differences.en),
            format!("{} : {}", count.fr, differences.fr),
        );
    }
    Failure::findings(noun::DIFFERENCE, rows.len())
}
