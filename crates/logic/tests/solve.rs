//! The kernel of the field: against brute force, in worlds that are just possible, and at every size.

#[path = "solve/brute.rs"]
mod brute;
#[path = "solve/cases.rs"]
mod cases;
#[path = "solve/flat.rs"]
mod flat;
#[path = "solve/small.rs"]
mod small;
#[path = "solve/tight.rs"]
mod tight;
#[path = "solve/worlds.rs"]
mod worlds;
