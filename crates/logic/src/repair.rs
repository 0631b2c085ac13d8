//! Repairs: recorded edits that made a statement usable, each with its place, reason and confidence.
//!
//! A repair is data first; its sentence is made from the data. Nothing here may change a statement
//! without leaving a [`Repair`] behind, and nothing may depend on the order of the statements.

pub(crate) mod apart;
pub(crate) mod arity;
pub(crate) mod free;
pub(crate) mod guard;
pub(crate) mod names;
mod plain;
pub(crate) mod roles;
pub(crate) mod sentence;
pub(crate) mod symbols;

use crate::belief::StatementId;
use crate::formula::Span;
use crate::text::Phrase;
use crate::tolerant::residue::DASH;

/// What was done to a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An operator in another spelling.
    Operator,
    /// A parenthesis missing or too many.
    Parenthesis,
    /// Two arguments with only a space between them.
    MissingComma,
    /// A quantifier in another syntax.
    Quantifier,
    /// Words around a formula that are no part of it.
    Residue,
    /// A name in quotes, of several words, or with signs in it.
    OddName,
    /// A quantifier, list or formula where only a term can stand.
    NestedTerm,
    /// A quantifier that reached less far than its variable.
    Scope,
    /// A variable nobody bound.
    FreeVariable,
    /// A variable of a program written without its `$`.
    BareVariable,
    /// A truth value missing, odd or out of place.
    TruthValue,
    /// A rule written without its arrow.
    MissingArrow,
    /// A plain sentence read as a formula.
    Prose,
    /// Case, accents, underscores, plural of a name, or an `Is` before it.
    NameVariant,
    /// A slip of the pen in a name.
    Misspelling,
    /// One name with two numbers of arguments.
    Arity,
    /// A negation inside a name.
    NegatedName,
    /// A thing's name written where a predicate stands.
    NameAsPredicate,
    /// A predicate's name written where a thing stands.
    PredicateAsName,
    /// A guard such as `Person(x)` that nothing is ever said to satisfy.
    Guard,
    /// A fact about a variable, read as one about the thing that is asked about.
    Instance,
    /// The sign of a query that contradicts its sentence.
    QuerySign,
    /// A statement set aside because it cannot be read.
    Quarantine,
    /// A statement that would need repair, in strict mode.
    Refused,
    /// A constant nobody declared, put in the sort its uses expect.
    UnknownConstant,
    /// A sort that declarations name and nobody declared.
    UnknownSort,
}

impl Kind {
    pub const ALL: [Kind; 26] = [
        Kind::Operator,
        Kind::Parenthesis,
        Kind::MissingComma,
        Kind::Quantifier,
        Kind::Residue,
        Kind::OddName,
        Kind::NestedTerm,
        Kind::Scope,
        Kind::FreeVariable,
        Kind::BareVariable,
        Kind::TruthValue,
        Kind::MissingArrow,
        Kind::Prose,
        Kind::NameVariant,
        Kind::Misspelling,
        Kind::Arity,
        Kind::NegatedName,
        Kind::NameAsPredicate,
        Kind::PredicateAsName,
        Kind::Guard,
        Kind::Instance,
        Kind::QuerySign,
        Kind::Quarantine,
        Kind::Refused,
        Kind::UnknownConstant,
        Kind::UnknownSort,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Operator => "operator",
            Kind::Parenthesis => "parenthesis",
            Kind::MissingComma => "missing-comma",
            Kind::Quantifier => "quantifier",
            Kind::Residue => "residue",
            Kind::OddName => "odd-name",
            Kind::NestedTerm => "nested-term",
            Kind::Scope => "scope",
            Kind::FreeVariable => "free-variable",
            Kind::BareVariable => "bare-variable",
            Kind::TruthValue => "truth-value",
            Kind::MissingArrow => "missing-arrow",
            Kind::Prose => "prose",
            Kind::NameVariant => "name-variant",
            Kind::Misspelling => "misspelling",
            Kind::Arity => "arity",
            Kind::NegatedName => "negated-name",
            Kind::NameAsPredicate => "name-as-predicate",
            Kind::PredicateAsName => "predicate-as-name",
            Kind::Guard => "guard",
            Kind::Instance => "instance",
            Kind::QuerySign => "query-sign",
            Kind::Quarantine => "quarantine",
            Kind::Refused => "refused",
            Kind::UnknownConstant => "unknown-constant",
            Kind::UnknownSort => "unknown-sort",
        }
    }

    /// How sure this kind of repair is, in thousandths.
    pub fn confidence(self) -> u16 {
        match self {
            Kind::Operator => 990,
            Kind::Parenthesis => 850,
            Kind::MissingComma => 930,
            Kind::Quantifier => 970,
            Kind::Residue => 950,
            Kind::OddName => 970,
            Kind::NestedTerm => 800,
            Kind::Scope => 950,
            Kind::FreeVariable => 800,
            Kind::BareVariable => 930,
            Kind::TruthValue => 930,
            Kind::MissingArrow => 850,
            Kind::Prose => 850,
            Kind::NameVariant => 930,
            Kind::Misspelling => 800,
            Kind::Arity => 750,
            Kind::NegatedName => 850,
            Kind::NameAsPredicate => 800,
            Kind::PredicateAsName => 700,
            Kind::Guard => 550,
            Kind::Instance => 500,
            Kind::QuerySign => 900,
            Kind::Quarantine | Kind::Refused => 1000,
            Kind::UnknownConstant => 900,
            Kind::UnknownSort => 950,
        }
    }

    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it is never made unless guesses are allowed.
    pub fn is_guess(self) -> bool {
        matches!(self, Kind::Guard | Kind::Instance)
    }
}

/// What a repair was made to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A premise of a case, counted from zero.
    Premise(usize),
    /// The query of a case.
    Query,
    /// The sayings of a belief set that needed it.
    Statements(Vec<StatementId>),
}

/// Why a statement was set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    Empty,
    TooLong,
    TooDeep,
    /// It reads up to the place named, and no formula goes on so.
    Unexpected,
    /// It ends where more was due.
    Unfinished,
    /// No part of it is a formula.
    NoFormula,
    /// Says something of everything, which no such set of statements means.
    FactWithVariable,
    /// Its truth value says that nobody knows.
    UnknownTruth,
    /// It contradicted the rest, and its structure had to be repaired.
    Contradiction,
    /// A heading or remark, not a statement.
    Remark,
    /// A question, not a statement.
    Asked,
}

impl Why {
    pub const ALL: [Why; 11] = [
        Why::Empty,
        Why::TooLong,
        Why::TooDeep,
        Why::Unexpected,
        Why::Unfinished,
        Why::NoFormula,
        Why::FactWithVariable,
        Why::UnknownTruth,
        Why::Contradiction,
        Why::Remark,
        Why::Asked,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Why::Empty => "empty",
            Why::TooLong => "too-long",
            Why::TooDeep => "too-deep",
            Why::Unexpected => "unexpected",
            Why::Unfinished => "unfinished",
            Why::NoFormula => "no-formula",
            Why::FactWithVariable => "fact-with-variable",
            Why::UnknownTruth => "unknown-truth",
            Why::Contradiction => "contradiction",
            Why::Remark => "remark",
            Why::Asked => "asked",
        }
    }

    /// Whether the reader stopped somewhere inside.
    pub(crate) fn is_unreadable(self) -> bool {
        matches!(self, Why::Unexpected | Why::Unfinished | Why::NoFormula)
    }
}

/// One recorded edit. It can be refused beforehand and undone afterwards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repair {
    pub kind: Kind,
    pub place: Place,
    /// Where in the statement as written.
    pub span: Span,
    /// What was written there.
    pub before: String,
    /// What was understood. Of a statement set aside or refused: the nearest reading, if there is one.
    pub after: String,
    pub reason: Phrase,
    /// Of a statement set aside: which of the reasons it is.
    pub why: Option<Why>,
    /// In thousandths.
    pub confidence: u16,
    /// Only made because guesses were allowed.
    pub guess: bool,
}

impl Repair {
    pub(crate) fn new(kind: Kind, span: Span, before: &str, after: &str) -> Repair {
        Repair {
            kind,
            place: Place::Query,
            span,
            before: before.to_owned(),
            after: after.to_owned(),
            reason: kind.reason(before, after),
            why: None,
            confidence: kind.confidence(),
            guess: kind.is_guess(),
        }
    }

    /// A statement set aside; `nearest` is what could be read of it, if anything.
    pub(crate) fn quarantine(span: Span, before: &str, nearest: &str, why: Why) -> Repair {
        Repair {
            why: Some(why),
            ..Repair::new(Kind::Quarantine, span, before, nearest).because(why.reason(before, span))
        }
    }

    /// A dash and a space before a statement of no list, read as a negation.
    pub(crate) fn lone_dash(span: Span) -> Repair {
        let reason = Phrase::new(
            "no other statement has a list mark, so the dash denies",
            "aucun autre énoncé ne porte de marque de liste : le tiret nie",
        );
        Repair {
            confidence: 700,
            ..Repair::new(Kind::Operator, span, DASH, "¬").because(reason)
        }
    }

    pub(crate) fn at(mut self, place: Place) -> Repair {
        self.place = place;
        self
    }

    pub(crate) fn because(mut self, reason: Phrase) -> Repair {
        self.reason = reason;
        self
    }

    /// Made with less support than a safe repair needs.
    pub(crate) fn guessed(mut self) -> Repair {
        self.guess = true;
        self.confidence = self.confidence.min(500);
        self
    }

    /// The statements of a belief set that needed it.
    pub fn statements(&self) -> &[StatementId] {
        match &self.place {
            Place::Statements(ids) => ids,
            Place::Premise(_) | Place::Query => &[],
        }
    }
}

impl Kind {
    /// The reason that holds of every repair of the kind; one that knows more says more.
    fn reason(self, before: &str, after: &str) -> Phrase {
        match self {
            Kind::Operator if after.is_empty() => Phrase::new(
                format!("`{before}` only opens what its connective says"),
                format!("`{before}` ne fait qu'ouvrir ce que dit son connecteur"),
            ),
            Kind::Operator => Phrase::new(
                format!("`{before}` is another spelling of `{after}`"),
                format!("`{before}` est une autre graphie de `{after}`"),
            ),
            Kind::Parenthesis => Phrase::new(
                "parentheses did not match",
                "les parenthèses ne se répondaient pas",
            ),
            Kind::MissingComma => Phrase::new(
                "a variable is no part of a longer name, so two arguments were meant",
                "une variable ne fait pas partie d'un nom plus long : deux arguments sont visés",
            ),
            Kind::Quantifier => Phrase::new(
                format!("`{before}` is another way to write `{after}`"),
                format!("`{before}` est une autre façon d'écrire `{after}`"),
            ),
            Kind::Residue => Phrase::new(
                format!("`{before}` is no part of the formula"),
                format!("`{before}` ne fait pas partie de la formule"),
            ),
            Kind::OddName => Phrase::new(
                format!("`{before}` is one name"),
                format!("`{before}` est un seul nom"),
            ),
            Kind::NestedTerm => Phrase::new(
                "a formula or list stood where only a thing can stand",
                "une formule ou une liste se trouvait là où seule une chose peut se trouver",
            ),
            Kind::Scope => Phrase::new(
                "a variable is used beyond its quantifier, which was meant to reach it",
                "une variable sert au-delà de son quantificateur, qui devait l'atteindre",
            ),
            Kind::FreeVariable => Phrase::new(
                format!("nothing binds `{before}`"),
                format!("rien ne lie `{before}`"),
            ),
            Kind::BareVariable => Phrase::new(
                format!("`{before}` is a variable"),
                format!("`{before}` est une variable"),
            ),
            Kind::TruthValue => Phrase::new(
                "the truth value was missing, odd or out of place",
                "la valeur de vérité manquait, était étrange ou mal placée",
            ),
            Kind::MissingArrow => Phrase::new(
                "two conditions on one variable make a rule",
                "deux conditions sur une même variable forment une règle",
            ),
            Kind::Prose => Phrase::new(
                "a plain sentence says the same as this formula",
                "une phrase ordinaire dit la même chose que cette formule",
            ),
            Kind::NameVariant => Phrase::new(
                format!("`{before}` and `{after}` are one name in two forms"),
                format!("`{before}` et `{after}` sont deux formes d'un même nom"),
            ),
            Kind::Misspelling => Phrase::new(
                format!("`{before}` is a slip for `{after}`"),
                format!("`{before}` est une coquille pour `{after}`"),
            ),
            Kind::Arity => Phrase::new(
                "one name is used with two numbers of arguments",
                "un même nom sert avec deux nombres d'arguments",
            ),
            Kind::NegatedName => Phrase::new(
                format!("`{before}` says `{after}` in one word"),
                format!("`{before}` dit `{after}` en un mot"),
            ),
            Kind::NameAsPredicate => Phrase::new(
                "a name stands for a thing, not for a property",
                "un nom désigne une chose, non une propriété",
            ),
            Kind::PredicateAsName => Phrase::new(
                format!("`{before}` names a property, so some thing that has it is meant"),
                format!("`{before}` nomme une propriété : une chose qui l'a est visée"),
            ),
            Kind::Guard => Phrase::new(
                format!("nothing is ever said to be `{before}`, so the guard was opened"),
                format!("rien n'est jamais dit `{before}` : la garde a été levée"),
            ),
            Kind::Instance => Phrase::new(
                "nothing else is said of the thing asked about, so the fact was taken to be about it",
                "rien d'autre n'est dit de la chose demandée : le fait a été pris comme parlant d'elle",
            ),
            Kind::QuerySign => Phrase::new(
                "the sign contradicted the sentence the query came from",
                "le signe contredisait la phrase d'où vient la requête",
            ),
            Kind::Quarantine => Phrase::new(
                "no formula could be read here",
                "aucune formule n'a pu être lue ici",
            ),
            Kind::Refused => Phrase::new(
                "it cannot be read without repair, and repair was refused",
                "on ne peut le lire sans réparation, et la réparation est refusée",
            ),
            Kind::UnknownConstant => Phrase::new(
                format!("`{before}` was never declared"),
                format!("`{before}` n'a jamais été déclaré"),
            ),
            Kind::UnknownSort => Phrase::new(
                format!("declarations name the sort `{before}`, which nobody declared"),
                format!("des déclarations nomment la sorte `{before}`, que personne n'a déclarée"),
            ),
        }
    }
}

/// The most characters of a statement that a reason quotes.
const QUOTED_MAX: usize = 30;

impl Why {
    /// `span` is the place in the text where reading stopped.
    fn reason(self, text: &str, span: Span) -> Phrase {
        let before = text.get(..span.start).unwrap_or(text);
        let column = before.chars().count() + 1;
        let quoted = |text: &str| -> String {
            let short: String = text.chars().take(QUOTED_MAX).collect();
            let rest = if short.len() < text.len() { "…" } else { "" };
            format!("`{short}{rest}`")
        };
        let there = quoted(text.get(span.start..span.end).unwrap_or_default());
        match self {
            Why::Empty => Phrase::new("there is nothing here", "il n'y a rien ici"),
            Why::TooLong => Phrase::new("it is too long", "c'est trop long"),
            Why::TooDeep => Phrase::new(
                format!("at column {column} it nests too deep"),
                format!("à la colonne {column}, c'est imbriqué trop profondément"),
            ),
            Why::Unexpected => Phrase::new(
                format!("no formula goes on with {there}, at column {column}"),
                format!("aucune formule ne continue par {there}, à la colonne {column}"),
            ),
            Why::Unfinished => {
                let last = before.split_whitespace().next_back().unwrap_or_default();
                let last = quoted(last);
                Phrase::new(
                    format!("it ends after {last}, at column {column}, where more is due"),
                    format!(
                        "cela finit après {last}, à la colonne {column}, où il manque une suite"
                    ),
                )
            }
            Why::NoFormula if span.start == span.end => Phrase::new(
                format!("there is no formula in it: it ends at column {column} before one is read"),
                format!(
                    "il n'y a pas de formule ici : cela finit à la colonne {column} avant qu'une soit lue"
                ),
            ),
            Why::NoFormula => Phrase::new(
                format!("there is no formula in it: none goes on with {there}, at column {column}"),
                format!(
                    "il n'y a pas de formule ici : aucune ne continue par {there}, à la colonne {column}"
                ),
            ),
            Why::FactWithVariable => Phrase::new(
                "a fact about a variable would be said of everything",
                "un fait sur une variable serait dit de toute chose",
            ),
            Why::UnknownTruth => Phrase::new(
                format!(
                    "{there}, at column {column}, says that nobody knows, so nothing is stated"
                ),
                format!(
                    "{there}, à la colonne {column}, dit que nul ne le sait : rien n'est énoncé"
                ),
            ),
            Why::Contradiction => Phrase::new(
                "once repaired it contradicts the rest, so the repair was wrong",
                "une fois réparé, il contredit le reste : la réparation était fausse",
            ),
            Why::Remark => Phrase::new(
                "it is a heading or a remark, not a statement",
                "c'est un titre ou une remarque, pas un énoncé",
            ),
            Why::Asked => Phrase::new(
                "it asks something and states nothing",
                "cela demande quelque chose et n'énonce rien",
            ),
        }
    }
}
