//! What SQLite's errors mean to a caller. Damage is told as damage, with the entry where it is known.

use crate::store::{Seq, StoreError};
use rusqlite::ErrorCode;

pub const RESTORE: &str = "restore it from a backup, or export what can still be read";

/// A `StoreError` that can be told to everybody in a group, and that learns its place on the way up.
#[derive(Clone, Debug)]
pub enum Failure {
    Refused {
        message: String,
        hint: String,
    },
    /// The file contradicts itself; where is not known yet.
    Damaged(String),
    Corrupt {
        session: String,
        seq: Seq,
        message: String,
    },
    Unavailable(String),
}

impl Failure {
    pub fn refused(message: String, hint: &str) -> Failure {
        Failure::Refused {
            message,
            hint: hint.to_owned(),
        }
    }

    pub fn corrupt(session: &str, seq: Seq, message: impl Into<String>) -> Failure {
        Failure::Corrupt {
            session: session.to_owned(),
            seq,
            message: message.into(),
        }
    }

    /// Only this request met it: the others of its group may still succeed.
    pub fn is_local(&self) -> bool {
        matches!(self, Failure::Damaged(_) | Failure::Corrupt { .. })
    }

    /// Damage that was met where `seq` of the session was expected.
    pub fn at(self, session: &str, seq: Seq) -> Failure {
        match self {
            Failure::Damaged(message) => Failure::corrupt(
                session,
                seq,
                format!("the store file is damaged: {message}"),
            ),
            other => other,
        }
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        let message = error.to_string();
        let Some(code) = error.sqlite_error_code() else {
            // A value of a type that was never written.
            return Failure::Damaged(message);
        };
        match code {
            ErrorCode::ReadOnly
            | ErrorCode::PermissionDenied
            | ErrorCode::CannotOpen
            | ErrorCode::AuthorizationForStatementDenied => Failure::refused(
                format!("the store cannot be written: {message}"),
                "check the permissions of the file and its folder",
            ),
            ErrorCode::DiskFull => Failure::refused(
                format!("the store cannot be written: {message}"),
                "make room on the disk",
            ),
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::SystemIoFailure
            | ErrorCode::OutOfMemory
            | ErrorCode::OperationInterrupted
            | ErrorCode::OperationAborted
            | ErrorCode::FileLockingProtocolFailed => Failure::Unavailable(message),
            // Malformed, not a database, a table or a column that is gone, a broken constraint.
            _ => Failure::Damaged(message),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Refused { message, hint } => Failure::Refused { message, hint },
            StoreError::Corrupt {
                session,
                seq,
                message,
            } => Failure::Corrupt {
                session,
                seq,
                message,
            },
            StoreError::Unavailable(message) => Failure::Unavailable(message),
        }
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::Refused { message, hint } => StoreError::Refused { message, hint },
            Failure::Damaged(message) => StoreError::Refused {
                message: format!("the store file is damaged: {message}"),
                hint: RESTORE.to_owned(),
            },
            Failure::Corrupt {
                session,
                seq,
                message,
            } => StoreError::Corrupt {
                session,
                seq,
                message,
            },
            Failure::Unavailable(message) => StoreError::Unavailable(message),
        }
    }
}
