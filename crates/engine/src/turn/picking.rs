//! Messages of which one part is about what is offered, and another says something else: « oui, 4 personnes »,
//! « la première ville et le deuxième jour ». Every part is taken, or said to be refused.

use super::answers::Refused;
use super::offers::Offer;
use super::{Draft, Surroundings};
use crate::answer::{self, DISCERNS, HEARS, JUDGES, REFERS, Reader, Reading, WEIGHS, WHOLE};
use crate::item::ItemKind;
use crate::project::{Part, PartKind};
use crate::words;
use logic::text::fold;
use logic::value::{Name, Value};

impl Draft {
    /// Whether a message to a form is about what is offered; then it was dealt with.
    pub(super) fn picked(
        &mut self,
        part: &Part,
        text: &str,
        labelled: bool,
        surroundings: &Surroundings,
    ) -> bool {
        let project = self.project.clone();
        let Some(flow) = project.flow.as_ref().filter(|_| self.state.edition() >= 4) else {
            return false;
        };
        let mut offers = self.on_offer(flow);
        if self.reads_whole() {
            if answer::verdict(text) == Some(answer::Verdict::Yes) {
                offers = self.for_bare_yes(offers);
            }
            if self.voted(&offers, part, text, surroundings) {
                return true;
            }
        }
        if !offers.is_empty() && !labelled && self.picked_again(&offers, part, text, surroundings) {
            return true;
        }
        // What is offered and taken back is no more than what replaces it.
        let replaced = answer::repaired(text).is_some_and(|(before, last)| {
            let filled = |said: &str| self.filled(part, said, &[]).values;
            let taken = filled(before);
            let again = filled(last);
            again
                .iter()
                .any(|(at, _)| taken.iter().any(|(of, _)| of == at))
        });
        if self.weighs() && replaced {
            return false;
        }
        if !offers.is_empty() && self.picked_apart(&offers, part, text, labelled, surroundings) {
            return true;
        }
        if !labelled && let Some((offer, denied)) = self.denied_of(&offers, text) {
            // What is said besides may fill other fields.
            let besides = self.beside_denial(&offer, text);
            let filled = self.filled(part, &besides, &[offer.id]);
            self.accept_fields(part, filled.values);
            self.withdraw(&offer, &denied, surroundings);
            return true;
        }
        let verdict = answer::verdict(text);
        match (&offers[..], verdict) {
            ([], _) => false,
            ([_, _, ..], Some(verdict @ (answer::Verdict::Yes | answer::Verdict::No))) => {
                self.settle_offers(offers, verdict == answer::Verdict::Yes, surroundings);
                true
            }
            ([_, _, ..], _) if !labelled && self.declines_all(&offers, text) => {
                self.decline(&offers, surroundings);
                true
            }
            ([offer], _) if !labelled => {
                let offer = offer.clone();
                self.picked_of(offer, part, text, surroundings)
            }
            ([_, ..], _) if labelled => false,
            ([_, ..], _) => self.named_of(&offers, part, text, surroundings),
        }
    }

    /// Whether a message says no to everything that several fields offer: « ni l'un ni l'autre ».
    fn declines_all(&self, offers: &[Offer], text: &str) -> bool {
        let declined = |offer: &Offer| {
            let reading =
                super::answers::reading(&self.project, &self.state, offer.question, &offer.values);
            let picked = reading.and_then(|reading| answer::picked(&reading, text));
            matches!(picked, Some(answer::Picked::Declined))
        };
        self.reads_whole() && offers.iter().all(declined)
    }

    /// Whether clauses of a message say yes or no to what is offered, each by name; then it was dealt with.
    fn voted(
        &mut self,
        offers: &[Offer],
        part: &Part,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let votes = {
            let readings = offers.iter().filter_map(|offer| {
                super::answers::reading(&self.project, &self.state, offer.question, &offer.values)
            });
            let readings: Vec<Reading> = readings.collect();
            let all = readings.len() == offers.len();
            answer::votes(&readings, text).filter(|_| all)
        };
        let Some(votes) = votes else {
            return false;
        };
        let mut withdrawn = false;
        for (at, offer) in offers.iter().enumerate() {
            let denied = votes.denied.iter().filter(|(of, _)| *of == at);
            let denied: Vec<Value> = denied.map(|(_, value)| value.clone()).collect();
            if !denied.is_empty() {
                withdrawn |= self.withdrawn(offer, &denied) && self.is_open_part(offer.part);
            }
        }
        let unclear: Vec<Offer> = votes.unclear.iter().map(|at| offers[*at].clone()).collect();
        if !unclear.is_empty() {
            let words = self.which_of(&unclear);
            self.refuse("ambiguous", "input", &words);
        }
        let picks = votes.taken.into_iter();
        let picks: Vec<(Offer, Value)> = picks
            .map(|(at, value)| (offers[at].clone(), value))
            .collect();
        let rest = votes.rest.join(", ");
        // Where something is denied, only a name says something else for it.
        let named = rest.contains(char::is_uppercase);
        let denied = votes.denied.iter().filter(|_| !named);
        let mut but: Vec<&Name> = denied.map(|(at, _)| offers[*at].id).collect();
        but.extend(picks.iter().map(|(offer, _)| offer.id));
        let shown = picks.iter().map(|(offer, value)| {
            let shown = self.shown(&offer.question.cell, value);
            (super::answers::label(offer.question), shown)
        });
        let shown = shown.collect();
        let accepted = self.fill_apart(part, &rest, &but, shown);
        match picks.is_empty() {
            false => self.take(picks, surroundings),
            true if withdrawn => self.after_settling(surroundings),
            true if accepted => self.form_goes_on(part, surroundings),
            true => self.ask_again(),
        }
        true
    }

    /// What several fields offer, by name; a rank does not say of which.
    fn named_of(
        &mut self,
        offers: &[Offer],
        part: &Part,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let pick = |offer: &Offer| {
            let reading =
                super::answers::reading(&self.project, &self.state, offer.question, &offer.values);
            match reading.and_then(|reading| answer::picked(&reading, text)) {
                Some(answer::Picked::One(value)) => Some(value),
                Some(
                    answer::Picked::Declined
                    | answer::Picked::Denied(_)
                    | answer::Picked::Unclear(_),
                )
                | None => None,
            }
        };

        let picked: Vec<(Offer, Value)> = offers
            .iter()
            .filter_map(|offer| Some((offer.clone(), pick(offer)?)))
            .collect();
        let named: Vec<(Offer, Value)> = picked
            .iter()
            .filter(|(_, value)| answer::beside(value, text).is_some())
            .cloned()
            .collect();
        if !named.is_empty() && self.hears() {
            let rest = named.iter().fold(text.to_owned(), |rest, (_, value)| {
                answer::beside(value, &rest).unwrap_or(rest)
            });
            self.take_apart(named, part, &rest, surroundings);
        } else if !named.is_empty() {
            self.take(named, surroundings);
        } else if self.is_exact() && picked.len() == 1 {
            // « la deuxième ville » says of which it is the second.
            self.take(picked.clone(), surroundings);
        } else if !picked.is_empty() {
            let refused = ("ambiguous", words::which_offer());
            self.refuse_answer(part, &[refused], surroundings);
        }
        !picked.is_empty()
    }

    /// The only one of several fields of whose offers a message says no to some.
    pub(super) fn denied_of<'p>(
        &self,
        offers: &[Offer<'p>],
        text: &str,
    ) -> Option<(Offer<'p>, Vec<Value>)> {
        let denied = |offer: &Offer<'p>| {
            let reading =
                super::answers::reading(&self.project, &self.state, offer.question, &offer.values)?;
            match answer::picked(&reading, text)? {
                answer::Picked::Denied(denied) => Some((offer.clone(), denied)),
                answer::Picked::One(_) | answer::Picked::Declined | answer::Picked::Unclear(_) => {
                    None
                }
            }
        };
        let mut found = offers.iter().filter_map(denied);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// What a message says besides saying no to something on offer: “the first one is too expensive” says no price.
    fn beside_denial(&self, offer: &Offer, text: &str) -> String {
        if !self.reads_whole() {
            return text.to_owned();
        }
        let denies = |clause: &str| {
            let reading =
                super::answers::reading(&self.project, &self.state, offer.question, &offer.values);
            let picked = reading.and_then(|reading| answer::picked(&reading, clause));
            matches!(
                picked,
                Some(answer::Picked::Denied(_) | answer::Picked::Declined)
            )
        };
        let clauses = answer::apart(text).into_iter();
        let other: Vec<&str> = clauses.filter(|clause| !denies(clause)).collect();
        other.join(", ")
    }

    fn picked_of(
        &mut self,
        offer: Offer,
        part: &Part,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let read = {
            let question = offer.question;
            let reading =
                super::answers::reading(&self.project, &self.state, question, &offer.values);
            reading.and_then(|reading| answer::picked(&reading, text))
        };
        match read {
            None => false,
            Some(answer::Picked::Declined) => {
                self.decline(&[offer], surroundings);
                true
            }
            Some(answer::Picked::Denied(denied)) => {
                self.withdraw(&offer, &denied, surroundings);
                true
            }
            Some(answer::Picked::Unclear(refused)) => {
                let refused = super::answers::refusal(refused);
                self.refuse_answer(part, &[refused], surroundings);
                true
            }
            Some(answer::Picked::One(value)) if self.hears() && !offer.values.contains(&value) => {
                // « Non, 4 personnes » says no, and something else.
                let other = self.filled(part, text, &[]);
                let own = other
                    .values
                    .iter()
                    .any(|(at, _)| part.questions()[*at].0 == offer.id);
                let taken = vec![(offer, value)];
                match own || other.values.is_empty() {
                    true => self.take(taken, surroundings),
                    false => return false,
                }
                true
            }
            Some(answer::Picked::One(value)) => {
                // What is said beside its name may fill other fields.
                if let Some(rest) = answer::beside(&value, text) {
                    if self.hears() {
                        self.take_apart(vec![(offer, value)], part, &rest, surroundings);
                        return true;
                    }
                    let filled = self.filled(part, &rest, &[offer.id]);
                    let mut taken = self.taken(part, &filled.values);
                    self.accept_fields(part, filled.values);
                    let shown = self.shown(&offer.question.cell, &value);
                    taken.insert(0, (super::answers::label(offer.question), shown));
                    self.say_rest(&taken, &filled.rest);
                } else if let Some(rest) = self.left_of(offer.id, &value, text) {
                    self.say_left(offer.id, &offer.question.cell, &value, &rest);
                }
                self.take(vec![(offer, value)], surroundings);
                true
            }
        }
    }

    /// Since this edition every part of a message is heard for itself.
    pub(super) fn hears(&self) -> bool {
        self.state.edition() >= HEARS
    }

    /// Since this edition a message is weighed whole.
    pub(super) fn weighs(&self) -> bool {
        self.state.edition() >= WEIGHS
    }

    /// Since this edition all of a message is understood or refused.
    pub(super) fn reads_whole(&self) -> bool {
        self.state.edition() >= WHOLE
    }

    /// Since this edition a message is for the question that it names, and a bare yes for what was offered last.
    pub(super) fn refers(&self) -> bool {
        self.state.edition() >= REFERS
    }

    /// Since this edition a rank is for what was offered last.
    pub(super) fn discerns(&self) -> bool {
        self.state.edition() >= DISCERNS
    }

    /// Since this edition only what is on offer is selected, and what is denied is no other.
    pub(super) fn judges(&self) -> bool {
        self.state.edition() >= JUDGES
    }

    /// Whether a message takes back one of the values on offer and names another one; then it was dealt with.
    pub(super) fn picked_again(
        &mut self,
        offers: &[Offer],
        part: &Part,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let Some((before, last)) = answer::repaired(text).filter(|_| self.weighs()) else {
            return false;
        };
        let Some((offer, value)) = self.picked_by(offers, last) else {
            return false;
        };
        let filled = self.filled(part, before, &[offer.id]);
        self.accept_fields(part, filled.values);
        self.take(vec![(offer, value)], surroundings);
        true
    }

    /// Whether a message says something of what is offered and something else; then it was dealt with.
    pub(super) fn picked_apart(
        &mut self,
        offers: &[Offer],
        part: &Part,
        text: &str,
        labelled: bool,
        surroundings: &Surroundings,
    ) -> bool {
        let is_text = |value: &Value| fold(&value.show()) == fold(text.trim());
        let whole = offers.iter().any(|offer| offer.values.iter().any(is_text));
        if !self.hears() || whole {
            return false;
        }
        if self.ranked_of_each(offers, surroundings, text) {
            return true;
        }
        let clauses = answer::apart(text);
        if !labelled && clauses.len() > 1 {
            let mut picks: Vec<(Offer, Value)> = Vec::new();
            let mut rest: Vec<String> = Vec::new();
            let mut nowhere: Vec<Refused> = Vec::new();
            for clause in clauses {
                let fresh =
                    |(offer, _): &(Offer, Value)| picks.iter().all(|(of, _)| of.id != offer.id);
                match self.picked_by(offers, clause).filter(fresh) {
                    Some(pick) => {
                        rest.extend(answer::beside(&pick.1, clause));
                        picks.push(pick);
                    }
                    None => match self.ranked_nowhere(offers, clause) {
                        Some(refused) => nowhere.push(refused),
                        None => rest.push(clause.to_owned()),
                    },
                }
            }
            let nods = |clause: &str| answer::verdict(clause) == Some(answer::Verdict::Yes);
            rest.retain(|clause| !nods(clause) && !answer::says_nothing(clause));
            let more = !rest.is_empty() || !nowhere.is_empty();
            if picks.len() > 1 || !picks.is_empty() && more {
                for (code, reason) in &nowhere {
                    self.refuse(code, &part.id, reason);
                }
                self.take_apart(picks, part, &rest.join(", "), surroundings);
                return true;
            }
        }
        match answer::assented(text) {
            Some((yes, rest)) => self.nodded(offers, yes, part, rest, surroundings),
            None => false,
        }
    }

    /// Whether a message says a rank for each of several offers: « la deuxième ville le premier jour »; then these were
    /// taken.
    fn ranked_of_each(
        &mut self,
        offers: &[Offer],
        surroundings: &Surroundings,
        text: &str,
    ) -> bool {
        let called = offers.iter().map(|offer| &offer.question.called[..]);
        let ranked = answer::ranked_each(&called.collect::<Vec<_>>(), text);
        let Some(ranked) = ranked.filter(|_| self.discerns()) else {
            return false;
        };
        let pick = |(at, rank): &(usize, usize)| {
            let offer = &offers[*at];
            let value = offer.values.get(*rank)?;
            Some((offer.clone(), value.clone()))
        };
        let picks: Option<Vec<(Offer, Value)>> = ranked.iter().map(pick).collect();
        // What one of them does not have is told clause by clause.
        let Some(picks) = picks else {
            return false;
        };
        self.take(picks, surroundings);
        true
    }

    /// A yes or a no to what is offered, and something else behind it.
    fn nodded(
        &mut self,
        offers: &[Offer],
        yes: bool,
        part: &Part,
        rest: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let PartKind::Form { fields, .. } = &part.kind else {
            return false;
        };
        // « Oui, le deuxième » says yes to nothing but that.
        let digits = rest
            .trim_start()
            .starts_with(|first: char| first.is_ascii_digit());
        if self.discerns() && !digits && answer::rank(rest, usize::MAX).is_some() {
            return false;
        }
        let filled = self.filled(part, rest, &[]);
        let said = filled.values.iter().map(|(at, _)| *at);
        let said: Vec<&Name> = said
            .chain(filled.refused.iter().map(|(at, _)| *at))
            .map(|at| &fields[at].id)
            .collect();
        // « Oui, Paris » names another value, and takes nothing that is offered.
        let own = offers.iter().any(|offer| said.contains(&offer.id));
        let corrects = said.iter().any(|id| self.state.answers.get(*id).is_some());
        let newest = match yes && self.refers() {
            true => self.for_bare_yes(offers.to_vec()),
            false => offers.to_vec(),
        };
        let offers = &newest[..];
        let several = offers.iter().any(|offer| offer.values.len() > 1);
        // « Non, quelque chose de moins cher » names nothing else, and says no to what is on offer.
        let denies = logic::text::words(rest);
        let denies = denies
            .first()
            .is_some_and(|first| matches!(&**first, "not" | "pas"));
        let other = !self.discerns() || denies || answer::is_named(rest);
        let nothing = said.is_empty() && (yes && several || !yes && other);
        if offers.is_empty() || own || nothing || !yes && corrects {
            return false;
        }
        if !yes {
            let but: Vec<&Name> = offers.iter().map(|offer| offer.id).collect();
            // « Non, Le Ritz » is said of what is on offer, and fills no other text.
            let capital = rest.trim_start().starts_with(char::is_uppercase);
            let text = |id: &&Name| {
                let mut own = fields.iter().filter(|field| field.id == **id);
                own.any(|field| field.question.reader == Reader::Text)
            };
            if self.discerns() && capital && !said.is_empty() && said.iter().all(text) {
                self.refuse("not-understood", "input", &words::rest_not_understood(rest));
                self.decline(offers, surroundings);
                return true;
            }
            self.fill_apart(part, rest, &but, Vec::new());
            self.decline(offers, surroundings);
            return true;
        }
        if several {
            self.refuse("ambiguous", "input", &words::which_offer());
        }
        let single = offers.iter().filter(|offer| offer.values.len() == 1);
        let taken = single.filter_map(|offer| Some((offer.clone(), offer.values.first()?.clone())));
        self.take_apart(taken.collect(), part, rest, surroundings);
        true
    }

    /// What a clause picks, where it says of which question: by name, or by a rank that only one can mean.
    fn picked_by<'p>(&self, offers: &[Offer<'p>], clause: &str) -> Option<(Offer<'p>, Value)> {
        let digits = clause.trim().bytes().all(|byte| byte.is_ascii_digit());
        if digits || answer::verdict(clause) == Some(answer::Verdict::Yes) {
            return None;
        }
        let pick = |offer: &Offer<'p>| {
            let reading =
                super::answers::reading(&self.project, &self.state, offer.question, &offer.values)?;
            match answer::picked(&reading, clause)? {
                answer::Picked::One(value) => offer
                    .values
                    .contains(&value)
                    .then(|| (offer.clone(), value)),
                answer::Picked::Declined
                | answer::Picked::Denied(_)
                | answer::Picked::Unclear(_) => None,
            }
        };
        let picked: Vec<(Offer, Value)> = offers.iter().filter_map(pick).collect();
        let named = picked
            .iter()
            .filter(|(_, value)| answer::beside(value, clause).is_some());
        let named: Vec<&(Offer, Value)> = named.collect();
        match (&named[..], &picked[..]) {
            ([one], _) => Some((*one).clone()),
            ([], [one]) => Some(one.clone()),
            ([..], _) => None,
        }
    }

    /// Why a rank beside what one of several offers is called means none of them.
    fn ranked_nowhere(&self, offers: &[Offer], clause: &str) -> Option<Refused> {
        let ranked = |offer: &&Offer| answer::is_rank(&offer.question.called, clause);
        let ranked: Vec<&Offer> = offers.iter().filter(ranked).collect();
        match ranked[..] {
            [] => None,
            [offer] => {
                let reading = super::answers::reading(
                    &self.project,
                    &self.state,
                    offer.question,
                    &offer.values,
                )?;
                let refused = answer::parse(&reading, clause).err()?;
                Some(super::answers::refusal(refused))
            }
            [_, _, ..] => Some(("ambiguous", words::which_offer())),
        }
    }

    /// Takes what was picked, fills what else is said, and says what was not taken.
    pub(super) fn take_apart(
        &mut self,
        picks: Vec<(Offer, Value)>,
        part: &Part,
        rest: &str,
        surroundings: &Surroundings,
    ) {
        let but: Vec<&Name> = picks.iter().map(|(offer, _)| offer.id).collect();
        let shown = picks.iter().map(|(offer, value)| {
            let shown = self.shown(&offer.question.cell, value);
            (super::answers::label(offer.question), shown)
        });
        let shown = shown.collect();
        let accepted = self.fill_apart(part, rest, &but, shown);
        if !picks.is_empty() {
            self.take(picks, surroundings);
        } else if accepted {
            self.form_goes_on(part, surroundings);
        } else {
            self.ask_again();
        }
    }

    /// Fills the fields of a form but for some, and says what was not taken.
    fn fill_apart(
        &mut self,
        part: &Part,
        rest: &str,
        but: &[&Name],
        mut taken: Vec<(String, String)>,
    ) -> bool {
        if answer::says_nothing(rest) {
            return false;
        }
        let filled = self.filled(part, rest, but);
        taken.extend(self.taken(part, &filled.values));
        let (accepted, mut refused) = self.accept_fields(part, filled.values);
        let of_fields = filled.refused.into_iter();
        refused.extend(of_fields.map(|(at, reason)| self.of_field(part, at, reason)));
        let echo = !refused.is_empty() || filled.guessed;
        if echo && filled.rest.is_empty() && !taken.is_empty() {
            self.say(ItemKind::Statement, &words::taken(&taken), None);
        }
        self.say_rest(&taken, &filled.rest);
        for (code, reason) in &refused {
            self.refuse(code, &part.id, reason);
        }
        accepted
    }
}
