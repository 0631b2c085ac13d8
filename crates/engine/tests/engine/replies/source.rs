//! The snippets of the document that replies come from, with their placeholders filled: they load as they
//! stand there, and decide as it says.

use super::desk::{Source, compile, project, reply, shown};
use engine::reply::decide::Outcome;

const STATES: &str = r#"
SPAM:
  id: "T1"
  priority: 1
  description: "Message indésirable"
  category: "triage"
  severity: "BLOCKING"
  detection:
    method: "triage"
    condition: "action == SPAM"
  workflow:
    action: "STOP"
    alert_internal: false
  response:
    generate: false
DOUBLE_ACCOUNT:
  id: "A3"
  priority: 103
  description: "Deux comptes ExamT3P"
  category: "analysis"
  severity: "WARNING"
  detection:
    method: "examt3p_helper"
    condition: "my_new_flag == true"
  workflow:
    action: "RESPOND_WITH_ALERT"
    alert_internal: true
  response:
    generate: true
    alert_template: "partials/analysis/my_new_state.html"
    alert_position: "before_signature"
GENERAL:
  id: "G"
  priority: 999
  description: "Cas général"
  category: "default"
  severity: "INFO"
  default: true
"#;

const MATRIX: &str = r#"
intentions:
  REPORT_DATE:
    id: "I05"
    description: "Demande de report"
    triggers:
      - "reporter mon examen"
      - "changer de date"
    priority: 10
  NOM_INTENTION:
    id: "I42"
    description: "Description claire"
    triggers:
      - "phrase déclencheuse 1"
      - "phrase déclencheuse 2"
    priority: 42

"*:REPORT_DATE":
  template: "report_possible.html"
  context_flags:
    intention_report_date: true
"*:NOM_INTENTION":
  template: "response_master.html"
  context_flags:
    intention_xxx: true
"#;

const SYNTAX: &str = r#"Bonjour {{prenom}} {{{message_html}}}
{{> bloc_name}}
{{#if condition}}oui{{else}}non{{/if}}
{{#unless condition}}sans{{/unless}}
{{#each items}}[{{this.field}}]{{/each}}
{{#if intention_xxx}}
{{> partials/intentions/nom_intention}}
{{/if}}
{{#if intention_report_date}}Report.{{/if}}
{{> signature}}"#;

fn files() -> Source {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    Source::from([
        file(
            "project.yaml",
            "name: Source\nlanguages: [fr]\nsorts: { ligne: }\nattributes: { ligne: { field: { type: text } } }\nsources:\n  triage: { fields: { action: { type: enum, values: [GO, ROUTE, SPAM] } } }\n  examt3p: { absent: none, fields: { my_new_flag: { type: boolean, absent: false }, context_variable: text, condition: boolean, message_html: { type: text, html: true }, items: { type: list, of: ref, sort: ligne } } }\n  deal: { fields: { prenom: text } }\n",
        ),
        file("states/candidate_states.yaml", STATES),
        file("states/state_intention_matrix.yaml", MATRIX),
        file("states/templates/response_master.html", SYNTAX),
        file("states/templates/partials/bloc_name.html", "<p>Bloc</p>"),
        file(
            "states/templates/partials/signature.html",
            "<p>L'équipe</p>",
        ),
        file(
            "states/templates/partials/intentions/nom_intention.html",
            "<b>Concernant votre demande</b><br>\nVoici la réponse à votre question...",
        ),
        file(
            "states/templates/partials/analysis/my_new_state.html",
            "<b>Concernant votre situation</b><br>\n{{#if context_variable}}\nVotre {{context_variable}} est en cours de traitement.\n{{/if}}",
        ),
        file(
            "states/templates/base_legacy/report_possible.html",
            "<p>Le report est possible.</p>",
        ),
    ])
}

#[test]
fn the_snippets_load_as_they_stand() {
    let (_, diagnostics) = compile(&files());
    assert!(diagnostics.is_empty(), "{}", shown(&diagnostics));
    // The same states below a key of their own, and the rows as well.
    let mut below = files();
    let indented = |text: &str| {
        text.lines()
            .map(|line| format!("  {line}\n"))
            .collect::<String>()
    };
    below.insert(
        "states/candidate_states.yaml".to_owned(),
        format!("states:\n{}", indented(STATES)),
    );
    let (head, rows) = MATRIX.split_once("\"*:REPORT").expect("rows");
    let rows = format!("{head}matrix:\n{}", indented(&format!("\"*:REPORT{rows}")));
    below.insert("states/state_intention_matrix.yaml".to_owned(), rows);
    let (_, diagnostics) = compile(&below);
    assert!(diagnostics.is_empty(), "{}", shown(&diagnostics));
}

#[test]
fn the_snippets_decide_as_the_document_says() {
    let project = project(&files());
    let case = |examt3p: &str, rest: &str| {
        format!(
            r#"{{"sources": {{"triage": {{"action": "GO"}}, "examt3p": {{{examt3p}}}, "deal": {{"prenom": "Zoé"}}}}{rest}}}"#
        )
    };
    let html = "\"message_html\": \"<i>x</i>\", \"items\": [{\"field\": \"a\"}, {\"field\": \"b\"}], \"condition\": true";
    // The wildcard row.
    let report = reply(
        &project,
        &case(
            "",
            ", \"message\": \"Bonjour, je voudrais reporter mon examen\"",
        ),
    );
    assert_eq!(
        (&*report.selection[0].pass, &*report.selection[0].rule),
        ("wildcard", "*:REPORT_DATE")
    );
    assert_eq!(
        report.text.as_deref(),
        Some("<p>Le report est possible.</p>")
    );
    assert!(report.flags.contains_key("intention_report_date"));
    // The syntax table, a flag and its section.
    let other = reply(
        &project,
        &case(html, ", \"intentions\": [\"NOM_INTENTION\"]"),
    );
    assert_eq!(
        other.plain.as_deref(),
        Some(
            "Bonjour Zoé x\nBloc\noui [a][b] Concernant votre demande\nVoici la réponse à votre question...\nL'équipe"
        ),
    );
    assert_eq!(
        &*other.intentions[0].answered_by[0],
        "partials/intentions/nom_intention"
    );
    // A warning continues and adds its alert before the signature; the second intention is answered too.
    let warned = format!("{html}, \"my_new_flag\": true, \"context_variable\": \"dossier\"");
    let both = reply(
        &project,
        &case(
            &warned,
            ", \"intentions\": [\"REPORT_DATE\", \"NOM_INTENTION\"]",
        ),
    );
    assert_eq!(both.outcome, Outcome::Reply, "{both:#?}");
    let text = both.plain.expect("a text");
    let alert = text
        .find("Votre dossier est en cours de traitement.")
        .expect("the alert");
    assert!(
        text.find("Concernant votre demande")
            .is_some_and(|at| at < alert),
        "{text}"
    );
    assert!(text.find("L'équipe").is_some_and(|at| alert < at), "{text}");
    assert_eq!(both.primary, None, "a warning is never primary");
    // Blocking stops everything.
    let spam = case("", ", \"intentions\": [\"REPORT_DATE\"]").replace("\"GO\"", "\"SPAM\"");
    let spam = reply(&project, &spam);
    assert_eq!((spam.outcome, spam.text), (Outcome::Stopped, None));
}
