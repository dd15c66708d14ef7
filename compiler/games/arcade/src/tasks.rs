//! What the game puts on the stack of things to do.

use super::dealing::Dealt;
use super::group::Group;
use cardwright_engine::board::Square;
use cardwright_engine::core::Thing;

/// Most unique actions that a monster uses for one command.
pub(super) const MAX_LINES: usize = 8;

/// A step of the turn, a decision, or a part of an action. Tasks run last in, first out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    // The set-up.
    /// The next tile is laid.
    LayTile,
    /// The map is made and everything is put on it.
    Populate,
    /// Where the start token lies.
    PutStart,
    /// Where a Hero starts.
    Enter {
        hero: u16,
    },
    /// Which spawning point stands on a tile.
    PutPoint {
        tile: u8,
    },
    /// Where the chest of a tile stands.
    PutChest {
        tile: u8,
    },
    /// The spawning points of the first tiles spawn.
    FirstSpawn {
        tile: u8,
    },
    /// The first Hero Turn begins.
    Open,
    // The Hero Turn.
    HeroTurn,
    ChooseHero {
        left: u8,
    },
    HeroUpkeep {
        hero: u16,
    },
    UpkeepDamage {
        hero: u16,
    },
    ShiftForm {
        hero: u16,
    },
    Ready {
        hero: u16,
    },
    Main {
        hero: u16,
    },
    EndActivation {
        hero: u16,
    },
    EndHeroTurn,
    // Actions.
    /// A line is aimed; `owner` pays the potions.
    Aim {
        line: u16,
        user: u16,
        owner: u16,
    },
    /// Whether the owner of a potion lets another player's Hero drink it.
    Share {
        line: u16,
        user: u16,
        owner: u16,
    },
    /// Which square of a large target a burst is around.
    Centre {
        line: u16,
        user: u16,
        target: u16,
    },
    Roll,
    /// Dice of the roll, or of the defense roll, may be thrown again.
    Reroll {
        left: u8,
        defends: bool,
    },
    Tally,
    Affect,
    Defend {
        hero: u16,
    },
    DefenseTally,
    /// Wounds are dealt out, first to expendable minions.
    Deal(Dealt),
    /// What an action does besides wounds.
    Effects {
        target: u16,
    },
    Spoils,
    Heart {
        left: u8,
    },
    Fill {
        left: u8,
    },
    /// The user of the action takes wrath for the wounds it inflicted.
    Anger,
    /// Models that the action wounded react.
    React,
    Jump,
    ActionEnd,
    PopAction,
    /// A proposal: wounds, a status.
    Wound {
        /// Whether the current action causes them.
        is_action: bool,
    },
    Destroy {
        victim: u16,
    },
    Suffer {
        status: u8,
    },
    Wrath {
        hero: u16,
        count: i32,
    },
    /// A heal, unless effects stop it.
    Healing {
        wounds_only: bool,
    },
    /// Tokens of a heal.
    Heal {
        figure: u16,
        left: u8,
    },
    /// A figure is moved by another, or by the square that it stands on.
    Shift {
        figure: u16,
        mover: Thing,
        squares: u8,
        shift: u8,
    },
    PlaceBeside {
        figure: u16,
        beside: u16,
    },
    /// A figure comes to a square of its way.
    Walk {
        figure: u16,
        square: u16,
        /// The tile effect that moved it there, if one did.
        thrown_by: Thing,
    },
    Arrived {
        figure: u16,
    },
    /// Treasure cards were drawn; one is kept. `chest` is the square of the chest they came from.
    Keep {
        tile: u8,
        chest: Option<Square>,
    },
    // The Consul Turn.
    ConsulTurn,
    ConsulUpkeep {
        damage: bool,
    },
    Advance,
    NextOrder,
    /// Heroes may drink green potions before the next step; the seats from this on are asked.
    Window {
        seat: u8,
    },
    /// Which Hero the Consul is after, among equals.
    Favour,
    Command {
        command: u8,
        times: u8,
    },
    Obey {
        times: u8,
    },
    Perform {
        figure: u16,
        left: u8,
    },
    /// A proposal: a monster performs the command.
    Obeys {
        figure: u16,
    },
    March {
        figure: u16,
        regroup: bool,
    },
    Follow {
        elite: u16,
        minions: Group,
    },
    /// A shapeshifter takes its other form; where it stands then.
    Reshape {
        figure: u16,
    },
    /// A monster begins to use its unique actions.
    Unique {
        figure: u16,
    },
    Signature {
        figure: u16,
    },
    Uniques {
        figure: u16,
        lines: [u16; MAX_LINES],
        next: u8,
    },
    /// Which friend a monster's line helps.
    AimFriend {
        figure: u16,
        line: u16,
    },
    /// To which side a monster aims.
    AimSide {
        figure: u16,
        line: u16,
    },
    Attacks {
        figure: u16,
        left: u8,
    },
    EndCommand {
        command: u8,
        obeyed: Group,
    },
    SpawnAt {
        left: u8,
    },
    Reinforce {
        done: Group,
    },
    Arrive,
    BossHeals,
    EndConsul,
    // The power-up.
    PowerUp {
        hero: bool,
    },
    Rewards,
    NextReward,
    Equip,
    Discarding {
        left: u8,
    },
    SpawnBosses,
    CleanUp,
    Stragglers {
        left: Group,
    },
    /// Challenges of earlier turns are discarded.
    OldChallenges,
    Revive,
    /// Which cursed cards a Hero that comes back discards.
    Uncurse {
        hero: u16,
    },
    Return {
        hero: u16,
    },
    EndPowerUp {
        hero: bool,
    },
}
