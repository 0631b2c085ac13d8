//! Whatever a path leads to, the program answers: an endless file, a huge one, an index that lost something, the
//! same command once more.

use crate::program::Place;
use std::io::{Read, Seek, SeekFrom, Write};

/// A file that never ends is refused, and says which bound it met.
#[test]
fn what_never_ends_is_refused() {
    let place = Place::new("endless");
    place.line("new p").expect(0);
    place.line("new r --like support").expect(0);
    place.write("scripted.yaml", "model: scripted:/dev/zero\n");
    for (command, says) in [
        ("import /dev/zero --check", "does not begin as an export"),
        ("import /dev/zero", "does not begin as an export"),
        ("check p --config /dev/zero", "too-long"),
        ("play p --session a --config scripted.yaml", "too-long"),
        ("play p --session a --script /dev/zero", "too-long"),
        ("reply r --case /dev/zero", "too-long"),
        ("logic batch /dev/zero", "too-long"),
    ] {
        let ran = place.line(command);
        assert_ne!(ran.code, 0, "{command}: {ran:?}");
        ran.says(says);
    }
}

/// The same with files that begin well: a line has an end, and a project a size.
#[test]
fn what_is_huge_is_refused() {
    let place = Place::new("huge");
    place.line("new p").expect(0);
    place.write("line", "{\"session\":{\"version\":\"");
    place.write("p/big.yaml", "name: big\n");
    for name in ["line", "p/big.yaml"] {
        let file = std::fs::OpenOptions::new()
            .write(true)
            .open(place.path(name))
            .expect("a file");
        // Nothing is written: it is a hole.
        file.set_len(300 * 1024 * 1024).expect("room");
    }
    place
        .line("import line --check")
        .expect(2)
        .says("too-long: `line` has more than 134217728 bytes");
    place.line("check p").expect(2).says("project-too-large");
}

/// The same command may be run again; another beginning is refused, with both.
#[test]
fn a_session_is_played_again_with_the_same_beginning() {
    let place = Place::new("again");
    place.line("new p").expect(0);
    place.write("f", "{\"id\":\"1\",\"message\":\"Ada\"}\n");
    let play = "play p --store sqlite:s.db --session a --script f";
    let same = "--seed 7 --language en --subject ada";
    let first = place.line(&format!("{play} {same}")).expect(0);
    let again = place.line(&format!("{play} {same}")).expect(0);
    assert_eq!(first.out.lines().last(), again.out.lines().last());
    for (other, says) in [
        ("--seed 8", "--seed 8: session `a` began with 7"),
        ("--language fr", "--language fr: session `a` began with en"),
        ("--subject ben", "--subject ben: session `a` began with …"),
    ] {
        place.line(&format!("{play} {other}")).expect(2).says(says);
    }
}

/// Two people's sessions in a store, closed.
fn peopled(place: &Place) {
    place.line("new p").expect(0);
    place.write("f", "{\"id\":\"1\",\"message\":\"Ada\"}\n");
    for (session, subject) in [("one", "ada"), ("two", "ada"), ("six", "ben")] {
        let options = format!("--session {session} --subject {subject}");
        place
            .line(&format!("play p --store sqlite:s.db {options} --script f"))
            .expect(0);
    }
}

/// Changes a session's name in the page of an index, and nowhere else.
fn damage_index(place: &Place, index: &str) {
    let path = place.path("s.db");
    let root: i64 = rusqlite::Connection::open(&path)
        .and_then(|connection| {
            let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
            connection.query_row(sql, [index], |row| row.get(0))
        })
        .expect("an index");
    let mut file = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(&path)
        .expect("a file");
    let start = (root.cast_unsigned() - 1) * 8192;
    let mut page = vec![0; 8192];
    file.seek(SeekFrom::Start(start)).expect("a page");
    file.read_exact(&mut page).expect("a page");
    let at = page.windows(3).position(|name| name == b"two");
    page[at.expect("the session is in the index")] ^= 1;
    file.seek(SeekFrom::Start(start)).expect("a page");
    file.write_all(&page).expect("written");
}

#[test]
fn law_j14_a_damaged_index_hides_nobodys_session() {
    for index in [
        "sessions_by_creation",
        "sessions_by_project",
        "sessions_by_subject",
    ] {
        let place = Place::new("index");
        peopled(&place);
        place.line("verify --store sqlite:s.db").expect(0);
        damage_index(&place, index);
        // The index is named, and every session is verified.
        let verified = place
            .line("verify --store sqlite:s.db")
            .expect(5)
            .says(index);
        assert!(verified.out.contains("sessions,"), "{verified:?}");
        let named = place.line("verify --store sqlite:s.db --json").expect(5);
        for session in ["one", "two", "six"] {
            let whole = named.json().iter().any(|line| {
                line["session"] == session && line["problems"].as_array().is_some_and(Vec::is_empty)
            });
            assert!(whole, "{index}: {session} in {named:?}");
        }
        if index == "sessions_by_project" {
            place
                .line("answers p --store sqlite:s.db")
                .says("the index sessions_by_project lacks sessions");
        }
        // Whose a session is says the session itself.
        let erased = place
            .line("erase --subject ada --yes --store sqlite:s.db")
            .expect(0);
        for session in ["one", "two"] {
            assert!(erased.out.contains(session), "{index}: {erased:?}");
        }
    }
}

#[test]
fn rows_without_their_session_are_a_problem() {
    let place = Place::new("orphans");
    peopled(&place);
    let connection = rusqlite::Connection::open(place.path("s.db")).expect("a database");
    let deleted = connection.execute("DELETE FROM sessions WHERE id = CAST('two' AS BLOB)", []);
    assert_eq!(deleted, Ok(1));
    drop(connection);
    place
        .line("verify --store sqlite:s.db")
        .expect(5)
        .says("rows of `segments` belong to session number");
}
