//! Segments: what is written is read, and damage is noticed.

use canonry::store::segment::*;
use canonry::store::{Header, NewInput, NewRecord, Record};
use canonry::store::{Seq, chain};
use logic::value::{Digest, Instant};

fn sample() -> (Vec<NewRecord>, Vec<u8>) {
    let bodies = [
        Vec::new(),
        vec![7; 40],
        vec![b'x'; 5000],
        (0..3000_u32).map(|n| ((n * n) >> 3) as u8).collect(),
    ];
    let records: Vec<NewRecord> = bodies
        .into_iter()
        .zip(1..)
        .map(|(body, number)| NewRecord {
            header: Header {
                at: Instant::from_millis(1_700_000_000_000 + number).expect("a time"),
                kind: format!("Kind{number}"),
                version: number as u16,
                cause: "cause".to_owned(),
                cell: (number % 2 == 0).then(|| "a.b".to_owned()),
            },
            salt: [number as u8; 16],
            body,
        })
        .collect();
    let input = NewInput {
        id: "i".to_owned(),
        digest: Digest([9; 32]),
        index: 1,
    };
    let mut drafts = draft(&records, Some(&input));
    assert_eq!(drafts.len(), 1);
    let (bytes, _) = drafts[0].chained(5, Digest([1; 32]));
    let bytes = bytes.to_vec();
    (records, bytes)
}

#[test]
fn a_segment_comes_back_as_it_was() {
    let (records, bytes) = sample();
    assert!(bytes.len() < 4500, "long bodies are compressed");
    let mut previous = Digest([1; 32]);
    for ((entry, record), seq) in decode(&bytes, 5)
        .expect("whole")
        .into_iter()
        .zip(records)
        .zip(5..)
    {
        assert_eq!(entry.record, chain::seal(record, seq, previous));
        assert_eq!(entry.input, (seq == 6).then_some(Digest([9; 32])));
        previous = entry.record.chain;
    }
}

#[test]
fn erasing_keeps_headers_and_hashes_only() {
    let (_, bytes) = sample();
    let whole = decode(&bytes, 1).expect("whole");
    let holes = decode(&erased(&bytes, 1, true).expect("whole"), 1).expect("whole");
    for (whole, hole) in whole.into_iter().zip(holes) {
        let content = whole
            .record
            .content
            .clone()
            .filter(|_| whole.record.seq == 1);
        assert_eq!(
            hole.record,
            Record {
                content,
                ..whole.record
            }
        );
        assert_eq!(hole.input, None);
    }
}

#[test]
fn damaged_bytes_are_an_error_or_other_records_but_never_a_panic() {
    let (_, bytes) = sample();
    for offset in 0..bytes.len() {
        assert!(
            offset == 0
                || decode(&bytes[..offset], 1).is_err()
                || decode(&bytes[offset..], 1).is_ok()
        );
        for flip in [1, 0x40, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[offset] ^= flip;
            let _ = decode(&damaged, Seq::MAX - 2);
            let _ = decode(&damaged, 1);
        }
    }
}
