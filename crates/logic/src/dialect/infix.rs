//! One parser for the infix dialects; what differs between them is a table.
//!
//! It reads what is written and repairs nothing. Every recursion is counted, and so is the height of what
//! a loop builds, because everything that later walks the tree recurses.

use super::rewrite;
use super::scope::{out_of_scope, unbound, variable_as_formula};
use super::token::{Alphabet, Placed, Sign, Token};
use crate::formula::{Formula, Span, Term};
use crate::problem::Problem;
use crate::syntax::DEPTH_MAX;
use crate::text::signs;
use crate::value::{Name, Value};
use std::collections::BTreeSet;

pub(super) type Read<T> = Result<T, Box<Problem>>;

/// What stands between the variable and the body of a quantifier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binder {
    /// `∀x body`, `all x body`
    Nothing,
    /// `all x. body`
    Dot,
    /// `forall X: body`
    Colon,
    /// `![X, Y]: body`
    Brackets,
}

/// How arrows associate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrows {
    Right,
    Left,
    /// Two in a row need a parenthesis.
    Alone,
}

/// What a name that nothing binds means where a term is wanted.
#[derive(Clone, Copy)]
pub(super) enum Free {
    Constant,
    /// An error when people use such a name for variables only, and a constant otherwise.
    Unbound(fn(&str) -> bool),
    /// A variable when the dialect says so: bound by a universal quantifier around the whole formula.
    Closed(fn(&str) -> bool),
    /// A variable by its spelling, and an error unless bound.
    Refused(fn(&str) -> bool),
}

#[derive(Clone, Copy)]
pub(super) struct Grammar {
    pub alphabet: &'static Alphabet,
    pub binder: Binder,
    pub arrows: Arrows,
    /// Whether `and` and `or` may be mixed without a parenthesis.
    pub mixes: bool,
    pub free: Free,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Power {
    Anything,
    Iff,
    Implies,
    Xor,
    Or,
    And,
    Unary,
}

/// A formula and the height of its tree.
struct Tall {
    formula: Formula,
    height: usize,
}

pub(super) struct Parser<'a> {
    pub grammar: Grammar,
    tokens: &'a [Placed],
    pub at: usize,
    end: usize,
    depth: usize,
    bound: Vec<Name>,
    ever_bound: BTreeSet<Name>,
    /// Names nothing binds, in the order they were met.
    free: Vec<(Name, Span)>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(grammar: Grammar, tokens: &'a [Placed], end: usize) -> Parser<'a> {
        Parser {
            grammar,
            tokens,
            at: 0,
            end,
            depth: 0,
            bound: Vec::new(),
            ever_bound: BTreeSet::new(),
            free: Vec::new(),
        }
    }

    /// A whole formula, its free variables closed or refused as the dialect demands.
    pub(super) fn sentence(&mut self) -> Read<Formula> {
        self.depth = 0;
        self.bound.clear();
        self.ever_bound.clear();
        self.free.clear();
        let Tall { formula, height } = self.formula(Power::Anything)?;
        let free = std::mem::take(&mut self.free);
        let mut closed: Vec<Name> = Vec::new();
        for (name, span) in free {
            match self.grammar.free {
                Free::Closed(is_variable) if is_variable(&name) => {
                    if !closed.contains(&name) {
                        closed.push(name);
                    }
                    if closed.len() > DEPTH_MAX {
                        return Err(self.too_deep());
                    }
                }
                Free::Refused(is_variable) if is_variable(&name) => {
                    return Err(unbound(&name, span));
                }
                Free::Unbound(is_variable)
                    if is_variable(&name) && !self.ever_bound.contains(&name) =>
                {
                    return Err(unbound(&name, span));
                }
                Free::Constant | Free::Unbound(_) | Free::Closed(_) | Free::Refused(_) => {
                    if self.ever_bound.contains(&name) {
                        return Err(out_of_scope(&name, span));
                    }
                }
            }
        }
        if height + closed.len() > DEPTH_MAX {
            return Err(self.too_deep());
        }
        Ok(closed.into_iter().rev().fold(formula, |body, variable| {
            let formula = rewrite::with_variable(body, &variable);
            Formula::Forall {
                variable,
                sort: None,
                body: Box::new(formula),
            }
        }))
    }

    pub(super) fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at).map(|placed| &placed.token)
    }

    pub(super) fn peek_after(&self, count: usize) -> Option<&'a Token> {
        self.tokens.get(self.at + count).map(|placed| &placed.token)
    }

    pub(super) fn span(&self) -> Span {
        match self.tokens.get(self.at) {
            Some(placed) => placed.span,
            None => Span::new(self.end, self.end),
        }
    }

    /// Behind the token that was taken last: where what is missing should stand.
    pub(super) fn behind(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(self.span(), |last| Span::new(last.span.end, last.span.end))
    }

    pub(super) fn take(&mut self) -> Span {
        let span = self.span();
        self.at += 1;
        span
    }

    pub(super) fn sign(&self) -> Option<Sign> {
        if let Some(Token::Sign(sign)) = self.peek() {
            Some(*sign)
        } else {
            None
        }
    }

    pub(super) fn at_sign(&self, sign: Sign) -> bool {
        self.sign() == Some(sign)
    }

    /// `written`: how the sign is spelled, beside others that could stand here, parted by spaces.
    pub(super) fn expect(&mut self, sign: Sign, written: &str) -> Read<Span> {
        if self.at_sign(sign) {
            Ok(self.take())
        } else {
            let wanted = signs(written);
            Err(self.unexpected(&wanted.en, &wanted.fr))
        }
    }

    pub(super) fn unexpected(&self, wanted_en: &str, wanted_fr: &str) -> Box<Problem> {
        Box::new(if self.peek().is_some() {
            Problem::new(
                "unexpected-token",
                self.span(),
                format!("{wanted_en} should be here"),
                format!("il faudrait ici {wanted_fr}"),
            )
        } else {
            Problem::new(
                "unexpected-end",
                self.span(),
                format!("the text ends where {wanted_en} should be"),
                format!("le texte se termine là où il faudrait {wanted_fr}"),
            )
        })
    }

    fn too_deep(&self) -> Box<Problem> {
        Box::new(Problem::new(
            "too-deep",
            self.span(),
            format!("this nests more than {DEPTH_MAX} deep"),
            format!("ceci s'imbrique sur plus de {DEPTH_MAX} niveaux"),
        ))
    }

    fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            Err(self.too_deep())
        } else {
            Ok(())
        }
    }

    fn tall(&self, formula: Formula, height: usize) -> Read<Tall> {
        if height > DEPTH_MAX {
            Err(self.too_deep())
        } else {
            Ok(Tall { formula, height })
        }
    }

    fn operator(&self) -> Option<(Sign, Power)> {
        let sign = self.sign()?;
        let power = match sign {
            Sign::And | Sign::Nand => Power::And,
            Sign::Or | Sign::Nor => Power::Or,
            Sign::Xor => Power::Xor,
            Sign::Implies | Sign::ImpliedBy => Power::Implies,
            Sign::Iff => Power::Iff,
            Sign::Not
            | Sign::Compare(_)
            | Sign::Forall
            | Sign::Exists
            | Sign::True
            | Sign::False
            | Sign::Open
            | Sign::Close
            | Sign::OpenSquare
            | Sign::CloseSquare
            | Sign::OpenBrace
            | Sign::CloseBrace
            | Sign::Comma
            | Sign::Dot
            | Sign::Colon
            | Sign::Is
            | Sign::Hash
            | Sign::Rule => return None,
        };
        Some((sign, power))
    }

    fn formula(&mut self, least: Power) -> Read<Tall> {
        self.deeper()?;
        let mut left = self.unary()?;
        let mut before: Option<Sign> = None;
        while let Some((sign, power)) = self.operator() {
            if power < least {
                break;
            }
            if let Some(before) = before {
                self.refuse_mixing(before, sign)?;
            }
            before = Some(sign);
            left = if sign == Sign::And {
                self.chain(left, sign, power, Formula::And)?
            } else if sign == Sign::Or {
                self.chain(left, sign, power, Formula::Or)?
            } else {
                self.connected(left, sign, power)?
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    /// In dialects whose connectives do not associate, only a run of one `and` or one `or` may go on.
    fn refuse_mixing(&self, before: Sign, sign: Sign) -> Read<()> {
        let joins = |sign| matches!(sign, Sign::And | Sign::Or);
        let needs = if joins(before) && joins(sign) {
            !self.grammar.mixes
        } else {
            self.grammar.arrows == Arrows::Alone && !(joins(before) && self.grammar.mixes)
        };
        if !needs {
            return Ok(());
        }
        Err(Box::new(
            Problem::new(
                "ambiguous-operators",
                self.span(),
                "this syntax gives these operators no order",
                "cette syntaxe ne donne aucun ordre à ces opérateurs",
            )
            .hint(
                "put a parenthesis around one side",
                "mettez un côté entre parenthèses",
            ),
        ))
    }

    fn chain(
        &mut self,
        left: Tall,
        sign: Sign,
        power: Power,
        node: fn(Vec<Formula>) -> Formula,
    ) -> Read<Tall> {
        let mut height = left.height;
        let mut parts = vec![left.formula];
        while self.at_sign(sign) {
            self.take();
            let next = self.formula(self.beside(power))?;
            height = height.max(next.height);
            parts.push(next.formula);
        }
        self.tall(node(parts), height + 1)
    }

    fn connected(&mut self, left: Tall, sign: Sign, power: Power) -> Read<Tall> {
        self.take();
        let right = self.formula(self.beside(power))?;
        let height = left.height.max(right.height) + 1;
        let (left, right) = (Box::new(left.formula), Box::new(right.formula));
        if sign == Sign::Nand {
            return self.tall(Formula::not(Formula::And(vec![*left, *right])), height + 1);
        }
        if sign == Sign::Nor {
            return self.tall(Formula::not(Formula::Or(vec![*left, *right])), height + 1);
        }
        let formula = if sign == Sign::Implies {
            Formula::Implies(left, right)
        } else if sign == Sign::ImpliedBy {
            Formula::Implies(right, left)
        } else if sign == Sign::Xor {
            Formula::Xor(left, right)
        } else {
            Formula::Iff(left, right)
        };
        self.tall(formula, height)
    }

    /// How tightly the right side of an operator must bind.
    fn beside(&self, power: Power) -> Power {
        if !self.grammar.mixes {
            return Power::Unary;
        }
        match (power, self.grammar.arrows) {
            (Power::Iff | Power::Implies, Arrows::Alone) => Power::Xor,
            (Power::Implies, Arrows::Right) => Power::Implies,
            (Power::Anything, _) => Power::Iff,
            (Power::Iff, _) => Power::Implies,
            (Power::Implies, _) => Power::Xor,
            (Power::Xor, _) => Power::Or,
            (Power::Or, _) => Power::And,
            (Power::And | Power::Unary, _) => Power::Unary,
        }
    }

    fn unary(&mut self) -> Read<Tall> {
        match self.sign() {
            Some(Sign::Not) => {
                self.deeper()?;
                self.take();
                let body = self.unary()?;
                self.depth -= 1;
                self.tall(Formula::not(body.formula), body.height + 1)
            }
            Some(Sign::Forall | Sign::Exists) => self.quantified(),
            Some(Sign::Open) => {
                let open = self.take();
                let inner = self.formula(Power::Anything)?;
                if self.peek().is_none() {
                    return Err(Box::new(
                        Problem::new(
                            "unclosed-parenthesis",
                            open,
                            "this parenthesis is never closed",
                            "cette parenthèse n'est jamais fermée",
                        )
                        .hint("add `)`", "ajoutez `)`"),
                    ));
                }
                self.expect(Sign::Close, ")")?;
                Ok(inner)
            }
            Some(sign @ (Sign::True | Sign::False)) => {
                self.take();
                self.tall(Formula::Constant(sign == Sign::True), 1)
            }
            _ => self.atom(),
        }
    }

    fn quantified(&mut self) -> Read<Tall> {
        let universal = self.at_sign(Sign::Forall);
        self.take();
        let binder = self.grammar.binder;
        if binder == Binder::Brackets {
            self.expect(Sign::OpenSquare, "[")?;
        }
        let mut variables = vec![self.variable()?];
        loop {
            let more = match binder {
                Binder::Brackets | Binder::Colon => self.at_sign(Sign::Comma),
                Binder::Dot => matches!(self.peek(), Some(Token::Name(_))),
                Binder::Nothing => false,
            };
            if !more {
                break;
            }
            if binder != Binder::Dot {
                self.take();
            }
            variables.push(self.variable()?);
            if variables.len() > DEPTH_MAX {
                return Err(self.too_deep());
            }
        }
        match binder {
            Binder::Brackets => {
                self.expect(Sign::CloseSquare, "]")?;
                self.expect(Sign::Colon, ":")?;
            }
            Binder::Colon => {
                self.expect(Sign::Colon, ":")?;
            }
            Binder::Dot => {
                self.expect(Sign::Dot, ".")?;
            }
            Binder::Nothing => {}
        }
        self.deeper()?;
        self.bound.extend(variables.iter().cloned());
        self.ever_bound.extend(variables.iter().cloned());
        // In every one of these syntaxes a quantifier binds more tightly than a connective.
        let body = self.unary()?;
        self.bound.truncate(self.bound.len() - variables.len());
        self.depth -= 1;
        let height = body.height + variables.len();
        let formula = variables
            .into_iter()
            .rev()
            .fold(body.formula, |body, variable| {
                let (sort, body) = (None, Box::new(body));
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
            });
        self.tall(formula, height)
    }

    fn variable(&mut self) -> Read<Name> {
        let Some(Token::Name(name)) = self.peek() else {
            return Err(self.unexpected("a variable", "une variable"));
        };
        if let Free::Refused(is_variable) = self.grammar.free
            && !is_variable(name)
        {
            return Err(Box::new(
                Problem::new(
                    "bad-variable",
                    self.span(),
                    format!("`{name}` cannot be a variable in this syntax"),
                    format!("`{name}` ne peut pas être une variable dans cette syntaxe"),
                )
                .hint(
                    "variables begin with a capital letter",
                    "les variables commencent par une majuscule",
                ),
            ));
        }
        self.take();
        Ok(Name::new(name))
    }

    /// An atom or a comparison.
    fn atom(&mut self) -> Read<Tall> {
        let start = self.span();
        let free_before = self.free.len();
        let (term, mut height) = self.term()?;
        let end = Span::new(start.start, self.tokens[self.at - 1].span.end);
        if let Some(Sign::Compare(comparison)) = self.sign() {
            self.take();
            let (right, right_height) = self.term()?;
            height = height.max(right_height);
            return self.tall(Formula::Compare(comparison, term, right), height + 1);
        }
        let formula = match term {
            Term::Function { name, arguments } => Formula::Atom {
                predicate: name,
                arguments,
            },
            Term::Constant(Value::Entity(name)) => {
                // A proposition, so it was no free name of a term after all.
                let bare = self.free.len() > free_before;
                self.free.truncate(free_before);
                if bare
                    && let Free::Closed(is_variable) | Free::Refused(is_variable) =
                        self.grammar.free
                    && is_variable(&name)
                {
                    return Err(Box::new(variable_as_formula(&name, end)));
                }
                Formula::Atom {
                    predicate: name,
                    arguments: Vec::new(),
                }
            }
            Term::Variable(name) => return Err(Box::new(variable_as_formula(&name, end))),
            Term::Constant(_)
            | Term::Attribute { .. }
            | Term::Arithmetic(..)
            | Term::Count { .. }
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(..) => {
                return Err(Box::new(Problem::new(
                    "expected-condition",
                    end,
                    "a formula should be here, and this is a value",
                    "il faudrait ici une formule, et ceci est une valeur",
                )));
            }
        };
        self.tall(formula, height)
    }

    pub(super) fn term(&mut self) -> Read<(Term, usize)> {
        let span = self.span();
        let (name, quoted) = match self.peek() {
            Some(Token::Name(name)) => (Name::new(name), false),
            Some(Token::Quoted(name)) => (Name::new(name), true),
            Some(Token::Number(number)) => {
                self.take();
                return Ok((Term::Constant(Value::Number(*number)), 1));
            }
            Some(Token::Text(text)) => {
                self.take();
                return Ok((Term::Constant(Value::text(text)), 1));
            }
            Some(Token::Dollar(_) | Token::Sign(_)) | None => {
                return Err(self.unexpected("a formula or a term", "une formule ou un terme"));
            }
        };
        self.take();
        if self.at_sign(Sign::Open) {
            if !quoted
                && let Free::Refused(is_variable) = self.grammar.free
                && is_variable(&name)
            {
                return Err(Box::new(
                    Problem::new(
                        "bad-symbol",
                        span,
                        format!("`{name}` is spelled like a variable and cannot be applied"),
                        format!("`{name}` s'écrit comme une variable et ne peut pas être appliqué"),
                    )
                    .hint(
                        format!("put it in single quotes: `'{name}'`"),
                        format!("mettez-le entre apostrophes : `'{name}'`"),
                    ),
                ));
            }
            self.deeper()?;
            self.take();
            let (first, mut height) = self.term()?;
            let mut arguments = vec![first];
            while self.at_sign(Sign::Comma) {
                self.take();
                let (next, next_height) = self.term()?;
                height = height.max(next_height);
                arguments.push(next);
            }
            self.expect(Sign::Close, ", )")?;
            self.depth -= 1;
            if height + 1 > DEPTH_MAX {
                return Err(self.too_deep());
            }
            return Ok((Term::Function { name, arguments }, height + 1));
        }
        if !quoted && self.bound.contains(&name) {
            return Ok((Term::Variable(name), 1));
        }
        if !quoted {
            self.free.push((name.clone(), span));
        }
        Ok((Term::entity(name), 1))
    }
}
