//! A model that never answers (law C8): a turn ends within its attempts and their time, as the project says.

use super::*;
use engine::event::Provenance;
use logic::value::Cell;
use tokio::time::Instant as Timer;

/// Notes what it is asked and when, and never answers.
#[derive(Clone, Default)]
struct Never {
    asked: Arc<Mutex<Vec<(Request, Timer)>>>,
}

impl Model for Never {
    async fn ask(&self, request: &Request) -> Outcome {
        let now = Timer::now();
        (self.asked.lock().expect("no holder panics")).push((request.clone(), now));
        std::future::pending().await
    }
}

/// What a project or whoever looks says of attempts and time.
#[derive(Clone, Copy, Debug)]
struct Said {
    attempts: Option<u64>,
    timeout_ms: Option<u64>,
}

impl Said {
    fn json(self) -> String {
        let attempts = self.attempts.map(|count| format!(",\"attempts\":{count}"));
        let timeout = self
            .timeout_ms
            .map(|time| format!(",\"timeout_ms\":{time}"));
        attempts.into_iter().chain(timeout).collect()
    }

    fn yaml(self) -> String {
        let attempts = self.attempts.map(|count| format!(", attempts: {count}"));
        let timeout = self.timeout_ms.map(|time| format!(", timeout_ms: {time}"));
        attempts.into_iter().chain(timeout).collect()
    }
}

fn world(on_failure: &str, said: Said, voice: bool) -> Arc<Project> {
    let source = format!(
        "name: Late\nedition: 13\nlanguages: [en]\nattributes:\n  character:\n    role: {{ type: enum, values: [soldier, smith, thief], generate: {{}}, tellings: '{{{{name}}}} is a {{{{value}}}}.' }}\n    mood: {{ type: enum, values: [calm, cross], generate: {{}} }}\nrules: {{ honest: 'forall X in character: mood(X) == calm => role(X) != thief' }}\nentities: {{ ada: {{ sort: character, name: Ada, facts: {{ mood: calm }} }} }}\ncollapse: {{ on_failure: {on_failure}, voice: {voice}{} }}\n",
        said.yaml()
    );
    let files = Files(BTreeMap::from([("w.yaml".to_owned(), source.into_bytes())]));
    let (project, diagnostics) = compile(&files);
    Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")))
}

/// How a turn ended that asked a model in vain.
struct Ended {
    asked: Vec<(Request, u64)>,
    took_ms: u64,
    answered: Answered,
    events: Vec<Event>,
}

fn looked(project: &Arc<Project>, options: &str) -> Ended {
    block(async {
        let (store, model) = (MemoryStore::default(), Never::default());
        let host = host(&store, model.clone(), TestClock::steady(), Generator::Model);
        host.open(SESSION, open_with(project)).await.expect("opens");
        let began = Timer::now();
        let line = format!("{{\"id\":\"look\",\"observe\":\"ada.role\"{options}}}");
        let answered = host.input(SESSION, ahead::parsed(&line)).await;
        let took = Timer::now() - began;
        let millis = |time: Duration| u64::try_from(time.as_millis()).expect("small");
        let asked: Vec<(Request, u64)> = {
            let asked = model.asked.lock().expect("no holder panics");
            let asked = asked.iter();
            asked
                .map(|(request, at)| (request.clone(), millis(*at - began)))
                .collect()
        };
        let entries = records(&store).await;
        let entries = entries
            .iter()
            .map(|record| to_entry(record).expect("an event"));
        let events = entries.filter_map(|entry| match entry.content {
            EntryContent::Event(event) => Some(event),
            EntryContent::Hole { .. } => None,
        });
        let state = host.load(SESSION).await.expect("loads").state;
        assert!(state.pending.is_empty(), "something is left undecided");
        Ended {
            asked,
            took_ms: millis(took),
            answered: answered.expect("it ends"),
            events: events.collect(),
        }
    })
}

/// The outcomes that were written down, by what was asked.
fn heard(ended: &Ended) -> Vec<(String, Outcome)> {
    let mut all = Vec::new();
    for event in &ended.events {
        if let Event::Heard(heard) = event {
            let known = ended
                .asked
                .iter()
                .find(|(request, _)| request.id == heard.request);
            let (request, _) = known.expect("it was asked");
            assert_eq!(heard.prompt, request.prompt.hash());
            all.push((request.purpose.to_string(), heard.outcome.clone()));
        }
    }
    all
}

fn fixed(ended: &Ended) -> Option<Provenance> {
    let role = Cell::new("ada", "role");
    ended.events.iter().find_map(|event| match event {
        Event::FactFixed(fixed) if fixed.cell == role => Some(fixed.provenance.clone()),
        _ => None,
    })
}

/// A few milliseconds are those of the timer itself.
fn is_about(took: u64, wanted: u64) -> bool {
    (wanted..=wanted + 50).contains(&took)
}

const NOTHING: Said = Said {
    attempts: None,
    timeout_ms: None,
};

/// Whatever project and look say of attempts and time, and whatever is to happen then: as many attempts as allowed,
/// each with its whole time and no more, each outcome written down, no two requests alike; then it ends as it should.
#[test]
fn law_c8_a_model_that_never_answers_ends_the_turn_in_time() {
    let mut tried = 0;
    let some = |attempts: u64, timeout_ms: u64| Said {
        attempts: Some(attempts),
        timeout_ms: Some(timeout_ms),
    };
    let said = [
        (NOTHING, NOTHING, 3, 5_000),
        (some(1, 700), NOTHING, 1, 700),
        (some(4, 90_000), NOTHING, 4, 90_000),
        (some(2, 700), some(4, 60), 4, 60),
        (NOTHING, some(1, 250_000), 1, 250_000),
    ];
    for (own, wished, attempts, timeout_ms) in said {
        for (on_failure, partial) in [
            ("leave_open", false),
            ("leave_open", true),
            ("offline", false),
            ("offline", true),
        ] {
            let shown = format!("{own:?} {wished:?} {on_failure} {partial}");
            let options = format!("{},\"partial\":{partial}", wished.json());
            let ended = looked(&world(on_failure, own, false), &options);
            assert_eq!(ended.asked.len(), attempts, "{shown}");
            for (at, (request, when)) in ended.asked.iter().enumerate() {
                assert_eq!(request.timeout_ms, timeout_ms, "{shown}");
                assert!(is_about(*when, at as u64 * timeout_ms), "{shown}: {when}");
                let refused = request.prompt.user.matches("was refused").count();
                let late = request
                    .prompt
                    .user
                    .matches("did not answer in time")
                    .count();
                assert_eq!((refused, late), (at, at), "{shown}");
            }
            let prompts: std::collections::BTreeSet<&str> = ended
                .asked
                .iter()
                .map(|(request, _)| request.prompt.user.as_str())
                .collect();
            assert_eq!(prompts.len(), attempts, "{shown}: two requests are alike");
            let all = attempts as u64 * timeout_ms;
            assert!(is_about(ended.took_ms, all), "{shown}: {}", ended.took_ms);
            let late = vec![("collapse".to_owned(), Outcome::TimedOut); attempts];
            assert_eq!(heard(&ended), late, "{shown}");
            assert_eq!(ended.answered.cost.requests, attempts as u64, "{shown}");
            let refused: Vec<&str> = ended
                .answered
                .changes
                .refused
                .iter()
                .map(|refused| refused.code.as_str())
                .collect();
            let (how, code) = match (on_failure, partial) {
                (_, true) => (Some(Provenance::Partial), vec![]),
                ("offline", false) => (Some(Provenance::Offline), vec![]),
                (_, false) => (None, vec!["not-generated"]),
            };
            assert_eq!((fixed(&ended), refused), (how, code), "{shown}");
            tried += 1;
        }
    }
    assert_eq!(tried, 20);
}

/// A telling that a model is to word is the author's when nothing comes, and costs no more time than its attempts.
#[test]
fn law_c8_a_telling_that_nobody_words_is_the_authors() {
    let mut worded = 0;
    for (own, wished, timeout_ms) in [
        (NOTHING, NOTHING, 5_000),
        (
            NOTHING,
            Said {
                attempts: Some(1),
                timeout_ms: Some(80),
            },
            80,
        ),
    ] {
        let ended = looked(&world("offline", own, true), &wished.json());
        assert!(ended.asked.len() > 1, "{wished:?}");
        for (request, _) in &ended.asked {
            assert_eq!(
                request.timeout_ms, timeout_ms,
                "{} {wished:?}",
                request.purpose
            );
        }
        let all = ended.asked.len() as u64 * timeout_ms;
        assert!(
            is_about(ended.took_ms, all),
            "{wished:?}: {}",
            ended.took_ms
        );
        let late = heard(&ended);
        assert_eq!(late.len(), ended.asked.len());
        assert!(
            late.iter()
                .all(|(_, outcome)| *outcome == Outcome::TimedOut)
        );
        worded += late
            .iter()
            .filter(|(purpose, _)| purpose != "collapse")
            .count();
        let texts: Vec<&str> = ended
            .answered
            .items
            .iter()
            .map(|item| item.text.as_str())
            .collect();
        assert!(
            texts.iter().any(|text| text.starts_with("Ada is a s")),
            "{texts:?}"
        );
    }
    assert!(worded >= 2, "{worded} wordings");
}
