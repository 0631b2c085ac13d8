//! R14: the same facts, intentions and moment give the same bytes, however they are written down and whichever
//! copy of the project decides.

use super::desk::{desk, project};
use crate::intentions::examt3p;
use engine::Project;
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, Reply, decide};
use logic::kind::Type;
use std::collections::BTreeSet;

/// A small source of chance, so that every run has the same cases.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end as u64).expect("below a size")
    }

    fn shuffled<T: Clone>(&mut self, list: &[T]) -> Vec<T> {
        let mut list = list.to_vec();
        for end in (2..=list.len()).rev() {
            list.swap(end - 1, self.below(end));
        }
        list
    }
}

/// A case as it may be written: its keys in no order, its intentions in theirs.
struct Written {
    sources: Vec<(String, Vec<(String, String)>)>,
    intentions: Vec<String>,
    message: Option<&'static str>,
}

const MESSAGES: [&str; 4] = [
    "Bonjour, où en est mon dossier ? Merci.",
    "Quand arrive ma convocation ? Et la facture, svp.",
    "Where is my parcel? I need another day.",
    "Rien de tout cela.",
];

fn any(project: &Project, dice: &mut Dice) -> Written {
    let replies = project.replies.as_ref().expect("replies");
    let mut sources = Vec::new();
    for (name, source) in &replies.sources {
        if dice.below(8) == 0 {
            continue;
        }
        let mut fields = Vec::new();
        for (field, declared) in &source.fields {
            let kind = &project.attribute(&declared.cell).expect("a field").kind;
            let value = match kind {
                _ if dice.below(4) == 0 => continue,
                _ if dice.below(8) == 0 => "null".to_owned(),
                Type::Boolean => (dice.below(4) == 0).to_string(),
                Type::Enum(values) => format!("\"{}\"", values[dice.below(values.len())]),
                Type::Number => dice.below(30).to_string(),
                Type::Date => format!(
                    "\"2026-{:02}-{:02}\"",
                    2 + dice.below(3),
                    1 + dice.below(28)
                ),
                Type::Text => format!("\"{}\"", ["Zoé", "Ada & Co", "{{x}}"][dice.below(3)]),
                Type::Instant | Type::Reference(_) | Type::Set(_) | Type::List(_) => continue,
            };
            fields.push((field.to_string(), value));
        }
        sources.push((name.to_string(), fields));
    }
    let mut intentions = BTreeSet::new();
    for _ in 0..dice.below(5) {
        intentions.insert(dice.below(replies.intentions.len()));
    }
    let intentions: Vec<usize> = dice.shuffled(&intentions.into_iter().collect::<Vec<_>>());
    let name = |at: usize| replies.intentions[at].name.to_string();
    let message = (dice.below(3) == 0).then(|| MESSAGES[dice.below(MESSAGES.len())]);
    Written {
        sources,
        intentions: intentions.into_iter().map(name).collect(),
        message,
    }
}

impl Written {
    /// As JSON, with every key in another place.
    fn json(&self, dice: &mut Dice) -> String {
        let sources = dice.shuffled(&self.sources);
        let sources = sources.iter().map(|(name, fields)| {
            let fields = dice.shuffled(fields);
            let fields = fields
                .iter()
                .map(|(field, value)| format!("\"{field}\": {value}"));
            format!("\"{name}\": {{{}}}", fields.collect::<Vec<_>>().join(", "))
        });
        let sources = sources.collect::<Vec<_>>().join(", ");
        let mut keys = vec![
            "\"now\": \"2026-03-10T09:00:00Z\"".to_owned(),
            format!("\"sources\": {{{sources}}}"),
        ];
        // Where nothing is said of what is wanted, the message is searched.
        if self.message.is_none() || self.intentions.len() % 2 == 1 {
            keys.push(format!("\"intentions\": {:?}", self.intentions));
        }
        keys.extend(
            self.message
                .map(|message| format!("\"message\": {message:?}")),
        );
        format!("{{{}}}", dice.shuffled(&keys).join(", "))
    }

    fn reply(&self, project: &Project, dice: &mut Dice) -> Reply {
        let json = self.json(dice);
        let case = Case::parse(project, &json).unwrap_or_else(|bad| panic!("{bad:?}: {json}"));
        decide(project, &case).expect("a reply")
    }
}

fn bytes(reply: &Reply) -> String {
    serde_json::to_string(reply).expect("JSON")
}

/// What is said and done, in whatever order it was asked for.
fn said(reply: &Reply) -> impl PartialEq + std::fmt::Debug {
    let mut sections: Vec<&str> = reply
        .sections
        .iter()
        .map(|said| said.section.as_str())
        .collect();
    sections.sort_unstable();
    let commands = reply.commands.iter().map(|ordered| format!("{ordered:?}"));
    let commands: BTreeSet<String> = commands.collect();
    let sections: Vec<String> = sections.into_iter().map(str::to_owned).collect();
    (
        reply.outcome,
        reply.primary.clone(),
        reply.text.clone(),
        sections,
        commands,
        reply.send.allowed,
    )
}

#[test]
fn law_r14_the_same_case_gives_the_same_bytes() {
    for (one, two, wanted) in [
        (project(&desk()), project(&desk()), 100),
        (examt3p(), examt3p(), 300),
    ] {
        let mut dice = Dice(14);
        let (mut replies, mut texts, mut turned) = (0, BTreeSet::new(), 0);
        for _ in 0..wanted {
            let mut case = any(&one, &mut dice);
            let first = case.reply(&one, &mut dice);
            for other in [&one, &two] {
                let again = case.reply(other, &mut dice);
                assert_eq!(bytes(&again), bytes(&first), "{}", case.json(&mut dice));
            }
            replies += usize::from(first.outcome == Outcome::Reply);
            texts.extend(first.text.clone());
            // The first intention is the primary one; the order of the others says nothing.
            if let [primary, others @ ..] = &case.intentions[..]
                && others.len() > 1
                && case.message.is_none()
            {
                let others = others.iter().rev();
                case.intentions = std::iter::once(primary).chain(others).cloned().collect();
                let other = case.reply(&one, &mut dice);
                assert_eq!(said(&other), said(&first), "{}", case.json(&mut dice));
                turned += 1;
            }
        }
        println!(
            "{}: {wanted} cases, {replies} replies, {} texts, {turned} turned",
            one.name,
            texts.len()
        );
        assert!(replies * 20 > wanted && texts.len() * 4 > wanted && turned * 8 > wanted);
    }
}
