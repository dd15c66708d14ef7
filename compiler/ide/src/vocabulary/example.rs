//! Finds a line of shipped content that uses a word.

use cardwright_check::Sources;

use super::Lexicon;

/// The best line that has one of these, the first of them that any line has: `on {}` with the
/// word in place of the braces.
pub(super) fn of(game: &Lexicon, word: &str, written: &[&str]) -> Option<String> {
    let (line, file) = line(&game.sources, word, written)?;
    let content = format!("{}/", game.content.display());
    let file = file.trim_start_matches("(shipped) ");
    Some(format!("{line}   ({})", file.strip_prefix(&content).unwrap_or(file)))
}

/// The line, and the file that it is in.
fn line<'s>(sources: &'s Sources, word: &str, written: &[&str]) -> Option<(&'s str, &'s str)> {
    written.iter().find_map(|written| {
        let wanted = written.replace("{}", word);
        let lines = sources.iter().flat_map(|(_, file)| {
            let name = file.shown();
            let lines = file.text.lines().map(str::trim);
            lines.filter(|line| uses(line, &wanted, word)).map(move |line| (line, name))
        });
        lines.min_by_key(|(line, name)| rank(name, line))
    })
}

/// Whether a line that is no comment has the text, as words of their own.
fn uses(line: &str, wanted: &str, word: &str) -> bool {
    if line.starts_with("//") {
        return false;
    }
    line.match_indices(wanted).any(|(at, _)| {
        let start = at + wanted.find(word).unwrap_or(0);
        let is_part = |c: char| c.is_alphanumeric() || c == '-';
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        let quotes = line[..at].matches('"').count();
        !before.is_some_and(is_part) && !after.is_some_and(is_part) && quotes.is_multiple_of(2)
    })
}

/// Cards before rules and tests, whole blocks before parts of them, short before long.
fn rank(name: &str, line: &str) -> (usize, bool, usize) {
    let is_rules = ["rules/", "tests/"].iter().position(|folder| name.contains(folder));
    let is_rules = is_rules.map_or(0, |place| place + 1);
    let is_part = line.matches('{').count() != line.matches('}').count();
    (is_rules, is_part, line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_line_of_a_card_is_the_best_example() {
        let mut sources = Sources::default();
        let mut add = |path: &str, text: &str| sources.add(path.as_ref(), text.into());
        add("rules/a.card", "on hit { heal(self, 1) }");
        add(
            "cards/a.card",
            "// on hit { heal(self, 1) }\n  on hit {\n  on hit-hard { heal(it) }\n  on hit { heal(self, 2) }\n",
        );
        let found = line(&sources, "hit", &["on {}"]);
        assert_eq!(found, Some(("on hit { heal(self, 2) }", "cards/a.card")));
        assert!(line(&sources, "heal", &["({}", "{}("]).is_some());
        assert_eq!(line(&sources, "hea", &["{}"]), None);
    }
}
