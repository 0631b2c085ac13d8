//! What is wrong with something an author wrote: a code, a place, a sentence and, where there is one,
//! the way out. A problem must never be dropped, nor turned into a value.

use crate::formula::Span;
use crate::text::Phrase;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub code: &'static str,
    pub span: Span,
    pub message: Phrase,
    pub hint: Option<Phrase>,
}

impl Problem {
    pub fn new(
        code: &'static str,
        span: Span,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) -> Problem {
        Problem {
            code,
            span,
            message: Phrase::new(en, fr),
            hint: None,
        }
    }

    pub fn hint(mut self, en: impl Into<String>, fr: impl Into<String>) -> Problem {
        self.hint = Some(Phrase::new(en, fr));
        self
    }

    /// Adds "did you mean" when there is a near name, and leaves an earlier hint alone otherwise.
    pub fn did_you_mean(self, suggestion: Option<&str>) -> Problem {
        match suggestion {
            Some(name) => self.hint(
                format!("did you mean `{name}`?"),
                format!("vouliez-vous dire `{name}` ?"),
            ),
            None => self,
        }
    }
}
