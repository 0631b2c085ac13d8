//! One suite, three stores. Every case is a function over `impl Store` that runs on a fresh store of
//! each kind; a new behaviour is a new case, never a test of one store.

mod append;
mod erase;
mod races;
mod reading;
mod side;

use crate::cluster::Cluster;
use crate::samples::Folder;
use canonry::store::Store;
use canonry::store::memory::MemoryStore;
use canonry::store::postgres::PostgresStore;
use canonry::store::sqlite::SqliteStore;
use std::future::Future;
use std::time::Duration;

/// Where a case gets its stores from. Two handles see the same data, as two nodes would.
pub trait Fresh {
    type Store: Store + Clone;
    fn name(&self) -> &'static str;
    fn store(&mut self) -> impl Future<Output = (Self::Store, Self::Store)>;
}

struct Memory;

impl Fresh for Memory {
    type Store = MemoryStore;
    fn name(&self) -> &'static str {
        "memory"
    }
    async fn store(&mut self) -> (MemoryStore, MemoryStore) {
        let store = MemoryStore::new();
        (store.clone(), store)
    }
}

struct Sqlite {
    folder: Folder,
    made: usize,
}

impl Fresh for Sqlite {
    type Store = SqliteStore;
    fn name(&self) -> &'static str {
        "sqlite"
    }
    /// Opened twice: two sets of connections, as in two processes.
    async fn store(&mut self) -> (SqliteStore, SqliteStore) {
        self.made += 1;
        let path = self
            .folder
            .path()
            .join(format!("deep/folder/store-{}.db", self.made));
        let open = || SqliteStore::open(&path).expect("a new file can be opened");
        (open(), open())
    }
}

struct Postgres {
    cluster: Cluster,
}

impl Fresh for Postgres {
    type Store = PostgresStore;
    fn name(&self) -> &'static str {
        "postgres"
    }
    async fn store(&mut self) -> (PostgresStore, PostgresStore) {
        let url = self.cluster.database().await;
        let connect = async || {
            PostgresStore::connect(&url)
                .await
                .expect("a new database can be used")
        };
        (connect().await, connect().await)
    }
}

macro_rules! suite {
    ($($module:ident { $($case:ident)+ })+) => {
        const CASES: usize = [$($(stringify!($case)),+),+].len();

        /// Runs every case, or those of one store or name that CASE asks for; returns those that failed.
        async fn failures(mut fresh: impl Fresh) -> Vec<String> {
            let only = std::env::var("CASE").unwrap_or_default();
            let mut failed = Vec::new();
            $($({
                let name = concat!(stringify!($module), "::", stringify!($case));
                if format!("{} {name}", fresh.name()).contains(&only) {
                    let (one, other) = fresh.store().await;
                    let case = tokio::spawn($module::$case(one, other));
                    let limited = tokio::time::timeout(Duration::from_secs(60), case).await;
                    if !matches!(limited, Ok(Ok(()))) {
                        failed.push(format!("{} {name}: {limited:?}", fresh.name()));
                    }
                }
            })+)+
            failed
        }
    };
}

suite! {
    append {
        a_first_append_starts_the_session
        an_unknown_session_is_missing
        a_session_is_created_once
        exists_takes_any_position
        seq_refuses_whatever_came_between
        decided_lets_bare_inputs_interleave
        decided_moves_with_the_last_decision_of_a_batch
        a_repeated_input_is_pending_then_ended
        a_turn_in_one_batch_is_ended_at_once
        other_content_is_told_apart
        known_goes_before_conflict
        known_goes_before_a_turn_that_cannot_end
        a_repeated_creation_is_known
        a_refused_batch_leaves_nothing_behind
        an_input_that_was_never_recorded_cannot_end
        a_turn_ends_once
        odd_ids_and_bodies_come_back_as_they_were
        a_long_batch_is_one_append
        a_long_turn_is_known_by_all_its_entries
        batches_of_every_size_chain_alike
        a_loaded_batch_that_is_overtaken_looks_again
        a_history_begins_whole_or_not_at_all
    }
    reading {
        an_unknown_session_has_no_records
        records_come_in_pages
        the_chain_verifies_from_genesis
        every_tail_verifies_from_its_predecessor
        sessions_come_in_pages_in_order_of_creation
        sessions_of_one_project
        names_of_one_projects_sessions_come_in_pages
        the_last_session_is_the_one_appended_to_last
        sessions_are_found_by_their_subject
        a_survey_names_every_session
        another_handle_reads_what_was_acknowledged
        changed_returns_at_once_when_there_is_news
        changed_times_out_with_the_head
        changed_wakes_on_an_append
        changed_wakes_on_an_append_of_another_handle
        changed_wakes_only_past_after
        inputs_are_listed_in_pages
        an_index_that_the_journal_contradicts_is_found
    }
    side {
        a_lease_is_taken_renewed_and_refused
        a_lapsed_lease_names_its_holder
        a_released_lease_is_free_and_its_epoch_grows
        only_the_holder_releases
        leases_of_two_sessions_are_apart
        the_newest_snapshot_is_kept
        snapshots_are_dropped
        projects_are_put_once
        sealed_values_belong_to_their_session
        work_is_taken_in_order_once
        work_is_retaken_after_its_lease
        finished_work_never_comes_back
        the_same_work_twice_is_one
        work_of_one_kind_leaves_the_others
        work_that_was_put_back_comes_later
        waiting_work_is_listed_in_pages
    }
    erase {
        an_unknown_session_is_not_erased
        erasing_leaves_a_chain_that_verifies
        erasing_takes_the_words_of_the_first_append
        erased_inputs_answer_erased
        an_erased_session_takes_no_more_inputs
        erasing_takes_sealed_snapshot_and_work
        erasing_one_session_leaves_the_others
        erasing_makes_a_running_decision_conflict
        erasing_twice_is_allowed
        a_late_snapshot_does_not_bring_it_back
    }
    races {
        appenders_with_seq_lose_and_try_again
        one_of_many_equal_inputs_is_appended
        one_of_many_creations_wins
        bare_inputs_never_conflict
        one_of_many_decisions_ends_the_turn
        erasing_among_appends_leaves_no_content
        two_takers_share_the_work
        one_of_many_nodes_gets_the_lease
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn law_s8_the_same_suite_passes_on_every_store() {
    const { assert!(CASES >= 30) };
    let mut failed = failures(Memory).await;
    failed.extend(
        failures(Sqlite {
            folder: Folder::new("conformance"),
            made: 0,
        })
        .await,
    );
    failed.extend(
        failures(Postgres {
            cluster: Cluster::start(),
        })
        .await,
    );
    assert!(
        failed.is_empty(),
        "{} of {} cases failed:\n{}",
        failed.len(),
        3 * CASES,
        failed.join("\n")
    );
}
