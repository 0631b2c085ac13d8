//! The format: one line, one thing, marked by its first character. `docs/stories.md` is its page.
//!
//! Nothing is skipped: a line that means nothing is a problem with its number, and so is a story
//! that could never fail.

use engine::input::{Assertion, Envelope, Input, Raw};
use engine::item::{Count, ItemKind};
use engine::request::Outcome;
use logic::text::Phrase;
use logic::value::{Cell, Instant, Name};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// When a story that says nothing else begins.
const DEFAULT_NOW: &str = "2026-01-01T09:00:00Z";
const DEFAULT_SEED: u64 = 1;
const MARKERS: &str = "> < + = ! ? @ * ~ % ^ #";

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
    Item { kind: Option<ItemKind>, text: Said, choices: Vec<(usize, Said)> },
    Fixed { cell: Cell, value: Wanted },
    Refused { code: String, what: Option<String> },
    /// Nothing was fixed and nothing refused.
    NoChange,
    AwaitsAnswer { part: Option<String> },
    AwaitsEvent(String),
    AwaitsNothing,
    Finished,
    TriesLeft(u64),
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
    /// Whether a text is what is written here; an `…` at an end stands for anything.
    pub fn matches(&self, actual: &str) -> bool {
        if self.exact {
            return self.text == actual;
        }
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

type Parsed<T> = Result<T, StoryProblem>;

fn problem<T>(line: usize, en: impl Into<String>, fr: impl Into<String>) -> Parsed<T> {
    Err(StoryProblem { line, message: Phrase::new(en, fr) })
}

/// Reads a file of stories.
pub fn parse(source: &str) -> Result<Vec<Story>, StoryProblem> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let lines: Vec<(usize, &str)> =
        source.split('\n').enumerate().map(|(index, line)| (index + 1, line.trim_end())).collect();
    if let Some((line, _)) = lines.iter().find(|(_, line)| line.contains('\u{fffd}')) {
        return problem(
            *line,
            "this line is not UTF-8 text (the character U+FFFD is written \"\\ufffd\")",
            "cette ligne n'est pas du texte UTF-8 (le caractère U+FFFD s'écrit \"\\ufffd\")",
        );
    }
    lines.split(|(_, line)| *line == "---").enumerate().map(|(index, part)| story(part, index, &lines)).collect()
}

fn story(lines: &[(usize, &str)], index: usize, all: &[(usize, &str)]) -> Parsed<Story> {
    let mut rest = lines.iter().skip_while(|(_, line)| line.is_empty());
    let Some((line, first)) = rest.next() else {
        let after = lines.first().map_or(all.len(), |(line, _)| *line);
        return if index == 0 {
            problem(1, "expected a title, such as `# A guest arrives`; there is no story here", "un titre est attendu, par exemple `# Une arrivée` ; il n'y a pas d'histoire ici")
        } else {
            problem(after, "expected a title after `---`", "un titre est attendu après `---`")
        };
    };
    let Some(title) = first.strip_prefix('#').map(str::trim).filter(|title| !title.is_empty()) else {
        return problem(
            *line,
            format!("expected a title, such as `# A guest arrives`, found `{}`", short(first)),
            format!("un titre est attendu, par exemple `# Une arrivée`, et non `{}`", short(first)),
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
    text.split_once(':').is_some_and(|(key, _)| !key.is_empty() && key.chars().all(|c| c.is_alphabetic() || c == '_' || c == '-'))
}

fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
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
        let opening = Turn { line, input: None, tick: None, answers: Vec::new(), expected: Vec::new() };
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
        Ok(Reader { story, model: None, seen: BTreeMap::new(), turn: opening, answers: Vec::new(), tick: None, group: None })
    }

    fn header(&mut self, line: usize, text: &str) -> Parsed<()> {
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        let value = value.trim();
        if let Some(first) = self.seen.insert(key.to_owned(), line) {
            return problem(line, format!("`{key}` stands twice; first on line {first}"), format!("`{key}` figure deux fois ; d'abord ligne {first}"));
        }
        match key {
            "language" if !value.is_empty() => self.story.language = (line, Some(Name::from(value))),
            "language" => return problem(line, "expected a language, such as `language: en`", "une langue est attendue, par exemple `language: fr`"),
            "seed" => match value.parse() {
                Ok(seed) => self.story.seed = seed,
                Err(_) => return problem(line, format!("expected a whole number after `seed:`, found `{value}`"), format!("un nombre entier est attendu après `seed:`, et non `{value}`")),
            },
            "now" => match value.parse() {
                Ok(now) => self.story.now = now,
                Err(_) => {
                    return problem(
                        line,
                        format!("expected a moment after `now:`, such as {DEFAULT_NOW}, found `{value}`"),
                        format!("un instant est attendu après `now:`, par exemple {DEFAULT_NOW}, et non `{value}`"),
                    );
                }
            },
            "model" => match value {
                "offline" => self.model = Some(ModelKind::Offline),
                "scripted" => self.model = Some(ModelKind::Scripted),
                _ => return problem(line, format!("expected `offline` or `scripted` after `model:`, found `{value}`"), format!("`offline` ou `scripted` est attendu après `model:`, et non `{value}`")),
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
                "" => problem(line, "expected the name of an event after `!`", "le nom d'un événement est attendu après `!`"),
                name => self.input(line, Input::Event(Name::from(name))),
            },
            '?' => {
                let cell = cell(line, after(line, '?', rest)?)?;
                self.input(line, Input::Observe(cell))
            }
            '@' => {
                let input = json_input(line, after(line, '@', rest)?)?;
                self.input(line, input)
            }
            '*' => {
                let answer = answer(line, after(line, '*', rest)?, text)?;
                self.answers.push(answer);
                Ok(())
            }
            '~' => {
                let what = change(line, after(line, '~', rest)?)?;
                self.expect(line, text, what)
            }
            '%' => {
                let what = awaited(line, after(line, '%', rest)?)?;
                self.expect(line, text, what)
            }
            '^' => self.clock(line, after(line, '^', rest)?),
            _ => problem(
                line,
                format!("expected a line that begins with one of {MARKERS}, found `{}`", short(text)),
                format!("une ligne qui commence par un de {MARKERS} est attendue, et non `{}`", short(text)),
            ),
        }
    }

    // What is sent.

    fn input(&mut self, line: usize, input: Input) -> Parsed<()> {
        check(line, &input)?;
        self.check_assertion()?;
        let turn = Turn {
            line,
            input: Some(input),
            tick: self.tick.take().map(|(_, tick)| tick),
            answers: std::mem::take(&mut self.answers),
            expected: Vec::new(),
        };
        self.story.turns.push(std::mem::replace(&mut self.turn, turn));
        Ok(())
    }

    fn message_goes_on(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
        let more = after(line, '>', rest)?;
        match (&mut self.turn.input, group) {
            (Some(Input::Message(message)), Some('>')) => {
                message.push('\n');
                message.push_str(more);
                let message = Input::Message(message.clone());
                check(line, &message)
            }
            _ => problem(line, "`>>` goes on with a message, and no `>` line stands right before it", "`>>` continue un message, et aucune ligne `>` ne la précède"),
        }
    }

    fn assert(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
        let expected = |found: &str| {
            problem(
                line,
                format!("expected `= entity.attribute: value`, `= source: name` or `= version: number`, found `= {}`", short(found)),
                format!("`= entité.attribut: valeur`, `= source: nom` ou `= version: nombre` est attendu, et non `= {}`", short(found)),
            )
        };
        let Some((key, written)) = rest.split_once(':').map(|(key, value)| (key.trim(), value.trim())) else {
            return expected(rest);
        };
        if group != Some('=') {
            self.input(line, Input::Assert(Assertion { values: BTreeMap::new(), source: None, version: None }))?;
        }
        let Some(Input::Assert(assertion)) = &mut self.turn.input else { return expected(rest) };
        let twice = match key {
            "source" if !written.is_empty() => assertion.source.replace(Name::from(written)).is_some(),
            "version" => match written.parse() {
                Ok(version) => assertion.version.replace(Count(version)).is_some(),
                Err(_) => {
                    return problem(line, format!("expected a whole number after `version:`, found `{written}`"), format!("un nombre entier est attendu après `version:`, et non `{written}`"));
                }
            },
            _ if key.parse::<Cell>().is_ok() && !key.contains(char::is_whitespace) => {
                let value = match wanted(line, written)? {
                    Wanted::Text(said) => Raw::Text(said.text),
                    Wanted::Json(raw) => raw,
                };
                assertion.values.insert(key.to_owned(), value).is_some()
            }
            _ => return expected(rest),
        };
        if twice {
            return problem(line, format!("`{key}` stands twice in one assertion; a blank line begins the next"), format!("`{key}` figure deux fois dans une assertion ; une ligne vide commence la suivante"));
        }
        let input = Input::Assert(assertion.clone());
        check(line, &input)
    }

    /// An assertion that was written with `=` lines names a cell.
    fn check_assertion(&self) -> Parsed<()> {
        match &self.turn.input {
            Some(Input::Assert(assertion)) if assertion.values.is_empty() && (assertion.source.is_some() || assertion.version.is_some()) => problem(
                self.turn.line,
                "this assertion names no cell: expected `= entity.attribute: value`",
                "cette assertion ne nomme aucune cellule : `= entité.attribut: valeur` est attendu",
            ),
            _ => Ok(()),
        }
    }

    fn clock(&mut self, line: usize, rest: &str) -> Parsed<()> {
        let tick = match rest.strip_prefix('+') {
            Some(duration) => duration_ms(duration).map(Tick::AfterMillis),
            None => rest.parse().ok().map(Tick::At),
        };
        match tick {
            Some(tick) => {
                self.tick = Some((line, tick));
                Ok(())
            }
            None => problem(
                line,
                format!("expected a moment such as {DEFAULT_NOW}, or a time that goes by such as +90s, +5m, +2h or +3d, found `{}`", short(rest)),
                format!("un instant comme {DEFAULT_NOW}, ou une durée comme +90s, +5m, +2h ou +3d est attendu, et non `{}`", short(rest)),
            ),
        }
    }

    // What is expected.

    fn expect(&mut self, line: usize, written: &str, what: Expect) -> Parsed<()> {
        let opening = self.turn.input.is_none() && self.turn.expected.is_empty() && self.turn.answers.is_empty();
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
        self.turn.expected.push(Expected { line, written: written.to_owned(), what });
        Ok(())
    }

    /// The first line that waits for its input.
    fn waiting(&self) -> Option<usize> {
        self.answers.first().map(|answer| answer.line).into_iter().chain(self.tick.map(|(line, _)| line)).min()
    }

    fn item(&mut self, line: usize, rest: &str, written: &str) -> Parsed<()> {
        let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
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
                    format!("expected a space or a kind of item (statement, question, gate, refusal, telling) after `<`, found `{}`", short(word)),
                    format!("un espace ou une sorte d'élément (statement, question, gate, refusal, telling) est attendu après `<`, et non `{}`", short(word)),
                );
            }
        };
        let text = said(line, '<', rest)?;
        self.expect(line, written, Expect::Item { kind, text, choices: Vec::new() })
    }

    fn item_goes_on(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
        let more = after(line, '<', rest)?;
        match (self.turn.expected.last_mut(), group) {
            (Some(Expected { written, what: Expect::Item { text, .. }, .. }), Some('<')) if !text.exact => {
                text.text.push('\n');
                text.text.push_str(more);
                written.push_str("\n<<");
                written.push_str(rest);
                Ok(())
            }
            _ => problem(line, "`<<` goes on with an item, and no `<` line stands right before it", "`<<` continue un élément, et aucune ligne `<` ne la précède"),
        }
    }

    fn choice(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
        let label = said(line, '+', rest)?;
        match (self.turn.expected.last_mut(), group) {
            (Some(Expected { what: Expect::Item { choices, .. }, .. }), Some('<' | '+')) => {
                choices.push((line, label));
                Ok(())
            }
            _ => problem(line, "`+` is a choice of an item, and no `<` line stands right before it", "`+` est un choix d'un élément, et aucune ligne `<` ne la précède"),
        }
    }

    fn end(mut self) -> Parsed<Story> {
        self.check_assertion()?;
        if let Some(line) = self.waiting() {
            return problem(line, "expected an input after this line; the story ends", "une entrée est attendue après cette ligne ; l'histoire se termine");
        }
        self.story.turns.push(self.turn);
        let first_answer = self.story.turns.iter().flat_map(|turn| &turn.answers).next();
        self.story.model = match (self.model, first_answer) {
            (Some(ModelKind::Offline), Some(answer)) => {
                return problem(answer.line, "the story says `model: offline`, which asks nobody", "l'histoire dit `model: offline`, qui n'interroge personne");
            }
            (Some(kind), _) => kind,
            (None, Some(_)) => ModelKind::Scripted,
            (None, None) => ModelKind::Offline,
        };
        if self.story.turns.iter().flat_map(|turn| &turn.expected).all(|expected| expected.what.is_any_items()) {
            return problem(
                self.story.line,
                "this story expects nothing, so it could never fail: add a `<`, `~` or `%` line",
                "cette histoire n'attend rien et ne pourrait donc jamais échouer : ajoutez une ligne `<`, `~` ou `%`",
            );
        }
        Ok(self.story)
    }
}

/// What follows a marker: nothing, or a space and the rest.
fn after<'a>(line: usize, marker: char, rest: &'a str) -> Parsed<&'a str> {
    if rest.is_empty() || rest.starts_with(char::is_whitespace) {
        return Ok(rest.trim());
    }
    problem(line, format!("expected a space after `{marker}`, found `{}`", short(rest)), format!("un espace est attendu après `{marker}`, et non `{}`", short(rest)))
}

/// A text after a marker; with a quote right after the marker, a JSON string.
fn said(line: usize, marker: char, rest: &str) -> Parsed<Said> {
    if rest.starts_with('"') {
        return Ok(Said { text: string(line, rest)?, exact: true });
    }
    Ok(Said { text: after(line, marker, rest)?.to_owned(), exact: false })
}

fn string(line: usize, json: &str) -> Parsed<String> {
    serde_json::from_str(json)
        .or_else(|error| problem(line, format!("expected a JSON string: {error}"), format!("une chaîne JSON est attendue : {error}")))
}

fn cell(line: usize, text: &str) -> Parsed<Cell> {
    text.parse::<Cell>().ok().filter(|_| !text.contains(char::is_whitespace)).map_or_else(
        || problem(line, format!("expected a cell such as rosa.saying, found `{}`", short(text)), format!("une cellule comme rosa.saying est attendue, et non `{}`", short(text))),
        Ok,
    )
}

/// A value: JSON, or a text without quotes where that cannot be mistaken for JSON.
fn wanted(line: usize, text: &str) -> Parsed<Wanted> {
    let json = serde_json::from_str::<Box<RawValue>>(text);
    match json {
        Ok(_) if text.starts_with('"') => Ok(Wanted::Text(Said { text: string(line, text)?, exact: true })),
        Ok(json) => match Raw::parse(json.get(), 0) {
            Ok(raw) => Ok(Wanted::Json(raw)),
            Err(bad) => problem(line, format!("expected a value: {}", bad.message.en), format!("une valeur est attendue : {}", bad.message.fr)),
        },
        Err(error) if text.is_empty() || text.starts_with(['"', '[', '{']) => {
            problem(line, format!("expected a JSON value or a text: {error}"), format!("une valeur JSON ou un texte est attendu : {error}"))
        }
        Err(_) => Ok(Wanted::Text(Said { text: text.to_owned(), exact: false })),
    }
}

fn json_input(line: usize, text: &str) -> Parsed<Input> {
    let fields = match serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(text) {
        Ok(fields) => fields,
        Err(error) => return problem(line, format!("expected an input as a JSON object: {error}"), format!("une entrée est attendue, comme objet JSON : {error}")),
    };
    if fields.contains_key("id") {
        return problem(line, "an input of a story has no `id`", "une entrée d'une histoire n'a pas d'`id`");
    }
    let inside = text.trim_start().trim_start_matches('{');
    let comma = if fields.is_empty() { "" } else { "," };
    match Envelope::parse(&format!("{{\"id\":\"1\"{comma}{inside}")) {
        Ok(envelope) => Ok(envelope.input),
        Err(bad) => problem(line, format!("{}: {}", bad.code, bad.message.en), format!("{} : {}", bad.code, bad.message.fr)),
    }
}

/// What every way in refuses, a story refuses when it is read.
fn check(line: usize, input: &Input) -> Parsed<()> {
    let envelope = Envelope { id: "1".to_owned(), input: input.clone() };
    envelope.check().or_else(|bad| problem(line, format!("{}: {}", bad.code, bad.message.en), format!("{} : {}", bad.code, bad.message.fr)))
}

fn answer(line: usize, rest: &str, written: &str) -> Parsed<Answer> {
    let (cell, rest) = match rest.split_once(": ") {
        Some((cell, rest)) if !cell.contains([' ', '"']) && cell.contains('.') => (cell.parse().ok(), rest.trim()),
        _ => (None, rest),
    };
    let outcome = if rest.starts_with('"') {
        let text = string(line, rest)?;
        Outcome::Answered { tokens: Some(Count(text.split_whitespace().count() as u64)), text }
    } else if let Some(reason) = rest.strip_prefix("fail:") {
        Outcome::Failed { reason: reason.trim().to_owned() }
    } else if rest == "timeout" {
        Outcome::TimedOut
    } else {
        return problem(
            line,
            format!("expected what the model answers: a text in quotes, `fail: reason` or `timeout`, found `{}`", short(rest)),
            format!("la réponse du modèle est attendue : un texte entre guillemets, `fail: raison` ou `timeout`, et non `{}`", short(rest)),
        );
    };
    Ok(Answer { line, written: written.to_owned(), cell, outcome })
}

fn change(line: usize, rest: &str) -> Parsed<Expect> {
    if rest == "nothing" {
        return Ok(Expect::NoChange);
    }
    if let Some(refused) = rest.strip_prefix("refused ") {
        let (code, what) = refused.trim().split_once(' ').map_or((refused.trim(), None), |(code, what)| (code, Some(what.trim().to_owned())));
        return Ok(Expect::Refused { code: code.to_owned(), what });
    }
    match rest.split_once('=') {
        Some((path, value)) => Ok(Expect::Fixed { cell: cell(line, path.trim())?, value: wanted(line, value.trim())? }),
        None => problem(
            line,
            format!("expected `~ entity.attribute = value`, `~ refused code` or `~ nothing`, found `~ {}`", short(rest)),
            format!("`~ entité.attribut = valeur`, `~ refused code` ou `~ nothing` est attendu, et non `~ {}`", short(rest)),
        ),
    }
}

fn awaited(line: usize, rest: &str) -> Parsed<Expect> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        ["answer"] => Ok(Expect::AwaitsAnswer { part: None }),
        ["answer", part] => Ok(Expect::AwaitsAnswer { part: Some(part.to_owned()) }),
        ["event", _, ..] => Ok(Expect::AwaitsEvent(rest.trim_start_matches("event").trim().to_owned())),
        ["nothing"] => Ok(Expect::AwaitsNothing),
        ["finished"] => Ok(Expect::Finished),
        ["silent"] => Ok(Expect::Silent),
        ["tries", number] if number.parse::<u64>().is_ok() => Ok(Expect::TriesLeft(number.parse().unwrap_or(0))),
        _ => problem(
            line,
            format!("expected `% answer`, `% answer QUESTION`, `% event NAME`, `% nothing`, `% finished`, `% silent` or `% tries NUMBER`, found `% {}`", short(rest)),
            format!("`% answer`, `% answer QUESTION`, `% event NOM`, `% nothing`, `% finished`, `% silent` ou `% tries NOMBRE` est attendu, et non `% {}`", short(rest)),
        ),
    }
}

fn duration_ms(text: &str) -> Option<i64> {
    let unit_ms = match text.chars().last()? {
        's' => 1000,
        'm' => 60_000,
        'h' => 3_600_000,
        'd' => 86_400_000,
        _ => return None,
    };
    let number = &text[..text.len() - 1];
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse::<i64>().ok()?.checked_mul(unit_ms)).flatten()
}
