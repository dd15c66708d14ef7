//! Scenario positions: setting the table as a test describes it.

use super::{Look, setup};
use std::collections::BTreeMap;

use cardwright_model::{Arg, Expr, Library};

use super::content::Crawler;
use super::state::{BLOCK_BASE, CardId, State, Task, WindowKind, context_of, flag};
use super::vocabulary::{VOCABULARY, Window};
use super::words::{Mode, Step, Zone};
use cardwright_engine::core::code::{DefId, Instruction, NONE};
use cardwright_engine::core::flow::Timed;
use cardwright_engine::core::script::InWords;
pub(super) use cardwright_engine::core::script::{identifier, integer};
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Context, Lowerer, Scope, advance};
use cardwright_engine::game::{Choice, Game, Start};
use cardwright_engine::scenario::{Checked, Script};

/// A library ready for scenarios.
pub struct Stage<'a> {
    library: &'a Library,
    content: &'a Crawler,
}

impl<'a> Stage<'a> {
    /// A game ready for scenarios.
    pub fn new(library: &'a Library, content: &'a Crawler) -> Stage<'a> {
        Stage { library, content }
    }

    /// Sets up the position of a scenario.
    pub fn begin(&self, setup: &BTreeMap<String, Vec<Expr>>) -> Result<CrawlerScript<'a>, String> {
        let format = one(setup, "format").and_then(identifier);
        let mut decks: Vec<String> = Vec::new();
        for field in ["deck", "decks"] {
            decks.extend(setup.get(field).into_iter().flatten().filter_map(identifier));
        }
        let mut content = self.content.clone();
        let state = if decks.is_empty() {
            Table::new(self.library, &mut content, setup, format.as_deref())?.lay(setup)?
        } else {
            let start = Start {
                format: format.unwrap_or_default(),
                decks,
                seed: one(setup, "seed").and_then(integer).unwrap_or(0) as u64,
                forced: true,
                ..Start::default()
            };
            content.setup(&start).map_err(|error| error.to_string())?
        };
        let mut script = CrawlerScript { library: self.library, content, state, taken: Vec::new() };
        if matches!(one(setup, "set-aside"), Some(Expr::Bool { value: true })) {
            script.state.set_aside = true;
        }
        Ok(script)
    }
}

/// A scenario in progress.
#[derive(Clone)]
pub struct CrawlerScript<'a> {
    pub(super) library: &'a Library,
    pub(super) content: Crawler,
    pub(super) state: State,
    /// Choices with a single option that were taken along the way.
    pub(super) taken: Vec<Choice>,
}

impl Script for CrawlerScript<'_> {
    fn perform(&mut self, command: &str, args: &[Arg]) -> Result<(), String> {
        self.command(command, args)
    }

    fn refuses(&mut self, command: &str, args: &[Arg]) -> bool {
        let before = (self.state.clone(), self.taken.clone());
        let refused = self.command(command, args).is_err();
        (self.state, self.taken) = before;
        refused
    }

    fn check(&mut self, condition: &Expr) -> Result<Checked, String> {
        let node = self.lower(|lowerer, scope| lowerer.condition(condition, scope))?;
        let context = self.context();
        self.state.foresees = true;
        let holds = self.look().holds(node, &context);
        self.state.foresees = false;
        let values = match condition {
            Expr::Binary { left, right, .. } if !holds => {
                Some((self.value_in_words(left), self.value_in_words(right)))
            }
            _ => None,
        };
        Ok(Checked { holds, values })
    }
}

impl<'a> CrawlerScript<'a> {
    /// The position, to look at.
    pub(super) fn look(&self) -> Look<'_> {
        self.state.flow.depth.rest();
        Look::new(&self.content, &self.state)
    }

    fn context(&self) -> Context {
        context_of(NONE, self.state.facing)
    }

    /// Lowers something of the scenario into this script's own content.
    pub(super) fn lower<T>(
        &mut self,
        work: impl FnOnce(&mut Lowerer<'a>, &Scope) -> Result<T, String>,
    ) -> Result<T, String> {
        let code = std::mem::take(&mut self.content.code);
        let mut lowerer = Lowerer::resume(self.library, &VOCABULARY, code);
        let result = work(&mut lowerer, &Scope::of("scenario"));
        self.content.code = lowerer.code;
        result
    }

    /// The value of an expression in words, for a failed comparison.
    fn value_in_words(&mut self, expr: &Expr) -> String {
        let context = self.context();
        let words = self.lower(|lowerer, scope| InWords::lower(lowerer, expr, scope));
        words.map_or_else(|message| message, |words| words.say(self.look(), &context))
    }

    /// A card of the scenario's own, with its properties.
    pub(super) fn add_card(
        &mut self,
        expr: &Expr,
        owner: u8,
        seat: u8,
        zone: Zone,
    ) -> Result<CardId, String> {
        let (def, with) = printed(&self.content, expr)?;
        let card = self.state.add_card(def, owner, seat, zone);
        apply_properties(self.library, &mut self.content, &mut self.state, card, with)?;
        Ok(card)
    }
}

/// A table being laid.
struct Table<'a, 'c> {
    library: &'a Library,
    content: &'c mut Crawler,
    state: State,
}

impl<'a, 'c> Table<'a, 'c> {
    fn new(
        library: &'a Library,
        content: &'c mut Crawler,
        setup: &BTreeMap<String, Vec<Expr>>,
        format: Option<&str>,
    ) -> Result<Table<'a, 'c>, String> {
        let id = format.unwrap_or("walkthrough");
        let format = match content.formats.get(id).or_else(|| content.formats.values().next()) {
            Some(format) => format.clone(),
            None => return Err("there is no format to play".to_owned()),
        };
        let seats = match format.mode {
            Mode::Solo => 1,
            Mode::Coop => usize::from(format.min_players),
            Mode::Competitive => 2,
            // A position has two parties; a third player would only watch.
            Mode::Multi => 2,
        };
        let seed = one(setup, "seed").and_then(integer).unwrap_or(0) as u64;
        let start = Start { seed, forced: true, ..Start::default() };
        let mut state = setup::empty_table(content, &format, seats, &start);
        state.round = one(setup, "round").and_then(integer).unwrap_or(1).clamp(1, 9999) as u16;
        Ok(Table { library, content, state })
    }

    fn lay(mut self, setup: &BTreeMap<String, Vec<Expr>>) -> Result<State, String> {
        // The dungeon that a player faces belongs to the opponent, where there is one.
        let dungeon = u8::from(self.state.has_opponents());
        let seats = self.state.seat_count;
        self.place(setup, "party", 0, 0, Zone::Party)?;
        if self.state.rules.mode == Mode::Coop {
            self.share_party(seats);
        }
        self.place(setup, "opponent-party", 1, 1, Zone::Party)?;
        self.place(setup, "quests", 0, 0, Zone::Quests)?;
        let encounter = self.state.encounter_seat();
        self.place(setup, "encounter", dungeon, encounter, Zone::Encounter)?;
        self.place(setup, "hand", 0, 0, Zone::CrawlerHand)?;
        self.place(setup, "opponent-hand", 1, 1, Zone::CrawlerHand)?;
        self.place(setup, "pool", 0, 0, Zone::Pool)?;
        self.place(setup, "opponent-pool", 1, 1, Zone::Pool)?;
        self.place_reversed(setup, "opponent-crawler-deck", 1, Zone::CrawlerDeck)?;
        self.place_reversed(setup, "crawler-deck", 0, Zone::CrawlerDeck)?;
        self.place_reversed(setup, "dungeon-deck", dungeon, Zone::DungeonDeck)?;
        self.place(setup, "crawler-grave", 0, 0, Zone::CrawlerGrave)?;
        self.place(setup, "dungeon-grave", dungeon, dungeon, Zone::DungeonGrave)?;
        self.place(setup, "in-play", 0, 0, Zone::CrawlerPlay)?;
        self.start_permanents();
        self.stand_at(setup)?;
        let mut state = self.state;
        advance(&*self.content, &mut state).map_err(|error| error.to_string())?;
        Ok(state)
    }

    /// Co-op: two adventurers for each player, in order of seats.
    fn share_party(&mut self, seats: u8) {
        for place in 0..self.state.zone(0, Zone::Party).len() {
            let card = self.state.zone(0, Zone::Party)[place];
            self.state.card_mut(card).owner = ((place / 2) as u8).min(seats - 1);
        }
    }

    fn place(
        &mut self,
        setup: &BTreeMap<String, Vec<Expr>>,
        field: &str,
        owner: u8,
        seat: u8,
        zone: Zone,
    ) -> Result<(), String> {
        for expr in cards(setup, field) {
            self.add(expr, owner, seat, zone)?;
        }
        Ok(())
    }

    fn place_reversed(
        &mut self,
        setup: &BTreeMap<String, Vec<Expr>>,
        field: &str,
        seat: u8,
        zone: Zone,
    ) -> Result<(), String> {
        for expr in cards(setup, field).into_iter().rev() {
            self.add(expr, seat, seat, zone)?;
        }
        Ok(())
    }

    fn add(&mut self, expr: &Expr, owner: u8, seat: u8, zone: Zone) -> Result<(), String> {
        let (def, with) = printed(self.content, expr)?;
        if seat >= self.state.seat_count {
            return Err("this format has no second player".to_owned());
        }
        let card = self.state.add_card(def, owner, seat, zone);
        let round = self.state.round;
        self.state.card_mut(card).entered = round;
        apply_properties(self.library, self.content, &mut self.state, card, with)
    }

    /// Crawler cards that lie in play already work, and occupy what they cost.
    fn start_permanents(&mut self) {
        for place in 0..self.state.zone(0, Zone::CrawlerPlay).len() {
            let card = self.state.zone(0, Zone::CrawlerPlay)[place];
            let def = &self.content.cards[usize::from(self.state.card(card).def)];
            let cost = def.cost.clamp(0, 255) as u8;
            let block = def.base;
            let state = self.state.card_mut(card);
            state.paid = cost;
            let Some(block) = block else {
                continue;
            };
            state.block = BLOCK_BASE;
            for instruction in &self.content.code.blocks[usize::from(block.effect)] {
                if let Instruction::Start { abilities, until } = *instruction {
                    let context = context_of(card, 0);
                    self.state.flow.timed.push(Timed { abilities, until, context });
                    self.state.flow.touch();
                }
            }
        }
    }

    fn stand_at(&mut self, setup: &BTreeMap<String, Vec<Expr>>) -> Result<(), String> {
        let step = match one(setup, "step") {
            Some(Expr::Text { value }) => value.clone(),
            Some(Expr::Int { value }) => value.to_string(),
            _ => "2".to_owned(),
        };
        let tasks = match step.as_str() {
            "1" if self.state.rules.mode == Mode::Multi => vec![Task::Step(Step::Build)],
            "1" => vec![Task::Step(Step::Respond), Task::BuildNext { first: true }],
            "2" => vec![Task::Step(Step::Triggers), Task::Window(WindowKind::Respond)],
            other => match Step::from_name(other) {
                Some(step) => vec![Task::Step(step)],
                None => return Err(format!("there is no step `{other}`")),
            },
        };
        tasks.into_iter().for_each(|task| self.state.flow.start(task));
        self.state.step = Step::from_name(&step).unwrap_or(Step::Respond);
        Ok(())
    }
}

/// The printed card that an expression names, and the properties it is given.
pub(super) fn printed<'e>(content: &Crawler, expr: &'e Expr) -> Result<(DefId, &'e [Arg]), String> {
    let (id, with) = match expr {
        Expr::Card { id, with } => (id, with.as_slice()),
        Expr::Var { name } => (name, [].as_slice()),
        Expr::Symbol { id, .. } | Expr::Kind { id } => (id, [].as_slice()),
        _ => return Err("this is no card".to_owned()),
    };
    let def = content.code.def(id).ok_or_else(|| format!("there is no card `{id}`"))?;
    if !content.cards[usize::from(def)].playable {
        return Err(format!("`{id}` is not finished and kept out of play"));
    }
    Ok((def, with))
}

/// Puts tokens and the like on a card.
fn apply_properties(
    library: &Library,
    content: &mut Crawler,
    state: &mut State,
    card: CardId,
    with: &[Arg],
) -> Result<(), String> {
    for Arg { name, value } in with {
        let count = integer(value).unwrap_or(1).clamp(0, 255) as u8;
        let set = !matches!(value, Expr::Bool { value: false });
        let on = |bit: u16| if set { bit } else { 0 };
        match name.as_str() {
            "wounds" => state.card_mut(card).wounds = count,
            "poison" => state.card_mut(card).poison = count,
            "locks" => state.card_mut(card).locks = count,
            "time" => state.card_mut(card).time = count,
            "activated" => state.card_mut(card).flags |= on(flag::ACTIVATED),
            "summoned" => state.card_mut(card).flags |= on(flag::SUMMONED),
            "face-up" => state.card_mut(card).flags |= on(flag::FACE_UP),
            "old" if set => state.card_mut(card).entered = 0,
            "gains" => {
                let Expr::Keyword { id, args } = value else {
                    return Err("`gains` needs a keyword".to_owned());
                };
                let code = std::mem::take(&mut content.code);
                let mut lowerer = Lowerer::resume(library, &VOCABULARY, code);
                let abilities = lowerer.lent_keyword(id, args);
                content.code = lowerer.code;
                let context = context_of(card, state.card(card).owner);
                let until = Window::EndOfGame.index() as u16;
                state.flow.timed.push(Timed { abilities: abilities?, until, context });
                state.flow.touch();
            }
            _ => {}
        }
    }
    Ok(())
}

/// The first value of a field.
fn one<'e>(setup: &'e BTreeMap<String, Vec<Expr>>, field: &str) -> Option<&'e Expr> {
    setup.get(field).and_then(|values| values.first())
}

/// All cards of a field, lists in lists included.
fn cards<'e>(setup: &'e BTreeMap<String, Vec<Expr>>, field: &str) -> Vec<&'e Expr> {
    setup.get(field).into_iter().flatten().flat_map(items).collect()
}

/// The members of a set, or the expression itself.
pub(super) fn items(expr: &Expr) -> &[Expr] {
    match expr {
        Expr::Set { items } => items,
        single => std::slice::from_ref(single),
    }
}
