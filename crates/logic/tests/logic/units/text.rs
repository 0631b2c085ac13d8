//! Folding, words and near names.

use logic::text::*;

#[test]
fn folding_removes_what_people_forget() {
    for (text, expected) in [
        ("  L’Été\u{a0}à   Œuvre ", "l'ete a oeuvre"),
        ("STRASSE Straße", "strasse strasse"),
        ("Æsir «oui»", "aesir \"oui\""),
        ("e\u{301}", "e"),
        ("İ", "i"),
        ("", ""),
    ] {
        assert_eq!(fold(text), expected, "{text:?}");
    }
}

#[test]
fn words_are_runs_of_letters_and_digits() {
    assert_eq!(words("l'aubergiste"), ["l", "aubergiste"]);
    assert_eq!(words("D-10, vite !"), ["d", "10", "vite"]);
    assert!(words(" … ").is_empty());
}

#[test]
fn nearest_suggests_slips_and_nothing_else() {
    let names = ["mood", "metier", "allegeance", "age"];
    assert_eq!(nearest("moood", names), Some("mood"));
    assert_eq!(nearest("Métier", names), Some("metier"));
    assert_eq!(nearest("alegance", names), Some("allegeance"));
    assert_eq!(nearest("castle", names), None);
    assert_eq!(nearest("", names), None);
    assert_eq!(nearest("ab", ["cd"]), None);
    assert_eq!(nearest("bat", ["cat", "bar"]), Some("bar"));
}

#[test]
fn languages_fall_back_to_english() {
    let phrase = Phrase::new("yes", "oui");
    assert_eq!(phrase.in_language("fr"), "oui");
    assert_eq!(phrase.in_language("fr-CA"), "oui");
    assert_eq!(phrase.in_language("de"), "yes");
}

#[test]
fn each_language_has_its_own_plural() {
    let all = [0_usize, 1, 2].map(|count| {
        let words = ["{} entry", "{} entries"];
        let phrase = counted(count, words, ["{} entrée", "{} entrées"]);
        format!("{} / {}", phrase.en, phrase.fr)
    });
    assert_eq!(
        all,
        [
            "0 entries / 0 entrée",
            "1 entry / 1 entrée",
            "2 entries / 2 entrées"
        ]
    );
}

#[test]
fn french_words_join_the_names_behind_them() {
    for (small, name, both) in [
        ("de", "le Duc", "du Duc"),
        ("de", "les Corbeaux", "des Corbeaux"),
        ("de", "la Duchesse", "de la Duchesse"),
        ("de", "Aldric", "d'Aldric"),
        ("de", "l'aubergiste", "de l'aubergiste"),
        ("de", "Étienne", "d'Étienne"),
        ("à", "le Duc", "au Duc"),
        ("à", "les Corbeaux", "aux Corbeaux"),
        ("à", "Aldric", "à Aldric"),
        ("que", "Aldric", "qu'Aldric"),
        ("que", "le Duc", "que le Duc"),
        ("de", "Leroy", "de Leroy"),
    ] {
        assert_eq!(logic::text::joined(small, name), both);
    }
}
