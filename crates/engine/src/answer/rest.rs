//! What of a message nobody took: beside the values that were read, and the small words around them, something
//! else may have been said. It is told, never dropped in silence.

use super::assent::{NO, YES, squeezed};
use super::choice::label;
use super::date::{WEEKDAYS, is_month};
use super::form::FormField;
use super::heed::{COURTESIES, IN_FACT, TAKING_BACK, is_or};
use super::label::{BEFORE_WISHED, wish};
use super::number::{group, in_words};
use super::numeral::numerals;
use super::rank;
use super::token::{LEADS, TAILS, Token, longest, tokens};
use super::{Reader, Reading};
use logic::text::{fold, nearest, words};
use logic::value::{Number, Value};
use std::ops::Range;

/// The pieces of a message that none of the values says. `refused` are fields that were told why they have no
/// value: what was said of them is no secret.
pub(super) fn left_over(
    fields: &[FormField],
    values: &[(usize, Value)],
    refused: &[usize],
    said: &str,
) -> Vec<String> {
    let all = tokens(said);
    let mut message = Message {
        said,
        used: vec![false; all.len()],
        all,
        taken: Vec::new(),
        hears: false,
        judges: fields.iter().any(|field| field.reading.judges()),
        chosen: None,
    };
    for (index, value) in values {
        message.value(&fields[*index].reading, value);
    }
    for index in refused {
        message.anything_of(&fields[*index].reading);
    }
    for field in fields {
        let own = [field.id.replace(['_', '.'], " ")];
        let called = field.called.iter().chain(&own);
        for name in called.filter(|name| !name.is_empty()) {
            message.phrase(&words(name));
        }
        if field.reading.reader == Reader::YesNo && field.reading.is_exact() {
            message.wishes();
        }
    }
    message.taken = message.used.clone();
    if message.judges {
        message.phrases(SAYING);
    }
    for phrases in [COURTESIES, TAKING_BACK, IN_FACT, LEADS, TAILS] {
        message.phrases(phrases);
    }
    message.leading_assent();
    if let Some(open) = fields
        .first()
        .and_then(|field| field.reading.state.open_question())
    {
        message.words_of(&open.item.text);
    }
    message.hears = fields.iter().any(|field| field.reading.hears());
    message.pieces(!refused.is_empty())
}

struct Message<'t> {
    said: &'t str,
    all: Vec<Token>,
    used: Vec<bool>,
    /// What says a value or what it is for; the rest of what is used only leads to something.
    taken: Vec<bool>,
    /// A clause of which nothing was taken says something, too.
    judges: bool,
    /// Which of the choices is being looked for.
    chosen: Option<usize>,
    /// A word that a message begins with says something, too.
    hears: bool,
}

impl Message<'_> {
    fn mark(&mut self, range: Range<usize>) {
        self.used[range].fill(true);
    }

    /// Every place where these words stand together; whether there is one.
    fn phrase(&mut self, name: &[String]) -> bool {
        let length = name.len();
        if length == 0 || length > self.all.len() {
            return false;
        }
        let mut found = false;
        for at in 0..=self.all.len() - length {
            let mut pairs = self.all[at..at + length].iter().zip(name);
            if pairs.all(|(token, word)| token.word == *word) {
                self.mark(at..at + length);
                found = true;
            }
        }
        found
    }

    /// « avec », « sans la » before words that were taken.
    fn wishes(&mut self) {
        for at in (1..self.all.len()).rev() {
            let before = &self.all[at - 1];
            let leads = before.is(BEFORE_WISHED) || wish(before).is_some();
            if self.used[at] && leads && !self.all[at].breaks {
                self.used[at - 1] = true;
            }
        }
    }

    fn phrases(&mut self, phrases: &[&str]) {
        let mut at = 0;
        while at < self.all.len() {
            match longest(&self.all[at..], phrases) {
                Some(count) => {
                    self.mark(at..at + count);
                    at += count;
                }
                None => at += 1,
            }
        }
    }

    /// « Yes, … » before something else is no more than a nod.
    fn leading_assent(&mut self) {
        let first = (0..self.all.len()).find(|at| !self.used[*at]);
        let Some(first) = first else { return };
        let rest = &self.all[first..];
        if let Some(count) = longest(rest, YES).max(longest(rest, NO)) {
            self.mark(first..first + count);
        }
    }

    /// Words that were asked with are no news.
    fn words_of(&mut self, text: &str) {
        let asked = words(text);
        for at in 0..self.all.len() {
            let word = &self.all[at].word;
            self.used[at] |= word.chars().count() > 2 && asked.contains(word) && !is_digits(word);
        }
    }

    /// Words that say a value.
    fn value(&mut self, reading: &Reading, value: &Value) {
        match value {
            Value::Number(number) => {
                if reading.weighs() {
                    self.whole(Some(number));
                }
                if reading.is_exact() {
                    self.grouped(number);
                }
                self.number(number);
            }
            Value::Date(_) | Value::Instant(_) => {
                if reading.judges() {
                    self.spelled();
                }
                self.date(&value.show());
            }
            Value::Bool(_) => {
                self.phrases(YES);
                self.phrases(NO);
                self.phrases(&["y", "n", "o", "si", "mais si"]);
                if reading.weighs() {
                    self.stretched();
                }
            }
            Value::Symbol(symbol) => {
                let option = reading
                    .choices
                    .iter()
                    .find(|option| option.value == *symbol);
                let mut names = vec![symbol.replace('_', " ")];
                if let Some(option) = option {
                    names.push(label(reading.project, reading.state, option));
                    names.extend(option.synonyms.iter().cloned());
                }
                let options = reading.choices.iter();
                self.chosen = options
                    .map(|option| &option.value)
                    .position(|own| own == symbol);
                self.named(&names);
                self.chosen = None;
            }
            Value::Entity(entity) => {
                let known = reading.project.entities.get(entity);
                let mut names = vec![entity.replace('_', " ")];
                if let Some(known) = known {
                    names.push(known.name.clone());
                    names.extend(known.aliases.iter().cloned());
                }
                self.named(&names);
            }
            Value::Text(text) => self.named(&[text.to_string()]),
            Value::List(_) | Value::Set(_) => self.used.fill(true),
            Value::Null | Value::Confidential(_) => {}
        }
        if !reading.offered.is_empty() {
            self.ranks();
        }
    }

    /// A name as a whole, or else its words, a letter, a rank or a slip.
    fn named(&mut self, names: &[String]) {
        let mut found = false;
        for name in names {
            let name = words(name);
            let bare: Vec<String> = name
                .iter()
                .skip_while(|word| STOP.contains(&word.as_str()))
                .cloned()
                .collect();
            found |= self.phrase(&name) || self.phrase(&bare);
        }
        if found {
            return;
        }
        self.ranks();
        let parts: Vec<String> = names.iter().flat_map(|name| words(name)).collect();
        for at in 0..self.all.len() {
            let word = self.all[at].word.as_str();
            let slip = || nearest(word, parts.iter().map(String::as_str)).is_some();
            self.used[at] |= parts.iter().any(|part| part == word) || slip();
        }
    }

    fn ranks(&mut self) {
        for at in 0..self.all.len() {
            let one = std::slice::from_ref(&self.all[at]);
            // « C, et pour la suivante D » says a letter for something else.
            let other = |rank: usize| self.judges && self.chosen.is_some_and(|own| own != rank);
            let rank = rank::of(one, 26).filter(|rank| !other(*rank));
            self.used[at] |= rank.is_some() || self.all[at].is(RANKED);
        }
    }

    /// A number however it is written; every number where none is named.
    fn whole(&mut self, number: Option<&Number>) {
        for numeral in numerals(self.said, &self.all) {
            let end = numeral.half.unwrap_or(0).max(numeral.tokens.end);
            if number.is_none_or(|number| numeral.value == Some(*number)) {
                self.mark(numeral.tokens.start..end);
            }
        }
    }

    /// Numbers in words, which a date may be written with.
    fn spelled(&mut self) {
        for numeral in numerals(self.said, &self.all) {
            if numeral.spelled && !numeral.article {
                self.mark(numeral.tokens);
            }
        }
    }

    /// « ouiii » is a yes and nothing else.
    fn stretched(&mut self) {
        let plain = squeezed(&self.all);
        for (at, token) in plain.iter().enumerate() {
            let one = std::slice::from_ref(token);
            self.used[at] |= longest(one, YES).is_some() || longest(one, NO).is_some();
        }
    }

    /// « 1 800 ».
    fn grouped(&mut self, number: &Number) {
        let shown = number.to_string();
        for at in 0..self.all.len() {
            let digits = group(self.said, &self.all, at);
            let said: String = self.all[digits.clone()]
                .iter()
                .map(|token| &*token.word)
                .collect();
            if digits.len() > 1 && said == shown {
                self.mark(digits);
            }
        }
    }

    fn number(&mut self, number: &Number) {
        let shown = number.to_string();
        let pieces: Vec<&str> = shown
            .split(|letter: char| !letter.is_ascii_digit())
            .collect();
        let whole: Option<i64> = shown.parse().ok();
        let mut at = 0;
        while at < self.all.len() {
            let word = self.all[at].word.trim_start_matches('0');
            let digits = word.trim_end_matches(|letter: char| !letter.is_ascii_digit());
            if !digits.is_empty() && pieces.contains(&digits) {
                self.mark(at..at + 1);
            }
            match in_words(&self.all[at..]) {
                Some((value, count)) => {
                    if Some(value) == whole || !shown.chars().all(|sign| sign.is_ascii_digit()) {
                        self.mark(at..at + count);
                    }
                    at += count;
                }
                None => at += 1,
            }
        }
        self.phrases(&["et demi", "et demie", "and a half", "and half"]);
    }

    fn date(&mut self, shown: &str) {
        let pieces: Vec<&str> = shown
            .split(|letter: char| !letter.is_ascii_digit())
            .map(|piece| piece.trim_start_matches('0'))
            .collect();
        for at in 0..self.all.len() {
            let word = self.all[at].word.trim_start_matches('0');
            let digits = word.trim_end_matches(|letter: char| !letter.is_ascii_digit());
            let day = in_words(&self.all[at..at + 1]).map(|(day, _)| day.to_string());
            self.used[at] |= (!digits.is_empty()
                && pieces.iter().any(|piece| piece.ends_with(digits)))
                || day.is_some_and(|day| pieces.contains(&day.as_str()))
                || is_month(word)
                || WEEKDAYS.iter().any(|row| row.contains(&word));
        }
        self.phrases(&["premier", "first"]);
    }

    /// Everything that could be about a field that was refused.
    fn anything_of(&mut self, reading: &Reading) {
        let numeric = matches!(reading.reader, Reader::Number | Reader::Date);
        if numeric && reading.weighs() {
            self.whole(None);
        }
        for at in 0..self.all.len() {
            let token = &self.all[at];
            let counts = is_digits(&token.word) || in_words(&self.all[at..at + 1]).is_some();
            let month = is_month(&token.word);
            self.used[at] |= numeric && (counts || month);
        }
        let mut names: Vec<String> = Vec::new();
        for option in reading.choices {
            names.push(option.value.replace('_', " "));
            names.push(label(reading.project, reading.state, option));
            names.extend(option.synonyms.iter().cloned());
        }
        for name in names {
            self.phrase(&words(&name));
        }
    }

    /// Runs of words that nobody took and that say something.
    fn pieces(&self, refused: bool) -> Vec<String> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.all.len() {
            if self.used[at] {
                at += 1;
                continue;
            }
            let from = at;
            at += 1;
            while at < self.all.len() && !self.used[at] && !self.all[at].breaks {
                at += 1;
            }
            if self.says(from..at, refused) {
                let lead = (from..at).find(|at| !self.all[*at].is(JOINING));
                let start = self.all[lead.unwrap_or(from)].start;
                found.push(self.said[start..self.all[at - 1].end].to_owned());
            }
        }
        found
    }

    /// Whether a run says something: several words, a number, a name, or a clause of its own.
    fn says(&self, run: Range<usize>, refused: bool) -> bool {
        let tokens = &self.all[run.clone()];
        let small = |token: &&Token| !is_small(token);
        let telling: Vec<&Token> = tokens.iter().filter(small).collect();
        // What was denied or left open between two was refused, with its reason.
        let doubted = tokens
            .iter()
            .any(|token| token.negates_beside_birth() || is_or(self.said, token));
        if telling.is_empty() || refused && doubted {
            return false;
        }
        let named = |token: &&&Token| {
            let slice = &self.said[token.start..];
            token.start > 0 && slice.starts_with(char::is_uppercase)
        };
        let alone = (run.start == 0 || self.all[run.start].breaks)
            && self.all.get(run.end).is_none_or(|next| next.breaks);
        let beside = tokens
            .iter()
            .any(|token| token.is(&["with", "without", "avec", "sans"]));
        let number = |token: &&&Token| token.word.contains(|letter: char| letter.is_ascii_digit());
        telling.len() > 1
            || alone
            || self.judges && self.is_clause_left(&run)
            || beside
            || self.hears && run.start == 0
            || telling.iter().any(|token| named(&token))
            || telling.iter().any(|token| number(&token))
    }
}

impl Message<'_> {
    /// Whether nothing of the clause around these words was taken: « …, et je préfère le tutoiement ».
    fn is_clause_left(&self, run: &Range<usize>) -> bool {
        let from = (0..=run.start).rev().find(|at| self.all[*at].breaks);
        let to = (run.end..self.all.len()).find(|at| self.all[*at].breaks);
        let clause = from.unwrap_or(0)..to.unwrap_or(self.all.len());
        // A small word may stand in a name, too.
        let taken = |at: usize| self.taken[at] && !is_small(&self.all[at]);
        from.is_some() && !clause.into_iter().any(taken)
    }
}

fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether nothing but such words stand there.
pub(super) fn says_nothing(said: &[Token]) -> bool {
    said.iter().all(is_small)
}

/// Words that join and lead, and say nothing by themselves.
pub(super) fn is_small(token: &Token) -> bool {
    token.is(STOP) || token.word.chars().count() < 2 && !is_digits(&token.word)
}

const JOINING: &[&str] = &[
    "et", "and", "puis", "then", "aussi", "also", "plus", "a", "at", "in", "to", "de", "of",
];

/// Words before a word that is spoken of: « on peut se dire tu ».
const SAYING: &[&str] = &[
    "on peut se dire",
    "se dire",
    "dites moi",
    "dis moi",
    "on peut",
    "me va",
    "me va bien",
    "ca me va",
];

/// Words beside a rank.
const RANKED: &[&str] = &[
    "premier",
    "premiere",
    "deuxieme",
    "troisieme",
    "dernier",
    "derniere",
    "first",
    "second",
    "third",
    "last",
    "option",
    "numero",
    "number",
    "choix",
    "reponse",
    "choice",
    "answer",
    "one",
];

const STOP: &[&str] = &[
    "a",
    "au",
    "aux",
    "de",
    "du",
    "des",
    "d",
    "le",
    "la",
    "les",
    "l",
    "un",
    "une",
    "pour",
    "en",
    "dans",
    "chez",
    "sur",
    "et",
    "avec",
    "the",
    "an",
    "for",
    "in",
    "at",
    "on",
    "to",
    "of",
    "from",
    "and",
    "with",
    "by",
    "est",
    "is",
    "se",
    "ce",
    "ca",
    "plutot",
    "rather",
    "je",
    "j",
    "tu",
    "il",
    "elle",
    "on",
    "nous",
    "vous",
    "ils",
    "elles",
    "i",
    "you",
    "he",
    "she",
    "we",
    "they",
    "it",
    "me",
    "te",
    "moi",
    "toi",
    "mon",
    "ma",
    "mes",
    "my",
    "our",
    "notre",
    "nos",
    "votre",
    "vos",
    "your",
    "son",
    "sa",
    "ses",
    "que",
    "qu",
    "qui",
    "that",
    "this",
    "ces",
    "cet",
    "cette",
    "y",
    "there",
    "here",
    "ici",
    "s",
    "t",
    "m",
    "n",
    "c",
    "ll",
    "ve",
    "re",
    "am",
    "are",
    "be",
    "been",
    "was",
    "were",
    "will",
    "would",
    "could",
    "can",
    "should",
    "shall",
    "may",
    "might",
    "do",
    "does",
    "have",
    "has",
    "had",
    "ai",
    "as",
    "ont",
    "avons",
    "avez",
    "suis",
    "es",
    "sommes",
    "etes",
    "sont",
    "sera",
    "serai",
    "serons",
    "serez",
    "seront",
    "serait",
    "etre",
    "avoir",
    "faut",
    "faudrait",
    "veux",
    "veut",
    "voulons",
    "voudrais",
    "voudrions",
    "aimerais",
    "aimerions",
    "souhaite",
    "souhaitons",
    "souhaiterais",
    "cherche",
    "cherchons",
    "peux",
    "peut",
    "pouvez",
    "pourrais",
    "pourriez",
    "want",
    "wanted",
    "wants",
    "like",
    "need",
    "needs",
    "looking",
    "look",
    "find",
    "get",
    "got",
    "go",
    "going",
    "let",
    "lets",
    "make",
    "book",
    "booking",
    "reserve",
    "reserver",
    "reservez",
    "reservation",
    "reservations",
    "table",
    "tables",
    "place",
    "places",
    "please",
    "ok",
    "okay",
    "oui",
    "non",
    "yes",
    "no",
    "alors",
    "donc",
    "bon",
    "ben",
    "bah",
    "euh",
    "hum",
    "um",
    "uh",
    "well",
    "so",
    "aussi",
    "also",
    "too",
    "puis",
    "then",
    "encore",
    "just",
    "juste",
    "only",
    "seulement",
    "exactement",
    "exactly",
    "environ",
    "about",
    "around",
    "least",
    "most",
    "more",
    "less",
    "than",
    "si",
    "if",
    "mais",
    "but",
    "ou",
    "or",
    "plus",
    "some",
    "any",
    "vers",
    "near",
    "call",
    "called",
    "appelle",
    "nomme",
    "named",
    "name",
    "prends",
    "prendrai",
    "prendre",
    "take",
    "have",
    "choisis",
    "choose",
    "pick",
    "prefere",
    "prefer",
    "dis",
    "dirais",
    "say",
    "crois",
    "pense",
    "think",
    "guess",
];

/// What a single answer left of a message.
pub fn left_of(field: &FormField, value: &Value, said: &str) -> Option<String> {
    if fold(said.trim()) == fold(&value.show()) {
        return None;
    }
    let taken = [(0, value.clone())];
    let pieces = left_over(std::slice::from_ref(field), &taken, &[], said);
    (!pieces.is_empty()).then(|| pieces.join(" … "))
}
