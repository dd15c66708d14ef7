//! Items: the pieces of a file that are parsed and lowered one by one.
//!
//! Places in an item are counted from where it begins, and an item keeps its number while the
//! text around it changes. So everything that is known of it stays true when it moves, and only
//! at the end of a run [`Placements`] turn its places into places of its file.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cardwright_dsl::ast::Span;
use cardwright_dsl::{ParsedItem, parse_item, split};
use rayon::prelude::*;

use crate::diag::{Diagnostic, Edit, Location};
use crate::ids::IdMap;
use crate::mentions::{Meaning, Mention};
use crate::project::SheetRows;
use crate::source::{FileId, SourceFile};

/// Items that one thread reads in a row, at least: a single one is done before it is handed over.
const IN_A_ROW: usize = 32;

/// One declaration, table or `use` line, with the comments above it.
#[derive(Debug)]
pub(crate) struct Item {
    /// Stands for the file in the item's places.
    pub(crate) id: FileId,
    /// What it says.
    pub(crate) text: Box<str>,
    /// Its tree and its errors.
    pub(crate) tree: ParsedItem,
}

/// An item and where it begins.
#[derive(Debug, Clone)]
pub(crate) struct PlacedItem {
    pub(crate) item: Arc<Item>,
    /// Its first byte.
    pub(crate) start: u32,
    /// The line of that byte, from 1.
    pub(crate) line: u32,
}

impl Item {
    /// The text of a span; empty if the span is not of this item.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// How many lines of the item end before that byte.
    pub(crate) fn line(&self, offset: u32) -> u32 {
        let before = self.text.as_bytes().get(..offset as usize).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count() as u32
    }
}

/// Cuts a file into items. Those that the file had before (`known`) are not parsed again, and one
/// that was changed keeps its number, so that those who name it need not be lowered again.
pub(crate) fn items(
    source: &SourceFile,
    sheet: Option<&SheetRows>,
    known: &[PlacedItem],
    last: &AtomicU32,
) -> Vec<PlacedItem> {
    let text = &source.text;
    let is_too_long = u32::try_from(text.len()).is_err();
    // The text of each item, and where it begins in the file.
    let slices: Vec<(&str, u32)> = match sheet {
        Some(sheet) => sheet.rows.iter().map(|row| (&*row.text, row.start())).collect(),
        // The parser has an error for that.
        None if is_too_long => vec![("", 0)],
        None => split(text).iter().map(|at| (&text[at.span.range()], at.span.start)).collect(),
    };
    let mut same: HashMap<&str, Vec<&Arc<Item>>> = HashMap::new();
    for placed in known.iter().rev() {
        same.entry(&placed.item.text).or_default().push(&placed.item);
    }
    let kept: Vec<Option<Arc<Item>>> =
        slices.iter().map(|(slice, _)| Some(same.get_mut(slice)?.pop()?.clone())).collect();
    let is_kept = |item: &Arc<Item>| {
        !same.get(&*item.text).is_some_and(|left| left.iter().any(|other| Arc::ptr_eq(other, item)))
    };
    let mut free =
        known.iter().filter(|placed| !is_kept(&placed.item)).map(|placed| placed.item.id);
    let trees: Vec<Option<ParsedItem>> = slices
        .par_iter()
        .zip(&kept)
        .with_min_len(IN_A_ROW)
        .map(|((slice, _), kept)| match kept {
            Some(_) => None,
            None if is_too_long && sheet.is_none() => {
                let errors = cardwright_dsl::parse(text).errors;
                Some(ParsedItem { errors, ..ParsedItem::default() })
            }
            None => Some(parse_item(slice, 0)),
        })
        .collect();
    let mut placed = Vec::with_capacity(slices.len());
    for (((slice, start), kept), tree) in slices.into_iter().zip(kept).zip(trees) {
        let item = kept.unwrap_or_else(|| {
            let id = free
                .next()
                .unwrap_or_else(|| FileId::of_item(last.fetch_add(1, Ordering::Relaxed) + 1));
            Arc::new(Item { id, text: slice.into(), tree: tree.unwrap_or_default() })
        });
        placed.push(PlacedItem { item, start, line: source.line(start) });
    }
    placed
}

/// Where every item of a run stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Placements {
    items: IdMap<FileId, (FileId, u32)>,
    /// Items that are rows of a sheet, each with its number.
    rows: IdMap<FileId, (Arc<SheetRows>, usize)>,
}

impl Placements {
    pub(crate) fn add(
        &mut self,
        file: FileId,
        items: &[PlacedItem],
        sheet: Option<&Arc<SheetRows>>,
    ) {
        if let Some(sheet) = sheet {
            let rows = items.iter().enumerate();
            self.rows.extend(rows.map(|(row, placed)| (placed.item.id, (sheet.clone(), row))));
        }
        self.items.extend(items.iter().map(|placed| (placed.item.id, (file, placed.start))));
    }

    /// The file that an item is a part of.
    pub(crate) fn file(&self, item: FileId) -> FileId {
        self.items.get(&item).map_or(item, |(file, _)| *file)
    }

    /// A place in its file.
    pub(crate) fn place(&self, at: Location) -> Location {
        if let Some((sheet, row)) = self.rows.get(&at.file) {
            return Location::new(self.file(at.file), sheet.place(*row, at.span));
        }
        match self.items.get(&at.file) {
            Some((file, start)) => Location::new(*file, at.span.shifted(*start)),
            None => at,
        }
    }

    /// A problem with all its places in files.
    pub(crate) fn diagnostic(&self, mut found: Diagnostic) -> Diagnostic {
        let of_sheet = self.rows.get(&found.primary.file);
        if let Some((sheet, row)) = of_sheet {
            found.notes.extend(sheet.named(*row, found.primary.span));
        }
        // A cell is written in the language of spreadsheets: only what it says letter by letter can
        // be repaired.
        let repairs = |edit: &Edit| match self.rows.get(&edit.location.file) {
            Some((sheet, row)) => sheet.is_exact(*row, edit.location.span),
            None => true,
        };
        found.fix = found.fix.filter(|fix| fix.edits.iter().all(repairs));
        let edits = found.fix.iter_mut().flat_map(|fix| &mut fix.edits);
        let edits = edits.map(|edit| &mut edit.location);
        let labels = found.labels.iter_mut().map(|(at, _)| at);
        for at in edits.chain(labels).chain([&mut found.primary]) {
            *at = self.place(*at);
        }
        found
    }

    /// What a name means, with all places in files.
    pub(crate) fn mention(&self, mention: &Mention) -> Mention {
        let mut mention = mention.clone();
        mention.location = self.place(mention.location);
        if let Meaning::Member(member) = &mut mention.meaning {
            member.declared = member.declared.map(|declared| self.place(declared));
        }
        mention
    }
}
