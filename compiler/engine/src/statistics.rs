//! Intervals and tests for counts of games.

/// Wilson's interval of a proportion; `z` is 1.96 for 95 %.
pub fn wilson(won: u64, games: u64, z: f64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let p = won as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let margin = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 / (1.0 + z * z / n);
    (((centre - margin) * scale).max(0.0), ((centre + margin) * scale).min(1.0))
}

/// The number of standard errors that a normal value stays within with that chance on both sides:
/// 1.96 for 0.95. Acklam's approximation, good to nine digits.
pub fn two_sided(chance: f64) -> f64 {
    let p = 1.0 - (1.0 - chance.clamp(0.0, 1.0 - 1e-12)) / 2.0;
    let tail = |p: f64| {
        let q = (-2.0 * p.ln()).sqrt();
        let above = [-7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838];
        let above = [above[0], above[1], above[2], -2.549732539343734, 4.374664141464968];
        let above = above.into_iter().chain([2.938163982698783]).fold(0.0, |sum, c| sum * q + c);
        let below = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996];
        let below =
            below.into_iter().chain([3.754408661907416, 1.0]).fold(0.0, |sum, c| sum * q + c);
        above / below
    };
    if p > 0.97575 {
        return -tail(1.0 - p);
    }
    let q = p - 0.5;
    let r = q * q;
    let above = [-3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2];
    let more = [1.38357751867269e2, -3.066479806614716e1, 2.506628277459239];
    let above = above.into_iter().chain(more).fold(0.0, |sum, c| sum * r + c);
    let below = [-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2];
    let more = [6.680131188771972e1, -1.328068155288572e1, 1.0];
    let below = below.into_iter().chain(more).fold(0.0, |sum, c| sum * r + c);
    q * above / below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (chance, z) in [(0.5, 0.674_49), (0.9, 1.644_85), (0.95, 1.959_96), (0.999, 3.290_53)] {
            assert!((two_sided(chance) - z).abs() < 1e-4, "{chance}: {}", two_sided(chance));
        }
    }
}
