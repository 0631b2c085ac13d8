//! R1 to R14, each with something that fails without it.
