//! What follows from what: each row is a theory, a query and the verdict.

use logic::explain::{by_number, tell};
use logic::proof::{self, Claim};
use logic::reason::{
    Answer, Besides, Evidence, Ground, How, Lack, Limits, Names, Opaque, Ran, Semantics, World,
    answers, ask, explain,
};
use logic::{Formula, dialect};

fn statement(source: &str) -> Formula {
    dialect::statement(source).unwrap_or_else(|problems| panic!("{source}: {problems:?}"))
}

/// `statement; statement; … | query | T, F, U or I`.
const CLASSICAL: &str = r#"
# plain
man(socrates); forall X: man(X) => mortal(X) | mortal(socrates) | T
man(socrates); forall X: man(X) => mortal(X) | not mortal(socrates) | F
man(socrates); forall X: man(X) => mortal(X) | mortal(plato) | U
man(socrates); forall X: man(X) => mortal(X); not mortal(socrates) | man(plato) | I
not mortal(plato); forall X: man(X) => mortal(X) | man(plato) | F
forall X: man => mortal(X) | mortal(a) | U
 | p(a) or not p(a) | T
 | p(a) and not p(a) | F
 | exists X: p(X) or not p(X) | T
 | p(a) | U
p(a); not p(a) | q(b) | I
r(a); not r(a); p(b) | p(b) | I
forall X: forall Y: (exists Z: r(Y, Z)) xor r(X, Y) | p(a) | I
# sorts are unary predicates
forall X in man: mortal(X); man(socrates) | mortal(socrates) | T
forall X in man: mortal(X) | mortal(socrates) | U
exists X in man: tall(X) | exists X: man(X) and tall(X) | T
exists X in man: tall(X) | exists X in woman: tall(X) | U
# cases
p(a) or p(b) | exists X: p(X) | T
p(a) or p(b) | p(a) | U
p(a) or q(a); forall X: p(X) => r(X); forall X: q(X) => r(X) | r(a) | T
p(a) xor q(a); p(a) | q(a) | F
p(a) <=> q(a); not q(a) | p(a) | F
p(a) xor q(a) xor r(a); p(a); q(a) | r(a) | T
# existence
exists X: p(X); forall X: p(X) => q(X) | exists X: q(X) | T
exists X: p(X) | p(a) | U
forall X: p(X) | p(a) | T
p(a); p(b) | forall X: p(X) | U
forall X: p(X) => q(X) | forall X: not q(X) => not p(X) | T
exists X: p(X) and not q(X) | forall X: p(X) => q(X) | F
# every one has another: function terms
forall X: p(X) => exists Y: r(X, Y); p(a) | exists Y: r(a, Y) | T
forall X: p(X) => exists Y: r(X, Y); p(a) | r(a, a) | U
forall X: exists Y: r(X, Y) | exists Y: r(a, Y) | T
forall X: exists Y: r(X, Y) | exists Y: forall X: r(X, Y) | U
exists Y: forall X: r(X, Y) | forall X: exists Y: r(X, Y) | T
forall X: (p(X) => exists Y: r(X, Y) and p(Y)); p(a) | exists X: exists Y: exists Z: r(X, Y) and r(Y, Z) | T
forall X: (p(X) => exists Y: r(X, Y) and p(Y)); p(a) | p(b) | U
forall X: exists Y: ((forall Y: p(Y)) and p(X) and r(Y, a)) | exists X: not p(X) | F
forall X: q(f(X)) => p(X); forall X: q(X) | p(a) | T
forall X: not q(f(X)); forall X: q(X) | p(a) | I
forall X: p(X) => p(f(X)); p(a) | p(f(f(a))) | T
forall X: p(X) => p(f(X)); p(a) | p(b) | U
# sameness
a == b; p(a) | p(b) | T
p(a); not p(b) | a == b | F
p(a) | a == b | U
a == b; b == c | a == c | T
f(a) == b; a == c | f(c) == b | T
forall X: f(X) != X; f(a) == b; f(c) == d; a == c | b == d | T
a == c or a == d; forall X: p(f(X)); f(a) == b; not q(f(c)); not q(f(d)) | q(b) | F
forall X: X == a; p(a) | p(b) | T
forall X: X == a or X == b; p(a); p(b) | forall X: p(X) | T
forall X: forall Y: p(X) and p(Y) => X == Y; p(a); p(b); q(a) | q(b) | T
forall X: f(X) == X; p(f(a)) | p(a) | T
p(a) | exists X: X == a and p(X) | T
1 == 2 | p(a) | I
a == 1; b == 2 | a == b | F
# order
a < b; b < c | a < c | T
a < b | b < a | F
a < 3 | a < 5 | T
a > 5 | a < 3 | F
a < 3; b >= 3 | a == b | F
not (a < b); not (b < a) | a == b | T
a <= b; b <= a; p(a) | p(b) | T
height(a) > 6; forall X: height(X) > 5 => tall(X) | tall(a) | T
height(a) > 4; forall X: height(X) > 5 => tall(X) | tall(a) | U
2 < 10 | p(a) | U
 | 2 < 10 | T
# none is a value, and no named thing is it; of what nobody knows nobody knows whether it is none
age(a) == null | age(a) is null | T
age(a) is null | age(a) == null | T
age(a) == 3 | age(a) is null | F
age(a) is null | age(a) == 3 | F
age(a) is null | age(a) != 3 | T
age(a) is null; age(b) is null | age(a) == age(b) | T
a.mood == good | a.mood is null | F
a.mood is null | a.mood == good | F
a.mood is null | a.mood not in [good, bad] | T
p(a) | a.mood is null | U
p(a) | a.mood is not null | U
p(a) | a is null | F
# membership
a in [b, c]; p(b); p(c) | p(a) | T
a not in [b, c] | a == b | F
# counts
p(a); p(b); a != b | count(X: p(X)) >= 2 | T
p(a); p(b) | count(X: p(X)) >= 2 | U
p(a) | count(X: p(X)) >= 1 | T
count(X: p(X)) == 1; p(a); p(b) | a == b | T
count(X: p(X)) <= 2; p(a); p(b); p(c); a != b; b != c | a == c | T
count(X: p(X)) <= 1; p(a); p(b); q(a) | q(b) | T
count(X: p(X)) == 0 | p(a) | F
count(X: p(X)) > 1 | exists X: p(X) | T
3 <= count(X: p(X)); forall X: p(X) => q(X) | count(X: q(X)) >= 2 | T
# sums of numbers that are known
 | 2 + 3 == 5 | T
 | 2 + 3 == 6 | F
 | 7 / 2 > 3 | T
age(a) == 3 | age(a) + 1 == 4 | T
age(a) == 3 | age(a) * 2 + 1 < 7 | F
age(a) == 3; age(b) == age(a) + 1; age(c) == age(b) * 2 | age(c) == 8 | T
age(a) == 3 or age(a) == 5 | age(a) + 1 > 3 | T
age(a) == 3; age(a) + 1 == 5 | p(a) | I
# and of dates
 | 2024-01-01 + 3 days == 2024-01-04 | T
 | 2024-03-01 - 2024-02-01 == 29 | T
 | 2024-02-28 + 2 > 2024-03-01 | F
 | 2024-01-04 - 4 < 2024-01-01 | T
due(a) == 2024-01-01 + 3 days | due(a) == 2024-01-04 | T
start(a) == 2024-01-05; due(a) == 2024-01-04 | start(a) - due(a) == 1 | T
start(a) == 2024-01-05; due(a) == start(a) + 7; late(a) <=> due(a) > 2024-01-11 | late(a) | T
due(a) == 2024-01-04; due(a) + 1 == 2024-01-06 | p(a) | I
# what something is in is a sort
man(a) | a in man | T
a in man; forall X in man: mortal(X) | mortal(a) | T
a not in man | man(a) | F
"#;

const FORWARD: &str = r#"
man(socrates); forall X: man(X) => mortal(X) | mortal(socrates) | T
man(socrates); forall X: man(X) => mortal(X) | not mortal(socrates) | F
not mortal(plato); forall X: man(X) => mortal(X) | man(plato) | U
man(plato); not mortal(plato); forall X: man(X) => mortal(X) | mortal(plato) | I
man(plato); not mortal(plato); forall X: man(X) => mortal(X) | man(plato) | T
p(a); forall X: p(X) => not q(X) | q(a) | F
not q(a); forall X: not q(X) => r(X) | r(a) | T
forall X: not q(X) => r(X) | r(a) | U
p(a); q(a, b); forall X: forall Y: p(X) and q(X, Y) => r(Y, X) | r(b, a) | T
e(a, b); e(b, c); e(c, d); forall X: forall Y: e(X, Y) => t(X, Y); forall X: forall Y: forall Z: t(X, Y) and e(Y, Z) => t(X, Z) | t(a, d) | T
e(a, b); e(b, c); forall X: forall Y: e(X, Y) => t(X, Y); forall X: forall Y: forall Z: t(X, Y) and t(Y, Z) => t(X, Z) | t(c, a) | U
mood(a, null); forall X: forall M: mood(X, M) and M is null => calm(X) | calm(a) | T
mood(a, good); forall X: forall M: mood(X, M) and M is null => calm(X) | calm(a) | U
mood(a, 3); forall X: forall M: mood(X, M) and M is not null => loud(X) | loud(a) | T
mood(a, null) | exists M: mood(a, M) and M is null | T
p(a) | a is null | F
p(a) | exists X: p(X) | T
p(a) | forall X: p(X) | U
p(a); forall X: p(X) or q(X) => r(X) | r(a) | T
forall X: p(X) | p(a) | T
p(a); forall X: p(X) <=> q(X) | q(a) | T
age(a, 7); forall X: forall N: age(X, N) and N < 18 => child(X) | child(a) | T
age(a, 27); forall X: forall N: age(X, N) and N < 18 => child(X) | child(a) | U
p(a); p(b); forall X: forall Y: p(X) and p(Y) and X != Y => other(X, Y) | other(a, b) | T
p(a); forall X in p: q(X) | q(a) | T
r(a, b); forall X: (exists Y: r(X, Y)) => p(X) | p(a) | T
rain; rain => wet | wet | T
"#;

const CLOSED: &str = r#"
p(a); q(b) or r(b) | p(a) | T
p(a); forall X: p(X) => s(X); q(b) or r(b) | s(a) | T
p(a); forall X: p(X) => not s(X); q(b) or r(b) | s(a) | F
man(socrates); forall X: man(X) => mortal(X) | mortal(socrates) | T
man(socrates); forall X: man(X) => mortal(X) | mortal(plato) | F
man(socrates); forall X: man(X) => mortal(X) | forall X: man(X) => mortal(X) | T
bird(a); bird(b); penguin(b); forall X: bird(X) and not penguin(X) => flies(X) | flies(a) | T
bird(a); bird(b); penguin(b); forall X: bird(X) and not penguin(X) => flies(X) | flies(b) | F
p(a); not p(a) | q(a) | I
p(a) | exists X: q(X) | F
"#;

fn check(table: &str, how: &How) {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in table.lines() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        rows += 1;
        let (theory, query, expected) = row(line);
        let verdict = ask(&theory, &query, how);
        if verdict.truth != expected || verdict.stopped.is_some() {
            wrong.push(format!("{line}\n   {verdict:?}"));
        }
    }
    assert!(rows > 0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn row(line: &str) -> (Vec<Formula>, Formula, Answer) {
    let mut columns = line.split(" | ").map(str::trim);
    let theory: Vec<_> = columns
        .next()
        .unwrap()
        .split(';')
        .map(str::trim)
        .filter(|source| !source.is_empty())
        .map(statement)
        .collect();
    let query = statement(columns.next().unwrap());
    let expected = match columns.next().unwrap() {
        "T" => Answer::True,
        "F" => Answer::False,
        "U" => Answer::Unknown,
        "I" => Answer::Inconsistent,
        other => panic!("{other}"),
    };
    (theory, query, expected)
}

#[test]
fn classical_verdicts() {
    check(CLASSICAL, &How::classical());
}

/// L7: each verdict carries evidence that the checker accepts, and that stops being accepted when it is
/// tampered with.
#[test]
fn law_l7_evidence_is_checked() {
    let mut wrong = Vec::new();
    for line in CLASSICAL.lines().filter(|line| !line.starts_with('#')) {
        if line.trim().is_empty() {
            continue;
        }
        let (theory, query, _) = row(line);
        let how = How::classical();
        let verdict = ask(&theory, &query, &how);
        let evidence = explain(&theory, Some(&query), &verdict, &how);
        match (&evidence, verdict.truth) {
            (Evidence::Proof(proof), Answer::True | Answer::False | Answer::Inconsistent) => {
                assert_eq!(proof::check(&theory, Some(&query), proof), Ok(()), "{line}");
                // With another claim, or without one of its instances, it proves nothing.
                let mut other = (**proof).clone();
                if !other.instances.is_empty() {
                    let last = other.instances.len() - 1;
                    other.instances.remove(last);
                    assert!(
                        proof::check(&theory, Some(&query), &other).is_err(),
                        "{line}"
                    );
                }
                for &premise in &proof.premises {
                    let mut fewer = theory.clone();
                    fewer.remove(premise);
                    let verdict = ask(&fewer, &query, &how);
                    let still = match proof.claim {
                        Claim::Holds => verdict.truth == Answer::True,
                        Claim::Fails => verdict.truth == Answer::False,
                        Claim::Contradiction => verdict.truth == Answer::Inconsistent,
                    };
                    if still && proof.premises.len() == theory.len() {
                        wrong.push(format!("{line}\n   premise {premise} is not needed"));
                    }
                }
            }
            (
                Evidence::Models {
                    with_query,
                    without,
                },
                Answer::Unknown,
            ) => {
                for (structure, truth) in [(with_query, true), (without, false)] {
                    assert!(structure.is_sound(how.names), "{line}");
                    for formula in &theory {
                        assert_eq!(structure.holds(formula), Some(true), "{line}");
                    }
                    assert_eq!(structure.holds(&query), Some(truth), "{line}");
                }
            }
            (_, _) => wrong.push(format!("{line}\n   {:?} {evidence:?}", verdict.truth)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn forward_derivations_are_checked() {
    for line in FORWARD.lines().filter(|line| !line.trim().is_empty()) {
        let (theory, query, _) = row(line);
        let how = How::forward();
        let verdict = ask(&theory, &query, &how);
        let evidence = explain(&theory, Some(&query), &verdict, &how);
        match (&evidence, verdict.truth) {
            (Evidence::Derived(derivation), Answer::True | Answer::False) => {
                assert_eq!(
                    proof::check_derivation(&theory, derivation),
                    Ok(()),
                    "{line}"
                );
                let positive = verdict.truth == Answer::True;
                let last = &derivation.steps.last().unwrap().said;
                let (atom, asked) = if let Formula::Not(atom) = &query {
                    (&**atom, !positive)
                } else {
                    (&query, positive)
                };
                assert_eq!((&last.atom, last.positive), (atom, asked), "{line}");
            }
            (Evidence::Opposed(said, denied), Answer::Inconsistent) => {
                assert_eq!(proof::check_derivation(&theory, said), Ok(()), "{line}");
                assert_eq!(proof::check_derivation(&theory, denied), Ok(()), "{line}");
            }
            (Evidence::Grounds(grounds), Answer::True | Answer::False) => {
                for ground in grounds {
                    let Ground::Derived(derivation) = ground else {
                        panic!("an open world knows no absence: {line}\n   {ground:?}")
                    };
                    assert_eq!(
                        proof::check_derivation(&theory, derivation),
                        Ok(()),
                        "{line}"
                    );
                }
            }
            (_, Answer::Unknown) => {}
            (_, _) => panic!("{line}\n   {evidence:?}"),
        }
    }
}

#[test]
fn open_queries_list_all_answers() {
    let theory: Vec<Formula> = [
        "man(socrates)",
        "man(plato)",
        "forall X: man(X) => mortal(X)",
        "cat(tom)",
        "mortal(tom) or mortal(felix)",
    ]
    .map(statement)
    .to_vec();
    let query = Formula::Atom {
        predicate: "mortal".into(),
        arguments: vec![logic::Term::Variable("X".into())],
    };
    for how in [How::classical(), How::forward(), How::forward().closed()] {
        let found = answers(&theory, &query, &["X".into()], &how);
        let names: Vec<String> = found.rows.iter().map(|row| row[0].show()).collect();
        assert_eq!(names, ["plato", "socrates"], "{how:?}");
    }
}

/// What is found of `statement; … | variables | query`: the rows, then what answers besides.
#[test]
fn open_queries_say_what_answers_without_a_name() {
    for (line, expected) in [
        ("p(a); p(b) | X | p(X)", "a, b"),
        ("p(a) or p(b); q(c) | X | p(X)", "one of a, b"),
        ("p(a); p(b) or p(c); q(d) | X | p(X)", "a + one of b, c"),
        ("exists X: p(X) | X | p(X)", "unnamed"),
        ("exists X: p(X); q(a) | X | p(X)", "unnamed"),
        ("exists X: p(X); p(a) | X | p(X)", "a"),
        ("exists X: p(X) and X != a; p(a) | X | p(X)", "a + unnamed"),
        ("exists X: p(X); p(a) or q(a) | X | p(X)", "unnamed"),
        ("not p(a) or not p(b) | X | not p(X)", "one of a, b"),
        ("r(a, b) or r(b, a) | X Y | r(X, Y)", "one of a b, b a"),
        (
            "forall X: p(X) => exists Y: r(X, Y); p(a) | Y | r(a, Y)",
            "unnamed",
        ),
        (
            "p(a); forall X: p(X) and q(X) => r(X); q(a) | X | r(X)",
            "a",
        ),
        ("p(a); not p(a) | X | p(X)", "inconsistent"),
        ("p(a); not p(a); p(b) or p(c) | X | p(X)", "inconsistent"),
    ] {
        let parts: Vec<&str> = line.split('|').collect();
        let [theory, variables, query] = parts[..] else {
            panic!("{line}");
        };
        let theory: Vec<Formula> = theory.split(';').map(statement).collect();
        let variables: Vec<logic::Name> =
            variables.split_whitespace().map(logic::Name::new).collect();
        let bound: String = variables.iter().map(|v| format!("exists {v}: ")).collect();
        let mut query = statement(&format!("{bound}{query}"));
        while let Formula::Exists { body, .. } = query {
            query = *body;
        }
        let found = answers(&theory, &query, &variables, &How::classical());
        let list = |rows: &[Vec<logic::Value>]| {
            let shown = rows.iter().map(|row| {
                let values: Vec<String> = row.iter().map(logic::Value::show).collect();
                values.join(" ")
            });
            shown.collect::<Vec<_>>().join(", ")
        };
        let besides = found.besides.as_ref().map(|besides| match besides {
            Besides::OneOf(rows) => format!("one of {}", list(rows)),
            Besides::Unnamed => "unnamed".to_owned(),
        });
        let rows = Some(list(&found.rows)).filter(|rows| !rows.is_empty());
        let shown: Vec<String> = if found.inconsistent {
            vec!["inconsistent".to_owned()]
        } else {
            rows.into_iter().chain(besides).collect()
        };
        assert_eq!(shown.join(" + "), expected, "{line}");
        let functions = found.stopped.map(|stopped| stopped.ran_out);
        assert_eq!(
            found.is_complete(),
            found.besides.is_none(),
            "{line}: {functions:?}"
        );
    }
}

/// Facts and rules beyond what could ever be told apart by cases.
#[test]
fn more_facts_than_cases_could_be_told_apart_answer_all_the_same() {
    let count = Limits::default().clauses + 20_000;
    let mut theory: Vec<Formula> = (0..count)
        .map(|number| Formula::Atom {
            predicate: "knows".into(),
            arguments: vec![
                logic::Term::entity(format!("t{number}")),
                logic::Term::entity(format!("t{}", number + 1)),
            ],
        })
        .collect();
    theory.push(statement("forall X: forall Y: knows(X, Y) => person(X)"));
    theory.push(statement("forall X: person(X) => not stone(X)"));
    let how = How::classical();
    for (query, expected) in [
        ("person(t7)", Answer::True),
        ("stone(t7)", Answer::False),
        ("person(t7) and knows(t7, t8)", Answer::True),
        ("knows(t7, t9)", Answer::Unknown),
        ("exists X: person(X) and knows(X, t8)", Answer::True),
    ] {
        let verdict = ask(&theory, &statement(query), &how);
        assert_eq!(
            (verdict.truth, verdict.stopped),
            (expected, None),
            "{query}"
        );
    }
    let query = statement("person(t7)");
    let verdict = ask(&theory, &query, &how);
    let evidence = explain(&theory, Some(&query), &verdict, &how);
    assert_eq!(evidence.steps(), Some(2), "{evidence:?}");
    let Formula::Exists { body, .. } = statement("exists X: knows(X, t8) and person(X)") else {
        panic!()
    };
    let found = answers(&theory, &body, &["X".into()], &how);
    assert_eq!(found.rows, [[logic::Value::Entity("t7".into())]]);
    assert!(found.is_complete());
    // With cases among them the facts still prove what they prove; the rest is not decided.
    theory.push(statement("person(a) or stone(a)"));
    for (query, expected) in [
        ("person(t7)", Answer::True),
        ("stone(t7)", Answer::False),
        ("person(a)", Answer::Unknown),
    ] {
        let verdict = ask(&theory, &statement(query), &how);
        assert_eq!(verdict.truth, expected, "{query}");
        let ran_out = verdict.stopped.map(|stopped| stopped.ran_out);
        assert_eq!(ran_out, Some(Ran::Clauses), "{query}");
    }
}

#[test]
fn forward_verdicts() {
    check(FORWARD, &How::forward());
}

/// What is computed and rests on no fact.
#[test]
fn sums_of_known_numbers_are_computed_forwards_too() {
    let table = "
p(2) | p(1 + 1) | T
p(2) | 2 + 3 == 5 | T
p(2) | 2 + 3 == 6 | F
p(2) | 3 * 2 > 5 and 2 - 3 < 0 | T
p(2) | 1 + 1 in [2, 3] | T
p(2) | exists X: p(X) and X + 1 == 3 | T
";
    check(table, &How::forward());
}

/// What was left out of the run could change what rests on something absent, and what was never derived.
#[test]
fn in_a_closed_world_what_was_left_out_leaves_the_rest_open() {
    for (theory, query) in [
        (
            &["p(a)", "forall X: not t(X) => s(X)", "q(b) or r(b)"][..],
            "s(a)",
        ),
        (&["p(a)", "q(b) or r(b)"], "q(b)"),
        (&["p(a)", "q(b) or r(b)"], "not r(c)"),
    ] {
        let theory: Vec<Formula> = theory.iter().map(|line| statement(line)).collect();
        let verdict = ask(&theory, &statement(query), &How::forward().closed());
        assert_eq!(verdict.truth, Answer::Unknown, "{query}");
        assert!(verdict.stopped.is_some(), "{query}");
    }
    let verdict = ask(
        &[],
        &statement("2024-01-01 + 2024-01-02 == 3"),
        &How::classical(),
    );
    assert_eq!(
        (verdict.truth, verdict.stopped.is_some()),
        (Answer::Unknown, true)
    );
}

#[test]
fn sums_of_unknown_numbers_say_that_they_are_not_reasoned_about() {
    for line in [
        "age(a) == 3 or age(a) == 5 | age(a) + 1 > 4 | U",
        "age(a) > 3 | age(a) + 1 > 4 | U",
        "age(a) == 1; age(b) == 3 | age(a) / age(b) < 1 | U",
        "forall X: p(X) => age(X) + 1 > 4; p(a) | age(a) > 3 | U",
    ] {
        let (theory, query, _) = row(line);
        let verdict = ask(&theory, &query, &How::classical());
        assert_eq!(verdict.truth, Answer::Unknown, "{line}");
        let ran_out = verdict.stopped.map(|stopped| stopped.ran_out);
        assert_eq!(ran_out, Some(Ran::Opaque(Opaque::Arithmetic)), "{line}");
    }
}

#[test]
fn closed_verdicts() {
    check(CLOSED, &How::classical().closed());
    check(&CLOSED.replace("| I", "| F"), &How::forward().closed());
}

/// The Horn tier takes over from some size on: the same questions in a large theory.
#[test]
fn large_theories_answer_like_small_ones() {
    let mut padded = String::new();
    for line in CLASSICAL.lines().filter(|line| !line.starts_with('#')) {
        if line.trim().is_empty() {
            continue;
        }
        let (mut theory, query, expected) = row(line);
        for number in 0..60 {
            for predicate in ["p", "q", "man", "r"] {
                let source = format!("{predicate}{number}(thing{number})");
                theory.push(statement(&source));
                let source = format!("forall X: {predicate}{number}(X) => {predicate}s(X)");
                theory.push(statement(&source));
            }
        }
        theory.push(statement("forall X: ps(X) => p1(X)"));
        let verdict = ask(&theory, &query, &How::classical());
        if verdict.truth != expected {
            padded.push_str(&format!("{line}\n   {verdict:?}\n"));
        }
    }
    assert!(padded.is_empty(), "{padded}");
}

#[test]
fn limits_end_in_unknown() {
    let tight = [
        Limits {
            instances: 0,
            ..Limits::default()
        },
        Limits {
            steps: 0,
            ..Limits::default()
        },
        Limits {
            conflicts: 0,
            ..Limits::default()
        },
        Limits {
            bound: 1,
            ..Limits::default()
        },
        Limits {
            clauses: 1,
            ..Limits::default()
        },
        Limits {
            formula_depth: 3,
            ..Limits::default()
        },
    ];
    for (table, how) in [(CLASSICAL, How::classical()), (FORWARD, How::forward())] {
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            if line.trim().is_empty() {
                continue;
            }
            let (theory, query, expected) = row(line);
            for limits in tight {
                let verdict = ask(&theory, &query, &How { limits, ..how });
                assert!(
                    verdict.truth == expected
                        && (verdict.stopped.is_none() || verdict.truth != Answer::Unknown)
                        || verdict.truth == Answer::Unknown && verdict.stopped.is_some()
                        || expected == Answer::Inconsistent && verdict.stopped.is_some(),
                    "{line}\n   {limits:?}\n   {verdict:?}"
                );
            }
        }
    }
}

#[test]
fn nothing_is_too_deep_or_too_odd() {
    let mut deep = statement("p(a)");
    for _ in 0..10_000 {
        deep = Formula::not(deep);
    }
    for how in [How::classical(), How::forward(), How::classical().closed()] {
        let verdict = ask(std::slice::from_ref(&deep), &deep, &how);
        assert_eq!(verdict.truth, Answer::Unknown);
        assert!(verdict.stopped.is_some());
    }
    // Dropping a tree recurses; take it apart instead.
    while let Formula::Not(body) = deep {
        deep = *body;
    }
    for odd in ODD.lines() {
        let odd = statement(odd);
        for how in [How::classical(), How::forward(), How::classical().closed()] {
            ask(std::slice::from_ref(&odd), &odd, &how);
            ask(&[], &odd, &how);
            ask(&[odd.clone(), Formula::not(odd.clone())], &odd, &how);
        }
    }
}

const ODD: &str = "now > today
today + 3 == now
size == 3
count(X: count(Y: r(X, Y)) > 2) >= 2
count(X: p(X)) == count(X: q(X))
count(X: p(X)) == 1.5
count(X: p(X)) > 999999999999
count(X: p(X)) < -3
X.mood == good
a.mood is null
a.mood is known
a in a.friends
1 / 0 == 1
p(p(a))
true
false
exists X: forall X: p(X)
forall X: p(X, X, X, X, X, X, X, X, X, X)
a < b and b < a
null == null";

/// Each row is told in both languages, by statement numbers that exist.
#[test]
fn every_verdict_can_be_told() {
    for (table, how) in [
        (CLASSICAL, How::classical()),
        (FORWARD, How::forward()),
        (CLOSED, How::classical().closed()),
        (CLOSED, How::forward().closed()),
    ] {
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            if line.trim().is_empty() {
                continue;
            }
            let (theory, query, _) = row(line);
            let verdict = ask(&theory, &query, &how);
            let evidence = explain(&theory, Some(&query), &verdict, &how);
            // It is shown, or it is said why not; what was decided forwards is always shown.
            assert_ne!(evidence, Evidence::None, "{line}");
            let lacking = matches!(evidence, Evidence::Lacking(_));
            let decided = verdict.truth != Answer::Unknown;
            assert!(!(lacking && decided), "{line}\n   {evidence:?}");
            let told = tell(&theory, Some(&query), &verdict, &evidence, &by_number);
            for lang in ["en", "fr"] {
                let lines = told.lines(lang);
                assert!(!lines.is_empty());
                assert!(
                    lines.iter().all(|line| !line.contains('\u{1}')),
                    "{lines:?}"
                );
            }
        }
    }
}

#[test]
fn proofs_are_told_in_words() {
    let theory = ["man(socrates)", "cat(tom)", "forall X: man(X) => mortal(X)"].map(statement);
    let query = statement("mortal(socrates)");
    let told = |how: How, theory: &[Formula], query: &Formula, lang: &str| {
        let verdict = ask(theory, query, &how);
        let evidence = explain(theory, Some(query), &verdict, &how);
        tell(theory, Some(query), &verdict, &evidence, &by_number).lines(lang)
    };
    assert_eq!(
        told(How::forward(), &theory, &query, "en"),
        [
            "`mortal(socrates)` follows.",
            "  `mortal(socrates)`: by statement 3 (`forall X: man(X) => mortal(X)`).",
            "    `man(socrates)`: statement 1 says so.",
        ]
    );
    assert_eq!(
        told(How::classical(), &theory, &query, "fr"),
        [
            "`mortal(socrates)` en découle.",
            "  Cela repose sur l'énoncé 1 et l'énoncé 3.",
            "    `man(socrates)` : l'énoncé 1 (`man(socrates)`).",
            "    `mortal(socrates)` : par l'énoncé 3 (`forall X: man(X) => mortal(X)`), car `man(socrates)`.",
            "    C'est impossible : la supposition que `mortal(socrates)` est faux exclut `mortal(socrates)`.",
        ]
    );
}

/// Each row: a theory, a query, and sentences that must be told, in both languages.
#[test]
fn tellings_say_why() {
    let endless = "forall X: not r(X, X); forall X: exists Y: r(X, Y); \
                   forall X: forall Y: forall Z: r(X, Y) and r(Y, Z) => r(X, Z)";
    for (theory, query, told, dit) in [
        (
            "",
            "2 < 3",
            "That cannot be: the supposition that `2 < 3` fails can never hold.",
            "C'est impossible : la supposition que `2 < 3` est faux n'est jamais vrai.",
        ),
        (
            "age(anne) == 3; age(bob) > age(anne)",
            "age(bob) > 5",
            "In order there: `3 < 5 < ",
            "Dans l'ordre : `3 < 5 < ",
        ),
        (
            &format!("{endless}; not p(a)"),
            "p(a)",
            "It was not decided whether the statements contradict each other.",
            "On n'a pas décidé si les énoncés se contredisent.",
        ),
    ] {
        let theory: Vec<Formula> = theory
            .split(';')
            .filter(|one| !one.is_empty())
            .map(statement)
            .collect();
        let (query, how) = (statement(query), How::classical());
        let verdict = ask(&theory, &query, &how);
        let evidence = explain(&theory, Some(&query), &verdict, &how);
        let tale = tell(&theory, Some(&query), &verdict, &evidence, &by_number);
        for (lang, expected) in [("en", told), ("fr", dit)] {
            let lines = tale.lines(lang);
            let found = lines.iter().any(|line| line.trim().starts_with(expected));
            assert!(found, "{query}: {lines:#?}");
        }
    }
}

#[test]
fn names_may_be_taken_as_different_things() {
    let theory = ["p(a)", "p(b)", "forall X: p(X) => X == a or X == c"].map(statement);
    let how = How {
        names: Names::Unique,
        ..How::classical()
    };
    let two = statement("count(X: p(X)) >= 2");
    assert_eq!(ask(&theory, &two, &How::classical()).truth, Answer::Unknown);
    // `b` is neither `a` nor `c` then, so the theory cannot be.
    assert_eq!(ask(&theory, &two, &how).truth, Answer::Inconsistent);
    let verdict = ask(&theory[..2], &two, &how);
    assert_eq!(verdict.truth, Answer::True);
    let evidence = explain(&theory[..2], Some(&two), &verdict, &how);
    assert!(matches!(evidence, Evidence::Proof(_)), "{evidence:?}");
}

fn pigeons(pigeons: usize, holes: usize) -> Vec<Formula> {
    let mut theory = Vec::new();
    for pigeon in 0..pigeons {
        let places: Vec<String> = (0..holes).map(|h| format!("at(p{pigeon}, h{h})")).collect();
        theory.push(statement(&places.join(" or ")));
    }
    for hole in 0..holes {
        for one in 0..pigeons {
            for other in one + 1..pigeons {
                let both = format!("not (at(p{one}, h{hole}) and at(p{other}, h{hole}))");
                theory.push(statement(&both));
            }
        }
    }
    theory
}

/// Few cases are seen through at a glance, more go to the solver: both must count alike.
#[test]
fn pigeons_have_room_exactly_when_there_are_holes_enough() {
    for holes in 1..=6 {
        for count in 1..=7 {
            let verdict = ask(&pigeons(count, holes), &statement("p"), &How::classical());
            let expected = if count <= holes {
                Answer::Unknown
            } else {
                Answer::Inconsistent
            };
            assert_eq!(verdict.truth, expected, "{count} in {holes}");
            assert_eq!(verdict.stopped, None, "{count} in {holes}");
        }
    }
}

/// The proof has too many cases to be kept, the smallest contradictory set is still told.
#[test]
fn a_proof_that_is_too_long_leaves_its_premises() {
    let mut theory = pigeons(7, 6);
    let needed = theory.len();
    theory.push(statement("cat(tom)"));
    let how = How::classical();
    let query = statement("cat(felix)");
    let verdict = ask(&theory, &query, &how);
    assert_eq!(verdict.truth, Answer::Inconsistent);
    let evidence = explain(&theory, Some(&query), &verdict, &how);
    let Evidence::Premises { premises, lack } = &evidence else {
        panic!("{evidence:?}")
    };
    assert_eq!(premises, &(0..needed).collect::<Vec<usize>>());
    assert_eq!(*lack, Lack::Steps(5_000));
    let told = tell(&theory, Some(&query), &verdict, &evidence, &by_number);
    let last = told.lines("en").pop();
    let expected = "  No proof kept: it takes more than 5000 steps.";
    assert_eq!(last.as_deref(), Some(expected));
}

#[test]
fn a_long_chain_is_shown_step_by_step() {
    let mut theory = vec![statement("p0(a)")];
    for at in 0..3_000 {
        theory.push(statement(&format!("forall X: p{at}(X) => p{}(X)", at + 1)));
    }
    let how = How::classical();
    let query = statement("p3000(a)");
    let verdict = ask(&theory, &query, &how);
    let evidence = explain(&theory, Some(&query), &verdict, &how);
    let Evidence::Derived(derivation) = &evidence else {
        panic!("{:?}", evidence.steps())
    };
    assert_eq!(derivation.steps.len(), 3_001);
    assert_eq!(proof::check_derivation(&theory, derivation), Ok(()));
    theory.push(statement("not p3000(a)"));
    let verdict = ask(&theory, &query, &how);
    let evidence = explain(&theory, Some(&query), &verdict, &how);
    assert!(matches!(evidence, Evidence::Opposed(..)));
}

/// Forwards a query of several parts rests on each of them; in a closed world also on what is absent.
#[test]
fn compound_and_closed_verdicts_have_grounds() {
    let theory = [
        "man(socrates)",
        "forall X: man(X) => mortal(X)",
        "forall X: man(X) and not king(X) => free(X)",
    ]
    .map(statement);
    let shown = |query: &str, how: How| {
        let query = statement(query);
        let verdict = ask(&theory, &query, &how);
        let evidence = explain(&theory, Some(&query), &verdict, &how);
        let grounds = if let Evidence::Grounds(grounds) = &evidence {
            grounds.clone()
        } else if let Evidence::Derived(derivation) = &evidence {
            vec![Ground::Derived((**derivation).clone())]
        } else {
            panic!("{query}: {evidence:?}")
        };
        let shown = grounds.iter().map(|ground| match ground {
            Ground::Derived(derivation) => {
                assert_eq!(proof::check_derivation(&theory, derivation), Ok(()));
                let absent = derivation.steps.iter().flat_map(|step| &step.absent);
                let absent: String = absent.map(|atom| format!(", without {atom}")).collect();
                format!("{} steps{absent}", derivation.steps.len())
            }
            Ground::Underived(atom) => format!("no {atom}"),
        });
        shown.collect::<Vec<String>>()
    };
    let (open, closed) = (How::forward(), How::forward().closed());
    for (query, how, expected) in [
        (
            "mortal(socrates) and man(socrates)",
            open,
            &["2 steps", "1 steps"][..],
        ),
        ("king(a) or mortal(socrates)", open, &["2 steps"][..]),
        ("exists X: mortal(X)", open, &["2 steps"][..]),
        (
            "exists X in man: mortal(X)",
            open,
            &["1 steps", "2 steps"][..],
        ),
        ("king(socrates)", closed, &["no king(socrates)"][..]),
        ("not king(socrates)", closed, &["no king(socrates)"][..]),
        ("forall X: not king(X)", closed, &["no king(socrates)"][..]),
        (
            "free(socrates)",
            closed,
            &["2 steps, without king(socrates)"][..],
        ),
        (
            "man(socrates) => king(socrates)",
            closed,
            &["1 steps", "no king(socrates)"][..],
        ),
    ] {
        assert_eq!(shown(query, how), expected, "{query}");
    }
}

#[test]
fn a_closed_world_is_labelled_as_it_was_computed() {
    let verdict = ask(&[], &statement("p(a)"), &How::classical().closed());
    assert_eq!(verdict.truth, Answer::False);
    assert_eq!(
        (verdict.semantics, verdict.world),
        (Semantics::Forward, World::Closed)
    );
    // Nothing can be run first: each needs the absence of the other.
    let circular = [
        "forall X: q(X) and not p(X) => r(X)",
        "forall X: r(X) => p(X)",
        "q(a)",
    ];
    let verdict = ask(
        &circular.map(statement),
        &statement("p(a)"),
        &How::forward().closed(),
    );
    assert_eq!(verdict.truth, Answer::Unknown);
    assert_eq!(
        verdict.stopped.map(|stopped| stopped.ran_out),
        Some(Ran::Circular)
    );
}

#[test]
fn answers_are_not_all_where_functions_have_values() {
    let theory = ["p(a)", "forall X: p(X) => p(f(X))"].map(statement);
    let query = Formula::Atom {
        predicate: "p".into(),
        arguments: vec![logic::Term::Variable("X".into())],
    };
    let found = answers(&theory, &query, &["X".into()], &How::classical());
    assert_eq!(found.rows.len(), 1);
    assert_eq!(
        found.stopped.map(|stopped| stopped.ran_out),
        Some(Ran::Functions)
    );
    let found = answers(&theory[..1], &query, &["X".into()], &How::classical());
    assert_eq!(found.stopped, None);
}

/// Samenesses in a chain: each part is needed as it is and denied, and must not double the work.
#[test]
fn law_l8_a_long_chain_of_sameness_ends_at_once() {
    for (operator, atoms) in [("xor", 24), ("xor", 60), ("<=>", 60), ("<=>", 100)] {
        let chain = (0..atoms).fold(String::new(), |chain, at| match at {
            0 => format!("p{at}(a)"),
            _ => format!("({chain} {operator} p{at}(a))"),
        });
        let facts: Vec<String> = (1..atoms).map(|at| format!("p{at}(a)")).collect();
        let mut statements: Vec<&str> = facts.iter().map(String::as_str).collect();
        statements.push(&chain);
        // All but the first are true: the first is what makes the whole true.
        let first_holds = match operator {
            "xor" => (atoms - 1) % 2 == 0,
            _ => true,
        };
        let theory: Vec<Formula> = statements.iter().map(|one| statement(one)).collect();
        let verdict = ask(&theory, &statement("p0(a)"), &How::default());
        let expected = if first_holds {
            Answer::True
        } else {
            Answer::False
        };
        assert_eq!(verdict.truth, expected, "{atoms} {operator}");
    }
}
