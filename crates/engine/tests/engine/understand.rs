//! What messages ask about, as a table, and what must hold whatever they say.

use engine::mention::Called;
use engine::understand::{Asks, Cue, Surroundings, understand};
use logic::stem::Stems;
use logic::value::{Cell, Name};
use std::collections::BTreeMap;

struct World {
    called: Called,
    cues: Vec<Cue>,
    sorts: BTreeMap<Name, &'static str>,
}

fn stems() -> Stems {
    Stems::of(&[Name::from("fr"), Name::from("en")])
}

fn world() -> World {
    let mut called = Called::default();
    let mut sorts = BTreeMap::new();
    for (id, sort, words) in [
        (
            "aldric",
            "character",
            &["Aldric Fervent", "le forgeron"][..],
        ),
        ("berthe", "character", &["Berthe", "l'aubergiste"]),
        ("jean", "character", &["Jean Marcheur"]),
        ("jeanne", "character", &["Jeanne Marcheur"]),
        ("duc", "noble", &["Duc Renaud", "le duc"]),
    ] {
        sorts.insert(Name::from(id), sort);
        for word in words {
            called.add(word, &Name::from(id));
        }
    }
    let cues = [
        (
            "character",
            "passe",
            &["ton passé", "ton histoire", "avant la forge"][..],
        ),
        ("character", "secret", &["ton secret", "que caches-tu"]),
        ("character", "age", &["ton âge", "quel âge"]),
        ("noble", "crimes", &["les crimes", "ses crimes"]),
        ("character", "peur", &["de quoi as-tu peur", "your fear"]),
    ];
    let cues = cues
        .into_iter()
        .flat_map(|(sort, attribute, words)| {
            words.iter().filter_map(move |words| {
                Cue::new(&stems(), &Name::from(sort), &Name::from(attribute), words)
            })
        })
        .collect();
    World {
        called,
        cues,
        sorts,
    }
}

fn asks(world: &World, message: &str) -> Asks {
    let has = |entity: &Name, cue: &Cue| {
        *cue.sort == *"character" || world.sorts.get(entity) == Some(&cue.sort.as_str())
    };
    let (aldric, berthe) = (Name::from("aldric"), Name::from("berthe"));
    let around = Surroundings {
        interlocutor: Some(&aldric),
        topic: Some(&berthe),
    };
    understand(
        message,
        &stems(),
        &[&world.called],
        &world.cues,
        &has,
        around,
    )
    .asks
}

fn show(asks: &Asks) -> String {
    let list = |cells: &mut dyn Iterator<Item = &Cell>, between: &str| {
        let cells: Vec<String> = cells.map(Cell::to_string).collect();
        cells.join(between)
    };
    match asks {
        Asks::Nothing => "-".to_owned(),
        Asks::Cells(cells) => list(&mut cells.iter(), " "),
        Asks::OneOf(cells) => format!("?{}", list(&mut cells.iter(), ",")),
        Asks::OfWhom(attribute) => format!("~{attribute}"),
    }
}

#[test]
fn messages_ask_what_the_table_says() {
    let world = world();
    let table = include_str!("understand/messages.txt");
    let rows: Vec<(&str, &str)> = table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split_once(" | ").expect("a message and what it asks"))
        .collect();
    assert!(rows.len() >= 40, "{}", rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .map(|(message, expected)| (message, expected, show(&asks(&world, message))))
        .filter(|(_, expected, found)| **expected != *found)
        .map(|(message, expected, found)| format!("{message}: {found}, not {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Upper case, accents and punctuation that people leave out change nothing.
#[test]
fn law_c14_spelling_does_not_make_another_entity() {
    let world = world();
    for message in [
        "Quel est le secret de Berthe ?",
        "Parle-moi du passé de Berthe",
    ] {
        let plain = asks(&world, message);
        for other in [
            message.to_uppercase(),
            logic::text::fold(message),
            format!("  {message}\n"),
            message.replace("Berthe", "Berhte"),
            message.replace("Berthe", "BERTHE"),
        ] {
            assert_eq!(asks(&world, &other), plain, "{other}");
        }
    }
}

/// What a session learned counts like what is declared, and makes a shared word unclear.
#[test]
fn learned_names_lie_beside_declared_ones() {
    let world = world();
    let mut learned = Called::default();
    learned.add("le boiteux", &Name::from("aldric"));
    learned.add("l'aubergiste", &Name::from("jeanne"));
    let has = |_: &Name, _: &Cue| true;
    let asked = |message: &str| {
        let called = [&world.called, &learned];
        let around = Surroundings::default();
        show(&understand(message, &stems(), &called, &world.cues, &has, around).asks)
    };
    assert_eq!(asked("Quel est le secret du boiteux ?"), "aldric.secret");
    assert_eq!(
        asked("Quel est le secret de l'aubergiste ?"),
        "?berthe.secret,jeanne.secret"
    );
}

/// A slip is looked up, not searched for among all names.
#[test]
fn a_slip_among_many_names_is_looked_up() {
    let mut called = Called::default();
    for number in 0..20_000 {
        called.add(
            &format!("Personne{number:05}"),
            &Name::from(format!("p{number}")),
        );
    }
    let cue = Cue::new(
        &stems(),
        &Name::from("s"),
        &Name::from("secret"),
        "ton secret",
    )
    .unwrap();
    let message = "Quel est le secret de Personne01234x ? ".repeat(500);
    let asked = understand(
        &message,
        &stems(),
        &[&called],
        &[cue],
        &|_, _| true,
        Surroundings::default(),
    );
    assert_eq!(show(&asked.asks), "p1234.secret");
}

#[test]
fn any_text_is_answered_in_bounded_time() {
    let world = world();
    let long = "secret passé Berthe ".repeat(3000);
    for message in [
        "",
        " ",
        "?",
        ",,,,",
        "\u{0}",
        "🦊",
        "l'",
        "d d d d",
        long.as_str(),
    ] {
        let _ = asks(&world, message);
    }
}
