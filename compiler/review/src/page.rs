//! The report as a page: one file without scripts, with the cards side by side.

use std::fmt::Write;

use crate::text::{size, summary};
use crate::{CardChange, Report, Weight};

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1rem}\
h1{margin-bottom:0}.verdict{font-size:1.25rem;font-weight:600}\
table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:600}\
th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border-bottom:1px solid #8888}\
article{border-top:1px solid #8888;padding:.5rem 0}\
figure{display:inline-block;margin:.25rem 1rem .25rem 0;vertical-align:top}\
img{max-width:100%;height:auto;border:1px solid #8888}\
code{font-family:ui-monospace,monospace}";

/// The page.
pub fn page(report: &Report) -> String {
    let mut out = String::new();
    let heading = escaped(&report.heading());
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         img-src data:; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Review of {heading}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{heading}</h1>\n"
    );
    about(report, &mut out);
    let _ = writeln!(out, "<p class=\"verdict\">Verdict: {}</p>", report.verdict().words());
    let _ = writeln!(out, "<p>{}</p>", escaped(&summary(report)));
    findings(report, &mut out);
    cards(report, &mut out);
    list("What it amends of others", &report.amends, &mut out);
    list("Abilities that were not shown to act", &report.unproved, &mut out);
    balance(report, &mut out);
    origins(report, &mut out);
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn about(report: &Report, out: &mut String) {
    let mut lines = Vec::new();
    if !report.game.is_empty() {
        lines.push(format!("for the game {}", report.game));
    }
    if !report.authors.is_empty() {
        lines.push(format!("by {}", report.authors.join(", ")));
    }
    if let Some(license) = &report.license {
        lines.push(format!("licence {license}"));
    }
    if !report.builds_on.is_empty() {
        lines.push(format!("builds on {}", report.builds_on.join(", ")));
    }
    if let Some(old) = &report.against {
        lines.push(format!("compared with {old}"));
    }
    if !lines.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escaped(&lines.join("; ")));
    }
}

fn findings(report: &Report, out: &mut String) {
    let _ = writeln!(out, "<h2>Reasons</h2>");
    if report.findings.is_empty() {
        out.push_str("<p>Nothing speaks against it.</p>\n");
        return;
    }
    out.push_str(
        "<table>\n<caption>What was found</caption>\n<thead><tr><th scope=\"col\">Weight</th>\
         <th scope=\"col\">About</th><th scope=\"col\">What</th><th scope=\"col\">Where</th></tr>\
         </thead>\n<tbody>\n",
    );
    let mut all: Vec<_> = report.findings.iter().collect();
    all.sort_by_key(|finding| std::cmp::Reverse(finding.weight));
    for finding in all {
        let weight = match finding.weight {
            Weight::Refuse => "✗ refused",
            Weight::Decide => "? decide",
            Weight::Note => "note",
        };
        let code = finding.code.as_ref().map_or_else(String::new, |code| format!(" {code}"));
        let help =
            finding.help.as_ref().map_or_else(String::new, |help| format!("<br>{}", escaped(help)));
        let _ = writeln!(
            out,
            "<tr><td>{weight}</td><td>{}</td><td>{}{help}</td><td><code>{}</code></td></tr>",
            escaped(&format!("{}{code}", finding.topic)),
            escaped(&finding.message),
            escaped(&finding.place().unwrap_or_default())
        );
    }
    out.push_str("</tbody>\n</table>\n");
}

fn cards(report: &Report, out: &mut String) {
    for (fate, title) in [("new", "New"), ("changed", "Changed"), ("removed", "Removed")] {
        let changes: Vec<&CardChange> =
            report.changes.iter().filter(|change| change.fate == fate).collect();
        if changes.is_empty() {
            continue;
        }
        let _ = writeln!(out, "<h2>{title}</h2>");
        for change in changes {
            let name = escaped(&change.name);
            let (what, id) = (escaped(&change.what), escaped(&change.id));
            let _ = writeln!(out, "<article>\n<h3>{name} <code>{what} {id}</code></h3>");
            if let Some(breaks) = &change.breaks {
                let _ = writeln!(out, "<p><strong>Breaks:</strong> {}</p>", escaped(breaks));
            }
            if !change.details.is_empty() {
                let lines = change.details.iter().map(|line| format!("<li>{}</li>", escaped(line)));
                let _ = writeln!(out, "<ul>{}</ul>", lines.collect::<String>());
            }
            for (picture, when) in [(&change.old_picture, "before"), (&change.new_picture, "now")] {
                let Some(picture) = picture else { continue };
                let _ = writeln!(
                    out,
                    "<figure><img alt=\"{name} {when}\" \
                     src=\"data:image/png;base64,{picture}\"><figcaption>{when}</figcaption></figure>"
                );
            }
            out.push_str("</article>\n");
        }
    }
}

fn list(title: &str, lines: &[String], out: &mut String) {
    if lines.is_empty() {
        return;
    }
    let items: String = lines.iter().map(|line| format!("<li>{}</li>", escaped(line))).collect();
    let _ = writeln!(out, "<h2>{title}</h2>\n<ul>{items}</ul>");
}

fn balance(report: &Report, out: &mut String) {
    if report.balance.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Balance</h2>\n<table>\n<caption>How often bots win, with the 95 % interval; both \
         versions play the same seeds</caption>\n<thead><tr><th scope=\"col\">Format</th>\
         <th scope=\"col\">Deck</th><th scope=\"col\">Before</th><th scope=\"col\">Now</th></tr>\
         </thead>\n<tbody>\n",
    );
    for row in &report.balance {
        let old = row.old.map_or_else(|| "–".to_owned(), |old| old.words());
        let (format, deck) = (escaped(&row.format), escaped(&row.deck));
        let new = row.new.words();
        let _ =
            writeln!(out, "<tr><td>{format}</td><td>{deck}</td><td>{old}</td><td>{new}</td></tr>");
    }
    out.push_str("</tbody>\n</table>\n");
}

fn origins(report: &Report, out: &mut String) {
    if report.origins.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Pictures and fonts</h2>\n<table>\n<caption>Where they come from</caption>\n<thead><tr>\
         <th scope=\"col\">File</th><th scope=\"col\">Size</th><th scope=\"col\">By</th>\
         <th scope=\"col\">Licence</th><th scope=\"col\">From</th></tr></thead>\n<tbody>\n",
    );
    for origin in &report.origins {
        let cell = |text: &Option<String>| escaped(text.as_deref().unwrap_or("not said"));
        let from = origin.from.as_deref().map(escaped).unwrap_or_default();
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{from}</td></tr>",
            escaped(&origin.path),
            size(origin.bytes),
            cell(&origin.by),
            cell(&origin.license)
        );
    }
    out.push_str("</tbody>\n</table>\n");
}

/// Text of a package as text of the page.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(' '),
            letter if letter.is_control() => escaped.push('\u{fffd}'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}
