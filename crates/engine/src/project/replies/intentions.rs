//! Intentions and everything that selects: rows, templates with conditions, groups.

use super::super::fields::Fields;
use super::super::load::Loader;
use super::states::same_id;
use super::{Builder, Suspect, keep_maps, listed, once, priority, unknown, word};
use crate::diagnostic::{Diagnostic, Place};
use crate::reply::asked::Asked;
use crate::reply::detect::Recogniser;
use crate::reply::{Answers, Group, Intention, Pass, Rule, Saying, Verdict};
use crate::yaml::{Key, Kind, Node};
use logic::formula::Term;
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeMap;

const KEYS: [&str; 18] = [
    "id",
    "description",
    "category",
    "note",
    "triggers",
    "examples",
    "sentences",
    "counter_examples",
    "priority",
    "action",
    "route_to",
    "flags",
    "context_flags",
    "sections",
    "text",
    "template",
    "says",
    "rows",
];

const ROW: [&str; 10] = [
    "template",
    "context_flags",
    "flags",
    "sections",
    "otherwise",
    "text",
    "when",
    "priority",
    "commands",
    "answers",
];

const TEMPLATE: [&str; 14] = [
    "template",
    "context_flags",
    "flags",
    "sections",
    "otherwise",
    "text",
    "for_intention",
    "for_condition",
    "for_state",
    "priority",
    "commands",
    "answers",
    "shows",
    "when",
];

/// What a row is for.
struct For {
    name: Name,
    pass: Pass,
    state: Option<usize>,
    intention: Option<usize>,
}

impl Builder<'_> {
    pub(super) fn intention_names(
        &mut self,
        loader: &mut Loader,
        tops: Vec<(Key, Node)>,
    ) -> Vec<(Key, Node)> {
        let what = Phrase::new("intentions", "intentions");
        let mut all = once(loader, tops, &what, ["intention", "l'intention"]);
        keep_maps(loader, &mut all, &KEYS);
        for (key, _) in &all {
            self.replies.intentions.push(Intention {
                name: Name::from(key.text.as_str()),
                id: String::new(),
                description: String::new(),
                category: String::new(),
                note: String::new(),
                triggers: Vec::new(),
                sentences: Vec::new(),
                examples: Vec::new(),
                counter_examples: Vec::new(),
                priority: 500,
                verdict: Verdict::Go,
                route_to: None,
                flags: Vec::new(),
                sections: Vec::new(),
                says: BTreeMap::new(),
                place: key.place.clone(),
            });
        }
        all
    }

    pub(super) fn intentions(&mut self, loader: &mut Loader, all: Vec<(Key, Node)>) {
        let mut ids: BTreeMap<String, Place> = BTreeMap::new();
        for (number, (key, node)) in all.into_iter().enumerate() {
            let before = self.mistakes(loader);
            let intention = self.intention(loader, number, &key, &node);
            if self.mistakes(loader) > before {
                self.suspect.insert(Suspect::Intention(number));
            }
            let Some(intention) = intention else {
                continue;
            };
            if !intention.id.is_empty()
                && let Some(first) = ids.insert(intention.id.clone(), key.place.clone())
            {
                same_id(loader, &intention.id, &key.place, first);
            }
            self.replies.intentions[number] = intention;
        }
    }

    fn intention(
        &mut self,
        loader: &mut Loader,
        number: usize,
        key: &Key,
        node: &Node,
    ) -> Option<Intention> {
        let mut fields = loader.fields(node, &KEYS)?;
        let mut intention = self.replies.intentions[number].clone();
        let name = intention.name.clone();
        let mut text = |loader: &mut Loader, key: &str| {
            let node = fields.take(key);
            node.and_then(|node| loader.string(&node))
                .unwrap_or_default()
        };
        intention.id = text(loader, "id");
        intention.description = text(loader, "description");
        intention.category = text(loader, "category");
        intention.note = text(loader, "note");
        intention.priority = priority(loader, fields.take("priority")).unwrap_or(500);
        let mut strings = |loader: &mut Loader, key: &str| {
            let node = fields.take(key);
            node.map(|node| loader.placed_strings(&node))
                .unwrap_or_default()
        };
        for (words, place) in strings(loader, "triggers") {
            if Recogniser::says_something(&loader.languages, &words) {
                intention.triggers.push(words);
            } else {
                loader.error(
                    "empty-cue",
                    place,
                    format!("`{words}` holds no word that says what is asked"),
                    format!("`{words}` ne contient aucun mot qui dise ce qui est demandé"),
                );
            }
        }
        let sentences = strings(loader, "sentences").into_iter();
        intention.sentences = sentences.map(|(sentence, _)| sentence).collect();
        intention.examples = strings(loader, "examples");
        intention.counter_examples = strings(loader, "counter_examples");
        let has_words = !intention.triggers.is_empty() || !intention.sentences.is_empty();
        if !has_words && intention.examples.is_empty() {
            loader.error(
                "missing-key",
                key.place.clone(),
                format!("`{name}` has no `triggers`: nothing could be recognised as it"),
                format!("`{name}` n'a pas de `triggers` : rien ne pourrait être reconnu"),
            );
        }
        if let Some(node) = fields.take("action") {
            intention.verdict = word(loader, &node, &Verdict::NAMES).unwrap_or_default();
        }
        let to = fields.take("route_to");
        intention.route_to = to.and_then(|node| loader.string(&node));
        if intention.verdict == Verdict::Route && intention.route_to.is_none() {
            loader.error(
                "action-impossible",
                key.place.clone(),
                format!("`{name}` does not say to whom: `route_to`"),
                format!("`{name}` ne dit pas à qui : `route_to`"),
            );
        }
        let mut flags = self.set_flags(loader, fields.take("flags"));
        flags.extend(self.set_flags(loader, fields.take("context_flags")));
        intention.flags = flags;
        intention.sections = self.section_names(loader, fields.take("sections"));
        if let Some(node) = fields.take("text")
            && let Some(stem) = self.inline(loader, &name, &node)
        {
            let section = self.implicit(loader, &stem, None, &node.place);
            intention.sections.push(section);
        }
        if let Some(node) = fields.take("template")
            && let Some(stem) = self.template(loader, &node)
        {
            let section = self.implicit(loader, &stem, None, &node.place);
            intention.sections.push(section);
        }
        if let Some(node) = fields.take("says") {
            intention.says = self.says_of(loader, node);
        }
        if let Some(node) = fields.take("rows") {
            for (key, value) in loader.entries(node, &Phrase::new("rows", "lignes")) {
                let row = format!("{}:{name}", key.text);
                self.row(loader, &row, &key.place, &value);
            }
        }
        Some(intention)
    }

    /// `says: { when: [order.due, "not yet known"] }`: what it may be asked for, and what says it.
    fn says_of(&mut self, loader: &mut Loader, node: Node) -> BTreeMap<Asked, Vec<Saying>> {
        let mut says = BTreeMap::new();
        for (key, value) in loader.entries(node, &Phrase::new("says", "says")) {
            let mut known = Asked::NAMES.iter();
            let Some((_, asked)) = known.find(|(name, _)| *name == key.text) else {
                let names = Asked::NAMES.map(|(name, _)| name);
                let message = Phrase::new(
                    format!(
                        "`{}` is nothing that is asked for: {}",
                        key.text,
                        names.join(", ")
                    ),
                    format!(
                        "`{}` n'est rien qui se demande : {}",
                        key.text,
                        names.join(", ")
                    ),
                );
                let error = Diagnostic::error("unknown-value", key.place.clone(), message);
                loader.diagnostics.push(error.suggest(&key.text, names));
                continue;
            };
            let texts = loader.placed_strings(&value).into_iter();
            let texts = texts.map(|(text, place)| self.saying(loader, text, &place));
            says.insert(*asked, texts.collect());
        }
        says
    }

    pub(super) fn rows_of_state(&mut self, loader: &mut Loader, state: usize, node: Node) {
        let name = self.replies.states[state].name.clone();
        for (key, value) in loader.entries(node, &Phrase::new("rows", "lignes")) {
            let row = format!("{name}:{}", key.text);
            self.row(loader, &row, &key.place, &value);
        }
    }

    /// `"STATE:INTENTION": { … }`
    pub(super) fn matrix(&mut self, loader: &mut Loader, tops: Vec<(Key, Node)>) {
        let what = Phrase::new("rows", "lignes");
        for (_, node) in tops {
            for (key, value) in loader.entries(node, &what) {
                self.row(loader, &key.text, &key.place, &value);
            }
        }
    }

    fn row(&mut self, loader: &mut Loader, written: &str, place: &Place, node: &Node) {
        let Some((state, intention)) = written.split_once(':') else {
            loader.error(
                "bad-name",
                place.clone(),
                format!("`{written}` is not a row: STATE:INTENTION, or *:INTENTION"),
                format!("`{written}` n'est pas une ligne : STATE:INTENTION, ou *:INTENTION"),
            );
            return;
        };
        let (state, intention) = (state.trim(), intention.trim());
        let name = format!("{state}:{intention}");
        if let Some(first) = self.rows.insert(name.clone(), place.clone()) {
            let message = Phrase::new(
                format!("duplicate key: the row `{name}` stands twice"),
                format!("clé en double : la ligne `{name}` figure deux fois"),
            );
            loader.diagnostics.push(
                Diagnostic::error("duplicate-key", place.clone(), message).also(
                    first,
                    Phrase::new("first written here", "écrite ici d'abord"),
                ),
            );
            loader.drop_words(node);
            return;
        }
        let any = state == "*";
        let known_state = if any {
            None
        } else {
            self.known_state(loader, state, place)
        };
        let known_intention = self.known_intention(loader, intention, place);
        let lost = known_intention.is_none() || (!any && known_state.is_none());
        let versions = listed(node);
        for (at, version) in versions.iter().enumerate() {
            let before = self.mistakes(loader);
            let Some(fields) = loader.fields(version, &ROW) else {
                continue;
            };
            let name = if versions.len() > 1 {
                format!("{name}#{}", at + 1)
            } else {
                name.clone()
            };
            let what = For {
                name: Name::from(name),
                pass: if any { Pass::Wildcard } else { Pass::Exact },
                state: known_state,
                intention: known_intention,
            };
            let place = if versions.len() > 1 {
                &version.place
            } else {
                place
            };
            self.rule(loader, what, fields, place, before);
            if lost {
                // What it names is named all the same.
                self.lost(loader, known_intention);
            }
        }
    }

    /// A rule for something that does not exist is none; what it sets is not unset by that.
    fn lost(&mut self, loader: &mut Loader, intention: Option<usize>) {
        if let Some(rule) = self.replies.rules.pop() {
            let number = self.replies.rules.len();
            self.suspect.remove(&Suspect::Rule(number));
            loader.doubtful.rules.remove(&number);
            self.lost_flags.extend(rule.flags);
        }
        if let Some(intention) = intention {
            self.suspect.insert(Suspect::Intention(intention));
        }
    }

    /// One way to select. What was found wrong since `before` is a mistake in it.
    fn rule(
        &mut self,
        loader: &mut Loader,
        what: For,
        mut fields: Fields,
        place: &Place,
        before: usize,
    ) -> usize {
        let mut flags = self.set_flags(loader, fields.take("context_flags"));
        flags.extend(self.set_flags(loader, fields.take("flags")));
        let mut sections = self.section_names(loader, fields.take("sections"));
        if let Some(node) = fields.take("text")
            && let Some(stem) = self.inline(loader, &what.name, &node)
        {
            sections.push(self.implicit(loader, &stem, None, &node.place));
        }
        // Said in the master template, where that stands in for the page.
        let otherwise = self.section_names(loader, fields.take("otherwise"));
        sections.extend(otherwise.iter().cloned());
        let page = fields.take("template");
        let page = page.and_then(|node| self.template(loader, &node));
        let when = fields.take("when").or_else(|| fields.take("for_condition"));
        let when = when.map(|node| self.condition(loader, &node));
        let answers = fields.take("answers");
        let answers = answers.map_or_else(Answers::default, |node| {
            let (any_intention, subjects) = self.subjects(loader, &node);
            Answers {
                any_intention,
                subjects,
            }
        });
        let commands = fields.take("commands");
        let commands = self.orders(loader, commands, &what.name);
        self.replies.rules.push(Rule {
            name: what.name,
            pass: what.pass,
            state: what.state,
            intention: what.intention,
            when,
            priority: priority(loader, fields.take("priority")).unwrap_or(0),
            page,
            flags,
            sections,
            otherwise,
            commands,
            answers,
            place: place.clone(),
        });
        let number = self.replies.rules.len() - 1;
        if self.mistakes(loader) > before {
            self.suspect.insert(Suspect::Rule(number));
            loader.doubtful.rules.insert(number);
        }
        number
    }

    /// `templates: { name: { for_intention, for_state, for_condition, … } }`
    pub(super) fn templates(&mut self, loader: &mut Loader, tops: Vec<(Key, Node)>) {
        let what = Phrase::new("templates", "modèles");
        for (key, node) in once(loader, tops, &what, ["template", "le modèle"]) {
            let before = self.mistakes(loader);
            let Some(mut fields) = loader.fields(&node, &TEMPLATE) else {
                continue;
            };
            let named = Node {
                place: key.place.clone(),
                kind: Kind::Scalar {
                    text: key.text.clone(),
                    plain: false,
                },
            };
            let own = fields.take("template").unwrap_or(named);
            let stem = self.template(loader, &own);
            let stem = stem.unwrap_or_else(|| Name::from(key.text.as_str()));
            let shows = self.shows(loader, fields.take("shows"));
            if !shows.is_empty() {
                self.replies.pages.shows.insert(stem.clone(), shows);
            }
            let one = |loader: &mut Loader, node: Option<Node>| {
                let node = node?;
                let text = loader.string(&node)?;
                Some((text, node.place))
            };
            let wanted = one(loader, fields.take("for_intention"));
            let mut lost = false;
            let intention = wanted.and_then(|(text, place)| {
                let found = self.known_intention(loader, &text, &place);
                lost |= found.is_none();
                found
            });
            let wanted = one(loader, fields.take("for_state"));
            let state = wanted.and_then(|(text, place)| {
                let found = self.known_state(loader, &text, &place);
                lost |= found.is_none();
                found
            });
            let conditional = fields.contains("for_condition") || fields.contains("when");
            let pass = match (intention, state) {
                (Some(_), _) => Pass::ForIntention,
                (None, Some(_)) => Pass::ForState,
                (None, None) if conditional || lost => Pass::ForCondition,
                (None, None) => {
                    // It only says what the template may show.
                    if TEMPLATE.iter().any(|word| fields.contains(word)) {
                        let name = &key.text;
                        loader.error(
                            "missing-key",
                            key.place.clone(),
                            format!(
                                "nothing chooses `{name}`: it says no `for_intention`, `for_state` or `for_condition`"
                            ),
                            format!(
                                "rien ne choisit `{name}` : il n'a ni `for_intention`, ni `for_state`, ni `for_condition`"
                            ),
                        );
                    }
                    continue;
                }
            };
            let what = For {
                name: stem.clone(),
                pass,
                state,
                intention,
            };
            let rule = self.rule(loader, what, fields, &key.place, before);
            if lost || !self.stems.contains(&stem) {
                self.lost(loader, intention);
            } else {
                self.replies.rules[rule].page = Some(stem);
            }
        }
    }

    /// `groups: { name: { fact, values: { value: row } } }`
    pub(super) fn groups(&mut self, loader: &mut Loader, tops: Vec<(Key, Node)>) {
        let what = Phrase::new("groups", "groupes");
        for (key, node) in once(loader, tops, &what, ["group", "le groupe"]) {
            let Some(mut fields) = loader.fields(&node, &["fact", "values"]) else {
                continue;
            };
            let Some(fact) = fields.take("fact") else {
                loader.error(
                    "missing-key",
                    key.place.clone(),
                    format!("`{}` does not say which `fact` decides", key.text),
                    format!("`{}` ne dit pas quel `fact` décide", key.text),
                );
                continue;
            };
            let Some((term, kind)) = self.deciding(loader, &fact) else {
                continue;
            };
            let called = loader.string(&fact).unwrap_or_default();
            let name = Name::from(key.text.as_str());
            let mut values = BTreeMap::new();
            let node = fields.take("values");
            let entries = node.map(|node| loader.entries(node, &Phrase::new("values", "valeurs")));
            for (value, node) in entries.into_iter().flatten() {
                if !fits(&kind, &value.text) {
                    let known: Vec<Name> = match &kind {
                        Type::Enum(known) => known.clone(),
                        Type::Text
                        | Type::Number
                        | Type::Boolean
                        | Type::Date
                        | Type::Instant
                        | Type::Reference(_)
                        | Type::Set(_)
                        | Type::List(_) => Vec::new(),
                    };
                    let what = ["value", "de valeur"];
                    unknown(
                        "unknown-value",
                        loader,
                        &value.place,
                        &value.text,
                        what,
                        &known,
                    );
                    continue;
                }
                let before = self.mistakes(loader);
                let Some(fields) = loader.fields(&node, &ROW) else {
                    continue;
                };
                let what = For {
                    name: Name::from(format!("{name}={}", value.text)),
                    pass: Pass::Group,
                    state: None,
                    intention: None,
                };
                let rule = self.rule(loader, what, fields, &value.place, before);
                values.insert(Name::from(value.text), rule);
            }
            self.replies.groups.push(Group {
                name,
                fact: term,
                called,
                values,
                place: key.place,
            });
        }
    }

    fn deciding(&mut self, loader: &mut Loader, node: &Node) -> Option<(Term, Type)> {
        let source = loader.string(node)?;
        let checked = logic::read::read_term(&source)
            .and_then(|parsed| logic::check::check_term(parsed, self.names, None));
        match checked {
            Ok(found) => Some(found),
            Err(problems) => {
                loader.formula_problems(node, &source, problems);
                None
            }
        }
    }

    /// Puts the rules where they are found from.
    pub(super) fn index(&mut self) {
        let rules = &self.replies.rules;
        let mut order: Vec<usize> = (0..rules.len()).collect();
        order.sort_by_key(|number| (rules[*number].priority, *number));
        let index = &mut self.replies.index;
        for number in order {
            let rule = &rules[number];
            match (rule.pass, rule.intention, rule.state) {
                (Pass::Exact, Some(intention), Some(state)) => {
                    let list = index.exact.entry((intention, state)).or_default();
                    list.push(number);
                }
                (Pass::Wildcard, Some(intention), _) => {
                    index.wildcard.entry(intention).or_default().push(number);
                }
                (Pass::ForIntention, Some(intention), _) => {
                    let list = index.for_intention.entry(intention).or_default();
                    list.push(number);
                }
                (Pass::ForState, _, Some(state)) => {
                    index.for_state.entry(state).or_default().push(number);
                }
                (Pass::ForCondition, _, _) => index.for_condition.push(number),
                // Values of a group are found from the group.
                (
                    Pass::Exact
                    | Pass::Wildcard
                    | Pass::ForIntention
                    | Pass::ForState
                    | Pass::Group
                    | Pass::Fallback,
                    _,
                    _,
                ) => {}
            }
        }
    }
}

fn fits(kind: &Type, value: &str) -> bool {
    match kind {
        Type::Enum(values) => values.iter().any(|known| **known == *value),
        Type::Boolean => matches!(value, "true" | "false"),
        Type::Text | Type::Reference(_) => true,
        Type::Number => value.parse::<logic::value::Number>().is_ok(),
        Type::Date => value.parse::<logic::value::Date>().is_ok(),
        Type::Instant | Type::Set(_) | Type::List(_) => false,
    }
}
