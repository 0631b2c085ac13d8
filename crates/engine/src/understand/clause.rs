//! What a clause does with the words of a question: asks for it, tells it, forbids it, supposes it, or asks something
//! else of it.
//!
//! « Forget who did it », « Josse t'a raconté son passé », « if Rupert is guilty … » hold the words of a cue and ask
//! for nothing. None of this is known by what is spoken of: where a verb, a denial, a condition, a time or the speaker
//! stands beside the cue decides, whatever the words of the world are.

use super::{Cue, FIRST, SECOND_OWNERS, SPREAD, THIRD_OWNERS, is_small, whose};
use crate::mention::Mention;
use logic::stem::Word;
use std::ops::Range;
use whose::is_in;

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
}

impl<'a> Clauses<'a> {
    pub(super) fn new(words: &'a [Word], mentions: &[Mention], marks: &'a Marks) -> Clauses<'a> {
        let mut mentioned = vec![false; words.len()];
        for place in mentions.iter().flat_map(|mention| mention.at.clone()) {
            mentioned[place] = true;
        }
        Clauses {
            words,
            mentioned,
            marks,
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
        };
        let asked = self.is_raised(&here)
            && !here.is_forbidden()
            && !here.is_supposed()
            && !here.is_to_come()
            && !(cue.now && here.is_of_another_time())
            && !here.is_of_the_telling()
            && !here.is_of_the_speaker()
            && !here.is_beside()
            && !self.is_cited(at)
            && !here.is_a_title()
            && !here.is_relative()
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

fn is_owner(word: &str) -> bool {
    FIRST.contains(&word) || SECOND_OWNERS.contains(&word) || THIRD_OWNERS.contains(&word)
}

/// A cue where it stands.
struct Here<'c, 'a> {
    all: &'c Clauses<'a>,
    at: &'c [usize],
    clause: Range<usize>,
    /// The first word of its clause that says something.
    start: usize,
    /// The cue is the name of a thing.
    is_thing: bool,
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
    fn is_wish(&self) -> bool {
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
    fn asks_inside(&self) -> bool {
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
    fn is_forbidden(&self) -> bool {
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
    fn is_supposed(&self) -> bool {
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
    fn is_to_come(&self) -> bool {
        let all = self.all;
        self.others().any(|place| {
            let text = all.text(place);
            let asks_for =
                |from: usize| (from..from + 5).any(|at| self.is(TO_TELL, at) || self.is(TELL, at));
            let thing =
                place > 0 && (self.is(DETERMINERS, place - 1) || is_owner(all.text(place - 1)));
            let english = self.is("will shall", place)
                && !thing
                && !(place > 0 && self.is("s", place - 1))
                && !all.is_named(place)
                && !asks_for(place)
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

    /// « how old were you when … », « quel âge avait Berthe lors de … ».
    fn is_of_another_time(&self) -> bool {
        let past = self.others().any(|place| self.is(WAS, place));
        let when = self
            .others()
            .any(|place| place > self.start && self.is(WHEN, place));
        past && when
    }

    /// Whether something was told, or why, or who knows it, is not what was told.
    fn is_of_the_telling(&self) -> bool {
        let why = self.is("pourquoi why", self.start)
            || self.is("quand when", self.start) && !self.holds(self.start);
        if why && !self.holds(self.start) {
            return true;
        }
        if self.is("how", self.start) && self.is("come", self.start + 1) {
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
            let done = tells
                && (from..place).any(|helper| {
                    self.is(DONE, helper) && !self.is("to d", helper + 1) && !self.is_first(helper)
                });
            done || self.is("told said asked", place)
        })
    }

    /// « Maître Fervent »: that asks for no master.
    fn is_a_title(&self) -> bool {
        let [only] = self.at else {
            return false;
        };
        self.all.is_named(*only)
            && self.all.is_named(*only + 1)
            && self.is(crate::mention::HONOURS, *only)
    }

    /// « celui qui tient l'auberge », « the man who found him »: that says who somebody is.
    fn is_relative(&self) -> bool {
        self.at.iter().any(|place| {
            let before = place
                .checked_sub(1)
                .map_or("", |before| self.all.text(before));
            let whom = is_in("celui celle ceux celles toi one those", before)
                || whose::is_person(before)
                || place.checked_sub(1).is_some_and(|before| {
                    self.all.is_named(before) && self.all.part(before) == self.all.part(*place)
                });
            self.is("qui who that", *place) && whom
        })
    }

    /// « aimes-tu le cheval du Duc », « Sir Ambrose's clocks »: whoever a cue names only has what is asked about.
    fn is_of_a_thing_of(&self) -> bool {
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
    fn is_anothers_with_yours(&self) -> bool {
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
    fn is_of_the_knowing(&self) -> bool {
        self.others().any(|place| {
            let from = place.saturating_sub(4).max(self.clause.start);
            let on = self.is("on t", place + 1) || place > 0 && self.is("on", place - 1);
            self.is("connait connaissent knows", place)
                || self.is("sait savent", place) && !on
                || self.is("know", place)
                    && (from..place).any(|helper| self.is_anothers(helper, place))
        })
    }

    /// « à la naissance de … », « malgré ton âge … »: what is only named beside something that is asked.
    fn is_beside(&self) -> bool {
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
        let beside = self.is(
            "malgre despite depuis since before after avant apres",
            before,
        );
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
    fn is_of_the_speaker(&self) -> bool {
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

/// Words on each side of a cue that are looked at.
const REACH: usize = 40;

const JOINS: &str = "et and puis then mais but or";
const SUBJECTS: &str = "je j tu il elle on nous vous ils elles c ce ca i you he she we they it";
const OF: &str = "de du d des of a au aux sur about on";
const DETERMINERS: &str = "le la les l the un une a an ce cet cette ces this that these those";
/// Words by which a question begins.
const ASKS: &str = "\
    qui que qu quoi quel quelle quels quelles ou quand comment pourquoi combien est lequel laquelle \
    what whats who whose whom where when why how which did does do are is was were has have had \
    can could will would should may";
/// Words before what is said: greetings, hesitations, joints.
const LEADS: &str = "\
    et and alors donc bon bien eh he ho ohe oh ah hm hum euh allons allez voyons tiens tenez viens \
    venez ecoute ecoutez please well so now then maintenant encore aussi also ok okay oui non yes no \
    mais but puis or bonjour bonsoir salut hello hi hey good evening morning afternoon dear cher \
    chere vite quick quickly mon ma ami amie friend my monsieur madame sir madam enfin merci thanks sorry pardon excuse \
    excusez-moi come tout toi vous you";
/// Orders and requests to tell.
const TELL: &str = "\
    parle parlez parlons dis dites raconte racontez explique expliquez decris decrivez montre montrez \
    revele revelez avoue avouez confie confiez regarde regardez examine examinez observe observez lis \
    lisez donne donnez rappelle rappelez resume decline tell say talk speak describe explain show \
    reveal confess look examine read give name remind search inspect recount admit";
/// The same, as somebody wishes it.
const TO_TELL: &str = "\
    connaitre savoir apprendre parler dire raconter expliquer decrire montrer reveler avouer confier \
    entendre comprendre demander evoquer voir dises parles racontes avoues reveles expliques disiez \
    parliez racontiez parlais parlait racontais disais diras direz dirais diriez raconteras raconterez raconterais raconteriez parleras \
    parlerez parlerais parleriez avoueras avouerez confieras confierez reveleras expliqueras tell know hear learn ask say talk speak describe explain show reveal confess \
    understand see read";
const WISHES: &str = "\
    veux voudrais aimerais souhaite souhaiterais desire desirerais voulons voudrions faut faudrait \
    besoin envie puis peux peut pourrais pouvez pourriez veuillez voulez want like need wish love \
    curious must can could would may let laisse laissez permets wonder wondering demande daigne";
/// Somebody says it, or asks it of somebody else.
const REPORTS: &str = "\
    dit dis disait demande demandait raconte sait savait croit pretend ignore devine asked said told \
    says asks knows wonders dira saura";
const TOLD: &str = "\
    dit raconte parle avoue revele confie demande evoque mentionne explique told said asked spoken \
    mentioned confessed revealed explained discussed";
const DONE: &str = "\
    as avez a ont ai avais avait aviez have has had did ve";
const FORBID: &str = "\
    oublie oubliez oublions garde gardez gardons epargne epargnez cesse cessez arrete arretez tais \
    taisez laisse laissez laissons evite evitez evitons ignore ignorez ignorons passons cache cachez \
    assez forget keep spare stop leave drop skip avoid never enough hide";
const NOT: &str = "\
    don dont doesn didn won wont wouldn shouldn couldn isn aren wasn weren haven hasn hadn needn mustn \
    not never cannot stop";
const SUPPOSE: &str = "\
    suppose supposons supposez supposing imagine imaginons imaginez admettons assume assuming pretend \
    mettons";
const WAS: &str = "\
    avait avais aviez avaient etait etais etiez etaient fut was were had did";
const WHEN: &str = "\
    quand lorsque lors moment epoque naissance mort mariage arrivee jour nuit soir annee when while \
    time birth death day night year then ago avant before apres after";
const LONG_TIMES: &str = "\
    week month year summer winter spring autumn semaine mois an annee ete hiver printemps automne";
/// What stands beside anything and adds nothing to it.
const BESIDE: &str = "\
    any us perhaps maybe possibly peut idea anybody anyone exactly really actually indeed ever yet here there vraiment donc exactement \
    case affair business matter truth happen happened die died dead used s t d ll ve re m please sir";
const SAYINGS: [&str; 10] = [
    "quelle heure est il",
    "what time is it",
    "what is the time",
    "have you got the time",
    "have you the time",
    "look at the time",
    "how do you do",
    "ca va de soi",
    "who knows",
    "qui sait",
];
