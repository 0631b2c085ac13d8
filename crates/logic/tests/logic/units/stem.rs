//! Stems of words.

use logic::stem::*;
use logic::value::Name;

#[test]
fn forms_of_a_word_meet_and_other_words_do_not() {
    let both = Stems::of(&[Name::from("fr"), Name::from("en")]);
    let one = |text: &str| both.words(text).remove(0);
    for (a, b) in [
        ("secret", "secrets"),
        ("Histoire", "histoires"),
        ("métiers", "metier"),
        ("crimes", "crime"),
        ("childhood", "Childhood"),
        ("memories", "memory"),
    ] {
        assert!(one(a).is_form_of(&one(b)), "{a} {b}");
    }
    // What is no word of any language is left as it is, however long.
    let endless = "a".repeat(60_000);
    assert_eq!(one(&endless).stems()[0], endless);
    // A word of one language is not cut by the other's rules where only one is spoken.
    let french = Stems::of(&[Name::from("fr")]);
    let [manie, many] = ["manie", "many"].map(|text| french.words(text).remove(0));
    assert!(!manie.is_form_of(&many));
    for (a, b) in [
        ("passé", "pain"),
        ("age", "ange"),
        ("duc", "duchesse"),
        ("fear", "fair"),
    ] {
        assert!(!one(a).is_form_of(&one(b)), "{a} {b}");
    }
}
