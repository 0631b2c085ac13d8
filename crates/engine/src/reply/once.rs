//! Nothing is said twice: a text that several sections say or include is said where it comes first.
//!
//! Only what stands for itself counts, whole sentences or blocks; a word or a link inside a sentence may be
//! printed as often as it is needed.

use super::plain::{is_visible, plain};
use super::render::{Rendered, Repeat};
use logic::value::Name;
use std::collections::BTreeMap;
use std::ops::Range;

/// Texts that templates have said so far.
#[derive(Debug)]
pub(super) struct Texts {
    /// Template and text, with the section that says it.
    said: BTreeMap<(Name, String), Name>,
    /// The section that is rendered, or the page.
    pub(super) within: Name,
    /// The same text is the same, whatever template says it; not so in sessions from before.
    by_text: bool,
    /// What the section that is rendered does not say again.
    pub(super) repeats: Vec<Repeat>,
}

impl Texts {
    pub(super) fn of(within: &Name, by_text: bool) -> Texts {
        Texts {
            said: BTreeMap::new(),
            within: within.clone(),
            by_text,
            repeats: Vec::new(),
        }
    }

    fn key(&self, template: &Name, text: &str) -> (Name, String) {
        let template = match self.by_text {
            true => Name::from(""),
            false => template.clone(),
        };
        (template, text.trim().to_owned())
    }

    /// Looks at an inclusion that was rendered last: it is taken back where it was said before.
    pub(super) fn once(&mut self, out: &mut Rendered, template: &Name, start: usize, html: bool) {
        let text = &out.text[start..];
        if !stands_for_itself(&out.text[..start], text, html) {
            return;
        }
        let key = self.key(template, text);
        match self.said.get(&key) {
            Some(by) => {
                let first = out.prints.partition_point(|(_, at)| at.start < start);
                let facts = out.prints[first..].iter().map(|(name, _)| name.clone());
                self.repeats.push(Repeat {
                    by: by.clone(),
                    facts: facts.collect(),
                    text: key.1,
                });
                out.prints.truncate(first);
                out.included.retain(|(_, at)| at.end <= start);
                out.text.truncate(start);
            }
            None => {
                out.included.push((template.clone(), start..out.text.len()));
                self.said.insert(key, self.within.clone());
            }
        }
    }

    /// What of a section was said before: the parts that are left out, and who says them. `template` is what
    /// the section is made of; nothing is left out without it.
    pub(super) fn twice(
        &mut self,
        section: &Name,
        template: Option<&Name>,
        rendered: &Rendered,
    ) -> (Vec<Range<usize>>, Vec<Repeat>) {
        let (mut cut, mut repeats): (Vec<Range<usize>>, Vec<Repeat>) = (Vec::new(), Vec::new());
        let Some(template) = template else {
            return (cut, repeats);
        };
        let whole = (template, 0..rendered.text.len());
        let mut parts: Vec<(&Name, Range<usize>)> = vec![whole];
        let included = rendered.included.iter();
        parts.extend(included.map(|(name, at)| (name, at.clone())));
        // What is around another is looked at first.
        parts.sort_by_key(|(_, at)| (at.start, usize::MAX - at.end));
        for (name, at) in parts {
            if cut.last().is_some_and(|last| at.end <= last.end) {
                continue;
            }
            let key = self.key(name, &rendered.text[at.clone()]);
            match self.said.get(&key) {
                Some(by) if by != section => {
                    let prints = rendered.prints.iter();
                    let prints =
                        prints.filter(|(_, print)| at.start <= print.start && print.end <= at.end);
                    repeats.push(Repeat {
                        by: by.clone(),
                        text: key.1,
                        facts: prints.map(|(name, _)| name.clone()).collect(),
                    });
                    cut.push(at);
                }
                Some(_) => {}
                None => {
                    self.said.insert(key, section.clone());
                }
            }
        }
        (cut, repeats)
    }
}

/// Puts a section behind what is rendered, without some of its parts.
pub(super) fn keep(out: &mut Rendered, section: &Rendered, cut: &[Range<usize>]) {
    let ends = cut.iter().map(|part| part.start);
    let ends = ends.chain([section.text.len()]);
    let starts = std::iter::once(0).chain(cut.iter().map(|part| part.end));
    for kept in starts.zip(ends).map(|(start, end)| start..end) {
        let shift = out.text.len();
        out.text.push_str(&section.text[kept.clone()]);
        let prints = section.prints.iter();
        let prints = prints.filter(|(_, at)| kept.start <= at.start && at.end <= kept.end);
        out.prints.extend(prints.map(|(name, at)| {
            let at = at.start - kept.start + shift..at.end - kept.start + shift;
            (name.clone(), at)
        }));
    }
}

/// Whether a text begins and ends with its own sentences, or is a block.
fn stands_for_itself(before: &str, text: &str, html: bool) -> bool {
    const BLOCKS: [&str; 8] = [
        "</p>", "</div>", "</ul>", "</ol>", "</table>", "</li>", "<br>", "<br/>",
    ];
    if !is_visible(text, html) {
        return false;
    }
    let ends = ['.', '!', '?', '…'];
    let before = before.trim_end_matches([' ', '\t']);
    let opens = before.is_empty() || before.ends_with('\n') || before.ends_with(ends);
    let opens = opens || (html && before.ends_with('>'));
    let small = text.trim_end().to_ascii_lowercase();
    let is_block = html && BLOCKS.iter().any(|end| small.ends_with(end));
    opens && (is_block || plain(text, html).ends_with(ends))
}
