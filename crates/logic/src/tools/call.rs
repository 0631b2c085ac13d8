//! From a JSON tool call to what it says. Each protocol wraps a call differently; inside, all are one.
//!
//! A call that does not fit its tool is refused with what is wrong; nothing in it is guessed.

use super::{Argument, Shape, TOOLS, Tool};
use crate::belief::{fact, implication};
use crate::dialect::{Document, Saying, statement};
use crate::formula::{Formula, Span};
use crate::lex::{is_connective, is_keyword, is_reserved};
use crate::problem::Problem;
use crate::repair::names::parts;
use crate::text::nearest;
use crate::value::Name;
use serde_json::Value as Json;

/// What a call asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Say(Saying),
    /// A formula that the strict reader could not read, and why.
    Unread {
        text: String,
        problem: Problem,
    },
    Retract(u32),
    Reset,
    Build,
    Query {
        formula: Formula,
        closed: bool,
        forward: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub act: Act,
    pub sentence: Option<String>,
}

fn refused(code: &'static str, en: String, fr: String) -> Box<Problem> {
    Box::new(Problem::new(code, Span::default(), en, fr))
}

impl Call {
    /// Reads a call as OpenAI, Anthropic, MCP or nobody in particular wraps it.
    pub fn read(json: &Json) -> Result<Call, Box<Problem>> {
        let inner = ["function", "params", "tool_call", "function_call"]
            .iter()
            .find_map(|key| json.get(*key).filter(|inner| inner.is_object()))
            .unwrap_or(json);
        let Some(name) = inner.get("name").and_then(Json::as_str) else {
            return Err(refused(
                "bad-call",
                "a tool call has a `name` and `arguments`".to_owned(),
                "un appel d'outil a un `name` et des `arguments`".to_owned(),
            ));
        };
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
            let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
            let near = nearest(name, names.iter().copied()).or_else(|| of_like_words(name));
            let names = names.join(", ");
            let problem = refused(
                "unknown-tool",
                format!("there is no tool `{name}`: {names}"),
                format!("il n'y a pas d'outil `{name}` : {names}"),
            );
            return Err(Box::new(problem.did_you_mean(near)));
        };
        let empty = Json::Object(serde_json::Map::new());
        let keys = ["arguments", "input", "parameters"];
        let given = keys
            .iter()
            .find_map(|key| inner.get(*key))
            .unwrap_or(&empty);
        // OpenAI sends the arguments as a text that is JSON again.
        let parsed: Json;
        let given = match given {
            Json::String(text) => {
                parsed = serde_json::from_str(text).map_err(|error| {
                    refused(
                        "bad-call",
                        format!("the arguments of `{name}` are not JSON: {error}"),
                        format!("les arguments de `{name}` ne sont pas du JSON : {error}"),
                    )
                })?;
                &parsed
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                given
            }
        };
        let given = Given::check(tool, given)?;
        Ok(Call {
            act: given.act()?,
            sentence: given.optional("sentence"),
        })
    }
}

/// Arguments that fit their tool.
struct Given<'a> {
    tool: &'static Tool,
    values: &'a serde_json::Map<String, Json>,
}

impl<'a> Given<'a> {
    fn check(tool: &'static Tool, json: &'a Json) -> Result<Given<'a>, Box<Problem>> {
        let name = tool.name;
        let Json::Object(values) = json else {
            return Err(refused(
                "bad-call",
                format!("the arguments of `{name}` are not an object"),
                format!("les arguments de `{name}` ne sont pas un objet"),
            ));
        };
        for key in values.keys() {
            if !tool.arguments.iter().any(|argument| argument.name == key) {
                let near = nearest(key, tool.arguments.iter().map(|argument| argument.name));
                let problem = refused(
                    "unknown-argument",
                    format!("`{name}` takes no argument `{key}`"),
                    format!("`{name}` ne prend pas d'argument `{key}`"),
                );
                return Err(Box::new(problem.did_you_mean(near)));
            }
        }
        for argument in tool.arguments {
            match values.get(argument.name) {
                Some(Json::Null) | None if argument.required => {
                    return Err(refused(
                        "missing-argument",
                        format!("`{name}` needs `{}`: {}", argument.name, argument.about),
                        format!("il faut à `{name}` l'argument `{}`", argument.name),
                    ));
                }
                Some(Json::Null) | None => {}
                Some(value) if fits(argument, value) => {
                    if let Some(problem) = no_name(argument, value) {
                        return Err(problem);
                    }
                }
                Some(_) => {
                    let wanted = match argument.shape {
                        Shape::Text | Shape::Name => "a text that is not empty".to_owned(),
                        Shape::Names => "a list of texts that are not empty".to_owned(),
                        Shape::Number => "a whole number".to_owned(),
                        Shape::Choice(choices) => choices.join(" | "),
                    };
                    return Err(refused(
                        "bad-argument",
                        format!("`{}` of `{name}` must be {wanted}", argument.name),
                        format!(
                            "`{}` de `{name}` n'a pas la forme voulue ({wanted})",
                            argument.name
                        ),
                    ));
                }
            }
        }
        Ok(Given { tool, values })
    }

    fn text(&self, name: &str) -> Name {
        let text = self.values.get(name).and_then(Json::as_str);
        Name::new(text.unwrap_or_default().trim())
    }

    fn optional(&self, name: &str) -> Option<String> {
        let text = self.values.get(name).and_then(Json::as_str)?;
        Some(text.to_owned())
    }

    fn texts(&self, name: &str) -> Vec<Name> {
        let list = self.values.get(name).and_then(Json::as_array);
        let texts = list.into_iter().flatten().filter_map(Json::as_str);
        texts.map(|text| Name::new(text.trim())).collect()
    }

    fn act(&self) -> Result<Act, Box<Problem>> {
        Ok(match self.tool.name {
            "declare_sort" => Act::Say(Saying::Sort {
                name: self.text("name"),
                supers: self.texts("supers"),
            }),
            "declare_predicate" => {
                let sorts = self.texts("argument_sorts");
                Act::Say(Saying::Predicate {
                    name: self.text("name"),
                    sorts: sorts
                        .into_iter()
                        .map(|sort| (&*sort != "_").then_some(sort))
                        .collect(),
                })
            }
            "declare_constant" => Act::Say(Saying::Constant {
                name: self.text("name"),
                sort: self.text("sort"),
            }),
            "add_atomic_fact" => {
                let formula = fact(self.text("predicate"), &self.texts("arguments"));
                Act::Say(Saying::State(formula))
            }
            "add_negated_fact" => {
                let formula = fact(self.text("predicate"), &self.texts("arguments"));
                Act::Say(Saying::State(Formula::not(formula)))
            }
            "add_universal_implication" => {
                let sort = self.optional("sort").map(|sort| Name::new(sort.trim()));
                let (left, right) = (self.text("antecedent"), self.text("consequent"));
                Act::Say(Saying::State(implication(left, right, sort)))
            }
            "add_formula" => {
                let text = self.text("formula");
                match statement(&text) {
                    Ok(formula) => Act::Say(Saying::State(formula)),
                    Err(problems) => Act::Unread {
                        text: text.to_string(),
                        problem: first(problems),
                    },
                }
            }
            "retract" => {
                let number = self.values.get("statement").and_then(Json::as_u64);
                Act::Retract(
                    number
                        .and_then(|number| u32::try_from(number).ok())
                        .unwrap_or(u32::MAX),
                )
            }
            "reset" => Act::Reset,
            "build" => Act::Build,
            _ => Act::Query {
                formula: statement(&self.text("formula"))
                    .map_err(|problems| Box::new(first(problems)))?,
                closed: self.optional("world").as_deref() == Some("closed"),
                forward: self.optional("semantics").as_deref() == Some("forward"),
            },
        })
    }
}

/// The tool whose name shares most words with this one, which is of no tool.
fn of_like_words(name: &str) -> Option<&'static str> {
    let words = parts(name);
    let shared = |tool: &Tool| {
        let own = parts(tool.name);
        own.iter().filter(|word| words.contains(word)).count()
    };
    let most = TOOLS.iter().map(shared).max().filter(|most| *most > 0)?;
    let mut like = TOOLS.iter().filter(|tool| shared(tool) == most);
    like.next().map(|tool| tool.name)
}

/// Why a text names nothing: only letters, digits and a few signs within make a name.
fn no_name(argument: &Argument, value: &Json) -> Option<Box<Problem>> {
    let texts: Vec<&str> = match argument.shape {
        Shape::Name => value.as_str().into_iter().collect(),
        Shape::Names => {
            let list = value.as_array().into_iter().flatten();
            list.filter_map(Json::as_str).collect()
        }
        Shape::Text | Shape::Number | Shape::Choice(_) => Vec::new(),
    };
    let is_sign = |c: char| c.is_alphanumeric() || "_-'’. &+#@%/".contains(c);
    let of_signs =
        |text: &str| text.chars().all(is_sign) && text.chars().any(|c| c.is_alphanumeric());
    // Words of the language make a formula of a name, and alone they name nothing.
    let says = |text: &str| {
        text.split_whitespace().any(is_connective) || is_keyword(text) && is_reserved(text)
    };
    let is_name = |text: &str| of_signs(text) && !says(text);
    // Where any thing may stand.
    let any = |text: &str| text == "_" && argument.name == "argument_sorts";
    let mut texts = texts.into_iter().map(str::trim);
    let text = texts.find(|text| !is_name(text) && !any(text))?;
    let begun: String = text.chars().take_while(|c| is_sign(*c)).collect();
    let begun = begun.trim();
    let problem = Problem::new(
        "bad-name",
        Span::default(),
        format!("`{text}` is no name, and `{}` must be one", argument.name),
        format!(
            "`{text}` n'est pas un nom, et `{}` doit en être un",
            argument.name
        ),
    );
    if of_signs(text) {
        return Some(Box::new(problem.hint(
            "it holds a word of the language: say it with `add_formula`, or join its words with `_`",
            "il contient un mot du langage : dites-le avec `add_formula`, ou joignez ses mots par `_`",
        )));
    }
    Some(Box::new(if is_name(begun) {
        problem.hint(
            format!("say `{begun}` alone, or the whole with `add_formula`"),
            format!("dites `{begun}` seul, ou le tout avec `add_formula`"),
        )
    } else {
        problem.hint(
            "a name is made of letters and digits; a formula is said with `add_formula`",
            "un nom est fait de lettres et de chiffres ; une formule se dit avec `add_formula`",
        )
    }))
}

fn first(problems: Vec<Problem>) -> Problem {
    problems.into_iter().next().unwrap_or_else(|| {
        Problem::new(
            "bad-call",
            Span::default(),
            "it could not be read",
            "lecture impossible",
        )
    })
}

fn fits(argument: &Argument, value: &Json) -> bool {
    let is_text = |value: &Json| value.as_str().is_some_and(|text| !text.trim().is_empty());
    match argument.shape {
        Shape::Text | Shape::Name => is_text(value),
        Shape::Names => value
            .as_array()
            .is_some_and(|list| list.iter().all(is_text)),
        Shape::Number => value
            .as_u64()
            .is_some_and(|number| number <= u64::from(u32::MAX)),
        Shape::Choice(choices) => value.as_str().is_some_and(|text| choices.contains(&text)),
    }
}

/// Reads a list of calls, one JSON value or one for each line, as a document. A reset forgets what came
/// before it, a retraction takes back the entry of its number (counted from zero).
pub fn read(source: &str) -> (Document, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut calls: Vec<(Json, Span)> = Vec::new();
    let whole = Span::new(0, source.len());
    match serde_json::from_str::<Json>(source) {
        Ok(json) => {
            let from = calls.len();
            flatten(json, whole, &mut calls);
            for (call, span) in calls[from..].iter_mut().zip(elements(source)) {
                call.1 = span;
            }
        }
        Err(error) => {
            let mut start = 0;
            let mut found = Vec::new();
            let mut lines = 0;
            for line in source.split_inclusive('\n') {
                let trimmed = line.trim();
                let lead = line.len() - line.trim_start().len();
                let span = Span::new(start + lead, start + lead + trimmed.len());
                start += line.len();
                if trimmed.is_empty() {
                    continue;
                }
                lines += 1;
                match serde_json::from_str::<Json>(trimmed) {
                    Ok(json) => flatten(json, span, &mut calls),
                    Err(error) => found.push(unreadable(&error, span)),
                }
            }
            // Text of which no line is JSON is one broken value, not many.
            if found.len() == lines && lines > 0 {
                problems.push(unreadable(&error, place(source, &error)));
            } else {
                problems.extend(found);
            }
        }
    }
    let mut entries: Vec<Option<crate::dialect::Entry>> = Vec::new();
    for (json, span) in calls {
        match Call::read(&json) {
            Ok(call) => match call.act {
                Act::Say(saying) => entries.push(Some(crate::dialect::Entry {
                    saying,
                    span,
                    label: call.sentence,
                })),
                Act::Query { formula, .. } => entries.push(Some(crate::dialect::Entry {
                    saying: Saying::Query(formula),
                    span,
                    label: None,
                })),
                Act::Retract(number) => {
                    if let Some(entry) = entries.get_mut(number as usize) {
                        *entry = None;
                    }
                }
                Act::Reset => entries.iter_mut().for_each(|entry| *entry = None),
                Act::Build => {}
                Act::Unread { mut problem, .. } => {
                    problem.span = span;
                    problems.push(problem);
                }
            },
            Err(mut problem) => {
                problem.span = span;
                problems.push(*problem);
            }
        }
    }
    let document = Document {
        entries: entries.into_iter().flatten().collect(),
        ignored: Vec::new(),
    };
    (document, problems)
}

fn unreadable(error: &serde_json::Error, span: Span) -> Problem {
    Problem::new(
        "not-json",
        span,
        format!("this is not JSON: {error}"),
        format!("ceci n'est pas du JSON : {error}"),
    )
}

/// Where the reader of JSON stopped, to the end of that line.
fn place(source: &str, error: &serde_json::Error) -> Span {
    let lines = source.split_inclusive('\n').take(error.line().max(1) - 1);
    let line: usize = lines.map(str::len).sum();
    let mut start = (line + error.column().max(1) - 1).min(source.len());
    while !source.is_char_boundary(start) {
        start -= 1;
    }
    let rest = source[start..].lines().next().unwrap_or_default();
    Span::new(start, start + rest.len())
}

/// The places of the elements of the outermost list of a text that is JSON: of the first one that opens.
fn elements(source: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let Some(list) = source.find('[') else {
        return found;
    };
    let mut start = list + 1;
    for (at, character) in source.char_indices().skip_while(|(at, _)| *at < list) {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '{' => depth += 1,
            ',' | ']' if depth == 1 => {
                let text = &source[start..at];
                let lead = text.len() - text.trim_start().len();
                if !text.trim().is_empty() {
                    found.push(Span::new(start + lead, start + lead + text.trim().len()));
                }
                start = at + 1;
                if character == ']' {
                    return found;
                }
            }
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

fn flatten(json: Json, span: Span, calls: &mut Vec<(Json, Span)>) {
    if let Json::Array(list) = json {
        calls.extend(list.into_iter().map(|call| (call, span)));
    } else if let Some(Json::Array(list)) = json.get("tool_calls") {
        calls.extend(list.iter().cloned().map(|call| (call, span)));
    } else {
        calls.push((json, span));
    }
}
