//! Reports numbers that make no sense in play: checks that are decided before they are rolled,
//! items nobody can pay for, heroes whose dice always or never succeed.

use cardwright_model::{Clause, Entity, Library, Package, Value};

use super::content::spawn_order;
use super::uses::spawned;
use cardwright_vocabulary::{Fault, Finding};

/// The number of dice of a check.
const CHECK_DICE: i32 = 4;
/// The number that a die and its modifier must reach together.
const NEEDED: i64 = 6;
/// A check that is passed less often than this, in thousandths, is reported as hopeless.
const HOPELESS: u32 = 50;
/// A check that is passed more often than this, in thousandths, is reported as certain.
const CERTAIN: u32 = 990;
/// The most treasure that an enemy leaves.
const TREASURE: usize = 6;

/// Looks at the checks, prices and parties of a package.
pub(super) fn examine(library: &Library, package: &Package, findings: &mut Vec<Finding>) {
    for card in package.cards.iter().filter(|card| !card.is_abstract) {
        if library.kind_fits(&card.kind, "quest") {
            checks(library, card, findings);
        } else if library.kind_fits(&card.kind, "item") {
            price(library, card, findings);
        }
    }
    for format in &package.formats {
        let order = format.fields.get("spawn-order").and_then(Value::as_text);
        if let Some(Err(problem)) = order.map(spawn_order) {
            let (entity, item) = (format.id.clone(), "fields.spawn-order".to_owned());
            findings.push(Finding { entity, item, fault: Fault::Disorder { problem } });
        }
    }
    for deck in &package.decks {
        builds(library, deck, findings);
    }
}

fn cards<'l>(library: &'l Library, kind: &'l str) -> impl Iterator<Item = &'l Entity> {
    library.cards().filter(move |card| !card.is_abstract && library.kind_fits(&card.kind, kind))
}

/// The chance to pass a check, in thousandths.
fn chance(modifier: i64, required: i64) -> u32 {
    let success = (modifier + 7 - NEEDED).clamp(0, 6) as f64 / 6.0;
    let mut passed = 0.0;
    for count in required.max(0)..=i64::from(CHECK_DICE) {
        let ways = [1.0, 4.0, 6.0, 4.0, 1.0][count as usize];
        passed +=
            ways * success.powi(count as i32) * (1.0 - success).powi(CHECK_DICE - count as i32);
    }
    (passed * 1000.0).round() as u32
}

/// Reports checks that are certain or hopeless for every hero, whatever ability they have.
fn checks(library: &Library, quest: &Entity, findings: &mut Vec<Finding>) {
    let mut all: Vec<(String, &Clause)> = Vec::new();
    for (room, clause) in quest.clauses_named("room").enumerate() {
        checks_of(clause, &format!("clauses.room.{room}"), &mut all);
    }
    for (item, check) in all {
        let skill = check.args.get("skill").and_then(Value::as_ref_id);
        let required = check.args.get("required").and_then(Value::as_int);
        let (Some(skill), Some(required)) = (skill, required) else {
            continue;
        };
        let of = |kind| cards(library, kind).map(|card| card.int(skill).unwrap_or(0));
        let (heroes, abilities) = (|| of("hero"), || of("ability"));
        let (Some(best), Some(worst)) = (heroes().max(), heroes().min()) else {
            continue;
        };
        let best = chance(best + abilities().max().unwrap_or(0), required);
        let worst = chance(worst + abilities().min().unwrap_or(0), required);
        if best < HOPELESS || worst > CERTAIN {
            let (who, passed) = if best < HOPELESS { ("best", best) } else { ("worst", worst) };
            let fault = Fault::Decided { who, percent: passed / 10 };
            findings.push(Finding { entity: quest.id.clone(), item, fault });
        }
    }
}

/// The checks of a clause and of those inside it, with their paths.
fn checks_of<'c>(clause: &'c Clause, path: &str, into: &mut Vec<(String, &'c Clause)>) {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for inner in &clause.clauses {
        let place = match counts.iter_mut().find(|(name, _)| *name == inner.clause) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                counts.push((&inner.clause, 0));
                0
            }
        };
        let path = format!("{path}.clauses.{}.{place}", inner.clause);
        if inner.clause == "check" {
            into.push((path, inner));
        } else {
            checks_of(inner, &path, into);
        }
    }
}

/// Reports an item that costs more than all enemies of a quest can leave.
fn price(library: &Library, item: &Entity, findings: &mut Vec<Finding>) {
    let richest = cards(library, "quest").map(|quest| enemies(quest) * TREASURE).max();
    let cost = item.int("cost").unwrap_or(0);
    if let Some(most) = richest.filter(|most| cost > *most as i64) {
        let item_path = "fields.cost".to_owned();
        let fault = Fault::TooDear { cost, most };
        findings.push(Finding { entity: item.id.clone(), item: item_path, fault });
    }
}

/// How many enemies a quest brings at least once.
fn enemies(quest: &Entity) -> usize {
    let rooms = quest.clauses_named("room");
    let listed: usize =
        rooms.map(|room| room.fields.get("spawn").map_or(0, |spawn| spawn.items().len())).sum();
    listed + spawned(quest.all_effects()).len()
}

/// Reports heroes whose dice always succeed or never do.
fn builds(library: &Library, deck: &Entity, findings: &mut Vec<Finding>) {
    let find = |value: Option<&Value>| {
        let id = value.and_then(Value::as_ref_id)?;
        library.cards().find(|card| card.id == id)
    };
    for (place, clause) in deck.clauses_named("hero").enumerate() {
        let hero = find(clause.args.get("hero"));
        let gear = find(clause.fields.get("equipment"));
        let (Some(hero), Some(gear)) = (hero, gear) else {
            continue;
        };
        let sum = |field: &str| hero.int(field).unwrap_or(0) + gear.int(field).unwrap_or(0);
        let has = |field: &str| gear.int(field).unwrap_or(0) > 0;
        let tests = [
            (has("melee-dice"), "melee-mod", "hits", "in melee"),
            (has("ranged-dice"), "ranged-mod", "hits", "at a distance"),
            (true, "defence-mod", "blocks", "in defence"),
        ];
        for (is_used, field, does, where_) in tests {
            let total = sum(field);
            let how = match total {
                5.. => "every die",
                ..=-1 => "no die",
                _ => continue,
            };
            if is_used {
                let problem = format!(
                    "{} with {} {does} with {how} {where_} ({total:+})",
                    hero.name, gear.name
                );
                let (entity, item) = (deck.id.clone(), format!("clauses.hero.{place}"));
                findings.push(Finding { entity, item, fault: Fault::Pointless { problem } });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_to_pass_is_that_of_the_rules() {
        let table = [
            (0, [518, 132, 16, 1]),
            (1, [802, 407, 111, 12]),
            (2, [938, 688, 313, 63]),
            (3, [988, 889, 593, 198]),
            (4, [999, 984, 868, 482]),
            (5, [1000, 1000, 1000, 1000]),
        ];
        for (modifier, row) in table {
            for (required, expected) in (1..).zip(row) {
                // The table of the rules is rounded up here and there.
                let found = chance(modifier, required);
                assert!(found.abs_diff(expected) <= 1, "{modifier} {required}: {found}");
            }
        }
        assert_eq!(chance(-1, 1), 0);
    }
}
