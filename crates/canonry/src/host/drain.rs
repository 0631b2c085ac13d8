//! Deciding what is pending, in order: with a model where one is needed, under a lease that saves
//! money and never decides what is true.

use super::previews::Aloud;
use super::reply::Reused;
use super::{Cost, Guard, Host, Loaded, Slot, size};
use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::host::Answered;
use crate::model::Model;
use crate::store::{Appended, Batch, Expect, Leased, NewInput, Store};
use engine::event::{Event, InputRecorded, TurnFailed};
use engine::input::Input;
use engine::limits;
use engine::request::{Outcome, Request, RequestId};
use engine::state::{PendingInput, State};
use engine::turn::{self, Step};
use logic::value::Instant;
use std::sync::Arc;
use std::time::Duration;

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    /// Decides everything that is pending until `input` has its reply. Goes on if the caller leaves.
    pub(super) async fn settle(
        self: &Arc<Self>,
        slot: Arc<Slot>,
        guard: Guard,
        session: &str,
        input: &NewInput,
    ) -> Result<Answered, Failure> {
        let (done, answer) = tokio::sync::oneshot::channel();
        let (host, session, input) = (self.clone(), session.to_owned(), input.clone());
        let turn = async move {
            let result = host.drain(&slot, guard, &session, &input).await;
            let _ = done.send(result);
        };
        self.running.lock().expect("no holder panics").spawn(turn);
        answer.await.unwrap_or_else(|_| {
            Err(Failure::new(
                Kind::Closing,
                "the host stopped before the turn ended",
                "l'hôte s'est arrêté avant la fin du tour",
            ))
        })
    }

    async fn drain(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        guard: Guard,
        session: &str,
        input: &NewInput,
    ) -> Result<Answered, Failure> {
        let cost = self.decide_pending(slot, guard, session).await?;
        let known = self
            .store
            .known(session, &input.id, Some(input.digest))
            .await?;
        self.ended(session, &input.id, known, cost).await
    }

    /// Decides what somebody left pending, if there is anything: the next contact with a session resumes it. Gives
    /// what was answered, in order.
    pub async fn resume(self: &Arc<Self>, session: &str) -> Result<Vec<Answered>, Failure> {
        self.check_closing()?;
        let slot = self.slot(session);
        let mut guard = slot.loaded.clone().lock_owned().await;
        let loaded = match guard.take() {
            Some(loaded) => loaded,
            None => self.load(session).await?,
        };
        let waiting = loaded.state.pending.iter();
        let waiting: Vec<String> = waiting.map(|pending| pending.id.clone()).collect();
        let erased = loaded.state.erased;
        *guard = Some(loaded);
        if waiting.is_empty() || erased {
            return Ok(Vec::new());
        }
        self.decide_pending(&slot, guard, session).await?;
        let mut answers = Vec::with_capacity(waiting.len());
        for id in waiting {
            let known = self.store.known(session, &id, None).await?;
            answers.push(self.ended(session, &id, known, Cost::default()).await?);
        }
        Ok(answers)
    }

    /// Decides everything that is pending, in order, and keeps the state.
    pub(super) async fn decide_pending(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        mut guard: Guard,
        session: &str,
    ) -> Result<Cost, Failure> {
        let deadline = self
            .clock
            .now()
            .add_millis(i64::try_from(self.options.wait.as_millis()).unwrap_or(i64::MAX))
            .unwrap_or(Instant::EPOCH);
        let mut cost = Cost::default();
        let mut leased = false;
        let mut loaded = match guard.take() {
            Some(loaded) => loaded,
            None => self.load(session).await?,
        };
        let result = loop {
            if loaded.state.erased {
                break Err(Failure::erased(session));
            }
            let Some(pending) = loaded.state.pending.front().cloned() else {
                break Ok(());
            };
            if let PendingInput::Input(input) = &pending.what {
                self.preload_target(input).await;
            }
            let step = self.step(&loaded, State::clone(&loaded.state));
            match step.map(|(step, _)| step) {
                Ok(Step::Done) => break Ok(()),
                Ok(Step::Append(events, thought)) => {
                    cost.think(thought);
                    if !self
                        .append_decision(
                            &mut loaded,
                            &pending.id,
                            pending.at,
                            events,
                            Some(pending.id.clone()),
                            &mut cost,
                        )
                        .await?
                    {
                        self.refresh(&mut loaded).await?;
                    }
                }
                Ok(Step::Ask(requests)) => match self.take_lease(session, &mut leased).await? {
                    LeaseTaken::Mine { lapsed: None } => {
                        let aloud = self.aloud(&loaded, &pending.id, pending.at, &requests);
                        let (outcomes, reused) = self.ask_all(session, &requests, aloud).await;
                        cost.ask(requests.len(), reused);
                        let heard = turn::heard(&requests, outcomes);
                        if self
                            .append_decision(
                                &mut loaded,
                                &pending.id,
                                self.clock.now(),
                                heard,
                                None,
                                &mut cost,
                            )
                            .await?
                        {
                            self.answers.written(session, &requests);
                        } else {
                            self.refresh(&mut loaded).await?;
                        }
                    }
                    LeaseTaken::Mine { lapsed: Some(node) } => {
                        let failed = Event::TurnFailed(TurnFailed {
                            reason: format!("{node} did not finish"),
                        });
                        self.append_decision(
                            &mut loaded,
                            &pending.id,
                            self.clock.now(),
                            vec![failed],
                            None,
                            &mut cost,
                        )
                        .await?;
                        self.refresh(&mut loaded).await?;
                    }
                    LeaseTaken::Other => {
                        self.store
                            .changed(session, loaded.state.seq, Duration::from_millis(100))
                            .await?;
                        self.refresh(&mut loaded).await?;
                        if self.clock.now() > deadline {
                            break Err(Failure::new(
                                Kind::Pending,
                                "the input is recorded; another node is still deciding it",
                                "l'entrée est enregistrée ; un autre nœud la décide encore",
                            )
                            .hint(
                                "send it again with the same id to get its reply",
                                "renvoyez-la avec le même id pour obtenir sa réponse",
                            ));
                        }
                    }
                },
                Err(failure) => {
                    // A defect must not block the session for ever: after a few resumes the turn
                    // ends with an apology, and the defect is in the journal.
                    let events = if loaded.state.resumes < limits::RESUMES {
                        vec![Event::TurnFailed(TurnFailed {
                            reason: failure.message.en.clone(),
                        })]
                    } else {
                        turn::give_up(&loaded.project, &loaded.state)
                    };
                    let ends =
                        (loaded.state.resumes >= limits::RESUMES).then(|| pending.id.clone());
                    let stop = ends.is_none();
                    self.append_decision(
                        &mut loaded,
                        &pending.id,
                        pending.at,
                        events,
                        ends,
                        &mut cost,
                    )
                    .await?;
                    if stop {
                        break Err(failure);
                    }
                    self.refresh(&mut loaded).await?;
                }
            }
        };
        if leased {
            self.store.release(session, &self.options.node).await?;
        }
        result?;
        self.keep(slot, guard, loaded, None);
        Ok(cost)
    }

    /// Appends what was decided against the last decision; false if somebody else decided first.
    pub(super) async fn append_decision(
        &self,
        loaded: &mut Loaded,
        cause: &str,
        at: Instant,
        events: Vec<Event>,
        ends: Option<String>,
        cost: &mut Cost,
    ) -> Result<bool, Failure> {
        let records = self.records(&events, at, cause);
        cost.add(events.len(), size(&records));
        let work = self.work(loaded, ends.as_deref(), &events);
        let has_work = !work.is_empty();
        let ends_turn = ends.is_some();
        let batch = Batch {
            expect: Expect::Decided(loaded.state.decided),
            input: None,
            ends,
            records,
            work,
            sealed: Vec::new(),
            create: None,
        };
        let session = loaded.session.clone();
        match self.store.append(&session, batch).await? {
            Appended::At { first, chain, .. } => {
                self.committed(has_work);
                if ends_turn {
                    self.finish_previews(&session, cause, &events);
                }
                let contiguous = first == loaded.state.seq + 1;
                if contiguous {
                    loaded.extend(first, at, cause, events, None, chain)?;
                }
                // Inputs that were recorded meanwhile are read in their place, and a session that
                // was moved goes on with its new project.
                if !contiguous || loaded.state.project != Some(loaded.project.hash) {
                    self.refresh(loaded).await?;
                }
                Ok(true)
            }
            Appended::Conflict { .. } => Ok(false),
            Appended::Missing | Appended::AlreadyExists | Appended::Known(_) => {
                Err(Failure::no_session(&session))
            }
        }
    }

    async fn take_lease(&self, session: &str, leased: &mut bool) -> Result<LeaseTaken, Failure> {
        let now = self.clock.now();
        let until = now
            .add_millis(i64::try_from(self.options.lease.as_millis()).unwrap_or(0))
            .unwrap_or(now);
        Ok(
            match self
                .store
                .lease(session, &self.options.node, now, until)
                .await?
            {
                Leased::Taken { lapsed, .. } => {
                    *leased = true;
                    LeaseTaken::Mine { lapsed }
                }
                Leased::Held { .. } => LeaseTaken::Other,
            },
        )
    }

    /// Asks a model for all requests at once, renewing the lease meanwhile. Failures and time-outs
    /// are outcomes. Says also how many were answered by what was asked before.
    pub(super) async fn ask_all(
        self: &Arc<Self>,
        session: &str,
        requests: &[Request],
        aloud: Option<Arc<Aloud>>,
    ) -> (Vec<(RequestId, Outcome)>, Reused) {
        let asking = self.ask_each(session, requests, aloud);
        let renewing = async {
            loop {
                self.clock.sleep(self.options.lease / 3).await;
                let mut leased = true;
                // A renewal that fails costs at most a doubled request, never a doubled fact.
                let _ = self.take_lease(session, &mut leased).await;
            }
        };
        tokio::select! {
            biased;
            outcomes = asking => outcomes,
            () = renewing => (Vec::new(), Reused::default()),
        }
    }

    async fn ask_each(
        self: &Arc<Self>,
        session: &str,
        requests: &[Request],
        aloud: Option<Arc<Aloud>>,
    ) -> (Vec<(RequestId, Outcome)>, Reused) {
        let mut set = tokio::task::JoinSet::new();
        for request in requests {
            let (host, request, session) = (self.clone(), request.clone(), session.to_owned());
            let aloud = aloud.clone();
            set.spawn(async move {
                let (outcome, reused) = host.ask(&session, &request, aloud.as_deref()).await;
                (request.id, outcome, reused)
            });
        }
        let (mut outcomes, mut again) = (Vec::new(), Reused::default());
        while let Some(outcome) = set.join_next().await {
            // A model client that fell over is a failure like any other.
            if let Ok((id, outcome, reused)) = outcome {
                outcomes.push((id, outcome));
                again.answers += u64::from(reused.is_some());
                again.saved += reused.unwrap_or_default();
            }
        }
        (outcomes, again)
    }

    /// Asks a model, unless the same was asked and not written down yet.
    async fn ask(
        &self,
        session: &str,
        request: &Request,
        aloud: Option<&Aloud>,
    ) -> (Outcome, Option<Duration>) {
        let most = self.options.kept_answers;
        let ask = || async {
            let Some(aloud) = aloud else {
                return self.model.ask(request).await;
            };
            let said = |piece: &str| aloud.arrived(request, piece);
            self.model.ask_aloud(request, &said).await
        };
        let asking = self.answers.ask(session, request, most, ask);
        let limit = Duration::from_millis(request.timeout_ms);
        let asked = tokio::time::timeout(limit, asking).await;
        let asked = asked.unwrap_or((Outcome::TimedOut, None));
        if let Some(aloud) = aloud {
            aloud.answered(request, &asked.0);
        }
        asked
    }

    /// Asks ahead of time what an input would ask if it came now, and keeps the answers. Nothing is recorded:
    /// when it does come, and nothing that the answers depended on has changed, they are there.
    pub async fn prepare(self: &Arc<Self>, session: &str, input: Input) -> Result<u64, Failure> {
        let loaded = self.load(session).await?;
        let event = Event::InputRecorded(InputRecorded { input, open: None });
        let now = self.clock.now();
        let Some((Step::Ask(requests), _)) = self.tentative(&loaded, &event, now, "ahead") else {
            return Ok(0);
        };
        let (outcomes, _) = self.ask_each(session, &requests, None).await;
        let answered = outcomes.iter();
        let answered = answered.filter(|(_, made)| matches!(made, Outcome::Answered { .. }));
        Ok(answered.count() as u64)
    }
}

enum LeaseTaken {
    Mine { lapsed: Option<String> },
    Other,
}
