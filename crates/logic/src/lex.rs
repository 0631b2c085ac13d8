//! From characters to tokens.
//!
//! A token keeps its place. No character may be skipped silently: what is not a token is a problem.

use crate::formula::{ArithmeticOp, Comparison, Span};
use crate::problem::Problem;
use crate::text::composed;
use crate::value::{Date, Instant, Number};
use std::borrow::Cow;
use unicode_normalization::char::is_combining_mark;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A bare word, and which keyword it is if it is one.
    Word(Cow<'a, str>, Option<Keyword>),
    /// A name in backticks; it never is a keyword.
    Quoted(Cow<'a, str>),
    Text(Cow<'a, str>),
    Number(Number),
    Date(Date),
    Instant(Instant),
    Compare(Comparison),
    Arithmetic(ArithmeticOp),
    And,
    Or,
    Not,
    Implies,
    Iff,
    OpenRound,
    CloseRound,
    OpenSquare,
    CloseSquare,
    Comma,
    Colon,
    Dot,
}

pub(crate) struct Placed<'a> {
    pub token: Token<'a>,
    pub span: Span,
}

/// A word with a meaning of its own in any place where a name could stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    And,
    Or,
    Not,
    Xor,
    In,
    Is,
    Null,
    True,
    False,
    Forall,
    Exists,
    Today,
    Now,
    // These are keywords in some places only; a name of theirs is always printed in backticks.
    Count,
    Day,
    Days,
}

impl Keyword {
    /// The keyword that a word is, however its letters are cased.
    pub(crate) fn of(word: &str) -> Option<Keyword> {
        const LONGEST: usize = 6;
        let mut lower = [0; LONGEST];
        let lower = lower.get_mut(..word.len())?;
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        Some(match &*lower {
            b"and" => Keyword::And,
            b"or" => Keyword::Or,
            b"not" => Keyword::Not,
            b"xor" => Keyword::Xor,
            b"in" => Keyword::In,
            b"is" => Keyword::Is,
            b"null" => Keyword::Null,
            b"true" => Keyword::True,
            b"false" => Keyword::False,
            b"forall" => Keyword::Forall,
            b"exists" => Keyword::Exists,
            b"today" => Keyword::Today,
            b"now" => Keyword::Now,
            b"count" => Keyword::Count,
            b"day" => Keyword::Day,
            b"days" => Keyword::Days,
            _ => return None,
        })
    }

    /// Whether it means something only where a name cannot stand.
    pub(crate) fn is_contextual(self) -> bool {
        matches!(self, Keyword::Count | Keyword::Day | Keyword::Days)
    }
}

pub(crate) fn is_keyword(name: &str) -> bool {
    Keyword::of(name).is_some()
}

/// Whether a word joins, denies or quantifies, so that no name holds it between others.
pub(crate) fn is_connective(word: &str) -> bool {
    matches!(
        Keyword::of(word),
        Some(
            Keyword::And
                | Keyword::Or
                | Keyword::Not
                | Keyword::Xor
                | Keyword::Forall
                | Keyword::Exists
        )
    )
}

/// Whether a word names nothing: one of the language, or one that people take for one of it.
pub(crate) fn is_reserved(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let taken = [
        "if", "then", "else", "unless", "implies", "iff", "all", "some",
    ];
    Keyword::of(word).is_some_and(|keyword| !keyword.is_contextual())
        || taken.contains(&lower.as_str())
}

fn starts_name(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

fn continues_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || is_combining_mark(character)
}

/// Whether a name can be written bare and is read back unchanged.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(starts_name)
        && characters.all(continues_name)
        && unicode_normalization::is_nfc(name)
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    tokens: Vec<Placed<'a>>,
    problems: Vec<Problem>,
}

/// All tokens, or all problems. The parser may still run on the tokens when there are problems.
pub(crate) fn tokens(source: &str) -> (Vec<Placed<'_>>, Vec<Problem>) {
    let mut lexer = Lexer {
        source,
        at: 0,
        // A token and the space after it are about so long, so that room is made once.
        tokens: Vec::with_capacity(source.len() / 3 + 4),
        problems: Vec::new(),
    };
    while let Some(character) = lexer.peek() {
        if character == ' ' {
            lexer.at += 1;
        } else {
            lexer.step(character);
        }
    }
    (lexer.tokens, lexer.problems)
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        match self.source.as_bytes().get(self.at) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            Some(_) => self.rest().chars().next(),
            None => None,
        }
    }

    fn push(&mut self, token: Token<'a>, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        self.tokens.push(Placed { token, span });
    }

    fn length_while(&self, holds: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        rest.find(|character| !holds(character))
            .unwrap_or(rest.len())
    }

    fn step(&mut self, character: char) {
        if character.is_whitespace() {
            self.at += character.len_utf8();
        } else if starts_name(character) {
            self.word();
        } else if character.is_ascii_digit() {
            self.number();
        } else if matches!(character, '"' | '\'' | '`') {
            self.quoted(character);
        } else {
            self.sign(character);
        }
    }

    fn word(&mut self) {
        let rest = self.rest();
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let mut length = rest.bytes().take_while(|byte| plain(byte)).count();
        let is_plain = rest.as_bytes().get(length).is_none_or(u8::is_ascii);
        if !is_plain {
            length = self.length_while(continues_name);
        }
        let word = &rest[..length];
        let word = if is_plain {
            Cow::Borrowed(word)
        } else {
            composed(word)
        };
        let keyword = Keyword::of(&word);
        self.push(Token::Word(word, keyword), length);
    }

    fn sign(&mut self, character: char) {
        let bytes = self.rest().as_bytes();
        let after = |at: usize| bytes.get(at).copied().unwrap_or_default();
        let (token, length) = match character {
            '(' => (Token::OpenRound, 1),
            ')' => (Token::CloseRound, 1),
            ',' => (Token::Comma, 1),
            ':' => (Token::Colon, 1),
            '=' if after(1) == b'>' => (Token::Implies, 2),
            '=' if after(1) == b'=' => (Token::Compare(Comparison::Equal), 2),
            '=' => {
                self.single_equals();
                (Token::Compare(Comparison::Equal), 1)
            }
            '<' if after(1) == b'=' && after(2) == b'>' => (Token::Iff, 3),
            '<' if after(1) == b'=' => (Token::Compare(Comparison::LessOrEqual), 2),
            '<' => (Token::Compare(Comparison::Less), 1),
            '>' if after(1) == b'=' => (Token::Compare(Comparison::GreaterOrEqual), 2),
            '>' => (Token::Compare(Comparison::Greater), 1),
            '!' if after(1) == b'=' => (Token::Compare(Comparison::NotEqual), 2),
            '!' => (Token::Not, 1),
            '&' if after(1) == b'&' => (Token::And, 2),
            '|' if after(1) == b'|' => (Token::Or, 2),
            '+' => (Token::Arithmetic(ArithmeticOp::Add), 1),
            '-' => (Token::Arithmetic(ArithmeticOp::Subtract), 1),
            '*' => (Token::Arithmetic(ArithmeticOp::Multiply), 1),
            '/' => (Token::Arithmetic(ArithmeticOp::Divide), 1),
            '[' => (Token::OpenSquare, 1),
            ']' => (Token::CloseSquare, 1),
            '.' => (Token::Dot, 1),
            other => return self.unexpected(other),
        };
        self.push(token, length);
    }

    /// Read on as if it were `==`, so that the author sees the other mistakes as well.
    fn single_equals(&mut self) {
        self.problems.push(
            Problem::new(
                "single-equals",
                Span::new(self.at, self.at + 1),
                "`=` does not compare",
                "`=` ne compare pas",
            )
            .hint("write `==`", "écrivez `==`"),
        );
    }

    fn unexpected(&mut self, character: char) {
        let span = Span::new(self.at, self.at + character.len_utf8());
        self.at = span.end;
        let problem = Problem::new(
            "unexpected-character",
            span,
            format!("unexpected character `{character}`"),
            format!("caractère inattendu `{character}`"),
        );
        let instead = match character {
            '≠' => Some("!="),
            '≤' => Some("<="),
            '≥' => Some(">="),
            '∧' | '&' => Some("and"),
            '∨' | '|' => Some("or"),
            '¬' | '~' => Some("not"),
            '→' | '⇒' => Some("=>"),
            '↔' | '⇔' => Some("<=>"),
            '⊕' => Some("xor"),
            '∀' => Some("forall"),
            '∃' => Some("exists"),
            '∈' => Some("in"),
            '×' => Some("*"),
            '÷' => Some("/"),
            '−' | '–' => Some("-"),
            '“' | '”' | '«' | '»' => Some("\""),
            '‘' | '’' => Some("'"),
            '{' => Some("["),
            '}' => Some("]"),
            _ => None,
        };
        self.problems.push(match instead {
            Some(sign) => problem.hint(format!("write `{sign}`"), format!("écrivez `{sign}`")),
            None => problem,
        });
    }

    fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| {
            bytes[from..]
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count()
        };
        let is = |at: usize, byte: u8| bytes.get(at) == Some(&byte);
        let whole = digits(0);
        if whole == 4 && is(4, b'-') && digits(5) == 2 && is(7, b'-') && digits(8) == 2 {
            return self.date_or_instant();
        }
        let mut length = whole;
        if is(whole, b'.') && bytes.get(whole + 1).is_some_and(u8::is_ascii_digit) {
            length += 1 + digits(whole + 1);
        }
        // Letters glued to a number make neither a number nor a name.
        let glued = self
            .length_while(|c| continues_name(c) || c == '.')
            .max(length);
        let text = &self.rest()[..glued];
        match text.parse() {
            Ok(number) => self.push(Token::Number(number), glued),
            Err(_) => {
                let span = Span::new(self.at, self.at + glued);
                self.problems.push(
                    Problem::new(
                        "bad-number",
                        span,
                        format!("`{text}` is not a number"),
                        format!("`{text}` n'est pas un nombre"),
                    )
                    .hint(
                        "numbers are written like 12 or 12.5, with at most 28 digits; a name that begins with a digit goes in backticks",
                        "les nombres s'écrivent 12 ou 12.5, avec 28 chiffres au plus ; un nom qui commence par un chiffre se met entre accents graves",
                    ),
                );
                self.push(Token::Number(Number::ZERO), glued);
            }
        }
    }

    fn date_or_instant(&mut self) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let with_time = matches!(bytes.get(10), Some(b'T' | b't'))
            && bytes.get(11).is_some_and(u8::is_ascii_digit);
        let mut length = 10;
        if with_time {
            length = 11
                + rest[11..]
                    .bytes()
                    .take_while(|b| matches!(b, b'0'..=b'9' | b':' | b'.'))
                    .count();
            match bytes.get(length) {
                Some(b'Z' | b'z') => length += 1,
                Some(b'+' | b'-') => {
                    let after = rest[length + 1..].bytes();
                    length += 1 + after
                        .take_while(|b| matches!(b, b'0'..=b'9' | b':'))
                        .count();
                }
                Some(_) | None => {}
            }
        }
        let text = &rest[..length];
        let token = if with_time {
            text.parse().ok().map(Token::Instant)
        } else {
            text.parse().ok().map(Token::Date)
        };
        let token = token.unwrap_or_else(|| {
            self.problems
                .push(bad_date(text, Span::new(self.at, self.at + length)));
            Token::Date(Date::MIN)
        });
        self.push(token, length);
    }

    fn quoted(&mut self, quote: char) {
        let start = self.at;
        let inside = &self.rest()[1..];
        if let Some(end) = inside.find([quote, '\\'])
            && inside[end..].starts_with(quote)
            && (end > 0 || quote != '`')
        {
            let text = Cow::Borrowed(&inside[..end]);
            return self.push(quoted_by(quote, text), end + 2);
        }
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        let mut closed = None;
        while let Some((offset, character)) = characters.next() {
            if character == quote {
                closed = Some(offset + character.len_utf8());
                break;
            }
            if character != '\\' {
                text.push(character);
                continue;
            }
            match characters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 'r')) => text.push('\r'),
                Some((_, 't')) => text.push('\t'),
                Some((_, escaped @ ('\\' | '"' | '\'' | '`'))) => text.push(escaped),
                Some((after, other)) => {
                    let span = Span::new(start + offset, start + after + other.len_utf8());
                    self.problems.push(
                        Problem::new(
                            "bad-escape",
                            span,
                            format!("`\\{other}` means nothing in a text"),
                            format!("`\\{other}` ne veut rien dire dans un texte"),
                        )
                        .hint(
                            "a backslash is written `\\\\`",
                            "une barre oblique inverse s'écrit `\\\\`",
                        ),
                    );
                }
                None => break,
            }
        }
        let length = closed.unwrap_or(self.rest().len());
        if closed.is_none() {
            self.problems.push(
                Problem::new(
                    "unclosed-text",
                    Span::new(start, start + length),
                    "this quotation mark is never closed",
                    "ce guillemet n'est jamais fermé",
                )
                .hint(format!("add `{quote}`"), format!("ajoutez `{quote}`")),
            );
        } else if quote == '`' && text.is_empty() {
            self.problems.push(Problem::new(
                "empty-name",
                Span::new(start, start + length),
                "a name cannot be empty",
                "un nom ne peut pas être vide",
            ));
        }
        self.push(quoted_by(quote, Cow::Owned(text)), length);
    }
}

fn quoted_by(quote: char, text: Cow<'_, str>) -> Token<'_> {
    if quote == '`' {
        Token::Quoted(text)
    } else {
        Token::Text(text)
    }
}

pub(crate) fn bad_date(text: &str, span: Span) -> Problem {
    Problem::new(
        "bad-date",
        span,
        format!("`{text}` is not a date of the calendar"),
        format!("`{text}` n'est pas une date du calendrier"),
    )
    .hint(
        "dates are written 2026-01-31, moments 2026-01-31T18:30:00Z",
        "les dates s'écrivent 2026-01-31, les instants 2026-01-31T18:30:00Z",
    )
}
