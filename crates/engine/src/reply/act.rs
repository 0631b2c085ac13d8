//! What a clause does with what stands in it: asks for it, denies it, thanks for it, tells it as done, or asks what
//! others do of it; or means something else by its words.
//!
//! « Je n'ai jamais demandé de remboursement », « Facture reçue, merci », “Does someone extend my rental?” hold the words
//! of a request and make none. What is no request wants nothing and has nothing done, and a person reads it.

mod closer;
mod plainly;
mod words;

use self::words::{
    AGREES, ANNOUNCES, ANYBODY, BEING, BETWEEN, BY_PHONE, CAME, CONDITIONS, CONFIRMS, DEFINITE,
    DETERMINERS, FAR, FOR_WRITER, HAVING, MAY, MINE, NEEDED, NEEDED_IF_ASKED, NEVER, OF, OPPOSES,
    OTHER, OVER, OWN, PASSIVE, PERSONS, PRAISE, REMEMBERS, REQUESTS, SOFTENS, WISHES, YOURS,
};
use super::accounted::{asks_anywhere, is_bound, is_date};
use super::detect::{Cue, Recogniser};
use super::lexicon::Class;
use super::sentence::{Place, Sentence};
use super::thanks::Thanks;
use super::turned::is_participle;
use super::understood::{hastens, is_kind, thanks};
use logic::text::Listed;
use std::ops::Range;

/// What a clause does with what was recognised in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// It asks for it, asks about it, or confirms it.
    Asks,
    /// It is not wanted; somebody may have to read that.
    Denies { read: bool },
    /// It came already; or somebody has to read whether it did.
    Thanks { read: bool },
    /// It was done.
    Tells,
    /// It asks what others do.
    AsksOfOthers,
    /// Its words mean something else there.
    Names,
}

impl Act {
    pub(super) fn is_wanted(self) -> bool {
        match self {
            Act::Asks => true,
            Act::Denies { .. }
            | Act::Thanks { .. }
            | Act::Tells
            | Act::AsksOfOthers
            | Act::Names => false,
        }
    }

    /// Whether somebody has to read it.
    pub(super) fn is_read(self) -> bool {
        match self {
            Act::Denies { read } | Act::Thanks { read } => read,
            Act::Tells | Act::AsksOfOthers => true,
            Act::Asks | Act::Names => false,
        }
    }
}

/// What a verb of a cue means by what stands beside it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sense {
    /// « rappeler » somebody, and not to recall something.
    calls: bool,
    /// « passer en soirée » moves, « se passer » happens.
    moves: bool,
}

impl Sense {
    pub(super) fn of(all: &[String]) -> Sense {
        let word = |at: usize| all.get(at).map_or("", String::as_str);
        let mut pairs = 0..all.len();
        Sense {
            calls: all.iter().any(|word| is_recalling(word)),
            moves: pairs.any(|at| word(at) == "passer" && OVER.contains(&word(at + 1))),
        }
    }
}

/// Whether an intention has a verb as something to do.
fn is_to_do(forms: &[String], word: &str) -> bool {
    let short = word.len() == 4 && word.ends_with('e');
    let stem = word.trim_end_matches('s').trim_end_matches('e');
    let stem = stem.strip_suffix("ed").unwrap_or(stem);
    let mut forms = forms.iter();
    (short || is_participle(word))
        && forms.any(|form| form == stem || form.strip_suffix("er") == Some(stem))
}

/// Whether an intention has a verb as done.
fn is_done_in(forms: &[String], word: &str) -> bool {
    let bare = |word: &str| word.trim_end_matches(['e', 's']).to_owned();
    let mut forms = forms.iter();
    forms.any(|form| is_participle(form) && bare(form) == bare(word))
}

impl Sentence {
    /// What the sentence does with what a cue recognises at some places.
    pub(super) fn act(&self, recogniser: &Recogniser, cue: &Cue, at: &[Place]) -> Act {
        let thanked = self.thanked(at);
        if let Some(thanks) = thanked.filter(|_| recogniser.thanks != Some(cue.intention)) {
            return Act::Thanks {
                read: thanks.in_doubt,
            };
        }
        if self.acts && self.means_otherwise(cue, at) {
            return Act::Names;
        }
        if cue.negative || (self.acts && (self.only_restricts(at) || self.forgets(at))) {
            return Act::Asks;
        }
        if self.acts && !cue.example && self.supposes(at) {
            return Act::Tells;
        }
        // Of a whole sentence any word may be the one that is denied.
        let is_denied = |(place, _): &Place| self.is_denied_before(*place) == Some(true);
        let refused = self.is_refused(at) || (cue.example && at.iter().any(is_denied));
        if refused {
            let never = self.acts && self.any_of(self.up_to(at), &["jamais", "never"]);
            return Act::Denies {
                read: self.discerns && (never || self.decides(at)),
            };
        }
        if !self.acts {
            Act::Asks
        } else if self.disowns(at) {
            let read = !self.wants_instead(at);
            Act::Denies { read }
        } else if self.asks_of_others(at) {
            Act::AsksOfOthers
        } else if self.is_had(at)
            || self.is_done(recogniser, cue, at)
            || self.asks_whether_needed(&recogniser.forms[cue.intention], at)
        {
            Act::Tells
        } else {
            Act::Asks
        }
    }

    /// Whether what stands there is said not to be wanted, as a field of the context is.
    pub(super) fn refuses(&self, at: &[Place]) -> bool {
        match self.acts {
            true => !self.only_restricts(at) && (self.is_refused(at) || self.disowns(at)),
            false => self.is_refused(at),
        }
    }

    /// The words of the clause from its beginning, up to the last of some places.
    fn up_to(&self, at: &[Place]) -> Range<usize> {
        let places = || at.iter().map(|(place, _)| *place);
        let first = places().min().unwrap_or(0);
        let last = places().max().unwrap_or(0);
        self.clause_of(first)..last + 1
    }

    /// The clause in which places stand.
    fn clause_around(&self, at: &[Place]) -> Range<usize> {
        let until = self.up_to(at);
        let ends = self.clauses.iter().copied();
        let ends = ends.filter(|start| *start >= until.end);
        until.start..ends.min().unwrap_or(usize::MAX).min(self.words.len())
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| self.of(word))
    }

    fn begins_with(&self, words: &[&str]) -> bool {
        words
            .iter()
            .enumerate()
            .all(|(at, word)| self.word(at) == *word)
    }

    fn any_of(&self, mut words: Range<usize>, list: &impl Listed) -> bool {
        words.any(|at| list.lists(self.word(at)))
    }

    /// « Je ne veux que ma facture »: that, and nothing else.
    fn only_restricts(&self, at: &[Place]) -> bool {
        let clause = self.up_to(at);
        let denies = ["pas", "plus", "jamais", "point", "aucun", "aucune", "rien"];
        let Some(opens) = clause
            .clone()
            .find(|at| matches!(self.word(*at), "ne" | "n"))
        else {
            return false;
        };
        let mut near = opens + 2..clause.end.min(opens + 6);
        near.any(|at| matches!(self.word(at), "que" | "qu"))
            && !self.any_of(opens..clause.end, &denies)
    }

    /// « Je ne me rappelle plus de mon mot de passe »: it is missing.
    fn forgets(&self, at: &[Place]) -> bool {
        let clause = self.up_to(at);
        let mut words = clause.clone();
        let mut wishes = clause.clone();
        !wishes.any(|at| self.is_disowned(at))
            && words.any(|at| REMEMBERS.contains(&self.word(at)))
            && clause.clone().any(|at| self.denies_at(at))
            && self.any_of(clause, &MINE)
    }

    /// « Si je n'ai pas ma convocation vendredi, je voudrais … »: what is wanted stands in another clause.
    fn supposes(&self, at: &[Place]) -> bool {
        let clause = self.clause_around(at);
        let (first, next) = (self.word(clause.start), self.word(clause.start + 1));
        let opens = match first {
            "s" => matches!(next, "il" | "ils"),
            "et" | "but" | "and" | "mais" => matches!(next, "si" | "if"),
            _ => matches!(first, "si" | "if" | "unless"),
        };
        let mut others = (0..clause.start).chain(clause.end..self.words.len());
        let wants = |at: usize| self.is(at, Class::WANTS) || REQUESTS.contains(&self.word(at));
        opens && others.any(wants)
    }

    // --- What is denied

    /// « Je n'ai jamais demandé de … », « loin de moi l'idée de … », “I have no intention of …”: the wish is denied.
    fn disowns(&self, at: &[Place]) -> bool {
        let mut before = self.up_to(at);
        before.any(|wish| self.is_disowned(wish)) || self.is_disowned_behind(at)
    }

    /// « Sans vouloir changer de session, je voudrais … »: what is wanted instead says it.
    fn wants_instead(&self, at: &[Place]) -> bool {
        let before = self.up_to(at);
        let wants = |at: usize| self.is(at, Class::WANTS) && !self.is_disowned(at);
        !self.any_of(before.clone(), &["jamais", "never"])
            && (before.end..self.words.len()).any(wants)
    }

    /// « Un remboursement, je n'en ai jamais demandé »: what was named is taken up again.
    fn is_disowned_behind(&self, at: &[Place]) -> bool {
        let here = self.clause_around(at);
        let mut named = here.clone();
        if named.any(|at| self.is(at, Class::WANTS.and(Class::BEGINS))) {
            return false;
        }
        let ends = self.clauses.iter().copied();
        let ends = ends.filter(|start| *start > here.end).min();
        let behind = here.end..ends.unwrap_or(usize::MAX).min(self.words.len());
        let resumes = [
            "en", "y", "l", "le", "ca", "cela", "ce", "it", "that", "this",
        ];
        let more = ["plus", "more", "mieux", "autant"];
        let mut wishes = behind.clone();
        self.any_of(behind.clone(), &resumes)
            && !self.any_of(behind.clone(), &more)
            && wishes.any(|wish| wish > behind.start && self.is_disowned(wish))
    }

    /// « Je n'en ai pas l'intention »: it denies what the sentence before spoke of, and names nothing itself.
    pub(super) fn disowns_before(&self) -> bool {
        let all = 0..self.words.len();
        let resumes = ["en", "y", "that", "so"];
        let mut wishes = all.clone();
        // « Jamais de la vie. », “No way!”
        let never = all.len() <= 4 && NEVER.iter().any(|words| self.begins_with(words));
        self.acts
            && self.met.iter().all(|met| met.intention.is_none())
            && (never || (self.any_of(all, &resumes) && wishes.any(|wish| self.is_disowned(wish))))
    }

    /// Whether the sentence asks for something in so many words.
    pub(super) fn asks_outright(&self) -> bool {
        let mut all = 0..self.words.len();
        // « une demande d'annulation » is one that somebody made.
        let named = |at: usize| {
            let before = at.checked_sub(1).map_or("", |at| self.word(at));
            self.word(at) == "demande" && (DETERMINERS.contains(&before) || before == "cette")
        };
        let wants = |at: usize| self.is(at, Class::WANTS) && !named(at) && !self.is_disowned(at);
        all.any(|at| wants(at) || REQUESTS.contains(&self.word(at)))
    }

    /// Whether a word of wishing, or of agreeing to it, is denied by who wrote.
    fn is_disowned(&self, wish: usize) -> bool {
        let word = self.word(wish);
        let agrees = AGREES.contains(&word);
        let wishes = self.is(wish, Class::WANTS) || WISHES.contains(&word);
        if !(wishes || agrees || OPPOSES.contains(&word)) {
            return false;
        }
        let start = self.clause_of(wish);
        let subject = (start..wish).map(|at| self.word(at));
        let subject = subject.filter(|word| OWN.contains(word) || YOURS.contains(word));
        let subject = subject.take(1).last();
        if subject.is_some_and(|subject| YOURS.contains(&subject)) {
            return false;
        }
        let is_own = subject.is_some_and(|subject| MINE.contains(&subject));
        if OPPOSES.contains(&word) {
            // « je m'y oppose », « I strongly object »
            let near = start.max(wish.saturating_sub(3))..wish;
            return is_own && self.any_of(near, &MINE);
        }
        // « aucune idée de … » is not to know.
        let is_idea = matches!(word, "idee" | "idea");
        let mut near = (start.max(wish.saturating_sub(7))..wish).rev();
        let denial = near.find(|at| !self.is_light_before_wish(*at));
        let Some(denial) = denial else {
            return false;
        };
        let is_far = FAR.contains(&self.word(denial));
        // “Didn't I ask …?”
        let is_asked = self.word(denial) == "t" && OWN.contains(&self.word(denial + 1));
        if is_idea || is_asked {
            return is_idea && matches!(self.word(denial), "loin" | "far");
        }
        let waits = |at: usize| matches!(self.word(at), "encore" | "toujours" | "yet" | "still");
        (is_far || (self.denies_at(denial) && !self.asks_at(denial)))
            && (wishes || is_own)
            && !(denial..wish).any(waits)
            && !(denial > 0 && waits(denial - 1))
    }

    /// What may stand between a denial and what it denies of a wish.
    fn is_light_before_wish(&self, at: usize) -> bool {
        let word = self.word(at);
        !FAR.contains(&word)
            && !self.denies_at(at)
            && (self.is(at, Class::SMALL.and(Class::HAS)) || BETWEEN.contains(&word))
            && (!MINE.contains(&word) || self.is_behind_its_verb(at))
    }

    /// “Under no circumstances do I …”
    fn is_behind_its_verb(&self, subject: usize) -> bool {
        let verb = subject.checked_sub(1).map_or("", |at| self.word(at));
        matches!(verb, "do" | "did" | "have" | "would" | "am")
    }

    // --- What others do

    /// « Est-ce que quelqu'un annule … ? », “Has anybody …?”, « Mon collègue a-t-il … ? »
    fn asks_of_others(&self, at: &[Place]) -> bool {
        let before = self.up_to(at);
        let clause = self.clause_around(at);
        let asks = self.asks && clause.end == self.words.len();
        let is_it = |at: usize| self.word(at) == "est" && self.word(at + 1) == "ce";
        if !(asks || before.clone().any(is_it)) {
            return false;
        }
        let Some((other, named)) = before
            .clone()
            .find_map(|at| self.other_at(at, before.start))
        else {
            return false;
        };
        let by_writer = (other + 1..before.end).any(|at| MINE.contains(&self.word(at)));
        let may = self.any_of(before.clone(), &MAY);
        let for_writer = self.any_of(other..before.end, &FOR_WRITER);
        !by_writer && (!may || named) && !for_writer
    }

    /// Somebody else as a subject there, and whether it is somebody in particular.
    fn other_at(&self, at: usize, start: usize) -> Option<(usize, bool)> {
        let word = self.word(at);
        let back = |by: usize| match at >= start + by {
            true => self.word(at - by),
            false => "",
        };
        if ANYBODY.contains(&word) || (word == "quelqu" && self.word(at + 1) == "un") {
            return (!OF.contains(&back(1))).then_some((at, false));
        }
        if !PERSONS.contains(&word.trim_end_matches('s')) {
            return None;
        }
        let mut by = 1;
        while OTHER.contains(&back(by)) {
            by += 1;
        }
        let owned = DETERMINERS.contains(&back(by));
        let many = word.ends_with('s') || matches!(back(by), "un" | "une" | "a");
        let is_of = OF.contains(&back(by + usize::from(owned)));
        ((owned || by > 1) && !is_of).then_some((at, !many))
    }

    // --- What was done

    /// Words that say that something came: « J'ai bien reçu », « facture reçue », “got the invoice”.
    fn is_had(&self, at: &[Place]) -> bool {
        let within = |had: &Range<usize>| at.iter().all(|(place, _)| had.contains(place));
        self.had.iter().any(within)
    }

    /// The clauses that say only that something came, each to where it says more.
    pub(super) fn what_came(&self) -> Vec<Range<usize>> {
        let all = 0..self.words.len();
        all.filter_map(|at| self.came_at(at)).collect()
    }

    fn came_at(&self, verb: usize) -> Option<Range<usize>> {
        let came = self.word(verb);
        if !CAME.contains(&came) {
            return None;
        }
        let start = self.clause_of(verb);
        let end = self.end_of_thanks(verb);
        let last = self.clauses.iter().all(|start| *start <= verb) && end == self.words.len();
        let open = |at: usize| {
            let word = self.word(at);
            self.is(at, Class::WANTS)
                || self.denies_at(at)
                || asks_anywhere(word)
                || MAY.contains(&word)
                || CONDITIONS.contains(&word)
        };
        if (self.asks && last) || (start..end).any(open) {
            return None;
        }
        let mut opens = verb;
        while opens > start && SOFTENS.contains(&self.word(opens - 1)) {
            opens -= 1;
        }
        let before = if opens > start {
            self.word(opens - 1)
        } else {
            ""
        };
        let mine = (start..opens).any(|at| MINE.contains(&self.word(at)));
        let theirs = (start..opens).any(|at| YOURS.contains(&self.word(at)));
        let mut next = verb + 1;
        while next < end && (is_date(self.word(next)) || self.word(next) == "ce") {
            next += 1;
        }
        let definite = DEFINITE.contains(&self.word(next));
        let receives = !PASSIVE.contains(&came);
        // « J'ai bien reçu ma convocation », « je viens d'avoir … », “(I) got the invoice”
        let has = mine && HAVING.contains(&before);
        let just = mine && matches!(before, "d" | "de") && self.any_of(start..opens, &["viens"]);
        let plain = opens == start || (mine && matches!(came, "got" | "received" | "recois"));
        if receives && definite && (has || just || plain) {
            let head = self.word(next + 1);
            return (!ANNOUNCES.contains(&head)).then(|| start..self.end_of_noun(next + 1, end));
        }
        // « Facture reçue », « la convocation est bien arrivée »
        let named = (start..opens).any(|at| self.words[at].class.counts());
        let is = matches!(before, "est" | "sont" | "has" | "is" | "ete" | "a" | "have");
        let bare = opens > start && self.words[opens - 1].class.counts();
        let own = !matches!(came, "eu" | "avoir" | "got" | "recu" | "obtenu") || bare || is;
        (named && (is || bare) && own && !mine && !theirs)
            .then(|| start..self.end_of_days(verb + 1, end))
    }

    /// Where a noun ends that begins there, with what it is of: « le lien de la visio ».
    fn end_of_noun(&self, noun: usize, end: usize) -> usize {
        let mut at = noun + 1;
        let names = |at: usize| self.words[at].class.counts() && !is_bound(self.word(at));
        while at < end && names(at) && !self.word(at).ends_with("ant") {
            at += 1;
        }
        while at + 1 < end && matches!(self.word(at), "de" | "du" | "d" | "des" | "of" | "for") {
            at += 1;
            while at < end && (DEFINITE.contains(&self.word(at)) || self.is(at, Class::SMALL)) {
                at += 1;
            }
            at += 1;
        }
        self.end_of_days(at.min(end), end)
    }

    /// Behind words that say when.
    fn end_of_days(&self, mut at: usize, end: usize) -> usize {
        while at < end && (is_date(self.word(at)) || matches!(self.word(at), "ce" | "cette")) {
            at += 1;
        }
        at
    }

    /// What only came, where somebody thanks for it.
    pub(super) fn thanks_for_what_came(&self) -> Vec<Thanks> {
        let thanks = (0..self.words.len()).any(|at| thanks(self.word(at)));
        let had = self.had.iter().filter(|_| thanks);
        had.map(|of| Thanks {
            of: of.clone(),
            in_doubt: false,
        })
        .collect()
    }

    /// Whether a sentence only thanks, for whatever it is, or only says that something came.
    pub(super) fn only_thanks_for_anything(&self) -> bool {
        let given = self.thanks.iter().filter(|thanks| !thanks.in_doubt);
        let given: Vec<&Range<usize>> = given.map(|thanks| &thanks.of).collect();
        let within = |at: &usize| {
            self.had.iter().any(|had| had.contains(at)) || given.iter().any(|of| of.contains(at))
        };
        let all = 0..self.words.len();
        let mut others = all.clone().filter(|at| !within(at));
        let kind = |at: usize| {
            let word = self.word(at);
            let small = self.is(at, Class::SMALL.and(Class::POLITE));
            (small || is_kind(word) || PRAISE.contains(&word)) && !hastens(word)
        };
        all.clone().any(|at| within(&at))
            && !all
                .clone()
                .any(|at| self.denies_at(at) || self.is(at, Class::WANTS))
            && !self.asks
            && others.all(kind)
    }

    /// « Vous avez annulé mon inscription », « j'ai reporté mon examen »: the verb that is something to do, as done.
    fn is_done(&self, recogniser: &Recogniser, cue: &Cue, at: &[Place]) -> bool {
        let clause = self.clause_around(at);
        if self.any_of(clause.clone(), &CONDITIONS) {
            return false;
        }
        let asks = self.asks && clause.end == self.words.len();
        let forms = &recogniser.forms[cue.intention];
        let mut verbs = self.up_to(at);
        verbs.any(|verb| {
            !self.is(verb, Class::WANTS)
                && is_to_do(forms, self.word(verb))
                && self.is_told_as_done(
                    verb,
                    clause.start,
                    is_done_in(forms, self.word(verb)),
                    asks,
                )
        })
    }

    /// Whether a verb stands behind a form of having or being, and is not wanted by that: where what is wanted is said by
    /// it as done (« être remboursé »), only others do it here.
    fn is_told_as_done(&self, verb: usize, start: usize, known: bool, asks: bool) -> bool {
        let light = |at: usize| SOFTENS.contains(&self.word(at)) || self.denies_at(at);
        let mut before = verb;
        while before > start && light(before - 1) {
            before -= 1;
        }
        let back = |by: usize| match before >= start + by {
            true => self.word(before - by),
            false => "",
        };
        // « avez-vous … », « est-elle … »
        let inverted = matches!(
            (back(2), back(1)),
            ("avez", "vous")
                | (
                    "est" | "sont" | "t" | "ont",
                    "il" | "elle" | "ils" | "elles"
                )
        );
        let aux = back(if inverted { 2 } else { 1 });
        let past = ["i", "we", "you", "they"].contains(&aux) && self.word(verb).ends_with("ed");
        let passive = BEING.contains(&aux);
        let has = past || passive || inverted || HAVING.contains(&aux);
        let mine = self.any_of(start..before, &MINE);
        let inverts = |at: usize| matches!(self.word(at + 1), "il" | "elle" | "on" | "ils");
        let lacks = |at: usize| matches!(self.word(at), "sans" | "without");
        let denied = (start..verb).any(|at| self.denies_at(at) && !lacks(at) && !inverts(at));
        let told = !known || (!asks && (passive || !mine || past));
        // What others did not do is wanted all the same.
        has && told && (!denied || (mine && !passive))
    }

    /// “Do I have to extend …?”, « Dois-je annuler … ? »: asked is whether it must be, where the intention does not ask so.
    fn asks_whether_needed(&self, forms: &[String], at: &[Place]) -> bool {
        let mut clause = self.up_to(at);
        let open = |at: usize| {
            let word = self.word(at);
            asks_anywhere(word) || matches!(word, "que" | "qu" | "ou" | "when" | "who")
        };
        clause.any(|at| {
            let asked = NEEDED_IF_ASKED.iter().filter(|_| self.asks);
            let mut needed = NEEDED.iter().chain(asked);
            let here = |(words, _): &&(&[&str], &str)| {
                let mut all = words.iter().zip(at..);
                all.all(|(word, at)| self.word(at) == *word)
            };
            let needed = needed.find(here);
            let start = self.clause_of(at);
            needed.is_some_and(|(_, verb)| !forms.iter().any(|form| form == verb))
                && !(start..at).any(open)
        })
    }

    // --- What words mean there

    fn means_otherwise(&self, cue: &Cue, at: &[Place]) -> bool {
        let mut at = at.iter().map(|(place, _)| *place);
        at.any(|at| {
            (cue.sense.calls && cue.words.len() == 1 && self.reminds(at))
                || (cue.sense.moves && self.happens(at))
        })
    }

    /// « me rappeler l'adresse », « je ne me rappelle plus », « je vous rappelle que … »: nobody is to be called.
    pub(super) fn reminds(&self, at: usize) -> bool {
        let word = self.word(at);
        if !word.starts_with("rappel") {
            return false;
        }
        let back = |by: usize| at.checked_sub(by).map_or("", |at| self.word(at));
        if matches!(word, "rappel" | "rappels") {
            return matches!(back(1), "votre" | "vos" | "ce" | "ces");
        }
        // « je (ne) me rappelle », « je vous rappelle »
        let own = ["je", "j"];
        let by_writer = own.contains(&back(2)) || (back(2) == "ne" && own.contains(&back(3)));
        // « je vous ai déjà rappelé »
        let to_you = (at.saturating_sub(4)..at).any(|at| {
            matches!(self.word(at), "vous" | "te") && matches!(self.word(at + 1), "ai" | "avons")
        });
        if to_you {
            return true;
        }
        let to_whom = matches!(back(1), "me" | "m" | "vous" | "te" | "le" | "la" | "l");
        if by_writer && to_whom && !word.ends_with("er") && !word.ends_with("ez") {
            return true;
        }
        let mut next = at + 1;
        while matches!(
            self.word(next),
            "moi" | "nous" | "m" | "donc" | "svp" | "stp"
        ) {
            next += 1;
        }
        let (thing, behind) = (self.word(next), self.word(next + 1));
        match thing {
            "le" | "la" | "les" | "l" | "mon" | "ma" | "mes" | "votre" | "vos" | "un" | "une"
            | "ce" | "cet" | "cette" | "ces" | "des" => {
                let by_phone = BY_PHONE.contains(&behind);
                !behind.is_empty() && !is_date(behind) && !by_phone
            }
            "que" | "qu" | "comment" | "combien" | "quel" | "quelle" | "quels" | "quelles"
            | "pourquoi" => true,
            "ou" => !matches!(behind, "m" | "me" | "bien"),
            "quand" | "si" => !matches!(behind, "vous" | "tu" | "possible" | "c" | "besoin"),
            "a" => behind == "quelle",
            _ => false,
        }
    }

    /// « Comment se passe … », « la session passe en … »: it takes place.
    fn happens(&self, at: usize) -> bool {
        let word = self.word(at);
        let back = |by: usize| at.checked_sub(by).map_or("", |at| self.word(at));
        let moved = ["je", "j", "on", "nous", "me", "m", "i"];
        let finite = matches!(word, "passe" | "passent" | "passera" | "passait");
        let start = self.clause_of(at);
        finite && (matches!(back(1), "se" | "s") || (at > start && !self.any_of(start..at, &moved)))
            || (word == "passer" && back(1) == "se")
    }

    // --- What is confirmed

    /// Whether the clause of a word confirms or takes what stands there: « je confirme la date du … ».
    pub(super) fn confirms(&self, at: usize) -> bool {
        let start = self.clause_of(at);
        let ends = self.clauses.iter().copied().filter(|start| *start > at);
        let end = ends.min().unwrap_or(usize::MAX).min(self.words.len());
        let denies = |at: usize| self.denies_at(at);
        !self.asks
            && self.any_of(start..end, &CONFIRMS)
            && !(start..end).any(denies)
            && !self.any_of(start..end, &CONDITIONS)
    }
}

/// Whether a word is a verb form of « rappeler ».
fn is_recalling(word: &str) -> bool {
    word.starts_with("rappel") && !matches!(word, "rappel" | "rappels")
}
