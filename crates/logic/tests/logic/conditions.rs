//! Conditions that are well written: each row is a source, what is known, and the truth.

use crate::common::{Known, World};
use logic::{Truth, check, holds, read};

/// `source | facts | T, F or U`. Persons are visitor, aldric, berthe, duke and le-duc.
const TABLE: &str = r#"
# equality, null and missing
visitor.mood == good                      | visitor.mood=good       | T
visitor.mood == good                      | visitor.mood=bad        | F
visitor.mood == good                      |                         | U
visitor.mood == good                      | visitor.mood=null       | F
visitor.mood != good                      | visitor.mood=null       | T
visitor.mood != good                      |                         | U
good == visitor.mood                      | visitor.mood=good       | T
"good" == visitor.mood                    | visitor.mood=good       | T
visitor.mood == 'D-1'                     | visitor.mood=D-1        | T
visitor.mood == `D-1`                     | visitor.mood=D-1        | T
visitor.mood == `in`                      | visitor.mood=in         | T
mood(visitor) == good                     | visitor.mood=good       | T
visitor.mood == visitor.other_mood        | visitor.mood=bad; visitor.other_mood=bad | T
visitor.age == 3                          | visitor.age=3.0         | T
visitor.age == 3                          | visitor.age=null        | F
visitor.age != 3                          | visitor.age=null        | T
visitor.note == "été"                     | visitor.note="été"      | T
visitor.note == "good"                    | visitor.note="good"     | T
visitor.reads == true                     | visitor.reads=true      | T
visitor.reads == false                    | visitor.reads=null      | F
visitor.lord == duke                      | visitor.lord=@duke      | T
visitor.lord == "le-duc"                  | visitor.lord=@le-duc    | T
visitor.age == null                       | visitor.age=null        | T
visitor.age == null                       | visitor.age=1           | F
visitor.age != null                       |                         | U
# is null, is known
visitor.age is null                       | visitor.age=null        | T
visitor.age is null                       | visitor.age=1           | F
visitor.age is null                       |                         | U
visitor.age IS NOT NULL                   | visitor.age=1           | T
visitor.age is known                      | visitor.age=null        | T
visitor.age is known                      |                         | F
visitor.age is not known                  |                         | T
visitor.secret is null                    | visitor.secret=sealed   | F
visitor.secret is known                   | visitor.secret=sealed   | T
hush is not null                          | visitor.secret=sealed   | T
# membership
evalbox NOT IN ["A","B"]                  | deal.evalbox=C          | T
evalbox NOT IN ["A","B"]                  | deal.evalbox=A          | F
evalbox NOT IN ["A","B"]                  | deal.evalbox=null       | T
evalbox NOT IN ["A","B"]                  |                         | U
evalbox in [A, B]                         | deal.evalbox=B          | T
evalbox in [A, B]                         | deal.evalbox=null       | F
evalbox in []                             |                         | F
not evalbox in [A]                        | deal.evalbox=B          | T
visitor.age in [1, visitor.age + 1, null] | visitor.age=null        | T
visitor.mood in [good, visitor.other_mood] | visitor.mood=bad       | U
visitor.mood in [good, visitor.other_mood] | visitor.mood=good      | T
berthe in visitor.friends                 | visitor.friends={berthe aldric} | T
duke not in visitor.friends               | visitor.friends={berthe} | T
berthe in visitor.friends                 | visitor.friends=null    | F
berthe in visitor.friends                 |                         | U
3 in visitor.scores                       | visitor.scores=[1 2 3]  | T
visitor in noble                          |                         | F
# order and arithmetic
visitor.age < 3                           | visitor.age=2.999       | T
visitor.age >= 3                          | visitor.age=3           | T
visitor.age < 3                           | visitor.age=null        | F
visitor.age >= 3                          | visitor.age=null        | F
visitor.age > 3                           |                         | U
visitor.age + 1 * 2 == 5                  | visitor.age=3           | T
(visitor.age + 1) * 2 == 8                | visitor.age=3           | T
10 - visitor.age - 2 == 5                 | visitor.age=3           | T
-visitor.age == -3                        | visitor.age=3           | T
visitor.age / 0 == 1                      | visitor.age=3           | U
visitor.age / 4 == 0.75                   | visitor.age=3           | T
visitor.age * 79228162514264337593543950335 > 1 | visitor.age=79228162514264337593543950335 | U
visitor.age + 1 == 1                      | visitor.age=null        | F
# dates
evalbox NOT IN ["A","B"] AND date_exam - today <= 10 AND count(visitor.friends) > 1 | deal.evalbox=C; deal.exam=2026-11-20; visitor.friends={aldric berthe} | T
date_exam - today <= 10                   | deal.exam=2026-11-26    | F
date_exam - today <= 10                   | deal.exam=null          | F
date_exam - today <= 10 days              | deal.exam=2026-11-25    | T
today - date_exam <= 10                   | deal.exam=2026-11-01    | F
date_exam + 3 days == 2026-03-02          | deal.exam=2026-02-27    | T
date_exam - 1 day == date("2026-02-26")   | deal.exam=2026-02-27    | T
date_exam == "2026-02-27"                 | deal.exam=2026-02-27    | T
date_exam + 0.5 > today                   | deal.exam=2026-02-27    | U
date_exam + 99999999 > today              | deal.exam=2026-02-27    | U
visitor.seen < now                        | visitor.seen=2026-11-15T19:28:08.122Z | T
now - visitor.seen == 1.5                 | visitor.seen=2026-11-14T07:28:08.123Z | T
visitor.seen + 1 > 2026-11-16T00:00:00Z   | visitor.seen=2026-11-15T00:00:00.001Z | T
# connectives
visitor.reads and visitor.sleeps          | visitor.reads=false     | F
visitor.reads and visitor.sleeps          | visitor.reads=true      | U
visitor.reads or visitor.sleeps           | visitor.sleeps=true     | T
visitor.reads || visitor.sleeps           | visitor.sleeps=false    | U
!visitor.reads && visitor.sleeps          | visitor.reads=false; visitor.sleeps=true | T
not visitor.reads                         | visitor.reads=null      | T
visitor.reads => visitor.sleeps           | visitor.reads=false     | T
visitor.reads => visitor.sleeps           | visitor.sleeps=true     | T
visitor.reads => visitor.sleeps           | visitor.reads=true      | U
visitor.reads <=> visitor.sleeps          | visitor.reads=true; visitor.sleeps=false | F
visitor.reads xor visitor.sleeps          | visitor.reads=true; visitor.sleeps=false | T
visitor.reads xor visitor.sleeps          | visitor.reads=true      | U
true or visitor.reads                     |                         | T
visitor.reads or visitor.sleeps and false | visitor.reads=true      | T
# facts, derived facts, chains
urgent                                    | urgent=true             | T
urgent                                    |                         | U
not urgent and days_left < 3              | urgent=false; days_left=2 | T
portal.failed                             | deal.failed=true        | T
host.mood == good                         | host=@berthe; berthe.mood=good | T
host.mood == good                         | host=@berthe            | U
visitor.lord.mood == bad                  | visitor.lord=@duke; duke.mood=bad | T
visitor.lord.mood is null                 | visitor.lord=null       | T
past(visitor).role == deserter            | visitor.past.role=deserter | T
visitor.past.role != deserter             | visitor.past.role=captain | T
`le-duc`.mood == good                     | le-duc.mood=good        | T
"le-duc".mood == good                     | le-duc.mood=good        | T
# predicates and quantifiers
noble(duke)                               |                         | T
noble(aldric)                             |                         | F
personnage(aldric)                        |                         | T
noble(visitor.lord)                       | visitor.lord=null       | F
noble(visitor.lord)                       |                         | U
noble(duke) == true                       |                         | T
noble(duke) != noble(aldric)              |                         | T
knows(aldric, berthe)                     |                         | F
raining                                   |                         | U
forall X in ghost: false                  |                         | T
exists X in ghost: true                   |                         | F
exists X in person: X.mood == bad         | berthe.mood=bad         | T
exists X in person: X.mood == bad         | berthe.mood=good        | U
forall X in noble: X.reads                | duke.reads=true; le-duc.reads=true | T
forall X in noble: X.reads                | duke.reads=true         | U
forall X in noble: X.reads                | duke.reads=false        | F
forall X: noble(X) => reads(X) == true    | duke.reads=true; le-duc.reads=true | T
forall X, Y in noble: noble(X) => not knows(X, Y) |                 | T
forall X in noble: exists Y in noble: X.lord == Y | duke.lord=@le-duc; le-duc.lord=@duke | T
count(X in noble: X.reads) == 2           | duke.reads=true; le-duc.reads=true | T
count(X in person: X.reads) >= 1          | duke.reads=true         | T
count(X in person: X.reads) > 5           |                         | F
count(X in person: X.reads) == 1          | duke.reads=true         | U
count(visitor.scores) == 0                | visitor.scores=null     | T
"#;

fn truth_of(source: &str, facts: &str) -> Truth {
    let parsed = read(source).unwrap_or_else(|problems| panic!("{source}: {problems:#?}"));
    let formula =
        check(parsed, &World::new()).unwrap_or_else(|problems| panic!("{source}: {problems:#?}"));
    let printed = formula.to_string();
    let again = check(read(&printed).expect("printed"), &World::new()).expect("printed");
    assert_eq!(again, formula, "printed as {printed}");
    holds(&Known::read(facts), &formula)
}

#[test]
fn law_r7_conditions_are_evaluated_as_written() {
    let mut rows = 0;
    let mut wrong = Vec::new();
    for row in TABLE
        .lines()
        .filter(|row| !row.is_empty() && !row.starts_with('#'))
    {
        // `||` is an operator; a separator stands alone between spaces.
        let columns: Vec<&str> = row.split(" | ").map(str::trim).collect();
        let [source, facts, expected] = columns[..] else {
            panic!("a row has three columns: {row}");
        };
        let expected = match expected {
            "T" => Truth::True,
            "F" => Truth::False,
            _ => Truth::Unknown,
        };
        let found = truth_of(source, facts);
        if found != expected {
            wrong.push(format!("{row}: {found:?}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows >= 60);
}

#[test]
fn a_quantifier_without_a_sort_is_unknown_where_entities_cannot_be_listed() {
    let formula = check(read("forall X: noble(X)").unwrap(), &World::new()).unwrap();
    let mut known = Known::read("");
    assert_eq!(holds(&known, &formula), Truth::False);
    known.all_entities = false;
    assert_eq!(holds(&known, &formula), Truth::Unknown);
}

#[test]
fn evaluation_says_when_its_steps_ran_out() {
    let source = "forall A in person: forall B in person: forall C in person: not ghost(C)";
    let formula = check(read(source).unwrap(), &World::new()).unwrap();
    let known = Known::read("");
    let full = logic::holds::judge(&known, &formula, logic::holds::STEPS_MAX);
    assert_eq!((full.truth, full.exhausted), (Truth::True, false));
    let short = logic::holds::judge(&known, &formula, 50);
    assert_eq!((short.truth, short.exhausted), (Truth::Unknown, true));
    assert!(short.steps <= 52);
}

#[test]
fn a_formula_names_the_cells_and_derived_facts_it_reads() {
    let source =
        "visitor.lord.mood == good and urgent and count(X in person: X.age > duke.age) > days_left";
    let formula = check(read(source).unwrap(), &World::new()).unwrap();
    let cells: Vec<String> = logic::cells(&formula)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(cells, ["duke.age", "visitor.lord"]);
    let derived = logic::holds::derived_facts(&formula);
    let derived: Vec<&str> = derived.iter().map(|name| name.as_str()).collect();
    assert_eq!(derived, ["days_left", "urgent"]);
}

#[test]
fn values_have_types_too() {
    use logic::{Type, check_term, read_term};
    let world = World::new();
    for (source, expected) in [
        ("date_exam - today", Type::Number),
        ("date_exam + 2", Type::Date),
        (
            "visitor.mood",
            Type::Enum(["good", "bad", "D-1", "in"].map(Into::into).to_vec()),
        ),
        ("\"a text\"", Type::Text),
        ("count(X in noble: true)", Type::Number),
    ] {
        let (term, kind) = check_term(read_term(source).unwrap(), &world, None).unwrap();
        assert_eq!(kind, expected, "{source}");
        assert_eq!(
            read_term(&term.to_string()).unwrap().term().to_string(),
            term.to_string()
        );
    }
    let mood = Type::Enum(vec!["good".into(), "bad".into()]);
    let (term, kind) = check_term(read_term("good").unwrap(), &world, Some(&mood)).unwrap();
    assert_eq!(
        (term, &kind),
        (logic::Term::Constant(logic::Value::symbol("good")), &mood)
    );
    let problems = check_term(read_term("3").unwrap(), &world, Some(&mood)).unwrap_err();
    assert_eq!(problems[0].code, "type-mismatch");
    let problems = check_term(read_term("null").unwrap(), &world, None).unwrap_err();
    assert_eq!(problems[0].code, "type-unknown");
}
