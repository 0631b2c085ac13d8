//! Small parts of the crate, one by one.

mod event;
mod limits;
mod proposal;
mod reply_plain;
