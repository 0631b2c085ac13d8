//! Many whole interviews at once in one process, each interrupted by all the others.

use super::*;
use crate::person;
use engine::event::Ended;
use engine::view::View;

/// How many interviews, unless CANONRY_INTERVIEWS says another number.
const INTERVIEWS: usize = 500;

fn resident_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// One turn of one interview, if anything is awaited in it.
struct Candidate {
    session: String,
    rng: Rng,
    view: View,
    turns: usize,
}

#[test]
#[allow(clippy::print_stdout, reason = "figures for whoever runs it")]
fn interleaved_interviews_keep_apart() {
    let asked = std::env::var("CANONRY_INTERVIEWS").ok();
    let count = asked.map_or(INTERVIEWS, |asked| {
        asked.parse().expect("CANONRY_INTERVIEWS is a number")
    });
    let project = flows::axiom();
    block(async {
        let before = resident_kilobytes();
        let store = MemoryStore::default();
        let host = plain(&store);
        let begun = std::time::Instant::now();
        let mut waiting = Vec::new();
        for index in 0..count {
            let session = format!("c{index}");
            let open = host
                .open(&session, open_with(&project))
                .await
                .expect("opens");
            waiting.push(Candidate {
                session,
                rng: Rng::new(index as u64 % 50),
                view: open.view,
                turns: 0,
            });
        }
        let (mut order, mut turns) = (Rng::new(1), 0_u64);
        let mut ended: BTreeMap<u64, Vec<(String, usize, Vec<_>)>> = BTreeMap::new();
        while !waiting.is_empty() {
            let at = order.below(waiting.len());
            let candidate = &mut waiting[at];
            let Some(input) = person::answers(&mut candidate.rng, &project, &candidate.view) else {
                let over = waiting.swap_remove(at);
                let how = over.view.ended.as_ref().map(|ended| ended.how);
                assert_eq!(how, Some(Ended::Completed), "{}", over.session);
                let index: u64 = over.session[1..].parse().expect("its number");
                let facts = person::facts(&over.view);
                ended
                    .entry(index % 50)
                    .or_default()
                    .push((over.session, over.turns, facts));
                continue;
            };
            candidate.turns += 1;
            let envelope = Envelope {
                id: format!("i{}", candidate.turns),
                input,
            };
            candidate.view = host
                .input(&candidate.session, envelope)
                .await
                .expect("answers")
                .view;
            turns += 1;
        }
        let seconds = begun.elapsed().as_secs_f64();
        // Whoever says the same is told the same, whatever happened in between.
        for (seed, alike) in &ended {
            for (session, turns, facts) in alike {
                assert_eq!(
                    (turns, facts),
                    (&alike[0].1, &alike[0].2),
                    "{session}, seed {seed}"
                );
            }
        }
        assert_eq!(ended.values().map(Vec::len).sum::<usize>(), count);
        let grown = resident_kilobytes().saturating_sub(before);
        println!(
            "{count} interviews, {turns} turns, {:.0} turns a second, {:.1} kB of memory an interview",
            turns as f64 / seconds,
            grown as f64 / count as f64
        );
    });
}
