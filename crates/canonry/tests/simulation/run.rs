//! One simulated world: nodes that come and go, clients that send, repeat and retry.

use crate::faulty::{Faults, FaultyModel, FaultyStore, SimClock};
pub use crate::observer::Totals;
use crate::observer::{HOOK, Observer, SECRET};
use crate::projects;
use crate::rng::Rng;
use canonry::failure::{Failure, Kind};
use canonry::hooks::{Hook, On, To};
use canonry::host::{Answered, Host, Open, Options};
use canonry::inspect;
use canonry::seal::Sealer;
use canonry::store::Store;
use canonry::store::memory::MemoryStore;
use engine::collapse::Generator;
use engine::input::{Assertion, AuthorCommand, Envelope, Input, Raw};
use engine::project::Project;
use logic::value::Digest;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Settings {
    pub seed: u64,
    pub sessions: usize,
    pub inputs: usize,
    pub faults: Faults,
    /// Virtual milliseconds between two crashes, about; zero is never.
    pub crash_ms: u64,
}

impl Settings {
    pub fn faulty(seed: u64) -> Settings {
        let faults = Faults {
            refuse: 60,
            lose: 40,
            slow_ms: 40,
            bad_answers: 3,
            ..Faults::default()
        };
        Settings {
            seed,
            sessions: 4,
            inputs: 40,
            faults,
            crash_ms: 3000,
        }
    }

    pub fn calm(seed: u64) -> Settings {
        Settings {
            seed,
            sessions: 4,
            inputs: 40,
            faults: Faults::default(),
            crash_ms: 0,
        }
    }
}

#[derive(Debug)]
pub struct Outcome {
    pub totals: Totals,
    pub violations: Vec<String>,
    /// Over all chains: equal runs have equal fingerprints.
    pub fingerprint: Digest,
}

type SimHost = Host<FaultyStore, FaultyModel, SimClock>;

/// The nodes that are alive; a crashed one is replaced by a new one with a new name.
struct Cluster {
    nodes: Mutex<Vec<Arc<SimHost>>>,
    store: FaultyStore,
    model: FaultyModel,
    start: tokio::time::Instant,
    rng: Mutex<Rng>,
    made: Mutex<u64>,
}

impl Cluster {
    fn add_node(&self) {
        let mut made = self.made.lock().expect("made");
        *made += 1;
        let mut rng = self.rng.lock().expect("rng");
        let skew_ms = i64::try_from(rng.below(400)).expect("small") - 200;
        let clock = SimClock {
            start: self.start,
            skew_ms,
            rng: Arc::new(Mutex::new(rng.fork())),
        };
        let mut options = Options::new(format!("node-{made}"));
        options.generator = if rng.one_in(4) {
            Generator::Offline
        } else {
            Generator::Model
        };
        options.sealer = Some(Sealer::new("a key of all nodes"));
        options.snapshot_events = 1 + rng.next() % 40;
        options.cached_sessions = 1 + rng.below(4);
        options.hooks = vec![Hook {
            name: HOOK.to_owned(),
            on: vec![On::Turn],
            to: To::Command(vec!["true".to_owned()]),
            project: None,
            tenant: None,
        }];
        let host = Host::new(self.store.clone(), self.model.clone(), clock, options);
        self.nodes.lock().expect("nodes").push(host);
    }

    fn crash_one(&self) {
        let index = self
            .rng
            .lock()
            .expect("rng")
            .below(self.nodes.lock().expect("nodes").len());
        let dead = self.nodes.lock().expect("nodes").remove(index);
        dead.kill();
        self.store.observer.lock().expect("observer").totals.crashes += 1;
        self.add_node();
    }

    fn any_node(&self) -> Arc<SimHost> {
        let nodes = self.nodes.lock().expect("nodes");
        self.rng.lock().expect("rng").pick(&nodes).clone()
    }
}

pub fn simulate(settings: &Settings) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(tokio::task::LocalSet::new().run_until(run(settings)))
}

async fn run(settings: &Settings) -> Outcome {
    let mut rng = Rng::new(settings.seed);
    let observer = Arc::new(Mutex::new(Observer::default()));
    let faults = Arc::new(Mutex::new(settings.faults));
    let shared = Arc::new(Mutex::new(rng.fork()));
    let store = FaultyStore {
        inner: MemoryStore::default(),
        observer: observer.clone(),
        rng: shared.clone(),
        faults: faults.clone(),
    };
    let model = FaultyModel {
        observer: observer.clone(),
        rng: shared,
        faults: faults.clone(),
    };
    let cluster = Arc::new(Cluster {
        nodes: Mutex::default(),
        store: store.clone(),
        model,
        start: tokio::time::Instant::now(),
        rng: Mutex::new(rng.fork()),
        made: Mutex::new(0),
    });
    for _ in 0..1 + rng.below(3) {
        cluster.add_node();
    }
    let acknowledged = Arc::new(Mutex::new(BTreeMap::new()));
    let mut clients = tokio::task::JoinSet::new();
    let mut sessions = Vec::new();
    for index in 0..settings.sessions {
        let versions = versions(&mut rng);
        for version in &versions {
            observer.lock().expect("observer").know(version);
            let put = store.inner.put_project(version.hash, version.files.pack());
            put.await.expect("memory");
        }
        let session = format!("session-{index}");
        sessions.push(session.clone());
        let client = Client {
            session,
            project: versions[0].clone(),
            versions,
            erases: rng.one_in(4),
            cluster: cluster.clone(),
            acknowledged: acknowledged.clone(),
            rng: rng.fork(),
            inputs: settings.inputs,
        };
        clients.spawn_local(client.run());
    }
    let chaos = {
        let (cluster, mut rng, crash_ms) = (cluster.clone(), rng.fork(), settings.crash_ms);
        tokio::task::spawn_local(async move {
            if crash_ms == 0 {
                return;
            }
            loop {
                tokio::time::sleep(Duration::from_millis(1 + rng.next() % (2 * crash_ms))).await;
                cluster.crash_one();
                if rng.one_in(3) {
                    cluster.store.inner.drop_snapshots().await.expect("memory");
                }
            }
        })
    };
    let mut broken = Vec::new();
    while let Some(client) = clients.join_next().await {
        match client {
            Ok(mut violations) => broken.append(&mut violations),
            Err(error) => broken.push(format!("a client fell over: {error}")),
        }
    }
    chaos.abort();
    *faults.lock().expect("faults") = Faults::default();
    finish(&cluster, &sessions, &mut broken).await;
    let waiting = store.inner.waiting_work(None, usize::MAX).await;
    let waiting = waiting.expect("memory");
    let mut observer = observer.lock().expect("observer");
    observer.finish(&acknowledged.lock().expect("acknowledged"));
    for session in &sessions {
        observer.told(session, &waiting);
    }
    let mut fingerprint = String::new();
    for session in &sessions {
        fingerprint.push_str(&format!("{:?}", observer.head(session)));
    }
    broken.append(&mut observer.violations);
    Outcome {
        totals: observer.totals.clone(),
        violations: broken,
        fingerprint: canonry::store::chain::sha256(fingerprint.as_bytes()),
    }
}

/// A project and its next version, which says something more at its end.
fn versions(rng: &mut Rng) -> Vec<Arc<Project>> {
    let first = projects::project(rng);
    let mut more = first.files.clone();
    let flow = more.0.get_mut("flow.yaml").expect("every project has one");
    // At the end, but before an `end`, behind which nothing is reached.
    let text = String::from_utf8_lossy(flow).into_owned();
    let at = text.find("    - { end: ").unwrap_or(text.len());
    let added = "    - { say: added, text: 'One thing more.' }\n";
    *flow = format!("{}{added}{}", &text[..at], &text[at..]).into_bytes();
    vec![first, projects::compiled(&more)]
}

fn secret() -> Input {
    let values = BTreeMap::from([("anna.secret".to_owned(), Raw::Text(SECRET.to_owned()))]);
    Input::Assert(Assertion {
        values,
        source: None,
        version: None,
    })
}

/// With the faults over: the store agrees with what was seen, and every session is whole.
async fn finish(cluster: &Arc<Cluster>, sessions: &[String], broken: &mut Vec<String>) {
    let node = cluster.any_node();
    for session in sessions {
        let Ok(Some(head)) = cluster.store.inner.head(session).await else {
            broken.push(format!("{session} has no head"));
            continue;
        };
        let seen = cluster
            .store
            .observer
            .lock()
            .expect("observer")
            .head(session);
        if seen != Some((head.seq, head.decided, head.chain)) {
            broken.push(format!(
                "J15 {session}: the store's head is {head:?}, seen was {seen:?}"
            ));
        }
        match node.load(session).await {
            Ok(loaded) => {
                let same = cluster
                    .store
                    .observer
                    .lock()
                    .expect("observer")
                    .state(session)
                    .is_some_and(|state| *state == *loaded.state);
                if !same {
                    broken.push(format!(
                        "J18 {session}: what is loaded differs from what was folded"
                    ));
                }
            }
            Err(failure) => broken.push(format!("{session} cannot be loaded: {failure}")),
        }
        match inspect::doctor(&node, session).await {
            Ok(report) => broken.extend(unexpected(&report).map(|finding| {
                format!(
                    "{} {session}, entry {}: {}",
                    finding.check.code(),
                    finding.seq,
                    finding.message.en
                )
            })),
            Err(failure) => broken.push(format!("{session}: doctor failed: {failure}")),
        }
        fork(&node, session, head.seq, head.erased, broken).await;
    }
}

/// What is for the author to look at is no violation: the generated people contradict each other.
fn unexpected(report: &inspect::Report) -> impl Iterator<Item = &inspect::Finding> {
    let findings = report.findings.iter();
    findings.filter(|finding| !finding.message.en.contains("waits for the author"))
}

/// J16: a fork at any entry asks nobody, and is a whole session of its own; an erased one has none.
async fn fork(
    node: &Arc<SimHost>,
    session: &str,
    entries: u64,
    erased: bool,
    broken: &mut Vec<String>,
) {
    let count = |node: &SimHost| node.store.observer.lock().expect("observer").totals.clone();
    let (before, at) = (count(node), 1 + entries / 2);
    let name = format!("fork of {session}");
    match canonry::fork::fork(&node.store.inner, session, at, &name, &node.clock).await {
        Err(failure) if erased && failure.kind == Kind::Erased => return,
        // Half a decision cannot be forked, and the refusal says where one can.
        Err(failure) if failure.kind == Kind::Usage && !erased => {}
        Err(failure) => return broken.push(format!("J16 {session}: {failure}")),
        Ok(_) if erased => return broken.push(format!("J16 {session} was erased and forked")),
        Ok(_) => match inspect::doctor(node, &name).await {
            // A fork may stand before a decision; then its input is pending there, as it was.
            Ok(report) => broken.extend(
                unexpected(&report)
                    .filter(|finding| finding.check != inspect::Check::Pending)
                    .map(|finding| {
                        format!("J16 {name}, entry {}: {}", finding.seq, finding.message.en)
                    }),
            ),
            Err(failure) => broken.push(format!("J16 {name}: {failure}")),
        },
    }
    let mut observer = node.store.observer.lock().expect("observer");
    observer.totals.forks += 1;
    if observer.totals.requests != before.requests {
        broken.push(format!("J16 {name}: a model was asked"));
    }
}

struct Client {
    session: String,
    project: Arc<Project>,
    /// The project, and the version it may be moved to.
    versions: Vec<Arc<Project>>,
    erases: bool,
    cluster: Arc<Cluster>,
    acknowledged: Arc<Mutex<BTreeMap<(String, String), String>>>,
    rng: Rng,
    inputs: usize,
}

impl Client {
    async fn run(mut self) -> Vec<String> {
        let mut broken = Vec::new();
        self.send_until_answered(None, &mut broken).await;
        let mut sent: Vec<Envelope> = Vec::new();
        for index in 0..self.inputs {
            let envelope = Envelope {
                id: format!("i{index}"),
                input: self.input(),
            };
            sent.push(envelope.clone());
            match self.rng.below(6) {
                // A double tap: the same input twice at once, on any two nodes.
                0 => {
                    self.cluster
                        .store
                        .observer
                        .lock()
                        .expect("observer")
                        .totals
                        .duplicates += 1;
                    let (a, b) = (self.once(Some(&envelope)), self.once(Some(&envelope)));
                    let (a, b) = tokio::join!(a, b);
                    for outcome in [a, b].into_iter().flatten() {
                        self.remember(&envelope.id, &outcome, &mut broken);
                    }
                }
                // A burst: the next message does not wait for this one.
                1 => {
                    let next = Envelope {
                        id: format!("b{index}"),
                        input: self.input(),
                    };
                    sent.push(next.clone());
                    let (a, b) = (self.once(Some(&envelope)), self.once(Some(&next)));
                    let (a, b) = tokio::join!(a, b);
                    for (id, outcome) in [(&envelope.id, a), (&next.id, b)] {
                        if let Ok(answered) = outcome {
                            self.remember(id, &answered, &mut broken);
                        }
                    }
                    self.send_until_answered(Some(&next), &mut broken).await;
                }
                // The caller leaves: nothing is cancelled.
                2 => {
                    let wait = Duration::from_millis(self.rng.next() % 200);
                    let _ = tokio::time::timeout(wait, self.once(Some(&envelope))).await;
                }
                _ => {}
            }
            self.send_until_answered(Some(&envelope), &mut broken).await;
            // A late repeat, in any order; and the same id with another content.
            if self.rng.one_in(5) {
                let again = self.rng.pick(&sent).clone();
                self.cluster
                    .store
                    .observer
                    .lock()
                    .expect("observer")
                    .totals
                    .duplicates += 1;
                self.send_until_answered(Some(&again), &mut broken).await;
            }
            if self.rng.one_in(8) {
                self.reuse(&envelope, &mut broken).await;
            }
        }
        if self.erases {
            self.erase(&sent, &mut broken).await;
        }
        broken
    }

    fn input(&mut self) -> Input {
        match self.rng.below(40) {
            0 => Input::Author(AuthorCommand::Migrate {
                project: self.rng.pick(&self.versions).hash,
            }),
            1 | 2 => secret(),
            _ => {
                let input = projects::input(&mut self.rng);
                let observer = self.cluster.store.observer.lock().expect("observer");
                match observer.state(&self.session) {
                    Some(state) => projects::resolved(&input, state),
                    None => input,
                }
            }
        }
    }

    /// J8: until it is erased; then every id has one stable answer, on every node.
    async fn erase(&mut self, sent: &[Envelope], broken: &mut Vec<String>) {
        for _ in 0..400 {
            let node = self.cluster.any_node();
            match node.erase(&self.session, "asked to").await {
                Ok(_) => break,
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        for _ in 0..4 {
            let again = self.rng.pick(sent).clone();
            for attempt in 0..400 {
                match self.once(Some(&again)).await {
                    Err(failure) if failure.kind == Kind::Erased => break,
                    Err(failure)
                        if attempt < 399 && matches!(failure.kind, Kind::Store | Kind::Closing) =>
                    {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                    other => {
                        broken.push(format!(
                            "J8 {} was erased, and {} gives {other:?}",
                            self.session, again.id
                        ));
                        break;
                    }
                }
            }
        }
        let mut observer = self.cluster.store.observer.lock().expect("observer");
        observer.totals.erasures += 1;
    }

    /// One try on some node.
    async fn once(&self, envelope: Option<&Envelope>) -> Result<Answered, Failure> {
        let node = self.cluster.any_node();
        match envelope {
            Some(envelope) => node.input(&self.session, envelope.clone()).await,
            None => {
                let open = Open {
                    id: "open".to_owned(),
                    project: self.project.clone(),
                    language: None,
                    seed: Some(7),
                    position: None,
                    tenant: None,
                    subject: None,
                };
                node.open(&self.session, open).await
            }
        }
    }

    async fn send_until_answered(&mut self, envelope: Option<&Envelope>, broken: &mut Vec<String>) {
        let id = envelope.map_or("open", |envelope| envelope.id.as_str());
        for _ in 0..400 {
            match self.once(envelope).await {
                Ok(answered) => return self.remember(id, &answered, broken),
                Err(failure)
                    if matches!(failure.kind, Kind::Store | Kind::Closing | Kind::Pending) =>
                {
                    self.cluster
                        .store
                        .observer
                        .lock()
                        .expect("observer")
                        .totals
                        .retries += 1;
                    let wait = 1 + self.rng.next() % 500;
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                }
                Err(failure) => {
                    return broken.push(format!(
                        "{} {id}: {:?} {failure}",
                        self.session, failure.kind
                    ));
                }
            }
        }
        broken.push(format!("{} {id}: never answered", self.session));
    }

    /// J8: however often and wherever it is asked, the reply is the same.
    fn remember(&self, id: &str, answered: &Answered, broken: &mut Vec<String>) {
        let mut json = answered.json();
        json["cost"] = serde_json::Value::Null;
        let text = json.to_string();
        let mut all = self.acknowledged.lock().expect("acknowledged");
        match all.get(&(self.session.clone(), id.to_owned())) {
            Some(first) if *first != text => broken.push(format!(
                "J8 {} {id}: another reply:\n{first}\n{text}",
                self.session
            )),
            Some(_) => {}
            None => {
                all.insert((self.session.clone(), id.to_owned()), text);
            }
        }
    }

    async fn reuse(&mut self, envelope: &Envelope, broken: &mut Vec<String>) {
        let other = Envelope {
            id: envelope.id.clone(),
            input: Input::Message("something else entirely".to_owned()),
        };
        for _ in 0..400 {
            match self.once(Some(&other)).await {
                Err(failure) if failure.kind == Kind::InputIdReused => {
                    self.cluster
                        .store
                        .observer
                        .lock()
                        .expect("observer")
                        .totals
                        .reused += 1;
                    return;
                }
                Err(failure)
                    if matches!(failure.kind, Kind::Store | Kind::Closing | Kind::Pending) =>
                {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Ok(_) => {
                    return broken.push(format!(
                        "J8 {}: {} was taken with another content",
                        self.session, envelope.id
                    ));
                }
                Err(failure) => return broken.push(format!("{}: {failure}", self.session)),
            }
        }
    }
}
