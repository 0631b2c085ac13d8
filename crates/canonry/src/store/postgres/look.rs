//! Looking: where a session stands and what is known of some inputs, as one statement sees it. Asked
//! one after the other, the answers could be of different moments and contradict each other.

use super::PostgresStore;
use super::rows::{corrupt, digest_at, seq};
use crate::store::{Known, Result, Seq, chain, rules, segment};
use logic::value::Digest;
use tokio_postgres::Row;

/// Whatever ends an input's turn comes with it or not long after it, so the way there is short.
const LOOK: &str = "SELECT h.key, h.last, h.decided, h.chain, h.erased,
        i.input, i.first AS input_first, i.data AS input_data, e.began AS ended_first, e.last AS ended_last
    FROM canonry_heads h
    LEFT JOIN canonry_batches i ON i.session = h.key AND i.input = ANY($2)
    LEFT JOIN LATERAL (
        SELECT coalesce(began, first) AS began, last FROM canonry_batches
        WHERE session = h.key AND first >= i.first AND ends = i.input ORDER BY first LIMIT 1
    ) e ON true
    WHERE h.id = $1";

/// The last row of a session, which the next one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// None before the first row: the session is made with it.
    pub key: Option<i64>,
    pub seq: Seq,
    pub decided: Seq,
    pub chain: Digest,
    pub erased: bool,
    /// How many connections had been made when it was there. Behind a newer one may be a server that
    /// was restored, or took over, and never had it.
    pub connections: u64,
}

impl Place {
    pub fn beginning(session: &str) -> Place {
        Place {
            key: None,
            seq: 0,
            decided: 0,
            chain: chain::genesis(session),
            erased: false,
            connections: 0,
        }
    }

    /// A row of `canonry_heads`.
    pub fn read(session: &str, row: &Row) -> Result<Place> {
        let number = |column| row.get::<_, Option<i64>>(column).map(seq);
        let read = || {
            Some(Place {
                key: Some(row.get("key")),
                seq: number("last")?,
                decided: number("decided")?,
                chain: digest_at(row, "chain")?,
                erased: row.get("erased"),
                connections: 0,
            })
        };
        read().ok_or_else(|| corrupt(session, 1, "its last entry is missing or damaged"))
    }
}

/// A session that exists.
pub struct Seen {
    pub place: Place,
    inputs: Vec<Input>,
}

/// An input that was recorded.
pub struct Input {
    id: Vec<u8>,
    /// The segment that holds it, and the number of its first entry.
    segment: Vec<u8>,
    first: Seq,
    pub ended: Option<(Seq, Seq)>,
}

impl Seen {
    pub async fn of(store: &PostgresStore, session: &str, ids: &[&str]) -> Result<Option<Seen>> {
        let connections = store.connections();
        let asked: Vec<&[u8]> = ids.iter().map(|id| id.as_bytes()).collect();
        let rows = store
            .repeatable(LOOK, &[&session.as_bytes(), &asked])
            .await?;
        let Some(any) = rows.first() else {
            return Ok(None);
        };
        Ok(Some(Seen {
            place: Place {
                connections,
                ..Place::read(session, any)?
            },
            inputs: rows.iter().filter_map(Input::read).collect(),
        }))
    }

    pub fn input(&self, id: &str) -> Option<&Input> {
        self.inputs.iter().find(|input| input.id == id.as_bytes())
    }

    pub fn known(&self, session: &str, id: &str, digest: Option<Digest>) -> Result<Option<Known>> {
        if self.place.erased {
            return Ok(Some(Known::Erased));
        }
        let Some(input) = self.input(id) else {
            return Ok(None);
        };
        let damaged = |why| corrupt(session, input.first, why);
        let entries = segment::decode(&input.segment, input.first).map_err(damaged)?;
        let (seq, recorded) = entries
            .into_iter()
            .find_map(|entry| Some((entry.record.seq, entry.input?)))
            .ok_or_else(|| damaged("the input that is recorded here is missing"))?;
        Ok(Some(rules::known(seq, input.ended, recorded, digest)))
    }
}

impl Input {
    fn read(row: &Row) -> Option<Input> {
        let number = |column| row.get::<_, Option<i64>>(column).map(seq);
        Some(Input {
            id: row.get::<_, Option<Vec<u8>>>("input")?,
            segment: row.get("input_data"),
            first: number("input_first")?,
            ended: number("ended_first").zip(number("ended_last")),
        })
    }
}
