//! Commands, sending, and the options of a project of replies.

use super::super::attributes::{Notes, type_named};
use super::super::load::Loader;
use super::{Builder, once, unknown, word};
use crate::reply::orders::read_argument;
use crate::reply::{Argument, Command, Dates, Order, SendRule};
use crate::yaml::{Key, Kind, Node};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// The master template, where none is named.
const MASTER: &str = "response_master";

impl Builder<'_> {
    /// `reply: { master, slot, unknown, clarify, min_score, dates, beside, other_language }`
    pub(super) fn options(&mut self, loader: &mut Loader, node: Option<Node>) {
        if let Some(master) = self.find(MASTER) {
            self.used.insert(master.clone());
            self.replies.options.master = Some(master);
        }
        let Some(node) = node else {
            return;
        };
        let keys = [
            "master",
            "slot",
            "unknown",
            "clarify",
            "min_score",
            "dates",
            "beside",
            "other_language",
        ];
        let Some(mut fields) = loader.fields(&node, &keys) else {
            return;
        };
        if let Some(node) = fields.take("master")
            && let Some(master) = self.template(loader, &node)
        {
            self.replies.options.master = Some(master);
        }
        if let Some(node) = fields.take("min_score")
            && let Some(score) = loader.whole(&node, 0, 100)
        {
            self.replies.options.min_score = score;
        }
        if let Some(node) = fields.take("dates") {
            let dates = word(loader, &node, &Dates::NAMES);
            self.replies.options.dates = dates.unwrap_or_default();
        }
        if let Some(node) = fields.take("beside") {
            let listed = loader.placed_strings(&node).into_iter();
            let listed = listed.map(|(words, _)| words);
            self.replies.options.beside = listed.collect();
        }
        if let Some(node) = fields.take("other_language") {
            let answers = word(loader, &node, &[("hand_over", false), ("answer", true)]);
            self.replies.options.any_language = answers.unwrap_or(false);
        }
        self.default_slot = fields.take("slot");
        let unknown = fields.take("unknown");
        let clarifies = unknown
            .as_ref()
            .and_then(|node| word(loader, node, &[("hand_over", false), ("clarify", true)]));
        match (clarifies, fields.take("clarify")) {
            (Some(true), Some(text)) => self.clarify = Some(text),
            (Some(true), None) => loader.error(
                "missing-key",
                node.place.clone(),
                "`unknown: clarify` needs the text that asks back: `clarify`",
                "`unknown: clarify` demande le texte qui questionne : `clarify`",
            ),
            (Some(false) | None, Some(text)) => loader.error(
                "unknown-key",
                text.place,
                "`clarify` is said with `unknown: clarify` alone",
                "`clarify` ne se dit qu'avec `unknown: clarify`",
            ),
            (Some(false) | None, None) => {}
        }
    }

    /// `commands: { name: { description, arguments: { name: type } } }`
    pub(super) fn commands(&mut self, loader: &mut Loader, tops: Vec<(Key, Node)>) {
        let what = Phrase::new("commands", "commandes");
        for (key, node) in once(loader, tops, &what, ["command", "la commande"]) {
            loader.check_name(&key);
            let Some(mut fields) = loader.fields(&node, &["description", "arguments"]) else {
                loader.declaration_failed(&key.text);
                continue;
            };
            let description = fields.take("description");
            let description = description.and_then(|node| loader.string(&node));
            let mut arguments = BTreeMap::new();
            let listed = fields.take("arguments");
            let listed =
                listed.map(|node| loader.named(node, &Phrase::new("arguments", "arguments")));
            for (argument, node) in listed.into_iter().flatten() {
                let kind = self.argument_type(loader, &argument, &node);
                if let Some(kind) = kind {
                    arguments.insert(Name::from(argument.text), kind);
                }
            }
            self.replies.commands.insert(
                Name::from(key.text.as_str()),
                Command {
                    description: description.unwrap_or_default(),
                    arguments,
                    place: key.place,
                },
            );
        }
    }

    fn argument_type(&mut self, loader: &mut Loader, key: &Key, node: &Node) -> Option<Type> {
        if let Kind::Scalar { text, .. } = &node.kind {
            let nothing = Node {
                place: node.place.clone(),
                kind: Kind::Map(Vec::new()),
            };
            let mut fields = loader.fields(&nothing, &[])?;
            let sorts = &self.names.sorts;
            let mut notes = Notes::default();
            let place = &node.place;
            return type_named(
                loader,
                sorts,
                text,
                place,
                &mut fields,
                &mut notes,
                &key.text,
            );
        }
        let mut fields = loader.fields(node, &["type", "values", "sort", "of"])?;
        let kind = fields.take("type")?;
        let word = loader.string(&kind)?;
        let (sorts, mut notes) = (&self.names.sorts, Notes::default());
        let place = &kind.place;
        type_named(
            loader,
            sorts,
            &word,
            place,
            &mut fields,
            &mut notes,
            &key.text,
        )
    }

    /// `commands: [{ name: { argument: value } }]`
    pub(super) fn orders(
        &mut self,
        loader: &mut Loader,
        node: Option<Node>,
        owner: &str,
    ) -> Vec<Order> {
        let mut orders = Vec::new();
        let Some(node) = node else {
            return orders;
        };
        let what = Phrase::new("commands", "commandes");
        for (at, entry) in super::listed(&node).into_iter().enumerate() {
            let entries = match &entry.kind {
                // A command without arguments is its name.
                Kind::Scalar { text, .. } if !entry.is_null() => {
                    let key = Key {
                        place: entry.place.clone(),
                        text: text.clone(),
                    };
                    let nothing = Node {
                        place: entry.place.clone(),
                        kind: Kind::Map(Vec::new()),
                    };
                    vec![(key, nothing)]
                }
                Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                    loader.entries(entry.clone(), &what)
                }
            };
            for (key, node) in entries {
                let owner = format!("{owner}.{at}");
                orders.extend(self.ordered(loader, &key, node, &owner));
            }
        }
        orders
    }

    fn ordered(
        &mut self,
        loader: &mut Loader,
        key: &Key,
        node: Node,
        owner: &str,
    ) -> Option<Order> {
        let name = Name::from(key.text.as_str());
        let Some(command) = self.replies.commands.get(&name).cloned() else {
            let known: Vec<Name> = self.replies.commands.keys().cloned().collect();
            let what = ["command", "de commande"];
            unknown("unknown-command", loader, &key.place, &name, what, &known);
            return None;
        };
        let (mut arguments, mut given) = (BTreeMap::new(), BTreeSet::new());
        let entries = loader.entries(node, &Phrase::new("arguments", "arguments"));
        for (argument, value) in entries {
            let Some(kind) = command.arguments.get(argument.text.as_str()) else {
                let known: Vec<Name> = command.arguments.keys().cloned().collect();
                let what = ["argument", "d'argument"];
                let place = &argument.place;
                unknown("unknown-key", loader, place, &argument.text, what, &known);
                continue;
            };
            let stem = format!("{owner}.{name}.{}", argument.text);
            let found = self.argument(loader, kind, &value, &stem);
            given.insert(Name::from(argument.text.as_str()));
            arguments.extend(found.map(|found| (Name::from(argument.text), found)));
        }
        for argument in command.arguments.keys() {
            if !given.contains(argument) {
                loader.error(
                    "missing-key",
                    key.place.clone(),
                    format!("`{name}` needs `{argument}`"),
                    format!("`{name}` demande `{argument}`"),
                );
            }
        }
        Some(Order {
            command: name,
            arguments,
        })
    }

    fn argument(
        &mut self,
        loader: &mut Loader,
        kind: &Type,
        node: &Node,
        stem: &str,
    ) -> Option<Argument> {
        let text = loader.string(node)?;
        // Nothing is a list or a set that comes of a template.
        if text.contains("{{") && !matches!(kind, Type::Set(_) | Type::List(_)) {
            return self.inline(loader, stem, node).map(Argument::Template);
        }
        let value = read_argument(kind, &text);
        if value.is_none() {
            let wanted = kind.describe();
            loader.error(
                "wrong-type",
                node.place.clone(),
                format!("`{text}` is not {}", wanted.en),
                format!("`{text}` n'est pas {}", wanted.fr),
            );
        }
        value.map(Argument::Value)
    }

    /// `send: { allow: [{ intentions, when }] }`
    pub(super) fn send(&mut self, loader: &mut Loader, tops: Vec<(Key, Node)>) {
        for (_, node) in tops {
            let Some(mut fields) = loader.fields(&node, &["allow"]) else {
                continue;
            };
            let Some(allow) = fields.take("allow") else {
                continue;
            };
            for rule in super::listed(&allow) {
                let Some(mut fields) = loader.fields(rule, &["intentions", "when"]) else {
                    continue;
                };
                let mut intentions = Vec::new();
                let named = fields.take("intentions");
                let named = named.map(|node| loader.placed_strings(&node));
                let named = named.unwrap_or_default();
                if named.is_empty() {
                    loader.error(
                        "missing-key",
                        rule.place.clone(),
                        "this rule has no `intentions`: it allows nothing",
                        "cette règle n'a pas d'`intentions` : elle ne permet rien",
                    );
                }
                for (text, place) in named {
                    intentions.extend(self.known_intention(loader, &text, &place));
                }
                let when = fields.take("when");
                let when = when.map(|node| self.condition(loader, &node));
                self.replies.send.push(SendRule {
                    intentions,
                    when,
                    place: rule.place.clone(),
                });
            }
        }
    }

    /// The text that asks back becomes a section, once slots are known.
    pub(super) fn clarify(&mut self, loader: &mut Loader) {
        if let Some(node) = self.clarify.take()
            && let Some(stem) = self.inline(loader, "clarify", &node)
        {
            let section = self.implicit(loader, &stem, None, &node.place);
            self.replies.options.clarify = Some(section);
        }
    }
}
