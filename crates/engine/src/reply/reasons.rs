//! Why a case goes to a person and why a reply is not sent, in words: what is missing, where, and what
//! can be done about it.
//!
//! What a session of an earlier edition recorded is decided again in the words of then.

use super::Verdict;
use super::decide::Desk;
use super::detect::Heard;
use super::told::Outcome;
use crate::limits;
use logic::formula::Formula;
use logic::holds::{Facts, Truth};
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};

/// Facts that are named one by one; of more it is said how many there are.
const NAMED: usize = 4;

/// Letters of a part of a message that a reason shows.
const SHOWN: usize = 80;

/// The beginning of a part of a message, in one line.
pub(super) fn excerpt(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

impl Desk<'_> {
    /// Words of now, or those of a session from before.
    pub(super) fn worded(&self, now: Phrase, before: (&str, &str)) -> Phrase {
        match self.careful {
            true => now,
            false => Phrase::new(before.0, before.1),
        }
    }

    /// Missing facts, with why they are missing.
    pub(super) fn lacking(&self, missing: &[Name]) -> Phrase {
        let mut groups: Vec<(Vec<String>, Phrase)> = Vec::new();
        for name in missing.iter().take(NAMED) {
            let why = self.missing_because(name);
            let name = format!("`{name}`");
            match groups.last_mut() {
                Some((names, same)) if *same == why => names.push(name),
                Some(_) | None => groups.push((vec![name], why)),
            }
        }
        let told = |why: fn(&Phrase) -> &str| {
            let groups = groups.iter().map(|(names, group)| {
                let names = names.join(", ");
                match why(group) {
                    "" => names,
                    why => format!("{names} ({why})"),
                }
            });
            groups.collect::<Vec<_>>().join(", ")
        };
        let (mut en, mut fr) = (told(|why| &why.en), told(|why| &why.fr));
        let more = missing.len().saturating_sub(NAMED);
        if more > 0 {
            en = format!("{en} and {more} more");
            fr = format!("{fr} et {more} de plus");
        }
        Phrase::new(en, fr)
    }

    fn missing_because(&self, name: &Name) -> Phrase {
        let source = name.split_once('.').map(|(entity, _)| entity);
        let is_source = |entity: &&str| self.replies.sources.contains_key(*entity);
        let Some(source) = source.filter(is_source) else {
            return Phrase::new("", "");
        };
        let value = |field: &str| self.facts.value(&Cell::new(source, field));
        match value("failed") {
            Some(Value::Bool(true)) => {
                let error = Cell::new(source, "error");
                let why = match value("error") {
                    Some(Value::Text(why)) if !self.facts.is_confidential(&error) => excerpt(&why),
                    Some(_) | None => String::new(),
                };
                let (en, fr) = match why.as_str() {
                    "" => (String::new(), String::new()),
                    why => (format!(": {why}"), format!(" : {why}")),
                };
                Phrase::new(
                    format!("the source `{source}` could not be read{en}"),
                    format!("la source `{source}` n'a pas pu être lue{fr}"),
                )
            }
            Some(_) => Phrase::new(
                format!("the source `{source}` does not say it"),
                format!("la source `{source}` ne le dit pas"),
            ),
            None => Phrase::new(
                format!("nothing was read from the source `{source}`"),
                format!("rien n'a été lu de la source `{source}`"),
            ),
        }
    }

    /// What is missing for a condition, behind words that end where it is said; nothing where nothing is.
    fn without(&self, missing: &[Name]) -> Phrase {
        if missing.is_empty() {
            return Phrase::new("", "");
        }
        let lacking = self.lacking(missing);
        Phrase::new(
            format!("; missing: {}", lacking.en),
            format!(" ; il manque : {}", lacking.fr),
        )
    }

    pub(super) fn may_block_because(&self, state: &Name, missing: &[Name]) -> Phrase {
        let without = self.without(missing);
        let now = Phrase::new(
            format!(
                "it is not known whether {state} blocks this case{}",
                without.en
            ),
            format!("on ne sait pas si {state} bloque ce cas{}", without.fr),
        );
        let before = (
            "it is not known whether this blocking state holds",
            "on ne sait pas si cet état bloquant est réalisé",
        );
        self.worded(now, before)
    }

    pub(super) fn may_hold_because(&self, state: &Name, missing: &[Name]) -> Phrase {
        let without = self.without(missing);
        let now = Phrase::new(
            format!("it is not known whether {state} holds{}", without.en),
            format!("on ne sait pas si {state} est réalisé{}", without.fr),
        );
        let before = (
            "it is not known whether this state holds",
            "on ne sait pas si cet état est réalisé",
        );
        self.worded(now, before)
    }

    pub(super) fn exclude_each_other(&self, list: &Name, both: &[&str]) -> Phrase {
        let both = both.join(", ");
        let now = Phrase::new(
            format!(
                "{both} hold together, and of `{list}` at most one may: a fact or a condition is wrong"
            ),
            format!(
                "{both} sont réalisés ensemble, et de `{list}` un seul peut l'être : un fait ou une condition est faux"
            ),
        );
        let (en, fr) = (
            format!("of `{list}` at most one state may hold"),
            format!("de `{list}`, un seul état peut être réalisé"),
        );
        self.worded(now, (&en, &fr))
    }

    /// Who handles it; where nobody is named, somebody else does.
    pub(super) fn handled_by(&self, what: Option<&Name>, to: Option<&str>) -> Phrase {
        let to = to.filter(|to| !to.trim().is_empty());
        let (en, fr) = (
            what.map_or("this", |name| name),
            what.map_or("ceci", |name| name),
        );
        let before = Phrase::new(
            format!("{en} is handled by {}", to.unwrap_or("somebody else")),
            format!("{fr} est traité par {}", to.unwrap_or("quelqu'un d'autre")),
        );
        match to {
            None if self.careful => Phrase::new(
                format!("{}, and no `route_to` says by whom: choose who", before.en),
                format!(
                    "{}, et aucun `route_to` ne dit par qui : choisissez",
                    before.fr
                ),
            ),
            Some(_) | None => before,
        }
    }

    pub(super) fn is_spam(&self) -> Phrase {
        if self.facts.case.acts() {
            return Phrase::new(
                "its words are those of advertising, and no state stops it here: read it, and discard it if it is; a blocking state whose condition is `case.action == spam` would stop it",
                "ses mots sont ceux de la publicité, et aucun état ne l'arrête ici : lisez-le, et écartez-le si c'en est ; un état bloquant de condition `case.action == spam` l'arrêterait",
            );
        }
        let now = Phrase::new(
            "this is no message of a customer, and no state says what to do with it: discard it, or declare a blocking state whose condition is `case.action == spam`",
            "ce n'est pas un message de client, et aucun état ne dit qu'en faire : écartez-le, ou déclarez un état bloquant de condition `case.action == spam`",
        );
        let before = (
            "this is no message of a customer, and no state says what to do with it",
            "ce n'est pas un message de client, et aucun état ne dit qu'en faire",
        );
        self.worded(now, before)
    }

    /// Why nothing is wanted of a message: a code and words. It may be the case that says so.
    pub(super) fn nothing_heard(&self, message: &str, given: bool) -> (&'static str, Phrase) {
        let bound = limits::MESSAGE_BYTES;
        if message.len() > bound {
            let now = Phrase::new(
                format!(
                    "the message has {} bytes, more than the {bound} that are read: nothing in it was; read it yourself",
                    message.len()
                ),
                format!(
                    "le message a {} octets, plus que les {bound} qui sont lus : rien n'en a été lu ; lisez-le vous-même",
                    message.len()
                ),
            );
            let (en, fr) = (
                format!("the message has more than {bound} bytes"),
                format!("le message a plus de {bound} octets"),
            );
            return ("message-too-long", self.worded(now, (&en, &fr)));
        }
        if message.trim().is_empty() {
            let now = Phrase::new(
                "the message is empty: ask what is wanted",
                "le message est vide : demandez ce qui est voulu",
            );
            let before = ("the message is empty", "le message est vide");
            return ("empty-message", self.worded(now, before));
        }
        if given {
            let now = Phrase::new(
                "the case says that nothing is wanted, and there is a message: read it",
                "le cas dit que rien n'est demandé, et il y a un message : lisez-le",
            );
            return ("no-intention", now);
        }
        let heard = &self.reply.heard;
        let only_aside = heard.unrecognised.is_empty() && !heard.set_aside.is_empty();
        let now = if only_aside {
            Phrase::new(
                "nothing is wanted in it but what is earlier mail, a signature or courtesy: read it yourself",
                "rien n'y est demandé hors d'un courriel antérieur, d'une signature ou de politesses : lisez-le vous-même",
            )
        } else {
            Phrase::new(
                "no words of the registry say what the message wants: read it yourself, or give an intention `triggers` that say it",
                "aucun mot du registre ne dit ce que veut le message : lisez-le vous-même, ou donnez à une intention des `triggers` qui le disent",
            )
        };
        let before = (
            "what the message wants was not recognised",
            "ce que veut le message n'a pas été reconnu",
        );
        ("no-intention", self.worded(now, before))
    }

    /// Nothing that was said answers it: what was selected for it, and what could be done.
    pub(super) fn nothing_answers(&self, what: &Name, is_intention: bool) -> Phrase {
        let before = (
            "no section that was said answers it",
            "aucune section dite n'y répond",
        );
        let mut selected = self.reply.selection.iter();
        let selected = selected.find(|selected| selected.intention.as_ref() == Some(what));
        let now = match selected.filter(|_| is_intention) {
            Some(selected) if &*selected.pass == "fallback" => Phrase::new(
                format!("no row, template or section is for it here: write `\"*:{what}\"`"),
                format!(
                    "ni ligne, ni modèle, ni section n'est pour elle ici : écrivez `\"*:{what}\"`"
                ),
            ),
            Some(selected) => Phrase::new(
                format!(
                    "`{}` was selected for it, and says nothing here that answers it",
                    selected.rule
                ),
                format!(
                    "`{}` a été choisie pour elle, et ne dit rien ici qui y réponde",
                    selected.rule
                ),
            ),
            None if is_intention => Phrase::new(before.0, before.1),
            None => Phrase::new(
                "nothing that was said tells who wrote of this state: give it an `alert_text` or a section, or make it `INFO`",
                "rien de ce qui est dit n'annonce cet état à qui écrit : donnez-lui un `alert_text` ou une section, ou faites-en un `INFO`",
            ),
        };
        self.worded(now, before)
    }

    /// A section speaks of something that cannot be printed.
    pub(super) fn hole_in(&self, hole: &Name) -> Phrase {
        let (en, fr) = (
            format!("it speaks of `{hole}`, which is not known"),
            format!("elle parle de `{hole}`, qui est inconnu"),
        );
        let cell = hole
            .split_once('.')
            .map(|(entity, field)| Cell::new(entity, field));
        let value = match &cell {
            Some(cell) => self.facts.value(cell),
            None => self.facts.derived(hole),
        };
        let now = match (value, cell) {
            (Some(Value::Null), _) => Phrase::new(
                format!("it speaks of `{hole}`, which is none"),
                format!("elle parle de `{hole}`, qui est vide"),
            ),
            (Some(_), Some(cell)) if self.facts.is_confidential(&cell) => Phrase::new(
                format!("it speaks of `{hole}`, which is confidential and not in its `shows`"),
                format!("elle parle de `{hole}`, qui est confidentiel et absent de ses `shows`"),
            ),
            (None, Some(_)) => {
                let without = self.without(std::slice::from_ref(hole));
                Phrase::new(format!("{en}{}", without.en), format!("{fr}{}", without.fr))
            }
            (None | Some(_), _) => Phrase::new(en.clone(), fr.clone()),
        };
        self.worded(now, (&en, &fr))
    }

    /// A page with a hole is not said at all, whatever its sections say.
    pub(super) fn page_unsaid(&self, page: &Name, hole: &Name) -> Phrase {
        let why = self.hole_in(hole);
        Phrase::new(
            format!("nothing of the page `{page}` is said: {}", why.en),
            format!("rien de la page `{page}` n'est dit : {}", why.fr),
        )
    }

    pub(super) fn has_no_place(&self, section: &Name, page: &Name) -> Phrase {
        Phrase::new(
            format!("`{section}` is to be said, and the page `{page}` has no place for it"),
            format!("`{section}` est à dire, et la page `{page}` n'a pas de place pour elle"),
        )
    }

    /// A section whose condition is unknown is left out.
    pub(super) fn condition_unknown(&self, when: Option<&Formula>) -> Phrase {
        let missing = when.map(|when| self.missing(when)).unwrap_or_default();
        let without = self.without(&missing);
        let (en, fr) = ("its condition is unknown", "sa condition est inconnue");
        let now = Phrase::new(format!("{en}{}", without.en), format!("{fr}{}", without.fr));
        self.worded(now, (en, fr))
    }

    pub(super) fn text_is_cut(&self, page: &Name) -> Phrase {
        let now = Phrase::new(
            format!(
                "the text was cut at its bound ({} bytes, {} steps), so its end is missing: shorten `{page}` or the lists in it",
                limits::RENDERED_BYTES,
                limits::RENDER_STEPS
            ),
            format!(
                "le texte a été coupé à sa limite ({} octets, {} pas), sa fin manque : raccourcissez `{page}` ou ses listes",
                limits::RENDERED_BYTES,
                limits::RENDER_STEPS
            ),
        );
        let before = (
            "the text was cut at its bound",
            "le texte a été coupé à sa limite",
        );
        self.worded(now, before)
    }

    /// The message is in a language that the project does not speak.
    pub(super) fn other_language(&self, spoken: &str) -> Phrase {
        let (en, fr) = match spoken {
            "en" => ("English", "anglais"),
            "fr" => ("French", "français"),
            "es" => ("Spanish", "espagnol"),
            "de" => ("German", "allemand"),
            "it" => ("Italian", "italien"),
            "pt" => ("Portuguese", "portugais"),
            other => (other, other),
        };
        let own: Vec<&str> = self.project.languages.iter().map(Name::as_str).collect();
        let own = own.join(", ");
        Phrase::new(
            format!(
                "the message is in {en}, and this project has no texts in it (`languages: [{own}]`): answer it yourself, or write `other_language: answer` below `reply`"
            ),
            format!(
                "le message est en {fr}, et ce projet n'a pas de textes dans cette langue (`languages: [{own}]`) : répondez-y vous-même, ou écrivez `other_language: answer` sous `reply`"
            ),
        )
    }

    pub(super) fn message_is_cut(&self) -> Phrase {
        let bound = limits::HEARD_WORDS;
        let now = Phrase::new(
            format!("only the first {bound} words were searched: read the rest yourself"),
            format!("seuls les {bound} premiers mots ont été lus : lisez le reste vous-même"),
        );
        let (en, fr) = (
            format!("only the first {bound} words were searched"),
            format!("seuls les {bound} premiers mots ont été lus"),
        );
        self.worded(now, (&en, &fr))
    }

    /// It is not known whether a rule or a section applies.
    pub(super) fn unknown_because(&self, what: &Name, condition: &Formula) -> Phrase {
        let missing = self.missing(condition);
        let without = self.without(&missing);
        let now = Phrase::new(
            format!(
                "it is not known whether `{what}` applies, which might change what is said{}",
                without.en
            ),
            format!(
                "on ne sait pas si `{what}` s'applique, ce qui pourrait changer ce qui est dit{}",
                without.fr
            ),
        );
        let names: Vec<&str> = missing.iter().map(Name::as_str).collect();
        let (mut en, mut fr) = (
            "it is not known whether this applies".to_owned(),
            "on ne sait pas si ceci s'applique".to_owned(),
        );
        if !names.is_empty() {
            let names = names.join(", ");
            en = format!("{en}: {names} is missing");
            fr = format!("{fr} : il manque {names}");
        }
        self.worded(now, (&en, &fr))
    }

    pub(super) fn command_waits(&self, state: &Name, missing: &[Name]) -> Phrase {
        let (en, fr) = (
            format!(
                "the command waits: it is not known whether {state} holds, which would block it"
            ),
            format!(
                "la commande attend : on ne sait pas si {state} est réalisé, qui la bloquerait"
            ),
        );
        let without = self.without(missing);
        let now = Phrase::new(format!("{en}{}", without.en), format!("{fr}{}", without.fr));
        self.worded(now, (&en, &fr))
    }

    pub(super) fn command_doubted(&self, rule: &Name, missing: &[Name]) -> Phrase {
        let without = self.without(missing);
        Phrase::new(
            format!(
                "the command waits: it is not known whether `{rule}` applies, which would come first{}",
                without.en
            ),
            format!(
                "la commande attend : on ne sait pas si `{rule}` s'applique, qui passerait avant{}",
                without.fr
            ),
        )
    }

    pub(super) fn command_unread(&self) -> Phrase {
        Phrase::new(
            "the command waits: not all of the message was understood",
            "la commande attend : le message n'a pas été compris en entier",
        )
    }

    pub(super) fn command_unasked(&self) -> Phrase {
        Phrase::new(
            "the command waits: no clause of the message plainly asks for it",
            "la commande attend : aucune proposition du message ne la demande clairement",
        )
    }

    pub(super) fn command_unsaid(&self, rule: &Name, section: &Name) -> Phrase {
        Phrase::new(
            format!("the command waits: `{section}` of `{rule}` is not said"),
            format!("la commande attend : `{section}` de `{rule}` n'est pas dite"),
        )
    }

    pub(super) fn command_lacks(&self, argument: &Name, hole: &Name) -> Phrase {
        let now = self.hole_in(hole);
        let now = Phrase::new(
            format!(
                "the command cannot be given, for want of its argument `{argument}`: {}",
                now.en
            ),
            format!(
                "la commande ne peut être donnée, faute de son argument `{argument}` : {}",
                now.fr
            ),
        );
        let (en, fr) = (
            format!("the command cannot be given: `{hole}` is not known"),
            format!("la commande ne peut être donnée : `{hole}` est inconnu"),
        );
        self.worded(now, (&en, &fr))
    }

    pub(super) fn no_whole_reply(&self) -> Phrase {
        let (en, fr) = (
            "only a reply that answers everything is sent by itself",
            "seule une réponse complète est envoyée d'elle-même",
        );
        let why = match self.reply.outcome {
            Outcome::HandOver => ("a person decides this one", "celle-ci va à une personne"),
            Outcome::Clarify => ("this one asks back", "celle-ci demande ce qui est voulu"),
            Outcome::Blocked => ("a state blocks this case", "un état bloque ce cas"),
            Outcome::Stopped => ("this case was stopped", "ce cas est arrêté"),
            Outcome::Reply => ("", ""),
        };
        let now = Phrase::new(format!("{en}: {}", why.0), format!("{fr} : {}", why.1));
        self.worded(now, (en, fr))
    }

    /// No rule lets an answer to an intention leave by itself: there is none, or its condition is not met.
    pub(super) fn not_allowed(&self, intention: usize) -> Phrase {
        let before = (
            "no rule allows to send an answer to this by itself",
            "aucune règle ne permet d'envoyer seule une réponse à ceci",
        );
        let rules = self.replies.send.iter();
        let rules = rules.filter(|rule| rule.intentions.contains(&intention));
        let conditions: Vec<&Formula> = rules.filter_map(|rule| rule.when.as_ref()).collect();
        let now = if conditions.is_empty() {
            Phrase::new(
                format!("{}: `send.allow` does not name it", before.0),
                format!("{} : `send.allow` ne la nomme pas", before.1),
            )
        } else {
            let mut unknown = conditions.iter();
            let unknown = unknown.find(|when| self.facts.holds(when) == Truth::Unknown);
            match unknown {
                Some(when) => {
                    let without = self.without(&self.missing(when));
                    Phrase::new(
                        format!(
                            "whether an answer to this may be sent by itself is not known{}",
                            without.en
                        ),
                        format!(
                            "on ne sait pas si une réponse à ceci peut partir seule{}",
                            without.fr
                        ),
                    )
                }
                None => Phrase::new(
                    "the condition under which `send.allow` lets an answer to this leave is false here",
                    "la condition sous laquelle `send.allow` laisse partir une réponse à ceci est fausse ici",
                ),
            }
        };
        self.worded(now, before)
    }

    /// What was written and not understood, or not read, is not answered by a reply that leaves by itself.
    pub(super) fn deny_unread(&mut self, heard: &Heard) {
        for open in &heard.unrecognised {
            let left = excerpt(&open.left.join(" "));
            let why = match left.as_str() {
                "" => Phrase::new(
                    "nothing in this sentence was recognised: read it, and answer it where it asks something",
                    "rien n'a été reconnu dans cette phrase : lisez-la, et répondez-y si elle demande quelque chose",
                ),
                left => Phrase::new(
                    format!(
                        "not all of this sentence was recognised: read what it says by “{left}”"
                    ),
                    format!(
                        "cette phrase n'a pas été reconnue en entier : lisez ce qu'elle dit par « {left} »"
                    ),
                ),
            };
            self.deny("unrecognised", excerpt(&open.text), &why);
        }
        for text in &heard.unread {
            let why = Phrase::new(
                "this stands below a signature or earlier mail and was not read as the words of who wrote: read it",
                "ceci suit une signature ou un courriel antérieur et n'a pas été lu comme les mots de qui écrit : lisez-le",
            );
            self.deny("unread", excerpt(text), &why);
        }
    }

    /// Whether this intention is the one by which the case goes to somebody else, or is spam.
    pub(super) fn is_gone(&self, intention: usize, verdict: Verdict) -> bool {
        let own = &self.replies.intentions[intention];
        let first = self.reply.intentions.first();
        own.verdict == verdict && first.is_some_and(|first| first.intention == own.name)
    }
}
