//! Scenario commands of the combat: attack, targets, defence, retaliation.

use super::{Script, command, pace, refusal};
use cardwright_model::Arg;

use super::pace::Manner;
use super::state::{CardId, Task, WindowKind, flag};
use super::words::{Action, Step};
use cardwright_engine::core::code::DefId;

/// Goes on to the adventurers' attack, or to a frenzied attack before it.
pub(super) fn combat_command(script: &mut Script<'_>) -> Result<(), String> {
    if script.state.step >= Step::Attack {
        return Err(format!("combat has begun; {}", script.legal()));
    }
    pace::go_on(script, Manner::default(), |state| {
        state.combat.active || matches!(state.flow.top(), Some(Task::Attack))
    })
}

fn go_to_attack(script: &mut Script<'_>) -> Result<(), String> {
    let at_attack = |script: &Script<'_>| matches!(pace::due(script), Some(Task::Attack));
    let past = script.state.step > Step::Attack;
    let manner = Manner { first_option: true, ..Manner::default() };
    if past || !pace::go_on_until(script, manner, at_attack)? || !at_attack(script) {
        return Err(format!("it is not time to attack; {}", script.legal()));
    }
    Ok(())
}

pub(super) fn attack_command(script: &mut Script<'_>, args: &[Arg]) -> Result<(), String> {
    go_to_attack(script)?;
    for def in command::defs(script, args, "attackers")? {
        pace::take_option(script, Action::AddAttacker, Some(def))?;
    }
    for def in command::defs(script, args, "with")? {
        pace::take_option(script, Action::Play, Some(def))?;
        pace::settle(script)?;
        while matches!(pace::due(script), Some(Task::Interrupt { .. })) {
            pace::take_option(script, Action::Continue, None)?;
        }
    }
    if args.iter().any(|arg| arg.name == "at") {
        let targets = command::defs(script, args, "at")?;
        target_command(script, &targets)?;
    }
    Ok(())
}

pub(super) fn pass_command(script: &mut Script<'_>) -> Result<(), String> {
    if let Some(Task::Place { .. }) = pace::due(script) {
        return pace::take_option(script, Action::Pass, None);
    }
    go_to_attack(script)?;
    pace::take_option(script, Action::Pass, None)
}

/// Assigns wounds, declaring the attack first if that was not done yet; or picks cards.
pub(super) fn target_command(script: &mut Script<'_>, targets: &[DefId]) -> Result<(), String> {
    if pace::is_due(script, "choose") {
        return command::answer(script, targets);
    }
    if matches!(pace::due(script), Some(Task::Attack)) {
        pace::take_option(script, Action::Declare, None)?;
        pace::go_on_until(script, Manner::default(), |script| script.state.attack.declared)?;
        if !script.state.attack.won {
            return Err("the attack falls short of the dungeon's defence".to_owned());
        }
    }
    let at_target = |script: &Script<'_>| matches!(pace::due(script), Some(Task::Target { .. }));
    if !at_target(script) && !command::settle_to(script, at_target)? {
        return command::answered_before(script, targets, Action::Target);
    }
    for def in targets {
        pace::take_option(script, Action::Target, Some(*def))?;
    }
    if matches!(pace::due(script), Some(Task::Target { .. })) {
        pace::take_option(script, Action::Done, None)?;
    }
    Ok(())
}

fn defended_def(script: &Script<'_>) -> Option<DefId> {
    match pace::due(script) {
        Some(Task::Defend { place }) => {
            let card = script.state.combat.order[usize::from(place)];
            Some(script.state.card(card).def)
        }
        _ => None,
    }
}

pub(super) fn defend_command(script: &mut Script<'_>, args: &[Arg]) -> Result<(), String> {
    let def = command::first_def(script, args, "adventurer")?;
    let mut by = command::defs(script, args, "by")?;
    if by.is_empty() {
        by.push(def);
    }
    let reached = pace::go_on_until(script, Manner::default(), |script| {
        defended_def(script) == Some(def) || script.state.step > Step::Retaliation
    })?;
    if !reached || defended_def(script) != Some(def) {
        return Err(format!("nothing attacks {} now; {}", pace::name(script, def), script.legal()));
    }
    for defender in by {
        pace::take_option(script, Action::AddDefender, Some(defender))?;
    }
    for card in command::defs(script, args, "with")? {
        match pace::find(script, Action::Play, Some(card)).or(pace::find(
            script,
            Action::Assign,
            Some(card),
        )) {
            Some(option) => script.take(option)?,
            None => return Err(refusal::refusal(script, Action::Play, card)),
        }
        pace::settle(script)?;
    }
    Ok(())
}

pub(super) fn no_defence_command(script: &mut Script<'_>, args: &[Arg]) -> Result<(), String> {
    let Some(def) = command::defs(script, args, "adventurer")?.first().copied() else {
        return pace::take_option(script, Action::Done, None);
    };
    let adventurer = script.state.party().iter().find(|card| script.state.card(**card).def == def);
    let Some(adventurer) = adventurer.copied() else {
        return Err(format!("{} is not in play", pace::name(script, def)));
    };
    if was_left_undefended(script, adventurer) {
        return Ok(());
    }
    let reached = pace::go_on_until(script, Manner::default(), |script| {
        defended_def(script) == Some(def) || script.state.step > Step::Retaliation
    })?;
    if !reached || defended_def(script) != Some(def) {
        return Err(format!("nothing attacks {} now; {}", pace::name(script, def), script.legal()));
    }
    pace::take_option(script, Action::Done, None)
}

/// Whether the defence of an adventurer was passed over in this combat.
fn was_left_undefended(script: &Script<'_>, adventurer: CardId) -> bool {
    let combat = &script.state.combat;
    let order = &combat.order[..usize::from(combat.order_len)];
    let place = order.iter().position(|card| *card == adventurer);
    let is_pending =
        |task: &Task| matches!(task, Task::Defend { place: at } if Some(usize::from(*at)) == place);
    let pending = script.state.flow.is_pending(is_pending);
    let defended = script.state.party().iter().any(|card| {
        let card = script.state.card(*card);
        card.is(flag::DEFENDING) && card.assigned == adventurer
    });
    combat.active
        && !pending
        && !defended
        && place.is_some_and(|place| combat.targeted & (1 << place) != 0)
}

pub(super) fn retaliate_command(script: &mut Script<'_>) -> Result<(), String> {
    if pace::find(script, Action::Pass, None).is_some() {
        return Err(format!("the attack is neither declared nor passed; {}", script.legal()));
    }
    let frenzy = script.state.step < Step::Attack;
    let manner = Manner { stops_to_react: true, ..Manner::default() };
    pace::go_on(script, manner, |state| {
        matches!(state.flow.top(), Some(Task::Window(WindowKind::AfterRetaliation)))
            || state.step >= Step::EndOfCombat
            || (frenzy && matches!(state.flow.top(), Some(Task::Attack)))
    })
}
