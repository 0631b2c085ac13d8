//! One row per command line: its exit code, and words of its answer.

use crate::program::{Place, hello};

/// A project folder `p`, and a store `s.db` with a session `S` of it and its export `e`.
pub fn prepared(name: &str) -> Place {
    let place = Place::new(name);
    place.line("new p").expect(0);
    let lines = "{\"id\":\"1\",\"message\":\"Ada\"}\n{\"id\":\"2\",\"message\":\"purple\"}\n{\"id\":\"3\",\"observe\":\"rosa.saying\"}\n";
    place
        .feed("play p --store sqlite:s.db --session S --script -", lines)
        .expect(0);
    place
        .line("export --store sqlite:s.db --session S --out e")
        .expect(0);
    place.write(
        "broken/world.yaml",
        "name: Broken\nsorts: { guest: { is: [nothing_like_it] } }\n",
    );
    place.write("empty/readme.txt", "no project");
    place.write(
        "text",
        "this is not a database, it is a text that is long enough to be looked at as one\n"
            .repeat(40),
    );
    place.write(
        "desk/project.yaml",
        "name: Desk\nsources: { order: { fields: { paid: boolean, town: text } } }\nslots: [answer]\nstates: { UNPAID: { id: U, severity: INFO, when: \"order.paid == false\" } }\nintentions: { WHERE: { id: W, triggers: [where is it], text: \"On its way to {{order.town}}.\" } }\n",
    );
    place.write(
        "case.json",
        "{\"message\": \"Where is it?\", \"sources\": {\"order\": {\"paid\": false, \"town\": \"Lyon\"}}}\n",
    );
    place.write("bad-case.json", "{\"sources\": {\"odrer\": {}}}\n");
    place.write("no-cases", "\n");
    place.write(
        "heard.jsonl",
        "{\"text\": \"{\\\"intentions\\\": [\\\"WHERE\\\"], \\\"action\\\": \\\"go\\\"}\"}\n",
    );
    place.write(
        "invented.jsonl",
        "{\"text\": \"{\\\"intentions\\\": [\\\"REFUND\\\"], \\\"action\\\": \\\"go\\\"}\"}\n",
    );
    place.write("config.yaml", "lang: fr\n");
    place.write("bad-config.yaml", "langue: fr\n");
    place.write("bad-model", "{\"text\":1}\n");
    place
}

/// (command line, exit code, words of the answer on either stream)
const LINES: &[(&str, i32, &str)] = &[
    (
        "--help",
        0,
        "Exit codes: 0 done; 1 mistakes or findings; 2 usage; 3 not found; 4 store;",
    ),
    ("--version", 0, "canonry 0."),
    ("", 2, "Usage: canonry"),
    ("logic", 2, "Usage: canonry logic"),
    ("frobnicate", 2, "unrecognized subcommand 'frobnicate'"),
    ("--frobnicate", 2, "unexpected argument '--frobnicate'"),
    ("log --frobnicate", 2, "unexpected argument '--frobnicate'"),
    ("plya p", 2, "play"),
    ("--lang de config", 2, "`de` is not a language: en or fr"),
    ("--config nowhere config", 3, "`nowhere` cannot be read"),
    (
        "--config bad-config.yaml config",
        2,
        "`langue` is not a setting: lang, store, model, hooks",
    ),
    // new
    (
        "new q",
        0,
        "q now holds a project of 6 files. Next: canonry play q",
    ),
    ("new q", 2, "`q` exists and is not an empty folder"),
    ("new text", 2, "`text` exists and is not an empty folder"),
    ("new r --like interview", 0, "a project of 2 files"),
    ("new d --like support", 0, "Next: canonry test d"),
    (
        "new t --like nothing",
        2,
        "there is no starting project `nothing`; there are hello, interview, support, beliefs, story",
    ),
    ("new text/below", 4, "cannot be written"),
    ("new", 2, "<DIR>"),
    // check, explain
    ("check p", 0, "0 errors, 0 warnings in 6 files"),
    ("check r", 0, "0 errors, 0 warnings"),
    ("check broken", 1, "world.yaml:2:"),
    ("check empty", 1, "no-project"),
    ("check nowhere", 3, "`nowhere` is not a folder"),
    ("check text", 3, "`text` is not a folder"),
    ("explain", 0, "no-project"),
    ("explain no-project", 0, "There is no project here"),
    ("explain no-projct", 3, "did you mean no-project?"),
    ("explain qqqqqqqqqqqq", 3, "canonry explain lists them all"),
    // logic has lines of its own
    ("logic tools", 0, "\"inputSchema\""),
    // config, completions, demo, test
    ("config", 0, "limits"),
    ("config --config config.yaml", 0, "store"),
    ("completions bash", 0, "_canonry()"),
    ("completions zsh", 0, "#compdef canonry"),
    ("completions fish", 0, "complete -c canonry"),
    ("completions nosh", 2, "possible values: bash"),
    ("completions", 2, "<SHELL>"),
    ("demo", 0, "entries in the journal"),
    ("test p", 0, "2 passed, 0 failed"),
    ("test p --story nothing-like-it", 1, "nothing was tested"),
    ("test empty", 1, "no-project"),
    // reply, matrix, list, find
    ("reply desk --case case.json", 0, "On its way to Lyon."),
    (
        "reply desk --case case.json --json",
        0,
        "\"outcome\":\"reply\"",
    ),
    ("reply desk --cases case.json", 0, "reply      UNPAID"),
    (
        "reply desk --case bad-case.json",
        2,
        "did you mean `order`?",
    ),
    (
        "reply desk --case case.json --model scripted:heard.jsonl",
        0,
        "heard       by the model",
    ),
    (
        "reply desk --case case.json --model scripted:heard.jsonl --json",
        0,
        "\"heard\":{\"by\":\"model\",\"language\":\"en\",\"refused\":null,",
    ),
    (
        "reply desk --case case.json --model scripted:invented.jsonl",
        0,
        "heard       by its words; the model is not used: an intention that is not in the registry",
    ),
    (
        "reply desk --case case.json --model parrot",
        2,
        "`parrot` is not a model: offline or scripted:FILE",
    ),
    ("reply desk --cases no-cases", 1, "nothing was examined"),
    ("reply desk --case nowhere", 3, "`nowhere` cannot be read"),
    ("reply p --case case.json", 2, "no states and intentions"),
    ("reply desk", 2, "--case"),
    ("matrix desk", 0, "0 rows, 1 state, 1 intention, 0 dead"),
    ("matrix desk --json --html m.html", 0, "\"rows\":[]"),
    ("matrix p", 2, "no states and intentions"),
    ("list states desk", 0, "UNPAID"),
    ("list things desk", 2, "`things` cannot be listed"),
    ("list facts p", 2, "no states and intentions"),
    ("find wher desk", 0, "WHERE"),
    ("find zebra desk", 0, "nothing is like « zebra »"),
    (
        "diff desk desk --cases case.json",
        0,
        "1 case: 0 differences",
    ),
    ("diff desk desk", 2, "--cases"),
    // play
    ("play nowhere", 3, "`nowhere` is not a folder"),
    ("play broken", 1, "the project has 1 mistake"),
    (
        "play p --store memory: --language de",
        2,
        "does not speak `de`; it speaks en, fr",
    ),
    (
        "play p --store memory: --seed many",
        2,
        "invalid value 'many'",
    ),
    (
        "play p --store memory: --script nowhere",
        3,
        "`nowhere` cannot be read",
    ),
    (
        "play p --store memory: --script p",
        3,
        "`p` cannot be read: is a directory",
    ),
    (
        "play p --store sqlite:s.db --session S --new",
        2,
        "there is already a session `S`",
    ),
    (
        "play p --store sqlite:s.db --session S",
        0,
        "How do you feel today?",
    ),
    // stores
    ("verify --store nonsense", 2, "`nonsense` is not a store"),
    (
        "verify --store sqlite:p",
        4,
        "is a folder, not a store file",
    ),
    (
        "verify --store sqlite:text",
        4,
        "cannot be read as a Canonry store",
    ),
    ("verify --store sqlite:", 2, "`sqlite:` is not a store"),
    (
        "verify --store sqlite:text/below.db",
        4,
        "cannot be used for the store",
    ),
    (
        "verify --store postgres://nobody:secret@127.0.0.1:1/x",
        4,
        "PostgreSQL cannot be used for the store",
    ),
    (
        "play p --store nonsense",
        2,
        "write sqlite:PATH, postgres://USER@HOST/DATABASE or memory:",
    ),
    // one session
    (
        "status --store sqlite:s.db --session S",
        0,
        "an answer, 2 tries left",
    ),
    ("status p --store sqlite:s.db", 0, "session S"),
    (
        "status --store sqlite:s.db --session S --at 5",
        0,
        "question 1 of",
    ),
    (
        "status --store sqlite:s.db --session S --at 99",
        3,
        "there is no 99",
    ),
    (
        "status --store sqlite:s.db --session nobody",
        3,
        "there is no session `nobody`",
    ),
    // answers and hooks have lines of their own
    ("answers p --store sqlite:s.db", 0, "\"session\":\"S\""),
    ("hooks list --store sqlite:s.db", 0, "0 waiting, 0 failed"),
    ("transcript p --store sqlite:s.db", 0, "> Ada"),
    (
        "transcript --store sqlite:s.db --session S --limit 2",
        0,
        "more follows: --after ",
    ),
    (
        "transcript --store sqlite:s.db --session S --limit 0",
        2,
        "1..=1000",
    ),
    (
        "transcript --store sqlite:s.db --session nobody",
        3,
        "there is no session `nobody`",
    ),
    ("log --store sqlite:s.db --session S", 0, "InputRecorded"),
    ("log p --store sqlite:s.db", 0, "session S"),
    (
        "log --store sqlite:s.db --session S --after 10",
        0,
        "session S",
    ),
    (
        "log --store sqlite:s.db --session S --after x",
        2,
        "invalid value 'x'",
    ),
    (
        "log --store sqlite:s.db --session nobody",
        3,
        "there is no session `nobody`",
    ),
    (
        "log r --store sqlite:s.db",
        3,
        "has no session in this store",
    ),
    (
        "log nowhere --store sqlite:s.db",
        3,
        "`nowhere` is not a folder",
    ),
    (
        "why visitor.first_name --store sqlite:s.db --session S",
        0,
        "visitor.first_name is Ada, entry 8, because of input 1",
    ),
    ("why visitor.first_name p --store sqlite:s.db", 0, "« Ada »"),
    (
        "why visitor.first_name --at 3 --store sqlite:s.db --session S",
        0,
        "is open",
    ),
    (
        "why visitor.first_name --at 0 --store sqlite:s.db --session S",
        3,
        "there is no 0",
    ),
    (
        "why visitor.first_name --at 999 --store sqlite:s.db --session S",
        3,
        "there is no 999",
    ),
    (
        "why stays_long --store sqlite:s.db --session S",
        0,
        "stays_long",
    ),
    (
        "why visitor.first_nam --store sqlite:s.db --session S",
        3,
        "did you mean visitor.first_name?",
    ),
    ("why", 2, "<CELL>"),
    ("replay --store sqlite:s.db --session S", 0, "0 differences"),
    (
        "canon --store sqlite:s.db --session S",
        0,
        "visitor.first_name",
    ),
    (
        "canon --store sqlite:s.db --session S --entity nobody",
        3,
        "no entity",
    ),
    ("field p --store sqlite:s.db --session S", 0, "open"),
    (
        "field p visitor.mood --store sqlite:s.db --session S",
        0,
        "still possible",
    ),
    (
        "field p visitor.moo --store sqlite:s.db",
        3,
        "did you mean visitor.mood?",
    ),
    (
        "observe p visitor --store sqlite:s.db",
        2,
        "entity.attribute",
    ),
    (
        "context p rosa.saying --store sqlite:s.db --session S",
        0,
        "Whom it is about",
    ),
    (
        "context p rosa.sayin --store sqlite:s.db",
        3,
        "did you mean rosa.saying?",
    ),
    (
        "prompt p rosa.saying --store sqlite:s.db --session S",
        0,
        "Form of the answer",
    ),
    (
        "prompt p --voice rosa --store sqlite:s.db --session S",
        0,
        "Who you are",
    ),
    ("graph --store sqlite:s.db --session S", 0, "0 relations"),
    ("flow p", 0, "awaits TAKE_KEY"),
    ("flow p --svg", 0, "</svg>"),
    ("flow desk", 3, "`Desk` has no flow"),
    ("flow nowhere", 3, "`nowhere` is not a folder"),
    (
        "graph --store sqlite:s.db --session nobody",
        3,
        "no session",
    ),
    (
        "graph --store sqlite:s.db --session S --around nobody",
        3,
        "no entity",
    ),
    (
        "replay --store sqlite:s.db --session nobody",
        3,
        "there is no session `nobody`",
    ),
    ("doctor --store sqlite:s.db --session S", 0, "0 findings"),
    (
        "doctor --store sqlite:s.db --session nobody",
        3,
        "there is no session `nobody`",
    ),
    (
        "verify --store sqlite:s.db",
        0,
        "1 session, 21 entries, 0 problems",
    ),
    (
        "verify --store sqlite:s.db --session nobody",
        3,
        "there is no session `nobody`",
    ),
    (
        "verify --store sqlite:s.db --session S --head 5",
        0,
        "0 problems",
    ),
    (
        "verify --store sqlite:s.db --session S --head 5:zz",
        2,
        "a head is SEQ or SEQ:CHAIN",
    ),
    ("verify --store sqlite:s.db --session S --head -1", 2, ""),
    (
        "verify --store sqlite:s.db --session S --head 99",
        5,
        "error: 1 problem\n",
    ),
    ("verify --store sqlite:s.db --head 5", 2, "--session <NAME>"),
    (
        "export --store sqlite:s.db --session nobody",
        3,
        "there is no session `nobody`",
    ),
    (
        "export --store sqlite:s.db --session S --out e",
        2,
        "choose another name",
    ),
    (
        "export --store sqlite:s.db --session S --out text/e",
        4,
        "cannot be written",
    ),
    ("import e --check", 0, "entries, whole"),
    ("import e --store sqlite:s.db", 0, "entries, whole"),
    ("import e --store sqlite:i.db", 0, "entries, whole"),
    ("doctor --store sqlite:i.db --session S", 0, "0 findings"),
    ("import nowhere", 3, "`nowhere` cannot be read"),
    ("import p", 3, "`p` cannot be read"),
    ("import text", 5, "line 1, entry 1: "),
    (
        "fork --store sqlite:s.db --session S --at 12 --into F",
        0,
        "F holds S up to entry 12",
    ),
    (
        "fork --store sqlite:s.db --session S --at 12 --into F",
        2,
        "there is already a session `F`",
    ),
    (
        "fork --store sqlite:s.db --session S --at 0 --into G",
        3,
        "has entries 1 to",
    ),
    (
        "fork --store sqlite:s.db --session S --at 999 --into G",
        3,
        "has entries 1 to",
    ),
    (
        "fork --store sqlite:s.db --session nobody --at 1 --into G",
        3,
        "there is no session `nobody`",
    ),
    (
        "fork --store sqlite:s.db --session S --into G",
        2,
        "--at <ENTRY>",
    ),
    (
        "diff --store sqlite:s.db --session S --with F",
        1,
        "rosa.saying",
    ),
    (
        "diff --store sqlite:s.db --session S --from 5 --to 12",
        1,
        "visitor.first_name",
    ),
    ("diff --store sqlite:s.db --session S", 0, "0 differences"),
    (
        "diff --store sqlite:s.db --session S --with nobody",
        3,
        "there is no session `nobody`",
    ),
    (
        "diff --store sqlite:s.db --session S --from 999",
        3,
        "there is no 999",
    ),
    ("erase --store sqlite:s.db", 2, "--session <NAME>"),
    (
        "erase --store sqlite:s.db --session S --subject x",
        2,
        "cannot be used with",
    ),
    (
        "erase --store sqlite:s.db --session nobody",
        3,
        "there is no session `nobody`",
    ),
    (
        "erase --store sqlite:s.db --session nobody --yes",
        3,
        "there is no session `nobody`",
    ),
    (
        "erase --store sqlite:s.db --subject nobody --yes",
        3,
        "there is nothing to erase",
    ),
    (
        "erase --store sqlite:s.db --session F",
        2,
        "this erases 1 session for ever: F",
    ),
    (
        "erase --store sqlite:s.db --session F --yes",
        0,
        "the chain still verifies",
    ),
    (
        "fork --store sqlite:s.db --session F --at 2 --into G",
        6,
        "session `F` was erased",
    ),
    ("verify --store sqlite:s.db", 0, "0 problems"),
];

#[test]
fn every_command_ends_with_its_documented_code_and_says_why() {
    let place = prepared("lines");
    for (line, code, words) in LINES {
        let ran = place.line(line);
        assert_eq!(ran.code, *code, "canonry {line}: {ran:?}");
        assert!(
            ran.out.contains(words) || ran.err.contains(words),
            "canonry {line}: no {words:?} in {ran:?}"
        );
        // What went wrong is told to people on the other stream.
        assert!(
            *code == 0 || *code == 1 || !ran.err.is_empty(),
            "canonry {line}: {ran:?}"
        );
        // A password is repeated nowhere.
        assert!(
            !ran.out.contains("secret") && !ran.err.contains("secret"),
            "canonry {line}: {ran:?}"
        );
    }
}

/// Every command of `--help` has at least one row above, and `--help` of its own.
#[test]
fn no_command_is_forgotten() {
    let place = Place::new("forgotten");
    let help = place.line("--help").expect(0).out;
    let commands = help
        .split("Commands:")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next())
        .expect("a list");
    let commands: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands.iter().filter(|command| **command != "help") {
        assert!(
            LINES
                .iter()
                .any(|(line, ..)| line.split_whitespace().any(|word| word == *command)),
            "{command} has no row"
        );
        place
            .line(&format!("{command} --help"))
            .expect(0)
            .says("Usage: canonry");
        assert!(
            JSON.iter()
                .any(|line| line.split_whitespace().next() == Some(command))
                || *command == "completions",
            "{command} has no JSON row"
        );
    }
}

/// With `--json` every line of the output is JSON, and so is a failure.
const JSON: &[&str] = &[
    "new q",
    "check p",
    "check broken",
    "play p --store memory: --script lines",
    "play p --store sqlite:s.db --session S",
    "demo",
    "test p",
    "status --store sqlite:s.db --session S",
    "transcript --store sqlite:s.db --session S",
    "log --store sqlite:s.db --session S",
    "answers p --store sqlite:s.db",
    "hooks list --store sqlite:s.db",
    "why visitor.first_name --store sqlite:s.db --session S",
    "why stays_long --store sqlite:s.db --session S",
    "replay --store sqlite:s.db --session S",
    "canon --store sqlite:s.db --session S",
    "field p --store sqlite:s.db --session S",
    "field p visitor.mood --store sqlite:s.db --session S",
    "observe p rosa.saying --store sqlite:s.db --session S",
    "context p rosa.saying --store sqlite:s.db --session S",
    "prompt p rosa.saying --store sqlite:s.db --session S",
    "prompt p --voice player --store sqlite:s.db --session S",
    "reply desk --case case.json",
    "reply desk --cases case.json",
    "reply desk --case case.json --model scripted:heard.jsonl",
    "reply desk --case bad-case.json",
    "matrix desk",
    "list states desk",
    "find wher desk",
    "diff desk desk --cases case.json",
    "graph --store sqlite:s.db --session S",
    "flow p",
    "export --store sqlite:s.db --session S",
    "export --store sqlite:s.db --session S --out e2",
    "import e --check",
    "doctor --store sqlite:s.db --session S",
    "verify --store sqlite:s.db",
    "verify --store sqlite:s.db --session S --head 99",
    "fork --store sqlite:s.db --session S --at 12 --into F",
    "diff --store sqlite:s.db --session S --with F",
    "erase --store sqlite:s.db --session F",
    "erase --store sqlite:s.db --session F --yes",
    "config",
    "logic check men.logic",
    "logic ask men.logic mortal(socrates)",
    "logic sorts men.logic",
    "logic convert men.logic --to tptp",
    "logic repair men.logic",
    "logic tools",
    "logic batch nowhere",
    "explain",
    "explain no-project",
    "explain no-projct",
    "log --store sqlite:s.db --session nobody",
    "verify --store nonsense",
    "import text",
];

#[test]
fn every_command_speaks_json() {
    let place = prepared("json");
    place.write("lines", "{\"id\":\"1\",\"message\":\"Ada\"}\nnonsense\n");
    place.write(
        "men.logic",
        "forall X: man(X) => mortal(X)\nman(socrates)\n",
    );
    for line in JSON {
        for lang in ["en", "fr"] {
            let ran = place.line(&format!("{line} --json --lang {lang}"));
            let lines = ran.json();
            if ran.code == 0 {
                assert!(!lines.is_empty() && ran.err.is_empty(), "{line}: {ran:?}");
            }
            for error in ran.err.lines() {
                let json: serde_json::Value = serde_json::from_str(error)
                    .unwrap_or_else(|problem| panic!("{line}: {problem} in {error}"));
                assert!(
                    json["error"]["kind"].is_string() && json["error"]["message"].is_string(),
                    "{line}: {error}"
                );
            }
        }
    }
}

/// (command line, words of the answer in French)
const FRENCH: &[(&str, &str)] = &[
    (
        "transcript --store sqlite:s.db --session S --limit 0",
        "un nombre de 1 à 1000 est attendu",
    ),
    (
        "log --store sqlite:s.db --session S --after x",
        "un nombre entier à partir de 0 est attendu",
    ),
    ("play p --seed -1", "un nombre entier à partir de 0"),
    ("play p --seed 99999999999999999999", "est trop grand"),
    ("log --store sqlite:s.db --session S", "en graine "),
    ("", "Usage : canonry [OPTIONS] <COMMANDE>"),
    ("--help", "\nCommandes :\n"),
    ("--help", "Codes de sortie : 0 fait"),
    (
        "log --help",
        "\nArguments :\n  [DIR]  Le dossier du projet [par défaut : .]",
    ),
    ("log --help", "\nOptions :\n"),
    ("log --help", "Afficher l'aide"),
    ("--frobnicate", "l'argument « --frobnicate » est inconnu"),
    ("plya", "play ?"),
    ("completions nosh", "valeurs possibles : bash"),
    ("--config bad-config.yaml config", "n'est pas un réglage"),
    ("test p", "réussites : 2, échecs : 0"),
    ("config", "store    sqlite:"),
    ("config", "lang     fr  option"),
    (
        "reply desk --case case.json --model scripted:invented.jsonl",
        "par ses mots ; le modèle est écarté :",
    ),
    ("config", "model    offline  par défaut"),
    ("config", "l'entrée est refusée : `too-long`"),
    ("config", "65536 octets"),
    (
        "status --store sqlite:s.db --session S",
        "une réponse, 2 essais restants",
    ),
    (
        "transcript --store sqlite:s.db --session S --limit 1",
        "la suite : --after 2",
    ),
    (
        "verify --store sqlite:text",
        "ne se lit pas comme un stockage Canonry",
    ),
    (
        "export --store sqlite:s.db --session S --out e",
        "existe, et n'est jamais écrasé",
    ),
    ("new p", "existe et n'est pas un dossier vide"),
    ("new q", "contient un projet de 6 fichiers"),
    ("check p", "0 erreur, 0 avertissement dans 6 fichiers"),
    ("check broken", "erreur["),
    ("check nowhere", "n'est pas un dossier"),
    ("explain no-project", "dossier"),
    ("explain no-projct", "vouliez-vous dire no-project ?"),
    ("config", "limites"),
    ("demo", "entrées dans le journal"),
    (
        "play p --store sqlite:s.db --session S",
        "détails encore ouverts",
    ),
    ("play p --store memory:", "Bienvenue à l'auberge"),
    ("play broken", "le projet a 1 faute"),
    (
        "log --store sqlite:s.db --session nobody",
        "il n'y a pas de session `nobody`",
    ),
    ("log r --store sqlite:s.db", "n'est pas un dossier"),
    (
        "why visitor.first_nam --store sqlite:s.db --session S",
        "vouliez-vous dire visitor.first_name ?",
    ),
    (
        "why visitor.first_name --store sqlite:s.db --session S",
        "visitor.first_name",
    ),
    (
        "replay --store sqlite:s.db --session S",
        "sans appeler de modèle : 0 différence\n",
    ),
    (
        "doctor --store sqlite:s.db --session S",
        "(chaîne, vues, entrées, instantané, relecture, attente, annonces, direct, logique, chronologie, graphe, thème), 0 constat\n",
    ),
    (
        "verify --store sqlite:s.db",
        "1 session, 21 entrées, 0 problème\n",
    ),
    (
        "verify --store sqlite:s.db --session S --head 99",
        "manquent",
    ),
    (
        "verify --store sqlite:s.db --session S --head x",
        "une tête s'écrit SEQ ou SEQ:CHAÎNE",
    ),
    (
        "verify --store nonsense",
        "erreur : stockage refusé : `nonsense` n'est pas un stockage\n  = aide : écrivez sqlite:CHEMIN",
    ),
    ("import e --check", "21 entrées, rien ne manque"),
    (
        "import text",
        "à la ligne 1, entrée 1 : il ne commence pas comme un export",
    ),
    (
        "fork --store sqlite:s.db --session S --at 12 --into F",
        "F contient S jusqu'à l'entrée 12",
    ),
    ("diff --store sqlite:s.db --session S", "0 différence\n"),
    (
        "erase --store sqlite:s.db --session F",
        "ajoutez --yes pour le faire",
    ),
    (
        "erase --store sqlite:s.db --session F --yes",
        "la chaîne se vérifie toujours",
    ),
    ("log --store sqlite:s.db --session F", "(effacé)"),
    (
        "log --store sqlite:s.db --session F",
        "12 entrées : on request",
    ),
    (
        "fork --store sqlite:s.db --session F --at 1 --into G",
        "a été effacée",
    ),
];

#[test]
fn every_message_is_also_in_french() {
    let place = prepared("french");
    for (line, words) in FRENCH {
        let ran = place.line(&format!("{line} --lang fr"));
        assert!(
            ran.out.contains(words) || ran.err.contains(words),
            "canonry {line}: no {words:?} in {ran:?}"
        );
    }
}

/// A reader that goes away (`| head -1`) ends the program quietly.
#[test]
fn a_closed_pipe_is_no_panic() {
    let place = prepared("pipe");
    let many: String = (0..300)
        .map(|id| {
            format!(
                "{{\"id\":\"m{id}\",\"message\":\"{}\"}}\n",
                "long ".repeat(100)
            )
        })
        .collect();
    place.write("many", many);
    place
        .line("play p --store sqlite:s.db --session S --script many")
        .expect(0);
    let lines = [
        "log",
        "log --json",
        "export",
        "doctor",
        "replay --json",
        "verify",
    ]
    .map(|command| format!("{command} --store sqlite:s.db --session S"));
    let others = [
        "--help",
        "completions bash",
        "explain",
        "config",
        "demo",
        "test p",
        "play p --store memory: --script many --json",
    ]
    .map(str::to_owned);
    for line in lines.into_iter().chain(others) {
        for reader in ["head -1", "head -c 1", "true"] {
            let program = env!("CARGO_BIN_EXE_canonry");
            let shell =
                format!("{{ '{program}' {line}; echo \"code $?\" >&2; }} | {reader} >/dev/null");
            let command = place.command();
            let path = std::env::var_os("PATH").unwrap_or_default();
            let envs: Vec<_> = command
                .get_envs()
                .map(|(key, value)| (key.to_owned(), value.map(ToOwned::to_owned)))
                .collect();
            let mut sh = std::process::Command::new("sh");
            sh.arg("-c")
                .arg(&shell)
                .current_dir(&place.dir)
                .env("PATH", path);
            sh.envs(
                envs.into_iter()
                    .filter_map(|(key, value)| Some((key, value?))),
            );
            sh.stdin(std::process::Stdio::null())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped());
            let ran = crate::program::finish(&mut sh, None).calm();
            // All of it may have been written before the reader went away.
            assert!(
                matches!(ran.err.trim(), "code 0" | "code 141"),
                "{line} | {reader}: {ran:?}"
            );
        }
    }
}

#[test]
fn the_examples_of_the_repository_are_sound() {
    let place = Place::new("worlds");
    place
        .run([std::ffi::OsStr::new("check"), hello().as_os_str()])
        .calm()
        .expect(0);
}

#[test]
fn a_fork_has_a_name_like_any_session() {
    let place = prepared("names");
    let long = "n".repeat(201);
    for name in ["", &long] {
        let words = [
            "fork",
            "--store",
            "sqlite:s.db",
            "--session",
            "S",
            "--at",
            "5",
            "--into",
            name,
        ];
        place
            .run(words)
            .calm()
            .expect(2)
            .says("an id has 1 to 200 bytes");
    }
    place
        .line("verify --store sqlite:s.db")
        .expect(0)
        .says("1 session,");
}
