//! Kinds of relation: the built-in ones, and those that an author adds.

use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it says of the first about the second.
    pub label: Phrase,
    /// It means the same in both directions.
    pub symmetric: bool,
}

/// (kind, in English, in French, whether it is symmetric)
pub const BUILT_IN: [(&str, &str, &str, bool); 26] = [
    (
        "social/family",
        "is family of",
        "est de la famille de",
        true,
    ),
    ("social/friendship", "is a friend of", "est ami avec", true),
    ("social/enmity", "is an enemy of", "est ennemi de", true),
    ("social/hierarchy", "is above", "est au-dessus de", false),
    ("social/romance", "loves", "aime", false),
    ("social/professional", "works with", "travaille avec", true),
    ("social/membership", "belongs to", "appartient à", false),
    ("causal/caused", "caused", "a causé", false),
    ("causal/allowed", "allowed", "a permis", false),
    ("causal/prevented", "prevented", "a empêché", false),
    (
        "causal/consequence",
        "is a consequence of",
        "est une conséquence de",
        false,
    ),
    (
        "causal/motivated",
        "is motivated by",
        "est motivé par",
        false,
    ),
    ("causal/revealed", "is revealed by", "est révélé par", false),
    ("spatial/contains", "contains", "contient", false),
    ("spatial/adjacent", "is next to", "est à côté de", true),
    ("spatial/origin", "comes from", "vient de", false),
    ("spatial/resides", "lives in", "habite", false),
    ("spatial/frequents", "frequents", "fréquente", false),
    ("temporal/precedes", "precedes", "précède", false),
    ("temporal/during", "happens during", "a lieu pendant", false),
    ("temporal/triggers", "triggers", "déclenche", false),
    ("conceptual/symbolises", "symbolises", "symbolise", false),
    (
        "conceptual/contrasts",
        "contrasts with",
        "contraste avec",
        true,
    ),
    ("conceptual/parallels", "parallels", "fait écho à", true),
    (
        "conceptual/linked_secret",
        "shares a secret with",
        "partage un secret avec",
        true,
    ),
    ("conceptual/about", "is about", "concerne", false),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds(BTreeMap<Name, Kind>);

impl Default for Kinds {
    fn default() -> Kinds {
        let built_in = BUILT_IN.map(|(name, en, fr, symmetric)| {
            let label = Phrase::new(en, fr);
            (Name::from(name), Kind { label, symmetric })
        });
        Kinds(built_in.into())
    }
}

impl Kinds {
    pub fn get(&self, name: &str) -> Option<&Kind> {
        self.0.get(name)
    }

    /// The kind that a formula calls by its last word; none if no kind or several are called so.
    pub fn called(&self, word: &str) -> Option<Name> {
        let mut fits = self.0.keys().filter(|name| {
            let last = name.rsplit('/').next();
            last == Some(word) || name.replace('/', "_") == word
        });
        let found = fits.next()?;
        fits.next().is_none().then(|| found.clone())
    }

    pub fn add(&mut self, name: Name, kind: Kind) {
        self.0.insert(name, kind);
    }

    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.0.keys()
    }

    /// Whether a kind is meant by a pattern: itself, its family (`social`, `social/*`), or all (`*`).
    pub fn fits(kind: &str, pattern: &str) -> bool {
        let family = pattern.strip_suffix("/*").unwrap_or(pattern);
        pattern == "*"
            || kind == pattern
            || kind
                .strip_prefix(family)
                .is_some_and(|rest| rest.starts_with('/'))
    }
}
