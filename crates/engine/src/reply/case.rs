//! A case: the facts that sources gave about one matter, what was written, and when it is decided.
//!
//! A case is data of a host: a name that is not declared or a value of another type is refused with its
//! path, and never guessed. What is missing is unknown, `null` is none, a source that failed is a fact.

use super::hear::Spoken;
use super::values::Values;
use super::written::{self, kind};
use super::{Absent, Verdict};
use crate::answer::{NotUnderstood, typed};
use crate::canon::Deriving;
use crate::input::Raw;
use crate::limits;
use crate::project::{Attribute, Project};
use logic::formula::Formula;
use logic::holds::{Facts, Truth};
use logic::kind::Type;
use logic::text::WordSet;
use logic::text::{Phrase, fold, nearest, words};
use logic::value::{Cell, Date, Digest, Instant, Name, Value};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// What sources said and what was written, before anything is decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    pub now: Option<Instant>,
    pub language: Option<Name>,
    /// The language of who reads the reasons; that of the reply without it.
    pub reader: Option<Name>,
    pub message: Option<String>,
    /// The primary one first. Nothing: the message is searched.
    pub intentions: Option<Vec<usize>>,
    /// The parts of the message by which the intentions were read, word for word.
    pub spans: Vec<String>,
    pub verdict: Option<Verdict>,
    pub route_to: Option<String>,
    /// The edition of the session that the case is of; the newest one decides without it.
    pub edition: Option<u64>,
    values: Values,
    /// Entities that lists of records brought along, with their sorts.
    entities: BTreeMap<Name, Name>,
    /// Confidential values, which are in `values` only as being there.
    clear: BTreeMap<Cell, String>,
}

/// Why something is no case of this project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCase {
    pub code: &'static str,
    /// Where in the case: `sources.order.due`.
    pub path: String,
    pub message: Phrase,
}

/// Since this edition replies account for all of a message and all that may hold.
const CAREFUL: u64 = 6;

/// Since this edition every word of a message that says something is accounted for, whoever read it.
const ACCOUNTS: u64 = 7;

/// Since this edition no word is free: what nothing in the reply answers, or the author does not set aside,
/// forbids sending.
const STRICT: u64 = 8;

/// Since this edition what is asked for, what is said to be so, and its dates and numbers are compared with what
/// the registry and the facts say.
const EXACT: u64 = 9;

/// Since this edition only the reply itself and the words of the registry excuse what a message says: a time must be
/// printed by what answers it, what somebody else says to have read accounts for nothing, and nothing is done for a
/// message that was not understood.
const GUARDED: u64 = 10;

/// Since this edition what is asked for must be said by the text that answers it, a time must be that of the same thing,
/// and nothing is done for what is under a condition or only asked about.
const PROVES: u64 = 11;

/// Since this edition a fact that prints nothing to be seen is not said, thanks for what came ask for nothing, and a
/// decision that is refused is read by somebody.
const DISCERNS: u64 = 12;

/// Since this edition a clause is read for what it does with what stands in it: only what it asks for is wanted.
const ACTS: u64 = 13;

/// Words of a name, at most.
const NAME_WORDS: usize = 4;

const KEYS: [&str; 9] = [
    "now",
    "language",
    "message",
    "intentions",
    "spans",
    "action",
    "route_to",
    "context",
    "sources",
];

/// A confidential value is there; which one is in nobody's hands but the renderer's.
const HIDDEN: Value = Value::Confidential(Digest([0; 32]));

fn bad<T>(
    code: &'static str,
    path: &str,
    en: impl Into<String>,
    fr: impl Into<String>,
) -> Result<T, BadCase> {
    Err(BadCase {
        code,
        path: path.to_owned(),
        message: Phrase::new(en, fr),
    })
}

fn not_declared<'n, T>(
    path: &str,
    name: &str,
    what: [&str; 2],
    known: impl Iterator<Item = &'n str>,
) -> Result<T, BadCase> {
    let near = nearest(name, known);
    let (en, fr) = near.map_or((String::new(), String::new()), |near| {
        (
            format!("; did you mean `{near}`?"),
            format!(" ; vouliez-vous dire `{near}` ?"),
        )
    });
    bad(
        "unknown-name",
        path,
        format!("there is no {} `{name}`{en}", what[0]),
        format!("il n'y a pas de {} `{name}`{fr}", what[1]),
    )
}

fn text<'r>(raw: &'r Raw, path: &str) -> Result<&'r str, BadCase> {
    match raw {
        Raw::Text(text) => Ok(text),
        Raw::Null
        | Raw::Bool(_)
        | Raw::Number(_)
        | Raw::List(_)
        | Raw::Map(_)
        | Raw::Confidential(_) => bad(
            "wrong-type",
            path,
            format!("a text is expected, not {}", kind(raw).en),
            format!("un texte est attendu, pas {}", kind(raw).fr),
        ),
    }
}

fn map<'r>(raw: &'r Raw, path: &str) -> Result<&'r BTreeMap<String, Raw>, BadCase> {
    match raw {
        Raw::Map(map) => Ok(map),
        Raw::Null
        | Raw::Bool(_)
        | Raw::Number(_)
        | Raw::List(_)
        | Raw::Text(_)
        | Raw::Confidential(_) => bad(
            "wrong-type",
            path,
            format!("an object is expected, not {}", kind(raw).en),
            format!("un objet est attendu, pas {}", kind(raw).fr),
        ),
    }
}

impl Case {
    /// A case of which nothing is known yet, decided at this moment.
    pub fn at(now: Instant) -> Case {
        Case {
            now: Some(now),
            ..Case::default()
        }
    }

    /// Reads a case from JSON.
    pub fn parse(project: &Project, json: &str) -> Result<Case, BadCase> {
        if json.len() > limits::CASE_BYTES {
            return bad(
                "too-long",
                "",
                format!("a case has at most {} bytes", limits::CASE_BYTES),
                format!("un cas a au plus {} octets", limits::CASE_BYTES),
            );
        }
        Case::read(project, &written::read(json)?)
    }

    pub fn read(project: &Project, raw: &Raw) -> Result<Case, BadCase> {
        let Some(replies) = &project.replies else {
            return bad(
                "no-replies",
                "",
                "this project has no states and intentions to answer with",
                "ce projet n'a ni états ni intentions pour répondre",
            );
        };
        let mut case = Case::default();
        for (key, value) in map(raw, "")? {
            match key.as_str() {
                "now" => case.set_now(text(value, key)?)?,
                "language" => {
                    let language = text(value, key)?;
                    if !project.speaks(language) {
                        let known = project.languages.join(", ");
                        return bad(
                            "unknown-name",
                            key,
                            format!("this project does not speak `{language}`; it speaks {known}"),
                            format!("ce projet ne parle pas `{language}` ; il parle {known}"),
                        );
                    }
                    case.language = Some(Name::from(language));
                }
                "message" => case.message = Some(text(value, key)?.to_owned()),
                "intentions" => {
                    let Raw::List(list) = value else {
                        return bad(
                            "wrong-type",
                            key,
                            format!("a list of intentions is expected, not {}", kind(value).en),
                            format!(
                                "une liste d'intentions est attendue, pas {}",
                                kind(value).fr
                            ),
                        );
                    };
                    let mut found = Vec::new();
                    for item in list {
                        let name = text(item, key)?;
                        let Some(intention) = replies.intention(name) else {
                            let known = replies.intentions.iter().map(|known| known.name.as_str());
                            return not_declared(key, name, ["intention", "intention"], known);
                        };
                        if !found.contains(&intention) {
                            found.push(intention);
                        }
                    }
                    case.intentions = Some(found);
                }
                "spans" => {
                    let Raw::List(list) = value else {
                        return bad(
                            "wrong-type",
                            key,
                            format!("a list of texts is expected, not {}", kind(value).en),
                            format!("une liste de textes est attendue, pas {}", kind(value).fr),
                        );
                    };
                    for (at, item) in list.iter().enumerate() {
                        let span = text(item, &format!("{key}.{at}"))?;
                        case.spans.push(span.to_owned());
                    }
                }
                "action" => case.set_action(text(value, key)?)?,
                "route_to" => case.route_to = Some(text(value, key)?.to_owned()),
                "context" => {
                    for (field, raw) in map(value, key)? {
                        case.set(project, "context", field, raw)?;
                    }
                }
                "sources" => {
                    for (source, raw) in map(value, key)? {
                        case.source(project, source, raw)?;
                    }
                }
                _ => return not_declared(key, key, ["key", "clé"], KEYS.iter().copied()),
            }
        }
        case.has_spans()?;
        if case.now.is_none() && replies.asks_time {
            return bad(
                "missing-now",
                "now",
                "conditions of this project ask for the time; say `now`",
                "des conditions de ce projet demandent l'heure ; dites `now`",
            );
        }
        case.fill(project);
        Ok(case)
    }

    /// Whether what is said to have been read stands in the message.
    fn has_spans(&self) -> Result<(), BadCase> {
        let message = words(self.message.as_deref().unwrap_or_default());
        for (at, span) in self.spans.iter().enumerate() {
            let span = words(span);
            let stands = !span.is_empty() && message.windows(span.len()).any(|part| part == span);
            if !stands {
                return bad(
                    "unknown-span",
                    &format!("spans.{at}"),
                    "this does not stand in the message: a span is a part of it, word for word",
                    "ceci ne figure pas dans le message : un extrait en reprend une partie, mot pour mot",
                );
            }
        }
        Ok(())
    }

    pub fn set_now(&mut self, text: &str) -> Result<(), BadCase> {
        match text.parse() {
            Ok(now) => {
                self.now = Some(now);
                Ok(())
            }
            Err(_) => bad(
                "wrong-type",
                "now",
                format!("`{text}` is not a moment such as 2026-03-10T09:00:00Z"),
                format!("`{text}` n'est pas un instant tel que 2026-03-10T09:00:00Z"),
            ),
        }
    }

    pub fn set_action(&mut self, word: &str) -> Result<(), BadCase> {
        let names = Verdict::NAMES.iter();
        let found = names
            .clone()
            .find(|(name, _)| name.eq_ignore_ascii_case(word));
        match found {
            Some((_, verdict)) => {
                self.verdict = Some(*verdict);
                Ok(())
            }
            None => not_declared(
                "action",
                word,
                ["action", "action"],
                names.map(|(name, _)| *name),
            ),
        }
    }

    fn source(&mut self, project: &Project, source: &str, raw: &Raw) -> Result<(), BadCase> {
        let replies = project.replies.as_ref();
        let known = replies.map(|replies| &replies.sources);
        if !known.is_some_and(|known| known.contains_key(source)) {
            let known = known.into_iter().flat_map(|known| known.keys());
            let path = format!("sources.{source}");
            return not_declared(&path, source, ["source", "source"], known.map(Name::as_str));
        }
        if *raw == Raw::Null {
            return Ok(());
        }
        let fields = map(raw, &format!("sources.{source}"))?;
        let failed = fields.get("failed") == Some(&Raw::Bool(true));
        if !failed && fields.get("error").is_some_and(|raw| *raw != Raw::Null) {
            return bad(
                "failed-source",
                &format!("sources.{source}.error"),
                format!(
                    "`{source}` has an error and did not fail: give `failed: true`, or leave out `error`"
                ),
                format!(
                    "`{source}` a une erreur et n'a pas échoué : donnez `failed: true`, ou retirez `error`"
                ),
            );
        }
        for (field, raw) in fields {
            if failed && field != "failed" && field != "error" && *raw != Raw::Null {
                let path = format!("sources.{source}.{field}");
                return bad(
                    "failed-source",
                    &path,
                    format!(
                        "`{source}` failed, so it says nothing: leave out `{field}`, or `failed`"
                    ),
                    format!(
                        "`{source}` a échoué, et ne dit donc rien : retirez `{field}`, ou `failed`"
                    ),
                );
            }
            // None has failed.
            if field != "failed" || *raw != Raw::Null {
                self.set(project, source, field, raw)?;
            }
        }
        let failed = Cell::new(source, "failed");
        self.values.insert_if_missing(&failed, Value::Bool(false));
        Ok(())
    }

    /// One fact of a source or of the context, as its type demands.
    pub fn set(
        &mut self,
        project: &Project,
        source: &str,
        field: &str,
        raw: &Raw,
    ) -> Result<(), BadCase> {
        let cell = Cell::new(source, field);
        let path = if source == "context" {
            format!("context.{field}")
        } else {
            format!("sources.{source}.{field}")
        };
        let Some(attribute) = project.attribute(&cell) else {
            let entity = project.entities.get(source);
            let known = project.attributes.iter().filter(|attribute| {
                entity.is_some_and(|entity| project.sorts.is_sub(&entity.sort, &attribute.sort))
            });
            let known = known.map(|attribute| attribute.name.as_str());
            return not_declared(&path, field, ["field", "champ"], known);
        };
        let value = self.value_of(project, &path, raw, &attribute.kind, attribute)?;
        self.keep(cell, value, attribute);
        Ok(())
    }

    /// Puts down a value; of a confidential one only that it is there.
    fn keep(&mut self, cell: Cell, value: Value, attribute: &Attribute) {
        if attribute.confidential && !value.is_null() {
            self.clear.insert(cell.clone(), value.show());
            self.values.insert(cell, HIDDEN);
        } else {
            self.values.insert(cell, value);
        }
    }

    fn value_of(
        &mut self,
        project: &Project,
        path: &str,
        raw: &Raw,
        kind: &Type,
        attribute: &Attribute,
    ) -> Result<Value, BadCase> {
        match (raw, kind) {
            (Raw::List(list), Type::List(of)) => {
                let mut values = Vec::new();
                for (index, raw) in list.iter().enumerate() {
                    let path = format!("{path}.{index}");
                    values.push(self.value_of(project, &path, raw, of, attribute)?);
                }
                Ok(Value::List(values))
            }
            (Raw::Map(fields), Type::Reference(sort)) => {
                let id = Name::from(path);
                self.entities.insert(id.clone(), sort.clone());
                for (field, raw) in fields {
                    let path = format!("{path}.{field}");
                    let Some(own) = project.attribute_of_sort(sort, field) else {
                        let known = project.attributes.iter();
                        let known = known.filter(|known| project.sorts.is_sub(sort, &known.sort));
                        let known = known.map(|known| known.name.as_str());
                        return not_declared(&path, field, ["field", "champ"], known);
                    };
                    let value = self.value_of(project, &path, raw, &own.kind, own)?;
                    self.keep(Cell::new(&id, field), value, own);
                }
                Ok(Value::Entity(id))
            }
            _ => {
                let entities = &project.entities;
                let sort_of = |name: &str| entities.get(name).map(|entity| entity.sort.clone());
                typed(path, raw, kind, attribute, &sort_of, &project.sorts).map_err(
                    |NotUnderstood { code, reason }| BadCase {
                        code,
                        path: path.to_owned(),
                        message: if attribute.confidential {
                            Phrase::new(
                                "a confidential value is not of its type",
                                "une valeur confidentielle n'est pas de son type",
                            )
                        } else {
                            reason
                        },
                    },
                )
            }
        }
    }

    /// What absence means, once all of a case is read. A source that failed says nothing.
    pub fn fill(&mut self, project: &Project) {
        let Some(replies) = &project.replies else {
            return;
        };
        for (name, source) in &replies.sources {
            match self.values.get(name, "failed") {
                Some(Value::Bool(true)) => {
                    for field in source.fields.values() {
                        self.values.remove(&field.cell);
                        self.clear.remove(&field.cell);
                    }
                }
                Some(_) => {
                    let error = Cell::new(name, "error");
                    self.values.insert_if_missing(&error, Value::Null);
                    for field in source.fields.values() {
                        let absent = match field.absent {
                            Absent::Unknown => continue,
                            Absent::None => Value::Null,
                            Absent::False => Value::Bool(false),
                        };
                        self.values.insert_if_missing(&field.cell, absent);
                    }
                }
                None => {}
            }
        }
    }

    /// A fact that a session knows. A confidential value is printed as its mark.
    pub(crate) fn knows_of(
        &mut self,
        project: &Project,
        cell: Cell,
        value: Value,
        mark: Option<String>,
    ) {
        let sources = project.replies.as_ref().map(|replies| &replies.sources);
        if sources.is_some_and(|sources| sources.contains_key(&cell.entity)) {
            self.was_read(&cell.entity);
        }
        if let Some(mark) = mark {
            self.clear.insert(cell.clone(), mark);
        }
        self.values.insert(cell, value);
    }

    /// Says that a source was read, where facts of it are set one by one.
    pub fn was_read(&mut self, source: &str) {
        let failed = Cell::new(source, "failed");
        self.values.insert_if_missing(&failed, Value::Bool(false));
    }

    /// Whether every part of the message is accounted for, and nothing is taken for false that is
    /// unknown. Sessions that began before that decide as they did.
    pub fn is_careful(&self) -> bool {
        self.edition.is_none_or(|edition| edition >= CAREFUL)
    }

    /// Whether every word of the message that says something is accounted for.
    pub fn accounts(&self) -> bool {
        self.edition.is_none_or(|edition| edition >= ACCOUNTS)
    }

    /// Whether no word of the message is free.
    pub fn is_strict(&self) -> bool {
        self.edition.is_none_or(|edition| edition >= STRICT)
    }

    /// Whether what is asked for is compared with what is answered.
    pub fn is_exact(&self) -> bool {
        self.edition.is_none_or(|edition| edition >= EXACT)
    }

    /// Whether nothing but the reply and the words of the registry excuses what a message says.
    pub fn is_guarded(&self) -> bool {
        self.edition.is_none_or(|edition| edition >= GUARDED)
    }

    /// Whether what is asked for must be said.
    pub fn proves(&self) -> bool {
        self.edition.is_none_or(|edition| edition >= PROVES)
    }

    /// Whether what cannot be seen says nothing, and what is thanked for or refused is not wanted.
    pub fn discerns(&self) -> bool {
        self.edition.is_none_or(|edition| edition >= DISCERNS)
    }

    /// Whether a clause is read for what it does with what stands in it.
    pub fn acts(&self) -> bool {
        self.edition.is_none_or(|edition| edition >= ACTS)
    }

    /// Its facts.
    pub(super) fn facts(&self) -> impl Iterator<Item = (&Cell, &Value)> {
        self.values.iter()
    }

    /// The values of its facts.
    pub(super) fn given(&self) -> impl Iterator<Item = &Value> {
        self.values.iter().map(|(_, value)| value)
    }

    /// The words of the names that its facts give, folded: of who wrote, or of whom it is about.
    pub(super) fn names(&self) -> Vec<String> {
        static NAMED: WordSet = WordSet::of(&[
            "name",
            "nom",
            "prenom",
            "firstname",
            "lastname",
            "surname",
            "sender",
            "expediteur",
            "author",
            "auteur",
            "contact",
            "signature",
        ]);
        let is_name = |part: &str| match part.is_ascii() {
            true => NAMED.iter().any(|name| part.eq_ignore_ascii_case(name)),
            false => NAMED.contains(&fold(part).as_str()),
        };
        let mut names = Vec::new();
        for (cell, value) in self.values.iter() {
            if let Value::Text(text) = value
                && cell.attribute.split('_').any(is_name)
            {
                let text = words(text);
                names.extend(text.into_iter().take(NAME_WORDS));
            }
        }
        names
    }

    pub fn value(&self, cell: &Cell) -> Option<&Value> {
        self.values.get(&cell.entity, &cell.attribute)
    }
}

/// The facts of a case at one moment, as conditions and templates read them.
pub struct CaseFacts<'a> {
    pub project: &'a Project,
    pub case: &'a Case,
    /// What was found out about the message, which stands among the facts.
    spoken: Option<&'a Spoken<'a>>,
    /// A field of the context that is taken not to have been said.
    unsaid: Option<(&'a Name, Value)>,
    now: Instant,
    today: OnceCell<Date>,
    deriving: Deriving,
}

impl<'a> CaseFacts<'a> {
    pub fn new(project: &'a Project, case: &'a Case) -> CaseFacts<'a> {
        CaseFacts {
            project,
            case,
            spoken: None,
            unsaid: None,
            now: case.now.unwrap_or(Instant::EPOCH),
            today: OnceCell::new(),
            deriving: Deriving::default(),
        }
    }

    /// The same, with what was found out about the message.
    pub(super) fn with(self, spoken: &'a Spoken<'a>) -> CaseFacts<'a> {
        CaseFacts {
            spoken: Some(spoken),
            ..self
        }
    }

    /// The same, had a field of the context not been said.
    pub(super) fn had_not_said(self, field: &'a Name) -> CaseFacts<'a> {
        let replies = self.project.replies.as_ref();
        let field = replies.and_then(|replies| replies.context.get_key_value(field));
        CaseFacts {
            unsaid: field.map(|(name, field)| (name, field.nothing())),
            ..self
        }
    }

    pub fn holds(&self, formula: &Formula) -> Truth {
        self.deriving.holds(self, formula)
    }

    /// The sort of an entity of the project or of the case.
    pub(super) fn sort_of(&self, entity: &str) -> Option<&'a Name> {
        let known = self.project.entities.get(entity);
        let own = self.case.entities.get(entity);
        own.or(known.map(|entity| &entity.sort))
    }

    /// Whether a fact is declared confidential, whoever gave it.
    pub(super) fn is_confidential(&self, cell: &Cell) -> bool {
        let sort = self.sort_of(&cell.entity);
        let attribute = sort.and_then(|sort| self.project.attribute_of_sort(sort, &cell.attribute));
        attribute.is_some_and(|attribute| attribute.confidential)
    }

    /// A confidential value; only the renderer asks, for a section that declares it.
    pub(super) fn clear(&self, cell: &Cell) -> Option<&'a str> {
        self.case.clear.get(cell).map(String::as_str)
    }
}

impl Facts for CaseFacts<'_> {
    fn value(&self, cell: &Cell) -> Option<Value> {
        let value = self.lent(&cell.entity, &cell.attribute);
        value.map(Cow::into_owned)
    }

    fn lent(&self, entity: &Name, attribute: &Name) -> Option<Cow<'_, Value>> {
        if let Some(about) = self.spoken.and_then(|said| said.about(entity, attribute)) {
            return Some(about);
        }
        if let Some((field, nothing)) = &self.unsaid
            && &**entity == "context"
            && attribute == *field
        {
            return Some(Cow::Borrowed(nothing));
        }
        if let Some(value) = self.case.values.get(entity, attribute) {
            return Some(Cow::Borrowed(value));
        }
        if let Some(value) = self.spoken.and_then(|said| said.context(entity, attribute)) {
            return Some(Cow::Borrowed(value));
        }
        if self.project.facts.is_empty() {
            return None;
        }
        let known = self.project.facts.get(&Cell::new(entity, attribute));
        known.map(|(value, _)| Cow::Borrowed(value))
    }

    fn derived(&self, name: &str) -> Option<Value> {
        self.deriving.derived(self, self.project, name)
    }

    fn entities_of(&self, sort: &str) -> Vec<Name> {
        let sorts = &self.project.sorts;
        let known = self.project.entities.iter();
        let known = known.filter(|(_, entity)| sorts.is_sub(&entity.sort, sort));
        let own = self.case.entities.iter();
        let own = own.filter(|(_, of)| sorts.is_sub(of, sort));
        known
            .map(|(id, _)| id)
            .chain(own.map(|(id, _)| id))
            .cloned()
            .collect()
    }

    fn is_a(&self, entity: &str, sort: &str) -> Truth {
        match self.sort_of(entity) {
            Some(of) => Truth::from(self.project.sorts.is_sub(of, sort)),
            None => Truth::Unknown,
        }
    }

    fn now(&self) -> Instant {
        self.now
    }

    fn today(&self) -> Date {
        let today = || self.project.time_zone.date(self.now);
        *self.today.get_or_init(today)
    }
}
