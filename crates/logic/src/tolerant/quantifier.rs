//! Quantifiers: their spellings, what they bind, and how far they reach.

use super::grammar::{Joint, Parser, Read, join};
use super::terms::{first_variable_like, is_free_name, rename_free, share_a_variable};
use super::token::Kind as Tok;
use super::walk;
use crate::formula::{Formula, Span};
use crate::repair::Kind;
use crate::value::Name;

/// Short words that no variable is called.
const NO_VARIABLES: &[&str] = &[
    "if", "no", "of", "at", "it", "is", "or", "in", "as", "be", "by", "to", "an", "si", "ni", "ne",
    "un", "et", "ou",
];

/// Beginnings that say that there is none.
const NONE: &[&[&str]] = &[
    &["there", "is", "no"],
    &["there", "are", "no"],
    &["there", "exists", "no"],
    &["there", "does", "not", "exist"],
    &["there", "doesn't", "exist"],
    &["there", "doesn’t", "exist"],
    &["il", "n'existe", "pas"],
    &["il", "n’existe", "pas"],
    &["il", "n'existe", "aucun"],
    &["il", "n’existe", "aucun"],
];

impl<'a> Parser<'a> {
    /// Whether "there is no" stands here before a variable and what it is said not to be; how many tokens
    /// that takes before the variable.
    pub(super) fn denied_existence(&self) -> Option<usize> {
        let phrase = |words: &&&[&str]| {
            let mut words = words.iter().enumerate();
            words.all(|(at, word)| self.is_word(self.at + at, &[word]))
        };
        let width = NONE.iter().find(phrase)?.len();
        let articles = ["a", "an", "any", "some", "de", "un", "une"];
        let article = self.is_word(self.at + width, &articles)
            && matches!(self.kind_after(width + 1), Some(Tok::Name | Tok::Variable));
        let width = width + usize::from(article);
        let variable = self.text_at(self.at + width);
        let short = !variable.is_empty() && variable.len() <= 2;
        let said = matches!(
            self.kind_after(width + 1),
            Some(Tok::Dot | Tok::Colon | Tok::Comma | Tok::Open | Tok::Exists | Tok::Forall)
        ) || self.is_word(self.at + width + 1, &["such", "tel", "telle"]);
        let named = matches!(self.kind_after(width), Some(Tok::Name | Tok::Variable));
        (named && short && said).then_some(width)
    }

    /// "There is no x such that": the denial of what a quantifier says.
    pub(super) fn none_exists(&mut self, width: usize) -> Read<Formula> {
        let start = self.span();
        self.at += width;
        let variable = self.text().trim_start_matches(['$', '?']);
        self.at += 1;
        let such = self.is_word(self.at, &["such", "tel", "telle"]);
        let parted = matches!(self.kind(), Some(Tok::Dot | Tok::Colon | Tok::Comma));
        self.at += if such { 2 } else { usize::from(parted) };
        let end = self.tokens[(self.at - 1).min(self.tokens.len() - 1)].span;
        self.edit(Kind::Quantifier, start.to(end), &format!("¬∃{variable}"));
        self.bound.push(variable);
        let body = if such || parted {
            self.formula(0)?
        } else {
            self.unary()?
        };
        self.bound.pop();
        Ok(Formula::not(bind(false, Name::new(variable), None, body)))
    }

    /// `∀(x)`, `∃(x, y)`: variables in parentheses of their own. How many tokens they take.
    fn variables_in_group(&self) -> Option<usize> {
        if self.kind() != Some(Tok::Open) {
            return None;
        }
        let mut at = self.at + 1;
        loop {
            let name = self.text_at(at);
            let short = name.len() <= 2 && name.starts_with(char::is_lowercase);
            if self.tokens.get(at)?.kind != Tok::Name || !short {
                return None;
            }
            at += 2;
            let next = self.tokens.get(at - 1)?.kind;
            if next == Tok::Close {
                return Some(at - self.at);
            }
            if next != Tok::Comma {
                return None;
            }
        }
    }

    /// Lets a quantifier on the left reach a right side that uses its variable.
    /// `begin` is where the left side begins.
    pub(super) fn reach(
        &mut self,
        begin: Span,
        left: Formula,
        joint: Joint,
        right: Formula,
    ) -> (Formula, Option<Formula>) {
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
        if !used && !conditional {
            return (left, Some(right));
        }
        let mut right = right;
        for name in &names {
            if is_free_name(&right, name) {
                rename_free(&mut right, name);
            }
        }
        let reached = if negated {
            Formula::not(extend(walk::negated(left), joint, right))
        } else {
            extend(left, joint, right)
        };
        let whole = begin.to(self.tokens[self.at - 1].span);
        self.edit(Kind::Scope, whole, &reached.to_string());
        (reached, None)
    }

    /// `Some(x) (…)`.
    pub(super) fn called_binder(&mut self, universal: bool) -> Read<Formula> {
        let span = self.span();
        let end = self.tokens[self.at + 3].span;
        let variable = self.text_at(self.at + 2);
        let sign = if universal { "∀" } else { "∃" };
        self.edit(Kind::Quantifier, span.to(end), &format!("{sign}{variable}"));
        self.at += 4;
        self.bound.push(variable);
        let body = self.unary()?;
        self.bound.pop();
        Ok(bind(universal, Name::new(variable), None, body))
    }

    /// `ForAll(x, …)`.
    pub(super) fn called_quantifier(&mut self, universal: bool) -> Read<Formula> {
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
    pub(super) fn quantifier_words(&self) -> Option<(bool, usize, bool)> {
        let (universal, width) = if self.is_word(self.at, &["for"])
            && self.is_word(self.at + 1, &["all", "every", "each", "any"])
            || self.is_word(self.at, &["pour"])
                && self.is_word(self.at + 1, &["tout", "toute", "tous", "chaque"])
        {
            (true, 2)
        } else if self.is_word(self.at, &["there"])
            && self.is_word(self.at + 1, &["exists", "is", "exist"])
            || self.is_word(self.at, &["il"]) && self.is_word(self.at + 1, &["existe"])
        {
            // "There is a cat" names no variable.
            let article = self.is_word(self.at + 2, &["an", "some", "un", "une"])
                || self.is_word(self.at + 2, &["a"]) && self.kind_after(3) == Some(Tok::Name);
            (false, 2 + usize::from(article))
        } else if self.is_word(
            self.at,
            &["all", "forall", "every", "each", "tout", "toute", "chaque"],
        ) {
            (true, 1)
        } else if self.is_word(self.at, &["exists", "exist", "some", "existe"]) {
            (false, 1)
        } else {
            return None;
        };
        let named = matches!(self.kind_after(width), Some(Tok::Name | Tok::Variable));
        let named = named && !self.is_word(self.at + width, NO_VARIABLES);
        let short = self.text_at(self.at + width).len() <= 2;
        let parted = matches!(
            self.kind_after(width + 1),
            Some(Tok::Dot | Tok::Colon | Tok::Forall | Tok::Exists)
        );
        let strict = matches!(self.text(), "all" | "exists" | "forall");
        (named && (short || parted)).then_some((universal, width, strict))
    }

    /// `p(x)` or `on(x, table)` behind `∀x`: a name with names in parentheses, one of them bound already, is what
    /// is said of it, however short it is.
    fn is_applied_to(&self, variables: &[&str]) -> bool {
        let name = self.kind() == Some(Tok::Name) && self.kind_after(1) == Some(Tok::Open);
        let mut at = self.at + 2;
        let mut binds = false;
        while name && let Some(token) = self.tokens.get(at) {
            if token.kind == Tok::Close {
                return binds;
            }
            if !matches!(token.kind, Tok::Name | Tok::Variable | Tok::Comma) {
                return false;
            }
            binds |= variables.contains(&self.text_at(at).trim_start_matches(['$', '?']));
            at += 1;
        }
        false
    }

    /// "such that", "s.t.", "tel que": how many tokens that takes.
    fn such_that(&self) -> usize {
        let spelled = self.is_word(self.at, &["such", "tel", "telle"])
            && self.is_word(self.at + 1, &["that", "que"]);
        let short = self.is_word(self.at, &["s"])
            && self.text_at(self.at + 1) == "."
            && self.is_word(self.at + 2, &["t"]);
        if short {
            3 + usize::from(self.kind_after(3) == Some(Tok::Dot))
        } else {
            2 * usize::from(spelled)
        }
    }

    /// "for every x such that A, B": B of all that is A.
    fn every_such(&mut self) -> Read<Formula> {
        let listing = std::mem::replace(&mut self.listing, 1);
        let condition = self.formula(0)?;
        self.listing = listing;
        let comma = usize::from(self.kind() == Some(Tok::Comma));
        let then = usize::from(self.is_word(self.at + comma, &["then", "alors"]));
        if comma + then > 0 {
            let (start, end) = (self.span(), self.tokens[self.at + comma + then - 1].span);
            self.edit(Kind::Operator, start.to(end), "→");
            self.at += comma + then;
            let conclusion = self.formula(0)?;
            return Ok(join(Joint::Implies, condition, conclusion, false));
        }
        // What is said of them is missing, unless an arrow says it.
        if matches!(condition, Formula::Implies(..) | Formula::Iff(..)) {
            Ok(condition)
        } else {
            self.stop()
        }
    }

    /// Behind `all x.` as NLTK reads it: the next part alone, unless what follows speaks of the variable too.
    fn behind_dot(&mut self, variables: &[&str]) -> Read<Formula> {
        let begin = self.span();
        let body = self.unary()?;
        if self.joint().is_none() || !self.is_spoken_of(variables) {
            return Ok(body);
        }
        let body = self.joined(begin, body, 0)?;
        let whole = begin.to(self.tokens[self.at - 1].span);
        self.edit(Kind::Scope, whole, &format!("({body})"));
        Ok(body)
    }

    /// Whether one of these names stands ahead, before the parenthesis closes that is open here.
    fn is_spoken_of(&self, names: &[&str]) -> bool {
        let mut open = 0_usize;
        for at in self.at..self.tokens.len() {
            let kind = self.tokens[at].kind;
            if matches!(kind, Tok::Open | Tok::OpenSquare) {
                open += 1;
            } else if matches!(kind, Tok::Close | Tok::CloseSquare) {
                if open == 0 {
                    return false;
                }
                open -= 1;
            } else if matches!(kind, Tok::Name | Tok::Variable) && names.contains(&self.text_at(at))
            {
                return true;
            }
        }
        false
    }

    /// `∀xy` binds two variables, where nothing is called `xy`.
    fn is_written_together(&self, name: &str) -> bool {
        let letters =
            (2..=3).contains(&name.len()) && name.bytes().all(|byte| (b'u'..=b'z').contains(&byte));
        letters && !(self.at + 1..self.tokens.len()).any(|at| self.text_at(at) == name)
    }

    pub(super) fn quantified(&mut self) -> Read<Formula> {
        let start = self.span();
        let (universal, width, strict) = match self.kind() {
            Some(Tok::Forall) => (true, 1, true),
            Some(Tok::Exists) => (false, 1, true),
            _ => match self.quantifier_words() {
                Some(found) => found,
                None => return self.stop(),
            },
        };
        let nltk = matches!(self.text(), "all" | "forall" | "exists" | "exist" | "some");
        self.at += width;
        let mut odd = !strict;
        // `∃!x` says that there is exactly one, which `∃x` does not.
        if !universal && self.kind() == Some(Tok::Not) && self.text() == "!" {
            return self.stop();
        }
        let mut variables: Vec<&'a str> = Vec::new();
        let mut sort = None;
        let grouped = self.variables_in_group();
        if let Some(width) = grouped {
            let inside = (self.at + 1..self.at + width).step_by(2);
            variables.extend(inside.map(|at| self.text_at(at)));
            self.at += width;
            odd = true;
        }
        // Each round takes a variable.
        while grouped.is_none() {
            let first = variables.is_empty();
            if self.is_word(self.at, NO_VARIABLES)
                || self.is_applied_to(&variables)
                || self.such_that() > 0
            {
                break;
            }
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
                let name = self.text().trim_start_matches(['$', '?']);
                if self.is_written_together(name) {
                    odd = true;
                    variables.extend((0..name.len()).map(|at| &name[at..=at]));
                } else {
                    variables.push(name);
                }
                self.at += 1;
            } else if !first
                && self.kind() == Some(Tok::Comma)
                && self.kind_after(1) == Some(Tok::Name)
                && self.text_at(self.at + 1).len() <= 2
                && !self.is_word(self.at + 1, NO_VARIABLES)
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
        let (mut parted, mut dotted) = (false, false);
        let such = self.such_that();
        if such > 0 {
            (parted, odd) = (true, true);
            self.at += such;
        } else if matches!(
            self.kind(),
            Some(Tok::Dot | Tok::Colon | Tok::Comma | Tok::Semicolon)
        ) {
            parted = true;
            dotted = self.kind() == Some(Tok::Dot) && grouped.is_none() && nltk;
            odd |= self.kind() != Some(Tok::Dot);
            self.at += 1;
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
        let mut body = if such > 0 && universal {
            self.every_such()?
        } else if dotted && !variables.is_empty() {
            self.behind_dot(&variables)?
        } else if parted {
            self.formula(0)?
        } else {
            self.unary()?
        };
        self.listing = listing;
        self.bound.truncate(depth);
        if variables.is_empty() {
            // `∃(P(x) ∧ …)`: the variable is the first free one of the body.
            let Some(name) = first_variable_like(&body) else {
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

/// Moves the right side under the quantifiers of the left. "Some A … then B" speaks of every such A.
fn extend(left: Formula, joint: Joint, right: Formula) -> Formula {
    if let Formula::Forall {
        variable,
        sort,
        body,
    } = left
    {
        bind(true, variable, sort, extend(*body, joint, right))
    } else if let Formula::Exists {
        variable,
        sort,
        body,
    } = left
    {
        let universal = matches!(joint, Joint::Implies | Joint::ImpliedBy);
        bind(universal, variable, sort, extend(*body, joint, right))
    } else {
        join(joint, left, right, false)
    }
}

pub(super) fn bind(universal: bool, variable: Name, sort: Option<Name>, body: Formula) -> Formula {
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
