//! Worlds with propagation rules that set relations which other rules wait for, or make them stronger: nobody stands
//! before a cell of which nothing is possible (law C3). Against brute force over all worlds and all orders in which
//! their cells can be fixed.

use super::closed::{cell, code, is_followed, value};
use super::worlds::roll;
use super::{Session, diagnostics, project};
use engine::field::Refusal;
use engine::project::Project;
use std::collections::BTreeSet;
use std::fmt::Write;

const PEOPLE: usize = 3;
/// Two enumerations and a reference of each.
const ATTRIBUTES: usize = 3;
const CELLS: usize = PEOPLE * ATTRIBUTES;
const REFERENCE: usize = 2;
const SIZES: [usize; ATTRIBUTES] = [2, 2, PEOPLE];

#[derive(Clone, Copy, Debug, PartialEq)]
enum To {
    Friends(u64),
    Path(u64),
    First,
    Named,
}

#[derive(Clone, Copy, Debug)]
enum Does {
    Is(usize, usize),
    IsNot(usize, usize),
    Differs(usize),
    Relates(u64),
    Forces(u64),
    /// In thousandths.
    Weakens(u64),
}

#[derive(Clone, Debug)]
struct Rule {
    when: Option<usize>,
    condition: Option<(usize, usize)>,
    befriended: bool,
    to: To,
    does: Does,
}

#[derive(Debug)]
struct Small {
    rules: Vec<Rule>,
    /// Of everybody: this value implies that the other is not.
    never: Option<(usize, usize, usize)>,
    /// Friends differ in this.
    differ: Option<usize>,
    /// Three friends of each other are not all the same in this.
    triangle: Option<usize>,
    friends: Vec<(usize, usize, u64)>,
}

impl Small {
    fn random(seed: u64) -> Small {
        let roll = |at: u64, end: usize| roll(seed ^ 0x11_4ced, at, end as u64) as usize;
        let valued = |at: u64| {
            let attribute = roll(at, 2);
            (attribute, roll(at + 1, SIZES[attribute]))
        };
        let force = |at: u64| [300, 500, 900][roll(at, 3)];
        let rule = |at: u64| {
            let start = 100 + at * 32;
            let (one, is) = valued(start);
            let links = at == 0 || roll(start + 2, 3) == 0;
            let does = match (links, roll(start + 3, 6)) {
                (true, 0) => Does::Forces(force(start + 4)),
                (true, _) => Does::Relates(force(start + 4)),
                (false, 0) => Does::Is(one, is),
                (false, 1) => Does::Weakens(500),
                (false, 2 | 3) => Does::IsNot(one, is),
                (false, _) => Does::Differs(one),
            };
            let to = match (does, roll(start + 5, 6)) {
                (Does::Relates(_), 0) => To::First,
                (Does::Relates(_), 1) => To::Path(100),
                (Does::Relates(_), _) => To::Named,
                (Does::Forces(_) | Does::Weakens(_), _) => To::Friends(100),
                (_, 0 | 1) => To::Friends(force(start + 6)),
                (_, 2 | 3) => To::Path([100, 250, 400][roll(start + 6, 3)]),
                (_, 4) => To::First,
                (_, _) => To::Named,
            };
            Rule {
                when: (roll(start + 7, 8) > 0).then(|| roll(start + 8, ATTRIBUTES)),
                condition: (roll(start + 9, 2) == 0).then(|| valued(start + 10)),
                befriended: roll(start + 12, 6) == 0,
                to,
                does,
            }
        };
        let pairs = [(0, 1), (1, 2), (0, 2)].into_iter().enumerate();
        let friends = pairs.filter(|(at, _)| roll(400 + *at as u64, 3) == 0);
        Small {
            rules: (0..2 + roll(1, 2) as u64).map(rule).collect(),
            never: (roll(2, 2) == 0).then(|| (roll(300, 2), roll(301, 2), roll(302, 2))),
            differ: (roll(3, 2) == 0).then(|| roll(4, 2)),
            triangle: (roll(5, 4) == 0).then(|| roll(6, 2)),
            friends: friends
                .map(|(at, (one, two))| (one, two, force(410 + at as u64)))
                .collect(),
        }
    }

    fn yaml(&self, edition: u64) -> String {
        let mut out = format!("edition: {edition}\nattributes:\n  character:\n");
        for (at, size) in SIZES.iter().enumerate().take(REFERENCE) {
            let values: Vec<String> = (0..*size).map(|value| format!("v{value}")).collect();
            let values = values.join(", ");
            writeln!(out, "    a{at}: {{ type: enum, values: [{values}] }}").expect("text");
        }
        out.push_str("    a2: { type: ref, sort: character }\nentities:\n");
        for at in 0..PEOPLE {
            writeln!(out, "  e{at}: {{ sort: character }}").expect("text");
        }
        out.push_str("relations:\n");
        for (one, two, force) in &self.friends {
            let force = *force as f64 / 1000.0;
            writeln!(
                out,
                "  - {{ from: e{one}, to: e{two}, kind: social/friendship, force: {force} }}"
            )
            .expect("text");
        }
        // Somebody who is friends with nobody keeps the list from being empty.
        out.push_str("  - { from: e0, to: e1, kind: social/enmity, force: 0.1 }\nrules:\n  any: 'forall X in character: a0(X) != v0 or a0(X) == v0'\n");
        if let Some((one, is, other)) = self.never {
            let second = 1 - one;
            writeln!(
                out,
                "  never: 'forall X in character: a{one}(X) == v{is} => a{second}(X) != v{other}'"
            )
            .expect("text");
        }
        if let Some(differ) = self.differ {
            writeln!(out, "  differ: 'forall X in character: forall Y in character: friendship(X, Y) => a{differ}(X) != a{differ}(Y)'").expect("text");
        }
        if let Some(of) = self.triangle {
            writeln!(out, "  triangle: 'forall X in character: forall Y in character: forall Z in character: friendship(X, Y) and friendship(Y, Z) and friendship(X, Z) and a{of}(X) == v0 and a{of}(Y) == v0 => a{of}(Z) != v0'").expect("text");
        }
        out.push_str("propagation:\n");
        for (at, rule) in self.rules.iter().enumerate() {
            let mut when = Vec::new();
            when.extend(rule.when.map(|of| format!("attribute: a{of}")));
            when.extend(
                rule.condition
                    .map(|(of, is)| format!("value: 'a{of}(X) == v{is}'")),
            );
            when.extend(
                rule.befriended
                    .then(|| "relation: social/friendship".to_owned()),
            );
            if when.is_empty() {
                when.push("sort: character".to_owned());
            }
            let when = when.join(", ");
            let of = |force: u64| force as f64 / 1000.0;
            let to = match rule.to {
                To::Friends(least) => {
                    format!("{{ relations: social/friendship, force: {} }}", of(least))
                }
                To::Path(least) => {
                    format!(
                        "{{ path: social/friendship, force: {}, steps: 2 }}",
                        of(least)
                    )
                }
                To::First => "e0".to_owned(),
                To::Named => "{ reference: a2 }".to_owned(),
            };
            let strictly =
                |formula: String| format!("{{ constrain: '{formula}', strength: strict }}");
            let does = match rule.does {
                Does::Is(a, is) => strictly(format!("a{a}(Y) == v{is}")),
                Does::IsNot(a, is) => strictly(format!("a{a}(Y) != v{is}")),
                Does::Differs(a) => strictly(format!("a{a}(Y) != a{a}(X)")),
                Does::Relates(force) => {
                    format!("{{ relate: social/friendship, weight: {} }}", of(force))
                }
                Does::Forces(force) => format!("{{ force: {} }}", of(force)),
                Does::Weakens(times) => format!("{{ force: 'x{}' }}", of(times)),
            };
            writeln!(
                out,
                "  p{at}: {{ when: {{ {when} }}, to: {to}, then: {does} }}"
            )
            .expect("text");
        }
        out
    }
}

/// Forces of the relations from one to another, in thousandths.
type Relations = [[u64; PEOPLE]; PEOPLE];

/// What was laid on a pair: which rule, from whom, on whom.
type Laid = (usize, usize, usize);

/// What a session knows.
#[derive(Clone)]
struct Brute<'w> {
    small: &'w Small,
    known: [Option<usize>; CELLS],
    relations: Relations,
    laid: BTreeSet<Laid>,
}

fn between(relations: &Relations, one: usize, two: usize) -> u64 {
    relations[one][two].max(relations[two][one])
}

impl<'w> Brute<'w> {
    fn new(small: &'w Small) -> Brute<'w> {
        let mut relations = Relations::default();
        for (one, two, force) in &small.friends {
            relations[*one][*two] = *force;
        }
        Brute {
            small,
            known: [None; CELLS],
            relations,
            laid: BTreeSet::new(),
        }
    }

    fn reached(&self, to: To, from: usize) -> Vec<usize> {
        let others = (0..PEOPLE).filter(|other| *other != from);
        let step = |one: usize, two: usize| between(&self.relations, one, two);
        match to {
            To::Friends(least) => others
                .filter(|other| step(from, *other) >= least.max(1))
                .collect(),
            To::Path(least) => others
                .filter(|other| {
                    let by = |way: usize| {
                        way != from
                            && way != *other
                            && step(from, way) * step(way, *other) >= least.max(1) * 1000
                    };
                    step(from, *other) >= least.max(1) || (0..PEOPLE).any(by)
                })
                .collect(),
            To::First => vec![0],
            To::Named => self.known[from * ATTRIBUTES + REFERENCE]
                .into_iter()
                .collect(),
        }
    }

    /// What follows when a cell is fixed, all of it as the session was before.
    fn fix(&mut self, at: usize, is: usize) {
        self.known[at] = Some(is);
        let (from, attribute) = (at / ATTRIBUTES, at % ATTRIBUTES);
        let before = self.relations;
        let mut laid = Vec::new();
        for (number, rule) in self.small.rules.iter().enumerate() {
            let befriended =
                (0..PEOPLE).any(|other| before[from][other] > 0 || before[other][from] > 0);
            let starts = rule.when.is_none_or(|when| when == attribute)
                && rule
                    .condition
                    .is_none_or(|(of, is)| self.known[from * ATTRIBUTES + of] == Some(is))
                && (!rule.befriended || befriended);
            if !starts {
                continue;
            }
            let reached = Brute {
                relations: before,
                ..self.clone()
            }
            .reached(rule.to, from);
            for to in reached {
                let mut change = |one: usize, two: usize, new: &dyn Fn(u64) -> u64| {
                    if before[one][two] > 0 && new(before[one][two]) != before[one][two] {
                        self.relations[one][two] = new(before[one][two]);
                    }
                };
                match rule.does {
                    Does::Is(..) | Does::IsNot(..) | Does::Differs(_) => {
                        laid.push((number, from, to));
                    }
                    Does::Relates(force) => {
                        if from != to && before[from][to] == 0 {
                            self.relations[from][to] = force;
                        }
                    }
                    Does::Forces(force) => {
                        change(from, to, &|_| force);
                        change(to, from, &|_| force);
                    }
                    Does::Weakens(times) => {
                        change(from, to, &|old| old * times / 1000);
                        change(to, from, &|old| old * times / 1000);
                    }
                }
            }
        }
        self.laid.extend(laid);
    }

    /// Whether a world has everything that is known, laid and ruled.
    fn holds(&self, world: &[usize; CELLS]) -> bool {
        let is = |person: usize, of: usize| world[person * ATTRIBUTES + of];
        let friends = |one: usize, two: usize| between(&self.relations, one, two) > 0;
        let laid = self
            .laid
            .iter()
            .all(|(rule, from, to)| match self.small.rules[*rule].does {
                Does::Is(of, value) => is(*to, of) == value,
                Does::IsNot(of, value) => is(*to, of) != value,
                Does::Differs(of) => is(*to, of) != is(*from, of),
                Does::Relates(_) | Does::Forces(_) | Does::Weakens(_) => true,
            });
        let people = || 0..PEOPLE;
        laid && self
            .known
            .iter()
            .zip(world)
            .all(|(known, is)| known.is_none_or(|known| known == *is))
            && self.small.never.is_none_or(|(one, value, other)| {
                people().all(|at| is(at, one) != value || is(at, 1 - one) != other)
            })
            && self.small.differ.is_none_or(|of| {
                people()
                    .all(|one| people().all(|two| !friends(one, two) || is(one, of) != is(two, of)))
            })
            && self.small.triangle.is_none_or(|of| {
                !(friends(0, 1)
                    && friends(1, 2)
                    && friends(0, 2)
                    && people().all(|at| is(at, of) == 0))
            })
    }

    /// Whether every other cell can be fixed as it is in this world, in every order.
    fn is_closed(&self, world: &[usize; CELLS]) -> bool {
        if !self.holds(world) {
            return false;
        }
        let mut seen: BTreeSet<(Vec<bool>, Relations)> = BTreeSet::new();
        let mut open = vec![self.clone()];
        while let Some(brute) = open.pop() {
            for at in (0..CELLS).filter(|at| brute.known[*at].is_none()) {
                let mut next = brute.clone();
                next.laid.clear();
                next.fix(at, world[at]);
                if !next.holds(world) {
                    return false;
                }
                let known = next.known.iter().map(Option::is_some).collect();
                if seen.insert((known, next.relations)) {
                    open.push(next);
                }
            }
        }
        true
    }

    /// Whether there is a world that is closed.
    fn leaves_a_way(&self) -> bool {
        let mut world: [usize; CELLS] = self.known.map(|known| known.unwrap_or(0));
        loop {
            if self.is_closed(&world) {
                return true;
            }
            let mut at = 0;
            loop {
                if at == CELLS {
                    return false;
                }
                if self.known[at].is_none() {
                    world[at] += 1;
                    if world[at] < SIZES[at % ATTRIBUTES] {
                        break;
                    }
                    world[at] = 0;
                }
                at += 1;
            }
        }
    }
}

fn order(seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..CELLS).collect();
    all.sort_by_key(|at| roll(seed, 900 + *at as u64, 1 << 40));
    all
}

/// Of a session in an edition that knows of no relations that would follow: whether it begins with a way that is
/// none, and how many cells could never be fixed.
fn before(small: &Small, seed: u64) -> (usize, usize) {
    let project = project(&small.yaml(12));
    let mut session = Session::in_edition(&project, 12);
    session.state.catch_up(&project);
    let astray = !Brute::new(small).is_closed(&witness(&session, &project));
    let mut dead = 0;
    for (turn, at) in order(seed).into_iter().enumerate() {
        let wanted = roll(seed, turn as u64, SIZES[at % ATTRIBUTES] as u64) as usize;
        let mut tried = std::iter::once(wanted).chain(0..SIZES[at % ATTRIBUTES]);
        dead += usize::from(!tried.any(|code| session.fix(&cell(at), &value(at, code)).is_ok()));
    }
    (usize::from(astray), dead)
}

fn witness(session: &Session, project: &Project) -> [usize; CELLS] {
    let field = session.state.field(project).expect("a field");
    std::array::from_fn(|at| code(at, &field.witness(&cell(at)).expect("a witness")))
}

/// Every cell can be fixed, in any order and whatever was proposed before, also where relations come meanwhile.
#[expect(
    clippy::disallowed_methods,
    reason = "whoever looks for longer says so"
)]
#[test]
fn law_c3_relations_that_would_follow_leave_a_way() {
    let only = std::env::var("CANONRY_SEED")
        .ok()
        .and_then(|seed| seed.parse::<u64>().ok());
    let worlds = std::env::var("CANONRY_WORLDS")
        .ok()
        .and_then(|count| count.parse().ok());
    let seeds = only.map_or(0..worlds.unwrap_or(400), |seed| seed..seed + 1);
    let (mut ways, mut none, mut linked) = (0, 0, 0);
    let (mut undecided, mut none_undecided) = (0, 0);
    let (mut astray, mut dead) = (0, 0);
    let (mut refused, mut lost, mut taken) = (0, 0, 0);
    for seed in seeds {
        let small = Small::random(seed);
        let source = small.yaml(13);
        let mut brute = Brute::new(&small);
        if !brute.leaves_a_way() {
            none += 1;
            let found = diagnostics(&source);
            let says = |code: &str| found.iter().any(|found| found == code);
            none_undecided += usize::from(says("dead-end-undecided"));
            let known = says("dead-end") || says("impossible-world");
            assert!(
                known || says("dead-end-undecided"),
                "seed {seed}\n{source}\n{found:?}"
            );
            continue;
        }
        let found = diagnostics(&source);
        let wrong = found.iter().any(|code| code == "dead-end");
        assert!(!wrong, "seed {seed}: it has a way\n{source}\n{found:?}");
        if found.iter().any(|code| code == "dead-end-undecided") {
            undecided += 1;
            continue;
        }
        ways += 1;
        let (began, ended) = before(&small, seed);
        astray += began;
        dead += ended;
        let project = project(&source);
        let mut session = Session::in_edition(&project, 13);
        for (turn, at) in order(seed).into_iter().enumerate() {
            let wanted = roll(seed, turn as u64, SIZES[at % ATTRIBUTES] as u64) as usize;
            let shown = format!(
                "seed {seed}\n{source}{:?}\n{} = {:?}",
                brute.known,
                cell(at),
                value(at, wanted)
            );
            let mut after = brute.clone();
            after.fix(at, wanted);
            match session.fix(&cell(at), &value(at, wanted)) {
                Ok(()) => {
                    assert!(
                        after.leaves_a_way(),
                        "{shown}: leaves no way, {:?}",
                        witness(&session, &project)
                    );
                    taken += 1;
                    brute = after;
                }
                Err(refusal) => {
                    match refusal {
                        Refusal::Impossible(_) => {
                            assert!(!after.leaves_a_way(), "{shown}: refused and possible");
                            refused += 1;
                        }
                        Refusal::NotProven { .. } => lost += u64::from(after.leaves_a_way()),
                        other @ (Refusal::Incoherent(_) | Refusal::Unfit) => {
                            panic!("{shown}: {other:?}")
                        }
                    }
                    let own = session.state.field(&project).expect("a field");
                    let own = own.witness(&cell(at)).expect("a witness");
                    session
                        .fix(&cell(at), &own)
                        .unwrap_or_else(|no| panic!("{shown}: a dead end at {own:?}: {no:?}"));
                    brute.fix(at, code(at, &own));
                }
            }
            let witness = witness(&session, &project);
            assert!(
                brute.is_closed(&witness),
                "{shown}: {witness:?} is not closed"
            );
        }
        linked += session.state.relations.iter().count();
        is_followed(&session, &project);
    }
    println!(
        "{ways} worlds, {linked} relations came: {taken} taken, {refused} refused, {lost} possible and not proven; in edition 12 {astray} begin astray and {dead} cells are dead ends; {none} worlds are none, of {none_undecided} of them and of {undecided} others that is not decided"
    );
    if only.is_none() {
        assert!(
            ways > 200 && refused > 100 && linked > 100,
            "{ways} {refused} {linked}"
        );
        assert!(astray > 20 && dead > 0, "without it {astray}, {dead}");
        assert!(lost * 50 <= taken, "{lost} of {taken}");
        assert!(none > 20, "{none} worlds are none");
        assert!(none_undecided * 3 <= none, "{none_undecided} of {none}");
        // Of so few worlds none that has a way is left undecided.
        let most = if worlds.is_some() { ways / 100 } else { 0 };
        assert!(undecided <= most, "{undecided} of {ways}");
    }
}

/// What is searched around a value is as much in a large world as in a small one (law C5).
#[test]
fn law_c5_keeping_the_witness_closed_costs_the_same_in_a_large_world() {
    let costs = [60, 240, 480].map(|people: usize| {
        let mut source = String::from("edition: 13\nattributes:\n  character:\n    a0: { type: enum, values: [v0, v1, v2] }\n    a1: { type: enum, values: [v0, v1] }\n    a2: { type: ref, sort: character }\nrules:\n  differ: 'forall X in character: forall Y in character: friendship(X, Y) => a0(X) != a0(Y)'\npropagation:\n  p0: { when: { attribute: a2, value: 'a1(X) == v0' }, to: { reference: a2 }, then: { relate: social/friendship, weight: 0.9 } }\n  p1: { when: { attribute: a0, value: 'a0(X) == v0' }, to: { relations: social/enmity, force: 0.1 }, then: { constrain: 'a1(Y) == v0', strength: strict } }\n  p2: { when: { attribute: a1 }, to: { path: social/friendship, force: 0.1, steps: 2 }, then: { constrain: 'a0(Y) != v2', strength: strict } }\nentities:\n");
        for at in 0..people {
            writeln!(source, "  e{at}: {{ sort: character }}").expect("text");
        }
        source.push_str("relations:\n");
        for at in 0..people - 1 {
            let kind = ["social/friendship", "social/enmity"][usize::from(at % 6 == 5)];
            writeln!(source, "  - {{ from: e{at}, to: e{}, kind: {kind}, force: 0.5 }}", at + 1)
                .expect("text");
        }
        let project = project(&source);
        let mut session = Session::in_edition(&project, 13);
        let (mut revisions, mut nodes) = (0, 0);
        for turn in 0..60 {
            let at = roll(5, turn, 54) as usize * ATTRIBUTES + roll(6, turn, 3) as usize;
            let size = [3, 2, 54][at % ATTRIBUTES];
            let wanted = value(at, roll(7, turn, size) as usize);
            if session.state.facts.get(&cell(at)).is_some() {
                continue;
            }
            session.state.catch_up(&project);
            let field = session.state.field(&project).expect("a field");
            if let Ok(admission) = field.admit(&cell(at), &wanted) {
                revisions += admission.cost.revisions;
                nodes += admission.cost.nodes;
            }
            let _ = session.fix(&cell(at), &wanted);
        }
        println!("{people} people: {revisions} revisions, {nodes} nodes");
        (revisions, nodes)
    });
    assert!(costs[0].0 > 100, "{costs:?}");
    assert_eq!(costs[0], costs[1]);
    assert_eq!(costs[1], costs[2]);
}
