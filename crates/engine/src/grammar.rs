//! A small grammar for the offline generator: texts made of other texts, chosen by seed.
//!
//! A rule is a list of alternatives; `{rule}` in one of them stands for any text of that rule. Every rule can
//! end, which is checked when a project is loaded, so every text is finite.

use crate::chance;
use crate::diagnostic::Place;
use logic::value::Name;
use std::collections::BTreeMap;

/// The rule with which a text begins.
pub const START: &str = "start";

/// How deep rules go into each other by chance; below that the shortest way out is taken.
const DEPTH: usize = 12;

#[derive(Clone, Debug)]
pub struct Grammar {
    pub place: Place,
    pub rules: BTreeMap<Name, Vec<Alternative>>,
    /// How many rules deep the shortest text of each rule is.
    heights: BTreeMap<Name, usize>,
}

/// One way to write a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    pub pieces: Vec<Piece>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Rule(Name),
}

/// Why rules make no grammar, with the rule and the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    NoStart,
    /// An alternative names what is no rule.
    Unknown {
        rule: Name,
        place: Place,
    },
    /// Nothing ever ends it.
    Endless {
        rule: Name,
        place: Option<Place>,
    },
}

/// Reads `Bran{ending}`; nothing where a brace is not closed or holds no name.
pub fn pieces(text: &str) -> Option<Vec<Piece>> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((before, from)) = rest.split_once('{') {
        let (name, after) = from.split_once('}')?;
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        if before.contains('}') || name.is_empty() || !name.chars().all(is_name) {
            return None;
        }
        pieces.extend((!before.is_empty()).then(|| Piece::Text(before.to_owned())));
        pieces.push(Piece::Rule(Name::from(name)));
        rest = after;
    }
    if rest.contains('}') {
        return None;
    }
    pieces.extend((!rest.is_empty()).then(|| Piece::Text(rest.to_owned())));
    Some(pieces)
}

impl Grammar {
    pub fn new(
        place: Place,
        rules: BTreeMap<Name, Vec<Alternative>>,
    ) -> Result<Grammar, Vec<Unusable>> {
        let mut problems = Vec::new();
        if !rules.contains_key(START) {
            problems.push(Unusable::NoStart);
        }
        for alternative in rules.values().flatten() {
            for piece in &alternative.pieces {
                if let Piece::Rule(rule) = piece
                    && !rules.contains_key(rule)
                {
                    let (rule, place) = (rule.clone(), alternative.place.clone());
                    problems.push(Unusable::Unknown { rule, place });
                }
            }
        }
        let mut grammar = Grammar {
            place,
            rules,
            heights: BTreeMap::new(),
        };
        grammar.measure();
        if problems.is_empty() {
            let endless = grammar.rules.iter();
            let endless = endless.filter(|(rule, _)| !grammar.heights.contains_key(*rule));
            problems.extend(endless.map(|(rule, all)| Unusable::Endless {
                rule: rule.clone(),
                place: all.first().map(|alternative| alternative.place.clone()),
            }));
        }
        if problems.is_empty() {
            Ok(grammar)
        } else {
            Err(problems)
        }
    }

    /// The height of every rule that can end.
    fn measure(&mut self) {
        loop {
            let mut changed = false;
            for (rule, alternatives) in &self.rules {
                let heights = alternatives.iter().filter_map(|own| self.height(own));
                let Some(least) = heights.min() else {
                    continue;
                };
                if self
                    .heights
                    .get(rule)
                    .is_none_or(|known| least + 1 < *known)
                {
                    self.heights.insert(rule.clone(), least + 1);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn height(&self, alternative: &Alternative) -> Option<usize> {
        let mut heights = alternative.pieces.iter().map(|piece| match piece {
            Piece::Text(_) => Some(0),
            Piece::Rule(rule) => self.heights.get(rule).copied(),
        });
        heights.try_fold(0, |most, height| Some(most.max(height?)))
    }

    /// A text: the same for the same seed and purpose; nothing where it would be longer than anybody takes.
    pub fn text(&self, seed: u64, purpose: &str, most: usize) -> Option<String> {
        let mut making = Making {
            grammar: self,
            seed,
            purpose,
            choices: 0,
            most,
            text: String::new(),
        };
        making.rule(START, 0)?;
        Some(making.text)
    }
}

struct Making<'a> {
    grammar: &'a Grammar,
    seed: u64,
    purpose: &'a str,
    choices: u64,
    most: usize,
    text: String,
}

impl Making<'_> {
    fn rule(&mut self, rule: &str, depth: usize) -> Option<()> {
        let all = self.grammar.rules.get(rule)?;
        let chosen = if depth < DEPTH {
            self.choices += 1;
            let purpose = format!("{} {}", self.purpose, self.choices);
            let at = chance::below(self.seed, &purpose, all.len() as u64);
            all.get(usize::try_from(at).ok()?)?
        } else {
            all.iter().min_by_key(|own| {
                let height = self.grammar.height(own);
                height.unwrap_or(usize::MAX)
            })?
        };
        for piece in &chosen.pieces {
            match piece {
                Piece::Text(text) => self.text.push_str(text),
                Piece::Rule(rule) => self.rule(rule, depth + 1)?,
            }
            // A rule that doubles itself would otherwise write for ever, or nearly so.
            if self.text.len() > self.most.saturating_mul(4) || self.choices > 10_000 {
                return None;
            }
        }
        Some(())
    }
}
