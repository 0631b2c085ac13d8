//! Templates of replies: compiled when the project is loaded, every name looked up, rendered elsewhere.
//!
//! What a template is made of is decided by the same reader as for other texts. It becomes a small tree
//! in which every name is a fact, a derived fact, a flag or a part of the element that is walked, so that
//! rendering looks nothing up by its spelling.

use crate::template::{Tags, TemplateProblem, parameter_name, unreadable};
use handlebars::Path as Written;
use handlebars::template::{HelperTemplate, Parameter, Template, TemplateElement};
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::BTreeSet;
use std::ops::Range;

/// The folder whose inclusion is the place of a slot.
pub const SLOTS: &str = "slots/";

/// A piece of a template, with names as they are written or as they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<N> {
    Text(String),
    Print {
        name: N,
        raw: bool,
    },
    /// `#unless` has its branches exchanged.
    If {
        test: N,
        then: Vec<Node<N>>,
        other: Vec<Node<N>>,
    },
    Each {
        list: N,
        body: Vec<Node<N>>,
        other: Vec<Node<N>>,
    },
    With {
        name: N,
        body: Vec<Node<N>>,
        other: Vec<Node<N>>,
    },
    Include(Name),
    Slot(Name),
}

/// A name as it stands in a template: how many `#each` and `#with` it steps out of, and its steps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spelled {
    /// As it is written, to find its place again.
    pub raw: String,
    /// The element it is read from, counted from the outermost; 0 is the case.
    pub level: usize,
    /// The rest of it, without `this`.
    pub path: String,
    /// `@index`, `@first`, `@last`, `@key`.
    pub local: bool,
}

/// What a name in a template stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    Fact(Cell),
    Derived(Name),
    Flag(Name),
    /// An element that is walked, or an attribute of it.
    Element {
        level: usize,
        attribute: Option<Name>,
    },
    Local {
        level: usize,
        name: Name,
    },
    /// A literal `true` or `false` behind `#if`.
    Always(bool),
}

pub type Raw = Vec<Node<Spelled>>;
pub type Body = Vec<Node<Found>>;

/// A template that was read.
#[derive(Clone, Debug)]
pub struct Page {
    pub format: Format,
    pub body: Body,
    /// The slots it has a place for, in order.
    pub slots: Vec<Name>,
    /// Templates that it includes.
    pub includes: BTreeSet<Name>,
    /// Flags whose `#if` counts as a section of it.
    pub guards: BTreeSet<Name>,
    /// Every name it reads.
    pub reads: BTreeSet<Found>,
    /// Those that it prints or walks through.
    pub prints: BTreeSet<Found>,
    /// With its comments, as sessions from before printed them.
    pub commented: Option<Box<Page>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Html,
    Text,
}

impl Format {
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Text => "text",
        }
    }
}

struct Refused {
    word: String,
    what: Phrase,
}

fn refuse<T>(word: &str, en: impl Into<String>, fr: impl Into<String>) -> Result<T, Refused> {
    Err(Refused {
        word: word.to_owned(),
        what: Phrase::new(en, fr),
    })
}

/// Reads a template; names are only spelled.
pub fn read(source: &str) -> Result<Raw, TemplateProblem> {
    let tags = Tags::of(source);
    // Reading, walking and dropping a template recurse, so its nesting is bounded first.
    if let Some((at, message)) = tags.too_deep(source) {
        return Err(TemplateProblem::Syntax { at, message });
    }
    let template = Template::compile(source).map_err(|error| {
        let (at, message) = tags
            .mistake(source)
            .unwrap_or_else(|| unreadable(source, &error));
        TemplateProblem::Syntax { at, message }
    })?;
    nodes(&template, 0).map_err(|refused| TemplateProblem::Unsupported {
        at: place(&tags, source, &refused.word),
        what: refused.what,
    })
}

fn place(tags: &Tags, source: &str, word: &str) -> Range<usize> {
    tags.words(source)
        .get(word)
        .map_or(0..1, |places| places[0].clone())
}

fn nodes(template: &Template, level: usize) -> Result<Raw, Refused> {
    let mut found = Vec::new();
    for element in &template.elements {
        match element {
            TemplateElement::RawString(text) => push_text(&mut found, text),
            TemplateElement::Comment(_) => {}
            TemplateElement::Expression(helper) => found.push(Node::Print {
                name: printed(helper, level)?,
                raw: false,
            }),
            TemplateElement::HtmlExpression(helper) => found.push(Node::Print {
                name: printed(helper, level)?,
                raw: true,
            }),
            TemplateElement::HelperBlock(helper) => found.push(block(helper, level)?),
            TemplateElement::PartialExpression(partial) => {
                let name = parameter_name(&partial.name);
                if !partial.params.is_empty() || !partial.hash.is_empty() {
                    return refuse(
                        &name,
                        "arguments for an included template",
                        "arguments pour un modèle inclus",
                    );
                }
                if matches!(partial.name, Parameter::Subexpression(_)) {
                    return refuse(
                        &name,
                        "names of templates that are computed",
                        "noms de modèles calculés",
                    );
                }
                if level > 0 {
                    return refuse(
                        &name,
                        "inclusion inside `#each` or `#with`",
                        "inclusion dans `#each` ou `#with`",
                    );
                }
                found.push(match name.strip_prefix(SLOTS) {
                    Some(slot) => Node::Slot(Name::from(slot)),
                    None => Node::Include(Name::from(name)),
                });
            }
            TemplateElement::PartialBlock(block)
            | TemplateElement::DecoratorBlock(block)
            | TemplateElement::DecoratorExpression(block) => {
                return refuse(
                    &parameter_name(&block.name),
                    "decorators or blocks that are included",
                    "décorateurs ni blocs inclus",
                );
            }
            _ => return refuse("", "construct such as this one", "construction de ce genre"),
        }
    }
    Ok(found)
}

fn push_text(found: &mut Raw, text: &str) {
    match found.last_mut() {
        Some(Node::Text(before)) => before.push_str(text),
        Some(
            Node::Print { .. }
            | Node::If { .. }
            | Node::Each { .. }
            | Node::With { .. }
            | Node::Include(_)
            | Node::Slot(_),
        )
        | None => found.push(Node::Text(text.to_owned())),
    }
}

fn printed(helper: &HelperTemplate, level: usize) -> Result<Spelled, Refused> {
    let name = parameter_name(&helper.name);
    if !helper.params.is_empty()
        || !helper.hash.is_empty()
        || matches!(
            helper.name,
            Parameter::Literal(_) | Parameter::Subexpression(_)
        )
    {
        return refuse(
            &name,
            format!("the helper `{name}`"),
            format!("l'assistant `{name}`"),
        );
    }
    spelled(&helper.name, level)
}

fn block(helper: &HelperTemplate, level: usize) -> Result<Node<Spelled>, Refused> {
    let kind = parameter_name(&helper.name);
    if !matches!(kind.as_str(), "if" | "unless" | "each" | "with") {
        return refuse(
            &kind,
            format!("block `#{kind}`; there are #if, #unless, #each and #with"),
            format!("bloc `#{kind}` ; il y a #if, #unless, #each et #with"),
        );
    }
    if let Some(option) = helper.hash.keys().next() {
        return refuse(
            option,
            format!("option `{option}` of `#{kind}`"),
            format!("option `{option}` de `#{kind}`"),
        );
    }
    if helper.block_param.is_some() {
        return refuse(
            &kind,
            format!("names behind `as` in `#{kind}`; write `this`"),
            format!("noms derrière `as` dans `#{kind}` ; écrivez `this`"),
        );
    }
    let [parameter] = &helper.params[..] else {
        return refuse(
            &kind,
            format!("`#{kind}` without exactly one name behind it"),
            format!("`#{kind}` sans exactement un nom derrière lui"),
        );
    };
    if matches!(parameter, Parameter::Subexpression(_)) {
        return refuse(
            &kind,
            "expressions inside an expression; derive a fact instead",
            "expressions dans une expression ; dérivez plutôt un fait",
        );
    }
    let name = spelled(parameter, level)?;
    let inside = level + usize::from(matches!(kind.as_str(), "each" | "with"));
    let body = helper.template.as_ref();
    let body = body.map_or(Ok(Vec::new()), |template| nodes(template, inside))?;
    let other = helper.inverse.as_ref();
    let other = other.map_or(Ok(Vec::new()), |template| nodes(template, level))?;
    Ok(match kind.as_str() {
        "if" => Node::If {
            test: name,
            then: body,
            other,
        },
        "unless" => Node::If {
            test: name,
            then: other,
            other: body,
        },
        "each" => Node::Each {
            list: name,
            body,
            other,
        },
        _ => Node::With { name, body, other },
    })
}

fn spelled(parameter: &Parameter, level: usize) -> Result<Spelled, Refused> {
    let raw = parameter_name(parameter);
    if let Parameter::Path(Written::Local((up, name, _))) = parameter {
        if level <= *up || !matches!(name.as_str(), "index" | "first" | "last") {
            return refuse(
                &raw,
                format!("`@{name}` here; inside `#each` there are @index, @first and @last"),
                format!("`@{name}` ici ; dans `#each` il y a @index, @first et @last"),
            );
        }
        return Ok(Spelled {
            level: level - up,
            path: name.clone(),
            local: true,
            raw,
        });
    }
    let (mut path, mut depth) = (raw.as_str(), level);
    if let Some(rest) = path
        .strip_prefix("@root")
        .and_then(|rest| rest.strip_prefix(['.', '/']))
    {
        (path, depth) = (rest, 0);
    }
    while let Some(rest) = path.strip_prefix("../")
        && depth > 0
    {
        (path, depth) = (rest, depth - 1);
    }
    let path = match path {
        "this" | "." if depth > 0 => "",
        _ => path
            .strip_prefix("this.")
            .or_else(|| path.strip_prefix("./"))
            .unwrap_or(path),
    };
    Ok(Spelled {
        level: depth,
        path: path.replace('/', "."),
        local: false,
        raw,
    })
}

/// What a name in a template means, inside the lists that are walked through there.
type Find<'f> = &'f mut dyn FnMut(&Spelled, &[Option<Found>]) -> Option<Found>;

/// Looks up every name of a template. What is not found is given to `miss` and printed as nothing.
pub fn resolve(raw: &Raw, find: Find, template: &mut dyn FnMut(&Name) -> Option<Name>) -> Body {
    resolve_in(raw, find, template, &mut Vec::new())
}

fn resolve_in(
    raw: &Raw,
    find: Find,
    template: &mut dyn FnMut(&Name) -> Option<Name>,
    walked: &mut Vec<Option<Found>>,
) -> Body {
    let mut body = Vec::new();
    for node in raw {
        let found = match node {
            Node::Text(text) => Some(Node::Text(text.clone())),
            Node::Print { name, raw } => {
                find(name, walked).map(|name| Node::Print { name, raw: *raw })
            }
            Node::If { test, then, other } => {
                let test = find(test, walked);
                let then = resolve_in(then, find, template, walked);
                let other = resolve_in(other, find, template, walked);
                test.map(|test| Node::If { test, then, other })
            }
            Node::Each { list, body, other } => {
                let list = find(list, walked);
                walked.push(list.clone());
                let body = resolve_in(body, find, template, walked);
                walked.pop();
                let other = resolve_in(other, find, template, walked);
                list.map(|list| Node::Each { list, body, other })
            }
            Node::With { name, body, other } => {
                let name = find(name, walked);
                walked.push(name.clone());
                let body = resolve_in(body, find, template, walked);
                walked.pop();
                let other = resolve_in(other, find, template, walked);
                name.map(|name| Node::With { name, body, other })
            }
            Node::Include(name) => template(name).map(Node::Include),
            Node::Slot(name) => Some(Node::Slot(name.clone())),
        };
        body.extend(found);
    }
    body
}

impl Page {
    pub fn new(format: Format, body: Body) -> Page {
        let mut page = Page {
            format,
            slots: Vec::new(),
            includes: BTreeSet::new(),
            guards: BTreeSet::new(),
            reads: BTreeSet::new(),
            prints: BTreeSet::new(),
            commented: None,
            body: Vec::new(),
        };
        page.see(&body);
        page.body = body;
        page
    }

    fn see(&mut self, body: &Body) {
        for node in body {
            match node {
                Node::Text(_) => {}
                Node::Print { name, .. } => {
                    self.reads.insert(name.clone());
                    self.prints.insert(name.clone());
                }
                Node::If { test, then, other } => {
                    self.reads.insert(test.clone());
                    if let Found::Flag(flag) = test {
                        self.guards.insert(flag.clone());
                    }
                    self.see(then);
                    self.see(other);
                }
                Node::Each {
                    list: name,
                    body,
                    other,
                }
                | Node::With { name, body, other } => {
                    self.reads.insert(name.clone());
                    self.prints.insert(name.clone());
                    self.see(body);
                    self.see(other);
                }
                Node::Include(name) => {
                    self.includes.insert(name.clone());
                }
                Node::Slot(slot) => {
                    if !self.slots.contains(slot) {
                        self.slots.push(slot.clone());
                    }
                }
            }
        }
    }
}

/// The template that is all a body includes, but for blanks.
pub fn only_inclusion(body: &Body) -> Option<&Name> {
    let mut one = None;
    for node in body {
        match node {
            Node::Text(text) if text.trim().is_empty() => {}
            Node::Include(name) if one.is_none() => one = Some(name),
            Node::Text(_)
            | Node::Include(_)
            | Node::Print { .. }
            | Node::If { .. }
            | Node::Each { .. }
            | Node::With { .. }
            | Node::Slot(_) => return None,
        }
    }
    one
}
