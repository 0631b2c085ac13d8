//! The key `hooks` of the configuration file. Every hook names what it wants to be told and who is told.

use crate::hooks::{Hook, On, To};
use crate::host::check_name;
use engine::yaml::{Kind, Node};
use logic::text::Phrase;
use std::path::PathBuf;

/// What is wrong, and on which line.
pub type Mistake = (usize, Phrase);

/// The hooks that are whole, and every mistake of the others.
pub fn read(node: &Node, mistakes: &mut Vec<Mistake>) -> Vec<Hook> {
    let mut hooks: Vec<Hook> = Vec::new();
    if node.is_null() {
        return hooks;
    }
    let Kind::List(entries) = &node.kind else {
        mistakes.push(mistake(
            node,
            "`hooks` is a list of hooks, each with name, on, and command or url",
            "`hooks` est une liste de hooks, chacun avec name, on, et command ou url",
        ));
        return hooks;
    };
    for entry in entries {
        let Some(hook) = hook(entry, mistakes) else {
            continue;
        };
        if hooks.iter().any(|known| known.name == hook.name) {
            let name = &hook.name;
            mistakes.push(mistake(
                entry,
                format!("there are two hooks `{name}`"),
                format!("il y a deux hooks `{name}`"),
            ));
        }
        hooks.push(hook);
    }
    hooks
}

fn kept<T>(read: Result<T, Mistake>, mistakes: &mut Vec<Mistake>) -> Option<T> {
    read.map_err(|mistake| mistakes.push(mistake)).ok()
}

/// The hook, if nothing is wrong with it.
fn hook(node: &Node, mistakes: &mut Vec<Mistake>) -> Option<Hook> {
    let Kind::Map(entries) = &node.kind else {
        mistakes.push(mistake(
            node,
            "a hook is a map: name, on, command or url, project, tenant",
            "un hook est une table : name, on, command ou url, project, tenant",
        ));
        return None;
    };
    let before = mistakes.len();
    let (mut name, mut on, mut to) = (None, None, None);
    let (mut project, mut tenant, mut ca_file) = (None, None, None);
    for (key, value) in entries {
        match key.text.as_str() {
            "name" => name = kept(named(value), mistakes),
            "on" => on = kept(wanted(value), mistakes),
            "command" | "url" if to.is_some() => mistakes.push(mistake(
                node,
                "a hook has `command` or `url`, not both",
                "un hook a `command` ou `url`, pas les deux",
            )),
            "command" => to = kept(command(value).map(To::Command), mistakes),
            "url" => {
                let url = url(value).map(|url| To::Url { url, ca_file: None });
                to = kept(url, mistakes);
            }
            "ca_file" => {
                let path = kept(text(value, "ca_file"), mistakes);
                ca_file = path.map(|path| (value, PathBuf::from(path)));
            }
            "project" => project = kept(text(value, "project"), mistakes),
            "tenant" => tenant = kept(text(value, "tenant"), mistakes),
            other => mistakes.push((
                key.place.line,
                Phrase::new(
                    format!(
                        "`{other}` is not a key of a hook: name, on, command, url, ca_file, project, tenant"
                    ),
                    format!(
                        "`{other}` n'est pas une clé d'un hook : name, on, command, url, ca_file, project, tenant"
                    ),
                ),
            )),
        }
    }
    let has = |wanted: &[&str]| entries.iter().any(|(key, _)| wanted.contains(&&*key.text));
    let needed: [(&str, &[&str]); 3] = [
        ("name", &["name"]),
        ("on", &["on"]),
        ("command` or `url", &["command", "url"]),
    ];
    for (key, _) in needed.into_iter().filter(|(_, keys)| !has(keys)) {
        mistakes.push(mistake(
            node,
            format!("the hook lacks `{key}`"),
            format!("`{key}` manque au hook"),
        ));
    }
    match (&mut to, ca_file) {
        (Some(To::Url { url, ca_file }), Some((_, path))) if url.starts_with("https://") => {
            *ca_file = Some(path);
        }
        (Some(_), Some((value, _))) => mistakes.push(mistake(
            value,
            "`ca_file` is for a `url` that begins with https://",
            "`ca_file` va avec une `url` qui commence par https://",
        )),
        (_, None) | (None, Some(_)) => {}
    }
    if mistakes.len() > before {
        return None;
    }
    Some(Hook {
        name: name?,
        on: on?,
        to: to?,
        project,
        tenant,
    })
}

fn named(node: &Node) -> Result<String, Mistake> {
    let text = text(node, "name")?;
    check_name(&text).map_err(|failure| (node.place.line, failure.message))?;
    Ok(text)
}

fn wanted(node: &Node) -> Result<Vec<On>, Mistake> {
    let one = |node: &Node| {
        let name = text(node, "on")?;
        On::named(&name).ok_or_else(|| {
            mistake(
                node,
                format!("`{name}` is nothing a hook can be told of: finished, answered, turn"),
                format!("`{name}` n'est rien dont un hook soit prévenu : finished, answered, turn"),
            )
        })
    };
    let all = match &node.kind {
        Kind::List(entries) => entries.iter().map(one).collect::<Result<Vec<_>, _>>()?,
        Kind::Scalar { .. } | Kind::Map(_) => vec![one(node)?],
    };
    if all.is_empty() {
        return Err(mistake(
            node,
            "`on` names at least one of finished, answered, turn",
            "`on` nomme au moins l'un de finished, answered, turn",
        ));
    }
    Ok(all)
}

fn command(node: &Node) -> Result<Vec<String>, Mistake> {
    let words = match &node.kind {
        Kind::List(words) => words
            .iter()
            .map(|word| text(word, "command"))
            .collect::<Result<Vec<_>, _>>()?,
        Kind::Scalar { .. } | Kind::Map(_) => Vec::new(),
    };
    if words.first().is_none_or(String::is_empty) {
        return Err(mistake(
            node,
            "`command` is a list: the program, then its arguments; no shell reads it",
            "`command` est une liste : le programme, puis ses arguments ; aucun shell ne la lit",
        ));
    }
    Ok(words)
}

fn url(node: &Node) -> Result<String, Mistake> {
    let url = text(node, "url")?;
    if url.starts_with("https://") && cfg!(not(feature = "https")) {
        return Err(mistake(
            node,
            "this program was built without https: use a command such as [curl, -sSf, --data-binary, \"@-\", URL]",
            "ce programme a été construit sans https : utilisez une commande comme [curl, -sSf, --data-binary, \"@-\", URL]",
        ));
    }
    let host = url
        .strip_prefix("http://")
        .or_else(|| url.strip_prefix("https://"))
        .unwrap_or_default();
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    if host.is_empty() || url.contains(|letter: char| letter.is_whitespace() || letter.is_control())
    {
        return Err(mistake(
            node,
            "`url` is an address such as http://localhost:8080/done",
            "`url` est une adresse comme http://localhost:8080/done",
        ));
    }
    Ok(url)
}

fn text(node: &Node, key: &str) -> Result<String, Mistake> {
    match &node.kind {
        Kind::Scalar { text, .. } if !node.is_null() => Ok(text.clone()),
        Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => Err(mistake(
            node,
            format!("`{key}` is a text"),
            format!("`{key}` est un texte"),
        )),
    }
}

fn mistake(node: &Node, en: impl Into<String>, fr: impl Into<String>) -> Mistake {
    (node.place.line, Phrase::new(en, fr))
}
