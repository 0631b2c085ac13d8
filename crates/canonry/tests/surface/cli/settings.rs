//! What `canonry config` shows: the settings, and the options with which details are made.

use super::commands::prepared;
use crate::program::{Place, Ran};

#[test]
fn config_tells_where_each_value_comes_from() {
    let place = prepared("config");
    let settings = |ran: Ran| ran.expect(0).json().remove(0)["settings"].clone();
    let json = settings(place.line("config --json"));
    assert_eq!(
        (
            &json["lang"]["from"],
            &json["store"]["from"],
            &json["model"]["from"]
        ),
        (&"environment".into(), &"default".into(), &"default".into())
    );
    let json = settings(place.line("config --json --lang fr --store memory: --config config.yaml"));
    assert_eq!(
        (&json["lang"]["value"], &json["store"]["from"]),
        (&"fr".into(), &"flag".into())
    );
    let json = settings(place.with(
        &[("CANONRY_LANG", "")],
        "config --json --config config.yaml",
        "",
    ));
    assert_eq!(
        (&json["lang"]["value"], &json["lang"]["from"]),
        (&"fr".into(), &"file".into())
    );
    let json = settings(place.with(
        &[("CANONRY_LANG", ""), ("LC_ALL", "fr_FR.UTF-8")],
        "config --json",
        "",
    ));
    assert_eq!(
        (&json["lang"]["value"], &json["lang"]["from"]),
        (&"fr".into(), &"locale".into())
    );
    let json = settings(place.with(
        &[("CANONRY_LANG", ""), ("LC_ALL", "de_DE.UTF-8")],
        "config --json",
        "",
    ));
    assert_eq!(
        (&json["lang"]["value"], &json["lang"]["from"]),
        (&"en".into(), &"default".into())
    );
    for (store, code) in [
        ("postgres://ada:sec@ret@host/db", 0),
        ("postgres://ada:secret@host/db", 0),
        ("postgres:a:secret@host/db", 2),
        ("postgres://host/db?password=secret", 0),
    ] {
        let ran = place.line(&format!("config --store {store}")).expect(code);
        assert!(!(ran.out + &ran.err).contains("ret"), "{store}");
    }
    for (model, code) in [
        ("nonsense", 2),
        ("scripted:nowhere", 3),
        ("scripted:bad-model", 2),
    ] {
        place
            .with(&[("CANONRY_MODEL", model)], "play p --store memory:", "")
            .expect(code);
    }
}

/// Every option with which details are made, in its order, and where each comes from.
#[test]
fn config_shows_how_details_are_made() {
    const DEFAULTS: [(&str, &str); 11] = [
        ("depth", "standard"),
        ("register", "neutral"),
        ("radius", "3"),
        ("timeout_ms", "5000"),
        ("attempts", "3"),
        ("partial", "false"),
        ("on_failure", "offline"),
        ("min_score", "0"),
        ("min_confidence", "0"),
        ("voice", "false"),
        ("detector", "false"),
    ];
    let place = Place::new("config-collapse");
    let world = |options: &str| {
        format!(
            "name: Made\nlanguages: [en]\nattributes:\n  character:\n    mood: {{ type: enum, values: [calm, cross], generate: {{}} }}\nentities: {{ ada: {{ sort: character }} }}\n{options}"
        )
    };
    place.write("plain/world.yaml", world(""));
    place.write(
        "own/world.yaml",
        world("collapse: { attempts: 4, partial: true, radius: 3, register: dark }\n"),
    );
    place.write("bad/world.yaml", world("collapse: { attempts: 5 }\n"));
    let own = [("attempts", "4"), ("partial", "true"), ("register", "dark")];
    // Saying what is the default changes nothing.
    for (line, changed) in [
        ("config --json", &[][..]),
        ("config plain --json", &[]),
        ("config own --json", &own),
    ] {
        let json = place.line(line).expect(0).json().remove(0)["collapse"].clone();
        let told = json.as_object().expect("options");
        assert_eq!(told.len(), DEFAULTS.len(), "{line}: {json}");
        for (name, usual) in DEFAULTS {
            let project = changed.iter().find(|(changed, _)| *changed == name);
            let value = project.map_or(usual, |(_, value)| *value);
            let from = if project.is_some() {
                "project"
            } else {
                "default"
            };
            let wanted = serde_json::json!({ "value": value, "from": from });
            assert_eq!(json[name], wanted, "{line}: {name}");
        }
    }
    let people = place.line("config own").expect(0).out;
    for line in [
        "attempts                       4 project",
        "timeout_ms                  5000 default",
    ] {
        assert!(people.contains(line), "{line}: {people}");
    }
    // Five are refused, with what is taken.
    for (lang, hint) in [
        ("en", "the nearest that is taken is 4"),
        ("fr", "le plus proche qui soit admis est 4"),
    ] {
        let ran = place
            .line(&format!("check bad --json --lang {lang}"))
            .expect(1);
        let found = ran.json().remove(0)["diagnostics"].clone();
        let found = found.as_array().expect("a list");
        let found = found.iter().find(|found| found["code"] == "out-of-range");
        let found = found.unwrap_or_else(|| panic!("{ran:?}"));
        assert_eq!(found["hint"], hint, "{found}");
        let said = place.line(&format!("check bad --lang {lang}")).expect(1);
        assert!((said.out + &said.err).contains(hint), "{lang}");
    }
    place.write(
        "look",
        "{\"id\":\"1\",\"observe\":\"ada.mood\",\"attempts\":5}\n",
    );
    let ran = place
        .line("play plain --store memory: --script look --json")
        .expect(2);
    assert!((ran.out + &ran.err).contains("a whole number from 1 to 4"));
}
