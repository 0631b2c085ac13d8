//! Drawings of a graph: nodes coloured by what is known of them, edges by force and state.

use engine::graph::{Relation, Settled};
use logic::value::Name;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What is drawn: entities with their names, state and ring, and the relations between them.
pub struct Drawing<'a> {
    pub title: String,
    pub nodes: BTreeMap<Name, Node>,
    pub edges: Vec<(&'a Relation, String)>,
}

pub struct Node {
    pub name: String,
    pub state: Settled,
    /// Steps from the middle.
    pub ring: usize,
}

/// Readable on white and on black.
fn colour(state: Settled) -> &'static str {
    match state {
        Settled::Open => "#8a8f98",
        Settled::Constrained => "#c77d0a",
        Settled::Fixed => "#1f7a4d",
    }
}

fn dashes(state: Settled) -> &'static str {
    match state {
        Settled::Open => "2 5",
        Settled::Constrained => "7 4",
        Settled::Fixed => "none",
    }
}

impl Drawing<'_> {
    pub fn dot(&self) -> String {
        let mut out = format!("digraph {} {{\n", quoted(&self.title));
        out.push_str("  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
        for (id, node) in &self.nodes {
            let _ = writeln!(
                out,
                "  {} [label={}, color=\"{}\"];",
                quoted(id),
                quoted(&node.name),
                colour(node.state)
            );
        }
        for (relation, label) in &self.edges {
            let style = match relation.state {
                Settled::Open => "dotted",
                Settled::Constrained => "dashed",
                Settled::Fixed => "solid",
            };
            let _ = writeln!(
                out,
                "  {} -> {} [label={}, style={style}, penwidth={}];",
                quoted(&relation.from),
                quoted(&relation.to),
                quoted(label),
                width(relation)
            );
        }
        out.push_str("}\n");
        out
    }

    /// Rings around the middle, each entity near those it is related to.
    pub fn svg(&self) -> String {
        let places = self.places();
        let reach = places
            .values()
            .map(|(x, y)| x.abs().max(y.abs()))
            .fold(0.0_f64, f64::max)
            + 110.0;
        let size = reach * 2.0;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0:.0} {0:.0} {size:.0} {size:.0}\" font-family=\"sans-serif\" role=\"img\">\n<title>{1}</title>\n",
            -reach,
            escaped(&self.title)
        );
        out.push_str(
            "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" fill=\"#667\"/></marker></defs>\n",
        );
        for (relation, label) in &self.edges {
            let (Some(from), Some(to)) = (places.get(&relation.from), places.get(&relation.to))
            else {
                continue;
            };
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx.hypot(dy).max(1.0);
            // The line ends at the rim of the node, not in its middle.
            let (end_x, end_y) = (to.0 - dx / length * 26.0, to.1 - dy / length * 26.0);
            let _ = writeln!(
                out,
                "<g><title>{}</title><line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{end_x:.1}\" y2=\"{end_y:.1}\" stroke=\"#667\" stroke-width=\"{}\" stroke-dasharray=\"{}\" marker-end=\"url(#tip)\"/><text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" fill=\"#667\" text-anchor=\"middle\">{}</text></g>",
                escaped(&format!(
                    "{} {label} {} ({})",
                    relation.from, relation.to, relation.force
                )),
                from.0,
                from.1,
                width(relation),
                dashes(relation.state),
                f64::midpoint(from.0, to.0),
                f64::midpoint(from.1, to.1) - 4.0,
                escaped(label)
            );
        }
        for (id, node) in &self.nodes {
            let (x, y) = places[id];
            let _ = writeln!(
                out,
                "<g><title>{}: {}</title><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"22\" fill=\"{}\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{}\" text-anchor=\"middle\">{}</text></g>",
                escaped(id),
                node.state.as_str(),
                colour(node.state),
                y + 38.0,
                colour(node.state),
                escaped(&node.name)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    fn places(&self) -> BTreeMap<Name, (f64, f64)> {
        let mut rings: BTreeMap<usize, Vec<&Name>> = BTreeMap::new();
        for (id, node) in &self.nodes {
            rings.entry(node.ring).or_default().push(id);
        }
        let mut places: BTreeMap<Name, (f64, f64)> = BTreeMap::new();
        let mut radius = 0.0_f64;
        for (ring, mut ids) in rings {
            let around = ids.len() as f64 * 105.0 / std::f64::consts::TAU;
            radius = if ring == 0 && ids.len() == 1 {
                0.0
            } else {
                (radius + 130.0).max(around)
            };
            // Beside its neighbours of the rings within: by the mean of their directions.
            ids.sort_by(|a, b| {
                let direction = |id: &Name| self.direction(id, &places);
                direction(a).total_cmp(&direction(b)).then(a.cmp(b))
            });
            let count = ids.len() as f64;
            for (index, id) in ids.into_iter().enumerate() {
                let angle = index as f64 / count * std::f64::consts::TAU;
                places.insert(id.clone(), (radius * angle.cos(), radius * angle.sin()));
            }
        }
        places
    }

    fn direction(&self, id: &Name, places: &BTreeMap<Name, (f64, f64)>) -> f64 {
        let near = self.edges.iter().filter_map(|(relation, _)| {
            let touches = relation.from == *id || relation.to == *id;
            places.get(relation.other(id)).filter(|_| touches)
        });
        let (x, y) = near.fold((0.0, 0.0), |(x, y), place| (x + place.0, y + place.1));
        f64::atan2(y, x).rem_euclid(std::f64::consts::TAU)
    }
}

fn width(relation: &Relation) -> String {
    let tenths = 5 + u32::from(relation.force.thousandths()) * 35 / 1000;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A quoted word of DOT. A control character would end the line.
fn quoted(text: &str) -> String {
    let clean: String = text.chars().map(visible).collect();
    format!("\"{}\"", clean.replace('\\', "\\\\").replace('"', "\\\""))
}

pub fn escaped(text: &str) -> String {
    let clean: String = text.chars().map(visible).collect();
    clean
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn visible(character: char) -> char {
    if character.is_control() {
        ' '
    } else {
        character
    }
}
