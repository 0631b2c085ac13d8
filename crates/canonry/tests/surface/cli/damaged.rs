//! A session with a damaged entry: what is before it can be counted, read, copied and taken away, and
//! nothing is silently shorter.

use crate::program::{Place, Ran, finish};
use std::process::Stdio;

const TALK: &str = r#"{"id":"1","message":"Ada"}
{"id":"2","message":"purple"}
{"id":"3","message":"tired"}
{"id":"4","message":"3 nights"}
"#;

/// Entries of the opening and of the first two turns, and in all.
struct Entries {
    before: u64,
    all: u64,
}

fn played(place: &Place) -> Entries {
    place.line("new p").expect(0);
    run(place, "play p --script -", TALK).expect(0);
    let log = run(place, "log --json", "").expect(0).json();
    let ended = |id: &str| {
        let last = log.iter().rfind(|entry| entry["cause"] == id);
        last.and_then(|entry| entry["seq"].as_u64()).expect("ended")
    };
    Entries {
        before: ended("2"),
        all: log.len() as u64,
    }
}

/// A command on the session of these tests.
fn run(place: &Place, command: &str, input: &str) -> Ran {
    place.feed(&format!("{command} --store sqlite:s.db --session S"), input)
}

fn database(place: &Place) -> rusqlite::Connection {
    rusqlite::Connection::open(place.path("s.db")).expect("a database")
}

/// Flips the last byte of the segment that holds the entry behind `entries`: its turn's last entry.
fn damage(place: &Place, entries: u64) {
    let connection = database(place);
    let (key, mut data): (i64, Vec<u8>) = connection
        .query_row(
            "SELECT key, data FROM segments WHERE first = ?1",
            [(entries + 1).cast_signed()],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .expect("a segment");
    *data.last_mut().expect("bytes") ^= 1;
    let written = connection.execute(
        "UPDATE segments SET data = ?2 WHERE key = ?1",
        rusqlite::params![key, data],
    );
    assert_eq!(written, Ok(1));
}

#[test]
fn law_j14_what_is_before_the_damage_is_counted_and_named() {
    let place = Place::new("counted");
    let Entries { before, all } = played(&place);
    damage(&place, before);
    let ran = run(&place, "verify", "").expect(5);
    let damaged = ran.out.split_once("S, ").and_then(|(_, rest)| {
        let (seq, rest) = rest.split_once(':')?;
        assert!(
            rest.contains("not the one that was committed to"),
            "{ran:?}"
        );
        seq.parse::<u64>().ok()
    });
    let damaged = damaged.unwrap_or_else(|| panic!("{ran:?}"));
    assert!((before + 1..all).contains(&damaged), "{ran:?}");
    let whole = damaged - 1;
    let ran = ran
        .says(&format!("entries 1 to {whole} are whole"))
        .says("--salvage")
        .says(&format!("{whole} of {all} entries whole, 1 problem"));
    assert!(!ran.out.contains("the journal ends"), "{ran:?}");
    let json = run(&place, "verify --json", "").expect(5).json().remove(0);
    assert_eq!(
        [&json["entries"], &json["head"], &json["problems"][0]["seq"]],
        [&whole.into(), &all.into(), &damaged.into()] as [&serde_json::Value; 3]
    );
    run(&place, "verify --lang fr", "")
        .expect(5)
        .says(&format!("les entrées 1 à {whole} sont intactes"))
        .says(&format!("{whole} sur {all} entrées intactes"));
    // A head that is known from elsewhere says nothing about what cannot be read.
    let ran = run(&place, &format!("verify --head {all}"), "").expect(5);
    assert!(!ran.out.contains("missing"), "{ran:?}");
    run(&place, &format!("verify --head {}", all + 1), "")
        .expect(5)
        .says("missing");
    // The log lists what can be read, and then says what cannot.
    let ran = run(&place, "log", "").expect(5).says("--salvage");
    assert_eq!(ran.out.lines().count() as u64, 1 + whole, "{ran:?}");
}

#[test]
fn law_j14_what_is_before_the_damage_is_salvaged_turn_by_turn() {
    let place = Place::new("salvaged");
    let Entries { before, .. } = played(&place);
    damage(&place, before);
    run(&place, "export", "").expect(5).says("--salvage");
    assert!(!place.path("e").exists());
    // The turn that ends in the damage is not taken: nobody was ever in the middle of it.
    let input = before + 1;
    let ran = run(&place, "export --salvage --out e", "")
        .expect(1)
        .says(&format!("S: {input} entries in e, head {input}:"))
        .says("committed to")
        .says(&format!("written: {input} entries"));
    assert!(ran.err.contains("error: session S, entry "), "{ran:?}");
    run(&place, "export --salvage --out f --lang fr", "")
        .expect(1)
        .says(&format!(
            "les tours intacts qui précèdent sont écrits : {input} entrées"
        ));
    let bytes = run(&place, "export --salvage", "").expect(1).out;
    assert_eq!(
        bytes,
        std::fs::read_to_string(place.path("e")).expect("text")
    );
    place
        .line("import e --check")
        .expect(0)
        .says(&format!("S: {input} entries, whole"));
    place.line("import e --store sqlite:i.db").expect(0);
    place.line("verify --store sqlite:i.db").expect(0);
    // The input whose turn was lost is there, and its turn is decided anew.
    place
        .feed(
            "play p --store sqlite:i.db --session S --script -",
            "{\"id\":\"3\",\"message\":\"tired\"}\n",
        )
        .expect(0)
        .says("visitor.mood");
    place
        .line("doctor --store sqlite:i.db --session S")
        .expect(0);
}

#[test]
fn law_j14_a_fork_before_the_damage_is_whole() {
    let place = Place::new("forked");
    let Entries { before, all } = played(&place);
    damage(&place, before);
    run(&place, &format!("fork --at {before} --into F"), "").expect(0);
    for command in ["verify", "doctor", "replay"] {
        place
            .line(&format!("{command} --store sqlite:s.db --session F"))
            .expect(0);
    }
    for at in [before + 2, all] {
        run(&place, &format!("fork --at {at} --into G"), "")
            .expect(5)
            .says(&format!("fork at {} or before", before + 1));
    }
    run(&place, &format!("fork --at {all} --into G --lang fr"), "")
        .expect(5)
        .says(&format!("copiez à {} ou avant", before + 1));
}

#[test]
fn a_session_whose_head_is_damaged_does_not_hide_the_others() {
    let place = Place::new("hidden");
    let Entries { all, .. } = played(&place);
    place
        .feed("play p --store sqlite:s.db --session T --script -", TALK)
        .expect(0);
    database(&place)
        .execute(
            "UPDATE sessions SET head = zeroblob(57) WHERE id = CAST('T' AS BLOB)",
            [],
        )
        .expect("written");
    place
        .line("verify --store sqlite:s.db")
        .expect(5)
        .says("session T, entry 0: its head is damaged")
        .says(&format!("2 sessions, {all} entries, 1 problem"));
    let ran = place
        .line("export --store sqlite:s.db --session T --salvage")
        .expect(5);
    assert!(ran.out.is_empty(), "{ran:?}");
}

#[test]
fn a_damaged_snapshot_is_named_and_harms_nobody() {
    let place = Place::new("snapshot");
    let Entries { all, .. } = played(&place);
    run(&place, "verify", "").expect(0);
    database(&place)
        .execute(
            "INSERT OR REPLACE INTO snapshots (session, seq, data) SELECT key, 4, zeroblob(99) FROM sessions",
            [],
        )
        .expect("written");
    run(&place, "verify", "")
        .expect(0)
        .says("! S, 4: the snapshot is damaged; it is not used")
        .says(&format!("1 session, {all} entries, 0 problems"));
    let json = run(&place, "verify --json", "").expect(0).json().remove(0);
    assert_eq!(json["snapshot"]["seq"], 4, "{json}");
    run(&place, "verify --lang fr", "")
        .expect(0)
        .says("l'instantané est endommagé ; il ne sert pas");
    run(&place, "doctor", "").expect(1).says("snapshot");
    run(&place, "status", "").expect(0);
}

/// A turn on a new store, while no file may grow beyond so many blocks: it is refused then, as on a full disk.
fn turn_within(place: &Place, blocks: &str) -> Ran {
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let program = place.command();
    let mut command = std::process::Command::new("sh");
    command.arg("-c").arg(limited).arg(program.get_program());
    command.args("play p --script - --store sqlite:s.db --json".split_whitespace());
    command.current_dir(&place.dir).env_clear();
    command.env("HOME", &place.dir).env("CANONRY_LANG", "en");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(&mut command, Some(TALK.as_bytes())).calm()
}

/// The disk fills at any size of the new file: whatever is left, the next start plays on it.
#[test]
fn a_store_that_could_not_be_made_is_made_by_the_next_start() {
    let place = Place::new("full");
    place.line("new p").expect(0);
    let mut refused = 0;
    for blocks in (0..400).step_by(9) {
        let ran = turn_within(&place, &blocks.to_string());
        refused += usize::from(ran.code == 4);
        let again = turn_within(&place, "unlimited");
        assert_eq!(again.code, 0, "{blocks} blocks: {ran:?}, then {again:?}");
        let entries = std::fs::read_dir(&place.dir).expect("a folder");
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            assert!(!name.contains(".new"), "{blocks} blocks: {name} is left");
            if name.starts_with("s.db") {
                std::fs::remove_file(path).expect("removed");
            }
        }
    }
    assert!(refused > 5, "only {refused} sizes were too small");
}

/// The same on a file system that is full, where the log of the new file takes the room of the file itself. It
/// needs a mount of its own, which not every machine lets somebody make: the test before it is for those.
#[test]
fn a_store_that_found_no_room_is_made_when_there_is_some() {
    let may_mount = std::process::Command::new("unshare")
        .args(["-rm", "true"])
        .status();
    if !may_mount.is_ok_and(|status| status.success()) {
        eprintln!("not tried: no mount can be made here");
        return;
    }
    let place = Place::new("no-room");
    place.line("new p").expect(0);
    std::fs::create_dir(place.path("disk")).expect("a folder");
    let play = "\"$0\" play p --script - --store sqlite:disk/s.db --json <talk >/dev/null";
    place.write("talk", TALK);
    let mut refused = 0;
    for kilobytes in (4..400).step_by(8) {
        let script = format!(
            "mount -t tmpfs -o size={kilobytes}k none disk || exit 99
             {play}; first=$?
             mount -o remount,size=10m disk || exit 99
             {play} || {{ ls -l disk >&2; exit 98; }}
             exit $first"
        );
        let program = place.command();
        let mut command = std::process::Command::new("unshare");
        command
            .args(["-rm", "sh", "-c", &script])
            .arg(program.get_program());
        command
            .current_dir(&place.dir)
            .env("HOME", &place.dir)
            .env("CANONRY_LANG", "en");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let ran = finish(&mut command, None).calm();
        assert!(ran.code < 98, "{kilobytes} kB: {ran:?}");
        refused += usize::from(ran.code == 4);
    }
    assert!(refused > 5, "only {refused} sizes were too small");
}
