//! Names and types: from what was read to the tree, against declarations.
//!
//! A name means what its declaration says, never what its spelling suggests. All problems are reported
//! at once; a condition with a problem has no tree, so that nothing can be evaluated in its place.

use crate::formula::{Comparison, Formula, Span, Term};
use crate::kind::Type;
pub use crate::problem::Problem;
use crate::read::{Parsed, ParsedTerm};
use crate::shape::{Shape, compatible, mismatch};
use crate::sort::Sorts;
use crate::syntax::{Connective, Expression, Label, Node, Quantifier, connected};
use crate::text::{self, Phrase, nearest};
use crate::value::{Cell, Name, Value};

/// What has been declared.
pub trait Vocabulary {
    /// The sort of an entity.
    fn entity(&self, name: &str) -> Option<Name>;
    /// The type of an attribute that is visible on a sort, or on any sort when none is given. A field of
    /// a composite is an attribute with a dotted name.
    fn attribute(&self, sort: Option<&str>, name: &str) -> Option<Type>;
    /// What a bare or dotted name stands for: a derived fact, or an alias of a cell.
    fn fact(&self, name: &str) -> Option<(FactRef, Type)>;
    /// Whether it is a value of some enumeration.
    fn symbol(&self, name: &str) -> bool;
    /// The argument sorts of a predicate. A sort is a predicate of one argument.
    fn predicate(&self, name: &str) -> Option<Vec<Option<Name>>>;
    fn sorts(&self) -> &Sorts;
    fn entities(&self) -> Vec<Name>;
    fn attributes(&self) -> Vec<Name>;
    fn facts(&self) -> Vec<Name>;

    /// That a sort has no such attribute.
    fn lacks(&self, sort: &str, attribute: &str) -> Phrase {
        no_attribute(sort, attribute)
    }

    /// Of a confidential attribute conditions may only ask whether it is there.
    fn confidential(&self, _sort: Option<&str>, _attribute: &str) -> bool {
        false
    }
}

pub fn no_attribute(sort: &str, attribute: &str) -> Phrase {
    Phrase::new(
        format!("sort `{sort}` has no attribute `{attribute}`"),
        format!("la sorte `{sort}` n'a pas d'attribut `{attribute}`"),
    )
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactRef {
    Cell(Cell),
    Derived(Name),
}

pub fn check(parsed: Parsed, vocabulary: &dyn Vocabulary) -> Result<Formula, Vec<Problem>> {
    let mut checker = Checker::new(vocabulary);
    let formula = checker.formula(parsed.root());
    checker.finish(formula)
}

/// Checks an expression that has a value. Where the type is declared, symbols are looked up in it.
pub fn check_term(
    parsed: ParsedTerm,
    vocabulary: &dyn Vocabulary,
    declared: Option<&Type>,
) -> Result<(Term, Type), Vec<Problem>> {
    let mut checker = Checker::new(vocabulary);
    let root = parsed.root();
    let (term, shape) = checker.term(root, declared);
    let kind = match (declared, shape) {
        (Some(declared), shape) => {
            if !compatible(&shape, &Shape::Known(declared.clone()), vocabulary.sorts()) {
                let problem = mismatch(root.span, &shape, &Shape::Known(declared.clone()));
                checker.problems.push(problem);
            }
            declared.clone()
        }
        (None, Shape::Known(kind)) => kind,
        (None, Shape::Null | Shape::AnyEntity) => {
            checker.problems.push(Problem::new(
                "type-unknown",
                root.span,
                "the type of this value cannot be told",
                "le type de cette valeur ne peut pas être déterminé",
            ));
            Type::Boolean
        }
        // The problem that made it fail is on the list already.
        (None, Shape::Failed) => Type::Boolean,
    };
    checker.finish((term, kind))
}

pub(crate) struct Checker<'v> {
    pub(crate) vocabulary: &'v dyn Vocabulary,
    /// Bound names with their sorts, innermost last.
    pub(crate) bound: Vec<(Name, Option<Name>)>,
    pub(crate) problems: Vec<Problem>,
}

impl<'v> Checker<'v> {
    fn new(vocabulary: &'v dyn Vocabulary) -> Checker<'v> {
        Checker {
            vocabulary,
            bound: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn finish<T>(mut self, result: T) -> Result<T, Vec<Problem>> {
        if self.problems.is_empty() {
            return Ok(result);
        }
        self.problems.sort_by_key(|problem| problem.span);
        Err(self.problems)
    }

    fn formulas(&mut self, parts: &[Expression]) -> Vec<Formula> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn formula(&mut self, expression: &Expression) -> Formula {
        match &expression.node {
            Node::Literal(Value::Bool(truth)) => Formula::Constant(*truth),
            Node::Name(name) if self.is_proposition(name) => Formula::Atom {
                predicate: name.clone(),
                arguments: Vec::new(),
            },
            Node::Call(label, arguments) if self.is_predicate(&label.name) => {
                self.atom(label, arguments, expression.span)
            }
            Node::Compare(comparison, left, right) => {
                self.compare(*comparison, left, right, expression.span)
            }
            Node::In(subject, items) => self.one_of(subject, items),
            Node::Member(member, collection) => self.member(member, collection),
            Node::IsNull(term) => Formula::IsNull(self.presence(term)),
            Node::IsKnown(term) => Formula::IsKnown(self.presence(term)),
            Node::Not(body) => Formula::not(self.formula(body)),
            Node::And(parts) => Formula::And(self.formulas(parts)),
            Node::Or(parts) => Formula::Or(self.formulas(parts)),
            Node::Connected(connective, left, right) => {
                connected(*connective, self.formula(left), self.formula(right))
            }
            Node::Quantified(Quantifier::Forall, variable, sort, body) => {
                let (variable, sort, body) = self.quantified(variable, sort.as_ref(), body);
                Formula::Forall {
                    variable,
                    sort,
                    body,
                }
            }
            Node::Quantified(Quantifier::Exists, variable, sort, body) => {
                let (variable, sort, body) = self.quantified(variable, sort.as_ref(), body);
                Formula::Exists {
                    variable,
                    sort,
                    body,
                }
            }
            Node::Name(_)
            | Node::Literal(_)
            | Node::Now
            | Node::Today
            | Node::Field(..)
            | Node::Call(..)
            | Node::Arithmetic(..)
            | Node::Negative(_)
            | Node::Days(_)
            | Node::Size(_)
            | Node::Quantified(Quantifier::Count, ..) => self.truth(expression),
        }
    }

    /// A value used as a condition must be true or false.
    fn truth(&mut self, expression: &Expression) -> Formula {
        let (term, shape) = self.term(expression, Some(&Type::Boolean));
        match shape {
            Shape::Known(Type::Boolean) | Shape::Failed => {}
            Shape::Known(_) | Shape::Null | Shape::AnyEntity => {
                let described = shape.describe();
                self.problems.push(
                    Problem::new(
                        "type-mismatch",
                        expression.span,
                        format!("this is {}, not a condition", described.en),
                        format!("ceci est {}, pas une condition", described.fr),
                    )
                    .hint("compare it with something", "comparez-la à quelque chose"),
                );
            }
        }
        Formula::Truth(term)
    }

    pub(crate) fn quantified(
        &mut self,
        variable: &Label,
        sort: Option<&Label>,
        body: &Expression,
    ) -> (Name, Option<Name>, Box<Formula>) {
        // A variable of an unknown sort can be anything: nothing more is said against its attributes.
        let sort = sort.and_then(|label| {
            let sorts = self.vocabulary.sorts();
            let known = sorts.canonical(&label.name);
            if known.is_none() {
                let suggestion = nearest(&label.name, sorts.names().map(Name::as_str));
                let problem = unknown(label, "sort", "sorte").did_you_mean(suggestion);
                self.problems.push(problem);
            }
            known
        });
        self.bound.push((variable.name.clone(), sort.clone()));
        let body = self.formula(body);
        self.bound.pop();
        (variable.name.clone(), sort, Box::new(body))
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bound.iter().any(|(bound, _)| bound.as_str() == name)
    }

    fn is_proposition(&self, name: &str) -> bool {
        let without_arguments = |arguments: Vec<Option<Name>>| arguments.is_empty();
        !self.is_bound(name)
            && self
                .vocabulary
                .predicate(name)
                .is_some_and(without_arguments)
    }

    pub(crate) fn is_predicate(&self, name: &str) -> bool {
        self.vocabulary.predicate(name).is_some() || self.vocabulary.sorts().contains(name)
    }

    fn atom(&mut self, label: &Label, arguments: &[Expression], span: Span) -> Formula {
        let sorts = self.vocabulary.sorts();
        let wanted = self
            .vocabulary
            .predicate(&label.name)
            .unwrap_or_else(|| vec![None]);
        if wanted.len() != arguments.len() {
            let (wanted, found) = (wanted.len(), arguments.len());
            self.problems.push(Problem::new(
                "wrong-arity",
                span,
                format!(
                    "`{}` takes {}, not {found}",
                    label.name,
                    text::arguments(wanted).en
                ),
                format!(
                    "`{}` prend {}, pas {found}",
                    label.name,
                    text::arguments(wanted).fr
                ),
            ));
        }
        let checked = arguments.iter().enumerate().map(|(at, argument)| {
            let expected = wanted.get(at).cloned().flatten().map(Type::Reference);
            let (term, shape) = self.term(argument, expected.as_ref());
            // A sort has members, and only entities are members.
            let expected = match expected {
                Some(expected) => Some(Shape::Known(expected)),
                None if sorts.contains(&label.name) => Some(Shape::AnyEntity),
                None => None,
            };
            if let Some(expected) = expected
                && !compatible(&shape, &expected, sorts)
            {
                self.problems
                    .push(mismatch(argument.span, &shape, &expected));
            }
            term
        });
        let arguments = checked.collect();
        Formula::Atom {
            predicate: sorts
                .canonical(&label.name)
                .unwrap_or_else(|| label.name.clone()),
            arguments,
        }
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        left: &Expression,
        right: &Expression,
        span: Span,
    ) -> Formula {
        if let Some(formula) = self.compare_with_null(comparison, left, right) {
            return formula;
        }
        if !comparison.is_order() && (self.is_atom(left) || self.is_atom(right)) {
            return self.compare_conditions(comparison, left, right);
        }
        let (left_term, left_shape, right_term, right_shape);
        if self.needs_context(left) && !self.needs_context(right) {
            (right_term, right_shape) = self.term(right, None);
            (left_term, left_shape) = self.term(left, right_shape.known());
        } else {
            (left_term, left_shape) = self.term(left, None);
            (right_term, right_shape) = self.term(right, left_shape.known());
        }
        if !compatible(&left_shape, &right_shape, self.vocabulary.sorts()) {
            let problem = if self.needs_context(left) {
                mismatch(left.span, &left_shape, &right_shape)
            } else {
                mismatch(right.span, &right_shape, &left_shape)
            };
            let problem = quoting_hint(problem, right, &left_shape);
            self.problems.push(problem);
        } else if comparison.is_order() {
            for shape in [&left_shape, &right_shape] {
                if !shape.has_order() {
                    self.problems.push(no_order(comparison, shape, span));
                    break;
                }
            }
        }
        Formula::Compare(comparison, left_term, right_term)
    }

    /// `x == null` asks the same as `x is null`.
    fn compare_with_null(
        &mut self,
        comparison: Comparison,
        left: &Expression,
        right: &Expression,
    ) -> Option<Formula> {
        let is_null = |expression: &Expression| expression.node == Node::Literal(Value::Null);
        let other = if is_null(right) {
            left
        } else if is_null(left) {
            right
        } else {
            return None;
        };
        let term = self.presence(other);
        match comparison {
            Comparison::Equal => Some(Formula::IsNull(term)),
            Comparison::NotEqual => Some(Formula::not(Formula::IsNull(term))),
            Comparison::Less
            | Comparison::LessOrEqual
            | Comparison::Greater
            | Comparison::GreaterOrEqual => {
                let span = left.span.to(right.span);
                self.problems.push(no_order(comparison, &Shape::Null, span));
                Some(Formula::Constant(false))
            }
        }
    }

    fn is_atom(&self, expression: &Expression) -> bool {
        match &expression.node {
            Node::Call(label, arguments) => {
                self.is_predicate(&label.name)
                    && !(arguments.len() == 1 && self.is_attribute(&label.name))
            }
            Node::Name(name) => self.is_proposition(name),
            Node::Literal(_)
            | Node::Now
            | Node::Today
            | Node::Field(..)
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
            | Node::Quantified(..) => false,
        }
    }

    /// `noble(X) == true` and `noble(X) != noble(Y)`: a predicate has no value, so these are connectives.
    fn compare_conditions(
        &mut self,
        comparison: Comparison,
        left: &Expression,
        right: &Expression,
    ) -> Formula {
        let connective = match comparison {
            Comparison::NotEqual => Connective::Xor,
            Comparison::Equal
            | Comparison::Less
            | Comparison::LessOrEqual
            | Comparison::Greater
            | Comparison::GreaterOrEqual => Connective::Iff,
        };
        let (left, right) = (self.formula(left), self.formula(right));
        connected(connective, left, right)
    }

    /// A bare word that means something only beside something else, such as a symbol or a quoted text.
    fn needs_context(&self, expression: &Expression) -> bool {
        match &expression.node {
            Node::Literal(Value::Text(_)) => true,
            Node::Name(name) => !self.is_bound(name) && self.vocabulary.fact(name).is_none(),
            Node::Literal(_)
            | Node::Now
            | Node::Today
            | Node::Field(..)
            | Node::Call(..)
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
            | Node::Quantified(..) => false,
        }
    }

    fn one_of(&mut self, subject: &Expression, items: &[Expression]) -> Formula {
        let (term, mut shape) = self.term(subject, None);
        if let Shape::Known(Type::Set(_) | Type::List(_)) = shape {
            let described = shape.describe();
            self.problems.push(
                Problem::new(
                    "type-mismatch",
                    subject.span,
                    format!("this is {}, not one item", described.en),
                    format!("ceci est {}, pas un élément", described.fr),
                )
                .hint(
                    "write `item in collection`",
                    "écrivez `élément in collection`",
                ),
            );
            shape = Shape::Failed;
        }
        let checked = items.iter().map(|item| {
            let (term, item_shape) = self.term(item, shape.known());
            if !compatible(&shape, &item_shape, self.vocabulary.sorts()) {
                let problem = mismatch(item.span, &item_shape, &shape);
                self.problems.push(quoting_hint(problem, item, &shape));
            }
            term
        });
        let items = checked.collect();
        Formula::In(term, items)
    }

    fn member(&mut self, member: &Expression, collection: &Expression) -> Formula {
        if let Node::Name(name) = &collection.node
            && !self.is_bound(name)
            && self.vocabulary.fact(name).is_none()
            && self.vocabulary.sorts().contains(name)
        {
            let label = Label {
                name: name.clone(),
                span: collection.span,
            };
            let span = member.span.to(collection.span);
            return self.atom(&label, std::slice::from_ref(member), span);
        }
        let (collection_term, shape) = self.term(collection, None);
        let item = match &shape {
            Shape::Known(Type::Set(sort)) => Some(Type::Reference(sort.clone())),
            Shape::Known(Type::List(item)) => Some((**item).clone()),
            Shape::Failed => None,
            Shape::Known(_) | Shape::Null | Shape::AnyEntity => {
                let described = shape.describe();
                self.problems.push(
                    Problem::new(
                        "type-mismatch",
                        collection.span,
                        format!("this is {}, not a set or a list", described.en),
                        format!("ceci est {}, pas un ensemble ni une liste", described.fr),
                    )
                    .hint("write `x in [a, b]`", "écrivez `x in [a, b]`"),
                );
                None
            }
        };
        let (term, member_shape) = match (&item, &shape) {
            // What the member should be is not known, so nothing can be said against it.
            (None, Shape::Failed) if self.needs_context(member) => {
                (Term::Constant(Value::Null), Shape::Failed)
            }
            (_, _) => self.term(member, item.as_ref()),
        };
        if let Some(item) = item {
            let wanted = Shape::Known(item);
            if !compatible(&member_shape, &wanted, self.vocabulary.sorts()) {
                self.problems
                    .push(mismatch(member.span, &member_shape, &wanted));
            }
        }
        Formula::Member(term, collection_term)
    }
}

pub(crate) fn unknown(label: &Label, what_en: &str, what_fr: &str) -> Problem {
    Problem::new(
        "unknown-name",
        label.span,
        format!("no {what_en} is called `{}`", label.name),
        format!("aucun nom de {what_fr} ne correspond à `{}`", label.name),
    )
}

/// Next to a text, a number or bare word was probably meant as a text.
fn quoting_hint(problem: Problem, found: &Expression, wanted: &Shape) -> Problem {
    match (&found.node, wanted) {
        (Node::Name(name), Shape::Known(Type::Text)) => problem.hint(
            format!("a text goes in quotes: \"{name}\""),
            format!("un texte se met entre guillemets : \"{name}\""),
        ),
        // Quotes make no other value of an enumeration.
        (Node::Literal(value), Shape::Known(Type::Enum(values)))
            if !values.iter().any(|known| **known == *value.show()) =>
        {
            problem
        }
        (Node::Literal(value), Shape::Known(Type::Text | Type::Enum(_))) if !value.is_null() => {
            let shown = value.show();
            problem.hint(
                format!("put it in quotes: \"{shown}\""),
                format!("mettez-la entre guillemets : \"{shown}\""),
            )
        }
        (_, _) => problem,
    }
}

fn no_order(comparison: Comparison, shape: &Shape, span: Span) -> Problem {
    let described = shape.describe();
    Problem::new(
        "type-mismatch",
        span,
        format!(
            "`{comparison}` needs numbers or dates, and this is {}",
            described.en
        ),
        format!(
            "`{comparison}` demande des nombres ou des dates, et ceci est {}",
            described.fr
        ),
    )
}
