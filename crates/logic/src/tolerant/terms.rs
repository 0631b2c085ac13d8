//! Atoms, terms and comparisons, and what models put inside them: lists, quantifiers, phrases.
//!
//! A name that no quantifier binds stays unresolved here; whether it is a variable or a thing is
//! decided over all statements.

use super::grammar::{Parser, Read};
use super::quantifier::bind;
use super::token::Kind as Tok;
use super::{Style, truth_of, walk};
use crate::formula::{Comparison, Formula, Span, Term};
use crate::print::Written;
use crate::repair::{Kind, Repair};
use crate::text::Phrase;
use crate::value::{Name, Value};

/// Words that join a list said of all its items, and of one of them.
const ALL_WORDS: &[&str] = &["and", "et"];
const ANY_WORDS: &[&str] = &["or", "ou"];

/// The most items a list inside a term may have.
const ITEMS_MAX: usize = 24;

/// What stands in an argument's place.
pub(super) enum Argument {
    One(Term),
    /// A list: said of all of them, or of one of them.
    Many(bool, Vec<Term>),
    /// A quantified formula: its variable is the argument.
    Some(Formula),
}

/// Whether the name occurs where no quantifier bound it.
pub(super) fn is_free_name(formula: &Formula, name: &str) -> bool {
    let mut found = false;
    formula.visit_terms(&mut |term| {
        found |= matches!(term, Term::Unresolved(free, _) if *free == *name);
    });
    found
}

/// Whether both speak of a variable that nothing binds.
pub(super) fn share_a_variable(left: &Formula, right: &Formula) -> bool {
    let mut shared = false;
    left.visit_terms(&mut |term| {
        if let Term::Unresolved(name, _) = term
            && !shared
            && is_variable_like(name)
        {
            shared = is_free_name(right, name);
        }
    });
    shared
}

/// Binds the free occurrences of a name.
pub(super) fn rename_free(formula: &mut Formula, name: &Name) {
    walk::each_term_mut(formula, &mut |term| {
        if matches!(term, Term::Unresolved(free, _) if free == name) {
            *term = Term::Variable(name.clone());
        }
    });
}

/// A name that people only use for variables: one of the last letters, perhaps with a digit.
pub(crate) fn is_variable_like(name: &str) -> bool {
    let mut characters = name.chars();
    matches!(characters.next(), Some('u'..='z'))
        && characters
            .next()
            .is_none_or(|c| c.is_ascii_digit() || c == '\'')
        && characters.next().is_none()
}

/// The first free name of a formula that can only be a variable.
pub(super) fn first_variable_like(formula: &Formula) -> Option<Name> {
    let mut found = None;
    formula.visit_terms(&mut |term| {
        if let Term::Unresolved(name, _) = term
            && found.is_none()
            && is_variable_like(name)
        {
            found = Some(name.clone());
        }
    });
    found
}

impl<'a> Parser<'a> {
    /// An atom, or a comparison of two terms.
    pub(super) fn comparison_or_atom(&mut self) -> Read<Formula> {
        let start = self.at;
        if self.kind() == Some(Tok::Name) {
            let (name, _) = self.name(false);
            if self.kind() == Some(Tok::Open) {
                let arguments = self.arguments()?;
                if let Some((truth, width)) = self.truth_ahead() {
                    let atom = self.atom(Name::new(&name), arguments)?;
                    return Ok(self.told(start, atom, truth, width));
                }
                if !matches!(
                    self.kind(),
                    Some(Tok::Compare(_) | Tok::Arithmetic(_) | Tok::Element)
                ) {
                    return self.atom(Name::new(&name), arguments);
                }
            } else if let Some((truth, width)) = self.truth_ahead()
                && !self.is_bound(start)
                && !is_variable_like(&name)
            {
                let atom = self.atom(Name::new(&name), Vec::new())?;
                return Ok(self.told(start, atom, truth, width));
            } else if !matches!(
                self.kind(),
                Some(Tok::Compare(_) | Tok::Arithmetic(_) | Tok::Element)
            ) {
                // A variable says nothing by itself.
                if self.kind() == Some(Tok::Name) || is_variable_like(&name) {
                    return self.stop();
                }
                return Ok(self.written_together(start, &name));
            }
            self.at = start;
        }
        self.comparison()
    }

    /// A name alone: a statement about nothing, or `Px` and `Lxy` with all that is bound behind it.
    fn written_together(&mut self, at: usize, name: &str) -> Formula {
        let mut letters = name.char_indices();
        let capital = letters
            .next()
            .is_some_and(|(_, first)| first.is_uppercase());
        let variables: Vec<&str> = letters
            .map(|(at, letter)| &name[at..at + letter.len_utf8()])
            .collect();
        let bound = variables.iter().all(|name| self.bound.contains(name));
        if !capital || variables.is_empty() || !bound {
            return Formula::Atom {
                predicate: Name::new(name),
                arguments: Vec::new(),
            };
        }
        let first = &name[..name.len() - variables.concat().len()];
        let atom = Formula::Atom {
            predicate: Name::new(first),
            arguments: variables
                .iter()
                .map(|v| Term::Variable(Name::new(v)))
                .collect(),
        };
        let (span, after) = (self.tokens[at].span, atom.to_string());
        let reason = Phrase::new(
            format!("`{name}` says `{after}` without its parentheses"),
            format!("`{name}` dit `{after}` sans ses parenthèses"),
        );
        let repair = Repair::new(Kind::Parenthesis, span, name, &after);
        self.repairs.push(repair.because(reason));
        atom
    }

    /// Whether what stands here says how true the atom before it is: `= True`, "is false". How many
    /// tokens that takes.
    fn truth_ahead(&self) -> Option<(bool, usize)> {
        let (says, width) = match self.kind() {
            Some(Tok::Compare(Comparison::Equal)) => (true, 1),
            Some(Tok::Compare(Comparison::NotEqual)) => (false, 1),
            Some(Tok::Name) if self.is_word(self.at, &["n'est", "n’est"]) => {
                (!self.is_word(self.at + 1, &["pas"]), 2)
            }
            Some(Tok::Name) if self.is_word(self.at, &["is", "est"]) => {
                let denied = self.is_word(self.at + 1, &["not"]);
                (!denied, 1 + usize::from(denied))
            }
            Some(_) | None => return None,
        };
        let at = self.at + width;
        let truth = if self.is_word(at, &["true", "vrai", "vraie"]) {
            says
        } else if self.is_word(at, &["false", "faux", "fausse"]) {
            !says
        } else {
            return None;
        };
        let ends = !matches!(
            self.tokens.get(at + 1).map(|token| token.kind),
            Some(Tok::Open | Tok::Arithmetic(_) | Tok::Compare(_))
        );
        ends.then_some((truth, width + 1))
    }

    /// An atom with the truth that was said of it.
    fn told(&mut self, start: usize, atom: Formula, truth: bool, width: usize) -> Formula {
        self.at += width;
        let formula = if truth { atom } else { Formula::not(atom) };
        let span = self.tokens[start].span.to(self.tokens[self.at - 1].span);
        let after = formula.to_string();
        self.edit(Kind::TruthValue, span, &after);
        formula
    }

    fn comparison(&mut self) -> Read<Formula> {
        let mut left = self.sum()?;
        let mut parts = Vec::new();
        // Each round takes a comparison and a term: `a < b < c` compares twice.
        while let Some(Tok::Compare(comparison)) = self.kind() {
            self.at += 1;
            let right = self.sum()?;
            parts.push(Formula::Compare(comparison, left, right.clone()));
            left = right;
        }
        if parts.is_empty() && self.kind() == Some(Tok::Element) {
            let span = self.span();
            self.at += 1;
            if self.kind() != Some(Tok::Name) {
                return self.stop();
            }
            let (name, _) = self.name(false);
            self.edit(Kind::Operator, span, "in");
            return Ok(Formula::Atom {
                predicate: Name::new(&name),
                arguments: vec![left],
            });
        }
        if parts.is_empty() {
            return self.stop();
        }
        Ok(Formula::all(parts))
    }

    fn sum(&mut self) -> Read<Term> {
        let mut left = self.simple_term()?;
        // Each round takes an operator and a term.
        while let Some(Tok::Arithmetic(operation)) = self.kind() {
            self.at += 1;
            let right = self.simple_term()?;
            left = Term::Arithmetic(operation, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn simple_term(&mut self) -> Read<Term> {
        match self.term()? {
            Argument::One(term) => Ok(term),
            Argument::Many(..) | Argument::Some(_) => self.stop(),
        }
    }

    /// The arguments of the atom whose opening parenthesis is next.
    fn arguments(&mut self) -> Read<Vec<Argument>> {
        self.deeper()?;
        self.at += 1;
        let mut arguments = Vec::new();
        if self.kind() == Some(Tok::Close) {
            self.at += 1;
            self.shallower();
            return Ok(arguments);
        }
        // Each round takes a term.
        loop {
            let argument = self.argument()?;
            arguments.push(argument);
            match self.kind() {
                Some(Tok::Comma) if self.kind_after(1) == Some(Tok::Close) => {
                    let span = self.span();
                    self.edit(Kind::Residue, span, "");
                    self.at += 2;
                    break;
                }
                Some(Tok::Comma) => self.at += 1,
                Some(Tok::Name | Tok::Variable) => {
                    let at = self.span().start;
                    self.edit(Kind::MissingComma, Span::new(at, at), ",");
                }
                Some(Tok::Close) => {
                    self.at += 1;
                    break;
                }
                Some(Tok::And | Tok::Or | Tok::Implies | Tok::Iff | Tok::Xor) => {
                    // The atom was never closed, and a connective goes on.
                    let at = self.span().start;
                    self.edit(Kind::Parenthesis, Span::new(at, at), ")");
                    self.closed_early += 1;
                    break;
                }
                Some(_) | None => return self.stop(),
            }
        }
        self.shallower();
        Ok(arguments)
    }

    fn argument(&mut self) -> Read<Argument> {
        let start = self.span();
        let first = self.term()?;
        let Argument::One(first) = first else {
            return Ok(first);
        };
        let mut first = first;
        while let Some(Tok::Arithmetic(operation)) = self.kind() {
            self.at += 1;
            let right = self.simple_term()?;
            first = Term::Arithmetic(operation, Box::new(first), Box::new(right));
        }
        let all = match self.kind() {
            Some(Tok::And) => true,
            Some(Tok::Or) => false,
            Some(Tok::Name) if self.is_word(self.at, ALL_WORDS) => true,
            Some(Tok::Name) if self.is_word(self.at, ANY_WORDS) => false,
            _ => return Ok(Argument::One(first)),
        };
        if !self.is_list_item(self.at + 1) {
            return Ok(Argument::One(first));
        }
        let mut items = vec![first];
        // Each round takes a connective and an item.
        while (matches!(self.kind(), Some(Tok::And | Tok::Or))
            || self.is_word(self.at, ALL_WORDS)
            || self.is_word(self.at, ANY_WORDS))
            && self.is_list_item(self.at + 1)
            && items.len() < ITEMS_MAX
        {
            self.at += 1;
            items.push(self.simple_term()?);
        }
        let end = self.tokens[self.at - 1].span;
        self.edit(Kind::NestedTerm, start.to(end), "");
        Ok(Argument::Many(all, items))
    }

    /// A name that begins no atom of its own.
    fn is_list_item(&self, at: usize) -> bool {
        matches!(
            self.tokens.get(at).map(|token| token.kind),
            Some(Tok::Name | Tok::Quoted | Tok::Number)
        ) && self.tokens.get(at + 1).map(|token| token.kind) != Some(Tok::Open)
    }

    fn term(&mut self) -> Read<Argument> {
        let span = self.span();
        match self.kind() {
            Some(Tok::Variable) => {
                let name = self.text().trim_start_matches(['$', '?']);
                self.at += 1;
                Ok(Argument::One(Term::Variable(Name::new(name))))
            }
            Some(Tok::Forall | Tok::Exists) => {
                let start = self.at;
                let formula = self.unary()?;
                let end = self.tokens[self.at.max(start + 1) - 1].span;
                self.edit(Kind::NestedTerm, span.to(end), "");
                Ok(Argument::Some(formula))
            }
            Some(Tok::Number) if !self.is_glued(self.at) && !self.is_measured() => {
                let text = self.text();
                self.at += 1;
                let plain = text.replace([',', '$'], "");
                self.edit(Kind::OddName, span, &plain);
                Ok(Argument::One(number(&plain, span)))
            }
            Some(Tok::Not) if self.kind_after(1) == Some(Tok::Number) => {
                let end = self.tokens[self.at + 1].span;
                let text = &self.source[end.start..end.end];
                self.at += 2;
                Ok(Argument::One(number(&format!("-{text}"), span.to(end))))
            }
            Some(Tok::Quoted) => Ok(Argument::One(self.quotation())),
            Some(Tok::OpenSquare) => self.list(),
            Some(Tok::Open) => {
                self.deeper()?;
                self.at += 1;
                let inner = self.term()?;
                if self.kind() != Some(Tok::Close) {
                    return self.stop();
                }
                self.at += 1;
                self.edit(Kind::Parenthesis, Span::new(span.start, span.end), "");
                self.shallower();
                Ok(inner)
            }
            Some(Tok::Name | Tok::Number) => self.named(),
            Some(Tok::Other) if self.text() == "?" => {
                self.at += 1;
                Ok(Argument::One(Term::Unresolved(Name::new("?"), span)))
            }
            Some(_) | None => self.stop(),
        }
    }

    fn named(&mut self) -> Read<Argument> {
        let (name, whole) = self.name(true);
        if self.kind() == Some(Tok::Open) && name.eq_ignore_ascii_case("not") {
            return self.stop();
        }
        if self.kind() == Some(Tok::Open) {
            let arguments = self.arguments()?;
            let mut terms = Vec::with_capacity(arguments.len());
            for argument in arguments {
                match argument {
                    Argument::One(term) => terms.push(term),
                    Argument::Many(..) | Argument::Some(_) => return self.stop(),
                }
            }
            let name = Name::new(&name);
            if terms.is_empty() {
                return Ok(Argument::One(Term::Unresolved(name, whole)));
            }
            return Ok(Argument::One(Term::Function {
                name,
                arguments: terms,
            }));
        }
        if self.style == Style::Program
            && let Some(truth) = truth_of(&name)
        {
            return Ok(Argument::One(Term::Constant(Value::Bool(truth))));
        }
        let term = if self.bound.contains(&name.as_str()) {
            Term::Variable(Name::new(&name))
        } else {
            Term::Unresolved(Name::new(&name), whole)
        };
        Ok(Argument::One(term))
    }

    /// Whether the next token continues the one at hand without a space: `Five-Story`, `mr.smith`.
    fn is_glued(&self, at: usize) -> bool {
        let (Some(here), Some(sign), Some(next)) = (
            self.tokens.get(at),
            self.tokens.get(at + 1),
            self.tokens.get(at + 2),
        ) else {
            return false;
        };
        let text = self.text_at(at + 1);
        matches!(text, "-" | "." | "/" | "–" | "+" | "#" | "@" | "%")
            && here.span.end == sign.span.start
            && sign.span.end == next.span.start
            && matches!(next.kind, Tok::Name | Tok::Number)
    }

    /// Whether a word says what a number counts: `5000 dollars`.
    fn is_measured(&self) -> bool {
        let next = self.at + 1;
        self.kind_after(1) == Some(Tok::Name)
            && !self.is_word(next, ALL_WORDS)
            && !self.is_word(next, ANY_WORDS)
            && !self.is_bound(next)
            && !is_variable_like(self.text_at(next))
    }

    /// Whether the word behind a token goes on with its name.
    fn is_word_of_name(&self, last: usize) -> bool {
        matches!(self.kind(), Some(Tok::Name | Tok::Number))
            && !self.is_word(self.at, ALL_WORDS)
            && !self.is_word(self.at, ANY_WORDS)
            && !self.is_bound(last)
            && !self.is_bound(self.at)
    }

    /// Whether a full stop belongs to the name before it: "St. John", "U.S.A.".
    fn is_abbreviated(&self, at: usize) -> bool {
        let (Some(here), Some(dot)) = (self.tokens.get(at), self.tokens.get(at + 1)) else {
            return false;
        };
        let glued = dot.kind == Tok::Dot && here.span.end == dot.span.start;
        let short = here.span.end - here.span.start <= 3
            && self.text_at(at).starts_with(char::is_uppercase);
        let next = self.tokens.get(at + 2).map(|token| token.kind);
        glued && short && matches!(next, Some(Tok::Name | Tok::Comma | Tok::Close))
    }

    /// Whether a variable in scope stands there, which is no part of a longer name.
    fn is_bound(&self, at: usize) -> bool {
        self.bound.contains(&self.text_at(at))
    }

    /// A name with whatever belongs to it. `spaced`: several words may make one name.
    fn name(&mut self, spaced: bool) -> (String, Span) {
        let start = self.span();
        let mut end = start;
        let mut odd = false;
        self.at += 1;
        // Each round takes at least one token.
        loop {
            let last = self.at - 1;
            // `all x.P(x)` parts a variable from a predicate, and is no name.
            let dotted = self.text_at(last + 1) == "." && !spaced;
            if self.is_glued(last) && !dotted {
                self.at += 2;
                odd = true;
            } else if spaced && (self.is_word_of_name(last) || self.is_abbreviated(last)) {
                self.at += 1;
                odd = true;
            } else {
                break;
            }
            end = self.tokens[self.at - 1].span;
        }
        let whole = start.to(end);
        let raw = &self.source[whole.start..whole.end];
        if !odd {
            return (raw.to_owned(), whole);
        }
        let name: String = raw.split_whitespace().collect::<Vec<_>>().join("_");
        self.edit(Kind::OddName, whole, &Written(&name).to_string());
        (name, whole)
    }

    fn quotation(&mut self) -> Term {
        let span = self.span();
        let raw = self.text();
        let name = raw.split_whitespace().collect::<Vec<_>>().join("_");
        let after = Written(&name).to_string();
        self.edit(Kind::OddName, self.with_quotes(span), &after);
        self.at += 1;
        // What follows the quotation up to the next sign says who or what it is by.
        let start = self.span();
        let mut end = start;
        while self.kind() == Some(Tok::Name) {
            end = self.span();
            self.at += 1;
        }
        if end.end > start.start && self.tokens.get(self.at).is_some() && end != start {
            self.edit(Kind::Residue, start.to(end), "");
        }
        if self.bound.contains(&name.as_str()) {
            Term::Variable(Name::from(name))
        } else {
            Term::Unresolved(Name::from(name), span)
        }
    }

    fn with_quotes(&self, content: Span) -> Span {
        let width = |character: Option<char>| character.map_or(0, char::len_utf8);
        let before = self.source[..content.start].chars().next_back();
        let after = self.source[content.end..].chars().next();
        Span::new(content.start - width(before), content.end + width(after))
    }

    fn list(&mut self) -> Read<Argument> {
        let start = self.span();
        self.at += 1;
        let mut items = Vec::new();
        // Each round takes an item.
        while items.len() < ITEMS_MAX && self.kind() != Some(Tok::CloseSquare) {
            items.push(self.simple_term()?);
            match self.kind() {
                Some(Tok::Comma | Tok::And) => self.at += 1,
                Some(Tok::CloseSquare) => {}
                Some(_) | None => return self.stop(),
            }
        }
        if items.is_empty() || self.kind() != Some(Tok::CloseSquare) {
            return self.stop();
        }
        let end = self.span();
        self.at += 1;
        self.edit(Kind::NestedTerm, start.to(end), "");
        Ok(Argument::Many(true, items))
    }

    /// The atom, with lists spread and quantifiers taken out.
    fn atom(&mut self, predicate: Name, arguments: Vec<Argument>) -> Read<Formula> {
        let mut terms = Vec::with_capacity(arguments.len());
        let mut list: Option<(usize, bool, Vec<Term>)> = None;
        let mut quantified: Vec<Formula> = Vec::new();
        for argument in arguments {
            match argument {
                Argument::One(term) => terms.push(term),
                Argument::Many(all, items) => {
                    if list.is_some() {
                        return self.stop();
                    }
                    terms.push(items[0].clone());
                    list = Some((terms.len() - 1, all, items));
                }
                Argument::Some(formula) => {
                    let (Formula::Forall { variable, .. } | Formula::Exists { variable, .. }) =
                        &formula
                    else {
                        return self.stop();
                    };
                    terms.push(Term::Variable(variable.clone()));
                    quantified.push(formula);
                }
            }
        }
        let mut formula = match list {
            None => Formula::Atom {
                predicate,
                arguments: terms,
            },
            Some((at, all, items)) => {
                let parts = items
                    .into_iter()
                    .map(|item| {
                        let mut arguments = terms.clone();
                        arguments[at] = item;
                        Formula::Atom {
                            predicate: predicate.clone(),
                            arguments,
                        }
                    })
                    .collect();
                if all {
                    Formula::all(parts)
                } else {
                    Formula::any(parts)
                }
            }
        };
        for outer in quantified.into_iter().rev() {
            formula = under(outer, formula);
        }
        Ok(formula)
    }
}

/// `P(∃y Q(y))` says that some y is Q, and P holds of it.
fn under(outer: Formula, atom: Formula) -> Formula {
    if let Formula::Exists {
        variable,
        sort,
        body,
    } = outer
    {
        let body = Formula::And(vec![*body, atom]);
        bind(false, variable, sort, body)
    } else if let Formula::Forall {
        variable,
        sort,
        body,
    } = outer
    {
        let body = Formula::Implies(body, Box::new(atom));
        bind(true, variable, sort, body)
    } else {
        Formula::And(vec![outer, atom])
    }
}

fn number(text: &str, span: Span) -> Term {
    match text.parse() {
        Ok(number) => Term::Constant(Value::Number(number)),
        Err(_) => Term::Unresolved(Name::new(text), span),
    }
}
