//! Which cards a selection means: visiting them in order, asking whether one is among them,
//! and the places that selections start from.

use super::content::{NO_NODE, NONE, Node, NodeId};
use super::look::Look;
use super::state::{Card, CardId, Context, flag};
use super::words::{Kind, Source, Zone};

impl<'a> Look<'a> {
    /// One card: the first of a selection, or [`NONE`].
    pub(super) fn card(self, node: NodeId, context: &Context) -> CardId {
        match self.content.node(node) {
            Node::SelfCard => context.host,
            Node::It => context.it,
            Node::Victim => context.victim,
            Node::LocalCard(slot) => context.locals[usize::from(slot)] as CardId,
            Node::Linked => match context.host {
                NONE => NONE,
                host => self.state.card(host).linked,
            },
            Node::PrimaryTarget => self.primary_target(),
            Node::TargetX => self.target_x(context),
            Node::Defended => self.defended,
            Node::Printed(def) => self.find_printed(def),
            _ => {
                let mut found = NONE;
                self.visit(node, context, &mut |card| {
                    found = card;
                    false
                });
                found
            }
        }
    }

    /// The copy of a printed card that is meant by its name: one in play before others.
    fn find_printed(self, def: u16) -> CardId {
        let rank = |card: &Card| match card.zone {
            Zone::Party | Zone::Encounter | Zone::CrawlerPlay => 0,
            Zone::CrawlerHand | Zone::Perished | Zone::Quests => 1,
            Zone::CrawlerGrave | Zone::DungeonGrave => 2,
            _ => 3,
        };
        let copies = self.state.cards.iter().enumerate().filter(|(_, card)| card.def == def);
        copies.min_by_key(|(_, card)| rank(card)).map_or(NONE, |(place, _)| place as CardId)
    }

    /// Visits the cards of a selection in order until the visitor says no; false if it did.
    pub(super) fn visit(
        self,
        node: NodeId,
        context: &Context,
        visitor: &mut dyn FnMut(CardId) -> bool,
    ) -> bool {
        match self.content.node(node) {
            Node::Select(source, filter) => self.visit_source(source, filter, context, visitor),
            Node::ZoneCards(zone, filter) => {
                // Newest first: the top of a grave or deck is what effects look at first.
                for card in self.zone(zone, context).iter().rev() {
                    if self.passes(filter, *card, context) && !visitor(*card) {
                        return false;
                    }
                }
                true
            }
            Node::First(count, cards) => {
                let mut left = self.number(count, context);
                let mut going = true;
                if left > 0 {
                    self.visit(cards, context, &mut |card| {
                        left -= 1;
                        going = visitor(card);
                        going && left > 0
                    });
                }
                going
            }
            Node::Cheapest(cards) => {
                let mut lowest = i32::MAX;
                self.visit(cards, context, &mut |card| {
                    lowest = lowest.min(self.cost(card));
                    true
                });
                self.visit(cards, context, &mut |card| self.cost(card) != lowest || visitor(card))
            }
            Node::Group(list) => self.content.lists[usize::from(list)]
                .iter()
                .all(|item| self.visit(*item, context, visitor)),
            _ => match self.card(node, context) {
                NONE => true,
                card => visitor(card),
            },
        }
    }

    fn passes(self, filter: NodeId, card: CardId, context: &Context) -> bool {
        filter == NO_NODE || self.truth(filter, &context.with_it(card))
    }

    fn visit_source(
        self,
        source: Source,
        filter: NodeId,
        context: &Context,
        visitor: &mut dyn FnMut(CardId) -> bool,
    ) -> bool {
        let mut each = |cards: &mut dyn Iterator<Item = CardId>| {
            for card in cards {
                if self.passes(filter, card, context) && !visitor(card) {
                    return false;
                }
            }
            true
        };
        let state = self.state;
        let encounter = || state.encounter().iter().copied();
        let of_kind = |kind: Kind| encounter().filter(move |card| self.kind(*card) == kind);
        match source {
            Source::Cards => each(&mut (0..state.cards.len() as CardId)),
            Source::EncounterCards => each(&mut encounter()),
            Source::Others => each(&mut encounter().filter(|card| *card != context.host)),
            Source::Characters => each(&mut of_kind(Kind::Character)),
            Source::Traps => each(&mut of_kind(Kind::Trap)),
            Source::Terrains => each(&mut of_kind(Kind::Terrain)),
            Source::DungeonEvents => each(&mut of_kind(Kind::Event)),
            Source::Adventurers => each(&mut self.marching_order()),
            Source::AttackingAdventurers => {
                let mut attacking = state
                    .party()
                    .iter()
                    .copied()
                    .filter(|card| state.card(*card).is(flag::ATTACKING));
                each(&mut attacking)
            }
            Source::Perished => {
                each(&mut state.zone(state.party_seat(), Zone::Perished).iter().copied())
            }
            Source::Attackers => each(&mut self.attackers()),
            Source::CrawlerCards => self
                .table_seats()
                .all(|seat| each(&mut state.zone(seat, Zone::CrawlerPlay).iter().copied())),
            Source::Hand => each(&mut state.zone(context.seat, Zone::CrawlerHand).iter().copied()),
            Source::Slain => each(&mut state.slain.iter().copied()),
            Source::OpponentsAdventurers => (0..state.seat_count)
                .filter(|seat| state.has_opponents() && *seat != context.seat)
                .all(|seat| each(&mut state.zone(seat, Zone::Party).iter().copied())),
        }
    }

    /// Whether a selection holds a card, without going through the whole selection.
    pub(super) fn contains(self, node: NodeId, card: CardId, context: &Context) -> bool {
        let state = self.state.card(card);
        match self.content.node(node) {
            Node::Select(source, filter) => {
                let in_encounter =
                    || state.zone == Zone::Encounter && state.place == self.state.encounter_seat();
                let of_kind = |kind: Kind| in_encounter() && self.kind(card) == kind;
                let member = match source {
                    Source::Cards => true,
                    Source::EncounterCards => in_encounter(),
                    Source::Others => in_encounter() && card != context.host,
                    Source::Characters => of_kind(Kind::Character),
                    Source::Traps => of_kind(Kind::Trap),
                    Source::Terrains => of_kind(Kind::Terrain),
                    Source::DungeonEvents => of_kind(Kind::Event),
                    Source::Adventurers => {
                        state.zone == Zone::Party && state.place == self.state.party_seat()
                    }
                    // A card in hand counts: costs and bans concern it before it is in play.
                    Source::CrawlerCards => {
                        matches!(state.zone, Zone::CrawlerPlay | Zone::CrawlerHand)
                    }
                    Source::Hand => state.zone == Zone::CrawlerHand && state.place == context.seat,
                    _ => {
                        return !self
                            .visit_source(source, filter, context, &mut |other| other != card);
                    }
                };
                member && self.passes(filter, card, context)
            }
            Node::ZoneCards(zone, filter) => {
                state.zone == zone && self.passes(filter, card, context)
            }
            Node::First(..) | Node::Cheapest(_) => {
                !self.visit(node, context, &mut |other| other != card)
            }
            Node::Group(list) => self.content.lists[usize::from(list)]
                .iter()
                .any(|item| self.contains(*item, card, context)),
            Node::Printed(def) => state.def == def,
            _ => self.card(node, context) == card,
        }
    }

    /// The zone that a context means.
    pub(super) fn zone(self, zone: Zone, context: &Context) -> &'a [CardId] {
        let seat = self.zone_seat(zone, context);
        self.state.zone(seat, zone)
    }

    /// Whose zone a context means.
    pub(super) fn zone_seat(self, zone: Zone, context: &Context) -> u8 {
        match zone {
            Zone::CrawlerDeck
            | Zone::CrawlerHand
            | Zone::CrawlerPlay
            | Zone::CrawlerGrave
            | Zone::DraftHand
            | Zone::Pool => context.seat,
            Zone::Encounter => self.state.encounter_seat(),
            Zone::Party | Zone::Perished | Zone::Quests => self.state.party_seat(),
            Zone::DungeonDeck | Zone::DungeonGrave | Zone::SetAside => self.dungeon_seat(context),
        }
    }

    /// Whose dungeon deck and grave a context means: those of the card's owner.
    pub(super) fn dungeon_seat(self, context: &Context) -> u8 {
        if self.state.shared() {
            return 0;
        }
        match context.host {
            NONE => self.state.next_seat(self.state.facing),
            host if self.kind(host).is_dungeon() => self.state.card(host).owner,
            _ => self.state.next_seat(self.state.facing),
        }
    }

    pub(super) fn top(self, zone: Zone, context: &Context) -> Option<CardId> {
        self.zone(zone, context).last().copied()
    }

    /// Seats whose crawler cards take part in this round.
    pub(super) fn table_seats(self) -> std::ops::Range<u8> {
        if self.state.shared() {
            0..self.state.seat_count
        } else {
            self.state.facing..self.state.facing + 1
        }
    }

    /// The adventurer with the Primary Target token, else the leftmost.
    pub(super) fn primary_target(self) -> CardId {
        let primary = self.state.primary;
        if primary != NONE
            && self.state.card(primary).zone == Zone::Party
            && self.state.card(primary).place == self.state.party_seat()
        {
            return primary;
        }
        self.state.party().first().copied().unwrap_or(NONE)
    }

    /// Adventurers from the Primary Target to the right, wrapping round.
    pub(super) fn marching_order(self) -> impl Iterator<Item = CardId> {
        let party = self.state.party();
        let primary = self.primary_target();
        let start = party.iter().position(|card| *card == primary).unwrap_or(0);
        party[start..].iter().chain(&party[..start]).copied()
    }

    /// The adventurer at place X: the Cost on top of the dungeon grave plus 1, wrapping.
    fn target_x(self, context: &Context) -> CardId {
        let places = self.state.party().len();
        if places == 0 {
            return NONE;
        }
        let cost = self.top(Zone::DungeonGrave, context).map_or(0, |card| self.cost(card));
        self.marching_order().nth(cost.max(0) as usize % places).unwrap_or(NONE)
    }

    /// The dungeon's attackers: of the defended adventurer during a defence, else all.
    fn attackers(self) -> impl Iterator<Item = CardId> {
        let combat = &self.state.combat;
        let place = combat.order[..usize::from(combat.order_len)]
            .iter()
            .position(|card| self.defended != NONE && *card == self.defended);
        let mask = place.map_or(u8::MAX, |place| 1 << place);
        combat
            .attackers
            .iter()
            .filter(move |(card, targets)| {
                targets & mask != 0 && !self.state.card(*card).is(flag::IGNORED)
            })
            .map(|(card, _)| *card)
    }
}
