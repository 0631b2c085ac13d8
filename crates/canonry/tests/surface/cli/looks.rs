//! What makes somebody look at something, through the program: kept, shown and copied.

use super::conversation::forge;
use crate::program::Place;

/// What made somebody look is in the journal with its data, in the log and behind `why`; a copy and a replay have it.
#[test]
fn a_trigger_survives_in_the_journal_and_in_why() {
    let place = Place::new("triggers");
    forge(&place);
    let lines = [
        (
            "aldric.age",
            r#"{"dialogue":"berthe","line":"Quel âge as-tu ?"}"#,
        ),
        (
            "berthe.age",
            r#"{"exploration":"forge","action":"fouille la forge"}"#,
        ),
        ("berthe.passe", r#"{"reading":"registre"}"#),
        ("aldric.passe.evenement", r#""skill""#),
    ];
    let script: String = lines
        .iter()
        .enumerate()
        .map(|(at, (cell, trigger))| {
            format!("{{\"id\":\"l{at}\",\"observe\":\"{cell}\",\"trigger\":{trigger}}}\n")
        })
        .collect();
    let about = "--store sqlite:s.db --session S";
    let replies = place
        .feed(&format!("play p {about} --script - --json"), script)
        .expect(0)
        .json();
    place
        .line(&format!("export p {about} --out e.jsonl"))
        .expect(0);
    let export = std::fs::read_to_string(place.path("e.jsonl")).expect("an export");
    let recorded: Vec<serde_json::Value> = export
        .lines()
        .filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).ok()?;
            let entry = &line["entry"];
            let own = entry["kind"] == "InputRecorded";
            let body = serde_json::from_str(entry["body"].as_str()?).ok()?;
            own.then_some(body)
        })
        .collect();
    assert_eq!(recorded.len(), lines.len());
    let log = place.line(&format!("log p {about}")).expect(0);
    for (at, (cell, trigger)) in lines.iter().enumerate() {
        let trigger: serde_json::Value = serde_json::from_str(trigger).expect("JSON");
        let (kind, of) = match trigger.as_object() {
            Some(map) => map
                .iter()
                .find(|(key, _)| !["line", "action"].contains(&key.as_str()))
                .map(|(kind, of)| (kind.as_str(), of.clone()))
                .expect("a trigger"),
            None => (trigger.as_str().expect("a word"), serde_json::Value::Null),
        };
        let kept = &recorded[at]["input"]["observe_with"]["trigger"];
        assert_eq!((&kept["kind"], &kept["of"]), (&kind.into(), &of), "{kept}");
        let words = trigger.get("line").or(trigger.get("action"));
        assert_eq!(kept.get("words"), words, "{kept}");
        let fixed = replies[at]["changes"]["fixed"][0]["cell"].as_str();
        assert!(
            fixed.is_some_and(|fixed| fixed.starts_with(cell)),
            "{fixed:?}"
        );
        let why = place
            .line(&format!("why {cell} p {about} --json"))
            .expect(0);
        let why = why.json().remove(0);
        let said = &why["inputs"][format!("l{at}")];
        let expected = serde_json::json!({ "observe": cell, "trigger": trigger });
        assert_eq!(*said, expected, "{why}");
        let told = place.line(&format!("why {cell} p {about}")).expect(0);
        assert!(told.out.contains(&expected.to_string()), "{told:?}");
        // The log cuts long lines.
        let start: String = expected.to_string().chars().take(60).collect();
        assert!(log.out.contains(&start), "{log:?}");
    }
    place
        .line(&format!("replay p {about}"))
        .expect(0)
        .says("0 differences");
    place
        .line("import e.jsonl --store sqlite:other.db")
        .expect(0);
    place
        .line("why aldric.age p --store sqlite:other.db --session S --json")
        .expect(0)
        .says("Quel âge as-tu ?");
}
