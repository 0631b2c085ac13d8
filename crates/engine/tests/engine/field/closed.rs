//! Worlds with propagation rules that lay what must hold: nobody ever stands before a cell of which nothing is
//! possible (law C3). Against brute force over all worlds in which everything that would follow holds.

use super::worlds::roll;
use super::{Session, diagnostics, project};
use engine::field::Refusal;
use engine::project::Project;
use engine::state::State;
use logic::value::{Cell, Name, Value};
use std::fmt::Write;

const PEOPLE: usize = 3;
/// Two enumerations and a reference of each.
const ATTRIBUTES: usize = 3;
const REFERENCE: usize = 2;
const SIZES: [usize; ATTRIBUTES] = [3, 2, PEOPLE];

/// Who is reached from somebody.
#[derive(Clone, Copy, Debug)]
enum To {
    Friends,
    Path,
    Tagged,
    First,
    Itself,
    Named,
}

/// What is laid, with an attribute of X or of Y and a value of it.
#[derive(Clone, Copy, Debug)]
enum Laid {
    Is(usize, usize),
    IsNot(usize, usize),
    Differs(usize),
    Unless(usize, usize, usize, usize),
}

#[derive(Clone, Debug)]
struct Follows {
    when: usize,
    condition: Option<(usize, usize)>,
    to: To,
    laid: Laid,
}

struct Small {
    follows: Vec<Follows>,
    /// Of everybody: this value implies that the other is not.
    rules: Vec<(usize, usize, usize, usize)>,
    /// Friends differ in this.
    differ: Option<usize>,
    friends: Vec<(usize, usize)>,
    tagged: Vec<usize>,
}

impl Small {
    fn random(seed: u64) -> Small {
        let roll = |at: u64, end: usize| roll(seed ^ 0xc105ed, at, end as u64) as usize;
        let valued = |at: u64| {
            let attribute = roll(at, 2);
            (attribute, roll(at + 1, SIZES[attribute]))
        };
        let follows = (0..1 + roll(1, 3) as u64).map(|at| {
            let at = 100 + at * 32;
            let (one, value) = valued(at);
            let (other, second) = valued(at + 2);
            Follows {
                when: roll(at + 4, ATTRIBUTES),
                condition: (roll(at + 5, 2) == 0).then(|| valued(at + 6)),
                to: [
                    To::Friends,
                    To::Path,
                    To::Tagged,
                    To::First,
                    To::Itself,
                    To::Named,
                ][roll(at + 8, 6)],
                laid: match roll(at + 9, 5) {
                    0 => Laid::Is(one, value),
                    1 | 2 => Laid::IsNot(one, value),
                    3 => Laid::Differs(one),
                    _ => Laid::Unless(one, value, other, second),
                },
            }
        });
        let rules = (0..roll(2, 3) as u64).map(|at| {
            let (one, value) = valued(300 + at * 8);
            let (_, second) = (0, roll(304 + at * 8, SIZES[1 - one]));
            (one, value, 1 - one, second)
        });
        let pairs = [(0, 1), (1, 2), (0, 2)];
        let friends = pairs.into_iter().enumerate();
        let friends = friends.filter(|(at, _)| roll(400 + *at as u64, 2) == 1);
        Small {
            follows: follows.collect(),
            rules: rules.collect(),
            differ: (roll(3, 4) == 0).then(|| roll(4, 2)),
            friends: friends.map(|(_, pair)| pair).collect(),
            tagged: (0..PEOPLE)
                .filter(|at| *at == 2 || roll(500 + *at as u64, 2) == 1)
                .collect(),
        }
    }

    fn yaml(&self, edition: u64) -> String {
        let mut out = format!("edition: {edition}\nattributes:\n  character:\n");
        for (at, size) in SIZES.iter().enumerate().take(REFERENCE) {
            let values: Vec<String> = (0..*size).map(|value| format!("v{value}")).collect();
            writeln!(
                out,
                "    a{at}: {{ type: enum, values: [{}] }}",
                values.join(", ")
            )
            .expect("text");
        }
        out.push_str("    a2: { type: ref, sort: character }\nentities:\n");
        for at in 0..PEOPLE {
            let tags = if self.tagged.contains(&at) {
                ", tags: [t]"
            } else {
                ""
            };
            writeln!(out, "  e{at}: {{ sort: character{tags} }}").expect("text");
        }
        out.push_str("relations:\n");
        for (one, two) in &self.friends {
            writeln!(
                out,
                "  - {{ from: e{one}, to: e{two}, kind: social/friendship, force: 0.9 }}"
            )
            .expect("text");
        }
        // Somebody who is friends with nobody keeps the list from being empty.
        out.push_str("  - { from: e0, to: e1, kind: social/enmity, force: 0.1 }\nrules:\n  any: 'forall X in character: a0(X) != v0 or a0(X) == v0'\n");
        for (at, (one, value, other, second)) in self.rules.iter().enumerate() {
            writeln!(out, "  r{at}: 'forall X in character: a{one}(X) == v{value} => a{other}(X) != v{second}'").expect("text");
        }
        if let Some(differ) = self.differ {
            writeln!(out, "  differ: 'forall X in character: forall Y in character: friendship(X, Y) => a{differ}(X) != a{differ}(Y)'").expect("text");
        }
        out.push_str("propagation:\n");
        for (at, follows) in self.follows.iter().enumerate() {
            let value = follows.condition;
            let value = value.map(|(of, is)| format!(", value: 'a{of}(X) == v{is}'"));
            let to = match follows.to {
                To::Friends => "{ relations: social/friendship }",
                To::Path => "{ path: social/friendship, force: 0.1, steps: 2 }",
                To::Tagged => "{ tag: t }",
                To::First => "e0",
                To::Itself => "itself",
                To::Named => "{ reference: a2 }",
            };
            let laid = match follows.laid {
                Laid::Is(of, is) => format!("a{of}(Y) == v{is}"),
                Laid::IsNot(of, is) => format!("a{of}(Y) != v{is}"),
                Laid::Differs(of) => format!("a{of}(Y) != a{of}(X)"),
                Laid::Unless(of, is, other, second) => {
                    format!("a{of}(X) == v{is} => a{other}(Y) != v{second}")
                }
            };
            writeln!(
                out,
                "  p{at}: {{ when: {{ attribute: a{}{} }}, to: {to}, then: {{ constrain: '{laid}', strength: strict }} }}",
                follows.when,
                value.unwrap_or_default(),
            ).expect("text");
        }
        out
    }

    fn are_friends(&self, one: usize, two: usize) -> bool {
        self.friends.contains(&(one, two)) || self.friends.contains(&(two, one))
    }

    /// Whom a rule reaches, as far as cells are known.
    fn reached(&self, to: To, from: usize, known: &dyn Fn(usize) -> Option<usize>) -> Vec<usize> {
        let others = (0..PEOPLE).filter(|other| *other != from);
        match to {
            To::Friends => others
                .filter(|other| self.are_friends(from, *other))
                .collect(),
            To::Path => others
                .filter(|other| {
                    let by =
                        |way: usize| self.are_friends(from, way) && self.are_friends(way, *other);
                    self.are_friends(from, *other) || (0..PEOPLE).any(by)
                })
                .collect(),
            To::Tagged => others.filter(|other| self.tagged.contains(other)).collect(),
            To::First => vec![0],
            To::Itself => vec![from],
            To::Named => known(from * ATTRIBUTES + REFERENCE).into_iter().collect(),
        }
    }

    fn rules_hold(&self, world: &[usize]) -> bool {
        let at = |person: usize, attribute: usize| world[person * ATTRIBUTES + attribute];
        let own = |person: usize| {
            let mut rules = self.rules.iter();
            rules.all(|(one, value, other, second)| {
                at(person, *one) != *value || at(person, *other) != *second
            })
        };
        let differ = |(one, two): &(usize, usize)| {
            self.differ
                .is_none_or(|differ| at(*one, differ) != at(*two, differ))
        };
        (0..PEOPLE).all(own) && self.friends.iter().all(differ)
    }
}

/// What was laid on a pair.
type Instance = (Laid, usize, usize);

fn holds((laid, from, to): &Instance, world: &[usize]) -> bool {
    let at = |person: usize, attribute: usize| world[person * ATTRIBUTES + attribute];
    match *laid {
        Laid::Is(of, is) => at(*to, of) == is,
        Laid::IsNot(of, is) => at(*to, of) != is,
        Laid::Differs(of) => at(*to, of) != at(*from, of),
        Laid::Unless(of, is, other, second) => at(*from, of) != is || at(*to, other) != second,
    }
}

/// Every world that everything allows that was fixed and laid so far.
struct Brute<'w> {
    small: &'w Small,
    known: Vec<Option<usize>>,
    laid: Vec<Instance>,
}

impl Brute<'_> {
    /// What the rules lay from a cell of this world, as far as it is known.
    fn following(&self, cell: usize, known: &dyn Fn(usize) -> Option<usize>) -> Vec<Instance> {
        let (from, attribute) = (cell / ATTRIBUTES, cell % ATTRIBUTES);
        let starts = |follows: &&Follows| {
            follows.when == attribute
                && follows
                    .condition
                    .is_none_or(|(of, is)| known(from * ATTRIBUTES + of) == Some(is))
        };
        let started = self.small.follows.iter().filter(starts);
        let laid = started.flat_map(|follows| {
            let reached = self.small.reached(follows.to, from, known);
            reached.into_iter().map(|to| (follows.laid, from, to))
        });
        laid.collect()
    }

    /// Whether some world has this value and lets every other cell be fixed as it is there.
    fn allows(&self, cell: usize, value: usize) -> bool {
        let mut known = self.known.clone();
        known[cell] = Some(value);
        let mut laid = self.laid.clone();
        laid.extend(self.following(cell, &|at| known[at]));
        self.any(&known, &laid)
    }

    fn any(&self, known: &[Option<usize>], laid: &[Instance]) -> bool {
        let cells = PEOPLE * ATTRIBUTES;
        let mut world: Vec<usize> = known.iter().map(|known| known.unwrap_or(0)).collect();
        loop {
            let whole = |at: usize| Some(world[at]);
            let closed = || {
                let mut open = (0..cells).filter(|cell| known[*cell].is_none());
                open.all(|cell| {
                    let follows = self.following(cell, &whole);
                    follows.iter().all(|laid| holds(laid, &world))
                })
            };
            if self.small.rules_hold(&world)
                && laid.iter().all(|laid| holds(laid, &world))
                && closed()
            {
                return true;
            }
            let mut at = 0;
            loop {
                if at == cells {
                    return false;
                }
                if known[at].is_none() {
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

    fn fix(&mut self, cell: usize, value: usize) {
        self.known[cell] = Some(value);
        let laid = self.following(cell, &|at| self.known[at]);
        self.laid.extend(laid);
    }
}

pub fn cell(at: usize) -> Cell {
    format!("e{}.a{}", at / ATTRIBUTES, at % ATTRIBUTES)
        .parse()
        .expect("a cell")
}

pub fn value(at: usize, code: usize) -> Value {
    match at % ATTRIBUTES {
        REFERENCE => Value::Entity(Name::from(format!("e{code}"))),
        _ => Value::symbol(format!("v{code}")),
    }
}

pub fn code(at: usize, of: &Value) -> usize {
    let mut codes = 0..PEOPLE;
    codes
        .find(|code| value(at, *code) == *of)
        .expect("one of them")
}

fn order(seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..PEOPLE * ATTRIBUTES).collect();
    all.sort_by_key(|at| roll(seed, 900 + *at as u64, 1 << 40));
    all
}

/// How many cells of a session in an edition that knows of no closed witness could never be fixed.
fn dead_ends_before(small: &Small, seed: u64) -> usize {
    let project = project(&small.yaml(11));
    let mut session = Session::in_edition(&project, 11);
    let mut dead = 0;
    for (turn, at) in order(seed).into_iter().enumerate() {
        let first = roll(seed, turn as u64, SIZES[at % ATTRIBUTES] as u64) as usize;
        let all = 0..SIZES[at % ATTRIBUTES];
        let mut tried = std::iter::once(first).chain(all);
        dead += usize::from(!tried.any(|code| session.fix(&cell(at), &value(at, code)).is_ok()));
    }
    dead
}

/// A field that is worked out from the journal has the same witness.
pub fn is_followed(session: &Session, project: &Project) {
    let json = serde_json::to_vec(&session.state).expect("a state is JSON");
    let mut again: State = serde_json::from_slice(&json).expect("a state");
    again.catch_up(project);
    for at in 0..PEOPLE * ATTRIBUTES {
        let (kept, made) = (session.state.field(project), again.field(project));
        let (kept, made) = (kept.expect("a field"), made.expect("a field"));
        assert_eq!(kept.witness(&cell(at)), made.witness(&cell(at)));
        assert_eq!(kept.possible(&cell(at)), made.possible(&cell(at)));
    }
    assert!(again.contradictions(project).is_empty());
}

/// Every cell can be fixed, in any order and whatever was proposed before; what is refused as impossible is.
#[test]
fn law_c3_what_follows_leaves_a_way() {
    let (mut worlds, mut broken, mut before, mut refused, mut unproven, mut taken) =
        (0, 0, 0, 0, 0, 0);
    for seed in 0..400 {
        let small = Small::random(seed);
        let source = small.yaml(12);
        let mut brute = Brute {
            small: &small,
            known: vec![None; PEOPLE * ATTRIBUTES],
            laid: Vec::new(),
        };
        if !brute.any(&brute.known, &[]) {
            let found = diagnostics(&source);
            let known = found
                .iter()
                .any(|code| code == "dead-end" || code == "impossible-world");
            assert!(known, "{source}\n{found:?}");
            broken += 1;
            continue;
        }
        worlds += 1;
        before += dead_ends_before(&small, seed);
        let project = project(&source);
        let mut session = Session::in_edition(&project, 12);
        for (turn, at) in order(seed).into_iter().enumerate() {
            let wanted = roll(seed, turn as u64, SIZES[at % ATTRIBUTES] as u64) as usize;
            let shown = format!("{source}\n{} = {:?}", cell(at), value(at, wanted));
            let truly = brute.allows(at, wanted);
            match session.fix(&cell(at), &value(at, wanted)) {
                Ok(()) => {
                    assert!(truly, "{shown}: leaves no way");
                    taken += 1;
                    brute.fix(at, wanted);
                    continue;
                }
                Err(Refusal::Impossible(told)) => {
                    assert!(!truly, "{shown}: refused and possible\n{told:?}");
                    assert!(!told.is_empty(), "{shown}: no reason");
                    refused += 1;
                }
                Err(Refusal::NotProven { .. }) => unproven += 1,
                Err(other) => panic!("{shown}: {other:?}"),
            }
            let own = session
                .state
                .field(&project)
                .expect("a field")
                .witness(&cell(at));
            let own = own.expect("a witness");
            session
                .fix(&cell(at), &own)
                .unwrap_or_else(|no| panic!("{shown}: a dead end at {own:?}: {no:?}"));
            brute.fix(at, code(at, &own));
        }
        is_followed(&session, &project);
    }
    println!(
        "{worlds} worlds: {taken} taken, {refused} refused, {unproven} not proven; {before} dead ends in edition 11; {broken} worlds are none"
    );
    assert!(worlds > 200 && refused > 100, "{worlds} {refused}");
    assert!(before > 50, "without it there were only {before} dead ends");
    assert!(unproven * 50 <= taken, "{unproven} of {taken}");
}

/// Whoever joins, nobody who is tagged is a boy: a boy keeps everybody else from ever joining, so he is refused.
#[test]
fn law_c3_a_value_that_others_would_break_on_is_refused() {
    let world = |edition: u64| {
        format!(
            "
edition: {edition}
attributes:
  character:
    job: {{ type: enum, values: [cook, boy] }}
    joined: {{ type: date }}
entities: {{ ann: {{ sort: character, tags: [old] }}, bob: {{ sort: character }} }}
rules:
  from: 'forall X in character: joined(X) >= 2020-01-01'
  to: 'forall X in character: joined(X) <= 2020-01-04'
propagation:
  oldies: {{ when: {{ attribute: joined }}, to: {{ tag: old }}, then: {{ constrain: 'job(Y) != boy', strength: strict }} }}
"
        )
    };
    let (job, joined) = (
        "ann.job".parse().expect("a cell"),
        "bob.joined".parse().expect("a cell"),
    );
    let now = project(&world(12));
    let mut session = Session::in_edition(&now, 12);
    let Err(Refusal::Impossible(told)) = session.fix(&job, &Value::symbol("boy")) else {
        panic!("it is a dead end");
    };
    let told = told.phrase();
    assert_eq!(
        told.en,
        "ann.job != boy would follow from bob.joined (world.yaml:12 oldies)"
    );
    session.fix(&job, &Value::symbol("cook")).expect("possible");
    let own = session.state.field(&now).expect("a field").witness(&joined);
    session
        .fix(&joined, &own.expect("a date"))
        .expect("possible");
    let constraints = session.state.constraints.iter();
    let laid = constraints.filter(|(_, known)| known.added.source.is_of("oldies"));
    assert_eq!(laid.count(), 0, "what holds already need not be laid");
    // A session from before stands before nothing, and is told so.
    let before = project(&world(11));
    let mut session = Session::in_edition(&before, 11);
    session.fix(&job, &Value::symbol("boy")).expect("as it was");
    let field = session.state.field(&before).expect("a field");
    let proven = field.proven(&joined).expect("a cell");
    assert!(proven.is_nothing(), "{proven:?}");
}

/// What somebody has not is never settled: a rule that waits for it (`fixed`) never starts from them, and forbids nothing.
/// One that waits for what they have does.
#[test]
fn law_c4_a_rule_that_waits_for_what_nobody_has_forbids_nothing() {
    let world = |young: &str| {
        format!(
            "
edition: 13
sorts: {{ elder: {{ is: [character] }}, young: {{ is: [{young}] }} }}
attributes:
  character: {{ secret: {{ type: enum, values: [theft, love, none] }} }}
  elder: {{ past: {{ type: enum, values: [monk, soldier] }} }}
entities: {{ ada: {{ sort: elder }}, ben: {{ sort: young }} }}
rules: {{ pair: 'ada.secret == theft => ben.secret == love' }}
propagation:
  old_lovers: {{ when: {{ attribute: secret, value: 'secret(X) == love', fixed: past }}, to: itself, then: {{ constrain: 'secret(Y) != love', strength: strict }} }}
"
        )
    };
    let cell = |name: &str| name.parse::<Cell>().expect("a cell");
    let (theft, love) = (Value::symbol("theft"), Value::symbol("love"));
    let free = project(&world("character"));
    let mut session = Session::in_edition(&free, 13);
    session
        .fix(&cell("ada.secret"), &theft)
        .expect("nothing is in its way");
    session
        .fix(&cell("ben.secret"), &love)
        .expect("the rule never starts from ben");
    // Where ben has a past, it may be fixed first, and then he cannot love.
    let bound = project(&world("elder"));
    let mut session = Session::in_edition(&bound, 13);
    assert!(session.fix(&cell("ada.secret"), &theft).is_err());
    session
        .fix(&cell("ben.secret"), &love)
        .expect("before his past");
    session
        .fix(&cell("ada.secret"), &theft)
        .expect("he loves, for ever");
}
