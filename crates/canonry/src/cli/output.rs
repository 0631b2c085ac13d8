//! Where results go: text for people, JSON for programs, colours only on a terminal.

use super::Common;
use crate::failure::Failure;
use crate::folder::Folder;
use engine::diagnostic::{Diagnostic, Severity};
use engine::limits;
use logic::text::Phrase;
use std::io::{IsTerminal, Write};

pub struct Output {
    pub json: bool,
    pub lang: String,
    colour: bool,
}

impl Output {
    pub fn new(common: &Common, lang: String) -> Output {
        let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Output {
            json: common.json,
            lang,
            colour,
        }
    }

    /// Writes as it is. A reader that went away (`| head`) ends the program quietly, with the code of a
    /// broken pipe: what it would have found is not known, and is no success.
    pub fn raw(&self, text: &str) {
        let mut out = std::io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => {}
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(141),
            Err(error) => {
                // A full disk must not look like success.
                let said = crate::failure::said_by_system(&error);
                let words = Phrase::new(
                    format!("error: the output cannot be written: {}", said.en),
                    format!("erreur : la sortie ne peut pas être écrite : {}", said.fr),
                );
                let _ = writeln!(std::io::stderr(), "{}", self.in_lang(&words));
                std::process::exit(crate::failure::Kind::Store.exit_code().into());
            }
        }
    }

    /// One line, whatever is in it: a line feed of an id or a name makes no second one.
    pub fn line(&self, text: &str) {
        self.raw(&format!("{}\n", harmless(text, self.colour, Lines::One)));
    }

    /// Words of a project, a model or a person, with their own lines.
    pub fn text(&self, text: &str) {
        self.raw(&format!("{}\n", harmless(text, self.colour, Lines::Own)));
    }

    /// What is said beside a result, and must not stand in it: one line.
    pub fn aside(&self, text: &str) {
        let shown = harmless(text, self.colour, Lines::One);
        let _ = writeln!(std::io::stderr(), "{shown}");
    }

    pub fn phrase(&self, en: impl Into<String>, fr: impl Into<String>) {
        self.line(Phrase::new(en, fr).in_language(&self.lang));
    }

    pub fn json(&self, value: &serde_json::Value) {
        self.raw(&format!("{value}\n"));
    }

    pub fn in_lang<'a>(&self, phrase: &'a Phrase) -> &'a str {
        phrase.in_language(&self.lang)
    }

    pub fn words(&self, words: limits::Words) -> &'static str {
        if self.lang == "fr" {
            words.fr
        } else {
            words.en
        }
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    pub fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }

    pub fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    pub fn red(&self, text: &str) -> String {
        self.paint("31;1", text)
    }

    pub fn failure(&self, failure: &Failure) {
        if self.json {
            let hint = failure
                .hint
                .as_ref()
                .map(|hint| hint.in_language(&self.lang));
            let json = serde_json::json!({ "error": { "kind": failure.kind.code(), "message": failure.message.in_language(&self.lang), "hint": hint } });
            let _ = writeln!(std::io::stderr(), "{json}");
            return;
        }
        let word = if self.lang == "fr" {
            "erreur "
        } else {
            "error"
        };
        let message = failure.message.in_language(&self.lang);
        self.aside(&format!("{}: {message}", self.red(word)));
        if let Some(hint) = &failure.hint {
            self.aside(&self.hint(hint));
        }
    }

    /// One line of many that cannot be used: it takes the place of its answer, and the others go on.
    pub fn bad_line(&self, line: usize, failure: &Failure) {
        if !self.json {
            self.failure(failure);
            return;
        }
        let hint = failure.hint.as_ref().map(|hint| self.in_lang(hint));
        self.json(&serde_json::json!({ "line": line, "error": { "kind": failure.kind.code(), "message": self.in_lang(&failure.message), "hint": hint } }));
    }

    /// What does not keep a command from its work, and should be known.
    pub fn warning(&self, warning: &Failure) {
        let message = warning.message.in_language(&self.lang);
        let hint = warning.hint.as_ref();
        if self.json {
            let hint = hint.map(|hint| hint.in_language(&self.lang));
            let json = serde_json::json!({ "warning": { "kind": warning.kind.code(), "message": message, "hint": hint } });
            let _ = writeln!(std::io::stderr(), "{json}");
            return;
        }
        let word = Phrase::new("warning", "avertissement ");
        self.aside(&format!("{}: {message}", self.red(self.in_lang(&word))));
        if let Some(hint) = hint {
            self.aside(&self.hint(hint));
        }
    }

    pub fn hint(&self, hint: &Phrase) -> String {
        let word = if self.lang == "fr" { "aide " } else { "help" };
        format!("  = {word}: {}", hint.in_language(&self.lang))
    }

    /// A diagnostic with its line and caret.
    pub fn diagnostic(&self, diagnostic: &Diagnostic, folder: &Folder) {
        let Diagnostic { code, place, .. } = diagnostic;
        let (word, colon) = match (diagnostic.severity, self.lang.as_str()) {
            (Severity::Error, "fr") => ("erreur", " :"),
            (Severity::Warning, "fr") => ("avertissement", " :"),
            (Severity::Error, _) => ("error", ":"),
            (Severity::Warning, _) => ("warning", ":"),
        };
        self.line(&format!(
            "{}{colon} {}",
            self.red(&format!("{word}[{code}]")),
            self.bold(self.in_lang(&diagnostic.message))
        ));
        self.line(&format!("    {place}"));
        self.excerpt(place, folder);
        for (place, message) in &diagnostic.also {
            self.line(&format!("    {place}  {}", self.in_lang(message)));
        }
        if let Some(hint) = crate::explain::hint(diagnostic) {
            self.line(&format!("  {}", self.hint(&hint)));
        }
        let more = Phrase::new("more", "plus ");
        self.line(&self.dim(&format!(
            "    = {}: canonry explain {code}",
            self.in_lang(&more)
        )));
    }

    /// The line that a place stands in, and what is marked in it.
    pub fn excerpt(&self, place: &engine::Place, folder: &Folder) {
        let source = folder.source(&place.file);
        let Some(line) = source.and_then(|source| source.lines().nth(place.line - 1)) else {
            return;
        };
        // A very long line is shown around its caret.
        let start = place.column.saturating_sub(60).max(1);
        let shown: String = line.chars().skip(start - 1).take(120).collect();
        let margin = place.line.to_string().len().max(4);
        let number = format!("{:>margin$} │", place.line);
        self.line(&format!("{} {shown}", self.dim(&number)));
        let caret = format!(
            "{}{}",
            " ".repeat(place.column - start),
            "~".repeat(place.width.min(120))
        );
        let blank = format!("{:>margin$} │", "");
        self.line(&format!("{} {}", self.dim(&blank), self.red(&caret)));
    }
}

/// What becomes of line feeds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// They are shown as pictures: what is printed is one line.
    One,
    /// They begin new lines.
    Own,
}

/// What a person or a model wrote must not steer the terminal: its control characters are shown as
/// pictures, and marks that turn the direction of what follows are not shown as such. Only the colours of
/// this file pass, and only where it writes any.
pub fn harmless(text: &str, colours: bool, lines: Lines) -> std::borrow::Cow<'_, str> {
    let stays = |letter: char| letter == '\t' || (letter == '\n' && lines == Lines::Own);
    let steers = |letter: char| {
        (letter.is_control() && !stays(letter))
            || turns_direction(letter)
            || (breaks_line(letter) && lines == Lines::One)
    };
    if !text.contains(steers) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let colour = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31;1m"]
            .into_iter()
            .find(|colour| colours && rest.starts_with(colour));
        if let Some(colour) = colour {
            shown.push_str(colour);
            rest = &rest[colour.len()..];
            continue;
        }
        shown.push(match u32::from(letter) {
            _ if !steers(letter) => letter,
            code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
            _ if breaks_line(letter) => '\u{2424}',
            _ => '\u{fffd}',
        });
        rest = &rest[letter.len_utf8()..];
    }
    shown.into()
}

/// Marks of Unicode that begin a new line.
fn breaks_line(letter: char) -> bool {
    matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Marks of Unicode that show letters in another order than they are written.
fn turns_direction(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
