//! A sample of the proof that every effect that checks is an effect that plays.
//!
//! The whole proof is `cargo run --release --example soundness -p cardwright-tests -- GAME`.

use cardwright_tests::soundness::{Bench, Effort, Fate, Table};

/// How many effects of each game are tried, spread evenly over all of them.
const SAMPLE: usize = 40;

/// Tries a sample of a game's effects. No more may be idle or break the game than are `known`; the aim
/// is none.
fn sample(game: &str, known: usize) {
    let bench = Bench::open(game);
    let all = bench.probes();
    let step = all.len().div_ceil(SAMPLE).max(1);
    let probes: Vec<_> = all.into_iter().step_by(step).collect();
    let fates = bench.fates(&probes, Effort::default(), |_| {});
    let mut table = Table::default();
    let mut wrong = String::new();
    for (probe, fate) in probes.iter().zip(&fates) {
        table.count(probe.about.split(' ').next().unwrap_or_default(), fate);
        if matches!(fate, Fate::Idle | Fate::Breaks(_)) {
            wrong.push_str(&format!("{probe}\n  {fate:?}\n"));
        }
    }
    println!("{game}\n{table}");
    assert!(table.wrong() <= known, "{} of {} are idle:\n{wrong}", table.wrong(), probes.len());
}

#[test]
fn effects_of_arcade_that_check_play() {
    sample("arcade", 0);
}

#[test]
fn effects_of_bag_that_check_play() {
    sample("bag", 0);
}

#[test]
fn effects_of_crawler_that_check_play() {
    // Nothing harms who attacks at the moment at which that is known, and a Terrain whose challenge
    // was lost draws no cards that round anyway.
    sample("crawler", 2);
}

#[test]
fn effects_of_deckbox_that_check_play() {
    sample("deckbox", 0);
}

#[test]
fn effects_of_explore_that_check_play() {
    // Marks about walking that an attack begins are over with it.
    sample("explore", 2);
}
