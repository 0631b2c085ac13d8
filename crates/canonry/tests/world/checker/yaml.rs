//! A project file as a tree: scalars, lists and maps, and nothing about what they mean.

use saphyr_parser::{Event, Parser, ScalarStyle};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Only what stands without quotes can be a number, a truth or nothing.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries()
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, node)| node)
    }

    pub fn entries(&self) -> &[(String, Node)] {
        match self {
            Node::Map(entries) => entries,
            Node::Scalar { .. } | Node::List(_) => &[],
        }
    }

    /// The items of a list; a single value is a list of one.
    pub fn items(&self) -> &[Node] {
        match self {
            Node::List(items) => items,
            Node::Scalar { .. } | Node::Map(_) => std::slice::from_ref(self),
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Node::Scalar { text, .. } => Some(text),
            Node::List(_) | Node::Map(_) => None,
        }
    }

    pub fn text_at(&self, key: &str) -> Option<String> {
        Some(self.get(key)?.text()?.to_owned())
    }

    pub fn is_true(&self) -> bool {
        self.text() == Some("true")
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Node::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null"))
    }
}

/// Reads one file; an empty one is an empty map.
pub fn read(source: &str) -> Result<Node, String> {
    let mut open: Vec<(Node, Option<String>)> = Vec::new();
    let mut root = Node::Map(Vec::new());
    for event in Parser::new_from_str(source) {
        let (event, _) = event.map_err(|error| error.to_string())?;
        let done = match event {
            Event::Scalar(text, style, ..) => Node::Scalar {
                text: text.into_owned(),
                plain: style == ScalarStyle::Plain,
            },
            Event::SequenceStart(..) => {
                open.push((Node::List(Vec::new()), None));
                continue;
            }
            Event::MappingStart(..) => {
                open.push((Node::Map(Vec::new()), None));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some((node, _)) => node,
                None => return Err("an end without a beginning".to_owned()),
            },
            Event::Alias(_) => return Err("an alias, which no world uses".to_owned()),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => continue,
        };
        match open.last_mut() {
            None => root = done,
            Some((Node::List(items), _)) => items.push(done),
            Some((Node::Map(entries), key)) => match key.take() {
                Some(name) => entries.push((name, done)),
                None => {
                    let name = done.text().ok_or("a key that is no text")?;
                    *key = Some(name.to_owned());
                }
            },
            Some((Node::Scalar { .. }, _)) => return Err("a value inside a value".to_owned()),
        }
    }
    Ok(root)
}
