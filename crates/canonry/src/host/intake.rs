//! Taking in what clients send: a session that is opened, an input that is recorded, decided and
//! answered. Recording comes before any effect; deciding again is the answer to a conflict.

use super::load::Loaded;
use super::slots::{Slot, Waiting};
use super::{Answered, Cost, Guard, Host, Open, bug, size, subject_digest};
use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::model::Model;
use crate::store::{Appended, Batch, Expect, Known, NewInput, NewSession, Store};
use engine::event::{Event, InputRecorded, SessionStarted};
use engine::input::{AuthorCommand, Envelope, Input, check_id};
use engine::item::Count;
use engine::limits;
use engine::project::Project;
use engine::turn::Step;
use logic::text::Phrase;
use logic::value::Digest;
use std::sync::Arc;

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    /// Starts a session: its project is kept in the store, its opening turn is decided.
    pub async fn open(self: &Arc<Self>, session: &str, open: Open) -> Result<Answered, Failure> {
        self.check_closing()?;
        check_name(session)?;
        check_id(&open.id)?;
        for name in [&open.tenant, &open.position].into_iter().flatten() {
            check_name(name)?;
        }
        let language = match &open.language {
            Some(language) if open.project.speaks(language) => language.clone(),
            Some(language) => {
                let Phrase { en, fr } = does_not_speak(&open.project, language);
                return Err(Failure::new(Kind::Usage, en, fr));
            }
            None => open.project.languages[0].clone(),
        };
        self.keep_project(&open.project).await?;
        // Without a seed of the caller's, the session's and the opening's name give one.
        let seed = open.seed.unwrap_or_else(|| {
            engine::chance::below(0, &format!("seed {session} {}", open.id), u64::MAX)
        });
        let started = SessionStarted {
            build: env!("CARGO_PKG_VERSION").to_owned(),
            edition: Count(open.project.edition),
            forked: None,
            language,
            position: open.position.clone(),
            project: open.project.hash,
            seed: Count(seed),
            tenant: open.tenant.clone(),
        };
        let digest = opening_digest(&started);
        let create = NewSession {
            project: open.project.hash,
            project_name: open.project.name.clone(),
            subject: open.subject.as_deref().map(subject_digest),
            at: self.clock.now(),
        };
        let slot = self.slot(session);
        let guard = slot.loaded.clone().lock_owned().await;
        let first = First {
            input: NewInput {
                id: open.id.clone(),
                digest,
                index: 0,
            },
            event: Event::SessionStarted(started),
            create: Some(create),
        };
        let loaded = Loaded::empty(session, open.project.clone());
        self.first_append(slot, guard, loaded, first).await
    }

    /// One input: recorded, decided, answered. The same id and content again: the recorded reply.
    pub async fn input(
        self: &Arc<Self>,
        session: &str,
        envelope: Envelope,
    ) -> Result<Answered, Failure> {
        self.check_closing()?;
        envelope.check()?;
        self.preload_target(&envelope.input).await;
        let (envelope, sealed) = self.seal(session, envelope).await?;
        let digest = envelope.digest();
        let input = NewInput {
            id: envelope.id.clone(),
            digest,
            index: 0,
        };
        let slot = self.slot(session);
        let guard = match slot.loaded.clone().try_lock_owned() {
            Ok(guard) => guard,
            Err(_) => {
                // A turn is running: this input is recorded at once and answered in its turn.
                let waiting = Waiting::new(&slot);
                if waiting.count > limits::PENDING_INPUTS {
                    return Err(too_many_pending());
                }
                let open = slot.open.lock().expect("no holder panics").clone();
                let event = Event::InputRecorded(InputRecorded {
                    input: envelope.input,
                    open,
                });
                let records = self.records(&[event], self.clock.now(), &input.id);
                let batch = Batch {
                    expect: Expect::Exists,
                    input: Some(input.clone()),
                    ends: None,
                    records,
                    work: Vec::new(),
                    sealed,
                    create: None,
                };
                return match self.store.append(session, batch).await? {
                    Appended::At { .. } => {
                        let guard = slot.loaded.clone().lock_owned().await;
                        self.settle(slot, guard, session, &input).await
                    }
                    Appended::Known(known) => self.known(slot, session, &input, known).await,
                    Appended::Missing | Appended::AlreadyExists => {
                        Err(Failure::no_session(session))
                    }
                    Appended::Conflict { .. } => {
                        Err(bug(session, 0, "recording an input conflicted"))
                    }
                };
            }
        };
        self.input_alone(slot, guard, session, envelope, input, sealed)
            .await
    }

    /// No other turn runs here: decide first, then append input and decision as one batch.
    async fn input_alone(
        self: &Arc<Self>,
        slot: Arc<Slot>,
        mut guard: Guard,
        session: &str,
        envelope: Envelope,
        input: NewInput,
        sealed: Vec<(Digest, Vec<u8>)>,
    ) -> Result<Answered, Failure> {
        let mut loaded = match guard.take() {
            Some(loaded) => loaded,
            None => self.load(session).await?,
        };
        for _ in 0..64 {
            if loaded.state.erased {
                return Err(Failure::erased(session));
            }
            if loaded.state.pending.len() >= limits::PENDING_INPUTS {
                // A full queue takes no new input, but it must never block: what is in it is
                // answered, and deciding it makes room.
                let known = self
                    .store
                    .known(session, &input.id, Some(input.digest))
                    .await?;
                *guard = Some(loaded);
                if let Some(known) = known {
                    drop(guard);
                    return self.known(slot, session, &input, known).await;
                }
                self.decide_pending(&slot, guard, session).await?;
                guard = slot.loaded.clone().lock_owned().await;
                loaded = match guard.take() {
                    Some(loaded) => loaded,
                    None => self.load(session).await?,
                };
                continue;
            }
            let open = loaded
                .state
                .obligation
                .as_ref()
                .map(|open| open.obligation.item.clone());
            let event = Event::InputRecorded(InputRecorded {
                input: envelope.input.clone(),
                open,
            });
            let at = self.clock.now();
            let alone = loaded.state.pending.is_empty();
            let step = if alone {
                self.tentative(&loaded, &event, at, &input.id)
            } else {
                None
            };
            let (mut events, mut cost) = (vec![event], Cost::default());
            let (ends, after) = match step {
                Some((Step::Append(decision, thought), after)) => {
                    cost.think(thought);
                    events.extend(decision);
                    (Some(input.id.clone()), after)
                }
                Some((Step::Ask(_) | Step::Done, _)) | None => (None, None),
            };
            let records = self.records(&events, at, &input.id);
            let decided = ends.is_some();
            cost.add(events.len(), size(&records));
            let work = self.work(&loaded, ends.as_deref(), &events);
            let has_work = !work.is_empty();
            let batch = Batch {
                expect: Expect::Seq(loaded.state.seq),
                input: Some(input.clone()),
                ends,
                records,
                work,
                sealed: sealed.clone(),
                create: None,
            };
            match self.store.append(session, batch).await? {
                Appended::At { first, chain, .. } => {
                    self.committed(has_work);
                    let (head, events) =
                        loaded.extend(first, at, &input.id, events, after, chain)?;
                    if decided {
                        let answered = Answered::from_events(&input.id, events, head, cost);
                        self.keep(&slot, guard, loaded, None);
                        return answered;
                    }
                    *guard = Some(loaded);
                    return self.settle(slot, guard, session, &input).await;
                }
                Appended::Conflict { .. } => self.refresh(&mut loaded).await?,
                Appended::Known(known) => {
                    // What another host appended may be newer than what is loaded here.
                    if matches!(known, Known::Ended { last, .. } if last <= loaded.state.seq) {
                        *guard = Some(loaded);
                    }
                    drop(guard);
                    return self.known(slot, session, &input, known).await;
                }
                Appended::Missing | Appended::AlreadyExists => {
                    return Err(Failure::no_session(session));
                }
            }
        }
        Err(Failure::new(
            Kind::Store,
            "the session changes too fast; send the input again",
            "la session change trop vite ; renvoyez l'entrée",
        ))
    }

    /// The first append of a session, decided at once where no model is needed.
    async fn first_append(
        self: &Arc<Self>,
        slot: Arc<Slot>,
        mut guard: Guard,
        mut loaded: Loaded,
        first: First,
    ) -> Result<Answered, Failure> {
        let session = loaded.session.clone();
        let at = self.clock.now();
        let step = self.tentative(&loaded, &first.event, at, &first.input.id);
        let (mut events, mut cost) = (vec![first.event], Cost::default());
        let (decided, after) = if let Some((Step::Append(decision, thought), after)) = step {
            cost.think(thought);
            events.extend(decision);
            (true, after)
        } else {
            (false, None)
        };
        let records = self.records(&events, at, &first.input.id);
        cost.add(events.len(), size(&records));
        let ends = decided.then(|| first.input.id.clone());
        let work = self.work(&loaded, ends.as_deref(), &events);
        let has_work = !work.is_empty();
        let batch = Batch {
            expect: Expect::Empty,
            input: Some(first.input.clone()),
            ends,
            records,
            work,
            sealed: Vec::new(),
            create: first.create,
        };
        match self.store.append(&session, batch).await? {
            Appended::At {
                first: seq, chain, ..
            } => {
                self.committed(has_work);
                let (head, events) =
                    loaded.extend(seq, at, &first.input.id, events, after, chain)?;
                if decided {
                    let answered = Answered::from_events(&first.input.id, events, head, cost);
                    self.keep(&slot, guard, loaded, None);
                    return answered;
                }
                *guard = Some(loaded);
                self.settle(slot, guard, &session, &first.input).await
            }
            Appended::Known(known) => {
                drop(guard);
                self.known(slot, &session, &first.input, known).await
            }
            Appended::AlreadyExists | Appended::Missing | Appended::Conflict { .. } => {
                Err(Failure::new(
                    Kind::Usage,
                    format!("there is already a session `{session}`"),
                    format!("il y a déjà une session `{session}`"),
                ))
            }
        }
    }

    /// The engine decides a migration by the project it goes to, which must be at hand; one that is
    /// not in the store is refused by the turn.
    pub(super) async fn preload_target(&self, input: &Input) {
        if let Input::Author(AuthorCommand::Migrate { project }) = input {
            let _ = self.project(*project).await;
        }
    }
}

/// The first record of a session with what belongs to it.
struct First {
    input: NewInput,
    event: Event,
    create: Option<NewSession>,
}

/// That a project has no text in a language, and in which it has.
pub fn does_not_speak(project: &Project, language: &str) -> Phrase {
    let (name, known) = (&project.name, project.languages.join(", "));
    Phrase::new(
        format!("`{name}` does not speak `{language}`; it speaks {known}"),
        format!("`{name}` ne parle pas `{language}` ; il parle {known}"),
    )
}

/// Whether a session, a tenant or a position can be called so. Names stand in lists and files, one to a line.
pub fn check_name(name: &str) -> Result<(), Failure> {
    check_id(name)?;
    if name.contains(char::is_control) {
        return Err(Failure::new(
            Kind::Usage,
            "bad-name: a name has no line feeds or other control characters",
            "bad-name : un nom n'a ni saut de ligne ni autre caractère de contrôle",
        )
        .hint(
            "choose a name on one line, such as ada-1",
            "choisissez un nom d'une ligne, comme ada-1",
        ));
    }
    Ok(())
}

/// What the id of an opening stands for. Tenant and position count where there are any; names are on one
/// line, so that no two openings are written alike.
pub fn opening_digest(started: &SessionStarted) -> Digest {
    let mut opening = format!(
        "{}\n{}\n{}",
        started.project, started.language, started.seed.0
    );
    for (what, name) in [("tenant", &started.tenant), ("position", &started.position)] {
        if let Some(name) = name {
            opening.push_str(&format!("\n{what} {name}"));
        }
    }
    crate::store::chain::sha256(opening.as_bytes())
}

fn too_many_pending() -> Failure {
    Failure::new(
        Kind::Pending,
        "too-many-pending: the session has too many undecided inputs",
        "too-many-pending : la session a trop d'entrées en attente",
    )
}
