//! Reports numbers that make no sense in play: checks that are decided before they are rolled,
//! items nobody can pay for, heroes whose dice always or never succeed.

use cardwright_model::{Clause, Entity, Face, Library, Package, Value};

use super::content::spawn_order;
use super::facts::{self, Skill};
use super::uses::spawned;
use cardwright_vocabulary::{Fact, Fault, Finding, Meaning};

/// A check that is passed less often than this, in thousandths, is reported as hopeless.
const HOPELESS: u32 = 50;
/// A check that is passed more often than this, in thousandths, is reported as certain.
const CERTAIN: u32 = 990;

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
        let order = facts::SPAWN_ORDER.value(format).and_then(Value::as_text);
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

/// How checks are rolled: the numbers that the game declares, and its die.
struct Checks<'l> {
    dice: i64,
    needed: i64,
    faces: &'l [Face],
}

impl Checks<'_> {
    fn of(library: &Library) -> Option<Checks<'_>> {
        let game = library.game()?;
        let die = facts::DIE.id(game)?;
        let mut dice = library.packages.iter().flat_map(|package| &package.dice);
        let die = dice.find(|known| known.id == die)?;
        Some(Checks {
            dice: facts::CHECK_DICE.number(game)?.clamp(0, 99),
            needed: facts::NEEDED.number(game)?,
            faces: &die.faces,
        })
    }

    /// The chance that a die succeeds.
    fn success(&self, modifier: i64) -> f64 {
        let good = self.faces.iter().filter(|face| face.number + modifier >= self.needed).count();
        good as f64 / self.faces.len().max(1) as f64
    }

    /// The chance to pass a check, in thousandths.
    fn chance(&self, modifier: i64, required: i64) -> u32 {
        let success = self.success(modifier);
        let mut passed = 0.0;
        // How many ways there are to choose the dice that succeed.
        let mut ways = 1.0;
        for count in 0..=self.dice {
            if count >= required {
                let failed = (self.dice - count) as i32;
                passed += ways * success.powi(count as i32) * (1.0 - success).powi(failed);
            }
            ways *= (self.dice - count) as f64 / (count + 1) as f64;
        }
        (passed * 1000.0).round() as u32
    }
}

/// Reports checks that are certain or hopeless for every hero, whatever ability they have.
fn checks(library: &Library, quest: &Entity, findings: &mut Vec<Finding>) {
    let Some(rolled) = Checks::of(library) else {
        return;
    };
    let mut all: Vec<(String, &Clause)> = Vec::new();
    for (room, clause) in facts::ROOM.clauses(quest).enumerate() {
        checks_of(clause, &format!("clauses.room.{room}"), &mut all);
    }
    for (item, check) in all {
        let skill = facts::CHECK_SKILL.id(check).and_then(Skill::named);
        let (Some(skill), Some(required)) = (skill, facts::CHECK_REQUIRED.number(check)) else {
            continue;
        };
        let skill = match skill {
            Skill::Strength => facts::STRENGTH,
            Skill::Dexterity => facts::DEXTERITY,
            Skill::Wisdom => facts::WISDOM,
            Skill::Charisma => facts::CHARISMA,
        };
        let of = |kind| cards(library, kind).map(move |card| skill.int(card));
        let (heroes, abilities) = (|| of("hero"), || of("ability"));
        let (Some(best), Some(worst)) = (heroes().max(), heroes().min()) else {
            continue;
        };
        let best = rolled.chance(best + abilities().max().unwrap_or(0), required);
        let worst = rolled.chance(worst + abilities().min().unwrap_or(0), required);
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
        if facts::CHECK.is(inner) {
            into.push((path, inner));
        } else {
            checks_of(inner, &path, into);
        }
    }
}

/// Reports an item that costs more than all enemies of a quest can leave.
fn price(library: &Library, item: &Entity, findings: &mut Vec<Finding>) {
    let dice = library.packages.iter().flat_map(|package| &package.dice);
    // An enemy leaves what its die shows.
    let treasure = dice.flat_map(|die| &die.faces).map(|face| face.number).max().unwrap_or(0);
    let treasure = treasure.max(0) as usize;
    let richest = cards(library, "quest").map(|quest| enemies(quest) * treasure).max();
    let cost = facts::COST.int(item);
    if let Some(most) = richest.filter(|most| cost > *most as i64) {
        let item_path = "fields.cost".to_owned();
        let fault = Fault::TooDear { cost, most };
        findings.push(Finding { entity: item.id.clone(), item: item_path, fault });
    }
}

/// How many enemies a quest brings at least once.
fn enemies(quest: &Entity) -> usize {
    let rooms = facts::ROOM.clauses(quest);
    let listed: usize = rooms.map(|room| facts::ROOM_SPAWN.items(room).len()).sum();
    listed + spawned(quest.all_effects()).len()
}

/// Reports heroes whose dice always succeed or never do.
fn builds(library: &Library, deck: &Entity, findings: &mut Vec<Finding>) {
    let Some(rolled) = Checks::of(library) else {
        return;
    };
    let find = |id: Option<&str>| library.cards().find(|card| Some(card.id.as_str()) == id);
    for (place, clause) in facts::PARTY_HERO.clauses(deck).enumerate() {
        let hero = find(facts::PARTY_HERO_CARD.id(clause));
        let gear = find(facts::PARTY_EQUIPMENT.id(clause));
        let (Some(hero), Some(gear)) = (hero, gear) else {
            continue;
        };
        let has = |fact: &Fact| fact.int(gear) > 0;
        let tests = [
            (has(&facts::MELEE_DICE), facts::MELEE_MOD, "hits", "in melee"),
            (has(&facts::RANGED_DICE), facts::RANGED_MOD, "hits", "at a distance"),
            (true, facts::DEFENCE_MOD, "blocks", "in defence"),
        ];
        for (is_used, fact, does, where_) in tests {
            let total = fact.int(hero) + fact.int(gear);
            let how = match rolled.success(total) {
                1.0.. => "every die",
                ..=0.0 => "no die",
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
        let faces: Vec<Face> = (1..=6).map(|number| Face { number, ..Face::default() }).collect();
        let rolled = Checks { dice: 4, needed: 6, faces: &faces };
        for (modifier, row) in table {
            for (required, expected) in (1..).zip(row) {
                // The table of the rules is rounded up here and there.
                let found = rolled.chance(modifier, required);
                assert!(found.abs_diff(expected) <= 1, "{modifier} {required}: {found}");
            }
        }
        assert_eq!(rolled.chance(-1, 1), 0);
    }
}
