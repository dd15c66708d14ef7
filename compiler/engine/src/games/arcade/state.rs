//! A position of Super Dungeon Arcade.

use std::sync::Arc;

use super::terrain::{Field, Laid};
use super::vocabulary::Stat;
use crate::board::{Square, Squares};
use crate::core::code::{DefId, NONE};
use crate::core::dice::{Pool, Roll};
use crate::core::zones::{Place, Zones};
use crate::core::{Flow, Thing};

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
/// Plots and others that are done with.
pub(super) const DONE: Place = 12;
/// Places there are.
pub(super) const PLACES: usize = 32;

/// What a Hero wears.
pub(super) fn worn(hero: u16) -> Place {
    16 + hero
}

/// The class of names of action lines, in scenarios.
pub(super) const NAME: u8 = Thing::FIRST_OWN;
/// The class of values of enums, in scenarios.
pub(super) const VALUE: u8 = Thing::FIRST_OWN + 1;
/// The class of tile effects; the number is the printed card.
pub(super) const EFFECT: u8 = Thing::FIRST_OWN + 2;

/// Nobody.
pub(super) const NOBODY: u16 = u16::MAX;

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) flow: Flow<Task>,
    pub(super) field: Arc<Field>,
    /// Tiles on the table and those still to lay, in the set-up.
    pub(super) laid: Vec<Laid>,
    pub(super) to_lay: Vec<DefId>,
    pub(super) size: Size,
    pub(super) figures: Vec<Figure>,
    pub(super) chests: Vec<Chest>,
    pub(super) start: Option<Square>,
    /// The printed card of each card in the zones.
    pub(super) cards: Vec<DefId>,
    pub(super) zones: Zones,
    pub(super) tile_effects: Vec<DefId>,
    pub(super) coins: i32,
    pub(super) free_wrath: i32,
    pub(super) all_wrath: i32,
    /// What action lines added to stats.
    pub(super) boosts: Vec<Boost>,
    pub(super) actions: Vec<Action>,
    pub(super) defenses: Vec<Defense>,
    /// Hero Turns so far.
    pub(super) turn: u32,
    pub(super) is_hero_turn: bool,
    /// The Hero that is activated.
    pub(super) active: u16,
    pub(super) is_activation_over: bool,
    /// Activations so far, to tell who was activated last.
    pub(super) sequence: u32,
    pub(super) chart: DefId,
    pub(super) space: usize,
    pub(super) chart_bonus: Vec<(Stat, Pool)>,
    pub(super) orders: Vec<Order>,
    /// The command under way.
    pub(super) order: Option<Order>,
    /// Monsters that have performed the command under way.
    pub(super) obeyed: Vec<u16>,
    /// Monsters whose signature was used in this command phase.
    pub(super) signed: Vec<u16>,
    /// Whether this command phase has a Move.
    pub(super) has_move: bool,
    pub(super) is_regrouped: bool,
    /// Models to be placed, first placed first.
    pub(super) arrivals: Vec<Arrival>,
    pub(super) boss: u16,
    pub(super) mini_bosses: Vec<u16>,
    pub(super) mini_bosses_spawned: usize,
    pub(super) is_boss_spawned: bool,
    /// The boss stood there when the Consul Turn began.
    pub(super) is_boss_fight: bool,
    pub(super) is_plot_drawn: bool,
    pub(super) points_destroyed: u32,
    /// What was destroyed this turn.
    pub(super) tracker: Tracker,
    pub(super) all_kills: u32,
    /// Loot cards of the last power-up.
    pub(super) rewards: i32,
    /// Challenges drawn in this Consul Turn.
    pub(super) fresh: Vec<u16>,
    /// Ties that the Consul leaves to the players go to the first, as scenarios want it.
    pub(super) settles_ties: bool,
    pub(super) has_traded: bool,
    /// Seats.
    pub(super) seats: u8,
}

/// The size of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    pub tiles: u8,
    pub activations: i32,
    pub first_spawns: u8,
    pub turn_limit: u32,
    pub sets: u64,
}

/// Who stands on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Hero,
    Monster,
    Point,
}

impl Side {
    pub(super) fn is_hero(self) -> bool {
        self == Side::Hero
    }
}

/// A model, on the map or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub def: DefId,
    pub side: Side,
    pub seat: u8,
    /// Its anchor; nothing if it is not in play.
    pub at: Option<Square>,
    pub is_large: bool,
    pub wounds: i32,
    pub statuses: u64,
    pub potions: i32,
    pub wrath: i32,
    pub movement: i32,
    pub actions: i32,
    /// It has an activation token.
    pub token: bool,
    /// It was activated in this Hero Turn.
    pub was_active: bool,
    /// When it was last activated; 0 for never.
    pub last: u32,
    /// It has drunk a potion in this activation or Consul Turn.
    pub has_drunk: bool,
    /// A Hero that was destroyed and waits for a coin; a monster that waits for the power-up.
    pub is_destroyed: bool,
    /// Lines of its card that can be used once and were, as bits of their place.
    pub spent: u64,
    /// The tile on which it was spawned, for rewards.
    pub tile: u8,
}

impl Figure {
    pub(super) fn new(def: DefId, side: Side, seat: u8, is_large: bool) -> Figure {
        Figure {
            def,
            side,
            seat,
            at: None,
            is_large,
            wounds: 0,
            statuses: 0,
            potions: 0,
            wrath: 0,
            movement: 0,
            actions: 0,
            token: false,
            was_active: false,
            last: 0,
            has_drunk: false,
            is_destroyed: false,
            spent: 0,
            tile: 0,
        }
    }
}

/// A closed chest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chest {
    pub at: Square,
    pub tile: u8,
}

/// What an action line added to a stat until its user's next upkeep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boost {
    pub stat: Stat,
    pub pool: Pool,
    /// Who used it.
    pub by: u16,
    /// For whom; for an aura the user.
    pub figure: u16,
    /// The line's name: the same never counts twice (§4.6).
    pub name: u16,
    pub line: u16,
    /// The size of an aura; 0 for none.
    pub aura: u8,
}

/// An action under way.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub user: u16,
    /// The line, or [`NONE`] for a basic attack.
    pub line: u16,
    pub is_red: bool,
    /// An attack of that kind, or 255.
    pub kind: u8,
    pub attribute: Option<u8>,
    /// The roll has been beaten by nobody yet.
    pub has_won: bool,
    pub roll: Roll,
    pub jinxed: u32,
    pub stars: i32,
    pub affected: Vec<u16>,
    pub next: usize,
    /// Whom it affects now.
    pub current: u16,
    pub is_area: bool,
    pub is_epic: bool,
    /// Wounds that a Hero did to the Consul's models.
    pub inflicted: i32,
    /// Wounds that the last model suffered.
    pub last_wounds: i32,
    /// Who was struck already, by arcs.
    pub struck: Vec<u16>,
    /// Dice fewer, by arcs.
    pub fewer: Pool,
    pub jumps: i32,
}

/// A defense roll under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defense {
    pub hero: u16,
    pub attribute: u8,
    pub roll: Roll,
    pub jinxed: u32,
}

/// A command of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// Its place in the enum.
    pub command: u8,
    pub times: u8,
}

/// A model that is to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    pub figure: u16,
    pub region: Region,
}

/// Where a model is to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// Within so many squares of a model; `seen`: and in its sight.
    Near { of: u16, within: u8, seen: bool },
    /// Within two squares of an elite of its gang that arrived just now, or of any.
    Gang,
    /// By the exit nearest to the Hero with most wrath.
    Exit,
}

/// What was destroyed this turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Tracker {
    pub minions: i32,
    pub elites: i32,
    pub mini_bosses: i32,
    /// Loot for spawning points.
    pub points: i32,
    /// Tiles of boo booties.
    pub boo_booties: Vec<u8>,
    pub kills: i32,
}

/// What the game puts on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The next tile is laid.
    LayTile,
    /// Everything is put on the map.
    Populate,
    /// Where a Hero starts.
    Enter { hero: u16 },
    /// Where a chest stands.
    PutChest { point: u16 },
    /// The spawning points of the first tiles spawn.
    FirstSpawn,
    /// The first Hero Turn begins.
    Open,
    HeroTurn,
    ChooseHero { left: u8 },
    /// The parts of an activation.
    HeroUpkeep { hero: u16 },
    ShiftForm { hero: u16 },
    Ready { hero: u16 },
    Main { hero: u16 },
    EndActivation { hero: u16 },
    EndHeroTurn,
    /// A line is aimed; `owner` pays the potions.
    Aim { line: u16, user: u16, owner: u16 },
    /// The square of a large target around which a burst is.
    Centre { line: u16, user: u16, target: u16 },
    Roll,
    /// Dice of the roll, or of the defense roll, may be thrown again.
    Reroll { left: u8, defends: bool },
    Tally,
    Affect,
    Defend { hero: u16 },
    DefenseTally,
    Strike { victim: u16, amount: i32 },
    AfterStrike { victim: u16 },
    Wound,
    Suffer { status: u8 },
    LineEffects { victim: u16 },
    Spoils,
    Heart { left: u8, seat: u8 },
    Fill { left: u8, seat: u8 },
    Jump,
    Wrath { hero: u16, count: i32 },
    ActionEnd,
    /// Tokens of a heal.
    Heal { figure: u16, left: u8 },
    Shift { figure: u16, mover: u16, squares: u8, shift: u8 },
    PlaceBeside { figure: u16, beside: u16 },
    Step { figure: u16, square: u16 },
    Arrived { figure: u16 },
    OpenChest { hero: u16, tile: u8 },
    /// Treasure cards were drawn; one is kept.
    Keep { tile: u8, from_chest: bool },
    ConsulTurn,
    ConsulUpkeep,
    Upkeep { figure: u16, damage: bool },
    Advance,
    NextOrder,
    /// Green potions before whatever comes next.
    Window { seat: u8 },
    Obey,
    Perform { figure: u16, left: u8 },
    Obeys { figure: u16 },
    MoveMonster { figure: u16, regroup: bool },
    Follow { elite: u16, minion: u16 },
    Signature { figure: u16 },
    UniqueLine { figure: u16, line: u16 },
    Attacks { figure: u16, left: u8, epic: bool },
    EndOrder,
    Arrive,
    BossHeals,
    EndConsul,
    PowerUp { hero: bool },
    Rewards { hero: bool },
    Equip,
    Discarding { left: u8 },
    SpawnBosses,
    CleanUp,
    Straggler { minion: u16 },
    Revive,
    Return { hero: u16 },
    EndPowerUp { hero: bool },
    PlotDone,
    NextTurn { hero: bool },
}

impl State {
    pub(super) fn figure(&self, figure: u16) -> &Figure {
        &self.figures[usize::from(figure)]
    }

    pub(super) fn figure_mut(&mut self, figure: u16) -> &mut Figure {
        &mut self.figures[usize::from(figure)]
    }

    /// Everybody in play.
    pub(super) fn present(&self) -> impl Iterator<Item = u16> + use<'_> {
        let all = self.figures.iter().enumerate();
        all.filter(|(_, one)| one.at.is_some()).map(|(place, _)| place as u16)
    }

    /// Heroes in play.
    pub(super) fn heroes(&self) -> impl Iterator<Item = u16> + use<'_> {
        self.present().filter(|figure| self.figure(*figure).side == Side::Hero)
    }

    /// Monsters in play.
    pub(super) fn monsters(&self) -> impl Iterator<Item = u16> + use<'_> {
        self.present().filter(|figure| self.figure(*figure).side == Side::Monster)
    }

    /// Spawning points in play.
    pub(super) fn points(&self) -> impl Iterator<Item = u16> + use<'_> {
        self.present().filter(|figure| self.figure(*figure).side == Side::Point)
    }

    /// A monster of a printed card that waits in the pool.
    pub(super) fn pooled(&self, def: DefId) -> impl Iterator<Item = u16> + use<'_> {
        let all = self.figures.iter().enumerate();
        all.filter(move |(place, one)| {
            let place = *place as u16;
            one.def == def
                && one.side == Side::Monster
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
        (16..PLACES as Place).contains(&place).then(|| place - 16)
    }

    /// Squares that everybody goes around if it costs nothing.
    pub(super) fn shunned(&self) -> Squares {
        self.field.board.grid.having("lava")
    }

    /// The tile of a figure, from 1; 0 if it is not in play.
    pub(super) fn tile_of(&self, figure: u16) -> u8 {
        self.figure(figure).at.map_or(0, |square| self.field.tile(square))
    }

    /// The action under way.
    pub(super) fn action(&self) -> Option<&Action> {
        self.actions.last()
    }

    /// The Hero with most wrath; of equals the one activated last, then the first of the party
    /// (§6.7).
    pub(super) fn top_of(&self, heroes: impl Iterator<Item = u16>) -> Option<u16> {
        heroes.max_by_key(|hero| {
            let one = self.figure(*hero);
            (one.wrath, one.last, std::cmp::Reverse(*hero))
        })
    }

    /// The Hero with most wrath of all.
    pub(super) fn top_hero(&self) -> Option<u16> {
        self.top_of(self.heroes())
    }

    /// Whose dice and decisions those of the Consul are.
    pub(super) fn consul_seat(&self) -> u8 {
        self.top_hero().map_or(0, |hero| self.figure(hero).seat)
    }
}
