//! How the toy game is played.

use cardwright_engine::core::code::NONE;
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{
    Args, Call, Context, Course, Host, Look, Order, Rules, Run, Step, Thing, usual_rules,
};
use cardwright_engine::game::Choice;

use super::{
    ATTACK, Act, END, Event, Figure, Mark, Query, Selection, Stat, State, Task, Toy, VOCABULARY,
    Verb, Window,
};

const STARS: u8 = 1;

impl Rules for Toy {
    usual_rules!();

    fn number(args: Args<'_, Toy>, query: Query) -> i32 {
        let state = args.state();
        match query {
            Query::Wounds => figure(state, args.thing(0)).map_or(0, |f| i32::from(f.wounds)),
            Query::Alive => i32::from(figure(state, args.thing(0)).is_some_and(|f| f.alive)),
            Query::Turn => i32::from(state.turn),
            Query::Over => i32::from(state.flow.outcome.is_some()),
            _ => 0,
        }
    }

    fn set(args: Args<'_, Toy>, query: Query) -> u64 {
        match (query, figure(args.state(), args.thing(0))) {
            (Query::Rank, Some(figure)) => args.look.rules.facts[usize::from(figure.def)].rank,
            _ => 0,
        }
    }

    fn visit(
        args: Args<'_, Toy>,
        selection: Selection,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool {
        let (state, seat) = (args.state(), args.context.seat);
        if selection == Selection::Cards {
            let place = u16::from(seat) * 2 + args.number(0) as u16;
            return state.zones.cards(place).iter().rev().all(|card| visitor(Thing::card(*card)));
        }
        let meant = |f: &Figure| match selection {
            Selection::Friends => f.seat == seat,
            Selection::Enemies => f.seat != seat,
            _ => true,
        };
        let mut figures = state.figures.iter().enumerate();
        figures.all(|(place, f)| !f.alive || !meant(f) || visitor(Thing::figure(place as u16)))
    }

    fn contains(args: Args<'_, Toy>, selection: Selection, thing: Thing) -> bool {
        let Some(figure) = figure(args.state(), thing) else {
            return !Self::visit(args, selection, &mut |other| other != thing);
        };
        let seat = args.context.seat;
        figure.alive
            && match selection {
                Selection::Friends => figure.seat == seat,
                Selection::Enemies => figure.seat != seat,
                Selection::Figures => true,
                _ => false,
            }
    }

    fn base(args: Args<'_, Toy>, stat: Stat, thing: Thing) -> i32 {
        let Some(figure) = figure(args.state(), thing) else {
            return 0;
        };
        let facts = &args.look.rules.facts[usize::from(figure.def)];
        match stat {
            Stat::Hearts => facts.hearts,
            Stat::Strength => 0,
            Stat::Armour => facts.armour,
            Stat::Dice => 0,
        }
    }

    fn base_pool(args: Args<'_, Toy>, _: Stat, thing: Thing) -> Pool {
        let figure = figure(args.state(), thing);
        figure.map_or(Pool::EMPTY, |figure| args.look.rules.facts[usize::from(figure.def)].dice)
    }

    fn bounds(_: Stat) -> (i32, i32) {
        (0, 99)
    }

    fn def(look: Look<'_, Toy>, thing: Thing) -> u16 {
        match thing.class() {
            Thing::FIGURE => figure(look.state, thing).map_or(NONE, |f| f.def),
            Thing::CARD => look.state.events.get(thing.index()).copied().unwrap_or(NONE),
            _ => NONE,
        }
    }

    fn visit_copies(look: Look<'_, Toy>, def: u16, visitor: &mut dyn FnMut(Thing) -> bool) {
        for (place, _) in look.state.figures.iter().enumerate().filter(|(_, f)| f.def == def) {
            if !visitor(Thing::figure(place as u16)) {
                return;
            }
        }
    }

    fn hosts(look: Look<'_, Toy>, visitor: &mut dyn FnMut(Host)) {
        for (place, figure) in look.state.figures.iter().enumerate().filter(|(_, f)| f.alive) {
            let abilities = look.code.defs[usize::from(figure.def)].abilities;
            visitor(Host { thing: Thing::figure(place as u16), abilities, seat: figure.seat });
        }
    }

    fn winners(_: Look<'_, Toy>, context: &Context, wins: bool) -> u8 {
        let own = 1 << context.seat;
        if wins { own } else { 3 & !own }
    }

    fn active_seat(look: Look<'_, Toy>) -> u8 {
        look.state.active
    }

    fn order(event: Event) -> Option<Order> {
        (event == Event::TurnStarts).then_some(Order::OfThings)
    }

    fn usual_window(_: Look<'_, Toy>, context: &Context) -> Option<Window> {
        // An event card leaves after it was played, so its effects last until the end of the turn.
        context.host.is(Thing::CARD).then_some(Window::EndOfTurn)
    }
}

impl Course for Toy {
    fn perform(run: &mut Run<'_, Toy>, verb: Verb, call: Call) {
        let target = call.thing(run, 0);
        let count = call.number_or(run, 1, 1);
        match verb {
            Verb::Wound if figure(run.state, target).is_some_and(|f| f.alive) => {
                propose_wound(run, target, call.context.host, count);
            }
            Verb::Heal => {
                if let Some(figure) = run.state.figures.get_mut(target.index()) {
                    figure.wounds = figure.wounds.saturating_sub(count.clamp(0, 255) as u8);
                }
            }
            Verb::Ping => run.raise(Event::Pinged, &[]),
            _ => {}
        }
    }

    fn step(run: &mut Run<'_, Toy>, task: Task) -> Step {
        match task {
            Task::Turn => start_turn(run),
            Task::Act => return publish_actions(run),
            Task::EndTurn => {
                run.expire(Window::EndOfTurn, None);
                run.reset_limits(None);
                run.push(Task::Turn);
            }
            Task::Strike { attacker, target } => strike(run, attacker, target),
            Task::Wound => {}
        }
        Step::Done
    }

    fn take(run: &mut Run<'_, Toy>, task: Task, choice: Choice) {
        if choice.action == ATTACK {
            run.state.figures[usize::from(choice.card)].acted = true;
            run.push(task);
            run.push(Task::Strike { attacker: choice.card, target: choice.extra });
        }
    }

    fn commit(run: &mut Run<'_, Toy>, _: Task, bound: [i32; 4]) -> Option<[i32; 4]> {
        let (victim, amount) = (Thing::from_bits(bound[0]), bound[2]);
        let hearts = run.look().stat(Stat::Hearts, victim);
        let figure = run.state.figures.get_mut(victim.index())?;
        if !figure.alive || amount <= 0 {
            return None;
        }
        figure.wounds = figure.wounds.saturating_add(amount.min(99) as u8);
        if i32::from(figure.wounds) >= hearts {
            figure.alive = false;
            run.note(|look| format!("{} is slain", Toy::name(look, victim)));
            run.raise(Event::Slain, &bound[..2]);
            run.gone(victim);
            finish_if_slain(run);
        }
        Some(bound)
    }
}

fn finish_if_slain(run: &mut Run<'_, Toy>) {
    for seat in 0..2 {
        if run.state.alive(seat).next().is_none() {
            run.finish(1 << (1 - seat), "slain");
        }
    }
}

fn figure(state: &State, thing: Thing) -> Option<&Figure> {
    thing.of(Thing::FIGURE).and_then(|place| state.figures.get(usize::from(place)))
}

fn propose_wound(run: &mut Run<'_, Toy>, victim: Thing, attacker: Thing, amount: i32) {
    let bound = [victim.bits(), attacker.bits(), amount];
    run.propose(Some(Event::WouldWound), Some(Event::Wounded), &bound, Task::Wound);
}

fn start_turn(run: &mut Run<'_, Toy>) {
    run.state.turn += 1;
    run.state.active = 1 - run.state.active;
    let seat = run.state.active;
    for figure in &mut run.state.figures {
        figure.acted = false;
    }
    if run.state.turn > 200 {
        run.finish(0, "turn-limit");
        return;
    }
    run.push(Task::EndTurn);
    run.push(Task::Act);
    let (deck, discard) = (u16::from(seat) * 2, u16::from(seat) * 2 + 1);
    if run.state.zones.cards(deck).is_empty() {
        run.state.zones.move_all(discard, deck);
        let flow = &mut run.state.flow;
        run.state.zones.shuffle(deck, &mut flow.luck.rng, 8 + usize::from(seat));
    }
    if let Some(card) = run.state.zones.draw(deck, discard) {
        let play = run.rules.facts[usize::from(run.state.events[usize::from(card)])].play;
        run.begin(play, Context::of(Thing::card(card), seat));
    }
    run.raise(Event::TurnStarts, &[]);
}

fn publish_actions(run: &mut Run<'_, Toy>) -> Step {
    let seat = run.state.active;
    let mut options = std::mem::take(&mut run.flow().options);
    let look = run.look();
    let is_hidden = |target: &u16| look.has_mark(Mark::Hidden, Thing::figure(*target));
    let exposed = look.state.alive(1 - seat).any(|target| !is_hidden(&target));
    for attacker in look.state.alive(seat) {
        let acted = look.state.figures[usize::from(attacker)].acted;
        if acted || look.is_forbidden(Act::Attack, Thing::figure(attacker)) {
            continue;
        }
        for target in look.state.alive(1 - seat).filter(|target| !exposed || !is_hidden(target)) {
            options.push(Choice { action: ATTACK, card: attacker, extra: target });
        }
    }
    run.flow().options = options;
    run.offer_options(seat);
    run.option(END, Choice::NO_CARD, 0);
    Step::decide(seat, "act")
}

fn strike(run: &mut Run<'_, Toy>, attacker: u16, target: u16) {
    let (from, to) = (Thing::figure(attacker), Thing::figure(target));
    let (Some(own), Some(other)) = (figure(run.state, from), figure(run.state, to)) else {
        return;
    };
    if !own.alive || !other.alive {
        return;
    }
    let seat = own.seat;
    let pool = run.look().pool_stat(Stat::Dice, from);
    let attack = run.throw(&pool, seat, from).total(STARS, &run.rules.code.dice);
    let look = run.look();
    if attack + look.stat(Stat::Strength, from) > look.stat(Stat::Armour, to) {
        propose_wound(run, to, from, 1);
    }
    run.expire(Window::NextAttack, Some(from));
}
