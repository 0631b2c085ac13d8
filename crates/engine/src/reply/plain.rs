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
fn pieces(markup: &str, html: bool) -> Vec<Piece<'_>> {
    if !html {
        return vec![Piece {
            at: 0..markup.len(),
            says: Says::Text(markup),
        }];
    }
    let (mut found, mut at) = (Vec::new(), 0);
    while at < markup.len() {
        let rest = &markup[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            at += 4 + comment.find("-->").map_or(comment.len(), |end| end + 3);
        } else if rest.starts_with('<')
            && rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '/' || c == '!')
        {
            let end = tag_end(rest);
            let name = rest[1..end].trim_start_matches('/');
            let name = name
                .split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase();
            if BREAKS.contains(&name.as_str()) {
                found.push(Piece {
                    at: at..at + end,
                    says: Says::Break,
                });
            }
            at += end;
            if rest.starts_with("</") || rest[..end].ends_with("/>") {
                continue;
            }
            if UNSEEN.contains(&name.as_str()) {
                let close = format!("</{name}");
                at += markup[at..]
                    .to_ascii_lowercase()
                    .find(&close)
                    .unwrap_or(markup.len() - at);
            } else if !EMPTY.contains(&name.as_str()) && is_hidden(&rest[..end]) {
                at += element_end(&markup[at..], &name);
            }
        } else if let Some((length, character)) = entity(rest) {
            found.push(Piece {
                at: at..at + length,
                says: Says::Character(character),
            });
            at += length;
        } else {
            let first = rest.chars().next().map_or(1, char::len_utf8);
            let length = rest[first..]
                .find(['<', '&'])
                .map_or(rest.len(), |end| first + end);
            found.push(Piece {
                at: at..at + length,
                says: Says::Text(&rest[..length]),
            });
            at += length;
        }
    }
    found
}

/// Whether a tag says of itself that nobody sees what is in it.
fn is_hidden(tag: &str) -> bool {
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
    style.starts_with('=')
        && ["display:none", "visibility:hidden"]
            .iter()
            .any(|hides| style.contains(hides))
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

/// Where something can be seen in mark-up.
pub fn visible(markup: &str, html: bool) -> Vec<Range<usize>> {
    let pieces = pieces(markup, html).into_iter();
    let seen = pieces.filter(|piece| !matches!(piece.says, Says::Break));
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

fn entity(text: &str) -> Option<(usize, char)> {
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
            Says::Text(part) if html => {
                for character in part.chars() {
                    fold_into(&mut text, character);
                }
            }
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

fn fold_into(text: &mut String, character: char) {
    if !character.is_whitespace() {
        text.push(character);
    } else if !text.is_empty() && !text.ends_with([' ', '\n']) {
        text.push(' ');
    }
}

/// Whether anything is there to be seen.
pub fn is_visible(markup: &str, html: bool) -> bool {
    pieces(markup, html).iter().any(|piece| match piece.says {
        Says::Text(text) => text.chars().any(char::is_alphanumeric),
        Says::Character(character) => character.is_alphanumeric(),
        Says::Break => false,
    })
}

/// One sentence: its visible text, and where it stands in the mark-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub text: String,
    pub at: Range<usize>,
}

/// The sentences of a text. Nothing that was printed from a fact is parted.
pub fn sentences(markup: &str, html: bool, printed: &[Range<usize>]) -> Vec<Sentence> {
    let mut found: Vec<Sentence> = Vec::new();
    let mut open = Sentence {
        text: String::new(),
        at: 0..0,
    };
    let close = |open: &mut Sentence, found: &mut Vec<Sentence>| {
        let text = open.text.trim().to_owned();
        if text.chars().any(char::is_alphanumeric) {
            found.push(Sentence {
                text,
                at: open.at.clone(),
            });
        }
        *open = Sentence {
            text: String::new(),
            at: 0..0,
        };
    };
    let is_printed = |at: usize| printed.iter().any(|range| range.contains(&at));
    for piece in pieces(markup, html) {
        let see = |open: &mut Sentence, at: usize, character: char, length: usize| {
            if open.text.is_empty() {
                open.at = at..at;
            }
            fold_into(&mut open.text, character);
            open.at.end = at + length;
        };
        match piece.says {
            Says::Break => close(&mut open, &mut found),
            Says::Character(character) => {
                see(
                    &mut open,
                    piece.at.start,
                    character,
                    piece.at.end - piece.at.start,
                );
            }
            Says::Text(text) => {
                for (offset, character) in text.char_indices() {
                    let at = piece.at.start + offset;
                    let ended = character.is_whitespace()
                        && !is_printed(at)
                        && (character == '\n' && !html || ends_sentence(&open.text));
                    if ended && !(at > 0 && is_printed(at - 1)) {
                        close(&mut open, &mut found);
                    } else {
                        see(&mut open, at, character, character.len_utf8());
                    }
                }
            }
        }
    }
    close(&mut open, &mut found);
    found
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches([')', '»', '"', '\'', '”'])
        .ends_with(['.', '!', '?', '…'])
}
