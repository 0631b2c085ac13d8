//! Failures: disk, network, usage. A kind, words for people, a hint; mapped once to an exit code.

use crate::store::StoreError;
use logic::text::Phrase;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The command line or the input is not usable.
    Usage,
    /// A project has mistakes.
    Project,
    /// No such session, file or cell.
    NotFound,
    /// The same id with other content.
    InputIdReused,
    Erased,
    /// Recorded, and not yet decided.
    Pending,
    /// The store cannot be used or did not answer.
    Store,
    /// What was read contradicts itself.
    Corrupt,
    /// The host is stopping.
    Closing,
    /// A defect of this program.
    Bug,
    /// A check that was asked for found something.
    Findings,
}

impl Kind {
    pub fn code(self) -> &'static str {
        match self {
            Kind::Usage => "usage",
            Kind::Project => "project",
            Kind::NotFound => "not-found",
            Kind::InputIdReused => "input-id-reused",
            Kind::Erased => "erased",
            Kind::Pending => "pending",
            Kind::Store => "store",
            Kind::Corrupt => "corrupt",
            Kind::Closing => "closing",
            Kind::Bug => "bug",
            Kind::Findings => "findings",
        }
    }

    /// What a process exits with. One table, documented in the book.
    pub fn exit_code(self) -> u8 {
        match self {
            Kind::Findings | Kind::Project => 1,
            Kind::Usage | Kind::InputIdReused => 2,
            Kind::NotFound => 3,
            Kind::Store | Kind::Pending | Kind::Closing => 4,
            Kind::Corrupt => 5,
            Kind::Erased => 6,
            Kind::Bug => 70,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: Kind,
    pub message: Phrase,
    pub hint: Option<Phrase>,
}

impl Failure {
    pub fn new(kind: Kind, en: impl Into<String>, fr: impl Into<String>) -> Failure {
        Failure {
            kind,
            message: Phrase::new(en, fr),
            hint: None,
        }
    }

    pub fn hint(mut self, en: impl Into<String>, fr: impl Into<String>) -> Failure {
        self.hint = Some(Phrase::new(en, fr));
        self
    }

    pub fn no_session(session: &str) -> Failure {
        Failure::new(
            Kind::NotFound,
            format!("there is no session `{session}`"),
            format!("il n'y a pas de session `{session}`"),
        )
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message.en)
    }
}

impl std::error::Error for Failure {}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Refused { message, hint } => {
                let failure = Failure::new(
                    Kind::Store,
                    message.clone(),
                    format!("le stockage est refusé : {message}"),
                );
                if hint.is_empty() {
                    failure
                } else {
                    failure.hint(hint.clone(), hint)
                }
            }
            StoreError::Corrupt {
                session,
                seq,
                message,
            } => Failure::new(
                Kind::Corrupt,
                format!("session {session}, entry {seq}: {message}"),
                format!("session {session}, entrée {seq} : {message}"),
            )
            .hint(
                "canonry verify tells what is whole",
                "canonry verify dit ce qui est intact",
            ),
            StoreError::Unavailable(reason) => Failure::new(
                Kind::Store,
                format!("the store did not answer: {reason}"),
                format!("le stockage n'a pas répondu : {reason}"),
            )
            .hint(
                "send the same input again with the same id; nothing is doubled",
                "renvoyez la même entrée avec le même id ; rien n'est doublé",
            ),
        }
    }
}

impl From<engine::input::BadInput> for Failure {
    fn from(bad: engine::input::BadInput) -> Failure {
        Failure {
            kind: Kind::Usage,
            message: Phrase::new(
                format!("{}: {}", bad.code, bad.message.en),
                format!("{} : {}", bad.code, bad.message.fr),
            ),
            hint: None,
        }
    }
}
