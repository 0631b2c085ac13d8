//! What the picture finds wrong, in words: states that never hold, rows that are never chosen, and what is done for
//! one intention alone.

use super::{Dead, Doubtful, Examined, examine_but, shown};
use crate::diagnostic::Diagnostic;
use crate::project::Project;
use crate::reply::{Action, Replies};
use logic::formula::Formula;
use logic::holds::{cells, derived_facts};
use logic::text::Phrase;
use logic::value::Cell;

impl Examined {
    /// A mistake of a state, with the rows that can never be chosen because of it.
    fn with_rows(&self, replies: &Replies, state: usize, found: Diagnostic) -> Diagnostic {
        let rows = self.rows.iter().filter(|report| report.dead.is_some());
        let rows = rows.map(|report| &replies.rules[report.rule]);
        let rows = rows.filter(|rule| rule.state == Some(state));
        let rows: Vec<&str> = rows.map(|rule| rule.name.as_str()).collect();
        if rows.is_empty() {
            return found;
        }
        let rows = rows.join("`, `");
        found.hint(Phrase::new(
            format!("with it, `{rows}` can never be chosen"),
            format!("avec lui, `{rows}` ne peuvent jamais être choisies"),
        ))
    }
}

/// What the picture finds wrong, as diagnostics.
pub fn check(project: &Project, doubtful: &Doubtful) -> Vec<Diagnostic> {
    let Some(replies) = &project.replies else {
        return Vec::new();
    };
    let examined = examine_but(project, doubtful);
    let mut found = Vec::new();
    for number in &examined.never {
        let state = &replies.states[*number];
        let (en, fr) = match state.is_default() {
            true => (
                "in every case another state holds or may hold",
                "dans tout cas un autre état est réalisé ou peut l'être",
            ),
            false => (
                "its condition is never true",
                "sa condition n'est jamais vraie",
            ),
        };
        let message = Phrase::new(
            format!("`{}` can never hold: {en}", state.name),
            format!("`{}` ne peut jamais être réalisé : {fr}", state.name),
        );
        let place = state.condition_place.clone();
        let diagnostic = Diagnostic::warning("never-holds", place, message);
        found.push(examined.with_rows(replies, *number, diagnostic));
    }
    for number in &examined.silenced {
        let state = &replies.states[*number];
        let message = Phrase::new(
            format!(
                "`{}` holds only where a blocking state does, and never speaks",
                state.name
            ),
            format!(
                "`{}` n'est réalisé qu'avec un état bloquant, et ne parle jamais",
                state.name
            ),
        );
        let place = state.condition_place.clone();
        let diagnostic = Diagnostic::warning("never-holds", place, message);
        found.push(examined.with_rows(replies, *number, diagnostic));
    }
    for report in &examined.rows {
        let rule = &replies.rules[report.rule];
        let echo = rule.state.is_some_and(|state| {
            examined.never.contains(&state) || examined.silenced.contains(&state)
        });
        let name = &rule.name;
        let place = rule.place.clone();
        let diagnostic = match &report.dead {
            Some(_) if echo => None,
            Some(Dead::Blocking) => Some(Diagnostic::warning(
                "dead-row",
                place,
                Phrase::new(
                    format!(
                        "`{name}` can never be chosen: its state blocks, and then nothing is selected"
                    ),
                    format!(
                        "`{name}` ne peut jamais être choisie : son état bloque, et rien n'est alors choisi"
                    ),
                ),
            )),
            Some(Dead::Never) => Some(Diagnostic::warning(
                "dead-row",
                place,
                Phrase::new(
                    format!("`{name}` can never be chosen: what it needs is never true"),
                    format!(
                        "`{name}` ne peut jamais être choisie : ce qu'il lui faut n'est jamais vrai"
                    ),
                ),
            )),
            Some(Dead::Shadowed(by)) => {
                let by: Vec<&str> = by
                    .iter()
                    .map(|by| replies.rules[*by].name.as_str())
                    .collect();
                let by = by.join("`, `");
                Some(Diagnostic::warning(
                    "shadowed-row",
                    place,
                    Phrase::new(
                        format!("`{name}` can never be chosen: `{by}` always comes first"),
                        format!(
                            "`{name}` ne peut jamais être choisie : `{by}` passe toujours avant"
                        ),
                    ),
                ))
            }
            None => None,
        };
        found.extend(diagnostic);
        for other in &report.overlaps {
            let other = &replies.rules[*other];
            let message = Phrase::new(
                format!(
                    "`{name}` and `{}` can be true together: only their order decides",
                    other.name
                ),
                format!(
                    "`{name}` et `{}` peuvent être vraies ensemble : seul leur ordre décide",
                    other.name
                ),
            );
            let hint = Phrase::new(
                "give one of them a `priority`, or make the conditions differ",
                "donnez une `priority` à l'une, ou distinguez les conditions",
            );
            found.push(
                Diagnostic::warning("overlapping-rows", rule.place.clone(), message)
                    .hint(hint)
                    .also(other.place.clone(), Phrase::new("the other one", "l'autre")),
            );
        }
    }
    found.extend(primary_only(project, replies));
    for (list, one, other, example) in &examined.together {
        let exclusive = &replies.exclusive[*list];
        let (one, other) = (&replies.states[*one].name, &replies.states[*other].name);
        let example = shown(example);
        let message = Phrase::new(
            format!("`{one}` and `{other}` can hold together, for example: {example}"),
            format!("`{one}` et `{other}` peuvent être réalisés ensemble, par exemple : {example}"),
        );
        let place = exclusive.place.clone();
        found.push(Diagnostic::warning("exclusive-overlap", place, message));
    }
    for name in &examined.sections {
        let section = &replies.sections[name];
        let message = Phrase::new(
            format!("the section `{name}` is never said: its condition is never true"),
            format!("la section `{name}` n'est jamais dite : sa condition n'est jamais vraie"),
        );
        let place = section.place.clone();
        found.push(Diagnostic::warning("never-holds", place, message));
    }
    for number in &examined.send {
        let message = Phrase::new(
            "this rule lets nothing leave by itself: its condition is never true",
            "cette règle ne laisse rien partir seul : sa condition n'est jamais vraie",
        );
        let place = replies.send[*number].place.clone();
        found.push(Diagnostic::warning("never-holds", place, message));
    }
    found
}

/// What is done for the first intention alone, though a second one is answered as well.
fn primary_only(project: &Project, replies: &Replies) -> Vec<Diagnostic> {
    let primary = Cell::new("case", "intention");
    let reads = |when: &Formula| {
        let mut derived = derived_facts(when).into_iter();
        cells(when).contains(&primary)
            || derived.any(|name| {
                let derived = project.derived.get(&name);
                derived.is_some_and(|derived| derived.reads().contains(&primary))
            })
    };
    let states = replies.states.iter().filter(|state| {
        let acts = !state.commands.is_empty() || state.action == Action::Route;
        (acts || state.alert_internal) && state.condition.as_ref().is_some_and(reads)
    });
    let states = states.map(|state| (&state.name, &state.condition_place));
    let rows = replies.rules.iter().filter(|rule| {
        let acts = !rule.commands.is_empty();
        acts && rule.when.as_ref().is_some_and(reads)
    });
    let rows = rows.map(|rule| (&rule.name, &rule.place));
    let all = states.chain(rows).map(|(name, place)| {
        let message = Phrase::new(
            format!("`{name}` has something done for the first intention of a message alone"),
            format!("`{name}` ne fait agir que pour la première intention d'un message"),
        );
        let hint = Phrase::new(
            "a second intention is answered too: write `NAME in case.intentions`",
            "une seconde intention a aussi sa réponse : écrivez `NOM in case.intentions`",
        );
        Diagnostic::warning("primary-only", place.clone(), message).hint(hint)
    });
    all.collect()
}
