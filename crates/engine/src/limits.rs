//! Every bound of the engine and its host, with its name. `docs/limits.md` is this table.
//!
//! A bound that is met ends in a stated stop reason, never in a hang or a silent cut.

/// A bound as shown on the limits page and by `canonry config`.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub name: &'static str,
    pub value: u64,
    pub unit: Words,
    /// What happens when it is met.
    pub stop: Words,
}

/// A text in both languages.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub en: &'static str,
    pub fr: &'static str,
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty = $value:expr, $unit:literal / $unit_fr:literal, $stop:literal / $stop_fr:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: $type = $value;)*
        /// All of them, in order of appearance.
        pub const ALL: &[Limit] = &[$(Limit { name: stringify!($name), value: $value as u64, unit: Words { en: $unit, fr: $unit_fr }, stop: Words { en: $stop, fr: $stop_fr } }),*];
    };
}

limits! {
    /// One message.
    MESSAGE_BYTES: usize = 64 * 1024, "bytes" / "octets",
        "the input is refused: `too-long`" / "l'entrée est refusée : `too-long`";
    /// One case of a reply.
    CASE_BYTES: usize = 4 * 1024 * 1024, "bytes" / "octets",
        "the case is refused: `too-long`" / "le cas est refusé : `too-long`";
    /// Words of a message that are searched for intentions.
    HEARD_WORDS: usize = 2000, "words" / "mots",
        "the words behind are not searched, and the reply says so" / "les mots suivants ne sont pas lus, et la réponse le dit";
    /// How often sections that cover or override others are looked at again.
    SECTION_ROUNDS: usize = 8, "rounds" / "tours",
        "what is left is said" / "ce qui reste est dit";
    /// Steps of one search whether conditions can hold together.
    ABSTRACTION_STEPS: u64 = 5_000, "steps" / "pas",
        "it is taken to be possible" / "c'est tenu pour possible";
    /// Steps of all such searches of a project.
    ABSTRACTION_STEPS_ALL: u64 = 2_000_000, "steps" / "pas",
        "what is left is taken to be possible" / "ce qui reste est tenu pour possible";
    /// Parts of a flow, repeats unfolded.
    FLOW_PARTS: usize = 5_000, "parts" / "parties",
        "the project is refused: `flow-too-long`" / "le projet est refusé : `flow-too-long`";
    /// Items of an answered list, where its attribute names no `max_items`.
    LIST_ITEMS: usize = 100, "items" / "éléments",
        "the answer is refused: `too-many`" / "la réponse est refusée : `too-many`";
    /// One line of a script, or one request body.
    INPUT_BYTES: usize = 1024 * 1024, "bytes" / "octets",
        "the input is refused: `too-long`" / "l'entrée est refusée : `too-long`";
    /// An id that a client chooses.
    ID_BYTES: usize = 200, "bytes" / "octets",
        "the input is refused: `bad-id`" / "l'entrée est refusée : `bad-id`";
    /// Cells in one assertion.
    ASSERTED_CELLS: usize = 1000, "cells" / "cellules",
        "the input is refused: `too-many-cells`" / "l'entrée est refusée : `too-many-cells`";
    /// Depth of a value in an assertion.
    VALUE_DEPTH: usize = 16, "levels" / "niveaux",
        "the input is refused: `too-deep`" / "l'entrée est refusée : `too-deep`";
    /// Inputs of one session that are recorded and not yet decided.
    PENDING_INPUTS: usize = 256, "inputs" / "entrées",
        "the input is refused: `too-many-pending`" / "l'entrée est refusée : `too-many-pending`";
    /// Events that one turn may append.
    TURN_EVENTS: usize = 1000, "events" / "événements",
        "the turn stops and says so: `turn-too-long`" / "le tour s'arrête et le dit : `turn-too-long`";
    /// Requests that one turn may make.
    TURN_REQUESTS: usize = 16, "requests" / "demandes",
        "the collapse fails as the project says" / "le collapse échoue comme le projet le dit";
    /// Testimonies that may be understood otherwise for one thing that contradicts them.
    REREADINGS: usize = 16, "testimonies" / "témoignages",
        "what contradicts them is refused: `impossible`" / "ce qui les contredit est refusé : `impossible`";
    /// Attempts of one collapse (a project may set fewer).
    ATTEMPTS: u32 = 4, "attempts" / "tentatives",
        "the collapse fails as the project says" / "le collapse échoue comme le projet le dit";
    /// Attempts of one collapse where the project sets none.
    DEFAULT_ATTEMPTS: u32 = 3, "attempts" / "tentatives",
        "the collapse fails as the project says" / "le collapse échoue comme le projet le dit";
    /// Alternatives of one answer that are looked at before a model is asked again.
    ALTERNATIVES: usize = 8, "alternatives" / "alternatives",
        "the others are not looked at" / "les autres ne sont pas regardées";
    /// How long a model may take to answer one request.
    REQUEST_TIMEOUT_MS: u64 = 5000, "ms" / "ms",
        "the outcome is a time-out, which is journalled" / "l'issue est un délai dépassé, inscrit au journal";
    /// How often a turn that a host or store failure left pending is resumed with a model.
    RESUMES: u32 = 3, "resumes" / "reprises",
        "the turn ends without asking a model again" / "le tour finit sans redemander à un modèle";
    /// One answer of a model.
    ANSWER_BYTES: usize = 64 * 1024, "bytes" / "octets",
        "the answer is refused: `too-long`" / "la réponse est refusée : `too-long`";
    /// A generated text, where its attribute sets no length.
    GENERATED_CHARACTERS: usize = 600, "characters" / "caractères",
        "the answer is refused: `too-long`" / "la réponse est refusée : `too-long`";
    /// Tries at one question, where the question sets none.
    DEFAULT_TRIES: u32 = 3, "tries" / "essais",
        "the question is left open as the project says" / "la question reste ouverte comme le projet le dit";
    /// Accepted facts shown in a view.
    VIEW_FACTS: usize = 256, "facts" / "faits",
        "the view counts the ones left out" / "la vue compte ceux qui manquent";
    /// Lines of one page of a transcript.
    TRANSCRIPT_LINES: usize = 1000, "lines" / "lignes",
        "the transcript says where the next page begins" / "la transcription dit où commence la page suivante";
    /// Session events between two snapshots.
    SNAPSHOT_EVENTS: u64 = 256, "events" / "événements",
        "a snapshot is taken" / "un instantané est pris";
    /// Records read from a store at once.
    READ_RECORDS: usize = 512, "records" / "entrées du journal",
        "the next page is read" / "la page suivante est lue";
    /// One line of an export: a project stands on one.
    EXPORT_LINE_BYTES: usize = 128 * 1024 * 1024, "bytes" / "octets",
        "the import is refused: `too-long`" / "l'import est refusé : `too-long`";
    /// A whole export.
    EXPORT_BYTES: usize = 1024 * 1024 * 1024, "bytes" / "octets",
        "the import is refused: `too-long`" / "l'import est refusé : `too-long`";
    /// The configuration file.
    CONFIG_BYTES: usize = 1024 * 1024, "bytes" / "octets",
        "the command is refused: `too-long`" / "la commande est refusée : `too-long`";
    /// The file of a scripted model, or of cases.
    SCRIPT_BYTES: usize = 64 * 1024 * 1024, "bytes" / "octets",
        "the command is refused: `too-long`" / "la commande est refusée : `too-long`";
    /// What is passed over of a line that is too long, before it is taken to have no end.
    SKIPPED_BYTES: usize = 64 * 1024 * 1024, "bytes" / "octets",
        "the reading ends: `too-long`" / "la lecture s'arrête : `too-long`";
    /// One file of a project.
    FILE_BYTES: usize = 4 * 1024 * 1024, "bytes" / "octets",
        "diagnostic `file-too-large`" / "diagnostic `file-too-large`";
    /// All files of a project.
    PROJECT_BYTES: usize = 64 * 1024 * 1024, "bytes" / "octets",
        "diagnostic `project-too-large`" / "diagnostic `project-too-large`";
    /// Files of a project.
    PROJECT_FILES: usize = 10_000, "files" / "fichiers",
        "diagnostic `project-too-large`" / "diagnostic `project-too-large`";
    /// Nodes of one YAML file after its aliases are expanded.
    YAML_NODES: usize = 500_000, "nodes" / "nœuds",
        "diagnostic `yaml-too-large`" / "diagnostic `yaml-too-large`";
    /// Nesting of one YAML file.
    YAML_DEPTH: usize = 64, "levels" / "niveaux",
        "diagnostic `yaml-too-deep`" / "diagnostic `yaml-too-deep`";
    /// Diagnostics shown for one project.
    DIAGNOSTICS: usize = 500, "diagnostics" / "diagnostics",
        "the rest is counted" / "le reste est compté";
    /// Cells of a project's field; each possible element of a set is one.
    FIELD_CELLS: u32 = 10_000_000, "cells" / "cellules",
        "diagnostic `world-too-large`" / "diagnostic `world-too-large`";
    /// Values that are tried to complete the world when something is fixed.
    SEARCH_NODES: u64 = 500, "values" / "valeurs",
        "the value is refused: `not-proven`" / "la valeur est refusée : `not-proven`";
    /// Values of one cell that are tried before they are shown as possible.
    SHOWN_VALUES: usize = 256, "values" / "valeurs",
        "the others are shown as not proven" / "les autres sont montrées comme non prouvées";
    /// Values that are tried to complete one part of an authored world.
    CHECK_NODES: u64 = 200_000, "values" / "valeurs",
        "diagnostic `world-undecided`" / "diagnostic `world-undecided`";
    /// What would follow from open cells and is laid beside a value, until nothing of it is broken.
    FOLLOWING: usize = 256, "consequences" / "conséquences",
        "the value is refused: `not-proven`" / "la valeur est refusée : `not-proven`";
    /// Cells that are asked what would follow from them, when something is fixed.
    FOLLOWING_CELLS: usize = 10_000, "cells" / "cellules",
        "the value is refused: `not-proven`" / "la valeur est refusée : `not-proven`";
    /// Entities of a world in which relations that would follow are looked for.
    LINKED: usize = 500, "entities" / "entités",
        "of a relation that would follow only the world rules that wait for it are looked at" / "d'une relation qui s'ensuivrait, seules les règles du monde qui l'attendent sont regardées";
    /// Constraints, relations and marks that one fact may cause.
    PROPAGATED: usize = 256, "consequences" / "conséquences",
        "the rest is left out and said: `propagation-cut`" / "le reste est laissé de côté et dit : `propagation-cut`";
    /// Constraints and relations by which two entities become one.
    MERGE_EVENTS: usize = 500, "entries" / "entrées",
        "the entities are not merged: `merge-too-wide`" / "les entités ne sont pas fusionnées : `merge-too-wide`";
    /// Depth of a derived fact that reads derived facts.
    DERIVED_DEPTH: usize = 64, "levels" / "niveaux",
        "diagnostic `cyclic-derived`, or unknown" / "diagnostic `cyclic-derived`, ou inconnu";
    /// What a model is told about the world around a cell.
    CONTEXT_CHARACTERS: usize = 6000, "characters" / "caractères",
        "the least relevant lines are left out, and counted" / "les lignes les moins utiles sont laissées de côté, et comptées";
    /// Relations of an entity that a model is told about.
    CONTEXT_LINES: usize = 40, "relations" / "relations",
        "the strongest are kept" / "les plus fortes restent";
    /// Entities around one that a model is told about.
    CONTEXT_NEAR: usize = 12, "entities" / "entités",
        "the nearest are kept" / "les plus proches restent";
    /// Things learnt last that a model is told about.
    CONTEXT_KNOWN: usize = 12, "facts" / "faits",
        "the latest are kept" / "les derniers restent";
    /// Lines of each part of what somebody knows, in a prompt that speaks as them.
    VOICE_LINES: usize = 60, "lines" / "lignes",
        "the latest are kept; of a conversation the rest is counted" / "les dernières restent ; d'une conversation, le reste est compté";
    /// How far around an entity its relations count as near.
    CONTEXT_RADIUS: usize = 3, "relations" / "relations",
        "what is farther is left out" / "ce qui est plus loin est laissé de côté";
    /// Relations on one path between two entities.
    PATH_STEPS: usize = 8, "relations" / "relations",
        "longer paths are not looked for, and that is said" / "les chemins plus longs ne sont pas cherchés, et c'est dit";
    /// Entities that one search in the graph visits.
    PATH_SEARCH: usize = 10_000, "entities" / "entités",
        "the search ends and says so" / "la recherche s'arrête et le dit";
    /// Nodes of a condition that are visited to judge it; nested quantifiers multiply.
    CONDITION_STEPS: u64 = logic::holds::STEPS_MAX, "nodes" / "nœuds",
        "the condition is unknown, and `why` says so" / "la condition est inconnue, et `why` le dit";
    /// Inclusions of templates and walks over lists in one rendered text.
    RENDER_STEPS: u64 = 100_000, "steps" / "pas",
        "the text is cut with a stated mark" / "le texte est coupé, avec une marque qui le dit";
    /// Size of a rendered text.
    RENDERED_BYTES: usize = 256 * 1024, "bytes" / "octets",
        "the text is cut with a stated mark" / "le texte est coupé, avec une marque qui le dit";
    /// A lease on a session's model requests, renewed at a third of it.
    LEASE_MS: u64 = 3000, "ms" / "ms",
        "another node may take over" / "un autre nœud peut prendre la suite";
    /// How long a turn waits for another node before it gives the caller an answer.
    WAIT_MS: u64 = 60_000, "ms" / "ms",
        "the caller is told that the input is recorded and pending" / "l'appelant apprend que l'entrée est enregistrée et en attente";
    /// Sessions whose state a host keeps in memory.
    CACHED_SESSIONS: usize = 1024, "sessions" / "sessions",
        "the least recently used state is dropped" / "l'état utilisé le moins récemment est lâché";
    /// Answers of models that a host keeps until they are written down.
    KEPT_ANSWERS: usize = 1024, "answers" / "réponses",
        "the least recently used answer is dropped" / "la réponse utilisée le moins récemment est lâchée";
    /// How often a hook is told of the same thing before it is given up.
    HOOK_ATTEMPTS: u32 = 8, "attempts" / "essais",
        "it is left as failed, and `canonry hooks` and `canonry doctor` show it" / "il reste en échec, et `canonry hooks` et `canonry doctor` le montrent";
    /// How long a hook may take.
    HOOK_TIMEOUT_MS: u64 = 10_000, "ms" / "ms",
        "the attempt failed" / "l'essai a échoué";
    /// How long a hook that failed is left alone, doubled with each attempt.
    HOOK_BACKOFF_MS: u64 = 500, "ms" / "ms",
        "it is tried again" / "il est essayé de nouveau";
}
