//! Where things stand in the files.

use super::load::Loader;
use crate::diagnostic::{Diagnostic, Place};
use crate::yaml::Positions;
use logic::text::Phrase;

impl Loader<'_> {
    pub fn not_utf8(&mut self, path: &str, bytes: &[u8]) {
        let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let text = String::from_utf8_lossy(&bytes[..valid]);
        let place = Place {
            line: 1 + text.matches('\n').count(),
            column: 1 + text
                .rsplit('\n')
                .next()
                .map_or(0, |last| last.chars().count()),
            ..Place::start_of(path)
        };
        let message = Phrase::new(
            "this file is not UTF-8 text from here on",
            "ce fichier n'est plus du texte UTF-8 à partir d'ici",
        );
        let hint = Phrase::new(
            "save it as UTF-8 in your editor",
            "enregistrez-le en UTF-8 dans votre éditeur",
        );
        self.diagnostics
            .push(Diagnostic::error("not-utf8", place, message).hint(hint));
    }

    /// Where the characters of a text stand in its file: a scalar of a YAML file, or a whole file.
    pub fn positions(&mut self, place: &Place, text: &str) -> Positions {
        let is_yaml = matches!(place.file.rsplit_once('.'), Some((_, "yaml" | "yml")));
        let Some(file) = self
            .files
            .0
            .get(&place.file)
            .and_then(|bytes| text_of(bytes))
            .filter(|_| is_yaml)
        else {
            return Positions::of_file(&place.file, text);
        };
        let lines = self
            .lines
            .entry(place.file.clone())
            .or_insert_with(|| Lines::of(file));
        let raw = lines
            .offset(file, place.line, place.column)
            .map_or("", |at| &file[at..]);
        Positions::of_scalar(raw, place, text)
    }
}

/// Where the lines of a file begin. Places are mostly asked for in order, so the last one is kept: a
/// file that is one long line must not be walked from its start for each mistake.
pub(super) struct Lines {
    starts: Vec<usize>,
    /// Line, column and offset.
    last: (usize, usize, usize),
}

impl Lines {
    fn of(text: &str) -> Lines {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Lines {
            starts,
            last: (1, 1, 0),
        }
    }

    fn offset(&mut self, text: &str, line: usize, column: usize) -> Option<usize> {
        let (from, at) = match self.last {
            (last_line, last_column, at) if last_line == line && last_column <= column => {
                (last_column, at)
            }
            _ => (1, *self.starts.get(line - 1)?),
        };
        let (offset, _) = text[at..].char_indices().nth(column - from)?;
        self.last = (line, column, at + offset);
        Some(at + offset)
    }
}

/// A file's text, without the mark that some editors put before it.
pub(super) fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    Some(text.strip_prefix('\u{feff}').unwrap_or(text))
}
