//! The fonts of a theme: one registry that feeds text layout, SVG and PDF.
//!
//! Only files of the templates folder are used, never the system's, so that a card looks the
//! same everywhere. Every file is kept in memory, because reading it again on each use made
//! layout six times slower.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use parley::{FontContext, FontFamily, FontFamilyName};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};
use usvg::fontdb::{self, Database};
use usvg::tiny_skia_path::{Path, PathBuilder};

use crate::galley::SetRun;
use crate::number::digest;
use crate::textbox::Script;

/// Every font face of a theme.
#[derive(Clone)]
pub struct Fonts {
    database: Arc<Database>,
    collection: Collection,
    faces: BTreeMap<(u64, u32), (Face, fontdb::ID)>,
    families: Vec<String>,
    /// Families that are tried first if the wanted family lacks characters of a script.
    fallbacks: BTreeMap<Script, Vec<String>>,
    /// Digests of the faces' files, computed on first use.
    digests: Arc<Mutex<HashMap<fontdb::ID, u128>>>,
}

/// How SVG text names a face.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Face {
    pub(crate) family: String,
    pub(crate) weight: u16,
    pub(crate) italic: bool,
}

impl Fonts {
    /// Registers font files; those that hold no font are skipped and returned by name.
    pub fn new(files: Vec<(String, Vec<u8>)>) -> (Fonts, Vec<String>) {
        let options = CollectionOptions { shared: false, system_fonts: false };
        let none = Fonts {
            database: Arc::new(Database::new()),
            collection: Collection::new(options),
            faces: BTreeMap::new(),
            families: Vec::new(),
            fallbacks: BTreeMap::new(),
            digests: Arc::default(),
        };
        none.with(files)
    }

    /// These fonts plus more; the new ones win over those of the same name.
    pub(crate) fn with(&self, files: Vec<(String, Vec<u8>)>) -> (Fonts, Vec<String>) {
        let mut fonts = Fonts { digests: Arc::default(), ..self.clone() };
        let mut database = Database::clone(&self.database);
        let mut refused = Vec::new();
        for (name, bytes) in files {
            let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(bytes);
            let ids = database.load_font_source(fontdb::Source::Binary(bytes.clone()));
            if ids.is_empty() {
                refused.push(name);
                continue;
            }
            let blob = Blob::new(bytes);
            for id in ids {
                let Some(face) = database.face(id).map(|info| (info.index, Face::of(info))) else {
                    continue;
                };
                fonts.replace(&mut database, id, &face.1);
                fonts.faces.insert((blob.id(), face.0), (face.1, id));
            }
            fonts.collection.register_fonts(blob, None);
        }
        fonts.database = Arc::new(database);
        fonts.families = fonts.faces.values().map(|(face, _)| face.family.clone()).collect();
        fonts.families.sort();
        fonts.families.dedup();
        (fonts, refused)
    }

    /// Removes earlier faces of the same name and weight from the database, which would otherwise
    /// keep returning them.
    fn replace(&self, database: &mut Database, newest: fontdb::ID, face: &Face) {
        let older: Vec<fontdb::ID> = database
            .faces()
            .filter(|info| info.id != newest && Face::of(info) == *face)
            .map(|info| info.id)
            .collect();
        older.into_iter().for_each(|id| database.remove_face(id));
    }

    /// Sets the fallback families for scripts; families that do not exist are skipped.
    pub(crate) fn set_fallbacks(&mut self, fallbacks: BTreeMap<Script, Vec<String>>) {
        self.fallbacks = fallbacks;
    }

    /// True if the theme names a family for the script.
    pub(crate) fn has_fallback(&self, script: Script) -> bool {
        self.fallbacks.contains_key(&script)
    }

    /// The wanted family, then those for the script, then every other one, so that a rare character
    /// is found somewhere.
    pub(crate) fn families_for<'a>(
        &'a self,
        wanted: &'a str,
        script: Option<Script>,
    ) -> FontFamily<'a> {
        let for_script = script.and_then(|script| self.fallbacks.get(&script));
        let mut names: Vec<&str> = Vec::with_capacity(self.families.len() + 1);
        let first = std::iter::once(wanted).filter(|name| !name.is_empty());
        let preferred = for_script.into_iter().flatten().map(String::as_str);
        for name in first.chain(preferred).chain(self.families.iter().map(String::as_str)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let list: Vec<FontFamilyName<'a>> =
            names.into_iter().map(|name| FontFamilyName::Named(name.into())).collect();
        FontFamily::List(list.into())
    }

    /// The database that SVG text is resolved with.
    pub(crate) fn database(&self) -> &Arc<Database> {
        &self.database
    }

    /// Identifies the contents of a face's file.
    pub(crate) fn digest(&self, face: fontdb::ID) -> u128 {
        let mut known = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(face).or_insert_with(|| {
            self.database.with_face_data(face, |bytes, _| digest(bytes)).unwrap_or_default()
        })
    }

    /// Names of all families, sorted.
    pub fn families(&self) -> &[String] {
        &self.families
    }

    /// A fresh context for text layout with these fonts.
    pub(crate) fn context(&self) -> FontContext {
        FontContext { collection: self.collection.clone(), source_cache: SourceCache::default() }
    }

    /// The face that layout chose.
    pub(crate) fn face(&self, font: &parley::FontData) -> Option<&Face> {
        self.faces.get(&(font.data.id(), font.index)).map(|(face, _)| face)
    }

    /// The file of the face that layout chose; `None` if another of the same name replaced it.
    pub(crate) fn file(&self, font: &parley::FontData) -> Option<fontdb::ID> {
        let (_, id) = self.faces.get(&(font.data.id(), font.index))?;
        self.database.face(*id).map(|face| face.id)
    }

    /// The letters of a run as one outline, relative to the start of its baseline.
    pub(crate) fn outline(&self, run: &SetRun) -> Option<Path> {
        let draw = |bytes: &[u8], index: u32| {
            let font = skrifa::FontRef::from_index(bytes, index).ok()?;
            let glyphs = font.outline_glyphs();
            let mut pen = Pen { path: PathBuilder::new(), x: 0.0, y: 0.0 };
            for glyph in &run.glyphs {
                (pen.x, pen.y) = (glyph.x, glyph.y);
                let settings = DrawSettings::unhinted(Size::new(run.size), LocationRef::default());
                let _ = glyphs.get(GlyphId::new(glyph.id))?.draw(settings, &mut pen);
            }
            pen.path.finish()
        };
        self.database.with_face_data(run.font?, draw).flatten()
    }

    /// Left, top, right and bottom of a glyph's ink for a size of one, measured downwards from the
    /// baseline; `None` if it draws nothing.
    pub(crate) fn ink(&self, file: fontdb::ID, glyph: u32) -> Option<[f32; 4]> {
        let measure = |bytes: &[u8], index: u32| {
            let font = skrifa::FontRef::from_index(bytes, index).ok()?;
            let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
            let ink = metrics.bounds(GlyphId::new(glyph))?;
            let has_ink = ink.x_min < ink.x_max && ink.y_min < ink.y_max;
            has_ink.then_some([ink.x_min, -ink.y_max, ink.x_max, -ink.y_min])
        };
        self.database.with_face_data(file, measure).flatten()
    }
}

/// Draws glyphs, whose `y` points up, onto a page, whose `y` points down.
struct Pen {
    path: PathBuilder,
    /// Where the glyph stands.
    x: f32,
    y: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + cx, self.y - cy, self.x + x, self.y - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (left, base) = (self.x, self.y);
        self.path.cubic_to(left + ax, base - ay, left + bx, base - by, left + x, base - y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

impl Face {
    fn of(info: &fontdb::FaceInfo) -> Face {
        Face {
            family: info.families.first().map(|(name, _)| name.clone()).unwrap_or_default(),
            weight: info.weight.0,
            italic: info.style != fontdb::Style::Normal,
        }
    }
}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fonts").field("families", &self.families).finish_non_exhaustive()
    }
}
