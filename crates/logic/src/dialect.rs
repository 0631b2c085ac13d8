//! The syntaxes a belief set can be read from and written to.
//!
//! Every reader gives the same document and every problem it found; what it cannot read it reports and
//! leaves out, and it repairs nothing (that is the tolerant reader's work). Every writer gives back what
//! it renamed and what it could not say.

mod canonry;
mod document;
mod infix;
mod lines;
mod plain;
mod prover9;
mod rewrite;
mod scope;
mod spell;
#[doc(hidden)]
pub mod statement;
mod token;
mod tptp;
mod tweety;
mod write;

pub use document::{DOCUMENT_MAX, Document, Entry, Saying, sub_sort, value_sort};
pub use plain::plain;
pub use spell::{NameKind, Renamed};
pub use statement::statement;
pub use write::Written;

use crate::formula::{Formula, Span};
use crate::problem::Problem;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    Canonry,
    Tweety,
    /// Unicode formulas, one a line.
    Folio,
    /// `all x. (P(x) -> Q(x))`, one a line.
    Nltk,
    /// Rules of literals with a truth value: `P($x, True) >>> Q($x, True)`.
    Rules,
    Tptp,
    Prover9,
    /// The calls a model makes of the builder's tools, as JSON.
    ToolCalls,
}

impl Dialect {
    pub const ALL: [Dialect; 8] = [
        Dialect::Canonry,
        Dialect::Tweety,
        Dialect::Folio,
        Dialect::Nltk,
        Dialect::Rules,
        Dialect::Tptp,
        Dialect::Prover9,
        Dialect::ToolCalls,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Dialect::Canonry => "canonry",
            Dialect::Tweety => "tweety",
            Dialect::Folio => "folio",
            Dialect::Nltk => "nltk",
            Dialect::Rules => "rules",
            Dialect::Tptp => "tptp",
            Dialect::Prover9 => "prover9",
            Dialect::ToolCalls => "calls",
        }
    }

    pub fn named(name: &str) -> Option<Dialect> {
        Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.name().eq_ignore_ascii_case(name))
    }

    /// The dialect whose files usually end so.
    pub fn of_extension(extension: &str) -> Option<Dialect> {
        match extension.to_ascii_lowercase().as_str() {
            "logic" | "canonry" => Some(Dialect::Canonry),
            "p" | "tptp" | "ax" => Some(Dialect::Tptp),
            "in" | "p9" | "ladr" => Some(Dialect::Prover9),
            "fologic" | "tweety" => Some(Dialect::Tweety),
            "fol" | "folio" => Some(Dialect::Folio),
            "nltk" => Some(Dialect::Nltk),
            "rules" => Some(Dialect::Rules),
            "json" => Some(Dialect::ToolCalls),
            _ => None,
        }
    }

    /// Whether [`write`](fn@write) can write it.
    pub fn is_written(self) -> bool {
        match self {
            Dialect::Canonry | Dialect::Tweety | Dialect::Tptp | Dialect::Prover9 => true,
            Dialect::Folio | Dialect::Nltk | Dialect::Rules | Dialect::ToolCalls => false,
        }
    }
}

/// Reads a whole document. What could not be read is in the problems and not in the document.
pub fn read(dialect: Dialect, source: &str) -> (Document, Vec<Problem>) {
    if source.len() > DOCUMENT_MAX {
        let problem = Problem::new(
            "too-long",
            Span::new(0, source.len()),
            format!("this is longer than {DOCUMENT_MAX} bytes"),
            format!("ceci dépasse {DOCUMENT_MAX} octets"),
        );
        return (Document::default(), vec![problem]);
    }
    let (document, mut problems) = match dialect {
        Dialect::Canonry => canonry::read(source),
        Dialect::Tweety => lines::tweety(source),
        Dialect::Folio => lines::folio(source),
        Dialect::Nltk => lines::nltk(source),
        Dialect::Rules => lines::rules(source),
        Dialect::Tptp => tptp::read(source),
        Dialect::Prover9 => prover9::read(source),
        Dialect::ToolCalls => crate::tools::read(source),
    };
    problems.sort_by_key(|problem| problem.span);
    (document, problems)
}

/// Reads one query: in this syntax, or else in the first other one that takes it, Canonry's before all.
/// When none does, the problems are those of the first.
pub fn query(dialect: Dialect, text: &str) -> Result<Formula, Vec<Problem>> {
    let first = query_in(dialect, text);
    let mut others = Dialect::ALL.into_iter().filter(|other| *other != dialect);
    first.or_else(|problems| {
        let read = others.find_map(|other| query_in(other, text).ok());
        read.ok_or(problems)
    })
}

/// What a syntax puts around a formula in a file need not be written around a query.
pub(crate) fn query_in(dialect: Dialect, text: &str) -> Result<Formula, Vec<Problem>> {
    let framed = ["fof(", "cnf("];
    let framed = framed
        .iter()
        .any(|frame| text.trim_start().starts_with(frame));
    if dialect == Dialect::Canonry
        && let Ok(formula) = statement(text)
    {
        return Ok(formula);
    }
    let (before, after) = match dialect {
        Dialect::Tptp if !framed => ("fof(query, conjecture, ", ")."),
        Dialect::Prover9 if !text.trim_end().ends_with('.') => ("", "."),
        Dialect::Canonry
        | Dialect::Tptp
        | Dialect::Prover9
        | Dialect::Tweety
        | Dialect::Folio
        | Dialect::Nltk
        | Dialect::Rules
        | Dialect::ToolCalls => ("", ""),
    };
    let (document, mut problems) = read(dialect, &format!("{before}{text}{after}"));
    for problem in &mut problems {
        let place = |at: usize| at.saturating_sub(before.len()).min(text.len());
        problem.span = Span::new(place(problem.span.start), place(problem.span.end));
    }
    match (&document.entries[..], problems.is_empty()) {
        (
            [
                Entry {
                    saying: Saying::State(formula) | Saying::Query(formula),
                    ..
                },
            ],
            true,
        ) => Ok(formula.clone()),
        (_, true) => Err(vec![Problem::new(
            "unexpected-token",
            Span::new(0, text.len()),
            "one formula should be here",
            "il faudrait ici une formule",
        )]),
        (_, false) => Err(problems),
    }
}

/// One entry as Canonry writes it.
pub fn entry(entry: &Entry) -> String {
    canonry::line(entry, &mut Vec::new())
}

/// Writes a whole document, or says why the dialect cannot be written.
pub fn write(dialect: Dialect, document: &Document) -> Result<Written, Box<Problem>> {
    match dialect {
        Dialect::Canonry => Ok(canonry::write(document)),
        Dialect::Tweety => Ok(tweety::write(document)),
        Dialect::Tptp => Ok(write::tptp(document)),
        Dialect::Prover9 => Ok(write::prover9(document)),
        Dialect::Folio | Dialect::Nltk | Dialect::Rules | Dialect::ToolCalls => Err(Box::new(
            Problem::new(
                "unwritable-dialect",
                Span::default(),
                format!("`{}` can be read and not written", dialect.name()),
                format!("`{}` se lit et ne s'écrit pas", dialect.name()),
            )
            .hint(
                "write one of canonry, tptp, prover9, tweety",
                "écrivez l'un de canonry, tptp, prover9, tweety",
            ),
        )),
    }
}
