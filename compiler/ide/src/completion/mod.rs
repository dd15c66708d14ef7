//! What may be written at the cursor.

mod place;
mod proposal;
mod propose;

use cardwright_model::Library;
use cardwright_vocabulary::Games;
use serde_json::{Value, json};

use crate::protocol::{Lines, TextEdit};
use proposal::Stock;

/// Proposals that are sent at once; with more, those that fit what was typed.
const MOST: usize = 400;

/// What may be written at a byte of a text, going by a library that may be a little older.
pub(super) fn complete(
    (library, games): (&Library, Games),
    text: &str,
    offset: u32,
    lines: &Lines<'_>,
) -> Value {
    let Some(place) = place::place(text, offset) else { return json!([]) };
    let stock = Stock::new(library, games);
    let mut proposals = propose::propose(&stock, &place);
    proposals.sort_by(|one, two| (one.rank, &one.label).cmp(&(two.rank, &two.label)));
    let mut seen = std::collections::BTreeSet::new();
    proposals.retain(|proposal| seen.insert(proposal.label.clone()));
    let is_long = proposals.len() > MOST;
    if is_long {
        let typed = &text[place.word.range()];
        proposals.retain(|proposal| crate::symbols::fits(typed, &proposal.label));
        proposals.truncate(MOST);
    }
    let range = lines.range(place.word);
    let items: Vec<Value> = proposals
        .into_iter()
        .map(|proposal| {
            let edit = TextEdit { range, new_text: proposal.insert };
            let mut item = json!({
                "label": proposal.label,
                "kind": proposal.kind,
                "sortText": format!("{}{}", proposal.rank, proposal.label),
                "textEdit": edit,
            });
            if !proposal.detail.is_empty() {
                item["detail"] = proposal.detail.into();
            }
            if !proposal.note.is_empty() {
                item["documentation"] = proposal.note.into();
            }
            item
        })
        .collect();
    json!({ "isIncomplete": is_long, "items": items })
}
