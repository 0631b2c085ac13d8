//! `canonry logic`: one row per command line, and the example belief set.

use crate::program::Place;
use std::path::{Path, PathBuf};

fn socrate() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/socrate")
}

fn prepared(name: &str) -> Place {
    let place = Place::new(name);
    place.write(
        "men.logic",
        "sort living\npredicate mortal(living)\nforall X: man(X) => living(X)\nforall X: man(X) => mortal(X)\n\
         man(socrates)\nmortal(plato)\n? mortal(socrates)\n",
    );
    place.write(
        "broken.logic",
        "sort stone\nsort living\npredicate mortal(living)\nconstant rock in stone\nmortal(rock)\np(a) ∧ q(a)\n",
    );
    place.write(
        "built.jsonl",
        "{\"name\":\"declare_sort\",\"arguments\":{\"name\":\"Man(X)\"}}\n\
         {\"name\":\"add_fact\",\"arguments\":{}}\n\
         {\"name\":\"declare_sort\",\"arguments\":{\"name\":\"man\"}}\n\
         {\"name\":\"add_universal_implication\",\"arguments\":{\"antecedent\":\"man\",\"consequent\":\"mortal\"}}\n\
         {\"name\":\"add_atomic_fact\",\"arguments\":{\"predicate\":\"Man\",\"arguments\":[\"socrates\"]}}\n\
         {\"name\":\"build\",\"arguments\":{}}\n\
         {\"name\":\"query\",\"arguments\":{\"formula\":\"mortal(socrates)\"}}\n",
    );
    place.write("twice.logic", "p(a)\nq(a) & r(a) ; s(a)\n");
    place.write("named.logic", "lives(ann, `new york`)\n");
    place.write("ages.logic", "age(ann) == 3\nage(bob) == 4\n");
    place.write(
        "fathers.logic",
        "forall X: man(X) => exists Y: father(Y, X)\nman(socrate)\nforall Y: father(Y, socrate) => kind(Y)\n",
    );
    place.write("contrary.logic", "p(a)\nnot p(a)\n");
    place.write(
        "men.p",
        "fof(a, axiom, ![X]: (man(X) => mortal(X))).\nfof(b, axiom, man('Socrates')).\n",
    );
    place.write(
        "model.txt",
        "∀x (Man(x) → Mortal(x))\nMan(socrates\nCertainly! Here you go:\n",
    );
    place.write(
        "cases.jsonl",
        "{\"id\":\"a\",\"premises\":[\"∀x (Man(x) → Mortal(x))\",\"Man(socrates)\"],\"query\":\"Mortal(socrates)\",\"nl_query\":\"Socrates is mortal.\"}\n\
         {\"id\":\"b\",\"premises\":[\"Kind(Anne, True)\",\"Kind($x, True) >>> Blue($x, False)\"],\"query\":\"Blue(Anne, True)\"}\n\
         \n{\"premises\":[],\"query\":\"P(a)\"}\n",
    );
    place.write(
        "bad.jsonl",
        "{\"id\":\"a\"}\n{\"id\":\"b\",\"premises\":[\"P(a)\"],\"query\":\"P(a)\"}\n\
         {\"id\n{\"id\":\"d\",\"premises\":[1],\"query\":\"P(a)\"}\n",
    );
    place.write(
        "mothers.logic",
        "sort person\nfunction mother(person) in person\nconstant ana in person\n",
    );
    place.write(
        "calls.jsonl",
        "{\"name\":\"declare_sort\",\"arguments\":{\"name\":\"living\"}}\n\
         {\"name\":\"declare_predicate\",\"arguments\":{\"name\":\"mortal\",\"argument_sorts\":[\"living\"]}}\n\
         {\"name\":\"add_atomic_fact\",\"arguments\":{\"predicate\":\"mortal\",\"arguments\":[\"socrates\"]}}\n",
    );
    place.write(
        "own.jsonl",
        "{\"premises\":[\"forall X: man(X) => mortal(X)\",\"man(socrates)\"],\"query\":\"not mortal(socrates) or mortal(socrates)\"}\n",
    );
    place.write(
        "men.txt",
        "forall X: man(X) => mortal(X)\nexists X, Y: loves(X, Y)\nman(socrates)\n",
    );
    place.write("some.logic", "p(a) or p(b)\nq(c)\nexists X: r(X)\np(d)\n");
    place.write("men.fol", "∀x (Man(x) → Mortal(x))\nMan(socrates)\n");
    place.write("binary.logic", b"\xff\xfe".as_slice());
    place.write(
        "hints.p9",
        "formulas(assumptions).\nman(a).\nend_of_list.\nformulas(hints).\nbad(a).\nend_of_list.\n",
    );
    place.write("byte.logic", b"man(a)\nq(\xff)\nman(b)\n".as_slice());
    place.write("empty.logic", "");
    place
}

/// (command line, exit code, words of the answer on either stream)
const LINES: &[(&str, i32, &str)] = &[
    ("logic", 2, "Usage: canonry logic"),
    (
        "logic frobnicate",
        2,
        "unrecognized subcommand 'frobnicate'",
    ),
    (
        "logic check men.logic",
        0,
        "4 statements, 1 repair, 0 errors",
    ),
    (
        "logic check men.logic",
        0,
        "repaired, 1: constant plato in living",
    ),
    (
        "logic check men.logic --strict",
        1,
        "`plato` was never declared",
    ),
    ("logic check broken.logic", 1, "broken.logic:5:1"),
    (
        "logic check broken.logic",
        1,
        "no path leads from `stone` to `living`",
    ),
    ("logic check broken.logic", 1, "= help: write `and`"),
    (
        "logic check contrary.logic",
        1,
        "the statements contradict each other: line 1 (`p(a)`), line 2 (`not p(a)`); none of them can be left out",
    ),
    ("logic check empty.logic", 0, "0 statements"),
    (
        "logic check nowhere.logic",
        3,
        "`nowhere.logic` cannot be read",
    ),
    ("logic check binary.logic", 1, "binary.logic:1:1"),
    ("logic check byte.logic", 1, "byte.logic:2:3"),
    (
        "logic check hints.p9",
        0,
        "1 statement, 0 repairs, 0 errors",
    ),
    (
        "logic check hints.p9",
        0,
        "passed over, line 4: `formulas(hints).` (it states nothing)",
    ),
    (
        "logic check hints.p9 --json",
        0,
        "\"passed_over\":[{\"line\":4,",
    ),
    (
        "logic check byte.logic",
        1,
        "2 statements, 0 repairs, 1 error",
    ),
    ("logic repair byte.logic", 1, "# q(\u{fffd})"),
    ("logic check men.p", 0, "2 statements, 0 repairs, 0 errors"),
    (
        "logic check men.logic --from tptp",
        1,
        "`fof(…)` or `cnf(…)` should be here",
    ),
    ("logic check men.logic --from tpt", 2, "did you mean tptp?"),
    (
        "--lang fr logic check men.logic",
        0,
        "4 énoncés, 1 réparation, 0 erreur",
    ),
    (
        "logic sorts men.logic",
        0,
        "man: living (inferred), mortal (inferred)",
    ),
    (
        "--lang fr logic sorts men.logic",
        0,
        "man: living (inféré), mortal (inféré)",
    ),
    (
        "logic sorts men.logic --dot",
        0,
        "\"man\" -> \"living\" [style=dashed];",
    ),
    (
        "logic sorts men.logic --json",
        0,
        "\"hierarchy\":{\"man\":[\"living\",\"mortal\"]}",
    ),
    (
        "logic sorts broken.logic",
        0,
        "2 statements left aside: line 5, in `mortal(rock)`",
    ),
    (
        "logic sorts broken.logic --json",
        0,
        "\"code\":\"incompatible-sort\"",
    ),
    (
        "logic sorts broken.logic --dot",
        0,
        "2 statements left aside",
    ),
    (
        "logic ask broken.logic stone(rock)",
        0,
        "stone(rock): true    classical, open world, ",
    ),
    (
        "logic ask broken.logic stone(rock)",
        0,
        "2 statements left aside: line 5, in `mortal(rock)`",
    ),
    (
        "logic ask broken.logic stone(rock) --json",
        0,
        "\"aside\":[{\"code\":\"incompatible-sort\"",
    ),
    (
        "--lang fr logic ask broken.logic stone(rock)",
        0,
        "2 énoncés mis de côté : ligne 5, ",
    ),
    (
        "logic ask men.logic mortal(socrates)",
        0,
        "line 5: man(socrates)  (stated)",
    ),
    (
        "logic ask men.logic mortal(socrates)",
        0,
        "by line 4 (`forall X: man(X) => mortal(X)`)",
    ),
    (
        "--lang fr logic ask men.logic mortal(socrates)",
        0,
        "vrai    classique, monde ouvert, 3 étapes",
    ),
    (
        "logic ask men.logic living(plato)",
        0,
        "living(plato)  (repaired)",
    ),
    (
        "logic ask men.logic man(plato) --world closed",
        0,
        "man(plato): false    forward, closed world",
    ),
    (
        "logic ask men.logic man(plato) --world closed",
        0,
        "`man(plato)` is not derived by anything",
    ),
    (
        "logic ask men.logic living(plato) --refuse unknown-constant",
        0,
        "living(plato): unknown",
    ),
    (
        "logic ask men.logic living(plato) --refuse unknown-constant",
        0,
        "1 statement left aside: line 6, `plato` was never declared",
    ),
    (
        "logic check men.logic --refuse 1",
        1,
        "`plato` was never declared",
    ),
    (
        "logic check men.logic --refuse 2",
        2,
        "there is no repair 2: the only one is 1",
    ),
    (
        "logic check men.logic --refuse unknown-constance",
        2,
        "did you mean unknown-constant?",
    ),
    (
        "logic ask mothers.logic person(mother(ana))",
        0,
        "person(mother(ana)): true",
    ),
    (
        "logic ask men.logic mortal(socrates)",
        0,
        "mortal(socrates): true",
    ),
    ("logic ask men.logic", 0, "mortal(socrates): true"),
    (
        "logic ask men.logic mortal(zeus)",
        0,
        "mortal(zeus): unknown",
    ),
    (
        "logic ask men.logic man(plato) --world closed",
        0,
        "man(plato): false",
    ),
    (
        "logic ask men.logic mortal(plato) --semantics forward",
        0,
        "mortal(plato): true",
    ),
    (
        "logic ask men.logic mortel(plato)",
        0,
        "did you mean `mortal`?",
    ),
    ("logic ask men.logic mortal(a) --all", 2, "asks for nothing"),
    (
        "logic ask some.logic ∃X(p(X)) --all",
        0,
        "X = d\nexists X: p(X): 1 answer\none of these answers, nobody can tell which: X = a; X = b\n",
    ),
    (
        "--lang fr logic ask some.logic ∃X(r(X)) --all",
        0,
        "exists X: r(X) : 0 réponse\nquelqu'un ou quelque chose répond, qui n'est pas nommé\n",
    ),
    (
        "logic ask some.logic ∃X(r(X)) --all --json",
        0,
        "\"complete\":false",
    ),
    (
        "logic ask men.fol Mortal(socrates)∧¬¬Man(socrates)",
        0,
        "Mortal(socrates) and not not Man(socrates): true",
    ),
    (
        "logic ask men.p mortal('Socrates')",
        0,
        "mortal(Socrates): true",
    ),
    (
        "logic ask men.p fof(q,conjecture,mortal('Socrates')).",
        0,
        "mortal(Socrates): true",
    ),
    (
        "logic ask men.logic mortal(socrates)→mortal(plato)",
        0,
        "mortal(socrates) => mortal(plato): true",
    ),
    (
        "logic ask men.logic p --semantics auto",
        2,
        "asked in one semantics",
    ),
    ("logic ask contrary.logic p(a)", 0, "p(a): inconsistent"),
    ("logic ask contrary.logic", 2, "there is nothing to ask"),
    (
        "logic ask men.logic mortal(",
        2,
        "the query cannot be read, at 8",
    ),
    (
        "logic ask men.logic p --world flat",
        2,
        "there is no world `flat`: open, closed",
    ),
    (
        "logic ask men.logic p --semantics magic",
        2,
        "there is no semantics `magic`",
    ),
    (
        "--lang fr logic ask men.logic mortal(plato)",
        0,
        "mortal(plato) : vrai",
    ),
    (
        "logic ask men.logic mortal(plato) --json",
        0,
        "\"answer\":\"True\"",
    ),
    (
        "logic convert men.p --to canonry",
        0,
        "\"b\": man(Socrates)",
    ),
    (
        "logic convert men.p --to prover9",
        0,
        "man(Socrates) # label(\"b\").",
    ),
    (
        "logic convert men.logic --to tptp",
        0,
        "fof(s5, conjecture, mortal(socrates)).",
    ),
    ("logic convert men.p --to tweety", 0, "thing = {socrates}"),
    (
        "logic convert men.p --to tweety",
        0,
        "this syntax keeps no sentence or name of a statement, so it is left out: « b »",
    ),
    (
        "logic convert men.p --to nltk",
        2,
        "`nltk` can be read and not written",
    ),
    ("logic convert men.p --to tptpp", 2, "did you mean tptp?"),
    ("logic convert men.p", 2, "--to <SYNTAX>"),
    ("logic repair model.txt", 1, "forall x: Man(x) => Mortal(x)"),
    ("logic repair model.txt", 1, "#   1, parenthesis: "),
    ("logic repair model.txt", 1, "1 statement could not be read"),
    (
        "logic repair model.txt --refuse 1",
        1,
        "2 statements could not be read",
    ),
    (
        "logic repair model.txt --refuse 1",
        1,
        "#      nearest reading: Man(socrates)\n",
    ),
    (
        "--lang fr logic repair model.txt --refuse 1",
        1,
        "#      lecture la plus proche : Man(socrates)\n",
    ),
    (
        "logic repair model.txt --refuse parenthesis",
        1,
        "2 statements could not be read",
    ),
    (
        "logic convert men.logic --to tptp",
        0,
        "fof(s6, axiom, living(plato)).",
    ),
    ("logic convert men.logic --to tptp", 0, "% sort living"),
    (
        "logic convert men.logic --to prover9",
        0,
        "no formula, written as a comment or not at all: predicate mortal(living)",
    ),
    (
        "logic convert men.logic --to tptp --json",
        0,
        "\"unsaid\":[\"sort living\",\"predicate mortal(living)\"]",
    ),
    (
        "logic convert broken.logic --to tptp",
        1,
        "2 entries are not written in tptp",
    ),
    (
        "new lib --like beliefs",
        0,
        "lib now holds a project of 1 file. Next: canonry logic ask lib",
    ),
    ("logic check lib", 0, "0 errors"),
    ("logic ask lib", 0, "author(ada): true"),
    ("logic ask lib", 0, "rare(notes): false"),
    ("logic ask .", 2, "files `.logic`: name the one to read"),
    ("logic tools", 0, "\"inputSchema\""),
    ("logic tools --for openai", 0, "\"type\":\"function\""),
    ("logic tools --for anthropic", 0, "\"input_schema\""),
    (
        "logic tools --for nobody",
        2,
        "there is no protocol `nobody`",
    ),
    (
        "logic tools --apply calls.jsonl",
        0,
        "\"outcome\":\"repaired\"",
    ),
    (
        "logic tools --apply calls.jsonl --strict",
        0,
        "\"outcome\":\"refused\"",
    ),
    ("logic tools --apply built.jsonl", 0, "`Man(X)` is no name"),
    (
        "logic tools --apply built.jsonl",
        0,
        "did you mean `add_atomic_fact`?",
    ),
    (
        "logic tools --apply built.jsonl",
        0,
        "\"kind\":\"name-variant\"",
    ),
    (
        "logic tools --apply built.jsonl",
        0,
        "It rests on statement 1 and statement 2.",
    ),
    (
        "--lang fr logic tools --apply built.jsonl",
        0,
        "Cela repose sur l'énoncé 1 et l'énoncé 2.",
    ),
    (
        "logic ask twice.logic p(a)",
        0,
        "1 statement left aside: line 2, ",
    ),
    (
        "logic convert named.logic --to tweety",
        0,
        "new_u0020_york stands for `new york`",
    ),
    (
        "--lang fr logic convert named.logic --to tweety",
        0,
        "new_u0020_york est mis pour `new york`",
    ),
    ("logic convert ages.logic --to prover9", 0, "3 != 4."),
    (
        "logic ask fathers.logic ∃Z(kind(Z))",
        0,
        "Made-up names: `w0(…)`. Each stands for something that a statement says there is",
    ),
    (
        "--lang fr logic ask fathers.logic ∃Z(kind(Z))",
        0,
        "Noms inventés : `w0(…)`",
    ),
    ("logic check men.logic --json", 0, "\"lines\":[6]"),
    ("logic repair model.txt --json", 1, "\"line\":2"),
    ("logic repair model.txt --json", 1, "\"why\":"),
    (
        "logic repair model.txt --refuse 9",
        2,
        "there is no repair 9: ",
    ),
    ("logic tools --apply model.txt", 2, "3 lines are not JSON"),
    ("logic batch cases.jsonl", 0, "\"answer\":\"True\""),
    (
        "logic batch cases.jsonl --semantics magic",
        2,
        "there is no semantics `magic`",
    ),
    (
        "logic batch cases.jsonl --query-sentence --strict",
        0,
        "\"executable\":true",
    ),
    (
        "logic batch cases.jsonl --guess --strict",
        2,
        "give one of the two",
    ),
    (
        "--lang fr logic batch cases.jsonl --guess --strict",
        2,
        "donnez l'une des deux",
    ),
    (
        "logic batch own.jsonl",
        0,
        "{\"answer\":\"True\",\"executable\":true,\"id\":1,",
    ),
    ("logic batch own.jsonl", 0, "\"repairs\":[],"),
    (
        "logic repair men.txt",
        0,
        "forall X: man(X) => mortal(X)\nexists X: exists Y: loves(X, Y)\nman(socrates)\n",
    ),
    ("logic batch bad.jsonl", 2, "3 lines are no cases"),
    (
        "logic batch bad.jsonl",
        2,
        "{\"error\":\"line 1: `premises` should be there: a list of texts\",\"hint\":",
    ),
    ("logic batch bad.jsonl", 2, "line 3 is not JSON"),
    (
        "logic batch bad.jsonl",
        2,
        "line 4: `premises` should be a list of texts",
    ),
    (
        "--lang fr logic batch bad.jsonl",
        2,
        "ligne 4 : `premises` devrait être une liste de textes",
    ),
    ("logic batch empty.logic", 0, "`empty.logic` holds no case"),
    (
        "logic batch cases.jsonl --refuse truth-value",
        0,
        "\"id\":\"b\"",
    ),
    (
        "logic batch cases.jsonl --refuse 1",
        2,
        "refused by its kind, not by a number",
    ),
    ("logic batch nowhere", 3, "`nowhere` cannot be read"),
    (
        "logic batch nowhere",
        3,
        "looked for from the folder that you are in",
    ),
    (
        "logic ask nowhere.logic",
        3,
        "looked for from the folder that you are in",
    ),
    (
        "logic ask some.logic ∃X(¬p(X)) --all --world closed",
        0,
        "0 answers",
    ),
    (
        "logic ask contrary.logic ∃X(p(X)) --all --semantics forward",
        0,
        "contradict each other: X = a",
    ),
];

#[test]
fn every_line_ends_as_it_should() {
    let place = prepared("logic-lines");
    for (line, code, words) in LINES {
        let ran = place.line(line);
        assert_eq!(ran.code, *code, "{line}: {ran:?}");
        assert!(
            ran.out.contains(words) || ran.err.contains(words),
            "{line}: no {words:?} in {ran:?}"
        );
    }
}

#[test]
fn a_batch_answers_one_line_for_each_case() {
    let place = prepared("logic-batch");
    let from_file = place.line("logic batch cases.jsonl").expect(0).json();
    assert_eq!(from_file.len(), 3);
    let cases = std::fs::read(place.path("cases.jsonl")).expect("a file");
    let from_input = place.feed("logic batch -", cases).expect(0).json();
    for (at, (id, answer)) in [("a", "True"), ("b", "False")].iter().enumerate() {
        for line in [&from_file[at], &from_input[at]] {
            assert_eq!(line["id"], *id);
            assert_eq!(line["answer"], *answer);
            assert_eq!(line["executable"], true);
            assert!(line["repairs"].is_array() && line["micros"].is_u64());
        }
    }
    assert_eq!(from_file[2]["id"], 4);
    assert_eq!(from_file[2]["answer"], "Unknown");
    let bad = place.line("logic batch bad.jsonl").expect(2).json();
    assert!(bad[0]["error"].is_string() && bad[1]["answer"] == "True");
    assert_eq!(
        (&bad[0]["id"], &bad[0]["line"]),
        (&"a".into(), &1.into()),
        "{bad:?}"
    );
}

#[test]
fn the_example_belief_set_answers_as_it_is_written_down() {
    let place = Place::new("socrate");
    for name in ["croyances.logic", "reponses.txt"] {
        let text = std::fs::read(socrate().join(name)).expect("an example");
        place.write(name, text);
    }
    place
        .line("check .")
        .expect(0)
        .says("0 errors, 0 warnings in 1 file");
    let ran = place.line("--lang fr logic ask croyances.logic").expect(0);
    let expected = std::fs::read_to_string(socrate().join("reponses.txt")).expect("an example");
    // The reasons are indented below each answer.
    let answers: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(answers, expected.lines().collect::<Vec<_>>());
    assert!(ran.out.contains("« Tous les humains sont mortels. »"));
    place
        .line("--lang fr logic check croyances.logic")
        .expect(0)
        .says("constant platon in humain");
}
