//! What a message asks for, and whether the reply says it.
//!
//! « Quelles sont les prochaines dates d'examen ? » is answered by no text without a date. What an intention may be
//! asked for stands in its `says`: facts and phrases of which a sentence that answers it must hold one. What is asked
//! for and not said leaves the intention unanswered; where nobody declared what says it, a person looks.

use super::accounted::Account;
use super::asked::{Asked, noun};
use super::coverage::{Said, Sentence, called};
use super::decide::Desk;
use super::detect::Heard;
use super::understood::View;
use super::{Saying, Subject};
use logic::stem::{Stems, Word};
use logic::text::{Phrase, fold};
use logic::value::Name;
use std::collections::BTreeMap;

/// Something that is asked of an intention.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Demanded {
    pub intention: usize,
    pub asked: Asked,
    /// What is counted: « combien de questions ».
    pub of: Option<String>,
    /// No question asks it: « les prochaines dates, s'il vous plaît ».
    pub by_noun: bool,
}

impl View<'_> {
    /// What a sentence asks of the intentions that were recognised in it.
    pub(super) fn demanded(&self, account: &Account) -> Vec<Demanded> {
        let Some(strictly) = account.strictly else {
            return Vec::new();
        };
        let Some(exactly) = strictly.exactly else {
            return Vec::new();
        };
        let mut demanded = Vec::new();
        for clause in self.parts(account.met) {
            for (demand, answering) in self.demands_in(&clause, account, (&strictly, &exactly)) {
                demanded.extend(answering.into_iter().map(|intention| Demanded {
                    intention,
                    asked: demand.asked,
                    of: demand.of.map(|at| self.sentence.text(at).to_owned()),
                    by_noun: false,
                }));
            }
        }
        for met in strictly.met.iter().filter(|met| !met.refused) {
            let asked = noun(self.sentence.text(met.at));
            if let (Some(intention), Some(asked)) = (met.intention, asked) {
                demanded.push(Demanded {
                    intention,
                    asked,
                    of: None,
                    by_noun: true,
                });
            }
        }
        demanded
    }
}

impl Desk<'_> {
    /// Takes from what is answered the intentions that are asked for something which the text does not say.
    pub(super) fn leave_unsaid(
        &self,
        said: &mut [Said],
        answered: &mut BTreeMap<Subject, Vec<Name>>,
    ) -> Vec<Demanded> {
        let mut unsaid = Vec::new();
        for demanded in self.demanded {
            let intention = &self.replies.intentions[demanded.intention];
            let Some(says) = intention.says.get(&demanded.asked) else {
                continue;
            };
            let subject = Subject::Intention(demanded.intention);
            let answering = said
                .iter()
                .filter(|said| said.answers.contains(&intention.name));
            let mut sentences = answering.flat_map(|said| &said.sentences);
            let is_said = sentences.any(|sentence| {
                says.iter().any(|saying| holds(sentence, saying))
                    && self.speaks_of(sentence, demanded.of.as_deref())
            });
            if answered.contains_key(&subject) && !is_said {
                unsaid.push(demanded.clone());
            }
        }
        for demanded in &unsaid {
            let name = &self.replies.intentions[demanded.intention].name;
            answered.remove(&Subject::Intention(demanded.intention));
            for said in said.iter_mut() {
                said.answers.retain(|answer| answer != name);
            }
        }
        unsaid
    }

    /// Whether a sentence speaks of what is counted.
    fn speaks_of(&self, sentence: &Sentence, counted: Option<&str>) -> bool {
        let Some(counted) = counted else {
            return true;
        };
        let stems = Stems::of(&self.project.languages);
        let wanted = stems.words(counted);
        let all = stems.words(&sentence.text);
        let has = |wanted: &Word| all.iter().any(|word| word.is_form_of(wanted));
        wanted.iter().all(has)
    }

    /// Why an intention is not answered by what is said for it.
    pub(super) fn is_unsaid(&self, demanded: &Demanded) -> Phrase {
        let intention = &self.replies.intentions[demanded.intention];
        let says = intention.says.get(&demanded.asked);
        let says = says.into_iter().flatten().map(|saying| match saying {
            Saying::Fact(found) => format!("`{}`", called(found)),
            Saying::Phrase(phrase) => format!("“{phrase}”"),
        });
        let says: Vec<String> = says.collect();
        let says = says.join(", ");
        let words = words(demanded.asked);
        Phrase::new(
            format!(
                "it is asked {}, and no sentence that answers it holds any of {says}: answer that yourself",
                words.en
            ),
            format!(
                "on y demande {}, et aucune phrase qui y répond ne contient l'un de {says} : répondez-y vous-même",
                words.fr
            ),
        )
    }

    /// What is asked for and of which nobody declared what says it is read by a person.
    pub(super) fn deny_undeclared(&mut self) {
        let demanded = self.demanded;
        for demanded in demanded.iter().filter(|one| !one.by_noun) {
            let intention = &self.replies.intentions[demanded.intention];
            if intention.says.contains_key(&demanded.asked) {
                continue;
            }
            let (asked, words) = (demanded.asked.as_str(), words(demanded.asked));
            let why = Phrase::new(
                format!(
                    "it is asked {}, and `says` of the intention does not tell what answers that: read it, or declare `says: {{ {asked}: […] }}`",
                    words.en
                ),
                format!(
                    "on y demande {}, et le `says` de l'intention ne dit pas ce qui y répond : lisez-la, ou déclarez `says: {{ {asked}: […] }}`",
                    words.fr
                ),
            );
            let mut told = self.reply.send.reasons.iter();
            let name = intention.name.as_str();
            if !told.any(|told| &*told.code == "asked-unsaid" && told.what == name) {
                self.deny("asked-unsaid", name, &why);
            }
        }
    }

    /// What is named more closely than the reply says is read by a person: « les dates de la session du soir », where no
    /// evening is printed.
    pub(super) fn deny_unnamed(&mut self, heard: &Heard) {
        if heard.named.is_empty() {
            return;
        }
        let stems = Stems::of(&self.project.languages);
        let said = stems.words(self.reply.plain.as_deref().unwrap_or_default());
        for word in &heard.named {
            let mut wanted = stems.words(word).into_iter();
            if wanted.all(|wanted| said.iter().any(|word| word.is_form_of(&wanted))) {
                continue;
            }
            let why = Phrase::new(
                format!(
                    "it names “{word}”, of which the reply says nothing: read whether it answers"
                ),
                format!(
                    "on y nomme « {word} », dont la réponse ne dit rien : lisez si elle y répond"
                ),
            );
            self.deny("asked-unsaid", word.as_str(), &why);
        }
    }
}

/// Whether a sentence holds a fact or a phrase.
fn holds(sentence: &Sentence, saying: &Saying) -> bool {
    match saying {
        Saying::Fact(found) => sentence.facts.contains(&called(found)),
        Saying::Phrase(phrase) => fold(&sentence.text).contains(&fold(phrase)),
    }
}

/// What is asked for, in words.
pub(crate) fn words(asked: Asked) -> Phrase {
    let (en, fr) = match asked {
        Asked::Who => ("who", "qui"),
        Asked::When => ("when", "quand"),
        Asked::Since => ("since when", "depuis quand"),
        Asked::Until => ("until when", "jusqu'à quand"),
        Asked::Hour => ("at what hour", "à quelle heure"),
        Asked::Where => ("where", "où"),
        Asked::Long => ("how long", "combien de temps"),
        Asked::Often => ("how often", "combien de fois"),
        Asked::Many => ("how many", "combien"),
        Asked::Price => ("at what price", "à quel prix"),
        Asked::Why => ("why", "pourquoi"),
        Asked::Mark => ("for which mark", "quelle note"),
    };
    Phrase::new(en, fr)
}
