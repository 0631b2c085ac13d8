//! What was read, with the place of every part, before any name is looked up.
//!
//! A reader of any syntax builds this; the checker turns it into the one tree. It must never decide
//! what a name means, only which names are bound.

use crate::formula::{ArithmeticOp, Comparison, Formula, Span, Term};
use crate::value::{Name, Number, Value};

/// How deeply a tree may nest. Everything that walks a tree recurses, so this bounds the stack.
pub const DEPTH_MAX: usize = 128;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub node: Node,
    pub span: Span,
    depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    Implies,
    Iff,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Forall,
    Exists,
    Count,
}

/// A name in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub name: Name,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Name(Name),
    Literal(Value),
    Now,
    Today,
    /// `of.attribute`
    Field(Box<Expression>, Label),
    /// `function(arguments)`: an attribute, a predicate or a function.
    Call(Label, Vec<Expression>),
    Arithmetic(ArithmeticOp, Box<Expression>, Box<Expression>),
    Negative(Box<Expression>),
    /// `3 days`: a number that may only be added to or subtracted from a date, or compared with days.
    Days(Box<Expression>),
    Size(Box<Expression>),
    Compare(Comparison, Box<Expression>, Box<Expression>),
    In(Box<Expression>, Vec<Expression>),
    Member(Box<Expression>, Box<Expression>),
    IsNull(Box<Expression>),
    IsKnown(Box<Expression>),
    Not(Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Connected(Connective, Box<Expression>, Box<Expression>),
    Quantified(Quantifier, Label, Option<Label>, Box<Expression>),
}

/// Whether something can stand where a value is wanted, where a condition is wanted, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Value,
    Condition,
    Either,
}

impl Expression {
    pub fn new(node: Node, span: Span) -> Expression {
        let mut depth = 0;
        node.each_part(&mut |part| depth = depth.max(part.depth));
        Expression {
            node,
            span,
            depth: depth + 1,
        }
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    pub fn place(&self) -> Place {
        match &self.node {
            Node::Name(_) | Node::Field(..) | Node::Call(..) => Place::Either,
            Node::Literal(Value::Bool(_)) => Place::Either,
            Node::Literal(_)
            | Node::Now
            | Node::Today
            | Node::Arithmetic(..)
            | Node::Negative(_)
            | Node::Days(_)
            | Node::Size(_)
            | Node::Quantified(Quantifier::Count, ..) => Place::Value,
            Node::Compare(..)
            | Node::In(..)
            | Node::Member(..)
            | Node::IsNull(_)
            | Node::IsKnown(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Connected(..)
            | Node::Quantified(Quantifier::Forall | Quantifier::Exists, ..) => Place::Condition,
        }
    }

    /// The tree without looking any name up: free names stay unresolved, calls stay as they are.
    pub fn to_formula(&self) -> Formula {
        Unchecked::new(Free::Unresolved).formula(self.clone())
    }

    /// The same for an expression that has a value.
    pub fn to_term(&self) -> Term {
        Unchecked::new(Free::Unresolved).term(self.clone())
    }

    /// The tree of a statement, where every free name is a constant or a proposition; and the variables
    /// that stand where a formula must.
    pub(crate) fn into_statement(self) -> (Formula, Vec<(Name, Span)>) {
        let mut reader = Unchecked::new(Free::Constant);
        let formula = reader.formula(self);
        (formula, reader.misplaced)
    }
}

impl Node {
    fn each_part<'a>(&'a self, see: &mut dyn FnMut(&'a Expression)) {
        match self {
            Node::Name(_) | Node::Literal(_) | Node::Now | Node::Today => {}
            Node::Field(part, _)
            | Node::Negative(part)
            | Node::Days(part)
            | Node::Size(part)
            | Node::IsNull(part)
            | Node::IsKnown(part)
            | Node::Not(part)
            | Node::Quantified(_, _, _, part) => see(part),
            Node::Call(_, parts) | Node::And(parts) | Node::Or(parts) => parts.iter().for_each(see),
            Node::Arithmetic(_, left, right)
            | Node::Compare(_, left, right)
            | Node::Member(left, right)
            | Node::Connected(_, left, right) => {
                see(left);
                see(right);
            }
            Node::In(subject, items) => {
                see(subject);
                items.iter().for_each(see);
            }
        }
    }
}

/// The number zero minus a term: what a minus in front of anything but a number means.
pub(crate) fn negative(term: Term) -> Term {
    let zero = Term::Constant(Value::Number(Number::ZERO));
    Term::Arithmetic(ArithmeticOp::Subtract, Box::new(zero), Box::new(term))
}

pub(crate) fn connected(connective: Connective, left: Formula, right: Formula) -> Formula {
    let (left, right) = (Box::new(left), Box::new(right));
    match connective {
        Connective::Implies => Formula::Implies(left, right),
        Connective::Iff => Formula::Iff(left, right),
        Connective::Xor => Formula::Xor(left, right),
    }
}

/// The sort of `X` in `forall X, Y in man:`, which is said once for both: the quantifiers of one list
/// stand in one place.
fn shared_sort(quantifier: Quantifier, span: Span, body: &Expression) -> Option<Name> {
    if let Node::Quantified(next, _, sort, inner) = &body.node
        && *next == quantifier
        && body.span == span
    {
        let own = sort.as_ref().map(|sort| sort.name.clone());
        return own.or_else(|| shared_sort(quantifier, span, inner));
    }
    None
}

/// What a name is that nothing binds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Free {
    Unresolved,
    Constant,
}

struct Unchecked {
    free: Free,
    bound: Vec<Name>,
    misplaced: Vec<(Name, Span)>,
}

impl Unchecked {
    fn new(free: Free) -> Unchecked {
        Unchecked {
            free,
            bound: Vec::new(),
            misplaced: Vec::new(),
        }
    }

    fn formulas(&mut self, parts: Vec<Expression>) -> Vec<Formula> {
        // Collected, they would take the room of the parts and then have to be cut to size.
        let mut formulas = Vec::with_capacity(parts.len());
        for part in parts {
            formulas.push(self.formula(part));
        }
        formulas
    }

    fn terms(&mut self, parts: Vec<Expression>) -> Vec<Term> {
        let mut terms = Vec::with_capacity(parts.len());
        for part in parts {
            terms.push(self.term(part));
        }
        terms
    }

    /// The body under its variable, which comes back.
    fn body(&mut self, variable: Name, body: Expression) -> (Name, Box<Formula>) {
        self.bound.push(variable);
        let formula = self.formula(body);
        // What was pushed here is on top again.
        let variable = self.bound.pop().unwrap_or_else(|| Name::new(""));
        (variable, Box::new(formula))
    }

    fn formula(&mut self, expression: Expression) -> Formula {
        let span = expression.span;
        match expression.node {
            Node::Literal(Value::Bool(truth)) => Formula::Constant(truth),
            Node::Name(name) if self.free == Free::Constant => {
                if self.bound.contains(&name) {
                    self.misplaced.push((name.clone(), span));
                }
                Formula::Atom {
                    predicate: name,
                    arguments: Vec::new(),
                }
            }
            Node::Call(label, arguments) => Formula::Atom {
                predicate: label.name,
                arguments: self.terms(arguments),
            },
            Node::Compare(comparison, left, right) => {
                Formula::Compare(comparison, self.term(*left), self.term(*right))
            }
            Node::In(subject, items) => Formula::In(self.term(*subject), self.terms(items)),
            Node::Member(member, collection) => {
                // A statement knows no collections by name: what something is in is a sort.
                if let Node::Name(sort) = &collection.node
                    && self.free == Free::Constant
                    && !self.bound.contains(sort)
                {
                    return Formula::Atom {
                        predicate: sort.clone(),
                        arguments: vec![self.term(*member)],
                    };
                }
                Formula::Member(self.term(*member), self.term(*collection))
            }
            Node::IsNull(term) => Formula::IsNull(self.term(*term)),
            Node::IsKnown(term) => Formula::IsKnown(self.term(*term)),
            Node::Not(body) => Formula::not(self.formula(*body)),
            Node::And(parts) => Formula::And(self.formulas(parts)),
            Node::Or(parts) => Formula::Or(self.formulas(parts)),
            Node::Connected(connective, left, right) => {
                connected(connective, self.formula(*left), self.formula(*right))
            }
            Node::Quantified(quantifier, variable, sort, body) => {
                let mut sort = sort.map(|label| label.name);
                if self.free == Free::Constant && sort.is_none() {
                    sort = shared_sort(quantifier, span, &body);
                }
                let (variable, body) = self.body(variable.name, *body);
                match quantifier {
                    Quantifier::Forall => Formula::Forall {
                        variable,
                        sort,
                        body,
                    },
                    Quantifier::Exists => Formula::Exists {
                        variable,
                        sort,
                        body,
                    },
                    Quantifier::Count => Formula::Truth(Term::Count {
                        variable,
                        sort,
                        body,
                    }),
                }
            }
            node @ (Node::Name(_)
            | Node::Literal(_)
            | Node::Now
            | Node::Today
            | Node::Field(..)
            | Node::Arithmetic(..)
            | Node::Negative(_)
            | Node::Days(_)
            | Node::Size(_)) => Formula::Truth(self.term(Expression { node, ..expression })),
        }
    }

    fn term(&mut self, expression: Expression) -> Term {
        match expression.node {
            Node::Name(name) if self.bound.contains(&name) => Term::Variable(name),
            Node::Name(name) => match self.free {
                Free::Unresolved => Term::Unresolved(name, expression.span),
                Free::Constant => Term::entity(name),
            },
            Node::Literal(value) => Term::Constant(value),
            Node::Now => Term::Now,
            Node::Today => Term::Today,
            Node::Field(of, label) => Term::attribute(self.term(*of), label.name),
            Node::Call(label, arguments) => Term::Function {
                name: label.name,
                arguments: self.terms(arguments),
            },
            Node::Arithmetic(operation, left, right) => {
                let (left, right) = (self.term(*left), self.term(*right));
                Term::Arithmetic(operation, Box::new(left), Box::new(right))
            }
            Node::Negative(part) => negative(self.term(*part)),
            Node::Days(part) => self.term(*part),
            Node::Size(part) => Term::Size(Box::new(self.term(*part))),
            Node::Quantified(Quantifier::Count, variable, sort, body) => {
                let (variable, body) = self.body(variable.name, *body);
                Term::Count {
                    variable,
                    sort: sort.map(|label| label.name),
                    body,
                }
            }
            // No reader puts a condition where a value is wanted; the place was checked while reading.
            Node::Compare(..)
            | Node::In(..)
            | Node::Member(..)
            | Node::IsNull(_)
            | Node::IsKnown(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Connected(..)
            | Node::Quantified(Quantifier::Forall | Quantifier::Exists, ..) => {
                Term::Constant(Value::Null)
            }
        }
    }
}
