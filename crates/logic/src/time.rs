//! Civil dates and instants.
//!
//! What time it is arrives as an argument; nothing here may ask the host for it. Both types stay in
//! the years 0000 to 9999, so that their text always has the same width.

use crate::value::Unreadable;
use jiff::Timestamp;
use jiff::civil;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

const DAY_MS: i64 = 86_400_000;
const EPOCH: civil::Date = civil::Date::constant(1970, 1, 1);
/// 0000-01-01T00:00:00Z.
pub const INSTANT_MIN_MS: i64 = -62_167_219_200_000;

/// A day of the civil calendar, without a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(pub jiff::civil::Date);

impl Date {
    pub const MIN: Date = Date(civil::Date::constant(0, 1, 1));
    pub const MAX: Date = Date(civil::Date::constant(9999, 12, 31));

    pub fn new(year: i16, month: i8, day: i8) -> Option<Date> {
        Date::within(civil::Date::new(year, month, day).ok()?)
    }

    fn within(date: civil::Date) -> Option<Date> {
        (Date::MIN.0 <= date && date <= Date::MAX.0).then_some(Date(date))
    }

    pub fn add_days(self, days: i64) -> Option<Date> {
        let span = jiff::Span::new().try_days(days).ok()?;
        Date::within(self.0.checked_add(span).ok()?)
    }

    /// Whole days from the other date to this one; negative when this one is earlier.
    pub fn days_since(self, other: Date) -> i64 {
        self.0.duration_since(other.0).as_secs() / 86_400
    }

    pub fn year(self) -> i16 {
        self.0.year()
    }

    pub fn month(self) -> i8 {
        self.0.month()
    }

    pub fn day(self) -> i8 {
        self.0.day()
    }

    pub fn as_civil(self) -> civil::Date {
        self.0
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = *b"0000-00-00";
        put_date(&mut text, *self);
        formatter.pad(ascii(&text))
    }
}

fn put_date(text: &mut [u8], date: Date) {
    put_digits(&mut text[..4], i64::from(date.year()));
    put_digits(&mut text[5..7], i64::from(date.month()));
    put_digits(&mut text[8..10], i64::from(date.day()));
}

/// Fills the places with decimal digits, leading zeros included.
fn put_digits(places: &mut [u8], mut number: i64) {
    for place in places.iter_mut().rev() {
        *place = b'0' + (number % 10).unsigned_abs() as u8;
        number /= 10;
    }
}

fn ascii(text: &[u8]) -> &str {
    std::str::from_utf8(text).expect("digits and signs are ASCII")
}

impl FromStr for Date {
    type Err = Unreadable;

    /// Strict: `YYYY-MM-DD` and nothing else.
    fn from_str(text: &str) -> Result<Date, Unreadable> {
        let unreadable = || Unreadable::new("date", text);
        if !has_shape(text, "dddd-dd-dd") {
            return Err(unreadable());
        }
        let year = text[0..4].parse().map_err(|_| unreadable())?;
        let month = text[5..7].parse().map_err(|_| unreadable())?;
        let day = text[8..10].parse().map_err(|_| unreadable())?;
        Date::new(year, month, day).ok_or_else(unreadable)
    }
}

/// Whether a text begins with a pattern in which `d` stands for a digit, and has nothing after it.
fn has_shape(text: &str, shape: &str) -> bool {
    text.len() == shape.len()
        && text
            .bytes()
            .zip(shape.bytes())
            .all(|(byte, expected)| match expected {
                b'd' => byte.is_ascii_digit(),
                literal => byte == literal,
            })
}

/// A moment, in milliseconds since 1970 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(i64);

impl Instant {
    pub const EPOCH: Instant = Instant(0);

    /// Nothing outside the years 0000 to 9999.
    pub fn from_millis(millis: i64) -> Option<Instant> {
        if millis < INSTANT_MIN_MS {
            return None;
        }
        Timestamp::from_millisecond(millis)
            .ok()
            .map(|_| Instant(millis))
    }

    pub fn as_millis(self) -> i64 {
        self.0
    }

    pub fn add_millis(self, millis: i64) -> Option<Instant> {
        Instant::from_millis(self.0.checked_add(millis)?)
    }

    pub fn millis_since(self, other: Instant) -> i64 {
        // Both are within about 3 * 10^14 of zero, so the difference always fits.
        self.0 - other.0
    }

    /// The civil date at this moment in a place that many minutes east of UTC. A date that would
    /// leave the calendar is its first or last day.
    pub fn date_in(self, utc_offset_minutes: i32) -> Date {
        let local = self.0 + i64::from(utc_offset_minutes) * 60_000;
        let days = local.div_euclid(DAY_MS);
        let nearest_end = if days < 0 { Date::MIN } else { Date::MAX };
        Date(EPOCH).add_days(days).unwrap_or(nearest_end)
    }
}

impl Instant {
    /// As it is shown, in ASCII: `2026-01-01T12:00:01.000Z`.
    pub fn written(&self) -> [u8; 24] {
        let in_day = self.0.rem_euclid(DAY_MS);
        let (seconds, millis) = (in_day / 1000, in_day % 1000);
        let date = self.date_in(0);
        // Every entry's header holds one: written by hand, because `format!` costs ten times as much.
        let mut text = *b"0000-00-00T00:00:00.000Z";
        put_date(&mut text, date);
        put_digits(&mut text[11..13], seconds / 3600);
        put_digits(&mut text[14..16], seconds / 60 % 60);
        put_digits(&mut text[17..19], seconds % 60);
        put_digits(&mut text[20..23], millis);
        text
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(ascii(&self.written()))
    }
}

impl FromStr for Instant {
    type Err = Unreadable;

    /// RFC 3339, with an offset. What is finer than a millisecond is cut off.
    fn from_str(text: &str) -> Result<Instant, Unreadable> {
        let unreadable = || Unreadable::new("instant", text);
        let prefix = text.get(0..19).ok_or_else(unreadable)?;
        let separated = [
            "dddd-dd-ddTdd:dd:dd",
            "dddd-dd-ddtdd:dd:dd",
            "dddd-dd-dd dd:dd:dd",
        ];
        if !separated.iter().any(|shape| has_shape(prefix, shape)) || !ends_in_offset(&text[19..]) {
            return Err(unreadable());
        }
        let timestamp: Timestamp = text.parse().map_err(|_| unreadable())?;
        let millis = i64::try_from(timestamp.as_nanosecond().div_euclid(1_000_000))
            .map_err(|_| unreadable())?;
        Instant::from_millis(millis).ok_or_else(unreadable)
    }
}

/// `Z`, `+hh:mm` or `-hh:mm`, after optional decimals.
fn ends_in_offset(text: &str) -> bool {
    let offset = match text.strip_prefix('.') {
        Some(fraction) => {
            let rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() == fraction.len() {
                return false;
            }
            rest
        }
        None => text,
    };
    offset.eq_ignore_ascii_case("z") || has_shape(offset, "+dd:dd") || has_shape(offset, "-dd:dd")
}

macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                crate::value::from_string(deserializer)
            }
        }
    )*};
}

serde_as_text!(Date, Instant);
