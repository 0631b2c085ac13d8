//! What a template can ever say: facts that it prints, phrases that stand in its words or run into what it prints.

use super::page::{Body, Format, Found, Node, Page};
use super::plain::plain;
use super::{Pages, Saying, Section};
use logic::text::fold;
use logic::value::Name;
use std::collections::BTreeSet;

/// Where something is printed, among the words of a template.
const PRINTED: char = '\u{a4}';

impl Pages {
    pub(crate) fn of(&self, template: &Name) -> impl Iterator<Item = &Page> {
        let pages = self.all.get(template).into_iter();
        pages.flat_map(|pages| pages.each())
    }

    /// Whether a section can ever answer: its text may hold all that it must say.
    pub(crate) fn may_answer(&self, section: &Section) -> bool {
        let mut says = section.says.iter();
        says.all(|saying| self.may_say(&section.template, saying))
    }

    /// Whether the text of a template may hold a fact or a phrase.
    pub(crate) fn may_say(&self, template: &Name, saying: &Saying) -> bool {
        match saying {
            Saying::Fact(fact) => self.prints(template, fact),
            Saying::Phrase(phrase) => self
                .texts(template)
                .all(|text| may_hold(&text, &fold(phrase))),
        }
    }

    /// Whether a phrase stands in the words of a template, in every language.
    pub(crate) fn holds(&self, template: &Name, phrase: &str) -> bool {
        self.texts(template)
            .all(|text| text.contains(&fold(phrase)))
    }

    /// Whether a template prints a fact in every language, itself or by what it includes.
    pub(crate) fn prints(&self, template: &Name, fact: &Found) -> bool {
        self.of(template).all(|page| {
            let mut pages = self.with_included(page).into_iter();
            pages.any(|page| page.prints.iter().any(|print| is_same(print, fact)))
        })
    }

    /// The words of a template and of what it includes, folded, in each language.
    fn texts(&self, template: &Name) -> impl Iterator<Item = String> {
        self.of(template).map(|page| {
            let texts = self.with_included(page).into_iter().map(|page| {
                let mut own = String::new();
                texts(&page.body, &mut own);
                plain(&own, page.format == Format::Html)
            });
            fold(&texts.collect::<Vec<_>>().join(" "))
        })
    }

    fn with_included<'p>(&'p self, page: &'p Page) -> Vec<&'p Page> {
        let (mut todo, mut seen) = (vec![page], BTreeSet::new());
        let mut all = Vec::new();
        while let Some(page) = todo.pop() {
            all.push(page);
            let new = page.includes.iter().filter(|name| seen.insert(*name));
            todo.extend(new.flat_map(|name| self.of(name)));
        }
        all
    }
}

/// Whether a phrase stands in some words, or begins in them where something is printed next, or ends in them behind it.
fn may_hold(text: &str, phrase: &str) -> bool {
    if text.contains(phrase) {
        return true;
    }
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let parts: Vec<&str> = text.split(PRINTED).map(str::trim).collect();
    (1..words.len()).any(|cut| {
        let (before, behind) = (words[..cut].join(" "), words[cut..].join(" "));
        let mut pairs = parts.windows(2);
        pairs.any(|pair| pair[0].ends_with(&before) || pair[1].starts_with(&behind))
    })
}

/// Whether a print is of a fact; of the records of a list their field, wherever it is printed.
fn is_same(print: &Found, fact: &Found) -> bool {
    match (print, fact) {
        (Found::Element { attribute, .. }, Found::Element { attribute: of, .. }) => attribute == of,
        (print, fact) => print == fact,
    }
}

/// Gathers the words of a template, with a mark where it prints something beside them.
fn texts(body: &Body, text: &mut String) {
    for node in body {
        match node {
            Node::Text(own) => text.push_str(own),
            Node::Print { .. } | Node::Slot(_) => text.push(PRINTED),
            Node::If { then, other, .. } => {
                texts(then, text);
                texts(other, text);
            }
            Node::Each { body, other, .. } | Node::With { body, other, .. } => {
                texts(body, text);
                texts(other, text);
            }
            Node::Include(_) => {}
        }
    }
}
