//! Attacks and special actions, from the first die to the last counter.

use super::actions::{CLEAR_STATUS, END, HEAL_WOUND, TAKE_POTION, pair};
use super::content::{Explore, Rank};
use super::lines::LineKind;
use super::state::{Attack, Figures, Lasting, Task, bit, each};
use super::stats::Aiming;
use super::vocabulary::{Event, Mark, Stat, Window};
use super::{Play, damage, moves, potions};
use cardwright_engine::board::Shape;
use cardwright_engine::core::code::{NO_BLOCK, NONE};
use cardwright_engine::core::dice::Roll;
use cardwright_engine::core::{Context, Step, Thing};
use cardwright_engine::game::Choice;

/// Begins an attack or special action that has been paid for and aimed.
pub(super) fn begin(
    run: &mut Play<'_>,
    user: u16,
    line: u16,
    aiming: &Aiming,
    by_distance: bool,
    targets: Figures,
) {
    let rules = run.rules;
    let known = rules.lines.get(usize::from(line));
    let is_attack = known.is_none_or(|line| line.kind == LineKind::Attack);
    let mut attack = Attack {
        user,
        line,
        is_attack,
        is_melee: is_attack && !by_distance,
        distance: if by_distance { aiming.distance.map(|(by, _)| by) } else { None },
        attack_with: aiming.attack_with(by_distance),
        defend_with: aiming.defend_with(),
        targets,
        left: targets,
        is_felt: false,
        beaten: 0,
        damaged: 0,
        current: each(targets).next().unwrap_or(NONE),
        inflicts: aiming.profile.inflicts,
        damage: 1,
        control: aiming.profile.control,
        attack_roll: Roll::default(),
        defense_roll: Roll::default(),
        is_rolled: false,
        is_defended: false,
        draws: 0,
    };
    let thing = Thing::figure(user);
    run.note(|look| {
        let who = super::name_of(look, thing);
        let what = known.map_or("attacks", |_| "uses");
        let name = known
            .map_or(String::new(), |line| format!(" {}", look.code.texts[usize::from(line.name)]));
        let at: Vec<String> =
            each(targets).map(|other| super::name_of(look, Thing::figure(other))).collect();
        if at.is_empty() {
            format!("{who} {what}{name}")
        } else {
            format!("{who} {what}{name}: {}", at.join(", "))
        }
    });
    if is_attack {
        let look = run.look();
        look.visit_marks(Mark::Inflicts, thing, &mut |args| {
            attack.inflicts |= args.set(0);
            true
        });
        run.state.attack = Some(attack);
        if known.is_some_and(|line| line.has_lasting) {
            run.flow().touch();
        }
        // Read now, so that what the line itself says counts.
        let damage = run.look().stat(Stat::Damage, thing);
        if let Some(attack) = &mut run.state.attack {
            attack.damage = damage;
        }
        run.push(Task::AttackEnd);
        run.push(Task::RollAttack);
        potions::open_window(run, true);
        for other in each(targets) {
            run.raise(Event::Attacks, &[thing.bits(), Thing::figure(other).bits()]);
        }
        return;
    }
    run.state.attack = Some(attack);
    run.push(Task::AttackEnd);
    run.push(Task::Aftermath);
    run.push(Task::Effect);
    potions::open_window(run, false);
}

/// Lets a special action take effect, after an occasion to drink.
pub(super) fn effect(run: &mut Play<'_>) {
    let Some(Attack { user, line, targets, .. }) = run.state.attack else {
        return;
    };
    run.push(Task::Control { left: targets });
    run.push(Task::Affect { left: targets });
    let known = run.rules.lines.get(usize::from(line));
    // An aura is kept only if it does something to models that it reaches later.
    if let Some(line_facts) = known
        && let Some((Shape::Aura, size)) = line_facts.profile.area
        && (line_facts.has_lasting
            || line_facts.profile.inflicts != 0
            || line_facts.block != NO_BLOCK
            || !line_facts.once.is_empty())
    {
        let lasting = Lasting { line, owner: user, on: user, aura: size, seen: targets, inside: 0 };
        let inside = moves::aura_holds_for(run.look(), &lasting);
        run.state.lasting.push(Lasting { inside, ..lasting });
        run.flow().touch();
    }
}

/// Rolls an attribute outside of attacks, for initiative, and returns the stars.
pub(super) fn roll_plain(run: &mut Play<'_>, figure: u16, attribute: u8) -> i32 {
    let roll = throw(run, figure, attribute, 0);
    run.rules.symbols.count(&roll, &run.code.dice).stars
}

/// Throws a model's dice of an attribute and removes those that it must discard.
fn throw(run: &mut Play<'_>, figure: u16, attribute: u8, more_drops: usize) -> Roll {
    let look = run.look();
    let pool = Explore::dice(look, figure, attribute);
    let drops = Explore::drops(look, figure, attribute) + more_drops;
    let seat = run.state.figure(figure).seat;
    let mut roll = run.throw(&pool, seat, Thing::figure(figure));
    let symbols = run.rules.symbols;
    symbols.drop_highest(&mut roll, drops, &run.code.dice);
    run.note(|look| {
        let name = super::name_of(look, Thing::figure(figure));
        format!("{name} rolls {}", look.code.dice.on_table(&roll))
    });
    roll
}

/// Makes the attack roll. It counts against all targets.
pub(super) fn roll_attack(run: &mut Play<'_>) {
    let Some(attack) = run.state.attack else {
        return;
    };
    run.push(Task::NextDefender);
    let roll = throw(run, attack.user, attack.attack_with, 0);
    if let Some(attack) = &mut run.state.attack {
        attack.attack_roll = roll;
        attack.is_rolled = true;
    }
    run.raise(Event::AttackRolled, &[Thing::figure(attack.user).bits()]);
}

/// Lets the next model defend. After the last one the attack is resolved.
pub(super) fn next_defender(run: &mut Play<'_>) {
    let Some(attack) = &mut run.state.attack else {
        return;
    };
    let Some(next) = each(attack.left).next() else {
        attack.current = NONE;
        return run.push(Task::Resolve);
    };
    attack.left &= !bit(next);
    attack.current = next;
    attack.is_defended = false;
    let user = attack.user;
    run.push(Task::NextDefender);
    run.push(Task::Defend);
    potions::open_window(run, true);
    run.raise(Event::Defends, &[Thing::figure(next).bits(), Thing::figure(user).bits()]);
}

/// Makes the defense roll of the current model.
pub(super) fn defend(run: &mut Play<'_>) {
    let Some(attack) = run.state.attack else {
        return;
    };
    let defender = attack.current;
    let drops = run.look().stat(Stat::DefenseDrops, Thing::figure(defender));
    let roll = throw(run, defender, attack.defend_with, drops as usize);
    if let Some(attack) = &mut run.state.attack {
        attack.defense_roll = roll;
        attack.is_defended = true;
    }
    run.push(Task::Compare);
    let bound = [Thing::figure(defender).bits(), Thing::figure(attack.user).bits()];
    run.raise(Event::DefenseRolled, &bound);
}

/// Compares the rolls. More stars than the defense hit; with a tie the defender wins.
pub(super) fn compare(run: &mut Play<'_>) {
    let (rules, code) = (run.rules, run.code);
    let Some(attack) = &mut run.state.attack else {
        return;
    };
    let stars = rules.symbols.count(&attack.attack_roll, &code.dice).stars;
    let defence = rules.symbols.count(&attack.defense_roll, &code.dice).stars;
    let is_hit = stars > defence;
    let (user, target) = (Thing::figure(attack.user), Thing::figure(attack.current));
    if is_hit {
        attack.beaten |= bit(attack.current);
    }
    run.note(|look| {
        let how = if is_hit { "is hit" } else { "withstands" };
        format!("{} {how}: {stars} against {defence}", super::name_of(look, target))
    });
    let event = if is_hit { Event::Hit } else { Event::Missed };
    run.raise(event, &[user.bits(), target.bits()]);
}

/// Resolves all hits at once: wounds, then statuses, moves, hearts and potions. Tasks run last in,
/// first out, so they are pushed in reverse.
pub(super) fn resolve(run: &mut Play<'_>) {
    let Some(attack) = run.state.attack else {
        return;
    };
    // Hearts and potions of the roll come after the drinking in `Aftermath`: a potion cannot be
    // drunk in the same attack that gained it.
    run.push(Task::Spoils);
    run.push(Task::Aftermath);
    run.push(Task::Control { left: attack.beaten });
    run.push(Task::Inflict);
    let mut strikes: Vec<u16> = each(attack.beaten).collect();
    strikes.reverse();
    for victim in strikes {
        run.push(Task::Strike { victim });
    }
}

/// Deals the wounds of a hit.
pub(super) fn strike(run: &mut Play<'_>, victim: u16) {
    if let Some(attack) = run.state.attack {
        let wounds = Explore::wounds_of(run.look(), &attack, victim);
        damage::propose(run, victim, attack.user, wounds, (false, true));
    }
}

/// Gives the attack's statuses to the models that it wounded.
pub(super) fn inflict(run: &mut Play<'_>) {
    let Some(attack) = run.state.attack else {
        return;
    };
    for victim in each(attack.damaged) {
        for status in each(u128::from(attack.inflicts)) {
            damage::give_status(run, victim, status as u32);
        }
        let block = run.rules.lines.get(usize::from(attack.line)).map_or(0, |line| line.block);
        let seat = run.state.figure(attack.user).seat;
        run.begin(block, Context::of(Thing::figure(victim), seat));
    }
    for _ in 0..attack.draws {
        run.push(Task::MayDraw { treasure: false });
    }
    if let Some(attack) = &mut run.state.attack {
        attack.draws = 0;
    }
}

/// Lets a special action take effect on its targets, one after the other.
pub(super) fn affect(run: &mut Play<'_>, left: Figures) {
    let Some(attack) = run.state.attack else {
        return;
    };
    let Some(next) = each(left).next() else {
        return;
    };
    run.push(Task::Affect { left: left & !bit(next) });
    if run.state.figure(next).at.is_some() {
        let is_aura = matches!(
            run.rules.lines[usize::from(attack.line)].profile.area,
            Some((Shape::Aura, _))
        );
        if !is_aura {
            hold(run, attack.user, attack.line, next);
        }
        touch(run, attack.user, attack.line, next);
    }
}

/// Begins the lasting part of a line for a model. A second copy of the same line is stored too,
/// but has no effect while the first one lasts.
pub(super) fn hold(run: &mut Play<'_>, owner: u16, line: u16, on: u16) {
    if run.rules.lines[usize::from(line)].has_lasting {
        run.state.lasting.push(Lasting { line, owner, on, aura: 0, seen: 0, inside: 0 });
        run.flow().touch();
    }
}

/// Does what happens once to a model that a special action or potion affects, statuses first.
pub(super) fn touch(run: &mut Play<'_>, user: u16, line: u16, figure: u16) {
    let rules = run.rules;
    let facts = &rules.lines[usize::from(line)];
    let seat = run.state.figure(user).seat;
    let things = (Thing::figure(user), Thing::figure(figure));
    let context = Context::of(things.1, seat).with_bindings(&[things.0.bits(), things.1.bits()]);
    run.raise(Event::Affected, &[things.0.bits(), things.1.bits()]);
    run.begin(facts.block, context);
    for once in facts.once.iter().rev() {
        let look = run.look();
        if look.holds(once.condition, &context) && !Explore::is_immune(look, figure, once.keyword) {
            run.begin(once.block, context);
        }
    }
    for status in each(u128::from(facts.profile.inflicts)) {
        damage::give_status(run, figure, status as u32);
    }
}

/// Hands out the hearts and potions of an attack roll, if it wounded anybody. For a boss or
/// mini-boss both remove its statuses instead; other monsters get nothing.
pub(super) fn spoils(run: &mut Play<'_>) {
    let Some(attack) = run.state.attack else {
        return;
    };
    if attack.damaged == 0 {
        return;
    }
    let shown = run.rules.symbols.count(&attack.attack_roll, &run.code.dice);
    let (hearts, potions) = (shown.hearts.clamp(0, 24) as u8, shown.potions.clamp(0, 24) as u8);
    match run.state.figure(attack.user).rank {
        Rank::Hero => {
            run.push(Task::Potions { left: potions });
            run.push(Task::Hearts { left: hearts });
        }
        Rank::Boss | Rank::MiniBoss => {
            run.push(Task::Calm { figure: attack.user, left: hearts + potions });
        }
        _ => {}
    }
}

/// Asks which Hero a heart goes to, if any.
pub(super) fn publish_hearts(run: &mut Play<'_>, left: u8) -> Step {
    if left == 0 {
        return Step::Done;
    }
    offer_relief(run);
    if run.state.flow.options.is_empty() {
        return Step::Done;
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(run.state.hero_seat(), "heart")
}

/// Lists the wounds and statuses that can be removed from Heroes.
pub(super) fn offer_relief(run: &mut Play<'_>) {
    for hero in run.state.living().collect::<Vec<_>>() {
        let one = *run.state.figure(hero);
        let is_dying = run.state.dying & bit(hero) != 0;
        let may_heal = !run.look().is_forbidden(super::vocabulary::Act::Heal, Thing::figure(hero));
        if one.wounds > 0 && may_heal && !is_dying {
            run.option(HEAL_WOUND, hero, 0);
        }
        for status in each(u128::from(one.statuses)) {
            run.option(CLEAR_STATUS, pair(hero, status), 0);
        }
    }
}

/// Asks which Hero a potion goes to, if any.
pub(super) fn publish_potions(run: &mut Play<'_>, left: u8) -> Step {
    if left == 0 {
        return Step::Done;
    }
    offer_refill(run);
    if run.state.flow.options.is_empty() {
        return Step::Done;
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(run.state.hero_seat(), "potion")
}

/// Lists the Heroes that have room for a potion counter.
pub(super) fn offer_refill(run: &mut Play<'_>) {
    for hero in run.state.living().collect::<Vec<_>>() {
        let limit = run.look().stat(Stat::PotionLimit, Thing::figure(hero));
        if run.state.figure(hero).potions < limit {
            run.option(TAKE_POTION, hero, 0);
        }
    }
}

/// Asks which statuses a boss or mini-boss removes from itself.
pub(super) fn publish_calm(run: &mut Play<'_>, figure: u16, left: u8, seat: u8) -> Step {
    let one = *run.state.figure(figure);
    if left == 0 || one.statuses == 0 || one.at.is_none() {
        return Step::Done;
    }
    for status in each(u128::from(one.statuses)) {
        run.option(CLEAR_STATUS, pair(figure, status), 0);
    }
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(seat, "status to remove")
}

/// Ends the attack.
pub(super) fn end(run: &mut Play<'_>) {
    let attack = run.state.attack.take();
    let line = attack.map_or(NONE, |attack| attack.line);
    run.expire(Window::EndOfAttack, None);
    if run.rules.lines.get(usize::from(line)).is_some_and(|line| line.has_lasting) {
        let victims = run.state.dying != 0;
        let attack = attack.filter(|attack| attack.is_attack && victims);
        run.state.aftermath = attack.map(|attack| (attack.user, attack.line));
        run.flow().touch();
    }
    moves::enter_auras(run);
}
