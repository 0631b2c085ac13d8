//! What an author did wrong: code, place, message, hint. Many at once, data first.
//!
//! A diagnostic is never thrown; a compiler collects them all and returns what it could build.

use logic::text::Phrase;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// A place in a project file. Lines and columns count from one; columns are characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub file: String,
    pub line: usize,
    pub column: usize,
    /// How many characters the caret underlines (at least one).
    pub width: usize,
}

impl Place {
    pub fn start_of(file: &str) -> Place {
        Place {
            file: file.to_owned(),
            line: 1,
            column: 1,
            width: 1,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub code: &'static str,
    pub place: Place,
    pub message: Phrase,
    pub hint: Option<Phrase>,
    /// Other places that matter, such as the first of two equal keys.
    pub also: Vec<(Place, Phrase)>,
}

impl Diagnostic {
    pub fn error(code: &'static str, place: Place, message: Phrase) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            place,
            message,
            hint: None,
            also: Vec::new(),
        }
    }

    pub fn warning(code: &'static str, place: Place, message: Phrase) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, place, message)
        }
    }

    pub fn hint(mut self, hint: Phrase) -> Diagnostic {
        self.hint = Some(hint);
        self
    }

    /// "did you mean …?", if there is something near.
    pub fn suggest<'a>(
        self,
        wrong: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        match logic::text::nearest(wrong, candidates) {
            Some(near) => self.hint(Phrase::new(
                format!("did you mean `{near}`?"),
                format!("vouliez-vous dire `{near}` ?"),
            )),
            None => self,
        }
    }

    pub fn also(mut self, place: Place, message: Phrase) -> Diagnostic {
        self.also.push((place, message));
        self
    }
}
