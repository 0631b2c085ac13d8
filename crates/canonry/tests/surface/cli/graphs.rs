//! The graph in the terminal.

use crate::program::{Place, hello};

fn valley(place: &Place) {
    place.write(
        "p/world.yaml",
        "name: Valley\nattributes:\n  character:\n    age: { type: number }\nentities:\n\
         \x20 aldric: { sort: character, name: Aldric, aliases: [the smith], facts: { age: 40 } }\n\
         \x20 berthe: { sort: character, name: \"Berthe <3\" }\n  duke: { sort: character }\n  moon: { sort: place }\n\
         relations:\n  - { from: aldric, to: berthe, kind: social/friendship, force: 0.8 }\n\
         \x20 - { from: duke, to: berthe, kind: social/enmity, force: 0.5, state: constrained }\n\
         \x20 - { from: duke, to: aldric, kind: social/hierarchy, force: 0.3, state: open }\n",
    );
}

#[test]
fn the_graph_is_listed_searched_and_drawn() {
    let place = Place::new("graph");
    valley(&place);
    place
        .line("graph p --store memory:")
        .expect(0)
        .says("Aldric is a friend of Berthe <3  0.8  world.yaml:11:5")
        .says("3 entities, 3 relations");
    place
        .line("--lang fr graph p --store memory: --around duke --radius 1")
        .expect(0)
        .says("est ennemi de")
        .says("3 entités, 3 relations");
    let paths = place
        .run([
            "graph",
            "p",
            "--store",
            "memory:",
            "--from",
            "the smith",
            "--to",
            "duke",
            "--json",
        ])
        .expect(0)
        .json();
    assert_eq!(paths[0]["paths"][0]["strength"], 0.4);
    assert_eq!(paths[0]["paths"][0]["steps"][1]["backwards"], true);
    assert_eq!(paths[0]["paths"][1]["strength"], 0.3);
    assert_eq!(paths[0]["distance"], 3.25);
    place
        .line("graph p --store memory: --from aldric --to moon")
        .expect(0)
        .says("nothing leads from aldric to moon");
    place
        .line("graph p --store memory: --around aldrik")
        .expect(3)
        .says("did you mean aldric?");
    let whole = place
        .line("graph p --store memory: --json")
        .expect(0)
        .json();
    let states: Vec<_> = whole[0]["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .map(|node| (node["id"].as_str(), node["state"].as_str()))
        .collect();
    assert!(
        states.contains(&(Some("aldric"), Some("fixed"))),
        "{states:?}"
    );
    assert!(states.contains(&(Some("duke"), Some("open"))), "{states:?}");
    let dot = place.line("graph p --store memory: --dot").expect(0).out;
    assert!(
        dot.contains("\"duke\" -> \"berthe\" [label=\"is an enemy of\", style=dashed"),
        "{dot}"
    );
    let svg = place.line("graph p --store memory: --svg").expect(0).out;
    assert!(
        svg.starts_with("<svg ") && svg.contains("Berthe &lt;3"),
        "{svg}"
    );
    assert_eq!(svg.matches("<circle").count(), 3, "{svg}");
}

/// What stands between two marks of a text, every time.
fn all_between<'t>(text: &'t str, from: &str, to: &str) -> Vec<&'t str> {
    let pieces = text.split(from).skip(1);
    pieces
        .filter_map(|piece| Some(piece.split_once(to)?.0))
        .collect()
}

fn number(tag: &str, name: &str) -> usize {
    let found = all_between(tag, &format!(" {name}=\""), "\"");
    found[0]
        .parse()
        .unwrap_or_else(|_| panic!("{name} in {tag}"))
}

/// The drawing of a flow has a row for every part, in its order and in its block, and an arrow from every run of a block
/// to the next one; what is entered only under a condition is dashed.
#[test]
fn the_drawing_of_a_flow_shows_its_parts_and_its_order() {
    let place = Place::new("drawn-flow");
    for world in ["axiom", "axiom-en", "table"] {
        let folder = hello().join("..").join(world);
        let folder = folder.display();
        let drawn = place.line(&format!("flow {folder} --svg")).expect(0).out;
        let told = place
            .line(&format!("flow {folder} --json"))
            .expect(0)
            .json();
        let parts = told[0]["parts"].as_array().expect("parts");

        // Nodes: what each row says of itself, whether it is dashed, and where it stands.
        let rows = all_between(&drawn, "<g><title>", "</g>");
        assert_eq!(rows.len(), parts.len(), "{world}");
        let mut lanes: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
        for (row, part) in rows.iter().zip(parts) {
            let text = |key: &str| part[key].as_str();
            let named = format!(
                "{} {}: ",
                text("kind").expect("a kind"),
                text("id").expect("an id")
            );
            assert!(row.starts_with(&named), "{world}: {row} is no {named}");
            let guarded = part["when"].is_string() || part["each"].is_object();
            assert_eq!(
                row.contains("stroke-dasharray=\"5 4\""),
                guarded,
                "{world}: {row}"
            );
            let y = number(row, "y");
            match lanes.last_mut() {
                Some((block, rows)) if *block == text("block") => rows.push(y),
                Some(_) | None => lanes.push((text("block"), vec![y])),
            }
        }

        // Lanes: one for each run of a block, around its rows and nothing else.
        let boxes = all_between(&drawn, "<g><rect x=\"10\"", "</g>");
        assert_eq!(boxes.len(), lanes.len(), "{world}");
        let mut below = 0;
        let mut edges = Vec::new();
        for (at, (drawn, (block, rows))) in boxes.iter().zip(&lanes).enumerate() {
            let (top, height) = (number(drawn, "y"), number(drawn, "height"));
            let shown = all_between(drawn, "fill=\"#667\">", "</text>")[0];
            assert!(
                shown.starts_with(block.unwrap_or_default()),
                "{world}: {shown}"
            );
            assert!(top > below, "{world}: {shown}");
            let inside = |y: &usize| (top..top + height).contains(y);
            assert!(
                rows.iter().all(inside) && rows.is_sorted(),
                "{world}: {shown} {rows:?}"
            );
            if at > 0 {
                edges.push((below, top));
            }
            below = top + height;
        }

        // Edges: from the end of each lane to the head of the next one.
        let lines = all_between(&drawn, "<line", "/>");
        let ends = |line: &&str| (number(line, "y1"), number(line, "y2"));
        let lines: Vec<(usize, usize)> = lines.iter().map(ends).collect();
        assert_eq!(lines, edges, "{world}");
        assert_eq!(
            world == "axiom",
            lanes.len() > 10,
            "{world}: {} lanes",
            lanes.len()
        );
    }
}
