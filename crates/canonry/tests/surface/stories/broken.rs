//! What is no story, as data: each file with the line and the words that tell why.

use canonry::story;

/// Files that are no stories: source, line, and what is said about it.
const BROKEN: &[(&str, usize, &str)] = &[
    ("", 1, "expected a title"),
    ("\n\n", 1, "expected a title"),
    (
        "> hello\n",
        1,
        "expected a title, such as `# A guest arrives`, found `> hello`",
    ),
    ("#\n\n> hello\n", 1, "expected a title"),
    ("# T\n\n> hello\n", 1, "could never fail"),
    ("# T\n\n> hello\n< …\n", 1, "could never fail"),
    ("# T\n% nothing\n---\n", 4, "expected a title after `---`"),
    ("# T\n% nothing\n---\n> hello\n", 4, "expected a title"),
    ("# T\n% nothing\n---\n# U\n> hello\n", 4, "could never fail"),
    (
        "# T\nlangage: en\n\n% nothing\n",
        2,
        "expected kind, language, seed, now or model, found `langage`",
    ),
    ("# T\nlanguage:\n\n% nothing\n", 2, "expected a language"),
    (
        "# T\nseed: many\n\n% nothing\n",
        2,
        "expected a whole number after `seed:`, found `many`",
    ),
    (
        "# T\nseed: 1\nseed: 2\n\n% nothing\n",
        3,
        "`seed` stands twice; first on line 2",
    ),
    (
        "# T\nnow: yesterday\n\n% nothing\n",
        2,
        "expected a moment after `now:`",
    ),
    (
        "# T\nmodel: gpt\n\n% nothing\n",
        2,
        "expected `offline` or `scripted`",
    ),
    (
        "# T\n\nseed: 1\n% nothing\n",
        3,
        "expected a line that begins with one of",
    ),
    (
        "# T\n\nhello\n% nothing\n",
        3,
        "expected a line that begins with one of > < + = ! ? @ * ~ % ^ #, found `hello`",
    ),
    (
        "# T\n\n>hello\n% nothing\n",
        3,
        "expected a space after `>`, found `hello`",
    ),
    ("# T\n\n>\"hello\n% nothing\n", 3, "expected a JSON string"),
    (
        "# T\n\n>> more\n% nothing\n",
        3,
        "no `>` line stands right before it",
    ),
    (
        "# T\n\n> one\n\n>> two\n% nothing\n",
        5,
        "no `>` line stands right before it",
    ),
    (
        "# T\n\n> one\n<< two\n",
        4,
        "no `<` line stands right before it",
    ),
    (
        "# T\n\n<\"one\"\n<< two\n",
        4,
        "no `<` line stands right before it",
    ),
    (
        "# T\n\n<Hello there\n",
        3,
        "expected a space or a kind of item",
    ),
    (
        "# T\n\n> one\n+ A) two\n",
        4,
        "no `<` line stands right before it",
    ),
    (
        "# T\n\n= visitor.nights 3\n% nothing\n",
        3,
        "expected `= entity.attribute: value`",
    ),
    (
        "# T\n\n= nights: 3\n% nothing\n",
        3,
        "expected `= entity.attribute: value`",
    ),
    (
        "# T\n\n= visitor.nights: [3\n% nothing\n",
        3,
        "expected a JSON value or a text",
    ),
    (
        "# T\n\n= visitor.nights:\n% nothing\n",
        3,
        "expected a JSON value or a text",
    ),
    (
        "# T\n\n= visitor.nights: 3\n= visitor.nights: 4\n% nothing\n",
        4,
        "stands twice in one assertion",
    ),
    (
        "# T\n\n= source: desk\n% nothing\n> one\n",
        3,
        "names no cell",
    ),
    (
        "# T\n\n= visitor.nights: 3\n= version: new\n% nothing\n",
        4,
        "expected a whole number after `version:`",
    ),
    ("# T\n\n!\n% nothing\n", 3, "expected the name of an event"),
    (
        "# T\n\n? rosa\n% nothing\n",
        3,
        "expected a cell such as rosa.saying, found `rosa`",
    ),
    (
        "# T\n\n@ {\"act\":\n% nothing\n",
        3,
        "expected an input as a JSON object",
    ),
    (
        "# T\n\n@ {\"id\":\"1\",\"message\":\"x\"}\n% nothing\n",
        3,
        "an input of a story has no `id`",
    ),
    ("# T\n\n@ {}\n% nothing\n", 3, "bad-input"),
    (
        "# T\n\n@ {\"act\":\"sing\"}\n% nothing\n",
        3,
        "`sing` is not an act",
    ),
    (
        "# T\n\n@ {\"message\":\"x\",\"message\":\"y\"}\n% nothing\n",
        3,
        "bad-json",
    ),
    (
        "# T\n\n* Soup first.\n? rosa.saying\n% nothing\n",
        3,
        "a text in quotes, `fail: reason` or `timeout`",
    ),
    (
        "# T\n\n? rosa.saying\n* \"Soup first.\"\n< Soup first.\n",
        4,
        "belongs to the next input",
    ),
    (
        "# T\n\n? rosa.saying\n% nothing\n* \"Soup first.\"\n",
        5,
        "expected an input after this line",
    ),
    (
        "# T\nmodel: offline\n\n* \"Soup first.\"\n? rosa.saying\n% nothing\n",
        4,
        "`model: offline`, which asks nobody",
    ),
    (
        "# T\n\n> one\n~ mood is tired\n",
        4,
        "expected `~ entity.attribute = value`",
    ),
    ("# T\n\n> one\n~ mood = tired\n", 4, "expected a cell"),
    ("# T\n\n> one\n% question\n", 4, "expected `% answer`"),
    ("# T\n\n> one\n% event\n", 4, "expected `% answer`"),
    (
        "# T\n\n^ tomorrow\n> one\n% nothing\n",
        3,
        "expected a moment",
    ),
    ("# T\n\n^ +2w\n> one\n% nothing\n", 3, "expected a moment"),
    (
        "# T\n\n% nothing\n^ +2d\n",
        4,
        "expected an input after this line",
    ),
    ("# T\n\n> caf\u{fffd}\n% nothing\n", 3, "not UTF-8"),
];

#[test]
fn what_is_no_story_is_said_with_its_line() {
    for (source, line, message) in BROKEN {
        match story::parse(source) {
            Ok(stories) => panic!("taken for a story: {source:?}\n{stories:?}"),
            Err(problems) => {
                let [problem] = &problems[..] else {
                    panic!("{source:?}: {problems:?}");
                };
                assert_eq!(problem.line, *line, "{source:?}: {problem}");
                assert!(
                    problem.to_string().starts_with(&format!("{line}: ")),
                    "{problem}"
                );
                assert!(
                    problem.message.en.contains(message),
                    "{source:?}: {problem}"
                );
                assert_ne!(problem.message.en, problem.message.fr, "{source:?}");
            }
        }
    }
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let source = "# T\nseed: x\nmodel: none\ncolour: blue\n\n> Ada\n& bad\n~ foo\n%% zork\n<bogus x\n<< and on\n---\n\n# U\n\n& bad\n---\nno title\n";
    let problems = story::parse(source).expect_err("broken");
    let lines: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [2, 3, 4, 7, 8, 9, 10, 16, 18], "{problems:?}");
}

#[test]
fn a_message_that_no_session_takes_is_no_story() {
    let source = format!("# T\n\n> {}\n% nothing\n", "x".repeat(70_000));
    let problems = story::parse(&source).expect_err("too long");
    let [problem] = &problems[..] else {
        panic!("{problems:?}");
    };
    assert!(
        problem.line == 3 && problem.message.en.contains("too-long"),
        "{problem}"
    );
}

#[test]
fn files_from_other_systems_are_read() {
    let source = "\u{feff}# T\r\nseed: 3\r\n\r\n> hello\r\n>> again\r\n% answer\r\n";
    let stories = story::parse(source).expect("a story");
    let input = stories[0].turns[1].input.clone();
    assert_eq!(
        input,
        Some(engine::Input::Message("hello\nagain".to_owned()))
    );
    assert_eq!((stories[0].title.as_str(), stories[0].seed), ("T", 3));
}
