//! What a cell may still be: finite sets of codes and ranges of numbers, both exact.
//!
//! A code stands for a value: the place of an enumeration's value or of a sort's entity, a scaled number,
//! a day, a millisecond. A set of references is one yes-or-no cell for each possible element, so it needs
//! no domain of its own.

use std::sync::Arc;

pub type Code = i64;

/// How many codes fit into a word.
pub const WORD: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Codes 0 to 63, one bit each.
    Few(u64),
    /// Codes from 0 on, one bit each, for more than 64 values.
    Many(Arc<[u64]>),
    /// Every code between both ends, which belong to it; `Code::MIN` and `Code::MAX` leave an end open.
    Range(Code, Code),
}

impl Domain {
    /// The codes 0 to `count - 1`.
    pub fn first(count: usize) -> Domain {
        if count <= WORD {
            return Domain::Few(low_bits(count));
        }
        let words = count.div_ceil(WORD);
        let bits = |word: usize| low_bits((count - word * WORD).min(WORD));
        Domain::Many((0..words).map(bits).collect())
    }

    /// One code, in the shape of `like`.
    pub fn one(like: &Domain, code: Code) -> Domain {
        match like {
            Domain::Few(_) => Domain::Few(bit(code)),
            Domain::Many(words) => {
                let mut one = vec![0; words.len()];
                if let Some((word, mask)) = place(code).filter(|(word, _)| *word < words.len()) {
                    one[word] = mask;
                }
                Domain::Many(one.into())
            }
            Domain::Range(..) => Domain::Range(code, code),
        }
    }

    /// The bits of a small set.
    #[inline]
    pub(crate) fn as_few(&self) -> Option<u64> {
        match self {
            Domain::Few(bits) => Some(*bits),
            Domain::Many(_) | Domain::Range(..) => None,
        }
    }

    #[inline]
    pub fn contains(&self, code: Code) -> bool {
        match self {
            Domain::Few(bits) => bits & bit(code) != 0,
            Domain::Many(words) => place(code)
                .and_then(|(word, mask)| Some(words.get(word)? & mask != 0))
                .unwrap_or(false),
            Domain::Range(low, high) => *low <= code && code <= *high,
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        match self {
            Domain::Few(bits) => *bits == 0,
            Domain::Many(words) => words.iter().all(|word| *word == 0),
            Domain::Range(low, high) => low > high,
        }
    }

    /// How many codes are left; an open range counts as more than any other.
    #[inline]
    pub fn size(&self) -> u64 {
        match self {
            Domain::Few(bits) => u64::from(bits.count_ones()),
            Domain::Many(words) => words.iter().map(|word| u64::from(word.count_ones())).sum(),
            Domain::Range(low, high) if low > high => 0,
            Domain::Range(Code::MIN, _) | Domain::Range(_, Code::MAX) => u64::MAX,
            Domain::Range(low, high) => high.abs_diff(*low) + 1,
        }
    }

    /// The code that is left if it is the only one.
    #[inline]
    pub fn only(&self) -> Option<Code> {
        match self {
            Domain::Few(bits) => {
                (bits.is_power_of_two()).then(|| Code::from(bits.trailing_zeros()))
            }
            Domain::Many(_) => {
                let least = self.least()?;
                (self.most() == Some(least)).then_some(least)
            }
            Domain::Range(low, high) => (low == high).then_some(*low),
        }
    }

    /// The least code; none if there is no code or no least one.
    pub fn least(&self) -> Option<Code> {
        match self {
            Domain::Few(0) => None,
            Domain::Few(bits) => Some(Code::from(bits.trailing_zeros())),
            Domain::Many(words) => {
                let word = words.iter().position(|word| *word != 0)?;
                Some((word * WORD) as Code + Code::from(words[word].trailing_zeros()))
            }
            Domain::Range(low, high) => (low <= high && *low != Code::MIN).then_some(*low),
        }
    }

    /// The greatest code; none if there is no code or no greatest one.
    pub fn most(&self) -> Option<Code> {
        match self {
            Domain::Few(0) => None,
            Domain::Few(bits) => Some(Code::from(63 - bits.leading_zeros())),
            Domain::Many(words) => {
                let word = words.iter().rposition(|word| *word != 0)?;
                Some((word * WORD) as Code + Code::from(63 - words[word].leading_zeros()))
            }
            Domain::Range(low, high) => (low <= high && *high != Code::MAX).then_some(*high),
        }
    }

    pub fn intersect(&self, other: &Domain) -> Domain {
        match (self, other) {
            (Domain::Few(one), Domain::Few(two)) => Domain::Few(one & two),
            (Domain::Few(few), Domain::Many(words)) | (Domain::Many(words), Domain::Few(few)) => {
                Domain::Few(few & words.first().unwrap_or(&0))
            }
            (Domain::Many(one), Domain::Many(two)) => {
                Domain::Many(one.iter().zip(two.iter()).map(|(a, b)| a & b).collect())
            }
            (Domain::Range(low, high), Domain::Range(least, most)) => {
                Domain::Range(*low.max(least), *high.min(most))
            }
            (bits, Domain::Range(low, high)) | (Domain::Range(low, high), bits) => {
                bits.between(*low, *high)
            }
        }
    }

    /// What lies between both ends, which belong to it.
    pub fn between(&self, low: Code, high: Code) -> Domain {
        let masked = |word: usize, bits: u64| {
            let start = (word * WORD) as Code;
            bits & !low_bits(clamp(low.saturating_sub(start)))
                & low_bits(clamp(high.saturating_sub(start).saturating_add(1)))
        };
        match self {
            Domain::Few(bits) => Domain::Few(masked(0, *bits)),
            Domain::Many(words) => {
                let words = words.iter().enumerate();
                Domain::Many(words.map(|(word, bits)| masked(word, *bits)).collect())
            }
            Domain::Range(least, most) => Domain::Range(*least.max(&low), *most.min(&high)),
        }
    }

    /// Everything but this code. A range can lose its ends only; a hole in it needs a constraint.
    pub fn without(&self, code: Code) -> Domain {
        match self {
            Domain::Few(bits) => Domain::Few(bits & !bit(code)),
            Domain::Many(words) => {
                let mut left = words.to_vec();
                if let Some((word, mask)) = place(code).filter(|(word, _)| *word < left.len()) {
                    left[word] &= !mask;
                }
                Domain::Many(left.into())
            }
            Domain::Range(low, high) if low == high && *low == code => Domain::Range(1, 0),
            Domain::Range(low, high) if *low == code => Domain::Range(low + 1, *high),
            Domain::Range(low, high) if *high == code => Domain::Range(*low, high - 1),
            Domain::Range(low, high) => Domain::Range(*low, *high),
        }
    }

    /// What passes the test. Of a range only the ends go, and only if it has at most `tests` codes: a range
    /// that is tested in part would depend on how often it was tested.
    pub fn keep(&self, tests: u64, mut passes: impl FnMut(Code) -> bool) -> Domain {
        if let Domain::Range(low, high) = self {
            if self.size() > tests {
                return self.clone();
            }
            let low = (*low..=*high).find(|code| passes(*code));
            let Some(low) = low else {
                return Domain::Range(1, 0);
            };
            let high = (low..=*high).rfind(|code| passes(*code));
            return Domain::Range(low, high.unwrap_or(low));
        }
        self.filter(passes)
    }

    fn filter(&self, mut passes: impl FnMut(Code) -> bool) -> Domain {
        let mut kept = |word: usize, bits: u64| {
            let mut left = bits;
            for code in ones(bits) {
                if !passes((word * WORD) as Code + code) {
                    left &= !bit(code);
                }
            }
            left
        };
        match self {
            Domain::Few(bits) => Domain::Few(kept(0, *bits)),
            Domain::Many(words) => {
                let words = words.iter().enumerate();
                Domain::Many(words.map(|(word, bits)| kept(word, *bits)).collect())
            }
            Domain::Range(low, high) => Domain::Range(*low, *high),
        }
    }

    /// What is not among the values. A range loses what lies at its ends.
    pub fn minus(&self, values: &Domain, tests: u64) -> Domain {
        match (self, values) {
            (Domain::Few(bits), Domain::Few(values)) => Domain::Few(bits & !values),
            (Domain::Range(low, high), Domain::Range(least, most)) => {
                let (mut low, mut high) = (*low, *high);
                if (*least..=*most).contains(&low) {
                    low = most.saturating_add(1);
                    // Past an open end nothing is left.
                    if *most == Code::MAX {
                        return Domain::Range(1, 0);
                    }
                }
                if (*least..=*most).contains(&high) {
                    if *least == Code::MIN {
                        return Domain::Range(1, 0);
                    }
                    high = least - 1;
                }
                Domain::Range(low, high)
            }
            (_, _) if self.is_within(values) => self.between(1, 0),
            (_, _) => self.keep(tests, |code| !values.contains(code)),
        }
    }

    /// What is among the values. A range stays one and loses what lies at its ends.
    pub fn among(&self, values: &Domain, tests: u64) -> Domain {
        match (self, values) {
            (Domain::Range(..), Domain::Few(_) | Domain::Many(_)) => {
                let (Some(low), Some(high)) = (values.least(), values.most()) else {
                    return Domain::Range(1, 0);
                };
                let ends = self.between(low, high);
                ends.keep(tests, |code| values.contains(code))
            }
            (_, _) => self.intersect(values),
        }
    }

    /// Whether every code is one of the values.
    pub fn is_within(&self, values: &Domain) -> bool {
        match (self, values) {
            (Domain::Few(bits), Domain::Few(values)) => bits & !values == 0,
            (Domain::Range(low, high), Domain::Range(least, most)) => {
                low > high || (least <= low && high <= most)
            }
            (_, _) => self.intersect(values).size() == self.size(),
        }
    }

    /// Whether one of the codes is one of the values.
    pub fn meets(&self, values: &Domain) -> bool {
        match (self, values) {
            (Domain::Few(bits), Domain::Few(values)) => bits & values != 0,
            (_, _) => !self.intersect(values).is_empty(),
        }
    }

    /// The codes in order; of a range without a least one those from `Code::MIN` on.
    pub fn codes(&self) -> Codes<'_> {
        match self {
            Domain::Few(bits) => Codes::Bits {
                words: &[],
                start: 0,
                bits: *bits,
            },
            Domain::Many(words) => Codes::Bits {
                words: &words[1..],
                start: 0,
                bits: words[0],
            },
            Domain::Range(low, high) => Codes::Range(*low..=*high),
        }
    }

    /// Bytes on the heap, besides those of the domain itself.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Domain::Few(_) | Domain::Range(..) => 0,
            Domain::Many(words) => size_of_val::<[u64]>(words) + 2 * size_of::<usize>(),
        }
    }
}

/// Codes of a domain, ascending.
pub enum Codes<'d> {
    Bits {
        words: &'d [u64],
        start: Code,
        bits: u64,
    },
    Range(std::ops::RangeInclusive<Code>),
}

impl Iterator for Codes<'_> {
    type Item = Code;

    #[inline]
    fn next(&mut self) -> Option<Code> {
        match self {
            Codes::Bits { words, start, bits } => {
                while *bits == 0 {
                    let (next, rest) = words.split_first()?;
                    *bits = *next;
                    *words = rest;
                    *start += WORD as Code;
                }
                let code = *start + Code::from(bits.trailing_zeros());
                *bits &= *bits - 1;
                Some(code)
            }
            Codes::Range(range) => range.next(),
        }
    }
}

/// The places of the ones in a word.
fn ones(bits: u64) -> Codes<'static> {
    Codes::Bits {
        words: &[],
        start: 0,
        bits,
    }
}

#[inline]
fn bit(code: Code) -> u64 {
    if (0..WORD as Code).contains(&code) {
        1 << code
    } else {
        0
    }
}

#[inline]
fn place(code: Code) -> Option<(usize, u64)> {
    let code = usize::try_from(code).ok()?;
    Some((code / WORD, 1 << (code % WORD)))
}

#[inline]
fn low_bits(count: usize) -> u64 {
    if count >= WORD {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}

fn clamp(count: Code) -> usize {
    count.clamp(0, WORD as Code) as usize
}
