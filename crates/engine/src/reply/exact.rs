//! What a clause asks for, says to be so and dates, beside what was recognised in it.

use super::accounted::{Account, Exactly, Strictly, is_bound};
use super::asked::{Asked, Demand, demands, is_light, is_past, without_article};
use super::asserted::{asserted, is_pronoun, is_request};
use super::dated::Times;
use super::lexicon::{Class, wants_short};
use super::sentence::Met;
use super::understood::{View, is_kind};
use logic::text::WordSet;
use std::ops::Range;

/// Words of a clause that the comparison accounts for, and those that it leaves open.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub(super) accounted: Vec<usize>,
    pub(super) open: Vec<usize>,
    /// What is only said to be so.
    pub(super) said: Vec<usize>,
    /// What the clause says to be so is what was recognised.
    pub(super) told: bool,
}

impl View<'_> {
    pub(super) fn compared(
        &self,
        clause: &Range<usize>,
        account: &Account,
        (strictly, exactly): (&Strictly, &Exactly),
        times: &Times,
    ) -> Compared {
        let mut compared = Compared::default();
        let is_met = |at: &usize| account.met.contains(at);
        let meets = clause.clone().any(|at| is_met(&at));
        let within = |at: &usize| clause.contains(at);
        compared
            .open
            .extend(times.open.iter().filter(|at| within(at) && !is_met(at)));
        compared
            .accounted
            .extend(times.given.iter().filter(|at| within(at)));
        self.compare_demands(clause, account, (strictly, exactly), &mut compared);
        if !meets {
            return compared;
        }
        self.compare_assertion(clause, account, (strictly, exactly), &mut compared);
        let refused = strictly
            .met
            .iter()
            .any(|met| met.refused && within(&met.at));
        for at in clause.clone() {
            let text = self.sentence.text(at);
            let before = at.checked_sub(1).map_or("", |at| self.sentence.text(at));
            // « Horaires trop tard »: it is judged, and not asked for.
            if matches!(text, "trop" | "too") && !is_met(&at) && !(account.belongs)(at) {
                compared.open.push(at);
            }
            let glued = || {
                without_article(text)
                    .is_some_and(|rest| is_bound(rest) || crate::understand::is_small(rest))
            };
            // « Sans vouloir … », « Inutile de … » only say that it is not wanted; « je refuse … » says more.
            let declines = refused && matches!(text, "sans" | "without" | "inutile");
            let is_missing = matches!(text, "manque" | "manquent" | "missing");
            if is_missing || is_light(text, before) || wants_short(text) || declines || glued() {
                compared.accounted.push(at);
            }
        }
        compared
    }

    /// What is asked for is answered by a cue that asks the same of the same thing, or it is open.
    fn compare_demands(
        &self,
        clause: &Range<usize>,
        account: &Account,
        known: (&Strictly, &Exactly),
        compared: &mut Compared,
    ) {
        let text = |at: usize| self.sentence.text(at);
        for (demand, answering) in self.demands_in(clause, account, known) {
            if answering.is_empty() {
                let asking = demand.at.filter(|at| self.is_asking(*at));
                compared.open.extend(asking);
            } else {
                let when = matches!(demand.asked, Asked::When | Asked::Hour);
                let occurs = clause
                    .clone()
                    .filter(|at| when && OCCURS.contains(&text(*at)));
                compared.accounted.extend(occurs);
                compared.accounted.extend(demand.at);
            }
        }
    }

    /// What a clause asks for, with the intentions that answer it.
    pub(super) fn demands_in(
        &self,
        clause: &Range<usize>,
        account: &Account,
        (strictly, exactly): (&Strictly, &Exactly),
    ) -> Vec<(Demand, Vec<usize>)> {
        let text = |at: usize| self.sentence.text(at);
        let place = |at: usize| self.is_where(at, account.met);
        let meets = clause.clone().any(|at| account.met.contains(&at));
        let bare = !meets && self.names_nothing(clause);
        let about = match bare {
            true => 0..self.sentence.words.len(),
            false => clause.clone(),
        };
        let demands = demands(clause.clone(), &text, &place).into_iter();
        let demands = demands.filter(|demand| exactly.proves || !demand.asked.is_new());
        let demands = demands.map(|demand| {
            let answering = match meets || bare {
                true => self.answering(&about, &demand, strictly, exactly),
                false => Vec::new(),
            };
            (demand, answering)
        });
        demands.collect()
    }

    /// Whether a word of what is asked for is worth being shown.
    fn is_asking(&self, at: usize) -> bool {
        !self.sentence.is(at, Class::SMALL)
    }

    /// The intentions with a cue that asks for the same.
    fn answering(
        &self,
        about: &Range<usize>,
        demand: &Demand,
        strictly: &Strictly,
        exactly: &Exactly,
    ) -> Vec<usize> {
        let sentence = self.sentence;
        let here = strictly
            .met
            .iter()
            .filter(|met| about.contains(&met.at) && !met.refused);
        let mut wanted: Vec<usize> = here.clone().filter_map(|met| met.intention).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let has = |at: usize| self.word(at) == "a";
        let past = exactly.proves && is_past(about.clone(), &|at| sentence.text(at), &has);
        wanted.retain(|intention| {
            let own = || here.clone().filter(|met| met.intention == Some(*intention));
            let mut cues = exactly.recogniser.cues_for(*intention);
            cues.any(|(number, cue)| {
                let counts = demand
                    .of
                    .is_none_or(|of| sentence.is_any_of(exactly.recogniser, of, &cue.counted));
                let names = demand.named.filter(|_| exactly.proves);
                let names =
                    names.is_none_or(|at| sentence.is_any_of(exactly.recogniser, at, &cue.named));
                let of_then = !exactly.proves || past == cue.past;
                if !cue.asked.contains(&demand.asked) || !counts || !names || !of_then {
                    return false;
                }
                let mut by = own().filter(|met| met.cue == Some(number)).peekable();
                let is_met = by.peek().is_some();
                let at: Vec<usize> = by.map(|met| met.at).collect();
                if is_met
                    && !self.is_of_another_thing(
                        (&at, demand),
                        *intention,
                        about,
                        (strictly, exactly),
                    )
                {
                    return true;
                }
                let topic = own().filter(|met| !demand.at.contains(&met.at));
                let topic: Vec<usize> = topic.map(|met| met.at).collect();
                let mut all = topic.iter();
                !topic.is_empty()
                    && all.all(|at| sentence.is_any_of(exactly.recogniser, *at, &cue.words))
                    && !self.is_of_another_thing(
                        (&topic, demand),
                        *intention,
                        about,
                        (strictly, exactly),
                    )
            })
        });
        wanted
    }

    /// Whether the words of a cue are part of something else that is named: « l'heure de l'examen » is not that of
    /// « l'examen pratique ».
    fn is_of_another_thing(
        &self,
        (at, demand): (&[usize], &Demand),
        intention: usize,
        about: &Range<usize>,
        (strictly, exactly): (&Strictly, &Exactly),
    ) -> bool {
        let others = || {
            strictly.met.iter().filter(|met: &&&Met| {
                let cue = met.cue.map(|cue| &exactly.recogniser.cues[cue as usize]);
                about.contains(&met.at)
                    && met.intention.is_some_and(|other| other != intention)
                    && cue
                        .is_some_and(|cue| cue.asked.iter().all(|one| one.is_new()) && !cue.example)
            })
        };
        // « Quelle date » alone asks of whatever is named beside it.
        let bare = at.iter().all(|at| demand.at.contains(at));
        others().any(|met| {
            let mut same = others().filter(|other| other.cue == met.cue);
            (bare || at.contains(&met.at)) && same.any(|other| !at.contains(&other.at))
        })
    }

    /// « ou en est mon dossier », « c'est quoi »: without accents and marks.
    fn asks_plainly(&self, at: usize, account: &Account) -> bool {
        let next = self
            .sentence
            .words
            .get(at + 1)
            .map(|_| self.sentence.text(at + 1));
        match self.sentence.text(at) {
            "ou" => next.is_none_or(|next| next == "en") || self.is_where(at, account.met),
            "quoi" | "quand" => true,
            _ => false,
        }
    }

    /// Whether a question ends in courtesies, or a verb stands before who does it: “Can I keep it, please?”.
    pub(super) fn goes_on_asking(&self, clause: &Range<usize>) -> bool {
        let text = |at: usize| self.sentence.text(at);
        let last = self.sentence.words.len();
        let mut behind = clause.end..last;
        let inverts = |at: usize| {
            let before = at.checked_sub(1).filter(|at| clause.contains(at));
            is_pronoun(text(at)) && before.is_some_and(|at| MAY.contains(&text(at)))
        };
        (self.asks && behind.all(|at| !self.says(at) || is_kind(text(at))))
            || clause.clone().any(inverts)
    }

    /// What is said to be so is what was recognised, or it is open.
    fn compare_assertion(
        &self,
        clause: &Range<usize>,
        account: &Account,
        (strictly, exactly): (&Strictly, &Exactly),
        compared: &mut Compared,
    ) {
        let here = || {
            let met = strictly.met.iter();
            met.filter(|met| clause.contains(&met.at) && !met.refused)
        };
        let wants =
            |at: usize| self.sentence.is(at, Class::WANTS) || wants_short(self.sentence.text(at));
        let asks = clause
            .clone()
            .any(|at| self.inquires(at) || wants(at) || is_request(self.sentence.text(at)))
            || self.is_question(clause)
            || self.goes_on_asking(clause)
            || clause.clone().any(|at| self.asks_plainly(at, account));
        // « … savoir si je peux … » asks.
        let whether = clause.clone().any(|at| {
            let next = (at + 1 < clause.end).then(|| self.sentence.text(at + 1));
            match self.sentence.text(at) {
                "si" | "if" | "whether" => true,
                "s" => matches!(next, Some("il" | "ils")),
                _ => false,
            }
        });
        if asks || whether || !here().any(|met| met.intention.is_some()) {
            return;
        }
        let text = |at: usize| self.sentence.text(at);
        let has = |at: usize| self.is_accented() && self.word(at) == "a";
        let Some(verb) = asserted(clause.clone(), &text, &has) else {
            return;
        };
        let cue_of = |met: &Met| met.cue.map(|cue| &exactly.recogniser.cues[cue as usize]);
        let states = |intention: usize| exactly.recogniser.states[intention];
        let told = here().any(|met| met.intention.is_some_and(states));
        compared.told = told || here().any(|met| cue_of(met).is_some_and(|cue| cue.asserts));
        if !compared.told {
            let said = (verb..clause.end).filter(|at| *at == verb || self.says(*at));
            compared.said.extend(said);
        }
    }
}

/// Verbs that ask where who does something stands behind them.
static MAY: WordSet = WordSet::of(&[
    "can", "could", "may", "might", "would", "will", "shall", "should", "do", "does", "did", "is",
    "are", "have", "has",
]);

/// Verbs of taking place.
static OCCURS: WordSet = WordSet::of(&[
    "tombe", "tombent", "sort", "sortent", "arrive", "arrivent", "arrivera", "debute", "debutent",
    "prevu", "prevue", "prevus", "prevues", "parait",
]);
