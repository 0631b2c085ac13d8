//! Tellings: the words in which a cell or a composite is told.

use crate::canon::Canon;
use crate::chance;
use crate::french;
use crate::project::{Register, Telling, Topic};
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

/// From this edition on, of the tellings of a composite those are used that print the most of what was made, and French
/// is written as it is spoken: « du moulin », « d'Aldric ».
const FULLEST: u64 = 10;

/// What a topic tells of these values, in words that the session's seed chose: for the tone that is wished, else
/// for any. Nothing where it has no words for them; the path of a hole where one is left.
pub fn words(
    canon: &Canon,
    register: Register,
    cell: &Cell,
    topic: &Topic,
    told: &[(Name, Cell, Value)],
) -> Option<Result<String, String>> {
    let (project, state) = (canon.project, canon.state);
    let names: BTreeSet<&str> = told.iter().map(|(name, ..)| name.as_str()).collect();
    let fits = |telling: &&Telling, register: Option<Register>| {
        telling.register == register && {
            let template = telling.text.template(state.language());
            let paths = template.map(|template| project.templates.all_paths(template));
            // A telling that prints a field which was not made is none for this depth.
            paths.is_some_and(|paths| {
                topic.locals.iter().all(|local| {
                    names.contains(local.as_str())
                        || !paths.iter().any(|path| {
                            path == local.as_str() || path.starts_with(&format!("{local}."))
                        })
                })
            })
        }
    };
    let printed = |telling: &Telling| {
        let template = telling.text.template(state.language());
        let paths = template.map(|template| project.templates.all_paths(template));
        let prints = |local: &&String| paths.as_ref().is_some_and(|paths| paths.contains(*local));
        topic.locals.iter().filter(prints).count()
    };
    let of = |register| {
        let tellings = topic.tellings.iter();
        let mut fitting: Vec<&Telling> =
            tellings.filter(|telling| fits(telling, register)).collect();
        if state.edition() >= FULLEST && told.len() > 1 {
            let most = fitting.iter().map(|telling| printed(telling)).max();
            fitting.retain(|telling| Some(printed(telling)) == most);
        }
        fitting
    };
    let mut tellings = of(Some(register));
    if tellings.is_empty() {
        tellings = of(None);
    }
    if tellings.is_empty() {
        return None;
    }
    let purpose = format!("tell {cell}");
    let chosen = chance::below(state.seed(), &purpose, tellings.len() as u64);
    let text = &tellings[usize::try_from(chosen).unwrap_or(0)].text;
    let template = text.template(state.language())?;
    let paths = project.templates.all_paths(template);
    let mut context = canon.context(&paths, &mut Vec::new());
    for (local, field, value) in told {
        for path in [local.to_string(), format!("{local}.name")] {
            if paths.contains(&path) {
                canon.show_as(&mut context, &path, value, field);
            }
        }
    }
    if paths.contains("name")
        && let Some(entity) = project.entities.get(&cell.entity)
    {
        canon.show_as(&mut context, "name", &Value::text(&entity.name), cell);
    }
    let joins = state.edition() >= FULLEST && state.language() == "fr";
    if joins {
        french::seam(&mut context);
    }
    let rendered = project.templates.render(template, &context);
    let rendered = rendered.map(|text| match joins {
        true => french::join(&text),
        false => text,
    });
    Some(rendered.map_err(|hole| hole.path))
}
