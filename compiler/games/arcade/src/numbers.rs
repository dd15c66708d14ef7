//! Numbers of models before effects change them: from the model's card, its equipment, the chart
//! and action lines.

use super::Arcade;
use super::content::ATTRIBUTES;
use super::facts::Rank;
use super::field::FAR;
use super::figure::Side;
use super::group::Group;
use super::printed::{Attributes, Sort};
use super::state::{CHART_STATS, State, worn};
use super::vocabulary::{Mark, Stat};
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{Look, Thing};
use cardwright_engine::skirmish::Whom;

impl Arcade {
    /// The models that are bonded to an elite now.
    pub(super) fn bonded(&self, state: &State, elite: u16) -> Group {
        let kinds = &self.facts(state.figure(elite).def).bonded;
        if kinds.is_empty() || !state.is_here(elite) {
            return Group::NOBODY;
        }
        let members = state
            .monsters()
            .filter(|other| *other != elite && kinds.contains(&state.figure(*other).def));
        members.filter(|other| state.apart(elite, *other) <= self.numbers.bond).collect()
    }

    /// The attributes that a monster fights with now.
    pub(super) fn attributes(&self, state: &State, figure: u16) -> &Attributes {
        let facts = self.facts(state.figure(figure).def);
        if facts.bonded.is_empty() || self.bonded(state, figure).is_empty() {
            &facts.alone
        } else {
            &facts.with_gang
        }
    }

    /// What action lines add to a stat of a figure. Lines of the same name count once.
    fn boosted(&self, state: &State, figure: u16, stat: Stat) -> Pool {
        let mut sum = Pool::EMPTY;
        for (place, boost) in state.boosts.iter().enumerate() {
            if boost.stat != stat || !reaches(state, boost, figure) {
                continue;
            }
            let is_repeated = state.boosts[..place].iter().any(|other| {
                other.stat == stat && other.name == boost.name && reaches(state, other, figure)
            });
            if !is_repeated {
                sum = sum.plus(boost.pool);
            }
        }
        sum
    }

    /// What a Hero's equipment adds to a stat.
    fn worn_bonus(&self, state: &State, figure: u16, stat: Stat) -> Pool {
        if !state.figure(figure).is_hero() {
            return Pool::EMPTY;
        }
        let mut sum = Pool::EMPTY;
        for card in state.zones.cards(worn(figure)) {
            for (to, pool) in &self.facts(state.def_of(*card)).bonuses {
                if *to == stat {
                    sum = sum.plus(*pool);
                }
            }
        }
        sum
    }

    /// What equipment, action lines, the chart and regrouping add to a printed stat. The chart does
    /// not strengthen the boss.
    fn added(&self, state: &State, figure: u16, stat: Stat) -> Pool {
        let mut sum = self.worn_bonus(state, figure, stat);
        if !state.boosts.is_empty() {
            sum = sum.plus(self.boosted(state, figure, stat));
        }
        let one = state.figure(figure);
        if one.is_monster() && one.rank != Rank::Boss {
            let place = CHART_STATS.iter().position(|known| *known == stat);
            let bonus = place.map_or(0, |place| state.chart_bonus[place]);
            if bonus != 0 {
                sum = sum.plus(Pool::flat(self.symbols.star, i32::from(bonus)));
            }
        }
        if stat == Stat::Armor && state.regrouped.has(figure) {
            sum = sum.plus(Pool::flat(self.symbols.star, self.numbers.regroup_armour));
        }
        sum
    }

    /// The stars that a pool has without its dice.
    pub(super) fn sure(&self, pool: Pool) -> i32 {
        let shown = pool.sure(&self.code.dice);
        shown.get(usize::from(self.symbols.star)).map_or(0, |stars| i32::from(*stars))
    }

    /// A stat that is dice, before effects.
    pub(super) fn base_dice(&self, state: &State, stat: Stat, figure: u16) -> Pool {
        let one = state.figure(figure);
        let facts = self.facts(one.def);
        let flat = |number: i32| Pool::flat(self.symbols.star, number);
        let printed = match (one.side, stat) {
            (Side::Hero, stat) => {
                let place = ATTRIBUTES.iter().position(|known| *known == stat);
                place.map_or(Pool::EMPTY, |place| facts.pools[place])
            }
            (_, Stat::Strength) => flat(self.attributes(state, figure).strength),
            (_, Stat::Armor) => flat(self.attributes(state, figure).armor),
            _ => Pool::EMPTY,
        };
        printed.plus(self.added(state, figure, stat))
    }

    /// A stat that is a number, before effects.
    pub(super) fn base_number(&self, state: &State, stat: Stat, figure: u16) -> i32 {
        let one = state.figure(figure);
        let facts = self.facts(one.def);
        let printed = match stat {
            Stat::Range if !one.is_hero() => self.attributes(state, figure).range,
            Stat::Movement => facts.movement,
            Stat::Actions if one.is_hero() => facts.actions,
            Stat::Actions => self.attributes(state, figure).actions,
            Stat::LineCost | Stat::PotionCost => 1,
            Stat::Hearts => facts.hearts,
            Stat::PotionQuantity => facts.potions,
            Stat::Damage | Stat::LootValue => 1,
            Stat::Dash => self.numbers.dash,
            Stat::SeenFrom => FAR,
            _ => 0,
        };
        match self.added(state, figure, stat) {
            Pool::EMPTY => printed,
            more => printed + self.sure(more),
        }
    }
}

/// Whether a boost counts for a figure.
fn reaches(state: &State, boost: &super::under_way::Boost, figure: u16) -> bool {
    if boost.aura == 0 {
        return boost.figure == figure;
    }
    let is_friend = state.are_friends(boost.by, figure);
    let is_meant = match boost.whom {
        Whom::Friends => is_friend,
        Whom::Enemies => !is_friend,
        Whom::Everyone => true,
    };
    is_meant && state.is_here(boost.by) && in_aura(state, boost.by, boost.aura, figure)
}

/// Whether a figure stands in an aura: near enough in columns and rows, and in sight if no model
/// blocked it.
fn in_aura(state: &State, by: u16, size: u8, figure: u16) -> bool {
    let board = state.field.board();
    let (own, theirs) = (state.squares(by), state.squares(figure));
    own.iter().any(|from| {
        theirs.iter().any(|to| {
            let (a, b) = (board.grid.at(*from), board.grid.at(*to));
            a.chebyshev(b) <= u16::from(size) && board.sight.sees(*from, *to)
        })
    })
}

/// The number that an attack must beat: armor and what is added to all defenses.
pub(super) fn armor(look: Look<'_, Arcade>, figure: u16) -> i32 {
    let pools =
        [Stat::Armor, Stat::Defense].map(|stat| look.pool_stat(stat, Thing::figure(figure)));
    look.rules.sure(pools[0].plus(pools[1])).max(0)
}

/// The wounds that destroy a figure.
pub(super) fn hearts(look: Look<'_, Arcade>, figure: u16) -> i32 {
    look.stat(Stat::Hearts, Thing::figure(figure)).max(1)
}

/// The attributes that a Hero may defend with, as bits.
pub(super) fn defenses(look: Look<'_, Arcade>, hero: u16) -> u8 {
    let mut forced = 0u64;
    look.visit_marks(Mark::DefendsWith, Thing::figure(hero), &mut |args| {
        forced |= args.set(0);
        true
    });
    match forced as u8 & 0b1111 {
        0 => look.rules.facts(look.state.figure(hero).def).defends,
        forced => forced,
    }
}

impl State {
    /// The lines that a Hero can use, first of its card and then of its equipment. Each comes with
    /// the card that lends it, or `u16::MAX` for the Hero's own.
    pub(super) fn lines<'a>(
        &'a self,
        arcade: &'a Arcade,
        hero: u16,
    ) -> impl Iterator<Item = (u16, u16)> + 'a {
        let own = arcade.facts(self.figure(hero).def).lines.iter().map(|line| (*line, u16::MAX));
        let cards = self.zones.cards(worn(hero)).iter();
        let lent = cards.flat_map(move |card| {
            let facts = arcade.facts(self.def_of(*card));
            facts.lines.iter().map(move |line| (*line, *card))
        });
        own.chain(lent)
    }

    /// The number of cards that a Hero wears.
    pub(super) fn equipped(&self, hero: u16) -> usize {
        self.zones.cards(worn(hero)).len()
    }

    /// Loot cards in the backpack.
    pub(super) fn loot_in_backpack<'a>(
        &'a self,
        arcade: &'a Arcade,
    ) -> impl Iterator<Item = u16> + 'a {
        let cards = self.zones.cards(super::state::BACKPACK).iter().copied();
        cards.filter(|card| arcade.facts(self.def_of(*card)).sort == Sort::Loot)
    }
}
