//! A package that is worked on, with everything it builds on, and what is known about it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardwright_check::project::LoadedFile;
use cardwright_check::{
    Cache, Checked, CheckedPackage, FileId, Location, Mention, Mentions, Project, SourceFile,
};

use crate::documents::Documents;
use crate::packages::Packages;
use crate::proof::Hints;

/// A package that is worked on.
#[derive(Debug)]
pub(crate) struct Unit {
    /// Its folder.
    pub(crate) root: PathBuf,
    /// The package and those it builds on; or why they cannot be read.
    pub(crate) project: Result<Project, String>,
    /// What the last check found.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// Grows with every change.
    pub(crate) version: u64,
    /// The version that the snapshot is of.
    pub(crate) checked: u64,
    /// When it is to be checked.
    pub(crate) due: Option<Due>,
    /// What checks remember; it is away while one is under way.
    pub(crate) cache: Option<Cache>,
    /// A file that was saved and whose abilities are still to be proved.
    pub(crate) saved: Option<PathBuf>,
    /// What could not be proved.
    pub(crate) hints: Hints,
}

/// When a package is to be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Due {
    /// At once: somebody waits for it.
    Now,
    /// As soon as nothing is typed for a moment.
    WhenQuiet,
}

/// What a check found, and where to find it.
#[derive(Debug)]
pub struct Snapshot {
    /// Its packages and problems.
    pub checked: Checked,
    /// What names mean, by place.
    pub(crate) mentions: Mentions,
    files: BTreeMap<PathBuf, FileId>,
    /// The files of the package itself, which may be changed.
    own: BTreeSet<FileId>,
}

impl Unit {
    /// Reads the package in a folder.
    pub(crate) fn load(root: &Path, documents: &Documents, packages: &dyn Packages) -> Unit {
        let mut unit = Unit {
            root: root.to_owned(),
            project: Err(String::new()),
            snapshot: None,
            version: 1,
            checked: 0,
            due: None,
            cache: Some(Cache::default()),
            saved: None,
            hints: Hints::default(),
        };
        unit.reload(documents, packages);
        unit
    }

    /// Reads the files again; false if they say what was known.
    pub(crate) fn reload(&mut self, documents: &Documents, packages: &dyn Packages) -> bool {
        let version = self.version;
        let old = std::mem::replace(&mut self.project, packages.load(&self.root));
        for (path, document) in documents.iter() {
            self.overlay(path, &document.text, packages.root_of(path).as_deref());
        }
        let is_same = match (&old, &self.project) {
            (Ok(old), Ok(new)) => is_same(old, new),
            _ => false,
        };
        self.version = if is_same { version } else { version + 1 };
        !is_same
    }

    /// Puts the editor's text in the place of a file's; false if the file is none of this unit.
    /// `root` is the folder of the package that the file belongs to.
    pub(crate) fn overlay(&mut self, path: &Path, text: &str, root: Option<&Path>) -> bool {
        let Ok(project) = &mut self.project else { return false };
        if project.overlay(path, text) {
            self.version += 1;
            return true;
        }
        // A file that was never saved is a file, too.
        let is_card = path.extension().is_some_and(|extension| extension == "card");
        let mut packages = project.packages.iter_mut();
        let package =
            packages.find(|package| package.requested && root == Some(package.root.as_path()));
        let (true, Some(package)) = (is_card, package) else { return false };
        let Ok(relative) = path.strip_prefix(&package.root) else { return false };
        let relative = relative.to_string_lossy().replace('\\', "/");
        let file = project.sources.add(path, text.into());
        let at = package.files.partition_point(|known| known.relative < relative);
        package.files.insert(at, LoadedFile::new(file, relative));
        self.version += 1;
        true
    }

    /// True if the snapshot is of the newest version.
    pub(crate) fn is_fresh(&self) -> bool {
        self.project.is_err() || (self.snapshot.is_some() && self.checked == self.version)
    }

    /// True if a file belongs to the package or to one it builds on.
    pub(crate) fn has(&self, path: &Path) -> bool {
        match &self.project {
            Ok(project) => project.sources.find(path).is_some(),
            Err(_) => path.starts_with(&self.root),
        }
    }
}

impl Snapshot {
    /// Makes it possible to find things in what a check found.
    pub(crate) fn new(project: &Project, checked: Checked, mentions: Mentions) -> Snapshot {
        let files = checked.sources.iter().map(|(id, file)| (file.path.clone(), id)).collect();
        let requested = project.packages.iter().filter(|package| package.requested);
        let own = requested
            .flat_map(|package| {
                package.files.iter().map(|file| file.file).chain([package.manifest_file])
            })
            .collect();
        Snapshot { checked, mentions, files, own }
    }

    /// The number of a file.
    pub(crate) fn file(&self, path: &Path) -> Option<FileId> {
        self.files.get(path).copied()
    }

    /// A file by its number.
    pub fn source(&self, file: FileId) -> &SourceFile {
        self.checked.sources.file(file)
    }

    /// The text of a place.
    pub(crate) fn text(&self, location: Location) -> &str {
        self.source(location.file).slice(location.span)
    }

    /// True for a file of the package itself.
    pub fn is_own(&self, file: FileId) -> bool {
        self.own.contains(&file)
    }

    /// The package itself, unless its manifest is too broken for one.
    pub fn package(&self) -> Option<&CheckedPackage> {
        self.checked.packages.last()
    }

    /// The mentions in a file, by place.
    pub(crate) fn mentions_in(&self, file: FileId) -> &[Mention] {
        self.mentions.in_file(file)
    }

    /// The mentions that cover a byte, the narrowest first.
    pub(crate) fn mentions_at(&self, file: FileId, offset: u32) -> Vec<&Mention> {
        let covers = |mention: &&Mention| {
            let span = mention.location.span;
            span.start <= offset && offset <= span.end
        };
        let mut found: Vec<&Mention> = self.mentions_in(file).iter().filter(covers).collect();
        // Between two names that touch, the one that begins is meant.
        found.sort_by_key(|mention| {
            let span = mention.location.span;
            (span.end - span.start, std::cmp::Reverse(span.start))
        });
        found
    }
}

/// True if two projects say the same in the same files.
fn is_same(one: &Project, two: &Project) -> bool {
    let texts = |project: &Project| -> Vec<(PathBuf, Arc<str>)> {
        project.sources.iter().map(|(_, file)| (file.path.clone(), file.text.clone())).collect()
    };
    let listed = |project: &Project| -> Vec<(PathBuf, BTreeSet<String>)> {
        let packages = project.packages.iter();
        packages.map(|package| (package.root.clone(), package.assets.clone())).collect()
    };
    texts(one) == texts(two) && listed(one) == listed(two)
}
