//! Writing: what was sent, said and settled, as the lines of a story. Differences are shown in these
//! words too, so that what is shown can be pasted into the story.

use super::format::Said;
use super::read::parse;
use crate::transcript;
use engine::input::{ActKind, Assertion, AuthorCommand, Input, Raw};
use engine::item::{CONFIDENTIAL_MARK, Item, ItemKind};
use engine::request::Outcome;
use engine::view::{Awaited, Changes, Refused, Reread, Settled, View, plain};
use logic::value::{Cell, Digest, Name, Value};
use std::collections::BTreeMap;

/// Names for confidential values, which never appear themselves: equal values of one cell get equal
/// names, others get others.
#[derive(Default)]
pub struct Marks {
    by_cell: BTreeMap<String, Vec<Digest>>,
}

impl Marks {
    fn of(&mut self, cell: &str, digest: Digest) -> String {
        let known = self.by_cell.entry(cell.to_owned()).or_default();
        let index = known
            .iter()
            .position(|seen| *seen == digest)
            .unwrap_or_else(|| {
                known.push(digest);
                known.len() - 1
            });
        if index == 0 {
            CONFIDENTIAL_MARK.to_owned()
        } else {
            format!("{CONFIDENTIAL_MARK} {}", index + 1)
        }
    }
}

/// JSON text whose strings hide no character: what no eye can see is escaped.
fn visible(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if is_hidden(character) {
            let mut units = [0; 2];
            character
                .encode_utf16(&mut units)
                .iter()
                .for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        } else {
            out.push(character);
        }
    }
    out
}

fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{fffd}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

pub fn quoted(text: &str) -> String {
    visible(&serde_json::Value::from(text).to_string())
}

/// Whether a text reads back as itself without quotes.
fn is_plain(text: &str) -> bool {
    text.split('\n')
        .all(|line| line == line.trim() && !line.contains(is_hidden))
}

fn is_plain_line(text: &str) -> bool {
    is_plain(text) && !text.contains('\n') && !text.is_empty()
}

fn lines(marker: &str, more: &str, text: &str) -> String {
    let text = text
        .split('\n')
        .collect::<Vec<_>>()
        .join(&format!("\n{more} "));
    format!("{marker} {text}")
        .split('\n')
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}

pub fn item(item: &Item) -> String {
    let marker = match item.kind {
        ItemKind::Statement => "<".to_owned(),
        kind @ (ItemKind::Question
        | ItemKind::Gate
        | ItemKind::Refusal
        | ItemKind::Telling
        | ItemKind::Preamble
        | ItemKind::Transition
        | ItemKind::Recap
        | ItemKind::Mirror
        | ItemKind::Synthesis
        | ItemKind::Result
        | ItemKind::Draft) => format!("<{}", kind.as_str()),
    };
    // Blanks around a text do not count, such as the line end of a template's file.
    let text = item.text.trim();
    let is_open = text.starts_with('…') || text.ends_with('…');
    if is_plain(text) && !is_open {
        lines(&marker, "<<", text)
    } else {
        format!("{marker}{}", quoted(&item.text))
    }
}

/// The choice at a place, with its letter where it has one.
pub fn choice(index: usize, label: &str) -> String {
    if is_plain_line(label) && !label.starts_with('…') && !label.ends_with('…') {
        format!("+ {}", lettered(index, label))
    } else {
        format!("+{}", quoted(label))
    }
}

fn lettered(index: usize, label: &str) -> String {
    match u8::try_from(index).ok().filter(|index| *index < 26) {
        Some(index) => format!("{}) {label}", char::from(b'A' + index)),
        None => label.to_owned(),
    }
}

/// Whether a choice is the one that is written, with or without its letter.
pub fn choice_matches(written: &Said, index: usize, label: &str) -> bool {
    written.matches(label) || written.matches(&lettered(index, label))
}

pub fn fixed(settled: &Settled) -> String {
    format!("~ {} = {}", settled.cell, value(&settled.value))
}

pub fn refused(refused: &Refused) -> String {
    if is_plain_line(&refused.what) {
        format!("~ refused {} {}", refused.code, refused.what)
    } else {
        format!("~ refused {}", refused.code)
    }
}

pub fn reinterpreted(reread: &Reread) -> String {
    format!("~ reinterpreted {} {}", reread.kind.as_str(), reread.cell)
}

pub fn changes(changes: &Changes) -> Vec<String> {
    let all: Vec<String> = changes
        .fixed
        .iter()
        .map(fixed)
        .chain(changes.refused.iter().map(refused))
        .chain(changes.reinterpreted.iter().map(reinterpreted))
        .collect();
    if all.is_empty() {
        vec!["~ nothing".to_owned()]
    } else {
        all
    }
}

pub fn awaited(view: &View) -> String {
    let open = view.open.as_ref().and_then(|item| item.part.as_ref());
    let part = open.filter(|part| is_word(part));
    let part = part.map_or_else(String::new, |part| format!(" {part}"));
    match &view.awaited {
        Awaited::Answer => format!("% answer{part}"),
        Awaited::Validation => format!("% validation{part}"),
        Awaited::Event(name) => format!("% event {name}"),
        Awaited::Nothing if view.finished => "% finished".to_owned(),
        Awaited::Nothing => "% nothing".to_owned(),
    }
}

fn is_word(text: &str) -> bool {
    is_plain_line(text) && !text.contains(char::is_whitespace)
}

fn value(value: &Value) -> String {
    match value {
        Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Text(_)
        | Value::Confidential(_) => {
            let text = value.show();
            if is_bare(&text) { text } else { quoted(&text) }
        }
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Set(_) | Value::List(_) => {
            visible(&plain(value).to_string())
        }
    }
}

/// Whether a value may stand without quotes: it cannot be taken for JSON, nor for `…`.
fn is_bare(text: &str) -> bool {
    let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
    is_plain_line(text)
        && !is_json
        && !text.starts_with(['"', '[', '{', '…'])
        && !text.ends_with('…')
}

pub fn outcome(cell: Option<&Cell>, outcome: &Outcome) -> String {
    let cell = cell.map_or_else(String::new, |cell| format!("{cell}: "));
    match outcome {
        Outcome::Answered { text, .. } => format!("* {cell}{}", quoted(text)),
        Outcome::Failed { reason } if is_plain_line(reason) && !reason.starts_with('"') => {
            format!("* {cell}fail: {reason}")
        }
        Outcome::Failed { reason } => format!("* {cell}fail: {}", quoted(reason)),
        Outcome::TimedOut => format!("* {cell}timeout"),
    }
}

/// An input as its own line where that reads back as the same input, as JSON otherwise.
pub fn input(input: &Input, marks: &mut Marks) -> String {
    let line = match input {
        Input::Message(text) if is_plain(text) => lines(">", ">>", text),
        Input::Message(text) => format!(">{}", quoted(text)),
        Input::Event(name) => format!("! {name}"),
        Input::Observe(cell) => format!("? {cell}"),
        Input::Assert(assertion) => asserted(assertion, marks),
        Input::Act(_) | Input::Author(_) | Input::ObserveWith(_) | Input::Tell(_) => {
            return json_input(input, marks);
        }
    };
    let mut unsealed = input.clone();
    if let Input::Assert(assertion) = &mut unsealed {
        unseal(assertion, marks);
    }
    let reads_back = parse(&format!("# input\n\n{line}\n% nothing\n")).is_ok_and(|stories| {
        stories
            .iter()
            .flat_map(|story| &story.turns)
            .filter_map(|turn| turn.input.as_ref())
            .eq([&unsealed])
    });
    if reads_back {
        line
    } else {
        json_input(input, marks)
    }
}

fn unseal(assertion: &mut Assertion, marks: &mut Marks) {
    for (cell, raw) in &mut assertion.values {
        if let Raw::Confidential(digest) = raw {
            *raw = Raw::Text(marks.of(cell, *digest));
        }
    }
}

fn asserted(assertion: &Assertion, marks: &mut Marks) -> String {
    let values = assertion
        .values
        .iter()
        .map(|(cell, raw)| format!("= {cell}: {}", json(raw, cell, marks)));
    let source = assertion
        .source
        .iter()
        .map(|source| format!("= source: {source}"));
    let version = assertion
        .version
        .iter()
        .map(|version| format!("= version: {}", version.0));
    values
        .chain(source)
        .chain(version)
        .collect::<Vec<_>>()
        .join("\n")
}

fn json_input(input: &Input, marks: &mut Marks) -> String {
    let fields = match input {
        Input::Message(text) => format!("\"message\":{}", quoted(text)),
        Input::Event(name) => format!("\"event\":{}", quoted(name)),
        Input::Observe(cell) => format!("\"observe\":{}", quoted(&cell.to_string())),
        // As a client writes it, without the braces around.
        Input::ObserveWith(_)
        | Input::Tell(_)
        | Input::Author(
            AuthorCommand::Constrain { .. }
            | AuthorCommand::Lift { .. }
            | AuthorCommand::Confirm { .. }
            | AuthorCommand::Merge { .. }
            | AuthorCommand::Settle { .. },
        ) => {
            let json = transcript::input_json(input).to_string();
            json[1..json.len() - 1].to_owned()
        }
        Input::Assert(assertion) => assertion_fields(assertion, marks),
        Input::Act(act) => {
            let word = match act.act {
                ActKind::Inform => "inform",
                ActKind::Affirm => "affirm",
                ActKind::Negate => "negate",
                ActKind::Select => "select",
                ActKind::Request => "request",
                ActKind::Correct => "correct",
            };
            let slot = act
                .slot
                .as_ref()
                .map_or_else(String::new, |slot| format!(",\"slot\":{}", quoted(slot)));
            let value = act.value.as_ref().map_or_else(String::new, |value| {
                format!(",\"value\":{}", json(value, "", marks))
            });
            format!("\"act\":\"{word}\"{slot}{value}")
        }
        Input::Author(AuthorCommand::Assert(assertion)) => {
            format!("\"author\":{{{}}}", assertion_fields(assertion, marks))
        }
        Input::Author(AuthorCommand::Alias { alias, entity }) => format!(
            "\"author\":{{\"alias\":{},\"entity\":{}}}",
            quoted(alias),
            quoted(entity)
        ),
        Input::Author(AuthorCommand::Migrate { project }) => {
            format!("\"author\":{{\"migrate\":\"{project}\"}}")
        }
    };
    format!("@ {{{fields}}}")
}

fn assertion_fields(assertion: &Assertion, marks: &mut Marks) -> String {
    let values: Vec<String> = assertion
        .values
        .iter()
        .map(|(cell, raw)| format!("{}:{}", quoted(cell), json(raw, cell, marks)))
        .collect();
    let source = assertion
        .source
        .as_ref()
        .map_or_else(String::new, |source: &Name| {
            format!(",\"source\":{}", quoted(source))
        });
    let version = assertion
        .version
        .map_or_else(String::new, |version| format!(",\"version\":{}", version.0));
    format!("\"assert\":{{{}}}{source}{version}", values.join(","))
}

fn json(raw: &Raw, cell: &str, marks: &mut Marks) -> String {
    match raw {
        Raw::Null => "null".to_owned(),
        Raw::Bool(truth) => truth.to_string(),
        Raw::Number(digits) => digits.clone(),
        Raw::Text(text) => quoted(text),
        Raw::List(list) => format!(
            "[{}]",
            list.iter()
                .map(|raw| json(raw, cell, marks))
                .collect::<Vec<_>>()
                .join(",")
        ),
        Raw::Map(map) => format!(
            "{{{}}}",
            map.iter()
                .map(|(key, raw)| format!("{}:{}", quoted(key), json(raw, cell, marks)))
                .collect::<Vec<_>>()
                .join(",")
        ),
        Raw::Confidential(digest) => quoted(&marks.of(cell, *digest)),
    }
}
