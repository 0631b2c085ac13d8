//! The parts of a flow, as they are compiled: one flat list, each part with its id, its block and its guards.

use super::Text;
use crate::answer::{Reader, Spoken};
use crate::diagnostic::Place;
use crate::item::ItemKind;
use logic::formula::Formula;
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

#[derive(Clone, Debug)]
pub struct Flow {
    pub id: Name,
    pub parts: Vec<Part>,
    /// In the order in which they are written.
    pub blocks: Vec<Block>,
}

/// Several parts under one id.
#[derive(Clone, Debug)]
pub struct Block {
    pub id: Name,
    pub title: Option<Text>,
    /// The block that it stands in.
    pub within: Option<Name>,
    pub when: Option<Formula>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct Part {
    pub id: Name,
    /// The innermost block that it stands in.
    pub block: Option<Name>,
    /// Its own guard and those of the blocks around it.
    pub when: Option<Formula>,
    /// The items of answered lists that it is for, outermost first.
    pub each: Vec<Each>,
    pub kind: PartKind,
    pub place: Place,
    /// Its author declared that the flow goes on without it.
    pub passes: bool,
    /// Confidential cells that this part may show to whoever has the scope.
    pub shows: BTreeSet<Cell>,
}

/// One item of an answered list, and the entity that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Each {
    pub list: Cell,
    /// From zero.
    pub at: usize,
    pub entity: Name,
    /// The cell that holds the item's text.
    pub title: Option<Cell>,
}

#[derive(Clone, Debug)]
pub enum PartKind {
    Say {
        text: Text,
        kind: ItemKind,
    },
    Ask {
        wording: Wording,
        question: Question,
        tries: u64,
        give_up: GiveUp,
    },
    Form {
        text: Text,
        fields: Vec<Field>,
        tries: u64,
        give_up: GiveUp,
    },
    Gate {
        text: Text,
        event: Name,
    },
    /// Awaits exactly one word.
    Lock {
        text: Text,
        word: Text,
        tries: u64,
        give_up: GiveUp,
    },
    Tell {
        cell: Cell,
    },
    /// A made reflection that awaits to be validated or put right.
    Mirror {
        cell: Cell,
        text: Text,
        nuance: Option<Cell>,
        tries: u64,
        /// Where nothing is declared, it is passed when nobody answers, and not when it cannot be made.
        give_up: Option<GiveUp>,
    },
    Synthesis {
        cell: Cell,
        tries: u64,
        give_up: GiveUp,
    },
    Matching {
        cell: Cell,
        terms: Vec<Points>,
        text: Text,
    },
    End {
        text: Text,
        hand_over: Option<Text>,
    },
}

/// How a question is asked.
#[derive(Clone, Debug)]
pub enum Wording {
    Text(Text),
    /// The text of a cell, which is made when it is first asked.
    Made(Cell),
}

/// What an answer settles, and how it is read.
#[derive(Clone, Debug)]
pub struct Question {
    pub cell: Cell,
    pub reader: Reader,
    /// Those that its own `choices` name, and behind them the other values of its cell.
    pub choices: Vec<ChoiceOption>,
    /// How many of them are named.
    pub named: usize,
    /// A cell with the values that are offered.
    pub offers: Option<Cell>,
    /// By which words people mean it.
    pub called: Vec<String>,
    pub why: Option<Text>,
    pub optional: bool,
    /// `reads: text` stands there: it takes free words, also in a form.
    pub free: bool,
}

impl Question {
    /// What may be chosen. Early sessions had only what `choices` names.
    pub fn choices_in(&self, edition: u64) -> &[ChoiceOption] {
        match edition >= crate::answer::REFERS {
            true => &self.choices,
            false => &self.choices[..self.named],
        }
    }
}

/// One field of a form: a question with an id of its own.
#[derive(Clone, Debug)]
pub struct Field {
    pub id: Name,
    pub question: Question,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct ChoiceOption {
    pub value: Name,
    pub label: Option<Text>,
    pub synonyms: Vec<String>,
    /// What it is called in each language, worked out when it is first asked for.
    pub spoken: OnceLock<BTreeMap<String, Spoken>>,
}

/// One line of a score.
#[derive(Clone, Debug)]
pub struct Points {
    pub when: Formula,
    pub points: i64,
    pub because: Text,
}

/// What happens when the tries of a part are used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GiveUp {
    /// The flow goes on without an answer.
    #[default]
    Next,
    /// The flow ends, and hands over.
    Stop,
}

impl GiveUp {
    pub const NAMES: [(&'static str, GiveUp); 2] = [("next", GiveUp::Next), ("stop", GiveUp::Stop)];
}

impl PartKind {
    /// Whether the flow goes on when the tries are used up.
    pub fn goes_on(&self) -> bool {
        let give_up = match self {
            PartKind::Ask { give_up, .. }
            | PartKind::Form { give_up, .. }
            | PartKind::Lock { give_up, .. }
            | PartKind::Synthesis { give_up, .. } => Some(*give_up),
            PartKind::Mirror { give_up, .. } => *give_up,
            PartKind::Say { .. }
            | PartKind::Gate { .. }
            | PartKind::Tell { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => None,
        };
        give_up == Some(GiveUp::Next)
    }
}

impl Part {
    /// The question that it asks, if it asks one and is no form.
    pub fn ask(&self) -> Option<&Question> {
        match &self.kind {
            PartKind::Ask { question, .. } => Some(question),
            PartKind::Say { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => None,
        }
    }

    /// Whether the flow may pass it with a cell of its own still open, as its author declared.
    pub fn may_leave(&self, cell: &Cell) -> bool {
        let questions = self.questions();
        let mut asked = questions
            .iter()
            .filter(|(_, question)| question.cell == *cell);
        self.passes || asked.any(|(_, question)| question.optional)
    }

    /// The cells that this part makes or tells.
    pub fn makes(&self) -> Option<&Cell> {
        match &self.kind {
            PartKind::Tell { cell }
            | PartKind::Mirror { cell, .. }
            | PartKind::Synthesis { cell, .. }
            | PartKind::Ask {
                wording: Wording::Made(cell),
                ..
            } => Some(cell),
            PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => None,
        }
    }

    /// The texts that it says as they are written.
    pub fn texts(&self) -> Vec<&Text> {
        match &self.kind {
            PartKind::Say { text, .. }
            | PartKind::Form { text, .. }
            | PartKind::Gate { text, .. }
            | PartKind::Lock { text, .. }
            | PartKind::Mirror { text, .. }
            | PartKind::Matching { text, .. }
            | PartKind::End { text, .. } => vec![text],
            PartKind::Ask {
                wording: Wording::Text(text),
                ..
            } => vec![text],
            PartKind::Ask { .. } | PartKind::Tell { .. } | PartKind::Synthesis { .. } => Vec::new(),
        }
    }

    /// Its questions, with their ids: one of its own, or the fields of a form.
    pub fn questions(&self) -> Vec<(&Name, &Question)> {
        match &self.kind {
            PartKind::Ask { question, .. } => vec![(&self.id, question)],
            PartKind::Form { fields, .. } => fields
                .iter()
                .map(|field| (&field.id, &field.question))
                .collect(),
            PartKind::Say { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => Vec::new(),
        }
    }

    /// Whether it has a question.
    pub fn asks(&self) -> bool {
        matches!(&self.kind, PartKind::Form { fields, .. } if !fields.is_empty())
            || matches!(&self.kind, PartKind::Ask { .. })
    }

    /// The cells that are settled once it was passed, as far as a flow can see to it.
    pub fn settles(&self, wanted: &Cell) -> bool {
        let own = match &self.kind {
            PartKind::Matching { cell, .. } => Some(cell),
            PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::End { .. } => self.makes(),
        };
        own == Some(wanted)
            || self
                .questions()
                .iter()
                .any(|(_, question)| question.cell == *wanted)
    }

    /// Whether something is awaited once it was entered.
    pub fn awaits(&self) -> bool {
        match &self.kind {
            PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Mirror { .. } => true,
            PartKind::Say { .. }
            | PartKind::Tell { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => false,
        }
    }
}

impl Flow {
    /// A question by its id, with the part that asks it.
    pub fn question(&self, id: &str) -> Option<(&Part, &Question)> {
        self.questions()
            .find(|(known, ..)| &***known == id)
            .map(|(_, part, question)| (part, question))
    }

    /// All questions, in order.
    pub fn questions(&self) -> impl Iterator<Item = (&Name, &Part, &Question)> {
        self.parts.iter().flat_map(|part| {
            let questions = part.questions();
            questions
                .into_iter()
                .map(move |(id, question)| (id, part, question))
        })
    }

    pub fn block(&self, id: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| &*block.id == id)
    }
}
