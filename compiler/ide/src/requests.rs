//! Which question is answered by whom.

use std::path::Path;
use std::sync::Arc;

use cardwright_check::FileId;
use cardwright_model::Library;
use cardwright_vocabulary::Games;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::lenses::Offered;
use crate::message::{Failure, Request, code};
use crate::protocol::{
    AboutDocument, AtPosition, AtRange, Document, Lines, OfDocument, Position, ReferencesWanted,
    RenameWanted, SymbolsWanted,
};
use crate::unit::{Due, Snapshot};
use crate::{
    Session, completion, folds, hover, inlays, layout, lenses, signature, symbols, tokens, uri,
};

/// An answer; none if it must wait for a check.
type Answer = Option<Result<Value, Failure>>;

/// A document in a package that was checked as it is.
#[derive(Clone)]
pub(super) struct At {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) file: FileId,
}

/// What is known about a document at the moment.
pub(super) enum Known {
    /// Everything.
    Fresh(At),
    /// It must be checked first.
    Later,
    /// It is in no package that can be read.
    Nothing,
}

impl Session {
    /// The answer to a question.
    pub(super) fn answer(&mut self, request: &Request) -> Answer {
        match request.method.as_str() {
            "textDocument/hover" => self.at_position(request, |server, at, offset| {
                Some(Ok(server.hovered(&at, offset).unwrap_or_default()))
            }),
            "textDocument/completion" => self.while_typing(request, completion::complete),
            "textDocument/definition" => self.at_position(request, |server, at, offset| {
                Some(Ok(server.definition(&at, offset)))
            }),
            "textDocument/documentHighlight" => self.at_position(request, |server, at, offset| {
                Some(Ok(server.highlights(&at, offset)))
            }),
            "textDocument/references" => {
                self.about(request, |server, at, wanted: ReferencesWanted| {
                    let offset = server.offset(&at, wanted.at.position);
                    server.references(&at, offset, wanted.context.include_declaration).map(Ok)
                })
            }
            "textDocument/prepareRename" => self.at_position(request, |server, at, offset| {
                Some(server.prepare_rename(&at, offset))
            }),
            "textDocument/rename" => self.about(request, |server, at, wanted: RenameWanted| {
                let offset = server.offset(&at, wanted.at.position);
                server.rename(&at, offset, &wanted.new_name)
            }),
            "textDocument/codeAction" => self.about(request, |server, at, wanted: AtRange| {
                Some(Ok(server.actions(&at.snapshot, at.file, wanted.range, &wanted.context)))
            }),
            "textDocument/documentLink" => {
                self.about(request, |server, at, _: OfDocument| Some(Ok(server.links(&at))))
            }
            "textDocument/semanticTokens/full" => {
                self.about(request, |server, at, _: OfDocument| {
                    let source = at.snapshot.source(at.file);
                    let lines = Lines::new(&source.text, server.client.columns);
                    let mentions = at.snapshot.mentions_in(at.file);
                    Some(Ok(tokens::encode(&source.text, mentions, &lines)))
                })
            }
            "textDocument/inlayHint" => self.about(request, |server, at, wanted: AtRange| {
                let source = at.snapshot.source(at.file);
                let lines = Lines::new(&source.text, server.client.columns);
                Some(Ok(inlays::inlays(&at, wanted.range, &lines)))
            }),
            "textDocument/codeLens" => self.about(request, |server, at, wanted: OfDocument| {
                let source = at.snapshot.source(at.file);
                let lines = Lines::new(&source.text, server.client.columns);
                let game = at.snapshot.package().and_then(|package| package.library.game());
                let tests =
                    game.is_some_and(|game| server.games.vocabulary(&game.engine).is_some());
                let offered = Offered { previews: server.client.previews, tests };
                Some(Ok(lenses::lenses(&at, &wanted.text_document.uri, &lines, offered)))
            }),
            "textDocument/signatureHelp" => self.while_typing(request, signature::help),
            "textDocument/foldingRange" => self.of_text(request, folds::folds),
            "textDocument/documentSymbol" => self.of_text(request, symbols::outline),
            "textDocument/formatting" => {
                self.of_text(request, |text, lines| json!(layout::edits(text, lines)))
            }
            "workspace/symbol" => {
                Some(read(request).map(|wanted: SymbolsWanted| self.found_symbols(&wanted.query)))
            }
            method => {
                let message = format!("the server knows no `{method}`");
                Some(Err(Failure::new(code::METHOD_NOT_FOUND, message)))
            }
        }
    }

    /// Answers a question about the text of an open document alone.
    fn of_text(
        &mut self,
        request: &Request,
        answer: impl FnOnce(&str, &Lines<'_>) -> Value,
    ) -> Answer {
        let about: OfDocument = match read(request) {
            Ok(about) => about,
            Err(failure) => return Some(Err(failure)),
        };
        let path = uri::to_path(&about.text_document.uri);
        let open = path.and_then(|path| self.documents.get(&path).cloned());
        Some(Ok(match open {
            Some(open) => answer(&open.text, &Lines::new(&open.text, self.client.columns)),
            None => Value::Null,
        }))
    }

    /// Answers a question about a place in a document.
    fn at_position(
        &mut self,
        request: &Request,
        answer: impl FnOnce(&mut Session, At, u32) -> Answer,
    ) -> Answer {
        self.about(request, |server, at, params: AtPosition| {
            let offset = server.offset(&at, params.position);
            answer(server, at, offset)
        })
    }

    /// Answers a question about a document that must be checked.
    fn about<P: DeserializeOwned + AboutDocument>(
        &mut self,
        request: &Request,
        answer: impl FnOnce(&mut Session, At, P) -> Answer,
    ) -> Answer {
        let params: P = match read(request) {
            Ok(params) => params,
            Err(failure) => return Some(Err(failure)),
        };
        match self.known(params.document()) {
            Known::Fresh(at) => answer(self, at, params),
            Known::Later => None,
            Known::Nothing => Some(Ok(Value::Null)),
        }
    }

    pub(super) fn known(&mut self, document: &Document) -> Known {
        let Some(path) = uri::to_path(&document.uri) else { return Known::Nothing };
        let Some(at) = self.home_of(&path) else { return Known::Nothing };
        let unit = &mut self.units[at];
        if unit.project.is_err() {
            return Known::Nothing;
        }
        if !unit.is_fresh() {
            // Somebody waits for it.
            unit.due = Some(Due::Now);
            return Known::Later;
        }
        let Some(snapshot) = unit.snapshot.clone() else { return Known::Nothing };
        match snapshot.file(&path) {
            Some(file) => Known::Fresh(At { snapshot, file }),
            None => Known::Nothing,
        }
    }

    /// The unit that knows a file: one that is open, if the file belongs to a package below it.
    fn home_of(&mut self, path: &Path) -> Option<usize> {
        let own = self.packages.root_of(path);
        let known = self.units.iter().position(|unit| own.as_ref() == Some(&unit.root));
        // A file of the shipped games is read as what builds on it sees it.
        known
            .or_else(|| self.units.iter().position(|unit| unit.has(path)))
            .or_else(|| self.unit_of(path))
    }

    /// Answers a question about a place in an open text. An older check is good enough: nobody
    /// waits while typing.
    fn while_typing(
        &mut self,
        request: &Request,
        answer: impl FnOnce((&Library, Games), &str, u32, &Lines<'_>) -> Value,
    ) -> Answer {
        let at: AtPosition = match read(request) {
            Ok(at) => at,
            Err(failure) => return Some(Err(failure)),
        };
        let path = uri::to_path(&at.text_document.uri);
        let open = path.as_ref().and_then(|path| self.documents.get(path).cloned());
        let unit = path.as_ref().and_then(|path| self.home_of(path));
        let (Some(open), Some(unit)) = (open, unit) else { return Some(Ok(Value::Null)) };
        let unit = &self.units[unit];
        if unit.project.is_err() {
            return Some(Ok(Value::Null));
        }
        let snapshot = unit.snapshot.as_ref()?;
        let Some(package) = snapshot.package() else { return Some(Ok(Value::Null)) };
        let lines = Lines::new(&open.text, self.client.columns);
        let offset = lines.offset(at.position);
        let known = (&package.library, self.games);
        Some(Ok(answer(known, &open.text, offset, &lines)))
    }

    fn offset(&self, at: &At, position: Position) -> u32 {
        Lines::new(&at.snapshot.source(at.file).text, self.client.columns).offset(position)
    }

    fn hovered(&self, at: &At, offset: u32) -> Option<Value> {
        let (span, text) = hover::hover(&at.snapshot, self.games, at.file, offset)?;
        let source = at.snapshot.source(at.file);
        let range = Lines::new(&source.text, self.client.columns).range(span);
        let contents = match self.client.markdown {
            true => json!({ "kind": "markdown", "value": text }),
            false => json!({ "kind": "plaintext", "value": hover::plain(&text) }),
        };
        Some(json!({ "contents": contents, "range": range }))
    }
}

/// The parameters of a request.
pub(super) fn read<P: DeserializeOwned>(request: &Request) -> Result<P, Failure> {
    serde_json::from_value(request.params.clone()).map_err(|error| {
        let message = format!("`{}`: {error}", request.method);
        Failure::new(code::INVALID_PARAMS, message)
    })
}
