//! A session without a host: inputs in, events out, a model that is a function.

use engine::collapse::Generator;
use engine::event::{Event, InputRecorded, SessionStarted};
use engine::input::Envelope;
use engine::item::{Count, Item};
use engine::project::{Files, Project, compile};
use engine::request::{Outcome, Request};
use engine::state::{Entry, EntryContent, State};
use engine::turn::{self, Step, Surroundings};
use engine::view::Changes;
use logic::value::{Digest, Instant, Name};
use std::sync::Arc;

pub fn project(source: &str) -> Arc<Project> {
    project_of(&[("world.yaml", source)])
}

/// A project of several files.
pub fn project_of(files: &[(&str, &str)]) -> Arc<Project> {
    let bytes = |(name, text): &(&str, &str)| ((*name).to_owned(), text.as_bytes().to_vec());
    let (project, diagnostics) = compile(&Files(files.iter().map(bytes).collect()));
    Arc::new(project.unwrap_or_else(|| panic!("{files:?}\n{diagnostics:#?}")))
}

/// What a turn did.
#[derive(Debug, Default)]
pub struct Turn {
    pub events: Vec<Event>,
    pub items: Vec<Item>,
    pub changes: Changes,
    pub requests: Vec<Request>,
    pub cost: turn::Cost,
}

impl Turn {
    pub fn refused(&self) -> Vec<&str> {
        self.changes
            .refused
            .iter()
            .map(|refused| refused.code.as_str())
            .collect()
    }

    pub fn texts(&self) -> Vec<&str> {
        self.items.iter().map(|item| item.text.as_str()).collect()
    }
}

#[derive(Clone)]
pub struct Session {
    pub project: Arc<Project>,
    pub state: State,
    pub entries: Vec<Entry>,
    next: u64,
}

impl Session {
    pub fn new(project: &Arc<Project>, seed: u64) -> Session {
        Session::spoken(project, seed, &project.languages[0])
    }

    /// The same in one of the project's languages.
    pub fn spoken(project: &Arc<Project>, seed: u64, language: &Name) -> Session {
        let mut session = Session {
            project: project.clone(),
            state: State::default(),
            entries: Vec::new(),
            next: 0,
        };
        let started = SessionStarted {
            build: "test".to_owned(),
            edition: Count(project.edition),
            forked: None,
            language: language.clone(),
            position: None,
            tenant: None,
            project: project.hash,
            seed: Count(seed),
        };
        session.push("open", Event::SessionStarted(started));
        session.decide(Generator::Offline, &mut |_| Outcome::TimedOut);
        session
    }

    fn push(&mut self, cause: &str, event: Event) {
        let entry = Entry {
            seq: self.state.seq + 1,
            at: Instant::EPOCH,
            cause: cause.to_owned(),
            content: EntryContent::Event(event),
        };
        self.state.evolve(&entry).expect("it folds");
        self.entries.push(entry);
    }

    /// One input without a model.
    pub fn send(&mut self, json: &str) -> Turn {
        self.send_to(json, Generator::Offline, &mut |_| Outcome::TimedOut)
    }

    /// One input with a model.
    pub fn ask(&mut self, json: &str, mut model: impl FnMut(&Request) -> String) -> Turn {
        let mut answer = |request: &Request| Outcome::Answered {
            text: model(request),
            tokens: None,
        };
        self.send_to(json, Generator::Model, &mut answer)
    }

    pub fn send_to(
        &mut self,
        json: &str,
        generator: Generator,
        model: &mut dyn FnMut(&Request) -> Outcome,
    ) -> Turn {
        self.record(json);
        self.decide(generator, model)
    }

    /// Writes an input down, to be decided later.
    pub fn record(&mut self, json: &str) {
        self.next += 1;
        let id = self.next.to_string();
        let line = format!("{{\"id\":\"{id}\",{}", json.trim_start_matches('{'));
        let envelope = Envelope::parse(&line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
        self.push(
            &id,
            Event::InputRecorded(InputRecorded {
                input: envelope.input,
                open: None,
            }),
        );
    }

    /// Decides everything that is recorded.
    pub fn decide(
        &mut self,
        generator: Generator,
        model: &mut dyn FnMut(&Request) -> Outcome,
    ) -> Turn {
        let mut turn = Turn::default();
        let project = self.project.clone();
        let none = |_: Digest| None;
        let surroundings = Surroundings {
            generator,
            projects: &none,
        };
        loop {
            let pending = self.state.pending.front();
            let id = pending.map_or(String::new(), |pending| pending.id.clone());
            match turn::step(&project, &self.state, &surroundings) {
                Step::Done => return turn,
                Step::Ask(requests) => {
                    let outcomes = requests.iter().map(|request| (request.id, model(request)));
                    let heard = turn::heard(&requests, outcomes.collect());
                    turn.requests.extend(requests);
                    for event in heard {
                        self.push(&id, event);
                    }
                }
                Step::Append(events, cost) => {
                    turn.cost.revisions += cost.revisions;
                    turn.cost.nodes += cost.nodes;
                    for event in events {
                        match &event {
                            Event::Said(item) => turn.items.push(item.clone()),
                            Event::TurnEnded(ended) => turn.changes = ended.changes.clone(),
                            Event::SessionStarted(_)
                            | Event::ProjectMoved(_)
                            | Event::InputRecorded(_)
                            | Event::Heard(_)
                            | Event::FactFixed(_)
                            | Event::FluentSet(_)
                            | Event::ConstraintAdded(_)
                            | Event::ConstraintLifted(_)
                            | Event::Testified(_)
                            | Event::Reinterpreted(_)
                            | Event::RelationSet(_)
                            | Event::Reinforced(_)
                            | Event::Marked(_)
                            | Event::Raised(_)
                            | Event::SceneChanged(_)
                            | Event::AliasLearned(_)
                            | Event::EntitiesMerged(_)
                            | Event::IncoherenceSettled(_)
                            | Event::ObligationOpened(_)
                            | Event::AnswerAccepted(_)
                            | Event::AnswerRefused(_)
                            | Event::ObligationClosed(_)
                            | Event::Reopened(_)
                            | Event::Cleared(_)
                            | Event::FlowEnded(_)
                            | Event::TurnFailed(_)
                            | Event::Erased(_) => {}
                        }
                        turn.events.push(event.clone());
                        self.push(&id, event);
                    }
                    self.state.catch_up(&project);
                }
            }
        }
    }

    pub fn value(&self, cell: &str) -> Option<String> {
        let cell = cell.parse().expect("a cell");
        let fact = self.state.facts.get(&cell)?;
        fact.value.as_ref().map(|value| value.show())
    }
}
