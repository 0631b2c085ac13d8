//! Nothing is passed over: every part of a message, every state that may hold, every question beside another,
//! and every reason in words that say what is missing.

use super::desk::{Source, compile, project, reply, shown};
use engine::Project;
use engine::reply::case::Case;
use engine::reply::classify;
use engine::reply::decide::{Outcome, Reply, Told, decide, decide_told};
use logic::value::{Name, Value};
use std::fmt::Write as _;

/// A desk that may send whatever it answers.
const DESK: &str = r#"
name: Desk
languages: [fr, en]
sources: { s: { fields: { ok: boolean } } }
slots: [answer]
context:
  urgent: { type: boolean, triggers: [urgent, "au plus vite"], for_information: true }
states: { OK: { severity: INFO, when: "s.ok" } }
intentions:
  STATUT: { priority: 10, triggers: ["où en est mon dossier", "where is my file"], text: Il avance., says: { where: [Il avance] } }
  PAIEMENT: { priority: 20, triggers: ["payer en plusieurs fois", "pay in instalments"], text: En trois fois. }
  REPORT: { priority: 30, triggers: ["reporter mon examen", "postpone my exam"], text: Choisissez une date. }
  VISITE: { priority: 40, triggers: ["permanence"], text: Demain. }
send: { allow: [{ intentions: [STATUT, PAIEMENT, REPORT, VISITE] }] }
"#;

fn desk() -> Project {
    project(&Source::from([(
        "project.yaml".to_owned(),
        DESK.to_owned(),
    )]))
}

fn told(project: &Project, message: &str) -> Reply {
    let message = serde_json::Value::from(message);
    let case = format!(r#"{{"message": {message}, "sources": {{"s": {{"ok": true}}}}}}"#);
    reply(project, &case)
}

/// What is heard, what is not understood, and why it may not be sent, in one line.
fn line(reply: &Reply) -> String {
    let names = reply.intentions.iter().map(|one| one.intention.as_str());
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let denied = reply.send.reasons.iter();
    let denied: Vec<String> = denied
        .map(|reason| format!("{} {}", reason.code, reason.what))
        .collect();
    format!("{} | {}", names.join(", "), denied.join("; "))
}

#[test]
fn law_r4_every_part_of_a_message_is_understood_or_listed() {
    let (project, mut wrong) = (desk(), String::new());
    for (message, expected) in [
        // Understood: sent.
        ("Où en est mon dossier ?", "STATUT | "),
        (
            "Bonjour,\nOù en est mon dossier ?\nMerci d'avance.\nAda Martin",
            "STATUT | ",
        ),
        (
            "Bonjour Madame Dupont, où en est mon dossier ? Bonne journée !",
            "STATUT | ",
        ),
        ("Hello, where is my file? Thanks, Ada", "STATUT | "),
        (
            "Bonjour M. Dupont. Où en est mon dossier ? Je vous remercie par avance pour votre aide.",
            "STATUT | ",
        ),
        ("Où en est mon dossier ? C'est urgent.", "STATUT | "),
        (
            "Je me permets de vous écrire.\nOù en est mon dossier ?\nDans l'attente de votre réponse, bien cordialement.",
            "STATUT | ",
        ),
        (
            "1. Où en est mon dossier ?\n2. Puis-je payer en plusieurs fois ?",
            "PAIEMENT, STATUT | ",
        ),
        (
            "- où en est mon dossier\n- payer en plusieurs fois ?",
            "PAIEMENT, STATUT | ",
        ),
        // Refused is understood.
        (
            "Où en est mon dossier ? Je ne veux pas reporter mon examen.",
            "STATUT | unrecognised Je ne veux pas reporter mon examen.",
        ),
        // Written behind a closing.
        (
            "Où en est mon dossier ?\nCordialement,\nAda\n\nPS : puis-je payer en plusieurs fois ?",
            "PAIEMENT, STATUT | ",
        ),
        (
            "Où en est mon dossier ?\nCordialement,\nAda\nP.S. Mon chat est vert.",
            "STATUT | unrecognised P.S. Mon chat est vert.",
        ),
        (
            "Où en est mon dossier ?\n--\nAda\nJe voudrais aussi reporter mon examen",
            "REPORT, STATUT | ",
        ),
        (
            "Where is my file?\nKind regards,\nAda\nCan I pay in instalments?",
            "PAIEMENT, STATUT | ",
        ),
        // Written under earlier mail, and between its lines.
        (
            "Le 3 mars 2026, Service <a@b.fr> a écrit :\n> Que voulez-vous ?\n\nOù en est mon dossier ?",
            "STATUT | ",
        ),
        (
            "> Voulez-vous reporter mon examen ?\nNon.\n> Autre chose ?\nOù en est mon dossier ?",
            "STATUT | unrecognised Non.",
        ),
        // What ends a mail is a signature only if no point ends it, and it says neither yes nor no.
        (
            "Où en est mon dossier ? Enceinte.",
            "STATUT | unrecognised Enceinte.",
        ),
        (
            "Où en est mon dossier ?\n\n> Voulez-vous annuler ?\nOui",
            "STATUT | unrecognised Oui",
        ),
        // A name signs behind a closing; a word that stands alone does not.
        ("Où en est mon dossier ?\nMerci\nAda", "STATUT | "),
        ("Où en est mon dossier ?\nAda", "STATUT | unrecognised Ada"),
        (
            "Où en est mon dossier ?\nParking",
            "STATUT | unrecognised Parking",
        ),
        (
            "Où en est mon dossier ?\nMerci\nRemboursement",
            "STATUT | unrecognised Remboursement",
        ),
        (
            "Où en est mon dossier ?\nCordialement,\nAnnulez",
            "STATUT | unread Annulez",
        ),
        (
            "Le lun. 2 mars 2026 à 10:14, Service candidats\n<contact@exemple.fr> a écrit :\n> Reporter mon examen ?\n\nOù en est mon dossier ?",
            "STATUT | ",
        ),
        (
            "On Mon, 2 Mar 2026, Desk <a@b.fr> wrote:\n> postpone my exam?\nwhere is my file",
            "STATUT | ",
        ),
        // Earlier mail without marks, and something behind its end.
        (
            "Où en est mon dossier ?\n\nDe : contact@exemple.fr\nEnvoyé : lundi\nObjet : examen\nVoulez-vous reporter mon examen ?\nCordialement\nLe service",
            "STATUT | ",
        ),
        (
            "Où en est mon dossier ?\n\nDe : contact@exemple.fr\nEnvoyé : lundi\nObjet : examen\nQue voulez-vous ?\nCordialement\nLe service\n\nJe veux aussi payer en plusieurs fois.",
            "STATUT | unread Je veux aussi payer en plusieurs fois.",
        ),
        // A signature that asks for something is not surely one.
        (
            "Où en est mon dossier ?\nCordialement\nAda, permanence",
            "STATUT | unread Ada, permanence",
        ),
        (
            "Où en est mon dossier ?\nCordialement\nAda Martin\nTaxi Martin, 12 rue de la Paix\n06 12 34 56 78\nEnvoyé de mon iPhone",
            "STATUT | ",
        ),
        (
            "Où en est mon dossier ?\nCordialement\nAda\nDevis gratuit sous 24 heures.",
            "STATUT | unread Devis gratuit sous 24 heures.",
        ),
        (
            "> Nous vous rappelons que votre examen aura lieu bientôt et\nque vous pouvez reporter mon examen\n\nOù en est mon dossier ?",
            "STATUT | unread que vous pouvez reporter mon examen",
        ),
        // Not understood.
        (
            "Où en est mon dossier ? Ma voiture est rouge.",
            "STATUT | unrecognised Ma voiture est rouge.",
        ),
        (
            "Où en est mon dossier ?\nQuel temps fait-il ?",
            "STATUT | unrecognised Quel temps fait-il ?",
        ),
        (
            "Où en est mon dossier et pouvez-vous fermer la fenêtre ?",
            "STATUT | unrecognised Où en est mon dossier et pouvez-vous fermer la fenêtre ?",
        ),
        (
            "Où en est mon dossier, je voudrais aussi un parking",
            "STATUT | unrecognised Où en est mon dossier, je voudrais aussi un parking",
        ),
        (
            "Où en est mon dossier ? 12345",
            "STATUT | unrecognised 12345",
        ),
        (
            "Où en est mon dossier ? ¿Puedo pagar más tarde?",
            "STATUT | unrecognised ¿Puedo pagar más tarde?",
        ),
        (
            "OÙ EN EST MON DOSSIER ?\nPROBLEME CONNEXION",
            "STATUT | unrecognised PROBLEME CONNEXION",
        ),
        ("Où en est mon dossier ? 👍🙏", "STATUT | "),
        // The other half of a sentence: joined, given as a reason, added, or begun again without a mark.
        (
            "Où en est mon dossier et le parking ?",
            "STATUT | unrecognised Où en est mon dossier et le parking ?",
        ),
        (
            "Où en est mon dossier, car je voudrais aussi changer de chambre",
            "STATUT | unrecognised Où en est mon dossier, car je voudrais aussi changer de chambre",
        ),
        (
            "Où en est mon dossier parce que mon adresse est fausse",
            "STATUT | unrecognised Où en est mon dossier parce que mon adresse est fausse",
        ),
        (
            "Où en est mon dossier ainsi que ma facture ?",
            "STATUT | unrecognised Où en est mon dossier ainsi que ma facture ?",
        ),
        ("Mon dossier, ou en est-il ?", "STATUT | "),
        (
            "Ou en est mon dossier ou dois-je envoyer un chèque ?",
            "STATUT | unrecognised Ou en est mon dossier ou dois-je envoyer un chèque ?",
        ),
        (
            "Où en est mon dossier, sinon je porte plainte",
            "STATUT | unrecognised Où en est mon dossier, sinon je porte plainte",
        ),
        (
            "Où en est mon dossier et pourquoi ?",
            "STATUT | unrecognised Où en est mon dossier et pourquoi ?",
        ),
        (
            "Où en est mon dossier et que dois-je faire ?",
            "STATUT | unrecognised Où en est mon dossier et que dois-je faire ?",
        ),
        (
            "où en est mon dossier je veux un parking",
            "STATUT | unrecognised où en est mon dossier je veux un parking",
        ),
        (
            "Où en est mon dossier (et ma facture) ?",
            "STATUT | unrecognised Où en est mon dossier (et ma facture) ?",
        ),
        (
            "Je voudrais annuler et savoir où en est mon dossier",
            "STATUT | unrecognised Je voudrais annuler et savoir où en est mon dossier",
        ),
        (
            "Where is my file and also the invoice?",
            "STATUT | unrecognised Where is my file and also the invoice?",
        ),
        (
            "Where is my file, because I want a refund",
            "STATUT | unrecognised Where is my file, because I want a refund",
        ),
        (
            "Where is my file but the lift is broken",
            "STATUT | unrecognised Where is my file but the lift is broken",
        ),
        (
            "Où en est mon dossier ? C'est urgent et le parking est plein.",
            "STATUT | unrecognised C'est urgent et le parking est plein.",
        ),
        (
            "Où en est mon dossier, ou bien le parking ?",
            "STATUT | unrecognised Où en est mon dossier, ou bien le parking ?",
        ),
        (
            "Où en est mon dossier vu que j'ai perdu mon badge ?",
            "STATUT | unrecognised Où en est mon dossier vu que j'ai perdu mon badge ?",
        ),
        (
            "Où en est mon dossier alors que la cantine est fermée ?",
            "STATUT | unrecognised Où en est mon dossier alors que la cantine est fermée ?",
        ),
        (
            "Où en est mon dossier si la cantine est fermée ?",
            "STATUT | unrecognised Où en est mon dossier si la cantine est fermée ?",
        ),
        (
            "Où en est mon dossier et demain ?",
            "STATUT | unrecognised Où en est mon dossier et demain ?",
        ),
        (
            "Où en est mon dossier avec la cantine ?",
            "STATUT | unrecognised Où en est mon dossier avec la cantine ?",
        ),
        // What binds, dates, softens or names whom it is about wants nothing.
        (
            "Bonjour, pouvez-vous me dire, s'il vous plaît, où en est mon dossier depuis le 12 mars ?",
            "STATUT | ",
        ),
        (
            "Je voudrais savoir où en est mon dossier et si je peux payer en plusieurs fois, merci d'avance.",
            "PAIEMENT, STATUT | ",
        ),
        (
            "Could you please tell me where is my file, and whether I can pay in instalments?",
            "PAIEMENT, STATUT | ",
        ),
        ("Où en est mon dossier, M. Dupont ?", "STATUT | "),
        // Mark-up, and escaped letters.
        (
            "<p>O&ugrave; en est mon dossier&nbsp;?</p><blockquote>reporter mon examen</blockquote>",
            "STATUT | ",
        ),
        ("O&ugrave; en est mon dossier&nbsp;?", "STATUT | "),
    ] {
        let reply = told(&project, message);
        if line(&reply) != expected {
            let heard = &reply.heard;
            let _ = writeln!(
                wrong,
                "{message}\n  {}\n  not {expected}\n{heard:?}",
                line(&reply)
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_is_set_aside_is_listed() {
    let project = desk();
    let message = "Où en est mon dossier ?\nCordialement,\nAda Martin\n\nLe 3 mars 2026, Service a écrit :\n> Bonjour,\n> à bientôt";
    let reply = told(&project, message);
    let json = serde_json::to_value(&reply).expect("JSON");
    assert_eq!(
        json["heard"],
        serde_json::json!({
            "by": "words", "language": "fr", "refused": null, "unrecognised": [], "unread": [],
            "set_aside": [
                { "kind": "signature", "text": "Cordialement,\nAda Martin" },
                { "kind": "quote", "text": "Le 3 mars 2026, Service a écrit :\n> Bonjour,\n> à bientôt" },
            ],
        })
    );
    // Every line of a message is one or the other.
    let own = engine::reply::detect::own_words(message);
    let aside = reply
        .heard
        .set_aside
        .iter()
        .map(|aside| aside.text.as_str());
    let all: Vec<&str> = std::iter::once(own.as_str()).chain(aside).collect();
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    assert_eq!(
        all.iter().map(|text| lines(text)).sum::<usize>(),
        lines(message)
    );
    // Nothing but earlier mail: a person reads it, and is told why.
    let forwarded = told(
        &project,
        "---------- Forwarded message ---------\nDe : x@y.fr\nReporter mon examen",
    );
    assert_eq!(&*forwarded.hand_over[0].code, "no-intention");
    assert!(
        forwarded.hand_over[0].why.contains("antérieur"),
        "{:?}",
        forwarded.hand_over
    );
}

#[test]
fn what_somebody_else_says_is_wanted_accounts_for_its_own_words() {
    let project = desk();
    let case = |message: &str, more: &str| {
        let message = serde_json::Value::from(message);
        let case = format!(
            r#"{{"intentions": ["STATUT"], "message": {message}{more}, "sources": {{"s": {{"ok": true}}}}}}"#
        );
        line(&reply(&project, &case))
    };
    for (message, more, expected) in [
        ("Où en est mon dossier ?", "", "STATUT | "),
        (
            "Ma voiture est rouge.",
            "",
            "STATUT | unrecognised Ma voiture est rouge.",
        ),
        // The words of another intention are not those that the case says are wanted.
        (
            "Où en est mon dossier ? Puis-je payer en plusieurs fois ?",
            "",
            "STATUT | unrecognised Puis-je payer en plusieurs fois ?",
        ),
        (
            "Où en est mon dossier ? Je ne veux pas reporter mon examen.",
            "",
            "STATUT | unrecognised Je ne veux pas reporter mon examen.",
        ),
        // What somebody says to have read accounts for nothing.
        (
            "Bonjour, ma demande avance-t-elle ? Merci",
            r#", "spans": ["ma demande avance-t-elle"]"#,
            "STATUT | unrecognised Bonjour, ma demande avance-t-elle ?",
        ),
        (
            "Ma demande avance-t-elle ? Et le parking ?",
            r#", "spans": ["Ma demande avance-t-elle ?"]"#,
            "STATUT | unrecognised Ma demande avance-t-elle ?; unrecognised Et le parking ?",
        ),
        (
            "Où en est mon dossier ?\nCordialement\nAda, permanence",
            "",
            "STATUT | unread Ada, permanence",
        ),
    ] {
        assert_eq!(case(message, more), expected, "{message}");
    }
    let bad = r#"{"intentions": ["STATUT"], "message": "Bonjour", "spans": ["Bonsoir"]}"#;
    let bad = Case::parse(&project, bad).map(|_| ());
    assert_eq!(
        bad.map_err(|bad| format!("{} {}", bad.code, bad.path)),
        Err("unknown-span spans.0".to_owned())
    );
}

#[test]
fn what_a_model_says_to_have_read_accounts_for_nothing() {
    let project = desk();
    let replies = project.replies.as_ref().expect("replies");
    let heard_in = |edition: Option<u64>, message: &str, answer: &str| {
        let told = classify::read(&project, replies, answer).expect("an answer");
        let mut case =
            Case::parse(&project, r#"{"sources": {"s": {"ok": true}}}"#).expect("a case");
        case.message = Some(message.to_owned());
        case.edition = edition;
        let told = Told::Heard(Box::new(told));
        line(&decide_told(&project, &case, Some(&told)).expect("a reply"))
    };
    let heard = |message: &str, answer: &str| heard_in(None, message, answer);
    let message = "Ma demande avance-t-elle ? Le parking est plein.";
    assert_eq!(
        heard(message, r#"{"intentions": ["STATUT"], "action": "go"}"#),
        "STATUT | unrecognised Ma demande avance-t-elle ?; unrecognised Le parking est plein.; only-model STATUT"
    );
    let spans =
        r#"{"intentions": ["STATUT"], "action": "go", "spans": ["Ma demande avance-t-elle"]}"#;
    assert_eq!(
        heard(message, spans),
        "STATUT | unrecognised Ma demande avance-t-elle ?; unrecognised Le parking est plein.; only-model STATUT"
    );
    // A session that began before decides as it did.
    assert_eq!(
        heard_in(Some(9), message, spans),
        "STATUT | unrecognised Le parking est plein."
    );
}

#[test]
fn names_of_the_case_sign_and_stand_anywhere() {
    let text = "name: Small\nlanguages: [fr]\nslots: [answer]\nstates: { GENERAL: { id: G, severity: INFO, default: true } }\nsources: { s: { fields: { first_name: text, subject: text } } }\nintentions: { ASK: { id: I1, triggers: [où en est mon dossier], text: Il avance. } }\nsend: { allow: [{ intentions: [ASK] }] }\n";
    let project = project(&Source::from([(
        "project.yaml".to_owned(),
        text.to_owned(),
    )]));
    for (message, expected) in [
        ("Où en est mon dossier ?\nAda", "ASK | "),
        ("Ada ici, où en est mon dossier ?", "ASK | "),
        (
            "Où en est mon dossier ?\nUrgent",
            "ASK | unrecognised Urgent",
        ),
        (
            "Où en est mon dossier ?\nRemboursement",
            "ASK | unrecognised Remboursement",
        ),
    ] {
        let message = serde_json::Value::from(message);
        let case = format!(
            r#"{{"message": {message}, "sources": {{"s": {{"first_name": "Ada", "subject": "Remboursement"}}}}}}"#
        );
        assert_eq!(line(&reply(&project, &case)), expected, "{message}");
    }
}

#[test]
fn a_wish_says_nothing_of_the_matter() {
    let text = "name: Small\nlanguages: [fr]\nslots: [answer]\nstates: { GENERAL: { id: G, severity: INFO, default: true } }\nsources: { s: { fields: { ok: boolean } } }\ncontext: { session: { type: enum, values: { jour: { synonyms: [journée] }, soir: { synonyms: [soirée] } } } }\nintentions: { ASK: { id: I1, triggers: [inscription], text: Bien. } }\n";
    let project = project(&Source::from([(
        "project.yaml".to_owned(),
        text.to_owned(),
    )]));
    for (message, expected) in [
        ("Une inscription en soirée", "soir"),
        ("Une inscription. Bonne journée", "none"),
        ("Une inscription, merci et bonne soirée", "none"),
        ("Une inscription en journée, bonne soirée à vous", "jour"),
    ] {
        let reply = told(&project, message);
        let session = reply.context[&Name::from("session")].show();
        assert_eq!(session, expected, "{message}");
    }
}

#[test]
fn law_r7_no_command_of_a_row_that_another_may_stand_before() {
    let project = small(
        "  LOST: { id: L, priority: 10, severity: INFO, when: \"s.lost == true\" }\n  GENERAL: { id: G, priority: 999, severity: INFO, default: true }\nsources: { s: { fields: { lost: boolean } } }\ncommands: { note: { arguments: { k: number } } }\nintentions: { ASK: { id: I1, triggers: [ask] } }\nmatrix: { \"LOST:ASK\": { text: It is lost. }, \"*:ASK\": { text: We look into it., commands: [{ note: { k: 7 } }] } }\n",
    );
    let given = |facts: &str| {
        let reply = reply(&project, &wants(&["ASK"], facts));
        (reply.commands.len(), reasons(&reply).join(", "))
    };
    assert_eq!(given("\"lost\": false"), (1, String::new()));
    assert_eq!(
        given(""),
        (
            0,
            "command-held note, unknown-condition LOST:ASK".to_owned()
        )
    );
}

/// The prelude of small desks; their states follow.
fn small(more: &str) -> Project {
    let text = format!("name: Small\nlanguages: [en]\nslots: [answer]\nstates:\n{more}");
    project(&Source::from([("project.yaml".to_owned(), text)]))
}

fn wants(intentions: &[&str], facts: &str) -> String {
    let names: Vec<String> = intentions
        .iter()
        .map(|name| format!("\"{name}\""))
        .collect();
    format!(
        r#"{{"intentions": [{}], "sources": {{"s": {{{facts}}}}}}}"#,
        names.join(", ")
    )
}

fn reasons(reply: &Reply) -> Vec<String> {
    let all = reply.hand_over.iter();
    all.map(|reason| format!("{} {}", reason.code, reason.what))
        .collect()
}

/// SPEC 9.1: "the default state holds only when no other does"; what is missing is unknown, never false.
#[test]
fn law_r7_the_default_state_is_unknown_while_another_may_hold() {
    const STATES: &str = "  LOST: { id: L, priority: 10, severity: INFO, when: \"s.lost == true\" }
  BROKEN: { id: B, priority: 20, severity: WARNING, when: \"s.broken == true\", response: { alert_text: Broken. } }
  GENERAL: { id: G, priority: 999, severity: INFO, default: true, flags: [plain] }
flags: { plain: nothing in particular }
sources: { s: { fields: { lost: boolean, broken: boolean } } }
intentions: { ASK: { id: I1, triggers: [ask] }, OTHER: { id: I2, triggers: [other], text: \"{{#if plain}}All well.{{else}}Something is the matter.{{/if}}\" } }
matrix: { \"GENERAL:ASK\": { text: All is well. }, \"*:ASK\": { text: We look into it. } }
send: { allow: [{ intentions: [ASK, OTHER] }] }
";
    let project = small(STATES);
    let look = |facts: &str| {
        let reply = reply(&project, &wants(&["ASK"], facts));
        let held = reply.states.info.iter().chain(&reply.states.warning);
        let held: Vec<String> = held.map(|held| held.state.to_string()).collect();
        let unknown: Vec<String> = reply
            .states
            .unknown
            .iter()
            .map(|state| format!("{} ({})", state.state, state.missing.join(", ")))
            .collect();
        (held.join(" "), unknown.join(" "), reply)
    };
    // Every other one is known not to hold.
    let (held, unknown, known) = look("\"lost\": false, \"broken\": false");
    assert_eq!((held.as_str(), unknown.as_str()), ("GENERAL", ""));
    assert!(known.send.allowed, "{known:#?}");
    assert_eq!(known.primary.as_deref(), Some("GENERAL"));
    // One may: whether this is the default case hangs on it.
    let (held, unknown, open) = look("\"broken\": false");
    assert_eq!(
        (held.as_str(), unknown.as_str()),
        ("", "LOST (s.lost) GENERAL (s.lost)")
    );
    assert_eq!(open.primary, None);
    assert_eq!(
        reasons(&open),
        ["unknown-condition GENERAL:ASK"],
        "{open:#?}"
    );
    assert!(open.hand_over[0].why.contains("s.lost"), "{open:#?}");
    assert!(!open.send.allowed);
    let (held, unknown, _) = look("");
    assert_eq!(
        (held.as_str(), unknown.as_str()),
        (
            "",
            "LOST (s.lost) BROKEN (s.broken) GENERAL (s.broken, s.lost)"
        )
    );
    // One does: the default one does not, whatever else is unknown.
    let (held, unknown, _) = look("\"lost\": true");
    assert_eq!(
        (held.as_str(), unknown.as_str()),
        ("LOST", "BROKEN (s.broken)")
    );
    // What a template says by a flag of it is not known either.
    let flagged = reply(&project, &wants(&["OTHER"], "\"broken\": false"));
    assert_eq!(reasons(&flagged), ["unanswered OTHER"], "{flagged:#?}");
    // A session that began before decides as it did.
    let mut case = Case::parse(&project, &wants(&["ASK"], "\"broken\": false")).expect("a case");
    case.edition = Some(5);
    let before = decide(&project, &case).expect("a reply");
    assert_eq!(before.primary.as_deref(), Some("GENERAL"));
}

#[test]
fn law_r2_a_row_of_the_default_state_is_dead_where_another_always_may_hold() {
    let text = "name: Small\nlanguages: [en]\nslots: [answer]\nstates:\n  KNOWN: { id: K, severity: INFO, when: \"s.a == true or s.a == false or s.a is null\" }\n  GENERAL: { id: G, priority: 999, severity: INFO, default: true }\nsources: { s: { fields: { a: boolean } } }\nintentions: { ASK: { id: I1, triggers: [ask] } }\nmatrix: { \"GENERAL:ASK\": { text: General. }, \"*:ASK\": { text: Any. } }\n";
    let (_, found) = compile(&Source::from([(
        "project.yaml".to_owned(),
        text.to_owned(),
    )]));
    let codes: Vec<&str> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["never-holds"], "{}", shown(&found));
}

#[test]
fn law_r4_whoever_gets_a_case_is_told_of_every_open_question() {
    let project = small(
        "  ROUTED: { id: R, severity: WARNING, when: \"s.a == true\", workflow: { action: ROUTE, route_to: desk }, response: { alert_text: Note. } }\n  GENERAL: { id: G, severity: INFO, default: true }\nsources: { s: { fields: { a: boolean, t: text } } }\nintentions: { JOB: { id: I1, triggers: [job], action: route, route_to: staff }, CODE: { id: I2, triggers: [code], text: \"{{s.t}}\" }, LOAN: { id: I3, triggers: [loan], action: spam }, PRESS: { id: I4, triggers: [press], action: route, route_to: press } }\n",
    );
    for (wanted, facts, expected) in [
        (&["JOB"][..], "\"a\": false", &["routed staff"][..]),
        (
            &["JOB", "CODE"],
            "\"a\": false",
            &["routed staff", "unanswered CODE"],
        ),
        (
            &["CODE", "JOB"],
            "\"a\": false",
            &["unanswered CODE", "routed JOB"],
        ),
        (
            &["JOB", "PRESS"],
            "\"a\": false",
            &["routed staff", "routed PRESS"],
        ),
        (
            &["LOAN", "CODE"],
            "\"a\": false",
            &["spam ", "unanswered CODE"],
        ),
        (
            &["CODE"],
            "\"a\": true",
            &["routed ROUTED", "unanswered CODE"],
        ),
    ] {
        let mut found = reasons(&reply(&project, &wants(wanted, facts)));
        let mut expected: Vec<String> = expected.iter().map(|&one| one.to_owned()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{wanted:?}");
    }
}

#[test]
fn values_keep_their_types_in_json() {
    let project = small(
        "  GENERAL: { id: G, severity: INFO, default: true }\nsources: { s: { fields: { n: number, d: date, b: boolean, t: text } } }\ncontext: { urgent: { type: boolean, triggers: [urgent], for_information: true }, count: { type: number }, side: { type: enum, values: { left: { synonyms: [left] } } } }\ncommands: { note: { arguments: { n: number, d: date, b: boolean, t: text, k: number } } }\nintentions: { ASK: { id: I1, triggers: [ask] } }\nmatrix: { \"*:ASK\": { text: Hello., commands: [{ note: { n: \"{{s.n}}\", d: \"{{s.d}}\", b: \"{{s.b}}\", t: \"{{s.t}}\", k: 7 } }] } }\n",
    );
    let case = r#"{"message": "I ask, it is urgent", "context": {"count": 3}, "sources": {"s": {"n": 12.5, "d": "2026-03-08", "b": false, "t": "4"}}}"#;
    let answer = reply(&project, case);
    let json = serde_json::to_value(&answer).expect("JSON");
    assert_eq!(
        json["commands"][0]["arguments"],
        serde_json::json!({ "n": 12.5, "d": "2026-03-08", "b": false, "t": "4", "k": 7 })
    );
    assert_eq!(
        json["context"],
        serde_json::json!({ "urgent": true, "count": 3, "side": null })
    );
    assert_eq!(answer.context[&Name::from("urgent")], Value::Bool(true));
}

#[test]
fn law_r4_a_warning_of_which_only_the_team_is_told_goes_to_a_person() {
    let of = |state: &str| {
        format!(
            "name: Small\nlanguages: [en]\nslots: [answer]\nstates:\n  HELD: {{ id: W, {state} }}\nsources: {{ s: {{ fields: {{ a: boolean }} }} }}\nintentions: {{ ASK: {{ id: I1, triggers: [ask], text: Hello. }} }}\nsections: {{ note: {{ text: A note., audience: internal, when: \"s.a == true\" }} }}\nsend: {{ allow: [{{ intentions: [ASK] }}] }}\n"
        )
    };
    for state in [
        "severity: WARNING, when: \"s.a == true\", alert_internal: true",
        "severity: WARNING, when: \"s.a == true\", sections: [note]",
    ] {
        let files = Source::from([("project.yaml".to_owned(), of(state))]);
        let (_, found) = compile(&files);
        let codes: Vec<&str> = found.iter().map(|found| found.code).collect();
        assert_eq!(codes, ["unanswered"], "{}", shown(&found));
        let project = project(&files);
        let answer = reply(&project, &wants(&["ASK"], "\"a\": true"));
        assert_eq!(reasons(&answer), ["unanswered HELD"], "{state}");
        assert_eq!(
            (answer.outcome, answer.alerts.is_empty()),
            (Outcome::HandOver, false)
        );
        assert!(
            reply(&project, &wants(&["ASK"], "\"a\": false"))
                .send
                .allowed
        );
    }
    // What is only for information may be for the team alone.
    let info = of("severity: INFO, when: \"s.a == true\", sections: [note]");
    let project = project(&Source::from([("project.yaml".to_owned(), info)]));
    let answer = reply(&project, &wants(&["ASK"], "\"a\": true"));
    assert!(answer.send.allowed, "{answer:#?}");
    assert_eq!(answer.alerts.len(), 1);
}

#[test]
fn an_alert_without_words_names_its_state() {
    let project = small(
        "  HELD: { id: W, severity: INFO, when: \"s.a == true\", alert_internal: true }\nsources: { s: { fields: { a: boolean } } }\nintentions: { ASK: { id: I1, triggers: [ask], text: Hello. } }\n",
    );
    let answer = reply(&project, &wants(&["ASK"], "\"a\": true"));
    assert_eq!(answer.alerts[0].text, "HELD");
}

#[test]
fn law_r5_a_text_that_several_sections_include_is_said_once() {
    let files = |one: &str, two: &str, sorry: &str| {
        let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        Source::from([
            file(
                "project.yaml",
                &format!(
                    "name: Small\nlanguages: [en]\nslots: [answer]\nstates: {{ GENERAL: {{ id: G, severity: INFO, default: true }} }}\nsources: {{ s: {{ fields: {{ t: text, tags: {{ type: list, of: text }} }} }} }}\nintentions: {{ ONE: {{ id: I1, triggers: [one], sections: [one] }}, TWO: {{ id: I2, triggers: [two], sections: [two] }} }}\nsections: {{ one: {{ text: \"{one}\", order: 1 }}, two: {{ text: \"{two}\", order: 2, says: [s.t] }} }}\n"
                ),
            ),
            file(
                "states/templates/response_master.html",
                "<p>Dear {{s.t}},</p>{{> slots/answer}}",
            ),
            file("states/templates/partials/sorry.html", sorry),
            file("states/templates/partials/link.html", "<a>page</a>"),
        ])
    };
    let said = |one: &str, two: &str, sorry: &str| {
        let project = project(&files(one, two, sorry));
        let answer = reply(
            &project,
            r#"{"intentions": ["ONE", "TWO"], "sources": {"s": {"t": "Ada", "tags": ["x", "x"]}}}"#,
        );
        assert_eq!(reasons(&answer), Vec::<String>::new(), "{answer:#?}");
        let by = answer
            .coverage
            .answered
            .iter()
            .map(|by| format!("{} {}", by.what, by.by.join(" ")));
        (
            answer.plain.clone().expect("a text"),
            by.collect::<Vec<_>>().join(", "),
        )
    };
    let sorry = "<p>We are sorry, {{s.t}}.</p>";
    // Said in the first, and not again in the second, whose own words stay.
    assert_eq!(
        said(
            "{{> sorry}}<p>First.</p>",
            "{{> sorry}}<p>Second.</p>",
            sorry
        ),
        (
            "Dear Ada,\nWe are sorry, Ada.\nFirst.\nSecond.".to_owned(),
            "ONE one, TWO two one".to_owned()
        )
    );
    // The second has no other words: the first says it.
    assert_eq!(
        said("{{> sorry}}<p>First.</p>", "{{> sorry}}", sorry),
        (
            "Dear Ada,\nWe are sorry, Ada.\nFirst.".to_owned(),
            "ONE one, TWO one".to_owned()
        )
    );
    // Twice in one section, too.
    assert_eq!(
        said(
            "{{> sorry}}<p>First.</p>{{> sorry}}",
            "<p>{{s.t}}.</p>",
            sorry
        )
        .0,
        "Dear Ada,\nWe are sorry, Ada.\nFirst.\nAda."
    );
    // A word inside a sentence is no sentence.
    assert_eq!(
        said(
            "<p>See our {{> link}} now.</p>",
            "<p>{{s.t}}: our {{> link}} again.</p>",
            sorry
        )
        .0,
        "Dear Ada,\nSee our page now.\nAda: our page again."
    );
}

#[test]
fn law_r5_a_text_that_several_sections_say_themselves_is_said_once() {
    let project = small(
        "  GENERAL: { id: G, severity: INFO, default: true }\nsources: { s: { fields: { t: text } } }\nintentions: { ONE: { id: I1, triggers: [one], text: Please wait. }, TWO: { id: I2, triggers: [two], text: Please wait. }, THREE: { id: I3, triggers: [three], text: Please wait here. } }\n",
    );
    let answer = reply(&project, &wants(&["ONE", "TWO", "THREE"], "\"t\": \"x\""));
    assert_eq!(reasons(&answer), Vec::<String>::new(), "{answer:#?}");
    let lines = answer.plain.as_deref().unwrap_or_default().lines();
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
}

#[test]
fn a_source_that_failed_has_said_nothing() {
    let project = desk();
    let bad = |sources: &str| {
        let case = format!(r#"{{"message": "x", "sources": {sources}}}"#);
        let bad = Case::parse(&project, &case).map(|_| ());
        bad.map_err(|bad| format!("{} {}", bad.code, bad.path))
    };
    // What a case says is used, or refused; it is never dropped.
    let refused = Err("failed-source sources.s.ok".to_owned());
    assert_eq!(bad(r#"{"s": {"failed": true, "ok": true}}"#), refused);
    assert_eq!(
        bad(r#"{"s": {"failed": true, "error": "down", "ok": null}}"#),
        Ok(())
    );
    // Nothing failed: it was read.
    let case = r#"{"intentions": ["STATUT"], "sources": {"s": {"failed": null, "ok": true}}}"#;
    let answer = reply(&project, case);
    assert!(answer.send.allowed, "{answer:#?}");
}

/// Every reason says what is missing, where, and what can be done.
#[test]
fn reasons_say_what_is_missing_and_where() {
    let text = "name: Small\nlanguages: [en, fr]\nslots: [answer]\nstates:\n  FRAUD: { id: B, severity: BLOCKING, when: \"s.fraud == true\", response: { text: No. } }\n  LATE: { id: L, severity: WARNING, when: \"r.late == true\", response: { alert_text: Late. } }\n  GENERAL: { id: G, severity: INFO, default: true }\nsources: { s: { fields: { fraud: boolean, t: text } }, r: { fields: { late: boolean } } }\nintentions: { CODE: { id: I1, triggers: [code], text: \"Code {{s.t}}.\" }, JOB: { id: I2, triggers: [job], text: Hello. } }\nsend: { allow: [{ intentions: [CODE], when: \"r.late == false\" }] }\n";
    let project = project(&Source::from([(
        "project.yaml".to_owned(),
        text.to_owned(),
    )]));
    let all = |case: &str| {
        let reply = reply(&project, case);
        let reasons = reply.hand_over.iter().chain(&reply.send.reasons);
        let all: Vec<String> = reasons
            .map(|reason| format!("{} {}: {}\n", reason.code, reason.what, reason.why))
            .collect();
        all.concat()
    };
    for (case, words) in [
        (
            r#"{"intentions": ["CODE"], "sources": {"s": {"t": "x"}, "r": {"failed": true, "error": "timeout"}}}"#,
            &[
                "unknown-blocking FRAUD: it is not known whether FRAUD blocks this case; missing: `s.fraud` (the source `s` does not say it)",
                "unknown-state LATE: it is not known whether LATE holds; missing: `r.late` (the source `r` could not be read: timeout)",
                "not-allowed CODE: whether an answer to this may be sent by itself is not known; missing: `r.late`",
            ][..],
        ),
        (
            r#"{"intentions": ["CODE"], "language": "fr", "sources": {"s": {"t": "x", "fraud": false}}}"#,
            &[
                "unknown-state LATE: on ne sait pas si LATE est réalisé ; il manque : `r.late` (rien n'a été lu de la source `r`)",
            ],
        ),
        (
            r#"{"intentions": ["CODE"], "sources": {"s": {"fraud": false, "t": null}, "r": {"late": true}}}"#,
            &[
                "which is none",
                "not-allowed CODE: the condition under which `send.allow` lets an answer to this leave is false here",
                "a person decides this one",
            ],
        ),
        (
            r#"{"intentions": ["CODE"], "sources": {"s": {"fraud": false}, "r": {"late": false}}}"#,
            &[
                "it speaks of `s.t`, which is not known; missing: `s.t` (the source `s` does not say it)",
            ],
        ),
        (
            r#"{"intentions": ["JOB"], "action": "route", "sources": {"s": {"fraud": false}, "r": {"late": false}}}"#,
            &[
                "no `route_to` says by whom",
                "`send.allow` does not name it",
            ],
        ),
        (
            r#"{"message": "Zebra", "sources": {"s": {"fraud": false}, "r": {"late": false}}}"#,
            &[
                "no-intention : no words of the registry say what the message wants",
                "`triggers`",
                "unrecognised Zebra",
            ],
        ),
        (
            r#"{"message": " ", "language": "fr", "sources": {"s": {"fraud": false}, "r": {"late": false}}}"#,
            &["empty-message : le message est vide : demandez"],
        ),
    ] {
        let all = all(case);
        for word in words {
            assert!(all.contains(word), "{case}\n« {word} » is not in\n{all}");
        }
    }
}
