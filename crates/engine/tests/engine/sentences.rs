//! Whole sentences: each field takes its part, a correction is told from an answer, and nothing is lost silently.

use crate::common::{Session, Turn, project};
use engine::project::Project;
use std::collections::BTreeMap;
use std::sync::Arc;

const TABLE: &str = include_str!("../../../../worlds/table/project.yaml");

/// What is known by attribute; what is offered is no answer.
fn known(session: &Session) -> BTreeMap<String, String> {
    let values = session.state.settled_values().into_iter();
    values
        .map(|(cell, value)| (cell.attribute.to_string(), value.show()))
        .filter(|(name, _)| !matches!(name.as_str(), "villes" | "jours" | "propositions"))
        .collect()
}

/// `a=1 b=two words` by names.
fn wanted(text: &str) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut last = String::new();
    for word in text.split_whitespace() {
        match word.split_once('=') {
            Some((name, value)) => {
                last = name.to_owned();
                found.insert(last.clone(), value.to_owned());
            }
            None => {
                let value = found.get_mut(&last).expect("a name before it");
                value.push(' ');
                value.push_str(word);
            }
        }
    }
    found
}

#[test]
fn law_f9_whole_sentences_fill_and_correct_their_fields() {
    assert!(play(&project(TABLE), include_str!("sentences.txt")) > 60);
}

/// Doubts and questions, a yes beside something else, two ranks, what is good beside what is refused, corrections
/// after the form.
#[test]
fn law_f9_every_part_of_a_message_is_heard() {
    assert!(play(&project(TABLE), include_str!("talks.txt")) > 80);
    assert!(play(&project(ENGLISH), include_str!("talks-en.txt")) > 20);
}

/// What was taken back, numbers read whole, names with their articles, and what is no value at all.
#[test]
fn law_f9_a_message_is_weighed_whole() {
    assert!(play(&project(TABLE), include_str!("weighed.txt")) > 70);
}

/// Yes and no by what their clause names, labels that end at their sentence, and nothing that is not understood.
#[test]
fn law_f9_what_is_not_understood_is_no_value() {
    assert!(play(&project(TABLE), include_str!("whole.txt")) > 50);
}

/// A rank is for what was offered last, and for nothing older.
#[test]
fn law_f11_a_rank_takes_nothing_older_than_what_was_offered_last() {
    assert!(play(&project(TABLE), include_str!("newest.txt")) > 15);
}

const ENGLISH: &str = r#"
name: Table
languages: [en]
sorts: { booking: { is: [event] } }
attributes:
  booking:
    town: { type: text, changes: true }
    day: { type: date, changes: true }
    people: { type: number, range: [1, 20], changes: true }
    food: { type: enum, values: [italian, japanese], changes: true }
entities: { b: { sort: booking } }
flows:
  main:
    - form: wish
      text: "Town, day, number of people, food?"
      tries: 9
      fields:
        - { field: town, fixes: b.town, called: [town, city] }
        - { field: day, fixes: b.day, called: [day, date] }
        - { field: people, fixes: b.people, called: [people] }
        - { field: food, fixes: b.food, called: [food] }
"#;

#[test]
fn law_f9_whole_english_sentences_fill_and_correct_their_fields() {
    assert!(play(&project(ENGLISH), include_str!("sentences-en.txt")) > 20);
}

/// Plays dialogues, one after the other; how many states were looked at.
fn play(project: &Arc<Project>, text: &str) -> usize {
    let dialogues = text.split("\n\n").skip(1);
    let (mut count, mut wrong) = (0, Vec::new());
    for dialogue in dialogues {
        let mut session = Session::new(project, 1);
        let mut turn = Turn::default();
        for line in dialogue.lines().filter(|line| !line.starts_with('#')) {
            let told = turn.texts().join("\n");
            let mut expect = |holds: bool, found: String| {
                if !holds {
                    wrong.push(format!("{dialogue}\nat {line}\n{found}\n{told}"));
                }
            };
            if let Some(said) = line.strip_prefix("> ") {
                let said = serde_json::Value::from(said);
                turn = session.send(&format!("{{\"message\":{said}}}"));
            } else if let Some(json) = line.strip_prefix("= ") {
                turn = session.send(json);
            } else if let Some(want) = line.strip_prefix("=>") {
                count += 1;
                let known = known(&session);
                expect(known == wanted(want), format!("{known:?}"));
            } else if let Some(code) = line.strip_prefix("!! ") {
                let refused = turn.refused();
                let none = code == "-" && refused.is_empty();
                expect(none || refused.contains(&code), format!("{refused:?}"));
            } else if let Some(words) = line.strip_prefix("~ ") {
                expect(told.contains(words), String::new());
            } else if let Some(words) = line.strip_prefix("!~ ") {
                expect(!told.contains(words), String::new());
            } else {
                panic!("{line}");
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n----\n")
    );
    count
}

const STAY: &str = r#"
name: Stay
languages: [fr]
sorts: { stay: { is: [event] } }
attributes:
  stay:
    weeks: { type: number, range: [1, 52], changes: true }
    budget: { type: number, range: [0, 90000], changes: true }
    age: { type: number, range: [0, 120], changes: true }
    town: { type: text, changes: true }
    cost: { type: number, range: [0, 90000], changes: true }
    guests: { type: number, range: [1, 5000], changes: true }
entities: { s: { sort: stay } }
flows:
  main:
    - { ask: weeks, fixes: s.weeks, text: "Combien de semaines restez-vous ?", tries: 9 }
    - { ask: budget, fixes: s.budget, text: "Votre budget ?", tries: 9 }
    - { ask: age, fixes: s.age, text: "Quel âge avez-vous ?", tries: 9 }
    - form: rest
      text: "Où, à quel coût, et à combien ?"
      tries: 9
      fields:
        - { field: town, fixes: s.town, called: [ville] }
        - { field: cost, fixes: s.cost, called: [coût] }
        - { field: guests, fixes: s.guests, called: [personnes] }
"#;

#[test]
fn law_f9_a_number_counts_in_its_own_unit() {
    assert!(play(&project(STAY), include_str!("units.txt")) > 20);
}

const BLOCK: &str = r#"
name: Block
languages: [fr]
sorts: { guest: { is: [character] } }
attributes:
  guest:
    one: { type: enum, values: { a: rouge, b: bleu }, changes: true }
    two: { type: enum, values: { a: grand, b: petit }, changes: true }
    three: { type: text, changes: true }
entities: { g: { sort: guest } }
flows:
  main:
    - block: ONE
      parts:
        - { ask: one, fixes: g.one, text: "Couleur ?", called: [la couleur] }
        - { ask: two, fixes: g.two, text: "Taille ?", called: [la taille] }
        - { ask: three, fixes: g.three, text: "Dites-moi tout." }
"#;

/// An answer of the block by its number, while free words are awaited.
#[test]
fn law_f11_an_answer_is_corrected_by_its_number_in_the_block() {
    for (said, corrects) in [
        ("plutot B en fait pour la 2", true),
        ("plutôt B pour la 2", true),
        ("plutôt petit pour la deuxième", true),
        ("en fait, pour la 2, plutôt B", true),
        ("question 2 : plutôt B", true),
        ("B pour la question 2 finalement", true),
        ("je veux corriger ma réponse à la question 2 : B", true),
        ("je voudrais corriger ma réponse à la 2 : B", true),
        ("correction, ma réponse à la question 2 est B", true),
        ("ma réponse à la question 2 est B", true),
        ("ma réponse à la 2, c'est petit", true),
        ("my answer to question 2 is B", true),
        ("correction, la question 2 est B", true),
        ("ma réponse à la question 7 est B", false),
        ("plutôt B pour la 7", false),
        ("plutôt content pour la 2", false),
        ("B pour la 2", false),
        ("J'ai plutôt aimé la deuxième", false),
    ] {
        let mut session = Session::new(&project(BLOCK), 1);
        for answer in ["A", "A"] {
            session.send(&format!("{{\"message\":\"{answer}\"}}"));
        }
        let turn = session.send(&format!(
            "{{\"message\":{}}}",
            serde_json::Value::from(said)
        ));
        let two = known(&session).remove("two");
        assert_eq!(
            two.as_deref(),
            Some(if corrects { "b" } else { "a" }),
            "{said}"
        );
        let told = turn.texts().join("\n");
        if corrects {
            assert!(
                told.contains("la taille est maintenant petit (avant : grand)"),
                "{told}"
            );
            assert!(told.contains("Dites-moi tout."), "{told}");
        }
        assert_eq!(known(&session).contains_key("three"), !corrects, "{said}");
    }
}

/// A question of the block is answered before it is asked, by its number; what is open stays open.
#[test]
fn law_f11_a_question_is_answered_ahead_by_its_number() {
    for (said, ahead) in [
        ("B pour la question 2", true),
        ("question 2 : petit", true),
        ("pour la question 2, je dirais B", true),
        ("B pour la question 7", false),
        ("bleu pour la question 2", false),
        ("B pour la question 3", false),
    ] {
        let mut session = Session::new(&project(BLOCK), 1);
        let turn = session.send(&format!(r#"{{"message":"{said}"}}"#));
        let told = turn.texts().join("\n");
        let two = known(&session).remove("two");
        assert_eq!(two.as_deref(), ahead.then_some("b"), "{said}: {told}");
        assert!(!ahead || told.contains("Couleur ?"), "{said}: {told}");
        assert!(!known(&session).contains_key("one"), "{said}: {told}");
        assert!(!known(&session).contains_key("three"), "{said}: {told}");
        if ahead {
            let turn = session.send(r#"{"message":"A"}"#);
            let told = turn.texts().join("\n");
            assert!(told.contains("Dites-moi tout."), "{said}: {told}");
        }
    }
}

/// One message may answer what is open and correct what was answered.
#[test]
fn law_f11_one_message_answers_and_corrects() {
    for (said, one, two) in [
        ("B, et plutôt A pour la première", "a", Some("b")),
        ("B et plutôt rouge pour la première", "a", Some("b")),
        ("B. Plutôt A pour la question 1", "a", Some("b")),
        ("plutôt A pour la première, et B", "a", Some("b")),
        ("petit, et A pour la première", "a", Some("b")),
        ("A pour la première et B pour la deuxième", "a", Some("b")),
        ("B pour celle-ci et A pour la 1", "a", Some("b")),
        ("B, correction : la couleur = rouge", "a", Some("b")),
        ("plutôt A pour la première", "a", None),
        ("A et B", "b", None),
        ("B, et plutôt A pour la septième", "b", Some("b")),
    ] {
        let mut session = Session::new(&project(BLOCK), 1);
        session.send(r#"{"message":"B"}"#);
        let message = serde_json::Value::from(said);
        let turn = session.send(&format!("{{\"message\":{message}}}"));
        let known = known(&session);
        let told = turn.texts().join("\n");
        assert_eq!(known["one"], one, "{said}: {told}");
        assert_eq!(known.get("two").map(String::as_str), two, "{said}: {told}");
        assert_eq!(told.contains("Dites-moi tout."), two.is_some(), "{told}");
        if said.contains("septième") {
            assert!(told.contains("« plutôt A pour la septième »"), "{told}");
        }
        if one == "a" {
            assert!(told.contains("la couleur est maintenant rouge"), "{told}");
        }
    }
}

/// A day and an ordinal in a sentence are no number of a question: an answer in free words stays as it is.
#[test]
fn law_f11_a_day_in_a_sentence_corrects_no_answer() {
    let block = BLOCK.replace(
        r#"two: { type: enum, values: { a: grand, b: petit }, changes: true }"#,
        "two: { type: text, changes: true }",
    );
    for said in [
        "En fait le 2 mai j'ai couru un marathon.",
        "Finalement la deuxième tasse de café",
        "en fait le 2 avril 2026",
        "en fait pour le 2 avril 2026",
        "en fait le 2 me gêne",
    ] {
        let mut session = Session::new(&project(&block), 1);
        for answer in ["A", "Un vélo remis en route"] {
            session.send(&format!("{{\"message\":\"{answer}\"}}"));
        }
        let message = serde_json::Value::from(said);
        session.send(&format!("{{\"message\":{message}}}"));
        let known = known(&session);
        assert_eq!(known["two"], "Un vélo remis en route", "{said}");
        assert_eq!(known["three"], said);
    }
}

const FOUR: &str = r#"
name: Four
languages: [fr]
sorts: { guest: { is: [character] } }
attributes:
  guest:
    one: { type: enum, values: { a: rouge, b: bleu, c: vert }, changes: true }
    two: { type: enum, values: { a: grand, b: petit, c: moyen }, changes: true }
    three: { type: enum, values: { a: rond, b: plat, c: long }, changes: true }
entities: { g: { sort: guest } }
flows:
  main:
    - block: ONE
      parts:
        - { ask: one, fixes: g.one, text: "Couleur ?", called: [la couleur], tries: 9 }
        - { ask: two, fixes: g.two, text: "Taille ?", called: [la taille], tries: 9 }
        - { ask: three, fixes: g.three, text: "Forme ?", called: [la forme], tries: 9 }
"#;

/// What one message answers now, and what it answers ahead by its number.
#[test]
fn law_f11_one_message_answers_and_answers_ahead() {
    for (said, wanted) in [
        ("B et C pour la deuxième", "one=b two=c"),
        ("B, et C pour la question 2", "one=b two=c"),
        ("B, C pour la 2 et A pour la 3", "one=b two=c three=a"),
        ("bleu, et moyen pour la deuxième", "one=b two=c"),
        ("B et C", ""),
        ("B et C pour la septième", "one=b"),
        ("B pour la première et C pour la deuxième", "one=b two=c"),
    ] {
        let mut session = Session::new(&project(FOUR), 1);
        let message = serde_json::Value::from(said);
        let turn = session.send(&format!("{{\"message\":{message}}}"));
        let told = turn.texts().join("\n");
        assert_eq!(known(&session), self::wanted(wanted), "{said}: {told}");
        if said.contains("septième") {
            assert!(told.contains("C pour la septième"), "{told}");
        }
    }
}

const NAMED: &str = r#"
name: Stay
languages: [fr]
sorts: { visit: { is: [event] }, meal: { is: [event] } }
attributes:
  visit:
    duree: { type: number, range: [0, 52], changes: true }
    quartier: { type: text, changes: true }
    jour: { type: text, changes: true }
    couverts: { type: number, range: [1, 20], changes: true }
  meal:
    quartier: { type: text, changes: true }
entities: { s: { sort: visit }, m: { sort: meal } }
flows:
  main:
    - ask: duree
      fixes: s.duree
      called: [la durée]
      tries: 9
      text: "Combien de semaines restez-vous ?"
    - form: lieu
      text: "Quartier, jour, couverts ?"
      fields:
        - { field: quartier, fixes: s.quartier, called: [zone] }
        - { field: jour, fixes: s.jour, called: [jour] }
        - { field: couverts, fixes: s.couverts, called: [couverts] }
"#;

/// A number counts in the unit that its question asks for, a weekday fills the day that is asked for, and what begins
/// with the label of another field never fills this one.
#[test]
fn law_f9_what_is_said_is_for_what_it_names() {
    assert!(play(&project(NAMED), include_str!("named.txt")) > 5);
}
