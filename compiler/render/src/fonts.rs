//! The fonts of a theme: one registry that feeds text layout, SVG and PDF.
//!
//! Only files of the templates folder are used, never the system's, so that a card looks the
//! same everywhere. Every file is held in memory: reading it again on each use made layout
//! six times slower.

use std::collections::BTreeMap;
use std::sync::Arc;

use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use usvg::fontdb::{self, Database};

/// Every font face of a theme.
#[derive(Clone)]
pub struct Fonts {
    database: Arc<Database>,
    collection: Collection,
    faces: BTreeMap<(u64, u32), Face>,
    families: Vec<String>,
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
        let mut database = Database::new();
        let mut collection =
            Collection::new(CollectionOptions { shared: false, system_fonts: false });
        let mut faces = BTreeMap::new();
        let mut refused = Vec::new();
        for (name, bytes) in files {
            let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(bytes);
            let ids = database.load_font_source(fontdb::Source::Binary(bytes.clone()));
            if ids.is_empty() {
                refused.push(name);
                continue;
            }
            let blob = Blob::new(bytes);
            for face in ids.iter().filter_map(|id| database.face(*id)) {
                faces.insert((blob.id(), face.index), Face::of(face));
            }
            collection.register_fonts(blob, None);
        }
        let mut families: Vec<String> = faces.values().map(|face| face.family.clone()).collect();
        families.sort();
        families.dedup();
        (Fonts { database: Arc::new(database), collection, faces, families }, refused)
    }

    /// The database that SVG text is resolved with.
    pub fn database(&self) -> &Arc<Database> {
        &self.database
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
        self.faces.get(&(font.data.id(), font.index))
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
