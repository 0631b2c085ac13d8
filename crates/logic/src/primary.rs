//! The parser's other half: what an expression can begin with, from literals to quantifiers.
//!
//! A keyword is never taken for a name unless it stands in backticks or after a dot.

use crate::formula::ArithmeticOp;
use crate::lex::{self, Token};
use crate::parse::{Parser, Power, Read};
use crate::problem::Problem;
use crate::syntax::{Expression, Label, Node, Place, Quantifier};
use crate::value::{Name, Value};

impl Parser<'_> {
    pub(crate) fn prefix(&mut self) -> Read<Expression> {
        let span = self.span();
        match self.peek() {
            Some(Token::Not) => self.negation(),
            Some(Token::Arithmetic(ArithmeticOp::Subtract)) => self.negative(),
            Some(Token::Word(word)) => match word.to_ascii_lowercase().as_str() {
                "not" => self.negation(),
                "forall" => self.quantified(Quantifier::Forall),
                "exists" => self.quantified(Quantifier::Exists),
                _ => self.postfix(),
            },
            Some(
                Token::Quoted(_)
                | Token::Text(_)
                | Token::Number(_)
                | Token::Date(_)
                | Token::Instant(_)
                | Token::OpenRound,
            ) => self.postfix(),
            Some(Token::OpenSquare) => Err(Box::new(
                Problem::new(
                    "unexpected-token",
                    span,
                    "a list can only stand after `in`",
                    "une liste ne peut suivre que `in`",
                )
                .hint("write `x in [a, b]`", "écrivez `x in [a, b]`"),
            )),
            Some(
                Token::Compare(_)
                | Token::Arithmetic(_)
                | Token::And
                | Token::Or
                | Token::Implies
                | Token::Iff
                | Token::CloseRound
                | Token::CloseSquare
                | Token::Comma
                | Token::Colon
                | Token::Dot,
            )
            | None => Err(self.unexpected("a value or a condition", "une valeur ou une condition")),
        }
    }

    fn negation(&mut self) -> Read<Expression> {
        let start = self.take();
        let body = self.condition(Power::Not)?;
        let span = start.to(body.span);
        self.build(Node::Not(body), span)
    }

    fn negative(&mut self) -> Read<Expression> {
        let start = self.take();
        let part = self.value(Power::Negative)?;
        let span = start.to(part.span);
        if let Node::Literal(Value::Number(number)) = part.node {
            return self.build(Node::Literal(Value::Number(number.negated())), span);
        }
        self.build(Node::Negative(part), span)
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Read<Expression> {
        let start = self.take();
        let mut bindings = vec![self.binding()?];
        while self.peek() == Some(&Token::Comma) {
            self.take();
            bindings.push(self.binding()?);
        }
        self.expect(&Token::Colon, ":")?;
        let mut body = *self.condition(Power::Anything)?;
        let span = start.to(body.span);
        for (variable, sort) in bindings.into_iter().rev() {
            body = self.build(
                Node::Quantified(quantifier, variable, sort, Box::new(body)),
                span,
            )?;
        }
        Ok(body)
    }

    fn binding(&mut self) -> Read<(Label, Option<Label>)> {
        let variable = self.label("a variable", "une variable")?;
        let sort = if self.at_word("in") {
            self.take();
            Some(self.label("a sort", "une sorte")?)
        } else {
            None
        };
        Ok((variable, sort))
    }

    /// A name that must not be a keyword.
    fn label(&mut self, wanted_en: &str, wanted_fr: &str) -> Read<Label> {
        let name = match self.peek() {
            Some(Token::Quoted(name)) => Name::new(name),
            Some(Token::Word(word)) => {
                if lex::is_keyword(word) && !self.is_contextual(word) {
                    return Err(self.reserved(word));
                }
                Name::new(word)
            }
            _ => return Err(self.unexpected(wanted_en, wanted_fr)),
        };
        let span = self.take();
        Ok(Label { name, span })
    }

    /// Words that mean something only where a name cannot stand.
    fn is_contextual(&self, word: &str) -> bool {
        ["count", "day", "days"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    }

    fn reserved(&self, word: &str) -> Box<Problem> {
        Box::new(
            Problem::new(
                "reserved-word",
                self.span(),
                format!("`{word}` has a meaning of its own and cannot be a name here"),
                format!("`{word}` a un sens propre et ne peut pas être un nom ici"),
            )
            .hint(
                format!("if it is a name, put it in backticks: `{word}`"),
                format!("si c'est un nom, mettez-le entre accents graves : `{word}`"),
            ),
        )
    }

    fn postfix(&mut self) -> Read<Expression> {
        let mut expression = self.primary()?;
        loop {
            if self.peek() == Some(&Token::Dot) {
                let of = self.in_place(expression, Place::Value)?;
                self.take();
                // After a dot even a keyword can only be an attribute.
                let name = match self.peek() {
                    // A full stop parts one attribute from the next.
                    Some(Token::Word(name) | Token::Quoted(name)) if !name.contains('.') => {
                        Name::new(name)
                    }
                    _ => {
                        return Err(
                            self.unexpected("the name of an attribute", "le nom d'un attribut")
                        );
                    }
                };
                let label = Label {
                    name,
                    span: self.take(),
                };
                let span = of.span.to(label.span);
                expression = self.build(Node::Field(Box::new(of), label), span)?;
            } else if self.at_word("days") || self.at_word("day") {
                let number = self.in_place(expression, Place::Value)?;
                let span = number.span.to(self.take());
                expression = self.build(Node::Days(Box::new(number)), span)?;
            } else {
                return Ok(expression);
            }
        }
    }

    fn primary(&mut self) -> Read<Expression> {
        let span = self.span();
        let node = match self.peek() {
            Some(Token::OpenRound) => return self.parenthesised(),
            Some(Token::Text(text)) => Node::Literal(Value::text(text)),
            Some(Token::Number(number)) => Node::Literal(Value::Number(*number)),
            Some(Token::Date(date)) => Node::Literal(Value::Date(*date)),
            Some(Token::Instant(instant)) => Node::Literal(Value::Instant(*instant)),
            Some(Token::Quoted(name)) => return self.named(Name::new(name)),
            Some(Token::Word(word)) => match word.to_ascii_lowercase().as_str() {
                "true" => Node::Literal(Value::Bool(true)),
                "false" => Node::Literal(Value::Bool(false)),
                "null" => Node::Literal(Value::Null),
                "today" => Node::Today,
                "now" => Node::Now,
                "count" if self.peek_after(1) == Some(&Token::OpenRound) => return self.count(),
                _ if lex::is_keyword(word) && !self.is_contextual(word) => {
                    return Err(self.reserved(word));
                }
                _ => return self.named(Name::new(word)),
            },
            _ => return Err(self.unexpected("a value", "une valeur")),
        };
        self.take();
        self.build(node, span)
    }

    fn parenthesised(&mut self) -> Read<Expression> {
        let open = self.take();
        let mut inner = self.expression(Power::Anything)?;
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
        let close = self.expect(&Token::CloseRound, ")")?;
        inner.span = open.to(close);
        Ok(inner)
    }

    fn count(&mut self) -> Read<Expression> {
        let start = self.take();
        self.take();
        let names =
            |token: Option<&Token>| matches!(token, Some(Token::Word(_) | Token::Quoted(_)));
        let binds = names(self.peek())
            && (self.peek_after(1) == Some(&Token::Colon)
                || (Self::is_word(self.peek_after(1), "in")
                    && names(self.peek_after(2))
                    && self.peek_after(3) == Some(&Token::Colon)));
        let node = if binds {
            let (variable, sort) = self.binding()?;
            self.expect(&Token::Colon, ":")?;
            let body = self.condition(Power::Anything)?;
            Node::Quantified(Quantifier::Count, variable, sort, body)
        } else {
            Node::Size(self.value(Power::Anything)?)
        };
        let span = start.to(self.expect(&Token::CloseRound, ")")?);
        self.build(node, span)
    }

    fn named(&mut self, name: Name) -> Read<Expression> {
        let bare = matches!(self.peek(), Some(Token::Word(_)));
        let span = self.take();
        if self.peek() != Some(&Token::OpenRound) {
            return self.build(Node::Name(name), span);
        }
        self.take();
        let mut arguments = vec![*self.value(Power::Anything)?];
        while self.peek() == Some(&Token::Comma) {
            self.take();
            arguments.push(*self.value(Power::Anything)?);
        }
        let whole = span.to(self.expect(&Token::CloseRound, ", )")?);
        if bare
            && let [
                Expression {
                    node: Node::Literal(Value::Text(text)),
                    span,
                    ..
                },
            ] = &arguments[..]
        {
            // `date("…")` is a literal; `date(X)` is an attribute or predicate like any other.
            let parsed = match name.to_ascii_lowercase().as_str() {
                "date" => Some(text.parse().map(Value::Date)),
                "instant" => Some(text.parse().map(Value::Instant)),
                _ => None,
            };
            match parsed {
                Some(Ok(value)) => return self.build(Node::Literal(value), whole),
                Some(Err(_)) => return Err(Box::new(lex::bad_date(text, *span))),
                None => {}
            }
        }
        self.build(Node::Call(Label { name, span }, arguments), whole)
    }
}
