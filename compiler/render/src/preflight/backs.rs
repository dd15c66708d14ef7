//! Every front that is printed on both sides needs a back of its own size.

use crate::card::RenderedCard;
use crate::problem::{BACK_DOES_NOT_FIT, Problem, Subject};

/// Sizes that differ by less than this, in millimetres, count as equal.
const TOLERANCE: f32 = 0.01;

pub(super) fn check(cards: &[RenderedCard], found: &mut Vec<Problem>) {
    let mut told: Vec<&str> = Vec::new();
    for card in cards {
        // A problem of a kind is reported once, with its first card.
        if told.contains(&card.kind.as_str()) {
            continue;
        }
        let subject = Subject { card: card.id.clone(), provenance: card.provenance.clone() };
        let (what, message) = match &card.back {
            // Tokens and tiles may have no back. Cards must have one, because they have to look
            // alike from behind.
            None => {
                let Some(other) = cards.iter().find(|other| {
                    other.back.is_some()
                        && (other.size.width, other.size.height)
                            == (card.size.width, card.size.height)
                }) else {
                    continue;
                };
                let message = format!(
                    "cards of the kind `{}` have no back, but those of `{}`, which are as large, do",
                    card.kind, other.kind
                );
                ("back", message)
            }
            Some(back) => {
                let Some(tree) = &back.side.tree else { continue };
                let (width, height) = (tree.size().width(), tree.size().height());
                let fits = (width - card.size.full_width()).abs() < TOLERANCE
                    && (height - card.size.full_height()).abs() < TOLERANCE;
                if fits {
                    continue;
                }
                let message = format!(
                    "the back `{}` is {width:.1} × {height:.1} mm, the front {:.1} × {:.1} mm",
                    back.id,
                    card.size.full_width(),
                    card.size.full_height()
                );
                ("back", message)
            }
        };
        told.push(&card.kind);
        let help = format!(
            "give the kind `{}` a back of its size: `print {{ back: … }}`, or set \
             `backs = \"none\"` in `[print]`",
            card.kind
        );
        found.push(subject.error(BACK_DOES_NOT_FIT, what, message).help(help));
    }
}
