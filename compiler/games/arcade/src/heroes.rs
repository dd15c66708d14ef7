//! The Hero Turn: who is activated, upkeep, and what an active Hero may do.

use super::Play;
use super::action::{self, Plan};
use super::actions::*;
use super::aiming::{self, NOT_AIMED};
use super::field::{self, with_reach};
use super::group::Group;
use super::lines::{self, Colour, Line};
use super::state::NOBODY;
use super::tasks::Task;
use super::under_way::Progress;
use super::vocabulary::{Act, Event, Stat, Window};
use super::wounds::thing;
use cardwright_engine::board::{Reach, Shape, Square};
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::{Context, Look, Step, Thing};
use cardwright_engine::game::{Choice, Outcome};

/// Begins a Hero Turn. After too many that bring the end no nearer, the game is a draw.
pub(super) fn start_turn(run: &mut Play<'_>) {
    let state = &mut *run.state;
    state.turn += 1;
    state.is_hero_turn = true;
    state.has_traded = false;
    state.tracker = Default::default();
    for one in &mut state.figures {
        one.was_active = false;
        one.has_drunk = false;
    }
    if is_endless(run) {
        return run.finish(0, Outcome::DRAWN);
    }
    run.reset_limits(None);
    let left = run.look().stat(Stat::Activations, Thing::NONE).clamp(1, 6) as u8;
    let turn = run.state.turn;
    run.note(|_| format!("Hero Turn {turn}"));
    run.push(Task::EndHeroTurn);
    run.push(Task::ChooseHero { left });
    run.raise(Event::HeroTurnStarts, &[]);
}

/// What brings the end nearer: the marker's way, destroyed spawning points, opened chests, spent
/// coins and the wounds of the boss.
pub(super) fn standing(look: Look<'_, super::Arcade>) -> [i32; 5] {
    let state = look.state;
    let boss = if state.is_here(state.boss) {
        super::numbers::hearts(look, state.boss) - state.figure(state.boss).wounds
    } else {
        i32::MAX
    };
    [
        i32::from(state.space),
        i32::from(state.points_destroyed),
        -(state.chests.len() as i32),
        -state.coins,
        -boss,
    ]
}

/// Whether so many Hero Turns have brought the end no nearer that it may never come.
///
/// What counts can grow only so often; see [`standing`].
fn is_endless(run: &mut Play<'_>) -> bool {
    let now = standing(run.look());
    let before = run.state.progress.reached;
    let progress = &mut run.state.progress;
    match before {
        Some(before) if now.iter().zip(&before).all(|(now, before)| now <= before) => {
            progress.idle_turns += 1;
        }
        _ => {
            let most = |place: usize| now[place].max(before.map_or(i32::MIN, |most| most[place]));
            *progress = Progress { reached: Some(std::array::from_fn(most)), idle_turns: 0 };
        }
    }
    run.state.progress.idle_turns >= run.rules.numbers.endless_turns
}

/// Asks which Hero is activated: one without a token that was not yet active in this turn.
pub(super) fn publish_heroes(run: &mut Play<'_>, left: u8) -> Step {
    if left == 0 {
        return Step::Done;
    }
    // Somebody without a token may have been destroyed since the last activation.
    renew_tokens(run);
    for hero in run.state.heroes().collect::<Group>().iter() {
        let one = run.state.figure(hero);
        if !one.token && !one.was_active {
            run.option(ACTIVATE, hero, u16::from(left));
        }
    }
    Step::decide(0, "activate")
}

/// Takes all activation tokens off when all Heroes in play have one.
fn renew_tokens(run: &mut Play<'_>) {
    let state = &mut *run.state;
    if state.heroes().all(|hero| state.figure(hero).token) {
        state.figures.iter_mut().for_each(|one| one.token = false);
    }
}

/// Activates a Hero. When all Heroes have a token, all tokens are removed.
pub(super) fn activate(run: &mut Play<'_>, hero: u16, left: u8) {
    let state = &mut *run.state;
    state.sequence += 1;
    let sequence = state.sequence;
    let one = state.figure_mut(hero);
    one.token = true;
    one.was_active = true;
    one.last = sequence;
    one.favour = 0;
    one.has_drunk = false;
    one.spent = Default::default();
    state.active = hero;
    state.is_activation_over = false;
    state.refused = Group::NOBODY;
    renew_tokens(run);
    run.note(|look| format!("{} is activated", super::name_of(look, thing(hero))));
    run.push(Task::ChooseHero { left: left.saturating_sub(1) });
    run.push(Task::EndActivation { hero });
    run.push(Task::Main { hero });
    run.push(Task::Ready { hero });
    run.push(Task::ShiftForm { hero });
    run.push(Task::UpkeepDamage { hero });
    run.push(Task::HeroUpkeep { hero });
}

/// Begins the upkeep of a Hero: what lasted until now ends, then the Hero heals.
pub(super) fn upkeep(run: &mut Play<'_>, hero: u16) {
    run.state.boosts.retain(|boost| boost.by != hero);
    run.expire(Window::NextUpkeep, Some(thing(hero)));
    run.raise(Event::Upkeep, &[thing(hero).bits()]);
}

/// Asks whether a shapeshifter takes its other form.
pub(super) fn publish_form(run: &mut Play<'_>, hero: u16) -> Step {
    let other = run.rules.facts(run.state.figure(hero).def).other;
    if other == NONE || !run.state.is_here(hero) || !super::shapes::fits(run, hero) {
        return Step::Done;
    }
    run.option(SHAPESHIFT, hero, 0);
    run.option(PASS, Choice::NO_CARD, 0);
    Step::decide(0, "shapeshift")
}

/// Ends the activation. The Hero's statuses are removed before cards react.
pub(super) fn end_activation(run: &mut Play<'_>, hero: u16) {
    if run.state.is_here(hero) {
        super::wounds::cleanse(run, hero, u64::MAX);
    }
    run.expire(Window::Activation, None);
    run.state.active = NOBODY;
    run.raise(Event::ActivationEnds, &[thing(hero).bits()]);
}

/// Ends the Hero Turn.
pub(super) fn end_turn(run: &mut Play<'_>) {
    run.state.regrouped = Group::NOBODY;
    run.expire(Window::HeroTurn, None);
    run.push(Task::PowerUp { hero: true });
    run.raise(Event::HeroTurnEnds, &[]);
}

/// Lists what the active Hero may do.
pub(super) fn publish(run: &mut Play<'_>, hero: u16) -> Step {
    super::decks::check_plot(run);
    if run.state.is_activation_over || !run.state.is_here(hero) {
        return Step::Done;
    }
    let mut options = std::mem::take(&mut run.flow().options);
    let mut add = |action: u8, card: u16, extra: u16| options.push(Choice { action, card, extra });
    let look = run.look();
    let (state, me) = (look.state, thing(hero));
    let one = state.figure(hero);
    let actions = one.spent.actions_left(look.stat(Stat::Actions, me));
    let squares = one.spent.squares_left(field::movement(look, hero));
    let may = |act: Act| !look.is_forbidden(act, me);
    let can_move = may(Act::Move);
    let can_dash = can_move && actions > 0 && may(Act::Dash);
    let dash = if can_dash { dash(look, hero) } else { 0 };
    if can_move && squares.max(dash) > 0 {
        with_reach(look, hero, squares.max(dash), Reach::survey, |reach| {
            for (action, most) in [(MOVE, squares), (DASH, dash)] {
                let stops = reach.stops().iter().filter(|stop| Some(*stop) != one.at);
                for stop in stops {
                    let cost = reach.cost(stop);
                    if i32::from(cost) <= most {
                        add(action, stop.0, if action == MOVE { u16::from(cost) } else { 0 });
                    }
                }
            }
        });
    }
    if actions > 0 {
        if may(Act::Attack) {
            let strikes = look.rules.facts(one.def).strikes;
            for (kind, range) in strikes.into_iter().enumerate().filter(|(_, range)| *range > 0) {
                let whom = cardwright_engine::skirmish::Whom::Enemies;
                for target in aiming::targets(look, hero, range, whom, false).iter() {
                    add(ATTACK, target, kind as u16);
                }
            }
        }
        if may(Act::Unique) {
            for (line, lender) in state.lines(look.rules, hero) {
                let Some(known) = look.rules.line(line).filter(|known| !known.is_potion) else {
                    continue;
                };
                let may_use =
                    lines::cost(look, hero, line) <= actions && may_use(look, hero, known);
                if may_use && !is_used_up(look, hero, line, lender) {
                    aiming::aims(look, known, hero, &mut |aim| add(USE_LINE, line, aim));
                }
            }
        }
        if may(Act::Interact) {
            for what in run.hearers(Event::Interacted, &[me.bits()]) {
                add(INTERACT, what.id(), u16::from(what.class()));
            }
        }
        if may(Act::Open) {
            for (place, chest) in state.chests.iter().enumerate() {
                if state.field.distance(state.squares(hero), &[chest.at]) <= 1 {
                    add(OPEN, place as u16, 0);
                }
            }
        }
    }
    if !one.has_drunk && may(Act::Drink) {
        potions(run, hero, &mut add);
    }
    run.flow().options = options;
    run.offer_options(0);
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(0, "act")
}

/// The squares of a Hero's Dash.
fn dash(look: cardwright_engine::core::Look<'_, super::Arcade>, hero: u16) -> i32 {
    field::halved(look, hero, look.stat(Stat::Dash, thing(hero)))
}

/// Lists the potions that the active Hero may drink: its own, and those of other Heroes.
fn potions(run: &Play<'_>, hero: u16, add: &mut dyn FnMut(u8, u16, u16)) {
    let look = run.look();
    let state = look.state;
    let shares = !look.is_forbidden(Act::Share, thing(hero));
    let may_share = |owner: u16| shares && !state.refused.has(owner);
    for owner in state.heroes().filter(|owner| *owner == hero || may_share(*owner)) {
        for (line, lender) in state.lines(look.rules, owner) {
            let Some(known) = look.rules.line(line) else { continue };
            let can_pay = lines::cost(look, owner, line) <= state.figure(owner).potions;
            let is_drunk_now = known.is_potion && known.colour != Colour::Green;
            let may_drink = is_drunk_now && can_pay && may_use(look, hero, known);
            if !may_drink || is_used_up(look, owner, line, lender) {
                continue;
            }
            let mut is_aimed = false;
            aiming::aims(look, known, hero, &mut |_| is_aimed = true);
            if is_aimed {
                add(DRINK, line, owner);
            }
        }
    }
}

/// Whether a model meets the condition of a line.
pub(super) fn may_use(look: Look<'_, super::Arcade>, user: u16, line: &Line) -> bool {
    look.holds(line.condition, &Context::of(thing(user), 0))
}

/// Whether a line was used as often as it can be in a game.
fn is_used_up(look: Look<'_, super::Arcade>, hero: u16, line: u16, lender: u16) -> bool {
    is_spent(look, lender_of(hero, lender), line)
}

/// Whether a line of a card was used as often as it can be in a game.
pub(super) fn is_spent(look: Look<'_, super::Arcade>, lender: Thing, line: u16) -> bool {
    let Some(most) = look.rules.line(line).and_then(|line| line.uses) else { return false };
    look.state.used_up.iter().filter(|used| **used == (lender, line)).count() >= most
}

fn lender_of(hero: u16, lender: u16) -> Thing {
    if lender == u16::MAX { thing(hero) } else { Thing::card(lender) }
}

/// Notes that a line was used, if it can be used only so often.
fn use_up(run: &mut Play<'_>, hero: u16, line: u16) {
    if run.rules.line(line).is_none_or(|line| line.uses.is_none()) {
        return;
    }
    let lender = run
        .state
        .lines(run.rules, hero)
        .find(|(known, lender)| *known == line && !is_used_up(run.look(), hero, line, *lender));
    if let Some((_, lender)) = lender {
        run.state.used_up.push((lender_of(hero, lender), line));
    }
}

/// Does what the active Hero chose.
pub(super) fn act(run: &mut Play<'_>, hero: u16, choice: Choice) {
    if choice.action == END {
        return;
    }
    run.push(Task::Main { hero });
    let spent = &mut run.state.figure_mut(hero).spent;
    match choice.action {
        MOVE => {
            spent.squares += i32::from(choice.extra);
            super::moves::walk(run, hero, Square(choice.card), i32::from(choice.extra));
        }
        DASH => {
            spent.actions += 1;
            let points = dash(run.look(), hero);
            super::moves::walk(run, hero, Square(choice.card), points);
        }
        ATTACK => {
            spent.actions += 1;
            let affected = Group::one(choice.card);
            let kind = choice.extra as u8;
            action::begin(run, Plan { user: hero, line: NONE, kind, affected });
        }
        USE_LINE => {
            let cost = lines::cost(run.look(), hero, choice.card);
            run.state.figure_mut(hero).spent.actions += cost;
            use_up(run, hero, choice.card);
            aim(run, choice.card, hero, choice.extra);
        }
        DRINK => {
            let (line, owner) = (choice.card, choice.extra);
            if run.state.seat_of(owner) == run.state.seat_of(hero) {
                drink(run, line, hero, owner);
            } else {
                run.push(Task::Share { line, user: hero, owner });
            }
        }
        INTERACT => {
            spent.actions += 1;
            let what = Thing::new(choice.extra as u8, choice.card);
            run.note(|look| {
                let (who, what) = (super::name_of(look, thing(hero)), super::name_of(look, what));
                format!("{who} interacts with {what}")
            });
            run.raise_own(Event::Interacted, what, &[thing(hero).bits()]);
        }
        OPEN => {
            spent.actions += 1;
            open_chest(run, hero, usize::from(choice.card));
        }
        _ => {}
    }
}

/// Asks the player of a Hero whether another player's Hero may drink its potion.
pub(super) fn publish_share(run: &mut Play<'_>) -> Step {
    run.option(SHARE, Choice::NO_CARD, 0);
    run.option(PASS, Choice::NO_CARD, 0);
    Step::decide(0, "share")
}

/// Shares a potion, or notes that its owner refuses for the rest of the activation.
pub(super) fn share(run: &mut Play<'_>, (line, user, owner): (u16, u16, u16), agrees: bool) {
    if agrees {
        drink(run, line, user, owner);
    } else {
        run.state.refused.add(owner);
    }
}

/// Lets the active Hero drink a potion.
fn drink(run: &mut Play<'_>, line: u16, user: u16, owner: u16) {
    run.state.figure_mut(user).has_drunk = true;
    pay_potion(run, line, owner);
    run.push(Task::Aim { line, user, owner });
    run.raise(Event::Drunk, &[thing(user).bits()]);
}

/// Pays for a potion with the tokens of its owner.
pub(super) fn pay_potion(run: &mut Play<'_>, line: u16, owner: u16) {
    let cost = lines::cost(run.look(), owner, line);
    run.state.figure_mut(owner).potions -= cost;
    use_up(run, owner, line);
}

/// Asks where a potion is aimed.
pub(super) fn publish_aim(run: &mut Play<'_>, line: u16, user: u16) -> Step {
    if !run.state.is_here(user) {
        return Step::Done;
    }
    let Some(known) = run.rules.line(line) else { return Step::Done };
    let mut options = std::mem::take(&mut run.flow().options);
    aiming::aims(run.look(), known, user, &mut |aim| {
        let action = if aim & aiming::SIDE != 0 && aim != NOT_AIMED { AIM_SIDE } else { AIM };
        options.push(Choice { action, card: aim, extra: 0 });
    });
    if let [only] = options.as_slice()
        && only.card == NOT_AIMED
    {
        aim(run, line, user, NOT_AIMED);
        return Step::Done;
    }
    run.flow().options = options;
    Step::decide(0, "aim")
}

/// Begins a line that is paid for and aimed. For a burst at a large model the players first choose
/// one of its squares.
pub(super) fn aim(run: &mut Play<'_>, line: u16, user: u16, at: u16) {
    let Some(known) = run.rules.line(line) else { return };
    let is_burst = matches!(known.area, Some((Shape::Burst, _)));
    if is_burst && run.state.figures.get(usize::from(at)).is_some_and(|one| one.is_large) {
        run.push(Task::Centre { line, user, target: at });
        return;
    }
    let affected = aiming::affected(run.look(), known, user, at);
    action::begin(run, Plan::of_line(user, line, affected));
}

/// Asks which square of a large model a burst is around.
pub(super) fn publish_centre(run: &mut Play<'_>, target: u16) -> Step {
    for square in run.state.squares(target).to_vec() {
        run.option(PLACE, square.0, 0);
    }
    Step::decide(0, "centre")
}

/// Begins a burst around a square.
pub(super) fn centre(run: &mut Play<'_>, line: u16, user: u16, square: u16) {
    let Some(known) = run.rules.line(line) else { return };
    let affected = aiming::burst(run.look(), known, user, Square(square));
    if run.state.figure(user).is_hero() {
        action::begin(run, Plan::of_line(user, line, affected));
    } else {
        super::assault::start(run, user, line, affected);
    }
}

/// Opens a chest. As many treasures are drawn as the number of its tile, and one is kept.
fn open_chest(run: &mut Play<'_>, hero: u16, place: usize) {
    if place >= run.state.chests.len() {
        return;
    }
    let chest = run.state.chests.remove(place);
    run.note(|look| format!("{} opens a chest", super::name_of(look, thing(hero))));
    let more = run.look().stat(Stat::TreasureCards, Thing::NONE);
    let count = (i32::from(chest.tile) + more).max(1);
    run.push(Task::Keep { tile: chest.tile, chest: Some(chest.at) });
    super::decks::draw_treasures(run, count, super::state::DRAWN, true);
    run.raise(Event::ChestOpened, &[thing(hero).bits()]);
}

/// Gives the Heroes an occasion to drink green potions.
pub(super) fn open_window(run: &mut Play<'_>) {
    run.push(Task::Window { seat: 0 });
}

/// Asks the players in turn which green potions their Heroes drink now, in the Consul Turn.
pub(super) fn publish_window(run: &mut Play<'_>, seat: u8) -> Step {
    if run.state.never_thirsty || seat >= run.state.seats {
        return Step::Done;
    }
    // The next player is asked after this one.
    if run.state.thirsty >> seat & 1 == 0 {
        run.push(Task::Window { seat: seat + 1 });
        return Step::Done;
    }
    let mut options = std::mem::take(&mut run.flow().options);
    let look = run.look();
    for hero in look.state.heroes().filter(|hero| look.state.seat_of(*hero) == seat) {
        let one = look.state.figure(hero);
        if one.has_drunk || one.potions == 0 {
            continue;
        }
        let may_drink = !look.is_forbidden(Act::Drink, thing(hero));
        for (line, lender) in look.state.lines(look.rules, hero).filter(|_| may_drink) {
            let Some(known) = look.rules.line(line) else { continue };
            let is_green = known.is_potion && known.colour == Colour::Green;
            let may_drink = is_green && may_use(look, hero, known);
            let can_pay = lines::cost(look, hero, line) <= one.potions;
            if may_drink && can_pay && !is_used_up(look, hero, line, lender) {
                let mut is_aimed = false;
                aiming::aims(look, known, hero, &mut |_| is_aimed = true);
                if is_aimed {
                    options.push(Choice { action: DRINK, card: line, extra: hero });
                }
            }
        }
        if !look.is_forbidden(Act::Slurp, thing(hero)) {
            options.push(Choice { action: SLURP, card: hero, extra: 0 });
        }
    }
    if options.is_empty() {
        run.flow().options = options;
        run.push(Task::Window { seat: seat + 1 });
        return Step::Done;
    }
    options.push(Choice { action: PASS, card: Choice::NO_CARD, extra: 0 });
    options.push(Choice { action: PASS_TURN, card: Choice::NO_CARD, extra: 0 });
    run.flow().options = options;
    Step::decide(0, "green-potion")
}

/// Lets a Hero drink in the Consul Turn. Loud Slurping spends a potion on wrath instead.
pub(super) fn sip(run: &mut Play<'_>, seat: u8, choice: Choice) {
    match choice.action {
        DRINK => {
            let hero = choice.extra;
            run.state.figure_mut(hero).has_drunk = true;
            pay_potion(run, choice.card, hero);
            run.push(Task::Window { seat });
            run.push(Task::Aim { line: choice.card, user: hero, owner: hero });
            run.raise(Event::Drunk, &[thing(hero).bits()]);
        }
        SLURP => {
            let one = run.state.figure_mut(choice.card);
            one.has_drunk = true;
            one.potions -= 1;
            run.push(Task::Window { seat });
            run.push(Task::Wrath { hero: choice.card, count: run.rules.numbers.slurp_wrath });
        }
        own => {
            if own == PASS_TURN {
                run.state.thirsty &= !(1 << seat);
            }
            run.push(Task::Window { seat: seat + 1 });
        }
    }
}
