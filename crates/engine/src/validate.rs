//! Whether a proposed value may become a fact: its form, what binds it, what it means, what it is worth.

use crate::canon::Canon;
use crate::checks;
use crate::collapse::{Class, Finding, read, unprintable};
use crate::event::Broken;
use crate::field::Refusal;
use crate::item::Count;
use crate::project::{Attribute, Entity};
use crate::proposal::Proposal;
use crate::prose::{PROSE, no_text};
use crate::request::Prompt;
use crate::soft::{Leanings, wants_reason};
use crate::wording::is_foreign;
use crate::words;
use logic::kind::Type;
use logic::text::{Phrase, fold};
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

/// Since when a text with a hole in it is refused, and answers it must name are no echo.
const LEAVES_NO_HOLES: u64 = 5;

/// Since when a text in another language than the session's is refused, and each text of a list is judged.
const LANGUAGE: u64 = 7;

/// How many characters of a prompt in a row are no accident.
const ECHO: usize = 30;

/// The value, with the soft constraints that it breaks for a stated reason; or everything that is wrong.
pub fn validate(
    canon: &Canon,
    cell: &Cell,
    attribute: &Attribute,
    prompt: &Prompt,
    proposal: &Proposal,
    candidate: &str,
) -> Result<(Value, Vec<Broken>), Vec<Finding>> {
    let value = read(canon, attribute, &equivalent(canon, attribute, candidate))
        .map_err(|words| vec![Finding::new(Class::Malformed, "format", words)])?;
    let mut findings = Vec::new();
    if let Some(field) = canon.state.field(canon.project)
        && let Err(refusal) = field.admit(cell, &value)
    {
        let words = words::not_admitted(&cell.to_string(), &value.show(), &refusal);
        let class = match &refusal {
            Refusal::Impossible(told) if !told.facts.is_empty() => Class::Contradiction,
            Refusal::Impossible(_)
            | Refusal::Incoherent(_)
            | Refusal::NotProven { .. }
            | Refusal::Unfit => Class::Strict,
        };
        findings.push(Finding::new(class, refusal.code(), words));
    }
    let broke = soft(canon, cell, &value, proposal, &mut findings);
    semantic(canon, attribute, prompt, &value, &mut findings);
    if findings.is_empty() {
        worth(canon, cell, attribute, proposal, &value, &mut findings);
    }
    findings.sort_by_key(|finding| finding.class);
    if findings.is_empty() {
        Ok((value, broke))
    } else {
        Err(findings)
    }
}

/// Since when a model may name an entity as people do, say yes and no in words, name a soft constraint by its reason,
/// and write into a list nothing that a text refuses.
const CALLED: u64 = 13;

/// The only entity of a sort that is called so: by its id, its name or an alias.
fn called(canon: &Canon, sort: &Name, wanted: &str) -> Option<String> {
    let project = canon.project;
    let ids = project.entities.iter();
    let ids = ids.filter(|(_, entity)| project.sorts.is_sub(&entity.sort, sort));
    let is_called = |(id, entity): &(&Name, &Entity)| {
        let aliases = entity.aliases.iter();
        fold(id) == wanted
            || fold(&entity.name) == wanted
            || aliases.into_iter().any(|alias| fold(alias) == wanted)
    };
    let mut found = ids.filter(is_called);
    match (found.next(), found.next()) {
        (Some((id, _)), None) => Some(id.to_string()),
        (_, _) => None,
    }
}

/// A value under another spelling: case, accents, its label, a declared synonym.
fn equivalent(canon: &Canon, attribute: &Attribute, candidate: &str) -> String {
    let wanted = fold(candidate);
    if let (Type::Reference(sort), true) = (&attribute.kind, canon.state.edition() >= CALLED) {
        return called(canon, sort, &wanted).unwrap_or_else(|| candidate.to_owned());
    }
    if attribute.kind == Type::Boolean && canon.state.edition() >= CALLED {
        return match wanted.as_str() {
            "true" | "yes" | "oui" | "vrai" => "true".to_owned(),
            "false" | "no" | "non" | "faux" => "false".to_owned(),
            _ => candidate.to_owned(),
        };
    }
    let Type::Enum(values) = &attribute.kind else {
        return candidate.to_owned();
    };
    let called = |value: &Name| {
        let label = canon.label(attribute, value);
        let synonyms = attribute.options.get(value).map(|note| &note.synonyms[..]);
        fold(value) == wanted
            || fold(&value.replace('_', " ")) == wanted
            || label.is_some_and(|label| fold(&label) == wanted)
            || synonyms
                .unwrap_or_default()
                .iter()
                .any(|synonym| fold(synonym) == wanted)
    };
    let found = values.iter().find(|value| called(value));
    found.map_or_else(|| candidate.to_owned(), ToString::to_string)
}

/// Soft constraints that the value breaks: with a reason they are recorded, without one they are findings.
fn soft(
    canon: &Canon,
    cell: &Cell,
    value: &Value,
    proposal: &Proposal,
    findings: &mut Vec<Finding>,
) -> Vec<Broken> {
    let mut broke = Vec::new();
    for (seq, added) in Leanings::on(canon, cell).broken_by(canon, value) {
        if !wants_reason(added) {
            continue;
        }
        let by_reason = canon
            .because(added)
            .filter(|_| canon.state.edition() >= CALLED);
        let names = |named: &str| {
            let named = named.trim().trim_start_matches('#');
            let is = |words: &str| fold(named) == fold(words);
            named == seq.to_string()
                || is(&added.formula.to_string())
                || by_reason
                    .as_ref()
                    .is_some_and(|why| is(&why.en) || is(&why.fr))
        };
        match proposal.exceptions.iter().find(|(named, _)| names(named)) {
            Some((_, reason)) => broke.push(Broken {
                constraint: Count(seq),
                reason: reason.clone(),
            }),
            None => {
                let because = canon.because(added).unwrap_or_else(|| {
                    let formula = added.formula.to_string();
                    Phrase::new(formula.clone(), formula)
                });
                let words = Phrase::new(
                    format!("#{seq}: {}", because.en),
                    format!("#{seq} : {}", because.fr),
                );
                findings.push(Finding::new(Class::Soft, "soft-constraint", words));
            }
        }
    }
    broke
}

/// What a text must not do: repeat the prompt, or bring in people whom nobody knows.
pub(crate) fn semantic(
    canon: &Canon,
    attribute: &Attribute,
    prompt: &Prompt,
    value: &Value,
    findings: &mut Vec<Finding>,
) {
    let text = match value {
        Value::Text(text) if attribute.kind == Type::Text => text,
        Value::List(items) if canon.state.edition() >= LANGUAGE => {
            for item in items {
                if let Value::Text(text) = item {
                    wording(canon, attribute, prompt, text, findings);
                }
            }
            return;
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Text(_)
        | Value::Set(_)
        | Value::List(_)
        | Value::Confidential(_) => return,
    };
    if let Some(finding) = not_a_text(canon, attribute, prompt, text) {
        findings.push(finding);
        return;
    }
    let careful = canon.state.edition() >= LEAVES_NO_HOLES;
    // What it was told to name it may say in those very words.
    let own = match careful {
        true => checks::own_words(canon, attribute, text),
        false => text.to_string(),
    };
    if let Some(hole) = checks::hole(&own).filter(|_| careful) {
        findings.push(unfilled(hole));
    }
    if echoes(&own, &prompt.system) || echoes(&own, &prompt.user) {
        findings.push(Finding::new(Class::Semantic, "echo", words::echo()));
    }
    for (code, words) in checks::findings(canon, attribute, text) {
        findings.push(Finding::new(Class::Semantic, code, words));
    }
    let strangers = strangers(canon, text);
    if !strangers.is_empty() {
        let strangers = strangers.join(", ");
        let words = Phrase::new(
            format!("nobody here is called {strangers}"),
            format!("personne ici ne s'appelle {strangers}"),
        );
        findings.push(Finding::new(Class::Semantic, "unknown-name", words));
    }
    foreign(canon, &checks::without_quotes(canon, &own), findings);
}

/// A text of a list: it repeats nothing of the prompt and is in the session's language.
fn wording(
    canon: &Canon,
    attribute: &Attribute,
    prompt: &Prompt,
    text: &str,
    findings: &mut Vec<Finding>,
) {
    if let Some(finding) = not_a_text(canon, attribute, prompt, text) {
        findings.push(finding);
        return;
    }
    if canon.state.edition() >= CALLED {
        findings.extend(checks::hole(text).map(unfilled));
        if text
            .chars()
            .any(|letter| letter.is_control() && letter != '\n' && letter != '\t')
        {
            findings.push(Finding::new(Class::Malformed, "format", unprintable()));
        }
    }
    if echoes(text, &prompt.system) || echoes(text, &prompt.user) {
        findings.push(Finding::new(Class::Semantic, "echo", words::echo()));
    }
    foreign(canon, text, findings);
}

fn unfilled(hole: &str) -> Finding {
    let words = Phrase::new(
        format!("`{hole}` was to be filled in"),
        format!("`{hole}` était à remplir"),
    );
    Finding::new(Class::Semantic, "hole", words)
}

/// What is no text of the story: what is left of asking for one.
fn not_a_text(
    canon: &Canon,
    attribute: &Attribute,
    prompt: &Prompt,
    text: &str,
) -> Option<Finding> {
    let has_form = attribute.checks.pattern.is_some() || attribute.checks.schema.is_some();
    let finds = canon.state.edition() >= PROSE;
    finds
        .then(|| no_text(text, Some(prompt), has_form))
        .flatten()
}

/// A text that is not in the session's language.
fn foreign(canon: &Canon, text: &str, findings: &mut Vec<Finding>) {
    if canon.state.edition() >= LANGUAGE && is_foreign(canon.state.language(), text) {
        findings.push(Finding::new(
            Class::Semantic,
            "language",
            words::not_the_language(),
        ));
    }
}

/// Whether a run of the prompt stands in the text.
fn echoes(text: &str, prompt: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() < ECHO {
        return false;
    }
    letters
        .windows(ECHO)
        .any(|run| prompt.contains(&run.iter().collect::<String>()))
}

/// Capitalised words inside sentences that are nobody's name here.
fn strangers(canon: &Canon, text: &str) -> Vec<String> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (id, entity) in &canon.project.entities {
        for name in [&entity.name, &id.to_string()]
            .into_iter()
            .chain(&entity.aliases)
        {
            known.extend(name.split(|c: char| !c.is_alphanumeric()).map(fold));
        }
    }
    for said in canon.said_texts() {
        known.extend(said.split(|c: char| !c.is_alphanumeric()).map(fold));
    }
    let mut found = Vec::new();
    let mut begins = true;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let bare = bare.rsplit(['\'', '’']).next().unwrap_or(bare);
        let mut letters = bare.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        let lower = letters.clone().count() > 1 && letters.all(char::is_lowercase);
        let quoted = word.starts_with(['"', '«', '“', '(']);
        if capital && lower && !begins && !quoted && !known.contains(&fold(bare)) {
            found.push(bare.to_owned());
        }
        begins = word.ends_with([
            '.', '!', '?', ':', '…', '»', '"', '”', '«', '“', '-', '–', '—',
        ]);
    }
    found.dedup();
    found
}

/// What a value is worth, part by part, up to 100.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    pub dramatic: u64,
    pub links: u64,
    pub themes: u64,
    pub surprise: u64,
}

impl Worth {
    pub fn total(&self) -> u64 {
        (self.dramatic + self.links + self.themes + self.surprise).min(100)
    }
}

/// Points for what is at stake, for links to others, for themes and for surprise.
pub fn worth_of(canon: &Canon, cell: &Cell, attribute: &Attribute, value: &Value) -> Worth {
    let points = &canon.project.collapse.score;
    let note = match value {
        Value::Symbol(symbol) => attribute.options.get(symbol),
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Text(_)
        | Value::Set(_)
        | Value::List(_)
        | Value::Confidential(_) => None,
    };
    let tags: BTreeSet<Name> = note.map(|note| note.tags.clone()).unwrap_or_default();
    let field = canon.state.field(canon.project);
    let touched = field.and_then(|field| field.admit(cell, value).ok());
    let mut others: BTreeSet<Name> = touched
        .iter()
        .flat_map(|admission| admission.narrowed.iter())
        .map(|narrowed| narrowed.cell.entity.clone())
        .collect();
    match value {
        Value::Entity(entity) => {
            others.insert(entity.clone());
        }
        Value::Set(entities) => others.extend(entities.iter().cloned()),
        Value::Text(text) => {
            others.extend(named(canon, text));
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Symbol(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::List(_)
        | Value::Confidential(_) => {}
    }
    others.remove(&cell.entity);
    let themes = &canon.project.themes;
    let hit: u64 = themes
        .iter()
        .filter(|(theme, _)| tags.contains(*theme))
        .map(|(_, weight)| u64::from(weight.thousandths()))
        .sum();
    let all: u64 = themes
        .values()
        .map(|weight| u64::from(weight.thousandths()))
        .sum();
    let weights: Vec<(bool, u64)> = match &attribute.kind {
        Type::Enum(values) => values
            .iter()
            .map(|known| {
                let weight = attribute.options.get(known).and_then(|note| note.weight);
                (Value::Symbol(known.clone()) == *value, weight.unwrap_or(1))
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
    };
    let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
    let own: u64 = weights
        .iter()
        .filter(|(own, _)| *own)
        .map(|(_, weight)| weight)
        .sum();
    Worth {
        dramatic: if tags.contains("dramatic") {
            points.dramatic
        } else {
            0
        },
        links: points.link * others.len() as u64,
        themes: (points.theme * hit).checked_div(all).unwrap_or(0),
        surprise: (points.surprise * total.saturating_sub(own))
            .checked_div(total)
            .unwrap_or(0),
    }
}

/// Whom a text names; before the thirteenth edition a name within another word was one too.
fn named(canon: &Canon, text: &str) -> Vec<Name> {
    let (words, whole) = (folded_words(text), canon.state.edition() >= CALLED);
    let text = fold(text);
    let is_named = |entity: &Entity| {
        let names = std::iter::once(&entity.name).chain(&entity.aliases);
        let mut names = names.map(|name| folded_words(name));
        match whole {
            true => names
                .any(|name| !name.is_empty() && words.windows(name.len()).any(|part| part == name)),
            false => text.contains(&fold(&entity.name)),
        }
    };
    let named = canon.project.entities.iter();
    let named = named.filter(|(_, entity)| is_named(entity));
    named.map(|(id, _)| id.clone()).collect()
}

fn folded_words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn worth(
    canon: &Canon,
    cell: &Cell,
    attribute: &Attribute,
    proposal: &Proposal,
    value: &Value,
    findings: &mut Vec<Finding>,
) {
    let options = &canon.project.collapse;
    if options.min_score > 0 {
        let worth = worth_of(canon, cell, attribute, value);
        if worth.total() < options.min_score {
            let (total, least) = (worth.total(), options.min_score);
            let parts = format!(
                "{} + {} + {} + {}",
                worth.dramatic, worth.links, worth.themes, worth.surprise
            );
            let words = Phrase::new(
                format!(
                    "its score is {total} ({parts}: stakes, links, themes, surprise); at least {least} is wanted"
                ),
                format!(
                    "son score est {total} ({parts} : enjeu, liens, thèmes, surprise) ; au moins {least} est voulu"
                ),
            );
            findings.push(Finding::new(Class::Poor, "low-score", words));
        }
    }
    if let Some(confidence) = proposal.confidence
        && confidence < options.min_confidence
    {
        let least = options.min_confidence;
        let words = Phrase::new(
            format!("you are only {confidence} sure; at least {least} is wanted"),
            format!("tu n'es sûr qu'à {confidence} ; au moins {least} est voulu"),
        );
        findings.push(Finding::new(Class::Poor, "low-confidence", words));
    }
}
