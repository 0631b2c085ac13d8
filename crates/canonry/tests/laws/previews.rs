//! What is told of a text while a model writes it.

use super::ahead::parsed;
use super::{SESSION, TestClock, block, host, open_with, records, rng::Rng};
use canonry::host::{Answered, Piece, Preview};
use canonry::model::{Model, ScriptedModel};
use canonry::store::memory::MemoryStore;
use engine::collapse::Generator;
use engine::project::{Files, Project, compile};
use logic::value::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

const WORLD: &str = "
name: previews
edition: 4
languages: [en]
attributes:
  character:
    mood: { type: enum, values: [calm, cross], generate: { prompt: How is she? } }
    letter:
      type: text
      max_length: 400
      max_words: 30
      forbidden: [never, password]
      generate: { prompt: Write a letter. }
    portrait:
      fields:
        heard: { type: text, max_words: 30, forbidden: [never, password], generate: { prompt: What was heard? } }
        felt: { type: text, max_words: 30, forbidden: [never, password], generate: { prompt: What was felt? } }
      tellings: [ 'Heard: {{heard}} Felt: {{felt}} That is all.' ]
entities: { ada: { sort: character, name: Ada } }
";

/// Sentences that a model may write, the last two of them in vain.
const SENTENCES: [&str; 7] = [
    "The rain stopped. ",
    "Who was at the door? ",
    "It was late… ",
    "She said « not today! » ",
    "A long walk, and then nothing more to tell. ",
    "I never said so. ",
    "Nobody here met Bartholomew before. ",
];

fn project() -> Arc<Project> {
    let files = BTreeMap::from([("w.yaml".to_owned(), WORLD.as_bytes().to_vec())]);
    let (project, diagnostics) = compile(&Files(files));
    Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")))
}

fn script(texts: &[String]) -> ScriptedModel {
    let lines = texts
        .iter()
        .map(|text| serde_json::json!({ "text": text }).to_string());
    ScriptedModel::parse(&lines.collect::<Vec<_>>().join("\n")).expect("a script")
}

/// One look at a cell: the reply, what was told before it, and the journal's bodies.
fn look(cell: &str, model: impl Model, listen: bool) -> (Answered, Vec<Preview>, Vec<Vec<u8>>) {
    block(async {
        let store = MemoryStore::default();
        let host = host(&store, model, TestClock::steady(), Generator::Model);
        host.open(SESSION, open_with(&project()))
            .await
            .expect("opens");
        let mut told = listen.then(|| host.previews(SESSION));
        let line = format!("{{\"id\":\"look\",\"observe\":\"{cell}\"}}");
        let answered = host.input(SESSION, parsed(&line)).await.expect("looks");
        let mut previews = Vec::new();
        while let Some(preview) = told.as_mut().and_then(|told| told.try_recv().ok()) {
            previews.push(preview);
        }
        let bodies = records(&store)
            .await
            .into_iter()
            .filter_map(|record| record.content.map(|content| content.body))
            .collect();
        (answered, previews, bodies)
    })
}

/// What a client that only listened would show of a cell.
fn shown(previews: &[Preview], cell: &Cell) -> String {
    let mut text = String::new();
    for preview in previews.iter().filter(|preview| preview.cell == *cell) {
        match &preview.what {
            Piece::Text(more) => text.push_str(more),
            Piece::Reset => text.clear(),
        }
    }
    text
}

fn answer(rng: &mut Rng) -> String {
    let words: String = (0..1 + rng.below(6))
        .map(|_| SENTENCES[rng.below(SENTENCES.len())])
        .collect();
    if rng.below(3) == 0 {
        return words;
    }
    let object =
        serde_json::json!({ "value": words.trim(), "reasoning": "so. There.", "confidence": 0.9 });
    object.to_string()
}

/// The pieces of an item are its text, or were taken back; nothing is ever told that the checks refuse; and
/// who listens changes nothing.
#[test]
fn law_s5_the_pieces_of_an_item_are_its_text_or_are_taken_back() {
    let cell: Cell = "ada.letter".parse().expect("a cell");
    let (mut whole, mut resets, mut early) = (0, 0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let texts: Vec<String> = (0..4).map(|_| answer(&mut rng)).collect();
        let (answered, previews, bodies) = look("ada.letter", script(&texts), true);
        let silent = look("ada.letter", script(&texts), false);
        assert_eq!(
            bodies, silent.2,
            "seed {seed}: listening changed the journal"
        );
        assert!(silent.1.is_empty());
        let shown = shown(&previews, &cell);
        let item = answered
            .items
            .iter()
            .find(|item| item.about.contains(&cell));
        match item {
            Some(item) if !shown.is_empty() => {
                whole += 1;
                assert_eq!(shown, item.text, "seed {seed}: {texts:?}");
            }
            Some(_) | None => assert_eq!(shown, "", "seed {seed}: {texts:?}"),
        }
        let pieces = previews.iter().filter(|told| told.what != Piece::Reset);
        early += usize::from(pieces.clone().count() > 1);
        resets += previews.len() - pieces.clone().count();
        for preview in pieces {
            assert_eq!((&*preview.input, &preview.cell), ("look", &cell));
            let Piece::Text(text) = &preview.what else {
                continue;
            };
            for forbidden in ["never", "Bartholomew", "{", "reasoning", "There."] {
                assert!(!text.contains(forbidden), "seed {seed}: {text:?} was told");
            }
        }
    }
    assert!(
        whole > 50 && resets > 50 && early > 50,
        "{whole} {resets} {early}"
    );
}

/// A fact is no wording: nothing is told of it before it is written.
#[test]
fn a_fact_is_not_previewed() {
    let texts = ["calm. And more.".to_owned(), "calm".to_owned()];
    let (answered, previews, _) = look("ada.mood", script(&texts), true);
    assert!(!answered.changes.fixed.is_empty());
    assert_eq!(previews, []);
}

/// What consists of two texts is one item: its pieces are the item's text, in its order, or are taken back.
#[test]
fn law_s5_two_texts_of_one_item_are_previewed_as_the_item() {
    let item: Cell = "ada.portrait".parse().expect("a cell");
    let (mut whole, mut resets, mut early) = (0, 0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let texts: Vec<String> = (0..8).map(|_| answer(&mut rng)).collect();
        let (answered, previews, bodies) = look("ada.portrait", script(&texts), true);
        let silent = look("ada.portrait", script(&texts), false);
        assert_eq!(
            bodies, silent.2,
            "seed {seed}: listening changed the journal"
        );
        assert!(
            previews.iter().all(|preview| preview.cell == item),
            "seed {seed}: {previews:?}"
        );
        let shown = shown(&previews, &item);
        let said = answered.items.iter().find(|said| {
            said.about
                .iter()
                .any(|cell| cell.attribute.starts_with("portrait"))
        });
        match said {
            Some(said) if !shown.is_empty() => {
                whole += 1;
                assert_eq!(shown, said.text, "seed {seed}: {texts:?}");
            }
            Some(_) | None => assert_eq!(shown, "", "seed {seed}: {texts:?}"),
        }
        let pieces = previews.iter().filter(|told| told.what != Piece::Reset);
        early += usize::from(pieces.clone().count() > 2);
        resets += previews.len() - pieces.clone().count();
        for preview in pieces {
            let Piece::Text(text) = &preview.what else {
                continue;
            };
            for forbidden in ["never", "Bartholomew", "{", "reasoning", "There."] {
                assert!(!text.contains(forbidden), "seed {seed}: {text:?} was told");
            }
        }
    }
    assert!(
        whole > 50 && resets > 30 && early > 50,
        "{whole} {resets} {early}"
    );
}
