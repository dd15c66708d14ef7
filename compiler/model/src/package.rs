//! A package, and the library of packages that are used together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::amend;
use crate::dice::Die;
use crate::entity::Entity;
use crate::rules::{EnumDecl, Game, Keyword, Kind, RuleDecl, WordDecl, Wording};
use crate::scenario::Scenario;
use crate::shared::Shared;

/// Version of the data's shape. It grows when a field changes meaning or is removed.
pub const DATA_FORMAT: u32 = 1;

/// Everything one package declares.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Package {
    /// [`DATA_FORMAT`] of the compiler that wrote it.
    pub data_format: u32,
    /// Name of the package.
    pub name: String,
    /// Version of the package.
    pub version: String,
    /// Title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Identifier of the game.
    pub game: String,
    /// Who made it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// Licence of the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Packages it builds on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependencies: Vec<Dependency>,
    /// The game's declaration, in the package that defines it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<Game>,
    /// Enums, in order of declaration; an expansion may add values to an existing enum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enums: Vec<EnumDecl>,
    /// Kinds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Kind>,
    /// Dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// Keywords.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Keyword>,
    /// Words of its own, in a game without an engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<WordDecl>,
    /// Wordings of the vocabulary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wordings: Vec<Wording>,
    /// Legality rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleDecl>,
    /// Printed cards.
    #[serde(default, skip_serializing_if = "Shared::is_empty")]
    pub cards: Shared<Entity>,
    /// Formats.
    #[serde(default, skip_serializing_if = "Shared::is_empty")]
    pub formats: Shared<Entity>,
    /// Decks.
    #[serde(default, skip_serializing_if = "Shared::is_empty")]
    pub decks: Shared<Entity>,
    /// Other data, such as campaigns and products.
    #[serde(default, skip_serializing_if = "Shared::is_empty")]
    pub records: Shared<Entity>,
    /// Abstract declarations: others inherit from them; they are not cards themselves.
    #[serde(default, skip_serializing_if = "Shared::is_empty")]
    pub patterns: Shared<Entity>,
    /// Scenario tests.
    #[serde(default, skip_serializing_if = "Shared::is_empty")]
    pub scenarios: Shared<Scenario>,
}

/// A package that another builds on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dependency {
    /// Name of the package.
    pub name: String,
    /// Version that was used.
    pub version: String,
}

/// Packages that are used together, each after the ones it depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Library {
    /// The packages; the last is the one being looked at.
    pub packages: Vec<Package>,
}

impl Library {
    /// Makes a library of packages, each after the ones it depends on. Of an amended card only the
    /// amended version stays, in the package that amends it.
    pub fn of(mut packages: Vec<Package>) -> Library {
        amend::settle(&mut packages);
        Library { packages }
    }

    /// The game's declaration.
    pub fn game(&self) -> Option<&Game> {
        self.packages.iter().find_map(|package| package.definition.as_ref())
    }

    /// All words that packages of a game without an engine declare.
    pub fn words(&self) -> impl Iterator<Item = &WordDecl> {
        self.packages.iter().flat_map(|package| &package.words)
    }

    /// All kinds.
    pub fn kinds(&self) -> impl Iterator<Item = &Kind> {
        self.packages.iter().flat_map(|package| &package.kinds)
    }

    /// The kind of that identifier.
    pub fn kind(&self, id: &str) -> Option<&Kind> {
        self.kinds().find(|kind| kind.id == id)
    }

    /// All enums; one that an expansion extends appears once for each package.
    pub fn enums(&self) -> impl Iterator<Item = &EnumDecl> {
        self.packages.iter().flat_map(|package| &package.enums)
    }

    /// All dice.
    pub fn dice(&self) -> impl Iterator<Item = &Die> {
        self.packages.iter().flat_map(|package| &package.dice)
    }

    /// The die of that identifier.
    pub fn die(&self, id: &str) -> Option<&Die> {
        self.dice().find(|die| die.id == id)
    }

    /// True if the kind is that kind, has it among its parents, or is of that family.
    pub fn kind_fits(&self, kind: &str, wanted: &str) -> bool {
        let mut next = self.kind(kind);
        // A chain of parents is at most as long as there are kinds; the bound ends a circular
        // chain.
        for _ in 0..=self.kinds().count() {
            let Some(found) = next else { return false };
            if found.id == wanted || found.family.as_deref() == Some(wanted) {
                return true;
            }
            next = found.parent.as_deref().and_then(|parent| self.kind(parent));
        }
        false
    }

    /// All keywords.
    pub fn keywords(&self) -> impl Iterator<Item = &Keyword> {
        self.packages.iter().flat_map(|package| &package.keywords)
    }

    /// The keyword of that identifier.
    pub fn keyword(&self, id: &str) -> Option<&Keyword> {
        self.keywords().find(|keyword| keyword.id == id)
    }

    /// All printed cards.
    pub fn cards(&self) -> impl Iterator<Item = &Entity> {
        self.packages.iter().flat_map(|package| &package.cards)
    }

    /// All decks.
    pub fn decks(&self) -> impl Iterator<Item = &Entity> {
        self.packages.iter().flat_map(|package| &package.decks)
    }

    /// All formats.
    pub fn formats(&self) -> impl Iterator<Item = &Entity> {
        self.packages.iter().flat_map(|package| &package.formats)
    }
}
