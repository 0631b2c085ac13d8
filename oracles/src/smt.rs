//! Formulas as SMT-LIB text over one sort `U`. A name may name any thing; numbers, dates and texts are
//! each a thing of its own, and numbers have their order.

use logic::{Comparison, Formula, Number, Term, Value};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Why a formula cannot be told to Z3 in this way.
#[derive(Debug)]
pub struct Untold(pub &'static str);

#[derive(Default)]
pub struct Script {
    /// Functions and predicates by name, arity and kind, with their spelling.
    symbols: BTreeMap<(String, usize, bool), String>,
    numbers: BTreeMap<Number, String>,
    values: BTreeMap<String, String>,
    ordered: bool,
}

/// A theory and a query, as text: declarations, one assertion for each premise, the query.
pub struct Told {
    pub theory: String,
    pub query: String,
    pub denial: String,
}

pub fn tell(theory: &[Formula], query: &Formula) -> Result<Told, Untold> {
    let mut script = Script::default();
    let mut premises = String::new();
    for premise in theory {
        let told = script.formula(premise)?;
        writeln!(premises, "(assert {told})").expect("a string");
    }
    let query = script.formula(query)?;
    let mut text = script.declarations();
    text.push_str(&premises);
    Ok(Told {
        theory: text,
        denial: format!("(assert (not {query}))"),
        query: format!("(assert {query})"),
    })
}

impl Script {
    fn symbol(&mut self, name: &str, arity: usize, predicate: bool) -> String {
        let next = self.symbols.len();
        let key = (name.to_owned(), arity, predicate);
        self.symbols
            .entry(key)
            .or_insert_with(|| format!("s{next}"))
            .clone()
    }

    fn apply(&mut self, name: &str, predicate: bool, arguments: &[Term]) -> Result<String, Untold> {
        let symbol = self.symbol(name, arguments.len(), predicate);
        if arguments.is_empty() {
            return Ok(symbol);
        }
        let mut told = format!("({symbol}");
        for argument in arguments {
            let argument = self.term(argument)?;
            write!(told, " {argument}").expect("a string");
        }
        told.push(')');
        Ok(told)
    }

    fn term(&mut self, term: &Term) -> Result<String, Untold> {
        match term {
            Term::Variable(name) => Ok(variable(name)),
            Term::Constant(Value::Entity(name)) => Ok(self.symbol(name, 0, false)),
            Term::Constant(Value::Number(number)) => {
                let next = self.numbers.len();
                let told = self.numbers.entry(*number);
                Ok(told.or_insert_with(|| format!("n{next}")).clone())
            }
            Term::Constant(value) => {
                let next = self.values.len();
                let told = self.values.entry(format!("{value:?}"));
                Ok(told.or_insert_with(|| format!("v{next}")).clone())
            }
            Term::Function { name, arguments } => self.apply(name, false, arguments),
            Term::Attribute { of, attribute } => {
                self.apply(attribute, false, std::slice::from_ref(of))
            }
            Term::Arithmetic(..) => Err(Untold("arithmetic")),
            Term::Count { .. } => Err(Untold("a count")),
            Term::Size(_) => Err(Untold("a size")),
            Term::Now | Term::Today => Err(Untold("time")),
            Term::Unresolved(..) => Err(Untold("an unresolved name")),
        }
    }

    fn formula(&mut self, formula: &Formula) -> Result<String, Untold> {
        Ok(match formula {
            Formula::Constant(truth) => truth.to_string(),
            Formula::Atom {
                predicate,
                arguments,
            } => self.apply(predicate, true, arguments)?,
            Formula::Compare(comparison, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.ordered |= comparison.is_order();
                match comparison {
                    Comparison::Equal => format!("(= {left} {right})"),
                    Comparison::NotEqual => format!("(not (= {left} {right}))"),
                    Comparison::Less => format!("(lt {left} {right})"),
                    Comparison::Greater => format!("(lt {right} {left})"),
                    Comparison::LessOrEqual => {
                        format!("(or (lt {left} {right}) (= {left} {right}))")
                    }
                    Comparison::GreaterOrEqual => {
                        format!("(or (lt {right} {left}) (= {left} {right}))")
                    }
                }
            }
            Formula::In(subject, items) => {
                let subject = self.term(subject)?;
                let mut told = String::from("(or false");
                for item in items {
                    let item = self.term(item)?;
                    write!(told, " (= {subject} {item})").expect("a string");
                }
                told.push(')');
                told
            }
            Formula::Member(..) => return Err(Untold("membership in a value")),
            Formula::IsNull(_) | Formula::IsKnown(_) | Formula::Truth(_) => {
                return Err(Untold("a three-valued test"));
            }
            Formula::Not(body) => format!("(not {})", self.formula(body)?),
            Formula::And(parts) => self.all("and", "true", parts)?,
            Formula::Or(parts) => self.all("or", "false", parts)?,
            Formula::Implies(left, right) => self.two("=>", left, right)?,
            Formula::Iff(left, right) => self.two("=", left, right)?,
            Formula::Xor(left, right) => self.two("xor", left, right)?,
            Formula::Forall {
                variable,
                sort,
                body,
            } => self.quantified("forall", "=>", variable, sort.as_deref(), body)?,
            Formula::Exists {
                variable,
                sort,
                body,
            } => self.quantified("exists", "and", variable, sort.as_deref(), body)?,
        })
    }

    fn all(&mut self, sign: &str, none: &str, parts: &[Formula]) -> Result<String, Untold> {
        let mut told = format!("({sign} {none}");
        for part in parts {
            let part = self.formula(part)?;
            write!(told, " {part}").expect("a string");
        }
        told.push(')');
        Ok(told)
    }

    fn two(&mut self, sign: &str, left: &Formula, right: &Formula) -> Result<String, Untold> {
        Ok(format!(
            "({sign} {} {})",
            self.formula(left)?,
            self.formula(right)?
        ))
    }

    fn quantified(
        &mut self,
        sign: &str,
        with_sort: &str,
        name: &str,
        sort: Option<&str>,
        body: &Formula,
    ) -> Result<String, Untold> {
        let mut body = self.formula(body)?;
        let variable = variable(name);
        if let Some(sort) = sort {
            let sort = self.symbol(sort, 1, true);
            body = format!("({with_sort} ({sort} {variable}) {body})");
        }
        Ok(format!("({sign} (({variable} U)) {body})"))
    }

    fn declarations(&self) -> String {
        let mut text = String::from("(declare-sort U 0)\n(declare-fun lt (U U) Bool)\n");
        let mut line = |told: String| writeln!(text, "{told}").expect("a string");
        for ((_, arity, predicate), symbol) in &self.symbols {
            let arguments = vec!["U"; *arity].join(" ");
            let result = if *predicate { "Bool" } else { "U" };
            line(format!("(declare-fun {symbol} ({arguments}) {result})"));
        }
        let values: Vec<&String> = self.numbers.values().chain(self.values.values()).collect();
        for value in &values {
            line(format!("(declare-fun {value} () U)"));
        }
        if values.len() > 1 {
            let values: Vec<&str> = values.iter().map(|value| value.as_str()).collect();
            line(format!("(assert (distinct {}))", values.join(" ")));
        }
        if !self.ordered {
            return text;
        }
        // Whatever is compared stands in one order, of which nothing else is known.
        line(
            "(assert (forall ((x U) (y U) (z U)) (=> (and (lt x y) (lt y z)) (lt x z))))"
                .to_owned(),
        );
        line("(assert (forall ((x U)) (not (lt x x))))".to_owned());
        line("(assert (forall ((x U) (y U)) (or (lt x y) (= x y) (lt y x))))".to_owned());
        let numbers: Vec<&String> = self.numbers.values().collect();
        for (at, low) in numbers.iter().enumerate() {
            for high in &numbers[at + 1..] {
                line(format!("(assert (lt {low} {high}))"));
            }
        }
        text
    }
}

/// Apart from every other symbol, whatever letters it has.
fn variable(name: &str) -> String {
    let mut told = String::from("x");
    for byte in name.bytes() {
        write!(told, "{byte:02x}").expect("a string");
    }
    told
}
