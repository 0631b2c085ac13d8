//! What an outsider got past the desk: each case is a small project, and what must not come of it.

use super::desk::{Source, compile, project, reply, shown};
use engine::Project;
use engine::reply::decide::{Outcome, Reply};
use std::collections::BTreeSet;

/// A desk of one source `s`, whose master template is its slot; then what a case adds.
fn small(more: &str) -> Source {
    let project = format!(
        "name: Small\nlanguages: [en]\nslots: [answer]\nreply: {{ slot: answer }}\nstates:\n  GENERAL: {{ id: G, severity: INFO, default: true }}\n{more}"
    );
    Source::from([("project.yaml".to_owned(), project)])
}

fn codes(files: &Source) -> Vec<&'static str> {
    let (_, diagnostics) = compile(files);
    diagnostics.iter().map(|found| found.code).collect()
}

fn loaded(more: &str) -> Project {
    let (project, diagnostics) = compile(&small(more));
    project.unwrap_or_else(|| panic!("{}", shown(&diagnostics)))
}

fn reasons(reply: &Reply) -> Vec<(&str, &str)> {
    let all = reply.hand_over.iter();
    all.map(|reason| (&*reason.code, &*reason.what)).collect()
}

fn denied(reply: &Reply) -> Vec<&str> {
    let all = reply.send.reasons.iter();
    all.map(|reason| &*reason.code).collect()
}

const RECORDS: &str = "sorts: { rec: }
attributes: { rec: { code: { type: text, confidential: true }, town: { type: text } } }
sources: { s: { fields: { recs: { type: list, of: ref, sort: rec }, codes: { type: list, of: text, confidential: true } } } }
commands: { note: { arguments: { text: text } } }
";

const RECORDED: &str = r#"{"intentions": ["ASK"], "sources": {"s": {"recs": [{"code": "4711", "town": "Lyon"}], "codes": ["4712", "4713"]}}}"#;

#[test]
fn law_r9_a_confidential_field_of_a_record_is_printed_only_where_it_is_declared() {
    let prints = "{{#each s.recs}}{{town}} {{code}}{{/each}}";
    let asks =
        format!("intentions: {{ ASK: {{ id: I1, triggers: [ask], text: \"{prints}\" }} }}\n");
    let section = small(&format!("{RECORDS}{asks}"));
    assert_eq!(codes(&section), ["confidential-shown"]);
    let mut master = small(&format!(
        "{RECORDS}intentions: {{ ASK: {{ id: I1, triggers: [ask], text: hello }} }}\n"
    ));
    master.insert(
        "states/templates/response_master.html".to_owned(),
        format!("{prints}{{{{> slots/answer}}}}"),
    );
    assert_eq!(codes(&master), ["confidential-shown"]);
    let command = small(&format!(
        "{RECORDS}intentions: {{ ASK: {{ id: I1, triggers: [ask], text: hello }} }}\nmatrix: {{ \"*:ASK\": {{ text: hi, commands: [{{ note: {{ text: \"{prints}\" }} }}] }} }}\n"
    ));
    assert_eq!(codes(&command), ["confidential-shown"]);
    let declared = format!(
        "{RECORDS}intentions: {{ ASK: {{ id: I1, triggers: [ask], sections: [codes] }} }}\nsections: {{ codes: {{ text: \"{prints}\", shows: [rec.code] }} }}\n"
    );
    let answer = reply(&loaded(&declared), RECORDED);
    assert_eq!(answer.plain.as_deref(), Some("Lyon 4711"));
    assert!(denied(&answer).contains(&"confidential"), "{answer:#?}");
    // Where only other fields are printed, it is in nothing that is said of the case.
    let other = declared.replace(" {{code}}", "");
    let json = serde_json::to_string(&reply(&loaded(&other), RECORDED)).expect("JSON");
    assert!(json.contains("Lyon") && !json.contains("4711"), "{json}");
}

#[test]
fn law_r9_a_confidential_list_is_printed_as_a_whole_or_not_at_all() {
    let of = |prints: &str| {
        format!(
            "{RECORDS}intentions: {{ ASK: {{ id: I1, triggers: [ask], sections: [codes] }} }}\nsections: {{ codes: {{ text: \"{prints}\", shows: [s.codes] }} }}\n"
        )
    };
    let walked = small(&of("{{#each s.codes}}{{this}}{{/each}}"));
    assert_eq!(codes(&walked), ["confidential-shown"]);
    let answer = reply(&loaded(&of("{{s.codes}}")), RECORDED);
    assert!(
        answer
            .plain
            .as_deref()
            .is_some_and(|text| text.contains("4712")),
        "{answer:#?}"
    );
}

#[test]
fn nothing_that_nobody_asked_for_is_sent() {
    let asks = "sources: { s: { fields: { a: boolean } } }\nintentions: { ASK: { id: I1, triggers: [ask], text: \"{{#if s.a}}yes{{/if}}\" } }\n";
    let nothing = r#"{"intentions": [], "sources": {"s": {"a": true}}}"#;
    let answer = reply(&loaded(asks), nothing);
    assert_eq!(denied(&answer), ["no-intention"]);
    let allowed = format!("{asks}send: {{ allow: [{{ intentions: [ASK] }}] }}\n");
    let answer = reply(&loaded(&allowed), nothing);
    assert_eq!(denied(&answer), ["no-intention"]);
    assert!(!answer.send.allowed);
}

const REFUND: &str =
    "sources: { s: { fields: { lost: boolean, kind: { type: enum, values: [x, y] }, t: text } } }
intentions: { REFUND: { id: I1, triggers: [refund] } }
send: { allow: [{ intentions: [REFUND] }] }
";

/// A case of the small desk that wants this, with these facts.
fn wants(intention: &str, facts: &str) -> String {
    format!(r#"{{"intentions": ["{intention}"], "sources": {{"s": {{{facts}}}}}}}"#)
}

#[test]
fn law_r7_what_is_chosen_for_want_of_a_fact_goes_to_a_person() {
    let rows = "matrix: { \"*:REFUND\": [{ when: \"s.lost == true\", text: Refunded. }, { text: \"No refund: it is not lost.\" }] }\n";
    let group = "groups: { kinds: { fact: s.kind, values: { x: { sections: [first], answers: \"*\" } } } }\nsections: { first: { text: first }, rest: { text: rest, answers: [REFUND], when: \"s.t is null OR s.t is not null\" } }\n";
    let section = "matrix: { \"*:REFUND\": { sections: [lost, rest] } }\nsections: { lost: { text: Lost., when: \"s.lost == true\" }, rest: { text: Not lost. } }\n";
    let state =
        "matrix: { \"LOST:REFUND\": { text: Refunded. }, \"*:REFUND\": { text: No refund. } }\n";
    let lost = "  LOST: { id: L, severity: INFO, when: \"s.lost == true\" }\n";
    for (what, more, rule, missing, known) in [
        (
            "row",
            rows.to_owned(),
            "*:REFUND#1",
            "s.lost",
            "\"lost\": false",
        ),
        (
            "group",
            group.to_owned(),
            "kinds",
            "s.kind",
            "\"kind\": \"y\"",
        ),
        (
            "section",
            section.to_owned(),
            "lost",
            "s.lost",
            "\"lost\": false",
        ),
        (
            "state",
            state.to_owned(),
            "LOST:REFUND",
            "s.lost",
            "\"lost\": false",
        ),
    ] {
        let more = if what == "state" {
            format!("{lost}{REFUND}{more}")
        } else {
            format!("{REFUND}{more}")
        };
        let project = loaded(&more);
        let open = wants("REFUND", "\"t\": \"t\"");
        let answer = reply(&project, &open);
        assert_eq!(reasons(&answer), [("unknown-condition", rule)], "{what}");
        assert!(
            answer.hand_over[0].why.contains(missing),
            "{what}: {answer:#?}"
        );
        assert_eq!(answer.outcome, Outcome::HandOver, "{what}");
        assert!(answer.plain.is_some(), "{what}: the text is a draft");
        assert!(!answer.send.allowed, "{what}");
        let answer = reply(
            &project,
            &wants("REFUND", &format!("\"t\": \"t\", {known}")),
        );
        assert_eq!(reasons(&answer), [], "{what}");
        assert!(answer.send.allowed, "{what}: {answer:#?}");
    }
    // What stands behind the chosen rule decides nothing.
    let behind = format!(
        "{REFUND}matrix: {{ \"*:REFUND\": [{{ when: \"s.kind == x\", text: one }}, {{ when: \"s.lost == true\", text: two }}, {{ text: three }}] }}\n"
    );
    let answer = reply(&loaded(&behind), &wants("REFUND", "\"kind\": \"x\""));
    assert!(answer.send.allowed, "{answer:#?}");
}

#[test]
fn law_r7_a_template_does_not_deny_what_is_not_known() {
    let of = |text: &str| {
        loaded(&format!(
            "sorts: {{ rec: }}\nattributes: {{ rec: {{ town: {{ type: text }} }} }}\nsources: {{ s: {{ fields: {{ a: boolean, n: number, t: text, day: date, recs: {{ type: list, of: ref, sort: rec }}, tag: {{ type: list, of: text }} }} }} }}\nderived: {{ no_tag: \"count(s.tag) == 0\", not_a: \"s.a == false\" }}\nintentions: {{ ASK: {{ id: I1, triggers: [ask], text: \"{text}\" }} }}\n"
        ))
    };
    for (text, hole) in [
        ("{{#if s.a}}yes{{else}}no it is not{{/if}}", "s.a"),
        ("{{#unless s.a}}no it is not{{/unless}}", "s.a"),
        ("{{#unless not_a}}no it is not{{/unless}}", "not_a"),
        (
            "hi {{#if s.n}}{{s.n}} are left{{else}}none are left{{/if}}",
            "s.n",
        ),
        (
            "hi {{#if s.t}}there is one{{else}}there is none{{/if}}",
            "s.t",
        ),
        ("hi {{#each s.recs}}{{town}}{{else}}none{{/each}}", "s.recs"),
        (
            "hi {{#if s.a}}a{{else if s.n}}n{{else}}neither{{/if}}",
            "s.n",
        ),
    ] {
        let answer = reply(&of(text), &wants("ASK", ""));
        assert_eq!(reasons(&answer), [("unanswered", "ASK")], "{text}");
        assert!(
            answer.hand_over[0].why.contains(hole),
            "{text}: {answer:#?}"
        );
        let sections: Vec<&str> = answer.sections.iter().map(|said| &*said.section).collect();
        assert!(sections.is_empty(), "{text}: {sections:?}");
    }
    // Known, it is said; of what is unknown nothing is; and whether a name can be said may be asked.
    for (text, facts, said) in [
        (
            "{{#if s.a}}yes{{else}}no it is not{{/if}}",
            "\"a\": false",
            "no it is not",
        ),
        (
            "{{#each s.recs}}{{town}}{{else}}none{{/each}}",
            "\"recs\": []",
            "none",
        ),
        ("hi{{#if s.a}} yes{{/if}}", "", "hi"),
        (
            "hi {{#if s.t}}{{s.t}}{{else}}customer{{/if}}",
            "",
            "hi customer",
        ),
        (
            "hi{{#if s.day}} on {{s.day}}{{else}} soon{{/if}}",
            "",
            "hi soon",
        ),
        (
            "{{#if s.tag}}{{#each s.tag}}{{this}}{{/each}}{{else if no_tag}}none{{else}}we ask{{/if}}",
            "",
            "we ask",
        ),
    ] {
        let answer = reply(&of(text), &wants("ASK", facts));
        assert_eq!(answer.plain.as_deref(), Some(said), "{text}: {answer:#?}");
    }
}

#[test]
fn law_r4_a_note_for_the_team_answers_no_question() {
    let of = |intention: &str| {
        format!(
            "sources: {{ s: {{ fields: {{ a: boolean }} }} }}\nintentions: {{ ASK: {{ id: I1, triggers: [ask]{intention} }} }}\nsections: {{ note: {{ text: A note., audience: internal }}, other: {{ text: \"{{{{#if s.a}}}}Yes.{{{{/if}}}}\" }} }}\nsend: {{ allow: [{{ intentions: [ASK] }}] }}\n"
        )
    };
    assert!(
        codes(&small(&of(", sections: [note]"))).contains(&"unanswered"),
        "nothing else could answer it"
    );
    let answer = reply(
        &loaded(&of(", sections: [note, other]")),
        &wants("ASK", "\"a\": false"),
    );
    assert_eq!(reasons(&answer), [("unanswered", "ASK")], "{answer:#?}");
    assert!(answer.coverage.answered.is_empty(), "{answer:#?}");
    assert_eq!(answer.alerts.len(), 1, "the team is told all the same");
    assert!(!answer.send.allowed);
}

#[test]
fn law_r4_what_cannot_be_seen_answers_nothing() {
    let blocked = "  STOPPED: { id: B, priority: 1, severity: BLOCKING, when: \"s.a == true\", response: { text: \"hm {{s.t}}\" } }\nsources: { s: { fields: { a: boolean, t: text } } }\nintentions: { ASK: { id: I1, triggers: [ask], text: hello } }\n";
    let answer = reply(&loaded(blocked), &wants("ASK", "\"a\": true"));
    assert_eq!(
        (answer.plain.as_deref(), answer.coverage.answered.len()),
        (None, 0)
    );
    assert_eq!(answer.outcome, Outcome::HandOver);
    assert!(answer.sections.is_empty(), "{answer:#?}");
    for text in [
        "<p title='{{s.t}}'>here</p>",
        "<p>here</p><!-- {{s.t}} -->",
        "<p>here<span style='display:none'>{{s.t}}</span></p>",
        "<span style='display: none'>{{s.t}}</span>",
    ] {
        let mut files = small(&format!(
            "sources: {{ s: {{ fields: {{ t: text }} }} }}\nintentions: {{ ASK: {{ id: I1, triggers: [ask], sections: [one] }} }}\nsections: {{ one: {{ text: \"{text}\", says: [s.t] }} }}\n"
        ));
        let master = "states/templates/response_master.html".to_owned();
        files.insert(master, "<p>Hello</p>{{> slots/answer}}".to_owned());
        let answer = reply(&project(&files), &wants("ASK", "\"t\": \"Ada\""));
        assert_eq!(
            reasons(&answer),
            [("unanswered", "ASK")],
            "{text}: {answer:#?}"
        );
    }
}

#[test]
fn law_r4_a_hole_reaches_a_person_whoever_else_answers() {
    let project = loaded(
        "sources: { s: { fields: { t: text } } }\nintentions: { ASK: { id: I1, triggers: [ask], text: Hello. } }\nmatrix: { \"*:ASK\": { text: \"Your code is {{s.t}}.\" } }\nsend: { allow: [{ intentions: [ASK] }] }\n",
    );
    let answer = reply(&project, &wants("ASK", ""));
    assert_eq!(
        reasons(&answer),
        [("template-hole", "*:ASK")],
        "{answer:#?}"
    );
    assert!(answer.hand_over[0].why.contains("s.t"), "{answer:#?}");
    assert_eq!(answer.outcome, Outcome::HandOver);
    assert!(!answer.send.allowed);
    let answer = reply(&project, &wants("ASK", "\"t\": \"7\""));
    assert!(answer.send.allowed, "{answer:#?}");
    // What another section says as well is not missed.
    let covered = loaded(
        "sources: { s: { fields: { t: text } } }\nintentions: { ASK: { id: I1, triggers: [ask], sections: [all, part] } }\nsections: { all: { text: All of it., covers: [part] }, part: { text: \"{{s.t}}\" } }\n",
    );
    assert_eq!(reasons(&reply(&covered, &wants("ASK", ""))), []);
}

#[test]
fn law_r4_a_section_that_is_left_out_leaves_nothing_out() {
    for key in ["covers", "overrides"] {
        let project = loaded(&format!(
            "sources: {{ s: {{ fields: {{ t: text }} }} }}\nintentions: {{ X: {{ id: I1, triggers: [x], sections: [x] }}, Y: {{ id: I2, triggers: [y], sections: [y] }}, Z: {{ id: I3, triggers: [z], sections: [z] }} }}\nsections: {{ x: {{ text: ex, {key}: [y] }}, y: {{ text: why, {key}: [z] }}, z: {{ text: zed }} }}\n"
        ));
        let answer = reply(&project, r#"{"intentions": ["X", "Y", "Z"]}"#);
        let said: Vec<&str> = answer.sections.iter().map(|said| &*said.section).collect();
        assert_eq!(said, ["x", "z"], "{key}: {answer:#?}");
        let left: Vec<(&str, bool)> = answer
            .left_out
            .iter()
            .map(|left| (&*left.section, left.why.contains("`x`")))
            .collect();
        assert_eq!(left, [("y", true)], "{key}");
        let round = small(&format!(
            "sources: {{ s: {{ fields: {{ t: text }} }} }}\nintentions: {{ X: {{ id: I1, triggers: [x], sections: [x, y, z] }} }}\nsections: {{ x: {{ text: ex, {key}: [y] }}, y: {{ text: why, {key}: [z] }}, z: {{ text: zed, {key}: [x] }} }}\n"
        ));
        assert_eq!(codes(&round), ["section-cycle"], "{key}");
    }
}

const TYPED: &str = "sources: { s: { fields: { t: text, n: number, day: date, b: boolean, kind: { type: enum, values: { x: the first, y: the second } } } } }
intentions: { ASK: { id: I1, triggers: [ask], text: Hello. } }
commands: { n: { arguments: { a: number } }, d: { arguments: { a: date } }, b: { arguments: { a: boolean } }, e: { arguments: { a: { type: enum, values: [x, z] } } }, t: { arguments: { a: text } } }
";

#[test]
fn law_r10_an_argument_is_of_its_type_or_the_command_is_not_handed_out() {
    let facts = r#""t": "seven", "n": 7, "day": "2026-03-08", "b": true, "kind": "x""#;
    for (command, template, expected) in [
        ("n", "{{s.t}}", None),
        ("n", "{{s.n}}", Some("7")),
        ("n", "{{s.n}} days", None),
        ("d", "{{s.t}}", None),
        ("d", "{{s.day}}", Some("2026-03-08")),
        ("b", "{{s.t}}", None),
        ("b", "{{s.b}}", Some("true")),
        ("e", "{{s.t}}", None),
        ("e", "{{s.kind}}", Some("x")),
        ("t", "due {{s.day}}", Some("due 2026-03-08")),
    ] {
        let more = format!(
            "{TYPED}matrix: {{ \"*:ASK\": {{ text: hi, commands: [{{ {command}: {{ a: \"{template}\" }} }}] }} }}\n"
        );
        let mut files = small(&more);
        let text = files["project.yaml"].replace(
            "reply: { slot: answer }",
            "reply: { slot: answer, dates: long }",
        );
        files.insert("project.yaml".to_owned(), text);
        let answer = reply(&project(&files), &wants("ASK", facts));
        let given: Vec<String> = answer
            .commands
            .iter()
            .map(|given| given.arguments["a"].show())
            .collect();
        let wanted: Vec<&str> = Vec::from_iter(expected);
        assert_eq!(given, wanted, "{command} {template}");
        let refused = [("command-type", command)];
        let refused = if expected.is_some() {
            &refused[..0]
        } else {
            &refused[..]
        };
        assert_eq!(reasons(&answer), refused, "{command} {template}");
    }
}

#[test]
fn law_r6_no_command_is_handed_out_while_a_state_may_block_it() {
    let project = loaded(
        "  FRAUD: { id: B1, priority: 5, severity: BLOCKING, when: \"s.fraud == true\", workflow: { action: STOP }, response: { generate: false } }\n  CLOSED: { id: B2, priority: 1, severity: BLOCKING, when: \"s.closed == true\", commands: [refund], response: { text: Closed. } }\n  OPEN: { id: O, severity: INFO, when: \"s.closed == false\", commands: [refund] }\nsources: { s: { fields: { fraud: boolean, closed: boolean } } }\ncommands: { refund: {} }\nintentions: { ASK: { id: I1, triggers: [ask], text: Hello. } }\n",
    );
    let answer = reply(&project, &wants("ASK", "\"closed\": false"));
    assert!(answer.commands.is_empty(), "{answer:#?}");
    assert_eq!(
        reasons(&answer),
        [("unknown-blocking", "FRAUD"), ("command-held", "refund")]
    );
    let answer = reply(
        &project,
        &wants("ASK", "\"closed\": false, \"fraud\": false"),
    );
    assert_eq!((answer.commands.len(), answer.hand_over.len()), (1, 0));
    // What blocks before it decides alone.
    let answer = reply(&project, &wants("ASK", "\"closed\": true"));
    assert_eq!(answer.commands.len(), 1, "{answer:#?}");
}

#[test]
fn law_r4_a_second_question_goes_to_whom_it_belongs() {
    let project = loaded(
        "sources: { s: { fields: { a: boolean } } }\nintentions: { ASK: { id: I1, triggers: [ask], text: Hello. }, JOB: { id: I2, triggers: [job], action: route, route_to: staff } }\n",
    );
    let answer = reply(&project, r#"{"intentions": ["ASK", "JOB"]}"#);
    assert_eq!(answer.route_to.as_deref(), Some("staff"));
    assert_eq!(reasons(&answer), [("routed", "JOB")], "{answer:#?}");
    assert_eq!(answer.hand_over[0].why, "JOB is handled by staff");
    // One that is answered all the same is no hand-over, and is not sent by itself.
    let told = loaded(
        "sources: { s: { fields: { a: boolean } } }\nintentions: { ASK: { id: I1, triggers: [ask], text: Hello. }, JOB: { id: I2, triggers: [job], action: route, route_to: staff, text: The staff write to you. } }\nsend: { allow: [{ intentions: [ASK, JOB] }] }\n",
    );
    let answer = reply(&told, r#"{"intentions": ["ASK", "JOB"]}"#);
    assert_eq!(
        (answer.route_to.as_deref(), answer.outcome),
        (Some("staff"), Outcome::Reply)
    );
    assert_eq!(denied(&answer), ["routed"]);
    let answer = reply(&project, r#"{"intentions": ["JOB", "ASK"]}"#);
    assert_eq!(
        (answer.route_to.as_deref(), reasons(&answer)),
        (Some("staff"), vec![("routed", "staff")])
    );
    let answer = reply(&project, r#"{"intentions": ["ASK"], "action": "route"}"#);
    let why = &answer.hand_over[0].why;
    assert!(why.starts_with("this is handled by somebody else"), "{why}");
}

/// What the words of a project find in a message.
fn heard(project: &Project, message: &str) -> Vec<String> {
    let replies = project.replies.as_ref().expect("it answers");
    let heard = replies.recogniser.hear(replies, message);
    let names = heard.intentions.iter();
    names
        .map(|found| replies.intentions[found.intention].name.to_string())
        .collect()
}

#[test]
fn what_is_refused_is_not_wanted() {
    let project = crate::intentions::examt3p();
    for (message, wanted) in [
        ("Je choisis la session du soir.", "CONFIRMATION_SESSION"),
        ("Je ne choisis pas la session du soir.", ""),
        ("Je ne préfère pas les cours du jour.", ""),
        ("Je ne souhaite pas reporter mon examen.", ""),
        (
            "Bonjour, je ne souhaite surtout pas reporter mon examen.",
            "",
        ),
        ("Ne reportez pas mon examen.", ""),
        ("Inutile de reporter mon examen.", ""),
        ("Pas la peine de me renvoyer mes identifiants.", ""),
        ("Je n'ai pas demandé à reporter mon examen.", ""),
        ("Plutôt que de reporter mon examen, je viendrai.", ""),
        ("Je renonce à reporter mon examen.", ""),
        ("Oubliez ma demande de remboursement.", ""),
        ("Je retire ma demande d'annulation.", ""),
        ("Je refuse le remboursement.", ""),
        ("Ne m'envoyez plus de facture.", ""),
        ("Je n'ai pas l'intention de reporter mon examen.", ""),
        ("Je n'ai pas envie de changer de session.", ""),
        (
            "Finalement je ne souhaite plus annuler mon inscription.",
            "",
        ),
        ("Surtout ne décalez pas ma date d'examen !", ""),
        ("Je ne souhaite pas\nreporter mon examen.", ""),
        ("Bonjour, je voudrais reporter\nmon examen.", "REPORT_DATE"),
        (
            "En plus je voudrais savoir le lieu de l'examen",
            "QUESTION_LIEU_EXAMEN",
        ),
        (
            "Je voudrais reporter mon examen.\n\nFrom: Desk\nSent: Monday\nTo: me\nSubject: facture\n\nVoici votre facture.",
            "REPORT_DATE",
        ),
    ] {
        assert_eq!(heard(&project, message).join(", "), wanted, "{message}");
    }
    let invoice = heard(
        &project,
        "La plateforme ne fonctionne pas et je voudrais ma facture.",
    );
    assert!(
        invoice.contains(&"DEMANDE_FACTURE".to_owned()),
        "{invoice:?}"
    );
    let english = loaded(
        "sources: { s: { fields: { a: boolean } } }\nintentions: { EXTEND: { id: I1, triggers: [extend my rental, one more day], examples: [Could I keep the bike a bit longer?], text: Yes. }, CODE: { id: I2, triggers: [lock code], text: No. } }\n",
    );
    for (message, wanted) in [
        ("Extend my rental.", "EXTEND"),
        ("Don't extend my rental.", ""),
        ("Please don't extend my rental", ""),
        ("No need to extend my rental.", ""),
        ("Forget my lock code.", ""),
        ("Do not extend my rental", ""),
        ("I could not keep the bike a bit longer.", ""),
        ("one\nmore day", "EXTEND"),
        (
            "One more day please.\n\nFrom: Desk\nSent: Monday\nTo: me\nSubject: lock code\n\nthe lock code is 1",
            "EXTEND",
        ),
    ] {
        assert_eq!(heard(&english, message).join(", "), wanted, "{message}");
    }
}

#[test]
fn mistakes_that_would_never_do_anything_are_told() {
    const BASE: &str = "sources: { s: { fields: { a: boolean, n: number } } }\nintentions: { ASK: { id: I1, triggers: [ask], text: Hello. } }\n";
    for (more, expected) in [
        ("", &[][..]),
        (
            "sections: { two: { text: \"{{s.n}}\", when: s.a, answers: [ASK], says: [s.nn] } }",
            &["unknown-name"],
        ),
        (
            "sections: { two: { text: See www.s.nn., when: s.a, says: [www.s.nn] } }",
            &[],
        ),
        (
            "sections: { two: { template: nope, slot: nowhere, when: s.a, says: [s.nn] } }",
            &["unknown-slot", "unknown-template", "unknown-name"],
        ),
        ("exclusive: { one: [GENERAL] }", &["missing-key"]),
        ("exclusive: { none: [] }", &["missing-key"]),
        ("send: { allow: [{ when: s.a }] }", &["missing-key"]),
        ("send: { allow: [{ intentions: [] }] }", &["missing-key"]),
    ] {
        let found = codes(&small(&format!("{BASE}{more}\n")));
        let errors = [
            "unknown-name",
            "unknown-slot",
            "unknown-template",
            "missing-key",
        ];
        let found: BTreeSet<&str> = found
            .into_iter()
            .filter(|code| errors.contains(code))
            .collect();
        assert_eq!(
            found,
            BTreeSet::from_iter(expected.iter().copied()),
            "{more}"
        );
    }
    let twice = format!(
        "  BOTH: {{ id: B, severity: INFO, when: s.a, detection: {{ condition: \"s.n > 1\" }} }}\n{BASE}"
    );
    assert!(codes(&small(&twice)).contains(&"duplicate-key"));
    let mut legacy = small(&format!(
        "{BASE}templates: {{ old: {{ answers: \"*\" }} }}\n"
    ));
    let old = "states/templates/base_legacy/old.html".to_owned();
    legacy.insert(old, "<p>Old.</p>".to_owned());
    assert!(
        codes(&legacy).contains(&"missing-key"),
        "{:?}",
        codes(&legacy)
    );
}

/// A flag of a state of which it is not known whether it holds is not known either: its `else` denies nothing.
#[test]
fn law_r7_a_flag_of_an_unknown_state_denies_nothing() {
    // The prelude ends with its states: one more of them comes first.
    let project = loaded(
        "  LATE: { id: S1, severity: INFO, priority: 1, when: \"s.a == true\", flags: [late] }\nsources: { s: { fields: { a: boolean } } }\nflags: { late: it is late }\nintentions: { ASK: { id: I1, triggers: [ask], text: \"{{#if late}}Pay.{{else}}Nothing to pay.{{/if}}\" } }\n",
    );
    let unknown = reply(&project, &wants("ASK", ""));
    assert_eq!(reasons(&unknown), [("unanswered", "ASK")], "{unknown:#?}");
    assert!(!unknown.send.allowed);
    for (facts, said) in [("\"a\": false", "Nothing to pay."), ("\"a\": true", "Pay.")] {
        let answer = reply(&project, &wants("ASK", facts));
        assert_eq!(reasons(&answer), [], "{answer:#?}");
        assert!(
            answer.text.as_ref().is_some_and(|text| text.contains(said)),
            "{answer:#?}"
        );
    }
}
