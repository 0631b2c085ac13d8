//! Formulas: connectives, quantifiers and groups, with the repairs their syntax may need.
//!
//! Precedence is that of the strict reader. A statement is parsed from one list of tokens; where
//! parentheses do not match, a few candidate lists are tried and the best one is kept.

use super::token::{self, Kind as Tok, Token};
use super::{Draft, Style, Unread, prose};
use crate::formula::{Formula, Span};
use crate::repair::{Kind, Repair, Why};
use crate::syntax::DEPTH_MAX;
use crate::tolerant::terms::{is_free_name, rename_free, share_a_variable};
use crate::value::Name;

/// Deeper nesting than this is refused; what is read must stay readable for the strict reader too.
const NESTING_MAX: usize = DEPTH_MAX / 4;

pub(super) struct Stop {
    pub why: Why,
    pub at: usize,
}

pub(super) type Read<T> = Result<T, Stop>;

pub(super) struct Parser<'a> {
    pub source: &'a str,
    pub tokens: &'a [Token],
    pub at: usize,
    pub style: Style,
    pub bound: Vec<&'a str>,
    pub repairs: Vec<Repair>,
    depth: usize,
    /// Parentheses that were closed for the writer, whose own one may come later.
    pub closed_early: usize,
    /// Inside `And(a, b)`, where a comma parts formulas.
    listing: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    Iff,
    Implies,
    ImpliedBy,
    Xor,
    Or,
    And,
}

impl Joint {
    fn power(self) -> u8 {
        match self {
            Joint::Iff => 1,
            Joint::Implies | Joint::ImpliedBy => 2,
            Joint::Xor => 3,
            Joint::Or => 4,
            Joint::And => 5,
        }
    }
}

impl<'a> Parser<'a> {
    pub(super) fn statement(source: &str, style: Style, tokens: &[Token]) -> Result<Draft, Unread> {
        let (extra, missing) = balance(tokens);
        if extra == 0 && missing == 0 {
            return Parser::whole(source, style, tokens);
        }
        let mut edits = Vec::new();
        let mut balanced = Vec::with_capacity(tokens.len() + extra + missing);
        let virtual_token = |kind, at| Token {
            kind,
            span: Span::new(at, at),
            odd: false,
        };
        for _ in 0..extra {
            balanced.push(virtual_token(Tok::Open, 0));
            edits.push(Repair::new(Kind::Parenthesis, Span::new(0, 0), "", "("));
        }
        balanced.extend_from_slice(tokens);
        let end = source.len();
        for _ in 0..missing {
            balanced.push(virtual_token(Tok::Close, end));
            edits.push(Repair::new(Kind::Parenthesis, Span::new(end, end), "", ")"));
        }
        let plain = Parser::whole(source, style, &balanced);
        if missing > 0 {
            let is_rule = |draft: &Result<Draft, Unread>| {
                draft.as_ref().is_ok_and(|draft| says_if(&draft.formula))
            };
            if !is_rule(&plain) {
                // The parenthesis may have been meant to close before an arrow.
                for at in 0..tokens.len() {
                    if !matches!(tokens[at].kind, Tok::Implies | Tok::Iff) {
                        continue;
                    }
                    let mut moved = balanced.clone();
                    moved.pop();
                    let place = tokens[at].span.start;
                    moved.insert(at + extra, virtual_token(Tok::Close, place));
                    let candidate = Parser::whole(source, style, &moved);
                    if is_rule(&candidate) || (plain.is_err() && candidate.is_ok()) {
                        if let Some(last) = edits.last_mut() {
                            last.span = Span::new(place, place);
                        }
                        return candidate.map(|draft| with(draft, edits));
                    }
                }
            }
        }
        if plain.is_err() {
            // A parenthesis inside an atom may be the wrong one: the parser closes it where it must.
            let lone = Parser::whole(source, style, tokens);
            if lone.is_ok() {
                return lone;
            }
        }
        plain.map(|draft| with(draft, edits))
    }

    fn whole(source: &str, style: Style, tokens: &[Token]) -> Result<Draft, Unread> {
        let mut parser = Parser {
            source,
            tokens,
            at: 0,
            style,
            bound: Vec::new(),
            repairs: Vec::new(),
            depth: 0,
            closed_early: 0,
            listing: 0,
        };
        match parser.all() {
            Ok(formula) => {
                let mut repairs = parser.repairs;
                note_spellings(source, tokens, &mut repairs);
                Ok(Draft { formula, repairs })
            }
            Err((stop, nearest)) => {
                let span = tokens
                    .get(stop.at)
                    .map_or(Span::new(source.len(), source.len()), |token| token.span);
                Err(Unread {
                    why: stop.why,
                    span,
                    nearest,
                })
            }
        }
    }

    fn all(&mut self) -> Result<Formula, (Stop, Option<Formula>)> {
        let mut formula = self.formula(0).map_err(|stop| (stop, None))?;
        // Each round takes at least one token.
        while let Some(kind) = self.kind() {
            if kind == Tok::Close && self.closed_early > 0 {
                self.closed_early -= 1;
                self.at += 1;
            } else if kind == Tok::Dot {
                self.at += 1;
                if self.kind().is_some() {
                    let next = self
                        .formula(0)
                        .map_err(|stop| (stop, Some(formula.clone())))?;
                    formula = join(Joint::And, formula, next, false);
                }
            } else if self.style == Style::Program
                && matches!(kind, Tok::Name | Tok::Not)
                && !self.tokens.iter().any(|token| token.kind == Tok::Implies)
            {
                let place = self.span();
                let next = self
                    .formula(0)
                    .map_err(|stop| (stop, Some(formula.clone())))?;
                self.edit(
                    Kind::MissingArrow,
                    Span::new(place.start, place.start),
                    ">>>",
                );
                formula = join(Joint::Implies, formula, next, false);
            } else {
                let why = Why::Unreadable;
                return Err((Stop { why, at: self.at }, Some(formula)));
            }
        }
        Ok(formula)
    }

    pub(super) fn kind(&self) -> Option<Tok> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    pub(super) fn kind_after(&self, count: usize) -> Option<Tok> {
        self.tokens.get(self.at + count).map(|token| token.kind)
    }

    pub(super) fn span(&self) -> Span {
        match self.tokens.get(self.at) {
            Some(token) => token.span,
            None => Span::new(self.source.len(), self.source.len()),
        }
    }

    pub(super) fn text_at(&self, at: usize) -> &'a str {
        self.tokens
            .get(at)
            .map_or("", |token| &self.source[token.span.start..token.span.end])
    }

    pub(super) fn text(&self) -> &'a str {
        self.text_at(self.at)
    }

    pub(super) fn stop<T>(&self) -> Read<T> {
        Err(Stop {
            why: Why::Unreadable,
            at: self.at,
        })
    }

    pub(super) fn edit(&mut self, kind: Kind, span: Span, after: &str) {
        let before = &self.source[span.start..span.end];
        self.repairs.push(Repair::new(kind, span, before, after));
    }

    pub(super) fn is_word(&self, at: usize, words: &[&str]) -> bool {
        self.tokens.get(at).is_some_and(|t| t.kind == Tok::Name)
            && words
                .iter()
                .any(|word| self.text_at(at).eq_ignore_ascii_case(word))
    }

    /// The connective ahead and how many tokens it takes.
    fn joint(&self) -> Option<(Joint, usize)> {
        let one = |joint| Some((joint, 1));
        match self.kind()? {
            Tok::And => one(Joint::And),
            Tok::Or => one(Joint::Or),
            Tok::Xor => one(Joint::Xor),
            Tok::Implies => one(Joint::Implies),
            Tok::ImpliedBy => one(Joint::ImpliedBy),
            Tok::Iff => one(Joint::Iff),
            Tok::Caret => match self.style {
                Style::Formula => one(Joint::And),
                Style::Program => one(Joint::Xor),
            },
            Tok::Comma | Tok::Semicolon if self.listing == 0 && self.kind_after(1).is_some() => {
                // `if A, then B`
                if self.is_word(self.at + 1, &["then"]) {
                    return Some((Joint::Implies, 2));
                }
                let width = if self.is_word(self.at + 1, &["and"]) {
                    2
                } else {
                    1
                };
                Some((Joint::And, width))
            }
            Tok::Name => {
                let word = self.text();
                // A word that opens an atom of its own is a name.
                if word.len() > 7 {
                    return None;
                }
                match word.to_ascii_lowercase().as_str() {
                    "and" => one(Joint::And),
                    "or" => one(Joint::Or),
                    "xor" => one(Joint::Xor),
                    "then" | "implies" => one(Joint::Implies),
                    "iff" => one(Joint::Iff),
                    "if" if self.is_word(self.at + 1, &["and"])
                        && self.is_word(self.at + 2, &["only"])
                        && self.is_word(self.at + 3, &["if"]) =>
                    {
                        Some((Joint::Iff, 4))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(super) fn formula(&mut self, least: u8) -> Read<Formula> {
        self.deeper()?;
        let mut left = self.unary()?;
        let mut chain = None;
        while let Some((joint, width)) = self.joint() {
            if joint.power() < least {
                break;
            }
            let start = self.span();
            let spelled = matches!(self.kind(), Some(Tok::Name | Tok::Comma | Tok::Semicolon));
            let caret = self.kind() == Some(Tok::Caret);
            self.at += width;
            if spelled {
                let end = self.tokens[self.at - 1].span.end;
                let sign = sign(joint);
                self.edit(Kind::Operator, Span::new(start.start, end), sign);
            }
            let right = self.formula(match joint {
                Joint::Implies | Joint::ImpliedBy => joint.power(),
                Joint::Iff | Joint::Xor | Joint::Or | Joint::And => joint.power() + 1,
            })?;
            let joint = if caret && self.style == Style::Program {
                self.caret(start, &left, &right)
            } else {
                joint
            };
            let (left_now, right) = self.reach(left, joint, right);
            left = match right {
                Some(right) => join(joint, left_now, right, chain == Some(joint)),
                None => left_now,
            };
            chain = Some(joint);
        }
        self.shallower();
        Ok(left)
    }

    /// `^` between two conditions on one variable is a rule without its arrow.
    fn caret(&mut self, span: Span, left: &Formula, right: &Formula) -> Joint {
        let lone = |formula: &Formula| matches!(formula, Formula::Atom { .. } | Formula::Not(_));
        let has_arrow = self.tokens.iter().any(|token| token.kind == Tok::Implies);
        if lone(left) && lone(right) && !has_arrow {
            self.edit(Kind::MissingArrow, span, ">>>");
            Joint::Implies
        } else {
            Joint::And
        }
    }

    /// Lets a quantifier on the left reach a right side that uses its variable.
    fn reach(&mut self, left: Formula, joint: Joint, right: Formula) -> (Formula, Option<Formula>) {
        let mut names = Vec::new();
        let mut inner = &left;
        let negated = match (&left, joint) {
            (Formula::Not(body), Joint::And) if matches!(**body, Formula::Exists { .. }) => {
                inner = body;
                true
            }
            _ => false,
        };
        let mut used = false;
        while let Formula::Forall { variable, body, .. } | Formula::Exists { variable, body, .. } =
            inner
        {
            used |= is_free_name(&right, variable);
            names.push(variable.clone());
            inner = body;
        }
        // `∀x (A(x, y)) → B(y)`: what binds nothing on the right was still meant to stand before the rule.
        let conditional = joint == Joint::Implies
            && matches!(left, Formula::Forall { .. })
            && !matches!(inner, Formula::Implies(..))
            && share_a_variable(&left, &right);
        if conditional && !used {
            let span = self.span_of(&names[0]);
            self.edit(Kind::Scope, span, &names[0]);
        }
        if !used && !conditional {
            return (left, Some(right));
        }
        let mut right = right;
        for name in &names {
            if is_free_name(&right, name) {
                rename_free(&mut right, name);
                let span = self.span_of(name);
                self.edit(Kind::Scope, span, name);
            }
        }
        let left = match left {
            Formula::Not(body) if negated => *body,
            other => other,
        };
        let reached = extend(left, joint, right);
        let reached = if negated {
            Formula::not(reached)
        } else {
            reached
        };
        (reached, None)
    }

    fn span_of(&self, name: &str) -> Span {
        let found = self
            .tokens
            .iter()
            .rev()
            .find(|token| self.source[token.span.start..token.span.end] == *name);
        found.map_or(Span::new(0, 0), |token| token.span)
    }

    pub(super) fn shallower(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    pub(super) fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > NESTING_MAX {
            Err(Stop {
                why: Why::TooDeep,
                at: self.at,
            })
        } else {
            Ok(())
        }
    }

    pub(super) fn unary(&mut self) -> Read<Formula> {
        self.deeper()?;
        let formula = match self.kind() {
            Some(Tok::Not) => {
                self.at += 1;
                Formula::not(self.unary()?)
            }
            Some(Tok::Forall | Tok::Exists) => self.quantified()?,
            Some(Tok::Open | Tok::OpenSquare) => self.group()?,
            Some(Tok::Name) => self.word()?,
            Some(Tok::Variable | Tok::Number | Tok::Quoted) => self.comparison_or_atom()?,
            _ => return self.stop(),
        };
        self.shallower();
        Ok(formula)
    }

    fn group(&mut self) -> Read<Formula> {
        // `(∀x)(…)` is a quantifier in parentheses of its own.
        let quantifier = matches!(self.kind_after(1), Some(Tok::Forall | Tok::Exists));
        if quantifier
            && self.kind_after(2) == Some(Tok::Name)
            && self.kind_after(3) == Some(Tok::Close)
        {
            let start = self.span();
            let end = self.tokens[self.at + 3].span;
            let universal = self.kind_after(1) == Some(Tok::Forall);
            let variable = self.text_at(self.at + 2);
            let sign = if universal { "∀" } else { "∃" };
            self.at += 4;
            self.edit(
                Kind::Quantifier,
                start.to(end),
                &format!("{sign}{variable}"),
            );
            self.bound.push(variable);
            let body = self.unary()?;
            self.bound.pop();
            return Ok(bind(universal, Name::new(variable), None, body));
        }
        let listing = std::mem::take(&mut self.listing);
        self.at += 1;
        let inner = self.formula(0)?;
        self.listing = listing;
        match self.kind() {
            Some(Tok::Close | Tok::CloseSquare) => {
                self.at += 1;
                Ok(inner)
            }
            _ => self.stop(),
        }
    }

    /// What a name begins: a word operator, a quantifier in words, a sentence, an atom.
    fn word(&mut self) -> Read<Formula> {
        let word = self.text();
        let next = self.kind_after(1);
        let lower = if word.len() <= 9 {
            word.to_ascii_lowercase()
        } else {
            String::new()
        };
        match lower.as_str() {
            "not" => {
                let span = self.span();
                self.edit(Kind::Operator, span, "¬");
                self.at += 1;
                return Ok(Formula::not(self.unary()?));
            }
            "and" | "or" | "implies" | "iff" | "xor" if next == Some(Tok::Open) => {
                return self.called_connective(&lower);
            }
            "if" if next.is_some() => {
                let span = self.span();
                self.edit(Kind::Operator, span, "");
                self.at += 1;
                return self.formula(0);
            }
            "true" | "false" if next != Some(Tok::Open) => {
                self.at += 1;
                return Ok(Formula::Constant(lower == "true"));
            }
            "all" | "forall" | "every" | "each" | "exists" | "exist" | "some" | "for" | "there"
                if self.quantifier_words().is_some() =>
            {
                return self.quantified();
            }
            "forall" | "exists"
                if next == Some(Tok::Open) && self.kind_after(3) == Some(Tok::Comma) =>
            {
                return self.called_quantifier(lower == "forall");
            }
            _ => {}
        }
        if next == Some(Tok::Name)
            && let Some(formula) = prose::clause(self)?
        {
            return Ok(formula);
        }
        self.comparison_or_atom()
    }

    /// `And(a, b)`, `Implies(a, b)`.
    fn called_connective(&mut self, word: &str) -> Read<Formula> {
        let joint = match word {
            "and" => Joint::And,
            "or" => Joint::Or,
            "implies" => Joint::Implies,
            "iff" => Joint::Iff,
            _ => Joint::Xor,
        };
        let span = self.span();
        self.edit(Kind::Operator, span, sign(joint));
        self.at += 2;
        self.listing += 1;
        let mut left = self.formula(0)?;
        let mut first = true;
        while self.kind() == Some(Tok::Comma) {
            self.at += 1;
            let right = self.formula(0)?;
            left = join(joint, left, right, !first);
            first = false;
        }
        self.listing -= 1;
        self.close(left)
    }

    fn close(&mut self, formula: Formula) -> Read<Formula> {
        if self.kind() == Some(Tok::Close) {
            self.at += 1;
            Ok(formula)
        } else {
            self.stop()
        }
    }

    /// `ForAll(x, …)`.
    fn called_quantifier(&mut self, universal: bool) -> Read<Formula> {
        let span = self.span();
        let variable = self.text_at(self.at + 2);
        let sign = if universal { "∀" } else { "∃" };
        self.edit(Kind::Quantifier, span, &format!("{sign}{variable}"));
        self.at += 4;
        self.bound.push(variable);
        let body = self.formula(0)?;
        self.bound.pop();
        let formula = bind(universal, Name::new(variable), None, body);
        self.close(formula)
    }

    /// Whether a quantifier in words stands here: universal, how many tokens, strictly written.
    fn quantifier_words(&self) -> Option<(bool, usize, bool)> {
        let (universal, width) = if self.is_word(self.at, &["for"])
            && self.is_word(self.at + 1, &["all", "every", "each", "any"])
        {
            (true, 2)
        } else if self.is_word(self.at, &["there"])
            && self.is_word(self.at + 1, &["exists", "is", "exist"])
        {
            let article = self.is_word(self.at + 2, &["an", "some"]);
            (false, 2 + usize::from(article))
        } else if self.is_word(self.at, &["all", "forall", "every", "each"]) {
            (true, 1)
        } else if self.is_word(self.at, &["exists", "exist", "some"]) {
            (false, 1)
        } else {
            return None;
        };
        let named = matches!(self.kind_after(width), Some(Tok::Name | Tok::Variable));
        let short = self.text_at(self.at + width).len() <= 2;
        let parted = matches!(
            self.kind_after(width + 1),
            Some(Tok::Dot | Tok::Colon | Tok::Forall | Tok::Exists)
        );
        let strict = matches!(self.text(), "all" | "exists" | "forall");
        (named && (short || parted)).then_some((universal, width, strict))
    }

    fn quantified(&mut self) -> Read<Formula> {
        let start = self.span();
        let (universal, width, strict) = match self.kind() {
            Some(Tok::Forall) => (true, 1, true),
            Some(Tok::Exists) => (false, 1, true),
            _ => match self.quantifier_words() {
                Some(found) => found,
                None => return self.stop(),
            },
        };
        self.at += width;
        let mut odd = !strict;
        if !universal && self.kind() == Some(Tok::Not) && self.text() == "!" {
            odd = true;
            self.at += 1;
        }
        let mut variables: Vec<&'a str> = Vec::new();
        let mut sort = None;
        // Each round takes a variable.
        loop {
            let first = variables.is_empty();
            let alone = self.kind_after(1) != Some(Tok::Open)
                || self.text().len() <= 2 && self.text().starts_with(char::is_lowercase);
            if matches!(self.kind(), Some(Tok::Name | Tok::Variable))
                && (first
                    || (self.text().len() <= 2
                        && alone
                        && self.text().starts_with(char::is_lowercase)))
                && !(first
                    && self.kind_after(1) == Some(Tok::Open)
                    && self.text().len() > 2
                    && self.text().starts_with(char::is_uppercase))
            {
                odd |= !first;
                variables.push(self.text().trim_start_matches(['$', '?']));
                self.at += 1;
            } else if !first
                && self.kind() == Some(Tok::Comma)
                && self.kind_after(1) == Some(Tok::Name)
                && self.text_at(self.at + 1).len() <= 2
            {
                odd = true;
                self.at += 1;
            } else {
                break;
            }
        }
        if matches!(self.kind(), Some(Tok::Element | Tok::Colon)) || self.is_word(self.at, &["in"])
        {
            let parted = !matches!(
                self.kind_after(2),
                Some(Tok::Name | Tok::And | Tok::Or | Tok::Implies | Tok::Compare(_))
            );
            let typed = self.kind() != Some(Tok::Colon)
                || matches!(self.kind_after(2), Some(Tok::Dot | Tok::Comma | Tok::Colon));
            if self.kind_after(1) == Some(Tok::Name) && parted && typed {
                sort = Some(Name::new(self.text_at(self.at + 1)));
                odd = true;
                self.at += 2;
            }
        }
        let mut parted = false;
        if matches!(
            self.kind(),
            Some(Tok::Dot | Tok::Colon | Tok::Comma | Tok::Semicolon)
        ) {
            parted = true;
            odd |= self.kind() != Some(Tok::Dot);
            self.at += 1;
        } else if self.is_word(self.at, &["such"]) && self.is_word(self.at + 1, &["that"]) {
            (parted, odd) = (true, true);
            self.at += 2;
        }
        if odd || variables.is_empty() {
            let end = self
                .tokens
                .get(self.at.saturating_sub(1))
                .map_or(start, |t| t.span);
            let sign = if universal { "∀" } else { "∃" };
            let after: String = variables.iter().map(|v| format!("{sign}{v} ")).collect();
            self.edit(Kind::Quantifier, start.to(end), after.trim_end());
        }
        let depth = self.bound.len();
        self.bound.extend(&variables);
        let listing = std::mem::take(&mut self.listing);
        let mut body = if parted {
            self.formula(0)?
        } else {
            self.unary()?
        };
        self.listing = listing;
        self.bound.truncate(depth);
        if variables.is_empty() {
            // `∃(P(x) ∧ …)`: the variable is the first free one of the body.
            let Some(name) = super::terms::first_variable_like(&body) else {
                return self.stop();
            };
            rename_free(&mut body, &name);
            return Ok(bind(universal, name, sort, body));
        }
        for variable in variables.iter().rev() {
            body = bind(universal, Name::new(variable), sort.clone(), body);
        }
        Ok(body)
    }
}

/// How many closing parentheses lack their opening one, and the reverse.
fn balance(tokens: &[Token]) -> (usize, usize) {
    let (mut extra, mut open) = (0_usize, 0_usize);
    for token in tokens {
        match token.kind {
            Tok::Open => open += 1,
            Tok::Close if open == 0 => extra += 1,
            Tok::Close => open -= 1,
            _ => {}
        }
    }
    (extra, open)
}

fn with(mut draft: Draft, edits: Vec<Repair>) -> Draft {
    draft.repairs.extend(edits);
    draft
}

/// A universal statement should say what follows from what.
fn says_if(formula: &Formula) -> bool {
    match formula {
        Formula::Forall { body, .. } => says_if(body),
        Formula::Implies(..) | Formula::Iff(..) => true,
        // Only a universal conjunction is suspicious.
        Formula::And(_) => false,
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Not(_)
        | Formula::Or(_)
        | Formula::Xor(..)
        | Formula::Exists { .. } => true,
    }
}

fn sign(joint: Joint) -> &'static str {
    match joint {
        Joint::Iff => "↔",
        Joint::Implies | Joint::ImpliedBy => "→",
        Joint::Xor => "⊕",
        Joint::Or => "∨",
        Joint::And => "∧",
    }
}

fn join(joint: Joint, left: Formula, right: Formula, chained: bool) -> Formula {
    match (joint, left) {
        (Joint::And, Formula::And(mut parts)) if chained => {
            parts.push(right);
            Formula::And(parts)
        }
        (Joint::Or, Formula::Or(mut parts)) if chained => {
            parts.push(right);
            Formula::Or(parts)
        }
        (Joint::And, left) => Formula::And(vec![left, right]),
        (Joint::Or, left) => Formula::Or(vec![left, right]),
        (Joint::Implies, left) => Formula::Implies(Box::new(left), Box::new(right)),
        (Joint::ImpliedBy, left) => Formula::Implies(Box::new(right), Box::new(left)),
        (Joint::Iff, left) => Formula::Iff(Box::new(left), Box::new(right)),
        (Joint::Xor, left) => Formula::Xor(Box::new(left), Box::new(right)),
    }
}

fn bind(universal: bool, variable: Name, sort: Option<Name>, body: Formula) -> Formula {
    let body = Box::new(body);
    if universal {
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

/// Moves the right side under the quantifiers of the left. "Some A … then B" speaks of every such A.
fn extend(left: Formula, joint: Joint, right: Formula) -> Formula {
    match left {
        Formula::Forall {
            variable,
            sort,
            body,
        } => bind(true, variable, sort, extend(*body, joint, right)),
        Formula::Exists {
            variable,
            sort,
            body,
        } => bind(
            matches!(joint, Joint::Implies | Joint::ImpliedBy),
            variable,
            sort,
            extend(*body, joint, right),
        ),
        body => join(joint, body, right, false),
    }
}

/// One edit for each token in a spelling a strict reader refuses.
fn note_spellings(source: &str, tokens: &[Token], repairs: &mut Vec<Repair>) {
    for token in tokens.iter().filter(|token| token.odd) {
        let before = &source[token.span.start..token.span.end];
        let kind = match token.kind {
            Tok::Caret
            | Tok::Not
            | Tok::And
            | Tok::Or
            | Tok::Xor
            | Tok::Implies
            | Tok::ImpliedBy
            | Tok::Iff
            | Tok::Forall
            | Tok::Exists
            | Tok::Compare(_)
            | Tok::Arithmetic(_)
            | Tok::Variable => Kind::Operator,
            Tok::Open | Tok::Close => Kind::Parenthesis,
            // Those that a reader of terms or quantifiers reports itself.
            Tok::OpenSquare
            | Tok::CloseSquare
            | Tok::Comma
            | Tok::Dot
            | Tok::Colon
            | Tok::Semicolon
            | Tok::Element
            | Tok::Quoted
            | Tok::Name
            | Tok::Number
            | Tok::Other => continue,
        };
        repairs.push(Repair::new(
            kind,
            token.span,
            before,
            token::canonical(token.kind),
        ));
    }
}
