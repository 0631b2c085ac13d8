//! One thing under several names: case, accents, underscores, plurals, slips of the pen, `NotX`.
//!
//! Two names merge only with support: same arity, the same letters up to a known kind of variation,
//! and no sign that the model meant two. The choice depends on the set, never on its order.

use super::Kind;
use super::apart::Apart;
use super::symbols::{Set, Symbols, Use, rename_predicates, rename_things};
use crate::formula::Formula;
use crate::tolerant::walk;
use crate::value::Name;
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Letters and digits only, lower case, without accents.
pub(crate) fn squash(name: &str) -> String {
    if name.is_ascii() {
        return name
            .bytes()
            .filter(u8::is_ascii_alphanumeric)
            .map(|byte| char::from(byte.to_ascii_lowercase()))
            .collect();
    }
    name.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .filter(|c| c.is_alphanumeric())
        .collect()
}

/// Words that mean something else without their last letter.
const NO_PLURALS: [&str; 6] = ["news", "goods", "customs", "physics", "politics", "series"];

/// Whether one is the plural or the third person of the other.
pub(crate) fn is_plural(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    if short.len() < 3 {
        return false;
    }
    match long.strip_prefix(short) {
        Some("s") => !short.ends_with('s') && !NO_PLURALS.iter().any(|word| long.ends_with(word)),
        Some("es") => short.ends_with(['s', 'x', 'z', 'h', 'o']),
        Some(_) => false,
        None => {
            let stem = short.strip_suffix('y');
            stem.is_some_and(|stem| long.strip_prefix(stem) == Some("ies"))
        }
    }
}

/// Whether both are forms of one verb: `like`, `liked`, `liking`.
pub(crate) fn is_inflected(one: &str, other: &str) -> bool {
    let stem = |name: &str| -> Option<String> {
        for ending in ["ing", "ed"] {
            if let Some(stem) = name.strip_suffix(ending)
                && stem.len() >= 3
            {
                return Some(stem.to_owned());
            }
        }
        None
    };
    let plain = |name: &str| {
        let name = name.strip_suffix('s').unwrap_or(name);
        name.strip_suffix('e').unwrap_or(name).to_owned()
    };
    match (stem(one), stem(other)) {
        (Some(a), Some(b)) => a == b,
        (Some(a), None) => a == plain(other) || a == *other,
        (None, Some(b)) => b == plain(one) || b == *one,
        (None, None) => false,
    }
}

/// Each symbol's index, and the class it ends in.
struct Classes {
    parent: Vec<usize>,
}

impl Classes {
    fn new(count: usize) -> Classes {
        Classes {
            parent: (0..count).collect(),
        }
    }

    fn find(&self, mut at: usize) -> usize {
        // A parent is never greater than its child, so this ends.
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

/// A name that may be one of several forms of one.
pub(crate) struct Symbol<'a> {
    pub name: &'a Name,
    pub arity: usize,
    pub squashed: String,
    pub uses: Use,
    pub declared: bool,
}

fn predicates<'a>(set: &Set<'_>, symbols: &'a Symbols) -> Vec<Symbol<'a>> {
    symbols
        .predicates
        .iter()
        .map(|((name, arity), uses)| Symbol {
            name,
            arity: *arity,
            squashed: squash(name),
            uses: *uses,
            declared: set.declared.contains(name),
        })
        .collect()
}

/// The name a class is known by: declared, then most used, then first in the alphabet.
fn renames(found: &[Symbol<'_>], classes: &Classes) -> Vec<(Name, usize, Name)> {
    let rank = |s: &Symbol<'_>| (!s.declared, usize::MAX - s.uses.premises - s.uses.query);
    let mut best: BTreeMap<usize, usize> = BTreeMap::new();
    for at in 0..found.len() {
        let root = classes.find(at);
        best.entry(root)
            .and_modify(|kept| {
                if (rank(&found[at]), found[at].name) < (rank(&found[*kept]), found[*kept].name) {
                    *kept = at;
                }
            })
            .or_insert(at);
    }
    let mut renames = Vec::new();
    for (at, symbol) in found.iter().enumerate() {
        let to = best[&classes.find(at)];
        if to != at {
            renames.push((symbol.name.clone(), symbol.arity, found[to].name.clone()));
        }
    }
    renames
}

/// Case, accents, underscores, plural: of predicates and of things.
pub(crate) fn variants(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    let symbols = symbols.with_aside(set);
    let found = predicates(set, &symbols);
    let apart = Apart::of(set);
    let predicate_renames = merge(&found, |one, other| {
        one.declared && other.declared || apart.predicates(one.name, other.name, one.arity)
    });
    let things = things(&symbols, squash_thing);
    let thing_renames = merge(&things, |one, other| apart.things(one.name, other.name));
    rename_predicates(set, &predicate_renames, Kind::NameVariant);
    rename_things(set, &thing_renames, Kind::NameVariant);
    !(predicate_renames.is_empty() && thing_renames.is_empty())
}

/// Forms of one name that the model's list holds both, where apart one of them does nothing: it may have
/// listed every form it met.
pub(crate) fn listed(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    let found = predicates(set, symbols);
    let apart = Apart::of(set);
    let renames = merge(&found, |one, other| {
        !(one.declared && other.declared && complement(one, other))
            || apart.predicates(one.name, other.name, one.arity)
    });
    rename_predicates(set, &renames, Kind::NameVariant);
    let guessed: BTreeSet<&str> = renames.iter().map(|(from, _, _)| &**from).collect();
    for repair in set.lines.iter_mut().flat_map(|line| &mut line.repairs) {
        if repair.kind == Kind::NameVariant && guessed.contains(&*repair.before) {
            *repair = repair.clone().guessed();
        }
    }
    !renames.is_empty()
}

/// The renames that make one of names in several forms. Names that are `apart` are never made one, not
/// by way of a third either: nearer forms are joined first, and the order is that of the alphabet.
pub(crate) fn merge(
    found: &[Symbol<'_>],
    apart: impl Fn(&Symbol<'_>, &Symbol<'_>) -> bool,
) -> Vec<(Name, usize, Name)> {
    let mut alike: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for (at, symbol) in found.iter().enumerate() {
        let key = (symbol.arity, rough(&symbol.squashed));
        alike.entry(key).or_default().push(at);
    }
    let mut classes = Classes::new(found.len());
    for group in alike.values().filter(|group| group.len() > 1) {
        let pairs = |wanted: fn(&str, &str) -> bool| {
            let of = |a: &usize| {
                let a = *a;
                let later = group.iter().copied().filter(move |b| *b > a);
                later.map(move |b| (a, b)).collect::<Vec<_>>()
            };
            let all = group.iter().flat_map(of);
            let alike = |pair: &(usize, usize)| {
                let (one, other) = (&found[pair.0], &found[pair.1]);
                one.name != other.name && wanted(&one.squashed, &other.squashed)
            };
            all.filter(alike).collect::<Vec<_>>()
        };
        let same = pairs(|one, other| !one.is_empty() && one == other);
        for (a, b) in same.into_iter().chain(pairs(is_plural)) {
            let members = |classes: &Classes, root: usize| -> Vec<usize> {
                let of = group.iter().copied();
                of.filter(|at| classes.find(*at) == root).collect()
            };
            let (left, right) = (classes.find(a), classes.find(b));
            let (ones, others) = (members(&classes, left), members(&classes, right));
            let kept_apart = ones.iter().any(|one| {
                let mut others = others.iter();
                others.any(|other| apart(&found[*one], &found[*other]))
            });
            if left != right && !kept_apart {
                classes.join(a, b);
            }
        }
    }
    renames(found, &classes)
}

/// What all forms of a name begin with.
pub(crate) fn rough(squashed: &str) -> &str {
    squashed.trim_end_matches(['s', 'e', 'i', 'y'])
}

fn things<'a>(symbols: &'a Symbols, squash: fn(&str) -> String) -> Vec<Symbol<'a>> {
    let things = symbols.things.iter().map(|(name, uses)| Symbol {
        name,
        arity: 0,
        squashed: squash(name),
        uses: *uses,
        declared: false,
    });
    things.collect()
}

/// `IsNovel` and `Novel`, where one is declared and the other is not, or apart one of them does nothing.
pub(crate) fn auxiliaries(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    let renames = supported(set, symbols, prefixed);
    rename_predicates(set, &renames, Kind::NameVariant);
    !renames.is_empty()
}

/// The renames of predicates that are alike, where the model's list or their use says that one was meant.
fn supported(
    set: &Set<'_>,
    symbols: &Symbols,
    alike: impl Fn(&[Symbol<'_>]) -> Vec<(usize, usize)>,
) -> Vec<(Name, usize, Name)> {
    let found = predicates(set, symbols);
    let apart = Apart::of(set);
    let listed = !set.declared.is_empty();
    let mut classes = Classes::new(found.len());
    for (a, b) in alike(&found) {
        let (one, other) = (&found[a], &found[b]);
        // Two declared names are two definitions.
        let supported = if listed {
            one.declared != other.declared
        } else {
            complement(one, other)
        };
        if one.arity == other.arity
            && supported
            && !apart.predicates(one.name, other.name, one.arity)
        {
            classes.join(a, b);
        }
    }
    renames(&found, &classes)
}

/// Slips of the pen. A letter makes another word too often (`Trainer`, `Trainee`) for a guess that is called
/// safe: only the model's own list says which of two spellings is meant. `Loves` and `Loved` are two forms,
/// each spelled as it should be.
pub(crate) fn slips(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    let listed = !set.declared.is_empty();
    if !listed {
        return false;
    }
    let renames = supported(set, symbols, |found| {
        let mut alike = slipped(found);
        alike.retain(|&(a, b)| !is_inflected(&found[a].squashed, &found[b].squashed));
        alike
    });
    rename_predicates(set, &renames, Kind::Misspelling);
    let things = things(symbols, squash);
    let apart = Apart::of(set);
    let mut classes = Classes::new(things.len());
    for (a, b) in slipped(&things) {
        let (one, other) = (&things[a], &things[b]);
        let rare = (one.uses.premises + one.uses.query).min(other.uses.premises + other.uses.query);
        if rare == 1 && !apart.things(one.name, other.name) {
            classes.join(a, b);
        }
    }
    let thing_renames = self::renames(&things, &classes);
    rename_things(set, &thing_renames, Kind::Misspelling);
    !(renames.is_empty() && thing_renames.is_empty())
}

/// The pairs of which one is a slip of the other, in order. Only names are compared that are the same but
/// for one long word, and of that word the first letter.
fn slipped(found: &[Symbol<'_>]) -> Vec<(usize, usize)> {
    let mut alike: BTreeMap<(usize, Vec<String>), Vec<usize>> = BTreeMap::new();
    for (at, symbol) in found.iter().enumerate() {
        let words = parts(symbol.name);
        for (place, word) in words.iter().enumerate() {
            if word.chars().count() >= SLIP_MIN {
                let mut rest = words.clone();
                rest[place] = word.chars().take(1).collect();
                alike.entry((place, rest)).or_default().push(at);
            }
        }
    }
    let mut pairs = BTreeSet::new();
    for group in alike.values() {
        for (place, &a) in group.iter().enumerate() {
            let later = group[place + 1..].iter();
            let slips = later.filter(|b| is_slip(found[a].name, found[**b].name));
            pairs.extend(slips.map(|&b| (a, b)));
        }
    }
    pairs.into_iter().collect()
}

/// The pairs of which one is the other behind an auxiliary: `IsNovel` and `Novel`.
fn prefixed(found: &[Symbol<'_>]) -> Vec<(usize, usize)> {
    let bare = |name: &str| -> Option<String> {
        ["Is", "is", "Are", "Be"]
            .iter()
            .filter_map(|prefix| name.strip_prefix(prefix))
            .map(|rest| rest.trim_start_matches('_'))
            .find(|rest| rest.len() >= 3 && rest.starts_with(char::is_uppercase))
            .map(squash)
    };
    let mut spelled: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, symbol) in found.iter().enumerate() {
        spelled.entry(squash(symbol.name)).or_default().push(at);
    }
    let mut pairs = Vec::new();
    for (at, symbol) in found.iter().enumerate() {
        let alike = bare(symbol.name).and_then(|bare| spelled.get(&bare));
        let alike = alike.into_iter().flatten().filter(|other| **other != at);
        pairs.extend(alike.map(|&other| (at, other)));
    }
    pairs
}

/// A year is a year, however its name begins.
fn squash_thing(name: &str) -> String {
    let squashed = squash(name);
    for prefix in ["year", "yr", "y"] {
        if let Some(digits) = squashed.strip_prefix(prefix)
            && digits.len() == 4
            && digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            return format!("year{digits}");
        }
    }
    squashed
}

/// One is only asked for where the other is only asserted, so that apart neither does anything.
fn complement(one: &Symbol<'_>, other: &Symbol<'_>) -> bool {
    idle(one) || idle(other)
}

/// Nothing follows from it: it is only asserted, or only asked for.
fn idle(symbol: &Symbol<'_>) -> bool {
    let uses = &symbol.uses;
    uses.asserted == 0 || (uses.asked == 0 && uses.query == 0)
}

/// The words of a name: runs between capitals, underscores and digits.
pub(crate) fn parts(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut lower_before = false;
    let mut digit_before = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            lower_before = false;
            digit_before = false;
            words.push(String::new());
            continue;
        }
        let begins = (c.is_uppercase() && lower_before) || (c.is_ascii_digit() != digit_before);
        if begins || words.is_empty() {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut() {
            last.extend(c.to_lowercase());
        }
        lower_before = c.is_lowercase();
        digit_before = c.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// So many letters has a word that may hold a slip.
const SLIP_MIN: usize = 5;

/// Whether the names differ by one slip in one long word. Short words are never slips of each other:
/// `PilotedIn` is not `PilotedOn`; nor are words that begin otherwise: `Numpus` is not `Tumpus`.
pub(crate) fn is_slip(one: &str, other: &str) -> bool {
    if one.len().abs_diff(other.len()) > 2 {
        return false;
    }
    let (one, other) = (parts(one), parts(other));
    if one.len() != other.len() {
        return false;
    }
    let mut differing = one.iter().zip(&other).filter(|(a, b)| a != b);
    let (Some((a, b)), None) = (differing.next(), differing.next()) else {
        return false;
    };
    let length = a.chars().count().min(b.chars().count());
    if length < SLIP_MIN
        || a.chars().next() != b.chars().next()
        || a.contains(|c: char| c.is_ascii_digit())
    {
        return false;
    }
    let distance = strsim::damerau_levenshtein(a, b);
    distance == 1 || (distance == 2 && length >= 10)
}

/// `NotHappy` where `Happy` is known.
pub(crate) fn negated(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    let mut changes: Vec<(Name, usize, Name)> = Vec::new();
    for (name, arity) in symbols.predicates.keys() {
        let rest = ["Not", "not", "Non", "non"]
            .iter()
            .find_map(|prefix| name.strip_prefix(prefix));
        let Some(rest) = rest else { continue };
        let rest = rest.trim_start_matches('_');
        if rest.len() < 3 || !rest.starts_with(char::is_uppercase) && !name.contains('_') {
            continue;
        }
        let wanted = squash(rest);
        let found = symbols.predicates.keys().find(|(other, n)| {
            n == arity && other != name && {
                let other = squash(other);
                other == wanted || is_plural(&other, &wanted)
            }
        });
        if let Some((other, _)) = found {
            changes.push((name.clone(), *arity, other.clone()));
        }
    }
    for (from, arity, to) in &changes {
        for line in &mut set.lines {
            let mut changed = false;
            if let Some(formula) = &mut line.formula
                && !line.frozen
            {
                walk::each_mut(formula, &mut |part| {
                    if let Formula::Atom {
                        predicate,
                        arguments,
                    } = part
                        && predicate == from
                        && arguments.len() == *arity
                    {
                        *predicate = to.clone();
                        let atom = std::mem::replace(part, Formula::Constant(false));
                        *part = Formula::not(atom);
                        changed = true;
                    }
                });
                if changed {
                    walk::each_mut(formula, &mut super::arity::simplify);
                }
            }
            if changed {
                line.note(Kind::NegatedName, from, &format!("¬{to}"));
            }
        }
    }
    !changes.is_empty()
}
