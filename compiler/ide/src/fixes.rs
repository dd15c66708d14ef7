//! What `check --fix` changes: what can be meant in one way only, and nothing that would be wrong
//! in another way then.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use cardwright_check::{
    Cache, Checked, Diagnostic, FileId, Fix, Project, Severity, Sources, check_with,
};
use cardwright_vocabulary::Games;

/// What the safe fixes of a project make of its files.
#[derive(Debug)]
pub struct Fixed {
    /// The new text of every file that changes.
    pub texts: Vec<(PathBuf, String)>,
    /// What was done and what was left, for people at a terminal.
    pub told: String,
}

/// The safe fixes of a project, applied. Nothing is written.
pub fn fix(project: &Project, games: Games) -> Fixed {
    let mut cache = Cache::default();
    let before = check_with(project, games, &mut cache);
    let mut trial = Trial { project, games, errors: errors(&before), cache };
    let own = own_files(project);
    let is_own = |fix: &Fix| fix.edits.iter().all(|edit| own.contains(&edit.location.file));
    let (safe, guesses): (Vec<&Diagnostic>, Vec<&Diagnostic>) = before
        .diagnostics
        .iter()
        .filter(|found| fix_of(found).is_some_and(is_own))
        .partition(|found| fix_of(found).is_some_and(|fix| fix.safe));
    let safe = apart(&safe);
    let mut kept = Vec::new();
    trial.keep_harmless(&safe, &mut kept);
    let path = |file| project.sources.file(file).path.clone();
    let texts = edited(&project.sources, &kept);
    let texts = texts.into_iter().map(|(file, text)| (path(file), text)).collect();
    let mut told = String::new();
    for found in &kept {
        let source = project.sources.file(found.primary.file);
        let line = source.line(found.primary.span.start);
        let title = fix_of(found).map_or("", |fix| fix.title.as_str());
        told.push_str(&format!("{}:{line}: {} {title}\n", source.shown(), found.code));
    }
    told.push_str(&format!("{} fixed", kept.len()));
    let refused = safe.len() - kept.len();
    if refused > 0 {
        told.push_str(&format!("; {refused} not, because another error would have come of it"));
    }
    let guesses = match guesses.len() {
        0 => String::new(),
        1 => "1 suggestion".to_owned(),
        count => format!("{count} suggestions"),
    };
    if !guesses.is_empty() {
        told.push_str(&format!(
            "; {guesses} (“did you mean …?”) left to you, because something else may be meant"
        ));
    }
    told.push('\n');
    Fixed { texts, told }
}

/// Fixes are tried before they are written.
struct Trial<'p> {
    project: &'p Project,
    games: Games,
    /// How often each error was there before.
    errors: BTreeMap<(FileId, String, String), usize>,
    cache: Cache,
}

impl<'p> Trial<'p> {
    /// Adds those fixes to `kept` that make no new error together with the ones already there.
    fn keep_harmless(&mut self, fixes: &[&'p Diagnostic], kept: &mut Vec<&'p Diagnostic>) {
        if fixes.is_empty() {
            return;
        }
        let count = kept.len();
        kept.extend(fixes);
        if self.is_harmless(kept) {
            return;
        }
        kept.truncate(count);
        if fixes.len() > 1 {
            let (first, second) = fixes.split_at(fixes.len() / 2);
            self.keep_harmless(first, kept);
            self.keep_harmless(second, kept);
        }
    }

    fn is_harmless(&mut self, fixes: &[&Diagnostic]) -> bool {
        let mut project = self.project.clone();
        for (file, text) in edited(&self.project.sources, fixes) {
            project.sources.replace(file, text.into());
        }
        let after = errors(&check_with(&project, self.games, &mut self.cache));
        after
            .iter()
            .all(|(error, count)| self.errors.get(error).is_some_and(|known| count <= known))
    }
}

/// How often each error is there, wherever it stands in its file.
fn errors(checked: &Checked) -> BTreeMap<(FileId, String, String), usize> {
    let mut errors = BTreeMap::new();
    for found in checked.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        let key = (found.primary.file, found.code.clone(), found.message.clone());
        *errors.entry(key).or_default() += 1;
    }
    errors
}

/// The files of the packages that were asked for.
fn own_files(project: &Project) -> BTreeSet<FileId> {
    let own = project.packages.iter().filter(|package| package.requested);
    own.flat_map(|package| {
        package.files.iter().map(|file| file.file).chain([package.manifest_file])
    })
    .collect()
}

fn fix_of(found: &Diagnostic) -> Option<&Fix> {
    found.fix.as_ref()
}

/// Those whose fixes do not overlap an earlier one's.
pub(crate) fn apart<'d>(found: &[&'d Diagnostic]) -> Vec<&'d Diagnostic> {
    let mut taken: BTreeMap<FileId, Vec<std::ops::Range<usize>>> = BTreeMap::new();
    let mut apart = Vec::new();
    for diagnostic in found {
        let edits = fix_of(diagnostic).map_or(&[][..], |fix| &fix.edits);
        let overlaps = edits.iter().any(|edit| {
            let range = edit.location.span.range();
            let others = taken.get(&edit.location.file).into_iter().flatten();
            others.into_iter().any(|other| range.start <= other.end && other.start <= range.end)
        });
        if overlaps {
            continue;
        }
        for edit in edits {
            taken.entry(edit.location.file).or_default().push(edit.location.span.range());
        }
        apart.push(*diagnostic);
    }
    apart
}

/// The texts of the files that fixes change.
fn edited(sources: &Sources, found: &[&Diagnostic]) -> BTreeMap<FileId, String> {
    let mut edits: BTreeMap<FileId, Vec<(std::ops::Range<usize>, &str)>> = BTreeMap::new();
    for edit in found.iter().filter_map(|found| fix_of(found)).flat_map(|fix| &fix.edits) {
        edits.entry(edit.location.file).or_default().push((edit.location.span.range(), &edit.text));
    }
    let text = |(file, mut edits): (FileId, Vec<(std::ops::Range<usize>, &str)>)| {
        let mut text = sources.file(file).text.to_string();
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        for (range, replacement) in edits {
            text.replace_range(range, replacement);
        }
        (file, text)
    };
    edits.into_iter().map(text).collect()
}
