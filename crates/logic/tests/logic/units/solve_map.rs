//! The map that is cheap to copy.

#[allow(dead_code, reason = "the kernel uses the rest")]
#[path = "../../../src/solve/map.rs"]
mod map;

use map::Map;
use std::collections::BTreeMap;

#[test]
fn a_copy_keeps_what_it_had() {
    let mut map = Map::default();
    let mut plain = BTreeMap::new();
    let mut copies = Vec::new();
    for step in 0..4000u64 {
        let key = step.wrapping_mul(0x5851_f42d_4c95_7f2d) >> (step % 60);
        map.insert(key, step);
        plain.insert(key, step);
        if step % 500 == 0 {
            copies.push((map.clone(), plain.clone()));
        }
    }
    copies.push((map, plain));
    for (map, plain) in copies {
        assert_eq!(map.iter().count(), plain.len());
        let sorted: BTreeMap<u64, u64> = map.iter().map(|(key, value)| (key, *value)).collect();
        assert_eq!(sorted, plain);
        assert!(
            plain
                .iter()
                .all(|(key, value)| map.get(*key) == Some(value))
        );
        assert_eq!(map.get(u64::MAX - 7), None);
    }
}
