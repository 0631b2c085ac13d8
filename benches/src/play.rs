//! What the clients play: guests who arrive at the inn of `worlds/hello`, with answers, refusals,
//! reports of the desk, a gate and small talk. One play is one session.

use canonry::clock::SystemClock;
use canonry::failure::Failure;
use canonry::host::{Answered, Host, Open, Options};
use canonry::model::NoModel;
use canonry::store::Store;
use engine::input::{Assertion, Envelope, Input, Raw};
use engine::item::Count;
use engine::project::{Files, Project, compile};
use logic::value::Name;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

pub type BenchHost<S> = Host<S, NoModel, SystemClock>;

/// Turns of one play, its opening included.
pub const TURNS: usize = 16;

pub fn hello() -> Arc<Project> {
    let folder =
        canonry::folder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../worlds/hello"))
            .expect("worlds/hello is in the repository");
    compiled(&folder.files)
}

pub fn compiled(files: &Files) -> Arc<Project> {
    let (project, diagnostics) = compile(files);
    Arc::new(project.unwrap_or_else(|| panic!("the project has mistakes: {diagnostics:#?}")))
}

pub fn host<S: Store>(store: S, change: impl FnOnce(&mut Options)) -> Arc<BenchHost<S>> {
    let mut options = Options::new("bench");
    change(&mut options);
    Host::new(store, NoModel, SystemClock, options)
}

/// The input of a turn after the opening, by its number in the play.
fn input(turn: usize) -> Input {
    let say = |text: &str| Input::Message(text.to_owned());
    match turn {
        1 => say("Ada"),
        2 => say("purple"),
        3 => say("rather tired, thank you"),
        4 => luggage("on_its_way", 1),
        5 => say("8 nights"),
        6 => say("where is my key?"),
        7 => luggage("in_the_room", 2),
        8 => Input::Event(Name::from("TAKE_KEY")),
        turn if turn % 2 == 0 => luggage(
            if turn % 4 == 0 {
                "on_its_way"
            } else {
                "in_the_room"
            },
            turn as u64,
        ),
        _ => say("thank you"),
    }
}

fn luggage(value: &str, version: u64) -> Input {
    let values = BTreeMap::from([("visitor.luggage".to_owned(), Raw::Text(value.to_owned()))]);
    Input::Assert(Assertion {
        values,
        source: Some(Name::from("desk")),
        version: Some(Count(version)),
    })
}

/// One client: where it stands in its play, and how often it began a new one.
pub struct Player {
    client: usize,
    plays: usize,
    turn: usize,
    session: String,
    project: Arc<Project>,
}

impl Player {
    pub fn new(client: usize, project: &Arc<Project>) -> Player {
        Player {
            client,
            plays: 0,
            turn: 0,
            session: String::new(),
            project: project.clone(),
        }
    }

    pub fn session(&self) -> &str {
        &self.session
    }

    /// The next turn of the play: durable when it returns.
    pub async fn turn<S: Store>(&mut self, host: &Arc<BenchHost<S>>) -> Result<Answered, Failure> {
        let turn = self.turn;
        self.turn = (turn + 1) % TURNS;
        if turn == 0 {
            self.plays += 1;
            self.session = session(self.client, self.plays);
            let open = Open {
                id: input_id(0),
                project: self.project.clone(),
                language: None,
                seed: Some(7),
                position: None,
                tenant: None,
                subject: None,
            };
            return host.open(&self.session, open).await;
        }
        host.input(
            &self.session,
            Envelope {
                id: input_id(turn),
                input: input(turn),
            },
        )
        .await
    }

    /// Small talk and reports of the desk in turn.
    pub async fn chat<S: Store>(
        &mut self,
        host: &Arc<BenchHost<S>>,
        number: usize,
    ) -> Result<Answered, Failure> {
        let input = if number.is_multiple_of(2) {
            luggage("on_its_way", (TURNS + number) as u64)
        } else {
            Input::Message("thank you".to_owned())
        };
        host.input(
            &self.session,
            Envelope {
                id: format!("chat-{number:08}"),
                input,
            },
        )
        .await
    }

    /// One line of small talk, whatever was said before.
    pub async fn talk<S: Store>(
        &mut self,
        host: &Arc<BenchHost<S>>,
        id: usize,
    ) -> Result<Answered, Failure> {
        host.input(
            &self.session,
            Envelope {
                id: format!("talk-{id:08}"),
                input: Input::Message("thank you".to_owned()),
            },
        )
        .await
    }
}

/// Ids of one length, so that each turn has the same bytes in every session.
pub fn session(client: usize, play: usize) -> String {
    format!("client-{client:05}-play-{play:06}")
}

pub fn input_id(turn: usize) -> String {
    format!("input-{turn:08}")
}
