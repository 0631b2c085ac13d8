//! What a read returns, and what a turn changed. A reply holds the view of the state after its turn.

use crate::canon::Canon;
use crate::event::{Awaits, FlowEnded, Reinterpretation, Strength};
use crate::flow;
use crate::item::{Count, Item};
use crate::limits;
use crate::project::Project;
use crate::reply::told::{Acted, Alert, Coverage, Outcome, Reason, Reply, Send};
use crate::state::State;
use logic::value::{Cell, Name, Number, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    pub awaited: Awaited,
    /// Where the axes and reputations stand, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub axes: BTreeMap<Name, Number>,
    /// How the flow was ended, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<FlowEnded>,
    /// Facts that this session settled, by cell; what the project declares is not repeated.
    pub facts: BTreeMap<Cell, Value>,
    /// Facts that did not fit into `facts`.
    pub facts_left_out: Count,
    pub finished: bool,
    /// The fields of the open form that are still missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Name>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Item>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// How far the story is, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries_left: Option<Count>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    Answer,
    Event(Name),
    Nothing,
    /// That a mirror is validated or put right.
    Validation,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Name>,
    pub flow: Name,
    /// Which question of the block this is, from one; zero where no question is open.
    pub number: Count,
    pub of: Count,
    pub part: Name,
}

/// What became true in a turn. Derived from its events, kept with the reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    pub accepted: Vec<Accepted>,
    pub constraints: Vec<Constrained>,
    pub fixed: Vec<Settled>,
    pub narrowed: Vec<Narrowed>,
    pub refused: Vec<Refused>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reinterpreted: Vec<Reread>,
    /// How states and intentions decided the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replied: Option<Box<Replied>>,
}

/// What there is to say of a reply besides its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replied {
    pub actions: Vec<Acted>,
    /// What the team is told.
    pub alerts: Vec<Alert>,
    pub commands: Vec<Ordered>,
    pub coverage: Coverage,
    pub hand_over: Vec<Reason>,
    /// What is wanted, the primary intention first.
    pub intentions: Vec<Name>,
    pub outcome: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary: Option<Name>,
    /// The rules that were selected.
    pub rules: Vec<Name>,
    /// What was said, with the facts that each section holds.
    pub sections: Vec<Section>,
    pub send: Send,
    /// The states that hold, blocking ones first.
    pub states: Vec<Name>,
    /// States of which it cannot be said whether they hold.
    pub unknown: Vec<Name>,
}

/// A side effect for the host. Records hold no numbers, so every argument is a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ordered {
    pub arguments: BTreeMap<Name, String>,
    pub because: Name,
    pub command: Name,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub facts: Vec<Name>,
    pub section: Name,
}

impl Replied {
    /// The same without what confidential values stand for.
    pub fn new(reply: &Reply, hidden: &dyn Fn(&str) -> String) -> Replied {
        let states = &reply.states;
        let held = [&states.blocking, &states.warning, &states.info];
        let sections = reply.sections.iter().map(|said| {
            let facts = said.sentences.iter().flat_map(|sentence| &sentence.facts);
            let facts: BTreeSet<&Name> = facts.collect();
            Section {
                facts: facts.into_iter().cloned().collect(),
                section: said.section.clone(),
            }
        });
        let mut alerts = reply.alerts.clone();
        for alert in &mut alerts {
            alert.text = hidden(&alert.text);
        }
        let commands = reply.commands.iter().map(|ordered| {
            let arguments = ordered.arguments.iter();
            let arguments = arguments.map(|(name, value)| (name.clone(), hidden(&value.show())));
            Ordered {
                arguments: arguments.collect(),
                because: ordered.because.clone(),
                command: ordered.command.clone(),
            }
        });
        Replied {
            actions: reply.actions.clone(),
            alerts,
            commands: commands.collect(),
            coverage: reply.coverage.clone(),
            hand_over: reply.hand_over.clone(),
            intentions: reply
                .intentions
                .iter()
                .map(|wanted| wanted.intention.clone())
                .collect(),
            outcome: reply.outcome,
            primary: reply.primary.clone(),
            rules: reply
                .selection
                .iter()
                .map(|selected| selected.rule.clone())
                .collect(),
            sections: sections.collect(),
            send: reply.send.clone(),
            states: held
                .into_iter()
                .flatten()
                .map(|held| held.state.clone())
                .collect(),
            unknown: states
                .unknown
                .iter()
                .map(|unknown| unknown.state.clone())
                .collect(),
        }
    }
}

/// A cell on which a constraint was laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constrained {
    pub cell: Cell,
    /// The entry that added it.
    pub constraint: Count,
    pub strength: Strength,
}

/// A cell with fewer values than before the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Narrowed {
    pub after: Count,
    pub before: Count,
    pub cell: Cell,
    /// Of a number or a date, from where to where it may be now, and could before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Ranges>,
    /// Of a set or a list, who was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<Members>,
}

/// Who surely belongs to a set or a list since a turn, and who surely does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Members {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranges {
    pub after: Ends,
    pub before: Ends,
}

/// Both belong to what lies between them; an end that is missing is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ends {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Value>,
}

impl Ends {
    fn json(&self) -> serde_json::Value {
        let end = |value: &Option<Value>| value.as_ref().map_or(serde_json::Value::Null, plain);
        json!({ "from": end(&self.from), "to": end(&self.to) })
    }
}

impl Narrowed {
    fn json(&self) -> serde_json::Value {
        let mut json = json!({
            "cell": self.cell.to_string(),
            "before": open_ended(self.before),
            "after": open_ended(self.after),
        });
        if let Some(range) = &self.range {
            json["range"] = json!({ "before": range.before.json(), "after": range.after.json() });
        }
        if let Some(members) = &self.members {
            let values = |all: &[Value]| all.iter().map(plain).collect::<Vec<_>>();
            json["members"] =
                json!({ "holds": values(&members.holds), "not": values(&members.not) });
        }
        json
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Name>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<Name>,
    pub part: Name,
    pub value: Value,
}

impl Accepted {
    /// With its flow and block where they were recorded.
    fn json(&self) -> serde_json::Value {
        let mut json = json!({ "part": self.part.as_str(), "value": plain(&self.value) });
        for (key, name) in [("flow", &self.flow), ("block", &self.block)] {
            if let Some(name) = name {
                json[key] = name.as_str().into();
            }
        }
        json
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    pub cell: Cell,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    pub code: Name,
    pub reason: String,
    /// What was refused: a part, a cell, or the input as a whole.
    pub what: String,
}

/// Something that was said and is understood otherwise from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reread {
    pub because: String,
    /// Who said it, if anybody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// What it is about.
    pub cell: Cell,
    pub kind: Reinterpretation,
    /// The entry of what was said.
    pub testimony: Count,
}

/// The view of a state: a pure read.
pub fn view(project: &Project, state: &State) -> View {
    let obligation = state.obligation();
    let position = flow::position(project, state);
    let awaited = match obligation {
        None => Awaited::Nothing,
        Some(open) => match open.obligation.awaits {
            Awaits::Answer => Awaited::Answer,
            Awaits::Event => Awaited::Event(flow::awaited_event(project, &open.obligation.part)),
            Awaits::Validation => Awaited::Validation,
        },
    };
    let canon = Canon::new(project, state, state.now());
    let value = |name: &str| canon.standing(name).map(|standing| standing.value);
    let axes = project.axes.keys();
    let axes = axes.filter_map(|name| Some((name.clone(), value(name)?)));
    let all = state.settled_values();
    let left_out = all.len().saturating_sub(limits::VIEW_FACTS);
    View {
        awaited,
        axes: axes.collect(),
        progress: project.progress.as_ref().and_then(|_| value("progress")),
        ended: state.ended.clone(),
        facts: all.into_iter().take(limits::VIEW_FACTS).collect(),
        facts_left_out: Count(left_out as u64),
        finished: flow::finished(project, state),
        missing: flow::missing(project, state),
        open: obligation.map(|open| open.item.clone()),
        position,
        tries_left: obligation
            .filter(|open| open.obligation.awaits != Awaits::Event)
            .map(|open| Count(open.obligation.tries.0.saturating_sub(open.refused))),
    }
}

/// A value as plain JSON, for clients. Numbers that JSON readers would round stay texts.
pub fn plain(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(truth) => json!(truth),
        Value::Number(number) => plain_number(&number.to_string()),
        Value::Symbol(name) | Value::Entity(name) => json!(name.as_str()),
        Value::Date(date) => json!(date.to_string()),
        Value::Instant(instant) => json!(instant.to_string()),
        Value::Text(text) => json!(&**text),
        Value::Set(names) => json!(names.iter().map(Name::as_str).collect::<Vec<_>>()),
        Value::List(values) => serde_json::Value::Array(values.iter().map(plain).collect()),
        Value::Confidential(_) => json!(crate::item::CONFIDENTIAL_MARK),
    }
}

/// A number as JSON, if JSON readers keep all of its digits; else as a text.
pub fn plain_number(digits: &str) -> serde_json::Value {
    if let Ok(whole) = digits.parse::<i64>()
        && whole.unsigned_abs() <= 1 << 53
    {
        return json!(whole);
    }
    match digits.parse::<f64>() {
        Ok(number) if number.to_string() == digits => json!(number),
        Ok(_) | Err(_) => json!(digits),
    }
}

/// An item as clients see it.
pub fn item_json(item: &Item) -> serde_json::Value {
    let mut json =
        json!({ "id": item.id.to_string(), "kind": item.kind.as_str(), "text": item.text });
    if !item.choices.is_empty() {
        json["choices"] = item
            .choices
            .iter()
            .map(|choice| json!({ "value": choice.value.as_str(), "label": choice.label }))
            .collect();
    }
    if let Some(block) = &item.block {
        json["block"] = json!(block.as_str());
    }
    if let Some(flow) = &item.flow {
        json["flow"] = json!(flow.as_str());
    }
    if let Some(part) = &item.part {
        json["part"] = json!(part.as_str());
    }
    json
}

impl View {
    /// As clients see it; `head` is the entry that the view is of.
    pub fn json(&self, head: u64) -> serde_json::Value {
        let mut json = json!({
            "position": self.position.as_ref().map(|position| {
                let mut json = json!({
                    "flow": position.flow.as_str(), "part": position.part.as_str(), "number": position.number.0, "of": position.of.0,
                });
                if let Some(block) = &position.block {
                    json["block"] = json!(block.as_str());
                }
                json
            }),
            "open": self.open.as_ref().map(item_json),
            "awaited": match &self.awaited {
                Awaited::Answer => json!({ "kind": "answer", "events": [] }),
                Awaited::Event(name) => json!({ "kind": "event", "events": [name.as_str()] }),
                Awaited::Nothing => json!({ "kind": "nothing", "events": [] }),
                Awaited::Validation => json!({ "kind": "validation", "events": [] }),
            },
            "tries_left": self.tries_left.map(|count| count.0),
            "facts": self.facts.iter().map(|(cell, value)| (cell.to_string(), plain(value))).collect::<serde_json::Map<_, _>>(),
            "facts_left_out": self.facts_left_out.0,
            "head": head,
            "finished": self.finished,
        });
        if !self.missing.is_empty() {
            json["awaited"]["fields"] = self.missing.iter().map(|id| json!(id.as_str())).collect();
        }
        if !self.axes.is_empty() {
            let number = |number: &Number| plain(&Value::Number(*number));
            let axes = self.axes.iter();
            let axes = axes.map(|(name, value)| (name.to_string(), number(value)));
            json["axes"] = serde_json::Value::Object(axes.collect());
        }
        if let Some(progress) = self.progress {
            json["progress"] = plain(&Value::Number(progress));
        }
        if let Some(ended) = &self.ended {
            json["ended"] = json!({ "how": ended.how.as_str(), "hand_over": ended.hand_over });
        }
        json
    }
}

/// How many values; null where there is no end to them.
fn open_ended(count: Count) -> serde_json::Value {
    if count.0 == u64::MAX {
        serde_json::Value::Null
    } else {
        json!(count.0)
    }
}

impl Changes {
    pub fn json(&self) -> serde_json::Value {
        let settled = |settled: &Settled| json!({ "cell": settled.cell.to_string(), "value": plain(&settled.value) });
        let mut json = json!({
            "fixed": self.fixed.iter().map(settled).collect::<Vec<_>>(),
            "narrowed": self.narrowed.iter().map(Narrowed::json).collect::<Vec<_>>(),
            "constraints": self.constraints.iter().map(|laid| json!({ "cell": laid.cell.to_string(), "constraint": laid.constraint.0, "strength": laid.strength.as_str() })).collect::<Vec<_>>(),
            "accepted": self.accepted.iter().map(Accepted::json).collect::<Vec<_>>(),
            "refused": self.refused.iter().map(|refused| json!({ "what": refused.what, "code": refused.code.as_str(), "reason": refused.reason })).collect::<Vec<_>>(),
        });
        if !self.reinterpreted.is_empty() {
            let reread = |reread: &Reread| json!({ "cell": reread.cell.to_string(), "by": reread.by.as_ref().map(Name::as_str), "kind": reread.kind.as_str(), "testimony": reread.testimony.0, "because": reread.because });
            json["reinterpreted"] = self.reinterpreted.iter().map(reread).collect();
        }
        if let Some(replied) = &self.replied {
            json["replied"] = serde_json::to_value(replied).unwrap_or_default();
        }
        json
    }

    /// Notes what a fact narrowed; a cell that was narrowed before keeps where it began.
    pub fn narrow(&mut self, narrowed: &[crate::field::Narrowed]) {
        for more in narrowed {
            match self
                .narrowed
                .iter_mut()
                .find(|known| known.cell == more.cell)
            {
                Some(known) => {
                    known.after = Count(more.after);
                    if let (Some(range), Some(more)) = (&mut known.range, &more.range) {
                        range.after = more.after.clone();
                    }
                    if let (Some(members), Some(more)) = (&mut known.members, &more.members) {
                        members.holds.extend(more.holds.iter().cloned());
                        members.not.extend(more.not.iter().cloned());
                    }
                }
                None => self.narrowed.push(Narrowed {
                    after: Count(more.after),
                    before: Count(more.before),
                    cell: more.cell.clone(),
                    range: more.range.clone(),
                    members: more.members.clone(),
                }),
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self == &Changes::default()
    }
}
