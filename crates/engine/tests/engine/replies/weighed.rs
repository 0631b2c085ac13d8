//! What a model says outvotes no words of the registry: what it alone says orders nothing, stops nothing and lets nothing
//! leave. Nothing that was written is dropped because it looks like advertising.

use super::desk::{Source, project};
use crate::intentions::{examt3p, labelled, project_in};
use crate::sending::{CASE, answered};
use engine::Project;
use engine::reply::case::Case;
use engine::reply::classify;
use engine::reply::decide::{Outcome, Reply, Told, decide, decide_told};
use std::path::Path;

fn told(project: &Project, message: &str, answer: &str) -> Reply {
    let replies = project.replies.as_ref().expect("replies");
    let mut case = Case::parse(project, CASE).unwrap_or_else(|bad| panic!("{bad:?}"));
    case.message = Some(message.to_owned());
    let heard = classify::read(project, replies, answer).unwrap_or_else(|why| panic!("{why:?}"));
    decide_told(project, &case, Some(&Told::Heard(Box::new(heard)))).expect("a reply")
}

/// The commands with their arguments.
fn ordered(reply: &Reply) -> Vec<String> {
    let commands = reply.commands.iter().map(|one| {
        let arguments = one.arguments.values().map(logic::value::Value::show);
        format!(
            "{} {}",
            one.command,
            arguments.collect::<Vec<_>>().join(" ")
        )
    });
    commands.collect()
}

#[test]
fn what_only_a_model_says_orders_nothing_and_is_not_sent() {
    let project = examt3p();
    let soir = "maj_deal Preference_horaire soir";
    for (message, answer, commands, reasons) in [
        // The words stand against it, and it is told.
        (
            "Je choisis la session du soir.",
            r#"{"intentions": ["CONFIRMATION_SESSION"], "action": "go", "context": {"session_preference": "jour"}}"#,
            vec![soir],
            vec!["contradicted context.session_preference"],
        ),
        (
            "Je choisis une session, merci.",
            r#"{"intentions": ["CONFIRMATION_SESSION"], "action": "go", "context": {"session_preference": "jour"}}"#,
            vec![],
            vec!["only-model context.session_preference"],
        ),
        (
            "Où en est mon dossier ?",
            r#"{"intentions": ["STATUT_DOSSIER"], "action": "go", "context": {"wants_earlier_date": true}}"#,
            vec![],
            vec!["only-model context.wants_earlier_date"],
        ),
        (
            "Où en est mon dossier ?",
            r#"{"intentions": ["STATUT_DOSSIER", "REMERCIEMENT"], "action": "go"}"#,
            vec![],
            vec!["only-model REMERCIEMENT"],
        ),
        (
            "Où en est mon dossier ?",
            r#"{"intentions": ["DEMANDE_FACTURE"], "action": "go"}"#,
            vec![],
            vec!["contradicted STATUT_DOSSIER", "only-model DEMANDE_FACTURE"],
        ),
        (
            "Je ne veux pas annuler mon inscription.",
            r#"{"intentions": ["DEMANDE_ANNULATION"], "action": "go"}"#,
            vec![],
            vec!["only-model DEMANDE_ANNULATION"],
        ),
        // Where both say the same, it is as if nobody had been asked.
        (
            "Je choisis la session du soir.",
            r#"{"intentions": ["CONFIRMATION_SESSION"], "action": "go", "context": {"session_preference": "soir", "is_urgent": null}}"#,
            vec![soir],
            vec![],
        ),
    ] {
        let reply = told(&project, message, answer);
        assert_eq!(ordered(&reply), commands, "{message} {answer}");
        let differs = reply.send.reasons.iter();
        let differs = differs.filter(|one| matches!(&*one.code, "only-model" | "contradicted"));
        let differs: Vec<String> = differs
            .map(|one| format!("{} {}", one.code, one.what))
            .collect();
        assert_eq!(differs, reasons, "{message} {answer}");
        assert!(!reply.send.allowed || reasons.is_empty(), "{message}");
        if reasons
            .iter()
            .any(|reason| reason.starts_with("only-model"))
        {
            let why = reply
                .send
                .reasons
                .iter()
                .any(|one| one.why.contains("d'un modèle seulement"));
            assert!(why, "{:?}", reply.send.reasons);
        }
    }
    // What the words order they order whatever a model adds.
    let message = "Je choisis la session du soir.";
    let alone = ordered(&answered(&project, CASE, message));
    assert_eq!(alone, [soir]);
    // Nobody is asked in vain: a model that agrees sends what the words alone send.
    let agreed = told(
        &project,
        "Où en est mon dossier ?",
        r#"{"intentions": ["STATUT_DOSSIER"], "action": "go"}"#,
    );
    assert!(agreed.send.allowed, "{:?}", agreed.send.reasons);
}

#[test]
fn a_model_alone_stops_no_case() {
    let project = examt3p();
    for (message, answer) in [
        (
            "Où en est mon dossier ?",
            r#"{"intentions": ["STATUT_DOSSIER"], "action": "spam"}"#,
        ),
        (
            "Où en est mon dossier ? Je veux être remboursé.",
            r#"{"intentions": [], "action": "spam"}"#,
        ),
        (
            "Mon chat est malade.",
            r#"{"intentions": [], "action": "spam"}"#,
        ),
        ("Bonjour", r#"{"intentions": [], "action": "spam"}"#),
        (
            "Bonjour",
            r#"{"intentions": ["PUBLICITE"], "action": "spam"}"#,
        ),
        // Advertising by its words, which a model does not take for it.
        (
            "Boostez votre référencement, devis gratuit !",
            r#"{"intentions": ["PUBLICITE"], "action": "go"}"#,
        ),
    ] {
        for known in ["true", "false"] {
            let case = CASE.replace(r#""trouve": true"#, &format!(r#""trouve": {known}"#));
            let replies = project.replies.as_ref().expect("replies");
            let mut case = Case::parse(&project, &case).unwrap_or_else(|bad| panic!("{bad:?}"));
            case.message = Some(message.to_owned());
            let heard = classify::read(&project, replies, answer).expect("an answer");
            let heard = Told::Heard(Box::new(heard));
            let reply = decide_told(&project, &case, Some(&heard)).expect("a reply");
            assert_eq!(reply.outcome, Outcome::HandOver, "{message} {answer}");
            let mut reasons = reply.hand_over.iter();
            let told = reasons.any(|one| {
                one.what == "action" && matches!(&*one.code, "only-model" | "contradicted")
            });
            assert!(told, "{message} {answer}: {:?}", reply.hand_over);
        }
    }
    // Where both say so, and all of it was understood, it is stopped.
    let replies = project.replies.as_ref().expect("replies");
    let case = CASE.replace(r#""trouve": true"#, r#""trouve": false"#);
    let mut case = Case::parse(&project, &case).unwrap_or_else(|bad| panic!("{bad:?}"));
    case.message = Some("Boostez votre référencement, devis gratuit !".to_owned());
    let answer = r#"{"intentions": ["PUBLICITE"], "action": "spam"}"#;
    let heard = classify::read(&project, replies, answer).expect("an answer");
    let heard = Told::Heard(Box::new(heard));
    let reply = decide_told(&project, &case, Some(&heard)).expect("a reply");
    assert_eq!(reply.outcome, Outcome::Stopped, "{:?}", reply.hand_over);
}

#[test]
fn a_field_that_only_a_model_says_stops_no_case() {
    let text = r#"
languages: [en]
sources: { order: { fields: { late: boolean } } }
slots: [answer]
context: { hostile: { type: boolean, triggers: [thieves] } }
states:
  HOSTILE: { severity: BLOCKING, when: "context.hostile == true", workflow: { action: STOP }, response: { generate: false } }
intentions: { WHERE: { triggers: [where is it], text: "On its way." } }
"#;
    let project = project(&Source::from([(
        "project.yaml".to_owned(),
        text.to_owned(),
    )]));
    let replies = project.replies.as_ref().expect("replies");
    for (message, outcome) in [
        ("Where is it?", Outcome::HandOver),
        ("Where is it? Thieves!", Outcome::Stopped),
    ] {
        let case =
            format!(r#"{{"message": "{message}", "sources": {{"order": {{"late": true}}}}}}"#);
        let case = Case::parse(&project, &case).expect("a case");
        let answer = r#"{"intentions": ["WHERE"], "action": "go", "context": {"hostile": true}}"#;
        let heard = classify::read(&project, replies, answer).expect("an answer");
        let heard = Told::Heard(Box::new(heard));
        let reply = decide_told(&project, &case, Some(&heard)).expect("a reply");
        assert_eq!(reply.outcome, outcome, "{message}: {:?}", reply.hand_over);
    }
}

#[test]
fn a_message_of_which_a_case_says_that_nothing_is_wanted_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../canonry/starters/support");
    for (project, case) in [
        (examt3p(), CASE),
        (project_in(&folder), crate::sending::RENTAL),
    ] {
        for (message, outcome, code) in [
            (
                Some("Où en est mon dossier ?"),
                Outcome::HandOver,
                "no-intention",
            ),
            (Some("Merci."), Outcome::HandOver, "no-intention"),
            (Some(" "), Outcome::HandOver, "empty-message"),
            (None, Outcome::Reply, ""),
        ] {
            let mut case = Case::parse(&project, case).unwrap_or_else(|bad| panic!("{bad:?}"));
            case.message = message.map(str::to_owned);
            case.intentions = Some(Vec::new());
            let reply = decide(&project, &case).expect("a reply");
            assert_eq!(reply.outcome, outcome, "{message:?}");
            let codes: Vec<&str> = reply.hand_over.iter().map(|one| &*one.code).collect();
            assert!(
                codes.contains(&code) || code.is_empty(),
                "{message:?}: {codes:?}"
            );
            assert!(!reply.send.allowed);
            // Sessions from before decide as they did.
            case.edition = Some(12);
            let before = decide(&project, &case).expect("a reply");
            let mut codes = before.hand_over.iter();
            assert!(codes.all(|one| *one.code != *code), "{message:?}");
        }
    }
}

#[test]
fn nothing_ordinary_is_dropped_as_advertising() {
    let project = examt3p();
    let unknown = CASE.replace(r#""trouve": true"#, r#""trouve": false"#);
    let (mut dropped, mut told, mut kept) = (0, 0, 0);
    for (kind, wanted, message) in labelled(include_str!("../intentions/advertising.txt")) {
        let stranger = answered(&project, &unknown, message);
        let known = answered(&project, CASE, message);
        let is_spam = |reply: &Reply| {
            let mut intentions = reply.intentions.iter();
            intentions.any(|one| &*one.intention == "PUBLICITE")
        };
        assert_eq!(
            is_spam(&stranger),
            wanted.trim() == "PUBLICITE",
            "{message}"
        );
        // What somebody writes who is known is never dropped.
        assert_ne!(known.outcome, Outcome::Stopped, "{message}");
        assert!(!known.send.allowed, "{message}");
        let says_spam = |reply: &Reply| reply.hand_over.iter().any(|one| &*one.code == "spam");
        match kind {
            "dropped" => {
                dropped += 1;
                assert_eq!(
                    stranger.outcome,
                    Outcome::Stopped,
                    "{message}: {:?}",
                    stranger.heard
                );
                assert!(says_spam(&known), "{message}: {:?}", known.hand_over);
            }
            "told" => {
                told += 1;
                assert_eq!(stranger.outcome, Outcome::HandOver, "{message}");
                assert!(says_spam(&stranger) && says_spam(&known), "{message}");
            }
            _ => {
                kept += 1;
                assert_ne!(stranger.outcome, Outcome::Stopped, "{message}");
            }
        }
    }
    println!("of advertising {dropped} dropped and {told} told, of ordinary mail {kept} kept");
    assert_eq!((dropped + told, kept), (15, 15));
    assert!(dropped >= 4, "{dropped}");
}
