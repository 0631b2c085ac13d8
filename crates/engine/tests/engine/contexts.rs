//! What a model is told: as much work in a world with few facts as in one with many, within its bound, and with
//! everything that is left out counted.

use crate::common::{Session, project};
use engine::canon::Canon;
use engine::context::{Context, context};
use engine::event::{
    ConstraintAdded, ConstraintSource, Event, FactFixed, InputRecorded, Method, Provenance,
    Reliability, SessionStarted, Strength, Testified, TurnEnded,
};
use engine::graph::Force;
use engine::input::Input;
use engine::item::{Count, Item, ItemId, ItemKind};
use engine::limits;
use engine::project::Project;
use engine::state::{Entry, EntryContent, State};
use engine::view::{Changes, view};
use engine::voice;
use logic::formula::{Comparison, Formula, Term};
use logic::value::{Cell, Instant, Name, Number, Value};
use std::fmt::Write;
use std::sync::Arc;

const NUMBERS: usize = 20;
/// Whoever is asked about, and who stands next to them.
const HERE: usize = 10;

fn person(at: usize) -> Name {
    Name::from(format!("p{at:05}"))
}

/// People in a ring, each a friend of the next.
fn ring(people: usize) -> Arc<Project> {
    let mut source = String::from(
        "edition: 13\nlanguages: [en]\nattributes:\n  character:\n    open: { type: enum, values: [a, b, c, d], category: secret, generate: {} }\n    mood: { type: enum, values: [calm, cross], category: secret }\n",
    );
    for number in 0..NUMBERS {
        let _ = writeln!(
            source,
            "    n{number:02}: {{ type: number, range: [0, 999] }}"
        );
    }
    source.push_str("rules:\n  calm: 'forall X in character: mood(X) == calm => open(X) != d'\n  apart: 'forall X in character: forall Y in character: friendship(X, Y) => open(X) != c or open(Y) != c'\nentities:\n");
    for at in 0..people {
        let _ = writeln!(source, "  {}: {{ sort: character }}", person(at));
    }
    source.push_str("relations:\n");
    for at in 0..people {
        let (from, to) = (person(at), person((at + 1) % people));
        let _ = writeln!(
            source,
            "  - {{ from: {from}, to: {to}, kind: social/friendship, force: 0.8 }}"
        );
    }
    project(&source)
}

/// A journal as it would have been written, without the deciding.
struct Written<'p> {
    project: &'p Project,
    state: State,
}

impl<'p> Written<'p> {
    fn new(project: &'p Project) -> Written<'p> {
        let mut written = Written {
            project,
            state: State::default(),
        };
        written.push(Event::SessionStarted(SessionStarted {
            build: "test".to_owned(),
            edition: Count(project.edition),
            forked: None,
            language: project.languages[0].clone(),
            position: None,
            tenant: None,
            project: project.hash,
            seed: Count(1),
        }));
        written.end();
        written
    }

    fn push(&mut self, event: Event) {
        let entry = Entry {
            seq: self.state.seq + 1,
            at: Instant::EPOCH,
            cause: "c".to_owned(),
            content: EntryContent::Event(event),
        };
        self.state.evolve(&entry).expect("it folds");
    }

    fn end(&mut self) {
        // Views list what is settled; here nobody reads them.
        let empty = State {
            started: self.state.started.clone(),
            ..State::default()
        };
        self.push(Event::TurnEnded(Box::new(TurnEnded {
            changes: Changes::default(),
            stopped: None,
            view: view(self.project, &empty),
        })));
    }

    fn fix(&mut self, cell: Cell, value: i64) {
        self.push(Event::FactFixed(FactFixed {
            broke: Vec::new(),
            cell,
            method: Method::Assertion,
            provenance: Provenance::Input,
            scene: None,
            source: None,
            value: Value::Number(Number::from(value)),
            witness: Vec::new(),
        }));
    }

    fn tell(&mut self, about: Cell, to: Name) {
        self.push(Event::Said(Item {
            text: format!("Of {about}."),
            about: vec![about],
            block: None,
            choices: Vec::new(),
            confidential: Vec::new(),
            flow: None,
            heard_by: vec![to],
            id: ItemId(Name::from("i")),
            kind: ItemKind::Statement,
            part: None,
        }));
    }

    /// One person's facts, what is told of them, what they say, what binds them, and a message to them.
    fn person(&mut self, at: usize, people: usize) {
        let (own, next) = (person(at), person((at + 1) % people));
        let cell = |attribute: &str| Cell {
            entity: own.clone(),
            attribute: Name::from(attribute),
        };
        self.push(Event::InputRecorded(InputRecorded {
            input: Input::Message(format!("Hello, {own}.")),
            open: None,
        }));
        for number in 0..NUMBERS {
            let value = (at * 7 + number) % 999;
            self.fix(
                cell(&format!("n{number:02}")),
                i64::try_from(value).expect("small"),
            );
        }
        self.tell(cell("n00"), next.clone());
        self.tell(cell("n01"), next.clone());
        let demand = |attribute: &str, value: Value| {
            let of = Term::Attribute {
                of: Box::new(Term::entity(own.clone())),
                attribute: Name::from(attribute),
            };
            Formula::Compare(Comparison::NotEqual, of, Term::Constant(value))
        };
        self.push(Event::Testified(Box::new(Testified {
            by: Some(next),
            cell: cell("mood"),
            formula: demand("mood", Value::Symbol(Name::from("cross"))),
            heard_by: vec![person((at + 2) % people)],
            reliability: Reliability::Testimony,
            scene: None,
        })));
        self.push(Event::ConstraintAdded(Box::new(ConstraintAdded {
            because: None,
            cell: cell("open"),
            formula: demand("open", Value::Symbol(Name::from("b"))),
            source: ConstraintSource::Author,
            strength: Strength::Soft(Force::MIDDLE),
            witness: Vec::new(),
        })));
        self.end();
    }
}

/// A world in which so many facts are fixed, all of them told to somebody.
fn told(project: &Project, people: usize) -> State {
    let mut written = Written::new(project);
    // Whoever is near comes last, so that what is told of them is what was told lately.
    for at in (2 * HERE..people).chain(0..2 * HERE) {
        written.person(at, people);
    }
    written.state.catch_up(project);
    written.state
}

/// Words without the numbers of entries, and without what counts everything.
fn plain(text: &str) -> String {
    let counts = ["facts so far", "left out"];
    let lines = text.lines();
    let lines = lines.filter(|line| !counts.iter().any(|count| line.contains(count)));
    let mut plain = String::new();
    for line in lines {
        let mut number = false;
        for letter in line.chars() {
            number = letter == '#' || number && letter.is_ascii_digit();
            if !(number && letter.is_ascii_digit()) {
                plain.push(letter);
            }
        }
        plain.push('\n');
    }
    plain
}

/// What was read to gather something, and the words that came of it.
type Gathered = (u64, String);

fn world_prompt(project: &Project, state: &State) -> Gathered {
    let canon = Canon::new(project, state, state.now());
    let cell = Cell {
        entity: person(HERE),
        attribute: Name::from("open"),
    };
    let attribute = project.attribute(&cell).expect("it is declared");
    let context = context(&canon, &cell, attribute, 3);
    (canon.reads(), plain(&context.text("en")))
}

fn voice_prompt(project: &Project, state: &State, who: &Name) -> Gathered {
    let canon = Canon::new(project, state, state.now());
    let heard = voice::heard_in(state, project, who);
    let prompt = voice::prompt(&canon, who, &heard);
    (canon.reads(), plain(&prompt.user))
}

/// With the same neighbourhood as much is read for a cell and for a holder in a world of a thousand facts as in one
/// of a hundred thousand, and what is told of them is the same.
#[test]
fn law_c5_a_context_and_a_voice_read_as_much_in_a_large_world() {
    let player = Name::from("player");
    let gathered = [50, 5_000].map(|people| {
        let project = ring(people);
        let state = told(&project, people);
        let facts = state.facts.len();
        assert_eq!(facts, people * NUMBERS);
        let world = world_prompt(&project, &state);
        let holder = voice_prompt(&project, &state, &person(HERE));
        let whoever = voice_prompt(&project, &state, &player);
        println!(
            "{facts} facts: {} read for a cell, {} for a holder, {} for whoever plays",
            world.0, holder.0, whoever.0
        );
        [world, holder, whoever]
    });
    let [small, large] = &gathered;
    for (at, who) in ["a cell", "a holder", "whoever plays"].iter().enumerate() {
        let ((few, words), (many, same)) = (&small[at], &large[at]);
        // Whoever plays was told of the last ones too, who are others in a larger ring.
        assert!(
            words == same || *who == "whoever plays",
            "{who}: {words} {same}"
        );
        // A hundred times the world: at most a tenth more is read.
        assert!(many * 10 <= few * 11, "{who}: {few} and {many}");
    }
    // Something is read for each of them, and told.
    for ((reads, words), (least, told)) in small.iter().zip([
        (200, ["should (#", "asked: open", "n00 = 70"]),
        (40, ["p00009, n01: 64", "said: p00008.mood", "n19: 89"]),
        (
            100,
            ["p00019, n01: ", "said: p00018.mood", "told: Of p0001"],
        ),
    ]) {
        assert!(*reads > least, "{reads}");
        for wanted in told {
            assert!(words.contains(wanted), "{wanted}: {words}");
        }
    }
}

/// However much somebody has learnt and heard, what is read to speak as them stays within its bound.
#[test]
fn law_c5_a_voice_reads_as_much_for_whoever_learnt_a_lot() {
    let people = 60;
    let project = ring(people);
    let read = [limits::VOICE_LINES + 40, 1_100].map(|cells| {
        let mut written = Written::new(&project);
        let all = (HERE + 1..people).chain(0..HERE).flat_map(|at| {
            (0..NUMBERS).map(move |number| Cell {
                entity: person(at),
                attribute: Name::from(format!("n{number:02}")),
            })
        });
        for cell in all.take(cells) {
            written.fix(cell.clone(), 7);
            written.tell(cell, person(HERE));
        }
        written.state.catch_up(&project);
        let (reads, words) = voice_prompt(&project, &written.state, &person(HERE));
        assert_eq!(
            words.lines().filter(|line| line.contains(": 7")).count(),
            limits::VOICE_LINES
        );
        reads
    });
    println!("{read:?} read");
    assert_eq!(read[0], read[1]);
    assert!(read[0] > limits::VOICE_LINES as u64);
}

/// A cell with so many facts, relations, rules and constraints around it, and with what whoever plays has learnt.
fn crowded(language: &str, edition: u64, facts: usize, friends: usize) -> (Arc<Project>, Session) {
    let mut source = format!(
        "edition: {edition}\nlanguages: [{language}]\nattributes:\n  character:\n    open: {{ type: enum, values: [a, b, c, d], category: secret, generate: {{}} }}\n"
    );
    for number in 0..facts {
        let _ = writeln!(
            source,
            "    t{number:03}: {{ type: text, max_length: 200, asked_by: ['word {number}'] }}"
        );
    }
    source.push_str(
        "rules:\n  apart: 'forall X in character: forall Y in character: friendship(X, Y) => open(X) != c or open(Y) != c'\nscene: { interlocutor: ada }\nentities:\n  ada: { sort: character, facts: {",
    );
    for number in 0..facts {
        let _ = write!(source, " t{number:03}: 'é{}',", "x".repeat(100));
    }
    source.push_str(" } }\n");
    for at in 0..friends {
        let _ = writeln!(
            source,
            "  {}: {{ sort: character, facts: {{ t000: low }} }}",
            person(at)
        );
    }
    source.push_str("relations:\n");
    for at in 0..friends {
        let _ = writeln!(
            source,
            "  - {{ from: ada, to: {}, kind: social/friendship, force: 0.9 }}",
            person(at)
        );
    }
    let project = project(&source);
    let session = Session::new(&project, 1);
    (project, session)
}

fn of_ada(project: &Project, session: &Session) -> Context {
    let canon = Canon::new(project, &session.state, session.state.now());
    let cell: Cell = "ada.open".parse().expect("a cell");
    let attribute = project.attribute(&cell).expect("it is declared");
    context(&canon, &cell, attribute, 3)
}

/// Whatever the world holds, what is told keeps within its bound with everything that it says, and whatever is left
/// out is counted: below the bound nothing, at it as little as must be, and the least relevant first.
#[test]
fn a_context_keeps_within_its_bound_and_counts_what_it_leaves_out() {
    let (mut at_bound, mut whole) = (0, 0);
    for language in ["en", "fr"] {
        for facts in 35..75 {
            let (project, session) = crowded(language, 13, facts, 3);
            let context = of_ada(&project, &session);
            let text = context.text(language);
            let size = text.chars().count();
            let told = text.lines().filter(|line| line.contains("xxxx")).count();
            let left = context.left_out.values().sum::<usize>();
            assert!(
                size <= limits::CONTEXT_CHARACTERS,
                "{facts} facts in {language}: {size} characters"
            );
            assert_eq!(
                told + context.left_out.get("target").copied().unwrap_or(0),
                facts,
                "{facts} facts in {language}: {:?}",
                context.left_out
            );
            for (section, count) in &context.left_out {
                let noted = [
                    format!("({count} lines of {section} left out)"),
                    format!("({count} lignes de {section} laissées de côté)"),
                ];
                assert!(noted.iter().any(|note| text.contains(note)), "{text}");
            }
            match left {
                0 => whole += 1,
                // A line more would not have fitted.
                _ => {
                    at_bound += 1;
                    assert!(
                        size + 250 > limits::CONTEXT_CHARACTERS,
                        "{facts} facts in {language}: only {size} characters"
                    );
                }
            }
            assert!(text.contains("ada (ada, character)"), "{text}");
        }
    }
    assert!(at_bound > 20 && whole > 20, "{at_bound} {whole}");
}

/// Rules about a cell, its relations, whoever is near and what whoever plays has learnt: each has its own bound, and
/// what lies beyond is counted.
#[test]
fn a_context_counts_what_each_of_its_parts_leaves_out() {
    let friends = limits::CONTEXT_LINES + 5;
    let (project, mut session) = crowded("en", 13, 20, friends);
    for number in 0..20 {
        let turn = session.send(&format!("{{\"observe\":\"ada.t{number:03}\"}}"));
        assert!(!turn.items.is_empty(), "{turn:?}");
    }
    let context = of_ada(&project, &session);
    let told = |name: &str| {
        let mut sections = context.sections.iter();
        let section = sections.find(|section| section.name == name);
        section.map_or(0, |section| section.lines.len())
    };
    // Each friendship makes a rule about both of its ends.
    for (name, most, all) in [
        ("constraints", limits::CONTEXT_LINES, 2 * friends),
        ("relations", limits::CONTEXT_LINES, friends),
        ("near", limits::CONTEXT_NEAR, friends),
        ("known", limits::CONTEXT_KNOWN, 20),
    ] {
        let left = context.left_out[name];
        assert!(all > most && told(name) <= most, "{name}: {}", told(name));
        assert_eq!(told(name) + left, all, "{name}: {:?}", context.left_out);
    }
    assert!(told("constraints") > 0);
    // Sessions of earlier editions are told what they were told.
    let (project, session) = crowded("en", 12, 20, friends);
    let before = of_ada(&project, &session);
    assert_eq!(before.left_out.get("known"), None);
}
