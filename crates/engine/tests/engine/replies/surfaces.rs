//! What a judge of replies found missing: polite questions, texts that stood twice, templates of two kinds,
//! the sweep, coverage of lists, and the guard of rewrites from outside.

use super::desk::{Source, compile, desk, project, reply};
use crate::intentions::examt3p;
use engine::reply::catalogue::{Covered, Sort, catalogue};
use engine::reply::rewrite::{judge, request};
use engine::reply::sweep::{broken, sweep};
use engine::request::Outcome;

const PROJECT: &str = r#"
name: Support
languages: [fr, en]
sources: { dossier: { fields: { complet: boolean } } }
slots: [answer]
states: { INCOMPLET: { severity: INFO, when: "complet == false" } }
intentions:
  REPORT: { triggers: [reporter mon examen, changer la date, postpone my exam, reportez], text: a }
  PAIEMENT: { triggers: [payer en plusieurs fois, instalments], text: b }
"#;

fn heard(message: &str) -> Vec<String> {
    let files = Source::from([("project.yaml".to_owned(), PROJECT.to_owned())]);
    let project = project(&files);
    let replies = project.replies.as_ref().expect("replies");
    let heard = replies.recogniser.hear(replies, message);
    let names = heard.intentions.iter();
    names
        .map(|found| replies.intentions[found.intention].name.to_string())
        .collect()
}

#[test]
fn a_polite_negative_question_is_a_request() {
    for message in [
        "Ne pourriez-vous pas reporter mon examen ?",
        "Bonjour, ne pourriez-vous vraiment pas reporter mon examen ?",
        "Ne serait-il pas possible de reporter mon examen ?",
        "N'est-il pas possible de changer la date ?",
        "Ne peut-on pas changer la date ?",
        "Ne puis-je pas reporter mon examen ?",
        "Pourriez-vous pas reporter mon examen ?",
        "Ne reportez-vous pas les examens ?",
        "Couldn't you postpone my exam?",
        "Hello, can't you postpone my exam?",
        "Won't you please postpone my exam?",
        "Don't you postpone my exam in such a case?",
        "Isn't it possible to postpone my exam?",
    ] {
        assert_eq!(heard(message), ["REPORT"], "{message}");
    }
    for message in [
        "Je ne veux pas reporter mon examen.",
        "Vous ne pouvez pas reporter mon examen, merci de ne rien faire.",
        "Pourriez-vous ne pas reporter mon examen ?",
        "Ne pas reporter mon examen svp",
        "Il ne faut pas reporter mon examen",
        "Please don't postpone my exam.",
        "I do not want to postpone my exam.",
        "Could you please not postpone my exam?",
    ] {
        assert!(heard(message).is_empty(), "{message}");
    }
}

/// A desk whose page includes a text that a state names as its section too.
fn twice() -> Source {
    let mut files = desk();
    let master = "states/templates/response_master.html";
    let page = files[master].replace(
        "{{> slots/answer}}",
        "{{> partials/alerts/held}}\n{{> slots/answer}}",
    );
    files.insert(master.to_owned(), page);
    files
}

#[test]
fn law_r5_a_text_of_the_page_that_is_a_section_is_said_once() {
    let case = |held: bool| {
        format!(
            r#"{{"now": "2026-03-10T09:00:00Z", "intentions": ["WHERE_IS_IT"], "sources": {{"order": {{"first_name": "Ada", "paid": true, "status": "sent", "due": "2026-03-12"}}, "carrier": {{"held": {held}}}}}}}"#
        )
    };
    let project = project(&twice());
    let said = reply(&project, &case(true));
    let text = said.text.expect("a text");
    assert_eq!(text.matches("Please note").count(), 1, "{text}");
    let answered = said.coverage.answered.iter();
    let answered: Vec<&str> = answered.map(|by| by.what.as_str()).collect();
    assert_eq!(answered, ["HELD", "WHERE_IS_IT"]);
    // Where no state names it, the page says it itself.
    let text = reply(&project, &case(false)).text.expect("a text");
    assert_eq!(text.matches("Please note").count(), 1, "{text}");
}

fn told(files: &Source) -> Vec<(&'static str, String)> {
    let (_, found) = compile(files);
    let found = found.into_iter();
    found.map(|found| (found.code, found.place.file)).collect()
}

#[test]
fn templates_of_another_kind_or_without_a_language_are_told() {
    let mut files = desk();
    files.insert(
        "states/templates/partials/farewell.txt".to_owned(),
        "Good bye.".to_owned(),
    );
    let master = "states/templates/response_master.html";
    let page = format!("{}\n{{{{> partials/farewell}}}}", files[master]);
    files.insert(master.to_owned(), page);
    let farewell = "states/templates/partials/farewell.txt".to_owned();
    assert_eq!(told(&files), [("mixed-format", farewell.clone())]);
    let text = files.remove(&farewell).expect("it is there");
    files.insert(farewell.replace(".txt", ".html"), text);
    assert_eq!(told(&files), []);

    let mut files = desk();
    let project = files["project.yaml"].replace("languages: [en]", "languages: [en, fr]");
    files.insert("project.yaml".to_owned(), project);
    let signature = files
        .remove("states/templates/partials/signature.html")
        .expect("it is there");
    let name = "states/templates/partials/signature.en.html".to_owned();
    files.insert(name.clone(), signature);
    let missing = told(&files);
    assert!(missing.contains(&("missing-language", name)), "{missing:?}");
}

#[test]
fn law_r4_the_sweep_finds_nothing_broken_and_says_what_it_examined() {
    let project = examt3p();
    let replies = project.replies.as_ref().expect("replies");
    let swept = sweep(&project, 1_000);
    assert_eq!(swept.violations, [], "{swept:#?}");
    assert_eq!(swept.unreached, Vec::<logic::value::Name>::new());
    assert_eq!(swept.undecided, 0);
    assert_eq!(swept.pairs, replies.states.len() * replies.intentions.len());
    assert!(swept.together.len() > 300 && swept.apart > 10, "{swept:#?}");
    assert_eq!(swept.outcomes.values().sum::<usize>(), swept.cases());
    assert!(swept.outcomes["reply"] > 300, "{:?}", swept.outcomes);
    assert!(swept.reasons.contains_key("unknown-blocking"), "{swept:#?}");
    assert_eq!(sweep(&project, 0).sampled, 0);
}

#[test]
fn the_sweep_reads_a_reply_again() {
    let project = project(&desk());
    let replies = project.replies.as_ref().expect("replies");
    let case = r#"{"now": "2026-03-10T09:00:00Z", "intentions": ["WHERE_IS_IT"], "sources": {"order": {"first_name": "Ada", "paid": true, "status": "sent", "due": "2026-03-12"}, "carrier": {}}}"#;
    let good = reply(&project, case);
    assert_eq!(broken(replies, &good), []);
    let laws = |change: &dyn Fn(&mut engine::reply::decide::Reply)| {
        let mut bad = good.clone();
        change(&mut bad);
        let found = broken(replies, &bad).into_iter();
        found.map(|(law, _)| law).collect::<Vec<_>>()
    };
    assert_eq!(laws(&|bad| bad.plain = None), ["R4"]);
    assert_eq!(laws(&|bad| bad.coverage.answered.clear()), ["R4"]);
    let again = |bad: &mut engine::reply::decide::Reply| bad.sections.push(bad.sections[0].clone());
    assert_eq!(laws(&again), ["R5"]);
    let silent = |bad: &mut engine::reply::decide::Reply| bad.sections.clear();
    assert!(laws(&silent).contains(&"R4"));
    let stopped = |bad: &mut engine::reply::decide::Reply| {
        bad.outcome = engine::reply::decide::Outcome::Stopped;
    };
    assert!(laws(&stopped).contains(&"R6"));
}

#[test]
fn lists_say_what_is_covered() {
    let project = project(&desk());
    let all = catalogue(&project);
    let entry = |sort: Sort, name: &str| {
        let mut all = all.iter();
        let found = all.find(|entry| entry.sort == sort && *entry.name == *name);
        found.unwrap_or_else(|| panic!("{name}"))
    };
    let job = entry(Sort::Intention, "JOB")
        .coverage
        .clone()
        .expect("coverage");
    assert_eq!((job.what, job.covered), (Covered::States, 0));
    let whole = entry(Sort::Intention, "WHERE_IS_IT").coverage.clone();
    let whole = whole.expect("coverage");
    assert_eq!((whole.covered, whole.open.len()), (whole.of, 0));
    let late = entry(Sort::State, "LATE")
        .coverage
        .clone()
        .expect("coverage");
    assert_eq!(late.open, ["JOB"]);
    let due = entry(Sort::Fact, "order.due");
    assert_eq!(due.source.as_deref(), Some("order"));
    assert!(due.coverage.as_ref().is_some_and(|due| due.covered > 3));
}

#[test]
fn law_r13_a_model_rewrites_a_reply_within_the_guard() {
    let project = project(&desk());
    let case = r#"{"now": "2026-03-10T09:00:00Z", "intentions": ["WHERE_IS_IT"], "sources": {"order": {"first_name": "ada", "paid": true, "status": "sent", "due": "2026-03-12"}, "carrier": {}}}"#;
    let good = reply(&project, case);
    let asked = request(&good).expect("a question");
    let text = good.text.clone().expect("a text");
    assert!(asked.prompt.user.contains(&text));
    let answered = |text: String| Outcome::Answered { text, tokens: None };
    let taken = text.replace("Your parcel is", "We are glad to say that your parcel is");
    let found = judge(&good, Some(&answered(taken.clone())), "en").expect("a text");
    assert!(found.taken && found.why.is_none(), "{found:?}");
    assert_eq!(found.text, taken);
    assert!(found.plain.contains("glad to say"));
    for (what, rewritten) in [
        ("another day", taken.replace("2026-03-12", "2026-03-11")),
        (
            "a fact without capitals or digits",
            taken.replace("ada", "you"),
        ),
        ("a tag more", taken.replace("glad", "<b>glad</b>")),
        (
            "a link",
            taken.replace("glad", "<a href='https://evil.example'>glad</a>"),
        ),
        ("nothing", String::new()),
    ] {
        let found = judge(&good, Some(&answered(rewritten)), "en").expect("a text");
        assert!(!found.taken && found.why.is_some(), "{what}");
        assert_eq!(found.text, text, "{what}");
    }
    for outcome in [
        None,
        Some(Outcome::TimedOut),
        Some(Outcome::Failed {
            reason: "no".to_owned(),
        }),
    ] {
        let found = judge(&good, outcome.as_ref(), "fr").expect("a text");
        assert!(!found.taken && found.why.is_some() && found.text == text);
    }
    // What is confidential is in no prompt.
    let case = r#"{"now": "2026-03-10T09:00:00Z", "intentions": ["DOOR_CODE"], "sources": {"order": {"first_name": "Ada", "paid": true, "status": "sent", "due": "2026-03-12", "door_code": "4711"}, "carrier": {}}}"#;
    let secret = reply(&project, case);
    assert!(
        secret
            .text
            .as_ref()
            .is_some_and(|text| text.contains("4711"))
    );
    assert_eq!(request(&secret), None);
    let kept = judge(&secret, None, "en").expect("a text");
    assert!(kept.why.is_some_and(|why| why.contains("confidential")));
}
