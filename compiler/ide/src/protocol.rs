//! The shapes of the protocol that this server reads and writes, and no others.

use cardwright_dsl::ast::Span;
use cardwright_dsl::{Columns, LineColumn, LineIndex};
use serde::{Deserialize, Serialize};

/// A place in a document, both numbers from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: u32,
    /// In the units that were agreed on.
    pub(crate) character: u32,
}

/// From one place up to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// A stretch of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    pub(crate) uri: String,
    pub(crate) range: Range,
}

/// A stretch and what to put there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextEdit {
    pub(crate) range: Range,
    pub(crate) new_text: String,
}

/// A document by its address.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Document {
    pub(crate) uri: String,
}

/// What most requests about a place have.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AtPosition {
    pub(crate) text_document: Document,
    pub(crate) position: Position,
}

/// What most requests about a whole document have.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfDocument {
    pub(crate) text_document: Document,
}

/// `textDocument/codeAction` and `textDocument/inlayHint`
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AtRange {
    pub(crate) text_document: Document,
    pub(crate) range: Range,
    #[serde(default)]
    pub(crate) context: ActionContext,
}

/// Which actions are wanted.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct ActionContext {
    /// Their kinds; none: all.
    #[serde(default)]
    pub(crate) only: Option<Vec<String>>,
}

impl ActionContext {
    /// True if a kind of action was asked for by its name or by that of a wider kind.
    pub(crate) fn asks_for(&self, kind: &str) -> bool {
        let is_it = |wanted: &String| {
            kind.strip_prefix(wanted.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.only.as_ref().is_some_and(|only| only.iter().any(is_it))
    }
}

/// `textDocument/references`
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ReferencesWanted {
    #[serde(flatten)]
    pub(crate) at: AtPosition,
    #[serde(default)]
    pub(crate) context: ReferencesContext,
}

/// What belongs to the references.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReferencesContext {
    #[serde(default)]
    pub(crate) include_declaration: bool,
}

/// `textDocument/rename`
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenameWanted {
    #[serde(flatten)]
    pub(crate) at: AtPosition,
    pub(crate) new_name: String,
}

/// `workspace/executeCommand`
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CommandWanted {
    pub(crate) command: String,
    #[serde(default)]
    pub(crate) arguments: Vec<serde_json::Value>,
}

/// Parameters that name a document.
pub(crate) trait AboutDocument {
    /// The document.
    fn document(&self) -> &Document;
}

impl AboutDocument for AtPosition {
    fn document(&self) -> &Document {
        &self.text_document
    }
}

impl AboutDocument for OfDocument {
    fn document(&self) -> &Document {
        &self.text_document
    }
}

impl AboutDocument for AtRange {
    fn document(&self) -> &Document {
        &self.text_document
    }
}

impl AboutDocument for ReferencesWanted {
    fn document(&self) -> &Document {
        &self.at.text_document
    }
}

impl AboutDocument for RenameWanted {
    fn document(&self) -> &Document {
        &self.at.text_document
    }
}

/// `workspace/symbol`
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct SymbolsWanted {
    #[serde(default)]
    pub(crate) query: String,
}

/// `textDocument/didOpen`
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Opened {
    pub(crate) text_document: OpenedDocument,
}

/// A document with its text.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct OpenedDocument {
    pub(crate) uri: String,
    #[serde(default)]
    pub(crate) version: i64,
    pub(crate) text: String,
}

/// `textDocument/didChange`
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Changed {
    pub(crate) text_document: VersionedDocument,
    pub(crate) content_changes: Vec<Change>,
}

/// A document as it is after a change.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct VersionedDocument {
    pub(crate) uri: String,
    #[serde(default)]
    pub(crate) version: i64,
}

/// One change; without a range it is the whole text.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Change {
    pub(crate) range: Option<Range>,
    pub(crate) text: String,
}

/// `workspace/didChangeWatchedFiles`
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct WatchedFilesChanged {
    pub(crate) changes: Vec<Document>,
}

/// `$/cancelRequest`
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Cancelled {
    pub(crate) id: serde_json::Value,
}

/// A text whose lines are known, to go between bytes and places. The only place that does.
#[derive(Debug, Clone)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    index: LineIndex,
    columns: Columns,
}

impl<'t> Lines<'t> {
    /// Finds the lines of a text.
    pub(crate) fn new(text: &'t str, columns: Columns) -> Lines<'t> {
        Lines { text, index: LineIndex::new(text), columns }
    }

    /// The place of a byte.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let LineColumn { line, column } = self.index.position(self.text, offset, self.columns);
        Position { line, character: column }
    }

    /// The places of a span.
    pub(crate) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// The byte at a place; the nearest, if there is no such place.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        let place = LineColumn { line: position.line, column: position.character };
        self.index.offset(self.text, place, self.columns)
    }

    /// The bytes of a range, in order even if its ends are not.
    pub(crate) fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span { start: start.min(end), end: start.max(end) }
    }
}
