//! The canonical layout of a document as edits, and links to the files it names.

use cardwright_check::Meaning;
use cardwright_dsl::ast::Span;
use serde_json::{Value, json};

use crate::protocol::{Lines, TextEdit};
use crate::requests::At;
use crate::{Session, uri};

/// The lines that `cardwright fmt` would change.
pub(super) fn edits(text: &str, lines: &Lines<'_>) -> Vec<TextEdit> {
    let formatted = cardwright_dsl::format(text);
    let differences = cardwright_dsl::differences(text, &formatted).into_iter();
    differences
        .map(|(old, new)| TextEdit {
            range: lines.range(Span::new(old.start, old.end)),
            new_text: formatted[new].to_owned(),
        })
        .collect()
}

impl Session {
    /// The pictures and other files that a document names.
    pub(super) fn links(&self, at: &At) -> Value {
        let lines = Lines::new(&at.snapshot.source(at.file).text, self.client.columns);
        let packages = at.snapshot.checked.packages.iter();
        let path = &at.snapshot.source(at.file).path;
        let root = packages.map(|package| &package.root).find(|root| path.starts_with(root));
        let Some(root) = root else { return Value::Null };
        let mut links = Vec::new();
        for mention in at.snapshot.mentions_in(at.file) {
            if let Meaning::File(file) = &mention.meaning {
                let range = lines.range(mention.location.span);
                links.push(json!({ "range": range, "target": uri::of_path(&root.join(file)) }));
            }
        }
        links.into()
    }
}

#[cfg(test)]
mod tests {
    use cardwright_dsl::Columns;

    use super::*;

    #[test]
    fn the_edits_make_what_the_formatter_makes() {
        let text = "hero  a \"A\" {\n    x: 1\n  y: 2\n}\n\n\n\nhero b{z:3}";
        let lines = Lines::new(text, Columns::Utf16);
        let mut changed = text.to_owned();
        for edit in edits(text, &lines).iter().rev() {
            changed.replace_range(lines.span(edit.range).range(), &edit.new_text);
        }
        assert_eq!(changed, cardwright_dsl::format(text));
        assert_ne!(changed, text);
        let formatted = Lines::new(&changed, Columns::Utf16);
        assert_eq!(edits(&changed, &formatted), []);
    }
}
