//! Generated projects and inputs: every part of the language, in random order, from one seed. What concerns
//! the field, its rules and what people say of each other is in `field.rs`.

#[path = "field.rs"]
pub mod field;

use super::rng::Rng;
use engine::input::{Act, ActKind, Assertion, AuthorCommand, Input, Raw};
use engine::item::Count;
use engine::project::{Files, Project, compile};
use engine::state::State;
use logic::value::Name;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

const WORLD: &str = "
name: Generated
languages: [en, fr]
sorts: { guest: { is: [character] }, town: { is: [place] }, wish: { is: [object] } }
attributes:
  guest:
    colour: { type: enum, values: [red, green, blue] }
    size: { type: enum, values: [small, large] }
    age: { type: number, range: [1, 120] }
    born: { type: date }
    brave: { type: boolean }
    nick: { type: text, max_length: 40 }
    home: { type: ref, sort: town }
    status: { type: enum, values: [new, known, gone], changes: true }
    level: { type: number, changes: true }
    motto: { type: text, max_length: 60, generate: { prompt: 'A motto for {{anna.name}}.', offline: ['Onward.', 'Slowly.', 'Never alone.'] } }
    rumour: { type: text, max_length: 60, generate: { prompt: 'A rumour about {{anna.name}}.', offline: ['They say little.'] } }
    omen: { type: enum, values: [good, bad], generate: { prompt: 'Is the omen good or bad?' } }
    saying: { type: text, max_length: 60, generate: { prompt: 'What does {{anna.name}} say of \"{{anna.motto}}\"?', offline: ['Nothing.'] } }
    secret: { type: text, confidential: true }
    given: { type: text, max_length: 40, changes: true }
    family: { type: text, max_length: 40, changes: true }
    mail: { type: text, max_length: 80, changes: true }
    taste: { type: enum, values: [sweet, sour, salt], changes: true }
    wishes: { type: list, of: text, max_items: 2, changes: true }
    offers: { type: list, of: text, changes: true }
    given_offers: { type: list, of: text, changes: true }
    pick: { type: text, max_length: 40, changes: true }
    nuance: { type: text, max_length: 80, changes: true }
    points: { type: number, range: [-10, 100], changes: true }
    mirror:
      fields:
        heard: { type: text, max_words: 40, changes: true, generate: { prompt: 'What {{anna.name}} said.', offline: ['So I heard you.', '{{#if anna.taste}}You like it {{anna.taste}}.{{else}}You said little.{{/if}}'] } }
        felt: { type: text, max_words: 20, forbidden: [never], generate: { prompt: 'What is behind it.', offline: ['It matters to you.'] } }
      tellings: ['{{heard}} {{felt}}']
    closing: { type: text, max_words: 30, changes: true, forbidden: [never], generate: { prompt: 'All of it, in short.', offline: ['That is you.'] } }
  wish:
    title: { type: text, max_length: 60, changes: true }
    asked: { type: text, max_words: 20, changes: true, generate: { prompt: 'A question about {{it.name}}.', offline: ['What of {{it.title}}?'] } }
    reason: { type: text, max_length: 80, changes: true }
entities:
  wish_1: { sort: wish, name: the first wish }
  wish_2: { sort: wish, name: the second wish }
  anna: { sort: guest, name: Anna, aliases: [the guest] }
  brno: { sort: town, name: Brno }
  lyon: { sort: town, name: Lyon, aliases: [Lugdunum] }
derived:
  adult: 'anna.age >= 18'
  bright: { is: 'anna.colour in [red, green]' }
  rank: { type: number, first: [ { when: 'adult', is: 'anna.age + 1' }, { is: '0' } ] }
otherwise: 'Noted.'
";

/// States and intentions, which answer what nothing else awaits.
const DESK: &str = "
sources:
  parcel:
    fields: { late: { type: boolean }, depot: { type: text }, code: { type: text, confidential: true } }
sections: { sorry: { text: 'We are sorry.' }, lost: { text: 'It is lost.' } }
states:
  LATE: { severity: WARNING, priority: 20, when: 'parcel.late', sections: [sorry] }
  LOST: { severity: BLOCKING, priority: 10, when: 'parcel.depot == \"nowhere\"', sections: [lost] }
intentions:
  WHERE: { triggers: [where is my parcel], text: 'It is in {{parcel.depot}}.' }
  REFUND: { triggers: [refund], text: '{{#if anna.nick}}{{anna.nick}}, you{{else}}You{{/if}} get it back.' }
send:
  allow: [{ intentions: [WHERE], when: 'parcel.late == false' }]
";

const CELLS: [(&str, &str); 7] = [
    ("colour", "anna.colour"),
    ("size", "anna.size"),
    ("age", "anna.age"),
    ("born", "anna.born"),
    ("brave", "anna.brave"),
    ("nick", "anna.nick"),
    ("home", "anna.home"),
];
const GUARDS: [&str; 8] = [
    "adult",
    "bright",
    "anna.colour == red",
    "anna.age is not null",
    "anna.brave",
    "not adult or anna.size == large",
    "rank > 20",
    "anna.status != gone",
];

/// A project whose flow has the generated parts.
pub fn project(rng: &mut Rng) -> Arc<Project> {
    compiled(&files(rng))
}

pub fn compiled(files: &Files) -> Arc<Project> {
    let (project, diagnostics) = compile(files);
    Arc::new(project.unwrap_or_else(|| {
        panic!(
            "a generated project has mistakes: {diagnostics:#?}\n{:?}",
            String::from_utf8_lossy(&files.0["flow.yaml"])
        )
    }))
}

/// Any project that has no mistakes.
#[allow(dead_code, reason = "only some tests read worlds")]
pub fn compiled_plainly(files: &Files) -> Arc<Project> {
    let (project, diagnostics) = compile(files);
    Arc::new(project.unwrap_or_else(|| panic!("it has mistakes: {diagnostics:#?}")))
}

/// A session whose inputs call entries by their numbers calls those that are there: the generator only says
/// which of them.
pub fn resolved(input: &Input, state: &State) -> Input {
    field::resolved(input, state)
}

pub fn files(rng: &mut Rng) -> Files {
    let mut flow = String::from("flows:\n  main:\n");
    let parts = 1 + rng.below(12);
    for index in 0..parts {
        let guard = if rng.one_in(3) {
            format!(", when: '{}'", rng.pick(&GUARDS))
        } else {
            String::new()
        };
        let line = match rng.below(14) {
            0 | 1 => format!("say: s{index}, text: 'Statement {index} for {{{{anna.name}}}}.'"),
            2..=4 => {
                let (name, cell) = rng.pick(&CELLS);
                let tries = 1 + rng.below(4);
                format!("ask: q{index}_{name}, text: 'Your {name}?', fixes: {cell}, tries: {tries}")
            }
            5 => format!("gate: g{index}, event: GO_{}, text: 'Press.'", rng.below(3)),
            6 => {
                // Some in a row: what does not depend on the one before is asked with it.
                let cells = ["motto", "rumour", "omen", "saying"];
                for more in 0..rng.below(3) {
                    let cell = rng.pick(&cells);
                    writeln!(flow, "    - {{ tell: t{index}_{more}, cell: anna.{cell} }}")
                        .expect("a string");
                }
                format!("tell: t{index}, cell: anna.{}", rng.pick(&cells))
            }
            7 => format!(
                "form: f{index}, text: 'Names and mail?', tries: 3, give_up: {}, fields: [{{ field: given{index}, fixes: anna.given, reads: name, called: [given], offers: anna.given_offers }}, {{ field: family{index}, fixes: anna.family, reads: name, called: [family] }}, {{ field: mail{index}, fixes: anna.mail, reads: email, called: [mail], optional: true }}]",
                rng.pick(&["next", "stop"])
            ),
            8 => format!(
                "mirror: m{index}, cell: anna.mirror, text: 'Is that you?', nuance: anna.nuance, tries: 2"
            ),
            9 => format!("lock: l{index}, word: yes, text: 'Say yes.', tries: 2"),
            10 => format!(
                "matching: p{index}, fixes: anna.points, text: 'So many: {{{{anna.points}}}}.', score: [{{ when: adult, points: 30, because: 'of age' }}, {{ when: 'anna.taste == sour', points: -10, because: 'sour' }}]"
            ),
            11 => format!(
                "block: b{index}, title: 'Block {index}', parts: [{{ ask: taste{index}, fixes: anna.taste, text: 'Taste?', optional: true, why: 'To know.', called: [taste] }}, {{ say: after{index}, kind: transition, text: 'Next.' }}, {{ ask: pick{index}, fixes: anna.pick, offers: anna.offers, text: 'Which?', when: 'anna.taste == sour' }}]"
            ),
            12 => format!(
                "repeat: r{index}, as: wish, over: [wish_1, wish_2], of: anna.wishes, titled: title, parts: [{{ ask: reason{index}, fixes: $wish.reason, worded_by: $wish.asked }}]"
            ),
            _ if rng.one_in(2) => {
                format!(
                    "ask: wishes{index}, fixes: anna.wishes, text: 'Your wishes?', called: [wishes]"
                )
            }
            _ => format!(
                "say: h{index}, text: '{{{{#if anna.nick}}}}Hello {{{{anna.nick}}}}.{{{{else}}}}Hello.{{{{/if}}}}'"
            ),
        };
        writeln!(flow, "    - {{ {line}{guard} }}").expect("a string");
    }
    if rng.one_in(3) {
        let end = "    - { synthesis: closing, cell: anna.closing }\n    - { end: over, text: 'Thank you.', hand_over: 'a person' }\n";
        flow.push_str(end);
    }
    let mut files = BTreeMap::from([
        ("world.yaml".to_owned(), WORLD.as_bytes().to_vec()),
        ("flow.yaml".to_owned(), flow.into_bytes()),
    ]);
    if rng.one_in(3) {
        files.insert("desk.yaml".to_owned(), DESK.as_bytes().to_vec());
    }
    if rng.one_in(2) {
        files.insert("field.yaml".to_owned(), field::source(rng).into_bytes());
    }
    Files(files)
}

const MESSAGES: [&str; 40] = [
    "red",
    "Green!",
    "not blue",
    "A",
    "b",
    "2",
    "large",
    "30",
    "17",
    "300",
    "1980-02-03",
    "31/12/1999",
    "yes",
    "non",
    "Lyon",
    "brno",
    "Ann",
    "",
    " ",
    "{{anna.age}}",
    "a\u{0}b",
    "😀😀",
    "red or blue",
    "I would rather not say",
    "Ann Lee ann@example.org",
    "given: Zoe",
    "in fact my given is Mia",
    "sour",
    "sweet and sour",
    "a kite, a dog",
    "the second",
    "skip",
    "why do you ask?",
    "start again",
    "cancel",
    "resume",
    "yes, the second",
    "none of them",
    "where is my parcel",
    "where is my parcel? and a refund, please",
];

pub fn input(rng: &mut Rng) -> Input {
    match rng.below(32) {
        20.. => field::input(rng),
        0..=10 => Input::Message((*rng.pick(&MESSAGES)).to_owned()),
        11 => Input::Event(Name::from(*rng.pick(&[
            "REPEAT", "WHY", "SKIP", "RESTART", "CANCEL", "RESUME", "GO_0",
        ]))),
        12 => Input::Event(Name::from(format!("GO_{}", rng.below(4)))),
        13 | 14 => Input::Observe(
            rng.pick(&[
                "anna.motto",
                "anna.rumour",
                "anna.omen",
                "anna.age",
                "anna.nope",
                "brno.colour",
            ])
            .parse()
            .expect("a cell"),
        ),
        15..=17 => Input::Assert(assertion(rng)),
        18 => Input::Act(Act {
            act: *rng.pick(&[
                ActKind::Inform,
                ActKind::Affirm,
                ActKind::Negate,
                ActKind::Select,
                ActKind::Request,
                ActKind::Correct,
            ]),
            slot: (!rng.one_in(4)).then(|| {
                Name::from(*rng.pick(&[
                    "colour", "anna.age", "nick", "nothing", "taste", "pick", "wishes", "given",
                ]))
            }),
            value: (!rng.one_in(4))
                .then(|| Raw::Text((*rng.pick(&["red", "44", "Zed", "2", "a fig"])).to_owned())),
        }),
        _ => Input::Author(match rng.below(2) {
            0 => AuthorCommand::Assert(assertion(rng)),
            _ => AuthorCommand::Alias {
                alias: rng.pick(&["Nan", "Anna", "the town", ""]).to_string(),
                entity: Name::from(*rng.pick(&["anna", "lyon", "nobody"])),
            },
        }),
    }
}

fn assertion(rng: &mut Rng) -> Assertion {
    let mut values = BTreeMap::new();
    for _ in 0..1 + rng.below(3) {
        let (cell, raw) = match rng.below(13) {
            // Projects without a desk refuse these.
            10 => ("parcel.late", Raw::Bool(rng.one_in(2))),
            11 => (
                "parcel.depot",
                Raw::Text((*rng.pick(&["Lyon", "nowhere", "{{anna.nick}}"])).to_owned()),
            ),
            12 => (
                "anna.given_offers",
                Raw::List(vec![Raw::Text("Zoe".to_owned())]),
            ),
            0 => ("anna.colour", Raw::Text("green".to_owned())),
            1 => ("anna.age", Raw::Number((1 + rng.below(140)).to_string())),
            2 => ("anna.brave", Raw::Bool(rng.one_in(2))),
            3 => (
                "anna.home",
                Raw::Text((*rng.pick(&["lyon", "anna", "nowhere"])).to_owned()),
            ),
            4 | 5 => (
                "anna.status",
                Raw::Text((*rng.pick(&["new", "known", "gone"])).to_owned()),
            ),
            6 => ("anna.level", Raw::Number(format!("{}.5", rng.below(9)))),
            7 if rng.one_in(2) => (
                "anna.offers",
                Raw::List(vec![
                    Raw::Text("a pear".to_owned()),
                    Raw::Text("a fig".to_owned()),
                ]),
            ),
            7 => ("anna.nick", Raw::Null),
            8 => ("anna.age", Raw::Text("forty".to_owned())),
            _ => ("nobody.age", Raw::Number("4".to_owned())),
        };
        values.insert(cell.to_owned(), raw);
    }
    let sourced = rng.one_in(2);
    Assertion {
        values,
        source: sourced.then(|| Name::from("crm")),
        version: sourced.then(|| Count(rng.below(6) as u64)),
    }
}
