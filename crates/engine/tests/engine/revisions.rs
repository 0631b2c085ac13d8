//! What is made from answers follows them: revisions, things that cannot be made, items that keep their answers.

use crate::common::{Session, Turn, project};
use engine::collapse::Generator;
use engine::event::{Awaits, Closed, Ended, Event, Reopening};
use engine::request::Outcome;
use engine::state::State;
use engine::why::{self, Why};
use logic::holds::Truth;
use logic::value::Cell;
use std::sync::Arc;

const CLUB: &str = r#"
name: Club
languages: [en]
sorts: { member: { is: [character] }, book: { is: [object] } }
attributes:
  member:
    pace: { type: enum, values: { slow: a book a season, fast: a book a week }, changes: true }
    reason: { type: text, changes: true }
    evening: { type: boolean, changes: true }
    form: { type: enum, values: { tu: first names, vous: surnames }, changes: true }
    nuance: { type: text, changes: true }
    mirror:
      fields:
        heard: { type: text, max_words: 40, changes: true, address: ada.form, generate: { prompt: "Say {{ada.pace}} and {{ada.form}}.", offline: "You read {{ada.pace}}." } }
        felt: { type: text, max_words: 40, changes: true, generate: { prompt: "Something else.", offline: "Reading has its place." } }
      tellings: [ "{{heard}} {{felt}} « {{ada.reason}} »" ]
    synthesis: { type: text, max_words: 40, changes: true, generate: { prompt: "Sum up {{ada.pace}}.", offline: "In short: {{ada.pace}}." } }
    points: { type: number, range: [0, 100], changes: true }
    books: { type: list, of: text, max_items: 3, changes: true }
  book:
    title: { type: text, changes: true }
    stays: { type: text, changes: true }
    question: { type: text, max_words: 30, changes: true, generate: { prompt: "About {{it.title}}.", offline: "What stays of {{it.title}}?" } }
entities:
  ada: { sort: member }
  book_1: { sort: book }
  book_2: { sort: book }
  book_3: { sort: book }
flows:
  main:
    - block: ONE
      title: How you read
      parts:
        - { ask: form, fixes: ada.form, text: "How shall we call you?", called: [form] }
        - { ask: pace, fixes: ada.pace, text: "How do you read?", called: [pace] }
        - { ask: reason, fixes: ada.reason, text: "Why?", called: [reason] }
        - { mirror: seen, cell: ada.mirror, text: "Is that you?", nuance: ada.nuance }
    - block: TWO
      parts:
        - { ask: evening, fixes: ada.evening, text: "In the evening?", called: [evening] }
        - { gate: closing, event: CLOSE, text: "Ready?" }
        - { synthesis: sum, cell: ada.synthesis }
        - { matching: fit, fixes: ada.points, text: "{{ada.points}} points.", score: [ { when: "ada.pace == fast", points: 40, because: fast }, { when: "ada.evening == true", points: 20, because: evening } ] }
        - { end: done, text: "Thank you." }
"#;

const BOOKS: &str = r#"
    - { ask: books, fixes: ada.books, text: "Which books?", called: [books] }
    - repeat: each
      as: book
      over: [book_1, book_2, book_3]
      of: ada.books
      titled: title
      parts:
        - { ask: stays, worded_by: $book.question, fixes: $book.stays, called: [memory] }
    - { ask: pace, fixes: ada.pace, text: "How do you read?", called: [pace] }
    - { ask: reason, fixes: ada.reason, when: "ada.pace == fast", text: "Why so fast?", called: [reason] }
    - { ask: evening, fixes: ada.evening, text: "In the evening?", called: [evening] }
    - { end: done, text: "Thank you." }
"#;

fn books() -> Arc<engine::project::Project> {
    let head = CLUB.split("flows:").next().expect("a head");
    project(&format!("{head}flows:\n  main:{BOOKS}"))
}

fn say(session: &mut Session, text: &str) -> Turn {
    let text = serde_json::Value::from(text);
    session.send(&format!("{{\"message\":{text}}}"))
}

fn press(session: &mut Session, name: &str) -> Turn {
    session.send(&format!("{{\"event\":\"{name}\"}}"))
}

fn known(session: &Session, cell: &str) -> Option<String> {
    let cell: Cell = cell.parse().expect("a cell");
    let value = session.state.fluents.get(&cell)?.value.as_ref();
    value.map(|value| value.show())
}

fn open(session: &Session) -> Option<&str> {
    let open = session.state.obligation.as_ref();
    open.map(|open| open.obligation.part.as_str())
}

fn line(session: &Session, cell: &str) -> String {
    let cell = cell.parse().expect("a cell");
    let why = why::cell(&session.project, &session.state, &cell);
    why.expect("a reason").line().en
}

/// The block of the mirror, answered.
fn mirrored() -> (Session, Turn) {
    let mut session = Session::new(&project(CLUB), 1);
    say(&mut session, "first names");
    say(&mut session, "a book a season");
    let turn = say(&mut session, "To see other lives");
    assert_eq!(open(&session), Some("seen"), "{:?}", turn.texts());
    (session, turn)
}

#[test]
fn law_f6_a_validated_mirror_is_made_anew_once_its_answer_is_corrected() {
    let (mut session, first) = mirrored();
    assert!(
        first.texts()[0].starts_with("You read a book a season."),
        "{:?}",
        first.texts()
    );
    say(&mut session, "yes");
    let turn = say(&mut session, "correction: pace = fast");
    // What is open stays open; the mirror is announced.
    assert_eq!(open(&session), Some("evening"));
    assert!(
        turn.texts()
            .iter()
            .any(|text| text.contains("the mirror (« How you read »)")),
        "{:?}",
        turn.texts()
    );
    let turn = say(&mut session, "yes");
    let reopened = turn.events.iter().any(|event| {
        matches!(event, Event::Reopened(reopened) if reopened.why == Reopening::Correction && reopened.parts.len() == 1)
    });
    assert!(reopened, "{:?}", turn.events);
    assert_eq!(open(&session), Some("seen"));
    assert!(
        turn.texts()[0].starts_with("You read a book a week. Reading has its place."),
        "{:?}",
        turn.texts()
    );
    assert!(
        line(&session, "ada.mirror.heard").contains("revision 2"),
        "{}",
        line(&session, "ada.mirror.heard")
    );
    assert!(
        line(&session, "ada.mirror.felt").contains("revision 1"),
        "{}",
        line(&session, "ada.mirror.felt")
    );
    say(&mut session, "that's me");
    // It is asked for once, and the flow is where it was.
    assert_eq!(open(&session), Some("closing"));
    assert_eq!(session.state.closed.get("seen"), Some(&Closed::Validated));
}

#[test]
fn law_f6_words_that_a_mirror_quotes_are_answers_it_was_made_from() {
    let (mut session, _) = mirrored();
    say(&mut session, "yes");
    say(&mut session, "correction: reason = To sleep");
    let turn = say(&mut session, "yes");
    assert!(
        turn.texts()[0].contains("« To sleep »"),
        "{:?}",
        turn.texts()
    );
    assert_eq!(open(&session), Some("seen"));
}

#[test]
fn law_f4_an_open_mirror_that_is_outdated_is_withdrawn_and_made_anew_at_once() {
    let (mut session, _) = mirrored();
    let turn = say(&mut session, "correction: pace = fast");
    let withdrawn = turn.events.iter().any(|event| {
        matches!(event, Event::ObligationClosed(closed) if closed.how == Closed::Withdrawn && &*closed.part == "seen")
    });
    assert!(withdrawn, "{:?}", turn.events);
    assert_eq!(open(&session), Some("seen"));
    let last = turn.texts().last().map(|text| text.to_string());
    assert!(
        last.is_some_and(|text| text.starts_with("You read a book a week.")),
        "{:?}",
        turn.texts()
    );
}

#[test]
fn law_f6_other_answers_and_another_address_leave_a_validated_mirror() {
    let (mut session, _) = mirrored();
    say(&mut session, "yes");
    for said in ["correction: form = surnames", "correction: pace = slow"] {
        say(&mut session, said);
    }
    say(&mut session, "yes");
    assert_eq!(open(&session), Some("closing"));
    say(&mut session, "correction: evening = no");
    assert_eq!(open(&session), Some("closing"));
    assert!(line(&session, "ada.mirror.felt").contains("revision 1"));
}

#[test]
fn law_f6_a_synthesis_and_a_score_follow_a_correction_when_they_are_said_again() {
    let (mut session, _) = mirrored();
    say(&mut session, "yes");
    say(&mut session, "no");
    let first = press(&mut session, "CLOSE");
    assert_eq!(
        first.texts(),
        ["In short: a book a season.", "0 points.", "Thank you."]
    );
    let again = press(&mut session, "CLOSE");
    assert_eq!(again.texts(), first.texts());
    assert!(again.changes.is_empty(), "{:?}", again.changes);
    let turn = say(&mut session, "correction: pace = fast");
    let told = turn.texts().join(" ");
    assert!(
        told.contains("the synthesis") && told.contains("the result"),
        "{told}"
    );
    assert!(
        line(&session, "ada.synthesis").contains("corrected since"),
        "{}",
        line(&session, "ada.synthesis")
    );
    assert!(
        line(&session, "ada.points").contains("corrected since"),
        "{}",
        line(&session, "ada.points")
    );
    let anew = press(&mut session, "CLOSE");
    assert_eq!(
        anew.texts(),
        ["In short: a book a week.", "40 points.", "Thank you."]
    );
    assert!(
        line(&session, "ada.points").contains("revision 2"),
        "{}",
        line(&session, "ada.points")
    );
    let again = press(&mut session, "CLOSE");
    assert_eq!(again.texts(), anew.texts());
    assert!(again.changes.is_empty(), "{:?}", again.changes);
}

#[test]
fn law_f6_what_is_begun_anew_is_made_from_the_new_answers() {
    let (mut session, _) = mirrored();
    say(&mut session, "yes");
    say(&mut session, "no");
    press(&mut session, "CLOSE");
    assert_eq!(open(&session), None);
    // The word does what the event does.
    say(&mut session, "start again");
    for said in ["first names", "a book a week", "To sleep"] {
        say(&mut session, said);
    }
    assert_eq!(open(&session), Some("seen"));
    assert_eq!(
        known(&session, "ada.mirror.heard").as_deref(),
        Some("You read a book a week.")
    );
    say(&mut session, "yes");
    say(&mut session, "yes");
    let turn = press(&mut session, "CLOSE");
    assert_eq!(
        turn.texts(),
        ["In short: a book a week.", "60 points.", "Thank you."]
    );
}

#[test]
fn what_a_host_asserted_is_not_made_anew() {
    let (mut session, _) = mirrored();
    say(&mut session, "yes");
    session.send(r#"{"assert":{"ada.synthesis":"As the host says."}}"#);
    say(&mut session, "correction: pace = fast");
    say(&mut session, "no");
    say(&mut session, "yes");
    let turn = press(&mut session, "CLOSE");
    assert_eq!(turn.texts()[0], "As the host says.");
}

/// A model that answers every request with these words, and what it was asked.
fn answering(session: &mut Session, json: &str, words: &str) -> (Turn, Vec<String>) {
    let mut asked = Vec::new();
    let turn = session.send_to(json, Generator::Model, &mut |request| {
        asked.push(request.prompt.user.clone());
        Outcome::Answered {
            text: words.to_owned(),
            tokens: None,
        }
    });
    (turn, asked)
}

/// What somebody was to fill in is no text: it is asked for again, and then made offline.
#[test]
fn law_f14_a_text_of_a_model_with_a_hole_in_it_is_refused() {
    for (words, is_whole) in [
        ("What stays with you of [TITLE], then?", false),
        ("It is {reader} time.", false),
        ("Hello {{name}}, it is late.", false),
        ("It is [late] and { } and [3].", true),
    ] {
        let mut session = Session::new(&project(CLUB), 1);
        for said in ["first names", "a book a season"] {
            say(&mut session, said);
        }
        let (turn, asked) = answering(&mut session, r#"{"message":"To see other lives"}"#, words);
        assert_eq!(turn.texts().join("\n").contains(words), is_whole, "{words}");
        assert_eq!(asked.len() > 2, !is_whole, "{words}: asked {}", asked.len());
    }
}

/// What a text must name stands in its request; saying it in those words repeats nothing. And what is made
/// anew is not told to its maker as a fact.
#[test]
fn what_must_be_named_is_no_echo_and_what_is_remade_is_no_fact() {
    let label = "a book a season, in the long evenings of the winter";
    let source = CLUB
        .replace("slow: a book a season,", &format!("slow: \"{label}\","))
        .replace(
            "address: ada.form, generate",
            "address: ada.form, mentions: { least: 1, of: [ada.pace] }, generate",
        );
    let mut session = Session::new(&project(&source), 1);
    for said in ["first names", "A"] {
        say(&mut session, said);
    }
    let words = format!("It is {label}, then.");
    let (turn, _) = answering(&mut session, r#"{"message":"To see other lives"}"#, &words);
    assert!(
        turn.texts().join("\n").contains(&words),
        "{:?}",
        turn.texts()
    );
    let (_, asked) = answering(
        &mut session,
        r#"{"message":"correction : pace = a book a week"}"#,
        "It is a book a week, then.",
    );
    assert!(!asked.is_empty());
    let told = asked.iter().any(|asked| asked.contains("mirror.heard ="));
    assert!(!told, "{asked:?}");
}

fn failing(session: &mut Session, json: &str) -> Turn {
    session.send_to(json, Generator::Model, &mut |_| Outcome::Failed {
        reason: "overloaded".to_owned(),
    })
}

/// A club whose model fails, and which has no words of its own.
fn without_words(more: &str) -> Session {
    let source = CLUB
        .replace("offline: \"You read {{ada.pace}}.\"", "offline: []")
        .replace("cell: ada.mirror,", &format!("cell: ada.mirror, {more}"));
    let mut session = Session::new(
        &project(&format!("{source}collapse: {{ attempts: 1 }}\n")),
        1,
    );
    for said in ["first names", "a book a season"] {
        say(&mut session, said);
    }
    session
}

#[test]
fn law_j13_a_mirror_that_cannot_be_made_is_awaited_and_tried_again() {
    let mut session = without_words("");
    let turn = failing(&mut session, r#"{"message":"To see other lives"}"#);
    let obligation = session
        .state
        .obligation
        .as_ref()
        .expect("something is awaited");
    assert_eq!(obligation.obligation.awaits, Awaits::Event);
    assert_eq!(open(&session), Some("seen"));
    assert_eq!(turn.refused(), ["not-generated"]);
    assert!(
        turn.texts()[0].contains("could not be made"),
        "{:?}",
        turn.texts()
    );
    // The next contact tries again; so does the event.
    failing(&mut session, r#"{"message":"hello?"}"#);
    assert_eq!(open(&session), Some("seen"));
    let turn = session.ask(r#"{"event":"RETRY"}"#, |request| {
        let heard = request.cell.attribute.ends_with("heard");
        if heard {
            "You read slowly."
        } else {
            "It shows."
        }
        .to_owned()
    });
    assert!(
        turn.texts()[0].starts_with("You read slowly."),
        "{:?}",
        turn.texts()
    );
    let obligation = session
        .state
        .obligation
        .as_ref()
        .expect("the mirror is open");
    assert_eq!(obligation.obligation.awaits, Awaits::Validation);
}

#[test]
fn law_j13_nothing_goes_on_without_a_mirror_unless_it_is_declared() {
    let mut session = without_words("tries: 2,");
    failing(&mut session, r#"{"message":"To see other lives"}"#);
    failing(&mut session, r#"{"message":"go"}"#);
    let turn = failing(&mut session, r#"{"message":"go"}"#);
    let ended = session.state.ended.as_ref().map(|ended| ended.how);
    assert_eq!(ended, Some(Ended::GivenUp), "{:?}", turn.texts());
    assert!(
        turn.texts()
            .last()
            .is_some_and(|text| text.contains("the mirror")),
        "{:?}",
        turn.texts()
    );
    let turn = session.ask(r#"{"message":"resume"}"#, |_| "You read slowly.".to_owned());
    assert!(
        turn.texts()[0].starts_with("You read slowly."),
        "{:?}",
        turn.texts()
    );
}

#[test]
fn law_j13_an_end_without_all_that_was_to_be_made_says_so() {
    let mut session = without_words("tries: 1, give_up: next,");
    failing(&mut session, r#"{"message":"To see other lives"}"#);
    failing(&mut session, r#"{"message":"go"}"#);
    assert_eq!(open(&session), Some("evening"));
    failing(&mut session, r#"{"message":"yes"}"#);
    let turn = failing(&mut session, r#"{"event":"CLOSE"}"#);
    let ended = session.state.ended.as_ref().map(|ended| ended.how);
    assert_eq!(ended, Some(Ended::GivenUp), "{:?}", turn.texts());
    let told = turn.texts().join(" ");
    assert!(
        told.contains("missing: the mirror (« How you read »)"),
        "{told}"
    );
    // Once it can be made, the end is another.
    session.ask(r#"{"event":"RESUME"}"#, |_| "You read slowly.".to_owned());
    assert_eq!(open(&session), Some("seen"));
    let turn = say(&mut session, "yes");
    assert_eq!(turn.texts().last(), Some(&"Thank you."));
    let ended = session.state.ended.as_ref().map(|ended| ended.how);
    assert_eq!(ended, Some(Ended::Completed));
}

#[test]
fn law_f11_answers_stay_with_their_item_when_the_list_is_corrected() {
    let mut session = Session::new(&books(), 1);
    for said in ["Emma, Dune", "the wit", "the sand"] {
        say(&mut session, said);
    }
    let stays = |session: &Session, title: &str| {
        let of = (1..=3)
            .find(|at| known(session, &format!("book_{at}.title")).as_deref() == Some(title))?;
        known(session, &format!("book_{of}.stays"))
    };
    say(&mut session, "correction: books = Dune, Emma");
    assert_eq!(stays(&session, "Emma").as_deref(), Some("the wit"));
    assert_eq!(stays(&session, "Dune").as_deref(), Some("the sand"));
    // One goes, another comes: the new one is asked about, and has nobody else's answer.
    say(&mut session, "correction: books = Middlemarch, Dune");
    assert_eq!(stays(&session, "Dune").as_deref(), Some("the sand"));
    assert_eq!(stays(&session, "Emma"), None);
    assert_eq!(stays(&session, "Middlemarch"), None);
    let turn = say(&mut session, "slow");
    assert_eq!(turn.texts(), ["What stays of Middlemarch?"]);
    say(&mut session, "the town");
    assert_eq!(stays(&session, "Middlemarch").as_deref(), Some("the town"));
    // A slip that is mended is the same book.
    say(&mut session, "correction: books = Midlemarch, Dune");
    assert_eq!(stays(&session, "Midlemarch").as_deref(), Some("the town"));
    say(&mut session, "correction: books = Dune");
    assert_eq!(stays(&session, "Dune").as_deref(), Some("the sand"));
    assert_eq!(stays(&session, "Midlemarch"), None);
    assert_eq!(open(&session), Some("evening"));
}

#[test]
fn law_f1_an_open_question_whose_item_is_gone_is_closed_by_an_event() {
    let mut session = Session::new(&books(), 1);
    say(&mut session, "Emma, Dune");
    assert_eq!(open(&session), Some("stays.book_1"));
    let turn = say(&mut session, "correction: books = Dune");
    let closed = turn.events.iter().any(
        |event| matches!(event, Event::ObligationClosed(closed) if &*closed.part == "stays.book_1"),
    );
    assert!(closed, "{:?}", turn.events);
    assert_eq!(open(&session), Some("stays.book_2"));
    assert_eq!(turn.texts().last(), Some(&"What stays of Dune?"));
    // The open question follows its item's name.
    let turn = say(&mut session, "correction: books = Dune Messiah");
    assert_eq!(turn.texts().last(), Some(&"What stays of Dune Messiah?"));
}

#[test]
fn law_f1_an_open_question_whose_guard_is_false_is_closed_by_an_event() {
    let mut session = Session::new(&books(), 1);
    for said in ["Dune", "the sand", "fast"] {
        say(&mut session, said);
    }
    assert_eq!(open(&session), Some("reason"));
    let turn = say(&mut session, "correction: pace = slow");
    let closed = turn.events.iter().any(|event| {
        matches!(event, Event::ObligationClosed(closed) if &*closed.part == "reason" && closed.how == Closed::Withdrawn)
    });
    assert!(closed, "{:?}", turn.events);
    assert_eq!(open(&session), Some("evening"));
    // It is asked once its guard holds again.
    say(&mut session, "correction: pace = fast");
    say(&mut session, "yes");
    assert_eq!(open(&session), Some("reason"));
}

#[test]
fn law_f4_a_no_asks_what_is_wrong_and_the_next_words_are_the_nuance() {
    let (mut session, _) = mirrored();
    for _ in 0..3 {
        let turn = say(&mut session, "?");
        assert_eq!(open(&session), Some("seen"), "{:?}", turn.texts());
        assert!(turn.refused().is_empty());
    }
    assert_eq!(say(&mut session, "no").refused(), ["what-is-wrong"]);
    assert_eq!(open(&session), Some("seen"));
    say(&mut session, "no");
    assert_eq!(session.state.closed.get("seen"), Some(&Closed::Nuanced));
    assert_eq!(known(&session, "ada.nuance").as_deref(), Some("no"));

    let (mut session, _) = mirrored();
    say(&mut session, "that's not me");
    say(&mut session, "I read more slowly");
    assert_eq!(
        known(&session, "ada.nuance").as_deref(),
        Some("I read more slowly")
    );

    for said in [
        "sounds right",
        "Sounds good to me!",
        "I recognise myself",
        "je m'y reconnais",
        "C'est tout à fait moi.",
    ] {
        let (mut session, _) = mirrored();
        say(&mut session, said);
        assert_eq!(
            session.state.closed.get("seen"),
            Some(&Closed::Validated),
            "{said}"
        );
    }
}

#[test]
fn a_flow_that_is_over_says_so() {
    let source = CLUB.replace("        - { end: done, text: \"Thank you.\" }\n", "");
    let source = source.replace("- { matching: fit", "- { ask: last, fixes: ada.nuance, text: 'Anything else?' }\n        - { gate: bye, when: 'false', event: BYE, text: 'Bye' }\n        - { matching: fit, when: 'false'");
    let mut session = Session::new(&project(&source), 1);
    for said in ["first names", "slow", "why not", "yes", "yes"] {
        say(&mut session, said);
    }
    press(&mut session, "CLOSE");
    let turn = say(&mut session, "no");
    assert_eq!(turn.texts().len(), 1, "{:?}", turn.texts());
}

/// The codes of what `check` says of a flow.
fn codes(flow: &str) -> Vec<&'static str> {
    let source = format!(
        "name: X\nlanguages: [en]\nsorts: {{ g: {{ is: [character] }} }}\nattributes:\n  g:\n    t: {{ type: text }}\n    n: {{ type: number, range: [0, 9] }}\n    points: {{ type: number }}\n    form: {{ type: enum, values: [tu, vous] }}\n    sum: {{ type: text, address: a.form, generate: {{ offline: ['Ton livre.'] }} }}\nentities: {{ a: {{ sort: g }} }}\nflows:\n  main:\n{flow}"
    );
    let files = engine::project::Files(std::collections::BTreeMap::from([(
        "world.yaml".to_owned(),
        source.into_bytes(),
    )]));
    let (_, found) = engine::project::compile(&files);
    found.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn check_tells_what_may_be_left_open_and_what_never_holds() {
    let print = "    - { say: s, text: 'So {{a.t}}.' }\n";
    for (ask, wanted) in [
        ("optional: true", &["offline-refused", "may-be-open"][..]),
        ("give_up: next", &["offline-refused", "may-be-open"]),
        ("give_up: stop", &["offline-refused"]),
    ] {
        let flow = format!("    - {{ ask: t, fixes: a.t, text: 'T?', {ask} }}\n{print}");
        assert_eq!(codes(&flow), wanted, "{ask}");
    }
    let score = "    - { matching: m, fixes: a.points, text: 'P', score: [ { when: 'a.n > 20', points: 1, because: b }, { when: 'a.n > 2', points: 1, because: b } ] }\n";
    let found = codes(score);
    let never = found.iter().filter(|code| **code == "never-holds");
    assert_eq!(never.count(), 1, "{found:?}");
}

const HOST: &str = r#"
name: Host
languages: [fr]
sorts: { guest: { is: [character] } }
attributes:
  guest:
    first: { type: text, changes: true }
    tone: { type: enum, values: { tu: le tutoiement, vous: le vouvoiement }, changes: true }
    tea: { type: enum, values: { green: vert, black: noir }, changes: true }
    place: { type: text, changes: true }
entities: { g: { sort: guest } }
digressions:
  - { said: [qui êtes-vous], text: "Une machine." }
flows:
  main:
    - block: ONE
      parts:
        - { ask: name, fixes: g.first, text: "Quel prénom ?", called: [prénom] }
        - { ask: tone, fixes: g.tone, text: "Tu ou vous ?", called: [ton] }
    - block: TWO
      parts:
        - { ask: tea, fixes: g.tea, text: "{{g.first}}, avec {{g.tone}}, le thé vert ou noir ?", called: [thé] }
        - { gate: ready, event: GO, text: "Prêt pour {{g.tone}}, {{g.first}} ?" }
        - form: rest
          text: "Où, avec {{g.tone}}, {{g.first}} ?"
          fields:
            - { field: place, fixes: g.place, called: [lieu] }
"#;

/// What is open is asked in the words that it would be asked in now.
#[test]
fn law_f11_an_open_question_is_worded_anew_by_the_correction_that_changes_its_words() {
    let mut session = Session::new(&project(HOST), 1);
    say(&mut session, "Ada");
    say(&mut session, "le tutoiement");
    let open = |session: &Session| {
        session
            .state
            .obligation
            .as_ref()
            .map(|open| open.item.text.clone())
    };
    assert_eq!(
        open(&session).as_deref(),
        Some("Ada, avec le tutoiement, le thé vert ou noir ?")
    );
    for (said, wanted) in [
        (
            "correction : ton = le vouvoiement",
            "Ada, avec le vouvoiement, le thé vert ou noir ?",
        ),
        (
            "correction : prénom = Zoé",
            "Zoé, avec le vouvoiement, le thé vert ou noir ?",
        ),
        ("noir", "Prêt pour le vouvoiement, Zoé ?"),
        (
            "correction : ton = le tutoiement",
            "Prêt pour le tutoiement, Zoé ?",
        ),
    ] {
        let turn = say(&mut session, said);
        assert_eq!(turn.texts().last(), Some(&wanted), "{said}");
        assert_eq!(open(&session).as_deref(), Some(wanted), "{said}");
    }
    press(&mut session, "GO");
    let turn = say(&mut session, "correction : prénom = Ada");
    assert_eq!(turn.texts().last(), Some(&"Où, avec le tutoiement, Ada ?"));
}

/// Every item of a flow says where it belongs, and so does every accepted answer.
#[test]
fn law_f15_refusals_corrections_and_digressions_carry_flow_block_and_part() {
    let mut session = Session::new(&project(HOST), 1);
    say(&mut session, "Ada");
    say(&mut session, "le tutoiement");
    for (said, part, block) in [
        ("chocolat", "tea", "TWO"),
        ("qui êtes-vous", "tea", "TWO"),
        ("pourquoi cette question ?", "tea", "TWO"),
        ("correction : prénom = Zoé", "name", "ONE"),
        ("je passe", "tea", "TWO"),
    ] {
        let turn = say(&mut session, said);
        let first = &turn.items[0];
        let place = (
            first.flow.as_deref(),
            first.block.as_deref(),
            first.part.as_deref(),
        );
        assert_eq!(
            place,
            (Some("main"), Some(block), Some(part)),
            "{said}: {first:?}"
        );
        let nowhere = turn.items.iter().find(|item| item.part.is_none());
        assert_eq!(nowhere, None, "{said}");
    }
    let turn = say(&mut session, "noir");
    let accepted = serde_json::to_value(&turn.changes.accepted).expect("plain");
    assert_eq!(
        accepted,
        serde_json::json!([{ "block": "TWO", "flow": "main", "part": "tea", "value": { "symbol": "black" } }])
    );
}

/// What a score is made of is told as it was when it was made, whatever is corrected since.
#[test]
fn law_f6_the_lines_of_a_score_are_those_of_the_moment_it_was_fixed() {
    let (mut session, _) = mirrored();
    say(&mut session, "yes");
    say(&mut session, "yes");
    press(&mut session, "CLOSE");
    let cell: Cell = "ada.points".parse().expect("a cell");
    let told = |session: &Session| -> Vec<(Truth, i64)> {
        let now = why::cell(&session.project, &session.state, &cell).expect("a reason");
        let at = now.scored_at().expect("a score");
        let mut then = State::default();
        for entry in session.entries.iter().take_while(|entry| entry.seq <= at) {
            then.evolve(entry).expect("it folds");
        }
        then.catch_up(&session.project);
        let then = why::cell(&session.project, &then, &cell).expect("a reason");
        let Why::Score { lines, .. } = now.as_scored(&then) else {
            panic!("no score");
        };
        lines.iter().map(|line| (line.held, line.points)).collect()
    };
    let fixed = [(Truth::False, 40), (Truth::True, 20)];
    assert_eq!(told(&session), fixed);
    say(&mut session, "correction: pace = fast");
    assert_eq!(told(&session), fixed);
    press(&mut session, "CLOSE");
    assert_eq!(told(&session), [(Truth::True, 40), (Truth::True, 20)]);
}

/// How somebody wants to be addressed may be said to a mirror; it is no nuance of it.
#[test]
fn law_f9_another_address_is_no_nuance() {
    for (said, form, nuance) in [
        ("surnames", "vous", None),
        ("surnames, please", "vous", None),
        ("the vous", "vous", None),
        // It is said to be noted so already.
        ("first names", "tu", None),
        // What says nothing of it is none either.
        ("B", "tu", None),
        ("merci", "tu", None),
        ("Thanks!", "tu", None),
        ("pourquoi tu dis ça ?", "tu", None),
        ("why do you say that", "tu", None),
        ("is that so? ", "tu", None),
        ("Slower. Is that fine?", "tu", Some("Slower. Is that fine?")),
        (
            "I like surnames better than most people do",
            "tu",
            Some("I like surnames better than most people do"),
        ),
    ] {
        let (mut session, _) = mirrored();
        let turn = say(&mut session, said);
        assert_eq!(
            known(&session, "ada.form").as_deref(),
            Some(form),
            "{said}: {:?}",
            turn.texts()
        );
        assert_eq!(known(&session, "ada.nuance").as_deref(), nuance, "{said}");
        let wanted = if nuance.is_some() { "evening" } else { "seen" };
        assert_eq!(open(&session), Some(wanted), "{said}");
    }
}

/// A host that understood a nuance says so by an act.
#[test]
fn law_f4_a_nuance_may_be_an_act() {
    for act in [
        r#"{"act":"inform","slot":"seen","value":"Slower than that"}"#,
        r#"{"act":"correct","slot":"nuance","value":"Slower than that"}"#,
        r#"{"act":"inform","slot":"ada.nuance","value":"Slower than that"}"#,
        r#"{"act":"negate","value":"Slower than that"}"#,
    ] {
        let (mut session, _) = mirrored();
        let turn = session.send(act);
        assert_eq!(
            known(&session, "ada.nuance").as_deref(),
            Some("Slower than that"),
            "{act}: {:?}",
            turn.texts()
        );
        assert_eq!(open(&session), Some("evening"), "{act}");
    }
    let (mut session, _) = mirrored();
    session.send(r#"{"act":"inform","slot":"seen","value":" "}"#);
    assert_eq!(open(&session), Some("seen"));
}

/// A polite formula addresses its reader too.
#[test]
fn law_f4_a_courtesy_of_the_other_address_is_refused() {
    for (text, fits) in [
        ("Tu lis un livre par saison, s'il vous plaît.", false),
        ("Tu lis un livre par saison, s'il te plaît.", true),
    ] {
        // In a French club: a text in another language is refused for that.
        let french = CLUB.replace("languages: [en]", "languages: [fr]");
        let mut session = Session::new(&project(&french), 1);
        say(&mut session, "first names");
        say(&mut session, "a book a season");
        let turn = session.ask(r#"{"message":"To see"}"#, |_| text.to_owned());
        let told = turn.texts().join(" ");
        assert_eq!(told.starts_with(text), fits, "{told}");
    }
}

/// What says nothing to a mirror uses up a try, closes nothing and is no nuance; a question uses up none.
#[test]
fn law_f10_junk_at_a_mirror_uses_up_its_tries() {
    for junk in ["C", "42", "hello", "...", "qsdfgh", "🙂", "xxxx", "azerty"] {
        let (mut session, _) = mirrored();
        let left = tries(&session);
        let turn = say(&mut session, junk);
        assert_eq!(open(&session), Some("seen"), "{junk}: {:?}", turn.texts());
        assert_eq!(tries(&session), left - 1, "{junk}: {:?}", turn.texts());
        assert_eq!(known(&session, "ada.nuance"), None, "{junk}");
        assert!(!turn.refused().is_empty(), "{junk}");
    }
    for asked in ["why?", "what do you mean?"] {
        let (mut session, _) = mirrored();
        let left = tries(&session);
        say(&mut session, asked);
        assert_eq!(tries(&session), left, "{asked}");
    }
    for said in [
        "almost, but I am slower",
        "bof",
        "presque, plus lent",
        "slower",
    ] {
        let (mut session, _) = mirrored();
        let left = tries(&session);
        let turn = say(&mut session, said);
        assert!(
            open(&session) != Some("seen") || tries(&session) < left,
            "{said}: {:?}",
            turn.texts()
        );
    }
    let (mut session, _) = mirrored();
    let left = tries(&session);
    for _ in 0..left {
        say(&mut session, "C");
    }
    assert_ne!(open(&session), Some("seen"));
}

fn tries(session: &Session) -> u64 {
    let open = session
        .state
        .obligation
        .as_ref()
        .expect("something is open");
    open.obligation.tries.0 - open.refused
}
