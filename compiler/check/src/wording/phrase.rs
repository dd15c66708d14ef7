//! Stretches of worded text, with the facts about them that grammar needs.

use cardwright_model::Run;

use super::origin::is_mark;

/// Words that have been put together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) runs: Vec<Run>,
    /// True if it takes plural verbs.
    pub(super) plural: bool,
    /// The number it stands for, if it is one.
    pub(super) amount: Option<i64>,
}

impl Phrase {
    pub(super) fn text(text: impl Into<String>) -> Phrase {
        Phrase { runs: vec![Run::Text { text: text.into() }], ..Phrase::default() }
    }

    pub(super) fn term(text: impl Into<String>) -> Phrase {
        Phrase { runs: vec![Run::Term { text: text.into() }], ..Phrase::default() }
    }

    pub(super) fn number(value: i64) -> Phrase {
        Phrase {
            runs: vec![Run::Text { text: digits(value) }],
            plural: value != 1,
            amount: Some(value),
        }
    }

    /// A number that changes another: with its sign, and set strong.
    pub(super) fn signed(value: i64) -> Phrase {
        let text = if value < 0 { digits(value) } else { format!("+{value}") };
        Phrase { runs: vec![Run::Amount { text }], plural: value != 1, amount: Some(value) }
    }

    pub(super) fn plural(mut self) -> Phrase {
        self.plural = true;
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.iter().all(|run| run.plain().is_empty())
    }

    /// The words as plain text, without styles.
    pub(super) fn plain(&self) -> String {
        self.runs.iter().map(Run::plain).collect()
    }

    pub(super) fn push(&mut self, run: Run) {
        if let (Some(Run::Text { text: last }), Run::Text { text }) = (self.runs.last_mut(), &run) {
            last.push_str(text);
        } else if !run.plain().is_empty() {
            self.runs.push(run);
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        self.push(Run::Text { text: text.to_owned() });
    }

    pub(super) fn append(&mut self, other: Phrase) {
        for run in other.runs {
            self.push(run);
        }
    }

    /// Both phrases with a space between them, if neither is empty.
    pub(super) fn then(mut self, other: Phrase) -> Phrase {
        if !self.is_empty() && !other.is_empty() {
            self.push_text(" ");
        }
        self.append(other);
        self
    }

    /// "a", "b" and "c" as "a, b and c".
    pub(super) fn list(items: Vec<Phrase>, last: &str) -> Phrase {
        let mut joined = Phrase { plural: items.len() > 1, ..Phrase::default() };
        let count = items.len();
        for (place, item) in items.into_iter().enumerate() {
            if place > 0 {
                joined.push_text(if place + 1 == count { last } else { ", " });
            }
            joined.append(item);
        }
        joined
    }

    /// "be played" and "be spent" as "be played or spent": a first word that all share appears only
    /// once.
    pub(super) fn elided_list(mut items: Vec<Phrase>, last: &str) -> Phrase {
        let first_word = items.first().and_then(|first| match first.runs.first() {
            Some(Run::Text { text }) => text.split_inclusive(' ').next().map(ToOwned::to_owned),
            _ => None,
        });
        if let Some(word) = first_word.filter(|word| word.ends_with(' ')) {
            let starts = |item: &Phrase| item.plain().starts_with(&word);
            if items.iter().all(starts) {
                for item in items.iter_mut().skip(1) {
                    if let Some(Run::Text { text }) = item.runs.first_mut() {
                        *text = text.strip_prefix(word.as_str()).unwrap_or(text).to_owned();
                    }
                }
            }
        }
        Phrase::list(items, last)
    }

    /// With "a" or "an" in front; "other" becomes "another".
    pub(super) fn with_article(self) -> Phrase {
        let words = self.plain();
        let article = match words.to_lowercase() {
            lower if is_determined(&lower) => return self,
            lower if lower.starts_with("other ") => "an",
            lower if starts_with_vowel(&lower) => "an ",
            _ => "a ",
        };
        let mut phrase = Phrase::text(article);
        phrase.append(self);
        phrase
    }

    /// Whether the words already say which one: "the attacker", "this card".
    pub(super) fn is_determined(&self) -> bool {
        is_determined(&self.plain().to_lowercase())
    }

    /// With "the" in front.
    pub(super) fn definite(self) -> Phrase {
        if self.is_determined() {
            return self;
        }
        let mut phrase = Phrase::text("the ");
        phrase.append(self);
        phrase
    }

    /// The rest after one of these beginnings; `None` if it has none of them.
    pub(super) fn without(mut self, beginnings: &[&str]) -> Option<Phrase> {
        let Some(Run::Text { text }) = self.runs.first_mut() else { return None };
        let rest = beginnings.iter().find_map(|beginning| text.strip_prefix(beginning))?;
        *text = rest.to_owned();
        Some(self)
    }

    /// A possessive before what is owned: "its Power", but "the Power of a Character of Cost 2".
    pub(super) fn owner_of(mut self, owned: Phrase) -> Phrase {
        let words = self.plain();
        let owner = words.strip_suffix("’s").or_else(|| words.strip_suffix('’'));
        let is_long = |owner: &str| {
            const INSIDE: [&str; 12] = [
                " of ",
                " with ",
                " without ",
                " in ",
                " on ",
                " that ",
                " whose ",
                " within ",
                " from ",
                " who ",
                " adjacent ",
                " other than ",
            ];
            INSIDE.iter().any(|word| owner.contains(word))
        };
        let Some(owner) = owner.filter(|owner| is_long(owner)) else { return self.then(owned) };
        let ending = words.len() - owner.len();
        if let Some(Run::Text { text }) = self.runs.last_mut() {
            text.truncate(text.len().saturating_sub(ending));
        }
        self.runs.retain(|run| !run.plain().is_empty());
        let mut whole = owned.definite();
        whole.push_text(" of ");
        whole.append(self);
        whole
    }

    /// "the treasure of you" as "your treasure", "the health of it" as "its health".
    pub(super) fn with_possessives(mut self) -> Phrase {
        for run in &mut self.runs {
            if let Run::Text { text } = run {
                *text = possessives(text);
            }
        }
        self
    }

    /// "the Primary Target's", "its", "Characters'".
    pub(super) fn possessive(mut self) -> Phrase {
        let words = self.plain();
        match words.as_str() {
            "it" => Phrase::text("its"),
            "you" => Phrase::text("your").plural(),
            "they" | "them" => Phrase::text("their").plural(),
            _ => {
                let is_many = self.plural || words.starts_with("each of ");
                let ending = if is_many && words.ends_with('s') { "’" } else { "’s" };
                self.push_text(ending);
                self
            }
        }
    }

    /// As a sentence: a capital in front and a full stop behind.
    pub(super) fn sentence(mut self) -> Phrase {
        let mut said = self.runs.iter_mut().filter(|run| !run.plain().chars().all(is_mark));
        if let Some(Run::Text { text } | Run::Term { text } | Run::Keyword { text, .. }) =
            said.next()
        {
            *text = capitalised(text);
        }
        let words = self.plain();
        let words = words.trim_end_matches(is_mark);
        if !words.trim_end_matches(['”', '’']).ends_with(['.', '!', '?', ':']) {
            self.push_text(".");
        }
        self
    }
}

/// Sentences one after the other.
pub(super) fn paragraph(sentences: Vec<Phrase>) -> Vec<Run> {
    let mut whole = Phrase::default();
    for sentence in sentences.into_iter().filter(|sentence| !sentence.is_empty()) {
        if !whole.is_empty() {
            whole.push_text(" ");
        }
        whole.append(sentence.sentence());
    }
    whole.runs
}

/// The text with a capital first letter.
pub(super) fn capitalised(text: &str) -> String {
    let (marks, said) = text.split_at(text.len() - text.trim_start_matches(is_mark).len());
    let mut letters = said.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    marks.chars().chain(first).chain(letters).collect()
}

/// The digits, with a real minus sign.
fn digits(value: i64) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { value.to_string() }
}

/// Whether words already say which one: "the attacker", "this card".
fn is_determined(lower: &str) -> bool {
    const FIRST: [&str; 14] = [
        "the", "this", "that", "these", "those", "each", "every", "a", "an", "another", "your",
        "its", "their", "whoever",
    ];
    let first = lower.split(' ').next().unwrap_or(lower);
    FIRST.contains(&first) || lower == "you"
}

/// Replaces "of" and a pronoun by a possessive: "the tile of you" becomes "your tile".
fn possessives(text: &str) -> String {
    let mut whole = text.to_owned();
    for (pronoun, possessive) in [("you", "your"), ("it", "its"), ("them", "their")] {
        let of = format!(" of {pronoun}");
        let mut from = 0;
        while let Some(place) = whole[from..].find(&of).map(|place| from + place) {
            let end = place + of.len();
            from = end;
            let ends = whole[end..].chars().next().is_none_or(|next| !next.is_alphanumeric());
            // "the AP of you" can be turned round, "the number of items of you and him" cannot.
            let before = &whole[..place];
            let start = before.rfind("the ").filter(|start| {
                let is_word = *start == 0 || before[..*start].ends_with([' ', '“', '(']);
                let owned = &before[start + 4..];
                is_word && !owned.is_empty() && !owned.contains([',', '.', ';', ':', '('])
            });
            let Some(start) = start.filter(|_| ends) else { continue };
            let owned = &before[start + 4..];
            // "the number of items of you" is "the number of your items".
            let (kept, owned) = match owned.rfind(" of ") {
                Some(of) => (&before[start..start + 4 + of + 4], &owned[of + 4..]),
                None => ("", owned),
            };
            // In "the bottom, for each of them", nothing belongs to "them".
            const NOT_OWNED: [&str; 12] =
                ["each", "one", "all", "some", "for", "on", "at", "to", "from", "in", "or", "and"];
            if owned.split(' ').any(|word| NOT_OWNED.contains(&word)) {
                continue;
            }
            let turned = format!("{}{kept}{possessive} {owned}", &before[..start]);
            let shift = turned.len();
            whole = format!("{turned}{}", &whole[end..]);
            from = shift;
        }
    }
    whole
}

fn starts_with_vowel(lower: &str) -> bool {
    // These begin with a vowel in writing but not in speech: "a Unique", "a user", "a one-handed".
    let spoken_as_consonant = ["uni", "use", "one", "eu"];
    lower.starts_with(['a', 'e', 'i', 'o', 'u'])
        && !spoken_as_consonant.iter().any(|start| lower.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(phrase: Phrase) -> String {
        phrase.plain()
    }

    #[test]
    fn articles_fit_what_follows() {
        assert_eq!(plain(Phrase::text("Character").with_article()), "a Character");
        assert_eq!(plain(Phrase::text("Adventurer").with_article()), "an Adventurer");
        assert_eq!(plain(Phrase::text("Undead Character").with_article()), "an Undead Character");
        assert_eq!(plain(Phrase::text("Unique Character").with_article()), "a Unique Character");
        assert_eq!(plain(Phrase::text("other Trap").with_article()), "another Trap");
    }

    #[test]
    fn what_belongs_to_a_pronoun_is_turned_round() {
        assert_eq!(possessives("if the treasure of you is 2"), "if your treasure is 2");
        assert_eq!(possessives("the number of items of you"), "the number of your items");
        assert_eq!(possessives("the health of items"), "the health of items");
        let each = "add 1 Wound to the target for each of them";
        assert_eq!(possessives(each), each);
        assert_eq!(possessives("one of you, the top of it"), "one of you, its top");
    }

    #[test]
    fn a_long_owner_stands_behind() {
        let cheap = Phrase::text("a Character of Cost 2 or less").possessive();
        assert_eq!(
            plain(cheap.owner_of(Phrase::term("Power"))),
            "the Power of a Character of Cost 2 or less"
        );
        assert_eq!(plain(Phrase::text("its").owner_of(Phrase::term("Power"))), "its Power");
        assert_eq!(plain(Phrase::text("the attacker").with_article()), "the attacker");
        assert_eq!(plain(Phrase::text("Adventurer").definite()), "the Adventurer");
    }

    #[test]
    fn possessives_know_pronouns_and_plurals() {
        assert_eq!(plain(Phrase::text("it").possessive()), "its");
        assert_eq!(plain(Phrase::text("you").possessive()), "your");
        assert_eq!(plain(Phrase::text("Goblins").plural().possessive()), "Goblins’");
        assert_eq!(plain(Phrase::text("each of 2 Imps").possessive()), "each of 2 Imps’");
        assert_eq!(plain(Phrase::text("the Thief").possessive()), "the Thief’s");
    }

    #[test]
    fn lists_and_sentences_are_punctuated() {
        let items = ["one", "two", "three"].map(Phrase::text).to_vec();
        assert_eq!(plain(Phrase::list(items, " and ")), "one, two and three");
        assert_eq!(plain(Phrase::text("draw 1 card").sentence()), "Draw 1 card.");
        assert_eq!(plain(Phrase::text("Play it now.").sentence()), "Play it now.");
        assert_eq!(plain(Phrase::signed(-2)), "−2");
        assert_eq!(plain(Phrase::signed(0)), "+0");
    }

    #[test]
    fn a_shared_first_word_is_said_once() {
        let items = ["be played", "be spent"].map(Phrase::text).to_vec();
        assert_eq!(plain(Phrase::elided_list(items, " or ")), "be played or spent");
        let items = ["attack", "be spent"].map(Phrase::text).to_vec();
        assert_eq!(plain(Phrase::elided_list(items, " or ")), "attack or be spent");
    }

    #[test]
    fn neighbouring_words_become_one_run() {
        let mut phrase = Phrase::text("a");
        phrase.push_text(" b");
        assert_eq!(phrase.runs.len(), 1);
    }
}
