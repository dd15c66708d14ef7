//! `sprite`: a small picture of coloured squares, drawn from characters as content writes them.
//!
//! A character is a square of the colour that `[palette]` of the theme gives it; `.` and a space
//! are nothing. All squares of a colour become one path, so that a sheet stays small and no
//! seams show.

use std::collections::BTreeMap;

use minijinja::Error;
use minijinja::value::Value;

use super::safe;
use crate::arguments::{Arguments, Given, wrong};
use crate::number::short;
use crate::pdf::PICTURE;
use crate::scope::Scope;
use crate::svg::{escape, mark};

const MOST_SQUARES: usize = 4096;

/// The squares of one colour: column, row and length of each run.
type Runs = Vec<(usize, usize, usize)>;

/// `sprite(rows, x, y, w, h, mirror=false, recolour="r:b", outline=…)`: as large as fits, in the
/// middle of the box and on its lower edge.
pub(super) fn sprite(scope: &Scope, given: &Given) -> Result<Value, Error> {
    let names = ["rows", "x", "y", "w", "h", "mirror", "recolour", "outline", "colour"];
    let arguments = Arguments::read("sprite", &names, given)?;
    let text = arguments.value("rows")?.to_string();
    let rows = read(&text, arguments.get("mirror").is_some_and(Value::is_true))?;
    let (columns, lines) = (rows.first().map_or(0, Vec::len), rows.len());
    if columns == 0 {
        return Ok(safe(String::new()));
    }
    let (width, height) = (arguments.number("w")?, arguments.number("h")?);
    let square = (width / columns as f32).min(height / lines as f32).max(0.01);
    let left = arguments.number("x")? + (width - square * columns as f32) / 2.0;
    let top = arguments.number("y")? + height - square * lines as f32;
    let swaps = swaps(arguments.text("recolour").unwrap_or_default())?;
    let swapped = |mark: char| swaps.get(&mark).copied().unwrap_or(mark);
    let mut svg = format!(
        "<g transform=\"translate({} {}) scale({})\" stroke-linejoin=\"miter\">",
        short(left),
        short(top),
        short(square)
    );
    if let Some(outline) = arguments.text("outline") {
        let all = path(&runs(&rows, |mark| mark.map(|_| ' ')).remove(&' ').unwrap_or_default());
        let ink = escape(outline);
        svg.push_str(&format!(
            "<path d=\"{all}\" fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"1.3\"/>"
        ));
    }
    let silhouette = arguments.text("colour");
    for (mark, runs) in runs(&rows, |mark| mark.map(swapped)) {
        let colour = match silhouette {
            Some(colour) => colour.to_owned(),
            None => match colour(scope, mark) {
                Some(colour) => colour,
                None => continue,
            },
        };
        let (path, ink) = (path(&runs), escape(&colour));
        svg.push_str(&format!("<path d=\"{path}\" fill=\"{ink}\"/>"));
    }
    svg.push_str("</g>");
    Ok(safe(mark(PICTURE, &svg)))
}

/// The squares, row by row, all rows of one length; `None` is nothing.
fn read(text: &str, mirror: bool) -> Result<Vec<Vec<Option<char>>>, Error> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let margin = lines.iter().map(indent).min().unwrap_or(0);
    let mut rows: Vec<Vec<Option<char>>> = lines
        .iter()
        .map(|line| {
            let marks = line.trim_end().chars().skip(margin);
            marks.map(|mark| (!matches!(mark, '.' | ' ')).then_some(mark)).collect()
        })
        .collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width * rows.len() > MOST_SQUARES {
        return Err(wrong(format!("a sprite may have at most {MOST_SQUARES} squares")));
    }
    for row in &mut rows {
        row.resize(width, None);
        if mirror {
            row.extend_from_within(..);
            row[width..].reverse();
        }
    }
    Ok(rows)
}

/// `r:b g:y`: letters that take the colour of another.
fn swaps(text: &str) -> Result<BTreeMap<char, char>, Error> {
    let pair = |word: &str| {
        let mut marks = word.chars();
        match (marks.next(), marks.next(), marks.next(), marks.next()) {
            (Some(from), Some(':'), Some(to), None) => Ok((from, to)),
            _ => Err(wrong(format!("`recolour` has `{word}`, but wants pairs such as `r:b`"))),
        }
    };
    text.split_whitespace().map(pair).collect()
}

/// The runs of each colour, as `colour_of` sees the squares.
fn runs(
    rows: &[Vec<Option<char>>],
    colour_of: impl Fn(Option<char>) -> Option<char>,
) -> BTreeMap<char, Runs> {
    let mut found: BTreeMap<char, Runs> = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        let mut x = 0;
        while x < row.len() {
            let mark = colour_of(row[x]);
            let end = (x..row.len()).find(|at| colour_of(row[*at]) != mark).unwrap_or(row.len());
            if let Some(mark) = mark {
                found.entry(mark).or_default().push((x, y, end - x));
            }
            x = end;
        }
    }
    found
}

/// The runs as one path. Each is slightly larger than its squares, which closes the seams between
/// neighbours.
fn path(runs: &Runs) -> String {
    let run =
        |(x, y, length): &(usize, usize, usize)| format!("M{x} {y}h{length}.05v1.05h-{length}.05z");
    runs.iter().map(run).collect()
}

/// The colour of a letter. A letter without a colour is a mistake in the sprite and reported at
/// the card that shows it.
fn colour(scope: &Scope, mark: char) -> Option<String> {
    let palette = scope.resources.theme.get("palette").and_then(toml::Value::as_table);
    let colour = palette.and_then(|table| table.get(&mark.to_string())).and_then(|c| c.as_str());
    if colour.is_none() {
        let known: String = palette.into_iter().flat_map(toml::Table::keys).cloned().collect();
        let message = format!("its sprite has the letter `{mark}`, which stands for no colour");
        let help = format!(
            "the letters are `{known}` (`.` is nothing); or give `{mark}` a colour in the \
             package's theme.toml: `[palette]`, then `{mark} = \"#aabbcc\"`"
        );
        scope.report_undrawable("sprite", message, help);
    }
    colour.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_without_indent_and_mirrored() {
        let rows = read("\n  .a\n  bb\n", true).expect("a sprite");
        assert_eq!(rows[0], [None, Some('a'), Some('a'), None]);
        assert_eq!(rows[1], [Some('b'); 4]);
        assert!(read(&"a".repeat(5000), false).is_err());
    }

    #[test]
    fn squares_side_by_side_are_one_run() {
        let rows = read("aab\nb.a", false).expect("a sprite");
        let found = runs(&rows, |mark| mark);
        assert_eq!(found[&'a'], [(0, 0, 2), (2, 1, 1)]);
        assert_eq!(path(&found[&'b']), "M2 0h1.05v1.05h-1.05zM0 1h1.05v1.05h-1.05z");
    }

    #[test]
    fn a_letter_without_colour_is_told_with_those_that_have_one() {
        let scope = Scope::for_tests("[palette]\na = '#000000'\nb = '#ffffff'");
        assert_eq!(colour(&scope, 'a').as_deref(), Some("#000000"));
        assert_eq!(colour(&scope, 'q'), None);
        let found = scope.take_problems();
        assert!(found[0].help.as_ref().is_some_and(|help| help.contains("`ab`")), "{found:?}");
    }

    #[test]
    fn swaps_are_pairs() {
        assert_eq!(swaps("r:b g:y").expect("two")[&'g'], 'y');
        assert!(swaps("rb").is_err());
    }
}
