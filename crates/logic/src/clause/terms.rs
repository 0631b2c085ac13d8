//! Terms and literals of the formula at hand, before its variables have their final numbers.

use super::shape::{free_names, narrow};
use super::{APPLIED, Applied, Arg, Clauses, Constant, Literal, Opaque, Symbol, VARIABLE};
use crate::clause::folded;
use crate::formula::{Formula, Term};
use crate::value::Name;
use std::borrow::Cow;

impl<'a> Clauses<'a> {
    pub(super) fn note(&mut self, opaque: Opaque) {
        if !self.opaque.contains(&opaque) {
            self.opaque.push(opaque);
        }
    }

    pub(super) fn raw_literal(
        &mut self,
        name: Symbol<'a>,
        args: &[Arg],
        negative: bool,
    ) -> Literal {
        let start = self.raw_args.len();
        self.raw_args.extend_from_slice(args);
        self.raw_literal_at(name, start, negative)
    }

    pub(super) fn raw_literal_at(
        &mut self,
        name: Symbol<'a>,
        start: usize,
        negative: bool,
    ) -> Literal {
        let len = (self.raw_args.len() - start) as u32;
        Literal {
            predicate: self.predicates.intern((name, len)),
            negative,
            start: start as u32,
            len,
        }
    }

    pub(super) fn raw_builtin(
        &mut self,
        predicate: u32,
        left: Arg,
        right: Arg,
        negative: bool,
    ) -> Literal {
        let start = self.raw_args.len() as u32;
        self.raw_args.extend([left, right]);
        Literal {
            predicate,
            negative,
            start,
            len: 2,
        }
    }

    pub(super) fn apply(&mut self, function: u32, args: &[Arg]) -> Arg {
        let start = self.raw_args.len() as u32;
        self.raw_args.extend_from_slice(args);
        self.raw_applied.push(Applied {
            function,
            start,
            len: args.len() as u32,
        });
        APPLIED | (self.raw_applied.len() as u32 - 1)
    }

    pub(super) fn term(&mut self, term: &'a Term, scope: u32) -> Arg {
        match term {
            Term::Variable(name) => match self.look_up(name, scope) {
                Some(arg) => arg,
                None => self.constants.intern(Constant::Free(name)),
            },
            Term::Constant(value) => self.constants.intern(Constant::Value(Cow::Borrowed(value))),
            Term::Attribute { of, attribute } => {
                let arg = self.term(of, scope);
                let function = self.functions.intern((Symbol::Named(attribute), 1));
                self.apply(function, &[arg])
            }
            Term::Function { name, arguments } if arguments.is_empty() => {
                self.constants.intern(Constant::Function(name))
            }
            Term::Function { name, arguments } => {
                let args: Vec<Arg> = arguments
                    .iter()
                    .map(|argument| self.term(argument, scope))
                    .collect();
                let function = self
                    .functions
                    .intern((Symbol::Named(name), args.len() as u32));
                self.apply(function, &args)
            }
            Term::Arithmetic(operation, left, right) => {
                if let Some(value) = folded(term) {
                    return self.constants.intern(Constant::Value(Cow::Owned(value)));
                }
                self.note(Opaque::Arithmetic);
                let args = [self.term(left, scope), self.term(right, scope)];
                let function = self
                    .functions
                    .intern((Symbol::Builtin(operation.sign()), 2));
                self.apply(function, &args)
            }
            Term::Count { .. } => {
                self.note(Opaque::Count);
                let args = self.scope_variables(scope);
                let name = self.make();
                if args.is_empty() {
                    let Symbol::Made(number) = name else { return 0 };
                    return self.constants.intern(Constant::Skolem(number));
                }
                let function = self.functions.intern((name, args.len() as u32));
                self.apply(function, &args)
            }
            Term::Size(of) => {
                self.note(Opaque::Size);
                let arg = self.term(of, scope);
                let function = self.functions.intern((Symbol::Builtin("size"), 1));
                self.apply(function, &[arg])
            }
            Term::Now => self.constants.intern(Constant::Now),
            Term::Today => self.constants.intern(Constant::Today),
            Term::Unresolved(name, _) => {
                self.note(Opaque::Unresolved);
                self.constants.intern(Constant::Unresolved(name))
            }
        }
    }

    pub(super) fn look_up(&self, name: &Name, mut scope: u32) -> Option<Arg> {
        while scope != 0 {
            let (bound, arg, outer) = self.scopes[scope as usize - 1];
            if bound == name {
                return Some(arg);
            }
            scope = outer;
        }
        None
    }

    pub(super) fn raw_variables_in(&self, arg: Arg, found: &mut Vec<Arg>) {
        if arg & APPLIED != 0 {
            let applied = self.raw_applied[(arg & !APPLIED) as usize];
            for at in applied.start..applied.start + applied.len {
                self.raw_variables_in(self.raw_args[at as usize], found);
            }
        } else if arg & VARIABLE != 0 && !found.contains(&arg) {
            found.push(arg);
        }
    }

    pub(super) fn scope_variables(&self, mut scope: u32) -> Vec<Arg> {
        let mut found = Vec::new();
        while scope != 0 {
            let (_, arg, outer) = self.scopes[scope as usize - 1];
            self.raw_variables_in(arg, &mut found);
            scope = outer;
        }
        found.reverse();
        found
    }

    pub(super) fn define(&mut self, scope: u32) -> Literal {
        let args = self.scope_variables(scope);
        let name = self.make();
        self.raw_literal(name, &args, false)
    }

    /// The Skolem term of an existence: it depends only on the variables of the parts that speak of it.
    pub(super) fn witness(
        &mut self,
        variable: &'a Name,
        sort: Option<&'a Name>,
        body: &'a Formula,
        scope: u32,
    ) -> Arg {
        let mut names: Vec<&'a Name> = Vec::new();
        let narrowed = if sort.is_some() {
            body
        } else {
            narrow(body, variable)
        };
        free_names(narrowed, &mut vec![variable], &mut names);
        let mut args = Vec::new();
        for name in names {
            if let Some(arg) = self.look_up(name, scope) {
                self.raw_variables_in(arg, &mut args);
            }
        }
        let name = self.make();
        if args.is_empty() {
            let Symbol::Made(number) = name else { return 0 };
            return self.constants.intern(Constant::Skolem(number));
        }
        let function = self.functions.intern((name, args.len() as u32));
        self.apply(function, &args)
    }
}
