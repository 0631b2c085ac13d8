//! Who is spoken to: everybody who is called by name, one or several.

use super::clause::Marks;
use super::whose::{ADJECTIVES, PREPOSITIONS, is_in};
use crate::mention::{Called, Mention};
use logic::stem::Word;
use logic::value::Name;
use std::ops::Range;

/// The mentions by which somebody is called: they stand alone between marks, but for greetings and « and ».
pub(super) fn to(words: &[Word], mentions: &[Mention], marks: &Marks) -> Vec<usize> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut listed = false;
    while start < words.len() {
        let end = marks
            .part
            .partition_point(|part| *part <= marks.part[start]);
        let inside = |mention: &Mention| mention.at.start >= start && mention.at.end <= end;
        let here: Vec<usize> = (0..mentions.len())
            .filter(|at| inside(&mentions[*at]))
            .collect();
        let called = here.first().is_some_and(|first| {
            let ends = here
                .last()
                .is_some_and(|last| mentions[*last].at.end == end);
            let greeted = start..mentions[*first].at.start;
            // A message that is nothing but a name speaks of it; « Berthe, Maud et Josse » goes on with a list.
            end - start < words.len()
                && ends
                && greeted
                    .into_iter()
                    .all(|place| is_in(GREETING, &words[place].text))
                && here.windows(2).all(|two| {
                    is_joined(words, &(mentions[two[0]].at.end..mentions[two[1]].at.start))
                })
                && !(listed && here.len() > 1)
        });
        listed = !called
            && here
                .last()
                .is_some_and(|last| mentions[*last].at.end == end);
        if called {
            found.extend(here);
        }
        start = end;
    }
    if found.is_empty() {
        found.extend(turned_to(words, mentions, marks));
    }
    found
}

/// Whether somebody is only thanked or taken leave of: « Merci Josse. Berthe, quel âge as-tu ? » asks nothing of Josse.
pub(super) fn is_thanked(words: &[Word], mention: &Mention, marks: &Marks) -> bool {
    const THANKS: &str = "merci thanks thank adieu bye goodbye";
    let part = marks.part[mention.at.start];
    let start = marks.part.partition_point(|other| *other < part);
    let mut before = start..mention.at.start;
    before.any(|place| is_in(THANKS, &words[place].text))
}

/// « pas toi Aldric », « not you, Hobday »
pub(super) fn is_denied(words: &[Word], mention: &Mention) -> bool {
    let before = |back: usize| {
        let place = mention.at.start.checked_sub(back);
        place.map_or("", |place| words[place].text.as_str())
    };
    is_in("toi vous you", before(1)) && is_in("pas not", before(2))
}

/// Whether somebody is spoken to whose name no mark sets apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmarked {
    /// « Quel âge as-tu Josse ? », « Et toi Berthe, … », « Rupert how old are you? »
    Called(usize),
    /// « Je connais Josse, quel âge as-tu ? »: he may be meant or not.
    Unclear,
}

/// What a message calls by name without a mark, if « tu » stands in the same sentence. `asks` are the words for
/// things that somebody may be asked for, `cued` whatever else a question is recognised by.
pub(super) fn unmarked(
    words: &[Word],
    mentions: &[Mention],
    free: &[usize],
    marks: &Marks,
    asks: &dyn Fn(&Word) -> bool,
    cued: &dyn Fn(&Word) -> bool,
) -> Option<Unmarked> {
    let names = Names { words, marks };
    let mut unclear = None;
    for at in free.iter().rev().copied() {
        match names.stands(&mentions[at].at, asks, cued) {
            Stands::Called => return Some(Unmarked::Called(at)),
            Stands::Unclear => unclear = Some(Unmarked::Unclear),
            Stands::Bound => {}
        }
    }
    unclear
}

/// How a name stands in its sentence.
enum Stands {
    Called,
    Unclear,
    /// It belongs to a verb or a preposition, or nobody is spoken to.
    Bound,
}

struct Names<'a> {
    words: &'a [Word],
    marks: &'a Marks,
}

impl Names<'_> {
    fn text(&self, place: usize) -> &str {
        self.words.get(place).map_or("", |word| &word.text)
    }

    fn stands(
        &self,
        name: &Range<usize>,
        asks: &dyn Fn(&Word) -> bool,
        cued: &dyn Fn(&Word) -> bool,
    ) -> Stands {
        let sentence = self.marks.sentence[name.start];
        let own = (0..self.words.len()).filter(|at| self.marks.sentence[*at] == sentence);
        let has = |list: &str| own.clone().any(|at| is_in(list, self.text(at)));
        // « Inspector how old is the butler? »
        let opens = self
            .marks
            .sentence
            .partition_point(|other| *other < sentence)
            == name.start;
        let theirs = has("son sa ses leur his her their he she il elle");
        if !has(YOU) && (!opens || theirs || !is_in(ASKS, self.text(name.end))) {
            return Stands::Bound;
        }
        let part = self.marks.part[name.start];
        let start = self.marks.part.partition_point(|other| *other < part);
        let is_last = self.marks.part.get(name.end) != Some(&part);
        // « mon brave Josse » is Josse.
        let mut first = name.start;
        let kindly = |at: usize| is_in(KINDLY, self.text(at)) || is_in(ADJECTIVES, self.text(at));
        while first > start && kindly(first - 1) {
            first -= 1;
        }
        let leads = |at: usize| is_in(GREETING, self.text(at)) || is_in(LEADS, self.text(at));
        let alone = (start..first).all(leads);
        let asked = self.text(name.end);
        let ordered = is_in(ORDERS, asked) && is_in("moi nous me us", self.text(name.end + 1));
        let beyond = self.text(name.end + 1);
        let where_to = asked == "ou" && is_in(WHITHER, beyond) || asked == "d" && beyond == "ou";
        let you_first = is_in("tu vous you", asked);
        let asks_on = !is_last && (is_in(ASKS, asked) || ordered || where_to || you_first);
        if first == start {
            let you_act = has("tu vous you") && is_in(PREPOSITIONS, asked);
            return match asks_on || is_last && name.len() < self.words.len() {
                true => Stands::Called,
                false if you_act => Stands::Unclear,
                false => Stands::Bound,
            };
        }
        let before = self.text(first - 1);
        let come_on = before == "on" && self.text(first.saturating_sub(2)) == "come";
        let bound = is_in(PREPOSITIONS, before) || is_in(BINDS, before);
        if alone && asks_on && !bound || come_on && alone {
            return Stands::Called;
        }
        if is_in("a au avec to with", before) && self.is_turning(sentence) {
            return Stands::Called;
        }
        if !is_last || bound {
            return Stands::Bound;
        }
        let turned = is_in("tu vous you", before) && is_in(BE, self.text(first.saturating_sub(2)));
        let word = &self.words[first - 1];
        if alone || turned || is_in(TURNS, before) || asks(word) {
            return Stands::Called;
        }
        let apart = self.marks.part.last() != Some(&part)
            && self.marks.sentence.get(name.end) == Some(&sentence);
        // « Où te trouvais-tu Gautier ? », « Quand épouses-tu Berthe ? »
        let asked_of = is_in("tu vous you", before) && is_in(OPENS, self.text(start));
        match apart || cued(word) || asked_of {
            true => Stands::Unclear,
            false => Stands::Bound,
        }
    }
}

impl Names<'_> {
    /// « c'est à Josse que je parle », “I am talking to Rupert”
    fn is_turning(&self, sentence: usize) -> bool {
        (1..self.words.len()).any(|at| {
            let by = |list: &str| is_in(list, self.text(at - 1));
            self.marks.sentence[at] == sentence
                && match self.text(at) {
                    "parle" => by("je"),
                    "adresse" => by("m"),
                    "talking" | "speaking" => by("am m"),
                    _ => false,
                }
        })
    }
}

const YOU: &str = "tu te t toi ton ta tes tien tienne vous votre vos you your yours";
const KINDLY: &str = "le la les l the mon ma mes my notre our brave braves old";
/// Words that bind a name to what stands before it.
const BINDS: &str = "de du d des a of on que qu as like comme et and ou or ni nor moins except excepte hormis sauf \
    besides entre between";
/// « Quel âge as-tu Josse ? »
const BE: &str = "as es avez etes avais aviez etais etiez are were";
/// What may stand between a question and a name that is called.
const TURNS: &str = "toi donc alors then now deja exactement vraiment maintenant moi aujourd hui really exactly today please";
/// A question that begins just behind a name.
const ASKS: &str = "quel quelle quels quelles comment pourquoi combien how what why where when";
/// « Gautier où te trouvais-tu ? », and not « Gautier ou Maud ».
const WHITHER: &str = "te t tu es etais etait as vous avez etiez allais vas";
/// A question begins so.
const OPENS: &str =
    "ou quand comment pourquoi combien quel quelle quels quelles where when how what why";
/// « Berthe raconte-moi … », and not « Berthe raconte … ».
const ORDERS: &str = "\
    parle parlez dis dites raconte racontez montre montrez explique expliquez avoue avouez tell show explain confess";
/// What leads to a name that is called, besides a greeting.
pub(super) const LEADS: &str = "\
    et and toi vous you quant pour c est a ton votre your turn tour what about as for there now then bien te plait s il \
    un peu eh bon ho la viens venez ici par ecoute ecoutez reponds repondez listen come on look here right so look \
    donc regarde regardez voyons say ok okay";

/// « Je m'approche de Josse. Quel âge as-tu ? »: whoever the speaker turned to in a sentence before.
fn turned_to(words: &[Word], mentions: &[Mention], marks: &Marks) -> Option<usize> {
    const TURNS: &str = "\
        parle adresse tourne approche retourne interroge rejoins turn turned speak talk walk walked approach go \
        went ask question";
    let text = |place: usize| words.get(place).map_or("", |word| word.text.as_str());
    let last = marks.sentence.last()?;
    (0..mentions.len()).rev().find(|at| {
        let mention = &mentions[*at];
        let sentence = marks.sentence[mention.at.start];
        let start = marks.sentence.partition_point(|other| *other < sentence);
        let mut before = start..mention.at.start;
        sentence < *last
            && is_in("je j i", text(start))
            && before.any(|place| is_in(TURNS, text(place)))
    })
}

/// « Monseigneur, … », « my lady, … »: somebody is called by a title, and whoever is spoken with has another one.
pub(super) fn is_to_another(
    words: &[Word],
    marks: &Marks,
    names: &[&Called],
    you: Option<&Name>,
) -> bool {
    const HIGH: &str =
        "madame mademoiselle monseigneur lady miss duchesse majesty majeste altesse grace";
    let text = |place: usize| words.get(place).map_or("", |word| word.text.as_str());
    (0..words.len()).any(|place| {
        let part = marks.part[place];
        let alone = |at: usize| marks.part.get(at) != Some(&part);
        let start = match place.checked_sub(1) {
            Some(before) if is_in("my ma mon votre your", text(before)) => before,
            _ => place,
        };
        let first = start.checked_sub(1).is_none_or(alone);
        let own = names
            .iter()
            .any(|called| you.is_some_and(|you| called.has_part(text(place), you)));
        is_in(HIGH, text(place)) && first && alone(place + 1) && words.len() > 2 && !own
    })
}

/// « Hugo, que caches-tu ? », “Good evening Margaret, how old are you?”: somebody is called, and it is nobody who is
/// known.
pub(super) fn is_to_a_stranger(
    message: &str,
    words: &[Word],
    mentions: &[Mention],
    marks: &Marks,
    cued: &dyn Fn(&Word) -> bool,
) -> bool {
    let you = |word: &Word| is_in(YOU, &word.text);
    if !words.iter().any(you) {
        return false;
    }
    let capitals: Vec<String> = message
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().next().is_some_and(char::is_uppercase))
        .map(logic::text::fold)
        .collect();
    let mut start = 0;
    while start < words.len() {
        let part = marks.part[start];
        let end = marks.part.partition_point(|other| *other <= part);
        let sentence = marks.sentence[start];
        // « Dis donc, Barnabé, … »
        let first = marks.sentence.partition_point(|other| *other < sentence);
        let leads_on = |at: usize| {
            let text = words[at].text.as_str();
            is_in(GREETING, text) || is_in(OPENERS, text)
        };
        let opens = (first..start).all(leads_on);
        let closes = end == words.len() || marks.sentence[end] != sentence;
        let alone = opens && closes && start == 0 && end == words.len();
        let leads = (start..end)
            .take_while(|at| is_in(GREETING, &words[*at].text) || is_in(TITLES, &words[*at].text))
            .count();
        let own = start + leads..end;
        let known = mentions
            .iter()
            .any(|mention| mention.at.start < end && mention.at.end > start);
        let plain = |at: usize| {
            let word = &words[at];
            let text = word.text.as_str();
            let how = text.len() > 6 && (text.ends_with("ment") || text.ends_with("ly"));
            !how && !cued(word)
                && !is_in(OPENERS, text)
                && !is_in(GREETING, text)
                && !is_in(PREPOSITIONS, text)
                && !super::is_small(text)
                && text.chars().all(char::is_alphabetic)
        };
        let named = |at: usize| capitals.contains(&words[at].text);
        let names = match own.len() {
            // « Sergent, où étais-tu ? »
            0 => is_in(RANKS, &words[end - 1].text),
            // What opens a sentence has a capital in any case.
            1 => plain(own.start) && (opens || closes || named(own.start)),
            2 | 3 => own.clone().all(plain) && own.clone().all(named),
            _ => false,
        };
        if !alone && !known && (opens || closes) && names {
            return true;
        }
        start = end;
    }
    false
}

/// What somebody is called by before a name.
pub(super) const TITLES: &str = "\
    mr mrs ms miss dr doctor lady lord sir captain sergeant father brother sister uncle aunt old dear young \
    docteur capitaine sergent pere mere frere soeur oncle tante vieux vieille jeune brave seigneur dom dona";
/// Whoever is called by one of these alone is somebody.
pub(super) const RANKS: &str = "\
    doctor captain sergeant father brother sister uncle aunt docteur capitaine sergent pere mere frere soeur oncle tante";
/// What a sentence opens or closes with, and is nobody's name.
const OPENERS: &str = "\
    bon bien ben bah alors allez allons donc enfin bref tiens tenez attends attendez ecoute ecoutez regarde regardez \
    voyons pardon desole desolee excuse excusez merci oui non si ok okay accord certes soit parfait super genial tres \
    ah oh eh hein hum euh hmm puis ensuite maintenant aujourd hui demain hier ici la sinon autrement d abord et mais or \
    car comme quand toi vous moi je tu on nous personne quelqu un une tous toutes chacun nuit soir soiree matin matinee \
    jour journee midi minuit semaine mois annee hiver ete printemps automne lundi mardi mercredi jeudi vendredi samedi \
    dimanche fois instant moment heure nom dieu ciel diable plait svp stp franc curieux question reponse \
    reponds repondez parle parlez raconte racontez avoue avouez dis dites viens venez assez silence courage patience \
    camarade compagnon ami amie amis voisin voisine vieux brave chef patron patronne vrai faux juste \
    bonjour bonsoir salut bienvenue bravo felicitations hola he ohe rien tout peut etre toujours jamais encore aussi \
    so well now then right look listen honestly again first second third last finally anyway however also still please \
    yes no yeah yep nope sure thanks sorry fine good great um er hey tell say come wait you i we they he she it \
    someone somebody everyone everybody today tomorrow yesterday tonight here there if while because since night evening \
    afternoon morning day noon midnight week month year winter summer spring autumn monday tuesday wednesday thursday \
    friday saturday sunday time times moment minute hour god heavens goodness truth true false maybe perhaps always never \
    friend mate buddy fellow man boy darling love stranger quick quickly enough silence courage patience welcome \
    congratulations goodbye bye cheers question answer nothing everything though too instead otherwise meanwhile besides \
    frankly seriously really actually exactly precisely mom hello hi do did does is are was were have has \
    can could will would should may might must que quoi qui quel quelle comment pourquoi combien ou what who whom whose \
    which when where why how as es est sont etais etait avez avais peux veux sais connais crois penses";

/// « Josse et le curé ».
fn is_joined(words: &[Word], between: &Range<usize>) -> bool {
    let all = |list: &str| between.clone().all(|place| is_in(list, &words[place].text));
    let joins = |place: usize| is_in("et and", &words[place].text);
    all("et and le la l the vous toi you") && between.clone().any(joins)
}

/// « vous deux », « you both »: nobody says who.
pub(super) fn is_several(words: &[Word]) -> bool {
    let text = |place: usize| words.get(place).map_or("", |word| word.text.as_str());
    (0..words.len()).any(|place| match text(place) {
        "vous" | "you" => is_in("deux trois tous toutes two three all both", text(place + 1)),
        "tous" | "toutes" => text(place + 1) == "les" && is_in("deux trois", text(place + 2)),
        "both" => text(place + 1) == "of" && text(place + 2) == "you",
        _ => false,
    })
}

pub(super) const GREETING: &str = "\
    dis dites moi he ohe eh oh ah bonjour bonsoir salut ami amie mon ma cher chere maitre dame l le la hey hello \
    hi dear good evening morning my the o well now alors allons voyons please excuse excusez pardon sorry \
    monsieur madame messire sire seigneur monseigneur sir madam merci thanks thank you tell me";
