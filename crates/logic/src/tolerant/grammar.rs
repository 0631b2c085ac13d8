//! Formulas: connectives and groups, with the repairs their syntax may need.
//!
//! Precedence is that of the strict reader. Every loop takes at least one token a round, and recursion
//! is counted.

use super::balance::note_spellings;
use super::quantifier::bind;
use super::token::{Kind as Tok, Token};
use super::{Draft, Style, Unread, prose, walk};
use crate::formula::{Formula, Span};
use crate::repair::arity::says_unknown;
use crate::repair::{Kind, Repair, Why};
use crate::syntax::DEPTH_MAX;
use crate::value::Name;

/// Deeper nesting than this is refused; what is read must stay readable for the strict reader too.
const NESTING_MAX: usize = DEPTH_MAX / 4;

/// The most words that are read as a remark on how true a formula is.
const REMARK_MAX: usize = 4;

/// Words that give a formula less than truth.
const CHANCES: &[&str] = &["probability", "chance", "confidence", "probabilité"];

/// Words with which a statement goes on: what they begin is no remark on it.
const GOING_ON: &[&str] = &[
    "but",
    "unless",
    "except",
    "if",
    "only",
    "or",
    "nor",
    "and",
    "mais",
    "sauf",
    "si",
    "ou",
    "et",
    "ni",
    "seulement",
    "when",
    "while",
    "whereas",
];

/// Prolog's arrow.
pub(crate) const CLAUSE: &str = ":-";

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
    pub listing: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    Iff,
    Implies,
    ImpliedBy,
    /// The left side holds where the right one does not.
    Unless,
    Xor,
    Or,
    And,
}

impl Joint {
    pub(super) fn power(self) -> u8 {
        match self {
            Joint::Iff => 1,
            Joint::Implies | Joint::ImpliedBy | Joint::Unless => 2,
            Joint::Xor => 3,
            Joint::Or => 4,
            Joint::And => 5,
        }
    }
}

/// Reads all of a list of tokens as one statement.
pub(super) fn whole(source: &str, style: Style, tokens: &[Token]) -> Result<Draft, Unread> {
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
        Err(stop) => {
            let end = Span::new(source.len(), source.len());
            let span = tokens.get(stop.at).map_or(end, |token| token.span);
            // A parenthesis that was only put there stands at the end too.
            let why = if stop.why == Why::Unexpected && span.start == span.end {
                Why::Unfinished
            } else {
                stop.why
            };
            Err(Unread {
                why,
                span,
                nearest: None,
            })
        }
    }
}

impl<'a> Parser<'a> {
    fn all(&mut self) -> Read<Formula> {
        let mut formula = self.formula(0)?;
        // Each round takes at least one token.
        while let Some(kind) = self.kind() {
            if kind == Tok::Close && self.closed_early > 0 {
                self.closed_early -= 1;
                self.at += 1;
            } else if kind == Tok::Dot && self.is_path() {
                return self.stop();
            } else if let Some(width) = self.one_of_them(&formula) {
                let end = self.tokens[self.at + width - 1].span;
                let span = self.span().to(end);
                self.edit(Kind::Operator, span, "⊕");
                self.at += width;
                if let Formula::Or(parts) = formula {
                    formula = match <[Formula; 2]>::try_from(parts) {
                        Ok([left, right]) => Formula::Xor(Box::new(left), Box::new(right)),
                        Err(parts) => Formula::Or(parts),
                    };
                }
            } else if kind == Tok::Dot {
                let stop = self.span();
                self.at += 1;
                if self.kind().is_some() {
                    self.edit(Kind::Operator, stop, "∧");
                    let next = self.formula(0)?;
                    formula = join(Joint::And, formula, next, false);
                }
            } else if self.style == Style::Program
                && matches!(kind, Tok::Name | Tok::Not)
                && !self.tokens.iter().any(|token| token.kind == Tok::Implies)
            {
                let place = Span::new(self.span().start, self.span().start);
                let next = self.formula(0)?;
                if self.speaks_of_any() {
                    self.edit(Kind::MissingArrow, place, ">>>");
                    formula = join(Joint::Implies, formula, next, false);
                } else {
                    self.edit(Kind::Operator, place, "∧");
                    let chained = matches!(formula, Formula::And(_));
                    formula = join(Joint::And, formula, next, chained);
                }
            } else if self.is_aside() {
                let span = Span::new(self.span().start, self.source.len());
                self.edit(Kind::Residue, span, "");
                self.at = self.tokens.len();
            } else if kind == Tok::Name
                && !self.is_word(self.at, GOING_ON)
                && !self.tokens[self.at..].iter().any(is_formal)
            {
                if self.is_doubted() {
                    let why = Why::UnknownTruth;
                    return Err(Stop { why, at: self.at });
                }
                // Words after a whole formula are somebody's remark about it.
                let span = Span::new(self.span().start, self.source.len());
                self.edit(Kind::Residue, span, "");
                self.at = self.tokens.len();
            } else {
                return self.stop();
            }
        }
        Ok(formula)
    }

    /// "but not both", behind two of which one holds: how many tokens that takes.
    fn one_of_them(&self, formula: &Formula) -> Option<usize> {
        let two = matches!(formula, Formula::Or(parts) if parts.len() == 2);
        let comma = usize::from(self.kind() == Some(Tok::Comma));
        let at = self.at + comma;
        let words = [&["but", "mais"][..], &["not", "pas"], &["both", "deux"]];
        let both = (at..).zip(words).all(|(at, words)| self.is_word(at, words));
        (two && both).then_some(comma + 3)
    }

    /// Whether a full stop stands between two bare names, with no space around it: `john.age`.
    fn is_path(&self) -> bool {
        let [Some(before), Some(dot), Some(after)] =
            [self.at.wrapping_sub(1), self.at, self.at + 1].map(|at| self.tokens.get(at))
        else {
            return false;
        };
        before.kind == Tok::Name
            && after.kind == Tok::Name
            && before.span.end == dot.span.start
            && dot.span.end == after.span.start
    }

    /// Whether what is left stands in brackets, apart, and says nothing but words: "(given)", "[from 1]".
    fn is_aside(&self) -> bool {
        let rest = &self.tokens[self.at..];
        let [open, inside @ .., close] = rest else {
            return false;
        };
        let apart = self.at > 0 && self.tokens[self.at - 1].span.end < open.span.start;
        let brackets = matches!(open.kind, Tok::Open | Tok::OpenSquare)
            && matches!(close.kind, Tok::Close | Tok::CloseSquare);
        let word = |token: &Token| {
            let text = &self.source[token.span.start..token.span.end];
            token.kind == Tok::Name && text.len() > 3 && text.starts_with(char::is_lowercase)
        };
        let doubted = inside
            .iter()
            .any(|token| says_unknown(&self.source[token.span.start..token.span.end]));
        apart && brackets && !doubted && inside.iter().any(word) && !inside.iter().any(is_formal)
    }

    /// Whether the few words that are left say that nobody knows.
    fn is_doubted(&self) -> bool {
        let rest = &self.tokens[self.at..];
        let mut words = rest.iter();
        let doubts = |word: &str| says_unknown(word) || CHANCES.contains(&word);
        rest.len() <= REMARK_MAX
            && words.any(|word| doubts(&self.source[word.span.start..word.span.end]))
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
            why: Why::Unexpected,
            at: self.at,
        })
    }

    pub(super) fn edit(&mut self, kind: Kind, span: Span, after: &str) {
        let before = &self.source[span.start..span.end];
        // A name in the quotes that Canonry itself puts around it is as it should be.
        if before != after {
            self.repairs.push(Repair::new(kind, span, before, after));
        }
    }

    pub(super) fn is_word(&self, at: usize, words: &[&str]) -> bool {
        self.tokens.get(at).is_some_and(|t| t.kind == Tok::Name)
            && words
                .iter()
                .any(|word| self.text_at(at).eq_ignore_ascii_case(word))
    }

    /// The connective ahead and how many tokens it takes.
    pub(super) fn joint(&self) -> Option<(Joint, usize)> {
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
            // Prolog's "or".
            Tok::Semicolon if self.is_clause() => one(Joint::Or),
            Tok::Comma | Tok::Semicolon if self.listing == 0 && self.kind_after(1).is_some() => {
                // `if A, then B`
                if self.is_word(self.at + 1, &["then", "alors"]) {
                    return Some((Joint::Implies, 2));
                }
                // `A or B, but not both`
                if self.is_word(self.at + 1, &["but", "mais"])
                    && self.is_word(self.at + 2, &["not", "pas"])
                {
                    return None;
                }
                let width = if self.is_word(self.at + 1, &["and", "et"]) {
                    2
                } else {
                    1
                };
                Some((Joint::And, width))
            }
            Tok::Name => self.joint_in_words(),
            Tok::Comma
            | Tok::Semicolon
            | Tok::Variable
            | Tok::Number
            | Tok::Quoted
            | Tok::Forall
            | Tok::Exists
            | Tok::Not
            | Tok::Compare(_)
            | Tok::Arithmetic(_)
            | Tok::Element
            | Tok::Open
            | Tok::Close
            | Tok::OpenSquare
            | Tok::CloseSquare
            | Tok::Dot
            | Tok::Colon
            | Tok::Other => None,
        }
    }

    /// Whether the statement is a clause of Prolog: `head :- body`.
    fn is_clause(&self) -> bool {
        (0..self.tokens.len()).any(|at| self.text_at(at) == CLAUSE)
    }

    pub(super) fn formula(&mut self, least: u8) -> Read<Formula> {
        let begin = self.span();
        let left = self.unary()?;
        self.joined(begin, left, least)
    }

    /// What a formula that was read goes on with. `begin` is where it begins.
    pub(super) fn joined(&mut self, begin: Span, mut left: Formula, least: u8) -> Read<Formula> {
        self.deeper()?;
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
                Joint::Implies | Joint::ImpliedBy | Joint::Unless => joint.power(),
                Joint::Iff | Joint::Xor | Joint::Or | Joint::And => joint.power() + 1,
            })?;
            let joint = if caret && self.style == Style::Program {
                self.caret(start, &left, &right)
            } else {
                joint
            };
            let (left_now, right) = self.reach(begin, left, joint, right);
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
        if lone(left) && lone(right) && !has_arrow && self.speaks_of_any() {
            self.edit(Kind::MissingArrow, span, ">>>");
            Joint::Implies
        } else {
            Joint::And
        }
    }

    /// Whether a variable stands in the statement: what speaks of named things alone is no rule.
    fn speaks_of_any(&self) -> bool {
        let mut at = 0..self.tokens.len();
        at.any(|at| {
            let kind = self.tokens[at].kind;
            let next = self.tokens.get(at + 1);
            let applied = next.is_some_and(|next| next.kind == Tok::Open);
            let letter = kind == Tok::Name && !applied && self.text_at(at).chars().count() == 1;
            kind == Tok::Variable || letter
        })
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
            Some(Tok::Variable) if self.kind_after(1) == Some(Tok::Name) => {
                match prose::clause(self)? {
                    Some(formula) => formula,
                    None => return self.stop(),
                }
            }
            Some(Tok::Variable | Tok::Number | Tok::Quoted) => self.comparison_or_atom()?,
            Some(Tok::Other) => self.truth_sign()?,
            _ => return self.stop(),
        };
        self.shallower();
        Ok(formula)
    }

    /// `⊤` and `⊥`.
    fn truth_sign(&mut self) -> Read<Formula> {
        let truth = match self.text() {
            "⊤" | "\\top" => true,
            "⊥" | "\\bot" => false,
            _ => return self.stop(),
        };
        let span = self.span();
        self.edit(Kind::Operator, span, if truth { "true" } else { "false" });
        self.at += 1;
        Ok(Formula::Constant(truth))
    }

    /// The quantifier in parentheses of its own that stands here: whether it is universal, and how many
    /// tokens stand before its variable.
    fn quantifier_in_group(&mut self) -> Option<(bool, usize)> {
        let (universal, width) = match self.kind_after(1) {
            Some(Tok::Forall) => (true, 1),
            Some(Tok::Exists) => (false, 1),
            Some(Tok::Name) => {
                self.at += 1;
                let words = self.quantifier_words();
                self.at -= 1;
                let (universal, width, _) = words?;
                (universal, width)
            }
            Some(_) | None => return None,
        };
        let alone = self.kind_after(1 + width) == Some(Tok::Name)
            && self.kind_after(2 + width) == Some(Tok::Close);
        alone.then_some((universal, 1 + width))
    }

    fn group(&mut self) -> Read<Formula> {
        // `(∀x)(…)`
        if let Some((universal, width)) = self.quantifier_in_group() {
            let start = self.span();
            let end = self.tokens[self.at + width + 1].span;
            let variable = self.text_at(self.at + width);
            let sign = if universal { "∀" } else { "∃" };
            self.at += width + 2;
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
        self.bracket(Tok::OpenSquare, "(");
        self.at += 1;
        let inner = self.formula(0)?;
        self.listing = listing;
        match self.kind() {
            Some(Tok::Close | Tok::CloseSquare) => {
                self.bracket(Tok::CloseSquare, ")");
                self.at += 1;
                Ok(inner)
            }
            _ => self.stop(),
        }
    }

    /// Notes a square bracket that stands for a parenthesis.
    fn bracket(&mut self, square: Tok, round: &str) {
        if self.kind() == Some(square) {
            let span = self.span();
            self.edit(Kind::Operator, span, round);
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
        if let Some(formula) = self.begun_in_words(&lower)? {
            return Ok(formula);
        }
        match lower.as_str() {
            "not" | "non" => {
                let span = self.span();
                self.edit(Kind::Operator, span, "¬");
                self.at += 1;
                return Ok(Formula::not(self.unary()?));
            }
            "and" | "or" | "implies" | "iff" | "xor" if next == Some(Tok::Open) => {
                return self.called_connective(&lower);
            }
            "true" | "false" if next != Some(Tok::Open) => {
                self.at += 1;
                return Ok(Formula::Constant(lower == "true"));
            }
            "vrai" | "faux" if next != Some(Tok::Open) => {
                let (span, truth) = (self.span(), lower == "vrai");
                self.edit(Kind::Operator, span, if truth { "true" } else { "false" });
                self.at += 1;
                return Ok(Formula::Constant(truth));
            }
            "all" | "forall" | "every" | "each" | "exists" | "exist" | "some" | "for" | "there"
            | "pour" | "tout" | "toute" | "chaque" | "il" | "existe"
                if self.quantifier_words().is_some() =>
            {
                return self.quantified();
            }
            "all" | "forall" | "some" | "exists" | "exist"
                if next == Some(Tok::Open)
                    && self.kind_after(2) == Some(Tok::Name)
                    && self.kind_after(3) == Some(Tok::Close)
                    && matches!(
                        self.kind_after(4),
                        Some(Tok::Open | Tok::Name | Tok::Not | Tok::Forall | Tok::Exists)
                    ) =>
            {
                let universal = matches!(lower.as_str(), "all" | "forall");
                return self.called_binder(universal);
            }
            "forall" | "exists"
                if next == Some(Tok::Open) && self.kind_after(3) == Some(Tok::Comma) =>
            {
                return self.called_quantifier(lower == "forall");
            }
            _ => {}
        }
        let listed = next == Some(Tok::Comma) && self.listing == 0;
        if (next == Some(Tok::Name) || listed)
            && let Some(formula) = prose::clause(self)?
        {
            return Ok(formula);
        }
        self.comparison_or_atom()
    }

    /// `And(a, b)`, `Implies(a, b)`.
    pub(super) fn called_connective(&mut self, word: &str) -> Read<Formula> {
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

    pub(super) fn close(&mut self, formula: Formula) -> Read<Formula> {
        if self.kind() == Some(Tok::Close) {
            self.at += 1;
            Ok(formula)
        } else {
            self.stop()
        }
    }
}

/// Whether a token belongs to formulas and not to sentences.
fn is_formal(token: &Token) -> bool {
    !matches!(
        token.kind,
        Tok::Name | Tok::Number | Tok::Comma | Tok::Dot | Tok::Colon | Tok::Semicolon | Tok::Quoted
    )
}

fn sign(joint: Joint) -> &'static str {
    match joint {
        Joint::Iff => "↔",
        Joint::Implies => "→",
        Joint::ImpliedBy => "←",
        Joint::Unless => "← ¬",
        Joint::Xor => "⊕",
        Joint::Or => "∨",
        Joint::And => "∧",
    }
}

pub(super) fn join(joint: Joint, left: Formula, right: Formula, chained: bool) -> Formula {
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
        (Joint::Unless, left) => Formula::Implies(Box::new(walk::negated(right)), Box::new(left)),
        (Joint::Iff, left) => Formula::Iff(Box::new(left), Box::new(right)),
        (Joint::Xor, left) => Formula::Xor(Box::new(left), Box::new(right)),
    }
}
