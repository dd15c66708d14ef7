//! Sets rich text at one size: line breaks and the position of every run and icon.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parley::{
    Alignment, AlignmentOptions, FontContext, FontFamily, FontFamilyName, FontStyle, FontWeight,
    GlyphRun, Layout, LayoutContext, LineHeight, PositionedLayoutItem, StyleProperty,
};

use super::rich::{Nature, Paragraph, Piece, Rich};
use super::style::{Align, Style};
use crate::fonts::{Face, Fonts};
use crate::icons::Icons;
use crate::number::MM_PER_PT;

/// Text with every position worked out, in millimetres from the box's top left corner.
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
}

/// Words in one face on one line; `y` is the baseline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedRun {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) text: String,
    pub(crate) face: Face,
    pub(crate) size: f32,
    pub(crate) tracking: f32,
    pub(crate) colour: String,
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
}

/// Sets text with the fonts and icons of a theme.
pub(crate) struct Typesetter {
    fonts: Arc<Fonts>,
    icons: Arc<Icons>,
    font_context: FontContext,
    layout_context: LayoutContext<Brush>,
    /// Width of a no-break space in em, by font and weight.
    spaces: BTreeMap<(String, u32), f32>,
}

/// Index of the piece a glyph belongs to.
type Brush = u32;

/// Room left of and right of an icon, in em, so that it does not touch its neighbours.
const ICON_SIDE: f32 = 0.08;

/// Stands for an icon in the text. It is glue to the line breaker: no break between an
/// amount and its icon, nor between an icon and the full stop after it.
const PLACEHOLDER: char = '\u{a0}';

impl Typesetter {
    pub(crate) fn new(fonts: Arc<Fonts>, icons: Arc<Icons>) -> Typesetter {
        Typesetter {
            font_context: fonts.context(),
            fonts,
            icons,
            layout_context: LayoutContext::new(),
            spaces: BTreeMap::new(),
        }
    }

    /// Sets the text at that size in points; lines break at the width, if one is given.
    pub(crate) fn set(
        &mut self,
        rich: &Rich,
        style: &Style,
        size: f32,
        width: Option<f32>,
    ) -> Placed {
        // The size is written with three decimals, so layout uses that very number.
        let em = (size * MM_PER_PT * 1000.0).round() / 1000.0;
        let mut placed = Placed::default();
        for (index, paragraph) in rich.paragraphs.iter().enumerate() {
            if index > 0 {
                let gap =
                    if paragraph.starts_block { style.block_gap } else { style.paragraph_gap };
                placed.height += gap * em;
            }
            self.set_paragraph(paragraph, style, em, width, &mut placed);
        }
        placed
    }

    fn set_paragraph(
        &mut self,
        paragraph: &Paragraph,
        style: &Style,
        em: f32,
        width: Option<f32>,
        placed: &mut Placed,
    ) {
        let flat = flatten(paragraph, style);
        let mut layout = self.shape(&flat, paragraph, style, em);
        layout.break_all_lines(width);
        let alignment = match style.align {
            Align::Start => Alignment::Start,
            Align::Middle => Alignment::Center,
            Align::End => Alignment::End,
        };
        layout.align(alignment, AlignmentOptions::default());
        let top = placed.height;
        for line in layout.lines() {
            let mut cursor = (usize::MAX, 0);
            for item in line.items() {
                if let PositionedLayoutItem::GlyphRun(run) = item {
                    self.place(&run, &mut cursor, &flat, paragraph, style, (em, top), placed);
                }
            }
        }
        if placed.lines == 0 {
            placed.first_baseline = layout.first_baseline().unwrap_or(0.0);
        }
        placed.lines += layout.len();
        placed.width = placed.width.max(layout.width());
        placed.height += layout.height();
    }

    fn shape(
        &mut self,
        flat: &Flat,
        paragraph: &Paragraph,
        style: &Style,
        em: f32,
    ) -> Layout<Brush> {
        let space = self.space(style);
        let families = self.families(&style.font);
        let mut builder =
            self.layout_context.ranged_builder(&mut self.font_context, &flat.text, 1.0, false);
        builder.push_default(StyleProperty::FontFamily(families));
        builder.push_default(StyleProperty::FontSize(em));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(style.weight)));
        builder.push_default(StyleProperty::FontStyle(slant(style.italic)));
        builder
            .push_default(StyleProperty::LineHeight(LineHeight::FontSizeRelative(style.leading)));
        builder.push_default(StyleProperty::LetterSpacing(style.tracking * em));
        for (index, range) in flat.ranges.iter().enumerate() {
            builder.push(StyleProperty::Brush(index as Brush), range.clone());
            match &paragraph.pieces[index] {
                Piece::Words { nature, .. } => {
                    let look = style.look(*nature);
                    if let Some(font) = &look.font {
                        let families = families_of(&self.fonts, font);
                        builder.push(StyleProperty::FontFamily(families), range.clone());
                    }
                    if let Some(weight) = look.weight {
                        let weight = FontWeight::new(weight);
                        builder.push(StyleProperty::FontWeight(weight), range.clone());
                    }
                    if let Some(italic) = look.italic {
                        builder.push(StyleProperty::FontStyle(slant(italic)), range.clone());
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

    /// Takes over one run of glyphs. `cursor` counts the clusters of the current run that
    /// earlier glyph runs have used up, since a glyph run does not know its own text.
    #[expect(clippy::too_many_arguments, reason = "one call site; a struct would only rename them")]
    fn place(
        &self,
        glyphs: &GlyphRun<'_, Brush>,
        cursor: &mut (usize, usize),
        flat: &Flat,
        paragraph: &Paragraph,
        style: &Style,
        (em, top): (f32, f32),
        placed: &mut Placed,
    ) {
        let run = glyphs.run();
        if cursor.0 != run.index() {
            *cursor = (run.index(), 0);
        }
        let mut x = glyphs.offset();
        let (mut start, mut end) = (None, 0);
        for cluster in run.clusters().skip(cursor.1) {
            if cluster.style_index() != glyphs.style_index() {
                break;
            }
            cursor.1 += 1;
            let range = cluster.text_range();
            let text = &flat.text[range.clone()];
            let is_space = text.chars().all(|c| c.is_whitespace() && c != PLACEHOLDER);
            if start.is_none() && is_space {
                x += cluster.advance();
                continue;
            }
            if !is_space {
                start.get_or_insert(range.start);
                end = range.end;
                if cluster.glyphs().any(|glyph| glyph.id == 0) {
                    placed.missing.extend(text.chars().filter(|c| !c.is_whitespace()));
                }
            }
        }
        let Some(start) = start else { return };
        let y = top + glyphs.baseline();
        match &paragraph.pieces[glyphs.style().brush as usize] {
            Piece::Words { nature, .. } => {
                let Some(face) = self.fonts.face(run.font()) else { return };
                placed.runs.push(PlacedRun {
                    x,
                    y,
                    text: flat.text[start..end].to_owned(),
                    face: face.clone(),
                    size: em,
                    tracking: style.tracking * em,
                    colour: style.look(*nature).colour.unwrap_or_else(|| style.colour.clone()),
                });
            }
            Piece::Icon { name } => {
                let width = self.icons.get(name).map_or(1.0, |icon| icon.ink_width());
                let height = style.icon_scale * em;
                placed.icons.push(PlacedIcon {
                    x: x + ICON_SIDE * em,
                    y: y + style.icon_drop * em - height,
                    width: height * width,
                    height,
                    name: name.clone(),
                    colour: style.icon_colour.clone().unwrap_or_else(|| style.colour.clone()),
                });
            }
        }
    }

    fn families(&self, font: &str) -> FontFamily<'static> {
        families_of(&self.fonts, font)
    }

    /// Advance of the placeholder in em.
    fn space(&mut self, style: &Style) -> f32 {
        let key = (style.font.clone(), style.weight as u32);
        if let Some(space) = self.spaces.get(&key) {
            return *space;
        }
        let text = PLACEHOLDER.to_string();
        let families = self.families(&style.font);
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

/// The wanted family, then every other one, so that a rare character is found somewhere.
fn families_of(fonts: &Fonts, wanted: &str) -> FontFamily<'static> {
    let others = fonts.families().iter().filter(|family| *family != wanted);
    let names = std::iter::once(wanted.to_owned()).filter(|name| !name.is_empty());
    let list: Vec<FontFamilyName<'static>> =
        names.chain(others.cloned()).map(|name| FontFamilyName::Named(name.into())).collect();
    FontFamily::List(list.into())
}

fn slant(italic: bool) -> FontStyle {
    if italic { FontStyle::Italic } else { FontStyle::Normal }
}

/// A paragraph as one string, and which bytes belong to which piece.
struct Flat {
    text: String,
    ranges: Vec<std::ops::Range<usize>>,
}

fn flatten(paragraph: &Paragraph, style: &Style) -> Flat {
    let mut flat = Flat { text: String::new(), ranges: Vec::new() };
    for (index, piece) in paragraph.pieces.iter().enumerate() {
        let start = flat.text.len();
        match piece {
            Piece::Words { text, nature } => {
                let mut words = if style.upper { text.to_uppercase() } else { text.clone() };
                // A paragraph is one line to the line breaker unless it must wrap.
                words = words.replace(['\n', '\r', '\t'], " ");
                let before_icon =
                    matches!(paragraph.pieces.get(index + 1), Some(Piece::Icon { .. }));
                if *nature == Nature::Amount && before_icon && words.ends_with(' ') {
                    words.pop();
                    words.push(PLACEHOLDER);
                }
                flat.text.push_str(&words);
            }
            Piece::Icon { .. } => flat.text.push(PLACEHOLDER),
        }
        flat.ranges.push(start..flat.text.len());
    }
    flat
}
