//! Values as a journal writes them, and exact reckoning with numbers and days.

use serde_json::Value as Json;
use std::cmp::Ordering;
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Null,
    Bool(bool),
    /// In normal form: equal numbers have equal digits.
    Number(String),
    Symbol(String),
    Entity(String),
    Date(String),
    Instant(String),
    Text(String),
    Set(BTreeSet<String>),
    List(Vec<Value>),
    Confidential(String),
    /// A bare word of a formula: a value of an enumeration, or an entity.
    Word(String),
}

impl Value {
    /// `"null"`, or an object with one tag.
    pub fn read(json: &Json) -> Option<Value> {
        if json.as_str() == Some("null") {
            return Some(Value::Null);
        }
        let fields = json.as_object().filter(|fields| fields.len() == 1)?;
        let (tag, content) = fields.iter().next()?;
        let text = || content.as_str().map(str::to_owned);
        Some(match tag.as_str() {
            "bool" => Value::Bool(content.as_bool()?),
            "number" => Value::Number(Ratio::read(&text()?)?.show()?),
            "symbol" => Value::Symbol(text()?),
            "entity" => Value::Entity(text()?),
            "date" => Value::Date(text()?),
            "instant" => Value::Instant(text()?),
            "text" => Value::Text(text()?),
            "set" => {
                let members = content.as_array()?.iter();
                Value::Set(
                    members
                        .map(|member| member.as_str().map(str::to_owned))
                        .collect::<Option<_>>()?,
                )
            }
            "list" => Value::List(
                content
                    .as_array()?
                    .iter()
                    .map(Value::read)
                    .collect::<Option<_>>()?,
            ),
            "confidential" => Value::Confidential(text()?),
            _ => return None,
        })
    }

    /// Plain, as people see it where no label says it better.
    pub fn show(&self) -> String {
        let listed = |items: Vec<String>| format!("[{}]", items.join(", "));
        match self {
            Value::Null => "none".to_owned(),
            Value::Bool(truth) => truth.to_string(),
            Value::Number(text)
            | Value::Symbol(text)
            | Value::Entity(text)
            | Value::Date(text)
            | Value::Instant(text)
            | Value::Text(text)
            | Value::Word(text) => text.clone(),
            Value::Set(members) => listed(members.iter().cloned().collect()),
            Value::List(items) => listed(items.iter().map(Value::show).collect()),
            Value::Confidential(_) => "•••".to_owned(),
        }
    }

    /// Whether two values are the same; nothing is known of a confidential one.
    pub fn same(&self, other: &Value) -> Option<bool> {
        match (self, other) {
            (Value::Confidential(_), _) | (_, Value::Confidential(_)) => None,
            (Value::Word(word), other) | (other, Value::Word(word)) => Some(match other {
                Value::Word(text)
                | Value::Symbol(text)
                | Value::Entity(text)
                | Value::Text(text) => text == word,
                _ => false,
            }),
            (one, other) => Some(one == other),
        }
    }

    /// The order of two numbers, days or moments.
    pub fn order(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Number(one), Value::Number(two)) => Ratio::read(one)?.order(Ratio::read(two)?),
            // Both are written with fixed widths.
            (Value::Date(one), Value::Date(two)) | (Value::Instant(one), Value::Instant(two)) => {
                Some(one.cmp(two))
            }
            (_, _) => None,
        }
    }

    pub fn reckon(operation: char, left: &Value, right: &Value) -> Option<Value> {
        match (operation, left, right) {
            (_, Value::Null, _) | (_, _, Value::Null) => Some(Value::Null),
            (_, Value::Number(left), Value::Number(right)) => {
                let (left, right) = (Ratio::read(left)?, Ratio::read(right)?);
                let result = match operation {
                    '+' => left.plus(right),
                    '-' => left.plus(right.negated()),
                    '*' => left.times(right),
                    _ => left.over(right),
                };
                result?.show().map(Value::Number)
            }
            ('-', Value::Date(left), Value::Date(right)) => {
                let days = days_of(left)? - days_of(right)?;
                Some(Value::Number(days.to_string()))
            }
            ('+', Value::Date(date), Value::Number(days))
            | ('+', Value::Number(days), Value::Date(date)) => {
                Some(Value::Date(day(days_of(date)? + days.parse::<i64>().ok()?)))
            }
            ('-', Value::Date(date), Value::Number(days)) => {
                Some(Value::Date(day(days_of(date)? - days.parse::<i64>().ok()?)))
            }
            (_, _, _) => None,
        }
    }
}

/// An exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    above: i128,
    below: i128,
}

impl Ratio {
    fn new(above: i128, below: i128) -> Option<Ratio> {
        let (mut one, mut two) = (above.unsigned_abs(), below.unsigned_abs());
        while two != 0 {
            (one, two) = (two, one % two);
        }
        let common = i128::try_from(one)
            .ok()
            .filter(|_| below != 0)?
            .max(1)
            .checked_mul(below.signum())?;
        Some(Ratio {
            above: above / common,
            below: below / common,
        })
    }

    pub fn read(digits: &str) -> Option<Ratio> {
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !plain(part) || !plain(whole.trim_start_matches('-')) || part.len() > 30 {
            return None;
        }
        let below = 10_i128.checked_pow(u32::try_from(part.len()).ok()?)?;
        Ratio::new(format!("{whole}{part}").parse().ok()?, below)
    }

    /// As a decimal number; nothing if it has no end.
    pub fn show(self) -> Option<String> {
        let (mut above, mut below, mut decimals) = (self.above, self.below, 0_usize);
        while below != 1 {
            above = above.checked_mul(10)?;
            decimals += 1;
            let reduced = Ratio::new(above, below).filter(|_| decimals <= 30)?;
            (above, below) = (reduced.above, reduced.below);
        }
        let sign = if above < 0 { "-" } else { "" };
        let digits = format!(
            "{:0>width$}",
            above.unsigned_abs().to_string(),
            width = decimals + 1
        );
        let (whole, part) = digits.split_at(digits.len() - decimals);
        let point = if part.is_empty() { "" } else { "." };
        Some(format!("{sign}{whole}{point}{part}"))
    }

    fn plus(self, other: Ratio) -> Option<Ratio> {
        let above = self
            .above
            .checked_mul(other.below)?
            .checked_add(other.above.checked_mul(self.below)?)?;
        Ratio::new(above, self.below.checked_mul(other.below)?)
    }

    fn negated(self) -> Ratio {
        Ratio {
            above: -self.above,
            below: self.below,
        }
    }

    fn times(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(
            self.above.checked_mul(other.above)?,
            self.below.checked_mul(other.below)?,
        )
    }

    fn over(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(
            self.above.checked_mul(other.below)?,
            self.below.checked_mul(other.above)?,
        )
    }

    fn order(self, other: Ratio) -> Option<Ordering> {
        Some(self.plus(other.negated())?.above.cmp(&0))
    }
}

/// Days since 1970-01-01; nothing for what is no day of the calendar.
pub fn days_of(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let mut next = |width: usize| {
        let part = parts.next().filter(|part| part.len() == width)?;
        part.parse::<i64>().ok()
    };
    let (year, month, of_month) = (next(4)?, next(2)?, next(2)?);
    let from_march = (month + 9) % 12;
    let years = year - i64::from(month <= 2);
    let days = years * 365 + years.div_euclid(4) - years.div_euclid(100)
        + years.div_euclid(400)
        + (from_march * 306 + 5) / 10
        + of_month
        - 1
        - 719_468;
    (parts.next().is_none() && day(days) == date).then_some(days)
}

/// The day so many days after 1970-01-01.
pub fn day(days: i64) -> String {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{of_month:02}")
}
