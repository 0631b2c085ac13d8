//! Commands of a reply: what the host is to carry out, each argument of its declared type.
//!
//! Half a command is none: one with a hole or with a value of another type is not handed out. None is
//! while it is not known whether a state blocks the case, nor one of a row that another may stand before.

use super::decide::Desk;
use super::doubt::Doubt;
use super::page::Format;
use super::told::Ordered;
use super::{Argument, Order, Severity};
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
    pub(super) fn order(&mut self, orders: &[Order], because: &Name) {
        for order in orders {
            let ordered = self.ordered(order, because);
            match ordered {
                Ok(ordered) => {
                    let same = |known: &Ordered| {
                        known.command == ordered.command && known.arguments == ordered.arguments
                    };
                    if !self.reply.commands.iter().any(same) {
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
            self.hand_over("command-held", order.command.as_str(), &why);
        }
    }

    fn ordered(&self, order: &Order, because: &Name) -> Result<Ordered, Refused> {
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
                Argument::Template(template) => self.argument(order, name, template)?,
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
    fn argument(&self, order: &Order, name: &Name, template: &Name) -> Result<Value, Refused> {
        let command = self.replies.commands.get(&order.command);
        let kind = command.and_then(|command| command.arguments.get(name));
        let mut renderer = self.renderer(Format::Text);
        renderer.argument = kind;
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
                (self.facts.is_a(&id, sort) == Truth::True).then_some(Value::Entity(id))
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
