//! Selection and coverage once more, written as simply as they can be, against every case of a grid.

use super::desk::{desk, project};
use super::oracle::{faults, told};
use engine::Project;
use engine::input::Raw;
use engine::reply::case::{Case, CaseFacts};
use engine::reply::decide::{By, NotKnown, Outcome, Reply, decide};
use engine::reply::{Pass, Replies, Rule, Severity};
use logic::holds::{Truth, evaluate};
use logic::value::Name;

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
pub fn select<'r>(
    replies: &'r Replies,
    facts: &CaseFacts,
    held: &[usize],
    intention: Option<usize>,
) -> Option<&'r Rule> {
    select_among(replies, facts, held, intention, &|_| true)
}

/// The same, were there only these rules.
pub fn select_among<'r>(
    replies: &'r Replies,
    facts: &CaseFacts,
    held: &[usize],
    intention: Option<usize>,
    there: &dyn Fn(usize) -> bool,
) -> Option<&'r Rule> {
    let fits = |number: &usize| {
        let rule = &replies.rules[*number];
        there(*number)
            && rule.state.is_none_or(|state| held.contains(&state))
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
    let name = |number: usize| Some(&replies.rules[number]);
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

/// The states that hold, the primary one first, and those of which nobody knows. The default state is what
/// is left: it holds where every other is known not to, and is unknown where one may hold and none does.
pub fn judge(replies: &Replies, facts: &CaseFacts) -> (Vec<usize>, Vec<usize>) {
    let (mut held, mut unknown, mut default) = (Vec::new(), Vec::new(), None);
    for (number, state) in replies.states.iter().enumerate() {
        match state.condition.as_ref().map(|when| facts.holds(when)) {
            Some(Truth::True) => held.push(number),
            Some(Truth::Unknown) => unknown.push(number),
            Some(Truth::False) => {}
            None => default = Some(number),
        }
    }
    match (held.is_empty(), unknown.is_empty()) {
        (true, true) => held.extend(default),
        (true, false) => unknown.extend(default),
        (false, _) => {}
    }
    held.sort_by_key(|number| (replies.states[*number].priority, *number));
    let of = |wanted: Severity| {
        held.iter()
            .position(|number| replies.states[*number].severity == wanted)
    };
    if let Some(at) = of(Severity::Blocking).or(of(Severity::Info)) {
        let first = held.remove(at);
        held.insert(0, first);
    }
    (held, unknown)
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
    let told = told(project, case, &reply.action);
    let facts = CaseFacts::new(project, &told);
    let (held, _) = judge(replies, &facts);
    let blocks = |state: &usize| replies.states[*state].severity == Severity::Blocking;
    if held.first().is_some_and(blocks) {
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
        let master = replies.options.master.as_ref().expect("a master template");
        let expected = expected.map_or(master.as_str(), |rule| rule.name.as_str());
        assert_eq!(&*selected.rule, expected, "{case:?}");
        let chosen: Vec<&str> = selected
            .trace
            .iter()
            .filter(|step| step.chosen)
            .map(|step| step.rule.as_str())
            .collect();
        assert_eq!(chosen, [expected]);
    }
}

/// Reads the proof of a reply again: from its text, its case and its project.
pub fn prove(project: &Project, case: &Case, reply: &Reply) {
    let faults = faults(project, case, reply);
    assert!(faults.is_empty(), "{faults:#?}\n{case:#?}\n{reply:#?}");
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
    assert!(
        !reply.send.allowed
            || (reply.outcome == Outcome::Reply
                && reply.coverage.unanswered.is_empty()
                && reply.hand_over.is_empty())
    );
}

#[test]
fn the_proof_of_every_reply_can_be_read_from_its_text() {
    let project = project(&desk());
    let mut sent = 0;
    let cases = grid(&project, |case, _| {
        let reply = decide(&project, case).expect("a reply");
        prove(&project, case, &reply);
        sent += usize::from(reply.send.allowed);
    });
    assert!(cases > 5000 && sent > 0 && sent < cases, "{cases} {sent}");
}

/// What reads a proof again must see what is wrong with it.
#[test]
fn a_reply_that_claims_too_much_is_found_out() {
    let project = project(&desk());
    let case = r#"{"now": "2026-03-10T09:00:00Z", "intentions": ["WHERE_IS_IT", "JOB"], "sources": {"order": {"first_name": "Ada", "paid": true, "status": "sent", "due": "2026-03-12"}, "carrier": {"held": true, "depot": "Lyon"}}}"#;
    let case = Case::parse(&project, case).expect("a case");
    let good = decide(&project, &case).expect("a reply");
    assert_eq!(faults(&project, &case, &good), Vec::<String>::new());
    let found = |what: &str, change: &dyn Fn(&mut Reply)| {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(!faults(&project, &case, &bad).is_empty(), "{what}");
    };
    let without = |bad: &mut Reply, words: &str| {
        let text = bad.text.take().expect("a text");
        assert!(text.contains(words), "{text}");
        bad.text = Some(text.replace(words, ""));
    };
    found("the answer is not in the text", &|bad| {
        without(bad, "will be with you by");
    });
    found("the warning is not in the text", &|bad| {
        without(bad, "the carrier holds your parcel");
    });
    found("there is no text", &|bad| bad.text = None);
    found("a state is not listed", &|bad| bad.states.warning.clear());
    found("an unknown state is listed", &|bad| {
        let held = &bad.states.info[0];
        bad.states.unknown.push(NotKnown {
            state: held.state.clone(),
            id: held.id.clone(),
            severity: Name::from("info"),
            missing: Vec::new(),
        });
    });
    found("a question is dropped", &|bad| {
        bad.coverage.unanswered.clear()
    });
    found("a question is forgotten", &|bad| {
        bad.intentions.pop();
    });
    found("nobody is told", &|bad| bad.outcome = Outcome::Reply);
    found("an answer is claimed", &|bad| {
        let open = bad.coverage.unanswered.remove(0);
        bad.coverage.answered.push(By {
            what: open.what,
            by: vec![Name::from("partials/where")],
        });
    });
}
