//! Sealed values.

use canonry::seal::Sealer;
use engine::input::Raw;

#[test]
fn a_sealed_value_opens_only_with_its_key_and_in_its_place() {
    let (sealer, value) = (Sealer::new("a key"), Raw::Text("secret".to_owned()));
    let own = sealer.commitment("s", "anna.password", &value);
    let other = sealer.commitment("s", "berta.password", &value);
    let sealed = sealer.seal(&value, own, [7; 12]);
    assert_eq!(sealer.open(&sealed, own), Some(value));
    assert_eq!(sealer.open(&sealed, other), None, "exchanged rows");
    assert_eq!(Sealer::new("another").open(&sealed, own), None);
    for index in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[index] ^= 1;
        assert_eq!(sealer.open(&changed, own), None, "byte {index}");
    }
}
