//! A position of Deck Box Dungeons.

use std::sync::Arc;

use super::plan::{NOWHERE, Plan};
use cardwright_engine::board::{Square, Squares};
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::zones::{Place, Zones};
use cardwright_engine::core::{Context, Flow, Thing};

/// The items to draw.
pub(super) const DECK: Place = 0;
/// The items that can be bought.
pub(super) const SHOP: Place = 1;
/// Items that were used up.
pub(super) const USED: Place = 2;
/// The number of places.
pub(super) const PLACES: usize = 12;
/// Most heroes in a game.
pub(super) const MAX_HEROES: usize = 8;
/// Most enemies that come in one game.
pub(super) const MAX_ENEMIES: usize = 240;
/// Most dice of an attack.
pub(super) const MAX_TARGETS: usize = 12;

/// What a hero carries.
pub(super) fn bag(hero: u8) -> Place {
    4 + Place::from(hero)
}

/// The class of quests; the number is the printed card.
pub(super) const QUEST: u8 = Thing::FIRST_OWN;
/// The class of the four sides of the map.
pub(super) const SIDE: u8 = Thing::FIRST_OWN + 1;

/// The first number of the figures that are enemies.
pub(super) const FIRST_ENEMY: u16 = 8;
/// Stands for nobody.
pub(super) const NOBODY: u8 = u8::MAX;

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) flow: Flow<Task>,
    pub(super) options: Options,
    /// The map of the quest, whether revealed or not.
    pub(super) plan: Arc<Plan>,
    /// The index of the quest in the content; [`NO_QUEST`] in a drawn position.
    pub(super) quest: u16,
    /// The rooms that are revealed, as bits.
    pub(super) lying: u32,
    pub(super) heroes: Vec<Hero>,
    pub(super) enemies: Vec<Enemy>,
    /// The number of the figure on each space, or [`NOBODY`].
    pub(super) standing: Vec<u8>,
    /// The printed card of each item.
    pub(super) cards: Vec<DefId>,
    /// Whether each item that is not used up was used this round.
    pub(super) handled: Vec<bool>,
    pub(super) zones: Zones,
    /// The hero who is activated, or [`NOBODY`].
    pub(super) active: u8,
    /// The hero that effects of the quest call `actor`.
    pub(super) acting: u8,
    /// The movement that is left of the current move.
    pub(super) moves: i32,
    /// The spaces still to be walked, the last one first.
    pub(super) path: Vec<u16>,
    pub(super) attack: Option<Attack>,
    pub(super) round: u32,
    pub(super) is_enemy_phase: bool,
    /// The last skill check.
    pub(super) check: Check,
    /// What cannot be undone, as it was when a round last began (see `turn::is_endless`), and how
    /// many rounds have begun since without a change of it.
    pub(super) deeds: u64,
    pub(super) idle_rounds: u32,
}

/// Stands for no quest.
pub(super) const NO_QUEST: u16 = u16::MAX;

/// How the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Whether all ranged enemies act before all melee enemies, whatever their threat.
    pub is_ranged_first: bool,
    /// Whether heroes block the sight of enemies.
    pub do_heroes_block: bool,
    /// Where enemies are placed around the point of interest, in order.
    pub spawn: [(i8, i8); 9],
}

/// A hero: three cards and three trackers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hero {
    pub hero: DefId,
    pub equipment: DefId,
    pub ability: DefId,
    pub seat: u8,
    /// Where the hero stands; [`NOWHERE`] when downed.
    pub square: u16,
    /// Where the hero stood last, for effects that being downed sets off.
    pub left: u16,
    pub health: i32,
    pub energy: i32,
    pub treasure: i32,
    pub actions: i32,
    /// The number of actions of an activation that `actions` counts with.
    pub most_actions: i32,
    /// Movement that an effect gave the hero for the next activation.
    pub moves_later: i32,
    /// Has acted this round.
    pub is_done: bool,
    /// May be activated once more after the activation that is going on.
    pub again: bool,
    /// Free abilities used in this activation, as bits.
    pub free_used: u8,
}

/// An enemy: a die on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Enemy {
    pub def: DefId,
    pub die: u8,
    /// Its threat, from 0 for the least.
    pub threat: u8,
    pub is_ranged: bool,
    /// Where it stands; [`NOWHERE`] when it is defeated.
    pub square: u16,
    /// Where it stood last, for effects that its defeat sets off.
    pub left: u16,
    /// What the die shows.
    pub health: i32,
    pub is_stunned: bool,
    /// Has acted in this phase.
    pub is_done: bool,
    /// Where it was placed first, for enemies that guard.
    pub home: u16,
}

/// An attack that is being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    pub attacker: u16,
    pub is_ranged: bool,
    /// Whether it is made with equipment or by an enemy, not with an item or an ability.
    pub is_weapon: bool,
    /// The dice of an attack that is not made with a weapon.
    pub dice: i32,
    /// The modifier of an attack that is not made with a weapon.
    pub bonus: i32,
    /// The item that is thrown, or `u16::MAX`.
    pub item: u16,
    /// The figure at which each die is aimed. Dice beyond `count` are not aimed yet.
    pub targets: [u16; MAX_TARGETS],
    pub count: u8,
    /// The hits on each target, stored at the first die that is aimed at it.
    pub hits: [i8; MAX_TARGETS],
    /// How many of the hits on each target are critical.
    pub criticals: [i8; MAX_TARGETS],
}

/// A skill check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Check {
    pub successes: i32,
    pub is_passed: bool,
}

/// What the game puts on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The first room is revealed.
    Open,
    /// The special rules of the quest and its revealed rooms begin to hold in a scenario.
    Rules,
    /// A round begins.
    Round,
    /// Which hero activates.
    Players,
    /// What the active hero does.
    Act,
    /// The active hero is done.
    EndActivation,
    /// A figure walks along the path.
    Walk { figure: u16 },
    /// A hero who came to a half space explores.
    Threshold { hero: u8 },
    /// A die is aimed.
    Aim,
    /// The dice of an attack.
    Roll,
    /// The defence of the target of that die, and the damage.
    Defend { place: u8 },
    /// The attack is over.
    EndAttack,
    /// Hits that do not come from an attack are blocked or not.
    Hits { figure: u16, count: u8, by: u16 },
    /// Damage would be done.
    Damage,
    /// Health would be given back.
    Heal,
    /// A hero without health.
    Fall { hero: u8 },
    /// An enemy without health, and the figure that caused it.
    Defeat { enemy: u8, by: Thing },
    /// A hero would be downed.
    Down,
    /// An enemy without health is defeated, unless effects save it.
    Perish { enemy: u8 },
    /// All effects that could save a hero have had their chance.
    Saved { hero: u8 },
    /// A room is revealed.
    Reveal { room: u8 },
    /// A room was revealed: effects react to its exploration.
    Explored { room: u8 },
    /// Enemies of a room come.
    Encounter { room: u8 },
    /// A check of a room or action.
    Check { check: u16 },
    /// The next enemy of the enemies' phase.
    Enemies,
    /// What the heroes of a seat use before an enemy acts.
    Interrupt { seat: u8 },
    /// An enemy acts.
    EnemyTurn { enemy: u8 },
    /// An enemy moves and attacks, as far as it can.
    EnemyAttack { enemy: u8 },
    /// Which of several ways an enemy goes.
    EnemyWay { enemy: u8 },
    /// Which of several heroes an enemy attacks.
    EnemyTarget { enemy: u8 },
    /// An enemy that has moved attacks, if it can.
    EnemyStrike { enemy: u8 },
    /// An enemy is done.
    EnemyDone { enemy: u8 },
    /// The refresh phase.
    Refresh,
    /// The round is over.
    EndRound,
}

impl State {
    pub(super) fn hero(&self, hero: u8) -> &Hero {
        &self.heroes[usize::from(hero)]
    }

    pub(super) fn hero_mut(&mut self, hero: u8) -> &mut Hero {
        &mut self.heroes[usize::from(hero)]
    }

    /// Heroes on the map, in order.
    pub(super) fn on_map(&self) -> impl Iterator<Item = u8> + use<'_> {
        let all = self.heroes.iter().enumerate();
        all.filter(|(_, hero)| hero.square != NOWHERE).map(|(place, _)| place as u8)
    }

    /// The heroes of a player that are on the map.
    pub(super) fn heroes_of(&self, seat: u8) -> impl Iterator<Item = u8> + use<'_> {
        self.on_map().filter(move |hero| self.hero(*hero).seat == seat)
    }

    /// Enemies on the map, in order of arrival.
    pub(super) fn foes(&self) -> impl Iterator<Item = u8> + use<'_> {
        let all = self.enemies.iter().enumerate();
        all.filter(|(_, enemy)| enemy.square != NOWHERE).map(|(place, _)| place as u8)
    }

    /// Where a figure stands; [`NOWHERE`] if it does not.
    pub(super) fn square_of(&self, figure: u16) -> u16 {
        match figure.checked_sub(FIRST_ENEMY) {
            Some(enemy) => self.enemies.get(usize::from(enemy)).map_or(NOWHERE, |e| e.square),
            None => self.heroes.get(usize::from(figure)).map_or(NOWHERE, |hero| hero.square),
        }
    }

    /// Where a figure stands. For effects that are about a figure which left the map, it is where
    /// the figure stood last.
    pub(super) fn square_for(&self, context: &Context, figure: u16) -> u16 {
        let square = self.square_of(figure);
        if square != NOWHERE || !context.is_about(Thing::figure(figure)) {
            return square;
        }
        match figure.checked_sub(FIRST_ENEMY) {
            Some(enemy) => self.enemies.get(usize::from(enemy)).map_or(NOWHERE, |e| e.left),
            None => self.heroes.get(usize::from(figure)).map_or(NOWHERE, |hero| hero.left),
        }
    }

    /// Puts a figure on a space, or takes it off the map.
    pub(super) fn put(&mut self, figure: u16, square: u16) {
        let old = self.square_of(figure);
        if let Some(standing) = self.standing.get_mut(usize::from(old))
            && u16::from(*standing) == figure
        {
            *standing = NOBODY;
        }
        let (place, left) = match figure.checked_sub(FIRST_ENEMY) {
            Some(enemy) => {
                let enemy = &mut self.enemies[usize::from(enemy)];
                (&mut enemy.square, &mut enemy.left)
            }
            None => {
                let hero = &mut self.heroes[usize::from(figure)];
                (&mut hero.square, &mut hero.left)
            }
        };
        *place = square;
        if old != NOWHERE {
            *left = old;
        }
        // A figure that passes an ally does not take the ally's place.
        if let Some(standing) = self.standing.get_mut(usize::from(square))
            && *standing == NOBODY
        {
            *standing = figure as u8;
        }
    }

    /// Who stands on a space.
    pub(super) fn occupant(&self, square: u16) -> Option<u16> {
        let standing = self.standing.get(usize::from(square)).copied().unwrap_or(NOBODY);
        (standing != NOBODY).then_some(u16::from(standing))
    }

    /// Whether a space belongs to a revealed room.
    pub(super) fn is_open(&self, square: u16) -> bool {
        self.plan.rooms_of(square) & self.lying != 0
    }

    /// Whether a figure could be put on a space.
    pub(super) fn is_free(&self, square: u16) -> bool {
        square != NOWHERE && self.is_open(square) && self.occupant(square).is_none()
    }

    /// The spaces of those who block a figure's sight: its enemies.
    pub(super) fn screen(&self, figure: u16) -> Squares {
        if is_enemy(figure) {
            match self.options.do_heroes_block {
                true => self.on_map().map(|hero| Square(self.hero(hero).square)).collect(),
                false => Squares::EMPTY,
            }
        } else {
            let standing = self.enemies.iter().filter(|enemy| enemy.square != NOWHERE);
            standing.map(|enemy| Square(enemy.square)).collect()
        }
    }

    /// The printed card of an item.
    pub(super) fn def_of(&self, card: u16) -> DefId {
        self.cards.get(usize::from(card)).copied().unwrap_or(NONE)
    }

    /// A new item in a place.
    pub(super) fn add_card(&mut self, def: DefId, place: Place) -> u16 {
        self.cards.push(def);
        self.handled.push(false);
        self.zones.add(place)
    }

    /// Who carries an item.
    pub(super) fn bearer_of(&self, card: u16) -> Option<u8> {
        let place = self.zones.place(card);
        let places = bag(0)..bag(MAX_HEROES as u8);
        places.contains(&place).then(|| (place - bag(0)) as u8)
    }
}

/// Whether a figure is an enemy.
pub(super) fn is_enemy(figure: u16) -> bool {
    figure >= FIRST_ENEMY
}

/// The figure of an enemy.
pub(super) fn enemy_figure(enemy: u8) -> u16 {
    FIRST_ENEMY + u16::from(enemy)
}

/// The hero or enemy that a thing is.
pub(super) fn figure_of(state: &State, thing: Thing) -> Option<u16> {
    let figure = thing.of(Thing::FIGURE)?;
    let exists = match figure.checked_sub(FIRST_ENEMY) {
        Some(enemy) => usize::from(enemy) < state.enemies.len(),
        None => usize::from(figure) < state.heroes.len(),
    };
    exists.then_some(figure)
}

/// The hero that a thing is.
pub(super) fn hero_of(state: &State, thing: Thing) -> Option<u8> {
    figure_of(state, thing).filter(|figure| !is_enemy(*figure)).map(|figure| figure as u8)
}

/// The enemy that a thing is.
pub(super) fn enemy_of(state: &State, thing: Thing) -> Option<u8> {
    let figure = figure_of(state, thing)?;
    figure.checked_sub(FIRST_ENEMY).map(|enemy| enemy as u8)
}
