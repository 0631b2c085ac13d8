//! What PostgreSQL's errors mean: lost on the way, worth another try, or refused.

use crate::store::{Seq, StoreError};
use std::error::Error as _;
use tokio_postgres::error::SqlState;

#[derive(Clone, Debug)]
pub enum Failure {
    /// The connection went away: what was sent may have been done or not.
    Lost(String),
    /// It was rolled back for the sake of others: another try may succeed.
    Again(String),
    /// A row with this key is there already; nothing was written.
    Taken(String),
    Refused {
        message: String,
        hint: String,
    },
    /// What was read contradicts itself.
    Corrupt {
        session: String,
        seq: Seq,
        message: String,
    },
    Unavailable(String),
}

impl Failure {
    pub fn corrupt(session: &str, seq: Seq, message: &str) -> Failure {
        Failure::Corrupt {
            session: session.to_owned(),
            seq,
            message: message.to_owned(),
        }
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        let Some(database) = error.as_db_error() else {
            let cause = error
                .source()
                .map(|cause| format!(": {cause}"))
                .unwrap_or_default();
            return Failure::Lost(format!("{error}{cause}"));
        };
        let message = database.message().to_owned();
        let code = database.code();
        let refused = |hint: &str| Failure::Refused {
            message: format!("PostgreSQL refuses: {message}"),
            hint: hint.to_owned(),
        };
        match *code {
            SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => {
                Failure::Again(message)
            }
            SqlState::UNIQUE_VIOLATION => Failure::Taken(message),
            SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN | SqlState::CANNOT_CONNECT_NOW => {
                Failure::Lost(message)
            }
            SqlState::READ_ONLY_SQL_TRANSACTION => {
                refused("connect to the primary server, not to a read-only copy")
            }
            SqlState::INSUFFICIENT_PRIVILEGE => {
                refused("give the user the right to create and write tables")
            }
            SqlState::DISK_FULL => refused("make room on the server's disk"),
            SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                refused("check user and password in the store's address")
            }
            SqlState::INVALID_CATALOG_NAME => refused("create the database first"),
            SqlState::UNDEFINED_TABLE
            | SqlState::UNDEFINED_FUNCTION
            | SqlState::UNDEFINED_COLUMN => {
                refused("the store's tables were changed; restore them from a backup")
            }
            _ if code.code().starts_with("08") => Failure::Lost(message),
            _ => Failure::Unavailable(message),
        }
    }
}

impl From<deadpool_postgres::PoolError> for Failure {
    fn from(error: deadpool_postgres::PoolError) -> Failure {
        match error {
            // Nothing was sent yet: a failure to connect leaves no doubt about an outcome.
            deadpool_postgres::PoolError::Backend(error) => match Failure::from(error) {
                Failure::Lost(message) | Failure::Again(message) => Failure::Unavailable(message),
                other => other,
            },
            deadpool_postgres::PoolError::PostCreateHook(
                deadpool_postgres::HookError::Backend(error),
            ) => Failure::from(error),
            other => Failure::Unavailable(other.to_string()),
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
            Failure::Lost(message)
            | Failure::Again(message)
            | Failure::Taken(message)
            | Failure::Unavailable(message) => StoreError::Unavailable(message),
            Failure::Refused { message, hint } => StoreError::Refused { message, hint },
            Failure::Corrupt {
                session,
                seq,
                message,
            } => StoreError::Corrupt {
                session,
                seq,
                message,
            },
        }
    }
}
