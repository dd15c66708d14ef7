//! The print bench: five hundred cards as a package of a game of their own, and the same
//! cards for Typst, written into a folder from the files in `tests/print-bench/`.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use crate::repository;

/// Files of the bench and where they go.
const FILES: [(&str, &str); 4] = [
    ("game.card", "packages/bench/game.card"),
    ("bench-card.svg", "templates/bench/bench-card.svg"),
    ("cards.json", "typst/cards.json"),
    ("bench.typ", "typst/bench.typ"),
];

const WORKSPACE: &str = "[workspace]\npackages = \"packages\"\n";

const PACKAGE: &str = r#"[package]
name = "bench"
title = "Five hundred cards"
version = "0.1.0"
game = "bench"
authors = ["The Cardwright contributors"]
license = "CC0-1.0"

[print]
paper = ["a4"]
backs = "none"

# The pictures have 298 dots an inch, by design.
[preflight]
resolution = { wanted = "290dpi" }
"#;

/// Pictures that the cards share.
const PICTURES: u32 = 10;

/// Writes a workspace with the first `count` cards into a folder, and beside it `typst/`
/// with the same job for Typst.
pub fn assemble(folder: &Path, count: usize) -> io::Result<()> {
    let source = repository().join("tests/print-bench");
    let templates = repository().join("templates");
    write(&folder.join("cardwright.toml"), WORKSPACE.as_bytes())?;
    write(&folder.join("packages/bench/cardwright.toml"), PACKAGE.as_bytes())?;
    for (from, to) in FILES {
        write(&folder.join(to), &fs::read(source.join(from))?)?;
    }
    for shared in ["fonts", "shared"] {
        copy(&templates.join(shared), &folder.join("templates").join(shared))?;
    }
    for icons in ["templates/bench/icons", "typst/icons"] {
        copy(&source.join("icons"), &folder.join(icons))?;
    }
    for number in 0..PICTURES {
        let bytes = picture(number)?;
        for art in ["packages/bench/art", "typst/art"] {
            write(&folder.join(art).join(format!("art{number}.png")), &bytes)?;
        }
    }
    let cards: Vec<Value> = serde_json::from_slice(&fs::read(source.join("cards.json"))?)?;
    let text: String = cards.iter().take(count).map(card).collect();
    write(&folder.join("packages/bench/cards.card"), format!("use bench\n{text}").as_bytes())
}

/// A card in the language. The data marks bold words as `**word**` and icons as `:icon:`.
fn card(card: &Value) -> String {
    let text = |field: &str| card[field].as_str().unwrap_or_default().to_owned();
    let rules = text("rules").replace("**", "*");
    let rules: String = rules
        .split(':')
        .enumerate()
        .map(|(place, part)| if place % 2 == 1 { format!("[{part}]") } else { part.to_owned() })
        .collect();
    let mut lines = vec![
        format!("\nbench-card {} \"{}\" {{", text("id").to_lowercase(), text("name")),
        format!("  sort: {}", text("kind").to_lowercase()),
    ];
    for field in ["level", "hp", "mov", "atk", "dfn"] {
        lines.push(format!("  {field}: {}", card[field]));
    }
    lines.push(format!("  art: \"art/{}\"", text("art")));
    lines.push(format!("  rules: \"{rules}\""));
    lines.push(format!("  flavour: \"{}\"", text("flavor")));
    lines.push("}\n".to_owned());
    lines.join("\n")
}

/// A picture of bent stripes between two colours.
fn picture(number: u32) -> io::Result<Vec<u8>> {
    const SIZE: (u32, u32) = (640, 400);
    let colour = |shift: u32| {
        let mixed = (number * 2 + shift + 1).wrapping_mul(0x9E37_79B9);
        mixed.to_be_bytes()
    };
    let (dark, light) = (colour(0), colour(1));
    let mut pixels = Vec::with_capacity((SIZE.0 * SIZE.1 * 3) as usize);
    for y in 0..SIZE.1 {
        for x in 0..SIZE.0 {
            let place = (x * 3 + y * 5 + ((x * y) >> 6) * (number + 1)) % 512;
            for channel in 0..3 {
                let (from, to) = (i32::from(dark[channel]), i32::from(light[channel]));
                pixels.push((from + (to - from) * place as i32 / 511) as u8);
            }
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(bytes)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, bytes)
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            write(&to.join(entry.file_name()), &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}
