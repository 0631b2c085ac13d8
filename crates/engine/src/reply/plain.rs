//! Mark-up without its marks, and sentences.

use std::ops::Range;

/// Tags that end a line.
const BREAKS: [&str; 18] = [
    "p",
    "br",
    "div",
    "li",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "h4",
    "tr",
    "td",
    "th",
    "table",
    "hr",
    "blockquote",
    "section",
    "pre",
];

/// Tags whose text nobody sees.
const UNSEEN: [&str; 4] = ["style", "script", "template", "title"];

/// Tags that hold nothing.
const EMPTY: [&str; 6] = ["br", "hr", "img", "input", "meta", "link"];

/// A piece of visible text: where it stands in the mark-up, and what it says.
struct Piece<'t> {
    at: Range<usize>,
    says: Says<'t>,
}

enum Says<'t> {
    Text(&'t str),
    Character(char),
    Break,
}

/// Walks mark-up: visible text, characters that were escaped, and breaks.
struct Pieces<'t> {
    markup: &'t str,
    html: bool,
    at: usize,
}

fn pieces(markup: &str, html: bool) -> Pieces<'_> {
    let at = 0;
    Pieces { markup, html, at }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        while self.at < self.markup.len() {
            let (at, rest) = (self.at, &self.markup[self.at..]);
            let (length, says) = if !self.html {
                (rest.len(), Some(Says::Text(rest)))
            } else if let Some(comment) = rest.strip_prefix("<!--") {
                let end = comment.find("-->").map_or(comment.len(), |end| end + 3);
                (4 + end, None)
            } else if rest.starts_with('<')
                && rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '/' || c == '!')
            {
                self.tag(rest)
            } else if let Some((length, character)) = entity(rest) {
                (length, Some(Says::Character(character)))
            } else {
                let first = rest.chars().next().map_or(1, char::len_utf8);
                let end = memchr::memchr2(b'<', b'&', &rest.as_bytes()[first..]);
                let length = end.map_or(rest.len(), |end| first + end);
                (length, Some(Says::Text(&rest[..length])))
            };
            // A break ends with its tag, though what nobody sees behind it is passed over too.
            let end = match says {
                Some(Says::Break) => at + tag_end(rest),
                Some(Says::Text(_) | Says::Character(_)) | None => at + length,
            };
            self.at = at + length;
            if let Some(says) = says {
                return Some(Piece { at: at..end, says });
            }
        }
        None
    }
}

impl<'t> Pieces<'t> {
    /// How far a tag reaches, with what it hides, and whether it ends a line.
    fn tag(&self, rest: &'t str) -> (usize, Option<Says<'t>>) {
        let mut end = tag_end(rest);
        let name = rest[1..end].trim_start_matches('/');
        let name = name.split(|c: char| !c.is_alphanumeric()).next();
        let name = name.unwrap_or_default();
        let is_among = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let says = is_among(&BREAKS).then_some(Says::Break);
        if rest.starts_with("</") || rest[..end].ends_with("/>") {
            return (end, says);
        }
        if is_among(&UNSEEN) {
            let close = format!("</{}", name.to_ascii_lowercase());
            let behind = rest[end..].to_ascii_lowercase();
            end += behind.find(&close).unwrap_or(behind.len());
        } else if !is_among(&EMPTY) && is_hidden(&rest[..end]) {
            end += element_end(&rest[end..], &name.to_ascii_lowercase());
        }
        (end, says)
    }
}

/// Whether a tag says of itself that nobody sees what is in it.
fn is_hidden(tag: &str) -> bool {
    let holds = |word: &[u8]| {
        let mut parts = tag.as_bytes().windows(word.len());
        parts.any(|part| part.eq_ignore_ascii_case(word))
    };
    if !holds(b"hidden") && !holds(b"style") {
        return false;
    }
    let tag = tag.to_ascii_lowercase();
    let (mut bare, mut quote) = (String::new(), None);
    for character in tag.chars() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None, other) => bare.push(other),
            (Some(_), _) => {}
        }
    }
    let names = bare.trim_end_matches('>').split_whitespace().skip(1);
    if names
        .filter_map(|name| name.split('=').next())
        .any(|name| name == "hidden")
    {
        return true;
    }
    let Some((_, style)) = tag.split_once("style") else {
        return false;
    };
    let style: String = style.split_whitespace().collect();
    style.starts_with('=') && hides(style.trim_start_matches('='))
}

/// Whether a style, without blanks, makes a text that nobody sees: none, nothing large, nothing opaque, or of
/// the colour of what is behind it.
fn hides(style: &str) -> bool {
    let style = style.trim_matches(['"', '\'']);
    let end = style.find(['"', '\'', '>']).unwrap_or(style.len());
    let rules = || {
        style[..end]
            .split(';')
            .filter_map(|rule| rule.split_once(':'))
    };
    let colour = |name: &str| rules().rfind(|(key, _)| *key == name);
    let behind = colour("background-color").or_else(|| colour("background"));
    let is_nothing = |value: &str| {
        let value = value.trim_end_matches("!important");
        let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
        !digits.is_empty() && digits.chars().all(|c| matches!(c, '0' | '.'))
    };
    rules().any(|(key, value)| match key {
        "display" => value.starts_with("none"),
        "visibility" => value.starts_with("hidden") || value.starts_with("collapse"),
        "font-size" | "opacity" | "max-height" => is_nothing(value),
        "color" => {
            value.starts_with("transparent") || behind.is_some_and(|(_, behind)| behind == value)
        }
        _ => false,
    })
}

/// Where the element ends whose tag stands before, with elements of its name inside it.
fn element_end(markup: &str, name: &str) -> usize {
    let (mut at, mut depth) = (0, 1);
    while let Some(next) = markup[at..].find('<') {
        at += next;
        let rest = &markup[at..];
        let end = tag_end(rest);
        let closes = rest.starts_with("</");
        let inside = rest[1..end].trim_start_matches('/');
        let called = inside.split(|c: char| !c.is_alphanumeric()).next();
        let same = called.is_some_and(|called| called.eq_ignore_ascii_case(name));
        if same && closes {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        } else if same && !rest[..end].ends_with("/>") {
            depth += 1;
        }
        at += end.max(1);
    }
    markup.len()
}

/// Mark-up in its parts: what it quotes from earlier mail, and the rest.
pub(super) fn in_quotes(markup: &str) -> Vec<(bool, &str)> {
    let (mut parts, mut rest) = (Vec::new(), markup);
    let small = markup.to_ascii_lowercase();
    while let Some(at) = small[markup.len() - rest.len()..].find("<blockquote") {
        let end = at + tag_end(&rest[at..]);
        let end = end + element_end(&rest[end..], "blockquote");
        parts.push((false, &rest[..at]));
        parts.push((true, &rest[at..end]));
        rest = &rest[end..];
    }
    parts.push((false, rest));
    parts
}

/// The tags of mark-up, in their order.
pub fn tags(markup: &str) -> Vec<&str> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(next) = markup[at..].find('<') {
        at += next;
        let rest = &markup[at..];
        let end = if rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '/' || c == '!') {
            let end = tag_end(rest);
            found.push(&rest[..end]);
            end
        } else {
            1
        };
        at += end;
    }
    found
}

/// Where something can be seen in mark-up.
pub fn visible(markup: &str, html: bool) -> Vec<Range<usize>> {
    let seen = pieces(markup, html).filter(|piece| !matches!(piece.says, Says::Break));
    seen.map(|piece| piece.at).collect()
}

/// Where a tag ends; a `>` inside quotes is no end.
fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, character) in tag.char_indices() {
        match (quote, character) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None | Some(_), _) => {}
        }
    }
    tag.len()
}

/// A character that was escaped, with the length of its name.
pub(super) fn entity(text: &str) -> Option<(usize, char)> {
    let inside = text.strip_prefix('&')?;
    let end = inside.bytes().take(10).position(|byte| byte == b';')?;
    let name = &inside[..end];
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "euro" => '€',
        "eacute" => 'é',
        "egrave" => 'è',
        "agrave" => 'à',
        "ccedil" => 'ç',
        "laquo" => '«',
        "raquo" => '»',
        "hellip" => '…',
        "rsquo" => '’',
        _ => {
            let code = name.strip_prefix('#')?;
            let code = match code.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => code.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((end + 2, character))
}

/// The visible text, line by line, blanks folded.
pub fn plain(markup: &str, html: bool) -> String {
    let mut text = String::with_capacity(markup.len());
    for piece in pieces(markup, html) {
        match piece.says {
            Says::Text(part) if html => fold_blanks(&mut text, part),
            Says::Text(part) => text.push_str(part),
            Says::Character(character) => fold_into(&mut text, character),
            Says::Break => {
                while text.ends_with(' ') {
                    text.pop();
                }
                if !text.is_empty() && !text.ends_with('\n') {
                    text.push('\n');
                }
            }
        }
    }
    text.trim().to_owned()
}

/// Adds a text whose blanks are folded.
fn fold_blanks(text: &mut String, mut part: &str) {
    while let Some(end) = part.find(char::is_whitespace) {
        text.push_str(&part[..end]);
        fold_into(text, ' ');
        part = part[end..].trim_start();
    }
    text.push_str(part);
}

fn fold_into(text: &mut String, character: char) {
    if !character.is_whitespace() {
        text.push(character);
    } else if !text.is_empty() && !text.ends_with([' ', '\n']) {
        text.push(' ');
    }
}

/// Whether anything is there to be seen.
pub fn is_visible(markup: &str, html: bool) -> bool {
    pieces(markup, html).any(|piece| match piece.says {
        Says::Text(text) => text.chars().any(char::is_alphanumeric),
        Says::Character(character) => character.is_alphanumeric(),
        Says::Break => false,
    })
}

/// Whether anything of a value can be read: letters that show nothing do not count.
pub fn is_seen(text: &str) -> bool {
    const FILLERS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
    let mut letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.any(|letter| !FILLERS.contains(&letter))
}

/// One sentence: its visible text, and where it stands in the mark-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub text: String,
    pub at: Range<usize>,
}

/// The sentences of a text. Nothing that was printed from a fact is parted.
pub fn sentences(markup: &str, html: bool, printed: &[Range<usize>]) -> Vec<Sentence> {
    let mut open = Open::default();
    let is_printed = |at: usize| printed.iter().any(|range| range.contains(&at));
    for piece in pieces(markup, html) {
        let text = match piece.says {
            Says::Break => {
                open.close();
                continue;
            }
            Says::Character(character) => {
                open.see(piece.at, |text| fold_into(text, character));
                continue;
            }
            Says::Text(text) => text,
        };
        let mut offset = 0;
        while let Some(character) = text[offset..].chars().next() {
            let (at, rest) = (piece.at.start + offset, &text[offset..]);
            if !character.is_whitespace() {
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                open.see(at..at + length, |text| text.push_str(&rest[..length]));
                offset += length;
                continue;
            }
            let ended = (character == '\n' && !html || ends_sentence(&open.text))
                && !is_printed(at)
                && !(at > 0 && is_printed(at - 1));
            let length = character.len_utf8();
            if ended {
                open.close();
            } else {
                open.see(at..at + length, |text| fold_into(text, character));
            }
            offset += length;
        }
    }
    open.close();
    open.found
}

/// A sentence that is being read, and those before it.
#[derive(Default)]
struct Open {
    text: String,
    at: Range<usize>,
    found: Vec<Sentence>,
}

impl Open {
    fn see(&mut self, at: Range<usize>, add: impl FnOnce(&mut String)) {
        if self.text.is_empty() {
            self.at.start = at.start;
        }
        add(&mut self.text);
        self.at.end = at.end;
    }

    fn close(&mut self) {
        if self.text.chars().any(char::is_alphanumeric) {
            self.found.push(Sentence {
                text: self.text.trim().to_owned(),
                at: self.at.clone(),
            });
        }
        self.text.clear();
        self.at = 0..0;
    }
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches([')', '»', '"', '\'', '”'])
        .ends_with(['.', '!', '?', '…'])
}
