//! Plain sentences among formulas: "Max is a wumpus.", "All rough, blue things are red."
//!
//! A copula makes a sentence readable here, and so does a verb whose object has an article. Anything
//! else is left to the caller, which sets the statement aside with its reason rather than guess.

use super::grammar::{Parser, Read};
use super::token::Kind as Tok;
use crate::formula::{Formula, Span, Term};
use crate::repair::Kind;
use crate::value::Name;

/// The most words before the verb.
const SUBJECT_MAX: usize = 6;

const VERBS: &[&str] = &["is", "are", "was", "were"];
const EVERY: &[&str] = &["all", "every", "each", "any"];
const ANYBODY: &[&str] = &[
    "someone",
    "something",
    "somebody",
    "they",
    "it",
    "he",
    "she",
    "everyone",
    "everything",
];
/// Nouns that add nothing to the adjectives before them.
const FILLERS: &[&str] = &["thing", "things", "people", "person", "one", "ones"];
const ARTICLES: &[&str] = &["a", "an", "the"];
const STOPS: &[&str] = &[
    "and", "or", "then", "if", "but", "is", "are", "not", "implies", "nor", "unless", "only",
];

/// Words that no thing and no property is named after.
const EMPTY: &[&str] = &[
    "what",
    "that",
    "this",
    "here",
    "there",
    "who",
    "which",
    "how",
    "why",
    "as",
    "because",
    "follows",
    "following",
    "statement",
    "true",
    "false",
    "either",
    "neither",
];

/// Words that deny or count in a way that no plain clause here says: what holds one is set aside.
const UNSAID: &[&str] = &[
    "no",
    "none",
    "nobody",
    "nothing",
    "never",
    "neither",
    "nor",
    "cannot",
    "some",
    "few",
    "most",
    "many",
    "several",
    "almost",
    "hardly",
    "possibly",
    "perhaps",
    "maybe",
    "only",
    "except",
    "excepting",
    "besides",
    "without",
];

/// Whether the clause that begins here denies or counts in such a way.
fn denies_or_counts(parser: &Parser<'_>) -> bool {
    let names = (parser.at..).take_while(|at| {
        let name = parser.tokens.get(*at).is_some_and(|t| t.kind == Tok::Name);
        name && !parser.is_word(
            *at,
            &["and", "or", "then", "if", "but", "implies", "unless"],
        )
    });
    names.take(4 * SUBJECT_MAX).any(|at| {
        let word = parser.text_at(at);
        parser.is_word(at, UNSAID) || word.ends_with("n't") || word.ends_with("n’t")
    })
}

/// A clause, or nothing when none begins here.
pub(super) fn clause(parser: &mut Parser<'_>) -> Read<Option<Formula>> {
    if denies_or_counts(parser) {
        return Ok(None);
    }
    match copula(parser)? {
        Some(formula) => Ok(Some(formula)),
        None => Ok(action(parser)),
    }
}

/// "The cat does not eat the lion": a subject, a verb, and an object with its article.
fn action(parser: &mut Parser<'_>) -> Option<Formula> {
    let start = parser.at;
    let mut end = start;
    while parser.tokens.get(end).is_some_and(|t| t.kind == Tok::Name)
        && !parser.is_word(end, &["and", "or", "then", "if", "nor", "unless", "only"])
        && end < start + 2 * SUBJECT_MAX
    {
        end += 1;
    }
    // The object's article is the last one, and the verb stands before it.
    let article = (start + 2..end.saturating_sub(1))
        .rev()
        .find(|at| parser.is_word(*at, &["the"]))?;
    let verb = article - 1;
    let mut before = verb;
    let negated = before >= start + 3
        && parser.is_word(before - 1, &["not"])
        && parser.is_word(before - 2, &["do", "does", "did"]);
    before -= if negated { 2 } else { 0 };
    // "A dog is in the garden" has another verb.
    if (start..end).any(|at| parser.is_word(at, VERBS)) {
        return None;
    }
    let words: Vec<&str> = (start..before)
        .filter(|at| !parser.is_word(*at, ARTICLES))
        .map(|at| parser.text_at(at))
        .collect();
    let anybody = words.len() == 1 && ANYBODY.iter().any(|w| w.eq_ignore_ascii_case(words[0]));
    let subject = subject(&words, anybody)?;
    let object: Vec<&str> = (article + 1..end).map(|at| parser.text_at(at)).collect();
    if object.len() > 3 {
        return None;
    }
    let object = Term::Unresolved(Name::from(object.join("_")), Span::new(0, 0));
    let atom = Formula::Atom {
        predicate: capital(parser.text_at(verb)),
        arguments: vec![subject, object],
    };
    let formula = if negated { Formula::not(atom) } else { atom };
    let span = parser.tokens[start].span.to(parser.tokens[end - 1].span);
    parser.at = end;
    let after = formula.to_string();
    parser.edit(Kind::Prose, span, &after);
    Some(formula)
}

/// A clause with a copula.
fn copula(parser: &mut Parser<'_>) -> Read<Option<Formula>> {
    let start = parser.at;
    // "A dog is an animal" says it of every dog.
    let indefinite = parser.is_word(start, &["a", "an"]);
    let universal = parser.is_word(start, EVERY) || indefinite;
    let mut verb = start;
    let mut listed = false;
    while verb < start + SUBJECT_MAX + 1 && !parser.is_word(verb, VERBS) {
        let kind = parser.tokens.get(verb).map(|token| token.kind);
        let variable = verb == start && kind == Some(Tok::Variable);
        if !(kind == Some(Tok::Name) || variable || verb > start && kind == Some(Tok::Comma)) {
            return Ok(None);
        }
        listed |= kind == Some(Tok::Comma);
        // "All men but Al" are not all of them.
        if parser.is_word(verb, &["but", "or", "nor"]) {
            return Ok(None);
        }
        // "Bob thinks the cat is blue" says it of no cat.
        if verb > start + usize::from(universal) && parser.is_word(verb, ARTICLES) {
            return Ok(None);
        }
        verb += 1;
    }
    if verb == start || !parser.is_word(verb, VERBS) {
        return Ok(None);
    }
    if indefinite && !(parser.is_word(verb, &["is"]) && is_a_kind(parser, verb + 1)) {
        return Ok(None);
    }
    let plural = parser.is_word(verb, &["are", "were"]);
    // "Big, furry things are kind" lists what they are; "Today, Bob is kind" does not.
    if listed && !universal && !plural {
        return Ok(None);
    }
    let words: Vec<&str> = (start..verb)
        .filter(|at| parser.tokens[*at].kind == Tok::Name && !parser.is_word(*at, ARTICLES))
        .map(|at| parser.text_at(at))
        .collect();
    let anybody = words.len() == 1 && ANYBODY.iter().any(|w| w.eq_ignore_ascii_case(words[0]));
    let generic = !anybody && (universal || plural);
    let named = if parser.tokens[start].kind == Tok::Variable {
        let name = parser.text_at(start).trim_start_matches(['$', '?']);
        Some(Term::Variable(Name::new(name)))
    } else {
        subject(&words, anybody || generic)
    };
    let Some(subject) = named else {
        return Ok(None);
    };
    parser.at = verb + 1;
    let mut parts = Vec::new();
    // Each round takes at least one word.
    loop {
        let negated = parser.is_word(parser.at, &["not"]);
        parser.at += usize::from(negated);
        parser.at += usize::from(parser.is_word(parser.at, ARTICLES));
        let Some(predicate) = predicate(parser) else {
            parser.at = start;
            return Ok(None);
        };
        let atom = Formula::Atom {
            predicate,
            arguments: vec![subject.clone()],
        };
        parts.push(if negated { Formula::not(atom) } else { atom });
        // "… is young and not furry": the subject goes on, unless a verb follows.
        let next = parser.at + 1 + usize::from(parser.is_word(parser.at + 1, &["not"]));
        let goes_on = parser.is_word(parser.at, &["and"])
            && parser.tokens.get(next).is_some_and(|t| t.kind == Tok::Name)
            && !parser.is_word(next + 1, VERBS)
            && !parser.is_word(next, ANYBODY)
            && parser.tokens.get(next + 1).map(|t| t.kind) != Some(Tok::Open);
        if !goes_on {
            break;
        }
        parser.at += 1;
    }
    let end = parser.tokens[parser.at - 1].span.end;
    let mut formula = Formula::all(parts);
    if generic {
        let variable = Name::new("x");
        let guards: Vec<Formula> = words
            .iter()
            .filter(|word| {
                !EVERY
                    .iter()
                    .chain(FILLERS)
                    .any(|w| w.eq_ignore_ascii_case(word))
            })
            .filter(|word| !word.eq_ignore_ascii_case("and"))
            .map(|word| Formula::Atom {
                predicate: capital(word),
                arguments: vec![subject.clone()],
            })
            .collect();
        let empty = |word: &&str| EMPTY.iter().any(|w| w.eq_ignore_ascii_case(word));
        if guards.is_empty() || words.iter().any(empty) {
            parser.at = start;
            return Ok(None);
        }
        let body = Box::new(Formula::Implies(
            Box::new(Formula::all(guards)),
            Box::new(formula),
        ));
        formula = Formula::Forall {
            variable,
            sort: None,
            body,
        };
    }
    let span = Span::new(parser.tokens[start].span.start, end);
    let after = formula.to_string();
    parser.edit(Kind::Prose, span, &after);
    Ok(Some(formula))
}

/// "a dog", "not a dog".
fn is_a_kind(parser: &Parser<'_>, at: usize) -> bool {
    let at = at + usize::from(parser.is_word(at, &["not"]));
    parser.is_word(at, &["a", "an"])
}

fn subject(words: &[&str], variable: bool) -> Option<Term> {
    if variable {
        return Some(Term::Variable(Name::new("x")));
    }
    let empty = |word: &&str| EMPTY.iter().any(|w| w.eq_ignore_ascii_case(word));
    let proper = !words.is_empty() && words.len() <= 3 && !words.iter().any(empty);
    proper.then(|| Term::Unresolved(Name::from(words.join("_")), Span::new(0, 0)))
}

fn predicate(parser: &mut Parser<'_>) -> Option<Name> {
    let mut name = String::new();
    let mut count = 0;
    while parser
        .tokens
        .get(parser.at)
        .is_some_and(|t| t.kind == Tok::Name)
        && !parser.is_word(parser.at, STOPS)
        && name.len() < 64
    {
        if parser.is_word(parser.at, EMPTY) {
            return None;
        }
        name.push_str(&capital(parser.text()));
        parser.at += 1;
        count += 1;
    }
    (!name.is_empty() && count <= 3).then(|| Name::from(name))
}

fn capital(word: &str) -> Name {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => Name::from(first.to_uppercase().chain(letters).collect::<String>()),
        None => Name::new(word),
    }
}
