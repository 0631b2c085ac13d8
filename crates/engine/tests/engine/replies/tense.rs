//! What a reply says of a day is said in its time: over the sweep of the desk for exam candidates, no sentence speaks of
//! a day that is over as one to come, nor of one to come as over, and none of an exam that is over as one ahead.

use super::sweep::Witnesses;
use crate::intentions::examt3p;
use engine::input::Raw;
use engine::reply::abstraction;
use engine::reply::decide::decide;
use logic::text::fold;
use logic::value::Date;
use std::collections::BTreeSet;

/// What only what is to come has.
const AHEAD: [&str; 17] = [
    "aura lieu",
    "a lieu le",
    "vous passerez",
    "est convoque",
    "aujourd'hui convoque",
    "se tiendra",
    "vous attend",
    "est fixe",
    "est deja fixe",
    "est prevu",
    "session commence le",
    "jour commence le",
    "soir commence le",
    "qui commence le",
    "a partir du",
    "avant le",
    "peut encore",
];

/// What only what is over has.
const OVER: [&str; 8] = [
    "etait prevu",
    "est passe",
    "a eu lieu",
    "s'est termine",
    "a commence",
    "terminee le",
    "depuis le",
    "n'ayant pas abouti",
];

/// What is said of an exam that is ahead.
const EXAM_AHEAD: [&str; 7] = [
    "votre examen aura lieu",
    "votre examen a lieu",
    "votre examen est prevu",
    "votre examen est fixe",
    "votre examen est deja fixe",
    "vous passerez",
    "dossier est aujourd'hui",
];

const MONTHS: [&str; 12] = [
    "janvier",
    "fevrier",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "aout",
    "septembre",
    "octobre",
    "novembre",
    "decembre",
];

/// The days that folded words print.
fn days(text: &str) -> Vec<Date> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let day = |words: &[&str]| {
        let month = MONTHS.iter().position(|month| *month == words[1])? + 1;
        let (day, year): (u8, u16) = (words[0].parse().ok()?, words[2].parse().ok()?);
        format!("{year:04}-{month:02}-{day:02}").parse().ok()
    };
    words.windows(3).filter_map(day).collect()
}

/// Clauses as they are read one by one.
fn clauses(text: &str) -> impl Iterator<Item = String> {
    let folded = text.lines().map(folded_with_marks);
    let clauses = folded.flat_map(|line| {
        let clauses = line
            .replace(" et ", "\n")
            .replace(['.', '!', '?', ':', ';', ','], "\n");
        clauses.lines().map(str::to_owned).collect::<Vec<_>>()
    });
    clauses.filter(|clause| !clause.trim().is_empty())
}

/// Without accents and capitals, with its marks.
fn folded_with_marks(line: &str) -> String {
    let words = line.split_inclusive(|c: char| !c.is_alphanumeric());
    let words = words.map(|word| {
        let letters = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        format!(
            "{}{}",
            fold(letters),
            &word[letters.len()..].replace('\u{2019}', "'")
        )
    });
    words.collect()
}

/// Whether a clause says one of these words of such a day: of the next one, where they lead to it.
fn says(clause: &str, list: &[&str], is_such: impl Fn(&Date) -> bool) -> bool {
    list.iter().any(|words| {
        let Some((_, behind)) = clause.split_once(words) else {
            return false;
        };
        match words.ends_with(" le") || words.ends_with(" du") {
            true => days(behind).first().is_some_and(&is_such),
            false => days(clause).iter().any(&is_such),
        }
    })
}

/// What a text says out of its time, on a day.
fn out_of_time(text: &str, today: Date, exam_over: bool) -> Vec<String> {
    let wrong = clauses(text).filter(|clause| {
        says(clause, &AHEAD, |day| *day < today)
            || says(clause, &OVER, |day| *day > today)
            || (exam_over && EXAM_AHEAD.iter().any(|words| clause.contains(words)))
    });
    wrong.collect()
}

fn around(variant: usize) -> Vec<(&'static str, &'static str, Raw)> {
    let text = |text: &str| Raw::Text(text.to_owned());
    let (begins, ends, closes) = [
        ("2026-05-04", "2026-05-15", "2026-05-20"),
        ("2026-07-06", "2026-07-17", "2026-07-20"),
        ("2026-06-08", "2026-06-19", "2026-06-15"),
    ][variant % 3];
    let list = |fields: &[(&str, &str)]| {
        let fields = fields.iter();
        let fields = fields.map(|(name, value)| ((*name).to_owned(), text(value)));
        Raw::List(vec![Raw::Map(fields.collect())])
    };
    let exam = [("jour", begins), ("departement", "75"), ("cloture", closes)];
    vec![
        ("linking", "trouve", Raw::Bool(true)),
        ("context", "mentions_force_majeure", Raw::Bool(false)),
        ("context", "wants_earlier_date", Raw::Bool(false)),
        ("context", "is_urgent", Raw::Bool(false)),
        ("context", "force_majeure_details", Raw::Null),
        ("context", "force_majeure_type", Raw::Null),
        ("context", "session_preference", Raw::Null),
        ("portal", "double_compte", Raw::Bool(false)),
        ("consistency", "formation_manquee", Raw::Bool(false)),
        ("deal", "etape", text("gagne")),
        ("deal", "departement", text("75")),
        ("deal", "evalbox", text("convoc_recue")),
        ("deal", "date_cloture", text(closes)),
        ("deal", "test_reussi_le", text(begins)),
        ("deal", "elearning_ouvert", Raw::Bool(true)),
        ("portal", "lieu_examen", text("12 rue de la Paix")),
        ("portal", "heure_examen", text("9 h")),
        ("exam", "prochaines", list(&exam)),
        ("exam", "ailleurs", list(&exam)),
        ("session", "debut", text(begins)),
        ("session", "fin", text(ends)),
        ("session", "rythme", text("soir")),
        ("session", "lien_visio", text("https://visio.example")),
        (
            "session",
            "proposees",
            list(&[("debut", begins), ("fin", ends)]),
        ),
        ("thread", "dates_envoyees_le", text("2026-05-01")),
    ]
}

#[test]
fn every_day_is_spoken_of_in_its_time() {
    let project = examt3p();
    let replies = project.replies.as_ref().expect("replies");
    let witnesses = Witnesses::of(&project);
    let today: Date = project.time_zone.date(abstraction::now());
    let state = |name: &str| {
        let mut states = replies.states.iter();
        states.position(|state| *state.name == *name).expect(name)
    };
    let over = [
        "EXAM_DATE_PAST",
        "EXAM_PASSED",
        "EXAM_FAILED",
        "EXAM_ABSENT",
    ];
    let ahead = [
        "VALIDE_CMA",
        "CONVOCATION_RECEIVED",
        "DOSSIER_SYNCHRONISE",
        "DOSSIER_EN_PREPARATION",
        "REFUS_CMA",
    ];
    let (mut wrong, mut cases, mut sent) = (BTreeSet::new(), 0, 0);
    let (mut before, mut behind) = (0, 0);
    for exam in over.iter().chain(&ahead) {
        for number in 0..replies.states.len() {
            let around = around(number + exam.len());
            let Some(case) = witnesses.case(&[state(exam), number], &around) else {
                continue;
            };
            for (wanted, intention) in replies.intentions.iter().enumerate() {
                let mut case = case.clone();
                case.intentions = Some(vec![wanted]);
                let reply = decide(&project, &case).expect("a reply");
                let text = reply.plain.as_deref().unwrap_or_default();
                cases += 1;
                sent += usize::from(reply.send.allowed);
                let days = days(&folded_with_marks(text));
                behind += days.iter().filter(|day| **day < today).count();
                before += days.iter().filter(|day| **day > today).count();
                for clause in out_of_time(text, today, over.contains(exam)) {
                    wrong.insert(format!("{exam}, {}: {clause}", intention.name));
                }
            }
        }
    }
    println!("{cases} cases, {sent} may be sent, {behind} days over, {before} days to come");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(cases > 5_000 && sent > 200, "{cases} {sent}");
    assert!(behind > 500 && before > 500, "{behind} {before}");
}

#[test]
fn what_is_said_out_of_its_time_is_seen() {
    let today: Date = "2026-03-10".parse().expect("a day");
    for (text, over, wrong) in [
        ("Votre examen aura lieu le 24 février 2026.", false, 1),
        ("Votre examen aura lieu le 12 mai 2026.", false, 0),
        ("Votre examen aura lieu dans le département 75.", true, 1),
        ("Votre examen aura lieu dans le département 75.", false, 0),
        (
            "Votre dossier est aujourd'hui convoqué, pour l'examen du 24 février 2026.",
            true,
            1,
        ),
        ("Votre examen du 24 février 2026 est passé.", true, 0),
        (
            "La date de votre examen, le 12 mai 2026, est passée.",
            false,
            0,
        ),
        ("Votre session s'est terminée le 12 mai 2026.", false, 1),
        (
            "Votre session a commencé le 2 mars 2026 et se termine le 3 avril 2026.",
            false,
            0,
        ),
        (
            "Les inscriptions à l'examen du 12 mai 2026 sont closes depuis le 2 mars 2026.",
            false,
            0,
        ),
        (
            "Vous suivrez la session du soir, à partir du 2 février 2026.",
            false,
            1,
        ),
    ] {
        assert_eq!(out_of_time(text, today, over).len(), wrong, "{text}");
    }
}
