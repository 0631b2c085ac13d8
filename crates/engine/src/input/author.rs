//! Author commands, as they are written: `{"author": {…}}`.

use super::{AuthorCommand, BadInput, Fields, Input, assertion, bad, object, text, word};
use crate::event::{Reinterpretation, Strength};
use crate::graph::Force;
use crate::item::Count;
use logic::text::Phrase;
use logic::value::{Digest, Name};
use serde_json::value::RawValue;

/// The keys of each command; the first names it.
const COMMANDS: [&[&str]; 8] = [
    &["assert", "source", "version"],
    &["alias", "entity"],
    &["migrate"],
    &["merge", "into", "because"],
    &["settle", "yields", "as", "because"],
    &["constrain", "strength", "weight", "because"],
    &["lift", "because"],
    &["confirm"],
];

/// One command, by the key that names it.
pub(super) fn author(raw: &RawValue) -> Result<Input, BadInput> {
    let fields = object(raw.get())?;
    let command = COMMANDS.iter().find(|known| fields.contains_key(known[0]));
    if let Some(known) = command {
        only(&fields, known)?;
    }
    if let Some(raw) = fields.get("assert") {
        return Ok(Input::Author(AuthorCommand::Assert(assertion(
            raw, &fields,
        )?)));
    }
    if let (Some(alias), Some(entity)) = (fields.get("alias"), fields.get("entity")) {
        return Ok(Input::Author(AuthorCommand::Alias {
            alias: text(alias, "alias")?,
            entity: Name::from(text(entity, "entity")?),
        }));
    }
    if let Some(hash) = fields.get("migrate") {
        let hash = text(hash, "migrate")?;
        return match serde_json::from_value::<Digest>(serde_json::Value::String(hash)) {
            Ok(project) => Ok(Input::Author(AuthorCommand::Migrate { project })),
            Err(_) => bad(
                "bad-input",
                "`migrate` must be a project's hash",
                "`migrate` doit être l'empreinte d'un projet",
            ),
        };
    }
    let because = fields.get("because").map(|raw| text(raw, "because"));
    let because = because.transpose()?;
    if let Some(gone) = fields.get("merge") {
        return merge(gone, &fields, because);
    }
    if let Some(incoherence) = fields.get("settle") {
        return settle(incoherence, &fields, because);
    }
    if let Some(formula) = fields.get("constrain") {
        return Ok(Input::Author(AuthorCommand::Constrain {
            because,
            formula: text(formula, "constrain")?,
            strength: strength(&fields)?,
        }));
    }
    if let Some(constraint) = fields.get("lift") {
        let constraint = constraint.get().trim().trim_matches('"').parse::<u64>();
        let Ok(constraint) = constraint else {
            return bad(
                "bad-input",
                "`lift` is the number of the entry that added a constraint",
                "`lift` est le numéro de l'entrée qui a ajouté une contrainte",
            );
        };
        return Ok(Input::Author(AuthorCommand::Lift {
            because: because.unwrap_or_default(),
            constraint: Count(constraint),
        }));
    }
    if let Some(testimony) = fields.get("confirm") {
        let Ok(testimony) = testimony.get().trim().trim_matches('"').parse::<u64>() else {
            return bad(
                "bad-input",
                "`confirm` is the number of the entry of a rumour",
                "`confirm` est le numéro de l'entrée d'une rumeur",
            );
        };
        let testimony = Count(testimony);
        return Ok(Input::Author(AuthorCommand::Confirm { testimony }));
    }
    bad(
        "bad-input",
        "an author command is {\"assert\": …}, {\"alias\": …, \"entity\": …}, {\"constrain\": …}, {\"lift\": …}, {\"confirm\": …}, {\"merge\": …, \"into\": …}, {\"settle\": …} or {\"migrate\": …}",
        "une commande d'auteur est {\"assert\": …}, {\"alias\": …, \"entity\": …}, {\"constrain\": …}, {\"lift\": …}, {\"confirm\": …}, {\"merge\": …, \"into\": …}, {\"settle\": …} ou {\"migrate\": …}",
    )
}

/// `strict` if nothing is said; `soft` and `tendency` with a weight from 0 to 1.
fn strength(fields: &Fields) -> Result<Strength, BadInput> {
    let weight = match fields.get("weight") {
        None => Force::MIDDLE,
        Some(raw) => match raw.get().trim().trim_matches('"').parse() {
            Ok(weight) => weight,
            Err(_) => {
                return bad(
                    "bad-input",
                    "`weight` is a number from 0 to 1, with at most three digits behind the point",
                    "`weight` est un nombre de 0 à 1, avec au plus trois chiffres après la virgule",
                );
            }
        },
    };
    let word = fields
        .get("strength")
        .map(|raw| text(raw, "strength"))
        .transpose()?;
    match word.as_deref() {
        None | Some("strict") => Ok(Strength::Strict),
        Some("soft") => Ok(Strength::Soft(weight)),
        Some("tendency") => Ok(Strength::Tendency(weight)),
        Some(_) => bad(
            "bad-input",
            "`strength` is strict, soft or tendency",
            "`strength` vaut strict, soft ou tendency",
        ),
    }
}

/// `{"merge": "the_stranger", "into": "aldric"}`.
fn merge(gone: &RawValue, fields: &Fields, because: Option<String>) -> Result<Input, BadInput> {
    let Some(kept) = fields.get("into") else {
        return bad(
            "bad-input",
            "`merge` says with `into` which of the two is kept",
            "`merge` dit avec `into` laquelle des deux entités reste",
        );
    };
    Ok(Input::Author(AuthorCommand::Merge {
        because,
        gone: Name::from(text(gone, "merge")?),
        kept: Name::from(text(kept, "into")?),
    }))
}

/// `{"settle": 12, "yields": 7, "as": "lie"}`; without `yields` the refusal stands.
fn settle(
    incoherence: &RawValue,
    fields: &Fields,
    because: Option<String>,
) -> Result<Input, BadInput> {
    let kind = word(fields, "as", &Reinterpretation::NAMES)?;
    let yields = fields.get("yields").map(|raw| entry(raw, "yields"));
    let yields = yields.transpose()?;
    if kind.is_some() && yields.is_none() {
        return bad(
            "bad-input",
            "`as` says how a testimony that `yields` is understood",
            "`as` dit comment se comprend un témoignage qui cède (`yields`)",
        );
    }
    Ok(Input::Author(AuthorCommand::Settle {
        because: because.unwrap_or_default(),
        incoherence: entry(incoherence, "settle")?,
        kind,
        yields,
    }))
}

/// The number of an entry.
fn entry(raw: &RawValue, key: &str) -> Result<Count, BadInput> {
    match raw.get().trim().trim_matches('"').parse() {
        Ok(number) => Ok(Count(number)),
        Err(_) => bad(
            "bad-input",
            format!("`{key}` is the number of an entry"),
            format!("`{key}` est le numéro d'une entrée"),
        ),
    }
}

fn only(fields: &Fields, known: &[&str]) -> Result<(), BadInput> {
    match fields.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(unknown) => {
            let near = logic::text::nearest(unknown, known.iter().copied());
            let near = near.map_or_else(
                || Phrase::new("", ""),
                |near| Phrase::new(format!("`{near}`? "), format!("`{near}` ? ")),
            );
            let known = known.join(", ");
            bad(
                "unknown-key",
                format!(
                    "`{unknown}` is not a key of this command; {}known: {known}",
                    near.en
                ),
                format!(
                    "`{unknown}` n'est pas une clé de cette commande ; {}connues : {known}",
                    near.fr
                ),
            )
        }
    }
}
