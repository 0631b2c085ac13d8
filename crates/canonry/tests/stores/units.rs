//! Small parts of the crate, one by one.

mod seal;
mod store_segment;
mod store_sqlite_schema;
mod store_waiters;
