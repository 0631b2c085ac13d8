//! Three truth values, in Kleene's strong logic.
//!
//! Unknown is not false: nothing here may turn one into the other.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    False,
    Unknown,
    True,
}

impl Truth {
    // Kleene's strong logic: with False < Unknown < True, `and` is the lesser and `or` the greater.
    pub fn and(self, other: Truth) -> Truth {
        self.min(other)
    }

    pub fn or(self, other: Truth) -> Truth {
        self.max(other)
    }

    #[allow(clippy::should_implement_trait)]
    pub fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }

    pub fn implies(self, other: Truth) -> Truth {
        self.not().or(other)
    }

    pub fn iff(self, other: Truth) -> Truth {
        self.implies(other).and(other.implies(self))
    }

    pub fn xor(self, other: Truth) -> Truth {
        self.iff(other).not()
    }

    pub fn is_true(self) -> bool {
        self == Truth::True
    }
}

impl From<bool> for Truth {
    fn from(truth: bool) -> Truth {
        if truth { Truth::True } else { Truth::False }
    }
}
