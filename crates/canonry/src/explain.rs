//! One page for each diagnostic code: what is wrong, an example, and how to mend it.
//!
//! The pages are the book's own chapters, carried in the program. Nothing here may be written twice:
//! a page says what `docs/diagnostics.md` says.

use engine::Diagnostic;
use logic::text::Phrase;
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub code: &'static str,
    pub title: &'static str,
    /// The section below its heading, as Markdown.
    pub text: &'static str,
}

static ENGLISH: LazyLock<Vec<Page>> =
    LazyLock::new(|| parse(include_str!("../../../docs/diagnostics.md")));
static FRENCH: LazyLock<Vec<Page>> =
    LazyLock::new(|| parse(include_str!("../../../docs/diagnostics.fr.md")));

/// All pages in the order of the book: French for `fr` and its regions, English otherwise.
pub fn pages(lang: &str) -> Vec<Page> {
    let primary = lang.split(['-', '_']).next().unwrap_or(lang);
    if primary.eq_ignore_ascii_case("fr") {
        FRENCH.clone()
    } else {
        ENGLISH.clone()
    }
}

/// What a diagnostic says about mending it: its own hint, or the way that the page of its code names.
pub fn hint(diagnostic: &Diagnostic) -> Option<Phrase> {
    let mend = |pages: &[Page], words: &str| {
        let page = pages.iter().find(|page| page.code == diagnostic.code)?;
        let mut lines = page.text.lines().rev();
        let line = lines.find_map(|line| line.strip_prefix(words))?;
        Some(line.trim().trim_end_matches('.').to_owned())
    };
    let page = || {
        let en = mend(&ENGLISH, "How to mend it:")?;
        Some(Phrase::new(en, mend(&FRENCH, "Comment corriger :")?))
    };
    diagnostic.hint.clone().or_else(page)
}

/// Sections begin with `## code: Title`; what looks like a heading inside an example is no heading.
fn parse(book: &'static str) -> Vec<Page> {
    let mut headings = Vec::new();
    let (mut at, mut in_example) = (0, false);
    for line in book.split_inclusive('\n') {
        if line.starts_with("```") {
            in_example = !in_example;
        } else if !in_example && let Some((code, title)) = heading(line) {
            headings.push((code, title, at, at + line.len()));
        }
        at += line.len();
    }
    let ends = headings.iter().skip(1).map(|(_, _, start, _)| *start);
    let ends: Vec<usize> = ends.chain([book.len()]).collect();
    let sections = headings.into_iter().zip(ends);
    sections
        .map(|((code, title, _, start), end)| Page {
            code,
            title,
            text: book[start..end].trim(),
        })
        .collect()
}

fn heading(line: &'static str) -> Option<(&'static str, &'static str)> {
    let (code, title) = line.strip_prefix("## ")?.trim_end().split_once(": ")?;
    Some((code, title))
}
