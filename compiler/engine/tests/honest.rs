//! Bots know what their seat knows: on the toy game, and on one that peeks.

use cardwright_engine::bot::BotKind;
use cardwright_engine::game::Start;
use cardwright_engine::honest::{Honesty, Trial, examine};
use cardwright_engine::simulate::{Simulation, simulate};
use cardwright_engine::view::View;
use cardwright_engine::{Game, Module};

use crate::toy::Toy;
use crate::toy::library::library;

fn start(seed: u64) -> Start {
    Start { decks: vec!["left".into(), "right".into()], seed, ..Start::default() }
}

fn examined(game: &Toy) -> Honesty {
    let bots =
        [BotKind::Random, BotKind::Auto, BotKind::Greedy, BotKind::Plan(16), BotKind::Search(16)];
    let mut found = Honesty::default();
    for seed in 0..20 {
        let trial = Trial { start: start(seed), bots: &bots, every: 3, most: 20 };
        found.add(examine(game, &trial));
    }
    found
}

#[test]
fn what_is_hidden_and_what_is_to_come_change_no_choice() {
    let found = examined(&Toy::open(&library(&[])).expect("playable"));
    assert_eq!(found.problems, Vec::<String>::new());
    assert!(found.positions > 200 && found.choices == 5 * found.positions, "{found:?}");
}

#[test]
fn a_game_whose_worlds_depend_on_the_true_deck_is_caught() {
    let mut game = Toy::open(&library(&[])).expect("playable");
    game.peeks = true;
    let found = examined(&game);
    assert!(!found.problems.is_empty(), "{found:?}");
    assert!(found.problems.iter().all(|problem| problem.contains("with other unseen cards")));
}

#[test]
fn a_seat_has_options_only_when_it_decides() {
    let game = Toy::open(&library(&[])).expect("playable");
    let state = game.setup(&start(1)).expect("a game");
    let decider = game.decision(&state).expect("a decision").seat;
    assert!(!View::new(&game, &state, decider).options().is_empty());
    assert!(View::new(&game, &state, 1 - decider).options().is_empty());
}

/// Games that each seat wins, with one kind of bot against another.
fn duel(game: &Toy, bots: [BotKind; 2]) -> Vec<u32> {
    let simulation = Simulation {
        format: "duel".into(),
        decks: vec!["left".into(), "right".into()],
        bots: bots.to_vec(),
        games: 60,
        seed: 5,
        inspect_every: 0,
        habits: Vec::new(),
    };
    simulate(game, &simulation).wins
}

#[test]
fn more_thinking_wins_more() {
    let game = Toy::open(&library(&[])).expect("playable");
    let above = [BotKind::Greedy, BotKind::Plan(32), BotKind::Search(64)];
    for (strong, weak) in above.map(|strong| (strong, BotKind::Random)) {
        let [ahead, behind] = [duel(&game, [strong, weak]), duel(&game, [weak, strong])];
        let won = ahead[0] + behind[1];
        assert!(won >= 75, "{strong} won {won} of 120 against {weak}");
    }
}

#[test]
fn planning_is_the_same_on_any_number_of_threads() {
    let game = Toy::open(&library(&[])).expect("playable");
    let wins = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| duel(&game, [BotKind::Plan(8), BotKind::Search(16)]))
    };
    assert_eq!(wins(1), wins(3));
}
