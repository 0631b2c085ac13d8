//! The set under repair: its lines, what the model declared, and which symbols stand where.
//!
//! Everything computed here is a function of the set, not of the order of its lines.

use super::{Kind, Place, Repair};
use crate::formula::{Formula, Span, Term};
use crate::text::Phrase;
use crate::tolerant::{Style, walk};
use crate::value::{Name, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// One statement: as written, as understood so far, and what was done to it.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    pub place: Place,
    pub text: &'a str,
    pub formula: Option<Formula>,
    pub repairs: Vec<Repair>,
    /// A fact about a variable that was set aside, still open.
    pub aside: Option<Formula>,
    /// The nearest reading of a statement that was set aside, whose names are not settled yet.
    pub unread: Option<Formula>,
    /// Taken as it was written: no layer may change it.
    pub frozen: bool,
}

impl Line<'_> {
    pub fn whole(&self) -> Span {
        Span::new(0, self.text.len())
    }

    /// Where a name stands as a word of its own in the text as written.
    pub fn span_of(&self, name: &str) -> Span {
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        for (at, _) in self.text.match_indices(name) {
            let end = at + name.len();
            let before = self.text[..at].chars().next_back();
            let after = self.text[end..].chars().next();
            if !before.is_some_and(joins) && !after.is_some_and(joins) {
                return Span::new(at, end);
            }
        }
        Span::new(0, self.text.len())
    }

    /// Where the atom of a predicate stands, with its arguments, if it is written so.
    pub fn span_of_atom(&self, predicate: &str) -> Option<Span> {
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        let mut found = self.text.match_indices(predicate).filter_map(|(at, _)| {
            let rest = &self.text[at + predicate.len()..];
            let apart = !self.text[..at].ends_with(joins) && rest.starts_with('(');
            let close = apart.then(|| closing(rest)).flatten()?;
            Some(Span::new(at, at + predicate.len() + close))
        });
        found.next()
    }

    /// The statement was changed as a whole into what its formula is now.
    pub fn rewritten(&mut self, kind: Kind, reason: Phrase) {
        let after = self.formula.as_ref().map(ToString::to_string);
        let repair = Repair::new(kind, self.whole(), self.text, &after.unwrap_or_default());
        self.repairs
            .push(repair.because(reason).at(self.place.clone()));
    }

    pub fn note(&mut self, kind: Kind, name: &str, after: &str) {
        let span = self.span_of(name);
        let repair = Repair::new(kind, span, name, after).at(self.place.clone());
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
    }
}

/// The length of a text up to the parenthesis that closes its first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The model's own list of predicates, where it wrote one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared {
    /// Name to (things, whether a truth value follows).
    arities: BTreeMap<Name, (usize, bool)>,
}

impl Declared {
    pub fn read(texts: &[&str]) -> Declared {
        let mut arities = BTreeMap::new();
        for text in texts {
            let (name, rest) = text.split_once('(').unwrap_or((text, ""));
            let name = name.trim();
            if name.is_empty() {
                continue;
            }
            let list = rest.split_once(')').map_or(rest, |(list, _)| list);
            let mut things: Vec<&str> = list
                .split(',')
                .map(str::trim)
                .filter(|t| !t.is_empty())
                .collect();
            let valued = things.last().is_some_and(|last| {
                matches!(
                    last.to_ascii_lowercase().as_str(),
                    "bool" | "boolean" | "true" | "false" | "booléen" | "vrai" | "faux"
                )
            });
            if valued {
                things.pop();
            }
            // Of two declarations of one name the one that says more wins, whatever their order.
            let entry = (things.len(), valued);
            arities
                .entry(Name::new(name))
                .and_modify(|kept: &mut (usize, bool)| *kept = (*kept).max(entry))
                .or_insert(entry);
        }
        Declared { arities }
    }

    pub fn arity(&self, name: &str) -> Option<(usize, bool)> {
        self.arities.get(name).copied()
    }

    pub fn contains(&self, name: &str) -> bool {
        self.arities.contains_key(name)
    }

    pub fn is_empty(&self) -> bool {
        self.arities.is_empty()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Set<'a> {
    pub style: Style,
    pub declared: Declared,
    /// The sentence of the query, where it may be used.
    pub sentence: Option<&'a str>,
    /// The premises, then the query.
    pub lines: Vec<Line<'a>>,
}

impl Set<'_> {
    /// What stands as an atom anywhere, with its arity.
    pub(crate) fn predicates(&self) -> BTreeSet<(Name, usize)> {
        let mut found = BTreeSet::new();
        for formula in self.lines.iter().filter_map(|line| line.formula.as_ref()) {
            walk::each(formula, &mut |part| {
                if let Formula::Atom {
                    predicate,
                    arguments,
                } = part
                {
                    found.insert((predicate.clone(), arguments.len()));
                }
            });
        }
        found
    }
}

/// How a predicate of one arity is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Use {
    pub premises: usize,
    /// Where it is said to hold: facts and conclusions, of premises.
    pub asserted: usize,
    /// Where it is said of, or concluded from, in premises.
    pub asked: usize,
    pub query: usize,
}

/// Predicates by name and arity, and things by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    pub predicates: BTreeMap<(Name, usize), Use>,
    pub things: BTreeMap<Name, Use>,
    pub functions: BTreeSet<Name>,
}

impl Symbols {
    pub fn of(set: &Set<'_>) -> Symbols {
        let mut symbols = Symbols::default();
        for line in &set.lines {
            if let Some(formula) = &line.formula {
                symbols.formula(formula, line.place == Place::Query, true, true);
            }
        }
        symbols
    }

    /// Also the predicates of facts that were set aside, as used by nobody.
    pub fn with_aside(&self, set: &Set<'_>) -> Cow<'_, Symbols> {
        let mut symbols = Cow::Borrowed(self);
        for formula in set.lines.iter().filter_map(|line| line.aside.as_ref()) {
            walk::each(formula, &mut |part| {
                if let Formula::Atom {
                    predicate,
                    arguments,
                } = part
                {
                    let key = (predicate.clone(), arguments.len());
                    symbols.to_mut().predicates.entry(key).or_default();
                }
            });
        }
        symbols
    }

    /// `positive`: whether the part is asserted or asked for; not `certain`: it may be either.
    fn formula(&mut self, formula: &Formula, query: bool, positive: bool, certain: bool) {
        match formula {
            Formula::Atom {
                predicate,
                arguments,
            } => {
                let key = (predicate.clone(), arguments.len());
                let entry = self.predicates.entry(key).or_default();
                if query {
                    entry.query += 1;
                } else {
                    entry.premises += 1;
                    entry.asserted += usize::from(positive || !certain);
                    entry.asked += usize::from(!positive || !certain);
                }
                arguments.iter().for_each(|term| self.term(term, query));
            }
            Formula::Not(body) => self.formula(body, query, !positive, certain),
            Formula::And(parts) | Formula::Or(parts) => {
                parts
                    .iter()
                    .for_each(|part| self.formula(part, query, positive, certain));
            }
            Formula::Implies(left, right) => {
                self.formula(left, query, !positive, certain);
                self.formula(right, query, positive, certain);
            }
            Formula::Iff(left, right) | Formula::Xor(left, right) => {
                self.formula(left, query, positive, false);
                self.formula(right, query, positive, false);
            }
            Formula::Forall { body, .. } | Formula::Exists { body, .. } => {
                self.formula(body, query, positive, certain);
            }
            Formula::Compare(_, left, right) | Formula::Member(left, right) => {
                self.term(left, query);
                self.term(right, query);
            }
            Formula::In(subject, items) => {
                self.term(subject, query);
                items.iter().for_each(|item| self.term(item, query));
            }
            Formula::IsNull(term) | Formula::IsKnown(term) | Formula::Truth(term) => {
                self.term(term, query);
            }
            Formula::Constant(_) => {}
        }
    }

    fn term(&mut self, term: &Term, query: bool) {
        term.visit(&mut |part| match part {
            Term::Constant(Value::Entity(name)) => {
                let entry = self.things.entry(name.clone()).or_default();
                if query {
                    entry.query += 1;
                } else {
                    entry.premises += 1;
                }
            }
            Term::Function { name, .. } => {
                self.functions.insert(name.clone());
            }
            Term::Count { body, .. } => self.counted(body, query),
            Term::Constant(_)
            | Term::Variable(_)
            | Term::Attribute { .. }
            | Term::Arithmetic(..)
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(..) => {}
        });
    }

    /// The predicates of what is counted: whether they are asserted there nobody can tell. Its things
    /// are met with the terms.
    fn counted(&mut self, body: &Formula, query: bool) {
        walk::each(body, &mut |part| {
            let Formula::Atom {
                predicate,
                arguments,
            } = part
            else {
                return;
            };
            let key = (predicate.clone(), arguments.len());
            let entry = self.predicates.entry(key).or_default();
            if query {
                entry.query += 1;
            } else {
                entry.premises += 1;
                entry.asserted += 1;
                entry.asked += 1;
            }
        });
    }

    /// Whether a name is a predicate of that arity.
    pub fn has(&self, name: &str, arity: usize) -> bool {
        self.predicates.contains_key(&(Name::new(name), arity))
    }
}

/// Gives predicates of one arity other names, everywhere, and notes it where it changed something. No new
/// name is one that is changed, so all are changed at once.
pub(crate) fn rename_predicates(set: &mut Set<'_>, renames: &[(Name, usize, Name)], kind: Kind) {
    let numbers = (0_usize..).zip(renames);
    let of: BTreeMap<(&Name, usize), usize> = numbers
        .map(|(number, (from, arity, _))| ((from, *arity), number))
        .collect();
    if of.is_empty() {
        return;
    }
    let rename = |formula: &mut Formula| {
        let mut changed = BTreeSet::new();
        walk::each_mut(formula, &mut |part| {
            if let Formula::Atom {
                predicate,
                arguments,
            } = part
                && let Some(&number) = of.get(&(&*predicate, arguments.len()))
            {
                *predicate = renames[number].2.clone();
                changed.insert(number);
            }
        });
        changed
    };
    for line in set.lines.iter_mut().filter(|line| !line.frozen) {
        // What was set aside keeps up with the others, should it be taken back.
        line.aside.as_mut().map(rename);
        for number in line.formula.as_mut().map(rename).unwrap_or_default() {
            let (from, _, to) = &renames[number];
            line.note(kind, from, to);
        }
    }
}

/// The same of things.
pub(crate) fn rename_things(set: &mut Set<'_>, renames: &[(Name, usize, Name)], kind: Kind) {
    let numbers = (0_usize..).zip(renames);
    let of: BTreeMap<&Name, usize> = numbers
        .map(|(number, (from, _, _))| (from, number))
        .collect();
    if of.is_empty() {
        return;
    }
    for line in set.lines.iter_mut().filter(|line| !line.frozen) {
        let mut changed = BTreeSet::new();
        if let Some(formula) = &mut line.formula {
            walk::each_term_mut(formula, &mut |term| {
                if let Term::Constant(Value::Entity(name)) = term
                    && let Some(&number) = of.get(&*name)
                {
                    *name = renames[number].2.clone();
                    changed.insert(number);
                }
            });
        }
        for number in changed {
            let (from, _, to) = &renames[number];
            line.note(kind, from, to);
        }
    }
}
