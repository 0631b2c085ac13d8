//! Which replies may leave by themselves: labelled messages to the desk of `worlds/examt3p`.

use crate::intentions::{examt3p, labelled, project_in, share};
use engine::Project;
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, Reply, decide};
use std::collections::BTreeSet;
use std::path::Path;

/// A candidate whose file is validated, whose exam is ahead, and who has chosen nothing else.
const CASE: &str = r#"{
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

fn answered(project: &Project, case: &str, message: &str) -> Reply {
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
        ("C'est gentil à vous", "REMERCIEMENT", true),
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
        case.edition = Some(8);
        let reply = decide(&project, &case).expect("a reply");
        assert!(reply.send.allowed, "{message}: {:?}", reply.send);
    }
}

/// A bicycle that is out, in time.
const RENTAL: &str = r#"{
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
