//! What a clause says besides what is asked. « Where did Hobday hide the letter? » holds a cue, whoever it is about, and
//! a letter: the letter is no part of the question that is known, so that another thing is asked.
//!
//! Everything must be accounted for: by the cue, by whoever it is about or is called, by a word that is declared for
//! what is asked, by a time or a place that stands beside it, or as a word that only leads, wishes or is polite.

use super::lexicon::{
    ASKS, BESIDE, DETERMINERS, HOURS, JOINS, LEADS, LIGHT, NOT, OF, SUBJECTS, TELL, TO_TELL, WISHES,
};
use super::{Clauses, is_owner};
use crate::mention::{HONOURS, Mention};
use crate::understand::whose::{self, is_in, is_person};
use crate::understand::{SECOND_OWNERS, THIRD_OWNERS, is_small};
use logic::stem::Word;
use logic::value::Name;
use std::collections::BTreeSet;
use std::ops::Range;

/// What accounts for words of a clause besides the words of a cue.
pub(in crate::understand) struct Account<'a> {
    pub mentions: &'a [Mention],
    /// The mentions by which somebody is called.
    pub called: &'a [usize],
    /// Whoever it is about.
    pub meant: &'a BTreeSet<Name>,
    /// « You » is one of them.
    pub yours: bool,
    /// A value of what is asked may be named: « do you suspect Rupert? »
    pub refers: bool,
    /// A cue calls somebody who does it: « te souviens-tu », and not « peur ».
    pub does: bool,
    /// Words that are declared for what is asked.
    pub declared: &'a dyn Fn(&Word) -> bool,
    /// Names by which anything is asked of the same: « think of Sir Ambrose ».
    pub standing: &'a dyn Fn(&Word) -> bool,
    /// Words by which something else is asked.
    pub taken: &'a dyn Fn(usize) -> bool,
}

impl Clauses<'_> {
    /// Whether everything in the clause of a cue is accounted for.
    pub(in crate::understand) fn is_accounted(&self, at: &[usize], account: &Account) -> bool {
        let clause = self.clause(at);
        if self.is_opinion(at) || self.is_put_otherwise(&clause, at, account) {
            return false;
        }
        clause
            .clone()
            .filter(|place| !at.contains(place))
            .all(|place| {
                let mention = account.mentions.iter().enumerate();
                let mut own = mention.filter(|(_, mention)| mention.at.contains(&place));
                match own.next() {
                    Some((which, mention)) => {
                        account.called.contains(&which)
                            || mention.at.clone().any(|place| at.contains(&place))
                            || self.is_named_well(mention, at, &clause, account)
                    }
                    None => {
                        !self.asks_within(place, at)
                            && !self.is_done_to_you(place, at, account)
                            && (self.is_said(place, at, account)
                                || self.is_predicate(place, &clause)
                                || self.is_joined_to(place, at))
                    }
                }
            })
    }

    /// Whether somebody who is named stands where that adds no other question: the owner, a value, or beside a
    /// preposition; « did Rupert see Imogen » is about Imogen.
    fn is_named_well(
        &self,
        mention: &Mention,
        at: &[usize],
        clause: &Range<usize>,
        account: &Account,
    ) -> bool {
        let owner = mention
            .entities
            .iter()
            .any(|entity| account.meant.contains(entity));
        let declared = || {
            let mut own = mention.at.clone();
            own.any(|place| (account.standing)(&self.words[place]))
        };
        if owner || account.refers || declared() {
            return true;
        }
        let mut start = mention.at.start;
        while start > 0
            && (self.is(DETERMINERS, start - 1) && !self.is("a", start - 1)
                || is_owner(self.text(start - 1))
                || self.is(whose::ADJECTIVES, start - 1)
                || self.is(HONOURS, start - 1))
        {
            start -= 1;
        }
        let before = start.checked_sub(1);
        // « le secret de Berthe Josse ».
        let end = mention.at.end;
        let behind_owner = end == clause.end
            && account.mentions.iter().any(|other| {
                let mut own = other.entities.iter();
                other.at.end == mention.at.start && own.any(|one| account.meant.contains(one))
            });
        // « does Berthe owe Josse anything? »
        let given = |before: usize| {
            let thing = end + 1 == clause.end && !self.is_named(end);
            at.contains(&before)
                && thing
                && (self.is(BESIDE, end)
                    || self.is(LIGHT, end)
                    || (account.declared)(&self.words[end]))
        };
        behind_owner
            || before.is_some_and(|before| {
                given(before)
                    || self.is_placed(before, at, account) && !self.is("with avec", before)
            })
    }

    /// Whether a preposition leads to what is only beside: « peur de Maud », and not « te souviens-tu de Maud ».
    fn is_placed(&self, before: usize, at: &[usize], account: &Account) -> bool {
        const OF_WHOM: &str = "de du d des of";
        let mut verb = before;
        while verb > 0 && self.is("tu vous you t il elle", verb - 1) {
            verb -= 1;
        }
        let done = account.does && verb > 0 && at.contains(&(verb - 1));
        self.is(OF_WHOM, before) && !done
            || !self.is(OF_WHOM, before)
                && (self.is(OF, before) || self.is(whose::PREPOSITIONS, before))
    }

    /// « who do you think killed him »: what somebody believes is asked.
    pub(in crate::understand) fn is_opinion(&self, at: &[usize]) -> bool {
        const BELIEVES: &str = "\
            think thinks believe believes suppose supposes reckon reckons guess suspect suspects imagine penses pensez \
            pense crois croyez croit imagines imaginez soupconnes soupconnez";
        (at[0]..at[at.len() - 1]).any(|place| !at.contains(&place) && self.is(BELIEVES, place))
    }

    /// « where did Hobday hide … »: when, where or how somebody does what is asked is another question.
    fn is_put_otherwise(&self, clause: &Range<usize>, at: &[usize], account: &Account) -> bool {
        const HOW: &str = "where when why how ou quand pourquoi comment";
        let thinks = at.iter().all(|place| self.is(whose::THINKS, *place));
        let Some(first) = clause.clone().find(|place| self.is(ASKS, *place)) else {
            return false;
        };
        !at.contains(&first)
            && !(account.declared)(&self.words[first])
            && (account.does && self.is(HOW, first) || thinks && self.is("who whom qui", first))
    }

    /// « was the window forced? », « is the lock intact? »
    fn is_predicate(&self, place: usize, clause: &Range<usize>) -> bool {
        const BE: &str = "is are was were est sont etait etaient es etes";
        let last = place + 1 == clause.end || self.is(whose::PREPOSITIONS, place + 1);
        let free = place > clause.start
            && !self.is(DETERMINERS, place - 1)
            && !is_owner(self.text(place - 1));
        let is = (clause.start..place).take(3).any(|at| self.is(BE, at));
        last && free && is
    }

    /// « peur ou faim ».
    fn is_joined_to(&self, place: usize, at: &[usize]) -> bool {
        place > 1
            && (self.is(JOINS, place - 1) || self.is("ou", place - 1))
            && at.contains(&(place - 2))
    }

    /// Whether another question begins inside a clause, behind the words of a cue: « say where … », « see who … »,
    /// « afraid that … ».
    fn asks_within(&self, place: usize, at: &[usize]) -> bool {
        const WITHIN: &str = "\
            qui que qu quel quelle quand comment pourquoi combien what who whom whose where when why how which \
            that if whether lorsque pendant_que parce because";
        let joined = (1..=2).any(|back| place >= back && self.is("et and puis", place - back));
        let timed = self.is("that", place) && self.is(whose::TIMES, place + 1);
        let happened =
            self.is("s", place + 1) && self.is("est", place + 2) || self.is("happened", place + 1);
        let asks = !joined && !timed && !happened && self.is(WITHIN, place)
            || !joined
                && self.is("ou", place)
                && self.is(
                    "te t tu il elle on est etait etais se s a ont sont vous",
                    place + 1,
                );
        // « c'est quoi ton secret », « qu'est-ce que tu caches ».
        let late = place > at[0];
        let only = self.is("que qu", place)
            && (self.is("est ce", place + 1) || place > 0 && self.is("ce est plus", place - 1));
        asks && late && !only
    }

    /// « did Hobday see you »: it is about you, and Hobday's.
    fn is_done_to_you(&self, place: usize, at: &[usize], account: &Account) -> bool {
        const HELPS: &str = "are were was did do have had has can could will would is";
        let Some(before) = place.checked_sub(1) else {
            return false;
        };
        self.text(place) == "you"
            && !account.yours
            && at.contains(&before)
            && !self.is(HELPS, before)
    }

    /// Whether a word that is nobody's name is one of those that say nothing else.
    fn is_said(&self, place: usize, at: &[usize], account: &Account) -> bool {
        const LISTS: [&str; 16] = [
            ASKS,
            LEADS,
            DETERMINERS,
            OF,
            TELL,
            TO_TELL,
            WISHES,
            SUBJECTS,
            BESIDE,
            LIGHT,
            HOURS,
            NOT,
            whose::FUNCTION,
            whose::PREPOSITIONS,
            whose::ADJECTIVES,
            whose::THINKS,
        ];
        let text = self.text(place);
        let manner = text.len() > 5 && ["ly", "ment", "est"].iter().any(|end| text.ends_with(end));
        manner
            || is_small(text)
            || LISTS.iter().any(|list| is_in(list, text))
            || self.is(whose::TIMES, place)
            || self.is(whose::ONESELF, place)
            || self.is(HONOURS, place) && (self.is_named(place + 1) || self.is_named(place + 2))
            || text.len() == 1
            || text.bytes().all(|byte| byte.is_ascii_digit())
            || (account.declared)(&self.words[place])
            || (account.taken)(place)
            || self.is_of_somebody(place, at, account)
            || self.is_complement(place, at, account)
            || self.is_describing(place, at, account)
    }

    /// « ton plus lourd secret », “your darkest childhood secret”.
    fn is_describing(&self, place: usize, at: &[usize], account: &Account) -> bool {
        let before = place.checked_sub(1);
        let led = before.is_some_and(|before| {
            is_owner(self.text(before))
                || self.is(DETERMINERS, before)
                || self.is(whose::ADJECTIVES, before)
                || self.text(before).ends_with("est")
        });
        !account.does && at.contains(&(place + 1)) && led
    }

    /// « peur de la mort ».
    fn is_complement(&self, place: usize, at: &[usize], account: &Account) -> bool {
        let mut start = place;
        while start > 0 && self.is("le la les l the", start - 1) {
            start -= 1;
        }
        let of = start
            .checked_sub(1)
            .filter(|of| self.is("de du d des of", *of));
        of.is_some_and(|of| of > 0 && at.contains(&(of - 1)) && self.is_placed(of, at, account))
    }

    /// « from your window », « pour ta fille », « à ta femme »: what belongs to somebody, beside a preposition.
    fn is_of_somebody(&self, place: usize, at: &[usize], account: &Account) -> bool {
        let mut start = place;
        while start > 0 && self.is(whose::ADJECTIVES, start - 1) && !at.contains(&(start - 1)) {
            start -= 1;
        }
        let owner = start.checked_sub(1).map_or("", |before| self.text(before));
        let owned = SECOND_OWNERS.contains(&owner) || THIRD_OWNERS.contains(&owner);
        let person = is_person(self.text(place));
        let placed = |back: usize| {
            let before = start.checked_sub(back);
            before.is_some_and(|before| self.is_placed(before, at, account))
        };
        owned && placed(2) || person && (placed(2) || placed(1))
    }
}
