//! The pages of the diagnostics.

use canonry::explain::*;
use engine::Diagnostic;
use logic::text::Phrase;

#[test]
fn both_languages_have_the_same_pages() {
    let codes = |lang| -> Vec<&str> { pages(lang).iter().map(|page| page.code).collect() };
    assert_eq!(codes("en"), codes("fr-CA"));
    assert!(codes("en").len() > 60);
    let page = pages("en")[0];
    assert_eq!(page.code, "no-project");
    assert!(page.text.contains("How to mend it"), "{page:?}");
    assert!(!page.text.contains("## "), "{page:?}");
}

#[test]
fn every_code_has_a_hint_in_both_languages() {
    for page in pages("en") {
        let place = engine::Place::start_of("project.yaml");
        let bare = Diagnostic::error(page.code, place, Phrase::new("", ""));
        let hint = hint(&bare).expect(page.code);
        assert!(hint.en.len() > 5 && hint.fr.len() > 5, "{hint:?}");
        assert_ne!(hint.en, hint.fr, "{}", page.code);
    }
}
