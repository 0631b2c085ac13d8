//! Evidence told in words, in English and French: a tree of sentences, each with what it rests on.
//!
//! It only tells; it must never decide anything, and says nothing that is not in the evidence.

use crate::formula::{Comparison, Formula, Term};
use crate::model::Structure;
use crate::proof::{Claim, Derivation, Instance, Origin, Proof, Said, Tree};
use crate::reason::{Answer, Evidence, Opaque, Ran, Stopped, Verdict};
use crate::text::Phrase;
use crate::value::{Name, Value};

/// A sentence and the sentences it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub text: Phrase,
    pub because: Vec<Told>,
}

impl Told {
    fn new(en: impl Into<String>, fr: impl Into<String>) -> Told {
        Told {
            text: Phrase::new(en, fr),
            because: Vec::new(),
        }
    }

    fn with(mut self, because: Vec<Told>) -> Told {
        self.because = because;
        self
    }

    /// One line for each sentence, what it rests on indented below it.
    pub fn lines(&self, lang: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let mut open = vec![(self, 0)];
        while let Some((told, depth)) = open.pop() {
            let indent = "  ".repeat(depth);
            lines.push(format!("{indent}{}", told.text.in_language(lang)));
            open.extend(told.because.iter().rev().map(|part| (part, depth + 1)));
        }
        lines
    }
}

/// Tells a verdict on a query (or on the theory alone) with its evidence.
pub fn tell(
    theory: &[Formula],
    query: Option<&Formula>,
    verdict: &Verdict,
    evidence: &Evidence,
) -> Told {
    let asked = query.map_or_else(String::new, |query| format!("`{query}`"));
    let told = match verdict.truth {
        Answer::True => Told::new(format!("{asked} follows."), format!("{asked} en découle.")),
        Answer::False => Told::new(
            format!("{asked} is refuted: its negation follows."),
            format!("{asked} est réfuté : sa négation en découle."),
        ),
        Answer::Unknown if verdict.stopped.is_some() => Told::new(
            format!("{asked} is not decided: the search ended before it could tell."),
            format!("{asked} n'est pas tranché : la recherche s'est arrêtée avant."),
        ),
        Answer::Unknown => Told::new(
            format!("Neither {asked} nor its negation follows."),
            format!("Ni {asked} ni sa négation n'en découlent."),
        ),
        Answer::Inconsistent => Told::new(
            "The statements contradict each other.",
            "Les énoncés se contredisent.",
        ),
    };
    let mut because = match evidence {
        Evidence::None => Vec::new(),
        Evidence::Proof(proof) => vec![tell_proof(theory, query, proof)],
        Evidence::Derived(derivation) => vec![tell_derivation(theory, derivation)],
        Evidence::Opposed(said, denied) => vec![
            tell_derivation(theory, said),
            tell_derivation(theory, denied),
        ],
        Evidence::Models {
            with_query,
            without,
        } => vec![
            tell_world(with_query, &asked, true),
            tell_world(without, &asked, false),
        ],
    };
    if let Some(stopped) = &verdict.stopped {
        because.push(tell_stopped(stopped));
    }
    told.with(because)
}

/// Why the search ended early, in words.
pub fn tell_stopped(stopped: &Stopped) -> Told {
    let bound = stopped.bound;
    match stopped.ran_out {
        Ran::FormulaDepth => Told::new(
            format!("Stopped: a statement nests more than {bound} levels deep."),
            format!("Arrêt : un énoncé a plus de {bound} niveaux d'imbrication."),
        ),
        Ran::Clauses => Told::new(
            format!("Stopped: more than {bound} clauses."),
            format!("Arrêt : plus de {bound} clauses."),
        ),
        Ran::Instances => Told::new(
            "Stopped: too many instances of the statements.",
            "Arrêt : trop d'instances des énoncés.",
        ),
        Ran::Steps => Told::new(
            "Stopped: the budget of steps is used up.",
            "Arrêt : le budget d'étapes est épuisé.",
        ),
        Ran::Conflicts => Told::new(
            "Stopped: too many cases to distinguish.",
            "Arrêt : trop de cas à distinguer.",
        ),
        Ran::Bound => Told::new(
            format!("Unknown up to {bound}: larger worlds or deeper terms were not tried."),
            format!(
                "Inconnu jusqu'à {bound} : ni mondes plus grands ni termes plus profonds essayés."
            ),
        ),
        Ran::Count => Told::new(
            "Stopped: a count asks for too many things.",
            "Arrêt : un comptage demande trop de choses.",
        ),
        Ran::Rules => Told::new(
            format!("{bound} statement(s) are neither facts nor rules and were left aside."),
            format!("{bound} énoncé(s) ne sont ni des faits ni des règles et ont été mis de côté."),
        ),
        Ran::Functions => Told::new(
            "Forward chaining knows named things only, and the query speaks of a function's value.",
            "Le chaînage avant ne connaît que les choses nommées, et la requête parle de la valeur d'une fonction.",
        ),
        Ran::Opaque(opaque) => {
            let (en, fr) = match opaque {
                Opaque::Arithmetic => ("sums of unknown numbers", "les sommes de nombres inconnus"),
                Opaque::Size => ("sizes of collections", "la taille des collections"),
                Opaque::Count => (
                    "counts that are not compared with a number",
                    "les comptages qui ne sont pas comparés à un nombre",
                ),
                Opaque::Known => ("what is known", "ce qui est connu"),
                Opaque::Member => (
                    "membership in unknown collections",
                    "l'appartenance à des collections inconnues",
                ),
                Opaque::Unresolved => ("undeclared names", "les noms non déclarés"),
            };
            Told::new(
                format!("Not reasoned about: {en}."),
                format!("Hors du raisonnement : {fr}."),
            )
        }
    }
}

fn numbers(premises: &[usize]) -> (String, String) {
    let shown: Vec<String> = premises.iter().map(|at| (at + 1).to_string()).collect();
    match shown.split_last() {
        None => ("no statement at all".into(), "aucun énoncé".into()),
        Some((only, [])) => (format!("statement {only}"), format!("l'énoncé {only}")),
        Some((last, before)) => (
            format!("statements {} and {last}", before.join(", ")),
            format!("les énoncés {} et {last}", before.join(", ")),
        ),
    }
}

/// A name for people instead of the one of an unnamed thing.
fn shown_term(term: &Term) -> Term {
    match term {
        Term::Function { name, arguments } => {
            let arguments: Vec<Term> = arguments.iter().map(shown_term).collect();
            match name.strip_prefix('\u{1}') {
                Some(number) if arguments.is_empty() => {
                    Term::Constant(Value::Entity(Name::from(format!("w{number}"))))
                }
                Some(number) => Term::Function {
                    name: Name::from(format!("w{number}")),
                    arguments,
                },
                None => Term::Function {
                    name: name.clone(),
                    arguments,
                },
            }
        }
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Attribute { .. }
        | Term::Arithmetic(..)
        | Term::Count { .. }
        | Term::Size(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => term.clone(),
    }
}

fn shown(said: &Said) -> String {
    let atom = match &said.atom {
        Formula::Atom {
            predicate,
            arguments,
        } => Formula::Atom {
            predicate: predicate.clone(),
            arguments: arguments.iter().map(shown_term).collect(),
        },
        Formula::Compare(comparison, left, right) => {
            // "Not the same" and "at least" read better than a negation in front.
            let comparison = match (comparison, said.positive) {
                (Comparison::Equal, false) => Comparison::NotEqual,
                (Comparison::Less, false) => Comparison::GreaterOrEqual,
                (other, _) => *other,
            };
            let shown = Formula::Compare(comparison, shown_term(left), shown_term(right));
            return format!("`{shown}`");
        }
        Formula::Constant(_)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Not(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => said.atom.clone(),
    };
    if said.positive {
        format!("`{atom}`")
    } else {
        format!("`{}`", Formula::not(atom))
    }
}

struct Teller<'t> {
    theory: &'t [Formula],
    query: Option<&'t Formula>,
    proof: &'t Proof,
}

fn tell_proof(theory: &[Formula], query: Option<&Formula>, proof: &Proof) -> Told {
    let (en, fr) = numbers(&proof.premises);
    let told = match proof.claim {
        Claim::Holds | Claim::Fails => Told::new(
            format!("It rests on {en}."),
            format!("Cela repose sur {fr}."),
        ),
        Claim::Contradiction => Told::new(
            format!("The contradiction is between {en}; none can be left out."),
            format!("La contradiction est entre {fr} ; aucun n'est de trop."),
        ),
    };
    let teller = Teller {
        theory,
        query,
        proof,
    };
    told.with(teller.branch(&proof.tree))
}

impl Teller<'_> {
    fn origin(&self, instance: &Instance) -> (String, String) {
        match instance.origin {
            Origin::Premise(at) => {
                let written = self
                    .theory
                    .get(at)
                    .map_or(String::new(), |formula| format!(" (`{formula}`)"));
                (
                    format!("statement {}{written}", at + 1),
                    format!("l'énoncé {}{written}", at + 1),
                )
            }
            Origin::Query => (
                format!("the supposition {}", self.asked()),
                format!("la supposition {}", self.asked()),
            ),
            Origin::NegatedQuery => (
                format!("the supposition that {} fails", self.asked()),
                format!("la supposition que {} est faux", self.asked()),
            ),
            Origin::Axiom => (
                "the meaning of sameness and order".into(),
                "le sens de l'identité et de l'ordre".into(),
            ),
        }
    }

    fn asked(&self) -> String {
        self.query
            .map_or_else(String::new, |query| format!("`{query}`"))
    }

    /// The sentences of one branch, in the order of the steps.
    fn branch(&self, tree: &Tree) -> Vec<Told> {
        let mut told = Vec::new();
        let mut at = tree;
        loop {
            match at {
                Tree::Follows {
                    instance,
                    said,
                    then,
                } => {
                    if let Some(instance) = self.proof.instances.get(*instance) {
                        told.push(self.follows(instance, said));
                    }
                    at = then;
                }
                Tree::Cases { said, holds, fails } => {
                    let case = shown(said);
                    let other = shown(&said.opposite());
                    told.push(
                        Told::new(format!("Suppose {case}."), format!("Supposons {case}."))
                            .with(self.branch(holds)),
                    );
                    told.push(
                        Told::new(
                            format!("Suppose instead {other}."),
                            format!("Supposons au contraire {other}."),
                        )
                        .with(self.branch(fails)),
                    );
                    return told;
                }
                Tree::Contradiction { instance } => {
                    if let Some(instance) = self.proof.instances.get(*instance) {
                        told.push(self.contradicts(instance));
                    }
                    return told;
                }
            }
        }
    }

    fn needs(&self, instance: &Instance, said: Option<&Said>) -> String {
        let parts = instance.clause.iter().filter(|part| Some(*part) != said);
        let parts: Vec<String> = parts.map(|part| shown(&part.opposite())).collect();
        parts.join(", ")
    }

    fn follows(&self, instance: &Instance, said: &Said) -> Told {
        let (en, fr) = self.origin(instance);
        let (said, needs) = (shown(said), self.needs(instance, Some(said)));
        if needs.is_empty() {
            return Told::new(format!("{said}: {en}."), format!("{said} : {fr}."));
        }
        Told::new(
            format!("{said}: by {en}, because {needs}."),
            format!("{said} : par {fr}, car {needs}."),
        )
    }

    fn contradicts(&self, instance: &Instance) -> Told {
        let (en, fr) = self.origin(instance);
        let needs = self.needs(instance, None);
        Told::new(
            format!("That cannot be: {en} excludes {needs}."),
            format!("C'est impossible : {fr} exclut {needs}."),
        )
    }
}

/// A derivation as a tree; what was told once is only named again.
fn tell_derivation(theory: &[Formula], derivation: &Derivation) -> Told {
    let mut told: Vec<bool> = vec![false; derivation.steps.len()];
    match derivation.steps.len().checked_sub(1) {
        Some(last) => tell_step(theory, derivation, last, &mut told, 0),
        None => Told::new("Nothing was derived.", "Rien n'a été dérivé."),
    }
}

/// How deep a tree of sentences may be before it only points at its steps.
const TOLD_DEPTH_MAX: u32 = 200;

fn tell_step(
    theory: &[Formula],
    derivation: &Derivation,
    at: usize,
    told: &mut [bool],
    depth: u32,
) -> Told {
    let step = &derivation.steps[at];
    let said = shown(&step.said);
    if told[at] || depth > TOLD_DEPTH_MAX {
        return Told::new(
            format!("{said}, as shown above."),
            format!("{said}, comme montré plus haut."),
        );
    }
    told[at] = true;
    let number = step.premise + 1;
    if step.from.is_empty() {
        return Told::new(
            format!("{said}: statement {number} says so."),
            format!("{said} : l'énoncé {number} le dit."),
        );
    }
    let rule = theory
        .get(step.premise)
        .map_or(String::new(), |formula| format!(" (`{formula}`)"));
    let because = step
        .from
        .iter()
        .map(|&earlier| tell_step(theory, derivation, earlier, told, depth + 1))
        .collect();
    Told::new(
        format!("{said}: by statement {number}{rule}."),
        format!("{said} : par l'énoncé {number}{rule}."),
    )
    .with(because)
}

fn tell_world(world: &Structure, asked: &str, holds: bool) -> Told {
    let count = world.things.len();
    let told = if holds {
        Told::new(
            format!("A world with {count} thing(s) in which all statements and {asked} hold:"),
            format!("Un monde de {count} chose(s) où tous les énoncés et {asked} sont vrais :"),
        )
    } else {
        Told::new(
            format!(
                "A world with {count} thing(s) in which all statements hold and {asked} does not:"
            ),
            format!(
                "Un monde de {count} chose(s) où tous les énoncés sont vrais et {asked} est faux :"
            ),
        )
    };
    let names: Vec<String> = (0..count).map(|thing| called(world, thing)).collect();
    let mut because = Vec::new();
    for (thing, terms) in world.things.iter().enumerate() {
        let others: Vec<String> = terms
            .iter()
            .skip(1)
            .map(|term| format!("`{}`", shown_term(term)))
            .collect();
        if !others.is_empty() {
            let (name, others) = (&names[thing], others.join(", "));
            because.push(Told::new(
                format!("`{name}` is also {others}."),
                format!("`{name}` est aussi {others}."),
            ));
        }
    }
    let mut true_atoms = Vec::new();
    for ((predicate, _), rows) in &world.predicates {
        for row in rows {
            let arguments: Vec<&str> = row.iter().map(|&thing| names[thing].as_str()).collect();
            true_atoms.push(if arguments.is_empty() {
                format!("`{predicate}`")
            } else {
                format!("`{predicate}({})`", arguments.join(", "))
            });
        }
    }
    for ((function, _), table) in &world.functions {
        for (row, value) in table {
            let arguments: Vec<&str> = row.iter().map(|&thing| names[thing].as_str()).collect();
            true_atoms.push(format!(
                "`{function}({}) == {}`",
                arguments.join(", "),
                names[*value]
            ));
        }
    }
    because.push(if true_atoms.is_empty() {
        Told::new("Nothing else is true there.", "Rien d'autre n'y est vrai.")
    } else {
        let listed = true_atoms.join(", ");
        Told::new(
            format!("True there: {listed}; nothing else."),
            format!("Y est vrai : {listed} ; rien d'autre."),
        )
    });
    told.with(because)
}

fn called(world: &Structure, thing: usize) -> String {
    match world.things.get(thing).and_then(|terms| terms.first()) {
        Some(term) => shown_term(term).to_string(),
        None => format!("#{thing}"),
    }
}
