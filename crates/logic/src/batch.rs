//! One case of a batch: premises and a query as a model wrote them in, an answer out.
//!
//! It works on the text of the statements alone. Repairs are layers over one set of statements; a layer
//! that makes a consistent set inconsistent is dropped. Nothing here knows where a case came from.

use crate::formula::{Formula, Span};
use crate::repair::symbols::{Declared, Line, Set};
use crate::repair::{Kind, Place, Repair, Why, arity, free, guard, names, roles, sentence};
use crate::tolerant::{self, Style};
use crate::value::Name;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    pub premises: &'a [&'a str],
    pub query: &'a str,
    /// The model's own list of predicates; may be empty.
    pub declared: &'a [&'a str],
    /// The sentence the query came from.
    pub sentence: Option<&'a str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semantics {
    Classical,
    Forward,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    True,
    False,
    Unknown,
    Inconsistent,
}

/// How a case is read and judged.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Allow repairs that are guesses.
    pub guess: bool,
    /// Let the query's sentence settle its sign.
    pub query_sentence: bool,
    /// Refuse instead of repairing.
    pub strict: bool,
    /// Nothing: forward chaining for programs, classical logic for formulas.
    pub semantics: Option<Semantics>,
    /// Kinds of repair that are not made.
    pub without: Vec<Kind>,
}

/// One statement after reading: as written, and as understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub written: String,
    pub formula: Option<Formula>,
}

/// A case after reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub style: Style,
    pub semantics: Semantics,
    pub premises: Vec<Statement>,
    pub query: Statement,
    pub repairs: Vec<Repair>,
    pub answer: Answer,
    /// The query was read, and every premise was read or is listed as quarantined.
    pub executable: bool,
}

type Judge<'j> = dyn FnMut(&[Formula], &Formula, Semantics) -> Answer + 'j;
type Layer = for<'s, 'a> fn(&'s mut Set<'a>) -> bool;

/// The layers above the plain reading, safest first.
const LAYERS: [(Kind, Layer); 7] = [
    (Kind::NameVariant, names::variants),
    (Kind::Arity, arity::reconcile),
    (Kind::NegatedName, names::negated),
    (Kind::Misspelling, names::slips),
    (Kind::NameAsPredicate, roles::things_as_predicates),
    (Kind::PredicateAsName, roles::predicates_as_things),
    (Kind::Guard, guard::open),
];

pub fn judge(case: &Case<'_>, options: &Options, judge: &mut Judge<'_>) -> Reading {
    let mut set = base(case);
    let semantics = options.semantics.unwrap_or_else(|| fitting(&set));
    if options.strict {
        refuse(&mut set);
    }
    if options.query_sentence
        && !options.strict
        && !options.without.contains(&Kind::QuerySign)
        && let (Some(query), Some(text)) = (set.lines.last_mut(), case.sentence)
    {
        sentence::settle(query, text);
    }
    let mut answer = None;
    if !options.strict {
        let wanted: Vec<&(Kind, Layer)> = LAYERS
            .iter()
            .filter(|(kind, _)| options.guess || !kind.is_guess())
            .filter(|(kind, _)| !options.without.contains(kind))
            .collect();
        let mut repaired = set.clone();
        let mut changed = false;
        for (_, layer) in &wanted {
            changed |= layer(&mut repaired);
        }
        if !changed {
            set = repaired;
        } else {
            let found = ask(&repaired, semantics, judge);
            if found != Some(Answer::Inconsistent) {
                (set, answer) = (repaired, Some(found));
            } else {
                if ask(&set, semantics, judge) == Some(Answer::Inconsistent) {
                    doubt(&mut set, semantics, judge);
                }
                set = step_by_step(set, &wanted, semantics, judge);
            }
        }
        if answer.is_none() {
            let found = ask(&set, semantics, judge);
            if found == Some(Answer::Inconsistent) && doubt(&mut set, semantics, judge) {
                set = step_by_step(set, &wanted, semantics, judge);
            } else {
                answer = Some(found);
            }
        }
    }
    let answer = answer.unwrap_or_else(|| ask(&set, semantics, judge));
    finish(set, semantics, answer, options.strict)
}

/// Programs are run, formulas are judged by classical logic. A rule whose conclusion speaks of
/// everything cannot be run.
fn fitting(set: &Set<'_>) -> Semantics {
    let runs = set.style == Style::Program
        && set.lines.iter().all(|line| match &line.formula {
            Some(formula) => free::is_safe(formula),
            None => true,
        });
    if runs {
        Semantics::Forward
    } else {
        Semantics::Classical
    }
}

/// Sets aside the statements whose structure had to be repaired, if without them the set is consistent:
/// then a repair was wrong. All of them, because nobody can tell which.
fn doubt(set: &mut Set<'_>, semantics: Semantics, judge: &mut Judge<'_>) -> bool {
    let mut without = set.clone();
    let mut changed = false;
    for line in &mut without.lines {
        let doubtful = line.repairs.iter().any(|repair| {
            matches!(
                repair.kind,
                Kind::FreeVariable
                    | Kind::NestedTerm
                    | Kind::Parenthesis
                    | Kind::MissingArrow
                    | Kind::Prose
                    | Kind::Scope
            )
        });
        if line.place == Place::Query || !doubtful {
            continue;
        }
        let Some(formula) = line.formula.take() else {
            continue;
        };
        let whole = Span::new(0, line.text.len());
        let nearest = formula.to_string();
        let mut repair = Repair::new(Kind::Quarantine, whole, line.text, &nearest).at(line.place);
        repair.why = Some(Why::Contradiction);
        line.repairs = vec![repair];
        changed = true;
    }
    let better = changed && ask(&without, semantics, judge) != Some(Answer::Inconsistent);
    if better {
        *set = without;
    }
    better
}

/// Takes one layer after the other, and leaves out those that make the set inconsistent.
fn step_by_step<'a>(
    mut set: Set<'a>,
    layers: &[&(Kind, Layer)],
    semantics: Semantics,
    judge: &mut Judge<'_>,
) -> Set<'a> {
    for (_, layer) in layers {
        let mut next = set.clone();
        if layer(&mut next) && ask(&next, semantics, judge) != Some(Answer::Inconsistent) {
            set = next;
        }
    }
    set
}

/// The plain reading: each statement alone, then truth values and free names over all of them.
fn base<'a>(case: &Case<'a>) -> Set<'a> {
    let texts = case.premises.iter().chain([&case.query]);
    let style = Style::detect(texts.copied().chain(case.declared.iter().copied()));
    let mut tokens = Vec::new();
    let mut lines = Vec::with_capacity(case.premises.len() + 1);
    for (at, text) in case.premises.iter().enumerate() {
        lines.push(line(Place::Premise(at), text, style, &mut tokens));
    }
    lines.push(line(Place::Query, case.query, style, &mut tokens));
    let mut set = Set {
        style,
        declared: Declared::read(case.declared),
        lines,
    };
    if style == Style::Program {
        arity::settle(&mut set);
    }
    free::settle(&mut set);
    set
}

fn line<'a>(
    place: Place,
    text: &'a str,
    style: Style,
    tokens: &mut Vec<tolerant::token::Token>,
) -> Line<'a> {
    match tolerant::read_into(text, style, tokens) {
        Ok(draft) => {
            let mut repairs = draft.repairs;
            repairs.iter_mut().for_each(|repair| repair.place = place);
            Line {
                place,
                text,
                formula: Some(draft.formula),
                repairs,
            }
        }
        // A query that names no formula asks about something nobody said.
        Err(unread) if unread.why == Why::Remark && place == Place::Query => {
            let whole = Span::new(0, text.len());
            let formula = Formula::Atom {
                predicate: Name::new(text.trim()),
                arguments: Vec::new(),
            };
            Line {
                place,
                text,
                repairs: vec![Repair::new(Kind::Prose, whole, text, &formula.to_string())],
                formula: Some(formula),
            }
        }
        Err(unread) => {
            let nearest = unread.nearest.map(|formula| formula.to_string());
            let nearest = nearest.unwrap_or_default();
            let mut repair = Repair::new(Kind::Quarantine, unread.span, text, &nearest).at(place);
            repair.why = Some(unread.why);
            Line {
                place,
                text,
                formula: None,
                repairs: vec![repair],
            }
        }
    }
}

/// Strict mode: a statement that needed a repair is refused, and leaves none of its repairs behind.
fn refuse(set: &mut Set<'_>) {
    for line in &mut set.lines {
        if line.repairs.is_empty() {
            continue;
        }
        line.formula = None;
        let whole = Span::new(0, line.text.len());
        line.repairs = vec![Repair::new(Kind::Refused, whole, line.text, "").at(line.place)];
    }
}

fn ask(set: &Set<'_>, semantics: Semantics, judge: &mut Judge<'_>) -> Option<Answer> {
    let (query, premises) = set.lines.split_last()?;
    let query = query.formula.as_ref()?;
    let theory: Vec<Formula> = premises
        .iter()
        .filter_map(|line| line.formula.clone())
        .collect();
    Some(judge(&theory, query, semantics))
}

fn finish(set: Set<'_>, semantics: Semantics, answer: Option<Answer>, strict: bool) -> Reading {
    let refused = set.lines.iter().any(|line| {
        let told = line
            .repairs
            .iter()
            .any(|repair| repair.kind == Kind::Quarantine);
        line.formula.is_none() && (strict || !told)
    });
    let mut statements: Vec<Statement> = Vec::with_capacity(set.lines.len());
    let mut repairs = Vec::new();
    for line in set.lines {
        repairs.extend(line.repairs);
        statements.push(Statement {
            written: line.text.to_owned(),
            formula: line.formula,
        });
    }
    let query = statements.pop().unwrap_or(Statement {
        written: String::new(),
        formula: None,
    });
    Reading {
        style: set.style,
        semantics,
        premises: statements,
        executable: query.formula.is_some() && !refused,
        query,
        repairs,
        answer: answer.unwrap_or(Answer::Unknown),
    }
}
