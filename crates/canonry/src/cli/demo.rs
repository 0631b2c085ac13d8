//! `demo`: the example project, played by a script, on a store in memory. No network, no set-up.

use super::answered;
use super::check::starter;
use super::output::Output;
use crate::clock::SystemClock;
use crate::failure::{Failure, Kind};
use crate::host::{Answered, Host, Open, Options};
use crate::model::NoModel;
use crate::noun;
use crate::store::memory::MemoryStore;
use engine::input::Envelope;
use engine::project::{Files, Project, compile};
use logic::text::Phrase;
use logic::value::Name;
use std::sync::Arc;

/// One input of the demonstration.
struct Shown {
    /// In English and in French.
    input: [&'static str; 2],
    /// What it shows.
    note: [&'static str; 2],
    /// The code it is refused with, if it is.
    refused: Option<&'static str>,
}

const SCRIPT: &[Shown] = &[
    Shown {
        input: [
            r#"{"id":"1","message":"{{password}}"}"#,
            r#"{"id":"1","message":"{{password}}"}"#,
        ],
        note: [
            "a name that looks like a template stays a name",
            "un nom qui ressemble à un modèle reste un nom",
        ],
        refused: None,
    },
    Shown {
        input: [
            r#"{"id":"2","message":"purple"}"#,
            r#"{"id":"2","message":"violet"}"#,
        ],
        note: [
            "no such choice: refused, recorded, asked again",
            "pas un choix : refusé, enregistré, redemandé",
        ],
        refused: Some("not-a-choice"),
    },
    Shown {
        input: [
            r#"{"id":"3","message":"tired and curious"}"#,
            r#"{"id":"3","message":"fatigué et curieux"}"#,
        ],
        note: ["two choices named: refused", "deux choix nommés : refusé"],
        refused: Some("ambiguous"),
    },
    Shown {
        input: [
            r#"{"id":"4","message":"curious!"}"#,
            r#"{"id":"4","message":"curieuse !"}"#,
        ],
        note: ["understood", "compris"],
        refused: None,
    },
    Shown {
        input: [
            r#"{"id":"5","event":"TAKE_KEY"}"#,
            r#"{"id":"5","event":"TAKE_KEY"}"#,
        ],
        note: [
            "a button that is not awaited",
            "un bouton qui n'est pas attendu",
        ],
        refused: Some("not-now"),
    },
    Shown {
        input: [
            r#"{"id":"6","assert":{"visitor.luggage":"on_its_way"},"source":"desk","version":1}"#,
            r#"{"id":"6","assert":{"visitor.luggage":"on_its_way"},"source":"desk","version":1}"#,
        ],
        note: [
            "the desk reports; only the newest version counts",
            "la réception signale ; seule la version la plus récente compte",
        ],
        refused: None,
    },
    Shown {
        input: [
            r#"{"id":"7","assert":{"visitor.luggage":"in_the_room"},"source":"desk","version":2}"#,
            r#"{"id":"7","assert":{"visitor.luggage":"in_the_room"},"source":"desk","version":2}"#,
        ],
        note: ["a newer report", "un relevé plus récent"],
        refused: None,
    },
    Shown {
        input: [
            r#"{"id":"8","assert":{"visitor.luggage":"none_yet"},"source":"desk","version":1}"#,
            r#"{"id":"8","assert":{"visitor.luggage":"none_yet"},"source":"desk","version":1}"#,
        ],
        note: ["a stale one is refused", "un relevé périmé est refusé"],
        refused: Some("stale"),
    },
    Shown {
        input: [
            r#"{"id":"9","message":"10 nights"}"#,
            r#"{"id":"9","message":"10 nuits"}"#,
        ],
        note: [
            "the answer decides which parts follow",
            "la réponse décide de la suite",
        ],
        refused: None,
    },
    Shown {
        input: [
            r#"{"id":"10","event":"TAKE_KEY"}"#,
            r#"{"id":"10","event":"TAKE_KEY"}"#,
        ],
        note: [
            "the gate opens; an open detail is looked at, and fixed for ever",
            "la porte s'ouvre ; un détail ouvert est regardé, et fixé pour toujours",
        ],
        refused: None,
    },
    Shown {
        input: [
            r#"{"id":"11","observe":"rosa.saying"}"#,
            r#"{"id":"11","observe":"rosa.saying"}"#,
        ],
        note: ["looked at again: the same", "regardé encore : le même"],
        refused: None,
    },
    Shown {
        input: [
            r#"{"id":"10","event":"TAKE_KEY"}"#,
            r#"{"id":"10","event":"TAKE_KEY"}"#,
        ],
        note: [
            "the same input again: the recorded reply, nothing changes",
            "la même entrée encore : la réponse enregistrée, rien ne change",
        ],
        refused: None,
    },
];

impl Shown {
    /// Plays it, and looks whether what is said of it is so.
    async fn play(
        &self,
        host: &Arc<Host<MemoryStore, NoModel, SystemClock>>,
        language: usize,
    ) -> Result<Answered, Failure> {
        let line = self.input[language];
        let answered = host.input("demo", Envelope::parse(line)?).await?;
        let refused = answered.changes.refused.first();
        let refused = refused.map(|refused| refused.code.as_str());
        if refused != self.refused {
            let (expected, found) = (self.refused.unwrap_or("-"), refused.unwrap_or("-"));
            return Err(Failure::new(
                Kind::Bug,
                format!("the demonstration shows {found} and not {expected} for {line}"),
                format!("la démonstration montre {found} et non {expected} pour {line}"),
            ));
        }
        Ok(answered)
    }
}

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
    let language = usize::from(output.lang == "fr");
    for shown in SCRIPT {
        let (line, note) = (shown.input[language], shown.note[language]);
        output.line("");
        output.line(&format!(
            "{} {}",
            output.bold(&format!("> {line}")),
            output.dim(&format!("  {note}"))
        ));
        let answered = shown.play(&host, language).await?;
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
    output.line("");
    output.phrase(
        format!(
            "{} in the journal. Next: canonry new my-project, canonry play my-project",
            entries.en
        ),
        format!(
            "{} dans le journal. Ensuite : canonry new mon-projet, canonry play mon-projet",
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
    for shown in SCRIPT {
        let language = usize::from(output.lang == "fr");
        output.json(&shown.play(host, language).await?.json());
    }
    Ok(())
}
