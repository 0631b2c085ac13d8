//! Mistakes of usage, in the language and the form that were asked for.

use super::commands::prepared;

/// Once broken: a usage mistake is told by clap, in English and as text, whatever
/// `--lang` and `--json` say; completions know no JSON.
#[test]
fn usage_mistakes_also_speak_json_and_french() {
    let place = prepared("usage");
    for line in [
        "log --frobnicate",
        "frobnicate",
        "fork p",
        "completions nosh",
    ] {
        let ran = place.line(&format!("{line} --json")).expect(2);
        let json: serde_json::Value = serde_json::from_str(ran.err.trim()).expect("JSON");
        assert_eq!(json["error"]["kind"], "usage");
        let ran = place.line(&format!("{line} --lang fr")).expect(2);
        assert!(ran.err.starts_with("erreur"), "{ran:?}");
    }
    place.line("completions bash --json").expect(0).json();
}
