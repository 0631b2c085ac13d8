//! The words with which a model speaks as somebody: what that one knows and does not hide.

use super::Which;
use super::graph;
use super::output::Output;
use super::settings::Settings;
use super::whose::session_of;
use crate::failure::Failure;
use crate::record::to_entry;
use crate::store::Store;
use engine::canon::Canon;
use engine::limits;
use engine::scene::PLAYER;
use engine::voice;
use logic::value::Name;
use std::path::Path;

/// Shows the voice prompt of an entity, or of `player`, in a session.
pub async fn show(
    dir: &Path,
    session: Option<&str>,
    at: Option<u64>,
    who: &str,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let host = settings.reading_host().await?;
    let session = session_of(&host, &Which::of(dir, session)).await?;
    let loaded = match at {
        Some(at) => host.load_at(&session, at).await?,
        None => host.load(&session).await?,
    };
    let who = match who {
        PLAYER => Name::from(PLAYER),
        who => graph::find(&loaded.project, &loaded.state, who)?,
    };
    let mut entries = Vec::new();
    let mut seen = 0;
    while seen < loaded.state.seq {
        let records = host
            .store
            .read(&session, seen, limits::READ_RECORDS)
            .await?;
        let Some(last) = records.last() else {
            break;
        };
        seen = last.seq;
        for record in records
            .iter()
            .filter(|record| record.seq <= loaded.state.seq)
        {
            let entry = to_entry(record);
            let corrupt = |error: engine::event::DecodeError| {
                Failure::corrupt(&session, record.seq, &error.to_string())
            };
            entries.push(entry.map_err(corrupt)?);
        }
    }
    let canon = Canon::new(&loaded.project, &loaded.state, loaded.state.now());
    let heard = voice::heard(&entries, &loaded.project, &who);
    let prompt = voice::prompt(&canon, &who, &heard);
    if output.json {
        output.json(&serde_json::json!({
            "voice": who.as_str(), "system": prompt.system, "user": prompt.user,
            "hash": prompt.hash().to_string(),
        }));
    } else {
        output.text(&prompt.system);
        output.line("");
        output.text(prompt.user.trim_end());
    }
    Ok(())
}
