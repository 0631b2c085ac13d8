//! A relation given by its tuples: for each value of each place, a bitset of the tuples that have it.

use crate::domain::{Code, Domain, WORD};

/// At most this many places; a rule over more cells is a check.
pub const PLACES: usize = 4;

#[derive(Debug)]
pub struct Table {
    places: usize,
    tuples: Vec<Code>,
    /// `supports[place][code]`: one bit for each tuple with this code at this place.
    supports: Vec<Vec<Box<[u64]>>>,
    /// For two places of at most 64 values: what goes with the codes of each.
    pairs: Option<[Partners; 2]>,
    /// The same in a word where both places have at most 8 values: a byte for each code.
    words: Option<[u64; 2]>,
}

/// Some of the first 8 codes, as words look for them: all bits of the byte of each.
#[derive(Clone, Copy)]
pub(crate) struct Bytes(u64);

impl Bytes {
    #[inline]
    pub(crate) fn of(bits: u8) -> Bytes {
        const LOW: u64 = 0x0101_0101_0101_0101;
        // One bit for each code in the byte of that code, then the whole byte.
        let apart = u64::from(bits).wrapping_mul(LOW) & 0x8040_2010_0804_0201;
        let present = (apart + 0x7f * LOW) >> 7 & LOW;
        Bytes((present << 8).wrapping_sub(present))
    }

    /// What goes with one of these codes.
    #[inline]
    pub(crate) fn among(self, word: u64) -> u8 {
        let mut found = word & self.0;
        found |= found >> 32;
        found |= found >> 16;
        (found | found >> 8) as u8
    }
}

/// What goes with the codes of one of two places.
#[derive(Debug)]
pub(crate) struct Partners {
    /// The partner's codes, for each code.
    one: Vec<u64>,
    /// The same for every choice among four neighbouring codes at once, so that a set of codes takes a look
    /// for each four of them.
    four: Vec<[u64; 1 << FOUR]>,
}

const FOUR: usize = 4;
/// How many bytes a word has.
const BYTES: usize = 8;

impl Partners {
    fn new(one: Vec<u64>) -> Partners {
        let any = |codes: &[u64], choice: usize| {
            let chosen = codes.iter().enumerate();
            let chosen = chosen.filter(|(at, _)| choice >> at & 1 == 1);
            chosen.fold(0, |any, (_, partners)| any | partners)
        };
        let of = |codes: &[u64]| std::array::from_fn(|choice| any(codes, choice));
        Partners {
            four: one.chunks(FOUR).map(of).collect(),
            one,
        }
    }

    #[inline]
    pub(crate) fn of(&self, code: Code) -> u64 {
        let at = usize::try_from(code).ok();
        at.and_then(|at| self.one.get(at)).copied().unwrap_or(0)
    }

    /// What goes with one of these codes.
    #[inline]
    pub(crate) fn of_any(&self, bits: u64) -> u64 {
        let at = |four: usize| (bits >> (four * FOUR)) as usize % (1 << FOUR);
        // Most cells have few values, and a loop takes longer than the work in it.
        if let [low, high] = &self.four[..] {
            return low[at(0)] | high[at(1)];
        }
        let mut found = 0;
        for (place, four) in self.four.iter().enumerate() {
            found |= four[at(place)];
        }
        found
    }
}

impl Table {
    /// A table over `sizes.len()` places; place `p` has the codes 0 to `sizes[p] - 1`. Tuples with other
    /// codes can never hold and are left out.
    pub fn new(sizes: &[usize], tuples: impl IntoIterator<Item = Vec<Code>>) -> Table {
        assert!((1..=PLACES).contains(&sizes.len()), "1 to {PLACES} places");
        let inside = |tuple: &Vec<Code>| {
            let fits = |(code, size): (&Code, &usize)| (0..*size as Code).contains(code);
            tuple.len() == sizes.len() && tuple.iter().zip(sizes).all(fits)
        };
        let mut kept: Vec<Vec<Code>> = tuples.into_iter().filter(inside).collect();
        kept.sort();
        kept.dedup();
        let words = kept.len().div_ceil(WORD);
        let empty = |size: &usize| vec![vec![0; words].into_boxed_slice(); *size];
        let mut supports: Vec<Vec<Box<[u64]>>> = sizes.iter().map(empty).collect();
        for (number, tuple) in kept.iter().enumerate() {
            for (place, code) in tuple.iter().enumerate() {
                supports[place][*code as usize][number / WORD] |= 1 << (number % WORD);
            }
        }
        let pairs = (sizes.len() == 2 && sizes.iter().all(|size| *size <= WORD)).then(|| {
            let mut pairs = [vec![0; sizes[0]], vec![0; sizes[1]]];
            for tuple in &kept {
                pairs[0][tuple[0] as usize] |= 1 << tuple[1];
                pairs[1][tuple[1] as usize] |= 1 << tuple[0];
            }
            pairs.map(Partners::new)
        });
        let word = |partners: &Partners| {
            let rows = partners.one.iter().rev();
            rows.fold(0, |word, row| word << 8 | row)
        };
        let few = sizes.iter().all(|size| *size <= BYTES);
        let words = pairs.as_ref().filter(|_| few);
        let words = words.map(|[left, right]| [word(left), word(right)]);
        Table {
            places: sizes.len(),
            tuples: kept.concat(),
            supports,
            pairs,
            words,
        }
    }

    /// The tuples that pass a test, of all there are.
    pub fn from_test(sizes: &[usize], mut test: impl FnMut(&[Code]) -> bool) -> Table {
        let mut tuples = vec![Vec::new()];
        for size in sizes {
            let longer = |tuple: Vec<Code>| {
                (0..*size as Code).map(move |code| [tuple.as_slice(), &[code]].concat())
            };
            tuples = tuples.into_iter().flat_map(longer).collect();
        }
        tuples.retain(|tuple| test(tuple));
        Table::new(sizes, tuples)
    }

    pub fn places(&self) -> usize {
        self.places
    }

    #[inline]
    pub(crate) fn holds(&self, codes: &[Code]) -> bool {
        if let (Some(pairs), [left, right]) = (&self.pairs, codes) {
            return (0..WORD as Code).contains(right) && pairs[0].of(*left) >> right & 1 == 1;
        }
        let mut masks = [&[][..]; PLACES];
        for (place, code) in codes.iter().enumerate() {
            match self.support(place, *code) {
                Some(mask) => masks[place] = mask,
                None => return false,
            }
        }
        let words = masks[0].len();
        (0..words).any(|word| {
            let all = masks[..codes.len()].iter().map(|mask| mask[word]);
            all.fold(u64::MAX, |left, mask| left & mask) != 0
        })
    }

    fn support(&self, place: usize, code: Code) -> Option<&[u64]> {
        let code = usize::try_from(code).ok()?;
        Some(self.supports[place].get(code)?)
    }

    /// For two places of at most 64 values: what goes with the codes of the first, and of the second.
    #[inline]
    pub(crate) fn pairs(&self) -> Option<&[Partners; 2]> {
        self.pairs.as_ref()
    }

    /// For two places of at most 8 values: a byte for each code of the first, and of the second.
    #[inline]
    pub(crate) fn words(&self) -> Option<[u64; 2]> {
        self.words
    }

    /// What the target may still be, if the partner of two is this.
    #[inline]
    pub(crate) fn partners(&self, place: usize, domain: &Domain) -> Option<u64> {
        let pairs = self.pairs.as_ref()?;
        Some(pairs[place].of_any(domain.as_few()?))
    }

    /// The tuples that these domains leave, one bit each; `except` is not looked at.
    pub(crate) fn left(&self, domains: &[&Domain], except: usize) -> Vec<u64> {
        let count = self.tuples.len() / self.places;
        let full = |word: usize| u64::MAX >> (WORD - (count - word * WORD).min(WORD));
        let mut left: Vec<u64> = (0..count.div_ceil(WORD)).map(full).collect();
        for (place, domain) in domains.iter().enumerate() {
            if place == except {
                continue;
            }
            let codes = self.supports[place].iter().enumerate();
            let present: Vec<&[u64]> = codes
                .filter(|(code, _)| domain.contains(*code as Code))
                .map(|(_, mask)| &mask[..])
                .collect();
            for (word, left) in left.iter_mut().enumerate() {
                *left &= present.iter().fold(0, |any, mask| any | mask[word]);
            }
        }
        left
    }

    /// Whether one of these tuples has the code at this place.
    pub(crate) fn supported(&self, left: &[u64], place: usize, code: Code) -> bool {
        self.support(place, code)
            .is_some_and(|mask| mask.iter().zip(left).any(|(mask, left)| mask & left != 0))
    }

    /// The tuples that have this code at this place.
    pub(crate) fn tuples_with(&self, place: usize, code: Code) -> impl Iterator<Item = &[Code]> {
        let tuples = self.tuples.chunks(self.places);
        tuples.filter(move |tuple| tuple[place] == code)
    }
}
