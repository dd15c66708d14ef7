//! Examines a PDF with an independent reader.

use std::collections::{BTreeMap, BTreeSet};

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};

/// A PDF under examination.
pub struct Proof {
    document: Document,
}

/// A box in millimetres: x and y of the lower left corner, width and height.
pub type Area = [f32; 4];

impl Proof {
    /// Reads a PDF; one that cannot be read is refused with the reason.
    pub fn read(bytes: &[u8]) -> Result<Proof, String> {
        if !bytes.starts_with(b"%PDF-") {
            return Err("there is no header".to_owned());
        }
        if !bytes.trim_ascii_end().ends_with(b"%%EOF") {
            return Err("the end is missing".to_owned());
        }
        let document = Document::load_mem(bytes).map_err(|error| error.to_string())?;
        if document.get_pages().is_empty() {
            return Err("there are no pages".to_owned());
        }
        Ok(Proof { document })
    }

    /// The number of pages.
    pub fn pages(&self) -> usize {
        self.document.get_pages().len()
    }

    /// The version in the header.
    pub fn version(&self) -> &str {
        &self.document.version
    }

    /// A box of a page, by its key.
    pub fn area(&self, page: usize, key: &str) -> Option<Area> {
        let id = self.document.get_pages().into_values().nth(page)?;
        let numbers = self.document.get_dictionary(id).ok()?.get(key.as_bytes()).ok()?;
        let numbers: Vec<f32> =
            numbers.as_array().ok()?.iter().filter_map(|number| number.as_float().ok()).collect();
        let [left, bottom, right, top] = numbers.try_into().ok()?;
        let mm = |points: f32| points * 25.4 / 72.0;
        Some([mm(left), mm(bottom), mm(right - left), mm(top - bottom)])
    }

    /// Fonts that are not embedded, by name.
    pub fn fonts_not_embedded(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for font in self.dictionaries().filter(|dict| dict.has_type(b"Font")) {
            // A composite font has its file in its descendant.
            if font.has(b"DescendantFonts") {
                if !font.has(b"ToUnicode") {
                    missing.push(format!("{} cannot be searched", name_of(font)));
                }
                continue;
            }
            let is_drawn = font.get(b"Subtype").and_then(Object::as_name).ok() == Some(b"Type3");
            let descriptor = font
                .get(b"FontDescriptor")
                .and_then(|object| self.document.dereference(object))
                .and_then(|(_, object)| object.as_dict());
            let has_file = descriptor.is_ok_and(|descriptor| {
                [&b"FontFile"[..], b"FontFile2", b"FontFile3"].iter().any(|key| descriptor.has(key))
            });
            if !has_file && !is_drawn {
                missing.push(name_of(font));
            }
        }
        missing
    }

    /// Names of all fonts.
    pub fn fonts(&self) -> BTreeSet<String> {
        self.dictionaries().filter(|dict| dict.has_type(b"Font")).map(name_of).collect()
    }

    /// The letters of all pages, without spaces.
    pub fn letters(&self) -> String {
        let pages: Vec<u32> = self.document.get_pages().into_keys().collect();
        letters(&self.document.extract_text(&pages).unwrap_or_default())
    }

    /// Titles of the outline, with their depth.
    pub fn outline(&self) -> Vec<(usize, String)> {
        let mut titles = Vec::new();
        if let Some(root) = self.catalog_entry(b"Outlines") {
            self.outline_below(root, 0, &mut titles);
        }
        titles
    }

    fn outline_below(&self, parent: &Dictionary, depth: usize, titles: &mut Vec<(usize, String)>) {
        let mut next = parent.get(b"First").and_then(Object::as_reference).ok();
        while let Some(entry) = next.and_then(|id| self.document.get_dictionary(id).ok()) {
            let title =
                entry.get(b"Title").ok().and_then(|title| lopdf::decode_text_string(title).ok());
            titles.push((depth, title.unwrap_or_default()));
            self.outline_below(entry, depth + 1, titles);
            next = entry.get(b"Next").and_then(Object::as_reference).ok();
        }
    }

    /// The kinds of tags in reading order, with their titles.
    pub fn tags(&self) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        if let Some(root) = self.catalog_entry(b"StructTreeRoot") {
            self.tags_below(root, &mut tags);
        }
        tags
    }

    fn tags_below(&self, element: &Dictionary, tags: &mut Vec<(String, String)>) {
        if let Ok(kind) = element.get(b"S").and_then(Object::as_name) {
            let text = |key: &[u8]| {
                let text = element.get(key).ok()?;
                lopdf::decode_text_string(text).ok()
            };
            let called = text(b"Alt").or_else(|| text(b"T")).unwrap_or_default();
            tags.push((String::from_utf8_lossy(kind).into_owned(), called));
        }
        let Ok(children) = element.get(b"K").and_then(|object| self.document.dereference(object))
        else {
            return;
        };
        let children = match children.1 {
            Object::Array(children) => children.clone(),
            other => vec![other.clone()],
        };
        for child in &children {
            if let Ok((_, Object::Dictionary(child))) = self.document.dereference(child) {
                self.tags_below(child, tags);
            }
        }
    }

    /// A text of the document information.
    pub fn info(&self, key: &str) -> Option<String> {
        let info = self.document.trailer.get(b"Info").ok()?;
        let info = self.document.dereference(info).ok()?.1.as_dict().ok()?;
        match info.get(key.as_bytes()).ok()? {
            Object::Name(name) => Some(String::from_utf8_lossy(name).into_owned()),
            text => lopdf::decode_text_string(text).ok(),
        }
    }

    /// A text of the catalog, such as `Lang`.
    pub fn catalog_text(&self, key: &str) -> Option<String> {
        let text = self.document.catalog().ok()?.get(key.as_bytes()).ok()?;
        lopdf::decode_text_string(text).ok()
    }

    /// The first output intent.
    pub fn output_intent(&self) -> Option<&Dictionary> {
        let intents = self.document.catalog().ok()?.get(b"OutputIntents").ok()?;
        let first = intents.as_array().ok()?.first()?;
        self.document.dereference(first).ok()?.1.as_dict().ok()
    }

    /// How often each operator occurs in the content of pages, forms and patterns.
    pub fn operators(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for (id, object) in &self.document.objects {
            let content = match object {
                Object::Stream(stream) if is_content(&stream.dict) || self.is_page_content(*id) => {
                    stream.decompressed_content().unwrap_or_else(|_| stream.content.clone())
                }
                _ => continue,
            };
            for operation in Content::decode(&content).map(|c| c.operations).unwrap_or_default() {
                *counts.entry(operation.operator).or_insert(0) += 1;
            }
        }
        counts
    }

    fn is_page_content(&self, id: ObjectId) -> bool {
        let pages = self.document.get_pages();
        pages.into_values().any(|page| self.document.get_page_contents(page).contains(&id))
    }

    /// How many streams of that subtype there are: `Image`, `Form`.
    pub fn stored(&self, subtype: &str) -> usize {
        self.dictionaries()
            .filter(|dict| {
                dict.get(b"Subtype").and_then(Object::as_name).ok() == Some(subtype.as_bytes())
            })
            .count()
    }

    /// True if the name stands anywhere: a colour space, a spot colour.
    pub fn mentions(&self, name: &str) -> bool {
        self.document.objects.values().any(|object| contains(object, name.as_bytes()))
    }

    /// True if anything is transparent.
    pub fn is_transparent(&self) -> bool {
        self.dictionaries().any(|dict| {
            let below_one = |key: &[u8]| {
                dict.get(key).and_then(Object::as_float).is_ok_and(|alpha| alpha < 1.0)
            };
            dict.has(b"Group") || dict.has(b"SMask") || below_one(b"ca") || below_one(b"CA")
        })
    }

    fn dictionaries(&self) -> impl Iterator<Item = &Dictionary> {
        self.document.objects.values().filter_map(|object| match object {
            Object::Dictionary(dict) => Some(dict),
            Object::Stream(stream) => Some(&stream.dict),
            _ => None,
        })
    }

    fn catalog_entry(&self, key: &[u8]) -> Option<&Dictionary> {
        let entry = self.document.catalog().ok()?.get(key).ok()?;
        self.document.dereference(entry).ok()?.1.as_dict().ok()
    }
}

/// The kinds of pieces that show a sign on either side and no words.
pub const WORDLESS: [&str; 1] = ["token"];

/// Only the letters and digits, in lower case: what survives any layout.
///
/// Some fonts draw an `f` before an `i` in a form of its own. Where that form stands elsewhere the
/// PDF says which letter it is as `ActualText`, which not every reader looks at; so `fi` is `f`.
pub fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect::<String>().replace("fi", "f")
}

fn is_content(dict: &Dictionary) -> bool {
    let is_form = dict.get(b"Subtype").and_then(Object::as_name).ok() == Some(b"Form");
    is_form || dict.has(b"PatternType")
}

fn name_of(font: &Dictionary) -> String {
    let name = font.get(b"BaseFont").and_then(Object::as_name).unwrap_or(b"without a name");
    String::from_utf8_lossy(name).into_owned()
}

fn contains(object: &Object, name: &[u8]) -> bool {
    match object {
        Object::Name(found) => found == name,
        Object::Array(items) => items.iter().any(|item| contains(item, name)),
        Object::Dictionary(dict) => dict.iter().any(|(_, value)| contains(value, name)),
        Object::Stream(stream) => stream.dict.iter().any(|(_, value)| contains(value, name)),
        _ => false,
    }
}
