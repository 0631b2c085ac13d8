//! Time from a fresh host to the first reply, whatever the length of the past: same canon, and always
//! one event before the next snapshot is due, which is the most that is ever folded.

use crate::Effort;
use crate::machine::{Scratch, least_and_most, median};
use crate::play::{self, compiled};
use crate::report::{Report, round};
use canonry::host::Open;
use canonry::record::to_entry;
use canonry::store::memory::MemoryStore;
use canonry::store::sqlite::SqliteStore;
use canonry::store::{
    Appended, Batch, Expect, NewInput, NewRecord, NewSession, Record, Store, chain,
};
use engine::event::Event;
use engine::input::{Assertion, Envelope, Input, Raw};
use engine::project::{Files, Project};
use engine::state::{EntryContent, State};
use engine::{limits, snapshot};
use logic::value::Digest;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::future::poll_fn;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

const PASTS: [usize; 3] = [10, 1_000, 100_000];
const CELLS: usize = 24;
/// The last turns set all cells at once, so that even ten turns make the events that are wanted.
const FULL_TURNS: usize = 10;

/// A session of the store that is measured, with what is needed to put its snapshot where it belongs.
struct Past {
    turns: usize,
    session: String,
    state: State,
    folded: u64,
    opened: Vec<f64>,
    replied: Vec<f64>,
}

pub async fn run(effort: Effort, report: &mut Report) {
    let scratch = Scratch::new("cold");
    let path = scratch.file("past.db");
    report.line("");
    report.line("cold: from a fresh host to the first durable reply, same canon, one event before the next snapshot is due (SQLite)");
    let started = Instant::now();
    let project = project();
    let mut pasts = Vec::new();
    {
        let store = SqliteStore::open(&path).expect("a new store");
        store
            .put_project(project.hash, project.files.pack())
            .await
            .expect("the store takes the project");
        for turns in PASTS {
            pasts.push(build(&store, &project, turns).await);
        }
    }
    report.line(format!(
        "  the pasts were written in {:.1} s",
        started.elapsed().as_secs_f64()
    ));
    for repetition in 0..effort.of(15, 61) {
        let length = pasts.len();
        for index in 0..length {
            measure(&path, &mut pasts[(index + repetition) % length], repetition).await;
        }
    }
    for past in &pasts {
        let total: Vec<f64> = past
            .opened
            .iter()
            .zip(&past.replied)
            .map(|(opened, replied)| opened + replied)
            .collect();
        let (least, most) = least_and_most(&total);
        report.line(format!(
            "  {:>6} past turns ({:>6} entries): {:.2} ms [{least:.2}-{most:.2}], of which {:.2} ms for opening the store; {} entries folded",
            past.turns,
            past.state.seq + limits::SNAPSHOT_EVENTS - 1,
            median(total.clone()),
            median(past.opened.clone()),
            past.folded
        ));
        report.put("cold", json!({ "past_turns": past.turns, "first_reply_ms": round(median(total)), "open_ms": round(median(past.opened.clone())), "folded": past.folded }));
    }
    let ratio = |of: fn(&Past, usize) -> f64| {
        let (first, last) = (&pasts[0], &pasts[pasts.len() - 1]);
        median(
            (0..first.replied.len())
                .map(|index| of(last, index) / of(first, index))
                .collect(),
        )
    };
    let reply = ratio(|past, index| past.replied[index]);
    let total = ratio(|past, index| past.opened[index] + past.replied[index]);
    report.line(format!(
        "  ratio of {} to {} past turns: {total:.2} (the reply alone: {reply:.2}); 1 is flat",
        PASTS[2], PASTS[0]
    ));
    report.put(
        "cold",
        json!({ "ratio": round(total), "reply_ratio": round(reply) }),
    );
}

async fn measure(path: &Path, past: &mut Past, repetition: usize) {
    let started = Instant::now();
    let store = SqliteStore::open(path).expect("our own store");
    let opened = started.elapsed();
    // A snapshot that it takes after the reply would stand in the way of the next measurement.
    let host = play::host(store.clone(), |options| {
        options.snapshot_events = u64::MAX / 2
    });
    let input = Envelope {
        id: format!("cold-{repetition:06}"),
        input: Input::Message("hello again".to_owned()),
    };
    let answered = host.input(&past.session, input).await.expect("a reply");
    let all = started.elapsed();
    past.opened.push(opened.as_secs_f64() * 1000.0);
    past.replied.push((all - opened).as_secs_f64() * 1000.0);
    host.shutdown().await;
    place_snapshot(&store, past, answered.head + 1 - limits::SNAPSHOT_EVENTS).await;
    let loaded = play::host(store, |_| ())
        .load(&past.session)
        .await
        .expect("our own session");
    assert_eq!(loaded.state.seq, answered.head);
    assert_eq!(
        loaded.folded,
        limits::SNAPSHOT_EVENTS - 1,
        "the snapshot lies where it should"
    );
    past.folded = loaded.folded;
}

/// Moves the snapshot on, so that the next load folds one event less than would make a new one due.
async fn place_snapshot(store: &SqliteStore, past: &mut Past, at: u64) {
    let missing = usize::try_from(at - past.state.seq).expect("few entries");
    let mut last = None;
    for record in store
        .read(&past.session, past.state.seq, missing)
        .await
        .expect("our own records")
    {
        past.state
            .evolve(&to_entry(&record).expect("our own event"))
            .expect("our own journal");
        last = Some(record.chain);
    }
    if let Some(chain) = last {
        store
            .put_snapshot(&past.session, at, snapshot::save(&past.state, chain))
            .await
            .expect("the store takes it");
    }
}

fn project() -> Arc<Project> {
    let mut world = String::from(
        "name: Cold\nlanguages: [en]\nsorts: { desk: { is: [character] } }\nattributes:\n  desk:\n",
    );
    for cell in 0..CELLS {
        writeln!(world, "    f{cell:02}: {{ type: number, changes: true }}").expect("a string");
    }
    world.push_str("entities:\n  desk: { sort: desk, name: the desk }\notherwise: Noted.\n");
    compiled(&Files(BTreeMap::from([(
        "world.yaml".to_owned(),
        world.into_bytes(),
    )])))
}

fn set(turn: usize, cells: std::ops::Range<usize>) -> Envelope {
    let values = cells
        .map(|cell| (format!("desk.f{cell:02}"), Raw::Number(turn.to_string())))
        .collect();
    Envelope {
        id: format!("turn-{turn:08}"),
        input: Input::Assert(Assertion {
            values,
            source: None,
            version: None,
        }),
    }
}

/// Plays the past in memory, which needs no disk, and copies it turn by turn.
async fn build(store: &SqliteStore, project: &Arc<Project>, turns: usize) -> Past {
    let memory = MemoryStore::default();
    let host = play::host(memory.clone(), |options| {
        options.snapshot_events = u64::MAX / 2
    });
    let session = format!("past-of-{turns}");
    let open = Open {
        id: "opening".to_owned(),
        project: project.clone(),
        language: None,
        seed: Some(1),
        position: None,
        tenant: None,
        subject: None,
    };
    let mut head = host.open(&session, open).await.expect("a session").head;
    for turn in 1..=turns - FULL_TURNS {
        head = host
            .input(&session, set(turn, 0..1))
            .await
            .expect("a turn")
            .head;
    }
    // The events that are still wanted, shared out among the last turns.
    let due = limits::SNAPSHOT_EVENTS - 1;
    let mut wanted =
        usize::try_from(due - if turns == FULL_TURNS { head } else { 0 }).expect("a small number");
    for left in (1..=FULL_TURNS).rev() {
        let events = (wanted / left).clamp(3, CELLS + 2);
        wanted -= events;
        let range = if left % 2 == 0 {
            0..events - 2
        } else {
            CELLS - (events - 2)..CELLS
        };
        head = host
            .input(&session, set(turns - left + 1, range))
            .await
            .expect("a turn")
            .head;
    }
    copy(&memory, store, &session, project).await;
    let mut past = Past {
        turns,
        session,
        state: State::default(),
        folded: 0,
        opened: Vec::new(),
        replied: Vec::new(),
    };
    // Ten turns are before their first snapshot; the others get theirs.
    if head > due {
        let mut chain = None;
        while past.state.seq < head - due {
            let wanted = usize::try_from(head - due - past.state.seq)
                .expect("a small number")
                .min(limits::READ_RECORDS);
            for record in memory
                .read(&past.session, past.state.seq, wanted)
                .await
                .expect("our own records")
            {
                past.state
                    .evolve(&to_entry(&record).expect("our own event"))
                    .expect("our own journal");
                chain = Some(record.chain);
            }
        }
        let bytes = snapshot::save(&past.state, chain.expect("at least one entry"));
        store
            .put_snapshot(&past.session, past.state.seq, bytes)
            .await
            .expect("the store takes it");
    }
    past
}

async fn copy(from: &MemoryStore, to: &SqliteStore, session: &str, project: &Project) {
    let mut after = 0;
    let mut turn: Vec<Record> = Vec::new();
    loop {
        let records = from
            .read(session, after, 8192)
            .await
            .expect("our own records");
        let Some(last) = records.last() else { break };
        after = last.seq;
        let mut batches = Vec::new();
        for record in records {
            let ends = record.header.kind == "TurnEnded";
            turn.push(record);
            if ends {
                batches.push(batch(std::mem::take(&mut turn), project));
            }
        }
        // Sent without waiting, in order: the writer takes them in groups.
        let mut appends: Vec<_> = batches
            .into_iter()
            .map(|batch| Box::pin(to.append(session, batch)))
            .collect();
        let mut early = Vec::new();
        for append in &mut appends {
            early.push(poll_fn(|context| Poll::Ready(Pin::as_mut(append).poll(context))).await);
        }
        for (append, early) in appends.into_iter().zip(early) {
            let appended = match early {
                Poll::Ready(appended) => appended,
                Poll::Pending => append.await,
            };
            assert!(
                matches!(appended, Ok(Appended::At { .. })),
                "the copy goes through: {appended:?}"
            );
        }
    }
}

fn batch(turn: Vec<Record>, project: &Project) -> Batch {
    let before = turn[0].seq - 1;
    let header = turn[0].header.clone();
    let create = (before == 0).then(|| NewSession {
        project: project.hash,
        project_name: project.name.clone(),
        subject: None,
        at: header.at,
    });
    let input = NewInput {
        id: header.cause.clone(),
        digest: digest(&turn[0]),
        index: 0,
    };
    let record = |record: Record| {
        let content = record.content.expect("nothing was erased");
        NewRecord {
            header: record.header,
            salt: content.salt,
            body: content.body,
        }
    };
    Batch {
        expect: if before == 0 {
            Expect::Empty
        } else {
            Expect::Seq(before)
        },
        input: Some(input),
        ends: Some(header.cause),
        records: turn.into_iter().map(record).collect(),
        work: Vec::new(),
        sealed: Vec::new(),
        create,
    }
}

fn digest(record: &Record) -> Digest {
    match to_entry(record).expect("our own event").content {
        EntryContent::Event(Event::InputRecorded(recorded)) => Envelope {
            id: record.header.cause.clone(),
            input: recorded.input,
        }
        .digest(),
        EntryContent::Event(_) | EntryContent::Hole { .. } => chain::sha256(b"opening"),
    }
}
