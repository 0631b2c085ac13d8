//! Exact decimal numbers.
//!
//! A sum, difference or product is exact or it does not exist; only a quotient is rounded (to 28
//! significant digits). A float must never enter here.

use crate::value::Unreadable;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

const SCALE_MAX: u32 = 28;

/// An exact decimal number in normal form: equal numbers have equal representations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(Decimal);

impl Number {
    pub const ZERO: Number = Number(Decimal::ZERO);
    pub const ONE: Number = Number(Decimal::ONE);

    fn from_parts(mut mantissa: i128, mut scale: u32) -> Option<Number> {
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        if scale > SCALE_MAX {
            return None;
        }
        Decimal::try_from_i128_with_scale(mantissa, scale)
            .ok()
            .map(|decimal| Number(decimal.normalize()))
    }

    /// Both mantissas at the larger of the two scales.
    fn aligned(self, other: Number) -> Option<(i128, i128, u32)> {
        let scale = self.0.scale().max(other.0.scale());
        let at_scale = |number: Number| {
            let factor = 10_i128.checked_pow(scale - number.0.scale())?;
            number.0.mantissa().checked_mul(factor)
        };
        Some((at_scale(self)?, at_scale(other)?, scale))
    }

    pub fn checked_add(self, other: Number) -> Option<Number> {
        let (left, right, scale) = self.aligned(other)?;
        Number::from_parts(left.checked_add(right)?, scale)
    }

    pub fn checked_sub(self, other: Number) -> Option<Number> {
        let (left, right, scale) = self.aligned(other)?;
        Number::from_parts(left.checked_sub(right)?, scale)
    }

    pub fn checked_mul(self, other: Number) -> Option<Number> {
        let mantissa = self.0.mantissa().checked_mul(other.0.mantissa())?;
        Number::from_parts(mantissa, self.0.scale() + other.0.scale())
    }

    /// Nothing when the divisor is zero or the quotient is out of range.
    pub fn checked_div(self, other: Number) -> Option<Number> {
        self.0
            .checked_div(other.0)
            .map(|quotient| Number(quotient.normalize()))
    }

    pub fn negated(self) -> Number {
        Number((-self.0).normalize())
    }

    pub fn is_integer(self) -> bool {
        self.0.scale() == 0
    }

    /// The number as a whole number, when it is one and fits.
    pub fn as_i64(self) -> Option<i64> {
        if self.is_integer() {
            i64::try_from(self.0.mantissa()).ok()
        } else {
            None
        }
    }

    /// The nearest whole number; halves go away from zero.
    pub fn rounded(self) -> Option<i64> {
        let rounded = self
            .0
            .round_dp_with_strategy(0, rust_decimal::RoundingStrategy::MidpointAwayFromZero);
        Number(rounded.normalize()).as_i64()
    }

    pub fn as_decimal(self) -> Decimal {
        self.0
    }
}

impl From<i64> for Number {
    fn from(whole: i64) -> Number {
        Number(Decimal::from(whole))
    }
}

impl From<Decimal> for Number {
    fn from(decimal: Decimal) -> Number {
        Number(decimal.normalize())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Padding is honoured, precision is not: a number is shown exactly.
        formatter.pad(&self.0.to_string())
    }
}

impl FromStr for Number {
    type Err = Unreadable;

    /// Strict: an optional minus, digits, and optionally a point with digits. `1e3`, `+1`, `.5` and
    /// `1_000` are refused, and so is a number with more digits than can be kept.
    fn from_str(text: &str) -> Result<Number, Unreadable> {
        let unreadable = || Unreadable::new("number", text);
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = match digits.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (digits, None),
        };
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !fraction.is_none_or(all_digits) {
            return Err(unreadable());
        }
        let whole = whole.trim_start_matches('0');
        let fraction = fraction.unwrap_or("").trim_end_matches('0');
        if whole.len() + fraction.len() > 32 {
            return Err(unreadable());
        }
        let mut mantissa: i128 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            mantissa = mantissa * 10 + i128::from(digit - b'0');
        }
        if text.starts_with('-') {
            mantissa = -mantissa;
        }
        let scale = u32::try_from(fraction.len()).map_err(|_| unreadable())?;
        Number::from_parts(mantissa, scale).ok_or_else(unreadable)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        crate::value::from_string(deserializer)
    }
}
