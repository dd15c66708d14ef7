//! What a package brings to draw with: a theme, a template, a picture.

use std::path::Path;
use std::sync::OnceLock;

use cardwright_model::files::{MemoryFiles, SourceFolder};
use cardwright_model::{Library, Value};
use cardwright_render::{Options, Renderer, Templates};

use super::seeds;

/// A theme of one's own.
pub(super) fn theme(bytes: &[u8]) {
    draw("theme.toml", bytes, None);
}

/// A template of one's own.
pub(super) fn template(bytes: &[u8]) {
    draw("templates/monster.svg", bytes, None);
}

/// A picture: the first byte says which ending its name has.
pub(super) fn picture(bytes: &[u8]) {
    let endings = ["png", "jpg", "svg", "webp"];
    let Some((first, rest)) = bytes.split_first() else { return };
    let path = format!("art/bat.{}", endings[usize::from(*first) % endings.len()]);
    draw(&path, rest, Some(&path));
}

/// Draws one card of a package that brings one file.
fn draw(path: &str, bytes: &[u8], art: Option<&str>) {
    static SHIPPED: OnceLock<(Library, Templates)> = OnceLock::new();
    let (library, templates) = SHIPPED.get_or_init(|| {
        let mut library = seeds::bag_library().clone();
        library.packages[0].cards.retain(|card| card.id == "bat");
        (library, crate::templates(&crate::repository().join("templates")))
    });
    let mut library = library.clone();
    if let Some(art) = art {
        let fields = &mut library.packages[0].cards[0].fields;
        fields.insert("art".to_owned(), Value::Text(art.to_owned()));
    }
    let mut files = MemoryFiles::default();
    files.insert(Path::new("strange").join(path), bytes);
    let options = Options {
        package: Some(SourceFolder::new(&files, Path::new("strange"))),
        preflight: Some(Default::default()),
        ..Options::default()
    };
    for card in Renderer::new(&library, 0, templates, options).render_all() {
        // A card that could not be drawn has a problem that says so.
        let is_drawn = card.png(30.0).is_ok();
        assert!(is_drawn || !card.problems.is_empty(), "nobody is told that it cannot be drawn");
    }
}
