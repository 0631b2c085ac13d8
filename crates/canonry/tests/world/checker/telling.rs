//! Tellings, made again from the fixed values: what may be said of a cell, word for word.

use super::canon::Canon;
use super::judge::Facts;
use super::shape::Text;
use super::value::Value;
use super::world::split;

/// What a place in a template holds.
enum Printed {
    Text(String),
    Truth(bool),
    List(Vec<String>),
    Nothing,
}

/// Why a template was not rendered.
enum Stuck {
    /// Something it prints has no value.
    Hole,
    /// It is more than this file can redo.
    TooHard,
}

/// The names that a telling may print beside cells, each with the cell it stands for.
type Locals = Vec<(String, String)>;

/// Everything that may be said of a cell as it is now; nothing if that cannot be told here.
pub fn sayings(canon: &Canon, cell: &str, language: &str) -> Option<Vec<String>> {
    let world = &canon.world;
    if let Some(composite) = world.composite(cell) {
        let field = |name: &String| (name.clone(), format!("{cell}.{name}"));
        let locals: Locals = composite.fields.iter().map(field).collect();
        let known = |(_, cell): &(String, String)| canon.value(cell).is_some();
        // A telling that prints a field which is open is left out: it has a hole.
        let mut all = rendered(canon, cell, language, &composite.tellings, &locals)?;
        // What cannot be told together is told field by field.
        for (_, field) in locals.iter().filter(|local| known(local)) {
            all.extend(sayings(canon, field, language)?);
        }
        return Some(all);
    }
    let value = canon.value(cell)?;
    let tellings = &world.attribute(cell)?.tellings;
    let locals = vec![("value".to_owned(), cell.to_owned())];
    let mut all = rendered(canon, cell, language, tellings, &locals)?;
    if all.len() < tellings.len() || tellings.is_empty() {
        all.push(match &value {
            Value::Text(text) => text.clone(),
            other if language == "fr" => format!("{cell} : {}", other.show()),
            other => format!("{cell}: {}", other.show()),
        });
    }
    Some(all)
}

/// The tellings that can be rendered; nothing if one of them is too hard.
fn rendered(
    canon: &Canon,
    cell: &str,
    language: &str,
    tellings: &[Text],
    locals: &Locals,
) -> Option<Vec<String>> {
    let template = Template {
        canon,
        cell,
        language,
        locals,
    };
    let mut all = Vec::new();
    for telling in tellings {
        match template.render(telling.in_language(language)?) {
            Ok(text) => all.push(text),
            Err(Stuck::Hole) => {}
            Err(Stuck::TooHard) => return None,
        }
    }
    Some(all)
}

struct Template<'a> {
    canon: &'a Canon,
    cell: &'a str,
    language: &'a str,
    locals: &'a Locals,
}

impl Template<'_> {
    fn render(&self, source: &str) -> Result<String, Stuck> {
        let mut rest = source;
        let text = self.until(&mut rest, None, None)?;
        if rest.is_empty() {
            Ok(text)
        } else {
            Err(Stuck::TooHard)
        }
    }

    /// Renders up to the end of a block, or of the whole.
    fn until(
        &self,
        rest: &mut &str,
        block: Option<&str>,
        this: Option<&str>,
    ) -> Result<String, Stuck> {
        let mut text = String::new();
        loop {
            let Some(at) = rest.find("{{") else {
                text.push_str(rest);
                *rest = "";
                return if block.is_none() {
                    Ok(text)
                } else {
                    Err(Stuck::TooHard)
                };
            };
            text.push_str(&rest[..at]);
            let end = rest[at..].find("}}").ok_or(Stuck::TooHard)? + at;
            let (tag, here) = (rest[at + 2..end].trim(), *rest);
            if tag == "else" || tag.starts_with('/') {
                // The block that is open reads its own end.
                *rest = &here[at..];
                return if block.is_some() {
                    Ok(text)
                } else {
                    Err(Stuck::TooHard)
                };
            }
            *rest = &here[end + 2..];
            match tag.strip_prefix('#') {
                Some(opening) => text.push_str(&self.block(opening, rest, this)?),
                None => match self.printed(tag, this)? {
                    Printed::Text(printed) => text.push_str(&printed),
                    Printed::Truth(truth) => text.push_str(&truth.to_string()),
                    Printed::List(items) => text.push_str(&format!("[{}]", items.join(", "))),
                    Printed::Nothing => return Err(Stuck::Hole),
                },
            }
        }
    }

    fn block(&self, opening: &str, rest: &mut &str, this: Option<&str>) -> Result<String, Stuck> {
        let (kind, path) = opening.split_once(' ').ok_or(Stuck::TooHard)?;
        let value = self.printed(path.trim(), this)?;
        let holds = match &value {
            Printed::Text(text) => !text.is_empty(),
            Printed::Truth(truth) => *truth,
            Printed::List(items) => !items.is_empty(),
            Printed::Nothing => false,
        };
        let each: Vec<Option<String>> = match (kind, value) {
            ("if", _) if holds => vec![this.map(str::to_owned)],
            ("unless", _) if !holds => vec![this.map(str::to_owned)],
            ("if" | "unless", _) => Vec::new(),
            ("each", Printed::List(items)) => items.into_iter().map(Some).collect(),
            ("with", Printed::Text(text)) => vec![Some(text)],
            (_, _) => return Err(Stuck::TooHard),
        };
        let source = *rest;
        let mut text = String::new();
        for this in &each {
            *rest = source;
            text.push_str(&self.until(rest, Some(kind), this.as_deref())?);
        }
        if each.is_empty() {
            // A part that is not shown may have holes.
            skip(rest)?;
        }
        if let Some(behind) = rest.strip_prefix("{{else}}") {
            *rest = behind;
            if each.is_empty() {
                text.push_str(&self.until(rest, Some(kind), this)?);
            } else {
                skip(rest)?;
            }
        }
        let end = format!("{{{{/{kind}}}}}");
        *rest = rest.strip_prefix(end.as_str()).ok_or(Stuck::TooHard)?;
        Ok(text)
    }

    fn printed(&self, path: &str, this: Option<&str>) -> Result<Printed, Stuck> {
        let plain = |character: char| character.is_alphanumeric() || matches!(character, '_' | '.');
        if !path.chars().all(plain) {
            return Err(Stuck::TooHard);
        }
        let text = |text: &str| Ok(Printed::Text(text.to_owned()));
        if path == "this" {
            return text(this.ok_or(Stuck::TooHard)?);
        }
        let world = &self.canon.world;
        let (first, behind) = split(path);
        if path == "name" {
            return match world.entities.get(split(self.cell).0) {
                Some(entity) => text(&entity.name),
                None => Err(Stuck::TooHard),
            };
        }
        let local = self.locals.iter().find(|(name, _)| name == first);
        let cell = match (local, behind) {
            (Some((_, cell)), "" | "name") => cell.clone(),
            (Some(_), _) => return Err(Stuck::TooHard),
            (None, "name") if world.entities.contains_key(first) => {
                return text(&world.entities[first].name);
            }
            (None, _) if world.attribute(path).is_some() => path.to_owned(),
            (None, _) => return Err(Stuck::TooHard),
        };
        let shown = |value: &Value| world.printed(&cell, value, self.language);
        Ok(match self.canon.value(&cell) {
            None => Printed::Nothing,
            Some(Value::Bool(truth)) => Printed::Truth(truth),
            Some(Value::Set(ids)) => {
                let names = ids.iter().map(|id| shown(&Value::Entity(id.clone())));
                Printed::List(names.collect())
            }
            Some(Value::List(items)) => Printed::List(items.iter().map(shown).collect()),
            Some(value) => Printed::Text(shown(&value)),
        })
    }
}

/// Passes over what is not shown, up to the `else` or the end of the block.
fn skip(rest: &mut &str) -> Result<(), Stuck> {
    let mut depth = 0;
    loop {
        let at = rest.find("{{").ok_or(Stuck::TooHard)?;
        let end = rest[at..].find("}}").ok_or(Stuck::TooHard)? + at;
        let tag = rest[at + 2..end].trim();
        if depth == 0 && (tag == "else" || tag.starts_with('/')) {
            *rest = &rest[at..];
            return Ok(());
        }
        depth += i32::from(tag.starts_with('#')) - i32::from(tag.starts_with('/'));
        *rest = &rest[end + 2..];
    }
}
