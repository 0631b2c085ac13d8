//! Dialogues of acts over several services: after every act exactly what it says has changed.

use crate::common::{Session, project};
use std::collections::BTreeMap;

fn known(session: &Session) -> BTreeMap<String, String> {
    let values = session.state.settled_values().into_iter();
    values
        .map(|(cell, value)| (cell.to_string(), value.show()))
        .collect()
}

/// The text behind a mark, up to the next one.
fn behind<'l>(line: &'l str, mark: &str) -> Option<&'l str> {
    let (_, rest) = line.split_once(mark)?;
    let end = [" => ", " !! ", " ~ "]
        .iter()
        .filter_map(|next| rest.find(next))
        .min();
    Some(rest[..end.unwrap_or(rest.len())].trim())
}

#[test]
fn law_f11_the_view_after_every_act_shows_what_the_history_implies() {
    let mut session = Session::new(&project(include_str!("acts.yaml")), 1);
    let lines = include_str!("acts.txt").lines();
    let (mut count, mut wrong) = (0, Vec::new());
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let before = known(&session);
        let marks = [" => ", " !! ", " ~ "];
        let end = marks.iter().filter_map(|mark| line.find(mark)).min();
        let mut words = line[..end.unwrap_or(line.len())].splitn(3, ' ');
        let (act, slot) = (words.next().expect("an act"), words.next().expect("a slot"));
        let value = words.next().unwrap_or("-").trim();
        let mut input = serde_json::json!({});
        let json = |text: &str| serde_json::from_str(text).expect("a value");
        match act {
            "offer" => input["assert"][slot] = json(value),
            act => {
                input["act"] = act.into();
                if slot != "-" {
                    input["slot"] = slot.into();
                }
                if value != "-" {
                    input["value"] = json(value);
                }
            }
        }
        let turn = session.send(&input.to_string());
        count += 1;
        let mut wanted = before;
        if let Some((cell, value)) = behind(line, " => ").and_then(|set| set.split_once('=')) {
            wanted.insert(cell.to_owned(), value.to_owned());
        }
        let (found, texts, refused) = (known(&session), turn.texts().join("\n"), turn.refused());
        let code = behind(line, " !! ");
        let said = behind(line, " ~ ");
        let told = said.is_none_or(|said| texts.contains(said));
        let codes = code.map_or(refused.is_empty(), |code| refused.contains(&code));
        if found != wanted || !told || !codes || texts.is_empty() {
            wrong.push(format!("{line}\n{found:?}\n{refused:?}\n{texts}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n----\n")
    );
    assert!(count > 50, "{count}");
}
