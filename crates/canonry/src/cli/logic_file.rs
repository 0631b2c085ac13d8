//! A belief set in a file: which one, what it says, where its parts stand, and what was left aside.

use super::output::Output;
use crate::failure::{Failure, Kind};
use logic::belief::{BeliefSet, BeliefSetBuilder, Mode, StatementId};
use logic::dialect::{self, Dialect, Document, Saying};
use logic::explain;
use logic::problem::Problem;
use logic::reason::{self, Answer, Consistency, Evidence, How, Lack, Verdict};
use logic::repair::{self, Repair};
use logic::text::{Phrase, Places, counted, nearest};
use logic::{Formula, Span};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A belief set in a file.
#[derive(clap::Args)]
pub struct Source {
    /// A file of statements, a folder with one, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its syntax: canonry, tweety, folio, nltk, rules, tptp, prover9 or calls (default: by its ending)
    #[arg(long, value_name = "SYNTAX")]
    from: Option<String>,
}

/// Repairs that are not wanted.
#[derive(clap::Args, Default)]
pub struct Refuse {
    /// Refuse a repair: all of a kind, or one by the number it is listed with (may be repeated)
    #[arg(long, value_name = "KIND|N")]
    refuse: Vec<String>,
}

impl Refuse {
    /// The kinds that are refused, and the numbers.
    fn read(&self) -> Result<(Vec<repair::Kind>, Vec<usize>), Failure> {
        let (mut kinds, mut numbers) = (Vec::new(), Vec::new());
        for text in &self.refuse {
            if let Ok(number) = text.parse() {
                numbers.push(number);
            } else if let Some(kind) = repair::Kind::named(text) {
                kinds.push(kind);
            } else {
                let names = repair::Kind::ALL.map(repair::Kind::name);
                let failure = Failure::new(
                    Kind::Usage,
                    format!("there is no kind of repair `{text}`: {}", names.join(", ")),
                    format!("pas de sorte de réparation `{text}` : {}", names.join(", ")),
                );
                return Err(match nearest(text, names) {
                    Some(near) => failure.hint(
                        format!("did you mean {near}?"),
                        format!("vouliez-vous dire {near} ?"),
                    ),
                    None => failure,
                });
            }
        }
        Ok((kinds, numbers))
    }

    /// The kinds alone, where repairs have no numbers.
    pub fn kinds(&self) -> Result<Vec<repair::Kind>, Failure> {
        let (kinds, numbers) = self.read()?;
        if numbers.is_empty() {
            return Ok(kinds);
        }
        Err(Failure::new(
            Kind::Usage,
            "here a repair is refused by its kind, not by a number",
            "ici une réparation se refuse par sa sorte, non par un numéro",
        ))
    }

    /// Those of a list that are refused.
    pub fn of<'r>(&self, repairs: &'r [Repair]) -> Result<Vec<&'r Repair>, Failure> {
        let (kinds, numbers) = self.read()?;
        if let Some(number) = numbers.iter().find(|n| **n == 0 || **n > repairs.len()) {
            let count = repairs.len();
            return Err(match count {
                0 => Failure::new(
                    Kind::Usage,
                    format!("there is no repair {number}: nothing was repaired"),
                    format!("pas de réparation {number} : rien n'a été réparé"),
                ),
                1 => Failure::new(
                    Kind::Usage,
                    format!("there is no repair {number}: the only one is 1"),
                    format!("pas de réparation {number} : la seule est la 1"),
                ),
                _ => Failure::new(
                    Kind::Usage,
                    format!("there is no repair {number}: they are numbered 1 to {count}"),
                    format!("pas de réparation {number} : elles vont de 1 à {count}"),
                ),
            });
        }
        let refused = repairs
            .iter()
            .enumerate()
            .filter(|(at, repair)| numbers.contains(&(at + 1)) || kinds.contains(&repair.kind));
        Ok(refused.map(|(_, repair)| repair).collect())
    }
}

/// A document that was read, with its text for pointing at places.
pub struct Opened {
    name: String,
    text: String,
    places: Places,
    pub dialect: Dialect,
    pub document: Document,
    pub problems: Vec<Problem>,
}

/// The bytes of a file or of standard input.
fn bytes_of(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let failed = |error: std::io::Error| Failure::unreadable(file, &error);
    let most = dialect::DOCUMENT_MAX as u64 + 1;
    if file.as_os_str() == "-" {
        std::io::stdin()
            .take(most)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
    } else {
        let opened = std::fs::File::open(file).map_err(failed)?;
        opened.take(most).read_to_end(&mut bytes).map_err(failed)?;
    }
    // Editors on some systems put a mark of three bytes before the text.
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(..3);
    }
    Ok(bytes)
}

/// The text of a file or of standard input. A byte that is no text stands as a sign that no line reads: it costs
/// its line and no other.
pub fn text_of(file: &Path) -> Result<String, Failure> {
    Ok(match String::from_utf8(bytes_of(file)?) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}

/// What a byte that is no text stands as.
const NO_TEXT: char = '\u{fffd}';

/// Takes out what holds bytes that are no text, and says where they are; the rest stays as it is.
fn without_bad_bytes(opened: &mut Opened) {
    let bad = opened.text.match_indices(NO_TEXT).map(|(at, _)| at);
    let bad: Vec<usize> = bad.collect();
    let over = |span: Span| {
        let first = bad.partition_point(|at| *at < span.start);
        bad.get(first).is_some_and(|at| *at < span.end)
    };
    opened.document.entries.retain(|entry| !over(entry.span));
    opened.problems.retain(|problem| !over(problem.span));
    opened.problems.extend(bad.iter().map(|at| {
        Problem::new(
            "not-text",
            Span::new(*at, at + NO_TEXT.len_utf8()),
            "here is a byte that is no text in UTF-8",
            "il y a ici un octet qui n'est pas du texte en UTF-8",
        )
    }));
    opened.problems.sort_by_key(|problem| problem.span);
}

pub fn dialect_named(name: &str) -> Result<Dialect, Failure> {
    Dialect::named(name).ok_or_else(|| {
        let names: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
        let near = nearest(name, names.iter().copied());
        let failure = Failure::new(
            Kind::Usage,
            format!("there is no syntax `{name}`: {}", names.join(", ")),
            format!("il n'y a pas de syntaxe `{name}` : {}", names.join(", ")),
        );
        match near {
            Some(near) => failure.hint(
                format!("did you mean {near}?"),
                format!("vouliez-vous dire {near} ?"),
            ),
            None => failure,
        }
    })
}

/// The one belief set of a folder.
fn only_set(folder: &Path) -> Result<PathBuf, Failure> {
    let mut sets: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    sets.retain(|path| path.extension().is_some_and(|ending| ending == "logic"));
    sets.sort();
    match (sets.pop(), sets.is_empty()) {
        (Some(set), true) => Ok(set),
        (found, _) => {
            let count = sets.len() + usize::from(found.is_some());
            Err(Failure::new(
                Kind::Usage,
                format!(
                    "`{}` holds {count} files `.logic`: name the one to read",
                    folder.display()
                ),
                format!(
                    "`{}` contient {count} fichiers `.logic` : nommez celui qu'il faut lire",
                    folder.display()
                ),
            ))
        }
    }
}

pub fn open(source: &Source) -> Result<Opened, Failure> {
    let file = if source.file.is_dir() {
        only_set(&source.file)?
    } else {
        source.file.clone()
    };
    let dialect = match &source.from {
        Some(name) => dialect_named(name)?,
        None => file
            .extension()
            .and_then(|extension| extension.to_str())
            .and_then(Dialect::of_extension)
            .unwrap_or(Dialect::Canonry),
    };
    let name = file.display().to_string();
    match String::from_utf8(bytes_of(&file)?) {
        Ok(text) => Ok(Opened::read(name, text, dialect)),
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let mut opened = Opened::read(name, text, dialect);
            without_bad_bytes(&mut opened);
            Ok(opened)
        }
    }
}

impl Opened {
    /// What was read and states nothing: its line, and how that begins.
    pub fn passed_over(&self) -> Vec<(usize, &str)> {
        let ignored = self.document.ignored.iter();
        ignored
            .filter_map(|span| {
                let line = self.line_at(span.start);
                Some((line, self.text.get(span.start..)?.lines().next()?.trim()))
            })
            .collect()
    }

    pub fn read(name: String, text: String, dialect: Dialect) -> Opened {
        let (document, problems) = dialect::read(dialect, &text);
        Opened {
            name,
            places: Places::of(&text),
            text,
            dialect,
            document,
            problems,
        }
    }

    /// Everything that is wrong: what could not be read, what does not fit, and a contradiction.
    pub fn mistakes(&self, set: &BeliefSet, consistency: Consistency) -> Vec<Problem> {
        let mut mistakes = self.left_aside(set);
        if consistency == Consistency::Inconsistent {
            mistakes.push(self.contradiction(set));
        }
        mistakes
    }

    /// What no answer rests on: what could not be read, and what does not fit.
    pub fn left_aside(&self, set: &BeliefSet) -> Vec<Problem> {
        let refused = set.refused().iter().map(|refused| refused.problem.clone());
        let mut aside: Vec<Problem> = self.problems.iter().cloned().chain(refused).collect();
        aside.sort_by_key(|problem| problem.span);
        aside
    }

    /// How many statements were left aside and which, in words; nothing when all were kept.
    pub fn tell_left_aside(&self, set: &BeliefSet) -> Option<Phrase> {
        let refused = set.refused().iter().flat_map(|refused| &refused.statements);
        let refused: BTreeSet<StatementId> = refused.copied().collect();
        // One statement may have several things wrong with it.
        let unread = self.problems.iter();
        let begins = self.statement_lines();
        let unread: BTreeSet<Option<&usize>> = unread
            .map(|problem| begins.get(self.line_at(problem.span.start) - 1))
            .collect();
        let count = unread.len() + refused.len();
        let aside = self.left_aside(set);
        let shown = |of: fn(&Phrase) -> &str, line: &str| {
            let each = aside.iter().map(|problem| {
                let number = self.line_at(problem.span.start);
                format!("{line} {number}, {}", of(&problem.message))
            });
            each.collect::<Vec<_>>().join("; ")
        };
        (count > 0).then(|| {
            let Phrase { en, fr } = counted(
                count,
                ["{} statement left aside", "{} statements left aside"],
                ["{} énoncé mis de côté", "{} énoncés mis de côté"],
            );
            Phrase::new(
                format!("{en}: {}", shown(|phrase| &phrase.en, "line")),
                format!("{fr} : {}", shown(|phrase| &phrase.fr, "ligne")),
            )
        })
    }

    /// Of each line the one on which its statement begins: an indented one goes on with the one before.
    fn statement_lines(&self) -> Vec<usize> {
        let mut last = None;
        let lines = self.text.lines().enumerate();
        let begun = lines.map(|(at, text)| {
            if !text.starts_with([' ', '\t']) && !text.is_empty() {
                last = Some(at);
            }
            last.unwrap_or(at)
        });
        begun.collect()
    }

    pub fn line_at(&self, offset: usize) -> usize {
        self.places.line(offset)
    }

    /// Where statements stand, in the order of the file.
    pub fn spans_of(&self, statements: &[StatementId]) -> Vec<Span> {
        let said = self.document.entries.iter();
        let said = said.filter(|entry| !matches!(entry.saying, Saying::Query(_)));
        let spans: Vec<Span> = said.map(|entry| entry.span).collect();
        let of = statements.iter().filter_map(|id| spans.get(id.0 as usize));
        let mut of: Vec<Span> = of.copied().collect();
        of.sort();
        of
    }

    /// The line on which a formula of the theory is written, as a statement or as a declaration.
    pub fn line_of(&self, formula: &Formula) -> Option<usize> {
        let mut entries = self.document.entries.iter();
        let entry = entries.find(|entry| entry.saying.says(formula))?;
        Some(self.line_at(entry.span.start))
    }

    /// How people find a formula of the theory: by its line, or as a repair.
    pub fn called(&self, formula: &Formula) -> Phrase {
        match self.line_of(formula) {
            Some(line) => Phrase::new(format!("line {line}"), format!("la ligne {line}")),
            None => Phrase::new("a repair", "une réparation"),
        }
    }

    /// The statements that contradict each other, by their lines.
    fn contradiction(&self, set: &BeliefSet) -> Problem {
        let theory = set.theory();
        let how = How::classical();
        let verdict = Verdict {
            truth: Answer::Inconsistent,
            semantics: how.semantics,
            world: how.world,
            stopped: None,
            evidence: Evidence::None,
        };
        let evidence = reason::explain(&theory, None, &verdict, &how);
        let (mut en, mut fr) = (
            "the statements contradict each other".to_owned(),
            "les énoncés se contredisent".to_owned(),
        );
        let between: Vec<Phrase> = evidence
            .premises()
            .iter()
            .filter_map(|at| theory.get(*at))
            .map(|formula| {
                let called = self.called(formula);
                Phrase::new(
                    format!("{} (`{formula}`)", called.en),
                    format!("{} (`{formula}`)", called.fr),
                )
            })
            .collect();
        if !between.is_empty() {
            let list = |of: fn(&Phrase) -> &str| between.iter().map(of).collect::<Vec<_>>();
            en = format!("{en}: {}", list(|phrase| &phrase.en).join(", "));
            fr = format!("{fr} : {}", list(|phrase| &phrase.fr).join(", "));
        }
        match evidence {
            Evidence::Proof(_)
            | Evidence::Premises {
                lack: Lack::Steps(_),
                ..
            } => {
                en.push_str("; none of them can be left out");
                fr.push_str(" ; aucun n'est de trop");
            }
            Evidence::Lacking(lack) | Evidence::Premises { lack, .. } => {
                let told = explain::tell_lack(lack).text;
                en = format!("{en}. {}", told.en);
                fr = format!("{fr}. {}", told.fr);
            }
            Evidence::None
            | Evidence::Derived(_)
            | Evidence::Grounds(_)
            | Evidence::Opposed(..)
            | Evidence::Models { .. } => {}
        }
        Problem::new("contradiction", Span::default(), en, fr)
    }

    /// The set that the document makes, without the repairs that are refused.
    pub fn build(&self, mode: Mode, refuse: &Refuse) -> Result<BeliefSet, Failure> {
        let mut builder = BeliefSetBuilder::new(mode);
        // As the tools themselves do.
        if self.dialect == Dialect::ToolCalls {
            builder.merge_names();
        }
        builder.add_document(&self.document);
        let set = builder.build();
        let refused = refuse.of(set.repairs())?;
        if refused.is_empty() {
            return Ok(set);
        }
        for repair in refused {
            builder.decline(repair);
        }
        Ok(builder.build())
    }

    /// Line and column of an offset, counted from one.
    fn place(&self, offset: usize) -> (usize, usize) {
        self.places.place(&self.text, offset)
    }

    /// A problem with its line and caret, on the standard output where it is the result, beside it where it is not.
    pub fn show(&self, problem: &Problem, output: &Output, aside: bool) {
        let say = |text: &str| {
            if aside {
                output.aside(text);
            } else {
                output.line(text);
            }
        };
        let word = if output.lang == "fr" {
            "erreur"
        } else {
            "error"
        };
        say(&format!(
            "{}: {}",
            output.red(&format!("{word}[{}]", problem.code)),
            output.bold(output.in_lang(&problem.message))
        ));
        let (line, column) = self.place(problem.span.start);
        say(&format!("    {}:{line}:{column}", self.name));
        // What is wrong with the whole points at no line of it.
        let points = problem.span != Span::default();
        if points {
            // Of a long line what stands around the place.
            let written = self.places.written(&self.text, line);
            let before = problem.span.start - self.places.start(line).min(problem.span.start);
            let before = written.get(..before).unwrap_or(written);
            let from = before.char_indices().rev().nth(59).map_or(0, |(at, _)| at);
            let shown: String = written[from..].chars().take(120).collect();
            say(&format!("{} {shown}", output.dim(&format!("{line:>4} │"))));
            let marked = self
                .text
                .get(problem.span.start..problem.span.end)
                .unwrap_or("");
            let width = marked.chars().take_while(|c| *c != '\n').take(120).count();
            let indent = " ".repeat(before[from..].chars().count());
            let caret = format!("{indent}{}", "~".repeat(width.max(1)));
            say(&format!("{} {}", output.dim("     │"), output.red(&caret)));
        }
        if let Some(hint) = &problem.hint {
            let word = if output.lang == "fr" { "aide" } else { "help" };
            say(&format!("    = {word}: {}", output.in_lang(hint)));
        }
    }

    pub fn json(&self, problem: &Problem, output: &Output) -> serde_json::Value {
        let (line, column) = self.place(problem.span.start);
        let (end_line, end_column) = self.place(problem.span.end);
        serde_json::json!({
            "severity": "error", "code": problem.code, "file": self.name, "line": line, "column": column,
            "end_line": end_line, "end_column": end_column,
            "message": output.in_lang(&problem.message),
            "hint": problem.hint.as_ref().map(|hint| output.in_lang(hint)),
        })
    }
}
