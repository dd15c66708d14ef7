//! A position of Super Dungeon Explore.

use std::sync::Arc;

use super::content::{Rank, Size};
use super::dungeon::{Dungeon, Laid};
use cardwright_engine::board::{Base, Shift, Square, Squares};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::dice::Roll;
use cardwright_engine::core::tokens::Track;
use cardwright_engine::core::zones::{Place, Zones};
use cardwright_engine::core::{Flow, Thing};
use cardwright_engine::skirmish::{Piece, Spent, field};

/// The loot deck.
pub(super) const LOOT: Place = 0;
pub(super) const LOOT_DISCARD: Place = 1;
/// The treasure deck.
pub(super) const TREASURE: Place = 2;
pub(super) const TREASURE_DISCARD: Place = 3;
/// Equipment that is held until the end of the round.
pub(super) const HELD: Place = 4;
/// The card that was drawn and is being resolved.
pub(super) const DRAWN: Place = 5;
/// The loot card that the Consul keeps at Overcharge. All monsters use it.
pub(super) const CHARM: Place = 6;
/// The number of places.
pub(super) const PLACES: usize = 8 + MAX_HEROES;

/// Most Heroes in a game. Heroes are the first figures.
pub(super) const MAX_HEROES: usize = 9;
/// Most figures in a game, on the map or not. [`Figures`] has a bit for each.
pub(super) const MAX_FIGURES: usize = 128;

/// What a Hero wears.
pub(super) fn worn(hero: u16) -> Place {
    8 + hero
}

/// The side of the Heroes.
pub(super) const HEROES: u8 = 0;
/// The side of the Consul.
pub(super) const CONSUL: u8 = 1;

/// The class of the adventure effects; the number is the printed card.
pub(super) const ADVENTURE: u8 = Thing::FIRST_OWN;
/// The class of tile effects; the number is the printed card.
pub(super) const TILE_EFFECT: u8 = Thing::FIRST_OWN + 1;
/// The class of sides, for commands.
pub(super) const SIDE: u8 = Thing::FIRST_OWN + 2;
/// The class of printed cards, for commands.
pub(super) const PRINTED: u8 = Thing::FIRST_OWN + 3;
/// The class of statuses, for commands.
pub(super) const STATUS: u8 = Thing::FIRST_OWN + 4;
/// The class of attributes, for commands.
pub(super) const ATTRIBUTE: u8 = Thing::FIRST_OWN + 6;

/// The class of tiles that lie in the dungeon; the number is the place among them.
pub(super) const TILE: u8 = Thing::FIRST_OWN + 5;

/// A set of figures.
pub(super) type Figures = u128;

/// The figures of a set in order.
pub(super) fn each(mut figures: Figures) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let next = (figures != 0).then(|| figures.trailing_zeros() as u16)?;
        figures &= figures - 1;
        Some(next)
    })
}

/// A figure as a set.
pub(super) fn bit(figure: u16) -> Figures {
    1 << figure.min(127)
}

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) flow: Flow<Task>,
    pub(super) size: Size,
    pub(super) dungeon: Arc<Dungeon>,
    /// The tile effects whose squares the dungeon has.
    pub(super) tile_effects: Vec<DefId>,
    pub(super) laid: Vec<Laid>,
    /// The only tiles that may be laid, if the Consul's roster names them.
    pub(super) wanted_tiles: Vec<DefId>,
    pub(super) figures: Vec<Figure>,
    /// How many of the first figures are Heroes.
    pub(super) heroes: u16,
    pub(super) chests: Vec<Square>,
    pub(super) start: Square,
    /// The printed card of each piece of equipment.
    pub(super) cards: Vec<DefId>,
    pub(super) zones: Zones,
    /// Special actions and potions that last.
    pub(super) lasting: Vec<Lasting>,
    pub(super) attack: Option<Attack>,
    /// The model whose activation it is.
    pub(super) active: Option<u16>,
    /// What the active model has spent.
    pub(super) spent: Spent,
    /// The seat of the Consul.
    pub(super) consul: u8,
    pub(super) seats: u8,
    pub(super) round: u32,
    pub(super) gauge: Track,
    pub(super) meter: Track,
    pub(super) skulls: i32,
    pub(super) is_overcharged: bool,
    pub(super) is_boss_pending: bool,
    /// The round in which the final enemy was called.
    pub(super) called_in: u32,
    pub(super) is_boss_fight: bool,
    pub(super) is_timed_out: bool,
    /// The enemy whose destruction wins the game.
    pub(super) last_enemy: u16,
    /// The boss's adventure effects, or [`NONE`].
    pub(super) adventure: DefId,
    /// Skull points left of the spawning point that spawns now; negative before it begins.
    pub(super) spawn_left: i32,
    /// Figures that may have no health left.
    pub(super) dying: Figures,
    /// The figure that caused the last wounds.
    pub(super) killer: u16,
    /// Who made the attack whose victims are destroyed now, and the line that was used.
    pub(super) aftermath: Option<(u16, u16)>,
    /// The skulls of the monsters that this Consul turn has activated.
    pub(super) turn_spent: i32,
    /// The number of monsters that this Consul turn has activated.
    pub(super) turn_count: u8,
    pub(super) is_extra_declined: bool,
    /// Results of the initiative: Heroes, Consul.
    pub(super) initiative: [i32; 2],
    /// Whether the Heroes are about to be asked whether they drink.
    pub(super) is_window_due: bool,
    /// How near the sides have come to their goals (see `round::is_endless`).
    pub(super) nearest: [i32; 4],
    /// Rounds in a row that brought nobody nearer.
    pub(super) idle_rounds: u16,
}

/// A model, on the map or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub def: DefId,
    pub rank: Rank,
    pub seat: u8,
    pub is_large: bool,
    /// Whether it appears only by summons and from chests, not from spawning points.
    pub is_reserve: bool,
    /// Whether it is a Hero that was destroyed.
    pub is_fallen: bool,
    pub at: Option<Square>,
    /// Where it stood when it left the map, for effects that its destruction sets off.
    pub left: Option<Square>,
    pub wounds: i32,
    pub potions: i32,
    pub statuses: u64,
    /// How often it was activated this round.
    pub activations: u8,
    /// Hearts that it has more than are printed, or fewer.
    pub more_hearts: i8,
}

impl Figure {
    pub(super) fn is_hero(&self) -> bool {
        self.rank == Rank::Hero
    }

    pub(super) fn is_point(&self) -> bool {
        self.rank == Rank::Point
    }

    pub(super) fn is_monster(&self) -> bool {
        !self.is_hero() && !self.is_point()
    }
}

impl Piece for Figure {
    fn at(&self) -> Option<Square> {
        self.at
    }

    fn base(&self) -> Base {
        if self.is_large { Base::LARGE } else { Base::SMALL }
    }

    fn side(&self) -> u8 {
        if self.is_hero() { HEROES } else { CONSUL }
    }
}

/// A special action or potion that lasts until the next activation of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lasting {
    pub line: u16,
    /// The model that used or drank it.
    pub owner: u16,
    /// The model that it holds for, or the model in the middle of an aura.
    pub on: u16,
    /// The size of an aura; 0 for other lines.
    pub aura: u8,
    /// The models that an aura has affected already.
    pub seen: Figures,
    /// The models that an aura holds for now.
    pub inside: Figures,
}

/// An attack or a special action that is being resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub user: u16,
    /// The line, or [`NONE`] for a basic attack.
    pub line: u16,
    pub is_attack: bool,
    pub is_melee: bool,
    /// The distance effect that it uses, as an index; `None` in melee.
    pub distance: Option<u8>,
    pub attack_with: u8,
    pub defend_with: u8,
    pub targets: Figures,
    /// The targets that have not defended yet.
    pub left: Figures,
    /// Whether a wound or a status was placed since it began.
    pub is_felt: bool,
    /// The targets whose defense failed.
    pub beaten: Figures,
    /// The targets that it wounded.
    pub damaged: Figures,
    /// The target that defends now.
    pub current: u16,
    pub inflicts: u64,
    pub damage: i32,
    pub control: Option<(Shift, u8)>,
    pub attack_roll: Roll,
    pub defense_roll: Roll,
    pub is_rolled: bool,
    pub is_defended: bool,
    /// Loot cards that are drawn when all wounds are placed.
    pub draws: u8,
}

/// What the game puts on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Which tile is laid next, and where.
    ChooseTile,
    LayTile {
        tile: DefId,
        side: u8,
    },
    /// Where spawning points, the start marker, Heroes and chests are put.
    PlacePoint {
        figure: u16,
    },
    PlaceStart,
    PlaceHero {
        figure: u16,
    },
    PlaceChest {
        left: u8,
    },
    Open,
    /// The steps of a round.
    Round,
    Spawning,
    /// Which of the spawning points that are left spawns next.
    SpawnFrom {
        left: Figures,
    },
    Spawn {
        point: u16,
    },
    Arrive {
        figure: u16,
        beside: u16,
    },
    PlaceLast,
    Tokens,
    Initiative,
    ConsulRoll,
    /// The Heroes choose who rolls, against this model of the Consul.
    HeroRoll {
        against: u16,
    },
    FirstTurn,
    Turn {
        side: u8,
    },
    HeroTurn,
    ConsulTurn,
    EndRound,
    DisposeHeld,
    NextRound,
    /// The steps of an activation.
    Begin {
        figure: u16,
    },
    Act {
        figure: u16,
    },
    Step {
        figure: u16,
        square: u16,
        cost: u8,
    },
    EndActivation {
        figure: u16,
    },
    /// Which square of a large target a burst is around.
    Centre {
        line: u16,
        target: u16,
        is_plain: bool,
    },
    /// The steps of an attack or special action.
    RollAttack,
    NextDefender,
    Defend,
    Compare,
    Resolve,
    Strike {
        victim: u16,
    },
    Inflict,
    Control {
        left: Figures,
    },
    Spoils,
    Hearts {
        left: u8,
    },
    Potions {
        left: u8,
    },
    Calm {
        figure: u16,
        left: u8,
    },
    AttackEnd,
    /// A special action begins to take effect.
    Effect,
    Affect {
        left: Figures,
    },
    /// Heroes may drink if somebody was wounded or got a status.
    Aftermath,
    /// Heroes may drink; the seats from this on are still to be asked. The seat of the active Hero
    /// is left out where it could drink just before, or can right after.
    Window {
        seat: u8,
        is_own: bool,
    },
    /// Wounds and statuses that are about to be placed.
    Wound {
        quiet: bool,
        strike: bool,
    },
    Suffer,
    /// A model would be healed.
    Heal {
        figure: u16,
    },
    /// A model without health is destroyed, unless effects save it.
    Destroy {
        figure: u16,
    },
    /// A model is moved by another, or by what it stands on.
    Shift {
        figure: u16,
        by: Thing,
        seat: u8,
        squares: u8,
        kind: u8,
    },
    /// A model is put on a square within a distance of where it is.
    Teleport {
        figure: u16,
        squares: u8,
        seat: u8,
    },
    Cure {
        figure: u16,
        left: u8,
        seat: u8,
    },
    /// The square of a model that has changed its shape.
    Reshape {
        figure: u16,
        from: Square,
        was_large: bool,
    },
    /// The Heroes may draw equipment.
    MayDraw {
        treasure: bool,
    },
    /// Equipment is drawn and then worn, held or sacrificed.
    Draw {
        treasure: bool,
        chest: u16,
    },
    Dispose {
        card: u16,
    },
    Benefit {
        is_relic: bool,
    },
    Overcharge,
    /// Models are summoned beside another.
    Summon {
        beside: u16,
        def: DefId,
        count: u8,
    },
    Move {
        figure: u16,
        beside: u16,
    },
    Resurrect {
        seat: u8,
    },
    Return {
        figure: u16,
    },
    Relocate,
}

impl State {
    /// Becomes a copy of another position without allocating, for bots that try an option.
    pub(super) fn imagine(&mut self, other: &State) {
        let State {
            flow,
            size,
            dungeon,
            tile_effects,
            laid,
            wanted_tiles,
            figures,
            heroes,
            chests,
            start,
            cards,
            zones,
            lasting,
            attack,
            active,
            spent,
            consul,
            seats,
            round,
            gauge,
            meter,
            skulls,
            is_overcharged,
            is_boss_pending,
            called_in,
            is_boss_fight,
            is_timed_out,
            last_enemy,
            adventure,
            spawn_left,
            dying,
            killer,
            aftermath,
            turn_spent,
            turn_count,
            is_extra_declined,
            initiative,
            is_window_due,
            nearest,
            idle_rounds,
        } = other;
        self.flow.imagine(flow);
        self.size = *size;
        self.dungeon.clone_from(dungeon);
        self.tile_effects.clone_from(tile_effects);
        self.laid.clone_from(laid);
        self.wanted_tiles.clone_from(wanted_tiles);
        self.figures.clone_from(figures);
        self.chests.clone_from(chests);
        self.cards.clone_from(cards);
        self.zones.clone_from(zones);
        self.lasting.clone_from(lasting);
        (self.heroes, self.start, self.attack) = (*heroes, *start, *attack);
        (self.active, self.spent, self.round) = (*active, *spent, *round);
        (self.consul, self.seats, self.skulls) = (*consul, *seats, *skulls);
        (self.gauge, self.meter) = (*gauge, *meter);
        (self.is_overcharged, self.is_boss_pending) = (*is_overcharged, *is_boss_pending);
        self.called_in = *called_in;
        (self.is_boss_fight, self.is_timed_out) = (*is_boss_fight, *is_timed_out);
        (self.last_enemy, self.adventure) = (*last_enemy, *adventure);
        (self.spawn_left, self.dying, self.killer) = (*spawn_left, *dying, *killer);
        self.aftermath = *aftermath;
        (self.turn_spent, self.turn_count) = (*turn_spent, *turn_count);
        (self.is_extra_declined, self.initiative) = (*is_extra_declined, *initiative);
        self.is_window_due = *is_window_due;
        (self.nearest, self.idle_rounds) = (*nearest, *idle_rounds);
    }

    pub(super) fn figure(&self, figure: u16) -> &Figure {
        &self.figures[usize::from(figure)]
    }

    pub(super) fn figure_mut(&mut self, figure: u16) -> &mut Figure {
        &mut self.figures[usize::from(figure)]
    }

    /// The figures on the map, with their numbers.
    pub(super) fn present(&self) -> impl Iterator<Item = (u16, &Figure)> {
        let all = self.figures.iter().enumerate();
        all.filter(|(_, figure)| figure.at.is_some()).map(|(place, figure)| (place as u16, figure))
    }

    /// Heroes on the map.
    pub(super) fn living(&self) -> impl Iterator<Item = u16> {
        let heroes = self.figures[..usize::from(self.heroes)].iter().enumerate();
        heroes.filter(|(_, hero)| hero.at.is_some()).map(|(place, _)| place as u16)
    }

    /// Whether a spawning point stands.
    pub(super) fn has_points(&self) -> bool {
        self.present().any(|(_, figure)| figure.is_point())
    }

    /// The printed card of a piece of equipment.
    pub(super) fn def_of(&self, card: u16) -> DefId {
        self.cards.get(usize::from(card)).copied().unwrap_or(NONE)
    }

    /// A new piece of equipment in a place.
    pub(super) fn add_card(&mut self, def: DefId, place: Place) -> u16 {
        self.cards.push(def);
        self.zones.add(place)
    }

    /// The seat that decides for all Heroes: that of the active Hero, else of the first one.
    pub(super) fn hero_seat(&self) -> u8 {
        let active = self.active.filter(|active| self.figure(*active).is_hero());
        let first = || self.living().next();
        active.or_else(first).map_or(u8::from(self.consul == 0), |hero| self.figure(hero).seat)
    }

    /// The seat of a side.
    pub(super) fn seat_of(&self, side: u8) -> u8 {
        if side == CONSUL { self.consul } else { self.hero_seat() }
    }

    /// The squares on which no other figure can end its move.
    pub(super) fn taken(&self, without: Option<u16>) -> Squares {
        let without = without.map(usize::from);
        let mut taken = field::occupied(&self.dungeon.terrain, &self.figures, without);
        for chest in &self.chests {
            taken.insert(*chest);
        }
        taken
    }

    /// The chests as a set of squares.
    pub(super) fn chest_squares(&self) -> Squares {
        self.chests.iter().copied().collect()
    }

    /// Squares between two figures, around walls.
    pub(super) fn distance(&self, from: u16, to: u16) -> u8 {
        field::distance(&self.dungeon.terrain, self.figure(from), self.figure(to))
    }

    /// Whether a figure sees another.
    pub(super) fn sees(&self, from: u16, to: u16) -> bool {
        field::sees(&self.dungeon.terrain, &self.figures, usize::from(from), usize::from(to))
    }

    /// The squares of a figure; empty off the map.
    pub(super) fn squares(&self, figure: u16) -> &[Square] {
        field::squares(&self.dungeon.terrain, self.figure(figure))
    }

    /// The figures that stand in an area with at least one square.
    pub(super) fn standing_in(&self, area: &Squares) -> Figures {
        let mut standing = 0;
        for (place, figure) in self.present() {
            let squares = field::squares(&self.dungeon.terrain, figure);
            if squares.iter().any(|square| area.contains(*square)) {
                standing |= bit(place);
            }
        }
        standing
    }

    /// The figures that an aura reaches.
    pub(super) fn in_aura(&self, middle: u16, size: u8) -> Figures {
        let areas = self.dungeon.terrain.board.areas();
        let user = self.squares(middle);
        let reached = self
            .present()
            .filter(|(other, _)| areas.covers_around(size, user, self.squares(*other)));
        reached.fold(0, |all, (other, _)| all | bit(other))
    }
}
