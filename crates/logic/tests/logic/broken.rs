//! Conditions that are badly written: each row is a source, and the problems expected of it.

use crate::common::World;
use logic::{check, read};

/// `source | code @ text of the span | part of the English hint`; several problems are parted by ` & `.
/// `@ $` stands for the end of the source, `-` for no hint.
const TABLE: &str = r#"
visitor.mood = good | single-equals @ = | ==
visitor.mood = good and visitor.age = 3 | single-equals @ = & single-equals @ = | == & ==
visitor.mood == goood | unknown-value @ goood | `good`
visitor.mood == "gooood" | unknown-value @ "gooood" | `good`
visitor.mood == aldric | unknown-value @ aldric | -
visitor.mood in [good, bd] | unknown-value @ bd | `bad`
visitr.mood == good | unknown-name @ visitr | `visitor`
visitor.moood == good | unknown-name @ moood | `mood`
visitor.zzzzzz == good | unknown-name @ zzzzzz | -
moood(visitor) == good | unknown-name @ moood | `mood`
urgnt | unknown-name @ urgnt | `urgent`
portal.faild | unknown-name @ portal | `portal.failed`
visitor.past.roll == deserter | unknown-name @ roll | `role`
visitor.past == deserter | unknown-name @ past | made of: role, event
forge.mood == good | unknown-name @ mood | -
visitr.mood == good and visitor.moood == bad | unknown-name @ visitr & unknown-name @ moood | `visitor` & `mood`
visitor.age == good | type-mismatch @ good | -
visitor.age == "3" | type-mismatch @ "3" | -
visitor.note == 3 | type-mismatch @ 3 | "3"
visitor.note == good | type-mismatch @ good | "good"
visitor.note == hello | unknown-name @ hello | "hello"
visitor.mood == visitor.past.role | type-mismatch @ visitor.past.role | -
visitor.lord == forge | type-mismatch @ forge | -
visitor.mood < good | type-mismatch @ visitor.mood < good | -
visitor.age < null | type-mismatch @ visitor.age < null | -
visitor.age | type-mismatch @ visitor.age | compare it
visitor | type-mismatch @ visitor | compare it
visitor.age.mood == good | type-mismatch @ visitor.age | -
today + today > now | type-mismatch @ today + today | numbers
visitor.note + 1 == 2 | type-mismatch @ visitor.note + 1 | numbers
date_exam - today < now | type-mismatch @ now | -
visitor.friends in [aldric] | type-mismatch @ visitor.friends | item in collection
aldric in visitor.age | type-mismatch @ visitor.age | [a, b]
count(visitor.age) > 1 | type-mismatch @ visitor.age | count(X in sort
visitor.secret == "x" | confidential-condition @ visitor.secret | is null
hush == "x" | confidential-condition @ hush | is null
visitor.secret in ["x"] | confidential-condition @ visitor.secret | is null
forall X in nobel: X.reads | unknown-name @ nobel | `noble`
forall X in noble: X.raeds | unknown-name @ raeds | `reads`
exists X: Y.mood == good | unknown-name @ Y | -
nobel(duke) | unknown-name @ nobel | `noble`
knows(aldric) | wrong-arity @ knows(aldric) | -
knows(aldric, forge) | type-mismatch @ forge | -
knows(aldric, brthe) | unknown-name @ brthe | `berthe`
noble(3) | type-mismatch @ 3 | -
visitor.mood == | unexpected-end @ $ | -
 | unexpected-end @ $ | -
(visitor.reads and urgent | unclosed-parenthesis @ ( | add `)`
visitor.reads) | unexpected-token @ ) | -
visitor.reads et urgent | unexpected-token @ et | `and`
visitor.mood est good | unexpected-token @ est | `is` or `==`
visitor.mood is good | unexpected-token @ good | -
visitor.mood in (good, bad) | unexpected-token @ , | [a, b]
visitor.mood ≠ good | unexpected-character @ ≠ | !=
visitor.mood == good; urgent | unexpected-character @ ; | -
visitor.note == "open | unclosed-text @ "open | add `"`
visitor.note == "a\q" | bad-escape @ \q | backslash
visitor.age == 3abc | bad-number @ 3abc | 12.5
visitor.age == 1. | bad-number @ 1. | 12.5
date_exam == 2026-02-30 | bad-date @ 2026-02-30 | 2026-01-31
date_exam == date("soon") | bad-date @ "soon" | 2026-01-31
date_exam == "2026-2-3" | bad-date @ "2026-2-3" | 2026-01-31
1 < visitor.age < 3 | chained-comparison @ < | a < b and b < c
(visitor.age > 3) == true | expected-value @ (visitor.age > 3) | <=>
visitor.age + 3 and urgent | expected-condition @ visitor.age + 3 | compare it
visitor.age == not urgent | expected-value @ not urgent | <=>
forall and: urgent | reserved-word @ and | backticks
urgent and or urgent | reserved-word @ or | backticks
forall X urgent | unexpected-token @ urgent | -
visitor. | unexpected-end @ $ | -
[visitor] | unexpected-token @ [ | x in [a, b]
`` == 3 | empty-name @ `` | -
"#;

fn problems_of(source: &str) -> Vec<logic::Problem> {
    match read(source) {
        Ok(parsed) => check(parsed, &World::new()).err().unwrap_or_default(),
        Err(problems) => problems,
    }
}

#[test]
fn every_mistake_is_reported_in_its_place_with_a_way_out() {
    let mut rows = 0;
    let mut wrong = Vec::new();
    for row in TABLE.lines().skip(1).filter(|row| !row.is_empty()) {
        let columns: Vec<&str> = row.split(" | ").collect();
        let [source, expected, hints] = columns[..] else {
            panic!("a row has three columns: {row}");
        };
        let problems = problems_of(source);
        let found: Vec<String> = problems
            .iter()
            .map(|problem| {
                let text = &source[problem.span.start..problem.span.end];
                format!(
                    "{} @ {}",
                    problem.code,
                    if text.is_empty() { "$" } else { text }
                )
            })
            .collect();
        let hints: Vec<&str> = hints.split(" & ").collect();
        let hints_fit = problems
            .iter()
            .zip(&hints)
            .all(|(problem, wanted)| match &problem.hint {
                Some(hint) => *wanted != "-" && hint.en.contains(wanted) && !hint.fr.is_empty(),
                None => *wanted == "-",
            });
        if found.join(" & ") != expected || problems.len() != hints.len() || !hints_fit {
            wrong.push(format!("{row}\n    {problems:?}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows >= 30);
}

#[test]
fn size_and_depth_are_bounded() {
    let nest = |open: &str, core: &str, close: &str, times: usize| {
        format!("{}{core}{}", open.repeat(times), close.repeat(times))
    };
    let deep = [
        nest("(", "urgent", ")", 5_000),
        nest("not ", "urgent", "", 5_000),
        nest("!", "urgent", "", 60_000),
        nest("-", "1", "", 60_000),
        nest("forall X: ", "urgent", "", 5_000),
        nest("count(X: 1 > ", "1", ")", 4_000),
        nest("f(", "x", ")", 20_000),
        nest("urgent => ", "urgent", "", 5_000),
        nest("urgent xor ", "urgent", "", 5_000),
        format!("1{} == 1", "+1".repeat(30_000)),
        format!("a{}", ".a".repeat(30_000)),
        format!("3{} == 1", " days".repeat(12_000)),
    ];
    for source in &deep {
        let problems = read(source).unwrap_err();
        assert_eq!(problems[0].code, "too-deep", "{}", &source[..20]);
        assert_eq!(problems.len(), 1);
    }
    // Long is not deep.
    let wide = nest("urgent and ", "urgent", "", 5_000);
    let formula = check(read(&wide).unwrap(), &World::new()).unwrap();
    assert_eq!(read(&formula.to_string()).unwrap().to_string(), wide);
    assert!(read(&nest("(", "urgent", ")", 100)).is_ok());
    assert_eq!(
        read(&"a".repeat(64 * 1024 + 1)).unwrap_err()[0].code,
        "too-long"
    );
    assert!(read(&"a".repeat(64 * 1024)).is_ok());
}
