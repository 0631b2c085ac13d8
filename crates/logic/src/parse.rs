//! From tokens to expressions, by operator precedence.
//!
//! It reads what is written and repairs nothing. Every recursion is counted, and so is the depth of what
//! a loop builds, because everything that later walks the tree recurses.

use crate::formula::{ArithmeticOp, Span};
use crate::lex::{Keyword, Placed, Token};
use crate::problem::Problem;
use crate::syntax::{Connective, DEPTH_MAX, Expression, Node, Place};
use crate::text::signs;

pub(crate) type Read<T> = Result<T, Box<Problem>>;

/// How tightly the operator at hand binds its left side; a caller reads on while it binds tightly enough.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Power {
    Anything,
    Iff,
    Implies,
    Xor,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Negative,
}

pub(crate) struct Parser<'a> {
    tokens: &'a [Placed<'a>],
    at: usize,
    end: usize,
    depth: usize,
    /// Problems that did not stop the reading.
    pub(crate) problems: Vec<Problem>,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(tokens: &'a [Placed<'a>], end: usize, problems: Vec<Problem>) -> Parser<'a> {
        Parser {
            tokens,
            at: 0,
            end,
            depth: 0,
            problems,
        }
    }

    /// Where the last token that was taken ends.
    pub(crate) fn read_until(&self) -> usize {
        let taken = &self.tokens[..self.at.min(self.tokens.len())];
        taken.last().map_or(0, |placed| placed.span.end)
    }

    pub(crate) fn whole(&mut self, wanted: Place) -> Read<Expression> {
        let root = self.expression(Power::Anything)?;
        if self.at < self.tokens.len() {
            return Err(self.unexpected("the end", "la fin"));
        }
        self.in_place(root, wanted)
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<&'a Token<'a>> {
        self.tokens.get(self.at).map(|placed| &placed.token)
    }

    pub(crate) fn peek_after(&self, count: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(self.at + count).map(|placed| &placed.token)
    }

    /// The place of the next token, or of the end.
    pub(crate) fn span(&self) -> Span {
        match self.tokens.get(self.at) {
            Some(placed) => placed.span,
            None => Span::new(self.end, self.end),
        }
    }

    pub(crate) fn take(&mut self) -> Span {
        let span = self.span();
        self.at += 1;
        span
    }

    pub(crate) fn is_keyword(token: Option<&Token<'_>>, keyword: Keyword) -> bool {
        matches!(token, Some(Token::Word(_, Some(found))) if *found == keyword)
    }

    pub(crate) fn at_keyword(&self, keyword: Keyword) -> bool {
        Self::is_keyword(self.peek(), keyword)
    }

    /// Whether a word comes that is no keyword and means something here all the same.
    pub(crate) fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(found, _)) if found.eq_ignore_ascii_case(word))
    }

    /// `written`: how the token is spelled, beside others that could stand here, parted by spaces.
    pub(crate) fn expect(&mut self, token: &Token<'_>, written: &str) -> Read<Span> {
        if self.peek() == Some(token) {
            Ok(self.take())
        } else {
            let wanted = signs(written);
            Err(self.unexpected(&wanted.en, &wanted.fr))
        }
    }

    pub(crate) fn unexpected(&self, wanted_en: &str, wanted_fr: &str) -> Box<Problem> {
        let Some(token) = self.peek() else {
            return Box::new(Problem::new(
                "unexpected-end",
                self.span(),
                format!("the text ends where {wanted_en} should be"),
                format!("le texte se termine là où il faudrait {wanted_fr}"),
            ));
        };
        let problem = Problem::new(
            "unexpected-token",
            self.span(),
            format!("{wanted_en} should be here"),
            format!("il faudrait ici {wanted_fr}"),
        );
        let (Token::Word(word, _) | Token::Quoted(word)) = token else {
            return Box::new(problem);
        };
        let (hint_en, hint_fr) = match crate::text::fold(word).as_str() {
            "et" => ("write `and`", "écrivez `and`"),
            "ou" => ("write `or`", "écrivez `or`"),
            "non" | "pas" => ("write `not`", "écrivez `not`"),
            "est" => ("write `is` or `==`", "écrivez `is` ou `==`"),
            "dans" => ("write `in`", "écrivez `in`"),
            "then" | "alors" | "implies" | "implique" => ("write `=>`", "écrivez `=>`"),
            "if" | "si" => ("leave it out", "supprimez-le"),
            "contains" | "contient" => (
                "write `item in collection`",
                "écrivez `élément in collection`",
            ),
            _ => return Box::new(problem),
        };
        Box::new(problem.hint(hint_en, hint_fr))
    }

    pub(crate) fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            Err(self.too_deep())
        } else {
            Ok(())
        }
    }

    pub(crate) fn shallower(&mut self) {
        self.depth -= 1;
    }

    pub(crate) fn is_room_below(&self) -> bool {
        self.depth < DEPTH_MAX
    }

    pub(crate) fn too_deep(&self) -> Box<Problem> {
        Box::new(
            Problem::new(
                "too-deep",
                self.span(),
                format!("this nests more than {DEPTH_MAX} deep"),
                format!("ceci s'imbrique sur plus de {DEPTH_MAX} niveaux"),
            )
            .hint(
                "split it with derived facts",
                "découpez-le avec des faits dérivés",
            ),
        )
    }

    pub(crate) fn build(&self, node: Node, span: Span) -> Read<Expression> {
        let expression = Expression::new(node, span);
        if expression.depth() > DEPTH_MAX {
            Err(self.too_deep())
        } else {
            Ok(expression)
        }
    }

    /// Refuses a condition where a value is wanted, and the reverse.
    pub(crate) fn in_place(&mut self, expression: Expression, wanted: Place) -> Read<Expression> {
        match (wanted, expression.place()) {
            (Place::Value, Place::Condition) => Err(Box::new(
                Problem::new(
                    "expected-value",
                    expression.span,
                    "a value should be here, and this is a condition",
                    "il faudrait ici une valeur, et ceci est une condition",
                )
                .hint(
                    "to compare two conditions write `<=>` or `xor`",
                    "pour comparer deux conditions, écrivez `<=>` ou `xor`",
                ),
            )),
            (Place::Condition, Place::Value) => Err(Box::new(
                Problem::new(
                    "expected-condition",
                    expression.span,
                    "a condition should be here, and this is a value",
                    "il faudrait ici une condition, et ceci est une valeur",
                )
                .hint("compare it with something", "comparez-la à quelque chose"),
            )),
            (Place::Value, Place::Value | Place::Either)
            | (Place::Condition, Place::Condition | Place::Either)
            | (Place::Either, Place::Value | Place::Condition | Place::Either) => Ok(expression),
        }
    }

    pub(crate) fn value(&mut self, power: Power) -> Read<Expression> {
        let part = self.expression(power)?;
        self.in_place(part, Place::Value)
    }

    pub(crate) fn condition(&mut self, power: Power) -> Read<Expression> {
        let part = self.expression(power)?;
        self.in_place(part, Place::Condition)
    }

    /// Reads everything that binds at least as tightly as `least`.
    pub(crate) fn expression(&mut self, least: Power) -> Read<Expression> {
        self.deeper()?;
        let mut left = self.prefix()?;
        while let Some(power) = self.operator() {
            if power < least {
                break;
            }
            left = self.operation(left, power)?;
        }
        self.shallower();
        Ok(left)
    }

    /// How tightly the operator ahead binds, if there is one.
    pub(crate) fn operator(&self) -> Option<Power> {
        match self.peek()? {
            Token::Iff => Some(Power::Iff),
            Token::Implies => Some(Power::Implies),
            Token::Or => Some(Power::Or),
            Token::And => Some(Power::And),
            Token::Compare(_) => Some(Power::Comparison),
            Token::Arithmetic(ArithmeticOp::Add | ArithmeticOp::Subtract) => Some(Power::Sum),
            Token::Arithmetic(ArithmeticOp::Multiply | ArithmeticOp::Divide) => {
                Some(Power::Product)
            }
            Token::Word(_, Some(keyword)) => match keyword {
                Keyword::And => Some(Power::And),
                Keyword::Or => Some(Power::Or),
                Keyword::Xor => Some(Power::Xor),
                Keyword::In | Keyword::Is => Some(Power::Comparison),
                Keyword::Not => {
                    Self::is_keyword(self.peek_after(1), Keyword::In).then_some(Power::Comparison)
                }
                Keyword::Null
                | Keyword::True
                | Keyword::False
                | Keyword::Forall
                | Keyword::Exists
                | Keyword::Today
                | Keyword::Now
                | Keyword::Count
                | Keyword::Day
                | Keyword::Days => None,
            },
            Token::Word(_, None)
            | Token::Not
            | Token::Quoted(_)
            | Token::Text(_)
            | Token::Number(_)
            | Token::Date(_)
            | Token::Instant(_)
            | Token::OpenRound
            | Token::CloseRound
            | Token::OpenSquare
            | Token::CloseSquare
            | Token::Comma
            | Token::Colon
            | Token::Dot => None,
        }
    }

    pub(crate) fn operation(&mut self, left: Expression, power: Power) -> Read<Expression> {
        match power {
            Power::Iff => self.connected(left, Connective::Iff, Power::Implies),
            Power::Implies => self.connected(left, Connective::Implies, Power::Implies),
            Power::Xor => self.connected(left, Connective::Xor, Power::Or),
            Power::Or => self.chain(left, Power::Or, Power::And, Node::Or),
            Power::And => self.chain(left, Power::And, Power::Not, Node::And),
            Power::Comparison => self.comparison(left),
            Power::Sum => self.arithmetic(left, Power::Product),
            Power::Product => self.arithmetic(left, Power::Negative),
            Power::Anything | Power::Not | Power::Negative => {
                Err(self.unexpected("an operator", "un opérateur"))
            }
        }
    }

    pub(crate) fn connected(
        &mut self,
        left: Expression,
        connective: Connective,
        right: Power,
    ) -> Read<Expression> {
        let left = self.in_place(left, Place::Condition)?;
        self.take();
        let right = self.condition(right)?;
        let span = left.span.to(right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        self.build(Node::Connected(connective, left, right), span)
    }

    /// `a and b and c` is one conjunction of three; a parenthesised part stays a part of its own.
    pub(crate) fn chain(
        &mut self,
        left: Expression,
        power: Power,
        part: Power,
        node: fn(Vec<Expression>) -> Node,
    ) -> Read<Expression> {
        let left = self.in_place(left, Place::Condition)?;
        let mut span = left.span;
        let mut parts = vec![left];
        while self.operator() == Some(power) {
            self.take();
            let next = self.condition(part)?;
            span = span.to(next.span);
            parts.push(next);
        }
        self.build(node(parts), span)
    }

    pub(crate) fn arithmetic(&mut self, left: Expression, right: Power) -> Read<Expression> {
        let left = self.in_place(left, Place::Value)?;
        let Some(Token::Arithmetic(operation)) = self.peek() else {
            return Err(self.unexpected("an operator", "un opérateur"));
        };
        self.take();
        let right = self.value(right)?;
        let span = left.span.to(right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        self.build(Node::Arithmetic(*operation, left, right), span)
    }

    pub(crate) fn comparison(&mut self, left: Expression) -> Read<Expression> {
        let left = Box::new(self.in_place(left, Place::Value)?);
        let start = left.span;
        let result = if let Some(Token::Compare(comparison)) = self.peek() {
            self.take();
            let right = self.value(Power::Sum)?;
            let span = start.to(right.span);
            self.build(Node::Compare(*comparison, left, Box::new(right)), span)?
        } else if self.at_keyword(Keyword::Is) {
            self.take();
            let negated = self.at_keyword(Keyword::Not);
            if negated {
                self.take();
            }
            let node = if self.at_keyword(Keyword::Null) {
                Node::IsNull(left)
            } else if self.at_word("known") {
                Node::IsKnown(left)
            } else {
                return Err(self.unexpected("`null` or `known`", "`null` ou `known`"));
            };
            let span = start.to(self.take());
            self.maybe_negated(negated, node, span)?
        } else {
            let negated = self.at_keyword(Keyword::Not);
            if negated {
                self.take();
            }
            self.take();
            self.membership(left, negated)?
        };
        if self.operator() == Some(Power::Comparison) {
            return Err(Box::new(
                Problem::new(
                    "chained-comparison",
                    self.span(),
                    "a comparison cannot be compared again",
                    "une comparaison ne peut pas être comparée à son tour",
                )
                .hint("write `a < b and b < c`", "écrivez `a < b and b < c`"),
            ));
        }
        Ok(result)
    }

    pub(crate) fn maybe_negated(
        &mut self,
        negated: bool,
        node: Node,
        span: Span,
    ) -> Read<Expression> {
        let expression = self.build(node, span)?;
        if negated {
            self.build(Node::Not(Box::new(expression)), span)
        } else {
            Ok(expression)
        }
    }

    pub(crate) fn membership(
        &mut self,
        subject: Box<Expression>,
        negated: bool,
    ) -> Read<Expression> {
        let start = subject.span;
        if self.peek() != Some(&Token::OpenSquare) {
            let parenthesised_list = self.peek() == Some(&Token::OpenRound);
            let collection = match self.value(Power::Sum) {
                Ok(collection) => collection,
                Err(problem) if parenthesised_list => {
                    return Err(Box::new(problem.hint(
                        "lists are written `[a, b]`",
                        "les listes s'écrivent `[a, b]`",
                    )));
                }
                Err(problem) => return Err(problem),
            };
            let span = start.to(collection.span);
            return self.maybe_negated(negated, Node::Member(subject, Box::new(collection)), span);
        }
        self.take();
        let mut items = Vec::new();
        while self.peek() != Some(&Token::CloseSquare) {
            if !items.is_empty() {
                self.expect(&Token::Comma, ", ]")?;
            }
            items.push(self.value(Power::Sum)?);
        }
        let span = start.to(self.take());
        self.maybe_negated(negated, Node::In(subject, items), span)
    }
}
