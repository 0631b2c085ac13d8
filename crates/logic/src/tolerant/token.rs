//! From text to tokens, in every spelling of an operator a model is known to use.
//!
//! A token remembers where it stood and whether a strict reader would have taken its spelling. This
//! file must never drop a character without a token: what nobody knows becomes [`Kind::Other`].

use crate::formula::{ArithmeticOp, Comparison, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    /// `$x`
    Variable,
    Number,
    /// A name in quotation marks; the span is that of the content.
    Quoted,
    Forall,
    Exists,
    Not,
    And,
    Or,
    Xor,
    Implies,
    /// The conclusion stands first, as in `:-`.
    ImpliedBy,
    Iff,
    /// `^`: exclusive in programs, a conjunction in formulas.
    Caret,
    Compare(Comparison),
    Arithmetic(ArithmeticOp),
    Element,
    Open,
    Close,
    OpenSquare,
    CloseSquare,
    Comma,
    Dot,
    Colon,
    Semicolon,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
    /// A strict reader of the same style refuses this spelling.
    pub odd: bool,
}

/// Longer spellings stand before their beginnings.
const SIGNS: &[(&str, Kind, bool)] = &[
    (">>>", Kind::Implies, false),
    ("<<<", Kind::ImpliedBy, true),
    ("=\\=", Kind::Compare(Comparison::NotEqual), true),
    ("=:=", Kind::Compare(Comparison::Equal), true),
    ("|=", Kind::Implies, true),
    ("<->", Kind::Iff, false),
    ("<=>", Kind::Iff, true),
    ("<-->", Kind::Iff, true),
    ("-->", Kind::Implies, true),
    ("->", Kind::Implies, false),
    ("==>", Kind::Implies, true),
    ("=>", Kind::Implies, true),
    ("—>", Kind::Implies, true),
    ("–>", Kind::Implies, true),
    ("−>", Kind::Implies, true),
    (">>", Kind::Implies, true),
    (":-", Kind::ImpliedBy, true),
    ("<-", Kind::ImpliedBy, true),
    ("&&", Kind::And, false),
    ("||", Kind::Or, true),
    ("/\\", Kind::And, true),
    ("\\/", Kind::Or, true),
    ("!=", Kind::Compare(Comparison::NotEqual), true),
    ("==", Kind::Compare(Comparison::Equal), true),
    ("<=", Kind::Compare(Comparison::LessOrEqual), false),
    (">=", Kind::Compare(Comparison::GreaterOrEqual), false),
    ("=<", Kind::Compare(Comparison::LessOrEqual), true),
    ("≤", Kind::Compare(Comparison::LessOrEqual), false),
    ("≥", Kind::Compare(Comparison::GreaterOrEqual), false),
    ("≠", Kind::Compare(Comparison::NotEqual), false),
    ("=", Kind::Compare(Comparison::Equal), false),
    ("<", Kind::Compare(Comparison::Less), false),
    (">", Kind::Compare(Comparison::Greater), false),
    ("∀", Kind::Forall, false),
    ("∃", Kind::Exists, false),
    ("¬", Kind::Not, false),
    ("～", Kind::Not, true),
    ("~", Kind::Not, true),
    ("!", Kind::Not, true),
    ("∧", Kind::And, false),
    ("⋀", Kind::And, true),
    ("&", Kind::And, false),
    ("∨", Kind::Or, false),
    ("⋁", Kind::Or, true),
    ("|", Kind::Or, false),
    ("⊕", Kind::Xor, false),
    ("⊻", Kind::Xor, true),
    ("→", Kind::Implies, false),
    ("⇒", Kind::Implies, true),
    ("⟶", Kind::Implies, true),
    ("⟹", Kind::Implies, true),
    ("⊃", Kind::Implies, true),
    ("⊢", Kind::Implies, true),
    ("⊨", Kind::Implies, true),
    ("←", Kind::ImpliedBy, true),
    ("⇐", Kind::ImpliedBy, true),
    ("↔", Kind::Iff, false),
    ("⇔", Kind::Iff, true),
    ("⟷", Kind::Iff, true),
    ("⟺", Kind::Iff, true),
    ("≡", Kind::Iff, true),
    ("^", Kind::Caret, true),
    ("∈", Kind::Element, true),
    ("(", Kind::Open, false),
    ("（", Kind::Open, true),
    ("{", Kind::Open, true),
    (")", Kind::Close, false),
    ("）", Kind::Close, true),
    ("}", Kind::Close, true),
    ("[", Kind::OpenSquare, true),
    ("]", Kind::CloseSquare, true),
    (",", Kind::Comma, false),
    ("，", Kind::Comma, true),
    (".", Kind::Dot, false),
    ("。", Kind::Dot, true),
    (":", Kind::Colon, true),
    (";", Kind::Semicolon, true),
    ("-", Kind::Not, false),
    ("−", Kind::Not, true),
    ("+", Kind::Arithmetic(ArithmeticOp::Add), false),
    ("*", Kind::Arithmetic(ArithmeticOp::Multiply), false),
    ("×", Kind::Arithmetic(ArithmeticOp::Multiply), true),
    ("/", Kind::Arithmetic(ArithmeticOp::Divide), false),
];

/// The places of the signs by their first byte, and for each byte where its own begin and end there. In a
/// text nearly every sign is one of few bytes, so that few are compared.
const BY_FIRST: ([u8; SIGNS.len()], [u8; 257]) = {
    let mut places = [0; SIGNS.len()];
    let mut begins = [0; 257];
    let mut filled = 0;
    let mut byte = 0;
    while byte < 256 {
        begins[byte] = filled as u8;
        let mut at = 0;
        while at < SIGNS.len() {
            if SIGNS[at].0.as_bytes()[0] as usize == byte {
                places[filled] = at as u8;
                filled += 1;
            }
            at += 1;
        }
        byte += 1;
    }
    begins[256] = filled as u8;
    (places, begins)
};

/// The signs that begin with a byte, in their order.
fn signs_from(byte: u8) -> impl Iterator<Item = &'static (&'static str, Kind, bool)> {
    const { assert!(SIGNS.len() < 256) }
    let (places, begins) = &BY_FIRST;
    let first = usize::from(byte);
    let own = usize::from(begins[first])..usize::from(begins[first + 1]);
    places[own].iter().map(|place| &SIGNS[usize::from(*place)])
}

/// What LaTeX calls the operators.
const COMMANDS: &[(&str, Kind)] = &[
    ("forall", Kind::Forall),
    ("exists", Kind::Exists),
    ("neg", Kind::Not),
    ("lnot", Kind::Not),
    ("sim", Kind::Not),
    ("land", Kind::And),
    ("wedge", Kind::And),
    ("lor", Kind::Or),
    ("vee", Kind::Or),
    ("oplus", Kind::Xor),
    ("veebar", Kind::Xor),
    ("to", Kind::Implies),
    ("rightarrow", Kind::Implies),
    ("Rightarrow", Kind::Implies),
    ("longrightarrow", Kind::Implies),
    ("Longrightarrow", Kind::Implies),
    ("implies", Kind::Implies),
    ("supset", Kind::Implies),
    ("leftrightarrow", Kind::Iff),
    ("Leftrightarrow", Kind::Iff),
    ("iff", Kind::Iff),
    ("equiv", Kind::Iff),
    ("neq", Kind::Compare(Comparison::NotEqual)),
    ("ne", Kind::Compare(Comparison::NotEqual)),
    ("leq", Kind::Compare(Comparison::LessOrEqual)),
    ("le", Kind::Compare(Comparison::LessOrEqual)),
    ("geq", Kind::Compare(Comparison::GreaterOrEqual)),
    ("ge", Kind::Compare(Comparison::GreaterOrEqual)),
    ("in", Kind::Element),
];

/// Commands that only set type or space.
const TYPESETTING: &[&str] = &[
    "text", "mathrm", "mathit", "textit", "textbf", "mathbf", "left", "right", "quad", "qquad",
];

fn continues(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

pub(crate) fn tokens(source: &str, into: &mut Vec<Token>) {
    into.clear();
    let mut at = 0;
    while let Some(character) = source[at..].chars().next() {
        let start = at;
        if character.is_whitespace() {
            at += character.len_utf8();
            continue;
        }
        if character.is_ascii_digit() {
            at = number_end(source, at);
            let kind = if source[start..at]
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','))
            {
                Kind::Number
            } else {
                Kind::Name
            };
            push(into, kind, start, at, false);
        } else if continues(character) {
            at = name_end(source, at);
            push(into, Kind::Name, start, at, false);
        } else if character == '$' && source[at + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            // A sum of money.
            at = number_end(source, at + 1);
            push(into, Kind::Number, start, at, true);
        } else if character == '$' {
            at = name_end(source, at + 1);
            // A lone dollar is LaTeX's, around the whole formula, and says nothing.
            if at > start + 1 {
                push(into, Kind::Variable, start, at, false);
            }
        } else if character == '?' && source[at + 1..].starts_with(continues) {
            at = name_end(source, at + 1);
            push(into, Kind::Variable, start, at, true);
        } else if matches!(character, '"' | '\'' | '“' | '‘' | '`' | '«') {
            at = quoted(source, at, character, into);
        } else if character == '\\' {
            at = command(source, at, into);
        } else {
            at = sign(source, at, character, into);
        }
    }
}

fn push(into: &mut Vec<Token>, kind: Kind, start: usize, end: usize, odd: bool) {
    into.push(Token {
        kind,
        span: Span::new(start, end),
        odd,
    });
}

/// A name runs over letters, digits, underscores, and an apostrophe between two letters.
fn name_end(source: &str, start: usize) -> usize {
    // Most names are plain to their end.
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let rest = &source[start..];
    let length = rest.bytes().take_while(plain).count();
    let after = rest.as_bytes().get(length);
    if after.is_none_or(|byte| byte.is_ascii() && *byte != b'\'') {
        return start + length;
    }
    let mut characters = rest.char_indices().peekable();
    while let Some((offset, character)) = characters.next() {
        if continues(character) {
            continue;
        }
        let joins = matches!(character, '\'' | '’' | '\u{301}' | '\u{300}' | '\u{308}')
            && offset > 0
            && characters
                .peek()
                .is_some_and(|(_, next)| next.is_alphabetic());
        let accent = unicode_normalization::char::is_combining_mark(character);
        if !(joins || accent) {
            return start + offset;
        }
    }
    source.len()
}

fn number_end(source: &str, start: usize) -> usize {
    let end = name_end(source, start);
    let rest = &source[end..];
    // A decimal point is one only between two digits.
    let digits_before = source[start..end].bytes().all(|b| b.is_ascii_digit());
    let thousands = if digits_before { thousands(rest) } else { 0 };
    if thousands > 0 {
        return end + thousands;
    }
    if digits_before && rest.starts_with('.') && rest[1..].starts_with(|c: char| c.is_ascii_digit())
    {
        name_end(source, end + 1)
    } else {
        end
    }
}

/// How much of `,000,000` goes on with a number. A group that begins with a zero is no number of its own.
fn thousands(rest: &str) -> usize {
    let group = |text: &str| {
        let digits = text.strip_prefix(',')?;
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        let ends = !digits[length..].starts_with(continues);
        (length == 3 && ends).then_some(4)
    };
    if !rest.starts_with(",0") {
        return 0;
    }
    let mut length = 0;
    while let Some(width) = group(&rest[length..]) {
        length += width;
    }
    length
}

fn quoted(source: &str, start: usize, open: char, into: &mut Vec<Token>) -> usize {
    let close = match open {
        '“' => '”',
        '‘' => '’',
        '«' => '»',
        other => other,
    };
    let inside = start + open.len_utf8();
    match source[inside..].find(close) {
        // What a quotation of a name holds is short and on one line.
        Some(length)
            if length > 0
                && length <= 80
                && !source[inside..inside + length].contains(['(', ')', '\n']) =>
        {
            push(into, Kind::Quoted, inside, inside + length, true);
            inside + length + close.len_utf8()
        }
        Some(_) | None => {
            push(into, Kind::Other, start, inside, true);
            inside
        }
    }
}

fn command(source: &str, start: usize, into: &mut Vec<Token>) -> usize {
    let rest = &source[start + 1..];
    if rest.starts_with('/') {
        push(into, Kind::Or, start, start + 2, true);
        return start + 2;
    }
    // Prolog's denial, and what it writes for two things that differ.
    for (sign, kind) in [
        ("+", Kind::Not),
        ("==", Kind::Compare(Comparison::NotEqual)),
        ("=", Kind::Compare(Comparison::NotEqual)),
    ] {
        if rest.starts_with(sign) {
            push(into, kind, start, start + 1 + sign.len(), true);
            return start + 1 + sign.len();
        }
    }
    let length = rest
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(rest.len());
    let end = start + 1 + length;
    let word = &rest[..length];
    if let Some((_, kind)) = COMMANDS.iter().find(|(name, _)| *name == word) {
        push(into, *kind, start, end, true);
        return end;
    }
    if TYPESETTING.contains(&word) {
        return typeset(source, end, into);
    }
    if word == "nexists" {
        return denied_existence(start, end, into);
    }
    if length == 0 {
        // `\(`, `\,`, `\_` and the like only set type.
        return match rest.chars().next() {
            Some(next) if matches!(next, '(' | ')' | '[' | ']' | ',' | ';' | '!' | '_' | ' ') => {
                start + 1 + next.len_utf8()
            }
            Some(_) | None => {
                push(into, Kind::Other, start, start + 1, true);
                start + 1
            }
        };
    }
    push(into, Kind::Other, start, end, true);
    end
}

/// `\text{Man}`: what is set in another type, without the command and its braces.
fn typeset(source: &str, start: usize, into: &mut Vec<Token>) -> usize {
    let Some(rest) = source[start..].strip_prefix('{') else {
        return start;
    };
    let Some(length) = rest.find('}') else {
        return start;
    };
    let inside = rest[..length].trim();
    if inside.is_empty() || !inside.chars().all(continues) {
        return start;
    }
    let from = start + 1 + (rest[..length].len() - rest[..length].trim_start().len());
    push(into, Kind::Name, from, from + inside.len(), false);
    start + 1 + length + 1
}

/// `∄`: a denial and a quantifier in one sign.
fn denied_existence(start: usize, end: usize, into: &mut Vec<Token>) -> usize {
    push(into, Kind::Not, start, start, false);
    push(into, Kind::Exists, start, end, true);
    end
}

fn sign(source: &str, start: usize, character: char, into: &mut Vec<Token>) -> usize {
    let rest = &source[start..];
    if character == '∄' {
        return denied_existence(start, start + character.len_utf8(), into);
    }
    // A turnstile stands apart; `P|-Q` says "or not".
    if let Some(after) = rest.strip_prefix("|-")
        && after.starts_with(char::is_whitespace)
    {
        push(into, Kind::Implies, start, start + 2, true);
        return start + 2;
    }
    let first = rest.as_bytes().first().copied().unwrap_or_default();
    match signs_from(first).find(|(sign, _, _)| rest.starts_with(sign)) {
        Some((sign, kind, odd)) => {
            let end = start + sign.len();
            push(into, *kind, start, end, *odd);
            end
        }
        None => {
            let end = start + character.len_utf8();
            push(into, Kind::Other, start, end, true);
            end
        }
    }
}

/// How the strict syntax of the style writes what the token says, for reports.
pub(crate) fn canonical(kind: Kind) -> &'static str {
    match kind {
        Kind::Forall => "∀",
        Kind::Exists => "∃",
        Kind::Not => "¬",
        Kind::And | Kind::Caret => "∧",
        Kind::Or => "∨",
        Kind::Xor => "⊕",
        Kind::Implies | Kind::ImpliedBy => "→",
        Kind::Iff => "↔",
        Kind::Compare(Comparison::Equal) => "=",
        Kind::Compare(Comparison::NotEqual) => "≠",
        Kind::Compare(comparison) => comparison.sign(),
        Kind::Arithmetic(operation) => operation.sign(),
        Kind::Element => "in",
        Kind::Open | Kind::OpenSquare => "(",
        Kind::Close | Kind::CloseSquare => ")",
        Kind::Comma => ",",
        Kind::Dot | Kind::Colon => ".",
        Kind::Semicolon => ";",
        Kind::Name | Kind::Variable | Kind::Number | Kind::Quoted | Kind::Other => "",
    }
}
