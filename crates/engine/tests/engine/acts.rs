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
    assert!(play(include_str!("acts.txt")) > 50);
}

/// The same for dialogues that each begin anew.
#[test]
fn law_f11_whole_dialogues_of_acts_leave_what_they_imply() {
    let text = include_str!("dialogues.txt");
    assert!(text.matches("\n---").count() >= 20);
    assert!(play(text) > 100);
}

/// Plays acts, each line against what is known before it; how many there were.
fn play(text: &str) -> usize {
    let services = project(include_str!("acts.yaml"));
    let mut session = Session::new(&services, 1);
    let (mut count, mut wrong) = (0, Vec::new());
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        if line.starts_with("---") {
            session = Session::new(&services, 1);
            continue;
        }
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
        for set in behind(line, " => ")
            .into_iter()
            .flat_map(|set| set.split('|'))
        {
            let (cell, value) = set.split_once('=').expect("a cell and its value");
            wanted.insert(cell.to_owned(), value.to_owned());
        }
        let (found, texts, refused) = (known(&session), turn.texts().join("\n"), turn.refused());
        let code = behind(line, " !! ");
        let said = behind(line, " ~ ");
        let told = said.is_none_or(|said| texts.contains(said));
        let codes = code.map_or(refused.is_empty(), |code| refused.contains(&code));
        let silent = texts.is_empty() && act != "offer";
        if found != wanted || !told || !codes || silent {
            wrong.push(format!("{line}\n{found:?}\n{refused:?}\n{texts}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n----\n")
    );
    count
}
