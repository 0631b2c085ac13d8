//! What a model might write, as a case: all lines but the last are premises, the last is the query.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logic::batch::{Case, Options, run};
use logic::repair::Place;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<&str> = text.split('\n').take(24).collect();
    let query = lines.pop().unwrap_or_default();
    let case = Case {
        premises: &lines,
        query,
        declared: &[],
        sentence: Some(query),
    };
    for options in [
        Options::default(),
        Options {
            guess: true,
            query_sentence: true,
            ..Options::default()
        },
    ] {
        let reading = run(&case, &options);
        assert_eq!(reading.premises.len(), lines.len());
        // No line is lost without a report.
        for (at, premise) in reading.premises.iter().enumerate() {
            let told = |place: &Place| *place == Place::Premise(at);
            assert!(
                premise.formula.is_some() || reading.repairs.iter().any(|repair| told(&repair.place)),
                "premise {at} is lost"
            );
        }
        // What is accepted prints to the strict syntax and reads back as the same formula.
        for statement in reading.premises.iter().chain([&reading.query]) {
            if let Some(formula) = &statement.formula {
                let printed = formula.to_string();
                let read = logic::dialect::statement(&printed);
                assert_eq!(read.as_ref(), Ok(formula), "{printed}");
            }
        }
    }
});
