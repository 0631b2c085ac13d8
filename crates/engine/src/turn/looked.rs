//! Looking: what makes somebody look, whether a cell is seen so, and several cells that are seen together.

use super::facts::WHOLE;
use super::{Draft, Surroundings};
use crate::collapse::Wishes;
use crate::event::ConstraintSource;
use crate::input::{Look, Trigger, TriggerKind};
use crate::item::ItemKind;
use crate::project::Composite;
use crate::words;
use logic::value::{Cell, Name, Value};

/// Since when a message sees what talking sees, a field is seen as its composite is, and looking at a composite
/// leaves those fields open that are not seen so.
const SEEN: u64 = 13;

impl Draft {
    /// Looks at a cell with wishes of one's own.
    pub(super) fn look(&mut self, look: &Look, surroundings: &Surroundings) {
        let own = self.wishes.clone();
        self.wishes = Wishes {
            depth: look.depth.unwrap_or(own.depth),
            register: look.register.unwrap_or(own.register),
            attempts: look
                .attempts
                .map_or(own.attempts, |count| u32::try_from(count.0).unwrap_or(1)),
            timeout_ms: look.timeout_ms.map_or(own.timeout_ms, |count| count.0),
            partial: look.partial.unwrap_or(own.partial),
            trigger: look.trigger.clone(),
        };
        if !self.sees(&look.cell) {
            self.refuse_unseen(&look.cell);
        } else if self.constrain_all(&look.constraints) {
            self.observe(&look.cell, surroundings);
        }
        self.wishes = own;
    }

    /// Looks at a cell because a message asks for it; says so where talking does not show it.
    pub(super) fn ask_for(&mut self, cell: &Cell, surroundings: &Surroundings) {
        let own = self.wishes.trigger.clone();
        if self.state.edition() >= SEEN {
            self.wishes.trigger = Some(Trigger::plain(TriggerKind::Dialogue));
        }
        let attribute = self.project.attribute(cell).cloned();
        if !self.sees(cell) {
            let asked = self.asked_words(&cell.attribute);
            let asked = asked.unwrap_or_else(|| cell.attribute.to_string());
            let words = words::not_by_asking(&self.name_of(&cell.entity), &asked);
            self.refuse("not-observed", &cell.to_string(), &words);
        } else if let Some((witness, attribute)) = self.is_hearsay(cell).zip(attribute) {
            self.hearsay(&witness, cell, &attribute, surroundings);
        } else {
            self.observe(cell, surroundings);
        }
        self.wishes.trigger = own;
    }

    fn refuse_unseen(&mut self, cell: &Cell) {
        let trigger = self.wishes.trigger.as_ref();
        let kind = trigger.map_or("", |trigger| trigger.kind.as_str());
        let cell = cell.to_string();
        self.refuse("not-observed", &cell, &words::not_observed(&cell, kind));
    }

    /// Constraints of a request: all of them or none. False if one is refused, with the reason said.
    fn constrain_all(&mut self, formulas: &[String]) -> bool {
        let request = ConstraintSource::Request;
        let strict = request.strength(None);
        let mut tried = self.clone();
        let stand = formulas
            .iter()
            .all(|formula| tried.constrain_for(formula, strict, None, request.clone()));
        if stand || self.state.edition() < WHOLE {
            *self = tried;
            return stand;
        }
        self.refuse_as(tried);
        false
    }

    /// Whether what made somebody look shows this cell. Looking by itself shows everything.
    fn sees(&self, cell: &Cell) -> bool {
        let Some(kind) = self.wishes.trigger.as_ref().map(|trigger| trigger.kind) else {
            return true;
        };
        let project = &self.project;
        let composite = project.composite(cell).map(|whole| &whole.topic);
        let own = composite.or_else(|| project.attribute(cell).map(|known| &known.topic));
        let later = self.state.edition() >= SEEN;
        let Some(own) = own else {
            // That there is no such cell is said by whoever looks for it.
            return later || kind.looks();
        };
        let whole = project.whole(cell).map(|whole| &whole.topic);
        let whole = whole.filter(|_| later && own.observed_by.is_empty());
        match &whole.unwrap_or(own).observed_by[..] {
            [] => kind.looks(),
            listed => listed.contains(&kind),
        }
    }

    /// The fields of a composite that are looked at now.
    fn fields_seen(&self, cell: &Cell, composite: &Composite) -> Vec<Name> {
        let seen = |name: &&Name| {
            let field = Cell {
                entity: cell.entity.clone(),
                attribute: (*name).clone(),
            };
            self.state.edition() < SEEN || self.sees(&field)
        };
        let depth = |name: &&Name| self.project.field_depth(cell, name);
        let mut seen = composite.fields.iter().filter(seen).peekable();
        let first = seen.peek().copied();
        let wanted = seen.filter(|name| depth(name) <= Some(self.wishes.depth));
        let wanted: Vec<Name> = wanted.cloned().collect();
        match wanted.is_empty() {
            true => first.into_iter().cloned().collect(),
            false => wanted,
        }
    }

    /// Settles every field that is still open, then tells them together.
    pub(super) fn observe_composite(
        &mut self,
        cell: &Cell,
        composite: &Composite,
        surroundings: &Surroundings,
    ) {
        let wanted = self.fields_seen(cell, composite);
        if wanted.is_empty() {
            return self.refuse_unseen(cell);
        }
        let told = self.settle_fields(cell, &wanted, None, surroundings);
        if !self.needs.is_empty() {
            return;
        }
        if told.len() == wanted.len()
            && let Some(text) = self.telling(cell, &composite.topic, &told)
        {
            let facts: Vec<(Cell, Value)> = told
                .into_iter()
                .map(|(_, field, value)| (field, value))
                .collect();
            let who = self.teller(cell);
            let Some(text) = self.worded(&who, cell, &facts, text) else {
                return;
            };
            let about = facts.into_iter().map(|(field, _)| field).collect();
            self.push_about(ItemKind::Telling, text, Vec::new(), None, Vec::new(), about);
        } else {
            for (_, field, value) in told {
                self.tell(&field, &value, None);
            }
        }
        self.after_settling(surroundings);
    }
}
