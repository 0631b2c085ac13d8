//! Makes the golden sessions: the same bytes on every machine and every day.
//!
//! The clock stands still between inputs, salts are counted, the model reads from a list. The sessions
//! hold every kind of event, every kind of value and what is awkward in a text.

use canonry::clock::Clock;
use canonry::host::{Host, Open, Options};
use canonry::model::{ScriptedAnswer, ScriptedModel};
use canonry::seal::Sealer;
use canonry::store::Store;
use canonry::store::memory::MemoryStore;
use canonry::{export, fork};
use engine::collapse::Generator;
use engine::input::Envelope;
use engine::item::Count;
use engine::project::{Files, Project, compile};
use engine::request::Outcome;
use logic::value::{Instant, Name};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

const WORLD: &str = r#"name: Golden
languages: [en, fr]
time_zone: Europe/Paris
sorts: { guest: { is: [character] }, clerk: { is: [character] }, town: { is: [place] }, room: { is: [object] } }
attributes:
  guest:
    first_name: { type: text, max_length: 40 }
    mood: { type: enum, values: { good: { en: good, fr: bien }, bad: { en: bad, fr: mal } } }
    nights: { type: number, range: [1, 30] }
    arrives: { type: date }
    seen: { type: instant }
    vegetarian: { type: boolean }
    home: { type: ref, sort: town }
    visited: { type: set, sort: town }
    wishes: { type: list, of: text }
    nickname: { type: text }
    luggage: { type: enum, values: [on_its_way, in_the_room], changes: true }
    passport: { type: text, confidential: true }
    motto: { type: text, max_length: 40, generate: { prompt: 'A motto for {{anna.first_name}}.' } }
    fear: { type: text, generate: { prompt: 'What does {{anna.first_name}} fear?' } }
    omen: { type: enum, values: [fair, foul], generate: { prompt: 'Is the omen fair or foul?' } }
    taste: { type: enum, values: [sweet, sour], changes: true }
    email: { type: text, max_length: 80, changes: true }
    nuance: { type: text, max_length: 80, changes: true }
    points: { type: number, range: [0, 10], changes: true }
    rooms: { type: list, of: text, max_items: 2, changes: true }
    mirror: { type: text, max_words: 20, changes: true, generate: { prompt: 'What {{anna.first_name}} is like, who likes it {{anna.taste}}.' } }
  room:
    title: { type: text, changes: true }
    view: { type: text, changes: true }
  clerk:
    grudge: { type: enum, values: [none, old] }
    wary: { type: enum, values: [no, rather, very] }
    keys: { type: set, sort: town }
    shift: { type: enum, values: [day, night] }
    bag: { type: list, of: enum, values: [key, lamp, coin], max_items: 2, generate: {} }
    tune: { type: enum, values: [low, high], asked_by: [your tune], generate: {}, tellings: '{{name}} hums something {{value}}.' }
testimony: { shift: { knows: 'shift(X) == shift(X)' } }
axes: { zeal: { of: anna, range: [0, 10], start: 0.5, moved: [ { event: TAKE_KEY, by: 1.25 }, { raised: whisper, by: 2 } ] } }
progress: [ { when: 'anna.first_name is known', weight: 2 }, { when: 'anna.mood is known' } ]
entities:
  ben: { sort: clerk, name: Ben }
  cora: { sort: clerk, name: Cora }
  anna: { sort: guest, name: Anna, aliases: [the guest] }
  room_1: { sort: room, name: first room }
  room_2: { sort: room, name: second room }
  lyon: { sort: town, name: Lyon }
  brno: { sort: town, name: Brno }
relations:
  - { from: ben, to: cora, kind: social/friendship, force: 0.8 }
rules:
  alike: { is: 'forall X in clerk: forall Y in clerk: linked_secret(X, Y) => grudge(X) == grudge(Y)', because: they share it }
  lamp: 'forall X in clerk: shift(X) == night => lamp in bag(X)'
  careful: 'forall X in clerk: grudge(X) == old => wary(X) != no'
propagation:
  bond: { priority: 3, when: { attribute: grudge }, to: { relations: social/friendship }, then: { relate: conceptual/linked_secret } }
  key: { priority: 2, when: { attribute: grudge }, to: cora, then: { constrain: 'lyon in keys(Y)' } }
  cool: { when: { attribute: grudge }, to: { relations: social/friendship }, then: { force: x0.5 } }
  proof: { when: { attribute: grudge }, to: cora, then: { reinforce: wary, weight: 0.4 } }
  think: { when: { attribute: grudge }, to: cora, then: { recheck: wary } }
  whisper: { when: { attribute: grudge }, to: itself, then: { raise: whisper } }
scene: { interlocutor: ben, time: noon }
scene_changes: { lobby: { event: LOBBY, set: { place: lyon, present: [cora] } } }
derived: { stays_long: 'anna.nights >= 3' }
flows:
  arrival:
    - { say: hello, text: { en: 'Welcome.', fr: 'Bienvenue.' } }
    - { ask: name, fixes: anna.first_name, text: 'Your name?' }
    - { ask: mood, fixes: anna.mood, tries: 2, text: 'How are you?' }
    - { ask: nights, fixes: anna.nights, text: 'How many nights?' }
    - { ask: arrives, fixes: anna.arrives, text: 'Which day?' }
    - { say: long, when: stays_long, text: '{{anna.nights}} nights, {{anna.first_name}}.' }
    - { gate: key, event: TAKE_KEY, text: 'Your key hangs by the door.' }
    - { tell: motto, cell: anna.motto }
    - { say: passport, shows: [anna.passport], text: 'We keep {{anna.passport}} for you.' }
    - { gate: leave, event: LEAVE, text: 'Say when you go.' }
    - block: LAST
      title: { en: 'Before you go', fr: 'Avant de partir' }
      parts:
        - { ask: rooms, fixes: anna.rooms, text: 'Which rooms?' }
        - { repeat: each_room, as: room, over: [room_1, room_2], of: anna.rooms, titled: title, parts: [ { ask: view, fixes: $room.view, text: 'Which view?' } ] }
        - { form: card, text: 'Taste and mail?', tries: 3, fields: [ { field: taste, fixes: anna.taste }, { field: email, fixes: anna.email, reads: email, optional: true } ] }
        - { mirror: portrait, cell: anna.mirror, text: 'Is that you?', nuance: anna.nuance }
        - { gate: sleep, event: SLEEP, text: 'Shall we put out the light?' }
        - { matching: fit, fixes: anna.points, text: '{{anna.points}} points.', score: [ { when: 'anna.taste == sour', points: 7, because: 'sour' } ] }
        - { end: bye, text: 'Good night.', hand_over: 'the night porter' }
otherwise: 'Noted.'
"#;
const COLLAPSE_1: &str = "collapse: { attempts: 2, on_failure: leave_open }\n";
const COLLAPSE_2: &str = "collapse: { attempts: 2, on_failure: offline }\n";
const COLLAPSE_3: &str = "collapse: { voice: true, detector: true }\n";

/// Noon of a day, until it is told to go on.
#[derive(Clone)]
pub struct FixedClock {
    millis: Arc<AtomicI64>,
    filled: Arc<AtomicU64>,
}

impl FixedClock {
    fn new() -> FixedClock {
        FixedClock {
            millis: Arc::new(AtomicI64::new(1_767_268_800_000)),
            filled: Arc::default(),
        }
    }

    fn go_on(&self, millis: i64) {
        self.millis.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Instant {
        Instant::from_millis(self.millis.load(Ordering::SeqCst)).expect("a time of our days")
    }

    /// Nothing here waits; what would renew a lease never comes to it.
    async fn sleep(&self, _duration: Duration) {
        std::future::pending().await
    }

    fn fill(&self, bytes: &mut [u8]) {
        for salt in bytes.chunks_mut(16) {
            let number = self.filled.fetch_add(1, Ordering::SeqCst);
            let hash = Sha256::digest(format!("golden salt {number}"));
            salt.copy_from_slice(&hash[..salt.len()]);
        }
    }
}

type GoldenHost = Host<MemoryStore, ScriptedModel, FixedClock>;

fn project(collapse: &str) -> Arc<Project> {
    let files = Files(BTreeMap::from([
        ("world.yaml".to_owned(), WORLD.as_bytes().to_vec()),
        ("collapse.yaml".to_owned(), collapse.as_bytes().to_vec()),
    ]));
    let (project, diagnostics) = compile(&files);
    Arc::new(project.unwrap_or_else(|| panic!("the golden project has mistakes: {diagnostics:#?}")))
}

/// A node on that store and clock.
fn host(node: &str, store: MemoryStore, clock: FixedClock) -> Arc<GoldenHost> {
    let mut options = Options::new(node);
    options.generator = Generator::Model;
    options.sealer = Some(Sealer::new("a golden key"));
    Host::new(store, ScriptedModel::default(), clock, options)
}

fn answers(host: &GoldenHost, outcomes: impl IntoIterator<Item = Outcome>) {
    for outcome in outcomes {
        host.model.push(ScriptedAnswer {
            cell: None,
            outcome,
        });
    }
}

fn said(text: &str) -> Outcome {
    Outcome::Answered {
        text: text.to_owned(),
        tokens: Some(Count(text.split_whitespace().count() as u64)),
    }
}

fn failed(reason: &str) -> Outcome {
    Outcome::Failed {
        reason: reason.to_owned(),
    }
}

async fn open(host: &Arc<GoldenHost>, session: &str, project: &Arc<Project>) {
    let open = Open {
        id: "open".to_owned(),
        project: project.clone(),
        language: Some(Name::from("en")),
        seed: Some(7),
        position: Some(Name::from("desk")),
        tenant: Some(Name::from("inn")),
        subject: None,
    };
    host.open(session, open).await.expect("the session opens");
}

async fn send(host: &Arc<GoldenHost>, session: &str, line: &str) {
    host.clock.go_on(1_000);
    let envelope = Envelope::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
    host.input(session, envelope)
        .await
        .unwrap_or_else(|failure| panic!("{line}: {failure}"));
}

async fn exported(host: &GoldenHost, session: &str) -> String {
    let lines = export::export(&host.store, session)
        .await
        .expect("the session can be exported");
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The files by name, with their content.
pub async fn sessions() -> BTreeMap<&'static str, String> {
    let host = host("node-b", MemoryStore::new(), FixedClock::new());
    let first = project(COLLAPSE_1);
    arrival(&host, &first).await;
    let fork = fork::fork(&host.store, "golden", 12, "golden-fork", &host.clock)
        .await
        .expect("the session forks");
    assert_eq!(fork.seq, 12);
    open(&host, "golden-erased", &first).await;
    send(&host, "golden-erased", r#"{"id":"1","message":"Ada"}"#).await;
    send(&host, "golden-erased", r#"{"id":"2","assert":{"anna.luggage":"on_its_way","anna.passport":"P 9"},"source":"desk","version":1}"#).await;
    host.erase("golden-erased", "on request")
        .await
        .expect("it can be erased");
    voices(&host).await;
    BTreeMap::from([
        ("journal-13.jsonl", exported(&host, "golden").await),
        (
            "journal-13-fork.jsonl",
            exported(&host, "golden-fork").await,
        ),
        (
            "journal-13-erased.jsonl",
            exported(&host, "golden-erased").await,
        ),
        (
            "journal-13-voices.jsonl",
            exported(&host, "golden-voices").await,
        ),
    ])
}

/// A model says what a message asks, makes the value and words the telling; its first words are refused.
async fn voices(host: &Arc<GoldenHost>) {
    let send = async |line: &str| send(host, "golden-voices", line).await;
    open(host, "golden-voices", &project(COLLAPSE_3)).await;
    for (at, message) in ["Ada", "good", "2", "2026-02-03"].iter().enumerate() {
        send(&format!(r#"{{"id":"{at}","message":"{message}"}}"#)).await;
    }
    answers(
        host,
        [
            said(r#"{"cells":["ben.tune"]}"#),
            said(r#"{"value":"low","reasoning":"it is late","confidence":0.9}"#),
            said(r#"{"value":"Ben hums something high and low."}"#),
            said(r#"{"value":"Something low, that is what Ben hums."}"#),
        ],
    );
    send(r#"{"id":"hum","message":"What do you hum?"}"#).await;
}

async fn arrival(host: &Arc<GoldenHost>, first: &Arc<Project>) {
    let send = async |line: &str| send(host, "golden", line).await;
    open(host, "golden", first).await;
    // What is awkward in a text, and in an id.
    send(r#"{"id":"1 \"é\"\\\u0001\u2028","message":"  Zo\u0065\u0301 \"Z\" \\ <&> \ud83d\ude00\u0007\u007f "}"#).await;
    // Two tries, then the question is left open.
    send(r#"{"id":"2","message":"purple"}"#).await;
    send(r#"{"id":"3","message":"not good"}"#).await;
    // Every kind of value; the open question is settled by it. One is confidential, one does not exist.
    send(
        r#"{"id":"4","assert":{"anna.nights":3.50,"anna.vegetarian":true,"anna.seen":"2026-01-01T08:00:00+01:00","anna.home":"lyon","anna.visited":["lyon","brno"],"anna.wishes":["tea",""],"anna.nickname":null,"anna.passport":"X 123","anna.nope":-0.5},"source":"crm","version":7}"#,
    )
    .await;
    send(r#"{"id":"5","assert":{"anna.luggage":"on_its_way"},"source":"desk","version":18446744073709551615}"#).await;
    send(r#"{"id":"6","assert":{"anna.luggage":"in_the_room"},"source":"desk","version":2}"#).await;
    send(r#"{"id":"7","act":"request"}"#).await;
    send(r#"{"id":"8","act":"inform","slot":"arrives","value":"2026-02-03"}"#).await;
    send(r#"{"id":"9","event":"SING"}"#).await;
    send(r#"{"id":"10","author":{"alias":"Nan","entity":"anna"}}"#).await;
    send(r#"{"id":"11","author":{"assert":{"anna.luggage":"in_the_room"}}}"#).await;
    // What a fact does to its neighbourhood; a constraint that is laid and lifted; another scene.
    send(r#"{"id":"w1","assert":{"ben.grudge":"old"}}"#).await;
    send(r#"{"id":"w2","author":{"constrain":"cora.wary != very","strength":"soft","weight":0.7,"because":"she smiles"}}"#).await;
    send(r#"{"id":"w3","author":{"constrain":"cora.wary == rather"}}"#).await;
    let state = host.load("golden").await.expect("it loads").state;
    let last = state
        .constraints
        .iter()
        .last()
        .map(|(seq, _)| *seq)
        .expect("a constraint");
    send(&format!(
        r#"{{"id":"w4","author":{{"lift":{last},"because":"it was a guess"}}}}"#
    ))
    .await;
    send(r#"{"id":"w5","event":"LOBBY"}"#).await;
    // A list that is too long, and one that a model makes.
    send(r#"{"id":"l1","assert":{"cora.bag":["key","lamp","coin"]}}"#).await;
    answers(
        host,
        [
            said(r#"{"value":["coin"," key"]}"#),
            said(r#"{"value":["lamp","key"]}"#),
        ],
    );
    send(r#"{"id":"l2","observe":"cora.bag"}"#).await;
    // What somebody said of another, and what is found to be so.
    send(r#"{"id":"w8","tell":"cora.wary == very","by":"ben"}"#).await;
    send(r#"{"id":"w9","assert":{"cora.wary":"rather"}}"#).await;
    send(r#"{"id":"w6","observe":"cora.grudge","depth":"detailed","register":"dark"}"#).await;
    send(r#"{"id":"w7","assert":{"cora.wary":"no"}}"#).await;
    // Somebody who knows says one thing, another is seen: the author says that he mistook the night.
    send(r#"{"id":"i1","assert":{"ben.shift":"day"}}"#).await;
    send(r#"{"id":"i2","tell":"cora.shift == night","by":"ben"}"#).await;
    send(r#"{"id":"i3","assert":{"cora.shift":"day"}}"#).await;
    let state = host.load("golden").await.expect("it loads").state;
    let (at, _) = state.open_incoherences().next().expect("an incoherence");
    let last = state.testimonies.iter().last().map(|(seq, _)| *seq);
    let last = last.expect("a testimony");
    send(&format!(
        r#"{{"id":"i4","author":{{"settle":{at},"yields":{last},"as":"nuance","because":"he mistook the night"}}}}"#
    ))
    .await;
    send(r#"{"id":"i5","author":{"merge":"cora","into":"ben","because":"one clerk, two names"}}"#)
        .await;
    // Another node took the lease and never came back: the turn is resumed. A model that fails, is
    // late and talks too much is asked again; an input that comes meanwhile is a bare one.
    let now = host.clock.now();
    host.store
        .lease("golden", "node-a", now, now.add_millis(1).expect("soon"))
        .await
        .expect("memory answers");
    host.clock.go_on(60_000);
    answers(
        host,
        [
            failed("overloaded"),
            Outcome::TimedOut,
            said(&"so ".repeat(20)),
            said("Slowly, but surely."),
        ],
    );
    tokio::join!(
        send(r#"{"id":"12","event":"TAKE_KEY"}"#),
        send(r#"{"id":"13","message":"Is anybody there?"}"#)
    );
    // Every attempt fails, and the project leaves the cell open.
    answers(host, [failed("overloaded"), said("")]);
    send(r#"{"id":"14","observe":"anna.fear"}"#).await;
    send(r#"{"id":"15","observe":"anna.motto"}"#).await;
    // Moved to a version that falls back to the offline generator.
    let second = project(COLLAPSE_2);
    host.keep_project(&second).await.expect("memory answers");
    send(&format!(
        r#"{{"id":"16","author":{{"migrate":"{}"}}}}"#,
        second.hash
    ))
    .await;
    // Another node goes on, and reads the session from its journal.
    let other = self::host("node-c", host.store.clone(), host.clock.clone());
    answers(&other, [failed("overloaded"), Outcome::TimedOut]);
    self::send(&other, "golden", r#"{"id":"17","observe":"anna.omen"}"#).await;
    // The last block: a form, a way back, a mirror that is put right, a score and the end.
    let send = async |line: &str| self::send(&other, "golden", line).await;
    send(r#"{"id":"18","event":"LEAVE"}"#).await;
    send(r#"{"id":"19","message":"cancel"}"#).await;
    send(r#"{"id":"20","message":"resume"}"#).await;
    // Of two rooms one is taken back, with what was said of it.
    send(r#"{"id":"20a","message":"Blue, Green"}"#).await;
    send(r#"{"id":"20b","message":"the sea"}"#).await;
    send(r#"{"id":"20c","message":"correction: rooms = Green"}"#).await;
    send(r#"{"id":"20d","message":"the hill"}"#).await;
    answers(&other, [said("Brief and kind."), said("Short and sour.")]);
    send(r#"{"id":"21","act":"inform","slot":"taste","value":"sweet"}"#).await;
    send(r#"{"id":"22","act":"correct","slot":"taste","value":"sour"}"#).await;
    send(r#"{"id":"23","message":"rather shy than brief"}"#).await;
    // What was put right is outdated by another answer, and asked for in its next revision.
    send(r#"{"id":"24","act":"correct","slot":"taste","value":"sweet"}"#).await;
    answers(&other, [said("Gentle after all.")]);
    send(r#"{"id":"25","event":"SLEEP"}"#).await;
    send(r#"{"id":"26","message":"yes"}"#).await;
}
