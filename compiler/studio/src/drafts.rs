//! What was changed and is not saved yet, and the one history that all views share.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Steps that can be undone; older ones are forgotten.
const MOST_STEPS: usize = 1000;

/// Texts that differ from the disk, and how they came about.
#[derive(Debug, Default)]
pub(crate) struct Drafts {
    open: BTreeMap<PathBuf, Draft>,
    past: Vec<Step>,
    future: Vec<Step>,
}

/// A text that is not saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draft {
    /// What the file said on disk when the draft began; none if it is new.
    pub(crate) base: Option<Arc<str>>,
    /// What it says now.
    pub(crate) text: Arc<str>,
    /// What the disk says in the meantime, if that cannot be merged: somebody must choose.
    pub(crate) conflict: Option<Arc<str>>,
}

/// A draft as it is kept: what the file said on disk, and what it says now.
type Kept = BTreeMap<PathBuf, (Option<String>, String)>;

/// One edit: of several files, where a name changes everywhere.
#[derive(Debug, Clone)]
struct Step {
    /// Edits of one group that follow each other are undone together.
    group: String,
    files: Vec<Edited>,
}

/// A file before and after an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edited {
    pub(crate) path: PathBuf,
    pub(crate) before: Arc<str>,
    pub(crate) after: Arc<str>,
}

/// What is to be done about a draft when it is saved.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Saving {
    /// The text may be written.
    Write(Arc<str>),
    /// The file changed on disk; both changes fit together in this text, which is the draft now.
    Merged(Arc<str>),
    /// The file changed on disk in the same place.
    Conflict,
}

impl Drafts {
    /// Takes up an edit. `on_disk` tells what a file says on disk, if it is there.
    pub(crate) fn edit(
        &mut self,
        files: Vec<Edited>,
        group: &str,
        on_disk: impl Fn(&Path) -> Option<Arc<str>>,
    ) {
        let files: Vec<Edited> =
            files.into_iter().filter(|file| file.before != file.after).collect();
        if files.is_empty() {
            return;
        }
        for file in &files {
            self.set(&file.path, &file.after, &on_disk);
        }
        self.future.clear();
        match (self.past.last_mut(), &files[..]) {
            (Some(Step { group: last, files: known }), [file])
                if last == group
                    && !group.is_empty()
                    && known.len() == 1
                    && known[0].path == file.path
                    && known[0].after == file.before =>
            {
                known[0].after = Arc::clone(&file.after);
            }
            _ => self.past.push(Step { group: group.to_owned(), files }),
        }
        if self.past.len() > MOST_STEPS {
            self.past.remove(0);
        }
    }

    /// Takes back the last edit, or makes it again; says which files have which text now. `now`
    /// tells what a file says now. A step that no longer fits, because a file was changed
    /// elsewhere, is forgotten with all that follow.
    pub(crate) fn step(
        &mut self,
        back: bool,
        now: impl Fn(&Path) -> Option<Arc<str>>,
        on_disk: impl Fn(&Path) -> Option<Arc<str>>,
    ) -> Option<Vec<Edited>> {
        let (from, to) = match back {
            true => (&mut self.past, &mut self.future),
            false => (&mut self.future, &mut self.past),
        };
        let step = from.pop()?;
        let turned = |file: &Edited| match back {
            true => Edited {
                path: file.path.clone(),
                before: Arc::clone(&file.after),
                after: Arc::clone(&file.before),
            },
            false => file.clone(),
        };
        let files: Vec<Edited> = step.files.iter().map(turned).collect();
        if files.iter().any(|file| now(&file.path).unwrap_or_default() != file.before) {
            from.clear();
            return None;
        }
        to.push(step);
        for file in &files {
            self.set(&file.path, &file.after, &on_disk);
        }
        Some(files)
    }

    fn set(&mut self, path: &Path, text: &Arc<str>, on_disk: impl Fn(&Path) -> Option<Arc<str>>) {
        let draft = self.open.entry(path.to_owned()).or_insert_with(|| Draft {
            base: on_disk(path),
            text: Arc::clone(text),
            conflict: None,
        });
        draft.text = Arc::clone(text);
        let is_saved = match &draft.base {
            Some(base) => *base == draft.text,
            None => draft.text.is_empty(),
        };
        if is_saved && draft.conflict.is_none() {
            self.open.remove(path);
        }
    }

    /// What is to be done to save a draft, when the disk says that.
    pub(crate) fn saving(&mut self, path: &Path, disk: Option<Arc<str>>) -> Option<Saving> {
        let draft = self.open.get_mut(path)?;
        if draft.base == disk {
            return Some(match draft.conflict {
                Some(_) => Saving::Conflict,
                None => Saving::Write(Arc::clone(&draft.text)),
            });
        }
        let theirs = disk.unwrap_or_default();
        let base = draft.base.clone().unwrap_or_default();
        match merged(&base, &draft.text, &theirs) {
            Some(text) => {
                draft.base = Some(theirs);
                draft.text = Arc::from(text);
                Some(Saving::Merged(Arc::clone(&draft.text)))
            }
            None => {
                draft.base = Some(Arc::clone(&theirs));
                draft.conflict = Some(theirs);
                Some(Saving::Conflict)
            }
        }
    }

    /// Settles a conflict in favour of the draft.
    pub(crate) fn insist(&mut self, path: &Path) {
        if let Some(draft) = self.open.get_mut(path) {
            draft.conflict = None;
        }
    }

    /// Forgets a draft: it was saved, or what is on disk is wanted instead.
    pub(crate) fn close(&mut self, path: &Path) -> Option<Draft> {
        self.open.remove(path)
    }

    /// The draft of a file.
    pub(crate) fn get(&self, path: &Path) -> Option<&Draft> {
        self.open.get(path)
    }

    /// All drafts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PathBuf, &Draft)> {
        self.open.iter()
    }

    /// Whether there is something to take back, and something to make again.
    pub(crate) fn can_step(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    /// The drafts as a text that outlives the program; none if everything is saved.
    pub(crate) fn kept(&self) -> Option<String> {
        if self.open.is_empty() {
            return None;
        }
        let text = |text: &Arc<str>| text.to_string();
        let kept: Kept = self
            .open
            .iter()
            .map(|(path, draft)| (path.clone(), (draft.base.as_ref().map(text), text(&draft.text))))
            .collect();
        serde_json::to_string(&kept).ok()
    }

    /// The drafts of a program that ended before they were saved. What cannot be read is nothing.
    pub(crate) fn recalled(kept: &str) -> Drafts {
        let kept: Kept = serde_json::from_str(kept).unwrap_or_default();
        let draft = |(base, text): (Option<String>, String)| Draft {
            base: base.map(Arc::from),
            text: text.into(),
            conflict: None,
        };
        let open = kept.into_iter().map(|(path, kept)| (path, draft(kept))).collect();
        Drafts { open, ..Drafts::default() }
    }
}

/// Both changes of a text together, if they are apart by a line at least.
fn merged(base: &str, mine: &str, theirs: &str) -> Option<String> {
    if mine == theirs {
        return Some(mine.to_owned());
    }
    let [base, mine, theirs]: [Vec<&str>; 3] =
        [base, mine, theirs].map(|text| text.split_inclusive('\n').collect());
    let (my_start, my_end) = changed(&base, &mine);
    let (their_start, their_end) = changed(&base, &theirs);
    let my_lines = &mine[my_start..mine.len() - (base.len() - my_end)];
    let their_lines = &theirs[their_start..theirs.len() - (base.len() - their_end)];
    let parts = if my_end < their_start {
        [&base[..my_start], my_lines, &base[my_end..their_start], their_lines, &base[their_end..]]
    } else if their_end < my_start {
        [&base[..their_start], their_lines, &base[their_end..my_start], my_lines, &base[my_end..]]
    } else {
        return None;
    };
    Some(parts.concat().concat())
}

/// The lines of the base that are different in a text: from, up to.
fn changed(base: &[&str], text: &[&str]) -> (usize, usize) {
    let same = |(one, two): &(&&str, &&str)| one == two;
    let start = base.iter().zip(text).take_while(same).count();
    let room = base.len().min(text.len()) - start;
    let end = base.iter().rev().zip(text.iter().rev()).take_while(same).count().min(room);
    (start, base.len() - end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(before: &str, after: &str) -> Vec<Edited> {
        vec![Edited { path: "a.card".into(), before: before.into(), after: after.into() }]
    }

    fn disk(text: &'static str) -> impl Fn(&Path) -> Option<Arc<str>> {
        move |_| Some(text.into())
    }

    fn text(drafts: &Drafts) -> Option<&str> {
        drafts.get(Path::new("a.card")).map(|draft| &*draft.text)
    }

    #[test]
    fn typing_is_undone_in_one_step_and_other_edits_one_by_one() {
        let mut drafts = Drafts::default();
        drafts.edit(edited("a", "ab"), "typing 1", disk("a"));
        drafts.edit(edited("ab", "abc"), "typing 1", disk("a"));
        drafts.edit(edited("abc", "x"), "", disk("a"));
        drafts.edit(edited("x", "y"), "", disk("a"));
        let back = |drafts: &mut Drafts| {
            let now = text(drafts).unwrap_or("a").to_owned();
            drafts.step(true, |_| Some(now.as_str().into()), disk("a"));
            text(drafts).map(str::to_owned)
        };
        assert_eq!(back(&mut drafts).as_deref(), Some("x"));
        assert_eq!(back(&mut drafts).as_deref(), Some("abc"));
        assert_eq!(back(&mut drafts), None, "the file is as on disk");
        drafts.step(false, disk("a"), disk("a"));
        assert_eq!(text(&drafts), Some("abc"));
        assert_eq!(drafts.can_step(), (true, true));
    }

    #[test]
    fn a_step_that_does_not_fit_any_more_changes_nothing() {
        let mut drafts = Drafts::default();
        drafts.edit(edited("a", "b"), "", disk("a"));
        assert_eq!(drafts.step(true, disk("somebody else's"), disk("a")), None);
        assert_eq!(text(&drafts), Some("b"));
        assert_eq!(drafts.can_step(), (false, false));
    }

    #[test]
    fn what_others_saved_meanwhile_is_merged_or_shown_and_never_lost() {
        let path = Path::new("a.card");
        let base = "one\ntwo\nthree\nfour\n";
        let mut drafts = Drafts::default();
        drafts.edit(edited(base, "ONE\ntwo\nthree\nfour\n"), "", disk(base));
        let saving = drafts.saving(path, Some("one\ntwo\nthree\nFOUR\nfive\n".into()));
        let both = "ONE\ntwo\nthree\nFOUR\nfive\n";
        assert_eq!(saving, Some(Saving::Merged(both.into())));
        let saving = drafts.saving(path, Some("Uno\ntwo\nthree\nfour\n".into()));
        assert_eq!(saving, Some(Saving::Conflict));
        assert_eq!(text(&drafts), Some(both), "the draft is still there");
        drafts.insist(path);
        let saving = drafts.saving(path, Some("Uno\ntwo\nthree\nfour\n".into()));
        assert_eq!(saving, Some(Saving::Write(both.into())));
    }

    #[test]
    fn lines_are_merged_only_if_they_are_apart() {
        for (mine, theirs, both) in [
            ("A\nb\nc\n", "a\nb\nC\n", Some("A\nb\nC\n")),
            ("a\nb\nC\n", "A\nb\nc\n", Some("A\nb\nC\n")),
            ("A\nb\nc\n", "X\nb\nc\n", None),
            ("A\nb\nc\n", "a\nB\nc\n", None),
            ("b\nc\n", "a\nb\nc\nd\n", Some("b\nc\nd\n")),
            ("a\nb\nc\n", "a\nb\nc\n", Some("a\nb\nc\n")),
            ("", "", Some("")),
        ] {
            let found = merged("a\nb\nc\n", mine, theirs);
            assert_eq!(found.as_deref(), both, "{mine:?} {theirs:?}");
        }
    }

    #[test]
    fn drafts_outlive_the_program() {
        let mut drafts = Drafts::default();
        assert_eq!(drafts.kept(), None);
        drafts.edit(edited("a", "é\n\"b\""), "", disk("a"));
        let kept = drafts.kept().expect("there is a draft");
        assert_eq!(text(&Drafts::recalled(&kept)), Some("é\n\"b\""));
        assert_eq!(text(&Drafts::recalled("{broken")), None);
    }
}
