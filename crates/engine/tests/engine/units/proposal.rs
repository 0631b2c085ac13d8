//! What a model proposes, in whatever wrapping.

use engine::graph::Force;
use engine::proposal::*;

#[test]
fn whatever_the_wrapping_the_value_is_the_same() {
    for answer in [
        r#"{"value":"captain","reasoning":"he said so","confidence":0.85,"alternatives":["soldier"]}"#,
        "Sure! Here it is:\n```json\n{\"value\": \"captain\", \"reasoning\": \"he said so\", \"confidence\": 0.85, \"alternatives\": [\"soldier\"],}\n```\nAnything else?",
        "{'value': 'captain', 'reasoning': 'he said so', 'confidence': '85%', 'alternatives': ['soldier']}",
        "{\"value\": \"captain\", // the rank\n \"reasoning\": \"he said so\", \"confidence\": 85, \"alternatives\": [\"soldier\"]}",
        "{\"value\": \"captain\", \"reasoning\": \"he said so\", \"confidence\": 0.85, \"alternatives\": [\"soldier\"",
    ] {
        let read = Proposal::read(answer);
        assert_eq!(read.value, "captain", "{answer}");
        assert_eq!(read.reasoning, "he said so", "{answer}");
        assert_eq!(
            read.confidence,
            Some(Force::of_thousandths(850)),
            "{answer}"
        );
        assert_eq!(read.alternatives, ["soldier"], "{answer}");
    }
}

#[test]
fn plain_words_are_a_value() {
    for (answer, value) in [
        ("captain", "captain"),
        ("```\ncaptain\n```", "captain"),
        ("He said {this}.", "He said {this}."),
        ("", ""),
        ("{\"rank\": 3}", "{\"rank\": 3}"),
    ] {
        assert_eq!(Proposal::read(answer).value, value);
    }
    let number = Proposal::read("{\"value\": 40.50}");
    assert_eq!(number.value, "40.50");
    assert_eq!(
        Proposal::read("{\"value\": [\"a\", \"b\"]}").value,
        "[\"a\",\"b\"]"
    );
}
