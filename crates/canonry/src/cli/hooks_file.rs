//! The key `hooks` of the configuration file. Every hook names what it wants to be told and who is told.

use crate::hooks::{Hook, On, To};
use crate::host::check_name;
use engine::yaml::{Kind, Node};
use logic::text::Phrase;
use std::path::PathBuf;

/// What is wrong, and on which line.
pub type Mistake = (usize, Phrase);

pub fn read(node: &Node) -> Result<Vec<Hook>, Mistake> {
    if node.is_null() {
        return Ok(Vec::new());
    }
    let Kind::List(entries) = &node.kind else {
        return Err(mistake(
            node,
            "`hooks` is a list of hooks, each with name, on, and command or url",
            "`hooks` est une liste de hooks, chacun avec name, on, et command ou url",
        ));
    };
    let mut hooks: Vec<Hook> = Vec::new();
    for entry in entries {
        let hook = hook(entry)?;
        if hooks.iter().any(|known| known.name == hook.name) {
            let name = &hook.name;
            return Err(mistake(
                entry,
                format!("there are two hooks `{name}`"),
                format!("il y a deux hooks `{name}`"),
            ));
        }
        hooks.push(hook);
    }
    Ok(hooks)
}

fn hook(node: &Node) -> Result<Hook, Mistake> {
    let Kind::Map(entries) = &node.kind else {
        return Err(mistake(
            node,
            "a hook is a map: name, on, command or url, project, tenant",
            "un hook est une table : name, on, command ou url, project, tenant",
        ));
    };
    let (mut name, mut on, mut to) = (None, None, None);
    let (mut project, mut tenant, mut ca_file) = (None, None, None);
    for (key, value) in entries {
        match key.text.as_str() {
            "name" => {
                let text = text(value, "name")?;
                check_name(&text).map_err(|failure| (value.place.line, failure.message))?;
                name = Some(text);
            }
            "on" => on = Some(wanted(value)?),
            "command" | "url" if to.is_some() => {
                return Err(mistake(
                    node,
                    "a hook has `command` or `url`, not both",
                    "un hook a `command` ou `url`, pas les deux",
                ));
            }
            "command" => to = Some(To::Command(command(value)?)),
            "url" => {
                to = Some(To::Url {
                    url: url(value)?,
                    ca_file: None,
                });
            }
            "ca_file" => ca_file = Some((value, PathBuf::from(text(value, "ca_file")?))),
            "project" => project = Some(text(value, "project")?),
            "tenant" => tenant = Some(text(value, "tenant")?),
            other => {
                return Err((
                    key.place.line,
                    Phrase::new(
                        format!(
                            "`{other}` is not a key of a hook: name, on, command, url, ca_file, project, tenant"
                        ),
                        format!(
                            "`{other}` n'est pas une clé d'un hook : name, on, command, url, ca_file, project, tenant"
                        ),
                    ),
                ));
            }
        }
    }
    let lacks = |key: &str| {
        mistake(
            node,
            format!("the hook lacks `{key}`"),
            format!("`{key}` manque au hook"),
        )
    };
    match (&mut to, ca_file) {
        (Some(To::Url { url, ca_file }), Some((_, path))) if url.starts_with("https://") => {
            *ca_file = Some(path);
        }
        (_, Some((value, _))) => {
            return Err(mistake(
                value,
                "`ca_file` is for a `url` that begins with https://",
                "`ca_file` va avec une `url` qui commence par https://",
            ));
        }
        (_, None) => {}
    }
    Ok(Hook {
        name: name.ok_or_else(|| lacks("name"))?,
        on: on.ok_or_else(|| lacks("on"))?,
        to: to.ok_or_else(|| lacks("command` or `url"))?,
        project,
        tenant,
    })
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
