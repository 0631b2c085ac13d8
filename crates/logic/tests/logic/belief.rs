//! Belief sets: the laws L1 to L5 over generated sets, beside a naive oracle, and the source's scenarios.

use logic::belief::{BeliefSet, BeliefSetBuilder, Membership, Mode, Repair, StatementId};
use logic::dialect::{self, Dialect, Document, Saying};
use logic::reason::{Answer, How, ask};
use logic::tools::{Outcome, apply};
use logic::{Formula, Name, Origin, Term};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn built(mode: Mode, source: &str) -> (BeliefSetBuilder, BeliefSet) {
    let (document, problems) = dialect::read(Dialect::Canonry, source);
    assert!(problems.is_empty(), "{source}\n{problems:?}");
    let mut builder = BeliefSetBuilder::new(mode);
    builder.add_document(&document);
    let set = builder.build();
    (builder, set)
}

/// The constant that a repair declares, and in which sort.
fn placed(repair: &Repair) -> Option<(Name, Name)> {
    let (constant, sort) = repair.after.strip_prefix("constant ")?.split_once(" in ")?;
    Some((Name::new(constant), Name::new(sort)))
}

/// Everything a set says of itself, without the numbers of its statements: one line each.
fn told(builder: &BeliefSetBuilder, set: &BeliefSet) -> Vec<String> {
    let written = |ids: &[StatementId]| {
        let mut texts: Vec<String> = ids
            .iter()
            .map(|id| format!("{:?}", builder.said()[id].saying))
            .collect();
        texts.sort();
        texts.join(" | ")
    };
    let mut lines = Vec::new();
    for (sub, supers) in set.hierarchy() {
        for (sup, origin) in supers {
            lines.push(format!("{sub} < {sup} {origin:?}"));
        }
    }
    lines.extend(set.sorts().names().map(|name| format!("sort {name}")));
    for (constant, sorts) in set.members() {
        for (sort, why) in sorts {
            lines.push(format!("{constant} in {sort} {why:?}"));
        }
    }
    lines.extend(set.theory().iter().map(|formula| format!("says {formula}")));
    for repair in set.repairs() {
        let ids = written(repair.statements());
        lines.push(format!(
            "repair {:?} {} -> {} because {} for {ids}",
            repair.kind, repair.before, repair.after, repair.reason.en
        ));
    }
    for refused in set.refused() {
        let ids = written(&refused.statements);
        lines.push(format!("refused {}: {ids}", refused.problem.message.en));
    }
    lines
}

#[test]
fn the_three_scenarios_of_the_source() {
    // 1: an unknown constant is declared in the sort its predicate expects.
    let (_, set) = built(
        Mode::Repair,
        "sort etre_vivant\npredicate EstMortel(etre_vivant)\nEstMortel(socrate)",
    );
    let [repair] = set.repairs() else { panic!() };
    assert_eq!(repair.after, "constant socrate in etre_vivant");
    assert_eq!(
        set.members()["socrate"]["etre_vivant"],
        Membership::Repaired
    );
    assert!(set.refused().is_empty());

    // 2: compatible through the hierarchy, even when the implication comes last.
    let (_, set) = built(
        Mode::Strict,
        "predicate EstMortel(etre_vivant)\nconstant socrate in homme\nEstMortel(socrate)\n\
         sort homme\nsort etre_vivant\nsort animal\n\
         forall X: homme(X) => animal(X)\nforall X: animal(X) => etre_vivant(X)",
    );
    assert!(set.refused().is_empty() && set.repairs().is_empty());
    assert!(set.is_compatible("homme", "etre_vivant"));
    assert_eq!(set.hierarchy()["homme"]["animal"], Origin::Inferred);

    // 3: an incompatibility no hierarchy explains is refused with the path that is missing.
    let (_, set) = built(
        Mode::Repair,
        "sort philosophe\nsort corps_celeste\npredicate EstUnePlanete(corps_celeste)\nconstant socrate in philosophe\n\
         EstUnePlanete(socrate)\nEstUnePlanete(mars)",
    );
    let [refused] = set.refused() else { panic!() };
    assert_eq!(refused.problem.code, "incompatible-sort");
    assert!(
        refused
            .problem
            .message
            .fr
            .contains("aucun chemin ne mène de `philosophe` à `corps_celeste`")
    );
    assert!(set.members()["mars"].contains_key("corps_celeste"));
    assert_eq!(set.statements().len(), 1);
}

#[test]
fn the_hierarchy_of_the_source_prints_as_it_says() {
    let (_, set) = built(
        Mode::Repair,
        "forall X: homme(X) => mortel(X)\nforall X: grec(X) => homme(X)\nforall X: homme(X) and vieux(X) => sage(X)\n\
         forall X in chat: animal(X)",
    );
    let shown: Vec<String> = set
        .hierarchy()
        .iter()
        .map(|(sub, supers)| format!("{sub}: {:?}", supers.keys().collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        shown,
        [
            "chat: [\"animal\"]",
            "grec: [\"homme\"]",
            "homme: [\"mortel\"]"
        ]
    );
}

#[test]
fn an_implication_within_a_sort_orders_only_what_lies_in_it() {
    let edges = |source: &str| {
        let (_, set) = built(Mode::Repair, source);
        set.hierarchy().len()
    };
    let rule = "forall X in francais: riche(X) => heureux(X)";
    // Somebody who is not French may be rich and unhappy.
    assert_eq!(edges(rule), 0);
    assert_eq!(edges(&format!("{rule}\nsort riche")), 0);
    assert_eq!(edges(&format!("{rule}\nsort riche is francais")), 1);
    assert_eq!(
        edges(&format!("{rule}\nsort personne\npredicate riche(personne)")),
        0
    );
    assert_eq!(edges(&format!("{rule}\npredicate riche(francais)")), 1);
}

#[test]
fn several_memberships_are_fine_and_only_declared_expectations_bind() {
    let (_, set) = built(
        Mode::Strict,
        "sort homme\nsort philosophe\nhomme(socrate)\nphilosophe(socrate)\nsage(socrate)\naime(socrate, la_cigue)",
    );
    assert!(set.refused().is_empty());
    assert_eq!(set.members()["socrate"].len(), 3);
}

#[test]
fn no_statement_vouches_for_itself() {
    let (_, set) = built(
        Mode::Repair,
        "sort philosophe\nsort corps\npredicate planete(corps)\npredicate etoile(corps)\nconstant socrate in philosophe\n\
         forall X: planete(X) => corps(X)\nforall X: etoile(X) => corps(X)\nplanete(socrate)\netoile(socrate)",
    );
    assert_eq!(set.refused().len(), 2);
}

#[test]
fn one_error_names_all_uses() {
    let (_, set) = built(
        Mode::Repair,
        "sort homme\nsort ville\npredicate mange(homme)\npredicate capitale(ville)\nmange(paris)\ncapitale(paris)\nmange(anne)",
    );
    let [refused] = set.refused() else {
        panic!("{:?}", set.refused())
    };
    assert_eq!(refused.problem.code, "no-common-sort");
    assert!(refused.problem.message.en.contains("`mange(paris)`"));
    assert!(refused.problem.message.en.contains("`capitale(paris)`"));
    assert_eq!(refused.statements.len(), 2);
    assert_eq!(set.repairs().len(), 1);
    // With a sort below both there is one answer; with two there is none again.
    let diamond = "sort a\nsort b\nsort c is a, b\npredicate p(a)\npredicate q(b)\np(x)\nq(x)";
    let (_, set) = built(Mode::Repair, diamond);
    assert_eq!(set.repairs()[0].after, "constant x in c");
    let (_, set) = built(Mode::Repair, &format!("{diamond}\nsort d is a, b"));
    assert_eq!(set.refused()[0].problem.code, "several-common-sorts");
}

#[test]
fn strict_mode_refuses_with_a_hint() {
    let (_, set) = built(
        Mode::Strict,
        "sort homme\npredicate mange(homme)\nconstant socrate in homme\nmange(socrat)\nmange(socrate)",
    );
    let [refused] = set.refused() else { panic!() };
    assert_eq!(refused.problem.code, "unknown-constant");
    assert_eq!(
        refused.problem.hint.as_ref().unwrap().en,
        "did you mean `socrate`?"
    );
    let (_, set) = built(Mode::Strict, "sort homme\npredicate mange(home)\nmange(a)");
    assert_eq!(set.refused()[0].problem.code, "unknown-sort");
    assert_eq!(set.statements().len(), 1);
}

#[test]
fn what_a_name_was_declared_as_is_what_it_is() {
    for (source, expected) in [
        (
            "sort man\nsort rock\npredicate p(man)\nforall X in rock: p(X)",
            "incompatible-sort",
        ),
        (
            "sort man\nsort rock\npredicate on(man, rock)\nexists X, Y in man: on(X, Y)",
            "incompatible-sort",
        ),
        (
            "sort man\nsort king is man\npredicate p(man)\nforall X in king: p(X)",
            "",
        ),
        (
            "sort man\nsort king is man\npredicate p(king)\nforall X in man: king(X) => p(X)",
            "",
        ),
        (
            "sort man\nsort rock\npredicate p(man)\nforall X in rock: man(X) => p(X)",
            "",
        ),
        (
            "sort man\nfunction f(man) in man\nconstant a in man\nf(a)",
            "function-as-statement",
        ),
        (
            "sort man\nfunction f(man) in man\nconstant a in man\nf(a) == a",
            "",
        ),
        (
            "sort man\nfunction tall(man) in bool\nconstant a in man\ntall(a)",
            "",
        ),
        ("forall X: man(X) == god(X)\nman(al)", "predicate-as-value"),
        ("forall X: father(X) == king(X)\nman(al)", ""),
    ] {
        let (_, set) = built(Mode::Repair, source);
        let codes: Vec<&str> = set.refused().iter().map(|r| r.problem.code).collect();
        let expected: Vec<&str> = Some(expected)
            .filter(|e| !e.is_empty())
            .into_iter()
            .collect();
        assert_eq!(codes, expected, "{source}");
    }
}

#[test]
fn other_mistakes_are_refused_one_by_one() {
    for (source, code) in [
        ("predicate p(_, _)\np(a)\nq(b)", "arity-mismatch"),
        ("predicate p(a)\npredicate p(b)\nq(b)", "declared-twice"),
        (
            "sort s\npredicate p(s)\np(a)\nnot s(a)\nq(b)",
            "denied-sort",
        ),
        (
            "sort s\nsort t\nfunction f(s) in t\npredicate p(s)\nconstant a in s\np(f(a))\nq(b)",
            "incompatible-sort",
        ),
    ] {
        let (_, set) = built(Mode::Repair, source);
        let codes: Vec<&str> = set
            .refused()
            .iter()
            .map(|refused| refused.problem.code)
            .collect();
        assert_eq!(codes, [code], "{source}");
        assert!(
            set.statements()
                .iter()
                .any(|kept| kept.formula.to_string() == "q(b)")
        );
    }
}

#[test]
fn strangers_in_a_query_are_named() {
    let (_, set) = built(
        Mode::Repair,
        "forall X: homme(X) => mortel(X)\nhomme(socrate)",
    );
    let ask = |text: &str| -> Vec<String> {
        let strangers = set.strangers(&dialect::statement(text).unwrap());
        strangers
            .into_iter()
            .filter_map(|problem| problem.hint)
            .map(|hint| hint.en)
            .collect()
    };
    assert!(ask("mortel(socrate)").is_empty());
    assert_eq!(
        ask("mortal(socrates)"),
        ["did you mean `mortel`?", "did you mean `socrate`?"]
    );
}

fn pick(names: &'static [&'static str]) -> impl Strategy<Value = Name> {
    prop::sample::select(names.to_vec()).prop_map(Name::from)
}

const SORTS: &[&str] = &["s0", "s1", "s2", "s3", "s4"];
const CONSTANTS: &[&str] = &["c0", "c1", "c2", "c3"];

fn saying() -> impl Strategy<Value = Saying> {
    let fact = || {
        prop_oneof![
            (pick(&["s0", "s1", "s2", "p", "u"]), pick(CONSTANTS)).prop_map(|(p, c)| (p, vec![c])),
            (pick(&["q", "r"]), pick(CONSTANTS), pick(CONSTANTS))
                .prop_map(|(p, c, d)| (p, vec![c, d])),
        ]
        .prop_map(|(predicate, constants)| Formula::Atom {
            predicate,
            arguments: constants.iter().map(Term::entity).collect(),
        })
    };
    let sub = (
        pick(&["s0", "s1", "s2", "s3", "s4", "p", "u"]),
        pick(SORTS),
        prop::option::weighted(0.2, pick(SORTS)),
    );
    prop_oneof![
        2 => (pick(SORTS), prop::collection::vec(pick(SORTS), 0..2)).prop_map(|(name, supers)| Saying::Sort { name, supers }),
        2 => (pick(CONSTANTS), pick(SORTS)).prop_map(|(name, sort)| Saying::Constant { name, sort }),
        1 => pick(SORTS).prop_map(|sort| Saying::Predicate { name: "p".into(), sorts: vec![Some(sort)] }),
        1 => (pick(SORTS), pick(SORTS)).prop_map(|(a, b)| Saying::Predicate { name: "q".into(), sorts: vec![Some(a), Some(b)] }),
        1 => pick(SORTS).prop_map(|a| Saying::Predicate { name: "r".into(), sorts: vec![Some(a), None] }),
        5 => fact().prop_map(Saying::State),
        1 => fact().prop_map(|fact| Saying::State(Formula::not(fact))),
        1 => (fact(), fact()).prop_map(|(a, b)| Saying::State(Formula::Or(vec![a, b]))),
        3 => sub.prop_map(|(sub, sup, sort)| {
            let of = |predicate| Box::new(Formula::Atom { predicate, arguments: vec![Term::Variable("X".into())] });
            Saying::State(Formula::Forall {
                variable: "X".into(),
                sort,
                body: Box::new(Formula::Implies(of(sub), of(sup))),
            })
        }),
    ]
}

fn sayings() -> impl Strategy<Value = Vec<Saying>> {
    prop::collection::vec(saying(), 0..24)
}

fn mode() -> impl Strategy<Value = Mode> {
    prop::sample::select(vec![Mode::Repair, Mode::Strict])
}

fn build(mode: Mode, sayings: &[Saying]) -> (BeliefSetBuilder, BeliefSet) {
    let mut builder = BeliefSetBuilder::new(mode);
    builder.add_document(&Document::of(sayings.iter().cloned()));
    let set = builder.build();
    (builder, set)
}

/// Whether a path leads from one sort to another, found by walking.
fn reaches(edges: &BTreeSet<(Name, Name)>, from: &Name, to: &Name) -> bool {
    let mut seen = BTreeSet::from([from.clone()]);
    loop {
        let more: Vec<Name> = edges
            .iter()
            .filter(|(sub, sup)| seen.contains(sub) && !seen.contains(sup))
            .map(|(_, sup)| sup.clone())
            .collect();
        if more.is_empty() {
            return seen.contains(to);
        }
        seen.extend(more);
    }
}

fn edges_of(set: &BeliefSet) -> BTreeSet<(Name, Name)> {
    set.sorts()
        .edges()
        .into_iter()
        .map(|(sub, sup, _)| (sub, sup))
        .collect()
}

/// What each unknown constant of the kept statements must be, found by trying every sort.
fn expected_repairs(set: &BeliefSet) -> BTreeMap<Name, Vec<BTreeSet<Name>>> {
    let edges = edges_of(set);
    let names: Vec<Name> = set.sorts().names().cloned().collect();
    let mut wanted: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
    for kept in set.statements() {
        let mut see = |formula: &Formula| {
            if let Formula::Atom {
                predicate,
                arguments,
            } = formula
                && let Some(sorts) = set.predicates().get(predicate)
            {
                for (argument, sort) in arguments.iter().zip(sorts) {
                    if let (Term::Constant(value), Some(sort)) = (argument, sort) {
                        wanted
                            .entry(value.show().into())
                            .or_default()
                            .insert(sort.clone());
                    }
                }
            }
        };
        match &kept.formula {
            Formula::Not(body) => see(body),
            Formula::Or(parts) => parts.iter().for_each(&mut see),
            Formula::Atom { .. } => see(&kept.formula),
            Formula::Forall { .. }
            | Formula::Constant(_)
            | Formula::Compare(..)
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_)
            | Formula::And(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Exists { .. } => {}
        }
    }
    let mut found = BTreeMap::new();
    for (constant, expected) in wanted {
        let own = set.members().get(&constant);
        let own = own
            .into_iter()
            .flatten()
            .filter(|(_, why)| **why != Membership::Repaired);
        let own: Vec<&Name> = own.map(|(sort, _)| sort).collect();
        let known = own.iter().any(|sort| {
            let why = set.members()[&constant][*sort];
            why == Membership::Declared || set.is_declared_sort(sort)
        });
        let satisfied = expected
            .iter()
            .all(|sort| own.iter().any(|sub| reaches(&edges, sub, sort)));
        if known {
            assert!(satisfied, "{constant} {expected:?}");
        } else if !satisfied {
            let below: Vec<&Name> = names
                .iter()
                .filter(|name| expected.iter().all(|sort| reaches(&edges, name, sort)))
                .collect();
            let greatest = below.iter().filter(|name| {
                below
                    .iter()
                    .all(|other| !reaches(&edges, name, other) || reaches(&edges, other, name))
            });
            let classes: BTreeSet<BTreeSet<Name>> = greatest
                .map(|name| {
                    names
                        .iter()
                        .filter(|other| {
                            reaches(&edges, name, other) && reaches(&edges, other, name)
                        })
                        .cloned()
                        .collect()
                })
                .collect();
            found.insert(constant, classes.into_iter().collect());
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn law_l1_any_order_gives_the_same_set(
        (said, shuffled) in sayings().prop_flat_map(|said| (Just(said.clone()), Just(said).prop_shuffle())),
        mode in mode(),
    ) {
        let (first_builder, first) = build(mode, &said);
        let (second_builder, second) = build(mode, &shuffled);
        prop_assert_eq!(told(&first_builder, &first), told(&second_builder, &second));
    }

    #[test]
    fn law_l2_cycles_are_equivalences_and_compatibility_is_reachability(said in sayings()) {
        let (_, set) = build(Mode::Repair, &said);
        let edges = edges_of(&set);
        for a in set.sorts().names() {
            for b in set.sorts().names() {
                prop_assert_eq!(set.is_compatible(a, b), reaches(&edges, a, b), "{} {}", a, b);
                let mutual = reaches(&edges, a, b) && reaches(&edges, b, a);
                prop_assert_eq!(set.sorts().equivalents(a).contains(b), mutual);
            }
        }
    }

    #[test]
    fn law_l3_every_repair_is_recorded_and_can_be_undone(said in sayings()) {
        let (mut builder, set) = build(Mode::Repair, &said);
        let before = told(&builder, &set);
        // Nothing is in the theory that was neither said nor recorded.
        for (constant, sorts) in set.members() {
            for (sort, why) in sorts {
                if *why == Membership::Repaired {
                    prop_assert!(set.repairs().iter().any(|repair| placed(repair) == Some((constant.clone(), sort.clone()))));
                }
            }
        }
        for repair in set.repairs() {
            prop_assert!(!repair.before.is_empty() && !repair.after.is_empty() && !repair.reason.fr.is_empty());
            builder.decline(repair);
            let without = builder.build();
            prop_assert!(without.repairs().iter().all(|other| (other.kind, &other.after) != (repair.kind, &repair.after)));
            let refused: BTreeSet<StatementId> =
                without.refused().iter().flat_map(|refused| refused.statements.iter().copied()).collect();
            for id in repair.statements() {
                prop_assert!(refused.contains(id), "{:?}", repair);
            }
            builder.allow(repair);
            prop_assert_eq!(told(&builder, &builder.build()), before.clone());
        }
    }

    #[test]
    fn law_l4_an_unknown_constant_gets_the_greatest_lower_bound_of_its_uses(said in sayings()) {
        let (_, set) = build(Mode::Repair, &said);
        let expected = expected_repairs(&set);
        let mut made: BTreeMap<Name, Name> = BTreeMap::new();
        for repair in set.repairs() {
            if let Some((constant, sort)) = placed(repair) {
                prop_assert!(made.insert(constant, sort).is_none());
            }
        }
        prop_assert_eq!(made.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (constant, classes) in expected {
            prop_assert_eq!(classes.len(), 1, "{}", constant);
            prop_assert!(classes[0].contains(&made[&constant]));
        }
    }

    #[test]
    fn law_l4_none_or_several_lower_bounds_are_one_error_with_all_uses(
        edges in prop::collection::btree_set((pick(SORTS), pick(SORTS)), 0..7),
        expected in prop::collection::vec(pick(SORTS), 1..4),
    ) {
        // Each of the predicates q0, q1, … is declared over one sort and used once of the constant.
        let mut said: Vec<Saying> = SORTS.iter().map(|sort| Saying::Sort { name: Name::new(sort), supers: vec![] }).collect();
        said.extend(edges.iter().map(|(sub, sup)| Saying::Sort { name: sub.clone(), supers: vec![sup.clone()] }));
        for (at, sort) in expected.iter().enumerate() {
            let name = Name::from(format!("q{at}"));
            said.push(Saying::Predicate { name: name.clone(), sorts: vec![Some(sort.clone()), None] });
            let arguments = vec![Term::entity("c"), Term::entity("d")];
            said.push(Saying::State(Formula::Atom { predicate: name, arguments }));
        }
        let (_, set) = build(Mode::Repair, &said);
        let names: Vec<Name> = SORTS.iter().map(|sort| Name::new(sort)).collect();
        let below: Vec<&Name> = names.iter().filter(|name| expected.iter().all(|sort| reaches(&edges, name, sort))).collect();
        let greatest: Vec<&Name> = below
            .iter()
            .copied()
            .filter(|name| below.iter().all(|other| !reaches(&edges, name, other) || reaches(&edges, other, name)))
            .collect();
        let one_class = greatest.iter().all(|name| reaches(&edges, name, greatest[0]));
        if !greatest.is_empty() && one_class {
            prop_assert!(set.refused().is_empty(), "{:?}", set.refused());
            let [repair] = set.repairs() else { panic!("{:?}", set.repairs()) };
            let Some((_, sort)) = placed(repair) else { panic!("{repair:?}") };
            prop_assert!(greatest.contains(&&sort));
        } else {
            prop_assert!(set.repairs().is_empty());
            let [refused] = set.refused() else { panic!("{:?}", set.refused()) };
            prop_assert_eq!(refused.statements.len(), expected.len());
            for at in 0..expected.len() {
                let text = format!("q{at}(c, d)");
                prop_assert!(refused.problem.message.en.contains(&text));
            }
        }
    }

    #[test]
    fn law_l5_what_is_refused_leaves_nothing_behind(said in sayings(), mode in mode()) {
        let (builder, set) = build(mode, &said);
        let refused: BTreeSet<StatementId> =
            set.refused().iter().flat_map(|refused| refused.statements.iter().copied()).collect();
        let rest: Vec<Saying> = builder
            .said()
            .iter()
            .filter(|(id, _)| !refused.contains(id))
            .map(|(_, said)| said.saying.clone())
            .collect();
        let (rest_builder, alone) = build(mode, &rest);
        prop_assert!(alone.refused().is_empty());
        let kept = |lines: Vec<String>| -> Vec<String> {
            lines.into_iter().filter(|line| !line.starts_with("refused ")).collect()
        };
        prop_assert_eq!(kept(told(&builder, &set)), kept(told(&rest_builder, &alone)));
        // Everything said is kept or refused.
        let states = builder.said().iter().filter(|(_, said)| matches!(said.saying, Saying::State(_)));
        let kept: BTreeSet<StatementId> =
            set.statements().iter().flat_map(|kept| kept.statements.iter().copied()).collect();
        for (id, _) in states {
            prop_assert!(kept.contains(id) != refused.contains(id));
        }
        for refused in set.refused() {
            prop_assert!(!refused.problem.message.fr.is_empty());
        }
    }
}

#[test]
fn retract_and_reset() {
    let mut builder = BeliefSetBuilder::new(Mode::Repair);
    builder.declare_sort("etre", &[]);
    builder.declare_predicate("mortel", &["etre".into()]);
    let fact = builder.add_fact("mortel", &["socrate".into()]);
    builder.add_negated_fact("mortel", &["zeus".into()]);
    builder.add_implication("homme", "etre", None);
    assert_eq!(builder.build().repairs().len(), 2);
    assert!(builder.retract(fact) && !builder.retract(fact));
    assert_eq!(builder.build().repairs().len(), 1);
    builder.reset();
    assert!(builder.build().theory().is_empty());
    assert!(builder.declare_constant("a", "b") > fact);
}

const CONVERTED: &[&str] = &[
    // A membership that a repair made.
    "sort living\nsort city\npredicate mortal(living)\npredicate lives_in(man, city)\n\
     forall X: man(X) => living(X)\nlives_in(socrates, athens)\nman(socrates)\n\
     ? city(athens)\n? living(socrates)\n? mortal(socrates)",
    // Declared memberships, sub-sorts and values of functions.
    "sort person\nsort child is person\nfunction mother(person) in person\nconstant ana in child\n\
     ? person(ana)\n? person(mother(ana))\n? child(mother(ana))",
    // Quantifiers over a sort.
    "forall X in city: big(X) => noisy(X)\nbig(paris)\nbig(elephant)\nconstant paris in city\n\
     not noisy(elephant)\n? noisy(paris)\n? noisy(elephant)\n? city(elephant)",
    // A statement that was refused says nothing.
    "sort philosopher\nsort body\npredicate planet(body)\nconstant socrates in philosopher\n\
     planet(socrates)\nplanet(mars)\n? planet(socrates)\n? planet(mars)\n? body(mars)",
];

/// What a converted set answers is what the set answers that it was written from.
#[test]
fn a_converted_set_answers_the_same() {
    for source in CONVERTED {
        let (document, problems) = dialect::read(Dialect::Canonry, source);
        assert!(problems.is_empty(), "{problems:?}");
        let verdicts = |document: &Document, mode| {
            let mut builder = BeliefSetBuilder::new(mode);
            builder.add_document(document);
            let set = builder.build();
            let asked = document
                .queries()
                .map(|query| ask(&set.theory_about(query), query, &How::classical()).truth);
            (asked.collect::<Vec<Answer>>(), set)
        };
        let (expected, set) = verdicts(&document, Mode::Repair);
        for target in [Dialect::Tptp, Dialect::Prover9, Dialect::Canonry] {
            let written = dialect::write(target, &set.document(&document)).expect("is written");
            assert_eq!(written.refused, [], "{}", written.text);
            let (read, problems) = dialect::read(target, &written.text);
            assert!(problems.is_empty(), "{}\n{problems:?}", written.text);
            // Strict: nothing is left to repair.
            let (found, _) = verdicts(&read, Mode::Strict);
            assert_eq!(found, expected, "{}", written.text);
        }
    }
}

#[test]
fn a_declaration_without_a_formula_is_listed_and_stands_as_a_comment() {
    let (document, _) = dialect::read(
        Dialect::Canonry,
        "sort city\npredicate lives_in(_, city)\nlives_in(a, b)",
    );
    for target in [Dialect::Tptp, Dialect::Prover9] {
        let written = dialect::write(target, &document).expect("is written");
        assert_eq!(written.unsaid, [0, 1]);
        assert!(written.text.contains("% sort city\n"), "{}", written.text);
        assert!(written.text.contains("% predicate lives_in(_, city)\n"));
    }
}

#[test]
fn the_value_of_a_declared_function_has_its_sort() {
    let (_, set) = built(
        Mode::Repair,
        "sort person\nfunction mother(person) in person\nconstant ana in person",
    );
    let query = dialect::statement("person(mother(ana))").expect("is a formula");
    let theory = set.theory_about(&query);
    let verdict = ask(&theory, &query, &How::classical());
    assert_eq!(verdict.truth, Answer::True);
    // Rules run forwards over named things only, and say so.
    for how in [How::forward(), How::forward().closed()] {
        let verdict = ask(&theory, &query, &how);
        assert_eq!(verdict.truth, Answer::Unknown);
        assert!(verdict.stopped.is_some());
        let unused = dialect::statement("person(ana)").expect("is a formula");
        let verdict = ask(&set.theory_about(&unused), &unused, &how);
        assert_eq!((verdict.truth, verdict.stopped), (Answer::True, None));
    }
}

proptest! {
    /// A tool call is answered from what was known before where that is enough; the answer is the one
    /// that the whole set gives.
    #[test]
    fn each_call_is_answered_as_the_whole_set_would(said in sayings(), mode in mode()) {
        let mut builder = BeliefSetBuilder::new(mode);
        for saying in said {
            let Some(call) = call(&saying) else { continue };
            let applied = apply(&mut builder, &call);
            let Some(id) = applied.statement else { continue };
            let set = builder.build();
            let refused = set.refused().iter().any(|refused| refused.statements.contains(&id));
            let repaired = set.repairs().iter().any(|repair| repair.statements().contains(&id));
            let expected = match (refused, repaired) {
                (true, _) => Outcome::Refused,
                (false, true) => Outcome::Repaired,
                (false, false) => Outcome::Accepted,
            };
            prop_assert_eq!(applied.outcome, expected, "{:?}", saying);
        }
    }
}

/// The tool call that says the same; functions have none.
fn call(saying: &Saying) -> Option<serde_json::Value> {
    let (name, arguments) = match saying {
        Saying::Sort { name, supers } => (
            "declare_sort",
            serde_json::json!({"name": name, "supers": supers}),
        ),
        Saying::Predicate { name, sorts } => {
            let sorts: Vec<&str> = sorts
                .iter()
                .map(|sort| sort.as_deref().unwrap_or("_"))
                .collect();
            (
                "declare_predicate",
                serde_json::json!({"name": name, "argument_sorts": sorts}),
            )
        }
        Saying::Constant { name, sort } => (
            "declare_constant",
            serde_json::json!({"name": name, "sort": sort}),
        ),
        Saying::State(formula) => (
            "add_formula",
            serde_json::json!({"formula": formula.to_string()}),
        ),
        Saying::Function { .. } | Saying::Query(_) => return None,
    };
    Some(serde_json::json!({"name": name, "arguments": arguments}))
}

/// Each is placed by its own uses, however many others there are.
#[test]
fn very_many_unknown_constants_are_placed_in_one_go() {
    let mut builder = BeliefSetBuilder::new(Mode::Repair);
    builder.declare_sort("s", &[]);
    builder.declare_predicate("p", &["s".into()]);
    for at in 0..20_000 {
        builder.add_fact("p", &[format!("c{at}").into()]);
    }
    assert_eq!(builder.build().repairs().len(), 20_000);
}
