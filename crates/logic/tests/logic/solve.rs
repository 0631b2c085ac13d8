//! The kernel of the field: against brute force, in worlds that are just possible, and at every size.

mod brute;
mod cases;
mod flat;
mod quick;
mod small;
mod tight;
mod worlds;
