//! Looking at a position: working out formulas, conditions and selections.
//!
//! Nothing here changes the state or allocates; selections are visited card by card.

use crate::core::depth::NO_SUBJECT;

use super::content::{Arithmetic, Comparison, Content, Fold, NO_NODE, NONE, Node, NodeId};
use super::state::{BLOCK_BOOST, BLOCK_DISRUPT, Card, CardId, Context, State, flag};
use super::words::{
    CardFact, Fact, GameFact, GameNumber, Kind, Mark, ResourceNumber, Stat, Token, Zone,
};

/// How many numbers may be worked out between two decisions. The shipped content needs a
/// few thousand; content that needs more is told so.
pub(super) const MAX_EFFORT: u32 = 100_000;

/// A position together with the content it is about.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub content: &'a Content,
    pub state: &'a State,
    /// The player whose hand limit is asked for, or [`ANYONE`].
    pub for_seat: u8,
    /// The adventurer whose defence is looked at, or [`NONE`].
    pub defended: CardId,
    /// An attack that is not declared yet counts as if it were, for scenarios.
    pub foresees: bool,
}

/// No player in particular.
pub(super) const ANYONE: u8 = u8::MAX;

impl<'a> Look<'a> {
    /// Looks at a position.
    pub(super) fn new(content: &'a Content, state: &'a State) -> Look<'a> {
        Look { content, state, for_seat: ANYONE, defended: state.combat.defended, foresees: false }
    }

    /// Works out something that may refer to itself, within limits.
    pub(super) fn nested<T>(self, otherwise: T, work: impl FnOnce() -> T) -> T {
        self.state.depth.within(NO_SUBJECT, MAX_EFFORT, otherwise, work)
    }

    /// Works out a number of a card; `otherwise` if that very number is being worked out.
    pub(super) fn nested_about<T>(
        self,
        stat: Stat,
        card: CardId,
        otherwise: T,
        work: impl FnOnce() -> T,
    ) -> T {
        let subject = (stat as u64 + 1) << 32 | u64::from(card);
        self.state.depth.within(subject, MAX_EFFORT, otherwise, work)
    }

    /// The printed card of a card.
    pub(super) fn def(self, card: CardId) -> &'a super::content::CardDef {
        &self.content.cards[usize::from(self.state.card(card).def)]
    }

    /// The kind of a card.
    pub(super) fn kind(self, card: CardId) -> Kind {
        self.def(card).kind
    }

    /// A number.
    pub(super) fn number(self, node: NodeId, context: &Context) -> i32 {
        match self.content.node(node) {
            Node::Int(value) => value,
            Node::Local(slot) => context.locals[usize::from(slot)],
            Node::Arithmetic(operation, left, right) => {
                let (left, right) = (self.number(left, context), self.number(right, context));
                match operation {
                    Arithmetic::Add => left.saturating_add(right),
                    Arithmetic::Subtract => left.saturating_sub(right),
                    Arithmetic::Multiply => left.saturating_mul(right),
                    Arithmetic::Divide => left.checked_div_euclid(right).unwrap_or(0),
                    Arithmetic::Min => left.min(right),
                    Arithmetic::Max => left.max(right),
                }
            }
            Node::Negate(value) => self.number(value, context).saturating_neg(),
            Node::Count(cards) => {
                let mut count = 0;
                self.visit(cards, context, &mut |_| {
                    count += 1;
                    true
                });
                count
            }
            Node::Fold(fold, cards, stat) => self.fold(fold, cards, stat, context),
            Node::Size(zone) => self.zone(zone, context).len() as i32,
            Node::TopCost(zone) => self.top(zone, context).map_or(0, |card| self.cost(card)),
            Node::Token(token, card) => match self.card(card, context) {
                NONE => 0,
                card => self.token(token, card),
            },
            Node::CardStat(stat, card) => match self.card(card, context) {
                NONE => 0,
                card => self.stat(stat, card),
            },
            Node::GameStat(stat) => self.game_stat(stat),
            Node::Resource(card, resource) => match self.card(card, context) {
                NONE => 0,
                card => self.resource(card, usize::from(resource)),
            },
            Node::ResourceNumber(number, resource) => {
                let (seat, resource) = (self.paying_seat(context), usize::from(resource));
                match number {
                    ResourceNumber::Cap => self.cap(seat, resource),
                    ResourceNumber::Available => self.available(seat, resource),
                    ResourceNumber::Occupied => self.occupied(seat, resource),
                }
            }
            Node::PlayedThisRound(kinds) => self.played_this_round(self.set(kinds, context)),
            Node::Number(number) => self.game_number(number),
            Node::Points(player) => {
                let seat = match player {
                    NO_NODE => self.state.facing,
                    player => self.seat_of(self.number(player, context)),
                };
                self.points(seat)
            }
            Node::Pool(card) => self.pool(self.card(card, context)),
            Node::Defence(card) => self.defence_of(self.card(card, context)),
            Node::AttackAgainst(card) => match self.card(card, context) {
                NONE => 0,
                card => self.attack_against(card),
            },
            _ => i32::from(self.truth(node, context)),
        }
    }

    fn fold(self, fold: Fold, cards: NodeId, stat: Stat, context: &Context) -> i32 {
        let mut result: Option<i32> = None;
        self.visit(cards, context, &mut |card| {
            let value = self.stat(stat, card);
            result = Some(match (fold, result) {
                (_, None) => value,
                (Fold::Highest, Some(so_far)) => so_far.max(value),
                (Fold::Lowest, Some(so_far)) => so_far.min(value),
                (Fold::Total, Some(so_far)) => so_far.saturating_add(value),
            });
            true
        });
        result.unwrap_or(0)
    }

    /// A fact about the game.
    pub(super) fn game_fact(self, fact: GameFact) -> bool {
        match fact {
            GameFact::AttackWon => self.is_attack_won(),
            GameFact::DefenceWon => !self.state.attack.defence_failed,
            GameFact::AttackIsMelee => self.attack_is_melee(),
            GameFact::Over => self.state.outcome.is_some(),
        }
    }

    /// A number of the game.
    pub(super) fn game_number(self, number: GameNumber) -> i32 {
        match number {
            GameNumber::Round => i32::from(self.state.round),
            GameNumber::DungeonDefence => self.dungeon_defence(),
            GameNumber::DungeonPower => self.dungeon_power(),
            GameNumber::EncounterCost => self.encounter_cost(),
            GameNumber::QuestsCompleted => {
                i32::from(self.state.seats[usize::from(self.state.party_seat())].quests)
            }
            GameNumber::Players => i32::from(self.state.seat_count),
            GameNumber::ActivePlayer => i32::from(self.state.facing) + 1,
            GameNumber::AttackDistance => i32::from(self.attack_distance()),
        }
    }

    /// A player's number, counted from 1, as a seat.
    fn seat_of(self, player: i32) -> u8 {
        (player - 1).clamp(0, i32::from(self.state.seat_count) - 1) as u8
    }

    /// A condition; no condition always holds.
    pub(super) fn holds(self, condition: NodeId, context: &Context) -> bool {
        condition == NO_NODE || self.truth(condition, context)
    }

    /// A condition.
    pub(super) fn truth(self, node: NodeId, context: &Context) -> bool {
        match self.content.node(node) {
            Node::Truth(value) => value,
            Node::Local(slot) => context.locals[usize::from(slot)] != 0,
            Node::Not(value) => !self.truth(value, context),
            Node::And(left, right) => self.truth(left, context) && self.truth(right, context),
            Node::Or(left, right) => self.truth(left, context) || self.truth(right, context),
            Node::Compare(comparison, left, right) => {
                let (left, right) = (self.number(left, context), self.number(right, context));
                match comparison {
                    Comparison::Equal => left == right,
                    Comparison::Less => left < right,
                    Comparison::AtMost => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::AtLeast => left >= right,
                }
            }
            Node::Fact(fact, card) => match self.card(card, context) {
                NONE => false,
                card => self.fact(fact, card),
            },
            Node::GameFact(fact) => self.game_fact(fact),
            Node::CardFact(fact, def) => self.card_fact(fact, def),
            Node::SetHas(left, right) => self.set(left, context) & self.set(right, context) != 0,
            Node::SetSame(left, right) => self.set(left, context) == self.set(right, context),
            Node::KindIn(card, kinds) => match self.card(card, context) {
                NONE => false,
                card => self.kind(card).bit() & kinds != 0,
            },
            Node::SameCard(left, right) => {
                let left = self.card(left, context);
                left != NONE && left == self.card(right, context)
            }
            Node::CardIn(card, cards) => match self.card(card, context) {
                NONE => false,
                card => self.contains(cards, card, context),
            },
            Node::Between(value, low, high) => {
                let value = self.number(value, context);
                self.number(low, context) <= value && value <= self.number(high, context)
            }
            Node::AmongNumbers(value, list) => {
                let value = self.number(value, context);
                self.content.lists[usize::from(list)]
                    .iter()
                    .any(|item| self.number(*item, context) == value)
            }
            Node::CostsAre(cards, list) => self.costs_are(cards, list, context),
            Node::HasKeyword(card, keyword) => match self.card(card, context) {
                NONE => false,
                card => self.has_keyword(card, keyword),
            },
            Node::HasForm(card, form) => match self.card(card, context) {
                NONE => false,
                card => self.has_form(card, form),
            },
            Node::Named(card, def) => match self.card(card, context) {
                NONE => false,
                card => self.state.card(card).def == def,
            },
            Node::Any(cards) => !self.visit(cards, context, &mut |_| false),
            Node::FaceUp(zone) => {
                self.top(zone, context).is_some_and(|card| self.state.card(card).is(flag::FACE_UP))
            }
            Node::InZone(card, zone) => match self.card(card, context) {
                NONE => false,
                card => self.state.card(card).zone == zone,
            },
            Node::TopIs(zone, def) => {
                self.top(zone, context).is_some_and(|card| self.state.card(card).def == def)
            }
            Node::Holds(zone, list, in_order) => self.zone_holds(zone, list, in_order, context),
            Node::LegalTargets(list) => self.legal_targets_are(list),
            Node::Won(player) => self.has_won(self.optional_seat(player, context)),
            Node::Lost(player) => {
                self.state.outcome.is_some() && !self.has_won(self.optional_seat(player, context))
            }
            Node::StepIs(text) => self.state.step.name() == self.content.texts[usize::from(text)],
            other => is_number(other) && self.number(node, context) != 0,
        }
    }

    fn optional_seat(self, player: NodeId, context: &Context) -> u8 {
        match player {
            NO_NODE => self.state.facing,
            player => self.seat_of(self.number(player, context)),
        }
    }

    fn has_won(self, seat: u8) -> bool {
        self.state.outcome.is_some_and(|outcome| outcome.won(seat))
    }

    fn costs_are(self, cards: NodeId, list: u16, context: &Context) -> bool {
        // Compared by counting: for every number as many cards as entries, and no card more.
        let list = &self.content.lists[usize::from(list)];
        let mut cards_seen = 0;
        self.visit(cards, context, &mut |_| {
            cards_seen += 1;
            true
        });
        cards_seen == list.len()
            && list.iter().all(|item| {
                let wanted = self.number(*item, context);
                let entries =
                    list.iter().filter(|other| self.number(**other, context) == wanted).count();
                let mut matching = 0;
                self.visit(cards, context, &mut |card| {
                    matching += usize::from(self.cost(card) == wanted);
                    true
                });
                matching == entries
            })
    }

    fn zone_holds(self, zone: Zone, list: u16, in_order: bool, context: &Context) -> bool {
        let list = &self.content.lists[usize::from(list)];
        let cards = self.zone(zone, context);
        let def = |card: &CardId| NodeId::from(self.state.card(*card).def);
        if cards.len() != list.len() {
            return false;
        }
        if in_order {
            // A deck reads from its top, which is the end of the zone.
            return match zone {
                Zone::CrawlerDeck | Zone::DungeonDeck => {
                    cards.iter().rev().map(def).eq(list.iter().copied())
                }
                _ => cards.iter().map(def).eq(list.iter().copied()),
            };
        }
        list.iter().all(|wanted| {
            let entries = list.iter().filter(|other| *other == wanted).count();
            cards.iter().filter(|card| def(card) == *wanted).count() == entries
        })
    }

    fn legal_targets_are(self, list: u16) -> bool {
        let list = &self.content.lists[usize::from(list)];
        let def = |card: CardId| NodeId::from(self.state.card(card).def);
        let encounter = self.state.encounter();
        let legal = || encounter.iter().copied().filter(|card| self.is_legal_target(*card));
        legal().count() == list.len()
            && list.iter().all(|wanted| {
                let entries = list.iter().filter(|other| *other == wanted).count();
                legal().filter(|card| def(*card) == *wanted).count() == entries
            })
    }

    fn card_fact(self, fact: CardFact, def: u16) -> bool {
        let quest_is = |wanted: u16| {
            self.state
                .zone(self.state.party_seat(), Zone::Quests)
                .iter()
                .map(|card| self.state.card(*card))
                .any(|card| card.def == def && card.is(wanted))
        };
        match fact {
            CardFact::ChallengeWon => self.state.challenges_won.contains(&def),
            CardFact::Passed => self.state.passed.contains(&def),
            CardFact::QuestCompleted => quest_is(flag::COMPLETED),
            CardFact::QuestImpossible => quest_is(flag::IMPOSSIBLE),
        }
    }

    /// A fact about a card.
    pub(super) fn fact(self, fact: Fact, card: CardId) -> bool {
        let state = self.state.card(card);
        match fact {
            Fact::Activated => state.is(flag::ACTIVATED),
            Fact::Locked => self.is_locked(card),
            Fact::CanAct => self.can_act(card),
            Fact::Active => self.is_in_play(state) && !self.is_locked(card),
            Fact::InPlay => self.is_in_play(state),
            Fact::Summoned => state.is(flag::SUMMONED),
            Fact::EnteredThisRound => state.entered == self.state.round,
            Fact::Permanent => self.def(card).permanent,
            Fact::Boosted => state.block >= BLOCK_BOOST && state.block != BLOCK_DISRUPT,
        }
    }

    /// Whether a card is in play.
    pub(super) fn is_in_play(self, card: &Card) -> bool {
        card.zone.is_in_play()
    }

    fn token(self, token: Token, card: CardId) -> i32 {
        let card = self.state.card(card);
        i32::from(match token {
            Token::Wounds => card.wounds,
            Token::Poisons => card.poison,
            Token::Locks => card.locks,
            Token::Time => card.time,
        })
    }

    /// A set of enum values as bits.
    pub(super) fn set(self, node: NodeId, context: &Context) -> u64 {
        match self.content.node(node) {
            Node::Set(set) => set,
            Node::SetOf(property, card) => match self.card(card, context) {
                NONE => 0,
                card => self.property(card, property),
            },
            Node::KindOf(card) => match self.card(card, context) {
                NONE => 0,
                card => self.kind(card).bit(),
            },
            Node::AttackDamage => self.attack_damage(),
            Node::Union(left, right) => self.set(left, context) | self.set(right, context),
            _ => 0,
        }
    }

    /// Whether the mark is on for the card.
    pub(super) fn has_mark(self, mark: Mark, card: CardId) -> bool {
        let mut found = false;
        self.visit_marks(mark, card, &mut |_, _| {
            found = true;
            false
        });
        found
    }
}

/// Whether a node gives a number; conditions and numbers stand in for each other.
fn is_number(node: Node) -> bool {
    matches!(
        node,
        Node::Int(_)
            | Node::Arithmetic(..)
            | Node::Negate(_)
            | Node::Count(_)
            | Node::Fold(..)
            | Node::Size(_)
            | Node::TopCost(_)
            | Node::Token(..)
            | Node::CardStat(..)
            | Node::GameStat(_)
            | Node::Resource(..)
            | Node::ResourceNumber(..)
            | Node::PlayedThisRound(_)
            | Node::Number(_)
            | Node::Points(_)
            | Node::Pool(_)
            | Node::Defence(_)
            | Node::AttackAgainst(_)
    )
}
