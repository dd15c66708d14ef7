//! The canonical layout of a document as edits, and links to the files it names.

use cardwright_check::Meaning;
use cardwright_dsl::ast::Span;
use serde_json::{Value, json};
use similar::{DiffOp, TextDiff};

use super::Server;
use super::protocol::{Lines, TextEdit};
use super::requests::At;
use super::uri;

/// The lines that `cardwright fmt` would change.
pub(super) fn edits(text: &str, lines: &Lines<'_>) -> Vec<TextEdit> {
    let formatted = cardwright_dsl::format(text);
    let diff = TextDiff::from_lines(text, formatted.as_str());
    // The first byte of each line, and the end.
    let starts = |text: &str| -> Vec<usize> {
        let ends = text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (old, new) = (starts(text), starts(&formatted));
    let mut edits = Vec::new();
    for op in diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        let (from, to) = (op.old_range(), op.new_range());
        let span = Span::new(old[from.start], old[from.end]);
        let new_text = formatted[new[to.start]..new[to.end]].to_owned();
        edits.push(TextEdit { range: lines.range(span), new_text });
    }
    edits
}

impl Server {
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
