//! How inputs are found again, beside what the journal has of them: what is not found would not be known when
//! it is sent again, what is found wrongly would be refused, or answered with the words of another turn.

use crate::failure::Failure;
use crate::record::{input_digest, is_decision};
use crate::store::{Known, Record, Seq, Store, StoreError};
use engine::event::EventKind;
use engine::limits;
use logic::text::Phrase;
use std::collections::BTreeMap;

#[derive(Default)]
pub struct Index {
    /// Every input of the journal, by its id.
    inputs: BTreeMap<String, Found>,
    run: Run,
}

/// What the index has of an input.
#[derive(Clone, Copy)]
enum Found {
    /// What is wrong is told already, or nothing can be told: it is erased.
    Told,
    Pending,
    /// Its decision, which the journal has not shown yet.
    Ended {
        first: Seq,
        last: Seq,
    },
    Met,
}

/// Entries of one cause that follow each other.
#[derive(Default)]
struct Run {
    cause: String,
    first: Seq,
    /// The first of them that was decided.
    decision: Option<Seq>,
}

impl Run {
    fn follow(&mut self, record: &Record) {
        if self.first == 0 || self.cause != record.header.cause {
            *self = Run {
                cause: record.header.cause.clone(),
                first: record.seq,
                decision: None,
            };
        }
        if is_decision(record) {
            self.decision.get_or_insert(record.seq);
        }
    }

    /// Whether a decision that ends here may begin there. A decision is one append, which may have begun with
    /// what it was decided from; an import makes them so.
    fn begins_at(&self, first: Seq) -> bool {
        self.first <= first && self.decision.is_some_and(|decision| first <= decision)
    }
}

impl Index {
    /// What is wrong with the index at one more entry.
    pub async fn compare(
        &mut self,
        store: &impl Store,
        session: &str,
        record: &Record,
    ) -> Result<Option<Phrase>, Failure> {
        self.run.follow(record);
        match EventKind::named(&record.header.kind) {
            Some(EventKind::InputRecorded | EventKind::SessionStarted) => {
                self.recorded(store, session, record).await
            }
            Some(EventKind::TurnEnded) => self.ended(store, session, record).await,
            Some(_) | None => Ok(None),
        }
    }

    async fn recorded(
        &mut self,
        store: &impl Store,
        session: &str,
        record: &Record,
    ) -> Result<Option<Phrase>, Failure> {
        let (id, seq) = (&record.header.cause, record.seq);
        if self.inputs.contains_key(id) {
            return Ok(Some(Phrase::new(
                format!("input `{id}` is recorded twice"),
                format!("l'entrée `{id}` est enregistrée deux fois"),
            )));
        }
        let known = match store.known(session, id, input_digest(record)).await {
            Err(StoreError::Corrupt { .. }) => None,
            known => known?,
        };
        let (found, problem) = match known {
            Some(Known::Ended {
                seq: at,
                first,
                last,
            }) if at == seq => (Found::Ended { first, last }, None),
            Some(Known::Pending { seq: at }) if at == seq => (Found::Pending, None),
            Some(Known::Erased) => (Found::Told, None),
            Some(Known::OtherContent { seq: at }) if at == seq => {
                (Found::Told, Some(other_digest(id)))
            }
            Some(Known::Ended { .. } | Known::Pending { .. } | Known::OtherContent { .. })
            | None => (Found::Told, Some(not_found(id))),
        };
        self.inputs.insert(id.clone(), found);
        Ok(problem)
    }

    async fn ended(
        &mut self,
        store: &impl Store,
        session: &str,
        record: &Record,
    ) -> Result<Option<Phrase>, Failure> {
        let (id, seq) = (&record.header.cause, record.seq);
        // What is not an input of the journal is told by the fold.
        let Some(found) = self.inputs.get_mut(id) else {
            return Ok(None);
        };
        if let Found::Pending = found
            && let Some(Known::Ended { first, last, .. }) = store.known(session, id, None).await?
        {
            // It ended while the journal was read.
            *found = Found::Ended { first, last };
        }
        let fits = match *found {
            Found::Told => return Ok(None),
            Found::Ended { first, last } => last == seq && self.run.begins_at(first),
            Found::Pending | Found::Met => false,
        };
        *found = if fits { Found::Met } else { Found::Told };
        Ok((!fits).then(|| other_decision(id)))
    }

    /// What the index has and the journal, which ends at that entry, has not.
    pub async fn rest(
        &self,
        store: &impl Store,
        session: &str,
        entries: Seq,
    ) -> Result<Vec<(Seq, Phrase)>, Failure> {
        let early = self.inputs.iter().filter_map(|(id, found)| match found {
            Found::Ended { last, .. } if *last <= entries => Some((*last, other_decision(id))),
            Found::Ended { .. } | Found::Told | Found::Pending | Found::Met => None,
        });
        let mut problems: Vec<(Seq, Phrase)> = early.collect();
        let mut after = None::<String>;
        loop {
            let page = store
                .inputs(session, after.as_deref(), limits::READ_RECORDS)
                .await?;
            let Some(last) = page.last() else {
                return Ok(problems);
            };
            after = Some(last.clone());
            for id in page {
                if self.inputs.contains_key(&id) {
                    continue;
                }
                let at = match store.known(session, &id, None).await {
                    Ok(Some(Known::Ended { seq, .. } | Known::Pending { seq })) => seq,
                    Ok(_) | Err(StoreError::Corrupt { .. }) => 0,
                    Err(error) => return Err(error.into()),
                };
                // What came since belongs to what the journal has by now.
                if at <= entries {
                    problems.push((at, never_recorded(&id)));
                }
            }
        }
    }
}

fn not_found(id: &str) -> Phrase {
    Phrase::new(
        format!("the index of inputs does not lead to `{id}`: sent again, it would not be known"),
        format!("l'index des entrées ne mène pas à `{id}` : renvoyée, elle ne serait pas reconnue"),
    )
}

fn other_digest(id: &str) -> Phrase {
    Phrase::new(
        format!(
            "the index of inputs has another digest for `{id}`: sent again, it would be refused as reused"
        ),
        format!(
            "l'index des entrées a une autre empreinte pour `{id}` : renvoyée, elle serait refusée comme réemployée"
        ),
    )
}

fn other_decision(id: &str) -> Phrase {
    Phrase::new(
        format!(
            "the index of inputs names another decision for `{id}`: sent again, it would be answered wrongly"
        ),
        format!(
            "l'index des entrées nomme une autre décision pour `{id}` : renvoyée, elle aurait une autre réponse"
        ),
    )
}

fn never_recorded(id: &str) -> Phrase {
    Phrase::new(
        format!(
            "the index of inputs knows `{id}`, which the journal never recorded: sent, it would be lost"
        ),
        format!(
            "l'index des entrées connaît `{id}`, que le journal n'a jamais enregistrée : envoyée, elle serait perdue"
        ),
    )
}
