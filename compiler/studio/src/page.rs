//! The files of the page, as they are in `page/`: no bundler, nothing from the network.

/// A file of the page: its address, what it is, its bytes.
type PageFile = (&'static str, &'static str, &'static [u8]);

macro_rules! files {
    ($($address:literal, $name:literal, $type:expr;)*) => {
        &[$(($address, $type, include_bytes!(concat!("../", $name)))),*]
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const FONT: &str = "font/ttf";

const FILES: &[PageFile] = files! {
    "/", "page/index.html", HTML;
    "/studio.css", "page/studio.css", CSS;
    "/fonts/Grenze-SemiBold.ttf", "../../templates/fonts/Grenze-SemiBold.ttf", FONT;
    "/fonts/AlegreyaSans-Medium.ttf", "../../templates/fonts/AlegreyaSans-Medium.ttf", FONT;
    "/fonts/AlegreyaSans-ExtraBold.ttf", "../../templates/fonts/AlegreyaSans-ExtraBold.ttf", FONT;
    "/icon.svg", "page/icon.svg", SVG;
    "/studio.js", "page/studio.js", SCRIPT;
    "/server.js", "page/server.js", SCRIPT;
    "/dom.js", "page/dom.js", SCRIPT;
    "/pictures.js", "page/pictures.js", SCRIPT;
    "/shelf.js", "page/shelf.js", SCRIPT;
    "/card-view.js", "page/card-view.js", SCRIPT;
    "/hits.js", "page/hits.js", SCRIPT;
    "/card-form.js", "page/card-form.js", SCRIPT;
    "/grid.js", "page/grid.js", SCRIPT;
    "/tests-view.js", "page/tests-view.js", SCRIPT;
    "/print-view.js", "page/print-view.js", SCRIPT;
    "/figures-view.js", "page/figures-view.js", SCRIPT;
    "/compare-view.js", "page/compare-view.js", SCRIPT;
    "/first-steps.js", "page/first-steps.js", SCRIPT;
    "/text-editor.js", "page/text-editor.js", SCRIPT;
};

/// The file at an address, with what it is.
pub(crate) fn file(address: &str) -> Option<(&'static str, &'static [u8])> {
    let found = FILES.iter().find(|(known, _, _)| *known == address)?;
    Some((found.1, found.2))
}
