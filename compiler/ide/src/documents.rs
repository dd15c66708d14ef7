//! The texts that are open in the editor, which count for more than the files on disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright_dsl::Columns;

use crate::protocol::{Change, Lines};

/// A text that is open in the editor.
#[derive(Debug, Clone)]
pub(crate) struct OpenText {
    /// The address that the editor uses.
    pub(crate) uri: String,
    /// The editor's number of this text.
    pub(crate) version: i64,
    /// What it says.
    pub(crate) text: Arc<str>,
}

/// All texts that are open, by path.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: BTreeMap<PathBuf, OpenText>,
}

impl Documents {
    /// Notes a text that was opened.
    pub(crate) fn open(&mut self, path: PathBuf, document: OpenText) {
        self.open.insert(path, document);
    }

    /// Forgets a text that was closed.
    pub(crate) fn close(&mut self, path: &Path) {
        self.open.remove(path);
    }

    /// The open text of a file.
    pub(crate) fn get(&self, path: &Path) -> Option<&OpenText> {
        self.open.get(path)
    }

    /// All open texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PathBuf, &OpenText)> {
        self.open.iter()
    }

    /// Changes an open text, one change after the other; false if it is not open.
    pub(crate) fn change(
        &mut self,
        path: &Path,
        version: i64,
        changes: Vec<Change>,
        columns: Columns,
    ) -> bool {
        let Some(document) = self.open.get_mut(path) else { return false };
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let span = Lines::new(&text, columns).span(range);
                    text.replace_range(span.range(), &change.text);
                }
            }
        }
        document.text = text.into();
        document.version = version;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Position, Range};

    /// From where to where, and what comes there.
    type Edit<'a> = ((u32, u32), (u32, u32), &'a str);

    fn changed(text: &str, changes: &[Edit<'_>]) -> String {
        let mut documents = Documents::default();
        let path = Path::new("a.card");
        let document = OpenText { uri: String::new(), version: 1, text: text.into() };
        documents.open(path.into(), document);
        let place = |(line, character)| Position { line, character };
        let changes = changes.iter().map(|(start, end, text)| Change {
            range: Some(Range { start: place(*start), end: place(*end) }),
            text: (*text).to_owned(),
        });
        assert!(documents.change(path, 2, changes.collect(), Columns::Utf16));
        documents.get(path).expect("it is open").text.to_string()
    }

    #[test]
    fn changes_are_made_one_after_the_other_in_the_units_of_the_editor() {
        assert_eq!(changed("a 🐉 b\nc", &[((0, 5), (0, 6), "x")]), "a 🐉 x\nc");
        let twice = [((0, 0), (0, 1), "long"), ((0, 4), (0, 5), "")];
        assert_eq!(changed("a b", &twice), "longb");
    }

    #[test]
    fn changes_at_places_that_are_not_there_do_no_harm() {
        assert_eq!(changed("ab", &[((9, 9), (9, 9), "c")]), "abc");
        assert_eq!(changed("ab", &[((0, 2), (0, 0), "c")]), "c");
        assert_eq!(changed("🐉", &[((0, 1), (0, 1), "c")]), "c🐉");
    }
}
