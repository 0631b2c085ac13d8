//! Templates: compiled at load, strict, rendered in a single pass.
//!
//! A template may only print, test or walk what the project declares; what it may see is collected
//! when it is compiled, so that rendering costs what the template reads and never the whole canon.
//! Output is never scanned again, so a value that looks like a template stays a text.

use crate::limits;
use handlebars::template::{HelperTemplate, Parameter, Template, TemplateElement};
use handlebars::{Handlebars, Path};
use std::collections::{BTreeMap, BTreeSet};

/// All templates of a project, by name.
pub struct Templates {
    registry: Handlebars<'static>,
    reads: BTreeMap<String, Reads>,
}

impl std::fmt::Debug for Templates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Templates").field("reads", &self.reads).finish_non_exhaustive()
    }
}

/// What a template reads, as dotted paths, and which templates it includes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    pub paths: BTreeSet<String>,
    pub partials: BTreeSet<String>,
}

/// Why a template cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateProblem {
    Syntax { line: usize, column: usize, message: String },
    /// A helper or construct that is not part of the template language.
    Unsupported(String),
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
        Templates { registry, reads: BTreeMap::new() }
    }
}

impl Templates {
    pub fn add(&mut self, name: &str, source: &str) -> Result<(), TemplateProblem> {
        let template = Template::compile_with_name(source, name.to_owned()).map_err(|error| {
            let (line, column) = error.pos().unwrap_or((1, 1));
            TemplateProblem::Syntax { line, column, message: error.reason().to_string() }
        })?;
        let mut reads = Reads::default();
        collect(&template, &mut reads, &[])?;
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

    /// Everything that a template reads, through the templates it includes. A cycle of inclusions
    /// ends, and is found by `cycle`.
    pub fn all_paths(&self, name: &str) -> BTreeSet<String> {
        let (mut paths, mut seen, mut todo) = (BTreeSet::new(), BTreeSet::new(), vec![name.to_owned()]);
        while let Some(name) = todo.pop() {
            if seen.insert(name.clone())
                && let Some(reads) = self.reads.get(&name)
            {
                paths.extend(reads.paths.iter().cloned());
                todo.extend(reads.partials.iter().cloned());
            }
        }
        paths
    }

    /// Whether a template includes itself, directly or through others.
    pub fn cycle(&self, name: &str) -> bool {
        let (mut seen, mut todo): (BTreeSet<String>, Vec<String>) =
            (BTreeSet::new(), self.reads.get(name).map(|reads| reads.partials.iter().cloned().collect()).unwrap_or_default());
        while let Some(next) = todo.pop() {
            if next == name {
                return true;
            }
            if seen.insert(next.clone())
                && let Some(reads) = self.reads.get(&next)
            {
                todo.extend(reads.partials.iter().cloned());
            }
        }
        false
    }

    pub fn render(&self, name: &str, context: &serde_json::Value) -> Result<String, Hole> {
        match self.registry.render(name, context) {
            Ok(text) => Ok(cut(text)),
            Err(error) => Err(Hole { path: missing_path(&error) }),
        }
    }
}

fn missing_path(error: &handlebars::RenderError) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the enum belongs to handlebars and is open")]
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

fn collect(template: &Template, reads: &mut Reads, scope: &[String]) -> Result<(), TemplateProblem> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the enum belongs to handlebars and is open")]
    for element in &template.elements {
        match element {
            TemplateElement::RawString(_) | TemplateElement::Comment(_) => {}
            TemplateElement::Expression(helper) | TemplateElement::HtmlExpression(helper) => match &helper.name {
                Parameter::Path(path) if helper.params.is_empty() && helper.hash.is_empty() => read(path, reads, scope),
                Parameter::Name(name) if helper.params.is_empty() && helper.hash.is_empty() => read_name(name, reads, scope),
                name => return Err(TemplateProblem::Unsupported(format!("the helper `{}`", parameter_name(name)))),
            },
            TemplateElement::HelperBlock(helper) => block(helper, reads, scope)?,
            TemplateElement::PartialExpression(partial) if partial.params.is_empty() && partial.hash.is_empty() => {
                reads.partials.insert(parameter_name(&partial.name));
            }
            other => return Err(TemplateProblem::Unsupported(format!("{other:?}").chars().take(60).collect())),
        }
    }
    Ok(())
}

fn block(helper: &HelperTemplate, reads: &mut Reads, scope: &[String]) -> Result<(), TemplateProblem> {
    let name = parameter_name(&helper.name);
    if !matches!(name.as_str(), "if" | "unless" | "each" | "with") {
        return Err(TemplateProblem::Unsupported(format!("the block `#{name}`")));
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "the enum belongs to handlebars and is open")]
    for parameter in &helper.params {
        match parameter {
            Parameter::Path(path) => read(path, reads, scope),
            Parameter::Name(name) => read_name(name, reads, scope),
            Parameter::Literal(_) => {}
            _ => return Err(TemplateProblem::Unsupported("an expression inside an expression".to_owned())),
        }
    }
    // Inside each and with, plain names are fields of the element; they are not facts.
    let inner: Vec<String> = if matches!(name.as_str(), "each" | "with") { vec!["*".to_owned()] } else { scope.to_vec() };
    for body in [&helper.template, &helper.inverse].into_iter().flatten() {
        collect(body, reads, &inner)?;
    }
    Ok(())
}

fn read(path: &Path, reads: &mut Reads, scope: &[String]) {
    if let Path::Relative((_, raw)) = path {
        read_name(raw, reads, scope);
    }
}

fn read_name(raw: &str, reads: &mut Reads, scope: &[String]) {
    if scope.is_empty() && raw != "this" && !raw.starts_with('@') {
        reads.paths.insert(raw.to_owned());
    }
}

fn parameter_name(parameter: &Parameter) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the enum belongs to handlebars and is open")]
    match parameter {
        Parameter::Name(name) => name.clone(),
        Parameter::Path(Path::Relative((_, raw)) | Path::Local((_, _, raw))) => raw.clone(),
        Parameter::Literal(json) => json.as_str().map_or_else(|| json.to_string(), str::to_owned),
        _ => "(…)".to_owned(),
    }
}
