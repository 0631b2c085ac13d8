//! Small parts of the crate, one by one.

mod cli_french;
mod damage;
mod explain;
mod hooks_deliver;
