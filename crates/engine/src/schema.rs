//! JSON schemas as domains: what a text or a list must be beyond its type.
//!
//! A value is a text or a list, never an object, so only the keywords that say something of those are known; any
//! other is refused when a project is loaded, and so is every reference: nothing is fetched, and nothing is
//! passed over in silence. Patterns take time linear in what they read.

use logic::number::Number;
use logic::text::Phrase;
use serde_json::Value;
use std::sync::Arc;

/// How large a pattern of a schema may be once it is compiled.
const PATTERN_BYTES: usize = 1 << 20;

#[derive(Clone, Debug)]
pub struct Schema {
    /// As the author wrote it, for models that keep to one.
    pub source: Value,
    form: Arc<Form>,
}

/// What is wrong, and where: `/2`, or nothing for the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    pub path: String,
    pub message: Phrase,
}

impl Schema {
    /// What is wrong is about the schema itself.
    pub fn new(source: Value) -> Result<Schema, Misfit> {
        let form = Form::read(&source, "")?;
        Ok(Schema {
            source,
            form: Arc::new(form),
        })
    }

    /// How many items a list may have, as far as the schema says so outright.
    pub fn items(&self) -> (u64, u64) {
        let ends = self.form.tests.iter().find_map(Test::count);
        ends.map_or((0, u64::MAX), |ends| (ends.least, ends.most))
    }

    /// The fewest items of a list, wherever the schema asks for them of every value.
    pub fn least_items(&self) -> u64 {
        self.form.least(&Test::count)
    }

    /// The fewest characters of a text, wherever the schema asks for them of every value.
    pub fn least_length(&self) -> u64 {
        self.form.least(&Test::length)
    }

    /// The fewest characters of each text in a list.
    pub fn least_item_length(&self) -> u64 {
        let items = self.form.tests.iter().filter_map(|test| {
            let Test::Items(first, Some(rest)) = test else {
                return None;
            };
            first.is_empty().then_some(rest)
        });
        let least = items.map(|form| form.least(&Test::length));
        least.max().unwrap_or(0)
    }

    /// Whether a list may hold an item, as far as the schema says so of all of them.
    pub fn may_hold(&self, item: &Value) -> bool {
        self.item_misfit(item).is_none()
    }

    /// What the schema says against an item wherever it stands.
    pub fn item_misfit(&self, item: &Value) -> Option<Phrase> {
        let misfit = self.form.tests.iter().find_map(|test| {
            let Test::Items(first, Some(rest)) = test else {
                return None;
            };
            rest.misfit(item, "").filter(|_| first.is_empty())
        })?;
        Some(misfit.message)
    }

    /// The first thing that is wrong with a value.
    pub fn misfit(&self, value: &Value) -> Option<Misfit> {
        self.form.misfit(value, "")
    }
}

/// One schema, read.
#[derive(Debug, Default)]
struct Form {
    tests: Vec<Test>,
}

#[derive(Debug)]
enum Test {
    Never,
    Types(Vec<String>),
    OneOf(Vec<Value>),
    /// Characters of a text.
    Length(Ends),
    Pattern(String, regex::Regex),
    Format(Format),
    Least(Number, bool),
    Most(Number, bool),
    Multiple(Number),
    /// Items of a list.
    Count(Ends),
    Unique,
    /// The first items, each by its own, and all behind them.
    Items(Vec<Form>, Option<Form>),
    Contains(Form, Ends),
    All(Vec<Form>),
    Any(Vec<Form>),
    ExactlyOne(Vec<Form>),
    Not(Form),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Date,
    DateTime,
    Email,
}

#[derive(Clone, Copy, Debug)]
struct Ends {
    least: u64,
    most: u64,
}

impl Ends {
    fn has(self, count: usize) -> bool {
        (self.least..=self.most).contains(&(count as u64))
    }

    fn told(self) -> (String, String) {
        match (self.least, self.most) {
            (least, u64::MAX) => (format!("at least {least}"), format!("{least} au moins")),
            (0, most) => (format!("at most {most}"), format!("{most} au plus")),
            (least, most) => (format!("{least} to {most}"), format!("de {least} à {most}")),
        }
    }
}

const TYPES: [&str; 7] = [
    "string", "array", "number", "integer", "boolean", "null", "object",
];

/// Keywords that say something about a schema and nothing about a value.
const NOTES: [&str; 8] = [
    "$schema",
    "$comment",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
];

const KEYWORDS: [&str; 25] = [
    "type",
    "enum",
    "const",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "items",
    "prefixItems",
    "contains",
    "minContains",
    "maxContains",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "writeOnly",
];

fn bad<T>(path: &str, en: impl Into<String>, fr: impl Into<String>) -> Result<T, Misfit> {
    Err(Misfit {
        path: path.to_owned(),
        message: Phrase::new(en, fr),
    })
}

impl Form {
    fn read(source: &Value, path: &str) -> Result<Form, Misfit> {
        let map = match source {
            Value::Bool(true) => return Ok(Form::default()),
            Value::Bool(false) => {
                return Ok(Form {
                    tests: vec![Test::Never],
                });
            }
            Value::Object(map) => map,
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return bad(path, "a schema is a map", "un schéma est une table");
            }
        };
        let known = |key: &str| KEYWORDS.contains(&key) || NOTES.contains(&key);
        if let Some(key) = map.keys().find(|key| !known(key)) {
            let near = logic::text::nearest(key, KEYWORDS);
            let (en, fr) = match near {
                Some(near) => (
                    format!("; did you mean `{near}`?"),
                    format!(" ; peut-être `{near}` ?"),
                ),
                None => (String::new(), String::new()),
            };
            return bad(
                path,
                format!("`{key}` is no keyword for texts and lists{en}"),
                format!("`{key}` n'est pas un mot-clé pour les textes et les listes{fr}"),
            );
        }
        let reader = Reader { map, path };
        Ok(Form {
            tests: reader.tests()?,
        })
    }

    fn misfit(&self, value: &Value, path: &str) -> Option<Misfit> {
        self.tests.iter().find_map(|test| test.misfit(value, path))
    }

    /// The least that all of its tests of some kind ask for together.
    fn least(&self, ends: &dyn Fn(&Test) -> Option<Ends>) -> u64 {
        let least = self.tests.iter().map(|test| {
            if let Test::All(forms) = test {
                let all = forms.iter().map(|form| form.least(ends));
                return all.max().unwrap_or(0);
            }
            ends(test).map_or(0, |ends| ends.least)
        });
        least.max().unwrap_or(0)
    }

    fn fits(&self, value: &Value) -> bool {
        self.misfit(value, "").is_none()
    }
}

struct Reader<'s> {
    map: &'s serde_json::Map<String, Value>,
    path: &'s str,
}

impl Reader<'_> {
    fn tests(&self) -> Result<Vec<Test>, Misfit> {
        let mut tests = Vec::new();
        tests.extend(self.types()?);
        if let Some(value) = self.map.get("const") {
            tests.push(Test::OneOf(vec![value.clone()]));
        }
        if let Some(values) = self.map.get("enum") {
            match values {
                Value::Array(values) if !values.is_empty() => {
                    tests.push(Test::OneOf(values.clone()));
                }
                Value::Array(_)
                | Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Object(_) => {
                    return self.wrong("enum", "a list of values", "une liste de valeurs");
                }
            }
        }
        tests.extend(self.ends("minLength", "maxLength")?.map(Test::Length));
        tests.extend(self.pattern()?);
        tests.extend(self.format()?);
        for (key, least, with) in [
            ("minimum", true, true),
            ("exclusiveMinimum", true, false),
            ("maximum", false, true),
            ("exclusiveMaximum", false, false),
        ] {
            let bound = self.number(key)?.map(|bound| match least {
                true => Test::Least(bound, with),
                false => Test::Most(bound, with),
            });
            tests.extend(bound);
        }
        match self.number("multipleOf")? {
            Some(step) if step <= Number::from(0) => {
                return self.wrong("multipleOf", "a number above 0", "un nombre au-dessus de 0");
            }
            step => tests.extend(step.map(Test::Multiple)),
        }
        tests.extend(self.ends("minItems", "maxItems")?.map(Test::Count));
        match self.map.get("uniqueItems") {
            None | Some(Value::Bool(false)) => {}
            Some(Value::Bool(true)) => tests.push(Test::Unique),
            Some(_) => return self.wrong("uniqueItems", "true or false", "true ou false"),
        }
        let first = self.forms("prefixItems")?.unwrap_or_default();
        let rest = self.form("items")?;
        if !first.is_empty() || rest.is_some() {
            tests.push(Test::Items(first, rest));
        }
        if let Some(form) = self.form("contains")? {
            let ends = self.ends("minContains", "maxContains")?;
            let ends = ends.unwrap_or(Ends {
                least: 1,
                most: u64::MAX,
            });
            let least = match self.map.contains_key("minContains") {
                true => ends.least,
                false => 1,
            };
            tests.push(Test::Contains(form, Ends { least, ..ends }));
        }
        tests.extend(self.forms("allOf")?.map(Test::All));
        tests.extend(self.forms("anyOf")?.map(Test::Any));
        tests.extend(self.forms("oneOf")?.map(Test::ExactlyOne));
        tests.extend(self.form("not")?.map(Test::Not));
        Ok(tests)
    }

    fn wrong<T>(&self, key: &str, en: &str, fr: &str) -> Result<T, Misfit> {
        bad(
            &format!("{}/{key}", self.path),
            format!("`{key}` is {en}"),
            format!("`{key}` est {fr}"),
        )
    }

    fn types(&self) -> Result<Option<Test>, Misfit> {
        let words: Vec<&Value> = match self.map.get("type") {
            None => return Ok(None),
            Some(Value::Array(words)) => words.iter().collect(),
            Some(word) => vec![word],
        };
        let named = words.iter().filter_map(|word| word.as_str());
        let named: Vec<String> = named
            .filter(|word| TYPES.contains(word))
            .map(str::to_owned)
            .collect();
        if named.is_empty() || named.len() != words.len() {
            return self.wrong("type", "a type of JSON", "un type de JSON");
        }
        Ok(Some(Test::Types(named)))
    }

    fn ends(&self, least: &str, most: &str) -> Result<Option<Ends>, Misfit> {
        let end = |key: &str| match self.map.get(key) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(count) => Ok(Some(count)),
                None => self.wrong(key, "a whole number from 0 on", "un nombre entier dès 0"),
            },
        };
        let ends = (end(least)?, end(most)?);
        let ((Some(_), _) | (_, Some(_))) = ends else {
            return Ok(None);
        };
        let ends = Ends {
            least: ends.0.unwrap_or(0),
            most: ends.1.unwrap_or(u64::MAX),
        };
        if ends.least > ends.most {
            return self.wrong(most, "below the least", "au-dessous du minimum");
        }
        Ok(Some(ends))
    }

    fn pattern(&self) -> Result<Option<Test>, Misfit> {
        let Some(value) = self.map.get("pattern") else {
            return Ok(None);
        };
        let source = value.as_str().unwrap_or_default();
        let regex = regex::RegexBuilder::new(source)
            .size_limit(PATTERN_BYTES)
            .build();
        match regex {
            Ok(regex) if value.is_string() => Ok(Some(Test::Pattern(source.to_owned(), regex))),
            Ok(_) | Err(_) => self.wrong("pattern", "a pattern", "un motif"),
        }
    }

    fn format(&self) -> Result<Option<Test>, Misfit> {
        let format = match self.map.get("format").map(Value::as_str) {
            None => return Ok(None),
            Some(Some("date")) => Format::Date,
            Some(Some("date-time")) => Format::DateTime,
            Some(Some("email")) => Format::Email,
            Some(_) => {
                return self.wrong(
                    "format",
                    "date, date-time or email",
                    "date, date-time ou email",
                );
            }
        };
        Ok(Some(Test::Format(format)))
    }

    fn number(&self, key: &str) -> Result<Option<Number>, Misfit> {
        match self.map.get(key) {
            None => Ok(None),
            Some(value) => match number(value) {
                Some(number) => Ok(Some(number)),
                None => self.wrong(key, "a number", "un nombre"),
            },
        }
    }

    fn form(&self, key: &str) -> Result<Option<Form>, Misfit> {
        let form = self.map.get(key);
        form.map(|form| Form::read(form, &format!("{}/{key}", self.path)))
            .transpose()
    }

    fn forms(&self, key: &str) -> Result<Option<Vec<Form>>, Misfit> {
        let forms = match self.map.get(key) {
            None => return Ok(None),
            Some(Value::Array(forms)) if !forms.is_empty() => forms,
            Some(_) => return self.wrong(key, "a list of schemas", "une liste de schémas"),
        };
        let forms = forms.iter().enumerate();
        let forms = forms.map(|(at, form)| Form::read(form, &format!("{}/{key}/{at}", self.path)));
        forms.collect::<Result<_, _>>().map(Some)
    }
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            None
        }
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match value {
        Value::String(_) => kind == "string",
        Value::Array(_) => kind == "array",
        Value::Bool(_) => kind == "boolean",
        Value::Null => kind == "null",
        Value::Object(_) => kind == "object",
        Value::Number(number) => {
            kind == "number" || (kind == "integer" && (number.is_i64() || number.is_u64()))
        }
    }
}

impl Format {
    fn fits(self, text: &str) -> bool {
        match self {
            Format::Date => text.parse::<logic::value::Date>().is_ok(),
            Format::DateTime => text.parse::<logic::value::Instant>().is_ok(),
            Format::Email => match text.split_once('@') {
                Some((name, host)) => {
                    let whole = !text.chars().any(char::is_whitespace);
                    whole && !name.is_empty() && host.contains('.') && !host.contains('@')
                }
                None => false,
            },
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Format::Date => "date",
            Format::DateTime => "date-time",
            Format::Email => "email",
        }
    }
}

impl Test {
    fn count(&self) -> Option<Ends> {
        let Test::Count(ends) = self else {
            return None;
        };
        Some(*ends)
    }

    fn length(&self) -> Option<Ends> {
        let Test::Length(ends) = self else {
            return None;
        };
        Some(*ends)
    }

    fn misfit(&self, value: &Value, path: &str) -> Option<Misfit> {
        let text = value.as_str();
        let items = value.as_array();
        let no = |fits: bool, en: String, fr: String| {
            (!fits).then(|| Misfit {
                path: path.to_owned(),
                message: Phrase::new(en, fr),
            })
        };
        match self {
            Test::Never => no(
                false,
                "nothing is allowed here".into(),
                "rien n'est permis ici".into(),
            ),
            Test::Types(kinds) => {
                let fits = kinds.iter().any(|kind| is_of(value, kind));
                let kinds = kinds.join(", ");
                no(
                    fits,
                    format!("{kinds} is wanted"),
                    format!("il faut {kinds}"),
                )
            }
            Test::OneOf(values) => {
                let shown: Vec<String> = values.iter().take(12).map(Value::to_string).collect();
                let shown = shown.join(", ");
                let fits = values.contains(value);
                no(
                    fits,
                    format!("it is one of {shown}"),
                    format!("c'est l'un de {shown}"),
                )
            }
            Test::Length(ends) => {
                let length = text?.chars().count();
                let (en, fr) = ends.told();
                no(
                    ends.has(length),
                    format!("{en} characters; these are {length}"),
                    format!("{fr} caractères ; il y en a {length}"),
                )
            }
            Test::Pattern(source, regex) => {
                let fits = regex.is_match(text?);
                no(
                    fits,
                    format!("it matches `{source}`"),
                    format!("il suit le motif `{source}`"),
                )
            }
            Test::Format(format) => {
                let (fits, format) = (format.fits(text?), format.as_str());
                no(
                    fits,
                    format!("its format is {format}"),
                    format!("son format est {format}"),
                )
            }
            Test::Least(bound, with) => {
                let number = number(value)?;
                let fits = number > *bound || (*with && number == *bound);
                let sign = if *with { ">=" } else { ">" };
                no(
                    fits,
                    format!("it is {sign} {bound}"),
                    format!("il est {sign} {bound}"),
                )
            }
            Test::Most(bound, with) => {
                let number = number(value)?;
                let fits = number < *bound || (*with && number == *bound);
                let sign = if *with { "<=" } else { "<" };
                no(
                    fits,
                    format!("it is {sign} {bound}"),
                    format!("il est {sign} {bound}"),
                )
            }
            Test::Multiple(step) => {
                let times = number(value)?.checked_div(*step)?;
                let fits = times.as_i64().is_some();
                no(
                    fits,
                    format!("it is a multiple of {step}"),
                    format!("c'est un multiple de {step}"),
                )
            }
            Test::Count(ends) => {
                let count = items?.len();
                let (en, fr) = ends.told();
                no(
                    ends.has(count),
                    format!("{en} items; these are {count}"),
                    format!("{fr} éléments ; il y en a {count}"),
                )
            }
            Test::Unique => {
                let items = items?;
                let again = items.iter().enumerate();
                let mut again = again.filter(|(at, item)| items[..*at].contains(item));
                let (_, item) = again.next()?;
                no(
                    false,
                    format!("{item} stands in it twice"),
                    format!("{item} y figure deux fois"),
                )
            }
            Test::Items(first, rest) => {
                let mut all = items?.iter().enumerate();
                all.find_map(|(at, item)| {
                    let form = first.get(at).or(rest.as_ref())?;
                    form.misfit(item, &format!("{path}/{at}"))
                })
            }
            Test::Contains(form, ends) => {
                let count = items?.iter().filter(|item| form.fits(item)).count();
                let (en, fr) = ends.told();
                no(
                    ends.has(count),
                    format!("{en} of its items are of one form; these are {count}"),
                    format!("{fr} de ses éléments ont une même forme ; il y en a {count}"),
                )
            }
            Test::All(forms) => forms.iter().find_map(|form| form.misfit(value, path)),
            Test::Any(forms) => {
                let fits = forms.iter().any(|form| form.fits(value));
                no(
                    fits,
                    "it has none of the forms that it may have".into(),
                    "il n'a aucune des formes permises".into(),
                )
            }
            Test::ExactlyOne(forms) => {
                let count = forms.iter().filter(|form| form.fits(value)).count();
                no(
                    count == 1,
                    format!("it has {count} of the forms of which it must have one"),
                    format!("il a {count} des formes dont il doit avoir une"),
                )
            }
            Test::Not(form) => no(
                !form.fits(value),
                "it has the form that it must not have".into(),
                "il a la forme qu'il ne doit pas avoir".into(),
            ),
        }
    }
}
