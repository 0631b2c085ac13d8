//! Saying things: items with ids, in the session's language, rendered in a single pass.

use super::Draft;
use crate::event::Event;
use crate::item::{CONFIDENTIAL_MARK, Choice, ConfidentialSpan, Count, Item, ItemId, ItemKind};
use crate::project::{Part, Text};
use crate::view::Refused;
use crate::words;
use logic::text::Phrase;
use logic::value::{Cell, Digest, Name};
use std::collections::BTreeSet;

impl Draft {
    pub(super) fn say(&mut self, kind: ItemKind, phrase: &Phrase, part: Option<&Name>) {
        let text = phrase.in_language(self.state.language()).to_owned();
        self.push_item(kind, text, Vec::new(), part, Vec::new());
    }

    pub(super) fn refuse(&mut self, code: &str, what: &str, reason: &Phrase) {
        let part = self.part_of(what);
        self.refuse_at(code, what, reason, part.as_ref());
    }

    /// The part of a question or of a field, by its id, for the item that speaks of it.
    pub(super) fn part_of(&self, id: &str) -> Option<Name> {
        let flow = self.project.flow.as_ref().filter(|_| self.is_exact())?;
        let part = flow.question(id).map(|(part, _)| part);
        let part = part.or_else(|| self.project.part(id))?;
        // Nothing that is said enters a part.
        let entered = self.state.entered.contains(&part.id);
        entered.then(|| part.id.clone())
    }

    pub(super) fn refuse_at(
        &mut self,
        code: &str,
        what: &str,
        reason: &Phrase,
        part: Option<&Name>,
    ) {
        let reason_text = reason.in_language(self.state.language()).to_owned();
        self.changes.refused.push(Refused {
            code: Name::from(code),
            reason: reason_text,
            what: what.to_owned(),
        });
        // What it may have meant is taken by a yes.
        let meant = self.meant.take().into_iter().collect();
        let text = reason.in_language(self.state.language()).to_owned();
        self.push_item(ItemKind::Refusal, text, meant, part, Vec::new());
    }

    pub(super) fn say_text(&mut self, kind: ItemKind, text: &Text, part: Option<&Name>) {
        let (rendered, spans) = self.render(text, &BTreeSet::new());
        self.push_item(kind, rendered, Vec::new(), part, spans);
    }

    pub(super) fn say_part(
        &mut self,
        kind: ItemKind,
        text: &Text,
        part: &Part,
        choices: Vec<Choice>,
    ) -> ItemId {
        let (rendered, spans) = self.render(text, &part.shows);
        self.push_item(kind, rendered, choices, Some(&part.id), spans)
    }

    /// The text in the session's language. A hole is never shown: the text is replaced by a stated
    /// refusal, and the refusal is counted.
    pub(super) fn render(
        &mut self,
        text: &Text,
        shows: &BTreeSet<Cell>,
    ) -> (String, Vec<ConfidentialSpan>) {
        let language = self.state.language().to_owned();
        let Some(template) = text.template(&language) else {
            return (String::new(), Vec::new());
        };
        let paths = self.project.templates.all_paths(template);
        let mut confidential = Vec::new();
        let context = self.canon().context(&paths, &mut confidential);
        match self.project.templates.render(template, &context) {
            Ok(rendered) => spans(rendered, &confidential, !shows.is_empty()),
            Err(hole) => {
                let reason = words::hole(&hole.path).in_language(&language).to_owned();
                self.changes.refused.push(Refused {
                    code: Name::from("template-hole"),
                    reason: reason.clone(),
                    what: hole.path,
                });
                (reason, Vec::new())
            }
        }
    }

    pub(super) fn push_item(
        &mut self,
        kind: ItemKind,
        text: String,
        choices: Vec<Choice>,
        part: Option<&Name>,
        confidential: Vec<ConfidentialSpan>,
    ) -> ItemId {
        self.push_about(kind, text, choices, part, confidential, Vec::new())
    }

    /// An item that tells these cells.
    pub(super) fn push_about(
        &mut self,
        kind: ItemKind,
        text: String,
        choices: Vec<Choice>,
        part: Option<&Name>,
        confidential: Vec<ConfidentialSpan>,
        about: Vec<Cell>,
    ) -> ItemId {
        let id = self.next_item_id();
        // Sessions of the first edition did not say what a text is about.
        let about = if self.state.edition() >= 2 {
            about
        } else {
            Vec::new()
        };
        let heard_by = if about.is_empty() {
            Vec::new()
        } else {
            self.canon().scene().hearers()
        };
        let at_hand = match part {
            None if self.is_exact() => self.state.obligation.as_ref(),
            Some(_) | None => None,
        };
        let at_hand = at_hand.map(|open| open.obligation.part.clone());
        let part = part.or(at_hand.as_ref());
        let flow = part
            .and_then(|_| self.project.flow.as_ref())
            .map(|flow| flow.id.clone());
        let block = part
            .and_then(|part| self.project.part(part))
            .and_then(|part| part.block.clone());
        self.push(Event::Said(Item {
            block,
            id: id.clone(),
            kind,
            text,
            choices,
            flow,
            part: part.cloned(),
            confidential,
            about,
            heard_by,
        }));
        id
    }

    pub(super) fn next_item_id(&mut self) -> ItemId {
        self.said += 1;
        ItemId(Name::from(format!(
            "{}.{}",
            self.state.turns + 1,
            self.said
        )))
    }
}

/// Replaces the marks of confidential values by spans, and by nothing but the mark where they are
/// not shown.
pub(super) fn spans(
    rendered: String,
    confidential: &[(String, Digest)],
    shows: bool,
) -> (String, Vec<ConfidentialSpan>) {
    if confidential.is_empty() {
        return (rendered, Vec::new());
    }
    let (mut text, mut spans, mut rest) = (String::new(), Vec::new(), rendered.as_str());
    while let Some((at, mark, digest)) = confidential
        .iter()
        .filter_map(|(mark, digest)| rest.find(mark.as_str()).map(|at| (at, mark, *digest)))
        .min_by_key(|found| found.0)
    {
        text.push_str(&rest[..at]);
        if shows {
            spans.push(ConfidentialSpan {
                at: Count(text.len() as u64),
                value: digest,
            });
        }
        text.push_str(CONFIDENTIAL_MARK);
        rest = &rest[at + mark.len()..];
    }
    text.push_str(rest);
    (text, spans)
}
