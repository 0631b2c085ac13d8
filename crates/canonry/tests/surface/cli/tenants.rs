//! Tenants and positions: whose session is meant, and that another's is never taken for it.

use crate::program::Place;

/// A project `p`, and in `s.db` the sessions `a` of acme for a cook, `b` of acme for a porter, `c` of
/// Bolt, and `d` of nobody; the last to be appended to is `d`.
fn prepared(name: &str) -> Place {
    let place = Place::new(name);
    place.line("new p").expect(0);
    for (session, whose) in [
        ("a", "--tenant acme --position cook"),
        ("b", "--tenant acme --position porter"),
        ("c", "--tenant Bolt"),
        ("d", ""),
    ] {
        let line = format!("play p --store sqlite:s.db --session {session} {whose}");
        place.line(&line).expect(0);
    }
    place
}

/// (command line, exit code, words of the answer)
const LINES: &[(&str, i32, &str)] = &[
    ("status p", 0, "session d"),
    ("status p --tenant acme", 0, "session b"),
    ("status p --tenant acme", 0, "  tenant    acme\n"),
    ("status p --position porter", 0, "  for       porter\n"),
    ("status p --tenant acme --position cook", 0, "session a"),
    ("status p --tenant Bolt", 0, "session c"),
    ("status p --session a --tenant acme", 0, "session a"),
    (
        "status p --session a --tenant Bolt",
        2,
        "session `a` is not one of the tenant `Bolt`",
    ),
    (
        "status p --session d --position cook",
        2,
        "session `d` is not one for the position `cook`",
    ),
    (
        "status p --tenant Bolt --position cook",
        3,
        "has no session of the tenant `Bolt` for the position `cook` in this store",
    ),
    // A name is what it is, letter for letter.
    (
        "status p --tenant ACME",
        3,
        "has no session of the tenant `ACME` in this store",
    ),
    ("log p --tenant Bolt", 0, "session c"),
    ("transcript p --tenant acme", 0, "session b"),
    ("doctor p --tenant Bolt", 0, "c: "),
    ("replay p --tenant Bolt", 0, "0 differences"),
    ("canon p --tenant Bolt", 0, "facts"),
    ("graph p --tenant Bolt", 0, "entities"),
    (
        "graph p --session a --tenant Bolt",
        2,
        "is not one of the tenant",
    ),
    ("why rosa.saying p --tenant nobody", 3, "has no session"),
    ("export p --tenant acme --position cook", 0, "\"a\""),
    (
        "fork p --tenant Bolt --at 5 --into c2",
        0,
        "c2 holds c up to entry 5",
    ),
    (
        "status p --tenant Bolt --session c2",
        0,
        "  tenant    Bolt\n",
    ),
    ("diff p --tenant Bolt --with c", 0, "0 differences"),
    // play
    ("play p --tenant acme --position cook", 0, "session a"),
    (
        "play p --session a --tenant Bolt",
        2,
        "session `a` is not one of the tenant `Bolt`",
    ),
    (
        "play p --session d --tenant Bolt",
        2,
        "leave the option out, or name another session",
    ),
    ("play p --session e --tenant Corp", 0, "session e"),
    ("play p --tenant Corp", 0, "session e"),
    ("play p --tenant= --new", 2, "an id has 1 to 200 bytes"),
    (
        "status --session a --tenant Bolt --lang fr",
        2,
        "la session `a` n'en est pas une du client `Bolt`",
    ),
    ("status p --tenant acme --lang fr", 0, "  client    acme\n"),
];

#[test]
fn a_session_of_one_tenant_is_never_taken_for_anothers() {
    let place = prepared("tenants");
    for (line, code, words) in LINES {
        let ran = place.line(&format!("{line} --store sqlite:s.db"));
        assert_eq!(ran.code, *code, "canonry {line}: {ran:?}");
        assert!(
            ran.out.contains(words) || ran.err.contains(words),
            "canonry {line}: no {words:?} in {ran:?}"
        );
    }
}

#[test]
fn whose_a_session_is_stands_in_its_status() {
    let place = prepared("tenant-json");
    let status = |session: &str| {
        let line = format!("status --store sqlite:s.db --session {session} --json");
        place.line(&line).expect(0).json().remove(0)
    };
    let whose = serde_json::json!({ "tenant": "acme", "position": "porter" });
    assert_eq!(status("b")["for"], whose);
    assert_eq!(status("c")["for"], serde_json::json!({ "tenant": "Bolt" }));
    assert_eq!(status("d").get("for"), None);
    // The place in the flow keeps its name.
    assert!(status("b")["position"]["part"].is_string());
}

#[test]
fn a_name_of_a_tenant_is_on_one_line() {
    let place = Place::new("tenant-name");
    place.line("new p").expect(0);
    for flag in ["--tenant", "--position"] {
        let ran = place.run(["play", "p", "--store", "memory:", flag, "a\nb"]);
        ran.expect(2).says("bad-name");
    }
}

/// The opening stands for its tenant too; an export of one brings it along, and imports again.
#[test]
fn an_export_brings_tenant_and_position_along() {
    let place = prepared("tenant-export");
    place
        .line("export p --session b --store sqlite:s.db --out b.jsonl")
        .expect(0);
    for _ in 0..2 {
        place.line("import b.jsonl --store sqlite:t.db").expect(0);
    }
    place
        .line("status p --tenant acme --position porter --store sqlite:t.db")
        .expect(0)
        .says("session b");
    place
        .line("doctor p --session b --store sqlite:t.db")
        .expect(0);
    // It goes on there under the id it was opened with, and is not opened anew.
    place
        .line("play p --tenant acme --store sqlite:t.db")
        .expect(0)
        .says("session b");
}
