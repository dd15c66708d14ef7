//! Looking at a position with the crawler's eyes: cards by their numbers, and facts about them
//! and the game. Formulas, modifiers and marks are the core's business ([`Look::core`]).

use super::content::{CardDef, Content};
use super::rules::zone;
use super::state::{BLOCK_BOOST, BLOCK_DISRUPT, Card, CardId, State, flag, thing_of};
use super::vocabulary::{Act, Mark, Query};
use super::words::{Kind, Zone};
use cardwright_engine::core;
use cardwright_engine::core::code::{DefId, NONE, NodeId};
use cardwright_engine::core::{Args, Context};

/// A position together with the content it is about.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub content: &'a Content,
    pub state: &'a State,
    /// The adventurer whose defence is looked at, or [`NONE`].
    pub defended: CardId,
}

impl<'a> Look<'a> {
    /// Looks at a position.
    #[inline]
    pub(super) fn new(content: &'a Content, state: &'a State) -> Look<'a> {
        let defended = match state.weighed.get() {
            NONE => state.combat.defended,
            weighed => weighed,
        };
        Look { content, state, defended }
    }

    /// The same with the core's eyes.
    #[inline]
    pub(super) fn core(self) -> core::Look<'a, Content> {
        core::Look::new(self.content, self.state)
    }

    /// The printed card of a card.
    #[inline]
    pub(super) fn def(self, card: CardId) -> &'a CardDef {
        &self.content.cards[usize::from(self.state.card(card).def)]
    }

    /// The kind of a card.
    #[inline]
    pub(super) fn kind(self, card: CardId) -> Kind {
        self.def(card).kind
    }

    /// A number.
    pub(super) fn number(self, node: NodeId, context: &Context) -> i32 {
        self.core().number(node, context)
    }

    /// A condition; no condition always holds.
    pub(super) fn holds(self, condition: NodeId, context: &Context) -> bool {
        self.core().holds(condition, context)
    }

    /// Whether the mark is on for the card.
    pub(super) fn has_mark(self, mark: Mark, card: CardId) -> bool {
        self.core().has_mark(mark, thing_of(card))
    }

    /// Visits the marks of a kind that are on for a card until the visitor says no.
    pub(super) fn visit_marks(
        self,
        mark: Mark,
        card: CardId,
        visitor: &mut dyn FnMut(Args<'_, Content>) -> bool,
    ) {
        self.core().visit_marks(mark, thing_of(card), visitor);
    }

    /// Whether an act is forbidden to a card.
    pub(super) fn is_forbidden(self, act: Act, card: CardId) -> bool {
        self.core().is_forbidden(act, thing_of(card))
    }

    /// What a query about the game says, if it is one; a truth is 1 or 0.
    pub(super) fn of_game(self, query: Query) -> Option<i32> {
        Some(match query {
            Query::Round => i32::from(self.state.round),
            Query::DungeonDefence => self.dungeon_defence(),
            Query::DungeonPower => self.dungeon_power(),
            Query::EncounterCost => self.encounter_cost(),
            Query::QuestsCompleted => {
                i32::from(self.state.seats[usize::from(self.state.party_seat())].quests)
            }
            Query::Players => i32::from(self.state.seat_count),
            Query::ActivePlayer => i32::from(self.state.facing) + 1,
            Query::AttackDistance => i32::from(self.attack_distance()),
            Query::AttackWon => i32::from(self.is_attack_won()),
            Query::DefenceWon => i32::from(!self.state.attack.defence_failed),
            Query::AttackIsMelee => i32::from(self.attack_is_melee()),
            Query::Over => i32::from(self.state.flow.outcome.is_some()),
            _ => return None,
        })
    }

    /// The player that a word is about, counted from 1; without one, who faces the encounter.
    pub(super) fn player(self, args: Args<'_, Content>) -> u8 {
        if !args.given(0) {
            return self.state.facing;
        }
        (args.number(0) - 1).clamp(0, i32::from(self.state.seat_count) - 1) as u8
    }

    pub(super) fn has_won(self, seat: u8) -> bool {
        self.state.flow.outcome.is_some_and(|outcome| outcome.won(seat))
    }

    /// Whether a zone holds exactly those printed cards.
    pub(super) fn zone_holds(self, args: Args<'_, Content>, in_order: bool) -> bool {
        let zone = zone(args, 0);
        let cards = self.zone(zone, args.context).iter().map(|card| self.state.card(*card).def);
        if !in_order {
            return same_copies(cards, args.defs(1));
        }
        match zone {
            // A deck reads from its top, which is the end of the zone.
            Zone::CrawlerDeck | Zone::DungeonDeck => cards.rev().eq(args.defs(1)),
            _ => cards.eq(args.defs(1)),
        }
    }

    /// Whether the Wound may be assigned to exactly those printed cards.
    pub(super) fn legal_targets_are(self, args: Args<'_, Content>) -> bool {
        let encounter = self.state.encounter().iter().copied();
        let legal = encounter.filter(|card| self.is_legal_target(*card));
        same_copies(legal.map(|card| self.state.card(card).def), args.defs(0))
    }

    /// Whether a quest is completed, or cannot be completed any more.
    pub(super) fn quest_is(self, query: Query, def: DefId) -> bool {
        let wanted =
            if query == Query::QuestCompleted { flag::COMPLETED } else { flag::IMPOSSIBLE };
        let quests = self.state.zone(self.state.party_seat(), Zone::Quests).iter();
        quests.map(|card| self.state.card(*card)).any(|card| card.def == def && card.is(wanted))
    }

    /// Whether the top card of a deck lies face up.
    pub(super) fn is_face_up(self, zone: Zone, context: &Context) -> bool {
        self.top(zone, context).is_some_and(|card| self.state.card(card).is(flag::FACE_UP))
    }

    /// A fact about a card.
    pub(super) fn fact(self, query: Query, card: CardId) -> bool {
        let state = self.state.card(card);
        match query {
            Query::Activated => state.is(flag::ACTIVATED),
            Query::Locked => self.is_locked(card),
            Query::CanAct => self.can_act(card),
            Query::Active => self.is_in_play(state) && !self.is_locked(card),
            Query::InPlay => self.is_in_play(state),
            Query::Summoned => state.is(flag::SUMMONED),
            Query::EnteredThisRound => state.entered == self.state.round,
            Query::Permanent => self.def(card).permanent,
            Query::Boosted => state.block >= BLOCK_BOOST && state.block != BLOCK_DISRUPT,
            _ => false,
        }
    }

    /// Whether a card is in play.
    pub(super) fn is_in_play(self, card: &Card) -> bool {
        card.zone.is_in_play()
    }
}

/// Whether printed cards are those of a list, each as often as it is there.
fn same_copies(cards: impl Iterator<Item = DefId>, wanted: impl Iterator<Item = DefId>) -> bool {
    let mut left: Vec<DefId> = cards.collect();
    for def in wanted {
        match left.iter().position(|other| *other == def) {
            Some(place) => left.swap_remove(place),
            None => return false,
        };
    }
    left.is_empty()
}
