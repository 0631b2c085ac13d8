//! Templates without what only their author reads: comments of HTML do not go out to anybody.
//!
//! Tags inside a comment are left out with it. Where a comment holds a block in part (`<!-- {{#if x}} -->`), that tag
//! stays: what is under a condition never becomes unconditional.

use crate::template::Tags;
use std::ops::Range;

const OPENS: &str = "<!--";
const CLOSES: &str = "-->";

/// A template of HTML without its comments; nothing where it has none. One that is never closed ends with its template,
/// so that it hides nothing that stands behind.
pub fn without_comments(source: &str) -> Option<String> {
    let tags = Tags::of(source);
    let (mut bare, mut at) = (String::new(), 0);
    while let Some(start) = outside(source, &tags, OPENS, at) {
        let end = outside(source, &tags, CLOSES, start + OPENS.len());
        let comment = start..end.map_or(source.len(), |end| end + CLOSES.len());
        let loose = tags.loose(source, &comment);
        let gap = match loose.is_empty() {
            true => whole_lines(source, comment),
            false => comment,
        };
        bare.push_str(&source[at..gap.start.max(at)]);
        bare.extend(loose.into_iter().map(|tag| &source[tag]));
        at = gap.end;
    }
    let found = at > 0;
    bare.push_str(&source[at..]);
    found.then_some(bare)
}

/// Where a sign stands that is in no tag.
fn outside(source: &str, tags: &Tags, sign: &str, mut at: usize) -> Option<usize> {
    while let Some(found) = source[at..].find(sign) {
        let found = at + found;
        match tags.around(found) {
            None => return Some(found),
            Some(tag) => at = tag.end,
        }
    }
    None
}

/// A comment alone on its lines goes with the last of them.
fn whole_lines(source: &str, comment: Range<usize>) -> Range<usize> {
    let before = source[..comment.start].trim_end_matches([' ', '\t']);
    let behind = source[comment.end..].trim_start_matches([' ', '\t', '\r']);
    let begins = before.is_empty() || before.ends_with('\n');
    match behind.strip_prefix('\n') {
        Some(behind) if begins => before.len()..source.len() - behind.len(),
        None if begins && behind.is_empty() => {
            before.trim_end_matches(['\n', '\r']).len()..source.len()
        }
        Some(_) | None => comment,
    }
}
