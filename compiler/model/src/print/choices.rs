//! Print settings that are a choice between a few words.

use serde::Serialize;

/// Declares an enum whose values each have a word in settings and flags.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$doc])* $value,)+ }

        impl $name {
            /// The words, in the order in which they are explained.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The value of that word.
            pub fn named(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$value),)+ _ => None }
            }

            /// The word of the value.
            pub fn word(self) -> &'static str {
                match self { $($name::$value => $word,)+ }
            }
        }
    };
}

words! {
    /// How the backs of cards are printed.
    Backs {
        /// On the other side of the sheet, for printers that turn it over its long edge.
        #[default]
        #[serde(rename = "duplex-long-edge")]
        LongEdge = "duplex-long-edge",
        /// The same for the short edge.
        #[serde(rename = "duplex-short-edge")]
        ShortEdge = "duplex-short-edge",
        /// Fronts above and backs below a line to fold along: printed on one side, then glued.
        Fold = "fold",
        /// In a file of their own, in the same order and mirrored, for turning by hand.
        Separate = "separate",
        /// Not at all.
        None = "none",
    }
}

words! {
    /// What is printed to cut along.
    Marks {
        /// Short marks in the margins, clear of the cards.
        #[default]
        Crop = "crop",
        /// Thin lines along every edge.
        Lines = "lines",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// On which side of a sheet the marks are.
    MarkSides {
        /// With the fronts.
        #[default]
        Front = "front",
        /// With the backs.
        Back = "back",
        /// On both.
        Both = "both",
    }
}

words! {
    /// Who owns the bleed between two neighbouring cards.
    Between {
        /// Each card has its own, so that two lie between neighbours.
        #[default]
        Own = "own",
        /// Neighbours share one, half each.
        Shared = "shared",
    }
}
