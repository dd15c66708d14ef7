//! Exact chances of attacks: a shaded table for the page, a few words for the terminal.

use std::fmt::{self, Write as _};

use cardwright_model::Library;
use serde_json::{Value, json};

use super::page::escaped;
use crate::core::dice::Ratio;
use crate::game::Encounter;

/// What the shaded tables look like.
pub(super) const STYLE: &str = "\
table.odds{width:auto;table-layout:auto;font-size:.85em}\
table.odds th.t{writing-mode:vertical-rl;transform:rotate(180deg);padding:.3em 0 .7em;\
text-align:left;vertical-align:bottom;white-space:nowrap;font-weight:400}\
table.odds td{padding:.25em .3em}table.odds td.p{text-align:center;min-width:2.1em;\
font-variant-numeric:tabular-nums;border:1px solid var(--line)}\
table.odds td.a{white-space:nowrap;padding-right:1em;color:var(--soft)}\
table.odds td.m{white-space:nowrap;padding-right:1em;font-weight:600}\
.wide{overflow-x:auto;margin:1.2em 0}\n";

/// Of the exact chances of a package.
pub(super) fn figures(encounters: &[Encounter]) -> Vec<Value> {
    let one = |one: &Encounter| {
        json!({
            "side": one.side,
            "attacker": one.attacker,
            "attack": if one.attack.is_empty() { Value::Null } else { json!(one.attack) },
            "target": one.target,
            "chance": one.chance,
            "chance-per-mille": one.chance.per_mille(),
        })
    };
    encounters.iter().map(one).collect()
}

/// A line for each model of the first side: what it hits, and what hits it.
pub fn told(encounters: &[Encounter]) -> String {
    let basic: Vec<&Encounter> = encounters.iter().filter(|one| one.attack.is_empty()).collect();
    if basic.is_empty() {
        return String::new();
    }
    let mut out = String::from("basic attacks, exactly:\n");
    for model in names(basic.iter().filter(|one| one.side == 0).map(|one| &one.attacker)) {
        let own = basic.iter().filter(|one| one.attacker == model);
        let by_others = basic.iter().filter(|one| one.target == model);
        let hits = range(own.map(|one| (&one.chance, one.target.as_str())));
        let hit = range(by_others.map(|one| (&one.chance, one.attacker.as_str())));
        let (Some(hits), Some(hit)) = (hits, hit) else { continue };
        out.push_str(&format!(
            "  {model} hits {}–{} % (least {}), is hit {}–{} % (most by {})\n",
            hits.low, hits.high, hits.lowest, hit.low, hit.high, hit.highest
        ));
    }
    out
}

/// The lowest and the highest of some chances, in percent, and whose they are.
struct Range<'a> {
    low: u32,
    high: u32,
    lowest: &'a str,
    highest: &'a str,
}

fn range<'a>(chances: impl Iterator<Item = (&'a Ratio, &'a str)>) -> Option<Range<'a>> {
    let mut chances: Vec<(u32, &str)> =
        chances.map(|(chance, whose)| (chance.per_mille(), whose)).collect();
    chances.sort_by_key(|(chance, _)| *chance);
    let (low, lowest) = chances.first().copied()?;
    let (high, highest) = chances.last().copied()?;
    Some(Range { low: percent(low), high: percent(high), lowest, highest })
}

fn percent(per_mille: u32) -> u32 {
    (per_mille + 5) / 10
}

/// Each once, in order.
fn names<'a>(all: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in all {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// The chapter of the page; nothing where there are no chances.
pub(super) fn chapter(page: &mut String, library: &Library, all: &[Encounter]) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(
        page,
        "<h2>How likely attacks hit</h2>\n<p class=\"sum\">In percent, worked out exactly: each \
         attack of the row against each model of the column, by the dice that are printed and \
         abilities that always hold. Equipment, potions and dice thrown again are left out.</p>"
    )?;
    let mut sides: Vec<u8> = all.iter().map(|one| one.side).collect();
    sides.sort_unstable();
    sides.dedup();
    for side in sides {
        let own: Vec<&Encounter> = all.iter().filter(|one| one.side == side).collect();
        matrix(page, library, &own)?;
    }
    Ok(())
}

fn matrix(page: &mut String, library: &Library, all: &[&Encounter]) -> fmt::Result {
    let targets = names(all.iter().map(|one| &one.target));
    writeln!(page, "<div class=\"wide\">\n<table class=\"odds\">\n<tr><th><th>")?;
    for target in &targets {
        writeln!(page, "<th class=\"t\">{}", escaped(name(library, target)))?;
    }
    for attacker in names(all.iter().map(|one| &one.attacker)) {
        let own: Vec<&&Encounter> = all.iter().filter(|one| one.attacker == attacker).collect();
        for (place, attack) in names(own.iter().map(|one| &one.attack)).into_iter().enumerate() {
            let model = if place == 0 { name(library, attacker) } else { "" };
            let line = if attack.is_empty() { "attack" } else { attack };
            writeln!(
                page,
                "<tr><td class=\"m\">{}<td class=\"a\">{}",
                escaped(model),
                escaped(line)
            )?;
            for target in &targets {
                let cell = own.iter().find(|one| one.attack == attack && one.target == *target);
                match cell {
                    Some(one) => shaded(page, &one.chance)?,
                    None => writeln!(page, "<td class=\"p\">")?,
                }
            }
        }
    }
    writeln!(page, "</table>\n</div>")
}

/// A cell as dark as its chance is high.
fn shaded(page: &mut String, chance: &Ratio) -> fmt::Result {
    let share = f64::from(chance.per_mille()) / 1000.0;
    writeln!(
        page,
        "<td class=\"p\" style=\"background:rgba(47,125,91,{:.2})\" title=\"{chance}\">{}",
        share * 0.85,
        percent(chance.per_mille())
    )
}

fn name<'a>(library: &'a Library, id: &'a str) -> &'a str {
    library.cards().find(|card| card.id == id).map_or(id, |card| card.name.as_str())
}
