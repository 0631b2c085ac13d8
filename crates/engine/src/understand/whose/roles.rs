//! Who does it, and to whom it is done: a small grammar of questions, the same for both languages.
//!
//! A cue is written as a question to somebody: « que caches-tu », « who hurt you », « think of the Duke ». From its
//! words follows the place that its owner has in it (its *frame*). In a message everybody who is named has a place
//! too, beside the word on which the question hangs (its *head*). Whoever stands in the owner's place is meant; whoever
//! stands in another is not, and somebody whom a cue names must stand where the cue has them.

use super::{Asked, DEFINITE, DETERMINERS, Heard, Party, is_in};
use crate::mention::Mention;
use crate::understand::{Cue, SECOND_OWNERS, is_of};
use logic::stem::Word;
use std::ops::Range;

/// The place that somebody has beside the head of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Does it, or is it.
    Subject,
    /// It is done to them, or about them.
    Object,
    /// « Berthe's opinion », « l'avis de Berthe ».
    Possessor,
}

/// The place of its owner in a cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Nothing where the words leave it open.
    pub owner: Option<Role>,
    /// The words name the owner by a pronoun.
    pub said: bool,
    /// What it is about is a pronoun: « think of him ».
    pub of_them: bool,
}

const INDEFINITE: &str = "\
    anybody anyone anything somebody someone something nobody everybody everyone people on \
    quelqu quelque personne quiconque certains beaucoup";
const ASKED_SUBJECT: &str = "who qui what which lequel laquelle";
const PRONOUNS: &str = "\
    tu vous you je j i il elle ils elles on he she they we nous it ca cela";
const OBJECTS: &str = "him her them lui elle eux it";
/// A verb that helps another: what stands between the two does it.
const HELPS: &str = "\
    did does do has have had is are was were can could will would should may might must \
    shall";
const PASTS: &str = "saw found came got kept had held gave took led did knew heard left";
const BEFORE_OBJECTS: &str = "\
    de du d des a au aux pour contre sur avec chez par envers devant of about for from with \
    against to at on by toward towards over in into dans en";
const ENGLISH: &str = "\
    what who whom whose how why where when which did does do is are was were has have had can \
    could will would should the";
const HAS: &str = "\
    a ai as ont avez avait avais avaient aura aurait eu il elle on ils elles tu vous";

/// By these one learns something, or teaches it to somebody: « Colin a appris à lire », « Anselme a appris à lire à
/// Colin ».
const TEACHES: &str = "\
    apprend apprends apprenez apprenons apprennent apprenait apprenais apprenaient apprenant \
    apprendra apprendrait apprendre apprit appris apprise apprises";
/// Whoever is taught, before the verb.
const TAUGHT: &str = "me m te t lui leur nous vous";

impl Frame {
    /// Whether a word is one of a cue for somebody else: « hait » for « hais-tu », « has » for « have you », « whom »
    /// for « who ».
    pub(crate) fn is_form(self, word: &Word, wanted: &Word) -> bool {
        const GROUPS: [&str; 3] = ["has have had", "did does", "who whom"];
        let (word, wanted) = (word.text.as_str(), wanted.text.as_str());
        let grouped = |group: &&str| is_in(group, word) && is_in(group, wanted);
        let person = match (word.strip_suffix('t'), wanted.strip_suffix('s')) {
            (Some(one), Some(other)) => one == other && one.len() > 2 && !one.ends_with(['a', 'e']),
            (_, _) => false,
        };
        GROUPS.iter().any(grouped) || self.said && person
    }

    /// The frame of a cue, from all of its words and which of them name a thing.
    pub(crate) fn of(words: &[Word], content: &[Word], named: &[bool]) -> Frame {
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let has = |list: &[&str]| texts.iter().any(|word| list.contains(word));
        let of_them = texts.len() > 1
            && texts.last().is_some_and(|last| is_in(OBJECTS, last))
            && !has(&["you", "tu"]);
        let of = |owner: Option<Role>, said: bool| Frame {
            owner,
            said,
            of_them,
        };
        if texts.iter().any(|word| SECOND_OWNERS.contains(word)) {
            return of(Some(Role::Possessor), true);
        }
        // « scares you », and not « how are you ».
        let last_you = matches!(texts[..], [.., before, "you"] if !is_in(HELPS, before));
        if has(&["tu", "vous"]) || has(&["you"]) && !last_you {
            return of(Some(Role::Subject), true);
        }
        if last_you || has(&["te", "t", "toi"]) {
            return of(Some(Role::Object), true);
        }
        if named.iter().all(|named| *named) {
            return of(None, false);
        }
        let owner = match texts.first().copied().unwrap_or_default() {
            first if is_in(INDEFINITE, first) => Some(Role::Object),
            "que" | "qu" if has(&["on"]) => Some(Role::Object),
            "que" | "qu" if !has(&["qui", "est"]) => Some(Role::Subject),
            "whom" => Some(Role::Subject),
            "qui" => Some(Role::Object),
            "who" => texts.get(1).and_then(|verb| {
                let finite = verb.ends_with('s') || verb.ends_with("ed") || is_in(PASTS, verb);
                let helps = is_in(HELPS, verb) || is_in(BEFORE_OBJECTS, verb);
                // Whoever quarrels with somebody is quarrelled with.
                match (helps || has(&["with", "avec"]), finite) {
                    (true, _) => None,
                    (false, true) => Some(Role::Object),
                    (false, false) => Some(Role::Subject),
                }
            }),
            _ if texts.iter().skip(1).any(|word| is_in(INDEFINITE, word)) => Some(Role::Subject),
            "could" | "can" | "did" | "does" | "has" | "had" | "have" => Some(Role::Subject),
            // « vouched for ».
            first if first.ends_with("ed") && texts.len() > 1 => Some(Role::Object),
            _ if of_them || content.len() == 1 && texts.len() == 1 => Some(Role::Subject),
            _ => None,
        };
        of(owner, false)
    }
}

/// What the places in a message say of a cue.
pub(super) enum Placed<'p, 'a> {
    /// These stand where its owner does.
    Owners(Vec<&'p Party<'a>>),
    /// Somebody else does it, and whoever is named does not.
    Another,
    /// Nothing.
    Open,
}

impl<'a> Heard<'a> {
    /// The word on which a question hangs: the first of its own that is neither a name nor a small word.
    fn hangs_on(&self, at: &[usize]) -> Option<usize> {
        let says = |place: &&usize| {
            self.mention(**place).is_none()
                && !self.is_function(**place)
                && !is_in(ENGLISH, self.text(**place))
                && !is_in(INDEFINITE, self.text(**place))
                && !matches!(
                    self.text(**place),
                    "quel" | "quelle" | "quels" | "quelles" | "combien" | "comment"
                )
        };
        at.iter().find(says).copied()
    }

    /// Whether a word belongs to the clause of another.
    fn is_with(&self, head: usize, place: usize) -> bool {
        self.part[head] == self.part[place] && !self.is_apart(&(place..place + 1), head)
    }

    /// Where a name begins, with its article and what describes it.
    fn start_of(&self, at: &Range<usize>) -> usize {
        let mut start = at.start;
        while start > 0
            && (DEFINITE.contains(&self.text(start - 1)) || self.is_adjective(start - 1))
            && self.mention(start - 1).is_none()
        {
            start -= 1;
        }
        start
    }

    /// Whether something before the head does it: a pronoun, « who », somebody, somebody who is named.
    fn has_subject(&self, head: usize, but: &Range<usize>) -> bool {
        let own = |place: usize| but.contains(&place);
        let pronoun = |place: usize| {
            let text = self.text(place);
            let joins = text == "t";
            !joins && is_in(PRONOUNS, text)
        };
        // « pense-t-il », « caches-tu ».
        let behind = (head + 1..self.words.len().min(head + 3))
            .take_while(|place| self.mention(*place).is_none() && self.is_with(head, *place))
            .any(|place| pronoun(place) && !is_in("you it on", self.text(place)));
        behind
            || (0..head).any(|place| {
                let text = self.text(place);
                let free = !own(place) && self.is_with(head, place);
                let owned = is_in(
                    BEFORE_OBJECTS,
                    self.before(self.start_of(&(place..place + 1)), 1),
                );
                let named = self.mention(place).is_some() || self.person[place];
                // « À qui », « de quoi », « for whom ».
                let asks = is_in(ASKED_SUBJECT, text) && !owned && !self.asks_object(head, place);
                free && (asks
                    || pronoun(place) && text != "it"
                    || is_in(INDEFINITE, text)
                    || named && !owned && self.text(place + 1) != "s")
            })
    }

    /// « Qui Josse protège-t-il », « who did you see »: « who » is what it is done to.
    fn asks_object(&self, head: usize, who: usize) -> bool {
        let helped = is_in(HELPS, self.text(who + 1)) && who + 2 < head;
        let mut between = who + 1..head;
        let named = between.any(|place| self.mention(place).is_some());
        let behind = (head + 1..head + 3).any(|place| {
            is_in("tu vous il elle ils elles", self.text(place)) && self.mention(place).is_none()
        });
        let thing = matches!(self.text(who), "what" | "which") && who + 1 < head;
        thing || named || behind || helped && self.text(who) != "qui"
    }

    /// The place that words have beside the head.
    fn role(&self, head: usize, at: &Range<usize>) -> Option<Role> {
        if !self.is_with(head, at.start) {
            return None;
        }
        let start = self.start_of(at);
        let before = self.before(start, 1);
        if self.text(at.end) == "s" && at.end <= head {
            return Some(Role::Possessor);
        }
        let helps = before == "a" && start == at.start && self.is_helper(start);
        let object = is_in(BEFORE_OBJECTS, before) && !helps;
        if at.start < head {
            // « was Rupert vouched for »: it is done to him.
            let passive = |place: usize| is_in("was were is are been", self.text(place));
            let done =
                self.text(head).ends_with("ed") && (start.saturating_sub(1)..head).any(passive);
            return Some(if object || done {
                Role::Object
            } else {
                Role::Subject
            });
        }
        if object {
            return Some(Role::Object);
        }
        let english = (0..self.words.len())
            .any(|place| self.is_with(head, place) && is_in(ENGLISH, self.text(place)));
        let does = !english && !self.has_subject(head, at);
        Some(if does { Role::Subject } else { Role::Object })
    }

    /// « qu'a Berthe à cacher »: that « a » is a verb.
    fn is_helper(&self, after: usize) -> bool {
        matches!(self.before(after, 2), "qu" | "quoi" | "que" | "qui")
    }

    /// Whether whoever a cue names stands in the message where the cue has them.
    pub(in crate::understand) fn fits(&self, at: &[usize], cue: &Cue) -> bool {
        let Some(head) = self.hangs_on(at) else {
            return true;
        };
        let inside = self.mentioned.iter().flatten();
        let mut inside = inside.filter(|mention| {
            let mut places = mention.at.clone();
            places.any(|place| at.contains(&place))
        });
        let moved = inside.any(|mention| {
            // Whoever is spoken to is not spoken of.
            let spoken_to = !self.others.contains(mention);
            let role = self.role(head, &mention.at);
            spoken_to || matches!(role, Some(Role::Subject | Role::Possessor))
        });
        !moved && (!cue.frame.of_them || self.is_about_them(head))
    }

    /// « what do you think of him »: nobody is named there.
    fn is_about_them(&self, head: usize) -> bool {
        let after = head + 1..self.words.len();
        let with = |place: &usize| self.is_with(head, *place);
        let pronoun = |place: usize| is_in(OBJECTS, self.text(place));
        let named = |place: usize| self.mention(place).is_some();
        let places: Vec<usize> = after.filter(with).collect();
        places.iter().any(|place| pronoun(*place)) && !places.iter().any(|place| named(*place))
    }

    /// Who stands where the owner of a cue does.
    pub(super) fn placed<'p>(
        &self,
        asked: &Asked,
        cues: &[&Cue],
        parties: &'p [Party<'a>],
    ) -> Placed<'p, 'a> {
        let Some(head) = self.hangs_on(asked.at) else {
            return Placed::Open;
        };
        let has = is_in(HAS, self.before(head, 1)) && asked.is_noun(head);
        let mut wanted: Vec<Role> = Vec::new();
        for cue in cues {
            match cue.frame.owner {
                // « a-t-il peur »: whoever has it.
                Some(Role::Possessor) | None if has => wanted.push(Role::Subject),
                // Of two between whom something is done, whoever does it.
                None if !asked.is_noun(head) && self.acts_on(head, parties) => {
                    wanted.push(Role::Subject);
                }
                Some(Role::Possessor) | None => return Placed::Open,
                Some(role @ (Role::Subject | Role::Object)) => wanted.push(role),
            }
        }
        let [first, rest @ ..] = &wanted[..] else {
            return Placed::Open;
        };
        if rest.iter().any(|role| role != first) {
            return Placed::Open;
        }
        let role = |party: &&Party| self.role(head, &party.at);
        let owners: Vec<&Party> = parties
            .iter()
            .filter(|party| role(party) == Some(*first))
            .collect();
        if !owners.is_empty() {
            return Placed::Owners(owners);
        }
        let by = |party: &&Party| match first {
            Role::Subject => self.has_subject(head, &party.at),
            Role::Object | Role::Possessor => true,
        };
        let said = cues.iter().any(|cue| cue.frame.said);
        let of = |party: &&Party| is_of(self.before(self.start_of(&party.at), 1));
        let elsewhere = parties.iter().any(|party| match role(&party) {
            Some(_) => by(&party) && (said || of(&party) || !self.is_you(head)),
            // « et Colin, que pense-t-il »: « il » is whoever was named before.
            None => self.has_subject(head, &party.at) && !self.is_said(head),
        });
        if elsewhere {
            Placed::Another
        } else {
            Placed::Open
        }
    }

    /// « Anselme a-t-il appris à lire à Colin ? »: whoever does it has nothing of it, it is for somebody else.
    pub(super) fn is_for_another(
        &self,
        asked: &Asked,
        may_have: &dyn Fn(&Mention) -> bool,
    ) -> bool {
        let Some(head) = self.hangs_on(asked.at) else {
            return false;
        };
        if !is_in(TEACHES, self.text(head)) {
            return false;
        }
        let last = asked.at[asked.at.len() - 1];
        let here = |place: &usize| self.is_with(head, *place);
        let mut after = (last + 1..self.words.len()).take_while(here);
        let mut before = (0..head).filter(here);
        after.any(|place| self.is_to_somebody(place, may_have))
            || before.any(|place| self.is_to_whom(place) || self.is_taught(place, head))
    }

    /// « à Colin », « aux enfants », « à ma fille ».
    fn is_to_somebody(&self, place: usize, may_have: &dyn Fn(&Mention) -> bool) -> bool {
        if !is_in("a au aux", self.text(place)) {
            return false;
        }
        let mut whom = place + 1;
        while is_in(DETERMINERS, self.text(whom))
            || self.possessive(whom).is_some()
            || self.is_adjective(whom) && self.mention(whom).is_none()
        {
            whom += 1;
        }
        let known = self.mention(whom);
        let somebody = is_in(INDEFINITE, self.text(whom)) || is_in("qui toi moi", self.text(whom));
        known.is_some_and(may_have)
            || known.is_none() && (somebody || self.person.get(whom) == Some(&true))
    }

    /// « À qui », « à quels enfants ».
    fn is_to_whom(&self, place: usize) -> bool {
        let asks = "qui quel quelle quels quelles lequel laquelle";
        is_in("a au aux auquel auxquels", self.text(place)) && is_in(asks, self.text(place + 1))
    }

    /// « lui a-t-il appris », « t'apprend »: a pronoun that is no subject stands before the verb or its helper.
    fn is_taught(&self, place: usize, head: usize) -> bool {
        const HAS_TAUGHT: &str = "a as ont avez avait avais avaient aura auras auraient";
        let (word, next) = (self.text(place), self.text(place + 1));
        let subject = is_in("nous vous", word) && is_in("avez avons aviez avions", next);
        let joins = word == "t" && is_in("il elle on ils elles", next);
        let before = place + 1 == head || is_in(HAS_TAUGHT, next) && place + 2 <= head;
        is_in(TAUGHT, word) && before && !subject && !joins
    }

    /// Whether one of those who are named does it, and another has it done to them.
    fn acts_on(&self, head: usize, parties: &[Party]) -> bool {
        let is = |role: Role| {
            parties
                .iter()
                .any(|party| self.role(head, &party.at) == Some(role))
        };
        is(Role::Subject) && is(Role::Object)
    }

    /// Whether a pronoun does it.
    fn is_said(&self, head: usize) -> bool {
        const SAID: &str = "il elle ils elles he she they";
        let said = |place: usize| self.is_with(head, place) && is_in(SAID, self.text(place));
        self.is_you(head) || (0..self.words.len()).any(said)
    }

    /// Whether whoever is spoken to does it.
    fn is_you(&self, head: usize) -> bool {
        (0..self.words.len())
            .any(|place| self.is_with(head, place) && is_in("tu vous you", self.text(place)))
    }
}
