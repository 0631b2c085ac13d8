//! From characters to tokens, for the dialects that are not Canonry's.
//!
//! One lexer, a table for each dialect. No character may be skipped silently: what is no token of the
//! dialect is a problem.

use crate::formula::{Comparison, Span};
use crate::problem::Problem;
use crate::value::Number;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Not,
    And,
    Or,
    Implies,
    ImpliedBy,
    Iff,
    Xor,
    Nand,
    Nor,
    Compare(Comparison),
    Forall,
    Exists,
    True,
    False,
    Open,
    Close,
    OpenSquare,
    CloseSquare,
    OpenBrace,
    CloseBrace,
    Comma,
    Dot,
    Colon,
    /// `=` where it declares.
    Is,
    Hash,
    Rule,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    /// A name in single quotes: it never is a word of the dialect, nor a variable.
    Quoted(String),
    /// `$x`
    Dollar(String),
    Text(String),
    Number(Number),
    Sign(Sign),
}

#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub token: Token,
    pub span: Span,
}

pub(super) struct Alphabet {
    /// Longer signs before their beginnings.
    pub signs: &'static [(&'static str, Sign)],
    pub words: &'static [(&'static str, Sign)],
    /// What begins a comment that ends with its line.
    pub comment: Option<&'static str>,
    /// `/* … */`
    pub block_comments: bool,
    pub quoted_names: bool,
    /// Whether a name may begin with a digit, as in `2008Olympics`.
    pub digits_begin_names: bool,
    /// Whether a name may hold a hyphen.
    pub hyphens: bool,
    pub dollars: bool,
    pub negative_numbers: bool,
}

fn starts_name(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

pub(super) fn continues_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || is_combining_mark(character)
}

pub(super) fn tokens(
    alphabet: &Alphabet,
    source: &str,
    place: Span,
) -> (Vec<Placed>, Vec<Problem>) {
    let mut lexer = Lexer {
        alphabet,
        source: &source[..place.end],
        at: place.start,
        tokens: Vec::new(),
        problems: Vec::new(),
    };
    while let Some(character) = lexer.rest().chars().next() {
        lexer.step(character);
    }
    (lexer.tokens, lexer.problems)
}

struct Lexer<'a> {
    alphabet: &'a Alphabet,
    source: &'a str,
    at: usize,
    tokens: Vec<Placed>,
    problems: Vec<Problem>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn push(&mut self, token: Token, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        self.tokens.push(Placed { token, span });
    }

    fn run(&self, from: usize, holds: impl Fn(char) -> bool) -> usize {
        let rest = &self.rest()[from..];
        rest.find(|c| !holds(c)).unwrap_or(rest.len())
    }

    fn step(&mut self, character: char) {
        let alphabet = self.alphabet;
        let rest = self.rest();
        if character.is_whitespace() {
            self.at += character.len_utf8();
        } else if alphabet
            .comment
            .is_some_and(|leader| rest.starts_with(leader))
        {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if alphabet.block_comments && rest.starts_with("/*") {
            self.block_comment();
        } else if starts_name(character)
            || (alphabet.digits_begin_names && self.digits_go_on_as_name())
        {
            self.name();
        } else if character.is_ascii_digit()
            || (alphabet.negative_numbers
                && character == '-'
                && rest[1..].starts_with(|c: char| c.is_ascii_digit()))
        {
            self.number();
        } else if character == '"' || (character == '\'' && alphabet.quoted_names) {
            self.quoted(character);
        } else if character == '$' && alphabet.dollars {
            let length = self.run(1, continues_name);
            let word: String = rest[1..1 + length].nfc().collect();
            if word.is_empty() {
                return self.unexpected(character);
            }
            self.push(Token::Dollar(word), 1 + length);
        } else {
            match alphabet
                .signs
                .iter()
                .find(|(sign, _)| rest.starts_with(sign))
            {
                Some((sign, meaning)) => self.push(Token::Sign(*meaning), sign.len()),
                None => self.unexpected(character),
            }
        }
    }

    fn digits_go_on_as_name(&self) -> bool {
        let rest = self.rest();
        rest.starts_with(|c: char| c.is_ascii_digit())
            && rest[..self.run(0, continues_name)].contains(|c: char| !c.is_ascii_digit())
    }

    fn block_comment(&mut self) {
        let rest = self.rest();
        match rest.find("*/") {
            Some(end) => self.at += end + 2,
            None => {
                let span = Span::new(self.at, self.source.len());
                self.at = span.end;
                self.problems.push(Problem::new(
                    "unclosed-comment",
                    span,
                    "this comment is never closed",
                    "ce commentaire n'est jamais fermé",
                ));
            }
        }
    }

    fn name(&mut self) {
        let hyphens = self.alphabet.hyphens;
        let mut length = self.run(0, continues_name);
        // A hyphen belongs to a name only between letters, so that `a->b` stays an arrow.
        while hyphens
            && self.rest()[length..].starts_with('-')
            && self.rest()[length + 1..].starts_with(continues_name)
        {
            length += 1 + self.run(length + 1, continues_name);
        }
        let word: String = self.rest()[..length].nfc().collect();
        let sign = self
            .alphabet
            .words
            .iter()
            .find(|(written, _)| *written == word);
        match sign {
            Some((_, sign)) => self.push(Token::Sign(*sign), length),
            None => self.push(Token::Name(word), length),
        }
    }

    fn number(&mut self) {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let mut length = sign + self.run(sign, |c| c.is_ascii_digit());
        let after = &rest[length..];
        if after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit()) {
            length += 1 + self.run(length + 1, |c| c.is_ascii_digit());
        }
        length += self.run(length, continues_name);
        let text = &rest[..length];
        match text.parse() {
            Ok(number) => self.push(Token::Number(number), length),
            Err(_) => {
                self.problems.push(Problem::new(
                    "bad-number",
                    Span::new(self.at, self.at + length),
                    format!("`{text}` is neither a number nor a name"),
                    format!("`{text}` n'est ni un nombre ni un nom"),
                ));
                self.push(Token::Number(Number::ZERO), length);
            }
        }
    }

    fn quoted(&mut self, quote: char) {
        let start = self.at;
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        let mut length = None;
        while let Some((offset, character)) = characters.next() {
            if character == quote {
                length = Some(offset + 1);
                break;
            }
            if character == '\n' {
                break;
            }
            if character == '\\' {
                match characters.next() {
                    Some((_, escaped)) => text.push(escaped),
                    None => break,
                }
            } else {
                text.push(character);
            }
        }
        let length = length.unwrap_or_else(|| {
            let rest = self.rest();
            let end = rest.find('\n').unwrap_or(rest.len());
            self.problems.push(
                Problem::new(
                    "unclosed-text",
                    Span::new(start, start + end),
                    "this quotation mark is never closed",
                    "ce guillemet n'est jamais fermé",
                )
                .hint(format!("add `{quote}`"), format!("ajoutez `{quote}`")),
            );
            end
        });
        if text.is_empty() && quote == '\'' {
            self.problems.push(Problem::new(
                "empty-name",
                Span::new(start, start + length),
                "a name cannot be empty",
                "un nom ne peut pas être vide",
            ));
        }
        let text = text.nfc().collect();
        let token = if quote == '"' {
            Token::Text(text)
        } else {
            Token::Quoted(text)
        };
        self.push(token, length);
    }

    fn unexpected(&mut self, character: char) {
        let span = Span::new(self.at, self.at + character.len_utf8());
        self.at = span.end;
        let problem = Problem::new(
            "unexpected-character",
            span,
            format!("`{character}` means nothing in this syntax"),
            format!("`{character}` ne veut rien dire dans cette syntaxe"),
        );
        let meant = match character {
            '∧' | '&' => Some(Sign::And),
            '∨' | '|' => Some(Sign::Or),
            '¬' | '~' | '!' => Some(Sign::Not),
            '→' | '⇒' => Some(Sign::Implies),
            '↔' | '⇔' => Some(Sign::Iff),
            '⊕' | '^' => Some(Sign::Xor),
            '∀' => Some(Sign::Forall),
            '∃' => Some(Sign::Exists),
            '≠' => Some(Sign::Compare(Comparison::NotEqual)),
            '=' => Some(Sign::Compare(Comparison::Equal)),
            _ => None,
        };
        let spelled = meant.and_then(|sign| {
            let all = self.alphabet.signs.iter().chain(self.alphabet.words);
            all.into_iter()
                .find(|(_, meaning)| *meaning == sign)
                .map(|(written, _)| written)
        });
        self.problems.push(match spelled {
            Some(sign) => problem.hint(format!("write `{sign}`"), format!("écrivez `{sign}`")),
            None => problem,
        });
    }
}
