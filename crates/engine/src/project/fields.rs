//! Small readers of YAML nodes. Each reports what is wrong and gives nothing.

use super::load::{Loader, Tops};
use crate::diagnostic::{Diagnostic, Place};
use crate::yaml::{Key, Kind, Node};
use logic::text::Phrase;
use logic::value::Number;
use std::collections::BTreeMap;

impl Loader<'_> {
    /// Something stands a second time; `first` is where it stands already, unless it is built in.
    pub fn duplicate(
        &mut self,
        code: &'static str,
        place: Place,
        message: Phrase,
        first: Option<&Place>,
    ) {
        let mut found = Diagnostic::error(code, place, message);
        if let Some(first) = first {
            let words = Phrase::new("first declared here", "déclaré ici d'abord");
            found = found.also(first.clone(), words);
        }
        self.diagnostics.push(found);
    }

    /// A key that may stand only once in the whole project.
    pub fn single(&mut self, tops: &mut Tops, key: &str) -> Option<Node> {
        let mut entries = tops.remove(key)?.into_iter();
        let (first, node) = entries.next()?;
        for (again, _) in entries {
            self.diagnostics.push(
                Diagnostic::error(
                    "duplicate-key",
                    again.place,
                    Phrase::new(
                        format!("duplicate key `{key}`: it stands in two files"),
                        format!("clé en double `{key}` : elle figure dans deux fichiers"),
                    ),
                )
                .also(
                    first.place.clone(),
                    Phrase::new("first written here", "écrite ici d'abord"),
                ),
            );
        }
        Some(node)
    }

    pub fn error(
        &mut self,
        code: &'static str,
        place: Place,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) {
        self.diagnostics
            .push(Diagnostic::error(code, place, Phrase::new(en, fr)));
    }

    pub fn fields(&mut self, node: &Node, known: &[&str]) -> Option<Fields> {
        let Kind::Map(entries) = &node.kind else {
            let what = node.kind_name();
            self.error(
                "wrong-type",
                node.place.clone(),
                format!(
                    "a map with {} is expected here, not {}",
                    known.join(", "),
                    what.en
                ),
                format!(
                    "une table avec {} est attendue ici, pas {}",
                    known.join(", "),
                    what.fr
                ),
            );
            return None;
        };
        let mut fields = Fields {
            entries: BTreeMap::new(),
        };
        for (key, value) in entries {
            if known.contains(&key.text.as_str()) {
                fields
                    .entries
                    .insert(key.text.clone(), (key.place.clone(), value.clone()));
            } else {
                let diagnostic = Diagnostic::error(
                    "unknown-key",
                    key.place.clone(),
                    Phrase::new(
                        format!("`{}` is not a key here", key.text),
                        format!("`{}` n'est pas une clé ici", key.text),
                    ),
                );
                self.diagnostics
                    .push(suggest_or_list(diagnostic, &key.text, known));
            }
        }
        Some(fields)
    }

    /// The entries of a map whose keys are names of the author's.
    pub fn named(&mut self, node: Node, what: &Phrase) -> Vec<(Key, Node)> {
        let entries = self.entries(node, what);
        entries.iter().for_each(|(key, _)| self.check_name(key));
        entries
    }

    /// The entries of a map with any keys.
    pub fn entries(&mut self, node: Node, what: &Phrase) -> Vec<(Key, Node)> {
        match node.kind {
            Kind::Map(entries) => entries,
            Kind::Scalar { .. } if node.is_null() => Vec::new(),
            Kind::Scalar { .. } | Kind::List(_) => {
                let shape = node.kind_name();
                self.error(
                    "wrong-type",
                    node.place,
                    format!("a map of {} is expected here, not {}", what.en, shape.en),
                    format!(
                        "une table de {} est attendue ici, pas {}",
                        what.fr, shape.fr
                    ),
                );
                Vec::new()
            }
        }
    }

    pub fn check_name(&mut self, key: &Key) {
        let good = key.text.chars().next().is_some_and(char::is_alphabetic)
            && key.text.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !good {
            self.error(
                "bad-name",
                key.place.clone(),
                format!(
                    "`{}` is not a name: a letter, then letters, digits and _",
                    key.text
                ),
                format!(
                    "`{}` n'est pas un nom : une lettre, puis lettres, chiffres et _",
                    key.text
                ),
            );
        }
    }

    pub fn string(&mut self, node: &Node) -> Option<String> {
        match &node.kind {
            Kind::Scalar { text, .. } if !node.is_null() => Some(text.clone()),
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error(
                    "wrong-type",
                    node.place.clone(),
                    "a text is expected here",
                    "un texte est attendu ici",
                );
                None
            }
        }
    }

    /// A list of texts, or one text alone, each with its place.
    pub fn placed_strings(&mut self, node: &Node) -> Vec<(String, Place)> {
        let nodes = match &node.kind {
            Kind::List(list) => &list[..],
            Kind::Scalar { .. } | Kind::Map(_) => std::slice::from_ref(node),
        };
        nodes
            .iter()
            .filter_map(|node| Some((self.string(node)?, node.place.clone())))
            .collect()
    }

    pub fn boolean(&mut self, node: &Node) -> Option<bool> {
        match &node.kind {
            Kind::Scalar { text, plain: true } if text == "true" => Some(true),
            Kind::Scalar { text, plain: true } if text == "false" => Some(false),
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error(
                    "wrong-type",
                    node.place.clone(),
                    "true or false is expected here",
                    "true ou false est attendu ici",
                );
                None
            }
        }
    }

    pub fn number(&mut self, node: &Node) -> Option<Number> {
        match &node.kind {
            Kind::Scalar { text, plain: true } if text.parse::<Number>().is_ok() => {
                text.parse().ok()
            }
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error(
                    "wrong-type",
                    node.place.clone(),
                    "a number is expected here",
                    "un nombre est attendu ici",
                );
                None
            }
        }
    }

    pub fn whole(&mut self, node: &Node, least: u64, most: u64) -> Option<u64> {
        let text = self.string(node)?;
        match text.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            wrong @ (Ok(_) | Err(_)) => {
                let message = Phrase::new(
                    format!("a whole number from {least} to {most} is expected here"),
                    format!("un nombre entier de {least} à {most} est attendu ici"),
                );
                let mut diagnostic = Diagnostic::error("out-of-range", node.place.clone(), message);
                if let Ok(number) = wrong {
                    let near = number.clamp(least, most);
                    diagnostic = diagnostic.hint(Phrase::new(
                        format!("the nearest that is taken is {near}"),
                        format!("le plus proche qui soit admis est {near}"),
                    ));
                }
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }
}

pub(super) fn suggest_or_list(diagnostic: Diagnostic, wrong: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = diagnostic.suggest(wrong, known.iter().copied());
    match diagnostic.hint {
        Some(_) => diagnostic,
        None => diagnostic.hint(Phrase::new(
            format!("known keys: {}", known.join(", ")),
            format!("clés connues : {}", known.join(", ")),
        )),
    }
}

/// The known fields of a map, each taken once.
pub(super) struct Fields {
    entries: BTreeMap<String, (Place, Node)>,
}

impl Fields {
    pub fn take(&mut self, key: &str) -> Option<Node> {
        self.entries.remove(key).map(|(_, node)| node)
    }

    /// Where a key that was not taken yet is written.
    pub fn key_place(&self, key: &str) -> Option<&Place> {
        self.entries.get(key).map(|(place, _)| place)
    }

    pub fn contains(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }
}
