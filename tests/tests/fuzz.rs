//! Damaged inputs for everything that reads bytes: no panic, and an answer in time.
//!
//! `FUZZ=100` makes a hundred times as many. A failure names the target and the number of its
//! input; `FUZZ_ONLY=parse:1234` runs that one again, and shows it.

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use cardwright_tests::fuzz::{Damage, TARGETS, Target};

/// No input may take longer, on a machine that does other things as well.
const LONGEST: Duration = Duration::from_secs(10);

/// Seconds of work for each target, about.
const SECONDS: u32 = 3;

#[test]
fn damaged_inputs_are_answered() {
    let more: u32 = std::env::var("FUZZ").ok().and_then(|more| more.parse().ok()).unwrap_or(1);
    let only = std::env::var("FUZZ_ONLY").ok();
    let mut failures = Vec::new();
    for target in TARGETS {
        let wanted = only.as_deref().map(|only| only.split_once(':').unwrap_or((only, "")));
        if wanted.is_some_and(|(name, _)| name != target.name) {
            continue;
        }
        let number = wanted.and_then(|(_, number)| number.parse::<u32>().ok());
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "{} has something to begin with", target.name);
        for seed in &seeds {
            (target.run)(seed);
        }
        let numbers = number.map_or(0..target.pace * SECONDS * more, |one| one..one + 1);
        let (mut slowest, count) = ((Duration::ZERO, 0), numbers.len());
        for number in numbers {
            let input = Damage::new(u64::from(number)).input(&seeds);
            if only.as_deref().is_some_and(|only| only.contains(':')) {
                eprintln!("{}", String::from_utf8_lossy(&input));
            }
            let took = answer(target, &input);
            match took {
                Some(took) if took <= LONGEST => slowest = slowest.max((took, number)),
                Some(took) => failures.push(format!("{}:{number} took {took:?}", target.name)),
                None => failures.push(format!("{}:{number} panicked", target.name)),
            }
        }
        println!(
            "{}: {count} inputs, the slowest {:?} (number {})",
            target.name, slowest.0, slowest.1
        );
    }
    assert!(failures.is_empty(), "run one again with FUZZ_ONLY=\n{}", failures.join("\n"));
}

/// How long a target took, or `None` if it panicked.
fn answer(target: &Target, input: &[u8]) -> Option<Duration> {
    let begun = Instant::now();
    catch_unwind(|| (target.run)(input)).ok()?;
    Some(begun.elapsed())
}
