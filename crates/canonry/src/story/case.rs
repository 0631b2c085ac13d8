//! Stories of cases: the facts of one case, and what is expected of its reply.
//!
//! Such a story needs no session and no store: it states a case and compares its reply. The case is
//! decided twice, and both replies must be the same to the byte.

use super::compare::{differ, same};
use super::format::{Parsed, Said, Story, Wanted, problem};
use super::line::{self, after, said, short};
use super::run::{Difference, StoryOutcome};
use engine::input::Raw;
use engine::project::Project;
use engine::reply::case::{BadCase, Case};
use engine::reply::decide::{Reply, decide};
use engine::view::plain;
use logic::text::Phrase;
use logic::value::{Cell, Value};
use std::collections::BTreeMap;

type Json = serde_json::Map<String, serde_json::Value>;

/// A case as a story states it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseStory {
    /// Facts, each with its line.
    facts: Vec<(usize, Cell, Raw)>,
    message: Option<String>,
    intentions: Option<(usize, Vec<String>)>,
    expected: Vec<CaseExpected>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct CaseExpected {
    line: usize,
    written: String,
    what: Expect,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Expect {
    States(Vec<String>),
    State(String, bool),
    Unknown(Vec<String>),
    Primary(String),
    Intentions(Vec<String>),
    Action(String),
    Context(String, String),
    Selects(String, String),
    Flag(String, bool),
    Sections(Vec<String>),
    Section(String, bool),
    LeftOut(String),
    Answered(String, String),
    Unanswered(String),
    Blocked(String),
    Alert(String),
    Command(String, Option<Json>),
    Outcome(String),
    HandOver(String),
    Send(bool),
    Denied(String),
    Text(Said),
}

const SENTENCES: &str = "states, state, no state, unknown, primary, intentions, action, context, selects, flag, no flag, sections, section, no section, left out, answered … by …, unanswered, blocked, alert, command, outcome, hand over, send";

impl CaseStory {
    pub(super) fn body(&mut self, line: usize, text: &str) -> Parsed<()> {
        let marker = text.chars().next().unwrap_or(' ');
        let rest = &text[marker.len_utf8()..];
        match marker {
            '=' => self.fact(line, after(line, '=', rest)?),
            '>' => match (rest.strip_prefix('>'), &mut self.message) {
                (Some(more), Some(message)) => {
                    message.push('\n');
                    message.push_str(&said(line, '>', more)?.text);
                    Ok(())
                }
                (None, None) => {
                    self.message = Some(said(line, '>', rest)?.text);
                    Ok(())
                }
                (Some(_), None) | (None, Some(_)) => problem(
                    line,
                    "a case has one message; it goes on with `>>`",
                    "un cas a un seul message ; il continue avec `>>`",
                ),
            },
            ':' => {
                let names = names(after(line, ':', rest)?);
                if self.intentions.replace((line, names)).is_some() {
                    return problem(
                        line,
                        "the intentions of a case stand on one line",
                        "les intentions d'un cas tiennent sur une ligne",
                    );
                }
                Ok(())
            }
            '~' => {
                let what = expected(line, after(line, '~', rest)?)?;
                self.expect(line, text, what);
                Ok(())
            }
            '<' => {
                let what = Expect::Text(said(line, '<', rest)?);
                self.expect(line, text, what);
                Ok(())
            }
            _ => problem(
                line,
                format!(
                    "expected a line that begins with one of = > : ~ <, found `{}`",
                    short(text)
                ),
                format!(
                    "une ligne qui commence par un de = > : ~ < est attendue, et non `{}`",
                    short(text)
                ),
            ),
        }
    }

    fn expect(&mut self, line: usize, written: &str, what: Expect) {
        self.expected.push(CaseExpected {
            line,
            written: written.to_owned(),
            what,
        });
    }

    fn fact(&mut self, line: usize, rest: &str) -> Parsed<()> {
        let Some((cell, value)) = rest.split_once(':') else {
            return problem(
                line,
                format!(
                    "expected `= source.field: value`, found `= {}`",
                    short(rest)
                ),
                format!(
                    "`= source.champ: valeur` est attendu, et non `= {}`",
                    short(rest)
                ),
            );
        };
        let cell = line::cell(line, cell.trim())?;
        if let Some((first, _, _)) = self.facts.iter().find(|(_, known, _)| *known == cell) {
            return problem(
                line,
                format!("`{cell}` stands twice; first on line {first}"),
                format!("`{cell}` figure deux fois ; d'abord ligne {first}"),
            );
        }
        let value = match line::wanted(line, value.trim())? {
            Wanted::Text(said) => Raw::Text(said.text),
            Wanted::Json(raw) => raw,
        };
        self.facts.push((line, cell, value));
        Ok(())
    }

    /// A story that expects nothing could never fail.
    pub(super) fn end(&self, line: usize) -> Parsed<()> {
        if self.expected.is_empty() {
            return problem(
                line,
                "this story expects nothing, so it could never fail: add a `~` or `<` line",
                "cette histoire n'attend rien et ne pourrait donc jamais échouer : ajoutez une ligne `~` ou `<`",
            );
        }
        Ok(())
    }

    fn case(&self, project: &Project, story: &Story) -> Result<Case, (usize, BadCase)> {
        let mut case = Case::at(story.now);
        let header = story.language.0;
        if let Some(language) = &story.language.1 {
            let raw = Raw::Map(BTreeMap::from([
                ("language".to_owned(), Raw::Text(language.to_string())),
                ("now".to_owned(), Raw::Text(story.now.to_string())),
            ]));
            case = Case::read(project, &raw).map_err(|bad| (header, bad))?;
        }
        case.message.clone_from(&self.message);
        if let Some((line, names)) = &self.intentions {
            let list = names.iter().map(|name| Raw::Text(name.clone()));
            let raw = Raw::Map(BTreeMap::from([
                ("intentions".to_owned(), Raw::List(list.collect())),
                ("now".to_owned(), Raw::Text(story.now.to_string())),
            ]));
            let read = Case::read(project, &raw).map_err(|bad| (*line, bad))?;
            case.intentions = read.intentions;
        }
        for (line, cell, raw) in &self.facts {
            let given = match (&*cell.entity, &*cell.attribute, raw) {
                ("case", "action", Raw::Text(word)) => case.set_action(word),
                ("case", "route_to", Raw::Text(to)) => {
                    case.route_to = Some(to.clone());
                    Ok(())
                }
                ("context", field, raw) => case.set(project, "context", field, raw),
                (source, field, raw) => {
                    let given = case.set(project, source, field, raw);
                    case.was_read(source);
                    given
                }
            };
            given.map_err(|bad| (*line, bad))?;
        }
        case.fill(project);
        Ok(case)
    }
}

fn names(text: &str) -> Vec<String> {
    let names = text.split(',').map(str::trim);
    let names = names.filter(|name| !name.is_empty() && *name != "none");
    names.map(str::to_owned).collect()
}

/// Reads what stands behind a word.
type Reader = fn(&str) -> Option<Expect>;

fn expected(line: usize, rest: &str) -> Parsed<Expect> {
    let starts: [(&str, Reader); 22] = [
        ("states ", |rest| Some(Expect::States(names(rest)))),
        ("state ", |rest| Some(Expect::State(rest.to_owned(), true))),
        ("no state ", |rest| {
            Some(Expect::State(rest.to_owned(), false))
        }),
        ("unknown ", |rest| Some(Expect::Unknown(names(rest)))),
        ("primary ", |rest| Some(Expect::Primary(rest.to_owned()))),
        ("intentions ", |rest| Some(Expect::Intentions(names(rest)))),
        ("action ", |rest| Some(Expect::Action(rest.to_owned()))),
        ("context ", |rest| {
            let (field, value) = rest.split_once('=')?;
            Some(Expect::Context(
                field.trim().to_owned(),
                value.trim().to_owned(),
            ))
        }),
        ("selects ", |rest| {
            let (intention, rule) = rest.split_once(':')?;
            Some(Expect::Selects(
                intention.trim().to_owned(),
                rule.trim().to_owned(),
            ))
        }),
        ("flag ", |rest| Some(Expect::Flag(rest.to_owned(), true))),
        ("no flag ", |rest| {
            Some(Expect::Flag(rest.to_owned(), false))
        }),
        ("sections ", |rest| Some(Expect::Sections(names(rest)))),
        ("section ", |rest| {
            Some(Expect::Section(rest.to_owned(), true))
        }),
        ("no section ", |rest| {
            Some(Expect::Section(rest.to_owned(), false))
        }),
        ("left out ", |rest| Some(Expect::LeftOut(rest.to_owned()))),
        ("answered ", |rest| {
            let (what, by) = rest.split_once(" by ")?;
            Some(Expect::Answered(
                what.trim().to_owned(),
                by.trim().to_owned(),
            ))
        }),
        ("unanswered ", |rest| {
            Some(Expect::Unanswered(rest.to_owned()))
        }),
        ("blocked ", |rest| Some(Expect::Blocked(rest.to_owned()))),
        ("alert ", |rest| Some(Expect::Alert(rest.to_owned()))),
        ("outcome ", |rest| Some(Expect::Outcome(rest.to_owned()))),
        ("hand over ", |rest| Some(Expect::HandOver(rest.to_owned()))),
        ("send ", |rest| match rest {
            "allowed" => Some(Expect::Send(true)),
            "denied" => Some(Expect::Send(false)),
            _ => {
                let code = rest.strip_prefix("denied ")?;
                Some(Expect::Denied(code.trim().to_owned()))
            }
        }),
    ];
    let found = starts.iter().find_map(|(start, read)| {
        let rest = rest.strip_prefix(start)?;
        read(rest.trim())
    });
    if let Some(found) = found {
        return Ok(found);
    }
    if let Some(command) = rest.strip_prefix("command ") {
        let (name, arguments) = command
            .trim()
            .split_once(' ')
            .map_or((command.trim(), None), |(name, rest)| (name, Some(rest)));
        let arguments = match arguments.map(serde_json::from_str) {
            None => None,
            Some(Ok(arguments)) => Some(arguments),
            Some(Err(error)) => {
                let cause = Phrase::with_cause(
                    "expected arguments as a JSON object",
                    "les arguments sont attendus comme objet JSON",
                    error,
                );
                return problem(line, cause.en, cause.fr);
            }
        };
        return Ok(Expect::Command(name.to_owned(), arguments));
    }
    problem(
        line,
        format!(
            "expected one of {SENTENCES} after `~`, found `{}`",
            short(rest)
        ),
        format!(
            "un de {SENTENCES} est attendu après `~`, et non `{}`",
            short(rest)
        ),
    )
}

/// Decides the case and compares.
pub(super) fn run(project: &Project, story: &Story, told: &CaseStory) -> StoryOutcome {
    let mut outcome = StoryOutcome {
        title: story.title.clone(),
        line: story.line,
        inputs: 1,
        differences: Vec::new(),
    };
    let case = match told.case(project, story) {
        Ok(case) => case,
        Err((line, bad)) => {
            let expected = Phrase::new("a case of this project", "un cas de ce projet");
            let path = if bad.path.is_empty() {
                String::new()
            } else {
                format!("{}: ", bad.path)
            };
            let actual = Phrase::new(
                format!("{path}{}", bad.message.en),
                format!("{path}{}", bad.message.fr),
            );
            outcome.differences.push(differ(line, expected, actual));
            return outcome;
        }
    };
    let Some(reply) = decide(project, &case) else {
        let expected = Phrase::new("a project of replies", "un projet de réponses");
        let actual = Phrase::new("no states and intentions", "ni états ni intentions");
        outcome
            .differences
            .push(differ(story.line, expected, actual));
        return outcome;
    };
    if decide(project, &case).as_ref() != Some(&reply) {
        let expected = Phrase::new("the same reply twice", "deux fois la même réponse");
        let actual = Phrase::new("another one", "une autre");
        outcome
            .differences
            .push(differ(story.line, expected, actual));
    }
    let differences = told.expected.iter().filter_map(|expected| {
        let actual = compare(&reply, &expected.what)?;
        Some(difference(expected, actual))
    });
    outcome.differences.extend(differences);
    outcome
}

fn difference(expected: &CaseExpected, actual: String) -> Difference {
    differ(expected.line, same(&*expected.written), same(actual))
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// What came, as the story would write it; nothing where it is what was expected.
fn compare(reply: &Reply, expect: &Expect) -> Option<String> {
    let states = || {
        let all = [
            &reply.states.blocking,
            &reply.states.warning,
            &reply.states.info,
        ];
        all.into_iter().flatten().map(|held| held.state.as_str())
    };
    let said = || {
        let own = reply.page.as_deref().unwrap_or_default();
        let sections = reply.sections.iter();
        let sections =
            sections.filter(move |said| *said.section != *own || !said.answers.is_empty());
        sections.map(|said| said.section.as_str())
    };
    let wanted = |names: &[String], came: Vec<&str>, word: &str| {
        let same = names.iter().map(String::as_str).eq(came.iter().copied());
        (!same).then(|| format!("~ {word} {}", listed(came.into_iter())))
    };
    match expect {
        Expect::States(names) => wanted(names, states().collect(), "states"),
        Expect::State(name, holds) => {
            let there = states().any(|state| state == name);
            (there != *holds).then(|| format!("~ states {}", listed(states())))
        }
        Expect::Unknown(names) => {
            let unknown = reply.states.unknown.iter();
            wanted(
                names,
                unknown.map(|state| state.state.as_str()).collect(),
                "unknown",
            )
        }
        Expect::Primary(name) => {
            let primary = reply.primary.as_deref().unwrap_or("none");
            (primary != name).then(|| format!("~ primary {primary}"))
        }
        Expect::Intentions(names) => {
            let came = reply.intentions.iter();
            wanted(
                names,
                came.map(|wanted| wanted.intention.as_str()).collect(),
                "intentions",
            )
        }
        Expect::Action(word) => {
            (*reply.action != **word).then(|| format!("~ action {}", reply.action))
        }
        Expect::Context(field, value) => {
            let came = reply.context.get(field.as_str());
            let came = came.map_or_else(|| "unknown".to_owned(), Value::show);
            (came != *value).then(|| format!("~ context {field} = {came}"))
        }
        Expect::Selects(intention, rule) => {
            let selected = reply.selection.iter().find(|selected| {
                selected.intention.as_deref().unwrap_or("*") == intention.as_str()
            });
            let came = selected.map_or_else(
                || "none".to_owned(),
                |selected| format!("{} {}", selected.pass, selected.rule),
            );
            (came != *rule).then(|| format!("~ selects {intention}: {came}"))
        }
        Expect::Flag(name, set) => {
            let there = reply.flags.contains_key(name.as_str());
            let flags = || listed(reply.flags.keys().map(|flag| flag.as_str()));
            (there != *set).then(|| format!("flags: {}", flags()))
        }
        Expect::Sections(names) => wanted(names, said().collect(), "sections"),
        Expect::Section(name, there) => {
            let found = reply.sections.iter().any(|said| *said.section == **name);
            (found != *there).then(|| format!("~ sections {}", listed(said())))
        }
        Expect::LeftOut(name) => {
            let left = || reply.left_out.iter().map(|left| left.section.as_str());
            (!left().any(|left| left == name)).then(|| format!("left out: {}", listed(left())))
        }
        Expect::Answered(what, by) => {
            let mut answered = reply.coverage.answered.iter();
            let found = answered.find(|answered| *answered.what == **what);
            let came = || found.map(|found| listed(found.by.iter().map(|by| by.as_str())));
            let there = found.is_some_and(|found| found.by.iter().any(|name| **name == **by));
            (!there).then(|| {
                format!(
                    "~ answered {what} by {}",
                    came().unwrap_or_else(|| "none".to_owned())
                )
            })
        }
        Expect::Unanswered(what) => {
            let open = || {
                reply
                    .coverage
                    .unanswered
                    .iter()
                    .map(|open| open.what.as_str())
            };
            (!open().any(|open| open == what)).then(|| format!("unanswered: {}", listed(open())))
        }
        Expect::Blocked(what) => {
            let blocked = || reply.coverage.blocked.iter().map(|by| by.what.as_str());
            (!blocked().any(|name| name == what)).then(|| format!("blocked: {}", listed(blocked())))
        }
        Expect::Alert(state) => {
            let told = || {
                let alerts = reply.alerts.iter();
                alerts.filter_map(|alert| alert.state.as_ref().or(alert.section.as_ref()))
            };
            let there = told().any(|name| **name == **state);
            (!there).then(|| format!("alerts: {}", listed(told().map(|name| name.as_str()))))
        }
        Expect::Command(name, arguments) => {
            let there = reply.commands.iter().any(|ordered| {
                *ordered.command == **name
                    && arguments.as_ref().is_none_or(|wanted| {
                        let given = ordered.arguments.iter();
                        let given = given.map(|(key, value)| (key.to_string(), plain(value)));
                        *wanted == given.collect::<Json>()
                    })
            });
            let all = reply.commands.iter().map(|ordered| {
                let given = ordered.arguments.iter();
                let given = given.map(|(key, value)| (key.to_string(), plain(value)));
                let arguments = serde_json::Value::Object(given.collect());
                format!("~ command {} {arguments}", ordered.command)
            });
            let all: Vec<String> = all.collect();
            (!there).then(|| listed(all.iter().map(String::as_str)))
        }
        Expect::Outcome(word) => {
            let came = reply.outcome.as_str();
            (came != word).then(|| format!("~ outcome {came}{}", reasons(reply)))
        }
        Expect::HandOver(code) => {
            let codes = || reply.hand_over.iter().map(|reason| reason.code.as_str());
            let there = if code == "none" {
                codes().next().is_none()
            } else {
                codes().any(|came| came == code)
            };
            (!there).then(|| format!("~ hand over {}{}", listed(codes()), reasons(reply)))
        }
        Expect::Send(allowed) => (reply.send.allowed != *allowed).then(|| {
            let reasons = reply.send.reasons.iter();
            let reasons = reasons.map(|reason| format!("{} {}", reason.code, reason.what));
            let reasons: Vec<String> = reasons.collect();
            let word = if reply.send.allowed {
                "allowed"
            } else {
                "denied"
            };
            format!("~ send {word} ({})", reasons.join("; "))
        }),
        Expect::Denied(code) => {
            let codes = || {
                let reasons = reply.send.reasons.iter();
                reasons.map(|reason| reason.code.as_str())
            };
            let there = codes().any(|came| came == code);
            (!there).then(|| format!("~ send denied {}", listed(codes())))
        }
        Expect::Text(text) => {
            let plain = reply.plain.clone().unwrap_or_default();
            let plain: Vec<&str> = plain.split_whitespace().collect();
            let plain = plain.join(" ");
            (!text.matches(&plain)).then(|| format!("< {plain}"))
        }
    }
}

/// Why a case was handed over, for somebody who did not expect it.
fn reasons(reply: &Reply) -> String {
    let reasons = reply.hand_over.iter();
    let reasons = reasons.map(|reason| format!("{} {}: {}", reason.code, reason.what, reason.why));
    let reasons: Vec<String> = reasons.collect();
    if reasons.is_empty() {
        String::new()
    } else {
        format!(" ({})", reasons.join("; "))
    }
}
