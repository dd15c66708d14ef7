//! How the core reads and plays Deck Box Dungeons.

use super::actions::GO_ON;
use super::content::Deckbox;
use super::plan::NOWHERE;
use super::state::{
    FIRST_ENEMY, NOBODY, QUEST, SHOP, State, Task, bag, enemy_figure, enemy_of, figure_of, hero_of,
    is_enemy,
};
use super::vocabulary::{Act, Event, Mark, Query, Selection, Stat, VOCABULARY, Verb, Window};
use super::{Play, attack, enemies, harm, items, moves, read, story, turn, verbs};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::{
    Args, Call, Context, Course, Host, Look, Rules, Run, Step, Thing, usual_rules,
};
use cardwright_engine::game::Choice;

impl Rules for Deckbox {
    usual_rules!(number, set, visit from read);

    fn base(args: Args<'_, Deckbox>, stat: Stat, thing: Thing) -> i32 {
        let (state, rules) = (args.state(), args.look.rules);
        let usual = match stat {
            Stat::HitDamage => rules.numbers.hit_damage,
            Stat::EnergyLimit => rules.numbers.energy_limit,
            Stat::Actions => rules.numbers.actions,
            Stat::PowerCost => 1,
            Stat::WaterCost => rules.numbers.water_cost,
            Stat::CheckDice => rules.numbers.check_dice,
            Stat::Needed => rules.numbers.needed,
            Stat::ShopSize => rules.numbers.shop_size,
            Stat::PitDamage => rules.numbers.pit_damage,
            Stat::MaxHealth if enemy_of(state, thing).is_some() => rules.numbers.enemy_health,
            _ => 0,
        };
        let Some(figure) = figure_of(state, thing) else {
            return usual;
        };
        if let Some(enemy) = figure.checked_sub(FIRST_ENEMY) {
            let facts = rules.facts(state.enemies[usize::from(enemy)].def);
            return match stat {
                Stat::MeleeDice => facts.melee_dice,
                Stat::MeleeMod => facts.melee_mod,
                Stat::RangedDice => facts.ranged_dice,
                Stat::RangedMod => facts.ranged_mod,
                Stat::DefenceMod => facts.defence_mod,
                Stat::Speed => facts.speed,
                _ => usual,
            };
        }
        let hero = state.hero(figure as u8);
        let (own, gear) = (rules.facts(hero.hero), rules.facts(hero.equipment));
        let skill = |place: usize| own.skills[place] + rules.facts(hero.ability).skills[place];
        // The modifier of the equipment does not count for an attack with an item.
        let is_item = state.attack.is_some_and(|attack| !attack.is_weapon);
        match stat {
            Stat::MeleeDice => gear.melee_dice,
            Stat::MeleeMod => own.melee_mod + gear.melee_mod,
            Stat::RangedDice => gear.ranged_dice,
            Stat::RangedMod if is_item => own.ranged_mod,
            Stat::RangedMod => own.ranged_mod + gear.ranged_mod,
            Stat::DefenceMod => own.defence_mod + gear.defence_mod,
            Stat::Speed => own.speed + gear.speed,
            Stat::Strength => skill(0),
            Stat::Dexterity => skill(1),
            Stat::Wisdom => skill(2),
            Stat::Charisma => skill(3),
            Stat::MaxHealth => own.health,
            _ => usual,
        }
    }

    fn bounds(stat: Stat) -> (i32, i32) {
        match stat {
            Stat::MeleeDice | Stat::RangedDice | Stat::CheckDice => (0, 12),
            Stat::Speed | Stat::Actions => (0, 12),
            Stat::MaxHealth => (1, 99),
            Stat::HitDamage | Stat::EnergyLimit | Stat::ShopSize | Stat::PitDamage => (0, 99),
            Stat::WaterCost => (1, 9),
            _ => (-99, 99),
        }
    }

    fn limited(look: Look<'_, Deckbox>, stat: Stat, thing: Thing, value: i32) -> i32 {
        let (low, high) = Deckbox::bounds(stat);
        // The health of an enemy is what its die can show.
        let is_die = stat == Stat::MaxHealth && enemy_of(look.state, thing).is_some();
        value.clamp(low, if is_die { look.rules.numbers.enemy_health.max(low) } else { high })
    }

    fn def(look: Look<'_, Deckbox>, thing: Thing) -> DefId {
        let state = look.state;
        if let Some(enemy) = enemy_of(state, thing) {
            return state.enemies[usize::from(enemy)].def;
        }
        if let Some(hero) = hero_of(state, thing) {
            return state.hero(hero).hero;
        }
        match thing {
            _ if thing.is(Thing::CARD) => state.def_of(thing.id()),
            _ if thing.is(QUEST) => thing.id(),
            _ if thing.is(Thing::TILE) => look.rules.tile_of(state, thing.id()),
            _ => NONE,
        }
    }

    fn visit_copies(look: Look<'_, Deckbox>, def: DefId, visitor: &mut dyn FnMut(Thing) -> bool) {
        let state = look.state;
        let heroes = state.heroes.iter().enumerate().filter(|(_, hero)| hero.hero == def);
        let heroes = heroes.map(|(place, _)| Thing::figure(place as u16));
        let foes = state.enemies.iter().enumerate().filter(|(_, enemy)| enemy.def == def);
        let (there, gone): (Vec<_>, Vec<_>) = foes.partition(|(_, enemy)| enemy.square != NOWHERE);
        let foes = there.into_iter().chain(gone);
        let foes = foes.map(|(place, _)| Thing::figure(enemy_figure(place as u8)));
        let cards = (0..state.cards.len() as u16).filter(|card| state.def_of(*card) == def);
        // A scenario that names an item more likely means a carried one than one in the deck.
        let (near, far): (Vec<u16>, Vec<u16>) =
            cards.partition(|card| state.zones.place(*card) >= SHOP);
        let cards = near.into_iter().chain(far).map(Thing::card);
        for thing in heroes.chain(foes).chain(cards) {
            if !visitor(thing) {
                return;
            }
        }
    }

    fn hosts(look: Look<'_, Deckbox>, visitor: &mut dyn FnMut(Host)) {
        let state = look.state;
        let abilities =
            |def: DefId| look.code.defs.get(usize::from(def)).map_or(0, |def| def.abilities);
        let seat = Deckbox::active_seat(look);
        if let Some(quest) = look.rules.quests.get(usize::from(state.quest)) {
            let thing = Thing::new(QUEST, quest.def);
            visitor(Host { thing, abilities: abilities(quest.def), seat });
            if look.rules.do_tiles_act {
                let lies = |room: &u16| state.lying >> room & 1 == 1;
                for room in (0..quest.rooms.len() as u16).filter(lies) {
                    let abilities = abilities(quest.rooms[usize::from(room)].tile);
                    visitor(Host { thing: Thing::new(Thing::TILE, room), abilities, seat });
                }
            }
        }
        for place in state.on_map() {
            let hero = state.hero(place);
            let thing = Thing::figure(u16::from(place));
            // On all cards of a hero `self` is the hero, not the card.
            let carried = state.zones.cards(bag(place)).iter().map(|card| state.def_of(*card));
            for def in [hero.hero, hero.equipment, hero.ability].into_iter().chain(carried) {
                visitor(Host { thing, abilities: abilities(def), seat: hero.seat });
            }
        }
        for place in state.foes() {
            let thing = Thing::figure(enemy_figure(place));
            let abilities = abilities(state.enemies[usize::from(place)].def);
            visitor(Host { thing, abilities, seat });
        }
    }

    fn lent(look: Look<'_, Deckbox>, thing: Thing, visitor: &mut dyn FnMut(DefId) -> bool) {
        if let Some(hero) = hero_of(look.state, thing) {
            let hero = look.state.hero(hero);
            let _ = visitor(hero.equipment) && visitor(hero.ability);
        }
    }

    fn active_seat(look: Look<'_, Deckbox>) -> u8 {
        let acting = look.state.heroes.get(usize::from(look.state.acting));
        acting.map_or(0, |hero| hero.seat)
    }

    /// The heroes win or lose together.
    fn winners(look: Look<'_, Deckbox>, _: &Context, wins: bool) -> u8 {
        let all = look.state.heroes.iter().fold(0u8, |bits, hero| bits | 1 << hero.seat);
        if wins { all } else { 0 }
    }

    fn usual_window(_: Look<'_, Deckbox>, context: &Context) -> Option<Window> {
        // What a quest begins lasts until its end, what others begin until the end of the round.
        if context.host.is(QUEST) { None } else { Some(Window::Round) }
    }

    fn name(look: Look<'_, Deckbox>, thing: Thing) -> String {
        super::name_of(look, thing)
    }
}

impl Course for Deckbox {
    fn perform(run: &mut Run<'_, Deckbox>, verb: Verb, call: Call) {
        verbs::perform(run, verb, call);
    }

    fn step(run: &mut Play<'_>, task: Task) -> Step {
        match task {
            Task::Open => story::open(run),
            Task::Rules => story::hold(run),
            Task::Round => turn::start_round(run),
            Task::Players => return turn::publish_players(run),
            Task::Act => return turn::publish(run),
            Task::EndActivation => turn::end_activation(run),
            Task::Walk { figure } => moves::walk(run, figure),
            Task::Threshold { hero } => story::threshold(run, hero),
            Task::Aim => return attack::publish_aim(run),
            Task::Roll => attack::roll(run),
            Task::Defend { place } => attack::defend(run, place),
            Task::EndAttack => attack::end(run),
            Task::Hits { figure, count, by } => {
                let by = if by == u16::MAX { Thing::NONE } else { Thing::figure(by) };
                attack::take_hits(run, figure, i32::from(count), by);
            }
            Task::Fall { hero } => harm::fall(run, hero),
            Task::Saved { hero } => harm::saved(run, hero),
            Task::Defeat { enemy, by } => harm::defeat(run, enemy, by),
            Task::Reveal { room } => story::reveal(run, room),
            Task::Explored { room } => story::explored(run, room),
            Task::Encounter { room } => story::encounter(run, room),
            Task::Check { check } => story::check(run, check),
            Task::Enemies => return enemies::publish_next(run),
            Task::Interrupt { seat } => return enemies::publish_interrupt(run, seat),
            Task::EnemyTurn { enemy } => enemies::activate(run, enemy),
            Task::EnemyAttack { enemy } => enemies::attack(run, enemy, false),
            Task::EnemyWay { enemy } => return enemies::publish_ways(run, enemy),
            Task::EnemyStrike { enemy } => enemies::attack(run, enemy, true),
            Task::EnemyTarget { enemy } => return enemies::publish_targets(run, enemy),
            Task::EnemyDone { enemy } => enemies::done(run, enemy),
            Task::Refresh => turn::refresh(run),
            Task::EndRound => turn::end_round(run),
            Task::Damage | Task::Heal | Task::Down | Task::Perish { .. } => {}
        }
        Step::Done
    }

    fn take(run: &mut Play<'_>, task: Task, choice: Choice) {
        match task {
            Task::Players => turn::activate(run, choice.card as u8),
            Task::Act => turn::act(run, choice),
            Task::Aim => attack::aim(run, choice.card),
            Task::Interrupt { .. } if choice.action != GO_ON => {
                run.push(task);
                items::minor(run, choice);
            }
            Task::Enemies => enemies::begin(run, (choice.card - FIRST_ENEMY) as u8),
            Task::EnemyWay { enemy } => enemies::go(run, enemy, choice.card),
            Task::EnemyTarget { enemy } => enemies::strike(run, enemy, choice.card),
            _ => {}
        }
    }

    fn commit(run: &mut Play<'_>, task: Task, bound: [i32; 4]) -> Option<[i32; 4]> {
        let victim = Thing::from_bits(bound[0]);
        match task {
            Task::Damage => {
                let by = Thing::from_bits(bound[1]);
                harm::hurt(run, victim, by, bound[2]).then_some(bound)
            }
            Task::Heal => {
                harm::mend(run, victim, bound[1]);
                Some(bound)
            }
            Task::Down => {
                harm::down(run, hero_of(run.state, victim)?);
                Some(bound)
            }
            Task::Perish { enemy } => {
                harm::perish(run, enemy, Thing::from_bits(bound[1]));
                None
            }
            _ => Some(bound),
        }
    }

    fn prevented(run: &mut Play<'_>, task: Task) {
        if let Task::Perish { enemy } = task {
            harm::spare(run, enemy);
        }
    }

    fn settle(run: &mut Play<'_>) {
        if run.look().has_changed() {
            harm::recount(run);
        }
        if run.state.flow.outcome.is_none() && run.state.on_map().next().is_none() {
            story::lose(run, "all-downed");
        }
    }
}

impl Deckbox {
    /// What is wrong with a position.
    pub(super) fn problems(&self, state: &State) -> Vec<String> {
        let mut problems = state.zones.violations();
        let mut figures: Vec<(u16, u16)> =
            state.on_map().map(|hero| (u16::from(hero), state.hero(hero).square)).collect();
        let foes = state
            .foes()
            .map(|enemy| (enemy_figure(enemy), state.enemies[usize::from(enemy)].square));
        figures.extend(foes);
        for (place, (figure, square)) in figures.iter().enumerate() {
            if !state.is_open(*square) {
                problems.push(format!("figure {figure} stands on {square}, which is not revealed"));
            }
            if figures[..place].iter().any(|(_, other)| other == square) {
                problems.push(format!("two figures stand on {square}"));
            }
            if state.occupant(*square) != Some(*figure) {
                problems.push(format!("nobody knows that figure {figure} stands on {square}"));
            }
        }
        let standing = state.standing.iter().filter(|one| **one != NOBODY).count();
        if standing != figures.len() {
            problems.push(format!("{standing} spaces are taken by {} figures", figures.len()));
        }
        for hero in state.on_map() {
            let one = state.hero(hero);
            // A hero without health is about to fall, but effects may ask a question first.
            let falls = [Task::Fall { hero }, Task::Saved { hero }];
            let is_falling = state.flow.is_pending(|task| falls.contains(task));
            let is_hurt = one.health < 1 && !is_falling;
            if is_hurt || one.energy < 0 || one.treasure < 0 || one.actions < 0 {
                problems.push(format!("hero {hero} is on the map with {one:?}"));
            }
        }
        for enemy in state.foes() {
            let one = &state.enemies[usize::from(enemy)];
            let is_falling = state.flow.is_pending(
                |task| matches!(task, Task::Defeat { enemy: other, .. } | Task::Perish { enemy: other } if *other == enemy),
            );
            if !is_falling && !(1..=self.numbers.enemy_health).contains(&one.health) {
                problems.push(format!("enemy {enemy} shows {}", one.health));
            }
        }
        if state.attack.is_some() && !is_enemy_or_hero(state) {
            problems.push("somebody attacks who is not there".to_owned());
        }
        problems
    }
}

fn is_enemy_or_hero(state: &State) -> bool {
    state.attack.is_none_or(|attack| match is_enemy(attack.attacker) {
        true => usize::from(attack.attacker - FIRST_ENEMY) < state.enemies.len(),
        false => usize::from(attack.attacker) < state.heroes.len(),
    })
}
