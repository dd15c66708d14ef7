//! What fights are likely to cost, for the automatic player.
//!
//! It uses only sums and products of fractions, so every machine comes to the same result.

/// One side of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    pub dice: i32,
    pub bonus: i32,
    pub armour: i32,
    pub health: i32,
    /// Whether the dice count double if they are all equal.
    pub is_critical: bool,
}

/// More dice or health than this make no difference to a judgement.
const MOST_DICE: usize = 8;
const MOST_HEALTH: usize = 40;

/// The average result of one round of a fight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Round {
    /// Damage that a round does to the foe, on average.
    pub dealt: f64,
    /// Damage that a round does to the Adventurer, on average.
    pub taken: f64,
}

/// The chance of each score of the dice, with the doubled sums of critical hits.
fn sums(side: &Side) -> Vec<f64> {
    let dice = side.dice.clamp(1, MOST_DICE as i32) as usize;
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 6];
        for (sum, chance) in chances.iter().enumerate() {
            for face in 1..=6 {
                next[sum + face] += chance / 6.0;
            }
        }
        chances = next;
    }
    if side.is_critical && dice >= 2 {
        chances.resize(12 * dice + 1, 0.0);
        let alike = 6f64.powi(-(dice as i32));
        for face in 1..=6 {
            chances[face * dice] -= alike;
            chances[2 * face * dice] += alike;
        }
    }
    chances
}

/// The chance of each lead of one side over the other in a round, from the lowest lead on.
fn leads(us: &Side, them: &Side) -> (i32, Vec<f64>) {
    let (ours, theirs) = (sums(us), sums(them));
    let lowest = us.bonus - them.bonus - (theirs.len() as i32 - 1);
    let mut chances = vec![0.0; ours.len() + theirs.len() - 1];
    for (own, chance) in ours.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        for (other, against) in theirs.iter().enumerate() {
            chances[own + theirs.len() - 1 - other] += chance * against;
        }
    }
    (lowest, chances)
}

/// What a round does on average.
pub(super) fn round(us: &Side, them: &Side) -> Round {
    let (lowest, chances) = leads(us, them);
    let mut round = Round { dealt: 0.0, taken: 0.0 };
    for (place, chance) in chances.iter().enumerate() {
        let lead = lowest + place as i32;
        round.dealt += chance * f64::from((lead - them.armour).max(0));
        round.taken += chance * f64::from((-lead - us.armour).max(0));
    }
    round
}

/// Health that a fight to the end is likely to cost.
pub(super) fn toll(us: &Side, them: &Side) -> f64 {
    let round = round(us, them);
    if round.dealt < 0.05 {
        return f64::from(MOST_HEALTH as i32);
    }
    // The last blow is not answered, so the Adventurer is hit in half a round less.
    let rounds = (f64::from(them.health) / round.dealt).max(1.0);
    round.taken * (rounds - 0.5)
}

/// The chance to win a fight that is fought to its end.
pub(super) fn chance(us: &Side, them: &Side) -> f64 {
    let (lowest, chances) = leads(us, them);
    let (mut hits, mut blows, mut nothing) = (vec![], vec![], 0.0);
    for (place, chance) in chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0) {
        let lead = lowest + place as i32;
        let (hit, blow) = (lead - them.armour, -lead - us.armour);
        match () {
            () if hit > 0 => hits.push((hit as usize, chance)),
            () if blow > 0 => blows.push((blow as usize, chance)),
            () => nothing += chance,
        }
    }
    if nothing > 0.999 {
        return 0.0;
    }
    let ours = us.health.clamp(0, MOST_HEALTH as i32) as usize;
    let theirs = them.health.clamp(0, MOST_HEALTH as i32) as usize;
    let width = theirs + 1;
    let mut won = vec![0.0; (ours + 1) * width];
    for own in 1..=ours {
        won[own * width] = 1.0;
        for other in 1..=theirs {
            let after_hit: f64 = hits
                .iter()
                .map(|(hit, chance)| chance * won[own * width + other.saturating_sub(*hit)])
                .sum();
            let after_blow: f64 = blows
                .iter()
                .map(|(blow, chance)| chance * won[own.saturating_sub(*blow) * width + other])
                .sum();
            won[own * width + other] = (after_hit + after_blow) / (1.0 - nothing);
        }
    }
    if theirs == 0 { 1.0 } else { won[ours * width + theirs] }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Side = Side { dice: 1, bonus: 0, armour: 0, health: 1, is_critical: true };

    #[test]
    fn equals_win_half_of_their_fights() {
        let even = Side { dice: 2, health: 9, is_critical: false, ..ONE };
        assert!((chance(&even, &even) - 0.5).abs() < 1e-9);
        let alike = round(&even, &even);
        assert!((alike.dealt - alike.taken).abs() < 1e-9);
    }

    #[test]
    fn a_critical_hit_counts_double_with_two_dice_only() {
        let mean = |side: &Side| {
            let all = sums(side);
            all.iter().enumerate().map(|(sum, chance)| sum as f64 * chance).sum::<f64>()
        };
        assert!((mean(&ONE) - 3.5).abs() < 1e-9);
        let two = Side { dice: 2, ..ONE };
        assert!((mean(&two) - (7.0 + 7.0 / 6.0)).abs() < 1e-9);
    }

    #[test]
    fn who_cannot_lose_a_round_wins() {
        let strong = Side { bonus: 20, ..ONE };
        let weak = Side { health: 20, ..ONE };
        assert!((chance(&strong, &weak) - 1.0).abs() < 1e-9);
        assert!(chance(&weak, &strong) < 1e-9);
        assert!(toll(&strong, &weak) < 1e-9);
    }
}
