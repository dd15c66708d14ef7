//! The report as a comment in Markdown, for the page where a change is discussed.

use std::fmt::Write;

use crate::text::summary;
use crate::{Report, Verdict, Weight};

/// So many reasons are listed; the page has all.
const SHOWN: usize = 30;

/// The comment.
pub fn comment(report: &Report) -> String {
    let mut out = String::new();
    let sign = match report.verdict() {
        Verdict::Fine => "✅",
        Verdict::Decide => "❓",
        Verdict::Refuse => "❌",
    };
    let _ = writeln!(out, "## {sign} {}: {}\n", plain(&report.heading()), report.verdict().words());
    if let Some(old) = &report.against {
        let _ = writeln!(out, "Compared with {}.\n", plain(old));
    }
    let reasons = report.reasons();
    for finding in reasons.iter().take(SHOWN) {
        let sign = if finding.weight == Weight::Refuse { "**refused**" } else { "decide" };
        let code =
            finding.code.as_ref().map_or_else(String::new, |code| format!(" {}", plain(code)));
        let place =
            finding.place().map_or_else(String::new, |place| format!(" ({})", plain(&place)));
        let topic = plain(&finding.topic);
        let _ = writeln!(out, "- {sign}, {topic}{code}: {}{place}", plain(&finding.message));
    }
    if reasons.len() > SHOWN {
        let _ = writeln!(out, "- and {} more", reasons.len() - SHOWN);
    }
    let _ = writeln!(out, "\n{}\n", plain(&summary(report)));
    if !report.changes.is_empty() {
        out.push_str("| | what | name | changes |\n|---|---|---|---|\n");
        for change in report.changes.iter().take(SHOWN) {
            let what = format!("{} `{}`", change.what, change.id.replace('`', ""));
            let details = plain(&change.details.join("; "));
            let _ =
                writeln!(out, "| {} | {what} | {} | {details} |", change.fate, plain(&change.name));
        }
        if report.changes.len() > SHOWN {
            let _ = writeln!(out, "\nand {} more", report.changes.len() - SHOWN);
        }
        out.push('\n');
    }
    if !report.balance.is_empty() {
        out.push_str("| format | deck | before | now |\n|---|---|---|---|\n");
        for row in &report.balance {
            let old = row.old.map_or_else(|| "–".to_owned(), |old| old.words());
            let (format, deck) = (plain(&row.format), plain(&row.deck));
            let _ = writeln!(out, "| {format} | {deck} | {old} | {} |", row.new.words());
        }
    }
    out
}

/// Text of a package on one line, in which nothing is a link, a mention, a picture or a tag.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            letter if letter.is_control() => plain.push(' '),
            '<' => plain.push_str("&lt;"),
            '&' => plain.push_str("&amp;"),
            // A sign without width keeps names from being called.
            '@' => plain.push_str("@\u{200b}"),
            '\\' | '*' | '_' | '[' | ']' | '(' | ')' | '#' | '|' | '!' | '~' | '>' | '`' => {
                plain.push('\\');
                plain.push(letter);
            }
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => plain.push('\u{fffd}'),
            letter => plain.push(letter),
        }
    }
    plain.replace("://", ":\u{200b}//")
}
