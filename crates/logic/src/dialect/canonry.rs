//! Whole documents in Canonry's own syntax: one declaration, statement or query for each line that is
//! not indented; indented lines go on, and `#` begins a comment.
//!
//! ```text
//! sort humain is mortel
//! predicate maitre_de(humain, humain)
//! constant socrate in humain
//! "Tous les humains doutent.": forall X in humain: doute(X)
//! ? doute(socrate)
//! ```

use super::document::{Document, Entry, Saying, shifted};
use super::spell::{Renamed, Spelling};
use super::statement::{plain_fact, stated, statement};
use super::write::Written;
use crate::formula::Span;
use crate::lex::{self, Keyword, Token};
use crate::parse::Parser;
use crate::print::Written as Name_;
use crate::problem::Problem;
use crate::read::SIZE_MAX;
use crate::value::{Name, Value};
use std::borrow::Cow;

pub(super) fn read(source: &str) -> (Document, Vec<Problem>) {
    let mut document = Document::default();
    let mut problems = Vec::new();
    let bare = without_comments(source);
    each_item(&bare, &mut |span| {
        let text = &bare[span.start..span.end];
        if text.len() > SIZE_MAX {
            problems.push(Problem::new(
                "too-long",
                span,
                format!("this is longer than {SIZE_MAX} bytes"),
                format!("ceci dépasse {SIZE_MAX} octets"),
            ));
        } else if let Err(found) = item(text, span, &mut document) {
            problems.extend(moved(found, span.start));
        }
    });
    (document, problems)
}

/// The text with every comment replaced by as many spaces as it has bytes, so that places stay.
fn without_comments(source: &str) -> Cow<'_, str> {
    if !source.contains('#') {
        return Cow::Borrowed(source);
    }
    let mut bare = String::with_capacity(source.len());
    for line in source.split_inclusive('\n') {
        if !line.contains('#') {
            bare.push_str(line);
            continue;
        }
        let mut quote = None;
        let mut escaped = false;
        let mut cut = line.len();
        for (at, character) in line.char_indices() {
            match quote {
                Some(_) if escaped => escaped = false,
                Some(_) if character == '\\' => escaped = true,
                Some(open) if character == open => quote = None,
                Some(_) => {}
                None if matches!(character, '"' | '\'' | '`') => quote = Some(character),
                None if character == '#' => {
                    cut = at;
                    break;
                }
                None => {}
            }
        }
        bare.push_str(&line[..cut]);
        let ended = line.ends_with('\n') && cut < line.len();
        let blanks = line.len() - cut - usize::from(ended);
        bare.extend(std::iter::repeat_n(' ', blanks));
        if ended {
            bare.push('\n');
        }
    }
    Cow::Owned(bare)
}

/// Each item in its place: a line that is not indented and the indented ones that follow it.
fn each_item(bare: &str, see: &mut dyn FnMut(Span)) {
    let mut open: Option<Span> = None;
    let mut start = 0;
    for line in bare.split_inclusive('\n') {
        let trimmed = line.trim_end();
        let end = start + trimmed.len();
        if !trimmed.is_empty() {
            let indented = trimmed.starts_with(char::is_whitespace);
            match &mut open {
                Some(item) if indented => item.end = end,
                Some(_) | None => {
                    let lead = trimmed.len() - trimmed.trim_start().len();
                    let item = Span::new(start + lead, end);
                    open.replace(item).map(&mut *see);
                }
            }
        }
        start += line.len();
    }
    open.map(see);
}

/// Reads one item into the document; nothing of one that has problems.
fn item(text: &str, span: Span, document: &mut Document) -> Result<(), Vec<Problem>> {
    if let Some(query) = text.strip_prefix('?') {
        let formula = statement(query).map_err(|found| moved(found, 1))?;
        document.push(Saying::Query(formula), span, None);
        return Ok(());
    }
    if let Some(fact) = plain_fact(text, document.predicate()) {
        document.push(Saying::State(fact), span, None);
        return Ok(());
    }
    let (tokens, problems) = lex::tokens(text);
    let first = tokens.first().map(|placed| &placed.token);
    let second = tokens.get(1).map(|placed| &placed.token);
    if let (
        Some(Token::Word(label, _) | Token::Quoted(label) | Token::Text(label)),
        Some(Token::Colon),
    ) = (first, second)
    {
        if let Some(Token::Word(word, _)) = first
            && lex::is_reserved(word)
        {
            return Err(vec![reserved(word, tokens[0].span)]);
        }
        let after = tokens[1].span.end;
        let formula = match plain_fact(&text[after..], None) {
            Some(fact) => fact,
            None => {
                let behind = problems.into_iter();
                let behind = behind.filter(|problem| problem.span.start >= after);
                stated(&tokens[2..], text.len(), behind.collect())?
            }
        };
        document.push(Saying::State(formula), span, Some(label.to_string()));
        return Ok(());
    }
    if let (Some(Token::Word(word, _)), Some(Token::Word(..) | Token::Quoted(_)) | None) =
        (first, second)
        && DECLARING.contains(&&**word)
        && !is_operator(second)
    {
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut parser = Parser::new(&tokens, text.len(), Vec::new());
        let sayings = declaration(&mut parser, word).map_err(|problem| vec![*problem])?;
        if parser.peek().is_some() {
            return Err(vec![*parser.unexpected("the end", "la fin")]);
        }
        for saying in sayings {
            document.push(saying, span, None);
        }
        return Ok(());
    }
    let formula = stated(&tokens, text.len(), problems)?;
    document.push(Saying::State(formula), span, None);
    Ok(())
}

/// A word of the language before a colon: no label, or a formula that lacks something.
fn reserved(word: &str, span: Span) -> Problem {
    Problem::new(
        "reserved-word",
        span,
        format!("`{word}` is a word of the language and labels nothing"),
        format!("`{word}` est un mot du langage et n'étiquette rien"),
    )
    .hint(
        format!("as a label, put it in quotes: `\"{word}\": …`"),
        format!("comme étiquette, mettez-le entre guillemets : `\"{word}\": …`"),
    )
}

const DECLARING: [&str; 4] = ["sort", "predicate", "function", "constant"];

/// `sort and p` is a statement about a proposition of that name.
fn is_operator(token: Option<&Token<'_>>) -> bool {
    let Some(Token::Word(_, Some(keyword))) = token else {
        return false;
    };
    match keyword {
        Keyword::And | Keyword::Or | Keyword::Xor | Keyword::In | Keyword::Is | Keyword::Not => {
            true
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
        | Keyword::Days => false,
    }
}

fn moved(problems: Vec<Problem>, by: usize) -> Vec<Problem> {
    problems
        .into_iter()
        .map(|problem| shifted(problem, by))
        .collect()
}

type Read<T> = Result<T, Box<Problem>>;

fn declaration(parser: &mut Parser<'_>, word: &str) -> Read<Vec<Saying>> {
    parser.take();
    let mut names = vec![name(parser)?];
    match word {
        "sort" => {
            let mut supers = Vec::new();
            if parser.at_keyword(Keyword::Is) {
                parser.take();
                supers.push(name(parser)?);
                while parser.peek() == Some(&Token::Comma) {
                    parser.take();
                    supers.push(name(parser)?);
                }
            }
            let name = names.swap_remove(0);
            Ok(vec![Saying::Sort { name, supers }])
        }
        "constant" => {
            while parser.peek() == Some(&Token::Comma) {
                parser.take();
                names.push(name(parser)?);
            }
            let Some(sort) = member_of(parser)? else {
                return Err(parser.unexpected("a sort", "une sorte"));
            };
            Ok(names
                .into_iter()
                .map(|name| Saying::Constant {
                    name,
                    sort: sort.clone(),
                })
                .collect())
        }
        _ => {
            let sorts = argument_sorts(parser)?;
            let name = names.swap_remove(0);
            if word == "function" {
                let result = member_of(parser)?;
                if result.is_none() {
                    parser.take();
                }
                return Ok(vec![Saying::Function {
                    name,
                    sorts,
                    result,
                }]);
            }
            Ok(vec![Saying::Predicate { name, sorts }])
        }
    }
}

/// `in humain`; nothing for `in _`, which expects nothing and is left where it stands.
fn member_of(parser: &mut Parser<'_>) -> Read<Option<Name>> {
    if !parser.at_keyword(Keyword::In) {
        return Err(parser.unexpected("`in` and a sort", "`in` et une sorte"));
    }
    parser.take();
    if parser.at_word("_") {
        return Ok(None);
    }
    name(parser).map(Some)
}

/// `(humain, _)`; `_` expects nothing.
fn argument_sorts(parser: &mut Parser<'_>) -> Read<Vec<Option<Name>>> {
    let mut sorts = Vec::new();
    if parser.peek() != Some(&Token::OpenRound) {
        return Ok(sorts);
    }
    parser.take();
    loop {
        let any = parser.at_word("_");
        let sort = name(parser)?;
        sorts.push((!any).then_some(sort));
        if parser.peek() != Some(&Token::Comma) {
            break;
        }
        parser.take();
    }
    parser.expect(&Token::CloseRound, ", )")?;
    Ok(sorts)
}

fn name(parser: &mut Parser<'_>) -> Read<Name> {
    let name = match parser.peek() {
        Some(Token::Quoted(name)) => Name::new(name),
        Some(Token::Word(word, None)) => Name::new(word),
        _ => return Err(parser.unexpected("a name", "un nom")),
    };
    parser.take();
    Ok(name)
}

pub(super) fn write(document: &Document) -> Written {
    let mut written = Written::default();
    for entry in &document.entries {
        let line = line(entry, &mut written.renamed);
        written.text.push_str(&line);
        written.text.push('\n');
    }
    written.renamed.sort();
    written.renamed.dedup();
    written
}

pub(super) fn line(entry: &Entry, renamed: &mut Vec<Renamed>) -> String {
    let list = |names: &[Name]| {
        let shown: Vec<String> = names.iter().map(|name| Name_(name).to_string()).collect();
        shown.join(", ")
    };
    // `_` expects nothing, and is no sort of that name.
    let expected = |sort: Option<&Name>| match sort {
        Some(sort) if &**sort == "_" => "`_`".to_owned(),
        Some(sort) => Name_(sort).to_string(),
        None => "_".to_owned(),
    };
    let arguments = |sorts: &[Option<Name>]| {
        if sorts.is_empty() {
            return String::new();
        }
        let sorts = sorts.iter();
        let shown: Vec<String> = sorts.map(|sort| expected(sort.as_ref())).collect();
        format!("({})", shown.join(", "))
    };
    match &entry.saying {
        Saying::Sort { name, supers } if supers.is_empty() => format!("sort {}", Name_(name)),
        Saying::Sort { name, supers } => format!("sort {} is {}", Name_(name), list(supers)),
        Saying::Predicate { name, sorts } => {
            format!("predicate {}{}", Name_(name), arguments(sorts))
        }
        Saying::Function {
            name,
            sorts,
            result,
        } => format!(
            "function {}{} in {}",
            Name_(name),
            arguments(sorts),
            expected(result.as_ref())
        ),
        Saying::Constant { name, sort } => {
            format!("constant {} in {}", Name_(name), expected(Some(sort)))
        }
        Saying::State(formula) => {
            let formula = Spelling::own(formula, renamed);
            match &entry.label {
                Some(label) => {
                    let quoted = crate::formula::Term::Constant(Value::text(label));
                    format!("{quoted}: {formula}")
                }
                None => {
                    let written = formula.to_string();
                    // A line of that word alone would declare something.
                    match DECLARING.contains(&written.as_str()) {
                        true => format!("`{written}`"),
                        false => written,
                    }
                }
            }
        }
        Saying::Query(formula) => format!("? {}", Spelling::own(formula, renamed)),
    }
}
