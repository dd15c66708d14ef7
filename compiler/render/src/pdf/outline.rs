//! Bookmarks: the document's outline, by kind of card.

use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::outline::{Outline, OutlineNode};

/// An entry of the document's outline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bookmark {
    title: String,
    page: usize,
    /// From the left and top edge of the page, in points.
    at: (f32, f32),
    children: Vec<Bookmark>,
}

/// The outline as it grows.
#[derive(Debug, Default)]
pub(super) struct Bookmarks(Vec<Bookmark>);

impl Bookmarks {
    /// Adds a bookmark under its heading, if there is none with that title yet.
    pub(super) fn add(&mut self, heading: &str, title: &str, page: usize, at: (f32, f32)) {
        let entry = Bookmark { title: title.to_owned(), page, at, children: Vec::new() };
        match self.0.iter_mut().find(|known| known.title == heading) {
            Some(known) if known.children.iter().any(|child| child.title == title) => {}
            Some(known) => known.children.push(entry),
            None => {
                let title = heading.to_owned();
                self.0.push(Bookmark { title, page, at: (0.0, 0.0), children: vec![entry] });
            }
        }
    }

    /// Adds a bookmark of its own, with nothing under it.
    pub(super) fn add_alone(&mut self, title: &str, page: usize) {
        let (title, at) = (title.to_owned(), (0.0, 0.0));
        self.0.push(Bookmark { title, page, at, children: Vec::new() });
    }

    pub(super) fn finish(self) -> Outline {
        let mut outline = Outline::new();
        for bookmark in &self.0 {
            outline.push_child(node(bookmark));
        }
        outline
    }
}

fn node(bookmark: &Bookmark) -> OutlineNode {
    let place = Point::from_xy(bookmark.at.0, bookmark.at.1);
    let mut entry =
        OutlineNode::new(bookmark.title.clone(), XyzDestination::new(bookmark.page, place));
    for child in &bookmark.children {
        entry.push_child(node(child));
    }
    entry
}
