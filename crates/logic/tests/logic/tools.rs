//! The builder as a set of tools: schemas, calls as each protocol wraps them, and what is answered.

use logic::belief::{BeliefSetBuilder, Mode};
use logic::dialect::{self, Dialect};
use logic::tools::{Outcome, Protocol, TOOLS, apply, schemas};
use serde_json::{Value, json};

fn run(builder: &mut BeliefSetBuilder, name: &str, arguments: Value) -> Value {
    let call = json!({"name": name, "arguments": arguments});
    apply(builder, &call).to_json("en")
}

#[test]
fn schemas_are_what_each_protocol_wants() {
    for (protocol, path) in [
        (Protocol::OpenAi, "/function/parameters"),
        (Protocol::Anthropic, "/input_schema"),
        (Protocol::Mcp, "/inputSchema"),
    ] {
        let list = schemas(protocol);
        let list = list.as_array().unwrap();
        assert_eq!(list.len(), TOOLS.len());
        for tool in list {
            let schema = tool.pointer(path).unwrap();
            assert_eq!(schema["type"], "object");
            assert_eq!(schema["additionalProperties"], false);
            for required in schema["required"].as_array().unwrap() {
                assert!(schema["properties"][required.as_str().unwrap()].is_object());
            }
        }
    }
}

#[test]
fn each_call_is_answered_accepted_repaired_or_refused() {
    let mut builder = BeliefSetBuilder::new(Mode::Repair);
    let accepted = json!({"outcome": "accepted", "statement": 0});
    assert_eq!(
        run(&mut builder, "declare_sort", json!({"name": "etre_vivant"})),
        accepted
    );
    run(&mut builder, "declare_sort", json!({"name": "planete"}));
    run(
        &mut builder,
        "declare_predicate",
        json!({"name": "EstMortel", "argument_sorts": ["etre_vivant"]}),
    );
    let answer = run(
        &mut builder,
        "add_atomic_fact",
        json!({"predicate": "EstMortel", "arguments": ["Socrate"]}),
    );
    assert_eq!(answer["outcome"], "repaired");
    assert_eq!(answer["understood"], "constant Socrate in etre_vivant");
    run(
        &mut builder,
        "declare_constant",
        json!({"name": "mars", "sort": "planete"}),
    );
    let answer = run(
        &mut builder,
        "add_atomic_fact",
        json!({"predicate": "EstMortel", "arguments": ["mars"]}),
    );
    assert_eq!(answer["outcome"], "refused");
    assert!(
        answer["why"][0]
            .as_str()
            .unwrap()
            .contains("no path leads from `planete` to `etre_vivant`")
    );
    let number = answer["statement"].clone();
    // What was refused fits once somebody says how.
    run(
        &mut builder,
        "add_universal_implication",
        json!({"antecedent": "planete", "consequent": "etre_vivant"}),
    );
    let state = run(&mut builder, "build", json!({}));
    assert_eq!(state["result"]["refused"], json!([]));
    assert_eq!(
        state["result"]["hierarchy"],
        json!({"planete": ["etre_vivant"]})
    );
    let answer = run(
        &mut builder,
        "query",
        json!({"formula": "etre_vivant(mars)"}),
    );
    assert_eq!(answer["result"]["answer"], "true");
    assert_eq!(
        run(&mut builder, "retract", json!({"statement": number}))["outcome"],
        "accepted"
    );
    assert_eq!(
        run(&mut builder, "retract", json!({"statement": number}))["outcome"],
        "refused"
    );
    let answer = run(
        &mut builder,
        "add_formula",
        json!({"formula": "∀x (homme(x) → mortel(x))", "sentence": "…"}),
    );
    assert_eq!(answer["outcome"], "repaired");
    assert_eq!(answer["understood"], "forall x: homme(x) => mortel(x)");
    run(&mut builder, "reset", json!({}));
    assert!(builder.said().is_empty());
}

#[test]
fn a_strict_builder_repairs_nothing() {
    let mut builder = BeliefSetBuilder::new(Mode::Strict);
    let answer = run(
        &mut builder,
        "add_formula",
        json!({"formula": "∀x homme(x)"}),
    );
    assert_eq!(answer["outcome"], "refused");
    assert!(answer["why"][0].as_str().unwrap().contains("forall"));
}

#[test]
fn calls_are_understood_in_every_wrapping() {
    let arguments = json!({"predicate": "homme", "arguments": ["socrate"]});
    for call in [
        json!({"name": "add_atomic_fact", "arguments": arguments}),
        json!({"id": "1", "type": "function", "function": {"name": "add_atomic_fact", "arguments": arguments.to_string()}}),
        json!({"type": "tool_use", "id": "t", "name": "add_atomic_fact", "input": arguments}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add_atomic_fact", "arguments": arguments}}),
    ] {
        let mut builder = BeliefSetBuilder::new(Mode::Repair);
        assert_eq!(
            apply(&mut builder, &call).outcome,
            Outcome::Accepted,
            "{call}"
        );
        assert_eq!(builder.build().theory()[0].to_string(), "homme(socrate)");
    }
}

#[test]
fn bad_calls_say_what_is_wrong() {
    for (call, expected) in [
        (json!(null), "`name`"),
        (
            json!({"name": "add_atomic_facts", "arguments": {}}),
            "did you mean `add_atomic_fact`?",
        ),
        (
            json!({"name": "add_fact", "arguments": {}}),
            "did you mean `add_atomic_fact`?",
        ),
        (
            json!({"name": "assertFormula", "arguments": {}}),
            "did you mean `add_formula`?",
        ),
        (
            json!({"name": "zzz", "arguments": {}}),
            "no tool `zzz`: declare_sort, declare_predicate",
        ),
        (
            json!({"name": "declare_sort", "arguments": {"name": "Man(X)"}}),
            "`Man(X)` is no name, and `name` must be one (say `Man` alone",
        ),
        (
            json!({"name": "declare_sort", "arguments": {"name": "man", "supers": ["a, b"]}}),
            "`a, b` is no name",
        ),
        (
            json!({"name": "declare_predicate", "arguments": {"name": "p", "argument_sorts": ["man => god"]}}),
            "`man => god` is no name",
        ),
        (
            json!({"name": "declare_constant", "arguments": {"name": "_", "sort": "man"}}),
            "`_` is no name",
        ),
        (
            json!({"name": "add_atomic_fact", "arguments": {"predicate": "man", "arguments": ["$x"]}}),
            "`$x` is no name",
        ),
        (
            json!({"name": "add_atomic_fact", "arguments": {"predicate": "not god", "arguments": ["a"]}}),
            "`not god` is no name, and `predicate` must be one (it holds a word of the language: say it with `add_formula`",
        ),
        (
            json!({"name": "declare_sort", "arguments": {"name": "man and greek"}}),
            "`man and greek` is no name",
        ),
        (
            json!({"name": "declare_sort", "arguments": {"name": "Not"}}),
            "`Not` is no name",
        ),
        (
            json!({"name": "declare_constant", "arguments": {"name": "false", "sort": "man"}}),
            "`false` is no name",
        ),
        (
            json!({"name": "declare_predicate", "arguments": {"name": "p", "argument_sorts": ["forall x man"]}}),
            "`forall x man` is no name",
        ),
        (
            json!({"name": "add_universal_implication", "arguments": {"antecedent": "∀x man", "consequent": "mortal"}}),
            "is no name",
        ),
        (
            json!({"name": "declare_sort", "arguments": {}}),
            "needs `name`",
        ),
        (
            json!({"name": "declare_sort", "arguments": {"name": 3}}),
            "must be a text",
        ),
        (
            json!({"name": "declare_sort", "arguments": {"name": " "}}),
            "must be a text",
        ),
        (
            json!({"name": "declare_sort", "arguments": {"nme": "x"}}),
            "did you mean `name`?",
        ),
        (
            json!({"name": "declare_sort", "arguments": "{"}),
            "not JSON",
        ),
        (
            json!({"name": "query", "arguments": {"formula": "p(", "world": "open"}}),
            "the text ends",
        ),
        (
            json!({"name": "query", "arguments": {"formula": "p", "world": "flat"}}),
            "open | closed",
        ),
        (
            json!({"name": "retract", "arguments": {"statement": -1}}),
            "whole number",
        ),
    ] {
        let mut builder = BeliefSetBuilder::new(Mode::Repair);
        let answer = apply(&mut builder, &call).to_json("en");
        assert_eq!(answer["outcome"], "refused", "{call}");
        let why = answer["why"][0].as_str().unwrap();
        assert!(why.contains(expected), "{call}: {why}");
        assert!(builder.said().is_empty());
    }
}

#[test]
fn a_transcript_of_calls_is_a_document() {
    let source = "{\"name\":\"declare_sort\",\"arguments\":{\"name\":\"homme\",\"supers\":[\"mortel\"]}}\n\
        {\"name\":\"add_atomic_fact\",\"arguments\":{\"predicate\":\"faux\",\"arguments\":[\"a\"]}}\n\
        {\"name\":\"retract\",\"arguments\":{\"statement\":1}}\n\
        {\"name\":\"add_negated_fact\",\"arguments\":{\"predicate\":\"homme\",\"arguments\":[\"zeus\"],\"sentence\":\"Zeus n'est pas un homme.\"}}\n\
        {\"name\":\"query\",\"arguments\":{\"formula\":\"mortel(zeus)\"}}\n";
    let (document, problems) = dialect::read(Dialect::ToolCalls, source);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        dialect::write(Dialect::Canonry, &document).unwrap().text,
        "sort homme is mortel\n\"Zeus n'est pas un homme.\": not homme(zeus)\n? mortel(zeus)\n"
    );
    let (_, problems) = dialect::read(Dialect::ToolCalls, "[{\"name\": \"declare_sort\"}]\n");
    assert_eq!(problems[0].code, "missing-argument");
    let (_, problems) = dialect::read(Dialect::ToolCalls, "prose");
    assert_eq!(problems[0].code, "not-json");
}

fn built(calls: &[(&str, Value)]) -> (BeliefSetBuilder, Value) {
    let mut builder = BeliefSetBuilder::new(Mode::Repair);
    for (name, arguments) in calls {
        run(&mut builder, name, arguments.clone());
    }
    let state = run(&mut builder, "build", json!({}));
    (builder, state["result"].clone())
}

#[test]
fn names_in_several_forms_are_one_when_the_set_is_built() {
    let fact = |predicate: &str, thing: &str| {
        let arguments = json!({"predicate": predicate, "arguments": [thing]});
        ("add_atomic_fact", arguments)
    };
    let implies = |from: &str, to: &str| {
        let arguments = json!({"antecedent": from, "consequent": to});
        ("add_universal_implication", arguments)
    };
    let sort = |name: &str| ("declare_sort", json!({"name": name}));
    type Row<'r> = (&'r [(&'r str, Value)], &'r str, &'r str);
    let rows: [Row<'_>; 8] = [
        // The declared name stays, whatever comes first.
        (
            &[fact("Man", "socrates"), sort("man")],
            "man(socrates)",
            "true",
        ),
        (
            &[fact("Man", "socrates"), implies("man", "mortal")],
            "mortal(socrates)",
            "true",
        ),
        (
            &[
                fact("men_of_honour", "zeno"),
                implies("MenOfHonour", "brave"),
            ],
            "brave(zeno)",
            "true",
        ),
        (
            &[fact("wugs", "lou"), implies("wug", "shy")],
            "Shy(Lou)",
            "true",
        ),
        // Two declared names are two.
        (
            &[
                sort("glass"),
                sort("glasses"),
                fact("glasses", "g"),
                implies("glass", "brittle"),
            ],
            "brittle(g)",
            "unknown",
        ),
        // So are two that stand in one statement.
        (
            &[implies("arm", "arms"), fact("arm", "lou")],
            "arms(lou)",
            "true",
        ),
        (
            &[
                (
                    "add_formula",
                    json!({"formula": "forall X: custom(X) => not customs(X)"}),
                ),
                fact("custom", "lou"),
            ],
            "customs(lou)",
            "false",
        ),
        // And two that would contradict each other as one.
        (
            &[
                fact("Wug", "lou"),
                (
                    "add_negated_fact",
                    json!({"predicate": "wugs", "arguments": ["lou"]}),
                ),
            ],
            "wugs(lou)",
            "false",
        ),
    ];
    for (calls, query, expected) in rows {
        let (mut builder, state) = built(calls);
        let answer = run(&mut builder, "query", json!({"formula": query}));
        assert_eq!(answer["result"]["answer"], expected, "{calls:?} {state}");
        // The other way round it is the same set.
        let turned: Vec<(&str, Value)> = calls.iter().rev().cloned().collect();
        let (mut builder, _) = built(&turned);
        let again = run(&mut builder, "query", json!({"formula": query}));
        assert_eq!(again["result"]["answer"], expected, "{calls:?}");
    }
}

#[test]
fn a_merge_of_names_is_recorded_and_can_be_declined() {
    let declare = json!({"name": "mortal", "argument_sorts": ["_"]});
    let mut builder = BeliefSetBuilder::new(Mode::Repair);
    run(&mut builder, "declare_predicate", declare);
    let answer = run(
        &mut builder,
        "add_atomic_fact",
        json!({"predicate": "Mortal", "arguments": ["socrates"]}),
    );
    assert_eq!(answer["outcome"], "repaired");
    assert_eq!(answer["understood"], "mortal(socrates)");
    let state = run(&mut builder, "build", json!({}));
    assert_eq!(
        state["result"]["repairs"],
        json!([{
            "kind": "name-variant", "before": "Mortal", "after": "mortal", "statements": [1],
            "reason": "`Mortal` and `mortal` are one name in two forms",
            "confidence": 930, "guess": false,
        }])
    );
    let repair = builder.build().repairs()[0].clone();
    builder.decline(&repair);
    let texts: Vec<String> = builder
        .build()
        .theory()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(texts, ["Mortal(socrates)"]);
    // Names of incompatible sorts are two things.
    let (_, state) = built(&[
        ("declare_sort", json!({"name": "planet"})),
        ("declare_sort", json!({"name": "person"})),
        (
            "declare_predicate",
            json!({"name": "sings", "argument_sorts": ["person"]}),
        ),
        (
            "declare_constant",
            json!({"name": "mars", "sort": "planet"}),
        ),
        (
            "add_atomic_fact",
            json!({"predicate": "sings", "arguments": ["Mars"]}),
        ),
    ]);
    assert_eq!(state["refused"], json!([]));
    assert_eq!(state["repairs"][0]["after"], "constant Mars in person");
}

#[test]
fn a_query_is_answered_with_its_proof_or_worlds() {
    let (mut builder, _) = built(&[
        (
            "add_universal_implication",
            json!({"antecedent": "man", "consequent": "mortal", "sentence": "All men are mortal."}),
        ),
        (
            "add_atomic_fact",
            json!({"predicate": "man", "arguments": ["socrates"]}),
        ),
    ]);
    let asked = |builder: &mut BeliefSetBuilder, arguments: Value| {
        run(builder, "query", arguments)["result"].clone()
    };
    let result = asked(&mut builder, json!({"formula": "mortal(socrates)"}));
    assert_eq!(result["answer"], "true");
    assert_eq!(
        result["because"],
        json!([
            {"formula": "man(socrates)", "statements": [1], "sentence": null},
            {"formula": "forall X: man(X) => mortal(X)", "statements": [0], "sentence": "All men are mortal."},
        ])
    );
    let words = result["words"].to_string();
    assert!(
        words.contains("rests on statement 0 and statement 1"),
        "{words}"
    );
    let result = asked(&mut builder, json!({"formula": "mortal(zeus)"}));
    assert_eq!(result["answer"], "unknown");
    let words = result["words"].to_string();
    assert!(
        words.contains("all statements hold and `mortal(zeus)` does not"),
        "{words}"
    );
    let result = asked(
        &mut builder,
        json!({"formula": "mortal(zeus)", "world": "closed"}),
    );
    assert_eq!(result["answer"], "false");
    assert!(
        result["words"]
            .to_string()
            .contains("not derived by anything")
    );
}

/// What is wrong with one call of a list is said where that call stands.
#[test]
fn a_list_of_calls_says_where_the_bad_one_stands() {
    let list = "[\n  {\"name\": \"declare_sort\", \"arguments\": {\"name\": \"a] b\"}},\n  {\"name\": \"declare_sort\", \"arguments\": {\"name\": \"man\"}},\n  {\"name\": \"add_formula\", \"arguments\": {\"formula\": \"p((\"}}\n]\n";
    let wrapped = format!("{{\"tool_calls\": {list}}}");
    for source in [list, &wrapped] {
        let (document, problems) = dialect::read(Dialect::ToolCalls, source);
        let lines: Vec<usize> = problems
            .iter()
            .map(|problem| source[..problem.span.start].matches('\n').count() + 1)
            .collect();
        assert_eq!(
            (document.entries.len(), &lines[..]),
            (1, &[2, 4][..]),
            "{problems:?}"
        );
    }
    let broken = "[\n{\"name\": \"build\"},\n{\"name\": build}\n]";
    let (_, problems) = dialect::read(Dialect::ToolCalls, broken);
    let at: Vec<&str> = problems.iter().map(|p| &broken[p.span.start..]).collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        at[0].starts_with("build}") || at[0].starts_with("uild}"),
        "{at:?}"
    );
}

#[test]
fn law_l3_build_records_how_each_line_was_read() {
    let mut builder = BeliefSetBuilder::new(Mode::Repair);
    let said = ["∀x (Man(x) → Mortal(x)", "Man(socrates", "Man(plato)"];
    for formula in said {
        run(&mut builder, "add_formula", json!({ "formula": formula }));
    }
    let built = run(&mut builder, "build", json!({}));
    let repairs = built["result"]["repairs"].as_array().unwrap();
    let closed = repairs
        .iter()
        .filter(|repair| repair["kind"] == "parenthesis");
    let closed: Vec<&Value> = closed.map(|repair| &repair["statements"]).collect();
    assert_eq!(closed, [&json!([0]), &json!([1])], "{repairs:?}");
    for repair in repairs {
        assert!(repair["confidence"].as_u64().is_some_and(|sure| sure > 0));
        assert_eq!(repair["guess"], false);
    }
    // Undone, the lines stand as they were written, and that cannot be read.
    let set = builder.build();
    let mut repairs = set.repairs().iter();
    let missing = repairs
        .find(|repair| repair.kind.name() == "parenthesis")
        .unwrap();
    builder.decline(missing);
    let without = builder.build();
    assert_eq!(without.statements().len(), 1);
    assert_eq!(without.refused().len(), 2);
    assert!(without.repairs().is_empty(), "{:?}", without.repairs());
    builder.allow(missing);
    assert_eq!(builder.build().repairs(), set.repairs());
    // What is taken back leaves nothing behind.
    run(&mut builder, "retract", json!({"statement": 0}));
    run(&mut builder, "retract", json!({"statement": 1}));
    assert!(builder.build().repairs().is_empty());
}
