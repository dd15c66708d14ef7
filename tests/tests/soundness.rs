//! A sample of the proof that every effect that checks is an effect that plays.
//!
//! The whole proof is `cargo run --release --example soundness -p cardwright-tests -- GAME`.

use cardwright_tests::soundness::{Bench, Effort, Fate, Table};

/// How many effects of each game are tried, spread evenly over all of them.
const SAMPLE: usize = 40;

/// Tries a sample of a game's effects. No more may be idle or break the game than `most`; the aim is
/// none. Which effects are in the sample changes with every new word.
fn sample(game: &str, most: usize) {
    let bench = Bench::open(game);
    let all = bench.probes();
    let step = all.len().div_ceil(SAMPLE).max(1);
    let probes = Bench::sample(all, step, 0);
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
    assert!(table.wrong() <= most, "{} of {} are idle:\n{wrong}", table.wrong(), probes.len());
}

#[test]
fn effects_of_arcade_that_check_play() {
    sample("arcade", 3);
}

#[test]
fn effects_of_bag_that_check_play() {
    sample("bag", 0);
}

#[test]
fn effects_of_crawler_that_check_play() {
    sample("crawler", 4);
}

#[test]
fn effects_of_deckbox_that_check_play() {
    sample("deckbox", 1);
}

#[test]
fn effects_of_explore_that_check_play() {
    sample("explore", 3);
}
