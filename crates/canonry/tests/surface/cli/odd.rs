//! Any byte string as flag, value, name or path: a clear answer, never a panic, never a signal.

use crate::program::{Place, hello};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

fn odd() -> Vec<OsString> {
    let bytes: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b" ".to_vec(),
        b"-".to_vec(),
        b"--".to_vec(),
        b"---".to_vec(),
        b"-1".to_vec(),
        b"--=".to_vec(),
        b"--session=".to_vec(),
        b".".to_vec(),
        b"..".to_vec(),
        b"/".to_vec(),
        b"a.b.c".to_vec(),
        b".b".to_vec(),
        b"18446744073709551616".to_vec(),
        b"18446744073709551615".to_vec(),
        b"9223372036854775808".to_vec(),
        b"0".to_vec(),
        b"0:".to_vec(),
        b":".to_vec(),
        b"\n".to_vec(),
        b"\t\r\n".to_vec(),
        b"\x1b[31m".to_vec(),
        b"\xff\xfe".to_vec(),
        b"a\xffb".to_vec(),
        b"\xc3".to_vec(),
        b"\xed\xa0\x80".to_vec(),
        "é".as_bytes().to_vec(),
        "é:ü".as_bytes().to_vec(),
        "ééééééé".as_bytes().to_vec(),
        "\u{202e}\u{feff}".as_bytes().to_vec(),
        "🦊".as_bytes().to_vec(),
        b"'; DROP TABLE sessions; --".to_vec(),
        b"%s%n%x".to_vec(),
        b"{{x}}".to_vec(),
        b"{\"id\":1}".to_vec(),
        b"sqlite:".to_vec(),
        b"postgres://".to_vec(),
        b"postgres://\xc3\xa9@".to_vec(),
        vec![b'a'; 200],
        vec![b'a'; 201],
        vec![b'a'; 100_000],
    ];
    bytes
        .iter()
        .map(|bytes| OsStr::from_bytes(bytes).to_owned())
        .collect()
}

/// `@` stands for the odd string.
const LINES: &[&str] = &[
    "@",
    "--lang @ config",
    "--store @ verify",
    "--config @ config",
    "check @",
    "explain @",
    "completions @",
    "test p --story @",
    "play p --store memory: --session @ --script lines",
    "play p --store memory: --subject @ --script lines --json",
    "play p --store memory: --language @ --script lines",
    "play p --store memory: --seed @ --script lines",
    "play p --store memory: --script @",
    "log --store sqlite:s.db --session @",
    "log --store sqlite:s.db --session S --after @",
    "log @ --store sqlite:s.db",
    "why @ --store sqlite:s.db --session S",
    "why visitor.mood --store sqlite:s.db --session S --at @",
    "verify --store sqlite:s.db --session @",
    "verify --store sqlite:s.db --session S --head @",
    "export --store sqlite:s.db --session S --out @",
    "import @",
    "fork --store sqlite:s.db --session S --at @ --into x",
    "fork --store sqlite:s.db --session S --at 3 --into @",
    "diff --store sqlite:s.db --session S --with @",
    "diff --store sqlite:s.db --session S --from @",
    "erase --store sqlite:s.db --session @ --yes",
    "erase --store sqlite:s.db --subject @ --yes",
];

#[test]
fn law_s7_any_byte_string_as_argument_gives_a_clear_answer() {
    let place = Place::new("odd");
    place.line("new p").expect(0);
    place.write("lines", "{\"id\":\"1\",\"message\":\"Ada\"}\n");
    place
        .line("play p --store sqlite:s.db --session S --script lines")
        .expect(0);
    let mut tried = 0;
    for odd in odd() {
        for line in LINES {
            let words = line.split_whitespace().map(|word| {
                if word == "@" {
                    odd.as_os_str()
                } else {
                    OsStr::new(word)
                }
            });
            let ran = place.run(words).calm();
            assert!(
                ran.code != 70 && ran.code != -1,
                "{line} with {odd:?}: {ran:?}"
            );
            assert!(
                ran.code == 0 || !ran.err.is_empty() || !ran.out.is_empty(),
                "{line} with {odd:?} says nothing: {ran:?}"
            );
            tried += 1;
        }
    }
    // Whatever was made of it, the store is whole.
    place.line("verify --store sqlite:s.db").expect(0);
    println!("{tried} command lines");
}

#[test]
fn law_s7_odd_surroundings_give_a_clear_answer() {
    let place = Place::new("surroundings");
    let names = [
        "CANONRY_LANG",
        "CANONRY_STORE",
        "CANONRY_MODEL",
        "CANONRY_KEY",
        "LC_ALL",
        "HOME",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "NO_COLOR",
    ];
    for name in names {
        for odd in odd() {
            let mut command = place.command();
            command
                .env(name, &odd)
                .arg("play")
                .arg(hello())
                .args(["--store", "memory:", "--script", "-"]);
            let ran =
                crate::program::finish(&mut command, Some(b"{\"id\":\"1\",\"message\":\"Ada\"}\n"))
                    .calm();
            assert!(matches!(ran.code, 0 | 2), "{name}={odd:?}: {ran:?}");
        }
    }
}
