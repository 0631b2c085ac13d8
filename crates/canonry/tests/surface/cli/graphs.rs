//! The graph in the terminal.

use crate::program::Place;

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
