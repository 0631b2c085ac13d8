//! Which replies may leave by themselves: labelled messages to the desk of `worlds/examt3p`.

use crate::intentions::{examt3p, labelled, project_in, share};
use engine::Project;
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, Reply, decide};
use std::collections::BTreeSet;
use std::path::Path;

/// A candidate whose file is validated, whose exam is ahead, and who has chosen nothing else.
pub const CASE: &str = r#"{
    "now": "2026-03-10T09:00:00Z",
    "sources": {
        "linking": { "trouve": true },
        "deal": { "prenom": "Nadia", "etape": "gagne", "evalbox": "valide_cma", "date_examen": "2026-04-28", "date_cloture": "2026-03-20" },
        "portal": { "lieu_examen": "12 rue de la Paix, Paris", "heure_examen": "9 h" },
        "exam": { "prochaines": [{ "jour": "2026-05-26", "departement": "75", "cloture": "2026-04-20" }], "ailleurs": [] },
        "session": { "proposees": [{ "debut": "2026-04-01", "fin": "2026-04-10", "horaires": "9 h - 17 h" }] },
        "consistency": {}
    }
}"#;

fn compile_one(text: &str) -> Project {
    let files = engine::Files([("project.yaml".to_owned(), text.as_bytes().to_vec())].into());
    let (project, diagnostics) = engine::compile(&files);
    project.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

pub fn answered(project: &Project, case: &str, message: &str) -> Reply {
    let mut case = Case::parse(project, case).unwrap_or_else(|bad| panic!("{bad:?}"));
    case.message = Some(message.to_owned());
    decide(project, &case).expect("a reply")
}

fn outcome(reply: &Reply) -> &'static str {
    match reply.outcome {
        _ if reply.send.allowed => "sent",
        Outcome::Reply => "drafted",
        Outcome::Clarify | Outcome::HandOver | Outcome::Blocked | Outcome::Stopped => "handed",
    }
}

/// How often « may be sent » is right, wrong and missed, and how many outcomes are the expected ones.
#[derive(Debug, Default)]
struct Score {
    messages: usize,
    right: usize,
    wrong: Vec<String>,
    missed: Vec<String>,
    alike: usize,
    kinds: BTreeSet<String>,
}

fn score((project, case): (&Project, &str), table: &str) -> Score {
    let mut score = Score::default();
    for (kind, expected, message) in labelled(table) {
        let expected = expected.trim();
        assert!(
            ["sent", "drafted", "handed"].contains(&expected),
            "{expected}"
        );
        score.kinds.insert(kind.to_owned());
        let reply = answered(project, case, message);
        let found = outcome(&reply);
        let because = || {
            let reasons = reply.send.reasons.iter();
            let reasons =
                reasons.map(|reason| format!("{} {}: {}", reason.code, reason.what, reason.why));
            format!(
                "{kind}: {message:?}\n    {}",
                reasons.collect::<Vec<_>>().join("\n    ")
            )
        };
        score.messages += 1;
        score.alike += usize::from(found == expected);
        match (expected, found) {
            ("sent", "sent") => score.right += 1,
            ("sent", _) => score.missed.push(because()),
            (_, "sent") => score.wrong.push(because()),
            (_, _) => {}
        }
    }
    score
}

/// What may leave, printed; what leaves and should not have is the worst fault, what is held back a nuisance.
fn measured(title: &str, score: &Score) {
    let Score {
        right,
        wrong,
        missed,
        ..
    } = score;
    println!(
        "{title}: {} messages, may be sent: precision {:.2} ({right} right, {} wrong), recall {:.2} ({} held back needlessly); {} outcomes as expected",
        score.messages,
        share(*right, wrong.len()),
        wrong.len(),
        share(*right, missed.len()),
        missed.len(),
        score.alike,
    );
}

#[test]
fn what_may_leave_by_itself_is_answered_whole() {
    let project = examt3p();
    let desk = (&project, CASE);
    let seen = score(desk, include_str!("sending/messages.txt"));
    let unseen = score(desk, include_str!("sending/heldout.txt"));
    measured("messages the rules were written with", &seen);
    measured("messages nobody looked at", &unseen);
    for (what, list) in [("sent", &seen.wrong), ("held back", &seen.missed)] {
        for one in list {
            println!("  {what} {one}");
        }
    }
    assert!(seen.messages + unseen.messages >= 220);
    assert!(unseen.messages * 3 >= seen.messages + unseen.messages - 4);
    for score in [&seen, &unseen] {
        for kind in KINDS {
            assert!(score.kinds.contains(kind), "no message of the kind {kind}");
        }
        assert_eq!(score.wrong, Vec::<String>::new());
        assert!(share(score.right, score.missed.len()) >= 0.9);
    }
}

#[test]
fn nobody_outvotes_the_registry() {
    let project = examt3p();
    let replies = project.replies.as_ref().expect("it answers");
    for (message, wanted, sent) in [
        ("Je veux un remboursement", "REMERCIEMENT", false),
        ("Merci, annulez mon inscription", "REMERCIEMENT", false),
        ("Mon père est mort hier.", "REMERCIEMENT", false),
        ("C'est gentil à vous", "REMERCIEMENT", false),
        (
            "Comment se passe l'épreuve pratique ?",
            "QUESTION_EXAMEN_PRATIQUE",
            true,
        ),
    ] {
        let mut case = Case::parse(&project, CASE).unwrap_or_else(|bad| panic!("{bad:?}"));
        case.message = Some(message.to_owned());
        case.spans = vec![message.to_owned()];
        case.intentions = replies.intention(wanted).map(|intention| vec![intention]);
        let reply = decide(&project, &case).expect("a reply");
        assert_eq!(reply.send.allowed, sent, "{message}: {:?}", reply.send);
        // Sessions from before decide as they did.
        case.edition = Some(9);
        let reply = decide(&project, &case).expect("a reply");
        let outvoted = sent || !message.contains("rembours") && !message.contains("annulez");
        assert_eq!(reply.send.allowed, outvoted, "{message}: {:?}", reply.send);
        case.edition = Some(8);
        let reply = decide(&project, &case).expect("a reply");
        assert!(reply.send.allowed, "{message}: {:?}", reply.send);
    }
}

/// A candidate who is called for, and knows where and when.
const CALLED: &str = r#"{
    "now": "2026-04-20T09:00:00Z",
    "sources": {
        "linking": { "trouve": true },
        "deal": { "prenom": "Nadia", "etape": "gagne", "evalbox": "convoc_recue", "date_examen": "2026-04-28", "date_cloture": "2026-03-20" },
        "portal": { "lieu_examen": "Rungis", "heure_examen": "8 h 30" },
        "exam": { "prochaines": [{ "jour": "2026-05-26" }], "ailleurs": [] },
        "session": {}, "consistency": {}, "thread": {}
    }
}"#;

#[test]
fn a_time_is_excused_only_by_what_the_reply_prints() {
    let project = examt3p();
    for (message, sent) in [
        ("À quelle heure commence l'examen ?", true),
        ("L'heure de l'examen est-elle bien 8 h 30 ?", true),
        ("L'heure de l'examen est-elle bien 8h30 du matin ?", true),
        ("À quelle heure commence l'examen, 20h30 ?", false),
        ("L'heure de l'examen est-elle bien 20:30 ?", false),
        ("L'heure de l'examen est-elle bien 8h30 du soir ?", false),
        ("Je n'ai pas reçu ma convocation pour le 28 avril.", true),
        (
            "Je n'ai pas reçu ma convocation pour le mardi 28 avril.",
            true,
        ),
        (
            "Je n'ai pas reçu ma convocation pour le lundi 28 avril.",
            false,
        ),
        ("Je n'ai pas reçu ma convocation pour le 26 mai.", false),
        ("Je n'arrive pas à télécharger ma convocation", false),
        (
            "Puis-je aller au centre d'examen sans ma convocation ?",
            false,
        ),
    ] {
        let reply = answered(&project, CALLED, message);
        assert_eq!(reply.send.allowed, sent, "{message}: {:?}", reply.send);
    }
}

/// A candidate who has not chosen yet.
const CHOOSING: &str = r#"{
    "now": "2026-03-10T09:00:00Z",
    "sources": {
        "linking": { "trouve": true },
        "deal": { "prenom": "Nadia", "etape": "gagne", "evalbox": "dossier_cree", "date_examen": null, "date_cloture": null, "preference_horaire": null },
        "portal": {},
        "exam": { "prochaines": [{ "jour": "2026-05-26", "departement": "75", "cloture": "2026-04-20" }], "ailleurs": [] },
        "session": { "proposees": [{ "debut": "2026-04-01", "fin": "2026-04-10", "horaires": "18 h - 22 h" }] },
        "consistency": {}, "thread": {}
    }
}"#;

#[test]
fn nothing_is_done_for_a_message_that_was_not_understood() {
    let project = examt3p();
    for (message, done) in [
        ("Je choisis la session du soir.", true),
        ("Je n'ai pas encore choisi la session du soir.", false),
        ("Faut-il que je choisisse la session du soir ?", false),
        ("Est-ce que je choisis la session du soir ?", false),
        ("Je choisis la session du soir si elle est gratuite.", false),
        (
            "Je choisis la session du soir, mon chien est malade.",
            false,
        ),
    ] {
        let reply = answered(&project, CHOOSING, message);
        let commands: Vec<_> = reply.commands.iter().map(|one| &one.arguments).collect();
        assert_eq!(
            !commands.is_empty(),
            done,
            "{message}: {commands:?} {:?}",
            reply.hand_over
        );
        assert!(done || !reply.send.allowed, "{message}");
    }
}

#[test]
fn a_row_whose_text_is_not_said_has_nothing_done() {
    let project = compile_one(
        "name: Desk\nsources: { s: { fields: { a: boolean } } }\nslots: [answer]\ncommands: { note: { arguments: { what: text } } }\nstates:\n  REST: { severity: INFO, default: true }\nintentions:\n  I: { triggers: [alpha], rows: { \"*\": { sections: [own], commands: [{ note: { what: done } }] } } }\n  J: { triggers: [beta], rows: { \"*\": { sections: [other] } } }\nsections:\n  own: { text: It is done. }\n  other: { text: It cannot be done., overrides: [own] }\n",
    );
    for (message, commands) in [("alpha please", 1), ("alpha and beta please", 0)] {
        let reply = answered(
            &project,
            r#"{ "sources": { "s": { "a": true } } }"#,
            message,
        );
        assert_eq!(
            reply.commands.len(),
            commands,
            "{message}: {:?}",
            reply.hand_over
        );
        let held = reply
            .hand_over
            .iter()
            .any(|reason| &*reason.code == "command-held");
        assert_eq!(held, commands == 0, "{message}: {:?}", reply.hand_over);
    }
}

#[test]
fn a_template_that_cannot_be_read_is_one_mistake() {
    let files = [
        (
            "project.yaml",
            "name: Desk\nlanguages: [en]\nslots: [opening, answer]\nreply: { slot: answer }\nsources: { s: { fields: { a: boolean } } }\nstates:\n  REST: { severity: INFO, default: true }\nintentions:\n  I: { triggers: [alpha], rows: { \"*\": { sections: [own] } } }\nsections:\n  own: { text: It is done., slot: opening }\n",
        ),
        (
            "states/templates/response_master.html",
            "<p>Hello</p>{{#if s.a}}{{> slots/opening}}{{> slots/answer}}\n",
        ),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let (_, found) = engine::compile(&engine::Files(files.into()));
    let codes: Vec<&str> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes.len(), 1, "{found:#?}");
}

#[test]
fn what_may_block_before_a_stop_reaches_a_person() {
    let project = compile_one(
        "name: Desk\nsources: { s: { fields: { a: boolean, b: boolean, c: boolean } } }\nslots: [answer]\nstates:\n  FIRST: { priority: 1, severity: BLOCKING, when: s.a, response: { text: Blocked. } }\n  STOPS: { priority: 5, severity: BLOCKING, when: s.b, workflow: { action: STOP }, response: { generate: false } }\n  LAST: { priority: 9, severity: BLOCKING, when: s.c, response: { text: Blocked. } }\nintentions:\n  I: { triggers: [alpha], text: An answer. }\n",
    );
    for (sources, outcome) in [
        (r#"{ "b": true, "c": false }"#, Outcome::HandOver),
        (r#"{ "a": false, "b": true }"#, Outcome::Stopped),
        (r#"{ "a": false, "b": true, "c": true }"#, Outcome::Stopped),
    ] {
        let case = format!(r#"{{ "intentions": ["I"], "sources": {{ "s": {sources} }} }}"#);
        let mut case = Case::parse(&project, &case).unwrap_or_else(|bad| panic!("{bad:?}"));
        let reply = decide(&project, &case).expect("a reply");
        assert_eq!(reply.outcome, outcome, "{sources}: {:?}", reply.hand_over);
        let replies = project.replies.as_ref().expect("it answers");
        assert_eq!(
            engine::reply::sweep::broken(replies, &reply),
            Vec::new(),
            "{sources}"
        );
        case.edition = Some(9);
        let reply = decide(&project, &case).expect("a reply");
        assert_eq!(reply.outcome, Outcome::Stopped, "{sources}");
    }
}

/// A bicycle that is out, in time.
pub const RENTAL: &str = r#"{
    "now": "2026-06-10T09:00:00Z",
    "sources": {
        "rental": { "first_name": "Ada", "until": "2026-06-12", "station": "Harbour", "closed": false },
        "triage": {}
    }
}"#;

#[test]
fn the_english_desk_sends_only_what_it_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../canonry/starters/support");
    let project = project_in(&folder);
    let desk = (&project, RENTAL);
    let seen = score(desk, include_str!("sending/desk-en.txt"));
    let unseen = score(desk, include_str!("sending/desk-en-heldout.txt"));
    measured("the English desk", &seen);
    measured("the English desk, messages nobody looked at", &unseen);
    for (what, list) in [("sent", &seen.wrong), ("held back", &seen.missed)] {
        for one in list {
            println!("  {what} {one}");
        }
    }
    for score in [&seen, &unseen] {
        assert_eq!(score.wrong, Vec::<String>::new());
        assert_eq!(score.missed, Vec::<String>::new());
    }
}

/// The candidates of the table of what is asked for, by their letter.
const CANDIDATES: [(&str, &str); 4] = [
    (
        "B",
        r#"{ "now": "2026-03-10T09:00:00Z", "sources": { "linking": { "trouve": true }, "deal": { "prenom": "Karim", "etape": "gagne", "evalbox": "dossier_cree", "date_examen": "2026-04-28", "date_cloture": "2026-04-03" }, "portal": {}, "exam": { "failed": true, "error": "timeout" }, "session": {}, "consistency": {}, "thread": {} } }"#,
    ),
    (
        "C",
        r#"{ "now": "2026-03-10T09:00:00Z", "sources": { "linking": { "trouve": true }, "deal": { "prenom": "Nadia", "etape": "gagne", "evalbox": "convoc_recue", "date_examen": "2026-04-28", "date_cloture": "2026-03-05" }, "portal": {}, "exam": { "prochaines": [{ "jour": "2026-05-26", "departement": "75", "cloture": "2026-04-20" }], "ailleurs": [] }, "session": { "debut": "2026-04-01", "fin": "2026-04-10", "rythme": "soir" }, "consistency": {}, "thread": {} } }"#,
    ),
    (
        "D",
        r#"{ "now": "2026-03-10T09:00:00Z", "sources": { "linking": { "trouve": true }, "deal": { "prenom": "Lucie", "etape": "gagne", "evalbox": "dossier_cree" }, "portal": {}, "exam": { "prochaines": [{ "jour": "2026-05-26", "departement": "75", "cloture": "2026-04-20" }, { "jour": "2026-06-23", "departement": "75" }], "ailleurs": [] }, "session": {}, "consistency": {}, "thread": {} } }"#,
    ),
    (
        "E",
        r#"{ "now": "2026-03-10T09:00:00Z", "sources": { "linking": { "trouve": true }, "deal": { "prenom": "Lucie", "etape": "gagne", "evalbox": "dossier_cree" }, "portal": {}, "exam": { "prochaines": [], "ailleurs": [] }, "session": {}, "consistency": {}, "thread": {} } }"#,
    ),
];

#[test]
fn what_is_asked_for_leaves_only_with_its_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../canonry/starters/support");
    let (candidates, bicycles) = (examt3p(), project_in(&folder));
    let (mut wrong, mut missed, mut messages) = (Vec::new(), Vec::new(), 0);
    for (letter, expected, message) in labelled(include_str!("sending/asked.txt")) {
        let other = CANDIDATES.iter().find(|(known, _)| *known == letter);
        let reply = match letter {
            "A" => answered(&candidates, CASE, message),
            "K" => answered(&bicycles, RENTAL, message),
            _ => answered(&candidates, other.expect("a candidate").1, message),
        };
        messages += 1;
        let line = format!("{letter} {message}: {:?}", reply.send.reasons);
        match (expected.trim(), reply.send.allowed) {
            ("sent", false) => missed.push(line),
            ("sent", true) | (_, false) => {}
            (_, true) => wrong.push(line),
        }
    }
    assert!(messages >= 160, "{messages}");
    assert_eq!(wrong, Vec::<String>::new());
    assert!(missed.len() <= 5, "{missed:#?}");
}

const KINDS: [&str; 19] = [
    "death",
    "complaint",
    "threat",
    "other",
    "reversed",
    "relative",
    "attachment",
    "insult",
    "sarcasm",
    "three",
    "ps",
    "forwarded",
    "english",
    "time",
    "quantity",
    "asked",
    "date",
    "number",
    "statement",
];
