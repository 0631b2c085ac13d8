//! What an opening stands for.

use canonry::host::intake::*;
use canonry::store::chain::sha256;
use engine::event::SessionStarted;
use engine::item::Count;
use logic::value::Digest;
use logic::value::Name;

/// What was opened before there were tenants is still the same opening.
#[test]
fn an_opening_stands_for_its_tenant_and_position_where_it_has_any() {
    let started = |tenant: Option<&str>, position: Option<&str>| SessionStarted {
        build: String::new(),
        edition: Count(1),
        forked: None,
        language: Name::from("en"),
        position: position.map(Name::from),
        project: Digest([7; 32]),
        seed: Count(11),
        tenant: tenant.map(Name::from),
    };
    let plain = sha256(format!("{}\nen\n11", Digest([7; 32])).as_bytes());
    assert_eq!(opening_digest(&started(None, None)), plain);
    let openings = [
        (None, None),
        (Some("a"), None),
        (None, Some("a")),
        (Some("a"), Some("b")),
        (Some("b"), Some("a")),
        (Some("a position b"), None),
    ];
    let digests: std::collections::BTreeSet<_> = openings
        .map(|(tenant, position)| opening_digest(&started(tenant, position)))
        .into();
    assert_eq!(digests.len(), openings.len());
}
