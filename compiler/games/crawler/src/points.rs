//! Victory points, elimination, and ends of the game that points decide.

use super::state::{CardId, flag};
use super::words::{Kind, Mode, Step, Zone};
use super::{Play, course, moves, play, read, stats};

/// A player gains (or loses) points.
pub(super) fn gain_points(run: &mut Play<'_>, seat: u8, points: i32) {
    let total = &mut run.state.seats[usize::from(seat)].points;
    *total = total.saturating_add(points);
}

/// A dungeon card went to the grave: worth its Cost and a bonus.
pub(super) fn score_grave(run: &mut Play<'_>, card: CardId) {
    if !run.state.has_opponents() {
        return;
    }
    let cost = i32::from(read::facts(run.look(), card).cost);
    let cleared = run.state.step == Step::Clear;
    let worth = run.state.rules.points;
    let points = cost + if cleared { worth.cleared_bonus } else { worth.slain_bonus };
    gain_points(run, run.state.facing, points);
}

/// Multi-player: a wound on one's own adventurer costs a point.
pub(super) fn score_wounds(run: &mut Play<'_>, card: CardId, count: u8) {
    let penalty = run.state.rules.points.own_wound;
    if penalty != 0 && read::kind(run.look(), card) == Kind::Adventurer {
        let owner = run.state.card(card).owner;
        gain_points(run, owner, -penalty * i32::from(count));
    }
}

/// A player is out: the other wins, or among several the one who leads.
pub(super) fn eliminate(run: &mut Play<'_>, seat: u8, reason: &'static str) {
    run.state.seats[usize::from(seat)].eliminated = true;
    match run.state.rules.mode {
        Mode::Multi => finish_by_points(run, reason),
        _ => {
            let others = ((1u8 << run.state.seat_count) - 1) & !(1 << seat);
            run.finish(others, reason);
        }
    }
}

/// The player who has to decide gives the game up.
pub(super) fn concede(run: &mut Play<'_>) {
    let task = run.state.flow.top().copied();
    let seat = task.map_or(run.state.facing, |task| course::decider(run.look(), task));
    eliminate(run, seat, "conceded");
}

/// The most points win; a solo or co-operative game that runs out of rounds is lost, if the
/// format counts them at all.
pub(super) fn finish_by_points(run: &mut Play<'_>, reason: &'static str) {
    if run.state.shared() {
        play::finish_together(run, false, reason);
        return;
    }
    let look = run.look();
    let playing = |seat: &u8| !look.state.seats[usize::from(*seat)].eliminated;
    let best = (0..look.state.seat_count)
        .filter(playing)
        .map(|seat| stats::points(look, seat))
        .max()
        .unwrap_or(0);
    let winners = (0..look.state.seat_count)
        .filter(playing)
        .filter(|seat| stats::points(look, *seat) == best)
        .fold(0, |mask, seat| mask | 1 << seat);
    run.finish(winners, reason);
}

/// Multi-player: a player's grave becomes the deck again; all others gain points.
pub(super) fn regenerate(run: &mut Play<'_>, seat: u8, deck: Zone, grave: Zone) {
    if run.state.zone(seat, grave).is_empty() {
        return;
    }
    for other in 0..run.state.seat_count {
        if other != seat {
            gain_points(run, other, run.state.rules.points.regenerate);
        }
    }
    while let Some(card) = run.state.zone(seat, grave).last().copied() {
        run.state.card_mut(card).flags &= !flag::FACE_UP;
        run.state.shift(card, seat, deck);
    }
    moves::shuffle(run, seat, deck);
}
