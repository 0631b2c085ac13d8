//! What somebody says of others: it is recorded for ever and binds while it can be true. What stands in the way
//! of something more reliable is understood otherwise, least reliable first, and checked before it is written.

use super::{Draft, Surroundings};
use crate::canon::Canon;
use crate::chance;
use crate::collapse::Collapsed;
use crate::event::{
    Broken, ConstraintAdded, ConstraintSource, Event, Method, Provenance, Reinterpretation,
    Reinterpreted, Reliability, Strength, Testified,
};
use crate::field::{Admission, BACKED, EXPLAINED, Field, Refusal, Told};
use crate::input::Tell;
use crate::item::{Count, Item, ItemKind};
use crate::limits;
use crate::project::Attribute;
use crate::scene::Scene;
use crate::state::{Entry, EntryContent, State};
use crate::testimony::{knows, lies, refuted, reinterpreted};
use crate::view::Reread;
use crate::words;
use logic::formula::{Comparison, Formula, Term};
use logic::holds::{Facts, Truth};
use logic::value::{Cell, Name, Value};

/// Whatever may be admitted or refused by a field.
type Attempt<'a> = dyn Fn(Field) -> Result<Admission, Refusal> + 'a;

impl Draft {
    /// What somebody says of others, or of themselves.
    pub(super) fn told_by(&mut self, tell: &Tell, surroundings: &Surroundings) {
        if let Some(by) = &tell.by
            && !self.project.entities.contains_key(by)
        {
            let names: Vec<&Name> = self.project.entities.keys().collect();
            let near = logic::text::nearest(by, names.iter().map(|name| name.as_str()));
            return self.refuse("unknown-entity", by, &words::no_witness(by, near));
        }
        let Some((formula, cell)) = self.checked(&tell.said) else {
            return;
        };
        let cells = logic::holds::cells(&formula);
        let confidential = |cell: &&Cell| {
            let attribute = self.project.attribute(cell);
            attribute.is_some_and(|attribute| attribute.confidential)
        };
        if let Some(cell) = cells.iter().find(confidential) {
            let cell = cell.to_string();
            return self.refuse("confidential", &cell, &words::confidential(&cell));
        }
        let by = tell.by.as_ref().map(|by| self.state.kept(by).clone());
        let own = by.as_ref().filter(|_| !tell.rumour);
        let own = own.filter(|by| cells.iter().all(|cell| cell.entity == **by));
        if let Some((by, (cell, value))) = own.zip(equality(&formula)) {
            // What somebody says of themselves is certain.
            let by = by.clone();
            if self.may_settle(&cell, &value, None, None) {
                let method = Method::Testimony;
                self.settle(&cell, value, method, Provenance::Input, Some(by), None);
            }
            return self.after_settling(surroundings);
        }
        let reliability = match (tell.rumour, own) {
            (true, _) => Reliability::Rumour,
            (false, Some(_)) => Reliability::Certain,
            (false, None) => Reliability::Testimony,
        };
        self.testify(by, formula, cell, reliability);
    }

    /// Records what was said, and lets it bind as far as it can; false if it cannot be true.
    pub(super) fn testify(
        &mut self,
        by: Option<Name>,
        formula: Formula,
        cell: Cell,
        reliability: Reliability,
    ) -> bool {
        let testimony = self.record_said(by.clone(), formula.clone(), cell, reliability);
        let stands = self.bind(testimony, reliability);
        if stands {
            let by = by.map(|by| self.name_of(&by));
            let words = words::testified(by.as_deref(), &formula.to_string(), testimony);
            self.say(ItemKind::Statement, &words, None);
        }
        stands
    }

    /// Gives what was said its force, or says what it is instead.
    pub(super) fn bind(&mut self, testimony: u64, reliability: Reliability) -> bool {
        let Some(known) = self.state.testimonies.get(&testimony).cloned() else {
            return false;
        };
        let said = &known.said;
        let source = ConstraintSource::Said {
            by: said.by.clone(),
            reliability,
            testimony: Count(testimony),
        };
        let added = ConstraintAdded {
            because: None,
            cell: said.cell.clone(),
            formula: said.formula.clone(),
            strength: source.strength(None),
            source,
            witness: Vec::new(),
        };
        let project = self.project.clone();
        let (attributes, kinds) = (&project.attributes, &project.relation_kinds);
        let in_field = project
            .base
            .constraint(attributes, kinds, &said.formula)
            .is_ok();
        let event = Event::ConstraintAdded(Box::new(added));
        let attempt = |field: Field| {
            // What is known to be otherwise is no leaning either.
            let canon = Canon::new(field.project, field.state, field.state.now());
            if canon.holds(&known.said.formula) == Truth::False {
                return Err(Refusal::Impossible(field.known_of(&known.said.formula)));
            }
            let events = if in_field {
                vec![event.clone()]
            } else {
                Vec::new()
            };
            field.admit_events(events)
        };
        // What is certain does not give way.
        let tried = (reliability != Reliability::Certain).then_some(testimony);
        match self.way_out(&attempt, None, tried) {
            Ok(otherwise) => {
                let is_own = |read: &Reinterpreted| read.testimony.0 == testimony;
                let fails = otherwise.iter().any(is_own);
                self.reinterpret(otherwise);
                if !fails && let Ok(admission) = attempt(self.field()) {
                    self.changes.narrow(&admission.narrowed);
                    self.follow(admission);
                }
                !fails
            }
            Err(refusal) => {
                self.in_the_way(&refusal);
                let said = known.said.formula.to_string();
                let reason = match self.state.edition() >= EXPLAINED {
                    true => self.not_constrained(&said, &known.said.formula, &refusal),
                    false => words::not_constrained(&said, &refusal),
                };
                self.refuse(refusal.code(), &said, &reason);
                false
            }
        }
    }

    /// A rumour that somebody confirmed binds strictly from now on.
    pub(super) fn confirm(&mut self, testimony: Count) {
        let known = self.state.testimonies.get(&testimony.0);
        let rumour = known.filter(|known| {
            worth(&self.state, known) == Reliability::Rumour && known.reinterpreted.is_none()
        });
        if rumour.is_none() {
            let what = format!("#{}", testimony.0);
            let reason = words::no_rumour(testimony.0);
            return self.refuse("unknown-testimony", &what, &reason);
        }
        if self.bind(testimony.0, Reliability::Confirmed) {
            self.say(ItemKind::Statement, &words::confirmed(testimony.0), None);
        }
    }

    /// What a field admits, once what was said and stands in its way is understood otherwise.
    pub(super) fn admitted(
        &mut self,
        attempt: &Attempt,
        supposed: Option<(&Cell, &Value)>,
    ) -> Result<Admission, Refusal> {
        match attempt(self.field()) {
            Err(_) if !self.state.testimonies.is_empty() => {
                let otherwise = self.way_out(attempt, supposed, None)?;
                self.reinterpret(otherwise);
                attempt(self.field())
            }
            other @ (Ok(_) | Err(_)) => other,
        }
    }

    /// What must be understood otherwise so that this can be had: nothing where it can be had as it is. Of what
    /// is in the way the least reliable is taken first, of equals the latest. What is `tried` is a testimony
    /// itself, and gives way like the others.
    pub(super) fn way_out(
        &self,
        attempt: &Attempt,
        supposed: Option<(&Cell, &Value)>,
        tried: Option<u64>,
    ) -> Result<Vec<Reinterpreted>, Refusal> {
        let mut refusal = match attempt(self.field()) {
            Ok(_) => return Ok(Vec::new()),
            Err(refusal) => refusal,
        };
        let mut otherwise: Vec<Reinterpreted> = Vec::new();
        for _ in 0..limits::REREADINGS {
            let Refusal::Impossible(told) = &refusal else {
                return Err(refusal);
            };
            let state = self.without(&otherwise);
            let mut in_the_way = spoken(&state, told);
            in_the_way.extend(tried);
            if in_the_way.is_empty() {
                return Err(refusal);
            }
            in_the_way.sort_by_key(|seq| {
                let known = state.testimonies.get(seq);
                let worth = known.map(|known| worth(&state, known));
                // Of equals what more speaks for gives way later.
                let more = known.and_then(|known| state.reinforced.get(&known.said.cell));
                let more = more.filter(|_| state.edition() >= BACKED);
                let more = more.map_or(0, |known| known.weight);
                (worth, more, std::cmp::Reverse(*seq))
            });
            in_the_way.dedup();
            let found = in_the_way
                .into_iter()
                .find_map(|seq| self.read_otherwise(&otherwise, seq, supposed));
            let Some(next) = found else {
                return Err(Refusal::Incoherent(told.clone()));
            };
            if Some(next.testimony.0) == tried {
                return Ok(vec![next]);
            }
            otherwise.push(next);
            match self.without(&otherwise).field(&self.project).map(attempt) {
                Some(Ok(_)) => return Ok(self.least(attempt, otherwise)),
                Some(Err(next)) => refusal = next,
                None => return Err(refusal),
            }
        }
        Err(refusal)
    }

    /// How one more testimony would be understood, if the canon leaves a way.
    fn read_otherwise(
        &self,
        otherwise: &[Reinterpreted],
        seq: u64,
        supposed: Option<(&Cell, &Value)>,
    ) -> Option<Reinterpreted> {
        let testimony = self.state.testimonies.get(&seq)?;
        // Which it is, is found out from what is left without it.
        let any = Reinterpreted {
            because: String::new(),
            kind: Reinterpretation::Misinformation,
            testimony: Count(seq),
        };
        let mut state = self.without(&[otherwise, &[any]].concat());
        if let Some((cell, value)) = supposed {
            state = state.supposing(cell, value);
        }
        reinterpreted(&Canon::new(&self.project, &state, self.now), testimony)
    }

    /// As few of them as are needed: the more reliable stand again where they can.
    fn least(&self, attempt: &Attempt, otherwise: Vec<Reinterpreted>) -> Vec<Reinterpreted> {
        let mut needed = otherwise;
        for at in (0..needed.len()).rev() {
            let mut fewer = needed.clone();
            fewer.remove(at);
            let state = self.without(&fewer);
            if state
                .field(&self.project)
                .is_some_and(|field| attempt(field).is_ok())
            {
                needed = fewer;
            }
        }
        needed
    }

    /// The state in which this much is understood otherwise, with its field.
    fn without(&self, otherwise: &[Reinterpreted]) -> State {
        let mut state = self.state.clone();
        for reinterpreted in otherwise {
            let entry = Entry {
                seq: state.seq + 1,
                at: self.now,
                cause: self.input.clone(),
                content: EntryContent::Event(Event::Reinterpreted(reinterpreted.clone())),
            };
            if let Err(error) = state.evolve(&entry) {
                panic!("a decision that cannot be folded: {error}");
            }
        }
        state.catch_up(&self.project);
        state
    }

    /// Writes how these are understood from now on.
    pub(super) fn reinterpret(&mut self, otherwise: Vec<Reinterpreted>) {
        if otherwise.is_empty() {
            return;
        }
        for reinterpreted in otherwise {
            if let Some(known) = self.state.testimonies.get(&reinterpreted.testimony.0) {
                self.changes.reinterpreted.push(Reread {
                    because: reinterpreted.because.clone(),
                    by: known.said.by.clone(),
                    cell: known.said.cell.clone(),
                    kind: reinterpreted.kind,
                    testimony: reinterpreted.testimony,
                });
            }
            self.push(Event::Reinterpreted(reinterpreted));
        }
        self.state.catch_up(&self.project);
    }

    /// What was said and a new fact makes untrue without its standing in the way: rumours, and what is outside
    /// of the field.
    pub(super) fn refute(&mut self, cell: &Cell, value: &Value) {
        if self.state.testimonies.is_empty() {
            return;
        }
        let supposed = self.state.supposing(cell, value);
        let canon = Canon::new(&self.project, &supposed, self.now);
        let refuted = refuted(&canon, &self.state, cell);
        let mut otherwise = Vec::new();
        for seq in refuted {
            match self.read_otherwise(&[], seq, Some((cell, value))) {
                Some(reinterpreted) => otherwise.push(reinterpreted),
                // It stands beside what it was broken by, and why it was.
                None => self.broke_rumour(seq),
            }
        }
        self.reinterpret(otherwise);
    }

    fn broke_rumour(&mut self, testimony: u64) {
        let known = self.state.testimonies.get(&testimony);
        let constraints = known.map(|known| known.constraints.clone());
        for constraint in constraints.unwrap_or_default() {
            let told = |broken: &Broken| broken.constraint.0 == constraint;
            if !self.broke.iter().any(told) {
                let words = words::found_otherwise();
                self.broke.push(Broken {
                    constraint: Count(constraint),
                    reason: words.in_language(self.state.language()).to_owned(),
                });
            }
        }
    }

    /// Whether whoever is spoken to would only testify about a cell.
    pub(super) fn is_hearsay(&self, cell: &Cell) -> Option<Name> {
        let asked = self.project.reliance(cell)?.asked;
        let witness = self.canon().interlocutor()?;
        (asked && witness != cell.entity && self.project.attribute(cell).is_some())
            .then_some(witness)
    }

    /// Whoever is asked about somebody else says what they know, what they would have one believe, or what
    /// they guess. Nothing is fixed by it.
    pub(super) fn hearsay(
        &mut self,
        witness: &Name,
        cell: &Cell,
        attribute: &Attribute,
        surroundings: &Surroundings,
    ) {
        let canon = self.canon();
        let (known, lies) = (canon.value(cell), lies(&canon, witness, cell));
        let ignorant = knows(&canon, witness, cell) == Truth::False;
        let before = self.said_before(witness, cell);
        let value = match (before, known) {
            // Nobody says one thing today and another tomorrow.
            (Some(value), _) => Some(value),
            (None, _) if ignorant => None,
            (None, Some(value)) if lies == Truth::True => self.invented(cell, &value),
            (None, Some(value)) => Some(value),
            (None, None) => match self.collapsed(cell, attribute, surroundings.generator) {
                Collapsed::Fixed { value, .. } => Some(value),
                Collapsed::Needs(request) => {
                    self.needs.push(*request);
                    return;
                }
                Collapsed::Failed(_) | Collapsed::Undefined => None,
            },
        };
        let name = self.name_of(witness);
        let Some(value) = value else {
            let words = words::does_not_know(&name);
            return self.say(ItemKind::Statement, &words, None);
        };
        if self.said_before(witness, cell).is_none() {
            let of = Term::attribute(Term::entity(cell.entity.clone()), cell.attribute.clone());
            let formula = Formula::Compare(Comparison::Equal, of, Term::Constant(value.clone()));
            let reliability = Reliability::Testimony;
            let said = self.record_said(Some(witness.clone()), formula, cell.clone(), reliability);
            self.bind(said, reliability);
        }
        let topic = self
            .project
            .reliance(cell)
            .map(|reliance| reliance.topic.clone());
        let told = [
            (Name::from("value"), cell.clone(), value.clone()),
            (
                Name::from("witness"),
                cell.clone(),
                Value::Entity(witness.clone()),
            ),
        ];
        let text = topic.and_then(|topic| self.telling(cell, &topic, &told));
        let text = text.unwrap_or_else(|| {
            let shown = self.canon().show(cell, &value);
            let words = words::says_of(&name, &cell.to_string(), &shown);
            words.in_language(self.state.language()).to_owned()
        });
        let facts = [(cell.clone(), value.clone())];
        let Some(text) = self.worded(witness, cell, &facts, text) else {
            return;
        };
        // It tells no cell, and is heard all the same.
        let hearers = self.canon().scene().hearers();
        let item = Item {
            block: None,
            id: self.next_item_id(),
            kind: ItemKind::Statement,
            text,
            choices: Vec::new(),
            flow: None,
            part: None,
            confidential: Vec::new(),
            about: Vec::new(),
            heard_by: hearers,
        };
        self.push(Event::Said(item));
    }

    /// That this was said, in this scene; the entry that says so.
    fn record_said(
        &mut self,
        by: Option<Name>,
        formula: Formula,
        cell: Cell,
        reliability: Reliability,
    ) -> u64 {
        let scene = self.canon().scene().clone();
        self.push(Event::Testified(Box::new(Testified {
            by,
            cell,
            formula,
            heard_by: scene.hearers(),
            reliability,
            scene: (scene != Scene::default()).then_some(scene),
        })));
        self.state.seq
    }

    /// What the witness said of a cell and is not reinterpreted.
    fn said_before(&self, witness: &Name, cell: &Cell) -> Option<Value> {
        let said = self.state.testimonies.iter().map(|(_, said)| said);
        let by = |said: &&crate::state::Testimony| {
            let by = said.said.by.as_ref();
            by.map(|by| self.state.kept(by)) == Some(witness)
        };
        let own = said.filter(by);
        let about = own.filter(|said| *self.state.kept_cell(&said.said.cell) == *cell);
        let standing = about.filter(|said| said.reinterpreted.is_none());
        standing
            .filter_map(|said| equality(&said.said.formula))
            .map(|(_, value)| value)
            .last()
    }

    /// Something else than what is so, chosen by the session's seed.
    fn invented(&self, cell: &Cell, truth: &Value) -> Option<Value> {
        let declared = self.field().declared(cell);
        let others: Vec<Value> = declared
            .into_iter()
            .filter(|value| value != truth)
            .collect();
        let purpose = format!("lie {cell}");
        let at = chance::below(self.state.seed(), &purpose, others.len().max(1) as u64);
        others.into_iter().nth(usize::try_from(at).unwrap_or(0))
    }

    pub(super) fn name_of(&self, entity: &Name) -> String {
        let known = self.project.entities.get(entity);
        known.map_or_else(|| entity.to_string(), |known| known.name.clone())
    }
}

/// How reliable a testimony is now: a confirmed rumour is more than a rumour.
fn worth(state: &State, known: &crate::state::Testimony) -> Reliability {
    let strict = |seq: &u64| {
        let constraint = state.constraints.get(seq);
        constraint.is_some_and(|constraint| constraint.added.strength == Strength::Strict)
    };
    match known.said.reliability {
        Reliability::Rumour if known.constraints.iter().any(strict) => Reliability::Confirmed,
        other @ (Reliability::Rumour
        | Reliability::Confirmed
        | Reliability::Testimony
        | Reliability::Certain) => other,
    }
}

/// The testimonies whose force is among the reasons. What is certain is none.
fn spoken(state: &State, told: &Told) -> Vec<u64> {
    let entries = told.rules.iter().filter_map(|applied| applied.entry);
    let constraints = entries.filter_map(|entry| state.constraints.get(&entry));
    let said = constraints.filter_map(|constraint| match &constraint.added.source {
        ConstraintSource::Said {
            testimony,
            reliability: Reliability::Rumour | Reliability::Confirmed | Reliability::Testimony,
            ..
        } => Some(testimony.0),
        ConstraintSource::Said {
            reliability: Reliability::Certain,
            ..
        }
        | ConstraintSource::Propagated { .. }
        | ConstraintSource::Rule { .. }
        | ConstraintSource::Author
        | ConstraintSource::Request
        | ConstraintSource::Inferred { .. } => None,
    });
    said.collect()
}

/// The cell and the value of a formula that says nothing but what a cell is.
fn equality(formula: &Formula) -> Option<(Cell, Value)> {
    let Formula::Compare(Comparison::Equal, left, right) = formula else {
        return None;
    };
    let ((of, Term::Constant(value)) | (Term::Constant(value), of)) = (left, right) else {
        return None;
    };
    let Term::Attribute { of, attribute } = of else {
        return None;
    };
    let Term::Constant(Value::Entity(entity)) = &**of else {
        return None;
    };
    let cell = Cell {
        entity: entity.clone(),
        attribute: attribute.clone(),
    };
    Some((cell, value.clone()))
}
