//! The tags of a template as they are written, with their places.
//!
//! The template engine says little about where and why it could not read; this looks again for the
//! usual slips. It must never decide whether a template is right, only what to say when it is wrong.

use logic::text::Phrase;
use std::collections::BTreeMap;
use std::ops::Range;

/// How deeply blocks, and brackets inside a tag, may nest.
const DEPTH_MAX: usize = 64;
const BRACKETS_MAX: usize = 16;

/// All `{{…}}` of a template, without comments, in bytes of its source.
#[derive(Debug, Default)]
pub struct Tags {
    all: Vec<Range<usize>>,
    /// Its comments, `{{! … }}`.
    comments: Vec<Range<usize>>,
    /// A `{{` that is never closed.
    unclosed: Option<usize>,
}

/// What a tag does to the nesting of blocks.
enum Role<'a> {
    Open(&'a str),
    Close(&'a str),
    /// `{{else if …}}`
    Chain,
    Other,
}

impl Tags {
    pub fn of(source: &str) -> Tags {
        let mut tags = Tags::default();
        let mut at = 0;
        while let Some(found) = source[at..].find("{{") {
            let start = at + found;
            if source[..start].ends_with('\\') {
                at = start + 2;
                continue;
            }
            let rest = &source[start..];
            let inside = rest[2..].trim_start_matches(['{', '~']);
            let (is_comment, end) = if inside.starts_with("!--") {
                (true, "--}}")
            } else if rest.starts_with("{{{") {
                (false, "}}}")
            } else {
                (inside.starts_with('!'), "}}")
            };
            let Some(length) = rest.find(end) else {
                tags.unclosed = Some(start);
                break;
            };
            at = start + length + end.len();
            match is_comment {
                true => tags.comments.push(start..at),
                false => tags.all.push(start..at),
            }
        }
        tags
    }

    /// The place where a template nests too deeply to be read.
    pub fn too_deep(&self, source: &str) -> Option<(Range<usize>, Phrase)> {
        // How many levels each open block takes; every `else if` is one more.
        let mut open: Vec<usize> = Vec::new();
        let mut depth = 0;
        for tag in self
            .all
            .iter()
            .cloned()
            .chain(self.unclosed.map(|start| start..source.len()))
        {
            let text = &source[tag.clone()];
            match role(text) {
                Role::Open(_) => {
                    open.push(1);
                    depth += 1;
                }
                Role::Chain => {
                    if let Some(levels) = open.last_mut() {
                        *levels += 1;
                        depth += 1;
                    }
                }
                Role::Close(_) => depth -= open.pop().unwrap_or(0),
                Role::Other => {}
            }
            if depth > DEPTH_MAX || brackets(text) > BRACKETS_MAX {
                let message = Phrase::new(
                    format!(
                        "this template nests deeper than {DEPTH_MAX} blocks or {BRACKETS_MAX} brackets"
                    ),
                    format!(
                        "ce modèle s'imbrique sur plus de {DEPTH_MAX} blocs ou {BRACKETS_MAX} crochets"
                    ),
                );
                return Some((tag.start..tag.start + 2, message));
            }
        }
        None
    }

    /// The first of the usual slips, for a template that cannot be read.
    pub fn mistake(&self, source: &str) -> Option<(Range<usize>, Phrase)> {
        let mut open: Vec<(&str, Range<usize>)> = Vec::new();
        for tag in &self.all {
            let text = &source[tag.clone()];
            if text.trim_matches(['{', '}', '~']).trim().is_empty() {
                return Some((
                    tag.clone(),
                    Phrase::new(
                        "nothing stands between these braces",
                        "il n'y a rien entre ces accolades",
                    ),
                ));
            }
            match role(text) {
                Role::Open(name) => open.push((name, tag.clone())),
                Role::Close(name) => match open.pop() {
                    Some((opened, _)) if opened == name => {}
                    Some((opened, _)) => {
                        let message = Phrase::new(
                            format!("`{{{{/{name}}}}}` stands where `{{{{/{opened}}}}}` should"),
                            format!("`{{{{/{name}}}}}` est là où il faudrait `{{{{/{opened}}}}}`"),
                        );
                        return Some((tag.clone(), message));
                    }
                    None => {
                        let message = Phrase::new(
                            format!("`{{{{/{name}}}}}` closes a block that was never opened"),
                            format!("`{{{{/{name}}}}}` ferme un bloc qui n'a jamais été ouvert"),
                        );
                        return Some((tag.clone(), message));
                    }
                },
                Role::Chain | Role::Other => {}
            }
        }
        if let Some(start) = self.unclosed {
            return Some((
                start..start + 2,
                Phrase::new(
                    "this `{{` is never closed with `}}`",
                    "ce `{{` n'est jamais fermé par `}}`",
                ),
            ));
        }
        let (name, at) = open.pop()?;
        let message = Phrase::new(
            format!("this block is never closed with `{{{{/{name}}}}}`"),
            format!("ce bloc n'est jamais fermé par `{{{{/{name}}}}}`"),
        );
        Some((at, message))
    }

    /// The tag or the comment in which a place stands.
    pub fn around(&self, at: usize) -> Option<&Range<usize>> {
        let mut all = self.all.iter().chain(&self.comments);
        all.find(|tag| tag.contains(&at))
    }

    /// The tags inside a part of a template that open or close blocks outside of it; nothing where each block that
    /// is opened there is closed there.
    pub fn loose(&self, source: &str, part: &Range<usize>) -> Vec<Range<usize>> {
        let inside = |tag: &&Range<usize>| part.start <= tag.start && tag.end <= part.end;
        let inside = self.all.iter().filter(inside).cloned();
        let blocks: Vec<(Range<usize>, Role)> = inside
            .filter_map(|tag| match role(&source[tag.clone()]) {
                Role::Other if !is_else(&source[tag.clone()]) => None,
                role @ (Role::Open(_) | Role::Close(_) | Role::Chain | Role::Other) => {
                    Some((tag, role))
                }
            })
            .collect();
        let (mut depth, mut is_loose) = (0_usize, false);
        for (_, role) in &blocks {
            match role {
                Role::Open(_) => depth += 1,
                Role::Close(_) if depth > 0 => depth -= 1,
                Role::Chain | Role::Other if depth > 0 => {}
                Role::Close(_) | Role::Chain | Role::Other => is_loose = true,
            }
        }
        let blocks = blocks.into_iter().map(|(tag, _)| tag);
        blocks.filter(|_| is_loose || depth > 0).collect()
    }

    /// Where each word inside a tag stands.
    pub fn words<'s>(&self, source: &'s str) -> BTreeMap<&'s str, Vec<Range<usize>>> {
        let mut words: BTreeMap<&str, Vec<Range<usize>>> = BTreeMap::new();
        for tag in &self.all {
            let text = &source[tag.clone()];
            let ends = |c: char| c.is_whitespace() || "{}()|=~#>^&\"'".contains(c);
            let mut at = 0;
            for word in text.split(ends) {
                let start = tag.start + at;
                at += word.len();
                at += text[at..].chars().next().map_or(0, char::len_utf8);
                if !word.is_empty() {
                    words
                        .entry(word)
                        .or_default()
                        .push(start..start + word.len());
                }
            }
        }
        words
    }
}

fn role(tag: &str) -> Role<'_> {
    let inside = tag.trim_matches(['{', '}', '~']).trim();
    let first = |text: &'_ str| {
        text.trim_start()
            .split(|c: char| c.is_whitespace() || c == '~')
            .next()
            .unwrap_or_default()
            .len()
    };
    let name_after = |sign: char| {
        let rest = inside
            .strip_prefix(sign)?
            .trim_start_matches(['>', '*'])
            .trim_start();
        Some(&rest[..first(rest)])
    };
    if let Some(name) = name_after('#') {
        Role::Open(name)
    } else if let Some(name) = name_after('/') {
        Role::Close(name)
    } else if inside
        .strip_prefix("else")
        .is_some_and(|rest| rest.starts_with(char::is_whitespace))
    {
        Role::Chain
    } else {
        Role::Other
    }
}

/// `{{else}}`, `{{^}}`
fn is_else(tag: &str) -> bool {
    let inside = tag.trim_matches(['{', '}', '~']).trim();
    inside == "else" || inside.starts_with('^')
}

fn brackets(tag: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for character in tag.trim_start_matches('{').chars() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
