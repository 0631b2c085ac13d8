//! What it costs to gather what a model is told of a cell, and what somebody knows who is to speak, with few facts in
//! the session and with a million.

use crate::Effort;
use crate::machine::median;
use crate::report::{Report, round};
use engine::canon::Canon;
use engine::context::context;
use engine::event::{
    Event, FactFixed, InputRecorded, Method, Provenance, SessionStarted, TurnEnded,
};
use engine::input::Input;
use engine::item::{Count, Item, ItemId, ItemKind};
use engine::project::{Files, Project, compile};
use engine::state::{Entry, EntryContent, State};
use engine::view::{Changes, view};
use engine::voice;
use logic::value::{Cell, Instant, Name, Number, Value};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant as Timer;

const ATTRIBUTES: usize = 10;
/// Entities in one file of the project.
const IN_A_FILE: usize = 2_000;

pub fn run(effort: Effort, report: &mut Report) {
    report.line("");
    report.line("context: microseconds to gather what a model is told about one cell, and what one holder knows who is to speak (voice), with the same neighbourhood in sessions with so many facts; every fact was told to somebody, ten to each");
    let mut first = None;
    for facts in [1_000, 10_000, 100_000, 1_000_000] {
        let began = Timer::now();
        let project = street(facts / ATTRIBUTES);
        let compiled = began.elapsed().as_secs_f64();
        let began = Timer::now();
        let state = settled(&project, facts / ATTRIBUTES);
        let folded = began.elapsed().as_secs_f64();
        let canon = Canon::new(&project, &state, Instant::EPOCH);
        let (cell, holder) = (Cell::new("p40", "open"), Name::from("p40"));
        let attribute = project.attribute(&cell).expect("it is declared");
        let told = context(&canon, &cell, attribute, 3).sections.len();
        let lines = speak(&canon, &holder).lines().count();
        let time = timed(effort, || context(&canon, &cell, attribute, 3));
        let voice = timed(effort, || speak(&canon, &holder));
        let reads = |gather: &dyn Fn(&Canon)| {
            let canon = Canon::new(&project, &state, Instant::EPOCH);
            gather(&canon);
            canon.reads()
        };
        let read = [
            reads(&|canon| drop(context(canon, &cell, attribute, 3))),
            reads(&|canon| drop(speak(canon, &holder))),
        ];
        let (least, least_voice) = *first.get_or_insert((time, voice));
        report.line(format!(
            "    {facts:>8} facts, a cell:   {time:>7.1}, {:.2} times the smallest (goal: 1); {told} sections, {} things read; {} entities compiled in {compiled:.2} s, facts folded and followed in {folded:.2} s",
            time / least,
            read[0],
            facts / ATTRIBUTES,
        ));
        report.line(format!(
            "                    a holder: {voice:>7.1}, {:.2} times the smallest (goal: 1); {lines} lines, {} things read",
            voice / least_voice,
            read[1],
        ));
        report.put(
            "context",
            json!({ "facts": facts, "microseconds": round(time), "growth": round(time / least), "reads": read[0], "voice_microseconds": round(voice), "voice_growth": round(voice / least_voice), "voice_reads": read[1], "compile_seconds": round(compiled), "fold_seconds": round(folded) }),
        );
    }
}

/// What somebody knows, as a model is told who speaks as them.
fn speak(canon: &Canon, who: &Name) -> String {
    let heard = voice::heard_in(canon.state, canon.project, who);
    voice::prompt(canon, who, &heard).user
}

/// Many short slices: what disturbs the machine for some milliseconds must not be most of them.
fn timed<T>(effort: Effort, gather: impl Fn() -> T) -> f64 {
    let mut times = Vec::new();
    for _ in 0..effort.of(61, 181) {
        let began = Timer::now();
        for _ in 0..50 {
            black_box(gather());
        }
        times.push(began.elapsed().as_secs_f64() * 1e6 / 50.0);
    }
    median(times)
}

/// Houses in a row, each beside the next.
fn street(entities: usize) -> Project {
    let mut files = BTreeMap::new();
    let mut head = String::from(
        "name: Street\nlanguages: [en]\nattributes:\n  character:\n    open: { type: enum, values: [a, b], generate: {} }\n",
    );
    for attribute in 0..ATTRIBUTES {
        let _ = writeln!(
            head,
            "    n{attribute}: {{ type: number, range: [0, 999] }}"
        );
    }
    files.insert("head.yaml".to_owned(), head.into_bytes());
    for (number, start) in (0..entities).step_by(IN_A_FILE).enumerate() {
        let (mut people, mut relations) =
            (String::from("entities:\n"), String::from("relations:\n"));
        for at in start..(start + IN_A_FILE).min(entities) {
            let _ = writeln!(people, "  p{at}: {{ sort: character }}");
            let next = (at + 1) % entities;
            let _ = writeln!(
                relations,
                "  - {{ from: p{at}, to: p{next}, kind: social/friendship }}"
            );
        }
        let source = (people + &relations).into_bytes();
        files.insert(format!("street{number}.yaml"), source);
    }
    let (project, diagnostics) = compile(&Files(files));
    project.unwrap_or_else(|| panic!("{:?}", diagnostics.first()))
}

fn settled(project: &Project, entities: usize) -> State {
    let mut state = State::default();
    let mut push = |event: Event| {
        let entry = Entry {
            seq: state.seq + 1,
            at: Instant::EPOCH,
            cause: "c".to_owned(),
            content: EntryContent::Event(event),
        };
        state.evolve(&entry).expect("it folds");
    };
    push(Event::SessionStarted(SessionStarted {
        build: "bench".to_owned(),
        edition: Count(project.edition),
        forked: None,
        language: project.languages[0].clone(),
        position: None,
        tenant: None,
        project: project.hash,
        seed: Count(1),
    }));
    // Views list what is settled; here nobody reads them.
    let ended = TurnEnded {
        changes: Changes::default(),
        stopped: None,
        view: view(project, &State::default()),
    };
    push(Event::TurnEnded(Box::new(ended.clone())));
    for at in 0..entities {
        push(Event::InputRecorded(InputRecorded {
            input: Input::Message(format!("Hello, p{at}.")),
            open: None,
        }));
        for attribute in 0..ATTRIBUTES {
            push(Event::FactFixed(FactFixed {
                broke: Vec::new(),
                cell: Cell::new(format!("p{at}"), format!("n{attribute}")),
                method: Method::Assertion,
                provenance: Provenance::Input,
                scene: None,
                source: None,
                value: Value::Number(Number::from(((at * 7 + attribute) % 999) as i64)),
                witness: Vec::new(),
            }));
            push(Event::Said(Item {
                text: format!("Of {at}, {attribute}."),
                about: vec![Cell::new(format!("p{at}"), format!("n{attribute}"))],
                block: None,
                choices: Vec::new(),
                confidential: Vec::new(),
                flow: None,
                heard_by: vec![Name::from(format!("p{}", (at + 1) % entities))],
                id: ItemId(Name::from("i")),
                kind: ItemKind::Statement,
                part: None,
            }));
        }
        push(Event::TurnEnded(Box::new(ended.clone())));
    }
    state.catch_up(project);
    state
}
