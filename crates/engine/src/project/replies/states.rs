//! Flags, states and exclusive lists.

use super::super::load::Loader;
use super::{Builder, Suspect, keep_maps, once, priority, unknown, word};
use crate::diagnostic::{Diagnostic, Place};
use crate::reply::{Action, CaseState, Exclusive, Flag, Severity};
use crate::yaml::{Key, Kind, Node};
use logic::formula::Formula;
use logic::text::{Phrase, nearest};
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

const KEYS: [&str; 18] = [
    "id",
    "priority",
    "description",
    "category",
    "severity",
    "detection",
    "when",
    "default",
    "workflow",
    "response",
    "flags",
    "context_flags",
    "sections",
    "commands",
    "rows",
    "action",
    "route_to",
    "alert_internal",
];

impl Builder<'_> {
    /// A method is a label that may name anything; one that is nearly a source is a slip.
    fn check_method(&self, loader: &mut Loader, method: &str, place: &Place) {
        let sources = &self.replies.sources;
        if sources.contains_key(method) {
            return;
        }
        if let Some(near) = nearest(method, sources.keys().map(Name::as_str)) {
            let message = Phrase::new(
                format!("there is no source `{method}`"),
                format!("il n'y a pas de source `{method}`"),
            );
            let hint = Phrase::new(
                format!("did you mean `{near}`?"),
                format!("vouliez-vous dire `{near}` ?"),
            );
            let warning = Diagnostic::warning("unknown-name", place.clone(), message);
            loader.diagnostics.push(warning.hint(hint));
        }
    }

    /// `flags: { name: meaning }`
    pub(super) fn flags(&mut self, loader: &mut Loader, tops: Vec<(Key, Node)>) {
        let what = Phrase::new("flags", "indicateurs");
        for (key, node) in once(loader, tops, &what, ["flag", "l'indicateur"]) {
            loader.check_name(&key);
            let means = match &node.kind {
                Kind::Map(_) => {
                    let fields = loader.fields(&node, &["means", "type"]);
                    fields.and_then(|mut fields| {
                        if let Some(kind) = fields.take("type") {
                            word(loader, &kind, &[("boolean", ())]);
                        }
                        fields.take("means").and_then(|node| loader.string(&node))
                    })
                }
                Kind::Scalar { .. } if node.is_null() => None,
                Kind::Scalar { .. } | Kind::List(_) => loader.string(&node),
            };
            if self.names.derived.contains_key(key.text.as_str()) {
                let message = Phrase::new(
                    format!("duplicate key: `{}` is a derived fact already", key.text),
                    format!("clé en double : `{}` est déjà un fait dérivé", key.text),
                );
                let first = self.names.derived_at.get(key.text.as_str());
                loader.duplicate("duplicate-key", key.place.clone(), message, first);
            }
            self.replies.flags.insert(
                Name::from(key.text.as_str()),
                Flag {
                    means: means.unwrap_or_default(),
                    place: key.place,
                },
            );
        }
    }

    /// Flags that something sets: a list, or a map of flags to `true`.
    pub(super) fn set_flags(&mut self, loader: &mut Loader, node: Option<Node>) -> Vec<Name> {
        let Some(node) = node else {
            return Vec::new();
        };
        let mut set = Vec::new();
        let named: Vec<(String, Place)> = match &node.kind {
            Kind::Map(entries) => entries
                .iter()
                .filter(|(_, value)| loader.boolean(value) == Some(true))
                .map(|(key, _)| (key.text.clone(), key.place.clone()))
                .collect(),
            Kind::List(_) | Kind::Scalar { .. } => loader.placed_strings(&node),
        };
        for (text, place) in named {
            let name = Name::from(text.as_str());
            if !self.replies.flags.contains_key(&name) {
                if self.flags_declared {
                    let known: Vec<Name> = self.replies.flags.keys().cloned().collect();
                    let what = ["flag", "d'indicateur"];
                    unknown("unknown-flag", loader, &place, &text, what, &known);
                    continue;
                }
                let flag = Flag {
                    means: String::new(),
                    place,
                };
                self.replies.flags.insert(name.clone(), flag);
            }
            if !set.contains(&name) {
                set.push(name);
            }
        }
        set
    }

    /// The names first: rows may stand before the states they are about.
    pub(super) fn state_names(
        &mut self,
        loader: &mut Loader,
        tops: Vec<(Key, Node)>,
    ) -> Vec<(Key, Node)> {
        let what = Phrase::new("states", "états");
        let mut all = once(loader, tops, &what, ["state", "l'état"]);
        keep_maps(loader, &mut all, &KEYS);
        for (key, _) in &all {
            self.replies.states.push(CaseState {
                name: Name::from(key.text.as_str()),
                id: String::new(),
                priority: 0,
                description: String::new(),
                category: String::new(),
                severity: Severity::Info,
                method: String::new(),
                condition: None,
                action: Action::Respond,
                route_to: None,
                alert_internal: false,
                generate: true,
                page: None,
                flags: Vec::new(),
                sections: Vec::new(),
                commands: Vec::new(),
                place: key.place.clone(),
                condition_place: key.place.clone(),
            });
        }
        all
    }

    pub(super) fn states(&mut self, loader: &mut Loader, all: Vec<(Key, Node)>) {
        let mut ids: BTreeMap<String, Place> = BTreeMap::new();
        let mut default: Option<Place> = None;
        for (number, (key, node)) in all.into_iter().enumerate() {
            let before = self.mistakes(loader);
            let state = self.state(loader, number, &key, &node);
            if self.mistakes(loader) > before {
                self.suspect.insert(Suspect::State(number));
            }
            let Some(state) = state else {
                continue;
            };
            if !state.id.is_empty()
                && let Some(first) = ids.insert(state.id.clone(), key.place.clone())
            {
                same_id(loader, &state.id, &key.place, first);
            }
            if state.is_default() && node_is_default(&node) {
                if let Some(first) = &default {
                    let message = Phrase::new(
                        "duplicate key: two states are the default",
                        "clé en double : deux états sont celui par défaut",
                    );
                    loader.diagnostics.push(
                        Diagnostic::error("duplicate-key", key.place.clone(), message).also(
                            first.clone(),
                            Phrase::new("first declared here", "déclaré ici d'abord"),
                        ),
                    );
                }
                default = Some(key.place.clone());
            }
            self.replies.states[number] = state;
        }
    }

    fn state(
        &mut self,
        loader: &mut Loader,
        number: usize,
        key: &Key,
        node: &Node,
    ) -> Option<CaseState> {
        let before = self.mistakes(loader);
        let mut fields = loader.fields(node, &KEYS)?;
        let mut state = self.replies.states[number].clone();
        let name = state.name.clone();
        let mut text = |loader: &mut Loader, key: &str| {
            let node = fields.take(key);
            node.and_then(|node| loader.string(&node))
                .unwrap_or_default()
        };
        state.id = text(loader, "id");
        state.description = text(loader, "description");
        state.category = text(loader, "category");
        state.priority = priority(loader, fields.take("priority")).unwrap_or(500);
        // What a severity was meant to be that is not one is told once.
        let mut is_severe = false;
        match fields.take("severity") {
            Some(node) => {
                let severity = word(loader, &node, &Severity::NAMES);
                is_severe = severity.is_some();
                state.severity = severity.unwrap_or(Severity::Info);
            }
            None => loader.error(
                "missing-key",
                key.place.clone(),
                format!("`{name}` has no `severity`"),
                format!("`{name}` n'a pas de `severity`"),
            ),
        }
        let mut when = fields.take("when");
        if let Some(node) = fields.take("detection")
            && let Some(mut detection) = loader.fields(&node, &["method", "condition"])
        {
            if let Some(node) = detection.take("method") {
                state.method = loader.string(&node).unwrap_or_default();
                self.check_method(loader, &state.method, &node.place);
            }
            let condition = detection.take("condition");
            if let (Some(condition), Some(when)) = (&condition, &when) {
                let message = Phrase::new(
                    format!("duplicate key: the condition of `{name}` stands twice"),
                    format!("clé en double : la condition de `{name}` figure deux fois"),
                );
                let first = Phrase::new("`when` says it already", "`when` la donne déjà");
                loader.diagnostics.push(
                    Diagnostic::error("duplicate-key", condition.place.clone(), message)
                        .also(when.place.clone(), first),
                );
            }
            when = condition.or(when);
        }
        let default = fields
            .take("default")
            .and_then(|node| loader.boolean(&node));
        match (&when, default) {
            (Some(node), Some(true)) => loader.error(
                "unknown-key",
                node.place.clone(),
                "the default state holds when no other does, and has no condition",
                "l'état par défaut vaut quand aucun autre n'est réalisé, et n'a pas de condition",
            ),
            (Some(node), _) => {
                state.condition_place = node.place.clone();
                state.condition = Some(self.condition(loader, node));
            }
            (None, Some(true)) => {
                if state.severity != Severity::Info {
                    loader.error(
                        "action-impossible",
                        key.place.clone(),
                        "the default state is of severity INFO",
                        "l'état par défaut est de sévérité INFO",
                    );
                }
            }
            (None, _) => {
                loader.error(
                    "missing-key",
                    key.place.clone(),
                    format!("`{name}` has no condition; the default state says `default: true`"),
                    format!(
                        "`{name}` n'a pas de condition ; l'état par défaut dit `default: true`"
                    ),
                );
                state.condition = Some(Formula::Atom {
                    predicate: Name::from(format!("condition of {name}")),
                    arguments: Vec::new(),
                });
            }
        }
        let mut flags = self.set_flags(loader, fields.take("flags"));
        flags.extend(self.set_flags(loader, fields.take("context_flags")));
        state.flags = flags;
        state.sections = self.section_names(loader, fields.take("sections"));
        let mut orders = self.orders(loader, fields.take("commands"), &name);
        let mut action = fields.take("action");
        let mut route_to = fields.take("route_to");
        let mut internal = fields.take("alert_internal");
        if let Some(node) = fields.take("workflow")
            && let Some(mut workflow) =
                loader.fields(&node, &["action", "route_to", "alert_internal", "commands"])
        {
            action = workflow.take("action").or(action);
            route_to = workflow.take("route_to").or(route_to);
            internal = workflow.take("alert_internal").or(internal);
            let more = workflow.take("commands");
            orders.extend(self.orders(loader, more, &format!("{name}.workflow")));
        }
        state.commands = orders;
        state.route_to = route_to.and_then(|node| loader.string(&node));
        state.alert_internal = internal
            .and_then(|node| loader.boolean(&node))
            .unwrap_or(false);
        let action_place = action.as_ref().map(|node| node.place.clone());
        if let Some(node) = action {
            state.action = word(loader, &node, &Action::NAMES).unwrap_or(Action::Respond);
        }
        let response = fields.take("response");
        let has_alert = self.response(loader, &mut state, response);
        let place = action_place.unwrap_or_else(|| key.place.clone());
        if is_severe {
            self.check_action(loader, &state, has_alert, &place);
        }
        if self.mistakes(loader) > before {
            loader.doubtful.states.insert(number);
        }
        if let Some(node) = fields.take("rows") {
            self.rows_of_state(loader, number, node);
        }
        Some(state)
    }

    /// `response: { generate, template, text, alert_template, alert_text, alert_position }`
    fn response(&mut self, loader: &mut Loader, state: &mut CaseState, node: Option<Node>) -> bool {
        let Some(node) = node else {
            return false;
        };
        let keys = [
            "generate",
            "template",
            "text",
            "alert_template",
            "alert_text",
            "alert_position",
        ];
        let Some(mut fields) = loader.fields(&node, &keys) else {
            return false;
        };
        let generate = fields.take("generate");
        state.generate = generate
            .and_then(|node| loader.boolean(&node))
            .unwrap_or(true);
        let name = state.name.clone();
        let template = fields
            .take("template")
            .and_then(|node| Some((self.template(loader, &node)?, node.place)));
        let text = fields.take("text").and_then(|node| {
            let stem = self.inline(loader, &format!("{name}.text"), &node)?;
            Some((stem, node.place))
        });
        for (stem, place) in template.into_iter().chain(text) {
            if state.severity == Severity::Blocking {
                state.page = Some(stem);
            } else {
                let section = self.implicit(loader, &stem, None, &place);
                state.sections.push(section);
            }
        }
        let position = fields.take("alert_position");
        let slot = position.as_ref().and_then(|node| self.slot(loader, node));
        let mut has_alert = false;
        let template = fields
            .take("alert_template")
            .and_then(|node| Some((self.template(loader, &node)?, node.place)));
        let text = fields.take("alert_text").and_then(|node| {
            let stem = self.inline(loader, &format!("{name}.alert"), &node)?;
            Some((stem, node.place))
        });
        for (stem, place) in template.into_iter().chain(text) {
            has_alert = true;
            let section = self.implicit(loader, &stem, slot.clone(), &place);
            state.sections.push(section);
        }
        has_alert
    }

    /// What an action demands of its state.
    fn check_action(
        &mut self,
        loader: &mut Loader,
        state: &CaseState,
        has_alert: bool,
        place: &Place,
    ) {
        let name = &state.name;
        let (en, fr) = match state.action {
            Action::Block | Action::Stop if state.severity != Severity::Blocking => (
                format!("`{name}` is not BLOCKING, so it cannot stop anything"),
                format!("`{name}` n'est pas BLOCKING, il ne peut rien arrêter"),
            ),
            Action::Stop if state.page.is_some() || !state.sections.is_empty() => (
                format!("`{name}` stops, so its text would never be said"),
                format!("`{name}` arrête tout, son texte ne serait jamais dit"),
            ),
            Action::Route if state.route_to.is_none() => (
                format!("`{name}` does not say to whom: `route_to`"),
                format!("`{name}` ne dit pas à qui : `route_to`"),
            ),
            Action::RespondWithAlert if !has_alert && !state.alert_internal => (
                format!("`{name}` responds with an alert and has none"),
                format!("`{name}` répond avec une alerte et n'en a pas"),
            ),
            Action::Respond
            | Action::RespondWithAlert
            | Action::Block
            | Action::Stop
            | Action::Route => return,
        };
        loader.error("action-impossible", place.clone(), en, fr);
    }

    /// `exclusive: { name: [STATE, STATE] }`
    pub(super) fn exclusive(&mut self, loader: &mut Loader, tops: Vec<(Key, Node)>) {
        let what = Phrase::new("lists of states", "listes d'états");
        for (key, node) in once(loader, tops, &what, ["list", "la liste"]) {
            let mut states = Vec::new();
            let listed = loader.placed_strings(&node);
            let distinct: BTreeSet<&String> = listed.iter().map(|(text, _)| text).collect();
            if distinct.len() < 2 {
                let name = &key.text;
                loader.error(
                    "missing-key",
                    key.place.clone(),
                    format!("`{name}` needs two states at least: one alone excludes nothing"),
                    format!("`{name}` demande au moins deux états : un seul n'exclut rien"),
                );
            }
            for (text, place) in listed {
                states.extend(self.known_state(loader, &text, &place));
            }
            self.replies.exclusive.push(Exclusive {
                name: Name::from(key.text.as_str()),
                states,
                place: key.place,
            });
        }
    }

    pub(super) fn known_state(
        &self,
        loader: &mut Loader,
        name: &str,
        place: &Place,
    ) -> Option<usize> {
        let found = self.replies.state(name);
        if found.is_none() {
            let known = self.replies.states.iter();
            let known: Vec<Name> = known.map(|state| state.name.clone()).collect();
            unknown(
                "unknown-state",
                loader,
                place,
                name,
                ["state", "d'état"],
                &known,
            );
        }
        found
    }

    pub(super) fn known_intention(
        &self,
        loader: &mut Loader,
        name: &str,
        place: &Place,
    ) -> Option<usize> {
        let found = self.replies.intention(name);
        if found.is_none() {
            let known = self.replies.intentions.iter();
            let known: Vec<Name> = known.map(|intention| intention.name.clone()).collect();
            let what = ["intention", "d'intention"];
            unknown("unknown-intention", loader, place, name, what, &known);
        }
        found
    }
}

fn node_is_default(node: &Node) -> bool {
    let Kind::Map(entries) = &node.kind else {
        return false;
    };
    entries.iter().any(|(key, value)| {
        let is_true = matches!(&value.kind, Kind::Scalar { text, .. } if text == "true");
        key.text == "default" && is_true
    })
}

/// Two things have one id.
pub(super) fn same_id(loader: &mut Loader, id: &str, place: &Place, first: Place) {
    let message = Phrase::new(
        format!("duplicate key: the id `{id}` is given twice"),
        format!("clé en double : l'id `{id}` est donné deux fois"),
    );
    loader.diagnostics.push(
        Diagnostic::error("duplicate-key", place.clone(), message)
            .also(first, Phrase::new("first given here", "donné ici d'abord")),
    );
}
