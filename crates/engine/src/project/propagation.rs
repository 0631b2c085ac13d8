//! Propagation rules, read from their files.

use super::fields::Fields;
use super::load::Loader;
use super::relations::{force, words};
use super::sorts::{known_sort, repeated};
use super::vocabulary::Names;
use crate::diagnostic::{Diagnostic, Place};
use crate::event::Strength;
use crate::graph::{Force, Kinds};
use crate::limits;
use crate::propagation::{Action, CAUSE, Change, Propagation, TARGET, Target, Trigger};
use crate::yaml::{Key, Kind, Node};
use logic::formula::Formula;
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Name, Number};
use std::collections::BTreeMap;

/// `name: {when: {…}, to: {…}, then: {…}, priority, because}`
pub(super) fn propagation(
    loader: &mut Loader,
    names: &Names,
    tops: Vec<(Key, Node)>,
) -> BTreeMap<Name, Propagation> {
    let mut seen = BTreeMap::new();
    let mut all = BTreeMap::new();
    for (_, node) in tops {
        let what = Phrase::new("propagation rules", "règles de propagation");
        for (key, value) in loader.entries(node, &what) {
            if repeated(
                loader,
                &mut seen,
                &key,
                "propagation rule",
                "la règle de propagation",
            ) {
                continue;
            }
            if let Some(rule) = rule(loader, names, &key, &value) {
                all.insert(Name::from(key.text), rule);
            }
        }
    }
    all
}

fn rule(loader: &mut Loader, names: &Names, key: &Key, node: &Node) -> Option<Propagation> {
    let mut fields = loader.fields(node, &["when", "to", "then", "priority", "because"])?;
    let priority = fields
        .take("priority")
        .and_then(|node| loader.whole(&node, 0, 1000));
    let because = fields.take("because").and_then(|node| words(loader, &node));
    let mut part = |name: &str, en: &str, fr: &str| {
        let found = fields.take(name);
        if found.is_none() {
            loader.error("missing-key", key.place.clone(), en, fr);
        }
        found
    };
    let when = part(
        "when",
        "a propagation rule says `when` it applies",
        "une règle de propagation dit quand elle s'applique avec `when`",
    );
    let to = part(
        "to",
        "a propagation rule says whom it leads `to`",
        "une règle de propagation dit vers qui elle mène avec `to`",
    );
    let then = part(
        "then",
        "a propagation rule says what follows with `then`",
        "une règle de propagation dit ce qui s'ensuit avec `then`",
    );
    let reader = Reader { names };
    let when = when.and_then(|node| reader.trigger(loader, &node));
    let to = to.and_then(|node| reader.target(loader, &node));
    let action = then.and_then(|node| reader.action(loader, &node));
    Some(Propagation {
        place: key.place.clone(),
        priority: priority.unwrap_or(0),
        when: when?,
        to: to?,
        action: action?,
        because,
    })
}

/// Reads what names entities, attributes and relations.
pub(super) struct Reader<'a> {
    pub names: &'a Names,
}

impl Reader<'_> {
    fn trigger(&self, loader: &mut Loader, node: &Node) -> Option<Trigger> {
        let keys = [
            "sort",
            "attribute",
            "category",
            "value",
            "relation",
            "fixed",
        ];
        let mut fields = loader.fields(node, &keys)?;
        let before = loader.diagnostics.len();
        let mut trigger = Trigger::default();
        if let Some(node) = fields.take("sort")
            && let Some(sort) = loader.string(&node)
        {
            trigger.sort = known_sort(loader, &self.names.sorts, &sort, &node.place);
        }
        trigger.attribute = fields
            .take("attribute")
            .and_then(|node| self.attribute(loader, &node, true));
        trigger.fixed = fields
            .take("fixed")
            .and_then(|node| self.attribute(loader, &node, false));
        trigger.category = fields
            .take("category")
            .and_then(|node| self.category(loader, &node));
        trigger.relation = fields
            .take("relation")
            .and_then(|node| self.kind(loader, &node, true));
        trigger.value = fields
            .take("value")
            .and_then(|node| self.formula(loader, &node, &[CAUSE]));
        let is_empty = trigger.sort.is_none()
            && trigger.attribute.is_none()
            && trigger.category.is_none()
            && trigger.value.is_none()
            && trigger.relation.is_none()
            && trigger.fixed.is_none();
        if is_empty && loader.diagnostics.len() == before {
            loader.error(
                "missing-key",
                node.place.clone(),
                format!("a trigger has at least one of {}", keys.join(", ")),
                format!("un déclencheur a au moins l'un de {}", keys.join(", ")),
            );
        }
        (loader.diagnostics.len() == before).then_some(trigger)
    }

    fn target(&self, loader: &mut Loader, node: &Node) -> Option<Target> {
        if let Kind::Scalar { text, .. } = &node.kind {
            if text == "itself" {
                return Some(Target::Itself);
            }
            let entity = self.entity(loader, node)?;
            return Some(Target::Entity(entity));
        }
        let keys = [
            "relations",
            "path",
            "tag",
            "entity",
            "reference",
            "force",
            "steps",
        ];
        let mut fields = loader.fields(node, &keys)?;
        let force = fields.take("force").map(|node| force(loader, &node));
        let steps = fields.take("steps").map(|node| (node.place.clone(), node));
        let given: Vec<&str> = ["relations", "path", "tag", "entity", "reference"]
            .into_iter()
            .filter(|key| fields.key_place(key).is_some())
            .collect();
        let [kind] = given[..] else {
            loader.error(
                "missing-key",
                node.place.clone(),
                "`to` has exactly one of relations, path, tag, entity, reference",
                "`to` a exactement l'un de relations, path, tag, entity, reference",
            );
            return None;
        };
        let along = matches!(kind, "relations" | "path");
        if let Some((place, _)) = steps.as_ref().filter(|_| kind != "path") {
            misplaced(loader, place, "steps", "path");
        }
        if force.is_some() && !along {
            misplaced(loader, &node.place, "force", "relations, path");
        }
        let force = match force {
            Some(force) => force?,
            None => Force::of_thousandths(1),
        };
        let value = fields.take(kind)?;
        match kind {
            "relations" => Some(Target::Relations {
                kinds: self.kinds(loader, &value)?,
                force,
            }),
            "path" => {
                let most = limits::PATH_STEPS as u64;
                let steps = match steps {
                    Some((_, node)) => loader.whole(&node, 1, most)?,
                    None => limits::CONTEXT_RADIUS as u64,
                };
                let steps = usize::try_from(steps).unwrap_or(1);
                Some(Target::Path {
                    kinds: self.kinds(loader, &value)?,
                    force,
                    steps,
                })
            }
            "tag" => {
                let tag = Name::from(loader.string(&value)?);
                let known = self
                    .names
                    .entities
                    .values()
                    .any(|entity| entity.tags.contains(&tag));
                if !known {
                    let tags: Vec<&Name> = self
                        .names
                        .entities
                        .values()
                        .flat_map(|entity| &entity.tags)
                        .collect();
                    let message = Phrase::new(
                        format!("no entity has the tag `{tag}`"),
                        format!("aucune entité n'a l'étiquette `{tag}`"),
                    );
                    loader.diagnostics.push(
                        Diagnostic::error("unknown-tag", value.place, message)
                            .suggest(&tag, tags.into_iter().map(Name::as_str)),
                    );
                }
                known.then_some(Target::Tag(tag))
            }
            "entity" => self.entity(loader, &value).map(Target::Entity),
            _ => {
                let attribute = self.attribute(loader, &value, false)?;
                let refers = |known: &super::Attribute| {
                    known.name == attribute
                        && matches!(known.kind, Type::Reference(_) | Type::Set(_))
                };
                if !self.names.attributes.iter().any(refers) {
                    loader.error(
                        "wrong-type",
                        value.place,
                        format!("`{attribute}` names no entity"),
                        format!("`{attribute}` ne désigne aucune entité"),
                    );
                    return None;
                }
                Some(Target::Reference(attribute))
            }
        }
    }

    fn action(&self, loader: &mut Loader, node: &Node) -> Option<Action> {
        let keys = [
            "constrain",
            "reinforce",
            "force",
            "relate",
            "recheck",
            "raise",
            "strength",
            "weight",
        ];
        let mut fields = loader.fields(node, &keys)?;
        let given: Vec<&str> = keys[..6]
            .iter()
            .copied()
            .filter(|key| fields.key_place(key).is_some())
            .collect();
        let [kind] = given[..] else {
            loader.error(
                "missing-key",
                node.place.clone(),
                format!("`then` has exactly one of {}", keys[..6].join(", ")),
                format!("`then` a exactement l'un de {}", keys[..6].join(", ")),
            );
            return None;
        };
        for (extra, of) in [
            ("strength", "constrain"),
            ("weight", "constrain, reinforce, relate"),
        ] {
            if !of.contains(kind)
                && let Some(place) = fields.key_place(extra).cloned()
            {
                misplaced(loader, &place, extra, of);
            }
        }
        let weight = fields.take("weight").map(|node| force(loader, &node));
        let weight = match weight {
            Some(weight) => Some(weight?),
            None => None,
        };
        let value = match kind {
            "constrain" => fields.take("constrain")?,
            kind => fields.take(kind)?,
        };
        match kind {
            "constrain" => {
                let strength = self.strength(loader, &mut fields, weight)?;
                let formula = self.formula(loader, &value, &[CAUSE, TARGET])?;
                Some(Action::Constrain { formula, strength })
            }
            "reinforce" => Some(Action::Reinforce {
                attribute: self.attribute(loader, &value, false)?,
                weight: weight.unwrap_or(Force::MIDDLE),
            }),
            "force" => change(loader, &value).map(Action::Force),
            "relate" => Some(Action::Relate {
                kind: Name::from(self.kind(loader, &value, false)?),
                force: weight.unwrap_or(Force::MIDDLE),
            }),
            "recheck" => self.attribute(loader, &value, false).map(Action::Recheck),
            _ => loader
                .string(&value)
                .map(|name| Action::Raise(Name::from(name))),
        }
    }

    /// `strength: strict | soft | tendency`, with a weight for the last two.
    fn strength(
        &self,
        loader: &mut Loader,
        fields: &mut Fields,
        weight: Option<Force>,
    ) -> Option<Option<Strength>> {
        let Some(node) = fields.take("strength") else {
            return Some(weight.map(Strength::Soft));
        };
        let weight = weight.unwrap_or(Force::MIDDLE);
        match loader.string(&node)?.as_str() {
            "strict" => Some(Some(Strength::Strict)),
            "soft" => Some(Some(Strength::Soft(weight))),
            "tendency" => Some(Some(Strength::Tendency(weight))),
            other => {
                let message = Phrase::new(
                    "a strength is strict, soft or tendency",
                    "une force de contrainte est strict, soft ou tendency",
                );
                loader.diagnostics.push(
                    Diagnostic::error("unknown-value", node.place, message)
                        .suggest(other, ["strict", "soft", "tendency"]),
                );
                None
            }
        }
    }

    /// An attribute; for a trigger also a composite, which means each of its fields.
    fn attribute(&self, loader: &mut Loader, node: &Node, composite: bool) -> Option<Name> {
        let name = loader.string(node)?;
        self.attribute_named(loader, &name, &node.place, composite)
    }

    pub(super) fn attribute_named(
        &self,
        loader: &mut Loader,
        name: &str,
        place: &Place,
        composite: bool,
    ) -> Option<Name> {
        let inside = |known: &Name| {
            **known == *name
                || composite
                    && known
                        .strip_prefix(name)
                        .is_some_and(|rest| rest.starts_with('.'))
        };
        if self
            .names
            .attributes
            .iter()
            .any(|known| inside(&known.name))
        {
            return Some(Name::from(name));
        }
        let known = self
            .names
            .candidates(self.names.attributes.iter().map(|known| &known.name));
        let message = Phrase::new(
            format!("there is no attribute `{name}`"),
            format!("il n'y a pas d'attribut `{name}`"),
        );
        loader.unknown(
            Diagnostic::error("unknown-attribute", place.clone(), message)
                .suggest(name, known.iter().map(Name::as_str)),
            name,
        );
        None
    }

    fn category(&self, loader: &mut Loader, node: &Node) -> Option<Name> {
        let name = loader.string(node)?;
        let categories: Vec<&Name> = self
            .names
            .attributes
            .iter()
            .filter_map(|known| known.topic.category.as_ref())
            .chain(&self.names.categories)
            .collect();
        if categories.iter().any(|known| ***known == *name) {
            return Some(Name::from(name));
        }
        let message = Phrase::new(
            format!("no attribute is of the category `{name}`"),
            format!("aucun attribut n'est de la catégorie `{name}`"),
        );
        loader.unknown(
            Diagnostic::error("unknown-category", node.place.clone(), message)
                .suggest(&name, categories.into_iter().map(Name::as_str)),
            &name,
        );
        None
    }

    fn entity(&self, loader: &mut Loader, node: &Node) -> Option<Name> {
        let name = loader.string(node)?;
        if self.names.entities.contains_key(name.as_str()) {
            return Some(Name::from(name));
        }
        let known = self.names.candidates(self.names.entities.keys());
        let message = Phrase::new(
            format!("there is no entity `{name}`"),
            format!("il n'y a pas d'entité `{name}`"),
        );
        loader.unknown(
            Diagnostic::error("unknown-entity", node.place.clone(), message)
                .suggest(&name, known.iter().map(Name::as_str)),
            &name,
        );
        None
    }

    fn kinds(&self, loader: &mut Loader, node: &Node) -> Option<Vec<String>> {
        let nodes = match &node.kind {
            Kind::List(list) => &list[..],
            Kind::Scalar { .. } | Kind::Map(_) => std::slice::from_ref(node),
        };
        nodes
            .iter()
            .map(|node| self.kind(loader, node, true))
            .collect()
    }

    /// A kind of relation; a family or `*` where a pattern is meant.
    fn kind(&self, loader: &mut Loader, node: &Node, pattern: bool) -> Option<String> {
        let name = loader.string(node)?;
        let kinds: Vec<&Name> = self.names.kinds.names().collect();
        let fits = |known: &&&Name| ***known == *name || (pattern && Kinds::fits(known, &name));
        if kinds.iter().any(|known| fits(&known)) {
            return Some(name);
        }
        let message = Phrase::new(
            format!("there is no kind of relation `{name}`"),
            format!("il n'y a pas de genre de relation `{name}`"),
        );
        loader.unknown(
            Diagnostic::error("unknown-relation", node.place.clone(), message)
                .suggest(&name, kinds.into_iter().map(Name::as_str)),
            &name,
        );
        None
    }

    /// A formula about the entities of a rule, by their letters.
    pub(super) fn formula(
        &self,
        loader: &mut Loader,
        node: &Node,
        letters: &[&str],
    ) -> Option<Formula> {
        let source = loader.string(node)?;
        let quantifiers: String = letters
            .iter()
            .map(|letter| format!("forall {letter}: "))
            .collect();
        let wrapped = format!("{quantifiers}({source})");
        let checked =
            logic::read::read(&wrapped).and_then(|parsed| logic::check::check(parsed, self.names));
        match checked {
            Ok(mut formula) => {
                for _ in letters {
                    if let Formula::Forall { body, .. } = formula {
                        formula = *body;
                    }
                }
                Some(formula)
            }
            Err(mut problems) => {
                for problem in &mut problems {
                    let before = quantifiers.len() + 1;
                    problem.span.start =
                        problem.span.start.saturating_sub(before).min(source.len());
                    problem.span.end = problem.span.end.saturating_sub(before).min(source.len());
                }
                loader.formula_problems(node, &source, problems);
                None
            }
        }
    }
}

fn misplaced(loader: &mut Loader, place: &Place, key: &str, of: &str) {
    loader.error(
        "unknown-key",
        place.clone(),
        format!("`{key}` goes with {of} only"),
        format!("`{key}` ne va qu'avec {of}"),
    );
}

/// `0.9`, or `x1.5` for a product.
fn change(loader: &mut Loader, node: &Node) -> Option<Change> {
    let text = loader.string(node)?;
    let change = match text.strip_prefix('x') {
        Some(factor) => {
            let factor = factor.trim().parse::<Number>().ok();
            let thousandths =
                factor.and_then(|factor| factor.checked_mul(Number::from(1000))?.as_i64());
            let thousandths = thousandths.and_then(|factor| u32::try_from(factor).ok());
            thousandths
                .filter(|factor| *factor <= 100_000)
                .map(Change::Times)
        }
        None => text
            .parse::<Number>()
            .ok()
            .and_then(Force::new)
            .map(Change::To),
    };
    if change.is_none() {
        loader.error(
            "out-of-range",
            node.place.clone(),
            format!("`{text}` is no change of force: write a number from 0 to 1, or a factor such as x1.5"),
            format!("`{text}` n'est pas un changement de force : écrivez un nombre de 0 à 1, ou un facteur comme x1.5"),
        );
    }
    change
}
