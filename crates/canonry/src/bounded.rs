//! Reading within bounds: whatever a path or a pipe holds, no more of it is kept than a stated number of bytes.

use crate::failure::{Failure, Kind};
use std::io::{BufRead, Read};
use std::path::Path;

/// `-` stands for standard input.
#[cfg(feature = "cli")]
pub fn opened(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(std::io::stdin()));
    }
    let file = std::fs::File::open(path);
    let file = file.map_err(|error| Failure::unreadable(path, &error))?;
    Ok(Box::new(file))
}

/// All of a file, or a refusal: `too-long`.
#[cfg(feature = "cli")]
pub fn bytes(path: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    opened(path)?
        .take(most as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::unreadable(path, &error))?;
    if bytes.len() > most {
        return Err(too_long(path, most));
    }
    Ok(bytes)
}

/// The same, as text.
#[cfg(feature = "cli")]
pub fn text(path: &Path, most: usize) -> Result<String, Failure> {
    String::from_utf8(bytes(path, most)?).map_err(|error| {
        let read = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        not_text(path, 1 + read.iter().filter(|byte| **byte == b'\n').count())
    })
}

#[cfg(feature = "cli")]
fn not_text(path: &Path, line: usize) -> Failure {
    let path = path.display();
    Failure::new(
        Kind::Usage,
        format!("not-utf8: `{path}`:{line} is not UTF-8 text"),
        format!("not-utf8 : `{path}`:{line} n'est pas du texte UTF-8"),
    )
    .hint(
        "save it as UTF-8; `iconv -f latin1 -t utf-8` converts what was written otherwise",
        "enregistrez-le en UTF-8 ; `iconv -f latin1 -t utf-8` convertit ce qui fut écrit autrement",
    )
}

pub fn too_long(path: &Path, most: usize) -> Failure {
    let path = path.display();
    Failure::new(
        Kind::Usage,
        format!("too-long: `{path}` has more than {most} bytes"),
        format!("too-long : `{path}` fait plus de {most} octets"),
    )
    .hint(
        "check that it is the file you mean; canonry config names every bound",
        "vérifiez que c'est bien ce fichier ; canonry config nomme chaque limite",
    )
}

/// The next line, with its end; false where there is none. At most so many bytes are taken, so one that is
/// longer comes without its end.
pub fn line(reader: &mut impl BufRead, line: &mut Vec<u8>, most: usize) -> std::io::Result<bool> {
    line.clear();
    let read = reader.by_ref().take(most as u64).read_until(b'\n', line)?;
    Ok(read > 0)
}
