//! Answers in words, at the edges of what each kind of question takes; names and records that come
//! twice.

use super::*;
use engine::answer;
use logic::value::Value;

fn read(
    project: &Project,
    state: &State,
    part: &str,
    said: &str,
) -> Result<Value, answer::NotUnderstood> {
    let flow = project.flow.as_ref().expect("it asks");
    let (_, question) = flow.question(part).expect("a question of it");
    let attribute = project.attribute(&question.cell).expect("declared");
    let reading = answer::Reading {
        project,
        state,
        attribute,
        reader: answer::Reader::of(&attribute.kind).expect("it is read"),
        called: &[],
        choices: &question.choices,
        offered: &[],
        newest: true,
        most: 10,
    };
    answer::parse(&reading, said)
}

fn asking() -> Arc<Project> {
    let many: Vec<String> = (1..=27).map(|number| format!("v{number}")).collect();
    let source = format!(
        "
name: Asking
languages: [en, fr]
sorts: {{ guest: {{ is: [character] }}, town: {{ is: [place] }} }}
attributes:
  guest:
    nick: {{ type: text, max_length: 5 }}
    age: {{ type: number, range: [-3, 120] }}
    born: {{ type: date }}
    brave: {{ type: boolean }}
    home: {{ type: ref, sort: town }}
    many: {{ type: enum, values: [{}] }}
    status: {{ type: enum, values: [new, known], changes: true }}
entities:
  anna: {{ sort: guest, name: Anna }}
  lyon: {{ sort: town, name: Lyon, aliases: [Lugdunum] }}
  brno: {{ sort: town, name: Brno }}
flows:
  main:
    - {{ ask: nick, fixes: anna.nick, text: 'Nick?' }}
    - {{ ask: age, fixes: anna.age, text: 'Age?' }}
    - {{ ask: born, fixes: anna.born, text: 'Born?' }}
    - {{ ask: brave, fixes: anna.brave, text: 'Brave?' }}
    - {{ ask: home, fixes: anna.home, text: 'Home?' }}
    - {{ ask: many, fixes: anna.many, text: 'Which?' }}
",
        many.join(", ")
    );
    let (project, diagnostics) = compile(&Files(BTreeMap::from([(
        "p.yaml".to_owned(),
        source.into_bytes(),
    )])));
    Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")))
}

#[test]
fn law_f9_answers_are_read_by_their_questions_kind_up_to_its_edges() {
    let project = asking();
    for (part, said, expected) in [
        ("nick", "Annie", "Annie"),
        ("nick", "  Annie  ", "Annie"),
        ("nick", "Annika", "too-long"),
        ("nick", "Annikas", "too-long"),
        ("nick", "ééééé", "ééééé"),
        ("nick", "\u{200b} \t", "blank"),
        ("age", "42", "42"),
        ("age", "I am 42.", "42"),
        ("age", "3,5", "3.5"),
        ("age", "3.", "3"),
        ("age", "-3", "-3"),
        ("age", "it is -3", "-3"),
        ("age", "-4", "out-of-range"),
        ("age", "120", "120"),
        ("age", "121", "out-of-range"),
        ("age", "3-4", "ambiguous"),
        ("age", "x-4", "4"),
        ("age", "3 or 4", "ambiguous"),
        ("age", "forty", "40"),
        ("age", "not 3", "negated"),
        ("age", "pas 3", "negated"),
        ("age", "more than 3", "ambiguous"),
        ("age", "plus de 3", "ambiguous"),
        ("age", "au moins 3 ans", "ambiguous"),
        ("age", "1,000", "ambiguous"),
        ("age", "--3", "ambiguous"),
        ("age", "3,25", "3.25"),
        ("born", "2026-03-31", "2026-03-31"),
        ("born", "31/03/2026", "2026-03-31"),
        ("born", "03/31/2026", "2026-03-31"),
        ("born", "04/04/2026", "2026-04-04"),
        ("born", "03/04/2026", "ambiguous"),
        ("born", "3.4.2026", "ambiguous"),
        ("born", "31/03/999", "not-a-date"),
        ("born", "31/02/2026", "not-a-date"),
        ("brave", "yes please", "true"),
        ("brave", "Non", "false"),
        ("brave", "yesterday", "not-yes-or-no"),
        ("brave", "not yes", "not-yes-or-no"),
        ("brave", "yes and no", "ambiguous"),
        ("brave", "oui et non", "ambiguous"),
        ("brave", "oui mais non", "ambiguous"),
        ("brave", "no, yes", "ambiguous"),
        ("brave", "no problem", "ambiguous"),
        ("home", "lugdunum", "lyon"),
        ("home", "BRNO", "brno"),
        ("home", "Anna", "unknown-entity"),
        ("many", "A", "v1"),
        ("many", "z", "v26"),
        ("many", "27", "v27"),
        ("many", "0", "not-a-choice"),
        ("many", "28", "not-a-choice"),
        ("many", "v3", "v3"),
        ("many", "v3 or v4", "ambiguous"),
        ("many", "not v3", "negated"),
    ] {
        let read = read(&project, &State::default(), part, said);
        let read = read.map_or_else(|refusal| refusal.code.to_owned(), |value| value.show());
        assert_eq!(read, expected, "{part}: {said:?}");
    }
    // Letters end with Z: a choice behind it is offered without one.
    let refused = read(&project, &State::default(), "many", "none of it");
    let reason = refused.expect_err("not a choice").reason.en;
    assert!(reason.ends_with("Z) v26, v27"), "{reason}");
}

/// In French a day stands before its month.
#[test]
fn law_f9_a_date_is_read_in_the_sessions_language() {
    let project = asking();
    block(async {
        let store = MemoryStore::default();
        let open = Open {
            language: Some(Name::from("fr")),
            ..open_with(&project)
        };
        let host = plain(&store);
        host.open(SESSION, open).await.expect("opens");
        let state = host.load(SESSION).await.expect("loads").state;
        for (said, expected) in [
            ("03/04/2026", "2026-04-03"),
            ("31.03.2026", "2026-03-31"),
            ("03/31/2026", "not-a-date"),
        ] {
            let read = read(&project, &state, "born", said);
            let read = read.map_or_else(|refusal| refusal.code.to_owned(), |value| value.show());
            assert_eq!(read, expected, "{said}");
        }
    });
}

/// Once broken: whatever is wrong with an asserted value, its code is `wrong-type`.
#[test]
fn law_f9_an_assertion_is_refused_with_the_code_of_an_answer() {
    block(async {
        let host = plain(&MemoryStore::default());
        host.open(SESSION, open_with(&asking()))
            .await
            .expect("opens");
        for (number, (cell, value, code)) in [
            ("age", "121", Some("out-of-range")),
            ("age", "-4", Some("out-of-range")),
            ("age", "\"42\"", Some("wrong-type")),
            ("age", "1e999", Some("wrong-type")),
            ("nick", "\"Annika\"", Some("too-long")),
            ("nick", "7", Some("wrong-type")),
            ("many", "\"v99\"", Some("not-a-choice")),
            ("home", "\"paris\"", Some("unknown-entity")),
            ("home", "\"anna\"", Some("unknown-entity")),
            ("born", "\"31/03/2026\"", Some("wrong-type")),
            ("age", "120", None),
        ]
        .into_iter()
        .enumerate()
        {
            let line = format!("{{\"id\":\"a{number}\",\"assert\":{{\"anna.{cell}\":{value}}}}}");
            let envelope = Envelope::parse(&line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
            let answered = host.input(SESSION, envelope).await.expect("answers");
            let refused = answered.changes.refused.first();
            assert_eq!(refused.map(|refused| &*refused.code), code, "{line}");
        }
    });
}

/// An alias belongs to one entity; a record of a source that comes again is no news and no mistake.
#[test]
fn law_j8_what_is_already_known_is_neither_doubled_nor_refused() {
    block(async {
        let store = MemoryStore::default();
        let host = plain(&store);
        host.open(SESSION, open_with(&asking()))
            .await
            .expect("opens");
        let alias = |alias: &str, entity: &str| {
            format!("{{\"author\":{{\"alias\":\"{alias}\",\"entity\":\"{entity}\"}}}}")
        };
        let status = |value: &str, version: u64| {
            format!(
                "{{\"assert\":{{\"anna.status\":\"{value}\"}},\"source\":\"crm\",\"version\":{version}}}"
            )
        };
        for (number, (input, refused, changed)) in [
            (alias("the big one", "lyon"), None, false),
            (alias("The Big One", "lyon"), None, false),
            (alias("the big one", "brno"), Some("alias-taken"), false),
            (alias("Lyon", "brno"), Some("alias-taken"), false),
            (alias("Lyon", "lyon"), None, false),
            (alias("x", "nobody"), Some("unknown-entity"), false),
            (status("new", 2), None, true),
            (status("new", 2), None, false),
            (status("known", 2), Some("stale"), false),
            (status("new", 1), Some("stale"), false),
            (status("known", 3), None, true),
        ]
        .into_iter()
        .enumerate()
        {
            let line = format!("{{\"id\":\"k{number}\",{}", &input[1..]);
            let envelope = Envelope::parse(&line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
            let answered = host.input(SESSION, envelope).await.expect("answers");
            let codes: Vec<&str> = answered
                .changes
                .refused
                .iter()
                .map(|refused| &*refused.code)
                .collect();
            assert_eq!(codes, Vec::from_iter(refused), "{line}");
            assert_eq!(!answered.changes.fixed.is_empty(), changed, "{line}");
        }
        let state = host.load(SESSION).await.expect("loads").state;
        assert_eq!(state.aliases.len(), 1);
    });
}
