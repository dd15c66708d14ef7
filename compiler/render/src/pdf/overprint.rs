//! Printing over what lies below, instead of leaving white for it on the other plates.
//!
//! Words in black and the lines of a cutting machine are printed so: where the plates do not meet
//! exactly, no white edge shows. krilla cannot say it, so what overprints is drawn in an opacity
//! that nothing else has, and the finished document says it in that opacity's place.

use super::objects::{Dict, Objects};

/// The opacity that stands for overprinting: nearly 1, and exact in binary.
pub(super) const OPACITY: f32 = 2047.0 / 2048.0;

/// Says it in the finished document.
pub(super) fn apply(document: &mut Objects<'_>) {
    for dict in document.all.values_mut().filter_map(|object| object.dict.as_mut()) {
        let (fills, strokes) = (stands_for_it(dict, "ca"), stands_for_it(dict, "CA"));
        if fills {
            dict.set("ca", "1");
            dict.set("op", "true");
        }
        if strokes {
            dict.set("CA", "1");
            dict.set("OP", "true");
            // Without its own entry, a fill would follow the stroke.
            if !fills {
                dict.set("op", "false");
            }
        }
        if fills || strokes {
            // Inks that a colour has none of stay as they are below.
            dict.set("OPM", "1");
        }
    }
}

fn stands_for_it(dict: &Dict<'_>, key: &str) -> bool {
    dict.number(key).is_some_and(|opacity| (opacity - OPACITY).abs() < 1e-5)
}
