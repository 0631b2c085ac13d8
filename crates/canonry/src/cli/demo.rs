//! `demo`: the example project, played by a script, on a store in memory. No network, no set-up.

use super::answered;
use super::check::starter;
use super::output::Output;
use crate::clock::SystemClock;
use crate::failure::{Failure, Kind};
use crate::host::{Host, Open, Options};
use crate::model::NoModel;
use crate::noun;
use crate::store::memory::MemoryStore;
use engine::input::Envelope;
use engine::project::{Files, Project, compile};
use logic::text::Phrase;
use logic::value::Name;
use std::sync::Arc;

/// Input, and what it shows, in English and French.
const SCRIPT: &[(&str, &str, &str)] = &[
    (
        r#"{"id":"1","message":"{{password}}"}"#,
        "a name that looks like a template stays a name",
        "un nom qui ressemble à un modèle reste un nom",
    ),
    (
        r#"{"id":"2","message":"purple"}"#,
        "no such choice: refused, recorded, asked again",
        "pas un choix : refusé, enregistré, redemandé",
    ),
    (
        r#"{"id":"3","message":"I am not tired, I am curious"}"#,
        "two choices named: refused",
        "deux choix nommés : refusé",
    ),
    (
        r#"{"id":"4","message":"curious!"}"#,
        "understood",
        "compris",
    ),
    (
        r#"{"id":"5","event":"TAKE_KEY"}"#,
        "a button that is not awaited",
        "un bouton qui n'est pas attendu",
    ),
    (
        r#"{"id":"6","assert":{"visitor.luggage":"on_its_way"},"source":"desk","version":1}"#,
        "the desk reports; only the newest version counts",
        "la réception signale ; seule la version la plus récente compte",
    ),
    (
        r#"{"id":"7","assert":{"visitor.luggage":"in_the_room"},"source":"desk","version":2}"#,
        "a newer report",
        "un relevé plus récent",
    ),
    (
        r#"{"id":"8","assert":{"visitor.luggage":"none_yet"},"source":"desk","version":1}"#,
        "a stale one is refused",
        "un relevé périmé est refusé",
    ),
    (
        r#"{"id":"9","message":"10 nights"}"#,
        "the answer decides which parts follow",
        "la réponse décide de la suite",
    ),
    (
        r#"{"id":"10","event":"TAKE_KEY"}"#,
        "the gate opens; an open detail is looked at, and fixed for ever",
        "la porte s'ouvre ; un détail ouvert est regardé, et fixé pour toujours",
    ),
    (
        r#"{"id":"11","observe":"rosa.saying"}"#,
        "looked at again: the same",
        "regardé encore : le même",
    ),
    (
        r#"{"id":"10","event":"TAKE_KEY"}"#,
        "the same input again: the recorded reply, nothing changes",
        "la même entrée encore : la réponse enregistrée, rien ne change",
    ),
];

pub async fn demo(output: &Output) -> Result<(), Failure> {
    let files = Files(
        starter("hello")
            .unwrap_or_default()
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
            .collect(),
    );
    let (project, diagnostics) = compile(&files);
    let project = Arc::new(project.ok_or_else(|| {
        Failure::new(
            Kind::Bug,
            format!("the example does not compile: {diagnostics:?}"),
            "l'exemple ne compile pas",
        )
    })?);
    let host = Host::new(
        MemoryStore::default(),
        NoModel,
        SystemClock,
        Options::new("demo"),
    );
    if output.json {
        return played_as_json(&host, project, output).await;
    }
    output.line(&output.bold(&format!(
        "{} ({})",
        project.name,
        if output.lang == "fr" {
            "démonstration"
        } else {
            "demo"
        }
    )));
    let open = Open {
        id: "open".to_owned(),
        project,
        language: Some(Name::from(output.lang.as_str())),
        seed: Some(7),
        position: None,
        tenant: None,
        subject: None,
    };
    let answered = host.open("demo", open).await?;
    answered::show(&answered, output);
    for (line, note_en, note_fr) in SCRIPT {
        let note = if output.lang == "fr" {
            note_fr
        } else {
            note_en
        };
        output.line("");
        output.line(&format!(
            "{} {}",
            output.bold(&format!("> {line}")),
            output.dim(&format!("  {note}"))
        ));
        let answered = host.input("demo", Envelope::parse(line)?).await?;
        answered::show(&answered, output);
    }
    output.line("");
    let loaded = host.load("demo").await?;
    for name in ["visitor.mood", "rosa.saying", "stays_long"] {
        let why = match name.parse() {
            Ok(cell) => engine::why::cell(&loaded.project, &loaded.state, &cell),
            Err(_) => engine::why::derived(&loaded.project, &loaded.state, name),
        };
        if let Some(why) = why {
            let asked = Phrase::new(format!("why {name}?"), format!("pourquoi {name} ?"));
            output.line(&output.dim(output.in_lang(&asked)));
            output.line(&format!("  {}", output.in_lang(&why.line())));
            for reason in why.because() {
                output.line(&format!("    {}", output.in_lang(&reason.line())));
            }
        }
    }
    let entries = noun::ENTRY.count(loaded.state.seq);
    output.phrase(
        format!(
            "\n{} in the journal. Next: canonry new my-project, canonry play my-project",
            entries.en
        ),
        format!(
            "\n{} dans le journal. Ensuite : canonry new mon-projet, canonry play mon-projet",
            entries.fr
        ),
    );
    Ok(())
}

/// The same script, each reply as one line of JSON.
async fn played_as_json(
    host: &Arc<Host<MemoryStore, NoModel, SystemClock>>,
    project: Arc<Project>,
    output: &Output,
) -> Result<(), Failure> {
    let open = Open {
        id: "open".to_owned(),
        project,
        language: Some(Name::from(output.lang.as_str())),
        seed: Some(7),
        position: None,
        tenant: None,
        subject: None,
    };
    output.json(&host.open("demo", open).await?.json());
    for (line, _, _) in SCRIPT {
        output.json(&host.input("demo", Envelope::parse(line)?).await?.json());
    }
    Ok(())
}
