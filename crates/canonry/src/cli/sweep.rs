//! The sweep of a project of replies: what was examined, how it ended, and what broke a law.

use super::output::Output;
use crate::failure::{Failure, Kind};
use crate::noun;
use engine::Project;
use engine::reply::sweep::{Swept, sweep as swept};
use serde_json::json;

pub fn sweep(project: &Project, samples: usize, output: &Output) -> Result<(), Failure> {
    let swept = swept(project, samples);
    if output.json {
        output.json(&as_json(&swept, output));
    } else {
        show(&swept, output);
    }
    if swept.cases() == 0 {
        return Err(Failure::new(
            Kind::Findings,
            "there is no case to decide: nothing was examined",
            "il n'y a aucun cas à décider : rien n'a été examiné",
        ));
    }
    Failure::findings(noun::VIOLATION, swept.violations.len())
}

fn as_json(swept: &Swept, output: &Output) -> serde_json::Value {
    let violations = swept.violations.iter().map(|broken| {
        json!({
            "law": broken.law, "why": output.in_lang(&broken.why),
            "facts": broken.facts, "intentions": broken.intentions,
        })
    });
    json!({
        "pairs": swept.pairs, "together": swept.together.len(), "apart": swept.apart,
        "sampled": swept.sampled, "undecided": swept.undecided, "unreached": swept.unreached,
        "outcomes": swept.outcomes, "reasons": swept.reasons,
        "violations": violations.collect::<Vec<_>>(),
    })
}

fn show(swept: &Swept, output: &Output) {
    let row = |name: &str, count: usize, more: &str| {
        output.line(format!("  {name:<11} {count:>7}  {more}").trim_end());
    };
    let together = swept.together.len();
    output.phrase(
        format!(
            "{} of a state and an intention, {} of two states that can hold together ({} cannot), {} at random",
            swept.pairs, together, swept.apart, swept.sampled
        ),
        format!(
            "{} d'un état et d'une intention, {} de deux états réalisables ensemble ({} ne le sont pas), {} au hasard",
            swept.pairs, together, swept.apart, swept.sampled
        ),
    );
    for (outcome, count) in &swept.outcomes {
        let reasons = swept.reasons.iter();
        let reasons = reasons.map(|(code, count)| format!("{code} {count}"));
        let reasons: Vec<String> = match *outcome {
            "hand_over" => reasons.collect(),
            _ => Vec::new(),
        };
        row(outcome, *count, &reasons.join(", "));
    }
    if swept.undecided > 0 {
        let ended = noun::SEARCH.count(swept.undecided);
        output.phrase(
            format!(
                "{} ended at the bound: whether there are such cases is not known",
                ended.en
            ),
            format!(
                "{} à la limite : on ne sait pas s'il y a de tels cas",
                ended.fr
            ),
        );
    }
    if !swept.unreached.is_empty() {
        let names = swept.unreached.join(", ");
        output.phrase(
            format!("held in no case: {names}"),
            format!("réalisés dans aucun cas : {names}"),
        );
    }
    for broken in &swept.violations {
        let wanted = broken.intentions.join(", ");
        let why = output.in_lang(&broken.why);
        output.line(&format!("{} {} {why}", output.red("×"), broken.law));
        output.line(&output.dim(&format!("    [{wanted}] {}", broken.facts)));
    }
    let count = noun::VIOLATION.count(swept.violations.len());
    output.phrase(count.en, count.fr);
}
