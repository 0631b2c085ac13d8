//! Domains as codes.

use logic::domain::*;
use std::collections::BTreeSet;

fn set(domain: &Domain) -> BTreeSet<Code> {
    domain.codes().collect()
}

/// Every operation against plain sets, in each of the three shapes.
#[test]
fn operations_agree_with_plain_sets() {
    let many = |step: Code| Domain::first(200).keep(0, |code| code % step != 1);
    let all = [
        Domain::first(0),
        Domain::first(7),
        Domain::first(64),
        Domain::first(65),
        many(2),
        many(3),
        Domain::Few(0b1010_0110),
        Domain::Range(-3, 12),
        Domain::Range(5, 5),
        Domain::Range(1, 0),
    ];
    for one in &all {
        let plain = set(one);
        assert_eq!(one.size(), plain.len() as u64);
        assert_eq!(one.is_empty(), plain.is_empty());
        assert_eq!(one.least(), plain.first().copied());
        assert_eq!(one.most(), plain.last().copied());
        assert_eq!(one.only(), one.least().filter(|_| plain.len() == 1));
        for code in -5..210 {
            assert_eq!(one.contains(code), plain.contains(&code), "{one:?} {code}");
            let ends = [plain.first(), plain.last()];
            let can = !matches!(one, Domain::Range(..)) || ends.contains(&Some(&code));
            let mut less = plain.clone();
            if can {
                less.remove(&code);
            }
            assert_eq!(set(&one.without(code)), less, "{one:?} without {code}");
            let single = BTreeSet::from_iter(plain.get(&code).copied());
            let narrowed = one.intersect(&Domain::one(one, code));
            assert_eq!(set(&narrowed), single);
            let middle = plain.range(code..=code + 9).copied().collect();
            assert_eq!(set(&one.between(code, code + 9)), middle);
        }
        for two in &all {
            let both: BTreeSet<Code> = plain.intersection(&set(two)).copied().collect();
            assert_eq!(set(&one.intersect(two)), both, "{one:?} and {two:?}");
            assert_eq!(one.meets(two), !both.is_empty());
            assert_eq!(one.is_within(two), both.len() == plain.len());
            let ranges = matches!(one, Domain::Range(..));
            let less = set(&one.minus(two, 1000));
            let rest: BTreeSet<Code> = plain.difference(&both).copied().collect();
            // A range keeps its holes.
            let ends = rest.first().zip(rest.last());
            let filled = ends.map_or(BTreeSet::new(), |(low, high)| (*low..=*high).collect());
            assert_eq!(
                less,
                if ranges { filled } else { rest },
                "{one:?} minus {two:?}"
            );
            let ends = both.first().zip(both.last());
            let filled = ends.map_or(BTreeSet::new(), |(low, high)| (*low..=*high).collect());
            let among = set(&one.among(two, 1000));
            assert_eq!(
                among,
                if ranges { filled } else { both },
                "{one:?} among {two:?}"
            );
        }
    }
}

#[test]
fn an_open_end_has_no_code() {
    let open = Domain::Range(3, Code::MAX);
    assert_eq!((open.least(), open.most()), (Some(3), None));
    assert_eq!(open.size(), u64::MAX);
    assert_eq!(Domain::Range(Code::MIN, Code::MAX).only(), None);
    assert!(size_of::<Domain>() <= 24);
}
