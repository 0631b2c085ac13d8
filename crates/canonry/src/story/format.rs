//! The format: one line, one thing, marked by its first character. `docs/stories.md` is its page.
//!
//! Here is what a story says, once it is read; `read` reads it, `line` reads one line of it.

use super::case::CaseStory;
use engine::diagnostic::{Diagnostic, Place};
use engine::input::{Input, Raw};
use engine::item::ItemKind;
use engine::request::Outcome;
use logic::text::Phrase;
use logic::value::{Cell, Instant, Name, Number};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    pub title: String,
    pub line: usize,
    /// With the line that says so, or the title's.
    pub language: (usize, Option<Name>),
    pub seed: u64,
    pub now: Instant,
    pub model: ModelKind,
    /// The opening of the session first, then one for each input.
    pub turns: Vec<Turn>,
    /// A case and its reply, in place of a session.
    pub case: Option<CaseStory>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    Offline,
    /// A model that says what the story's `*` lines say.
    Scripted,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub line: usize,
    /// Nothing for the opening.
    pub input: Option<Input>,
    pub tick: Option<Tick>,
    pub answers: Vec<Answer>,
    pub expected: Vec<Expected>,
}

/// When the input comes; without one it comes a second after the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    At(Instant),
    AfterMillis(i64),
}

/// What the scripted model answers, to any request or only to one about a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub line: usize,
    pub written: String,
    pub cell: Option<Cell>,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    pub line: usize,
    /// As it stands in the story, for saying what was expected.
    pub written: String,
    pub what: Expect,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    Item {
        kind: Option<ItemKind>,
        text: Said,
        choices: Vec<(usize, Said)>,
    },
    Fixed {
        cell: Cell,
        value: Wanted,
    },
    Refused {
        code: String,
        what: Option<String>,
    },
    Reinterpreted {
        kind: String,
        cell: Option<Cell>,
    },
    /// Nothing was fixed, refused or reinterpreted.
    NoChange,
    AwaitsAnswer {
        part: Option<String>,
    },
    /// That a mirror is validated or put right.
    AwaitsValidation {
        part: Option<String>,
    },
    AwaitsEvent(String),
    AwaitsNothing,
    Finished,
    TriesLeft(u64),
    /// Where an axis, a reputation or the progress stands.
    Stands {
        name: Name,
        at: Number,
    },
    /// Not a single item was said.
    Silent,
}

/// A text as a story writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    /// Written as a JSON string: letter for letter, and `…` is just a letter.
    pub exact: bool,
}

/// A value that a fact is expected to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    Text(Said),
    Json(Raw),
}

impl Said {
    /// Whether a text is what is written here. Without quotes, blanks around it do not count, and an
    /// `…` at an end stands for anything.
    pub fn matches(&self, actual: &str) -> bool {
        if self.exact {
            return self.text == actual;
        }
        let actual = actual.trim();
        let (open_start, rest) = match self.text.strip_prefix('…') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, self.text.as_str()),
        };
        let (open_end, middle) = match rest.strip_suffix('…') {
            Some(rest) => (true, rest.trim_end()),
            None => (open_start && rest.is_empty(), rest),
        };
        match (open_start, open_end) {
            (false, false) => actual == middle,
            (false, true) => actual.starts_with(middle),
            (true, false) => actual.ends_with(middle),
            (true, true) => actual.contains(middle),
        }
    }

    pub fn is_anything(&self) -> bool {
        !self.exact && self.text == "…"
    }
}

impl Expect {
    /// A lone `< …`: any number of items, none included.
    pub fn is_any_items(&self) -> bool {
        matches!(self, Expect::Item { kind: None, text, choices } if text.is_anything() && choices.is_empty())
    }
}

/// Why a file is not a story. Displayed with its line first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryProblem {
    pub line: usize,
    pub message: Phrase,
}

impl std::fmt::Display for StoryProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.line, self.message.en)
    }
}

impl std::error::Error for StoryProblem {}

impl StoryProblem {
    /// As a mistake of a project's file: the whole line is marked.
    pub fn diagnostic(&self, file: &str, source: &str) -> Diagnostic {
        let line = source.lines().nth(self.line.saturating_sub(1));
        let line = line.unwrap_or_default().trim_end();
        let text = line.trim_start();
        let place = Place {
            file: file.to_owned(),
            line: self.line,
            column: line.chars().count() - text.chars().count() + 1,
            width: text.chars().count().max(1),
        };
        Diagnostic::error("story-syntax", place, self.message.clone())
    }
}

pub(super) type Parsed<T> = Result<T, StoryProblem>;

pub(super) fn problem<T>(line: usize, en: impl Into<String>, fr: impl Into<String>) -> Parsed<T> {
    Err(StoryProblem {
        line,
        message: Phrase::new(en, fr),
    })
}
