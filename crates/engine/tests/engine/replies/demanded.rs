//! What is asked for must be said by the text that answers it, a time be printed of the same thing, and what is only
//! asked about or under a condition have nothing done.

use super::desk::{Source, compile, project};
use engine::Project;
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, Reply, decide};

/// A desk that may send whatever it answers.
const DESK: &str = r#"
name: Desk
languages: [fr, en]
reply: { dates: long }
sources: { s: { absent: none, fields: { prenom: text, date_examen: date, date_cloture: date, ville: text, dates: { type: list, of: ref, sort: jour } } } }
sorts: { jour: }
attributes: { jour: { le: { type: date } } }
slots: [answer]
commands: { note: { arguments: { what: text } } }
states:
  REST: { severity: INFO, default: true }
  LEAVING: { severity: INFO, when: "ANNULER in case.intentions", commands: [{ note: { what: leaves } }] }
intentions:
  DATES:
    triggers: [prochaines dates, quelles dates]
    says: { when: [jour.le, "pas encore connues"] }
    text: "{{#if s.dates}}Voici : {{#each s.dates}}{{this.le}} {{/each}}.{{else if s.ville}}Elles ne sont pas encore connues.{{else}}Nous cherchons.{{/if}}"
  EPREUVE:
    triggers: [épreuve, combien de questions, note minimum]
    examples: ["Combien de matières y a-t-il à l'épreuve ?", "Combien de temps dure l'épreuve ?"]
    says: { how_many: [sept matières, points sur 20], mark: [points sur 20] }
    text: "Elle a sept matières. Il faut 10 points sur 20."
  EXAMEN:
    triggers: [mon examen, où est l'examen]
    says: { where: [s.ville] }
    text: "Les inscriptions à l'examen ferment le {{s.date_cloture}}. L'examen a lieu le {{s.date_examen}}{{#if s.ville}} à {{s.ville}}{{/if}}."
  PROLONGER: { triggers: [prolonger ma location, extend my rental], text: { fr: C'est possible., en: You can. } }
  ANNULER: { triggers: [annuler mon inscription], text: "C'est noté." }
  REPASSER: { triggers: [repasser l'examen, raté l'examen], examples: ["Si j'ai raté l'examen, comment le repasser ?"], text: "Inscrivez-vous." }
send: { allow: [{ intentions: [DATES, EPREUVE, EXAMEN, PROLONGER, ANNULER, REPASSER] }] }
"#;

fn desk() -> Project {
    project(&Source::from([(
        "project.yaml".to_owned(),
        DESK.to_owned(),
    )]))
}

fn told(project: &Project, facts: &str, message: &str, edition: Option<u64>) -> Reply {
    let case = format!(r#"{{"now": "2026-03-10T09:00:00Z", "sources": {{"s": {facts}}}}}"#);
    let mut case = Case::parse(project, &case).unwrap_or_else(|bad| panic!("{bad:?}"));
    case.message = Some(message.to_owned());
    case.edition = edition;
    decide(project, &case).expect("a reply")
}

fn codes(reply: &Reply) -> Vec<String> {
    let reasons = reply.hand_over.iter().chain(&reply.send.reasons);
    reasons
        .map(|reason| format!("{} {}", reason.code, reason.what))
        .collect()
}

#[test]
fn law_r4_what_is_asked_for_is_said_or_a_person_looks() {
    let desk = desk();
    let dated = r#"{"dates": [{"le": "2026-05-26"}]}"#;
    let known = r#"{"ville": "Lyon", "date_examen": "2026-04-28", "date_cloture": "2026-04-03"}"#;
    let nothing = r#"{"date_examen": "2026-04-28", "date_cloture": "2026-04-03"}"#;
    for (facts, message, sent) in [
        (dated, "Quelles sont les prochaines dates ?", true),
        (known, "Quelles sont les prochaines dates ?", true),
        (nothing, "Quelles sont les prochaines dates ?", false),
        (
            nothing,
            "Pouvez-vous me donner les prochaines dates ?",
            false,
        ),
        (dated, "Pouvez-vous me donner les prochaines dates ?", true),
        (nothing, "Combien de matières y a-t-il à l'épreuve ?", true),
        (
            nothing,
            "Combien de questions y a-t-il à l'épreuve ?",
            false,
        ),
        (nothing, "Quelle est la note minimum ?", true),
        // Nobody declared what says how long it lasts.
        (nothing, "Combien de temps dure l'épreuve ?", false),
        (known, "Où est l'examen ?", true),
        (nothing, "Où est l'examen ?", false),
        (known, "Dans quelle salle est l'examen ?", false),
    ] {
        let reply = told(&desk, facts, message, None);
        assert_eq!(reply.send.allowed, sent, "{message}: {:?}", codes(&reply));
    }
    let reply = told(&desk, nothing, "Quelles sont les prochaines dates ?", None);
    assert_eq!(reply.outcome, Outcome::HandOver);
    assert!(codes(&reply).contains(&"unanswered DATES".to_owned()));
    assert!(reply.sections.iter().all(|said| said.answers.is_empty()));
    // Sessions from before decide as they did.
    let reply = told(
        &desk,
        nothing,
        "Quelles sont les prochaines dates ?",
        Some(10),
    );
    assert!(reply.send.allowed, "{:?}", codes(&reply));
    let lasts = told(&desk, nothing, "Combien de temps dure l'épreuve ?", None);
    assert!(codes(&lasts).contains(&"asked-unsaid EPREUVE".to_owned()));
}

#[test]
fn a_time_is_that_of_the_same_thing() {
    let desk = desk();
    let facts = r#"{"ville": "Lyon", "date_examen": "2026-05-12", "date_cloture": "2026-04-03"}"#;
    for (message, sent) in [
        ("Où est l'examen du 12 mai ?", true),
        ("Où est l'examen de mai ?", true),
        ("Où est l'examen d'avril ?", false),
        ("Où est l'examen du 3 avril ?", false),
    ] {
        let reply = told(&desk, facts, message, None);
        assert_eq!(reply.send.allowed, sent, "{message}: {:?}", codes(&reply));
    }
    let reply = told(&desk, facts, "Où est l'examen d'avril ?", Some(10));
    assert!(reply.send.allowed, "{:?}", codes(&reply));
}

#[test]
fn what_was_done_or_is_under_a_condition_is_not_asked_for() {
    let desk = desk();
    for (message, sent, commands) in [
        ("Je voudrais prolonger ma location.", true, 0),
        ("Pouvez-vous prolonger ma location ?", true, 0),
        ("Ma location a-t-elle été prolongée ?", false, 0),
        ("Avez-vous prolongé ma location ?", false, 0),
        (
            "Pouvez-vous me dire si ma location est prolongée ?",
            false,
            0,
        ),
        ("Have you already extended my rental?", false, 0),
        ("Could you tell me if you extended my rental?", false, 0),
        ("Could you extend my rental?", true, 0),
        ("Je souhaite annuler mon inscription.", true, 1),
        ("Ai-je demandé d'annuler mon inscription ?", false, 0),
        (
            "Quand j'aurai raté l'examen, je veux annuler mon inscription.",
            false,
            0,
        ),
        (
            "Dès que j'ai raté l'examen, je veux annuler mon inscription.",
            false,
            0,
        ),
        ("Si j'ai raté l'examen, comment le repasser ?", true, 0),
        (
            "Si j'ai raté l'examen je souhaite annuler mon inscription.",
            false,
            0,
        ),
        (
            "Si j'ai raté l'examen, je souhaite annuler mon inscription.",
            false,
            0,
        ),
    ] {
        let reply = told(&desk, "{}", message, None);
        assert_eq!(reply.send.allowed, sent, "{message}: {:?}", codes(&reply));
        assert_eq!(
            reply.commands.len(),
            commands,
            "{message}: {:?}",
            codes(&reply)
        );
    }
}

/// A row with a page of its own, which has no place for its section.
fn legacy(row: &str) -> Source {
    let text = format!(
        "name: Old\nsources: {{ s: {{ fields: {{ a: text }} }} }}\nslots: [answer]\nstates: {{ REST: {{ severity: INFO, default: true }} }}\nintentions: {{ B: {{ triggers: [beta] }} }}\nmatrix: {{ \"*:B\": {{ template: legacy_b.html, {row} }} }}\nsections: {{ ext: {{ text: More. }} }}\nsend: {{ allow: [{{ intentions: [B] }}] }}\n"
    );
    let master = "<p>Dear {{s.a}},</p>{{> slots/answer}}";
    Source::from([
        ("project.yaml".to_owned(), text),
        (
            "states/templates/base_legacy/legacy_b.html".to_owned(),
            "<p>All is well.</p>".to_owned(),
        ),
        (
            "states/templates/response_master.html".to_owned(),
            master.to_owned(),
        ),
    ])
}

#[test]
fn law_r5_a_section_without_a_place_is_found_and_not_passed_over() {
    for (row, found, sent) in [
        ("sections: [ext]", vec!["unplaced-section"], false),
        ("otherwise: [ext]", vec![], true),
    ] {
        let (project, diagnostics) = compile(&legacy(row));
        let codes_found: Vec<&str> = diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(codes_found, found, "{diagnostics:?}");
        assert!(diagnostics.iter().all(|found| found.hint.is_some()));
        let project = project.expect("it is only a warning");
        let reply = told(&project, r#"{"a": "Ada"}"#, "beta", None);
        assert_eq!(reply.send.allowed, sent, "{row}: {:?}", codes(&reply));
    }
}

#[test]
fn a_hole_in_the_page_is_the_reason_that_is_given() {
    let mut files = legacy("sections: [ext]");
    let text = files["project.yaml"].replace("template: legacy_b.html, ", "");
    files.insert("project.yaml".to_owned(), text);
    files.retain(|path, _| !path.contains("legacy"));
    let project = project(&files);
    let reply = told(&project, "{}", "beta", None);
    let open = reply
        .coverage
        .unanswered
        .iter()
        .find(|open| &*open.what == "B");
    let why = open.map_or("", |open| open.why.as_str());
    assert!(
        why.contains("response_master") && why.contains("s.a"),
        "{why}"
    );
}

#[test]
fn what_stands_before_the_signature_must_know_where_it_is() {
    let files = |master: &str| {
        Source::from([
            (
                "project.yaml".to_owned(),
                "name: Desk\nsources: { s: { fields: { late: boolean } } }\nslots: [answer]\nstates:\n  LATE: { severity: WARNING, when: s.late, response: { alert_text: Late., alert_position: before_signature } }\n  REST: { severity: INFO, default: true }\nintentions: { B: { triggers: [beta], text: Yes. } }\n".to_owned(),
            ),
            ("states/templates/response_master.html".to_owned(), master.to_owned()),
        ])
    };
    for (master, found) in [
        ("{{> slots/answer}}<p>Kind regards, the desk</p>", 1),
        (
            "{{> slots/answer}}{{> slots/before_signature}}<p>Kind regards, the desk</p>",
            0,
        ),
        ("<p>Hello,</p>{{> slots/answer}}", 0),
    ] {
        let (_, diagnostics) = compile(&files(master));
        let placed = diagnostics
            .iter()
            .filter(|one| one.code == "unplaced-section");
        assert_eq!(placed.count(), found, "{master}: {diagnostics:?}");
        assert_eq!(diagnostics.len(), found, "{master}: {diagnostics:?}");
    }
}
