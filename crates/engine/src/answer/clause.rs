//! Clauses of a message that names things: which are negated, and which stand together.

use super::rank;
use super::token::{Token, longest};
use std::collections::BTreeSet;

/// A word, or what words name.
pub(super) enum Item<'t> {
    Word(&'t Token),
    Named(BTreeSet<usize>, &'t Token),
}

#[derive(Default)]
pub(super) struct Clause {
    pub words: Vec<Token>,
    pub named: BTreeSet<usize>,
    pub negated: bool,
    /// What is said of it behind is not understood.
    pub doubted: bool,
    /// By « and » or « or » to the clause before it.
    pub joined: bool,
    /// The words behind the last thing that it names.
    pub behind: Vec<Token>,
    /// That has an article before it that says « any »: what follows says of which kind it is.
    pub any: bool,
}

impl Clause {
    /// Nothing but articles beside what it names.
    pub fn is_bare(&self) -> bool {
        self.words.iter().all(|token| {
            token.is(&["le", "la", "les", "l", "un", "une", "the", "a", "an"])
                || token.word.chars().count() == 1
        })
    }

    /// The words before the last thing that it names.
    pub fn before(&self) -> &[Token] {
        &self.words[..self.words.len().saturating_sub(self.behind.len())]
    }

    /// « il n'y avait que des livres »: nothing else, and these.
    pub fn means_only(&self) -> bool {
        let begins = |token: &Token| token.word == "ne" || token.word == "n" && token.elided;
        let Some(at) = self.words.iter().position(begins) else {
            return false;
        };
        let behind = &self.words[at + 1..];
        let denies = |token: &Token| token.negates() || token.refuses();
        behind.iter().any(|token| token.is(&["que", "qu"])) && !behind.iter().any(denies)
    }

    /// « no », « not that one », « I don't like it »: it takes back what was named before.
    pub fn takes_back(&self) -> bool {
        let no = |token: &Token| token.negates() || token.refuses();
        self.words.iter().any(no)
            && (self.words.iter().all(|token| {
                no(token)
                    || token.is(&[
                        "enfin", "wait", "attends", "attendez", "pardon", "sorry", "vraiment",
                        "really", "oh", "ah",
                    ])
            }) || self
                .words
                .last()
                .is_some_and(|last| no(last) || last.is(&["it", "that", "ca", "them"])))
    }
}

/// The clauses of a message. `nods` says that a yes ends the clause of what it follows: « chat oui chien non ».
pub(super) fn clauses(items: &[Item], nods: bool) -> Vec<Clause> {
    let mut all = vec![Clause::default()];
    let mut from = 0;
    while from < items.len() {
        let (token, named) = match &items[from] {
            Item::Word(token) => (*token, None),
            Item::Named(named, token) => (*token, Some(named)),
        };
        let last = all.len() - 1;
        let started = !all[last].words.is_empty() || !all[last].named.is_empty();
        if token.breaks && started {
            all.push(Clause::default());
        }
        let clause = all.last_mut().expect("one");
        from += 1;
        let Some(named) = named else {
            let rest: Vec<Token> = items[from - 1..]
                .iter()
                .map_while(|item| match item {
                    Item::Word(token) => Some((*token).clone()),
                    Item::Named(..) => None,
                })
                .take(3)
                .collect();
            if let Some(count) = longest(&rest, INSTEAD) {
                all.push(Clause {
                    negated: true,
                    ..Clause::default()
                });
                from += count - 1;
            } else if names_so_far(clause)
                && prefers(clause)
                && token.is(&["que", "qu", "than", "a", "au", "aux", "to", "over"])
            {
                all.push(Clause {
                    negated: true,
                    ..Clause::default()
                });
            } else if token.is(&["mais", "but"]) {
                all.push(Clause::default());
            } else if token.is(&["et", "and", "ou", "or"]) {
                all.push(Clause {
                    joined: true,
                    ..Clause::default()
                });
            } else {
                if token.is(&["ni", "nor"]) && started {
                    all.push(Clause::default());
                }
                let clause = all.last_mut().expect("one");
                clause.negated |= token.negates() || token.refuses();
                clause.words.push(token.clone());
                let named = !clause.named.is_empty();
                clause.behind.extend(named.then(|| token.clone()));
                if named && nods && is_nod(items, from - 1) {
                    all.push(Clause::default());
                }
            }
            continue;
        };
        let article = |token: &Token| token.is(&["un", "une", "des"]);
        clause.any = article(token) || clause.words.last().is_some_and(article);
        clause.named.extend(named);
        clause.behind.clear();
    }
    all
}

/// Whether a word says yes to what it stands behind, or no where a yes follows in the same clause.
fn is_nod(items: &[Item], at: usize) -> bool {
    let yes = |item: &Item| match item {
        Item::Word(token) => token.is(&["oui", "yes", "ok"]),
        Item::Named(..) => false,
    };
    let of_clause = |item: &&Item| match item {
        Item::Word(token) | Item::Named(_, token) => !token.breaks,
    };
    let mut behind = items[at + 1..].iter().take_while(of_clause);
    match &items[at] {
        Item::Word(token) if token.refuses() => behind.any(yes),
        item @ (Item::Word(_) | Item::Named(..)) => yes(item),
    }
}

/// A name stands in it, or a letter at its end.
fn names_so_far(clause: &Clause) -> bool {
    let lettered = |last: &Token| rank::of(std::slice::from_ref(last), 26).is_some();
    !clause.named.is_empty() || clause.words.last().is_some_and(lettered)
}

fn prefers(clause: &Clause) -> bool {
    clause.words.iter().any(|token| {
        token.is(&[
            "plutot",
            "rather",
            "prefere",
            "prefererais",
            "prefer",
            "mieux",
            "more",
            "plus",
        ])
    })
}

/// What stands before the one that is not chosen.
const INSTEAD: &[&str] = &[
    "plutot que",
    "plutot qu",
    "rather than",
    "instead of",
    "au lieu de",
    "au lieu du",
    "a la place de",
    "a la place du",
];
