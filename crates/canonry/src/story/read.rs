//! Reading a file of stories, line by line.
//!
//! Nothing is skipped: a line that means nothing is a problem with its number, and so is a story
//! that could never fail.

mod expected;
mod sent;

use super::case::CaseStory;
use super::format::{Answer, ModelKind, Parsed, Story, StoryProblem, Tick, Turn, problem};
use super::line::{self, after, said, short};
use engine::input::Input;
use logic::value::Name;
use std::collections::BTreeMap;

/// When a story that says nothing else begins.
const DEFAULT_NOW: &str = "2026-01-01T09:00:00Z";
const DEFAULT_SEED: u64 = 1;
const MARKERS: &str = "> < + = ! ? @ * ~ % ^ #";

/// Reads a file of stories, or says everything that is wrong with it.
pub fn parse(source: &str) -> Result<Vec<Story>, Vec<StoryProblem>> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let lines: Vec<(usize, &str)> = source
        .split('\n')
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .collect();
    if let Some((line, _)) = lines.iter().find(|(_, line)| line.contains('\u{fffd}')) {
        let no_text = problem::<()>(
            *line,
            "this line is not UTF-8 text (the character U+FFFD is written \"\\ufffd\")",
            "cette ligne n'est pas du texte UTF-8 (le caractère U+FFFD s'écrit \"\\ufffd\")",
        );
        return Err(no_text.err().into_iter().collect());
    }
    let (mut stories, mut problems) = (Vec::new(), Vec::new());
    let parts = lines.split(|(_, line)| *line == "---").enumerate();
    for (index, part) in parts {
        match begun(part, index, &lines) {
            Ok((reader, rest)) => match reader.read(rest) {
                Ok(story) => stories.push(story),
                Err(several) => problems.extend(several),
            },
            Err(problem) => problems.push(problem),
        }
    }
    match problems.is_empty() {
        true => Ok(stories),
        false => Err(problems),
    }
}

type Lines<'s> = [(usize, &'s str)];

/// A story up to its title, and the lines behind that.
fn begun<'l, 's>(
    lines: &'l Lines<'s>,
    index: usize,
    all: &Lines<'s>,
) -> Parsed<(Reader, &'l Lines<'s>)> {
    let blank = lines.iter().take_while(|(_, line)| line.is_empty()).count();
    let mut rest = lines[blank..].iter();
    let Some((line, first)) = rest.next() else {
        let after = lines.first().map_or(all.len(), |(line, _)| *line);
        return if index == 0 {
            problem(
                1,
                "expected a title, such as `# A guest arrives`; there is no story here",
                "un titre est attendu, par exemple `# Une arrivée` ; il n'y a pas d'histoire ici",
            )
        } else {
            problem(
                after,
                "expected a title after `---`",
                "un titre est attendu après `---`",
            )
        };
    };
    let Some(title) = first
        .strip_prefix('#')
        .map(str::trim)
        .filter(|title| !title.is_empty())
    else {
        return problem(
            *line,
            format!(
                "expected a title, such as `# A guest arrives`, found `{}`",
                short(first)
            ),
            format!(
                "un titre est attendu, par exemple `# Une arrivée`, et non `{}`",
                short(first)
            ),
        );
    };
    Ok((Reader::new(*line, title), rest.as_slice()))
}

fn is_header(text: &str) -> bool {
    text.split_once(':').is_some_and(|(key, _)| {
        !key.is_empty()
            && key
                .chars()
                .all(|c| c.is_alphabetic() || c == '_' || c == '-')
    })
}

/// One story in the making.
struct Reader {
    story: Story,
    model: Option<ModelKind>,
    seen: BTreeMap<String, usize>,
    turn: Turn,
    /// What stands before the next input and belongs to it.
    answers: Vec<Answer>,
    tick: Option<(usize, Tick)>,
    /// The marker of the line before, unless a blank line lies between.
    group: Option<char>,
}

impl Reader {
    fn new(line: usize, title: &str) -> Reader {
        let opening = Turn {
            line,
            input: None,
            tick: None,
            answers: Vec::new(),
            expected: Vec::new(),
        };
        let now = DEFAULT_NOW.parse().expect("a moment");
        let story = Story {
            title: title.to_owned(),
            line,
            language: (line, None),
            seed: DEFAULT_SEED,
            now,
            model: ModelKind::Offline,
            turns: Vec::new(),
            case: None,
        };
        Reader {
            story,
            model: None,
            seen: BTreeMap::new(),
            turn: opening,
            answers: Vec::new(),
            tick: None,
            group: None,
        }
    }

    /// Every line behind the title. What goes on with a line that is wrong, and how the story ends after one, is
    /// not looked at.
    fn read(mut self, lines: &Lines) -> Result<Story, Vec<StoryProblem>> {
        let (mut problems, mut in_header, mut is_wrong) = (Vec::new(), true, false);
        for (line, text) in lines {
            let goes_on = text.starts_with(">>") || text.starts_with("<<") || text.starts_with('+');
            let read = if text.is_empty() {
                in_header = false;
                self.group = None;
                Ok(())
            } else if text.starts_with('#') || goes_on && is_wrong {
                continue;
            } else if in_header && is_header(text) {
                self.header(*line, text)
            } else {
                in_header = false;
                self.body(*line, text)
            };
            is_wrong = read.is_err();
            problems.extend(read.err());
        }
        if problems.is_empty() {
            return self.end().map_err(|problem| vec![problem]);
        }
        Err(problems)
    }

    fn header(&mut self, line: usize, text: &str) -> Parsed<()> {
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        let value = value.trim();
        if let Some(first) = self.seen.insert(key.to_owned(), line) {
            return problem(
                line,
                format!("`{key}` stands twice; first on line {first}"),
                format!("`{key}` figure deux fois ; d'abord ligne {first}"),
            );
        }
        match key {
            "language" if !value.is_empty() => {
                self.story.language = (line, Some(Name::from(value)))
            }
            "language" => {
                return problem(
                    line,
                    "expected a language, such as `language: en`",
                    "une langue est attendue, par exemple `language: fr`",
                );
            }
            "seed" => match value.parse() {
                Ok(seed) => self.story.seed = seed,
                Err(_) => {
                    return problem(
                        line,
                        format!("expected a whole number after `seed:`, found `{value}`"),
                        format!("un nombre entier est attendu après `seed:`, et non `{value}`"),
                    );
                }
            },
            "now" => match value.parse() {
                Ok(now) => self.story.now = now,
                Err(_) => {
                    return problem(
                        line,
                        format!(
                            "expected a moment after `now:`, such as {DEFAULT_NOW}, found `{value}`"
                        ),
                        format!(
                            "un instant est attendu après `now:`, par exemple {DEFAULT_NOW}, et non `{value}`"
                        ),
                    );
                }
            },
            "model" => match value {
                "offline" => self.model = Some(ModelKind::Offline),
                "scripted" => self.model = Some(ModelKind::Scripted),
                _ => {
                    return problem(
                        line,
                        format!("expected `offline` or `scripted` after `model:`, found `{value}`"),
                        format!(
                            "`offline` ou `scripted` est attendu après `model:`, et non `{value}`"
                        ),
                    );
                }
            },
            "kind" => match value {
                "case" => self.story.case = Some(CaseStory::default()),
                "session" => {}
                _ => {
                    return problem(
                        line,
                        format!("expected `session` or `case` after `kind:`, found `{value}`"),
                        format!("`session` ou `case` est attendu après `kind:`, et non `{value}`"),
                    );
                }
            },
            _ => {
                return problem(
                    line,
                    format!("expected kind, language, seed, now or model, found `{key}`"),
                    format!("kind, language, seed, now ou model est attendu, et non `{key}`"),
                );
            }
        }
        Ok(())
    }

    fn body(&mut self, line: usize, text: &str) -> Parsed<()> {
        if let Some(case) = &mut self.story.case {
            return case.body(line, text);
        }
        let marker = text.chars().next().unwrap_or(' ');
        let rest = &text[marker.len_utf8()..];
        let group = self.group.replace(marker);
        match marker {
            '>' => match rest.strip_prefix('>') {
                Some(rest) => self.message_goes_on(line, rest, group),
                None => {
                    let message = said(line, '>', rest)?.text;
                    self.input(line, Input::Message(message))
                }
            },
            '<' => match rest.strip_prefix('<') {
                Some(rest) => self.item_goes_on(line, rest, group),
                None => self.item(line, rest, text),
            },
            '+' => self.choice(line, rest, group),
            '=' => self.assert(line, after(line, '=', rest)?, group),
            '!' => match after(line, '!', rest)? {
                "" => problem(
                    line,
                    "expected the name of an event after `!`",
                    "le nom d'un événement est attendu après `!`",
                ),
                name => self.input(line, Input::Event(Name::from(name))),
            },
            '?' => {
                let cell = line::cell(line, after(line, '?', rest)?)?;
                self.input(line, Input::Observe(cell))
            }
            '@' => {
                let input = line::json_input(line, after(line, '@', rest)?)?;
                self.input(line, input)
            }
            '*' => {
                let answer = line::answer(line, after(line, '*', rest)?, text)?;
                self.answers.push(answer);
                Ok(())
            }
            '~' => {
                let what = line::change(line, after(line, '~', rest)?)?;
                self.expect(line, text, what)
            }
            '%' => {
                let what = line::awaited(line, after(line, '%', rest)?)?;
                self.expect(line, text, what)
            }
            '^' => self.clock(line, after(line, '^', rest)?),
            _ => problem(
                line,
                format!(
                    "expected a line that begins with one of {MARKERS}, found `{}`",
                    short(text)
                ),
                format!(
                    "une ligne qui commence par un de {MARKERS} est attendue, et non `{}`",
                    short(text)
                ),
            ),
        }
    }

    fn end(mut self) -> Parsed<Story> {
        if let Some(case) = &self.story.case {
            case.end(self.story.line)?;
            return Ok(self.story);
        }
        self.check_assertion()?;
        if let Some(line) = self.waiting() {
            return problem(
                line,
                "expected an input after this line; the story ends",
                "une entrée est attendue après cette ligne ; l'histoire se termine",
            );
        }
        self.story.turns.push(self.turn);
        let first_answer = self
            .story
            .turns
            .iter()
            .flat_map(|turn| &turn.answers)
            .next();
        self.story.model = match (self.model, first_answer) {
            (Some(ModelKind::Offline), Some(answer)) => {
                return problem(
                    answer.line,
                    "the story says `model: offline`, which asks nobody",
                    "l'histoire dit `model: offline`, qui n'interroge personne",
                );
            }
            (Some(kind), _) => kind,
            (None, Some(_)) => ModelKind::Scripted,
            (None, None) => ModelKind::Offline,
        };
        if self
            .story
            .turns
            .iter()
            .flat_map(|turn| &turn.expected)
            .all(|expected| expected.what.is_any_items())
        {
            return problem(
                self.story.line,
                "this story expects nothing, so it could never fail: add a `<`, `~` or `%` line",
                "cette histoire n'attend rien et ne pourrait donc jamais échouer : ajoutez une ligne `<`, `~` ou `%`",
            );
        }
        Ok(self.story)
    }
}
