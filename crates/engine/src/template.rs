//! Templates: compiled at load, strict, rendered in a single pass.
//!
//! A template may only print, test or walk what the project declares; what it may see is collected
//! when it is compiled, so that rendering costs what the template reads and never the whole canon.
//! Output is never scanned again, so a value that looks like a template stays a text.

mod tags;

use crate::limits;
use handlebars::template::{BlockParam, HelperTemplate, Parameter, Template, TemplateElement};
use handlebars::{Handlebars, Path};
use logic::text::Phrase;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
pub use tags::Tags;

/// All templates of a project, by name.
pub struct Templates {
    registry: Handlebars<'static>,
    reads: BTreeMap<String, Reads>,
}

impl std::fmt::Debug for Templates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Templates")
            .field("reads", &self.reads)
            .finish_non_exhaustive()
    }
}

/// What a template reads, as dotted paths, and which templates it includes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    pub paths: BTreeSet<String>,
    pub partials: BTreeSet<String>,
    /// How each path is written in the template, where that is not the path itself (`../a.b`).
    pub written: BTreeMap<String, BTreeSet<String>>,
    /// Names inside `#each` and `#with` that nothing can answer: an element has no fields.
    pub stray: BTreeSet<String>,
}

/// Why a template cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateProblem {
    /// The place is in bytes of the template's source.
    Syntax { at: Range<usize>, message: Phrase },
    /// A helper or construct that is not part of the template language.
    Unsupported { at: Range<usize>, what: Phrase },
}

/// A text could not be rendered: something it prints is not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    pub path: String,
}

impl Default for Templates {
    fn default() -> Self {
        let mut registry = Handlebars::new();
        registry.set_strict_mode(true);
        // What is said is plain text; a surface that shows HTML escapes it there.
        registry.register_escape_fn(handlebars::no_escape);
        Templates {
            registry,
            reads: BTreeMap::new(),
        }
    }
}

impl Templates {
    pub fn add(&mut self, name: &str, source: &str) -> Result<(), TemplateProblem> {
        let tags = Tags::of(source);
        // Reading, walking and dropping a template recurse, so its nesting is bounded first.
        if let Some((at, message)) = tags.too_deep(source) {
            return Err(TemplateProblem::Syntax { at, message });
        }
        let template = Template::compile_with_name(source, name.to_owned()).map_err(|error| {
            let (at, message) = tags
                .mistake(source)
                .unwrap_or_else(|| unreadable(source, &error));
            TemplateProblem::Syntax { at, message }
        })?;
        let mut reads = Reads::default();
        collect(&template, &mut reads, &[]).map_err(|refused| {
            let at = tags
                .words(source)
                .get(refused.word.as_str())
                .map_or(0..1, |places| places[0].clone());
            TemplateProblem::Unsupported {
                at,
                what: refused.what,
            }
        })?;
        self.registry.register_template(name, template);
        self.reads.insert(name.to_owned(), reads);
        Ok(())
    }

    pub fn contains(&self, name: &str) -> bool {
        self.reads.contains_key(name)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.reads.keys().map(String::as_str)
    }

    pub fn reads(&self, name: &str) -> Option<&Reads> {
        self.reads.get(name)
    }

    /// The template and every template it includes. A cycle of inclusions ends, and is found by
    /// `cycle`.
    pub fn included(&self, name: &str) -> BTreeSet<String> {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![name.to_owned()]);
        while let Some(name) = todo.pop() {
            if let Some(reads) = self.reads.get(&name) {
                todo.extend(
                    reads
                        .partials
                        .iter()
                        .filter(|partial| !seen.contains(*partial))
                        .cloned(),
                );
            }
            seen.insert(name);
        }
        seen
    }

    /// Everything that a template reads, through the templates it includes.
    pub fn all_paths(&self, name: &str) -> BTreeSet<String> {
        self.included(name)
            .iter()
            .filter_map(|name| self.reads.get(name))
            .flat_map(|reads| reads.paths.iter().cloned())
            .collect()
    }

    /// Whether a template includes itself, directly or through others.
    pub fn cycle(&self, name: &str) -> bool {
        self.includes(name, name)
    }

    /// Whether a template includes another, directly or through others.
    pub fn includes(&self, name: &str, other: &str) -> bool {
        let partials = |name: &str| {
            self.reads
                .get(name)
                .map(|reads| reads.partials.iter().cloned().collect::<Vec<_>>())
                .unwrap_or_default()
        };
        let (mut seen, mut todo) = (BTreeSet::new(), partials(name));
        while let Some(next) = todo.pop() {
            if next == other {
                return true;
            }
            if seen.insert(next.clone()) {
                todo.extend(partials(&next));
            }
        }
        false
    }

    pub fn render(&self, name: &str, context: &serde_json::Value) -> Result<String, Hole> {
        match self.registry.render(name, context) {
            Ok(text) => Ok(cut(text)),
            Err(error) => Err(Hole {
                path: missing_path(&error),
            }),
        }
    }
}

fn missing_path(error: &handlebars::RenderError) -> String {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum belongs to handlebars and is open"
    )]
    match error.reason() {
        handlebars::RenderErrorReason::MissingVariable(Some(path)) => path.clone(),
        other => other.to_string(),
    }
}

fn cut(mut text: String) -> String {
    if text.len() > limits::RENDERED_BYTES {
        let mut end = limits::RENDERED_BYTES;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push_str(" […]");
    }
    text
}

/// What the template language does not have, and the word that asks for it.
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

/// The blocks around a place that change what plain names mean, with the names they bind.
type Scope = [Vec<String>];

fn collect(template: &Template, reads: &mut Reads, scope: &Scope) -> Result<(), Refused> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum belongs to handlebars and is open"
    )]
    for element in &template.elements {
        match element {
            TemplateElement::RawString(_) | TemplateElement::Comment(_) => {}
            TemplateElement::Expression(helper) | TemplateElement::HtmlExpression(helper) => {
                match &helper.name {
                    Parameter::Path(Path::Relative((_, raw))) | Parameter::Name(raw)
                        if helper.params.is_empty() && helper.hash.is_empty() =>
                    {
                        read(raw, reads, scope);
                    }
                    Parameter::Path(Path::Local(_))
                        if helper.params.is_empty()
                            && helper.hash.is_empty()
                            && !scope.is_empty() => {}
                    name => {
                        let name = parameter_name(name);
                        return refuse(
                            &name,
                            format!("the helper `{name}`"),
                            format!("l'assistant `{name}`"),
                        );
                    }
                }
            }
            TemplateElement::HelperBlock(helper) => block(helper, reads, scope)?,
            TemplateElement::PartialExpression(partial) => {
                let name = parameter_name(&partial.name);
                if !partial.params.is_empty()
                    || !partial.hash.is_empty()
                    || matches!(partial.name, Parameter::Subexpression(_))
                {
                    return refuse(
                        &name,
                        "arguments for an included template",
                        "arguments pour un modèle inclus",
                    );
                }
                if !scope.is_empty() {
                    return refuse(
                        &name,
                        "inclusion inside `#each` or `#with`",
                        "inclusion dans `#each` ou `#with`",
                    );
                }
                reads.partials.insert(name);
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
    Ok(())
}

fn block(helper: &HelperTemplate, reads: &mut Reads, scope: &Scope) -> Result<(), Refused> {
    let name = parameter_name(&helper.name);
    if !matches!(name.as_str(), "if" | "unless" | "each" | "with") {
        return refuse(
            &name,
            format!("block `#{name}`; there are #if, #unless, #each and #with"),
            format!("bloc `#{name}` ; il y a #if, #unless, #each et #with"),
        );
    }
    if let Some(option) = helper.hash.keys().find(|key| *key != "includeZero") {
        return refuse(
            option,
            format!("option `{option}` of `#{name}`"),
            format!("option `{option}` de `#{name}`"),
        );
    }
    let [parameter] = &helper.params[..] else {
        return refuse(
            &name,
            format!("`#{name}` without exactly one name behind it"),
            format!("`#{name}` sans exactement un nom derrière lui"),
        );
    };
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum belongs to handlebars and is open"
    )]
    match parameter {
        Parameter::Path(Path::Relative((_, raw))) | Parameter::Name(raw) => read(raw, reads, scope),
        Parameter::Path(Path::Local(_)) if !scope.is_empty() => {}
        Parameter::Literal(_) => {}
        _ => {
            return refuse(
                &name,
                "expressions inside an expression; derive a fact instead",
                "expressions dans une expression ; dérivez plutôt un fait",
            );
        }
    }
    let mut inner = scope.to_vec();
    if matches!(name.as_str(), "each" | "with") {
        inner.push(match &helper.block_param {
            Some(BlockParam::Single(one)) => vec![parameter_name(one)],
            Some(BlockParam::Pair((one, two))) => vec![parameter_name(one), parameter_name(two)],
            Some(_) | None => Vec::new(),
        });
    }
    if let Some(body) = &helper.template {
        collect(body, reads, &inner)?;
    }
    // What `{{else}}` shows stands outside of the element.
    if let Some(body) = &helper.inverse {
        collect(body, reads, scope)?;
    }
    Ok(())
}

/// Notes what a name reads. Inside `#each` and `#with` a plain name is a field of the element, and an
/// element is a plain value; `../name` and `@root.name` reach what is outside.
fn read(raw: &str, reads: &mut Reads, scope: &Scope) {
    let (mut path, mut level) = (raw, scope.len());
    if let Some(rest) = path
        .strip_prefix("@root")
        .and_then(|rest| rest.strip_prefix(['.', '/']))
    {
        (path, level) = (rest, 0);
    }
    while let Some(rest) = path.strip_prefix("../")
        && level > 0
    {
        (path, level) = (rest, level - 1);
    }
    if level == 0 {
        if path != raw {
            reads
                .written
                .entry(path.to_owned())
                .or_default()
                .insert(raw.to_owned());
        }
        reads.paths.insert(path.to_owned());
        return;
    }
    let first = path.split(['.', '/']).next().unwrap_or(path);
    if !matches!(path, "this" | "." | "..") && !scope.iter().flatten().any(|bound| bound == first) {
        reads.stray.insert(raw.to_owned());
    }
}

fn parameter_name(parameter: &Parameter) -> String {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the enum belongs to handlebars and is open"
    )]
    match parameter {
        Parameter::Name(name) => name.clone(),
        Parameter::Path(Path::Relative((_, raw)) | Path::Local((_, _, raw))) => raw.clone(),
        Parameter::Literal(json) => json
            .as_str()
            .map_or_else(|| json.to_string(), str::to_owned),
        _ => "(…)".to_owned(),
    }
}

/// What the template engine said, where none of our own sentences fits.
fn unreadable(source: &str, error: &handlebars::TemplateError) -> (Range<usize>, Phrase) {
    let (line, column) = error.pos().unwrap_or((1, 1));
    let line_start: usize = source
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let at = source[line_start..]
        .char_indices()
        .nth(column - 1)
        .map_or(source.len(), |(offset, _)| line_start + offset);
    (
        at..at + 1,
        Phrase::new(
            "this cannot be read as a template",
            "ceci ne se lit pas comme un modèle",
        ),
    )
}
