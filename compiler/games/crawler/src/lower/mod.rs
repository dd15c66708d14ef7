//! From the model to content that can be played: the core lowers names, effects and keywords,
//! and the crawler adds what it knows of cards, formats and decks.
//!
//! A card that says `todo` stays in the content but is kept out of play and is listed, so one
//! unfinished card never stops a game.

mod card;

use cardwright_model::{Entity, Game, Library, Value};

use super::content::{Campaign, Crawler, DamageBits, DeckDef, Format, Immunity, PointRules};
use super::facts;
use super::vocabulary::{Stat, VOCABULARY};
use super::words::{Kind, Mode};
use cardwright_engine::Module;
use cardwright_engine::core::Code;
use cardwright_engine::core::bit;
use cardwright_engine::core::code::{About, DefId};
use cardwright_engine::core::dice::Dice;
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{LowerError, Lowered, Lowerer};
use cardwright_engine::seating::campaigns;
use cardwright_vocabulary::Fact;

impl Module for Crawler {
    fn open(library: &Library) -> Result<Crawler, LowerError> {
        let lowerer = Lowerer::new(library, &VOCABULARY, Dice::default(), Some("enter"))?;
        let mut lowering = Lowering { library, lowerer, content: Crawler::default() };
        if let Some(game) = library.game() {
            lowering.settings(game);
        }
        lowering.names();
        lowering.cards();
        lowering.formats();
        lowering.decks();
        lowering.campaigns();
        let Lowering { lowerer, mut content, .. } = lowering;
        content.code = lowerer.finish()?;
        let life = About::Stats(bit(Stat::Life.index()));
        let mut all = content.code.abilities.iter();
        content.changes_life = all.any(|abilities| abilities.summary.touches(life));
        for (card, def) in content.cards.iter_mut().zip(&content.code.defs) {
            card.playable &= def.unplayable.is_none();
        }
        Ok(content)
    }
}

impl Crawler {
    /// Identifiers of printed cards that are kept out of play because they say `todo`.
    pub fn unfinished(&self) -> impl Iterator<Item = &str> {
        let unfinished = self.code.defs.iter().filter(|def| def.unplayable.is_some());
        unfinished.map(|def| def.id.as_str())
    }
}

/// A library being lowered.
struct Lowering<'l> {
    library: &'l Library,
    lowerer: Lowerer<'l>,
    content: Crawler,
}

impl Lowering<'_> {
    fn settings(&mut self, game: &Game) {
        let text = |fact: &Fact| match fact.value(game) {
            Some(Value::Text(text)) => Some(text.as_str()),
            Some(Value::Ref { id }) => Some(id.as_str()),
            _ => None,
        };
        let mut wrong = Vec::new();
        let into = &mut self.content.settings;
        into.swift_on_bust = facts::SWIFT_ON_BUST.flag(game);
        into.set_aside = facts::SET_ASIDE.flag(game);
        into.endless_rounds = facts::ENDLESS_ROUNDS.int(game).clamp(1, 10_000) as u16;
        match text(&facts::IMMUNITY) {
            Some("any") => into.immunity = Immunity::Any,
            Some("whole") => into.immunity = Immunity::Whole,
            None | Some("all") => {}
            Some(other) => wrong.push((&facts::IMMUNITY, other)),
        }
        match text(&facts::PASS_BONUS) {
            Some("one") => into.pass_bonus_each = false,
            None | Some("each") => {}
            Some(other) => wrong.push((&facts::PASS_BONUS, other)),
        }
        match text(&facts::QUEST_TIMING) {
            Some("end" | "end-of-round") => into.quests_at_end = true,
            None | Some("immediate") => {}
            Some(other) => wrong.push((&facts::QUEST_TIMING, other)),
        }
        for (fact, other) in wrong {
            self.lowerer.problem("game", format!("`{}` cannot be `{other}`", fact.name));
        }
        for (name, value) in &game.settings {
            if matches!(value, Value::Bool(true)) {
                self.content.switches.push(name.clone());
            }
        }
    }

    /// What the rules name by themselves: kinds and damage types.
    fn names(&mut self) {
        let code = &self.lowerer.code;
        self.content.kinds = code.kinds.iter().map(|kind| Kind::of(self.library, kind)).collect();
        let bit = |name: &str| code.ordinal("damage", name).map_or(0, |place| 1 << place);
        self.content.damage = DamageBits { harm: bit("harm"), magic: bit("magic") };
    }

    fn cards(&mut self) {
        self.lowerer.cards();
        for (def, entity) in self.lowerer.entities() {
            match self.card(def, entity) {
                Ok(card) => self.content.cards.push(card),
                Err(message) => {
                    self.lowerer.problem(&entity.id, message);
                    self.content.cards.push(card::outline(self.library, entity));
                }
            }
        }
    }

    fn formats(&mut self) {
        for entity in self.lowerer.formats() {
            match format(entity, &self.lowerer.code) {
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

    /// The campaigns all of whose chapters can be played by one player.
    fn campaigns(&mut self) {
        let decks: Vec<&Entity> = self.lowerer.decks().collect();
        for (campaign, chapters) in campaigns(self.library) {
            let place = |chapter: &&Entity| {
                let known = decks.iter().position(|deck| deck.id == chapter.id)?;
                let format = self.content.formats.get(chapter.target.as_deref()?)?;
                (format.min_players == 1).then_some(known as u16)
            };
            let places: Option<Vec<u16>> = chapters.iter().map(place).collect();
            let (id, name) = (campaign.id.clone(), campaign.name.clone());
            let campaign = places.map(|chapters| Campaign { id, name, chapters });
            self.content.campaigns.extend(campaign);
        }
    }

    fn deck(&self, entity: &Entity) -> Lowered<DeckDef> {
        let cards = |fact: &Fact| -> Lowered<Vec<DefId>> {
            fact.ids(entity).map(|id| self.lowerer.def(id)).collect()
        };
        let list = |fact: &Fact| -> Lowered<Vec<DefId>> {
            let mut copies = Vec::new();
            for entry in fact.counted(entity) {
                let def = self.lowerer.def(&entry.card)?;
                copies.extend(std::iter::repeat_n(def, entry.count.min(999) as usize));
            }
            Ok(copies)
        };
        Ok(DeckDef {
            name: entity.name.clone(),
            format: entity.target.clone().unwrap_or_default(),
            party: cards(&facts::PARTY)?,
            quests: cards(&facts::QUESTS)?,
            required: cards(&facts::REQUIRED)?,
            crawler: list(&facts::CRAWLER_DECK)?,
            dungeon: list(&facts::DUNGEON_DECK)?,
            ordered: facts::DECK_ORDERED.flag(entity),
        })
    }
}

/// A format as data. The kind of the content says which numbers it must have, and what the
/// others are by default; there are no defaults here.
fn format(entity: &Entity, code: &Code) -> Lowered<Format> {
    let number =
        |fact: &Fact| fact.number(entity).ok_or_else(|| format!("it has no `{}`", fact.name));
    let mode = facts::MODE
        .id(entity)
        .and_then(Mode::from_name)
        .ok_or("it has no `mode` that the engine knows")?;
    let encounter_limit = number(&facts::ENCOUNTER_LIMIT)?;
    Ok(Format {
        mode,
        min_players: number(&facts::MIN_PLAYERS)?.clamp(1, 6) as u8,
        max_players: number(&facts::MAX_PLAYERS)?.clamp(1, 6) as u8,
        encounter_limit: encounter_limit.clamp(0, 99) as i16,
        // A blind round without a limit of its own has that of the first.
        second_limit: facts::SECOND_LIMIT.number(entity).unwrap_or(encounter_limit).clamp(0, 99)
            as i16,
        hand_limit: number(&facts::HAND_LIMIT)?.clamp(0, 99) as i16,
        quests_to_win: number(&facts::QUESTS_TO_WIN)?.clamp(0, 99) as u8,
        points_to_win: facts::POINTS_TO_WIN.int(entity).clamp(0, 9999) as i32,
        round_limit: facts::ROUND_LIMIT.int(entity).clamp(0, 10_000) as u16,
        ordered: facts::FORMAT_ORDERED.flag(entity),
        pooled: facts::POOLED_DECKS.flag(entity),
        copies: copies(entity, code),
        pool_size: match mode {
            Mode::Multi => number(&facts::POOL_SIZE)?.clamp(1, 20) as u8,
            _ => 0,
        },
        points: point_rules(entity),
    })
}

/// How many copies of a dungeon card the format allows: a number for each rarity, in a field that is
/// named after it.
fn copies(entity: &Entity, code: &Code) -> Vec<(u64, u16)> {
    let rarities = code.enums.get("rarity").map_or(&[][..], Vec::as_slice);
    let limit = |(place, rarity): (usize, &String)| {
        let count = entity.int(&format!("{rarity}-copies"))?;
        Some((1u64 << place, count.clamp(0, 999) as u16))
    };
    rarities.iter().enumerate().filter_map(limit).collect()
}

fn point_rules(entity: &Entity) -> PointRules {
    let points = |fact: &Fact| fact.int(entity).clamp(0, 1000) as i32;
    PointRules {
        slain_bonus: points(&facts::SLAIN_BONUS),
        cleared_bonus: points(&facts::CLEARED_BONUS),
        wound: points(&facts::WOUND_POINTS),
        own_wound: points(&facts::OWN_WOUND_PENALTY),
        perished_life: points(&facts::PERISHED_LIFE_POINTS),
        quest: points(&facts::QUEST_POINTS),
        regenerate: points(&facts::REGENERATE_POINTS),
        pass: points(&facts::PASS_POINTS),
    }
}
