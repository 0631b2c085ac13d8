//! The query's own sentence: it may change the query's sign, never its symbols.

use super::names::{is_inflected, is_plural, parts, squash};
use super::plain::{self, Topic};
use super::symbols::{Set, Symbols};
use super::{Kind, Repair};
use crate::formula::{Formula, Span, Term};
use crate::tolerant::walk;
use crate::value::Value;
use std::collections::BTreeSet;

/// Words that deny something inside themselves, or whose reach nobody can tell.
const UNCLEAR: &[&str] = &[
    "if",
    "unless",
    "without",
    "except",
    "only",
    "lack",
    "lacks",
    "fail",
    "fails",
    "failed",
    "false",
    "untrue",
    "wrong",
    "incorrect",
    "impossible",
    "unlikely",
    "doubtful",
    "hardly",
    "barely",
    "scarcely",
    "rarely",
    "seldom",
    "few",
    "little",
    "refuse",
    "refuses",
    "dislike",
    "dislikes",
    "other",
    "instead",
    "rather",
    "far",
    "anything",
    "sauf",
    "sans",
    "seul",
    "seule",
    "seuls",
    "seulement",
    "sinon",
    "faux",
    "refuse",
    "refusent",
    "impossible",
    "peu",
    "rarement",
    "guere",
    "loin",
];
/// Verbs that deny what they speak of, by how they begin.
const DENYING: &[&str] = &[
    "doubt",
    "deny",
    "denie",
    "refut",
    "reject",
    "disput",
    "disagre",
    "disprov",
    "disbeliev",
    "contradict",
    "forbid",
    "forbad",
    "prohibit",
    "prevent",
    "avoid",
    "ceas",
    "stopped",
    "neglect",
    "doute",
    "doutent",
    "nie",
    "nient",
    "conteste",
    "rejette",
    "interdi",
    "empeche",
    "evite",
];
/// Verbs whose object may be a whole sentence.
const REPORTING: &[&str] = &[
    "think", "thinks", "believe", "believes", "say", "says", "said", "know", "knows", "claim",
    "claims", "suppose", "supposes", "assume", "assumes", "hope", "hopes", "pense", "pensent",
    "croit", "croient", "dit", "disent", "sait", "savent",
];
const BEING: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "am", "isn", "aren",
];
/// Words that open a clause within a sentence. Whether a negation belongs to that clause or to the
/// sentence, its words alone do not tell.
const CLAUSES: &[&str] = &[
    "who",
    "whom",
    "whose",
    "which",
    "that",
    "where",
    "when",
    "whenever",
    "while",
    "whereas",
    "whether",
    "because",
    "since",
    "although",
    "though",
    "but",
    "yet",
    "however",
    "so",
    "than",
    "qui",
    "que",
    "qu",
    "dont",
    "ou",
    "lequel",
    "laquelle",
    "lesquels",
    "lesquelles",
    "quand",
    "lorsque",
    "puisque",
    "parce",
    "car",
    "mais",
    "tandis",
    "bien",
    "quoique",
];
/// French denies with `ne` and one of these.
const MARKS: &[&str] = &[
    "pas", "jamais", "aucun", "aucune", "rien", "personne", "nul", "nulle", "plus", "point", "ni",
];
pub(super) const PREFIXES: &[&str] = &["un", "in", "im", "il", "ir", "dis", "non", "mis", "mal"];
/// Words inside a name that deny the rest of it.
const DENIED: &[&str] = &[
    "non", "not", "no", "never", "un", "without", "isnt", "cannot", "pas", "sans",
];

/// Beginnings that deny all the rest.
const DENIALS: &[&[&str]] = &[
    &["it", "is", "false", "that"],
    &["it", "is", "untrue", "that"],
    &["it", "is", "not", "true", "that"],
    &["it", "is", "not", "the", "case", "that"],
    &["it", "isn", "t", "true", "that"],
    &["il", "est", "faux", "que"],
    &["il", "est", "faux", "qu"],
    &["il", "n", "est", "pas", "vrai", "que"],
    &["il", "n", "est", "pas", "vrai", "qu"],
];

/// Whether the sentence denies what a formula is about, if that can be told: an odd number of negations,
/// each of which is bound to the verb or to what the formula speaks of, and no word that makes their
/// reach unclear.
fn denies(sentence: &str, formula: &Formula) -> Option<bool> {
    let all = plain::clause(sentence)?;
    let topic = Topic::of(formula);
    if !topic.is_said(&all) {
        return None;
    }
    let denied = DENIALS.iter().find(|denial| starts_with(&all, denial));
    let words = &all[denied.map_or(0, |denial| denial.len())..];
    let said = |list: &[&str]| words.iter().filter(|w| list.contains(&w.as_str())).count();
    let (particles, marks) = (said(&["ne", "n"]), said(MARKS));
    // `ne … que` says "only"; a lone `n` is no French.
    if said(&["ne"]) > 0 && marks == 0 {
        return None;
    }
    // Without its particle only these deny.
    let mut count = match particles.min(marks) {
        0 => said(&["aucun", "aucune", "jamais"]),
        denied => denied,
    };
    count += usize::from(denied.is_some());
    let (mut joined, mut unclear) = (false, false);
    let mut prefixed = false;
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            // "Not smoking" is a clause of its own, unless it says what somebody is doing.
            "not" | "never"
                if words.get(at + 1).is_some_and(|next| next.ends_with("ing"))
                    && !(at > 0 && BEING.contains(&words[at - 1].as_str())) =>
            {
                return None;
            }
            "not" | "never" if !plain::denies_the_verb(words, at, &topic) => return None,
            "no" | "none" | "nobody" | "nothing" | "neither" | "nowhere"
                if !plain::denies_a_part(words, at, &topic) =>
            {
                return None;
            }
            "not" | "never" | "cannot" | "no" | "none" | "nobody" | "nothing" | "neither"
            | "nowhere" => count += 1,
            // `isn't` is read as `isn`, `t`.
            "t" if at > 0 && words[at - 1].ends_with('n') => {
                if plain::is_limited(words, at, &topic) {
                    return None;
                }
                count += 1;
            }
            mark if particles > 0 && MARKS.contains(&mark) => {
                if plain::is_limited(words, at, &topic) || at == 0 && !topic.open {
                    return None;
                }
            }
            "either" | "or" | "nor" | "and" | "et" | "ou" | "ni" => joined = true,
            other if UNCLEAR.contains(&other) => return None,
            // What nobody says may still be so.
            other if REPORTING.contains(&other) && !is_named(other, formula) => unclear = true,
            other if DENYING.iter().any(|begin| other.starts_with(begin)) => return None,
            other => {
                joined |= CLAUSES.contains(&other);
                prefixed |= other.len() > 6 && PREFIXES.iter().any(|p| other.starts_with(p));
            }
        }
    }
    let within = denied_within(words, formula)?;
    // A name that denies says the contrary of a sentence without a negation, unless it only looks so.
    if within > 0 && count == 0 {
        return None;
    }
    // "Not unhappy" denies twice what a formula says of the happy.
    if count > 0 {
        let inside = words.iter().filter(|word| denies_inside(word, formula));
        count += inside.count() + within;
    }
    match (count, joined || unclear, prefixed) {
        // Nothing is denied anywhere.
        (0, _, false) => plain::affirms(words, &topic).then_some(false),
        (0, _, true) => None,
        (_, true, _) => None,
        (_, false, _) => Some(count % 2 == 1),
    }
}

/// How many words of the predicates' names deny a word of the sentence: `Unhappy`, `NonStop`, `Careless`
/// beside "happy", "stop", "careful". Nothing when a name looks like a denial of something else.
fn denied_within(words: &[String], formula: &Formula) -> Option<usize> {
    let said = |stem: &str| {
        let begin: String = stem.chars().take(5).collect();
        words.iter().any(|word| word.starts_with(&begin))
    };
    let mut found = 0;
    let mut sure = true;
    walk::each(formula, &mut |part| {
        let Formula::Atom { predicate, .. } = part else {
            return;
        };
        for name in parts(predicate).iter().map(|part| squash(part)) {
            if DENIED.contains(&name.as_str()) {
                found += 1;
                continue;
            }
            if words.contains(&name) {
                continue;
            }
            let stems = PREFIXES
                .iter()
                .filter_map(|prefix| name.strip_prefix(prefix));
            let stems: Vec<&str> = stems.chain(name.strip_suffix("less")).collect();
            let mut long = stems.iter().filter(|stem| stem.chars().count() > 2);
            if long.any(|stem| said(stem)) {
                found += 1;
            } else if name.len() > 6 && !stems.is_empty() && !said(&name) {
                sure = false;
            }
        }
    });
    sure.then_some(found)
}

fn starts_with(words: &[String], beginning: &[&str]) -> bool {
    words.len() > beginning.len()
        && words
            .iter()
            .zip(beginning)
            .all(|(word, begun)| word == begun)
}

/// Whether a word is the opposite of one that a predicate is named after.
fn denies_inside(word: &str, formula: &Formula) -> bool {
    let mut stems = PREFIXES
        .iter()
        .filter_map(|prefix| word.strip_prefix(prefix));
    stems.any(|stem| stem.len() > 3 && is_part(stem, formula)) && !is_part(word, formula)
}

/// The same of a word in any form.
fn is_named(word: &str, formula: &Formula) -> bool {
    let mut found = false;
    walk::each(formula, &mut |part| {
        if let Formula::Atom { predicate, .. } = part {
            found |= parts(predicate)
                .iter()
                .any(|part| part == word || is_plural(part, word) || is_inflected(part, word));
        }
    });
    found
}

/// Whether a predicate is named after a word.
fn is_part(word: &str, formula: &Formula) -> bool {
    let mut found = false;
    walk::each(formula, &mut |part| {
        if let Formula::Atom { predicate, .. } = part {
            found |= parts(predicate).iter().any(|part| part == word);
        }
    });
    found
}

fn is_plain(formula: &Formula) -> bool {
    let mut plain = true;
    walk::each(formula, &mut |part| {
        plain &= matches!(
            part,
            Formula::Atom { .. } | Formula::Compare(..) | Formula::And(_) | Formula::Exists { .. }
        );
    });
    plain
}

/// A lone literal, and whether it is negated.
fn sign(formula: &Formula) -> Option<bool> {
    match formula {
        Formula::Atom { .. } | Formula::Compare(..) => Some(true),
        Formula::Not(body) => sign(body).map(|sign| !sign),
        // "Some are not" denies nothing as a whole.
        Formula::Exists { body, .. } => is_plain(body).then_some(true),
        Formula::Forall { .. }
        | Formula::Constant(_)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Xor(..) => None,
    }
}

/// Every thing that is named in the set.
fn named_things(set: &Set<'_>) -> BTreeSet<String> {
    let mut things = BTreeSet::new();
    for formula in set.lines.iter().filter_map(|line| line.formula.as_ref()) {
        formula.visit_terms(&mut |term| {
            if let Term::Constant(Value::Entity(name)) = term {
                things.insert(squash(name));
            }
        });
    }
    things
}

/// Whether the sentence begins with a named thing that is not the one the formula speaks of first.
fn is_about_another(sentence: &str, formula: &Formula, things: &BTreeSet<String>) -> bool {
    let mut first = None;
    walk::each(formula, &mut |part| {
        if let Formula::Atom { arguments, .. } = part
            && let Some(Term::Constant(Value::Entity(name))) = arguments.first()
        {
            first = first.take().or(Some(squash(name)));
        }
    });
    let (Some(first), Some(words)) = (first, plain::clause(sentence)) else {
        return false;
    };
    let denied = DENIALS.iter().find(|denial| starts_with(&words, denial));
    let words = &words[denied.map_or(0, |denial| denial.len())..];
    let subject = plain::subject(words, &Topic::of(formula));
    let named = |words: &[String], thing: &str| {
        let mut starts = 0..words.len();
        starts.any(|start| {
            let mut rest = thing;
            let mut words = words[start..].iter();
            while !rest.is_empty() {
                match words
                    .next()
                    .and_then(|word| rest.strip_prefix(word.as_str()))
                {
                    Some(after) => rest = after,
                    None => return false,
                }
            }
            true
        })
    };
    // "Al is not liked by Bo" says it of Bo.
    let by = words.iter().position(|word| word == "by" || word == "par");
    let agent = by.is_some_and(|by| named(&words[by + 1..], &first));
    !agent && !named(subject, &first) && things.iter().any(|thing| named(subject, thing))
}

pub(crate) fn settle(set: &mut Set<'_>, _: &Symbols) -> bool {
    let things = named_things(set);
    let (Some(sentence), Some(query)) = (set.sentence, set.lines.last_mut()) else {
        return false;
    };
    let Some(formula) = query.formula.as_ref().filter(|_| !query.frozen) else {
        return false;
    };
    let (Some(denies), Some(positive)) = (denies(sentence, formula), sign(formula)) else {
        return false;
    };
    if positive != denies || is_about_another(sentence, formula, &things) {
        return false;
    }
    let repaired = walk::negated(formula.clone());
    let whole = Span::new(0, query.text.len());
    let after = repaired.to_string();
    let repair = Repair::new(Kind::QuerySign, whole, query.text, &after).at(query.place.clone());
    query.repairs.push(repair);
    query.formula = Some(repaired);
    true
}
