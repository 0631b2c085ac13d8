//! Segments: how records lie in a durable store. A segment holds consecutive records of one session
//! as one blob, so that an append is one row and not one row per record.
//!
//! A record in a segment: flags, time, version, kind, cause, cell, commitment, chain, then the
//! digest of the input that it records, then salt and body. The last three are what erasing
//! removes; nothing here is trusted when read, every length is checked.

use super::{Content, Header, NewInput, NewRecord, Record, Seq, chain, rules};
use logic::value::{Digest, Instant};

const HAS_CELL: u8 = 1;
const HAS_CONTENT: u8 = 2;
const HAS_DIGEST: u8 = 4;

const PLAIN: u8 = 0;
const LZ4: u8 = 1;

/// Bodies longer than this are compressed, if that makes them shorter.
const COMPRESS_FROM: usize = 1024;
/// LZ4 cannot expand further, so a larger claim is damage and is not allocated.
const LZ4_MAX_RATIO: usize = 255;

/// A segment ends when it holds this much, so that a page of a long import stays cheap to read.
const SEGMENT_RECORDS: usize = 64;
const SEGMENT_BYTES: usize = 48 * 1024;

/// A segment with everything but its chain hashes, which only the append can compute.
pub struct Draft {
    bytes: Vec<u8>,
    links: Vec<Link>,
}

struct Link {
    header_hash: Digest,
    commitment: Digest,
    chain_at: usize,
    bare: bool,
}

/// What was read of one record.
pub struct Entry {
    pub record: Record,
    pub input: Option<Digest>,
}

/// Encodes and hashes the records; done by the caller, so that the writer does not have to.
pub fn draft(records: &[NewRecord], input: Option<&NewInput>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let full = |draft: &Draft| {
            draft.links.len() >= SEGMENT_RECORDS || draft.bytes.len() >= SEGMENT_BYTES
        };
        if drafts.last().is_none_or(full) {
            drafts.push(Draft {
                bytes: Vec::new(),
                links: Vec::new(),
            });
        }
        let digest = input
            .filter(|input| input.index == index)
            .map(|input| input.digest);
        if let Some(draft) = drafts.last_mut() {
            draft.push(record, digest);
        }
    }
    drafts
}

impl Draft {
    pub fn records(&self) -> usize {
        self.links.len()
    }

    pub fn bare(&self) -> impl DoubleEndedIterator<Item = bool> + ExactSizeIterator {
        self.links.iter().map(|link| link.bare)
    }

    /// The segment at `first` after `previous`, and the chain hash after it.
    pub fn chained(&mut self, first: Seq, previous: Digest) -> (&[u8], Digest) {
        let mut chain = previous;
        for (seq, link) in (first..).zip(&self.links) {
            chain = chain::link(chain, seq, link.header_hash, link.commitment);
            self.bytes[link.chain_at..link.chain_at + 32].copy_from_slice(&chain.0);
        }
        (&self.bytes, chain)
    }

    fn push(&mut self, record: &NewRecord, input: Option<Digest>) {
        let header = &record.header;
        let commitment = chain::commitment(&record.salt, &record.body);
        let out = &mut self.bytes;
        out.reserve(160 + record.body.len());
        let flags = HAS_CONTENT
            | if header.cell.is_some() { HAS_CELL } else { 0 }
            | if input.is_some() { HAS_DIGEST } else { 0 };
        put_header(out, flags, header);
        out.extend_from_slice(&commitment.0);
        let chain_at = out.len();
        out.extend_from_slice(&[0; 32]);
        if let Some(digest) = input {
            out.extend_from_slice(&digest.0);
        }
        out.extend_from_slice(&record.salt);
        put_body(out, &record.body);
        self.links.push(Link {
            header_hash: chain::sha256(&chain::header_bytes(header)),
            commitment,
            chain_at,
            bare: rules::is_bare(record),
        });
    }
}

/// The segment without digests, salts and bodies, or only without digests where `keep_first`.
pub fn erased(segment: &[u8], first: Seq, keep_first: bool) -> Result<Vec<u8>, &'static str> {
    let mut out = Vec::with_capacity(segment.len());
    for (index, entry) in decode(segment, first)?.into_iter().enumerate() {
        let Record {
            header,
            commitment,
            chain,
            content,
            ..
        } = entry.record;
        let content = content.filter(|_| keep_first && index == 0);
        let flags = if header.cell.is_some() { HAS_CELL } else { 0 }
            | if content.is_some() { HAS_CONTENT } else { 0 };
        put_header(&mut out, flags, &header);
        out.extend_from_slice(&commitment.0);
        out.extend_from_slice(&chain.0);
        if let Some(content) = content {
            out.extend_from_slice(&content.salt);
            put_body(&mut out, &content.body);
        }
    }
    Ok(out)
}

pub fn decode(segment: &[u8], first: Seq) -> Result<Vec<Entry>, &'static str> {
    let mut input = Input(segment);
    let mut entries = Vec::new();
    while !input.0.is_empty() {
        let entry = first
            .checked_add(entries.len() as Seq)
            .and_then(|seq| input.entry(seq));
        entries.push(entry.ok_or("its bytes are damaged")?);
    }
    if entries.is_empty() {
        Err("its bytes are missing")
    } else {
        Ok(entries)
    }
}

fn put_header(out: &mut Vec<u8>, flags: u8, header: &Header) {
    out.push(flags);
    out.extend_from_slice(&header.at.as_millis().to_le_bytes());
    out.extend_from_slice(&header.version.to_le_bytes());
    put_bytes(out, header.kind.as_bytes());
    put_bytes(out, header.cause.as_bytes());
    if let Some(cell) = &header.cell {
        put_bytes(out, cell.as_bytes());
    }
}

fn put_body(out: &mut Vec<u8>, body: &[u8]) {
    if body.len() > COMPRESS_FROM {
        let compressed = lz4_flex::block::compress(body);
        if compressed.len() + 5 < body.len() {
            out.push(LZ4);
            put_length(out, body.len());
            put_bytes(out, &compressed);
            return;
        }
    }
    out.push(PLAIN);
    put_bytes(out, body);
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_length(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// Seven bits a byte, lowest first, the eighth bit says that more follow.
fn put_length(out: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        out.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

/// The rest of a segment. Every step answers `None` on damage.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn entry(&mut self, seq: Seq) -> Option<Entry> {
        let flags = self.byte()?;
        if flags & !(HAS_CELL | HAS_CONTENT | HAS_DIGEST) != 0 {
            return None;
        }
        let header = Header {
            at: Instant::from_millis(i64::from_le_bytes(self.array()?))?,
            version: u16::from_le_bytes(self.array()?),
            kind: self.text()?,
            cause: self.text()?,
            cell: if flags & HAS_CELL != 0 {
                Some(self.text()?)
            } else {
                None
            },
        };
        let commitment = Digest(self.array()?);
        let chain = Digest(self.array()?);
        let input = if flags & HAS_DIGEST != 0 {
            Some(Digest(self.array()?))
        } else {
            None
        };
        let content = if flags & HAS_CONTENT != 0 {
            Some(Content {
                salt: self.array()?,
                body: self.body()?,
            })
        } else {
            None
        };
        Some(Entry {
            record: Record {
                seq,
                header,
                commitment,
                chain,
                content,
            },
            input,
        })
    }

    fn body(&mut self) -> Option<Vec<u8>> {
        match self.byte()? {
            PLAIN => self.bytes().map(<[u8]>::to_vec),
            LZ4 => {
                let length = self.length()?;
                let compressed = self.bytes()?;
                if length > compressed.len().checked_mul(LZ4_MAX_RATIO)? {
                    return None;
                }
                lz4_flex::block::decompress(compressed, length)
                    .ok()
                    .filter(|body| body.len() == length)
            }
            _ => None,
        }
    }

    fn text(&mut self) -> Option<String> {
        self.bytes()
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .map(str::to_owned)
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        self.take(length)
    }

    fn length(&mut self) -> Option<usize> {
        let mut length = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            length |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return usize::try_from(length).ok();
            }
        }
        None
    }

    fn byte(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }
}
