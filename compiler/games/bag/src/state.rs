//! A position of Bag of Dungeon.

use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::zones::{NOWHERE, Place, Zones};
use cardwright_engine::core::{Flow, Thing};

use super::board::Side;

/// The Items bag.
pub(super) const BAG: Place = 0;
/// The Monsters bag.
pub(super) const LAIR: Place = 1;
/// Dead monsters that nobody keeps.
pub(super) const DEAD: Place = 2;
/// The tiles to draw.
pub(super) const STACK: Place = 3;
/// Items that lie aside until the Healing Pool is laid.
pub(super) const ASIDE: Place = 4;
/// Tiles that lie on the table.
pub(super) const TABLE: Place = 5;
/// The card that was drawn and is being resolved.
pub(super) const DRAWN: Place = 6;
/// The number of places.
pub(super) const PLACES: usize = 160;

/// Most Adventurers in a game.
pub(super) const MAX_ADVENTURERS: usize = 8;
/// No Adventurer.
pub(super) const NOBODY: u8 = u8::MAX;
/// Most tiles on the table.
pub(super) const MAX_TILES: usize = 64;

/// What an Adventurer carries.
pub(super) fn inventory(adventurer: u8) -> Place {
    8 + Place::from(adventurer)
}

/// The monsters that an Adventurer killed.
pub(super) fn trophies(adventurer: u8) -> Place {
    16 + Place::from(adventurer)
}

/// Items that lie on a tile.
pub(super) fn floor(tile: u8) -> Place {
    32 + Place::from(tile)
}

/// Monsters that lie face up on a tile.
pub(super) fn den(tile: u8) -> Place {
    96 + Place::from(tile)
}

/// The class of the four sides of a tile.
pub(super) const SIDE: u8 = Thing::FIRST_OWN;
/// The class of the Dragon Scroll; its number is its printed card.
pub(super) const SCROLL: u8 = Thing::FIRST_OWN + 1;

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) flow: Flow<Task>,
    pub(super) options: Options,
    /// The printed card of each tile, monster and item.
    pub(super) cards: Vec<DefId>,
    /// Damage on each monster, until the turn ends.
    pub(super) damage: Vec<i32>,
    /// Whether each item was used this turn: none is used twice.
    pub(super) handled: Vec<bool>,
    /// The Adventurers, as bits, to whom each item does not go before something else has happened:
    /// they parted with it, or an offer of it was refused. Without this, trading would never end.
    pub(super) barred: Vec<u8>,
    /// The Adventurer who drew each item and has not shown it yet, or who used it up, or
    /// [`NOBODY`].
    pub(super) drawn_by: Vec<u8>,
    pub(super) zones: Zones,
    pub(super) adventurers: Vec<Adventurer>,
    pub(super) tiles: Vec<Laid>,
    /// The Adventurer whose turn it is.
    pub(super) active: u8,
    /// The Adventurer who uses or draws something now; in a fight it may be another than `active`.
    pub(super) acting: u8,
    pub(super) turn: u32,
    pub(super) fight: Option<Fight>,
    pub(super) rush: Option<Rush>,
    /// The Ring's card.
    pub(super) ring: Option<u16>,
    /// Whether the Ring has been placed on a tile, which happens when the last tile is laid.
    pub(super) is_ring_in_play: bool,
    /// The Adventurers who still have their last turn, as bits; `None` until the bearer has left.
    pub(super) last_turns: Option<u8>,
    pub(super) scroll: DefId,
    /// Whether the turn ends after the current task.
    pub(super) is_turn_over: bool,
    /// Turns that whose turn it is takes after this one.
    pub(super) extra_turns: u8,
    /// The item just drawn at the stall.
    pub(super) bought: Option<u16>,
    /// What cannot be undone, as it was when a turn last began (see `turn::is_endless`), and how
    /// many turns have begun since it changed.
    pub(super) deeds: [usize; 6],
    pub(super) idle_turns: u32,
}

/// How the game is played; options combine freely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    pub strict: bool,
    pub solo: bool,
    pub competitive: bool,
    pub rush: bool,
    pub stall: bool,
    /// Lives of each Adventurer.
    pub lives: i32,
}

/// An Adventurer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Adventurer {
    pub def: DefId,
    pub seat: u8,
    pub health: i32,
    pub ap: i32,
    /// How many of these action points effects have added, or taken if it is negative.
    pub lent: i32,
    pub lives: i32,
    pub tile: u8,
    pub fate: Fate,
    /// Whether the Adventurer has no health while effects may still save them.
    pub is_falling: bool,
}

/// What became of an Adventurer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// In the dungeon.
    Inside,
    /// Left the dungeon with the Ring.
    Bearer,
    /// Left the dungeon after the bearer.
    Escaped,
    /// Has no lives left, or did not leave in time.
    Out,
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    pub card: u16,
    pub x: i8,
    pub y: i8,
    /// The open sides, as bits, after turning.
    pub open: u8,
    /// Whether an unrevealed monster waits on it.
    pub token: bool,
    /// Whether the item of an item tile has been drawn.
    pub used: bool,
    /// How often the Healing Pool can still be used.
    pub uses: u8,
}

/// A fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fight {
    pub adventurer: u8,
    pub foe: Foe,
    pub tile: u8,
    /// Who helps the Adventurer, and who helps the rival.
    pub partners: [Option<u8>; 2],
    /// Adventurers whom either of them asked and who refused, as bits.
    pub refused: [u8; 2],
    /// Whether the foe is a monster that charged, from which nobody can escape.
    pub is_cornered: bool,
    /// Adventurers who have lost a life in it, as bits.
    pub fallen: u8,
}

impl Fight {
    /// The place of a fighter in `partners` and `refused`.
    pub(super) fn side(&self, who: u8) -> usize {
        usize::from(self.foe == Foe::Rival(who))
    }

    /// Whether one of the two fighters has lost a life.
    pub(super) fn is_lost(&self) -> bool {
        let rival = match self.foe {
            Foe::Rival(rival) => 1 << rival,
            Foe::Monster(_) => 0,
        };
        self.fallen & (1 << self.adventurer | rival) != 0
    }

    /// Whether an Adventurer is part of it, as a fighter or as a partner.
    pub(super) fn involves(&self, who: u8) -> bool {
        self.adventurer == who || self.foe == Foe::Rival(who) || self.partners.contains(&Some(who))
    }
}

/// Who is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foe {
    Monster(u16),
    Rival(u8),
}

/// A monster that charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rush {
    pub monster: u16,
    pub steps: u8,
    pub shooter: u8,
}

/// What the game puts on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The game starts.
    Open,
    /// The next Adventurer's turn.
    Turn,
    /// What the active Adventurer does next.
    Act,
    /// Where the drawn tile goes. If `escaping`, the Adventurer goes there too.
    Place { card: u16, escaping: bool },
    /// An Adventurer meets what is on the tile, and may have come there just now. Who fled there
    /// does so although the turn is over.
    Arrive { who: u8, has_come: bool, has_fled: bool },
    /// What is paid to the stall.
    Stall { who: u8 },
    /// Which kills are paid to the stall.
    PayKills { who: u8, left: u8 },
    /// The stall has been paid.
    Dip { who: u8 },
    /// Whether to keep what the stall gave.
    Bought { who: u8 },
    /// Whether one who plays alone keeps an item that may be left out.
    Unwanted { adventurer: u8, item: u16 },
    /// Whether one who plays alone leaves such items in the box.
    LeaveOut,
    /// What to do before a round of the fight.
    Round,
    /// What the attacked rival does before the round.
    Answer,
    /// An Adventurer escapes to the next tile.
    Flee { who: u8, side: Side },
    /// The dice of a round of the fight.
    Clash,
    /// What follows from the round.
    AfterClash,
    /// Whether the partner helps.
    Tagged { partner: u8, by: u8 },
    /// The partner walks to the fight.
    Walk { partner: u8, by: u8 },
    /// Damage that is about to be dealt.
    Damage,
    /// Health that an effect is about to give back.
    Heal,
    /// An Adventurer without health.
    Fall { adventurer: u8, by: u8 },
    /// All effects that could save an Adventurer have had their chance.
    Saved { adventurer: u8 },
    /// An Adventurer loses a life.
    Lose,
    /// A monster without health.
    Slay { monster: u16, by: u8 },
    /// A monster dies, unless effects save it.
    Die { monster: u16, by: u8 },
    /// Items to be drawn.
    Reward { adventurer: u8, count: u8 },
    /// More items than there is room for.
    Overfull { adventurer: u8 },
    /// A drawn or used card has been resolved.
    Discard { card: u16 },
    /// After a shot.
    AfterShot { monster: u16 },
    /// A step of a charge.
    Charge,
    /// Who helps against the monster that charged.
    FreeTag,
    /// Whether a gift, a trade or a request is accepted.
    Offered { from: u8, item: u16, wanted: u16, to: u8 },
    /// Which kill goes to the victor.
    HandOver { from: u8, to: u8 },
    /// What the victor of a duel takes.
    Loot { adventurer: u8 },
    /// Whether to use the Healing Pool.
    Bathe,
    /// The turn ends.
    EndTurn,
    /// The Ring comes into play.
    PlaceRing,
}

impl State {
    pub(super) fn adventurer(&self, adventurer: u8) -> &Adventurer {
        &self.adventurers[usize::from(adventurer)]
    }

    pub(super) fn adventurer_mut(&mut self, adventurer: u8) -> &mut Adventurer {
        &mut self.adventurers[usize::from(adventurer)]
    }

    /// Adventurers in the dungeon, in turn order.
    pub(super) fn inside(&self) -> impl Iterator<Item = u8> + use<'_> {
        let all = self.adventurers.iter().enumerate();
        all.filter(|(_, one)| one.fate == Fate::Inside).map(|(place, _)| place as u8)
    }

    /// Adventurers on a tile.
    pub(super) fn on_tile(&self, tile: u8) -> impl Iterator<Item = u8> + use<'_> {
        self.inside().filter(move |one| self.adventurer(*one).tile == tile)
    }

    /// The printed card of a card.
    pub(super) fn def_of(&self, card: u16) -> DefId {
        self.cards.get(usize::from(card)).copied().unwrap_or(NONE)
    }

    /// A new card in a place.
    pub(super) fn add_card(&mut self, def: DefId, place: Place) -> u16 {
        self.cards.push(def);
        self.damage.push(0);
        self.handled.push(false);
        self.barred.push(0);
        self.drawn_by.push(NOBODY);
        self.zones.add(place)
    }

    /// The tile on which a monster lies face up.
    pub(super) fn tile_of_monster(&self, monster: u16) -> Option<u8> {
        let place = self.zones.place(monster);
        (96..PLACES as Place).contains(&place).then(|| (place - 96) as u8)
    }

    /// Who carries an item.
    pub(super) fn bearer_of(&self, item: u16) -> Option<u8> {
        let place = self.zones.place(item);
        (8..16).contains(&place).then(|| (place - 8) as u8)
    }

    /// Whether an item lies face down on its bearer's card: one that its bearer drew and has not
    /// shown. Who plays alone has nobody to hide it from.
    pub(super) fn is_face_down(&self, item: u16) -> bool {
        let drawn_by = self.drawn_by.get(usize::from(item)).copied().unwrap_or(NOBODY);
        !self.options.solo && drawn_by != NOBODY && self.bearer_of(item) == Some(drawn_by)
    }

    /// Turns an item face up.
    pub(super) fn show(&mut self, item: u16) {
        if let Some(drawn_by) = self.drawn_by.get_mut(usize::from(item)) {
            *drawn_by = NOBODY;
        }
    }

    /// Who carries an item, or who drew it or used it up.
    pub(super) fn user_of(&self, item: u16) -> Option<u8> {
        let is_used_up = matches!(self.zones.place(item), DRAWN | NOWHERE);
        let drawn_by = self.drawn_by.get(usize::from(item)).copied().unwrap_or(NOBODY);
        let user = (is_used_up && drawn_by != NOBODY).then_some(drawn_by);
        self.bearer_of(item).or(user)
    }

    /// The tile on which an item lies.
    pub(super) fn tile_of_item(&self, item: u16) -> Option<u8> {
        let place = self.zones.place(item);
        (32..96).contains(&place).then(|| (place - 32) as u8)
    }

    /// Whether a monster, revealed or not, is on a tile.
    pub(super) fn is_guarded(&self, tile: u8) -> bool {
        self.laid(tile).token || !self.zones.cards(den(tile)).is_empty()
    }

    /// Lays a tile on a cell; `open` are its open sides after turning.
    pub(super) fn put_tile(&mut self, card: u16, cell: (i8, i8), open: u8) -> u8 {
        self.zones.put_top(card, TABLE);
        let (x, y) = cell;
        self.tiles.push(Laid { card, x, y, open, token: false, used: false, uses: 0 });
        self.flow.touch();
        (self.tiles.len() - 1) as u8
    }

    /// A tile on the table as a thing.
    pub(super) fn tile_thing(tile: u8) -> Thing {
        Thing::new(Thing::TILE, u16::from(tile))
    }

    /// A side of a tile as a thing that scenarios can name.
    pub(super) fn side_thing(side: Side) -> Thing {
        Thing::new(SIDE, u16::from(side))
    }
}
