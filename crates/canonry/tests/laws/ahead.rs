//! Answers that were made before they were needed.

use super::*;

const WORLD: &str = r#"
name: Ahead
languages: [en]
attributes:
  character:
    role: { type: enum, values: [soldier, smith, thief], generate: {} }
    mood: { type: enum, values: [calm, cross], generate: {} }
rules: { honest: "forall X in character: mood(X) == calm => role(X) != thief" }
entities: { ada: { sort: character, name: Ada }, ben: { sort: character, name: Ben } }
collapse: { attempts: 1, on_failure: leave_open }
"#;

/// Answers what it was told to, and counts.
#[derive(Clone)]
struct Counting {
    says: &'static str,
    asked: Arc<AtomicU64>,
}

impl Model for Counting {
    async fn ask(&self, _request: &Request) -> Outcome {
        self.asked.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(20)).await;
        Outcome::Answered {
            text: self.says.to_owned(),
            tokens: None,
        }
    }
}

pub fn parsed(line: &str) -> Envelope {
    Envelope::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"))
}

async fn opened(says: &'static str) -> (MemoryStore, Counting, TestHost<Counting>) {
    let files = Files(BTreeMap::from([(
        "w.yaml".to_owned(),
        WORLD.as_bytes().to_vec(),
    )]));
    let (project, diagnostics) = compile(&files);
    let project = Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")));
    let (store, asked) = (MemoryStore::default(), Arc::default());
    let model = Counting { says, asked };
    let host = host(&store, model.clone(), TestClock::steady(), Generator::Model);
    host.open(SESSION, open_with(&project))
        .await
        .expect("opens");
    (store, model, host)
}

const LOOK: &str = "{\"id\":\"look\",\"observe\":\"ada.role\"}";

/// An answer made ahead is used if nothing it depended on changed, writes nothing before, and leads to the
/// same journal as a fresh one.
#[test]
fn law_c12_an_answer_made_ahead_is_the_answer() {
    let played = |ahead: bool| {
        block(async {
            let (store, model, host) = opened("smith").await;
            if ahead {
                let before = records(&store).await.len();
                let input = parsed(LOOK).input;
                assert_eq!(host.prepare(SESSION, input).await.expect("asks"), 1);
                assert_eq!(records(&store).await.len(), before, "it wrote something");
            }
            let answered = host.input(SESSION, parsed(LOOK)).await.expect("looks");
            let (asked, reused) = (answered.cost.requests, answered.cost.reused);
            assert_eq!((asked, reused), (u64::from(!ahead), u64::from(ahead)));
            // How often an answer was there, and what it saved, is told with the reply.
            let cost = &answered.json()["cost"];
            let told = ["requests", "reused", "saved_ms"].map(|key| cost[key].as_u64());
            let wanted = if ahead { [0, 1, 20] } else { [1, 0, 0] };
            assert_eq!(told, wanted.map(Some), "{cost}");
            assert_eq!(model.asked.load(Ordering::SeqCst), 1);
            story(&store).await
        })
    };
    assert_eq!(played(true), played(false));
}

/// Whatever changes what an answer depended on makes it useless, and it is asked anew.
#[test]
fn law_c12_a_change_beneath_an_answer_makes_it_useless() {
    for change in [
        "{\"id\":\"c\",\"assert\":{\"ada.mood\":\"calm\"}}",
        "{\"id\":\"c\",\"author\":{\"constrain\":\"ada.role != smith\"}}",
        "{\"id\":\"c\",\"author\":{\"constrain\":\"ada.role != thief\",\"strength\":\"soft\",\"weight\":0.5}}",
    ] {
        block(async {
            let (_, model, host) = opened("soldier").await;
            let input = parsed(LOOK).input;
            host.prepare(SESSION, input).await.expect("asks");
            host.input(SESSION, parsed(change)).await.expect("changes");
            let answered = host.input(SESSION, parsed(LOOK)).await.expect("looks");
            assert_eq!(answered.cost.reused, 0, "{change}");
            assert_eq!(model.asked.load(Ordering::SeqCst), 2, "{change}");
        });
    }
}

/// Whatever an answer did not depend on leaves it good, however much else becomes true.
#[test]
fn law_c12_a_change_elsewhere_keeps_an_answer() {
    for change in [
        "{\"id\":\"c\",\"assert\":{\"ben.mood\":\"calm\"}}",
        "{\"id\":\"c\",\"assert\":{\"ben.mood\":\"cross\",\"ben.role\":\"thief\"}}",
        "{\"id\":\"c\",\"author\":{\"constrain\":\"ben.role != smith\"}}",
        "{\"id\":\"c\",\"author\":{\"constrain\":\"ben.role != thief\",\"strength\":\"soft\",\"weight\":0.5}}",
        "{\"id\":\"c\",\"assert\":{\"nobody.mood\":\"calm\"}}",
    ] {
        block(async {
            let (_, model, host) = opened("soldier").await;
            let input = parsed(LOOK).input;
            host.prepare(SESSION, input).await.expect("asks");
            host.input(SESSION, parsed(change)).await.expect("changes");
            let answered = host.input(SESSION, parsed(LOOK)).await.expect("looks");
            assert_eq!(answered.cost.reused, 1, "{change}");
            assert_eq!(model.asked.load(Ordering::SeqCst), 1, "{change}");
            assert_eq!(answered.changes.fixed.len(), 1, "{change}");
        });
    }
}

/// What was made ahead passes the same door: an answer that the world forbids becomes no fact, and is not
/// offered a second time.
#[test]
fn law_c12_an_answer_made_ahead_is_admitted_like_any_other() {
    block(async {
        let (_, model, host) = opened("thief").await;
        let calm = parsed("{\"id\":\"c\",\"assert\":{\"ada.mood\":\"calm\"}}");
        host.input(SESSION, calm).await.expect("asserts");
        host.prepare(SESSION, parsed(LOOK).input)
            .await
            .expect("asks");
        let answered = host.input(SESSION, parsed(LOOK)).await.expect("looks");
        assert_eq!(answered.cost.reused, 1);
        assert!(answered.changes.fixed.is_empty(), "{:?}", answered.changes);
        let again = parsed("{\"id\":\"again\",\"observe\":\"ada.role\"}");
        let answered = host.input(SESSION, again).await.expect("looks");
        assert_eq!((answered.cost.requests, answered.cost.reused), (1, 0));
        assert_eq!(model.asked.load(Ordering::SeqCst), 2);
    });
}

/// A turn that needs what is being made waits for it instead of asking a second time.
#[test]
fn a_look_waits_for_what_is_being_made() {
    block(async {
        let (_, model, host) = opened("smith").await;
        let (ahead, look) = tokio::join!(
            host.prepare(SESSION, parsed(LOOK).input),
            host.input(SESSION, parsed(LOOK))
        );
        assert_eq!(
            (ahead.expect("asks"), look.expect("looks").cost.reused),
            (1, 1)
        );
        assert_eq!(model.asked.load(Ordering::SeqCst), 1);
        let told = host.answers.statistics();
        assert_eq!((told.asked, told.reused), (1, 1));
        assert!(told.saved >= Duration::from_millis(20));
    });
}
