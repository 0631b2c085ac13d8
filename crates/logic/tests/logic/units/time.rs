//! Dates and instants.

use logic::time::*;

#[test]
fn dates_are_strict() {
    for text in ["2026-01-02", "0000-01-01", "9999-12-31", "2024-02-29"] {
        assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
    }
    for text in [
        "2026-1-2",
        "2026-02-30",
        "20260102",
        "2026-01-02 ",
        "+2026-01-02",
        "",
        "é026-01-02",
    ] {
        assert!(text.parse::<Date>().is_err(), "{text:?}");
    }
}

#[test]
fn days_add_and_subtract() {
    let date: Date = "2024-02-28".parse().unwrap();
    assert_eq!(date.add_days(2).unwrap().to_string(), "2024-03-01");
    assert_eq!(date.add_days(2).unwrap().days_since(date), 2);
    assert_eq!(Date::MAX.add_days(1), None);
    assert_eq!(Date::MIN.add_days(-1), None);
    assert_eq!(date.add_days(i64::MAX), None);
    assert_eq!(Date::MAX.days_since(Date::MIN), 3_652_424);
}

#[test]
fn instants_have_three_decimals() {
    for (text, shown) in [
        ("2026-11-15T19:28:08.123Z", "2026-11-15T19:28:08.123Z"),
        ("2026-11-15T19:28:08Z", "2026-11-15T19:28:08.000Z"),
        ("2026-11-15T20:28:08.1239+01:00", "2026-11-15T19:28:08.123Z"),
        ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
    ] {
        assert_eq!(text.parse::<Instant>().unwrap().to_string(), shown);
    }
    for text in [
        "2026-11-15T19:28:08",
        "2026-11-15T19:28Z",
        "2026-11-15",
        "2026-11-15T19:28:08.Z",
        "2026-11-15T19:28:08+01:00[Europe/Paris]",
        "-000001-01-01T00:00:00Z",
    ] {
        assert!(text.parse::<Instant>().is_err(), "{text:?}");
    }
    assert_eq!(
        Instant::from_millis(INSTANT_MIN_MS).unwrap().to_string(),
        "0000-01-01T00:00:00.000Z"
    );
    assert_eq!(Instant::from_millis(INSTANT_MIN_MS - 1), None);
    assert_eq!(Instant::from_millis(i64::MAX), None);
}

#[test]
fn a_date_depends_on_the_offset() {
    let late: Instant = "2026-11-15T23:30:00Z".parse().unwrap();
    assert_eq!(late.date_in(0).to_string(), "2026-11-15");
    assert_eq!(late.date_in(60).to_string(), "2026-11-16");
    assert_eq!(late.date_in(-1440).to_string(), "2026-11-14");
    assert_eq!(
        Instant::from_millis(INSTANT_MIN_MS).unwrap().date_in(-60),
        Date::MIN
    );
    assert_eq!(late.date_in(i32::MAX).year(), 6109);
}
