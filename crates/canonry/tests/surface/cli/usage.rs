//! Mistakes of usage, in the language and the form that were asked for.

use super::commands::prepared;
use crate::program::Place;

/// Once broken: a usage mistake is told by clap, in English and as text, whatever
/// `--lang` and `--json` say; completions know no JSON.
#[test]
fn usage_mistakes_also_speak_json_and_french() {
    let place = prepared("usage");
    for line in [
        "log --frobnicate",
        "frobnicate",
        "fork p",
        "completions nosh",
    ] {
        let ran = place.line(&format!("{line} --json")).expect(2);
        let json: serde_json::Value = serde_json::from_str(ran.err.trim()).expect("JSON");
        assert_eq!(json["error"]["kind"], "usage");
        let ran = place.line(&format!("{line} --lang fr")).expect(2);
        assert!(ran.err.starts_with("erreur"), "{ran:?}");
    }
    place.line("completions bash --json").expect(0).json();
}

/// Every mistake of a configuration file is told, each with its line.
#[test]
fn every_mistake_of_a_configuration_file_is_told_with_its_line() {
    let place = Place::new("mistakes");
    let text = "lang: xx\ncolour: red\nmodel: [a]\nstore: mysql:x\nhooks:\n  - { name: a, on: [nothing], url: nowhere }\n";
    place.write("c.yaml", text);
    let ran = place.line("config --config c.yaml").expect(2);
    for mistake in [
        "c.yaml:1: `xx` is not a language",
        "c.yaml:2: `colour` is not a setting",
        "c.yaml:3: `model` is a text",
        "c.yaml:4: `mysql:x` is not a store",
        "c.yaml:6: `nothing` is nothing a hook can be told of",
        "c.yaml:6: `url` is an address",
    ] {
        assert!(ran.err.contains(mistake), "no {mistake:?} in {ran:?}");
    }
}

/// What is wrong is said with what to do about it.
#[test]
fn a_wrong_value_is_named_with_the_right_one() {
    let place = Place::new("named");
    place.line("new p").expect(0);
    place
        .line("status --store x.db")
        .expect(2)
        .says("a file is named sqlite:x.db");
    for (command, says) in [
        ("play p --seed -1", "invalid value '-1' for '--seed"),
        ("why --json", "were not provided: <CELL>"),
    ] {
        place.line(command).expect(2).says(says);
    }
    let mut config = place.command();
    let ran = config.env("CANONRY_STORE", "mysql:x").arg("config");
    let ran = ran.output().expect("it runs");
    assert_eq!(ran.status.code(), Some(2), "{ran:?}");
    assert!(String::from_utf8_lossy(&ran.stderr).contains("`mysql:x` is not a store"));
}
