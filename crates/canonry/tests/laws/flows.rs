//! The laws of flows, over the interview of `worlds/axiom` and people who behave well and badly.

use super::*;
use crate::person;
use engine::event::{AnswerAccepted, Ended, ObligationClosed};
use engine::item::{Item, ItemKind};
use engine::project::{Flow, Part, PartKind};
use engine::view::View;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How many interviews each law is tried on.
const INTERVIEWS: u64 = 8;
/// More turns than any interview takes.
const TURNS: usize = 400;

fn read(dir: &Path, at: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(at).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read(dir, &path, files);
            continue;
        }
        let name = path.strip_prefix(dir).expect("inside");
        let name = name.to_string_lossy().replace('\\', "/");
        if Files::is_source(&name) {
            files.insert(name, std::fs::read(&path).expect("a file"));
        }
    }
}

fn sources() -> BTreeMap<String, Vec<u8>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/axiom");
    let mut files = BTreeMap::new();
    read(&dir, &dir, &mut files);
    files
}

pub fn axiom() -> Arc<Project> {
    projects::compiled_plainly(&Files(sources()))
}

pub struct Played {
    pub store: MemoryStore,
    pub script: Vec<Envelope>,
    pub answered: Vec<Answered>,
}

/// One interview, to its end or until it took too long.
pub async fn interview(
    project: &Arc<Project>,
    seed: u64,
    says: impl Fn(&mut Rng, &Project, &View) -> Option<Input>,
) -> Played {
    let store = MemoryStore::default();
    let host = plain(&store);
    let mut rng = Rng::new(seed);
    let open = host.open(SESSION, open_with(project)).await.expect("opens");
    let mut played = Played {
        store: store.clone(),
        script: Vec::new(),
        answered: vec![open],
    };
    for turn in 0..TURNS {
        let view = &played.answered.last().expect("the opening").view;
        let Some(input) = says(&mut rng, project, view) else {
            break;
        };
        let envelope = Envelope {
            id: format!("i{turn}"),
            input,
        };
        let answered = host.input(SESSION, envelope.clone()).await;
        played.script.push(envelope);
        played.answered.push(answered.expect("answers"));
    }
    played
}

pub async fn polite(project: &Arc<Project>, seed: u64) -> Played {
    let played = interview(project, seed, person::answers).await;
    let last = &played.answered.last().expect("a reply").view;
    assert!(last.finished, "seed {seed}: {:?}", last.open);
    let completed = last.ended.as_ref().map(|ended| ended.how) == Some(Ended::Completed);
    assert!(completed, "seed {seed}: {:?}", last.ended);
    played
}

async fn awkward(project: &Arc<Project>, seed: u64) -> Played {
    let turns = std::cell::Cell::new(0);
    let played = interview(project, seed, |rng, project, view| {
        turns.set(turns.get() + 1);
        let over = view.finished
            && view
                .ended
                .as_ref()
                .is_some_and(|ended| ended.how == Ended::Completed);
        (turns.get() < 150 && !over).then(|| person::awkward(rng, project, view))
    });
    played.await
}

pub async fn events(store: &MemoryStore) -> Vec<Event> {
    let records = records(store).await;
    let events =
        records
            .iter()
            .filter_map(|record| match to_entry(record).expect("whole").content {
                EntryContent::Event(event) => Some(event),
                EntryContent::Hole { .. } => None,
            });
    events.collect()
}

fn each_interview(check: impl AsyncFn(&Arc<Project>, u64, &Played)) {
    let project = axiom();
    for seed in 0..INTERVIEWS {
        block(async {
            check(&project, seed, &polite(&project, seed).await).await;
            check(&project, seed + 1000, &awkward(&project, seed + 1000).await).await;
        });
    }
}

#[test]
fn law_f1_one_question_at_a_time_and_none_twice() {
    for project in [axiom(), unchanging()] {
        one_at_a_time(&project);
    }
}

/// The same interview with answers that are said once and for all.
fn unchanging() -> Arc<Project> {
    let mut files = sources();
    let answers = files.get_mut("answers.yaml").expect("it declares them");
    let text = String::from_utf8(answers.clone()).expect("text");
    // What is filled from the lists of works has to follow them.
    let (person, filled) = text.split_once("  oeuvre:\n").expect("its works");
    let person = person
        .replace(", changes: true", "")
        .replace("changes: true", "");
    *answers = format!("{person}  oeuvre:\n{filled}").into_bytes();
    projects::compiled_plainly(&Files(files))
}

fn one_at_a_time(project: &Arc<Project>) {
    let each = async |seed: u64, played: Played| {
        let (mut open, mut answered): (Option<Name>, BTreeSet<Name>) = (None, BTreeSet::new());
        for event in events(&played.store).await {
            match event {
                Event::ObligationOpened(opened) => {
                    assert_eq!(open, None, "seed {seed}: two at once");
                    let part = project.part(&opened.part).expect("a part of it");
                    let asked = part.questions();
                    let known = asked.iter().all(|(id, _)| answered.contains(*id));
                    assert!(
                        asked.is_empty() || !known,
                        "seed {seed}: {} is asked again",
                        opened.part
                    );
                    open = Some(opened.part);
                }
                Event::ObligationClosed(closed) => {
                    assert_eq!(open.take(), Some(closed.part), "seed {seed}");
                }
                Event::AnswerAccepted(AnswerAccepted { part, .. }) => {
                    answered.insert(part);
                }
                Event::Reopened(reopened) => {
                    for part in reopened.parts {
                        answered.remove(&part);
                    }
                }
                _ => {}
            }
        }
    };
    for seed in 0..INTERVIEWS {
        block(async {
            each(seed, interview(project, seed, person::answers).await).await;
            each(seed + 1000, awkward(project, seed + 1000).await).await;
        });
    }
}

#[test]
fn law_f2_answers_attach_to_ids_and_an_insertion_renumbers_nothing() {
    let project = axiom();
    let mut files = sources();
    let flow = String::from_utf8(files["flow.yaml"].clone()).expect("text");
    // A new question before the second one of the first block.
    let mark = "        - ask: seuil\n";
    assert!(flow.contains(mark));
    let inserted = "        - ask: inseree\n          fixes: candidat.inseree\n          text: \"Et encore ?\"\n";
    let flow = flow.replacen(mark, &format!("{inserted}{mark}"), 1);
    files.insert("flow.yaml".to_owned(), flow.into_bytes());
    files.insert(
        "inseree.yaml".to_owned(),
        b"attributes:\n  personne:\n    inseree: { type: text, max_length: 100, changes: true }\n"
            .to_vec(),
    );
    let other = projects::compiled_plainly(&Files(files));
    block(async {
        let played = polite(&project, 3).await;
        let (mut before, mut ids) = (BTreeMap::new(), BTreeSet::new());
        for event in events(&played.store).await {
            match event {
                Event::AnswerAccepted(accepted) => {
                    before.insert(accepted.part.clone(), accepted.value.clone());
                }
                Event::Said(item) if item.kind == ItemKind::Question => {
                    let part = item.part.as_ref().and_then(|part| project.part(part));
                    let part = part.expect("a question names its part");
                    assert!(item.flow.is_some());
                    assert_eq!(item.block, part.block, "{}", part.id);
                    assert!(ids.insert(item.id.clone()), "an id stands once");
                }
                _ => {}
            }
        }
        let entries: Vec<_> = records(&played.store)
            .await
            .iter()
            .map(|record| to_entry(record).expect("whole"))
            .collect();
        // The same journal under the project with one question more: every answer is where it was.
        let state = State::fold(&entries).expect("folds");
        for (part, value) in &before {
            assert_eq!(state.answers.get(part), Some(value));
            assert!(
                other.flow.as_ref().expect("it").question(part).is_some(),
                "{part}"
            );
        }
        let mut early = State::default();
        let first = entries
            .iter()
            .position(|entry| matches!(&entry.content, EntryContent::Event(Event::AnswerAccepted(answer)) if &*answer.part == "elan"))
            .expect("the first answer");
        for entry in &entries[..first] {
            early.evolve(entry).expect("folds");
        }
        // While the first question is open the inserted one counts, and is the next behind it.
        let (was, is) = (view(&project, &early), view(&other, &early));
        let (was, is) = (was.position.expect("it"), is.position.expect("it"));
        assert_eq!((&was.part, was.number), (&is.part, is.number));
        assert_eq!(is.of.0, was.of.0 + 1);
    });
}

/// Our own texts with all their punctuation changed.
fn repunctuated() -> Arc<Project> {
    let mut files = sources();
    let (mut changed, mut made) = (0, 0);
    for (name, bytes) in &mut files {
        if !name.ends_with(".yaml") {
            continue;
        }
        let text = String::from_utf8(bytes.clone()).expect("text");
        let lines = text.lines().map(|line| {
            let said = line.trim_start();
            if said.starts_with("text:") && !said.contains("points sur") {
                changed += 1;
                return line.replace(" ?", " !").replace(". ", " … ");
            }
            // What is made is ours too: a mirror that ends like a question stays a mirror.
            if said.starts_with("offline:") {
                made += 1;
                let line = line.replace(" ?", " !").replace(".{{", " ?{{");
                return line.replace(".\"", " ?\"").replace(". ", " … ");
            }
            line.to_owned()
        });
        *bytes = lines.collect::<Vec<_>>().join("\n").into_bytes();
    }
    assert!(
        changed > 40 && made > 20,
        "only {changed} texts and {made} made ones were changed"
    );
    projects::compiled_plainly(&Files(files))
}

/// What happened, without the words of what was said.
async fn moves(store: &MemoryStore) -> Vec<String> {
    let events = events(store).await;
    let told = events.into_iter().filter_map(|event| match event {
        Event::Said(item) => Some(format!("said {} {:?}", item.kind.as_str(), item.part)),
        Event::ObligationOpened(opened) => {
            Some(format!("opened {} {:?}", opened.part, opened.awaits))
        }
        Event::ObligationClosed(ObligationClosed { part, how, .. }) => {
            Some(format!("closed {part} {how:?}"))
        }
        Event::AnswerAccepted(accepted) => {
            Some(format!("{} = {}", accepted.part, accepted.value.show()))
        }
        // What is made is words of ours as well: they are compared without their punctuation.
        Event::FluentSet(set) => {
            let shown = set.value.show();
            let letters = shown.split(|c: char| !c.is_alphanumeric());
            let words: Vec<&str> = letters.filter(|word| !word.is_empty()).collect();
            Some(format!("{} = {}", set.cell, words.join(" ")))
        }
        Event::AnswerRefused(refused) => Some(format!("refused {} {}", refused.part, refused.code)),
        _ => None,
    });
    told.collect()
}

#[test]
fn law_f3_punctuation_of_our_own_texts_moves_nothing() {
    let (project, other) = (axiom(), repunctuated());
    for seed in 0..4 {
        block(async {
            let played = awkward(&project, seed).await;
            let store = MemoryStore::default();
            play(&plain(&store), &other, &played.script).await;
            assert_eq!(
                moves(&played.store).await,
                moves(&store).await,
                "seed {seed}"
            );
        });
    }
}

#[test]
fn law_f4_a_mirror_is_closed_by_its_validation_or_correction_alone() {
    let mut seen = BTreeSet::new();
    let seen_by = Mutex::new(&mut seen);
    each_interview(async |project, seed, played| {
        let mut open: Option<Name> = None;
        let mut accepted = 0;
        for event in events(&played.store).await {
            match event {
                Event::ObligationOpened(opened) => {
                    let part = project.part(&opened.part).expect("a part of it");
                    open = matches!(part.kind, PartKind::Mirror { .. }).then_some(opened.part);
                    accepted = 0;
                }
                // A correction of an earlier answer may come while it is open.
                Event::AnswerAccepted(answer) if !answer.corrects => accepted += 1,
                Event::ObligationClosed(closed) if open.as_ref() == Some(&closed.part) => {
                    let how = closed.how;
                    let fine = [
                        Closed::Validated,
                        Closed::Nuanced,
                        Closed::GivenUp,
                        Closed::Withdrawn,
                    ];
                    assert!(fine.contains(&how), "seed {seed}: {} {how:?}", closed.part);
                    assert_eq!(
                        accepted, 0,
                        "seed {seed}: a validation counted as an answer"
                    );
                    seen_by.lock().expect("it").insert(format!("{how:?}"));
                    open = None;
                }
                _ => {}
            }
        }
    });
    assert!(
        seen.contains("Validated") && seen.contains("Nuanced"),
        "{seen:?}"
    );
}

#[test]
fn law_f5_a_complete_block_asks_for_its_mirror_exactly_once() {
    let project = axiom();
    let flow = project.flow.as_ref().expect("it");
    let mirrors: Vec<&Name> = flow
        .parts
        .iter()
        .filter(|part| matches!(part.kind, PartKind::Mirror { .. }))
        .map(|part| &part.id)
        .collect();
    assert_eq!(mirrors.len(), 9, "{mirrors:?}");
    let looked_at = std::cell::Cell::new(0);
    for seed in 0..INTERVIEWS {
        block(async {
            let played = polite(&project, seed).await;
            let (mut times, mut left) = (BTreeMap::new(), 0);
            let mut block: Option<Name> = None;
            let mut answered: BTreeSet<Name> = BTreeSet::new();
            for event in events(&played.store).await {
                match event {
                    Event::AnswerAccepted(accepted) => {
                        answered.insert(accepted.part);
                    }
                    Event::ObligationOpened(opened) => {
                        let part = project.part(&opened.part).expect("it");
                        if matches!(part.kind, PartKind::Mirror { .. }) {
                            *times.entry(opened.part.clone()).or_insert(0) += 1;
                            assert_eq!(block, part.block, "seed {seed}: {}", opened.part);
                            assert_eq!(left, 0);
                            let asked = asked_before(flow, part);
                            looked_at.set(looked_at.get() + asked.len());
                            let missing = asked.difference(&answered).collect::<Vec<_>>();
                            assert!(
                                missing.is_empty(),
                                "seed {seed}: {} comes before {missing:?}",
                                part.id
                            );
                        } else if part.block != block && !part.questions().is_empty() {
                            block.clone_from(&part.block);
                        }
                        left = usize::from(!part.questions().is_empty());
                    }
                    Event::ObligationClosed(_) => left = 0,
                    _ => {}
                }
            }
            let once: Vec<&Name> = times
                .iter()
                .filter(|(_, times)| **times == 1)
                .map(|(part, _)| part)
                .collect();
            assert_eq!(once.len(), mirrors.len(), "seed {seed}: {times:?}");
        });
    }
    assert!(
        looked_at.get() > 20,
        "only {} questions were behind mirrors",
        looked_at.get()
    );
}

/// The questions of a mirror's own block that nobody may pass over, whatever was answered.
fn asked_before(flow: &Flow, mirror: &Part) -> BTreeSet<Name> {
    let before = flow.parts.iter().take_while(|part| part.id != mirror.id);
    let always = before.filter(|part| {
        part.block == mirror.block && part.when == mirror.when && part.each == mirror.each
    });
    let questions = always.flat_map(|part| part.questions());
    let needed = questions.filter(|(_, question)| !question.optional);
    needed.map(|(id, _)| id.clone()).collect()
}

/// Items without their ids.
fn words(items: &[Item]) -> Vec<(ItemKind, String)> {
    items
        .iter()
        .map(|item| (item.kind, item.text.clone()))
        .collect()
}

#[test]
fn law_f6_a_button_pressed_often_makes_one_artefact_and_equal_replies() {
    let project = axiom();
    block(async {
        let played = polite(&project, 5).await;
        let presses = played
            .script
            .iter()
            .enumerate()
            .filter_map(|(at, envelope)| match &envelope.input {
                Input::Event(name) => Some((at, name.clone())),
                _ => None,
            });
        let mut tried = 0;
        for (at, name) in presses {
            tried += 1;
            let store = MemoryStore::default();
            let host = plain(&store);
            play(&host, &project, &played.script[..=at]).await;
            let first = words(&played.answered[at + 1].items);
            let before = facts_made(&store).await;
            for again in 0..4 {
                let envelope = Envelope {
                    id: format!("again{again}"),
                    input: Input::Event(name.clone()),
                };
                let answered = host.input(SESSION, envelope).await.expect("answers");
                assert_eq!(words(&answered.items), first, "{name}, press {}", again + 2);
                assert!(
                    answered.changes.is_empty(),
                    "{name}: {:?}",
                    answered.changes
                );
            }
            assert_eq!(facts_made(&store).await, before, "{name}");
        }
        assert_eq!(tried, 3);
    });
}

/// What was made of the answers, by cell.
fn made(view: &View) -> Vec<(String, logic::value::Value)> {
    let mut facts = person::facts(view);
    let of = ["miroir_", "synthese", "adequation", "resultat"];
    facts.retain(|(cell, _)| of.iter().any(|name| cell.contains(name)));
    facts
}

/// However late an answer is corrected, what is made in the end is what would have been made of it at once.
#[test]
fn law_f6_what_is_made_rests_on_the_answers_as_they_are() {
    let project = axiom();
    let asked = |view: &View| view.open.as_ref().and_then(|item| item.part.clone());
    let at_part = |played: &Played, part: &str| {
        let mut answered = played.answered.iter();
        let at = answered.position(|answered| asked(&answered.view).as_deref() == Some(part));
        at.expect("it is asked")
    };
    block(async {
        let played = polite(&project, 7).await;
        let (first, mirror) = (at_part(&played, "elan"), at_part(&played, "miroir_01"));
        let last = &played.answered.last().expect("the end").view;
        let given = person::facts(last)
            .into_iter()
            .find(|(cell, _)| cell == "candidat.elan")
            .map(|(_, value)| value.show());
        let other = if given.as_deref() == Some("tache") {
            "B"
        } else {
            "A"
        };
        let mut script = played.script.clone();
        script[first] = message(&script[first].id, other);
        let store = MemoryStore::default();
        let (end, before) = script.split_last().expect("an end");
        let host = plain(&store);
        play(&host, &project, before).await;
        let at_once = host.input(SESSION, end.clone()).await.expect("answers");
        let wanted = made(&at_once.view);
        assert_ne!(wanted, made(last), "the answer matters");
        let (mut tried, mut again) = (0, 0);
        for at in (first + 2..played.script.len() - 1).step_by(7) {
            let store = MemoryStore::default();
            let host = plain(&store);
            play(&host, &project, &played.script[..at]).await;
            let said = message("c", &format!("correction : le début de journée = {other}"));
            let mut answered = host.input(SESSION, said).await.expect("answers");
            let mut next = at;
            while next < played.script.len() {
                let outdated =
                    next > mirror && asked(&answered.view).as_deref() == Some("miroir_01");
                let envelope = if outdated {
                    again += 1;
                    message(&format!("again{again}"), "oui")
                } else {
                    next += 1;
                    played.script[next - 1].clone()
                };
                answered = host.input(SESSION, envelope).await.expect("answers");
            }
            assert!(
                answered.view.finished,
                "turn {at}: {:?}",
                answered.view.open
            );
            assert_eq!(made(&answered.view), wanted, "turn {at}");
            tried += 1;
        }
        assert!(tried > 4 && again > 3, "{tried} {again}");
    });
}

async fn facts_made(store: &MemoryStore) -> usize {
    let events = events(store).await;
    events
        .iter()
        .filter(|event| {
            matches!(
                event,
                Event::FactFixed(_) | Event::FluentSet(_) | Event::Heard(_)
            )
        })
        .count()
}

#[test]
fn law_f7_each_block_is_entered_in_one_way() {
    let project = axiom();
    let firsts: Mutex<BTreeMap<Name, BTreeSet<Name>>> = Mutex::default();
    each_interview(async |project, _, played| {
        let mut seen: BTreeSet<Name> = BTreeSet::new();
        for event in events(&played.store).await {
            if let Event::ObligationOpened(opened) = event {
                let part = project.part(&opened.part).expect("it");
                let Some(block) = part.block.clone().filter(|_| !part.questions().is_empty())
                else {
                    continue;
                };
                if seen.insert(block.clone()) {
                    firsts
                        .lock()
                        .expect("it")
                        .entry(block)
                        .or_default()
                        .insert(part.id.clone());
                }
            }
        }
    });
    let firsts = firsts.into_inner().expect("it");
    assert!(firsts.len() >= 12, "{firsts:?}");
    for (block, first) in firsts {
        assert_eq!(first.len(), 1, "{block} begins with {first:?}");
        let flow = project.flow.as_ref().expect("it");
        let declared = flow
            .parts
            .iter()
            .find(|part| part.block.as_ref() == Some(&block) && !part.questions().is_empty());
        assert_eq!(first.first(), declared.map(|part| &part.id));
    }
}

#[test]
fn law_f10_wrong_answers_are_explained_and_bounded() {
    let project = axiom();
    block(async {
        let played = polite(&project, 10).await;
        let mut ended = BTreeSet::new();
        for at in 0..played.script.len() {
            let view = &played.answered[at].view;
            if view.awaited != Awaited::Answer {
                continue;
            }
            let tries = view.tries_left.expect("a number").0;
            let part = view
                .open
                .as_ref()
                .and_then(|item| item.part.clone())
                .expect("a part");
            let text = view.open.as_ref().expect("it").text.clone();
            let store = MemoryStore::default();
            let host = plain(&store);
            play(&host, &project, &played.script[..at]).await;
            for wrong in 0..tries {
                let answered = host
                    .input(SESSION, message(&format!("w{wrong}"), ""))
                    .await
                    .expect("answers");
                assert_eq!(answered.items[0].kind, ItemKind::Refusal, "{part}");
                assert!(!answered.items[0].text.is_empty());
                if wrong + 1 < tries {
                    assert_eq!(
                        answered.view.tries_left.expect("it").0,
                        tries - wrong - 1,
                        "{part}"
                    );
                    assert_eq!(
                        answered.items.last().expect("it").text,
                        text,
                        "{part} is asked again"
                    );
                } else {
                    let open = answered
                        .view
                        .open
                        .as_ref()
                        .and_then(|item| item.part.clone());
                    assert_ne!(open, Some(part.clone()), "{part} is still asked");
                    assert!(answered.items.len() > 1, "{part} says no way out");
                    ended.insert(answered.view.ended.map(|ended| ended.how.as_str()));
                }
            }
        }
        assert!(
            ended.contains(&Some("given_up")) && ended.contains(&None),
            "{ended:?}"
        );
    });
}

#[test]
fn law_f11_a_correction_is_an_event_on_its_question_and_moves_no_other() {
    let project = axiom();
    block(async {
        let played = polite(&project, 4).await;
        let mut corrected = 0;
        for at in (8..played.script.len()).step_by(5) {
            let before = &played.answered[at].view;
            if before.awaited == Awaited::Nothing {
                continue;
            }
            let store = MemoryStore::default();
            let host = plain(&store);
            play(&host, &project, &played.script[..at]).await;
            let answered = host
                .input(SESSION, message("c", "correction : prénom = Luce"))
                .await
                .expect("answers");
            let mut expected = person::facts(before);
            for (cell, value) in &mut expected {
                if cell == "candidat.prenom" {
                    *value = logic::value::Value::text("Luce");
                }
            }
            assert_eq!(person::facts(&answered.view), expected, "turn {at}");
            assert_eq!(
                answered.view.open.as_ref().map(|item| &item.part),
                before.open.as_ref().map(|item| &item.part)
            );
            assert_eq!(answered.view.position, before.position);
            let corrects = events(&store).await.into_iter().any(|event| {
                matches!(event, Event::AnswerAccepted(answer) if answer.corrects && &*answer.part == "prenom")
            });
            assert!(corrects, "turn {at}");
            corrected += 1;
        }
        assert!(corrected > 8, "{corrected}");
    });
}

#[test]
fn law_f12_reading_again_is_a_pure_read() {
    let project = axiom();
    block(async {
        let played = polite(&project, 12).await;
        let store = MemoryStore::default();
        let host = plain(&store);
        host.open(SESSION, open_with(&project))
            .await
            .expect("opens");
        for (at, envelope) in played.script.iter().enumerate() {
            host.input(SESSION, envelope.clone())
                .await
                .expect("answers");
            let before = records(&store).await;
            for _ in 0..3 {
                // A client that reloads, on a process that knows nothing yet.
                let loaded = plain(&store).load(SESSION).await.expect("loads");
                let seen = view(&loaded.project, &loaded.state);
                assert_eq!(seen, played.answered[at + 1].view);
            }
            assert_eq!(records(&store).await.len(), before.len());
        }
        // The transcript holds every item that was ever said, word for word.
        let page = canonry::transcript::page(&store, SESSION, 0, 10_000)
            .await
            .expect("a page");
        let transcript = page.json().to_string();
        for item in played.answered.iter().flat_map(|answered| &answered.items) {
            let text = serde_json::to_string(&item.text).expect("text");
            assert!(transcript.contains(&text), "{text}");
        }
    });
}

#[test]
fn law_f14_no_hole_is_shown() {
    each_interview(async |_, seed, played| {
        for item in played.answered.iter().flat_map(|answered| &answered.items) {
            let said = &item.text;
            assert!(!said.trim().is_empty(), "seed {seed}: {} is blank", item.id);
            // What somebody wrote themselves may hold braces.
            let quoted = said.contains("{{candidat.prenom}}");
            assert!(!said.contains("{{") || quoted, "seed {seed}: {said}");
        }
        let changes = played.answered.iter().map(|answered| &answered.changes);
        for refused in changes.flat_map(|changes| &changes.refused) {
            let holes = ["template-hole", "not-generated"];
            let (code, reason) = (&refused.code, &refused.reason);
            assert!(!holes.contains(&code.as_str()), "seed {seed}: {reason}");
        }
    });
    // A text that prints what is not known is not said at all, and that is counted.
    let source = "
name: Hole
sorts: { guest: { is: [character] } }
attributes: { guest: { age: { type: number } } }
entities: { anna: { sort: guest } }
flows: { main: [ { say: age, text: 'You are [{{anna.age}}] years old.' } ] }
";
    let files = BTreeMap::from([("p.yaml".to_owned(), source.as_bytes().to_vec())]);
    let project = projects::compiled_plainly(&Files(files));
    block(async {
        let host = plain(&MemoryStore::default());
        let open = host.open(SESSION, open_with(&project)).await;
        let open = open.expect("opens");
        let [item] = &open.items[..] else {
            panic!("{:?}", open.items)
        };
        assert!(!item.text.contains("years old"), "{}", item.text);
        assert!(item.text.contains("anna.age"), "{}", item.text);
        let codes = open.changes.refused.iter().map(|refused| &*refused.code);
        assert_eq!(codes.collect::<Vec<_>>(), ["template-hole"]);
    });
}

/// The kind that a part gives to what it says.
fn declared(part: &PartKind) -> ItemKind {
    match part {
        PartKind::Say { kind, .. } => *kind,
        PartKind::Ask { .. } | PartKind::Form { .. } | PartKind::Lock { .. } => ItemKind::Question,
        PartKind::Gate { .. } => ItemKind::Gate,
        PartKind::Tell { .. } => ItemKind::Telling,
        PartKind::Mirror { .. } => ItemKind::Mirror,
        PartKind::Synthesis { .. } => ItemKind::Synthesis,
        PartKind::Matching { .. } => ItemKind::Result,
        PartKind::End { .. } => ItemKind::Statement,
    }
}

#[test]
fn law_f15_a_reply_is_a_list_of_typed_items_with_ids() {
    let kinds: Mutex<BTreeSet<ItemKind>> = Mutex::default();
    each_interview(async |project, seed, played| {
        let mut ids = BTreeSet::new();
        let mut said: BTreeMap<&str, BTreeSet<ItemKind>> = BTreeMap::new();
        for item in played.answered.iter().flat_map(|answered| &answered.items) {
            assert!(ids.insert(&item.id), "seed {seed}: {} twice", item.id);
            let Some(part) = item.part.as_ref().and_then(|part| project.part(part)) else {
                continue;
            };
            // One item says one thing: what its part declares, why that could not be, or what is noted of it.
            let fits = item.kind == declared(&part.kind)
                || matches!(item.kind, ItemKind::Refusal | ItemKind::Statement);
            assert!(fits, "seed {seed}: {} is a {:?}", part.id, item.kind);
            kinds.lock().expect("it").insert(item.kind);
            said.entry(&part.id).or_default().insert(item.kind);
        }
        // Nothing is refused or noted of what was never said, and what is open is what its part declares.
        for (id, kinds) in said {
            let kind = declared(&project.part(id).expect("it was found").kind);
            assert!(
                kinds.contains(&kind),
                "seed {seed}: {id} only said {kinds:?}"
            );
        }
        for open in played
            .answered
            .iter()
            .filter_map(|answered| answered.view.open.as_ref())
        {
            let part = open.part.as_ref().and_then(|part| project.part(part));
            let kind = part.map(|part| declared(&part.kind));
            assert!(
                kind.is_none_or(|kind| kind == open.kind),
                "seed {seed}: {open:?}"
            );
        }
    });
    let kinds = kinds.into_inner().expect("it");
    for kind in [
        ItemKind::Preamble,
        ItemKind::Question,
        ItemKind::Gate,
        ItemKind::Mirror,
        ItemKind::Transition,
        ItemKind::Recap,
        ItemKind::Synthesis,
        ItemKind::Result,
    ] {
        assert!(kinds.contains(&kind), "no {kind:?} was said");
    }
}

#[test]
fn law_j1_an_interview_survives_restarts_duplicates_one_clock_and_no_snapshots() {
    let project = axiom();
    for seed in 0..2 {
        block(async {
            let played = if seed == 0 {
                polite(&project, seed).await
            } else {
                awkward(&project, seed).await
            };
            let replies: Vec<String> = played.answered.iter().map(bare).collect();
            let store = MemoryStore::default();
            let still = || host(&store, NoModel, TestClock::new(|_| 0), Generator::Offline);
            let mut rng = Rng::new(seed);
            let mut got = vec![bare(
                &still()
                    .open(SESSION, open_with(&project))
                    .await
                    .expect("opens"),
            )];
            for (at, envelope) in played.script.iter().enumerate() {
                store.drop_snapshots().await.expect("memory");
                got.push(bare(
                    &still()
                        .input(SESSION, envelope.clone())
                        .await
                        .expect("answers"),
                ));
                // Every input comes again, and old ones in any order, to a process that has just begun.
                for old in [at, rng.below(at + 1)] {
                    let again = still()
                        .input(SESSION, played.script[old].clone())
                        .await
                        .expect("answers");
                    assert_eq!(bare(&again), replies[old + 1], "seed {seed}");
                }
            }
            assert_eq!(got, replies, "seed {seed}");
            assert_eq!(
                story(&store).await,
                story(&played.store).await,
                "seed {seed}"
            );
        });
    }
}
