//! The Power Gauge and the Loot-O-Meter.

use super::Play;
use super::actions::TAKE_LOOT;
use super::setup::LOOT_STREAM;
use super::state::{CHARM, DRAWN, LOOT, Task};
use cardwright_engine::core::Step;
use cardwright_engine::core::code::NONE;

/// Advances the power marker, which brings skull tokens, platforms and the final enemy. In the
/// Boss Fight a marker on the last space goes on from the start.
pub(super) fn advance_power(run: &mut Play<'_>, by: i32) {
    let rules = run.rules;
    for _ in 0..by.clamp(0, 200) {
        let gauge = &mut run.state.gauge;
        if run.state.is_boss_fight && gauge.at >= gauge.last {
            gauge.at = 0;
        }
        let Some(space) = gauge.advance(1).last() else {
            return;
        };
        if rules.tracker.skulls_at.contains(&space) {
            run.state.skulls += 1;
        }
        if space == rules.tracker.sixteen_bit_at && run.state.size.mini_boss_ends {
            call_last_enemy(run);
        }
        if space == rules.tracker.super_at {
            reach_super(run);
        }
    }
}

/// Resolves Super! on the gauge: it calls the boss, or in a long game the first time starts
/// Overcharge.
fn reach_super(run: &mut Play<'_>) {
    let state = &mut *run.state;
    if state.size.overcharges && !state.is_overcharged {
        state.is_overcharged = true;
        state.gauge.at = 0;
        run.note(|_| "Overcharge!".to_owned());
        run.push(Task::Overcharge);
    } else if !state.size.mini_boss_ends {
        call_last_enemy(run);
    }
}

/// Calls the final enemy, which appears in the next spawn phase. Several reasons can call it, but
/// it appears only once.
pub(super) fn call_last_enemy(run: &mut Play<'_>) {
    if !run.state.is_boss_fight && run.state.last_enemy != NONE {
        run.state.is_boss_pending = true;
        run.state.called_in = run.state.round;
    }
}

/// Advances the loot marker. Each marked circle brings a card; beyond the last one nothing
/// happens. During an attack the cards are drawn when all its wounds are placed.
pub(super) fn advance_loot(run: &mut Play<'_>, by: i32) {
    let rules = run.rules;
    for space in run.state.meter.advance(by.clamp(0, 200)) {
        if !rules.tracker.loot_at.contains(&space) {
            continue;
        }
        match &mut run.state.attack {
            Some(attack) if attack.left == 0 && attack.beaten != 0 => attack.draws += 1,
            _ => run.push(Task::MayDraw { treasure: false }),
        }
    }
}

/// Asks which loot card the Consul keeps at Overcharge, of one drawn for each Hero in play.
pub(super) fn publish_overcharge(run: &mut Play<'_>) -> Step {
    if run.state.zones.cards(DRAWN).is_empty() {
        for _ in 0..run.state.living().count() {
            super::loot::restock(run, false);
            run.state.zones.draw(LOOT, DRAWN);
        }
    }
    for card in run.state.zones.cards(DRAWN).to_vec() {
        run.option(TAKE_LOOT, card, 0);
    }
    Step::decide(run.state.consul, "loot for the monsters")
}

pub(super) fn take_overcharge(run: &mut Play<'_>, card: u16) {
    run.state.zones.put_top(card, CHARM);
    run.state.zones.move_all(DRAWN, LOOT);
    let state = &mut *run.state;
    state.zones.shuffle(LOOT, &mut state.flow.luck.rng, LOOT_STREAM);
    run.flow().touch();
}
