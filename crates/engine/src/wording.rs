//! The words of a telling, from a model: what is fixed, told as whoever speaks would tell it.
//!
//! The words of the author stand until a model's words pass every check here: nothing that counts is lost, and
//! nothing that was not there is added. A model fixes nothing by this.

use crate::canon::Canon;
use crate::checks;
use crate::collapse::{Class, Finding};
use crate::limits;
use crate::mention::mentions;
use crate::project::Attribute;
use crate::proposal::Proposal;
use crate::prose::{PROSE, no_text};
use crate::request::{Prompt, Request, RequestId};
use crate::scene::PLAYER;
use crate::understand::{self, is_in, is_person};
use crate::voice::{self, Heard};
use crate::words::{echo, not_the_language};
use logic::kind::Type;
use logic::stem::{Stems, Word};
use logic::text::{Phrase, fold, words};
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

/// What the answer to a request is for.
pub const PURPOSE: &str = "voice";

/// How often a model may word one telling.
pub const ATTEMPTS: u32 = 2;

/// How many characters of a prompt in a row are no accident.
const ECHO: usize = 30;

/// Since when what is added in plain words is found: people, dates, and values that anything may have.
const PLAIN: u64 = 7;

/// How long words may be, beside the author's.
const LEAST_LENGTH: usize = 240;
const TIMES_LONGER: usize = 3;

/// What is told, by whom, and how the author tells it.
pub struct Telling<'a> {
    pub who: &'a Name,
    pub cell: &'a Cell,
    pub facts: &'a [(Cell, Value)],
    pub authored: &'a str,
    /// How long a model may take.
    pub timeout_ms: u64,
}

impl Telling<'_> {
    fn most(&self) -> usize {
        let longer = self.authored.chars().count() * TIMES_LONGER;
        longer.clamp(LEAST_LENGTH, limits::GENERATED_CHARACTERS)
    }
}

/// The words that ask for a telling: a voice prompt, and what is to be said. `asking` is the canon of the turn's
/// beginning, so that what is asked again is asked in the same words.
pub fn request(
    asking: &Canon,
    telling: &Telling,
    heard: &Heard,
    input: &str,
    attempt: u32,
    refused: &[Vec<Finding>],
) -> Request {
    let language = asking.state.language();
    let most = telling.most();
    let Prompt { system, mut user } = voice::prompt(asking, telling.who, heard);
    let task = Phrase::new(
        format!(
            "# Task\nSay the following in other words, as fits who speaks and the scene. Keep every name, number and value exactly as it stands; add no fact, no name and no number; say neither more nor less. English, at most {most} characters. Answer with a JSON object with the key \"value\" and nothing else.\n"
        ),
        format!(
            "# Tâche\nDis ce qui suit en d'autres mots, comme il convient à qui parle et à la scène. Garde chaque nom, nombre et valeur tels quels ; n'ajoute aucun fait, aucun nom, aucun nombre ; ne dis ni plus ni moins. En français, {most} caractères au plus. Réponds par un objet JSON avec la clé \"value\" et rien d'autre.\n"
        ),
    );
    user.push_str(task.in_language(language));
    user.push_str("<<<\n");
    for (cell, value) in telling.facts {
        let shown = asking.show(cell, value);
        let name = name_of(asking, &cell.entity);
        user.push_str(&format!("- {name}, {}: {shown}\n", cell.attribute));
    }
    user.push_str(&format!("« {} »\n>>>\n", telling.authored));
    for (at, findings) in refused.iter().enumerate() {
        let title = Phrase::new(
            format!("# Attempt {} was refused\n", at + 1),
            format!("# L'essai {} a été refusé\n", at + 1),
        );
        user.push_str(title.in_language(language));
        for finding in findings {
            user.push_str(&format!("- {}\n", finding.message.in_language(language)));
        }
    }
    let schema = serde_json::json!({
        "type": "object",
        "properties": { "value": { "type": "string", "maxLength": most } },
        "required": ["value"],
        "additionalProperties": false,
    });
    Request {
        id: RequestId::new(input, PURPOSE, telling.cell, attempt),
        purpose: Name::from(PURPOSE),
        cell: telling.cell.clone(),
        attempt,
        prompt: Prompt { system, user },
        schema: Some(schema),
        temperature: Some(700),
        max_tokens: Some(most as u64),
        timeout_ms: telling.timeout_ms,
        rests_on: None,
    }
}

fn name_of(canon: &Canon, entity: &Name) -> String {
    let known = canon.project.entities.get(entity);
    known.map_or_else(|| entity.to_string(), |known| known.name.clone())
}

/// The words, or everything that is wrong with them.
pub fn admit(
    canon: &Canon,
    telling: &Telling,
    prompt: &Prompt,
    answer: &str,
) -> Result<String, Vec<Finding>> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut find = |class: Class, code: &'static str, en: String, fr: String| {
        findings.push(Finding::new(class, code, Phrase::new(en, fr)));
    };
    if answer.len() > limits::ANSWER_BYTES {
        find(
            Class::Malformed,
            "too-long",
            "the answer is far too long".into(),
            "la réponse est bien trop longue".into(),
        );
        return Err(findings);
    }
    let text = Proposal::read(answer).value.trim().to_owned();
    if !text.chars().any(char::is_alphanumeric) {
        find(
            Class::Malformed,
            "empty",
            "the answer is empty".into(),
            "la réponse est vide".into(),
        );
        return Err(findings);
    }
    if text.chars().any(|c| c.is_control() && c != '\n') {
        find(
            Class::Malformed,
            "control",
            "the answer holds control characters".into(),
            "la réponse contient des caractères de contrôle".into(),
        );
    }
    let (length, most) = (text.chars().count(), telling.most());
    if length > most {
        find(
            Class::Malformed,
            "too-long",
            format!("{length} characters; at most {most} are wanted"),
            format!("{length} caractères ; {most} au plus sont voulus"),
        );
    }
    let wrong = no_text(&text, None, false).filter(|_| canon.state.edition() >= PROSE);
    if let Some(wrong) = wrong {
        find(wrong.class, wrong.code, wrong.message.en, wrong.message.fr);
        return Err(findings);
    }
    if let Some(hole) = checks::hole(&text) {
        find(
            Class::Semantic,
            "hole",
            format!("`{hole}` was to be filled in"),
            format!("`{hole}` était à remplir"),
        );
    }
    if echoes(&text, prompt, telling.authored) {
        let said = echo();
        find(Class::Semantic, "echo", said.en, said.fr);
    }
    let list = |all: &BTreeSet<String>| all.iter().cloned().collect::<Vec<_>>().join(", ");
    let lost = lost(canon, telling, &text);
    if !lost.is_empty() {
        find(
            Class::Semantic,
            "lost",
            format!("it leaves out {}", list(&lost)),
            format!("il manque {}", list(&lost)),
        );
    }
    let added = added(canon, telling, &text);
    if !added.is_empty() {
        find(
            Class::Semantic,
            "added",
            format!("it adds {}", list(&added)),
            format!("cela ajoute {}", list(&added)),
        );
    }
    if negates(&text) && !negates(telling.authored) {
        find(
            Class::Semantic,
            "negated",
            "it denies something".into(),
            "cela nie quelque chose".into(),
        );
    }
    if is_foreign(canon.state.language(), &text) {
        let said = not_the_language();
        find(Class::Semantic, "language", said.en, said.fr);
    }
    if findings.is_empty() {
        Ok(text)
    } else {
        Err(findings)
    }
}

/// Whether a run of the prompt stands in the text that the author did not write.
fn echoes(text: &str, prompt: &Prompt, authored: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters.windows(ECHO).any(|run| {
        let run: String = run.iter().collect();
        let asked = prompt.system.contains(&run) || prompt.user.contains(&run);
        asked && !authored.contains(&run)
    })
}

/// Whether words stand in a row among others.
fn stands(wanted: &[String], all: &[String]) -> bool {
    !wanted.is_empty() && all.windows(wanted.len()).any(|window| window == wanted)
}

/// Values, numbers and names that the author tells and the text does not.
fn lost(canon: &Canon, telling: &Telling, text: &str) -> BTreeSet<String> {
    let (own, said) = (words(telling.authored), words(text));
    let shown = telling.facts.iter();
    let shown = shown.map(|(cell, value)| canon.show(cell, value));
    let values = shown.filter(|shown| {
        let wanted = words(shown);
        stands(&wanted, &own) && !stands(&wanted, &said)
    });
    let mut lost: BTreeSet<String> = values.collect();
    let there = numbers(text);
    lost.extend(numbers(telling.authored).difference(&there).cloned());
    let there = named(canon, text);
    let gone = named(canon, telling.authored);
    lost.extend(gone.difference(&there).map(|entity| name_of(canon, entity)));
    lost
}

/// Names, numbers and other values that the author does not tell.
fn added(canon: &Canon, telling: &Telling, text: &str) -> BTreeSet<String> {
    let (own, said) = (words(telling.authored), words(text));
    let told = numbers(telling.authored);
    let mut added: BTreeSet<String> = numbers(text).difference(&told).cloned().collect();
    if canon.state.edition() >= PLAIN {
        added.extend(claims(canon, telling, text));
    }
    let mut may = named(canon, telling.authored);
    may.extend(telling.facts.iter().map(|(cell, _)| cell.entity.clone()));
    if **telling.who != *PLAYER {
        may.insert(telling.who.clone());
    }
    let others = named(canon, text);
    added.extend(others.difference(&may).map(|entity| name_of(canon, entity)));
    let mut known: BTreeSet<String> = own.iter().cloned().collect();
    for entity in &may {
        known.extend(words(&name_of(canon, entity)));
    }
    added.extend(
        capitals(text)
            .into_iter()
            .filter(|word| !known.contains(&fold(word))),
    );
    for (cell, value) in telling.facts {
        let Some(attribute) = canon.project.attribute(cell) else {
            continue;
        };
        let other = others_of(canon, attribute, cell, value).into_iter();
        added.extend(other.filter(|label| {
            let label = words(label);
            stands(&label, &said) && !stands(&label, &own)
        }));
    }
    added
}

/// Dates, people and declared values that neither the author nor what is told names, in plain words.
fn claims(canon: &Canon, telling: &Telling, text: &str) -> BTreeSet<String> {
    let stems = Stems::of(&canon.project.languages);
    let shown = telling.facts.iter().map(|(cell, value)| {
        let name = name_of(canon, &cell.entity);
        format!(
            "{name} {} {}",
            canon.show(cell, value),
            value.show().replace('_', " ")
        )
    });
    let told = shown.chain([telling.authored.to_owned(), name_of(canon, telling.who)]);
    let told = stems.words(&told.collect::<Vec<_>>().join(" "));
    let said = stems.words(text);
    let is_told = |word: &Word| told.iter().any(|known| known.is_form_of(word));
    let new = |word: &&Word| {
        let plain = word.text.as_str();
        (is_person(plain) || is_time(plain)) && !is_told(word)
    };
    let mut found: BTreeSet<String> = said
        .iter()
        .filter(new)
        .map(|word| word.text.clone())
        .collect();
    for attribute in &canon.project.attributes {
        let Type::Enum(values) = &attribute.kind else {
            continue;
        };
        for value in values {
            let label = canon.label(attribute, value);
            let words = label.unwrap_or_else(|| value.replace('_', " "));
            let wanted = stems.words(&words);
            let says = |word: &Word| {
                word.text.len() > 2 && !understand::is_small(&word.text) && !is_told(word)
            };
            if wanted.iter().any(says) && stand(&wanted, &said) {
                found.insert(words);
            }
        }
    }
    found
}

/// Whether words, or forms of them, stand in a row among others.
fn stand(wanted: &[Word], all: &[Word]) -> bool {
    let is = |(word, wanted): (&Word, &Word)| word.is_form_of(wanted);
    !wanted.is_empty()
        && all
            .windows(wanted.len())
            .any(|window| window.iter().zip(wanted).all(is))
}

/// Words for dates, ages and amounts that are no numbers.
fn is_time(word: &str) -> bool {
    const TIMES: &str = "\
        janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre \
        january february april june july august september october november december lundi mardi \
        mercredi jeudi vendredi samedi dimanche monday tuesday wednesday thursday friday saturday \
        sunday hier demain yesterday tomorrow siecle century douzaine dozen dizaine centaine \
        millier million moitie half double twice thrice seventy eighty septante octante nonante \
        zero billion";
    is_in(TIMES, word)
}

/// What else a cell could have been, as it would be told.
fn others_of(canon: &Canon, attribute: &Attribute, cell: &Cell, value: &Value) -> Vec<String> {
    let Type::Enum(values) = &attribute.kind else {
        return Vec::new();
    };
    let others = values.iter().cloned().map(Value::Symbol);
    let others = others.filter(|other| other != value);
    others
        .flat_map(|other| [canon.show(cell, &other), other.show().replace('_', " ")])
        .collect()
}

/// The entities that a text names.
fn named(canon: &Canon, text: &str) -> BTreeSet<Name> {
    let words = Stems::of(&canon.project.languages).words(text);
    let found = mentions(&[&canon.project.called], &words);
    found
        .into_iter()
        .flat_map(|mention| mention.entities)
        .collect()
}

/// Numbers, in figures and in words.
fn numbers(text: &str) -> BTreeSet<String> {
    const WORDS: [&str; 47] = [
        "deux",
        "trois",
        "quatre",
        "cinq",
        "sept",
        "huit",
        "neuf",
        "dix",
        "onze",
        "douze",
        "treize",
        "quatorze",
        "quinze",
        "seize",
        "vingt",
        "trente",
        "quarante",
        "cinquante",
        "soixante",
        "cent",
        "mille",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "sixty",
        "ninety",
        "hundred",
        "thousand",
    ];
    let figures = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',' && c != '-');
    let figures = figures.map(|run| run.trim_matches(['.', ',', '-']).to_owned());
    let figures = figures.filter(|run| run.chars().any(|c| c.is_ascii_digit()));
    let spelled = words(text).into_iter();
    figures
        .chain(spelled.filter(|word| WORDS.contains(&word.as_str())))
        .collect()
}

/// Words inside sentences that begin with a capital; « I » is nobody's name.
fn capitals(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut begins = true;
    for word in text.split_whitespace() {
        let opens = word.starts_with(['"', '«', '“', '(', '—', '–', '-']);
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let bare = bare.split(['\'', '’']).next_back().unwrap_or(bare);
        let is_name =
            bare.chars().next().is_some_and(char::is_uppercase) && bare.chars().count() > 1;
        let own = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_me = own == "I" || own.starts_with("I'") || own.starts_with("I’");
        if is_name && !begins && !opens && !is_me {
            found.push(bare.to_owned());
        }
        begins = word.ends_with([
            '.', '!', '?', ':', '…', '»', '"', '”', '«', '“', '-', '–', '—',
        ]);
    }
    found
}

fn negates(text: &str) -> bool {
    const NEGATIONS: [&str; 20] = [
        "not", "never", "no", "none", "nobody", "nothing", "neither", "nor", "without", "t", "pas",
        "jamais", "aucun", "aucune", "rien", "personne", "ni", "sans", "guere", "cannot",
    ];
    let words = words(text);
    words
        .iter()
        .enumerate()
        .any(|(at, word)| match word.as_str() {
            // « don't », and not « a-t-il ».
            "t" => at > 0 && words[at - 1].ends_with('n') && words[at - 1].len() > 2,
            word => NEGATIONS.contains(&word),
        })
}

/// Whether a text is in the other language: more of the small words of that one stand in it.
pub fn is_foreign(language: &str, text: &str) -> bool {
    const FRENCH: [&str; 24] = [
        "le", "la", "les", "un", "une", "des", "du", "et", "est", "dans", "que", "qui", "pour",
        "avec", "ce", "je", "il", "elle", "nous", "vous", "sur", "mais", "etait", "ma",
    ];
    const ENGLISH: [&str; 24] = [
        "the", "of", "and", "is", "was", "in", "that", "who", "for", "with", "this", "he", "she",
        "we", "you", "on", "but", "my", "it", "to", "were", "they", "his", "her",
    ];
    let words = words(text);
    let count = |list: &[&str]| {
        words
            .iter()
            .filter(|word| list.contains(&word.as_str()))
            .count()
    };
    let (french, english) = (count(&FRENCH), count(&ENGLISH));
    match logic::text::is_french(language) {
        true => english >= 2 && english > french,
        false => french >= 2 && french > english,
    }
}
