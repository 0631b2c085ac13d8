//! R3: whatever stands twice is a mistake that names both places.

use super::desk::{Source, compile, desk, shown};
use engine::diagnostic::{Place, Severity};

/// Edits of the desk: a file, words of it (none: a new file), and what stands there then. `①` stands before
/// what is first, `②` before what stands there again.
type Edit = (&'static str, &'static str, &'static str);

const STATES: &str = "states/candidate_states.yaml";
const ROWS: &str = "states/state_intention_matrix.yaml";
/// Read after every other file of the desk.
const LAST: &str = "z.yaml";

/// What stands twice, and how.
const TWICE: &[(&str, &[Edit])] = &[
    (
        "a state, in one file",
        &[(
            LAST,
            "",
            "# Two lines\n\nstates:\n  ①A: { id: X1, severity: INFO, when: late }\n  B: { id: X2, severity: INFO, when: late }\n  ②A: { id: X3, severity: INFO, when: late }\n",
        )],
    ),
    (
        "a state, in two files",
        &[
            (STATES, "LATE:", "①LATE:"),
            (
                LAST,
                "",
                "states:\n  ②LATE: { id: X1, severity: INFO, when: late }\n",
            ),
        ],
    ),
    (
        "the id of a state",
        &[
            (STATES, "LATE:", "①LATE:"),
            (
                LAST,
                "",
                "states:\n\n  ②OTHER: { id: D-2, severity: INFO, when: late }\n",
            ),
        ],
    ),
    (
        "the default state",
        &[
            (STATES, "GENERAL:", "①GENERAL:"),
            (
                LAST,
                "",
                "states:\n  ②REST: { id: X1, severity: INFO, default: true }\n",
            ),
        ],
    ),
    (
        "the condition of a state",
        &[(
            LAST,
            "",
            "states:\n  OTHER:\n    id: X1\n    severity: INFO\n    when: ①late\n    detection: { method: order, condition: ②late }\n",
        )],
    ),
    (
        "a row, in one file",
        &[(
            LAST,
            "",
            "matrix:\n  ①\"LATE:DOOR_CODE\": { text: one }\n  ②\"LATE:DOOR_CODE\": { text: two }\n",
        )],
    ),
    (
        "a row, in two files",
        &[
            (ROWS, "\"*:DOOR_CODE\":", "①\"*:DOOR_CODE\":"),
            (LAST, "", "matrix:\n  ②\"*:DOOR_CODE\": { text: two }\n"),
        ],
    ),
    (
        "a row, with other blanks",
        &[(
            LAST,
            "",
            "matrix:\n  ①\"LATE:DOOR_CODE\": { text: one }\n  ②\"LATE : DOOR_CODE\": { text: two }\n",
        )],
    ),
    (
        "an intention",
        &[
            (ROWS, "  DOOR_CODE:\n", "  ①DOOR_CODE:\n"),
            (
                LAST,
                "",
                "intentions:\n  ②DOOR_CODE: { id: X1, triggers: [code], text: one }\n",
            ),
        ],
    ),
    (
        "the id of an intention",
        &[
            (ROWS, "  DOOR_CODE:\n", "  ①DOOR_CODE:\n"),
            (
                LAST,
                "",
                "intentions:\n  ②OTHER: { id: I3, triggers: [other], text: one }\n",
            ),
        ],
    ),
    (
        "a section",
        &[
            ("sections.yaml", "  door_code:", "  ①door_code:"),
            (LAST, "", "sections:\n  ②door_code: { text: one }\n"),
        ],
    ),
    (
        "a flag",
        &[
            ("flags.yaml", "  is_late:", "  ①is_late:"),
            (LAST, "", "flags:\n  ②is_late: Once more\n"),
        ],
    ),
    (
        "a flag and a derived fact",
        &[
            ("sources.yaml", "  late: \"", "  ①late: \""),
            (LAST, "", "flags:\n  ②late: It is late\n"),
        ],
    ),
    (
        "a derived fact",
        &[
            ("sources.yaml", "  late: \"", "  ①late: \""),
            (LAST, "", "derived:\n  ②late: order.paid\n"),
        ],
    ),
    (
        "a field of a source",
        &[
            ("sources.yaml", "      paid:", "      ①paid:"),
            (
                LAST,
                "",
                "sources:\n  order:\n    fields:\n      ②paid: boolean\n",
            ),
        ],
    ),
    (
        "a field of the context",
        &[
            ("sources.yaml", "  urgent:", "  ①urgent:"),
            (
                LAST,
                "",
                "context:\n  ②urgent: { type: boolean, triggers: [now] }\n",
            ),
        ],
    ),
    (
        "a source and an entity",
        &[
            (LAST, "", "entities:\n  ①order: { sort: stop }\n"),
            ("sources.yaml", "  order:\n", "  ②order:\n"),
        ],
    ),
    (
        "a value of a field",
        &[(
            LAST,
            "",
            "sources:\n  other:\n    fields: { size: { type: enum, values: [①small, large, ②small] } }\n",
        )],
    ),
    (
        "a command",
        &[
            ("commands.yaml", "  note_order:", "  ①note_order:"),
            (
                LAST,
                "",
                "commands:\n  ②note_order: { arguments: { text: text } }\n",
            ),
        ],
    ),
    (
        "a group",
        &[
            ("selection.yaml", "  status:", "  ①status:"),
            (
                LAST,
                "",
                "groups:\n  ②status: { fact: order.paid, values: {} }\n",
            ),
        ],
    ),
    (
        "a template of `templates`",
        &[
            ("selection.yaml", "  good_news:", "  ①good_news:"),
            (LAST, "", "templates:\n  ②good_news: { for_state: LATE }\n"),
        ],
    ),
    (
        "an exclusive list",
        &[
            ("exclusive.yaml", "  timing:", "  ①timing:"),
            (LAST, "", "exclusive:\n  ②timing: [LATE, GENERAL]\n"),
        ],
    ),
    (
        "a key of a whole project",
        &[
            ("project.yaml", "name:", "①name:"),
            (LAST, "", "②name: Another desk\n"),
        ],
    ),
    (
        "a template, in two files",
        &[
            ("states/templates/partials/signature.html", "<p>", "①<p>"),
            ("states/templates/partials/signature.txt", "", "②The desk\n"),
        ],
    ),
];

/// Takes a mark out of a text; the line and the column where it stood.
fn unmarked(text: &mut String, mark: char) -> Option<(usize, usize)> {
    let at = text.find(mark)?;
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before
        .chars()
        .rev()
        .take_while(|char| *char != '\n')
        .count()
        + 1;
    text.replace_range(at..at + mark.len_utf8(), "");
    Some((line, column))
}

/// The desk with these edits, and where the marks stood: first, and again.
fn edited(edits: &[Edit]) -> (Source, [(String, usize, usize); 2]) {
    let mut files = desk();
    for (file, from, to) in edits {
        let text = files.entry((*file).to_owned()).or_default();
        if from.is_empty() {
            assert!(text.is_empty(), "{file} is there already");
            *text = (*to).to_owned();
        } else {
            assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
            *text = text.replace(from, to);
        }
    }
    let marks = ['①', '②'].map(|mark| {
        let mut found = Vec::new();
        for (file, text) in &mut files {
            if let Some((line, column)) = unmarked(text, mark) {
                found.push((file.clone(), line, column));
            }
        }
        assert_eq!(found.len(), 1, "{mark} in {edits:?}");
        found.swap_remove(0)
    });
    (files, marks)
}

fn at(place: &Place) -> (String, usize, usize) {
    (place.file.clone(), place.line, place.column)
}

#[test]
fn law_r3_what_stands_twice_is_a_mistake_with_both_lines() {
    for (what, edits) in TWICE {
        let (files, [first, again]) = edited(edits);
        let (_, diagnostics) = compile(&files);
        let mut all = diagnostics.iter();
        let found = all.find(|found| found.code.starts_with("duplicate-"));
        let found = found.unwrap_or_else(|| panic!("{what}: {}", shown(&diagnostics)));
        let also: Vec<_> = found.also.iter().map(|(place, _)| at(place)).collect();
        assert_eq!((at(&found.place), also), (again, vec![first]), "{what}");
        assert_eq!(found.severity, Severity::Error, "{what}");
    }
}
