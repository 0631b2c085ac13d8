//! Formulas: what rules, propagation rules and constraints say. One tree for conditions and values alike.

use super::value::Value;
use serde_json::Value as Json;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Every,
    Some,
    Count,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Value(Value),
    Variable(String),
    Attribute(Box<Formula>, String),
    /// A sort of one, a relation of two.
    Call(String, Vec<Formula>),
    Compare(Sign, Box<Formula>, Box<Formula>),
    OneOf(Box<Formula>, Vec<Formula>),
    Member(Box<Formula>, Box<Formula>),
    IsNull(Box<Formula>),
    IsKnown(Box<Formula>),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Xor(Box<Formula>, Box<Formula>),
    Reckon(char, Box<Formula>, Box<Formula>),
    Over {
        quantity: Quantity,
        variable: String,
        sort: Option<String>,
        body: Box<Formula>,
    },
    Size(Box<Formula>),
    Now,
    Today,
}

impl Formula {
    pub fn entity(id: &str) -> Formula {
        Formula::Value(Value::Entity(id.to_owned()))
    }

    /// The formulas that stand directly inside.
    pub fn parts(&self) -> Vec<&Formula> {
        match self {
            Formula::Value(_) | Formula::Variable(_) | Formula::Now | Formula::Today => Vec::new(),
            Formula::Attribute(part, _)
            | Formula::IsNull(part)
            | Formula::IsKnown(part)
            | Formula::Not(part)
            | Formula::Size(part)
            | Formula::Over { body: part, .. } => vec![part],
            Formula::Call(_, parts) | Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().collect()
            }
            Formula::OneOf(subject, parts) => std::iter::once(&**subject).chain(parts).collect(),
            Formula::Compare(_, left, right)
            | Formula::Reckon(_, left, right)
            | Formula::Member(left, right)
            | Formula::Implies(left, right)
            | Formula::Iff(left, right)
            | Formula::Xor(left, right) => vec![left, right],
        }
    }

    fn parts_mut(&mut self) -> Vec<&mut Formula> {
        match self {
            Formula::Value(_) | Formula::Variable(_) | Formula::Now | Formula::Today => Vec::new(),
            Formula::Attribute(part, _)
            | Formula::IsNull(part)
            | Formula::IsKnown(part)
            | Formula::Not(part)
            | Formula::Size(part)
            | Formula::Over { body: part, .. } => vec![part],
            Formula::Call(_, parts) | Formula::And(parts) | Formula::Or(parts) => {
                parts.iter_mut().collect()
            }
            Formula::OneOf(subject, parts) => {
                std::iter::once(&mut **subject).chain(parts).collect()
            }
            Formula::Compare(_, left, right)
            | Formula::Reckon(_, left, right)
            | Formula::Member(left, right)
            | Formula::Implies(left, right)
            | Formula::Iff(left, right)
            | Formula::Xor(left, right) => vec![left, right],
        }
    }

    /// The same about an entity in the place of a variable, or of a word.
    pub fn about(mut self, name: &str, entity: &str) -> Formula {
        match &self {
            Formula::Over { variable, .. } if variable == name => return self,
            Formula::Variable(found) | Formula::Value(Value::Word(found)) if found == name => {
                return Formula::entity(entity);
            }
            _ => {}
        }
        for part in self.parts_mut() {
            let whole = std::mem::replace(part, Formula::Now);
            *part = whole.about(name, entity);
        }
        self
    }

    /// Whether two formulas are written alike; a bare word is alike to what it may stand for.
    pub fn alike(&self, other: &Formula) -> bool {
        if let (Formula::Value(one), Formula::Value(two)) = (self, other) {
            return one.same(two) == Some(true);
        }
        let (parts, others) = (self.parts(), other.parts());
        let head = |formula: &Formula| match formula {
            Formula::Compare(sign, ..) => format!("{sign:?}"),
            Formula::Reckon(sign, ..) => sign.to_string(),
            Formula::Attribute(_, name) | Formula::Variable(name) => name.clone(),
            Formula::Call(name, _) => name.rsplit('/').next().unwrap_or(name).to_owned(),
            Formula::Over {
                quantity,
                variable,
                sort,
                ..
            } => format!("{quantity:?} {variable} {sort:?}"),
            _ => String::new(),
        };
        std::mem::discriminant(self) == std::mem::discriminant(other)
            && head(self) == head(other)
            && parts.len() == others.len()
            && parts.iter().zip(others).all(|(one, two)| one.alike(two))
    }

    /// Whether it asks for a relation somewhere.
    pub fn asks_relation(&self) -> bool {
        matches!(self, Formula::Call(_, parts) if parts.len() == 2)
            || self.parts().into_iter().any(Formula::asks_relation)
    }

    /// Whether it reads this cell by name.
    pub fn reads(&self, cell: &str) -> bool {
        let named = match self {
            Formula::Attribute(of, name) => match &**of {
                Formula::Value(Value::Entity(id) | Value::Word(id)) => {
                    format!("{id}.{name}") == cell
                }
                _ => false,
            },
            _ => false,
        };
        named || self.parts().into_iter().any(|part| part.reads(cell))
    }

    /// A tree as events hold it.
    pub fn read(json: &Json) -> Option<Formula> {
        match json.as_str() {
            Some("now") => return Some(Formula::Now),
            Some("today") => return Some(Formula::Today),
            Some(_) => return None,
            None => {}
        }
        let fields = json.as_object().filter(|fields| fields.len() == 1)?;
        let (tag, content) = fields.iter().next()?;
        let boxed = |json: &Json| Formula::read(json).map(Box::new);
        let at = |index: usize| content.get(index).and_then(boxed);
        let all = |json: &Json| {
            let parts = json.as_array()?.iter();
            parts.map(Formula::read).collect::<Option<Vec<_>>>()
        };
        let name = |key: &str| Some(content.get(key)?.as_str()?.to_owned());
        let over = |quantity: Quantity| {
            Some(Formula::Over {
                quantity,
                variable: name("variable")?,
                sort: name("sort"),
                body: boxed(content.get("body")?)?,
            })
        };
        Some(match tag.as_str() {
            "constant" => match content.as_bool() {
                Some(truth) => Formula::Value(Value::Bool(truth)),
                None => Formula::Value(Value::read(content)?),
            },
            "variable" => Formula::Variable(content.as_str()?.to_owned()),
            "attribute" => Formula::Attribute(boxed(content.get("of")?)?, name("attribute")?),
            "atom" => Formula::Call(name("predicate")?, all(content.get("arguments")?)?),
            "compare" => Formula::Compare(sign(content.get(0)?.as_str()?)?, at(1)?, at(2)?),
            "in" => Formula::OneOf(at(0)?, all(content.get(1)?)?),
            "member" => Formula::Member(at(0)?, at(1)?),
            "is_null" => Formula::IsNull(boxed(content)?),
            "is_known" => Formula::IsKnown(boxed(content)?),
            "truth" => Formula::read(content)?,
            "not" => Formula::Not(boxed(content)?),
            "and" => Formula::And(all(content)?),
            "or" => Formula::Or(all(content)?),
            "implies" => Formula::Implies(at(0)?, at(1)?),
            "iff" => Formula::Iff(at(0)?, at(1)?),
            "xor" => Formula::Xor(at(0)?, at(1)?),
            "arithmetic" => {
                let operation = match content.get(0)?.as_str()? {
                    "add" => '+',
                    "subtract" => '-',
                    "multiply" => '*',
                    "divide" => '/',
                    _ => return None,
                };
                Formula::Reckon(operation, at(1)?, at(2)?)
            }
            "forall" => over(Quantity::Every)?,
            "exists" => over(Quantity::Some)?,
            "count" => over(Quantity::Count)?,
            "size" => Formula::Size(boxed(content)?),
            _ => return None,
        })
    }
}

fn sign(word: &str) -> Option<Sign> {
    Some(match word {
        "equal" => Sign::Equal,
        "not_equal" => Sign::NotEqual,
        "less" => Sign::Less,
        "less_or_equal" => Sign::LessOrEqual,
        "greater" => Sign::Greater,
        "greater_or_equal" => Sign::GreaterOrEqual,
        _ => return None,
    })
}
