//! Potions: who may drink them, and when.

use super::actions::{DRINK, END, pair, unpair};
use super::content::Explore;
use super::lines::LineKind;
use super::state::{Task, bit};
use super::vocabulary::Event;
use super::{Play, attack};
use cardwright_engine::core::{Look, Step, Thing};
use cardwright_engine::game::Choice;

/// Lists the potions that Heroes of a seat may drink: their own and those of other Heroes.
pub(super) fn offer(look: Look<'_, Explore>, seat: u8, options: &mut Vec<Choice>) {
    let state = look.state;
    for owner in 0..state.heroes {
        let one = state.figure(owner);
        if one.potions <= 0 || one.at.is_none() {
            continue;
        }
        for line in &look.rules.facts(one.def).lines {
            let facts = &look.rules.lines[usize::from(*line)];
            if facts.kind != LineKind::Potion || Explore::cost(look, owner, *line) > one.potions {
                continue;
            }
            for drinker in state.living() {
                if state.figure(drinker).seat == seat
                    && state.dying & bit(drinker) == 0
                    && !Explore::is_barred(look, drinker, LineKind::Potion)
                    && Explore::may_use(look, drinker, *line)
                {
                    let card = pair(drinker, owner);
                    options.push(Choice { action: DRINK, card, extra: *line });
                }
            }
        }
    }
}

/// Gives the Heroes an occasion to drink before the game goes on. `is_own` says whether the player
/// of the active Hero is asked too.
pub(super) fn open_window(run: &mut Play<'_>, is_own: bool) {
    run.state.is_window_due = true;
    run.push(Task::Window { seat: 0, is_own });
}

/// Lets the Heroes drink after a wound or status counter has been placed: at the end of an attack
/// or special action, else at once. There is no drinking outside of activations.
pub(super) fn answer(run: &mut Play<'_>) {
    if let Some(attack) = &mut run.state.attack {
        attack.is_felt = true;
    } else if run.state.active.is_some() && !run.state.is_window_due {
        open_window(run, true);
    }
}

/// Asks the Heroes' seats in turn whether they drink. Seats without a potion are not asked.
pub(super) fn publish_window(run: &mut Play<'_>, seat: u8, is_own: bool) -> Step {
    run.state.is_window_due = false;
    if seat >= run.state.seats {
        return Step::Done;
    }
    let active = run.state.active.map(|active| run.state.figure(active).seat);
    if seat != run.state.consul && (is_own || active != Some(seat)) {
        let mut options = std::mem::take(&mut run.state.flow.options);
        offer(run.look(), seat, &mut options);
        run.state.flow.options = options;
    }
    if run.state.flow.options.is_empty() {
        if seat + 1 < run.state.seats {
            run.push(Task::Window { seat: seat + 1, is_own });
        }
        return Step::Done;
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(seat, "potions")
}

pub(super) fn take_window(run: &mut Play<'_>, (seat, is_own): (u8, bool), choice: Choice) {
    if choice.action == DRINK {
        run.push(Task::Window { seat, is_own });
        drink(run, choice);
    } else {
        run.push(Task::Window { seat: seat + 1, is_own });
    }
}

/// Lets a Hero drink a potion, which lasts until the drinker's next activation.
pub(super) fn drink(run: &mut Play<'_>, choice: Choice) {
    let (drinker, owner) = unpair(choice.card);
    let line = choice.extra;
    let cost = Explore::cost(run.look(), owner, line);
    run.state.figure_mut(owner).potions -= cost;
    run.note(|look| {
        let name = &look.code.texts[usize::from(look.rules.lines[usize::from(line)].name)];
        format!("{} drinks {name}", super::name_of(look, Thing::figure(drinker)))
    });
    attack::hold(run, drinker, line, drinker);
    let bound = [Thing::figure(drinker).bits(), Thing::figure(owner).bits()];
    run.raise(Event::Drunk, &bound);
    attack::touch(run, drinker, line, drinker);
}
