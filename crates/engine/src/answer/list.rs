//! Lists: the strongest sign that stands in a message parts its items, so that a weaker one may
//! stand inside an item. Bullets and numbers are stronger than lines, lines than semicolons,
//! semicolons than commas and « and ». What is quoted is one item, and so is a title such as « Le Rouge et le
//! Noir ».

use super::assent::{NO, YES};
use super::heed::{COURTESIES, IN_FACT, TAKING_BACK, Trouble, is_courtesy, without_courtesies};
use super::judge::{is_either, is_reason, without_order};
use super::shape::{is_clause, is_interjection};
use super::token::{LEADS, TAILS, Token, is_whole, longest, stripped, tokens};
use super::verdict::{Verdict, verdict};
use super::{NotUnderstood, Reading, doubt, free_text, is_invisible, refuse};
use logic::text::{fold, words};
use logic::value::Value;
use std::collections::BTreeSet;

/// What is said beside items, and is none.
const AFTERTHOUGHTS: [&str; 40] = [
    "surtout",
    "je crois",
    "je pense",
    "je dirais",
    "je suppose",
    "il me semble",
    "principalement",
    "essentiellement",
    "par exemple",
    "voila",
    "voila tout",
    "quoi",
    "c est tout",
    "bref",
    "en gros",
    "disons",
    "sans doute",
    "enfin",
    "bon",
    "ben",
    "bah",
    "alors",
    "mostly",
    "mainly",
    "especially",
    "i think",
    "i guess",
    "i d say",
    "i suppose",
    "i believe",
    "for example",
    "for instance",
    "that s all",
    "that s it",
    "well",
    "let s say",
    "so",
    "i d think",
    "above all",
    "basically",
];

/// « Anna, surtout. », “Well, pancakes and soup”
fn without_afterthoughts(mut text: &str) -> &str {
    let is_one = |part: &str| AFTERTHOUGHTS.contains(&words(part).join(" ").as_str());
    while let Some((before, _)) = text.rsplit_once(',').filter(|(_, last)| is_one(last)) {
        text = before;
    }
    while let Some((_, behind)) = text.split_once(',').filter(|(first, _)| is_one(first)) {
        text = behind;
    }
    text
}

pub(super) fn list(reading: &Reading, text: &str) -> Result<Value, NotUnderstood> {
    let said = tokens(text);
    let none = [
        "aucun",
        "aucune",
        "rien",
        "none",
        "nothing",
        "je ne sais pas",
        "je sais pas",
        "i don t know",
        "i dont know",
        "no idea",
        "aucune idee",
        "pas d idee",
    ];
    let doubted = reading.hears() && doubt::only_doubts(text);
    let nothing = reading.weighs() && names_none(text, &said)
        || reading.judges() && is_whole(&said, &["jsp", "chepa", "chais pas", "idk", "dunno"]);
    if doubted || nothing || is_whole(&said, &none) {
        return refuse(
            "not-a-list",
            "At least one is expected, with commas or lines between several.",
            "Au moins un élément est attendu, avec des virgules ou des lignes entre plusieurs.",
        );
    }
    let mut known = BTreeSet::new();
    let mut items = Vec::new();
    let whole = reading.is_whole();
    let mut denied: Vec<String> = Vec::new();
    let text = match reading.discerns() {
        true => without_afterthoughts(text),
        false => text,
    };
    let parts = match whole {
        true => meant_parts(text, reading, &mut denied),
        false => pieces(text, reading),
    };
    let count = parts.len();
    for (at, item) in parts.into_iter().enumerate() {
        let quoted = item.trim_start().starts_with(['«', '"', '“']);
        let mut item = clean(item);
        if whole {
            item = clean(without_courtesies(item));
            match said_of_items(item) {
                Some(Said::Yes) => continue,
                Some(Said::Back) if at + 1 == count => return Trouble::Either.refusal(),
                Some(Said::Back) => {
                    items.pop();
                    continue;
                }
                None if denied.contains(&fold(item)) => continue,
                None => {}
            }
        }
        if reading.judges() {
            if is_either(item) {
                return Trouble::Either.refusal();
            }
            item = without_order(item);
            if is_reason(item) && !items.is_empty() {
                continue;
            }
        }
        if words(item).is_empty()
            && item
                .chars()
                .all(|character| character.is_ascii_punctuation() || is_invisible(character))
        {
            continue;
        }
        if matches!(fold(item).as_str(), "etc" | "...") {
            continue;
        }
        if reading.discerns() && !quoted && (is_clause(item) || is_interjection(item)) {
            return no_sentence();
        }
        if known.insert(fold(item)) {
            items.push(free_text(item, reading.attribute)?);
        }
    }
    let (most, count) = (reading.most, items.len());
    match count {
        0 if !denied.is_empty() => Trouble::Denied.refusal(),
        0 => refuse("blank", "Nothing was written.", "Rien n'a été écrit."),
        _ if count > most => refuse(
            "too-many",
            format!("At most {most}, please; these are {count}."),
            format!("{most} au plus ; il y en a {count}."),
        ),
        _ => Ok(Value::List(items)),
    }
}

/// What somebody says is no item.
fn no_sentence<T>() -> Result<T, NotUnderstood> {
    refuse(
        "not-a-list",
        "Items are expected, with commas or lines between several, and no sentence; within quotes it counts as one.",
        "Des éléments sont attendus, avec des virgules ou des lignes entre plusieurs, et pas une phrase ; entre guillemets, elle compte comme un élément.",
    )
}

/// The items of a message, but for what it denies: « Emma ? non » denies all of it.
fn meant_parts<'t>(text: &'t str, reading: &Reading, denied: &mut Vec<String>) -> Vec<&'t str> {
    let back = text.rsplit_once(['?', '？']);
    if back.is_some_and(|(_, behind)| verdict(behind) == Some(Verdict::No)) {
        denied.push(fold(text));
        return Vec::new();
    }
    let text = without_nod(without_courtesies(text));
    let parts = pieces(text, reading).into_iter();
    parts
        .filter_map(|part| without_denied(part, denied))
        .collect()
}

/// What an item says of the others, and names none.
enum Said {
    Yes,
    /// The one before it is not meant.
    Back,
}

fn said_of_items(item: &str) -> Option<Said> {
    if item.starts_with(char::is_uppercase) && words(item).len() > 2 {
        return None;
    }
    let all = tokens(item);
    let yes = verdict(item) == Some(Verdict::Yes) || is_whole(&all, ENDING) || is_courtesy(item);
    let no = verdict(item) == Some(Verdict::No);
    let back = is_whole(&all, TAKING_BACK) || is_whole(&all, IN_FACT);
    match (yes, no || back) {
        (true, _) => Some(Said::Yes),
        (false, true) => Some(Said::Back),
        (false, false) => None,
    }
}

/// A list without the yes or the courtesy before it: « yes: Emma, Dune ».
fn without_nod(text: &str) -> &str {
    let all = tokens(text);
    let mut from = 0;
    let nod = |rest: &[Token]| {
        let no = longest(rest, NO).max(longest(rest, YES));
        no.max(longest(rest, COURTESIES))
    };
    while let Some(count) = nod(&all[from..])
        && all.get(from + count).is_some_and(|next| next.breaks)
    {
        from += count;
    }
    let capital = |at: usize| {
        let token = all.get(at);
        token.is_some_and(|token| text[token.start..].starts_with(char::is_uppercase))
    };
    let only = [
        "plutot",
        "rather",
        "only",
        "just",
        "juste",
        "seulement",
        "uniquement",
    ];
    if all.get(from).is_some_and(|next| next.is(&only)) && !capital(from) && capital(from + 1) {
        from += 1;
    }
    match all.get(from).filter(|_| from > 0) {
        Some(first) => {
            let sign = text[..first.start].trim_end_matches(['"', '«', '“', '\u{a0}', ' ']);
            &text[sign.len()..]
        }
        None => text,
    }
}

/// What ends a list.
const ENDING: &[&str] = &[
    "c est tout",
    "voila",
    "voila tout",
    "that s all",
    "that s it",
    "et c est tout",
    "rien d autre",
    "nothing else",
];

/// An item without what it says is not meant: « Emma mais pas Dune ». What is denied is kept apart.
fn without_denied<'t>(item: &'t str, denied: &mut Vec<String>) -> Option<&'t str> {
    if item.contains(['«', '"', '“']) {
        return Some(item);
    }
    let all = tokens(item);
    let capital = |at: usize| item[all[at].start..].starts_with(char::is_uppercase);
    let cut = (0..all.len()).find(|at| {
        let denies = all[*at].is(&["pas", "not", "sauf", "except", "excepte", "hormis", "but"]);
        let named = (at + 1..all.len()).find(|next| !all[*next].is(&["de", "le", "la", "not"]));
        let leads = *at == 0 || !capital(*at);
        denies && leads && named.is_some_and(capital)
    });
    let Some(cut) = cut else {
        return Some(item);
    };
    let named = (cut + 1..all.len()).find(|at| capital(*at));
    if let Some(named) = named {
        denied.push(fold(clean(&item[all[named].start..])));
    }
    let joins = [
        "mais",
        "but",
        "surtout",
        "et",
        "and",
        "everything",
        "tout",
        "anything",
        "all",
    ];
    let kept = all[..cut].iter().rposition(|token| !token.is(&joins));
    kept.map(|last| &item[..all[last].end])
}

/// Whether a message says yes, no or that there is none, and names nothing: « il n'y en a pas », « personne ».
fn names_none(text: &str, said: &[Token]) -> bool {
    if text.contains(['«', '"', '“']) || said.is_empty() {
        return false;
    }
    let plain = matches!(verdict(text), Some(Verdict::Yes | Verdict::No));
    let nobody = is_whole(
        stripped(said, LEADS, TAILS),
        &["personne", "nobody", "no one", "zero"],
    );
    let named =
        |token: &Token| token.start > 0 && text[token.start..].starts_with(char::is_uppercase);
    let of_them = |token: &Token| token.is(&["en", "any", "none", "aucun", "aucune", "rien"]);
    let none = said.len() < 9
        && said
            .iter()
            .any(|token| token.negates() || token.is(&["none", "aucun", "aucune"]))
        && said.iter().any(of_them)
        && !said.iter().any(named);
    plain || nobody || none
}

/// Without who likes what is named: « j'aime Dune et Emma ».
fn without_subject(text: &str) -> &str {
    let said = tokens(text);
    let Some(first) = said.first() else {
        return text;
    };
    let capital = |token: &Token| text[token.start..].starts_with(char::is_uppercase);
    let subject = first.is(&[
        "je", "j", "i", "nous", "on", "we", "il", "there", "mes", "my",
    ]);
    let quoted = text.find(['«', '"', '“']).unwrap_or(text.len());
    let named = (1..said.len()).find(|at| capital(&said[*at]) || said[*at].start > quoted);
    let Some(at) = named.filter(|at| subject && *at > 1) else {
        return text;
    };
    // « I Am Legend » is a title, and an article belongs to its noun.
    let article = said[at - 1].is(&["le", "la", "les", "l", "the", "un", "une", "a"]);
    let begins = if article { at - 1 } else { at };
    match begins > 1
        && said[begins..]
            .iter()
            .all(|token| token.start >= said[begins].start)
    {
        true => &text[said[begins].start.min(quoted.max(said[begins - 1].end))..],
        false => text,
    }
}

fn pieces<'t>(text: &'t str, reading: &Reading) -> Vec<&'t str> {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let marked = lines.iter().filter(|line| unmarked(line).is_some()).count();
    if marked > 0 && lines.len() > 1 {
        return lines
            .iter()
            .filter_map(|line| {
                unmarked(line).or_else(|| (!line.trim_end().ends_with(':')).then_some(*line))
            })
            .collect();
    }
    if let Some(numbered) = numbered(text) {
        return numbered;
    }
    if lines.len() > 1 {
        return lines;
    }
    let text = unmarked(text).unwrap_or(text);
    let text = without_lead(text);
    let text = match reading.weighs() {
        true => without_subject(text),
        false => text,
    };
    let semicolons = split(text, |_, rest| rest.starts_with(';').then_some(1));
    if semicolons.len() > 1 {
        return semicolons;
    }
    let mut commas = split(text, comma);
    if reading.discerns() {
        let parts = commas
            .into_iter()
            .flat_map(|item| split(item, ordered(text)));
        commas = parts.collect();
    }
    let last = commas.pop().unwrap_or_default();
    let joins = |before: &str, rest: &str| {
        let more = || joining(before, rest).filter(|_| reading.discerns());
        and(before, rest).or_else(more)
    };
    commas.extend(titled(last, split(last, joins)));
    commas
}

/// « puis », “then”, « + »: between names, or where no word has a capital.
fn ordered(text: &str) -> impl Fn(&str, &str) -> Option<usize> {
    let plain = !text.contains(char::is_uppercase);
    move |before, rest| {
        let end = word_behind(rest, ORDERED)?;
        let next = rest[end..]
            .trim_start()
            .trim_start_matches(['«', '"', '“', '\u{a0}', ' ']);
        let named = next.starts_with(char::is_uppercase) || word_behind(rest, SIGNS).is_some();
        let joined = before.chars().any(char::is_alphanumeric) && !next.is_empty();
        (joined && (plain || named)).then_some(end)
    }
}

/// « & », “as well as” between words.
fn joining(_: &str, rest: &str) -> Option<usize> {
    word_behind(rest, JOINED)
}

/// Where the first of these words ends that stands in front, with space around it.
fn word_behind(rest: &str, words: &[&str]) -> Option<usize> {
    let inner = rest.trim_start();
    let space = rest.len() - inner.len();
    words.iter().find_map(|word| {
        let behind = inner.strip_prefix(word)?;
        (space > 0 && behind.starts_with(char::is_whitespace)).then_some(space + word.len())
    })
}

/// What stands between the items of a list that come one after the other. In capitals it may be part of a title.
const ORDERED: &[&str] = &[
    "et puis aussi",
    "et puis",
    "puis aussi",
    "puis",
    "et ensuite",
    "ensuite",
    "and then",
    "then",
    "and also",
    "et aussi",
    "+",
    "/",
];
const SIGNS: &[&str] = &["+", "/"];

const JOINED: &[&str] = &["&", "as well as", "ainsi que", "ainsi qu'", "along with"];

/// Whether a sign stands in a text that may stand between two items or within one name.
pub fn may_join(text: &str) -> bool {
    [" & ", " + ", " / "].iter().any(|sign| text.contains(sign))
}

/// Items of a text, where an « and » between two of them may be part of a title.
fn titled<'t>(text: &'t str, items: Vec<&'t str>) -> Vec<&'t str> {
    let place = |item: &str| item.as_ptr() as usize - text.as_ptr() as usize;
    let mut whole: Vec<&str> = Vec::new();
    for item in items {
        match whole.last_mut() {
            Some(last) if is_one_title(last, item) => {
                *last = &text[place(last)..place(item) + item.len()];
            }
            Some(_) | None => whole.push(item),
        }
    }
    whole
}

/// Whether two halves are one title: one that everybody knows, or an article with a capital on both sides,
/// the second one small.
fn is_one_title(first: &str, second: &str) -> bool {
    let (first, second) = (first.trim(), second.trim());
    let pair = [words(first).join(" "), words(second).join(" ")];
    let known = |halves: &&[&str; 2]| pair[0] == halves[0] && pair[1] == halves[1];
    let noun = |half: &str| {
        let (article, noun) = half.split_once([' ', '\'', '’'])?;
        let articles = ["le", "la", "les", "l", "the", "un", "une", "a"];
        let capital = noun.starts_with(char::is_uppercase);
        (articles.contains(&fold(article).as_str()) && capital).then(|| article.to_owned())
    };
    let small = noun(second).is_some_and(|article| article.starts_with(char::is_lowercase));
    TITLES.iter().any(|halves| known(&halves)) || (small && noun(first).is_some())
}

/// Well-known titles that hold an « and » and show it by nothing else.
const TITLES: &[[&str; 2]] = &[
    ["le rouge", "le noir"],
    ["la belle", "la bete"],
    ["guerre", "paix"],
    ["crime", "chatiment"],
    ["orgueil", "prejuges"],
    ["raison", "sentiments"],
    ["romeo", "juliette"],
    ["tristan", "iseut"],
    ["paul", "virginie"],
    ["bouvard", "pecuchet"],
    ["jules", "jim"],
    ["thelma", "louise"],
    ["le vieil homme", "la mer"],
    ["des souris", "des hommes"],
    ["le petit nicolas", "les copains"],
    ["war", "peace"],
    ["crime", "punishment"],
    ["pride", "prejudice"],
    ["sense", "sensibility"],
    ["romeo", "juliet"],
    ["beauty", "the beast"],
    ["of mice", "men"],
    ["the old man", "the sea"],
    ["thelma", "louise"],
    ["tom", "jerry"],
    ["rock", "roll"],
    ["drum", "bass"],
    ["bonnie", "clyde"],
    ["simon", "garfunkel"],
    ["north", "south"],
];

/// Without « I'd say »; what may be part of a title stays.
fn without_lead(text: &str) -> &str {
    let said = tokens(text);
    let leads = ["je dirais", "i d say", "i would say", "euh", "um"];
    match longest(&said, &leads).and_then(|count| said.get(count)) {
        Some(first) => {
            &text[text[..first.start]
                .trim_end_matches(['"', '«', '“', '\u{a0}', ' '])
                .len()..]
        }
        None => text,
    }
}

/// A line without its bullet or number, if it has one.
fn unmarked(line: &str) -> Option<&str> {
    let line = line.trim();
    let bare = line.trim_start_matches(['-', '–', '—', '•', '*', '·', '▪', '◦']);
    if bare.len() < line.len() && bare.starts_with(char::is_whitespace) {
        return Some(bare);
    }
    let bare = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = line.len() - bare.len();
    (1..=2).contains(&digits).then_some(())?;
    let bare = bare.strip_prefix(['.', ')'])?;
    bare.starts_with(char::is_whitespace).then_some(bare)
}

/// « 1. x 2. y » in one line: the numbers count from one.
fn numbered(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    for number in 1..=99 {
        let marks = [format!("{number}. "), format!("{number}) ")];
        let next = [format!(" {}. ", number + 1), format!(" {}) ", number + 1)];
        rest = marks
            .iter()
            .find_map(|mark| rest.strip_prefix(mark.as_str()))?;
        match next
            .iter()
            .filter_map(|mark| rest.find(mark.as_str()))
            .min()
        {
            Some(end) => {
                found.push(&rest[..end]);
                rest = &rest[end + 1..];
            }
            None => {
                found.push(rest);
                return (found.len() > 1).then_some(found);
            }
        }
    }
    None
}

/// A comma that is not within a number.
fn comma(before: &str, rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix(',')?;
    let digit = |character: char| character.is_ascii_digit();
    (!behind.starts_with(digit) || !before.ends_with(digit)).then_some(1)
}

/// « and » or « et » between words.
fn and(_: &str, rest: &str) -> Option<usize> {
    ["et", "and"].iter().find_map(|word| {
        let inner = rest.strip_prefix(char::is_whitespace)?;
        let same = inner
            .get(..word.len())
            .is_some_and(|said| said.eq_ignore_ascii_case(word));
        let space = rest.len() - inner.len();
        let behind = inner.get(word.len()..)?;
        (same && behind.starts_with(char::is_whitespace)).then_some(space + word.len())
    })
}

/// Parts a text wherever a separator stands outside of quotes; it says how long it is.
fn split(text: &str, separator: impl Fn(&str, &str) -> Option<usize>) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut closing: Option<char> = None;
    let mut skip = 0;
    for (at, character) in text.char_indices() {
        if at < skip {
            continue;
        }
        match closing {
            Some(close) if close == character => closing = None,
            Some(_) => {}
            None => {
                let close = match character {
                    '«' => Some('»'),
                    '“' => Some('”'),
                    '"' => Some('"'),
                    _ => None,
                };
                closing = close.filter(|close| text[at + character.len_utf8()..].contains(*close));
                if let Some(length) = separator(&text[..at], &text[at..]) {
                    found.push(&text[start..at]);
                    start = at + length;
                    skip = start;
                }
            }
        }
    }
    found.push(&text[start..]);
    found
}

/// An item without what stands around it: space, quotes, a last point, an « and ».
fn clean(item: &str) -> &str {
    let mut item = item.trim_matches(is_invisible);
    for word in ["et ", "and ", "Et ", "And "] {
        item = item
            .strip_prefix(word)
            .unwrap_or(item)
            .trim_matches(is_invisible);
    }
    if item.ends_with("...") || item.ends_with('…') {
        item = item.trim_end_matches(['.', '…']).trim_end();
    }
    // « E.T. » keeps its points.
    let last = item.rsplit(char::is_whitespace).next().unwrap_or(item);
    if last.matches('.').count() == 1 && words(last).concat().chars().count() > 1 {
        item = item.strip_suffix('.').unwrap_or(item);
    }
    item = item.trim_matches([',', ';']).trim_matches(is_invisible);
    for (open, close) in [('«', '»'), ('“', '”'), ('"', '"')] {
        if let Some(inner) = item
            .strip_prefix(open)
            .and_then(|item| item.strip_suffix(close))
            && !inner.contains(open)
        {
            item = inner.trim_matches(is_invisible);
        }
    }
    item
}
