//! A world rule, compiled once for all of its instances.
//!
//! A rule reads cells at places: an attribute of a variable or of a named entity, an element of a set, a
//! variable itself. What it demands of the codes at those places is the same for every binding of its
//! variables, so an instance is a binding and nothing else.

mod sums;

pub use sums::implied;

use super::assigned::Assigned;
use super::lexicon::{AttributeId, Coding, EntityId, Lexicon};
use crate::graph::Kinds;
use crate::project::Attribute;
use logic::domain::{Code, Domain};
use logic::formula::{Comparison, Formula, Term};
use logic::holds::{Truth, judge};
use logic::kind::Type;
use logic::solve::{Check, PLACES, Relation, SCOPE, Table};
use logic::text::Phrase;
use logic::value::{Name, Value};
use std::sync::Arc;

/// How many entities a rule may be about at once.
pub const VARIABLES: usize = 3;
/// A rule over at most so many combinations of values becomes a table.
const TABLE: usize = 16_384;
/// Steps to judge one combination.
const STEPS: u64 = 10_000;

/// Stands for a place in a compiled formula.
const PLACE: &str = "place";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Variable(usize),
    Entity(EntityId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Cell {
        of: Who,
        attribute: AttributeId,
    },
    Element {
        of: Who,
        attribute: AttributeId,
        element: Who,
    },
    /// Whether a list holds the value of this place.
    Item {
        of: Who,
        attribute: AttributeId,
        at: u32,
    },
    Itself(usize),
}

impl Place {
    pub fn attribute(self) -> Option<AttributeId> {
        match self {
            Place::Cell { attribute, .. }
            | Place::Element { attribute, .. }
            | Place::Item { attribute, .. } => Some(attribute),
            Place::Itself(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    pub sort: Name,
}

/// What must be so between the entities of a binding, whatever their cells hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// A relation of this kind leads from one to the other.
    Related {
        kind: Name,
        from: Who,
        to: Who,
    },
    Different(usize, usize),
}

/// A cell whose value the rule compares with a variable: other values make the rule hold by themselves.
#[derive(Clone, Debug)]
pub struct Reference {
    pub from: Who,
    pub attribute: AttributeId,
    pub to: usize,
}

/// What the rule is about as a whole: bindings, or all members of a sort at once.
#[derive(Debug)]
pub enum Shape {
    Each {
        places: Vec<Place>,
        relation: Relation,
    },
    /// From `least` to `most` members have one of the values.
    Count {
        sort: Name,
        attribute: AttributeId,
        values: Domain,
        least: u32,
        most: u32,
    },
    AllDifferent {
        sort: Name,
        attribute: AttributeId,
    },
    /// A list of an entity holds at most so many of the values that it is asked for.
    Holds {
        entity: EntityId,
        attribute: AttributeId,
        most: u32,
    },
}

#[derive(Debug)]
pub struct Compiled {
    pub variables: Vec<Variable>,
    pub guards: Vec<Guard>,
    pub references: Vec<Reference>,
    pub shape: Shape,
}

#[derive(Debug)]
pub struct Problem {
    pub code: &'static str,
    pub message: Phrase,
    pub hint: Option<Phrase>,
}

fn problem<T>(
    code: &'static str,
    en: impl Into<String>,
    fr: impl Into<String>,
) -> Result<T, Problem> {
    Err(Problem {
        code,
        message: Phrase::new(en.into(), fr.into()),
        hint: None,
    })
}

fn hinted<T>(
    code: &'static str,
    en: impl Into<String>,
    fr: impl Into<String>,
    hint: Phrase,
) -> Result<T, Problem> {
    Err(Problem {
        code,
        message: Phrase::new(en.into(), fr.into()),
        hint: Some(hint),
    })
}

/// What a rule may read.
pub struct Vocabulary<'a> {
    pub lexicon: &'a Arc<Lexicon>,
    pub attributes: &'a [Attribute],
    pub kinds: &'a Kinds,
}

pub fn compile(vocabulary: &Vocabulary, formula: &Formula) -> Result<Compiled, Problem> {
    let mut compiler = Compiler {
        vocabulary,
        variables: Vec::new(),
        sorts: Vec::new(),
        guards: Vec::new(),
        references: Vec::new(),
        places: Vec::new(),
    };
    compiler.rule(formula)
}

struct Compiler<'a> {
    vocabulary: &'a Vocabulary<'a>,
    variables: Vec<Name>,
    sorts: Vec<Option<Name>>,
    guards: Vec<Guard>,
    references: Vec<Reference>,
    places: Vec<Place>,
}

impl Compiler<'_> {
    fn rule(&mut self, formula: &Formula) -> Result<Compiled, Problem> {
        if let Some(counted) = self.counted(formula)? {
            return Ok(self.finish(counted, Vec::new()));
        }
        // Quantifiers and static conditions stand in front; what is left reads cells.
        let (mut conditions, mut body) = (Vec::new(), formula);
        loop {
            match body {
                Formula::Forall {
                    variable,
                    sort,
                    body: inner,
                } => {
                    self.bind(variable, sort.as_ref())?;
                    body = inner;
                }
                Formula::Implies(left, right) => {
                    for part in conjuncts(left) {
                        if !self.guard(part)? {
                            conditions.push(part);
                        }
                    }
                    body = right;
                }
                Formula::Constant(_)
                | Formula::Atom { .. }
                | Formula::Compare(..)
                | Formula::In(..)
                | Formula::Member(..)
                | Formula::IsNull(_)
                | Formula::IsKnown(_)
                | Formula::Truth(_)
                | Formula::Not(_)
                | Formula::And(_)
                | Formula::Or(_)
                | Formula::Iff(..)
                | Formula::Xor(..)
                | Formula::Exists { .. } => break,
            }
        }
        let variables = self.bound()?;
        if let Some(shape) = self.all_different(&conditions, body, &variables) {
            self.guards.clear();
            return Ok(self.finish(shape, Vec::new()));
        }
        let conditions: Vec<Formula> = conditions
            .into_iter()
            .map(|part| {
                self.reference(part);
                self.formula(part)
            })
            .collect::<Result<_, _>>()?;
        let body = self.formula(body)?;
        let whole = if conditions.is_empty() {
            body
        } else {
            Formula::Implies(Box::new(Formula::all(conditions)), Box::new(body))
        };
        self.check_guarded(&variables)?;
        if self.places.iter().all(|place| place.attribute().is_none()) {
            return problem(
                "rule-reads-nothing",
                "the rule reads no cell, so it can neither hold nor fail",
                "la règle ne lit aucune cellule : elle ne peut ni tenir ni échouer",
            );
        }
        if self.places.len() > SCOPE {
            return problem(
                "rule-too-wide",
                format!(
                    "the rule reads {} cells at once; at most {SCOPE}",
                    self.places.len()
                ),
                format!(
                    "la règle lit {} cellules à la fois ; {SCOPE} au plus",
                    self.places.len()
                ),
            );
        }
        let relation = self.relation(whole);
        let places = std::mem::take(&mut self.places);
        Ok(self.finish(Shape::Each { places, relation }, variables))
    }

    fn finish(&mut self, shape: Shape, variables: Vec<Variable>) -> Compiled {
        Compiled {
            variables,
            guards: std::mem::take(&mut self.guards),
            references: std::mem::take(&mut self.references),
            shape,
        }
    }

    fn bind(&mut self, variable: &Name, sort: Option<&Name>) -> Result<(), Problem> {
        if self.variables.len() == VARIABLES {
            return problem(
                "rule-too-wide",
                format!("the rule has more than {VARIABLES} variables"),
                format!("la règle a plus de {VARIABLES} variables"),
            );
        }
        if self.variables.contains(variable) {
            return problem(
                "rule-shadows",
                format!("`{variable}` is bound twice in this rule"),
                format!("`{variable}` est lié deux fois dans cette règle"),
            );
        }
        self.variables.push(variable.clone());
        self.sorts.push(sort.cloned());
        Ok(())
    }

    /// Every variable with its sort.
    fn bound(&self) -> Result<Vec<Variable>, Problem> {
        let pairs = self.variables.iter().zip(&self.sorts);
        pairs
            .map(|(name, sort)| match sort {
                Some(sort) => Ok(Variable {
                    name: name.clone(),
                    sort: sort.clone(),
                }),
                None => hinted(
                    "unguarded-rule",
                    format!("nothing says which entities `{name}` stands for"),
                    format!("rien ne dit quelles entités `{name}` désigne"),
                    Phrase::new(
                        format!("write `forall {name} in SORT: …`"),
                        format!("écrivez `forall {name} in SORTE : …`"),
                    ),
                ),
            })
            .collect()
    }

    fn variable(&self, name: &Name) -> Option<usize> {
        self.variables.iter().position(|known| known == name)
    }

    fn who(&self, term: &Term) -> Option<Who> {
        match term {
            Term::Variable(name) => self.variable(name).map(Who::Variable),
            Term::Constant(Value::Entity(name)) => {
                self.vocabulary.lexicon.entity(name).map(Who::Entity)
            }
            Term::Constant(_)
            | Term::Attribute { .. }
            | Term::Function { .. }
            | Term::Arithmetic(..)
            | Term::Count { .. }
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(..) => None,
        }
    }

    /// Takes a condition that no cell decides; false if it must be judged with the rest.
    fn guard(&mut self, part: &Formula) -> Result<bool, Problem> {
        match part {
            Formula::Atom {
                predicate,
                arguments,
            } => match &arguments[..] {
                [term] => {
                    let Some(Who::Variable(variable)) = self.who(term) else {
                        return Ok(false);
                    };
                    let sorts = &self.vocabulary.lexicon.sorts;
                    match &self.sorts[variable] {
                        Some(known) if sorts.is_sub(known, predicate) => Ok(true),
                        Some(known) if !sorts.is_sub(predicate, known) => Ok(false),
                        Some(_) | None => {
                            self.sorts[variable] = Some(predicate.clone());
                            Ok(true)
                        }
                    }
                }
                [from, to] => {
                    let (Some(from), Some(to)) = (self.who(from), self.who(to)) else {
                        return Ok(false);
                    };
                    let Some(kind) = self.vocabulary.kinds.called(predicate) else {
                        return Ok(false);
                    };
                    self.guards.push(Guard::Related { kind, from, to });
                    Ok(true)
                }
                _ => Ok(false),
            },
            Formula::Compare(Comparison::NotEqual, left, right) => {
                match (self.who(left), self.who(right)) {
                    (Some(Who::Variable(left)), Some(Who::Variable(right))) => {
                        self.guards.push(Guard::Different(left, right));
                        Ok(true)
                    }
                    (_, _) => Ok(false),
                }
            }
            Formula::Constant(_)
            | Formula::Compare(..)
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { .. }
            | Formula::Exists { .. } => Ok(false),
        }
    }

    /// Remembers `attribute(X) == Y`, by which a binding can be found.
    fn reference(&mut self, part: &Formula) {
        let Formula::Compare(Comparison::Equal, left, right) = part else {
            return;
        };
        for (cell, value) in [(left, right), (right, left)] {
            if let (Term::Attribute { of, attribute }, Some(Who::Variable(to))) =
                (cell, self.who(value))
                && let Some(from) = self.who(of)
                && let Ok(attribute) = self.attribute(from, attribute)
            {
                self.references.push(Reference {
                    from,
                    attribute,
                    to,
                });
            }
        }
    }

    /// Each variable after the first must be found from one before it.
    fn check_guarded(&self, variables: &[Variable]) -> Result<(), Problem> {
        let mut found: Vec<usize> = Vec::new();
        let reaches = |found: &[usize], who: Who| match who {
            Who::Variable(variable) => found.contains(&variable),
            Who::Entity(_) => true,
        };
        for _ in 0..variables.len() {
            let next = (0..variables.len()).find(|variable| {
                let bound = |who: Who| who == Who::Variable(*variable);
                let related = self.guards.iter().any(|guard| match guard {
                    Guard::Related { from, to, .. } => {
                        (bound(*from) && reaches(&found, *to))
                            || (bound(*to) && reaches(&found, *from))
                    }
                    Guard::Different(..) => false,
                });
                let referred = self.references.iter().any(|reference| {
                    (reference.to == *variable && reaches(&found, reference.from))
                        || (bound(reference.from) && found.contains(&reference.to))
                });
                !found.contains(variable) && (found.is_empty() || related || referred)
            });
            match next {
                Some(variable) => found.push(variable),
                None => break,
            }
        }
        match (0..variables.len()).find(|variable| !found.contains(variable)) {
            None => Ok(()),
            Some(lost) => {
                let (name, first) = (&variables[lost].name, &variables[found[0]].name);
                hinted(
                    "unguarded-rule",
                    format!(
                        "no relation or reference leads from `{first}` to `{name}`, so every pair of entities would have to be looked at"
                    ),
                    format!(
                        "ni relation ni référence ne mène de `{first}` à `{name}` : il faudrait regarder toutes les paires d'entités"
                    ),
                    Phrase::new(
                        format!(
                            "bind `{name}` with a relation, such as `friendship({first}, {name}) => …`, or a reference, such as `attribute({first}) == {name} => …`"
                        ),
                        format!(
                            "liez `{name}` par une relation, comme `friendship({first}, {name}) => …`, ou une référence, comme `attribut({first}) == {name} => …`"
                        ),
                    ),
                )
            }
        }
    }

    fn sort_of(&self, who: Who) -> Option<&Name> {
        match who {
            Who::Variable(variable) => self.sorts[variable].as_ref(),
            Who::Entity(entity) => Some(self.vocabulary.lexicon.sort_of(entity)),
        }
    }

    fn attribute(&self, who: Who, name: &Name) -> Result<AttributeId, Problem> {
        let lexicon = self.vocabulary.lexicon;
        let found = self
            .sort_of(who)
            .and_then(|sort| lexicon.attribute_of(sort, name, self.vocabulary.attributes));
        let Some(id) = found else {
            return problem(
                "unknown-attribute",
                format!("not everything that this rule is about has `{name}`"),
                format!("tout ce dont parle cette règle n'a pas de `{name}`"),
            );
        };
        if lexicon.coding(id).is_some() {
            return Ok(id);
        }
        let attribute = &self.vocabulary.attributes[id as usize];
        let (en, fr) = if attribute.changes {
            (
                "it changes; derive a fact from it (`derived`) instead",
                "il change ; dérivez-en plutôt un fait (`derived`)",
            )
        } else if attribute.confidential {
            ("it is confidential", "il est confidentiel")
        } else if matches!(attribute.kind, Type::List(_)) {
            return not_asked(name, None);
        } else {
            ("it is a text", "c'est un texte")
        };
        problem(
            "rule-outside-field",
            format!("a world rule cannot read `{name}`: {en}"),
            format!("une règle du monde ne peut pas lire `{name}` : {fr}"),
        )
    }

    fn place(&mut self, place: Place) -> Term {
        let at = self.places.iter().position(|known| *known == place);
        let at = at.unwrap_or_else(|| {
            self.places.push(place);
            self.places.len() - 1
        });
        Term::attribute(Term::entity(PLACE), at.to_string())
    }

    fn formulas(&mut self, parts: &[Formula]) -> Result<Vec<Formula>, Problem> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    /// The formula with a place for everything that is read.
    fn formula(&mut self, formula: &Formula) -> Result<Formula, Problem> {
        let two = |compiler: &mut Self, left: &Formula, right: &Formula| {
            let left = compiler.formula(left)?;
            Ok::<_, Problem>((Box::new(left), Box::new(compiler.formula(right)?)))
        };
        Ok(match formula {
            Formula::Constant(truth) => Formula::Constant(*truth),
            Formula::Atom {
                predicate,
                arguments,
            } => {
                if arguments.len() != 1 {
                    return hinted(
                        "rule-relation",
                        format!(
                            "the relation `{predicate}` must stand in front, as a condition of the whole rule"
                        ),
                        format!(
                            "la relation `{predicate}` doit se trouver devant, comme condition de toute la règle"
                        ),
                        Phrase::new(
                            format!("write `forall X in …: forall Y in …: {predicate}(X, Y) => …`"),
                            format!(
                                "écrivez `forall X in … : forall Y in … : {predicate}(X, Y) => …`"
                            ),
                        ),
                    );
                }
                let arguments = arguments.iter().map(|term| self.term(term));
                Formula::Atom {
                    predicate: predicate.clone(),
                    arguments: arguments.collect::<Result<_, _>>()?,
                }
            }
            Formula::Compare(comparison, left, right) => {
                Formula::Compare(*comparison, self.term(left)?, self.term(right)?)
            }
            Formula::In(subject, items) => {
                let subject = self.term(subject)?;
                let items = items.iter().map(|item| self.term(item));
                Formula::In(subject, items.collect::<Result<_, _>>()?)
            }
            Formula::Member(member, collection) => {
                let place = self.member(member, collection)?;
                Formula::Truth(self.place(place))
            }
            Formula::IsNull(term) => Formula::IsNull(self.term(term)?),
            Formula::Truth(term) => Formula::Truth(self.term(term)?),
            Formula::Not(body) => Formula::not(self.formula(body)?),
            Formula::And(parts) => Formula::And(self.formulas(parts)?),
            Formula::Or(parts) => Formula::Or(self.formulas(parts)?),
            Formula::Implies(left, right) => {
                let (left, right) = two(self, left, right)?;
                Formula::Implies(left, right)
            }
            Formula::Iff(left, right) => {
                let (left, right) = two(self, left, right)?;
                Formula::Iff(left, right)
            }
            Formula::Xor(left, right) => {
                let (left, right) = two(self, left, right)?;
                Formula::Xor(left, right)
            }
            Formula::IsKnown(_) => {
                return problem(
                    "rule-outside-field",
                    "a world rule is about what is true, not about what is known",
                    "une règle du monde porte sur ce qui est vrai, non sur ce qui est connu",
                );
            }
            Formula::Forall { variable, .. } | Formula::Exists { variable, .. } => {
                return hinted(
                    "unguarded-rule",
                    format!("`{variable}` is bound inside the rule"),
                    format!("`{variable}` est lié à l'intérieur de la règle"),
                    Phrase::new(
                        format!(
                            "bind it in front (`forall {variable} in …:`), or count: `count({variable} in …: …) >= 1`"
                        ),
                        format!(
                            "liez-la devant (`forall {variable} in … :`), ou comptez : `count({variable} in … : …) >= 1`"
                        ),
                    ),
                );
            }
        })
    }

    /// Whether somebody's set or list holds something.
    fn member(&self, member: &Term, collection: &Term) -> Result<Place, Problem> {
        let Term::Attribute { of, attribute } = collection else {
            return problem(
                "rule-too-deep",
                "a rule asks for members of an entity's set or list",
                "une règle demande les membres de l'ensemble ou de la liste d'une entité",
            );
        };
        let Some(of) = self.who(of) else {
            return self.too_deep(attribute);
        };
        if let Some(element) = self.who(member) {
            let attribute = self.attribute(of, attribute)?;
            return Ok(Place::Element {
                of,
                attribute,
                element,
            });
        }
        let Term::Constant(value) = member else {
            return self.too_deep(attribute);
        };
        let id = self.attribute(of, attribute)?;
        let known = match self.vocabulary.lexicon.coding(id) {
            Some(Coding::Items(values)) => values.iter().position(|known| known == value),
            Some(_) | None => None,
        };
        match known {
            Some(at) => Ok(Place::Item {
                of,
                attribute: id,
                at: at as u32,
            }),
            None => not_asked(attribute, Some(value)),
        }
    }

    fn too_deep<T>(&self, attribute: &Name) -> Result<T, Problem> {
        hinted(
            "rule-too-deep",
            format!("`{attribute}` is read of something that is itself read from a cell"),
            format!("`{attribute}` est lu de quelque chose qui est lui-même lu dans une cellule"),
            Phrase::new(
                "bind it to a variable: `attribute(X) == Y => … Y …`",
                "liez-le à une variable : `attribut(X) == Y => … Y …`",
            ),
        )
    }

    fn term(&mut self, term: &Term) -> Result<Term, Problem> {
        Ok(match term {
            Term::Constant(value) => Term::Constant(value.clone()),
            Term::Variable(name) => match self.variable(name) {
                Some(variable) => self.place(Place::Itself(variable)),
                None => term.clone(),
            },
            Term::Attribute { of, attribute } => {
                let Some(of) = self.who(of) else {
                    return self.too_deep(attribute);
                };
                let id = self.attribute(of, attribute)?;
                let coding = self.vocabulary.lexicon.coding(id);
                if coding.is_some_and(Coding::is_collection) {
                    return hinted(
                        "rule-whole-set",
                        format!(
                            "a world rule reads the members of `{attribute}`, not the set as a whole"
                        ),
                        format!(
                            "une règle du monde lit les membres de `{attribute}`, non l'ensemble entier"
                        ),
                        Phrase::new(
                            format!("write `X in {attribute}(…)`"),
                            format!("écrivez `X in {attribute}(…)`"),
                        ),
                    );
                }
                self.place(Place::Cell { of, attribute: id })
            }
            Term::Arithmetic(op, left, right) => {
                Term::Arithmetic(*op, Box::new(self.term(left)?), Box::new(self.term(right)?))
            }
            Term::Function { name, .. } => {
                return problem(
                    "rule-outside-field",
                    format!("a world rule cannot read the derived fact `{name}`"),
                    format!("une règle du monde ne peut pas lire le fait dérivé `{name}`"),
                );
            }
            Term::Now | Term::Today => {
                return problem(
                    "rule-outside-field",
                    "a world rule holds at all times and cannot ask for the present",
                    "une règle du monde vaut de tout temps et ne peut pas demander le présent",
                );
            }
            Term::Count { .. } | Term::Size(_) => {
                return hinted(
                    "rule-count",
                    "a count is a rule of its own, compared with a number",
                    "un compte est une règle à lui seul, comparé à un nombre",
                    Phrase::new(
                        "write `count(X in SORT: attribute(X) == value) <= 1`",
                        "écrivez `count(X in SORTE: attribut(X) == valeur) <= 1`",
                    ),
                );
            }
            Term::Unresolved(name, span) => Term::Unresolved(name.clone(), *span),
        })
    }

    /// `count(X in sort: condition on one attribute of X) <= number`
    fn counted(&mut self, formula: &Formula) -> Result<Option<Shape>, Problem> {
        let Formula::Compare(comparison, left, right) = formula else {
            return Ok(None);
        };
        let (count, number, comparison) = match (left, right) {
            (Term::Count { .. }, number) => (left, number, *comparison),
            (number, Term::Count { .. }) => (right, number, turned(*comparison)),
            (_, _) => return Ok(None),
        };
        let (
            Term::Count {
                variable,
                sort,
                body,
            },
            Term::Constant(Value::Number(number)),
        ) = (count, number)
        else {
            return problem(
                "rule-count",
                "a count is compared with a number",
                "un compte se compare à un nombre",
            );
        };
        let Some(number) = number
            .as_i64()
            .and_then(|number| u32::try_from(number).ok())
        else {
            return problem(
                "rule-count",
                "a count is compared with a whole number from 0 on",
                "un compte se compare à un nombre entier à partir de 0",
            );
        };
        self.bind(variable, sort.as_ref())?;
        let variables = self.bound()?;
        let body = self.formula(body)?;
        let [Place::Cell { attribute, .. }] = self.places[..] else {
            return problem(
                "rule-count",
                "what is counted reads exactly one attribute of the variable",
                "ce qui est compté lit exactement un attribut de la variable",
            );
        };
        let Some(size) = self.size(self.places[0]) else {
            return problem(
                "rule-count",
                "numbers and dates cannot be counted by value",
                "les nombres et les dates ne se comptent pas par valeur",
            );
        };
        let test = self.test(body);
        let values = Domain::first(size).keep(0, |code| test(&[code]));
        let (least, most) = match comparison {
            Comparison::Equal => (number, number),
            Comparison::LessOrEqual => (0, number),
            Comparison::Less if number == 0 => {
                return problem(
                    "rule-never-holds",
                    "no count is below 0",
                    "aucun compte n'est inférieur à 0",
                );
            }
            Comparison::Less => (0, number - 1),
            Comparison::GreaterOrEqual => (number, u32::MAX),
            Comparison::Greater => (number.saturating_add(1), u32::MAX),
            Comparison::NotEqual => {
                return problem(
                    "rule-count",
                    "a count can be bounded, not only different from a number",
                    "un compte peut être borné, mais pas seulement différent d'un nombre",
                );
            }
        };
        let sort = variables[0].sort.clone();
        Ok(Some(Shape::Count {
            sort,
            attribute,
            values,
            least,
            most,
        }))
    }

    /// `forall X in s: forall Y in s: X != Y => attribute(X) != attribute(Y)`
    fn all_different(
        &self,
        conditions: &[&Formula],
        body: &Formula,
        variables: &[Variable],
    ) -> Option<Shape> {
        let ([one, two], [Guard::Different(..)], []) = (variables, &self.guards[..], conditions)
        else {
            return None;
        };
        let Formula::Compare(Comparison::NotEqual, left, right) = body else {
            return None;
        };
        let (
            Term::Attribute {
                of: left,
                attribute,
            },
            Term::Attribute {
                of: right,
                attribute: other,
            },
        ) = (left, right)
        else {
            return None;
        };
        let both = [self.who(left)?, self.who(right)?];
        let variables = [Who::Variable(0), Who::Variable(1)];
        let apart = both == variables || both == [variables[1], variables[0]];
        let attribute_id = self.attribute(variables[0], attribute).ok()?;
        // A set or a list is several cells, and is not compared as a whole.
        let coding = self.vocabulary.lexicon.coding(attribute_id);
        if coding.is_some_and(Coding::is_collection) {
            return None;
        }
        (apart && one.sort == two.sort && attribute == other).then(|| Shape::AllDifferent {
            sort: one.sort.clone(),
            attribute: attribute_id,
        })
    }

    /// How many values a place can have; nothing for numbers and dates.
    fn size(&self, place: Place) -> Option<usize> {
        let lexicon = self.vocabulary.lexicon;
        let attribute = match place {
            Place::Itself(_) => return Some(lexicon.entities.len()),
            Place::Element { .. } | Place::Item { .. } => return Some(2),
            Place::Cell { attribute, .. } => attribute,
        };
        match lexicon.coding(attribute)? {
            Coding::Truth => Some(2),
            Coding::Symbols(values) => Some(values.len()),
            Coding::Entities(sort) => Some(lexicon.members_of(sort).len()),
            Coding::Members(_)
            | Coding::Items(_)
            | Coding::Numbers(_)
            | Coding::Days
            | Coding::Millis => None,
        }
    }

    fn relation(&self, formula: Formula) -> Relation {
        if let Some(bounds) = self.bounds(&formula) {
            return Relation::Bounds(bounds);
        }
        let sizes: Option<Vec<usize>> = self.places.iter().map(|place| self.size(*place)).collect();
        let test = self.test(formula);
        match sizes {
            Some(sizes)
                if sizes.len() <= PLACES
                    && sizes
                        .iter()
                        .try_fold(1_usize, |all, size| all.checked_mul(*size))
                        .is_some_and(|all| all <= TABLE) =>
            {
                Relation::Table(Arc::new(Table::from_test(&sizes, test)))
            }
            Some(_) | None => Relation::Check(Check::new(test)),
        }
    }

    /// The formula as a test of codes, one for each place.
    fn test(&self, formula: Formula) -> impl Fn(&[Code]) -> bool + Send + Sync + 'static {
        let (lexicon, places) = (self.vocabulary.lexicon.clone(), self.places.clone());
        move |codes| {
            let facts = Assigned {
                lexicon: &lexicon,
                places: &places,
                codes,
            };
            judge(&facts, &formula, STEPS).truth == Truth::True
        }
    }
}

/// A list is in the field only for the values that formulas of the project ask it for.
fn not_asked<T>(attribute: &Name, value: Option<&Value>) -> Result<T, Problem> {
    let (en, fr) = match value {
        Some(value) => (
            format!("whether `{attribute}` holds {}", value.show()),
            format!("si `{attribute}` contient {}", value.show()),
        ),
        None => (
            format!("the list `{attribute}`"),
            format!("la liste `{attribute}`"),
        ),
    };
    hinted(
        "rule-outside-field",
        format!("the field does not know {en}"),
        format!("le champ ne connaît pas {fr}"),
        Phrase::new(
            format!(
                "a rule of the project that asks `VALUE in {attribute}(X)` puts that value into the field"
            ),
            format!(
                "une règle du projet qui demande `VALEUR in {attribute}(X)` met cette valeur dans le champ"
            ),
        ),
    )
}

fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal | Comparison::NotEqual => comparison,
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
    }
}

fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        other @ Formula::Constant(_)
        | other @ Formula::Atom { .. }
        | other @ Formula::Compare(..)
        | other @ Formula::In(..)
        | other @ Formula::Member(..)
        | other @ Formula::IsNull(_)
        | other @ Formula::IsKnown(_)
        | other @ Formula::Truth(_)
        | other @ Formula::Not(_)
        | other @ Formula::Or(_)
        | other @ Formula::Implies(..)
        | other @ Formula::Iff(..)
        | other @ Formula::Xor(..)
        | other @ Formula::Forall { .. }
        | other @ Formula::Exists { .. } => vec![other],
    }
}
