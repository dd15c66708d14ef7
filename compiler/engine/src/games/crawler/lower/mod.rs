//! From the model to content that can be played: names become numbers, effect trees become
//! code, and keyword bodies are written out on each card with their arguments filled in.
//!
//! A card that cannot be lowered (or says `todo`) stays in the content but is kept out of
//! play and is listed, so one unfinished card never stops a game.

mod card;
mod effect;
mod expression;
mod grant;
mod scope;
mod selection;

use std::collections::BTreeMap;

use cardwright_model::{Entity, Keyword, Library, Value};

use super::content::{Content, DeckDef, DefId, Format, Immunity, NONE, PointRules};
use super::words::Mode;
pub(super) use expression::Ty;
pub(super) use scope::Scope;

/// Why a library cannot be played at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// No package declares the game.
    #[error("no package declares the game")]
    NoGame,
    /// The content is for another engine module.
    #[error("this content is for the engine `{0}`, not `crawler`")]
    WrongEngine(String),
    /// More of something than the engine's numbers can count.
    #[error("there are too many {0}")]
    TooMany(&'static str),
}

/// A card that is kept out of play, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Identifier of the card, deck or format.
    pub at: String,
    /// What is wrong.
    pub message: String,
}

/// The rulings that [`Lowerer::settings`] reads; all others are switches for effects.
pub const SETTINGS: &[&str] = &[
    "swift-on-bust",
    "immunity-multi-type",
    "set-aside-instead-of-shuffle",
    "points-pass-bonus",
    "quest-check-timing",
];

impl Content {
    /// Makes a library ready for play.
    pub fn lower(library: &Library) -> Result<Content, LowerError> {
        Ok(Content::lower_with_problems(library)?.0)
    }

    /// Makes a library ready for play and says which cards could not be used and why.
    pub fn lower_with_problems(library: &Library) -> Result<(Content, Vec<Problem>), LowerError> {
        let game = library.game().ok_or(LowerError::NoGame)?;
        if game.engine != "crawler" {
            return Err(LowerError::WrongEngine(game.engine.clone()));
        }
        let mut lowerer = Lowerer::new(library);
        lowerer.settings(&game.settings);
        lowerer.enums()?;
        lowerer.cards()?;
        lowerer.formats();
        lowerer.decks();
        Ok((lowerer.content, lowerer.problems))
    }
}

/// Lowers one library.
pub(super) struct Lowerer<'a> {
    pub(super) keywords: BTreeMap<&'a str, &'a Keyword>,
    families: BTreeMap<&'a str, u64>,
    library: &'a Library,
    pub(super) content: Content,
    problems: Vec<Problem>,
    /// How many keywords that are being written out grant one another.
    granting: u8,
}

/// What went wrong in one expression or effect.
pub(super) type Lowered<T> = Result<T, String>;

impl<'a> Lowerer<'a> {
    /// A lowerer with nothing lowered yet.
    fn new(library: &'a Library) -> Lowerer<'a> {
        Lowerer::with_content(library, Content::default())
    }

    /// A lowerer that adds to content lowered before, for expressions of scenarios.
    pub(super) fn with_content(library: &'a Library, content: Content) -> Lowerer<'a> {
        let keywords = library.keywords().map(|keyword| (keyword.id.as_str(), keyword)).collect();
        let mut families: BTreeMap<&str, u64> = BTreeMap::new();
        for kind in library.kinds() {
            if let (Some(family), Some(known)) =
                (&kind.family, super::words::Kind::from_name(&kind.id))
            {
                *families.entry(family.as_str()).or_default() |= known.bit();
            }
        }
        Lowerer { keywords, families, library, content, problems: Vec::new(), granting: 0 }
    }

    fn settings(&mut self, settings: &BTreeMap<String, Value>) {
        let flag = |name: &str| match settings.get(name) {
            Some(Value::Bool(value)) => Some(*value),
            _ => None,
        };
        let text = |name: &str| match settings.get(name) {
            Some(Value::Text(text)) => Some(text.clone()),
            Some(Value::Ref { id }) => Some(id.clone()),
            _ => None,
        };
        let into = &mut self.content.settings;
        if let Some(value) = flag("swift-on-bust") {
            into.swift_on_bust = value;
        }
        match text("immunity-multi-type").as_deref() {
            Some("any") => into.immunity = Immunity::Any,
            Some("whole") => into.immunity = Immunity::Whole,
            _ => {}
        }
        if let Some(value) = flag("set-aside-instead-of-shuffle") {
            into.set_aside = value;
        }
        if text("points-pass-bonus").as_deref() == Some("one") {
            into.pass_bonus_each = false;
        }
        if matches!(text("quest-check-timing").as_deref(), Some("end" | "end-of-round")) {
            into.quests_at_end = true;
        }
        for (name, value) in settings {
            if matches!(value, Value::Bool(true)) {
                self.content.switches.push(name.clone());
            }
        }
    }

    /// Collects enum values; an expansion's values follow those of the game.
    fn enums(&mut self) -> Result<(), LowerError> {
        for declared in self.library.enums() {
            let values = self.content.enums.entry(declared.id.clone()).or_default();
            for value in &declared.values {
                if !values.contains(&value.id) {
                    values.push(value.id.clone());
                }
            }
            if values.len() > 64 {
                return Err(LowerError::TooMany("values in one enum"));
            }
        }
        let bit = |name: &str| self.bit("damage", name).unwrap_or(0);
        let (harm, magic, supernatural) = (bit("harm"), bit("magic"), bit("supernatural"));
        self.content.damage = super::content::DamageBits { harm, magic, supernatural };
        Ok(())
    }

    /// The bit of an enum value.
    pub(super) fn bit(&self, domain: &str, id: &str) -> Lowered<u64> {
        self.ordinal(domain, id).map(|ordinal| 1 << ordinal)
    }

    /// The place of an enum value.
    pub(super) fn ordinal(&self, domain: &str, id: &str) -> Lowered<u32> {
        self.content
            .enums
            .get(domain)
            .and_then(|values| values.iter().position(|value| value == id))
            .map(|place| place as u32)
            .ok_or_else(|| format!("`{id}` is no value of `{domain}`"))
    }

    /// Bits of the kinds that a kind or family stands for.
    pub(super) fn kind_mask(&self, id: &str) -> Lowered<u64> {
        if let Some(kind) = super::words::Kind::from_name(id) {
            return Ok(kind.bit());
        }
        self.families.get(id).copied().ok_or_else(|| format!("the engine knows no kind `{id}`"))
    }

    /// The printed card of that identifier.
    pub(super) fn def(&self, id: &str) -> Lowered<DefId> {
        self.content.card_ids.get(id).copied().ok_or_else(|| format!("there is no card `{id}`"))
    }

    fn problem(&mut self, at: &str, message: impl Into<String>) {
        self.problems.push(Problem { at: at.to_owned(), message: message.into() });
    }

    fn cards(&mut self) -> Result<(), LowerError> {
        // All names first: effects refer to cards that come later.
        let mut entities: Vec<&Entity> = Vec::new();
        for entity in self.library.cards() {
            // Kinds that the game does not play are only printed.
            let Some(kind) = super::words::Kind::from_name(&entity.kind) else { continue };
            let id = self.content.cards.len();
            if id >= usize::from(NONE) {
                return Err(LowerError::TooMany("cards"));
            }
            self.content.card_ids.insert(entity.id.clone(), id as DefId);
            self.content.cards.push(card::outline(entity, kind));
            entities.push(entity);
        }
        for (place, entity) in entities.into_iter().enumerate() {
            if card::is_unfinished(entity, &self.keywords) {
                self.content.unfinished.push(entity.id.clone());
                self.content.cards[place].playable = false;
            }
            let outline = self.content.cards[place].clone();
            match self.card(entity, outline) {
                Ok(lowered) => self.content.cards[place] = lowered,
                Err(message) => {
                    self.problem(&entity.id, message);
                    self.content.cards[place].playable = false;
                }
            }
        }
        let content = &self.content;
        for (count, what) in [
            (content.blocks.len(), "effects"),
            (content.abilities.len(), "abilities"),
            (content.lists.len(), "lists"),
            (content.texts.len(), "texts"),
        ] {
            if count >= usize::from(NONE) {
                return Err(LowerError::TooMany(what));
            }
        }
        Ok(())
    }

    fn formats(&mut self) {
        for entity in self.library.formats() {
            match format(entity) {
                Ok(format) => {
                    self.content.formats.insert(entity.id.clone(), format);
                }
                Err(message) => self.problem(&entity.id, message),
            }
        }
    }

    fn decks(&mut self) {
        for entity in self.library.decks() {
            match self.deck(entity) {
                Ok(deck) => {
                    self.content.decks.insert(entity.id.clone(), deck);
                }
                Err(message) => self.problem(&entity.id, message),
            }
        }
    }

    fn deck(&self, entity: &Entity) -> Lowered<DeckDef> {
        let cards = |field: &str| -> Lowered<Vec<DefId>> {
            entity.refs(field).map(|id| self.def(id)).collect()
        };
        let list = |name: &str| -> Lowered<Vec<DefId>> {
            let mut copies = Vec::new();
            for entry in entity.lists.get(name).into_iter().flatten() {
                let def = self.def(&entry.card)?;
                copies.extend(std::iter::repeat_n(def, entry.count.min(999) as usize));
            }
            Ok(copies)
        };
        Ok(DeckDef {
            format: entity.target.clone().unwrap_or_default(),
            party: cards("party")?,
            quests: cards("quests")?,
            required: cards("required")?,
            crawler: list("crawler")?,
            dungeon: list("dungeon")?,
            ordered: entity.flag("ordered"),
        })
    }
}

/// A format as data. The kind of the content says which numbers it must have, and what the
/// others are by default; there are no defaults here.
fn format(entity: &Entity) -> Lowered<Format> {
    let number = |field: &str| entity.int(field).ok_or_else(|| format!("it has no `{field}`"));
    let mode = entity
        .refs("mode")
        .next()
        .and_then(Mode::from_name)
        .ok_or("it has no `mode` that the engine knows")?;
    let encounter_limit = number("encounter-limit")?;
    Ok(Format {
        mode,
        min_players: number("min-players")?.clamp(1, 6) as u8,
        max_players: number("max-players")?.clamp(1, 6) as u8,
        encounter_limit: encounter_limit.clamp(0, 99) as i16,
        // A blind round without a limit of its own has that of the first.
        second_limit: entity.int("second-limit").unwrap_or(encounter_limit).clamp(0, 99) as i16,
        hand_limit: number("hand-limit")?.clamp(0, 99) as i16,
        quests_to_win: number("quests-to-win")?.clamp(0, 99) as u8,
        points_to_win: entity.int("points-to-win").unwrap_or(0).clamp(0, 9999) as i32,
        round_limit: number("round-limit")?.clamp(1, 10_000) as u16,
        ordered: entity.flag("ordered"),
        pool_size: match mode {
            Mode::Multi => number("pool-size")?.clamp(1, 20) as u8,
            _ => 0,
        },
        points: point_rules(entity),
    })
}

fn point_rules(entity: &Entity) -> PointRules {
    let points = |field: &str| entity.int(field).unwrap_or(0).clamp(0, 1000) as i32;
    PointRules {
        slain_bonus: points("slain-bonus"),
        cleared_bonus: points("cleared-bonus"),
        wound: points("wound-points"),
        own_wound: points("own-wound-penalty"),
        perished_life: points("perished-life-points"),
        quest: points("quest-points"),
        regenerate: points("regenerate-points"),
        pass: points("pass-points"),
    }
}
