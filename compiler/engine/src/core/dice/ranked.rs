//! Sums of dice of which some are taken away by what they show: the highest dropped, the best
//! kept.

use super::natural::{Natural, Weight};
use super::odds::Colour;

/// Which dice count, from the highest: all behind the first `dropped`, or the first `kept` of
/// those.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranks {
    pub dropped: usize,
    pub kept: Option<usize>,
}

/// How many states are kept, and how many steps between them are taken, before it is called too
/// much. Picked so that the answer comes in about a second.
const MOST_STATES: usize = 1 << 20;
const MOST_STEPS: usize = 40_000_000;

/// How often the dice that count show each sum; `None` if there are too many ways.
///
/// Values are gone through from the highest to the lowest, and for each it is decided how many dice
/// of each colour show it. How many dice show more is then known, and so is which of them count. A
/// state is the number of dice of each colour that are still open, and the sum so far.
pub(super) fn shown<W: Weight>(colours: &[Colour], ranks: Ranks) -> Option<Vec<(i32, W)>> {
    let zero = W::of(&Natural::from(0));
    let all: usize = colours.iter().map(|colour| colour.count).sum();
    let last = ranks.kept.map_or(all, |kept| kept.saturating_add(ranks.dropped)).min(all);
    let extreme = |least: bool| -> i32 {
        let of = |colour: &Colour| {
            let values = (colour.faces.keys().next(), colour.faces.keys().next_back());
            let value =
                if least { values.0.map(|v| *v.min(&0)) } else { values.1.map(|v| *v.max(&0)) };
            value.unwrap_or(0) * colour.count as i32
        };
        colours.iter().map(of).sum()
    };
    let lowest = extreme(true);
    let width = (extreme(false) - lowest) as usize + 1;
    let opens =
        colours.iter().try_fold(1usize, |product, colour| product.checked_mul(colour.count + 1))?;
    if opens.checked_mul(width)? > MOST_STATES {
        return None;
    }
    let mut values: Vec<i32> = colours.iter().flat_map(|c| c.faces.keys().copied()).collect();
    values.sort_unstable();
    values.dedup();
    let mut states = vec![zero.clone(); opens * width];
    states[(opens - 1) * width + (-lowest) as usize] = W::of(&Natural::ONE);
    let mut steps = 0usize;
    for value in values.into_iter().rev() {
        let mut stride = 1;
        for colour in colours {
            if let Some(share) = colour.faces.get(&value) {
                let ways = ways::<W>(colour.count, *share);
                // From few open dice to many, so that each state is read before it is added to.
                for open in 0..opens {
                    let own = open / stride % (colour.count + 1);
                    let decided = all - open_dice(open, colours);
                    for place in open * width..(open + 1) * width {
                        if states[place].is_zero() {
                            continue;
                        }
                        steps += own;
                        if steps > MOST_STEPS {
                            return None;
                        }
                        let weight = states[place].clone();
                        for (more, ways) in ways[own].iter().enumerate().take(own + 1).skip(1) {
                            let counted = (decided + more)
                                .min(last)
                                .saturating_sub(decided.max(ranks.dropped));
                            let sum = place % width;
                            let sum = (sum as i32 + value * counted as i32) as usize;
                            let next = (open - more * stride) * width + sum;
                            states[next].add_product(&weight, ways);
                        }
                    }
                }
            }
            stride *= colour.count + 1;
        }
    }
    Some((lowest..).zip(states.drain(..width)).collect())
}

/// How many dice are open in a state.
fn open_dice(mut open: usize, colours: &[Colour]) -> usize {
    let mut dice = 0;
    for colour in colours {
        dice += open % (colour.count + 1);
        open /= colour.count + 1;
    }
    dice
}

/// `ways[open][more]`: in how many cases `more` of `open` dice show a face of that weight.
fn ways<W: Weight>(count: usize, share: u128) -> Vec<Vec<W>> {
    let share = Natural::from(share);
    let mut power = vec![Natural::ONE];
    for more in 0..count {
        let next = power[more].times(&share);
        power.push(next);
    }
    let mut binomials: Vec<Vec<Natural>> = vec![vec![Natural::ONE]];
    for open in 1..=count {
        let before = &binomials[open - 1];
        let entry = |more: usize| match (more.checked_sub(1), before.get(more)) {
            (Some(less), Some(same)) => before[less].plus(same),
            _ => Natural::ONE,
        };
        let row = (0..=open).map(entry).collect();
        binomials.push(row);
    }
    binomials
        .iter()
        .map(|row| {
            row.iter().zip(&power).map(|(choices, power)| W::of(&choices.times(power))).collect()
        })
        .collect()
}
