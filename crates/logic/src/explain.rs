//! Evidence told in words, in English and French: a tree of sentences, each with what it rests on.
//!
//! It only tells; it must never decide anything, and says nothing that is not in the evidence.

mod world;

use crate::formula::{Comparison, Formula, Term};
use crate::proof::{Claim, Derivation, Instance, Origin, Proof, Said, Tree};
use crate::reason::{Answer, Evidence, Ground, Lack, Opaque, Ran, Stopped, Verdict, World};
use crate::text::{Phrase, counted};
use crate::value::{Name, Value};
use std::collections::BTreeSet;
use world::tell_world;

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

/// How a formula of the theory is called, by its place: "line 7".
pub type Calling<'c> = &'c dyn Fn(usize) -> Phrase;

/// By its number in the theory.
pub fn by_number(at: usize) -> Phrase {
    let number = at + 1;
    Phrase::new(format!("statement {number}"), format!("l'énoncé {number}"))
}

/// The formulas of a theory, and how they are called.
#[derive(Clone, Copy)]
struct Called<'t> {
    theory: &'t [Formula],
    calling: Calling<'t>,
}

impl Called<'_> {
    fn list(&self, premises: &[usize]) -> (String, String) {
        let mut called: Vec<Phrase> = premises.iter().map(|&at| (self.calling)(at)).collect();
        // Shorter first, so that line 9 stands before line 10.
        called.sort_by_key(|phrase| (phrase.en.len(), phrase.en.clone()));
        let joined = |of: fn(&Phrase) -> &str, and: &str| {
            let shown: Vec<&str> = called.iter().map(of).collect();
            match shown.split_last() {
                None => String::new(),
                Some((only, [])) => (*only).to_owned(),
                Some((last, before)) => format!("{} {and} {last}", before.join(", ")),
            }
        };
        if called.is_empty() {
            return ("no statement at all".into(), "aucun énoncé".into());
        }
        (
            joined(|phrase| &phrase.en, "and"),
            joined(|phrase| &phrase.fr, "et"),
        )
    }

    /// One of them, with what it says.
    fn one(&self, at: usize) -> (String, String) {
        let called = (self.calling)(at);
        let written = self.theory.get(at);
        let written = written.map_or(String::new(), |formula| format!(" (`{formula}`)"));
        (
            format!("{}{written}", called.en),
            format!("{}{written}", called.fr),
        )
    }
}

/// Tells a verdict on a query (or on the theory alone) with its evidence.
pub fn tell(
    theory: &[Formula],
    query: Option<&Formula>,
    verdict: &Verdict,
    evidence: &Evidence,
    calling: Calling<'_>,
) -> Told {
    let called = Called { theory, calling };
    let asked = query.map_or_else(String::new, |query| format!("`{query}`"));
    let told = match verdict.truth {
        Answer::True => Told::new(format!("{asked} follows."), format!("{asked} en découle.")),
        Answer::False if verdict.world == World::Closed => Told::new(
            format!("{asked} does not hold in a closed world."),
            format!("{asked} n'est pas vrai dans un monde clos."),
        ),
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
        Evidence::Lacking(lack) => vec![tell_lack(*lack)],
        Evidence::Premises { premises, lack } => {
            let (en, fr) = called.list(premises);
            vec![
                Told::new(
                    format!("It rests on {en}."),
                    format!("Cela repose sur {fr}."),
                ),
                tell_lack(*lack),
            ]
        }
        Evidence::Grounds(grounds) => grounds
            .iter()
            .map(|ground| tell_ground(&called, ground))
            .collect(),
        Evidence::Proof(proof) => vec![tell_proof(&called, query, proof)],
        Evidence::Derived(derivation) => vec![tell_derivation(&called, derivation)],
        Evidence::Opposed(said, denied) => vec![
            tell_derivation(&called, said),
            tell_derivation(&called, denied),
        ],
        Evidence::Models {
            with_query,
            without,
        } => {
            let formulas: Vec<&Formula> = theory.iter().chain(query).collect();
            vec![
                tell_world(with_query, &formulas, &asked, true),
                tell_world(without, &formulas, &asked, false),
            ]
        }
    };
    match (&verdict.stopped, verdict.truth) {
        (None, _) => {}
        // What follows stays so; what was not decided is something else.
        (Some(stopped), Answer::True | Answer::False) => because.push(
            Told::new(
                "It was not decided whether the statements contradict each other.",
                "On n'a pas décidé si les énoncés se contredisent.",
            )
            .with(vec![tell_stopped(stopped)]),
        ),
        (Some(stopped), Answer::Unknown | Answer::Inconsistent) => {
            because.push(tell_stopped(stopped));
        }
    }
    let mut told = told.with(because);
    let formulas: Vec<&Formula> = theory.iter().chain(query).collect();
    let unnamed = tell_unnamed(&told, &formulas);
    told.because.extend(unnamed);
    told
}

/// What the names mean that nobody wrote: those of things that statements only say there are.
fn tell_unnamed(told: &Told, formulas: &[&Formula]) -> Option<Told> {
    let mut written = BTreeSet::new();
    for formula in formulas {
        formula.visit_terms(&mut |term| {
            if let Term::Constant(Value::Entity(name)) | Term::Function { name, .. } = term {
                written.insert(name.to_string());
            }
        });
    }
    let mut made_up = BTreeSet::new();
    for line in told.lines("en") {
        // What stands in backticks is a formula or a term.
        for quoted in line.split('`').skip(1).step_by(2) {
            let words = quoted.split(|c: char| !c.is_alphanumeric() && c != '_');
            let invented = words.filter(|word| {
                let number = word.strip_prefix('w').unwrap_or_default();
                !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
            });
            made_up.extend(
                invented
                    .filter(|word| !written.contains(*word))
                    .map(|word| {
                        let of = if quoted.contains(&format!("{word}(")) {
                            "(…)"
                        } else {
                            ""
                        };
                        format!("`{word}{of}`")
                    }),
            );
        }
    }
    let listed = made_up.iter().cloned().collect::<Vec<_>>().join(", ");
    let each = made_up.iter().any(|name| name.contains('('));
    (!made_up.is_empty()).then(|| {
        Told::new(
            format!(
                "Made-up names: {listed}. Each stands for something that a statement says there is and nobody named{}.",
                if each { ", for what stands in its parentheses" } else { "" }
            ),
            format!(
                "Noms inventés : {listed}. Chacun désigne une chose dont un énoncé dit qu'elle existe et que personne n'a nommée{}.",
                if each { ", pour ce qui est entre ses parenthèses" } else { "" }
            ),
        )
    })
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
            format!("A count asks for more than {bound} things and was heeded only in part."),
            format!("Un comptage demande plus de {bound} choses et n'a compté qu'en partie."),
        ),
        Ran::Rules => {
            let Phrase { en, fr } = counted(
                bound,
                [
                    "{} statement is neither a fact nor a rule and was left aside.",
                    "{} statements are neither facts nor rules and were left aside.",
                ],
                [
                    "{} énoncé n'est ni un fait ni une règle et a été mis de côté.",
                    "{} énoncés ne sont ni des faits ni des règles et ont été mis de côté.",
                ],
            );
            Told::new(en, fr)
        }
        Ran::Circular => Told::new(
            "Refused: a rule needs the absence of what follows from it, so a closed world gives it no order to run in.",
            "Refusé : une règle exige l'absence de ce qui en découle ; un monde clos ne lui donne aucun ordre.",
        ),
        Ran::Functions => Told::new(
            "Only named things were tried; functions have values besides.",
            "Seules les choses nommées ont été essayées ; les fonctions ont d'autres valeurs.",
        ),
        Ran::Opaque(opaque) => {
            let (en, fr) = match opaque {
                Opaque::Arithmetic => (
                    "arithmetic with numbers that are not known, or not exact",
                    "les calculs sur des nombres inconnus ou inexacts",
                ),
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

/// Why there is no evidence, or not all of it.
pub fn tell_lack(lack: Lack) -> Told {
    match lack {
        Lack::Clauses(most) => Told::new(
            format!("No proof kept: a statement becomes more than {most} clauses."),
            format!("Pas de preuve gardée : un énoncé devient plus de {most} clauses."),
        ),
        Lack::Budget => Told::new(
            "No proof kept: the search for the steps ran out of its budget.",
            "Pas de preuve gardée : la recherche des étapes a épuisé son budget.",
        ),
        Lack::Core(most) => Told::new(
            format!("No proof kept: it rests on more than {most} statements."),
            format!("Pas de preuve gardée : elle repose sur plus de {most} énoncés."),
        ),
        Lack::Steps(most) => Told::new(
            format!("No proof kept: it takes more than {most} steps."),
            format!("Pas de preuve gardée : elle demande plus de {most} étapes."),
        ),
        Lack::Facts(most) => Told::new(
            format!("No derivation kept: it rests on more than {most} facts."),
            format!("Pas de dérivation gardée : elle repose sur plus de {most} faits."),
        ),
        Lack::World => Told::new(
            "No world shown: none with few enough things was found.",
            "Aucun monde montré : on n'en a pas trouvé d'assez petit.",
        ),
        Lack::Looks => Told::new(
            "No world shown: the one that was found is too large to be checked.",
            "Aucun monde montré : celui qu'on a trouvé est trop grand pour être vérifié.",
        ),
        Lack::CutShort => Told::new(
            "Nothing to show: the search was cut short.",
            "Rien à montrer : la recherche a été interrompue.",
        ),
        Lack::Underived => Told::new(
            "Run forwards, neither it nor its negation is derived.",
            "En chaînage avant, ni cela ni sa négation n'est dérivé.",
        ),
        Lack::Unchecked => Told::new(
            "No proof kept: the one that was found could not be checked.",
            "Pas de preuve gardée : celle qu'on a trouvée n'a pu être vérifiée.",
        ),
    }
}

fn tell_ground(called: &Called<'_>, ground: &Ground) -> Told {
    match ground {
        Ground::Derived(derivation) => tell_derivation(called, derivation),
        Ground::Underived(atom) => Told::new(
            format!("`{atom}` is not derived by anything, so it is false in a closed world."),
            format!("Rien ne dérive `{atom}` : c'est faux dans un monde clos."),
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
        } if predicate.starts_with('\u{1}') => {
            // A large count, called as it is written; what its variables stand for is said behind it.
            let not = if said.positive { "" } else { "not " };
            let called = predicate.trim_start_matches('\u{1}');
            let things: Vec<String> = arguments
                .iter()
                .map(|of| shown_term(of).to_string())
                .collect();
            let of = if things.is_empty() {
                String::new()
            } else {
                format!(" ({})", things.join(", "))
            };
            return format!("`{not}{called}`{of}");
        }
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
    called: &'t Called<'t>,
    query: Option<&'t Formula>,
    proof: &'t Proof,
}

fn tell_proof(called: &Called<'_>, query: Option<&Formula>, proof: &Proof) -> Told {
    let (en, fr) = called.list(&proof.premises);
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
        called,
        query,
        proof,
    };
    told.with(teller.branch(&proof.tree))
}

impl Teller<'_> {
    fn origin(&self, instance: &Instance) -> (String, String) {
        match instance.origin {
            Origin::Premise(at) => self.called.one(at),
            Origin::Query => (
                format!("the supposition {}", self.asked()),
                format!("la supposition {}", self.asked()),
            ),
            Origin::NegatedQuery => (
                format!("the supposition that {} fails", self.asked()),
                format!("la supposition que {} est faux", self.asked()),
            ),
            Origin::Axiom => (
                "the meaning of sameness, order and sums".into(),
                "le sens de l'identité, de l'ordre et des sommes".into(),
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
        if needs.is_empty() {
            return Told::new(
                format!("That cannot be: {en} can never hold."),
                format!("C'est impossible : {fr} n'est jamais vrai."),
            );
        }
        Told::new(
            format!("That cannot be: {en} excludes {needs}."),
            format!("C'est impossible : {fr} exclut {needs}."),
        )
    }
}

/// A derivation as a tree; what was told once is only named again.
fn tell_derivation(called: &Called<'_>, derivation: &Derivation) -> Told {
    let mut told: Vec<bool> = vec![false; derivation.steps.len()];
    match derivation.steps.len().checked_sub(1) {
        Some(last) => tell_step(called, derivation, last, &mut told, 0),
        None => Told::new("Nothing was derived.", "Rien n'a été dérivé."),
    }
}

/// How deep a tree of sentences may be; what lies deeper is counted, not told.
const TOLD_DEPTH_MAX: u32 = 200;

fn tell_step(
    called: &Called<'_>,
    derivation: &Derivation,
    at: usize,
    told: &mut [bool],
    depth: u32,
) -> Told {
    let step = &derivation.steps[at];
    let said = shown(&step.said);
    if told[at] {
        return Told::new(
            format!("{said}, as shown above."),
            format!("{said}, comme montré plus haut."),
        );
    }
    if depth > TOLD_DEPTH_MAX {
        let steps = at + 1;
        return Told::new(
            format!("{said}, in at most {steps} earlier steps that are not told here."),
            format!("{said}, en au plus {steps} étapes antérieures qui ne sont pas dites ici."),
        );
    }
    told[at] = true;
    if step.from.is_empty() && step.absent.is_empty() {
        let source = (called.calling)(step.premise);
        return Told::new(
            format!("{said}: {} says so.", source.en),
            format!("{said} : {} le dit.", source.fr),
        );
    }
    let (en, fr) = called.one(step.premise);
    let mut because: Vec<Told> = step
        .from
        .iter()
        .map(|&earlier| tell_step(called, derivation, earlier, told, depth + 1))
        .collect();
    because.extend(step.absent.iter().map(|atom| {
        Told::new(
            format!("`{atom}` is not derived by anything."),
            format!("Rien ne dérive `{atom}`."),
        )
    }));
    Told::new(format!("{said}: by {en}."), format!("{said} : par {fr}.")).with(because)
}
