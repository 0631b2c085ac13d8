//! What the checker knows of the type of a term, and which types can meet.
//!
//! A shape that failed is compatible with everything: one mistake must never be reported twice.

use crate::formula::{Span, Term};
use crate::kind::Type;
use crate::problem::Problem;
use crate::sort::Sorts;
use crate::text::Phrase;
use crate::value::Value;

/// What is known of the type of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Known(Type),
    /// An entity of some sort.
    AnyEntity,
    Null,
    /// A problem has been reported; nothing more should be said about it.
    Failed,
}

impl Shape {
    pub(crate) fn known(&self) -> Option<&Type> {
        match self {
            Shape::Known(kind) => Some(kind),
            Shape::AnyEntity | Shape::Null | Shape::Failed => None,
        }
    }

    pub(crate) fn describe(&self) -> Phrase {
        match self {
            Shape::Known(kind) => kind.describe(),
            Shape::AnyEntity => Phrase::new("an entity", "une entité"),
            Shape::Null => Phrase::new("nothing", "rien"),
            Shape::Failed => Phrase::new("unclear", "indéterminé"),
        }
    }

    pub(crate) fn has_order(&self) -> bool {
        match self {
            Shape::Known(Type::Number | Type::Date | Type::Instant) | Shape::Failed => true,
            Shape::Known(
                Type::Text
                | Type::Boolean
                | Type::Enum(_)
                | Type::Reference(_)
                | Type::Set(_)
                | Type::List(_),
            )
            | Shape::AnyEntity
            | Shape::Null => false,
        }
    }
}

pub(crate) fn is_entity(shape: &Shape) -> bool {
    matches!(shape, Shape::AnyEntity | Shape::Known(Type::Reference(_)))
}

/// Whether two things can ever be the same.
pub(crate) fn compatible(left: &Shape, right: &Shape, sorts: &Sorts) -> bool {
    match (left, right) {
        (Shape::Failed | Shape::Null, _) | (_, Shape::Failed | Shape::Null) => true,
        (Shape::AnyEntity, other) | (other, Shape::AnyEntity) => is_entity(other),
        (Shape::Known(left), Shape::Known(right)) => types_meet(left, right, sorts),
    }
}

fn types_meet(left: &Type, right: &Type, sorts: &Sorts) -> bool {
    match (left, right) {
        (Type::Enum(left), Type::Enum(right)) => left.iter().any(|value| right.contains(value)),
        (Type::Reference(left), Type::Reference(right)) | (Type::Set(left), Type::Set(right)) => {
            sorts.is_sub(left, right)
                || sorts.is_sub(right, left)
                || !sorts.meet(left, right).is_empty()
        }
        (Type::List(left), Type::List(right)) => types_meet(left, right, sorts),
        (left, right) => left == right,
    }
}

pub(crate) fn mismatch(span: Span, found: &Shape, wanted: &Shape) -> Problem {
    let (found, wanted) = (found.describe(), wanted.describe());
    Problem::new(
        "type-mismatch",
        span,
        format!("this is {}, and it should be {}", found.en, wanted.en),
        format!("ceci est {}, et il faudrait {}", found.fr, wanted.fr),
    )
}

/// A placeholder for what could not be resolved; a tree with one is never handed out.
pub(crate) fn failed() -> (Term, Shape) {
    (Term::Constant(Value::Null), Shape::Failed)
}
