//! Yes and no to what is offered, clause by clause: « oui pour le 1er avril, non pour Lyon ». What a clause names it
//! is about, and nothing else; a yes without a name is for what no other clause names.

use super::assent::{NO, YES};
use super::date::names_day;
use super::heed::{COURTESIES, is_denied};
use super::judge::PRAISING;
use super::rank::{ORDINALS, is_ordinal};
use super::remark::{Remark, ill, remark, well};
use super::rest::is_small;
use super::token::{LEADS, TAILS, Token, holds, is_whole, longest, tokens};
use super::weigh::HESITATING;
use super::{Reading, apart::is_inside};
use logic::text::words;
use logic::value::Value;
use std::ops::Range;

/// What a message says of the values that several questions offer, by their index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    pub taken: Vec<(usize, Value)>,
    pub denied: Vec<(usize, Value)>,
    /// Said yes to, and which one is not clear.
    pub unclear: Vec<usize>,
    /// What it says besides.
    pub rest: Vec<String>,
}

/// What the clauses of a message say yes and no to; nothing where none of them does so by name.
pub fn votes(readings: &[Reading], said: &str) -> Option<Votes> {
    if said.contains([':', '=']) {
        return None;
    }
    let all = tokens(said);
    let named = mentions(readings, said, &all);
    let mut clauses = clauses(said, &all, &named);
    // « York, no », « York ? yes » belongs to what was just named.
    for at in 1..clauses.len() {
        let (before, rest) = clauses.split_at_mut(at);
        let (last, own) = (&mut before[at - 1], &mut rest[0]);
        let plain = !last.named.is_empty() && last.stance.is_none();
        if own.is_bare() && plain {
            last.stance = own.stance.take();
            own.spent = true;
        }
    }
    // « tout sauf Lyon » is a yes to what else is offered.
    for at in 1..clauses.len() {
        let (before, rest) = clauses.split_at_mut(at);
        let (last, own) = (&mut before[at - 1], &rest[0]);
        let everything = match &last.other[..] {
            [one] => last.named.is_empty() && is_whole(&tokens(one), EVERYTHING),
            [..] => false,
        };
        if everything && own.excepts && readings.len() > 1 {
            last.stance = Some(true);
            last.other.clear();
        }
    }
    let told = |clause: &Clause| !clause.named.is_empty() && clause.stance.is_some();
    if !clauses.iter().any(told) {
        return None;
    }
    let doubtful = |clause: &Clause| clause.named.is_empty() && clause.stance == Some(false);
    if clauses
        .iter()
        .any(|clause| doubtful(clause) && !clause.is_bare())
    {
        return None;
    }
    let mut votes = Votes::default();
    let mut all_yes = false;
    for clause in &clauses {
        clause.count(readings, &mut votes);
        let nods = clause.nods || clause.other.is_empty();
        all_yes |= clause.named.is_empty() && clause.stance == Some(true) && nods;
        if !clause.spent && !clause.other.is_empty() {
            votes.rest.push(clause.other.join(" "));
        }
    }
    if all_yes {
        votes.affirm_others(readings);
    }
    // Of what was taken nothing else is left to be denied.
    let taken: Vec<usize> = votes.taken.iter().map(|(at, _)| *at).collect();
    votes.denied.retain(|(at, _)| !taken.contains(at));
    Some(votes)
}

impl Votes {
    /// A yes that names nothing is for what is left of every question that no clause says yes to.
    fn affirm_others(&mut self, readings: &[Reading]) {
        for (at, reading) in readings.iter().enumerate() {
            let known = self.taken.iter().any(|(of, _)| *of == at) || self.unclear.contains(&at);
            let denied = |value: &&Value| self.denied.contains(&(at, (*value).clone()));
            let left: Vec<&Value> = reading
                .offered
                .iter()
                .filter(|value| !denied(value))
                .collect();
            match left[..] {
                _ if known || !reading.newest => {}
                [] => {}
                [one] => self.taken.push((at, one.clone())),
                [..] => self.unclear.push(at),
            }
        }
    }

    fn affirm(&mut self, at: usize, value: &Value) {
        match self.taken.iter().position(|(of, _)| *of == at) {
            Some(known) if self.taken[known].1 != *value => {
                self.taken.remove(known);
                self.unclear.push(at);
            }
            Some(_) => {}
            None => self.taken.push((at, value.clone())),
        }
    }
}

/// What stands in a message of what is offered.
struct Mention {
    tokens: Range<usize>,
    question: usize,
    /// Nothing where the question itself is named.
    value: Option<Value>,
}

/// Where values that are offered, and what they are offered for, are named; of two at one place the longer one.
fn mentions(readings: &[Reading], said: &str, all: &[Token]) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    for (question, reading) in readings.iter().enumerate() {
        for value in reading.offered {
            let places = match value {
                Value::Date(date) => names_day(said, all, *date),
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Text(_)
                | Value::Symbol(_)
                | Value::Entity(_)
                | Value::Instant(_)
                | Value::List(_)
                | Value::Set(_)
                | Value::Confidential(_) => places(all, &value.show().replace('_', " ")),
            };
            found.extend(places.into_iter().map(|tokens| Mention {
                tokens,
                question,
                value: Some(value.clone()),
            }));
        }
        for label in reading.called {
            found.extend(places(all, label).into_iter().map(|tokens| Mention {
                tokens,
                question,
                value: None,
            }));
        }
    }
    for mention in &mut found {
        let before = mention.tokens.start.checked_sub(1);
        let ordinal = before.filter(|at| mention.value.is_none() && is_ordinal(&all[*at]));
        let word = ordinal.map(|at| all[at].word.as_str());
        let rank = word.and_then(|word| ORDINALS.iter().position(|row| row.contains(&word)));
        let ranked = rank.and_then(|rank| readings[mention.question].offered.get(rank));
        if let (Some(at), Some(value)) = (ordinal, ranked) {
            mention.tokens.start = at;
            mention.value = Some(value.clone());
        }
    }
    found.sort_by_key(|mention| (mention.tokens.start, usize::MAX - mention.tokens.len()));
    let mut end = 0;
    found.retain(|mention| {
        let free = mention.tokens.start >= end;
        end = if free { mention.tokens.end } else { end };
        free
    });
    found
}

/// Words that lead to something else.
const TURNING: &[&str] = &[
    "par contre",
    "en revanche",
    "cependant",
    "toutefois",
    "however",
    "though",
    "on the other hand",
    "sinon",
    "otherwise",
];
const EXCEPTING: &[&str] = &["sauf", "except", "excepte", "hormis"];
const EVERYTHING: &[&str] = &[
    "everything",
    "tout",
    "all",
    "all of it",
    "le reste",
    "the rest",
];

/// Every place where a name stands.
fn places(all: &[Token], name: &str) -> Vec<Range<usize>> {
    let name = words(name);
    if name.is_empty() || name.len() > all.len() {
        return Vec::new();
    }
    let stands = |at: &usize| {
        let mut pairs = all[*at..*at + name.len()].iter().zip(&name);
        pairs.all(|(token, word)| token.word == *word)
    };
    let starts = (0..=all.len() - name.len()).filter(stands);
    starts.map(|at| at..at + name.len()).collect()
}

#[derive(Default)]
struct Clause<'m> {
    named: Vec<&'m Mention>,
    stance: Option<bool>,
    /// Words that say something else.
    other: Vec<String>,
    /// Its yes or no belongs to the clause before it.
    spent: bool,
    /// Its yes is said as such, and is no praise of something else.
    nods: bool,
    /// It begins with « except ».
    excepts: bool,
}

impl Clause<'_> {
    /// Nothing but a yes or a no.
    fn is_bare(&self) -> bool {
        self.named.is_empty() && self.stance.is_some() && self.other.is_empty()
    }

    fn count(&self, readings: &[Reading], votes: &mut Votes) {
        for mention in &self.named {
            let at = mention.question;
            let offered = readings[at].offered;
            match (&mention.value, self.stance) {
                (Some(value), None | Some(true)) => votes.affirm(at, value),
                (Some(value), Some(false)) => votes.denied.push((at, value.clone())),
                (None, Some(false)) => {
                    let all = offered.iter().map(|value| (at, value.clone()));
                    votes.denied.extend(all);
                }
                (None, Some(true)) => match offered {
                    [one] => votes.affirm(at, one),
                    [..] => votes.unclear.push(at),
                },
                (None, None) => {}
            }
        }
    }
}

/// The clauses of a message: between signs, « and », « but » and « except », but not inside of a name.
fn clauses<'m>(said: &str, all: &[Token], named: &'m [Mention]) -> Vec<Clause<'m>> {
    let inside = |at: usize| {
        let mut own = named.iter();
        own.any(|mention| mention.tokens.contains(&at) && mention.tokens.start < at)
    };
    let joins = |at: usize| all[at].is(&["et", "and", "mais", "but"]) && !inside(at);
    let excepts = |at: usize| all[at].is(EXCEPTING) && !inside(at);
    let mut starts: Vec<usize> = (1..all.len())
        .filter(|at| {
            let sign = all[*at].breaks && !is_inside(said, all, *at) && !inside(*at);
            sign || joins(*at) || excepts(*at)
        })
        .collect();
    starts.insert(0, 0);
    starts.push(all.len());
    let parts = starts.windows(2).filter(|pair| pair[0] < pair[1]);
    parts
        .map(|pair| {
            let from = pair[0] + usize::from(joins(pair[0]));
            clause(said, all, from..pair[1].max(from), named)
        })
        .collect()
}

fn clause<'m>(said: &str, all: &[Token], range: Range<usize>, named: &'m [Mention]) -> Clause<'m> {
    let own = |mention: &&Mention| range.contains(&mention.tokens.start);
    let mut clause = Clause {
        named: named.iter().filter(own).collect(),
        excepts: all
            .get(range.start)
            .is_some_and(|first| first.is(EXCEPTING)),
        ..Clause::default()
    };
    let (mut yes, mut no) = (false, false);
    // Words that say something else, with the small ones around them.
    let mut others: Vec<Range<usize>> = Vec::new();
    let mut telling: Vec<usize> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        if let Some(mention) = clause.named.iter().find(|own| own.tokens.contains(&at)) {
            at = mention.tokens.end;
            continue;
        }
        let (word, count) = word(&all[at..range.end]);
        yes |= matches!(word, Word::Yes | Word::Fine);
        no |= word == Word::No;
        clause.nods |= word == Word::Yes;
        if let Word::Small | Word::Other = word {
            telling.extend((word == Word::Other).then_some(at));
            match others.last_mut() {
                Some(last) if last.end == at => last.end = at + 1,
                Some(_) | None => others.push(at..at + 1),
            }
        }
        at += count;
    }
    let tells = |run: &&Range<usize>| telling.iter().any(|at| run.contains(at));
    let text = |run: &Range<usize>| said[all[run.start].start..all[run.end - 1].end].to_owned();
    clause.other = others.iter().filter(tells).map(text).collect();
    // « non ? » asks, and « n'est pas mal » praises.
    let asked = range.end > range.start
        && said[all[range.end - 1].end..].trim_start().starts_with('?')
        && clause.named.is_empty();
    if asked || holds(&all[range.clone()], PRAISING) {
        (yes, no) = (false, false);
    }
    clause.stance = match (yes, no) {
        (_, true) => Some(false),
        (true, false) => Some(true),
        (false, false) => None,
    };
    // « je n'ai pas de voiture à Lyon » says no to something else, « pour le jour je préfère le 3 » yes.
    let said_of = |mention: &&Mention| {
        let behind = remark(&all[mention.tokens.end..range.end]);
        let value = mention.value.is_some();
        value
            && match clause.stance {
                Some(false) => is_denied(all, mention.tokens.start) || behind == Remark::Ill,
                Some(true) => clause.nods || behind == Remark::Well,
                None => false,
            }
    };
    let about = clause.other.is_empty() || clause.named.iter().any(said_of);
    if !clause.named.is_empty() && !about {
        let denies = clause.stance.filter(|yes| !yes);
        return Clause {
            stance: denies,
            other: vec![text(&range)],
            ..Clause::default()
        };
    }
    clause
}

/// What a word beside the names of a clause says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Yes,
    /// That something is fine.
    Fine,
    No,
    /// It leads to something, or is a courtesy.
    Quiet,
    Small,
    Other,
}

/// What the first words say, and how many they are.
fn word(rest: &[Token]) -> (Word, usize) {
    let (yes, fine) = (longest(rest, YES), well(rest));
    let no = longest(rest, NO).max(ill(rest));
    let no = no.or_else(|| rest[0].negates_beside_birth().then_some(1));
    let courtesy = longest(rest, COURTESIES);
    let quiet = longest(rest, LEADS)
        .max(longest(rest, TAILS))
        .max(longest(rest, HESITATING))
        .max(longest(rest, TURNING))
        .max(courtesy);
    let good = yes.max(fine);
    match (no, good, quiet) {
        (Some(no), good, _) if good.is_none_or(|good| good < no) => (Word::No, no),
        // « merci » is no yes; « d'accord » is one, although it may lead to something.
        (_, Some(good), quiet) if courtesy < Some(good) && quiet <= Some(good) => {
            let word = if yes == Some(good) {
                Word::Yes
            } else {
                Word::Fine
            };
            (word, good)
        }
        (_, _, Some(quiet)) => (Word::Quiet, quiet),
        (_, _, None) if is_small(&rest[0]) => (Word::Small, 1),
        (_, _, None) => (Word::Other, 1),
    }
}
