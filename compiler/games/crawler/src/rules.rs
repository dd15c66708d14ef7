//! How the core reads a crawler game: what its words mean in a position.

use super::content::Content;
use super::look::Look;
use super::state::{State, Task, card_of, thing_of};
use super::vocabulary::{Act, Event, Mark, Query, Selection, Stat, VOCABULARY, Verb, Window};
use super::words::{Property, Zone};
use cardwright_engine::core;
use cardwright_engine::core::code::{DefId, NO_NODE, NONE};
use cardwright_engine::core::{Args, Context, Host, Rules, Thing, usual_rules};

impl<'a> From<core::Look<'a, Content>> for Look<'a> {
    fn from(look: core::Look<'a, Content>) -> Look<'a> {
        Look::new(look.rules, look.state)
    }
}

/// The card that a word is about.
fn card(args: Args<'_, Content>) -> u16 {
    card_of(args.thing(0))
}

/// The zone that a word is about.
pub(super) fn zone(args: Args<'_, Content>, place: usize) -> Zone {
    Zone::ALL.get(args.number(place) as usize).copied().unwrap_or(Zone::SetAside)
}

/// The resource that a word is about.
fn resource(args: Args<'_, Content>, place: usize) -> usize {
    args.value(place).unwrap_or(0) as usize % super::words::RESOURCES.len()
}

impl Rules for Content {
    usual_rules!();

    fn number(args: Args<'_, Content>, query: Query) -> i32 {
        let look = Look::from(args.look);
        let (state, context) = (look.state, args.context);
        let about = || card(args);
        let of_card = |read: &dyn Fn(u16) -> i32| match about() {
            NONE => 0,
            card => read(card),
        };
        let def = |place: usize| args.number(place) as DefId;
        match query {
            Query::Wounds => of_card(&|card| i32::from(state.card(card).wounds)),
            Query::Poisons => of_card(&|card| i32::from(state.card(card).poison)),
            Query::Locks => of_card(&|card| i32::from(state.card(card).locks)),
            Query::Time => of_card(&|card| i32::from(state.card(card).time)),
            Query::Pool => look.pool(about()),
            Query::Defence => look.defence_of(about()),
            Query::AttackAgainst => of_card(&|card| look.attack_against(card)),
            Query::Size => look.zone(zone(args, 0), context).len() as i32,
            Query::TopCost => look.top(zone(args, 0), context).map_or(0, |card| look.cost(card)),
            Query::Cap => look.cap(look.paying_seat(context), resource(args, 0)),
            Query::Available => look.available(look.paying_seat(context), resource(args, 0)),
            Query::Occupied => look.occupied(look.paying_seat(context), resource(args, 0)),
            Query::PlayedThisRound => look.played_this_round(look.content.kinds_in(args.set(0))),
            Query::Points => look.points(look.player(args)),
            Query::Won => i32::from(look.has_won(look.player(args))),
            Query::Lost => {
                i32::from(state.flow.outcome.is_some() && !look.has_won(look.player(args)))
            }
            Query::Top => i32::from(
                look.top(zone(args, 0), context).is_some_and(|card| state.card(card).def == def(1)),
            ),
            Query::FaceUp => i32::from(look.is_face_up(zone(args, 0), context)),
            Query::Contains => i32::from(look.zone_holds(args, false)),
            Query::Sequence => i32::from(look.zone_holds(args, true)),
            Query::InZone => of_card(&|card| i32::from(state.card(card).zone == zone(args, 1))),
            Query::LegalTargets => i32::from(look.legal_targets_are(args)),
            Query::ChallengeWon => i32::from(state.challenges_won.contains(&def(0))),
            Query::Passed => i32::from(state.passed.contains(&def(0))),
            Query::QuestCompleted | Query::QuestImpossible => {
                i32::from(look.quest_is(query, def(0)))
            }
            Query::Setting => {
                let is_on = |name| look.content.switches.iter().any(|known| known == name);
                i32::from(args.text(0).is_some_and(is_on))
            }
            Query::Step => i32::from(args.text(0) == Some(state.step.name())),
            _ => match look.of_game(query) {
                Some(number) => number,
                None => of_card(&|card| i32::from(look.fact(query, card))),
            },
        }
    }

    fn set(args: Args<'_, Content>, query: Query) -> u64 {
        let look = Look::from(args.look);
        let property = match query {
            Query::AttackDamage => return look.attack_damage(),
            Query::AttackDistance => return 1 << look.attack_distance(),
            Query::Type => Property::Type,
            Query::Tribe => Property::Tribe,
            Query::Alignment => Property::Alignment,
            Query::Class => Property::Class,
            Query::Rarity => Property::Rarity,
            Query::Damage => Property::Damage,
            _ => return 0,
        };
        match card(args) {
            NONE => 0,
            card => look.property(card, property),
        }
    }

    fn things(
        args: Args<'_, Content>,
        query: Query,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool {
        if query != Query::Cheapest {
            return true;
        }
        let look = Look::from(args.look);
        let mut lowest = i32::MAX;
        args.visit(0, &mut |thing| {
            lowest = lowest.min(look.cost(card_of(thing)));
            true
        });
        args.visit(0, &mut |thing| look.cost(card_of(thing)) != lowest || visitor(thing))
    }

    fn numbers(args: Args<'_, Content>, query: Query, visitor: &mut dyn FnMut(i32)) {
        if query == Query::Costs {
            let look = Look::from(args.look);
            args.visit(0, &mut |thing| {
                visitor(look.cost(card_of(thing)));
                true
            });
        }
    }

    fn visit(
        args: Args<'_, Content>,
        selection: Selection,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool {
        Look::from(args.look).visit_selection(selection, args, visitor)
    }

    fn contains(args: Args<'_, Content>, selection: Selection, thing: Thing) -> bool {
        match card_of(thing) {
            NONE => false,
            card => Look::from(args.look).is_selected(selection, args, card),
        }
    }

    fn base(args: Args<'_, Content>, stat: Stat, thing: Thing) -> i32 {
        let look = Look::from(args.look);
        match card_of(thing) {
            NONE => look.game_base(stat),
            card if stat == Stat::Resource => look.printed_resource(card, resource(args, 1)),
            card => look.card_base(stat, card),
        }
    }

    fn limited(look: core::Look<'_, Content>, stat: Stat, thing: Thing, value: i32) -> i32 {
        match stat {
            Stat::Power if Look::from(look).is_zeroed(card_of(thing)) => 0,
            Stat::Power | Stat::Stamina | Stat::Cost | Stat::Resource => value.max(0),
            _ => value,
        }
    }

    fn concerns(
        look: core::Look<'_, Content>,
        stat: Stat,
        thing: Thing,
        context: &Context,
    ) -> bool {
        Look::from(look).concerns_game(stat, thing, context)
    }

    fn outlasts_silence(stat: Stat) -> bool {
        stat == Stat::Stamina
    }

    fn def(look: core::Look<'_, Content>, thing: Thing) -> DefId {
        thing.of(Thing::CARD).map_or(NONE, |card| look.state.card(card).def)
    }

    /// One in play before others.
    fn visit_copies(
        look: core::Look<'_, Content>,
        def: DefId,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) {
        let rank = |zone: Zone| match zone {
            Zone::Party | Zone::Encounter | Zone::CrawlerPlay => 0,
            Zone::CrawlerHand | Zone::Perished | Zone::Quests => 1,
            Zone::CrawlerGrave | Zone::DungeonGrave => 2,
            _ => 3,
        };
        let copies = look.state.cards.iter().enumerate().filter(|(_, card)| card.def == def);
        if let Some((place, _)) = copies.min_by_key(|(_, card)| rank(card.zone)) {
            visitor(thing_of(place as u16));
        }
    }

    fn hosts(look: core::Look<'_, Content>, visitor: &mut dyn FnMut(Host)) {
        Look::from(look).visit_hosts(&mut |card, seat| {
            let abilities = Look::from(look).def(card).abilities;
            visitor(Host { thing: thing_of(card), abilities, seat });
        });
    }

    fn is_silenced(look: core::Look<'_, Content>, thing: Thing) -> bool {
        match card_of(thing) {
            NONE => false,
            card => look.state.card(card).locks > 0 && Look::from(look).kind(card).is_dungeon(),
        }
    }

    /// An opponent's permanents work in their own rounds.
    fn rests(look: core::Look<'_, Content>, host: Thing) -> bool {
        match card_of(host) {
            NONE => false,
            host => {
                let host = look.state.card(host);
                host.zone == Zone::CrawlerPlay
                    && !Look::from(look).table_seats().contains(&host.place)
            }
        }
    }

    fn active_seat(look: core::Look<'_, Content>) -> u8 {
        look.state.facing
    }

    /// Whoever faces the encounter decides for all.
    fn decider(look: core::Look<'_, Content>, _: &Context) -> u8 {
        look.state.facing
    }

    /// `on combat` is about the round in which a card came into play.
    fn is_ready(look: core::Look<'_, Content>, event: Event, context: &Context) -> bool {
        event != Event::Combat || look.state.card(card_of(context.host)).entered == look.state.round
    }

    /// What a permanent does lasts as long as the card, everything else until the round ends.
    fn usual_window(look: core::Look<'_, Content>, context: &Context) -> Option<Window> {
        let host = card_of(context.host);
        let stays = host != NONE
            && Look::from(look).def(host).permanent
            && look.state.card(host).zone == Zone::CrawlerPlay;
        if stays { None } else { Some(Window::EndOfRound) }
    }

    fn name(look: core::Look<'_, Content>, thing: Thing) -> String {
        match card_of(thing) {
            NONE => String::new(),
            card => Look::from(look).def(card).name.clone(),
        }
    }
}

impl Content {
    /// The printed card whose challenge a goal is about, if it is about nothing else.
    pub(super) fn challenge_of(&self, goal: core::code::NodeId) -> Option<DefId> {
        use cardwright_engine::core::words::Words;
        if goal == NO_NODE {
            return None;
        }
        match self.code.node(goal) {
            core::code::Node::Query(query, args)
                if Query::at(usize::from(query)) == Query::ChallengeWon =>
            {
                match self.code.node(*self.code.arguments(args).first()?) {
                    core::code::Node::Int(def) => Some(def as DefId),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
