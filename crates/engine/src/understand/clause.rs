//! What a clause does with the words of a question: asks for it, tells it, forbids it, supposes it, or asks something
//! else of it.
//!
//! « Forget who did it », « Josse t'a raconté son passé », « if Rupert is guilty … » hold the words of a cue and ask
//! for nothing. None of this is known by what is spoken of: where a verb, a denial, a condition, a time or the speaker
//! stands beside the cue decides, whatever the words of the world are.

use super::{Cue, FIRST, SECOND_OWNERS, SPREAD, THIRD_OWNERS, whose};
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
}

impl Marks {
    pub(super) fn of(message: &str, words: usize) -> Marks {
        let mut ends = Vec::new();
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
                    part.clear();
                    if keeps {
                        ends.push(mark);
                    }
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
        }
    }
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
            && !self.is_said_so(at, cue);
        match (asked, asked && here.is_of_the_knowing()) {
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

    /// What will be is not what is: « quel âge auras-tu », « who will … next ».
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
            let future = ending.is_some_and(|stem| text.len() >= 4 && !told(&format!("{stem}r")));
            let beside = |at: usize| self.is("tu je il elle on nous vous ils elles t", at);
            let inverted =
                beside(place + 1) || place > 0 && self.is("tu je il elle on ils elles", place - 1);
            let common = self.is("aura auront sera seront fera feront deviendra", place);
            english || future && (inverted || common)
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

    /// « does Hobday know … », « qui connaît … »: somebody else knows it.
    fn is_of_the_knowing(&self) -> bool {
        self.before().any(|place| {
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
        let done_to = self.others().any(|place| self.is("me m", place));
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
    chere mon ma ami amie friend my monsieur madame sir madam enfin merci thanks sorry pardon excuse \
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
    parliez racontiez diras direz dirais diriez raconteras raconterez raconterais raconteriez parleras \
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
