//! Holes in texts: `{name}` and `{name|one|many}` stand for numbers; in a rulebook `{fights.4}`
//! refers to a rule.

use cardwright_dsl::ast::Str;

use super::Lowerer;
use crate::diag::names;

impl Lowerer<'_> {
    /// A text of a card, in which every hole is a number of the game.
    pub(super) fn text_of_card(&mut self, text: &Str) -> String {
        if !text.text.contains('{') {
            return text.text.clone();
        }
        let filled = self.with_numbers(&text.text, |_| false);
        let game = self.symbols.game.clone();
        let settings = game.iter().flat_map(|game| &game.0.settings);
        let numbers = settings.filter(|(_, value)| value.as_int().is_some());
        let numbers: Vec<&str> = numbers.map(|(name, _)| name.as_str()).collect();
        let mut holes = hole_names(&filled);
        // A text may name a rule several times; all places are looked at together.
        holes.sort_unstable();
        holes.dedup();
        let may_refer = self.is_in_chapter();
        for hole in holes {
            if may_refer && self.refers(text, hole) || self.symbols.lacks_a_setting {
                continue;
            }
            self.report(names::unknown_number(self.at(text.span), hole, &numbers));
        }
        filled
    }

    /// A text whose holes for numbers of the game are filled in, but for those that mean something
    /// else there.
    pub(super) fn with_numbers(&self, text: &str, is_other: impl Fn(&str) -> bool) -> String {
        let Some(game) = &self.symbols.game else { return text.to_owned() };
        let mut filled = text.to_owned();
        for (name, value) in &game.0.settings {
            let Some(number) = value.as_int() else { continue };
            if !is_other(name) {
                filled = fill(&filled, name, number);
            }
        }
        filled
    }
}

/// Puts a number into the `{name}` and `{name|one|many}` holes of a text.
fn fill(text: &str, name: &str, number: i64) -> String {
    let choice = format!("{{{name}|");
    let mut filled = text.to_owned();
    while let Some(start) = filled.find(&choice) {
        let inside = &filled[start + choice.len()..];
        let mut depth = 1_usize;
        let end = inside.find(|letter: char| {
            depth = depth + usize::from(letter == '{') - usize::from(letter == '}');
            depth == 0
        });
        let Some((end, (one, many))) =
            end.and_then(|end| Some((end, inside[..end].split_once('|')?)))
        else {
            break;
        };
        let chosen = if number == 1 { one } else { many }.to_owned();
        filled.replace_range(start..start + choice.len() + end + 1, &chosen);
    }
    filled.replace(&format!("{{{name}}}"), &number.to_string())
}

/// The names in the `{name}` and `{name|one|many}` holes of a text.
pub(super) fn hole_names(text: &str) -> Vec<&str> {
    text.match_indices('{')
        .filter_map(|(at, _)| {
            let rest = &text[at + 1..];
            let end = rest.find(['}', '|', '{', ':'])?;
            let name = rest[..end].trim();
            (!name.is_empty()).then_some(name)
        })
        .collect()
}
