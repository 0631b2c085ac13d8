//! Questions: the cell that an answer fixes, how it is read, and the choices it is read for.

use super::cells::{answered_cell, cell};
use super::{Around, is_new_part};
use crate::answer::Reader;
use crate::diagnostic::{Diagnostic, Place};
use crate::project::attributes::one_of;
use crate::project::fields::Fields;
use crate::project::load::Loader;
use crate::project::part::{ChoiceOption, Field, Question};
use crate::project::vocabulary::Names;
use crate::project::{Attribute, Text};
use crate::yaml::{Kind, Node};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Name, Number};
use std::collections::BTreeMap;
use std::sync::OnceLock;

pub(super) fn question(
    loader: &mut Loader,
    names: &Names,
    place: &Place,
    id: &str,
    fields: &mut Fields,
) -> Option<Question> {
    let why = fields
        .take("why")
        .and_then(|node| loader.text(&format!("{id}.why"), &node));
    let called = fields.take("called");
    let mut called = called
        .map(|node| called_by(loader, &node))
        .unwrap_or_default();
    called.push(id.replace(['_', '-', '.'], " "));
    let optional = fields
        .take("optional")
        .and_then(|node| loader.boolean(&node));
    let offers = fields
        .take("offers")
        .map(|node| offered_cell(loader, names, &node));
    let cell = match fields.take("fixes") {
        Some(node) => answered_cell(loader, names, &node),
        None => {
            loader.error(
                "missing-key",
                place.clone(),
                format!("the question `{id}` does not say which cell its answer `fixes`"),
                format!("la question `{id}` ne dit pas quelle cellule sa réponse `fixes`"),
            );
            None
        }
    };
    let (choices_node, reads) = (fields.take("choices"), fields.take("reads"));
    let cell = cell?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    if let Some(Some(offers)) = &offers {
        check_offers(loader, names, offers, attribute, place);
    }
    let named = reads.is_some();
    let reader = reader(loader, attribute, reads, place)?;
    let all = default_choices(&attribute.kind, &attribute.labels);
    let (choices, declared) = match choices_node {
        Some(node) => {
            let mut options = choices(loader, &attribute.kind, &node, id);
            let named = options.len();
            // What is named is called so; the other values of the cell may be chosen as they are.
            let others = all.into_iter();
            let others =
                others.filter(|other| options.iter().all(|known| known.value != other.value));
            let others: Vec<ChoiceOption> = others.collect();
            options.extend(others);
            (options, named)
        }
        None => {
            let words = default_words(loader, &all, place);
            check_overlap(loader, &words);
            check_ranks(loader, &all, &words);
            check_numbers(loader, &all, place);
            let named = all.len();
            (all, named)
        }
    };
    Some(Question {
        cell,
        reader,
        choices,
        named: declared,
        offers: offers.map_or(Some(None), |offers| offers.map(Some))?,
        called,
        why,
        optional: optional.unwrap_or(false),
        free: named && reader == Reader::Text,
    })
}

/// None that is shorter can be reached.
const SHORTEST_ADDRESS: &str = "a@b.fr";

/// The parser that is named, if it fits the type; else the one of the type.
fn reader(
    loader: &mut Loader,
    attribute: &Attribute,
    reads: Option<Node>,
    place: &Place,
) -> Option<Reader> {
    let own = Reader::of(&attribute.kind);
    let Some(node) = reads else {
        if own.is_none() {
            let kind = attribute.kind.describe();
            loader.error(
                "no-parser",
                place.clone(),
                format!("no answer can be read as {}", kind.en),
                format!("aucune réponse ne peut être lue comme {}", kind.fr),
            );
        }
        return own;
    };
    let named = one_of(loader, &node, Reader::NAMES)?;
    let most = attribute.max_length.filter(|_| named == Reader::Email);
    if most.is_some_and(|most| most < SHORTEST_ADDRESS.len()) {
        let least = SHORTEST_ADDRESS.len();
        let message = Phrase::new(
            format!(
                "no address is short enough for the attribute: {SHORTEST_ADDRESS} has {least} characters"
            ),
            format!(
                "aucune adresse n'est assez courte pour l'attribut : {SHORTEST_ADDRESS} a {least} caractères"
            ),
        );
        let place = node.place.clone();
        loader
            .diagnostics
            .push(Diagnostic::warning("no-parser", place, message));
    }
    let text = [Reader::Text, Reader::Name, Reader::Email];
    if Some(named) == own || (own == Some(Reader::Text) && text.contains(&named)) {
        return Some(named);
    }
    let kind = attribute.kind.describe();
    loader.error(
        "no-parser",
        node.place,
        format!("that parser does not read {}", kind.en),
        format!("cet analyseur ne lit pas {}", kind.fr),
    );
    None
}

/// A list, of which each value may be an answer.
fn offered_cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<logic::value::Cell> {
    let cell = cell(loader, names, node)?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    if matches!(attribute.kind, Type::List(_)) && !attribute.confidential {
        return Some(cell);
    }
    loader.error(
        "wrong-type",
        node.place.clone(),
        format!("{cell} is no list of values to offer"),
        format!("{cell} n'est pas une liste de valeurs à proposer"),
    );
    None
}

/// What is offered must be something that the cell can hold.
fn check_offers(
    loader: &mut Loader,
    names: &Names,
    offers: &logic::value::Cell,
    attribute: &Attribute,
    place: &Place,
) {
    let known = names.attribute_of(&offers.entity, &offers.attribute);
    let Some(Type::List(of)) = known.map(|known| &known.kind) else {
        return;
    };
    let in_words = !matches!(attribute.kind, Type::List(_) | Type::Set(_));
    if **of == attribute.kind || (**of == Type::Text && in_words) {
        return;
    }
    let (wanted, given) = (attribute.kind.describe(), of.describe());
    loader.error(
        "wrong-type",
        place.clone(),
        format!(
            "{offers} offers {}, and the answer is {}",
            given.en, wanted.en
        ),
        format!(
            "{offers} propose {}, et la réponse est {}",
            given.fr, wanted.fr
        ),
    );
}

/// One name or several, for all languages or for each of them.
pub(super) fn called_by(loader: &mut Loader, node: &Node) -> Vec<String> {
    let nodes: Vec<Node> = match &node.kind {
        Kind::Map(entries) => {
            let languages = loader.languages.clone();
            for (key, _) in entries {
                if !languages.iter().any(|language| **language == key.text) {
                    let known = languages.join(", ");
                    let message = Phrase::new(
                        format!("`{}` is not a language of this project ({known})", key.text),
                        format!("`{}` n'est pas une langue de ce projet ({known})", key.text),
                    );
                    loader.diagnostics.push(
                        Diagnostic::error("unknown-language", key.place.clone(), message)
                            .suggest(&key.text, languages.iter().map(Name::as_str)),
                    );
                }
            }
            entries.iter().map(|(_, value)| value.clone()).collect()
        }
        Kind::Scalar { .. } | Kind::List(_) => vec![node.clone()],
    };
    let words = nodes.iter().flat_map(|node| loader.placed_strings(node));
    words.map(|(word, _)| word).collect()
}

/// The fields of a form, each a question with an id of its own.
pub(super) fn fields_of_form(
    loader: &mut Loader,
    names: &Names,
    node: &Node,
    around: &Around,
    seen: &mut BTreeMap<String, Place>,
) -> Option<Vec<Field>> {
    let Kind::List(list) = &node.kind else {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "the fields of a form are a list",
            "les champs d'un formulaire sont une liste",
        );
        return None;
    };
    if list.is_empty() {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "a form has at least one field",
            "un formulaire a au moins un champ",
        );
        return None;
    }
    let known = [
        "field", "fixes", "reads", "choices", "offers", "called", "why", "optional",
    ];
    let fields: Vec<Option<Field>> = list
        .iter()
        .map(|node| {
            let mut fields = loader.fields(node, &known)?;
            let Some(id_node) = fields.take("field") else {
                loader.error(
                    "missing-key",
                    node.place.clone(),
                    "a field has its id under `field`",
                    "un champ a son id sous `field`",
                );
                return None;
            };
            let id = around.id(&loader.string(&id_node)?);
            let is_new = is_new_part(loader, &id, &id_node.place, seen);
            let question = question(loader, names, &id_node.place, &id, &mut fields)?;
            is_new.then(|| Field {
                id: Name::from(id),
                question,
                place: id_node.place,
            })
        })
        .collect();
    fields.into_iter().collect()
}

fn default_choices(kind: &Type, labels: &BTreeMap<Name, Text>) -> Vec<ChoiceOption> {
    match kind {
        Type::Enum(values) => values
            .iter()
            .map(|value| ChoiceOption {
                value: value.clone(),
                label: labels.get(&**value).cloned(),
                synonyms: Vec::new(),
                spoken: OnceLock::new(),
            })
            .collect(),
        Type::Text
        | Type::Number
        | Type::Boolean
        | Type::Date
        | Type::Instant
        | Type::Reference(_)
        | Type::Set(_)
        | Type::List(_) => Vec::new(),
    }
}

/// `choices: {good: {label: …, synonyms: […]}}` or `choices: {good: label}`.
fn choices(loader: &mut Loader, kind: &Type, node: &Node, id: &str) -> Vec<ChoiceOption> {
    let Type::Enum(values) = kind else {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "only an enum has choices",
            "seul un enum a des choix",
        );
        return Vec::new();
    };
    let mut options = Vec::new();
    let mut words: Vec<(Name, String, Place)> = Vec::new();
    // Values of an enum may be any text, so their names are not checked here.
    for (key, value) in loader.entries(node.clone(), &Phrase::new("choices", "choix")) {
        if !values.iter().any(|known| **known == key.text) {
            let message = Phrase::new(
                format!("`{}` is not a value this question can fix", key.text),
                format!("`{}` n'est pas une valeur de cette question", key.text),
            );
            loader.diagnostics.push(
                Diagnostic::error("unknown-value", key.place, message)
                    .suggest(&key.text, values.iter().map(Name::as_str)),
            );
            continue;
        }
        let (name, option) = (format!("{id}.{}", key.text), Name::from(key.text.as_str()));
        words.push((option.clone(), key.text.clone(), key.place.clone()));
        let is_full = matches!(&value.kind, Kind::Map(entries) if entries.iter().any(|(key, _)| matches!(key.text.as_str(), "label" | "synonyms")));
        let (label, synonyms) = if is_full {
            let Some(mut fields) = loader.fields(&value, &["label", "synonyms"]) else {
                continue;
            };
            let label = fields
                .take("label")
                .and_then(|node| loader.text(&name, &node));
            (
                label,
                fields
                    .take("synonyms")
                    .map(|node| loader.placed_strings(&node))
                    .unwrap_or_default(),
            )
        } else {
            (loader.text(&name, &value), Vec::new())
        };
        words.extend(
            synonyms
                .iter()
                .map(|(word, place)| (option.clone(), word.clone(), place.clone())),
        );
        for template in label.iter().flat_map(|label| label.templates.values()) {
            if let Some((place, source)) = loader.template_sources.get(template) {
                words.push((option.clone(), source.clone(), place.clone()));
            }
        }
        options.push(ChoiceOption {
            value: option,
            label,
            synonyms: synonyms.into_iter().map(|(word, _)| word).collect(),
            spoken: OnceLock::new(),
        });
    }
    let shown = shown(&options, &node.place);
    let words: Vec<(Name, String, Place)> = shown.into_iter().chain(words).collect();
    check_overlap(loader, &words);
    check_ranks(loader, &options, &words);
    options
}

/// « la deuxième » means the second choice, so that no other can be called so.
fn check_ranks(loader: &mut Loader, options: &[ChoiceOption], words: &[(Name, String, Place)]) {
    let plain = |word: &str| logic::text::words(word).concat().chars().count() < 2;
    let numeric = |word: &str| word.trim().parse::<Number>().is_ok();
    for (option, word, place) in words {
        let at =
            crate::answer::rank(word, options.len()).filter(|_| !plain(word) && !numeric(word));
        let other = at.map(|at| &options[at].value);
        if let Some(other) = other.filter(|other| *other != option) {
            let message = Phrase::new(
                format!("« {word} » is the rank of `{other}`, and a name of `{option}`"),
                format!("« {word} » est le rang de `{other}`, et un nom de `{option}`"),
            );
            loader.diagnostics.push(Diagnostic::error(
                "overlapping-choices",
                place.clone(),
                message,
            ));
        }
    }
}

/// Values that are the numbers from one on in another order: « 1 » is the value, and the first is another one.
fn check_numbers(loader: &mut Loader, options: &[ChoiceOption], place: &Place) {
    let numbers = options.iter().map(|option| option.value.parse::<usize>());
    let Ok(numbers) = numbers.collect::<Result<Vec<usize>, _>>() else {
        return;
    };
    let ordered: Vec<usize> = (1..=options.len()).collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    if sorted != ordered || numbers == ordered {
        return;
    }
    let at = numbers.iter().zip(&ordered).position(|(own, at)| own != at);
    let at = at.unwrap_or_default();
    let (first, value) = (at + 1, numbers[at]);
    let message = Phrase::new(
        format!("« {first} » is a value, and number {first} of the choices is `{value}`"),
        format!("« {first} » est une valeur, et le choix numéro {first} est `{value}`"),
    );
    let hint = Phrase::new(
        "write the values in order, or give them labels in words",
        "écrivez les valeurs dans l'ordre, ou donnez-leur des libellés en mots",
    );
    loader
        .diagnostics
        .push(Diagnostic::warning("overlapping-choices", place.clone(), message).hint(hint));
}

/// Each choice is also called by its letter and its number.
fn shown(options: &[ChoiceOption], place: &Place) -> Vec<(Name, String, Place)> {
    let options = options.iter().enumerate();
    let names = options.flat_map(|(at, option)| {
        let letter = u8::try_from(at).ok().filter(|at| *at < 26);
        let letter = letter.map(|at| char::from(b'a' + at).to_string());
        let names = letter.into_iter().chain([(at + 1).to_string()]);
        names.map(|name| (option.value.clone(), name, place.clone()))
    });
    names.collect()
}

/// By which words the values of an enumeration are chosen. Where all of them are numbers, none is chosen by its
/// rank.
fn default_words(
    loader: &Loader,
    options: &[ChoiceOption],
    place: &Place,
) -> Vec<(Name, String, Place)> {
    let mut words = Vec::new();
    for option in options {
        words.push((
            option.value.clone(),
            option.value.replace('_', " "),
            place.clone(),
        ));
        let labels = option
            .label
            .iter()
            .flat_map(|label| label.templates.values());
        for (_, source) in labels.filter_map(|template| loader.template_sources.get(template)) {
            words.push((option.value.clone(), source.clone(), place.clone()));
        }
    }
    let numeric = |word: &str| word.trim().parse::<Number>().is_ok();
    let numbers = words.iter().all(|(_, word, _)| numeric(word));
    let mut all = shown(options, place);
    all.retain(|(_, name, _)| !numbers || !numeric(name));
    all.extend(words);
    all
}

/// Two choices that one word could mean are the author's mistake, not the visitor's.
fn check_overlap(loader: &mut Loader, words: &[(Name, String, Place)]) {
    let mut seen: BTreeMap<String, (&Name, &Place)> = BTreeMap::new();
    for (option, word, place) in words {
        match seen.get(&logic::text::fold(word)) {
            Some((other, first)) if *other != option => {
                let message = Phrase::new(
                    format!("« {word} » could mean `{other}` or `{option}`"),
                    format!("« {word} » pourrait désigner `{other}` ou `{option}`"),
                );
                let also = Phrase::new("first written here", "écrit ici d'abord");
                loader.diagnostics.push(
                    Diagnostic::error("overlapping-choices", place.clone(), message)
                        .also((*first).clone(), also),
                );
            }
            Some(_) => {}
            None => {
                seen.insert(logic::text::fold(word), (option, place));
            }
        }
    }
}
