//! What is printed around the pieces: cut marks, the fold, instructions, a ruler.

use cardwright_model::print::{Backs, MarkSides, Marks, Shape};

use super::page::{Face, Page, Window};
use super::piece::{TAB, footprint};
use super::{Outline, SheetOptions, assembly};
use crate::fonts::Fonts;
use crate::number::short;
use crate::svg::escape;

/// Length of a mark and its distance from what is printed, in millimetres.
const MARK: f32 = 3.0;
const OFFSET: f32 = 1.0;
/// A quarter of a point: thin enough to cut along, thick enough for any printer.
const HAIRLINE: f32 = 0.088;
/// The width of the edge that printers leave white, in millimetres. Approximate; printers differ.
const UNPRINTABLE: f32 = 4.0;

/// The space between blocks of pieces on one sheet, so that the marks of both do not touch.
pub(super) fn room(options: &SheetOptions) -> f32 {
    match options.marks {
        Marks::Crop => 2.0 * (OFFSET + MARK) + 1.0,
        _ => 2.0 * OFFSET,
    }
}

/// A page without its pieces, as SVG in millimetres.
pub(super) fn overlay(
    page: &Page,
    label: &str,
    is_back: bool,
    fonts: &Fonts,
    options: &SheetOptions,
) -> String {
    let (width, height) = (short(page.width), short(page.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\">"
    );
    let is_marked = match options.mark_sides {
        MarkSides::Front => !is_back,
        MarkSides::Back => is_back || !page.is_duplex,
        MarkSides::Both => true,
    };
    for block in page.blocks() {
        let corners = corners(block, is_back);
        if let Some(part) = &block.part {
            if is_marked && !is_back {
                svg.push_str(&assembly::marks(block, part, fonts));
            }
        } else if is_marked {
            svg.push_str(&cuts(block, &corners, options.marks));
        }
        if options.contour && !is_back && block.part.is_none() {
            svg.push_str(&contour(block, &corners));
        }
        if block.size.shape == Shape::Standee {
            for (x, y) in &corners {
                let fold = y + TAB + block.size.height;
                svg.push_str(&dashed(x - 2.0, fold, block.size.width + 4.0));
            }
        }
    }
    if let Some(fold) = page.fold {
        svg.push_str(&dashed(2.0, fold, page.width - 4.0));
    }
    if options.header {
        svg.push_str(&header(page, is_back, label, fonts));
    }
    if options.is_draft {
        svg.push_str(&draft(page, is_back, fonts));
    }
    svg.push_str("</svg>");
    svg
}

fn dashed(x: f32, y: f32, length: f32) -> String {
    format!(
        "<path d=\"M{} {}h{}\" stroke=\"#000\" stroke-width=\"0.15\" \
         stroke-dasharray=\"1.5 1.5\"/>",
        short(x),
        short(y),
        short(length),
    )
}

/// The corners of the pieces on a side of the sheet.
fn corners(page: &Page, is_back: bool) -> Vec<(f32, f32)> {
    if page.size.shape == Shape::Standee {
        let backs = page.fronts.iter().filter(|placed| placed.face == Face::Back);
        return backs.map(|placed| (placed.place.x, placed.place.y - TAB)).collect();
    }
    page.own(is_back).map(|placed| (placed.place.x, placed.place.y)).collect()
}

/// The lines to cut along. Round and six-sided pieces always get their outline, because marks in
/// the margin do not help with them.
fn cuts(page: &Page, corners: &[(f32, f32)], marks: Marks) -> String {
    let is_straight = matches!(page.size.shape, Shape::Card | Shape::Rectangle);
    match marks {
        Marks::None => String::new(),
        Marks::Crop if is_straight => crop_marks(page, corners),
        _ => {
            let mut size = page.size;
            if size.shape == Shape::Card {
                // People cut straight with a knife, so the corners are not rounded.
                size.shape = Shape::Rectangle;
            }
            let outlines: String =
                corners.iter().map(|(x, y)| Outline::of(&size, *x, *y).svg()).collect();
            // White under black is visible on light and on dark pictures.
            format!(
                "<path d=\"{outlines}\" stroke=\"#fff\" stroke-width=\"0.25\" fill=\"none\"/>\
                 <path d=\"{outlines}\" stroke=\"#000\" stroke-width=\"{HAIRLINE}\" fill=\"none\"/>"
            )
        }
    }
}

/// Outlines for a cutting machine. The group's name turns them into a spot colour of the PDF.
fn contour(page: &Page, corners: &[(f32, f32)]) -> String {
    let outlines: String =
        corners.iter().map(|(x, y)| Outline::of(&page.size, *x, *y).svg()).collect();
    format!(
        "<g id=\"spot:CutContour\"><path d=\"{outlines}\" stroke=\"#ec008c\" \
         stroke-width=\"{HAIRLINE}\" fill=\"none\"/></g>"
    )
}

/// Marks in the margins, in line with every cut and clear of the bleed.
fn crop_marks(page: &Page, corners: &[(f32, f32)]) -> String {
    let (width, height) = footprint(&page.size);
    let edges = |starts: Vec<f32>, length: f32| {
        let mut edges: Vec<f32> =
            starts.iter().flat_map(|start| [*start, start + length]).collect();
        edges.sort_by(f32::total_cmp);
        edges.dedup_by(|a, b| (*a - *b).abs() < 0.01);
        edges
    };
    let columns = edges(corners.iter().map(|corner| corner.0).collect(), width);
    let rows = edges(corners.iter().map(|corner| corner.1).collect(), height);
    let (Some(left), Some(right)) = (columns.first(), columns.last()) else { return String::new() };
    let (Some(top), Some(bottom)) = (rows.first(), rows.last()) else { return String::new() };
    let clear = page.bleed + OFFSET;
    let mut path = String::new();
    let mut mark = |x1: f32, y1: f32, x2: f32, y2: f32| {
        path.push_str(&format!("M{} {}L{} {}", short(x1), short(y1), short(x2), short(y2)));
    };
    for x in &columns {
        mark(*x, (top - clear - MARK).max(0.0), *x, top - clear);
        mark(*x, bottom + clear, *x, (bottom + clear + MARK).min(page.height));
    }
    for y in &rows {
        mark((left - clear - MARK).max(0.0), *y, left - clear, *y);
        mark(right + clear, *y, (right + clear + MARK).min(page.width), *y);
    }
    format!("<path d=\"{path}\" stroke=\"#000\" stroke-width=\"{HAIRLINE}\" fill=\"none\"/>")
}

/// The box around everything that is printed on the page.
fn printed(page: &Page, is_back: bool) -> Option<Window> {
    if let Some(part) = &page.part {
        return Some(part.area);
    }
    let of_block = |block: &Page| -> Vec<Window> {
        let (width, height) = footprint(&block.size);
        let around = |(x, y)| Window::around(x, y, width, height, block.bleed);
        corners(block, is_back).into_iter().map(around).collect()
    };
    page.blocks().flat_map(of_block).reduce(|one, other| Window {
        left: one.left.min(other.left),
        top: one.top.min(other.top),
        right: one.right.max(other.right),
        bottom: one.bottom.max(other.bottom),
    })
}

/// The line of instructions and a ruler, above everything else. They are left out if there is no
/// room for them.
fn header(page: &Page, is_back: bool, label: &str, fonts: &Fonts) -> String {
    let Some(printed) = printed(page, is_back) else { return String::new() };
    let above_marks = printed.top - OFFSET - MARK - 1.2;
    // On a full page the line is placed among the marks.
    let baseline = if above_marks >= UNPRINTABLE + 1.6 { above_marks } else { printed.top - 2.2 };
    if baseline < UNPRINTABLE - 1.7 {
        return String::new();
    }
    let family = family(fonts);
    // On a sheet of backs a single card is at the right; the line must still fit on the paper.
    let latest = (page.width - UNPRINTABLE - LONGEST_LINE).max(UNPRINTABLE + 1.0);
    let left = (printed.left + page.bleed + 1.5).clamp(UNPRINTABLE + 1.0, latest);
    let mut svg = words(label, (left, baseline), 2.3, "start", &family);
    let right = (printed.right - page.bleed - 1.5).max(left + LONGEST_LINE + RULER + 12.0);
    if right < page.width - UNPRINTABLE {
        svg.push_str(&ruler(right - RULER - 10.0, baseline, &family));
    }
    svg
}

/// The word that keeps a draft from being taken for the finished thing, up the left margin.
fn draft(page: &Page, is_back: bool, fonts: &Fonts) -> String {
    let Some(printed) = printed(page, is_back) else { return String::new() };
    let beside_marks = printed.left - OFFSET - MARK - 1.2;
    let x = if beside_marks >= UNPRINTABLE + 2.2 { beside_marks } else { printed.left - 1.4 };
    let (x, y) = (x.max(2.4), (printed.top + printed.bottom) / 2.0);
    let word = words("DRAFT · not finished", (x, y), 2.6, "middle", &family(fonts));
    format!("<g transform=\"rotate(-90 {} {})\">{word}</g>", short(x), short(y))
}

/// The approximate length of the longest line, in millimetres.
const LONGEST_LINE: f32 = 85.0;

/// Two inches.
const RULER: f32 = 50.8;

/// A ruler with millimetres above and inches below its line.
fn ruler(x: f32, baseline: f32, family: &str) -> String {
    let y = short(baseline - 0.6);
    let mut path = format!("M{} {y}h{RULER}", short(x));
    for tick in 0..=10 {
        let length = if tick % 2 == 0 { 1.5 } else { 0.9 };
        path.push_str(&format!("M{} {y}v-{length}", short(x + tick as f32 * 5.0)));
    }
    for tick in 0..=2 {
        path.push_str(&format!("M{} {y}v1.1", short(x + tick as f32 * 25.4)));
    }
    format!(
        "<path d=\"{path}\" stroke=\"#333\" stroke-width=\"0.12\" fill=\"none\"/>{}{}",
        words("50 mm", (x + RULER + 1.0, baseline - 0.5), 1.8, "start", family),
        words("2 in", (x + RULER + 1.0, baseline + 1.2), 1.8, "start", family),
    )
}

/// A line of plain words; `anchor` is `start`, `middle` or `end`.
pub(crate) fn words(
    text: &str,
    (x, y): (f32, f32),
    size: f32,
    anchor: &str,
    family: &str,
) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" \
         fill=\"#333\">{}</text>",
        short(x),
        short(y),
        escape(family),
        short(size),
        escape(text),
    )
}

/// A plain typeface of the theme.
pub(crate) fn family(fonts: &Fonts) -> String {
    let families = fonts.families();
    let plain = families.iter().find(|family| family.contains("Sans"));
    plain.or_else(|| families.first()).cloned().unwrap_or_default()
}

/// The line at the head of a page: the title, the number of the sheet, how to print it.
pub(super) fn label(
    (number, pages): (usize, usize),
    page: &Page,
    is_back: bool,
    options: &SheetOptions,
) -> String {
    let side = match (is_back, page.is_duplex) {
        (true, _) => ", backs",
        (false, true) => ", fronts",
        (false, false) => "",
    };
    const LONGEST: usize = 26;
    let title = shortened(&options.about.title, LONGEST);
    let title = if title.is_empty() { title } else { format!("{title} · ") };
    let turn = match options.backs {
        Backs::LongEdge if page.is_duplex => ", turn over the long edge",
        Backs::ShortEdge if page.is_duplex => ", turn over the short edge",
        _ => "",
    };
    format!("{title}sheet {} of {pages}{side} · print at 100 %{turn}", number + 1)
}

/// The text, shortened to at most that many characters.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(longest).collect();
    short.push('…');
    short
}
