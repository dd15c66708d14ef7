//! Hearts and potions of an offense roll that won.

use super::Play;
use super::action::NO_KIND;
use super::actions::FILL;
use super::group::Group;
use super::tasks::Task;
use super::vocabulary::Stat;
use super::wounds::{self, thing};
use cardwright_engine::core::Step;

/// Hands out the hearts and potions of an offense roll that beat anybody.
pub(super) fn spoils(run: &mut Play<'_>) {
    let Some(action) = run.state.action().copied() else { return };
    if !(action.is_red && action.has_won && action.attribute != NO_KIND) {
        return;
    }
    let shown = run.rules.symbols.count(&action.roll, &run.code.dice);
    if shown.potions > 0 {
        run.push(Task::Fill { left: shown.potions.min(24) as u8 });
    }
    if shown.hearts > 0 {
        run.push(Task::Heart { left: shown.hearts.min(24) as u8 });
    }
}

/// Asks which token of which Hero a heart removes.
pub(super) fn publish_heart(run: &mut Play<'_>, left: u8) -> Step {
    for hero in run.state.heroes().collect::<Group>().iter() {
        wounds::token_options(run, hero);
    }
    if let Some(only) = wounds::only_option(run) {
        wounds::remove_token(run, only);
        if left > 1 {
            run.push(Task::Heart { left: left - 1 });
        }
        return Step::Done;
    }
    Step::decide(0, "heart")
}

/// Asks which Hero gains a potion.
pub(super) fn publish_fill(run: &mut Play<'_>, left: u8) -> Step {
    for hero in run.state.heroes().collect::<Group>().iter() {
        if run.state.figure(hero).potions < run.look().stat(Stat::PotionQuantity, thing(hero)) {
            run.option(FILL, hero, 0);
        }
    }
    if let Some(only) = wounds::only_option(run) {
        run.state.figure_mut(only.card).potions += 1;
        if left > 1 {
            run.push(Task::Fill { left: left - 1 });
        }
        return Step::Done;
    }
    Step::decide(0, "fill")
}
