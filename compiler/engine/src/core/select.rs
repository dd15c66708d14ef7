//! Which things a selection means: visiting them in order, and asking whether one is among
//! them.

use super::code::{ListId, NO_NODE, Node, NodeId};
use super::look::{Args, Look};
use super::rules::Rules;
use super::thing::{Context, Thing};
use super::words::Words;

impl<R: Rules> Look<'_, R> {
    /// One thing: the first of a selection, or [`Thing::NONE`].
    pub fn thing(self, node: NodeId, context: &Context) -> Thing {
        self.named_thing(node, context).unwrap_or_else(|| {
            let mut found = Thing::NONE;
            self.visit(node, context, &mut |thing| {
                found = thing;
                false
            });
            found
        })
    }

    /// The one thing that an expression names, found without searching; `None` for a selection and
    /// for anything that is not a thing.
    fn named_thing(self, node: NodeId, context: &Context) -> Option<Thing> {
        match self.code.node(node) {
            Node::Own => Some(context.host),
            Node::It => Some(context.it),
            Node::Outer => Some(context.outer),
            Node::LocalThing(slot) => Some(Thing::from_bits(context.locals[usize::from(slot)])),
            Node::ThingQuery(query, args) => {
                let args = self.args(self.code.arguments(args), context);
                Some(R::thing(args, R::Query::at(usize::from(query))))
            }
            _ => None,
        }
    }

    /// The word of the vocabulary that a selection starts from, if it is one.
    pub fn selection_of(self, node: NodeId) -> Option<R::Selection> {
        match self.code.node(node) {
            Node::Select(selection, ..) => Some(R::Selection::at(usize::from(selection))),
            Node::Filtered(things, _) => self.selection_of(things),
            _ => None,
        }
    }

    /// Visits the things of a selection in order until the visitor returns `false`; returns `false`
    /// if it was stopped that way.
    pub fn visit(
        self,
        node: NodeId,
        context: &Context,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool {
        match self.code.node(node) {
            Node::Select(selection, args, filter) => {
                let selection = R::Selection::at(usize::from(selection));
                let args = self.args(self.code.arguments(args), context);
                if !self.pay(1, context) {
                    return false;
                }
                if filter == NO_NODE {
                    return R::visit(args, selection, visitor);
                }
                R::visit(args, selection, &mut |thing| {
                    self.pay(1, context)
                        && (!self.truth(filter, &context.with_it(thing)) || visitor(thing))
                })
            }
            Node::Filtered(things, filter) => self.visit(things, context, &mut |thing| {
                self.pay(1, context)
                    && (!self.truth(filter, &context.with_it(thing)) || visitor(thing))
            }),
            Node::First(count, things) => {
                let mut left = self.number(count, context);
                let mut going = true;
                if left > 0 {
                    self.visit(things, context, &mut |thing| {
                        left -= 1;
                        going = visitor(thing);
                        going && left > 0
                    });
                }
                going
            }
            Node::Extreme(fold, things, measure) => {
                let extreme = self.fold(fold, things, measure, context);
                self.visit(things, context, &mut |thing| {
                    self.pay(1, context)
                        && (self.measured(measure, thing, context) != extreme || visitor(thing))
                })
            }
            Node::Different(things, measure) => {
                let mut seen = Vec::new();
                self.visit(things, context, &mut |thing| {
                    let value = match measure {
                        Some(measure) => self.measured(measure, thing, context),
                        None => i32::from(self.def(thing)),
                    };
                    let is_new = !seen.contains(&value);
                    if is_new {
                        seen.push(value);
                    }
                    self.pay(1, context) && (!is_new || visitor(thing))
                })
            }
            Node::Group(list) => {
                let items = &self.code.lists[usize::from(list)];
                items.iter().all(|item| self.visit(*item, context, visitor))
            }
            Node::ThingsQuery(query, args) => {
                if !self.pay(1, context) {
                    return false;
                }
                let args = self.args(self.code.arguments(args), context);
                R::things(args, R::Query::at(usize::from(query)), visitor)
            }
            Node::Printed(def) => {
                let mut going = true;
                R::visit_copies(self, def, &mut |thing| {
                    going = visitor(thing);
                    going
                });
                going
            }
            _ => match self.named_thing(node, context) {
                None | Some(Thing::NONE) => true,
                Some(thing) => visitor(thing),
            },
        }
    }

    /// Whether a selection holds a thing.
    pub fn contains(self, node: NodeId, thing: Thing, context: &Context) -> bool {
        match self.code.node(node) {
            Node::Select(selection, args, filter) => {
                self.pay(1, context);
                let args: Args<'_, R> = self.args(self.code.arguments(args), context);
                R::contains(args, R::Selection::at(usize::from(selection)), thing)
                    && (filter == NO_NODE || self.truth(filter, &context.with_it(thing)))
            }
            Node::Filtered(things, filter) => {
                self.contains(things, thing, context) && self.truth(filter, &context.with_it(thing))
            }
            Node::First(..) | Node::Extreme(..) | Node::Different(..) | Node::ThingsQuery(..) => {
                !self.visit(node, context, &mut |other| other != thing)
            }
            Node::Group(list) => {
                let items = &self.code.lists[usize::from(list)];
                items.iter().any(|item| self.contains(*item, thing, context))
            }
            Node::Printed(def) => self.def(thing) == def,
            _ => self.thing(node, context) == thing,
        }
    }

    /// Whether two selections contain the same things, in any order. In a written group copies are
    /// counted: `goblin, goblin` means two copies of that printed card.
    pub(crate) fn same_things(self, left: NodeId, right: NodeId, context: &Context) -> bool {
        let Node::Group(list) = self.code.node(right) else {
            let within = |one: NodeId, other: NodeId| {
                self.visit(one, context, &mut |thing| self.contains(other, thing, context))
            };
            return within(left, right) && within(right, left);
        };
        let items = &self.code.lists[usize::from(list)];
        let mut all = 0;
        self.visit(left, context, &mut |_| {
            all += 1;
            true
        });
        let key = |item: &NodeId| match self.code.node(*item) {
            Node::Printed(def) => (def, Thing::NONE),
            _ => (super::code::NONE, self.thing(*item, context)),
        };
        all == items.len()
            && items.iter().all(|item| {
                let entries = items.iter().filter(|other| key(other) == key(item)).count();
                let mut matching = 0;
                self.visit(left, context, &mut |thing| {
                    matching += usize::from(self.contains(*item, thing, context));
                    true
                });
                matching == entries
            })
    }

    /// Whether a query's numbers are exactly those of a list, each as often as it is written there.
    pub(crate) fn same_numbers(self, query: R::Query, args: Args<'_, R>, list: ListId) -> bool {
        let items = &self.code.lists[usize::from(list)];
        let mut all = 0;
        R::numbers(args, query, &mut |_| all += 1);
        let number = |item: &NodeId| self.number(*item, args.context);
        all == items.len()
            && items.iter().all(|item| {
                let wanted = number(item);
                let mut found = 0;
                R::numbers(args, query, &mut |other| found += usize::from(other == wanted));
                items.iter().filter(|other| number(other) == wanted).count() == found
            })
    }
}
