//! French where words come from elsewhere: the system, a database, a reader of JSON or YAML. They are
//! quoted inside a French sentence, and what helps is said in French.

use crate::program::Place;

fn place(name: &str) -> Place {
    let place = Place::new(name);
    place.line("new p").expect(0);
    place
}

#[test]
fn what_others_say_is_quoted_in_a_french_sentence() {
    let place = place("quoted");
    place.write(
        "text",
        "not a database, and long enough to be one".repeat(40),
    );
    place.write("bad/world.yaml", "name: [[[\n");
    place.write("story/world.yaml", "name: P\nlanguages: [en]\n");
    place.write("story/stories/a.story", "# A\n\n>\"Ada\n");
    place.write("answers", "{\"text\": }\n");
    place.write("script", "{\"id\": }\n");
    for (line, words) in [
        (
            "import nowhere",
            "`nowhere` est illisible : il n'y a rien de ce nom",
        ),
        ("import p", "`p` est illisible : c'est un dossier"),
        (
            "play p --store memory: --script nowhere",
            "`nowhere` est illisible : il n'y a rien de ce nom",
        ),
        (
            "verify --store sqlite:text",
            "ne se lit pas comme un stockage Canonry : « file is not a database »",
        ),
        (
            "verify --store sqlite:text",
            "restaurez-le d'une sauvegarde, ou exportez ce qui se lit encore",
        ),
        (
            "play p --store sqlite:text/s.db",
            "ne peut servir de stockage : « ",
        ),
        ("check bad", "ce n'est pas du YAML : « "),
        ("check story", "une chaîne JSON est attendue : « "),
        (
            "play p --store memory: --script script",
            "ce n'est pas un objet JSON : « ",
        ),
        ("play p --store mysql://x", "stockage refusé : `mysql://x`"),
    ] {
        let ran = place.line(&format!("{line} --lang fr"));
        assert_ne!(ran.code, 0, "{line}");
        ran.says(words);
    }
    place
        .with(
            &[("CANONRY_MODEL", "scripted:answers")],
            "play p --store memory: --lang fr",
            "",
        )
        .expect(2)
        .says("answers : ligne 1 : « ");
}

#[test]
fn the_demo_asks_why_in_french() {
    let ran = place("demo").line("demo --lang fr").expect(0);
    assert!(ran.out.contains("\npourquoi visitor.mood ?\n"), "{ran:?}");
    assert!(!ran.out.contains("why "), "{ran:?}");
}

/// Once broken: a language that nobody speaks is silently English.
#[test]
fn an_unknown_language_is_refused_wherever_it_is_set() {
    let place = place("unknown-language");
    place
        .with(&[("CANONRY_LANG", "xx")], "config", "")
        .expect(2)
        .says("CANONRY_LANG: `xx` is not a language: en or fr");
    place.write("lang.yaml", "lang: francais\n");
    place
        .with(&[("CANONRY_LANG", "")], "--config lang.yaml config", "")
        .expect(2)
        .says("lang.yaml:1: `francais` is not a language: en or fr");
    // A locale says what the whole system speaks, which may be neither.
    place
        .with(
            &[("CANONRY_LANG", ""), ("LANG", "de_DE.UTF-8")],
            "config",
            "",
        )
        .expect(0);
}

/// Once broken: `--lang` chose the session's language in a conversation and not for a script.
#[test]
fn a_session_speaks_the_chosen_language_in_both_ways() {
    let place = place("spoken");
    place.write(
        "mono/world.yaml",
        "name: Mono\nflows: { main: [ { say: hello, text: Only English. } ] }\n",
    );
    let first = "{\"id\":\"1\",\"message\":\"Ada\"}\n";
    for (lang, locale, question) in [
        ("--lang fr", "", "Comment vous sentez-vous"),
        ("--lang en", "fr_FR.UTF-8", "How do you feel"),
        ("", "fr_FR.UTF-8", "Comment vous sentez-vous"),
        ("", "C.UTF-8", "How do you feel"),
        ("--lang fr --language en", "", "How do you feel"),
    ] {
        for (how, input) in [("", "Ada\n"), ("--script -", first)] {
            let line = format!("play p --store memory: --new {lang} {how}");
            place
                .with(&[("CANONRY_LANG", ""), ("LANG", locale)], &line, input)
                .expect(0)
                .says(question);
        }
    }
    place
        .line("play mono --store memory: --lang fr")
        .expect(0)
        .says("Only English.");
    let ran = place
        .line("play mono --store memory: --language fr")
        .expect(2);
    assert!(ran.err.contains("does not speak `fr`"), "{ran:?}");
}
