//! Everything that can be checked about a session without changing it.

use super::{fold, replay, verify};
use crate::clock::Clock;
use crate::failure::Failure;
use crate::hooks::{hook_of, is_given_up};
use crate::host::Host;
use crate::model::Model;
use crate::record::{all_records, ends_turn, to_entry};
use crate::store::{Known, Store, Waiting};
use engine::doctor;
use engine::event::Event;
use engine::limits;
use engine::snapshot;
use engine::state::{EntryContent, State};
use engine::view::view;
use logic::text::Phrase;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    Chain,
    Views,
    Inputs,
    Snapshot,
    Replay,
    Pending,
    Hooks,
    Direct,
    Logical,
    Timeline,
    Graph,
    Thematic,
}

impl From<doctor::Kind> for Check {
    fn from(kind: doctor::Kind) -> Check {
        match kind {
            doctor::Kind::Direct => Check::Direct,
            doctor::Kind::Logical => Check::Logical,
            doctor::Kind::Timeline => Check::Timeline,
            doctor::Kind::Graph => Check::Graph,
            doctor::Kind::Thematic => Check::Thematic,
        }
    }
}

impl Check {
    /// In the order in which they are made.
    pub const ALL: [Check; 12] = [
        Check::Chain,
        Check::Views,
        Check::Inputs,
        Check::Snapshot,
        Check::Replay,
        Check::Pending,
        Check::Hooks,
        Check::Direct,
        Check::Logical,
        Check::Timeline,
        Check::Graph,
        Check::Thematic,
    ];

    pub fn code(self) -> &'static str {
        match self {
            Check::Chain => "chain",
            Check::Views => "views",
            Check::Inputs => "inputs",
            Check::Snapshot => "snapshot",
            Check::Replay => "replay",
            Check::Pending => "pending",
            Check::Hooks => "hooks",
            Check::Direct => "direct",
            Check::Logical => "logical",
            Check::Timeline => "timeline",
            Check::Graph => "graph",
            Check::Thematic => "thematic",
        }
    }

    pub fn name(self) -> Phrase {
        let french = match self {
            Check::Chain => "chaîne",
            Check::Views => "vues",
            Check::Inputs => "entrées",
            Check::Snapshot => "instantané",
            Check::Replay => "relecture",
            Check::Pending => "attente",
            Check::Hooks => "annonces",
            Check::Direct => "direct",
            Check::Logical => "logique",
            Check::Timeline => "chronologie",
            Check::Graph => "graphe",
            Check::Thematic => "thème",
        };
        Phrase::new(self.code(), french)
    }
}

#[derive(Debug, Default)]
pub struct Report {
    pub entries: u64,
    pub findings: Vec<Finding>,
    /// How well what the session says fits together, out of 100; nothing where it could not be read.
    pub coherence: Option<u64>,
}

#[derive(Debug)]
pub struct Finding {
    pub check: Check,
    pub seq: u64,
    pub message: Phrase,
    /// What to type, each by itself.
    pub fixes: Vec<String>,
}

/// Makes every check; a chain that is broken leaves nothing else to check.
pub async fn doctor<S: Store, M: Model, C: Clock>(
    host: &Arc<Host<S, M, C>>,
    session: &str,
) -> Result<Report, Failure> {
    let mut report = Report::default();
    let find = |findings: &mut Vec<Finding>, check, seq, en: &str, fr: &str| {
        findings.push(Finding {
            check,
            seq,
            message: Phrase::new(en, fr),
            fixes: Vec::new(),
        })
    };
    let verified = verify(&host.store, session, None).await?;
    report.entries = verified.entries;
    let whole = verified.problems.is_empty();
    for (seq, problem) in verified.problems {
        report.findings.push(Finding {
            check: Check::Chain,
            seq,
            message: problem,
            fixes: Vec::new(),
        });
    }
    let snapshot_fits = verified.snapshot.is_none();
    if let Some((seq, message)) = verified.snapshot {
        report.findings.push(Finding {
            check: Check::Snapshot,
            seq,
            message,
            fixes: Vec::new(),
        });
    }
    if !whole {
        return Ok(report);
    }
    // Taken first: whoever writes meanwhile takes a newer one, of records that are not read here.
    let snapshot = host.store.snapshot(session).await?;
    let records = all_records(&host.store, session).await?;
    let mut state = State::default();
    for record in &records {
        let before = state.pending.front().map(|pending| pending.id.clone());
        if !fold(&mut state, record, &mut Vec::new()) {
            break;
        }
        let entry = to_entry(record).ok();
        if let Some(EntryContent::Event(Event::TurnEnded(ended))) = entry.map(|entry| entry.content)
        {
            // The recorded view is the view of the state after the turn.
            if let Some(hash) = state.project
                && view(&*host.project(hash).await?, &state) != ended.view
            {
                find(
                    &mut report.findings,
                    Check::Views,
                    record.seq,
                    "the recorded view is not the state's",
                    "la vue enregistrée n'est pas celle de l'état",
                );
            }
            // Its input is known as ended just here.
            let known = host
                .store
                .known(session, before.as_deref().unwrap_or_default(), None)
                .await?;
            if !matches!(known, Some(Known::Ended { last, .. }) if last == record.seq) {
                find(
                    &mut report.findings,
                    Check::Inputs,
                    record.seq,
                    "the input's index does not name this entry",
                    "l'index de l'entrée ne nomme pas cette ligne",
                );
            }
        }
    }
    if snapshot_fits
        && let Some((seq, bytes)) = snapshot
        && let Some((cached, _)) = snapshot::load(&bytes)
    {
        let mut again = State::default();
        let folded = records
            .iter()
            .take_while(|record| record.seq <= seq)
            .all(|record| fold(&mut again, record, &mut Vec::new()));
        if !folded || again != cached {
            find(
                &mut report.findings,
                Check::Snapshot,
                seq,
                "the snapshot is not what the journal folds to",
                "l'instantané n'est pas ce que donne le journal",
            );
        }
    }
    for (seq, message) in replay(host, session).await?.differences {
        report.findings.push(Finding {
            check: Check::Replay,
            seq,
            message,
            fixes: Vec::new(),
        });
    }
    for pending in &state.pending {
        find(
            &mut report.findings,
            Check::Pending,
            pending.seq,
            &format!("input {} is not decided yet", pending.id),
            &format!("l'entrée {} n'est pas encore décidée", pending.id),
        );
    }
    for given_up in given_up(&host.store, session).await? {
        let (hook, id) = (hook_of(&given_up.kind).unwrap_or_default(), &given_up.id);
        find(
            &mut report.findings,
            Check::Hooks,
            0,
            &format!(
                "hook {hook} was told of {id} in vain, {} times",
                given_up.attempt
            ),
            &format!(
                "l'annonce {id} a échoué {} fois chez {hook}",
                given_up.attempt
            ),
        );
    }
    if let Some(hash) = state.project {
        let incoherences = doctor::incoherences(&host.project(hash).await?, &state);
        let fix = |fix: &doctor::Fix| match fix {
            doctor::Fix::Author(line) => line.clone(),
            doctor::Fix::ForkBefore(seq) => {
                // Between two turns, where a session can be copied.
                let before = records.iter().take_while(|record| record.seq < *seq);
                let at = before.filter(|record| ends_turn(record)).last();
                let at = at.map_or(1, |record| record.seq);
                format!("canonry fork --session {session} --at {at} --into NAME")
            }
            doctor::Fix::LookAround(entity) => {
                format!("canonry graph --session {session} --around {entity}")
            }
        };
        report.coherence = Some(doctor::score(&incoherences));
        report
            .findings
            .extend(incoherences.into_iter().map(|found| Finding {
                check: found.kind.into(),
                seq: found.seq,
                message: found.message,
                fixes: found.fixes.iter().map(fix).collect(),
            }));
    }
    Ok(report)
}

/// What was never delivered of a session, and is not tried any more.
async fn given_up(store: &impl Store, session: &str) -> Result<Vec<Waiting>, Failure> {
    let (mut found, mut after) = (Vec::new(), None::<String>);
    loop {
        let page = store
            .waiting_work(after.as_deref(), limits::READ_RECORDS)
            .await?;
        let Some(last) = page.last() else {
            return Ok(found);
        };
        after = Some(last.id.clone());
        let of_session = |waiting: &Waiting| waiting.session == session && is_given_up(waiting);
        found.extend(page.into_iter().filter(of_session));
    }
}
