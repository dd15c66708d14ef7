//! Checks that every enemy that a quest may bring has a card, and a die that can stand for it.

use cardwright_model::{Clause, Die, Value};

use super::examine::Examined;
use super::facts::{self, AttackType};
use super::uses::spawned;
use cardwright_vocabulary::{Fault, Meaning};

/// The number of faces of an enemy's die, and the most health that a face may show.
const FACES: usize = 6;

impl Examined<'_> {
    /// Reports enemies that a die can show and that have no card.
    pub(super) fn enemies(&mut self) {
        let quest = self.quest;
        for (room, clause) in facts::ROOM.clauses(quest).enumerate() {
            for value in facts::ROOM_SPAWN.items(clause) {
                if let Value::Die { die, face } = value {
                    let item = format!("clauses.room.{room}.fields.spawn.{die}");
                    self.cover(die, *face, &item);
                }
            }
            for (die, face) in spawned(clause.all_effects()) {
                self.cover(&die, face, &format!("clauses.room.{room}"));
            }
        }
        let of_specials = facts::SPECIAL.clauses(quest).flat_map(Clause::all_effects);
        let everywhere = std::iter::once(quest.effects.as_slice()).chain(of_specials);
        for (die, face) in spawned(everywhere) {
            self.cover(&die, face, "clauses.special");
        }
    }

    fn cover(&mut self, die: &str, face: Option<i64>, item: &str) {
        let dice = self.library.packages.iter().flat_map(|package| &package.dice);
        let Some(known) = dice.into_iter().find(|known| known.id == die) else {
            return;
        };
        if let Some(problem) = unfit(known) {
            return self.report(item.to_owned(), Fault::Unfit { problem });
        }
        let shown = known.faces.iter().filter(|shown| face.is_none_or(|face| shown.number == face));
        let mut missing: Vec<&str> = Vec::new();
        for shown in shown {
            let is_ranged = shown.symbols.contains_key(AttackType::Ranged.id());
            let attack = if is_ranged { AttackType::Ranged } else { AttackType::Melee }.id();
            let has_card = self.library.cards().any(|card| {
                !card.is_abstract
                    && facts::THREAT.id(card) == Some(die)
                    && facts::ATTACK.id(card) == Some(attack)
            });
            if !has_card && !missing.contains(&attack) {
                missing.push(attack);
            }
        }
        for attack in missing {
            self.report(item.to_owned(), Fault::NoCard { which: format!("{die} {attack}") });
        }
    }
}

/// Why a die cannot stand for an enemy: it has six faces, each with 1 to 6 health.
fn unfit(die: &Die) -> Option<String> {
    let name = &die.id;
    if die.faces.len() != FACES {
        return Some(format!("`{name}` has {} faces instead of {FACES}", die.faces.len()));
    }
    let wrong = die.faces.iter().find(|face| !(1..=FACES as i64).contains(&face.number));
    wrong
        .map(|face| format!("`{name}` shows {}, but an enemy has 1 to {FACES} health", face.number))
}
