//! The builder's tools for a language model: one definition each, shown as OpenAI, Anthropic or MCP wants.
//!
//! A definition says which arguments there are; the reader of calls goes by the same definition, so that
//! no tool can be offered that is not understood.

mod apply;
mod call;

pub use apply::{Applied, Because, Found, Outcome, apply};
pub use call::{Act, Call, read};

use serde_json::{Value as Json, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Text,
    /// What a sort, predicate or thing can be called.
    Name,
    Names,
    Number,
    Choice(&'static [&'static str]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    pub name: &'static str,
    pub shape: Shape,
    pub required: bool,
    pub about: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    pub name: &'static str,
    pub about: &'static str,
    pub arguments: &'static [Argument],
}

const fn text(name: &'static str, about: &'static str) -> Argument {
    Argument {
        name,
        shape: Shape::Text,
        required: true,
        about,
    }
}

const fn name(name: &'static str, about: &'static str) -> Argument {
    Argument {
        shape: Shape::Name,
        ..text(name, about)
    }
}

const fn names(name: &'static str, about: &'static str) -> Argument {
    Argument {
        shape: Shape::Names,
        ..text(name, about)
    }
}

const fn optional(mut argument: Argument) -> Argument {
    argument.required = false;
    argument
}

const SENTENCE: Argument = optional(text(
    "sentence",
    "The sentence of the text that this comes from, word for word.",
));

/// Every tool, in the order a text is usually worked through.
pub const TOOLS: &[Tool] = &[
    Tool {
        name: "declare_sort",
        about: "Declare a sort (a kind of thing), optionally as a sub-sort of others.",
        arguments: &[
            name("name", "The sort's name, in the singular."),
            optional(names(
                "supers",
                "Sorts that everything of this sort also belongs to.",
            )),
        ],
    },
    Tool {
        name: "declare_predicate",
        about: "Declare a predicate and the sort that each of its arguments must have.",
        arguments: &[
            name("name", "The predicate's name."),
            names(
                "argument_sorts",
                "One sort for each argument; \"_\" where any thing may stand.",
            ),
        ],
    },
    Tool {
        name: "declare_constant",
        about: "Declare a named thing and the sort it belongs to.",
        arguments: &[
            name("name", "The thing's name."),
            name("sort", "The sort it belongs to."),
        ],
    },
    Tool {
        name: "add_atomic_fact",
        about: "State that a predicate holds of named things.",
        arguments: &[
            name("predicate", "The predicate's name."),
            names("arguments", "The names of the things, in order."),
            SENTENCE,
        ],
    },
    Tool {
        name: "add_negated_fact",
        about: "State that a predicate does not hold of named things.",
        arguments: &[
            name("predicate", "The predicate's name."),
            names("arguments", "The names of the things, in order."),
            SENTENCE,
        ],
    },
    Tool {
        name: "add_universal_implication",
        about: "State that everything of which one predicate holds, the other holds of too.",
        arguments: &[
            name("antecedent", "The predicate of one argument that is given."),
            name("consequent", "The predicate of one argument that follows."),
            optional(name(
                "sort",
                "The sort of things spoken of, when it is not all of them.",
            )),
            SENTENCE,
        ],
    },
    Tool {
        name: "add_formula",
        about: "State any formula, such as `forall X: human(X) and not god(X) => exists Y: parent(Y, X)`.",
        arguments: &[
            text(
                "formula",
                "The formula; `forall X: …`, `exists X: …`, and, or, not, xor, =>, <=>, ==, !=.",
            ),
            SENTENCE,
        ],
    },
    Tool {
        name: "retract",
        about: "Take back what was said under a number.",
        arguments: &[Argument {
            name: "statement",
            shape: Shape::Number,
            required: true,
            about: "The number that was answered when it was said.",
        }],
    },
    Tool {
        name: "reset",
        about: "Forget everything and start over.",
        arguments: &[],
    },
    Tool {
        name: "build",
        about: "Look at the whole set: sorts, repairs (also names in several forms that were made one), refused statements.",
        arguments: &[],
    },
    Tool {
        name: "query",
        about: "Ask whether a formula follows: true, false, unknown or inconsistent, with the proof or the worlds that show it.",
        arguments: &[
            text("formula", "The formula that is asked about."),
            optional(Argument {
                name: "world",
                shape: Shape::Choice(&["open", "closed"]),
                required: false,
                about: "Whether what is not said may still be so (open, the default) or is false (closed).",
            }),
            optional(Argument {
                name: "semantics",
                shape: Shape::Choice(&["classical", "forward"]),
                required: false,
                about: "First-order logic (classical, the default) or rules run forwards.",
            }),
        ],
    },
];

/// Who the tools are shown to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    OpenAi,
    Anthropic,
    Mcp,
}

impl Protocol {
    pub fn named(name: &str) -> Option<Protocol> {
        match name.to_ascii_lowercase().as_str() {
            "openai" => Some(Protocol::OpenAi),
            "anthropic" => Some(Protocol::Anthropic),
            "mcp" => Some(Protocol::Mcp),
            _ => None,
        }
    }
}

/// All tools as a list in the protocol's own form.
pub fn schemas(protocol: Protocol) -> Json {
    let tools: Vec<Json> = TOOLS.iter().map(|tool| schema(tool, protocol)).collect();
    Json::Array(tools)
}

fn schema(tool: &Tool, protocol: Protocol) -> Json {
    let mut properties = serde_json::Map::new();
    for argument in tool.arguments {
        let mut property = match argument.shape {
            Shape::Text | Shape::Name => json!({"type": "string"}),
            Shape::Names => json!({"type": "array", "items": {"type": "string"}}),
            Shape::Number => json!({"type": "integer"}),
            Shape::Choice(choices) => json!({"type": "string", "enum": choices}),
        };
        property["description"] = json!(argument.about);
        properties.insert(argument.name.to_owned(), property);
    }
    let required: Vec<&str> = tool
        .arguments
        .iter()
        .filter(|argument| argument.required)
        .map(|argument| argument.name)
        .collect();
    let parameters = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    match protocol {
        Protocol::OpenAi => json!({
            "type": "function",
            "function": {"name": tool.name, "description": tool.about, "parameters": parameters},
        }),
        Protocol::Anthropic => {
            json!({"name": tool.name, "description": tool.about, "input_schema": parameters})
        }
        Protocol::Mcp => {
            json!({"name": tool.name, "description": tool.about, "inputSchema": parameters})
        }
    }
}
