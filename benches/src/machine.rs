//! What the machine says about itself: load, memory, processor time, bytes written.

use std::fs;
use std::path::{Path, PathBuf};

/// Linux counts processor time in hundredths of a second.
const TICKS: f64 = 100.0;

pub fn load_average() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

pub fn describe() -> String {
    let processors = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("", |rest| rest.trim_start_matches([':', ' ', '\t']));
    format!(
        "{processors} processors ({model}), load average {}",
        load_average()
    )
}

/// A folder on the disk that holds the build, not on a file system in memory; gone when dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let root = std::env::var_os("CANONRY_BENCH_DIR").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench"),
            PathBuf::from,
        );
        let folder = root.join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the scratch folder can be made");
        Scratch(fs::canonicalize(folder).expect("the folder was just made"))
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The type of the file system that the folder is on.
    pub fn file_system(&self) -> String {
        let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        let holds = |line: &str| {
            let mut fields = line.split(' ');
            let (device, point, kind) = (fields.next()?, fields.next()?, fields.next()?);
            self.0
                .starts_with(point)
                .then(|| (point.len(), format!("{kind} on {device}")))
        };
        mounts
            .lines()
            .filter_map(holds)
            .max()
            .map_or_else(|| "unknown".to_owned(), |(_, kind)| kind)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Resident memory of this process.
pub fn resident_bytes() -> u64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ')
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok())
        .unwrap_or(0)
        * 4096
}

/// Seconds of processor time used so far by this process and by the servers it started.
pub fn processor_seconds() -> f64 {
    let own = std::process::id();
    let all: Vec<(u32, u32, f64)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| process(entry.file_name().to_str()?.parse().ok()?))
        .collect();
    let servers: Vec<u32> = all
        .iter()
        .filter(|(_, parent, _)| *parent == own)
        .map(|(id, _, _)| *id)
        .collect();
    all.iter()
        .filter(|(id, parent, _)| *id == own || servers.contains(id) || servers.contains(parent))
        .map(|(_, _, seconds)| seconds)
        .sum()
}

/// Process id, parent and processor time.
fn process(id: u32) -> Option<(u32, u32, f64)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some((id, fields.get(1)?.parse().ok()?, ticks / TICKS))
}

/// Bytes that this process gave to the system to write.
pub fn written_bytes() -> u64 {
    let text = fs::read_to_string("/proc/self/io").unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix("wchar: "))
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}

/// The middle one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => values[length / 2],
        length => f64::midpoint(values[length / 2 - 1], values[length / 2]),
    }
}

pub fn least_and_most(values: &[f64]) -> (f64, f64) {
    values.iter().fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), value| (least.min(*value), most.max(*value)),
    )
}
