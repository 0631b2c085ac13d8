//! Connectives in words: "if", "unless", "only if", "either … or", "neither … nor", and their French.
//!
//! A word that opens an atom of its own stays a name, and what lacks its other half is not read: a
//! condition without its conclusion says nothing.

use super::Style;
use super::grammar::{Joint, Parser, Read};
use super::token::Kind as Tok;
use super::walk::negated;
use crate::formula::Formula;
use crate::repair::Kind;

const THEN: &[&str] = &["then", "alors"];
const OR: &[&str] = &["or", "ou", "soit"];
const NOR: &[&str] = &["nor", "ni"];

/// Beginnings that say or deny what follows them.
const CLAIMS: &[(&[&str], bool)] = &[
    (&["it", "is", "false", "that"], false),
    (&["it", "is", "untrue", "that"], false),
    (&["it", "is", "not", "true", "that"], false),
    (&["it", "is", "not", "the", "case", "that"], false),
    (&["it", "is", "true", "that"], true),
    (&["it", "is", "the", "case", "that"], true),
    (&["il", "est", "faux", "que"], false),
    (&["il", "n'est", "pas", "vrai", "que"], false),
    (&["il", "n’est", "pas", "vrai", "que"], false),
    (&["il", "est", "vrai", "que"], true),
];

impl Parser<'_> {
    /// The connective that a word between two formulas is, and how many tokens it takes.
    pub(super) fn joint_in_words(&self) -> Option<(Joint, usize)> {
        let word = self.text();
        // The longest of them is "seulement".
        if word.len() > 9 {
            return None;
        }
        let one = |joint| Some((joint, 1));
        let goes_on = |words: &[&str]| self.is_word(self.at + 1, words);
        match word.to_ascii_lowercase().as_str() {
            "and" | "et" => one(Joint::And),
            "or" | "ou" => one(Joint::Or),
            // The letter, between two formulas.
            "v" if self.kind_after(1) != Some(Tok::Close)
                && self.at > 0
                && self.tokens[self.at - 1].kind == Tok::Close =>
            {
                one(Joint::Or)
            }
            "xor" => one(Joint::Xor),
            "then" | "implies" | "alors" | "implique" => one(Joint::Implies),
            "iff" | "ssi" => one(Joint::Iff),
            "if" if goes_on(&["and"])
                && self.is_word(self.at + 2, &["only"])
                && self.is_word(self.at + 3, &["if"]) =>
            {
                Some((Joint::Iff, 4))
            }
            "si" if goes_on(&["et"])
                && self.is_word(self.at + 2, &["seulement"])
                && self.is_word(self.at + 3, &["si"]) =>
            {
                Some((Joint::Iff, 4))
            }
            "if" | "si" if self.kind_after(1).is_some() => one(Joint::ImpliedBy),
            "only" if goes_on(&["if"]) => Some((Joint::Implies, 2)),
            "seulement" if goes_on(&["si"]) => Some((Joint::Implies, 2)),
            // Between two formulas it says "and"; between two sentences it may say more.
            "but" | "mais"
                if self.at > 0
                    && self.tokens[self.at - 1].kind == Tok::Close
                    && !(goes_on(&["not"]) && self.is_word(self.at + 2, &["both"])) =>
            {
                one(Joint::And)
            }
            "unless" => one(Joint::Unless),
            "sauf" if goes_on(&["si"]) => Some((Joint::Unless, 2)),
            _ => None,
        }
    }

    /// What a connective in words begins; nothing when the word is a name.
    pub(super) fn begun_in_words(&mut self, word: &str) -> Read<Option<Formula>> {
        if let Some((claim, truth)) = CLAIMS.iter().find(|(claim, _)| self.is_phrase(claim)) {
            self.spell(claim.len(), if *truth { "" } else { "¬" });
            let said = self.formula(Joint::Xor.power())?;
            return Ok(Some(if *truth { said } else { negated(said) }));
        }
        if let Some(width) = self.denied_existence() {
            return self.none_exists(width).map(Some);
        }
        let next = self.kind_after(1);
        let called = next == Some(Tok::Open);
        match word {
            "if" | "si" if self.is_called_condition(word == "si") => {
                self.called_connective("implies").map(Some)
            }
            "if" if next.is_some() => self.condition().map(Some),
            "si" if next.is_some() && !called => self.condition().map(Some),
            "unless" if !called => {
                let (condition, conclusion) = self.foremost(1, "← ¬")?;
                Ok(Some(implies(negated(condition), conclusion)))
            }
            "sauf" if self.is_word(self.at + 1, &["si"]) => {
                let (condition, conclusion) = self.foremost(2, "← ¬")?;
                Ok(Some(implies(negated(condition), conclusion)))
            }
            "only" if self.is_word(self.at + 1, &["if"]) => {
                let (condition, conclusion) = self.foremost(2, "←")?;
                Ok(Some(implies(conclusion, condition)))
            }
            "either" | "soit" if self.is_listed(OR) => self.listed("", OR).map(|found| {
                let (parts, both) = found;
                Some(match <[Formula; 2]>::try_from(parts) {
                    Ok([left, right]) if !both => Formula::Xor(Box::new(left), Box::new(right)),
                    Ok(parts) => Formula::any(parts.into()),
                    Err(parts) => Formula::any(parts),
                })
            }),
            "neither" | "ni" if self.is_listed(NOR) => {
                let (parts, _) = self.listed("¬", NOR)?;
                Ok(Some(Formula::all(parts.into_iter().map(negated).collect())))
            }
            _ => Ok(None),
        }
    }

    fn is_phrase(&self, words: &[&str]) -> bool {
        let mut words = words.iter().enumerate();
        words.all(|(at, word)| self.is_word(self.at + at, &[word]))
    }

    /// Takes the words at hand, of which nothing or a sign is left.
    fn spell(&mut self, width: usize, sign: &str) {
        let span = self.span().to(self.tokens[self.at + width - 1].span);
        self.edit(Kind::Operator, span, sign);
        self.at += width;
    }

    /// The first token from a place on that is wanted, in the same parentheses.
    fn ahead(&self, from: usize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let mut depth = 0_usize;
        for at in from..self.tokens.len() {
            let kind = self.tokens[at].kind;
            if matches!(kind, Tok::Open | Tok::OpenSquare) {
                depth += 1;
            } else if matches!(kind, Tok::Close | Tok::CloseSquare) {
                depth = depth.checked_sub(1)?;
            } else if depth == 0 && wanted(at) {
                return Some(at);
            }
        }
        None
    }

    fn is_comma(&self, at: usize) -> bool {
        self.tokens.get(at).map(|token| token.kind) == Some(Tok::Comma)
    }

    fn is_arrow(&self, at: usize) -> bool {
        self.is_word(at, THEN)
            || self.is_word(at, &["implies"])
            || matches!(
                self.tokens.get(at).map(|token| token.kind),
                Some(Tok::Implies | Tok::Iff)
            )
    }

    /// `if(A, B)`: two formulas in the parentheses, and no conclusion after them. `strange`: the word is
    /// a name as well, unless an atom begins there.
    fn is_called_condition(&self, strange: bool) -> bool {
        if self.kind_after(1) != Some(Tok::Open) {
            return false;
        }
        if strange && (self.kind_after(2), self.kind_after(3)) != (Some(Tok::Name), Some(Tok::Open))
        {
            return false;
        }
        let comma = |from| self.ahead(from, |at| self.is_comma(at));
        let Some(first) = comma(self.at + 2) else {
            return false;
        };
        // In the same parentheses as the word: after the group.
        let arrow = self.ahead(self.at + 1, |at| self.is_arrow(at));
        let concluded = self.is_word(first + 1, THEN) || arrow.is_some();
        comma(first + 1).is_none() && !concluded
    }

    /// "if A then B", "if A, B".
    fn condition(&mut self) -> Read<Formula> {
        let from = self.at + 1;
        let arrow = self.ahead(from, |at| self.is_arrow(at)).is_some();
        // A rule of a program may lack its arrow, which is another repair.
        if arrow || self.style == Style::Program {
            self.spell(1, "");
            return self.formula(0);
        }
        let (condition, conclusion) = self.foremost(1, "→")?;
        Ok(implies(condition, conclusion))
    }

    /// A condition that stands first, with the comma or "then" after it, and its conclusion.
    fn foremost(&mut self, width: usize, sign: &str) -> Read<(Formula, Formula)> {
        self.spell(width, sign);
        // Here a comma ends the condition.
        let listing = std::mem::replace(&mut self.listing, 1);
        let condition = self.formula(Joint::Implies.power() + 1)?;
        self.listing = listing;
        let comma = usize::from(self.is_comma(self.at) && self.listing == 0);
        let then = usize::from(self.is_word(self.at + comma, THEN));
        if comma + then == 0 {
            return self.stop();
        }
        self.at += comma + then;
        Ok((condition, self.formula(0)?))
    }

    /// Whether the word at hand begins a list: another item of it comes, and the word opens no atom.
    fn is_listed(&self, words: &[&str]) -> bool {
        let next = |at: usize| {
            let sign = self.tokens.get(at).map(|token| token.kind) == Some(Tok::Or);
            self.is_word(at, words) || sign && words == OR
        };
        let item = self.ahead(self.at + 1, next);
        item.is_some_and(|at| at > self.at + 1) && !self.opens_atom()
    }

    /// Whether the word at hand opens an atom: nothing but names stands in its parentheses.
    fn opens_atom(&self) -> bool {
        let mut inside = self.tokens[self.at + 1..].iter().map(|token| token.kind);
        inside.next() == Some(Tok::Open)
            && inside.find(|kind| !matches!(kind, Tok::Name | Tok::Variable | Tok::Comma))
                == Some(Tok::Close)
    }

    /// The items of "either A or B" and its like, and whether all of them may hold.
    fn listed(&mut self, sign: &str, words: &[&str]) -> Read<(Vec<Formula>, bool)> {
        self.spell(1, sign);
        let tighter = Joint::Or.power() + 1;
        let mut parts = vec![self.formula(tighter)?];
        // Each round takes a word and a formula.
        loop {
            if self.is_comma(self.at) && self.is_word(self.at + 1, words) {
                self.at += 1;
            }
            if self.is_word(self.at, words) {
                self.spell(1, if sign.is_empty() { "∨" } else { sign });
            } else if self.kind() == Some(Tok::Or) && words == OR {
                self.at += 1;
            } else {
                break;
            }
            parts.push(self.formula(tighter)?);
        }
        if parts.len() < 2 {
            return self.stop();
        }
        let comma = usize::from(self.is_comma(self.at));
        let at = self.at + comma;
        let alone = self.is_word(at, &["but"])
            && self.is_word(at + 1, &["not"])
            && self.is_word(at + 2, &["both"]);
        // Of more than two, nobody knows how many may hold.
        if alone && parts.len() > 2 {
            return self.stop();
        }
        if alone {
            self.at = at;
            self.spell(3, "⊕");
        }
        Ok((parts, !alone))
    }
}

fn implies(condition: Formula, conclusion: Formula) -> Formula {
    Formula::Implies(Box::new(condition), Box::new(conclusion))
}
