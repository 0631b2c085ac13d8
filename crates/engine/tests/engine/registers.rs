//! Depth and register in the worlds that are shipped: other fields are made per depth, other words tell them per
//! register.

use crate::common::{Session, project};
use crate::understand::example;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const REGISTERS: [&str; 4] = ["neutral", "dramatic", "humorous", "dark"];
const DEPTHS: [&str; 3] = ["minimal", "standard", "detailed"];

/// The fields that are made and the words that tell them, by depth and register.
fn observed(
    world: &str,
    cell: &str,
    seed: u64,
) -> BTreeMap<(&'static str, &'static str), (usize, String)> {
    let world = Arc::new(example(world));
    let mut all = BTreeMap::new();
    for depth in DEPTHS {
        for register in REGISTERS {
            let mut session = Session::new(&world, seed);
            let line = format!(
                "{{\"observe\":\"{cell}\",\"depth\":\"{depth}\",\"register\":\"{register}\"}}"
            );
            let turn = session.send(&line);
            let own = turn.changes.fixed.iter();
            let own = own.filter(|settled| settled.cell.to_string().starts_with(cell));
            let told = turn.texts().join("\n");
            all.insert((depth, register), (own.count(), told));
        }
    }
    all
}

#[test]
fn the_shipped_worlds_tell_by_depth_and_register() {
    for (world, cell, depths) in [
        ("valmure", "aldric.passe", 3),
        ("valmure", "josse.cicatrice", 3),
        ("valmure", "lisette.enfance", 3),
        ("manor", "rupert.alibi", 3),
        ("manor", "imogen.motive", 3),
        ("manor", "hobday.glimpse", 2),
        ("manor", "voss.movements", 2),
    ] {
        for seed in 1..4 {
            let all = observed(world, cell, seed);
            let made: BTreeSet<usize> = all.values().map(|(made, _)| *made).collect();
            assert_eq!(made.len(), depths, "{cell}: {all:#?}");
            for depth in DEPTHS {
                let own = all.iter().filter(|((own, _), _)| *own == depth);
                let fields: BTreeSet<usize> = own.clone().map(|(_, (made, _))| *made).collect();
                assert_eq!(fields.len(), 1, "{cell} {depth}");
                let words: BTreeSet<&String> = own.map(|(_, (_, told))| told).collect();
                assert_eq!(words.len(), REGISTERS.len(), "{cell} {depth}: {words:#?}");
                // Nothing falls back to the bare value.
                let bare = words.iter().find(|told| told.contains(&format!("{cell}.")));
                assert_eq!(bare, None, "{cell} {depth}");
            }
            let words: BTreeSet<&String> = all.values().map(|(_, told)| told).collect();
            assert_eq!(words.len(), 4 * depths, "{cell}: {words:#?}");
        }
    }
}

/// « de » and « le moulin » make « du moulin », and an empty value is still no value.
#[test]
fn french_tellings_join_what_they_print() {
    for (edition, name, told) in [
        (
            10,
            "le moulin",
            "Ada vient du moulin, va au moulin, et parle d'Ada.",
        ),
        (
            10,
            "les Halles",
            "Ada vient des Halles, va aux Halles, et parle d'Ada.",
        ),
        (
            10,
            "la forge",
            "Ada vient de la forge, va à la forge, et parle d'Ada.",
        ),
        (
            10,
            "l'auberge",
            "Ada vient de l'auberge, va à l'auberge, et parle d'Ada.",
        ),
        (
            10,
            "Aumont",
            "Ada vient d'Aumont, va à Aumont, et parle d'Ada.",
        ),
        (
            10,
            "Le Havre",
            "Ada vient de Le Havre, va à Le Havre, et parle d'Ada.",
        ),
        (
            9,
            "le moulin",
            "Ada vient de le moulin, va à le moulin, et parle de Ada.",
        ),
    ] {
        let world = format!(
            r#"
edition: {edition}
languages: [fr]
attributes:
  character:
    home:
      type: ref
      sort: place
      generate: {{}}
      tellings: "{{{{name}}}} vient de {{{{value}}}}, va à {{{{value}}}}, et parle de {{{{name}}}}."
entities: {{ ada: {{ sort: character, name: Ada }}, home: {{ sort: place, name: "{name}" }} }}
"#
        );
        let mut session = Session::new(&project(&world), 1);
        let turn = session.send(r#"{"observe":"ada.home"}"#);
        assert_eq!(turn.texts(), [told], "edition {edition}");
    }
}
