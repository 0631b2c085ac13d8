//! What a model is told before it proposes a value: the world around one cell, ranked and bounded.
//!
//! A world context may hold everything but what is confidential, for only a value comes back from it. It is
//! made from what lies around the cell, never from all there is, so its cost does not grow with the world.

use crate::canon::Canon;
use crate::event::Strength;
use crate::field::{BACKED, Possible, Proven, Stretch};
use crate::limits;
use crate::project::Attribute;
use crate::scene::PLAYER;
use crate::voice::JOINS;
use logic::holds::{self, Facts};
use logic::text::{Phrase, joined};
use logic::value::{Cell, Name, Value};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Since when what is no longer possible is not told.
const POSSIBLE: u64 = 8;

/// Since when titles and notes count for the bound, and every rule and everything learnt that is left out is counted.
const WHOLE: u64 = 13;

/// The rank of how many facts there are.
const COUNTED: u64 = 50;

/// How many facts of whoever is near are told.
const FACTS: usize = 4;

/// How many values are told by name; the form of the answer names all.
const NAMED: usize = 40;

/// The world around a cell.
#[derive(Clone, Debug)]
pub struct Context {
    pub cell: Cell,
    pub category: Option<Name>,
    /// What the cell may still be.
    pub proven: Option<Proven>,
    /// What is asked for, as far as it is still possible.
    pub wanted: Phrase,
    /// Sections in the order in which they are told.
    pub sections: Vec<Section>,
    /// What did not fit, by section.
    pub left_out: BTreeMap<&'static str, usize>,
}

#[derive(Clone, Debug)]
pub struct Section {
    pub name: &'static str,
    pub title: Phrase,
    pub lines: Vec<Line>,
    /// How many lines there would be more, were it not for a bound.
    pub left_out: usize,
}

#[derive(Clone, Debug)]
pub struct Line {
    pub text: Phrase,
    /// Higher stays longer when there is no room.
    pub rank: u64,
}

fn line(rank: u64, en: impl Into<String>, fr: impl Into<String>) -> Line {
    Line {
        text: Phrase::new(en.into(), fr.into()),
        rank,
    }
}

fn same(rank: u64, text: String) -> Line {
    line(rank, text.clone(), text)
}

/// What a model should know to propose a value for the cell.
pub fn context(canon: &Canon, cell: &Cell, attribute: &Attribute, radius: usize) -> Context {
    let gathering = Gathering {
        canon,
        cell,
        radius,
    };
    let field = canon.state.field(canon.project);
    let proven = field.and_then(|field| field.told_possible(cell));
    let wanted = wanted(canon.state.edition(), attribute, proven.as_ref());
    let mut context = Context {
        cell: cell.clone(),
        category: canon
            .project
            .topic(cell)
            .and_then(|topic| topic.category.clone()),
        proven,
        sections: vec![
            gathering.target(&wanted),
            gathering.constraints(),
            gathering.relations(),
            gathering.near(),
            gathering.paths(),
            gathering.scene(),
            gathering.known(),
            gathering.meta(),
        ],
        left_out: BTreeMap::new(),
        wanted,
    };
    if canon.state.edition() >= BACKED {
        let cut = context.sections.iter();
        let cut = cut.filter(|section| section.left_out > 0);
        context.left_out = cut
            .map(|section| (section.name, section.left_out))
            .collect();
    }
    match canon.state.edition() >= WHOLE {
        true => context.fit_whole(limits::CONTEXT_CHARACTERS),
        false => context.fit(limits::CONTEXT_CHARACTERS),
    }
    context.sections.retain(|section| !section.lines.is_empty());
    context
}

/// What is asked for, in words: nothing that the form of the answer leaves out, and what nobody has proven apart.
fn wanted(edition: u64, attribute: &Attribute, proven: Option<&Proven>) -> Phrase {
    let all = attribute.kind.describe();
    if edition < POSSIBLE {
        return all;
    }
    let mut wanted = possibly(&all, proven.map(|proven| &proven.possible));
    let Some(proven) = proven else {
        return wanted;
    };
    let mut more = |en: &str, fr: &str, stretches: &[Stretch]| {
        let shown = stretches.iter().map(|stretch| match stretch.single() {
            Some(value) => value.show(),
            None => {
                let end = |value: &Option<Value>| {
                    value.as_ref().map_or_else(|| "…".to_owned(), Value::show)
                };
                format!("{}–{}", end(&stretch.from), end(&stretch.to))
            }
        });
        let shown: Vec<String> = shown.collect();
        if !shown.is_empty() && shown.len() <= NAMED {
            let shown = shown.join(", ");
            wanted.en.push_str(&format!("{en}{shown}"));
            wanted.fr.push_str(&format!("{fr}{shown}"));
        }
    };
    more(", except ", ", sauf ", &proven.except);
    more(
        "; not proven to be possible: ",
        " ; non prouvé possible : ",
        &proven.unproven,
    );
    wanted
}

/// What an author declared for an attribute, in words.
pub(crate) fn declared(attribute: &Attribute) -> Phrase {
    let all = attribute.kind.describe();
    let (low, high) = &attribute.range;
    let range = low.is_some() || high.is_some();
    let range = range.then(|| {
        Possible::Between(
            low.as_ref().copied().map(Value::Number),
            high.as_ref().copied().map(Value::Number),
        )
    });
    possibly(&all, range.as_ref())
}

fn possibly(all: &Phrase, possible: Option<&Possible>) -> Phrase {
    let list = |names: &mut dyn Iterator<Item = String>| names.collect::<Vec<_>>().join(", ");
    match possible {
        Some(Possible::Values(values)) if values.len() <= NAMED => {
            let values = list(&mut values.iter().map(Value::show));
            Phrase::new(
                format!("one of the values {values}"),
                format!("l'une des valeurs {values}"),
            )
        }
        Some(Possible::Between(low, high)) => {
            let (low, high) = (
                low.as_ref().map(Value::show),
                high.as_ref().map(Value::show),
            );
            let (en, fr) = match (low, high) {
                (Some(low), Some(high)) => (
                    format!(" from {low} to {high}"),
                    format!(" de {low} à {high}"),
                ),
                (Some(low), None) => (format!(", at least {low}"), format!(", au moins {low}")),
                (None, Some(high)) => (format!(", at most {high}"), format!(", au plus {high}")),
                (None, None) => (String::new(), String::new()),
            };
            Phrase::new(format!("{}{en}", all.en), format!("{}{fr}", all.fr))
        }
        Some(Possible::Set { must, may }) if must.len() + may.len() <= NAMED => {
            let (held, free) = (
                list(&mut must.iter().map(Name::to_string)),
                list(&mut may.iter().map(Name::to_string)),
            );
            let (mut en, mut fr) = (format!("a set of {free}"), format!("un ensemble de {free}"));
            if !held.is_empty() {
                en.push_str(&format!(", always with {held}"));
                fr.push_str(&format!(", toujours avec {held}"));
            }
            Phrase::new(en, fr)
        }
        Some(Possible::Values(_) | Possible::Set { .. } | Possible::List { .. }) | None => {
            all.clone()
        }
    }
}

struct Gathering<'a, 'c> {
    canon: &'a Canon<'c>,
    cell: &'a Cell,
    radius: usize,
}

impl Gathering<'_, '_> {
    fn name(&self, entity: &str) -> String {
        let known = self.canon.project.entities.get(entity);
        known.map_or_else(|| entity.to_owned(), |known| known.name.clone())
    }

    /// Everything that is fixed about an entity and is nobody's secret from a model.
    fn facts_of(&self, entity: &Name) -> Vec<(Cell, Value)> {
        let open = |cell: &Cell| {
            let attribute = self.canon.project.attribute(cell);
            attribute.is_some_and(|attribute| !attribute.confidential)
        };
        let all = self.canon.facts_of(entity).into_iter();
        all.filter(|(cell, _)| open(cell)).collect()
    }

    fn is_whole(&self) -> bool {
        self.canon.state.edition() >= WHOLE
    }

    fn told(&self, cell: &Cell, value: &Value) -> String {
        format!("{} = {}", cell.attribute, self.canon.show(cell, value))
    }

    fn target(&self, wanted: &Phrase) -> Section {
        let entity = &self.cell.entity;
        let sort = self
            .canon
            .project
            .entities
            .get(entity)
            .map(|known| known.sort.clone());
        let mut lines = vec![same(
            1000,
            format!(
                "{} ({entity}, {})",
                self.name(entity),
                sort.map_or_else(String::new, |sort| sort.to_string())
            ),
        )];
        lines.push(line(
            1000,
            format!("asked: {}, {}", self.cell.attribute, wanted.en),
            format!("demandé : {}, {}", self.cell.attribute, wanted.fr),
        ));
        if self.canon.state.edition() >= BACKED
            && let Some(mark) = self.canon.state.mark_of(self.cell)
        {
            let rule = self.canon.project.propagation.get(&mark.rule);
            let because = rule.and_then(|rule| rule.because.clone());
            let because =
                because.unwrap_or_else(|| Phrase::new(mark.rule.as_str(), mark.rule.as_str()));
            lines.push(line(
                950,
                format!("to be thought over anew: {}", because.en),
                format!("à repenser : {}", because.fr),
            ));
        }
        // What is made anew is no fact for whoever makes it.
        let others = self.facts_of(entity).into_iter();
        for (cell, value) in others.filter(|(cell, _)| cell != self.cell) {
            lines.push(same(800, self.told(&cell, &value)));
        }
        Section {
            name: "target",
            title: Phrase::new("Whom it is about", "De qui il s'agit"),
            left_out: 0,
            lines,
        }
    }

    /// Rules and constraints on the cell, strict ones first.
    fn constraints(&self) -> Section {
        let project = self.canon.project;
        let mut lines = Vec::new();
        let (rules, more) = project.base.rules_about(self.cell);
        for (name, rule) in rules {
            let Some(known) = project.rules.get(&name) else {
                continue;
            };
            let words = known.because.clone();
            let words = words.unwrap_or_else(|| Phrase::new(rule.clone(), rule.clone()));
            lines.push(line(
                900,
                format!("must: {} [{rule}]", words.en),
                format!("doit : {} [{rule}]", words.fr),
            ));
        }
        for constraint in self.canon.constraints_on(self.cell) {
            let (seq, added) = (constraint.seq, &constraint.added);
            let formula = added.formula.to_string();
            let because = self.canon.because(added);
            let because = because.map_or_else(
                || Phrase::new("", ""),
                |words| Phrase::new(format!(" ({})", words.en), format!(" ({})", words.fr)),
            );
            lines.push(match crate::soft::strength(self.canon, added) {
                Strength::Strict => line(
                    900,
                    format!("must: {formula}{}", because.en),
                    format!("doit : {formula}{}", because.fr),
                ),
                Strength::Soft(weight) => line(
                    700,
                    format!("should (#{seq}, {weight}): {formula}{}", because.en),
                    format!("devrait (#{seq}, {weight}) : {formula}{}", because.fr),
                ),
                Strength::Tendency(weight) => line(
                    500,
                    format!("leans ({weight}): {formula}{}", because.en),
                    format!("penche ({weight}) : {formula}{}", because.fr),
                ),
            });
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.rank));
        Section {
            name: "constraints",
            title: Phrase::new("What binds it", "Ce qui la lie"),
            left_out: if self.is_whole() { more } else { 0 },
            lines,
        }
    }

    fn relations(&self) -> Section {
        let relations = self.canon.relations_of(&self.cell.entity);
        let lines = relations.into_iter().map(|relation| {
            let label = self.canon.project.relation_kinds.get(&relation.kind);
            let label = label.map_or_else(
                || Phrase::new(relation.kind.as_str(), relation.kind.as_str()),
                |kind| kind.label.clone(),
            );
            let (from, to) = (self.name(&relation.from), self.name(&relation.to));
            line(
                300 + u64::from(relation.force.thousandths()) / 4,
                format!("{from} {} {to} ({})", label.en, relation.force),
                format!("{from} {} {to} ({})", label.fr, relation.force),
            )
        });
        Section {
            name: "relations",
            title: Phrase::new("Direct relations", "Relations directes"),
            left_out: lines.len().saturating_sub(limits::CONTEXT_LINES),
            lines: lines.take(limits::CONTEXT_LINES).collect(),
        }
    }

    /// Who is near, with a few words each.
    fn near(&self) -> Section {
        let least = crate::graph::Force::of_thousandths(100);
        let reached = (self.canon).reached(&self.cell.entity, least, self.radius);
        let lines = reached.iter().take(limits::CONTEXT_NEAR).map(|reached| {
            let mut facts = self.facts_of(&reached.entity);
            let ranks = self.canon.state.edition() >= BACKED;
            if ranks {
                facts.sort_by_key(|(cell, _)| std::cmp::Reverse(self.relevance(cell)));
            }
            let left = facts.split_off(facts.len().min(FACTS));
            let mut facts: Vec<String> = facts
                .iter()
                .map(|(cell, value)| self.told(cell, value))
                .collect();
            if ranks && !left.is_empty() {
                let names = left.iter().map(|(cell, _)| cell.attribute.as_str());
                facts.push(format!("… ({})", names.collect::<Vec<_>>().join(", ")));
            }
            let rank = 100 + reached.millionths / 10_000;
            let name = self.name(&reached.entity);
            let bare = facts.is_empty() && self.canon.state.edition() >= POSSIBLE;
            match bare {
                true => same(rank, name),
                false => same(rank, format!("{name}: {}", facts.join(", "))),
            }
        });
        Section {
            name: "near",
            title: Phrase::new("Who is near", "Qui est proche"),
            left_out: reached.len().saturating_sub(limits::CONTEXT_NEAR),
            lines: lines.collect(),
        }
    }

    /// How much a fact has to do with what is asked for: a rule or a constraint reads both, it is the same attribute
    /// or of the same category, it was found out in this session and lately.
    fn relevance(&self, cell: &Cell) -> (bool, bool, bool, u64) {
        let (project, state) = (self.canon.project, self.canon.state);
        let bound = project.base.are_bound(self.cell, cell)
            || self
                .canon
                .constraints_on(self.cell)
                .any(|known| holds::cells(&known.added.formula).contains(cell));
        let category = |cell: &Cell| {
            project
                .topic(cell)
                .and_then(|topic| topic.category.as_ref())
        };
        let own = category(self.cell);
        let fact = state.facts.get(cell).map(|fact| fact.seq);
        let fluent = state.fluents.get(cell).map(|fluent| fluent.seq);
        (
            bound,
            cell.attribute == self.cell.attribute,
            own.is_some() && own == category(cell),
            fact.max(fluent).unwrap_or(0),
        )
    }

    /// How the entity and whoever is spoken to are connected.
    fn paths(&self) -> Section {
        let mut lines = Vec::new();
        if let Some(other) = self.canon.interlocutor()
            && other != self.cell.entity
        {
            let paths = self.canon.graph().paths(&self.cell.entity, &other, 3);
            for path in paths.paths {
                let names: Vec<String> = std::iter::once(self.name(&self.cell.entity))
                    .chain(path.steps.iter().map(|step| self.name(step.to())))
                    .collect();
                lines.push(same(200 + path.millionths() / 10_000, names.join(" – ")));
            }
        }
        Section {
            name: "paths",
            title: Phrase::new("How they are connected", "Comment ils sont liés"),
            left_out: 0,
            lines,
        }
    }

    fn scene(&self) -> Section {
        let mut lines = Vec::new();
        let scene = self.canon.scene();
        let mut say = |en: &str, fr: &str, value: Option<String>| {
            if let Some(value) = value {
                lines.push(line(
                    400,
                    format!("{en}: {value}"),
                    format!("{fr} : {value}"),
                ));
            }
        };
        say("time", "moment", scene.time.clone());
        say(
            "place",
            "lieu",
            scene.place.as_ref().map(|place| self.name(place)),
        );
        say(
            "speaking with",
            "interlocuteur",
            scene.interlocutor.as_ref().map(|who| self.name(who)),
        );
        let present: Vec<String> = scene.present.iter().map(|who| self.name(who)).collect();
        say(
            "present",
            "présents",
            (!present.is_empty()).then(|| present.join(", ")),
        );
        say(
            "event",
            "événement",
            scene.event.as_ref().map(ToString::to_string),
        );
        say("mood", "ambiance", scene.mood.clone());
        Section {
            name: "scene",
            title: Phrase::new("The scene", "La scène"),
            left_out: 0,
            lines,
        }
    }

    /// What whoever plays has learnt last.
    fn known(&self) -> Section {
        let learnt = &self.canon.state.learnt;
        let recent = learnt.iter().rev().take(limits::CONTEXT_KNOWN);
        let told: BTreeSet<&Cell> = recent.clone().collect();
        let others = recent.filter(|cell| *cell != self.cell);
        let lines = others.filter_map(|cell| {
            let value = self.canon.value(cell)?;
            let attribute = self.canon.project.attribute(cell)?;
            (!attribute.confidential).then(|| {
                same(
                    150,
                    format!("{}: {}", self.name(&cell.entity), self.told(cell, &value)),
                )
            })
        });
        let ever = match self.is_whole() {
            true => usize::try_from(self.canon.state.learnt_by.count(PLAYER)).unwrap_or(usize::MAX),
            false => 0,
        };
        Section {
            name: "known",
            title: Phrase::new("What the player has learnt", "Ce que le joueur a appris"),
            left_out: ever.saturating_sub(told.len()),
            lines: lines.chain(self.standings()).collect(),
        }
    }

    /// Where whoever plays, and whose cell it is, stand.
    fn standings(&self) -> Vec<Line> {
        let axes = self.canon.project.axes.iter();
        let told = axes.filter(|(_, axis)| axis.is_players() || axis.holder == self.cell.entity);
        let lines = told.filter_map(|(name, axis)| {
            let standing = self.canon.standing(name)?;
            let (low, high) = standing.range;
            let whose = match axis.is_players() {
                true => Phrase::new("the player", "joueur"),
                false => Phrase::new(self.name(&axis.holder), self.name(&axis.holder)),
            };
            let with = axis.with.as_ref().map(|with| self.name(with));
            let with = with.map_or((String::new(), String::new()), |with| {
                let of = match self.canon.state.edition() >= JOINS {
                    true => joined("de", &with),
                    false => format!("de {with}"),
                };
                (format!(" with {with}"), format!(" auprès {of}"))
            });
            let value = standing.value;
            Some(line(
                160,
                format!(
                    "{name} of {}{}: {value} (from {low} to {high})",
                    whose.en, with.0
                ),
                format!(
                    "{name} ({}{}) : {value} (de {low} à {high})",
                    whose.fr, with.1
                ),
            ))
        });
        lines.collect()
    }

    fn meta(&self) -> Section {
        let (project, state) = (self.canon.project, self.canon.state);
        let facts = project.facts.len() + state.facts.len();
        let mut lines = vec![line(
            COUNTED,
            format!("facts so far: {facts}"),
            format!("faits jusqu'ici : {facts}"),
        )];
        if let Some(progress) = project
            .progress
            .as_ref()
            .and_then(|_| self.canon.standing("progress"))
        {
            let value = progress.value;
            lines.push(line(
                240,
                format!("progress: {value} of 1"),
                format!("progression : {value} sur 1"),
            ));
        }
        let themes: Vec<String> = project
            .themes
            .iter()
            .map(|(theme, weight)| format!("{theme} ({weight})"))
            .collect();
        if !themes.is_empty() {
            lines.push(line(
                250,
                format!("themes: {}", themes.join(", ")),
                format!("thèmes : {}", themes.join(", ")),
            ));
        }
        Section {
            name: "meta",
            title: Phrase::new("The story so far", "L'histoire jusqu'ici"),
            left_out: 0,
            lines,
        }
    }
}

impl Context {
    /// What a value depends on of it: how much was found out elsewhere is no part of that.
    pub(crate) fn rests_on(&self) -> Context {
        let mut context = self.clone();
        for section in &mut context.sections {
            section.lines.retain(|line| line.rank != COUNTED);
        }
        context
    }

    /// Drops the least relevant lines until the whole text fits in either language, with its titles and with what it
    /// says of what is left out.
    fn fit_whole(&mut self, most: usize) {
        let all = self.clone();
        let mut room = most;
        loop {
            self.fit(room);
            let size = ["en", "fr"].map(|language| self.text(language).chars().count());
            let over = size[0].max(size[1]).saturating_sub(most);
            if over == 0 || room == 0 {
                return;
            }
            room = room.saturating_sub(over);
            *self = all.clone();
        }
    }

    /// Drops the least relevant lines until the rest fits.
    fn fit(&mut self, room: usize) {
        let mut ranked: Vec<(u64, usize, usize, usize)> = Vec::new();
        for (section, known) in self.sections.iter().enumerate() {
            for (at, line) in known.lines.iter().enumerate() {
                let size = line
                    .text
                    .en
                    .chars()
                    .count()
                    .max(line.text.fr.chars().count())
                    + 3;
                ranked.push((line.rank, section, at, size));
            }
        }
        ranked.sort_by_key(|(rank, section, at, _)| (std::cmp::Reverse(*rank), *section, *at));
        let mut used = 0;
        let mut dropped: Vec<(usize, usize)> = Vec::new();
        for (_, section, at, size) in ranked {
            if used + size > room {
                dropped.push((section, at));
            } else {
                used += size;
            }
        }
        dropped.sort_unstable();
        for (section, at) in dropped.into_iter().rev() {
            let section = &mut self.sections[section];
            section.lines.remove(at);
            *self.left_out.entry(section.name).or_default() += 1;
        }
    }

    pub fn text(&self, language: &str) -> String {
        let mut out = String::new();
        let told = self.sections.iter();
        for section in told.filter(|section| !section.lines.is_empty()) {
            out.push_str(&format!("## {}\n", section.title.in_language(language)));
            for line in &section.lines {
                out.push_str(&format!("- {}\n", line.text.in_language(language)));
            }
        }
        for (section, count) in &self.left_out {
            let words = Phrase::new(
                format!("({count} lines of {section} left out)\n"),
                format!("({count} lignes de {section} laissées de côté)\n"),
            );
            out.push_str(words.in_language(language));
        }
        out
    }

    pub fn json(&self, language: &str) -> serde_json::Value {
        let sections: serde_json::Map<_, _> = self
            .sections
            .iter()
            .map(|section| {
                let lines = section.lines.iter();
                let lines: Vec<&str> = lines.map(|line| line.text.in_language(language)).collect();
                (section.name.to_owned(), json!(lines))
            })
            .collect();
        json!({
            "cell": self.cell.to_string(),
            "category": self.category.as_ref().map(Name::as_str),
            "sections": sections,
            "left_out": self.left_out,
        })
    }
}
