//! Understanding: which cells a message asks about. By rules alone, the same every time; what is not
//! clear is asked back and never guessed.

use crate::mention::{Called, Mention, mentions, mentions_as_said};
use crate::project::Project;
use clause::{Account, Clauses, Marks, Put};
use logic::stem::{Stems, Word};
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use whose::{Heard, Speakers};
use written::written;

mod clause;
mod named;
mod spoken;
mod turned;
mod whose;
mod written;

pub use turned::Turned;
pub(crate) use whose::{is_in, is_person};

/// Whose something is must be clear from this edition on: neither « ton fils » nor one of two names is taken for
/// whoever is nearest.
pub const WHOSE: u64 = 7;

/// Who does something and to whom it is done is told apart from this edition on, and a name alone answers « of
/// whom? ».
pub const ROLES: u64 = 8;

/// What a clause does with the words of a question is told apart from this edition on: asked, told, forbidden or
/// supposed; and several who are spoken to are not one of them.
pub const CLAUSES: u64 = 10;

/// Whoever is named without a mark is spoken to from this edition on, or it is asked whether he is: « Quel âge as-tu
/// Josse ? » is not asked of somebody else.
pub const UNMARKED: u64 = 12;

/// Since when « her habit » is asked of nobody in particular, also where one alone is asked for « the habit ».
pub const ANOTHERS: u64 = 13;

/// Whoever is greeted or turned to is spoken with from this edition on, what one alone has is not asked of another, and
/// a clause that says more than a question is not taken for it.
pub const ACCOUNTED: u64 = 13;

/// Words by which something is asked for, and what they ask about.
#[derive(Clone, Debug)]
pub struct Cue {
    pub sort: Name,
    /// An attribute, or a composite of several.
    pub attribute: Name,
    /// The only entity that has it, where there is just one: then nobody need be named.
    pub only: Option<Name>,
    /// The words that must all be there, without articles, pronouns and the like.
    content: Vec<Word>,
    /// Whether each of them was declared as the name of a thing: « your secret », « the past ».
    named: Vec<bool>,
    /// The place that its owner has in it.
    frame: whose::Frame,
    /// Its words as they were declared.
    text: String,
    /// A word that asks « which » stands just before what it asks for.
    which: bool,
    /// « money on » is not « money »: what the only word of it that says something must have behind it.
    with: Option<String>,
    /// The only one that has it is somebody, who may be « he » or « she ».
    pub only_person: bool,
    /// Its value is somebody or something that has a name.
    pub refers: bool,
    /// It asks for what is so now: an age, a character, a mood. What it was once is another thing.
    pub now: bool,
}

impl Cue {
    /// Nothing where no word of it says anything.
    pub fn new(stems: &Stems, sort: &Name, attribute: &Name, words: &str) -> Option<Cue> {
        let all = stems.words(words);
        let (mut content, mut named, mut names) = (Vec::new(), Vec::new(), false);
        for word in &all {
            let names_next = whose::names_next(&word.text, names);
            if !is_small(&word.text) {
                content.push(word.clone());
                named.push(names);
            }
            names = names_next;
        }
        let last = all.last().map(|word| word.text.clone());
        let with = last.filter(|last| content.len() == 1 && ["on", "at"].contains(&last.as_str()));
        (!content.is_empty()).then(|| Cue {
            text: logic::text::words(words).join(" "),
            which: all
                .windows(2)
                .any(|two| whose::is_in(WHICH, &two[0].text) && !is_small(&two[1].text)),
            with,
            now: false,
            only_person: false,
            refers: false,
            sort: sort.clone(),
            attribute: attribute.clone(),
            only: None,
            frame: whose::Frame::of(&all, &content, &named),
            content,
            named,
        })
    }

    /// Whether a word of a message is one by which it is heard.
    fn holds(&self, word: &Word) -> bool {
        self.content.iter().any(|known| word.is_form_of(known))
    }

    /// Whether a word of a message stands for a thing that is asked for.
    fn names(&self, word: &Word) -> bool {
        let mut own = self.content.iter().zip(&self.named);
        own.any(|(known, named)| *named && word.is_form_of(known))
    }
}

impl Cue {
    /// Whether it is clear whose it is though nobody is named. « look at » alone looks at nothing.
    fn is_alone(&self) -> bool {
        let says = |word: &Word| !REQUEST.contains(&word.text.as_str());
        self.only.is_some() && self.content.iter().any(says)
    }

    /// Whether what must stand beside it does: « money on » without « on » is another thing, and so is « it is time »
    /// where « the time » is asked.
    fn is_whole(&self, words: &[Word], at: &[usize]) -> bool {
        let (first, last) = (at[0], at[at.len() - 1]);
        let near = || words.iter().skip(last + 1).take(SPREAD);
        let with = |with: &String| near().any(|word| word.text == *with);
        let bare = first
            .checked_sub(1)
            .is_some_and(|before| whose::is_in("is est it to", &words[before].text));
        let noun = self.content.len() == 1 && self.named[0] && self.only.is_some();
        // « quel âge avait Berthe au moment … » asks for no moment.
        let described = |place: &usize| {
            let mut next = place + 1;
            while words
                .get(next)
                .is_some_and(|word| whose::is_in(whose::ADJECTIVES, &word.text))
            {
                next += 1;
            }
            !whose::is_in(WHICH, &words[*place].text) || at.contains(&next)
        };
        let which = !self.which || at.iter().all(described);
        self.with.as_ref().is_none_or(with) && !(noun && bare) && which
    }

    /// Whether another asks for the same, or for a part of it.
    fn is_with(&self, other: &Cue) -> bool {
        let whole = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
        self.sort == other.sort && whole(&self.attribute) == whole(&other.attribute)
    }

    /// Whether it says that somebody does something: « que caches-tu », and neither « ton secret » nor « afraid ».
    fn is_done(&self) -> bool {
        self.frame.said && !self.named.iter().any(|named| *named)
    }

    /// Whether a message holds every word of it that says something.
    pub fn is_in(&self, words: &[Word]) -> bool {
        let has = |wanted: &Word| words.iter().any(|word| word.is_form_of(wanted));
        self.content.iter().all(has)
    }
}

/// Who could be meant by « you », « she », or by nobody's name at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings<'a> {
    pub interlocutor: Option<&'a Name>,
    /// Who was spoken of last.
    pub topic: Option<&'a Name>,
    /// « the past of Gontran » is asked back where nobody is called so, and never taken for somebody else's.
    pub strangers: bool,
    /// « ton fils » is not « tu », and of two who are named neither is taken for the other.
    pub whose: bool,
    /// « did somebody kill Hobday? » asks nothing of what Hobday did.
    pub roles: bool,
    /// « forget who did it » asks nothing, and « Josse et Berthe, … » is asked of two.
    pub clauses: bool,
    /// « Quel âge as-tu Josse ? » is asked of Josse.
    pub unmarked: bool,
    /// What is said to be somebody's, where nobody was named, is not taken for the only one's who has it so.
    pub anothers: bool,
    /// « Bonsoir Berthe. » turns to Berthe, « Hobday, where do you sleep? » asks nothing of the dog, and « where did
    /// Hobday hide the letter? » nothing of what Hobday hides.
    pub accounted: bool,
    /// Several or somebody unknown were spoken to last: nobody knows who « you » is.
    pub nobody: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// Who is spoken to, if the message says so.
    pub addressed: Option<Name>,
    /// Who is spoken of.
    pub topic: Option<Name>,
    pub asks: Asks,
    /// Who is spoken with from now on.
    pub turned: Turned,
    /// The words of the message by which something was asked for.
    pub said: BTreeMap<Name, String>,
    /// Something is asked for in words that rules may not know.
    pub open: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    Nothing,
    /// In the order in which they are asked.
    Cells(Vec<Cell>),
    /// One of these, and it is not clear which.
    OneOf(BTreeSet<Cell>),
    /// This is asked, and it is not clear of whom.
    OfWhom(Name),
    /// This is asked of somebody who has no such thing.
    Lacks(Cell),
    /// The words of this were heard beside others that no question has.
    Beyond(Name),
}

const WHICH: &str = "quel quelle quels quelles which";

/// Words between the first and the last word of a cue.
const SPREAD: usize = 5;

/// Places of a message where the words of one cue are looked at.
const TRIED: usize = 16;

pub fn understand(
    message: &str,
    stems: &Stems,
    called: &[&Called],
    cues: &[Cue],
    has: &dyn Fn(&Name, &Cue) -> bool,
    around: Surroundings<'_>,
) -> Understood {
    let words = stems.words(message);
    let mentions = match around.clauses {
        true => mentions_as_said(called, message, &words),
        false => mentions(called, &words),
    };
    let all = cues;
    let mut marks = Marks::of(message, words.len());
    let names = called;
    let mut called: Vec<usize> = match around.clauses {
        true => spoken::to(&words, &mentions, &marks),
        false => vocative(message, &words, &mentions).into_iter().collect(),
    };
    let mut unclear_who = false;
    if around.unmarked {
        let thanked = |at: &usize| spoken::is_thanked(&words, &mentions[*at], &marks);
        let others = |at: &usize| !called.contains(at);
        let asks = |word: &Word| cues.iter().any(|cue| cue.names(word));
        let cued = |word: &Word| cues.iter().any(|cue| cue.holds(word));
        let unmarked = || {
            let free: Vec<usize> = (0..mentions.len()).filter(others).collect();
            spoken::unmarked(&words, &mentions, &free, &marks, &asks, &cued)
        };
        if called.iter().all(thanked) {
            let is_you = |at: &usize| mentions[*at].only() == around.interlocutor;
            match unmarked() {
                Some(spoken::Unmarked::Called(at)) => {
                    marks.set_apart(&mentions[at].at);
                    called = vec![at];
                }
                Some(spoken::Unmarked::Unclear) => {
                    unclear_who = !(0..mentions.len()).all(|at| is_you(&at));
                }
                None => {}
            }
        } else {
            called.retain(|at| !thanked(at));
        }
    }
    let clauses = around
        .clauses
        .then(|| Clauses::new(&words, &mentions, &marks, around.unmarked, around.accounted));
    let spoken_of = |mention: &&Mention| {
        let denied = around.unmarked && spoken::is_denied(&words, mention);
        !denied && !called.iter().any(|at| mentions[*at] == **mention)
    };
    let others: Vec<&Mention> = mentions.iter().filter(spoken_of).collect();
    let spoken_to: BTreeSet<&Name> = called
        .iter()
        .flat_map(|at| &mentions[*at].entities)
        .collect();
    let addressed = match (&called[..], spoken_to.len()) {
        ([_, ..], 1) => spoken_to.first().map(|entity| (*entity).clone()),
        (_, _) => None,
    };
    let topic = others
        .iter()
        .rev()
        .find_map(|mention| mention.only())
        .cloned();
    let you = addressed.as_ref().or(around.interlocutor);
    let cued = |word: &Word| cues.iter().any(|cue| cue.holds(word));
    let to_a_stranger = around.anothers
        && called.is_empty()
        && spoken::is_to_a_stranger(message, &words, &mentions, &marks, &cued);
    let all_of_you: BTreeSet<Name> = match spoken_to.len() {
        2.. if around.clauses => spoken_to.into_iter().cloned().collect(),
        _ if around.clauses && spoken::is_several(&words) || unclear_who => BTreeSet::new(),
        0 if to_a_stranger => BTreeSet::new(),
        0 if around.clauses && spoken::is_to_another(&words, &marks, names, you) => BTreeSet::new(),
        _ => you.into_iter().cloned().collect(),
    };
    let turned = match around.accounted {
        true => {
            let turns = turned::Turns {
                message,
                words: &words,
                mentions: &mentions,
                marks: &marks,
            };
            let lost = to_a_stranger || spoken::is_several(&words);
            match turns.turned(&called) {
                Turned::Stays if lost => Turned::Unclear,
                turned @ (Turned::Stays | Turned::To(_) | Turned::Unclear) => turned,
            }
        }
        false => Turned::Stays,
    };
    let lost = around.accounted && (around.nobody || around.interlocutor.is_some());
    let mut said: BTreeMap<Name, String> = BTreeMap::new();
    let mut asks = Asks::Nothing;
    // What is asked not to be told is decided, and so is what is the speaker's own.
    let mut put_aside = false;
    if clauses.is_some() || is_asking(message, &words) {
        let (mut cells, mut alone): (Vec<Cell>, Vec<Cell>) = (Vec::new(), Vec::new());
        let mut taken: Vec<(Vec<usize>, Vec<&Cue>)> = Vec::new();
        let mut unclear: Option<&Name> = None;
        for cue in cues {
            let mut found = places(cue, &words, around.roles).peekable();
            if found.peek().is_none() {
                continue;
            }
            let asked = match &clauses {
                Some(clauses) => found.take(TRIED).find(|at| match clauses.put(at, cue) {
                    _ if !cue.is_whole(&words, at) || is_own(&words, at) => false,
                    Put::Asked => true,
                    Put::Aside => false,
                    Put::Unclear => {
                        unclear.get_or_insert(&cue.attribute);
                        false
                    }
                }),
                None => found
                    .next()
                    .filter(|at| !is_refused(&words, at) && !is_own(&words, at)),
            };
            let Some(at) = asked else {
                put_aside = true;
                continue;
            };
            match taken.iter_mut().find(|(other, _)| *other == at) {
                Some((_, same)) => same.push(cue),
                None => taken.push((at, vec![cue])),
            }
        }
        taken.sort_by(|(one, _), (other, _)| one.cmp(other));
        // What nobody who is meant has is not asked, and takes no words from what is.
        let has_it = |meant: &Whom, cue: &Cue| match meant {
            Whom::Nobody | Whom::Stranger(_) => true,
            Whom::These(entities) => entities.iter().any(|entity| has(entity, cue)),
        };
        let heard = Heard::new(&marks, &words, &mentions, &others, &taken, around.clauses);
        // « Que pense-t-elle du Duc ? »: whom the words of the question name is not « elle ».
        let asked_of = |mention: &&&Mention| {
            let mut places = taken.iter().flat_map(|(at, _)| at);
            places.any(|place| mention.at.contains(place))
        };
        let before = match around.anothers {
            true => {
                let mut spoken_of = others.iter().rev().filter(|other| !asked_of(other));
                spoken_of.find_map(|mention| mention.only())
            }
            false => topic.as_ref(),
        };
        let speakers = Speakers {
            you: &all_of_you,
            topic: before.or(around.topic),
            roles: around.roles,
            clauses: around.clauses,
            unmarked: around.unmarked,
            called: !called.is_empty(),
            unknown: to_a_stranger || lost && all_of_you.is_empty() && !unclear_who,
            joined: around.anothers,
            taught: around.anothers,
        };
        let mut lacks: Option<Cell> = None;
        let asked: Vec<Asked> = taken
            .into_iter()
            .filter_map(|(at, mut cues)| {
                cues.retain(|cue| !around.roles || heard.fits(&at, cue));
                if cues.is_empty() {
                    return None;
                }
                let near = || whom(&words, &at, &others, you, around.topic, topic.as_ref());
                let named = around.strangers && is_of_a_stranger(message, &words, &at, &mentions);
                let meant = match named {
                    true => Whom::Stranger(0..0),
                    false if around.whose => heard.whose(&at, &cues, has, speakers),
                    false => near(),
                };
                // What would not even be asked of whoever stands nearest is not asked of a stranger either.
                let near = match meant {
                    Whom::Stranger(_) if !named => near(),
                    Whom::Nobody | Whom::Stranger(_) | Whom::These(_) => Whom::Nobody,
                };
                let is_asked =
                    |cue: &&Cue| has_it(&meant, cue) && (cue.is_alone() || has_it(&near, cue));
                let (own, rest): (Vec<&Cue>, Vec<&Cue>) = cues.into_iter().partition(is_asked);
                // Whoever is named and does not have it is still whom it is about.
                let inside = |mention: &&Mention| at.iter().any(|place| mention.at.contains(place));
                // « Hobday, where do you sleep? » says whose it is.
                if around.accounted
                    && own.is_empty()
                    && let Whom::These(who) = &meant
                    && who.is_subset(&all_of_you)
                    && heard.is_yours(&at, &rest)
                {
                    said.entry(rest[0].attribute.clone())
                        .or_insert_with(|| written(message, &words, &at));
                    lacks = lacks.take().or_else(|| {
                        Some(Cell {
                            entity: who.first()?.clone(),
                            attribute: rest[0].attribute.clone(),
                        })
                    });
                    return None;
                }
                let cues = if own.is_empty() && others.iter().copied().all(|other| inside(&other)) {
                    rest.into_iter().filter(|cue| cue.is_alone()).collect()
                } else {
                    own
                };
                let anothers = around.anothers && heard.is_anothers(&at, &cues);
                (!cues.is_empty()).then_some(Asked {
                    at,
                    cues,
                    meant,
                    anothers,
                })
            })
            .collect();
        // The words of a longer cue are not asked a second time by a shorter one.
        let is_shadowed = |asked_for: &&Asked| {
            let at = &asked_for.at;
            asked.iter().any(
                |Asked {
                     at: other, meant, ..
                 }| {
                    let within = at.iter().all(|place| other.contains(place));
                    // « how old is your father » asks nothing about a father.
                    let owns = match meant {
                        Whom::Stranger(owner) => at.iter().all(|place| owner.contains(place)),
                        Whom::Nobody | Whom::These(_) => false,
                    };
                    let (asks, asked) =
                        (asks_more(&words, other, at), asks_more(&words, at, other));
                    let more = other.len() > at.len() && within || is_tighter(other, at);
                    match around.roles {
                        true => asks || owns || more && !asked,
                        false => more || owns,
                    }
                },
            )
        };
        let (mut beyond, mut theirs): (Option<&Name>, Option<&Name>) = (None, None);
        for Asked {
            at,
            cues,
            meant,
            anothers,
        } in asked.iter().filter(|asked| !is_shadowed(asked))
        {
            for cue in cues {
                let own = || written(message, &words, at);
                said.entry(cue.attribute.clone()).or_insert_with(own);
            }
            let only = cues.iter().find_map(|cue| cue.only.as_ref());
            let many = || cues.iter().any(|cue| cue.only.is_none());
            let only = only.filter(|_| !(*anothers && many()));
            let named = match meant {
                Whom::Nobody => false,
                Whom::Stranger(_) => true,
                Whom::These(_) => cues.iter().any(|cue| has_it(meant, cue)),
            };
            let alone_enough = cues.iter().any(|cue| cue.is_alone());
            if let Some(only) = only.filter(|_| !named) {
                let knows = |word: &Word| {
                    let mut own = cues_of(all, only).flat_map(|cue| &cue.content);
                    own.any(|known| word.is_form_of(known))
                };
                let crowded = |clauses: &Clauses| !clauses.is_alone(at, &knows);
                if !alone_enough || clauses.as_ref().is_some_and(crowded) {
                    continue;
                }
                let opinion = |clauses: &Clauses| clauses.is_opinion(at);
                if around.accounted && clauses.as_ref().is_some_and(opinion) {
                    beyond = beyond.or(Some(&cues[0].attribute));
                    continue;
                }
                // « Where does he sleep? »: he may be somebody else.
                let person = cues.iter().any(|cue| cue.only_person);
                if around.accounted && person && heard.is_theirs(at) {
                    theirs = theirs.or(Some(&cues[0].attribute));
                    continue;
                }
                alone.push(Cell {
                    entity: only.clone(),
                    attribute: cues[0].attribute.clone(),
                });
                continue;
            }
            match meant {
                Whom::Nobody | Whom::Stranger(_) => {
                    if asks == Asks::Nothing {
                        asks = Asks::OfWhom(cues[0].attribute.clone());
                    }
                }
                Whom::These(entities) => {
                    let possible: BTreeSet<Cell> = entities
                        .iter()
                        .flat_map(|entity| {
                            cues.iter().filter(|cue| has(entity, cue)).map(|cue| Cell {
                                entity: entity.clone(),
                                attribute: cue.attribute.clone(),
                            })
                        })
                        .collect();
                    let declared = |word: &Word| {
                        let mut own = all
                            .iter()
                            .filter(|cue| cues.iter().any(|own| own.is_with(cue)));
                        own.any(|cue| cue.content.iter().any(|known| word.is_form_of(known)))
                    };
                    let standing = |word: &Word| {
                        let same = |cue: &&Cue| cues.iter().any(|own| own.sort == cue.sort);
                        all.iter().filter(same).any(|cue| cue.holds(word))
                    };
                    let taken = |place: usize| asked.iter().any(|other| other.at.contains(&place));
                    let account = Account {
                        mentions: &mentions,
                        called: &called,
                        meant: entities,
                        yours: !entities.is_disjoint(&all_of_you),
                        refers: cues.iter().any(|cue| cue.refers),
                        does: cues.iter().all(|cue| cue.is_done()),
                        declared: &declared,
                        standing: &standing,
                        taken: &taken,
                    };
                    let whole = |clauses: &Clauses| clauses.is_accounted(at, &account);
                    if around.accounted
                        && !possible.is_empty()
                        && !clauses.as_ref().is_none_or(whole)
                    {
                        beyond = beyond.or(Some(&cues[0].attribute));
                        continue;
                    }
                    match possible.len() {
                        0 => {}
                        1 => cells.extend(
                            possible
                                .into_iter()
                                .filter(|cell| !cells.contains(cell))
                                .collect::<Vec<_>>(),
                        ),
                        _ => {
                            return Understood {
                                turned: turned.unless(unclear_who),
                                addressed,
                                topic,
                                asks: Asks::OneOf(possible),
                                said,
                                open: !put_aside,
                            };
                        }
                    }
                }
            }
        }
        // What only one entity has is meant where nothing else is, and then one thing alone.
        if cells.is_empty() && asks == Asks::Nothing {
            let attributes: BTreeSet<&Name> = alone.iter().map(|cell| &cell.attribute).collect();
            match attributes.len() {
                0 => {}
                1 => cells.extend(alone.first().cloned()),
                _ => asks = Asks::OneOf(alone.into_iter().collect()),
            }
        }
        // What was heard beside it in one clause may be all that is asked.
        let beside = |attribute: &&Name| cells.iter().all(|cell| cell.attribute != **attribute);
        if beyond.is_some_and(|attribute| beside(&attribute))
            && parts(message, &words) <= cells.len()
        {
            cells.clear();
        }
        if let Some(attribute) = unclear.filter(|_| cells.is_empty() && asks == Asks::Nothing) {
            asks = Asks::OfWhom(attribute.clone());
        }
        if cells.is_empty() && asks == Asks::Nothing {
            let unsure = theirs.map(|attribute| Asks::OfWhom(attribute.clone()));
            let unsure = unsure.or_else(|| lacks.map(Asks::Lacks));
            let unsure = unsure.or_else(|| beyond.map(|attribute| Asks::Beyond(attribute.clone())));
            asks = unsure.unwrap_or(asks);
        }
        asks = match cells.len() {
            0 => asks,
            // One question asks one thing.
            2.. if parts(message, &words) < cells.len() => Asks::OneOf(cells.into_iter().collect()),
            _ => Asks::Cells(cells),
        };
    }
    let open = is_asking(message, &words) && !put_aside;
    let doubted = unclear_who && matches!(asks, Asks::OfWhom(_));
    Understood {
        turned: turned.unless(doubted),
        open,
        addressed,
        topic,
        asks,
        said,
    }
}

impl Project {
    /// What a message asks about, with what a session learned that entities are called.
    pub fn understand(
        &self,
        message: &str,
        learned: &Called,
        around: Surroundings<'_>,
    ) -> Understood {
        let has = |entity: &Name, cue: &Cue| {
            let entity = self.entities.get(entity);
            entity.is_some_and(|entity| self.sorts.is_sub(&entity.sort, &cue.sort))
        };
        let stems = Stems::of(&self.languages);
        let called = [&self.called, learned];
        let mut understood = understand(message, &stems, &called, &self.cues, &has, around);
        // « I walk over to the library »: nobody speaks with a room.
        let speaks = |entity: &Name| {
            let entity = self.entities.get(entity);
            entity.is_some_and(|entity| self.sorts.is_sub(&entity.sort, "character"))
        };
        if matches!(&understood.turned, Turned::To(name) if !speaks(name)) {
            understood.turned = Turned::Stays;
        }
        understood
    }
}

/// Into how many parts punctuation and « and » divide a message.
fn parts(message: &str, words: &[Word]) -> usize {
    const JOINS: [&str; 6] = ["et", "ou", "puis", "and", "or", "then"];
    let marks = [',', ';', ':', '!', '?', '.', '…'];
    let parts = message
        .split(marks)
        .filter(|part| !logic::text::words(part).is_empty());
    // « où » is folded to « ou », and begins a question instead of joining two.
    let joins = words
        .iter()
        .skip(1)
        .filter(|word| JOINS.contains(&word.text.as_str()));
    parts.count() + joins.count()
}

/// Everything that is asked of the only one of its sort.
fn cues_of<'c>(all: &'c [Cue], only: &Name) -> impl Iterator<Item = &'c Cue> {
    all.iter()
        .filter(move |cue| cue.only.as_ref() == Some(only))
}

/// Whether a cue shares words with another of as many, and its own stand closer: « how old are you » is « how
/// old » and not « how are you ».
fn is_tighter(one: &[usize], other: &[usize]) -> bool {
    let span = |at: &[usize]| at[at.len() - 1] - at[0];
    let shared = one.iter().any(|place| other.contains(place));
    one.len() == other.len() && one != other && shared && span(one) < span(other)
}

/// « why did you » asks more than « did you », of the same word.
fn asks_more(words: &[Word], one: &[usize], other: &[usize]) -> bool {
    const MORE: &str = "why when where how pourquoi quand comment";
    const WHETHER: &str = "did does have has had";
    let has = |at: &[usize], list: &str| {
        let mut own = at.iter();
        own.any(|place| whose::is_in(list, &words[*place].text))
    };
    let shared = one.iter().any(|place| other.contains(place));
    shared && has(one, MORE) && !has(other, MORE) && has(other, WHETHER)
}

/// A cue that was found, with whom it is about.
struct Asked<'c> {
    at: Vec<usize>,
    cues: Vec<&'c Cue>,
    meant: Whom,
    /// It is said to be somebody's.
    anothers: bool,
}

enum Whom {
    Nobody,
    /// Somebody whom nobody knows, with the words for them.
    Stranger(Range<usize>),
    These(BTreeSet<Name>),
}

/// « the past of Gontran », « Gontran's past »: a name stands where its owner does, and nobody has it.
fn is_of_a_stranger(message: &str, words: &[Word], at: &[usize], mentions: &[Mention]) -> bool {
    let (first, last) = (at[0], at[at.len() - 1]);
    let text = |place: usize| words.get(place).map(|word| word.text.as_str());
    let behind = match (text(last + 1), text(last + 2)) {
        (Some(of), Some("la" | "le" | "l" | "the")) if is_of(of) => last + 3,
        (Some(of), _) if is_of(of) => last + 2,
        (_, _) => usize::MAX,
    };
    let before = match first.checked_sub(1).and_then(text) {
        Some("s") => first - 1,
        Some(_) | None => usize::MAX,
    };
    let owner = [Some(behind), before.checked_sub(1)];
    owner.into_iter().flatten().any(|place| {
        let known = mentions.iter().any(|mention| mention.at.contains(&place));
        let is_name = |word: &str| {
            let capital = word.chars().next().is_some_and(char::is_uppercase);
            capital && text(place) == Some(logic::text::fold(word).as_str())
        };
        let mut written = message.split(|c: char| !c.is_alphanumeric());
        !known && written.any(is_name)
    })
}

/// Whose it is: what stands just before the cue decides, then who else is named, then who is spoken to.
fn whom(
    words: &[Word],
    at: &[usize],
    others: &[&Mention],
    you: Option<&Name>,
    last_topic: Option<&Name>,
    topic: Option<&Name>,
) -> Whom {
    let one = |entity: Option<&Name>| match entity {
        Some(entity) => Whom::These(BTreeSet::from([entity.clone()])),
        None => Whom::Nobody,
    };
    let (first, last) = (at[0], at[at.len() - 1]);
    let owner = owner(words, first);
    if owner == Some(Person::Second) {
        return one(you);
    }
    // « le passé de Berthe », « Berthe's past », or the one that is named at all.
    let outside = |mention: &&&Mention| !at.iter().any(|place| mention.at.contains(place));
    let near = others.iter().filter(outside).min_by_key(|mention| {
        let behind = mention.at.start.abs_diff(last);
        let before = first.abs_diff(mention.at.end);
        behind.min(before)
    });
    if let Some(mention) = near {
        if is_yours(words, at, mention) {
            return one(you);
        }
        return Whom::These(mention.entities.clone());
    }
    if owner == Some(Person::Third) {
        return one(topic.or(last_topic));
    }
    let is_you = |(at, word): (usize, &Word)| {
        // « a-t-elle »: that t is nobody.
        let next = words.get(at + 1).map(|next| next.text.as_str());
        let joins =
            word.text == "t" && matches!(next, Some("il" | "elle" | "on" | "ils" | "elles"));
        SECOND.contains(&word.text.as_str()) && !joins
    };
    if words.iter().enumerate().any(is_you) {
        return one(you);
    }
    if words.iter().any(|word| THIRD.contains(&word.text.as_str())) {
        return one(topic.or(last_topic));
    }
    Whom::Nobody
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Person {
    First,
    Second,
    Third,
}

const FIRST: [&str; 6] = ["mon", "ma", "mes", "my", "notre", "nos"];
const SECOND: [&str; 17] = [
    "tu", "te", "t", "toi", "ton", "ta", "tes", "tien", "tienne", "vous", "votre", "vos", "you",
    "your", "yours", "yourself", "u",
];
const THIRD: [&str; 20] = [
    "il", "elle", "lui", "son", "sa", "ses", "leur", "leurs", "ils", "elles", "he", "she", "him",
    "his", "her", "hers", "its", "they", "them", "their",
];
const SECOND_OWNERS: [&str; 7] = ["ton", "ta", "tes", "votre", "vos", "your", "yours"];
const THIRD_OWNERS: [&str; 9] = [
    "son", "sa", "ses", "leur", "leurs", "his", "her", "its", "their",
];

/// « did you see Rupert? »: whoever is asked acts, and the one who is named is only what it is about. In
/// « do you know Rupert's past? » the past is Rupert's.
fn is_yours(words: &[Word], at: &[usize], mention: &Mention) -> bool {
    const SUBJECT: [&str; 3] = ["tu", "vous", "you"];
    let text = |place: usize| words.get(place).map(|word| word.text.as_str());
    let beside = |place: usize| at.iter().any(|cue| cue.abs_diff(place) == 1);
    let acts = (0..mention.at.start)
        .any(|place| text(place).is_some_and(|word| SUBJECT.contains(&word)) && beside(place));
    let last = at[at.len() - 1];
    let between = (last + 1..mention.at.start).filter_map(text);
    let belongs = last < mention.at.start && between.clone().any(is_of) && between.count() <= 2;
    acts && !belongs && text(mention.at.end) != Some("s")
}

fn is_of(word: &str) -> bool {
    ["de", "du", "d", "des", "of"].contains(&word)
}

/// The possessive before a word, over at most one adjective.
fn owner(words: &[Word], first: usize) -> Option<Person> {
    (1..=2)
        .filter_map(|back| words.get(first.checked_sub(back)?))
        .find_map(|word| match word.text.as_str() {
            text if FIRST.contains(&text) => Some(Person::First),
            text if SECOND_OWNERS.contains(&text) => Some(Person::Second),
            text if THIRD_OWNERS.contains(&text) => Some(Person::Third),
            _ => None,
        })
}

/// Where the words of a cue stand, wherever all of them do, near one another.
fn places(cue: &Cue, words: &[Word], roles: bool) -> impl Iterator<Item = Vec<usize>> {
    let is_form = move |word: &Word, wanted: &Word| {
        word.is_form_of(wanted) || roles && cue.frame.is_form(word, wanted)
    };
    let starts = words
        .iter()
        .enumerate()
        .filter(move |(_, word)| is_form(word, &cue.content[0]));
    starts.filter_map(move |(start, _)| {
        let mut at = vec![start];
        let window =
            start.saturating_sub(SPREAD)..words.len().min(start + SPREAD + cue.content.len());
        for wanted in &cue.content[1..] {
            let place = window
                .clone()
                .filter(|place| !at.contains(place) && is_form(&words[*place], wanted))
                .min_by_key(|place| place.abs_diff(start))?;
            at.push(place);
        }
        at.sort_unstable();
        Some(at)
    })
}

/// « mon passé »: the speaker's own.
fn is_own(words: &[Word], at: &[usize]) -> bool {
    owner(words, at[0]) == Some(Person::First)
}

/// « ne me parle pas de … », « don't tell me … »: asked not to be told.
fn is_refused(words: &[Word], at: &[usize]) -> bool {
    let before = &words[..at[0]];
    let has = |list: &[&str]| before.iter().any(|word| list.contains(&word.text.as_str()));
    let french = has(&["pas", "jamais", "plus", "inutile", "arrete"])
        && has(&["ne", "n", "pas", "inutile", "arrete"]);
    let english = has(&["don", "dont", "not", "never", "stop"]);
    french || english
}

const QUESTION: [&str; 27] = [
    "qui", "que", "qu", "quoi", "quel", "quelle", "quels", "quelles", "ou", "quand", "comment",
    "pourquoi", "combien", "est", "what", "whats", "who", "whose", "whom", "where", "when", "why",
    "how", "which", "did", "does", "are",
];
const REQUEST: [&str; 44] = [
    "connaitre",
    "savoir",
    "apprendre",
    "learn",
    "parle",
    "parlez",
    "parler",
    "parlons",
    "dis",
    "dites",
    "dire",
    "raconte",
    "racontez",
    "raconter",
    "explique",
    "expliquez",
    "decris",
    "decrivez",
    "montre",
    "montrez",
    "revele",
    "revelez",
    "avoue",
    "avouez",
    "confie",
    "confiez",
    "regarde",
    "examine",
    "observe",
    "lis",
    "tell",
    "say",
    "talk",
    "speak",
    "describe",
    "explain",
    "show",
    "reveal",
    "confess",
    "look",
    "examine",
    "read",
    "know",
    "hear",
];

/// Whether something is asked or asked for: a question, a request, or a bare fragment.
fn is_asking(message: &str, words: &[Word]) -> bool {
    message.contains(['?', '？'])
        || words.len() <= 4
        || words
            .first()
            .is_some_and(|word| QUESTION.contains(&word.text.as_str()))
        || words
            .iter()
            .any(|word| REQUEST.contains(&word.text.as_str()))
}

/// The mention by which somebody is addressed: it stands alone between commas, but for a greeting.
fn vocative(message: &str, words: &[Word], mentions: &[Mention]) -> Option<usize> {
    const GREETING: [&str; 24] = [
        "dis", "dites", "he", "ohe", "bonjour", "salut", "ami", "mon", "ma", "cher", "chere",
        "maitre", "dame", "l", "le", "la", "hey", "hello", "hi", "dear", "good", "my", "the", "o",
    ];
    let mut start = 0;
    for part in message.split([',', '!', ';', ':', '.', '…', '?']) {
        let end = start + logic::text::words(part).len();
        let alone = mentions.iter().position(|mention| {
            let inside = mention.at.start >= start && mention.at.end <= end;
            let greeting = |word: &Word| GREETING.contains(&word.text.as_str());
            // A message that is nothing but a name speaks of it.
            inside
                && end - start < words.len()
                && words[start..mention.at.start].iter().all(greeting)
                && mention.at.end == end
        });
        if alone.is_some() {
            return alone;
        }
        start = end;
    }
    None
}

/// Words that ask or point, and say nothing of what is asked.
pub(crate) fn is_small(word: &str) -> bool {
    SMALL.contains(&word)
        || FIRST.contains(&word)
        || SECOND.contains(&word)
        || THIRD.contains(&word)
}

/// The same, to be looked up.
pub(crate) fn small_words() -> impl Iterator<Item = &'static str> {
    let all = SMALL.iter().chain(&FIRST).chain(&SECOND).chain(&THIRD);
    all.copied()
}

const SMALL: [&str; 42] = [
    "le", "la", "les", "l", "un", "une", "des", "du", "d", "de", "a", "au", "aux", "en", "et",
    "sur", "the", "an", "of", "to", "on", "about", "and", "is", "was", "were", "do", "me", "moi",
    "m", "est", "es", "as", "ai", "se", "s", "ce", "c", "j", "je", "i", "at",
];
