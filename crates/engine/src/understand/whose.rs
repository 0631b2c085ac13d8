//! Whose it is that a message asks for, where several could be meant or somebody whom nobody knows: « ton fils »,
//! « the smith's wife », two names around what is asked. Whoever is not surely meant is asked back.

use super::clause::{Marks, is_telling};
use super::{
    Cue, FIRST, Person, SECOND, SECOND_OWNERS, THIRD, THIRD_OWNERS, Whom, is_of, is_small,
};
use crate::mention::Mention;
use logic::stem::Word;
use logic::value::Name;
use std::collections::BTreeSet;
use std::ops::Range;

mod roles;

use roles::Placed;
pub(super) use roles::{Frame, Role};

/// A message as words, with what each of them is.
pub(super) struct Heard<'a> {
    words: &'a [Word],
    /// The mention to which a word belongs, and whether somebody is spoken to by it.
    mentioned: Vec<Option<&'a Mention>>,
    others: &'a [&'a Mention],
    sentence: &'a [usize],
    /// The part between two marks.
    part: &'a [usize],
    person: Vec<bool>,
    /// Whether anything is asked for by this word.
    cued: Vec<bool>,
    /// What stands between other marks owns nothing here.
    apart: bool,
}

/// Who could be meant by a pronoun.
#[derive(Clone, Copy)]
pub(super) struct Speakers<'a> {
    /// Several where several are spoken to at once.
    pub you: &'a BTreeSet<Name>,
    pub topic: Option<&'a Name>,
    /// Who does something and to whom it is done is told apart.
    pub roles: bool,
    /// What is of a thing that nobody knows is nobody's: « the secret of good tea ».
    pub clauses: bool,
    /// « J'ai vu Berthe. Que faisais-tu … ? » asks nothing of Berthe.
    pub unmarked: bool,
    /// Somebody is called by name.
    pub called: bool,
    /// Somebody is called whom nobody knows.
    pub unknown: bool,
    /// « Did Rupert and Imogen hear anything? » asks of both.
    pub joined: bool,
    /// Whoever teaches somebody to read is not asked whether he can.
    pub taught: bool,
}

impl Speakers<'_> {
    fn you(&self) -> Whom {
        match self.you.is_empty() {
            true if self.unknown => Whom::Stranger(0..0),
            true => Whom::Nobody,
            false => Whom::These(self.you.clone()),
        }
    }
}

/// Where a cue stands in a message, and whether a word of it names a thing: « your secret », not « can you read ».
struct Asked<'a> {
    at: &'a [usize],
    noun: Vec<bool>,
    /// It is never anything else than a thing.
    only_noun: Vec<bool>,
}

impl<'a> Asked<'a> {
    fn of(words: &[Word], at: &'a [usize], cues: &[&Cue]) -> Asked<'a> {
        let noun = |place: &usize| cues.iter().any(|cue| cue.names(&words[*place]));
        let only_noun = |place: &usize| cues.iter().all(|cue| cue.names(&words[*place]));
        Asked {
            at,
            noun: at.iter().map(noun).collect(),
            only_noun: at.iter().map(only_noun).collect(),
        }
    }

    fn holds(&self, place: usize) -> bool {
        self.at.contains(&place)
    }

    fn is_noun(&self, place: usize) -> bool {
        let at = self.at.iter().position(|own| *own == place);
        at.is_some_and(|at| self.noun[at])
    }

    fn may_be_done(&self, place: usize) -> bool {
        let at = self.at.iter().position(|own| *own == place);
        at.is_some_and(|at| !self.only_noun[at])
    }
}

/// Somebody or something that is spoken of; without a mention it is no entity that is known.
struct Party<'a> {
    at: Range<usize>,
    known: Option<&'a Mention>,
}

/// Words for somebody who is no entity.
struct Stranger {
    at: Range<usize>,
    /// « she » may be this one.
    new: bool,
}

impl<'a> Heard<'a> {
    pub(super) fn new(
        marks: &'a Marks,
        words: &'a [Word],
        mentions: &'a [Mention],
        others: &'a [&'a Mention],
        cues: &[(Vec<usize>, Vec<&Cue>)],
        apart: bool,
    ) -> Heard<'a> {
        let mut cued = vec![false; words.len()];
        for place in cues.iter().flat_map(|(at, _)| at) {
            cued[*place] = true;
        }
        let mut mentioned = vec![None; words.len()];
        for mention in mentions {
            for place in mention.at.clone() {
                mentioned[place] = Some(mention);
            }
        }
        Heard {
            words,
            mentioned,
            others,
            sentence: &marks.sentence,
            part: &marks.part,
            person: words.iter().map(|word| is_person(&word.text)).collect(),
            cued,
            apart,
        }
    }

    /// « her habit »: somebody's who is neither here nor named.
    pub(super) fn is_anothers(&self, at: &[usize], cues: &[&Cue]) -> bool {
        let asked = Asked::of(self.words, at, cues);
        let strangers = self.strangers(&asked);
        self.possessor(&asked, &strangers) == Some(Person::Third)
    }

    /// Whose it is: what stands just at the cue decides, then whoever acts, then the only one who is spoken of.
    pub(super) fn whose(
        &self,
        at: &[usize],
        cues: &[&Cue],
        has: &dyn Fn(&Name, &Cue) -> bool,
        speakers: Speakers<'_>,
    ) -> Whom {
        let asked = Asked::of(self.words, at, cues);
        let mut strangers = self.strangers(&asked);
        if speakers.clauses {
            if let Some(about) = self.about(&asked) {
                return Whom::Stranger(about);
            }
            strangers.extend(self.things(&asked));
        }
        let parties = self.parties(&asked, &strangers);
        let compared = self.compares(&asked).then(|| self.all(&parties, speakers));
        if let Some(Some(all)) = compared {
            return all;
        }
        match self.possessor(&asked, &strangers) {
            Some(Person::Second) => return speakers.you(),
            Some(Person::First) => return Whom::Stranger(0..0),
            Some(Person::Third) | None => {}
        }
        if let Some(owner) = parties.iter().find(|party| self.owns(party, &asked)) {
            if speakers.clauses && parties.iter().any(|other| self.is_joined(owner, other)) {
                let both = |party: &&Party| party.at == owner.at || self.is_joined(owner, party);
                return self.these(&parties.iter().filter(both).collect::<Vec<_>>());
            }
            let thinks = |other: &&Party| other.at != owner.at && self.thinks(other, &asked);
            return match owner.known {
                Some(mention) if !parties.iter().any(|other| thinks(&other)) => {
                    Whom::These(mention.entities.clone())
                }
                Some(_) => Whom::Stranger(0..0),
                None => self.stranger(&owner.at),
            };
        }
        let has_it = |mention: &Mention| {
            let mut entities = mention.entities.iter();
            entities.any(|entity| cues.iter().any(|cue| has(entity, cue)))
        };
        if speakers.taught && self.is_for_another(&asked, &has_it) {
            return Whom::Stranger(0..0);
        }
        if speakers.roles {
            match self.placed(&asked, cues, &parties) {
                Placed::Owners(mut owners) => {
                    let with =
                        |party: &&Party| owners.iter().any(|owner| self.is_joined(owner, party));
                    if speakers.joined {
                        owners.extend(parties.iter().filter(with).collect::<Vec<_>>());
                    }
                    return self.these(&owners);
                }
                Placed::Another if !self.you_act(&asked, true) => return Whom::Stranger(0..0),
                Placed::Another | Placed::Open => {}
            }
        }
        if self.you_act(&asked, !parties.is_empty()) {
            return speakers.you();
        }
        let sentence = self.sentence[at[0]];
        let is_here = |place: usize| self.sentence[place] == sentence;
        let you_are_here = || {
            let mut own = (0..self.words.len()).filter(|place| is_here(*place));
            own.any(|place| is_in("tu vous you", self.text(place)))
        };
        if speakers.unmarked
            && !parties.iter().any(|party| is_here(party.at.start))
            && you_are_here()
        {
            return speakers.you();
        }
        if let Some(whom) = nearest(&parties, at, &has_it, speakers.clauses) {
            return match whom {
                Whom::Stranger(at) => self.stranger(&at),
                other @ (Whom::Nobody | Whom::These(_)) => other,
            };
        }
        self.pronoun(&asked, &strangers, speakers)
    }

    /// Whether « you » or « your » says whose it is: in « do you know who … » and « can you describe … » it does not.
    pub(super) fn is_yours(&self, at: &[usize], cues: &[&Cue]) -> bool {
        const OPENS: &str = "who whom what which where when why how qui que qu quoi quel quelle ou quand comment combien";
        let asked = Asked::of(self.words, at, cues);
        let strangers = self.strangers(&asked);
        if self.possessor(&asked, &strangers) == Some(Person::Second) || self.you_act(&asked, false)
        {
            return true;
        }
        let said = cues.iter().any(|cue| cue.frame.said);
        (0..self.words.len()).any(|place| {
            let text = self.text(place);
            let joins = text == "t" && is_in("il elle on ils elles", self.text(place + 1));
            let you = is_in("tu vous you toi te", text) && !joins;
            let asks_later = at
                .iter()
                .any(|own| *own > place && is_in(OPENS, self.text(*own)));
            let tells = (place + 1..at[0].max(place + 1)).any(|own| is_telling(self.text(own)));
            you && self.is_beside(place, &asked)
                && !self.only_knows(place, &asked)
                && !tells
                && (said || !asks_later)
        })
    }

    /// Whether somebody who is not named does it, or has it: « where does he sleep? »
    pub(super) fn is_theirs(&self, at: &[usize]) -> bool {
        let here = |place: &usize| self.sentence[at[0]] == self.sentence[*place];
        (0..self.words.len()).filter(here).any(|place| {
            is_in("he she they elle elles ils", self.text(place))
                || self.text(place) == "il"
                    && !is_in("y est", self.before(place, 1))
                    && self.before(place, 2) != "y"
        })
    }

    /// All of these, or whoever of them nobody knows.
    fn these(&self, parties: &[&Party]) -> Whom {
        let mut all = BTreeSet::new();
        for party in parties {
            match party.known {
                Some(mention) => all.extend(mention.entities.iter().cloned()),
                None => return self.stranger(&party.at),
            }
        }
        Whom::These(all)
    }

    /// « l'âge de Berthe et celui de Maud », « Rupert's and Imogen's alibis ».
    fn is_joined(&self, one: &Party, other: &Party) -> bool {
        let between = match one.at.end <= other.at.start {
            true => one.at.end..other.at.start,
            false => other.at.end..one.at.start,
        };
        let plain = |place: usize| {
            let text = self.text(place);
            is_in("et and ou or s celui celle ceux celles that those of", text)
                || is_of(text)
                || DEFINITE.contains(&text)
        };
        let joins = |place: usize| is_in("et and ou or", self.text(place));
        one.at != other.at
            && between.clone().all(plain)
            && between.clone().any(joins)
            && self.part[one.at.start] == self.part[other.at.start]
    }

    /// Whoever « she » or « you » is, where nobody is named.
    fn pronoun(&self, asked: &Asked, strangers: &[Stranger], speakers: Speakers<'_>) -> Whom {
        let one = |entity: Option<&Name>| match entity {
            Some(entity) => Whom::These(BTreeSet::from([entity.clone()])),
            None => Whom::Nobody,
        };
        let third = |place: usize| {
            let text = self.text(place);
            THIRD.contains(&text) && !self.is_english_son(place)
        };
        let here = || (0..self.words.len()).filter(|place| self.is_beside(*place, asked));
        let inside = |place: usize| strangers.iter().any(|known| known.at.contains(&place));
        let you = |place: &usize| {
            let text = self.text(*place);
            // « a-t-elle »: that t is nobody.
            let joins = text == "t"
                && matches!(self.text(place + 1), "il" | "elle" | "on" | "ils" | "elles");
            SECOND.contains(&text) && !joins && !inside(*place) && !self.only_knows(*place, asked)
        };
        let spoken_of = || match strangers.iter().find(|known| known.new) {
            Some(new) => self.stranger(&new.at),
            None => one(speakers.topic),
        };
        if self.possessor(asked, strangers) == Some(Person::Third) {
            return spoken_of();
        }
        if here().any(|place| you(&place)) {
            return speakers.you();
        }
        if here().any(|place| third(place) && !inside(place)) {
            return spoken_of();
        }
        // « Ça va, forgeron ? »
        let done = asked.only_noun.iter().all(|noun| !noun);
        match speakers.clauses && speakers.called && done {
            true => speakers.you(),
            false => Whom::Nobody,
        }
    }

    /// Somebody unknown. What is asked of « ton père » is not asked about fathers; « raconte ton passé » asks for
    /// the past.
    fn stranger(&self, at: &Range<usize>) -> Whom {
        let person = at.clone().any(|place| self.person[place]);
        Whom::Stranger(if person { at.clone() } else { 0..0 })
    }

    fn text(&self, place: usize) -> &str {
        self.words.get(place).map_or("", |word| word.text.as_str())
    }

    /// The word so many places before another.
    fn before(&self, place: usize, back: usize) -> &str {
        place.checked_sub(back).map_or("", |at| self.text(at))
    }

    fn mention(&self, place: usize) -> Option<&'a Mention> {
        self.mentioned.get(place).copied().flatten()
    }

    fn is_beside(&self, place: usize, asked: &Asked) -> bool {
        let mut own = asked.at.iter();
        own.any(|at| self.sentence[*at] == self.sentence[place])
    }

    /// « your son »: no « son » of French.
    fn is_english_son(&self, place: usize) -> bool {
        const BEFORE: &[&str] = &[
            "your", "my", "our", "his", "her", "their", "the", "s", "this", "that", "only",
            "eldest",
        ];
        self.text(place) == "son" && place > 0 && BEFORE.contains(&self.text(place - 1))
    }

    fn possessive(&self, place: usize) -> Option<Person> {
        let text = self.text(place);
        if self.is_english_son(place) {
            return None;
        }
        match text {
            "yours" => None,
            "our" => Some(Person::First),
            _ if FIRST.contains(&text) => Some(Person::First),
            _ if SECOND_OWNERS.contains(&text) => Some(Person::Second),
            _ if THIRD_OWNERS.contains(&text) => Some(Person::Third),
            _ => None,
        }
    }

    fn is_adjective(&self, place: usize) -> bool {
        let text = self.text(place);
        let superlative = text.len() > 5 && text.ends_with("est") && !self.person[place];
        is_in(ADJECTIVES, text) || superlative && !is_in(NO_SUPERLATIVES, text)
    }

    fn is_function(&self, place: usize) -> bool {
        let text = self.text(place);
        let english = self.is_english_son(place);
        !english && (is_small(text) || is_in(PREPOSITIONS, text) || is_in(FUNCTION, text))
    }

    /// The possessive that a cue has: « ton secret », « your darkest secret ».
    fn possessor(&self, asked: &Asked, strangers: &[Stranger]) -> Option<Person> {
        let inside = |place: usize| strangers.iter().any(|known| known.at.contains(&place));
        asked.at.iter().find_map(|place| {
            let mut at = *place;
            let mut unknown = 0;
            while at > 0 {
                at -= 1;
                if self.apart && self.part[at] != self.part[*place] {
                    return None;
                }
                if let Some(person) = self.possessive(at) {
                    return (!inside(at)).then_some(person);
                }
                let skips = self.is_adjective(at) || asked.holds(at);
                unknown += usize::from(!skips);
                let over = self.is_function(at) && !self.is_adjective(at) || inside(at);
                if over || unknown > 2 || self.mention(at).is_some() {
                    return None;
                }
            }
            None
        })
    }

    /// What a possessive or « 's » at this place belongs to, if that is no cue and nobody who is known.
    fn head(&self, from: usize, asked: &Asked) -> Option<usize> {
        let mut head = from + 1;
        while head + 1 < self.words.len() && self.is_adjective(head) && !asked.holds(head) {
            head += 1;
        }
        if head >= self.words.len() || asked.holds(head) || self.mention(head).is_some() {
            return None;
        }
        let text = self.text(head);
        let same_part = self.part[head] == self.part[from];
        if self.is_function(head) || is_in(ONESELF, text) || !same_part {
            return None;
        }
        // « your military past »: what stands before a thing that is asked for describes it.
        let describes = |next: usize| {
            asked.is_noun(next)
                && !self.person[head..next].iter().any(|person| *person)
                && (head + 1..next).all(|place| !self.is_function(place))
        };
        if (head + 1..=head + 2).any(describes) && self.text(head + 1) != "s" {
            return None;
        }
        // « your friend Hobday », « Lisette, ta fille ».
        let named =
            self.mention(head + 1).is_some() && self.part.get(head + 1) == Some(&self.part[head]);
        (!named).then_some(head)
    }

    fn strangers(&self, asked: &Asked) -> Vec<Stranger> {
        let mut found = Vec::new();
        for place in 0..self.words.len() {
            if let Some(person) = self.possessive(place)
                && !asked.holds(place)
                && let Some(head) = self.head(place, asked)
            {
                let beside = self.others.iter().any(|other| other.at.end == place);
                // « mon ami », alone between two marks, is whoever is spoken to.
                let part = self.part[place];
                let start = self.part.partition_point(|other| *other < part);
                let end = self.part.partition_point(|other| *other <= part);
                let alone = person == Person::First && (start, end) == (place, head + 1);
                if !beside && !alone {
                    found.push(Stranger {
                        at: place..head + 1,
                        new: true,
                    });
                }
            } else if self.person[place]
                && self.mention(place).is_none()
                && !asked.holds(place)
                && is_in(ARTICLES, self.before(place, 1))
                && !is_in(PREPOSITIONS, self.before(place, 2))
            {
                found.push(Stranger {
                    at: place - 1..place + 1,
                    new: ["un", "une", "a", "an"].contains(&self.before(place, 1)),
                });
            } else if self.is_subject(place, asked) {
                found.push(Stranger {
                    at: place - 1..place + 1,
                    new: false,
                });
            }
        }
        let mentions = self.mentioned.iter().flatten();
        let mut last = usize::MAX;
        for mention in mentions {
            let cue = mention.at.clone().any(|place| asked.holds(place));
            if cue || mention.at.start == last {
                continue;
            }
            last = mention.at.start;
            if self.text(mention.at.end) == "s"
                && let Some(head) = self.head(mention.at.end, asked)
            {
                found.push(Stranger {
                    at: mention.at.start..head + 1,
                    new: true,
                });
            }
            if let Some(start) = self.belongs(mention, asked) {
                found.push(Stranger {
                    at: start..mention.at.end,
                    new: true,
                });
            }
        }
        found
    }

    /// « what did you hear about the war »: something else was heard than what is asked.
    fn about(&self, asked: &Asked) -> Option<Range<usize>> {
        let last = asked.at[asked.at.len() - 1];
        let about = is_in("about of du de des", self.text(last + 1)) && !asked.is_noun(last);
        let place = self.thing(last + 2, last).filter(|_| about)?;
        is_in(DETERMINERS, self.text(place - 1)).then_some(place..place)
    }

    /// The thing that is named from here on, if nobody knows it.
    fn thing(&self, from: usize, part: usize) -> Option<usize> {
        let mut place = from;
        while is_in(ARTICLES, self.text(place)) || self.is_adjective(place) {
            place += 1;
        }
        let known = self.cued.get(place) != Some(&false) || self.mention(place).is_some();
        let oneself = is_in(ONESELF, self.text(place)) || is_in(TIMES, self.text(place));
        let free = !known && !oneself && !self.is_function(place);
        (free && self.part[place] == self.part[part]).then_some(place)
    }

    /// Things that nobody knows and of which something is asked: « the secret of good tea », « how old is this
    /// house », « what time is breakfast ».
    fn things(&self, asked: &Asked) -> Vec<Stranger> {
        const IS: &str = "is are was were est sont etait etaient a ont avait";
        const DONE: &str =
            "heard found done made used left seen taken kept told known said there here";
        let mut found = Vec::new();
        for place in asked.at {
            let mut start = place + 2;
            while DEFINITE.contains(&self.text(start)) {
                start += 1;
            }
            let of = is_of(self.text(place + 1)) && asked.is_noun(*place);
            if let Some(end) = self.thing(start, *place).filter(|_| of) {
                found.push(start..end + 1);
            }
        }
        let last = asked.at[asked.at.len() - 1];
        if is_in(IS, self.text(last + 1)) {
            let determined = is_in(DETERMINERS, self.text(last + 2));
            let ends = |end: &usize| self.part.get(end + 1) != Some(&self.part[last]);
            let bare = |end: &usize| {
                let text = self.text(*end);
                *end == last + 2
                    && !text.ends_with("ed")
                    && !text.ends_with("en")
                    && !is_in(DONE, text)
            };
            let subject = self
                .thing(last + 2, last)
                .filter(|end| ends(end) && (determined || bare(end)));
            found.extend(subject.map(|end| last + 2..end + 1));
        }
        let stranger = |at| Stranger { at, new: false };
        found.into_iter().map(stranger).collect()
    }

    /// « Did the cat bark? »: somebody unknown does what is asked about.
    fn is_subject(&self, place: usize, asked: &Asked) -> bool {
        const ASKS: &[&str] = &[
            "did", "does", "do", "was", "were", "is", "are", "has", "had", "have", "can", "could",
            "will", "would", "que",
        ];
        let unknown = !self.cued[place] && self.mention(place).is_none();
        unknown
            && !self.is_function(place)
            && !self.is_adjective(place)
            && asked.may_be_done(place + 1)
            && (1..=2).any(|back| {
                let plain = (1..back).all(|at| place >= at && !self.is_function(place - at));
                plain
                    && DEFINITE.contains(&self.before(place, back))
                    && ASKS.contains(&self.before(place, back + 1))
            })
    }

    /// Where « the wife of Josse » begins, which is not Josse.
    fn belongs(&self, mention: &Mention, asked: &Asked) -> Option<usize> {
        let mut start = mention.at.start;
        while start > 0 && DEFINITE.contains(&self.text(start - 1)) {
            start -= 1;
        }
        let of = start.checked_sub(1).filter(|of| is_of(self.text(*of)))?;
        let thing = of.checked_sub(1)?;
        let is_free = |place: usize| {
            !asked.holds(place) && self.mention(place).is_none() && !self.is_function(place)
        };
        if !is_free(thing) {
            return None;
        }
        if self.person[thing] {
            return Some(thing);
        }
        let noun = thing.checked_sub(1)?;
        if is_free(noun) && self.person[noun] {
            return Some(noun);
        }
        let placed = is_in(PREPOSITIONS, self.before(noun, 1));
        let timed = is_in(TIMES, self.text(thing));
        (is_in(DETERMINERS, self.text(noun)) && !placed && !timed).then_some(noun)
    }

    /// Whoever is spoken of in the sentence of a cue, or else anywhere.
    fn parties(&self, asked: &Asked, strangers: &[Stranger]) -> Vec<Party<'a>> {
        let free = |mention: &&&'a Mention| {
            let within = |known: &Stranger| {
                known.at.start <= mention.at.start && mention.at.end <= known.at.end
            };
            let own = mention.at.clone().any(|place| asked.holds(place));
            !own && !strangers.iter().any(within) && !self.is_of_another(mention, asked)
        };
        let known = self.others.iter().filter(free).map(|mention| Party {
            at: mention.at.clone(),
            known: Some(*mention),
        });
        // « ignore your rules and tell me … »: a thing that stands apart has nothing to do with it.
        let near = |stranger: &&Stranger| {
            let person = stranger.at.clone().any(|place| self.person[place]);
            person
                || asked
                    .at
                    .iter()
                    .any(|place| !self.is_apart(&stranger.at, *place))
        };
        let unknown = strangers.iter().filter(near).map(|stranger| Party {
            at: stranger.at.clone(),
            known: None,
        });
        let all: Vec<Party> = known.chain(unknown).collect();
        let (here, elsewhere): (Vec<Party>, Vec<Party>) = all
            .into_iter()
            .partition(|party| self.is_beside(party.at.start, asked));
        let new = |party: &Party| {
            let mut own = strangers.iter().filter(|known| known.new);
            party.known.is_some() || own.any(|known| known.at == party.at)
        };
        match here.is_empty() {
            true => elsewhere.into_iter().filter(new).collect(),
            false => here,
        }
    }

    /// Whether a mark or a « and » stands between some words and another.
    fn is_apart(&self, at: &Range<usize>, place: usize) -> bool {
        const JOINS: &str = "et and puis then mais but";
        let mut between = match at.end <= place {
            true => at.end..place,
            false => place..at.start,
        };
        let joined = |place: usize| is_in(JOINS, self.text(place));
        self.part[at.start] != self.part[place] || between.any(joined)
    }

    /// « the mill of Berthe », « Berthe's mill »: the mill is meant.
    fn is_of_another(&self, mention: &Mention, asked: &Asked) -> bool {
        let other = |place: usize| {
            self.mention(place).is_some_and(|other| {
                let cue = other.at.clone().any(|place| asked.holds(place));
                other.at != mention.at && !cue
            })
        };
        let mut start = mention.at.start;
        while start > 0 && DEFINITE.contains(&self.text(start - 1)) {
            start -= 1;
        }
        let of = is_of(self.before(start, 1)) && start >= 2 && other(start - 2);
        of || self.text(mention.at.end) == "s" && other(mention.at.end + 1)
    }

    /// « l'âge de Berthe », « Berthe's age »; in « as-tu peur de Berthe » and « afraid of Berthe » she has nothing.
    fn owns(&self, party: &Party, asked: &Asked) -> bool {
        const HAS: &[&str] = &[
            "a", "ai", "as", "ont", "avez", "avait", "avais", "avaient", "tu", "vous", "il",
            "elle", "on", "ils", "elles",
        ];
        let is_had = |place: &&usize| {
            let before = self.before(**place, 1);
            asked.is_noun(**place) && !HAS.contains(&before)
        };
        let behind = asked.at.iter().filter(is_had).any(|place| {
            let mut start = place + 2;
            while start < party.at.start && DEFINITE.contains(&self.text(start)) {
                start += 1;
            }
            is_of(self.text(place + 1)) && start == party.at.start
        });
        let end = party.at.end;
        let before = self.text(end) == "s" && (end + 1..=end + 3).any(|place| asked.holds(place));
        behind || before
    }

    /// « Que pense Berthe de … »: that is asked, and not what she thinks of.
    fn thinks(&self, party: &Party, asked: &Asked) -> bool {
        let around = [
            party.at.start.wrapping_sub(1),
            party.at.end,
            party.at.end + 1,
        ];
        let mut around = around.into_iter();
        let mut own = party.at.clone();
        let somebody = party.known.is_some() || own.any(|place| self.person[place]);
        somebody && around.any(|place| !asked.holds(place) && is_in(THINKS, self.text(place)))
    }

    /// « plus vieux que », « older than », « as old as ».
    fn compares(&self, asked: &Asked) -> bool {
        let here = |place: &usize| self.is_beside(*place, asked);
        (0..self.words.len()).filter(here).any(|place| {
            let goes_on = |at: usize| at + 1 < self.words.len();
            match self.text(place) {
                "than" => goes_on(place),
                "as" => self.text(place + 2) == "as" && goes_on(place + 2),
                "plus" | "moins" | "aussi" | "autant" => (place + 1..=place + 4)
                    .any(|at| matches!(self.text(at), "que" | "qu") && goes_on(at)),
                _ => false,
            }
        })
    }

    /// Everybody who is compared, if they are several.
    fn all(&self, parties: &[Party], speakers: Speakers<'_>) -> Option<Whom> {
        let mut all: BTreeSet<Name> = BTreeSet::new();
        for party in parties {
            let known = party
                .known
                .into_iter()
                .flat_map(|mention| &mention.entities);
            all.extend(known.cloned());
        }
        let you = self
            .words
            .iter()
            .any(|word| SECOND.contains(&word.text.as_str()));
        all.extend(speakers.you.iter().filter(|_| you).cloned());
        let stranger = parties.iter().find(|party| party.known.is_none());
        match stranger {
            Some(stranger) => Some(self.stranger(&stranger.at)),
            None => (all.len() > 1).then_some(Whom::These(all)),
        }
    }

    /// Whether « you » at this place is only asked whether it is known: « sais-tu », « can you tell me ».
    fn only_knows(&self, place: usize, asked: &Asked) -> bool {
        let knows = |at: usize| !asked.holds(at) && is_in(THINKS, self.text(at));
        let mut ahead = (place + 1..=place + 3).take_while(|at| !asked.holds(*at));
        place.checked_sub(1).is_some_and(knows) || ahead.any(knows)
    }

    /// Whether whoever is spoken to does what is asked about.
    fn you_act(&self, asked: &Asked, beside_others: bool) -> bool {
        const HELPS: &[&str] = &[
            "are", "were", "was", "did", "do", "have", "had", "has", "can", "could", "will",
            "would", "as",
        ];
        (0..self.words.len()).any(|place| {
            let text = self.text(place);
            let near = |at: &usize| {
                let apart = at.abs_diff(place);
                let between = at.max(&place) - 1;
                apart == 1 || apart == 2 && self.mention(between).is_none()
            };
            let object = match text {
                "tu" => false,
                "vous" | "you" => {
                    let before = self.before(place, 1);
                    let done = place > 0 && asked.holds(place - 1) && !HELPS.contains(&before);
                    let party =
                        place > 0 && (self.mention(place - 1).is_some() || self.person[place - 1]);
                    is_in(PREPOSITIONS, before) || beside_others && (text == "you" && done || party)
                }
                _ => true,
            };
            !object
                && self.is_beside(place, asked)
                && asked.at.iter().any(near)
                && !self.only_knows(place, asked)
        })
    }
}

/// The one who is nearest, and everybody else who could be meant as well.
fn nearest(
    parties: &[Party],
    at: &[usize],
    has_it: &dyn Fn(&Mention) -> bool,
    inside: bool,
) -> Option<Whom> {
    let (first, last) = (at[0], at[at.len() - 1]);
    let near = parties.iter().min_by_key(|party| {
        // « had Sir Ambrose against »: between two words of a cue.
        if inside && first < party.at.start && party.at.end <= last {
            return 0;
        }
        let behind = party.at.start.abs_diff(last);
        behind.min(first.abs_diff(party.at.end))
    })?;
    let Some(mention) = near.known else {
        return Some(Whom::Stranger(near.at.clone()));
    };
    let mut all = mention.entities.clone();
    if has_it(mention) {
        for party in parties {
            match party.known {
                None => return Some(Whom::Stranger(party.at.clone())),
                Some(other) if has_it(other) => all.extend(other.entities.iter().cloned()),
                Some(_) => {}
            }
        }
    }
    Some(Whom::These(all))
}

/// Whether a list of words holds one.
pub(crate) fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// Whether what follows a word is the name of a thing, which that word may only describe.
pub(super) fn names_next(word: &str, names: bool) -> bool {
    let owner = FIRST.contains(&word) || SECOND_OWNERS.contains(&word);
    let which = ["quel", "quelle", "quels", "quelles", "which", "du", "des"];
    let describes = names && is_in(ADJECTIVES, word);
    let determines = is_in(DETERMINERS, word) || which.contains(&word);
    owner || THIRD_OWNERS.contains(&word) || determines || describes
}

/// Whether a word is for people or animals.
pub(crate) fn is_person(word: &str) -> bool {
    let known = |word: &str| is_in(PEOPLE, word);
    known(word) || word.strip_suffix(['s', 'x']).is_some_and(known)
}

pub(super) const TITLES: &str = "mr mrs ms dr st m mme mlle";
const DEFINITE: &[&str] = &["le", "la", "les", "l", "the"];
const DETERMINERS: &str = "le la les l the un une ce cet cette this that";
const ARTICLES: &str = "le la les l the un une a an ce cet cette this that du des au";
pub(super) const PREPOSITIONS: &str = "\
    dans sur sous pendant lors depuis avant apres chez en avec pour contre vers par au aux \
    selon sans in at on during after before from to with near by for about against under since \
    into without behind beside over";
pub(super) const FUNCTION: &str = "\
    qui que qu quoi ou et ni ne n pas y t si when if that than who what which how where why \
    and or but not are be been has had have did does can could will would it this there here \
    ont";
pub(super) const ADJECTIVES: &str = "\
    ancien ancienne autre beau bel belle best bon bonne cher chere dark dead dear deep dernier \
    derniere deux dirty early elder eldest first good grand grande grands great gros grosse \
    jeune jeunes jolie large last late least little long longue mauvais mauvaise meilleur \
    meilleure moindre moins most new noir nouveau nouvelle old older oldest only own pauvre \
    petit petite petites petits pire plus poor premier premiere propre real sale same seul \
    seule sombre terrible tous tout toute triste true very veritable vieil vieille vieux vrai vraie worst \
    young";
const NO_SUPERLATIVES: &str = "forest harvest interest conquest request tempest";
/// What is of oneself is oneself.
pub(super) const ONESELF: &str = "\
    vie life coeur heart ame soul main mains hand hands bras arm arms visage face tete head \
    corps body jeunesse youth yeux oeil eye eyes joue cheek jambe leg dos back esprit mind \
    part side cote majeste majesty grace altesse highness excellence excellency lordship \
    ladyship honour honneur seigneurie";
pub(super) const TIMES: &str = "\
    nuit jour soir matin fois moment heure temps epoque night day evening morning time hour \
    lendemain veille";
/// What somebody does who is only asked or told about something.
pub(super) const THINKS: &str = "\
    pense penses pensez pensait croit crois croyez croyait sait sais savez savait connait \
    connais connaissez connaissait dit dis dites disait dire raconte racontes ignore soupconne \
    devine imagine imagines juge think thinks thought believe believes know knows knew known \
    say says said tell tells told guess suppose reckon suspect suspects wonder ignorez croire";
/// Words for people and animals.
const PEOPLE: &str = "\
    abbe abeille agneau aieul aieule amant amante ami amie amoureuse amoureux ancestor ancetre \
    ane animal apprenti apprentice associate associe associee aubergiste aunt avocat baby \
    bailiff bailli baker bandit baron baroness baronne bear beast bebe bee beggar berger \
    bergere bete biche bird bishop bitch boar boeuf bonne boss bouc boucher bouchere boulanger \
    boulangere bourreau boy boyfriend brebis brigand brother bucheron bull butcher butler calf \
    camarade canard capitaine captain carpenter cat cerf charpentier chasseur chat chaton \
    chatte chauffeur chef cheval chevalier chevre chicken chief chien chienne child children \
    chiot chirurgien chouette client cliente coachman cobbler cocher cochon cock colleague \
    collegue colporteur compagne compagnon companion comrade comte comtesse constable cook \
    copain copine coq corbeau cordonnier corneille count countess cousin cousine couturiere \
    cow crow cuisinier cuisiniere cure customer dad dame daughter deer demoiselle disciple \
    docteur doctor dog domestique donkey driver drunkard duc duchesse duck earl ecuyer eleve \
    enemy enfant ennemi ennemie epicier epouse epoux etranger etrangere eveque ewe executioner \
    facteur falcon famille family farmer father faucon femme fermier fermiere fiance fiancee \
    fille filleul filleule fils fish fisherman foal footman fox frere friend gamin gamine \
    garcon garde gardener gendarme gentleman girl girlfriend goat godfather godmother godson \
    goose gosse governess granddaughter grandfather grandmother grandparent grandson grocer \
    groom guard guest hare hawk hen hibou homme horse host hostess hote hotesse hound \
    housekeeper hunter husband inconnu inconnue innkeeper invite invitee ivrogne jardinier \
    jardiniere joiner judge juge jumeau jumeaux jumelle jument kid king kitten knight lady \
    lamb lapin lawyer lievre lion locataire lodger lord loup louve lover macon magpie maid \
    maire maitre maitresse maman man marchand marchande mare mari marquis marquise marraine \
    mason master mate mayor medecin men mendiant mendiante menuisier merchant mere meunier \
    mice miller mistress moine mom monk monkey monsieur mother mouse mouton mule mulet mum \
    neighbor neighbour nephew neveu niece nonne notaire notary nun nurse oie oiseau oncle ours \
    owl ox palefrenier papa parent parents parrain parrot parson partner patron patronne \
    paysan paysanne peasant pecheur pedlar pere perroquet pet physician pie pig poisson \
    policeman policier pony porc postman potier potter poulain poule poulet pretre prevot \
    priest prince princess princesse professeur pupil puppy queen rabbit rat raven reine \
    renard rival rivale robber roi rooster sacristain sanglier seamstress seigneur sergeant \
    sergent serpent servant servante serviteur sheep shepherd sheriff singe sister snake soeur \
    soldat soldier solicitor son sorcier sorciere souris sow spouse squire stepdaughter \
    stepfather stepmother stepson stranger student surgeon sweetheart tailleur tailor tante \
    taureau teacher tenant terrier thief tisserand tonnelier traveller truie tutor twin uncle \
    vache valet veau veuf veuve vicar vieillard voisin voisine voleur voleuse voyageur \
    voyageuse weaver widow widower wife witch wizard wolf woman women";
