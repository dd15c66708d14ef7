//! The abilities in effect: of cards in play, of effects that last, and of keywords that
//! were granted; with the marks and bans they impose.
//!
//! A locked dungeon card's keywords do nothing, except for Stamina.

use std::ops::ControlFlow;

use super::content::{Abilities, FormId, MarkItem, NO_NODE, NONE, NodeId, Summary};
use super::look::Look;
use super::state::{CardId, Context, Timed};
use super::words::{Act, Mark, Until, Zone};

impl<'a> Look<'a> {
    /// Visits every set of abilities in effect that changes numbers, marks or bans, until
    /// the visitor breaks.
    pub(super) fn visit_abilities(
        self,
        visitor: &mut dyn FnMut(&'a Abilities, &Context) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let state = self.state;
        let facing = state.facing;
        for card in state.encounter() {
            let abilities = &self.content.abilities[usize::from(self.def(*card).abilities)];
            if abilities.lasting {
                visitor(abilities, &Context::of(*card, facing))?;
            }
        }
        for card in state.party() {
            let abilities = &self.content.abilities[usize::from(self.def(*card).abilities)];
            if abilities.lasting {
                visitor(abilities, &Context::of(*card, state.card(*card).owner))?;
            }
        }
        for seat in self.table_seats() {
            for card in state.zone(seat, Zone::CrawlerPlay) {
                let abilities = &self.content.abilities[usize::from(self.def(*card).abilities)];
                if abilities.lasting {
                    visitor(abilities, &Context::of(*card, seat))?;
                }
            }
        }
        for timed in self.timed() {
            let abilities = &self.content.abilities[usize::from(timed.abilities)];
            if abilities.lasting {
                visitor(abilities, &timed.context)?;
            }
        }
        self.visit_granted(visitor)
    }

    /// What lasts and concerns this table: an opponent's permanents work in their own rounds.
    pub(super) fn timed(self) -> impl Iterator<Item = &'a Timed> {
        self.state.timed.iter().filter(move |timed| {
            timed.until != Until::HostLeaves || {
                let host = self.state.card(timed.context.host);
                host.zone != Zone::CrawlerPlay || self.table_seats().contains(&host.place)
            }
        })
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
        self.visit_grant_items(&mut |form, revoke, subject, context| {
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
            self.visit_grant_items(&mut |form, revoke, subject, context| {
                if !revoke && self.contains(subject, card, context) {
                    visitor(form, context);
                }
            });
        }
    }

    /// Whether any ability in effect grants keywords.
    pub(super) fn any_grants(self) -> bool {
        self.summary().grants
    }

    /// What the abilities in effect touch at all.
    pub(super) fn summary(self) -> &'a Summary {
        self.state.summary.get_or_init(|| self.summarise())
    }

    fn summarise(self) -> Summary {
        let mut summary = Summary::default();
        let mut add = |abilities: u16| {
            summary.merge(&self.content.abilities[usize::from(abilities)].summary);
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
        for timed in self.timed() {
            add(timed.abilities);
        }
        for seat in self.table_seats() {
            for card in state.zone(seat, Zone::CrawlerPlay) {
                if let Some(event) = self.def(*card).spend.and_then(|spend| spend.event) {
                    summary.spends |= event.bit();
                }
            }
        }
        summary
    }

    fn visit_grant_items(self, visitor: &mut dyn FnMut(FormId, bool, NodeId, &Context)) {
        self.nested((), || self.visit_grant_items_in_effect(visitor));
    }

    fn visit_grant_items_in_effect(self, visitor: &mut dyn FnMut(FormId, bool, NodeId, &Context)) {
        let state = self.state;
        let mut each = |abilities: &Abilities, context: &Context| {
            for item in &abilities.grants {
                let host = context.host;
                let locked = item.keyword != NONE
                    && host != NONE
                    && self.state.card(host).locks > 0
                    && self.kind(host).is_dungeon();
                if !locked && self.holds(item.condition, context) {
                    visitor(item.form, item.revoke, item.subject, context);
                }
            }
        };
        let cards = state.encounter().iter().chain(state.party());
        for card in cards {
            let abilities = &self.content.abilities[usize::from(self.def(*card).abilities)];
            each(abilities, &Context::of(*card, state.facing));
        }
        for timed in self.timed() {
            each(&self.content.abilities[usize::from(timed.abilities)], &timed.context);
        }
    }

    /// Whether the keyword of an ability does nothing now: locked or taken away.
    pub(super) fn is_silenced(self, keyword: u16, host: CardId) -> bool {
        if keyword == NONE || host == NONE {
            return false;
        }
        let locked = self.state.card(host).locks > 0 && self.kind(host).is_dungeon();
        locked || (self.summary().revokes && self.is_revoked(keyword, host))
    }

    fn is_revoked(self, keyword: u16, card: CardId) -> bool {
        let mut revoked = false;
        self.visit_grant_items(&mut |form, revoke, subject, context| {
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
        if let Some(form) = printed {
            let keyword = self.content.forms[usize::from(form)].keyword;
            return !self.summary().revokes || !self.is_revoked(keyword, card);
        }
        if !self.any_grants() {
            return false;
        }
        let mut granted = false;
        self.visit_grant_items(&mut |form, revoke, subject, context| {
            granted |= !revoke && wanted(form) && self.contains(subject, card, context);
        });
        granted
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
}

/// What `it` is in an amount or condition: the card the effect was started for, else the
/// card that the ability is applied to.
pub(super) fn pick(started_for: CardId, applied_to: CardId) -> CardId {
    if started_for == NONE { applied_to } else { started_for }
}
