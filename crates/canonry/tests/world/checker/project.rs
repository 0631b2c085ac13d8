//! From the files of a project to its world. What a checker has no use for is passed over.

use super::formula::Formula;
use super::parse::{Names, parse};
use super::shape::{Attribute, Composite, asked_by, tellings};
use super::value::{Ratio, Value};
use super::world::{Action, Entity, Part, Propagation, Rule, Target, World};
use super::yaml::{self, Node};
use std::collections::{BTreeMap, BTreeSet};

/// Kinds of relation that every project has; those that mean the same in both directions have a `=`.
const KINDS: &str = "social/family= social/friendship= social/enmity= social/hierarchy social/romance \
    social/professional= social/membership causal/caused causal/allowed causal/prevented \
    causal/consequence causal/motivated causal/revealed spatial/contains spatial/adjacent= \
    spatial/origin spatial/resides spatial/frequents temporal/precedes temporal/during \
    temporal/triggers conceptual/symbolises conceptual/contrasts= conceptual/parallels= \
    conceptual/linked_secret= conceptual/about";

type Read<T> = Result<T, String>;

/// Reads all files together: a key may be spread over many of them.
pub fn world(files: &BTreeMap<String, String>) -> Read<World> {
    let mut tops: BTreeMap<String, Vec<Node>> = BTreeMap::new();
    for (path, source) in files {
        if !path.ends_with(".yaml") && !path.ends_with(".yml") {
            continue;
        }
        let root = yaml::read(source).map_err(|error| format!("{path}: {error}"))?;
        for (key, node) in root.entries() {
            tops.entry(key.clone()).or_default().push(node.clone());
        }
    }
    let mut reader = Reader {
        world: World::default(),
        tops,
    };
    reader.sorts();
    reader.attributes()?;
    reader.relations()?;
    reader.entities()?;
    reader.world.gather();
    reader.rules()?;
    reader.propagation()?;
    reader.parts();
    Ok(reader.world)
}

struct Reader {
    world: World,
    tops: BTreeMap<String, Vec<Node>>,
}

impl Reader {
    /// All entries below a top key, whatever file they stand in.
    fn below(&self, key: &str) -> Vec<(String, Node)> {
        let nodes = self.tops.get(key).into_iter().flatten();
        nodes.flat_map(|node| node.entries().to_vec()).collect()
    }

    fn sorts(&mut self) {
        for root in [
            "character",
            "place",
            "object",
            "faction",
            "event",
            "relation",
        ] {
            self.world.sorts.insert(root.to_owned(), BTreeSet::new());
        }
        let declared = self.below("sorts");
        for (name, _) in &declared {
            self.world.sorts.insert(name.clone(), BTreeSet::new());
        }
        for (name, node) in declared {
            let above = node.get("is").map_or(&[][..], Node::items).iter();
            let above: BTreeSet<String> = above
                .filter_map(|sort| self.world.sort(sort.text()?))
                .collect();
            self.world.sorts.insert(name, above);
        }
    }

    fn attributes(&mut self) -> Read<()> {
        for (sort, node) in self.below("attributes") {
            let Some(sort) = self.world.sort(&sort) else {
                return Err(format!("attributes of {sort}, which is no sort"));
            };
            for (name, node) in node.entries() {
                let Some(fields) = node.get("fields") else {
                    let attribute = Attribute::read(&self.world, &sort, name, node)?;
                    self.world.attributes.push(attribute);
                    continue;
                };
                for (field, node) in fields.entries() {
                    let name = format!("{name}.{field}");
                    let attribute = Attribute::read(&self.world, &sort, &name, node)?;
                    self.world.attributes.push(attribute);
                }
                self.world.composites.push(Composite {
                    sort: sort.clone(),
                    name: name.clone(),
                    fields: fields
                        .entries()
                        .iter()
                        .map(|(name, _)| name.clone())
                        .collect(),
                    tellings: tellings(node),
                    asked_by: asked_by(node),
                });
            }
        }
        Ok(())
    }

    fn entities(&mut self) -> Read<()> {
        let entities = self.below("entities");
        let ties = self.tops.get("relations").cloned().unwrap_or_default();
        let ties = ties.iter().flat_map(Node::items).filter_map(|tie| {
            let id = tie.text_at("id")?;
            Some((id, tie.clone()))
        });
        let all: Vec<(String, Node)> = entities.into_iter().chain(ties).collect();
        for (id, node) in &all {
            let sort = node
                .text_at("sort")
                .unwrap_or_else(|| "relation".to_owned());
            let sort = self.world.sort(&sort);
            let tags = node.get("tags").map_or(&[][..], Node::items).iter();
            let entity = Entity {
                sort: sort.ok_or_else(|| format!("{id} is of no sort"))?,
                name: node.text_at("name").unwrap_or_else(|| id.clone()),
                tags: tags.filter_map(Node::text).map(str::to_owned).collect(),
            };
            self.world.entities.insert(id.clone(), entity);
        }
        for (id, node) in &all {
            for (name, node) in node.get("facts").map_or(&[][..], Node::entries) {
                let cell = format!("{id}.{name}");
                if self.world.composite(&cell).is_none() {
                    self.fact(&cell, node)?;
                    continue;
                }
                for (field, node) in node.entries() {
                    self.fact(&format!("{cell}.{field}"), node)?;
                }
            }
        }
        Ok(())
    }

    fn fact(&mut self, cell: &str, node: &Node) -> Read<()> {
        let attribute = self.world.attribute(cell);
        let attribute =
            attribute.ok_or_else(|| format!("a fact about {cell}, which is no cell"))?;
        let value = attribute.shape.declared(node);
        let value = value.ok_or_else(|| format!("{cell} is declared with another type"))?;
        self.world.facts.insert(cell.to_owned(), value);
        Ok(())
    }

    fn relations(&mut self) -> Read<()> {
        for kind in KINDS.split_whitespace() {
            let name = kind.trim_end_matches('=');
            let both = kind.ends_with('=');
            self.world.kinds.insert(name.to_owned(), both);
        }
        for (kind, node) in self.below("relation_kinds") {
            let both = node.get("symmetric").is_some_and(Node::is_true);
            self.world.kinds.insert(kind, both);
        }
        let ties = self.tops.get("relations").cloned().unwrap_or_default();
        for tie in ties.iter().flat_map(Node::items) {
            let end = |key: &str| tie.text_at(key).ok_or("a relation without an end or kind");
            let force = match tie.text_at("force") {
                None => 500,
                Some(force) => thousandths(&force).ok_or("a relation's force out of range")?,
            };
            let tie = (end("from")?, end("kind")?, end("to")?);
            self.world.relations.insert(tie, force);
        }
        Ok(())
    }

    fn formula(&self, source: &str) -> Read<Formula> {
        parse(source, &self.world as &dyn Names).map_err(|error| format!("{source}: {error}"))
    }

    fn rules(&mut self) -> Read<()> {
        for (name, node) in self.below("rules") {
            let source = node
                .text()
                .map(str::to_owned)
                .or_else(|| node.text_at("is"));
            let rule = Rule {
                formula: self.formula(&source.ok_or("a rule that says nothing")?)?,
                because: node.text_at("because").unwrap_or_default(),
            };
            self.world.rules.insert(name, rule);
        }
        Ok(())
    }

    fn propagation(&mut self) -> Read<()> {
        for (name, node) in self.below("propagation") {
            let part = |key: &str| {
                let found = node.get(key).cloned();
                found.ok_or_else(|| format!("the propagation rule {name} has no `{key}`"))
            };
            let (when, to, then) = (part("when")?, part("to")?, part("then")?);
            let value = when.text_at("value");
            let to = self.target(&to)?;
            let then = self.action(&then, &to)?;
            let keys = when.entries().iter();
            let rule = Propagation {
                when: keys
                    .filter_map(|(key, node)| Some((key.clone(), node.text()?.to_owned())))
                    .collect(),
                value: value.map(|source| self.formula(&source)).transpose()?,
                to,
                then,
            };
            self.world.propagation.insert(name, rule);
        }
        Ok(())
    }

    fn target(&self, node: &Node) -> Read<Target> {
        if let Some(text) = node.text() {
            return Ok(match text {
                "itself" => Target::Itself,
                entity => Target::Entity(entity.to_owned()),
            });
        }
        let text = |key: &str| node.text_at(key);
        let way = node.get("relations").or_else(|| node.get("path"));
        if let Some(kinds) = way {
            let direct = node.get("relations").is_some();
            let steps = text("steps").and_then(|steps| steps.parse().ok());
            let kinds = kinds.items().iter().filter_map(Node::text);
            return Ok(Target::Way {
                kinds: kinds.map(str::to_owned).collect(),
                steps: if direct { 1 } else { steps.unwrap_or(3) },
                least: text("force")
                    .and_then(|force| thousandths(&force))
                    .unwrap_or(1),
            });
        }
        let others = [
            text("tag").map(Target::Tag),
            text("entity").map(Target::Entity),
            text("reference").map(Target::Reference),
        ];
        let found = others.into_iter().flatten().next();
        found.ok_or_else(|| "a propagation rule that leads nowhere".to_owned())
    }

    fn action(&self, node: &Node, to: &Target) -> Read<Action> {
        let text = |key: &str| node.text_at(key);
        if let Some(source) = text("constrain") {
            let usual = match (text("weight"), to) {
                (Some(_), _) | (None, Target::Way { .. }) => "soft",
                (None, _) => "strict",
            };
            let strength = text("strength").unwrap_or_else(|| usual.to_owned());
            return Ok(Action::Constrain(self.formula(&source)?, strength));
        }
        let others = [
            text("reinforce").map(Action::Reinforce),
            text("force").map(|_| Action::Force),
            text("relate").map(Action::Relate),
            text("recheck").map(Action::Recheck),
            text("raise").map(Action::Raise),
        ];
        let found = others.into_iter().flatten().next();
        found.ok_or_else(|| "a propagation rule that does nothing".to_owned())
    }

    fn parts(&mut self) {
        for (_, flow) in self.below("flows") {
            for part in flow.items() {
                let id = ["say", "ask", "gate", "tell"]
                    .iter()
                    .find_map(|key| part.text_at(key));
                let found = Part {
                    fixes: part.text_at("fixes"),
                    tells: part.text_at("cell"),
                };
                if let Some(id) = id {
                    self.world.parts.insert(id, found);
                }
            }
        }
    }
}

/// From 0 to 1, in thousandths.
pub fn thousandths(text: &str) -> Option<u64> {
    let number = Value::Number(Ratio::read(text)?.show()?);
    let scaled = Value::reckon('*', &number, &Value::Number("1000".to_owned()))?;
    let whole = scaled.show().parse::<u64>().ok()?;
    (whole <= 1000).then_some(whole)
}
