//! The help of every command and flag in French. A test holds it to the English one: what has no
//! translation here fails.

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Command};
use std::error::Error;

const HELP: &[(&str, &str)] = &[
    (
        "A truth engine for software in which a language model speaks: the model proposes, Canonry decides what is true.",
        "Un moteur de vérité pour les logiciels où parle un modèle de langue : le modèle propose, Canonry décide de ce qui est vrai.",
    ),
    (
        "Exit codes: 0 done; 1 mistakes or findings; 2 usage; 3 not found; 4 store; 5 damaged data; 6 erased; 70 defect.",
        "Codes de sortie : 0 fait ; 1 fautes ou constats ; 2 usage ; 3 introuvable ; 4 stockage ; 5 données endommagées ; 6 effacé ; 70 défaut.",
    ),
    (
        "Print JSON instead of text",
        "Afficher du JSON au lieu de texte",
    ),
    (
        "Language of messages: en or fr (default: the locale's)",
        "Langue des messages : en ou fr (par défaut : celle du système)",
    ),
    (
        "Where sessions are kept: sqlite:PATH, postgres://… or memory: (default: a file in your data folder)",
        "Où sont gardées les sessions : sqlite:CHEMIN, postgres://… ou memory: (par défaut : un fichier dans votre dossier de données)",
    ),
    (
        "A configuration file (default: config.yaml in your configuration folder)",
        "Un fichier de configuration (par défaut : config.yaml dans votre dossier de configuration)",
    ),
    ("The project's folder", "Le dossier du projet"),
    (
        "The session's name (default: the project's last session in the store)",
        "Le nom de la session (par défaut : la dernière du projet dans le stockage)",
    ),
    (
        "The tenant whose sessions are meant",
        "Le client dont il s'agit des sessions",
    ),
    (
        "The position, campaign or case that the sessions are for",
        "Le poste, la campagne ou le cas pour lequel sont les sessions",
    ),
    (
        "Export answers and results of a project's sessions, as JSON lines or as a table",
        "Exporter réponses et résultats des sessions d'un projet, en lignes JSON ou en tableau",
    ),
    (
        "Only this session (default: every session of the project)",
        "Seulement cette session (par défaut : toutes celles du projet)",
    ),
    (
        "Write a table (CSV) instead of JSON lines",
        "Écrire un tableau (CSV) au lieu de lignes JSON",
    ),
    (
        "Show what waits for the hooks, and deliver it",
        "Montrer ce qui attend les hooks, et le remettre",
    ),
    (
        "List what was not delivered yet, and what was given up",
        "Lister ce qui n'est pas encore remis, et ce qui a été abandonné",
    ),
    ("Deliver what is due", "Remettre ce qui doit l'être"),
    (
        "Also try again what was given up",
        "Essayer aussi de nouveau ce qui a été abandonné",
    ),
    (
        "Make a project that already plays",
        "Créer un projet qui se joue déjà",
    ),
    (
        "Report every mistake of a project at once",
        "Signaler toutes les fautes d'un projet à la fois",
    ),
    (
        "Talk to a project in the terminal, or feed it a script",
        "Parler à un projet dans le terminal, ou lui donner un script",
    ),
    (
        "Play the example project, scripted, with no network",
        "Jouer le projet d'exemple, par script, sans réseau",
    ),
    (
        "Run a project's stories, or record one",
        "Exécuter les histoires d'un projet, ou en enregistrer une",
    ),
    (
        "Answer a case with approved text, and prove what was answered",
        "Répondre à un cas par un texte approuvé, et prouver ce à quoi il répond",
    ),
    (
        "Show which state and intention get which answer, and what can never be chosen",
        "Montrer quel état et quelle intention reçoivent quelle réponse, et ce qui ne peut jamais être choisi",
    ),
    (
        "List states, intentions, templates, sections, facts, flags or commands",
        "Lister états, intentions, modèles, sections, faits, indicateurs ou commandes",
    ),
    (
        "Look whether something like this exists already",
        "Chercher si quelque chose de semblable existe déjà",
    ),
    (
        "A case as JSON; - reads it from standard input",
        "Un cas en JSON ; - le lit sur l'entrée standard",
    ),
    (
        "Many cases, one a line; each is answered with one line",
        "Plusieurs cas, un par ligne ; chacun reçoit une ligne",
    ),
    (
        "Who says what a message wants: offline, or scripted:FILE (default: the configured model)",
        "Qui dit ce que veut un message : offline, ou scripted:FILE (par défaut : le modèle configuré)",
    ),
    (
        "Write it as one page of HTML",
        "L'écrire comme une page HTML",
    ),
    (
        "Decide every state with every intention, every two states that can hold together, and cases at random",
        "Décider chaque état avec chaque intention, chaque paire d'états réalisables ensemble, et des cas au hasard",
    ),
    ("So many cases at random", "Autant de cas au hasard"),
    (
        "Print what a model would be asked about the message, and the form of its answer; nothing is decided",
        "Afficher ce qui serait demandé à un modèle sur le message, et la forme de sa réponse ; rien n'est décidé",
    ),
    (
        "Let the model put the reply into other words; what counts stays, or the approved text does",
        "Laisser le modèle reformuler la réponse ; ce qui compte reste, ou le texte approuvé reste",
    ),
    (
        "states, intentions, templates, sections, facts, flags or commands",
        "states, intentions, templates, sections, facts, flags ou commands",
    ),
    (
        "A word, or several in quotes",
        "Un mot, ou plusieurs entre guillemets",
    ),
    (
        "Another project: which decisions change from DIR to it",
        "Un autre projet : quelles décisions changent de DIR à lui",
    ),
    (
        "Recorded cases, one a line, for comparing two projects",
        "Des cas enregistrés, un par ligne, pour comparer deux projets",
    ),
    (
        "Compare two sessions, two points of one, or two projects on recorded cases",
        "Comparer deux sessions, deux points d'une seule, ou deux projets sur des cas enregistrés",
    ),
    ("Print help", "Afficher l'aide"),
    ("Print version", "Afficher la version"),
    (
        "Print this message or the help of the given subcommand(s)",
        "Afficher cette aide, ou celle d'une commande",
    ),
    (
        "Show where a session stands and what it awaits",
        "Montrer où en est une session et ce qu'elle attend",
    ),
    (
        "List what was sent and said in a session, page by page",
        "Lister ce qui a été envoyé et dit dans une session, page par page",
    ),
    (
        "Only what stands after this entry",
        "Seulement ce qui suit cette entrée",
    ),
    (
        "How many lines a page has at most",
        "Nombre de lignes d'une page, au plus",
    ),
    (
        "List what is fixed, with where it comes from",
        "Lister ce qui est fixé, et d'où cela vient",
    ),
    (
        "Cells that are fixed (the default), or those that are open or constrained, with what they may be",
        "Les cellules fixées (par défaut), ou celles qui sont ouvertes (open) ou restreintes (constrained), avec ce qu'elles peuvent être",
    ),
    (
        "Only cells of this entity",
        "Seulement les cellules de cette entité",
    ),
    (
        "Only this attribute, or the fields of this composite",
        "Seulement cet attribut, ou les champs de ce composé",
    ),
    (
        "Only attributes of this category",
        "Seulement les attributs de cette catégorie",
    ),
    (
        "Only cells whose name, entity or value holds this text, as people read it too",
        "Seulement les cellules dont le nom, l'entité ou la valeur contient ce texte, aussi comme on le lit",
    ),
    (
        "Show what is still possible, and why the rest is not",
        "Montrer ce qui est encore possible, et pourquoi le reste ne l'est pas",
    ),
    (
        "One cell, with the reason for everything it cannot be",
        "Une cellule, avec la raison de tout ce qu'elle ne peut pas être",
    ),
    (
        "The session's name (default: the project's last session in the store, or the world before any)",
        "Le nom de la session (par défaut : la dernière session du projet dans le stockage, ou le monde avant toute session)",
    ),
    (
        "Only cells that the session has narrowed",
        "Seulement les cellules que la session a restreintes",
    ),
    (
        "Show what a model is told about the world around a cell",
        "Montrer ce qu'un modèle apprend du monde autour d'une cellule",
    ),
    (
        "The open cell, such as aldric.age",
        "La cellule ouverte, comme aldric.age",
    ),
    (
        "Show the words that ask a model for a cell, or with which it speaks as somebody",
        "Montrer les mots qui demandent une cellule à un modèle, ou par lesquels il parle au nom de quelqu'un",
    ),
    (
        "Speak as this entity, or to `player`: only what they know and do not hide",
        "Parler au nom de cette entité, ou à `player` : seulement ce qui est su et pas caché",
    ),
    (
        "Look at one cell, which fixes it",
        "Regarder une cellule, ce qui la fixe",
    ),
    (
        "The cell to look at, such as aldric.age",
        "La cellule à regarder, comme aldric.age",
    ),
    (
        "The session's name (default: the project's last session in the store; one is started if there is none)",
        "Le nom de la session (par défaut : la dernière session du projet dans le stockage ; il en commence une s'il n'y en a pas)",
    ),
    (
        "An id of the input: sent again, it gives the same reply",
        "Un id de l'entrée : renvoyé, il donne la même réponse",
    ),
    (
        "Show how entities are related: around one, between two, or drawn",
        "Montrer comment les entités sont liées : autour de l'une, entre deux, ou dessinées",
    ),
    (
        "Only what lies around this entity",
        "Seulement ce qui entoure cette entité",
    ),
    ("How many relations away", "À combien de relations"),
    (
        "The strongest paths from this entity",
        "Les chemins les plus forts depuis cette entité",
    ),
    ("… to this one", "… jusqu'à celle-ci"),
    ("How many paths", "Combien de chemins"),
    ("Draw it for Graphviz", "Le dessiner pour Graphviz"),
    ("Draw it as an SVG image", "Le dessiner en image SVG"),
    (
        "List a session's journal, entry by entry",
        "Lister le journal d'une session, entrée par entrée",
    ),
    (
        "Say why a cell or a derived fact is what it is",
        "Dire pourquoi une cellule ou un fait dérivé est ce qu'il est",
    ),
    (
        "Decide a session again from its journal and compare every byte",
        "Décider à nouveau une session d'après son journal et comparer chaque octet",
    ),
    (
        "Write a session as JSON lines with a hash chain",
        "Écrire une session en lignes JSON avec une chaîne d'empreintes",
    ),
    (
        "Read an exported session into the store",
        "Lire une session exportée dans le stockage",
    ),
    (
        "Look for anything wrong in a session",
        "Chercher tout ce qui ne va pas dans une session",
    ),
    (
        "Compare heads, chains and entries of a store",
        "Comparer têtes, chaînes et entrées d'un stockage",
    ),
    (
        "Copy a session up to an entry into a new one",
        "Copier une session jusqu'à une entrée dans une nouvelle",
    ),
    (
        "Erase what a session or a person's sessions hold",
        "Effacer ce que contient une session ou les sessions d'une personne",
    ),
    (
        "A project, to show how its details are made",
        "Un projet, pour montrer comment ses détails sont faits",
    ),
    (
        "Show the configuration and where each value comes from, and the limits",
        "Montrer la configuration, l'origine de chaque valeur, et les limites",
    ),
    (
        "Explain a diagnostic code",
        "Expliquer un code de diagnostic",
    ),
    (
        "Print shell completions",
        "Afficher la complétion pour un interpréteur",
    ),
    (
        "bash, zsh, fish, elvish or powershell",
        "bash, zsh, fish, elvish ou powershell",
    ),
    ("The folder to make", "Le dossier à créer"),
    (
        "What it starts as: hello (or story), interview, support, beliefs",
        "Ce qu'il est au départ : hello (ou story), interview, support, beliefs",
    ),
    (
        "A diagnostic code; none lists them all",
        "Un code de diagnostic ; sans lui, tous sont listés",
    ),
    (
        "Always start a new session",
        "Toujours commencer une nouvelle session",
    ),
    (
        "Read inputs from a file of JSON lines, or `-` for standard input",
        "Lire les entrées d'un fichier de lignes JSON, ou `-` pour l'entrée standard",
    ),
    (
        "Also print the words of a model as they come, before the line of their turn",
        "Affiche aussi les mots d'un modèle à mesure qu'ils arrivent, avant la ligne de leur tour",
    ),
    (
        "Language of a new session, among the project's (default: that of the messages, or its first)",
        "Langue d'une nouvelle session, parmi celles du projet (par défaut : celle des messages, ou sa première)",
    ),
    (
        "Seed of a new session: the same seed makes the same choices",
        "Graine d'une nouvelle session : la même graine fait les mêmes choix",
    ),
    (
        "The person whose data a new session holds, for `erase --subject`",
        "La personne dont une nouvelle session garde les données, pour `erase --subject`",
    ),
    (
        "Move the session to the project as it is in the folder now",
        "Faire passer la session au projet tel qu'il est maintenant dans le dossier",
    ),
    (
        "The file to write (default, and `-`: standard output)",
        "Le fichier à écrire (par défaut, et `-` : la sortie standard)",
    ),
    (
        "Write what is whole before an entry that is damaged",
        "Écrire ce qui est intact avant une entrée endommagée",
    ),
    (
        "An exported session, or `-` for standard input",
        "Une session exportée, ou `-` pour l'entrée standard",
    ),
    (
        "Only check that the export is whole",
        "Seulement vérifier que l'export est intact",
    ),
    (
        "Take it even with entries that no turn would have written; each is told",
        "Le prendre même avec des entrées qu'aucun tour n'aurait écrites ; chacune est dite",
    ),
    (
        "Only this session (default: every session of the store)",
        "Seulement cette session (par défaut : toutes celles du stockage)",
    ),
    (
        "A head known from elsewhere, `SEQ` or `SEQ:CHAIN`, as `log --json` or an export shows it",
        "Une tête connue d'ailleurs, `SEQ` ou `SEQ:CHAÎNE`, comme la montre `log --json` ou un export",
    ),
    ("The last entry to keep", "La dernière entrée à garder"),
    ("The new session's name", "Le nom de la nouvelle session"),
    ("Compare with this session", "Comparer avec cette session"),
    (
        "The first point (default: the head)",
        "Le premier moment (par défaut : la tête)",
    ),
    (
        "The second point (default: the head)",
        "Le second moment (par défaut : la tête)",
    ),
    ("The session to erase", "La session à effacer"),
    (
        "Erase every session of this person",
        "Effacer toutes les sessions de cette personne",
    ),
    ("Why, for the journal", "Pourquoi, pour le journal"),
    ("Really do it", "Le faire vraiment"),
    (
        "Only entries after this one",
        "Seulement les entrées après celle-ci",
    ),
    (
        "A cell such as visitor.mood, or a derived fact",
        "Une cellule comme visitor.mood, ou un fait dérivé",
    ),
    (
        "As it was after this entry",
        "Tel que c'était après cette entrée",
    ),
    (
        "Only stories whose file or title contains this",
        "Seulement les histoires dont le fichier ou le titre contient ceci",
    ),
    (
        "Write a story from a session instead of running any",
        "Écrire une histoire d'après une session au lieu d'en exécuter",
    ),
    (
        "Check, repair, ask, show and convert belief sets",
        "Vérifier, réparer, interroger, montrer et convertir des ensembles de croyances",
    ),
    (
        "Report every mistake, repair and contradiction of a belief set",
        "Signaler toutes les fautes, réparations et contradictions d'un ensemble de croyances",
    ),
    (
        "Write what a model wrote as statements that can be read, and list every repair",
        "Écrire ce qu'un modèle a écrit en énoncés lisibles, et lister chaque réparation",
    ),
    (
        "Ask a belief set, and say why the answer is what it is",
        "Interroger un ensemble de croyances, et dire pourquoi la réponse est ce qu'elle est",
    ),
    (
        "Show the hierarchy of sorts, and where each edge comes from",
        "Montrer la hiérarchie des sortes, et d'où vient chaque arête",
    ),
    (
        "Write a belief set in another syntax",
        "Écrire un ensemble de croyances dans une autre syntaxe",
    ),
    (
        "Print the tools a model builds a belief set with, or apply calls of them",
        "Afficher les outils avec lesquels un modèle construit un ensemble de croyances, ou en appliquer des appels",
    ),
    (
        "Answer cases of premises and a query, one JSON line each",
        "Répondre à des cas de prémisses et d'une requête, une ligne JSON chacun",
    ),
    (
        "A file of statements, a folder with one, or `-` for standard input",
        "Un fichier d'énoncés, un dossier qui en contient un, ou `-` pour l'entrée standard",
    ),
    (
        "Its syntax: canonry, tweety, folio, nltk, rules, tptp, prover9 or calls (default: by its ending)",
        "Sa syntaxe : canonry, tweety, folio, nltk, rules, tptp, prover9 ou calls (par défaut : d'après sa terminaison)",
    ),
    (
        "Refuse what would need a repair",
        "Refuser ce qui demanderait une réparation",
    ),
    (
        "A file with one statement a line, or `-` for standard input",
        "Un fichier d'un énoncé par ligne, ou `-` pour l'entrée standard",
    ),
    (
        "Also make repairs that are guesses",
        "Faire aussi les réparations qui sont des suppositions",
    ),
    (
        "Show how a flow runs: its blocks, parts, guards and events, or drawn",
        "Montrer comment se déroule un parcours : blocs, parties, conditions et événements, ou dessiné",
    ),
    (
        "Print a graph for Graphviz",
        "Afficher un graphe pour Graphviz",
    ),
    (
        "The syntax to write: canonry, tweety, tptp or prover9",
        "La syntaxe à écrire : canonry, tweety, tptp ou prover9",
    ),
    (
        "Whose form they take: openai, anthropic or mcp",
        "La forme qu'ils prennent : openai, anthropic ou mcp",
    ),
    (
        "Apply the calls of a file of JSON lines, or of `-`, and answer each",
        "Appliquer les appels d'un fichier de lignes JSON, ou de `-`, et répondre à chacun",
    ),
    (
        "A file of cases, one JSON object a line, or `-` for standard input",
        "Un fichier de cas, un objet JSON par ligne, ou `-` pour l'entrée standard",
    ),
    (
        "Let the query's own sentence (`nl_query`) settle its sign",
        "Laisser la phrase de la requête (`nl_query`) fixer son signe",
    ),
    (
        "classical, forward, or auto: by the syntax of the case",
        "classical, forward, ou auto : d'après la syntaxe du cas",
    ),
    (
        "classical, or forward: rules run from facts to conclusions only",
        "classical, ou forward : les règles vont des faits aux conclusions seulement",
    ),
    (
        "The query, such as `mortal(socrates)`, in the file's syntax or another (default: every query of the file)",
        "La requête, comme `mortel(socrate)`, dans la syntaxe du fichier ou une autre (par défaut : toutes celles du fichier)",
    ),
    (
        "Whether what is not said may still be so: open or closed",
        "Si ce qui n'est pas dit peut encore être : open ou closed",
    ),
    (
        "Refuse a repair: all of a kind, or one by the number it is listed with (may be repeated)",
        "Refuser une réparation : toutes celles d'une sorte, ou une par son numéro dans la liste (répétable)",
    ),
    (
        "Give every answer to a query `exists X: …`",
        "Donner toutes les réponses à une requête `exists X: …`",
    ),
    (
        "The session to record (default: the project's last session in the store)",
        "La session à enregistrer (par défaut : la dernière du projet dans le stockage)",
    ),
    (
        "How many fields of a composite are made (default: the project's)",
        "Combien de champs d'un composé sont remplis (par défaut : ceux du projet)",
    ),
    (
        "The tone in which it is told (default: the project's)",
        "Le ton du récit (par défaut : celui du projet)",
    ),
];

pub fn french(english: &str) -> Option<&'static str> {
    HELP.iter()
        .find(|(known, _)| *known == english)
        .map(|(_, french)| *french)
}

/// What is wrong with a command line, in French, and what may help; the words of the line itself stay
/// as they are.
pub fn usage(error: &clap::Error) -> (String, String) {
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let argument = said(ContextKind::InvalidArg);
    let message = match error.kind() {
        ErrorKind::UnknownArgument => format!("l'argument « {argument} » est inconnu"),
        ErrorKind::InvalidSubcommand => format!(
            "la commande « {} » est inconnue",
            said(ContextKind::InvalidSubcommand)
        ),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            match said(ContextKind::InvalidValue).as_str() {
                "" => format!("il manque une valeur à « {argument} »"),
                value => format!("la valeur « {value} » de « {argument} » ne convient pas"),
            }
        }
        ErrorKind::MissingRequiredArgument => format!("il manque {argument}"),
        ErrorKind::MissingSubcommand => "il manque une commande".to_owned(),
        ErrorKind::ArgumentConflict => format!(
            "l'argument « {argument} » ne va pas avec « {} »",
            said(ContextKind::PriorArg)
        ),
        _ => "la ligne de commande est incorrecte".to_owned(),
    };
    let suggested = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ]
    .into_iter()
    .filter_map(|kind| error.get(kind))
    .map(|near| format!("vouliez-vous dire {near} ?"));
    let valid = error.get(ContextKind::ValidValue);
    let valid = valid.map(|values| format!("valeurs possibles : {values}"));
    // Every value that is checked is a number.
    let number = (error.kind() == ErrorKind::ValueValidation).then(|| {
        let reason = error.source().map(ToString::to_string).unwrap_or_default();
        match reason.split_once(" is not in ") {
            Some((_, range)) => format!("un nombre de {} est attendu", range.replace("..=", " à ")),
            None if reason.contains("too large") => "le nombre est trop grand".to_owned(),
            None => "un nombre entier à partir de 0 est attendu".to_owned(),
        }
    });
    let usage = error.get(ContextKind::Usage);
    let usage = usage.map(|usage| usage.to_string().replacen("Usage:", "Usage :", 1));
    let lines: Vec<String> = suggested
        .chain(valid)
        .chain(number)
        .chain(usage)
        .chain(["pour en savoir plus : --help".to_owned()])
        .collect();
    (message, lines.join("\n"))
}

/// The command with its help in French.
pub fn translated(mut command: Command) -> Command {
    // What clap adds by itself is there to be translated only once it is built.
    command.build();
    in_french(command)
}

fn in_french(mut command: Command) -> Command {
    if let Some(text) = command
        .get_about()
        .map(ToString::to_string)
        .and_then(|text| french(&text))
    {
        command = command.about(text);
    }
    if let Some(text) = command
        .get_after_help()
        .map(ToString::to_string)
        .and_then(|text| french(&text))
    {
        command = command.after_help(text);
    }
    // French sets a space before a colon, and clap the colon.
    command
        .help_template(
            "{before-help}{about-with-newline}\nUsage : {usage}\n\n{all-args}{after-help}",
        )
        .subcommand_help_heading("Commandes ")
        .subcommand_value_name("COMMANDE")
        .mut_args(argument_in_french)
        .mut_subcommands(in_french)
}

fn argument_in_french(argument: Arg) -> Arg {
    let help = argument.get_help().map(ToString::to_string);
    let Some(text) = help.and_then(|text| french(&text)) else {
        return argument;
    };
    let heading = if argument.is_positional() {
        "Arguments "
    } else {
        "Options "
    };
    let shows_default =
        argument.get_action().takes_values() && !argument.is_hide_default_value_set();
    let defaults: Vec<_> = argument
        .get_default_values()
        .iter()
        .filter(|_| shows_default)
        .map(|value| value.to_string_lossy().into_owned())
        .collect();
    let text = if defaults.is_empty() {
        text.to_owned()
    } else {
        format!("{text} [par défaut : {}]", defaults.join(", "))
    };
    argument
        .help(text)
        .help_heading(heading)
        .hide_default_value(true)
        .hide_possible_values(true)
}
