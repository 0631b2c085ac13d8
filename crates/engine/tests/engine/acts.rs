//! Dialogues of acts over several services: after every act exactly what it says has changed.

use crate::common::{Session, project};
use std::collections::{BTreeMap, BTreeSet};

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

/// What a naive reading of a dialogue holds: a map of slots, and the names on offer.
#[derive(Default)]
struct Naive {
    slots: BTreeMap<String, String>,
    offered: Vec<String>,
    /// The names were offered since the last one was chosen.
    fresh: bool,
}

impl Naive {
    fn choose(&mut self, value: &str) {
        self.slots.insert("r.title".to_owned(), value.to_owned());
        self.fresh = false;
    }

    /// What a person holds after an act, by the shortest rules one can think of.
    fn act(&mut self, act: &str, slot: Option<&str>, value: Option<&str>) {
        let live = !self.offered.is_empty() && (self.fresh || slot.is_some());
        // What was taken from is no longer on offer, and has no ranks.
        let fresh = self.fresh;
        let named = |offered: &[String], value: &str| {
            let same = |known: &&String| known.to_lowercase() == value.to_lowercase();
            let ranked = |value: &str| offered.get(value.parse::<usize>().ok()?.checked_sub(1)?);
            let ranked = |value: &str| ranked(value).filter(|_| fresh);
            let found = offered.iter().find(same).or_else(|| ranked(value));
            found.cloned()
        };
        match (act, slot, value) {
            ("inform" | "correct", Some(slot), Some(value)) => match slot {
                "restaurant_name" => self.choose(value),
                _ => {
                    let cell = slot.replace("restaurant_", "r.");
                    self.slots.insert(cell, value.to_lowercase());
                }
            },
            ("select", _, Some(value)) if live => {
                if let Some(chosen) = named(&self.offered, value) {
                    self.choose(&chosen);
                }
            }
            // What has a slot and is no rank is told.
            ("select", Some(_), Some(value)) if value.parse::<usize>().is_err() => {
                self.choose(value);
            }
            ("affirm", _, None) if fresh && self.offered.len() == 1 => {
                let only = self.offered[0].clone();
                self.choose(&only);
            }
            ("negate", Some(_), Some(value)) if self.offered.len() > 1 => {
                // What was taken from the offer is no more on offer.
                let known = self.slots.get("r.title").map(String::as_str) == Some(value);
                if self.fresh || !known {
                    self.offered.retain(|known| known != value);
                }
            }
            (_, _, _) => {}
        }
    }
}

/// Acts in any order, against a second implementation that knows nothing of flows.
#[test]
fn law_f11_acts_in_any_order_leave_what_a_naive_reader_holds() {
    const NAMES: &[&str] = &["Ask", "Cotto", "Nandos", "Zizzi", "Pizza Hut"];
    const SLOTS: &[(&str, &[&str])] = &[
        ("restaurant_food", &["Italian", "INDIAN", "italian"]),
        ("restaurant_area", &["north", "Centre", "WEST"]),
        ("restaurant_price", &["cheap", "Moderate", "any"]),
        ("restaurant_people", &["2", "5", "12"]),
    ];
    let services = project(include_str!("acts.yaml"));
    let mut wrong = Vec::new();
    for seed in 0..300_u64 {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |most: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from(random >> 33).expect("small") % most
        };
        let mut session = Session::new(&services, seed);
        let mut naive = Naive::default();
        let mut told = Vec::new();
        for _ in 0..14 {
            let kind = below(8);
            let name = NAMES[below(NAMES.len())];
            let (slot, values) = SLOTS[below(SLOTS.len())];
            let value = values[below(values.len())];
            let slotted = (below(2) == 0).then_some("restaurant_name");
            let (act, slot, value) = match kind {
                0 | 1 => ("inform", Some(slot), Some(value.to_owned())),
                2 => ("correct", Some(slot), Some(value.to_owned())),
                3 => ("select", slotted, Some(name.to_uppercase())),
                4 => ("select", slotted, Some((below(5)).to_string())),
                5 => ("affirm", slotted, None),
                6 => ("request", Some(slot), None),
                _ => ("offer", None, None),
            };
            // A value that was never said is no correction, and what is denied must be on offer.
            let answered = slot
                .is_some_and(|slot| naive.slots.contains_key(&slot.replace("restaurant_", "r.")));
            let act = if act == "correct" && !answered {
                "inform"
            } else {
                act
            };
            let (act, slot, value) = match (act, naive.offered.first(), below(4)) {
                ("request", Some(first), 0) => {
                    ("negate", Some("restaurant_name"), Some(first.clone()))
                }
                (act, _, _) => (act, slot, value),
            };
            let denies = act == "negate";
            if denies && naive.offered.len() < 2 {
                continue;
            }
            let mut input = serde_json::json!({});
            if act == "offer" {
                let from = below(NAMES.len() - 2);
                let names = NAMES[from..from + 1 + below(2)].iter();
                naive.offered = names.map(|name| (*name).to_owned()).collect();
                naive.fresh = true;
                input["assert"]["r.names"] = naive.offered.clone().into();
            } else {
                input["act"] = act.into();
                if let Some(slot) = slot {
                    input["slot"] = slot.into();
                }
                if let Some(value) = &value {
                    input["value"] = value.as_str().into();
                }
                naive.act(act, slot, value.as_deref());
            }
            told.push(input.to_string());
            session.send(&input.to_string());
            let mut found = known(&session);
            let offered = found.remove("r.names").unwrap_or_default();
            let shown = format!("[{}]", naive.offered.join(", "));
            let same = naive.offered.is_empty() && offered.is_empty() || shown == offered;
            if found != naive.slots || !same {
                let told = told.join("\n");
                wrong.push(format!(
                    "{told}\n{found:?} {offered}\n{:?} {shown}",
                    naive.slots
                ));
                break;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong
            .iter()
            .take(5)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n----\n")
    );
}

/// What a naive reader holds of several lists that are offered and left pending.
#[derive(Default)]
struct Pending {
    slots: BTreeMap<String, String>,
    /// By their cell: what is offered, and whether it was offered last.
    offered: BTreeMap<&'static str, (Vec<String>, bool)>,
    /// The lists of which something was taken.
    taken: BTreeSet<&'static str>,
    /// Somebody acted since the last list came.
    acted: bool,
}

/// A list, the field that it is for, and that field's cell.
const LISTS: [(&str, &str, &str); 3] = [
    ("r.names", "restaurant_name", "r.title"),
    ("r.times", "restaurant_time", "r.time"),
    ("h.names", "hotel_name", "h.title"),
];

/// Where a rank stands, counted from zero.
fn place(rank: &str) -> usize {
    rank.parse::<usize>().map_or(usize::MAX, |rank| rank - 1)
}

impl Pending {
    fn offer(&mut self, list: &'static str, values: &[&str]) {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        if self.acted {
            self.offered
                .values_mut()
                .for_each(|(_, last)| *last = false);
        }
        self.acted = false;
        self.taken.remove(list);
        self.offered.insert(list, (values, true));
    }

    /// What a yes or a no without more is about: what was offered last, else what is missing and was offered before.
    fn meant(&self) -> Vec<(&'static str, &'static str)> {
        let with = |last: bool| {
            let lists = LISTS.iter().filter(move |(list, ..)| {
                let known = self.offered.get(list);
                known.is_some_and(|(values, is_last)| !values.is_empty() && *is_last == last)
            });
            lists.map(|(list, _, cell)| (*list, *cell))
        };
        let last: Vec<_> = with(true).collect();
        // The hotel is not asked for yet.
        let missing = with(false)
            .filter(|(list, cell)| *list != "h.names" && !self.slots.contains_key(*cell));
        if last.is_empty() {
            missing.collect()
        } else {
            last
        }
    }

    /// What a rank is about: what was offered last, and nothing older.
    fn newest(&self) -> Vec<(&'static str, &'static str)> {
        let mut meant = self.meant();
        meant.retain(|(list, _)| self.offered[list].1);
        meant
    }

    fn set(&mut self, cell: &str, value: &str) {
        self.slots.insert(cell.to_owned(), value.to_owned());
        let list = LISTS.iter().find(|(_, _, of)| *of == cell);
        self.taken.extend(list.map(|(list, ..)| *list));
        if let Some((_, last)) = list.and_then(|(list, ..)| self.offered.get_mut(list)) {
            *last = false;
        }
    }

    fn act(&mut self, act: &str, slot: Option<usize>, value: Option<&str>) {
        self.acted = true;
        match (act, slot, value) {
            ("affirm" | "select", None, None) => {
                for (list, cell) in self.meant() {
                    let (values, last) = &self.offered[list];
                    if let ([only], true) = (&values[..], *last) {
                        let only = only.clone();
                        self.set(cell, &only);
                    }
                }
            }
            ("negate", None, None) => {
                for (list, _) in self.meant() {
                    self.offered.insert(list, (Vec::new(), false));
                }
            }
            ("affirm", Some(at), None) if !self.taken.contains(LISTS[at].0) => {
                let (list, _, cell) = LISTS[at];
                if let Some(([only], _)) =
                    self.offered.get(list).map(|(all, last)| (&all[..], last))
                {
                    let only = only.clone();
                    self.set(cell, &only);
                }
            }
            ("negate", Some(at), None) => {
                let (list, _, _) = LISTS[at];
                let known = self.offered.get_mut(list);
                if let Some(known) = known.filter(|(values, _)| !values.is_empty()) {
                    *known = (Vec::new(), false);
                }
            }
            ("select", None, Some(rank)) => {
                let of =
                    |(list, cell)| Some((cell, self.offered[list].0.get(place(rank))?.clone()));
                let ranked: Vec<(&str, String)> =
                    self.newest().into_iter().filter_map(of).collect();
                if let [(cell, chosen)] = &ranked[..] {
                    self.set(cell, chosen);
                }
            }
            ("negate", slot, Some(value)) => {
                let named = slot.map_or(self.meant(), |at| vec![(LISTS[at].0, LISTS[at].2)]);
                for (list, cell) in named {
                    // Of what is known something else is asked for.
                    let known = slot.is_some()
                        && self.taken.contains(list)
                        && self.slots.get(cell).map(String::as_str) == Some(value);
                    if let Some((values, _)) = self.offered.get_mut(list).filter(|_| !known) {
                        values.retain(|one| one != value);
                    }
                }
            }
            ("say", _, Some("yes")) => self.act("affirm", None, None),
            ("say", _, Some(said)) => {
                let at = usize::from(said != "the first one");
                let of = |(list, cell)| Some((cell, self.offered[list].0.get(at)?.clone()));
                let ranked: Vec<(&str, String)> =
                    self.newest().into_iter().filter_map(of).collect();
                if let [(cell, chosen)] = &ranked[..] {
                    self.set(cell, chosen);
                }
            }
            ("select", Some(at), Some(value)) if !self.taken.contains(LISTS[at].0) => {
                let (list, _, cell) = LISTS[at];
                let values = self.offered.get(list).map(|(values, _)| values.clone());
                let values = values.unwrap_or_default();
                if let Some(chosen) = values.get(place(value)) {
                    self.set(cell, chosen);
                }
            }
            ("inform", Some(at), Some(value)) => self.set(LISTS[at].2, value),
            (_, _, _) => {}
        }
    }
}

/// Several lists on offer, taken, refused, and left pending, against a second implementation that knows nothing of
/// flows. A yes, a rank or a selection that says no more takes nothing older than what was offered last, in words and
/// as an act, and what is left of an older list stays older.
#[test]
fn law_f11_a_bare_yes_or_a_rank_takes_nothing_older_than_what_was_offered_last() {
    const VALUES: [&[&str]; 3] = [
        &["Ask", "Cotto", "Nandos", "Zizzi"],
        &["09:05", "10:05", "18:30", "19:15"],
        &["Acorn", "Autumn House", "Lensfield", "Gonville"],
    ];
    const SAID: &[&str] = &[
        "yes",
        "the first one",
        "the second one",
        "yes, the second",
        "B",
    ];
    let patient = "- form: restaurant\n      tries: 99";
    let services = include_str!("acts.yaml").replace("- form: restaurant", patient);
    let services = project(&services);
    let mut wrong = Vec::new();
    for seed in 0..600_u64 {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |most: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from(random >> 33).expect("small") % most
        };
        let mut session = Session::new(&services, seed);
        let mut naive = Pending::default();
        let mut told = Vec::new();
        for _ in 0..12 {
            let (kind, at, value) = (below(17), below(3), below(3));
            let (list, slot, _) = LISTS[at];
            let mut input = serde_json::json!({});
            let (act, slot, value) = match kind {
                0..=3 => {
                    let values = &VALUES[at][value..=value + below(4) / 3];
                    naive.offer(list, values);
                    input["assert"][list] = values.into();
                    ("", None, None)
                }
                4 | 5 => ("affirm", None, None),
                6 => ("select", None, None),
                7 => ("negate", None, None),
                8 => (
                    if below(2) == 0 { "affirm" } else { "negate" },
                    Some(slot),
                    None,
                ),
                9 => ("select", Some(slot), Some(["1", "2", "4"][value])),
                10 => ("inform", Some(slot), Some(VALUES[at][value])),
                11 => ("select", None, Some(["1", "2", "4"][value])),
                12 => ("negate", Some(slot), Some(VALUES[at][value])),
                13 => ("negate", None, Some(VALUES[at][value])),
                14 | 15 => ("say", None, Some(SAID[below(SAID.len())])),
                _ => ("request", Some(slot), None),
            };
            // A rank where nothing is offered is another matter, and so is a no to what is known.
            let offers = naive
                .offered
                .get(list)
                .is_some_and(|(known, _)| !known.is_empty());
            if act == "select" && slot.is_some() && !offers {
                continue;
            }
            if act == "say" {
                input["message"] = value.into();
                naive.act(act, None, value);
            } else if !act.is_empty() {
                input["act"] = act.into();
                if let Some(slot) = slot {
                    input["slot"] = slot.into();
                }
                if let Some(value) = value {
                    input["value"] = value.into();
                }
                naive.act(act, slot.map(|_| at), value);
            }
            told.push(input.to_string());
            session.send(&input.to_string());
            let mut found = known(&session);
            let offered = LISTS.map(|(list, ..)| found.remove(list).unwrap_or_default());
            let shown = LISTS.map(|(list, ..)| match naive.offered.get(list) {
                Some((values, _)) => format!("[{}]", values.join(", ")),
                None => String::new(),
            });
            if found != naive.slots || offered != shown {
                let told = told.join("\n");
                wrong.push(format!(
                    "{told}\n{found:?} {offered:?}\n{:?} {shown:?}",
                    naive.slots
                ));
                break;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n----\n")
    );
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

/// `choices` gives values words of their own; those that it does not name may be chosen as they are, by an act and in
/// words alike.
#[test]
fn law_f9_choices_name_values_and_leave_the_others() {
    const FOOD: &str = "
name: Food
languages: [en]
sorts: { rest: { is: [event] } }
attributes:
  rest:
    food: { type: enum, values: { italian: italian food, chinese: chinese food, any: no matter }, changes: true }
entities: { r: { sort: rest } }
flows:
  main:
    - ask: food
      text: 'Which food?'
      fixes: r.food
      choices: { any: { label: no matter, synonyms: [dontcare] } }
";
    let food = project(FOOD);
    let choose = |input: &str| {
        let mut session = Session::new(&food, 1);
        session.send(input);
        known(&session).remove("r.food").unwrap_or_default()
    };
    let act = |said: &str| {
        choose(&format!(
            r#"{{"act":"inform","slot":"food","value":"{said}"}}"#
        ))
    };
    let message = |said: &str| choose(&format!(r#"{{"message":"{said}"}}"#));
    for (said, meant) in [
        ("italian", "italian"),
        ("Italian", "italian"),
        ("Italian food", "italian"),
        ("CHINESE", "chinese"),
        ("dontcare", "any"),
        ("No matter", "any"),
    ] {
        assert_eq!(act(said), meant, "{said}");
        assert_eq!(message(said), meant, "{said}");
    }
    assert_eq!(message("chinese food"), "chinese");
    assert_eq!(act("french"), "");
}
