//! Answers as lines and as a table.

use canonry::answers::*;
use serde_json::json;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn columns_of_several_projects_keep_their_order() {
    for (one, other, both) in [
        (&["a", "c"][..], &["a", "b", "c"][..], &["a", "b", "c"][..]),
        (&["a", "b"], &["c", "a", "b", "d"], &["c", "a", "b", "d"]),
        (&["a", "b"], &["b", "a"], &["a", "b"]),
        (&[], &["x", "y"], &["x", "y"]),
        (&["a", "z"], &["m"], &["a", "z", "m"]),
    ] {
        let mut all = names(one);
        merge(&mut all, &names(other));
        assert_eq!(all, names(both), "{one:?} and {other:?}");
    }
}

#[test]
fn a_column_whose_name_is_taken_says_what_it_is() {
    let columns = Columns {
        answers: names(&["head", "pace"]),
        results: names(&["pace", "ada.match"]),
    };
    assert_eq!(
        columns.header()[FIRST.len()..],
        ["answers.head", "pace", "results.pace", "ada.match"]
    );
}

#[test]
fn no_text_is_a_formula_and_every_number_is_one() {
    for (value, written) in [
        (json!("=1+1"), "'=1+1"),
        (json!("@SUM(A1)"), "'@SUM(A1)"),
        (json!("-2"), "'-2"),
        (json!("\tx"), "'\tx"),
        (json!("a=1"), "a=1"),
        (json!(-2), "-2"),
        (json!(true), "true"),
        (json!(null), ""),
        (json!(["a", "b, c"]), "a; b, c"),
        (json!(["=x"]), "'=x"),
        (json!([]), ""),
    ] {
        assert_eq!(cell(&value), written);
    }
}
