//! Rules text, already worded but still in parts, so that any program can lay it out.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A paragraph or block of rules text on a card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TextBlock {
    /// What the block is: `rules` for the card's own text, `keyword` for an attribute line,
    /// or the name of the clause it stands for (`base`, `boost`, `disrupt`, `spend`, `challenge`
    /// …).
    pub role: String,
    /// Identifiers that go with the block, such as the class keys of a boost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// The label of the clause, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The paragraphs, each a list of runs.
    pub paragraphs: Vec<Vec<Run>>,
}

/// A stretch of text that is set in one style.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "run", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Run {
    /// Plain words.
    Text {
        /// The words, with the spaces around them.
        text: String,
    },
    /// A keyword's wording, set in the keyword style.
    Keyword {
        /// The keyword.
        id: String,
        /// Its wording with the arguments filled in.
        text: String,
    },
    /// A number that matters, set strong and kept together with the icon that follows.
    Amount {
        /// The number with its sign.
        text: String,
    },
    /// An icon of the theme.
    Icon {
        /// The icon's name.
        id: String,
        /// Alternative text for readers who cannot see the icon.
        alt: String,
    },
    /// Dice, set as they look.
    Dice {
        /// How many of each die, by its identifier.
        dice: BTreeMap<String, i64>,
        /// The same in words, for places without pictures.
        text: String,
    },
    /// A term of the game (a stat, a zone, a type), set in the term style.
    Term {
        /// The words.
        text: String,
    },
    /// Reminder text, set in italics and left out when space is short.
    Reminder {
        /// The sentence.
        text: String,
    },
}

impl Run {
    /// The words of the run as plain text: an icon's alternative text, the words of dice.
    pub fn plain(&self) -> &str {
        match self {
            Run::Text { text }
            | Run::Keyword { text, .. }
            | Run::Amount { text }
            | Run::Dice { text, .. }
            | Run::Term { text }
            | Run::Reminder { text } => text,
            Run::Icon { alt, .. } => alt,
        }
    }
}
