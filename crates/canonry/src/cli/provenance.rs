//! How a model's answer became a fact, for people and as JSON.

use super::output::Output;
use super::settings::CliHost;
use crate::failure::Failure;
use engine::account::{Account, account, fallback};
use engine::canon::Canon;
use engine::event::Provenance;
use engine::why::Why;
use logic::text::Phrase;
use std::sync::Arc;

/// Completes every entry that a model's answer made with what was said of it then.
pub async fn look_up(host: &Arc<CliHost>, session: &str, why: &mut Why) -> Result<(), Failure> {
    let mut entries = Vec::new();
    why.each_entry(&mut |entry| {
        if let Why::Entry {
            seq,
            provenance: Some(Provenance::Request(_) | Provenance::Offline),
            ..
        } = entry
        {
            entries.push(*seq);
        }
    });
    for at in entries {
        // As it was just before the fact, where what was heard is still known.
        let Some(before) = at.checked_sub(1).filter(|before| *before > 0) else {
            continue;
        };
        let mut then = host.load_at(session, before).await?;
        then.state.catch_up(&then.project);
        why.each_entry(&mut |entry| {
            if let Why::Entry {
                cell,
                value: Some(value),
                seq,
                provenance: Some(provenance),
                account: known,
                ..
            } = entry
                && *seq == at
            {
                let canon = Canon::new(&then.project, &then.state, then.state.now());
                let found = match provenance {
                    Provenance::Request(request) => account(&canon, cell, *request, value),
                    Provenance::Offline => fallback(&canon, cell, value),
                    Provenance::Input | Provenance::Deduced | Provenance::Partial => None,
                };
                *known = found.map(Box::new);
            }
        });
    }
    Ok(())
}

pub fn to_json(
    provenance: Option<&Provenance>,
    account: Option<&Account>,
    output: &Output,
) -> serde_json::Value {
    let by = match provenance {
        None => return serde_json::Value::Null,
        Some(Provenance::Input) => "input",
        Some(Provenance::Request(_)) => "model",
        Some(Provenance::Offline) => "offline",
        Some(Provenance::Deduced) => "deduced",
        Some(Provenance::Partial) => "partial",
    };
    let mut json = serde_json::json!({ "by": by });
    let Some(account) = account else {
        return json;
    };
    if let Some(answer) = &account.answer {
        json["attempt"] = answer.attempt.into();
        json["reasoning"] = answer.reasoning.as_str().into();
        json["confidence"] = answer
            .confidence
            .map(|force| f64::from(force.thousandths()) / 1000.0)
            .into();
        json["alternatives"] = answer.alternatives.clone().into();
        json["proposed"] = answer.proposed.clone().into();
        json["exceptions"] = answer
            .exceptions
            .iter()
            .map(|(constraint, reason)| serde_json::json!({ "constraint": constraint, "reason": reason }))
            .collect();
    }
    let worth = &account.worth;
    json["score"] = serde_json::json!({
        "total": worth.total(), "dramatic": worth.dramatic, "links": worth.links,
        "themes": worth.themes, "surprise": worth.surprise,
    });
    json["refused"] = account
        .refused
        .iter()
        .map(|(attempt, findings)| {
            let findings: Vec<&str> = findings.iter().map(|words| output.in_lang(words)).collect();
            serde_json::json!({ "attempt": attempt, "findings": findings })
        })
        .collect();
    json
}

pub fn print(account: &Account, depth: usize, output: &Output) {
    let indent = "  ".repeat(depth);
    let line = |en: String, fr: String| {
        let words = Phrase::new(en, fr);
        output.line(&format!("{indent}{}", output.in_lang(&words)));
    };
    for (attempt, findings) in &account.refused {
        let told = |pick: &dyn Fn(&Phrase) -> String| {
            findings.iter().map(pick).collect::<Vec<_>>().join("; ")
        };
        line(
            format!(
                "attempt {attempt} was refused: {}",
                told(&|words| words.en.clone())
            ),
            format!(
                "l'essai {attempt} a été refusé : {}",
                told(&|words| words.fr.clone())
            ),
        );
    }
    let Some(answer) = &account.answer else {
        let tried = account.refused.len();
        return line(
            format!("no attempt was admitted ({tried} made): the offline generator took over"),
            format!(
                "aucun essai n'a été admis (sur {tried}) : le générateur hors ligne a pris le relais"
            ),
        );
    };
    let (sure_en, sure_fr) = answer.confidence.map_or_else(Default::default, |force| {
        (
            format!(", confidence {force}"),
            format!(", confiance {}", force.to_string().replace('.', ",")),
        )
    });
    let worth = &account.worth;
    let (total, parts) = (
        worth.total(),
        [worth.dramatic, worth.links, worth.themes, worth.surprise],
    );
    let parts = parts.map(|part| part.to_string()).join(" + ");
    line(
        format!(
            "attempt {}{sure_en}, score {total} ({parts}: stakes, links, themes, surprise)",
            answer.attempt
        ),
        format!(
            "essai {}{sure_fr}, score {total} ({parts} : enjeu, liens, thèmes, surprise)",
            answer.attempt
        ),
    );
    if let Some(proposed) = &answer.proposed {
        line(
            format!("it proposed {proposed}, and this is one of its alternatives"),
            format!("elle proposait {proposed} ; ceci est l'une de ses alternatives"),
        );
    }
    if !answer.reasoning.is_empty() {
        line(
            format!("reasoning: {}", answer.reasoning),
            format!("raisonnement : {}", answer.reasoning),
        );
    }
    if !answer.alternatives.is_empty() {
        let all = answer.alternatives.join(", ");
        line(
            format!("alternatives: {all}"),
            format!("alternatives : {all}"),
        );
    }
    for (constraint, reason) in &answer.exceptions {
        line(
            format!("breaks {constraint}: {reason}"),
            format!("rompt {constraint} : {reason}"),
        );
    }
}
