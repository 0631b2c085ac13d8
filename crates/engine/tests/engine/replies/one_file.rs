//! Adding one state or one intention touches one file. The files are those of the book, the desk is the
//! one that `canonry new --like support` starts.

use super::desk::{Source, compile, project, reply, shown};
use std::path::Path;

fn read(folder: &Path, below: &str, files: &mut Source) {
    for entry in std::fs::read_dir(folder).expect("the starter is there") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let name = format!("{below}{name}");
        if path.is_dir() {
            read(&path, &format!("{name}/"), files);
        } else {
            let text = std::fs::read_to_string(&path).expect("a text");
            files.insert(name, text);
        }
    }
}

fn starter() -> Source {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../canonry/starters/support");
    let mut files = Source::new();
    read(&folder, "", &mut files);
    files
}

/// The desk with one more file, as the page about replies shows it.
fn with(name: &str) -> Source {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/replies.md");
    let page = std::fs::read_to_string(page).expect("docs/replies.md is there");
    let (_, block) = page
        .split_once(&format!("file=bikes/{name}\n"))
        .expect("the page shows it");
    let (text, _) = block.split_once("```").expect("the block ends");
    let mut files = starter();
    let earlier = files.insert(name.to_owned(), text.to_owned());
    assert!(earlier.is_none(), "{name} is a new file");
    let (_, diagnostics) = compile(&files);
    assert!(diagnostics.is_empty(), "{}", shown(&diagnostics));
    files
}

#[test]
fn one_state_is_one_file() {
    let (before, after) = (project(&starter()), project(&with("states/damaged.yaml")));
    let (before, replies) = (before.replies.expect("it answers"), &after.replies);
    let replies = replies.as_ref().expect("it answers");
    assert_eq!(replies.states.len(), before.states.len() + 1);
    assert_eq!(replies.intentions.len(), before.intentions.len());
    assert_eq!(replies.rules.len(), before.rules.len() + 1);
    let case = r#"{"now": "2026-06-10T09:00:00Z", "intentions": ["EXTEND"], "sources": {
        "rental": {"until": "2026-06-12", "closed": false, "damaged": true}, "triage": {}}}"#;
    let reply = reply(&after, case);
    assert_eq!(reply.primary.as_deref(), Some("DAMAGED"));
    assert_eq!(&*reply.selection[0].rule, "DAMAGED:EXTEND");
    let text = reply.plain.expect("a text");
    assert!(text.contains("We bring you another one"), "{text}");
    assert!(text.contains("we come and fetch it"), "{text}");
    assert!(reply.hand_over.is_empty(), "{:?}", reply.hand_over);
}

#[test]
fn one_intention_is_one_file() {
    let (before, after) = (project(&starter()), project(&with("states/insurance.yaml")));
    let (before, replies) = (before.replies.expect("it answers"), &after.replies);
    let replies = replies.as_ref().expect("it answers");
    assert_eq!(replies.intentions.len(), before.intentions.len() + 1);
    assert_eq!(replies.states.len(), before.states.len());
    for (closed, rule, said) in [
        ("false", "*:INSURANCE", "while it is locked"),
        ("true", "RETURNED:INSURANCE", "ended with your rental"),
    ] {
        let case = format!(
            r#"{{"now": "2026-06-10T09:00:00Z", "message": "Is the bike insured?", "sources": {{
            "rental": {{"until": "2026-06-12", "closed": {closed}}}, "triage": {{}}}}}}"#
        );
        let reply = reply(&after, &case);
        assert_eq!(&*reply.intentions[0].intention, "INSURANCE");
        assert_eq!(&*reply.selection[0].rule, rule);
        let text = reply.plain.expect("a text");
        assert!(text.contains(said), "{text}");
    }
}
