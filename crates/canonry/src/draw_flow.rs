//! A drawing of a flow: its blocks from top to bottom, each part a row, what is guarded dashed.

use crate::draw::escaped;
use std::fmt::Write;

/// The parts of one block that follow each other.
pub struct Lane {
    pub name: String,
    pub title: Option<String>,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub kind: &'static str,
    pub id: String,
    pub does: String,
    pub condition: Option<String>,
    /// Whether the flow waits here.
    pub awaits: bool,
}

const WIDTH: usize = 760;
const ROW: usize = 34;
const HEAD: usize = 30;
const GAP: usize = 26;

/// Readable on white and on black.
fn colour(kind: &str) -> &'static str {
    match kind {
        "ask" | "form" | "lock" => "#2f6fb2",
        "gate" => "#c77d0a",
        "mirror" => "#8a4fa3",
        "synthesis" | "matching" => "#1f7a4d",
        "end" => "#a33b3b",
        _ => "#8a8f98",
    }
}

fn height(lane: &Lane) -> usize {
    HEAD + lane.rows.len() * ROW + 10
}

pub fn svg(title: &str, lanes: &[Lane]) -> String {
    let total: usize = lanes.iter().map(|lane| height(lane) + GAP).sum::<usize>() + GAP;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {total}\" font-family=\"sans-serif\" role=\"img\">\n<title>{}</title>\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#667\"/></marker></defs>\n",
        escaped(title)
    );
    let mut top = GAP;
    for (index, lane) in lanes.iter().enumerate() {
        if index > 0 {
            let _ = writeln!(
                out,
                "<line x1=\"40\" y1=\"{}\" x2=\"40\" y2=\"{top}\" stroke=\"#667\" marker-end=\"url(#tip)\"/>",
                top - GAP
            );
        }
        draw(&mut out, lane, top);
        top += height(lane) + GAP;
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, lane: &Lane, top: usize) {
    let named = match &lane.title {
        Some(title) => format!("{}  {title}", lane.name),
        None => lane.name.clone(),
    };
    let _ = writeln!(
        out,
        "<g><rect x=\"10\" y=\"{top}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"none\" stroke=\"#8a8f98\"/><text x=\"22\" y=\"{}\" font-size=\"14\" font-weight=\"bold\" fill=\"#667\">{}</text></g>",
        WIDTH - 20,
        height(lane),
        top + 20,
        escaped(&named)
    );
    for (index, row) in lane.rows.iter().enumerate() {
        let y = top + HEAD + index * ROW;
        let dashes = if row.condition.is_some() {
            "5 4"
        } else {
            "none"
        };
        let fill = if row.awaits { colour(row.kind) } else { "none" };
        let ink = if row.awaits { "#fff" } else { colour(row.kind) };
        let guard = row
            .condition
            .as_deref()
            .map_or_else(String::new, |condition| {
                format!(
                    "<tspan fill=\"#c77d0a\">  ⟨{}⟩</tspan>",
                    escaped(&shortened(condition, 60))
                )
            });
        let _ = writeln!(
            out,
            "<g><title>{} {}: {}{}</title><rect x=\"22\" y=\"{}\" width=\"78\" height=\"22\" rx=\"4\" fill=\"{fill}\" stroke=\"{}\" stroke-dasharray=\"{dashes}\"/><text x=\"61\" y=\"{}\" font-size=\"11\" fill=\"{ink}\" text-anchor=\"middle\">{}</text><text x=\"112\" y=\"{}\" font-size=\"12\" fill=\"#667\"><tspan font-weight=\"bold\">{}</tspan>  {}{guard}</text></g>",
            row.kind,
            escaped(&row.id),
            escaped(&row.does),
            row.condition
                .as_deref()
                .map_or_else(String::new, |condition| format!(
                    " ⟨{}⟩",
                    escaped(condition)
                )),
            y + 4,
            colour(row.kind),
            y + 19,
            row.kind,
            y + 19,
            escaped(&row.id),
            escaped(&shortened(&row.does, 70)),
        );
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let short: String = text.chars().take(most - 1).collect();
    format!("{short}…")
}
