//! Commands of a reply: what the host is to carry out, each argument of its declared type.
//!
//! Half a command is none: one with a hole or with a value of another type is not handed out. None is
//! while it is not known whether a state blocks the case, nor one of a row that another may stand before, nor one that a
//! message leads to that was not all understood, nor one of a row whose own text is not said.

use super::case::CaseFacts;
use super::decide::Desk;
use super::detect::Heard;
use super::doubt::Doubt;
use super::hear::Spoken;
use super::page::Format;
use super::render::Renderer;
use super::told::Ordered;
use super::{Argument, CaseState, Order, Severity};
use logic::holds::{Facts, Truth};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Date, Name, Number, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Why a command is not handed out: code and words.
type Refused = (&'static str, Phrase);

/// A text as a value of an argument's type.
pub(crate) fn read_argument(kind: &Type, text: &str) -> Option<Value> {
    match kind {
        Type::Text => Some(Value::text(text)),
        Type::Number => text.parse::<Number>().ok().map(Value::Number),
        Type::Boolean => text.parse::<bool>().ok().map(Value::Bool),
        Type::Date => text.parse::<Date>().ok().map(Value::Date),
        Type::Instant => text.parse().ok().map(Value::Instant),
        Type::Enum(values) => values
            .iter()
            .find(|value| ***value == *text)
            .map(|value| Value::Symbol(value.clone())),
        Type::Reference(_) | Type::Set(_) | Type::List(_) => None,
    }
}

impl Desk<'_> {
    /// Commands of a state that holds. Where the message was not all understood, only what the sources say is done:
    /// what holds, and is said, without any message.
    pub(super) fn order_of(&mut self, state: &CaseState) {
        let heard = self.heard;
        let unasked = !self.unasked.is_empty();
        if !(self.open || unasked) || state.commands.is_empty() {
            return self.order(&state.commands, &state.name);
        }
        let case = self.facts.case;
        let unread = match self.open {
            true => Heard {
                verdict: case.verdict.unwrap_or_default(),
                route_to: case.route_to.clone(),
                ..Heard::default()
            },
            false => heard.without(self.unasked),
        };
        let why = match self.open {
            true => self.command_unread(),
            false => self.command_unasked(),
        };
        let spoken = Spoken::of(self.replies, case, &unread);
        let facts = CaseFacts::new(self.project, case).with(&spoken);
        let mut condition = state.condition.iter();
        let stands = condition.all(|condition| facts.holds(condition) == Truth::True);
        for order in &state.commands {
            let unread = self.ordered(&facts, order, &state.name);
            match unread.is_ok() && stands {
                true => self.order(std::slice::from_ref(order), &state.name),
                false => self.hold(order, &why),
            }
        }
    }

    /// Commands of the rules that were chosen, once it is known what is said: a message that was not all understood,
    /// and a rule whose own text is not said, have nothing done.
    pub(super) fn order_chosen(&mut self) {
        let ordering = std::mem::take(&mut self.ordering);
        let is_asked = |intention: Option<usize>| {
            intention.is_none_or(|intention| !self.unasked.contains(&intention))
        };
        let asked: Vec<usize> = ordering
            .iter()
            .filter(|(_, intention)| is_asked(*intention))
            .map(|(rule, _)| *rule)
            .collect();
        for (number, _) in ordering {
            let rule = &self.replies.rules[number];
            // A page of its own speaks for it.
            let speaks = rule.page.is_some() && rule.page == self.reply.page;
            let mut sections = rule.sections.iter().filter(|_| !speaks);
            let silent = sections.find(|section| self.is_silent(section));
            match silent {
                _ if self.open => {
                    for order in &rule.commands {
                        self.hold(order, &self.command_unread());
                    }
                }
                _ if !asked.contains(&number) => {
                    for order in &rule.commands {
                        self.hold(order, &self.command_unasked());
                    }
                }
                Some(section) => {
                    for order in &rule.commands {
                        self.hold(order, &self.command_unsaid(&rule.name, section));
                    }
                }
                None => self.order(&rule.commands, &rule.name),
            }
        }
    }

    /// Whether a section is left out, and nothing says it in its place.
    pub(super) fn is_silent(&self, section: &Name) -> bool {
        let mut left = self.reply.left_out.iter();
        let mut said = self.reply.sections.iter();
        let is_covered = said.any(|said| {
            let said = self.replies.sections.get(&said.section);
            said.is_some_and(|said| said.covers.contains(section))
        });
        left.any(|left| left.section == *section) && !is_covered
    }

    /// Whether who named a section wants it said only where the master template stands in.
    pub(super) fn is_spare(&self, section: &Name, named_by: &[Name]) -> bool {
        let is_by = |name: &Name| {
            let mut rules = self.replies.rules.iter();
            rules.any(|rule| rule.name == *name && rule.otherwise.contains(section))
        };
        !named_by.is_empty() && named_by.iter().all(is_by)
    }

    fn hold(&mut self, order: &Order, why: &Phrase) {
        self.hand_over("command-held", order.command.as_str(), why);
    }

    pub(super) fn order(&mut self, orders: &[Order], because: &Name) {
        for order in orders {
            let ordered = self.ordered(self.facts, order, because);
            match ordered {
                Ok(ordered) => {
                    let same = |known: &Ordered| {
                        known.command == ordered.command && known.arguments == ordered.arguments
                    };
                    if self
                        .alone
                        .is_some_and(|alone| !alone.commands.iter().any(same))
                    {
                        self.hold(order, &self.command_only_told());
                    } else if !self.reply.commands.iter().any(same) {
                        self.reply.commands.push(ordered);
                    }
                }
                Err((code, why)) => self.hand_over(code, order.command.as_str(), &why),
            }
        }
    }

    /// Commands of a row that was chosen while it is not known whether another comes first.
    pub(super) fn hold_back(&mut self, orders: &[Order], doubt: &Doubt) {
        for order in orders {
            let why = self.command_doubted(&doubt.rule, &self.missing(&doubt.condition));
            self.hold(order, &why);
        }
    }

    fn ordered(
        &self,
        facts: &CaseFacts,
        order: &Order,
        because: &Name,
    ) -> Result<Ordered, Refused> {
        if let Some(state) = self.may_block() {
            let mut unknown = self.reply.states.unknown.iter();
            let unknown = unknown.find(|unknown| unknown.state == *state);
            let missing = unknown.map_or(&[][..], |unknown| &unknown.missing);
            return Err(("command-held", self.command_waits(state, missing)));
        }
        let mut arguments = BTreeMap::new();
        for (name, argument) in &order.arguments {
            let value = match argument {
                Argument::Value(value) => value.clone(),
                Argument::Template(template) => self.argument(facts, order, name, template)?,
            };
            arguments.insert(name.clone(), value);
        }
        Ok(Ordered {
            command: order.command.clone(),
            arguments,
            because: because.clone(),
        })
    }

    /// A template of an argument, as a value of its type.
    fn argument(
        &self,
        facts: &CaseFacts,
        order: &Order,
        name: &Name,
        template: &Name,
    ) -> Result<Value, Refused> {
        let command = self.replies.commands.get(&order.command);
        let kind = command.and_then(|command| command.arguments.get(name));
        let renderer = Renderer {
            facts,
            argument: kind,
            ..self.renderer(Format::Text)
        };
        let flags = self.reply.flags.keys().cloned().collect();
        let none = BTreeSet::new();
        let rendered = renderer.section(template, &flags, &none);
        if let Some(hole) = rendered.hole {
            return Err(("command-hole", self.command_lacks(name, &hole)));
        }
        let text = rendered.text;
        let value = match kind {
            None | Some(Type::Text) => return Ok(Value::text(&text)),
            Some(Type::Reference(sort)) => {
                let id = Name::from(text.trim());
                (facts.is_a(&id, sort) == Truth::True).then_some(Value::Entity(id))
            }
            Some(kind) => read_argument(kind, text.trim()),
        };
        match value {
            Some(value) => Ok(value),
            None => {
                let wanted = kind.map_or_else(|| Phrase::new("", ""), Type::describe);
                let text = text.trim();
                let why = Phrase::new(
                    format!(
                        "the command cannot be given: `{name}` would be `{text}`, which is not {}",
                        wanted.en
                    ),
                    format!(
                        "la commande ne peut être donnée : `{name}` vaudrait `{text}`, qui n'est pas {}",
                        wanted.fr
                    ),
                );
                Err(("command-type", why))
            }
        }
    }

    /// A state that may block the case before the one that does, if any.
    fn may_block(&self) -> Option<&Name> {
        let rank = |number: usize| (self.replies.states[number].priority, number);
        let blocked = self.blocking().map(rank);
        let mut unknown = self.unknown.iter().filter(|number| {
            self.replies.states[**number].severity == Severity::Blocking
                && blocked.is_none_or(|blocked| rank(**number) < blocked)
        });
        unknown
            .next()
            .map(|number| &self.replies.states[*number].name)
    }
}
