//! Every store: one conformance suite, random histories on all of them at once, and what only files or
//! only a server can go through.

#![cfg(all(feature = "sqlite", feature = "postgres"))]

#[path = "../common/postgres.rs"]
mod cluster;
mod conformance;
mod damage;
mod erasure;
mod indexes;
mod oracle;
mod postgres;
mod samples;
mod units;
