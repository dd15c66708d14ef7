//! How good a position is for the Heroes: what they have, what is left of the dungeon, and what
//! the Consul can do to them in its next turn.

use super::Arcade;
use super::facts::Rank;
use super::field::FAR;
use super::figure::{Figure, Side};
use super::state::{BACKPACK, State};
use super::vocabulary::Stat;
use cardwright_engine::core::dice::Pool;

/// Averages of dice are kept in parts of a star. A star has 60 parts, ten for each of a die's six
/// faces.
pub(super) const STAR: i32 = 60;

/// What a Hero is worth by the hearts it has left. The last ones count most.
const HEARTS: [i64; 9] = [-900, 500, 900, 1200, 1420, 1600, 1750, 1880, 2000];

/// How good a position is. The numbers were found by letting bots play.
pub(super) fn evaluate(arcade: &Arcade, state: &State) -> i64 {
    if let Some(outcome) = state.flow.outcome {
        return if outcome.winners != 0 { 10_000_000 } else { -10_000_000 };
    }
    let threats = threats(arcade, state);
    let mut value = i64::from(state.coins) * 2_600 - state.waiting().count() as i64 * 2_600;
    value += state.zones.cards(BACKPACK).len() as i64 * 90 - state.chests.len() as i64 * 260;
    let tracker = &state.tracker;
    value += i64::from(tracker.minions) * 30
        + i64::from(tracker.elites + tracker.points) * 90
        + i64::from(tracker.mini_bosses) * 300;
    for (place, one) in state.figures.iter().enumerate() {
        let figure = place as u16;
        if one.at.is_none() {
            continue;
        }
        value += match one.side {
            Side::Hero => hero(arcade, state, figure, threats[place.min(threats.len() - 1)]),
            Side::Point => -1_300 - i64::from(arcade.facts(one.def).hearts - one.wounds) * 380,
            Side::Monster => monster(arcade, one),
        };
    }
    if state.is_hero_turn && state.is_here(state.active) {
        let one = state.figure(state.active);
        let left = one.spent.actions_left(arcade.facts(one.def).actions);
        value += i64::from(left) * if can_strike(arcade, state, state.active) { 70 } else { 45 };
    }
    value
}

fn monster(arcade: &Arcade, one: &Figure) -> i64 {
    let wounds = i64::from(one.wounds);
    let statuses = i64::from(one.statuses.count_ones()) * 25;
    let left = i64::from(arcade.facts(one.def).hearts) - wounds;
    statuses
        + match one.rank {
            Rank::Boss => wounds * 800,
            Rank::MiniBoss => -600 - left * 130,
            Rank::Minion => -130 * left,
            Rank::Elite | Rank::Solo | Rank::BooBooty => -220 - left * 90,
        }
}

fn hero(arcade: &Arcade, state: &State, figure: u16, threat: i32) -> i64 {
    let one = state.figure(figure);
    let facts = arcade.facts(one.def);
    // Hearts in hundredths, without those that the Consul is likely to take away.
    let left = ((facts.hearts - one.wounds) * 100 - threat).max(0);
    let whole = (left / 100).min(HEARTS.len() as i32 - 2) as usize;
    let part = i64::from(left - whole as i32 * 100).min(100);
    let mut value = HEARTS[whole] + (HEARTS[whole + 1] - HEARTS[whole]) * part / 100;
    value -= i64::from(one.statuses.count_ones()) * 60;
    value += i64::from(one.potions) * 45 + state.equipped(figure) as i64 * 60;
    value += i64::from(offense(arcade, state, figure) + defense(arcade, state, figure)) * 3;
    value - i64::from(longing(state, figure))
}

/// How far a Hero is from its goals: an enemy to fight, and what wins the game.
fn longing(state: &State, hero: u16) -> i32 {
    let nearest = |wanted: &dyn Fn(&Figure) -> bool| {
        state.present(wanted).map(|other| state.apart(hero, other)).min().unwrap_or(0).min(40)
    };
    let goal = if state.is_here(state.boss) {
        state.apart(hero, state.boss).min(40)
    } else {
        nearest(&|one| one.side == Side::Point)
    };
    let own = state.squares(hero);
    let chests = state.chests.iter().map(|chest| state.field.distance(own, &[chest.at]));
    nearest(&|one| !one.is_hero()) * 7 + goal * 7 + chests.min().unwrap_or(0).min(40) * 2
}

/// Whether an enemy stands within the range of a basic attack.
fn can_strike(arcade: &Arcade, state: &State, hero: u16) -> bool {
    let range = arcade.facts(state.figure(hero).def).strikes.into_iter().max().unwrap_or(0);
    state.present(|one| !one.is_hero()).any(|other| state.apart(hero, other) <= range)
}

/// What a pool shows on average, in parts of a star.
fn mean(arcade: &Arcade, pool: &Pool) -> i32 {
    let dice = pool.dice.iter().zip(&arcade.star_means);
    let thrown: i32 = dice.map(|(count, mean)| i32::from((*count).max(0)) * mean).sum();
    thrown + arcade.sure(*pool) * STAR
}

/// What a Hero rolls on average with the best of some attributes.
fn best_of(arcade: &Arcade, state: &State, figure: u16, attributes: u8, more: Stat) -> i32 {
    let more = arcade.base_dice(state, more, figure);
    let all = super::content::ATTRIBUTES.iter().enumerate();
    let rolled = all
        .filter(|(place, _)| attributes >> place & 1 == 1)
        .map(|(_, stat)| mean(arcade, &arcade.base_dice(state, *stat, figure).plus(more)));
    rolled.max().unwrap_or(0)
}

fn defense(arcade: &Arcade, state: &State, figure: u16) -> i32 {
    let attributes = arcade.facts(state.figure(figure).def).defends;
    best_of(arcade, state, figure, attributes, Stat::Defense)
}

fn offense(arcade: &Arcade, state: &State, figure: u16) -> i32 {
    let strikes = arcade.facts(state.figure(figure).def).strikes;
    let kinds = strikes.iter().zip(super::content::ATTRIBUTE_OF_KIND);
    let attributes = kinds
        .filter(|(range, _)| **range > 0)
        .fold(0, |bits, (_, attribute)| bits | 1 << attribute);
    best_of(arcade, state, figure, attributes, Stat::Offense)
}

/// The wounds that each Hero is likely to suffer in the next Consul Turn, in hundredths. Every
/// monster is taken to attack the Hero with most wrath that it can reach.
fn threats(arcade: &Arcade, state: &State) -> [i32; super::content::MAX_HEROES] {
    let mut threats = [0; super::content::MAX_HEROES];
    let defenses: [i32; super::content::MAX_HEROES] = std::array::from_fn(|hero| {
        if state.is_here(hero as u16) && state.figure(hero as u16).is_hero() {
            defense(arcade, state, hero as u16)
        } else {
            0
        }
    });
    for attacker in state.present(|one| one.is_monster() && one.rank != Rank::Minion) {
        let one = state.figure(attacker);
        let facts = arcade.attributes(state, attacker);
        let reach = facts.range + arcade.facts(one.def).movement;
        let reached = |hero: &u16| state.apart(attacker, *hero) <= reach;
        let tile = state.tile_of(attacker);
        let near = state.top_of(state.heroes().filter(|hero| state.tile_of(*hero) == tile));
        let wanted = near.or_else(|| state.top_hero()).filter(reached);
        let victim = wanted.or_else(|| state.top_of(state.heroes().filter(reached)));
        let Some(victim) = victim.map(usize::from).filter(|victim| *victim < threats.len()) else {
            continue;
        };
        let stronger = if one.rank == Rank::Boss { 0 } else { i32::from(state.chart_bonus[0]) };
        // About half of all defenses fail against half a star more than they show on average,
        // and 28 in a hundred more with every star.
        let above = (facts.strength + stronger) * STAR - STAR / 2 - defenses[victim];
        let fails = (50 + above * 28 / STAR).clamp(3, 97);
        threats[victim] += fails * facts.actions;
    }
    threats
}

/// Squares between some squares and the nearest model for which a test holds.
pub(super) fn nearest(
    state: &State,
    at: &[cardwright_engine::board::Square],
    wanted: impl Fn(&Figure) -> bool,
) -> i32 {
    let steps = state.present(wanted).map(|one| state.field.distance(at, state.squares(one)));
    steps.min().unwrap_or(FAR)
}
