//! The graph against a second, naive implementation on small random graphs, and its own promises.

use engine::graph::{Distance, Force, Graph, Kinds, Relation, Relations, Settled};
use engine::{Files, limits};
use logic::value::{Name, Number};
use std::collections::BTreeMap;

fn next(seed: &mut u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

fn entity(number: u64) -> Name {
    Name::from(format!("e{number}"))
}

fn random(seed: u64, entities: u64, relations: u64) -> Relations {
    let mut state = seed;
    let mut all = Relations::default();
    for _ in 0..relations {
        let kinds = ["social/friendship", "causal/caused", "spatial/resides"];
        let thousandths = i64::try_from(next(&mut state) % 1001).unwrap();
        let force = Number::from(thousandths)
            .checked_div(Number::from(1000))
            .and_then(Force::new)
            .unwrap();
        all.set(Relation {
            id: None,
            from: entity(next(&mut state) % entities),
            to: entity(next(&mut state) % entities),
            kind: Name::from(kinds[usize::try_from(next(&mut state) % 3).unwrap()]),
            force,
            state: Settled::Fixed,
            place: None,
            entry: None,
        });
    }
    all
}

/// Every way without a circle, as (strength, relations), by trying everything.
fn all_ways<'a>(
    relations: &'a Relations,
    here: &Name,
    to: &Name,
    seen: &mut Vec<Name>,
    way: &mut Vec<&'a Relation>,
    found: &mut Vec<(f64, usize)>,
) {
    if here == to {
        let strength: f64 = way
            .iter()
            .map(|relation| f64::from(relation.force.thousandths()) / 1000.0)
            .product();
        if strength > 0.0 {
            found.push((strength, way.len()));
        }
        return;
    }
    for relation in relations.iter() {
        let other = match () {
            () if relation.from == *here => &relation.to,
            () if relation.to == *here => &relation.from,
            () => continue,
        };
        if seen.contains(other) || way.len() == limits::PATH_STEPS {
            continue;
        }
        seen.push(other.clone());
        way.push(relation);
        all_ways(relations, other, to, seen, way, found);
        way.pop();
        seen.pop();
    }
}

/// The strength of the strongest way to everybody in at most so many steps, by trying every way without a circle. Forces
/// multiply as whole numbers, so that both count alike.
fn strongest(
    relations: &Relations,
    here: &Name,
    fits: &dyn Fn(&Relation) -> bool,
    steps: usize,
    way: &mut Vec<(Name, u128)>,
    found: &mut BTreeMap<Name, u128>,
) {
    if steps == 0 {
        return;
    }
    for relation in relations.iter().filter(|relation| fits(relation)) {
        let other = match () {
            () if relation.from == *here => &relation.to,
            () if relation.to == *here => &relation.from,
            () => continue,
        };
        if way.iter().any(|(known, _)| known == other) {
            continue;
        }
        let so_far = way.last().map_or(0, |(_, strength)| *strength);
        let strength = so_far * u128::from(relation.force.thousandths()) / 1000;
        let best = found.entry(other.clone()).or_default();
        *best = strength.max(*best);
        way.push((other.clone(), strength));
        strongest(relations, other, fits, steps - 1, way, found);
        way.pop();
    }
}

/// In random graphs everybody is reached over the strongest way there is, the strongest first, whoever is too far or too
/// weak is not reached, and the order in which relations are declared changes nothing.
#[test]
fn law_c11_who_is_reached_is_reached_over_the_strongest_way() {
    const WHOLE: u128 = 1_000_000_000_000_000_000;
    let none = Relations::default();
    let (mut compared, mut detours) = (0, 0);
    for seed in 0..400 {
        let base = random(seed, 7, 11);
        let mut turned: Vec<Relation> = base.iter().cloned().collect();
        turned.reverse();
        let turned = Relations::from(turned);
        let kinds: Vec<String> = match seed % 3 {
            0 => Vec::new(),
            1 => vec!["social/*".to_owned()],
            _ => vec!["social/*".to_owned(), "causal/caused".to_owned()],
        };
        let least = Force::of_thousandths([0, 100, 300][seed as usize % 3]);
        for steps in 1..5 {
            let reach = |relations: &Relations| {
                let graph = Graph {
                    base: relations,
                    own: &none,
                    merged: None,
                };
                let reached = graph.reached("e0", &kinds, least, steps);
                reached
                    .into_iter()
                    .map(|reached| (reached.entity, reached.path, reached.millionths))
                    .collect::<Vec<_>>()
            };
            let reached = reach(&base);
            assert_eq!(reached, reach(&turned), "seed {seed}");
            let fits = |relation: &Relation| {
                kinds.is_empty() || kinds.iter().any(|kind| Kinds::fits(&relation.kind, kind))
            };
            let mut best = BTreeMap::new();
            let mut way = vec![(entity(0), WHOLE)];
            strongest(&base, &entity(0), &fits, steps, &mut way, &mut best);
            best.retain(|_, strength| {
                *strength > 0 && *strength >= WHOLE / 1000 * u128::from(least.thousandths())
            });
            let ours: BTreeMap<Name, u64> = reached
                .iter()
                .map(|(entity, _, millionths)| (entity.clone(), *millionths))
                .collect();
            let wanted: BTreeMap<Name, u64> = best
                .iter()
                .map(|(entity, strength)| (entity.clone(), (strength / (WHOLE / 1_000_000)) as u64))
                .collect();
            assert_eq!(ours, wanted, "seed {seed}, {steps} steps");
            let falls = reached.windows(2).all(|two| two[0].2 >= two[1].2);
            assert!(falls, "seed {seed}: {reached:?}");
            for (entity, path, _) in &reached {
                assert!(path.len() <= steps && path.last() == Some(entity));
            }
            compared += reached.len();
            detours += reached.iter().filter(|(_, path, _)| path.len() > 1).count();
        }
    }
    assert!(compared > 2000 && detours > 500, "{compared} {detours}");
}

#[test]
fn the_strongest_paths_are_those_of_trying_everything() {
    let none = Relations::default();
    let mut compared = 0;
    for seed in 0..300 {
        let base = random(seed, 6, 9);
        let graph = Graph {
            base: &base,
            own: &none,
            merged: None,
        };
        let (from, to) = (entity(0), entity(1));
        let mut expected = Vec::new();
        all_ways(
            &base,
            &from,
            &to,
            &mut vec![from.clone()],
            &mut Vec::new(),
            &mut expected,
        );
        expected.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let found = graph.paths(&from, &to, 5);
        assert!(!found.cut || found.paths.len() < 5);
        assert_eq!(found.paths.len(), expected.len().min(5), "seed {seed}");
        for (path, (strength, _)) in found.paths.iter().zip(&expected) {
            let ours = path.millionths() as f64 / 1e6;
            assert!(
                (ours - strength).abs() < 2e-6,
                "seed {seed}: {ours} {strength}"
            );
            assert_eq!(path.steps.last().map(|step| step.to()), Some(&to));
            compared += 1;
        }
        assert!(
            found
                .paths
                .windows(2)
                .all(|two| two[0].millionths() >= two[1].millionths())
        );
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn distances_are_those_of_all_pairs() {
    let none = Relations::default();
    let mut apart = 0;
    for seed in 0..300 {
        let base = random(seed, 7, 7);
        let graph = Graph {
            base: &base,
            own: &none,
            merged: None,
        };
        let far = |a: u64, b: u64| if a == b { 0 } else { u64::MAX / 4 };
        let mut all: BTreeMap<(u64, u64), u64> = (0..7)
            .flat_map(|a| (0..7).map(move |b| ((a, b), far(a, b))))
            .collect();
        let number = |name: &Name| name[1..].parse::<u64>().unwrap();
        for relation in base.iter().filter(|one| one.force.thousandths() > 0) {
            let cost = 1_000_000_000 / u64::from(relation.force.thousandths());
            let (a, b) = (number(&relation.from), number(&relation.to));
            for key in [(a, b), (b, a)] {
                let known = all[&key];
                all.insert(key, known.min(cost));
            }
        }
        for via in 0..7 {
            for a in 0..7 {
                for b in 0..7 {
                    let through = all[&(a, via)] + all[&(via, b)];
                    let known = all[&(a, b)];
                    all.insert((a, b), known.min(through));
                }
            }
        }
        for b in 1..7 {
            let expected = match all[&(0, b)] {
                far if far >= u64::MAX / 4 => Distance::Apart,
                near => Distance::Millionths(near),
            };
            apart += usize::from(expected == Distance::Apart);
            assert_eq!(graph.distance("e0", &entity(b)), expected, "seed {seed}");
        }
    }
    assert!(apart > 50, "{apart}");
}

#[test]
fn what_is_around_is_within_its_steps() {
    let none = Relations::default();
    for seed in 0..200 {
        let base = random(seed, 12, 14);
        let graph = Graph {
            base: &base,
            own: &none,
            merged: None,
        };
        for radius in 0..4 {
            let around = graph.around("e0", radius);
            // Naive: as many rounds as steps, each over all relations.
            let mut known: BTreeMap<Name, usize> = BTreeMap::from([(entity(0), 0)]);
            for steps in 1..=radius {
                let before = known.clone();
                for relation in base.iter() {
                    for (here, other) in [
                        (&relation.from, &relation.to),
                        (&relation.to, &relation.from),
                    ] {
                        if before.contains_key(here) {
                            known.entry(other.clone()).or_insert(steps);
                        }
                    }
                }
            }
            assert_eq!(around.entities, known, "seed {seed}");
            let between = base
                .iter()
                .filter(|one| known.contains_key(&one.from) && known.contains_key(&one.to))
                .count();
            assert_eq!(
                around.relations.len(),
                between,
                "seed {seed}, radius {radius}"
            );
        }
    }
}

#[test]
fn a_search_in_a_large_graph_is_bounded_and_says_so() {
    let none = Relations::default();
    // Everybody knows the next hundred: the number of ways is beyond counting.
    let mut base = Relations::default();
    for from in 0..2000_u64 {
        for to in 1..40 {
            base.set(Relation {
                id: None,
                from: entity(from),
                to: entity((from + to) % 2000),
                kind: Name::from("social/friendship"),
                force: Force::MIDDLE,
                state: Settled::Fixed,
                place: None,
                entry: None,
            });
        }
    }
    let graph = Graph {
        base: &base,
        own: &none,
        merged: None,
    };
    assert!(graph.paths("e0", "e1000", 3).cut);
    assert_eq!(graph.paths("e0", "e1", 1).paths.len(), 1);
    assert!(graph.around("e0", 2).entities.len() < 200);
}

#[test]
fn what_a_session_sets_lies_over_what_is_declared() {
    let base = random(1, 4, 6);
    let mut own = Relations::default();
    let declared = base.iter().next().unwrap().clone();
    own.set(Relation {
        force: Force::FULL,
        ..declared.clone()
    });
    let graph = Graph {
        base: &base,
        own: &own,
        merged: None,
    };
    assert_eq!(graph.relations().count(), base.iter().count());
    let found = graph
        .of(&declared.from)
        .into_iter()
        .find(|one| one.key() == declared.key());
    assert_eq!(found.map(|one| one.force), Some(Force::FULL));
}

#[test]
fn a_kind_fits_itself_its_family_and_everything() {
    for pattern in ["social/friendship", "social", "social/*", "*"] {
        assert!(Kinds::fits("social/friendship", pattern), "{pattern}");
    }
    for pattern in ["soc", "social/friend", "causal", "/", ""] {
        assert!(!Kinds::fits("social/friendship", pattern), "{pattern}");
    }
}

/// A kind, whether it has a direction, and what it is called in both languages.
type Kind = (&'static str, bool, &'static str, &'static str);

/// The kinds that are built in, by family: whether each means the same in both directions, and what it says.
const KINDS: [(&str, &[Kind]); 5] = [
    (
        "social",
        &[
            ("family", true, "is family of", "est de la famille de"),
            ("friendship", true, "is a friend of", "est ami avec"),
            ("enmity", true, "is an enemy of", "est ennemi de"),
            ("hierarchy", false, "is above", "est au-dessus de"),
            ("romance", false, "loves", "aime"),
            ("professional", true, "works with", "travaille avec"),
            ("membership", false, "belongs to", "appartient à"),
        ],
    ),
    (
        "causal",
        &[
            ("caused", false, "caused", "a causé"),
            ("allowed", false, "allowed", "a permis"),
            ("prevented", false, "prevented", "a empêché"),
            (
                "consequence",
                false,
                "is a consequence of",
                "est une conséquence de",
            ),
            ("motivated", false, "is motivated by", "est motivé par"),
            ("revealed", false, "is revealed by", "est révélé par"),
        ],
    ),
    (
        "spatial",
        &[
            ("contains", false, "contains", "contient"),
            ("adjacent", true, "is next to", "est à côté de"),
            ("origin", false, "comes from", "vient de"),
            ("resides", false, "lives in", "habite"),
            ("frequents", false, "frequents", "fréquente"),
        ],
    ),
    (
        "temporal",
        &[
            ("precedes", false, "precedes", "précède"),
            ("during", false, "happens during", "a lieu pendant"),
            ("triggers", false, "triggers", "déclenche"),
        ],
    ),
    (
        "conceptual",
        &[
            ("symbolises", false, "symbolises", "symbolise"),
            ("contrasts", true, "contrasts with", "contraste avec"),
            ("parallels", true, "parallels", "fait écho à"),
            (
                "linked_secret",
                true,
                "shares a secret with",
                "partage un secret avec",
            ),
        ],
    ),
];

/// Each built-in kind exists in its family and may stand between two entities; a rule reads it by its own word, in one
/// direction or both, and by its family nothing else.
#[test]
fn every_built_in_kind_exists_in_its_family() {
    let known = Kinds::default();
    let mut examined = 0;
    for (family, kinds) in KINDS {
        for (word, symmetric, en, fr) in kinds {
            let name = format!("{family}/{word}");
            let kind = known.get(&name).unwrap_or_else(|| panic!("no {name}"));
            assert_eq!(kind.symmetric, *symmetric, "{name}");
            assert_eq!((&*kind.label.en, &*kind.label.fr), (*en, *fr), "{name}");
            for (other, _) in KINDS {
                for pattern in [other.to_owned(), format!("{other}/*")] {
                    assert_eq!(Kinds::fits(&name, &pattern), other == family, "{name}");
                }
            }
            // Read in a rule it makes one of the two what it is not, or both.
            let world = format!(
                "attributes: {{ character: {{ marked: {{ type: boolean, generate: {{}} }} }} }}\n\
                 entities:\n  anna: {{ sort: character }}\n  bert: {{ sort: character }}\n\
                 relations:\n  - {{ from: anna, to: bert, kind: {name}, force: 0.5 }}\n\
                 rules:\n  read: 'forall X in character: forall Y in character: {word}(X, Y) => marked(Y) == true'\n"
            );
            let session = crate::common::Session::new(&crate::common::project(&world), 1);
            let field = session.state.field(&session.project).expect("a field");
            for (entity, marked) in [("bert", true), ("anna", *symmetric)] {
                let cell = format!("{entity}.marked").parse().expect("a cell");
                let Some(engine::field::Possible::Values(left)) = field.possible(&cell) else {
                    panic!("{name}: {entity}");
                };
                let values = if marked { 1 } else { 2 };
                assert_eq!(left.len(), values, "{name}: {entity}");
            }
            examined += 1;
        }
    }
    assert_eq!(examined, 25);
    // One more than that: what something is about.
    let others: Vec<&str> = known.names().map(|name| name.as_str()).collect();
    assert_eq!(others.len(), 26);
    assert!(others.contains(&"conceptual/about"));
}

fn codes(relations: &str) -> Vec<String> {
    let world = format!(
        "sorts:\n  bond: {{ is: [relation] }}\nattributes:\n  bond:\n    since: {{ type: number }}\n\
         entities:\n  anna: {{ sort: character }}\n  bert: {{ sort: character }}\n{relations}"
    );
    let files = Files([("world.yaml".to_owned(), world.into_bytes())].into());
    let (_, diagnostics) = engine::compile(&files);
    diagnostics
        .iter()
        .map(|found| format!("{}:{}:{}", found.code, found.place.line, found.place.column))
        .collect()
}

#[test]
fn mistakes_in_relations_are_told_with_their_places() {
    for (relations, expected) in [
        (
            "relations:\n  - { from: anna, to: bert, kind: social/friendship, force: 0.8 }",
            vec![],
        ),
        (
            "relations:\n  - { id: oath, from: anna, to: bert, kind: social/debt, sort: bond, facts: { since: 3 } }\nrelation_kinds:\n  social/debt: { label: owes }",
            vec![],
        ),
        (
            "relations:\n  - { from: anna, to: berta, kind: social/friendship }",
            vec!["unknown-entity:10:23"],
        ),
        (
            "relations:\n  - { from: anna, to: bert, kind: social/friendshp }",
            vec!["unknown-relation:10:35"],
        ),
        (
            "relations:\n  - { from: anna, to: bert, kind: social/friendship, force: 1.5 }",
            vec!["out-of-range:10:61"],
        ),
        (
            "relations:\n  - { from: anna, kind: social/friendship }",
            vec!["missing-key:10:5"],
        ),
        (
            "relations:\n  - { from: anna, to: bert, kind: social/family, sort: bond }",
            vec!["missing-key:10:56"],
        ),
        (
            "relations:\n  - { from: anna, to: bert, kind: social/family }\n  - { from: anna, to: bert, kind: social/family }",
            vec!["duplicate-key:11:5"],
        ),
        (
            "relations:\n  - { id: anna, from: anna, to: bert, kind: social/family }",
            vec!["duplicate-key:10:11"],
        ),
        ("relations: { from: anna }", vec!["wrong-type:9:12"]),
        (
            "relation_kinds:\n  debt: { label: owes }",
            vec!["bad-name:10:3"],
        ),
        (
            "relations:\n  - { from: anna, to: bert, kind: social/family, state: sure }",
            vec!["unknown-value:10:57"],
        ),
    ] {
        assert_eq!(codes(relations), expected, "{relations}");
    }
}
