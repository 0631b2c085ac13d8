//! What is told of a text while a model writes it. Nothing here is recorded, and nobody need listen: a
//! preview is taken back where the text turns out otherwise, and what was said is what the journal holds.

use super::{Host, Loaded};
use crate::clock::Clock;
use crate::model::Model;
use crate::store::Store;
use engine::canon::Canon;
use engine::event::Event;
use engine::limits;
use engine::preview::{self, is_wording, may_end_a_sentence, preview};
use engine::project::Project;
use engine::request::{Outcome, Request, RequestId};
use engine::state::State;
use logic::value::{Cell, Instant, Name};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Something about a text that is being written: the pieces of a cell, one after the other, are the text of
/// the item that tells it, unless they are taken back. What consists of several texts is one item, and told
/// under the cell of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The input whose turn it is.
    pub input: String,
    pub cell: Cell,
    /// The part of the flow whose item this is.
    pub part: Option<Name>,
    pub what: Piece,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The next words.
    Text(String),
    /// Everything told of this cell in this turn does not count.
    Reset,
}

#[derive(Default)]
pub struct Previews {
    by_session: Mutex<BTreeMap<String, Listened>>,
}

#[derive(Default)]
struct Listened {
    listeners: Vec<UnboundedSender<Preview>>,
    /// What was told so far of the texts of the running turn.
    told: BTreeMap<Cell, Told>,
}

struct Told {
    input: String,
    part: Option<Name>,
    attempt: u32,
    text: String,
    refused: bool,
    /// Of an item that consists of several texts, what has arrived of each.
    fields: BTreeMap<Cell, Field>,
}

#[derive(Default)]
struct Field {
    attempt: u32,
    arrived: preview::Arrived,
    refused: bool,
}

/// Whose words they are: the turn, and the part of the flow that says them.
struct Turn<'t> {
    session: &'t str,
    input: &'t str,
    part: Option<Name>,
}

/// One request that is listened to, with the world it is asked in.
pub struct Aloud {
    previews: Arc<Previews>,
    session: String,
    input: String,
    state: State,
    project: Arc<Project>,
    at: Instant,
    arrived: Mutex<BTreeMap<RequestId, Arrived>>,
}

#[derive(Default)]
struct Arrived {
    text: String,
    /// Up to where it was looked at.
    seen: usize,
}

impl Previews {
    fn listen(&self, session: &str) -> UnboundedReceiver<Preview> {
        let (sender, receiver) = unbounded_channel();
        let mut sessions = self.by_session.lock().expect("no holder panics");
        let listened = sessions.entry(session.to_owned()).or_default();
        listened.listeners.push(sender);
        receiver
    }

    fn is_listened_to(&self, session: &str) -> bool {
        let mut sessions = self.by_session.lock().expect("no holder panics");
        let Some(listened) = sessions.get_mut(session) else {
            return false;
        };
        listened.listeners.retain(|listener| !listener.is_closed());
        if listened.listeners.is_empty() {
            sessions.remove(session);
            return false;
        }
        true
    }

    /// Tells what is new of the words that may be shown so far.
    fn tell(&self, turn: Turn, request: &Request, shown: preview::Preview) {
        let Turn {
            session,
            input,
            part,
        } = turn;
        let mut sessions = self.by_session.lock().expect("no holder panics");
        let Some(Listened { listeners, told }) = sessions.get_mut(session) else {
            return;
        };
        let fresh = || Told {
            input: input.to_owned(),
            part: part.clone(),
            attempt: request.attempt,
            text: String::new(),
            refused: false,
            fields: BTreeMap::new(),
        };
        let told = told.entry(request.cell.clone()).or_insert_with(fresh);
        if (told.input.as_str(), told.attempt) != (input, request.attempt) {
            told.take_back(&request.cell, listeners);
            *told = fresh();
        }
        if told.refused {
            return;
        }
        match shown {
            preview::Preview::Text(text) if text.starts_with(&told.text) => {
                told.add(&request.cell, &text, listeners);
            }
            preview::Preview::Text(_) | preview::Preview::Refused(_) => {
                told.take_back(&request.cell, listeners);
                told.refused = true;
            }
        }
    }

    /// The same of a text that is told together with others, as one item. `so_far` puts them together.
    fn tell_field(
        &self,
        turn: Turn,
        item: &Cell,
        request: &Request,
        shown: (preview::Preview, bool),
        so_far: impl Fn(&BTreeMap<Cell, preview::Arrived>) -> String,
    ) {
        let Turn {
            session,
            input,
            part,
        } = turn;
        let mut sessions = self.by_session.lock().expect("no holder panics");
        let Some(Listened { listeners, told }) = sessions.get_mut(session) else {
            return;
        };
        let fresh = || Told {
            input: input.to_owned(),
            part: part.clone(),
            attempt: 0,
            text: String::new(),
            refused: false,
            fields: BTreeMap::new(),
        };
        let told = told.entry(item.clone()).or_insert_with(fresh);
        if told.input != input {
            told.take_back(item, listeners);
            *told = fresh();
        }
        let field = told.fields.entry(request.cell.clone()).or_default();
        if field.attempt != request.attempt {
            *field = Field {
                attempt: request.attempt,
                ..Field::default()
            };
        }
        if field.refused {
            return;
        }
        match shown {
            (preview::Preview::Text(text), whole) if text.starts_with(&field.arrived.text) => {
                field.arrived = preview::Arrived { text, whole };
            }
            (preview::Preview::Text(_) | preview::Preview::Refused(_), _) => {
                field.refused = true;
                field.arrived = preview::Arrived::default();
            }
        }
        let fields = told.fields.iter();
        let arrived = fields.map(|(cell, field)| (cell.clone(), field.arrived.clone()));
        let text = so_far(&arrived.collect());
        if !text.starts_with(&told.text) {
            told.take_back(item, listeners);
        }
        told.add(item, &text, listeners);
    }

    /// A turn is written down: what was told becomes the text that is said, or is taken back.
    fn finish(&self, session: &str, input: &str, events: &[Event]) {
        let mut sessions = self.by_session.lock().expect("no holder panics");
        let Some(Listened { listeners, told }) = sessions.get_mut(session) else {
            return;
        };
        let items: Vec<_> = events
            .iter()
            .filter_map(|event| match event {
                Event::Said(item) => Some(item),
                _ => None,
            })
            .collect();
        for (cell, mut told) in std::mem::take(told) {
            let said = items.iter().find(|item| {
                let tells = |about: &Cell| preview::is_of_item(&cell, about);
                item.about.iter().any(tells) && item.text.starts_with(&told.text)
            });
            match said {
                Some(item) if told.input == input && !told.refused => {
                    told.add(&cell, &item.text, listeners);
                }
                Some(_) | None => told.take_back(&cell, listeners),
            }
        }
    }
}

impl Told {
    fn add(&mut self, cell: &Cell, text: &str, listeners: &[UnboundedSender<Preview>]) {
        let more = text[self.text.len()..].to_owned();
        if !more.is_empty() {
            self.text.push_str(&more);
            self.send(cell, Piece::Text(more), listeners);
        }
    }

    fn take_back(&mut self, cell: &Cell, listeners: &[UnboundedSender<Preview>]) {
        if !self.text.is_empty() {
            self.text.clear();
            self.send(cell, Piece::Reset, listeners);
        }
    }

    fn send(&self, cell: &Cell, what: Piece, listeners: &[UnboundedSender<Preview>]) {
        let preview = Preview {
            input: self.input.clone(),
            cell: cell.clone(),
            part: self.part.clone(),
            what,
        };
        for listener in listeners {
            // Who no longer listens is forgotten before the next request.
            let _ = listener.send(preview.clone());
        }
    }
}

impl Aloud {
    /// The next piece of the answer to a request. It is looked at only where a sentence may have ended.
    pub fn arrived(&self, request: &Request, piece: &str) {
        let mut all = self.arrived.lock().expect("no holder panics");
        let arrived = all.entry(request.id).or_default();
        arrived.text.push_str(piece);
        if arrived.text.len() > limits::ANSWER_BYTES
            || !may_end_a_sentence(&arrived.text[arrived.seen..])
        {
            return;
        }
        arrived.seen = arrived.text.len();
        let canon = Canon::new(&self.project, &self.state, self.at);
        let shown = preview(&canon, request, &arrived.text);
        self.tell(&canon, request, shown, false);
    }

    /// The whole answer to a request has arrived: what follows it in its item may be told.
    pub fn answered(&self, request: &Request, outcome: &Outcome) {
        let Outcome::Answered { text, .. } = outcome else {
            return;
        };
        let canon = Canon::new(&self.project, &self.state, self.at);
        if preview::item_of(&canon, &request.cell).is_some() {
            let shown = preview::whole(&canon, request, text);
            self.tell(&canon, request, shown, true);
        }
    }

    fn tell(&self, canon: &Canon, request: &Request, shown: preview::Preview, whole: bool) {
        let item = preview::item_of(canon, &request.cell);
        let cell = item.as_ref().unwrap_or(&request.cell);
        let parts = self.project.flow.as_ref().map(|flow| &flow.parts[..]);
        let mut parts = parts.unwrap_or_default().iter();
        let part = parts.find(|part| part.makes() == Some(cell));
        let turn = Turn {
            session: &self.session,
            input: &self.input,
            part: part.map(|part| part.id.clone()),
        };
        let Some(item) = item else {
            return self.previews.tell(turn, request, shown);
        };
        let register = self.project.collapse.register;
        let so_far = |arrived: &BTreeMap<Cell, preview::Arrived>| {
            preview::item_so_far(canon, register, &item, arrived)
        };
        let shown = (shown, whole);
        self.previews
            .tell_field(turn, &item, request, shown, so_far);
    }
}

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    /// Everything that is told of the session's texts from now on, while they are written.
    pub fn previews(&self, session: &str) -> UnboundedReceiver<Preview> {
        self.previews.listen(session)
    }

    /// Somebody listens, and everything that is asked is words: no fact waits for an answer.
    pub(super) fn aloud(
        &self,
        loaded: &Loaded,
        input: &str,
        at: Instant,
        requests: &[Request],
    ) -> Option<Arc<Aloud>> {
        if !self.previews.is_listened_to(&loaded.session) {
            return None;
        }
        let canon = Canon::new(&loaded.project, &loaded.state, at);
        let wording = requests.iter().all(|request| is_wording(&canon, request));
        wording.then(|| {
            Arc::new(Aloud {
                previews: self.previews.clone(),
                session: loaded.session.clone(),
                input: input.to_owned(),
                state: State::clone(&loaded.state),
                project: loaded.project.clone(),
                at,
                arrived: Mutex::default(),
            })
        })
    }

    pub(super) fn finish_previews(&self, session: &str, input: &str, events: &[Event]) {
        if self.previews.is_listened_to(session) {
            self.previews.finish(session, input, events);
        }
    }
}
