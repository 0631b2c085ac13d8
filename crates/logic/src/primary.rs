//! The parser's other half: what an expression can begin with, from literals to quantifiers.
//!
//! A keyword is never taken for a name unless it stands in backticks or after a dot.

use crate::formula::{ArithmeticOp, Span};
use crate::lex::{self, Keyword, Token};
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
            Some(Token::Word(_, Some(Keyword::Not))) => self.negation(),
            Some(Token::Word(_, Some(Keyword::Forall))) => self.quantified(Quantifier::Forall),
            Some(Token::Word(_, Some(Keyword::Exists))) => self.quantified(Quantifier::Exists),
            Some(
                Token::Word(..)
                | Token::Quoted(_)
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
        self.build(Node::Not(Box::new(body)), span)
    }

    fn negative(&mut self) -> Read<Expression> {
        let start = self.take();
        // It is printed as `0 - (…)`, which nests twice: what is read must be readable when printed.
        self.deeper()?;
        let part = self.value(Power::Negative)?;
        self.shallower();
        let span = start.to(part.span);
        if let Node::Literal(Value::Number(number)) = part.node {
            return self.build(Node::Literal(Value::Number(number.negated())), span);
        }
        self.build(Node::Negative(Box::new(part)), span)
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Read<Expression> {
        let start = self.take();
        let mut bindings = vec![self.binding()?];
        while self.peek() == Some(&Token::Comma) {
            self.take();
            bindings.push(self.binding()?);
        }
        self.expect(&Token::Colon, ":")?;
        let mut body = self.condition(Power::Anything)?;
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
        let sort = if self.at_keyword(Keyword::In) {
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
            Some(Token::Word(word, Some(keyword))) if !keyword.is_contextual() => {
                return Err(self.reserved(word));
            }
            Some(Token::Word(word, _)) => Name::new(word),
            _ => return Err(self.unexpected(wanted_en, wanted_fr)),
        };
        let span = self.take();
        Ok(Label { name, span })
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
                    Some(Token::Word(name, _) | Token::Quoted(name)) if !name.contains('.') => {
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
            } else if self.at_keyword(Keyword::Days) || self.at_keyword(Keyword::Day) {
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
            Some(Token::Word(word, keyword)) => match keyword {
                Some(Keyword::True) => Node::Literal(Value::Bool(true)),
                Some(Keyword::False) => Node::Literal(Value::Bool(false)),
                Some(Keyword::Null) => Node::Literal(Value::Null),
                Some(Keyword::Today) => Node::Today,
                Some(Keyword::Now) => Node::Now,
                Some(Keyword::Count) if self.peek_after(1) == Some(&Token::OpenRound) => {
                    return self.count();
                }
                None | Some(Keyword::Count | Keyword::Day | Keyword::Days) => {
                    return self.named(Name::new(word));
                }
                Some(
                    Keyword::And
                    | Keyword::Or
                    | Keyword::Not
                    | Keyword::Xor
                    | Keyword::In
                    | Keyword::Is
                    | Keyword::Forall
                    | Keyword::Exists,
                ) => return Err(self.reserved(word)),
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
            |token: Option<&Token<'_>>| matches!(token, Some(Token::Word(..) | Token::Quoted(_)));
        let binds = names(self.peek())
            && (self.peek_after(1) == Some(&Token::Colon)
                || (Self::is_keyword(self.peek_after(1), Keyword::In)
                    && names(self.peek_after(2))
                    && self.peek_after(3) == Some(&Token::Colon)));
        let node = if binds {
            let (variable, sort) = self.binding()?;
            self.expect(&Token::Colon, ":")?;
            let body = self.condition(Power::Anything)?;
            Node::Quantified(Quantifier::Count, variable, sort, Box::new(body))
        } else {
            Node::Size(Box::new(self.value(Power::Anything)?))
        };
        let span = start.to(self.expect(&Token::CloseRound, ")")?);
        self.build(node, span)
    }

    fn named(&mut self, name: Name) -> Read<Expression> {
        let bare = matches!(self.peek(), Some(Token::Word(..)));
        let span = self.take();
        if self.peek() != Some(&Token::OpenRound) {
            return self.build(Node::Name(name), span);
        }
        self.take();
        if self.peek() == Some(&Token::CloseRound) {
            return Err(called_without(&name, span.to(self.span())));
        }
        let mut arguments = Vec::with_capacity(2);
        arguments.push(self.argument()?);
        while self.peek() == Some(&Token::Comma) {
            self.take();
            arguments.push(self.argument()?);
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

    /// Nearly every argument is a bare name, and then nothing needs to be looked for around it.
    fn argument(&mut self) -> Read<Expression> {
        match (self.peek(), self.peek_after(1)) {
            (Some(Token::Word(word, None)), Some(Token::Comma | Token::CloseRound))
                if self.is_room_below() =>
            {
                let name = Name::new(word);
                let span = self.take();
                self.build(Node::Name(name), span)
            }
            (_, _) => self.value(Power::Anything),
        }
    }
}

/// `tomorrow()`: there are no functions without arguments.
fn called_without(name: &Name, span: Span) -> Box<Problem> {
    const KNOWN: [(&str, &str); 10] = [
        ("today", "today"),
        ("aujourdhui", "today"),
        ("now", "now"),
        ("maintenant", "now"),
        ("tomorrow", "today + 1 day"),
        ("demain", "today + 1 day"),
        ("yesterday", "today - 1 day"),
        ("hier", "today - 1 day"),
        ("count", "count(list)"),
        ("date", "date(\"2026-03-08\")"),
    ];
    let near = crate::text::nearest(name, KNOWN.map(|(known, _)| known));
    let near = KNOWN.iter().find(|(known, _)| Some(*known) == near);
    let problem = Problem::new(
        "unexpected-token",
        span,
        format!("nothing is called `{name}()`: a name takes no empty parentheses"),
        format!("rien ne s'appelle `{name}()` : un nom ne prend pas de parenthèses vides"),
    );
    Box::new(match near {
        Some((_, written)) => problem.did_you_mean(Some(written)),
        None => problem.hint(
            format!("write `{name}`, or what it is about between the parentheses"),
            format!("écrivez `{name}`, ou ce dont il s'agit entre les parenthèses"),
        ),
    })
}
