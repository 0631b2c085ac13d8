//! Reading a file of stories, line by line.
//!
//! Nothing is skipped: a line that means nothing is a problem with its number, and so is a story
//! that could never fail.

use super::format::{
    Answer, Expect, Expected, ModelKind, Parsed, Story, StoryProblem, Tick, Turn, Wanted, problem,
};
use super::line::{self, after, said, short};
use engine::input::{Assertion, Input, Raw};
use engine::item::{Count, ItemKind};
use logic::value::{Cell, Name};
use std::collections::BTreeMap;

/// When a story that says nothing else begins.
const DEFAULT_NOW: &str = "2026-01-01T09:00:00Z";
const DEFAULT_SEED: u64 = 1;
const MARKERS: &str = "> < + = ! ? @ * ~ % ^ #";

/// Reads a file of stories.
pub fn parse(source: &str) -> Result<Vec<Story>, StoryProblem> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let lines: Vec<(usize, &str)> = source
        .split('\n')
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .collect();
    if let Some((line, _)) = lines.iter().find(|(_, line)| line.contains('\u{fffd}')) {
        return problem(
            *line,
            "this line is not UTF-8 text (the character U+FFFD is written \"\\ufffd\")",
            "cette ligne n'est pas du texte UTF-8 (le caractère U+FFFD s'écrit \"\\ufffd\")",
        );
    }
    lines
        .split(|(_, line)| *line == "---")
        .enumerate()
        .map(|(index, part)| story(part, index, &lines))
        .collect()
}

fn story(lines: &[(usize, &str)], index: usize, all: &[(usize, &str)]) -> Parsed<Story> {
    let mut rest = lines.iter().skip_while(|(_, line)| line.is_empty());
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
    let mut reader = Reader::new(*line, title)?;
    let mut in_header = true;
    for (line, text) in rest {
        if text.is_empty() {
            in_header = false;
            reader.group = None;
        } else if text.starts_with('#') {
            continue;
        } else if in_header && is_header(text) {
            reader.header(*line, text)?;
        } else {
            in_header = false;
            reader.body(*line, text)?;
        }
    }
    reader.end()
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
    fn new(line: usize, title: &str) -> Parsed<Reader> {
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
        };
        Ok(Reader {
            story,
            model: None,
            seen: BTreeMap::new(),
            turn: opening,
            answers: Vec::new(),
            tick: None,
            group: None,
        })
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
            _ => {
                return problem(
                    line,
                    format!("expected language, seed, now or model, found `{key}`"),
                    format!("language, seed, now ou model est attendu, et non `{key}`"),
                );
            }
        }
        Ok(())
    }

    fn body(&mut self, line: usize, text: &str) -> Parsed<()> {
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

    // What is sent.

    fn input(&mut self, line: usize, input: Input) -> Parsed<()> {
        line::check(line, &input)?;
        self.check_assertion()?;
        let turn = Turn {
            line,
            input: Some(input),
            tick: self.tick.take().map(|(_, tick)| tick),
            answers: std::mem::take(&mut self.answers),
            expected: Vec::new(),
        };
        self.story
            .turns
            .push(std::mem::replace(&mut self.turn, turn));
        Ok(())
    }

    fn message_goes_on(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
        let more = after(line, '>', rest)?;
        match (&mut self.turn.input, group) {
            (Some(Input::Message(message)), Some('>')) => {
                message.push('\n');
                message.push_str(more);
                let message = Input::Message(message.clone());
                line::check(line, &message)
            }
            _ => problem(
                line,
                "`>>` goes on with a message, and no `>` line stands right before it",
                "`>>` continue un message, et aucune ligne `>` ne la précède",
            ),
        }
    }

    fn assert(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
        let expected = |found: &str| {
            problem(
                line,
                format!(
                    "expected `= entity.attribute: value`, `= source: name` or `= version: number`, found `= {}`",
                    short(found)
                ),
                format!(
                    "`= entité.attribut: valeur`, `= source: nom` ou `= version: nombre` est attendu, et non `= {}`",
                    short(found)
                ),
            )
        };
        let Some((key, written)) = rest
            .split_once(':')
            .map(|(key, value)| (key.trim(), value.trim()))
        else {
            return expected(rest);
        };
        if group != Some('=') {
            self.input(
                line,
                Input::Assert(Assertion {
                    values: BTreeMap::new(),
                    source: None,
                    version: None,
                }),
            )?;
        }
        let Some(Input::Assert(assertion)) = &mut self.turn.input else {
            return expected(rest);
        };
        let twice = match key {
            "source" if !written.is_empty() => {
                assertion.source.replace(Name::from(written)).is_some()
            }
            "version" => match written.parse() {
                Ok(version) => assertion.version.replace(Count(version)).is_some(),
                Err(_) => {
                    return problem(
                        line,
                        format!("expected a whole number after `version:`, found `{written}`"),
                        format!(
                            "un nombre entier est attendu après `version:`, et non `{written}`"
                        ),
                    );
                }
            },
            _ if key.parse::<Cell>().is_ok() && !key.contains(char::is_whitespace) => {
                let value = match line::wanted(line, written)? {
                    Wanted::Text(said) => Raw::Text(said.text),
                    Wanted::Json(raw) => raw,
                };
                assertion.values.insert(key.to_owned(), value).is_some()
            }
            _ => return expected(rest),
        };
        if twice {
            return problem(
                line,
                format!("`{key}` stands twice in one assertion; a blank line begins the next"),
                format!(
                    "`{key}` figure deux fois dans une assertion ; une ligne vide commence la suivante"
                ),
            );
        }
        let input = Input::Assert(assertion.clone());
        line::check(line, &input)
    }

    /// An assertion that was written with `=` lines names a cell.
    fn check_assertion(&self) -> Parsed<()> {
        match &self.turn.input {
            Some(Input::Assert(assertion))
                if assertion.values.is_empty()
                    && (assertion.source.is_some() || assertion.version.is_some()) =>
            {
                problem(
                    self.turn.line,
                    "this assertion names no cell: expected `= entity.attribute: value`",
                    "cette assertion ne nomme aucune cellule : `= entité.attribut: valeur` est attendu",
                )
            }
            _ => Ok(()),
        }
    }

    fn clock(&mut self, line: usize, rest: &str) -> Parsed<()> {
        let tick = match rest.strip_prefix('+') {
            Some(duration) => line::duration_ms(duration).map(Tick::AfterMillis),
            None => rest.parse().ok().map(Tick::At),
        };
        match tick {
            Some(tick) => {
                self.tick = Some((line, tick));
                Ok(())
            }
            None => problem(
                line,
                format!(
                    "expected a moment such as {DEFAULT_NOW}, or a time that goes by such as +90s, +5m, +2h or +3d, found `{}`",
                    short(rest)
                ),
                format!(
                    "un instant comme {DEFAULT_NOW}, ou une durée comme +90s, +5m, +2h ou +3d est attendu, et non `{}`",
                    short(rest)
                ),
            ),
        }
    }

    // What is expected.

    fn expect(&mut self, line: usize, written: &str, what: Expect) -> Parsed<()> {
        let opening = self.turn.input.is_none()
            && self.turn.expected.is_empty()
            && self.turn.answers.is_empty();
        if opening {
            self.turn.answers = std::mem::take(&mut self.answers);
        }
        if let Some(line) = self.waiting() {
            return problem(
                line,
                "this line belongs to the next input, and stands before it: expected an input, found an expectation",
                "cette ligne appartient à l'entrée suivante et se met avant elle : une entrée est attendue, et non une attente",
            );
        }
        self.turn.expected.push(Expected {
            line,
            written: written.to_owned(),
            what,
        });
        Ok(())
    }

    /// The first line that waits for its input.
    fn waiting(&self) -> Option<usize> {
        self.answers
            .first()
            .map(|answer| answer.line)
            .into_iter()
            .chain(self.tick.map(|(line, _)| line))
            .min()
    }

    fn item(&mut self, line: usize, rest: &str, written: &str) -> Parsed<()> {
        let end = rest
            .find(|c: char| c.is_whitespace() || c == '"')
            .unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        let kind = match word {
            "" => None,
            "statement" => Some(ItemKind::Statement),
            "question" => Some(ItemKind::Question),
            "gate" => Some(ItemKind::Gate),
            "refusal" => Some(ItemKind::Refusal),
            "telling" => Some(ItemKind::Telling),
            _ => {
                return problem(
                    line,
                    format!(
                        "expected a space or a kind of item (statement, question, gate, refusal, telling) after `<`, found `{}`",
                        short(word)
                    ),
                    format!(
                        "un espace ou une sorte d'élément (statement, question, gate, refusal, telling) est attendu après `<`, et non `{}`",
                        short(word)
                    ),
                );
            }
        };
        let text = said(line, '<', rest)?;
        self.expect(
            line,
            written,
            Expect::Item {
                kind,
                text,
                choices: Vec::new(),
            },
        )
    }

    fn item_goes_on(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
        let more = after(line, '<', rest)?;
        match (self.turn.expected.last_mut(), group) {
            (
                Some(Expected {
                    written,
                    what: Expect::Item { text, .. },
                    ..
                }),
                Some('<'),
            ) if !text.exact => {
                text.text.push('\n');
                text.text.push_str(more);
                written.push_str("\n<<");
                written.push_str(rest);
                Ok(())
            }
            _ => problem(
                line,
                "`<<` goes on with an item, and no `<` line stands right before it",
                "`<<` continue un élément, et aucune ligne `<` ne la précède",
            ),
        }
    }

    fn choice(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
        let label = said(line, '+', rest)?;
        match (self.turn.expected.last_mut(), group) {
            (
                Some(Expected {
                    what: Expect::Item { choices, .. },
                    ..
                }),
                Some('<' | '+'),
            ) => {
                choices.push((line, label));
                Ok(())
            }
            _ => problem(
                line,
                "`+` is a choice of an item, and no `<` line stands right before it",
                "`+` est un choix d'un élément, et aucune ligne `<` ne la précède",
            ),
        }
    }

    fn end(mut self) -> Parsed<Story> {
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
