//! Changing texts, saving them, and taking changes back. Nothing is written but by saving.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Desk;
use crate::answer::{Answer, Refusal, Reply, wanted};
use crate::drafts::{Edited, Saving};

/// No file of content comes near.
const LARGEST_FILE: u64 = 8 << 20;

#[derive(Debug, Deserialize)]
struct TextWanted {
    package: String,
    file: String,
    text: String,
    #[serde(default)]
    group: String,
}

#[derive(Debug, Deserialize)]
struct Settled {
    package: String,
    file: String,
    /// Keep the text of the page; otherwise that on disk.
    mine: bool,
}

impl Desk {
    /// The path of a file of a package. Only its own `.card` files have one, those that are there
    /// and those that may be made.
    pub(super) fn file(&mut self, package: &str, file: &str) -> Result<PathBuf, Refusal> {
        let root = self.root(package)?;
        let path = Path::new(file);
        let is_plain = file
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/'));
        let stays = path.components().all(
            |part| matches!(part, Component::Normal(name) if !name.to_string_lossy().starts_with('.')),
        );
        let known = root.join(path);
        let is_known = self.session.snapshot(&root).is_some_and(|snapshot| {
            let sources = &snapshot.checked.sources;
            sources.find(&known).is_some_and(|id| snapshot.is_own(id))
        });
        if file.ends_with(".card") && stays && (is_plain || is_known) {
            return Ok(known);
        }
        Err(format!("`{file}` is no file of `{package}`").into())
    }

    /// What a file says now: its draft, or the disk.
    pub(super) fn text_of(&self, path: &Path) -> Option<Arc<str>> {
        match self.drafts.get(path) {
            Some(draft) => Some(Arc::clone(&draft.text)),
            None => self.on_disk(path),
        }
    }

    fn on_disk(&self, path: &Path) -> Option<Arc<str>> {
        self.world.files().read_text(path, LARGEST_FILE).ok().map(Arc::from)
    }

    /// Takes over the text of a file from the page.
    pub(super) fn edit(&mut self, body: Value, reply: Reply) {
        let edited = wanted::<TextWanted>(body).and_then(|wanted| {
            let path = self.file(&wanted.package, &wanted.file)?;
            let before = self.text_of(&path).unwrap_or_default();
            let file = Edited { path, before, after: wanted.text.as_str().into() };
            Ok((wanted, file))
        });
        match edited {
            Ok((wanted, file)) => self.make_edit(&wanted.package, vec![file], &wanted.group, reply),
            Err(refusal) => reply.send(Err(refusal)),
        }
    }

    /// Changes texts, and answers when they are checked.
    pub(super) fn make_edit(
        &mut self,
        package: &str,
        files: Vec<Edited>,
        group: &str,
        reply: Reply,
    ) {
        for file in &files {
            let is_own = self.packages.values().any(|root| file.path.starts_with(root));
            if !is_own {
                let path = file.path.display();
                return reply
                    .send(Err(format!("{path} is in no package that is open here").into()));
            }
        }
        let world = Arc::clone(&self.world);
        let on_disk = |path: &Path| world.files().read_text(path, LARGEST_FILE).ok().map(Arc::from);
        self.drafts.edit(files.clone(), group, on_disk);
        self.is_kept = false;
        self.take_over(&files);
        self.answer_state(package, &files, reply);
    }

    /// Takes back the last edit, or makes it again.
    pub(super) fn step(&mut self, back: bool, body: Value, reply: Reply) {
        #[derive(Deserialize)]
        struct Wanted {
            package: String,
        }
        let package = match wanted::<Wanted>(body) {
            Ok(wanted) => wanted.package,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        let texts: Vec<(PathBuf, Arc<str>)> =
            self.drafts.iter().map(|(path, draft)| (path.clone(), draft.text.clone())).collect();
        let world = Arc::clone(&self.world);
        let on_disk = |path: &Path| world.files().read_text(path, LARGEST_FILE).ok().map(Arc::from);
        let now = |path: &Path| {
            let draft = texts.iter().find(|(known, _)| known == path);
            draft.map(|(_, text)| Arc::clone(text)).or_else(|| on_disk(path))
        };
        let files = self.drafts.step(back, now, on_disk).unwrap_or_default();
        self.is_kept = false;
        self.take_over(&files);
        self.answer_state(&package, &files, reply);
    }

    /// Tells the session about texts that are different now.
    fn take_over(&mut self, files: &[Edited]) {
        for file in files {
            match self.drafts.get(&file.path).is_some() {
                true => self.open_text(&file.path, &file.after),
                false => self.close_text(&file.path),
            }
        }
    }

    /// Answers with the state of files as soon as the package is checked.
    fn answer_state(&mut self, package: &str, files: &[Edited], reply: Reply) {
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
        self.when_checked(
            package,
            reply,
            Box::new(move |desk, snapshot| {
                let mut state = desk.state(&paths);
                state["errors"] = snapshot.checked.errors().into();
                state["warnings"] = snapshot.checked.warnings().into();
                Some(Answer::Json(state))
            }),
        );
    }

    /// The state of files, and of all that is not saved.
    pub(super) fn state(&self, paths: &[PathBuf]) -> Value {
        let files: Vec<Value> = paths
            .iter()
            .filter_map(|path| {
                let (package, file) = self.named(path)?;
                let text = self.text_of(path);
                let problems = self.problems_of(path);
                Some(json!({ "package": package, "file": file, "text": text.as_deref(), "problems": problems }))
            })
            .collect();
        let (undo, redo) = self.drafts.can_step();
        json!({ "files": files, "unsaved": self.unsaved(), "undo": undo, "redo": redo })
    }

    /// The files that are not saved.
    pub(super) fn unsaved(&self) -> Vec<Value> {
        let drafts = self.drafts.iter();
        drafts
            .filter_map(|(path, draft)| {
                let (package, file) = self.named(path)?;
                Some(json!({
                    "package": package,
                    "file": file,
                    "conflict": draft.conflict.as_deref(),
                    "mine": draft.conflict.as_ref().map(|_| &*draft.text),
                }))
            })
            .collect()
    }

    /// The package and the name in it of a path.
    pub(super) fn named(&self, path: &Path) -> Option<(&str, String)> {
        self.packages.iter().find_map(|(package, root)| {
            let file = path.strip_prefix(root).ok()?;
            Some((package.as_str(), file.to_string_lossy().replace('\\', "/")))
        })
    }

    /// Writes every draft whose file says what it said when the draft began.
    pub(super) fn save(&mut self, reply: Reply) {
        let paths: Vec<PathBuf> = self.drafts.iter().map(|(path, _)| path.clone()).collect();
        let mut problem = None;
        for path in &paths {
            let disk = self.on_disk(path);
            match self.drafts.saving(path, disk) {
                Some(Saving::Write(text)) => {
                    if let Err(reason) = self.world.write(path, text.as_bytes()) {
                        problem = Some(reason);
                        break;
                    }
                    self.drafts.close(path);
                    self.close_text(path);
                }
                // What came together is looked at before it is written.
                Some(Saving::Merged(text)) => self.open_text(path, &text),
                Some(Saving::Conflict) | None => {}
            }
        }
        self.is_kept = false;
        let state = self.state(&paths);
        self.tell(&json!({ "news": "saved" }));
        match problem {
            Some(reason) => reply.send(Err(Refusal(reason))),
            None => reply.send(Answer::Json(state)),
        }
    }

    /// Settles a conflict, or forgets a draft.
    pub(super) fn settle(&mut self, body: Value, reply: Reply) {
        let settled = wanted::<Settled>(body)
            .and_then(|settled| Ok((self.file(&settled.package, &settled.file)?, settled)));
        let (path, settled) = match settled {
            Ok(settled) => settled,
            Err(refusal) => return reply.send(Err(refusal)),
        };
        let before = self.text_of(&path).unwrap_or_default();
        self.drafts.insist(&path);
        let after = match settled.mine {
            true => Arc::clone(&before),
            false => self.on_disk(&path).unwrap_or_default(),
        };
        self.make_edit(&settled.package, vec![Edited { path, before, after }], "", reply);
    }

    /// Looks whether files with drafts changed on disk, and merges or notes the conflict.
    pub(super) fn look_at_disk(&mut self) {
        let paths: Vec<PathBuf> = self.drafts.iter().map(|(path, _)| path.clone()).collect();
        for path in paths {
            let disk = self.on_disk(&path);
            if let Some(Saving::Merged(text)) = self.drafts.saving(&path, disk) {
                self.is_kept = false;
                self.open_text(&path, &text);
            }
        }
    }
}
