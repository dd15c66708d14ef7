//! Draws a package to a folder as SVG, PNG and PDF.
//!
//! ```text
//! cargo run -p cardwright-render --example render -- [--templates DIR] [--out DIR] [--dpi N]
//!     [--only ID,ID] [--trim] [--looks DIR] [PACKAGE.json …]
//! ```
//! The packages are the model as JSON, the last one is drawn; without any, a sample with one
//! card of each kind is. `--looks` names a package's folder with its own theme and templates.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cardwright_model::{Library, Package};
use cardwright_render::pdf::Production;
use cardwright_render::sheet::{PageOrder, card_pages};
use cardwright_render::{
    About, Backs, Extent, Options, Paper, RenderedCard, Renderer, SheetOptions, Templates, sheets,
};

struct Settings {
    templates: PathBuf,
    out: PathBuf,
    dpi: f32,
    only: Vec<String>,
    extent: Extent,
    looks: Option<PathBuf>,
    packages: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match settings().and_then(|settings| run(&settings)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn settings() -> Result<Settings, Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut settings = Settings {
        templates: here.join("../../templates"),
        out: PathBuf::from("output/sample"),
        dpi: 150.0,
        only: Vec::new(),
        extent: Extent::Bleed,
        looks: None,
        packages: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--templates" => settings.templates = value()?.into(),
            "--out" => settings.out = value()?.into(),
            "--dpi" => settings.dpi = value()?.parse()?,
            "--only" => settings.only = value()?.split(',').map(str::to_owned).collect(),
            "--looks" => settings.looks = Some(value()?.into()),
            "--trim" => settings.extent = Extent::Trim,
            _ => settings.packages.push(argument.into()),
        }
    }
    if settings.packages.is_empty() {
        settings.packages.push(here.join("tests/data/sample.json"));
    }
    Ok(settings)
}

/// Draws and writes everything; the number of problems is returned.
fn run(settings: &Settings) -> Result<usize, Box<dyn Error>> {
    let mut library = Library::default();
    for path in &settings.packages {
        let text = std::fs::read_to_string(path)?;
        let package: Package =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        library.packages.push(package);
    }
    let templates = Templates::load(&settings.templates)?;
    for (file, reason) in &templates.refused {
        eprintln!("warning: {file}: {reason}");
    }
    let options = Options { package_root: settings.looks.clone(), ..Options::default() };
    let renderer = Renderer::new(&library, library.packages.len() - 1, &templates, options);
    let mut cards = renderer.render_all();
    cards.retain(|card| settings.only.is_empty() || settings.only.contains(&card.id));
    std::fs::create_dir_all(&settings.out)?;
    let mut problems = 0;
    for card in &cards {
        problems += report(card);
        write(card, settings)?;
    }
    let package = &library.packages[library.packages.len() - 1];
    let about = About {
        title: package.title.clone().unwrap_or_else(|| package.name.clone()),
        authors: package.authors.clone(),
        description: "Cards to print, cut and play".to_owned(),
        ..About::default()
    };
    write_pdf(&cards, &about, settings)?;
    println!("{} cards, {problems} problems", cards.len());
    Ok(problems)
}

fn write_pdf(
    cards: &[RenderedCard],
    about: &About,
    settings: &Settings,
) -> Result<(), Box<dyn Error>> {
    let plain = SheetOptions { about: about.clone(), ..SheetOptions::default() };
    let variants = [
        ("sheets-a4", plain.clone()),
        ("sheets-a4-bleed", SheetOptions { bleed: 3.0, ..plain.clone() }),
        (
            "sheets-letter",
            SheetOptions { paper: Paper::named("letter").expect("a paper"), ..plain.clone() },
        ),
        ("sheets-a4-fold", SheetOptions { backs: Backs::Fold, ..plain }),
    ];
    for (name, options) in variants {
        std::fs::write(settings.out.join(format!("{name}.pdf")), sheets(cards, &options)?)?;
    }
    let pages = card_pages(cards, PageOrder::FrontBack, about, &Production::default())?;
    std::fs::write(settings.out.join("cards.pdf"), pages)?;
    Ok(())
}

fn report(card: &RenderedCard) -> usize {
    for problem in &card.problems {
        eprintln!("{} {} [{}]: {}", problem.code, problem.card, problem.what, problem.message);
        if let Some(help) = &problem.help {
            eprintln!("    help: {help}");
        }
    }
    card.problems.len()
}

fn write(card: &RenderedCard, settings: &Settings) -> Result<(), Box<dyn Error>> {
    let path = |name: &str, ending: &str| settings.out.join(format!("{name}.{ending}"));
    if !card.front.is_empty() {
        std::fs::write(path(&card.id, "svg"), card.front_svg())?;
        let png = card.front.png(card.size, settings.extent, settings.dpi)?;
        std::fs::write(path(&card.id, "png"), png)?;
    }
    // Cards that share a back write the same bytes again, which is cheaper to read than a set.
    if let Some(back) = card.back.as_ref().filter(|back| !back.side.is_empty()) {
        std::fs::write(path(&back.id, "svg"), back.side.svg(&back.id))?;
        let png = back.side.png(card.size, settings.extent, settings.dpi)?;
        std::fs::write(path(&back.id, "png"), png)?;
    }
    Ok(())
}
