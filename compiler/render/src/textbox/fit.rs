//! Finds the largest size at which text fits its box.

use super::rich::Rich;
use super::setter::{Placed, Typesetter};
use super::style::Style;

/// The room for a text, in millimetres.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// A text set at the size that was found.
#[derive(Debug, Clone)]
pub(crate) struct Fitted {
    /// In points.
    pub(crate) size: f32,
    pub(crate) parts: Vec<Placed>,
    /// By how many millimetres it is still too large.
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

/// Rounding in layout may make a text a hair larger than its box.
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
/// breaks move, so bisection would skip sizes that fit. Reminders are given up once the text
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
        for size in sizes(style.size, comfortable) {
            if let Some(fitted) = attempt(setter, parts, style, size, request) {
                return fitted;
            }
        }
        return fit_parts(setter, shorter, style, request);
    }
    fit_parts(setter, parts, style, request)
}

fn fit_parts(setter: &mut Typesetter, parts: &[Part], style: &Style, request: Request) -> Fitted {
    for size in sizes(style.size, style.min) {
        if let Some(fitted) = attempt(setter, parts, style, size, request) {
            return fitted;
        }
    }
    let (placed, excess) = measure(setter, parts, style, style.min.min(style.size), request);
    Fitted { size: style.min.min(style.size), parts: placed, overflow: Some(excess) }
}

/// Fits text on a single line; the overflow is sideways.
pub(crate) fn fit_line(setter: &mut Typesetter, rich: &Rich, style: &Style, width: f32) -> Fitted {
    let mut last = None;
    for size in sizes(style.size, style.min) {
        let placed = setter.set(rich, style, size, None);
        let excess = placed.width - width;
        let fits = excess <= TOLERANCE;
        let overflow = (!fits).then_some(excess);
        last = Some(Fitted { size, parts: vec![placed], overflow });
        if fits {
            break;
        }
    }
    last.unwrap_or(Fitted { size: style.size, parts: Vec::new(), overflow: None })
}

fn sizes(largest: f32, smallest: f32) -> impl Iterator<Item = f32> {
    let steps = ((largest - smallest).max(0.0) / STEP).floor() as u32;
    (0..=steps).map(move |step| largest - step as f32 * STEP)
}

fn attempt(
    setter: &mut Typesetter,
    parts: &[Part],
    style: &Style,
    size: f32,
    request: Request,
) -> Option<Fitted> {
    let (placed, excess) = measure(setter, parts, style, size, request);
    (excess <= TOLERANCE).then_some(Fitted { size, parts: placed, overflow: None })
}

/// Sets all parts and says by how much they are too large, in height or in width.
fn measure(
    setter: &mut Typesetter,
    parts: &[Part],
    style: &Style,
    size: f32,
    request: Request,
) -> (Vec<Placed>, f32) {
    let mut placed = Vec::with_capacity(parts.len());
    let mut height = 0.0;
    let mut too_wide: f32 = 0.0;
    for part in parts {
        let width = (request.width - part.narrower).max(1.0);
        let text = setter.set(&part.rich, style, size, Some(width));
        height += text.height + part.taller;
        too_wide = too_wide.max(text.width - width);
        placed.push(text);
    }
    (placed, too_wide.max(height - request.height))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fonts::Fonts;
    use crate::icons::Icons;
    use crate::number::MM_PER_PT;
    use crate::textbox::emit;
    use minijinja::value::Value;
    use proptest::prelude::*;

    fn setter() -> Typesetter {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/fonts");
        let name = "AlegreyaSans-Medium.ttf";
        let bytes = std::fs::read(format!("{folder}/{name}")).unwrap();
        let (fonts, refused) = Fonts::new(vec![(name.to_owned(), bytes)]);
        assert!(refused.is_empty());
        let mut icons = Icons::default();
        icons
            .insert("dot", "<svg viewBox='0 0 10 10'><rect width='10' height='10'/></svg>")
            .unwrap();
        Typesetter::new(Arc::new(fonts), Arc::new(icons))
    }

    fn style() -> Style {
        let mut style = Style::default();
        (style.font, style.size, style.min) = ("Alegreya Sans".to_owned(), 9.0, 6.0);
        style
    }

    fn rich(text: &str) -> Rich {
        Rich::from_value(&Value::from(text))
    }

    const LONG: &str = "Every adventurer takes one wound, then the primary target is locked and \
                        three cards are burned from the top of the crawler deck.";

    #[test]
    fn text_that_fits_keeps_its_size() {
        let fitted = fit_block(
            &mut setter(),
            &rich("Short."),
            &style(),
            Request { width: 40.0, height: 9.0 },
        );
        assert_eq!((fitted.size, fitted.overflow), (9.0, None));
    }

    #[test]
    fn long_text_shrinks_until_it_fits() {
        let request = Request { width: 40.0, height: 13.0 };
        let fitted = fit_block(&mut setter(), &rich(LONG), &style(), request);
        assert!(fitted.size < 9.0 && fitted.size >= 6.0, "{}", fitted.size);
        assert_eq!(fitted.overflow, None);
        assert!(fitted.parts[0].height <= 13.0 + TOLERANCE);
        // The next larger size would not have fitted.
        let larger = setter().set(&rich(LONG), &style(), fitted.size + STEP, Some(40.0));
        assert!(larger.height > 13.0);
    }

    #[test]
    fn text_that_never_fits_says_by_how_much() {
        let request = Request { width: 20.0, height: 5.0 };
        let fitted = fit_block(&mut setter(), &rich(LONG), &style(), request);
        assert_eq!(fitted.size, 6.0);
        let overflow = fitted.overflow.unwrap();
        assert!((overflow - (fitted.parts[0].height - 5.0)).abs() < 0.001);
    }

    #[test]
    fn a_word_that_is_too_wide_does_not_fit() {
        let request = Request { width: 6.0, height: 50.0 };
        let fitted = fit_block(&mut setter(), &rich("Necromancer"), &style(), request);
        assert!(fitted.overflow.is_some());
    }

    #[test]
    fn reminders_are_given_up_before_the_text_gets_small() {
        let run = |kind: &str, text: &str| Value::from_pairs([("run", kind), ("text", text)]);
        let paragraph = Value::from(vec![
            run("keyword", "Reaver Creature"),
            run("text", " "),
            run("reminder", LONG),
        ]);
        let block = Value::from_pairs([("paragraphs", Value::from(vec![paragraph]))]);
        let text = Rich::from_value(&block);
        let roomy = Request { width: 40.0, height: 30.0 };
        let tight = Request { width: 40.0, height: 8.0 };
        let with = fit_block(&mut setter(), &text, &style(), roomy);
        let without = fit_block(&mut setter(), &text, &style(), tight);
        assert!(with.parts[0].lines > 1);
        assert_eq!((without.size, without.parts[0].lines), (9.0, 1));
    }

    #[test]
    fn icons_stand_on_the_baseline_and_scale_with_the_text() {
        for size in [6.0, 9.0, 12.0] {
            let placed = setter().set(&rich("Deal 1 [dot] now"), &style(), size, None);
            let em = size * MM_PER_PT;
            let icon = &placed.icons[0];
            let below = icon.y + icon.height - placed.first_baseline;
            assert!((icon.height - 0.95 * em).abs() < 0.01);
            assert!((below - 0.155 * em).abs() < 0.01, "{below}");
        }
    }

    #[test]
    fn an_amount_and_its_icon_stay_on_one_line() {
        let run = |kind: &str, text: &str| {
            Value::from_pairs([("run", kind), ("text", text), ("id", "dot")])
        };
        let text = Rich::from_value(&Value::from(vec![
            run("text", "Each attacker takes "),
            run("amount", "12 "),
            run("icon", ""),
            run("text", "."),
        ]));
        let mut setter = setter();
        let style = style();
        for tenth in 60..400 {
            let placed = setter.set(&text, &style, 9.0, Some(tenth as f32 / 10.0));
            let amount = placed.runs.iter().find(|run| run.text.contains("12")).unwrap();
            let stop = placed.runs.iter().find(|run| run.text == ".").unwrap();
            let icon = &placed.icons[0];
            assert!(icon.y < amount.y && amount.y < icon.y + icon.height, "width {tenth}");
            assert_eq!(amount.y, stop.y, "width {tenth}");
        }
    }

    #[test]
    fn missing_characters_are_noticed() {
        let placed = setter().set(&rich("A \u{4e16}"), &style(), 9.0, None);
        assert_eq!(placed.missing.into_iter().collect::<String>(), "\u{4e16}");
    }

    #[test]
    fn svg_sets_the_words_where_layout_did() {
        let mut setter = setter();
        let placed = setter.set(&rich("The affable wolf *office* fjord"), &style(), 9.0, None);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/fonts");
        let bytes = std::fs::read(format!("{folder}/AlegreyaSans-Medium.ttf")).unwrap();
        let (fonts, _) = Fonts::new(vec![("a.ttf".to_owned(), bytes)]);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90mm\" height=\"9mm\" \
             viewBox=\"0 0 90 9\">{}</svg>",
            emit(&placed, &Icons::default(), 0.0, 0.0)
        );
        let tree = crate::svg::parse(&svg, &fonts, &crate::Pictures::default()).unwrap();
        let drawn = tree.root().abs_bounding_box();
        assert!((drawn.right() - placed.width).abs() < 0.2, "{} {}", drawn.right(), placed.width);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn any_text_is_set(text in "[ a-z*_\\[\\]é—’\u{4e16}\n]{0,160}", width in 3.0f32..60.0, height in 2.0f32..40.0) {
            let text = rich(&text);
            let fitted = fit_block(&mut setter(), &text, &style(), Request { width, height });
            let placed = &fitted.parts[0];
            let excess = (placed.height - height).max(placed.width - width);
            match fitted.overflow {
                None => prop_assert!(excess <= TOLERANCE),
                Some(overflow) => prop_assert!((overflow - excess).abs() < 0.001),
            }
            let icons = Icons::default();
            prop_assert!(!emit(placed, &icons, 0.0, 0.0).contains("NaN"));
        }
    }
}
