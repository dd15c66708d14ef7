//! A model's activation: its start, what it may do, and its end.

use super::actions::{
    AIM, ATTACK, BURST, DRINK, END, MOVE, OPEN_CHEST, PLAIN, SHAPESHIFT, SHOOT, UNLEASH, USE_ON,
};
use super::content::Explore;
use super::lines::LineKind;
use super::state::{Task, each};
use super::stats::{Aiming, is_around};
use super::vocabulary::{Act, Event, Mark, Window};
use super::{Play, attack, loot, moves, potions};
use cardwright_engine::board::{Dir, Shape, Square};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Look, Step, Thing};
use cardwright_engine::game::Choice;
use cardwright_engine::skirmish::{Whom, field};

/// Begins an activation. The model's lasting actions end first, then its statuses take effect.
pub(super) fn begin(run: &mut Play<'_>, figure: u16) {
    if run.state.figure(figure).at.is_none() {
        return;
    }
    let thing = Thing::figure(figure);
    end_lasting(run, figure);
    run.expire(Window::NextActivation, Some(thing));
    let one = run.state.figure_mut(figure);
    one.activations = one.activations.saturating_add(1);
    run.state.active = Some(figure);
    let verb = if run.state.spent.running { "runs" } else { "is activated" };
    run.note(|look| format!("{} {verb}", super::name_of(look, thing)));
    run.push(Task::EndActivation { figure });
    run.push(Task::Act { figure });
    potions::open_window(run, false);
    run.raise(Event::ActivationStarts, &[thing.bits()]);
}

/// Ends the special actions and potions of a model.
pub(super) fn end_lasting(run: &mut Play<'_>, owner: u16) {
    let before = run.state.lasting.len();
    run.state.lasting.retain(|lasting| lasting.owner != owner);
    if run.state.lasting.len() < before {
        run.flow().touch();
    }
}

/// Ends an activation.
pub(super) fn end(run: &mut Play<'_>, figure: u16) {
    if run.state.figure(figure).at.is_some() {
        run.raise(Event::ActivationEnds, &[Thing::figure(figure).bits()]);
    }
    run.expire(Window::EndOfActivation, None);
    run.state.active = None;
}

/// Lists what the active model may do.
pub(super) fn publish(run: &mut Play<'_>, figure: u16) -> Step {
    let one = *run.state.figure(figure);
    if one.at.is_none() || run.state.active != Some(figure) {
        return Step::Done;
    }
    let thing = Thing::figure(figure);
    let look = run.look();
    let actions = Explore::actions_left(look, figure);
    let may_move = !look.is_forbidden(Act::Move, thing);
    let squares = if may_move { Explore::squares_left(look, figure) } else { 0 };
    let mut options = std::mem::take(&mut run.state.flow.options);
    if squares > 0 {
        moves::offer(run.look(), figure, squares, &mut options);
    }
    if actions > 0 {
        offer_attacks(run.look(), figure, actions, &mut options);
        if !run.look().is_forbidden(Act::Interact, thing) {
            offer_handling(run.look(), figure, actions, &mut options);
        }
    }
    if one.is_hero() {
        potions::offer(run.look(), one.seat, &mut options);
    }
    run.state.flow.options = options;
    run.offer_options(one.seat);
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(one.seat, "act")
}

/// Lists the chests that a model can open and the shapes that it can take.
fn offer_handling(look: Look<'_, Explore>, figure: u16, actions: i32, options: &mut Vec<Choice>) {
    let state = look.state;
    let one = state.figure(figure);
    if one.is_hero() && !state.chests.is_empty() {
        let near = state.dungeon.terrain.board.distances.adjacent(state.squares(figure));
        for chest in state.chests.iter().filter(|chest| near.contains(**chest)) {
            options.push(Choice { action: OPEN_CHEST, card: chest.0, extra: 0 });
        }
    }
    let shapes = &look.rules.facts(one.def).shapes;
    for (place, (into, cost)) in shapes.iter().enumerate() {
        if *cost <= actions && !moves::shape_squares(look, figure, *into).is_empty() {
            options.push(Choice { action: SHAPESHIFT, card: *into, extra: place as u16 });
        }
    }
}

/// Lists attacks and special actions.
fn offer_attacks(look: Look<'_, Explore>, figure: u16, actions: i32, options: &mut Vec<Choice>) {
    let own = Explore::own_reach(look, figure);
    if !look.is_forbidden(Act::Attack, Thing::figure(figure)) {
        offer_targets(look, figure, NONE, &look.rules.aiming(own, NONE), true, options);
    }
    let barred = [LineKind::Action, LineKind::Attack].map(|k| Explore::is_barred(look, figure, k));
    look.rules.visit_lines(look.state, figure, &mut |place| {
        let line = &look.rules.lines[usize::from(place)];
        let is_attack = match line.kind {
            LineKind::Action if !barred[0] => false,
            LineKind::Attack if !barred[1] => true,
            _ => return,
        };
        if Explore::cost(look, figure, place) > actions || !Explore::may_use(look, figure, place) {
            return;
        }
        let aiming = look.rules.aiming(own, place);
        let Some((shape, _)) = aiming.profile.area else {
            return offer_targets(look, figure, place, &aiming, is_attack, options);
        };
        // The model may leave its own distance effect aside and roll ATT.
        let may_be_plain = is_attack && aiming.may_leave_distance();
        match shape {
            Shape::Burst => offer_bursts(look, figure, place, &aiming, is_attack, options),
            _ if is_around(shape) => {
                options.push(Choice { action: UNLEASH, card: Choice::NO_CARD, extra: place });
                if may_be_plain {
                    options.push(Choice { action: UNLEASH, card: PLAIN, extra: place });
                }
            }
            _ => {
                for side in 0..4 {
                    options.push(Choice { action: AIM, card: side, extra: place });
                }
                for side in 0..if may_be_plain { 4 } else { 0 } {
                    options.push(Choice { action: AIM, card: side | PLAIN, extra: place });
                }
            }
        }
    });
}

/// Lists the middles of a burst: models within the distance effect, in melee for an attack without
/// it, and the user itself for a special action that may affect its user.
fn offer_bursts(
    look: Look<'_, Explore>,
    figure: u16,
    line: u16,
    aiming: &Aiming,
    is_attack: bool,
    options: &mut Vec<Choice>,
) {
    let mut offer = |card: u16| options.push(Choice { action: BURST, card, extra: line });
    in_distance(look, figure, line, aiming, is_attack).for_each(&mut offer);
    if is_attack && aiming.may_leave_distance() {
        in_melee(look, figure, line, aiming, true).for_each(|other| offer(other | PLAIN));
    }
    if !is_attack && aiming.profile.whom != Whom::Enemies {
        offer(figure);
    }
}

/// Lists the single targets of an attack or special action. An attack whose line has a distance
/// effect uses it; a model may leave its own aside. A special action without a distance of its own
/// may target its user.
fn offer_targets(
    look: Look<'_, Explore>,
    figure: u16,
    line: u16,
    aiming: &Aiming,
    is_attack: bool,
    options: &mut Vec<Choice>,
) {
    if is_attack {
        if aiming.profile.distance.is_none() {
            for other in in_melee(look, figure, line, aiming, true) {
                options.push(Choice { action: ATTACK, card: other, extra: line });
            }
        }
        for other in in_distance(look, figure, line, aiming, true) {
            options.push(Choice { action: SHOOT, card: other, extra: line });
        }
        return;
    }
    let reaches = aiming.distance.is_some() || aiming.melee > 1 || aiming.profile.reach > 0;
    let mut targets = 0u128;
    let is_own = aiming.profile.distance.is_none() && aiming.profile.reach == 0;
    if aiming.profile.whom != Whom::Enemies || is_own {
        targets |= super::state::bit(figure);
    }
    if reaches {
        for other in in_distance(look, figure, line, aiming, false) {
            targets |= super::state::bit(other);
        }
        if aiming.melee > 1 || aiming.profile.reach > 0 {
            for other in in_melee(look, figure, line, aiming, false) {
                targets |= super::state::bit(other);
            }
        }
    }
    for other in each(targets) {
        options.push(Choice { action: USE_ON, card: other, extra: line });
    }
}

/// How a line of a model, or its basic attack, is aimed.
#[derive(Clone, Copy)]
struct Shot<'a> {
    user: u16,
    line: u16,
    aiming: &'a Aiming,
    is_attack: bool,
    /// How many squares it reaches.
    squares: u8,
    /// The distance effect that it uses; `None` in melee.
    distance: Option<u8>,
}

/// Whether a model may be chosen as a target: it is near enough, on the right side, seen, and not
/// protected by itself.
fn is_target(look: Look<'_, Explore>, shot: Shot<'_>, other: u16) -> bool {
    let Shot { user, line, aiming, .. } = shot;
    let state = look.state;
    let is_seen = || {
        let is_blind = aiming.profile.unseen && !Explore::must_be_seen(look, other, line);
        is_blind || state.sees(user, other)
    };
    other != user
        && state.distance(user, other) <= shot.squares
        && Explore::is_meant(state, aiming.profile.whom, user, other)
        && is_seen()
        && !(shot.is_attack && look.has_mark(Mark::Untargetable, Thing::figure(other)))
        && !Explore::escapes(look, (user, other), line, shot.distance)
}

/// Models within reach of melee.
fn in_melee<'a>(
    look: Look<'a, Explore>,
    user: u16,
    line: u16,
    aiming: &'a Aiming,
    is_attack: bool,
) -> impl Iterator<Item = u16> + use<'a> {
    let shot = Shot { user, line, aiming, is_attack, squares: aiming.melee, distance: None };
    let all = look.state.present().map(|(place, _)| place);
    all.filter(move |other| is_target(look, shot, *other))
}

/// Models within the distance effect, if there is one.
fn in_distance<'a>(
    look: Look<'a, Explore>,
    user: u16,
    line: u16,
    aiming: &'a Aiming,
    is_attack: bool,
) -> impl Iterator<Item = u16> + use<'a> {
    let (by, squares) = aiming.distance.unwrap_or_default();
    let shot = Shot { user, line, aiming, is_attack, squares, distance: Some(by) };
    let all = look.state.present().map(|(place, _)| place);
    all.filter(move |other| is_target(look, shot, *other))
}

/// Does what the active model chose.
pub(super) fn act(run: &mut Play<'_>, figure: u16, choice: Choice) {
    if choice.action == END {
        return;
    }
    run.push(Task::Act { figure });
    match choice.action {
        MOVE => moves::walk(run, figure, Square(choice.card), choice.extra),
        OPEN_CHEST => loot::open_chest(run, figure, Square(choice.card)),
        SHAPESHIFT => moves::shapeshift(run, figure, choice.extra),
        DRINK => potions::drink(run, choice),
        _ => use_line(run, figure, choice),
    }
}

/// Pays for an attack or special action and begins it.
fn use_line(run: &mut Play<'_>, figure: u16, choice: Choice) {
    let line = choice.extra;
    let cost = Explore::cost(run.look(), figure, line);
    run.state.spent.actions += cost;
    let own = Explore::own_reach(run.look(), figure);
    let aiming = run.rules.aiming(own, line);
    let is_plain = choice.card != Choice::NO_CARD && choice.card & PLAIN != 0;
    let by_distance = aiming.distance.is_some() && !is_plain;
    match choice.action {
        BURST => {
            let target = choice.card & !PLAIN;
            let middle = run.state.figure(target);
            if middle.is_large {
                run.push(Task::Centre { line, target, is_plain });
            } else {
                let at = middle.at;
                burst(run, figure, line, is_plain, at);
            }
        }
        AIM => {
            let side = Dir::SIDES[usize::from(choice.card & 3)];
            let targets = area_targets(run.look(), figure, line, &aiming, by_distance, Some(side));
            attack::begin(run, figure, line, &aiming, by_distance, targets);
        }
        UNLEASH => {
            let targets = area_targets(run.look(), figure, line, &aiming, by_distance, None);
            attack::begin(run, figure, line, &aiming, by_distance, targets);
        }
        _ => {
            let targets = super::state::bit(choice.card);
            let by_distance = choice.action == SHOOT;
            attack::begin(run, figure, line, &aiming, by_distance, targets);
        }
    }
}

/// The models that an area around or beside a model affects.
fn area_targets(
    look: Look<'_, Explore>,
    figure: u16,
    line: u16,
    aiming: &Aiming,
    by_distance: bool,
    side: Option<Dir>,
) -> u128 {
    let Some((shape, size)) = aiming.profile.area else {
        return 0;
    };
    let state = look.state;
    let aim =
        side.map_or(cardwright_engine::board::Aim::Around, cardwright_engine::board::Aim::Toward);
    let areas = state.dungeon.terrain.board.areas();
    let squares = areas.squares(shape, size, state.squares(figure), aim);
    meant(look, (figure, line), aiming, by_distance, state.standing_in(&squares))
}

/// The models in a set that an area is meant for and that do not ignore it.
fn meant(
    look: Look<'_, Explore>,
    (user, line): (u16, u16),
    aiming: &Aiming,
    by_distance: bool,
    models: u128,
) -> u128 {
    let distance = aiming.distance.filter(|_| by_distance).map(|(by, _)| by);
    each(models)
        .filter(|other| Explore::is_meant(look.state, aiming.profile.whom, user, *other))
        .filter(|other| !Explore::escapes(look, (user, *other), line, distance))
        .fold(0, |all, other| all | super::state::bit(other))
}

/// Asks which square of a large target a burst is around.
pub(super) fn publish_centre(run: &mut Play<'_>, target: u16) -> Step {
    let squares: Vec<Square> =
        field::squares(&run.state.dungeon.terrain, run.state.figure(target)).to_vec();
    for square in squares {
        run.option(super::actions::PLACE, square.0, 0);
    }
    let seat = run.state.active.map_or(0, |active| run.state.figure(active).seat);
    Step::decide(seat, "middle of the burst")
}

/// Begins a burst around a square.
pub(super) fn burst(
    run: &mut Play<'_>,
    figure: u16,
    line: u16,
    is_plain: bool,
    at: Option<Square>,
) {
    let own = Explore::own_reach(run.look(), figure);
    let aiming = run.rules.aiming(own, line);
    let (Some(at), Some((shape, size))) = (at, aiming.profile.area) else {
        return;
    };
    let areas = run.state.dungeon.terrain.board.areas();
    let user = run.state.squares(figure);
    let squares = areas.squares(shape, size, user, cardwright_engine::board::Aim::At(at));
    let by_distance = aiming.distance.is_some() && !is_plain;
    let standing = run.state.standing_in(&squares);
    let targets = meant(run.look(), (figure, line), &aiming, by_distance, standing);
    attack::begin(run, figure, line, &aiming, by_distance, targets);
}
