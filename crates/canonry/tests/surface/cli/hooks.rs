//! Hooks: told after the commit, at least once, always under the same id.

use crate::program::{Place, Ran};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SHORT: &str = "name: Short\nlanguages: [en]\nsorts: { guest: { is: [character] } }\nattributes: { guest: { age: { type: number, range: [0, 150] }, town: { type: text, max_length: 40 } } }\nentities: { anna: { sort: guest } }\nflows:\n  main:\n    - { ask: age, fixes: anna.age, text: Age? }\n    - { ask: town, fixes: anna.town, text: Town? }\n    - { end: done, text: Bye. }\n";

const WHOLE: &str = "{\"id\":\"1\",\"message\":\"41\"}\n{\"id\":\"2\",\"message\":\"Lyon\"}\n{\"id\":\"3\",\"message\":\"hello?\"}\n";

/// A project `p` that is finished with the second answer, and a configuration with these hooks.
fn prepared(name: &str, hooks: &str) -> Place {
    let place = Place::new(name);
    place.write("p/world.yaml", SHORT);
    place.write("config.yaml", format!("hooks:\n{hooks}"));
    place
}

/// A hook that runs a line of shell.
fn shell(name: &str, on: &str, line: &str) -> String {
    format!("  - {{ name: {name}, on: {on}, command: [/bin/sh, -c, '{line}'] }}\n")
}

fn run(place: &Place, line: &str, input: &str) -> Ran {
    place.feed(
        &format!("{line} --store sqlite:s.db --config config.yaml"),
        input,
    )
}

fn play(place: &Place, session: &str) {
    let line = format!("play p --session {session} --script - --json");
    run(place, &line, WHOLE).expect(0);
}

/// The messages that were written to a file, one a line.
fn told(place: &Place, file: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(place.path(file)).unwrap_or_default();
    let line = |line: &str| serde_json::from_str(line).expect("a message");
    text.lines().map(line).collect()
}

#[test]
fn every_finished_session_is_told_exactly_once() {
    let hooks = shell(
        "archive",
        "[finished]",
        "cat >> told; echo noise; echo noise >&2",
    );
    let place = prepared("hook-once", &hooks);
    for session in ["a", "b", "c"] {
        play(&place, session);
        // What is read again or sent again is told to nobody.
        play(&place, session);
        run(&place, &format!("status --session {session}"), "").expect(0);
    }
    let told = told(&place, "told");
    let sessions: Vec<_> = told
        .iter()
        .map(|told| told["session"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(sessions, ["a", "b", "c"], "{told:?}");
    let first = &told[0];
    assert_eq!(
        [
            &first["hook"],
            &first["event"],
            &first["project"],
            &first["input"]
        ],
        ["archive", "finished", "Short", "2"]
    );
    assert_eq!(
        first["answers"],
        serde_json::json!([{ "question": "town", "value": "Lyon" }])
    );
    assert_eq!(
        (
            &first["view"]["finished"],
            &first["view"]["facts"]["anna.age"]
        ),
        (&true.into(), &41.into())
    );
    assert_eq!(first["seq"], first["view"]["head"]);
    let ended = run(&place, "log --session a --json", "").expect(0).json();
    let entry = first["seq"].as_u64().expect("an entry");
    assert_eq!(
        ended[usize::try_from(entry).expect("small") - 1]["kind"],
        "TurnEnded"
    );
    assert_eq!(
        told.iter()
            .map(|told| told["id"].to_string())
            .collect::<BTreeSet<_>>()
            .len(),
        3
    );
    run(&place, "hooks list", "")
        .expect(0)
        .says("0 waiting, 0 failed");
    run(&place, "hooks run", "")
        .expect(0)
        .says("0 delivered, 0 failed");
}

#[test]
fn a_hook_is_told_what_it_wants_of_whom_it_wants() {
    let line = |file: &str| format!("cat >> {file}");
    let hooks = shell("turns", "turn", &line("turns"))
        + &shell("answers", "[answered]", &line("answers"))
        + &shell("both", "[answered, finished]", &line("both"))
        + &shell("other", "turn", &line("other")).replace(" }", ", project: Other }")
        + &shell("acme", "finished", &line("acme"))
            .replace(" }", ", project: Short, tenant: acme }");
    let place = prepared("hook-wants", &hooks);
    play(&place, "a");
    run(
        &place,
        "play p --session b --tenant acme --position cook --script -",
        WHOLE,
    )
    .expect(0);
    let events = |file: &str| -> Vec<String> {
        let told = told(&place, file);
        let of_a = told.iter().filter(|told| told["session"] == "a");
        of_a.map(|told| told["event"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(events("turns"), ["turn"; 4]);
    assert_eq!(events("answers"), ["answered"; 2]);
    assert_eq!(events("both"), ["answered", "finished"]);
    assert_eq!(told(&place, "other"), Vec::<serde_json::Value>::new());
    let acme = told(&place, "acme");
    assert_eq!(acme.len(), 1);
    assert_eq!(
        [
            &acme[0]["session"],
            &acme[0]["tenant"],
            &acme[0]["position"]
        ],
        ["b", "acme", "cook"]
    );
}

#[test]
fn what_fails_is_told_again_under_the_same_id() {
    let hooks = shell(
        "picky",
        "finished",
        "cat >> told; test $(wc -l < told) -ge 3",
    );
    let place = prepared("hook-again", &hooks);
    play(&place, "a");
    let started = Instant::now();
    while told(&place, "told").len() < 3 && started.elapsed() < Duration::from_secs(30) {
        let ran = run(&place, "hooks run --json", "");
        assert!(matches!(ran.code, 0 | 1), "{ran:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
    let told = told(&place, "told");
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
    run(&place, "hooks list", "")
        .expect(0)
        .says("0 waiting, 0 failed");
}

/// As if the process had been killed between commit and delivery: the message waits for whoever comes next.
#[test]
fn what_was_committed_is_told_after_a_crash() {
    let line = "test -e ready && cat >> told";
    let place = prepared("hook-crash", &shell("archive", "finished", line));
    // One that never returns: the program is killed while the hook runs, and nothing was taken.
    place.write(
        "slow.yaml",
        format!(
            "hooks:\n{}",
            shell("archive", "finished", "touch begun; sleep 5")
        ),
    );
    place.write("lines", WHOLE);
    let line = "play p --session a --script lines --store sqlite:s.db --config slow.yaml";
    let mut child = place
        .command()
        .args(line.split(' '))
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    while !place.path("begun").exists() && started.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    let ran = run(&place, "hooks list --json", "").expect(0);
    assert_eq!(ran.json()[0]["attempts"], 1, "{ran:?}");
    // Its lease is the dead one's until it lapses.
    place.write("ready", "");
    let database = rusqlite::Connection::open(place.path("s.db")).expect("a database");
    assert_eq!(
        database.execute("UPDATE work SET until = 0 WHERE done = 0", []),
        Ok(1)
    );
    drop(database);
    run(&place, "hooks run", "")
        .expect(0)
        .says("1 delivered, 0 failed");
    assert_eq!(told(&place, "told").len(), 1);
}

#[test]
fn what_is_never_taken_is_given_up_and_shown() {
    let place = prepared("hook-given-up", &shell("wall", "finished", "exit 3"));
    play(&place, "a");
    for _ in 0..20 {
        // Time passes.
        let database = rusqlite::Connection::open(place.path("s.db")).expect("a database");
        let sql = "UPDATE work SET until = 0 WHERE done = 0 AND until < 250000000000000";
        database.execute(sql, []).expect("written");
        drop(database);
        let ran = run(&place, "hooks run", "");
        if ran.code == 0 {
            break;
        }
        ran.expect(1).says("it ended with exit code 3");
    }
    run(&place, "hooks list", "")
        .expect(0)
        .says("8 attempts  failed")
        .says("0 waiting, 1 failed");
    run(&place, "hooks list --lang fr", "")
        .expect(0)
        .says("8 essais  en échec")
        .says("en attente : 0, en échec : 1");
    run(&place, "hooks run", "")
        .expect(0)
        .says("0 delivered, 0 failed");
    run(&place, "doctor --session a", "")
        .expect(1)
        .says("hook wall was told of");
    let mended = shell("wall", "finished", "cat >> told");
    place.write("config.yaml", format!("hooks:\n{mended}"));
    run(&place, "hooks run --failed", "")
        .expect(0)
        .says("1 delivered, 0 failed");
    run(&place, "doctor --session a", "").expect(0);
    assert_eq!(told(&place, "told").len(), 1);
}

#[test]
fn erasing_takes_what_was_not_told() {
    let place = prepared("hook-erased", &shell("archive", "finished", "exit 1"));
    play(&place, "a");
    run(&place, "hooks list", "").expect(0).says("1 waiting");
    run(&place, "erase --session a --yes", "").expect(0);
    place.write(
        "config.yaml",
        format!("hooks:\n{}", shell("archive", "finished", "cat >> told")),
    );
    run(&place, "hooks list", "")
        .expect(0)
        .says("0 waiting, 0 failed");
    run(&place, "hooks run", "").expect(0).says("0 delivered");
    assert_eq!(told(&place, "told"), Vec::<serde_json::Value>::new());
}

/// A process that knows other hooks, or none, leaves the work to one that knows it.
#[test]
fn who_does_not_know_a_hook_leaves_its_work() {
    let place = prepared("hook-others", &shell("archive", "finished", "exit 1"));
    play(&place, "a");
    place.write(
        "config.yaml",
        format!("hooks:\n{}", shell("else", "finished", "cat >> told")),
    );
    play(&place, "b");
    assert_eq!(told(&place, "told").len(), 1);
    run(&place, "hooks list", "")
        .expect(0)
        .says("not configured here");
}

/// Reads one request and answers it; gives its head and its body.
fn one_request(listener: &TcpListener, status: &str) -> (String, serde_json::Value) {
    let (stream, _) = listener.accept().expect("a connection");
    read_request(stream, status)
}

fn read_request(stream: impl Read + Write, status: &str) -> (String, serde_json::Value) {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        if line.trim().is_empty() {
            break;
        }
        let lower = line.to_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        head.push_str(&lower);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    reader
        .get_mut()
        .write_all(answer.as_bytes())
        .expect("written");
    reader.get_mut().flush().expect("sent");
    (head, serde_json::from_slice(&body).expect("a message"))
}

#[test]
fn a_webhook_is_posted_with_its_id() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let hooks =
        format!("  - {{ name: web, on: finished, url: \"http://127.0.0.1:{port}/done?x=1\" }}\n");
    let place = prepared("hook-web", &hooks);
    let server = std::thread::spawn(move || {
        let first = one_request(&listener, "503 Later");
        (first, one_request(&listener, "204 Taken"))
    });
    play(&place, "a");
    let started = Instant::now();
    while !server.is_finished() && started.elapsed() < Duration::from_secs(30) {
        run(&place, "hooks run", "");
        std::thread::sleep(Duration::from_millis(100));
    }
    let ((head, first), (again, second)) = server.join().expect("two requests");
    assert!(head.starts_with("post /done?x=1 http/1.1"), "{head}");
    assert!(head.contains("content-type: application/json"), "{head}");
    let key = format!("idempotency-key: {}", first["id"].as_str().expect("an id"));
    assert!(head.contains(&key) && again.contains(&key), "{head}{again}");
    assert_eq!(first, second);
    run(&place, "hooks list", "")
        .expect(0)
        .says("0 waiting, 0 failed");
}

/// A certificate of an authority that exists for this test alone, and its key.
fn tls() -> Arc<rustls::ServerConfig> {
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let certificate = CertificateDer::from_pem_slice(include_bytes!("tls/server.pem"));
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/server.key")).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.expect("a certificate")], key);
    Arc::new(config.expect("a certificate with its key"))
}

/// One request over https; nothing where the client did not trust the certificate.
fn one_secret(
    listener: &TcpListener,
    config: &Arc<rustls::ServerConfig>,
) -> Option<(String, serde_json::Value)> {
    let (mut stream, _) = listener.accept().expect("a connection");
    let mut secret = rustls::ServerConnection::new(config.clone()).expect("a connection");
    while secret.is_handshaking() {
        secret.complete_io(&mut stream).ok()?;
    }
    // With TLS 1.3 a client refuses after the server is done.
    let mut stream = rustls::StreamOwned::new(secret, stream);
    let mut first = [0];
    stream.read_exact(&mut first).ok()?;
    let mut whole = Both {
        first: Some(first[0]),
        stream,
    };
    Some(read_request(&mut whole, "204 Taken"))
}

/// A stream of which one byte was read already.
struct Both<S> {
    first: Option<u8>,
    stream: S,
}

impl<S: Read> Read for Both<S> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match (self.first.take(), into) {
            (Some(first), [into, ..]) => {
                *into = first;
                Ok(1)
            }
            (first, into) => {
                self.first = first;
                self.stream.read(into)
            }
        }
    }
}

impl<S: Write> Write for Both<S> {
    fn write(&mut self, from: &[u8]) -> std::io::Result<usize> {
        self.stream.write(from)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.stream.flush()
    }
}

/// Whoever shows a certificate that nobody trusts is told nothing; with its authority the message arrives.
#[test]
fn https_is_spoken_with_whom_the_platform_or_a_named_authority_trusts() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let hook = format!("  - {{ name: web, on: finished, url: \"https://localhost:{port}/done\"");
    let place = prepared("hook-https", &format!("{hook} }}\n"));
    place.write("ca.pem", include_str!("tls/ca.pem"));
    let server = std::thread::spawn(move || {
        let (config, mut refused) = (tls(), 0);
        loop {
            match one_secret(&listener, &config) {
                Some(taken) => return (refused, taken),
                None => refused += 1,
            }
        }
    });
    play(&place, "a");
    let told = |words: &str| {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(30) {
            let ran = run(&place, "hooks run --failed", "");
            if ran.out.contains(words) || ran.err.contains(words) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("never said: {words}");
    };
    told("its certificate or its encryption is not accepted");
    place.write(
        "config.yaml",
        format!("hooks:\n{hook}, ca_file: none.pem }}\n"),
    );
    told("`ca_file` none.pem holds no certificate");
    place.write(
        "config.yaml",
        format!("hooks:\n{hook}, ca_file: ca.pem }}\n"),
    );
    told("1 delivered, 0 failed");
    let (refused, (head, body)) = server.join().expect("connections");
    assert!(refused > 0);
    assert!(head.starts_with("post /done http/1.1"), "{head}");
    assert_eq!(body["session"], "a");
    run(&place, "hooks list", "")
        .expect(0)
        .says("0 waiting, 0 failed");
}

/// (hooks of the configuration, words of the refusal)
const BAD: &[(&str, &str)] = &[
    ("  name: x\n", "`hooks` is a list of hooks"),
    ("  - x\n", "a hook is a map"),
    ("  - { on: turn, command: [x] }\n", "the hook lacks `name`"),
    ("  - { name: x, command: [x] }\n", "the hook lacks `on`"),
    (
        "  - { name: x, on: turn }\n",
        "the hook lacks `command` or `url`",
    ),
    (
        "  - { name: x, on: [], command: [x] }\n",
        "`on` names at least one",
    ),
    (
        "  - { name: x, on: often, command: [x] }\n",
        "`often` is nothing a hook can be told of",
    ),
    (
        "  - { name: x, on: turn, command: rm }\n",
        "`command` is a list",
    ),
    (
        "  - { name: x, on: turn, command: [] }\n",
        "`command` is a list",
    ),
    (
        "  - { name: x, on: turn, command: [x], url: \"http://x\" }\n",
        "not both",
    ),
    (
        "  - { name: x, on: turn, url: \"http://x/y\", ca_file: ca.pem }\n",
        "`ca_file` is for a `url` that begins with https://",
    ),
    (
        "  - { name: x, on: turn, url: \"https:///y\" }\n",
        "`url` is an address such as",
    ),
    (
        "  - { name: x, on: turn, url: \"ftp://x\" }\n",
        "`url` is an address such as",
    ),
    (
        "  - { name: x, on: turn, url: \"http://\" }\n",
        "`url` is an address such as",
    ),
    (
        "  - { name: x, on: turn, command: [x], when: y }\n",
        "`when` is not a key of a hook",
    ),
    (
        "  - { name: x, on: turn, command: [x] }\n  - { name: x, on: turn, command: [x] }\n",
        "there are two hooks `x`",
    ),
    (
        "  - { name: \"\", on: turn, command: [x] }\n",
        "an id has 1 to 200 bytes",
    ),
];

#[test]
fn a_hook_that_cannot_be_is_refused_with_its_line() {
    for (hooks, words) in BAD {
        let place = prepared("hook-bad", hooks);
        let ran = run(&place, "config", "");
        assert_eq!(ran.code, 2, "{hooks}: {ran:?}");
        assert!(
            ran.err.contains("config.yaml:") && ran.err.contains(words),
            "{hooks}: {ran:?}"
        );
        run(&place, "config --lang fr", "").expect(2).says("erreur");
    }
    // A project has no hooks: there it is a mistake like any other.
    let place = prepared("hook-project", &shell("x", "turn", "exit 0"));
    place.write(
        "p/more.yaml",
        "hooks: [ { name: x, on: turn, command: [x] } ]\n",
    );
    run(&place, "check p", "").expect(1).says("hooks");
}

/// (command line, exit code, words of the answer)
const LINES: &[(&str, i32, &str)] = &[
    ("hooks", 2, "Usage: canonry hooks"),
    (
        "hooks list --store sqlite:nowhere.db",
        3,
        "there is no store at",
    ),
    ("hooks list --store sqlite:s.db", 0, "0 waiting, 0 failed"),
    (
        "hooks list --store sqlite:s.db --json",
        0,
        "{\"failed\":0,\"waiting\":0}",
    ),
    (
        "hooks run --store sqlite:s.db",
        2,
        "no hooks are configured",
    ),
    (
        "hooks run --store sqlite:s.db --lang fr",
        2,
        "aucun hook n'est configuré",
    ),
    (
        "hooks run --store sqlite:s.db --config config.yaml",
        0,
        "0 delivered, 0 failed",
    ),
    (
        "hooks run --failed --store sqlite:s.db --config config.yaml --json",
        0,
        "{\"delivered\":0,\"failed\":0}",
    ),
    (
        "config --config config.yaml",
        0,
        "hook     x: finished, turn → /bin/sh",
    ),
    ("config --config config.yaml --json", 0, "\"hooks\":[{"),
];

#[test]
fn hooks_are_listed_run_and_shown() {
    let place = prepared("hook-lines", &shell("x", "[finished, turn]", "secret"));
    place
        .feed("play p --store sqlite:s.db --session a --script -", WHOLE)
        .expect(0);
    for (line, code, words) in LINES {
        let ran = place.line(line);
        assert_eq!(ran.code, *code, "canonry {line}: {ran:?}");
        assert!(
            ran.out.contains(words) || ran.err.contains(words),
            "canonry {line}: no {words:?} in {ran:?}"
        );
        assert!(!ran.out.contains("secret"), "{ran:?}");
    }
}

/// A hook that reads nothing, or cannot be run, harms nobody.
#[test]
fn a_hook_that_does_not_read_or_is_not_there() {
    let hooks = shell("deaf", "turn", "exit 0")
        + "  - { name: gone, on: finished, command: [/nowhere/at/all] }\n";
    let place = prepared("hook-deaf", &hooks);
    play(&place, "a");
    run(&place, "hooks list", "").expect(0).says("gone  a  ");
    let line = "UPDATE work SET until = 0 WHERE done = 0";
    let database = rusqlite::Connection::open(place.path("s.db")).expect("a database");
    assert_eq!(database.execute(line, []), Ok(1));
    drop(database);
    run(&place, "hooks run", "")
        .expect(1)
        .says("`/nowhere/at/all` cannot be run");
}
