//! Who is spoken with after a message, also where it asks nothing: « Bonsoir Berthe. », “I turn to Imogen.”
//!
//! Whoever is plainly greeted, thanked, called or turned to is spoken with from then on. Where several are, or somebody
//! whom nobody knows, or whoever only stands near, it is not known who « you » is; it never stays whoever it was.

use super::clause::Marks;
use super::is_small;
use super::spoken::{GREETING, LEADS, RANKS, TITLES};
use super::whose::{ADJECTIVES, is_in, is_person};
use crate::mention::{HONOURS, Mention};
use logic::stem::Word;
use logic::value::Name;
use std::collections::BTreeSet;
use std::ops::Range;

/// What a message does with who is spoken with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Turned {
    /// It is whoever it was.
    #[default]
    Stays,
    To(Name),
    /// It is not clear who is spoken with from now on.
    Unclear,
}

impl Turned {
    /// The same, unless it is doubtful who was meant.
    pub(super) fn unless(self, doubtful: bool) -> Turned {
        match self {
            Turned::Stays if doubtful => Turned::Unclear,
            other @ (Turned::Stays | Turned::To(_) | Turned::Unclear) => other,
        }
    }

    /// Who is spoken with then; nothing where nobody knows.
    pub fn after(&self, before: Option<&Name>) -> Option<Name> {
        match self {
            Turned::Stays => before.cloned(),
            Turned::To(name) => Some(name.clone()),
            Turned::Unclear => None,
        }
    }
}

/// A message as sentences.
pub(super) struct Turns<'a> {
    pub message: &'a str,
    pub words: &'a [Word],
    pub mentions: &'a [Mention],
    pub marks: &'a Marks,
}

impl Turns<'_> {
    /// What each sentence does, and of several the last that does anything; `called` are the mentions by which
    /// somebody is called where something may be asked.
    pub(super) fn turned(&self, called: &[usize]) -> Turned {
        let (mut turned, mut greeted) = (Turned::Stays, BTreeSet::new());
        let mut start = 0;
        while start < self.words.len() {
            let sentence = self.marks.sentence[start];
            let end = self.marks.sentence.partition_point(|at| *at <= sentence);
            match self.sentence(start..end, called) {
                Does::Nothing => {}
                Does::Takes(name) => turned = Turned::To(name),
                Does::Calls(names) => {
                    // « Bonsoir Berthe. Bonsoir Maud. »: both; « Merci Josse. Berthe, … »: Berthe.
                    greeted.extend(names);
                    turned = match (greeted.len(), greeted.first()) {
                        (1, Some(only)) => Turned::To(only.clone()),
                        (_, _) => Turned::Unclear,
                    };
                }
                Does::Leaves => {
                    greeted.clear();
                    turned = Turned::Unclear;
                }
            }
            start = end;
        }
        turned
    }

    fn text(&self, place: usize) -> &str {
        self.words.get(place).map_or("", |word| word.text.as_str())
    }

    fn has(&self, at: &Range<usize>, list: &str) -> bool {
        at.clone().any(|place| is_in(list, self.text(place)))
    }

    fn mention(&self, place: usize) -> Option<&Mention> {
        let mut own = self.mentions.iter();
        own.find(|mention| mention.at.contains(&place))
    }

    fn sentence(&self, at: Range<usize>, called: &[usize]) -> Does {
        let inside = |mention: &Mention| at.contains(&mention.at.start);
        let own = called.iter().map(|place| &self.mentions[*place]);
        let mut names: Vec<&Mention> = own.filter(|mention| inside(mention)).collect();
        names.extend(self.greeted(&at));
        // « Et Berthe ? » goes on with what was asked, or calls her.
        let goes_on =
            is_in("et and what so", self.text(at.start)) && !self.has(&at, "tu toi vous you");
        let leaves = goes_on
            || self.has(&at, FAREWELL)
            || at.clone().any(|place| {
                is_in("bonne good", self.text(place)) && is_in("nuit night", self.text(place + 1))
            });
        let all: BTreeSet<Name> = names
            .iter()
            .flat_map(|mention| mention.entities.iter().cloned())
            .collect();
        match (leaves, all.len()) {
            (true, 1..) => Does::Leaves,
            (false, 1) if self.has(&at, THANKS) => match all.into_iter().next() {
                Some(only) => Does::Takes(only),
                None => Does::Nothing,
            },
            (false, 1..) => Does::Calls(all),
            (_, 0) if self.greets_others(&at) => Does::Leaves,
            (_, _) => self.turning(&at),
        }
    }

    /// Whoever is named in a sentence that is nothing else than a greeting, or a name alone.
    fn greeted(&self, sentence: &Range<usize>) -> Vec<&Mention> {
        let polite = |place: usize| {
            let lists = [GREETING, LEADS, POLITE, HONOURS];
            let text = self.text(place);
            self.mention(place).is_some() || lists.iter().any(|list| is_in(list, text))
        };
        let own = |mention: &&Mention| sentence.contains(&mention.at.start);
        match sentence.clone().all(polite) {
            true => self.mentions.iter().filter(own).collect(),
            false => Vec::new(),
        }
    }

    fn part_end(&self, start: usize) -> usize {
        let part = self.marks.part[start];
        self.marks.part.partition_point(|other| *other <= part)
    }

    /// « Bonsoir à tous. », “Good evening, ladies.”, « Bonsoir Barnabé. »: somebody is greeted, and it is nobody whose
    /// name is known.
    fn greets_others(&self, sentence: &Range<usize>) -> bool {
        let mut start = sentence.start;
        let greets = |place: usize| is_in(SALUTES, self.text(place));
        if !(start..sentence.end.min(start + 3)).any(greets) {
            return false;
        }
        if self.has(sentence, SEVERAL) {
            return true;
        }
        let written: Vec<&str> = self
            .message
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let capital = |place: usize| {
            written.len() == self.words.len() && written[place].starts_with(char::is_uppercase)
        };
        let polite = |place: usize| {
            let text = self.text(place);
            let lists = [GREETING, LEADS, POLITE, HONOURS, ADJECTIVES];
            lists.iter().any(|list| is_in(list, text)) || is_small(text)
        };
        // What is left of the greeting: a name, a calling, or something that is said.
        let mut left = Vec::new();
        while start < sentence.end {
            let end = self.part_end(start).min(sentence.end);
            let own: Vec<usize> = (start..end).filter(|place| !polite(*place)).collect();
            let greeting = (start..end).any(greets);
            let alone = end - start <= own.len() + 2;
            if !own.is_empty() && own.len() <= 2 && (greeting || alone) {
                left = own;
                break;
            }
            start = end;
        }
        let named = |place: &usize| {
            let text = self.text(*place);
            capital(*place) || is_person(text) || is_in(RANKS, text) || is_in(TITLES, text)
        };
        !left.is_empty() && left.iter().all(named)
    }

    /// « go and see », “let me ask”, and not “I see”.
    fn sets_out(&self, verb: usize, at: &Range<usize>) -> bool {
        let leads = match self.text(verb) {
            "see" => "and to go",
            _ => "and to go me us i ll",
        };
        let before = verb.checked_sub(1).filter(|place| at.contains(place));
        before.is_some_and(|place| is_in(leads, self.text(place)))
    }

    /// « Je me tourne vers Berthe. », “I want to talk to the cook.”; whoever is only near may be meant or not.
    fn turning(&self, at: &Range<usize>) -> Does {
        let told = self.has(at, PAST)
            || self.has(at, "pas jamais not never don dont t if si yesterday hier");
        let summons = is_in(SUMMONS, self.text(at.start));
        let speaks = self.has(at, FIRST_PERSON);
        if told || self.has(at, "tu you vous") && !speaks || !speaks && !summons {
            return Does::Nothing;
        }
        let (mut to, mut near) = (BTreeSet::new(), false);
        let inside = |mention: &&Mention| at.contains(&mention.at.start);
        for mention in self.mentions.iter().filter(inside) {
            if is_in("s", self.text(mention.at.end)) {
                continue;
            }
            let mut before = mention.at.start;
            while before > at.start
                && (is_in("le la les l the mon ma my", self.text(before - 1))
                    || is_in(ADJECTIVES, self.text(before - 1))
                    || is_in(HONOURS, self.text(before - 1)))
            {
                before -= 1;
            }
            let Some(leads) = before.checked_sub(1).filter(|place| at.contains(place)) else {
                continue;
            };
            let verbs = at.start..before;
            let text = self.text(leads);
            let goes = |verb: &str| !is_in("see find ask", verb) || self.sets_out(leads, at);
            let turns = is_in(DIRECT, text) && goes(text)
                || is_in("a au aux vers to with toward towards", text) && self.has(&verbs, TURNS)
                || is_in("de du d", text) && self.has(&verbs, "approche approcher approchons")
                || text == "of" && self.has(&verbs, "question questions");
            if turns {
                to.extend(mention.entities.iter().cloned());
            } else if is_in(NEAR, text)
                || is_in("de du d", text) && self.has(&verbs, NEAR)
                || summons
            {
                near = true;
            }
        }
        match (to.len(), near) {
            (0, false) => Does::Nothing,
            (1, _) if !summons => to.into_iter().next().map_or(Does::Nothing, Does::Takes),
            (_, _) => Does::Leaves,
        }
    }
}

/// What one sentence does.
enum Does {
    Nothing,
    /// Whoever is thanked or turned to.
    Takes(Name),
    /// Greeted or called by name.
    Calls(BTreeSet<Name>),
    /// Somebody is taken leave of, or nobody knows who it is.
    Leaves,
}

const THANKS: &str = "merci thanks thank";
const FAREWELL: &str = "adieu bye goodbye farewell revoir laisse quitte leave";
/// A greeting begins so.
const SALUTES: &str = "bonjour bonsoir salut hola hello hi hey welcome bienvenue enchante good morning evening afternoon";
const SEVERAL: &str = "\
    tous toutes monde messieurs mesdames mesdemoiselles dames messires everyone everybody all gentlemen ladies folks";
/// What is said with a greeting.
const POLITE: &str = "\
    bien bon bonne journee soiree nuit enchante enchantee ravi ravie pour tout te vous voila encore beaucoup infiniment \
    approche approchez entre entrez viens venez ici come in here there much very indeed welcome delighted pleased meet \
    nice s il plait a toi de nouveau again et and both les deux excusez pardonnez forgive sit down assieds merci";
const FIRST_PERSON: &str = "je j moi nous i me we us let";
/// Told of another time.
const PAST: &str =
    "ai avons avais avions etais etions had was were saw talked spoke told asked met";
/// Whoever stands behind one of these and « to » is spoken with.
const TURNS: &str = "\
    parle parler parlons adresse adresser tourne tourner retourne retourner dirige diriger avance avancer \
    turn turned speak talk walk walked go went come came step stepped move cross crossed return word chat address";
/// Whoever stands just behind one of these is spoken with.
const DIRECT: &str = "\
    voir trouver retrouver retrouve rejoins rejoindre interroge interroger questionne questionner aborde aborder salue \
    saluer interpelle approach approached find see question greet join joined address interview ask";
const NEAR: &str = "\
    cote pres avec chez devant derriere aupres contre face beside near with next behind opposite by";
/// Somebody is sent for.
const SUMMONS: &str = "appelle appelez fais faites amene amenez bring fetch call send";
