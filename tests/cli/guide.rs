//! The pages of the guide, done as a reader would do them: files are written, commands are run, and
//! what they print is compared with what the page says.
//!
//! A fenced block is what its first line says: ```` ```card PATH ````, `csv`, `toml` and `mse` are
//! files; `pictures FOLDER` lists pictures, which the runner paints; `replace PATH` has what to find
//! and what to put there, with `---` between; `sh` has commands, each of which must succeed (`sh
//! fails`: the last one must not); `text` has lines that the commands before it must have printed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Place;

#[test]
fn your_first_card() {
    let place = follow("first-card.md");
    assert!(place.path("marsh/output/marsh/cards/marsh-eel.png").is_file());
}

#[test]
fn your_first_keyword() {
    follow("first-keyword.md");
}

#[test]
fn a_bag_of_dungeon_expansion() {
    follow("bag.md");
}

#[test]
fn a_deck_box_dungeons_quest() {
    follow("deckbox.md");
}

#[test]
fn a_super_dungeon_explore_warband() {
    follow("explore.md");
}

#[test]
fn a_super_dungeon_arcade_stage() {
    follow("arcade.md");
}

#[test]
fn from_nandeck() {
    follow("nandeck.md");
}

#[test]
fn sending_to_a_printer() {
    follow("printer.md");
}

#[test]
fn testing_and_balance() {
    follow("testing.md");
}

#[test]
fn checking_a_friends_set() {
    let place = follow("friends-set.md");
    assert!(place.path("verdict/review.html").is_file());
}

#[test]
fn publishing() {
    let place = follow("publishing.md");
    assert!(place.path("moon/output/moon/gallery/index.html").is_file());
}

#[test]
fn a_game_of_your_own() {
    follow("own-game.md");
}

#[test]
fn from_a_spreadsheet() {
    let place = follow("spreadsheet.md");
    let cards = fs::read_dir(place.path("salt/output/salt/cards")).expect("cards");
    let pictures = cards.filter(|file| {
        file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|end| end == "png"))
    });
    // Six cards.
    assert_eq!(pictures.count(), 6);
    assert!(place.path("salt/output/salt/sheets/a4.pdf").is_file());
}

#[test]
fn from_squib_and_other_programs() {
    follow("squib.md");
}

#[test]
fn a_look_of_your_own() {
    follow("look.md");
}

#[test]
fn printing_at_home() {
    let place = follow("printing.md");
    assert!(place.path("harbour/output/harbour/sheets/low-ink-a4.pdf").is_file());
}

#[test]
fn every_page_is_listed_and_followed() {
    let index = fs::read_to_string(guide("README.md")).expect("the index");
    let own = include_str!("guide.rs");
    for file in fs::read_dir(guide("")).expect("the guide") {
        let name = file.expect("a file").file_name().to_string_lossy().into_owned();
        if name != "README.md" {
            assert!(index.contains(&format!("({name})")), "{name} is not in the index");
            assert!(own.contains(&format!("follow(\"{name}\")")), "{name} is not followed");
        }
    }
}

fn guide(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide").join(name)
}

/// A fenced block: what it is, the rest of its first line, its lines.
struct Block {
    line: usize,
    is: String,
    of: String,
    text: String,
}

/// Does what a page says, in a folder of its own.
fn follow(page: &str) -> Place {
    let text = fs::read_to_string(guide(page)).expect("the page");
    let place = Place::empty();
    let mut folder = PathBuf::new();
    let mut printed = String::new();
    for Block { line, is, of, text } in blocks(&text) {
        let at = format!("{page}:{line}");
        match is.as_str() {
            "card" | "csv" | "toml" | "mse" => put(&place.path(&of), text.as_bytes()),
            "pictures" => {
                for name in text.lines() {
                    put(&place.path(&of).join(name), &picture(name));
                }
            }
            "replace" => {
                let (old, new) = text.split_once("---\n").expect("`---` between old and new");
                let path = place.path(&of);
                let known = fs::read_to_string(&path).expect("the file");
                assert!(known.contains(old), "{at}: {of} has no\n{old}");
                put(&path, known.replacen(old, new, 1).as_bytes());
            }
            "sh" => {
                let commands: Vec<&str> = text.lines().map(str::trim).collect();
                let last = commands.len().saturating_sub(1);
                printed.clear();
                for (index, command) in commands.iter().enumerate() {
                    let words: Vec<&str> = command.split_whitespace().collect();
                    match words.as_slice() {
                        ["cd", ".."] => drop(folder.pop()),
                        ["cd", to] => folder.push(to),
                        ["cardwright", arguments @ ..] => {
                            let run = place.run_in(&folder, arguments);
                            let fails = of == "fails" && index == last;
                            let said = format!("{}{}", run.stdout(), run.stderr());
                            let ended = run.code_is(0) != fails;
                            assert!(ended, "{at}: `{command}`\n{said}");
                            printed.push_str(&said);
                        }
                        _ => panic!("{at}: nobody here runs `{command}`"),
                    }
                }
            }
            "text" => {
                for wanted in text.lines() {
                    assert!(printed.contains(wanted), "{at}: no `{wanted}` in\n{printed}");
                }
            }
            other => panic!("{at}: what is `{other}`?"),
        }
    }
    place
}

fn put(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
    fs::write(path, bytes).expect("the file can be written");
}

/// A small picture, another colour for each name.
fn picture(name: &str) -> Vec<u8> {
    let (width, height) = (1200_u32, 900_u32);
    let tint = name.bytes().fold(17_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
    let pixels: Vec<u8> = (0..width * height)
        .flat_map(|at| [tint, (at % width / 5) as u8, (at / width / 4) as u8])
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("pixels");
    drop(writer);
    bytes
}

/// The fenced blocks of a page; those inside a list are indented.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Block)> = None;
    for (number, line) in text.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(head)) => {
                let indent = line.len() - line.trim_start().len();
                let (is, of) = head.split_once(' ').unwrap_or((head, ""));
                let (is, of) = (is.to_owned(), of.trim().to_owned());
                open = Some((indent, Block { line: number + 1, is, of, text: String::new() }));
            }
            (Some(_), Some("")) => blocks.extend(open.take().map(|(_, block)| block)),
            (Some((indent, block)), _) => {
                block.text.push_str(line.get(*indent..).unwrap_or_default());
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed");
    blocks
}
