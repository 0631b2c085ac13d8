//! What any reader gives: declarations and statements in the order they were written, each in its place.
//!
//! A document decides nothing: sorts, compatibility and repairs are the belief set's affair.

use crate::formula::{Formula, Span, Term};
use crate::problem::Problem;
use crate::value::Name;

/// How long a whole document may be, in bytes.
pub const DOCUMENT_MAX: usize = 64 * 1024 * 1024;

/// One thing said: a declaration or a statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Saying {
    Sort {
        name: Name,
        supers: Vec<Name>,
    },
    Predicate {
        name: Name,
        sorts: Vec<Option<Name>>,
    },
    Function {
        name: Name,
        sorts: Vec<Option<Name>>,
        /// Nothing where the value may be anything.
        result: Option<Name>,
    },
    Constant {
        name: Name,
        sort: Name,
    },
    State(Formula),
    /// Asked, not stated.
    Query(Formula),
}

impl Saying {
    /// Whether a formula is one of those it says. Nothing is built for a statement, of which there may be
    /// very many.
    pub fn says(&self, formula: &Formula) -> bool {
        match self {
            Saying::State(said) => said == formula,
            Saying::Sort { .. }
            | Saying::Predicate { .. }
            | Saying::Function { .. }
            | Saying::Constant { .. }
            | Saying::Query(_) => self.meaning().contains(formula),
        }
    }

    /// What it says, as formulas; nothing for what is asked, and for what only expects something.
    pub fn meaning(&self) -> Vec<Formula> {
        match self {
            Saying::State(formula) => vec![formula.clone()],
            Saying::Constant { name, sort } => vec![Formula::Atom {
                predicate: sort.clone(),
                arguments: vec![Term::entity(name)],
            }],
            Saying::Sort { name, supers } => supers.iter().map(|sup| sub_sort(name, sup)).collect(),
            Saying::Function {
                name,
                sorts,
                result,
            } => {
                let value = result.iter();
                value.map(|sort| value_sort(name, sorts, sort)).collect()
            }
            Saying::Predicate { .. } | Saying::Query(_) => Vec::new(),
        }
    }
}

/// Something said, with where and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub saying: Saying,
    pub span: Span,
    /// The name the source gives it, or the sentence it came from.
    pub label: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    pub entries: Vec<Entry>,
    /// What was read and has no meaning here, so that nothing is dropped silently.
    pub ignored: Vec<Span>,
}

impl Document {
    pub fn of(sayings: impl IntoIterator<Item = Saying>) -> Document {
        let entries = sayings.into_iter().map(|saying| Entry {
            saying,
            span: Span::default(),
            label: None,
        });
        Document {
            entries: entries.collect(),
            ignored: Vec::new(),
        }
    }

    pub fn statements(&self) -> impl Iterator<Item = &Formula> {
        self.entries.iter().filter_map(|entry| match &entry.saying {
            Saying::State(formula) => Some(formula),
            Saying::Sort { .. }
            | Saying::Predicate { .. }
            | Saying::Function { .. }
            | Saying::Constant { .. }
            | Saying::Query(_) => None,
        })
    }

    pub fn queries(&self) -> impl Iterator<Item = &Formula> {
        self.entries.iter().filter_map(|entry| match &entry.saying {
            Saying::Query(formula) => Some(formula),
            Saying::Sort { .. }
            | Saying::Predicate { .. }
            | Saying::Function { .. }
            | Saying::Constant { .. }
            | Saying::State(_) => None,
        })
    }

    /// What the last fact says.
    pub(super) fn predicate(&self) -> Option<&Name> {
        match self.entries.last().map(|entry| &entry.saying) {
            Some(Saying::State(Formula::Atom { predicate, .. })) => Some(predicate),
            Some(_) | None => None,
        }
    }

    pub(super) fn push(&mut self, saying: Saying, span: Span, label: Option<String>) {
        self.entries.push(Entry {
            saying,
            span,
            label,
        });
    }
}

/// A problem of a part, moved to its place in the whole.
pub(super) fn shifted(mut problem: Problem, by: usize) -> Problem {
    problem.span = Span::new(problem.span.start + by, problem.span.end + by);
    problem
}

/// What a declared function says: of things of its sorts, its value is of the sort that was declared.
pub fn value_sort(name: &Name, sorts: &[Option<Name>], result: &Name) -> Formula {
    let variables: Vec<Name> = (1..=sorts.len())
        .map(|number| Name::from(format!("X{number}")))
        .collect();
    let value = Term::Function {
        name: name.clone(),
        arguments: variables.iter().cloned().map(Term::Variable).collect(),
    };
    let atom = Formula::Atom {
        predicate: result.clone(),
        arguments: vec![value],
    };
    let bound = variables.into_iter().zip(sorts).rev();
    bound.fold(atom, |body, (variable, sort)| Formula::Forall {
        variable,
        sort: sort.clone(),
        body: Box::new(body),
    })
}

/// What a declared sub-sort says: everything of the one is of the other.
pub fn sub_sort(sub: &Name, sup: &Name) -> Formula {
    let variable = Name::new("X");
    let atom = |sort: &Name| Formula::Atom {
        predicate: sort.clone(),
        arguments: vec![Term::Variable(variable.clone())],
    };
    Formula::Forall {
        variable: variable.clone(),
        sort: None,
        body: Box::new(Formula::Implies(Box::new(atom(sub)), Box::new(atom(sup)))),
    }
}
