//! Scenario commands: each a macro over the decisions that a player makes.
//!
//! A command goes on through windows in which nothing is asked for until its own decision
//! is due. Choices that leave no choice are made along the way and remembered, so that a
//! scenario may state them or leave them out.

use super::pace::Manner;
use super::refusal::verb;
use super::stage::{self, playable};
use super::state::{CardId, Task};
use super::words::{Action, Kind, Step, Zone};
use super::{Script, build, command_combat, moves, pace, points, refusal, select};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{MAX_DECISIONS, identifier, integer, items};
use cardwright_model::{Arg, Expr};

/// Carries out a command.
pub(super) fn command(script: &mut Script<'_>, command: &str, args: &[Arg]) -> Result<(), String> {
    if script.state.flow.outcome.is_some() {
        return Err(script.legal());
    }
    let taken = std::mem::take(&mut script.taken);
    match command {
        "choose" | "target" | "discard" | "top" => script.taken = taken,
        _ => {}
    }
    match command {
        "build" => {
            let manner = Manner { builds: true, ..Manner::default() };
            pace::go_on(script, manner, |state| {
                state.step != Step::Build && state.step != Step::Start
            })
        }
        "draw" | "accept" | "decline" | "draft" | "place" => script.choose(command, args),
        "play" => use_card(script, Action::Play, args),
        "play-plain" => use_card(script, Action::Plain, args),
        "concede" => concede(script, args),
        "bury" => each_card(script, args, Action::Bury, |task| matches!(task, Task::Clear)),
        "spend" => use_card(script, Action::Spend, args),
        "use" => use_card(script, Action::Use, args),
        "disrupt" => use_card(script, Action::Disrupt, args),
        "combat" => command_combat::combat_command(script),
        "attack" => command_combat::attack_command(script, args),
        "pass" => command_combat::pass_command(script),
        "target" => command_combat::target_command(script, &defs(script, args, "cards")?),
        "defend" => command_combat::defend_command(script, args),
        "no-defence" => command_combat::no_defence_command(script, args),
        "retaliate" => command_combat::retaliate_command(script),
        "choose" => choose_command(script, args),
        "top" => top_command(script, &defs(script, args, "cards")?),
        "end-combat" => pace::go_on(script, Manner::default(), |state| state.step >= Step::Drop),
        "drop" => each_card(script, args, Action::Drop, |task| matches!(task, Task::Drop { .. })),
        "release" => {
            each_card(script, args, Action::Release, |task| matches!(task, Task::Release { .. }))
        }
        "discard" => discard_command(script, args),
        "end-round" => end_round_command(script),
        "step-to" => step_to_command(script, args),
        "wait" => take_default(script),
        "force-wound" | "force-enter" | "force-grave" => force(script, command, args),
        "force-empty" => force_empty(script, args),
        other => Err(format!("there is no command `{other}`")),
    }?;
    pace::settle(script)
}

/// The value of an argument.
fn argument<'a>(args: &'a [Arg], name: &str) -> Option<&'a Expr> {
    args.iter().find(|arg| arg.name == name).map(|arg| &arg.value)
}

/// Printed cards of an argument, in order.
pub(super) fn defs(script: &Script<'_>, args: &[Arg], name: &str) -> Result<Vec<DefId>, String> {
    let mut defs = Vec::new();
    for expr in args.iter().filter(|arg| arg.name == name).flat_map(|arg| items(&arg.value)) {
        defs.push(def_of(script, expr)?);
    }
    Ok(defs)
}

/// A card by name, or one that the position determines, such as `primary-target`.
fn def_of(script: &Script<'_>, expr: &Expr) -> Result<DefId, String> {
    match expr {
        Expr::Var { name } | Expr::Select { source: name, .. } if name == "primary-target" => {
            match select::primary_target(script.look()) {
                NONE => Err("there is no adventurer".to_owned()),
                card => Ok(script.state.card(card).def),
            }
        }
        other => playable(script.game, script.placed(other)?.def),
    }
}

pub(super) fn first_def(script: &Script<'_>, args: &[Arg], name: &str) -> Result<DefId, String> {
    let defs = defs(script, args, name)?;
    defs.first().copied().ok_or_else(|| format!("`{name}` is missing"))
}

/// Looks ahead through the round for an option, then takes it.
fn take_when_due(
    script: &mut Script<'_>,
    action: Action,
    def: DefId,
    owner: Option<u8>,
) -> Result<(), String> {
    let found = |script: &Script<'_>| {
        script.state.flow.options.iter().position(|option| {
            option.action == action.code()
                && option.card != NONE
                && script.state.card(option.card).def == def
                && owner.is_none_or(|owner| script.state.card(option.card).owner == owner)
        })
    };
    if found(script).is_none() {
        let refusal = refusal::refusal(script, action, def);
        let round = script.state.round;
        let manner = Manner::default();
        let reached = pace::go_on_until(script, manner, |script| {
            found(script).is_some()
                || script.state.round != round
                || script.state.step > Step::EndOfCombat
        })?;
        if !reached || found(script).is_none() {
            return Err(refusal);
        }
    }
    match found(script) {
        Some(option) => script.take(option),
        None => Err(refusal::refusal(script, action, def)),
    }
}

/// Answers the choices that follow with the cards given, in order.
pub(super) fn answer(script: &mut Script<'_>, cards: &[DefId]) -> Result<(), String> {
    let mut cards = cards.iter().copied();
    for _ in 0..MAX_DECISIONS {
        let picks = pace::is_due(script, "choose")
            || matches!(pace::due(script), Some(Task::Discard { .. }));
        if matches!(pace::due(script), Some(Task::Interrupt { .. })) && cards.len() > 0 {
            pace::take_option(script, Action::Continue, None)?;
            continue;
        }
        if !picks {
            break;
        }
        let Some(def) = cards.next() else {
            let enough = pace::find(script, Action::Done, None);
            match (enough, pace::forced_option(script)) {
                (Some(option), _) | (None, Some(option)) => script.take(option)?,
                (None, None) => return Ok(()),
            }
            continue;
        };
        let action = match pace::due(script) {
            Some(Task::Discard { .. }) => Action::Discard,
            _ => Action::Pick,
        };
        pace::take_option(script, action, Some(def))?;
    }
    match cards.next() {
        Some(def) => {
            Err(format!("nothing asks for {}; {}", pace::name(script, def), script.legal()))
        }
        None => Ok(()),
    }
}

/// A card is used, and what it asks for is answered with the other cards given.
fn use_card(script: &mut Script<'_>, action: Action, args: &[Arg]) -> Result<(), String> {
    let def = first_def(script, args, "card")?;
    let mut answers = defs(script, args, "on")?;
    answers.extend(defs(script, args, "with")?);
    let player = argument(args, "by").and_then(integer);
    let owner = player.map(|player| (player - 1).clamp(0, 5) as u8);
    take_when_due(script, action, def, owner)?;
    if let Some(label) = argument(args, "choose").and_then(identifier) {
        choose_label(script, &label)?;
    }
    answer(script, &answers)
}

/// Makes forced choices until something is due; false if it never is.
pub(super) fn settle_to(
    script: &mut Script<'_>,
    goal: impl Fn(&Script<'_>) -> bool,
) -> Result<bool, String> {
    pace::settle(script)?;
    Ok(goal(script))
}

/// Whether the choices were made along the way because they left no choice.
pub(super) fn answered_before(
    script: &mut Script<'_>,
    cards: &[DefId],
    action: Action,
) -> Result<(), String> {
    for def in cards {
        let taken = script
            .taken
            .iter()
            .position(|choice| choice.card != NONE && script.state.card(choice.card).def == *def);
        match taken {
            Some(place) => {
                script.taken.remove(place);
            }
            None => return Err(refusal::refusal(script, action, *def)),
        }
    }
    Ok(())
}

fn choose_command(script: &mut Script<'_>, args: &[Arg]) -> Result<(), String> {
    if let Some(label) = argument(args, "option").and_then(identifier) {
        return choose_label(script, &label);
    }
    let cards = defs(script, args, "cards")?;
    if pace::is_due(script, "order") {
        for def in cards {
            pace::take_option(script, Action::Order, Some(def))?;
        }
        return Ok(());
    }
    if pace::is_due(script, "choose") || matches!(pace::due(script), Some(Task::Discard { .. })) {
        return answer(script, &cards);
    }
    answered_before(script, &cards, Action::Pick)
}

fn choose_label(script: &mut Script<'_>, label: &str) -> Result<(), String> {
    let look = script.look();
    let place = look.state.flow.options.iter().position(|option| {
        option.action == Action::Option.code()
            && look.label(*option).is_some_and(|known| known.eq_ignore_ascii_case(label))
    });
    match place {
        Some(option) => script.take(option),
        None => Err(format!("there is no option \"{label}\"; {}", script.legal())),
    }
}

/// Rearranging: those cards on top in that order, the others at the bottom.
fn top_command(script: &mut Script<'_>, cards: &[DefId]) -> Result<(), String> {
    if !matches!(pace::due(script), Some(Task::Rearrange { .. })) {
        return Err(format!("nothing is rearranged now; {}", script.legal()));
    }
    for def in cards {
        pace::take_option(script, Action::ToTop, Some(*def))?;
    }
    while matches!(pace::due(script), Some(Task::Rearrange { .. })) {
        pace::take_option(script, Action::ToBottom, None)?;
    }
    Ok(())
}

/// An action with each card, at its own step.
fn each_card(
    script: &mut Script<'_>,
    args: &[Arg],
    action: Action,
    due: impl Fn(Task) -> bool,
) -> Result<(), String> {
    let manner = Manner { passes: true, ..Manner::default() };
    let reached = pace::go_on_until(script, manner, |script| pace::due(script).is_some_and(&due))?;
    if !reached {
        return Err(format!("cannot {} now; {}", verb(action), script.legal()));
    }
    for def in defs(script, args, "cards")? {
        pace::take_option(script, action, Some(def))?;
    }
    Ok(())
}

fn discard_command(script: &mut Script<'_>, args: &[Arg]) -> Result<(), String> {
    let cards = defs(script, args, "cards")?;
    for def in cards {
        if pace::find(script, Action::Discard, Some(def)).is_some() {
            pace::take_option(script, Action::Discard, Some(def))?;
            continue;
        }
        if answered_before(script, &[def], Action::Discard).is_ok() {
            continue;
        }
        let manner = Manner { passes: true, ..Manner::default() };
        let at_trim = |script: &Script<'_>| {
            matches!(pace::due(script), Some(Task::Trim { .. } | Task::Discard { .. }))
        };
        pace::go_on_until(script, manner, at_trim)?;
        pace::take_option(script, Action::Discard, Some(def))?;
    }
    Ok(())
}

fn end_round_command(script: &mut Script<'_>) -> Result<(), String> {
    let round = script.state.round;
    let manner = Manner { passes: true, decides: true, ..Manner::default() };
    pace::go_on(script, Manner { builds: true, ..manner }, |state| state.round > round)
}

fn step_to_command(script: &mut Script<'_>, args: &[Arg]) -> Result<(), String> {
    let name = match argument(args, "step") {
        Some(Expr::Int { value }) => value.to_string(),
        Some(other) => identifier(other).unwrap_or_default(),
        None => String::new(),
    };
    let step = Step::from_name(&name).ok_or_else(|| format!("there is no step `{name}`"))?;
    let manner = Manner { passes: true, builds: true, ..Manner::default() };
    pace::go_on(script, manner, |state| state.step >= step)
}

/// Does as little as possible at the decision that is due.
fn take_default(script: &mut Script<'_>) -> Result<(), String> {
    let manner = Manner { passes: true, decides: true, builds: true, ..Manner::default() };
    match pace::passing_option(script, manner) {
        Some(option) => script.take(option),
        None => Err("nothing is to be decided".to_owned()),
    }
}

/// A player gives the game up; without a number, the player who has to decide.
fn concede(script: &mut Script<'_>, args: &[Arg]) -> Result<(), String> {
    if !script.state.has_opponents() {
        return Err("there is nobody to concede to".to_owned());
    }
    let player = argument(args, "by").and_then(integer);
    let decision = script.state.flow.decision().map_or(script.state.facing, |due| due.seat);
    let seat = player.map_or(decision, |player| (player - 1).clamp(0, 5) as u8);
    if seat >= script.state.seat_count {
        return Err("there is no such player".to_owned());
    }
    points::eliminate(&mut script.run(), seat, "conceded");
    script.go_on()
}

/// What only scenarios can do.
fn force(script: &mut Script<'_>, command: &str, args: &[Arg]) -> Result<(), String> {
    let card = argument(args, "card").ok_or("`card` is missing")?;
    let dungeon = u8::from(script.state.has_opponents());
    match command {
        "force-enter" => {
            let card = add_card(script, card, (dungeon, dungeon, Zone::SetAside))?;
            let flags = script.state.card(card).flags;
            moves::enter_play(&mut script.run(), card, flags);
        }
        "force-grave" => {
            let def = script.placed(card)?.def;
            let (seat, zone) = if script.game.cards[usize::from(def)].kind.is_crawler() {
                (script.state.facing, Zone::CrawlerGrave)
            } else {
                (dungeon, Zone::DungeonGrave)
            };
            add_card(script, card, (seat, seat, zone))?;
        }
        _ => {
            let def = def_of(script, card)?;
            let count = argument(args, "count").and_then(integer).unwrap_or(1).clamp(0, 255);
            let card = script.state.cards.iter().position(|card| {
                card.def == def && matches!(card.zone, Zone::Party | Zone::Encounter)
            });
            let Some(card) = card else {
                return Err(format!("{} is not in play", pace::name(script, def)));
            };
            let kind = script.game.cards[usize::from(def)].kind;
            if !matches!(kind, Kind::Adventurer | Kind::Character) {
                return Err(format!("{} cannot be wounded", pace::name(script, def)));
            }
            moves::add_wounds(&mut script.run(), card as CardId, count as u8);
        }
    }
    script.go_on()
}

/// Sets all cards of a deck aside.
fn force_empty(script: &mut Script<'_>, args: &[Arg]) -> Result<(), String> {
    let zone = match argument(args, "zone") {
        Some(Expr::Zone { id }) => Zone::from_name(id),
        _ => None,
    };
    let seat = match zone {
        Some(Zone::CrawlerDeck) => script.state.facing,
        Some(Zone::DungeonDeck) => build::supplier(&script.run()),
        _ => return Err("only a deck can be emptied".to_owned()),
    };
    let Some(zone) = zone else { return Ok(()) };
    while let Some(card) = script.state.zone(seat, zone).last().copied() {
        script.state.shift(card, seat, Zone::SetAside);
    }
    Ok(())
}

/// Adds a card of the scenario's own, with its properties.
fn add_card(script: &mut Script<'_>, card: &Expr, place: (u8, u8, Zone)) -> Result<CardId, String> {
    let placed = script.placed(card)?;
    let gained = script.gained(&placed)?;
    stage::add(script.game, &mut script.state, &placed, &gained, place)
}
