//! Tests of text layout, from what a template passes to what is in the SVG.

use std::sync::Arc;

use minijinja::value::Value;
use proptest::prelude::*;

use super::style::Hyphenate;
use super::{Align, Placed, Request, Rich, Style, Typesetter, emit, fit_block};
use crate::fonts::Fonts;
use crate::galley::Galley;
use crate::icons::Icons;
use crate::number::MM_PER_PT;

fn setter() -> Typesetter {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/fonts");
    let name = "AlegreyaSans-Medium.ttf";
    let bytes = std::fs::read(format!("{folder}/{name}")).unwrap();
    let (fonts, refused) = Fonts::new(vec![(name.to_owned(), bytes)]);
    assert!(refused.is_empty());
    let mut icons = Icons::default();
    icons.insert("dot", "<svg viewBox='0 0 10 10'><rect width='10' height='10'/></svg>").unwrap();
    Typesetter::new(Arc::new(fonts), Arc::new(icons))
}

fn style() -> Style {
    let mut style = Style::default();
    (style.font, style.size, style.min) = ("Alegreya Sans".to_owned(), 9.0, 6.0);
    style
}

fn rich(text: &str) -> Rich {
    Rich::from_value(&Value::from(text), &Icons::default())
}

/// The text as it stands in an SVG file.
fn written(placed: &Placed, icons: &Icons) -> String {
    let galley = Galley::default();
    galley.written(&emit(placed, icons, &galley, 0.0, 0.0))
}

const LONG: &str = "Every adventurer takes one wound, then the primary target is locked and \
                    three cards are burned from the top of the crawler deck.";

#[test]
fn text_that_fits_keeps_its_size() {
    let fitted =
        fit_block(&mut setter(), &rich("Short."), &style(), Request { width: 40.0, height: 9.0 });
    assert_eq!((fitted.size, fitted.overflow), (9.0, None));
}

#[test]
fn long_text_shrinks_until_it_fits() {
    let request = Request { width: 40.0, height: 13.0 };
    let fitted = fit_block(&mut setter(), &rich(LONG), &style(), request);
    assert!(fitted.size < 9.0 && fitted.size >= 6.0, "{}", fitted.size);
    assert_eq!(fitted.overflow, None);
    assert!(fitted.parts[0].height <= 13.0 + 0.01);
    // The next larger size would not have fitted.
    let larger = setter().set(&rich(LONG), &style(), fitted.size + 0.25, Some(40.0));
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
    let text = Rich::from_value(&block, &Icons::default());
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
    let run =
        |kind: &str, text: &str| Value::from_pairs([("run", kind), ("text", text), ("id", "dot")]);
    let runs = vec![
        run("text", "Each attacker takes "),
        run("amount", "12 "),
        run("icon", ""),
        run("text", "."),
    ];
    let text = Rich::from_value(&Value::from(runs), &Icons::default());
    let mut setter = setter();
    let style = style();
    for tenth in 60..400 {
        let placed = setter.set(&text, &style, 9.0, Some(tenth as f32 / 10.0));
        let amount = placed.runs.iter().find(|run| run.set.text.contains("12")).unwrap();
        let stop = placed.runs.iter().find(|run| run.set.text == ".").unwrap();
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
        written(&placed, &Icons::default())
    );
    let tree = crate::svg::parse(&svg, &fonts, &crate::picture::Pictures::default()).unwrap();
    let drawn = tree.root().abs_bounding_box();
    assert!((drawn.right() - placed.width).abs() < 0.2, "{} {}", drawn.right(), placed.width);
}

/// The lines of a text, from top to bottom, as they read from left to right.
fn lines(placed: &Placed) -> Vec<String> {
    let mut lines: Vec<(f32, String)> = Vec::new();
    for run in &placed.runs {
        match lines.last_mut() {
            Some((y, line)) if *y == run.y => line.push_str(&run.set.text),
            _ => lines.push((run.y, run.set.text.clone())),
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

fn english(hyphenate: Hyphenate) -> Style {
    let mut style = style();
    style.language = "en".to_owned();
    style.hyphenate = hyphenate;
    style
}

#[test]
fn long_words_are_broken_at_syllables() {
    let text = rich("Reconnaissance notwithstanding, adventurers misunderstand.");
    let plain = setter().set(&text, &english(Hyphenate::Never), 9.0, Some(24.0));
    let broken = setter().set(&text, &english(Hyphenate::Always), 9.0, Some(24.0));
    assert!(lines(&plain).iter().all(|line| !line.contains('-')));
    assert!(lines(&broken).iter().any(|line| line.ends_with('-')), "{:?}", lines(&broken));
    assert!(broken.lines <= plain.lines && broken.width <= 24.0);
    // The lines joined together give the original text.
    let joined: String = lines(&broken).iter().map(|line| line.trim_end_matches('-')).collect();
    let expected: String = "Reconnaissancenotwithstanding,adventurersmisunderstand.".into();
    assert_eq!(joined.replace(' ', ""), expected);
}

#[test]
fn a_word_wider_than_its_box_is_broken() {
    let text = rich("Unbelievably counterproductive");
    let placed = setter().set(&text, &english(Hyphenate::Always), 9.0, Some(16.0));
    assert!(placed.width <= 16.0, "{:?}", lines(&placed));
}

#[test]
fn soft_hyphens_count_without_hyphenation_and_are_never_drawn() {
    let text = rich("The Schatz\u{ad}suche");
    let narrow = setter().set(&text, &style(), 9.0, Some(17.0));
    assert_eq!(lines(&narrow), ["The Schatz-", "suche"]);
    let wide = setter().set(&text, &style(), 9.0, Some(60.0));
    assert_eq!(lines(&wide), ["The Schatzsuche"]);
}

#[test]
fn hyphens_come_before_small_type_but_not_before_full_size() {
    let text = rich("Reconnaissance notwithstanding, adventurers misunderstand incantations.");
    let style = english(Hyphenate::Tight);
    let roomy = Request { width: 24.0, height: 40.0 };
    let fitted = fit_block(&mut setter(), &text, &style, roomy);
    assert!(lines(&fitted.parts[0]).iter().all(|line| !line.ends_with('-')));
    let room = |height| Request { width: 24.0, height };
    let heights = (60..200).map(|tenth| tenth as f32 / 10.0);
    let gained = heights.into_iter().any(|height| {
        let tight = fit_block(&mut setter(), &text, &style, room(height));
        let never = fit_block(&mut setter(), &text, &english(Hyphenate::Never), room(height));
        tight.size > never.size && tight.overflow.is_none()
    });
    assert!(gained, "hyphens never allow larger type");
}

#[test]
fn text_is_tightened_before_it_overflows() {
    let full = setter().set(&rich(LONG), &style(), 6.0, Some(30.0)).height;
    let request = Request { width: 30.0, height: full * 0.95 };
    let fitted = fit_block(&mut setter(), &rich(LONG), &style(), request);
    assert_eq!((fitted.size, fitted.overflow), (6.0, None));
    let mut stiff = style();
    stiff.tighten = 0.0;
    let request = Request { width: 30.0, height: full * 0.7 };
    assert!(fit_block(&mut setter(), &rich(LONG), &stiff, request).overflow.is_some());
}

#[test]
fn balanced_lines_are_about_equally_long_and_no_more() {
    let mut style = style();
    (style.align, style.balance) = (Align::Middle, true);
    let text = rich("Four bell-ringers must fall; where they fall does not matter.");
    let placed = setter().set(&text, &style, 9.0, Some(60.0));
    style.balance = false;
    let filled = setter().set(&text, &style, 9.0, Some(60.0));
    assert_eq!(placed.lines, filled.lines);
    assert!(placed.width < filled.width - 5.0, "{} {}", placed.width, filled.width);
    // It is centred in the full width.
    let left = placed.runs.iter().map(|run| run.x).fold(f32::MAX, f32::min);
    assert!((left * 2.0 + placed.width - 60.0).abs() < 1.0, "{left} {}", placed.width);
}

#[test]
fn the_last_line_is_no_single_short_word() {
    let text =
        rich("When a goblin falls beside this card, its neighbour takes two more wounds so.");
    let last_line = |placed: &Placed| {
        let bottom = placed.runs.iter().map(|run| run.y).fold(0.0, f32::max);
        let runs = placed.runs.iter().filter(|run| (run.y - bottom).abs() < 0.1);
        runs.map(|run| run.set.text.trim().to_owned()).collect::<Vec<_>>().join(" ")
    };
    let mut lonely = 0;
    for step in 0..60 {
        let width = 30.0 + step as f32 * 0.5;
        let placed = setter().set(&text, &style(), 9.0, Some(width));
        assert!(placed.width <= width + 0.01, "{width}: {}", placed.width);
        lonely += usize::from(placed.lines > 1 && last_line(&placed) == "so.");
    }
    assert_eq!(lonely, 0);
    // A word that cannot get company without another line stays where it is.
    let two = rich("Extraordinarily so.");
    let line = setter().set(&two, &style(), 9.0, None);
    let stiff = setter().set(&two, &style(), 9.0, Some(line.width * 0.97));
    assert_eq!((stiff.lines, last_line(&stiff).as_str()), (2, "so."));
}

/// A style that uses everything layout can do at once.
fn demanding() -> Style {
    let mut style = english(Hyphenate::Always);
    (style.balance, style.align) = (true, Align::Middle);
    style
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_script_is_set_whatever_is_asked(text in "(\\PC{0,40}|[a-zäß\u{ad} ]{0,60}|[אבגد 12().a]{0,40}){1,3}", width in 2.0f32..70.0) {
        let placed = setter().set(&rich(&text), &demanding(), 9.0, Some(width));
        let svg = written(&placed, &Icons::default());
        let has_soft_hyphen = svg.contains('\u{ad}');
        prop_assert!(!svg.contains("NaN") && !has_soft_hyphen);
        let orders: Vec<usize> = placed.runs.iter().map(|run| run.order).collect();
        let distinct: std::collections::BTreeSet<usize> = orders.iter().copied().collect();
        prop_assert_eq!(orders.len(), distinct.len());
    }
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
            None => prop_assert!(excess <= 0.01),
            Some(overflow) => prop_assert!((overflow - excess).abs() < 0.001),
        }
        let icons = Icons::default();
        prop_assert!(!written(placed, &icons).contains("NaN"));
    }
}
