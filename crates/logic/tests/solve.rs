//! The kernel of the field: against brute force, in worlds that are just possible, and at every size.

#[path = "solve/brute.rs"]
mod brute;
#[path = "solve/small.rs"]
mod small;
#[path = "solve/worlds.rs"]
mod worlds;
