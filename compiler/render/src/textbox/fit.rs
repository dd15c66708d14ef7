//! Finds the largest size at which text fits its box.

use std::collections::HashMap;

use super::rich::Rich;
use super::setter::{Placed, Shaped, Typesetter};
use super::style::{Hyphenate, Style};

/// The room for a text, in millimetres.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// A text, set at the size that was found.
#[derive(Debug, Clone)]
pub(crate) struct Fitted {
    /// In points.
    pub(crate) size: f32,
    pub(crate) parts: Vec<Placed>,
    /// By how many millimetres it is too large, if it does not fit.
    pub(crate) overflow: Option<f32>,
}

/// One of several texts that share a column and a size.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) rich: Rich,
    /// Width taken away from the column, in millimetres.
    pub(crate) narrower: f32,
    /// Height added to the text: padding, headings, the gap to the part before.
    pub(crate) taller: f32,
}

/// Sizes are tried in steps of a quarter point.
const STEP: f32 = 0.25;

/// The number of steps in which text that does not fit at its smallest size is tightened. A guess.
const TIGHTENING_STEPS: u32 = 4;

/// Sizes are rounded to thousandths of a millimetre before text is set, so conclusions from one
/// size to another are only approximate. This is the relative error to allow for.
const ROUNDING: f32 = 0.003;

/// Rounding in layout may make a text this much larger than its box, in millimetres.
const TOLERANCE: f32 = 0.01;

/// Fits one text into a box.
pub(crate) fn fit_block(
    setter: &mut Typesetter,
    rich: &Rich,
    style: &Style,
    request: Request,
) -> Fitted {
    let part = Part { rich: rich.clone(), narrower: 0.0, taller: 0.0 };
    fit_stack(setter, &[part], style, request)
}

/// Fits several texts below one another, all at one size.
///
/// Sizes are tried from large to small: text height is not monotone in size because line
/// breaks move, so bisection would skip sizes that fit. Reminders are left out as soon as the text
/// would have to be set in the smaller half of its sizes.
pub(crate) fn fit_stack(
    setter: &mut Typesetter,
    parts: &[Part],
    style: &Style,
    request: Request,
) -> Fitted {
    let shorter: Option<Vec<Part>> =
        parts.iter().any(|part| part.rich.without_reminders().is_some()).then(|| {
            let shorten = |part: &Part| Part {
                rich: part.rich.without_reminders().unwrap_or_else(|| part.rich.clone()),
                ..part.clone()
            };
            parts.iter().map(shorten).collect()
        });
    let comfortable = (style.size + style.min) / 2.0;
    if let Some(shorter) = &shorter {
        let mut outlook = Outlook::default();
        for size in sizes(style.size, comfortable) {
            if let Some(fitted) = outlook.attempt(setter, parts, style, size, request) {
                return fitted;
            }
        }
        return fit_parts(setter, shorter, style, request);
    }
    fit_parts(setter, parts, style, request)
}

fn fit_parts(setter: &mut Typesetter, parts: &[Part], style: &Style, request: Request) -> Fitted {
    // Hyphens are better than small type, but worse than slightly smaller type.
    let comfortable = (style.size + style.min) / 2.0;
    let with_hyphens = (style.hyphenate == Hyphenate::Tight).then(|| style.hyphenated());
    let mut outlook = Outlook::default();
    for size in sizes(style.size, style.min) {
        if let Some(fitted) = outlook.attempt(setter, parts, style, size, request) {
            return fitted;
        }
        if let Some(hyphens) = with_hyphens.as_ref().filter(|_| size <= comfortable)
            && let Some(fitted) = attempt(setter, parts, hyphens, size, request)
        {
            return fitted;
        }
    }
    let smallest = style.min.min(style.size);
    for step in 1..=TIGHTENING_STEPS {
        let tight = style.tightened(step as f32 / TIGHTENING_STEPS as f32);
        if let Some(fitted) = attempt(setter, parts, &tight, smallest, request) {
            return fitted;
        }
    }
    let (placed, excess) = set_all(setter, parts, &style.tightened(1.0), smallest, request);
    Fitted { size: smallest, parts: placed, overflow: Some(excess) }
}

/// Fits text on a single line; overflow is in width. The same numbers and labels appear on many
/// cards, so such lines are cached.
pub(crate) fn fit_line(setter: &mut Typesetter, rich: &Rich, style: &Style, width: f32) -> Fitted {
    let Some(words) = rich.single() else { return find_line(setter, rich, style, width) };
    if let Some(known) = setter.lines.get(words, style, width) {
        return known.clone();
    }
    let fitted = find_line(setter, rich, style, width);
    setter.lines.add(words, style, width, &fitted);
    fitted
}

fn find_line(setter: &mut Typesetter, rich: &Rich, style: &Style, width: f32) -> Fitted {
    let loose = sizes(style.size, style.min).map(|size| (size, 0));
    let tight = (1..=TIGHTENING_STEPS).map(|step| (style.min.min(style.size), step));
    let mut last = Fitted { size: style.size, parts: Vec::new(), overflow: None };
    let mut shaped: Option<Shaped> = None;
    for (size, step) in loose.chain(tight) {
        // The width of a line is proportional to its size, so most sizes need not be tried.
        let expected = last.parts.first().map_or(0.0, |placed| placed.width * size / last.size);
        if step == 0 && size > style.min && expected > width * (1.0 + ROUNDING) + TOLERANCE {
            continue;
        }
        let placed = match step {
            0 => {
                let shaped = shaped.get_or_insert_with(|| setter.shape_all(rich, style, size));
                setter.set_shaped(shaped, rich, style, size, None)
            }
            _ => {
                let amount = step as f32 / TIGHTENING_STEPS as f32;
                setter.set(rich, &style.tightened(amount), size, None)
            }
        };
        let excess = placed.width - width;
        let fits = excess <= TOLERANCE;
        let overflow = (!fits).then_some(excess);
        last = Fitted { size, parts: vec![placed], overflow };
        if fits {
            break;
        }
    }
    last
}

/// Lines that were set before.
#[derive(Default)]
pub(super) struct Lines {
    /// By their words; there are few styles and widths for the same words.
    known: HashMap<String, Vec<(Style, f32, Fitted)>>,
}

/// Longer lines are not cached, because they rarely appear twice.
const LONGEST_KNOWN: usize = 24;
/// The most lines that are cached.
const MOST_KNOWN: usize = 4096;

impl Lines {
    fn get(&self, words: &str, style: &Style, width: f32) -> Option<&Fitted> {
        let known = self.known.get(words)?.iter();
        let mut same = known.filter(|(other, room, _)| *room == width && other == style);
        same.next().map(|(.., fitted)| fitted)
    }

    fn add(&mut self, words: &str, style: &Style, width: f32, fitted: &Fitted) {
        if words.len() <= LONGEST_KNOWN && self.known.len() < MOST_KNOWN {
            let lines = self.known.entry(words.to_owned()).or_default();
            lines.push((style.clone(), width, fitted.clone()));
        }
    }
}

fn sizes(largest: f32, smallest: f32) -> impl Iterator<Item = f32> {
    let steps = ((largest - smallest).max(0.0) / STEP).floor() as u32;
    (0..=steps).map(move |step| largest - step as f32 * STEP)
}

/// Texts that are tried in several sizes. Shaping letters is most of the work of setting text, and
/// shapes are the same at every size: they are made once, and only lines are broken again.
#[derive(Default)]
struct Outlook {
    shaped: Option<Vec<Shaped>>,
}

impl Outlook {
    /// Sets the parts at a size, unless it is clear that they do not fit.
    fn attempt(
        &mut self,
        setter: &mut Typesetter,
        parts: &[Part],
        style: &Style,
        size: f32,
        request: Request,
    ) -> Option<Fitted> {
        // Hyphens are tried one by one and change the shapes, so nothing can be reused.
        if style.hyphenate == Hyphenate::Always {
            return attempt(setter, parts, style, size, request);
        }
        let shape = |part: &Part| setter.shape_all(&part.rich, style, size);
        let shaped = self.shaped.get_or_insert_with(|| parts.iter().map(shape).collect());
        if shaped.iter().any(Shaped::has_soft_hyphens) {
            return attempt(setter, parts, style, size, request);
        }
        if !is_promising(parts, shaped, size, request) {
            return None;
        }
        let set = |(part, shaped): (&Part, &mut Shaped), width: f32| {
            setter.set_shaped(shaped, &part.rich, style, size, Some(width))
        };
        let (placed, excess) = measure(parts.iter().zip(shaped), request, set);
        (excess <= TOLERANCE).then_some(Fitted { size, parts: placed, overflow: None })
    }
}

/// True if the parts should fit at that size, apart from rounding.
fn is_promising(parts: &[Part], shaped: &mut [Shaped], size: f32, request: Request) -> bool {
    let mut height = 0.0;
    for (part, shaped) in parts.iter().zip(shaped) {
        let scale = shaped.scale(size);
        let width = (request.width - part.narrower).max(1.0) / scale;
        let (wide, high) = shaped.extent(width * (1.0 + ROUNDING));
        if wide > width * (1.0 + ROUNDING) + TOLERANCE / scale {
            return false;
        }
        height += high * scale + part.taller;
    }
    height <= request.height * (1.0 + ROUNDING) + TOLERANCE
}

fn attempt(
    setter: &mut Typesetter,
    parts: &[Part],
    style: &Style,
    size: f32,
    request: Request,
) -> Option<Fitted> {
    let (placed, excess) = set_all(setter, parts, style, size, request);
    (excess <= TOLERANCE).then_some(Fitted { size, parts: placed, overflow: None })
}

/// Shapes and sets all parts; also returns by how much they are too large.
fn set_all(
    setter: &mut Typesetter,
    parts: &[Part],
    style: &Style,
    size: f32,
    request: Request,
) -> (Vec<Placed>, f32) {
    let parts = parts.iter().map(|part| (part, ()));
    measure(parts, request, |(part, ()), width| setter.set(&part.rich, style, size, Some(width)))
}

/// Sets all parts; also returns by how much they are too large, in height or in width.
fn measure<'a, T>(
    parts: impl Iterator<Item = (&'a Part, T)>,
    request: Request,
    mut set: impl FnMut((&'a Part, T), f32) -> Placed,
) -> (Vec<Placed>, f32) {
    let mut placed = Vec::new();
    let mut height = 0.0;
    let mut too_wide: f32 = 0.0;
    for (part, what) in parts {
        let width = (request.width - part.narrower).max(1.0);
        let text = set((part, what), width);
        height += text.height + part.taller;
        too_wide = too_wide.max(text.width - width);
        placed.push(text);
    }
    (placed, too_wide.max(height - request.height))
}
