//! A position of Super Dungeon Arcade.

use std::sync::Arc;

use super::field::Field;
use super::figure::{Chest, Figure, Side};
use super::group::Group;
use super::tasks::Task;
use super::under_way::{Action, Arrival, Boost, Defense, Progress, Reaction, Tracker};
use super::vocabulary::Stat;
use cardwright_engine::board::Square;
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::zones::{Place, Zones};
use cardwright_engine::core::{Flow, Thing};

pub(super) const LOOT: Place = 0;
pub(super) const LOOT_DISCARD: Place = 1;
pub(super) const TREASURE: Place = 2;
pub(super) const TREASURE_DISCARD: Place = 3;
pub(super) const CHALLENGE: Place = 4;
pub(super) const CHALLENGE_DISCARD: Place = 5;
pub(super) const BOSS_CHALLENGE: Place = 6;
pub(super) const BOSS_DISCARD: Place = 7;
pub(super) const PLOT: Place = 8;
/// Challenges, plot and modes in play.
pub(super) const IN_FORCE: Place = 9;
pub(super) const BACKPACK: Place = 10;
/// Cards drawn to choose among.
pub(super) const DRAWN: Place = 11;
/// Cards that are out of the game, such as plots that are over.
pub(super) const DONE: Place = 12;
const FIRST_WORN: Place = 16;
/// The number of places: the decks, and one for the equipment of each Hero.
pub(super) const PLACES: usize = FIRST_WORN as usize + super::content::MAX_HEROES;

/// What a Hero wears.
pub(super) fn worn(hero: u16) -> Place {
    FIRST_WORN + hero
}

/// The class of names of action lines, in scenarios.
pub(super) const NAME: u8 = Thing::FIRST_OWN;
/// The class of values of enums, in scenarios.
pub(super) const VALUE: u8 = Thing::FIRST_OWN + 1;
/// The class of tile effects; the number is the printed card.
pub(super) const EFFECT: u8 = Thing::FIRST_OWN + 2;
/// The class of tiles that lie in the dungeon; the number is the place among them.
pub(super) const TILE: u8 = Thing::FIRST_OWN + 4;

/// Stands for no figure.
pub(super) const NOBODY: u16 = u16::MAX;

/// A position.
#[derive(Clone)]
pub struct State {
    pub(super) flow: Flow<Task>,
    pub(super) field: Arc<Field>,
    /// Tiles on the table and those still to lay, in the set-up.
    pub(super) tiles: Tiles,
    pub(super) size: Size,
    /// The number of players.
    pub(super) seats: u8,
    /// Heroes first, in the order of the party.
    pub(super) figures: Vec<Figure>,
    pub(super) chests: Vec<Chest>,
    pub(super) start: Option<Square>,
    /// The printed card of each card in the zones.
    pub(super) cards: Vec<DefId>,
    pub(super) zones: Zones,
    pub(super) coins: i32,
    pub(super) free_wrath: i32,
    pub(super) all_wrath: i32,
    /// What action lines added to stats.
    pub(super) boosts: Vec<Boost>,
    /// Lines that can be used once and were used, each with its figure or card.
    pub(super) used_up: Vec<(Thing, u16)>,
    /// The actions that are being resolved, the innermost last.
    pub(super) actions: Vec<Action>,
    /// Wounds of actions under way to which the wounded model has still to react.
    pub(super) reactions: Vec<Reaction>,
    /// The current defense roll.
    pub(super) defense: Defense,
    /// Hero Turns so far.
    pub(super) turn: u32,
    pub(super) progress: Progress,
    pub(super) is_hero_turn: bool,
    /// The Hero that is activated.
    pub(super) active: u16,
    pub(super) is_activation_over: bool,
    /// The number of activations so far, to tell who was activated last.
    pub(super) sequence: u32,
    pub(super) chart: DefId,
    pub(super) space: u8,
    /// What the chart added to STR, ARM, RNG, movement and actions of monsters.
    pub(super) chart_bonus: [i8; CHART_STATS.len()],
    /// The current command, as an index into the enum; 255 for none.
    pub(super) command: u8,
    /// The next command of the turn.
    pub(super) next_order: u8,
    /// Monsters that have performed the current command.
    pub(super) obeyed: Group,
    /// Monsters whose signature was used in this command phase.
    pub(super) signed: Group,
    /// Whether the commands of a Consul Turn are being given.
    pub(super) is_commanding: bool,
    /// Monsters that have received a Move or Regroup in this command phase.
    pub(super) moved: Group,
    /// Monsters that were in play when they were told to regroup: they have 1 ARM more.
    pub(super) regrouped: Group,
    /// Models to be placed, first placed first.
    pub(super) arrivals: Vec<Arrival>,
    /// Monsters that have arrived by the current spawning or reinforcing.
    pub(super) arrived: Group,
    pub(super) boss: u16,
    pub(super) mini_bosses: [u16; 2],
    pub(super) mini_bosses_spawned: u8,
    /// The number of spaces reached on the chart that bring a mini-boss.
    pub(super) mini_spaces: u8,
    pub(super) is_boss_spawned: bool,
    /// Whether the boss was in play when the Consul Turn began.
    pub(super) is_boss_fight: bool,
    pub(super) is_plot_drawn: bool,
    pub(super) points_destroyed: u8,
    /// What was destroyed this turn.
    pub(super) tracker: Tracker,
    pub(super) all_kills: u32,
    /// The number of loot cards in the last power-up.
    pub(super) rewards: i32,
    /// Challenges drawn in this Consul Turn, by card.
    pub(super) fresh: [u16; 4],
    /// Whether ties that the players decide go to the first option instead, as scenarios want it.
    pub(super) settles_ties: bool,
    /// The seats that are still asked for green potions in this turn, as bits.
    pub(super) thirsty: u8,
    /// The Heroes whose players share no potion with the active Hero.
    pub(super) refused: Group,
    /// Whether the Heroes are never asked for green potions: in scenarios without `windows`.
    pub(super) never_thirsty: bool,
    pub(super) has_traded: bool,
}

/// The stats that the chart raises, in the order of [`State::chart_bonus`].
pub(super) const CHART_STATS: [Stat; 5] =
    [Stat::Strength, Stat::Armor, Stat::Range, Stat::Movement, Stat::Actions];

/// Tiles on the table and still to lay.
#[derive(Clone, Debug, Default)]
pub(super) struct Tiles {
    pub laid: Vec<Laid>,
    /// Each with the side that is up, the next one last.
    pub to_lay: Vec<(DefId, u8)>,
    /// Tiles that were not drawn for this game.
    pub left_out: Vec<DefId>,
}

/// A tile on the table: which one, which side up, how it is turned, where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Laid {
    pub tile: DefId,
    pub side: u8,
    pub quarters: u8,
    pub x: i16,
    pub y: i16,
}

/// The size of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    pub tiles: u8,
    pub activations: i32,
    pub first_spawns: u8,
    pub sets: u64,
}

impl State {
    pub(super) fn figure(&self, figure: u16) -> &Figure {
        &self.figures[usize::from(figure)]
    }

    pub(super) fn figure_mut(&mut self, figure: u16) -> &mut Figure {
        &mut self.figures[usize::from(figure)]
    }

    /// Whether a figure is on the map.
    pub(super) fn is_here(&self, figure: u16) -> bool {
        self.figures.get(usize::from(figure)).is_some_and(|one| one.at.is_some())
    }

    /// The figures in play that pass a test, in order.
    pub(super) fn present(&self, wanted: impl Fn(&Figure) -> bool) -> impl Iterator<Item = u16> {
        let all = self.figures.iter().enumerate();
        all.filter(move |(_, one)| one.at.is_some() && wanted(one)).map(|(place, _)| place as u16)
    }

    /// Heroes in play.
    pub(super) fn heroes(&self) -> impl Iterator<Item = u16> {
        self.present(Figure::is_hero)
    }

    /// Monsters in play.
    pub(super) fn monsters(&self) -> impl Iterator<Item = u16> {
        self.present(Figure::is_monster)
    }

    /// Spawning points in play.
    pub(super) fn points(&self) -> impl Iterator<Item = u16> {
        self.present(|one| one.side == Side::Point)
    }

    /// The monsters of a printed card that wait in the pool.
    pub(super) fn pooled(&self, def: DefId) -> impl Iterator<Item = u16> {
        let all = self.figures.iter().enumerate();
        all.filter(move |(place, one)| {
            let place = *place as u16;
            one.def == def
                && one.is_monster()
                && one.at.is_none()
                && !one.is_destroyed
                && place != self.boss
                && !self.mini_bosses.contains(&place)
                && !self.arrivals.iter().any(|arrival| arrival.figure == place)
        })
        .map(|(place, _)| place as u16)
    }

    /// The figure that a thing is.
    pub(super) fn figure_of(&self, thing: Thing) -> Option<u16> {
        let place = thing.of(Thing::FIGURE)?;
        (usize::from(place) < self.figures.len()).then_some(place)
    }

    /// The printed card of a card.
    pub(super) fn def_of(&self, card: u16) -> DefId {
        self.cards.get(usize::from(card)).copied().unwrap_or(NONE)
    }

    /// A new card in a place.
    pub(super) fn add_card(&mut self, def: DefId, place: Place) -> u16 {
        self.cards.push(def);
        self.zones.add(place)
    }

    /// Who wears a card.
    pub(super) fn wearer(&self, card: u16) -> Option<u16> {
        let place = self.zones.place(card);
        (FIRST_WORN..PLACES as Place).contains(&place).then(|| place - FIRST_WORN)
    }

    /// Whether two figures stand on the same tile. A large one may stand on several.
    pub(super) fn share_tile(&self, one: u16, other: u16) -> bool {
        let tiles = |figure: u16| self.squares(figure).iter().map(|at| self.field.tile(*at));
        tiles(one).any(|tile| tiles(other).any(|other| other == tile))
    }

    /// The tile of a figure, from 1; 0 if it is not in play.
    pub(super) fn tile_of(&self, figure: u16) -> u8 {
        self.figure(figure).at.map_or(0, |square| self.field.tile(square))
    }

    /// The current action.
    pub(super) fn action(&self) -> Option<&Action> {
        self.actions.last()
    }

    /// The Hero with most wrath. Ties go to the one activated last, then to the one that the
    /// players favoured.
    pub(super) fn top_of(&self, heroes: impl Iterator<Item = u16>) -> Option<u16> {
        heroes.max_by_key(|hero| {
            let one = self.figure(*hero);
            (one.wrath, one.last, one.favour, std::cmp::Reverse(*hero))
        })
    }

    /// The Hero with most wrath of all.
    pub(super) fn top_hero(&self) -> Option<u16> {
        self.top_of(self.heroes())
    }

    /// The seat of who decides: the player of a Hero for what that Hero does, otherwise the first,
    /// who speaks for the party. Heroes are dealt out in turn.
    pub(super) fn decider(&self, task: Task) -> u8 {
        let figure = match task {
            Task::Enter { hero }
            | Task::ShiftForm { hero }
            | Task::Main { hero }
            | Task::Defend { hero }
            | Task::Wrath { hero, .. }
            | Task::Uncurse { hero }
            | Task::Return { hero } => Some(hero),
            Task::Reroll { defends: true, .. } => Some(self.defense.hero),
            Task::Reroll { .. } | Task::Heart { .. } | Task::Fill { .. } | Task::Jump => {
                self.action().map(|action| action.user)
            }
            Task::Window { seat } => return seat,
            Task::Share { owner, .. } => Some(owner),
            Task::Aim { user, .. } | Task::Centre { user, .. } => Some(user),
            Task::Heal { figure, .. } | Task::Reshape { figure } => Some(figure),
            Task::Shift { mover, .. } => self.figure_of(mover),
            _ => None,
        };
        let hero = figure
            .filter(|figure| self.figures.get(usize::from(*figure)).is_some_and(Figure::is_hero));
        hero.map_or(0, |hero| self.seat_of(hero))
    }

    /// The seat of a Hero's player.
    pub(super) fn seat_of(&self, hero: u16) -> u8 {
        (hero % u16::from(self.seats.max(1))) as u8
    }

    /// Whether two models are on one side.
    pub(super) fn are_friends(&self, one: u16, other: u16) -> bool {
        self.figure(one).is_hero() == self.figure(other).is_hero()
    }

    /// Heroes that were destroyed and wait for a coin.
    pub(super) fn waiting(&self) -> impl Iterator<Item = u16> {
        let all = self.figures.iter().enumerate();
        all.filter(|(_, one)| one.is_hero() && one.is_destroyed).map(|(place, _)| place as u16)
    }
}
