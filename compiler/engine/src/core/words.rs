//! Words of a vocabulary as small enums, and the words that the core itself understands.
//!
//! [`words!`] makes an enum and its table of [`Word`]s from one list, so that an index into the
//! table is always the enum's variant: lowering stores the index, the game matches on the
//! variant, and no name is looked up during play.

use std::fmt::Debug;

use cardwright_vocabulary::{Type, Word, may, needs, word};

/// One table of a vocabulary as an enum. Made by [`words!`].
pub trait Words: Copy + Eq + Debug + 'static {
    /// The words, in the order of the variants.
    const WORDS: &'static [Word];
    /// The variants, in order.
    const ALL: &'static [Self];

    /// The variant's place in the table.
    fn index(self) -> usize;

    /// The variant of that place. Lowering only stores places that exist.
    fn at(index: usize) -> Self {
        Self::ALL[index]
    }

    /// The variant of that name.
    fn named(name: &str) -> Option<Self> {
        Self::WORDS.iter().position(|word| word.name == name).map(Self::at)
    }

    /// The word's name.
    fn name(self) -> &'static str {
        Self::WORDS[self.index()].name
    }
}

/// Makes an enum of words with its table.
///
/// A table that every game has begins with the words that the core implements itself:
/// `enum Verb: verbs`, `enum Selection: selections` and `enum Query: queries` include those of
/// [`builtin`], so that a game lists only its own.
///
/// ```
/// use cardwright_engine::core::words;
/// use cardwright_engine::core::words::Words;
/// use cardwright_engine::vocabulary::{Type, needs, word};
///
/// words! {
///     /// What effects do.
///     pub enum Verb: verbs {
///         Heal = word("heal", &[needs("figure", Type::Card)], Type::Nothing, "Takes a wound off."),
///     }
/// }
/// assert_eq!(Verb::WORDS[Verb::Heal.index()].name, "heal");
/// assert_eq!(Verb::named("then"), Some(Verb::Then));
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $visibility:vis enum $name:ident: verbs { $($own:tt)* }) => {
        $crate::words! {
            $(#[$meta])*
            $visibility enum $name {
                $($own)*
                Then = $crate::core::words::builtin::THEN,
                Prevent = $crate::core::words::builtin::PREVENT,
                ChangeAmount = $crate::core::words::builtin::CHANGE_AMOUNT,
                Win = $crate::core::words::builtin::WIN,
                Lose = $crate::core::words::builtin::LOSE,
                RollAgain = $crate::core::words::builtin::ROLL_AGAIN,
            }
        }
    };
    ($(#[$meta:meta])* $visibility:vis enum $name:ident: selections { $($own:tt)* }) => {
        $crate::words! {
            $(#[$meta])*
            $visibility enum $name {
                Own = $crate::core::words::builtin::OWN,
                It = $crate::core::words::builtin::IT,
                Outer = $crate::core::words::builtin::OUTER,
                First = $crate::core::words::builtin::FIRST,
                Most = $crate::core::words::builtin::MOST,
                Least = $crate::core::words::builtin::LEAST,
                Different = $crate::core::words::builtin::DIFFERENT,
                $($own)*
            }
        }
    };
    ($(#[$meta:meta])* $visibility:vis enum $name:ident: queries { $($own:tt)* }) => {
        $crate::words! {
            $(#[$meta])*
            $visibility enum $name {
                Count = $crate::core::words::builtin::COUNT,
                Any = $crate::core::words::builtin::ANY,
                Highest = $crate::core::words::builtin::HIGHEST,
                Lowest = $crate::core::words::builtin::LOWEST,
                Total = $crate::core::words::builtin::TOTAL,
                Min = $crate::core::words::builtin::MIN,
                Max = $crate::core::words::builtin::MAX,
                Has = $crate::core::words::builtin::HAS,
                Named = $crate::core::words::builtin::NAMED,
                Kind = $crate::core::words::builtin::KIND,
                Counter = $crate::core::words::builtin::COUNTER,
                Chosen = $crate::core::words::builtin::CHOSEN,
                $($own)*
            }
        }
    };
    ($(#[$meta:meta])* $visibility:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $word:expr),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        $visibility enum $name {
            $(
                $(#[$variant_meta])*
                #[allow(missing_docs)]
                $variant,
            )*
        }

        impl $crate::core::words::Words for $name {
            const WORDS: &'static [$crate::vocabulary::Word] = &[$($word),*];
            const ALL: &'static [Self] = &[$($name::$variant),*];

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

pub use crate::words;

/// Words that the core implements itself. Their names and parameters are the same in every game.
/// [`words!`] adds those that every game has; a game lists the others that it wants.
pub mod builtin {
    use super::{Type, Word, may, needs, word};
    use cardwright_model::Role;

    /// Command of scenarios: chooses a thing.
    pub const PICK: Word = word(
        "pick",
        &[needs("card", Type::Card)],
        Type::Nothing,
        "Chooses among what an effect asks for.",
    );
    /// Command of scenarios: chooses a labelled option.
    pub const OPTION: Word = word(
        "option",
        &[needs("label", Type::Text)],
        Type::Nothing,
        "Chooses one of several ways.",
    );
    /// Set-up of scenarios: the format.
    pub const FORMAT: Word =
        word("format", &[], Type::Entity(Role::Format), "The format; the first one if not said.");
    /// Set-up of scenarios: the seed.
    pub const SEED: Word = word("seed", &[], Type::Int, "The seed of everything random.");
    /// Query: how many.
    pub const COUNT: Word =
        word("count", &[needs("cards", Type::Cards)], Type::Int, "How many there are.");
    /// Query: whether there is one.
    pub const ANY: Word =
        word("any", &[needs("cards", Type::Cards)], Type::Bool, "Whether there is at least one.");
    /// Query: the highest value of a stat.
    pub const HIGHEST: Word = word(
        "highest",
        &[needs("cards", Type::Cards), needs("stat", Type::Stat)],
        Type::Int,
        "The highest value of a number among them; 0 if there is none.",
    );
    /// Query: the lowest value of a stat.
    pub const LOWEST: Word = word(
        "lowest",
        &[needs("cards", Type::Cards), needs("stat", Type::Stat)],
        Type::Int,
        "The lowest value of a number among them; 0 if there is none.",
    );
    /// Query: the sum of a stat.
    pub const TOTAL: Word = word(
        "total",
        &[needs("cards", Type::Cards), needs("stat", Type::Stat)],
        Type::Int,
        "The sum of a number over them.",
    );
    /// Query: the smaller number.
    pub const MIN: Word =
        word("min", &[needs("a", Type::Int), needs("b", Type::Int)], Type::Int, "The smaller one.");
    /// Query: the larger number.
    pub const MAX: Word =
        word("max", &[needs("a", Type::Int), needs("b", Type::Int)], Type::Int, "The larger one.");
    /// Query: whether something has a keyword.
    pub const HAS: Word = word(
        "has",
        &[may("card", Type::Card), needs("keyword", Type::Keyword)],
        Type::Bool,
        "Whether it has the keyword, printed or granted.",
    );
    /// Query: whether something is a copy of a printed card.
    pub const NAMED: Word = word(
        "named",
        &[may("card", Type::Card), needs("name", Type::CardName)],
        Type::Bool,
        "Whether it is a copy of that printed card.",
    );
    /// Query: the kind of something.
    pub const KIND: Word =
        word("kind", &[may("card", Type::Card)], Type::Kind, "Its kind, to compare with a kind.");
    /// Query: a counter of a thing.
    pub const COUNTER: Word = word(
        "counter",
        &[may("card", Type::Card), needs("name", Type::Name)],
        Type::Int,
        "How far a counter of it has come; 0 if its card has no such counter. Its own text needs only the counter's name.",
    );
    /// Query: a number that a player names.
    pub const CHOSEN: Word = word(
        "chosen",
        &[needs("most", Type::Int), may("least", Type::Int)],
        Type::Int,
        "In an effect, `let x = chosen(3)`: a number that you choose, at most so much, and at least `least` (0 if not said).",
    );
    /// Query: what the dice of the roll under way show.
    pub const ROLLED: Word = word(
        "rolled",
        &[needs("symbol", Type::Enum("symbol"))],
        Type::Int,
        "How many of a symbol the dice of `roll … { }` show, inside its braces.",
    );
    /// Query: how likely a result is.
    pub const CHANCE: Word = word(
        "chance",
        &[needs("pool", Type::Pool), needs("at-least", Type::Int)],
        Type::Int,
        "The chance of dice to show at least so much, in thousandths.",
    );
    /// Query: how likely one pool beats another.
    pub const CHANCE_TO_BEAT: Word = word(
        "chance-to-beat",
        &[needs("attack", Type::Pool), needs("defence", Type::Pool)],
        Type::Int,
        "The chance of dice to show more than other dice, in thousandths.",
    );
    /// Selection: the first few of a selection.
    pub const FIRST: Word = word(
        "first",
        &[needs("count", Type::Int), needs("cards", Type::Cards)],
        Type::Cards,
        "The first few of a selection.",
    );
    /// Selection: those with the highest number.
    pub const MOST: Word = word(
        "most",
        &[needs("cards", Type::Cards), needs("stat", Type::Stat)],
        Type::Cards,
        "Those of a selection with the highest number: `most(heroes, wounds)`.",
    );
    /// Selection: those with the lowest number.
    pub const LEAST: Word = word(
        "least",
        &[needs("cards", Type::Cards), needs("stat", Type::Stat)],
        Type::Cards,
        "Those of a selection with the lowest number.",
    );
    /// Selection: one of each sort.
    pub const DIFFERENT: Word = word(
        "different",
        &[needs("cards", Type::Cards), may("stat", Type::Stat)],
        Type::Cards,
        "Those of a selection that differ, one of each name or of each value of a number: `count(different(characters))`.",
    );
    /// Selection: the thing at hand around the innermost one.
    pub const OUTER: Word = word(
        "outer",
        &[],
        Type::Card,
        "Inside a `where`, `for each` or `choose` within another: the `it` of the one around it.",
    );
    /// Selection: the thing whose text this is.
    pub const OWN: Word = word("self", &[], Type::Card, "Whose text this is.");
    /// Selection: the thing at hand.
    pub const IT: Word =
        word("it", &[], Type::Card, "The one at hand in `where`, `for each` and `choose`.");
    /// Verb: what a card adds to a keyword.
    pub const THEN: Word = word(
        "then",
        &[],
        Type::Nothing,
        "In a keyword's body: what the card adds after `then` happens here.",
    );
    /// Verb: stops what would happen.
    pub const PREVENT: Word =
        word("prevent", &[], Type::Nothing, "Inside `on would-…`: the event does not happen.");
    /// Verb: ends the game.
    pub const WIN: Word =
        word("win", &[], Type::Nothing, "You win the game, with all on your side, and it is over.");
    /// Verb: ends the game.
    pub const LOSE: Word = word(
        "lose",
        &[],
        Type::Nothing,
        "You lose the game, with all on your side, and it is over; your opponents win.",
    );
    /// Verb: throws dice again.
    pub const ROLL_AGAIN: Word = word(
        "roll-again",
        &[],
        Type::Nothing,
        "Inside `roll … { }`: throws its dice again, each at most once; what they show now counts.",
    );
    /// Verb: changes how much would happen.
    pub const CHANGE_AMOUNT: Word = word(
        "change-amount",
        &[needs("by", Type::Int)],
        Type::Nothing,
        "Inside `on would-…`: the event's `amount` grows or shrinks, never below 0.",
    );
}
