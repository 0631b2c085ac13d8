//! Many whole interviews at once in one process, each interrupted by all the others.

use super::*;
use crate::person;
use engine::answer::Reader;
use engine::event::Ended;
use engine::project::PartKind;
use engine::view::{Awaited, View};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// How many interviews, unless CANONRY_INTERVIEWS says another number.
const INTERVIEWS: usize = 500;

fn resident_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// One turn of one interview, if anything is awaited in it.
struct Candidate {
    session: String,
    rng: Rng,
    view: View,
    turns: usize,
}

#[test]
#[allow(clippy::print_stdout, reason = "figures for whoever runs it")]
fn interleaved_interviews_keep_apart() {
    let asked = std::env::var("CANONRY_INTERVIEWS").ok();
    let count = asked.map_or(INTERVIEWS, |asked| {
        asked.parse().expect("CANONRY_INTERVIEWS is a number")
    });
    let project = flows::axiom();
    block(async {
        let before = resident_kilobytes();
        let store = MemoryStore::default();
        let host = plain(&store);
        let begun = std::time::Instant::now();
        let mut waiting = Vec::new();
        for index in 0..count {
            let session = format!("c{index}");
            let open = host
                .open(&session, open_with(&project))
                .await
                .expect("opens");
            waiting.push(Candidate {
                session,
                rng: Rng::new(index as u64 % 50),
                view: open.view,
                turns: 0,
            });
        }
        let (mut order, mut turns) = (Rng::new(1), 0_u64);
        let mut ended: BTreeMap<u64, Vec<(String, usize, Vec<_>)>> = BTreeMap::new();
        while !waiting.is_empty() {
            let at = order.below(waiting.len());
            let candidate = &mut waiting[at];
            let Some(input) = person::answers(&mut candidate.rng, &project, &candidate.view) else {
                let over = waiting.swap_remove(at);
                let how = over.view.ended.as_ref().map(|ended| ended.how);
                assert_eq!(how, Some(Ended::Completed), "{}", over.session);
                let index: u64 = over.session[1..].parse().expect("its number");
                let facts = person::facts(&over.view);
                ended
                    .entry(index % 50)
                    .or_default()
                    .push((over.session, over.turns, facts));
                continue;
            };
            candidate.turns += 1;
            let envelope = Envelope {
                id: format!("i{}", candidate.turns),
                input,
            };
            candidate.view = host
                .input(&candidate.session, envelope)
                .await
                .expect("answers")
                .view;
            turns += 1;
        }
        let seconds = begun.elapsed().as_secs_f64();
        // Whoever says the same is told the same, whatever happened in between.
        for (seed, alike) in &ended {
            for (session, turns, facts) in alike {
                assert_eq!(
                    (turns, facts),
                    (&alike[0].1, &alike[0].2),
                    "{session}, seed {seed}"
                );
            }
        }
        assert_eq!(ended.values().map(Vec::len).sum::<usize>(), count);
        let grown = resident_kilobytes().saturating_sub(before);
        println!(
            "{count} interviews, {turns} turns, {:.0} turns a second, {:.1} kB of memory an interview",
            turns as f64 / seconds,
            grown as f64 / count as f64
        );
    });
}

fn completed(played: &flows::Played) -> bool {
    let last = &played.answered.last().expect("a reply").view;
    last.ended.as_ref().map(|ended| ended.how) == Some(Ended::Completed)
}

/// Whether a question in free words is open.
fn in_free_words(project: &Project, view: &View) -> bool {
    let open = view
        .open
        .as_ref()
        .filter(|_| view.awaited == Awaited::Answer);
    let part = open.and_then(|open| project.part(open.part.as_ref()?));
    matches!(part.map(|part| &part.kind), Some(PartKind::Ask { question, .. }) if question.reader == Reader::Text)
}

/// Two interviews that differ in one answer differ only in what is said about it.
#[test]
fn one_other_answer_changes_only_what_is_said_about_it() {
    let project = flows::axiom();
    let (one, other) = ("Remonter la grande horloge", "Repeindre la petite barque");
    let mut questions = 0;
    // Every second question; each takes two whole interviews.
    for at in (0..60).step_by(2) {
        let asked = Cell::new(0);
        let played = block(async {
            let mut both = Vec::new();
            for said in [one, other] {
                asked.set(0);
                both.push(
                    flows::interview(&project, 11, |rng, project, view| {
                        let usual = person::answers(rng, project, view);
                        if !in_free_words(project, view) {
                            return usual;
                        }
                        asked.set(asked.get() + 1);
                        let here = asked.get() == at + 1;
                        if here {
                            Some(Input::Message(said.to_owned()))
                        } else {
                            usual
                        }
                    })
                    .await,
                );
            }
            both
        });
        if asked.get() <= at {
            break;
        }
        questions += 1;
        let (first, second) = (&played[0], &played[1]);
        assert!(completed(first) && completed(second), "question {at}");
        let told = |played: &flows::Played| -> Vec<String> {
            let items = played.answered.iter().flat_map(|answered| &answered.items);
            items
                .map(|item| format!("{} {:?} {}", item.id, item.kind, item.text))
                .collect()
        };
        let (first, second) = (told(first), told(second));
        assert_eq!(first.len(), second.len(), "question {at}");
        for (first, second) in first.iter().zip(&second) {
            assert_eq!(&first.replace(one, other), second, "question {at}");
        }
    }
    assert!(questions >= 5, "{questions}");
}

/// Whatever is pasted is recorded whole, gets a reply, and ends no interview.
#[test]
fn fifty_kilobytes_at_every_step_are_recorded_and_survived() {
    let project = flows::axiom();
    let paste = "Voici tout mon journal, sans rien couper. ".repeat(1200);
    assert!(paste.len() > 50_000, "{}", paste.len());
    let pasted = RefCell::new(BTreeSet::new());
    let played = block(flows::interview(&project, 5, |rng, project, view| {
        let open = view.open.as_ref().and_then(|open| open.part.clone());
        match open {
            Some(part) if pasted.borrow_mut().insert(part.clone()) => {
                Some(Input::Message(paste.clone()))
            }
            Some(_) | None => person::answers(rng, project, view),
        }
    }));
    assert!(completed(&played));
    let pastes = pasted.borrow().len();
    assert!(pastes > 50, "{pastes}");
    for (answered, envelope) in played.answered[1..].iter().zip(&played.script) {
        assert!(!answered.items.is_empty(), "{}", envelope.id);
    }
    let events = block(flows::events(&played.store));
    let whole = |event: &&Event| matches!(event, Event::InputRecorded(recorded) if recorded.input == Input::Message(paste.clone()));
    assert_eq!(events.iter().filter(whole).count(), pastes);
}

/// A reply without how many entries there are, which counts interrupted attempts as well.
fn told(answered: &Answered) -> String {
    let mut reply = answered.json();
    reply["cost"] = serde_json::Value::Null;
    reply["view"]["head"] = serde_json::Value::Null;
    reply.to_string()
}

/// The process ends after every single write, before anybody hears of it, and begins anew; every input is sent
/// until it is answered, and then once more.
#[test]
fn law_j1_an_interview_survives_the_end_of_its_process_after_every_write() {
    let project = flows::axiom();
    block(async {
        let played = flows::interview(&project, 3, person::answers).await;
        assert!(completed(&played));
        let ends = Faults {
            lose_appends: true,
            ..Faults::default()
        };
        let (store, _) = faults::faulty(ends, &project);
        let mut ends = 0;
        let inputs = std::iter::once(None).chain(played.script.iter().map(Some));
        for (envelope, wanted) in inputs.zip(&played.answered) {
            let mut answers = Vec::new();
            for _ in 0..8 {
                let mut options = Options::new("n");
                options.generator = Generator::Offline;
                let host = Host::new(store.clone(), NoModel, TestClock::steady(), options);
                let answered = match envelope {
                    None => host.open(SESSION, open_with(&project)).await,
                    Some(envelope) => host.input(SESSION, envelope.clone()).await,
                };
                host.kill();
                match answered {
                    Ok(answered) => answers.push(told(&answered)),
                    Err(_) => ends += 1,
                }
                if answers.len() == 2 {
                    break;
                }
            }
            assert_eq!(answers, [told(wanted), told(wanted)]);
        }
        // At least one write for the opening, and one for every input.
        assert!(ends > played.script.len(), "{ends}");
        let decided = |story: Vec<(String, Vec<u8>)>| -> Vec<(String, Vec<u8>)> {
            let kept = story.into_iter().filter(|(kind, _)| kind != "TurnFailed");
            kept.collect()
        };
        assert_eq!(
            decided(story(&store.inner).await),
            decided(story(&played.store).await)
        );
    });
}

/// A state that is put away and read back after every single event of an interview is the state.
#[test]
fn law_j1_a_state_put_away_after_every_event_is_the_same() {
    let project = flows::axiom();
    block(async {
        let played = flows::interview(&project, 4, person::answers).await;
        assert!(completed(&played));
        let chain = canonry::store::chain::sha256(b"chain");
        let mut kept = State::default();
        let mut plain = State::default();
        for record in records(&played.store).await {
            let entry = to_entry(&record).expect("whole");
            plain.evolve(&entry).expect("it folds");
            kept.evolve(&entry).expect("it folds");
            let bytes = engine::snapshot::save(&kept, chain);
            assert_eq!(
                bytes,
                engine::snapshot::save(&plain, chain),
                "{}",
                entry.seq
            );
            (kept, _) = engine::snapshot::load(&bytes).expect("whole");
        }
        kept.catch_up(&project);
        let last = &played.answered.last().expect("a reply").view;
        assert_eq!(engine::view::view(&project, &kept), *last);
    });
}
