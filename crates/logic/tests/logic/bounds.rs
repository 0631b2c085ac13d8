//! The bounds of reasoning, and open queries in every world and semantics.

use logic::explain::{by_number, tell};
use logic::reason::{Answer, Evidence, How, Lack, Limits, Ran, answers, ask, explain};
use logic::{Formula, dialect};

fn statement(source: &str) -> Formula {
    dialect::statement(source).unwrap_or_else(|problems| panic!("{source}: {problems:?}"))
}

/// What would take hours ends in "unknown", whatever the theory looks like.
#[test]
fn law_l8_every_loop_has_a_bound() {
    let few = Limits {
        steps: 100_000,
        ..Limits::default()
    };
    let facts = |count: usize| (0..count).map(|at| statement(&format!("p(c{at})")));
    let spent = |theory: &[Formula], query: &str, how: How| {
        let verdict = ask(theory, &statement(query), &How { limits: few, ..how });
        assert_eq!(verdict.truth, Answer::Unknown, "{query}");
        verdict.stopped.map(|stopped| stopped.ran_out)
    };
    // Quantifiers inside each other, in the query.
    let many: Vec<Formula> = facts(60).collect();
    let query = "forall A, B, C, D, E, F: p(A) and p(B) and p(C) => p(D) and p(E) and p(F)";
    let closed = How::forward().closed();
    assert_eq!(spent(&many, query, closed), Some(Ran::Steps));
    // A rule that meets very many rows and derives little from them.
    let rule =
        "forall A, B, C, D, E, F: p(A) and p(B) and p(C) and p(D) and p(E) and p(F) => q(A, B) ";
    let theory: Vec<Formula> = facts(60).chain([statement(rule)]).collect();
    assert_eq!(spent(&theory, "q(a, a)", How::forward()), Some(Ran::Steps));
    // A formula that would become very many rules.
    let nested = (0..40).fold("p(a)".to_owned(), |inner, at| {
        format!("(a{at} or b{at}) => ({inner})")
    });
    let theory = [statement(&nested)];
    assert_eq!(spent(&theory, "p(a)", How::forward()), Some(Ran::Rules));
    // Layers in the worst order are as many as the rules.
    let theory: Vec<Formula> = (0..3000)
        .rev()
        .map(|at| statement(&format!("not p{at}(a) => p{}(a)", at + 1)))
        .collect();
    assert_eq!(spent(&theory, "p7(a)", closed), Some(Ran::Steps));
    let verdict = ask(&theory, &statement("p7(a)"), &closed);
    assert_eq!(verdict.truth, Answer::True);
}

#[test]
fn a_world_that_is_too_large_to_check_is_not_shown() {
    let rule = |at: usize| {
        let text = "forall V, W, X, Y, Z: p(V, W, X, Y, Z) and q(W, V, X, Y, Z) => not r";
        statement(&format!("{text}{at}(V, W, X, Y, Z)"))
    };
    let row = |at: usize| {
        let things: Vec<String> = (0..5)
            .map(|more| format!("c{}", (at + more) % 24))
            .collect();
        statement(&format!("p({0}) or q({0})", things.join(", ")))
    };
    let theory: Vec<Formula> = (0..8).map(rule).chain((0..24).map(row)).collect();
    let query = statement("p(c0, c1, c2, c3, c4)");
    let how = How::classical();
    let verdict = ask(&theory, &query, &how);
    assert_eq!((verdict.truth, verdict.stopped), (Answer::Unknown, None));
    let evidence = explain(&theory, Some(&query), &verdict, &how);
    assert_eq!(evidence, Evidence::Lacking(Lack::Looks));
}

#[test]
fn an_open_query_in_a_closed_world_lists_nothing_that_is_not_known() {
    for said in [
        "late(anne) or late(bob)",
        "exists X: late(X)",
        "late(anne) xor late(bob)",
    ] {
        let theory = [
            statement(said),
            statement("person(anne)"),
            statement("person(bob)"),
        ];
        for how in [How::classical().closed(), How::forward().closed()] {
            let query = Formula::not(Formula::Atom {
                predicate: "late".into(),
                arguments: vec![logic::Term::Variable("X".into())],
            });
            let found = answers(&theory, &query, &["X".into()], &how);
            assert_eq!(found.rows, Vec::<Vec<logic::Value>>::new(), "{said}");
            assert!(found.stopped.is_some());
        }
    }
}

#[test]
fn run_forwards_a_contradiction_elsewhere_takes_no_answer_away() {
    let theory = ["p(a)", "p(b)", "not p(b)", "q(c)", "not q(c)"].map(statement);
    let query = Formula::Atom {
        predicate: "p".into(),
        arguments: vec![logic::Term::Variable("X".into())],
    };
    let row = |name: &str| vec![logic::Value::Entity(name.into())];
    for how in [How::forward(), How::forward().closed()] {
        let found = answers(&theory, &query, &["X".into()], &how);
        assert_eq!(
            (found.rows, found.disputed),
            (vec![row("a")], vec![row("b")])
        );
        assert!(!found.inconsistent);
    }
}

#[test]
fn the_bounds_of_reasoning_are_in_the_book() {
    let book = include_str!("../../../../docs/logic.md");
    let limits = Limits::default();
    let bounds = [
        ("formula_depth", u64::from(limits.formula_depth)),
        ("clauses", u64::from(limits.clauses)),
        ("clauses_in_all", u64::from(limits.clauses_in_all)),
        ("instances", u64::from(limits.instances)),
        ("steps", limits.steps),
        ("conflicts", u64::from(limits.conflicts)),
        ("bound", u64::from(limits.bound)),
        ("count", u64::from(limits.count)),
    ];
    for (name, value) in bounds {
        assert!(book.contains(&format!("| `{name}` | {value} |")), "{name}");
    }
}

/// Very many statements of a few things each: which of them a row concerns is looked up.
#[test]
fn many_small_clauses_are_grounded_in_one_go() {
    let theory: Vec<Formula> = (0..40_000)
        .map(|at| statement(&format!("not p(c{at}) or p(c{}) or q(c{at})", at + 1)))
        .chain([statement("p(c0)"), statement("forall X: not q(X)")])
        .collect();
    let verdict = ask(&theory, &statement("p(c40000)"), &How::classical());
    assert_eq!((verdict.truth, verdict.stopped), (Answer::True, None));
}

/// Each row: statements, a query, its answer, and whether it is said that a count was heeded in part.
const LARGE: &str = "
p(a); count(X: child(X, anna)) == 20 |- p(a) : True in part
p(a); count(X: child(X, anna)) == 20 |- not p(a) : False in part
p(a); count(X: child(X, anna)) == 20 |- p(b) : Unknown in part
p(a); not p(a); count(X: child(X, anna)) == 20 |- p(a) : Inconsistent
count(X: child(X, anna)) == 20 |- exists X: child(X, anna) : True in part
count(X: child(X, anna)) == 20 |- count(X: child(X, anna)) == 20 : True in part
count(X: child(X, anna)) == 20 |- count(X: child(X, anna)) == 19 : False in part
count(X: child(X, anna)) == 20 |- count(X: child(X, anna)) > 15 : True in part
count(X: child(X, anna)) == 20 |- count(X: child(X, anna)) < 3 : False in part
count(X: child(X, anna)) == 20; count(X: child(X, anna)) == 30 |- p(a) : Inconsistent
count(X: child(X, anna)) == 20; forall X: not child(X, anna) |- p(a) : Inconsistent
count(X: child(X, anna)) == 20; forall X: child(X, anna) => student(X) |- exists X: student(X) : True in part
count(X: child(X, anna)) >= 20 => rich(anna); count(X: child(X, anna)) == 20 |- rich(anna) : True in part
p(a) |- count(X: p(X)) >= 20 : Unknown in part
p(a) |- count(X: p(X)) >= 20 or p(a) : True
not p(a); forall X: X == a |- count(X: p(X)) >= 20 : False
p(a); forall X: person(X) => count(Y: child(Y, X)) == 20 |- p(a) : True in part
person(anna); forall X: person(X) => count(Y: child(Y, X)) >= 20 |- exists Y: child(Y, anna) : True in part
p(a); count(X: child(X, anna)) > 999999999999999999999999999 |- p(a) : True in part
p(a); count(X: child(X, anna)) > -999999999999999999999999999 |- p(a) : True
count(X: child(X, anna)) == 8; forall X: child(X, anna) => student(X) |- exists X: student(X) : True
count(X: child(X, anna)) == 8; p(a) |- p(a) : True
count(X: child(X, anna)) == 12; forall X: child(X, anna) => student(X) |- exists X: student(X) : True in part
";

/// One large count takes no answer away from the rest, and it is said that it was not heeded in full.
#[test]
fn law_l8_a_large_count_leaves_the_rest_its_answers() {
    let mut wrong = String::new();
    for line in LARGE.lines().filter(|line| !line.is_empty()) {
        let (said, expected) = line.rsplit_once(" : ").expect(line);
        let (theory, query) = said.split_once(" |- ").expect(line);
        let theory: Vec<Formula> = theory.split("; ").map(statement).collect();
        let (query, how) = (statement(query), How::classical());
        let verdict = ask(&theory, &query, &how);
        let in_part = matches!(verdict.stopped, Some(stopped) if stopped.ran_out == Ran::Count);
        let found = format!(
            "{:?}{}",
            verdict.truth,
            if in_part { " in part" } else { "" }
        );
        let evidence = explain(&theory, Some(&query), &verdict, &how);
        let named = verdict.truth == Answer::Unknown || !evidence.premises().is_empty();
        if found != expected || !named {
            wrong.push_str(&format!("{line}\n   {verdict:?} {evidence:?}\n"));
        }
        let told = tell(&theory, Some(&query), &verdict, &evidence, &by_number);
        let lines = ["en", "fr"].map(|lang| told.lines(lang).join("\n"));
        assert!(
            lines.iter().all(|told| !told.contains('\u{1}')),
            "{lines:?}"
        );
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Where a proof is not found, the statements are named all the same.
#[test]
fn law_l7_answers_without_a_proof_name_their_statements() {
    let theory = [
        "((c != b <=> count(X1: q(X1)) != 3) or (r(b, b) => count(X2: s(c) => r(a, X2)) >= 1)) \
         xor ((exists X3: rain) => (exists X4 in p: r(X4, X4)))",
        "cat(tom)",
        "exists X5: forall X6: r(X5, X6) or r(X5, X5)",
    ]
    .map(statement);
    let (query, how) = (
        statement("forall X10: r(X10, X10) <=> p(a)"),
        How::classical(),
    );
    let verdict = ask(&theory, &query, &how);
    let evidence = explain(&theory, Some(&query), &verdict, &how);
    assert_eq!(verdict.truth, Answer::False);
    assert_eq!(evidence.premises().into_iter().collect::<Vec<_>>(), [0, 2]);
}
