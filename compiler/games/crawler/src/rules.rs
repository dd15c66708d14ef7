//! How the core reads a crawler game: what its words mean in a position.

use super::content::Crawler;
use super::state::{State, Task, card_of, thing_of};
use super::vocabulary::{Act, Event, Mark, Query, Selection, Stat, VOCABULARY, Verb, Window};
use super::words::{Kind, Property, Step, Zone};
use super::{Look, attack, read, retaliation, select, stats};
use cardwright_engine::core;
use cardwright_engine::core::code::{DefId, NO_NODE, NONE, NodeId};
use cardwright_engine::core::{Args, Context, Host, Order, Rules, Thing, usual_rules};

/// The card that a word is about.
fn card(args: Args<'_, Crawler>) -> u16 {
    card_of(args.thing(0))
}

/// The zone that a word is about.
pub(super) fn zone_of(args: Args<'_, Crawler>, place: usize) -> Zone {
    Zone::ALL.get(args.number(place) as usize).copied().unwrap_or(Zone::SetAside)
}

/// The resource that a word is about.
fn resource(args: Args<'_, Crawler>, place: usize) -> usize {
    args.value(place).unwrap_or(0) as usize % super::words::RESOURCES.len()
}

impl Rules for Crawler {
    usual_rules!();

    // What is played for a round ends with it, and what it began.
    const WAITS: bool = false;

    fn number(args: Args<'_, Crawler>, query: Query) -> i32 {
        let look = args.look;
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
            Query::Copies => of_card(&|card| read::copies(look, card)),
            Query::Time => of_card(&|card| i32::from(state.card(card).time)),
            Query::Pool => retaliation::pool(look, about()),
            Query::Defence => retaliation::defence_of(look, about()),
            Query::AttackAgainst => of_card(&|card| attack::attack_against(look, card)),
            Query::Size => select::cards_in(look, zone_of(args, 0), context).len() as i32,
            Query::TopCost => select::top(look, zone_of(args, 0), context)
                .map_or(0, |card| stats::cost(look, card)),
            Query::Cap => stats::cap(look, stats::paying_seat(look, context), resource(args, 0)),
            Query::Available => {
                stats::available(look, stats::paying_seat(look, context), resource(args, 0))
            }
            Query::Occupied => {
                stats::occupied(look, stats::paying_seat(look, context), resource(args, 0))
            }
            Query::PlayedThisRound => {
                stats::played_this_round(look, look.rules.kinds_in(args.set(0)))
            }
            Query::Points => stats::points(look, read::player(look, args)),
            Query::Won => i32::from(read::has_won(look, read::player(look, args))),
            Query::Lost => i32::from(
                state.flow.outcome.is_some() && !read::has_won(look, read::player(look, args)),
            ),
            Query::Top => i32::from(
                select::top(look, zone_of(args, 0), context)
                    .is_some_and(|card| state.card(card).def == def(1)),
            ),
            Query::FaceUp => i32::from(read::is_face_up(look, zone_of(args, 0), context)),
            Query::Contains => i32::from(read::zone_holds(look, args, false)),
            Query::Sequence => i32::from(read::zone_holds(look, args, true)),
            Query::InZone => of_card(&|card| i32::from(state.card(card).zone == zone_of(args, 1))),
            // A scenario asks in its own name, before the attack is declared too.
            Query::AttackWon => i32::from(attack::is_attack_won(look, context.host.is_none())),
            Query::AttackIsMelee => {
                i32::from(attack::is_melee_against(look, card_of(context.host)))
            }
            Query::LegalTargets => i32::from(read::legal_targets_are(look, args)),
            Query::ChallengeWon => i32::from(state.challenges_won.contains(&def(0))),
            Query::Passed => i32::from(state.passed.contains(&def(0))),
            Query::QuestCompleted | Query::QuestImpossible => {
                i32::from(read::quest_is(look, query, def(0)))
            }
            Query::Setting => {
                let is_on = |name| look.rules.switches.iter().any(|known| known == name);
                i32::from(args.text(0).is_some_and(is_on))
            }
            Query::Step => i32::from(args.text(0) == Some(state.step.name())),
            _ => match read::of_game(look, query) {
                Some(number) => number,
                None => of_card(&|card| i32::from(read::fact(look, query, card))),
            },
        }
    }

    fn set(args: Args<'_, Crawler>, query: Query) -> u64 {
        let look = args.look;
        let property = match query {
            Query::AttackDamage => return attack::attack_damage(look),
            Query::AttackDistance => return 1 << attack::attack_distance(look),
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
            card => stats::property(look, card, property),
        }
    }

    fn things(
        args: Args<'_, Crawler>,
        query: Query,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool {
        if query != Query::Cheapest {
            return true;
        }
        let look = args.look;
        let mut lowest = i32::MAX;
        args.visit(0, &mut |thing| {
            lowest = lowest.min(stats::cost(look, card_of(thing)));
            true
        });
        args.visit(0, &mut |thing| stats::cost(look, card_of(thing)) != lowest || visitor(thing))
    }

    fn numbers(args: Args<'_, Crawler>, query: Query, visitor: &mut dyn FnMut(i32)) {
        if query == Query::Costs {
            let look = args.look;
            args.visit(0, &mut |thing| {
                visitor(stats::cost(look, card_of(thing)));
                true
            });
        }
    }

    fn visit(
        args: Args<'_, Crawler>,
        selection: Selection,
        visitor: &mut dyn FnMut(Thing) -> bool,
    ) -> bool {
        select::visit_selection(args.look, selection, args, visitor)
    }

    fn contains(args: Args<'_, Crawler>, selection: Selection, thing: Thing) -> bool {
        match card_of(thing) {
            NONE => false,
            card => select::is_selected(args.look, selection, args, card),
        }
    }

    fn base(args: Args<'_, Crawler>, stat: Stat, thing: Thing) -> i32 {
        let look = args.look;
        match card_of(thing) {
            NONE => stats::game_base(look, stat),
            card if stat == Stat::Resource => {
                stats::printed_resource(look, card, resource(args, 1))
            }
            card => stats::card_base(look, stat, card),
        }
    }

    fn limited(look: Look<'_>, stat: Stat, thing: Thing, value: i32) -> i32 {
        match stat {
            Stat::Power if stats::is_zeroed(look, card_of(thing)) => 0,
            Stat::Power | Stat::Stamina | Stat::Cost | Stat::Resource => value.max(0),
            _ => value,
        }
    }

    fn concerns(look: Look<'_>, stat: Stat, thing: Thing, context: &Context) -> bool {
        stats::concerns_game(look, stat, thing, context)
    }

    fn outlasts_silence(stat: Stat) -> bool {
        stat == Stat::Stamina
    }

    fn def(look: Look<'_>, thing: Thing) -> DefId {
        thing.of(Thing::CARD).map_or(NONE, |card| look.state.card(card).def)
    }

    /// One in play before others.
    fn visit_copies(look: Look<'_>, def: DefId, visitor: &mut dyn FnMut(Thing) -> bool) {
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

    fn hosts(look: Look<'_>, visitor: &mut dyn FnMut(Host)) {
        select::visit_hosts(look, &mut |card, seat| {
            let abilities = read::facts(look, card).abilities;
            visitor(Host { thing: thing_of(card), abilities, seat });
        });
    }

    /// What a card says of itself counts wherever it is: a card in hand has a Cost and may be
    /// forbidden, one on top of its deck may be swift.
    fn apart(look: Look<'_>, thing: Thing) -> Option<u8> {
        let card = look.state.card(thing.of(Thing::CARD)?);
        (!card.zone.is_listened_to()).then_some(card.owner)
    }

    fn is_silenced(look: Look<'_>, thing: Thing) -> bool {
        match card_of(thing) {
            NONE => false,
            card => look.state.card(card).locks > 0 && read::kind(look, card).is_dungeon(),
        }
    }

    /// An opponent's permanents work in their own rounds.
    fn rests(look: Look<'_>, host: Thing) -> bool {
        match card_of(host) {
            NONE => false,
            host => {
                let host = look.state.card(host);
                host.zone == Zone::CrawlerPlay && !select::table_seats(look).contains(&host.place)
            }
        }
    }

    fn active_seat(look: Look<'_>) -> u8 {
        look.state.facing
    }

    /// A crawler card's text is about its own player; that of all others about the player of the
    /// adventurer to whom something happened, else an adventurer's about their own player, and a
    /// dungeon card's about who meets it.
    fn reacting_seat(look: Look<'_>, context: &Context) -> u8 {
        let state = look.state;
        match state.card(card_of(context.host)).zone {
            Zone::CrawlerPlay | Zone::CrawlerGrave | Zone::CrawlerHand => return context.seat,
            _ => {}
        }
        match card_of(Thing::from_bits(context.locals[0])) {
            NONE => select::met_seat(look),
            card if read::kind(look, card) == Kind::Adventurer => state.card(card).owner,
            _ if state.card(card_of(context.host)).zone == Zone::Party => context.seat,
            _ => select::met_seat(look),
        }
    }

    /// Everybody reacts in the order of the cards, whosever they are.
    fn rank(_: Look<'_>, _: Event, _: &Context) -> (bool, u8) {
        (false, 0)
    }

    fn order(event: Event) -> Option<Order> {
        let is_chosen = matches!(event, Event::EachCombat | Event::Combat | Event::EndOfCombat);
        is_chosen.then_some(Order::OfAbilities)
    }

    /// Whom an effect is about decides, but whoever plays a crawler card decides about it.
    fn decider(look: Look<'_>, context: &Context) -> u8 {
        let seat = match card_of(context.host) {
            NONE => look.state.facing,
            host if read::kind(look, host).is_crawler() => look.state.card(host).owner,
            _ => context.seat,
        };
        if seat < look.state.seat_count { seat } else { look.state.facing }
    }

    /// Whoever brought a card picks among those that attack it.
    fn picker(look: Look<'_>, context: &Context, from: NodeId) -> u8 {
        let is_back = look.selection_of(from) == Some(Selection::Assailants);
        match card_of(context.host) {
            host if is_back && host != NONE && look.state.has_opponents() => {
                look.state.card(host).owner
            }
            _ => Crawler::decider(look, context),
        }
    }

    /// Everybody at the table together, or each for themselves where players are opponents.
    fn winners(look: Look<'_>, context: &Context, wins: bool) -> u8 {
        let all = (1u8 << look.state.seat_count) - 1;
        let own = match look.state.has_opponents() {
            true => 1 << Crawler::decider(look, context),
            false => all,
        };
        if wins { own } else { all & !own }
    }

    /// The next player in the order of turns, in formats in which players are opponents.
    fn opponent(look: Look<'_>, context: &Context) -> Option<u8> {
        let seats = look.state.seat_count;
        let next = (Crawler::decider(look, context) + 1) % seats.max(1);
        (look.state.has_opponents() && seats > 1).then_some(next)
    }

    /// `on combat` is about the round in which a card came into play.
    fn is_ready(look: Look<'_>, event: Event, context: &Context) -> bool {
        event != Event::Combat || look.state.card(card_of(context.host)).entered == look.state.round
    }

    /// What a permanent does lasts as long as the card, everything else until the round ends. What
    /// begins when a round is ending is meant for the next.
    fn usual_window(look: Look<'_>, context: &Context) -> Option<Window> {
        let host = card_of(context.host);
        let stays = host != NONE
            && read::facts(look, host).permanent
            && look.state.card(host).zone == Zone::CrawlerPlay;
        match look.state.step >= Step::Challenges {
            _ if stays => None,
            true => Some(Window::EndOfNextRound),
            false => Some(Window::EndOfRound),
        }
    }

    fn name(look: Look<'_>, thing: Thing) -> String {
        match card_of(thing) {
            NONE => String::new(),
            card => read::facts(look, card).name.clone(),
        }
    }
}

impl Crawler {
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
