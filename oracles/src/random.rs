//! Small theories from a seed, for a comparison that needs no data.

use logic::{Comparison, Formula, Name, Term};

pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// A theory of a few formulas, and a query.
    pub fn theory(&mut self) -> (Vec<Formula>, Formula) {
        let premises = 2 + self.below(5);
        let theory = (0..premises).map(|_| self.formula(3, &mut Vec::new()));
        let theory: Vec<Formula> = theory.collect();
        let query = self.formula(2, &mut Vec::new());
        (theory, query)
    }

    fn term(&mut self, bound: &[Name]) -> Term {
        if !bound.is_empty() && self.below(3) > 0 {
            let at = self.below(bound.len() as u64) as usize;
            return Term::Variable(bound[at].clone());
        }
        Term::entity(["ann", "bob", "cat"][self.below(3) as usize])
    }

    fn formula(&mut self, depth: u32, bound: &mut Vec<Name>) -> Formula {
        if depth == 0 || self.below(5) == 0 {
            return self.atom(bound);
        }
        let part = |dice: &mut Dice, bound: &mut Vec<Name>| dice.formula(depth - 1, bound);
        match self.below(9) {
            0 => Formula::not(part(self, bound)),
            1 => Formula::And(vec![part(self, bound), part(self, bound)]),
            2 => Formula::Or(vec![part(self, bound), part(self, bound)]),
            3 | 4 => Formula::Implies(Box::new(part(self, bound)), Box::new(part(self, bound))),
            5 => Formula::Xor(Box::new(part(self, bound)), Box::new(part(self, bound))),
            6 | 7 => self.quantified(depth, bound, true),
            _ => self.quantified(depth, bound, false),
        }
    }

    fn quantified(&mut self, depth: u32, bound: &mut Vec<Name>, all: bool) -> Formula {
        let variable = Name::from(format!("X{}", bound.len()));
        bound.push(variable.clone());
        let body = Box::new(self.formula(depth - 1, bound));
        bound.pop();
        let sort = (self.below(4) == 0).then(|| Name::new("p"));
        if all {
            Formula::Forall {
                variable,
                sort,
                body,
            }
        } else {
            Formula::Exists {
                variable,
                sort,
                body,
            }
        }
    }

    fn atom(&mut self, bound: &[Name]) -> Formula {
        let one = |dice: &mut Dice| vec![dice.term(bound)];
        let (predicate, arguments) = match self.below(8) {
            0 | 1 => ("p", one(self)),
            2 | 3 => ("q", one(self)),
            4 | 5 => ("r", vec![self.term(bound), self.term(bound)]),
            6 => ("rain", Vec::new()),
            _ => {
                let (left, right) = (self.term(bound), self.term(bound));
                return Formula::Compare(Comparison::Equal, left, right);
            }
        };
        Formula::Atom {
            predicate: Name::new(predicate),
            arguments,
        }
    }
}
