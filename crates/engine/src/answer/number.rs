//! Numbers in digits, and in words up to a hundred. One exact number is read; a bound, a range or
//! « a dozen » is none. « Three and a half » is 3.5.

use super::date::without_days;
use super::numeral::{Numeral, numerals};
use super::span::without_stretches;
use super::token::{Token, holds, longest, stripped, tokens};
use super::{NotUnderstood, Reading, in_range, refuse, unit};
use logic::text::words;
use logic::value::{Number, Value};
use std::borrow::Cow;
use std::ops::Range;

pub(super) fn number(reading: &Reading, text: &str) -> Result<Value, NotUnderstood> {
    let (language, attribute) = (reading.state.language(), reading.attribute);
    // The day of a date counts nothing, unless days are asked for.
    let named = reading.called.iter().flat_map(|label| words(label));
    let of_days = named
        .chain(words(&attribute.name))
        .any(|word| matches!(&*word, "jour" | "day"));
    let plain = match reading.discerns() {
        true => without_stretches(text),
        false => Cow::Borrowed(text),
    };
    let dated = match reading.hears() && !of_days {
        true => without_days(&plain),
        false => Cow::Borrowed(&*plain),
    };
    let text = &*dated;
    let said = tokens(text);
    let negated = |token: &Token| token.negates_beside_birth() || token.word == "dont";
    if reading.refers()
        && let Some(instead) = not_but(&said)
    {
        return number(reading, &text[said[instead].start..]);
    }
    if said.iter().any(negated) {
        return refuse(
            "negated",
            "Say which number it is, not which it is not.",
            "Il faut dire le nombre, et non celui que ce n'est pas.",
        );
    }
    if reading.weighs() {
        let numerals = numerals(text, &said);
        if numerals.iter().any(|numeral| numeral.value.is_none()) {
            return not_a_number();
        }
    }
    let compares = text.contains(['<', '>', '≤', '≥']);
    let after_digit = |at: usize| text[..at].ends_with(|before: char| before.is_ascii_digit());
    let bounded = reading.is_whole() && holds(&said, BOUNDED);
    if compares
        || bounded
        || holds(&said, BOUNDS)
        || text.match_indices('+').any(|(at, _)| after_digit(at))
    {
        return refuse(
            "ambiguous",
            "One exact number is expected, not a bound.",
            "Un nombre exact est attendu, pas une borne.",
        );
    }
    let figures = figures(text);
    if figures
        .iter()
        .any(|figure| is_grouped(text, &figure.digits, language))
        || text.contains("--")
    {
        // « 1,000 » is a thousand to some and one to others.
        return refuse(
            "ambiguous",
            "Write the number without separators, such as 1000 or 1.5.",
            "Le nombre s'écrit sans séparateur, par exemple 1000 ou 1,5.",
        );
    }
    if figures.iter().any(|figure| figure.broken) {
        return not_a_number();
    }
    if said.iter().any(|token| token.is(ROUGH)) {
        return refuse(
            "ambiguous",
            "One exact number is expected, such as 12.",
            "Un nombre exact est attendu, par exemple 12.",
        );
    }
    let mut found: Vec<Number> = Vec::new();
    if reading.weighs() {
        let listed = |numeral: &Numeral| {
            let beside = |at: usize| said.get(at).is_some_and(|token| token.is(&["ou", "or"]));
            let before = numeral.tokens.start.checked_sub(1);
            beside(numeral.tokens.end) || before.is_some_and(beside)
        };
        let told = numerals(text, &said).into_iter();
        let told = told.filter(|numeral| !numeral.article || listed(numeral));
        found.extend(told.filter_map(|numeral| numeral.value));
        return one_of(reading, text, &said, found);
    }
    for figure in &figures {
        match figure.digits.parse::<Number>() {
            Ok(number) => {
                let before = said.iter().rev().find(|token| token.end <= figure.start);
                let minus = before.is_some_and(|before| before.is(MINUS));
                let number = if minus { number.negated() } else { number };
                found.push(with_half(number, &said, figure.end));
            }
            Err(_) => return not_a_number(),
        }
    }
    match spelled(&said) {
        Ok(numbers) => found.extend(numbers),
        Err(TooLarge) => {
            return refuse(
                "not-a-number",
                "Write a number above a hundred in digits, such as 1000.",
                "Au-delà de cent, le nombre s'écrit en chiffres, par exemple 1000.",
            );
        }
    }
    one_of(reading, text, &said, found)
}

/// « pas 4, 5 »: behind what is denied at the beginning and a sign, where what is meant begins.
fn not_but(said: &[Token]) -> Option<usize> {
    let denied = longest(said, &["pas", "non pas", "not"])?;
    let at = (denied..said.len()).find(|at| said[*at].breaks)?;
    let short = at > denied && at - denied <= 2 && said.len() - at <= 2;
    let number = |token: &Token| super::sentence::is_number(token);
    (short && number(&said[denied]) && number(&said[at])).then_some(at)
}

/// The only number that was found, if it is one that may be meant.
fn one_of(
    reading: &Reading,
    text: &str,
    said: &[Token],
    mut found: Vec<Number>,
) -> Result<Value, NotUnderstood> {
    let attribute = reading.attribute;
    if found.is_empty() {
        let one = lone_one(said).filter(|_| !reading.is_whole() || counts_alone(reading, said));
        found.extend(one);
    }
    found.dedup();
    match found[..] {
        [one] => {
            if reading.is_exact() {
                unit::fitting(reading, text)?;
            }
            let whole =
                unit::counts_people(reading) || reading.discerns() && unit::counts_whole(reading);
            if reading.weighs() && !one.is_integer() && whole {
                return refuse(
                    "not-whole",
                    format!("A whole number is expected; this is {one}."),
                    format!(
                        "Un nombre entier est attendu ; ceci est {}.",
                        one.to_string().replace('.', ",")
                    ),
                );
            }
            in_range(&attribute.name, one, attribute)
        }
        [] => refuse(
            "not-a-number",
            "A number is expected, such as 42.",
            "Un nombre est attendu, par exemple 42.",
        ),
        [_, _, ..] => refuse(
            "ambiguous",
            "One number is expected, not several.",
            "Un seul nombre est attendu.",
        ),
    }
}

fn not_a_number() -> Result<Value, NotUnderstood> {
    refuse(
        "not-a-number",
        "A number is expected, such as 42 or 3.5.",
        "Un nombre est attendu, par exemple 42 ou 3,5.",
    )
}

/// Words that make a number a bound: « more than 3 », « au moins 3 ».
pub(super) const BOUNDS: &[&str] = &[
    "more than",
    "less than",
    "fewer than",
    "at least",
    "at most",
    "over",
    "under",
    "up to",
    "plus de",
    "moins de",
    "au moins",
    "au plus",
    "jusqu a",
    "entre",
    "between",
    "minimum",
    "maximum",
    "plus ou moins",
    "more or less",
    "give or take",
];

/// The same, and what stands for more than one.
const BOUNDED: &[&str] = &[
    "max",
    "maxi",
    "mini",
    "tops",
    "pas plus",
    "no more than",
    "a peine",
    "passes",
    "ish",
    "et plus",
    "and up",
    "and over",
    "and a bit",
    "et quelques",
    "a bit over",
    "a couple",
    "couple",
    "couples",
    "something",
    "odd",
    "et des poussieres",
    "et quelque",
    "presque",
    "almost",
    "nearly",
    "jusque",
];

/// Words for about so many.
const ROUGH: &[&str] = &[
    "dizaine",
    "dizaines",
    "douzaine",
    "douzaines",
    "quinzaine",
    "vingtaine",
    "trentaine",
    "quarantaine",
    "cinquantaine",
    "soixantaine",
    "centaine",
    "centaines",
    "millier",
    "milliers",
    "dozen",
    "dozens",
];

/// Thousands by a comma, and in French by a point: exactly three digits behind it.
fn is_grouped(text: &str, number: &str, language: &str) -> bool {
    let mut parts = number.split('.');
    let whole = parts.next().unwrap_or_default().trim_start_matches('-');
    let behind: Vec<&str> = parts.collect();
    let threes = !behind.is_empty() && behind.iter().all(|part| part.len() == 3) && whole != "0";
    threes && (text.contains(',') || behind.len() > 1 || language.starts_with("fr"))
}

/// A number in digits, and where it ends.
struct Figure {
    digits: String,
    start: usize,
    end: usize,
    /// A letter stands before it, or one that multiplies it behind it: « B12 », « 10k ».
    broken: bool,
}

/// The runs of digits in a text, each with its sign, groups and decimals. A dash is a sign only at the
/// beginning of a word: « 3-4 » is two numbers.
fn figures(text: &str) -> Vec<Figure> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let at = |index: usize| characters.get(index).map(|(_, character)| *character);
    let digit = |index: usize| at(index).is_some_and(|character| character.is_ascii_digit());
    let mut found = Vec::new();
    let mut index = 0;
    while index < characters.len() {
        if !digit(index) {
            index += 1;
            continue;
        }
        let before = index.checked_sub(1).and_then(at);
        let mut digits = String::new();
        let signed = matches!(before, Some('-' | '−'))
            && index
                .checked_sub(2)
                .and_then(at)
                .is_none_or(char::is_whitespace);
        if signed {
            digits.push('-');
        }
        let start = index;
        let mut decimals = false;
        let mut run = 0;
        // « .5 » is a half.
        let bare = index
            .checked_sub(2)
            .and_then(at)
            .is_none_or(char::is_whitespace);
        if matches!(before, Some('.' | ',')) && bare {
            digits.push_str("0.");
            decimals = true;
        }
        while let Some(character) = at(index) {
            let decimal = matches!(character, '.' | ',') && digit(index + 1);
            let group = matches!(character, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
                && !decimals
                && run <= 3
                && !digits.trim_start_matches('-').starts_with('0')
                && (1..4).all(|next| digit(index + next))
                && !digit(index + 4);
            if decimal {
                decimals = true;
                digits.push('.');
            } else if character.is_ascii_digit() {
                digits.push(character);
                run += 1;
            } else if group {
                run = 0;
            } else {
                break;
            }
            index += 1;
        }
        let behind: String = (index..)
            .map_while(at)
            .take_while(|next| next.is_alphanumeric())
            .collect();
        found.push(Figure {
            digits,
            start: characters[start].0,
            end: characters.get(index).map_or(text.len(), |(at, _)| *at),
            broken: before.is_some_and(char::is_alphabetic)
                || matches!(behind.as_str(), "k" | "K" | "M"),
        });
    }
    found
}

/// Where a number in digits begins and ends that stands at a token: « 1 800 » is one.
pub(super) fn group(said: &str, all: &[Token], at: usize) -> Range<usize> {
    let digits = |at: usize, least: usize, most: usize| {
        let token = all
            .get(at)
            .filter(|token| token.word.bytes().all(|byte| byte.is_ascii_digit()));
        token.is_some_and(|token| (least..=most).contains(&token.word.len()))
    };
    let joined = |one: usize| {
        let mut between = said[all[one].end..all[one + 1].start].chars();
        let blank = matches!(
            between.next(),
            Some(' ' | '\u{a0}' | '\u{202f}' | '\u{2009}')
        );
        blank && between.next().is_none() && digits(one, 1, 3) && digits(one + 1, 3, 3)
    };
    let (mut start, mut end) = (at, at + 1);
    while start > 0 && joined(start - 1) && !all[start - 1].word.starts_with('0') {
        start -= 1;
        if all[start].word.len() < 3 {
            break;
        }
    }
    while end < all.len() && joined(end - 1) && !all[start].word.starts_with('0') {
        end += 1;
    }
    start..end
}

struct TooLarge;

/// The numbers that are written in words; « one » alone is none of them, since it is an article too.
fn spelled(said: &[Token]) -> Result<Vec<Number>, TooLarge> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < said.len() {
        if let Some((value, count)) = in_words(&said[from..]) {
            let next = said.get(from + count);
            let percent = from > 0 && said[from - 1].is(&["pour", "per"]);
            if value == 100 && percent {
                from += count;
                continue;
            }
            if next.is_some_and(|next| next.is(LARGE) || next.word == "cent" && !next.breaks) {
                return Err(TooLarge);
            }
            let linked = next.is_some_and(|next| next.is(&["and", "et"]) && !next.breaks);
            let behind = said.get(from + count + usize::from(linked));
            if value == 100
                && behind.is_some_and(|behind| {
                    in_words(std::slice::from_ref(behind)).is_some() && !behind.breaks
                })
            {
                return Err(TooLarge);
            }
            let minus = from > 0 && said[from - 1].is(MINUS);
            // « one or two » counts; « one of them » does not.
            let among = ["ou", "or"];
            let listed =
                next.is_some_and(|next| next.is(&among)) || from > 0 && said[from - 1].is(&among);
            let article = value == 1 && !listed;
            if !article {
                let number = Number::from(if minus { -value } else { value });
                let end = said[from + count - 1].end;
                found.push(with_half(number, said, end));
            }
            from += count;
            continue;
        }
        if said[from].is(LARGE) {
            return Err(TooLarge);
        }
        from += 1;
    }
    Ok(found)
}

const MINUS: &[&str] = &["moins", "minus"];

const LARGE: &[&str] = &[
    "mille",
    "million",
    "millions",
    "milliard",
    "milliards",
    "cents",
    "hundred",
    "hundreds",
    "thousand",
    "thousands",
    "billion",
    "billions",
];

/// « et demi », « and a half », right behind a number or behind what is counted.
fn with_half(number: Number, said: &[Token], end: usize) -> Number {
    let behind = said
        .iter()
        .position(|token| token.start >= end)
        .unwrap_or(said.len());
    let half = |from: usize| {
        longest(
            &said[from..],
            &["et demi", "et demie", "and a half", "and half"],
        )
        .is_some()
    };
    let halves = (behind..said.len().min(behind + 2)).any(half);
    let sum = halves.then(|| "0.5".parse().ok().and_then(|half| number.checked_add(half)));
    sum.flatten().unwrap_or(number)
}

/// Whether « un » counts: it stands alone, or before what is asked for. « un italien » counts nobody.
fn counts_alone(reading: &Reading, said: &[Token]) -> bool {
    let asked = unit::asked(reading);
    let named = reading.called.iter().flat_map(|label| words(label));
    let known: Vec<String> = named
        .chain(words(&reading.attribute.name))
        .chain(asked)
        .collect();
    let at = said
        .iter()
        .position(|token| token.is(&["un", "une", "one"]));
    let next = at
        .and_then(|at| said.get(at + 1))
        .filter(|next| !next.breaks);
    next.is_none_or(|next| {
        let own = |word: &String| *word == next.word || word.strip_suffix('s') == Some(&next.word);
        let small = [
            "seul",
            "seule",
            "only",
            "seulement",
            "please",
            "svp",
            "merci",
        ];
        known.iter().any(own) || unit::row(&next.word).is_some() || next.is(&small)
    })
}

/// « un » or « one » as the whole answer, perhaps with what is counted.
fn lone_one(said: &[Token]) -> Option<Number> {
    let leads = [
        "j en ai",
        "j en veux",
        "il y en a",
        "just",
        "juste",
        "only",
        "seulement",
        "i have just",
        "euh",
        "um",
    ];
    let core = stripped(
        said,
        &leads,
        &["seul", "seule", "only", "seulement", "please", "svp"],
    );
    let vague = [
        "peu", "certain", "certaine", "tas", "paquet", "jour", "bit", "lot", "day", "of", "another",
    ];
    match core {
        [one] if one.is(&["un", "une", "one"]) => Some(Number::ONE),
        [one, counted] if one.is(&["un", "une", "one"]) && !counted.is(&vague) => Some(Number::ONE),
        _ => None,
    }
}

/// A number in words at the beginning, and how many words it takes.
pub(super) fn in_words(said: &[Token]) -> Option<(i64, usize)> {
    let word = |index: usize| {
        said.get(index)
            .filter(|token| index == 0 || !token.breaks)
            .map_or("", |token| token.word.as_str())
    };
    let first = word(0);
    match (first, word(1)) {
        ("quatre", "vingt" | "vingts") => return Some(plus(80, 19, 2, &word)),
        ("a" | "one", "hundred") => return Some((100, 2)),
        ("hundred" | "cent", _) => return Some((100, 1)),
        _ => {}
    }
    if let Some(tens) = tens(first) {
        let most = if tens == 60 { 19 } else { 9 };
        return Some(plus(tens, most, 1, &word));
    }
    unit(&word, 0)
}

/// Tens with what may follow them: « vingt et un », « soixante-dix-sept », « seventy-five ».
fn plus<'t>(tens: i64, most: i64, count: usize, word: &dyn Fn(usize) -> &'t str) -> (i64, usize) {
    let linked = word(count) == "et" && matches!(word(count + 1), "un" | "une" | "onze");
    let from = count + usize::from(linked);
    match unit(word, from) {
        Some((value, taken)) if (1..=most).contains(&value) => (tens + value, from + taken),
        Some(_) | None => (tens, count),
    }
}

fn unit<'t>(word: &dyn Fn(usize) -> &'t str, from: usize) -> Option<(i64, usize)> {
    if word(from) == "dix"
        && let Some(behind) = ["sept", "huit", "neuf"]
            .iter()
            .position(|unit| *unit == word(from + 1))
    {
        return Some((17 + i64::try_from(behind).ok()?, 2));
    }
    let value = UNITS.iter().position(|names| names.contains(&word(from)))?;
    Some((i64::try_from(value).ok()?, 1))
}

fn tens(word: &str) -> Option<i64> {
    Some(match word {
        "vingt" | "twenty" => 20,
        "trente" | "thirty" => 30,
        "quarante" | "forty" | "fourty" => 40,
        "cinquante" | "fifty" => 50,
        "soixante" | "sixty" => 60,
        "septante" | "seventy" => 70,
        "huitante" | "octante" | "eighty" => 80,
        "nonante" | "ninety" => 90,
        _ => return None,
    })
}

/// By their numbers, in words.
pub(super) const UNITS: &[&[&str]] = &[
    &["zero"],
    &["un", "une", "one"],
    &["deux", "two"],
    &["trois", "three"],
    &["quatre", "four"],
    &["cinq", "five"],
    &["six"],
    &["sept", "seven"],
    &["huit", "eight"],
    &["neuf", "nine"],
    &["dix", "ten"],
    &["onze", "eleven"],
    &["douze", "twelve"],
    &["treize", "thirteen"],
    &["quatorze", "fourteen"],
    &["quinze", "fifteen"],
    &["seize", "sixteen"],
    &["seventeen"],
    &["eighteen"],
    &["nineteen"],
];
