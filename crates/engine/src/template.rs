//! Templates: compiled at load, strict, rendered in a single pass.
//!
//! A template may only print, test or walk what the project declares; what it may see is collected
//! when it is compiled, so that rendering costs what the template reads and never the whole canon.
//! Output is never scanned again, so a value that looks like a template stays a text.

mod fixed;
mod tags;

use crate::limits;
use fixed::Fixed;
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
    /// What each says whatever is known, without its tags.
    plain: BTreeMap<String, String>,
    /// The same, way by way.
    fixed: BTreeMap<String, Fixed>,
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
    /// How often each is included.
    pub partials: BTreeMap<String, u64>,
    /// What is printed where nothing around it tests that it is known.
    pub printed: BTreeSet<String>,
    /// Each inclusion with what is tested around it.
    inclusions: BTreeSet<(String, Vec<String>)>,
    /// The lists that are walked inside one another, outermost first, by the path of each.
    loops: Vec<Vec<String>>,
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
            plain: BTreeMap::new(),
            fixed: BTreeMap::new(),
        }
    }
}

fn without_tags(source: &str) -> String {
    let mut plain = String::new();
    for piece in source.split("{{") {
        let text = match piece.split_once("}}") {
            Some((_, text)) => text.trim_start_matches('}'),
            None => piece,
        };
        plain.push_str(text);
        plain.push(' ');
    }
    plain
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
        collect(&template, &mut reads, &Scope::default()).map_err(|refused| {
            let at = tags
                .words(source)
                .get(refused.word.as_str())
                .map_or(0..1, |places| places[0].clone());
            TemplateProblem::Unsupported {
                at,
                what: refused.what,
            }
        })?;
        self.fixed.insert(name.to_owned(), Fixed::of(&template));
        self.registry.register_template(name, template);
        self.reads.insert(name.to_owned(), reads);
        self.plain.insert(name.to_owned(), without_tags(source));
        Ok(())
    }

    /// What a template says whatever is known: its text without its tags.
    pub fn plain(&self, name: &str) -> &str {
        self.plain.get(name).map_or("", String::as_str)
    }

    /// The least words that a template says, whatever it prints.
    pub fn least_words(&self, name: &str) -> usize {
        let fixed = self.fixed.get(name);
        fixed.map_or(0, |fixed| fixed.least(&self.fixed, fixed::DEPTH))
    }

    /// What a template says in a row, in every way that its conditions leave.
    pub fn runs(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(fixed) = self.fixed.get(name) {
            fixed.runs(&self.fixed, fixed::DEPTH, &mut found);
        }
        found
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
                        .keys()
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

    /// What a template prints untested, through the templates it includes: the template that prints, and
    /// the path.
    pub fn printed(&self, name: &str) -> BTreeSet<(String, String)> {
        let mut found = BTreeSet::new();
        let (mut seen, mut todo) = (BTreeSet::new(), vec![(name.to_owned(), Vec::new())]);
        while let Some((name, tested)) = todo.pop() {
            let Some(reads) = self.reads.get(&name) else {
                continue;
            };
            let untested = reads.printed.iter().filter(|path| !tested.contains(*path));
            found.extend(untested.map(|path| (name.clone(), path.clone())));
            for (partial, around) in &reads.inclusions {
                let mut tested: Vec<String> = tested.iter().chain(around).cloned().collect();
                tested.sort();
                tested.dedup();
                // What is tested only grows along a cycle, so it ends.
                if seen.insert((partial.clone(), tested.clone())) {
                    todo.push((partial.clone(), tested));
                }
            }
        }
        found
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
                .map(|reads| reads.partials.keys().cloned().collect::<Vec<_>>())
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

    /// Costs at most `RENDER_STEPS` and gives at most `RENDERED_BYTES`; what is cut says so.
    pub fn render(&self, name: &str, context: &serde_json::Value) -> Result<String, Hole> {
        if self.steps(name, context, &mut BTreeMap::new()) > limits::RENDER_STEPS {
            return Ok(CUT.to_owned());
        }
        let mut text = Bounded::default();
        match self.registry.render_to_write(name, context, &mut text) {
            Ok(()) => Ok(text.finish()),
            Err(_) if text.full => Ok(text.finish()),
            Err(error) => Err(Hole {
                path: missing_path(&error),
            }),
        }
    }

    /// How many inclusions and walks over lists rendering takes, known before it begins: what prints
    /// nothing could otherwise go on for ever.
    fn steps<'a>(
        &'a self,
        name: &'a str,
        context: &serde_json::Value,
        known: &mut BTreeMap<&'a str, u64>,
    ) -> u64 {
        if let Some(steps) = known.get(name) {
            return *steps;
        }
        let Some(reads) = self.reads.get(name) else {
            return 0;
        };
        // An inclusion that leads back here is a cycle, which is a diagnostic; here it ends.
        known.insert(name, 0);
        let walks = reads.loops.iter().map(|nested| {
            let lengths = nested.iter().map(|path| length(context, path));
            lengths.fold(1, u64::saturating_mul)
        });
        let included = reads.partials.iter().map(|(partial, times)| {
            let steps = self.steps(partial, context, known);
            steps.saturating_add(1).saturating_mul(*times)
        });
        let steps = walks.chain(included).fold(0, u64::saturating_add);
        known.insert(name, steps);
        steps
    }
}

/// The path of an element, whose length is only known when it is reached.
const ELEMENT: &str = "";

/// How many elements a list of the context has, at most.
fn length(context: &serde_json::Value, path: &str) -> u64 {
    if path == ELEMENT {
        return nodes(context);
    }
    let steps = path.split(['.', '/']);
    let found = steps
        .filter(|step| !step.is_empty())
        .try_fold(context, |value, step| value.get(step));
    found
        .and_then(serde_json::Value::as_array)
        .map_or(1, |list| list.len() as u64)
}

fn nodes(value: &serde_json::Value) -> u64 {
    match value {
        serde_json::Value::Array(list) => 1 + list.iter().map(nodes).sum::<u64>(),
        serde_json::Value::Object(fields) => 1 + fields.values().map(nodes).sum::<u64>(),
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_) => 1,
    }
}

/// The mark of a text that was cut.
const CUT: &str = " […]";

/// A text that ends at `RENDERED_BYTES`.
#[derive(Default)]
struct Bounded {
    bytes: Vec<u8>,
    full: bool,
}

impl std::io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + bytes.len() > limits::RENDERED_BYTES {
            let room = limits::RENDERED_BYTES - self.bytes.len();
            self.bytes.extend_from_slice(&bytes[..room]);
            self.full = true;
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Bounded {
    fn finish(self) -> String {
        if !self.full {
            return String::from_utf8(self.bytes).expect("only whole texts were written");
        }
        // The end may fall inside a character.
        let whole = match std::str::from_utf8(&self.bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&self.bytes[..error.valid_up_to()]).unwrap_or(""),
        };
        format!("{whole}{CUT}")
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

/// The blocks around a place.
#[derive(Clone, Default)]
struct Scope {
    /// Those that change what plain names mean.
    levels: Vec<Level>,
    /// What those with a condition found to be known.
    tested: Vec<String>,
}

/// What `#each` or `#with` binds, and the list that `#each` walks.
#[derive(Clone)]
struct Level {
    names: Vec<String>,
    walks: Option<String>,
}

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
                        let path = read(raw, reads, scope);
                        if path != ELEMENT && !scope.tested.contains(&path) {
                            reads.printed.insert(path);
                        }
                    }
                    Parameter::Path(Path::Local(_))
                        if helper.params.is_empty()
                            && helper.hash.is_empty()
                            && !scope.levels.is_empty() => {}
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
                if !scope.levels.is_empty() {
                    return refuse(
                        &name,
                        "inclusion inside `#each` or `#with`",
                        "inclusion dans `#each` ou `#with`",
                    );
                }
                reads
                    .inclusions
                    .insert((name.clone(), scope.tested.clone()));
                *reads.partials.entry(name).or_default() += 1;
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
    let list = match parameter {
        Parameter::Path(Path::Relative((_, raw))) | Parameter::Name(raw) => read(raw, reads, scope),
        Parameter::Path(Path::Local(_)) if !scope.levels.is_empty() => ELEMENT.to_owned(),
        Parameter::Literal(_) => ELEMENT.to_owned(),
        _ => {
            return refuse(
                &name,
                "expressions inside an expression; derive a fact instead",
                "expressions dans une expression ; dérivez plutôt un fait",
            );
        }
    };
    let (mut inner, mut outer) = (scope.clone(), scope.clone());
    // `#unless` shows its body where the value is missing, and what `{{else}}` shows where it is not.
    if name == "unless" {
        outer.tested.push(list.clone());
    } else {
        inner.tested.push(list.clone());
    }
    if matches!(name.as_str(), "each" | "with") {
        inner.levels.push(Level {
            names: match &helper.block_param {
                Some(BlockParam::Single(one)) => vec![parameter_name(one)],
                Some(BlockParam::Pair((one, two))) => {
                    vec![parameter_name(one), parameter_name(two)]
                }
                Some(_) | None => Vec::new(),
            },
            walks: (name == "each").then_some(list),
        });
    }
    if name == "each" {
        let nested = inner.levels.iter().filter_map(|level| level.walks.clone());
        reads.loops.push(nested.collect());
    }
    if let Some(body) = &helper.template {
        collect(body, reads, &inner)?;
    }
    // What `{{else}}` shows stands outside of the element.
    if let Some(body) = &helper.inverse {
        collect(body, reads, &outer)?;
    }
    Ok(())
}

/// Notes what a name reads. Inside `#each` and `#with` a plain name is a field of the element, and an
/// element is a plain value; `../name` and `@root.name` reach what is outside. Answers the path.
fn read(raw: &str, reads: &mut Reads, scope: &Scope) -> String {
    let (mut path, mut level) = (raw, scope.levels.len());
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
        return path.to_owned();
    }
    let first = path.split(['.', '/']).next().unwrap_or(path);
    let mut bound = scope.levels.iter().flat_map(|level| &level.names);
    if !matches!(path, "this" | "." | "..") && !bound.any(|bound| bound == first) {
        reads.stray.insert(raw.to_owned());
    }
    ELEMENT.to_owned()
}

pub(crate) fn parameter_name(parameter: &Parameter) -> String {
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
pub(crate) fn unreadable(
    source: &str,
    error: &handlebars::TemplateError,
) -> (Range<usize>, Phrase) {
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
