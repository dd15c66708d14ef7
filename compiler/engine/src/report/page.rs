//! The page of a simulation: a section for each format, a line for each table and bot.

use std::fmt::{self, Write as _};

use cardwright_model::{Library, Package};

use super::text::course;
use super::{Figures, chart, odds, partners, worth};
use crate::seating::together;
use crate::simulate::SimulationReport;

/// Looks the same on a screen and on paper, in light and in dark.
const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--bar:#2f7d5b;--bar-back:#8882;--soft:#767676}\
body{font:15px/1.45 system-ui,sans-serif;margin:2.5em auto;max-width:64em;padding:0 1.5em}\
h1{font-size:1.6em;margin:0}h2{font-size:1.15em;margin:2em 0 .4em}\
p.sum{margin:.3em 0 0;color:var(--soft)}p.broken{color:#c0392b;font-weight:600}\
table{border-collapse:collapse;width:100%;break-inside:avoid;table-layout:fixed}\
th{font-weight:600;font-size:.8em;color:var(--soft)}\
th,td{border-bottom:1px solid var(--line);padding:.35em .7em .35em 0;text-align:left;\
vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;\
white-space:nowrap}.within{white-space:nowrap}\
.c1{width:19%}.c2{width:7%}.c3{width:22%}.c4{width:6%}.c5,.c6{width:11%}\
.bar{display:flex;align-items:center;gap:.6em}.bar i{flex:1;height:.7em;border-radius:.2em;\
background:var(--bar-back);position:relative;overflow:hidden}\
.bar i b{position:absolute;inset:0 auto 0 0;background:var(--bar)}\
.bar i u{position:absolute;top:.25em;height:.2em;background:currentColor;opacity:.55}\
.bar span{font-variant-numeric:tabular-nums;white-space:nowrap;min-width:3.6em;\
text-align:right}.who,.within{font-size:.8em;color:var(--soft)}\
ul{list-style:none;margin:0;padding:0 0 0 1em}li{display:flex;justify-content:space-between}th:last-child{padding-left:1em}\n";

/// The page of all simulations of a library's last package, as HTML; none if there is no package.
pub fn page(library: &Library, known: &Figures) -> Option<String> {
    // Writing to a text does not fail.
    library.packages.last().and_then(|package| written(library, package, known).ok())
}

/// The beginning of a page, up to its title.
pub(super) fn begin(page: &mut String, title: &str) -> fmt::Result {
    let title = escaped(title);
    page.push_str("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    writeln!(page, "<meta name=\"viewport\" content=\"width=device-width\">")?;
    let styles = [STYLE, odds::STYLE, chart::STYLE].concat();
    writeln!(page, "<title>{title}</title>\n<style>{styles}</style>")?;
    writeln!(page, "<h1>{title}</h1>")
}

/// How much thinking helps: what each bot wins at each table where several bots played.
fn skill(page: &mut String, reports: &[SimulationReport]) -> fmt::Result {
    let is_same = |one: &SimulationReport, other: &SimulationReport| {
        (&one.format, &one.decks) == (&other.format, &other.decks)
    };
    let mut has_title = false;
    for table in reports.chunk_by(is_same).filter(|table| table.len() > 1) {
        if !has_title {
            has_title = true;
            writeln!(
                page,
                "<h2>Skill</h2>\n<p class=\"sum\">What the first seat wins, by how much its bot \
                 thinks, in its 95 % interval. A flat line leaves little to skill.</p>"
            )?;
        }
        let title = format!("{} · {}", table[0].format, together(&table[0].decks));
        writeln!(page, "<h3>{}</h3>", escaped(&title))?;
        let last = (table.len() - 1) as f64;
        let points = table.iter().enumerate().map(|(place, report)| {
            let (low, high) = report.intervals.first().copied().unwrap_or((0, 1000));
            let won = f64::from(report.wins.first().copied().unwrap_or(0));
            chart::Point {
                label: super::bots(&report.bots),
                at: 0.05 + 0.9 * place as f64 / last,
                value: won / f64::from(report.finished.max(1)),
                low: f64::from(low) / 1000.0,
                high: f64::from(high) / 1000.0,
            }
        });
        page.push_str(&chart::line(&points.collect::<Vec<_>>(), [0.0, 1.0]));
    }
    Ok(())
}

fn written(library: &Library, package: &Package, known: &Figures) -> Result<String, fmt::Error> {
    let reports = &known.reports;
    let name = library.game().map_or(package.name.as_str(), |game| game.name.as_str());
    let title = format!("{name}: how games went");
    let mut page = String::new();
    begin(&mut page, &title)?;
    summary(&mut page, package, reports)?;
    let mut formats: Vec<&str> = Vec::new();
    for report in reports {
        if !formats.contains(&report.format.as_str()) {
            formats.push(&report.format);
        }
    }
    for id in formats {
        let format = library.formats().find(|format| format.id == id);
        let name = format.map_or(id, |format| format.name.as_str());
        writeln!(page, "<h2>{}</h2>", escaped(name))?;
        let own: Vec<&SimulationReport> =
            reports.iter().filter(|report| report.format == id).collect();
        table(&mut page, library, &own)?;
        for report in own {
            let names: Vec<String> =
                report.decks.iter().map(|id| deck_name(library, id).to_owned()).collect();
            let bots = super::bots(&report.bots);
            for line in course(report) {
                let table = together(&names);
                let line = format!("{table} · {bots}: {line}.");
                writeln!(page, "<p class=\"sum\">{}</p>", escaped(&line))?;
            }
        }
    }
    skill(&mut page, reports)?;
    worth::chapter(&mut page, library, reports)?;
    odds::chapter(&mut page, library, &known.encounters)?;
    Ok(page)
}

/// What was played, and whether every game came to an end.
fn summary(page: &mut String, package: &Package, reports: &[SimulationReport]) -> fmt::Result {
    let finished: u64 = reports.iter().map(|report| u64::from(report.finished)).sum();
    let broken: u64 = reports.iter().map(|report| u64::from(report.broken)).sum();
    let seed = reports.first().map_or(0, |report| report.seed);
    writeln!(
        page,
        "<p class=\"sum\">Package {} {}, {} games from seed {seed}, played with engine {}. \
         The line in a bar is the 95 % interval.</p>",
        escaped(&package.name),
        escaped(&package.version),
        finished + broken,
        env!("CARGO_PKG_VERSION")
    )?;
    if broken > 0 {
        writeln!(page, "<p class=\"broken\">{broken} games did not come to an end.</p>")?;
    }
    Ok(())
}

fn table(page: &mut String, library: &Library, reports: &[&SimulationReport]) -> fmt::Result {
    writeln!(
        page,
        "<table>\n<tr><th class=\"c1\">Played by<th class=\"c2\">Bot<th class=\"c3\">Won\
         <th class=\"n c4\">Games<th class=\"n c5\">Rounds<th class=\"n c6\">Decisions\
         <th>How games ended"
    )?;
    for report in reports {
        let names: Vec<String> =
            report.decks.iter().map(|id| deck_name(library, id).to_owned()).collect();
        let bots = super::bots(&report.bots);
        writeln!(page, "<tr><td>{}<td>{}<td>", escaped(&together(&names)), escaped(&bots))?;
        wins(page, &names, report)?;
        writeln!(
            page,
            "<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td>",
            report.finished + report.broken,
            spread(report.rounds.p50, report.rounds.p95, report.rounds.max),
            spread(report.decisions.p50, report.decisions.p95, report.decisions.max),
        )?;
        endings(page, report)?;
    }
    writeln!(page, "</table>")
}

/// A bar for the table, or for each side where one plays against the other.
fn wins(page: &mut String, names: &[String], report: &SimulationReport) -> fmt::Result {
    let finished = f64::from(report.finished.max(1));
    for (seat, won) in report.wins.iter().enumerate() {
        let side = partners(report, seat);
        if side[0] != seat {
            continue;
        }
        let share = f64::from(*won) * 100.0 / finished;
        let (low, high) = report.intervals.get(seat).copied().unwrap_or((0, 1000));
        let (low, high) = (f64::from(low) / 10.0, f64::from(high) / 10.0);
        if side.len() < report.wins.len() {
            let name = names.get(seat).map_or("", String::as_str);
            write!(page, "<div class=\"who\">{}</div>", escaped(name))?;
        }
        writeln!(
            page,
            "<div class=\"bar\"><i><b style=\"width:{share:.1}%\"></b>\
             <u style=\"left:{low:.1}%;width:{:.1}%\"></u></i><span>{share:.1} %</span></div>\
             <div class=\"within\">{low:.1} to {high:.1} %</div>",
            high - low
        )?;
    }
    Ok(())
}

/// The usual and the longest.
fn spread(middle: u32, most: u32, longest: u32) -> String {
    format!(
        "{middle}<div class=\"within\">95 % within {most}</div>\
         <div class=\"within\">longest {longest}</div>"
    )
}

fn endings(page: &mut String, report: &SimulationReport) -> fmt::Result {
    let finished = f64::from(report.finished.max(1));
    writeln!(page, "<ul>")?;
    for (reason, count) in &report.endings {
        let share = f64::from(*count) * 100.0 / finished;
        let reason = escaped(&reason.replace('-', " "));
        writeln!(page, "<li>{reason} <span class=\"within\">{share:.1} %</span>")?;
    }
    writeln!(page, "</ul>")
}

fn deck_name<'a>(library: &'a Library, id: &'a str) -> &'a str {
    library.decks().find(|deck| deck.id == id).map_or(id, |deck| deck.name.as_str())
}

/// Text that is safe in HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_cards_is_no_markup() {
        assert_eq!(escaped("<b>\"R&D\"</b>"), "&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;");
    }
}
