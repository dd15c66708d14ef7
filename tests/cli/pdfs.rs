//! Every PDF that `build` makes of the shipped packages, checked for what must hold for any PDF.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Place;
use crate::build::files;
use crate::programs;
use crate::proof::{Proof, WORDLESS, letters};

#[test]
fn every_pdf_of_every_package_is_sound() {
    let place = Place::empty();
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let content = content.canonicalize().expect("the content");
    let content = content.to_string_lossy().into_owned();
    let parts = "data,cards,sheets,booklets";
    place.run(&["build", &content, "--only", parts, "--out", "out", "--dpi", "36"]).code(0);
    let out = place.path("out");
    let pdfs: Vec<PathBuf> = files(&out)
        .into_keys()
        .filter(|name| name.ends_with(".pdf"))
        .map(|name| out.join(name))
        .collect();
    assert!(pdfs.len() >= 4, "{pdfs:?}");
    for pdf in &pdfs {
        let what = pdf.display();
        let proof = Proof::read(&fs::read(pdf).expect("a file"))
            .unwrap_or_else(|reason| panic!("{what}: {reason}"));
        assert_eq!(proof.fonts_not_embedded(), [""; 0], "{what}");
        assert_eq!(proof.catalog_text("Lang").as_deref(), Some("en"), "{what}");
        assert!(proof.info("Title").is_some_and(|title| !title.is_empty()), "{what}");
        assert_eq!(proof.info("CreationDate"), None, "{what}: no clock");
        for page in 0..proof.pages() {
            let [media, bleed, trim] = ["MediaBox", "BleedBox", "TrimBox"]
                .map(|key| proof.area(page, key).unwrap_or_default());
            assert!(lies_in(trim, bleed) && lies_in(bleed, media), "{what}, page {page}");
        }
        assert_eq!(programs::qpdf(pdf), None, "{what}");
        assert_eq!(programs::pdffonts(pdf), [""; 0], "{what}");
    }
    for package in
        fs::read_dir(&out).expect("packages").filter_map(|entry| Some(entry.ok()?.path()))
    {
        every_card_is_found(&package);
    }
}

/// The PDFs for both papers contain the name of every card that was drawn.
fn every_card_is_found(package: &Path) {
    let name = package.file_name().unwrap_or_default().to_string_lossy();
    let data = fs::read(package.join(format!("data/{name}.json"))).expect("the data");
    let data: Value = serde_json::from_slice(&data).expect("JSON");
    for paper in ["a4", "letter"] {
        let pdf = package.join(format!("sheets/{paper}.pdf"));
        let proof = Proof::read(&fs::read(&pdf).expect("sheets")).expect("a sound PDF");
        let ours = proof.letters();
        let theirs = programs::pdftotext(&pdf).map(|text| letters(&text));
        for card in data["cards"].as_array().expect("cards") {
            let id = card["id"].as_str().unwrap_or_default();
            let is_wordless = card["kind"].as_str().is_some_and(|kind| WORDLESS.contains(&kind));
            if is_wordless || !package.join(format!("cards/{id}.svg")).exists() {
                continue;
            }
            let title = letters(card["name"].as_str().unwrap_or_default());
            assert!(ours.contains(&title), "{name}, {paper}: no {id}");
            // The name of a piece larger than the paper may be split over two pages.
            if is_larger_than_paper(&package.join(format!("cards/{id}.svg"))) {
                continue;
            }
            assert!(theirs.as_ref().is_none_or(|text| text.contains(&title)), "{name}: no {id}");
        }
    }
}

/// True for a drawing that has to be printed in parts.
fn is_larger_than_paper(svg: &Path) -> bool {
    let svg = fs::read_to_string(svg).expect("a drawing");
    let length = |name: &str| -> f32 {
        let text = svg.split(&format!(" {name}=\"")).nth(1).expect("a length");
        let number: String = text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        number.parse().expect("a number")
    };
    length("width").max(length("height")) > 200.0
}

fn lies_in(inner: [f32; 4], outer: [f32; 4]) -> bool {
    let near = 0.01;
    inner[2] > 0.0
        && inner[3] > 0.0
        && inner[0] >= outer[0] - near
        && inner[1] >= outer[1] - near
        && inner[0] + inner[2] <= outer[0] + outer[2] + near
        && inner[1] + inner[3] <= outer[1] + outer[3] + near
}
