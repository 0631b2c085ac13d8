//! YAML with places: one loader for every file of a project.
//!
//! It builds a tree in which every key and value knows where it stands, reports duplicate keys with
//! both lines, and bounds depth, nodes and alias expansion. It never decides what a key means.

use crate::diagnostic::{Diagnostic, Place};
use crate::limits;
use logic::text::Phrase;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};
use std::collections::BTreeMap;
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Node {
    pub place: Place,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// A plain (unquoted) or quoted scalar; only plain ones can be numbers, booleans or null.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

#[derive(Clone, Debug)]
pub struct Key {
    pub place: Place,
    pub text: String,
}

impl Node {
    pub fn kind_name(&self) -> Phrase {
        match &self.kind {
            Kind::Scalar { .. } => Phrase::new("a single value", "une valeur simple"),
            Kind::List(_) => Phrase::new("a list", "une liste"),
            Kind::Map(_) => Phrase::new("a map", "une table"),
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(&self.kind, Kind::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }
}

/// Reads one file. The tree is absent if the file cannot be read as YAML at all.
pub fn read(file: &str, source: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Node> {
    let lines = source.split('\n').collect();
    let mut reader = Reader {
        file,
        source,
        lines,
        diagnostics,
        nodes: 0,
        anchors: BTreeMap::new(),
        stopped: false,
    };
    let mut events = Parser::new_from_str(source);
    let mut root = None;
    loop {
        match events.next() {
            None => break,
            Some(Err(error)) => {
                reader.broken(&error);
                return None;
            }
            Some(Ok((event, span))) => match event {
                Event::StreamStart | Event::StreamEnd | Event::DocumentEnd | Event::Nothing => {}
                Event::DocumentStart(_) => {
                    if root.is_some() {
                        let place = reader.place(span);
                        reader.diagnostics.push(Diagnostic::error(
                            "yaml-documents",
                            place,
                            Phrase::new(
                                "a project file is one YAML document",
                                "un fichier de projet est un seul document YAML",
                            ),
                        ));
                        return root;
                    }
                }
                event @ (Event::Alias(_)
                | Event::Scalar(..)
                | Event::SequenceStart(..)
                | Event::MappingStart(..)
                | Event::SequenceEnd
                | Event::MappingEnd) => {
                    root = reader.node(event, span, &mut events, 0);
                    if reader.stopped {
                        return None;
                    }
                }
            },
        }
    }
    root
}

struct Reader<'a> {
    file: &'a str,
    source: &'a str,
    lines: Vec<&'a str>,
    diagnostics: &'a mut Vec<Diagnostic>,
    nodes: usize,
    anchors: BTreeMap<usize, Node>,
    /// A bound was met or the syntax broke: nothing more is read from this file.
    stopped: bool,
}

fn too_deep() -> Phrase {
    Phrase::new(
        format!("nested deeper than {} levels", limits::YAML_DEPTH),
        format!("imbriqué sur plus de {} niveaux", limits::YAML_DEPTH),
    )
}

type Events<'s> = Parser<'s, saphyr_parser::StrInput<'s>>;

impl Reader<'_> {
    fn place(&self, span: Span) -> Place {
        let width = if span.start.line() == span.end.line() {
            span.end.col().saturating_sub(span.start.col()).max(1)
        } else {
            1
        };
        Place {
            file: self.file.to_owned(),
            line: span.start.line().max(1),
            column: span.start.col() + 1,
            width,
        }
    }

    /// The parser counts the white space after a quoted scalar as a part of it.
    fn without_space(&self, mut place: Place) -> Place {
        /// Looking for a column costs as much as the line is long; a longer one is not looked at.
        const LINE_MAX: usize = 4096;
        let line = self
            .lines
            .get(place.line - 1)
            .filter(|line| line.len() <= LINE_MAX);
        let covered: String = line
            .map(|line| {
                line.chars()
                    .skip(place.column - 1)
                    .take(place.width)
                    .collect()
            })
            .unwrap_or_default();
        let spaces = covered
            .chars()
            .rev()
            .take_while(|character| character.is_whitespace())
            .count();
        place.width = place.width.saturating_sub(spaces).max(1);
        place
    }

    fn stop(&mut self, code: &'static str, span: Span, message: Phrase) -> Option<Node> {
        if !self.stopped {
            let place = self.place(span);
            self.diagnostics
                .push(Diagnostic::error(code, place, message));
        }
        self.stopped = true;
        None
    }

    /// What the parser says of a file that it cannot read on.
    fn broken(&mut self, error: &ScanError) {
        /// The scanner reads ahead of its events, and gives up by itself where brackets go too deep.
        const SCANNED_TOO_DEEP: &str = "recursion limit exceeded";
        let span = Span::empty(*error.marker());
        if error.info() == SCANNED_TOO_DEEP {
            match self.first_too_deep(self.place(span)) {
                Some(diagnostic) => {
                    self.diagnostics.push(diagnostic);
                    self.stopped = true;
                }
                None => {
                    self.stop("yaml-too-deep", span, too_deep());
                }
            }
            return;
        }
        let message = Phrase::with_cause("this is not YAML", "ce n'est pas du YAML", error.info());
        self.stop("yaml-syntax", span, message);
    }

    /// Where it is too deep first. The scanner reads on and gives up late; of what is before that, with
    /// fewer levels than it can count, the events come and say where.
    fn first_too_deep(&self, given_up: Place) -> Option<Diagnostic> {
        /// The scanner counts 255 levels: without these there are fewer, and still too many for us.
        const LEFT_OFF: usize = 128;
        const { assert!(limits::YAML_DEPTH < 255 - LEFT_OFF) };
        let start: usize = self.lines[..given_up.line - 1]
            .iter()
            .map(|line| line.len() + 1)
            .sum();
        let line = self.lines.get(given_up.line - 1)?;
        let within = line.char_indices().nth(given_up.column - 1);
        let end = start + within.map_or(line.len(), |(offset, _)| offset);
        let (cut, _) = self.source[..end]
            .rmatch_indices(['[', '{'])
            .nth(LEFT_OFF - 1)?;
        let mut found = Vec::new();
        read(self.file, &self.source[..cut], &mut found);
        found
            .into_iter()
            .find(|diagnostic| diagnostic.code == "yaml-too-deep")
    }

    fn next<'s>(&mut self, events: &mut Events<'s>) -> Option<(Event<'s>, Span)> {
        match events.next() {
            Some(Ok(next)) => Some(next),
            Some(Err(error)) => {
                self.broken(&error);
                None
            }
            None => None,
        }
    }

    fn count(&mut self, nodes: usize, span: Span) -> bool {
        self.nodes += nodes;
        if self.nodes > limits::YAML_NODES {
            self.stop(
                "yaml-too-large",
                span,
                Phrase::new(
                    format!(
                        "more than {} values in one file, aliases expanded",
                        limits::YAML_NODES
                    ),
                    format!(
                        "plus de {} valeurs dans un fichier, alias développés",
                        limits::YAML_NODES
                    ),
                ),
            );
        }
        !self.stopped
    }

    fn node<'s>(
        &mut self,
        event: Event<'s>,
        span: Span,
        events: &mut Events<'s>,
        depth: usize,
    ) -> Option<Node> {
        if depth > limits::YAML_DEPTH {
            return self.stop("yaml-too-deep", span, too_deep());
        }
        if !self.count(1, span) {
            return None;
        }
        let place = self.place(span);
        if let Event::Scalar(_, _, _, Some(tag))
        | Event::SequenceStart(_, Some(tag))
        | Event::MappingStart(_, Some(tag)) = &event
        {
            self.tagged(tag, &place);
        }
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let place = if style == ScalarStyle::Plain {
                    place
                } else {
                    self.without_space(place)
                };
                let node = Node {
                    place,
                    kind: Kind::Scalar {
                        text: text.into_owned(),
                        plain: style == ScalarStyle::Plain,
                    },
                };
                self.remember(anchor, &node);
                Some(node)
            }
            Event::SequenceStart(anchor, _) => {
                let mut list = Vec::new();
                loop {
                    let (event, span) = self.next(events)?;
                    if matches!(event, Event::SequenceEnd) {
                        break;
                    }
                    list.push(self.node(event, span, events, depth + 1)?);
                }
                let node = Node {
                    place,
                    kind: Kind::List(list),
                };
                self.remember(anchor, &node);
                Some(node)
            }
            Event::MappingStart(anchor, _) => {
                let entries = self.entries(events, depth)?;
                let node = Node {
                    place,
                    kind: Kind::Map(entries),
                };
                self.remember(anchor, &node);
                Some(node)
            }
            Event::Alias(anchor) => {
                let Some(node) = self.anchors.get(&anchor).cloned() else {
                    return self.stop(
                        "yaml-syntax",
                        span,
                        Phrase::new("an alias to nothing", "un alias vers rien"),
                    );
                };
                self.count(size(&node), span).then_some(node)
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => self.stop(
                "yaml-syntax",
                span,
                Phrase::new("a value was expected here", "une valeur était attendue ici"),
            ),
        }
    }

    /// What a value is comes from the key it stands under, whatever its tag says.
    fn tagged(&mut self, tag: &Tag, place: &Place) {
        let message = Phrase::new(
            format!("the tag `{tag}` is passed over"),
            format!("l'étiquette `{tag}` est ignorée"),
        );
        let hint = Phrase::new(
            "the key says what a value is; a number that is meant as text goes in quotes",
            "la clé dit ce qu'est une valeur ; un nombre pris comme texte se met entre guillemets",
        );
        self.diagnostics
            .push(Diagnostic::warning("yaml-tag", place.clone(), message).hint(hint));
    }

    fn entries<'s>(&mut self, events: &mut Events<'s>, depth: usize) -> Option<Vec<(Key, Node)>> {
        let mut entries: Vec<(Key, Node)> = Vec::new();
        let mut seen: BTreeMap<String, Place> = BTreeMap::new();
        loop {
            let (event, span) = self.next(events)?;
            if matches!(event, Event::MappingEnd) {
                return Some(entries);
            }
            let key = self.node(event, span, events, depth + 1)?;
            let place = key.place.clone();
            let (event, span) = self.next(events)?;
            let value = self.node(event, span, events, depth + 1)?;
            let Kind::Scalar { text, .. } = key.kind else {
                let message = Phrase::new(
                    "a key must be a single word or text",
                    "une clé doit être un mot ou un texte",
                );
                let hint = Phrase::new(
                    "a text that begins with braces goes in quotes",
                    "un texte qui commence par des accolades se met entre guillemets",
                );
                self.diagnostics
                    .push(Diagnostic::error("bad-key", place, message).hint(hint));
                continue;
            };
            if let Some(first) = seen.get(&text) {
                self.diagnostics.push(
                    Diagnostic::error(
                        "duplicate-key",
                        place,
                        Phrase::new(
                            format!("duplicate key `{text}`: it stands here a second time"),
                            format!("clé en double `{text}` : elle figure ici une seconde fois"),
                        ),
                    )
                    .also(
                        first.clone(),
                        Phrase::new("first written here", "écrite ici d'abord"),
                    ),
                );
                continue;
            }
            seen.insert(text.clone(), place.clone());
            entries.push((Key { place, text }, value));
        }
    }

    fn remember(&mut self, anchor: usize, node: &Node) {
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
    }
}

fn size(node: &Node) -> usize {
    1 + match &node.kind {
        Kind::Scalar { .. } => 0,
        Kind::List(list) => list.iter().map(size).sum(),
        Kind::Map(entries) => entries.iter().map(|(_, value)| size(value)).sum(),
    }
}

/// Where each character of a scalar's text stands in its file.
///
/// Quotes, escapes, folding and indentation lie between the two. They change nothing but quotes,
/// backslashes and white space, so text and file can be walked side by side.
pub struct Positions {
    /// Offset in the text, line, column.
    all: Vec<(usize, usize, usize)>,
    scalar: Place,
}

impl Positions {
    /// `raw` is the file from the scalar's place on.
    pub fn of_scalar(raw: &str, scalar: &Place, text: &str) -> Positions {
        let mut walk = Walk {
            rest: raw,
            line: scalar.line,
            column: scalar.column,
        };
        // An anchor and a tag may stand before the scalar itself.
        while walk.rest.starts_with(['&', '!']) && !text.starts_with(['&', '!']) {
            walk.skip_while(|character| !character.is_whitespace());
            walk.skip_while(char::is_whitespace);
        }
        let raw = walk.rest;
        let quote = raw
            .chars()
            .next()
            .filter(|first| matches!(first, '"' | '\''))
            .filter(|first| {
                // A block scalar may begin with a quotation mark of its own.
                !text.starts_with(*first)
                    || raw[1..].starts_with(if *first == '"' { '\\' } else { '\'' })
            });
        if quote.is_some() {
            walk.take(1);
        }
        let mut all = Vec::new();
        for (offset, character) in text.char_indices() {
            let is_escape = |walk: &Walk| quote == Some('"') && walk.rest.starts_with('\\');
            while is_escape(&walk) && walk.rest[1..].starts_with(['\n', '\r']) {
                walk.take(2);
                walk.skip_while(char::is_whitespace);
            }
            if !character.is_whitespace() {
                walk.skip_while(char::is_whitespace);
            }
            all.push((offset, walk.line, walk.column));
            if is_escape(&walk) {
                walk.take(match walk.rest.as_bytes().get(1) {
                    Some(b'x') => 4,
                    Some(b'u') => 6,
                    Some(b'U') => 10,
                    Some(_) | None => 2,
                });
            } else if quote == Some('\'') && walk.rest.starts_with("''") {
                walk.take(2);
            } else if !character.is_whitespace() || walk.rest.starts_with(char::is_whitespace) {
                walk.take(1);
            }
        }
        all.push((text.len(), walk.line, walk.column));
        Positions {
            all,
            scalar: scalar.clone(),
        }
    }

    /// Of a file that is all text.
    pub fn of_file(file: &str, text: &str) -> Positions {
        let scalar = Place::start_of(file);
        let mut walk = Walk {
            rest: text,
            line: 1,
            column: 1,
        };
        let mut all = Vec::new();
        for (offset, _) in text.char_indices() {
            all.push((offset, walk.line, walk.column));
            walk.take(1);
        }
        all.push((text.len(), walk.line, walk.column));
        Positions { all, scalar }
    }

    /// The place of a run of bytes of the text.
    pub fn place(&self, bytes: Range<usize>) -> Place {
        let at = |offset: usize| {
            self.all
                .partition_point(|(start, _, _)| *start < offset)
                .min(self.all.len() - 1)
        };
        let (first, after) = (at(bytes.start), at(bytes.end));
        let (_, line, column) = self.all[first];
        let last = self.all[after.saturating_sub(1).max(first)];
        let width = if last.1 == line {
            (last.2 + 1).saturating_sub(column).max(1)
        } else {
            1
        };
        Place {
            line,
            column,
            width,
            ..self.scalar.clone()
        }
    }
}

struct Walk<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl Walk<'_> {
    fn take(&mut self, count: usize) {
        for _ in 0..count {
            let Some(character) = self.rest.chars().next() else {
                return;
            };
            self.rest = &self.rest[character.len_utf8()..];
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
    }

    fn skip_while(&mut self, skipped: impl Fn(char) -> bool) {
        while self.rest.starts_with(&skipped) {
            self.take(1);
        }
    }
}
