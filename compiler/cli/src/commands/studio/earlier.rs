//! A package as it is elsewhere: in a folder, in an archive, or at a revision of git.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cardwright_model::files::{FileError, FileKind, Files, MemoryFiles};

use crate::disk::Disk;

/// An archive, and all files of a revision, are never larger.
const LARGEST: u64 = 256 << 20;

/// Where the files of a package are that `of` names, and its folder there. Only what lies beside
/// the place where the studio was opened is read.
pub(super) fn find(
    place: &Path,
    root: &Path,
    of: &str,
) -> Result<(Box<dyn Files + Send>, PathBuf), String> {
    let path = place.join(of);
    if path.exists() {
        let around = place.parent().unwrap_or(place);
        let real = |path: &Path| path.canonicalize().map_err(|error| error.to_string());
        if !real(&path)?.starts_with(real(around)?) {
            return Err(format!("`{of}` does not lie beside the folder that is open here"));
        }
        if path.is_dir() {
            return Ok((Box::new(Disk), path));
        }
        let bytes =
            Disk.read(&path, LARGEST).map_err(|why| format!("`{of}` is not read: {why}"))?;
        let opened = cardwright_packages::open(&bytes);
        let opened = opened.map_err(|why| format!("`{of}` cannot be opened: {why}"))?;
        let mut files = MemoryFiles::default();
        for (name, bytes) in opened.files {
            files.insert(root.join(name), bytes);
        }
        return Ok((Box::new(Instead { root: root.to_owned(), files }), root.to_owned()));
    }
    let files = at_revision(root, of)?;
    Ok((Box::new(Instead { root: root.to_owned(), files }), root.to_owned()))
}

/// The disk, with other files in one folder.
struct Instead {
    root: PathBuf,
    files: MemoryFiles,
}

impl Instead {
    fn of(&self, path: &Path) -> &dyn Files {
        if path.starts_with(&self.root) { &self.files } else { &Disk }
    }
}

impl Files for Instead {
    fn kind(&self, path: &Path) -> Result<FileKind, FileError> {
        self.of(path).kind(path)
    }

    fn list(&self, folder: &Path) -> Result<Vec<(String, FileKind)>, FileError> {
        self.of(folder).list(folder)
    }

    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
        self.of(path).read(path, most)
    }

    fn real(&self, path: &Path) -> Result<PathBuf, FileError> {
        self.of(path).real(path)
    }
}

/// The files of a folder at a revision.
fn at_revision(root: &Path, revision: &str) -> Result<MemoryFiles, String> {
    let unknown = || {
        format!(
            "there is no folder, no archive and no revision `{revision}`; try `HEAD` or `HEAD~1`"
        )
    };
    let commit = format!("{revision}^{{commit}}");
    let found = git(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit], &[])?;
    let commit = String::from_utf8(found).map_err(|_| unknown())?.trim().to_owned();
    if commit.is_empty() {
        return Err(unknown());
    }
    let prefix = git(root, &["rev-parse", "--show-prefix"], &[])?;
    let prefix = String::from_utf8_lossy(&prefix).trim_end().to_owned();
    let listed = git(root, &["ls-tree", "-r", "-z", "--name-only", &commit], &[])?;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    // A line break in a name would end the question below; no package has such names.
    let names: Vec<&str> =
        listed.split('\0').filter(|name| !name.is_empty() && !name.contains('\n')).collect();
    let questions: String = names.iter().map(|name| format!("{commit}:{prefix}{name}\n")).collect();
    let answers = git(root, &["cat-file", "--batch"], questions.as_bytes())?;
    let mut files = MemoryFiles::default();
    let mut rest = &answers[..];
    for name in names {
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else { break };
        let head = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest = &rest[end + 1..];
        let mut words = head.split(' ').skip(1);
        let (Some("blob"), Some(Ok(length))) =
            (words.next(), words.next().map(str::parse::<usize>))
        else {
            continue;
        };
        let Some(bytes) = rest.get(..length) else { break };
        files.insert(root.join(name), bytes);
        rest = rest.get(length + 1..).unwrap_or_default();
    }
    Ok(files)
}

/// What git answers.
fn git(folder: &Path, words: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let missing = |error: std::io::Error| format!("git cannot be asked: {error}");
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(missing)?;
    let stdin = child.stdin.take();
    let input = input.to_vec();
    // Written beside, because git answers while it is asked.
    let asking = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let output = child.wait_with_output().map_err(missing)?;
    let _ = asking.join();
    if output.stdout.len() as u64 > LARGEST {
        return Err("the revision is too large to be compared with".to_owned());
    }
    Ok(output.stdout)
}
