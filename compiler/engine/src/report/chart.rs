//! Charts as inline SVG: no script, readable in light and dark.

use std::fmt::Write as _;

use super::page::escaped;

/// A line of a chart of intervals.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// What it is about.
    pub label: String,
    /// The middle, as a part of all games.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// A remark behind it.
    pub note: String,
    /// Whether it is drawn strongly.
    pub is_clear: bool,
}

/// A point of a line, with its interval; all as parts of all games.
#[derive(Debug, Clone)]
pub(super) struct Point {
    /// What stands below it.
    pub label: String,
    /// Where it is from left to right, from 0 to 1.
    pub at: f64,
    /// The middle.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

const WIDTH: f64 = 720.0;
const LABELS: f64 = 210.0;
const NOTES: f64 = 90.0;
const LINE: f64 = 20.0;

/// Intervals around a middle line, one below the other.
pub(super) fn forest(rows: &[Row]) -> String {
    let most = rows.iter().flat_map(|row| [row.low.abs(), row.high.abs()]).fold(0.05, f64::max);
    let most = (most * 20.0).ceil() / 20.0;
    let x = |value: f64| {
        let (left, right) = (LABELS, WIDTH - NOTES);
        left + (value.clamp(-most, most) + most) / (2.0 * most) * (right - left)
    };
    let height = rows.len() as f64 * LINE + 26.0;
    let mut svg = begin(height);
    let percent = most * 100.0;
    for (value, text) in
        [(-most, format!("−{percent:.0}")), (0.0, "0".into()), (most, format!("+{percent:.0}"))]
    {
        let (at, bottom) = (x(value), height - 20.0);
        let _ = write!(
            svg,
            "<line x1=\"{at:.1}\" y1=\"0\" x2=\"{at:.1}\" y2=\"{bottom:.1}\" class=\"g\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" class=\"s\">{text}</text>",
            height - 6.0
        );
    }
    for (place, row) in rows.iter().enumerate() {
        let y = place as f64 * LINE + LINE / 2.0;
        let class = if row.is_clear { "c" } else { "w" };
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{:.1}\">{}</text>\
             <line x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" class=\"{class}\"/>\
             <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3.5\" class=\"{class}\"/>\
             <text x=\"{WIDTH}\" y=\"{:.1}\" text-anchor=\"end\" class=\"s\">{}</text>",
            y + 4.0,
            escaped(&row.label),
            x(row.low),
            x(row.high),
            x(row.value),
            y + 4.0,
            escaped(&row.note),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// A line through points with their intervals; `ends` are the values at the bottom and the top.
pub(super) fn line(points: &[Point], ends: [f64; 2]) -> String {
    const HEIGHT: f64 = 190.0;
    let (left, right, top, bottom) = (52.0, WIDTH - 20.0, 10.0, HEIGHT - 28.0);
    let x = |at: f64| left + at.clamp(0.0, 1.0) * (right - left);
    let y = |value: f64| {
        let part = (value - ends[0]) / (ends[1] - ends[0]).max(1e-9);
        bottom - part.clamp(0.0, 1.0) * (bottom - top)
    };
    let mut svg = begin(HEIGHT);
    let middle = if ends[0] < 0.0 { 0.0 } else { (ends[0] + ends[1]) / 2.0 };
    for value in [ends[0], middle, ends[1]] {
        let at = y(value);
        let sign = if ends[0] < 0.0 && value > 0.0 { "+" } else { "" };
        let text = format!("{sign}{:.0} %", value * 100.0).replace('-', "−");
        let _ = write!(
            svg,
            "<line x1=\"{left}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" class=\"g\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" class=\"s\">{text}</text>",
            left - 6.0,
            at + 4.0
        );
    }
    let along = |value: fn(&Point) -> f64| {
        let spots = points.iter().map(move |p| format!("{:.1},{:.1}", x(p.at), y(value(p))));
        spots.collect::<Vec<_>>()
    };
    let mut band = along(|point| point.high);
    band.extend(along(|point| point.low).into_iter().rev());
    let _ = write!(
        svg,
        "<polygon points=\"{}\" class=\"b\"/><polyline points=\"{}\" class=\"l\"/>",
        band.join(" "),
        along(|point| point.value).join(" ")
    );
    for point in points.iter().filter(|point| !point.label.is_empty()) {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\" class=\"c\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" class=\"s\">{}</text>",
            x(point.at),
            y(point.value),
            x(point.at),
            HEIGHT - 8.0,
            escaped(&point.label)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn begin(height: f64) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
         height=\"{height:.0}\" role=\"img\">\n"
    )
}

/// How charts look.
pub(super) const STYLE: &str = "\
svg.chart{max-width:100%;height:auto;display:block;margin:.6em 0 1.4em;font:13px system-ui,sans-serif}\
.chart text{fill:currentColor}.chart .s{fill:var(--soft);font-size:12px}\
.chart .g{stroke:var(--line)}.chart .w{stroke:var(--soft);fill:var(--soft);stroke-width:2;opacity:.6}\
.chart .c{stroke:var(--bar);fill:var(--bar);stroke-width:2.5}.chart .b{fill:var(--bar);opacity:.18}\
.chart .l{fill:none;stroke:var(--bar);stroke-width:2}h3{font-size:1em;margin:1.4em 0 .2em}\n";
