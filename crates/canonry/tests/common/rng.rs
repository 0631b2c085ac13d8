//! Chance for tests: one seed drives everything, and the same seed gives the same run.

#[derive(Clone, Debug)]
pub struct Rng(u64);

#[allow(dead_code, reason = "each test binary uses its own part")]
impl Rng {
    pub fn new(seed: u64) -> Rng {
        // Mixed first: otherwise the next seed would give the same run, one step later.
        Rng(mixed(seed ^ 0x1234_5678_9abc_def1))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// Below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("below n")
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    pub fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let next = self.next().to_be_bytes();
            chunk.copy_from_slice(&next[..chunk.len()]);
        }
    }

    pub fn fork(&mut self) -> Rng {
        Rng::new(self.next())
    }
}

fn mixed(state: u64) -> u64 {
    let mut mixed = state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
