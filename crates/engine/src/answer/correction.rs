//! Corrections of earlier answers: a word that announces one, and the name of a question. One of
//! them alone corrects nothing.

use super::assent::{NO, YES};
use super::date::is_month;
use super::label::longest_label;
use super::rank;
use super::sentence::is_number;
use super::token::{TAILS, Token, begins, holds, is_whole, longest, tokens};
use logic::text::words;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Whether a message may correct anything at all: it says a word that corrections begin or end with.
pub fn may_correct(said: &str) -> bool {
    tokens(said)
        .iter()
        .any(|token| CUES.contains(token.word.as_str()))
}

/// The first words of everything that makes a message a correction.
static CUES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let phrases = [STRONG, ORDERS, WEAK, FILLERS, CHANGED, DENYING];
    let first = |phrase: &&'static str| phrase.split(' ').next();
    phrases.into_iter().flatten().filter_map(first).collect()
});

/// A correction of an earlier answer: which question (by index), and what is said of it.
pub fn correction<'t>(called: &[&[String]], said: &'t str) -> Option<(usize, &'t str)> {
    earlier(called, said, &tokens(said), false)
}

fn earlier<'t>(
    called: &[&[String]],
    said: &'t str,
    all: &[Token],
    judges: bool,
) -> Option<(usize, &'t str)> {
    announced(called, said, all, judges)
        .or_else(|| taken_back(called, said, all))
        .or_else(|| counted(called, said, all))
}

/// The same in other words, since `JUDGES`: the value before what it is for, a slip of the pen that is owned up to, or
/// what something should be.
/// `discerns` says that a slip is owned up to wherever its words begin.
pub fn corrected<'t>(
    called: &[&[String]],
    said: &'t str,
    discerns: bool,
) -> Option<(usize, &'t str)> {
    let all = tokens(said);
    earlier(called, said, &all, true)
        .or_else(|| owned_up(called, said, &all, discerns))
        .or_else(|| should_be(called, said, &all))
        .or_else(|| value_first(called, said, &all))
}

/// « j'ai mal écrit mon prénom, c'est Ada ».
fn owned_up<'t>(
    called: &[&[String]],
    said: &'t str,
    all: &[Token],
    discerns: bool,
) -> Option<(usize, &'t str)> {
    let from = leading(all);
    // « je me suis trompé » changes one's mind, too.
    let first = (0..from).find(|at| longest(&all[*at..], SLIPS).is_some());
    let from = first.filter(|_| discerns).unwrap_or(from);
    let from = from + longest(&all[from..], SLIPS)?;
    let (index, label) = labelled(called, &all[from..])?;
    let from = from + pointing(&all[from..]).count + label;
    value_behind(said, all, from, true).map(|(value, _)| (index, value))
}

/// « my last name is actually Byron », « the pace should be fast ».
fn should_be<'t>(called: &[&[String]], said: &'t str, all: &[Token]) -> Option<(usize, &'t str)> {
    let (index, label) = labelled(called, all)?;
    let pointed = pointing(all).count;
    let from = pointed + label;
    let from = from + longest(all.get(from..)?, SHOULD)?;
    let first = all.get(from).filter(|_| pointed > 0)?;
    let value = &said[before_signs(said, first.start)..];
    (tokens(value).len() <= 5).then_some((index, value.trim()))
}

/// « I meant Byron for the last name », « pas Ana, Ada pour le prénom ».
fn value_first<'t>(called: &[&[String]], said: &'t str, all: &[Token]) -> Option<(usize, &'t str)> {
    // « … en fait »: a cue may stand last.
    let trailing = (1..all.len()).find(|from| is_whole(&all[*from..], WEAK));
    let all = &all[..trailing.unwrap_or(all.len())];
    let end = (1..all.len()).find(|at| {
        all[*at].is(&["pour", "for", "comme", "as"])
            && labelled(called, &all[at + 1..]).is_some_and(|(_, count)| {
                at + 1 + pointing(&all[at + 1..]).count + count == all.len()
            })
    })?;
    let (index, _) = labelled(called, &all[end + 1..])?;
    let cue = [STRONG, WEAK, CHANGED]
        .iter()
        .filter_map(|phrases| longest(all, phrases))
        .max()
        .or(trailing);
    // « pas Ana, Ada »: what is denied stands before a sign.
    let denied = longest(all, &["pas", "not", "non pas"])
        .and_then(|_| (1..end).rev().find(|at| all[*at].breaks));
    let from = denied.or(cue.map(|_| leading(&all[..end])))?;
    let (first, last) = (all.get(from)?, &all[end - 1]);
    (from < end && end - from <= 4).then(|| (index, &said[first.start..last.end]))
}

/// Words that own up to a slip in an answer.
const SLIPS: &[&str] = &[
    "j ai mal ecrit",
    "j ai mal orthographie",
    "j ai mal tape",
    "je me suis trompe de",
    "je me suis trompee de",
    "je me suis trompe dans",
    "je me suis trompee dans",
    "il y a une erreur dans",
    "il y a une faute dans",
    "i misspelled",
    "i misspelt",
    "i mistyped",
    "there is a typo in",
    "there s a typo in",
    "there is a mistake in",
    "i got wrong",
];
/// What an answer should have been.
const SHOULD: &[&str] = &[
    "is actually",
    "is in fact",
    "should be",
    "should have been",
    "ought to be",
    "est en fait",
    "est en realite",
    "c est en fait",
    "devrait etre",
    "doit etre",
    "aurait du etre",
];

/// « en fait 5 personnes », « non, 5 personnes »: a number before what it counts, and nothing else.
fn counted<'t>(called: &[&[String]], said: &'t str, all: &[Token]) -> Option<(usize, &'t str)> {
    let mut from = 0;
    while let Some(count) = [STRONG, WEAK, FILLERS, CHANGED]
        .iter()
        .filter_map(|phrases| longest(&all[from..], phrases))
        .max()
    {
        from += count;
    }
    let leads = from > 0;
    let (number, rest) = (all.get(from)?, all.get(from + 1..)?);
    let (index, count) = labelled(called, rest)?;
    let tail = &rest[pointing(rest).count + count..];
    let trails = longest(tail, WEAK) == Some(tail.len());
    let whole = tail.is_empty() || trails || is_whole(tail, TAILS);
    let taken_back = leads || trails && !tail.is_empty();
    (is_number(number) && whole && taken_back).then_some((index, &said[number.start..number.end]))
}

/// Whether a message may correct something in the words of `corrected`.
pub fn may_be_corrected(said: &str) -> bool {
    let all = tokens(said);
    let numbered = all
        .windows(2)
        .any(|pair| pair[0].is(&["question"]) && is_digit(&pair[1]));
    holds(&all, SHOULD) || holds(&all, SLIPS) || without_answer(said) != said || numbered
}

/// « A pour la question 4 », « question 4 : A »: which one is answered, called so and by its number, and with what.
pub fn numbered(said: &str) -> Option<(usize, String)> {
    let all = tokens(said);
    let called = |pair: &[Token]| pair[0].is(&["question"]) && is_digit(&pair[1]);
    let once = all.windows(2).filter(|pair| called(pair)).count() == 1;
    ranked_answer(&format!("plutôt {said}")).filter(|_| once && all.len() < 12)
}

fn is_digit(token: &Token) -> bool {
    token.word.bytes().all(|byte| byte.is_ascii_digit())
}

/// « ma réponse à la question 2 est B »: the same of one's own answer, which needs no other word.
pub fn ranked_answer(said: &str) -> Option<(usize, String)> {
    let plain = without_answer(said);
    let own = plain != said;
    let (rank, value) = ranked(&match own {
        true => format!("correction {plain}"),
        false => plain,
    })?;
    let all = tokens(&value);
    let verb = longest(&all, VERBS).filter(|count| *count < all.len());
    Some((rank, value[all[verb.unwrap_or(0)].start..].to_owned()))
}

/// « plutôt B pour la 2 », « question 2: rather B »: the rank of a question, and what is said of it.
pub fn ranked(said: &str) -> Option<(usize, String)> {
    let all = tokens(said);
    // « … finalement »: a cue may stand last.
    let trailing = (1..all.len()).find(|from| is_whole(&all[*from..], WEAK));
    let all = &all[..trailing.unwrap_or(all.len())];
    let (rank, rest) = ranked_behind(all).or_else(|| ranked_before(all))?;
    let rest = &rest[..];
    let is_cue = |at: usize| {
        [WEAK, STRONG, CHANGED]
            .iter()
            .filter_map(|phrases| longest(&rest[at..], phrases))
            .max()
    };
    let (mut kept, mut at, mut cue) = (Vec::new(), 0, trailing.is_some());
    while at < rest.len() {
        match is_cue(at) {
            Some(count) => {
                cue = true;
                at += count;
            }
            None => {
                kept.push(&rest[at]);
                at += 1;
            }
        }
    }
    let small = |token: &&Token| token.is(FILLERS);
    let lead = kept.iter().take_while(|token| small(token)).count();
    let (first, last) = (kept.get(lead)?, kept.last()?);
    cue.then(|| (rank, said[first.start..last.end].to_owned()))
}

/// « ma réponse à la question 2 » as « la question 2 ».
pub fn without_answer(said: &str) -> String {
    let all = tokens(said);
    let own = ["ma", "mon", "my", "la", "the", "cette", "this"];
    let stands = |at: usize| {
        all[at].is(&own)
            && all[at + 1].is(&["reponse", "choix", "answer", "choice"])
            && all[at + 2].is(&["a", "de", "pour", "sur", "to", "for", "of", "on"])
            && !all[at + 1].breaks
            && !all[at + 2].breaks
    };
    let at = (0..all.len().saturating_sub(3)).find(|at| stands(*at));
    at.map_or(said.to_owned(), |at| {
        format!("{}{}", &said[..all[at].start], &said[all[at + 3].start..])
    })
}

/// A message in two, at every sign or « and » between its words.
pub fn joined(said: &str) -> Vec<(&str, &str)> {
    let all = tokens(said);
    let ends =
        |at: usize| said[..all[at].start].trim_end_matches(|sign: char| !sign.is_alphanumeric());
    let parts = |at: usize| {
        let joins = all[at].is(&["et", "and"]);
        let from = all
            .get(at + usize::from(joins))
            .filter(|_| joins || all[at].breaks)?;
        Some((ends(at), &said[from.start..]))
    };
    (1..all.len()).filter_map(parts).collect()
}

/// An answer without words that say it is for the question that is open.
pub fn of_this(said: &str) -> &str {
    let all = tokens(said);
    let here = [
        "pour celle ci",
        "pour cette question",
        "pour celle la",
        "ici",
        "pour la question actuelle",
        "for this one",
        "for this question",
        "here",
    ];
    let from = (1..all.len()).find(|from| is_whole(&all[*from..], &here));
    from.map_or(said, |from| said[..all[from].start].trim_end())
}

/// « … pour la 2 ».
fn ranked_behind(all: &[Token]) -> Option<(usize, Vec<Token>)> {
    let from = (1..all.len()).rev().find(|from| {
        all[*from].is(&["pour", "a", "sur", "for", "to", "on"])
            && rank_of(&all[from + 1..]).is_some()
    })?;
    Some((rank_of(&all[from + 1..])?, all[..from].to_vec()))
}

/// « pour la 2, … », « question 2: … ».
fn ranked_before(all: &[Token]) -> Option<(usize, Vec<Token>)> {
    let lead = leading(all);
    let said = all.get(lead..)?;
    let skip = usize::from(said.first()?.is(&["pour", "a", "sur", "for", "to", "on"]));
    let end =
        (skip + 1..said.len().min(skip + 5)).find(|end| rank_of(&said[skip..*end]).is_some())?;
    let rank = rank_of(&said[skip..end])?;
    // « le 3 mai » is a day and « la troisième tasse » a cup: a rank that is not called one needs a sign
    // behind it.
    let called = said[skip..end].iter().any(|token| token.is(CALLED_RANKS));
    let marked = said.get(end).is_none_or(|next| {
        let is_day = is_month(&next.word) || next.is(&["of", "de", "du"]);
        next.breaks || called || skip > 0 && !is_day
    });
    marked.then(|| (rank, [&all[..lead], &said[end..]].concat()))
}

/// The rank that these words are, and nothing else: « la 2 », « question 2 », « the second one ».
pub(super) fn rank_of(said: &[Token]) -> Option<usize> {
    let pointed = said.first()?.is(&[
        "la", "le", "the", "question", "reponse", "answer", "numero", "number", "n",
    ]);
    let skip = usize::from(
        said.len() > 2
            && said[0].is(&["la", "the"])
            && said[1].is(&["question", "reponse", "answer"]),
    );
    let said = said.get(skip..)?;
    let said = match said {
        [first, rest @ ..] if skip > 0 || first.is(&["question", "reponse", "answer"]) => rest,
        _ => said,
    };
    (pointed
        && !said.is_empty()
        && said.iter().any(|token| {
            token.word.len() > 1 || token.word.bytes().all(|byte| byte.is_ascii_digit())
        }))
    .then(|| rank::of(said, RANKS))
    .flatten()
}

const CALLED_RANKS: &[&str] = &["question", "reponse", "answer", "numero", "number", "n"];

/// More questions than a block has.
const RANKS: usize = 100;

/// « Paris et pas Lyon », « pas Lyon mais Paris »: of things that are known, which one is another, what it is
/// instead, and what else is said.
pub fn replacement(known: &[(usize, String)], said: &str) -> Option<(usize, String, String)> {
    let all = tokens(said);
    for (index, value) in known {
        let value = words(value);
        let Some(at) = place_of(&all, &value) else {
            continue;
        };
        let end = at + value.len();
        let Some(not) = negation_before(&all[..at]) else {
            continue;
        };
        let begins = (0..not).rev().find(|at| all[*at].breaks).unwrap_or(0);
        let from = begins + leading(&all[begins..not]);
        let (new, span) = if from < not {
            (from..not, begins..end)
        } else {
            let from = end + leading(&all[end..]);
            let to = (from + 1..all.len())
                .find(|at| all[*at].breaks || all[*at].is(&["et", "and"]))
                .unwrap_or(all.len());
            (from..to.min(all.len()), begins..to.min(all.len()))
        };
        if new.is_empty() || new.len() > 6 {
            continue;
        }
        let new = &said[all[new.start].start..all[new.end - 1].end];
        let rest = format!(
            "{} {}",
            &said[..all[span.start].start],
            &said[all[span.end - 1].end..]
        );
        return Some((*index, new.to_owned(), tidy(&rest)));
    }
    None
}

/// A value up to where another label with its sign begins, and what stands from there on.
pub fn until_label<'t>(called: &[&[String]], said: &'t str) -> (&'t str, Option<&'t str>) {
    let all = tokens(said);
    for from in 1..all.len() {
        let Some((_, count)) = labelled(called, &all[from..]) else {
            continue;
        };
        let to = from + pointing(&all[from..]).count + count;
        let signed = all.get(to).is_some_and(|next| {
            let between = &said[all[to - 1].end..next.start];
            between.contains([':', '='])
        });
        if signed {
            let value = said[..all[from].start].trim_end_matches(|sign: char| {
                sign.is_whitespace() || matches!(sign, ',' | ';' | '.')
            });
            let joined = tokens(value);
            let joined = joined.last().filter(|last| last.is(&["et", "and"]));
            let value = joined.map_or(value, |last| value[..last.start].trim_end());
            let value = value.trim_end_matches([',', ';', ' ']);
            return (value, Some(&said[all[from].start..]));
        }
    }
    (said, None)
}

fn place_of(all: &[Token], value: &[String]) -> Option<usize> {
    let mut windows = all.windows(value.len().max(1));
    let stands = |window: &[Token]| {
        let mut pairs = window.iter().zip(value);
        pairs.all(|(token, word)| token.word == *word)
    };
    (!value.is_empty())
        .then(|| windows.position(stands))
        .flatten()
}

/// Where words begin that deny what follows them.
fn negation_before(said: &[Token]) -> Option<usize> {
    let small = |token: &&Token| {
        token.is(&[
            "le", "la", "l", "les", "a", "the", "de", "du", "d", "en", "in",
        ])
    };
    let end = said.len() - said.iter().rev().take_while(small).count();
    (0..end).find(|from| {
        DENYING
            .iter()
            .any(|phrase| begins(&said[*from..end], phrase) == Some(end - from))
    })
}

/// How many words lead to what is meant.
fn leading(said: &[Token]) -> usize {
    let mut count = 0;
    while let Some(more) = [STRONG, WEAK, FILLERS, CHANGED, VERBS]
        .iter()
        .filter_map(|phrases| longest(&said[count..], phrases))
        .max()
    {
        count += more;
    }
    count
}

/// What is left of a message, without what joined it to the rest.
fn tidy(rest: &str) -> String {
    let rest =
        rest.trim_matches(|sign: char| !sign.is_alphanumeric() && !matches!(sign, '«' | '"' | '-'));
    let all = tokens(rest);
    match all.get(leading(&all)) {
        Some(first) => rest[first.start..].trim().to_owned(),
        None => String::new(),
    }
}

/// Words that change one's mind.
pub(super) const CHANGED: &[&str] = &[
    "plutot",
    "rather",
    "finalement",
    "c est",
    "it s",
    "ce sera",
    "make it",
    "i prefer",
    "je prefere",
];

/// Words that deny what follows.
const DENYING: &[&str] = &[
    "et pas",
    "pas",
    "et non",
    "et non pas",
    "non pas",
    "non",
    "and not",
    "not",
    "au lieu",
    "au lieu de",
    "a la place",
    "a la place de",
    "instead of",
    "plutot que",
    "plutot qu",
    "rather than",
    "ce n est pas",
    "c est pas",
    "it s not",
];

/// « je corrige le prénom : Jean », « in fact my first name is Ada ».
fn announced<'t>(
    called: &[&[String]],
    said: &'t str,
    all: &[Token],
    judges: bool,
) -> Option<(usize, &'t str)> {
    let mut from = 0;
    let mut cue = None;
    loop {
        let rest = &all[from..];
        if let Some(count) = longest(rest, STRONG) {
            cue = Some(Cue::Strong);
            from += count;
        } else if let Some(count) = longest(rest, ORDERS) {
            cue = Some(Cue::Order);
            from += count;
        } else if let Some(count) = longest(rest, WEAK) {
            cue = cue.or(Some(Cue::Weak));
            from += count;
        } else if let Some(count) = longest(rest, FILLERS) {
            from += count;
        } else {
            break;
        }
    }
    let cue = cue?;
    let (index, label) = labelled(called, &all[from..])?;
    let pointed = pointing(&all[from..]);
    from += pointed.count + label;
    let (value, copula) = value_behind(said, all, from, judges)?;
    let short = tokens(value).len() <= 3;
    let counts = match (cue, copula) {
        (_, Copula::Sign) | (Cue::Strong, _) | (Cue::Order, Copula::Into) => true,
        (Cue::Weak, Copula::Verb) => pointed.own || pointed.count > 0 && short,
        (Cue::Order, Copula::Verb | Copula::None) | (Cue::Weak, Copula::Into | Copula::None) => {
            false
        }
    };
    counts.then_some((index, value))
}

/// What announces a correction.
#[derive(Clone, Copy)]
enum Cue {
    /// « correction », « I meant »: a label and a value suffice.
    Strong,
    /// « change »: it says into what.
    Order,
    /// « in fact »: the rest must say it too.
    Weak,
}

/// « mon prénom c'est Jean, en fait ».
fn taken_back<'t>(called: &[&[String]], said: &'t str, all: &[Token]) -> Option<(usize, &'t str)> {
    let cue = (1..all.len()).find(|from| {
        WEAK.iter()
            .any(|phrase| begins(&all[*from..], phrase) == Some(all.len() - from))
    })?;
    let front = said[..all[cue].start]
        .trim_end()
        .trim_end_matches([',', ';', '.', '…']);
    let all = &all[..cue];
    let (index, label) = labelled(called, all)?;
    let pointed = pointing(all);
    let (value, copula) = value_behind(front, all, pointed.count + label, false)?;
    let counts = pointed.own && matches!(copula, Copula::Sign | Copula::Verb);
    counts.then_some((index, value))
}

struct Pointing {
    count: usize,
    /// « my », or « for the »: it points at the answer, not at the thing.
    own: bool,
}

/// Words between the announcement and the label.
fn pointing(said: &[Token]) -> Pointing {
    let mut count = 0;
    let mut own = false;
    while let Some(taken) = longest(&said[count..], POINTING) {
        own |= said[count..count + taken].iter().any(|token| {
            token.is(&[
                "mon",
                "ma",
                "mes",
                "my",
                "our",
                "pour",
                "for",
                "about",
                "concernant",
            ])
        });
        count += taken;
    }
    Pointing { count, own }
}

/// The question whose longest label stands here; nothing where two are called so.
fn labelled(called: &[&[String]], said: &[Token]) -> Option<(usize, usize)> {
    let said = &said[pointing(said).count..];
    let labels = called.iter().enumerate().flat_map(|(index, labels)| {
        let plain = labels.iter().map(|label| words(label));
        plain.map(move |label| (index, label[articles(&label)..].to_vec()))
    });
    longest_label(labels, said)
}

/// How many words in front of a label only point at it.
fn articles(label: &[String]) -> usize {
    let is_article = |word: &&String| {
        let articles = [
            "le", "la", "les", "l", "un", "une", "mon", "ma", "mes", "the", "a", "an", "my",
        ];
        articles.contains(&word.as_str())
    };
    let count = label.iter().take_while(is_article).count();
    if count < label.len() { count } else { 0 }
}

/// « mon prénom est Zoé », “my e-mail is a@b.fr”: what somebody says to be their own, and of which question.
pub fn owned<'t>(called: &[&[String]], said: &'t str) -> Option<(usize, &'t str)> {
    let all = tokens(said);
    let mut from = 0;
    while let Some(count) = longest(&all[from..], FILLERS) {
        from += count;
    }
    let first = all.get(from)?;
    let (index, label) = labelled(called, &all[from..])?;
    let behind = from + pointing(&all[from..]).count + label;
    let (value, copula) = value_behind(said, &all, behind, true)?;
    let own = first.is(&["mon", "ma", "mes", "my", "our", "notre", "nos"]);
    (own && matches!(copula, Copula::Verb | Copula::Sign)).then_some((index, value))
}

/// « corrige mon prénom, c'est Zoé », « mon nom s'écrit Verdou », “the number of weeks is 6”: what somebody says of a
/// question that they name, with a verb between, and whether it can mean nothing else: it is ordered.
pub fn told_of<'t>(called: &[&[String]], said: &'t str) -> Option<(usize, &'t str, bool)> {
    let all = tokens(said);
    let (mut from, mut ordered) = (0, false);
    while let Some(rest) = all.get(from..).filter(|rest| !rest.is_empty())
        && let Some((count, order)) = led(rest)
    {
        ordered |= order;
        from += count;
    }
    let (index, label) = labelled(called, all.get(from..)?)?;
    let from = from + pointing(&all[from..]).count + label;
    let spelt = longest(all.get(from..)?, SPELT);
    let from = from + spelt.unwrap_or(0);
    all.get(from)?;
    let (value, copula) = match spelt {
        Some(_) => (
            said[before_signs(said, all[from].start)..].trim(),
            Copula::Verb,
        ),
        None => value_behind(said, &all, from, true)?,
    };
    let told = matches!(copula, Copula::Verb | Copula::Sign) || ordered && all[from].breaks;
    told.then_some((index, value, ordered))
}

/// Words before a question that is named, and whether they order a change.
fn led(rest: &[Token]) -> Option<(usize, bool)> {
    let order = longest(rest, STRONG).max(longest(rest, ORDERS));
    let other = longest(rest, WEAK).max(longest(rest, FILLERS));
    match (order, other) {
        (Some(order), other) if other.is_none_or(|other| other <= order) => Some((order, true)),
        (_, other) => other.map(|count| (count, false)),
    }
}

/// Words between a name and how it is written.
const SPELT: &[&str] = &[
    "s ecrit",
    "s ecrit en fait",
    "s ecrit plutot",
    "est ecrit",
    "se dit",
    "is spelled",
    "is spelt",
    "is written",
    "is actually spelled",
    "is actually",
    "est en fait",
    "est plutot",
];

/// Whether a message announces a correction and says a value for something.
pub fn announces(said: &str) -> bool {
    longest(&tokens(said), STRONG).is_some() && said.contains([':', '='])
}

/// Whether a piece of a message is nothing but « yes », « in fact », « and »: it leads to something else.
pub(super) fn only_leads(said: &str) -> bool {
    let all = tokens(said);
    let mut from = 0;
    while let Some(count) = [YES, NO, WEAK, FILLERS]
        .iter()
        .filter_map(|phrases| longest(&all[from..], phrases))
        .max()
    {
        from += count;
    }
    from > 0 && from == all.len()
}

#[derive(Clone, Copy)]
enum Copula {
    /// « : », « = », an arrow.
    Sign,
    /// « is », « c'est », « je prends ».
    Verb,
    /// « to », « en », « par ».
    Into,
    None,
}

/// What is said behind a label, and what joins it.
fn value_behind<'t>(
    said: &'t str,
    all: &[Token],
    from: usize,
    judges: bool,
) -> Option<(&'t str, Copula)> {
    let first = all.get(from)?;
    let between = &said[all.get(from.checked_sub(1)?)?.end..first.start];
    if between.contains([':', '=', '→']) || between.contains("->") {
        let start = between
            .find([':', '=', '→'])
            .or_else(|| between.find("->"))?;
        let start = all[from - 1].end + start;
        let value = said[start..]
            .trim_start_matches([':', '=', '→', '-', '>', ' ', '\u{a0}', '\t', '\u{202f}']);
        return filled(value).map(|value| (value, Copula::Sign));
    }
    // « deux points » is a sign that was dictated.
    if let Some(count) = longest(&all[from..], &["deux points", "colon"])
        && judges
    {
        let value = &said[all.get(from + count)?.start..];
        return filled(value).map(|value| (value, Copula::Sign));
    }
    let into = longest(&all[from..], &["en", "par", "a", "to", "into"]);
    let verb = into.or_else(|| longest(&all[from..], VERBS));
    let start = all.get(from + verb.unwrap_or(0))?.start;
    let start = before_signs(said, start);
    let copula = match (into, verb) {
        (Some(_), _) => Copula::Into,
        (None, Some(_)) => Copula::Verb,
        (None, None) => Copula::None,
    };
    filled(&said[start..]).map(|value| (value, copula))
}

/// A quote or a sign that belongs to the value stands before its first word.
fn before_signs(said: &str, start: usize) -> usize {
    let signs = said[..start].trim_end_matches(['"', '«', '“', '(', '-', '+']);
    signs.len()
}

fn filled(value: &str) -> Option<&str> {
    let value = value.trim();
    (!value.is_empty()).then_some(value)
}

/// Words that announce a correction and nothing else.
pub(super) const STRONG: &[&str] = &[
    "correction",
    "corrections",
    "je corrige",
    "rectification",
    "je rectifie",
    "je voulais dire",
    "je veux corriger",
    "je voudrais corriger",
    "je souhaite corriger",
    "je me suis trompe sur",
    "je me suis trompee sur",
    "je me suis trompe pour",
    "erreur sur",
    "i meant",
    "i correct",
    "let me correct",
    "i want to correct",
    "i d like to correct",
    "i would like to correct",
    "please correct",
];
/// Words that order a change.
pub(super) const ORDERS: &[&str] = &[
    "corrige",
    "corrigez",
    "corriger",
    "rectifie",
    "rectifiez",
    "je modifie",
    "modifie",
    "modifiez",
    "je change",
    "change",
    "changez",
    "je veux changer",
    "je voudrais changer",
    "je voudrais modifier",
    "correct",
    "i change",
    "i want to change",
    "i d like to change",
    "i would like to change",
    "can i change",
    "please change",
    "let me change",
    "update",
    "fix",
];
/// Words that announce one where the rest does too.
pub(super) const WEAK: &[&str] = &[
    "en fait",
    "finalement",
    "au final",
    "en realite",
    "pardon",
    "oups",
    "desole",
    "desolee",
    "erreur",
    "je me suis trompe",
    "je me suis trompee",
    "actually",
    "in fact",
    "sorry",
    "oops",
    "my mistake",
    "wait",
    "no wait",
    "i was wrong",
    "on second thought",
    "on second thoughts",
    "i mean",
    "attends",
    "attendez",
];
pub(super) const FILLERS: &[&str] = &[
    "non", "no", "ah", "oh", "euh", "um", "et", "and", "alors", "well", "mais", "but", "hum",
];
const POINTING: &[&str] = &[
    "le",
    "la",
    "les",
    "l",
    "mon",
    "ma",
    "mes",
    "the",
    "my",
    "our",
    "pour",
    "pour le",
    "pour la",
    "for",
    "for the",
    "about",
    "sur",
    "concernant",
    "a propos de",
    "a propos du",
    "la question",
    "la reponse",
    "ma reponse",
    "ma reponse a",
    "my answer to",
    "my answer for",
    "question",
    "answer",
];
pub(super) const VERBS: &[&str] = &[
    "est",
    "c est",
    "ce sera",
    "ce serait",
    "c est plutot",
    "est plutot",
    "serait",
    "devient",
    "en",
    "par",
    "a",
    "je prends",
    "je choisis",
    "je dirais",
    "je prefere",
    "je mets",
    "plutot",
    "ca sera",
    "is",
    "it s",
    "it is",
    "should be",
    "would be",
    "becomes",
    "to",
    "into",
    "i take",
    "i ll take",
    "i d say",
    "i would say",
    "i choose",
    "i pick",
    "i prefer",
    "is rather",
    "is actually",
];
