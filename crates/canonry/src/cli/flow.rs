//! How a flow runs: its blocks and parts in order, what each awaits, and when it is entered.

use super::check::compiled;
use super::output::Output;
use crate::draw_flow::{Lane, Row};
use crate::failure::{Failure, Kind};
use engine::Project;
use engine::project::{Flow, Part, PartKind, Wording};
use logic::text::Phrase;
use serde_json::json;

#[derive(clap::Args)]
pub struct FlowArguments {
    /// The project's folder
    #[arg(default_value = ".")]
    dir: std::path::PathBuf,
    /// Draw it as an SVG image
    #[arg(long)]
    svg: bool,
}

pub fn flow(arguments: &FlowArguments, output: &Output) -> Result<(), Failure> {
    let project = compiled(&arguments.dir)?;
    let Some(flow) = &project.flow else {
        return Err(Failure::new(
            Kind::NotFound,
            format!("`{}` has no flow", project.name),
            format!("`{}` n'a pas de parcours", project.name),
        )
        .hint(
            "a flow stands under `flows`: canonry explain bad-part",
            "un parcours s'écrit sous `flows` : canonry explain bad-part",
        ));
    };
    if output.json {
        output.json(&to_json(flow));
    } else if arguments.svg {
        output.raw(&crate::draw_flow::svg(
            &project.name,
            &lanes(&project, flow, output),
        ));
    } else {
        list(&project, flow, output);
    }
    Ok(())
}

/// What a part awaits or does, in words.
fn does(part: &Part) -> Phrase {
    let cell = |cell: &logic::value::Cell| cell.to_string();
    match &part.kind {
        PartKind::Say { kind, .. } => Phrase::new(kind.as_str(), kind.as_str()),
        PartKind::Ask {
            wording,
            question,
            tries,
            ..
        } => {
            let made = matches!(wording, Wording::Made(_));
            let (made_en, made_fr) = if made {
                (", generated", ", produite")
            } else {
                ("", "")
            };
            let (skip_en, skip_fr) = if question.optional {
                (", may be skipped", ", facultative")
            } else {
                ("", "")
            };
            Phrase::new(
                format!(
                    "fixes {}, {tries} tries{made_en}{skip_en}",
                    cell(&question.cell)
                ),
                format!(
                    "fixe {}, {tries} essais{made_fr}{skip_fr}",
                    cell(&question.cell)
                ),
            )
        }
        PartKind::Form { fields, .. } => {
            let names: Vec<&str> = fields.iter().map(|field| field.id.as_str()).collect();
            let names = names.join(", ");
            Phrase::new(format!("fields {names}"), format!("champs {names}"))
        }
        PartKind::Gate { event, .. } => {
            Phrase::new(format!("awaits {event}"), format!("attend {event}"))
        }
        PartKind::Lock { .. } => Phrase::new("awaits one word", "attend un mot"),
        PartKind::Tell { cell: told } => {
            Phrase::new(format!("tells {told}"), format!("dit {told}"))
        }
        PartKind::Mirror { cell: made, .. } => Phrase::new(
            format!("makes {made}, awaits validation"),
            format!("produit {made}, attend une validation"),
        ),
        PartKind::Synthesis { cell: made, .. } => {
            Phrase::new(format!("makes {made}"), format!("produit {made}"))
        }
        PartKind::Matching {
            cell: fixed, terms, ..
        } => Phrase::new(
            format!("fixes {fixed} from {} lines", terms.len()),
            format!("fixe {fixed} d'après {} lignes", terms.len()),
        ),
        PartKind::End { .. } => Phrase::new("ends the flow", "termine le parcours"),
    }
}

fn kind(part: &Part) -> &'static str {
    match &part.kind {
        PartKind::Say { .. } => "say",
        PartKind::Ask { .. } => "ask",
        PartKind::Form { .. } => "form",
        PartKind::Gate { .. } => "gate",
        PartKind::Lock { .. } => "lock",
        PartKind::Tell { .. } => "tell",
        PartKind::Mirror { .. } => "mirror",
        PartKind::Synthesis { .. } => "synthesis",
        PartKind::Matching { .. } => "matching",
        PartKind::End { .. } => "end",
    }
}

/// When a part is entered: its guard, and the item of a list that it is for.
fn condition(part: &Part) -> Option<String> {
    let each = part
        .each
        .iter()
        .map(|each| format!("{}[{}]", each.list, each.at + 1));
    let when = part.when.iter().map(ToString::to_string);
    let all: Vec<String> = each.chain(when).collect();
    (!all.is_empty()).then(|| all.join(" AND "))
}

fn title(project: &Project, flow: &Flow, block: &str) -> Option<String> {
    let text = flow.block(block)?.title.as_ref()?;
    let template = text.template(project.languages.first()?)?;
    project.templates.render(template, &json!({})).ok()
}

fn list(project: &Project, flow: &Flow, output: &Output) {
    let mut block = None;
    for part in &flow.parts {
        if part.block.as_ref() != block {
            block = part.block.as_ref();
            let named = block.map_or_else(
                || flow.id.to_string(),
                |block| match title(project, flow, block) {
                    Some(title) => format!("{block}  {title}"),
                    None => block.to_string(),
                },
            );
            output.line(&named);
        }
        let does = does(part);
        let mut line = format!(
            "  {:<10} {:<24} {}",
            kind(part),
            part.id,
            output.in_lang(&does)
        );
        if let Some(condition) = condition(part) {
            let word = if output.lang == "fr" { "quand" } else { "when" };
            line.push_str(&format!("  {word} {condition}"));
        }
        output.line(line.trim_end());
    }
    let parts = crate::noun::PART.count(flow.parts.len() as u64);
    let blocks = crate::noun::BLOCK.count(flow.blocks.len() as u64);
    let total = Phrase::new(
        format!("{}, {}", parts.en, blocks.en),
        format!("{}, {}", parts.fr, blocks.fr),
    );
    output.line(&output.dim(output.in_lang(&total)));
}

fn to_json(flow: &Flow) -> serde_json::Value {
    let part = |part: &Part| {
        let mut json = json!({ "id": part.id.as_str(), "kind": kind(part) });
        if let Some(block) = &part.block {
            json["block"] = json!(block.as_str());
        }
        if let Some(when) = &part.when {
            json["when"] = json!(when.to_string());
        }
        if let Some(each) = part.each.last() {
            json["each"] = json!({ "list": each.list.to_string(), "item": each.at + 1, "entity": each.entity.as_str() });
        }
        if let PartKind::Gate { event, .. } = &part.kind {
            json["event"] = json!(event.as_str());
        }
        let questions = part.questions();
        if !questions.is_empty() {
            json["questions"] = questions
                .iter()
                .map(|(id, question)| {
                    json!({ "id": id.as_str(), "fixes": question.cell.to_string(), "optional": question.optional })
                })
                .collect();
        }
        if let Some(made) = part.makes() {
            json["makes"] = json!(made.to_string());
        }
        json["place"] = json!(part.place.to_string());
        json
    };
    json!({
        "flow": flow.id.as_str(),
        "blocks": flow.blocks.iter().map(|block| json!({
            "id": block.id.as_str(),
            "within": block.within.as_ref().map(|within| within.as_str()),
            "when": block.when.as_ref().map(ToString::to_string),
        })).collect::<Vec<_>>(),
        "parts": flow.parts.iter().map(part).collect::<Vec<_>>(),
    })
}

/// What is drawn: one lane for each run of parts of a block.
fn lanes(project: &Project, flow: &Flow, output: &Output) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = Vec::new();
    let mut block = None;
    for part in &flow.parts {
        if lanes.is_empty() || part.block.as_ref() != block {
            block = part.block.as_ref();
            lanes.push(Lane {
                name: block.map_or_else(String::new, ToString::to_string),
                title: block.and_then(|block| title(project, flow, block)),
                rows: Vec::new(),
            });
        }
        let does = does(part);
        if let Some(lane) = lanes.last_mut() {
            lane.rows.push(Row {
                kind: kind(part),
                id: part.id.to_string(),
                does: output.in_lang(&does).to_owned(),
                condition: condition(part),
                awaits: part.awaits(),
            });
        }
    }
    lanes
}
