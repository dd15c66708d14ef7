//! The diagram of a rule as a small drawing for the web.

use std::fmt::Write;

use cardwright_model::{BookRule, Library, Map};

use crate::svg::escape;

/// Side of a square, in the units of the drawing.
const SIDE: usize = 20;
/// Diagrams of more squares are not drawn.
const MOST_SQUARES: usize = 2500;

/// The drawing with the key of its letters; none if the rule has no diagram.
pub(super) fn diagram(library: &Library, rule: &BookRule<'_>) -> Option<String> {
    let map = rule.diagram()?;
    let (columns, rows) = (map.width(), map.height());
    if columns == 0 || columns * rows > MOST_SQUARES {
        return None;
    }
    let mut svg = format!(
        "<svg viewBox=\"-1 -1 {} {}\" width=\"{}\" aria-hidden=\"true\">",
        columns * SIDE + 2,
        rows * SIDE + 2,
        columns * SIDE + 2
    );
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        let class = match named(map, x, y) {
            None => continue,
            Some("wall") => "wall",
            Some("meant") => "meant",
            Some(_) => "floor",
        };
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
            x * SIDE,
            y * SIDE
        );
    }
    let mut key = String::new();
    for (mark, card, label) in rule.pieces() {
        let letter = mark.to_uppercase();
        for (x, y, wide) in spots(map, mark) {
            let middle = |at: usize| at * SIDE + wide * SIDE / 2;
            let _ = write!(
                svg,
                "<circle cx=\"{0}\" cy=\"{1}\" r=\"{2}\"/><text x=\"{0}\" y=\"{1}\" dy=\".35em\">{3}</text>",
                middle(x),
                middle(y),
                wide * SIDE * 2 / 5,
                escape(&letter)
            );
        }
        let name = label.or_else(|| {
            library.cards().find(|known| known.id == card).map(|known| known.name.as_str())
        });
        let name = escape(name.unwrap_or(card));
        let _ = write!(key, "<b>{}</b> {name} ", escape(&letter));
    }
    Some(format!("<figure class=\"diagram\">{svg}</svg><figcaption>{key}</figcaption></figure>"))
}

fn named(map: &Map, x: usize, y: usize) -> Option<&str> {
    map.legend.get(&map.mark(x, y)?)?.first().map(String::as_str)
}

/// Where a piece stands and how wide it is. A letter on squares that form a square is one large
/// piece.
fn spots(map: &Map, mark: &str) -> Vec<(usize, usize, usize)> {
    let all = (0..map.height()).flat_map(|y| (0..map.width()).map(move |x| (x, y)));
    let own: Vec<(usize, usize)> = all.filter(|(x, y)| named(map, *x, *y) == Some(mark)).collect();
    let range = |of: fn(&(usize, usize)) -> usize| {
        let least = own.iter().map(of).min().unwrap_or(0);
        (least, own.iter().map(of).max().unwrap_or(0) + 1 - least)
    };
    let ((left, wide), (top, high)) = (range(|spot| spot.0), range(|spot| spot.1));
    if wide == high && wide * wide == own.len() {
        return vec![(left, top, wide)];
    }
    own.into_iter().map(|(x, y)| (x, y, 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_one_letter_is_one_piece() {
        let rows = vec!["AAB".to_owned(), "AA.".to_owned(), "..B".to_owned()];
        let legend = [('A', "a"), ('B', "b"), ('.', "floor")];
        let legend = legend.into_iter().map(|(mark, name)| (mark, vec![name.to_owned()]));
        let map = Map { rows, legend: legend.collect(), ..Map::default() };
        assert_eq!(spots(&map, "a"), [(0, 0, 2)]);
        assert_eq!(spots(&map, "b"), [(2, 0, 1), (2, 2, 1)]);
        assert_eq!(spots(&map, "c"), []);
    }
}
