//! Every bound of the engine and its host, with its name. `docs/limits.md` is this table.
//!
//! A bound that is met ends in a stated stop reason, never in a hang or a silent cut.

/// A bound as shown on the limits page and by `canonry config`.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub name: &'static str,
    pub value: u64,
    pub unit: &'static str,
    /// What happens when it is met.
    pub stop: &'static str,
}

macro_rules! limits {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty = $value:expr, $unit:literal, $stop:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: $type = $value;)*
        /// All of them, in order of appearance.
        pub const ALL: &[Limit] = &[$(Limit { name: stringify!($name), value: $value as u64, unit: $unit, stop: $stop }),*];
    };
}

limits! {
    /// One message.
    MESSAGE_BYTES: usize = 64 * 1024, "bytes", "the input is refused: `too-long`";
    /// One line of a script, or one request body.
    INPUT_BYTES: usize = 1024 * 1024, "bytes", "the input is refused: `too-long`";
    /// An id that a client chooses.
    ID_BYTES: usize = 200, "bytes", "the input is refused: `bad-id`";
    /// Cells in one assertion.
    ASSERTED_CELLS: usize = 1000, "cells", "the input is refused: `too-many-cells`";
    /// Depth of a value in an assertion.
    VALUE_DEPTH: usize = 16, "levels", "the input is refused: `too-deep`";
    /// Inputs of one session that are recorded and not yet decided.
    PENDING_INPUTS: usize = 256, "inputs", "the input is refused: `too-many-pending`";
    /// Events that one turn may append.
    TURN_EVENTS: usize = 1000, "events", "the turn stops and says so: `turn-too-long`";
    /// Requests that one turn may make.
    TURN_REQUESTS: usize = 16, "requests", "the collapse fails as the project says";
    /// Attempts of one collapse (a project may set fewer).
    ATTEMPTS: u32 = 4, "attempts", "the collapse fails as the project says";
    /// Attempts of one collapse where the project sets none.
    DEFAULT_ATTEMPTS: u32 = 3, "attempts", "the collapse fails as the project says";
    /// How long a model may take to answer one request.
    REQUEST_TIMEOUT_MS: u64 = 5000, "ms", "the outcome is a time-out, which is journalled";
    /// How often a turn that a host or store failure left pending is resumed with a model.
    RESUMES: u32 = 3, "resumes", "the turn ends without asking a model again";
    /// One answer of a model.
    ANSWER_BYTES: usize = 64 * 1024, "bytes", "the answer is refused: `too-long`";
    /// A generated text, where its attribute sets no length.
    GENERATED_CHARACTERS: usize = 600, "characters", "the answer is refused: `too-long`";
    /// Tries at one question, where the question sets none.
    DEFAULT_TRIES: u32 = 3, "tries", "the question is left open as the project says";
    /// Accepted facts shown in a view.
    VIEW_FACTS: usize = 256, "facts", "the view counts the ones left out";
    /// Session events between two snapshots.
    SNAPSHOT_EVENTS: u64 = 256, "events", "a snapshot is taken";
    /// Records read from a store at once.
    READ_RECORDS: usize = 512, "records", "the next page is read";
    /// One file of a project.
    FILE_BYTES: usize = 4 * 1024 * 1024, "bytes", "diagnostic `file-too-large`";
    /// All files of a project.
    PROJECT_BYTES: usize = 64 * 1024 * 1024, "bytes", "diagnostic `project-too-large`";
    /// Files of a project.
    PROJECT_FILES: usize = 10_000, "files", "diagnostic `project-too-large`";
    /// Nodes of one YAML file after its aliases are expanded.
    YAML_NODES: usize = 500_000, "nodes", "diagnostic `yaml-too-large`";
    /// Nesting of one YAML file.
    YAML_DEPTH: usize = 64, "levels", "diagnostic `yaml-too-deep`";
    /// Diagnostics shown for one project.
    DIAGNOSTICS: usize = 500, "diagnostics", "the rest is counted";
    /// Depth of a derived fact that reads derived facts.
    DERIVED_DEPTH: usize = 64, "levels", "diagnostic `cyclic-derived`, or unknown";
    /// How far around an entity its relations count as near.
    CONTEXT_RADIUS: usize = 3, "relations", "what is farther is left out";
    /// Relations on one path between two entities.
    PATH_STEPS: usize = 8, "relations", "longer paths are not looked for, and that is said";
    /// Entities that one search in the graph visits.
    PATH_SEARCH: usize = 10_000, "entities", "the search ends and says so";
    /// Nodes of a condition that are visited to judge it; nested quantifiers multiply.
    CONDITION_STEPS: u64 = logic::holds::STEPS_MAX, "nodes", "the condition is unknown, and `why` says so";
    /// Inclusions of templates and walks over lists in one rendered text.
    RENDER_STEPS: u64 = 100_000, "steps", "the text is cut with a stated mark";
    /// Size of a rendered text.
    RENDERED_BYTES: usize = 256 * 1024, "bytes", "the text is cut with a stated mark";
    /// A lease on a session's model requests, renewed at a third of it.
    LEASE_MS: u64 = 3000, "ms", "another node may take over";
    /// How long a turn waits for another node before it gives the caller an answer.
    WAIT_MS: u64 = 60_000, "ms", "the caller is told that the input is recorded and pending";
    /// Sessions whose state a host keeps in memory.
    CACHED_SESSIONS: usize = 1024, "sessions", "the least recently used state is dropped";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_limit_is_named_once() {
        let names: std::collections::BTreeSet<_> =
            super::ALL.iter().map(|limit| limit.name).collect();
        assert_eq!(names.len(), super::ALL.len());
    }
}
