//! Which lines differ between two texts, such as a file and its canonical layout.

use std::ops::Range;

/// How many lines ahead two texts are searched for where they agree again. Layout changes lines
/// and seldom moves them, so a few would do.
const AHEAD: usize = 200;

/// The places where two texts differ: bytes of the first and of the second, in whole lines.
pub fn differences(before: &str, after: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let lines = |text: &'_ str| -> Vec<usize> {
        let ends = text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        std::iter::once(0).chain(ends).collect()
    };
    // The first byte of each line, and the end.
    let (old, new) = (lines(before), lines(after));
    let same = |i: usize, j: usize| before[old[i]..old[i + 1]] == after[new[j]..new[j + 1]];
    let (all_old, all_new) = (old.len() - 1, new.len() - 1);
    let mut found = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < all_old || j < all_new {
        if i < all_old && j < all_new && same(i, j) {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        // The nearest place where they agree again, counted in lines of both.
        let agree = (1..=AHEAD).find_map(|lines| {
            let pairs = (0..=lines).map(|a| (i + a, j + lines - a));
            let mut inside = pairs.filter(|(i, j)| *i < all_old && *j < all_new);
            inside.find(|(i, j)| same(*i, *j))
        });
        let (next_i, next_j) = agree.unwrap_or((all_old, all_new));
        found.push((old[i]..old[next_i], new[j]..new[next_j]));
        (i, j) = (next_i, next_j);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn changed(before: &str, after: &str, wanted: &[(&str, &str)]) {
        let found = differences(before, after);
        let texts: Vec<_> =
            found.iter().map(|(old, new)| (&before[old.clone()], &after[new.clone()])).collect();
        assert_eq!(texts, wanted);
        let mut made = before.to_owned();
        for (old, new) in found.into_iter().rev() {
            made.replace_range(old, &after[new]);
        }
        assert_eq!(made, after);
    }

    #[test]
    fn only_lines_that_differ_are_named() {
        changed("", "", &[]);
        changed("a\nb\n", "a\nb\n", &[]);
        changed("a\nb\nc\n", "a\nx\nc\n", &[("b\n", "x\n")]);
        changed("a\n\n\nb", "a\n\nb\n", &[("\nb", "b\n")]);
        changed("a\nb\nc\nd\n", "b\nc\nx\ny\nd\n", &[("a\n", ""), ("", "x\ny\n")]);
        changed("a\n", "", &[("a\n", "")]);
        changed("", "a", &[("", "a")]);
    }

    #[test]
    fn texts_that_never_agree_again_are_one_difference() {
        let (before, after) = ("a\n".repeat(500), "b\n".repeat(300));
        changed(&before, &after, &[(&before, &after)]);
    }
}
