//! What is recorded from a session passes as a story, whatever was sent.

use super::{outcomes, told};
use canonry::clock::{Clock, SystemClock};
use canonry::host::{Host, Open, Options};
use canonry::model::{NoModel, ScriptedAnswer, ScriptedModel};
use canonry::seal::Sealer;
use canonry::store::memory::MemoryStore;
use canonry::story;
use engine::collapse::Generator;
use engine::input::Envelope;
use engine::project::{Files, Project, compile};
use engine::request::Outcome;
use logic::value::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// A project with what the examples lack: a confidential cell, a clock, several types, texts of many lines.
const ODD: &str = r#"
name: Odd
languages: [en, fr]
time_zone: Europe/Paris
sorts:
  client: { is: [character] }
attributes:
  client:
    card: { type: text, confidential: true }
    born: { type: date }
    vip: { type: boolean }
    limit: { type: number }
    friend: { type: ref, sort: character }
    note: { type: text, max_length: 500 }
    level: { type: enum, values: [low, high], changes: true }
    motto: { type: text, generate: { prompt: "A motto", offline: ["Onward …"] } }
    creed: { type: text, generate: { prompt: "A creed for {{ann.name}}" } }
entities:
  ann: { sort: client, name: Ann }
  bob: { sort: client, name: Bob, aliases: [Bobby] }
derived:
  is_late: "today >= 2030-01-01"
flows:
  main:
    - tell: motto
      cell: ann.motto
    - ask: note
      fixes: ann.note
      text: "Tell me\n\n  everything …"
    - ask: friend
      fixes: ann.friend
      text: "Who is your friend?"
    - ask: vip
      fixes: ann.vip
      text: "Important?"
    - say: paid
      when: ann.card is known
      shows: ann.card
      text: "Your card is {{ann.card}}, and you said: {{ann.note}}"
    - gate: done
      event: "ALL DONE"
      text: "Ready?"
"#;

fn odd() -> Arc<Project> {
    let files = Files([("project.yaml".to_owned(), ODD.as_bytes().to_vec())].into());
    let (project, diagnostics) = compile(&files);
    Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:#?}")))
}

const INPUTS: &[&str] = &[
    r#"{"id":"a","message":""}"#,
    r#"{"id":"b","message":"…hidden\u0000\ttab, \u202e turned, caf\u0065\u0301\r\nend…"}"#,
    r#"{"id":"c","message":"nobody"}"#,
    r#"{"id":"d","author":{"alias":"le grand Bob","entity":"bob"}}"#,
    r#"{"id":"e","message":"le grand bob"}"#,
    r#"{"id":"f","assert":{"ann.card":"4111-SECRET-1"},"source":"bank","version":3}"#,
    r#"{"id":"g","assert":{"ann.card":"4111-SECRET-1"}}"#,
    r#"{"id":"h","assert":{"ann.card":"4111-SECRET-2"}}"#,
    r#"{"id":"i","author":{"assert":{"ann.born":"1990-02-28","bob.card":"4111-SECRET-3"},"source":"desk","version":9}}"#,
    r#"{"id":"j","assert":{"ann.limit":12345678901234567890.125,"bob.vip":false,"bob.friend":"ann","bob.note":" spaces "}}"#,
    r#"{"id":"k","assert":{"no such: cell":[1,{"x":null}],"ann.nothing":"x"}}"#,
    r#"{"id":"l","assert":{"bob.note":null}}"#,
    r#"{"id":"m","assert":{"ann.level":"low"},"source":"two words","version":1}"#,
    r#"{"id":"n","assert":{"ann.level":"high"},"source":"two words","version":1}"#,
    r#"{"id":"o","assert":{}}"#,
    r#"{"id":"p","observe":"ann.motto"}"#,
    r#"{"id":"q","observe":"ann.creed"}"#,
    r#"{"id":"r","observe":"ann.creed"}"#,
    r#"{"id":"s","observe":"ann.card"}"#,
    r#"{"id":"t","observe":"ann.two words"}"#,
    r#"{"id":"u","event":"ALL DONE"}"#,
    r#"{"id":"v","event":" odd\nname "}"#,
    r#"{"id":"w","act":"request"}"#,
    r#"{"id":"x","act":"inform","slot":"friend","value":"ann"}"#,
    r#"{"id":"y","act":"select"}"#,
    r#"{"id":"z","act":"correct","slot":"note","value":"another"}"#,
    r#"{"id":"A","act":"negate"}"#,
    r#"{"id":"B","message":"two\n\nlines  "}"#,
    r#"{"id":"C","author":{"migrate":"0000000000000000000000000000000000000000000000000000000000000000"}}"#,
    r#"{"id":"D","event":"ALL DONE"}"#,
    r#"{"id":"E","message":"…"}"#,
];

#[tokio::test]
async fn what_is_recorded_passes() {
    let answered = |text: &str| ScriptedAnswer {
        cell: None,
        outcome: Outcome::Answered {
            text: text.to_owned(),
            tokens: None,
        },
    };
    let failed = |reason: &str| ScriptedAnswer {
        cell: None,
        outcome: Outcome::Failed {
            reason: reason.to_owned(),
        },
    };
    let script = [
        answered(""),
        answered("Ever\nonward \"you\"…"),
        failed("503:\n later"),
        ScriptedAnswer {
            cell: None,
            outcome: Outcome::TimedOut,
        },
        failed("gone"),
        answered("I believe."),
    ];
    let mut options = Options::new("test");
    options.generator = Generator::Model;
    options.sealer = Some(Sealer::new("a key"));
    let host = Host::new(
        MemoryStore::new(),
        ScriptedModel::new(script),
        SystemClock,
        options,
    );
    let project = odd();
    let open = Open {
        id: "open".to_owned(),
        project: project.clone(),
        language: None,
        seed: Some(12_345_678_901_234_567_890),
        position: None,
        tenant: None,
        subject: None,
    };
    host.open("an odd — session", open).await.expect("it opens");
    for line in INPUTS {
        let envelope = Envelope::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
        host.input("an odd — session", envelope)
            .await
            .unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    let recorded = story::record(&host, "an odd — session")
        .await
        .unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((recorded.inputs, recorded.undecided), (INPUTS.len(), 0));
    let text = &recorded.text;
    assert!(!text.contains("SECRET"), "{text}");
    assert!(
        text.contains("= ann.card: \"•••\"\n= source: bank\n= version: 3")
            && text.contains("\"••• 2\""),
        "{text}"
    );
    assert!(
        text.contains("* timeout\n")
            && text.contains("\n>\n")
            && text.contains("~ refused already-fixed ann.card"),
        "{text}"
    );
    let again = outcomes(&project, text).await;
    assert_eq!(told(&again), Vec::<String>::new(), "{text}");
    assert_eq!(again[0].inputs, INPUTS.len());
    // A line that expects something is one that can fail; a part of them is tried.
    let expects = |line: &str| {
        line.starts_with(['~', '%'])
            || line.starts_with("<question")
            || line.starts_with("<telling")
    };
    let mut broken = 0;
    for (index, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| expects(line))
        .step_by(5)
    {
        let other = match line.chars().next() {
            Some('~') => "~ odd.cell = odd",
            Some('%') => "% event SOMETHING ELSE",
            _ => "<gate something else",
        };
        // The rest of a text of several lines goes with its first.
        let mut dropping = false;
        let changed: Vec<&str> = text
            .lines()
            .enumerate()
            .filter_map(|(at, written)| {
                if at == index {
                    dropping = true;
                    return Some(other);
                }
                dropping = dropping && written.starts_with("<<");
                (!dropping).then_some(written)
            })
            .collect();
        assert!(
            !told(&outcomes(&project, &changed.join("\n")).await).is_empty(),
            "{}: {line}",
            index + 1
        );
        broken += 1;
    }
    assert!(broken > 12, "{broken}");
}

/// A clock that a test sets.
struct SetClock(AtomicI64);

impl Clock for SetClock {
    fn now(&self) -> Instant {
        Instant::from_millis(self.0.load(Ordering::SeqCst)).expect("a moment")
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }

    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(7);
    }
}

/// Records a session of one message, sent at that moment.
async fn recorded_at(moment: &str) -> String {
    let source = ODD.replace(
        "    - ask: friend",
        "    - say: late\n      when: is_late\n      text: \"It is late.\"\n    - ask: friend",
    );
    let files = Files([("project.yaml".to_owned(), source.into_bytes())].into());
    let project = Arc::new(compile(&files).0.expect("a project"));
    let at = |moment: &str| moment.parse::<Instant>().expect("a moment").as_millis();
    let clock = SetClock(AtomicI64::new(at("2029-06-01T10:00:00.250Z")));
    let host = Host::new(MemoryStore::new(), NoModel, clock, Options::new("test"));
    let open = Open {
        id: "open".to_owned(),
        project,
        language: None,
        seed: Some(1),
        position: None,
        tenant: None,
        subject: None,
    };
    host.open("s", open).await.expect("it opens");
    host.clock.0.store(at(moment), Ordering::SeqCst);
    host.input(
        "s",
        Envelope::parse(r#"{"id":"1","message":"hello"}"#).expect("an input"),
    )
    .await
    .expect("a reply");
    story::record(&host, "s").await.expect("a story").text
}

#[tokio::test]
async fn moments_are_recorded_only_where_they_matter() {
    let soon = recorded_at("2029-06-03T11:00:00Z").await;
    assert!(
        !soon.contains('^') && !soon.contains("It is late."),
        "{soon}"
    );
    let late = recorded_at("2030-01-01T11:00:00.001Z").await;
    assert!(
        late.contains("\n^ 2030-01-01T11:00:00.001Z\n> hello\n") && late.contains("< It is late."),
        "{late}"
    );
}

#[tokio::test]
async fn an_unknown_session_cannot_be_recorded() {
    let host = Host::new(
        MemoryStore::new(),
        ScriptedModel::default(),
        SystemClock,
        Options::new("test"),
    );
    assert!(story::record(&host, "nobody").await.is_err());
}

#[tokio::test]
async fn answers_before_the_first_input_serve_the_opening_too() {
    let source = "# T\n\n* \"Go.\"\n> hello\n% answer friend\n";
    assert_eq!(told(&outcomes(&odd(), source).await), Vec::<String>::new());
    let source = "# T\n\n* \"Go.\"\n* \"Stay.\"\n> hello\n% answer friend\n";
    assert_eq!(
        told(&outcomes(&odd(), source).await),
        ["4: * \"Stay.\" / the model was not asked"]
    );
    let source = "# T\n\n* \"Go.\"\n<telling Go.\n<question …\n\n* \"Creed.\"\n? ann.creed\n<telling Creed.\n";
    assert_eq!(told(&outcomes(&odd(), source).await), Vec::<String>::new());
}
