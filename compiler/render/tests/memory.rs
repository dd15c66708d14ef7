//! Cached drawings: only what changed is drawn again, and the result is the same.

use std::path::Path;
use std::sync::Arc;

use cardwright_model::{Library, Value};
use cardwright_render::preflight::Finding;
use cardwright_render::sheet::{page_digests, pieces, plan};
use cardwright_render::{
    Memory, Options, RenderedCard, Renderer, SheetOptions, Templates, preflight, sheets,
};

use crate::{here, library, templates};

/// Some settings, so that preflight looks at the cards as well.
fn options() -> Options<'static> {
    Options { preflight: Some(Default::default()), ..Options::default() }
}

fn draw(library: &Library, templates: &Templates, memory: &Arc<Memory>) -> Vec<RenderedCard> {
    let memory = Some(Arc::clone(memory));
    Renderer::remembering(library, 0, templates, options(), memory).render_all()
}

fn cold(library: &Library, templates: &Templates) -> Vec<RenderedCard> {
    Renderer::new(library, 0, templates, options()).render_all()
}

/// Everything that people and printers see of the cards.
fn seen(cards: &[RenderedCard]) -> (Vec<u8>, Vec<String>) {
    let findings = preflight::fold(cards, &[]);
    let tell = |found: &Finding<'_>| format!("{:?} {:?}", found.problem, found.also);
    let pdf = sheets(cards, &SheetOptions::default()).expect("sheets");
    (pdf, findings.iter().map(tell).collect())
}

fn pages(cards: &[RenderedCard]) -> Vec<u128> {
    let options = SheetOptions::default();
    let pieces = pieces(cards, &options);
    page_digests(&pieces, &plan(&pieces, &options).expect("a plan"))
}

#[test]
fn only_an_edited_card_is_drawn_again() {
    let (mut library, templates) = (library(), templates());
    let memory = Arc::new(Memory::default());
    let first = draw(&library, &templates, &memory);
    assert_eq!(memory.end_round(), first.len());
    let again = draw(&library, &templates, &memory);
    assert_eq!(memory.end_round(), 0);
    assert!(seen(&first) == seen(&again));

    let card = &mut library.packages[0].cards[3];
    card.fields.insert("flavour".to_owned(), Value::Text("Other words.".to_owned()));
    let edited = draw(&library, &templates, &memory);
    assert_eq!(memory.end_round(), 1, "one card was edited");
    let (before, after) = (pages(&first), pages(&edited));
    assert_eq!(before.len(), after.len());
    assert!(before.len() > 1, "there is more than one page");
    assert_eq!(before.iter().zip(&after).filter(|(one, other)| one != other).count(), 1);
    assert!(seen(&edited) == seen(&cold(&library, &templates)), "warm and cold differ");
}

#[test]
fn cards_move_in_their_files_without_being_drawn() {
    let (mut library, templates) = (library(), templates());
    let memory = Arc::new(Memory::default());
    draw(&library, &templates, &memory);
    memory.end_round();
    for card in library.packages[0].cards.iter_mut() {
        card.provenance.line += 7;
    }
    let moved = draw(&library, &templates, &memory);
    assert_eq!(memory.end_round(), 0);
    assert!(seen(&moved) == seen(&cold(&library, &templates)), "problems are told where they are");
}

#[test]
fn another_theme_or_setting_draws_everything_again() {
    let (library, mut templates) = (library(), templates());
    let memory = Arc::new(Memory::default());
    let count = draw(&library, &templates, &memory).len();
    memory.end_round();
    let wider = Options { bleed: Some(4.0), ..options() };
    Renderer::remembering(&library, 0, &templates, wider, Some(Arc::clone(&memory))).render_all();
    assert_eq!(memory.end_round(), count);
    // A round drops what it did not use.
    draw(&library, &templates, &memory);
    assert_eq!(memory.end_round(), count);
    templates = {
        let folder = here("../../templates");
        let mut files = Vec::new();
        read_below(&folder, "", &mut files);
        let theme = files.iter_mut().find(|(name, _)| name == "crawler/theme.toml");
        theme.expect("a theme").1.splice(0..0, *b"moonshine = \"#d0d8ff\"\n");
        Templates::from_files(files)
    };
    assert_eq!(templates.refused, []);
    draw(&library, &templates, &memory);
    assert_eq!(memory.end_round(), count);
}

#[test]
fn a_card_that_shows_another_is_drawn_when_that_one_changes() {
    let mut library = library();
    let template = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"69mm\" height=\"94mm\" \
                    viewBox=\"-3 -3 69 94\"><title>{{ cards['zombie'].name }}</title></svg>";
    let files = vec![("crawler/quest.svg".to_owned(), template.as_bytes().to_vec())];
    let templates = Templates::from_files(files);
    library.packages[0]
        .cards
        .retain(|card| ["goblin-slayer", "zombie"].contains(&card.id.as_str()));
    let memory = Arc::new(Memory::default());
    let count = draw(&library, &templates, &memory).len();
    assert_eq!((count, memory.end_round()), (2, 2));
    let zombie = library.packages[0].cards.iter_mut().find(|card| card.id == "zombie");
    zombie.expect("a zombie").name = "Ghoul".to_owned();
    let drawn = draw(&library, &templates, &memory);
    assert_eq!(memory.end_round(), 2, "the quest shows the name of the other");
    assert!(drawn[0].front.source_svg().contains("Ghoul"));
}

fn read_below(folder: &Path, name: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let own = entry.file_name().to_string_lossy().into_owned();
        let full = if name.is_empty() { own } else { format!("{name}/{own}") };
        match entry.path().is_dir() {
            true => read_below(&entry.path(), &full, files),
            false => files.push((full, std::fs::read(entry.path()).expect("a file"))),
        }
    }
}
