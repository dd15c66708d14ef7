//! Modified numbers, marks, bans and keywords: everything that lasting abilities change.
//!
//! Abilities come from cards in play, from effects that last (`timed`) and from keywords
//! that were granted. A locked dungeon card's keywords do nothing, except for Stamina.

use std::ops::ControlFlow;

use cardwright_model::ModifyOp;

use super::content::{Abilities, FormId, MarkItem, NO_NODE, NONE};
use super::look::{ANYONE, Look};
use super::state::{CardId, Context, Summary, flag};
use super::words::{Act, Kind, Mark, Property, Stat, Zone};

/// What modifiers make of a number: sets first, then factors, sums and bounds.
struct Modified {
    set: Option<i32>,
    factor: i32,
    sum: i32,
    at_least: i32,
    at_most: i32,
}

impl Modified {
    fn new() -> Modified {
        Modified { set: None, factor: 1, sum: 0, at_least: i32::MIN, at_most: i32::MAX }
    }

    fn add(&mut self, operation: ModifyOp, amount: i32) {
        match operation {
            ModifyOp::Set => self.set = Some(amount),
            ModifyOp::Times => self.factor = self.factor.saturating_mul(amount),
            ModifyOp::Add => self.sum = self.sum.saturating_add(amount),
            ModifyOp::AtLeast => self.at_least = self.at_least.max(amount),
            ModifyOp::AtMost => self.at_most = self.at_most.min(amount),
        }
    }

    fn apply(&self, base: i32) -> i32 {
        let value = self.set.unwrap_or(base).saturating_mul(self.factor).saturating_add(self.sum);
        value.max(self.at_least).min(self.at_most)
    }
}

impl<'a> Look<'a> {
    /// Visits every set of abilities in effect until the visitor breaks.
    pub(super) fn visit_abilities(
        self,
        visitor: &mut dyn FnMut(&'a Abilities, &Context) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let state = self.state;
        let facing = state.facing;
        for card in state.encounter() {
            let abilities = &self.content.abilities[usize::from(self.def(*card).abilities)];
            visitor(abilities, &Context::of(*card, facing))?;
        }
        for card in state.party() {
            let abilities = &self.content.abilities[usize::from(self.def(*card).abilities)];
            visitor(abilities, &Context::of(*card, state.card(*card).owner))?;
        }
        for seat in self.table_seats() {
            for card in state.zone(seat, Zone::CrawlerPlay) {
                let abilities = &self.content.abilities[usize::from(self.def(*card).abilities)];
                visitor(abilities, &Context::of(*card, seat))?;
            }
        }
        for timed in &state.timed {
            let abilities = &self.content.abilities[usize::from(timed.abilities)];
            visitor(abilities, &timed.context)?;
        }
        self.visit_granted(visitor)
    }

    /// Visits abilities of keywords that cards were granted.
    fn visit_granted(
        self,
        visitor: &mut dyn FnMut(&'a Abilities, &Context) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.any_grants() {
            return ControlFlow::Continue(());
        }
        let mut flow = ControlFlow::Continue(());
        self.visit_grant_items(&mut |form, revoke, _, subject, context| {
            let abilities = self.content.forms[usize::from(form)].abilities;
            if revoke || abilities == NONE || flow.is_break() {
                return;
            }
            self.visit(subject, context, &mut |card| {
                if self.is_in_play(self.state.card(card)) {
                    let inner = Context { host: card, ..*context };
                    flow = visitor(&self.content.abilities[usize::from(abilities)], &inner);
                }
                flow.is_continue()
            });
        });
        flow
    }

    /// Visits the forms of keywords that were granted to a card.
    pub(super) fn visit_granted_forms(
        self,
        card: CardId,
        visitor: &mut dyn FnMut(FormId, &Context),
    ) {
        if self.any_grants() {
            self.visit_grant_items(&mut |form, revoke, _, subject, context| {
                if !revoke && self.contains(subject, card, context) {
                    visitor(form, context);
                }
            });
        }
    }

    /// Whether any ability in effect grants or revokes keywords.
    pub(super) fn any_grants(self) -> bool {
        self.summary().grants
    }

    /// What the abilities in effect touch at all.
    pub(super) fn summary(self) -> Summary {
        if let Some(summary) = self.state.summary.get() {
            return summary;
        }
        let summary = self.summarise();
        self.state.summary.set(Some(summary));
        summary
    }

    fn summarise(self) -> Summary {
        let mut summary = Summary::default();
        let mut add = |abilities: u16| {
            let abilities = &self.content.abilities[usize::from(abilities)];
            summary.stats |= abilities.stat_mask;
            summary.marks |= abilities.mark_mask;
            summary.events |= abilities.event_mask;
            summary.acts |= abilities.forbids.iter().fold(0, |acts, item| acts | item.acts);
            summary.grants |= !abilities.grants.is_empty();
            summary.offers |= !abilities.offers.is_empty();
        };
        let state = self.state;
        for card in state.encounter().iter().chain(state.party()) {
            add(self.def(*card).abilities);
        }
        for seat in self.table_seats() {
            for card in state.zone(seat, Zone::CrawlerPlay) {
                add(self.def(*card).abilities);
            }
        }
        for timed in &state.timed {
            add(timed.abilities);
        }
        for seat in self.table_seats() {
            for card in state.zone(seat, Zone::CrawlerPlay) {
                if let Some(event) = self.def(*card).spend.and_then(|spend| spend.event) {
                    summary.spends |= event.bit();
                }
            }
        }
        if summary.grants {
            // A granted keyword may touch anything.
            (summary.stats, summary.marks) = (u64::MAX, u64::MAX);
            (summary.acts, summary.events) = (u64::MAX, u64::MAX);
        }
        summary
    }

    fn visit_grant_items(
        self,
        visitor: &mut dyn FnMut(FormId, bool, bool, super::content::NodeId, &Context),
    ) {
        self.nested((), || self.visit_grant_items_in_effect(visitor));
    }

    fn visit_grant_items_in_effect(
        self,
        visitor: &mut dyn FnMut(FormId, bool, bool, super::content::NodeId, &Context),
    ) {
        let state = self.state;
        let mut each = |abilities: &Abilities, context: &Context| {
            for item in &abilities.grants {
                let host = context.host;
                let locked = item.keyword != NONE
                    && host != NONE
                    && self.state.card(host).locks > 0
                    && self.kind(host).is_dungeon();
                if !locked && self.holds(item.condition, context) {
                    visitor(item.form, item.revoke, item.any_form, item.subject, context);
                }
            }
        };
        let cards = state.encounter().iter().chain(state.party());
        for card in cards {
            let abilities = &self.content.abilities[usize::from(self.def(*card).abilities)];
            each(abilities, &Context::of(*card, state.facing));
        }
        for timed in &state.timed {
            each(&self.content.abilities[usize::from(timed.abilities)], &timed.context);
        }
    }

    /// Whether the keyword of an ability does nothing now: locked or taken away.
    pub(super) fn is_silenced(self, keyword: u16, host: CardId) -> bool {
        if keyword == NONE || host == NONE {
            return false;
        }
        let locked = self.state.card(host).locks > 0 && self.kind(host).is_dungeon();
        locked || (self.any_grants() && self.is_revoked(keyword, host))
    }

    fn is_revoked(self, keyword: u16, card: CardId) -> bool {
        let mut revoked = false;
        self.visit_grant_items(&mut |form, revoke, _, subject, context| {
            if revoke
                && self.content.forms[usize::from(form)].keyword == keyword
                && self.contains(subject, card, context)
            {
                revoked = true;
            }
        });
        revoked
    }

    /// Whether a card has a keyword in any form.
    pub(super) fn has_keyword(self, card: CardId, keyword: u16) -> bool {
        self.has_form_where(card, &|form| self.content.forms[usize::from(form)].keyword == keyword)
    }

    /// Whether a card has a keyword with exactly those arguments.
    pub(super) fn has_form(self, card: CardId, wanted: FormId) -> bool {
        self.has_form_where(card, &|form| form == wanted)
    }

    fn has_form_where(self, card: CardId, wanted: &dyn Fn(FormId) -> bool) -> bool {
        if self.state.card(card).locks > 0 && self.kind(card).is_dungeon() {
            return false;
        }
        let printed = self.def(card).keywords.iter().copied().find(|form| wanted(*form));
        if !self.any_grants() {
            return printed.is_some();
        }
        if let Some(form) = printed {
            return !self.is_revoked(self.content.forms[usize::from(form)].keyword, card);
        }
        let mut granted = false;
        self.visit_grant_items(&mut |form, revoke, _, subject, context| {
            granted |= !revoke && wanted(form) && self.contains(subject, card, context);
        });
        granted
    }

    /// A number of a card, as modified.
    pub(super) fn stat(self, stat: Stat, card: CardId) -> i32 {
        let def = self.def(card);
        let base = match stat {
            Stat::Power if def.power != NO_NODE => {
                let context = Context::of(card, self.state.facing);
                self.nested(0, || self.number(def.power, &context))
            }
            Stat::Stamina if def.kind == Kind::Character => i32::from(def.life),
            Stat::Life => i32::from(def.life),
            Stat::Cost => i32::from(def.cost),
            _ => 0,
        };
        if stat == Stat::Power && self.state.card(card).is(flag::ZEROED) {
            return 0;
        }
        let value = self.modified(stat, card, base);
        if matches!(stat, Stat::Power | Stat::Stamina | Stat::Cost) { value.max(0) } else { value }
    }

    /// The Cost of a card.
    pub(super) fn cost(self, card: CardId) -> i32 {
        self.stat(Stat::Cost, card)
    }

    /// A number with every modifier for the card (or for the game, without one).
    pub(super) fn modified(self, stat: Stat, card: CardId, base: i32) -> i32 {
        if self.summary().stats & stat.bit() == 0 {
            return base;
        }
        self.nested(base, || self.modify(stat, card, base))
    }

    fn modify(self, stat: Stat, card: CardId, base: i32) -> i32 {
        let mut result = Modified::new();
        let _ = self.visit_abilities(&mut |abilities, context| {
            if abilities.stat_mask & stat.bit() == 0 {
                return ControlFlow::Continue(());
            }
            for modifier in abilities.modifiers.iter().filter(|modifier| modifier.stat == stat) {
                let own = *context;
                let concerned = match (card, modifier.subject) {
                    (NONE, _) => self.concerns_game(stat, &own),
                    (_, NO_NODE) => false,
                    (card, subject) => self.contains(subject, card, &own),
                };
                let context = Context { it: pick(own.it, card), ..own };
                if concerned
                    && (stat == Stat::Stamina || !self.is_silenced(modifier.keyword, context.host))
                    && self.holds(modifier.condition, &context)
                {
                    result.add(modifier.operation, self.number(modifier.amount, &context));
                }
            }
            ControlFlow::Continue(())
        });
        result.apply(base)
    }

    /// A modifier of a defence counts only for the defence its card was played for.
    fn concerns_game(self, stat: Stat, context: &Context) -> bool {
        if stat == Stat::HandLimit && self.for_seat != ANYONE && context.host != NONE {
            return !self.kind(context.host).is_crawler() || context.seat == self.for_seat;
        }
        if stat != Stat::DefenceStamina || context.host == NONE {
            return true;
        }
        let host = self.state.card(context.host);
        host.zone != Zone::CrawlerPlay || host.assigned == NONE || host.assigned == self.defended
    }

    /// A number of the game, as modified.
    pub(super) fn game_stat(self, stat: Stat) -> i32 {
        let base = match stat {
            Stat::EncounterLimit => i32::from(self.state.rules.encounter_limit),
            Stat::HandLimit => i32::from(self.state.rules.hand_limit),
            Stat::AttackPower => self.nested(0, || self.attack_components_total()),
            Stat::AttackTargets => self.nested(1, || self.attack_area()),
            Stat::DefenceStamina => self.nested(0, || self.defence_components(self.defended).0),
            _ => 0,
        };
        self.modified(stat, NONE, base)
    }

    /// How many crawler cards a player may keep.
    pub(super) fn hand_limit(self, seat: u8) -> i32 {
        Look { for_seat: seat, ..self }.game_stat(Stat::HandLimit)
    }

    /// Visits the marks of a kind that are on for a card until the visitor says no.
    pub(super) fn visit_marks(
        self,
        mark: Mark,
        card: CardId,
        visitor: &mut dyn FnMut(&MarkItem, &Context) -> bool,
    ) {
        if self.summary().marks & mark.bit() == 0 {
            return;
        }
        self.nested((), || self.visit_marks_in_effect(mark, card, visitor));
    }

    fn visit_marks_in_effect(
        self,
        mark: Mark,
        card: CardId,
        visitor: &mut dyn FnMut(&MarkItem, &Context) -> bool,
    ) {
        let _ = self.visit_abilities(&mut |abilities, context| {
            if abilities.mark_mask & mark.bit() == 0 {
                return ControlFlow::Continue(());
            }
            for item in abilities.marks.iter().filter(|item| item.mark == mark) {
                if self.contains(item.subject, card, context)
                    && !self.is_silenced(item.keyword, context.host)
                    && self.holds(item.condition, context)
                    && !visitor(item, &Context { it: pick(context.it, card), ..*context })
                {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Whether an act is forbidden to a card.
    pub(super) fn is_forbidden(self, act: Act, card: CardId) -> bool {
        self.summary().acts & act.bit() != 0 && self.nested(false, || self.is_banned(act, card))
    }

    fn is_banned(self, act: Act, card: CardId) -> bool {
        self.visit_abilities(&mut |abilities, context| {
            for item in &abilities.forbids {
                let concerned = item.acts & act.bit() != 0
                    && (item.subject == NO_NODE || self.contains(item.subject, card, context));
                if concerned
                    && !self.is_silenced(item.keyword, context.host)
                    && self.holds(item.condition, context)
                {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })
        .is_break()
    }

    /// A set of values that a card has.
    pub(super) fn property(self, card: CardId, property: Property) -> u64 {
        self.def(card).properties[property as usize]
    }

    /// Whether a card is locked, by tokens or by being held.
    pub(super) fn is_locked(self, card: CardId) -> bool {
        self.state.card(card).locks > 0 || self.has_mark(Mark::Held, card)
    }

    /// Whether an adventurer may still attack or defend.
    pub(super) fn can_act(self, card: CardId) -> bool {
        let state = self.state.card(card);
        state.zone == Zone::Party && !state.is(flag::ACTIVATED) && !self.is_locked(card)
    }

    /// An adventurer's resource; 0 while enfeebled or locked.
    pub(super) fn resource(self, card: CardId, resource: usize) -> i32 {
        let printed = i32::from(self.def(card).resources[resource]);
        self.modified(Stat::Resource, card, printed).max(0)
    }

    /// Whose resources pay for the cards of a context.
    pub(super) fn paying_seat(self, context: &Context) -> u8 {
        if self.state.shared() { 0 } else { context.seat }
    }

    /// The highest such resource among active adventurers.
    pub(super) fn cap(self, seat: u8, resource: usize) -> i32 {
        let party = self.state.zone(if self.state.shared() { 0 } else { seat }, Zone::Party);
        let mut best = 0;
        for card in party {
            let value = self.resource(*card, resource);
            if value > best && !self.is_locked(*card) && !self.has_mark(Mark::Enfeebled, *card) {
                best = value;
            }
        }
        best
    }

    /// What of a resource is occupied by cards in play.
    pub(super) fn occupied(self, seat: u8, resource: usize) -> i32 {
        let seats = if self.state.shared() { 0..self.state.seat_count } else { seat..seat + 1 };
        seats
            .flat_map(|seat| self.state.zone(seat, Zone::CrawlerPlay))
            .filter(|card| self.kind(**card).resource() == resource)
            .map(|card| i32::from(self.state.card(*card).paid))
            .sum()
    }

    /// What of a resource is free.
    pub(super) fn available(self, seat: u8, resource: usize) -> i32 {
        (self.cap(seat, resource) - self.occupied(seat, resource)).max(0)
    }

    /// How many crawler cards of those kinds were put into play this round.
    pub(super) fn played_this_round(self, kinds: u64) -> i32 {
        [Kind::Equipment, Kind::Magic, Kind::Skill, Kind::Tactic]
            .into_iter()
            .filter(|kind| kind.bit() & kinds != 0)
            .flat_map(|kind| {
                self.table_seats().map(move |seat| {
                    i32::from(self.state.seats[usize::from(seat)].played[kind.resource()])
                })
            })
            .sum()
    }

    /// The sum of Stamina in the encounter.
    pub(super) fn dungeon_defence(self) -> i32 {
        self.state.encounter().iter().map(|card| self.stat(Stat::Stamina, *card)).sum()
    }

    /// The sum of Power of the cards that can attack.
    pub(super) fn dungeon_power(self) -> i32 {
        let attacks = |card: CardId| {
            self.can_attack(card)
                || self.state.combat.attackers.iter().any(|(attacker, _)| *attacker == card)
        };
        let cards = self.state.encounter().iter().copied();
        cards.filter(|card| attacks(*card)).map(|card| self.stat(Stat::Power, card)).sum()
    }

    /// Whether a dungeon card has Power and is neither locked nor activated.
    pub(super) fn can_attack(self, card: CardId) -> bool {
        self.def(card).power != NO_NODE
            && !self.state.card(card).is(flag::ACTIVATED)
            && !self.is_locked(card)
    }

    /// The Cost that counts against the encounter limit.
    pub(super) fn encounter_cost(self) -> i32 {
        let cards = self.state.encounter().iter();
        cards
            .filter(|card| !self.state.card(**card).is(flag::SUMMONED))
            .map(|card| self.cost(*card))
            .sum()
    }

    /// A player's points: what was gained, and what opponents' wounds are worth now.
    pub(super) fn points(self, seat: u8) -> i32 {
        let gained = self.state.seats[usize::from(seat)].points;
        let worth = self.state.rules.points;
        if worth.wound == 0 && worth.perished_life == 0 {
            return gained;
        }
        // Wounds on opponents' adventurers count only as long as they are there; a perished
        // adventurer counts with its whole Life instead.
        let mut points = gained;
        for other in (0..self.state.seat_count).filter(|other| *other != seat) {
            for card in self.state.zone(other, Zone::Party) {
                points += worth.wound * i32::from(self.state.card(*card).wounds);
            }
            for card in self.state.zone(other, Zone::Perished) {
                points += worth.perished_life * i32::from(self.def(*card).life);
            }
        }
        points
    }
}

/// What `it` is in an amount or condition: the card the effect was started for, else the
/// card that the ability is applied to.
fn pick(started_for: CardId, applied_to: CardId) -> CardId {
    if started_for == NONE { applied_to } else { started_for }
}
