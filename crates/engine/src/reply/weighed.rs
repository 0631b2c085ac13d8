//! What a model says about a message, weighed against the words of the registry.
//!
//! The words decide. What they carry a model may put in order; what only a model says is a draft for a person: it orders
//! nothing, stops nothing and lets nothing leave. Where both say something of one field, the words stand, and it is told.

use super::decide::Desk;
use super::detect::{Heard, Recognised};
use super::told::Outcome;
use super::{Replies, Verdict};
use logic::text::Phrase;
use logic::value::Value;

/// Where a model and the words of a message do not say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// An intention, `context.FIELD` or `action`.
    pub what: String,
    /// What the words say; nothing where only a model says something.
    pub words: Option<String>,
    /// What a model says; nothing where only the words say something.
    pub model: Option<String>,
}

/// The action of a message, as what a model and the words differ in.
const ACTION: &str = "action";

/// What is heard of a message of which a model says something as well.
pub(super) fn weighed(replies: &Replies, words: Heard, told: &Heard, asked: bool) -> Heard {
    let mut heard = words;
    if asked {
        heard.weigh_intentions(replies, told);
    }
    heard.weigh_context(replies, told);
    heard
}

impl Heard {
    /// What the words carry comes first, in the order of the model; then what only one of both says.
    fn weigh_intentions(&mut self, replies: &Replies, told: &Heard) {
        let by_words = std::mem::take(&mut self.intentions);
        let has = |list: &[Recognised], one: &Recognised| {
            let mut list = list.iter();
            list.any(|known| known.intention == one.intention)
        };
        let name = |one: &Recognised| replies.intentions[one.intention].name.to_string();
        let (both, only_model): (Vec<Recognised>, Vec<Recognised>) =
            told.intentions.iter().partition(|one| has(&by_words, one));
        let only_words: Vec<Recognised> = by_words
            .iter()
            .filter(|one| !has(&told.intentions, one))
            .copied()
            .collect();
        for one in &only_words {
            self.differs.push(Differs {
                what: name(one),
                words: Some(name(one)),
                model: None,
            });
        }
        for one in &only_model {
            self.differs.push(Differs {
                what: name(one),
                words: None,
                model: Some(name(one)),
            });
        }
        let is_carried = !by_words.is_empty();
        self.intentions = both.into_iter().chain(only_words).collect();
        self.intentions.extend(only_model);
        let first = self.intentions.first();
        let first = first.map(|first| &replies.intentions[first.intention]);
        let own = first.map_or(Verdict::Go, |first| first.verdict);
        self.route_to = first.and_then(|first| first.route_to.clone());
        // A case is stopped only where both say so.
        let stops = own == Verdict::Spam;
        let agreed = is_carried && told.verdict == Verdict::Spam;
        self.verdict = match stops && !agreed {
            true => Verdict::Go,
            false => own,
        };
        if (stops && !agreed) || (told.verdict != Verdict::Go && told.verdict != own) {
            let by_words = is_carried && own != Verdict::Go;
            self.differs.push(Differs {
                what: ACTION.to_owned(),
                words: by_words.then(|| own.as_str().to_owned()),
                model: Some(told.verdict.as_str().to_owned()),
            });
        }
    }

    /// A field that the words set is theirs; one that only a model sets is its own.
    fn weigh_context(&mut self, replies: &Replies, told: &Heard) {
        for (name, value) in &told.context {
            let nothing = replies.context.get(name).map(|field| field.nothing());
            let nothing = nothing.unwrap_or(Value::Null);
            let by_words = self.said.contains(name);
            let known = self.context.get(name).unwrap_or(&nothing);
            // A model that leaves a field open says nothing of it.
            if known == value || value.is_null() {
                continue;
            }
            self.differs.push(Differs {
                what: format!("context.{name}"),
                words: by_words.then(|| known.show()),
                model: Some(value.show()),
            });
            if !by_words {
                self.context.insert(name.clone(), value.clone());
            }
        }
    }
}

impl Desk<'_> {
    /// What is said of the message differs, and somebody decides what becomes of it.
    pub(super) fn tell_action(&mut self, heard: &Heard) {
        for differs in heard.differs.iter().filter(|one| one.what == ACTION) {
            let (code, why) = self.differ_because(differs);
            self.hand_over(code, ACTION, &why);
        }
        if heard.half_spam {
            let why = self.half_spam();
            self.hand_over("spam", "", &why);
        }
    }

    /// What a model alone says stops no case that its words do not stop.
    pub(super) fn tell_stopped(&mut self) {
        let stopped = self.reply.outcome == Outcome::Stopped;
        let by_words = self
            .alone
            .is_none_or(|alone| alone.outcome == Outcome::Stopped);
        if stopped && !by_words {
            let why = self.only_model();
            self.hand_over("only-model", "", &why);
        }
    }

    /// What a model says beyond the words, or against them, is not sent by itself.
    pub(super) fn deny_differing(&mut self, heard: &Heard) {
        for differs in &heard.differs {
            let (code, why) = self.differ_because(differs);
            self.deny(code, differs.what.clone(), &why);
        }
    }

    fn differ_because(&self, differs: &Differs) -> (&'static str, Phrase) {
        let Differs { words, model, .. } = differs;
        match (words, model) {
            (Some(words), Some(model)) => (
                "contradicted",
                Phrase::new(
                    format!(
                        "the words of the message say `{words}` and a model says `{model}`: the words stand; read the message"
                    ),
                    format!(
                        "les mots du message disent `{words}` et un modèle dit `{model}` : les mots l'emportent ; lisez le message"
                    ),
                ),
            ),
            (Some(_), None) => (
                "contradicted",
                Phrase::new(
                    "the words of the message say this, and a model does not: the words stand; read the message",
                    "les mots du message le disent, et un modèle non : les mots l'emportent ; lisez le message",
                ),
            ),
            (None, _) => ("only-model", self.only_model()),
        }
    }

    fn only_model(&self) -> Phrase {
        Phrase::new(
            "heard from a model only: no words of the registry say it in this message; read it, and decide",
            "compris d'un modèle seulement : aucun mot du registre ne le dit dans ce message ; lisez-le, et décidez",
        )
    }

    pub(super) fn command_only_told(&self) -> Phrase {
        Phrase::new(
            "the command waits: only a model leads to it, and no words of the registry in the message do",
            "la commande attend : seul un modèle y mène, et aucun mot du registre dans le message",
        )
    }

    fn half_spam(&self) -> Phrase {
        Phrase::new(
            "some of its words are those of advertising, and not all of it was understood as such: read it, and discard it if it is",
            "certains de ses mots sont ceux de la publicité, et tout n'a pas été compris comme tel : lisez-le, et écartez-le si c'en est",
        )
    }
}
