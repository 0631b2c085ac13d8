//! How many arguments an atom has: which one is the truth value of a program, which one is too much, and
//! which are two.
//!
//! The declared arity decides, else what is observed in all statements; never where a statement
//! stands. Afterwards no atom carries a truth value: a false one is a negation.

use super::{Kind, Place, Repair, Why};
use crate::formula::{Formula, Span, Term};
use crate::repair::names::squash;
use crate::repair::symbols::{Line, Set, Symbols};
use crate::text::Phrase;
use crate::tolerant::terms::is_variable_like;
use crate::tolerant::walk;
use crate::value::{Name, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Words that hold a truth value's place and say nothing.
const PLACEHOLDERS: &[&str] = &["bool", "boolean", "x", "y", "truth", "value", "_"];

/// Words for a truth value that nobody knows, as they are squashed.
const UNKNOWN: &[&str] = &[
    "unknown",
    "notknown",
    "unclear",
    "uncertain",
    "unsure",
    "notsure",
    "undetermined",
    "indeterminate",
    "undecided",
    "undefined",
    "unspecified",
    "notspecified",
    "maybe",
    "perhaps",
    "possible",
    "possibly",
    "probable",
    "probably",
    "likely",
    "none",
    "null",
    "nil",
    "na",
    "nan",
    "unk",
    "tbd",
    "inconnu",
    "inconnue",
    "incertain",
    "incertaine",
    "indetermine",
    "indeterminee",
    "indefini",
    "indefinie",
    "peutetre",
    "possiblement",
    "probablement",
    "nsp",
];

/// Whether a word says that nobody knows whether something is so.
pub(crate) fn says_unknown(word: &str) -> bool {
    word == "?" || UNKNOWN.contains(&squash(word).as_str())
}

/// How many things a predicate is about, by declaration and by use.
#[derive(Default)]
struct Uses {
    /// (things, ended in a truth value) -> how often.
    seen: BTreeMap<(usize, bool), usize>,
}

impl Uses {
    /// Whether uses with so many things outnumber those with one more and no truth value.
    fn support(&self, things: usize) -> bool {
        let count = |key| self.seen.get(&key).copied().unwrap_or_default();
        let shorter = count((things, true)) + count((things, false));
        outnumbers(shorter, count((things + 1, false)))
    }

    /// What most uses say; those with a truth value count most, fewer things win a tie.
    fn settled(&self) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for ((things, valued), count) in &self.seen {
            let weight = if *valued { count * 1000 } else { *count };
            if best.is_none_or(|(found, _)| weight > found) {
                best = Some((weight, *things));
            }
        }
        best.map(|(_, things)| things)
    }
}

/// By so many uses one arity must be ahead of another before an argument may be left out.
const LEAD_MIN: usize = 2;

fn outnumbers(shorter: usize, longer: usize) -> bool {
    shorter >= longer + LEAD_MIN
}

pub(crate) fn settle(set: &mut Set<'_>) {
    let mut uses: BTreeMap<Name, Uses> = BTreeMap::new();
    for line in &set.lines {
        let Some(formula) = &line.formula else {
            continue;
        };
        walk::each(formula, &mut |part| {
            if let Formula::Atom {
                predicate,
                arguments,
            } = part
            {
                let (things, valued) = match arguments.split_last() {
                    Some((Term::Constant(Value::Bool(_)), things)) => (things.len(), true),
                    Some((last, things)) if is_placeholder(last) && !things.is_empty() => {
                        (things.len(), false)
                    }
                    Some(_) | None => (arguments.len(), false),
                };
                let seen = &mut uses.entry(predicate.clone()).or_default().seen;
                *seen.entry((things, valued)).or_default() += 1;
            }
        });
    }
    let things = things(set);
    for line in &mut set.lines {
        let Some(mut formula) = line.formula.take() else {
            continue;
        };
        let mut odd: Vec<(Name, String)> = Vec::new();
        let mut unknown: Option<Name> = None;
        let mut nested: Vec<(Name, String)> = Vec::new();
        walk::each_mut(&mut formula, &mut |part| {
            let Formula::Atom {
                predicate,
                arguments,
            } = part
            else {
                return;
            };
            for argument in arguments.iter_mut() {
                // Programs know no functions: where a property is written so, the thing it is about is
                // meant.
                if let Term::Function { name, arguments } = argument
                    && (set.declared.contains(name)
                        || uses.contains_key(name)
                        || matches!(arguments.last(), Some(Term::Constant(Value::Bool(_)))))
                    && let Some(first) = arguments.first()
                {
                    nested.push((name.clone(), first.to_string()));
                    *argument = first.clone();
                }
            }
            let declared = set.declared.arity(predicate);
            let seen = uses.get(predicate);
            let expected = declared
                .map(|(things, _)| things)
                .or_else(|| seen.and_then(Uses::settled));
            // What is known as a thing elsewhere holds no truth value's place, whatever was declared.
            let expected = match arguments.last() {
                Some(Term::Unresolved(name, _)) if things.contains(name) => Some(arguments.len()),
                Some(Term::Variable(_)) => Some(arguments.len()),
                Some(_) | None => expected,
            };
            let supported = expected.filter(|things| {
                declared.is_some() || seen.is_some_and(|seen| seen.support(*things))
            });
            let taken = take_truth(arguments, expected, supported, declared);
            if taken.unknown {
                unknown = Some(predicate.clone());
            }
            if taken.odd {
                let mut list: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                // One that is too much is left out of the record, one that was missing put in.
                if !taken.written {
                    list.push("True".to_owned());
                }
                let sign = if taken.truth { "" } else { "¬" };
                let after = format!("{sign}{predicate}({})", list.join(", "));
                odd.push((predicate.clone(), after));
            }
            if !taken.truth {
                let atom = std::mem::replace(part, Formula::Constant(false));
                *part = Formula::not(atom);
            }
        });
        walk::each_mut(&mut formula, &mut simplify);
        // A query with it asks which it is; said of a statement, it says that the statement says nothing.
        if let Some(predicate) = unknown.filter(|_| line.place != Place::Query) {
            set_aside(line, &predicate, formula);
            continue;
        }
        for (name, after) in nested {
            let span = line.span_of_atom(&name).unwrap_or_else(|| line.whole());
            let before = line.text.get(span.start..span.end).unwrap_or_default();
            let repair = Repair::new(Kind::NestedTerm, span, before, &after);
            line.repairs.push(repair.at(line.place.clone()));
        }
        // A sentence has no truth values to be odd.
        let is_prose = line.repairs.iter().any(|repair| repair.kind == Kind::Prose);
        for (predicate, after) in odd {
            // Another atom of the same name may be written as this one should have been.
            let other = |span: &Span| line.text.get(span.start..span.end) == Some(after.as_str());
            let span = match line.span_of_atom(&predicate) {
                Some(span) if !other(&span) => span,
                None if is_prose => continue,
                Some(_) | None => line.whole(),
            };
            let before = line.text.get(span.start..span.end).unwrap_or_default();
            let repair = Repair::new(Kind::TruthValue, span, before, &after);
            line.repairs.push(repair.at(line.place.clone()));
        }
        line.formula = Some(formula);
    }
}

/// The same where formulas carry no truth values: `Happy(lou, Unknown)` beside `Happy(ann)` is one.
pub(crate) fn doubt(set: &mut Set<'_>) {
    let used = set.predicates();
    let Set {
        declared, lines, ..
    } = set;
    for line in lines.iter_mut().filter(|line| line.place != Place::Query) {
        let mut doubted = None;
        let Some(mut formula) = line.formula.take() else {
            continue;
        };
        walk::each_mut(&mut formula, &mut |part| {
            let Formula::Atom {
                predicate,
                arguments,
            } = part
            else {
                return;
            };
            let Some((last, things)) = arguments.split_last() else {
                return;
            };
            let shorter = match declared.arity(predicate) {
                Some((count, _)) => count == things.len(),
                None => used.contains(&(predicate.clone(), things.len())),
            };
            if !things.is_empty() && shorter && is_unknown(last) {
                doubted = Some(predicate.clone());
                arguments.pop();
            }
        });
        match doubted {
            Some(predicate) => set_aside(line, &predicate, formula),
            None => line.formula = Some(formula),
        }
    }
}

/// A statement whose truth nobody knows.
fn set_aside(line: &mut Line<'_>, predicate: &Name, formula: Formula) {
    let span = line.span_of_atom(predicate).unwrap_or_else(|| line.whole());
    let mut repair = Repair::quarantine(span, line.text, "", Why::UnknownTruth);
    repair.place = line.place.clone();
    line.repairs = vec![repair];
    line.unread = Some(formula);
}

/// Names that stand first in some atom: those are things.
fn things(set: &Set<'_>) -> BTreeSet<Name> {
    let mut things = BTreeSet::new();
    for line in &set.lines {
        let Some(formula) = &line.formula else {
            continue;
        };
        walk::each(formula, &mut |part| {
            if let Formula::Atom { arguments, .. } = part
                && let Some((Term::Unresolved(name, _), rest)) = arguments.split_first()
                && !rest.is_empty()
            {
                things.insert(name.clone());
            }
        });
    }
    things
}

fn is_placeholder(term: &Term) -> bool {
    let holds = |name: &str| PLACEHOLDERS.contains(&name.to_ascii_lowercase().as_str());
    matches!(term, Term::Unresolved(name, _) if holds(name)) || is_unknown(term)
}

fn is_unknown(term: &Term) -> bool {
    matches!(term, Term::Unresolved(name, _) if says_unknown(name))
}

/// Whether what stands for a truth value is a no, in whatever spelling.
fn says_false(term: &Term) -> bool {
    const SPELLINGS: [&str; 17] = [
        "false",
        "flase",
        "fasle",
        "no",
        "not",
        "n",
        "f",
        "0",
        "faux",
        "fausse",
        "non",
        "untrue",
        "nottrue",
        "isfalse",
        "isnottrue",
        "falsenot",
        "never",
    ];
    SPELLINGS.contains(&squash(&term.to_string()).as_str())
}

/// What an atom's truth value was.
struct Taken {
    truth: bool,
    written: bool,
    /// It was missing, odd or out of place.
    odd: bool,
    /// It says that nobody knows.
    unknown: bool,
}

/// Takes the truth value off an atom. `supported` is how many things it is about where that is more than
/// likely; only then may a name in the last place be taken for a truth value.
fn take_truth(
    arguments: &mut Vec<Term>,
    expected: Option<usize>,
    supported: Option<usize>,
    declared: Option<(usize, bool)>,
) -> Taken {
    if let Some(Term::Constant(Value::Bool(truth))) = arguments.last() {
        let truth = *truth;
        arguments.pop();
        let mut odd = declared.is_some_and(|(_, valued)| !valued);
        // A second truth value behind the first is an echo of it.
        while let Some(Term::Constant(Value::Bool(_))) = arguments.last() {
            arguments.pop();
            odd = true;
        }
        return Taken {
            truth,
            written: true,
            odd,
            unknown: false,
        };
    }
    let count = arguments.len();
    let placeholder = arguments.last().is_some_and(is_placeholder);
    let one_more = |things: Option<usize>| things.is_some_and(|things| things + 1 == count);
    let replaced = count > 1 && (placeholder && expected != Some(count) || one_more(supported));
    let denied = replaced && arguments.last().is_some_and(says_false);
    let unknown = replaced && arguments.last().is_some_and(is_unknown);
    if replaced {
        arguments.pop();
    }
    let plain = declared.is_some_and(|(things, valued)| things == count && !valued);
    Taken {
        truth: !denied,
        written: false,
        odd: replaced || !plain,
        unknown,
    }
}

/// Double negations and conclusions that are `false`.
pub(crate) fn simplify(part: &mut Formula) {
    if let Formula::Not(body) = part {
        if let Formula::Not(inner) = &mut **body {
            *part = std::mem::replace(&mut **inner, Formula::Constant(true));
        }
    } else if let Formula::Implies(left, right) = part
        && let Formula::Constant(truth) = **right
    {
        let condition = std::mem::replace(&mut **left, Formula::Constant(true));
        *part = if truth {
            condition
        } else {
            walk::negated(condition)
        };
    }
}

/// One name with two arities: an argument that never varies, and that the shorter uses do without, is
/// left out of the longer ones, where a declaration or many more uses say so.
pub(crate) fn reconcile(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    shorten(set, symbols, false)
}

/// The same on less: one use of each may be all there is.
pub(crate) fn guess(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    shorten(set, symbols, true)
}

fn shorten(set: &mut Set<'_>, symbols: &Symbols, guess: bool) -> bool {
    let mut changed = false;
    for ((name, arity), longer) in &symbols.predicates {
        let shorter = arity.checked_sub(1).filter(|shorter| *shorter > 0);
        let shorter = shorter.and_then(|n| symbols.predicates.get(&(name.clone(), n)));
        let Some(shorter) = shorter.filter(|_| !symbols.has(name, arity + 1)) else {
            continue;
        };
        let supported = match set.declared.arity(name) {
            Some((things, _)) if things == *arity => continue,
            Some((things, _)) if things + 1 == *arity => true,
            Some(_) | None => outnumbers(
                shorter.premises + shorter.query,
                longer.premises + longer.query,
            ),
        };
        if supported != guess
            && let Some(at) = idle(set, name, *arity)
        {
            leave_out(set, name, *arity, at, guess);
            changed = true;
        }
    }
    changed
}

/// The one place of a predicate that always holds the same thing, of which nothing else speaks, and
/// without which its longer uses fit a shorter one.
fn idle(set: &Set<'_>, name: &Name, arity: usize) -> Option<usize> {
    let mut long: Vec<&Vec<Term>> = Vec::new();
    let mut short: Vec<&Vec<Term>> = Vec::new();
    let mut elsewhere: BTreeSet<&Term> = BTreeSet::new();
    for line in &set.lines {
        let Some(formula) = &line.formula else {
            continue;
        };
        walk::each(formula, &mut |part| {
            let Formula::Atom {
                predicate,
                arguments,
            } = part
            else {
                return;
            };
            if predicate == name && arguments.len() == arity {
                long.push(arguments);
            } else {
                elsewhere.extend(arguments);
                if predicate == name && arguments.len() + 1 == arity {
                    short.push(arguments);
                }
            }
        });
    }
    let first = *long.first()?;
    let fit = |long: &[Term], short: &[Term], at: usize| {
        let rest = long.iter().enumerate().filter(|(place, _)| *place != at);
        rest.zip(short).all(|((_, one), other)| {
            let things = matches!((one, other), (Term::Constant(_), Term::Constant(_)));
            !things || one == other
        })
    };
    let fits = |at: usize| {
        let mut uses = long.iter();
        uses.any(|long| short.iter().any(|short| fit(long, short, at)))
    };
    let mut idle = (0..arity).filter(|at| {
        let held = &first[*at];
        matches!(held, Term::Constant(_))
            // What says how true the rest is cannot be left out.
            && !says_false(held)
            && !says_unknown(&held.to_string())
            && long.iter().all(|arguments| arguments[*at] == *held)
            && !elsewhere.contains(held)
            && fits(*at)
    });
    match (idle.next(), idle.next()) {
        (Some(at), None) => Some(at),
        (Some(_), Some(_)) | (None, _) => None,
    }
}

fn leave_out(set: &mut Set<'_>, name: &Name, arity: usize, at: usize, guess: bool) {
    for line in &mut set.lines {
        let mut dropped = None;
        if let Some(formula) = &mut line.formula
            && !line.frozen
        {
            walk::each_mut(formula, &mut |part| {
                if let Formula::Atom {
                    predicate,
                    arguments,
                } = part
                    && predicate == name
                    && arguments.len() == arity
                {
                    dropped = Some(arguments.remove(at));
                }
            });
        }
        if let Some(dropped) = dropped {
            let shorter = arity - 1;
            line.rewritten(
                Kind::Arity,
                Phrase::new(
                    format!("`{name}` has {arity} arguments here and {shorter} elsewhere: `{dropped}`, which never varies, was left out"),
                    format!("`{name}` a {arity} arguments ici et {shorter} ailleurs : `{dropped}`, qui ne varie jamais, a été omis"),
                ),
            );
            if guess && let Some(repair) = line.repairs.pop() {
                line.repairs.push(repair.guessed());
            }
        }
    }
}

/// `Loves(john mary)` where `Loves` takes two: words that were read as one name are as many things as
/// make the number of arguments that is declared or used elsewhere. A name that stands in another atom as
/// well is one name.
pub(crate) fn part(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    let Set {
        declared, lines, ..
    } = set;
    let mut changed = false;
    for line in lines.iter_mut().filter(|line| !line.frozen) {
        let spaced = spaced_names(line);
        let Some(formula) = line.formula.as_mut().filter(|_| !spaced.is_empty()) else {
            continue;
        };
        let mut parted: Vec<(Name, Name)> = Vec::new();
        walk::each_mut(formula, &mut |part| {
            let Formula::Atom {
                predicate,
                arguments,
            } = part
            else {
                return;
            };
            let (split, names) = split(arguments, &spaced);
            let expected = match declared.arity(predicate) {
                Some((things, _)) => things == split.len(),
                None => symbols.has(predicate, split.len()),
            };
            let uses = |name: &Name| {
                let seen = symbols.things.get(name).copied().unwrap_or_default();
                seen.premises + seen.query
            };
            if split.len() > arguments.len() && expected && names.iter().all(|name| uses(name) == 1)
            {
                *arguments = split;
                parted.extend(names.into_iter().map(|name| (name, predicate.clone())));
            }
        });
        changed |= !parted.is_empty();
        for (name, predicate) in parted {
            note_parted(line, &name, &predicate, &spaced[&name]);
        }
    }
    changed
}

/// The names of a statement that were written as several words, with those words.
fn spaced_names(line: &Line<'_>) -> BTreeMap<Name, Vec<Name>> {
    let odd = line.repairs.iter().filter(|repair| {
        let plain = |c: char| c.is_alphanumeric() || c == '_' || c == ' ';
        repair.kind == Kind::OddName && repair.before.chars().all(plain)
    });
    odd.filter_map(|repair| {
        let words: Vec<Name> = repair.before.split_whitespace().map(Name::new).collect();
        let several = words.len() > 1 && !words.iter().any(|word| is_variable_like(word));
        let joined: Vec<&str> = words.iter().map(Name::as_str).collect();
        let joined = Name::from(joined.join("_"));
        several.then_some((joined, words))
    })
    .collect()
}

/// The arguments with each such name parted, and which were.
fn split(arguments: &[Term], spaced: &BTreeMap<Name, Vec<Name>>) -> (Vec<Term>, Vec<Name>) {
    let (mut terms, mut names) = (Vec::new(), Vec::new());
    for argument in arguments {
        if let Term::Constant(Value::Entity(name)) = argument
            && let Some(words) = spaced.get(name)
        {
            terms.extend(words.iter().map(Term::entity));
            names.push(name.clone());
        } else {
            terms.push(argument.clone());
        }
    }
    (terms, names)
}

/// That two things were meant takes the place of the note that they are one name.
fn note_parted(line: &mut Line<'_>, name: &Name, predicate: &Name, words: &[Name]) {
    let is_note = |repair: &Repair| {
        let joined = repair.before.split_whitespace().collect::<Vec<_>>();
        repair.kind == Kind::OddName && joined.join("_") == **name
    };
    let Some(at) = line.repairs.iter().position(is_note) else {
        return;
    };
    let odd = line.repairs.remove(at);
    let after: Vec<&str> = words.iter().map(Name::as_str).collect();
    let repair = Repair::new(Kind::MissingComma, odd.span, &odd.before, &after.join(", "));
    let reason = Phrase::new(
        format!("`{predicate}` has that many arguments elsewhere, so several were meant"),
        format!("`{predicate}` a autant d'arguments ailleurs : plusieurs sont visés"),
    );
    line.repairs
        .push(repair.because(reason).at(line.place.clone()));
}
