//! Explanations of diagnostic codes, with a wrong and a right example each.
//!
//! The pages are the files `codes/CODE.md`, compiled in. The front matter of a page may say what
//! its examples are: `example: expansion` (the default: a `.card` file of a package that
//! builds on the crawler game), `game` (a package of its own that declares its game) or
//! `manifest` (a `cardwright.toml`). A test checks both examples of every page.

mod pages;

use cardwright_model::{Library, RuleDecl, Severity, Statement, walk};

pub use pages::PAGES;

/// The code for a quest that a deck makes impossible; it follows the game's name and a slash.
pub(crate) const QUEST_FEASIBLE: &str = "quest-feasible";

/// What `explain` prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// `E0102`, or `crawler/copies-crawler`.
    pub code: String,
    /// One line, lower case.
    pub title: String,
    /// What it means and what to do, in Markdown, with the examples; without the heading.
    pub text: String,
    /// An example that causes the diagnostic.
    pub wrong: Option<String>,
    /// The same without the mistake.
    pub right: Option<String>,
    /// What the examples are.
    pub example: Example,
}

/// What the examples of a page are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Example {
    /// A `.card` file of a package that builds on the crawler game.
    #[default]
    Expansion,
    /// The only `.card` file of a package that builds on nothing.
    Game,
    /// A `cardwright.toml` beside a file of cards.
    Manifest,
    /// Something on disk that a page cannot show as one text.
    None,
}

/// The page of a code of the compiler, such as `E0102`; case does not matter.
pub fn explain(code: &str) -> Option<Page> {
    if let Some((game, QUEST_FEASIBLE)) = code.split_once('/') {
        return Some(quest_feasible(game));
    }
    let wanted = code.trim().to_uppercase();
    let (code, source) = PAGES.iter().find(|(code, _)| *code == wanted)?;
    Some(read(code, source))
}

/// The page of a legality rule, such as `crawler/copies-crawler`, made from the rule itself.
pub fn explain_rule(library: &Library, code: &str) -> Option<Page> {
    let (game, id) = code.trim().split_once('/')?;
    if id == QUEST_FEASIBLE {
        return Some(quest_feasible(game));
    }
    let own = library.game().map_or("", |game| game.id.as_str());
    let rule = library
        .packages
        .iter()
        .flat_map(|package| &package.rules)
        .find(|rule| rule.id == id && (own.is_empty() || own == game))?;
    Some(rule_page(game, rule))
}

/// Codes that look like one that does not exist, the likeliest first. `library` adds the
/// codes of its rules.
pub fn similar_codes(code: &str, library: Option<&Library>) -> Vec<String> {
    let wanted = code.trim().to_lowercase();
    let mut known: Vec<String> = PAGES.iter().map(|(code, _)| (*code).to_owned()).collect();
    if let Some(library) = library {
        let game = library.game().map_or("", |game| game.id.as_str());
        let rules = library.packages.iter().flat_map(|package| &package.rules);
        known.extend(rules.map(|rule| format!("{game}/{}", rule.id)));
    }
    let mut near: Vec<(usize, String)> = known
        .into_iter()
        .map(|known| (distance(&wanted, &known.to_lowercase()), known))
        .filter(|(distance, _)| *distance <= 2)
        .collect();
    near.sort();
    near.truncate(5);
    near.into_iter().map(|(_, code)| code).collect()
}

/// How different two codes are. Part of a rule's name counts as close to the rule, and letters
/// that look like digits as close to them.
fn distance(wanted: &str, known: &str) -> usize {
    let last = |code: &str| code.rsplit('/').next().unwrap_or_default().to_owned();
    let (part, rule) = (last(wanted), last(known));
    if known.contains('/') && !part.is_empty() && rule.contains(&part) {
        return 1;
    }
    let digits = wanted.replace(['l', 'i'], "1").replace('o', "0");
    if digits == known {
        return 0;
    }
    strsim::damerau_levenshtein(wanted, known)
}

/// Takes a page apart: front matter, title, examples.
fn read(code: &str, source: &str) -> Page {
    let (head, body) = match source.strip_prefix("---\n").and_then(|rest| rest.split_once("---\n"))
    {
        Some((head, body)) => (head, body),
        None => ("", source),
    };
    let example = match head.lines().find_map(|line| line.strip_prefix("example:")).map(str::trim) {
        Some("game") => Example::Game,
        Some("manifest") => Example::Manifest,
        Some("none") => Example::None,
        _ => Example::Expansion,
    };
    let (heading, body) = body.trim().split_once('\n').unwrap_or((body.trim(), ""));
    let title = heading.split_once(": ").map_or(heading, |(_, title)| title);
    Page {
        code: code.to_owned(),
        title: title.to_owned(),
        text: body.trim().to_owned(),
        wrong: fenced(body, "## Wrong"),
        right: fenced(body, "## Right"),
        example,
    }
}

/// The fenced text after a heading.
fn fenced(body: &str, heading: &str) -> Option<String> {
    let (_, after) = body.split_once(heading)?;
    let (_, fence) = after.split_once("```")?;
    let (_, text) = fence.split_once('\n')?;
    let (text, _) = text.split_once("```")?;
    Some(text.to_owned())
}

fn rule_page(game: &str, rule: &RuleDecl) -> Page {
    let code = format!("{game}/{}", rule.id);
    let severity = match rule.severity {
        Severity::Error => "an error",
        Severity::Warning => "a warning",
        Severity::Info => "information",
    };
    let about: Vec<String> = rule.applies_to.iter().map(|about| format!("`{about}`")).collect();
    let note = if rule.note.is_empty() { "The rule has no note." } else { rule.note.as_str() };
    let provenance = &rule.provenance;
    let mut text = format!(
        "{note}\n\nIt is a legality rule about {}, and {severity}. It is declared in `{}`, line {}, \
         of the package `{}`.",
        about.join(", "),
        provenance.file,
        provenance.line,
        provenance.package,
    );
    let messages = messages(rule);
    if !messages.is_empty() {
        text.push_str("\n\nWhat it says where it is broken:\n");
        for message in messages {
            text.push_str(&format!("\n- {message}"));
        }
    }
    let title = note.split_once(". ").map_or(note, |(first, _)| first).trim_end_matches('.');
    Page { code, title: title.to_owned(), text, wrong: None, right: None, example: Example::None }
}

/// The messages of a rule, with dots in place of the numbers and names that are filled in.
fn messages(rule: &RuleDecl) -> Vec<String> {
    let mut messages = Vec::new();
    walk::each(&rule.body, &mut |statement| {
        if let Statement::Require { message, holes, .. } = statement {
            let filled = (0..holes.len())
                .fold(message.clone(), |text, hole| text.replace(&format!("{{{hole}}}"), "…"));
            if !messages.contains(&filled) {
                messages.push(filled);
            }
        }
    });
    messages
}

fn quest_feasible(game: &str) -> Page {
    let code = format!("{game}/{QUEST_FEASIBLE}");
    let text = String::from(
        "A quest may say in `needs` what a \
         deck must hold for its goal to be within reach. The deck names the quest and does not \
         hold that: the quest could never be completed.\n\nAdd the cards that the message asks \
         for, or choose another quest. If the quest can be completed in another way, its `needs` \
         asks for too much.",
    );
    Page {
        code,
        title: "a quest that the deck makes impossible".to_owned(),
        text,
        wrong: None,
        right: None,
        example: Example::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::codes;

    #[test]
    fn every_code_has_a_page_and_every_page_a_code() {
        let codes: Vec<&str> = codes::all().map(|code| code.code).collect();
        let pages: Vec<&str> = PAGES.iter().map(|(code, _)| *code).collect();
        assert_eq!(pages, codes);
    }

    #[test]
    fn a_page_is_titled_like_its_code() {
        for known in codes::all() {
            let page = explain(known.code).expect("every code has a page");
            assert_eq!(page.title, known.title, "{}", known.code);
        }
    }

    #[test]
    fn every_page_shows_a_wrong_and_a_right_example() {
        for (code, _) in PAGES {
            let page = explain(code).expect("it is in the table");
            if page.example != Example::None {
                assert!(page.wrong.is_some() && page.right.is_some(), "{code}");
            }
        }
    }

    #[test]
    fn case_does_not_matter_and_typing_errors_are_noticed() {
        assert_eq!(explain("e0102").map(|page| page.code), Some("E0102".to_owned()));
        assert_eq!(explain("E9999"), None);
        assert_eq!(similar_codes("E0lO2", None).first(), Some(&"E0102".to_owned()));
        assert!(similar_codes("nonsense", None).is_empty());
    }

    #[test]
    fn a_rule_explains_itself() {
        let rule = RuleDecl {
            id: "copies".into(),
            applies_to: vec!["deck".into()],
            note: "No more copies than allowed. Really.".into(),
            body: vec![Statement::Require {
                condition: cardwright_model::Expr::Bool { value: true },
                message: "{0} copies of {1}".into(),
                help: None,
                holes: vec![cardwright_model::Expr::Int { value: 1 }; 2],
                severity: None,
            }],
            ..RuleDecl::default()
        };
        let package = cardwright_model::Package { rules: vec![rule], ..Default::default() };
        let library = Library { packages: vec![package] };
        let page = explain_rule(&library, "crawler/copies").expect("the rule is there");
        assert_eq!(page.title, "No more copies than allowed");
        assert!(page.text.contains("about `deck`, and an error"));
        assert!(page.text.ends_with("- … copies of …"));
        assert_eq!(explain_rule(&library, "crawler/other"), None);
        assert_eq!(similar_codes("crawler/cop", Some(&library)), ["/copies"]);
        assert!(explain("crawler/quest-feasible").is_some());
    }
}
