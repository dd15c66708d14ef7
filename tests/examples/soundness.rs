//! `cargo run --release --example soundness -p cardwright-tests -- GAME [PART [WORD [TIMES]]]`: tries every word of a game at
//! every place and prints what is refused, acts, breaks or is idle.
//!
//! Of one core all of Bag takes 16 seconds, of Deck Box 25 minutes, of Explore and Crawler three
//! quarters of an hour, of Arcade two and a half hours.
//!
//! `PART` is a stride: every so many-th effect of a fixed random order is tried (1: all); `97+5` begins with the sixth. `WORD` keeps only effects whose
//! description contains it. `TIMES` looks that many times as hard.

use cardwright_tests::soundness::{Bench, Effort, Fate, Probe, Table};

fn main() {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "bag".to_owned());
    let part = args.next().unwrap_or_default();
    let (stride, first) = part.split_once('+').unwrap_or((&part, ""));
    let stride: usize = stride.parse().unwrap_or(1).max(1);
    let first: usize = first.parse().unwrap_or(0);
    let word = args.next().unwrap_or_default();
    let times: u32 = args.next().and_then(|times| times.parse().ok()).unwrap_or(1).max(1);
    let usual = Effort::default();
    let effort = Effort { games: usual.games * times, tries: usual.tries * times, ..usual };
    let bench = Bench::open(&game);
    let named = |probe: &Probe| probe.to_string().contains(&word);
    let probes = Bench::sample(bench.probes().into_iter().filter(named).collect(), stride, first);
    eprintln!("{} effects", probes.len());
    let fates = bench.fates(&probes, effort, |done| {
        if done % 50 == 0 {
            eprint!("\r{done} ");
        }
    });
    let (mut by_class, mut by_place) = (Table::default(), Table::default());
    for (probe, fate) in probes.iter().zip(&fates) {
        by_class.count(probe.about.split(' ').next().unwrap_or_default(), fate);
        by_place.count(&format!("{} {}", probe.kind, probe.spot), fate);
        match fate {
            Fate::Idle => println!("idle    {probe}"),
            Fate::Breaks(why) => println!("broken  {probe}\n        {why}"),
            Fate::Refused(why) if !word.is_empty() => println!("refused {probe}\n        {why}"),
            Fate::Acts(parting) if !word.is_empty() => {
                println!("acts    {probe}\n        {:?} {:?}", parting.from, parting.difference);
            }
            _ => {}
        }
    }
    println!("\n{by_place}\n{by_class}");
    std::process::exit(i32::from(by_class.wrong() > 0));
}
