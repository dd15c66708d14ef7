//! How many decisions per second the engine plays, on one thread with random bots.
//!
//! `cargo bench -p cardwright-tests --bench decisions`; the throughput is in decisions.

use cardwright_games::GAMES;
use std::path::Path;

use cardwright_arcade::Arcade;
use cardwright_check::{Project, check};
use cardwright_crawler::Crawler;
use cardwright_deckbox::Deckbox;
use cardwright_engine::Module;
use cardwright_engine::bot::{Bot, BotKind, Strategy};
use cardwright_engine::game::Start;
use cardwright_engine::view::View;
use cardwright_explore::Explore;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Plays one game to its end and returns the number of decisions.
fn play<G: Strategy>(game: &G, start: &Start) -> u64 {
    let mut state = game.setup(start).expect("the decks are there");
    let mut bots: Vec<Bot<_>> = (0..start.decks.len())
        .map(|seat| Bot::new(BotKind::Random, start.seed, seat as u8))
        .collect();
    let mut decisions = 0;
    while let Some(decision) = game.decision(&state) {
        let option =
            bots[usize::from(decision.seat)].choose(&View::new(game, &state, decision.seat));
        game.apply(&mut state, option).expect("a listed option can be taken");
        decisions += 1;
    }
    decisions
}

/// Measures a game at several tables.
fn measure<G: Strategy>(
    criterion: &mut Criterion,
    what: &str,
    game: &G,
    tables: &[(&str, &[&str])],
) {
    let mut group = criterion.benchmark_group(what);
    for (name, decks) in tables {
        let decks: Vec<String> = decks.iter().map(|deck| (*deck).to_owned()).collect();
        let games: Vec<Start> =
            (0..20).map(|seed| Start { decks: decks.clone(), seed, ..Start::default() }).collect();
        let total = games.iter().map(|start| play(game, start)).sum();
        group.throughput(Throughput::Elements(total));
        group.bench_function(*name, |bencher| {
            bencher.iter(|| games.iter().map(|start| play(game, start)).sum::<u64>());
        });
    }
    group.finish();
}

fn decisions(criterion: &mut Criterion) {
    let library = |package: &str| {
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(package);
        let checked = check(
            &Project::load(cardwright_tests::disk(), &content).expect("the content can be read"),
            GAMES,
        );
        checked.packages.into_iter().next_back().expect("a package").library
    };
    let crawler = Crawler::open(&library("crawler")).expect("the content can be played");
    measure(
        criterion,
        "random play",
        &crawler,
        &[
            ("solo", &["ember-and-ash"]),
            ("co-op", &["twin-torches-north", "twin-torches-south"]),
            ("competitive", &["iron-covenant", "borrowed-thunder"]),
            ("multi-player", &["table-of-coins", "table-of-cups", "table-of-swords"]),
        ],
    );
    let arcade = Arcade::open(&library("arcade")).expect("the content can be played");
    measure(
        criterion,
        "random play, arcade",
        &arcade,
        &[("small party", &["balanced"]), ("large party", &["everybody"])],
    );
    let deckbox = Deckbox::open(&library("deckbox")).expect("the content can be played");
    measure(
        criterion,
        "random play, deckbox",
        &deckbox,
        &[("first quest", &["first-lamp-guard"]), ("last quest", &["sixth-lamp-guard"])],
    );
    let explore = Explore::open(&library("explore")).expect("the content can be played");
    measure(
        criterion,
        "random play, explore",
        &explore,
        &[
            ("delve", &["hammer-and-herb", "rex-at-home"]),
            ("crawl", &["three-lanterns", "eggs-and-warrens"]),
            ("siege", &["five-for-supper", "the-whole-crater"]),
        ],
    );
}

criterion_group!(benches, decisions);
criterion_main!(benches);
