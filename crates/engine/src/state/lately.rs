//! What came to each holder, the latest first: so that whoever speaks next is told it without a look at all that
//! anybody ever heard.

use crate::overlay::Overlay;
use logic::value::{Cell, Name};
use serde::{Deserialize, Serialize};

/// By holder, entry (the latest first) and cell. What is about no cell stands under its entry alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lately {
    all: Overlay<String, ()>,
    count: Overlay<Name, u64>,
}

impl Lately {
    pub(super) fn came(&mut self, holder: &str, seq: u64, cell: Option<&Cell>) {
        let cell = cell.map_or_else(String::new, Cell::to_string);
        let key = format!("{holder} {:020} {cell}", u64::MAX - seq);
        if self.all.get(&key).is_none() {
            self.all.insert(key, ());
            self.count
                .insert(Name::from(holder), self.count(holder) + 1);
        }
    }

    /// How much came to a holder.
    pub fn count(&self, holder: &str) -> u64 {
        self.count.get(holder).copied().unwrap_or(0)
    }

    /// The entries by which something came to a holder, each with what it is about.
    pub fn to(&self, holder: &str) -> impl Iterator<Item = (u64, &str)> {
        let start = format!("{holder} ");
        let own = self.all.from(&start).map(|(key, ())| key.as_str());
        own.map_while(move |key| {
            let (seq, cell) = key.strip_prefix(&start)?.split_once(' ')?;
            Some((u64::MAX - seq.parse::<u64>().ok()?, cell))
        })
    }
}
