//! Between values and codes: which entities there are, what their cells are called, what a code stands for.

use crate::limits;
use crate::project::{Attribute, Entity};
use logic::domain::{Code, Domain};
use logic::kind::Type;
use logic::sort::Sorts;
use logic::value::{Cell, Date, Instant, Name, Number, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// An entity by its place in the order of names.
pub type EntityId = u32;
/// An attribute by its place in the project.
pub type AttributeId = u32;

/// How the values of an attribute are told by codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coding {
    Truth,
    Symbols(Arc<[Name]>),
    /// Entities of a sort, by their place among its members.
    Entities(Name),
    /// A yes or no for each member of a sort: whether a set or a list holds it.
    Members(Name),
    /// A yes or no for each of these values: whether a list holds it.
    Items(Arc<[Value]>),
    /// Numbers with so many decimals.
    Numbers(u32),
    Days,
    Millis,
}

/// What formulas of a project ask lists for: values by the name of the attribute.
pub type Asked = BTreeMap<Name, BTreeSet<Value>>;

/// Lists of references are in the field where their sort has no more members, or a formula asks for one.
const LISTED: usize = 64;

impl Coding {
    /// Nothing for what the field does not hold: texts, what changes, what is confidential, lists that nothing
    /// asks for a value they could hold.
    fn of(attribute: &Attribute, asked: &Asked, members: impl Fn(&str) -> usize) -> Option<Coding> {
        if attribute.changes || attribute.confidential {
            return None;
        }
        let asked = asked.get(&attribute.name);
        match &attribute.kind {
            Type::List(of) => match &**of {
                Type::Enum(values) => {
                    let values = values.iter().cloned().map(Value::Symbol);
                    Some(Coding::Items(values.collect()))
                }
                Type::Boolean => {
                    let both = [Value::Bool(false), Value::Bool(true)];
                    Some(Coding::Items(both.into()))
                }
                Type::Reference(sort) => (members(sort) <= LISTED || asked.is_some())
                    .then(|| Coding::Members(sort.clone())),
                Type::Text | Type::Number | Type::Date | Type::Instant => {
                    let values = asked.map(|values| values.iter().cloned().collect());
                    values.map(Coding::Items)
                }
                Type::Set(_) | Type::List(_) => None,
            },
            Type::Boolean => Some(Coding::Truth),
            Type::Enum(values) => Some(Coding::Symbols(values.clone().into())),
            Type::Reference(sort) => Some(Coding::Entities(sort.clone())),
            Type::Set(sort) => Some(Coding::Members(sort.clone())),
            Type::Number => Some(Coding::Numbers(attribute.decimals)),
            Type::Date => Some(Coding::Days),
            Type::Instant => Some(Coding::Millis),
            Type::Text => None,
        }
    }

    /// Whether the value is told by a yes or no for each that it may hold.
    pub fn is_collection(&self) -> bool {
        match self {
            Coding::Members(_) | Coding::Items(_) => true,
            Coding::Truth
            | Coding::Symbols(_)
            | Coding::Entities(_)
            | Coding::Numbers(_)
            | Coding::Days
            | Coding::Millis => false,
        }
    }
}

/// The attributes of a sort that are in the field, each with its first cell after the entity's own.
#[derive(Debug, Default)]
struct Layout {
    slots: Vec<Slot>,
    width: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    attribute: AttributeId,
    offset: u32,
    width: u32,
}

/// What a cell of the field is to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The entity itself: a cell that has one value.
    Itself(EntityId),
    Cell(EntityId, AttributeId),
    /// Whether an entity belongs to a set or a list.
    Element(EntityId, AttributeId, EntityId),
    /// Whether a list holds the value of this place.
    Item(EntityId, AttributeId, u32),
}

#[derive(Debug)]
pub struct Lexicon {
    pub entities: Vec<Name>,
    sort_of: Vec<Name>,
    index: BTreeMap<Name, EntityId>,
    /// The first cell of each entity, and behind the last one the number of all.
    first: Vec<u32>,
    layout_of: Vec<u32>,
    layouts: Vec<Layout>,
    members: BTreeMap<Name, Arc<[EntityId]>>,
    attributes: Vec<Name>,
    codings: Vec<Option<Coding>>,
    pub sorts: Sorts,
}

impl Lexicon {
    /// Nothing where there would be more cells than a field may have.
    pub fn new(
        entities: &BTreeMap<Name, Entity>,
        attributes: &[Attribute],
        sorts: &Sorts,
        asked: &Asked,
    ) -> Option<Lexicon> {
        let mut lexicon = Lexicon {
            entities: entities.keys().cloned().collect(),
            sort_of: entities
                .values()
                .map(|entity| entity.sort.clone())
                .collect(),
            index: BTreeMap::new(),
            first: Vec::with_capacity(entities.len() + 1),
            layout_of: Vec::with_capacity(entities.len()),
            layouts: Vec::new(),
            members: BTreeMap::new(),
            attributes: attributes.iter().map(|known| known.name.clone()).collect(),
            codings: Vec::new(),
            sorts: sorts.clone(),
        };
        for (id, name) in lexicon.entities.iter().enumerate() {
            lexicon.index.insert(name.clone(), id as EntityId);
        }
        let mut by_sort: BTreeMap<&Name, Vec<EntityId>> = BTreeMap::new();
        for (id, sort) in lexicon.sort_of.iter().enumerate() {
            by_sort.entry(sort).or_default().push(id as EntityId);
        }
        for sort in sorts.names() {
            let below = by_sort.iter().filter(|(own, _)| sorts.is_sub(own, sort));
            let mut members: Vec<EntityId> =
                below.flat_map(|(_, ids)| ids.iter().copied()).collect();
            members.sort_unstable();
            lexicon.members.insert(sort.clone(), members.into());
        }
        let count = |sort: &str| lexicon.members_of(sort).len();
        let codings = attributes.iter();
        let codings = codings.map(|attribute| Coding::of(attribute, asked, count));
        lexicon.codings = codings.collect();
        let mut layouts: BTreeMap<Name, u32> = BTreeMap::new();
        let mut next = 0;
        for id in 0..lexicon.entities.len() {
            let sort = lexicon.sort_of[id].clone();
            let layout = *layouts.entry(sort).or_insert_with_key(|sort| {
                let layout = lexicon.layout(sort, attributes);
                lexicon.layouts.push(layout);
                lexicon.layouts.len() as u32 - 1
            });
            lexicon.first.push(next);
            lexicon.layout_of.push(layout);
            let width = lexicon.layouts[layout as usize].width;
            next = u32::checked_add(next, width).filter(|next| *next <= limits::FIELD_CELLS)?;
        }
        lexicon.first.push(next);
        Some(lexicon)
    }

    fn layout(&self, sort: &str, attributes: &[Attribute]) -> Layout {
        let mut layout = Layout {
            slots: Vec::new(),
            width: 1,
        };
        for (id, attribute) in attributes.iter().enumerate() {
            if !self.sorts.is_sub(sort, &attribute.sort) {
                continue;
            }
            let width = match &self.codings[id] {
                None => continue,
                Some(Coding::Members(of)) => self.members_of(of).len() as u32,
                Some(Coding::Items(values)) => values.len() as u32,
                Some(_) => 1,
            };
            layout.slots.push(Slot {
                attribute: id as AttributeId,
                offset: layout.width,
                width,
            });
            layout.width += width;
        }
        layout
    }

    pub fn cells(&self) -> u32 {
        self.first.last().copied().unwrap_or(0)
    }

    pub fn entity(&self, name: &str) -> Option<EntityId> {
        self.index.get(name).copied()
    }

    pub fn sort_of(&self, entity: EntityId) -> &Name {
        &self.sort_of[entity as usize]
    }

    pub fn attribute_name(&self, attribute: AttributeId) -> &Name {
        &self.attributes[attribute as usize]
    }

    pub fn coding(&self, attribute: AttributeId) -> Option<&Coding> {
        self.codings[attribute as usize].as_ref()
    }

    /// The entities of a sort and of those below it, ascending.
    pub fn members_of(&self, sort: &str) -> &[EntityId] {
        self.members.get(sort).map_or(&[], |members| members)
    }

    pub fn is_a(&self, entity: EntityId, sort: &str) -> bool {
        self.sorts.is_sub(self.sort_of(entity), sort)
    }

    /// The attribute of that name on an entity of that sort.
    pub fn attribute_of(
        &self,
        sort: &str,
        name: &str,
        attributes: &[Attribute],
    ) -> Option<AttributeId> {
        let found = attributes
            .iter()
            .position(|known| &*known.name == name && self.sorts.is_sub(sort, &known.sort));
        found.map(|id| id as AttributeId)
    }

    /// The cell of the entity itself.
    pub fn itself(&self, entity: EntityId) -> u32 {
        self.first[entity as usize]
    }

    fn slots(&self, entity: EntityId) -> &[Slot] {
        &self.layouts[self.layout_of[entity as usize] as usize].slots
    }

    fn slot(&self, entity: EntityId, attribute: AttributeId) -> Option<Slot> {
        let slots = self.slots(entity);
        let at = slots
            .binary_search_by_key(&attribute, |slot| slot.attribute)
            .ok()?;
        Some(slots[at])
    }

    /// The cell of an attribute that has one.
    pub fn cell(&self, entity: EntityId, attribute: AttributeId) -> Option<u32> {
        let slot = self.slot(entity, attribute)?;
        Some(self.first[entity as usize] + slot.offset)
    }

    /// The cell that says whether a list holds the value of this place.
    pub fn item(&self, entity: EntityId, attribute: AttributeId, at: u32) -> Option<u32> {
        Some(self.cell(entity, attribute)? + at)
    }

    /// The value for which such a cell stands.
    pub fn item_value(&self, attribute: AttributeId, at: u32) -> Option<&Value> {
        match self.coding(attribute)? {
            Coding::Items(values) => values.get(at as usize),
            Coding::Truth
            | Coding::Symbols(_)
            | Coding::Entities(_)
            | Coding::Members(_)
            | Coding::Numbers(_)
            | Coding::Days
            | Coding::Millis => None,
        }
    }

    /// The cell that says whether an entity belongs to a set.
    pub fn element(
        &self,
        entity: EntityId,
        attribute: AttributeId,
        element: EntityId,
    ) -> Option<u32> {
        let Some(Coding::Members(sort)) = self.coding(attribute) else {
            return None;
        };
        let at = self.members_of(sort).binary_search(&element).ok()?;
        Some(self.cell(entity, attribute)? + at as u32)
    }

    /// The cells of an attribute by name: one, or one for each possible element of a set.
    pub fn span(&self, cell: &Cell) -> Option<(AttributeId, std::ops::Range<u32>)> {
        let entity = self.entity(&cell.entity)?;
        let mut slots = self.slots(entity).iter();
        let slot = slots.find(|slot| self.attributes[slot.attribute as usize] == cell.attribute)?;
        let start = self.first[entity as usize] + slot.offset;
        Some((slot.attribute, start..start + slot.width))
    }

    pub fn meaning(&self, cell: u32) -> Meaning {
        let entity = self.first.partition_point(|first| *first <= cell) as EntityId - 1;
        let offset = cell - self.first[entity as usize];
        if offset == 0 {
            return Meaning::Itself(entity);
        }
        let slots = self.slots(entity);
        let slot = slots[slots.partition_point(|slot| slot.offset <= offset) - 1];
        match self.coding(slot.attribute) {
            Some(Coding::Members(sort)) => {
                let element = self.members_of(sort)[(offset - slot.offset) as usize];
                Meaning::Element(entity, slot.attribute, element)
            }
            Some(Coding::Items(_)) => Meaning::Item(entity, slot.attribute, offset - slot.offset),
            Some(_) | None => Meaning::Cell(entity, slot.attribute),
        }
    }

    /// A cell of the field under the name it has for people, with the element if it is one of a set.
    pub fn named(&self, cell: u32) -> (Cell, Option<Name>) {
        let of = |entity: EntityId, attribute: &Name| Cell {
            entity: self.entities[entity as usize].clone(),
            attribute: attribute.clone(),
        };
        match self.meaning(cell) {
            Meaning::Itself(entity) => (of(entity, &Name::from("")), None),
            Meaning::Cell(entity, attribute) => (of(entity, self.attribute_name(attribute)), None),
            Meaning::Element(entity, attribute, element) => (
                of(entity, self.attribute_name(attribute)),
                Some(self.entities[element as usize].clone()),
            ),
            Meaning::Item(entity, attribute, at) => (
                of(entity, self.attribute_name(attribute)),
                self.item_value(attribute, at)
                    .map(|value| Name::from(value.show())),
            ),
        }
    }

    /// What a cell says that something is held: an entity, or another value.
    pub fn held(&self, cell: u32) -> Option<Value> {
        match self.meaning(cell) {
            Meaning::Element(_, _, element) => {
                Some(Value::Entity(self.entities[element as usize].clone()))
            }
            Meaning::Item(_, attribute, at) => self.item_value(attribute, at).cloned(),
            Meaning::Itself(_) | Meaning::Cell(..) => None,
        }
    }

    /// What a cell may be before anything is known.
    pub fn declared(&self, cell: u32, range: impl Fn(AttributeId) -> (Code, Code)) -> Domain {
        match self.meaning(cell) {
            Meaning::Itself(entity) => Domain::Range(entity.into(), entity.into()),
            Meaning::Element(..) | Meaning::Item(..) => Domain::first(2),
            Meaning::Cell(_, attribute) => match &self.codings[attribute as usize] {
                Some(Coding::Truth) => Domain::first(2),
                Some(Coding::Symbols(values)) => Domain::first(values.len()),
                // Where a sort has no members, one code stands for nobody.
                Some(Coding::Entities(sort)) => Domain::first(self.members_of(sort).len().max(1)),
                Some(Coding::Numbers(_) | Coding::Days | Coding::Millis) => {
                    let (low, high) = range(attribute);
                    Domain::Range(low, high)
                }
                Some(Coding::Members(_) | Coding::Items(_)) | None => Domain::first(0),
            },
        }
    }

    /// The code of a value; nothing if no code stands for it.
    pub fn encode(&self, attribute: AttributeId, value: &Value) -> Option<Code> {
        match (self.coding(attribute)?, value) {
            (Coding::Truth, Value::Bool(truth)) => Some((*truth).into()),
            (Coding::Symbols(values), Value::Symbol(symbol)) => {
                let at = values.iter().position(|known| known == symbol)?;
                Some(at as Code)
            }
            (Coding::Entities(sort), Value::Entity(entity)) => {
                let entity = self.entity(entity)?;
                Some(self.members_of(sort).binary_search(&entity).ok()? as Code)
            }
            (Coding::Numbers(decimals), Value::Number(number)) => number
                .checked_mul(Number::from(10_i64.checked_pow(*decimals)?))?
                .as_i64(),
            (Coding::Days, Value::Date(date)) => Some(date.days_since(epoch())),
            (Coding::Millis, Value::Instant(instant)) => Some(instant.as_millis()),
            (_, _) => None,
        }
    }

    pub fn decode(&self, attribute: AttributeId, code: Code) -> Option<Value> {
        let at = usize::try_from(code);
        match self.coding(attribute)? {
            Coding::Truth | Coding::Members(_) | Coding::Items(_) => Some(Value::Bool(code != 0)),
            Coding::Symbols(values) => Some(Value::Symbol(values.get(at.ok()?)?.clone())),
            Coding::Entities(sort) => {
                let entity = *self.members_of(sort).get(at.ok()?)?;
                Some(Value::Entity(self.entities[entity as usize].clone()))
            }
            Coding::Numbers(decimals) => {
                let scale = Number::from(10_i64.checked_pow(*decimals)?);
                Number::from(code).checked_div(scale).map(Value::Number)
            }
            Coding::Days => epoch().add_days(code).map(Value::Date),
            Coding::Millis => Instant::from_millis(code).map(Value::Instant),
        }
    }

    /// What a code means at a cell.
    pub fn value(&self, cell: u32, code: Code) -> Option<Value> {
        match self.meaning(cell) {
            Meaning::Itself(entity) => Some(Value::Entity(self.entities[entity as usize].clone())),
            Meaning::Cell(_, attribute) => self.decode(attribute, code),
            Meaning::Element(..) | Meaning::Item(..) => Some(Value::Bool(code != 0)),
        }
    }
}

fn epoch() -> Date {
    Date::new(1970, 1, 1).expect("a day that was")
}
