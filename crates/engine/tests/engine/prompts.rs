//! What a model is asked for, by category, register, depth and how much binds the value: how freely it may choose,
//! how much it may say, in which words, and in what form.

use crate::common::{Session, project};
use engine::canon::Canon;
use engine::collapse::Wishes;
use engine::project::{Depth, Project, Register};
use engine::prompt::{Asked, request};
use engine::request::Request;
use engine::wording::is_foreign;
use logic::value::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// The categories that the language knows, one of an author's own, and none.
const CATEGORIES: [&str; 10] = [
    "identity",
    "psychology",
    "history",
    "social",
    "skill",
    "secret",
    "state",
    "possession",
    "weather",
    "",
];
const KNOWN: usize = 8;
const VALUES: usize = 16;
const COUNTS: [usize; 5] = [0, 1, 4, 8, 12];

/// Thousandths with so many constraints on the cell (0, 1, 4, 8, 12), of a plain category and of one in which a model
/// may go further: `history`, `psychology`, `secret`.
const TEMPERATURES: [(&str, [u64; 5], [u64; 5]); 4] = [
    (
        "neutral",
        [700, 650, 500, 300, 300],
        [800, 750, 600, 400, 400],
    ),
    (
        "dramatic",
        [800, 750, 600, 400, 400],
        [900, 850, 700, 500, 500],
    ),
    (
        "humorous",
        [900, 850, 700, 500, 500],
        [1000, 950, 800, 600, 600],
    ),
    ("dark", [800, 750, 600, 400, 400], [900, 850, 700, 500, 500]),
];

/// Tokens for a value of a list, and for a text of at most 300 characters.
const TOKENS: [(&str, u64, u64); 3] = [
    ("minimal", 120, 230),
    ("standard", 240, 350),
    ("detailed", 540, 650),
];

fn name(kind: char, category: &str) -> String {
    format!(
        "{kind}_{}",
        if category.is_empty() {
            "none"
        } else {
            category
        }
    )
}

fn world(language: &str) -> Arc<Project> {
    let values: Vec<String> = (0..VALUES).map(value).collect();
    let mut source = format!("edition: 13\nlanguages: [{language}]\nattributes:\n  character:\n");
    for category in CATEGORIES {
        let of = match category {
            "" => String::new(),
            category => format!("category: {category}, "),
        };
        let _ = writeln!(
            source,
            "    {}: {{ type: enum, values: [{}], {of}generate: {{}} }}\n    {}: {{ type: text, max_length: 300, {of}generate: {{ prompt: 'x' }} }}",
            name('v', category),
            values.join(", "),
            name('t', category),
        );
    }
    source.push_str("entities: { ada: { sort: character } }\n");
    project(&source)
}

fn value(at: usize) -> String {
    format!("w{at:02}")
}

/// What is asked of a model with these wishes.
fn asked(project: &Project, session: &Session, of: &str, wished: (Register, Depth)) -> Request {
    let cell = Cell::new("ada", of);
    let canon = Canon::new(project, &session.state, session.state.now());
    let mut wishes = Wishes::of(project);
    (wishes.register, wishes.depth) = wished;
    let asked = Asked {
        canon: &canon,
        input: "1",
        cell: &cell,
        attribute: project.attribute(&cell).expect("it is declared"),
        wishes: &wishes,
        own: None,
    };
    request(&asked, 1, &[])
}

/// The lines of the task: what is wanted, and what category, register and depth ask for.
fn task(request: &Request) -> [String; 4] {
    let lines = request.prompt.user.lines();
    let lines = lines.skip_while(|line| !["# Task", "# Tâche"].contains(line));
    let lines: Vec<String> = lines.skip(1).take(5).map(str::to_owned).collect();
    assert!(lines[4].starts_with("# "), "{lines:?}");
    std::array::from_fn(|at| lines[at].clone())
}

fn temperature(category: &str, register: &str, count: usize) -> u64 {
    let row = TEMPERATURES.iter().find(|(name, _, _)| *name == register);
    let (_, plain, far) = row.expect("a register");
    let at = COUNTS.iter().position(|known| *known == count);
    let goes_far = ["history", "psychology", "secret"].contains(&category);
    (if goes_far { far } else { plain })[at.expect("a count")]
}

#[derive(Default)]
struct Words {
    of_category: BTreeMap<&'static str, BTreeSet<String>>,
    of_register: BTreeMap<&'static str, BTreeSet<String>>,
    of_depth: BTreeMap<&'static str, BTreeSet<String>>,
}

/// Each of these has one sentence of its own.
fn are_apart(words: &BTreeMap<&'static str, BTreeSet<String>>, language: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (name, own) in words {
        assert_eq!(own.len(), 1, "{name}: {own:?}");
        let sentence = own.first().expect("one");
        assert!(!is_foreign(language, sentence), "{language}: {sentence}");
        assert!(
            all.insert(sentence.clone()),
            "{name} is asked like another: {sentence}"
        );
    }
    all
}

/// Category x register x depth x constraints, in both languages: 1,200 requests for a value and as many for a text.
#[test]
fn what_is_asked_follows_category_register_depth_and_constraints() {
    let mut seen = 0;
    let mut sentences = [BTreeSet::new(), BTreeSet::new()];
    for (language, sentences) in ["en", "fr"].into_iter().zip(&mut sentences) {
        let project = world(language);
        let mut words = Words::default();
        for count in COUNTS {
            let mut session = Session::new(&project, 1);
            for category in CATEGORIES {
                for at in 0..count {
                    let (cell, barred) = (name('v', category), value(at));
                    let line =
                        format!("{{\"author\":{{\"constrain\":\"ada.{cell} != {barred}\"}}}}");
                    assert!(session.send(&line).refused().is_empty(), "{line}");
                }
            }
            for category in CATEGORIES {
                for (register_name, register) in Register::NAMES {
                    for (depth_name, depth) in Depth::NAMES {
                        let shown = format!("{category} {register_name} {depth_name} {count}");
                        let of = |kind: char| {
                            asked(&project, &session, &name(kind, category), (register, depth))
                        };
                        let (picked, written) = (of('v'), of('t'));
                        let (_, short, long) = TOKENS
                            .iter()
                            .find(|(name, _, _)| *name == depth_name)
                            .expect("a depth");
                        let free = temperature(category, register_name, 0);
                        assert_eq!(
                            (picked.temperature, written.temperature),
                            (
                                Some(temperature(category, register_name, count)),
                                Some(free)
                            ),
                            "{shown}"
                        );
                        assert_eq!(
                            (picked.max_tokens, written.max_tokens),
                            (Some(*short), Some(*long)),
                            "{shown}"
                        );
                        is_narrowed(&picked, count, &shown);
                        let [_, own, tone, length] = task(&picked);
                        words.of_category.entry(category).or_default().insert(own);
                        words
                            .of_register
                            .entry(register_name)
                            .or_default()
                            .insert(tone);
                        words.of_depth.entry(depth_name).or_default().insert(length);
                        seen += 1;
                    }
                }
            }
        }
        // An author's own category and none are asked for in the same words.
        let own = words.of_category.remove("weather");
        assert_eq!(own, words.of_category.get("").cloned());
        assert_eq!(words.of_category.len(), KNOWN + 1);
        sentences.extend(are_apart(&words.of_category, language));
        sentences.extend(are_apart(&words.of_register, language));
        sentences.extend(are_apart(&words.of_depth, language));
        assert_eq!(sentences.len(), KNOWN + 1 + 4 + 3, "{language}");
    }
    assert!(sentences[0].is_disjoint(&sentences[1]));
    assert_eq!(seen, 2 * CATEGORIES.len() * 4 * 3 * COUNTS.len());
}

/// The form holds just what is left, so does what is told to be wanted, and the example is one of it.
fn is_narrowed(request: &Request, count: usize, shown: &str) {
    let left: Vec<String> = (count..VALUES).map(value).collect();
    let schema = request.schema.as_ref().expect("a form");
    assert_eq!(
        schema["properties"]["value"]["enum"],
        serde_json::json!(left),
        "{shown}"
    );
    assert_eq!(schema["additionalProperties"], false, "{shown}");
    let user = &request.prompt.user;
    assert!(user.contains(&schema.to_string()), "{shown}: {user}");
    let [wanted, ..] = task(request);
    for at in 0..VALUES {
        assert_eq!(
            wanted.contains(&value(at)),
            at >= count,
            "{shown}: {wanted}"
        );
    }
    let must = user.lines().filter(|line| line.contains(" != w"));
    assert_eq!(must.count(), count, "{shown}: {user}");
    let example = user.lines().rfind(|line| line.starts_with('{'));
    let example: serde_json::Value =
        serde_json::from_str(example.expect("an example")).expect("it is JSON");
    let own = example["value"].as_str().expect("a value");
    assert!(left.iter().any(|value| value == own), "{shown}: {example}");
}
