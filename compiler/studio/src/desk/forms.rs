//! The form of a card and the grid of a kind: what they show, and the edits they make.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use cardwright_check::Severity;
use cardwright_ide::Snapshot;
use cardwright_model::FieldType;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Desk;
use crate::answer::{Refusal, Reply, wanted};
use crate::drafts::Edited;
use crate::form::{self, Change};
use crate::shelf;
use crate::source;

#[derive(Debug, Deserialize)]
struct FormWanted {
    package: String,
    card: String,
}

#[derive(Debug, Deserialize)]
struct GridWanted {
    package: String,
    kind: String,
}

#[derive(Debug, Deserialize)]
struct SetWanted {
    package: String,
    changes: Vec<Change>,
    #[serde(default)]
    group: String,
}

impl Desk {
    /// The form of a card.
    pub(super) fn form(&mut self, body: Value, reply: Reply) {
        let FormWanted { package, card } = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked(
            &package,
            reply,
            Box::new(move |desk, snapshot| Some(desk.form_of(snapshot, &card).into())),
        );
    }

    fn form_of(&self, snapshot: &Snapshot, card: &str) -> Result<Value, Refusal> {
        let library = &snapshot.package().ok_or("the package cannot be read")?.library;
        let broken = "the text cannot be read as a card at the moment; mend it on the other side";
        let home = self.home(snapshot, card).ok_or("there is no such card any more")?;
        let declared = source::declaration(&home.text, card).ok_or(broken)?;
        let kind = library.kind(&declared.kind.text).ok_or(broken)?;
        let fields = form::fields(kind, library);
        let names: Vec<&str> = fields.iter().filter_map(|field| field["name"].as_str()).collect();
        let values: BTreeMap<String, String> =
            form::values(&home.text, &declared, &names).into_iter().collect();
        let name = declared.name.as_ref().map(|name| name.text.as_str());
        Ok(json!({ "kind": kind.id, "name": name, "fields": fields, "values": values }))
    }

    /// The cards of a kind as a table.
    pub(super) fn grid(&mut self, body: Value, reply: Reply) {
        let GridWanted { package, kind } = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked(
            &package,
            reply,
            Box::new(move |_, snapshot| Some(grid_of(snapshot, &kind).into())),
        );
    }

    /// Sets fields of cards.
    pub(super) fn set(&mut self, body: Value, reply: Reply) {
        let SetWanted { package, changes, group } = match wanted(body) {
            Ok(wanted) => wanted,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        self.when_checked_with(
            &package.clone(),
            reply,
            Box::new(move |desk, snapshot, reply| match desk.fields_set(snapshot, changes) {
                Ok(files) => desk.make_edit(&package, files, &group, reply),
                Err(refusal) => reply.send(Err(refusal)),
            }),
        );
    }

    /// The files in which fields are set.
    pub(super) fn fields_set(
        &self,
        snapshot: &Snapshot,
        changes: Vec<Change>,
    ) -> Result<Vec<Edited>, Refusal> {
        let mut by_file: BTreeMap<PathBuf, (Arc<str>, Vec<Change>)> = BTreeMap::new();
        for change in changes {
            let home = self.home(snapshot, &change.card);
            let home = home.ok_or_else(|| format!("there is no `{}` any more", change.card))?;
            let (_, list) = by_file.entry(home.path).or_insert((home.text, Vec::new()));
            list.push(change);
        }
        let library = snapshot.package().map(|package| &package.library);
        let is_flag = |kind: &str, field: &str| {
            let kind = library.and_then(|library| library.kind(kind));
            let mut fields = kind.into_iter().flat_map(|kind| &kind.fields);
            fields.any(|known| known.name == field && known.field_type == FieldType::Flag)
        };
        let mut files = Vec::new();
        for (path, (before, changes)) in by_file {
            let after = form::changed(&before, &changes, is_flag)?.into();
            files.push(Edited { path, before, after });
        }
        Ok(files)
    }
}

fn grid_of(snapshot: &Snapshot, kind: &str) -> Result<Value, Refusal> {
    let package = snapshot.package().ok_or("the package cannot be read")?;
    let library = &package.library;
    let kind = library.kind(kind).ok_or_else(|| format!("there is no kind `{kind}`"))?;
    let fields = form::fields(kind, library);
    let names: Vec<&str> = fields.iter().filter_map(|field| field["name"].as_str()).collect();
    let sources = &snapshot.checked.sources;
    let mut rows = Vec::new();
    let mut parsed = BTreeMap::new();
    let cards =
        shelf::printed(library).filter(|(card, of)| of.id == kind.id && card.amends.is_none());
    for (card, _) in cards {
        let Some(file) = sources.find(&package.root.join(&card.provenance.file)) else { continue };
        let text = &sources.file(file).text;
        let all = parsed.entry(file.0).or_insert_with(|| form::declarations(text));
        let Some(declared) = all.get(&card.id) else { continue };
        let values: BTreeMap<String, String> =
            form::values(text, declared, &names).into_iter().collect();
        let own = snapshot.checked.diagnostics.iter().filter(|found| {
            let at = found.primary;
            at.file == file
                && found.severity != Severity::Info
                && declared.span.start <= at.span.start
                && at.span.start <= declared.span.end
        });
        let problems = own.map(|found| {
            let field = form::field_at(declared, found.primary.span.start);
            json!({ "field": field, "message": found.message })
        });
        rows.push(json!({
            "id": card.id,
            "name": card.name,
            "values": values,
            "problems": problems.collect::<Vec<_>>(),
        }));
    }
    Ok(json!({ "kind": kind.id, "fields": fields, "rows": rows }))
}
