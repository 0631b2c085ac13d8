//! Selection and coverage once more, written as simply as they can be, against every case of a grid.

use super::desk::{desk, project};
use engine::Project;
use engine::input::Raw;
use engine::reply::case::{Case, CaseFacts};
use engine::reply::decide::{Outcome, Reply, decide};
use engine::reply::{Pass, Replies, Severity};
use logic::holds::{Truth, evaluate};

/// Every case of a grid over the facts of the desk, with every pair of intentions.
fn grid(project: &Project, mut see: impl FnMut(&Case, &[usize])) -> usize {
    let replies = project.replies.as_ref().expect("replies");
    let text = |text: &str| Some(Raw::Text(text.to_owned()));
    let paid = [None, Some(Raw::Bool(true)), Some(Raw::Bool(false))];
    let due = [
        None,
        Some(Raw::Null),
        text("2026-03-09"),
        text("2026-03-10"),
        text("2026-03-11"),
        text("2026-03-20"),
    ];
    let status = [None, text("packed"), text("lost")];
    let held = [None, Some(Raw::Bool(true))];
    let failed = [None, Some(false), Some(true)];
    let count = replies.intentions.len();
    let mut wanted: Vec<Vec<usize>> = vec![vec![]];
    for one in 0..count {
        wanted.push(vec![one]);
        wanted.extend(
            (0..count)
                .filter(|other| *other != one)
                .map(|other| vec![one, other]),
        );
    }
    let mut cases = 0;
    for paid in &paid {
        for due in &due {
            for status in &status {
                for (held, failed) in held
                    .iter()
                    .flat_map(|held| failed.iter().map(move |failed| (held, failed)))
                {
                    let mut case = Case::at("2026-03-10T09:00:00Z".parse().expect("a moment"));
                    for (field, value) in [("paid", paid), ("due", due), ("status", status)] {
                        if let Some(value) = value {
                            case.set(project, "order", field, value)
                                .expect("a fact of the desk");
                        }
                    }
                    case.was_read("order");
                    if let Some(failed) = failed {
                        case.set(project, "carrier", "failed", &Raw::Bool(*failed))
                            .expect("a fact");
                        if let Some(held) = held {
                            case.set(project, "carrier", "held", held).expect("a fact");
                            case.set(project, "carrier", "depot", &Raw::Text("Lyon".to_owned()))
                                .expect("a fact");
                        }
                    }
                    case.fill(project);
                    for wanted in &wanted {
                        case.intentions = Some(wanted.clone());
                        see(&case, wanted);
                        cases += 1;
                    }
                }
            }
        }
    }
    cases
}

/// The rule for one intention: every rule is looked at, pass by pass.
pub fn select(
    replies: &Replies,
    facts: &CaseFacts,
    held: &[usize],
    intention: Option<usize>,
) -> Option<String> {
    let fits = |number: &usize| {
        let rule = &replies.rules[*number];
        rule.state.is_none_or(|state| held.contains(&state))
            && rule
                .when
                .as_ref()
                .is_none_or(|when| facts.holds(when) == Truth::True)
    };
    let rank = |number: &usize| (replies.rules[*number].priority, *number);
    let of = |pass: Pass| {
        let numbers = 0..replies.rules.len();
        numbers
            .filter(move |number| replies.rules[*number].pass == pass)
            .collect::<Vec<usize>>()
    };
    let name = |number: usize| Some(replies.rules[number].name.to_string());
    if intention.is_some() {
        for state in held {
            let rows = of(Pass::Exact).into_iter();
            let rows = rows.filter(|number| {
                replies.rules[*number].state == Some(*state)
                    && replies.rules[*number].intention == intention
            });
            if let Some(found) = rows.filter(fits).min_by_key(rank) {
                return name(found);
            }
        }
        for pass in [Pass::Wildcard, Pass::ForIntention] {
            let rows = of(pass)
                .into_iter()
                .filter(|number| replies.rules[*number].intention == intention);
            if let Some(found) = rows.filter(fits).min_by_key(rank) {
                return name(found);
            }
        }
    }
    for pass in [Pass::ForState, Pass::ForCondition] {
        if let Some(found) = of(pass).into_iter().filter(fits).min_by_key(rank) {
            return name(found);
        }
    }
    for group in &replies.groups {
        let value = evaluate(facts, &group.fact)
            .ok()
            .flatten()
            .map(|value| value.show());
        let rule = value.and_then(|value| group.values.get(value.as_str()));
        if let Some(found) = rule.filter(|rule| fits(rule)) {
            return name(*found);
        }
    }
    None
}

pub fn held(replies: &Replies, facts: &CaseFacts) -> Vec<usize> {
    let holds = |number: &usize| {
        let condition = replies.states[*number].condition.as_ref();
        condition.is_some_and(|condition| facts.holds(condition) == Truth::True)
    };
    let mut all: Vec<usize> = (0..replies.states.len()).filter(holds).collect();
    if all.is_empty() {
        all = (0..replies.states.len())
            .filter(|number| replies.states[*number].is_default())
            .collect();
    }
    all.sort_by_key(|number| (replies.states[*number].priority, *number));
    let of = |wanted: Severity| {
        all.iter()
            .position(|number| replies.states[*number].severity == wanted)
    };
    if let Some(at) = of(Severity::Blocking).or(of(Severity::Info)) {
        let first = all.remove(at);
        all.insert(0, first);
    }
    all
}

#[test]
fn selection_is_what_a_naive_one_finds() {
    let project = project(&desk());
    let cases = grid(&project, |case, wanted| compare(&project, case, wanted));
    assert!(cases > 5000, "{cases}");
}

/// What was selected for these intentions is what a naive reading selects.
pub fn compare(project: &Project, case: &Case, wanted: &[usize]) {
    let replies = project.replies.as_ref().expect("replies");
    let reply = decide(project, case).expect("a reply");
    let mut told = case.clone();
    // What decide puts down about the message, conditions may read.
    let mut tell = |field: &str, value: Raw| {
        told.set(project, "case", field, &value)
            .expect("a fact of every case");
    };
    tell("action", Raw::Text(reply.action.to_string()));
    let name = |at: &usize| Raw::Text(replies.intentions[*at].name.to_string());
    tell("intentions", Raw::List(wanted.iter().map(name).collect()));
    tell("intention", wanted.first().map_or(Raw::Null, name));
    let facts = CaseFacts::new(project, &told);
    let held = held(replies, &facts);
    if replies.states[held[0]].severity == Severity::Blocking {
        assert!(reply.selection.is_empty());
        return;
    }
    let wanted: Vec<Option<usize>> = if wanted.is_empty() {
        vec![None]
    } else {
        wanted.iter().copied().map(Some).collect()
    };
    for (intention, selected) in wanted.into_iter().zip(&reply.selection) {
        let expected = select(replies, &facts, &held, intention);
        let expected = expected.unwrap_or_else(|| "response_master".to_owned());
        assert_eq!(*selected.rule, *expected, "{case:?}");
        let chosen: Vec<&str> = selected
            .trace
            .iter()
            .filter(|step| step.chosen)
            .map(|step| step.rule.as_str())
            .collect();
        assert_eq!(chosen, [expected.as_str()]);
    }
}

/// Reads the proof of a reply again, from its text alone.
pub fn prove(replies: &Replies, reply: &Reply) {
    let plain: Vec<&str> = reply
        .plain
        .as_deref()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let plain = plain.join(" ");
    let mut said: Vec<&str> = Vec::new();
    for section in &reply.sections {
        assert!(
            !section.sentences.is_empty(),
            "{} says nothing",
            section.section
        );
        for sentence in &section.sentences {
            assert!(
                plain.contains(&sentence.text),
                "« {} » is not in « {plain} »",
                sentence.text
            );
            said.push(&sentence.text);
        }
    }
    // Every word of the reply belongs to a sentence of a section, and to one only.
    let words = |text: &str| text.split_whitespace().count();
    let count: usize = said.iter().map(|sentence| words(sentence)).sum();
    assert_eq!(count, words(&plain), "{said:?} {plain}");
    let mut ids: Vec<&str> = reply
        .sections
        .iter()
        .map(|said| said.section.as_str())
        .collect();
    ids.sort_unstable();
    let before = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), before, "a section is said twice: {ids:?}");
    for answered in &reply.coverage.answered {
        assert!(!answered.by.is_empty());
        for by in &answered.by {
            let section = reply.sections.iter().find(|said| said.section == *by);
            let internal = replies
                .sections
                .get(by)
                .is_some_and(|section| section.internal);
            assert!(
                internal || section.is_some_and(|said| said.answers.contains(&answered.what)),
                "{by}"
            );
        }
    }
    // Nothing is dropped: each thing is answered, blocked, told to the team or handed over.
    let mut things: Vec<&str> = reply
        .intentions
        .iter()
        .map(|wanted| wanted.intention.as_str())
        .collect();
    things.extend(reply.states.warning.iter().map(|held| held.state.as_str()));
    let listed = |what: &str| {
        let coverage = &reply.coverage;
        coverage.answered.iter().any(|by| *by.what == *what)
            || coverage.blocked.iter().any(|by| *by.what == *what)
            || (coverage.unanswered.iter().any(|open| *open.what == *what)
                && reply.outcome == Outcome::HandOver)
            || reply
                .alerts
                .iter()
                .any(|alert| alert.state.as_deref() == Some(what))
    };
    for thing in things {
        assert!(listed(thing), "{thing} is dropped: {reply:#?}");
    }
    assert!(
        !reply.send.allowed
            || (reply.outcome == Outcome::Reply && reply.coverage.unanswered.is_empty())
    );
}

#[test]
fn the_proof_of_every_reply_can_be_read_from_its_text() {
    let project = project(&desk());
    let replies = project.replies.as_ref().expect("replies");
    let mut sent = 0;
    let cases = grid(&project, |case, _| {
        let reply = decide(&project, case).expect("a reply");
        prove(replies, &reply);
        sent += usize::from(reply.send.allowed);
    });
    assert!(cases > 5000 && sent > 0 && sent < cases, "{cases} {sent}");
}
