//! What is wrong with a variable, said in one place for every syntax.

use crate::formula::Span;
use crate::problem::Problem;

pub(super) fn variable_as_formula(name: &str, span: Span) -> Problem {
    Problem::new(
        "variable-as-formula",
        span,
        format!("`{name}` is a variable here, and a variable is neither true nor false"),
        format!("`{name}` est ici une variable, et une variable n'est ni vraie ni fausse"),
    )
    .hint(
        format!("say something of it, as in `p({name})`, or give the variable another name"),
        format!("dites-en quelque chose, comme `p({name})`, ou donnez un autre nom à la variable"),
    )
}

pub(super) fn unbound(name: &str, span: Span) -> Box<Problem> {
    let problem = Problem::new(
        "unbound-variable",
        span,
        format!("no quantifier binds the variable `{name}`"),
        format!("aucun quantificateur ne lie la variable `{name}`"),
    );
    let constant = name.to_lowercase();
    Box::new(if constant == name {
        problem.hint(
            "quantify it, or give a constant a name that no variable has",
            "quantifiez-la, ou donnez à une constante un nom qu'aucune variable ne porte",
        )
    } else {
        problem.hint(
            format!("quantify it, or write a constant as `{constant}`"),
            format!("quantifiez-la, ou écrivez une constante ainsi : `{constant}`"),
        )
    })
}

pub(super) fn out_of_scope(name: &str, span: Span) -> Box<Problem> {
    Box::new(
        Problem::new(
            "variable-out-of-scope",
            span,
            format!("`{name}` is bound elsewhere in this formula, and not here"),
            format!("`{name}` est liée ailleurs dans cette formule, et pas ici"),
        )
        .hint(
            "put parentheses around all that the quantifier speaks of",
            "mettez entre parenthèses tout ce dont parle le quantificateur",
        ),
    )
}
