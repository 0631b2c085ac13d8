//! Marks that say something without a word: « Merci beaucoup 😡 », « Où en est mon dossier ?! ».
//!
//! A mark that is not known to be friendly, or to show only a thing, is read by a person.

/// The marks of a text that say something.
pub(super) fn grave_marks(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |mark: &str| {
        if !found.iter().any(|known| known == mark) {
            found.push(mark.to_owned());
        }
    };
    for mark in text.chars().filter(|mark| is_grave(*mark)) {
        add(mark.encode_utf8(&mut [0; 4]));
    }
    for word in text.split_whitespace().filter(|word| may_be_marked(word)) {
        // A face stands alone, or ends a word: « merci:( ».
        let ends = |face: &&&str| word == **face || word.ends_with(**face) && !word.contains("://");
        if let Some(face) = FACES.iter().find(ends) {
            add(face);
        }
        if let Some(mark) = ["?!", "!?"].iter().find(|mark| word.contains(**mark)) {
            add(mark);
        }
    }
    found
}

/// Most words end with a letter or a mark of no face, and hold no two marks.
fn may_be_marked(word: &str) -> bool {
    let ends = word.ends_with(['(', '/', '@', ':', '<', '[']);
    ends || word.contains('?') || word.contains('!')
}

fn is_grave(mark: char) -> bool {
    let is_picture = matches!(
        u32::from(mark),
        0x203C | 0x2049 | 0x2600..=0x27BF | 0x2B1B..=0x2BFF | 0x1F300..=0x1FAFF
    );
    // Things, vehicles and shades of skin.
    let is_thing = matches!(
        u32::from(mark),
        0x2701..=0x2703 | 0x2706..=0x2712 | 0x1F3FB..=0x1F3FF | 0x1F4BB..=0x1F4F7 | 0x1F550..=0x1F567
            | 0x1F697..=0x1F69A
    );
    is_picture && !is_thing && !FRIENDLY.contains(mark)
}

const FRIENDLY: &str =
    "🙂😊😀😃😄😁☺😉🙏👍👌🤝❤♥💙💚💛💜🧡💐🌸🌹🌷🌻🌞☀✨🎉👋😇🤗🥰😘😍😌✅✔☑⭐🌟💪👏🍀♂♀➡▶☎✉";

/// Faces of those who are sad or angry.
const FACES: [&str; 14] = [
    ":(", ":-(", ":'(", ":’(", ">:(", ":((", ":/", ":-/", ":@", ":-@", "D:", ":<", "=(", ":[",
];
