//! World rules, read from their files, and the base that they make.

use super::WorldRule;
use super::derived::condition;
use super::load::{Bound, Loader};
use super::relations::words;
use super::sorts::repeated;
use super::vocabulary::Names;
use crate::base::lexicon::{Asked, Lexicon};
use crate::base::{Base, Impossible, Source};
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::{Kinds, Relations};
use crate::limits;
use crate::propagation::{Action, Propagation, bound};
use crate::yaml::{Key, Kind, Node};
use logic::formula::{Formula, Term};
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many entities are tried at each end of a propagation rule.
const PAIRS: usize = 64;

/// `name: "formula"`, or `name: {is, because}`.
pub(super) fn rules(
    loader: &mut Loader,
    names: &Names,
    tops: Vec<(Key, Node)>,
) -> BTreeMap<Name, WorldRule> {
    let mut seen = BTreeMap::new();
    let mut all = spans(loader, names);
    for (_, node) in tops {
        for (key, value) in loader.entries(node, &Phrase::new("rules", "règles")) {
            if repeated(loader, &mut seen, &key, "rule", "la règle") {
                continue;
            }
            let (is, because) = match &value.kind {
                Kind::Map(_) => {
                    let Some(mut fields) = loader.fields(&value, &["is", "because"]) else {
                        continue;
                    };
                    let because = fields.take("because");
                    let Some(is) = fields.take("is") else {
                        loader.error(
                            "missing-key",
                            value.place,
                            "a rule says what holds with `is`",
                            "une règle dit ce qui vaut avec `is`",
                        );
                        continue;
                    };
                    (is, because.and_then(|node| words(loader, &node)))
                }
                Kind::Scalar { .. } | Kind::List(_) => (value, None),
            };
            if let Some(formula) = condition(loader, names, &is) {
                let place = is.place;
                all.insert(
                    Name::from(key.text),
                    WorldRule {
                        formula,
                        place,
                        because,
                    },
                );
            }
        }
    }
    all
}

/// The ranges of dates that attributes declare.
fn spans(loader: &mut Loader, names: &Names) -> BTreeMap<Name, WorldRule> {
    let mut all = BTreeMap::new();
    for bound in std::mem::take(&mut loader.spans) {
        let Bound {
            sort,
            attribute,
            sign,
            date,
            place,
        } = bound;
        let of = match attribute.split_once('.') {
            Some((whole, field)) => format!("{whole}(X).{field}"),
            None => format!("{attribute}(X)"),
        };
        let text = format!("forall X in {sort}: {of} {sign} {date}");
        let is = Node {
            place: place.clone(),
            kind: Kind::Scalar { text, plain: false },
        };
        let Some(formula) = condition(loader, names, &is) else {
            continue;
        };
        let (en, fr) = match sign {
            ">=" => ("begins", "commence"),
            _ => ("ends", "finit"),
        };
        let because = Phrase::new(
            format!("the range of {attribute} {en} on {date}"),
            format!("l'intervalle de {attribute} {fr} le {date}"),
        );
        all.insert(
            Name::from(format!("{sort}.{attribute} {sign} {date}")),
            WorldRule {
                formula,
                place,
                because: Some(because),
            },
        );
    }
    all
}

/// The field of the authored world, with a proof that it can be completed or the reason why not.
pub(super) fn base(
    loader: &mut Loader,
    names: &Names,
    kinds: &Kinds,
    relations: &Relations,
    facts: &BTreeMap<Cell, (Value, Place)>,
    rules: &BTreeMap<Name, WorldRule>,
    asked: &Asked,
) -> Base {
    let nobody = BTreeMap::new();
    let lexicon = Lexicon::new(&names.entities, &names.attributes, &names.sorts, asked).or_else(|| {
        let most = limits::FIELD_CELLS;
        loader.error(
            "world-too-large",
            Place::start_of("."),
            format!("the field has more than {most} cells; each possible element of a set is one"),
            format!("le champ a plus de {most} cellules ; chaque élément possible d'un ensemble en est une"),
        );
        Lexicon::new(&nobody, &names.attributes, &names.sorts, asked)
    });
    let lexicon = Arc::new(lexicon.expect("nobody has no cells"));
    let too_large = lexicon.entities.len() < names.entities.len();
    let values: BTreeMap<Cell, Value> = facts
        .iter()
        .map(|(cell, (value, _))| (cell.clone(), value.clone()))
        .collect();
    // Without its entities no rule can be read.
    let sources: Vec<Source> = rules
        .iter()
        .filter(|_| !too_large)
        .map(|(name, rule)| Source {
            name,
            formula: &rule.formula,
        })
        .collect();
    let (mut base, problems) = Base::new(
        lexicon,
        &names.attributes,
        kinds,
        relations,
        &values,
        &sources,
    );
    for (at, problem) in problems {
        let place = rules[sources[at].name].place.clone();
        let mut diagnostic = Diagnostic::error(problem.code, place, problem.message);
        diagnostic.hint = problem.hint;
        loader.diagnostics.push(diagnostic);
    }
    for (cell, (value, place)) in facts {
        if base.is_ruled(cell) && base.codes(cell, value).is_none() {
            loader.error(
                "rule-unfit-fact",
                place.clone(),
                format!(
                    "rules read {cell}, and they cannot reckon with {}",
                    value.show()
                ),
                format!(
                    "des règles lisent {cell} et ne savent pas compter avec {}",
                    value.show()
                ),
            );
        }
    }
    // What a mistake elsewhere leaves out must not be called a contradiction.
    if super::has_errors(&loader.diagnostics) {
        return base;
    }
    match base.tighten() {
        Ok(_) => {}
        Err(Impossible::Conflict { rules: needed, facts: read }) => {
            conflict(loader, names, rules, facts, &needed, &read);
        }
        Err(Impossible::Undecided { cell, nodes }) => loader.error(
            "world-undecided",
            Place::start_of("."),
            format!("whether the rules around {cell} can all hold was not decided within {nodes} tries"),
            format!("en {nodes} essais, rien n'a décidé si les règles autour de {cell} peuvent toutes tenir"),
        ),
    }
    base
}

/// Whether what propagation rules demand can be demanded at all: each is tried on two entities that have
/// what it reads.
pub(super) fn check_propagation(
    loader: &mut Loader,
    names: &Names,
    base: &Base,
    propagation: &BTreeMap<Name, Propagation>,
) {
    for rule in propagation.values() {
        let Action::Constrain { formula, .. } = &rule.action else {
            continue;
        };
        let sort = rule.when.sort.as_ref();
        let is_cause = |entity: &&Name| {
            sort.is_none_or(|sort| names.sorts.is_sub(&names.entities[*entity].sort, sort))
        };
        let causes = names.entities.keys().filter(is_cause).take(PAIRS);
        let grounded = causes.flat_map(|cause| {
            let targets = names.entities.keys().take(PAIRS);
            targets.map(move |target| bound(formula, cause, target))
        });
        let exists = |formula: &Formula| {
            let cells = logic::holds::cells(formula);
            let mut cells = cells.iter();
            cells.all(|cell| names.attribute_of(&cell.entity, &cell.attribute).is_some())
        };
        let Some(formula) = grounded.into_iter().find(exists) else {
            continue;
        };
        if let Err(problem) = base.constraint(&names.attributes, &names.kinds, &formula) {
            let mut diagnostic =
                Diagnostic::error(problem.code, rule.place.clone(), problem.message);
            diagnostic.hint = problem.hint;
            loader.diagnostics.push(diagnostic);
        }
    }
}

/// The values that formulas ask lists for.
pub(super) fn asked_of_lists<'f>(formulas: impl Iterator<Item = &'f Formula>) -> Asked {
    let mut asked = Asked::new();
    for formula in formulas {
        formula.each_member(&mut |member, attribute| {
            let values = asked.entry(attribute.clone()).or_default();
            if let Term::Constant(value) = member {
                values.insert(value.clone());
            }
        });
    }
    asked
}

fn conflict(
    loader: &mut Loader,
    names: &Names,
    rules: &BTreeMap<Name, WorldRule>,
    facts: &BTreeMap<Cell, (Value, Place)>,
    needed: &[(Name, Vec<Name>)],
    read: &[Cell],
) {
    let Some((first, _)) = needed.first() else {
        return;
    };
    let told: Vec<String> = needed
        .iter()
        .map(|(name, entities)| match &entities[..] {
            [] => name.to_string(),
            entities => {
                let entities: Vec<&str> = entities.iter().map(Name::as_str).collect();
                format!("{name} ({})", entities.join(", "))
            }
        })
        .collect();
    let message = match &told[..] {
        [one] => Phrase::new(
            format!("the rule {one} can never hold"),
            format!("la règle {one} ne peut jamais tenir"),
        ),
        several => Phrase::new(
            format!(
                "these rules can never hold together: {}",
                several.join(", ")
            ),
            format!(
                "ces règles ne peuvent jamais tenir ensemble : {}",
                several.join(", ")
            ),
        ),
    };
    // How much a list holds is bounded where its attribute is declared.
    let place_of = |name: &Name| match rules.get(name) {
        Some(rule) => rule.place.clone(),
        None => {
            let cell = Base::bounded_list(name);
            cell.and_then(|cell| names.attribute_of(&cell.entity, &cell.attribute))
                .map_or_else(|| Place::start_of("."), |known| known.place.clone())
        }
    };
    let mut diagnostic = Diagnostic::error("impossible-world", place_of(first), message);
    let mut seen = vec![first];
    for (name, _) in &needed[1..] {
        if !seen.contains(&name) {
            seen.push(name);
            diagnostic = diagnostic.also(
                place_of(name),
                Phrase::new(format!("{name} is here"), format!("{name} est ici")),
            );
        }
    }
    for cell in read {
        if let Some((value, place)) = facts.get(cell) {
            diagnostic = diagnostic.also(
                place.clone(),
                Phrase::new(
                    format!("{cell} is {} here", value.show()),
                    format!("{cell} vaut {} ici", value.show()),
                ),
            );
        }
    }
    loader.diagnostics.push(diagnostic);
}
