//! What is said for courtesy, in thanks or against something is not what is wanted; what is wanted second is done as
//! well. Each as the twelfth edition reads it, and as the one before did.

use super::desk::{Source, compile, project, shown};
use crate::intentions::examt3p;
use engine::Project;
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, Reply, decide};
use engine::reply::matrix::{Dead, examine};

/// A candidate whose file is validated, and whose exam is on the 28th of April; a date after it is open.
fn told(project: &Project, message: &str, edition: Option<u64>) -> Reply {
    let message = serde_json::to_string(message).expect("a text");
    let case = format!(
        r#"{{"now": "2026-03-20T10:00:00Z", "message": {message}, "sources": {{
            "linking": {{"trouve": true}},
            "deal": {{"prenom": "Karim", "formation": "vtc", "montant": 245, "etape": "gagne", "departement": "75",
                "date_examen": "2026-04-28", "date_cloture": "2026-04-03", "evalbox": "valide_cma"}},
            "portal": {{}}, "exam": {{"prochaines": [{{"jour": "2026-06-30", "departement": "75"}}]}},
            "session": {{}}, "consistency": {{}}, "thread": {{}}}}}}"#
    );
    let mut case = Case::parse(project, &case).expect("a case");
    case.edition = edition;
    decide(project, &case).expect("a reply")
}

fn wanted(reply: &Reply) -> Vec<&str> {
    let all = reply.intentions.iter();
    all.map(|wanted| wanted.intention.as_str()).collect()
}

fn commands(reply: &Reply) -> Vec<&str> {
    let all = reply.commands.iter();
    all.map(|ordered| ordered.command.as_str()).collect()
}

fn says(reply: &Reply, field: &str) -> bool {
    let value = reply.context.get(field);
    value.is_some_and(|value| value.show() == "true")
}

#[test]
fn asking_for_a_quick_answer_asks_for_no_earlier_date() {
    let project = examt3p();
    for message in [
        "Où en est mon dossier ? Merci de me répondre au plus tôt.",
        "Où en est mon dossier ? J'aimerais une réponse le plus tôt possible.",
        "Où en est mon dossier ? Merci de me répondre dès que possible.",
        "Où en est mon dossier ? Pouvez-vous me répondre au plus vite ?",
        "Pouvez-vous m'indiquer au plus tôt où en est mon dossier ?",
        "Je souhaite recevoir ma convocation au plus tôt.",
        "Pouvez-vous m'indiquer au plus tôt la date de mon examen ?",
    ] {
        let reply = told(&project, message, None);
        assert!(!says(&reply, "wants_earlier_date"), "{message}");
        assert!(!says(&reply, "is_urgent"), "{message}");
        assert!(reply.send.allowed, "{message} {:?}", reply.send.reasons);
    }
    for message in [
        "Où en est mon dossier ? J'aimerais passer l'examen au plus tôt.",
        "Quelles sont les prochaines dates d'examen ? Je voudrais une date plus tôt.",
    ] {
        let reply = told(&project, message, None);
        assert!(says(&reply, "wants_earlier_date"), "{message}");
        // None of the dates is earlier: the reply says so, and lists none of them again.
        let plain = reply.plain.as_deref().unwrap_or_default();
        assert!(
            plain.contains("aucune date ouverte n'est antérieure"),
            "{plain}"
        );
        assert!(plain.matches("30 juin 2026").count() <= 1, "{plain}");
        assert_eq!(commands(&reply), ["creer_tache"], "{message}");
    }
    // « le plus vite possible » is more than its last word.
    let message = "Quelles sont les prochaines dates d'examen ? La plus proche possible.";
    assert!(!says(&told(&project, message, None), "is_urgent"));
    assert!(says(&told(&project, message, Some(11)), "is_urgent"));
    let message = "Rappelez-moi dès que possible.";
    assert!(says(&told(&project, message, None), "is_urgent"));
}

#[test]
fn law_r10_what_is_wanted_second_is_done_as_well() {
    let project = examt3p();
    let status = "Où en est mon dossier ?";
    for (wish, state, command, route) in [
        (
            "Je souhaite un remboursement.",
            "REFUND_REQUESTED",
            Some("creer_tache"),
            Some("comptabilite"),
        ),
        (
            "C'est inadmissible, je dépose une réclamation.",
            "COMPLAINT_OPEN",
            None,
            Some("responsable"),
        ),
        (
            "Je choisis la session du soir.",
            "CONFIRMATION_SESSION",
            Some("maj_deal"),
            None,
        ),
        (
            "Je dois reporter mon examen, je suis hospitalisé.",
            "REPORT_FORCE_MAJEURE",
            Some("creer_tache"),
            None,
        ),
        (
            "Je souhaite reporter mon examen.",
            "REPORT_DATE",
            Some("creer_tache"),
            None,
        ),
    ] {
        for message in [format!("{wish} {status}"), format!("{status} {wish}")] {
            let reply = told(&project, &message, None);
            assert_eq!(reply.intentions.len(), 2, "{message} {:?}", wanted(&reply));
            let mut held = reply.states.info.iter();
            assert!(held.any(|held| &*held.state == state), "{message}");
            assert_eq!(commands(&reply).first().copied(), command, "{message}");
            assert_eq!(reply.route_to.as_deref(), route, "{message}");
            assert_eq!(
                reply.outcome == Outcome::HandOver,
                route.is_some(),
                "{message}"
            );
        }
    }
    // Whichever comes first, if the case says it.
    let refund = project
        .replies
        .as_ref()
        .and_then(|replies| replies.intention("DEMANDE_REMBOURSEMENT"));
    let status = project
        .replies
        .as_ref()
        .and_then(|replies| replies.intention("STATUT_DOSSIER"));
    for order in [[refund, status], [status, refund]] {
        let mut case = Case::parse(
            &project,
            r#"{"now": "2026-03-20T10:00:00Z", "sources": {"linking": {"trouve": true}}}"#,
        )
        .expect("a case");
        case.intentions = Some(order.into_iter().flatten().collect());
        let reply = decide(&project, &case).expect("a reply");
        assert_eq!(reply.route_to.as_deref(), Some("comptabilite"));
    }
}

#[test]
fn thanks_for_what_came_ask_for_nothing() {
    let project = examt3p();
    for message in [
        "Merci pour la convocation.",
        "Merci pour la facture.",
        "Je vous remercie pour la facture.",
        "Merci d'avoir reporté mon examen.",
        "Merci de m'avoir rappelé.",
        "Merci d'avoir changé ma session.",
        "Merci pour le remboursement.",
        "Merci beaucoup pour les identifiants !",
    ] {
        let reply = told(&project, message, None);
        assert_eq!(wanted(&reply), ["REMERCIEMENT"], "{message}");
        assert!(
            reply.commands.is_empty() && reply.route_to.is_none(),
            "{message}"
        );
        let before = told(&project, message, Some(11));
        assert_ne!(wanted(&before), ["REMERCIEMENT"], "{message}");
    }
    // What may be a request as well is read.
    for message in [
        "Merci pour l'envoi de la facture.",
        "Merci pour la facture que je n'ai pas reçue.",
        "Merci pour la facture cette semaine.",
        "Merci pour la facture que vous m'avez envoyée hier matin.",
        "Merci d'avoir reporté mon examen au 30 mai.",
    ] {
        let reply = told(&project, message, None);
        assert!(
            reply.commands.is_empty() && !reply.send.allowed,
            "{message}"
        );
        // That it is thanked for is certain; what else is said of it is read.
        let certain = message.contains("hier") || message.contains("avoir");
        let thanked: &[&str] = if certain { &["REMERCIEMENT"] } else { &[] };
        assert_eq!(wanted(&reply), thanked, "{message}");
    }
    for (message, intention) in [
        ("Merci de m'envoyer la facture.", "DEMANDE_FACTURE"),
        ("Merci d'avance pour la facture.", "DEMANDE_FACTURE"),
        ("Merci pour la facture svp.", "DEMANDE_FACTURE"),
        ("Merci pour la facture dès que possible.", "DEMANDE_FACTURE"),
        ("Merci de me rappeler.", "DEMANDE_RAPPEL"),
        ("Merci d'annuler mon inscription.", "DEMANDE_ANNULATION"),
        (
            "Merci pour la facture que vous allez m'envoyer.",
            "DEMANDE_FACTURE",
        ),
        (
            "Merci pour la facture, mais où en est mon dossier ?",
            "STATUT_DOSSIER",
        ),
        (
            "Merci pour la convocation. Où en est mon dossier ?",
            "STATUT_DOSSIER",
        ),
        (
            "Merci pour votre réponse, je souhaite reporter mon examen.",
            "REPORT_DATE",
        ),
    ] {
        assert_eq!(
            wanted(&told(&project, message, None)),
            [intention],
            "{message}"
        );
    }
}

const SHOP: &str = "name: Shop\nlanguages: [en]\nsources: { order: { fields: { paid: boolean } } }\ncommands: { task: { arguments: { what: { type: text } } } }\nslots: [answer]\nstates: { UNPAID: { severity: INFO, when: \"order.paid == false\" } }\nintentions:\n  INVOICE: { triggers: [invoice], rows: { \"*\": { text: \"<p>The invoice is on its way.</p>\", commands: [{ task: { what: invoice } }] } } }\n  CANCEL: { triggers: [cancel my order], rows: { \"*\": { text: \"<p>It is cancelled.</p>\" } } }\n  STATUS: { triggers: [where is my order], says: { where: [on its way] }, rows: { \"*\": { text: \"<p>On its way.</p>\" } } }\n  THANKS: { sentences: [\"Thank you very much!\"], rows: { \"*\": { text: \"<p>You are welcome.</p>\" } } }\nsend: { allow: [{ intentions: [INVOICE, STATUS, THANKS] }] }\n";

fn shop(message: &str) -> Reply {
    let files = Source::from([("project.yaml".to_owned(), SHOP.to_owned())]);
    let project = project(&files);
    let message = serde_json::to_string(message).expect("a text");
    let case = format!(r#"{{"message": {message}, "sources": {{"order": {{"paid": true}}}}}}"#);
    let case = Case::parse(&project, &case).expect("a case");
    decide(&project, &case).expect("a reply")
}

#[test]
fn thanks_and_refusals_in_english() {
    assert_eq!(wanted(&shop("Thanks for the invoice.")), ["THANKS"]);
    assert_eq!(wanted(&shop("Please send me the invoice.")), ["INVOICE"]);
    assert_eq!(
        wanted(&shop("Thanks in advance for the invoice.")),
        ["INVOICE"]
    );
    let reply = shop("Thank you for sending the invoice.");
    assert!(reply.intentions.is_empty() && reply.commands.is_empty());
    assert_eq!(
        reply.heard.unrecognised,
        ["Thank you for sending the invoice."]
    );
    let reply = shop("Thanks for the invoice, but where is my order?");
    assert_eq!(wanted(&reply), ["STATUS"]);
    assert!(reply.send.allowed, "{:?}", reply.send.reasons);
    let reply = shop("I don't want to cancel my order. Where is my order?");
    assert_eq!(
        reply.heard.unrecognised,
        ["I don't want to cancel my order."]
    );
    assert!(!reply.send.allowed);
}

#[test]
fn law_r4_a_decision_against_something_is_read() {
    let project = examt3p();
    for (message, sentence) in [
        (
            "Je ne veux pas confirmer cette date. Quelles sont les prochaines dates d'examen ?",
            "Je ne veux pas confirmer cette date.",
        ),
        (
            "Je ne veux plus annuler mon inscription. Où en est mon dossier ?",
            "Je ne veux plus annuler mon inscription.",
        ),
        (
            "Je ne souhaite pas être remboursé. Où en est mon dossier ?",
            "Je ne souhaite pas être remboursé.",
        ),
    ] {
        let reply = told(&project, message, None);
        assert_eq!(reply.heard.unrecognised, [sentence], "{message}");
        assert!(!reply.send.allowed, "{message}");
        assert!(told(&project, message, Some(11)).send.allowed, "{message}");
    }
    // What is only not needed decides nothing.
    for message in [
        "Je n'ai pas reçu ma convocation et je ne connais pas l'adresse du centre d'examen.",
        "Je n'ai pas besoin de facture. Où en est mon dossier ?",
        "Je ne demande pas de remboursement, où en est mon dossier ?",
    ] {
        assert!(told(&project, message, None).send.allowed, "{message}");
    }
}

#[test]
fn a_question_has_no_second_intention_that_nobody_meant() {
    let project = examt3p();
    for (message, intention) in [
        (
            "Comment se passe l'épreuve théorique ?",
            "QUESTION_EXAMEN_THEORIQUE",
        ),
        (
            "Comment se passe l'épreuve pratique ?",
            "QUESTION_EXAMEN_PRATIQUE",
        ),
        (
            "Je n'ai pas reçu ma convocation pour l'examen.",
            "DEMANDE_CONVOCATION",
        ),
        (
            "Est-ce que mon casier judiciaire peut m'empêcher de passer l'examen ?",
            "QUESTION_ELIGIBILITE",
        ),
        ("Ai-je été reçu à l'examen ?", "RESULTAT_EXAMEN"),
        ("Que dois-je apporter le jour de l'examen ?", "JOUR_EXAMEN"),
        (
            "La formation se fait-elle en présentiel ou en visio ?",
            "QUESTION_SESSION",
        ),
    ] {
        let reply = told(&project, message, None);
        assert_eq!(wanted(&reply), [intention], "{message}");
        assert!(reply.heard.unrecognised.is_empty(), "{message}");
    }
}

fn one(text: &str) -> Source {
    Source::from([("project.yaml".to_owned(), text.to_owned())])
}

/// A row of an intention is tried where that is wanted, first or second.
#[test]
fn law_r2_a_row_knows_what_its_own_intention_says() {
    let text = "name: D\nlanguages: [en]\nsources: { s: { fields: { a: boolean } } }\nstates:\n  ASKED: { id: A, priority: 10, severity: INFO, when: \"I in case.intentions\" }\nintentions:\n  I: { triggers: [alpha], rows: { ASKED: { text: one }, \"*\": { text: never } } }\n  J: { triggers: [beta], rows: { ASKED: { text: both }, \"*\": [{ when: \"case.intention == I\", text: never }, { when: \"case.intention == J\", text: first }, { text: never }] } }\n";
    let project = project(&one(text));
    let replies = project.replies.as_ref().expect("replies");
    let examined = examine(&project);
    let dead = examined.rows.iter().filter(|row| row.dead.is_some());
    let dead: Vec<&str> = dead
        .map(|row| replies.rules[row.rule].name.as_str())
        .collect();
    // `ASKED:J` serves a second intention, and `*:J#2` a first one.
    assert_eq!(dead, ["*:I", "*:J#1", "*:J#3"]);
    let shadowed = |row: &str| {
        let mut rows = examined.rows.iter();
        let row = rows.find(|report| &*replies.rules[report.rule].name == row);
        matches!(
            row.and_then(|row| row.dead.clone()),
            Some(Dead::Shadowed(_))
        )
    };
    assert!(shadowed("*:I"));
    for row in &examined.rows {
        let unknown = row
            .witness
            .iter()
            .flatten()
            .filter(|(_, value)| value.is_none());
        let unknown: Vec<String> = unknown.map(|(cell, _)| cell.to_string()).collect();
        assert!(!unknown.contains(&"case.intention".to_owned()), "{row:?}");
    }
}

#[test]
fn what_acts_for_the_first_intention_alone_is_told() {
    let of = |when: &str| {
        format!(
            "name: D\nlanguages: [en]\nsources: {{ s: {{ fields: {{ a: boolean }} }} }}\nslots: [answer]\nstates:\n  REFUND: {{ id: R, priority: 10, severity: INFO, when: \"{when}\", workflow: {{ action: ROUTE, route_to: accounts }} }}\nintentions:\n  I: {{ triggers: [alpha], text: one }}\n  J: {{ triggers: [beta], text: two }}\n"
        )
    };
    let found = |when: &str| {
        let (_, diagnostics) = compile(&one(&of(when)));
        let codes: Vec<&str> = diagnostics.iter().map(|found| found.code).collect();
        assert!(
            codes.iter().all(|code| *code == "primary-only"),
            "{}",
            shown(&diagnostics)
        );
        codes.len()
    };
    assert_eq!(found("case.intention == I"), 1);
    assert_eq!(found("I in case.intentions"), 0);
}

#[test]
fn a_state_that_never_holds_names_the_rows_that_die_with_it() {
    let text = "name: D\nlanguages: [en]\nsources: { s: { fields: { a: boolean } } }\nslots: [answer]\nstates:\n  NEVER: { id: N, priority: 10, severity: INFO, when: \"s.a == true AND s.a == false\" }\nintentions:\n  I: { triggers: [alpha], rows: { NEVER: { text: one }, \"*\": { text: two } } }\n";
    let (_, diagnostics) = compile(&one(text));
    let codes: Vec<&str> = diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["never-holds"], "{}", shown(&diagnostics));
    let hint = diagnostics[0].hint.as_ref().expect("a hint");
    assert!(
        hint.en.contains("`NEVER:I`") && hint.fr.contains("`NEVER:I`"),
        "{hint:?}"
    );
}

#[test]
fn a_field_that_a_source_lacks_is_called_a_field() {
    let text = "name: D\nlanguages: [en]\nsources: { deal: { fields: { paid: boolean } } }\nslots: [answer]\nstates:\n  UNPAID: { id: N, priority: 10, severity: INFO, when: \"deal.payd == false\" }\nintentions:\n  I: { triggers: [alpha], text: one }\n";
    let (_, diagnostics) = compile(&one(text));
    let told = shown(&diagnostics);
    assert!(
        told.contains("the source `deal` has no field `payd`"),
        "{told}"
    );
    assert!(told.contains("`paid`"), "{told}");
}

#[test]
fn a_trace_names_the_rows_whose_states_do_not_hold() {
    let project = examt3p();
    let reply = told(
        &project,
        "Où en est mon dossier ? Comment se passe l'épreuve pratique ?",
        None,
    );
    let of = |intention: &str| {
        let mut all = reply.selection.iter();
        let one = all.find(|one| one.intention.as_deref() == Some(intention));
        let one = one.expect("it is wanted");
        one.trace
            .iter()
            .find(|step| step.chosen)
            .expect("one is chosen")
            .why
            .clone()
    };
    let why = of("QUESTION_EXAMEN_PRATIQUE");
    assert!(
        why.contains("`EXAM_PASSED:QUESTION_EXAMEN_PRATIQUE`"),
        "{why}"
    );
    assert!(why.contains("n'est pas réalisé"), "{why}");
    assert!(!of("STATUT_DOSSIER").contains("EXAM_PASSED"));
}
