//! What is asked for and nobody says, and what is to be said and finds no place on its page.

use super::super::load::Loader;
use super::{Builder, Suspect};
use crate::diagnostic::{Diagnostic, Place};
use crate::reply::asked::{Asked, asked_by};
use crate::reply::asserted::asserts;
use crate::reply::demanded::words;
use crate::reply::page::{Format, Found, Node};
use crate::reply::plain::is_visible;
use crate::reply::{BEFORE_SIGNATURE, BOTTOM, Intention, Saying, TOP};
use logic::text::Phrase;
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

impl Builder<'_> {
    pub(super) fn asking(&self, loader: &mut Loader) {
        let mut found = Vec::new();
        let sent = self.replies.send.iter().flat_map(|rule| &rule.intentions);
        for number in sent.copied().collect::<BTreeSet<usize>>() {
            if !self.suspect.contains(&Suspect::Intention(number)) {
                found.extend(undeclared(&self.replies.intentions[number]));
            }
        }
        for intention in &self.replies.intentions {
            let says = intention.says.values().flatten();
            let never = says.filter(|saying| !self.is_ever_said(loader, saying));
            found.extend(never.map(|saying| never_said(intention, saying)));
        }
        self.unplaced(loader, &mut found);
        found.extend(self.behind_the_signature());
        loader.diagnostics.extend(found);
    }

    /// Whether any text may hold a fact or a phrase.
    fn is_ever_said(&self, loader: &Loader, saying: &Saying) -> bool {
        let mut pages = self.replies.pages.all.keys();
        !self.unreadable.is_empty()
            || pages.any(|template| {
                !loader.broken.contains(template.as_str())
                    && match saying {
                        Saying::Fact(fact) => self.replies.pages.prints(template, fact),
                        Saying::Phrase(phrase) => self.replies.pages.holds(template, phrase),
                    }
            })
    }

    /// Sections of a rule for which its own page has no place: nobody ever reads them there.
    fn unplaced(&self, loader: &Loader, found: &mut Vec<Diagnostic>) {
        for (number, rule) in self.replies.rules.iter().enumerate() {
            let page = rule.page.as_ref();
            let page = page.filter(|page| Some(*page) != self.replies.options.master.as_ref());
            let Some(page) = page.filter(|page| !loader.broken.contains(page.as_str())) else {
                continue;
            };
            if self.suspect.contains(&Suspect::Rule(number)) {
                continue;
            }
            let own = rule.intention.map(|one| &self.replies.intentions[one]);
            let own = own.into_iter().flat_map(|intention| &intention.sections);
            let sections = rule.sections.iter().chain(own);
            for id in sections.filter(|id| !rule.otherwise.contains(*id)) {
                let Some(section) = self.replies.sections.get(id) else {
                    continue;
                };
                if !section.internal && !self.has_place(page, &section.slot, &section.template) {
                    found.push(no_place(&rule.place, &rule.name, (id, &section.slot), page));
                }
            }
        }
    }

    /// Whether a page places a slot, or includes a template itself.
    fn has_place(&self, page: &Name, slot: &Name, template: &Name) -> bool {
        let always = [TOP, BEFORE_SIGNATURE, BOTTOM].contains(&slot.as_str());
        let (mut todo, mut seen) = (vec![page], BTreeSet::new());
        while let Some(name) = todo.pop().filter(|_| !always) {
            if name == template {
                return true;
            }
            for page in self.pages(name) {
                if page.slots.contains(slot) {
                    return true;
                }
                todo.extend(page.includes.iter().filter(|name| seen.insert(*name)));
            }
        }
        always
    }

    /// The master template ends in words of its own, which look like a signature, and what is to stand before the
    /// signature would follow them.
    fn behind_the_signature(&self) -> Option<Diagnostic> {
        let master = self.replies.options.master.as_ref()?;
        let mut sections = self.replies.sections.values();
        let stands = sections.find(|section| {
            let slot = section.slot.as_str();
            slot == BEFORE_SIGNATURE && !section.internal
        })?;
        let ends_in_words = self.pages(master).any(|page| {
            let places = page.slots.iter().any(|slot| slot == BEFORE_SIGNATURE);
            let signs = |name: &Name| name.ends_with("signature");
            let html = page.format == Format::Html;
            let words = |node: &&Node<Found>| match node {
                Node::Text(text) => is_visible(text, html),
                Node::Print { .. }
                | Node::If { .. }
                | Node::Each { .. }
                | Node::With { .. }
                | Node::Include(_)
                | Node::Slot(_) => true,
            };
            let last = page.body.iter().rev().find(words);
            !places && !page.includes.iter().any(signs) && matches!(last, Some(Node::Text(_)))
        });
        let message = Phrase::new(
            format!(
                "`{}` is to stand before the signature, and `{master}` does not say where that is: it follows the last words of the page",
                stands.id
            ),
            format!(
                "`{}` doit précéder la signature, et `{master}` ne dit pas où elle est : elle suit les derniers mots de la page",
                stands.id
            ),
        );
        let place = self.place_of(master, &Place::start_of(master));
        ends_in_words.then(|| {
            Diagnostic::warning("unplaced-section", place, message).hint(Phrase::new(
                "write {{> slots/before_signature}} above the signature",
                "écrivez {{> slots/before_signature}} au-dessus de la signature",
            ))
        })
    }
}

/// What an intention that may be sent by itself is asked for, without a word on what says it.
fn undeclared(intention: &Intention) -> Vec<Diagnostic> {
    let mut asked: BTreeMap<Asked, &str> = BTreeMap::new();
    let examples = intention.examples.iter().map(|(text, _)| text);
    let cues = examples
        .chain(&intention.triggers)
        .chain(&intention.sentences);
    let cues: Vec<&String> = cues.collect();
    // « J'ai changé d'adresse » asks for no address; « horaires » asks for the hours.
    let states = cues.iter().any(|cue| asserts(cue));
    for cue in cues {
        let asks = asked_by(cue);
        let nouns = asks.nouns.into_iter().filter(|_| !states);
        for one in asks.questions.into_iter().chain(nouns) {
            asked.entry(one).or_insert(cue);
        }
    }
    asked.retain(|one, _| !intention.says.contains_key(one));
    let found = asked.into_iter().map(|(one, cue)| {
        let (name, key, words) = (&intention.name, one.as_str(), words(one));
        let message = Phrase::new(
            format!(
                "`{name}` is asked {} (“{cue}”), and nothing declares what says it: such a message is not answered by itself",
                words.en
            ),
            format!(
                "on demande {} à `{name}` (« {cue} »), et rien ne déclare ce qui le dit : un tel message ne reçoit pas de réponse de lui-même",
                words.fr
            ),
        );
        let hint = Phrase::new(
            format!("write `says: {{ {key}: [a fact or a phrase of its texts] }}`"),
            format!("écrivez `says: {{ {key}: [un fait ou une tournure de ses textes] }}`"),
        );
        Diagnostic::warning("asked-unsaid", intention.place.clone(), message).hint(hint)
    });
    found.collect()
}

fn never_said(intention: &Intention, saying: &Saying) -> Diagnostic {
    let what = match saying {
        Saying::Fact(Found::Fact(cell)) => format!("`{cell}`"),
        Saying::Fact(Found::Derived(name) | Found::Flag(name) | Found::Local { name, .. }) => {
            format!("`{name}`")
        }
        Saying::Fact(Found::Element { attribute, .. }) => {
            format!("`{}`", attribute.as_deref().unwrap_or("this"))
        }
        Saying::Fact(Found::Always(truth)) => format!("`{truth}`"),
        Saying::Phrase(phrase) => format!("“{phrase}”"),
    };
    let name = &intention.name;
    let message = Phrase::new(
        format!("{what} says what `{name}` is asked for, and no text ever holds it"),
        format!("{what} dit ce qu'on demande à `{name}`, et aucun texte ne le contient jamais"),
    );
    Diagnostic::warning("never-said", intention.place.clone(), message).hint(Phrase::new(
        "write it in a text that answers, or take it out of `says`",
        "écrivez-le dans un texte qui répond, ou retirez-le de `says`",
    ))
}

fn no_place(place: &Place, rule: &Name, (id, slot): (&Name, &Name), page: &Name) -> Diagnostic {
    let message = Phrase::new(
        format!("`{rule}` names the section `{id}`, for which its page `{page}` has no place"),
        format!(
            "`{rule}` nomme la section `{id}`, pour laquelle sa page `{page}` n'a pas de place"
        ),
    );
    Diagnostic::warning("unplaced-section", place.clone(), message).hint(Phrase::new(
        format!(
            "write {{{{> slots/{slot}}}}} in `{page}`, or name `{id}` in `otherwise` if it is said only where the master template stands in"
        ),
        format!(
            "écrivez {{{{> slots/{slot}}}}} dans `{page}`, ou nommez `{id}` dans `otherwise` si elle ne se dit que dans le modèle principal"
        ),
    ))
}
