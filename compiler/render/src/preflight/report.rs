//! The findings of preflight, as a page for people and as data for programs.

use std::collections::BTreeMap;

use base64::Engine as _;
use cardwright_model::Severity;
use cardwright_model::preflight::{CHECKS, Level, Settings};
use minijinja::{Environment, context};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::fold::Finding;
use crate::card::RenderedCard;
use crate::png::Extent;
use crate::problem::{CardPlace, Problem};

/// Resolution of the pictures in the page.
const DPI: f32 = 110.0;
/// The page shows no more pictures than this, or it would be too large to open. A guess.
const MOST_PICTURES: usize = 60;

/// The preflight of one package.
pub struct Report<'a> {
    /// Title of the package.
    pub title: &'a str,
    /// Version of the package.
    pub version: &'a str,
    /// The settings it was checked with.
    pub settings: &'a Settings,
    /// How many cards were looked at.
    pub cards: usize,
    /// What was found.
    pub findings: &'a [Finding<'a>],
}

impl Report<'_> {
    /// How many findings of that severity there are that are not allowed by the manifest.
    pub fn count(&self, severity: Severity) -> usize {
        let of = |finding: &&Finding<'_>| {
            finding.problem.severity == severity && finding.problem.allowed.is_none()
        };
        self.findings.iter().filter(of).count()
    }

    fn allowed(&self) -> usize {
        self.findings.iter().filter(|finding| finding.problem.allowed.is_some()).count()
    }

    /// The findings as one JSON object.
    pub fn json(&self) -> Vec<u8> {
        let findings: Vec<Value> = self.findings.iter().map(|found| self.entry(found)).collect();
        let whole = json!({
            "title": self.title,
            "version": self.version,
            "finished": self.count(Severity::Error) == 0,
            "summary": {
                "cards": self.cards,
                "errors": self.count(Severity::Error),
                "warnings": self.count(Severity::Warning),
                "allowed": self.allowed(),
            },
            "checks": self.checks(),
            "findings": findings,
        });
        let mut bytes = serde_json::to_vec_pretty(&whole).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The findings as a self-contained page: no other files, nothing from the network.
    pub fn html(&self) -> Result<Vec<u8>, String> {
        let mut environment = Environment::new();
        environment.add_filter("code", code);
        environment
            .add_template("preflight.html", include_str!("report.html"))
            .map_err(|error| error.to_string())?;
        let template =
            environment.get_template("preflight.html").map_err(|error| error.to_string())?;
        let page = context! {
            title => self.title,
            version => self.version,
            cards => self.cards,
            errors => self.count(Severity::Error),
            warnings => self.count(Severity::Warning),
            allowed => self.allowed(),
            checks => minijinja::value::Serde(self.checks()),
            groups => minijinja::value::Serde(self.groups()),
        };
        template.render(page).map(String::into_bytes).map_err(|error| error.to_string())
    }

    /// Every check with its level and limits.
    fn checks(&self) -> Vec<Value> {
        let state = |check: &cardwright_model::preflight::Check| {
            let found = |allowed: bool| {
                self.findings
                    .iter()
                    .filter(|finding| finding.check.is_some_and(|own| own.key == check.key))
                    .filter(|finding| finding.problem.allowed.is_some() == allowed)
                    .count()
            };
            // As people write them: 0.1, not the nearest binary number.
            let written = |number: f32| (f64::from(number) * 1000.0).round() / 1000.0;
            let limits: BTreeMap<&str, f64> = check
                .limits
                .iter()
                .map(|limit| (limit.key, written(self.settings.limit(check.key, limit.key))))
                .collect();
            json!({
                "check": check.key,
                "code": check.code,
                "title": check.title,
                "level": self.settings.level(check.key),
                "off": self.settings.level(check.key) == Level::Off,
                "limits": limits,
                "findings": found(false),
                "allowed": found(true),
            })
        };
        CHECKS.iter().map(state).collect()
    }

    fn entry(&self, finding: &Finding<'_>) -> Value {
        let problem = finding.problem;
        let allowed = problem.allowed.and_then(|index| self.settings.allow.get(index));
        json!({
            "code": problem.code,
            "check": finding.check.map(|check| check.key),
            "severity": problem.severity,
            "card": problem.card,
            "kind": finding.card.map(|card| card.kind.as_str()),
            "side": problem.place.as_ref().map(|place| if place.is_back { "back" } else { "front" }),
            "part": problem.what,
            "place": problem.place.as_ref().map(millimetres),
            "message": problem.message,
            "help": problem.help,
            "file": problem.provenance.file,
            "line": problem.provenance.line,
            "also": finding.also,
            "allowed": allowed.map(|allowance| allowance.why.as_str()),
        })
    }

    /// The findings grouped by the side of the card they are on, each group with its picture.
    fn groups(&self) -> Vec<Value> {
        let mut groups: Vec<(Option<&RenderedCard>, bool, Vec<&Finding<'_>>)> = Vec::new();
        for finding in self.findings {
            let is_back = finding.problem.place.as_ref().is_some_and(|place| place.is_back);
            let same = groups.iter_mut().find(|(card, back, _)| {
                card.map(|card| &card.id) == finding.card.map(|card| &card.id) && *back == is_back
            });
            match same {
                Some((_, _, list)) => list.push(finding),
                None => groups.push((finding.card, is_back, vec![finding])),
            }
        }
        groups
            .par_iter()
            .enumerate()
            .map(|(index, (card, is_back, findings))| {
                let picture =
                    card.filter(|_| index < MOST_PICTURES).and_then(|card| picture(card, *is_back));
                let entries: Vec<Value> = findings
                    .iter()
                    .enumerate()
                    .map(|(index, finding)| {
                        let mut entry = self.entry(finding);
                        entry["number"] = json!(index + 1);
                        entry["also_shown"] = json!(shown(&finding.also));
                        entry["mark"] = json!(mark(finding.problem, *card));
                        entry
                    })
                    .collect();
                json!({
                    "name": card.map_or("The set", |card| card.name.as_str()),
                    "id": card.map(|card| card.id.as_str()),
                    "kind": card.map(|card| card.kind_name.as_str()),
                    "side": if *is_back { "back" } else { "front" },
                    "size": card.map(|card| json!({
                        "width": card.size.full_width(),
                        "height": card.size.full_height(),
                        "bleed": card.size.bleed,
                        "safe": card.size.bleed + card.size.safe,
                        "trim_width": card.size.width,
                        "trim_height": card.size.height,
                        "safe_width": card.size.width - 2.0 * card.size.safe,
                        "safe_height": card.size.height - 2.0 * card.size.safe,
                    })),
                    "picture": picture,
                    "findings": entries,
                })
            })
            .collect()
    }
}

fn picture(card: &RenderedCard, is_back: bool) -> Option<String> {
    let side = if is_back { &card.back.as_ref()?.side } else { &card.front };
    let bytes = side.png(card.size, Extent::Bleed, DPI).ok()?;
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    Some(format!("data:image/png;base64,{text}"))
}

/// The place of a problem on the picture, enlarged if it would be too small to see.
fn mark(problem: &Problem, card: Option<&RenderedCard>) -> Option<Value> {
    const SMALLEST: f32 = 2.4;
    let (place, card) = (problem.place.as_ref()?, card?);
    let grow = |length: f32| length.max(SMALLEST);
    let (width, height) = (grow(place.width), grow(place.height));
    let x = place.x + card.size.bleed - (width - place.width) / 2.0;
    let y = place.y + card.size.bleed - (height - place.height) / 2.0;
    // The number is placed at the corner, outside of the marked area.
    let inside = |at: f32, length: f32| round((at - 1.8).clamp(2.4, length - 2.4));
    Some(json!({
        "badge_x": inside(x, card.size.full_width()),
        "badge_y": inside(y, card.size.full_height()),
        "x": round(x - 0.4), "y": round(y - 0.4),
        "width": round(width + 0.8), "height": round(height + 0.8),
    }))
}

/// Escapes a message and sets text in backticks as code.
fn code(message: &str) -> minijinja::Value {
    let mut html = String::new();
    for (index, part) in message.split('`').enumerate() {
        let part = crate::svg::escape(part);
        html.push_str(&if index % 2 == 1 { format!("<code>{part}</code>") } else { part });
    }
    minijinja::Value::from_safe_string(html)
}

fn millimetres(place: &CardPlace) -> Value {
    json!({
        "x": round(place.x), "y": round(place.y),
        "width": round(place.width), "height": round(place.height),
    })
}

fn round(length: f32) -> f64 {
    (f64::from(length) * 10.0).round() / 10.0
}

/// The first names of a long list.
fn shown(names: &[&str]) -> String {
    const MOST: usize = 12;
    let start = names.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => start,
        more => format!("{start} and {more} more"),
    }
}
