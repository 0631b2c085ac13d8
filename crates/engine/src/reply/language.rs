//! The language that a message is written in, by the small words that no other language here has.

use logic::text::{WordSet, words};

/// The language with the most of its small words in a text, if it has two at least and no other as many.
pub(super) fn spoken(text: &str) -> Option<&'static str> {
    let said = words(text);
    let counted = LANGUAGES.each_ref().map(|(language, own)| {
        let count = said.iter().filter(|word| own.contains(&word.as_str()));
        (count.count(), *language)
    });
    let (most, language) = counted.into_iter().max_by_key(|(count, _)| *count)?;
    let as_many = counted.iter().filter(|(count, _)| *count == most).count();
    (most >= LEAST && as_many == 1).then_some(language)
}

const LEAST: usize = 2;

static LANGUAGES: [(&str, WordSet); 6] = [
    (
        "fr",
        WordSet::of(&[
            "je", "j", "vous", "nous", "le", "les", "du", "des", "une", "est", "et", "ou", "que",
            "qui", "pour", "dans", "avec", "mon", "ma", "mes", "votre", "vos", "pas", "ne", "au",
            "aux", "ce", "cette", "quand", "comment", "quelles", "quels", "quelle", "quel",
            "bonjour", "bonsoir", "merci", "svp", "ai", "suis", "depuis", "sur",
        ]),
    ),
    (
        "en",
        WordSet::of(&[
            "the", "my", "is", "are", "was", "i", "you", "your", "and", "of", "to", "for", "with",
            "what", "when", "where", "how", "which", "who", "have", "has", "not", "please",
            "hello", "hi", "dear", "thanks", "thank", "would", "could", "can", "will", "do",
            "does", "it", "this", "that", "been", "yet", "regards", "morning", "good",
        ]),
    ),
    (
        "es",
        WordSet::of(&[
            "el", "los", "las", "mi", "mis", "por", "para", "con", "pero", "cuando", "donde",
            "como", "hola", "gracias", "buenos", "buenas", "dias", "usted", "ustedes", "estoy",
            "esta", "he", "puedo", "quiero", "favor", "muy",
        ]),
    ),
    (
        "de",
        WordSet::of(&[
            "ich", "sie", "der", "die", "das", "und", "ist", "nicht", "mein", "meine", "meinen",
            "wann", "wie", "wo", "habe", "haben", "bitte", "danke", "guten", "hallo", "fur", "mit",
            "von", "auf", "eine", "einen", "tag", "bekomme",
        ]),
    ),
    (
        "it",
        WordSet::of(&[
            "il",
            "gli",
            "mio",
            "mia",
            "miei",
            "sono",
            "non",
            "che",
            "per",
            "quando",
            "dove",
            "ciao",
            "buongiorno",
            "grazie",
            "vorrei",
            "posso",
            "della",
            "del",
            "ho",
            "salve",
            "cordiali",
            "saluti",
        ]),
    ),
    (
        "pt",
        WordSet::of(&[
            "o", "os", "meu", "minha", "meus", "nao", "eu", "quando", "onde", "ola", "obrigado",
            "obrigada", "bom", "dia", "boa", "tarde", "voce", "voces", "estou", "posso", "quero",
            "em", "uma", "ainda", "recebi",
        ]),
    ),
];
