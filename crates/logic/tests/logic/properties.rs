//! Laws over generated values, trees, hierarchies and texts.

use crate::common::{Known, World};
use logic::{
    ArithmeticOp, Cell, Comparison, Date, Formula, Instant, Name, Number, Origin, Sorts, Span,
    Term, Truth, Value, check, fold, holds, read, words,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn name() -> impl Strategy<Value = Name> {
    prop_oneof![
        3 => "[a-zé_][a-z0-9_é]{0,5}",
        1 => prop::sample::select(vec!["and", "Count", "days", "D-1", "le duc", "a`b\\", "2nd", "in", "now"])
            .prop_map(str::to_owned),
        1 => "\\PC{1,6}",
    ]
    .prop_map(Name::from)
}

fn number() -> impl Strategy<Value = Number> {
    (any::<i64>(), 0_u32..8).prop_map(|(mantissa, scale)| {
        let divisor = Number::from(10_i64.pow(scale));
        Number::from(mantissa).checked_div(divisor).unwrap()
    })
}

fn date() -> impl Strategy<Value = Date> {
    (0_i64..3_652_424).prop_map(|days| Date::MIN.add_days(days).unwrap())
}

fn instant() -> impl Strategy<Value = Instant> {
    (-62_167_219_200_000_i64..253_402_207_200_000).prop_map(|ms| Instant::from_millis(ms).unwrap())
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number().prop_map(Value::Number),
        name().prop_map(Value::Symbol),
        name().prop_map(Value::Entity),
        date().prop_map(Value::Date),
        instant().prop_map(Value::Instant),
        any::<String>().prop_map(|text| Value::text(&text)),
        prop::collection::btree_set(name(), 0..4).prop_map(Value::Set),
        any::<[u8; 32]>().prop_map(|bytes| Value::Confidential(bytes.into())),
    ];
    leaf.prop_recursive(3, 16, 4, |item| {
        prop::collection::vec(item, 0..4).prop_map(Value::List)
    })
}

fn has_number(json: &serde_json::Value) -> bool {
    match json {
        serde_json::Value::Number(_) => true,
        serde_json::Value::Array(items) => items.iter().any(has_number),
        serde_json::Value::Object(fields) => fields.values().any(has_number),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::String(_) => {
            false
        }
    }
}

/// Trees as a reader builds them: free names unresolved, bound ones variables.
fn unresolved(name: &str) -> Term {
    Term::Unresolved(Name::new(name), Span::default())
}

fn literal() -> impl Strategy<Value = Term> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number().prop_map(Value::Number),
        date().prop_map(Value::Date),
        instant().prop_map(Value::Instant),
        any::<String>().prop_map(|text| Value::text(&text)),
    ]
    .prop_map(Term::Constant)
}

fn label() -> impl Strategy<Value = Name> {
    name().prop_filter("fields and free names have no dots here", |name| {
        !name.contains('.') && *name != "X"
    })
}

fn path() -> impl Strategy<Value = Term> {
    let base = prop_oneof![
        label().prop_map(|name| unresolved(&name)),
        (label(), label()).prop_map(|(function, argument)| Term::Function {
            name: function,
            arguments: vec![unresolved(&argument), unresolved(&argument)],
        }),
    ];
    (base, prop::collection::vec(label(), 0..3))
        .prop_map(|(base, fields)| fields.into_iter().fold(base, Term::attribute))
}

fn arithmetic() -> impl Strategy<Value = ArithmeticOp> {
    use ArithmeticOp::{Add, Divide, Multiply, Subtract};
    prop::sample::select(vec![Add, Subtract, Multiply, Divide])
}

fn comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    prop::sample::select(vec![
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
    ])
}

fn term() -> impl Strategy<Value = Term> {
    prop_oneof![path(), literal(), Just(Term::Now), Just(Term::Today)].prop_recursive(
        3,
        8,
        2,
        |inner| {
            prop_oneof![
                (arithmetic(), inner.clone(), inner.clone()).prop_map(|(op, left, right)| {
                    Term::Arithmetic(op, Box::new(left), Box::new(right))
                }),
                inner.clone().prop_map(|of| Term::Size(Box::new(of))),
                inner.prop_map(|bound| Term::Count {
                    variable: Name::new("X"),
                    sort: None,
                    body: Box::new(Formula::Compare(
                        Comparison::Equal,
                        Term::Variable(Name::new("X")),
                        bound
                    )),
                }),
            ]
        },
    )
}

fn formula() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Formula::Constant),
        (label(), prop::collection::vec(term(), 1..3)).prop_map(|(predicate, arguments)| {
            Formula::Atom {
                predicate,
                arguments,
            }
        }),
        (comparison(), term(), term())
            .prop_map(|(op, left, right)| Formula::Compare(op, left, right)),
        (term(), prop::collection::vec(term(), 0..3))
            .prop_map(|(subject, items)| Formula::In(subject, items)),
        (term(), path()).prop_map(|(member, collection)| Formula::Member(member, collection)),
        term().prop_map(Formula::IsNull),
        term().prop_map(Formula::IsKnown),
        label().prop_map(|name| Formula::Truth(unresolved(&name))),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let two = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        let binder = (prop::option::of(label()), inner.clone()).boxed();
        prop_oneof![
            inner.clone().prop_map(Formula::not),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Formula::And),
            prop::collection::vec(inner, 2..4).prop_map(Formula::Or),
            two.clone().prop_map(|(a, b)| Formula::Implies(a, b)),
            two.clone().prop_map(|(a, b)| Formula::Iff(a, b)),
            two.prop_map(|(a, b)| Formula::Xor(a, b)),
            binder.clone().prop_map(|(sort, body)| Formula::Forall {
                variable: Name::new("X"),
                sort,
                body: Box::new(body),
            }),
            binder.prop_map(|(sort, body)| Formula::Exists {
                variable: Name::new("X"),
                sort,
                body: Box::new(body),
            }),
        ]
    })
}

/// Spans differ between the generated tree and the one that was read, and nothing else may.
fn without_spans(formula: &Formula) -> String {
    let debug = format!("{formula:?}");
    let mut kept = String::new();
    let mut rest = debug.as_str();
    while let Some(at) = rest.find("Span { start: ") {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = &rest[rest.find('}').unwrap()..];
    }
    kept + rest
}

/// The second evaluator: booleans only, no unknown, written from the truth tables.
fn naive(formula: &Formula, row: &dyn Fn(&Cell) -> Value) -> bool {
    match formula {
        Formula::Constant(truth) => *truth,
        Formula::Truth(term) => naive_value(term, row) == Value::Bool(true),
        Formula::IsNull(term) => naive_value(term, row) == Value::Null,
        Formula::Compare(comparison, left, right) => {
            let same = naive_value(left, row) == naive_value(right, row);
            if *comparison == Comparison::Equal {
                same
            } else {
                !same
            }
        }
        Formula::In(subject, items) => {
            let subject = naive_value(subject, row);
            items.iter().any(|item| naive_value(item, row) == subject)
        }
        Formula::Not(body) => !naive(body, row),
        Formula::And(parts) => parts.iter().filter(|part| !naive(part, row)).count() == 0,
        Formula::Or(parts) => parts.iter().filter(|part| naive(part, row)).count() > 0,
        Formula::Implies(left, right) => naive(left, row) <= naive(right, row),
        Formula::Iff(left, right) => naive(left, row) == naive(right, row),
        Formula::Xor(left, right) => naive(left, row) != naive(right, row),
        Formula::Atom { .. }
        | Formula::Member(..)
        | Formula::IsKnown(_)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => panic!("not generated: {formula}"),
    }
}

fn naive_value(term: &Term, row: &dyn Fn(&Cell) -> Value) -> Value {
    if let Term::Constant(value) = term {
        return value.clone();
    }
    let Term::Attribute { of, attribute } = term else {
        panic!("not generated: {term}");
    };
    let Term::Constant(Value::Entity(entity)) = &**of else {
        panic!("not generated: {term}");
    };
    row(&Cell::new(entity, attribute))
}

const CELLS: [&str; 4] = [
    "visitor.reads",
    "visitor.sleeps",
    "aldric.reads",
    "aldric.sleeps",
];

fn cell_term() -> impl Strategy<Value = Term> {
    prop::sample::select(CELLS.to_vec()).prop_map(|text| {
        let cell: Cell = text.parse().unwrap();
        Term::attribute(Term::entity(cell.entity), cell.attribute)
    })
}

fn propositional() -> impl Strategy<Value = Formula> {
    let constant = any::<bool>().prop_map(|truth| Term::Constant(Value::Bool(truth)));
    let side = prop_oneof![3 => cell_term(), 1 => constant];
    let equality = prop::sample::select(vec![Comparison::Equal, Comparison::NotEqual]);
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Formula::Constant),
        4 => cell_term().prop_map(Formula::Truth),
        1 => cell_term().prop_map(Formula::IsNull),
        2 => (equality, cell_term(), side.clone()).prop_map(|(op, left, right)| Formula::Compare(op, left, right)),
        1 => (cell_term(), prop::collection::vec(side, 0..3)).prop_map(|(s, items)| Formula::In(s, items)),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let two = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            inner.clone().prop_map(Formula::not),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Formula::And),
            prop::collection::vec(inner, 2..4).prop_map(Formula::Or),
            two.clone().prop_map(|(a, b)| Formula::Implies(a, b)),
            two.clone().prop_map(|(a, b)| Formula::Iff(a, b)),
            two.prop_map(|(a, b)| Formula::Xor(a, b)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_survive_json_and_never_are_json_numbers(value in value()) {
        let json = serde_json::to_value(&value).unwrap();
        prop_assert!(!has_number(&json), "{json}");
        let text = serde_json::to_string(&value).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn formulas_survive_json_and_never_hold_json_numbers(formula in formula()) {
        let json = serde_json::to_value(&formula).unwrap();
        prop_assert!(!has_number(&json), "{json}");
        prop_assert_eq!(serde_json::from_value::<Formula>(json).unwrap(), formula);
    }

    #[test]
    fn what_is_printed_reads_back_as_the_same_tree(formula in formula()) {
        let printed = formula.to_string();
        let parsed = read(&printed).map_err(|problems| TestCaseError::fail(format!("{printed}: {problems:?}")))?;
        prop_assert_eq!(without_spans(&parsed.formula()), without_spans(&formula), "{}", printed);
        prop_assert_eq!(parsed.to_string(), printed);
    }

    #[test]
    fn checked_trees_print_and_check_back(formula in propositional()) {
        let printed = formula.to_string();
        let again = check(read(&printed).unwrap(), &World::new());
        prop_assert_eq!(again, Ok(formula));
    }

    #[test]
    fn truth_agrees_with_every_completion(
        formula in propositional(),
        known in prop::collection::vec(prop::option::of(0_usize..3), 4),
    ) {
        let choices = [Value::Bool(true), Value::Bool(false), Value::Null];
        let mut facts = Known::default();
        for (cell, choice) in CELLS.iter().zip(&known) {
            if let Some(choice) = choice {
                facts.cells.insert(cell.parse().unwrap(), choices[*choice].clone());
            }
        }
        let missing: Vec<usize> = (0..4).filter(|at| known[*at].is_none()).collect();
        let mut seen = BTreeSet::new();
        for completion in 0..3_usize.pow(u32::try_from(missing.len()).unwrap()) {
            let row = |cell: &Cell| {
                let at = CELLS.iter().position(|text| *text == cell.to_string()).unwrap();
                let choice = match missing.iter().position(|open| *open == at) {
                    Some(digit) => completion / 3_usize.pow(u32::try_from(digit).unwrap()) % 3,
                    None => known[at].unwrap(),
                };
                choices[choice].clone()
            };
            seen.insert(naive(&formula, &row));
        }
        match holds(&facts, &formula) {
            Truth::True => prop_assert!(!seen.contains(&false), "{formula}"),
            Truth::False => prop_assert!(!seen.contains(&true), "{formula}"),
            // Kleene's logic may not know what all completions agree on, but never when nothing is missing.
            Truth::Unknown => prop_assert!(!missing.is_empty(), "{formula}"),
        }
    }

    #[test]
    fn law_l2_cycles_are_equivalences_and_closure_is_reachability(
        edges in prop::collection::vec((0_usize..70, 0_usize..70), 0..140),
        seed in any::<u64>(),
    ) {
        let name = |at: usize| Name::from(format!("s{at}"));
        let mut sorts = Sorts::empty();
        for at in 0..70 {
            sorts.declare(name(at), &[]);
        }
        for (sub, sup) in &edges {
            sorts.add_edge(name(*sub), name(*sup), Origin::Inferred);
        }
        sorts.close();
        let reach = |start: usize| {
            let mut seen = BTreeSet::from([start]);
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                for (sub, sup) in &edges {
                    if *sub == at && seen.insert(*sup) {
                        open.push(*sup);
                    }
                }
            }
            seen
        };
        let reached: Vec<BTreeSet<usize>> = (0..70).map(reach).collect();
        for (sub, above) in reached.iter().enumerate() {
            for sup in 0..70 {
                prop_assert_eq!(sorts.is_sub(&name(sub), &name(sup)), above.contains(&sup));
            }
            let mutual: BTreeSet<Name> = above.iter().filter(|sup| reached[**sup].contains(&sub)).map(|at| name(*at)).collect();
            let equivalents: BTreeSet<Name> = sorts.equivalents(&name(sub)).into_iter().collect();
            prop_assert_eq!(equivalents, mutual);
        }
        // The order of arrival does not matter.
        let mut shuffled = edges.clone();
        shuffled.sort_by_key(|(a, b)| (*a as u64 * 31 + *b as u64).wrapping_mul(seed | 1));
        let mut again = Sorts::empty();
        for (sub, sup) in &shuffled {
            again.add_edge(name(*sub), name(*sup), Origin::Inferred);
        }
        for at in (0..70).rev() {
            again.declare(name(at), &[]);
        }
        again.close();
        prop_assert_eq!(again.edges(), sorts.edges());
        let (a, b) = (name((seed % 70) as usize), name((seed / 70 % 70) as usize));
        prop_assert_eq!(again.meet(&a, &b), sorts.meet(&a, &b));
        // Bounds are bounds, none is above another, and every common sub-sort lies under one of them.
        let meet = sorts.meet(&a, &b);
        for bound in &meet {
            prop_assert!(sorts.is_sub(bound, &a) && sorts.is_sub(bound, &b));
            prop_assert!(!meet.iter().any(|other| other != bound && sorts.is_sub(bound, other)));
        }
        for at in 0..70 {
            let low = name(at);
            if sorts.is_sub(&low, &a) && sorts.is_sub(&low, &b) {
                prop_assert!(meet.iter().any(|bound| sorts.is_sub(&low, bound)));
            }
        }
    }

    #[test]
    fn numbers_have_one_form_and_exact_sums(a in number(), b in number(), zeros in 0_usize..4) {
        let text = a.to_string();
        let padded = if text.contains('.') { text.clone() + &"0".repeat(zeros) } else { format!("{text}.0{}", "0".repeat(zeros)) };
        let again: Number = padded.parse().unwrap();
        prop_assert_eq!(again, a);
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(again.as_decimal().serialize(), a.as_decimal().serialize());
        if let Some(sum) = a.checked_add(b) {
            prop_assert_eq!(sum.checked_sub(b), Some(a));
            prop_assert_eq!(a.cmp(&b), a.checked_sub(b).unwrap().cmp(&Number::ZERO));
        }
        if let Some(product) = a.checked_mul(b) {
            prop_assert_eq!(Some(product), b.checked_mul(a));
        }
        prop_assert_eq!(a.checked_div(Number::ZERO), None);
        prop_assert_eq!(a.negated().negated(), a);
    }

    #[test]
    fn folding_twice_is_folding_once(text in any::<String>(), french in "[ A-ZÀ-ÿœŒæßİſ'’“«»\u{a0}\u{300}-\u{310}]{0,20}") {
        for text in [text, french] {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once.clone());
            prop_assert_eq!(words(&once), words(&text));
        }
    }

    #[test]
    fn reading_anything_ends_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "\\PC{0,60}",
        near in "([a-z. ]|and|not|in|\\[|\\]|\\(|\\)|==|[0-9]{1,4}-|['\"`\\\\]|:|forall X|count\\(|is |é){0,40}") {
        for source in [String::from_utf8_lossy(&bytes).into_owned(), text, near] {
            match read(&source) {
                Ok(parsed) => {
                    let _ = check(parsed.clone(), &World::new());
                    let printed = parsed.to_string();
                    prop_assert_eq!(read(&printed).unwrap().to_string(), printed);
                }
                Err(problems) => {
                    prop_assert!(!problems.is_empty());
                    for problem in problems {
                        prop_assert!(source.get(problem.span.start..problem.span.end).is_some());
                    }
                }
            }
            let _ = logic::read_term(&source);
        }
    }

    #[test]
    fn dates_and_instants_survive_their_text(date in date(), instant in instant()) {
        prop_assert_eq!(date.to_string().parse::<Date>().unwrap(), date);
        prop_assert_eq!(instant.to_string().parse::<Instant>().unwrap(), instant);
        prop_assert_eq!(instant.to_string().len(), 24);
        prop_assert_eq!(instant.date_in(0).to_string(), &instant.to_string()[..10]);
    }
}

#[test]
fn kleene_tables() {
    use Truth::{False, True, Unknown};
    for a in [False, Unknown, True] {
        assert_eq!(a.not().not(), a);
        for b in [False, Unknown, True] {
            assert_eq!(a.and(b), b.and(a));
            assert_eq!(a.and(b).not(), a.not().or(b.not()));
            assert_eq!(a.iff(b), a.xor(b).not());
            let unknown = a == Unknown || b == Unknown;
            assert_eq!(a.iff(b) == Unknown, unknown);
        }
        assert_eq!(a.and(False), False);
        assert_eq!(a.or(True), True);
    }
    assert_eq!(Unknown.implies(Unknown), Unknown);
}

#[test]
fn names_numbers_and_cells_are_strict() {
    for text in [
        "",
        "-",
        "+1",
        "1.",
        ".5",
        "1e3",
        "1_000",
        "٣",
        " 1",
        "1.2.3",
        "--1",
        "123456789012345678901234567890",
    ] {
        assert!(text.parse::<Number>().is_err(), "{text:?}");
    }
    assert_eq!("-0.000".parse::<Number>().unwrap().to_string(), "0");
    assert_eq!("000120.50".parse::<Number>().unwrap().to_string(), "120.5");
    assert_eq!(
        "passe.passe.role".parse::<Cell>().unwrap(),
        Cell::new("passe", "passe.role")
    );
    for text in ["", "a", ".a", "a."] {
        assert!(text.parse::<Cell>().is_err(), "{text:?}");
    }
    let cell: Cell = serde_json::from_str("\"visitor.past.role\"").unwrap();
    assert_eq!(
        serde_json::to_string(&cell).unwrap(),
        "\"visitor.past.role\""
    );
    let value = serde_json::to_string(&Value::Number("12.50".parse().unwrap())).unwrap();
    assert_eq!(value, "{\"number\":\"12.5\"}");
    assert_eq!(serde_json::to_string(&Value::Null).unwrap(), "\"null\"");
    assert!(serde_json::from_str::<Value>("{\"number\":12}").is_err());
    assert!(serde_json::from_str::<Value>("{\"date\":\"2026-02-30\"}").is_err());
    assert_eq!(
        serde_json::from_str::<Value>("{\"text\":\"e\u{301}\"}").unwrap(),
        Value::text("é")
    );
    assert_eq!(
        Value::List(vec![Value::symbol("a"), Value::Null, Value::Bool(true)]).show(),
        "[a, none, true]"
    );
    assert_eq!(Value::Confidential([1; 32].into()).show(), "•••");
}
