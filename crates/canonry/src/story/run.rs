//! Running a story: a host on a store of its own, a clock that stands still between inputs, and a
//! model that says what the story says.
//!
//! Every turn is also held against two laws that no story has to mention: the reply's view is what a
//! read returns right after (J9), and an input that is sent again gets the same reply and changes
//! nothing (J8).

use super::compare::{compare, differ, same};
use super::format::{Answer, ModelKind, Story, Tick, Turn};
use crate::clock::Clock;
use crate::failure::Failure;
use crate::host::{Answered, Host, Open, Options};
use crate::model::Model;
use crate::seal::Sealer;
use crate::store::Store;
use crate::store::memory::MemoryStore;
use engine::collapse::Generator;
use engine::input::Envelope;
use engine::project::Project;
use engine::request::{Outcome, Request};
use engine::view::view;
use logic::text::Phrase;
use logic::value::{Cell, Instant};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const SESSION: &str = "story";
const SECOND_MS: i64 = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryOutcome {
    pub title: String,
    pub line: usize,
    /// Inputs that were sent.
    pub inputs: usize,
    /// Of each turn the first line that differs.
    pub differences: Vec<Difference>,
}

impl StoryOutcome {
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub line: usize,
    pub expected: Phrase,
    pub actual: Phrase,
}

/// Plays a story from its beginning and says where it differs.
pub async fn run(project: Arc<Project>, story: &Story) -> StoryOutcome {
    if let Some(case) = &story.case {
        return super::case::run(&project, story, case);
    }
    let mut outcome = StoryOutcome {
        title: story.title.clone(),
        line: story.line,
        inputs: 0,
        differences: Vec::new(),
    };
    let player = Player::new(project, story);
    player.play(&mut outcome).await;
    player.host.shutdown().await;
    outcome
}

/// One turn that was played, to be sent again later.
struct Played<'a> {
    turn: &'a Turn,
    id: String,
    reply: serde_json::Value,
}

struct Player<'a> {
    story: &'a Story,
    host: Arc<Host<MemoryStore, StoryModel, StoryClock>>,
    project: Arc<Project>,
}

impl<'a> Player<'a> {
    fn new(project: Arc<Project>, story: &'a Story) -> Player<'a> {
        let mut options = Options::new("story");
        options.sealer = Some(Sealer::new("story"));
        options.generator = match story.model {
            ModelKind::Offline => Generator::Offline,
            ModelKind::Scripted => Generator::Model,
        };
        let clock = StoryClock {
            now_ms: AtomicI64::new(story.now.as_millis()),
            filled: AtomicU64::new(0),
        };
        Player {
            story,
            host: Host::new(MemoryStore::new(), StoryModel::default(), clock, options),
            project,
        }
    }

    async fn play(&self, outcome: &mut StoryOutcome) {
        let mut played: Vec<Played> = Vec::new();
        // What stands before the first input is the opening's too, unless the opening's own
        // expectations part them.
        let shared = match &self.story.turns[..] {
            [opening, first, ..] if opening.expected.is_empty() => &first.answers[..],
            _ => &[],
        };
        self.host.model.give(shared);
        for (index, turn) in self.story.turns.iter().enumerate() {
            if index != 1 || shared.is_empty() {
                self.host.model.give(&turn.answers);
            }
            if let Err(difference) = self.tick(turn, index) {
                return outcome.differences.push(difference);
            }
            let id = index.to_string();
            let answered = match self.send(turn, &id).await {
                Ok(answered) => answered,
                Err(failure) => return outcome.differences.push(self.failed(turn, &failure)),
            };
            outcome.inputs = index;
            let mut differences = compare(turn, &answered);
            differences.extend(self.model_differences(turn, index == 0 && !shared.is_empty()));
            let (reply, broken) = self.laws(turn, &id, &answered).await;
            differences.extend(broken);
            differences.sort_by_key(|difference| difference.line);
            outcome.differences.extend(differences.into_iter().next());
            played.push(Played { turn, id, reply });
        }
        // However late and in whatever order an input is repeated, its reply is the recorded one.
        for played in played.iter().rev() {
            outcome
                .differences
                .extend(self.repeat(played.turn, &played.id, &played.reply).await);
        }
    }

    fn tick(&self, turn: &Turn, index: usize) -> Result<(), Difference> {
        let now = self.host.clock.now();
        let next = match turn.tick {
            Some(Tick::At(at)) => Some(at),
            Some(Tick::AfterMillis(millis)) => now.add_millis(millis),
            None if index == 0 => Some(now),
            None => now.add_millis(SECOND_MS),
        };
        match next {
            Some(next) => {
                self.host
                    .clock
                    .now_ms
                    .store(next.as_millis(), Ordering::SeqCst);
                Ok(())
            }
            None => Err(differ(
                turn.line,
                Phrase::new("a moment of the calendar", "un instant du calendrier"),
                Phrase::new("past its end", "après sa fin"),
            )),
        }
    }

    async fn send(&self, turn: &Turn, id: &str) -> Result<Answered, Failure> {
        match &turn.input {
            None => {
                let open = Open {
                    id: id.to_owned(),
                    project: self.project.clone(),
                    language: self.story.language.1.clone(),
                    seed: Some(self.story.seed),
                    position: None,
                    tenant: None,
                    subject: None,
                };
                self.host.open(SESSION, open).await
            }
            Some(input) => {
                self.host
                    .input(
                        SESSION,
                        Envelope {
                            id: id.to_owned(),
                            input: input.clone(),
                        },
                    )
                    .await
            }
        }
    }

    fn failed(&self, turn: &Turn, failure: &Failure) -> Difference {
        let line = if turn.input.is_none() {
            self.story.language.0
        } else {
            turn.line
        };
        differ(
            line,
            Phrase::new("a reply", "une réponse"),
            failure.message.clone(),
        )
    }

    /// Answers that nobody asked for, and requests that no line answers.
    fn model_differences(&self, turn: &Turn, keeps_answers: bool) -> Vec<Difference> {
        let (left, unanswered) = self.host.model.take(keeps_answers);
        let unasked = left.iter().map(|answer| {
            differ(
                answer.line,
                same(&answer.written),
                Phrase::new("the model was not asked", "le modèle n'a pas été interrogé"),
            )
        });
        let missing = unanswered.first().map(|cell| {
            differ(
                turn.line,
                Phrase::new("a `*` line before this one", "une ligne `*` avant celle-ci"),
                Phrase::new(
                    format!("the model was asked for {cell}, and no `*` line answers"),
                    format!("le modèle a été interrogé pour {cell}, et aucune ligne `*` ne répond"),
                ),
            )
        });
        unasked.chain(missing).collect()
    }

    /// What holds of every turn of every session.
    async fn laws(
        &self,
        turn: &Turn,
        id: &str,
        answered: &Answered,
    ) -> (serde_json::Value, Vec<Difference>) {
        let mut broken = Vec::new();
        match self.host.load(SESSION).await {
            Ok(loaded) => {
                let read = view(&loaded.project, &loaded.state).json(loaded.state.seq);
                let replied = answered.view.json(answered.head);
                if read != replied {
                    broken.push(differ(
                        turn.line,
                        same(format!("J9: {read}")),
                        same(format!("J9: {replied}")),
                    ));
                }
            }
            Err(failure) => broken.push(self.failed(turn, &failure)),
        }
        let reply = without_cost(answered);
        broken.extend(self.repeat(turn, id, &reply).await);
        (reply, broken)
    }

    async fn repeat(&self, turn: &Turn, id: &str, reply: &serde_json::Value) -> Option<Difference> {
        let head = || async {
            self.host
                .store
                .head(SESSION)
                .await
                .ok()
                .flatten()
                .map(|head| head.seq)
        };
        let before = head().await;
        let again = match self.send(turn, id).await {
            Ok(again) => without_cost(&again),
            Err(failure) => return Some(self.failed(turn, &failure)),
        };
        if again != *reply {
            return Some(differ(
                turn.line,
                same(format!("J8: {reply}")),
                same(format!("J8: {again}")),
            ));
        }
        let after = head().await;
        (before != after).then(|| {
            differ(
                turn.line,
                same(format!("J8: {before:?}")),
                same(format!("J8: {after:?}")),
            )
        })
    }
}

fn without_cost(answered: &Answered) -> serde_json::Value {
    let mut json = answered.json();
    if let Some(fields) = json.as_object_mut() {
        fields.remove("cost");
    }
    json
}

// Time, chance and a model, as a story gives them.

struct StoryClock {
    now_ms: AtomicI64,
    filled: AtomicU64,
}

impl Clock for StoryClock {
    fn now(&self) -> Instant {
        Instant::from_millis(self.now_ms.load(Ordering::SeqCst)).unwrap_or(Instant::EPOCH)
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }

    fn fill(&self, bytes: &mut [u8]) {
        for byte in bytes {
            let count = self.filled.fetch_add(1, Ordering::SeqCst);
            *byte = count.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes()[0];
        }
    }
}

#[derive(Default)]
struct StoryModel {
    script: Mutex<Script>,
}

#[derive(Default)]
struct Script {
    answers: VecDeque<Answer>,
    unanswered: Vec<Cell>,
}

impl StoryModel {
    fn give(&self, answers: &[Answer]) {
        self.script
            .lock()
            .expect("no holder panics")
            .answers
            .extend(answers.iter().cloned());
    }

    /// What is left over, and what was asked for in vain.
    fn take(&self, keeps_answers: bool) -> (VecDeque<Answer>, Vec<Cell>) {
        let mut script = self.script.lock().expect("no holder panics");
        let left = if keeps_answers {
            VecDeque::new()
        } else {
            std::mem::take(&mut script.answers)
        };
        (left, std::mem::take(&mut script.unanswered))
    }
}

impl Model for StoryModel {
    async fn ask(&self, request: &Request) -> Outcome {
        let mut script = self.script.lock().expect("no holder panics");
        let found = script.answers.iter().position(|answer| {
            answer
                .cell
                .as_ref()
                .is_none_or(|cell| *cell == request.cell)
        });
        match found.and_then(|index| script.answers.remove(index)) {
            Some(answer) => answer.outcome,
            None => {
                script.unanswered.push(request.cell.clone());
                Outcome::Failed {
                    reason: "the story has no answer left".to_owned(),
                }
            }
        }
    }
}
