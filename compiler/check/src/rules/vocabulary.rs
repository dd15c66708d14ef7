//! The static vocabulary: what legality rules and deck conditions may say.
//!
//! Besides these words a rule may use
//! - `LIST-cards` for every counted list of the subject's kind (`crawler-cards`): its cards,
//!   each with its `copies`;
//! - every field of the subject's kind that lists declarations (`party`, `quests`) as a
//!   selection;
//! - every field of the card at hand by name (`cost`, `rarity`, `type`);
//! - `format.FIELD` and `deck.FIELD` for the deck's format and the deck itself.
//!
//! How the checker lowers them: a selection becomes `Expr::Select` (its `source` is the word), a
//! query or field `Expr::Query` with the card as argument `card` (`it` inside `where` and
//! `for each`, otherwise `self`), `format.x` an `Expr::Member` of `Expr::Var`, a parameter of type
//! [`Type::Name`] an `Expr::Text` with the bare word.

use cardwright_vocabulary::{Type, Word, may, needs, word};

use Type::{Any, Bool, Card, Cards, Int, Keyword, Kind, Name, Nothing, Text};

/// The words of legality rules, by what they are.
#[derive(Debug, Clone, Copy)]
pub struct RuleWords {
    /// What a rule may be about, besides kinds and families.
    pub targets: &'static [Word],
    /// Names that are always bound.
    pub bindings: &'static [Word],
    /// Cards to pick from.
    pub selections: &'static [Word],
    /// Facts about the card at hand, and arithmetic over selections.
    pub queries: &'static [Word],
}

impl RuleWords {
    /// The selection of that name.
    pub fn selection(&self, name: &str) -> Option<&'static Word> {
        self.selections.iter().find(|word| word.name == name)
    }

    /// The query of that name.
    pub fn query(&self, name: &str) -> Option<&'static Word> {
        self.queries.iter().find(|word| word.name == name)
    }
}

/// The words every game's legality rules may use.
#[rustfmt::skip]
pub const RULE_WORDS: RuleWords = RuleWords {
    targets: &[
        word("card", &[], Nothing, "Every printed card of the package."),
        word("deck", &[], Nothing, "Every deck of the package."),
        word("format", &[], Nothing, "Every format of the package."),
        word("record", &[], Nothing, "Every other declaration, such as products and campaigns."),
        word("set", &[], Nothing, "The package as a whole."),
    ],
    bindings: &[
        word("self", &[], Card, "What the rule is about."),
        word("it", &[], Card, "The card at hand in `where` and `for each`, else the same as `self`."),
        word("deck", &[], Card, "The deck the rule is about; `deck.FIELD` reads its fields."),
        word("format", &[], Card, "The format the deck is `for`; `format.FIELD` reads its fields. A requirement that names it is skipped for a deck without one."),
    ],
    selections: &[
        word("cards", &[], Cards, "All printed cards, those of the packages below included."),
        word("set-cards", &[], Cards, "The printed cards of this package."),
        word("decks", &[], Cards, "All decks."),
        word("formats", &[], Cards, "All formats."),
        word("records", &[], Cards, "All other declarations."),
    ],
    queries: &[
        word("name", &[may("card", Card)], Text, "The name as printed."),
        word("id", &[may("card", Card)], Text, "The identifier."),
        word("kind", &[may("card", Card)], Kind, "The kind; comparing it with a family is true for every kind of the family."),
        word("family", &[may("card", Card)], Kind, "The family of the kind."),
        word("copies", &[may("card", Card)], Int, "How often the card is in the list it was picked from; elsewhere how often it is in all lists of the deck."),
        word("spellings", &[may("card", Card)], Any, "The name and the aliases without case, spaces and punctuation."),
        word("given", &[may("card", Card), needs("field", Name)], Bool, "Whether the field has a value."),
        word("has-any", &[may("card", Card), needs("group", Name)], Bool, "Whether the card carries a keyword of that group."),
        word("is-blank", &[may("card", Card)], Bool, "Whether nothing stands on the card that does anything: no keyword, bonus, block or statement."),
        word("has", &[may("card", Card), needs("keyword", Keyword)], Bool, "Whether the card carries the keyword; with arguments, in that very form."),
        word("argument", &[may("card", Card), needs("keyword", Keyword), needs("parameter", Name)], Int, "The highest number given for that parameter of the keyword; 0 without the keyword."),
        word("arguments-of", &[may("card", Card), needs("keyword", Keyword), needs("parameter", Name)], Any, "All words given for that parameter of the keyword."),
        word("dice-of", &[may("card", Card), needs("field", Name)], Int, "How many dice a field has, those that are never thrown included."),
        word("keywords-of", &[may("card", Card)], Any, "The keywords the card carries, without their arguments."),
        word("keyword-count", &[may("card", Card)], Int, "How many keywords the card carries."),
        word("has-clause", &[may("card", Card), needs("clause", Name)], Bool, "Whether the card has such a block."),
        word("clause-count", &[may("card", Card), may("clause", Name)], Int, "How many such blocks the card has; without a name, how many blocks."),
        word("clause-lacking", &[may("card", Card), needs("clause", Name), needs("part", Name)], Bool, "Whether one of those blocks lacks that argument, field or inner block; `condition` asks for its condition."),
        word("clause-values", &[may("card", Card), needs("clause", Name), needs("part", Name), may("with", Name)], Any, "All values of that argument or field in those blocks together; with a keyword or group, in those that carry it."),
        word("clause-highest", &[may("card", Card), needs("clause", Name), needs("part", Name), may("with", Name)], Int, "The highest number of that argument or field in those blocks, or in those that carry a keyword or group; 0 without one."),
        word("clause-with", &[may("card", Card), needs("clause", Name), may("keyword", Name), may("and", Name), may("without", Name), may("value", Name)], Int, "How many of those blocks carry that keyword or one of that group of keywords, one of the second, none of the third, and have that value as an argument."),
        word("clause-labels", &[may("card", Card), needs("clause", Name), may("keyword", Name), may("without", Name)], Any, "The quoted names of those blocks; of those that carry a keyword or group, and not another."),
        word("clause-calls", &[may("card", Card), needs("clause", Name), needs("verb", Name), may("value", Name)], Int, "How many of those blocks do something with that verb; of those that have that value as an argument."),
        word("clause-only", &[may("card", Card), needs("clause", Name), needs("group", Name)], Bool, "Whether all keywords of those blocks are of that group."),
        word("clause-bonuses", &[may("card", Card), needs("clause", Name), may("without", Name)], Any, "What the bonuses of those blocks add to; of those that do not carry a keyword or group."),
        word("squares-most", &[may("card", Card), needs("clause", Name), needs("part", Name), needs("square", Name)], Int, "The most squares and edges of a kind that the map of one of those blocks has."),
        word("squares-least", &[may("card", Card), needs("clause", Name), needs("part", Name), needs("square", Name)], Int, "The fewest squares and edges of a kind that the map of one of those blocks has."),
        word("clause-most", &[may("card", Card), needs("clause", Name), needs("group", Name)], Int, "The most keywords of a group that one of those blocks carries."),
        word("clause-repeats", &[may("card", Card), may("clause", Name)], Bool, "Whether one of those blocks carries a keyword twice."),
        word("has-effect", &[may("card", Card), needs("statement", Name)], Bool, "Whether a statement of that sort (`modify`, `on`, `mark`, `grant`, `forbid`, `offer`) stands on the card itself."),
        word("count", &[needs("cards", Cards)], Int, "How many, copies counted."),
        word("distinct", &[needs("cards", Cards)], Int, "How many different ones."),
        word("any", &[needs("cards", Cards)], Bool, "Whether there is at least one."),
        word("all", &[needs("cards", Cards)], Bool, "Whether the `where` holds for every card of the selection."),
        word("total", &[needs("cards", Cards), needs("field", Name)], Int, "The sum of a field, copies counted."),
        word("highest", &[needs("cards", Cards), needs("field", Name)], Int, "The highest value of a field, 0 if there are none."),
        word("lowest", &[needs("cards", Cards), needs("field", Name)], Int, "The lowest value of a field, 0 if there are none."),
        word("values", &[needs("cards", Cards), needs("field", Name)], Any, "All different values of a field together."),
        word("largest-share", &[needs("cards", Cards), needs("field", Name)], Int, "How many percent of the copies have the most frequent value of a field."),
        word("commonest", &[needs("cards", Cards), needs("field", Name)], Any, "The most frequent value of a field."),
        word("alike", &[may("card", Card), needs("cards", Cards), needs("field", Name), may("second", Name)], Int, "How many cards of the selection share the values of those fields with this one, itself included; of a field with several values, one suffices."),
        word("twin", &[may("card", Card), needs("cards", Cards), needs("field", Name), may("second", Name)], Card, "The first other card that shares the values of those fields."),
        word("percent", &[needs("part", Int), needs("whole", Int)], Int, "A share in percent, rounded to the nearest; 0 of nothing."),
        word("size", &[needs("list", Name)], Int, "How many cards, copies counted, a list (or a field of several) of the subject holds."),
        word("length", &[needs("values", Any)], Int, "How many values a field of several holds."),
        word("highest-of", &[needs("values", Any)], Int, "The highest number among several; 0 if there are none."),
        word("overlap", &[needs("a", Any), needs("b", Any)], Bool, "Whether two fields of several values share one."),
        word("min", &[needs("a", Int), needs("b", Int)], Int, "The smaller number."),
        word("max", &[needs("a", Int), needs("b", Int)], Int, "The larger number."),
        word("normalised", &[needs("text", Text)], Text, "The text without case, spaces and punctuation."),
        word("setting", &[needs("name", Name)], Any, "A setting of the game's declaration."),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_explained_and_named_once() {
        for table in
            [RULE_WORDS.targets, RULE_WORDS.bindings, RULE_WORDS.selections, RULE_WORDS.queries]
        {
            let mut names: Vec<_> = table.iter().map(|word| word.name).collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
            assert!(table.iter().all(|word| word.doc.ends_with('.')));
        }
        assert!(RULE_WORDS.selection("cards").is_some());
        assert!(RULE_WORDS.query("copies").is_some());
    }
}
