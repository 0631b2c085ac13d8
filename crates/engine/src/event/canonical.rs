//! Canonical JSON (RFC 8785). Bodies are declared with their keys in order, so plain JSON mostly is
//! canonical already; somebody looks on while it is written whether it is, and only else it is sorted.

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};
use std::io::{Result, Write};

/// What is written as canonical JSON.
#[doc(hidden)]
pub fn canonical(body: &impl Serialize) -> Vec<u8> {
    let sorted = || serde_json_canonicalizer::to_vec(body).expect("an event's body is always JSON");
    match plain(body) {
        Some(plain) => {
            debug_assert_eq!(plain, sorted());
            plain
        }
        None => sorted(),
    }
}

/// Plain JSON, if it surely is canonical: keys of plain ASCII in ascending order, no numbers.
#[doc(hidden)]
pub fn plain(body: &impl Serialize) -> Option<Vec<u8>> {
    let mut written = Vec::with_capacity(256);
    let mut watch = Watch::new();
    let mut serializer = Serializer::with_formatter(&mut written, Watched(&mut watch));
    body.serialize(&mut serializer)
        .expect("an event's body is always JSON");
    watch.canonical.then_some(written)
}

const DEPTH: usize = 32;
const KEYS: usize = 512;

/// Remembers the last key of each open object.
struct Watch {
    canonical: bool,
    in_key: bool,
    /// The key that is being written is its object's first.
    first: bool,
    /// The last keys one after another, outermost first, and behind them the one that is being written.
    keys: [u8; KEYS],
    /// How many bytes of that are used.
    used: usize,
    /// Where the last key of each open object begins.
    starts: [usize; DEPTH],
    depth: usize,
    /// Where the key begins that is being written.
    key: usize,
}

impl Watch {
    fn new() -> Watch {
        Watch {
            canonical: true,
            in_key: false,
            first: false,
            keys: [0; KEYS],
            used: 0,
            starts: [0; DEPTH],
            depth: 0,
            key: 0,
        }
    }

    fn open(&mut self) {
        if let Some(start) = self.starts.get_mut(self.depth) {
            *start = self.used;
        } else {
            self.canonical = false;
        }
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        if let Some(start) = self.starts.get(self.depth) {
            self.used = *start;
        }
    }

    fn add(&mut self, fragment: &[u8]) {
        match self.keys.get_mut(self.used..self.used + fragment.len()) {
            Some(room) if fragment.is_ascii() => {
                room.copy_from_slice(fragment);
                self.used += fragment.len();
            }
            _ => self.canonical = false,
        }
    }

    /// The key that was written takes the place of the last one, behind which it must come.
    fn end_key(&mut self) {
        self.in_key = false;
        let Some(start) = self.depth.checked_sub(1).and_then(|at| self.starts.get(at)) else {
            return;
        };
        let (last, key) = (*start..self.key, self.key..self.used);
        self.canonical &= self.first || self.keys[last] < self.keys[key.clone()];
        self.used = start + key.len();
        self.keys.copy_within(key, *start);
    }
}

struct Watched<'w>(&'w mut Watch);

/// Numbers have a canonical form of their own, which is not looked for.
macro_rules! numbers {
    ($($method:ident: $number:ty),* $(,)?) => {
        $(fn $method<W: ?Sized + Write>(&mut self, writer: &mut W, value: $number) -> Result<()> {
            self.0.canonical = false;
            CompactFormatter.$method(writer, value)
        })*
    };
}

impl Formatter for Watched<'_> {
    numbers! {
        write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_i128: i128,
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_u128: u128,
        write_f32: f32, write_f64: f64, write_number_str: &str,
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.open();
        CompactFormatter.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.close();
        CompactFormatter.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.0.in_key = true;
        self.0.first = first;
        self.0.key = self.0.used;
        CompactFormatter.begin_object_key(writer, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.0.end_key();
        CompactFormatter.end_object_key(writer)
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> Result<()> {
        if self.0.in_key {
            self.0.add(fragment.as_bytes());
        }
        writer.write_all(fragment.as_bytes())
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> Result<()> {
        self.0.canonical &= !self.0.in_key;
        CompactFormatter.write_char_escape(writer, escape)
    }

    fn write_raw_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> Result<()> {
        self.0.canonical = false;
        CompactFormatter.write_raw_fragment(writer, fragment)
    }
}
