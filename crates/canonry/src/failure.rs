//! Failures: disk, network, usage. A kind, words for people, a hint; mapped once to an exit code.

use crate::damage;
use crate::noun::Noun;
use crate::store::StoreError;
use logic::text::Phrase;
use std::path::Path;

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

    /// A check that was asked for: it fails if it found something.
    pub fn findings(noun: Noun, count: usize) -> Result<(), Failure> {
        if count == 0 {
            return Ok(());
        }
        let Phrase { en, fr } = noun.count(count);
        Err(Failure::new(Kind::Findings, en, fr))
    }

    pub fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
        let (path, cause) = (path.display(), said_by_system(error));
        Failure::new(
            Kind::NotFound,
            format!("`{path}` cannot be read: {}", cause.en),
            format!("`{path}` est illisible : {}", cause.fr),
        )
        .hint_where(unreadable_hint(error))
    }

    fn hint_where(mut self, hint: Option<Phrase>) -> Failure {
        self.hint = self.hint.or(hint);
        self
    }

    /// A file that cannot be written. What exists is never overwritten.
    pub fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
        let path = path.display();
        if error.kind() == std::io::ErrorKind::AlreadyExists {
            return Failure::new(
                Kind::Usage,
                format!("`{path}` exists, and is never overwritten"),
                format!("`{path}` existe, et n'est jamais écrasé"),
            )
            .hint(
                "choose another name, or remove it first",
                "choisissez un autre nom, ou supprimez-le d'abord",
            );
        }
        let cause = match error.kind() {
            std::io::ErrorKind::NotFound => Phrase::new(
                "there is no such folder for it",
                "il n'y a pas de tel dossier pour lui",
            ),
            _ => said_by_system(error),
        };
        Failure::new(
            Kind::Store,
            format!("`{path}` cannot be written: {}", cause.en),
            format!("`{path}` ne peut être écrit : {}", cause.fr),
        )
    }

    pub fn no_session(session: &str) -> Failure {
        Failure::new(
            Kind::NotFound,
            format!("there is no session `{session}`"),
            format!("il n'y a pas de session `{session}`"),
        )
        .hint(
            "canonry verify --json names the sessions of a store; canonry play --session NAME starts one",
            "canonry verify --json nomme les sessions d'un stockage ; canonry play --session NOM en commence une",
        )
    }

    /// An entry beyond those that a session has.
    pub fn no_entry(session: &str, last: u64, asked: u64) -> Failure {
        Failure::new(
            Kind::NotFound,
            format!("session `{session}` has entries 1 to {last}; there is no {asked}"),
            format!("la session `{session}` a les entrées 1 à {last} ; il n'y a pas de {asked}"),
        )
    }

    /// An entry that contradicts the rest; the reason is said in English by who met it.
    pub fn corrupt(session: &str, seq: u64, reason: &str) -> Failure {
        let Phrase { en, fr } = damage::phrase(reason);
        Failure::new(
            Kind::Corrupt,
            format!("session {session}, entry {seq}: {en}"),
            format!("session {session}, entrée {seq} : {fr}"),
        )
    }

    /// The same of what a store read, with what can still be done.
    pub fn damaged(session: &str, seq: u64, reason: &str) -> Failure {
        Failure::corrupt(session, seq, reason).hint(
            "canonry verify tells what is whole, canonry export --salvage writes it",
            "canonry verify dit ce qui est intact, canonry export --salvage l'écrit",
        )
    }

    pub fn erased(session: &str) -> Failure {
        Failure::new(
            Kind::Erased,
            format!("session `{session}` was erased"),
            format!("la session `{session}` a été effacée"),
        )
    }
}

/// What to do about a file that cannot be read.
fn unreadable_hint(error: &std::io::Error) -> Option<Phrase> {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => Some(Phrase::new(
            "check the name; it is looked for from the folder that you are in",
            "vérifiez le nom ; il est cherché depuis le dossier où vous êtes",
        )),
        ErrorKind::IsADirectory => Some(Phrase::new(
            "name a file inside it",
            "nommez un fichier qui s'y trouve",
        )),
        ErrorKind::PermissionDenied => Some(Phrase::new(
            "check who may read it (ls -l)",
            "vérifiez qui peut le lire (ls -l)",
        )),
        _ => None,
    }
}

/// What the system says about a file. What has no French here is quoted.
pub fn said_by_system(error: &std::io::Error) -> Phrase {
    use std::io::ErrorKind;
    let french = match error.kind() {
        ErrorKind::NotFound => "il n'y a rien de ce nom",
        ErrorKind::PermissionDenied => "l'accès est refusé",
        ErrorKind::IsADirectory => "c'est un dossier",
        ErrorKind::NotADirectory => "une partie du chemin n'est pas un dossier",
        ErrorKind::StorageFull => "le disque est plein",
        ErrorKind::ReadOnlyFilesystem => "le disque est en lecture seule",
        ErrorKind::InvalidData => "ce n'est pas du texte UTF-8",
        _ => return Phrase::new(error.to_string(), format!("« {error} »")),
    };
    Phrase::new(error.to_string(), french)
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
                let Phrase { en, fr } = damage::phrase(&message);
                let failure = Failure::new(Kind::Store, en, format!("stockage refusé : {fr}"));
                if hint.is_empty() {
                    failure
                } else {
                    let Phrase { en, fr } = damage::phrase(&hint);
                    failure.hint(en, fr)
                }
            }
            StoreError::Corrupt {
                session,
                seq,
                message,
            } => Failure::damaged(&session, seq, &message),
            StoreError::Unavailable(reason) => Failure::new(
                Kind::Store,
                format!("the store did not answer: {reason}"),
                format!(
                    "le stockage n'a pas répondu : {}",
                    damage::phrase(&reason).fr
                ),
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
