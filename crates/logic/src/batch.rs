//! One case of a batch: premises and a query as a model wrote them in, an answer out.
//!
//! It works on the text of the statements alone. Repairs are layers over one set of statements; a layer
//! that makes a consistent set inconsistent is dropped. Nothing here knows where a case came from.

use crate::dialect::{Dialect, query_in, statement};
use crate::formula::{Formula, Span, Term};
use crate::forward;
pub use crate::reason::{Answer, Semantics};
use crate::reason::{How, Ran, Stopped};
use crate::repair::symbols::{Declared, Line, Set, Symbols};
use crate::repair::{Kind, Place, Repair, Why, arity, free, guard, names, roles, sentence};
use crate::text::Phrase;
use crate::tolerant::residue::Marks;
use crate::tolerant::terms::is_variable_like;
use crate::tolerant::{self, Draft, Style, Unread, walk};
use crate::truth::Truth;
use crate::value::{Name, Value};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    pub premises: &'a [&'a str],
    pub query: &'a str,
    /// The model's own list of predicates; may be empty.
    pub declared: &'a [&'a str],
    /// The sentence the query came from.
    pub sentence: Option<&'a str>,
}

/// How a case is read and judged.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Allow repairs that are guesses.
    pub guess: bool,
    /// Let the query's sentence settle its sign.
    pub query_sentence: bool,
    /// Refuse instead of repairing.
    pub strict: bool,
    /// Nothing: forward chaining for programs, classical logic for formulas.
    pub semantics: Option<Semantics>,
    /// Kinds of repair that are not made.
    pub without: Vec<Kind>,
    /// Statements taken as they were written, or not at all.
    pub as_written: Vec<Place>,
}

/// One statement after reading: as written, and as understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub written: String,
    pub formula: Option<Formula>,
}

/// A case after reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub style: Style,
    pub semantics: Semantics,
    pub premises: Vec<Statement>,
    pub query: Statement,
    /// What was done, statement by statement.
    pub repairs: Vec<Repair>,
    pub answer: Answer,
    /// What the reasoner ran out of, if the answer could still change.
    pub stopped: Option<Stopped>,
    /// Forward chaining may answer although the set contradicts itself elsewhere.
    pub consistent: bool,
    /// The query was read, and every premise was read or is listed as quarantined.
    pub executable: bool,
}

impl Reading {
    /// The formulas of the premises that were read.
    pub fn theory(&self) -> Vec<Formula> {
        let read = self.premises.iter();
        read.filter_map(|premise| premise.formula.clone()).collect()
    }

    /// The case without one of its repairs: the statement it changed is taken as it was written, or is
    /// refused when it cannot be read so.
    pub fn undo(&self, repair: &Repair, case: &Case<'_>, options: &Options) -> Reading {
        let mut options = options.clone();
        options.as_written.push(repair.place.clone());
        run(case, &options)
    }
}

/// Given the symbols of the set; whether it changed something.
type Layer = for<'s, 'a> fn(&'s mut Set<'a>, &Symbols) -> bool;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sure {
    Safe,
    /// Only where guesses are allowed.
    Guess,
}

/// The layers above the plain reading, safest first.
const LAYERS: [(Kind, Sure, Layer); 15] = [
    (Kind::MissingComma, Sure::Safe, arity::part),
    (Kind::NameVariant, Sure::Safe, names::variants),
    (Kind::Arity, Sure::Safe, arity::reconcile),
    (Kind::NegatedName, Sure::Safe, names::negated),
    (Kind::NameVariant, Sure::Safe, names::auxiliaries),
    (Kind::Misspelling, Sure::Safe, names::slips),
    (
        Kind::NameAsPredicate,
        Sure::Safe,
        roles::things_as_predicates,
    ),
    (
        Kind::NameAsPredicate,
        Sure::Safe,
        roles::things_as_properties,
    ),
    (
        Kind::PredicateAsName,
        Sure::Safe,
        roles::predicates_as_things,
    ),
    (Kind::NameVariant, Sure::Guess, names::listed),
    (Kind::Arity, Sure::Guess, arity::guess),
    (Kind::MissingArrow, Sure::Guess, guard::arrow),
    (Kind::Guard, Sure::Guess, guard::open),
    (Kind::Instance, Sure::Guess, guard::instantiate),
    (Kind::QuerySign, Sure::Safe, sentence::settle),
];

/// Reads a case and answers it.
pub fn run(case: &Case<'_>, options: &Options) -> Reading {
    let mut set = base(case);
    for line in &mut set.lines {
        let unwanted = |repair: &Repair| options.without.contains(&repair.kind);
        line.frozen = options.strict || options.as_written.contains(&line.place);
        if line.frozen && !line.repairs.is_empty() || line.repairs.iter().any(unwanted) {
            refuse(line);
        }
    }
    if options.query_sentence {
        set.sentence = case.sentence;
    }
    let layers: Vec<Layer> = LAYERS
        .iter()
        .filter(|(_, sure, _)| !options.strict && (options.guess || *sure == Sure::Safe))
        .filter(|(kind, _, _)| !options.without.contains(kind))
        .map(|(_, _, layer)| *layer)
        .collect();
    let mut bench = Bench {
        semantics: options.semantics.unwrap_or(match set.style {
            Style::Formula => Semantics::Classical,
            Style::Program => Semantics::Forward,
        }),
        fixed: options.semantics.is_some(),
    };
    let (set, found) = bench.settle(set, &layers);
    finish(set, bench.semantics, found, options.strict)
}

/// What a set says, and whether it contradicts itself somewhere.
#[derive(Clone, Copy)]
struct Found {
    answer: Option<Answer>,
    stopped: Option<Stopped>,
    consistent: bool,
}

struct Bench {
    semantics: Semantics,
    /// Somebody asked for this semantics; otherwise what cannot be run is judged.
    fixed: bool,
}

impl Bench {
    fn look(&mut self, set: &Set<'_>) -> Found {
        let theory: Vec<Formula> = set
            .lines
            .iter()
            .filter(|line| line.place != Place::Query)
            .filter_map(|line| line.formula.clone())
            .collect();
        let query = set.lines.last().and_then(|line| line.formula.as_ref());
        if self.semantics == Semantics::Forward {
            let run = forward::run(&theory, query, &How::forward());
            if run.skipped.is_empty() || self.fixed {
                return forwards(&run, query);
            }
            // Something here is no rule, so this is no program after all.
            self.semantics = Semantics::Classical;
        }
        // Without a query, one that nobody speaks of tells as much as there is to tell.
        let nothing = Formula::Constant(true);
        let verdict = crate::reason::ask(&theory, query.unwrap_or(&nothing), &How::classical());
        Found {
            answer: query.map(|_| verdict.truth),
            stopped: verdict.stopped,
            consistent: verdict.truth != Answer::Inconsistent,
        }
    }

    /// All layers, or as many of them as leave a consistent set consistent.
    fn settle<'a>(&mut self, plain: Set<'a>, layers: &[Layer]) -> (Set<'a>, Found) {
        let mut repaired = plain.clone();
        let mut changed = false;
        let mut symbols = Symbols::of(&plain);
        for layer in layers {
            if layer(&mut repaired, &symbols) {
                symbols = Symbols::of(&repaired);
                changed = true;
            }
        }
        let found = self.look(&repaired);
        if found.consistent {
            return (repaired, found);
        }
        let before = if changed { self.look(&plain) } else { found };
        if before.consistent {
            return self.step_by_step(plain, before, layers);
        }
        // It was inconsistent before any name was touched.
        match self.doubt(&plain) {
            Some((rest, before)) => self.step_by_step(rest, before, layers),
            None => (repaired, found),
        }
    }

    /// Takes one layer after the other, and leaves out those that make the set inconsistent.
    fn step_by_step<'a>(
        &mut self,
        mut set: Set<'a>,
        mut found: Found,
        layers: &[Layer],
    ) -> (Set<'a>, Found) {
        let mut symbols = Symbols::of(&set);
        for layer in layers {
            let mut next = set.clone();
            if layer(&mut next, &symbols) {
                let after = self.look(&next);
                if after.consistent {
                    symbols = Symbols::of(&next);
                    (set, found) = (next, after);
                }
            }
        }
        (set, found)
    }

    /// Sets aside the statements whose structure had to be repaired, if without them the set is
    /// consistent: then a repair was wrong. All of them, because nobody can tell which.
    fn doubt<'a>(&mut self, set: &Set<'a>) -> Option<(Set<'a>, Found)> {
        let mut without = set.clone();
        let mut changed = false;
        for line in &mut without.lines {
            let doubtful = line.repairs.iter().any(|repair| is_structural(repair.kind));
            if line.place == Place::Query || !doubtful {
                continue;
            }
            let Some(formula) = line.formula.take() else {
                continue;
            };
            let nearest = formula.to_string();
            let repair = Repair::quarantine(line.whole(), line.text, &nearest, Why::Contradiction);
            line.repairs = vec![repair.at(line.place.clone())];
            changed = true;
        }
        if !changed {
            return None;
        }
        let found = self.look(&without);
        found.consistent.then_some((without, found))
    }
}

fn forwards(run: &forward::Run, query: Option<&Formula>) -> Found {
    let mut seen = run.unseen();
    let answer = query.map(|query| match run.truth(query, &mut seen) {
        Truth::True => Answer::True,
        Truth::False => Answer::False,
        Truth::Unknown => Answer::Unknown,
    });
    let cut = (seen.left == 0 && answer == Some(Answer::Unknown)).then_some(Ran::Steps);
    let stopped = run.ran_out.or(cut);
    let stopped = stopped.map(|ran_out| Stopped { ran_out, bound: 0 });
    let both = seen.both;
    Found {
        answer: answer.map(|answer| if both { Answer::Inconsistent } else { answer }),
        stopped,
        consistent: run.conflict().is_none(),
    }
}

/// Whether a repair decided how the parts of a statement hang together.
fn is_structural(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::FreeVariable
            | Kind::NestedTerm
            | Kind::Parenthesis
            | Kind::MissingArrow
            | Kind::Prose
            | Kind::Scope
    )
}

/// The plain reading: each statement alone, then truth values and free names over all of them.
fn base<'a>(case: &Case<'a>) -> Set<'a> {
    let texts = case.premises.iter().chain([&case.query]);
    let style = Style::detect(texts.copied().chain(case.declared.iter().copied()));
    let marks = Marks::of(case.premises, case.query);
    let mut tokens = Vec::new();
    let mut lines = Vec::with_capacity(case.premises.len() + 1);
    for (at, text) in case.premises.iter().enumerate() {
        lines.push(line(Place::Premise(at), text, style, marks, &mut tokens));
    }
    lines.push(line(Place::Query, case.query, style, marks, &mut tokens));
    let mut set = Set {
        style,
        declared: Declared::read(case.declared),
        sentence: None,
        lines,
    };
    match style {
        Style::Program => arity::settle(&mut set),
        Style::Formula => {
            roles::equivalences(&mut set);
            arity::doubt(&mut set);
        }
    }
    free::settle(&mut set);
    for at in 0..set.lines.len() {
        if let Some(formula) = set.lines[at].unread.take() {
            let nearest = settled(&set, &set.lines[at], formula);
            let mut aside = set.lines[at].repairs.iter_mut();
            if let Some(repair) = aside.find(|repair| repair.kind == Kind::Quarantine) {
                repair.after = nearest;
            }
        }
    }
    set
}

/// The nearest reading of a statement that was set aside, as it would have been understood alone.
fn settled(set: &Set<'_>, line: &Line<'_>, formula: Formula) -> String {
    let mut alone = Set {
        style: set.style,
        declared: set.declared.clone(),
        sentence: None,
        lines: vec![Line {
            place: line.place.clone(),
            text: line.text,
            formula: Some(formula),
            repairs: Vec::new(),
            aside: None,
            unread: None,
            frozen: false,
        }],
    };
    if set.style == Style::Program {
        arity::settle(&mut alone);
        for line in &mut alone.lines {
            line.formula = line.formula.take().or(line.unread.take());
        }
    }
    free::settle(&mut alone);
    let mut lines = alone.lines.into_iter();
    let read = lines.find_map(|line| match line.formula {
        Some(mut formula) => {
            walk::keep_apart(&mut formula);
            Some(formula.to_string())
        }
        None => line.repairs.into_iter().next().map(|repair| repair.after),
    });
    read.unwrap_or_default()
}

fn line<'a>(
    place: Place,
    text: &'a str,
    style: Style,
    marks: Marks,
    tokens: &mut Vec<tolerant::token::Token>,
) -> Line<'a> {
    let whole = Span::new(0, text.len());
    let foreign = tolerant::foreign::line(text, style, place == Place::Query);
    let (own, read) = match foreign {
        Some(read) => (None, read),
        None => {
            let read = tolerant::read_into(text, style, marks.lists(&place), tokens);
            (own(text, style, &read), read)
        }
    };
    let mut nearest = None;
    let (formula, mut repairs) = match (own, read) {
        // What only the strict reader reads may still be a question.
        (Some(formula), _) if place != Place::Query && text.trim_start().starts_with('?') => {
            nearest = Some(formula);
            (None, vec![Repair::quarantine(whole, text, "", Why::Asked)])
        }
        (Some(formula), _) => (Some(formula), Vec::new()),
        (None, Ok(draft)) => (Some(draft.formula), draft.repairs),
        // A query that names no formula asks about something nobody said.
        (None, Err(unread)) if unread.why == Why::Remark && place == Place::Query => {
            let formula = Formula::Atom {
                predicate: Name::new(text.trim()),
                arguments: Vec::new(),
            };
            let repair = Repair::new(Kind::Prose, whole, text, &format!("? {formula}"));
            let reason = Phrase::new(
                "it is no formula, and asks about something that nobody said",
                "ce n'est pas une formule : cela porte sur une chose que personne n'a dite",
            );
            (Some(formula), vec![repair.because(reason)])
        }
        (None, Err(unread)) => {
            let repair = Repair::quarantine(unread.span, text, "", unread.why);
            nearest = unread.nearest.map(|formula| *formula);
            (None, vec![repair])
        }
    };
    repairs
        .iter_mut()
        .for_each(|repair| repair.place = place.clone());
    Line {
        place,
        text,
        formula,
        repairs,
        aside: None,
        unread: nearest,
        frozen: false,
    }
}

/// What is written in Canonry's own syntax is no other spelling of anything: the strict reader takes it
/// and says the same, or what no other reading was found for. A name that people only use for variables
/// shows that another syntax was meant.
fn own(text: &str, style: Style, read: &Result<Draft, Unread>) -> Option<Formula> {
    let may_be = match read {
        Ok(draft) => !draft.repairs.is_empty(),
        Err(unread) => unread.why.is_unreadable(),
    };
    if !may_be || style == Style::Program {
        return None;
    }
    // A sentence before a statement and the mark of a query belong to that syntax, other labels to none.
    let formula = if text.trim_start().starts_with(['"', '?']) {
        query_in(Dialect::Canonry, text).ok()?
    } else {
        statement(text).ok()?
    };
    let mut variable = false;
    // The dot of "St. John" leads to no attribute.
    let dotted = text.contains(". ");
    formula.visit_terms(&mut |term| {
        variable |= matches!(term, Term::Constant(Value::Entity(name))
            if is_variable_like(name) || free::is_capital_letter(name))
            || dotted && matches!(term, Term::Attribute { .. });
    });
    // The names of a draft are not looked up yet, but spelled alike.
    let same = |draft: &Draft| draft.formula.to_string() == formula.to_string();
    (!variable && read.as_ref().map_or(true, same)).then_some(formula)
}

/// A statement that needed a repair is refused, and leaves none of its repairs behind but what it would
/// have been read as.
fn refuse(line: &mut Line<'_>) {
    let read = line.formula.take().map(|formula| formula.to_string());
    let nearest = read.unwrap_or_else(|| {
        let aside = line.repairs.iter();
        let mut aside = aside.filter(|repair| repair.kind == Kind::Quarantine);
        aside
            .next()
            .map_or_else(String::new, |repair| repair.after.clone())
    });
    let repair = Repair::new(Kind::Refused, line.whole(), line.text, &nearest);
    line.repairs = vec![repair.at(line.place.clone())];
}

fn finish(set: Set<'_>, semantics: Semantics, found: Found, strict: bool) -> Reading {
    let mut executable = true;
    let mut statements: Vec<Statement> = Vec::with_capacity(set.lines.len());
    let mut repairs = Vec::new();
    for mut line in set.lines {
        if let Some(formula) = &mut line.formula {
            walk::keep_apart(formula);
        }
        let told = !line.repairs.is_empty() && line.place != Place::Query;
        executable &= line.formula.is_some() || told && !strict;
        repairs.extend(line.repairs);
        statements.push(Statement {
            written: line.text.to_owned(),
            formula: line.formula,
        });
    }
    let query = statements.pop().unwrap_or(Statement {
        written: String::new(),
        formula: None,
    });
    Reading {
        style: set.style,
        semantics,
        premises: statements,
        query,
        repairs,
        answer: found.answer.unwrap_or(Answer::Unknown),
        stopped: found.stopped,
        consistent: found.consistent,
        executable,
    }
}
