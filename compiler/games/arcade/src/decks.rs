//! Decks: equipment that is drawn and chosen, challenges, the plot.

use super::actions::CHOOSE_LOOT;
use super::printed::Sort;
use super::state::*;
use super::under_way::Region;
use super::vocabulary::{Event, Stat};
use super::wounds::thing;
use super::{Arcade, Play};
use cardwright_engine::board::Square;
use cardwright_engine::core::code::NO_NODE;
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::zones::Place;
use cardwright_engine::core::{Context, Step, Thing};

/// The stream of random numbers of a deck; the first eight are dice. Each deck is followed by its
/// discards in the numbers of places.
pub(super) fn stream_of(deck: Place) -> usize {
    8 + usize::from(deck) / 2
}

impl Arcade {
    /// Challenges in play.
    pub(super) fn challenges<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u16> + 'a {
        self.in_force(state, |sort| matches!(sort, Sort::Challenge | Sort::BossChallenge))
    }

    /// The plot in play.
    pub(super) fn plot(&self, state: &State) -> Option<u16> {
        self.in_force(state, |sort| sort == Sort::Plot).next()
    }

    fn in_force<'a>(
        &'a self,
        state: &'a State,
        wanted: impl Fn(Sort) -> bool + 'a,
    ) -> impl Iterator<Item = u16> + 'a {
        let cards = state.zones.cards(IN_FORCE).iter().copied();
        cards.filter(move |card| wanted(self.facts(state.def_of(*card)).sort))
    }
}

/// Draws the top card. The discards are shuffled into the deck as soon as its last card is drawn,
/// not only when another one is needed.
pub(super) fn draw(run: &mut Play<'_>, deck: Place, discard: Place, to: Place) -> Option<u16> {
    // There were no discards when the last card was drawn, but there may be some by now.
    renew(run.state, deck, discard);
    let card = run.state.zones.draw(deck, to)?;
    renew(run.state, deck, discard);
    Some(card)
}

/// Makes a new deck of the discards if the deck has run out.
fn renew(state: &mut State, deck: Place, discard: Place) {
    if state.zones.cards(deck).is_empty() {
        state.zones.move_all(discard, deck);
        state.zones.shuffle(deck, &mut state.flow.luck.rng, stream_of(deck));
    }
}

/// Takes a card out of its deck into the backpack and shuffles the deck.
pub(super) fn fetch(run: &mut Play<'_>, thing: Thing) {
    let Some(card) = thing.of(Thing::CARD) else { return };
    let (deck, discard) = match run.state.zones.place(card) {
        LOOT => (LOOT, LOOT_DISCARD),
        TREASURE => (TREASURE, TREASURE_DISCARD),
        _ => return,
    };
    run.state.zones.put_top(card, BACKPACK);
    run.state.zones.shuffle(deck, &mut run.state.flow.luck.rng, stream_of(deck));
    renew(run.state, deck, discard);
    run.flow().touch();
}

/// Draws loot into the backpack.
pub(super) fn draw_loot(run: &mut Play<'_>, count: i32) {
    for _ in 0..count {
        if draw(run, LOOT, LOOT_DISCARD, BACKPACK).is_none() {
            return;
        }
    }
}

/// Draws treasures. Cards that only a Consul player could use are discarded and drawn again, and
/// so are boo booties unless they come from a chest.
pub(super) fn draw_treasures(run: &mut Play<'_>, count: i32, to: Place, from_chest: bool) {
    // The number of tries is limited in case the deck has only cards that are drawn again.
    let mut tries = run.state.cards.len();
    let mut left = count;
    while left > 0 && tries > 0 {
        tries -= 1;
        let Some(card) = draw(run, TREASURE, TREASURE_DISCARD, to) else { return };
        let facts = run.rules.facts(run.state.def_of(card));
        let is_booty = facts.sort == Sort::BooBooty && !from_chest;
        if facts.is_for_consul || is_booty {
            run.state.zones.put_top(card, TREASURE_DISCARD);
        } else {
            left -= 1;
        }
    }
}

/// Asks which of the drawn treasures is kept. A boo booty must be kept.
pub(super) fn publish_keep(run: &mut Play<'_>, tile: u8, chest: Option<Square>) -> Step {
    let drawn = run.state.zones.cards(DRAWN).to_vec();
    let is_booty = |card: &u16| run.rules.facts(run.state.def_of(*card)).sort == Sort::BooBooty;
    if let Some(booty) = drawn.iter().copied().find(is_booty) {
        keep(run, booty, tile, chest);
        return Step::Done;
    }
    if let [only] = drawn.as_slice() {
        keep(run, *only, tile, chest);
        return Step::Done;
    }
    for card in drawn {
        run.option(CHOOSE_LOOT, card, 0);
    }
    Step::decide(0, "keep")
}

/// Keeps one card and discards the others. The monster of a boo booty appears on the square of its
/// chest.
pub(super) fn keep(run: &mut Play<'_>, card: u16, tile: u8, chest: Option<Square>) {
    let facts = run.rules.facts(run.state.def_of(card));
    let is_booty = facts.sort == Sort::BooBooty;
    run.state.zones.put_top(card, if is_booty { TREASURE_DISCARD } else { BACKPACK });
    run.state.zones.move_all(DRAWN, TREASURE_DISCARD);
    if is_booty && let Some(square) = chest {
        let waiting = run.state.pooled(facts.other).next();
        if let Some(figure) = waiting {
            run.state.figure_mut(figure).tile = tile;
            super::spawning::arrive_at(run, figure, Region::At { square });
        }
    }
}

/// Brings a plot into play, once per game.
pub(super) fn draw_plot(run: &mut Play<'_>) {
    if run.state.is_plot_drawn {
        return;
    }
    run.state.is_plot_drawn = true;
    if let Some(card) = run.state.zones.draw(PLOT, IN_FORCE) {
        run.flow().touch();
        run.note(|look| format!("Plot: {}", super::name_of(look, Thing::card(card))));
        run.raise_own(Event::Drawn, Thing::card(card), &[]);
    }
}

/// Discards the plot if its condition is met. Then each Hero rolls a green die and gains a
/// treasure with a heart and a potion on it.
pub(super) fn check_plot(run: &mut Play<'_>) {
    let Some(card) = run.rules.plot(run.state) else { return };
    let discard = run.rules.facts(run.state.def_of(card)).discard;
    let context = Context::of(Thing::card(card), 0);
    if discard == NO_NODE || !run.look().truth(discard, &context) {
        return;
    }
    run.state.zones.put_top(card, DONE);
    run.gone(Thing::card(card));
    run.note(|look| format!("{} is over", super::name_of(look, Thing::card(card))));
    let pool = Pool::of(run.rules.green, 1);
    let heroes: super::group::Group = run.state.heroes().collect();
    for hero in heroes.iter() {
        let roll = run.throw(&pool, 0, thing(hero));
        let shown = run.rules.symbols.count(&roll, &run.code.dice);
        if shown.hearts > 0 && shown.potions > 0 {
            draw_treasures(run, 1, BACKPACK, false);
        }
    }
}

/// Draws a challenge, which replaces the one in play unless it is put `beside` it. Its trap
/// happens at once.
pub(super) fn draw_challenge(run: &mut Play<'_>, beside: bool) {
    let (deck, discard) = if run.state.is_boss_spawned {
        (BOSS_CHALLENGE, BOSS_DISCARD)
    } else {
        (CHALLENGE, CHALLENGE_DISCARD)
    };
    let drawn = draw(run, deck, discard, IN_FORCE);
    if !beside {
        discard_challenges(run, |_, card| Some(card) != drawn);
    }
    let Some(card) = drawn else { return };
    if let Some(free) = run.state.fresh.iter_mut().find(|card| **card == NOBODY) {
        *free = card;
    }
    run.flow().touch();
    run.note(|look| format!("Challenge: {}", super::name_of(look, Thing::card(card))));
    let trap = run.rules.facts(run.state.def_of(card)).trap;
    run.raise_own(Event::Drawn, Thing::card(card), &[]);
    run.begin(trap, Context::of(Thing::card(card), 0));
}

/// Discards challenges in play.
pub(super) fn discard_challenges(run: &mut Play<'_>, wanted: impl Fn(&State, u16) -> bool) {
    let challenges: Vec<u16> = run.rules.challenges(run.state).collect();
    for card in challenges {
        if !wanted(run.state, card) {
            continue;
        }
        let is_boss = run.rules.facts(run.state.def_of(card)).sort == Sort::BossChallenge;
        let discard = if is_boss { BOSS_DISCARD } else { CHALLENGE_DISCARD };
        run.state.zones.put_top(card, discard);
        run.gone(Thing::card(card));
    }
}

/// The price of a treasure in loot cards.
pub(super) fn trade_price(run: &Play<'_>) -> usize {
    run.look().stat(Stat::TradePrice, Thing::NONE).clamp(1, 99) as usize
}
