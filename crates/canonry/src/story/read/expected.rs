//! Lines that are expected: items with their choices, changes, and what is awaited.

use super::super::format::{Expect, Expected, Parsed, problem};
use super::super::line::{after, said, short};
use super::Reader;
use engine::item::ItemKind;

impl Reader {
    pub(super) fn expect(&mut self, line: usize, written: &str, what: Expect) -> Parsed<()> {
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
    pub(super) fn waiting(&self) -> Option<usize> {
        self.answers
            .first()
            .map(|answer| answer.line)
            .into_iter()
            .chain(self.tick.map(|(line, _)| line))
            .min()
    }

    pub(super) fn item(&mut self, line: usize, rest: &str, written: &str) -> Parsed<()> {
        let end = rest
            .find(|c: char| c.is_whitespace() || c == '"')
            .unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        let known = ItemKind::NAMES.into_iter().find(|(name, _)| *name == word);
        let kind = known.map(|(_, kind)| kind);
        if kind.is_none() && !word.is_empty() {
            let kinds = ItemKind::NAMES.map(|(name, _)| name).join(", ");
            return problem(
                line,
                format!(
                    "expected a space or a kind of item ({kinds}) after `<`, found `{}`",
                    short(word)
                ),
                format!(
                    "un espace ou une sorte d'élément ({kinds}) est attendu après `<`, et non `{}`",
                    short(word)
                ),
            );
        }
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

    pub(super) fn item_goes_on(
        &mut self,
        line: usize,
        rest: &str,
        group: Option<char>,
    ) -> Parsed<()> {
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

    pub(super) fn choice(&mut self, line: usize, rest: &str, group: Option<char>) -> Parsed<()> {
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
}
