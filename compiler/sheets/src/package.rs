//! The ZIP archives that workbooks are, as strangers make them.

use std::io::{Cursor, Read};

use roxmltree::{Document, ParsingOptions};
use zip::ZipArchive;

use crate::{LARGEST_UNPACKED, Refused};

/// Files in an archive.
const MOST_FILES: usize = 2_000;
/// Elements and texts of one document; a filled cell takes about three.
const MOST_NODES: u32 = 4_000_000;

/// An opened workbook.
pub(crate) struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    /// How many bytes may still be unpacked.
    left: u64,
}

impl<'b> Archive<'b> {
    pub(crate) fn open(bytes: &'b [u8]) -> Result<Archive<'b>, Refused> {
        let broken = |_| {
            Refused::new(
                "it is no workbook, or it is damaged",
                "open it in your spreadsheet program and save it again",
            )
        };
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
        if zip.len() > MOST_FILES {
            return Err(Refused::too_many("parts", MOST_FILES));
        }
        Ok(Archive { zip, left: LARGEST_UNPACKED })
    }

    /// A file of the archive; none if it is not there.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Refused> {
        let Ok(file) = self.zip.by_name(name) else { return Ok(None) };
        let mut bytes = Vec::new();
        // What the archive says about its size may be a lie: what is read is counted.
        let read = file.take(self.left + 1).read_to_end(&mut bytes);
        if let Err(error) = read {
            return Err(damaged(name, &error.to_string()));
        }
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else {
            return Err(Refused::new(
                format!("unpacked it is larger than {} MB", LARGEST_UNPACKED >> 20),
                "delete sheets and pictures that the cards do not need",
            ));
        };
        self.left = left;
        let text = String::from_utf8(bytes).map_err(|_| damaged(name, "it is not UTF-8"))?;
        Ok(Some(text))
    }
}

fn damaged(name: &str, why: &str) -> Refused {
    Refused::new(
        format!("its part `{name}` cannot be read: {why}"),
        "open it in your spreadsheet program and save it again",
    )
}

/// The tree of an XML text. Document types, by which a few lines grow to gigabytes, are refused.
pub(crate) fn tree<'t>(name: &str, text: &'t str) -> Result<Document<'t>, Refused> {
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..Default::default() };
    Document::parse_with_options(text, options).map_err(|error| damaged(name, &error.to_string()))
}
