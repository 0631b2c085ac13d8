//! Comments of HTML stay inside the template: nobody who gets the reply reads them.

use super::desk::{Source, compile, project, shown};
use engine::reply::case::Case;
use engine::reply::decide::{Reply, decide};

const DESK: &str = r#"
languages: [en]
sources: { order: { fields: { first_name: text, late: boolean, code: { type: text, confidential: true } } } }
slots: [answer]
states: { REST: { severity: INFO, default: true } }
intentions: { WHERE: { triggers: [where is it], rows: { "*": { sections: [where] } } } }
sections: { where: { template: partials/where } }
"#;

fn files(partial: &str, ending: &str) -> Source {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    Source::from([
        file("project.yaml", DESK),
        file(
            &format!("states/templates/response_master.{ending}"),
            "<!-- The page -->\n<p>Dear {{order.first_name}},</p>\n{{> slots/answer}}<!-- end --><p>Bye</p>",
        ),
        file(
            &format!("states/templates/partials/where.{ending}"),
            partial,
        ),
    ])
}

fn said(partial: &str, ending: &str, edition: Option<u64>) -> Reply {
    let project = project(&files(partial, ending));
    let case = r#"{"message": "Where is it?", "sources": {"order": {"first_name": "<!-- Ada", "late": false}}}"#;
    let mut case = Case::parse(&project, case).expect("a case");
    case.edition = edition;
    decide(&project, &case).expect("a reply")
}

fn text(partial: &str) -> String {
    said(partial, "html", None).text.expect("a text")
}

#[test]
fn comments_of_html_do_not_go_out() {
    let around = |said: &str| format!("<p>Dear &lt;!-- Ada,</p>\n{said}\n<p>Bye</p>");
    for (partial, bare) in [
        ("<p>On its <!-- not lost -->way.</p>", "<p>On its way.</p>"),
        ("<!-- Ask Zoe -->\n<p>On its way.</p>", "<p>On its way.</p>"),
        (
            "<p>On</p>\n  <!-- a\n  b -->\n<p>its way.</p>",
            "<p>On</p>\n<p>its way.</p>",
        ),
        ("<p>On its way.</p>\n<!-- last -->", "<p>On its way.</p>"),
        // Tags in a comment go with it, and need not be known.
        (
            "<p>On its way.</p><!-- {{order.code}} {{nobody.knows}} {{#if order.late}}x{{/if}} -->",
            "<p>On its way.</p>",
        ),
        // A block that is opened or closed in a comment stays one.
        (
            "<!-- {{#if order.late}} --><p>Late.</p><!-- {{else}} --><p>On its way.</p><!-- {{/if}} -->",
            "<p>On its way.</p>",
        ),
        // A sign of a comment inside a tag is none.
        (
            "{{!-- <!-- --}}<p>On its way.</p>{{! --> }}",
            "<p>On its way.</p>",
        ),
        (
            "<p>On <!-- {{! --> }} lost -->its way.</p>",
            "<p>On its way.</p>",
        ),
        // One that is never closed hides nothing behind its template.
        ("<p>On its way.</p><!-- Zoe", "<p>On its way.</p>"),
    ] {
        assert_eq!(text(partial), around(bare), "{partial}");
    }
    // A template's own comments stay what they are, and values are no mark-up.
    assert_eq!(
        text("{{! a }}<p>On its way.</p>{{!-- b --}}"),
        around("<p>On its way.</p>")
    );
    // A plain text has no comments of HTML.
    let plain = said("On its <!-- way.", "txt", None).text.expect("a text");
    assert!(
        plain.contains("<!-- way.") && plain.contains("<!-- The page -->"),
        "{plain}"
    );
}

#[test]
fn sessions_from_before_print_comments_as_they_did() {
    let partial = "<p>On its <!-- not lost -->way.</p>";
    let before = said(partial, "html", Some(12)).text.expect("a text");
    assert!(before.contains("<!-- not lost -->") && before.contains("<!-- The page -->"));
    let now = said(partial, "html", None);
    assert_eq!(now.plain, said(partial, "html", Some(12)).plain);
}

#[test]
fn what_stands_only_in_a_comment_says_nothing() {
    let (_, found) = compile(&files(
        "<p>On its way.</p><!-- {{order.first_name}} -->",
        "html",
    ));
    assert!(found.is_empty(), "{}", shown(&found));
    let (_, found) = compile(&files("<!-- only -->", "html"));
    let codes: Vec<&str> = found.iter().map(|found| found.code).collect();
    assert!(codes.contains(&"never-said"), "{}", shown(&found));
}
