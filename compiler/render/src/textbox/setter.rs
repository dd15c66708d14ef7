//! Sets rich text at one size: line breaks and the position of every run and icon.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use parley::{
    Alignment, AlignmentOptions, FontContext, FontStyle, FontWeight, Layout, LayoutContext,
    LineBreak, LineHeight, PositionedLayoutItem, StyleProperty,
};
use usvg::fontdb;

use super::fit::Lines;
use super::flat::{Flat, PLACEHOLDER};
use super::hyphens;
use super::place::{self, Spot};
use super::rag;
use super::rich::{Paragraph, Piece, Rich};
use super::script;
use super::style::{Align, Hyphenate, Style};
use crate::fonts::Fonts;
use crate::galley::SetRun;
use crate::icons::Icons;
use crate::number::MM_PER_PT;

/// Text with every position computed, in millimetres from the box's top left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Placed {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) lines: usize,
    /// Baseline of the first line.
    pub(crate) first_baseline: f32,
    pub(crate) runs: Vec<PlacedRun>,
    pub(crate) icons: Vec<PlacedIcon>,
    /// Characters that no font has.
    pub(crate) missing: BTreeSet<char>,
    /// The length of all paragraphs so far, in bytes.
    pub(super) length: usize,
}

/// Words in their place; `x` is their left end, `y` the baseline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedRun {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) set: SetRun,
    pub(crate) colour: String,
    /// Its position in the text, so that it is read in the right order.
    pub(crate) order: usize,
}

/// An icon in the text; `y` is its top.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedIcon {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) name: String,
    pub(crate) colour: String,
    /// Its position in the text.
    pub(crate) order: usize,
}

/// Sets text with the fonts and icons of a theme.
pub(crate) struct Typesetter {
    pub(super) fonts: Arc<Fonts>,
    pub(super) icons: Arc<Icons>,
    font_context: FontContext,
    layout_context: LayoutContext<Brush>,
    /// Width of a no-break space in em, by font and weight.
    spaces: BTreeMap<(String, u32), f32>,
    pub(super) lines: Lines,
    /// Ink of glyphs that were set before.
    inks: HashMap<(fontdb::ID, u32), Option<[f32; 4]>>,
    /// Letters that may still be set; whoever borrows the typesetter says how many.
    pub(crate) letters: u64,
}

/// A text that is shaped but not yet broken into lines. Shapes are the same at every size, so it
/// can be set at other sizes than the one it was shaped at.
pub(super) struct Shaped {
    paragraphs: Vec<(Flat, Layout<Brush>)>,
    /// Room between the paragraphs, in millimetres.
    gaps: f32,
    /// The size it was shaped at, in millimetres.
    em: f32,
}

impl Shaped {
    /// The factor between a size in points and the size at which the text was shaped.
    pub(super) fn scale(&self, size: f32) -> f32 {
        em(size) / self.em
    }

    /// True if soft hyphens may have to be drawn, which changes the text that was shaped.
    pub(super) fn has_soft_hyphens(&self) -> bool {
        self.paragraphs.iter().any(|(flat, _)| !flat.soft.is_empty())
    }

    /// Width and height of the text in a box of that width, at the size it was shaped at.
    pub(super) fn extent(&mut self, width: f32) -> (f32, f32) {
        let (mut wide, mut high) = (0.0f32, self.gaps);
        for (_, layout) in &mut self.paragraphs {
            layout.break_all_lines(Some(width));
            wide = wide.max(layout.width());
            high += layout.height();
        }
        (wide, high)
    }
}

/// A size in points as millimetres. The SVG writes it with three decimals, so layout uses exactly
/// that number.
fn em(size: f32) -> f32 {
    (size * MM_PER_PT * 1000.0).round() / 1000.0
}

/// Index of the piece a glyph belongs to.
pub(super) type Brush = u32;

/// Room left of and right of an icon, in em, so that it does not touch its neighbours.
pub(super) const ICON_SIDE: f32 = 0.08;

/// A hyphen is used if this share of the line would otherwise stay empty. Picked by eye.
const WORTH_A_HYPHEN: f32 = 0.1;

/// The most hyphens in consecutive lines; more look like a ladder.
const MOST_HYPHENS_IN_A_ROW: usize = 2;

/// The longest text in one box, in bytes: ten pages of a booklet.
const LONGEST_TEXT: u64 = 30_000;

impl Typesetter {
    pub(crate) fn new(fonts: Arc<Fonts>, icons: Arc<Icons>) -> Typesetter {
        Typesetter {
            font_context: fonts.context(),
            fonts,
            icons,
            layout_context: LayoutContext::new(),
            spaces: BTreeMap::new(),
            lines: Lines::default(),
            inks: HashMap::new(),
            letters: u64::MAX,
        }
    }

    /// Where a glyph has its ink, for a size of one.
    pub(super) fn ink(&mut self, file: fontdb::ID, glyph: u32) -> Option<[f32; 4]> {
        let fonts = &self.fonts;
        *self.inks.entry((file, glyph)).or_insert_with(|| fonts.ink(file, glyph))
    }

    /// Sets the text at that size in points; lines break at the width, if one is given.
    pub(crate) fn set(
        &mut self,
        rich: &Rich,
        style: &Style,
        size: f32,
        width: Option<f32>,
    ) -> Placed {
        let mut shaped = self.shape_all(rich, style, size);
        self.set_shaped(&mut shaped, rich, style, size, width)
    }

    /// Shapes a text, to set it in several sizes or widths.
    pub(super) fn shape_all(&mut self, rich: &Rich, style: &Style, size: f32) -> Shaped {
        let mut shaped = Shaped { paragraphs: Vec::new(), gaps: 0.0, em: em(size) };
        // Without letters left nothing is set, and whoever asked is told; see `Scope::typeset`.
        let length = rich.length();
        self.letters = self.letters.saturating_sub(length + 20);
        if length > LONGEST_TEXT {
            self.letters = 0;
        }
        if self.letters == 0 {
            return shaped;
        }
        for (index, paragraph) in rich.paragraphs.iter().enumerate() {
            shaped.gaps += gap_before(paragraph, index, style) * shaped.em;
            let flat = Flat::of(paragraph, style);
            let layout = self.shape(&flat, paragraph, style, shaped.em);
            shaped.paragraphs.push((flat, layout));
        }
        shaped
    }

    /// Sets a text that was shaped in the same style, at that size in points. Hyphens change what
    /// was shaped, so a text with hyphens can be set only once.
    pub(super) fn set_shaped(
        &mut self,
        shaped: &mut Shaped,
        rich: &Rich,
        style: &Style,
        size: f32,
        width: Option<f32>,
    ) -> Placed {
        let mut placed = Placed::default();
        self.letters = self.letters.saturating_sub(rich.length());
        if self.letters == 0 {
            return placed;
        }
        let scale = shaped.scale(size);
        let parts = rich.paragraphs.iter().zip(&mut shaped.paragraphs);
        for (index, (paragraph, (flat, layout))) in parts.enumerate() {
            placed.height += gap_before(paragraph, index, style) * em(size);
            let mut paragraph = Shape { paragraph, flat, layout, em: shaped.em };
            self.set_paragraph(&mut paragraph, style, scale, width, &mut placed);
        }
        placed
    }

    fn set_paragraph(
        &mut self,
        shape: &mut Shape<'_>,
        style: &Style,
        scale: f32,
        width: Option<f32>,
        placed: &mut Placed,
    ) {
        // In this function, lengths are relative to the size at which the text was shaped.
        let width = width.map(|width| width / scale);
        shape.layout.break_all_lines(width);
        let mut shift = 0.0;
        if let Some(width) = width {
            let hyphens = self.hyphenate(shape, style, width);
            if hyphens == 0 {
                shift = match style.balance {
                    true => rag::balance(shape.layout, style, width),
                    false => rag::accompany(shape.layout, &shape.flat.text, style, width),
                };
            }
        }
        let Shape { paragraph, flat, layout, em } = shape;
        let alignment = match style.align {
            Align::Start => Alignment::Start,
            Align::Middle => Alignment::Center,
            Align::End => Alignment::End,
        };
        layout.align(alignment, AlignmentOptions::default());
        let (top, em) = (placed.height, *em * scale);
        for line in layout.lines() {
            let mut spot = Spot { run: usize::MAX, clusters: 0, shift, top, em, scale };
            for item in line.items() {
                if let PositionedLayoutItem::GlyphRun(run) = item {
                    place::glyphs(self, &run, &mut spot, flat, paragraph, style, placed);
                }
            }
        }
        if placed.lines == 0 {
            placed.first_baseline = layout.first_baseline().unwrap_or(0.0) * scale;
        }
        placed.lines += layout.len();
        placed.width = placed.width.max(layout.width() * scale);
        placed.height += layout.height() * scale;
        placed.length += flat.text.len();
    }

    /// Breaks words at the ends of lines that would stay rather empty; returns the number of
    /// hyphens. A hyphen changes only its own line and those after it, so lines are settled from
    /// the first to the last.
    fn hyphenate(&mut self, shape: &mut Shape<'_>, style: &Style, width: f32) -> usize {
        let Shape { paragraph, flat, layout, em } = shape;
        let language = match style.hyphenate {
            Hyphenate::Always => hyphens::language(&style.language),
            Hyphenate::Never | Hyphenate::Tight => None,
        };
        if language.is_none() && flat.soft.is_empty() {
            return 0;
        }
        let (mut count, mut in_a_row, mut index) = (0, 0, 0);
        while index < layout.len() {
            let candidates = match in_a_row < MOST_HYPHENS_IN_A_ROW {
                true => breaks(flat, layout, index, width, language),
                false => Vec::new(),
            };
            in_a_row = 0;
            for at in candidates {
                let tried = flat.with_hyphen(at);
                let mut broken = self.shape(&tried, paragraph, style, *em);
                broken.break_all_lines(Some(width));
                if broken.get(index).is_some_and(|line| line.text_range().end == at + 1) {
                    (**flat, **layout) = (tried, broken);
                    count += 1;
                    in_a_row += 1;
                    break;
                }
            }
            index += 1;
        }
        count
    }

    fn shape(
        &mut self,
        flat: &Flat,
        paragraph: &Paragraph,
        style: &Style,
        em: f32,
    ) -> Layout<Brush> {
        let space = self.space(style);
        let mut builder =
            self.layout_context.ranged_builder(&mut self.font_context, &flat.text, 1.0, false);
        builder.push_default(StyleProperty::FontFamily(self.fonts.families_for(&style.font, None)));
        builder.push_default(StyleProperty::FontSize(em));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(style.weight)));
        builder.push_default(StyleProperty::FontStyle(slant(style.italic)));
        builder
            .push_default(StyleProperty::LineHeight(LineHeight::FontSizeRelative(style.leading)));
        builder.push_default(StyleProperty::LetterSpacing(style.tracking * em));
        builder.push_default(StyleProperty::Locale(parley::Language::parse(&style.language).ok()));
        if !style.strict_breaks {
            builder.push_default(StyleProperty::LineBreak(LineBreak::Normal));
        }
        for (index, range) in flat.ranges.iter().enumerate() {
            builder.push(StyleProperty::Brush(index as Brush), range.clone());
            match &paragraph.pieces[index] {
                Piece::Words { nature, .. } => {
                    let look = style.look(*nature);
                    if let Some(font) = &look.font {
                        let families = self.fonts.families_for(font, None);
                        builder.push(StyleProperty::FontFamily(families), range.clone());
                    }
                    if let Some(weight) = look.weight {
                        let weight = FontWeight::new(weight);
                        builder.push(StyleProperty::FontWeight(weight), range.clone());
                    }
                    if let Some(italic) = look.italic {
                        builder.push(StyleProperty::FontStyle(slant(italic)), range.clone());
                    }
                    let font = look.font.as_deref().unwrap_or(&style.font);
                    for (script, part) in script::stretches(&flat.text, range.clone()) {
                        if self.fonts.has_fallback(script) {
                            let families = self.fonts.families_for(font, Some(script));
                            builder.push(StyleProperty::FontFamily(families), part);
                        }
                    }
                }
                Piece::Icon { name } => {
                    let width = self.icons.get(name).map_or(1.0, |icon| icon.ink_width());
                    let room = style.icon_scale * width + 2.0 * ICON_SIDE;
                    let extra = (room - space) * em;
                    builder.push(StyleProperty::LetterSpacing(extra), range.clone());
                }
            }
        }
        builder.build(&flat.text)
    }

    /// Advance of the placeholder in em.
    fn space(&mut self, style: &Style) -> f32 {
        let key = (style.font.clone(), style.weight as u32);
        if let Some(space) = self.spaces.get(&key) {
            return *space;
        }
        let text = PLACEHOLDER.to_string();
        let families = self.fonts.families_for(&style.font, None);
        let mut builder =
            self.layout_context.ranged_builder(&mut self.font_context, &text, 1.0, false);
        builder.push_default(StyleProperty::FontFamily(families));
        builder.push_default(StyleProperty::FontSize(1.0));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(style.weight)));
        let mut layout = builder.build(&text);
        layout.break_all_lines(None);
        let space = layout.full_width();
        self.spaces.insert(key, space);
        space
    }
}

/// A paragraph that was shaped, and the size of that in millimetres.
struct Shape<'a> {
    paragraph: &'a Paragraph,
    flat: &'a mut Flat,
    layout: &'a mut Layout<Brush>,
    em: f32,
}

/// Room above a paragraph, in em.
fn gap_before(paragraph: &Paragraph, index: usize, style: &Style) -> f32 {
    match index {
        0 => 0.0,
        _ if paragraph.starts_block => style.block_gap,
        _ => style.paragraph_gap,
    }
}

fn slant(italic: bool) -> FontStyle {
    if italic { FontStyle::Italic } else { FontStyle::Normal }
}

/// Places for a hyphen at the end of a line, best first. Empty if the line is full enough, or if
/// the paragraph ends with it.
fn breaks(
    flat: &Flat,
    layout: &Layout<Brush>,
    index: usize,
    width: f32,
    language: Option<hypher::Lang>,
) -> Vec<usize> {
    let Some(line) = layout.get(index) else { return Vec::new() };
    let metrics = line.metrics();
    let overflows = metrics.advance - metrics.hanging_advance > width;
    let end = line.text_range().end;
    // A word that is wider than the box is on its own line and is broken there.
    let word_from = if overflows { hyphens::last_word(&flat.text, end) } else { end };
    let room = match overflows {
        true => width - advance(layout, line.text_range().start..word_from),
        false => width - metrics.advance,
    };
    if !overflows && (index + 1 >= layout.len() || room < width * WORTH_A_HYPHEN) {
        return Vec::new();
    }
    let word = hyphens::word_at(&flat.text, word_from);
    let mut places = hyphens::points(&flat.text, word, &flat.soft, language);
    places.retain(|at| advance(layout, word_from..*at) < room);
    places.reverse();
    places
}

/// How much room the text of those bytes takes on its line.
fn advance(layout: &Layout<Brush>, range: std::ops::Range<usize>) -> f32 {
    layout
        .lines()
        .flat_map(|line| line.runs().collect::<Vec<_>>())
        .flat_map(|run| run.clusters().collect::<Vec<_>>())
        .filter(|cluster| range.contains(&cluster.text_range().start))
        .map(|cluster| cluster.advance())
        .sum()
}
