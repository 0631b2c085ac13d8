//! What authors do from the outside: merge, settle, ask the doctor; axes and progress where they are shown.

use crate::program::{Place, Ran};

const WORLD: &str = r#"
name: Authors
languages: [en, fr]
sorts: { villager: { is: [character] } }
attributes:
  villager:
    age: { type: number, range: [16, 90], generate: {} }
    night: { type: enum, values: [mill, forge], generate: {} }
    plate: { type: text, pattern: "[A-Z]{2}-[0-9]{3}", generate: { grammar: { start: ["{two}-{d}{d}{d}"], two: [AB, XY], d: ["1", "2"] } } }
testimony: { night: { knows: "night(X) == night(X)" } }
entities:
  ada: { sort: villager, name: Ada }
  ben: { sort: villager, name: Ben, facts: { night: mill } }
  stranger: { sort: villager, name: The stranger }
relations:
  - { from: stranger, to: ben, kind: social/friendship, force: 0.7 }
scene_changes: { spared: { event: SPARE, set: { mood: calm } } }
axes: { mercy: { range: [0, 5], moved: [ { event: SPARE, by: 2, because: { en: spared, fr: épargné } } ] } }
progress: [ { when: "ada.age is known" }, { when: "ada.night is known" } ]
"#;

fn play(place: &Place, lines: &str) -> Ran {
    place.feed(
        "play p --store sqlite:s.db --session S --script - --json",
        lines,
    )
}

#[test]
fn two_are_merged_by_a_script_and_told_by_every_reader() {
    let place = Place::new("authors-merge");
    place.write("p/world.yaml", WORLD);
    let ran = play(
        &place,
        concat!(
            "{\"id\":\"1\",\"assert\":{\"stranger.age\":40}}\n",
            "{\"id\":\"2\",\"author\":{\"merge\":\"stranger\",\"into\":\"ada\",\"because\":\"the scar\"}}\n",
            "{\"id\":\"3\",\"assert\":{\"stranger.age\":41}}\n",
            "{\"id\":\"4\",\"observe\":\"stranger.plate\"}\n",
            "{\"id\":\"5\",\"assert\":{\"ben.plate\":\"no plate\"}}\n",
        ),
    );
    let lines = ran.expect(0).json();
    assert_eq!(lines[1]["changes"]["fixed"][0]["cell"], "ada.age");
    assert_eq!(lines[2]["changes"]["refused"][0]["code"], "already-fixed");
    assert_eq!(lines[3]["changes"]["fixed"][0]["cell"], "ada.plate");
    assert_eq!(lines[4]["changes"]["refused"][0]["code"], "pattern");
    let about = "--store sqlite:s.db --session S";
    place
        .line(&format!("why ada.age p {about}"))
        .expect(0)
        .says("ada.age is 40")
        .says("stranger is ada since entry")
        .says("the scar")
        .says("stranger.age is 40");
    place
        .line(&format!("--lang fr why stranger.age p {about}"))
        .expect(0)
        .says("stranger est ada depuis");
    place
        .line(&format!("graph p --around stranger {about}"))
        .expect(0)
        .says("Ada");
    place
        .line(&format!("log p {about}"))
        .expect(0)
        .says("stranger is ada");
    for command in ["doctor", "verify", "replay"] {
        place
            .line(&format!("{command} p {about}").replace("verify p", "verify"))
            .expect(0);
    }
}

#[test]
fn the_doctor_names_what_settles_an_incoherence_and_typing_it_does() {
    let place = Place::new("authors-settle");
    place.write("p/world.yaml", WORLD);
    play(
        &place,
        concat!(
            "{\"id\":\"1\",\"tell\":\"ada.night == mill\",\"by\":\"ben\"}\n",
            "{\"id\":\"2\",\"assert\":{\"ada.night\":\"forge\"}}\n",
        ),
    )
    .expect(0)
    .says("incoherent");
    let about = "--store sqlite:s.db --session S";
    let ran = place.line(&format!("doctor p {about} --json")).expect(1);
    let report = &ran.json()[0];
    assert_eq!(report["coherence"], 80);
    let finding = &report["findings"][0];
    assert_eq!(finding["check"], "direct");
    let fixes = finding["fixes"].as_array().expect("fixes");
    assert_eq!(fixes.len(), 2, "{fixes:?}");
    place
        .line(&format!("--lang fr doctor p {about}"))
        .expect(1)
        .says("attend l'auteur")
        .says("\"settle\"");
    let fix = fixes[0].as_str().expect("a line");
    let line = format!("{{\"id\":\"3\",{}\n", &fix[1..]);
    let ran = play(&place, &line).expect(0);
    let reply = &ran.json()[0];
    assert_eq!(
        reply["changes"]["reinterpreted"][0]["kind"],
        "misinformation"
    );
    assert_eq!(reply["changes"]["fixed"][0]["cell"], "ada.night");
    let ran = place.line(&format!("doctor p {about} --json")).expect(0);
    assert_eq!(ran.json()[0]["coherence"], 100);
}

#[test]
fn axes_and_progress_are_in_the_view_the_status_and_why() {
    let place = Place::new("authors-axes");
    place.write("p/world.yaml", WORLD);
    let ran = play(
        &place,
        "{\"id\":\"1\",\"event\":\"SPARE\"}\n{\"id\":\"2\",\"assert\":{\"ada.age\":30}}\n",
    );
    let lines = ran.expect(0).json();
    assert_eq!(lines[0]["view"]["axes"]["mercy"], 2);
    assert_eq!(lines[1]["view"]["progress"], 0.5);
    let about = "--store sqlite:s.db --session S";
    place
        .line(&format!("status p {about}"))
        .expect(0)
        .says("mercy")
        .says("0.5");
    place
        .line(&format!("--lang fr why mercy p {about}"))
        .expect(0)
        .says("mercy vaut 2 (de 0 à 5)")
        .says("épargné")
        .says("événement SPARE");
    place
        .line(&format!("why progress p {about} --json"))
        .expect(0)
        .says("\"times\":1");
    place
        .line(&format!("context p ada.night {about}"))
        .expect(0)
        .says("mercy of the player: 2")
        .says("progress: 0.5 of 1");
}
