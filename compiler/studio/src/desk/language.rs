//! Questions that the language session answers: what may be written, what words mean, fixes, names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright_dsl::{Columns, LineColumn, LineIndex};
use cardwright_ide::{Incoming, uri};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Desk, Heard, request};
use crate::answer::{Answer, Refusal, Reply, wanted};
use crate::drafts::Edited;

/// A place in a file, counted from zero as browsers count.
#[derive(Debug, Deserialize)]
pub(super) struct At {
    package: String,
    file: String,
    line: u32,
    character: u32,
}

/// A file of a package.
#[derive(Debug, Deserialize)]
pub(super) struct OfFile {
    pub(super) package: String,
    pub(super) file: String,
}

#[derive(Debug, Deserialize)]
struct FixWanted {
    package: String,
    file: String,
    range: Value,
    title: String,
}

/// A stretch of a text and what comes there, as the language session says it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionEdit {
    range: SessionRange,
    new_text: String,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct SessionRange {
    start: SessionPosition,
    end: SessionPosition,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct SessionPosition {
    line: u32,
    character: u32,
}

impl Desk {
    /// Tells the session something.
    pub(super) fn notify(&mut self, method: &str, params: Value) {
        let method = method.to_owned();
        self.session.receive(Incoming::Notification { method, params });
    }

    /// Asks the session; `heard` takes the answer whenever it comes.
    pub(super) fn consult(&mut self, method: &str, params: Value, reply: Reply, heard: Heard) {
        self.asked += 1;
        self.heard.insert(self.asked, (heard, reply));
        self.session.receive(request(self.asked, method, params));
    }

    /// Takes up a message of the session.
    pub(super) fn hear(&mut self, mut message: Value) {
        if message["method"] == "textDocument/publishDiagnostics" {
            let found = &mut message["params"];
            if let Some(path) = found["uri"].as_str().and_then(uri::to_path) {
                let problems: Vec<Value> =
                    serde_json::from_value(found["diagnostics"].take()).unwrap_or_default();
                self.problems.insert(path, problems);
            }
            return;
        }
        let Some((heard, reply)) = message["id"].as_i64().and_then(|id| self.heard.remove(&id))
        else {
            return;
        };
        let result = match message["error"]["message"].as_str() {
            Some(reason) => Err(Refusal(reason.to_owned())),
            None => Ok(message["result"].take()),
        };
        heard(self, result, reply);
    }

    /// Answers a question about a place with what the session says.
    pub(super) fn at_place(&mut self, method: &str, body: Value, reply: Reply) {
        let asked = wanted::<At>(body).and_then(|at| {
            let path = self.file(&at.package, &at.file)?;
            let text = self.text_of(&path).ok_or("there is no such file")?;
            Ok((at, path, text))
        });
        let (at, path, text) = match asked {
            Ok(asked) => asked,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        // The session answers some questions about open texts only; a text without a draft is open
        // for one question.
        let is_saved = self.drafts.get(&path).is_none();
        if is_saved {
            self.open_text(&path, &text);
        }
        let params = json!({
            "textDocument": { "uri": uri::of_path(&path) },
            "position": { "line": at.line, "character": at.character },
        });
        let heard: Heard = Box::new(move |desk, result, reply| {
            if is_saved && desk.drafts.get(&path).is_none() {
                desk.close_text(&path);
            }
            reply.send(result);
        });
        self.consult(method, params, reply, heard);
    }

    /// The layout of a file in the canonical form, as an edit.
    pub(super) fn lay_out(&mut self, body: Value, reply: Reply) {
        let laid_out = wanted::<OfFile>(body).and_then(|wanted| {
            let path = self.file(&wanted.package, &wanted.file)?;
            let before = self.text_of(&path).ok_or("there is no such file")?;
            let after: Arc<str> = cardwright_dsl::format(&before).into();
            Ok((wanted.package, vec![Edited { path, before, after }]))
        });
        match laid_out {
            Ok((package, files)) => self.make_edit(&package, files, "", reply),
            Err(refusal) => reply.send(Err(refusal)),
        }
    }

    /// The fixes of the problems in a file.
    pub(super) fn fixes(&mut self, body: Value, reply: Reply) {
        let asked =
            wanted::<OfFile>(body).and_then(|wanted| self.file(&wanted.package, &wanted.file));
        let path = match asked {
            Ok(path) => path,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        let whole = json!({
            "start": { "line": 0, "character": 0 },
            "end": { "line": u32::MAX, "character": 0 },
        });
        let params = json!({ "textDocument": { "uri": uri::of_path(&path) }, "range": whole });
        let heard: Heard = Box::new(|_, result, reply| {
            let listed = result.map(|actions| {
                let actions = actions.as_array().cloned().unwrap_or_default();
                let shown = actions.into_iter().map(|action| {
                    let range = action["diagnostics"][0]["range"].clone();
                    json!({ "title": action["title"], "range": range })
                });
                json!({ "fixes": shown.collect::<Vec<_>>() })
            });
            reply.send(listed);
        });
        self.consult("textDocument/codeAction", params, reply, heard);
    }

    /// Applies a fix.
    pub(super) fn fix(&mut self, body: Value, reply: Reply) {
        let asked = wanted::<FixWanted>(body).and_then(|wanted| {
            let path = self.file(&wanted.package, &wanted.file)?;
            Ok((path, wanted))
        });
        let (path, wanted) = match asked {
            Ok(asked) => asked,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        let params =
            json!({ "textDocument": { "uri": uri::of_path(&path) }, "range": wanted.range });
        let heard: Heard = Box::new(move |desk, result, reply| {
            let edit = result.and_then(|actions| {
                let actions = actions.as_array().cloned().unwrap_or_default();
                let found = actions.into_iter().find(|action| action["title"] == wanted.title);
                let mut found =
                    found.ok_or("the text has changed; this fix is not needed any more")?;
                desk.session_edit(found["edit"]["changes"].take())
            });
            match edit {
                Ok(files) => desk.make_edit(&wanted.package, files, "", reply),
                Err(refusal) => reply.send(Err(refusal)),
            }
        });
        self.consult("textDocument/codeAction", params, reply, heard);
    }

    /// The files that an edit of the session changes.
    pub(super) fn session_edit(&mut self, changes: Value) -> Result<Vec<Edited>, Refusal> {
        let changes: BTreeMap<String, Vec<SessionEdit>> =
            serde_json::from_value(changes).map_err(|error| Refusal(error.to_string()))?;
        let mut files = Vec::new();
        for (address, edits) in changes {
            let path = uri::to_path(&address).ok_or("the fix is for a file elsewhere")?;
            let before = self.text_of(&path).ok_or("the fix is for a file that is gone")?;
            let after: Arc<str> = applied(&before, &edits).into();
            files.push(Edited { path, before, after });
        }
        Ok(files)
    }

    /// Tells the session that a text is open, and what it says.
    pub(super) fn open_text(&mut self, path: &Path, text: &str) {
        let document =
            json!({ "uri": uri::of_path(path), "languageId": "card", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Tells the session that what is on disk counts again.
    pub(super) fn close_text(&mut self, path: &Path) {
        let document = json!({ "uri": uri::of_path(path) });
        self.notify("textDocument/didClose", json!({ "textDocument": document }));
    }

    /// The problems of a file.
    pub(super) fn problems_of(&self, path: &PathBuf) -> &[Value] {
        self.problems.get(path).map(Vec::as_slice).unwrap_or_default()
    }

    /// Renames a declaration everywhere.
    pub(super) fn rename(&mut self, body: Value, reply: Reply) {
        #[derive(Deserialize)]
        struct Wanted {
            package: String,
            file: String,
            line: u32,
            character: u32,
            name: String,
        }
        let asked = wanted::<Wanted>(body).and_then(|wanted| {
            let path = self.file(&wanted.package, &wanted.file)?;
            Ok((path, wanted))
        });
        let (path, wanted) = match asked {
            Ok(asked) => asked,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        let params = json!({
            "textDocument": { "uri": uri::of_path(&path) },
            "position": { "line": wanted.line, "character": wanted.character },
            "newName": wanted.name,
        });
        let package = wanted.package;
        let heard: Heard = Box::new(move |desk, result, reply| {
            let edit = result.and_then(|mut edit| desk.session_edit(edit["changes"].take()));
            match edit {
                Ok(files) => desk.make_edit(&package, files, "", reply),
                Err(refusal) => reply.send(Err(refusal)),
            }
        });
        self.consult("textDocument/rename", params, reply, heard);
    }

    /// Where else the name at a place is used.
    pub(super) fn uses(&mut self, body: Value, reply: Reply) {
        let asked = wanted::<At>(body).and_then(|at| Ok((self.file(&at.package, &at.file)?, at)));
        let (path, at) = match asked {
            Ok(asked) => asked,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        let params = json!({
            "textDocument": { "uri": uri::of_path(&path) },
            "position": { "line": at.line, "character": at.character },
            "context": { "includeDeclaration": false },
        });
        let heard: Heard = Box::new(|desk, result, reply| {
            let listed = result.map(|places| {
                let places = places.as_array().cloned().unwrap_or_default();
                let shown = places.iter().filter_map(|place| desk.use_shown(place));
                json!({ "uses": shown.collect::<Vec<_>>() })
            });
            reply.send(Answer::from(listed));
        });
        self.consult("textDocument/references", params, reply, heard);
    }

    /// A place where a name is used: the file and the line, with its text.
    fn use_shown(&self, place: &Value) -> Option<Value> {
        let path = place["uri"].as_str().and_then(uri::to_path)?;
        let line = usize::try_from(place["range"]["start"]["line"].as_u64()?).ok()?;
        let text = self.text_of(&path)?;
        let text = text.lines().nth(line)?.trim().to_owned();
        let name = self
            .packages
            .values()
            .find_map(|root| path.strip_prefix(root).ok())
            .unwrap_or(&path)
            .to_string_lossy()
            .replace('\\', "/");
        Some(json!({ "file": name, "line": line + 1, "text": text }))
    }
}

/// A text with edits made, all of which count in the text as it is.
fn applied(text: &str, edits: &[SessionEdit]) -> String {
    let lines = LineIndex::new(text);
    let offset = |at: SessionPosition| {
        let place = LineColumn { line: at.line, column: at.character };
        lines.offset(text, place, Columns::Utf16) as usize
    };
    let mut spans: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| (offset(edit.range.start), offset(edit.range.end), edit.new_text.as_str()))
        .collect();
    spans.sort_unstable();
    let mut changed = text.to_owned();
    for (start, end, new) in spans.into_iter().rev() {
        if changed.get(start..end.max(start)).is_some() {
            changed.replace_range(start..end.max(start), new);
        }
    }
    changed
}
