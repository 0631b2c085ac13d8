//! Every bound has one name.

#[test]
fn every_limit_is_named_once() {
    let names: std::collections::BTreeSet<_> =
        engine::limits::ALL.iter().map(|limit| limit.name).collect();
    assert_eq!(names.len(), engine::limits::ALL.len());
}
