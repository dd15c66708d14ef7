//! A sample of what `cargo run --release --example laboratory -p cardwright-tests -- planted` tries:
//! planted imbalances are found with the right sign, and edits without consequence are left alone.

use cardwright_engine::against::Verdict;
use cardwright_tests::laboratory::{PLANTS, flagged, found};

/// Every so many-th plant is tried.
const EVERY: usize = 7;

#[test]
fn planted_imbalances_are_found_with_the_right_sign() {
    for plant in PLANTS.iter().step_by(EVERY) {
        let (verdict, games) = found(plant, 3000, 1);
        let [card, field] = plant.number;
        assert_eq!(verdict, plant.expected, "{card}.{field} {:+} after {games} games", plant.by);
    }
}

#[test]
fn edits_without_consequence_are_left_alone() {
    let flagged: Vec<u64> = (0..3)
        .filter(|number| matches!(flagged(*number, 600), Verdict::More | Verdict::Less))
        .collect();
    assert!(flagged.is_empty(), "{flagged:?}");
}
