//! Templates over a canon: what is not known yet tests as false, and printing it is an error.

use engine::canon::Canon;
use engine::state::{Fact, Fluent, State};
use engine::template::{Hole, TemplateProblem, Templates};
use engine::{Files, Project};
use logic::value::{Cell, Instant, Name, Value};
use std::collections::{BTreeMap, BTreeSet};

const WORLD: &str = "
attributes:
  character:
    mood: { type: enum, values: { happy: cheerful, tired: weary } }
    luggage: { type: text, changes: true }
    nights: { type: number }
    alone: { type: boolean }
    friends: { type: set, sort: character }
    words: { type: list, of: text }
    note: { type: text }
entities:
  visitor: { sort: character }
  rosa: { sort: character, name: Rosa, facts: { friends: [paul, visitor], words: [a, b], note: null } }
  paul: { sort: character, name: Paul }
derived:
  stays_long: visitor.nights >= 7
";

fn project(template: &str) -> Project {
    let files = [("world.yaml", WORLD), ("templates/t.hbs", template)];
    let bytes = |(path, text): (&str, &str)| (path.to_owned(), text.as_bytes().to_vec());
    let (project, diagnostics) = engine::compile(&Files(files.map(bytes).into()));
    project.unwrap_or_else(|| panic!("{template}: {diagnostics:?}"))
}

/// Renders a template over a state in which these cells are known.
fn render(template: &str, known: &[(&str, Value)]) -> Result<String, Hole> {
    let project = project(template);
    let mut state = State::default();
    for (cell, value) in known {
        let cell: Cell = cell.parse().unwrap();
        if &*cell.attribute == "luggage" {
            state.fluents.insert(cell, fluent(value.clone()));
        } else {
            state.facts.insert(cell, fact(value.clone()));
        }
    }
    let canon = Canon::new(&project, &state, Instant::EPOCH);
    let paths: BTreeSet<String> = project.templates.all_paths("t");
    project
        .templates
        .render("t", &canon.context(&paths, &mut Vec::new()))
}

fn fact(value: Value) -> Fact {
    Fact {
        value: Some(value),
        seq: 1,
        origin: None,
        witness: Vec::new(),
    }
}

fn fluent(value: Value) -> Fluent {
    Fluent {
        value: Some(value),
        seq: 1,
        first: 1,
        changed: 1,
        offered: 1,
        provenance: None,
        revision: 0,
        source: None,
        cause: String::new(),
        versions: BTreeMap::new(),
    }
}

fn text(text: &str) -> Value {
    Value::text(text)
}

#[test]
fn what_is_not_known_tests_as_false() {
    for template in [
        "{{#if visitor.mood}}yes{{else}}no{{/if}}",
        "{{#if visitor.luggage}}yes{{else}}no{{/if}}",
        "{{#if visitor.alone}}yes{{else}}no{{/if}}",
        "{{#if stays_long}}yes{{else}}no{{/if}}",
        "{{#unless visitor.mood}}no{{/unless}}",
        "{{#if rosa.note}}yes{{else}}no{{/if}}",
        "{{#if visitor.mood}}{{visitor.mood}}{{else}}no{{/if}}",
        "{{#if visitor.mood}}a{{else if visitor.luggage}}b{{else}}no{{/if}}",
        "{{#each visitor.friends}}{{this}}{{else}}no{{/each}}",
        "{{#with visitor.mood}}{{this}}{{else}}no{{/with}}",
    ] {
        assert_eq!(render(template, &[]).as_deref(), Ok("no"), "{template}");
    }
}

#[test]
fn what_is_not_known_cannot_be_printed() {
    for (template, path) in [
        ("Hello {{visitor.mood}}", "visitor.mood"),
        ("{{visitor.luggage}}", "visitor.luggage"),
        ("{{{visitor.note}}}", "visitor.note"),
        ("{{stays_long}}", "stays_long"),
        (
            "{{#if visitor.mood}}a{{else}}{{visitor.nights}}{{/if}}",
            "visitor.nights",
        ),
    ] {
        let hole = render(template, &[]).unwrap_err();
        assert_eq!(hole.path, path, "{template}");
    }
}

#[test]
fn what_is_known_is_shown() {
    let mood = ("visitor.mood", Value::Symbol(Name::from("happy")));
    let nights = ("visitor.nights", Value::Number("8".parse().unwrap()));
    let luggage = ("visitor.luggage", text("in the room"));
    for (template, known, shown) in [
        ("{{visitor.mood}}", vec![mood.clone()], "cheerful"),
        ("{{#if visitor.mood}}yes{{/if}}", vec![mood], "yes"),
        (
            "{{#if stays_long}}long{{/if}}",
            vec![nights.clone()],
            "long",
        ),
        ("{{visitor.nights}}", vec![nights], "8"),
        (
            "{{#if visitor.luggage}}{{visitor.luggage}}{{/if}}",
            vec![luggage],
            "in the room",
        ),
        ("{{rosa.name}} & {{visitor.name}}", vec![], "Rosa & visitor"),
        ("[{{rosa.note}}]", vec![], "[]"),
        (
            "{{#each rosa.friends}}{{@index}} {{this}} of {{../rosa.name}}; {{/each}}",
            vec![],
            "0 Paul of Rosa; 1 visitor of Rosa; ",
        ),
        (
            "{{#each rosa.words}}{{this}}{{@root.rosa.name}}{{/each}}",
            vec![],
            "aRosabRosa",
        ),
        (
            "{{#each rosa.words as |word|}}<{{word}}>{{/each}}",
            vec![],
            "<a><b>",
        ),
        (
            "{{#with rosa.name}}{{this}} {{#if ../rosa.words}}speaks{{/if}}{{/with}}",
            vec![],
            "Rosa speaks",
        ),
        // A value that looks like a template stays a text, and nothing is escaped.
        (
            "{{visitor.note}}",
            vec![("visitor.note", text("{{rosa.name}} <b>"))],
            "{{rosa.name}} <b>",
        ),
    ] {
        assert_eq!(render(template, &known).as_deref(), Ok(shown), "{template}");
    }
}

#[test]
fn the_same_holds_for_templates_alone() {
    let mut templates = Templates::default();
    templates
        .add("if", "{{#if a.b}}yes{{else}}no{{/if}}")
        .unwrap();
    templates.add("print", "{{a.b}}").unwrap();
    for empty in [serde_json::json!({}), serde_json::json!({ "a": {} })] {
        assert_eq!(templates.render("if", &empty).as_deref(), Ok("no"));
        let hole = templates.render("print", &empty).unwrap_err();
        assert_eq!(hole.path, "a.b");
    }
    let full = serde_json::json!({ "a": { "b": "x" } });
    assert_eq!(templates.render("if", &full).as_deref(), Ok("yes"));
    assert_eq!(templates.render("print", &full).as_deref(), Ok("x"));
}

#[test]
fn nesting_is_bounded_before_anything_recurses() {
    for source in [
        "{{#if a}}".repeat(100_000),
        format!(
            "{{{{#if a}}}}{}{{{{/if}}}}",
            "{{else if a}}".repeat(100_000)
        ),
        format!("{{{{a {}", "(b ".repeat(100_000)),
        format!("{{{{a {}}}}}", "[".repeat(100_000)),
    ] {
        let problem = Templates::default().add("deep", &source);
        assert!(matches!(problem, Err(TemplateProblem::Syntax { .. })));
    }
    let fine = format!("{}x{}", "{{#if a}}".repeat(60), "{{/if}}".repeat(60));
    assert_eq!(Templates::default().add("fine", &fine), Ok(()));
}
