//! What effects of cards do.

use super::Play;
use super::dealing;
use super::moves;
use super::printed::Sort;
use super::read::{owner, user};
use super::state::{BACKPACK, EFFECT, NOBODY, TILE};
use super::tasks::Task;
use super::under_way::Region;
use super::vocabulary::{Stat, Verb};
use super::wounds::{self, thing};
use cardwright_engine::core::code::DefId;
use cardwright_engine::core::{Call, Thing};

/// Two models of the same size change places.
fn exchange(run: &mut Play<'_>, one: u16, other: u16) {
    let (a, b) = (*run.state.figure(one), *run.state.figure(other));
    if one != other
        && a.is_large == b.is_large
        && let (Some(here), Some(there)) = (a.at, b.at)
    {
        moves::set_down(run, one, there);
        moves::set_down(run, other, here);
    }
}

/// Does a verb.
pub(super) fn perform(run: &mut Play<'_>, verb: Verb, call: Call) {
    // The first argument of the other verbs is not a model.
    let takes_model = !matches!(
        verb,
        Verb::Spawn
            | Verb::Order
            | Verb::SpawnMiniBoss
            | Verb::DrawLoot
            | Verb::DrawTreasure
            | Verb::Scrap
            | Verb::Fetch
            | Verb::GainCoin
            | Verb::LoseCoin
            | Verb::AdvanceChart
            | Verb::DrawChallenge
            | Verb::EndActivation
    );
    let first = if takes_model { call.thing(run, 0) } else { Thing::NONE };
    let here = run.state.figure_of(first).filter(|figure| run.state.is_here(*figure));
    let counts = !matches!(verb, Verb::Inflict | Verb::Cleanse | Verb::Place | Verb::Exchange);
    let count = if counts { call.number_or(run, 1, 1) } else { 0 };
    let own = owner(run.state, call.context.host);
    match verb {
        Verb::Wound => {
            if let Some(victim) = here {
                dealing::wound(run, victim, own.unwrap_or(NOBODY), count);
            }
        }
        Verb::Heal => {
            if let Some(figure) = here {
                wounds::begin_heal(run, figure, count, false);
            }
        }
        Verb::Mend => {
            if let Some(figure) = here {
                wounds::begin_heal(run, figure, count, true);
            }
        }
        Verb::Inflict => {
            let status = run.args(&call).value(1);
            if let (Some(figure), Some(status)) = (here, status) {
                wounds::inflict(run, figure, status as u8);
            }
        }
        Verb::Cleanse => {
            let args = run.args(&call);
            let statuses = if args.given(1) { args.set(1) } else { u64::MAX };
            if let Some(figure) = here {
                wounds::cleanse(run, figure, statuses);
            }
        }
        Verb::GainPotion | Verb::LosePotion => {
            if let Some(hero) = here.filter(|hero| run.state.figure(*hero).is_hero()) {
                let most = run.look().stat(Stat::PotionQuantity, thing(hero));
                let change = if verb == Verb::GainPotion { count } else { -count };
                let one = run.state.figure_mut(hero);
                one.potions = (one.potions + change).min(most.max(one.potions)).max(0);
            }
        }
        Verb::GainWrath => {
            if let Some(hero) = here {
                run.push(Task::Wrath { hero, count });
            }
        }
        Verb::LoseWrath => {
            if let Some(hero) = here {
                let one = run.state.figure_mut(hero);
                let lost = one.wrath.min(count).max(0);
                one.wrath -= lost;
                run.state.free_wrath += lost;
            }
        }
        Verb::GainMovement | Verb::GainActions | Verb::SpendActions => {
            if let Some(hero) = here {
                let spent = &mut run.state.figure_mut(hero).spent;
                match verb {
                    Verb::GainMovement => spent.squares -= count,
                    Verb::GainActions => spent.actions -= count,
                    _ => spent.actions += count,
                }
            }
        }
        Verb::Compel | Verb::Pull | Verb::Push => {
            let shift = [Verb::Compel, Verb::Pull, Verb::Push].iter().position(|one| *one == verb);
            let shift = shift.unwrap_or(0) as u8;
            let host = call.context.host;
            let mover = match own.map(thing) {
                // A tile effect moves a figure by itself; other cards move it for the acting one.
                None if !host.is(EFFECT) && !host.is(TILE) => match user(run.state) {
                    Thing::NONE => here.map_or(host, |figure| mover_of(run, verb, figure)),
                    user => user,
                },
                own => own.unwrap_or(host),
            };
            if let Some(figure) = here {
                let squares = count.clamp(0, 99) as u8;
                run.push(Task::Shift { figure, mover, squares, shift });
            }
        }
        Verb::Place => {
            let beside = run.state.figure_of(call.thing(run, 1));
            if let (Some(figure), Some(beside)) = (here, beside) {
                run.push(Task::PlaceBeside { figure, beside });
            }
        }
        Verb::Exchange => {
            let other = run.state.figure_of(call.thing(run, 1));
            if let (Some(figure), Some(other)) = (here, other) {
                exchange(run, figure, other);
            }
        }
        Verb::Spawn => spawn(run, call, own),
        Verb::Order => {
            let command = run.args(&call).value(0);
            if let Some(command) = command {
                let times = count.clamp(1, 9) as u8;
                run.push(Task::Command { command: command as u8, times });
            }
        }
        Verb::Fight => {
            if let Some(figure) = here.filter(|one| run.state.figure(*one).is_monster()) {
                run.push(Task::Attacks { figure, left: 1 });
            }
        }
        Verb::SpawnMiniBoss => super::spawning::any_mini_boss(run),
        Verb::DrawLoot => super::decks::draw_loot(run, call.number_or(run, 0, 1)),
        Verb::DrawTreasure => {
            let count = call.number_or(run, 0, 1);
            super::decks::draw_treasures(run, count, BACKPACK, false);
        }
        Verb::Fetch => super::decks::fetch(run, call.thing(run, 0)),
        Verb::Scrap => scrap(run, call.thing(run, 0)),
        Verb::GainCoin => run.state.coins += call.number_or(run, 0, 1).max(0),
        Verb::LoseCoin => {
            run.state.coins = (run.state.coins - call.number_or(run, 0, 1).max(0)).max(0);
        }
        Verb::AdvanceChart => {
            for _ in 0..call.number_or(run, 0, 1).clamp(0, 60) {
                super::chart::advance(run);
            }
        }
        Verb::DrawChallenge => super::decks::draw_challenge(run, true),
        Verb::Shapeshift => {
            if let Some(figure) = here {
                run.push(Task::Reshape { figure });
            }
        }
        Verb::EndActivation => run.state.is_activation_over = true,
        Verb::Then
        | Verb::Prevent
        | Verb::ChangeAmount
        | Verb::Win
        | Verb::Lose
        | Verb::RollAgain => {}
    }
}

/// Who moves a model for a card while nobody acts: its nearest enemy pulls and pushes it,
/// otherwise it moves by itself.
fn mover_of(run: &Play<'_>, verb: Verb, figure: u16) -> Thing {
    let state = &*run.state;
    let is_hero = state.figure(figure).is_hero();
    let enemies = state.present(|one| one.is_hero() != is_hero);
    let nearest = enemies.min_by_key(|enemy| state.apart(figure, *enemy));
    thing(nearest.filter(|_| verb != Verb::Compel).unwrap_or(figure))
}

/// Brings monsters of the pool near a model: the one that is named, or else the one whose card
/// this is, or else the Hero with most wrath.
fn spawn(run: &mut Play<'_>, call: Call, own: Option<u16>) {
    let args = run.args(&call);
    let kind = args.number(0) as DefId;
    let (count, within) = (args.number_or(1, 1), args.number_or(2, 2).clamp(1, 60) as u8);
    let near = run.state.figure_of(args.thing(3));
    let near = near.or(own).or_else(|| run.state.top_hero());
    let Some(of) = near.filter(|of| run.state.is_here(*of)) else { return };
    for _ in 0..count.clamp(0, 99) {
        let Some(figure) = run.state.pooled(kind).next() else { break };
        let region = Region::Near { of, within, seen: false };
        run.state.arrivals.push(super::under_way::Arrival { figure, region });
    }
    run.push(Task::Arrive);
}

/// Discards equipment that is worn or in the backpack, unless it is cursed.
fn scrap(run: &mut Play<'_>, item: Thing) {
    let Some(card) = item.of(Thing::CARD) else { return };
    let sort = run.rules.facts(run.state.def_of(card)).sort;
    let is_held = run.state.wearer(card).is_some() || run.state.zones.place(card) == BACKPACK;
    let is_cursed = run.rules.facts(run.state.def_of(card)).is_cursed;
    if is_held && !is_cursed && matches!(sort, Sort::Loot | Sort::Treasure) {
        super::power_up::discard_equipment(run, card);
    }
}
