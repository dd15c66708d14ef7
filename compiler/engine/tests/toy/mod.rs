//! The smallest possible game on the core: two seats, figures with hearts, dice, a deck of events.
//! Authors of games copy from it, and the core is tested with it.

pub(crate) mod library;
mod rules;
mod vocabulary;

use cardwright_engine::bot::Strategy;
use cardwright_engine::core::dice::{Dice, Pool};
use cardwright_engine::core::zones::Zones;
use cardwright_engine::core::{
    Code, Digest, Flow, Look, LowerError, Lowerer, Part, Playable, SetUp, Staged, Thing, action,
    actions,
};
use cardwright_engine::game::{Choice, SetupError, Start};
use cardwright_engine::rng::Rng;
use cardwright_engine::view::World;
use cardwright_engine::{Entry, Module, Modules, words_of};
use cardwright_model::{Clause, Library};
use cardwright_vocabulary::{Fact, GameWords, Games, Otherwise, Type, field};
pub(crate) use vocabulary::{Act, Event, Mark, Query, Selection, Stat, VOCABULARY, Verb, Window};

actions! {
    ATTACK = "attack",
    END = "end",
}

/// The toy game with its content.
pub(crate) struct Toy {
    pub code: Code,
    pub facts: Vec<Facts>,
    decks: Vec<(String, Vec<u16>, Vec<u16>)>,
    /// A mistake for tests: possible worlds depend on the true order of the decks, and bots look at
    /// the next cards in them.
    pub peeks: bool,
}

/// What the game knows about a printed card beyond the core.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub hearts: i32,
    pub dice: Pool,
    pub armour: i32,
    pub rank: u64,
    pub play: u16,
}

/// A position.
#[derive(Clone)]
pub(crate) struct State {
    pub flow: Flow<Task>,
    pub figures: Vec<Figure>,
    /// Printed cards of the event cards.
    pub events: Vec<u16>,
    /// Deck and discard of each seat.
    pub zones: Zones,
    pub turn: u16,
    pub active: u8,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub def: u16,
    pub seat: u8,
    pub wounds: u8,
    pub alive: bool,
    pub acted: bool,
}

/// The rank of a card.
const RANK: Fact = field(&["figure"], "rank", Type::Enum("rank"), Otherwise::Nothing, "Its rank.");

/// The tasks that the game itself puts on the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    Turn,
    Act,
    EndTurn,
    Strike { attacker: u16, target: u16 },
    Wound,
}

impl Toy {
    pub(crate) fn new(library: &Library) -> Result<Toy, LowerError> {
        let dice = Dice::of_library(library).expect("the toy's dice are usable");
        let mut lowerer = Lowerer::new(library, &VOCABULARY, dice, Some("enter"))?;
        lowerer.cards();
        let pool = |code: &Code, entity: &cardwright_model::Entity| {
            let printed = entity.fields.get("dice").and_then(|dice| dice.as_pool());
            printed.map_or(Pool::EMPTY, |pool| code.dice.pool(pool).expect("declared dice"))
        };
        let mut facts = Vec::new();
        for (_, entity) in lowerer.entities() {
            let none = Clause::default();
            let play = entity.clauses_named("play").next().unwrap_or(&none);
            let play = lowerer.clause(play, &entity.id).unwrap_or_else(|message| {
                lowerer.problem(&entity.id, message);
                0
            });
            let number = |field: &str| entity.int(field).unwrap_or(0);
            facts.push(Facts {
                hearts: number("hearts") as i32,
                dice: pool(&lowerer.code, entity),
                armour: number("armour") as i32,
                rank: lowerer.values(entity, &RANK).unwrap_or(0),
                play,
            });
        }
        let copies = |code: &Code, entity: &cardwright_model::Entity, list: &str| {
            let entries = entity.lists.get(list).into_iter().flatten();
            entries
                .flat_map(|entry| {
                    let def = code.def(&entry.card).expect("a card of the deck");
                    std::iter::repeat_n(def, entry.count as usize)
                })
                .collect()
        };
        let code = lowerer.finish()?;
        let decks = library
            .decks()
            .map(|deck| {
                (deck.id.clone(), copies(&code, deck, "figures"), copies(&code, deck, "events"))
            })
            .collect();
        Ok(Toy { code, facts, decks, peeks: false })
    }

    pub(crate) fn look<'a>(&'a self, state: &'a State) -> Look<'a, Toy> {
        Look::new(self, state)
    }

    fn empty(&self, start: &Start) -> State {
        State {
            flow: Flow::new(start),
            figures: Vec::new(),
            events: Vec::new(),
            zones: Zones::new(4),
            turn: 0,
            active: 1,
        }
    }
}

impl State {
    pub(crate) fn add_figure(&mut self, def: u16, seat: u8, wounds: u8) {
        self.figures.push(Figure { def, seat, wounds, alive: true, acted: false });
    }

    pub(crate) fn alive(&self, seat: u8) -> impl Iterator<Item = u16> {
        let figures = self.figures.iter().enumerate();
        figures.filter(move |(_, f)| f.alive && f.seat == seat).map(|(place, _)| place as u16)
    }
}

impl Playable for Toy {
    const ACTIONS: &'static [&'static str] = ACTIONS;

    fn begin(&self, start: &Start) -> Result<State, SetupError> {
        let mut state = self.empty(start);
        for (seat, wanted) in start.decks.iter().enumerate() {
            let deck = self.decks.iter().find(|(id, _, _)| id == wanted);
            let (_, figures, events) =
                deck.ok_or_else(|| SetupError::UnknownDeck(wanted.clone()))?;
            for def in figures {
                state.add_figure(*def, seat as u8, 0);
            }
            let deck = seat as u16 * 2;
            for def in events {
                state.events.push(*def);
                state.zones.add(deck);
            }
            state.zones.shuffle(deck, &mut state.flow.luck.rng, 8 + seat);
        }
        state.flow.start(Task::Turn);
        Ok(state)
    }

    fn label(_: Look<'_, Toy>, choice: Choice) -> String {
        match choice.action {
            ATTACK => format!("{} attacks {}", choice.card, choice.extra),
            _ => "End the turn".to_owned(),
        }
    }

    fn deal_unseen(&self, state: &mut State, _: u8, rng: &mut Rng) {
        for deck in [0, 2] {
            match self.peeks {
                true => state.zones.shuffle(deck, rng, 0),
                false => state.zones.mix(&[deck], |card| state.flow.is_shown(card), rng),
            }
        }
    }

    fn round(state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn digest(&self, state: &State, digest: &mut Digest) {
        digest.add_all(state.figures.iter().map(|f| {
            u64::from(f.def) << 16
                | u64::from(f.wounds) << 8
                | u64::from(f.alive) << 1
                | u64::from(f.acted)
        }));
        for place in 0..4 {
            digest.add_all(state.zones.cards(place).iter().map(|card| u64::from(*card)));
        }
        digest.add_all([u64::from(state.turn), u64::from(state.active)]);
    }

    fn violations(&self, state: &State) -> Vec<String> {
        let mut problems = state.zones.violations();
        let look = self.look(state);
        for (place, figure) in state.figures.iter().enumerate() {
            let hearts = look.stat(Stat::Hearts, Thing::figure(place as u16));
            if figure.alive && i32::from(figure.wounds) >= hearts {
                problems.push(format!("figure {place} lives with {} wounds", figure.wounds));
            }
        }
        problems
    }

    fn describe(&self, _: &State, _: u8) -> String {
        String::new()
    }
}

impl Strategy for Toy {
    fn evaluate(&self, state: &World<State>, seat: u8) -> i64 {
        let side = |seat: u8| {
            state
                .alive(seat)
                .map(|f| 10 - i64::from(state.figures[usize::from(f)].wounds))
                .sum::<i64>()
        };
        let next = [0, 2].map(|deck| state.zones.top(deck).map_or(0, i64::from));
        let peeked = if self.peeks { 20 * (next[0] - next[1]) } else { 0 };
        side(seat) - side(1 - seat) + peeked
    }

    fn suggest(&self, _: &World<State>) -> usize {
        0
    }
}

impl Module for Toy {
    fn open(library: &Library) -> Result<Toy, LowerError> {
        Toy::new(library)
    }
}

/// The list of games, like the list of shipped games in `compiler/games`.
static ENTRIES: [Entry; 1] = [Entry::of::<Toy>()];
static WORDS: [GameWords; ENTRIES.len()] = words_of(&ENTRIES);
pub(crate) static MODULES: Modules = Modules { entries: &ENTRIES, games: Games(&WORDS) };

impl Staged for Toy {
    fn lay(&self, table: &SetUp<'_>) -> Result<State, String> {
        let mut state = self.empty(&Start { seed: table.seed(), ..Start::default() });
        for (seat, field) in ["left", "right"].into_iter().enumerate() {
            for placed in table.cards(field)? {
                let wounds = placed.number("wounds").unwrap_or(0) as u8;
                state.add_figure(placed.def, seat as u8, wounds);
            }
        }
        for placed in table.cards("deck")? {
            state.events.push(placed.def);
            let card = state.zones.add(0);
            state.zones.put_bottom(card, 0);
        }
        state.flow.start(Task::Turn);
        Ok(state)
    }

    fn parts(_: Look<'_, Toy>, choice: Choice) -> Vec<(&'static str, Part)> {
        match choice.action {
            ATTACK => vec![
                ("card", Part::Thing(Thing::figure(choice.card))),
                ("at", Part::Thing(Thing::figure(choice.extra))),
            ],
            action::USE => vec![("card", Part::Thing(Thing::figure(choice.card)))],
            _ => Vec::new(),
        }
    }
}
