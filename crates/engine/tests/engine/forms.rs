//! Messages to forms of five projects: exactly what was plainly said is taken, and what is doubtful is asked back.

use crate::common::{Session, project};
use engine::project::Project;
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const FORMS: &[(&str, &str)] = &[
    ("identity", include_str!("forms/identity.yaml")),
    ("table", include_str!("forms/table.yaml")),
    ("car", include_str!("forms/car.yaml")),
    ("train", include_str!("forms/train.yaml")),
    ("hotel", include_str!("forms/hotel.yaml")),
];

fn forms() -> BTreeMap<&'static str, Arc<Project>> {
    let forms = FORMS.iter();
    forms.map(|(name, text)| (*name, project(text))).collect()
}

/// What is known, by attribute; what is offered is no answer.
fn known(session: &Session) -> BTreeMap<String, String> {
    let values = session.state.settled_values().into_iter();
    let known = values.map(|(cell, value)| (cell.attribute.to_string(), value.show()));
    known.filter(|(name, _)| name != "dates").collect()
}

/// A message and what is to be taken of it.
struct Row<'t> {
    form: &'t str,
    language: &'t str,
    said: Vec<&'t str>,
    wanted: Vec<(&'t str, &'t str)>,
    /// These may be taken, or asked back.
    allowed: Vec<(&'t str, &'t str)>,
    codes: Vec<&'t str>,
}

fn rows(table: &str) -> Vec<Row<'_>> {
    let lines = table.lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(row).collect()
}

fn row(line: &str) -> Row<'_> {
    let mut cells = line.split(" | ").map(str::trim);
    let mut next = || cells.next().unwrap_or_else(|| panic!("{line}"));
    let (form, language, said, expected) = (next(), next(), next(), next());
    let mut row = Row {
        form,
        language,
        said: said.split(" >> ").collect(),
        wanted: Vec::new(),
        allowed: Vec::new(),
        codes: Vec::new(),
    };
    for part in expected.split(';').map(str::trim) {
        let pair = part.split_once('=');
        match (part.chars().next(), pair) {
            (Some('!'), _) => row.codes.push(&part[1..]),
            (Some('?'), Some((field, value))) => row.allowed.push((&field[1..], value)),
            (_, Some(pair)) => row.wanted.push(pair),
            (_, None) => assert_eq!(part, "-", "{line}"),
        }
    }
    row
}

/// How messages were read.
#[derive(Debug, Default)]
struct Score {
    right: usize,
    /// With a value that nobody said.
    wrong: Vec<String>,
    /// Without a value that was said.
    asked: Vec<String>,
    /// Everything is right but for why something was refused.
    codes: Vec<String>,
}

fn score(table: &str) -> Score {
    let forms = forms();
    let mut score = Score::default();
    for row in rows(table) {
        let language = Name::from(row.language);
        let mut session = Session::spoken(&forms[row.form], 1, &language);
        let (message, before) = row.said.split_last().expect("a message");
        let send = |session: &mut Session, said: &str| match said.starts_with('{') {
            true => session.send(said),
            false => session.send(&format!(
                "{{\"message\":{}}}",
                serde_json::Value::from(said)
            )),
        };
        for said in before {
            send(&mut session, said);
        }
        let old = known(&session);
        let turn = send(&mut session, message);
        let new = known(&session).into_iter();
        let new: BTreeMap<String, String> = new
            .filter(|(name, value)| old.get(name) != Some(value))
            .collect();
        let said =
            |(name, value): &(&str, &str)| new.get(*name).map(String::as_str) == Some(*value);
        let stray = new.iter().any(|(name, value)| {
            let pair = (name.as_str(), value.as_str());
            !row.wanted.contains(&pair) && !row.allowed.contains(&pair)
        });
        let told = format!("{} {:?}: {new:?} {:?}", row.form, row.said, turn.refused());
        let refused: BTreeSet<&str> = turn.refused().into_iter().collect();
        if stray {
            score.wrong.push(told);
        } else if !row.wanted.iter().all(said) {
            score.asked.push(told);
        } else if !row.codes.iter().all(|code| refused.contains(code)) {
            score.codes.push(told);
        } else {
            score.right += 1;
        }
    }
    score
}

const MESSAGES: &str = include_str!("forms/messages.txt");
const HELD_OUT: &str = include_str!("forms/heldout.txt");

#[test]
fn law_f9_a_form_takes_what_was_plainly_said() {
    let score = score(MESSAGES);
    println!("{score:#?}");
    // What is still read wrongly; a rule that mends one lowers this.
    assert!(score.wrong.len() <= 1, "{:#?}", score.wrong);
    assert!(score.asked.len() <= 3, "{:#?}", score.asked);
}

#[test]
fn law_f9_the_same_on_messages_that_no_rule_was_made_for() {
    let score = score(HELD_OUT);
    println!(
        "{} right, {} wrong, {} asked, {} codes",
        score.right,
        score.wrong.len(),
        score.asked.len(),
        score.codes.len()
    );
    assert_eq!(score.wrong.len(), 0);
}

/// A project, words that stand around, and what is put between them.
type Beside = (
    &'static str,
    &'static [&'static str],
    &'static [(&'static str, &'static str)],
);

/// Clauses that say nothing for any field: function words, things nobody asks for, their numbers, hours, and days of
/// something else. `{n}` and `{m}` are numbers, `{thing}` and `{things}` what they stand beside.
const BESIDE: &[Beside] = &[
    (
        "fr",
        &[
            "{n} {things}",
            "avec {n} {things}",
            "il y aura {n} {things}",
            "{thing} {n}",
            "près du {thing} {n}",
            "nous avons {n} {things} et un {thing}",
            "vers {n} heures",
            "à {n}h30",
            "avant {n} h",
            "du {n} au {m} mai 2026",
            "entre le {n} et le {m} juin 2026",
            "avant le {n} mai 2026",
            "{thing} {n} ou {thing} {m} ?",
            "c'est possible à {n} ?",
            "un {thing} calme",
            "sans {thing}",
            "mon {thing} est trop petit",
            "près de la gare",
            "le {thing} de ma sœur",
            "quelque chose de simple",
            "{n} {things} sur {m}",
            "dans {n} minutes",
            "comme la dernière fois",
        ],
        &[
            ("vélo", "vélos"),
            ("étage", "étages"),
            ("siège", "sièges"),
            ("chien", "chiens"),
            ("landau", "landaus"),
            ("quai", "quais"),
            ("balcon", "balcons"),
        ],
    ),
    (
        "en",
        &[
            "{n} {things}",
            "with {n} {things}",
            "there will be {n} {things}",
            "{thing} {n}",
            "near {thing} {n}",
            "we have {n} {things} and a {thing}",
            "around {n} o'clock",
            "at {n}:30",
            "by {n} pm",
            "from {n} to {m} May 2026",
            "between {n} and {m} June 2026",
            "before {n} May 2026",
            "{thing} {n} or {thing} {m}?",
            "is it possible at {n}?",
            "a quiet {thing}",
            "without a {thing}",
            "my {thing} is too small",
            "near the station",
            "the {thing} of my sister",
            "something simple",
            "{n} {things} out of {m}",
            "in {n} minutes",
            "same as last time",
        ],
        &[
            ("bike", "bikes"),
            ("floor", "floors"),
            ("stroller", "strollers"),
            ("dog", "dogs"),
            ("gate", "gates"),
            ("balcony", "balconies"),
        ],
    ),
];

/// What is said for a field: form, language, words and the field with its value. `{n}` is a number, `{town}` a town.
const SAID: &[(&str, &str, &str, &str)] = &[
    (
        "identity",
        "fr",
        "mon mail est {n}ada@ex.test",
        "email={n}ada@ex.test",
    ),
    ("identity", "fr", "j'habite à {town}", "town={town}"),
    ("identity", "fr", "prénom : Ada", "first=Ada"),
    (
        "identity",
        "en",
        "my email is {n}ada@ex.test",
        "email={n}ada@ex.test",
    ),
    ("identity", "en", "I live in {town}", "town={town}"),
    ("identity", "en", "last name: Byron", "last=Byron"),
    ("table", "fr", "pour {n} personnes", "people={n}"),
    ("table", "fr", "nous serons {n}", "people={n}"),
    ("table", "fr", "à {town}", "town={town}"),
    ("table", "fr", "cuisine japonaise", "food=japanese"),
    ("table", "fr", "le {n} mars 2026", "date=2026-03-{nn}"),
    ("table", "en", "a table for {n}", "people={n}"),
    ("table", "en", "{n} people", "people={n}"),
    ("table", "en", "in {town}", "town={town}"),
    ("table", "en", "on {n} March 2026", "date=2026-03-{nn}"),
    ("car", "fr", "pendant {n} jours", "days={n}"),
    ("car", "fr", "une berline", "kind=saloon"),
    ("car", "fr", "à {town}", "town={town}"),
    (
        "car",
        "fr",
        "à partir du {n} mars 2026",
        "start=2026-03-{nn}",
    ),
    ("car", "en", "for {n} days", "days={n}"),
    ("car", "en", "an estate", "kind=estate"),
    ("car", "en", "in {town}", "town={town}"),
    ("train", "fr", "de {town} à Auray", "from={town}; to=Auray"),
    ("train", "fr", "{n} billets", "tickets={n}"),
    ("train", "fr", "mardi", "day=tuesday"),
    (
        "train",
        "en",
        "from {town} to Whitby",
        "from={town}; to=Whitby",
    ),
    ("train", "en", "{n} tickets", "tickets={n}"),
    ("train", "en", "on Tuesday", "day=tuesday"),
    ("hotel", "fr", "{n} nuits", "nights={n}"),
    ("hotel", "fr", "{n} voyageurs", "guests={n}"),
    ("hotel", "fr", "à {town}", "city={town}"),
    (
        "hotel",
        "fr",
        "arrivée le {n} mars 2026",
        "arrival=2026-03-{nn}",
    ),
    ("hotel", "en", "{n} nights", "nights={n}"),
    ("hotel", "en", "{n} guests", "guests={n}"),
    ("hotel", "en", "in {town}", "city={town}"),
];

const TOWNS: &[(&str, &[&str])] = &[
    (
        "fr",
        &["Brest", "La Rochelle", "Aix-en-Provence", "Le Mans", "Metz"],
    ),
    (
        "en",
        &["Hull", "Leeds", "Stoke on Trent", "Bury St Edmunds", "York"],
    ),
];

/// Choices from one seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % count
    }

    fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// A sentence, what its clauses say for fields, and how many of them do.
fn sentence(chance: &mut Chance, form: &str, language: &str) -> (String, BTreeMap<String, String>) {
    let mut clauses = Vec::new();
    let mut planted: BTreeMap<String, String> = BTreeMap::new();
    let (_, beside, things) = BESIDE
        .iter()
        .find(|(own, ..)| *own == language)
        .expect("it");
    for _ in 0..=chance.below(2) {
        let (n, more) = (2 + chance.below(9), 1 + chance.below(9));
        let (thing, things) = chance.pick(things);
        let clause = chance
            .pick(beside)
            .replace("{things}", things)
            .replace("{thing}", thing);
        let clause = clause.replace("{n}", &n.to_string());
        clauses.push(clause.replace("{m}", &(n + more).to_string()));
    }
    let own = SAID
        .iter()
        .filter(|(of, spoken, ..)| *of == form && *spoken == language);
    let own: Vec<_> = own.collect();
    let (_, towns) = TOWNS.iter().find(|(own, _)| *own == language).expect("it");
    for _ in 0..chance.below(3) {
        let (.., said, values) = chance.pick(&own);
        let (n, town) = (2 + chance.below(7), chance.pick(towns));
        let filled = |text: &str| {
            let text = text
                .replace("{nn}", &format!("{n:02}"))
                .replace("{n}", &n.to_string());
            text.replace("{town}", town)
        };
        let values = filled(values);
        let values = values.split("; ").filter_map(|value| value.split_once('='));
        let values: Vec<(String, String)> = values
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        if values.iter().all(|(name, _)| !planted.contains_key(name)) {
            planted.extend(values);
            let at = chance.below(clauses.len() + 1);
            clauses.insert(at, filled(said));
        }
    }
    let sign = *chance.pick(&[", ", ", ", ". ", " ; "]);
    (clauses.join(sign), planted)
}

/// Over sentences made of what nobody asks for and what is said for a field: no field gets a value but the one that was
/// said for it.
#[test]
fn law_f9_no_field_takes_what_was_not_said_for_it() {
    let forms = forms();
    let mut chance = Chance(17);
    let (mut said, mut taken) = (0, 0);
    let mut stray = Vec::new();
    for turn in 0..3000 {
        let (form, _) = FORMS[turn % FORMS.len()];
        let language = ["fr", "en"][turn / FORMS.len() % 2];
        let (sentence, planted) = sentence(&mut chance, form, language);
        let mut session = Session::spoken(&forms[form], 1, &Name::from(language));
        let message = serde_json::Value::from(sentence.as_str());
        session.send(&format!("{{\"message\":{message}}}"));
        let known = known(&session);
        said += planted.len();
        for (name, value) in &known {
            match planted.get(name) == Some(value) {
                true => taken += 1,
                false => stray.push(format!("{form} {language} {sentence:?}: {name}={value}")),
            }
        }
    }
    println!(
        "{said} values were said, {taken} taken, {} others",
        stray.len()
    );
    assert!(
        stray.is_empty(),
        "{} of 3000:\n{}",
        stray.len(),
        stray.join("\n")
    );
    assert!(said > 2000 && taken * 10 >= said * 8, "{taken} of {said}");
}
