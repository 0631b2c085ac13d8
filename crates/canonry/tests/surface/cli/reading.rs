//! The view and the transcript (8.8): reads of their own, which change nothing.

use crate::program::Place;
use serde_json::Value;

const SCRIPT: &str = r#"{"id":"1","message":"Ada"}
{"id":"2","message":"purple"}
{"id":"3","assert":{"visitor.luggage":"on_its_way"},"source":"desk","version":1}
{"id":"4","message":"tired"}
{"id":"5","message":"3 nights"}
{"id":"6","event":"TAKE_KEY"}
{"id":"7","act":"inform","slot":"mood","value":"curious"}
{"id":"8","author":{"alias":"the landlady","entity":"rosa"}}
"#;

/// A session `S`, and the replies to its inputs.
fn played(name: &str) -> (Place, Vec<Value>) {
    let place = Place::new(name);
    place.line("new p").expect(0);
    let play = "play p --store sqlite:s.db --session S --seed 7 --script - --json";
    let replies = place.feed(play, SCRIPT).expect(0).json();
    assert_eq!(replies.len(), 8);
    (place, replies)
}

fn one(place: &Place, line: &str) -> Value {
    let mut lines = place
        .line(&format!("{line} --store sqlite:s.db --session S --json"))
        .expect(0)
        .json();
    assert_eq!(lines.len(), 1, "{line}");
    lines.remove(0)
}

#[test]
fn the_status_is_the_view_of_the_turn_that_ended_there() {
    let (place, replies) = played("status");
    assert_eq!(one(&place, "status"), replies[7]["view"]);
    for reply in &replies {
        let head = &reply["view"]["head"];
        assert_eq!(one(&place, &format!("status --at {head}")), reply["view"]);
    }
    // Before the end something is open, and then nothing is.
    assert_eq!(replies[0]["view"]["open"]["part"], "mood");
    assert_eq!(replies[7]["view"]["finished"], true);
}

#[test]
fn the_transcript_is_what_was_sent_and_said_in_order() {
    let (place, replies) = played("transcript");
    let page = one(&place, "transcript");
    assert_eq!(
        (&page["session"], &page["next"]),
        (&"S".into(), &Value::Null)
    );
    let lines = page["lines"].as_array().expect("lines");
    let entries: Vec<u64> = lines
        .iter()
        .map(|line| line["entry"].as_u64().expect("an entry"))
        .collect();
    assert!(entries.is_sorted_by(|one, next| one < next), "{entries:?}");
    // The inputs, as they were sent.
    let sent: Vec<Value> = SCRIPT
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let told: Vec<Value> = lines
        .iter()
        .filter(|line| line["input"].is_object())
        .map(|line| {
            let mut input = line["input"].clone();
            input["id"] = line["input_id"].clone();
            input
        })
        .collect();
    assert_eq!(told, sent);
    // The items, as they were said in reply to each.
    for reply in &replies {
        let items: Vec<Value> = lines
            .iter()
            .filter(|line| line["input_id"] == reply["id"] && line["item"].is_object())
            .map(|line| line["item"].clone())
            .collect();
        assert_eq!(Value::from(items), reply["items"], "{}", reply["id"]);
    }
    // An input names the item that was open when it came.
    let open = |id: &str| {
        let line = lines
            .iter()
            .find(|line| line["input_id"] == id && line["input"].is_object())
            .expect("an input");
        line["open"].clone()
    };
    assert_eq!(open("2"), replies[0]["view"]["open"]["id"]);
}

#[test]
fn the_pages_of_a_transcript_are_the_whole() {
    let (place, _) = played("pages");
    let whole = one(&place, "transcript")["lines"].clone();
    let count = whole.as_array().expect("lines").len();
    for limit in [1, 2, 7, count, count + 1] {
        let (mut lines, mut after, mut pages) = (Vec::new(), 0, 0);
        loop {
            let page = one(
                &place,
                &format!("transcript --after {after} --limit {limit}"),
            );
            lines.extend(page["lines"].as_array().expect("lines").clone());
            pages += 1;
            match page["next"].as_u64() {
                Some(next) => after = next,
                None => break,
            }
        }
        assert_eq!(Value::from(lines), whole, "pages of {limit}");
        assert_eq!(pages, count.div_ceil(limit), "pages of {limit}");
    }
    let end = one(&place, "transcript --after 9999");
    assert_eq!(
        (&end["lines"], &end["next"]),
        (&Value::Array(vec![]), &Value::Null)
    );
}

#[test]
fn reading_changes_nothing() {
    let (place, _) = played("unchanged");
    let journal = || {
        place
            .line("export --store sqlite:s.db --session S")
            .expect(0)
            .out
    };
    let before = journal();
    for _ in 0..3 {
        for line in [
            "status",
            "status --at 5",
            "transcript",
            "transcript --after 3 --limit 1",
        ] {
            one(&place, line);
            place
                .line(&format!("{line} --store sqlite:s.db --session S"))
                .expect(0);
        }
    }
    assert_eq!(journal(), before);
}

#[test]
fn what_was_erased_is_a_hole_in_the_transcript() {
    let (place, _) = played("holes");
    let whole = one(&place, "transcript")["lines"].clone();
    place
        .line("erase --store sqlite:s.db --session S --yes")
        .expect(0);
    let holes = one(&place, "transcript")["lines"].clone();
    let (whole, holes) = (whole.as_array(), holes.as_array());
    let (whole, holes) = (whole.expect("lines"), holes.expect("lines"));
    assert_eq!(holes.len(), whole.len());
    for (line, hole) in whole.iter().zip(holes) {
        let kind = if line["input"].is_object() {
            "input"
        } else {
            "item"
        };
        assert_eq!(
            (&hole["erased"], &hole["entry"]),
            (&kind.into(), &line["entry"])
        );
        assert!(hole["input"].is_null() && hole["item"].is_null(), "{hole}");
    }
    place
        .line("transcript --store sqlite:s.db --session S")
        .expect(0)
        .says("> (erased)");
}

/// Both ends of a range say what set them: a rule with the facts it reads, an author's constraint, the declaration.
#[test]
fn the_ends_of_a_range_have_reasons() {
    let place = Place::new("ends");
    place.write(
        "w/project.yaml",
        "name: Ages
languages: [en, fr]
attributes:
  character:
    age: { type: number, range: [0, 90] }
    born: { type: date }
entities:
  rosa: { sort: character }
  paul: { sort: character, facts: { age: 12, born: 1990-05-01 } }
relations:
  - { from: rosa, to: paul, kind: social/hierarchy }
rules:
  older: { is: \"forall X in character: forall Y in character: hierarchy(X, Y) => age(X) > age(Y)\", because: { en: who leads is older, fr: qui dirige est plus vieux } }
  before: \"forall X in character: forall Y in character: hierarchy(X, Y) => born(X) < born(Y)\"
",
    );
    let fresh = place.line("field w rosa.age").expect(0);
    for words in [
        "not below 13",
        "because who leads is older",
        "and paul.age is 12",
        "not above 90",
        "it is declared so",
    ] {
        assert!(fresh.out.contains(words), "{words}: {}", fresh.out);
    }
    place
        .feed(
            "play w --store sqlite:s.db --session S --script - --json",
            "{\"id\":\"1\",\"author\":{\"constrain\":\"rosa.age <= 40\"}}\n",
        )
        .expect(0);
    let french = place
        .line("why rosa.age --store sqlite:s.db --session S --lang fr")
        .expect(0);
    for words in [
        "pas moins de 13",
        "qui dirige est plus vieux",
        "pas plus de 40",
        "rosa.age <= 40",
    ] {
        assert!(french.out.contains(words), "{words}: {}", french.out);
    }
    let json = place
        .line("field w rosa.age --store sqlite:s.db --session S --json")
        .expect(0)
        .json();
    let ends = &json[0]["ends"];
    assert_eq!(ends["from"]["value"], 13, "{ends}");
    assert_eq!(ends["from"]["why"]["rules"][0]["rule"], "older", "{ends}");
    assert_eq!(
        ends["from"]["why"]["facts"][0]["cell"], "paul.age",
        "{ends}"
    );
    assert_eq!(ends["to"]["value"], 40, "{ends}");
    assert_eq!(
        ends["to"]["why"]["rules"][0]["because"], "rosa.age <= 40",
        "{ends}"
    );
    // A date that only a rule bounds has one end.
    let json = place.line("field w rosa.born --json").expect(0).json();
    let ends = &json[0]["ends"];
    assert_eq!(ends["to"]["value"], "1990-04-30", "{ends}");
    assert_eq!(ends["to"]["why"]["rules"][0]["rule"], "before", "{ends}");
    assert!(ends["from"].is_null(), "{ends}");
}

const THREE: &str = r#"
name: Three
languages: [fr]
attributes:
  character:
    colour: { type: enum, values: { a: { label: rouge, tags: [dramatic] }, b: bleu, c: vert }, generate: {} }
    age: { type: number, range: [20, 30] }
entities:
  x: { sort: character }
  y: { sort: character }
  z: { sort: character }
rules:
  xy: { is: x.colour != y.colour, because: { fr: x et y diffèrent } }
  yz: y.colour != z.colour
  zx: z.colour != x.colour
  x_two: x.colour != c
  y_two: y.colour != c
  older: y.age > x.age
  ages: "forall X in character: forall Y in character: X != Y => age(X) != age(Y)"
"#;

/// What no world allows is not shown as possible, and why an answer was taken is shown.
#[test]
fn law_c4_what_is_shown_has_a_witness_and_an_answer_its_account() {
    let place = Place::new("three");
    place.write("w/world.yaml", THREE);
    let answer = |value: &str, alternatives: &[&str]| {
        let answer = serde_json::json!({
            "value": value, "reasoning": "elle boite", "confidence": 0.7, "alternatives": alternatives,
        });
        serde_json::json!({ "text": answer.to_string() }).to_string()
    };
    let answers = [answer("c", &[]), answer("a", &["b"])];
    place.write("m.jsonl", answers.join("\n"));
    place
        .line("field w z.colour --lang fr")
        .expect(0)
        .says("encore possible : c\n")
        .says("parce que x et y diffèrent");
    let listed = place.line("field w --json").expect(0).json();
    assert_eq!(
        listed[0]["cells"]["z.colour"]["values"],
        serde_json::json!(["c"])
    );
    assert_eq!(
        listed[0]["cells"]["z.colour"]["not_proven"],
        serde_json::json!([])
    );
    place.write("config.yaml", "model: scripted:m.jsonl\n");
    let lines =
        "{\"id\":\"1\",\"observe\":\"x.colour\"}\n{\"id\":\"2\",\"assert\":{\"x.age\":25}}\n";
    let replies = place
        .feed(
            "play w --store sqlite:s.db --session S --config config.yaml --script - --json",
            lines,
        )
        .expect(0)
        .json();
    assert_eq!(
        replies[1]["changes"]["narrowed"][0]["range"],
        serde_json::json!({ "before": { "from": 21, "to": 30 }, "after": { "from": 26, "to": 30 } })
    );
    place
        .line("why x.colour w --store sqlite:s.db --session S --lang fr")
        .expect(0)
        .says("l'essai 1 a été refusé")
        .says("essai 2, confiance 0,7, score 46 (20 + 20 + 0 + 6 : enjeu, liens, thèmes, surprise)")
        .says("raisonnement : elle boite")
        .says("alternatives : b");
    let why = place
        .line("why x.colour w --store sqlite:s.db --session S --json")
        .expect(0)
        .json();
    assert_eq!(why[0]["provenance"]["attempt"], 2);
    assert_eq!(
        why[0]["provenance"]["score"],
        serde_json::json!({ "total": 46, "dramatic": 20, "links": 20, "themes": 0, "surprise": 6 })
    );
    place
        .line("why z.age w --store sqlite:s.db --session S")
        .expect(0)
        .says("still possible: 20 to 30, except 25");
}
