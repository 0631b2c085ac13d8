//! What a model is told: prompts are built from facts, however long the talk was.

use super::flows::{axiom, polite};
use super::*;
use engine::answer::Reader;
use engine::canon::Canon;
use engine::project::PartKind;
use engine::state::State;
use engine::view::View;
use logic::holds::Facts;
use logic::text::fold;
use logic::value::{Cell, Value};
use std::collections::BTreeSet;

/// Keeps every prompt, and answers nothing.
#[derive(Clone, Default)]
struct Listening(Arc<Mutex<Vec<Request>>>);

impl Model for Listening {
    async fn ask(&self, request: &Request) -> Outcome {
        self.0.lock().expect("it").push(request.clone());
        Outcome::Failed {
            reason: "silent".to_owned(),
        }
    }
}

/// What somebody says at a question with choices who answers nothing: two things are asked in passing, one is refused.
const CHATTER: &[&str] = &[
    "combien de temps ça prend ?",
    "turlututu chapeau pointu",
    "qui va lire mes réponses ?",
];

/// A whole interview with a model that only listens.
struct Heard {
    prompts: Vec<(Cell, String)>,
    state: State,
    /// How many messages answered nothing, and how many of them were refused.
    chatter: usize,
    refused: usize,
}

async fn heard(project: &Arc<Project>, script: &[Envelope], talks: bool) -> Heard {
    let model = Listening::default();
    let store = MemoryStore::default();
    let host = host(&store, model.clone(), TestClock::steady(), Generator::Model);
    let open = host.open(SESSION, open_with(project)).await;
    let mut view = open.expect("opens").view;
    let (mut chatter, mut refused) = (0, 0);
    for envelope in script {
        for said in CHATTER
            .iter()
            .filter(|_| talks && offers_choices(project, &view))
        {
            let envelope = Envelope {
                id: format!("idle{chatter}"),
                input: Input::Message((*said).to_owned()),
            };
            let before = view.facts.clone();
            let answered = host.input(SESSION, envelope).await.expect("answers");
            assert_eq!(answered.view.facts, before, "{said}");
            chatter += 1;
            refused += answered.changes.refused.len();
        }
        let answered = host.input(SESSION, envelope.clone()).await;
        view = answered.expect("answers").view;
    }
    let mut state = State::default();
    for record in records(&store).await {
        state
            .evolve(&to_entry(&record).expect("whole"))
            .expect("it folds");
    }
    state.catch_up(project);
    let asked = model.0.lock().expect("it");
    let prompts = asked.iter();
    let prompts = prompts.map(|request| (request.cell.clone(), request.prompt.user.clone()));
    Heard {
        prompts: prompts.collect(),
        state,
        chatter,
        refused,
    }
}

fn offers_choices(project: &Project, view: &View) -> bool {
    let open = view
        .open
        .as_ref()
        .and_then(|open| project.part(open.part.as_ref()?));
    let asks = matches!(open.map(|part| &part.kind), Some(PartKind::Ask { question, .. }) if question.reader == Reader::Choice);
    asks && view.awaited == Awaited::Answer
}

/// What has to be named in each text that is made, by its cell.
fn required(project: &Project) -> BTreeMap<Cell, Vec<Cell>> {
    let flow = project.flow.as_ref().expect("a flow");
    let made = flow.parts.iter().filter_map(|part| match &part.kind {
        PartKind::Mirror { cell, .. } | PartKind::Synthesis { cell, .. } => Some(cell),
        PartKind::Say { .. }
        | PartKind::Ask { .. }
        | PartKind::Form { .. }
        | PartKind::Gate { .. }
        | PartKind::Lock { .. }
        | PartKind::Tell { .. }
        | PartKind::Matching { .. }
        | PartKind::End { .. } => None,
    });
    let mut found = BTreeMap::new();
    for cell in made {
        let within = format!("{}.", cell.attribute);
        for name in project.attributes.iter().map(|attribute| &attribute.name) {
            let own = *name == cell.attribute || name.starts_with(&within);
            let field = Cell::new(&cell.entity, name);
            let attribute = project.attribute(&field).filter(|_| own);
            if let Some(mentions) = attribute.and_then(|known| known.checks.mentions.as_ref()) {
                found.insert(field, mentions.of.clone());
            }
        }
    }
    found
}

#[test]
fn law_f13_prompts_hold_the_facts_however_long_the_talk_was() {
    let project = axiom();
    let required = required(&project);
    assert!(required.len() > 9, "{:?}", required.keys());
    block(async {
        let script = polite(&project, 13).await.script;
        let quiet = heard(&project, &script, false).await;
        let loud = heard(&project, &script, true).await;
        assert_eq!(
            quiet.prompts, loud.prompts,
            "what was said in passing changes a prompt"
        );
        assert!(loud.chatter >= 60, "{} messages", loud.chatter);
        assert!(loud.refused >= 20, "{} refusals", loud.refused);
        let canon = Canon::new(&project, &loud.state, loud.state.now());
        let mut texts = BTreeSet::new();
        let mut values = 0;
        for (cell, prompt) in &loud.prompts {
            let said = fold(prompt);
            for of in required.get(cell).into_iter().flatten() {
                let shown = match canon.value(of) {
                    None | Some(Value::Null) => continue,
                    Some(value) => canon.show(of, &value),
                };
                assert!(
                    said.contains(&fold(&shown)),
                    "{cell} lacks {of} « {shown} »: {prompt}"
                );
                texts.insert(cell.clone());
                values += 1;
            }
        }
        let missing: Vec<&Cell> = required
            .keys()
            .filter(|cell| !texts.contains(*cell))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(values > 40, "{values} values were looked for");
    });
}
