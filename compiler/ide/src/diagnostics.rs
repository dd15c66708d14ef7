//! Problems as the editor shows them, and their fixes as actions.

use std::collections::BTreeMap;

use cardwright_check::project::MANIFEST;
use cardwright_check::{Diagnostic, FileId, Fix, Location, Severity};
use cardwright_dsl::Columns;
use serde_json::{Value, json};

use crate::fixes::apart;
use crate::protocol::{ActionContext, Lines, Range, TextEdit};
use crate::unit::{Snapshot, Unit};
use crate::{Session, uri};

/// Who says so, beside each problem.
pub(crate) const SOURCE: &str = "cardwright";

impl Session {
    /// Tells the editor what changed among the problems of all packages.
    pub(super) fn publish(&mut self) {
        let mut all: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for unit in &self.units {
            for (uri, problems) in self.problems_of(unit) {
                let known = all.entry(uri).or_default();
                for problem in problems {
                    // Packages that build on the same one report it, too.
                    if !known.contains(&problem) {
                        known.push(problem);
                    }
                }
            }
        }
        for (uri, problem) in self.strays() {
            all.entry(uri).or_default().push(problem);
        }
        let gone: Vec<String> =
            self.published.keys().filter(|uri| !all.contains_key(*uri)).cloned().collect();
        for uri in gone {
            self.published.remove(&uri);
            self.notify(
                "textDocument/publishDiagnostics",
                json!({ "uri": uri, "diagnostics": [] }),
            );
        }
        for (uri, problems) in all {
            if self.published.get(&uri) == Some(&problems) {
                continue;
            }
            let mut params = json!({ "uri": uri, "diagnostics": problems });
            let open = uri::to_path(&uri).and_then(|path| self.documents.get(&path).cloned());
            if let Some(open) = open {
                params["version"] = open.version.into();
            }
            self.notify("textDocument/publishDiagnostics", params);
            self.published.insert(uri, problems);
        }
    }

    fn problems_of(&self, unit: &Unit) -> BTreeMap<String, Vec<Value>> {
        let mut problems: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        if let Err(why) = &unit.project {
            let problem = at_start(1, &format!("the package cannot be read: {why}"));
            problems.insert(uri::of_path(&unit.root.join(MANIFEST)), vec![problem]);
            return problems;
        }
        let Some(snapshot) = &unit.snapshot else { return problems };
        let mut by_file: BTreeMap<FileId, Vec<&Diagnostic>> = BTreeMap::new();
        for found in &snapshot.checked.diagnostics {
            by_file.entry(found.primary.file).or_default().push(found);
        }
        for (file, found) in by_file {
            let source = snapshot.source(file);
            let lines = Lines::new(&source.text, self.client.columns);
            let shown = found.into_iter().map(|found| self.shown(snapshot, found, &lines));
            problems.insert(self.uri_of(&source.path), shown.collect());
        }
        // Hints take a while to find; those about an older text would stand in the wrong place.
        if unit.hints.version == unit.version {
            for (uri, hint) in unit.hints.shown() {
                problems.entry(uri).or_default().push(hint);
            }
        }
        problems
    }

    /// Open cards that are in no package.
    fn strays(&self) -> Vec<(String, Value)> {
        let is_card = |uri: &str| uri.ends_with(".card");
        let open = self.documents.iter().filter(|(_, document)| is_card(&document.uri));
        let strays = open.filter(|(path, _)| self.packages.root_of(path).is_none());
        let message = format!(
            "this file is in no package: there is no `{MANIFEST}` in its folder or above it, so \
             only its layout can be looked after; `cardwright new` makes a package"
        );
        strays.map(|(_, document)| (document.uri.clone(), at_start(3, &message))).collect()
    }

    fn shown(&self, snapshot: &Snapshot, found: &Diagnostic, lines: &Lines<'_>) -> Value {
        let mut message = found.message.clone();
        for (title, texts) in [("note", &found.notes), ("help", &found.help)] {
            for text in texts {
                message.push_str(&format!("\n{title}: {text}"));
            }
        }
        let severity = match found.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Info => 3,
        };
        let related: Vec<Value> = found
            .labels
            .iter()
            .map(|(location, text)| {
                json!({ "location": self.place(snapshot, *location), "message": text })
            })
            .collect();
        let mut shown = json!({
            "range": lines.range(found.primary.span),
            "severity": severity,
            "code": found.code,
            "source": SOURCE,
            "message": message,
        });
        if !related.is_empty() {
            shown["relatedInformation"] = related.into();
        }
        shown
    }

    /// The fixes of the problems in a range, and one action for all safe fixes of the file.
    pub(super) fn actions(
        &self,
        snapshot: &Snapshot,
        file: FileId,
        range: Range,
        context: &ActionContext,
    ) -> Value {
        const FIX: &str = "quickfix";
        const FIX_ALL: &str = "source.fixAll";
        let lines = Lines::new(&snapshot.source(file).text, self.client.columns);
        let span = lines.span(range);
        let touches = |at: Location| {
            at.file == file && at.span.start <= span.end && span.start <= at.span.end
        };
        let mut actions = Vec::new();
        let wants_each = context.only.is_none() || context.asks_for(FIX);
        let problems = snapshot.checked.diagnostics.iter().filter(|_| wants_each);
        for found in problems.filter(|found| touches(found.primary)) {
            let Some(fix) = &found.fix else { continue };
            let Some(edit) = self.edit_of(snapshot, std::iter::once(fix)) else { continue };
            actions.push(json!({
                "title": capitalised(&fix.title),
                "kind": FIX,
                "isPreferred": fix.safe,
                "diagnostics": [self.shown(snapshot, found, &lines)],
                "edit": edit,
            }));
        }
        let is_safe_here =
            |fix: &Fix| fix.safe && fix.edits.iter().all(|edit| edit.location.file == file);
        let found = snapshot.checked.diagnostics.iter();
        let safe: Vec<&Diagnostic> =
            found.filter(|found| found.fix.as_ref().is_some_and(is_safe_here)).collect();
        let fixes = apart(&safe).into_iter().filter_map(|found| found.fix.as_ref());
        // Beside a single fix it would say the same twice, but who asks for it gets it.
        let wants_all = match context.only {
            None => safe.len() > 1,
            Some(_) => !safe.is_empty() && context.asks_for(FIX_ALL),
        };
        if let (true, Some(edit)) = (wants_all, self.edit_of(snapshot, fixes)) {
            actions.push(json!({
                "title": "Apply every safe fix in this file",
                "kind": FIX_ALL,
                "edit": edit,
            }));
        }
        actions.into()
    }

    /// The edits of fixes by document; none if one would change what is not the package's own.
    fn edit_of<'f>(
        &self,
        snapshot: &Snapshot,
        fixes: impl IntoIterator<Item = &'f Fix>,
    ) -> Option<Value> {
        let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        for edit in fixes.into_iter().flat_map(|fix| &fix.edits) {
            if !snapshot.is_own(edit.location.file) {
                return None;
            }
            let place = self.place(snapshot, edit.location);
            let new_text = edit.text.clone();
            changes.entry(place.uri).or_default().push(TextEdit { range: place.range, new_text });
        }
        Some(json!({ "changes": changes }))
    }
}

fn at_start(severity: u8, message: &str) -> Value {
    let lines = Lines::new("", Columns::Utf8);
    json!({
        "range": lines.range(Default::default()),
        "severity": severity,
        "source": SOURCE,
        "message": message,
    })
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
