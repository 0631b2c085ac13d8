//! What can be asked of canon and field: by entity, attribute, category, state, time and text, each with exactly the
//! cells that fit.

use crate::program::Place;
use std::collections::BTreeSet;

/// A past is asked for, an age is asserted, and a mood twice.
const SCRIPT: &str = r#"{"id":"1","message":"Forgeron, parle-moi de ton passé"}
{"id":"2","assert":{"josse.age":50,"aldric.humeur":"paix"}}
{"id":"3","assert":{"aldric.humeur":"guet"},"source":"tower","version":3}
"#;

fn valmure() -> (Place, String) {
    let place = Place::new("queries");
    let world = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/valmure");
    let world = world.to_str().expect("a path in UTF-8").to_owned();
    let play =
        format!("play {world} --store sqlite:s.db --session v --seed 1749 --script - --json");
    let replies = place.feed(&play, SCRIPT).expect(0).json();
    let fixed = |reply: &serde_json::Value| reply["changes"]["fixed"].as_array().map(Vec::len);
    assert_eq!(
        replies.iter().map(fixed).collect::<Vec<_>>(),
        [Some(4), Some(2), Some(1)]
    );
    (place, world)
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The cells that a query gives, whichever command gives them.
fn cells(place: &Place, query: &str) -> BTreeSet<String> {
    let mut json = place.line(&format!("{query} --json")).expect(0).json();
    let mut json = json.remove(0);
    let key = if json["facts"].is_object() {
        "facts"
    } else {
        "cells"
    };
    let found = json[key].take();
    let found = found.as_object().expect("cells");
    found.keys().cloned().collect()
}

/// What Aldric's own cells are, in the end.
const ALDRIC: &str = "aldric.maitre aldric.metier aldric.humeur aldric.passe.role aldric.passe.evenement \
                      aldric.passe.secret aldric.passe.etat";
/// And who is his.
const NAMED_ALDRIC: &str = "aldric.maitre aldric.metier aldric.humeur aldric.passe.role aldric.passe.evenement \
                      aldric.passe.secret aldric.passe.etat forge.gardien";

#[test]
fn the_canon_is_filtered_to_exactly_what_fits() {
    let (place, world) = valmure();
    let rows = [
        (
            "--entity duc",
            "duc.allegeance duc.metier duc.passe.role duc.sait_lire",
        ),
        ("--entity aldric", ALDRIC),
        ("--entity siege", ""),
        ("--attribute humeur", "aldric.humeur"),
        ("--attribute age", "colin.age josse.age"),
        // A composite by its name, and one of its fields by its own.
        (
            "--attribute passe",
            "aldric.passe.role aldric.passe.evenement aldric.passe.secret aldric.passe.etat anselme.passe.role \
             berthe.passe.role duc.passe.role duchesse.passe.role maud.passe.role",
        ),
        ("--attribute passe.evenement", "aldric.passe.evenement"),
        (
            "--category history",
            "aldric.maitre aldric.passe.evenement aldric.passe.role anselme.passe.role berthe.passe.role \
             duc.passe.role duchesse.passe.role gautier.maitre massacre.heure maud.passe.role",
        ),
        (
            "--category secret",
            "aldric.passe.secret massacre.ordonne_par",
        ),
        (
            "--category skill",
            "anselme.sait_lire duc.sait_lire duchesse.sait_lire",
        ),
        ("--category state", "aldric.humeur aldric.passe.etat"),
        ("--category possession", "registre.proprietaire"),
        ("--category psychology", ""),
        // In any case and without accents: ids, values, what people read, and whose it is.
        ("--find PREVOT", "gautier.metier"),
        ("--find prévôt", "gautier.metier"),
        ("--find ECHARPE", "aldric.passe.role duc.passe.role"),
        ("--find capitaine", "aldric.passe.role duc.passe.role"),
        ("--find Fervent", NAMED_ALDRIC),
        ("--find allegeance", "duc.allegeance gautier.allegeance"),
        // What was asserted first is true no more.
        ("--find guet", "aldric.humeur"),
        // His label is « la paix, sans maître ».
        ("--find paix", "duc.allegeance"),
        ("--find paix --at 20", "aldric.humeur duc.allegeance"),
        ("--find guet --at 20", ""),
        // As it was, entry by entry.
        ("--entity aldric --at 4", "aldric.maitre aldric.metier"),
        (
            "--entity aldric --at 7",
            "aldric.maitre aldric.metier aldric.passe.role aldric.passe.evenement",
        ),
        (
            "--entity aldric --at 16",
            "aldric.maitre aldric.metier aldric.passe.role aldric.passe.evenement aldric.passe.secret aldric.passe.etat",
        ),
        ("--attribute age --at 18", "colin.age"),
        ("--attribute age --at 19", "colin.age josse.age"),
        // Several at once must all fit.
        (
            "--entity aldric --category history",
            "aldric.maitre aldric.passe.role aldric.passe.evenement",
        ),
        (
            "--entity aldric --attribute passe --find culp",
            "aldric.passe.etat",
        ),
        ("--entity aldric --category skill", ""),
        (
            "--state fixed --category state",
            "aldric.humeur aldric.passe.etat",
        ),
        // What is still open, narrowed or not.
        (
            "--state constrained",
            "aldric.age aldric.secret berthe.secret duc.crimes massacre.presents",
        ),
        (
            "--state constrained --entity aldric",
            "aldric.age aldric.secret",
        ),
        (
            "--state constrained --category secret --find moulin",
            "aldric.secret berthe.secret",
        ),
        ("--state constrained --at 4", ""),
        // The captain's age is bound by his role; what follows from the massacre comes behind it.
        ("--state constrained --at 7", "aldric.age"),
        (
            "--state constrained --at 9",
            "aldric.age duc.crimes massacre.presents",
        ),
        (
            "--state open --entity berthe --category secret",
            "berthe.passe.secret",
        ),
        (
            "--state open --entity berthe --attribute secret --at 4",
            "berthe.secret",
        ),
    ];
    for (filter, expected) in rows {
        let query = format!("canon {world} --store sqlite:s.db --session v {filter}");
        assert_eq!(cells(&place, &query), words(expected), "{filter}");
    }
    assert_eq!(rows.len(), 40);
    // Every cell is in one state: what is open is what the field shows, and nothing is twice.
    let query = |rest: &str| cells(&place, &format!("{rest} --store sqlite:s.db --session v"));
    let field = query(&format!("field {world}"));
    let open = query(&format!("canon {world} --state open"));
    let constrained = query(&format!("canon {world} --state constrained"));
    let fixed = query(&format!("canon {world} --state fixed"));
    assert!(open.is_disjoint(&constrained) && fixed.is_disjoint(&field));
    assert_eq!(&open | &constrained, field);
    assert_eq!((open.len(), constrained.len()), (265, 5));
    assert_eq!(fixed, query(&format!("canon {world}")));
    assert_eq!(query(&format!("field {world} --constrained")), constrained);
}

#[test]
fn what_is_found_says_what_it_is_and_where_it_comes_from() {
    let (place, world) = valmure();
    let canon = |rest: &str| place.line(&format!("{rest} --store sqlite:s.db --session v"));
    let found = canon(&format!("canon {world} --entity aldric --json"))
        .json()
        .remove(0);
    assert_eq!(found["facts"]["aldric.humeur"], "guet");
    assert_eq!(found["origins"]["aldric.humeur"]["entry"], 22);
    let then = canon(&format!("canon {world} --entity aldric --at 20 --json"))
        .json()
        .remove(0);
    assert_eq!(then["facts"]["aldric.humeur"], "paix");
    assert_eq!(then["origins"]["aldric.humeur"]["entry"], 18);
    let place_of = found["origins"]["aldric.metier"]["place"]
        .as_str()
        .expect("a place");
    assert!(place_of.starts_with("characters.yaml:"), "{place_of}");
    let open = canon(&format!(
        "canon {world} --state constrained --entity berthe --json"
    ));
    let open = open.json().remove(0);
    assert_eq!(
        open["cells"]["berthe.secret"]["values"],
        serde_json::json!(["sait_pour_le_moulin", "a_cache_des_fugitifs"])
    );
    assert_eq!(open["cells"]["berthe.secret"]["state"], "constrained");
    canon(&format!("canon {world} --category skill"))
        .expect(0)
        .says("3 facts");
    // A filter that names nothing there is would silently show nothing.
    for (filter, code, near) in [
        ("--entity aldrik", 3, "did you mean aldric?"),
        ("--attribute pase", 3, "did you mean passe?"),
        ("--category histoy", 3, "did you mean history?"),
        ("--state closed", 2, "constrained"),
        ("--at 999", 3, "23"),
    ] {
        canon(&format!("canon {world} {filter}"))
            .expect(code)
            .says(near);
    }
    // Within a conversation a text is looked for.
    let talk = format!("play {world} --store sqlite:s.db --session v --lang en");
    let ran = place
        .feed(&talk, "/canon fervent\n/canon soupe\n/quit\n")
        .expect(0);
    for cell in ALDRIC.split_whitespace() {
        assert!(ran.out.contains(cell), "{cell}: {ran:?}");
    }
    assert!(
        ran.out.contains("8 facts") && ran.out.contains("0 facts"),
        "{ran:?}"
    );
}
