//! A position of Bag of Dungeon.

use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::zones::{Place, Zones};
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
/// Items that wait for the Healing Pool.
pub(super) const ASIDE: Place = 4;
/// Tiles that lie on the table.
pub(super) const TABLE: Place = 5;
/// What was drawn and is being dealt with.
pub(super) const DRAWN: Place = 6;
/// Places there are.
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
    /// Items that changed hands this turn: none does so twice, or trading would never end.
    pub(super) handled: Vec<bool>,
    /// Who drew each item and has not shown it yet, or [`NOBODY`].
    pub(super) drawn_by: Vec<u8>,
    pub(super) zones: Zones,
    pub(super) adventurers: Vec<Adventurer>,
    pub(super) tiles: Vec<Laid>,
    /// Whose turn it is.
    pub(super) active: u8,
    /// Who uses or draws something.
    pub(super) acting: u8,
    pub(super) turn: u32,
    pub(super) fight: Option<Fight>,
    pub(super) rush: Option<Rush>,
    /// The Ring's card, and whether it has come into play.
    pub(super) ring: Option<u16>,
    pub(super) is_ring_in_play: bool,
    /// Adventurers who still have their last turn, once the bearer has left.
    pub(super) last_turns: Option<u8>,
    pub(super) scroll: DefId,
    /// An effect said that the turn ends.
    pub(super) is_turn_over: bool,
    /// The item just drawn at the stall.
    pub(super) bought: Option<u16>,
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
    /// The game is lost after so many turns.
    pub turn_limit: u32,
}

/// An Adventurer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Adventurer {
    pub def: DefId,
    pub seat: u8,
    pub health: i32,
    pub ap: i32,
    pub lives: i32,
    pub tile: u8,
    pub fate: Fate,
    /// Without health while something may still save them.
    pub is_falling: bool,
}

/// What became of an Adventurer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// In the dungeon.
    Inside,
    /// Left with the Ring.
    Bearer,
    /// Left after the bearer.
    Escaped,
    /// No lives left, or too slow.
    Out,
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    pub card: u16,
    pub x: i8,
    pub y: i8,
    /// Open sides as it lies.
    pub open: u8,
    /// An unrevealed monster.
    pub token: bool,
    /// The item has been drawn.
    pub used: bool,
    /// Tokens of the Healing Pool.
    pub uses: u8,
}

/// A fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fight {
    pub adventurer: u8,
    pub foe: Foe,
    pub tile: u8,
    pub partner: Option<u8>,
    /// Adventurers who were asked and refused, as bits.
    pub refused: u8,
    /// A monster that charged: no escape.
    pub is_cornered: bool,
    /// The Adventurer has fallen.
    pub is_lost: bool,
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
    /// What to do.
    Act,
    /// Where the tile goes; `escaping`: the Adventurer goes there too.
    Place { card: u16, escaping: bool },
    /// An Adventurer has come to a tile.
    Arrive,
    /// What the stall takes.
    Stall,
    /// Whether to keep what the stall gave.
    Bought,
    /// What to do before a round of the fight.
    Round,
    /// What the attacked rival does before it.
    Answer,
    /// Who escapes goes away.
    Flee { who: u8, side: Side },
    /// The dice.
    Clash,
    /// What came of it.
    AfterClash,
    /// Whether to help.
    Tagged { partner: u8 },
    /// Damage that would be done; `is_direct` damage is not reduced.
    Damage,
    /// An Adventurer without health.
    Fall { adventurer: u8, by: u8 },
    /// Whatever could save an Adventurer has been heard.
    Saved { adventurer: u8 },
    /// An Adventurer loses a life.
    Lose,
    /// A monster without health.
    Slay { monster: u16, by: u8 },
    /// Items to be drawn.
    Reward { adventurer: u8, count: u8 },
    /// More items than there is room for.
    Overfull { adventurer: u8 },
    /// What a drawn trap or chest was is over.
    Discard { card: u16 },
    /// After a shot.
    AfterShot { monster: u16 },
    /// A step of a charge.
    Charge,
    /// Who helps against the monster that charged.
    FreeTag,
    /// Whether a present or trade is taken.
    Offered { item: u16, wanted: u16, to: u8 },
    /// What the victor takes.
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

    /// Whether an item lies face down on the card of who carries it. Only rivals hide
    /// anything from each other, and only what they drew themselves.
    pub(super) fn is_face_down(&self, item: u16) -> bool {
        let drawn_by = self.drawn_by.get(usize::from(item)).copied().unwrap_or(NOBODY);
        self.options.competitive && drawn_by != NOBODY && self.bearer_of(item) == Some(drawn_by)
    }

    /// Everybody has seen an item.
    pub(super) fn show(&mut self, item: u16) {
        if let Some(drawn_by) = self.drawn_by.get_mut(usize::from(item)) {
            *drawn_by = NOBODY;
        }
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

    /// Lays a tile, turned so many quarters.
    pub(super) fn put_tile(&mut self, card: u16, cell: (i8, i8), open: u8) -> u8 {
        self.zones.put_top(card, TABLE);
        let (x, y) = cell;
        self.tiles.push(Laid { card, x, y, open, token: false, used: false, uses: 0 });
        self.flow.touch();
        (self.tiles.len() - 1) as u8
    }

    /// The way out of the four sides as a thing that scenarios name.
    pub(super) fn side_thing(side: Side) -> Thing {
        Thing::new(SIDE, u16::from(side))
    }
}
