//! What a message does with what it speaks of: only what it asks for is wanted, and nothing else leaves by itself.

use crate::intentions::{examt3p, labelled, project_in, share};
use crate::sending::{CASE, RENTAL, answered};
use engine::Project;
use engine::reply::case::Case;
use engine::reply::decide::decide;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[derive(Debug, Default)]
struct Score {
    messages: usize,
    right: usize,
    wrong: usize,
    missed: usize,
    sent: usize,
    falsely_sent: Vec<String>,
}

/// By kind of message, and everything together under an empty name.
fn score((project, case): (&Project, &str), table: &str) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for (kind, label, message) in labelled(table) {
        let (wanted, sending) = label
            .split_once(';')
            .expect("intentions and what may leave");
        let wanted = wanted.split(',').map(str::trim);
        let wanted: BTreeSet<&str> = wanted.filter(|name| !name.is_empty()).collect();
        assert!(["held", "may"].contains(&sending.trim()), "{label}");
        let replies = project.replies.as_ref().expect("it answers");
        for name in &wanted {
            assert!(replies.intention(name).is_some(), "{name} is no intention");
        }
        let reply = answered(project, case, message);
        let found = reply.intentions.iter();
        let found: BTreeSet<&str> = found.map(|found| found.intention.as_str()).collect();
        if found != wanted {
            println!("    {kind}: {message:?}\n      {found:?}, and not {wanted:?}");
        }
        for name in [kind, ""] {
            let score = scores.entry(name.to_owned()).or_default();
            score.messages += 1;
            score.right += wanted.intersection(&found).count();
            score.wrong += found.difference(&wanted).count();
            score.missed += wanted.difference(&found).count();
            if reply.send.allowed {
                score.sent += 1;
                if sending.trim() == "held" {
                    score.falsely_sent.push(message.to_owned());
                }
            }
        }
    }
    scores
}

fn measured(title: &str, scores: &BTreeMap<String, Score>) {
    println!("{title}");
    for (kind, score) in scores {
        let kind = if kind.is_empty() { "all" } else { kind };
        println!(
            "  {kind:<10} {:>4} messages  precision {:.2}  recall {:.2}  {} sent, {} falsely",
            score.messages,
            share(score.right, score.wrong),
            share(score.right, score.missed),
            score.sent,
            score.falsely_sent.len(),
        );
    }
}

/// A message, what it wants, whether something is done for it, and whether nothing of it is left over.
type Row = (&'static str, &'static str, bool, bool);

const ROWS: [Row; 34] = [
    ("Je n'ai jamais demandé de remboursement.", "", false, false),
    (
        "Il n'est pas question d'annuler mon inscription.",
        "",
        false,
        false,
    ),
    (
        "Je n'ai aucune envie de changer de session.",
        "",
        false,
        false,
    ),
    (
        "Loin de moi l'idée d'annuler mon inscription.",
        "",
        false,
        false,
    ),
    (
        "J'AI JAMAIS DEMANDE A ANNULER MA FORMATION",
        "",
        false,
        false,
    ),
    (
        "Un remboursement, je n'en ai jamais demandé.",
        "",
        false,
        false,
    ),
    (
        "Je n'ai jamais confirmé la session du soir.",
        "",
        false,
        false,
    ),
    (
        "Je m'oppose à l'annulation de mon inscription.",
        "",
        false,
        false,
    ),
    ("Je ne veux que ma facture.", "DEMANDE_FACTURE", true, true),
    (
        "Je n'ai pas eu de réponse à ma demande de remboursement.",
        "DEMANDE_REMBOURSEMENT",
        true,
        true,
    ),
    ("Merci pour votre rappel.", "REMERCIEMENT", false, true),
    ("Facture reçue, merci.", "REMERCIEMENT", false, true),
    ("Merci du remboursement.", "REMERCIEMENT", false, true),
    (
        "J'ai bien eu ma convocation, merci beaucoup",
        "REMERCIEMENT",
        false,
        false,
    ),
    (
        "J'ai bien reçu ma facture. Merci beaucoup !",
        "REMERCIEMENT",
        false,
        false,
    ),
    (
        "Merci pour la facture dès que possible",
        "DEMANDE_FACTURE",
        true,
        true,
    ),
    (
        "Merci de m'envoyer la facture",
        "DEMANDE_FACTURE",
        true,
        true,
    ),
    (
        "Pouvez-vous me rappeler l'adresse de l'examen ?",
        "QUESTION_LIEU_EXAMEN",
        false,
        true,
    ),
    ("Pouvez-vous me rappeler ?", "DEMANDE_RAPPEL", true, true),
    (
        "Rappelez-moi le plus vite possible.",
        "DEMANDE_RAPPEL",
        true,
        true,
    ),
    (
        "Je ne me rappelle plus de mes identifiants ExamT3P.",
        "DEMANDE_IDENTIFIANTS",
        false,
        false,
    ),
    (
        "Comment se passe la session du soir ?",
        "QUESTION_SESSION",
        false,
        true,
    ),
    (
        "Puis-je passer sur la session du soir ?",
        "CHANGEMENT_SESSION",
        true,
        true,
    ),
    (
        "Je confirme la date du 28 avril.",
        "CONFIRMATION_DATE_EXAMEN",
        true,
        true,
    ),
    (
        "Je confirme la date du 30 juin.",
        "CONFIRMATION_DATE_EXAMEN",
        false,
        false,
    ),
    (
        "Je confirme la date du 20 mars.",
        "CONFIRMATION_DATE_EXAMEN",
        false,
        false,
    ),
    (
        "Je choisis la session du soir.",
        "CONFIRMATION_SESSION",
        true,
        true,
    ),
    (
        "Est-ce que quelqu'un annule mon inscription ?",
        "",
        false,
        false,
    ),
    (
        "Mon collègue a-t-il demandé un remboursement ?",
        "",
        false,
        false,
    ),
    (
        "Quelqu'un peut-il m'envoyer ma facture ?",
        "DEMANDE_FACTURE",
        true,
        true,
    ),
    ("Vous avez annulé mon inscription.", "", false, false),
    ("J'ai reporté mon examen.", "", false, false),
    (
        "Je n'ai toujours pas été remboursé.",
        "DEMANDE_REMBOURSEMENT",
        true,
        true,
    ),
    (
        "J'ai changé d'adresse.",
        "CHANGEMENT_COORDONNEES",
        true,
        true,
    ),
];

#[test]
fn law_r10_a_command_is_plainly_asked_for() {
    let project = examt3p();
    let mut wrong = Vec::new();
    for (kind, label, message) in labelled(include_str!("sending/ordered.txt")) {
        let reply = answered(&project, &case_of(kind), message);
        if reply.commands.is_empty() != (label.trim() == "held") {
            wrong.push(format!("{kind}, {label}: {message}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn law_r3_what_is_asked_more_closely_than_it_is_answered_never_leaves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../canonry/starters/support");
    let (candidates, bicycles) = (examt3p(), project_in(&folder));
    let mut wrong = Vec::new();
    for (kind, label, message) in labelled(include_str!("sending/closer.txt")) {
        let reply = match kind {
            "desk" => answered(&bicycles, RENTAL, message),
            _ => answered(&candidates, &case_of(kind), message),
        };
        if reply.send.allowed != (label.trim() == "may") {
            wrong.push(format!("{label}: {message} {:?}", reply.send.reasons));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The candidate's file: valid, behind the closing of inscriptions, still open, or after an exam that was failed.
fn case_of(kind: &str) -> String {
    match kind {
        "valid" => CASE.to_owned(),
        "closed" => CASE.replace("2026-03-20", "2026-03-05"),
        "open" => CASE.replace("valide_cma", "documents_manquants"),
        "failed" => CASE.replace("\"etape\"", "\"resultat\": \"non_admis\", \"etape\""),
        other => panic!("{other}: no such case"),
    }
}

#[test]
fn law_r10_nothing_is_done_for_what_no_clause_asks_for() {
    let project = examt3p();
    let mut wrong = Vec::new();
    for (message, wanted, ordered, whole) in ROWS {
        let reply = answered(&project, CASE, message);
        let found = reply.intentions.iter();
        let found: Vec<&str> = found.map(|found| found.intention.as_str()).collect();
        let mut reasons = reply.send.reasons.iter();
        let open = reasons.any(|reason| &*reason.code == "unrecognised");
        let read = (found.join(" "), !reply.commands.is_empty(), !open);
        if read != (wanted.to_owned(), ordered, whole) {
            wrong.push(format!("{message}: {read:?}"));
        }
        // What is no request never leaves.
        assert!(!wanted.is_empty() || !reply.send.allowed, "{message}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // A session that began before decides as it did.
    for (message, ordered) in [
        ("Je n'ai jamais demandé de remboursement.", true),
        ("Facture reçue, merci.", true),
        ("Comment se passe la session du soir ?", false),
    ] {
        let mut case = Case::parse(&project, CASE).unwrap_or_else(|bad| panic!("{bad:?}"));
        case.message = Some(message.to_owned());
        case.edition = Some(12);
        let reply = decide(&project, &case).expect("a reply");
        assert!(!ordered || !reply.commands.is_empty(), "{message}");
    }
}

#[test]
fn law_r3_only_what_a_clause_asks_for_is_wanted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../canonry/starters/support");
    let (candidates, bicycles) = (examt3p(), project_in(&folder));
    let (french, english) = ((&candidates, CASE), (&bicycles, RENTAL));
    let tables = [
        ("French", french, include_str!("intentions/acts.txt")),
        (
            "French, held out",
            french,
            include_str!("intentions/acts-heldout.txt"),
        ),
        ("English", english, include_str!("intentions/acts-en.txt")),
        (
            "English, held out",
            english,
            include_str!("intentions/acts-en-heldout.txt"),
        ),
    ];
    let scored = tables.map(|(title, desk, table)| {
        let scores = score(desk, table);
        measured(title, &scores);
        (title, scores)
    });
    for (title, scores) in &scored {
        let all = &scores[""];
        assert_eq!(all.falsely_sent, Vec::<String>::new(), "{title}");
        let (precision, recall) = (share(all.right, all.wrong), share(all.right, all.missed));
        assert!(precision >= 0.9 && recall >= 0.9, "{title}: {all:?}");
    }
}
