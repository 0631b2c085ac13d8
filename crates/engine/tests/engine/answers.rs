//! What people answer, as tables, and what must hold whatever they say.

use engine::answer::{
    self, Filled, FormField, NotUnderstood, Reader, Reading, Verdict, aside,
    corrected as corrected_by, correction, fill, parse, rank, verdict,
};
use engine::event::{Event, SessionStarted};
use engine::item::Count;
use engine::project::{ChoiceOption, Project};
use engine::state::{Entry, EntryContent, State};
use logic::value::{Cell, Instant, Name, Value};
use proptest::prelude::*;
use std::sync::Arc;

const WORLD: &str = "
name: Answers
languages: [en, fr]
sorts: { guest: { is: [character] }, town: { is: [place] } }
attributes:
  guest:
    medium: { type: enum, values: [film, series, book, game] }
    tone: { type: enum, values: [tu, vous] }
    often: { type: enum, values: [never, sometimes, always] }
    slip: { type: enum, values: [matin, marin, soiree] }
    pets: { type: enum, values: [cat, dog, both] }
    brave: { type: boolean }
    age: { type: number, range: [-50, 2000000] }
    born: { type: date }
    word: { type: text, max_length: 40 }
    why: { type: text, max_length: 200 }
    books: { type: list, of: text }
    home: { type: ref, sort: town }
entities:
  ada: { sort: guest, name: Ada }
  lyon: { sort: town, name: Lyon, aliases: [Lugdunum] }
  brno: { sort: town, name: Brno }
  le_mans: { sort: town, name: Le Mans }
flows:
  main:
    - ask: medium
      fixes: ada.medium
      text: 'What?'
      choices:
        film: { label: film, synonyms: [movie] }
        series: { label: a series, synonyms: [une série] }
        book: { label: a book, synonyms: [un livre] }
        game: { label: a video game, synonyms: [game, un jeu vidéo, jeu] }
    - ask: tone
      fixes: ada.tone
      text: 'How?'
      choices:
        tu: { label: tutoiement, synonyms: [tutoie, tutoyer] }
        vous: { label: vouvoiement, synonyms: [vouvoie, vouvoyer] }
    - ask: often
      fixes: ada.often
      text: 'How often?'
      choices:
        never: { label: never, synonyms: [jamais, pas du tout, not at all] }
        sometimes: { label: sometimes, synonyms: [parfois] }
        always: { label: always, synonyms: [toujours] }
    - ask: slip
      fixes: ada.slip
      text: 'When?'
      choices: { matin: { label: matin }, marin: { label: marin }, soiree: { label: soirée } }
    - ask: pets
      fixes: ada.pets
      text: 'Which?'
      choices:
        cat: { label: a cat, synonyms: [le chat] }
        dog: { label: a dog, synonyms: [le chien] }
        both: { label: both, synonyms: [les deux] }
";

/// A session in one language: dates are read by it.
fn state(project: &Project, language: &str) -> State {
    let mut state = State::default();
    let started = SessionStarted {
        build: "test".to_owned(),
        edition: Count(project.edition),
        forked: None,
        language: Name::from(language),
        position: None,
        tenant: None,
        project: project.hash,
        seed: Count(0),
    };
    let entry = Entry {
        seq: 1,
        at: Instant::EPOCH,
        cause: "open".to_owned(),
        content: EntryContent::Event(Event::SessionStarted(started)),
    };
    state.evolve(&entry).expect("it folds");
    state
}

struct World {
    project: Arc<Project>,
    english: State,
    french: State,
    tables: Vec<Value>,
}

impl World {
    fn new() -> World {
        let project = crate::common::project(WORLD);
        World {
            english: state(&project, "en"),
            french: state(&project, "fr"),
            tables: ["Table du fond", "Window table", "Bar"]
                .map(Value::text)
                .to_vec(),
            project,
        }
    }

    fn choices(&self, question: &str) -> &[ChoiceOption] {
        let flow = self.project.flow.as_ref();
        let found = flow.and_then(|flow| flow.question(question));
        found.map_or(&[], |(_, question)| &question.choices)
    }

    fn reading(&self, question: &str) -> Reading<'_> {
        let (attribute, reader) = match question {
            "né" => ("born", Reader::Date),
            "mail" => ("word", Reader::Email),
            "name" => ("word", Reader::Name),
            "table" | "seat" => ("word", Reader::Text),
            other => (other, self.reader_of(other)),
        };
        Reading {
            project: &self.project,
            state: if question == "né" {
                &self.french
            } else {
                &self.english
            },
            attribute: self.attribute(attribute),
            reader,
            choices: self.choices(question),
            called: &[],
            offered: match question {
                "table" => &self.tables,
                "seat" => &self.tables[2..],
                _ => &[],
            },
            newest: true,
            most: 3,
        }
    }

    fn attribute(&self, name: &str) -> &engine::project::Attribute {
        let cell = Cell::new("ada", name);
        self.project
            .attribute(&cell)
            .unwrap_or_else(|| panic!("no {name}"))
    }

    fn reader_of(&self, name: &str) -> Reader {
        Reader::of(&self.attribute(name).kind).unwrap_or_else(|| panic!("{name} has no reader"))
    }

    /// What is understood, in the words of the tables.
    fn understood(&self, question: &str, said: &str) -> String {
        match question {
            "form" => self.filled(IDENTITY, &[], said),
            "again" => self.filled(IDENTITY, &[0, 1], said),
            "trip" => self.filled(TRIP, &[], said),
            "aside" => aside(said, engine::project::EDITION)
                .map_or("-".to_owned(), |aside| format!("{aside:?}")),
            "correct" => corrected(said),
            "mirror" => match verdict(said) {
                Some(Verdict::Yes) => "Yes".to_owned(),
                Some(Verdict::No) => "No".to_owned(),
                Some(Verdict::Nuance(text)) => format!("~{text}"),
                None => "-".to_owned(),
            },
            "rank" => rank(said, 5).map_or("-".to_owned(), |index| (index + 1).to_string()),
            _ => shown(&parse(&self.reading(question), said)),
        }
    }

    fn filled(&self, form: &[(&str, &str, &[&str])], done: &[usize], said: &str) -> String {
        let filled = self.fill(form, done, said);
        let id = |index: usize| form[index].0;
        let mut parts: Vec<String> = filled
            .values
            .iter()
            .map(|(index, value)| format!("{}={}", id(*index), show(value)))
            .collect();
        let refused = filled.refused.iter();
        parts.extend(refused.map(|(index, refusal)| format!("!{}={}", id(*index), refusal.code)));
        if parts.is_empty() {
            "-".to_owned()
        } else {
            parts.join(" ")
        }
    }

    fn fill(&self, form: &[(&str, &str, &[&str])], done: &[usize], said: &str) -> Filled {
        let called: Vec<(Name, Vec<String>)> = form
            .iter()
            .map(|(id, _, called)| {
                let called = called.iter().map(|label| (*label).to_owned());
                (Name::from(*id), called.collect())
            })
            .collect();
        let fields: Vec<FormField> = form
            .iter()
            .zip(&called)
            .enumerate()
            .map(|(index, ((_, question, _), (id, called)))| FormField {
                id,
                called,
                reading: self.reading(question),
                filled: done.contains(&index),
                asked: true,
                free: false,
            })
            .collect();
        fill(&fields, said)
    }
}

const IDENTITY: &[(&str, &str, &[&str])] = &[
    ("first", "name", &["prénom", "first name", "given name"]),
    (
        "last",
        "name",
        &["nom", "nom de famille", "last name", "surname"],
    ),
    ("mail", "mail", &["mail", "e-mail", "email"]),
];

const TRIP: &[(&str, &str, &[&str])] = &[
    ("city", "why", &["city", "ville"]),
    ("day", "born", &["day", "date"]),
    ("seats", "age", &["seats", "places"]),
    ("window", "brave", &["window", "fenêtre"]),
];

fn corrected(said: &str) -> String {
    let questions = [
        ("first_name", &["first name", "prénom"][..]),
        ("last_name", &["last name", "nom", "nom de famille"]),
        ("pace", &["pace", "rythme"]),
        ("name", &["name"]),
    ];
    let called: Vec<Vec<String>> = questions
        .iter()
        .map(|(_, called)| called.iter().map(|label| (*label).to_owned()).collect())
        .collect();
    let called: Vec<&[String]> = called.iter().map(Vec::as_slice).collect();
    corrected_by(&called, said, true).map_or("-".to_owned(), |(index, value)| {
        format!("{}={value}", questions[index].0)
    })
}

fn show(value: &Value) -> String {
    match value {
        Value::List(items) => items.iter().map(show).collect::<Vec<_>>().join(" / "),
        Value::Text(text) => text.to_string(),
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Set(_)
        | Value::Confidential(_) => value.show(),
    }
}

fn shown(read: &Result<Value, NotUnderstood>) -> String {
    match read {
        Ok(value) => show(value),
        Err(refusal) => format!("!{}", refusal.code),
    }
}

struct Row {
    place: String,
    question: String,
    language: String,
    said: String,
    expected: String,
}

impl Row {
    /// Whether this is what is expected; `!` is any refusal, and `none` no value of a form.
    fn admits(&self, understood: &str) -> bool {
        match self.expected.as_str() {
            "!" => understood.starts_with('!'),
            "none" => understood == "-" || understood.starts_with('!'),
            expected => understood == expected,
        }
    }
}

/// `\n`, `\t` and `\u{…}` are signs; `{200}` alone is so many letters.
fn unescaped(text: &str) -> String {
    let inner = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    if let Some(Ok(count)) = inner.map(str::parse::<usize>) {
        return "x".repeat(count);
    }
    let mut out = String::new();
    let mut rest = text.replace("\\n", "\n").replace("\\t", "\t");
    while let Some((before, behind)) = rest.split_once("\\u{") {
        out.push_str(before);
        let (code, behind) = behind.split_once('}').expect("an escape ends");
        let code = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        out.push(code.expect("a character"));
        rest = behind.to_owned();
    }
    out + &rest
}

fn rows() -> Vec<Row> {
    let files = [
        ("choices.txt", include_str!("answers/choices.txt")),
        ("values.txt", include_str!("answers/values.txt")),
        ("talk.txt", include_str!("answers/talk.txt")),
        ("weighed.txt", include_str!("answers/weighed.txt")),
        ("stranger.txt", include_str!("answers/stranger.txt")),
        ("whole.txt", include_str!("answers/whole.txt")),
        ("discerned.txt", include_str!("answers/discerned.txt")),
        ("fresh.txt", include_str!("answers/fresh.txt")),
    ];
    let mut rows = Vec::new();
    for (file, text) in files {
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let mut cells = line.splitn(4, '|').map(str::trim);
            let mut next = || {
                cells
                    .next()
                    .unwrap_or_else(|| panic!("{file}:{}: {line}", number + 1))
            };
            let (question, language, said, expected) = (next(), next(), next(), next());
            rows.push(Row {
                place: format!("{file}:{}", number + 1),
                question: question.to_owned(),
                language: language.to_owned(),
                said: unescaped(said),
                expected: unescaped(expected),
            });
        }
    }
    rows
}

#[test]
fn law_f9_answers_are_read_as_a_person_would() {
    let world = World::new();
    let rows = rows();
    let differing: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let understood = world.understood(&row.question, &row.said);
            (!row.admits(&understood)).then(|| {
                let said: String = row.said.chars().take(80).collect();
                let (place, question, expected) = (&row.place, &row.question, &row.expected);
                format!("{place} {question}: {said:?} is {understood}, not {expected}")
            })
        })
        .collect();
    assert!(
        differing.is_empty(),
        "{} rows:\n{}",
        differing.len(),
        differing.join("\n")
    );
    let of = |mark: &str| {
        rows.iter()
            .filter(|row| row.language.contains(mark))
            .count()
    };
    assert!(rows.len() >= 260, "only {} rows", rows.len());
    assert!(of("!") >= 80, "only {} traps", of("!"));
    assert!(
        of("fr") * 5 >= rows.len() * 2 && of("en") * 5 >= rows.len() * 2,
        "one language is short"
    );
}

/// What is refused is explained in both languages, and a choice with what is accepted.
#[test]
fn law_f9_a_refusal_says_what_is_expected() {
    let world = World::new();
    for row in rows() {
        if matches!(
            row.question.as_str(),
            "form" | "again" | "trip" | "aside" | "correct" | "mirror" | "rank"
        ) {
            continue;
        }
        let Err(refusal) = parse(&world.reading(&row.question), &row.said) else {
            continue;
        };
        let (en, fr) = (&refusal.reason.en, &refusal.reason.fr);
        assert!(
            !en.is_empty() && !fr.is_empty() && en != fr,
            "{}: {en} / {fr}",
            row.place
        );
        if row.question == "medium" && refusal.code != "blank" {
            let accepted = "A) film, B) a series, C) a book, D) a video game";
            assert!(
                en.ends_with(accepted) && fr.ends_with(accepted),
                "{}: {en}",
                row.place
            );
        }
    }
}

/// Without accents, and in capitals or small letters.
fn plain(text: &str, upper: bool) -> String {
    let bare: String = text
        .chars()
        .map(|letter| match letter {
            'é' | 'è' | 'ê' => 'e',
            'à' | 'â' => 'a',
            'ù' | 'û' => 'u',
            'ô' => 'o',
            'î' => 'i',
            'É' => 'E',
            '’' => '\'',
            other => other,
        })
        .collect();
    if upper {
        bare.to_uppercase()
    } else {
        bare.to_lowercase()
    }
}

#[test]
fn law_f9_case_and_accents_of_a_choice_change_nothing() {
    let world = World::new();
    let asked = [
        "medium", "tone", "often", "slip", "pets", "home", "brave", "age", "born", "né", "seat",
        "table",
    ];
    for row in rows() {
        let free = matches!(row.question.as_str(), "seat" | "table") && row.expected == "Terrace";
        if !asked.contains(&row.question.as_str()) || free {
            continue;
        }
        for upper in [true, false] {
            // « 10k » and « 10K » are the same too.
            let said = plain(&row.said, upper);
            let understood = world.understood(&row.question, &said);
            let (place, expected) = (&row.place, &row.expected);
            assert!(
                row.admits(&understood),
                "{place}: {said:?} is {understood}, not {expected}"
            );
        }
    }
}

#[test]
fn law_f9_each_type_has_its_reader() {
    use logic::kind::Type;
    let named = |name: &str| {
        Reader::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, reader)| *reader)
    };
    for (kind, name) in [
        (Type::Text, Some("text")),
        (Type::Number, Some("number")),
        (Type::Boolean, Some("yes_no")),
        (Type::Date, Some("date")),
        (Type::Enum(Vec::new()), Some("choice")),
        (Type::Reference(Name::from("town")), Some("entity")),
        (Type::List(Box::new(Type::Text)), Some("list")),
        (Type::List(Box::new(Type::Number)), None),
        (Type::Instant, None),
        (Type::Set(Name::from("town")), None),
    ] {
        assert_eq!(Reader::of(&kind), name.and_then(named), "{kind:?}");
    }
    assert_eq!(Reader::NAMES.len(), 9);
    assert_eq!(
        answer::Aside::EVENTS.map(|(name, _)| name),
        ["REPEAT", "WHY", "SKIP", "RESTART", "CANCEL"]
    );
}

/// Pieces of what people say, and signs that parsers trip over.
fn utterance() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "oui",
        "non",
        "pas",
        "ne",
        "B",
        "A",
        "le",
        "la",
        "film",
        "livre",
        "série",
        "plutôt",
        "que",
        "et",
        "ou",
        "mais",
        "deux",
        "quatre",
        "vingt",
        "cent",
        "mille",
        "3",
        "1 000",
        "-",
        "1,000",
        "31",
        "mars",
        "2026",
        "/",
        ".",
        ",",
        ";",
        ":",
        "=",
        "\n",
        "(",
        ")",
        "«",
        "»",
        "\"",
        "'",
        "’",
        "@",
        "a@b.fr",
        "marie@",
        "é",
        "E\u{301}",
        "🙂",
        "\u{200b}",
        "\u{a0}",
        "prénom",
        "nom",
        "mail",
        "Marie",
        "Dupont",
        "de",
        "correction",
        "en fait",
        "mon",
        "my",
        "first name",
        "is",
        "1.",
        "2.",
        "• ",
        "n°",
        "ß",
        "İ",
        "ﬁ",
        "½",
        "les deux",
        "not",
        "neither",
        "nor",
        "anything but",
        "the second",
        "last",
        "je",
        "I",
        "'t",
        "d'",
        "?",
        "!",
        "->",
        "→",
        "x",
        "",
    ]);
    let spaced = prop::collection::vec((pieces, prop::bool::ANY), 0..14).prop_map(|pieces| {
        let joined = pieces
            .into_iter()
            .map(|(piece, space)| format!("{piece}{}", if space { " " } else { "" }));
        joined.collect::<String>()
    });
    prop_oneof![spaced, any::<String>()]
}

const QUESTIONS: [&str; 17] = [
    "medium", "tone", "often", "slip", "pets", "brave", "age", "born", "né", "mail", "name",
    "books", "why", "home", "table", "seat", "rank",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    /// Whatever is said, something is understood or refused.
    #[test]
    fn law_f9_no_text_breaks_a_parser(said in utterance()) {
        let world = World::new();
        for question in QUESTIONS.into_iter().chain(["form", "again", "trip", "aside", "correct", "mirror"]) {
            world.understood(question, &said);
        }
    }

    #[test]
    fn law_f9_a_choice_is_one_of_its_choices(said in utterance()) {
        let world = World::new();
        for question in ["medium", "tone", "often", "slip", "pets"] {
            if let Ok(value) = parse(&world.reading(question), &said) {
                let values: Vec<Value> = world.choices(question).iter().map(|choice| Value::Symbol(choice.value.clone())).collect();
                prop_assert!(values.contains(&value), "{question}: {said:?} is {value:?}");
            }
        }
        prop_assert!(rank(&said, 5).is_none_or(|index| index < 5));
    }

    /// Every word of the message is another one: no two fields may hold the same.
    #[test]
    fn law_f9_no_piece_fills_two_fields(
        pieces in prop::collection::vec((0_usize..5, prop::sample::select(vec![" ", ", ", "\n", " et ", " ; "])), 1..8),
    ) {
        let world = World::new();
        let names = ["Anna", "Berthe", "Claude", "Denise", "Emile", "Flora", "Gaston", "Helene"];
        let mut said = String::new();
        for (at, (kind, space)) in pieces.iter().enumerate() {
            let name = names[at];
            said += &match kind {
                0 => format!("prénom : {name}"),
                1 => format!("nom {name}"),
                2 => format!("{}@ex.fr", name.to_lowercase()),
                3 => format!("mail {}@ex.fr", name.to_lowercase()),
                _ => name.to_owned(),
            };
            said += space;
        }
        let filled = world.fill(IDENTITY, &[], &said);
        for name in names {
            let holders = filled.values.iter().filter(|(_, value)| show(value).to_lowercase().contains(&name.to_lowercase()));
            prop_assert!(holders.count() <= 1, "{said:?}: {filled:?}");
        }
        for (index, _) in &filled.values {
            prop_assert!(filled.refused.iter().all(|(other, _)| other != index), "{said:?}: {filled:?}");
        }
    }

    /// What a correction says is a piece of the message.
    #[test]
    fn law_f11_a_correction_quotes_the_message(said in utterance()) {
        let labels = ["prénom".to_owned(), "first name".to_owned()];
        if let Some((index, value)) = correction(&[&labels], &said) {
            prop_assert_eq!(index, 0);
            prop_assert!(said.contains(value) && !value.trim().is_empty());
        }
    }
}
