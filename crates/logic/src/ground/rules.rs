//! From clauses to rules that fire: bodies to look up, comparisons to carry along, heads to make.
//!
//! What sameness, order and functions mean becomes rules like any other. Nothing is grounded here.

use super::{Grounder, Mode, NO_CLAUSE, Rule, number_of_applied};
use crate::clause::{
    APPLIED, Applied, Arg, EQUAL, LESS, Literal, ORDERED, Source, UNIVERSE, VARIABLE, number_of,
};

impl Grounder<'_, '_> {
    pub(super) fn prepare(&mut self, members: &[u32]) {
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            let literals =
                &self.clauses.literals[clause.start as usize..(clause.start + clause.len) as usize];
            self.order |= literals.iter().any(|literal| literal.predicate == LESS);
            self.equality |= literals
                .iter()
                .any(|literal| literal.predicate == EQUAL && !literal.negative);
        }
        self.equality |= self.order;
        if let Mode::Apart(_) = self.mode {
            self.loosen(members);
        }
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            let literals: &[Literal] =
                &self.clauses.literals[clause.start as usize..(clause.start + clause.len) as usize];
            self.add_rule(literals, clause.variables, member, Some(clause.source));
        }
        if self.equality {
            self.add_equality_rules(members);
        }
        if self.order {
            self.add_order_rules();
        }
        if let Mode::Terms(_) = self.mode
            && !self.watchers.is_empty(UNIVERSE)
        {
            self.add_term_rules();
        }
    }

    /// Which constants may be the same as others, when the rest are things of their own.
    pub(super) fn loosen(&mut self, members: &[u32]) {
        self.loose = vec![false; self.clauses.constants.len()];
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            for at in clause.start..clause.start + clause.len {
                let literal = self.clauses.literals[at as usize];
                if literal.predicate != EQUAL {
                    continue;
                }
                for position in literal.start..literal.start + literal.len {
                    let arg = self.clauses.args[position as usize];
                    if let Some(loose) = self.loose.get_mut(arg as usize) {
                        *loose = true;
                    }
                }
            }
        }
        self.equality &= self.loose.iter().filter(|loose| **loose).count() > 1;
    }

    /// A function under a negated atom is matched against the terms there are. When something is said of
    /// everything, its terms must therefore all be there, up to the depth.
    pub(super) fn add_term_rules(&mut self) {
        let mut matched = vec![false; self.clauses.functions.len()];
        for rule in &self.rules {
            for at in rule.start..rule.start + rule.body {
                let literal = self.literals[at as usize];
                for position in literal.start..literal.start + literal.len {
                    self.mark_functions(self.args[position as usize], &mut matched);
                }
            }
        }
        for function in 0..matched.len() as u32 {
            if !matched[function as usize] {
                continue;
            }
            let arity = self.clauses.functions.items[function as usize].1;
            let start = self.args.len() as u32;
            self.args.extend((0..arity).map(|number| VARIABLE | number));
            self.applied.push(Applied {
                function,
                start,
                len: arity,
            });
            let term = APPLIED | (self.applied.len() as u32 - 1);
            // Said to be equal to itself, it is made and nothing else happens.
            self.axiom(&[(EQUAL, false, &[term, term])], arity);
        }
    }

    /// Literals that are negated and can be looked up come first, then the other negated ones.
    pub(super) fn add_rule(
        &mut self,
        literals: &[Literal],
        mut variables: u32,
        clause: u32,
        source: Option<Source>,
    ) {
        let is_body = |literal: &&Literal| {
            literal.negative && literal.predicate != EQUAL && literal.predicate != LESS
        };
        let is_passive = |literal: &&Literal| {
            literal.negative && (literal.predicate == EQUAL || literal.predicate == LESS)
        };
        let [mut body, mut passive, mut heads] = std::mem::take(&mut self.parts);
        for part in [&mut body, &mut passive, &mut heads] {
            part.clear();
        }
        body.extend(literals.iter().filter(is_body));
        passive.extend(literals.iter().filter(is_passive));
        heads.extend(literals.iter().filter(|literal| !literal.negative));
        if let Mode::Domain(_) | Mode::Apart(_) = self.mode {
            let plain = variables;
            let mut values = Vec::new();
            for literal in body.iter_mut().chain(&mut passive).chain(&mut heads) {
                self.flatten(literal, &mut variables, &mut values);
            }
            for at in 0..values.len() {
                self.add_total_rule(&body, &values[..=at], plain, variables);
            }
            body.extend(values);
        }
        self.file(&body, &passive, &heads, variables, clause, source, false);
        self.parts = [body, passive, heads];
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn file(
        &mut self,
        body: &[Literal],
        passive: &[Literal],
        heads: &[Literal],
        variables: u32,
        clause: u32,
        source: Option<Source>,
        total: bool,
    ) {
        let number = self.rules.len() as u32;
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(body);
        let [mut bound, mut used] = std::mem::take(&mut self.marks);
        bound.clear();
        bound.resize(variables as usize, false);
        for literal in body {
            for at in literal.start..literal.start + literal.len {
                self.mark_variables(self.args[at as usize], &mut bound);
            }
        }
        used.clone_from(&bound);
        for literal in passive.iter().chain(heads) {
            for at in literal.start..literal.start + literal.len {
                self.mark_variables(self.args[at as usize], &mut used);
            }
        }
        for variable in 0..variables {
            if used[variable as usize] && !bound[variable as usize] {
                let at = self.args.len() as u32;
                self.args.push(VARIABLE | variable);
                self.literals.push(Literal {
                    predicate: UNIVERSE,
                    negative: true,
                    start: at,
                    len: 1,
                });
            }
        }
        self.marks = [bound, used];
        let body_len = self.literals.len() as u32 - start;
        for position in 0..body_len {
            let predicate = self.literals[(start + position) as usize].predicate;
            match self.constant_of(start + position) {
                Some((column, constant)) if let Some(narrow) = &mut self.narrow => {
                    let places = narrow.entry((predicate, column, constant)).or_default();
                    places.push((number, position));
                }
                Some(_) | None => self.watchers.push(predicate, (number, position)),
            }
        }
        self.literals.extend_from_slice(passive);
        self.literals.extend_from_slice(heads);
        self.rules.push(Rule {
            start,
            body: body_len,
            passive: passive.len() as u32,
            heads: heads.len() as u32,
            variables,
            clause,
            source,
            total,
            mirrored: None,
        });
    }

    /// The first column of a plain literal in which a constant stands, and which.
    fn constant_of(&self, literal: u32) -> Option<(u32, u32)> {
        let literal = self.literals[literal as usize];
        let named = literal.predicate > LESS
            && (literal.predicate as usize) < self.clauses.predicates.len();
        let mut columns = (0..literal.len).filter(|_| named);
        columns.find_map(|column| {
            let arg = self.args[(literal.start + column) as usize];
            (arg & (APPLIED | VARIABLE) == 0).then_some((column, arg))
        })
    }

    pub(super) fn mark_variables(&self, arg: Arg, marks: &mut [bool]) {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            for at in applied.start..applied.start + applied.len {
                self.mark_variables(self.args[at as usize], marks);
            }
        } else if arg & VARIABLE != 0 {
            marks[number_of(arg) as usize] = true;
        }
    }

    /// Replaces each application in a literal by a variable for its value.
    pub(super) fn flatten(
        &mut self,
        literal: &mut Literal,
        variables: &mut u32,
        values: &mut Vec<Literal>,
    ) {
        let range = literal.start as usize..(literal.start + literal.len) as usize;
        if self.args[range.clone()]
            .iter()
            .all(|arg| arg & APPLIED == 0)
        {
            return;
        }
        let args: Vec<Arg> = self.args[range].to_vec();
        let flat: Vec<Arg> = args
            .into_iter()
            .map(|arg| self.flat(arg, variables, values))
            .collect();
        literal.start = self.args.len() as u32;
        self.args.extend(flat);
    }

    pub(super) fn flat(&mut self, arg: Arg, variables: &mut u32, values: &mut Vec<Literal>) -> Arg {
        if arg & APPLIED == 0 {
            return arg;
        }
        let applied = self.applied[number_of_applied(arg)];
        let mut args = Vec::with_capacity(applied.len as usize + 1);
        for at in applied.start..applied.start + applied.len {
            let inner = self.flat(self.args[at as usize], variables, values);
            args.push(inner);
        }
        let predicate = self.value_predicate(applied.function);
        for value in values.iter() {
            let range = value.start as usize..(value.start + value.len) as usize - 1;
            if value.predicate == predicate && self.args[range] == args {
                return self.args[(value.start + value.len) as usize - 1];
            }
        }
        let variable = VARIABLE | *variables;
        *variables += 1;
        args.push(variable);
        values.push(Literal {
            predicate,
            negative: true,
            start: self.args.len() as u32,
            len: args.len() as u32,
        });
        self.args.extend(args);
        variable
    }

    /// Where a clause could speak of a function's value, the function has one.
    pub(super) fn add_total_rule(
        &mut self,
        body: &[Literal],
        values: &[Literal],
        plain: u32,
        variables: u32,
    ) {
        let Some((last, before)) = values.split_last() else {
            return;
        };
        // Literals that speak of values do not say where a value is needed.
        let mut needed: Vec<Literal> = body
            .iter()
            .filter(|literal| {
                let mut inside = vec![false; variables as usize];
                for at in literal.start..literal.start + literal.len {
                    self.mark_variables(self.args[at as usize], &mut inside);
                }
                !inside[plain as usize..].contains(&true)
            })
            .copied()
            .collect();
        needed.extend_from_slice(before);
        let head = Literal {
            negative: false,
            len: last.len - 1,
            ..*last
        };
        self.file(&needed, &[], &[head], variables, NO_CLAUSE, None, true);
    }

    pub(super) fn axiom(&mut self, literals: &[(u32, bool, &[Arg])], variables: u32) {
        let mut filed = [Vec::new(), Vec::new()];
        for (predicate, negative, args) in literals {
            let start = self.args.len() as u32;
            self.args.extend_from_slice(args);
            filed[usize::from(!negative)].push(Literal {
                predicate: *predicate,
                negative: *negative,
                start,
                len: args.len() as u32,
            });
        }
        let [body, heads] = filed;
        self.file(&body, &[], &heads, variables, NO_CLAUSE, None, false);
    }

    pub(super) fn add_equality_rules(&mut self, members: &[u32]) {
        let variable = |number: u32| VARIABLE | number;
        let (x, y, z) = (variable(0), variable(1), variable(2));
        self.axiom(
            &[
                (EQUAL, true, &[x, y]),
                (EQUAL, true, &[y, z]),
                (EQUAL, false, &[x, z]),
            ],
            3,
        );
        self.mirror(2);
        let mut used = vec![false; self.predicate_count as usize];
        let mut functions = vec![false; self.clauses.functions.len()];
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            for at in clause.start..clause.start + clause.len {
                let literal = self.clauses.literals[at as usize];
                used[literal.predicate as usize] = true;
                for position in literal.start..literal.start + literal.len {
                    self.mark_functions(self.clauses.args[position as usize], &mut functions);
                }
            }
        }
        used[EQUAL as usize] = false;
        for predicate in 0..self.clauses.predicates.len() as u32 {
            if !used[predicate as usize] {
                continue;
            }
            let arity = self.clauses.predicates.items[predicate as usize].1;
            self.add_congruence(predicate, arity, arity);
        }
        for function in 0..self.clauses.functions.len() as u32 {
            if !functions[function as usize] {
                continue;
            }
            match self.mode {
                Mode::Terms(_) => self.add_function_rules(function),
                // What is the value for a thing is one for the same thing by another name.
                Mode::Domain(_) | Mode::Apart(_) => {
                    let arity = self.clauses.functions.items[function as usize].1;
                    self.add_congruence(self.value_predicate(function), arity + 1, arity);
                }
            }
        }
    }

    /// The rule that was made last says the same with these two variables changed.
    fn mirror(&mut self, with_first: u32) {
        if let Some(rule) = self.rules.last_mut() {
            rule.mirrored = Some(with_first);
        }
    }

    /// What holds of a thing in one of the first columns holds of the same thing.
    pub(super) fn add_congruence(&mut self, predicate: u32, arity: u32, columns: u32) {
        let variable = |number: u32| VARIABLE | number;
        let args: Vec<Arg> = (0..arity).map(variable).collect();
        for position in 0..columns {
            let mut changed = args.clone();
            changed[position as usize] = variable(arity);
            self.axiom(
                &[
                    (predicate, true, &args),
                    (EQUAL, true, &[variable(position), variable(arity)]),
                    (predicate, false, &changed),
                ],
                arity + 1,
            );
        }
    }

    pub(super) fn mark_functions(&self, arg: Arg, marks: &mut [bool]) {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            marks[applied.function as usize] = true;
            for at in applied.start..applied.start + applied.len {
                self.mark_functions(self.args[at as usize], marks);
            }
        }
    }

    pub(super) fn add_function_rules(&mut self, function: u32) {
        let variable = |number: u32| VARIABLE | number;
        let arity = self.clauses.functions.items[function as usize].1;
        let args: Vec<Arg> = (0..arity).map(variable).collect();
        for position in 0..arity {
            let mut changed = args.clone();
            changed[position as usize] = variable(arity);
            let mut sides = [0; 2];
            for (side, inner) in sides.iter_mut().zip([&args, &changed]) {
                let start = self.args.len() as u32;
                self.args.extend_from_slice(inner);
                self.applied.push(Applied {
                    function,
                    start,
                    len: arity,
                });
                *side = APPLIED | (self.applied.len() as u32 - 1);
            }
            let predicate = self.value_predicate(function);
            self.axiom(
                &[
                    (predicate, true, &args),
                    (EQUAL, true, &[variable(position), variable(arity)]),
                    (EQUAL, false, &sides),
                ],
                arity + 1,
            );
        }
    }

    pub(super) fn add_order_rules(&mut self) {
        let (x, y, z) = (VARIABLE, VARIABLE | 1, VARIABLE | 2);
        self.axiom(
            &[
                (LESS, true, &[x, y]),
                (LESS, true, &[y, z]),
                (LESS, false, &[x, z]),
            ],
            3,
        );
        self.axiom(
            &[
                (ORDERED, true, &[x]),
                (ORDERED, true, &[y]),
                (EQUAL, false, &[x, y]),
                (LESS, false, &[x, y]),
                (LESS, false, &[y, x]),
            ],
            2,
        );
        self.mirror(1);
    }
}
