//! The same words from a bare template engine: each case has its page written out as a template, with the
//! sections where they stand, and its facts as data. Which sections that are is not the rival's work.

use crate::cases;
use engine::Project;
use engine::reply::case::{Case, CaseFacts};
use engine::reply::decide::{Reply, decide};
use engine::reply::page::{Body, Found, Node};
use engine::reply::{Dates, Replies};
use handlebars::{Context, Handlebars};
use logic::holds::Facts as _;
use logic::value::{Cell, Value};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

pub struct Ready {
    pub case: Case,
    pub given: Case,
    name: String,
    data: Json,
    context: Context,
}

pub struct Pages {
    handlebars: Handlebars<'static>,
    pub ready: Vec<Ready>,
    pub with_text: usize,
}

impl Pages {
    pub fn of(project: &Project, cases: &[Case]) -> Pages {
        let replies = project.replies.as_ref().expect("it answers");
        let mut handlebars = Handlebars::new();
        let language = project.languages[0].as_str();
        for name in replies.pages.all.keys() {
            let Some(page) = replies.pages.page(name, language) else {
                continue;
            };
            let mut writer = Writer {
                replies,
                reply: None,
                slots: BTreeSet::new(),
                signed: false,
            };
            let source = writer.body(&page.body, 0);
            handlebars
                .register_template_string(&plain_name(name), source)
                .expect("it reads as ours");
        }
        let mut pages = Pages {
            handlebars,
            ready: Vec::new(),
            with_text: 0,
        };
        for (number, case) in cases.iter().enumerate() {
            pages.add(project, replies, language, case, number);
        }
        pages
    }

    fn add(
        &mut self,
        project: &Project,
        replies: &Replies,
        language: &str,
        case: &Case,
        number: usize,
    ) {
        let Some(reply) = decide(project, case) else {
            return;
        };
        let (Some(text), Some(page)) = (&reply.text, &reply.page) else {
            return;
        };
        self.with_text += 1;
        let Some(compiled) = replies.pages.page(page, language) else {
            return;
        };
        let mut writer = Writer {
            replies,
            reply: Some(&reply),
            slots: BTreeSet::new(),
            signed: false,
        };
        let mut source = String::new();
        if !compiled.slots.iter().any(|slot| &**slot == "top") {
            source += &writer.slot("top");
        }
        source += &writer.body(&compiled.body, 0);
        for slot in ["before_signature", "bottom"] {
            source += &writer.slot(slot);
        }
        let name = format!("case_{number}");
        if self
            .handlebars
            .register_template_string(&name, source)
            .is_err()
        {
            return;
        }
        let data = data(project, replies, case, &reply, language);
        let rendered = self.handlebars.render(&name, &data).unwrap_or_default();
        if words(&rendered) != words(text) {
            if std::env::var_os("CANONRY_BENCH_SHOW").is_some() {
                eprintln!("--- {number}\n{}\n+++\n{}", words(text), words(&rendered));
            }
            return;
        }
        let Some(given) = cases::given(project, case) else {
            return;
        };
        let context = Context::wraps(&data).expect("data is JSON");
        self.ready.push(Ready {
            case: case.clone(),
            given,
            name,
            data,
            context,
        });
    }

    /// From data, as a program has it.
    pub fn render(&self, at: usize) -> String {
        let ready = &self.ready[at];
        self.handlebars
            .render(&ready.name, &ready.data)
            .expect("it was rendered before")
    }

    /// From data that is ready for the engine: rendering and nothing else.
    pub fn render_ready(&self, at: usize) -> String {
        let ready = &self.ready[at];
        self.handlebars
            .render_with_context(&ready.name, &ready.context)
            .expect("it was rendered before")
    }
}

/// Blanks do not count: the engines differ in what they keep around blocks.
fn words(text: &str) -> String {
    let text = text.replace('<', " <").replace('>', "> ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn plain_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!("t_{}", name.chars().map(plain).collect::<String>())
}

struct Writer<'w> {
    replies: &'w Replies,
    reply: Option<&'w Reply>,
    slots: BTreeSet<String>,
    signed: bool,
}

impl Writer<'_> {
    fn slot(&mut self, slot: &str) -> String {
        let Some(reply) = self.reply else {
            return String::new();
        };
        if !self.slots.insert(slot.to_owned()) {
            return String::new();
        }
        self.signed |= slot == "before_signature";
        let said = reply.sections.iter().filter(|said| &*said.slot == slot);
        let said = said.filter_map(|said| self.replies.sections.get(&said.section));
        said.map(|section| format!("{{{{> {}}}}}\n", plain_name(&section.template)))
            .collect()
    }

    fn body(&mut self, body: &Body, depth: usize) -> String {
        let mut out = String::new();
        for node in body {
            match node {
                Node::Text(text) => out += text,
                Node::Print { name, raw: false } => {
                    out += &format!("{{{{{}}}}}", spell(name, depth))
                }
                Node::Print { name, raw: true } => {
                    out += &format!("{{{{{{{}}}}}}}", spell(name, depth))
                }
                Node::If { test, then, other } => {
                    let (then, other) = (self.body(then, depth), self.body(other, depth));
                    out += &format!(
                        "{{{{#if {}}}}}{then}{{{{else}}}}{other}{{{{/if}}}}",
                        spell(test, depth)
                    );
                }
                Node::Each { list, body, other } => {
                    let (then, other) = (self.body(body, depth + 1), self.body(other, depth));
                    out += &format!(
                        "{{{{#each {}}}}}{then}{{{{else}}}}{other}{{{{/each}}}}",
                        spell(list, depth)
                    );
                }
                Node::With { name, body, other } => {
                    let (then, other) = (self.body(body, depth + 1), self.body(other, depth));
                    out += &format!(
                        "{{{{#with {}}}}}{then}{{{{else}}}}{other}{{{{/with}}}}",
                        spell(name, depth)
                    );
                }
                Node::Include(name) => {
                    if !self.signed && name.ends_with("signature") {
                        out += &self.slot("before_signature");
                    }
                    out += &format!("{{{{> {}}}}}", plain_name(name));
                }
                Node::Slot(slot) => out += &self.slot(slot),
            }
        }
        out
    }
}

fn spell(name: &Found, depth: usize) -> String {
    let path = match name {
        Found::Fact(cell) => format!("{}.{}", cell.entity, cell.attribute),
        Found::Derived(name) | Found::Flag(name) => name.to_string(),
        Found::Element {
            attribute: None, ..
        } => return "this".to_owned(),
        Found::Element {
            attribute: Some(attribute),
            ..
        } => return format!("this.{attribute}"),
        Found::Local { name, .. } => return format!("@{name}"),
        Found::Always(truth) => return truth.to_string(),
    };
    format!("{}{path}", "../".repeat(depth))
}

fn data(project: &Project, replies: &Replies, case: &Case, reply: &Reply, language: &str) -> Json {
    let facts = CaseFacts::new(project, case);
    let mut top = Map::new();
    for page in replies
        .pages
        .all
        .values()
        .filter_map(|all| all.page(language))
    {
        for read in &page.reads {
            match read {
                Found::Fact(cell) => {
                    let shown = facts.value(cell).map_or(Json::Null, |value| {
                        shown(&facts, replies, &value, Some(cell), language)
                    });
                    let source = top
                        .entry(cell.entity.to_string())
                        .or_insert_with(|| json!({}));
                    source[cell.attribute.as_str()] = shown;
                }
                Found::Derived(name) => {
                    let shown = facts.derived(name).map_or(Json::Null, |value| {
                        shown(&facts, replies, &value, None, language)
                    });
                    top.insert(name.to_string(), shown);
                }
                Found::Flag(flag) => {
                    top.insert(flag.to_string(), json!(reply.flags.contains_key(flag)));
                }
                Found::Element { .. } | Found::Local { .. } | Found::Always(_) => {}
            }
        }
    }
    Json::Object(top)
}

fn shown(
    facts: &CaseFacts,
    replies: &Replies,
    value: &Value,
    cell: Option<&Cell>,
    language: &str,
) -> Json {
    match value {
        Value::Null | Value::Confidential(_) => Json::Null,
        Value::Bool(truth) => json!(truth),
        Value::Symbol(symbol) => {
            let labels = cell.and_then(|cell| replies.labels.get(&(cell.clone(), symbol.clone())));
            let label = labels.and_then(|labels| labels.get(language));
            json!(label.map_or(symbol.as_str(), String::as_str))
        }
        Value::Date(date) => match replies.options.dates {
            Dates::Iso => json!(date.to_string()),
            Dates::Short => json!(format!(
                "{:02}/{:02}/{}",
                date.day(),
                date.month(),
                date.year()
            )),
            Dates::Long => json!(long(date.day(), date.month(), date.year())),
        },
        Value::List(items) => items
            .iter()
            .map(|item| shown(facts, replies, item, cell, language))
            .collect(),
        Value::Entity(entity) => {
            let mut record = Map::new();
            for attribute in &facts.project.attributes {
                let cell = Cell::new(entity.as_str(), attribute.name.as_str());
                if let Some(value) = facts.value(&cell) {
                    let kind = Cell::new(attribute.sort.as_str(), attribute.name.as_str());
                    record.insert(
                        attribute.name.to_string(),
                        shown(facts, replies, &value, Some(&kind), language),
                    );
                }
            }
            Json::Object(record)
        }
        Value::Number(_) | Value::Text(_) | Value::Instant(_) | Value::Set(_) => {
            json!(value.show())
        }
    }
}

fn long(
    day: impl std::fmt::Display + PartialEq<i8>,
    month: impl TryInto<usize>,
    year: impl std::fmt::Display,
) -> String {
    const MONTHS: [&str; 12] = [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ];
    let month = month.try_into().map_or(0, |month| month - 1);
    if day == 1 {
        format!("1er {} {year}", MONTHS[month])
    } else {
        format!("{day} {} {year}", MONTHS[month])
    }
}
