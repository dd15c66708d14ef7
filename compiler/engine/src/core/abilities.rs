//! The abilities in effect: those of things in play, of lasting effects and of granted keywords,
//! and the marks and bans they impose.

use std::ops::ControlFlow;

use super::code::{
    Abilities, AbilitiesId, About, FormId, NO_ABILITIES, NO_NODE, NONE, NodeId, Stacking, Summary,
};
use super::flow::{Built, InEffect, Timed};
use super::look::{Args, Look};
use super::rules::{Host, Rules};
use super::thing::{Context, Thing};
use super::words::Words;

/// The bit that stands for the word at a place of its table.
#[inline]
pub fn bit(place: usize) -> u64 {
    1u64.checked_shl(place as u32).unwrap_or(0)
}

impl<'a, R: Rules> Look<'a, R> {
    /// Everything that is in effect. Worked out again only after
    /// [`Flow::touch`](super::Flow::touch).
    pub fn effective(self) -> &'a Built {
        self.flow().effective.get_or_build(|built| {
            R::hosts(self, &mut |host: Host| {
                let abilities = self.abilities(host.abilities);
                built.summary.merge(&abilities.summary);
                for form in &abilities.single {
                    built.add_single(host, *form, &self.code.forms);
                }
                if abilities.lasting {
                    built.add(host, abilities.summary);
                }
                if !abilities.triggers.is_empty() {
                    built.reacting.push(host);
                }
                if !abilities.offers.is_empty() {
                    built.offering.push(host);
                }
            });
            for timed in self.timed() {
                let summary = &self.abilities(timed.abilities).summary;
                built.summary.merge(summary);
                built.common.merge(summary);
            }
        })
    }

    /// Effects that outlast the effect that started them, except those that rest now.
    pub fn timed(self) -> impl Iterator<Item = &'a Timed> {
        let timed = self.flow().timed.iter();
        timed.filter(move |timed| timed.until != NONE || !R::rests(self, timed.context.host))
    }

    /// Whether what is in effect has changed since the last call.
    pub fn has_changed(self) -> bool {
        self.effective();
        self.flow().effective.has_changed()
    }

    pub fn summary(self) -> &'a Summary {
        &self.effective().summary
    }

    pub fn abilities(self, id: AbilitiesId) -> &'a Abilities {
        &self.code.abilities[usize::from(id)]
    }

    /// Visits every set of abilities in effect that may change certain numbers, marks or bans
    /// of a thing, until the visitor breaks.
    pub(crate) fn visit_abilities(
        self,
        about: About,
        thing: Thing,
        visitor: &mut dyn FnMut(&'a Abilities, &Context) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let concerns = |summary: &Summary, host: Thing| {
            summary.touches(about) && (summary.others || host == thing)
        };
        let built = self.effective();
        for InEffect { host, summary } in built.wide.iter().chain(built.own_of(thing)) {
            if concerns(summary, host.thing) {
                visitor(self.abilities(host.abilities), &Context::of(host.thing, host.seat))?;
            }
        }
        self.flow().depth.pay(self.flow().timed.len() as u32, thing);
        for timed in self.timed() {
            let abilities = self.abilities(timed.abilities);
            if concerns(&abilities.summary, timed.context.host) {
                visitor(abilities, &timed.context)?;
            }
        }
        if let Some(host) = self.apart(about, thing) {
            visitor(self.abilities(host.abilities), &Context::of(host.thing, host.seat))?;
        }
        self.visit_granted(&mut |id, context| {
            let abilities = self.abilities(id);
            if concerns(&abilities.summary, context.host) {
                visitor(abilities, context)?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Whether something may change certain numbers, marks or bans of a thing.
    pub fn may_change(self, about: About, thing: Thing) -> bool {
        self.effective().may_change(about, thing) || self.apart(about, thing).is_some()
    }

    /// What a thing that is not in play says of itself about certain numbers, marks or bans.
    fn apart(self, about: About, thing: Thing) -> Option<Host> {
        // Most content has no such text about what is asked, which costs nothing then.
        if !self.code.own.touches(about) || thing.is_none() {
            return None;
        }
        let abilities = self.code.defs.get(usize::from(self.def(thing)))?.own;
        if abilities == NO_ABILITIES || !self.abilities(abilities).summary.touches(about) {
            return None;
        }
        let seat = R::apart(self, thing)?;
        Some(Host { thing, abilities, seat })
    }

    /// Visits the abilities of all granted keywords.
    pub(crate) fn visit_granted(
        self,
        visitor: &mut dyn FnMut(AbilitiesId, &Context) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.summary().grants {
            return ControlFlow::Continue(());
        }
        let mut flow = ControlFlow::Continue(());
        let mut given: Vec<(FormId, Thing)> = Vec::new();
        self.visit_grants(&mut |form, revoke, subject, context| {
            if revoke || flow.is_break() {
                return;
            }
            let known = &self.code.forms[usize::from(form)];
            if known.abilities == NONE {
                return;
            }
            self.visit(subject, context, &mut |thing| {
                if !self.is_given(form, thing, &mut given) {
                    return true;
                }
                flow = visitor(known.abilities, &Context { host: thing, ..*context });
                flow.is_continue()
            });
        });
        flow
    }

    /// Whether a granted keyword adds anything to the keywords that a thing already has, printed or
    /// granted.
    fn is_given(self, form: FormId, thing: Thing, given: &mut Vec<(FormId, Thing)>) -> bool {
        let known = &self.code.forms[usize::from(form)];
        if known.stacking == Stacking::Sum {
            return true;
        }
        let in_vain = |other: FormId| known.adds_nothing_to(&self.code.forms[usize::from(other)]);
        let is_new = !given.iter().any(|(other, to)| *to == thing && in_vain(*other))
            && self.printed_form(thing, &in_vain).is_none();
        if is_new {
            given.push((form, thing));
        }
        is_new
    }

    /// Visits the abilities of the keywords that were granted to one thing.
    pub(crate) fn visit_granted_to(
        self,
        thing: Thing,
        visitor: &mut dyn FnMut(AbilitiesId, &Context),
    ) {
        if !self.summary().grants {
            return;
        }
        let mut given: Vec<(FormId, Thing)> = Vec::new();
        self.visit_grants(&mut |form, revoke, subject, context| {
            let form_known = self.code.forms.get(usize::from(form));
            let abilities = form_known.map_or(NONE, |form| form.abilities);
            if !revoke
                && abilities != NONE
                && self.contains(subject, thing, context)
                && self.is_given(form, thing, &mut given)
            {
                visitor(abilities, &Context { host: thing, ..*context });
            }
        });
    }

    /// Whether abilities have a reaction to an event.
    pub fn reacts(self, abilities: AbilitiesId, event: R::Event) -> bool {
        let place = event.index() as u8;
        self.abilities(abilities).triggers.iter().any(|trigger| trigger.event == place)
    }

    /// A wanted form of a keyword that is printed on a thing or on what it wears.
    fn printed_form(self, thing: Thing, wanted: &dyn Fn(FormId) -> bool) -> Option<FormId> {
        let find = |def: super::code::DefId| {
            let def = self.code.defs.get(usize::from(def));
            def.and_then(|def| def.keywords.iter().copied().find(|form| wanted(*form)))
        };
        let mut printed = find(self.def(thing));
        if printed.is_none() {
            R::lent(self, thing, &mut |def| {
                printed = find(def);
                printed.is_none()
            });
        }
        printed
    }

    fn visit_grants(self, visitor: &mut dyn FnMut(FormId, bool, NodeId, &Context)) {
        self.nested((), || {
            let mut each = |abilities: &Abilities, context: &Context| {
                for item in &abilities.grants {
                    let silenced = !context.host.is_none() && R::is_silenced(self, context.host);
                    if !silenced && self.holds(item.condition, context) {
                        visitor(item.form, item.revoke, item.subject, context);
                    }
                }
            };
            let granting = |summary: &Summary| summary.grants || summary.revokes;
            for InEffect { host, summary } in &self.effective().wide {
                if granting(summary) {
                    each(self.abilities(host.abilities), &Context::of(host.thing, host.seat));
                }
            }
            for timed in self.timed() {
                each(self.abilities(timed.abilities), &timed.context);
            }
        });
    }

    /// Whether an ability has no effect now: its host is silenced, or its keyword is taken away or
    /// a duplicate.
    pub fn is_off(self, abilities: &Abilities, keyword: u16, host: Thing) -> bool {
        if host.is_none() {
            return false;
        }
        if keyword == NONE {
            return R::is_silenced(self, host);
        }
        let built = self.effective();
        R::is_silenced(self, host)
            || (built.summary.revokes && self.is_revoked(keyword, host))
            || built.doubled.iter().any(|(thing, known, from)| {
                (*thing, *known) == (host, keyword)
                    && std::ptr::eq(self.abilities(*from), abilities)
            })
    }

    fn is_revoked(self, keyword: u16, thing: Thing) -> bool {
        let mut revoked = false;
        self.visit_grants(&mut |form, revoke, subject, context| {
            revoked |= revoke
                && (form == NONE || self.code.forms[usize::from(form)].keyword == keyword)
                && self.contains(subject, thing, context);
        });
        revoked
    }

    /// Whether a thing has a keyword in any form, printed or granted.
    pub fn has_keyword(self, thing: Thing, keyword: &str) -> bool {
        let place = self.code.keywords.iter().position(|known| known == keyword);
        place.is_some_and(|place| self.has_keyword_place(thing, place as u16))
    }

    pub fn has_keyword_place(self, thing: Thing, keyword: u16) -> bool {
        self.has_form_where(thing, &|form| self.code.forms[usize::from(form)].keyword == keyword)
    }

    pub(crate) fn has_form(self, thing: Thing, wanted: FormId) -> bool {
        self.has_form_where(thing, &|form| form == wanted)
    }

    fn has_form_where(self, thing: Thing, wanted: &dyn Fn(FormId) -> bool) -> bool {
        if R::is_silenced(self, thing) {
            return false;
        }
        if let Some(form) = self.printed_form(thing, wanted) {
            let keyword = self.code.forms[usize::from(form)].keyword;
            return !self.summary().revokes || !self.is_revoked(keyword, thing);
        }
        if !self.summary().grants {
            return false;
        }
        let mut granted = None;
        self.visit_grants(&mut |form, revoke, subject, context| {
            if !revoke && wanted(form) && self.contains(subject, thing, context) {
                granted = Some(self.code.forms[usize::from(form)].keyword);
            }
        });
        granted.is_some_and(|keyword| !self.summary().revokes || !self.is_revoked(keyword, thing))
    }

    /// Whether a mark is on for a thing.
    pub fn has_mark(self, mark: R::Mark, thing: Thing) -> bool {
        let mut found = false;
        self.visit_marks(mark, thing, &mut |_| {
            found = true;
            false
        });
        found
    }

    /// Visits the marks of a kind that are on for a thing, with their arguments, until the
    /// visitor returns `false`.
    pub fn visit_marks(
        self,
        mark: R::Mark,
        thing: Thing,
        visitor: &mut dyn FnMut(Args<'_, R>) -> bool,
    ) {
        let about = About::Marks(bit(mark.index()));
        if !self.may_change(about, thing) {
            return;
        }
        let place = mark.index() as u8;
        self.nested((), || {
            let _ = self.visit_abilities(about, thing, &mut |abilities, context| {
                for item in abilities.marks.iter().filter(|item| item.mark == place) {
                    let inner = applied(context, thing);
                    if self.contains(item.subject, thing, context)
                        && !self.is_off(abilities, item.keyword, context.host)
                        && self.holds(item.condition, &inner)
                        && !visitor(self.args(self.code.arguments(item.args), &inner))
                    {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
        });
    }

    /// Whether an act is forbidden to a thing ([`Thing::NONE`]: to everybody).
    pub fn is_forbidden(self, act: R::Act, thing: Thing) -> bool {
        let act = bit(act.index());
        self.may_change(About::Acts(act), thing)
            && self.nested(false, || self.is_banned(act, thing))
    }

    fn is_banned(self, act: u64, thing: Thing) -> bool {
        self.visit_abilities(About::Acts(act), thing, &mut |abilities, context| {
            for item in abilities.forbids.iter().filter(|item| item.acts & act != 0) {
                let concerned = item.subject == NO_NODE
                    || (!thing.is_none() && self.contains(item.subject, thing, context));
                if concerned
                    && !self.is_off(abilities, item.keyword, context.host)
                    && self.holds(item.condition, &applied(context, thing))
                {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })
        .is_break()
    }
}

/// What `it` means in an amount or condition: the thing the effect was started for, or, if there
/// is none, the thing that the ability is applied to.
#[inline]
pub(crate) fn applied(context: &Context, thing: Thing) -> Context {
    if context.it.is_none() { context.with_it(thing) } else { *context }
}
