//! What a clause does with the words of a question: asks for it, tells it, forbids it, supposes it, or asks something
//! else of it.
//!
//! « Forget who did it », « Josse t'a raconté son passé », « if Rupert is guilty … » hold the words of a cue and ask
//! for nothing. None of this is known by what is spoken of: where a verb, a denial, a condition, a time or the speaker
//! stands beside the cue decides, whatever the words of the world are.

use super::{Cue, FIRST, SECOND_OWNERS, SPREAD, THIRD_OWNERS, is_small, whose};
use crate::mention::Mention;
use here::Here;
use lexicon::{
    ASKS, BESIDE, DETERMINERS, FORBID, JOINS, LEADS, OF, REACH, SAYINGS, SUBJECTS, TELL, TO_TELL,
    WISHES,
};
use logic::stem::Word;
use std::ops::Range;
use whose::is_in;

mod accounted;
mod here;
mod lexicon;

pub(super) use accounted::Account;

/// Where marks divide a message.
pub(super) struct Marks {
    /// The sentence to which each word belongs.
    pub sentence: Vec<usize>,
    /// The part between two marks.
    pub part: Vec<usize>,
    /// What ends each sentence.
    ends: Vec<char>,
    /// Whether a word stands between quotation marks.
    quoted: Vec<bool>,
    /// Whether a sentence sets something: « case.culprit = hobday ».
    sets: Vec<bool>,
}

impl Marks {
    pub(super) fn of(message: &str, words: usize) -> Marks {
        let (mut ends, mut sets) = (Vec::new(), Vec::new());
        let mut numbered = |ends_here: &dyn Fn(&str, char) -> bool, keeps: bool| {
            let (mut numbers, mut number, mut part) = (Vec::new(), 0, String::new());
            let mut marks = message.chars().chain(['\n']).peekable();
            while let Some(mark) = marks.next() {
                // « case.culprit » is one thing.
                let inside = mark == '.' && marks.peek().is_some_and(|next| next.is_alphanumeric());
                if mark == '\n' || !inside && ends_here(&part, mark) {
                    let own = logic::text::words(&part).len();
                    numbers.extend(std::iter::repeat_n(number, own));
                    number += 1;
                    if keeps {
                        ends.push(mark);
                        sets.push(part.contains('='));
                    }
                    part.clear();
                } else {
                    part.push(mark);
                }
            }
            numbers.resize(words, number);
            numbers
        };
        let is_title = |part: &str| {
            let last = part.rsplit([' ', '\'', '’']).next().unwrap_or_default();
            is_in(whose::TITLES, &logic::text::fold(last))
        };
        let sentence = numbered(
            &|part, mark| match mark {
                '.' => !is_title(part),
                _ => "?!;…？".contains(mark),
            },
            true,
        );
        let part = numbered(
            &|part, mark| match mark {
                '.' => !is_title(part),
                _ => "?!;:,…？".contains(mark),
            },
            false,
        );
        Marks {
            sentence,
            part,
            ends,
            quoted: quoted(message, words),
            sets,
        }
    }

    /// As if marks stood around these words.
    pub(super) fn set_apart(&mut self, at: &Range<usize>) {
        for (place, part) in self.part.iter_mut().enumerate() {
            *part += usize::from(place >= at.start) + usize::from(place >= at.end);
        }
    }
}

fn quoted(message: &str, words: usize) -> Vec<bool> {
    let (mut all, mut inside, mut run) = (Vec::new(), false, String::new());
    for mark in message.chars().chain(['"']) {
        let next = match mark {
            '«' | '“' => true,
            '»' | '”' => false,
            '"' => !inside,
            _ => {
                run.push(mark);
                continue;
            }
        };
        all.extend(std::iter::repeat_n(inside, logic::text::words(&run).len()));
        run.clear();
        inside = next;
    }
    all.resize(words, false);
    all
}

/// What becomes of the words of a cue in a clause.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Put {
    Asked,
    /// Told, forbidden, supposed, or asked of something else.
    Aside,
    /// Whether somebody else knows it is asked.
    Unclear,
}

/// A message as clauses.
pub(super) struct Clauses<'a> {
    words: &'a [Word],
    mentioned: Vec<bool>,
    marks: &'a Marks,
    /// What somebody thinks of a thing is told apart from the thing.
    liked: bool,
    /// « Prévôt, qui servez-vous ? »: whoever is called is not described.
    apart: bool,
}

impl<'a> Clauses<'a> {
    pub(super) fn new(
        words: &'a [Word],
        mentions: &[Mention],
        marks: &'a Marks,
        liked: bool,
        apart: bool,
    ) -> Clauses<'a> {
        let mut mentioned = vec![false; words.len()];
        for place in mentions.iter().flat_map(|mention| mention.at.clone()) {
            mentioned[place] = true;
        }
        Clauses {
            words,
            mentioned,
            marks,
            liked,
            apart,
        }
    }

    /// Whether the words of a cue that stand here are asked for.
    pub(super) fn put(&self, at: &[usize], cue: &Cue) -> Put {
        let (first, last) = (at[0], at[at.len() - 1]);
        if self.marks.sentence[first] != self.marks.sentence[last] {
            return Put::Aside;
        }
        let clause = self.clause(at);
        let here = Here {
            all: self,
            at,
            start: self.head(clause.start, clause.end),
            is_thing: cue.named.iter().all(|named| *named),
            clause,
            cue,
        };
        let asked = self.is_raised(&here)
            && !here.is_forbidden()
            && !here.is_supposed()
            && !here.is_to_come()
            && !here.is_then()
            && !here.is_of_the_telling()
            && !here.is_of_the_speaker()
            && !here.is_beside()
            && !self.is_cited(at)
            && !here.is_a_title()
            && !here.is_done_to_you()
            && !here.is_relative()
            && !(self.liked && here.is_of_the_liking())
            && !self.is_said_so(at, cue);
        let unclear =
            here.is_of_the_knowing() || here.is_anothers_with_yours() || here.is_of_a_thing_of();
        match (asked, asked && unclear) {
            (true, false) => Put::Asked,
            (true, true) => Put::Unclear,
            (false, _) => Put::Aside,
        }
    }

    fn text(&self, place: usize) -> &str {
        self.words.get(place).map_or("", |word| word.text.as_str())
    }

    fn is(&self, list: &str, place: usize) -> bool {
        is_in(list, self.text(place))
    }

    fn is_named(&self, place: usize) -> bool {
        self.mentioned.get(place).copied().unwrap_or(false)
    }

    fn part(&self, place: usize) -> Range<usize> {
        let part = self.marks.part[place];
        let start = self.marks.part.partition_point(|other| *other < part);
        let end = self.marks.part.partition_point(|other| *other <= part);
        start..end
    }

    fn sentence(&self, place: usize) -> Range<usize> {
        let sentence = self.marks.sentence[place];
        let own = |other: &usize| *other < sentence;
        let start = self.marks.sentence.partition_point(own);
        let end = self
            .marks
            .sentence
            .partition_point(|other| *other <= sentence);
        start..end
    }

    /// The clause in which a cue stands: between two marks or a word that joins two clauses, and over what was put
    /// between marks where nothing of its own opens it: « ne me dis pas, Aldric, ton secret ».
    fn clause(&self, at: &[usize]) -> Range<usize> {
        let (first, last) = (at[0], at[at.len() - 1]);
        let mut part = self.part(first);
        part.end = part.end.max(self.part(last).end);
        for place in (part.start + 1..first).rev() {
            if self.is(JOINS, place) && self.opens(place + 1) {
                part.start = place + 1;
                break;
            }
        }
        for place in last + 1..part.end {
            if self.is(JOINS, place) && self.opens(place + 1) {
                part.end = place;
                break;
            }
        }
        let sentence = self.sentence(first);
        while part.start > sentence.start && !self.opens(first) && self.is_bare(part.start..first) {
            part.start = self.part(part.start - 1).start;
        }
        // « ton secret, Berthe le connaît-elle ? »
        let again = part.end < sentence.end
            && self.is_bare(part.start..first)
            && (part.end..self.part(part.end).end)
                .any(|place| self.is("le la l les en y", place) && !self.is_named(place + 1));
        if again && last + 1 == part.end {
            part.end = self.part(part.end).end;
        }
        part.start.max(first.saturating_sub(REACH))..part.end.min(last + REACH)
    }

    /// Whether a clause begins here.
    fn opens(&self, place: usize) -> bool {
        let after = if self.is("ne n", place) {
            place + 1
        } else {
            place
        };
        let pronoun = self.is("me te se m t s lui leur", after) && !self.is_named(after);
        let verb = if pronoun { after + 1 } else { after };
        self.is(ASKS, place)
            || self.is(TELL, verb)
            || self.is(FORBID, verb)
            || self.is(SUBJECTS, verb)
    }

    /// Whether these words only lead to what follows: articles, owners, names, greetings.
    fn is_bare(&self, at: Range<usize>) -> bool {
        at.into_iter().all(|place| {
            let owner = is_owner(self.text(place));
            let leads = self.is(LEADS, place) || self.is(DETERMINERS, place) || self.is(OF, place);
            owner || leads || self.is_named(place) || self.is(whose::ADJECTIVES, place)
        })
    }

    /// The first word of a clause that is no greeting, no name that is called and no « and ».
    fn head(&self, start: usize, end: usize) -> usize {
        let mut head = start;
        while head < end {
            let polite = |words: &[&str]| {
                let mut own = words.iter().enumerate();
                own.all(|(more, word)| self.text(head + more) == *word)
            };
            let spoken_to = self.is_named(head) && self.is_called(head);
            head += match () {
                () if polite(&["s", "il", "te", "plait"])
                    || polite(&["s", "il", "vous", "plait"]) =>
                {
                    4
                }
                () if polite(&["if", "you", "please"]) || polite(&["ecoute", "moi", "bien"]) => 3,
                () if self.is(LEADS, head) || spoken_to => 1,
                () if self.is("le la l the", head)
                    && self.is_named(head + 1)
                    && self.is_called(head + 1) =>
                {
                    1
                }
                () => break,
            };
        }
        head.min(end.saturating_sub(1))
    }

    /// Whether whoever is named here is called: a mark follows, or « -moi » of an order.
    fn is_called(&self, place: usize) -> bool {
        let mut end = place;
        while self.is_named(end) {
            end += 1;
        }
        let marked = end >= self.words.len() || self.marks.part[end] != self.marks.part[place];
        let ordered = self.is(TELL, end) && self.is("moi nous me us", end + 1);
        marked || ordered
    }

    /// Whether anything is asked or asked for where a cue stands: a question, a request, a wish to know, or the name
    /// of a thing alone.
    fn is_raised(&self, here: &Here) -> bool {
        let sentence = self.sentence(here.at[0]);
        let mark = self.marks.ends.get(self.marks.sentence[here.at[0]]);
        let mark = mark.copied().unwrap_or('\n');
        if mark == '!' && self.is_cry(self.head(sentence.start, sentence.end)) {
            return false;
        }
        if matches!(mark, '?' | '？') {
            return true;
        }
        if self.marks.sets.get(self.marks.sentence[here.at[0]]) == Some(&true) {
            return false;
        }
        let asks = |head: usize| self.is(ASKS, head) || self.is_order(head);
        if asks(here.start) || here.is_wish() || here.asks_inside() {
            return true;
        }
        // « les crimes du Duc, parle-m'en »; « le passé de Berthe ».
        let rest = |place: &usize| !here.at.contains(place);
        let near = sentence.start.max(here.at[0].saturating_sub(REACH))
            ..sentence.end.min(here.at[here.at.len() - 1] + REACH);
        let bare = near
            .clone()
            .filter(rest)
            .all(|place| self.is_bare(place..place + 1));
        let later = near
            .clone()
            .filter(|place| *place > here.clause.start && self.part(*place).start == *place);
        let own = self.is_bare(here.clause.start..here.at[0]);
        bare || own && later.into_iter().any(|start| self.is_order(start))
    }

    /// « parle-moi de … », and not « Berthe parle de … ».
    fn is_order(&self, head: usize) -> bool {
        let verb = if self.is("me m nous", head) {
            head + 1
        } else {
            head
        };
        let let_me = self.is("laisse laissez let permets permettez", head)
            && self.is("moi me nous us", head + 1);
        self.is(TELL, verb) || let_me
    }

    /// « Quel secret ! », « What a secret! »
    fn is_cry(&self, head: usize) -> bool {
        let cries = self.is("quel quelle quels quelles que comme how look", head)
            || self.is("what", head) && self.is("a an", head + 1);
        let verb = |place: usize| {
            self.is(
                "est es sont etait etaient as a avez is are was were did do does",
                place,
            )
        };
        cries && (self.is("what", head) || !verb(head + 1) && !verb(head + 2))
    }

    /// Somebody else's words, or only words; « …, dis-je » asks.
    fn is_cited(&self, at: &[usize]) -> bool {
        let near = at[0].saturating_sub(REACH)..self.words.len().min(at[0] + REACH);
        let cited = at.iter().all(|place| self.marks.quoted[*place]);
        let mut around = near.clone().filter(|place| !self.marks.quoted[*place]);
        let adds = around
            .clone()
            .any(|place| !self.is_named(place) && !self.is(LEADS, place));
        let says = around.any(|place| {
            self.is("je i", place)
                && (self.is("dis demande lance", place.wrapping_sub(1))
                    || self.is("dis demande lui leur say ask turn", place + 1))
        });
        cited && adds && !says
    }

    /// Whether a question holds nothing beside a cue that could be what it is about: « what time does the train
    /// leave » asks for no hour of a murder. `knows` tells words that belong to what is known of it.
    pub(super) fn is_alone(&self, at: &[usize], knows: &dyn Fn(&Word) -> bool) -> bool {
        self.clause(at).all(|place| {
            let text = self.text(place);
            let said = [
                ASKS,
                LEADS,
                DETERMINERS,
                OF,
                TELL,
                TO_TELL,
                WISHES,
                SUBJECTS,
                whose::FUNCTION,
                whose::PREPOSITIONS,
                whose::ADJECTIVES,
                whose::THINKS,
                whose::TIMES,
                BESIDE,
            ];
            let form = ["ed", "en", "ly", "ment"]
                .iter()
                .any(|end| text.ends_with(end));
            at.contains(&place)
                || self.is_named(place)
                || form
                || is_small(text)
                || said.iter().any(|list| self.is(list, place))
                || knows(&self.words[place])
        })
    }

    /// A way of speaking that holds words of a cue, which is not declared for it.
    fn is_said_so(&self, at: &[usize], cue: &Cue) -> bool {
        let around = at[0].saturating_sub(SPREAD)..at[at.len() - 1] + 1;
        SAYINGS.iter().any(|saying| {
            let words: Vec<&str> = saying.split(' ').collect();
            around.clone().any(|start| {
                let end = start + words.len();
                let ends = end == self.words.len()
                    || end < self.words.len() && self.marks.part[end] != self.marks.part[end - 1];
                let mut own = words.iter().enumerate();
                let said = own.all(|(more, word)| self.text(start + more) == *word);
                let shared = at.iter().any(|place| (start..end).contains(place));
                said && ends && shared && !cue.text.contains(saying)
            })
        })
    }
}

/// Whether a word asks to be told: « describe », « me dire ».
pub(super) fn is_telling(word: &str) -> bool {
    is_in(TELL, word)
        || is_in(TO_TELL, word)
        || is_in("telling describing explaining showing", word)
}

fn is_owner(word: &str) -> bool {
    FIRST.contains(&word) || SECOND_OWNERS.contains(&word) || THIRD_OWNERS.contains(&word)
}
