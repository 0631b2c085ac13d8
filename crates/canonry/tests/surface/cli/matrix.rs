//! What a project of replies shows of its rows, and which decisions change from one project to another.

use crate::program::Place;
use serde_json::{Value, json};

/// A row of each kind: chosen, passed over for another one, and never.
const ROWS: &str = r#"name: Rows
sources: { order: { fields: { paid: boolean, late: boolean } } }
slots: [answer]
states:
  LATE: { id: L, priority: 10, severity: INFO, when: "order.late" }
  PAID: { id: P, priority: 20, severity: INFO, when: "order.paid" }
intentions:
  WHERE: { id: W, triggers: [where is it] }
matrix:
  "LATE:WHERE": [{ text: "It is late." }, { when: "order.paid", text: "Paid, and late." }]
  "PAID:WHERE": { when: "not order.paid", text: "Never said." }
  "*:WHERE": { text: "On its way." }
"#;

fn place(name: &str) -> Place {
    let place = Place::new(name);
    place.write("rows/project.yaml", ROWS);
    place
}

/// What is said of each row: its name, its line, dead, shadowed, why.
fn rows(matrix: &Value) -> Vec<Value> {
    let rows = matrix["rows"].as_array().expect("rows").iter();
    let told = rows.map(|row| {
        json!([
            row["row"],
            row["line"],
            row["dead"],
            row["shadowed"],
            row["why"]
        ])
    });
    told.collect()
}

#[test]
fn matrix_tells_dead_shadowed_and_live_rows_apart() {
    let place = place("rows");
    let matrix = place.line("matrix rows --json").expect(0).json().remove(0);
    let shadowed = "LATE:WHERE#1 comes first";
    let never = "its condition is never true";
    assert_eq!(
        rows(&matrix),
        [
            json!(["LATE:WHERE#1", 10, false, false, null]),
            json!(["LATE:WHERE#2", 10, true, true, shadowed]),
            json!(["PAID:WHERE", 11, true, false, never]),
            json!(["*:WHERE", 12, false, false, null]),
        ]
    );
    let of = |list: &str, key: &str| -> Vec<Value> {
        let list = matrix[list].as_array().expect("a list").iter();
        list.map(|one| one[key].clone()).collect()
    };
    assert_eq!(of("rows", "pass"), ["exact", "exact", "exact", "wildcard"]);
    let states = [json!("LATE"), json!("LATE"), json!("PAID"), json!(null)];
    assert_eq!(of("rows", "state"), states);
    assert_eq!(of("rows", "intention"), ["WHERE"; 4]);
    assert_eq!(of("states", "state"), ["LATE", "PAID"]);
    assert_eq!(of("states", "never_holds"), [false, false]);
    assert_eq!(of("intentions", "intention"), ["WHERE"]);
    assert_eq!(of("intentions", "rows"), [4]);
    assert_eq!(matrix["undecided"], 0);
    // A live row has a case in which it is chosen; a dead one has none.
    let examples = of("rows", "example");
    assert_eq!(examples[0], "order.late = true");
    assert!(examples[1].is_null() && examples[2].is_null());
    let french = place.line("matrix rows --json --lang fr").expect(0).json();
    assert_eq!(rows(&french[0])[1][4], "LATE:WHERE#1 passe avant");
    assert_eq!(rows(&french[0])[2][4], "sa condition n'est jamais vraie");
}

#[test]
fn the_table_and_the_page_name_what_is_dead() {
    let place = place("rows-shown");
    let table = place.line("matrix rows --html rows.html").expect(0).out;
    let lines: Vec<&str> = table.lines().map(str::trim_end).collect();
    for line in [
        "  1  WHERE",
        format!("{:<32}  E", "LATE").as_str(),
        format!("{:<32}  ×", "PAID").as_str(),
        "× LATE:WHERE#2: LATE:WHERE#1 comes first",
        "× PAID:WHERE: its condition is never true",
        "4 rows, 2 states, 1 intention, 2 dead",
    ] {
        assert!(lines.contains(&line), "{line:?} in\n{table}");
    }
    let told = lines.iter().filter(|line| line.starts_with("× ")).count();
    assert_eq!(told, 2, "{table}");
    let page = std::fs::read_to_string(place.path("rows.html")).expect("a page");
    for line in [
        "<tr><th title=\"\">LATE</th><td>E</td></tr>",
        "<tr><th title=\"\">PAID</th><td class=\"dead\">×</td></tr>",
        "<li>LATE:WHERE#1 <small>order.late = true</small></li>",
        "<li class=\"dead\">LATE:WHERE#2: LATE:WHERE#1 comes first</li>",
        "<li class=\"dead\">PAID:WHERE: its condition is never true</li>",
    ] {
        assert!(page.lines().any(|found| found == line), "{line} in\n{page}");
    }
    assert_eq!(page.matches("<li class=\"dead\">").count(), 2, "{page}");
}

/// Three cases: only the second one comes to the row that changes.
const CASES: &str = r#"{"intentions": ["WHERE"], "sources": {"order": {"paid": true, "late": false}}}
{"intentions": ["WHERE"], "sources": {"order": {"paid": true, "late": true}}}
{"intentions": [], "sources": {"order": {"paid": true, "late": true}}}
"#;

#[test]
fn diff_names_the_case_and_the_fields_that_change() {
    let place = place("rows-diff");
    place.write("cases.jsonl", CASES);
    let same = place.line("diff rows rows --cases cases.jsonl").expect(0);
    assert!(same.out.contains("3 cases: 0 differences"), "{same:?}");
    let compare = |from: &str, to: &str| {
        assert!(ROWS.contains(from), "{from}");
        place.write("new/project.yaml", ROWS.replace(from, to));
        let line = "diff rows new --cases cases.jsonl --json";
        let json = place.line(line).expect(1).json().remove(0);
        assert_eq!(json["cases"], 3);
        json["differences"].as_array().expect("a list").clone()
    };
    // Another text: what is said, and what is proven to be said.
    let found = compare("It is late.", "It is very late.");
    let told: Vec<Value> = found
        .iter()
        .map(|one| {
            json!([
                one["case"],
                one["changed"],
                one["old"]["text"],
                one["new"]["text"]
            ])
        })
        .collect();
    let text = json!([
        2,
        ["sections", "text"],
        "It is late.\n",
        "It is very late.\n"
    ]);
    assert_eq!(told, [text]);
    let shown = place.line("diff rows new --cases cases.jsonl").expect(1);
    let lines: Vec<&str> = shown.out.lines().collect();
    assert!(
        lines.len() == 2 && lines[0].starts_with("    2  reply LATE"),
        "{shown:?}"
    );
    assert!(lines[0].ends_with(" sections, text"), "{shown:?}");
    assert_eq!(lines[1], "3 cases: 1 difference");
    // Another row: what is selected as well. What did not change is not named.
    let found = compare("[{ text: \"It is late.\" }, { ", "[{ ");
    assert_eq!(found.len(), 1, "{found:?}");
    let changed = found[0]["changed"].as_array().expect("a list");
    assert_eq!(found[0]["case"], 2);
    assert!(changed.contains(&json!("selection")) && changed.contains(&json!("text")));
    for other in ["outcome", "primary", "states", "send"] {
        assert!(!changed.contains(&json!(other)), "{other}: {found:?}");
    }
    assert_eq!(found[0]["new"]["text"], "Paid, and late.\n");
}

/// Messages and facts of the desk for exam candidates.
const MESSAGES: [&str; 6] = [
    "Quand arrive ma convocation ?",
    "Où en est mon dossier ? Je voudrais aussi une facture.",
    "Mon compte ExamT3P est bloqué, c'est urgent !",
    "J'ai besoin d'une attestation de formation, et je souhaite changer de date.",
    "Que dois-je faire maintenant ?",
    "Comment se passe l'épreuve pratique ?",
];
const FACTS: [&str; 5] = [
    r#""linking": {"trouve": true}"#,
    r#""deal": {"prenom": "Nadia", "etape": "gagne", "evalbox": "convoc_recue", "date_examen": "2026-03-24", "date_cloture": "2026-02-20"}"#,
    r#""portal": {"failed": false, "double_compte": true}"#,
    r#""consistency": {"failed": false}"#,
    r#""session": {"debut": "2026-02-23", "fin": "2026-03-06"}"#,
];

/// Two runs share nothing but what is written: not the order in which it is, not the time, not the folder.
#[test]
fn law_r14_two_processes_give_the_same_bytes() {
    let worlds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/examt3p");
    let (mut one, mut two) = (String::new(), String::new());
    for (at, message) in MESSAGES.iter().enumerate() {
        for from in 0..FACTS.len() {
            let mut facts = FACTS[from..].to_vec();
            let now = r#""now": "2026-03-10T09:00:00Z""#;
            let line = format!(
                "{{{now}, \"message\": {message:?}, \"sources\": {{{}}}}}\n",
                facts.join(", ")
            );
            one.push_str(&line);
            facts.reverse();
            facts.rotate_left(at % (FACTS.len() - from));
            let line = format!(
                "{{\"sources\": {{{}}}, \"message\": {message:?}, {now}}}\n",
                facts.join(", ")
            );
            two.push_str(&line);
        }
    }
    let run = |name: &str, cases: &str, variables: &[(&str, &str)]| {
        let place = Place::new(name);
        place.write("cases.jsonl", cases);
        let world = worlds.display();
        let line = format!("reply {world} --cases cases.jsonl --json");
        place.with(variables, &line, "").expect(0).out
    };
    let first = run("same-one", &one, &[]);
    let second = run(
        "same-two",
        &two,
        &[("TZ", "Asia/Tokyo"), ("LC_ALL", "fr_FR.UTF-8")],
    );
    let (first, second): (Vec<&str>, Vec<&str>) =
        (first.lines().collect(), second.lines().collect());
    assert_eq!(first.len(), MESSAGES.len() * FACTS.len());
    for (first, second) in first.iter().zip(&second) {
        assert_eq!(first, second);
    }
    assert_eq!(first.len(), second.len());
    let texts: std::collections::BTreeSet<&&str> = first.iter().collect();
    assert!(texts.len() > 20, "{} replies", texts.len());
}
