//! The whole file at once: every session that is anywhere in it, and what does not fit together between its
//! tables and their indexes. An index only finds what it has, so nothing here relies on one alone.

use super::failure::Failure;
use super::session::Session;
use crate::store::Survey;
use rusqlite::{Connection, params};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, Failure>;

/// More are not told: the first say enough.
const MOST: usize = 100;

/// Tables whose rows belong to a session.
const OF_SESSIONS: [&str; 6] = [
    "segments",
    "places",
    "sealed",
    "work",
    "snapshots",
    "last_sessions",
];

pub fn survey(connection: &Connection) -> Result<Survey> {
    let mut survey = Survey::default();
    let found = listed(connection, &mut survey.problems)?;
    survey.sessions = found.into_iter().map(|(_, id)| id).collect();
    if let Err(failure) = check_file(connection, &mut survey.problems) {
        tell(failure, &mut survey.problems)?;
    }
    for table in OF_SESSIONS {
        if let Err(failure) = orphans(connection, table, &mut survey.problems) {
            tell(failure, &mut survey.problems)?;
        }
    }
    Ok(survey)
}

/// Damage is what a survey looks for; anything else keeps it from looking.
fn tell(failure: Failure, problems: &mut Vec<String>) -> Result<()> {
    match failure {
        Failure::Damaged(message) => {
            let problem = format!("the store file is damaged: {message}");
            if !problems.contains(&problem) {
                problems.push(problem);
            }
            Ok(())
        }
        Failure::Refused { .. } | Failure::Corrupt { .. } | Failure::Unavailable(_) => Err(failure),
    }
}

/// Every session that the table or an index of it names, in the order of their creation.
fn listed(connection: &Connection, problems: &mut Vec<String>) -> Result<BTreeSet<(i64, String)>> {
    let mut found = BTreeSet::new();
    // A bound on what an index begins with lets SQLite take it.
    let ways = [
        "NOT INDEXED WHERE ?1 IS NOT NULL",
        "INDEXED BY sessions_by_creation WHERE created >= ?1",
        "INDEXED BY sessions_by_project WHERE ?1 IS NOT NULL AND project_name >= x''",
    ];
    for way in ways {
        let sql = format!("SELECT created, id FROM sessions {way}");
        let mut read = || -> Result<()> {
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query([i64::MIN])?;
            while let Some(row) = rows.next()? {
                // A name that is no text any more leads to no session, which its reader tells.
                let id = String::from_utf8_lossy(&row.get::<_, Vec<u8>>(1)?).into_owned();
                found.insert((row.get(0)?, id));
            }
            Ok(())
        };
        if let Err(failure) = read() {
            tell(failure, problems)?;
        }
    }
    Ok(found)
}

/// What SQLite finds: pages that are no pages, rows that an index lacks or has too many of.
fn check_file(connection: &Connection, problems: &mut Vec<String>) -> Result<()> {
    let mut statement = connection.prepare(&format!("PRAGMA integrity_check({MOST})"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let said: String = row.get(0)?;
        if said != "ok" {
            let said = said.lines().next_back().unwrap_or_default();
            problems.push(format!("the store file is damaged: {said}"));
        }
    }
    Ok(())
}

/// Rows whose session is not in the store.
fn orphans(connection: &Connection, table: &str, problems: &mut Vec<String>) -> Result<()> {
    let mut statement = connection.prepare(&format!(
        "SELECT session, count(*) FROM {table} NOT INDEXED
         WHERE session NOT IN (SELECT key FROM sessions NOT INDEXED) GROUP BY session LIMIT ?1"
    ))?;
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    let mut rows = statement.query([most])?;
    while let Some(row) = rows.next()? {
        let (session, count) = (row.get::<_, i64>(0)?, row.get::<_, i64>(1)?);
        problems.push(format!(
            "{count} rows of `{table}` belong to session number {session}, which is not in the store"
        ));
    }
    Ok(())
}

/// Before a list that goes by an index is believed: it has what the table has.
pub fn check_list(connection: &Connection, project: Option<&str>) -> Result<()> {
    let (index, of) = match project {
        None => ("sessions_by_creation", "?1 IS NULL AND created >= ?2"),
        Some(_) => ("sessions_by_project", "project_name = ?1 AND created >= ?2"),
    };
    let columns = "SELECT created, id FROM sessions";
    let one = format!("{columns} INDEXED BY {index} WHERE {of}");
    let other = format!("{columns} NOT INDEXED WHERE {of}");
    let differs: bool = connection
        .prepare_cached(&format!(
            "SELECT (SELECT count(*) FROM ({one})) <> (SELECT count(*) FROM ({other}))
                 OR EXISTS (SELECT * FROM ({other}) EXCEPT SELECT * FROM ({one}))"
        ))?
        .query_row(params![project.map(str::as_bytes), i64::MIN], |row| {
            row.get(0)
        })?;
    if differs {
        return Err(Failure::Damaged(format!(
            "the index {index} lacks sessions"
        )));
    }
    Ok(())
}

/// The sessions of a person. Every row is looked at, and whole: one that cannot be read might be theirs.
pub fn sessions_of_subject(connection: &Connection, subject: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT key, id, project, project_name, subject, created, head FROM sessions NOT INDEXED",
    )?;
    let mut rows = statement.query([])?;
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        let head = Session::read(row, None)?.head;
        if head.subject.as_deref() == Some(subject) {
            ids.push(head.session);
        }
    }
    ids.sort_unstable();
    Ok(ids)
}
