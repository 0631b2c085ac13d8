//! Lines that are sent: inputs, and when they come.

use super::super::format::{Parsed, Tick, Turn, Wanted, problem};
use super::super::line::{self, after, short};
use super::{DEFAULT_NOW, Reader};
use engine::input::{Assertion, Input, Raw};
use engine::item::Count;
use logic::value::{Cell, Name};
use std::collections::BTreeMap;

impl Reader {
    pub(super) fn input(&mut self, line: usize, input: Input) -> Parsed<()> {
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

    pub(super) fn message_goes_on(
        &mut self,
        line: usize,
        rest: &str,
        group: Option<char>,
    ) -> Parsed<()> {
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

    pub(super) fn assert(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
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
    pub(super) fn check_assertion(&self) -> Parsed<()> {
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

    pub(super) fn clock(&mut self, line: usize, rest: &str) -> Parsed<()> {
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
}
