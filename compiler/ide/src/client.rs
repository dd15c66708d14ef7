//! What the editor can do, and what it is told that the server can.

use std::path::PathBuf;

use cardwright_dsl::Columns;
use serde_json::{Value, json};

use crate::{lenses, tokens, uri};

/// What the editor can do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Client {
    /// The units of columns.
    pub(crate) columns: Columns,
    /// Whether it shows Markdown; otherwise plain text.
    pub(crate) markdown: bool,
    /// Whether it tells about changed files when it is asked to.
    pub(crate) watches_files: bool,
    /// Whether it knows the command that shows a card; it says so in `initializationOptions`.
    pub(crate) previews: bool,
}

impl Default for Client {
    fn default() -> Client {
        Client { columns: Columns::Utf16, markdown: true, watches_files: false, previews: false }
    }
}

impl Client {
    /// Reads the parameters of `initialize` and gives the answer to it.
    pub(crate) fn meet(params: &Value) -> (Client, Value) {
        let can = &params["capabilities"];
        let texts = |value: &Value| -> Vec<String> {
            let items = value.as_array().into_iter().flatten();
            items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
        };
        let encodings = texts(&can["general"]["positionEncodings"]);
        // Bytes are what the compiler counts; everybody understands UTF-16.
        let (columns, encoding) = match encodings.iter().any(|encoding| encoding == "utf-8") {
            true => (Columns::Utf8, "utf-8"),
            false => (Columns::Utf16, "utf-16"),
        };
        let formats = texts(&can["textDocument"]["hover"]["contentFormat"]);
        let watches = &can["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"];
        let client = Client {
            columns,
            markdown: formats.is_empty() || formats.iter().any(|format| format == "markdown"),
            watches_files: watches.as_bool().unwrap_or(false),
            previews: params["initializationOptions"]["preview"].as_bool().unwrap_or(false),
        };
        let answer = json!({
            "capabilities": capabilities(encoding),
            "serverInfo": { "name": "cardwright", "version": env!("CARGO_PKG_VERSION") },
        });
        (client, answer)
    }
}

/// The folders that the editor has open.
pub(crate) fn folders(params: &Value) -> Vec<PathBuf> {
    let folders = params["workspaceFolders"].as_array().into_iter().flatten();
    let folders = folders.filter_map(|folder| folder["uri"].as_str());
    let mut paths: Vec<PathBuf> = folders.filter_map(uri::to_path).collect();
    if paths.is_empty() {
        paths.extend(params["rootUri"].as_str().and_then(uri::to_path));
    }
    paths
}

fn capabilities(encoding: &str) -> Value {
    json!({
        "positionEncoding": encoding,
        "textDocumentSync": {
            "openClose": true,
            // Only what changed is sent.
            "change": 2,
            "save": true,
        },
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": ["-", "("] },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "documentFormattingProvider": true,
        "documentLinkProvider": {},
        "semanticTokensProvider": {
            "legend": { "tokenTypes": tokens::TYPES, "tokenModifiers": tokens::MODIFIERS },
            "full": true,
        },
        "inlayHintProvider": true,
        "foldingRangeProvider": true,
        "signatureHelpProvider": { "triggerCharacters": ["(", ",", " "] },
        "codeLensProvider": {},
        "executeCommandProvider": { "commands": [lenses::RUN_TEST] },
        "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_if_the_editor_can() {
        let offered = json!({ "capabilities": { "general": {
            "positionEncodings": ["utf-16", "utf-8"] } } });
        let (client, answer) = Client::meet(&offered);
        assert_eq!(client.columns, Columns::Utf8);
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
    }

    #[test]
    fn an_editor_that_says_nothing_gets_what_the_protocol_always_had() {
        for params in [json!({}), json!(null), json!({ "capabilities": [] })] {
            let (client, answer) = Client::meet(&params);
            assert_eq!(client.columns, Columns::Utf16);
            assert!(client.markdown && !client.watches_files);
            assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        }
    }
}
