//! What follows from what: each row is a theory, a query and the verdict.

mod common;

use common::statement;
use logic::reason::{Answer, How, ask};

/// `statement; statement; … | query | T, F, U or I`.
const CLASSICAL: &str = r#"
# plain
man(socrates); forall X: man(X) => mortal(X) | mortal(socrates) | T
man(socrates); forall X: man(X) => mortal(X) | not mortal(socrates) | F
man(socrates); forall X: man(X) => mortal(X) | mortal(plato) | U
man(socrates); forall X: man(X) => mortal(X); not mortal(socrates) | man(plato) | I
not mortal(plato); forall X: man(X) => mortal(X) | man(plato) | F
forall X: man => mortal(X) | mortal(a) | U
 | p(a) or not p(a) | T
 | p(a) and not p(a) | F
 | exists X: p(X) or not p(X) | T
 | p(a) | U
p(a); not p(a) | q(b) | I
r(a); not r(a); p(b) | p(b) | I
# sorts are unary predicates
forall X in man: mortal(X); man(socrates) | mortal(socrates) | T
forall X in man: mortal(X) | mortal(socrates) | U
exists X in man: tall(X) | exists X: man(X) and tall(X) | T
exists X in man: tall(X) | exists X in woman: tall(X) | U
# cases
p(a) or p(b) | exists X: p(X) | T
p(a) or p(b) | p(a) | U
p(a) or q(a); forall X: p(X) => r(X); forall X: q(X) => r(X) | r(a) | T
p(a) xor q(a); p(a) | q(a) | F
p(a) <=> q(a); not q(a) | p(a) | F
p(a) xor q(a) xor r(a); p(a); q(a) | r(a) | T
# existence
exists X: p(X); forall X: p(X) => q(X) | exists X: q(X) | T
exists X: p(X) | p(a) | U
forall X: p(X) | p(a) | T
p(a); p(b) | forall X: p(X) | U
forall X: p(X) => q(X) | forall X: not q(X) => not p(X) | T
exists X: p(X) and not q(X) | forall X: p(X) => q(X) | F
# every one has another: function terms
forall X: p(X) => exists Y: r(X, Y); p(a) | exists Y: r(a, Y) | T
forall X: p(X) => exists Y: r(X, Y); p(a) | r(a, a) | U
forall X: exists Y: r(X, Y) | exists Y: r(a, Y) | T
forall X: exists Y: r(X, Y) | exists Y: forall X: r(X, Y) | U
exists Y: forall X: r(X, Y) | forall X: exists Y: r(X, Y) | T
forall X: (p(X) => exists Y: r(X, Y) and p(Y)); p(a) | exists X: exists Y: exists Z: r(X, Y) and r(Y, Z) | T
forall X: (p(X) => exists Y: r(X, Y) and p(Y)); p(a) | p(b) | U
forall X: q(f(X)) => p(X); forall X: q(X) | p(a) | T
forall X: not q(f(X)); forall X: q(X) | p(a) | I
forall X: p(X) => p(f(X)); p(a) | p(f(f(a))) | T
forall X: p(X) => p(f(X)); p(a) | p(b) | U
# sameness
a == b; p(a) | p(b) | T
p(a); not p(b) | a == b | F
p(a) | a == b | U
a == b; b == c | a == c | T
f(a) == b; a == c | f(c) == b | T
forall X: X == a; p(a) | p(b) | T
forall X: X == a or X == b; p(a); p(b) | forall X: p(X) | T
forall X: forall Y: p(X) and p(Y) => X == Y; p(a); p(b); q(a) | q(b) | T
forall X: f(X) == X; p(f(a)) | p(a) | T
p(a) | exists X: X == a and p(X) | T
1 == 2 | p(a) | I
a == 1; b == 2 | a == b | F
# order
a < b; b < c | a < c | T
a < b | b < a | F
a < 3 | a < 5 | T
a > 5 | a < 3 | F
a < 3; b >= 3 | a == b | F
not (a < b); not (b < a) | a == b | T
a <= b; b <= a; p(a) | p(b) | T
height(a) > 6; forall X: height(X) > 5 => tall(X) | tall(a) | T
height(a) > 4; forall X: height(X) > 5 => tall(X) | tall(a) | U
2 < 10 | p(a) | U
 | 2 < 10 | T
# membership
a in [b, c]; p(b); p(c) | p(a) | T
a not in [b, c] | a == b | F
# counts
p(a); p(b); a != b | count(X: p(X)) >= 2 | T
p(a); p(b) | count(X: p(X)) >= 2 | U
p(a) | count(X: p(X)) >= 1 | T
count(X: p(X)) == 1; p(a); p(b) | a == b | T
count(X: p(X)) <= 2; p(a); p(b); p(c); a != b; b != c | a == c | T
count(X: p(X)) <= 1; p(a); p(b); q(a) | q(b) | T
count(X: p(X)) == 0 | p(a) | F
count(X: p(X)) > 1 | exists X: p(X) | T
3 <= count(X: p(X)); forall X: p(X) => q(X) | count(X: q(X)) >= 2 | T
"#;

#[test]
fn classical_verdicts() {
    let mut wrong = Vec::new();
    for line in CLASSICAL.lines() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut columns = line.split(" | ").map(str::trim);
        let theory: Vec<_> = columns
            .next()
            .unwrap()
            .split(';')
            .map(str::trim)
            .filter(|source| !source.is_empty())
            .map(statement)
            .collect();
        let query = statement(columns.next().unwrap());
        let expected = match columns.next().unwrap() {
            "T" => Answer::True,
            "F" => Answer::False,
            "U" => Answer::Unknown,
            "I" => Answer::Inconsistent,
            other => panic!("{other}"),
        };
        let verdict = ask(&theory, &query, &How::classical());
        if verdict.truth != expected || verdict.stopped.is_some() {
            wrong.push(format!("{line}\n   {verdict:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
