//! Text that can be seen, and its sentences.

use engine::reply::plain::*;

#[test]
fn marks_are_left_out_and_blanks_are_folded() {
    let markup = "<p>Dear  <b>Ada</b>,</p>\n<!-- <p>no</p> -->\n<p title=\"a > b\">5 &lt; 6 &amp; more&#33;</p>";
    assert_eq!(plain(markup, true), "Dear Ada,\n5 < 6 & more!");
    assert_eq!(plain(" a  <b> ", false), "a  <b>");
}

#[test]
fn what_is_not_seen_is_not_visible() {
    for nothing in [
        "",
        "<p> </p>",
        "<!-- text -->",
        "<br/> … ",
        "<style>p{}</style>",
        "&nbsp;",
        "<span style='display:none'>a <span>b</span> c</span>",
        "<p style=\"color: red; DISPLAY : none\">a</p>",
        "<div hidden>a</div>",
        "<p style='font-size:0'>a</p>",
        "<p style='font-size: 0px !important'>a</p>",
        "<p style='opacity: 0.0'>a</p>",
        "<p style='background: #fff; color: #fff'>a</p>",
        "<p style='color:transparent'>a</p>",
        "<p title='a'></p>",
    ] {
        assert!(!is_visible(nothing, true), "{nothing}");
    }
    assert!(is_visible("<p>a</p>", true));
    assert!(is_visible("<p>&eacute;</p>", true));
    assert!(is_visible("<p title='hidden'>a</p>", true));
    assert!(is_visible("<i hidden>a</i> b", true));
    assert!(is_visible(
        "<p style='font-size:10px; opacity:0.5'>a</p>",
        true
    ));
    assert!(is_visible(
        "<p style='background:#000; color:#fff'>a</p>",
        true
    ));
    assert!(is_visible("<img hidden> b", true));
}

#[test]
fn sentences_end_where_they_are_ended_and_not_inside_a_value() {
    let text = "It is late. Call M. Dupont now! <p>Version 2.5 is fine</p>";
    let at = text.find("M. Dupont").map(|at| at..at + "M. Dupont".len());
    let found = sentences(text, true, &at.into_iter().collect::<Vec<_>>());
    let texts: Vec<&str> = found
        .iter()
        .map(|sentence| sentence.text.as_str())
        .collect();
    assert_eq!(
        texts,
        ["It is late.", "Call M. Dupont now!", "Version 2.5 is fine"]
    );
    assert_eq!(&text[found[0].at.clone()], "It is late.");
}
