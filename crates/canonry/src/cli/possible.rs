//! What cells may still be, for people and as JSON: what is proven, what is not, and why the rest cannot be.

use super::output::Output;
use super::world::{Filter, known_cells, of_fields};
use crate::failure::{Failure, Kind};
use engine::diagnostic::Place;
use engine::field::{End, Possible, Proven, Side, Stretch, Told};
use engine::view::plain;
use engine::{Project, State};
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};

/// Which open cells are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Open {
    All,
    /// What the session has narrowed.
    Constrained,
    Untouched,
}

/// What every open cell may still be.
pub fn show_field(project: &Project, state: &State, filter: &Filter, open: Open, output: &Output) {
    let Some(field) = state.field(project) else {
        return;
    };
    let constrained = field.constrained();
    let (mut prover, mut lines) = (field.prover(), Vec::new());
    for cell in project.cells() {
        let settled = state.facts.get(&cell).is_some() || project.facts.contains_key(&cell);
        let narrowed = constrained.contains(&cell);
        let meant = match open {
            Open::All => true,
            Open::Constrained => narrowed,
            Open::Untouched => !narrowed,
        };
        if settled || !meant {
            continue;
        }
        let Some(possible) = prover.proven(&cell) else {
            continue;
        };
        let shown = told(&possible);
        if !filter.fits(project, &cell, output.in_lang(&shown)) {
            continue;
        }
        lines.push((cell, possible, shown, narrowed));
    }
    if output.json {
        let cells: serde_json::Map<_, _> = lines
            .iter()
            .map(|(cell, possible, _, narrowed)| {
                let mut json = possible_json(possible);
                json["state"] = if *narrowed { "constrained" } else { "open" }.into();
                (cell.to_string(), json)
            })
            .collect();
        output.json(&serde_json::json!({ "cells": cells, "head": state.decided }));
        return;
    }
    for (cell, _, shown, narrowed) in &lines {
        let mark = if *narrowed { "*" } else { " " };
        output.line(&format!(
            " {mark}{:<28} {}",
            cell.to_string(),
            output.in_lang(shown)
        ));
    }
    let narrowed = lines.iter().filter(|line| line.3).count();
    output.phrase(
        format!("{} open, {narrowed} of them constrained (*)", lines.len()),
        format!("{} ouvertes, dont {narrowed} restreintes (*)", lines.len()),
    );
}

/// What a cell may be; what is not proven is said apart.
fn told(proven: &Proven) -> Phrase {
    let mut told = held(&proven.possible);
    let nothing = matches!(&proven.possible, Possible::Values(values) if values.is_empty());
    if proven.is_nothing() {
        told = Phrase::new("nothing is possible", "rien n'est possible");
    } else if nothing {
        told = Phrase::new("nothing that is proven", "rien qui soit prouvé");
    }
    let mut more = |en: &str, fr: &str, stretches: &[Stretch]| {
        if !stretches.is_empty() {
            let list = |phrase: &dyn Fn(&Phrase) -> String| -> String {
                let all = stretches.iter().map(|stretch| phrase(&stretched(stretch)));
                all.collect::<Vec<_>>().join(", ")
            };
            told.en
                .push_str(&format!("{en}{}", list(&|phrase| phrase.en.clone())));
            told.fr
                .push_str(&format!("{fr}{}", list(&|phrase| phrase.fr.clone())));
        }
    };
    more(", except ", ", sauf ", &proven.except);
    more("; not proven: ", " ; non prouvé : ", &proven.unproven);
    told
}

fn stretched(stretch: &Stretch) -> Phrase {
    match stretch.single() {
        Some(value) => Phrase::new(value.show(), value.show()),
        None => held(&Possible::Between(stretch.from.clone(), stretch.to.clone())),
    }
}

fn held(possible: &Possible) -> Phrase {
    let list = |values: &[Value]| {
        let shown = values.iter().map(Value::show);
        shown.collect::<Vec<_>>().join(", ")
    };
    let names = |names: &[Name]| {
        let shown = names.iter().map(Name::as_str);
        shown.collect::<Vec<_>>().join(", ")
    };
    let end = |value: &Option<Value>| value.as_ref().map_or("…".to_owned(), Value::show);
    match possible {
        Possible::Values(values) => Phrase::new(list(values), list(values)),
        Possible::Between(low, high) => Phrase::new(
            format!("{} to {}", end(low), end(high)),
            format!("de {} à {}", end(low), end(high)),
        ),
        Possible::Set { must, may } => Phrase::new(
            format!("holds {{{}}}, may hold {{{}}}", names(must), names(may)),
            format!(
                "contient {{{}}}, peut contenir {{{}}}",
                names(must),
                names(may)
            ),
        ),
        Possible::List {
            must,
            may,
            barred,
            closed,
        } => {
            let (must, may) = (list(must), list(may));
            let (en, fr) = match (closed, barred.is_empty()) {
                (true, _) => (String::new(), String::new()),
                (false, true) => (" and others".to_owned(), " et d'autres".to_owned()),
                (false, false) => (
                    format!(" and others, not [{}]", list(barred)),
                    format!(" et d'autres, pas [{}]", list(barred)),
                ),
            };
            Phrase::new(
                format!("holds [{must}], may hold [{may}]{en}"),
                format!("contient [{must}], peut contenir [{may}]{fr}"),
            )
        }
    }
}

/// What a cell may be, with `not_proven` beside it and, of a range, `except`.
pub fn possible_json(proven: &Proven) -> serde_json::Value {
    let names = |names: &[Name]| -> Vec<String> { names.iter().map(Name::to_string).collect() };
    let values = |values: &[Value]| values.iter().map(plain).collect::<Vec<_>>();
    let end = |value: &Option<Value>| value.as_ref().map_or(serde_json::Value::Null, plain);
    let stretches = |all: &[Stretch]| -> Vec<serde_json::Value> {
        let one = |stretch: &Stretch| match stretch.single() {
            Some(value) => plain(value),
            None => serde_json::json!({ "from": end(&stretch.from), "to": end(&stretch.to) }),
        };
        all.iter().map(one).collect()
    };
    let mut json = match &proven.possible {
        Possible::Values(known) => serde_json::json!({ "values": values(known) }),
        Possible::Between(low, high) => serde_json::json!({
            "from": end(low), "to": end(high), "except": stretches(&proven.except),
        }),
        Possible::Set { must, may } => {
            serde_json::json!({ "must": names(must), "may": names(may) })
        }
        Possible::List {
            must,
            may,
            barred,
            closed,
        } => serde_json::json!({
            "must": values(must), "may": values(may), "barred": values(barred), "closed": closed,
        }),
    };
    json["not_proven"] = stretches(&proven.unproven).into();
    json
}

/// What speaks for a cell and what is to be thought over, as propagation rules said it.
pub fn weighed_json(state: &State, cell: &Cell) -> serde_json::Value {
    let mut json = serde_json::json!({});
    if let Some(known) = state.reinforced.get(cell) {
        let by = known.by.iter().map(|(entry, rule, from)| {
            serde_json::json!({ "entry": entry, "rule": rule.as_str(), "from": from.to_string() })
        });
        let weight = known.weight as f64 / 1000.0;
        json["reinforced"] = serde_json::json!({ "times": known.times, "weight": weight });
        json["reinforced"]["by"] = by.collect();
    }
    if let Some(mark) = state.mark_of(cell) {
        json["recheck"] = serde_json::json!({ "entry": mark.seq, "rule": mark.rule.as_str() });
    }
    json
}

pub fn print_weighed(state: &State, cell: &Cell, output: &Output) {
    let entry = |at: u64| Phrase::new(format!("entry {at}"), format!("entrée {at}"));
    let line = |words: &Phrase, at: u64, rule: &Name| {
        let at = entry(at);
        let origin = format!("{}  {rule}", output.in_lang(&at));
        output.line(&format!(
            "  {:<60} {}",
            output.in_lang(words),
            output.dim(&origin)
        ));
    };
    if let Some(known) = state.reinforced.get(cell) {
        for (at, rule, from) in &known.by {
            let words = Phrase::new(format!("{from} speaks for it"), format!("{from} l'appuie"));
            line(&words, *at, rule);
        }
    }
    if let Some(mark) = state.mark_of(cell) {
        let words = Phrase::new("it is to be thought over anew", "c'est à repenser");
        line(&words, mark.seq, &mark.rule);
    }
}

/// One cell: what it may be, and why it cannot be the rest.
pub fn show_cell(
    project: &Project,
    state: &State,
    name: &str,
    output: &Output,
) -> Result<(), Failure> {
    let cell = name.parse::<Cell>().ok();
    let found = cell
        .as_ref()
        .and_then(|cell| Some((cell, state.field(project)?.proven(cell)?)));
    let Some((cell, possible)) = found else {
        if let Some(failure) = of_fields(project, name) {
            return Err(failure);
        }
        let known = known_cells(project);
        let failure = Failure::new(
            Kind::NotFound,
            format!("there is no cell `{name}` in the field"),
            format!("il n'y a pas de cellule `{name}` dans le champ"),
        );
        return Err(
            match logic::text::nearest(name, known.iter().map(String::as_str)) {
                Some(near) if near != name => failure.hint(
                    format!("did you mean {near}?"),
                    format!("vouliez-vous dire {near} ?"),
                ),
                Some(_) => failure.hint(
                    "texts, what changes and lists that no rule asks about are not in the field",
                    "les textes, ce qui change et les listes sur lesquelles aucune règle ne porte ne sont pas dans le champ",
                ),
                None => failure,
            },
        );
    };
    let excluded = excluded(project, state, cell, &possible);
    let ends = state
        .field(project)
        .map_or_else(Vec::new, |field| field.why_proven_ends(cell, &possible));
    if output.json {
        let mut json = possible_json(&possible);
        json["cell"] = cell.to_string().into();
        if let (Some(all), serde_json::Value::Object(more)) =
            (json.as_object_mut(), weighed_json(state, cell))
        {
            all.extend(more);
        }
        json["not"] = excluded
            .iter()
            .map(|(value, told)| serde_json::json!({ "value": plain(value), "why": reasons(told, output) }))
            .collect();
        for (value, holds, told) in state
            .field(project)
            .map_or_else(Vec::new, |field| field.why_held(cell))
        {
            let key = if holds { "holds" } else { "not" };
            let reason =
                serde_json::json!({ "value": plain(&value), "why": reasons(&told, output) });
            match json[key].as_array_mut() {
                Some(all) => all.push(reason),
                None => json[key] = vec![reason].into(),
            }
        }
        for end in &ends {
            let side = match end.side {
                Side::From => "from",
                Side::To => "to",
            };
            let mut why = reasons(&end.told, output);
            why["declared"] = end.declared.as_ref().map(ToString::to_string).into();
            json["ends"][side] = serde_json::json!({ "value": plain(&end.value), "why": why });
        }
        output.json(&json);
        return Ok(());
    }
    let shown = told(&possible);
    match possible.is_nothing() {
        true => output.phrase(shown.en, shown.fr),
        false => output.phrase(
            format!("still possible: {}", shown.en),
            format!("encore possible : {}", shown.fr),
        ),
    }
    for (value, told) in &excluded {
        let value = value.show();
        output.phrase(format!("not {value}"), format!("plus {value}"));
        print_reasons(told, output);
    }
    for end in &ends {
        print_end(end, output);
    }
    let field = state.field(project);
    for (value, holds, told) in field.iter().flat_map(|field| field.why_held(cell)) {
        let value = value.show();
        match holds {
            true => output.phrase(format!("holds {value}"), format!("contient {value}")),
            false => output.phrase(format!("not {value}"), format!("plus {value}")),
        }
        print_reasons(&told, output);
    }
    print_weighed(state, cell, output);
    Ok(())
}

/// What set one end of a range.
fn print_end(end: &End, output: &Output) {
    let value = end.value.show();
    match end.side {
        Side::From => output.phrase(
            format!("not below {value}"),
            format!("pas moins de {value}"),
        ),
        Side::To => output.phrase(format!("not above {value}"), format!("pas plus de {value}")),
    }
    if let Some(place) = &end.declared {
        let words = Phrase::new("because it is declared so", "parce que c'est déclaré ainsi");
        let words = output.in_lang(&words);
        output.line(&format!("  {words:<60} {}", output.dim(&place.to_string())));
    }
    print_reasons(&end.told, output);
}

/// Every declared value that a cell cannot have any more, with the reason, and whatever a range leaves out.
fn excluded(project: &Project, state: &State, cell: &Cell, proven: &Proven) -> Vec<(Value, Told)> {
    let Some(field) = state.field(project) else {
        return Vec::new();
    };
    let open = match proven.open() {
        Possible::Values(values) => values,
        Possible::Between(..) | Possible::Set { .. } | Possible::List { .. } => Vec::new(),
    };
    let why = |value: Value| {
        let why = field.why_not(cell, &value);
        let why = why.or_else(|| field.why_refuted(cell, &value))?;
        Some((value, why))
    };
    let mut declared = field.declared(cell);
    if declared.is_empty() && proven.is_nothing() {
        // Of a range the value that rules alone would leave stands for all.
        declared.extend(field.witness(cell));
    }
    let declared = declared.into_iter();
    let except = proven.except.iter().filter_map(|left| left.from.clone());
    let refused = declared.filter(|value| !open.contains(value)).chain(except);
    refused.filter_map(why).collect()
}

pub fn reasons(told: &Told, output: &Output) -> serde_json::Value {
    let rules: Vec<serde_json::Value> = told
        .rules
        .iter()
        .map(|applied| {
            serde_json::json!({
                "rule": applied.rule.as_str(),
                "entities": applied.entities.iter().map(Name::as_str).collect::<Vec<_>>(),
                "because": applied.because.as_ref().map(|because| output.in_lang(because)),
                "place": applied.place.as_ref().map(ToString::to_string),
            })
        })
        .collect();
    let relations: Vec<serde_json::Value> = told
        .relations
        .iter()
        .map(|tied| {
            serde_json::json!({
                "from": tied.from.as_str(), "kind": tied.kind.as_str(), "to": tied.to.as_str(),
                "force": tied.force.to_string(), "because": output.in_lang(&tied.words),
                "place": tied.place.as_ref().map(ToString::to_string), "entry": tied.entry,
            })
        })
        .collect();
    let facts: Vec<serde_json::Value> = told
        .facts
        .iter()
        .map(|known| {
            serde_json::json!({
                "cell": known.cell.to_string(), "value": plain(&known.value),
                "place": known.place.as_ref().map(ToString::to_string), "entry": known.entry,
            })
        })
        .collect();
    serde_json::json!({ "rules": rules, "relations": relations, "facts": facts })
}

pub fn print_reasons(told: &Told, output: &Output) {
    for applied in &told.rules {
        let words = applied
            .because
            .as_ref()
            .map_or(applied.rule.as_str(), |because| output.in_lang(because));
        let place = applied
            .place
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        let words = Phrase::new(format!("because {words}"), format!("parce que {words}"));
        output.line(&format!(
            "  {:<60} {}",
            output.in_lang(&words),
            output.dim(&format!("{place}  {}", applied.rule))
        ));
    }
    let from = |place: &Option<Place>, entry: Option<u64>| match (place, entry) {
        (Some(place), _) => place.to_string(),
        (None, Some(entry)) => {
            let entry = Phrase::new(format!("entry {entry}"), format!("entrée {entry}"));
            output.in_lang(&entry).to_owned()
        }
        (None, None) => String::new(),
    };
    for tied in &told.relations {
        let words = Phrase::new(
            format!("and {}", tied.words.en),
            format!("et {}", tied.words.fr),
        );
        let origin = from(&tied.place, tied.entry);
        output.line(&format!(
            "  {:<60} {}",
            output.in_lang(&words),
            output.dim(&origin)
        ));
    }
    for known in &told.facts {
        let fact = Phrase::new(
            format!("and {} is {}", known.cell, known.value.show()),
            format!("et {} vaut {}", known.cell, known.value.show()),
        );
        let origin = from(&known.place, known.entry);
        output.line(&format!(
            "  {:<60} {}",
            output.in_lang(&fact),
            output.dim(&origin)
        ));
    }
}
