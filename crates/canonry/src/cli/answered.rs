//! A reply in the terminal: what was said, what became true, what is awaited.

use super::output::Output;
use crate::host::Answered;
use engine::item::{Item, ItemKind};
use engine::view::{Awaited, Members, Replied, View, plain};
use logic::text::Phrase;
use logic::value::{Name, Value};

/// What was said, then what became true, then what is awaited.
pub fn show(answered: &Answered, output: &Output) {
    if output.json {
        return output.json(&answered.json());
    }
    for item in &answered.items {
        match item.kind {
            ItemKind::Refusal => output.text(&output.dim(&item.text)),
            ItemKind::Draft => {
                let draft = Phrase::new("  draft, not sent", "  brouillon, non envoyé");
                output.line(&output.dim(output.in_lang(&draft)));
                output.text(&item.text);
            }
            ItemKind::Statement
            | ItemKind::Question
            | ItemKind::Gate
            | ItemKind::Telling
            | ItemKind::Preamble
            | ItemKind::Transition
            | ItemKind::Recap
            | ItemKind::Mirror
            | ItemKind::Synthesis
            | ItemKind::Result => output.text(&item.text),
        }
        choices(item, output);
    }
    if let Some(replied) = &answered.changes.replied {
        show_reply(replied, output);
    }
    let fixed = if output.lang == "fr" {
        "figé"
    } else {
        "fixed"
    };
    for settled in &answered.changes.fixed {
        let value = plain(&settled.value);
        let shown = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        output.line(&output.dim(&format!(
            "  {fixed:<9} {:<24} {shown}",
            settled.cell.to_string()
        )));
    }
    let narrowed = if output.lang == "fr" {
        "restreint"
    } else {
        "narrowed"
    };
    let count = |count: u64| {
        if count == u64::MAX {
            "∞".to_owned()
        } else {
            count.to_string()
        }
    };
    for cell in &answered.changes.narrowed {
        let sizes = match (&cell.range, &cell.members) {
            (Some(range), _) => {
                let (before, after) = (ends(&range.before), ends(&range.after));
                format!("{} → {}", output.in_lang(&before), output.in_lang(&after))
            }
            (None, Some(members)) => output.in_lang(&decided(members)).to_owned(),
            (None, None) => format!("{} → {}", count(cell.before.0), count(cell.after.0)),
        };
        output.line(&output.dim(&format!(
            "  {narrowed:<9} {:<24} {sizes}",
            cell.cell.to_string()
        )));
    }
    let reread = if output.lang == "fr" {
        "relu"
    } else {
        "reread"
    };
    for read in &answered.changes.reinterpreted {
        let kind = engine::words::reinterpretation(read.kind);
        let by = read.by.as_ref().map_or("?", |by| by.as_str());
        output.line(&output.dim(&format!(
            "  {reread:<9} {:<24} #{} {by}: {} ({})",
            read.cell.to_string(),
            read.testimony.0,
            output.in_lang(&kind),
            read.because
        )));
    }
    match &answered.view.awaited {
        Awaited::Event(name) => {
            let (en, fr) = (
                format!("  awaited   /event {name}"),
                format!("  attendu   /event {name}"),
            );
            output.line(&output.dim(if output.lang == "fr" { &fr } else { &en }));
        }
        Awaited::Nothing if answered.view.finished => {
            output.line(&output.dim(if output.lang == "fr" {
                "  terminé"
            } else {
                "  finished"
            }));
        }
        Awaited::Answer | Awaited::Validation | Awaited::Nothing => {}
    }
}

/// How states and intentions decided a message.
fn show_reply(replied: &Replied, output: &Output) {
    let names = |names: &[Name]| {
        let names: Vec<&str> = names.iter().map(Name::as_str).collect();
        names.join(", ")
    };
    let sections: Vec<Name> = replied
        .sections
        .iter()
        .map(|said| said.section.clone())
        .collect();
    let lines = [
        (Phrase::new("wanted", "demandé"), names(&replied.intentions)),
        (Phrase::new("states", "états"), names(&replied.states)),
        (Phrase::new("unknown", "inconnu"), names(&replied.unknown)),
        (Phrase::new("sections", "sections"), names(&sections)),
    ];
    for (called, what) in lines.iter().filter(|(_, what)| !what.is_empty()) {
        output.line(&output.dim(&format!("  {:<9} {what}", output.in_lang(called))));
    }
    let alert = Phrase::new("alert", "alerte");
    for told in &replied.alerts {
        output.line(&output.dim(&format!("  {:<9} {}", output.in_lang(&alert), told.text)));
    }
    let order = Phrase::new("command", "commande");
    for ordered in &replied.commands {
        let arguments: Vec<String> = ordered
            .arguments
            .iter()
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        let arguments = arguments.concat();
        let called = output.in_lang(&order);
        output.line(&output.dim(&format!("  {called:<9} {}{arguments}", ordered.command)));
    }
    let person = Phrase::new("a person", "à lire");
    for reason in &replied.hand_over {
        let called = output.in_lang(&person);
        // Most reasons name what they are about.
        let what = if reason.why.contains(&reason.what) {
            String::new()
        } else {
            format!("{}: ", reason.what)
        };
        output.line(&output.dim(&format!("  {called:<9} {what}{}", reason.why)));
    }
}

/// What is awaited, and where nothing is, why not.
pub fn open(view: &View, head: u64, output: &Output) {
    if output.json {
        return output.json(&view.json(head));
    }
    match &view.open {
        Some(item) => {
            output.text(&item.text);
            choices(item, output);
            if let Awaited::Event(name) = &view.awaited {
                output.line(&output.dim(&format!("  /event {name}")));
            }
        }
        None if view.finished => output.phrase("The flow is finished.", "Le parcours est terminé."),
        None => output.phrase("Nothing is awaited.", "Rien n'est attendu."),
    }
}

pub fn choices(item: &Item, output: &Output) {
    for (index, choice) in item.choices.iter().enumerate() {
        let letter = u8::try_from(index)
            .ok()
            .filter(|index| *index < 26)
            .map_or(' ', |index| char::from(b'A' + index));
        output.line(&format!("   {letter}) {}", choice.label));
    }
}

/// From where to where a number or a date may be.
fn decided(members: &Members) -> Phrase {
    let list = |values: &[Value]| {
        let shown = values.iter().map(Value::show);
        shown.collect::<Vec<_>>().join(", ")
    };
    let side = |word: &str, values: &[Value]| match values {
        [] => None,
        _ => Some(format!("{word} {}", list(values))),
    };
    let both = |holds: &str, not: &str| {
        let sides = [side(holds, &members.holds), side(not, &members.not)];
        sides.into_iter().flatten().collect::<Vec<_>>().join("; ")
    };
    Phrase::new(both("holds", "not"), both("contient", "sans"))
}

fn ends(ends: &engine::view::Ends) -> Phrase {
    let end = |value: &Option<Value>| value.as_ref().map_or_else(|| "…".to_owned(), Value::show);
    let (from, to) = (end(&ends.from), end(&ends.to));
    Phrase::new(format!("{from} to {to}"), format!("de {from} à {to}"))
}
