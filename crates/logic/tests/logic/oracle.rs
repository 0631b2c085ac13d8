//! Random theories: the engine against the enumeration of all small worlds, against scanning, and against
//! itself in another order.

use logic::model::Structure;
use logic::proof;
use logic::reason::{Answer, Evidence, How, Limits, Names, World, answers, ask, explain};
use logic::{Comparison, Formula, Name, Term};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn term(functions: bool) -> BoxedStrategy<Term> {
    let leaf = prop_oneof![
        3 => prop::sample::select(vec!["X", "Y"]).prop_map(|name| Term::Variable(name.into())),
        2 => prop::sample::select(vec!["a", "b"]).prop_map(Term::entity),
    ];
    if functions {
        leaf.prop_recursive(1, 2, 1, |inner| {
            inner.prop_map(|argument| Term::Function {
                name: "f".into(),
                arguments: vec![argument],
            })
        })
        .boxed()
    } else {
        leaf.boxed()
    }
}

fn atom(functions: bool, equality: bool) -> BoxedStrategy<Formula> {
    let unary = (prop::sample::select(vec!["p", "q"]), term(functions)).prop_map(
        |(predicate, argument)| Formula::Atom {
            predicate: predicate.into(),
            arguments: vec![argument],
        },
    );
    let binary = (term(functions), term(functions)).prop_map(|(left, right)| Formula::Atom {
        predicate: "r".into(),
        arguments: vec![left, right],
    });
    let compared = (term(functions), term(functions))
        .prop_map(|(left, right)| Formula::Compare(Comparison::Equal, left, right));
    if equality {
        prop_oneof![3 => unary, 2 => binary, 2 => compared].boxed()
    } else {
        prop_oneof![3 => unary, 2 => binary].boxed()
    }
}

fn open(functions: bool, equality: bool, counts: bool) -> BoxedStrategy<Formula> {
    atom(functions, equality)
        .prop_recursive(3, 12, 3, move |inner| {
            let two = (inner.clone(), inner.clone());
            let quantified = (
                inner.clone(),
                prop::sample::select(vec!["X", "Y"]),
                prop::option::weighted(0.3, prop::sample::select(vec!["p", "q"])),
                any::<bool>(),
            );
            let counted = (inner.clone(), 0_i64..3, 0_usize..6);
            prop_oneof![
                2 => inner.clone().prop_map(Formula::not),
                2 => two.clone().prop_map(|(a, b)| Formula::And(vec![a, b])),
                2 => two.clone().prop_map(|(a, b)| Formula::Or(vec![a, b])),
                3 => two.clone().prop_map(|(a, b)| Formula::Implies(Box::new(a), Box::new(b))),
                1 => two.clone().prop_map(|(a, b)| Formula::Iff(Box::new(a), Box::new(b))),
                1 => two.prop_map(|(a, b)| Formula::Xor(Box::new(a), Box::new(b))),
                3 => quantified.prop_map(|(body, variable, sort, universal)| {
                    let (variable, sort) = (Name::new(variable), sort.map(Name::new));
                    let body = Box::new(body);
                    if universal {
                        Formula::Forall { variable, sort, body }
                    } else {
                        Formula::Exists { variable, sort, body }
                    }
                }),
                u32::from(counts) => counted.prop_map(|(body, number, comparison)| {
                    let comparisons = [
                        Comparison::Equal,
                        Comparison::NotEqual,
                        Comparison::Less,
                        Comparison::LessOrEqual,
                        Comparison::Greater,
                        Comparison::GreaterOrEqual,
                    ];
                    let count = Term::Count { variable: "X".into(), sort: None, body: Box::new(body) };
                    let number = Term::Constant(logic::Number::from(number).into());
                    Formula::Compare(comparisons[comparison], count, number)
                }),
            ]
        })
        .boxed()
}

/// Closed: both variables are quantified outside.
fn closed(functions: bool, equality: bool, counts: bool) -> BoxedStrategy<Formula> {
    (
        open(functions, equality, counts),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(formula, first, second)| {
            let wrap = |universal: bool, variable: &str, body: Formula| {
                let (variable, sort, body) = (variable.into(), None, Box::new(body));
                if universal {
                    Formula::Forall {
                        variable,
                        sort,
                        body,
                    }
                } else {
                    Formula::Exists {
                        variable,
                        sort,
                        body,
                    }
                }
            };
            wrap(first, "X", wrap(second, "Y", formula))
        })
        .boxed()
}

/// All worlds with so many things.
fn worlds(size: usize, functions: bool) -> Vec<Structure> {
    let mut found = Vec::new();
    let bits = 2 * size + size * size;
    let values = if functions { size.pow(size as u32) } else { 1 };
    for a in 0..size {
        for b in 0..size {
            for mask in 0..1_u32 << bits {
                for value in 0..values {
                    found.push(world(size, a, b, mask, value));
                }
            }
        }
    }
    found
}

fn world(size: usize, a: usize, b: usize, mask: u32, value: usize) -> Structure {
    let mut next = 0;
    let mut bit = || {
        next += 1;
        mask >> (next - 1) & 1 == 1
    };
    let mut predicates: BTreeMap<(Name, usize), BTreeSet<Vec<usize>>> = BTreeMap::new();
    for predicate in ["p", "q"] {
        let holds = (0..size).filter(|_| bit()).map(|thing| vec![thing]);
        let holds = holds.collect();
        predicates.insert((predicate.into(), 1), holds);
    }
    let mut pairs = BTreeSet::new();
    for left in 0..size {
        for right in 0..size {
            if bit() {
                pairs.insert(vec![left, right]);
            }
        }
    }
    predicates.insert(("r".into(), 2), pairs);
    let mut table = BTreeMap::new();
    let mut value = value;
    for thing in 0..size {
        table.insert(vec![thing], value % size);
        value /= size;
    }
    Structure {
        things: vec![Vec::new(); size],
        constants: [(Term::entity("a"), a), (Term::entity("b"), b)].into(),
        predicates,
        functions: [(("f".into(), 1), table)].into(),
        rank: (0..size).collect(),
    }
}

/// What the small worlds say: is there one with the theory and the query, one with its negation?
fn scan(worlds: &[Structure], theory: &[Formula], query: &Formula) -> (bool, bool) {
    let (mut with, mut without) = (false, false);
    for world in worlds {
        if with && without {
            break;
        }
        let truth = world.holds(query) == Some(true);
        if truth && with || !truth && without {
            continue;
        }
        if theory
            .iter()
            .all(|formula| world.holds(formula) == Some(true))
        {
            with |= truth;
            without |= !truth;
        }
    }
    (with, without)
}

fn compare(theory: &[Formula], query: &Formula, worlds: &[Structure]) {
    compare_within(theory, query, worlds, How::classical());
}

fn compare_within(theory: &[Formula], query: &Formula, worlds: &[Structure], how: How) {
    let verdict = ask(theory, query, &how);
    let (with, without) = scan(worlds, theory, query);
    let shown = || {
        let lines: Vec<String> = theory.iter().map(ToString::to_string).collect();
        format!("{}\n|- {query}\n{verdict:?}", lines.join("\n"))
    };
    match verdict.truth {
        Answer::True => assert!(!without, "{}", shown()),
        Answer::False => assert!(!with, "{}", shown()),
        Answer::Inconsistent => assert!(!with && !without, "{}", shown()),
        Answer::Unknown => {}
    }
    let mut reversed = theory.to_vec();
    reversed.reverse();
    let again = ask(&reversed, query, &how);
    assert_eq!(
        (again.truth, again.stopped.is_some()),
        (verdict.truth, verdict.stopped.is_some()),
        "{}",
        shown()
    );
    let evidence = explain(theory, Some(query), &verdict, &how);
    match (&evidence, verdict.truth) {
        (Evidence::Proof(proof), Answer::True | Answer::False | Answer::Inconsistent) => {
            assert_eq!(
                proof::check(theory, Some(query), proof),
                Ok(()),
                "{}",
                shown()
            );
        }
        (
            Evidence::Models {
                with_query,
                without,
            },
            Answer::Unknown,
        ) => {
            for (structure, truth) in [(with_query, true), (without, false)] {
                assert!(structure.is_sound(Names::Free));
                assert!(
                    theory
                        .iter()
                        .all(|formula| structure.holds(formula) == Some(true)),
                    "{}",
                    shown()
                );
                assert_eq!(structure.holds(query), Some(truth), "{}", shown());
            }
        }
        // A world may have to be infinite, and then it is not shown.
        (_, Answer::Unknown) => {
            let seen = with && without;
            assert!(verdict.stopped.is_some() || seen, "{}", shown());
        }
        // No proof was found, and what it rests on is named all the same: it is enough.
        (Evidence::Premises { premises, .. }, truth) => {
            let part: Vec<Formula> = premises.iter().map(|&at| theory[at].clone()).collect();
            let (with, without) = scan(worlds, &part, query);
            match truth {
                Answer::True => assert!(!without, "{}\n{evidence:?}", shown()),
                Answer::False => assert!(!with, "{}\n{evidence:?}", shown()),
                Answer::Inconsistent | Answer::Unknown => {
                    assert!(!with && !without, "{}\n{evidence:?}", shown());
                }
            }
        }
        (_, _) => panic!("{}\n{evidence:?}", shown()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 300, ..ProptestConfig::default() })]

    #[test]
    fn law_l8_plain_theories_are_never_wrong(
        theory in prop::collection::vec(closed(false, false, false), 0..5),
        query in closed(false, false, false),
    ) {
        let mut all = worlds(1, false);
        all.extend(worlds(2, false));
        compare(&theory, &query, &all);
    }

    #[test]
    fn law_l8_counts_are_never_wrong(
        theory in prop::collection::vec(closed(false, true, true), 0..4),
        query in closed(false, true, true),
    ) {
        let mut all = worlds(1, false);
        all.extend(worlds(2, false));
        compare(&theory, &query, &all);
    }

    /// Counts of more than the bound are heeded in part: the rest is answered, and never wrong.
    #[test]
    fn law_l8_counts_beyond_the_bound_are_never_wrong(
        theory in prop::collection::vec(closed(false, true, true), 0..4),
        query in closed(false, true, true),
        count in 0_u32..2,
    ) {
        let mut all = worlds(1, false);
        all.extend(worlds(2, false));
        let limits = Limits { count, ..Limits::default() };
        compare_within(&theory, &query, &all, How { limits, ..How::classical() });
    }
}

// Forwards: the engine against a scan of all instances of all rules, again and again.

#[derive(Clone, Debug)]
struct Plain {
    body: Vec<(usize, bool, [usize; 2])>,
    head: (usize, bool, [usize; 2]),
}

const THINGS: [&str; 3] = ["a", "b", "c"];

fn plain() -> impl Strategy<Value = Plain> {
    let literal = (0_usize..3, any::<bool>(), [0_usize..5, 0_usize..5]);
    (prop::collection::vec(literal.clone(), 0..3), literal)
        .prop_map(|(body, head)| Plain { body, head })
}

fn arity(predicate: usize) -> usize {
    if predicate == 2 { 2 } else { 1 }
}

impl Plain {
    fn formula(&self) -> Formula {
        let literal = |(predicate, positive, args): &(usize, bool, [usize; 2])| {
            let arguments = args[..arity(*predicate)].iter().map(|&at| match at {
                0 => Term::Variable("X".into()),
                1 => Term::Variable("Y".into()),
                other => Term::entity(THINGS[other - 2]),
            });
            let atom = Formula::Atom {
                predicate: ["p", "q", "r"][*predicate].into(),
                arguments: arguments.collect(),
            };
            if *positive { atom } else { Formula::not(atom) }
        };
        let head = literal(&self.head);
        let body: Vec<Formula> = self.body.iter().map(literal).collect();
        let inner = if body.is_empty() {
            head
        } else {
            Formula::Implies(Box::new(Formula::all(body)), Box::new(head))
        };
        Formula::Forall {
            variable: "X".into(),
            sort: None,
            body: Box::new(Formula::Forall {
                variable: "Y".into(),
                sort: None,
                body: Box::new(inner),
            }),
        }
    }
}

type Literal = (usize, bool, Vec<usize>);

fn scanned(rules: &[Plain]) -> BTreeSet<Literal> {
    let mut known: BTreeSet<Literal> = BTreeSet::new();
    loop {
        let before = known.len();
        for rule in rules {
            for x in 0..3 {
                for y in 0..3 {
                    let place = |(predicate, positive, args): &(usize, bool, [usize; 2])| {
                        let things = args[..arity(*predicate)].iter().map(|&at| match at {
                            0 => x,
                            1 => y,
                            other => other - 2,
                        });
                        (*predicate, *positive, things.collect::<Vec<usize>>())
                    };
                    if rule
                        .body
                        .iter()
                        .all(|literal| known.contains(&place(literal)))
                    {
                        known.insert(place(&rule.head));
                    }
                }
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn forward_chaining_equals_scanning(rules in prop::collection::vec(plain(), 0..8), predicate in 0_usize..3, args in [0_usize..3, 0_usize..3]) {
        let mut theory: Vec<Formula> = rules.iter().map(Plain::formula).collect();
        // All things are known by name.
        for thing in THINGS {
            theory.push(Formula::Atom { predicate: "named".into(), arguments: vec![Term::entity(thing)] });
        }
        let things = &args[..arity(predicate)];
        let query = Formula::Atom {
            predicate: ["p", "q", "r"][predicate].into(),
            arguments: things.iter().map(|&at| Term::entity(THINGS[at])).collect(),
        };
        let known = scanned(&rules);
        let said = known.contains(&(predicate, true, things.to_vec()));
        let denied = known.contains(&(predicate, false, things.to_vec()));
        let expected = match (said, denied) {
            (true, true) => Answer::Inconsistent,
            (true, false) => Answer::True,
            (false, true) => Answer::False,
            (false, false) => Answer::Unknown,
        };
        let how = How::forward();
        let verdict = ask(&theory, &query, &how);
        prop_assert_eq!(verdict.truth, expected);
        prop_assert!(verdict.stopped.is_none());
        if let Evidence::Derived(derivation) = explain(&theory, Some(&query), &verdict, &how) {
            prop_assert_eq!(proof::check_derivation(&theory, &derivation), Ok(()));
        } else {
            prop_assert!(matches!(expected, Answer::Unknown | Answer::Inconsistent));
        }
        // Rules without negation: the least world, in which everything else is false.
        let positive: Vec<Plain> = rules.iter().filter(|rule| rule.head.1 && rule.body.iter().all(|literal| literal.1)).cloned().collect();
        let mut theory: Vec<Formula> = positive.iter().map(Plain::formula).collect();
        theory.push(query.clone());
        theory.pop();
        for thing in THINGS {
            theory.push(Formula::Atom { predicate: "named".into(), arguments: vec![Term::entity(thing)] });
        }
        let known = scanned(&positive);
        let said = known.contains(&(predicate, true, things.to_vec()));
        let closed = How { world: World::Closed, ..How::classical() };
        let verdict = ask(&theory, &query, &closed);
        prop_assert_eq!(verdict.truth, if said { Answer::True } else { Answer::False });
        // Classically such a theory says of a ground atom what it derives, and nothing else.
        let verdict = ask(&theory, &query, &How::classical());
        prop_assert_eq!(verdict.truth, if said { Answer::True } else { Answer::Unknown });
    }
}

proptest! {
    // The most costly worlds: functions have many tables.
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 300, cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn law_l8_sameness_and_functions_are_never_wrong(
        theory in prop::collection::vec(closed(true, true, false), 0..4),
        query in closed(true, true, false),
    ) {
        let mut all = worlds(1, true);
        all.extend(worlds(2, true));
        compare(&theory, &query, &all);
    }
}

// Open queries: each thing that has a name, asked for alone.

/// Facts, rules, and formulas that are neither.
fn mixed() -> impl Strategy<Value = Formula> {
    let number = prop::sample::select(vec!["q(1 + 1)", "p(1)", "forall X: X > 1 => q(X)"]);
    let number = number.prop_map(|text| logic::dialect::statement(text).unwrap());
    prop_oneof![
        4 => plain().prop_map(|plain| plain.formula()),
        3 => closed(false, true, false),
        1 => number,
    ]
}

fn things_in<'f>(formulas: impl Iterator<Item = &'f Formula>) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    for formula in formulas {
        formula.visit_terms(&mut |term| {
            if let Term::Constant(_) = term {
                found.insert(term.clone());
            }
        });
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 300, cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn law_l8_an_open_query_lists_what_asked_alone_is_true(
        theory in prop::collection::vec(mixed(), 0..6),
        body in open(false, true, false),
        universal in any::<bool>(),
    ) {
        let (variable, sort, body) = ("Y".into(), None, Box::new(body));
        let query = if universal {
            Formula::Forall { variable, sort, body }
        } else {
            Formula::Exists { variable, sort, body }
        };
        let classical = How::classical();
        let forward = How::forward();
        for how in [classical, classical.closed(), forward, forward.closed()] {
            let found = answers(&theory, &query, &["X".into()], &how);
            for thing in things_in(theory.iter().chain([&query])) {
                let Term::Constant(value) = &thing else { unreachable!() };
                let alone = query.with(&|name| (&**name == "X").then(|| thing.clone()));
                let verdict = ask(&theory, &alone, &how);
                let row = vec![value.clone()];
                let shown = || {
                    let lines: Vec<String> = theory.iter().map(ToString::to_string).collect();
                    format!("{}\n|- {alone}\n{verdict:?}\n{found:?}\n{how:?}", lines.join("\n"))
                };
                prop_assert_eq!(found.rows.contains(&row), verdict.truth == Answer::True, "{}", shown());
                let disputed = found.inconsistent || found.disputed.contains(&row);
                prop_assert_eq!(disputed, verdict.truth == Answer::Inconsistent, "{}", shown());
            }
        }
    }
}
