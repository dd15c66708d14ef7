//! The options of a decision for people: how they are listed, and which of them is meant by what
//! somebody typed.

use crate::Table;

/// So many characters go on a line of options that stand beside each other.
const WIDTH: usize = 96;
/// Fewer options of a sort than this have a line each.
const MANY: usize = 8;

/// The options with their labels: a line each, but many of one sort beside each other.
pub fn listed(table: &dyn Table, labels: &[String]) -> String {
    let sort = |place: usize| table.action(place);
    let mut text = String::new();
    let mut first = 0;
    while first < labels.len() {
        let run = (first..labels.len()).take_while(|place| sort(*place) == sort(first)).count();
        let entries: Vec<String> =
            (first..first + run).map(|place| format!("{}. {}", place + 1, labels[place])).collect();
        let widest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 3;
        let beside = if run < MANY { 1 } else { (WIDTH / widest).max(1) };
        for row in entries.chunks(beside) {
            let line: String = row.iter().map(|entry| format!("{entry:<widest$}")).collect();
            text.push_str(&format!("  {}\n", line.trim_end()));
        }
        first += run;
    }
    text
}

/// The options that are called so or begin so, or that name such a place: `c5`, `4, 0`.
pub fn meant(labels: &[String], answer: &str) -> Vec<usize> {
    let answer = answer.to_lowercase();
    let those = |wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..labels.len()).filter(|place| wanted(&labels[*place].to_lowercase())).collect()
    };
    let whole = those(&|label| label == answer);
    if !whole.is_empty() {
        return whole;
    }
    let mut numbers = answer.split(|sign: char| !sign.is_ascii_digit()).filter(|n| !n.is_empty());
    let is_pair = answer.chars().all(|sign| sign.is_ascii_digit() || " ,()".contains(sign));
    if let (true, Some(x), Some(y), None) =
        (is_pair, numbers.next(), numbers.next(), numbers.next())
    {
        let place = format!("({x}, {y})");
        return those(&|label| label.contains(&place));
    }
    if answer.chars().any(char::is_numeric) && !answer.contains(' ') {
        let has_word = |label: &str| {
            label.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == answer)
        };
        return those(&has_word);
    }
    // One word may be a card's name; more are how an option begins.
    match answer.contains(' ') {
        true => those(&|label| label.starts_with(&answer)),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn places_and_whole_options_can_be_typed_and_names_of_cards_cannot() {
        let labels = ["Attack Rex", "Move to c5, a step", "Move to C4, 2 squares", "On c4"];
        let labels = labels.map(str::to_owned);
        assert_eq!(meant(&labels, "c5"), [1]);
        assert_eq!(meant(&labels, "c4"), [2, 3]);
        assert_eq!(meant(&labels, "on C4"), [3]);
        assert_eq!(meant(&labels, "attack r"), [0]);
        assert!(meant(&labels, "rex").is_empty());
        assert!(meant(&labels, "c").is_empty());
    }

    #[test]
    fn squares_of_two_numbers_can_be_typed_as_one_likes() {
        let labels = ["Move to (4, 0), a step", "Move to (14, 0), 3 steps"].map(str::to_owned);
        for typed in ["(4, 0)", "4,0", "4 0"] {
            assert_eq!(meant(&labels, typed), [0], "{typed}");
        }
    }
}
