//! Codes as facts: what a compiled rule is judged on.

use super::lexicon::Lexicon;
use super::rule::Place;
use logic::domain::Code;
use logic::holds::{Facts, Truth};
use logic::value::{Cell, Date, Instant, Name, Number, Value};

/// Codes at the places of a rule, as facts.
pub(super) struct Assigned<'a> {
    pub(super) lexicon: &'a Lexicon,
    pub(super) places: &'a [Place],
    pub(super) codes: &'a [Code],
}

impl Facts for Assigned<'_> {
    fn value(&self, cell: &Cell) -> Option<Value> {
        let at: usize = cell.attribute.parse().ok()?;
        let code = *self.codes.get(at)?;
        match self.places.get(at)? {
            Place::Cell { attribute, .. } => self.lexicon.decode(*attribute, code),
            Place::Element { .. } | Place::Item { .. } => Some(Value::Bool(code != 0)),
            Place::Itself(_) => {
                let entity = self.lexicon.entities.get(usize::try_from(code).ok()?)?;
                Some(Value::Entity(entity.clone()))
            }
        }
    }

    fn derived(&self, _: &str) -> Option<Value> {
        None
    }

    fn entities_of(&self, _: &str) -> Vec<Name> {
        Vec::new()
    }

    fn is_a(&self, entity: &str, sort: &str) -> Truth {
        let known = self.lexicon.entity(entity);
        known.map_or(Truth::Unknown, |entity| {
            Truth::from(self.lexicon.is_a(entity, sort))
        })
    }

    fn now(&self) -> Instant {
        Instant::EPOCH
    }

    fn today(&self) -> Date {
        Date::new(1970, 1, 1).expect("a day that was")
    }
}

/// The codes between which a number's values lie: what is finer than a code is left out at both ends.
pub fn number_range(range: (Option<Number>, Option<Number>), decimals: u32) -> (Code, Code) {
    let scale = Number::from(10_i64.pow(decimals));
    let scaled = |number: Option<Number>| {
        let number = number?.checked_mul(scale)?;
        Some((number, number.rounded()?))
    };
    let low = scaled(range.0).map(|(number, code)| code + Code::from(Number::from(code) < number));
    let high = scaled(range.1).map(|(number, code)| code - Code::from(Number::from(code) > number));
    (low.unwrap_or(Code::MIN), high.unwrap_or(Code::MAX))
}
