//! The real program, run as a person or a script runs it, in a folder of its own.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run left behind.
#[derive(Debug)]
pub struct Ran {
    /// The exit code; -1 for a run that was ended by a signal.
    pub code: i32,
    pub out: String,
    pub err: String,
}

#[allow(dead_code, reason = "each test binary uses its own part")]
impl Ran {
    /// Every line of the output as JSON.
    pub fn json(&self) -> Vec<serde_json::Value> {
        let parse = |line: &str| {
            serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{error} in {line:?} of {self:?}"))
        };
        self.out.lines().map(parse).collect()
    }

    #[track_caller]
    pub fn expect(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "{self:?}");
        self
    }

    #[track_caller]
    pub fn says(self, words: &str) -> Ran {
        assert!(
            self.out.contains(words) || self.err.contains(words),
            "no {words:?} in {self:?}"
        );
        self
    }

    /// Nothing of a panic, and an exit code that no signal and no shell gives.
    #[track_caller]
    pub fn calm(self) -> Ran {
        assert!(
            !self.err.contains("panicked") && !self.out.contains("panicked"),
            "{self:?}"
        );
        assert!((0..128).contains(&self.code), "{self:?}");
        self
    }
}

/// A folder that is gone when the test ends well.
pub struct Place {
    pub dir: PathBuf,
    whole: PathBuf,
}

impl Drop for Place {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.whole);
        }
    }
}

pub fn hello() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/hello")
}

#[allow(dead_code, reason = "each test binary uses its own part")]
impl Place {
    pub fn new(name: &str) -> Place {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let own = format!("canonry-{name}-{}-{number}", std::process::id());
        let whole = std::env::temp_dir().join(own);
        let _ = std::fs::remove_dir_all(&whole);
        // A level deeper, so that what is above belongs to the test as well.
        let dir = whole.join("here");
        std::fs::create_dir_all(&dir).expect("a folder");
        Place { whole, dir }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("written");
        path
    }

    /// The program, cut off from the user's own settings and sessions.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_canonry"));
        command.current_dir(&self.dir).env_clear();
        command.env("HOME", &self.dir).env("CANONRY_LANG", "en");
        command
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_CONFIG_HOME", self.path("config"));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Ran {
        finish(self.command().args(arguments), None)
    }

    /// The words of a command line, split at blanks.
    pub fn line(&self, words: &str) -> Ran {
        self.run(words.split_whitespace()).calm()
    }

    pub fn feed(&self, words: &str, input: impl AsRef<[u8]>) -> Ran {
        finish(
            self.command().args(words.split_whitespace()),
            Some(input.as_ref()),
        )
        .calm()
    }

    pub fn with(&self, variables: &[(&str, &str)], words: &str, input: &str) -> Ran {
        finish(
            self.command()
                .envs(variables.iter().copied())
                .args(words.split_whitespace()),
            Some(input.as_bytes()),
        )
        .calm()
    }
}

pub fn finish(command: &mut Command, input: Option<&[u8]>) -> Ran {
    if input.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().expect("the program starts");
    let out = std::thread::scope(|scope| {
        if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
            // It may leave before it has read everything.
            scope.spawn(move || stdin.write_all(input));
        }
        child.wait_with_output().expect("the program ends")
    });
    Ran {
        code: out.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&out.stdout).into_owned(),
        err: String::from_utf8_lossy(&out.stderr).into_owned(),
    }
}
