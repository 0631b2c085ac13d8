//! Projects of replies from the command line: the sweep, what lists cover, rewrites, and bad cases.

use super::commands::prepared;
use crate::program::Place;
use std::fmt::Write as _;

/// A line of words, its exit code, and words of its answer.
fn tried(place: &Place, rows: &[(&str, i32, &str)]) {
    for (line, code, words) in rows {
        let ran = place.line(line);
        let told = format!("{}{}", ran.out, ran.err);
        assert!(ran.code == *code && told.contains(words), "{line}: {ran:?}");
    }
}

#[test]
fn law_r12_a_sweep_says_what_it_examined_and_fails_where_that_is_nothing() {
    let place = prepared("sweep");
    tried(
        &place,
        &[
            (
                "matrix desk --sweep --samples 50",
                0,
                "1 of a state and an intention, 0 of two states that can hold together (0 cannot), 50 at random",
            ),
            ("matrix desk --sweep --samples 50", 0, "0 violations"),
            (
                "matrix desk --sweep --samples 50 --lang fr",
                0,
                "50 au hasard",
            ),
            (
                "matrix desk --sweep --samples 50 --json",
                0,
                "\"sampled\":50",
            ),
            (
                "matrix desk --sweep --samples 50 --json",
                0,
                "\"violations\":[]",
            ),
            ("matrix desk --samples 50", 2, "--sweep"),
            ("matrix desk --sweep --html m.html", 2, "--html"),
            ("matrix p --sweep", 2, "no states and intentions"),
        ],
    );
    // A state that never holds, and no case at random: nothing is examined.
    place.write(
        "never/project.yaml",
        "name: Never\nsources: { order: { fields: { paid: boolean } } }\nslots: [answer]\nstates: { NEVER: { id: N, severity: INFO, when: \"order.paid and not order.paid\" } }\nintentions: { WHERE: { id: W, triggers: [where is it], text: \"On its way.\" } }\n",
    );
    tried(
        &place,
        &[
            (
                "matrix never --sweep --samples 0",
                1,
                "nothing was examined",
            ),
            (
                "matrix never --sweep --samples 5",
                0,
                "held in no case: NEVER",
            ),
        ],
    );
}

#[test]
fn law_r12_a_project_that_declares_nothing_does_not_pass() {
    let place = prepared("nothing");
    place.write("only/project.yaml", "name: e\n");
    tried(
        &place,
        &[
            ("check only", 1, "nothing was examined"),
            ("check only --lang fr", 1, "rien n'a été examiné"),
            ("check desk", 0, "0 errors"),
        ],
    );
}

#[test]
fn every_bad_line_of_cases_is_told_before_anything_is_compared() {
    let place = prepared("lines");
    place.write("cases.jsonl", "{\"nwo\": 1}\n{}\nnot json\n");
    let ran = place.line("diff desk desk --cases cases.jsonl");
    let told = format!("{}{}", ran.out, ran.err);
    assert_eq!(ran.code, 2, "{ran:?}");
    for words in ["cases.jsonl`:1", "cases.jsonl`:3", "2 of the lines"] {
        assert!(told.contains(words), "{words}: {ran:?}");
    }
}

#[test]
fn what_a_model_would_be_asked_is_shown() {
    let place = prepared("prompt");
    place.write("case.json", "{\"message\": \"where is it\"}");
    place.write("none.json", "{}");
    tried(
        &place,
        &[
            ("reply desk --case case.json --prompt", 0, "<<<message"),
            ("reply desk --case case.json --prompt", 0, "where is it"),
            (
                "reply desk --case case.json --prompt --json",
                0,
                "\"schema\":",
            ),
            ("reply desk --case none.json --prompt", 2, "no `message`"),
            ("reply desk --cases case.json --prompt", 2, "--prompt"),
        ],
    );
}

/// More things than places: no search finds an example, and none proves within its bound that there is none.
fn crowded() -> String {
    let (things, places) = (8, 7);
    let mut fields = String::new();
    let (mut sits, mut apart) = (Vec::new(), Vec::new());
    for thing in 0..things {
        let own: Vec<String> = (0..places)
            .map(|at| format!("seats.t{thing}_{at}"))
            .collect();
        for at in 0..places {
            let _ = write!(fields, "t{thing}_{at}: boolean, ");
            for other in 0..thing {
                apart.push(format!("not (seats.t{thing}_{at} and seats.t{other}_{at})"));
            }
        }
        sits.push(format!("({})", own.join(" or ")));
    }
    let condition = sits
        .into_iter()
        .chain(apart)
        .collect::<Vec<_>>()
        .join(" and ");
    format!(
        "name: Crowded\nsources: {{ seats: {{ fields: {{ {fields} }} }} }}\nslots: [answer]\nstates: {{ FULL: {{ id: F, severity: INFO, when: \"{condition}\" }} }}\nintentions: {{ WHERE: {{ id: W, triggers: [where is it], text: \"Here.\" }} }}\nmatrix: {{ \"FULL:WHERE\": {{ text: \"Full.\" }} }}\n"
    )
}

#[test]
fn a_search_that_gave_up_is_told_in_words() {
    let place = prepared("gave-up");
    place.write("crowded/project.yaml", crowded());
    tried(
        &place,
        &[
            (
                "matrix crowded",
                0,
                "ended at the bound: what was not decided is taken to be possible",
            ),
            (
                "matrix crowded --lang fr",
                0,
                "à la limite : ce qui n'est pas décidé est tenu pour possible",
            ),
        ],
    );
    let desk = place.line("matrix desk").expect(0);
    assert!(!desk.out.contains("ended at the bound"), "{desk:?}");
}

#[test]
fn lists_say_what_is_covered() {
    let place = prepared("covered");
    tried(
        &place,
        &[
            ("list intentions desk", 0, "answered in 1 of 1 states"),
            ("list states desk", 0, "answers 1 of 1 intentions"),
            ("list facts desk", 0, "read in 1 place"),
            ("list facts desk --json", 0, "\"source\":\"order\""),
            (
                "list states desk --json",
                0,
                "\"coverage\":{\"covered\":1,\"of\":1,\"open\":[],\"what\":\"intentions\"}",
            ),
            (
                "list states desk --lang fr",
                0,
                "répond à 1 intentions sur 1",
            ),
        ],
    );
}

#[test]
fn law_r13_a_rewrite_is_taken_or_the_approved_text_stands_and_says_so() {
    let place = prepared("rewrite");
    place.write(
        "good.jsonl",
        "{\"cell\": \"case.text\", \"text\": \"It is on its way to Lyon.\"}\n",
    );
    place.write(
        "bad.jsonl",
        "{\"cell\": \"case.text\", \"text\": \"It comes to Lyon on 12 March.\"}\n",
    );
    place.write(
        "given.json",
        "{\"intentions\": [\"WHERE\"], \"sources\": {\"order\": {\"paid\": false, \"town\": \"Lyon\"}}}\n",
    );
    tried(
        &place,
        &[
            (
                "reply desk --case given.json --model scripted:good.jsonl --rewrite",
                0,
                "It is on its way to Lyon.",
            ),
            (
                "reply desk --case given.json --model scripted:good.jsonl --rewrite",
                0,
                "rewritten   by the model",
            ),
            (
                "reply desk --case given.json --model scripted:bad.jsonl --rewrite",
                0,
                "On its way to Lyon.",
            ),
            (
                "reply desk --case given.json --model scripted:bad.jsonl --rewrite",
                0,
                "rewritten   no, the approved text stands: it adds 12",
            ),
            (
                "reply desk --case given.json --model scripted:bad.jsonl --rewrite --lang fr",
                0,
                "reformulé   non, le texte approuvé reste : il ajoute 12",
            ),
            (
                "reply desk --case given.json --rewrite",
                0,
                "the approved text stands: there is no model to ask",
            ),
            (
                "reply desk --case given.json --model scripted:bad.jsonl --rewrite --json",
                0,
                "\"taken\":false",
            ),
            (
                "reply desk --cases given.json --model scripted:good.jsonl --rewrite",
                0,
                "It is on its way to Lyon.",
            ),
        ],
    );
}

/// A file, and what is said of it: its exit code, and words of the answer.
const CASES: &[(&str, i32, &str)] = &[
    (
        "",
        2,
        "`c.json`: there is nothing in it; a case is a JSON object",
    ),
    (
        "[1]",
        2,
        "an object is expected, not a list [wrong-type]\n  = help: a case is one object; many are given with --cases",
    ),
    (
        "{\"message\": \"a",
        2,
        "`c.json`: this is not JSON: EOF while parsing a string at line 1 column 14",
    ),
    (
        "{\"message\":\n null}",
        2,
        "message: a text is expected, not null",
    ),
    (
        "{\"mesage\": \"a\"}",
        2,
        "there is no key `mesage`; did you mean `message`?",
    ),
    (
        "{\"sources\": {\"order\": {\"paid\": true,\n \"paid\": false}}}",
        2,
        "`c.json`: sources.order.paid: the key `paid` stands twice",
    ),
    (
        "{\"sources\": {\"order\": {\"paid\": \"yes\"}}}",
        2,
        "`c.json`: sources.order.paid takes true or false; this is \"yes\".",
    ),
    (
        "{\"sources\": {\"order\": {\"failed\": true, \"paid\": true}}}",
        2,
        "`c.json`: sources.order.paid: `order` failed, so it says nothing",
    ),
    (
        "{\"intentions\": \"WHERE\"}",
        2,
        "intentions: a list of intentions is expected, not a text",
    ),
    (
        "{\"language\": \"de\"}",
        2,
        "language: this project does not speak `de`; it speaks en",
    ),
    (
        "\u{feff}{\"message\": \"Where is it?\"}",
        0,
        "WHERE: fallback",
    ),
    (
        "{\"message\": \"\"}",
        0,
        "hand over   empty-message: the message is empty",
    ),
    (
        "{\"message\": \"Wo ist mein Paket?\"}",
        0,
        "hand over   no-intention: no words of the registry say what the message wants",
    ),
    ("{\"message\": \"a\\u0000b\"}", 0, "no-intention"),
];

#[test]
fn a_bad_case_is_told_where_and_how() {
    let place = prepared("bad-cases");
    for (text, code, words) in CASES {
        place.write("c.json", *text);
        tried(&place, &[("reply desk --case c.json", *code, words)]);
        // Nobody is shown a reason that is about nothing.
        let told = place.line("reply desk --case c.json").out;
        assert!(!told.contains(" : ") && !told.contains(" ;"), "{told}");
    }
    let message = "where is it ".repeat(90_000);
    place.write("c.json", format!("{{\"message\": \"{message}\"}}"));
    let words = "hand over   message-too-long: the message has 1080000 bytes, more than the 65536";
    tried(&place, &[("reply desk --case c.json", 0, words)]);
    place.write("c.json", "{\n\"message\": \"a\"}\n");
    let words = "`c.json`:1: this is not JSON: EOF while parsing an object at line 1 column 1 [bad-json]\n  = help: with --cases every line is a case";
    tried(&place, &[("reply desk --cases c.json", 2, words)]);
    place.write("c.json", "{\"message\": \"\"}\n");
    tried(&place, &[("reply desk --cases c.json", 0, "hand_over  ")]);
    // Who reads the reasons reads them in their own language, whatever the project speaks.
    place.write("c.json", "{\"message\": \"zebra\"}");
    let words = "aucun mot du registre ne dit ce que veut le message";
    tried(&place, &[("reply desk --case c.json --lang fr", 0, words)]);
    // A bad line stands for itself, and the others are answered.
    place.write(
        "c.json",
        "{\"message\": \"\"}\n{\n\n{\"message\": 7}\n{\"message\": \"x\"}\n",
    );
    let told = place.line("reply desk --cases c.json --json");
    let lines: Vec<serde_json::Value> = told
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let bad: Vec<u64> = lines
        .iter()
        .filter_map(|line| line["line"].as_u64())
        .collect();
    assert_eq!(
        (told.code, lines.len(), bad),
        (2, 4, vec![2, 4]),
        "{}",
        told.out
    );
    assert!(
        lines[1]["error"]["message"]
            .as_str()
            .is_some_and(|why| why.contains("bad-json"))
    );
    assert!(told.err.contains("2 of the lines"), "{}", told.err);
}

#[test]
fn what_is_no_text_is_a_usage_failure_that_names_utf_8() {
    let place = prepared("latin");
    let case = "{\"intentions\": [\"WHERE\"], \"sources\": {}}\n";
    place.write("good.json", case);
    let bad = [case.as_bytes(), b"{\"message\": \"caf\xe9\"}\n"].concat();
    place.write("bad.json", &bad);
    place.write("latin.yaml", b"lang: fr # caf\xe9\n");
    for line in [
        "reply desk --case bad.json",
        "reply desk --cases bad.json",
        "reply desk --cases bad.json --json",
        "diff desk desk --cases bad.json",
        "reply desk --case good.json --model scripted:bad.json",
    ] {
        let ran = place.line(line);
        let told = format!("{}{}", ran.out, ran.err);
        assert!(ran.code == 2, "{line}: {ran:?}");
        assert!(
            told.contains("not-utf8") && told.contains(":2"),
            "{line}: {told}"
        );
        assert!(!told.contains("not-found"), "{line}: {told}");
    }
    for line in [
        "reply desk --case -",
        "reply desk --cases -",
        "reply desk --cases - --lang fr",
    ] {
        let ran = place.feed(line, &bad);
        assert!(
            ran.code == 2 && ran.err.contains("not-utf8"),
            "{line}: {ran:?}"
        );
        assert!(
            ran.err.contains("UTF-8") && ran.err.contains(":2"),
            "{line}: {ran:?}"
        );
    }
    let ran = place.line("reply desk --case good.json --config latin.yaml");
    assert!(ran.code == 2 && ran.err.contains("not-utf8"), "{ran:?}");
}
