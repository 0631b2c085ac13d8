//! Any text in every strict syntax; what is read is printed and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logic::dialect::{self, Dialect, Document};

const ALL: [Dialect; 8] = [
    Dialect::Canonry,
    Dialect::Tweety,
    Dialect::Folio,
    Dialect::Nltk,
    Dialect::Rules,
    Dialect::Tptp,
    Dialect::Prover9,
    Dialect::ToolCalls,
];

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    // Conditions of authors share the lexer and the parser.
    let _ = logic::read(&text);
    for dialect in ALL {
        let (document, problems) = dialect::read(dialect, &text);
        for problem in &problems {
            assert!(problem.span.start <= problem.span.end && problem.span.end <= text.len());
        }
        let sayings = document.entries.iter().map(|entry| entry.saying.clone());
        let Ok(written) = dialect::write(Dialect::Canonry, &Document::of(sayings)) else {
            continue;
        };
        if !written.refused.is_empty() || !written.renamed.is_empty() {
            continue;
        }
        let (again, problems) = dialect::read(Dialect::Canonry, &written.text);
        assert!(problems.is_empty(), "{:?}\n{}", problems, written.text);
        let said = |document: &Document| -> Vec<_> {
            document.entries.iter().map(|entry| entry.saying.clone()).collect()
        };
        assert_eq!(said(&again), said(&document), "{}", written.text);
    }
});
