//! What stands beside something that is recognised: it is accounted for, or the reply does not leave.

use super::desk::{Source, project, reply};
use engine::Project;
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, Reply, decide};
use std::fmt::Write as _;

/// A desk that may send whatever it answers.
const DESK: &str = r#"
name: Desk
languages: [fr]
sources: { s: { fields: { ok: boolean, prenom: text } } }
slots: [answer]
OPTIONS
context:
  soir: { type: boolean, triggers: [disponible en soirée] }
  presse: { type: boolean, triggers: [urgent] }
  note: { type: boolean, triggers: [en vacances], for_information: true }
states:
  OK: { severity: INFO, when: "s.ok" }
  PRESSE: { severity: INFO, when: "context.presse == true", response: { text: Nous faisons vite. } }
intentions:
  STATUT: { priority: 10, triggers: ["où en est mon dossier"], text: Il avance. }
  CONVOCATION: { priority: 20, triggers: [convocation], examples: ["Je n'ai pas reçu ma convocation."], text: Elle arrive. }
  HORAIRES: { priority: 30, triggers: [horaires], text: "De 9 h à 17 h{{#if context.soir}}, ou de 18 h à 21 h{{/if}}.", says: { hour: [De 9 h] } }
send: { allow: [{ intentions: [STATUT, CONVOCATION, HORAIRES] }] }
"#;

fn desk(options: &str) -> Project {
    let text = DESK.replace("OPTIONS", options);
    project(&Source::from([("project.yaml".to_owned(), text)]))
}

fn told(project: &Project, message: &str, edition: Option<u64>) -> Reply {
    let case = r#"{"sources": {"s": {"ok": true, "prenom": "Nadia"}}}"#;
    let mut case = Case::parse(project, case).expect("a case");
    case.message = Some(message.to_owned());
    case.edition = edition;
    decide(project, &case).expect("a reply")
}

/// The words by which a message is held back: those that are left over, or what is set aside.
fn left(reply: &Reply) -> String {
    let reasons = reply.send.reasons.iter();
    let open = reasons.map(|reason| {
        let words = reason.why.split_once(" par « ");
        let words = words.map(|(_, words)| words.trim_end_matches(" »").to_owned());
        words.unwrap_or_else(|| format!("{} {}", reason.code, reason.what))
    });
    open.collect::<Vec<_>>().join("; ")
}

#[test]
fn law_r4_what_turns_a_question_round_is_left_over() {
    let (project, mut wrong) = (desk(""), String::new());
    for (message, expected) in [
        // Asked, missing, waited for: it is the question.
        ("Je n'ai pas reçu ma convocation.", ""),
        ("Je n'ai toujours pas ma convocation", ""),
        ("Avez-vous envoyé ma convocation ?", ""),
        ("Où est ma convocation, est-elle arrivée ?", "Où arrivée"),
        ("J'ai demandé ma convocation.", ""),
        ("J'attends ma convocation depuis le mois dernier.", ""),
        ("J'attends ma convocation depuis deux semaines.", ""),
        (
            "Ma convocation arrive-t-elle avant le 12 mars ?",
            "avant 12 mars",
        ),
        // Told to have happened.
        (
            "J'ai reçu ma convocation.",
            "not-a-reply hand_over; no-intention ; reçu",
        ),
        (
            "J'ai enfin reçu la convocation, merci",
            "not-a-reply hand_over; no-intention ; reçu",
        ),
        (
            "Nous avons eu la convocation.",
            "not-a-reply hand_over; no-intention ; eu",
        ),
        (
            "jai recu ma convocation",
            "not-a-reply hand_over; no-intention ; recu",
        ),
        // Denied, and not missing.
        ("Ma convocation n'est pas nécessaire.", "pas"),
        ("Ma convocation n'est toujours pas là.", ""),
        // Somebody else's.
        ("Je n'ai pas reçu la convocation de mon frère.", "frère"),
        ("Où en est son dossier ?", "son"),
        ("Elle n'a pas reçu sa convocation.", "Elle sa"),
        ("Elle n'a pas reçu la convocation.", "Elle"),
        ("Où en est le dossier de M. Haddad ?", "Haddad"),
        ("Où en est mon dossier, M. Haddad ?", ""),
        ("Où en est le dossier de Nadia ?", "Nadia"),
        // It is another one.
        ("Où en est mon autre dossier ?", "autre"),
        // What cannot be done is no question about it.
        ("Je ne peux pas ouvrir ma convocation.", "pas ouvrir"),
        // Of another time.
        ("Où en est mon dossier de l'année dernière ?", "dernière"),
        ("Quels étaient les horaires en 2019 ?", "2019"),
        // Several of it.
        ("Je n'ai pas reçu mes deux convocations.", "deux"),
        ("Où en est mon dossier dans le 93 ?", "93"),
        // What nobody said would be there.
        ("Ma convocation comporte une erreur", "comporte erreur"),
        ("Pouvez-vous annuler ma convocation ?", "annuler"),
        ("Pouvez-vous m'envoyer ma convocation ?", ""),
        (
            "Je refuse ma convocation. Où en est mon dossier ?",
            "refuse",
        ),
        // What is recognised stands in one clause.
        ("Mon dossier, où en est-il ?", ""),
        (
            "J'ai rangé mon dossier, où en est la réponse ?",
            "not-a-reply hand_over; no-intention ; unrecognised J'ai rangé mon dossier, où en est la réponse ?",
        ),
    ] {
        let found = left(&told(&project, message, None));
        if found != expected {
            let _ = writeln!(wrong, "{message}\n  « {found} », not « {expected} »");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    // A session that began before decides as it did.
    for message in [
        "J'ai reçu ma convocation.",
        "Où en est le dossier de mon frère ?",
    ] {
        assert_eq!(left(&told(&project, message, Some(7))), "", "{message}");
    }
}

#[test]
fn law_r4_a_field_that_nothing_in_the_reply_reads_answers_nothing() {
    let project = desk("");
    for (message, expected) in [
        // Nothing in this reply reads it; in the other one, a section does.
        (
            "Où en est mon dossier ? Je suis disponible en soirée.",
            "unrecognised Je suis disponible en soirée.",
        ),
        (
            "Quels sont les horaires ? Je suis disponible en soirée.",
            "",
        ),
        (
            "Où en est mon dossier ? Quels sont les horaires ? Je suis disponible en soirée.",
            "",
        ),
        // A state reads it, and speaks.
        ("Où en est mon dossier ? C'est urgent.", ""),
        // It is for information.
        ("Où en est mon dossier ? Je suis en vacances.", ""),
        (
            "Où en est mon dossier ? Je suis en vacances et c'est grave.",
            "grave",
        ),
    ] {
        assert_eq!(left(&told(&project, message, None)), expected, "{message}");
    }
    let before = "Où en est mon dossier ? Je suis disponible en soirée.";
    assert_eq!(left(&told(&project, before, Some(7))), "");
}

#[test]
fn law_r4_what_stands_behind_a_closing_signs_or_speaks() {
    let project = desk("");
    for (end, expected) in [
        ("Cordialement, Nadia", ""),
        (
            "Cordialement,\nNadia Benali\nChauffeur VTC\n06 12 34 56 78",
            "",
        ),
        // Where it is known who writes, nobody else signs.
        (
            "Cordialement,\nKarim Benali\nChauffeur VTC\n06 12 34 56 78",
            "unread Karim Benali",
        ),
        ("Bien à vous\nK. Benali, 12 rue de la Paix, 75002 Paris", ""),
        ("Cordialement\nkarim@exemple.fr\nEnvoyé de mon iPhone", ""),
        ("Merci, bonne journée, cordialement.", ""),
        (
            "Cordialement,\nSans réponse, plainte",
            "unread Sans réponse, plainte",
        ),
        (
            "Cordialement,\nNadia\nPlainte demain",
            "unread Plainte demain",
        ),
        ("Cordialement,\nNadia\nhoraires", "unread horaires"),
        ("Cordialement,\nHoraires", "unread Horaires"),
        (
            "Cordialement,\n3 messages sans réponse",
            "unread 3 messages sans réponse",
        ),
        (
            "Cordialement, sinon plainte",
            "unrecognised Cordialement, sinon plainte",
        ),
        (
            "Cordialement, Karim, en colère",
            "unrecognised Cordialement, Karim, en colère",
        ),
    ] {
        for gap in ["\n", "\n\n"] {
            let message = format!("Où en est mon dossier ?{gap}{end}");
            assert_eq!(left(&told(&project, &message, None)), expected, "{message}");
        }
    }
    let one_line = "Où en est mon dossier ? Cordialement, Nadia";
    assert_eq!(left(&told(&project, one_line, None)), "");
}

#[test]
fn a_message_is_answered_in_its_language_or_by_a_person() {
    let english = "Hello, where is my convocation please? Thanks";
    let handed = told(&desk(""), english, None);
    assert_eq!(handed.outcome, Outcome::HandOver);
    assert_eq!(handed.heard.language.as_deref(), Some("en"));
    let reasons: Vec<&str> = handed
        .hand_over
        .iter()
        .map(|reason| &*reason.code)
        .collect();
    assert_eq!(reasons, ["other-language"], "{:?}", handed.hand_over);
    assert!(handed.hand_over[0].why.contains("anglais"), "{handed:?}");
    assert!(!handed.send.allowed);
    // Its author may want it answered all the same; nobody said so before the eighth edition.
    let answered = told(&desk("reply: { other_language: answer }"), english, None);
    assert_eq!(answered.outcome, Outcome::Reply);
    assert_eq!(told(&desk(""), english, Some(7)).outcome, Outcome::Reply);
    for (message, language) in [
        ("Où en est mon dossier ?", Some("fr")),
        ("Hello, où en est mon dossier ? Thanks", Some("fr")),
        (
            "Guten Tag, wann bekomme ich meine Convocation? Danke",
            Some("de"),
        ),
        ("Hola, ¿cuándo llega mi convocación? Gracias", Some("es")),
        ("convocation", None),
        ("", None),
    ] {
        let heard = told(&desk(""), message, None).heard.language;
        assert_eq!(heard.as_deref(), language, "{message}");
    }
    // A project that speaks several answers in the one that it is asked in, unless the case says which.
    let text = "name: Two\nlanguages: [fr, en]\nslots: [answer]\nsources: { s: { fields: { ok: boolean } } }\nstates: { GENERAL: { id: G, severity: INFO, default: true } }\nintentions: { ASK: { id: I1, triggers: [convocation], text: { fr: Elle arrive., en: It is coming. } } }\n";
    let two = project(&Source::from([(
        "project.yaml".to_owned(),
        text.to_owned(),
    )]));
    let said = |case: &str| reply(&two, case).plain.unwrap_or_default();
    let asked = r#"{"message": "Where is my convocation please?""#;
    assert_eq!(said(&format!("{asked}}}")), "It is coming.");
    assert_eq!(
        said(&format!(r#"{asked}, "language": "fr"}}"#)),
        "Elle arrive."
    );
    assert_eq!(
        said(r#"{"message": "Où est ma convocation ?"}"#),
        "Elle arrive."
    );
}

#[test]
fn words_of_the_trade_may_stand_beside_anything() {
    let message = "Où en est mon dossier VTC ?";
    assert_eq!(left(&told(&desk(""), message, None)), "VTC");
    let trade = desk("reply: { beside: [vtc] }");
    assert_eq!(left(&told(&trade, message, None)), "");
    assert_eq!(
        left(&told(&trade, "Où en est mon dossier ? VTC", None)),
        "unrecognised VTC"
    );
}
