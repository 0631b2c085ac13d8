//! A cue in its clause, and what the words around it do with it.

use super::lexicon::{
    DETERMINERS, DONE, FORBID, LIKED, LIKES, LONG_TIMES, NOT, OF, REPORTS, SUBJECTS, SUPPOSE, TELL,
    TO_TELL, TOLD, WAS, WHEN, WISHES,
};
use super::{Clauses, is_owner};
use crate::understand::whose::{self, is_in};
use crate::understand::{Cue, SECOND_OWNERS, is_small};
use std::ops::Range;

/// A cue where it stands.
pub(super) struct Here<'c, 'a> {
    pub(super) all: &'c Clauses<'a>,
    pub(super) at: &'c [usize],
    pub(super) clause: Range<usize>,
    /// The first word of its clause that says something.
    pub(super) start: usize,
    /// The cue is the name of a thing.
    pub(super) is_thing: bool,
    pub(super) cue: &'c Cue,
}

impl Here<'_, '_> {
    fn holds(&self, place: usize) -> bool {
        self.at.contains(&place)
    }

    fn is(&self, list: &str, place: usize) -> bool {
        self.all.is(list, place)
    }

    /// The words of the clause before the cue, but for its own.
    fn before(&self) -> impl Iterator<Item = usize> + Clone {
        let last = self.at[self.at.len() - 1];
        (self.clause.start..last).filter(|place| !self.holds(*place))
    }

    /// The words of the clause but for the cue's.
    fn others(&self) -> impl Iterator<Item = usize> + Clone {
        self.clause.clone().filter(|place| !self.holds(*place))
    }

    /// « je voudrais connaître … », « can you tell me … », « il faut que tu me dises … »: somebody of the two who speak
    /// wishes it told.
    pub(super) fn is_wish(&self) -> bool {
        let wishes = |place: usize| self.is(WISHES, place);
        let Some(wish) = self.before().find(|place| wishes(*place)) else {
            return false;
        };
        let wonders = self.is("wonder wondering demande", wish)
            && self
                .before()
                .any(|place| place < wish && self.is("i je", place));
        let tells = wonders
            || self
                .before()
                .any(|place| place >= wish && self.is(TO_TELL, place));
        let another = (self.start..wish).any(|place| {
            self.all.is_named(place) && !self.all.is_called(place)
                || self.is(
                    "he she they elle ils elles on everybody everyone somebody",
                    place,
                )
                || self.is("il", place) && !self.is("faut faudrait", place + 1)
        });
        let told =
            self.is("que qu", wish + 1) && !self.is("j aimerais veux voudrais faut faudrait", wish);
        tells && !another && !told
    }

    /// « tu as quel âge », with nobody who reports it.
    pub(super) fn asks_inside(&self) -> bool {
        let asks = |place: usize| self.is("quel quelle quels quelles quoi combien", place);
        let own = self.clause.clone().find(|place| asks(*place));
        own.is_some_and(|place| {
            let reports = |before: usize| {
                self.is(TELL, before) || self.is(TO_TELL, before) || self.is(REPORTS, before)
            };
            !(self.clause.start..place).any(reports)
        })
    }

    /// « oublie … », « ne me dis pas … », « anything but … », « no need to … ».
    pub(super) fn is_forbidden(&self) -> bool {
        let (all, start) = (self.all, self.start);
        let pronoun = self.is("me te se m t", start);
        let verb = if pronoun { start + 1 } else { start };
        let lets = self.is("laisse laissez", verb) && self.is("moi nous", verb + 1);
        if self.is(FORBID, verb) && !lets && !self.holds(verb) {
            return true;
        }
        let apart = |place: usize| {
            let text = |more: usize| all.text(place + more);
            match all.text(place) {
                "sauf" | "hormis" | "excepte" | "except" | "sans" | "without" => true,
                "but" => self.is("anything everything all", place.wrapping_sub(1)),
                "instead" | "enough" => text(1) == "of",
                "rather" => text(1) == "than",
                "plutot" | "chose" => matches!(text(1), "que" | "qu"),
                "assez" => matches!(text(1), "de" | "d"),
                "peu" | "qu" => matches!(text(1), "importe" | "importent"),
                "no" | "any" => text(1) == "need",
                "besoin" | "inutile" | "moque" | "fiche" | "fous" | "needn" => true,
                _ => false,
            }
        };
        if self
            .before()
            .any(|place| apart(place) && !self.is_wished(place))
        {
            return true;
        }
        self.before().any(|place| self.denies(place)) && !self.is_denied_question()
    }

    /// « j'ai besoin de savoir … ».
    fn is_wished(&self, place: usize) -> bool {
        self.all.text(place) == "besoin" && !self.before().any(|place| self.denies(place))
    }

    fn denies(&self, place: usize) -> bool {
        let not = self.is("pas jamais plus point inutile arrete", place);
        let ne = || {
            self.before()
                .any(|other| self.is("ne n pas inutile arrete", other))
        };
        let english = self.is(NOT, place) || self.is("can", place) && self.is("t", place + 1);
        not && ne() || english
    }

    /// « n'as-tu pas peur ? », « don't you have … ? », « didn't Rupert … ? »: asked all the same.
    fn is_denied_question(&self) -> bool {
        if self.is("pourquoi why", self.start) {
            return false;
        }
        let french = (self.start..self.clause.end).any(|place| {
            let subject = self.is("tu vous", place + 2)
                || self.is("t", place + 2) && self.is("il elle on", place + 3)
                || self.is("il elle on ils elles", place + 2);
            self.is("ne n", place) && subject
        });
        let helper = self.is(NOT, self.start) && !self.is("not never", self.start)
            || self.is("can", self.start);
        let subject = self.start + 2;
        let english = helper
            && self.is("t", self.start + 1)
            && (self.all.is_named(subject)
                || self.is("you he she they the anybody anyone somebody", subject));
        french || english
    }

    /// « si … », « if … », « suppose … », and not « tell me if … ».
    pub(super) fn is_supposed(&self) -> bool {
        if self.is(SUPPOSE, self.start) && !self.holds(self.start) {
            return true;
        }
        if self.is_suggested() {
            return false;
        }
        // « had Rupert an alibi, would you … », « would Rupert be guilty if he had … ».
        let would = |place: usize| self.is("would could might", place);
        let after = self.clause.end;
        let turned = self.is("had were should", self.start) && would(after);
        let later = self.at[self.at.len() - 1] + 1..self.clause.end;
        let unless = later.into_iter().any(|place| {
            self.is("if si unless", place)
                && (self.is(SUBJECTS, place + 1) || self.all.is_named(place + 1))
        });
        if turned || unless && would(self.start) && !self.is_wish() {
            return true;
        }
        self.before().any(|place| {
            let condition = self.is("si if unless", place)
                || self.is("s", place)
                    && self.is("il ils", place + 1)
                    && !self.is("te vous", place + 2);
            let next = place + 1;
            let subject = self.is(SUBJECTS, next)
                || self.is(DETERMINERS, next)
                || is_owner(self.all.text(next))
                || self.all.is_named(next);
            let mut asked = place;
            while asked > self.clause.start && self.is("moi me nous us m t te to", asked - 1) {
                asked -= 1;
            }
            let told = asked.checked_sub(1).is_some_and(|verb| {
                self.is(TELL, verb) || self.is(TO_TELL, verb) || self.is("wonder demande", verb)
            });
            condition && (subject || self.is("s", place)) && !told
        })
    }

    /// « et si tu me parlais de … ? »
    fn is_suggested(&self) -> bool {
        let verb = match self.is("me m nous", self.start + 2) {
            true => self.start + 3,
            false => self.start + 2,
        };
        self.is("si", self.start)
            && self.is("tu vous on nous", self.start + 1)
            && self.is(
                "parlais parliez parlait parlions racontais racontiez disais disiez",
                verb,
            )
    }

    /// What will be, or was another year, is not what is: « quel âge auras-tu », « who will … next ».
    pub(super) fn is_to_come(&self) -> bool {
        let all = self.all;
        self.others().any(|place| {
            let text = all.text(place);
            let asks_for =
                |from: usize| (from..from + 5).any(|at| self.is(TO_TELL, at) || self.is(TELL, at));
            // « the will », « Sir Ambrose's will ».
            let thing = place.checked_sub(1).is_some_and(|before| {
                self.is(DETERMINERS, before) || self.is("s", before) || is_owner(all.text(before))
            });
            let english =
                self.is("will shall", place) && !thing && !all.is_named(place) && !asks_for(place)
                    || text == "going" && self.is("to", place + 1) && !asks_for(place);
            let ends = ["rai", "ras", "ra", "rons", "rez", "ront"];
            let told = |stem: &str| {
                [
                    "dir",
                    "raconter",
                    "parler",
                    "avouer",
                    "pourr",
                    "voudr",
                    "expliquer",
                ]
                .contains(&stem)
            };
            let ending = ends.iter().find_map(|end| text.strip_suffix(end));
            let future = ending.is_some_and(|stem| stem.len() >= 2 && !told(&format!("{stem}r")));
            let beside = |at: usize| self.is("tu je il elle on nous vous ils elles t", at);
            let inverted =
                beside(place + 1) || place > 0 && self.is("tu je il elle on ils elles", place - 1);
            let common = self.is("aura auront sera seront fera feront deviendra", place);
            let later = self.is("demain tomorrow", place)
                || self.is("last next", place) && self.is(LONG_TIMES, place + 1)
                || self.is("dernier derniere prochain prochaine", place)
                    && place > 0
                    && self.is(LONG_TIMES, place - 1);
            english || later || future && (inverted || common)
        })
    }

    /// What is so now is asked, of another time.
    pub(super) fn is_then(&self) -> bool {
        self.cue.now && self.is_of_another_time()
    }

    /// « how old were you when … », « quel âge avait Berthe lors de … ».
    fn is_of_another_time(&self) -> bool {
        let past = self.others().any(|place| self.is(WAS, place));
        let when = self
            .others()
            .any(|place| place > self.start && self.is(WHEN, place));
        past && when
    }

    /// Whether something was told, or why, or who knows it, is not what was told.
    pub(super) fn is_of_the_telling(&self) -> bool {
        let why = self.is("pourquoi why", self.start)
            || self.is("quand when", self.start) && !self.holds(self.start);
        if why && !self.holds(self.start) {
            return true;
        }
        let whom = self.start + 1;
        let sends = self.is("demande demandez ask", self.start)
            && (self.is("a au", whom) || self.all.is_named(whom) || self.is("the", whom));
        if sends || self.is("how", self.start) && self.is("come", whom) {
            return true;
        }
        let counts = self.is("combien", self.start)
            || self.is("how", self.start) && self.is("many much", self.start + 1);
        let place = self.is("ou where", self.start);
        let has = self.is("qui who", self.start)
            && self.is("a ont has have had possede garde detient", self.start + 1);
        let noun = self.at.len() == 1 && self.is_thing;
        if noun && !self.holds(self.start) && (counts || place || has) || self.is_hindered() {
            return true;
        }
        self.before().any(|place| {
            let told = self.is(TOLD, place);
            let tells = told || self.is(TELL, place) || self.is(TO_TELL, place);
            let from = place.saturating_sub(4).max(self.clause.start);
            // « as-tu raconté », « did Rupert tell ».
            let helps = |helper: usize| {
                // « à me dire » is no « a dit ».
                self.is("have has had did ve", helper) || told && self.is(DONE, helper)
            };
            let done = tells
                && (from..place).any(|helper| {
                    helps(helper) && !self.is("to d", helper + 1) && !self.is_first(helper)
                });
            done || self.is("told said asked", place)
        })
    }

    /// « Maître Fervent »: that asks for no master.
    pub(super) fn is_a_title(&self) -> bool {
        let [only] = self.at else {
            return false;
        };
        self.all.is_named(*only)
            && self.all.is_named(*only + 1)
            && self.is(crate::mention::HONOURS, *only)
    }

    /// « qui t'a appris à lire ? » asks for whoever taught it, and not whether it was learned.
    pub(super) fn is_done_to_you(&self) -> bool {
        let asks = self.is("qui", self.start) && self.is("te t vous m me", self.start + 1);
        let does = self.cue.frame.owner == Some(whose::Role::Subject);
        asks && does && !self.holds(self.start)
    }

    /// « celui qui tient l'auberge », « the man who found him »: that says who somebody is.
    pub(super) fn is_relative(&self) -> bool {
        self.at.iter().any(|place| {
            let before = place
                .checked_sub(1)
                .map_or("", |before| self.all.text(before));
            let whom = is_in("celui celle ceux celles toi one those", before)
                || whose::is_person(before)
                    && !(self.all.apart && self.all.part(place - 1) != self.all.part(*place))
                || place.checked_sub(1).is_some_and(|before| {
                    self.all.is_named(before) && self.all.part(before) == self.all.part(*place)
                });
            self.is("qui who that", *place) && whom
        })
    }

    /// « aimes-tu le cheval du Duc », « Sir Ambrose's clocks »: whoever a cue names only has what is asked about.
    pub(super) fn is_of_a_thing_of(&self) -> bool {
        let all = self.all;
        self.at
            .iter()
            .filter(|place| all.is_named(**place))
            .any(|place| {
                let (mut start, mut end) = (*place, *place + 1);
                while all.is_named(end) {
                    end += 1;
                }
                while start > 0
                    && (all.is_named(start - 1) || self.is("le la les l the", start - 1))
                {
                    start -= 1;
                }
                let is_thing = |at: usize| {
                    let says = !is_small(all.text(at)) && !all.is_named(at) && !self.holds(at);
                    says && !self.is(SUBJECTS, at) && !self.is(whose::TIMES, at)
                };
                let has = self.is("s", end) && end + 1 < all.words.len() && {
                    let owned = end + 1;
                    is_thing(owned) || all.is_named(owned) && !self.holds(owned)
                };
                let of = start >= 2 && self.is("de du d des of", start - 1) && {
                    let thing = start - 2;
                    let determined = thing > 0
                        && (self.is(DETERMINERS, thing - 1) || is_owner(all.text(thing - 1)));
                    is_thing(thing) && determined
                };
                has || of
            })
    }

    /// « Ton fils a ton âge ? », « que pense Berthe de ton secret ? »: somebody else does something with it.
    pub(super) fn is_anothers_with_yours(&self) -> bool {
        let [only] = self.at else {
            return false;
        };
        let mut owner = only.saturating_sub(1);
        while owner > self.clause.start && self.is(whose::ADJECTIVES, owner) {
            owner -= 1;
        }
        let yours = SECOND_OWNERS.contains(&self.all.text(owner));
        yours
            && !self.is_wish()
            && !self.all.is_order(self.start)
            && (self.clause.start..owner).any(|place| {
                let before = place.checked_sub(1);
                let mut article = before;
                while article.is_some_and(|at| self.is("le la l les the", at)) {
                    article = article.and_then(|at| at.checked_sub(1));
                }
                let placed =
                    article.is_some_and(|at| self.is(OF, at) || self.is(whose::PREPOSITIONS, at));
                let named = self.all.is_named(place) && !self.all.is_called(place);
                let person = whose::is_person(self.all.text(place)) && !self.is("son", place);
                let called = self.all.part(place).len() <= 2;
                (named || person && !called) && !placed
                    || self.is("il elle he she they ils elles", place)
            })
    }

    /// « does Hobday know … », « qui connaît … »: somebody else knows it.
    pub(super) fn is_of_the_knowing(&self) -> bool {
        self.others().any(|place| {
            let from = place.saturating_sub(4).max(self.clause.start);
            let on = self.is("on t", place + 1) || place > 0 && self.is("on", place - 1);
            self.is("connait connaissent knows", place)
                || self.is("sait savent", place) && !on
                || self.is("know", place)
                    && (from..place).any(|helper| self.is_anothers(helper, place))
        })
    }

    /// « aimes-tu ton métier ? », « depuis quand fais-tu ce métier ? »: how somebody stands to a thing is asked, not
    /// the thing.
    pub(super) fn is_of_the_liking(&self) -> bool {
        let tells = |place: usize| self.is(TELL, place) || self.is(TO_TELL, place);
        if !self.is_thing || self.before().any(tells) {
            return false;
        }
        let since = self.is("depuis since", self.start)
            && self.is("combien quand when", self.start + 1)
            || self.is("how", self.start) && self.is("long", self.start + 1);
        let stands = |place: usize| {
            let near = place.saturating_sub(3).max(self.clause.start)..place;
            let you = near.clone().any(|other| self.is("tu vous you", other));
            self.is(LIKES, place) || you && self.is(LIKED, place)
        };
        since && !self.holds(self.start) || self.before().any(stands)
    }

    /// « à la naissance de … », « malgré ton âge … »: what is only named beside something that is asked.
    pub(super) fn is_beside(&self) -> bool {
        let [only] = self.at else {
            return false;
        };
        let mut start = *only;
        let described = |place: usize| {
            self.is(DETERMINERS, place) && !self.is("a", place)
                || is_owner(self.all.text(place))
                || self.is(whose::ADJECTIVES, place)
        };
        while start > self.clause.start && described(start - 1) {
            start -= 1;
        }
        let Some(before) = start.checked_sub(1).filter(|_| start < *only) else {
            return false;
        };
        let time = self.is("a au", before) && before > self.start && self.is(SUBJECTS, before - 1);
        // « in your view », unless it is asked so: « in your pocket ».
        let declared = || self.cue.text.split(' ').any(|word| self.is(word, before));
        let beside = self.is(
            "malgre despite depuis since before after avant apres",
            before,
        ) || self.is("in selon dans", before) && !declared();
        (time || beside) && before >= self.clause.start
    }

    /// « tu refuses de me dire … ? », « est-il interdit de demander … ? »
    fn is_hindered(&self) -> bool {
        const BETWEEN: &str =
            "me m te t nous lui leur de d a to y en pas ne n bien please perhaps que qu";
        self.before().filter(|place| self.is(TO_TELL, *place)).any(|place| {
            let mut verb = place;
            while verb > self.start && self.is(BETWEEN, verb - 1) {
                verb -= 1;
            }
            verb > self.start && self.is("refuses refusez refuse interdit defendu hesites hesitez hesitate forbidden forbid defends interdis", verb - 1)
        })
    }

    /// « does Hobday know », and not « do you know ».
    fn is_anothers(&self, helper: usize, verb: usize) -> bool {
        let you = (helper..verb).any(|place| self.is("you we", place));
        self.is("does do did can could", helper) && !you
    }

    fn is_first(&self, helper: usize) -> bool {
        helper > 0 && self.is("i j je", helper - 1)
    }

    /// « quel âge me donnes-tu », « how old do you think I am »: the speaker is what it is about.
    pub(super) fn is_of_the_speaker(&self) -> bool {
        let tells = |place: usize| {
            self.is(TELL, place) || self.is(TO_TELL, place) || self.is(WISHES, place)
        };
        let wished = self.before().any(tells);
        let acts = self.others().any(|place| {
            let near = place.saturating_sub(2)..place + 4;
            let wish = near
                .into_iter()
                .any(|at| at != place && tells(at) && !self.is("know think", at));
            self.is("je j i", place) && !wish
        });
        let asks = !self.all.is_order(self.start);
        // « que me caches-tu », « hiding from me »: told or not, it is somebody else's.
        let done_to = self.others().any(|place| {
            let given = self.holds(place + 1) && !self.is_thing
                || place > 0 && self.is("from to", place - 1);
            self.is("me m", place) && !given
        });
        acts || asks && done_to && !wished
    }
}
