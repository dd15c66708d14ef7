//! Plays games of a library that was written as JSON, and says how fast.

use std::time::Instant;

use cardwright_engine::bot::BotKind;
use cardwright_engine::games::crawler::Crawler;
use cardwright_engine::simulate::{Simulation, simulate};
use cardwright_model::{Library, Package};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let games: u32 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    let bot: BotKind = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(BotKind::Random);
    let only = arguments.next().unwrap_or_default();
    let text = std::fs::read_to_string(path).expect("readable");
    let lists: Vec<Vec<Package>> = serde_json::from_str(&text).expect("libraries");
    for packages in lists {
        let library = Library { packages };
        let crawler = Crawler::new(&library).expect("playable");
        for format in crawler.content.format_ids() {
            let decks: Vec<String> = crawler
                .content
                .deck_ids()
                .filter(|deck| crawler.content.format_of_deck(deck) == Some(format))
                .map(str::to_owned)
                .collect();
            if decks.is_empty() || !format.contains(&only) {
                continue;
            }
            let (min, _) = crawler.content.players_of_format(format).expect("known");
            for table in decks.chunks(usize::from(min)) {
                let mut table = table.to_vec();
                while table.len() < usize::from(min) {
                    table.push(table[0].clone());
                }
                let start = Instant::now();
                let report = simulate(
                    &crawler,
                    &Simulation {
                        format: format.to_owned(),
                        bots: vec![bot; table.len()],
                        decks: table.clone(),
                        games,
                        seed: 1,
                        inspect_every: if cfg!(debug_assertions) { 1 } else { 0 },
                    },
                );
                let seconds = start.elapsed().as_secs_f64();
                println!(
                    "{format} {table:?}: finished {} broken {} wins {:?} {:?} rounds {:?} decisions {:?}; {:.0} decisions/s",
                    report.finished,
                    report.broken,
                    report.wins,
                    report.endings,
                    report.rounds,
                    report.decisions,
                    report.total_decisions as f64 / seconds,
                );
                for failure in report.failures {
                    println!("  {}", failure.problem);
                }
            }
        }
    }
}
