//! From the model to content that can be played: the core lowers names, effects and keywords,
//! and the crawler adds what it knows of cards, formats and decks.
//!
//! A card that says `todo` stays in the content but is kept out of play and is listed, so one
//! unfinished card never stops a game.

mod card;

use std::collections::BTreeMap;

use cardwright_model::{Entity, Library, Value};

use super::content::{Crawler, DamageBits, DeckDef, Format, Immunity, PointRules};
use super::vocabulary::VOCABULARY;
use super::words::{Kind, Mode};
use cardwright_engine::core::code::DefId;
use cardwright_engine::core::dice::Dice;
use cardwright_engine::core::{LowerError, Lowered, Lowerer};

/// The rulings that [`Lowering::settings`] reads; all others are switches for effects.
pub(crate) const SETTINGS: &[&str] = &[
    "swift-on-bust",
    "immunity-multi-type",
    "set-aside-instead-of-shuffle",
    "points-pass-bonus",
    "quest-check-timing",
];

impl Crawler {
    /// Makes a library ready for play.
    pub fn new(library: &Library) -> Result<Crawler, LowerError> {
        let lowerer = Lowerer::new(library, &VOCABULARY, Dice::default(), Some("enter"))?;
        let mut lowering = Lowering { lowerer, content: Crawler::default() };
        if let Some(game) = library.game() {
            lowering.settings(&game.settings);
        }
        lowering.names();
        lowering.cards();
        lowering.formats();
        lowering.decks();
        let Lowering { lowerer, mut content, .. } = lowering;
        content.code = lowerer.finish()?;
        for (card, def) in content.cards.iter_mut().zip(&content.code.defs) {
            card.playable &= def.unplayable.is_none();
        }
        Ok(content)
    }

    /// Identifiers of printed cards that are kept out of play because they say `todo`.
    pub fn unfinished(&self) -> impl Iterator<Item = &str> {
        let unfinished = self.code.defs.iter().filter(|def| def.unplayable.is_some());
        unfinished.map(|def| def.id.as_str())
    }
}

/// A library being lowered.
struct Lowering<'l> {
    lowerer: Lowerer<'l>,
    content: Crawler,
}

impl Lowering<'_> {
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

    /// What the rules name by themselves: kinds and damage types.
    fn names(&mut self) {
        let code = &self.lowerer.code;
        self.content.kinds = code.kinds.iter().map(|kind| Kind::from_name(kind)).collect();
        let bit = |name: &str| code.ordinal("damage", name).map_or(0, |place| 1 << place);
        let (harm, magic, supernatural) = (bit("harm"), bit("magic"), bit("supernatural"));
        self.content.damage = DamageBits { harm, magic, supernatural };
    }

    fn cards(&mut self) {
        self.lowerer.cards();
        for (def, entity) in self.lowerer.entities() {
            match self.card(def, entity) {
                Ok(card) => self.content.cards.push(card),
                Err(message) => {
                    self.lowerer.problem(&entity.id, message);
                    self.content.cards.push(card::outline(entity));
                }
            }
        }
    }

    fn formats(&mut self) {
        for entity in self.lowerer.formats() {
            match format(entity) {
                Ok(format) => {
                    self.content.formats.insert(entity.id.clone(), format);
                }
                Err(message) => self.lowerer.problem(&entity.id, message),
            }
        }
    }

    fn decks(&mut self) {
        for entity in self.lowerer.decks() {
            match self.deck(entity) {
                Ok(deck) => {
                    self.content.decks.insert(entity.id.clone(), deck);
                }
                Err(message) => self.lowerer.problem(&entity.id, message),
            }
        }
    }

    fn deck(&self, entity: &Entity) -> Lowered<DeckDef> {
        let cards = |field: &str| -> Lowered<Vec<DefId>> {
            entity.refs(field).map(|id| self.lowerer.def(id)).collect()
        };
        let list = |name: &str| -> Lowered<Vec<DefId>> {
            let mut copies = Vec::new();
            for entry in entity.lists.get(name).into_iter().flatten() {
                let def = self.lowerer.def(&entry.card)?;
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
