//! From the text of a rule to its formula, by operator precedence.

use super::formula::{Formula, Quantity, Sign};
use super::value::{Ratio, Value, days_of};

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A bare word in small letters where it is a keyword; the word as it was written.
    Word(String),
    /// In backticks: a name and never a keyword.
    Name(String),
    Text(String),
    Number(String),
    Date(String),
    Sign(&'static str),
}

const SIGNS: [&str; 22] = [
    "<=>", "=>", "==", "!=", "<=", ">=", "<", ">", "&&", "||", "!", "+", "-", "*", "/", "(", ")",
    "[", "]", ",", ":", ".",
];

/// What a project calls its things, as far as reading depends on it.
pub trait Names {
    fn is_sort(&self, name: &str) -> bool;
    /// An attribute of several fields: `passe(X).role` is one cell.
    fn is_composite(&self, name: &str) -> bool;
}

pub fn parse(source: &str, names: &dyn Names) -> Result<Formula, String> {
    let tokens = tokens(source)?;
    let mut parser = Parser {
        tokens,
        at: 0,
        names,
        bound: Vec::new(),
    };
    let formula = parser.formula(0)?;
    if parser.at < parser.tokens.len() {
        return Err(format!("more than a formula in « {source} »"));
    }
    Ok(formula)
}

fn tokens(source: &str) -> Result<Vec<Token>, String> {
    let mut all = Vec::new();
    let mut rest = source.trim_start();
    while let Some(first) = rest.chars().next() {
        let length_of = |fits: &dyn Fn(char) -> bool| {
            rest.find(|character| !fits(character))
                .unwrap_or(rest.len())
        };
        let length = if first.is_alphabetic() || first == '_' {
            let length = length_of(&|character| character.is_alphanumeric() || character == '_');
            all.push(Token::Word(rest[..length].to_owned()));
            length
        } else if first.is_ascii_digit() {
            let date = rest.get(..10).filter(|date| days_of(date).is_some());
            match date {
                Some(date) => {
                    all.push(Token::Date(date.to_owned()));
                    10
                }
                None => {
                    let digits = length_of(&|character| character.is_ascii_digit());
                    let behind = rest[digits..].strip_prefix('.').unwrap_or_default();
                    let decimals = behind
                        .find(|character: char| !character.is_ascii_digit())
                        .unwrap_or(behind.len());
                    let length = digits + if decimals > 0 { decimals + 1 } else { 0 };
                    all.push(Token::Number(rest[..length].to_owned()));
                    length
                }
            }
        } else if matches!(first, '"' | '\'' | '`') {
            let end = rest[1..]
                .find(first)
                .ok_or("a quote that is never closed")?;
            let inside = rest[1..=end].to_owned();
            all.push(if first == '`' {
                Token::Name(inside)
            } else {
                Token::Text(inside)
            });
            end + 2
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| format!("`{first}` is no sign"))?;
            all.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(all)
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    names: &'a dyn Names,
    bound: Vec<String>,
}

type Read = Result<Formula, String>;

// From loose to tight.
const IFF: u8 = 1;
const IMPLIES: u8 = 2;
const XOR: u8 = 3;
const OR: u8 = 4;
const AND: u8 = 5;
const NOT: u8 = 6;
const COMPARE: u8 = 7;
const SUM: u8 = 8;
const PRODUCT: u8 = 9;
const NEGATIVE: u8 = 10;

impl Parser<'_> {
    fn is(&self, ahead: usize, wanted: &str) -> bool {
        match self.tokens.get(self.at + ahead) {
            Some(Token::Sign(sign)) => *sign == wanted,
            Some(Token::Word(word)) => word.eq_ignore_ascii_case(wanted),
            _ => false,
        }
    }

    fn take(&mut self, wanted: &str) -> bool {
        let found = self.is(0, wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(format!(
            "`{wanted}` is missing at {:?}",
            self.tokens.get(self.at)
        ))
    }

    /// How tightly what comes next binds, if it is an operator.
    fn power(&self) -> Option<u8> {
        let powers = [
            (IFF, &["<=>"][..]),
            (IMPLIES, &["=>"]),
            (XOR, &["xor"]),
            (OR, &["or", "||"]),
            (AND, &["and", "&&"]),
            (COMPARE, &["==", "!=", "<=", ">=", "<", ">", "in", "is"]),
            (SUM, &["+", "-"]),
            (PRODUCT, &["*", "/"]),
        ];
        if self.is(0, "not") && self.is(1, "in") {
            return Some(COMPARE);
        }
        let found = powers
            .iter()
            .find(|(_, signs)| signs.iter().any(|sign| self.is(0, sign)));
        found.map(|(power, _)| *power)
    }

    fn formula(&mut self, least: u8) -> Read {
        let mut left = self.prefix()?;
        while let Some(power) = self.power().filter(|power| *power >= least) {
            left = self.operation(left, power)?;
        }
        Ok(left)
    }

    fn operation(&mut self, left: Formula, power: u8) -> Read {
        let left = Box::new(left);
        let right = |parser: &mut Self, power: u8| {
            parser.at += 1;
            parser.formula(power).map(Box::new)
        };
        Ok(match power {
            IFF => Formula::Iff(left, right(self, IMPLIES)?),
            IMPLIES => Formula::Implies(left, right(self, IMPLIES)?),
            XOR => Formula::Xor(left, right(self, OR)?),
            OR | AND => {
                let mut parts = vec![*left];
                while self.power() == Some(power) {
                    parts.push(*right(self, power + 1)?);
                }
                if power == OR {
                    Formula::Or(parts)
                } else {
                    Formula::And(parts)
                }
            }
            COMPARE => return self.comparison(left),
            _ => {
                let Some(Token::Sign(sign)) = self.tokens.get(self.at) else {
                    return Err("an operator is missing".to_owned());
                };
                let sign = sign.chars().next().unwrap_or('+');
                Formula::Reckon(sign, left, right(self, power + 1)?)
            }
        })
    }

    fn comparison(&mut self, left: Box<Formula>) -> Read {
        let signs = [
            ("==", Sign::Equal),
            ("!=", Sign::NotEqual),
            ("<=", Sign::LessOrEqual),
            (">=", Sign::GreaterOrEqual),
            ("<", Sign::Less),
            (">", Sign::Greater),
        ];
        for (written, sign) in signs {
            if self.take(written) {
                return Ok(Formula::Compare(sign, left, Box::new(self.formula(SUM)?)));
            }
        }
        let is = self.take("is");
        let negated = self.take("not");
        let found = if is && self.take("null") {
            Formula::IsNull(left)
        } else if is {
            self.expect("known")?;
            Formula::IsKnown(left)
        } else {
            self.expect("in")?;
            if self.take("[") {
                Formula::OneOf(left, self.list("]")?)
            } else {
                Formula::Member(left, Box::new(self.formula(SUM)?))
            }
        };
        Ok(if negated {
            Formula::Not(Box::new(found))
        } else {
            found
        })
    }

    fn list(&mut self, end: &str) -> Result<Vec<Formula>, String> {
        let mut items = Vec::new();
        while !self.take(end) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(self.formula(0)?);
        }
        Ok(items)
    }

    fn prefix(&mut self) -> Read {
        if self.take("not") || self.take("!") {
            return Ok(Formula::Not(Box::new(self.formula(NOT)?)));
        }
        if self.take("-") {
            let zero = Formula::Value(Value::Number("0".to_owned()));
            let part = Box::new(self.formula(NEGATIVE)?);
            return Ok(Formula::Reckon('-', Box::new(zero), part));
        }
        if self.take("forall") {
            return self.over(Quantity::Every, None);
        }
        if self.take("exists") {
            return self.over(Quantity::Some, None);
        }
        let mut formula = self.primary()?;
        loop {
            if self.take(".") {
                let field = self.name()?;
                formula = match formula {
                    Formula::Attribute(of, composite) if self.names.is_composite(&composite) => {
                        Formula::Attribute(of, format!("{composite}.{field}"))
                    }
                    of => Formula::Attribute(Box::new(of), field),
                };
            } else if !self.take("days") && !self.take("day") {
                return Ok(formula);
            }
        }
    }

    /// `X in sort, Y in sort: body`, up to `end` where there is one.
    fn over(&mut self, quantity: Quantity, end: Option<&str>) -> Read {
        let mut bindings = Vec::new();
        loop {
            let variable = self.name()?;
            let sort = match self.take("in") {
                true => Some(self.name()?),
                false => None,
            };
            self.bound.push(variable.clone());
            bindings.push((variable, sort));
            if !self.take(",") {
                break;
            }
        }
        self.expect(":")?;
        let mut body = self.formula(0)?;
        if let Some(end) = end {
            self.expect(end)?;
        }
        for (variable, sort) in bindings.into_iter().rev() {
            self.bound.pop();
            body = Formula::Over {
                quantity,
                variable,
                sort,
                body: Box::new(body),
            };
        }
        Ok(body)
    }

    fn name(&mut self) -> Result<String, String> {
        let name = match self.tokens.get(self.at) {
            Some(Token::Word(name) | Token::Name(name)) => name.clone(),
            other => return Err(format!("a name is missing at {other:?}")),
        };
        self.at += 1;
        Ok(name)
    }

    fn primary(&mut self) -> Read {
        if self.take("(") {
            let inner = self.formula(0)?;
            self.expect(")")?;
            return Ok(inner);
        }
        let binds = |parser: &Self| parser.is(3, ":") || (parser.is(3, "in") && parser.is(5, ":"));
        if self.is(0, "count") && self.is(1, "(") {
            let counts = binds(self);
            self.at += 2;
            if counts {
                return self.over(Quantity::Count, Some(")"));
            }
            let inner = self.formula(0)?;
            self.expect(")")?;
            return Ok(Formula::Size(Box::new(inner)));
        }
        let token = self.tokens.get(self.at).cloned();
        let value = match token.ok_or("the formula ends too early")? {
            Token::Text(text) => Value::Text(text),
            Token::Date(date) => Value::Date(date),
            Token::Number(digits) => {
                let number = Ratio::read(&digits).and_then(Ratio::show);
                Value::Number(number.ok_or_else(|| format!("`{digits}` is no number"))?)
            }
            Token::Word(word) if word == "true" => Value::Bool(true),
            Token::Word(word) if word == "false" => Value::Bool(false),
            Token::Word(word) if word == "null" => Value::Null,
            Token::Word(word) if word == "now" || word == "today" => {
                self.at += 1;
                return Ok(if word == "now" {
                    Formula::Now
                } else {
                    Formula::Today
                });
            }
            Token::Word(name) | Token::Name(name) => return self.named(name),
            Token::Sign(sign) => return Err(format!("`{sign}` where a value should be")),
        };
        self.at += 1;
        Ok(Formula::Value(value))
    }

    fn named(&mut self, name: String) -> Read {
        self.at += 1;
        if !self.take("(") {
            return Ok(if self.bound.contains(&name) {
                Formula::Variable(name)
            } else {
                Formula::Value(Value::Word(name))
            });
        }
        let mut arguments = self.list(")")?;
        if arguments.len() == 1 && !self.names.is_sort(&name) {
            let of = Box::new(arguments.remove(0));
            return Ok(Formula::Attribute(of, name));
        }
        Ok(Formula::Call(name, arguments))
    }
}
