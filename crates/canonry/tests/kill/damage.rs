//! Exports that are not what was written, and stores that are older than what was acknowledged.

use crate::program::{Place, hello};
use crate::rng::Rng;
use canonry::export;
use canonry::failure::Kind;
use sha2::{Digest, Sha256};

const LINES: &str = r#"{"id":"1","message":"Ada"}
{"id":"2","assert":{"visitor.luggage":"on_its_way"},"source":"desk","version":1}
{"id":"3","message":"purple"}
"#;

fn played(place: &Place) -> Vec<u8> {
    place
        .feed(
            &format!(
                "play {} --store sqlite:s.db --session S --script - --json",
                hello().display()
            ),
            LINES,
        )
        .expect(0);
    place
        .line("export --store sqlite:s.db --session S")
        .expect(0)
        .out
        .into_bytes()
}

/// Where a byte stands: its line, and the entry that the line holds or comes before.
fn place_of(bytes: &[u8], position: usize) -> (usize, usize) {
    let before = &bytes[..position];
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let whole = before
        .rsplitn(2, |byte| *byte == b'\n')
        .nth(1)
        .unwrap_or_default();
    let entries = whole
        .split(|byte| *byte == b'\n')
        .filter(|line| line.starts_with(b"{\"entry\":"))
        .count();
    (line, entries + 1)
}

#[track_caller]
fn refused(bytes: &[u8], expected: (usize, usize), what: &str) {
    let failure = export::read(bytes)
        .err()
        .unwrap_or_else(|| panic!("{what} was accepted"));
    let (line, entry) = expected;
    assert_eq!(failure.kind, Kind::Corrupt, "{what}: {failure}");
    let place = format!("line {line}, entry {entry}: ");
    assert!(
        failure.message.en.contains(&place),
        "{what}: no {place:?} in {failure}"
    );
    assert!(
        failure
            .message
            .fr
            .contains(&format!("ligne {line}, entrée {entry} : ")),
        "{what}: {}",
        failure.message.fr
    );
}

#[test]
fn law_j14_an_export_cut_or_flipped_at_any_byte_is_refused() {
    let place = Place::new("export");
    let bytes = played(&place);
    let whole = export::read(&bytes).expect("it is whole");
    let mut rng = Rng::new(7);
    for position in 0..bytes.len() {
        let expected = place_of(&bytes, position);
        refused(
            &bytes[..position],
            expected,
            &format!("cut to {position} bytes"),
        );
        let mut flipped = bytes.clone();
        flipped[position] =
            flipped[position].wrapping_add(1 + u8::try_from(rng.below(255)).expect("a byte"));
        refused(
            &flipped,
            expected,
            &format!("byte {position} as {}", flipped[position]),
        );
    }
    // Whole lines left out, doubled and exchanged.
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    for index in 0..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(index);
        let mut more = lines.clone();
        more.insert(index, lines[index]);
        let mut other = lines.clone();
        other.swap(index, (index + 1) % lines.len());
        for (name, lines) in [("left out", fewer), ("doubled", more), ("exchanged", other)] {
            let failure = export::read(&lines.concat()).expect_err(name);
            assert_eq!(
                failure.kind,
                Kind::Corrupt,
                "line {index} {name}: {failure}"
            );
        }
    }
    for tail in ["\n", "x", "{}\n"] {
        assert!(
            export::read(&[&bytes, tail.as_bytes()].concat()).is_err(),
            "{tail:?} at the end"
        );
    }

    // A sample through the program: exit code 5, and the place in both languages.
    for _ in 0..12 {
        let position = rng.below(bytes.len());
        let (line, entry) = place_of(&bytes, position);
        let mut flipped = bytes.clone();
        flipped[position] ^= 0x10;
        for damaged in [&bytes[..position], &flipped] {
            place.write("damaged", damaged);
            let ran = place.line("import --check damaged").expect(5);
            assert!(ran.out.is_empty(), "{ran:?}");
            ran.says(&format!("line {line}, entry {entry}: "));
            place
                .line("import damaged --store sqlite:other.db --lang fr --json")
                .expect(5)
                .says(&format!("ligne {line}, entrée {entry} : "));
        }
    }
    place
        .line("verify --store sqlite:other.db")
        .expect(3)
        .says("there is no store");
    place.write("whole", &bytes);
    place.line("import --check whole").expect(0);
    place.line("import whole --store sqlite:other.db").expect(0);
    let head = format!("{}:{}", whole.records.len(), whole.chain);
    place
        .line(&format!(
            "verify --store sqlite:other.db --session S --head {head}"
        ))
        .expect(0);
    println!(
        "{} bytes: each cut and each flipped, {} entries",
        bytes.len(),
        whole.records.len()
    );
}

/// Somebody who edits an entry and mends the line sums still breaks the journal's own chain.
#[test]
fn law_j14_an_edited_entry_breaks_the_chain_even_with_mended_sums() {
    let place = Place::new("edited");
    let text = String::from_utf8(played(&place)).expect("text");
    let edits = [
        ("\\\"Ada\\\"", "\\\"Eve\\\""),
        ("\"cause\":\"2\"", "\"cause\":\"9\""),
        ("\"kind\":\"Said\"", "\"kind\":\"Spoke\""),
        ("\"seq\":\"4\"", "\"seq\":\"5\""),
    ];
    for (from, to) in edits {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let index = lines
            .iter()
            .position(|line| line.starts_with("{\"entry\":") && line.contains(from))
            .unwrap_or_else(|| panic!("no {from}"));
        lines[index] = lines[index].replace(from, to);
        let entry = 1 + lines[..index]
            .iter()
            .filter(|line| line.starts_with("{\"entry\":"))
            .count();
        place.write("edited", mended(&lines));
        place
            .line("import --check edited")
            .expect(5)
            .says(&format!("line {}, entry {entry}: ", index + 1));
    }
    // A cut that mends the trailer is told by a head known from elsewhere only.
    place.write(
        "whole",
        mended(&text.lines().map(str::to_owned).collect::<Vec<_>>()),
    );
    place.line("import --check whole").expect(0);
}

/// The sums of the lines, computed again.
fn mended(lines: &[String]) -> String {
    let mut all = String::new();
    let mut previous = String::new();
    for line in lines {
        let body = &line[..line.rfind(",\"sum\":\"").expect("a sum")];
        let sum = Sha256::digest(format!("{previous}\n{body}"));
        let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        previous = format!("{body},\"sum\":\"{sum}\"}}");
        all.push_str(&previous);
        all.push('\n');
    }
    all
}

#[test]
fn law_j14_a_store_restored_from_an_older_copy_names_what_is_missing() {
    let place = Place::new("older");
    played(&place);
    let older = place
        .line("verify --store sqlite:s.db --session S --json")
        .expect(0)
        .json()[0]["entries"]
        .as_u64()
        .expect("a number");
    std::fs::copy(place.path("s.db"), place.path("copy.db")).expect("a copy");
    let play = format!(
        "play {} --session S --script - --json --store",
        hello().display()
    );
    place
        .feed(
            &format!("{play} sqlite:s.db"),
            "{\"id\":\"4\",\"message\":\"tired\"}\n{\"id\":\"5\",\"message\":\"3\"}\n",
        )
        .expect(0);
    let head = place
        .line("export --store sqlite:s.db --session S --out e --json")
        .expect(0)
        .json()
        .remove(0);
    let (entries, chain) = (
        head["entries"].as_u64().expect("a number"),
        head["chain"].as_str().expect("a hash"),
    );
    let known = format!("--session S --head {entries}:{chain}");
    place
        .line(&format!("verify --store sqlite:s.db {known}"))
        .expect(0);

    let missing = format!("entries {} to {entries} are missing", older + 1);
    place
        .line(&format!("verify --store sqlite:copy.db {known}"))
        .expect(5)
        .says(&missing);
    place
        .line(&format!(
            "verify --store sqlite:copy.db --session S --head {entries}"
        ))
        .expect(5)
        .says(&missing);
    let json = place
        .line(&format!(
            "verify --store sqlite:copy.db {known} --lang fr --json"
        ))
        .expect(5);
    assert_eq!(json.json()[0]["problems"][0]["seq"], older + 1);
    json.says(&format!("les entrées {} à {entries} manquent", older + 1));

    // Somebody went on from the old copy: long enough, and another history.
    place.feed(&format!("{play} sqlite:copy.db"), "{\"id\":\"6\",\"message\":\"curious\"}\n{\"id\":\"7\",\"message\":\"5\"}\n{\"id\":\"8\",\"message\":\"x\"}\n").expect(0);
    place
        .line(&format!("verify --store sqlite:copy.db {known}"))
        .expect(5)
        .says("this is another history");
    place.line("verify --store sqlite:copy.db").expect(0);
}

/// An export whose project is missing must not be appended before anybody notices: the store would
/// hold a session that nothing can play, under a name that is taken.
#[test]
fn an_import_that_fails_leaves_nothing() {
    let place = Place::new("no-project");
    let text = String::from_utf8(played(&place)).expect("text");
    let lines: Vec<String> = text
        .lines()
        .filter(|line| !line.starts_with("{\"project\":"))
        .map(str::to_owned)
        .collect();
    place.write("without", mended(&lines));
    place.write("whole", &text);
    place.line("import without --store sqlite:i.db").expect(5);
    place
        .line("verify --store sqlite:i.db")
        .expect(3)
        .says("there is no store");
    place.line("import whole --store sqlite:i.db").expect(0);
}
