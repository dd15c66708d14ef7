//! What the automatic player thinks of fights, shots and items.

use std::cell::Cell;

use super::content::{Bag, Facts};
use super::fight::figure;
use super::odds::{self, Side};
use super::state::{Foe, LAIR, State, den, inventory};
use super::vocabulary::Stat;
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{Look, Thing};

/// A position as one Adventurer sees it.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub bag: &'a Bag,
    pub state: &'a State,
    pub me: u8,
}

/// A cache of the judgements about unrevealed monsters, which are the same for every tile.
#[derive(Default)]
pub(super) struct Guesses {
    risks: [Cell<Option<f64>>; 2],
    reward: Cell<Option<f64>>,
    shots: Cell<Option<f64>>,
}

impl Guesses {
    pub(super) fn risk(&self, judge: Judge<'_>, quarry: Quarry, may_run: bool) -> f64 {
        let known = &self.risks[usize::from(may_run)];
        remembered(known, quarry, || judge.risk(quarry, may_run))
    }

    pub(super) fn reward(&self, judge: Judge<'_>, quarry: Quarry) -> f64 {
        remembered(&self.reward, quarry, || judge.reward(quarry))
    }

    /// The part of a monster's health that a turn's shots are likely to take.
    pub(super) fn shots(&self, judge: Judge<'_>, quarry: Quarry) -> f64 {
        remembered(&self.shots, quarry, || {
            judge.volley(quarry, judge.max_ap(), true) / judge.health(quarry).max(1.0)
        })
    }
}

fn remembered(known: &Cell<Option<f64>>, quarry: Quarry, think: impl FnOnce() -> f64) -> f64 {
    match (quarry, known.get()) {
        (Quarry::Unknown, Some(value)) => value,
        (Quarry::Unknown, None) => {
            let value = think();
            known.set(Some(value));
            value
        }
        _ => think(),
    }
}

/// What is known about a monster: which one it is, or only that it comes from the bag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quarry {
    Known(u16),
    Unknown,
}

impl<'a> Judge<'a> {
    pub(super) fn look(self) -> Look<'a, Bag> {
        Look::new(self.bag, self.state)
    }

    fn facts_of(self, card: u16) -> &'a Facts {
        self.bag.facts(self.state.def_of(card))
    }

    /// What waits on a guarded tile.
    pub(super) fn quarry(self, tile: u8) -> Quarry {
        self.state.zones.top(den(tile)).map_or(Quarry::Unknown, Quarry::Known)
    }

    pub(super) fn is_guard(self, quarry: Quarry) -> bool {
        matches!(quarry, Quarry::Known(card) if self.facts_of(card).is_guard)
    }

    /// An Adventurer as one side of a fight with a monster of that printed card.
    pub(super) fn adventurer(self, who: u8, foe: DefId) -> Side {
        let (look, thing) = (self.look(), figure(who));
        let is_fought = self.state.foe().of(Thing::CARD).map(|card| self.state.def_of(card));
        let helps = |facts: &&Facts| facts.against == foe && is_fought != Some(foe);
        let carried = self.state.zones.cards(inventory(who)).iter();
        let (mut dice, mut bonus) = (look.stat(Stat::Dice, thing), look.stat(Stat::Bonus, thing));
        if foe != NONE {
            for facts in carried.map(|card| self.facts_of(*card)).filter(helps) {
                dice += facts.dice;
                bonus += facts.bonus;
            }
        }
        let armour = look.stat(Stat::Armour, thing).max(0);
        let health = self.state.adventurer(who).health;
        Side { dice, bonus, armour, health, is_critical: true }
    }

    /// A monster that lies face up, as it is now.
    fn monster(self, card: u16) -> Side {
        let (look, thing) = (self.look(), Thing::card(card));
        let health = look.stat(Stat::MaxHealth, thing) - self.state.damage[usize::from(card)];
        let armour = look.stat(Stat::Armour, thing).max(0);
        let (dice, bonus) = (look.stat(Stat::Dice, thing), look.stat(Stat::Bonus, thing));
        Side { dice, bonus, armour, health, is_critical: false }
    }

    /// The monsters that may still come out of the bag, each once, with the number of copies. The
    /// order in the bag is not looked at, because players do not know it.
    fn unknown(self) -> Vec<(DefId, u16)> {
        let mut known: Vec<(DefId, u16)> = Vec::new();
        for card in self.state.zones.cards(LAIR) {
            let def = self.state.def_of(*card);
            match known.iter_mut().find(|(other, _)| *other == def) {
                Some((_, count)) => *count += 1,
                None => known.push((def, 1)),
            }
        }
        known
    }

    /// The average over all monsters that it may be.
    fn middle(self, quarry: Quarry, of: impl Fn(DefId, Side) -> f64) -> f64 {
        match quarry {
            Quarry::Known(card) => of(self.state.def_of(card), self.monster(card)),
            Quarry::Unknown => {
                let (mut sum, mut count) = (0.0, 0.0);
                for (def, copies) in self.unknown() {
                    let facts = self.bag.facts(def);
                    let side = Side {
                        dice: facts.dice,
                        bonus: facts.bonus,
                        armour: facts.armour,
                        health: facts.health,
                        is_critical: false,
                    };
                    sum += of(def, side) * f64::from(copies);
                    count += f64::from(copies);
                }
                if count > 0.0 { sum / count } else { 0.0 }
            }
        }
    }

    /// The part of one's health that a fight is likely to cost; 1 or more means death. The risk of
    /// an unknown monster is capped if there is a point left to escape once it is revealed.
    pub(super) fn risk(self, quarry: Quarry, may_run: bool) -> f64 {
        self.middle(quarry, |def, them| {
            let us = self.adventurer(self.me, def);
            let part = odds::toll(&us, &them) / f64::from(us.health.max(1));
            let is_seen_first = may_run && quarry == Quarry::Unknown && us.health > 2;
            if is_seen_first { part.min(0.35) } else { part.min(2.0) }
        })
    }

    /// The chance to win the current fight with so many more dice.
    pub(super) fn chance(self, foe: Foe, more: i32) -> f64 {
        let (def, them) = match foe {
            Foe::Monster(card) => (self.state.def_of(card), self.monster(card)),
            Foe::Rival(rival) => (NONE, self.adventurer(rival, NONE)),
        };
        let us = self.adventurer(self.me, def);
        odds::chance(&Side { dice: us.dice + more, ..us }, &them)
    }

    /// The chance to win a fight with a monster after shots have hurt it.
    pub(super) fn chance_after(self, card: u16, shots: i32, more: i32) -> f64 {
        let them = self.monster(card);
        let us = self.adventurer(self.me, self.state.def_of(card));
        let them = Side { health: (them.health - shots).max(0), ..them };
        odds::chance(&Side { dice: us.dice + more, ..us }, &them)
    }

    /// The number of items for killing a monster, on average.
    pub(super) fn reward(self, quarry: Quarry) -> f64 {
        self.middle(quarry, |def, _| f64::from(self.bag.numbers.reward(self.bag.facts(def).health)))
    }

    /// The health of a monster, on average.
    pub(super) fn health(self, quarry: Quarry) -> f64 {
        self.middle(quarry, |_, side| f64::from(side.health))
    }

    /// Damage that one shot does on average.
    pub(super) fn shot(self, item: u16, quarry: Quarry) -> f64 {
        let facts = self.facts_of(item);
        if facts.range <= 0 || facts.cost <= 0 {
            return 0.0;
        }
        let more = self.look().stat(Stat::ShotBonus, figure(self.me));
        let damage = f64::from(facts.shot_dice) * 3.5 + f64::from(more);
        let def = match quarry {
            Quarry::Known(card) => self.state.def_of(card),
            Quarry::Unknown => NONE,
        };
        if facts.against != NONE && facts.against != def {
            return 0.0;
        }
        self.middle(quarry, |def, side| {
            let is_immune = self.bag.facts(def).attack & facts.attack != 0;
            if is_immune { 0.0 } else { (damage - f64::from(side.armour)).max(0.0) }
        })
    }

    /// Damage that shots for so many action points do on average. Spells, which are used up, count
    /// only if `all`.
    pub(super) fn volley(self, quarry: Quarry, points: i32, all: bool) -> f64 {
        let (mut left, mut damage, mut best) = (points, 0.0, 0.0f64);
        let mut cheapest = 1;
        for item in self.state.zones.cards(inventory(self.me)) {
            let (facts, shot) = (self.facts_of(*item), self.shot(*item, quarry));
            if shot <= 0.0 {
                continue;
            }
            if !facts.is_consumable {
                if shot / f64::from(facts.cost) > best {
                    best = shot / f64::from(facts.cost);
                    cheapest = facts.cost;
                }
            } else if all && facts.cost <= left {
                left -= facts.cost;
                damage += shot;
            }
        }
        damage + f64::from(left / cheapest * cheapest) * best
    }

    /// What an item is worth to whoever carries it.
    pub(super) fn worth(self, item: u16) -> i32 {
        let facts = self.facts_of(item);
        if facts.is_ring {
            return 1_000;
        }
        let helps_once = facts.against != NONE;
        let fight = facts.bonus * 5 + facts.dice * 16 + facts.armour * 7;
        let shots = match (facts.range > 0, facts.is_consumable) {
            (true, true) => facts.shot_dice * 7,
            (true, false) => facts.shot_dice * 18 + facts.range,
            _ => 0,
        };
        let own = self.bag.code.defs.get(usize::from(self.state.def_of(item)));
        let effects = own.map_or(0, |def| i32::from(def.abilities != NONE) * 8);
        let uses = i32::from(facts.is_usable) * 9;
        let fight = if helps_once { fight * 2 / 3 } else { fight };
        fight + shots + facts.ap * 8 + facts.health * 3 + effects + uses
    }
}
