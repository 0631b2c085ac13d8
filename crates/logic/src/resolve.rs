//! What a name stands for: a variable, a symbol, a fact, an entity, or a chain of attributes.
//!
//! Resolution asks declarations only. It must never guess from spelling; a near name is a suggestion
//! in a problem, not a meaning.

use crate::check::{Checker, FactRef, unknown};
use crate::formula::{Span, Term};
use crate::kind::Type;
use crate::problem::Problem;
use crate::shape::{Shape, failed};
use crate::syntax::{Expression, Label, Node};
use crate::text::nearest;
use crate::value::{Name, Value};

impl Checker<'_> {
    /// A name, a chain of attributes, or a call.
    pub(crate) fn named(
        &mut self,
        expression: &Expression,
        expected: Option<&Type>,
        presence: bool,
    ) -> (Term, Shape) {
        let (base, parts) = self.chain(expression);
        match &base.node {
            Node::Name(name) => {
                let label = Label {
                    name: name.clone(),
                    span: base.span,
                };
                if parts.is_empty() {
                    self.bare(&label, expected, presence)
                } else {
                    self.dotted(&label, &parts, presence)
                }
            }
            Node::Call(label, arguments) => {
                // Arguments are checked as well, so that all mistakes are seen at once.
                if self.is_predicate(&label.name) {
                    self.not_a_value(base.span);
                } else {
                    self.unknown_function(label);
                }
                for argument in arguments {
                    self.term(argument, None);
                }
                failed()
            }
            Node::Literal(Value::Text(text)) if !parts.is_empty() => {
                let (term, shape) =
                    self.quoted(text, Some(&Type::Reference(Name::new(""))), base.span);
                self.attributes(term, shape, base.span, &parts, presence)
            }
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
            | Node::Quantified(..) => {
                let (term, shape) = self.term(base, None);
                self.attributes(term, shape, base.span, &parts, presence)
            }
        }
    }

    /// Takes `passe(X).role` and `X.passe.role` apart into `X` and `passe`, `role`.
    fn chain<'e>(&self, expression: &'e Expression) -> (&'e Expression, Vec<&'e Label>) {
        let mut parts = Vec::new();
        let mut base = expression;
        loop {
            match &base.node {
                Node::Field(of, label) => {
                    parts.push(label);
                    base = of;
                }
                Node::Call(label, arguments)
                    if arguments.len() == 1 && self.is_attribute(&label.name) =>
                {
                    parts.push(label);
                    base = &arguments[0];
                }
                Node::Call(..)
                | Node::Name(_)
                | Node::Literal(_)
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
                | Node::Quantified(..) => break,
            }
        }
        parts.reverse();
        (base, parts)
    }

    /// Whether some sort has an attribute of that name, or a composite that begins with it.
    pub(crate) fn is_attribute(&self, name: &str) -> bool {
        self.vocabulary.attribute(None, name).is_some()
            || self
                .vocabulary
                .attributes()
                .iter()
                .any(|attribute| is_field_of(attribute, name))
    }

    fn bare(&mut self, label: &Label, expected: Option<&Type>, presence: bool) -> (Term, Shape) {
        let name = &label.name;
        if let Some(variable) = self.variable(name) {
            return variable;
        }
        if let Some(kind @ Type::Enum(values)) = expected
            && values.contains(name)
        {
            return (
                Term::Constant(Value::Symbol(name.clone())),
                Shape::Known(kind.clone()),
            );
        }
        if let Some((fact, kind)) = self.vocabulary.fact(name) {
            return self.fact(fact, kind, label.span, presence);
        }
        if let Some(Type::Enum(values)) = expected {
            return self.unknown_value(name, values, label.span);
        }
        if let Some(sort) = self.vocabulary.entity(name) {
            return (Term::entity(name), Shape::Known(Type::Reference(sort)));
        }
        if self.vocabulary.symbol(name) {
            let kind = Type::Enum(vec![name.clone()]);
            return (
                Term::Constant(Value::Symbol(name.clone())),
                Shape::Known(kind),
            );
        }
        self.unknown_bare(label, expected);
        failed()
    }

    fn variable(&self, name: &Name) -> Option<(Term, Shape)> {
        let (_, sort) = self.bound.iter().rev().find(|(bound, _)| bound == name)?;
        let shape = match sort {
            Some(sort) => Shape::Known(Type::Reference(sort.clone())),
            None => Shape::AnyEntity,
        };
        Some((Term::Variable(name.clone()), shape))
    }

    fn unknown_bare(&mut self, label: &Label, expected: Option<&Type>) {
        let entities = self.vocabulary.entities();
        let facts = self.vocabulary.facts();
        let variables = self.bound.iter().map(|(bound, _)| bound);
        let candidates = variables.chain(&facts).chain(&entities).map(Name::as_str);
        let suggestion = nearest(&label.name, candidates);
        let problem = unknown(label, "fact or entity", "fait ou d'entité");
        let problem = match (suggestion, expected) {
            (None, Some(Type::Text)) => problem.hint(
                format!("a text goes in quotes: \"{}\"", label.name),
                format!("un texte se met entre guillemets : \"{}\"", label.name),
            ),
            (suggestion, _) => problem.did_you_mean(suggestion),
        };
        self.problems.push(problem);
    }

    fn unknown_function(&mut self, label: &Label) {
        let attributes = self.vocabulary.attributes();
        let sorts = self.vocabulary.sorts();
        let candidates = attributes.iter().chain(sorts.names()).map(Name::as_str);
        let suggestion = nearest(&label.name, candidates);
        let problem = unknown(
            label,
            "attribute, sort or predicate",
            "attribut, de sorte ou de prédicat",
        );
        self.problems.push(problem.did_you_mean(suggestion));
    }

    fn fact(&mut self, fact: FactRef, kind: Type, span: Span, presence: bool) -> (Term, Shape) {
        match fact {
            FactRef::Derived(name) => {
                let arguments = Vec::new();
                (Term::Function { name, arguments }, Shape::Known(kind))
            }
            FactRef::Cell(cell) => {
                let sort = self.vocabulary.entity(&cell.entity);
                if !presence {
                    self.refuse_confidential(sort.as_deref(), &cell.attribute, span);
                }
                (
                    Term::attribute(Term::entity(cell.entity), cell.attribute),
                    Shape::Known(kind),
                )
            }
        }
    }

    fn refuse_confidential(&mut self, sort: Option<&str>, attribute: &str, span: Span) {
        if self.vocabulary.confidential(sort, attribute) {
            self.problems.push(
                Problem::new(
                    "confidential-condition",
                    span,
                    format!("`{attribute}` is confidential: a condition may only ask whether it is there"),
                    format!(
                        "`{attribute}` est confidentiel : une condition peut seulement demander s'il est présent"
                    ),
                )
                .hint(
                    "use `is null`, `is not null` or `is known`",
                    "utilisez `is null`, `is not null` ou `is known`",
                ),
            );
        }
    }

    /// A name followed by attributes: a variable, the longest declared fact, or an entity.
    fn dotted(&mut self, label: &Label, parts: &[&Label], presence: bool) -> (Term, Shape) {
        if let Some((term, shape)) = self.variable(&label.name) {
            return self.attributes(term, shape, label.span, parts, presence);
        }
        for taken in (0..=parts.len()).rev() {
            let joined = dotted_name(std::iter::once(label).chain(parts[..taken].iter().copied()));
            if taken == 0 && self.vocabulary.entity(&label.name).is_some() {
                break;
            }
            if let Some((fact, kind)) = self.vocabulary.fact(&joined) {
                let span = parts[..taken]
                    .last()
                    .map_or(label.span, |last| label.span.to(last.span));
                let rest = &parts[taken..];
                let (term, shape) = self.fact(fact, kind, span, presence && rest.is_empty());
                return self.attributes(term, shape, span, rest, presence);
            }
        }
        match self.vocabulary.entity(&label.name) {
            Some(sort) => {
                let shape = Shape::Known(Type::Reference(sort));
                self.attributes(
                    Term::entity(&label.name),
                    shape,
                    label.span,
                    parts,
                    presence,
                )
            }
            None => {
                self.unknown_base(label, parts);
                failed()
            }
        }
    }

    fn unknown_base(&mut self, label: &Label, parts: &[&Label]) {
        let whole = dotted_name(std::iter::once(label).chain(parts.iter().copied()));
        let entities = self.vocabulary.entities();
        let facts = self.vocabulary.facts();
        let variables = self.bound.iter().map(|(bound, _)| bound.as_str());
        let heads = facts
            .iter()
            .map(|fact| fact.split('.').next().unwrap_or(fact));
        let candidates = variables
            .chain(heads)
            .chain(entities.iter().map(Name::as_str));
        // A mistake after a head that exists is a mistake in the whole dotted name.
        let suggestion = match nearest(&label.name, candidates) {
            Some(head) if head != label.name.as_str() => Some(head),
            Some(_) | None => nearest(&whole, facts.iter().map(Name::as_str)),
        };
        self.problems
            .push(unknown(label, "entity or fact", "entité ou de fait").did_you_mean(suggestion));
    }

    /// Applies attributes one after the other; the field of a composite is one attribute with a dotted name.
    fn attributes(
        &mut self,
        mut term: Term,
        mut shape: Shape,
        mut span: Span,
        mut parts: &[&Label],
        presence: bool,
    ) -> (Term, Shape) {
        while let Some(first) = parts.first() {
            let sort = match &shape {
                Shape::Known(Type::Reference(sort)) => Some(sort.clone()),
                Shape::AnyEntity => None,
                Shape::Failed => return failed(),
                Shape::Known(_) | Shape::Null => {
                    let described = shape.describe();
                    self.problems.push(Problem::new(
                        "type-mismatch",
                        span,
                        format!(
                            "this is {} and has no attribute `{}`",
                            described.en, first.name
                        ),
                        format!(
                            "ceci est {} et n'a pas d'attribut `{}`",
                            described.fr, first.name
                        ),
                    ));
                    return failed();
                }
            };
            let Some((attribute, kind, taken)) = self.longest_attribute(sort.as_deref(), parts)
            else {
                self.unknown_attribute(sort.as_deref(), parts);
                return failed();
            };
            let is_last = taken == parts.len();
            span = span.to(parts[taken - 1].span);
            if !(is_last && presence) {
                self.refuse_confidential(sort.as_deref(), &attribute, span);
            }
            term = Term::attribute(term, attribute);
            shape = Shape::Known(kind);
            parts = &parts[taken..];
        }
        (term, shape)
    }

    /// The shortest run of parts that leads to an entity, or else the longest that is an attribute.
    fn longest_attribute(
        &self,
        sort: Option<&str>,
        parts: &[&Label],
    ) -> Option<(Name, Type, usize)> {
        let mut found = None;
        for taken in 1..=parts.len() {
            let name = dotted_name(parts[..taken].iter().copied());
            if let Some(kind) = self.vocabulary.attribute(sort, &name) {
                let leads_on = matches!(kind, Type::Reference(_)) && taken < parts.len();
                found = Some((Name::from(name), kind, taken));
                if leads_on {
                    break;
                }
            }
        }
        found
    }

    fn unknown_attribute(&mut self, sort: Option<&str>, parts: &[&Label]) {
        let attributes = self.vocabulary.attributes();
        let visible: Vec<&str> = attributes
            .iter()
            .map(Name::as_str)
            .filter(|attribute| self.vocabulary.attribute(sort, attribute).is_some())
            .collect();
        let first = parts[0];
        let fields: Vec<&str> = visible
            .iter()
            .copied()
            .filter(|attribute| is_field_of(attribute, &first.name))
            .map(|attribute| &attribute[first.name.len() + 1..])
            .collect();
        let (label, candidates) = match parts.get(1) {
            Some(second) if !fields.is_empty() => (*second, fields.clone()),
            Some(_) | None => (first, visible),
        };
        let suggestion = nearest(&label.name, candidates);
        let mut problem = match sort {
            Some(sort) => {
                let lacks = self.vocabulary.lacks(sort, &label.name);
                Problem::new("unknown-name", label.span, lacks.en, lacks.fr)
            }
            None => unknown(label, "attribute", "attribut"),
        };
        if !fields.is_empty() {
            let fields = fields.join(", ");
            problem = problem.hint(
                format!("`{}` is made of: {fields}", first.name),
                format!("`{}` est composé de : {fields}", first.name),
            );
        }
        self.problems.push(problem.did_you_mean(suggestion));
    }
}

fn dotted_name<'a>(labels: impl Iterator<Item = &'a Label>) -> String {
    let names: Vec<&str> = labels.map(|label| label.name.as_str()).collect();
    names.join(".")
}

fn is_field_of(attribute: &str, composite: &str) -> bool {
    attribute
        .strip_prefix(composite)
        .is_some_and(|rest| rest.starts_with('.'))
}
