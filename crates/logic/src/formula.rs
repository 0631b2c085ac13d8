//! The one tree: terms and formulas that conditions, rules, belief sets and constraints share.
//!
//! The tree says nothing about where it was read or what is true; reading, checking and judging are
//! other files. Nodes are never rewritten for convenience: what was written is what is kept.

use crate::value::{Name, Number, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Byte offsets in a source text, the end excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The smallest span over both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..{}", self.start, self.end)
    }
}

impl FromStr for Span {
    type Err = crate::value::Unreadable;

    fn from_str(text: &str) -> Result<Span, Self::Err> {
        let unreadable = || crate::value::Unreadable::new("span", text);
        let (start, end) = text.split_once("..").ok_or_else(unreadable)?;
        let start = start.parse().map_err(|_| unreadable())?;
        let end = end.parse().map_err(|_| unreadable())?;
        Ok(Span::new(start, end))
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A string, because no journalled body may hold a JSON number.
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
        crate::value::from_string(deserializer)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArithmeticOp {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl ArithmeticOp {
    pub fn sign(self) -> &'static str {
        match self {
            ArithmeticOp::Add => "+",
            ArithmeticOp::Subtract => "-",
            ArithmeticOp::Multiply => "*",
            ArithmeticOp::Divide => "/",
        }
    }

    pub(crate) fn of_sign(sign: &str) -> Option<ArithmeticOp> {
        let all = [
            ArithmeticOp::Add,
            ArithmeticOp::Subtract,
            ArithmeticOp::Multiply,
            ArithmeticOp::Divide,
        ];
        all.into_iter().find(|operation| operation.sign() == sign)
    }

    /// The exact result; nothing where it has none, or would be rounded.
    pub(crate) fn apply(self, left: Number, right: Number) -> Option<Number> {
        match self {
            ArithmeticOp::Add => left.checked_add(right),
            ArithmeticOp::Subtract => left.checked_sub(right),
            ArithmeticOp::Multiply => left.checked_mul(right),
            // A quotient may be rounded: only one that gives the dividend back is exact.
            ArithmeticOp::Divide => left
                .checked_div(right)
                .filter(|quotient| quotient.checked_mul(right) == Some(left)),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }

    /// Whether it asks for an order and not only for sameness.
    pub fn is_order(self) -> bool {
        match self {
            Comparison::Equal | Comparison::NotEqual => false,
            Comparison::Less
            | Comparison::LessOrEqual
            | Comparison::Greater
            | Comparison::GreaterOrEqual => true,
        }
    }
}

/// Something that has a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// Bound by the nearest quantifier or count of that name.
    Variable(Name),
    Constant(Value),
    /// An attribute is a functional predicate: `X.mood` and `mood(X)` are both this.
    Attribute {
        of: Box<Term>,
        attribute: Name,
    },
    /// Without arguments: a derived fact.
    Function {
        name: Name,
        arguments: Vec<Term>,
    },
    /// On numbers; on dates and moments with a number of days.
    Arithmetic(ArithmeticOp, Box<Term>, Box<Term>),
    /// How many entities (of a sort) the body holds of.
    Count {
        variable: Name,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sort: Option<Name>,
        body: Box<Formula>,
    },
    /// How many members a set or list has.
    Size(Box<Term>),
    Now,
    Today,
    /// A name that was read and not yet looked up; the checker leaves none behind.
    Unresolved(Name, Span),
}

/// Something that is true, false or unknown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formula {
    Constant(bool),
    Atom {
        predicate: Name,
        arguments: Vec<Term>,
    },
    Compare(Comparison, Term, Term),
    In(Term, Vec<Term>),
    /// Membership in a set or list that is itself a value.
    Member(Term, Term),
    IsNull(Term),
    IsKnown(Term),
    /// A boolean term used as a formula.
    Truth(Term),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Xor(Box<Formula>, Box<Formula>),
    Forall {
        variable: Name,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sort: Option<Name>,
        body: Box<Formula>,
    },
    Exists {
        variable: Name,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sort: Option<Name>,
        body: Box<Formula>,
    },
}

impl Formula {
    /// The conjunction of any number of formulas; of one it is that one, of none it is `true`.
    pub fn all(mut formulas: Vec<Formula>) -> Formula {
        match formulas.len() {
            0 => Formula::Constant(true),
            1 => formulas.swap_remove(0),
            _ => Formula::And(formulas),
        }
    }

    /// The disjunction of any number of formulas; of one it is that one, of none it is `false`.
    pub fn any(mut formulas: Vec<Formula>) -> Formula {
        match formulas.len() {
            0 => Formula::Constant(false),
            1 => formulas.swap_remove(0),
            _ => Formula::Or(formulas),
        }
    }

    #[allow(clippy::should_implement_trait)]
    pub fn not(formula: Formula) -> Formula {
        Formula::Not(Box::new(formula))
    }

    /// Every term that stands directly in this formula or in one of its parts, outermost first.
    pub fn visit_terms<'a>(&'a self, see: &mut dyn FnMut(&'a Term)) {
        match self {
            Formula::Constant(_) => {}
            Formula::Atom { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.visit(see));
            }
            Formula::Compare(_, left, right) | Formula::Member(left, right) => {
                left.visit(see);
                right.visit(see);
            }
            Formula::In(subject, items) => {
                subject.visit(see);
                items.iter().for_each(|item| item.visit(see));
            }
            Formula::IsNull(term) | Formula::IsKnown(term) | Formula::Truth(term) => {
                term.visit(see)
            }
            Formula::Not(body) | Formula::Forall { body, .. } | Formula::Exists { body, .. } => {
                body.visit_terms(see)
            }
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.visit_terms(see));
            }
            Formula::Implies(left, right)
            | Formula::Iff(left, right)
            | Formula::Xor(left, right) => {
                left.visit_terms(see);
                right.visit_terms(see);
            }
        }
    }

    /// Everything of which it asks whether a set or list of an entity holds it, with the attribute's name.
    pub fn each_member<'a>(&'a self, see: &mut dyn FnMut(&'a Term, &'a Name)) {
        match self {
            Formula::Member(member, Term::Attribute { attribute, .. }) => see(member, attribute),
            Formula::Not(body) | Formula::Forall { body, .. } | Formula::Exists { body, .. } => {
                body.each_member(see);
            }
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.each_member(see));
            }
            Formula::Implies(left, right)
            | Formula::Iff(left, right)
            | Formula::Xor(left, right) => {
                left.each_member(see);
                right.each_member(see);
            }
            Formula::Constant(_)
            | Formula::Atom { .. }
            | Formula::Compare(..)
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_) => {}
        }
    }
}

/// What a term ends in, and what stands in its place.
#[derive(Clone, Copy)]
enum Leaf<'a> {
    Variable(&'a Name),
    Constant(&'a Value),
}

type Replace<'a> = dyn Fn(Leaf) -> Option<Term> + 'a;

impl Formula {
    /// The same formula with terms in the place of free variables. No variable of those terms is bound in it.
    pub fn with(&self, free: &dyn Fn(&Name) -> Option<Term>) -> Formula {
        self.replaced(&|leaf| match leaf {
            Leaf::Variable(name) => free(name),
            Leaf::Constant(_) => None,
        })
    }

    /// The same formula about other entities, where an entity has another name.
    pub fn renamed(&self, name: &dyn Fn(&Name) -> Option<Name>) -> Formula {
        self.replaced(&|leaf| match leaf {
            Leaf::Variable(_) => None,
            Leaf::Constant(value) => value.renamed(name).map(Term::Constant),
        })
    }

    fn replaced(&self, free: &Replace) -> Formula {
        let boxed = |formula: &Formula| Box::new(formula.replaced(free));
        let term = |term: &Term| term.replaced(free);
        let terms = |terms: &[Term]| terms.iter().map(term).collect();
        let parts = |parts: &[Formula]| parts.iter().map(|part| part.replaced(free)).collect();
        match self {
            Formula::Constant(_) => self.clone(),
            Formula::Atom {
                predicate,
                arguments,
            } => Formula::Atom {
                predicate: predicate.clone(),
                arguments: terms(arguments),
            },
            Formula::Compare(comparison, left, right) => {
                Formula::Compare(*comparison, term(left), term(right))
            }
            Formula::In(subject, items) => Formula::In(term(subject), terms(items)),
            Formula::Member(member, collection) => Formula::Member(term(member), term(collection)),
            Formula::IsNull(of) => Formula::IsNull(term(of)),
            Formula::IsKnown(of) => Formula::IsKnown(term(of)),
            Formula::Truth(of) => Formula::Truth(term(of)),
            Formula::Not(body) => Formula::Not(boxed(body)),
            Formula::And(all) => Formula::And(parts(all)),
            Formula::Or(all) => Formula::Or(parts(all)),
            Formula::Implies(left, right) => Formula::Implies(boxed(left), boxed(right)),
            Formula::Iff(left, right) => Formula::Iff(boxed(left), boxed(right)),
            Formula::Xor(left, right) => Formula::Xor(boxed(left), boxed(right)),
            Formula::Forall {
                variable,
                sort,
                body,
            } => Formula::Forall {
                variable: variable.clone(),
                sort: sort.clone(),
                body: Box::new(body.below(variable, free)),
            },
            Formula::Exists {
                variable,
                sort,
                body,
            } => Formula::Exists {
                variable: variable.clone(),
                sort: sort.clone(),
                body: Box::new(body.below(variable, free)),
            },
        }
    }

    /// What stands below a binder of this variable.
    fn below(&self, bound: &Name, free: &Replace) -> Formula {
        self.replaced(&|leaf| match leaf {
            Leaf::Variable(name) if name == bound => None,
            other @ (Leaf::Variable(_) | Leaf::Constant(_)) => free(other),
        })
    }
}

impl Term {
    fn replaced(&self, free: &Replace) -> Term {
        let boxed = |term: &Term| Box::new(term.replaced(free));
        match self {
            Term::Variable(name) => free(Leaf::Variable(name)).unwrap_or_else(|| self.clone()),
            Term::Constant(value) => free(Leaf::Constant(value)).unwrap_or_else(|| self.clone()),
            Term::Now | Term::Today | Term::Unresolved(_, _) => self.clone(),
            Term::Attribute { of, attribute } => Term::Attribute {
                of: boxed(of),
                attribute: attribute.clone(),
            },
            Term::Function { name, arguments } => Term::Function {
                name: name.clone(),
                arguments: arguments.iter().map(|term| term.replaced(free)).collect(),
            },
            Term::Arithmetic(op, left, right) => Term::Arithmetic(*op, boxed(left), boxed(right)),
            Term::Count {
                variable,
                sort,
                body,
            } => Term::Count {
                variable: variable.clone(),
                sort: sort.clone(),
                body: Box::new(body.below(variable, free)),
            },
            Term::Size(of) => Term::Size(boxed(of)),
        }
    }

    pub fn entity(name: impl Into<Name>) -> Term {
        Term::Constant(Value::Entity(name.into()))
    }

    pub fn attribute(of: Term, attribute: impl Into<Name>) -> Term {
        Term::Attribute {
            of: Box::new(of),
            attribute: attribute.into(),
        }
    }

    /// This term and every term inside it, outermost first.
    pub fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Term)) {
        see(self);
        match self {
            Term::Variable(_)
            | Term::Constant(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(_, _) => {}
            Term::Attribute { of, .. } => of.visit(see),
            Term::Function { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.visit(see));
            }
            Term::Arithmetic(_, left, right) => {
                left.visit(see);
                right.visit(see);
            }
            Term::Count { body, .. } => body.visit_terms(see),
            Term::Size(of) => of.visit(see),
        }
    }
}
