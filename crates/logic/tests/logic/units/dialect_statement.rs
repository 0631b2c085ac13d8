//! Plain facts, read the short way.

use logic::dialect::statement::{parsed, plain_fact, statement};

#[test]
fn a_plain_fact_is_read_as_the_parser_reads_it() {
    let words = [
        "p", "Q1", "a_b", "count", "size", "date", "instant", "now", "Today", "null", "not",
        "forall", "in", "day", "sort", "x9y", "e1", "true", "_a", "9", "é", "",
    ];
    let (mut plain, mut all) = (0, 0);
    for predicate in words {
        for first in words {
            for second in words {
                for text in [
                    format!("{predicate}({first}, {second})"),
                    format!("{predicate}( {first},{second})"),
                    format!("{predicate}({first})"),
                    format!("{predicate}({first} {second})"),
                    format!(" {predicate}({first}, {second}) "),
                ] {
                    all += 1;
                    plain += usize::from(plain_fact(&text, None).is_some());
                    assert_eq!(statement(&text), parsed(&text), "{text}");
                }
            }
        }
    }
    assert!(plain * 20 > all, "{plain} of {all}");
}
