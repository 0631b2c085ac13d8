//! The types of terms: literals, arithmetic, counts; names are handed to the resolver.
//!
//! A literal is what the other side makes of it by declaration. Nothing here may convert a value.

use crate::check::{Checker, unknown};
use crate::formula::{ArithmeticOp, Span, Term};
use crate::kind::Type;
use crate::lex;
use crate::problem::Problem;
use crate::shape::{Shape, failed, mismatch};
use crate::syntax::{Expression, Label, Node, Quantifier, negative};
use crate::text::nearest;
use crate::value::{Name, Value};

impl Checker<'_> {
    /// A term whose value is only asked for its presence, which is allowed even if it is confidential.
    pub(crate) fn presence(&mut self, expression: &Expression) -> Term {
        match &expression.node {
            Node::Field(..) | Node::Call(..) | Node::Name(_) => {
                self.named(expression, None, true).0
            }
            Node::Literal(_)
            | Node::Now
            | Node::Today
            | Node::Arithmetic(..)
            | Node::Negative(_)
            | Node::Days(_)
            | Node::Size(_)
            | Node::Compare(..)
            | Node::In(..)
            | Node::Member(..)
            | Node::IsNull(_)
            | Node::IsKnown(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Connected(..)
            | Node::Quantified(..) => self.term(expression, None).0,
        }
    }

    pub(crate) fn term(
        &mut self,
        expression: &Expression,
        expected: Option<&Type>,
    ) -> (Term, Shape) {
        match &expression.node {
            Node::Name(_) | Node::Field(..) | Node::Call(..) => {
                self.named(expression, expected, false)
            }
            Node::Literal(value) => self.literal(value, expected, expression.span),
            Node::Now => (Term::Now, Shape::Known(Type::Instant)),
            Node::Today => (Term::Today, Shape::Known(Type::Date)),
            Node::Arithmetic(operation, left, right) => {
                self.arithmetic(*operation, left, right, expression.span)
            }
            Node::Negative(part) => {
                let (term, shape) = self.number(part);
                (negative(term), shape)
            }
            Node::Days(part) => self.number(part),
            Node::Size(part) => self.size(part),
            Node::Quantified(Quantifier::Count, variable, sort, body) => {
                let (variable, sort, body) = self.quantified(variable, sort.as_ref(), body);
                (
                    Term::Count {
                        variable,
                        sort,
                        body,
                    },
                    Shape::Known(Type::Number),
                )
            }
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
                self.not_a_value(expression.span);
                failed()
            }
        }
    }

    pub(crate) fn not_a_value(&mut self, span: Span) {
        self.problems.push(Problem::new(
            "expected-value",
            span,
            "a value should be here, and this is a condition",
            "il faudrait ici une valeur, et ceci est une condition",
        ));
    }

    fn literal(&mut self, value: &Value, expected: Option<&Type>, span: Span) -> (Term, Shape) {
        let constant = |value: Value, kind: Type| (Term::Constant(value), Shape::Known(kind));
        match value {
            Value::Null => (Term::Constant(Value::Null), Shape::Null),
            Value::Bool(_) => constant(value.clone(), Type::Boolean),
            Value::Number(_) => constant(value.clone(), Type::Number),
            Value::Date(_) => constant(value.clone(), Type::Date),
            Value::Instant(_) => constant(value.clone(), Type::Instant),
            Value::Text(text) => self.quoted(text, expected, span),
            // No reader produces these; they have no literal.
            Value::Symbol(_)
            | Value::Entity(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => {
                self.not_a_value(span);
                failed()
            }
        }
    }

    /// A quoted text is what the other side makes of it: a symbol, an entity, a date, or a text.
    pub(crate) fn quoted(
        &mut self,
        text: &str,
        expected: Option<&Type>,
        span: Span,
    ) -> (Term, Shape) {
        match expected {
            Some(kind @ Type::Enum(values)) => {
                match values.iter().find(|value| value.as_str() == text) {
                    Some(value) => (
                        Term::Constant(Value::Symbol(value.clone())),
                        Shape::Known(kind.clone()),
                    ),
                    None => self.unknown_value(text, values, span),
                }
            }
            Some(Type::Reference(_)) => match self.vocabulary.entity(text) {
                Some(sort) => (Term::entity(text), Shape::Known(Type::Reference(sort))),
                None => {
                    let label = Label {
                        name: Name::new(text),
                        span,
                    };
                    self.unknown_entity(&label);
                    failed()
                }
            },
            Some(Type::Date) => match text.parse() {
                Ok(date) => (Term::Constant(Value::Date(date)), Shape::Known(Type::Date)),
                Err(_) => {
                    self.problems.push(lex::bad_date(text, span));
                    failed()
                }
            },
            Some(Type::Instant) => match text.parse() {
                Ok(instant) => (
                    Term::Constant(Value::Instant(instant)),
                    Shape::Known(Type::Instant),
                ),
                Err(_) => {
                    self.problems.push(lex::bad_date(text, span));
                    failed()
                }
            },
            Some(Type::Text | Type::Number | Type::Boolean | Type::Set(_) | Type::List(_))
            | None => (Term::Constant(Value::text(text)), Shape::Known(Type::Text)),
        }
    }

    pub(crate) fn unknown_value(
        &mut self,
        name: &str,
        values: &[Name],
        span: Span,
    ) -> (Term, Shape) {
        let listed: Vec<&str> = values.iter().map(Name::as_str).collect();
        let listed = listed.join(", ");
        let problem = Problem::new(
            "unknown-value",
            span,
            format!("`{name}` is not one of the values: {listed}"),
            format!("`{name}` ne fait pas partie des valeurs : {listed}"),
        );
        let suggestion = nearest(name, values.iter().map(Name::as_str));
        self.problems.push(problem.did_you_mean(suggestion));
        failed()
    }

    pub(crate) fn unknown_entity(&mut self, label: &Label) {
        let entities = self.vocabulary.entities();
        let suggestion = nearest(&label.name, entities.iter().map(Name::as_str));
        self.problems
            .push(unknown(label, "entity", "entité").did_you_mean(suggestion));
    }

    fn number(&mut self, part: &Expression) -> (Term, Shape) {
        let (term, shape) = self.term(part, Some(&Type::Number));
        match shape {
            Shape::Known(Type::Number) | Shape::Failed => (term, shape),
            Shape::Known(_) | Shape::AnyEntity | Shape::Null => {
                let problem = mismatch(part.span, &shape, &Shape::Known(Type::Number));
                self.problems.push(problem);
                failed()
            }
        }
    }

    fn size(&mut self, part: &Expression) -> (Term, Shape) {
        let (term, shape) = self.term(part, None);
        match &shape {
            Shape::Known(Type::Set(_) | Type::List(_)) | Shape::Failed => {}
            Shape::Known(_) | Shape::AnyEntity | Shape::Null => {
                let described = shape.describe();
                self.problems.push(
                    Problem::new(
                        "type-mismatch",
                        part.span,
                        format!(
                            "only a set or a list can be counted, and this is {}",
                            described.en
                        ),
                        format!(
                            "on ne peut compter qu'un ensemble ou une liste, et ceci est {}",
                            described.fr
                        ),
                    )
                    .hint(
                        "to count entities write `count(X in sort: condition)`",
                        "pour compter des entités, écrivez `count(X in sorte: condition)`",
                    ),
                );
            }
        }
        (Term::Size(Box::new(term)), Shape::Known(Type::Number))
    }

    fn arithmetic(
        &mut self,
        operation: ArithmeticOp,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) -> (Term, Shape) {
        use ArithmeticOp::{Add, Divide, Multiply, Subtract};
        let (left_term, left_shape) = self.term(left, None);
        let (right_term, right_shape) = self.term(right, None);
        let term = Term::Arithmetic(operation, Box::new(left_term), Box::new(right_term));
        let (Shape::Known(left_type), Shape::Known(right_type)) = (&left_shape, &right_shape)
        else {
            if left_shape != Shape::Failed && right_shape != Shape::Failed {
                self.no_arithmetic(operation, &left_shape, &right_shape, span);
            }
            return failed();
        };
        let kind = match (operation, left_type, right_type) {
            (_, Type::Number, Type::Number) => Some(Type::Number),
            (Subtract, Type::Date, Type::Date) | (Subtract, Type::Instant, Type::Instant) => {
                Some(Type::Number)
            }
            (Add | Subtract, Type::Date, Type::Number) | (Add, Type::Number, Type::Date) => {
                Some(Type::Date)
            }
            (Add | Subtract, Type::Instant, Type::Number) | (Add, Type::Number, Type::Instant) => {
                Some(Type::Instant)
            }
            (Add | Subtract | Multiply | Divide, _, _) => None,
        };
        match kind {
            Some(kind) => (term, Shape::Known(kind)),
            None => {
                self.no_arithmetic(operation, &left_shape, &right_shape, span);
                failed()
            }
        }
    }

    fn no_arithmetic(&mut self, operation: ArithmeticOp, left: &Shape, right: &Shape, span: Span) {
        let (left, right) = (left.describe(), right.describe());
        self.problems.push(
            Problem::new(
                "type-mismatch",
                span,
                format!("`{operation}` does not work between {} and {}", left.en, right.en),
                format!("`{operation}` ne s'applique pas entre {} et {}", left.fr, right.fr),
            )
            .hint(
                "it works on numbers, on a date and a number of days, and `-` on two dates",
                "cela s'applique aux nombres, à une date et un nombre de jours, et `-` à deux dates",
            ),
        );
    }
}
