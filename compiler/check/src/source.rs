//! The texts that diagnostics point into, and how byte offsets become lines and columns.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use cardwright_dsl::ast::Span;

/// A file among the [`Sources`] of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    /// Stands for one item of a file, until places are turned into places of files.
    pub(crate) fn of_item(number: u32) -> FileId {
        FileId(number | 1 << 31)
    }
}

/// Every file that was read, in the order of packages and paths.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Arc<SourceFile>>,
}

/// One file that was read.
#[derive(Debug)]
pub struct SourceFile {
    /// Where it is, as reached from the path that was asked for.
    pub path: PathBuf,
    /// The same with `/`, as diagnostics print it.
    pub name: String,
    /// The name to show to people if the path would mean nothing to them: a file that ships with
    /// the program lies in a folder that the user has never seen.
    pub shown: Option<String>,
    /// What it says.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

/// A line and column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Sources {
    /// Adds a file and returns its number.
    pub fn add(&mut self, path: &Path, text: Arc<str>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(Arc::new(SourceFile::new(path, text)));
        id
    }

    /// Adds a file that came with the program, `relative` to the folder of such packages.
    pub(crate) fn add_shipped(&mut self, path: &Path, relative: &Path, text: Arc<str>) -> FileId {
        let id = FileId(self.files.len() as u32);
        let shown = Some(format!("(shipped) {}", slashed(relative)));
        self.files.push(Arc::new(SourceFile { shown, ..SourceFile::new(path, text) }));
        id
    }

    /// Gives a file another text.
    pub fn replace(&mut self, id: FileId, text: Arc<str>) {
        let SourceFile { path, shown, .. } = self.file(id);
        let (path, shown) = (path.clone(), shown.clone());
        self.files[id.0 as usize] = Arc::new(SourceFile { shown, ..SourceFile::new(&path, text) });
    }

    /// The file of that number.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Every file with its number.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32), &**file))
    }

    /// The number of the file at that path, if it was read.
    pub fn find(&self, path: &Path) -> Option<FileId> {
        self.iter().find(|(_, file)| file.path == path).map(|(id, _)| id)
    }
}

impl SourceFile {
    /// A file with that text.
    pub fn new(path: &Path, text: Arc<str>) -> SourceFile {
        let name = slashed(path);
        let line_starts = std::iter::once(0)
            .chain(
                text.bytes()
                    .enumerate()
                    .filter(|(_, byte)| *byte == b'\n')
                    .map(|(at, _)| at as u32 + 1),
            )
            .collect();
        SourceFile { path: path.to_owned(), name, shown: None, text, line_starts }
    }

    /// The file in a message for people.
    pub fn shown(&self) -> &str {
        self.shown.as_deref().unwrap_or(&self.name)
    }

    /// Line of a byte offset, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.line_starts.partition_point(|start| *start <= offset) as u32
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line(offset);
        let start = self.line_starts[line as usize - 1] as usize;
        let column = self.text.get(start..offset as usize).map_or(0, |text| text.chars().count());
        Position { line, column: column as u32 + 1 }
    }

    /// The text of a span; empty if the span is not of this file.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The text of a line (from 1) without its line break.
    pub fn line_text(&self, line: u32) -> &str {
        let start = self
            .line_starts
            .get((line as usize).saturating_sub(1))
            .map_or(self.text.len(), |at| *at as usize);
        self.text[start..].lines().next().unwrap_or_default()
    }

    /// The first byte of each line.
    pub(crate) fn line_starts(&self) -> &[u32] {
        &self.line_starts
    }
}

/// A path with `/` between its parts.
fn slashed(path: &Path) -> String {
    path.components()
        .filter(|part| *part != Component::CurDir)
        .map(|part| part.as_os_str().to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
        .replacen("//", "/", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let file = SourceFile::new(Path::new("a/b.card"), "één\ntwo\n".into());
        assert_eq!(file.name, "a/b.card");
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(4), Position { line: 1, column: 3 });
        assert_eq!(file.position(6), Position { line: 2, column: 1 });
        assert_eq!(file.position(99), Position { line: 3, column: 1 });
        assert_eq!(file.line_text(2), "two");
    }
}
