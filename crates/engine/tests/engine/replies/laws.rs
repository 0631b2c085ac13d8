//! R1 to R13, each with something that fails without it; R2 is in `rows`, R3 in `twice`, R14 in `same`.

use super::desk::{Source, compile, desk, project, reply, shown};
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, Reply, decide};
use engine::reply::rewrite::{Rewrite, guard};

/// The desk with some text exchanged in one of its files.
fn edited(file: &str, from: &str, to: &str) -> Source {
    let mut files = desk();
    let text = &files[file];
    assert!(text.contains(from), "{file} holds no `{from}`");
    let text = text.replace(from, to);
    files.insert(file.to_owned(), text);
    files
}

fn with(file: &str, text: &str) -> Source {
    let mut files = desk();
    files.insert(file.to_owned(), text.to_owned());
    files
}

fn codes(files: &Source) -> Vec<&'static str> {
    let (_, diagnostics) = compile(files);
    diagnostics.iter().map(|found| found.code).collect()
}

/// A case of the desk: paid, on its way, due in two days, carrier read; then what is said besides.
fn case(facts: &str, rest: &str) -> String {
    let comma = if facts.is_empty() { "" } else { ", " };
    format!(
        r#"{{"now": "2026-03-10T09:00:00Z", "sources": {{"order": {{"first_name": "Ada", "paid": true, "status": "sent", "due": "2026-03-12"{comma}{facts}}}, "carrier": {{}}}}{rest}}}"#
    )
}

fn wants(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!(", \"intentions\": [{}]", names.join(", "))
}

fn states(reply: &Reply) -> Vec<&str> {
    let all = [
        &reply.states.blocking,
        &reply.states.warning,
        &reply.states.info,
    ];
    all.into_iter()
        .flatten()
        .map(|held| held.state.as_str())
        .collect()
}

#[test]
fn law_r1_a_name_that_is_not_declared_is_a_mistake_with_a_suggestion() {
    let rows = "states/state_intention_matrix.yaml";
    let all = [
        (
            rows,
            "\"*:WHERE_IS_IT\"",
            "\"*:WHERE_IS_TI\"",
            "unknown-intention",
        ),
        (
            rows,
            "\"LATE:CHANGE_DATE\"",
            "\"LAET:CHANGE_DATE\"",
            "unknown-state",
        ),
        (
            rows,
            "intention_where: true",
            "intention_wher: true",
            "unknown-flag",
        ),
        (rows, "[door_code]", "[dor_code]", "unknown-section"),
        (
            "states/candidate_states.yaml",
            "order.paid == false",
            "order.piad == false",
            "unknown-name",
        ),
        (
            "states/candidate_states.yaml",
            "partials/unpaid.html",
            "partials/upnaid.html",
            "unknown-template",
        ),
        (
            "states/candidate_states.yaml",
            "\"before_signature\"",
            "\"before_signatur\"",
            "unknown-slot",
        ),
        (
            "states/templates/response_master.html",
            "partials/where",
            "partials/were",
            "unknown-template",
        ),
        (
            "states/templates/partials/door_code.html",
            "order.door_code",
            "order.dor_code",
            "unknown-name",
        ),
        ("send.yaml", "WHERE_IS_IT", "WHERE_IS", "unknown-intention"),
        ("exclusive.yaml", "ON_TIME", "ON_TIMES", "unknown-state"),
    ];
    for (file, from, to, code) in all {
        let (_, diagnostics) = compile(&edited(file, from, to));
        let found = diagnostics.iter().find(|found| found.code == code);
        let found = found.unwrap_or_else(|| panic!("{to}: {}", shown(&diagnostics)));
        let hint = found.hint.as_ref().map_or("", |hint| hint.en.as_str());
        assert!(
            hint.contains("did you mean") || hint.contains("Did you mean"),
            "{to}: {hint}"
        );
        assert_eq!(found.place.file, file, "{to}");
    }
}

#[test]
fn law_r4_a_second_question_is_answered_or_handed_over() {
    let project_of_the_desk = project(&desk());
    let both = wants(&["WHERE_IS_IT", "CHANGE_DATE"]);
    let answer = reply(&project_of_the_desk, &case("", &both));
    assert_eq!(answer.outcome, Outcome::Reply, "{answer:#?}");
    assert!(
        answer
            .intentions
            .iter()
            .all(|wanted| !wanted.answered_by.is_empty())
    );
    // A section that says nothing answers nothing.
    let blank = edited(
        "states/templates/partials/change_date.html",
        "<p>Choose another day on the page of your order.</p>",
        "<p> </p>",
    );
    let answer = reply(&project(&blank), &case("", &both));
    assert_eq!(answer.outcome, Outcome::HandOver);
    assert_eq!(&*answer.hand_over[0].what, "CHANGE_DATE");
    // One that does not say what it must answers nothing either.
    let silent = edited("sections.yaml", " It was due on {{order.due}}.", "");
    let late = case("\"note\": 1", &both)
        .replace(", \"note\": 1", "")
        .replace("2026-03-12", "2026-03-08");
    let answer = reply(&project(&silent), &late);
    assert_eq!(
        &*answer.coverage.unanswered[0].what, "CHANGE_DATE",
        "{answer:#?}"
    );
    // A hole leaves its section out, and the case to a person.
    let hole = case("", &wants(&["DOOR_CODE"]));
    let answer = reply(&project_of_the_desk, &hole);
    assert_eq!(answer.outcome, Outcome::HandOver);
    assert!(
        answer.hand_over[0].why.contains("order.door_code"),
        "{answer:#?}"
    );
}

/// A fact of which nothing can be seen covers nothing: it is a hole, as none is.
#[test]
fn law_r4_what_cannot_be_seen_covers_nothing() {
    let project = project(&desk());
    let blanks = ["", " ", "\u{a0}", "\u{200b}", "…", "\u{3164}"];
    let asks = wants(&["DOOR_CODE"]);
    let good = reply(&project, &case("\"door_code\": \"4711\"", &asks));
    assert_eq!(good.outcome, Outcome::Reply, "{good:#?}");
    for blank in blanks {
        let fact = format!("\"door_code\": \"{blank}\"");
        let answer = reply(&project, &case(&fact, &asks));
        assert_eq!(answer.outcome, Outcome::HandOver, "{blank:?} {answer:#?}");
        assert_eq!(&*answer.coverage.unanswered[0].what, "DOOR_CODE");
        assert!(answer.hand_over[0].why.contains("order.door_code"));
        // Where it is only asked whether there is something to say, there is not.
        let blank_name = case("", &wants(&["WHERE_IS_IT"])).replace("Ada", blank);
        let answer = reply(&project, &blank_name);
        let said = answer.plain.as_deref().unwrap_or_default();
        assert!(said.starts_with("Dear customer"), "{blank:?} {said}");
        // A session that began before says what it said.
        let mut before = Case::parse(&project, &case(&fact, &asks)).expect("a case");
        before.edition = Some(11);
        let before = decide(&project, &before).expect("a reply");
        assert_eq!(before.outcome, Outcome::Reply, "{blank:?}");
    }
    // A list of nothing to be seen, an argument of a command: the same.
    let held = case("", &wants(&["WHERE_IS_IT"])).replace(
        "\"carrier\": {}",
        "\"carrier\": {\"held\": true, \"depot\": \" \"}",
    );
    let answer = reply(&project, &held);
    let codes: Vec<&str> = answer
        .hand_over
        .iter()
        .map(|why| why.code.as_str())
        .collect();
    assert_eq!(codes, ["command-hole"], "{answer:#?}");
}

#[test]
fn law_r5_nothing_is_said_twice_and_nothing_after_the_signature() {
    let second = "states:\n  HELD_AGAIN: { id: A9, priority: 101, severity: WARNING, when: \"held == true\", response: { alert_template: partials/alerts/held.html, alert_position: before_signature } }\n";
    let project = project(&with("more.yaml", second));
    let text = case("", &wants(&["WHERE_IS_IT"]))
        .replace("\"carrier\": {}", "\"carrier\": {\"held\": true}");
    let answer = reply(&project, &text);
    assert_eq!(states(&answer), ["HELD", "HELD_AGAIN", "ON_TIME"]);
    let text = answer.text.expect("a text");
    assert_eq!(text.matches("Please note").count(), 1, "{text}");
    assert!(text.ends_with("<p>The parcel desk</p>"), "{text}");
    let answered: Vec<&str> = answer
        .coverage
        .answered
        .iter()
        .map(|by| by.what.as_str())
        .collect();
    assert_eq!(answered, ["HELD_AGAIN", "HELD", "WHERE_IS_IT"]);
}

#[test]
fn law_r6_a_blocking_state_stops() {
    let project = project(&desk());
    let both = wants(&["WHERE_IS_IT", "CHANGE_DATE"]);
    let spam = reply(
        &project,
        &case("", &format!("{both}, \"action\": \"spam\"")),
    );
    assert_eq!(spam.outcome, Outcome::Stopped);
    assert_eq!(
        (spam.text, spam.commands.len(), spam.sections.len()),
        (None, 0, 0)
    );
    assert!(spam.selection.is_empty());
    assert!(
        spam.intentions
            .iter()
            .all(|wanted| wanted.blocked_by.as_deref() == Some("SPAM"))
    );
    let unpaid = case("", &both).replace("\"paid\": true", "\"paid\": false");
    let unpaid = unpaid.replace("\"carrier\": {}", "\"carrier\": {\"held\": true}");
    let unpaid = reply(&project, &unpaid);
    assert_eq!(unpaid.outcome, Outcome::Blocked);
    let text = unpaid.text.expect("its own reply");
    assert_eq!(
        text,
        "<p>Your order has not been paid yet; we send it as soon as it is.</p>"
    );
    assert!(
        unpaid.commands.is_empty(),
        "the command of HELD is not given"
    );
    // What may block sends the case to a person.
    let unknown = case("", &both).replace("\"paid\": true, ", "");
    let unknown = reply(&project, &unknown);
    assert_eq!(unknown.outcome, Outcome::HandOver);
    assert_eq!(&*unknown.hand_over[0].code, "unknown-blocking");
    assert_eq!(unknown.states.unknown[0].missing, ["order.paid"]);
}

#[test]
fn law_r7_conditions_are_evaluated_as_written_and_missing_is_unknown() {
    let project = project(&desk());
    let lost = case("", "")
        .replace("\"sent\"", "\"lost\"")
        .replace("2026-03-12", "2026-03-01");
    assert_eq!(
        states(&reply(&project, &lost)),
        ["GENERAL"],
        "AND means both"
    );
    let missing = case("", "").replace(", \"status\": \"sent\"", "");
    let missing = reply(&project, &missing);
    let unknown: Vec<&str> = missing
        .states
        .unknown
        .iter()
        .map(|state| state.state.as_str())
        .collect();
    assert_eq!(unknown, ["ON_TIME", "GENERAL"]);
    let none = case("", "").replace("\"sent\"", "null");
    assert_eq!(
        states(&reply(&project, &none)),
        ["GENERAL"],
        "none is not one of them"
    );
    let broken = edited(
        "states/candidate_states.yaml",
        "order.paid == false",
        "order.paid === false",
    );
    assert!(
        codes(&broken).contains(&"single-equals"),
        "{:?}",
        codes(&broken)
    );
}

#[test]
fn law_r8_a_value_that_looks_like_a_template_is_a_text() {
    let project = project(&desk());
    let text = case("\"door_code\": \"4711\"", &wants(&["WHERE_IS_IT"]));
    let text = text.replace("\"Ada\"", "\"{{order.door_code}} <script>\"");
    let answer = reply(&project, &text);
    let text = answer.text.expect("a text");
    assert!(
        text.contains("Dear {{order.door_code}} &lt;script&gt;,"),
        "{text}"
    );
    assert!(!text.contains("4711"), "{text}");
    let unclosed = edited("states/templates/partials/where.html", "{{/each}}", "");
    assert!(codes(&unclosed).contains(&"template-syntax"));
    let raw = edited(
        "states/templates/partials/where.html",
        "{{order.status}}",
        "{{{order.status}}}",
    );
    assert_eq!(codes(&raw), ["raw-not-allowed"]);
}

#[test]
fn law_r9_a_confidential_fact_is_printed_only_where_it_is_declared() {
    let project = project(&desk());
    let secret = case("\"door_code\": \"4711\"", &wants(&["DOOR_CODE"]));
    let answer = reply(&project, &secret);
    let json = serde_json::to_string(&answer).expect("JSON");
    assert!(
        answer
            .text
            .as_deref()
            .is_some_and(|text| text.contains("4711"))
    );
    assert!(
        answer
            .send
            .reasons
            .iter()
            .any(|reason| &*reason.code == "confidential"),
        "{json}"
    );
    let other = case("\"door_code\": \"4711\"", &wants(&["WHERE_IS_IT"]));
    let json = serde_json::to_string(&reply(&project, &other)).expect("JSON");
    assert!(!json.contains("4711"), "{json}");
    let wrong = case("\"door_code\": [\"4711\"]", "");
    let bad = Case::parse(&project, &wrong).expect_err("a list is no text");
    assert!(!format!("{bad:?}").contains("4711"), "{bad:?}");
    let shown_elsewhere = edited(
        "states/templates/partials/where.html",
        "{{order.status}}",
        "{{order.door_code}}",
    );
    assert_eq!(codes(&shown_elsewhere), ["confidential-shown"]);
    let undeclared = edited("sections.yaml", "    shows: [order.door_code]\n", "");
    assert_eq!(codes(&undeclared), ["confidential-shown"]);
    let given_away = edited(
        "states/candidate_states.yaml",
        "held at {{carrier.depot}}",
        "{{order.door_code}}",
    );
    assert_eq!(codes(&given_away), ["confidential-shown"]);
}

#[test]
fn law_r10_side_effects_are_handed_out_and_unknown_ones_are_mistakes() {
    let project = project(&desk());
    let held = case("", &wants(&["WHERE_IS_IT"]));
    let known = held.replace(
        "\"carrier\": {}",
        "\"carrier\": {\"held\": true, \"depot\": \"Lyon\"}",
    );
    let answer = reply(&project, &known);
    assert_eq!(&*answer.commands[0].command, "note_order");
    assert_eq!(answer.commands[0].arguments["text"].show(), "held at Lyon");
    // Half a command is none.
    let hole = held.replace("\"carrier\": {}", "\"carrier\": {\"held\": true}");
    let answer = reply(&project, &hole);
    assert!(answer.commands.is_empty());
    assert_eq!(&*answer.hand_over[0].code, "command-hole");
    let unknown = edited("states/candidate_states.yaml", "note_order", "note_oder");
    assert_eq!(codes(&unknown), ["unknown-command"]);
    let argument = edited(
        "states/candidate_states.yaml",
        "{ text: \"held",
        "{ txt: \"held",
    );
    assert_eq!(codes(&argument), ["missing-key", "unknown-key"]);
}

#[test]
fn law_r11_the_clock_is_an_input_and_days_end_where_the_project_is() {
    let project = project(&desk());
    for (due, expected) in [
        ("2026-03-09", "LATE"),
        ("2026-03-10", "ON_TIME"),
        ("2026-03-11", "ON_TIME"),
    ] {
        let text = case("", "").replace("2026-03-12", due);
        assert_eq!(
            reply(&project, &text).primary.as_deref(),
            Some(expected),
            "{due}"
        );
    }
    // In Paris the tenth begins at 23:00 of the ninth, UTC.
    for (now, expected) in [
        ("2026-03-09T22:59:59Z", "ON_TIME"),
        ("2026-03-09T23:00:00Z", "LATE"),
    ] {
        let text = case("", "")
            .replace("2026-03-12", "2026-03-09")
            .replace("2026-03-10T09:00:00Z", now);
        assert_eq!(
            reply(&project, &text).primary.as_deref(),
            Some(expected),
            "{now}"
        );
    }
    let timeless = case("", "").replace("\"now\": \"2026-03-10T09:00:00Z\", ", "");
    assert_eq!(
        Case::parse(&project, &timeless).expect_err("no time").code,
        "missing-now"
    );
}

#[test]
fn law_r12_a_check_that_examined_nothing_fails() {
    let nothing = "name: Nothing\nsources: { order: { fields: { paid: boolean } } }\n";
    let (_, diagnostics) = compile(&Source::from([(
        "project.yaml".to_owned(),
        nothing.to_owned(),
    )]));
    assert_eq!(diagnostics[0].code, "no-states", "{}", shown(&diagnostics));
    let template = Source::from([
        ("project.yaml".to_owned(), "name: Nothing\n".to_owned()),
        (
            "states/templates/response_master.html".to_owned(),
            "<p>Hello</p>".to_owned(),
        ),
    ]);
    assert_eq!(codes(&template), ["no-states"]);
}

#[test]
fn law_r13_a_rewrite_keeps_what_counts_and_adds_nothing() {
    let approved = "Your exam is on 8 March 2026 at Lyon. Pay 25.50 at https://pay.example/x before that. See Mr Dupont.";
    let kept = "Your exam is on 8 March 2026, at Lyon. Before that, please pay 25.50 at https://pay.example/x. See Mr Dupont.";
    assert_eq!(
        guard(approved, kept, &["Mr Dupont"]),
        Rewrite::Taken(kept.to_owned())
    );
    for (what, rewritten) in [
        ("another day", kept.replace("8 March", "9 March")),
        ("a day more", format!("{kept} Or come on 12 April.")),
        ("another price", kept.replace("25.50", "25")),
        (
            "another address",
            kept.replace("pay.example", "pay.example.evil"),
        ),
        ("no name", kept.replace("Mr Dupont", "him")),
        ("another town", kept.replace("Lyon", "Paris")),
        ("a name more", format!("{kept} Ask for Martin.")),
        ("a number in words", format!("{kept} You have twelve days.")),
        ("nothing", String::new()),
        ("a sentence more", format!("{kept} Success is certain.")),
        ("a word for another", kept.replace("exam", "lesson")),
        ("something left out", kept.replace("See Mr Dupont.", "")),
        (
            "facts that change places",
            kept.replace("25.50", "2026 €")
                .replace("March 2026", "March 25.50"),
        ),
    ] {
        let judged = guard(approved, &rewritten, &["Mr Dupont"]);
        assert_eq!(judged.text(), approved, "{what}");
        assert!(matches!(judged, Rewrite::Kept { .. }), "{what}");
    }
}

#[test]
fn law_r13_a_rewrite_keeps_each_fact_in_its_place() {
    let approved = "La session commence le 23 mars 2026 et se termine le 3 avril 2026. Les cours sont de jour (deux semaines) ou du soir (quatre semaines). Une vingtaine de questions vous attend.";
    for (from, to) in [
        (
            "commence le 23 mars 2026 et se termine le 3 avril",
            "commence le 3 avril 2026 et se termine le 23 mars",
        ),
        (
            "de jour (deux semaines) ou du soir (quatre semaines)",
            "de jour (quatre semaines) ou du soir (deux semaines)",
        ),
        (
            "de jour (deux semaines) ou du soir",
            "du soir (deux semaines) ou de jour",
        ),
        ("vingtaine", "trentaine"),
        ("session", "formation"),
        ("vous attend", "nous attend"),
        ("termine", "tient"),
    ] {
        assert!(approved.contains(from), "{from}");
        let judged = guard(approved, &approved.replace(from, to), &[]);
        assert!(matches!(judged, Rewrite::Kept { .. }), "{to}");
    }
}

#[test]
fn law_r13_a_rewrite_decides_as_the_approved_text_does() {
    let approved = "Vous pouvez venir sans rendez-vous. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.";
    for (rewritten, taken) in [
        (
            "Vous pouvez tout à fait venir sans rendez-vous. Votre demande est donc acceptée, la visite est possible et vous n'avez rien à payer.",
            true,
        ),
        (
            "Mauvaise nouvelle : vous pouvez venir sans rendez-vous. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir sans rendez-vous. Votre demande est acceptée, la visite est possible et nous n'avons rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir. Votre demande est acceptée sans rendez-vous, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir sans rendez-vous, n'hésitez pas. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.",
            true,
        ),
        (
            "Vous ne pouvez pas venir sans rendez-vous. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous devez venir sans rendez-vous. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir demain sans rendez-vous. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir lundi sans rendez-vous. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir sans rendez-vous. Votre demande est refusée, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir sans rendez-vous. Votre demande est acceptée, la visite est impossible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir sans rendez-vous. Votre demande est acceptée, la visite est possible et vous avez à payer.",
            false,
        ),
        (
            "Vous pouvez venir sans rendez-vous. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer. Voyez exemple.org/payer.",
            false,
        ),
        (
            "Vous pouvez venir sans rendez-vous après l'épreuve. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
        (
            "Vous pouvez venir sans rendez-vous dans deux semaines. Votre demande est acceptée, la visite est possible et vous n'avez rien à payer.",
            false,
        ),
    ] {
        let judged = guard(approved, rewritten, &[]);
        assert_eq!(
            matches!(judged, Rewrite::Taken(_)),
            taken,
            "{rewritten}: {judged:?}"
        );
    }
    let approved = "You can come. We don't charge you.";
    for rewritten in [
        "You can't come. We don't charge you.",
        "You can come. We charge you.",
        "You could come. We don't charge you.",
        "You can come tomorrow. We don't charge you.",
        "You can come if you pay. We don't charge you.",
    ] {
        let judged = guard(approved, rewritten, &[]);
        assert!(matches!(judged, Rewrite::Kept { .. }), "{rewritten}");
    }
}
