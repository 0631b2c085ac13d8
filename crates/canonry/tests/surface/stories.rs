//! Stories: what is no story, what must fail, and that what is recorded passes.

mod broken;
mod command;
mod recording;

use canonry::story::{self, StoryOutcome};
use engine::project::{Project, compile};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn project(dir: &str) -> Arc<Project> {
    let folder = canonry::folder::read(&root().join(dir)).expect("the folder is there");
    let (project, diagnostics) = compile(&folder.files);
    Arc::new(project.unwrap_or_else(|| panic!("{dir}: {diagnostics:?}")))
}

async fn outcomes(project: &Arc<Project>, source: &str) -> Vec<StoryOutcome> {
    let mut outcomes = Vec::new();
    for story in story::parse(source).unwrap_or_else(|problems| panic!("{problems:?}\n{source}")) {
        outcomes.push(story::run(project.clone(), &story).await);
    }
    outcomes
}

/// Every difference as `line: expected / actual`.
fn told(outcomes: &[StoryOutcome]) -> Vec<String> {
    let all = outcomes.iter().flat_map(|outcome| &outcome.differences);
    all.map(|difference| {
        format!(
            "{}: {} / {}",
            difference.line, difference.expected.en, difference.actual.en
        )
    })
    .collect()
}

#[tokio::test]
async fn every_story_of_the_examples_passes() {
    for (dir, least) in [
        ("worlds/hello", 18),
        ("worlds/valmure", 13),
        ("worlds/manor", 27),
        ("worlds/examt3p", 135),
        ("crates/canonry/starters/interview", 2),
        ("crates/canonry/starters/support", 5),
    ] {
        let project = project(dir);
        let stories = canonry::folder::read(&root().join(dir))
            .expect("the folder is there")
            .stories;
        let mut count = 0;
        for (file, source) in stories {
            let outcomes = outcomes(&project, &source).await;
            assert_eq!(told(&outcomes), Vec::<String>::new(), "{dir}/{file}");
            count += outcomes.len();
        }
        assert!(count >= least, "{dir} has only {count} stories");
    }
}

/// A story that passes; each case below changes one thing in it.
const PASSES: &str = "\
# Base
seed: 7

< Welcome to the inn. …
<question What may I call you?
% answer name

> Ada
<question How do you feel today?
+ A) cheerful
+ B) tired
+ C) curious
~ visitor.first_name = Ada
% answer mood
% tries 3

> purple
< …
<question How do you feel today?
~ refused not-a-choice mood

= visitor.luggage: on_its_way
% silent
~ visitor.luggage = on_its_way

* timeout
* \"Soup first.\"
? rosa.saying
<telling Soup first.
~ rosa.saying = Soup first.

? rosa.saying
<telling Soup first.
~ nothing

> tired
> 3
< Ada, you look tired. I have a room for 3 night(s). …
<gate …
~ visitor.nights = 3
% event TAKE_KEY

! TAKE_KEY
< …
% finished
";

/// What is changed, into what, and the first difference: its line and a part of what is told.
const MUST_FAIL: &[(&str, &str, usize, &str)] = &[
    (
        "< Welcome to the inn. …",
        "< Welcome to the hotel. …",
        4,
        "< Welcome to the inn. I am Rosa.",
    ),
    (
        "< Welcome to the inn. …",
        "< Welcome to the inn.",
        4,
        "< Welcome to the inn. I am Rosa.",
    ),
    (
        "< Welcome to the inn. …",
        "<\"Welcome to the inn. …\"",
        4,
        "< Welcome to the inn. I am Rosa.",
    ),
    (
        "< Welcome to the inn. …",
        "<telling …",
        4,
        "< Welcome to the inn. I am Rosa.",
    ),
    (
        "<question What may I call you?",
        "# What may I call you?",
        4,
        "nothing more after this line / <question What may I call you?",
    ),
    ("% answer name", "% answer mood", 6, "% answer name"),
    ("% answer name", "% nothing", 6, "% answer name"),
    ("> Ada", "> Bea", 13, "~ visitor.first_name = Bea"),
    ("+ A) cheerful", "+ B) cheerful", 10, "+ A) cheerful"),
    ("+ B) tired", "+ B) weary", 11, "+ B) tired"),
    (
        "+ C) curious",
        "# curious",
        11,
        "no more choices / + C) curious",
    ),
    (
        "+ C) curious",
        "+ C) curious\n+ D) angry",
        13,
        "+ D) angry / no more choices",
    ),
    (
        "~ visitor.first_name = Ada",
        "~ visitor.first_name = \"ada\"",
        13,
        "~ visitor.first_name = Ada",
    ),
    ("% tries 3", "% tries 2", 15, "% tries 3"),
    (
        "~ refused not-a-choice mood",
        "~ refused negated",
        20,
        "~ refused not-a-choice mood",
    ),
    (
        "~ refused not-a-choice mood",
        "~ refused not-a-choice nights",
        20,
        "~ refused not-a-choice mood",
    ),
    (
        "~ refused not-a-choice mood",
        "~ nothing",
        20,
        "~ refused not-a-choice mood",
    ),
    (
        "% silent",
        "< Thank you.",
        23,
        "< Thank you. / nothing more was said",
    ),
    (
        "~ visitor.luggage = on_its_way",
        "~ visitor.luggage = none_yet",
        24,
        "~ visitor.luggage = on_its_way",
    ),
    (
        "* timeout\n",
        "* timeout\n* \"\"\n* \"Bread first.\"\n",
        29,
        "* \"Soup first.\" / the model was not asked",
    ),
    (
        "* \"Soup first.\"\n",
        "",
        27,
        "the model was asked for rosa.saying, and no `*` line answers",
    ),
    (
        "* \"Soup first.\"",
        "* visitor.mood: \"Soup first.\"",
        27,
        "the model was not asked",
    ),
    (
        "? rosa.saying\n<telling Soup first.\n~ nothing",
        "? rosa.saying\n<telling Soup first.\n~ rosa.saying = Soup first.",
        34,
        "~ nothing",
    ),
    (
        "<telling Soup first.\n~ nothing",
        "% silent\n~ nothing",
        33,
        "<telling Soup first.",
    ),
    (
        "> 3\n",
        "> 31\n",
        38,
        "<refusal nights lies between 1 and 30; this is 31.",
    ),
    (
        "~ visitor.nights = 3",
        "~ visitor.nights = \"3\"",
        40,
        "~ visitor.nights = 3",
    ),
    (
        "~ visitor.nights = 3",
        "~ visitor.nights = 3.5",
        40,
        "~ visitor.nights = 3",
    ),
    (
        "% event TAKE_KEY",
        "% event LEAVE_KEY",
        41,
        "% event TAKE_KEY",
    ),
    ("! TAKE_KEY", "! LEAVE_KEY", 45, "% event TAKE_KEY"),
    ("seed: 7", "language: de", 2, "does not speak `de`"),
];

#[tokio::test]
async fn one_changed_expectation_is_noticed_where_it_stands() {
    let hello = project("worlds/hello");
    assert_eq!(told(&outcomes(&hello, PASSES).await), Vec::<String>::new());
    for (from, to, line, part) in MUST_FAIL {
        assert!(PASSES.contains(from), "{from}");
        let told = told(&outcomes(&hello, &PASSES.replacen(from, to, 1)).await);
        let first = told
            .first()
            .unwrap_or_else(|| panic!("not noticed: {from:?} -> {to:?}"));
        assert!(
            first.starts_with(&format!("{line}: ")) && first.contains(part),
            "{from:?} -> {to:?}: {told:#?}"
        );
    }
}

#[tokio::test]
async fn every_turn_tells_its_first_difference() {
    let hello = project("worlds/hello");
    let source = PASSES
        .replace("% answer name", "% nothing")
        .replace(
            "~ visitor.first_name = Ada\n% answer mood",
            "~ nothing\n% nothing",
        )
        .replace("% finished", "% nothing\n% answer");
    let lines: Vec<usize> = outcomes(&hello, &source).await[0]
        .differences
        .iter()
        .map(|difference| difference.line)
        .collect();
    assert_eq!(lines, [6, 13, 46]);
}

#[tokio::test]
async fn the_example_of_the_page_is_a_story() {
    let page = std::fs::read_to_string(root().join("docs/stories.md")).expect("the page is there");
    let examples: Vec<&str> = page
        .split("```story\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(!examples.is_empty(), "the page has no example");
    let hello = project("worlds/hello");
    for example in examples {
        assert_eq!(
            told(&outcomes(&hello, example).await),
            Vec::<String>::new(),
            "{example}"
        );
    }
}
