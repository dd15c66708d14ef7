//! Pictures need enough pixels for the size at which they are printed.

use super::Inspection;
use crate::problem::PICTURE_TOO_SMALL;

const MM_PER_INCH: f32 = 25.4;

pub(super) fn check(look: &mut Inspection<'_>) {
    if !look.is_on("resolution") {
        return;
    }
    let wanted = look.settings.limit("resolution", "wanted");
    let minimum = look.settings.limit("resolution", "minimum");
    let survey = look.survey;
    for picture in &survey.pictures {
        if picture.pitch <= 0.0 {
            continue;
        }
        let dots = MM_PER_INCH / picture.pitch;
        // Half a dot per inch is rounding, not a coarse picture.
        if dots + 0.5 >= wanted {
            continue;
        }
        let limit = if dots + 0.5 < minimum { minimum } else { wanted };
        let enlarge = wanted / dots;
        let name = look.sheet.pictures.name_of(&picture.kind).unwrap_or("picture");
        let message =
            format!("`{name}` is printed at {dots:.0} dots an inch, fewer than {limit:.0}");
        let help = format!(
            "use a picture of {:.0} × {:.0} pixels or more; this one has {:.0} × {:.0}",
            (picture.width * enlarge).ceil(),
            (picture.height * enlarge).ceil(),
            picture.width,
            picture.height
        );
        look.report(PICTURE_TOO_SMALL, name, picture.place, message, help);
        if let Some(found) = look.found.last_mut() {
            found.is_grave = dots + 0.5 < minimum;
            found.field = Some("art");
        }
    }
}
