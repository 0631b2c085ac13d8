//! A client that feeds the program line by line, loses it at any moment, and sends again what it has
//! no reply to. It believes only replies it has read.

use crate::program::Place;
use crate::rng::Rng;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Longer than a lapsing lease, shorter than a person's patience.
const PATIENCE: Duration = Duration::from_secs(45);

/// What every client has seen so far: the first reply to each id, without its cost.
#[derive(Clone, Default)]
pub struct Replies(Arc<Mutex<BTreeMap<String, String>>>);

impl Replies {
    /// Notes a reply that left the program. The same id must always give the same bytes.
    pub fn note(&self, line: &str) {
        let mut json: serde_json::Value = serde_json::from_str(line)
            .unwrap_or_else(|error| panic!("{error} in the reply {line:?}"));
        let id = json["id"]
            .as_str()
            .unwrap_or_else(|| panic!("a reply names its input: {line}"))
            .to_owned();
        if !json["error"].is_null() {
            assert_eq!(json["error"]["kind"], "input-id-reused", "{line}");
            return;
        }
        assert!(
            json["cost"].is_object() && json["view"]["head"].is_u64(),
            "{line}"
        );
        json["cost"] = serde_json::Value::Null;
        let reply = json.to_string();
        let mut seen = self.0.lock().expect("no client panics");
        let first = seen.entry(id).or_insert_with(|| reply.clone());
        assert_eq!(*first, reply, "the same id gave another reply");
    }

    pub fn all(&self) -> BTreeMap<String, String> {
        self.0.lock().expect("no client panics").clone()
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub kills: usize,
    pub acknowledged: usize,
    pub resent: usize,
    /// Runs that ended by themselves because the store was too busy; allowed, and worth a look.
    pub gave_up: usize,
}

impl Counts {
    pub fn add(&mut self, other: Counts) {
        self.kills += other.kills;
        self.acknowledged += other.acknowledged;
        self.resent += other.resent;
        self.gave_up += other.gave_up;
    }
}

/// One run of the program.
pub struct Run {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<Vec<u8>>,
}

impl Run {
    pub fn start(place: &Place, project: &Path, session: &str, model: Option<&Path>) -> Run {
        let mut command = place.command();
        command.arg("play").arg(project).args([
            "--store",
            "sqlite:kill.db",
            "--session",
            session,
            "--script",
            "-",
            "--json",
        ]);
        if let Some(model) = model {
            command.env("CANONRY_MODEL", format!("scripted:{}", model.display()));
        }
        let mut child = command
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("a pipe");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            loop {
                let mut line = Vec::new();
                // A line that was cut by the kill is no reply.
                if out.read_until(b'\n', &mut line).is_err()
                    || line.last() != Some(&b'\n')
                    || sender.send(line).is_err()
                {
                    return;
                }
            }
        });
        Run {
            child,
            stdin,
            lines,
        }
    }

    /// False if the program is gone.
    pub fn write(&mut self, bytes: &[u8]) -> bool {
        self.stdin
            .write_all(bytes)
            .and_then(|()| self.stdin.flush())
            .is_ok()
    }

    /// The next reply, or none if the program is gone.
    pub fn read(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(String::from_utf8(line).expect("replies are text")),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no reply within {PATIENCE:?}"),
        }
    }

    /// SIGKILL, and the replies that had left the program and that nobody had read.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().expect("a process of ours");
        self.child.wait().expect("it is gone");
        self.lines
            .iter()
            .map(|line| String::from_utf8(line).expect("replies are text"))
            .collect()
    }

    /// Ends the input and waits: the exit code and the complaint.
    pub fn end(mut self) -> (i32, String) {
        drop(self.stdin);
        let status = self.child.wait().expect("it ends");
        let mut complaint = String::new();
        if let Some(mut err) = self.child.stderr.take() {
            std::io::Read::read_to_string(&mut err, &mut complaint).expect("text");
        }
        (status.code().unwrap_or(-1), complaint)
    }
}

/// When a run is lost.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// While it starts: nothing was written yet.
    Starting,
    /// After a line was written whole, some time before its reply is read.
    Written,
    /// With only a part of a line written.
    InLine,
    /// Just after a reply was read.
    Answered,
}

pub struct Client<'a> {
    pub place: &'a Place,
    pub project: &'a Path,
    pub session: &'a str,
    pub model: Option<&'a Path>,
    pub replies: Replies,
    pub rng: Rng,
    pub counts: Counts,
}

impl Client<'_> {
    pub fn start(&self) -> Run {
        Run::start(self.place, self.project, self.session, self.model)
    }

    /// Feeds all lines, losing the program `kills` times on the way.
    pub fn feed(&mut self, lines: &[String], kills: usize) {
        let mut next = 0;
        let mut written = 0;
        for kill in 0..kills {
            // What is left is spread over the kills that are left.
            let share = (lines.len() - next).div_ceil(kills - kill);
            let stop = (next + self.rng.below(2 * share + 1)).min(lines.len());
            next = self.feed_until(lines, next, stop, &mut written);
        }
        while next < lines.len() {
            let mut run = self.start();
            let last = next;
            next = self.exchange(&mut run, lines, next, lines.len(), &mut written);
            let (code, complaint) = run.end();
            if next < lines.len() {
                // It may only have left because the store did not answer; then something was done before.
                assert_eq!(code, 4, "{complaint}");
                self.counts.gave_up += 1;
                assert!(next > last || self.counts.gave_up < 50, "{complaint}");
            }
        }
    }

    /// One run that is lost somewhere after line `stop`; gives the first line without a read reply.
    fn feed_until(
        &mut self,
        lines: &[String],
        next: usize,
        stop: usize,
        written: &mut usize,
    ) -> usize {
        let moment = *self.rng.pick(&[
            Moment::Starting,
            Moment::Written,
            Moment::Written,
            Moment::Written,
            Moment::InLine,
            Moment::Answered,
        ]);
        let mut run = self.start();
        self.counts.kills += 1;
        if matches!(moment, Moment::Starting) {
            std::thread::sleep(Duration::from_millis(self.rng.below(40) as u64));
            assert!(run.kill().is_empty(), "a reply to nothing");
            return next;
        }
        let mut next = self.exchange(&mut run, lines, next, stop, written);
        let rest = &lines[next..];
        match moment {
            Moment::Written if !rest.is_empty() => {
                // Several lines at once: the program is in the midst of them when it goes.
                let ahead = 1 + self.rng.below(rest.len().min(6));
                self.resends(next, next + ahead, written);
                run.write(format!("{}\n", rest[..ahead].join("\n")).as_bytes());
                std::thread::sleep(Duration::from_micros(self.rng.below(30_000) as u64));
            }
            Moment::InLine if !rest.is_empty() => {
                let line = rest[0].as_bytes();
                run.write(&line[..1 + self.rng.below(line.len() - 1)]);
                std::thread::sleep(Duration::from_micros(self.rng.below(10_000) as u64));
            }
            Moment::Starting | Moment::Written | Moment::InLine | Moment::Answered => {}
        }
        let mut unread = run.kill();
        unread.retain(|line| !is_busy(line));
        // A reply that left was durable, whoever read it. Half of the time the client still reads them.
        unread.iter().for_each(|line| self.replies.note(line));
        if self.rng.one_in(2) {
            next += unread.len();
            self.counts.acknowledged += unread.len();
        }
        next
    }

    /// Sends lines up to `stop`, a few ahead of their replies; gives the first line without a reply.
    fn exchange(
        &mut self,
        run: &mut Run,
        lines: &[String],
        from: usize,
        stop: usize,
        written: &mut usize,
    ) -> usize {
        let (mut sent, mut read) = (from, from);
        let ahead = 1 + self.rng.below(4);
        while read < stop {
            while sent < stop && sent - read < ahead {
                self.resends(sent, sent + 1, written);
                run.write(format!("{}\n", lines[sent]).as_bytes());
                sent += 1;
            }
            let Some(reply) = run.read() else { break };
            if is_busy(&reply) {
                break;
            }
            self.replies.note(&reply);
            self.counts.acknowledged += 1;
            read += 1;
        }
        read
    }

    fn resends(&mut self, from: usize, to: usize, written: &mut usize) {
        self.counts.resent += to.min(*written).saturating_sub(from);
        *written = (*written).max(to);
    }
}

/// The store may be too busy with another writer: that is no reply.
fn is_busy(line: &str) -> bool {
    line.contains(r#""kind":"store""#)
}
