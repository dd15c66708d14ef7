//! What `add`, `remove` and `update` are to write: decided here, done by the command.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use cardwright_model::files::{FileKind, Files};

use crate::archive::LARGEST_ARCHIVE;
use crate::manifest::{is_id, range_of, wishes, with_dependency};
use crate::{
    Candidate, FileMap, Index, LOCK, Lock, Locked, MANIFEST, Opened, Outline, Refused, Source,
    Want, content_hash, open, pack, read_folder, refuse, resolve,
};

/// The folder below a project's root with the packages that were brought in.
pub const ADDED: &str = "packages";
/// No manifest and no lock file is larger.
const LARGEST_TEXT: u64 = 4 << 20;
/// An index may name so many packages that hang together.
const MOST_NAMES: usize = 2000;

/// Where packages are brought in.
pub struct Site<'a> {
    /// The disk.
    pub files: &'a dyn Files,
    /// The folder with `cardwright.lock`: of a workspace, or of the package. An absolute path.
    pub root: &'a Path,
    /// The manifest that says what is wanted.
    pub manifest: &'a Path,
    /// The packages of the workspace, which want something as well.
    pub members: Vec<Outline>,
    /// The packages that ship with the program.
    pub shipped: Vec<Outline>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub enum Request<'a> {
    /// An archive, a folder, or `INDEX:NAME@RANGE`, seen from this folder.
    Add(&'a str, &'a Path),
    /// No longer to want a package.
    Remove(&'a str),
    /// The newest versions that will do, of these packages or of all.
    Update(&'a [String]),
}

/// What is to be written.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The new text of the manifest, if it changes.
    pub manifest: Option<String>,
    /// The new text of the lock file; none: there is to be no lock file.
    pub lock: Option<String>,
    /// Folders to write, each in the place of what is there.
    pub write: Vec<(PathBuf, FileMap)>,
    /// Folders to remove.
    pub remove: Vec<PathBuf>,
    /// What changes, a line each.
    pub told: Vec<String>,
}

/// A package that the request names.
struct Asked {
    name: String,
    /// The range that goes into the manifest; without one, the version that is chosen.
    range: Option<String>,
    offer: Option<(Candidate, FileMap)>,
    index: Option<String>,
}

/// Decides what is to be written.
pub fn plan(site: &Site<'_>, request: Request<'_>) -> Result<Plan, Refused> {
    let text = site.text(site.manifest)?;
    let lock = match site.files.kind(&site.root.join(LOCK)) {
        Ok(_) => Lock::read(&site.text(&site.root.join(LOCK))?)?,
        Err(_) => Lock::default(),
    };
    let mut work = Work { site, lock, text, fresh: BTreeSet::new(), offers: Vec::new() };
    let asked = match request {
        Request::Add(what, base) => Some(work.asked(what, base)?),
        Request::Remove(name) => {
            work.let_go(name)?;
            None
        }
        Request::Update(names) => {
            work.refresh(names)?;
            None
        }
    };
    work.settle(asked)
}

struct Work<'a> {
    site: &'a Site<'a>,
    lock: Lock,
    /// The manifest.
    text: String,
    /// Packages whose locked version is not preferred.
    fresh: BTreeSet<String>,
    /// Packages from archives and folders.
    offers: Vec<(Candidate, FileMap)>,
}

impl Work<'_> {
    /// Understands what is to be added.
    fn asked(&mut self, what: &str, base: &Path) -> Result<Asked, Refused> {
        let path = base.join(what);
        let found = self.site.files.real(&path).and_then(|real| self.site.files.kind(&real));
        if let Ok(kind) = found {
            let place = relative(self.site.root, &path);
            let source = match kind {
                FileKind::Folder => Source::Folder(place),
                _ => Source::Archive(place),
            };
            let offer = self.offer(source)?;
            let (name, range) = (offer.0.name.clone(), Some(offer.0.version.to_string()));
            return Ok(Asked { name, range, offer: Some(offer), index: None });
        }
        let Some((index, named)) = what.rsplit_once(':').filter(|(index, _)| !index.is_empty())
        else {
            return refuse(format!(
                "there is nothing at `{what}`; name an archive, a folder, or `INDEX:NAME` for a \
                 package of an index"
            ));
        };
        let (name, range) = match named.split_once('@') {
            Some((name, range)) => (name, Some(range)),
            None => (named, None),
        };
        let folder = base.join(index);
        if !self
            .site
            .files
            .real(&folder)
            .and_then(|real| self.site.files.kind(&real))
            .is_ok_and(|kind| kind == FileKind::Folder)
        {
            return refuse(format!("there is no index at `{index}`"));
        }
        range.map(|range| range_of(name, range)).transpose()?;
        let known = Index::new(self.site.files, &folder).names()?;
        if !known.iter().any(|known| known == name) {
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return refuse(format!("`{index}` has no package `{name}`; it has: {known}"));
        }
        Ok(Asked {
            name: name.to_owned(),
            range: range.map(str::to_owned),
            offer: None,
            index: Some(relative(self.site.root, &folder)),
        })
    }

    /// Reads an archive or a folder.
    fn offer(&self, source: Source) -> Result<(Candidate, FileMap), Refused> {
        let files = self.site.files;
        let opened = match &source {
            Source::Archive(place) => {
                let path = self.site.root.join(place);
                let real = files.real(&path).unwrap_or(path);
                let bytes = files.read(&real, LARGEST_ARCHIVE);
                open(&bytes.map_err(|error| Refused(format!("`{place}` is not read: {error}")))?)
            }
            Source::Folder(place) => {
                let path = self.site.root.join(place);
                let real = files.real(&path).unwrap_or(path);
                let packed = pack(read_folder(files, &real)?).map_err(|reasons| {
                    let reasons: Vec<String> = reasons.into_iter().map(|why| why.0).collect();
                    Refused(format!("it would not stand alone: {}", reasons.join("; ")))
                })?;
                open(&packed.bytes)
            }
            Source::Here | Source::Index(_) => refuse("this is neither an archive nor a folder"),
        };
        let opened = opened.map_err(|why| Refused(format!("`{}`: {why}", place_of(&source))))?;
        self.usable(&opened)?;
        let Opened { label, files } = opened;
        let hash = Some(label.hash());
        let (name, version) = (label.name, label.version);
        let dependencies = label.dependencies;
        Ok((Candidate { name, version, dependencies, source, hash }, files))
    }

    /// Refuses what would be of no use here.
    fn usable(&self, opened: &Opened) -> Result<(), Refused> {
        let label = &opened.label;
        let named = format!("`{}` {}", label.name, label.version);
        if let Some(problem) = opened.language_problem() {
            return refuse(format!("{named}: {problem}"));
        }
        let own = self.site.members.iter().chain(&self.site.shipped);
        if own.into_iter().any(|known| known.name == label.name) {
            return refuse(format!("`{}` is here already, as a package of its own", label.name));
        }
        if let Ok(outline) = Outline::read(&self.text) {
            if outline.name == label.name {
                return refuse(format!("`{}` cannot build on itself", label.name));
            }
            if outline.game != label.game {
                let (theirs, ours) = (&label.game, outline.game);
                return refuse(format!(
                    "{named} is for the game `{theirs}`, and this for `{ours}`"
                ));
            }
        }
        Ok(())
    }

    /// Takes a package out of the manifest.
    fn let_go(&mut self, name: &str) -> Result<(), Refused> {
        let wanted = wishes(&self.text)?;
        if !wanted.contains_key(name) {
            let locked = self.lock.get(name).map_or("", |_| "; another package brought it along");
            let known: Vec<&str> = wanted.keys().map(String::as_str).collect();
            let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
            return refuse(format!("{MANIFEST} does not name `{name}`{locked}; it names {known}"));
        }
        self.text = with_dependency(&self.text, name, None)?;
        Ok(())
    }

    /// Lets newer versions of packages come.
    fn refresh(&mut self, names: &[String]) -> Result<(), Refused> {
        if let Some(name) = names.iter().find(|name| self.lock.get(name).is_none()) {
            return refuse(format!("`{name}` was not brought in, so there is nothing to update"));
        }
        let wanted: Vec<Locked> = self.lock.packages.clone();
        for locked in
            wanted.iter().filter(|locked| names.is_empty() || names.contains(&locked.name))
        {
            self.fresh.insert(locked.name.clone());
            if matches!(locked.source, Source::Archive(_) | Source::Folder(_)) {
                let place = self.site.root.join(place_of(&locked.source));
                // What is no longer there stays as it was brought in.
                if self.site.files.real(&place).is_ok() {
                    let offer = self.offer_again(locked)?;
                    self.offers.push(offer);
                }
            }
        }
        Ok(())
    }

    fn offer_again(&self, locked: &Locked) -> Result<(Candidate, FileMap), Refused> {
        let offer = self.offer(locked.source.clone())?;
        if offer.0.name != locked.name {
            let place = place_of(&locked.source);
            return refuse(format!("`{place}` is `{}` now, not `{}`", offer.0.name, locked.name));
        }
        Ok(offer)
    }

    /// Chooses versions and says what changes.
    fn settle(mut self, asked: Option<Asked>) -> Result<Plan, Refused> {
        let mut indexes: BTreeSet<String> = BTreeSet::new();
        for locked in &self.lock.packages {
            if let Source::Index(place) = &locked.source {
                indexes.insert(place.clone());
            }
        }
        let before = self.site.text(self.site.manifest)?;
        let mut unnamed = None;
        if let Some(asked) = asked {
            self.fresh.insert(asked.name.clone());
            indexes.extend(asked.index);
            self.offers.extend(asked.offer);
            let range = asked.range.as_deref();
            self.text = with_dependency(&self.text, &asked.name, Some(range.unwrap_or("*")))?;
            if range.is_none() {
                unnamed = Some(asked.name);
            }
        }
        let wants = self.wants()?;
        let candidates = self.candidates(&wants, &indexes)?;
        let chosen = resolve(&wants, &candidates).map_err(|why| Refused(why.to_string()))?;
        if let Some(name) = unnamed {
            let version = chosen.get(&name).map(|found| found.version.to_string());
            self.text = with_dependency(&self.text, &name, version.as_deref())?;
        }
        let mut plan = Plan::default();
        if self.text != before {
            plan.manifest = Some(self.text.clone());
        }
        self.changes(chosen, &mut plan)?;
        Ok(plan)
    }

    /// Everyone's wishes, without those for folders.
    fn wants(&self) -> Result<Vec<Want>, Refused> {
        let mut wants = Vec::new();
        let mut add = |by: String, wanted: BTreeMap<String, crate::Wanted>| {
            for (name, wanted) in wanted.into_iter().filter(|(_, wanted)| wanted.path.is_none()) {
                let range = wanted.range();
                wants.push(Want { by: by.clone(), name, range });
            }
        };
        add(format!("your {MANIFEST}"), wishes(&self.text)?);
        for member in &self.site.members {
            let is_edited = Outline::read(&self.text).is_ok_and(|own| own.name == member.name);
            if !is_edited {
                add(member.titled(), member.dependencies.clone());
            }
        }
        Ok(wants)
    }

    /// All versions of all packages that the wishes may lead to, the preferred ones first.
    fn candidates(
        &self,
        wants: &[Want],
        indexes: &BTreeSet<String>,
    ) -> Result<BTreeMap<String, Vec<Candidate>>, Refused> {
        let mut known: BTreeMap<String, Vec<Candidate>> = BTreeMap::new();
        let mut open: Vec<String> = wants.iter().map(|want| want.name.clone()).collect();
        while let Some(name) = open.pop() {
            if known.contains_key(&name) || !is_id(&name) {
                continue;
            }
            if known.len() == MOST_NAMES {
                return refuse(format!("more than {MOST_NAMES} packages hang together"));
            }
            let found = self.versions(&name, indexes)?;
            open.extend(found.iter().flat_map(|one| one.dependencies.keys().cloned()));
            known.insert(name, found);
        }
        Ok(known)
    }

    fn versions(&self, name: &str, indexes: &BTreeSet<String>) -> Result<Vec<Candidate>, Refused> {
        let own = self.site.members.iter().chain(&self.site.shipped);
        if let Some(own) = own.into_iter().find(|own| own.name == name) {
            return Ok(vec![Candidate {
                name: name.to_owned(),
                version: own.version.clone(),
                // What it builds on is settled: it is its own wish in a workspace.
                dependencies: BTreeMap::new(),
                source: Source::Here,
                hash: None,
            }]);
        }
        let mut found: Vec<Candidate> = Vec::new();
        let offers = self.offers.iter().filter(|(offer, _)| offer.name == name);
        found.extend(offers.map(|(offer, _)| offer.clone()));
        for place in indexes {
            let folder = self.site.root.join(place);
            found.extend(Index::new(self.site.files, &folder).candidates(name, place)?);
        }
        found.sort_by(|left, right| right.version.cmp(&left.version));
        let Some(locked) = self.lock.get(name) else { return Ok(found) };
        let hash = Some(&locked.hash);
        let same = |one: &Candidate| one.version == locked.version && one.hash.as_ref() == hash;
        // What lies in its folder can be had even if it came from elsewhere.
        let offered = found.iter().position(same).map(|place| found.remove(place));
        if let Some(locked) = offered.or_else(|| self.as_it_is(locked)) {
            let place = match self.fresh.contains(name) {
                true => found.iter().position(|one| one.version < locked.version),
                false => Some(0),
            };
            found.insert(place.unwrap_or(found.len()), locked);
        }
        Ok(found)
    }

    /// A package that was brought in, as it lies in its folder.
    fn as_it_is(&self, locked: &Locked) -> Option<Candidate> {
        let folder = self.site.root.join(ADDED).join(&locked.name);
        let text = self.site.files.read_text(&folder.join(MANIFEST), LARGEST_TEXT).ok()?;
        let outline = Outline::read(&text).ok()?;
        let ranges = outline.dependencies.iter().map(|(name, one)| (name.clone(), one.range()));
        Some(Candidate {
            name: locked.name.clone(),
            version: locked.version.clone(),
            dependencies: ranges.collect(),
            source: locked.source.clone(),
            hash: Some(locked.hash.clone()),
        })
    }

    /// Compares what was chosen with what is there.
    fn changes(&self, chosen: BTreeMap<String, Candidate>, plan: &mut Plan) -> Result<(), Refused> {
        let mut lock = Lock::default();
        for (name, found) in chosen {
            let Some(hash) = found.hash.clone() else { continue };
            let before = self.lock.get(&name);
            let folder = self.site.root.join(ADDED).join(&name);
            let there = self.hash_there(&folder)?;
            let is_there = there.as_ref() == Some(&hash);
            if !is_there {
                self.refuse_changed(&folder, there.as_ref(), before)?;
                plan.write.push((folder, self.files_of(&found)?));
            }
            let version = &found.version;
            match before {
                None => plan.told.push(format!("added {name} {version} ({})", found.source)),
                Some(before) if before.version != *version => {
                    plan.told.push(format!("{name} {} → {version}", before.version));
                }
                Some(before) if before.hash != hash => {
                    plan.told.push(format!("{name} {version} has other files than before"));
                }
                Some(_) if !is_there => plan.told.push(format!("brought {name} {version} back")),
                Some(_) => {}
            }
            let version = found.version;
            lock.packages.push(Locked { name, version, source: found.source, hash });
        }
        for gone in self.lock.packages.iter().filter(|old| lock.get(&old.name).is_none()) {
            let folder = self.site.root.join(ADDED).join(&gone.name);
            let there = self.hash_there(&folder)?;
            if there.is_some() {
                self.refuse_changed(&folder, there.as_ref(), Some(gone))?;
                plan.remove.push(folder);
            }
            plan.told.push(format!("removed {} {}", gone.name, gone.version));
        }
        plan.lock = (!lock.packages.is_empty()).then(|| lock.text());
        Ok(())
    }

    /// The hash of what lies in a folder; none if there is nothing.
    fn hash_there(&self, folder: &Path) -> Result<Option<String>, Refused> {
        match self.site.files.kind(folder) {
            Err(_) => Ok(None),
            Ok(FileKind::Folder) => Ok(Some(content_hash(&read_folder(self.site.files, folder)?))),
            Ok(_) => refuse(format!("`{}` is no folder", folder.display())),
        }
    }

    /// What somebody changed by hand is not replaced.
    fn refuse_changed(
        &self,
        folder: &Path,
        there: Option<&String>,
        before: Option<&Locked>,
    ) -> Result<(), Refused> {
        let is_ours = there.is_none_or(|there| before.is_some_and(|old| old.hash == *there));
        if is_ours {
            return Ok(());
        }
        refuse(format!(
            "`{}` is not as it was brought in; move it elsewhere first, so that nothing is lost",
            folder.display()
        ))
    }

    /// The files of a version that was chosen.
    fn files_of(&self, found: &Candidate) -> Result<FileMap, Refused> {
        let same = |offer: &Candidate| offer.version == found.version && offer.hash == found.hash;
        let offered = self.offers.iter().find(|(offer, _)| offer.name == found.name && same(offer));
        if let Some((_, files)) = offered {
            return Ok(files.clone());
        }
        let opened = match &found.source {
            Source::Index(place) => {
                let folder = self.site.root.join(place);
                let index = Index::new(self.site.files, &folder);
                let entries = index.entries(&found.name)?;
                let entry = entries.iter().find(|entry| entry.version == found.version);
                let Some(entry) = entry.filter(|entry| Some(&entry.hash) == found.hash.as_ref())
                else {
                    let (name, version) = (&found.name, &found.version);
                    return refuse(format!("`{place}` has no longer `{name}` {version}"));
                };
                index.open(entry)?
            }
            source => {
                let (candidate, files) = self.offer(source.clone())?;
                if !same(&candidate) {
                    return refuse(format!(
                        "`{}` is no longer `{}` {}; say `cardwright update {}` if that is right",
                        place_of(source),
                        found.name,
                        found.version,
                        found.name
                    ));
                }
                return Ok(files);
            }
        };
        self.usable(&opened)?;
        Ok(opened.files)
    }
}

impl Site<'_> {
    fn text(&self, path: &Path) -> Result<String, Refused> {
        let text = self.files.read_text(path, LARGEST_TEXT);
        text.map_err(|error| Refused(format!("`{}` is not read: {error}", path.display())))
    }
}

fn place_of(source: &Source) -> &str {
    match source {
        Source::Here => "",
        Source::Index(place) | Source::Archive(place) | Source::Folder(place) => place,
    }
}

/// The way from one folder to a path, both absolute, with `/`.
fn relative(from: &Path, to: &Path) -> String {
    let plain = |path: &Path| {
        let mut plain = PathBuf::new();
        for part in path.components() {
            match part {
                Component::CurDir => {}
                Component::ParentDir => drop(plain.pop()),
                part => plain.push(part),
            }
        }
        plain
    };
    let (from, to) = (plain(from), plain(to));
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let same = from.iter().zip(&to).take_while(|(left, right)| left == right).count();
    let text = |part: &Component<'_>| part.as_os_str().to_string_lossy().into_owned();
    if same == 0 {
        return to.iter().map(text).collect::<PathBuf>().to_string_lossy().into_owned();
    }
    let up = from[same..].iter().map(|_| "..".to_owned());
    let way: Vec<String> = up.chain(to[same..].iter().map(text)).collect();
    if way.is_empty() { ".".to_owned() } else { way.join("/") }
}

/// A package of an index and all that it builds on, by their names, without what ships with the
/// program.
pub fn shelf(
    index: &Index<'_>,
    entry: &crate::Entry,
    shipped: &[Outline],
) -> Result<BTreeMap<String, FileMap>, Refused> {
    let exact = semver::Comparator {
        op: semver::Op::Exact,
        major: entry.version.major,
        minor: Some(entry.version.minor),
        patch: Some(entry.version.patch),
        pre: entry.version.pre.clone(),
    };
    let range = semver::VersionReq { comparators: vec![exact] };
    let wants = [Want { by: "the index".to_owned(), name: entry.name.clone(), range }];
    let mut known: BTreeMap<String, Vec<Candidate>> = BTreeMap::new();
    let mut open = vec![entry.name.clone()];
    while let Some(name) = open.pop() {
        if known.contains_key(&name) || !is_id(&name) {
            continue;
        }
        if known.len() == MOST_NAMES {
            return refuse(format!("more than {MOST_NAMES} packages hang together"));
        }
        let of_shipped = shipped.iter().find(|own| own.name == name);
        let mut found = match of_shipped {
            Some(own) => vec![Candidate {
                name: name.clone(),
                version: own.version.clone(),
                dependencies: BTreeMap::new(),
                source: Source::Here,
                hash: None,
            }],
            None => index.candidates(&name, "")?,
        };
        found.sort_by(|left, right| right.version.cmp(&left.version));
        open.extend(found.iter().flat_map(|one| one.dependencies.keys().cloned()));
        known.insert(name, found);
    }
    let chosen = resolve(&wants, &known).map_err(|why| Refused(why.to_string()))?;
    let mut packages = BTreeMap::new();
    for (name, found) in chosen.into_iter().filter(|(_, found)| found.hash.is_some()) {
        let entries = index.entries(&name)?;
        let Some(entry) = entries.iter().find(|entry| entry.version == found.version) else {
            continue;
        };
        let opened = index.open(entry)?;
        if let Some(problem) = opened.language_problem() {
            return refuse(problem);
        }
        packages.insert(name, opened.files);
    }
    Ok(packages)
}
