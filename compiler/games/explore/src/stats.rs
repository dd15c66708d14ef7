//! The current numbers of models, and how far their attacks and actions reach.

use super::board::{DIFFICULT, NIMBLE, SURE};
use super::content::Explore;
use super::facts::Distance;
use super::lines::LineKind;
use super::state::{Figure, State, worn};
use super::vocabulary::{Act, Mark, Stat};
use cardwright_engine::board::Shape;
use cardwright_engine::core::code::NONE;
use cardwright_engine::core::dice::Pool;
use cardwright_engine::core::{Context, Look, Thing};
use cardwright_engine::skirmish::economy::halved;
use cardwright_engine::skirmish::{Piece, Profile, Whom};

/// Attributes, in the order of the enum.
pub(super) const ATT: u8 = 0;
pub(super) const ARM: u8 = 1;
pub(super) const WILL: u8 = 2;
pub(super) const DEX: u8 = 3;

/// The stat of each attribute.
pub(super) const ATTRIBUTES: [Stat; 4] = [Stat::Att, Stat::Arm, Stat::Will, Stat::Dex];

/// The attribute of each distance effect: Magic, Missile, Range.
const OF_DISTANCE: [u8; 3] = [WILL, DEX, ATT];

/// How an action reaches others, by its line and its model together.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Aiming {
    pub profile: Profile,
    /// How far melee goes.
    pub melee: u8,
    /// The distance effect and how far it goes.
    pub distance: Option<(u8, u8)>,
}

impl Aiming {
    /// The attribute that an attack is rolled with.
    pub(super) fn attack_with(&self, by_distance: bool) -> u8 {
        match (self.profile.versus, self.distance) {
            (Some((attack, _)), _) => attack,
            (None, Some((distance, _))) if by_distance => {
                OF_DISTANCE.get(usize::from(distance)).copied().unwrap_or(ATT)
            }
            _ => ATT,
        }
    }

    /// Whether a model that uses its own distance effect would roll another attribute without it.
    /// An attack whose line has a distance effect or names its attributes has no such choice.
    pub(super) fn may_leave_distance(&self) -> bool {
        self.profile.distance.is_none() && self.attack_with(true) != self.attack_with(false)
    }

    /// The attribute that the defense is rolled with.
    pub(super) fn defend_with(&self) -> u8 {
        self.profile.versus.map_or(ARM, |(_, defense)| defense)
    }
}

/// How far a model reaches by itself, apart from its lines.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OwnReach {
    distance: Option<(u8, u8)>,
    reach: u8,
    farther: u8,
}

impl Explore {
    /// The distance and reach that a model has by itself.
    pub(super) fn own_reach(look: Look<'_, Explore>, figure: u16) -> OwnReach {
        let thing = Thing::figure(figure);
        let mut own = OwnReach::default();
        look.visit_marks(Mark::Distance, thing, &mut |args| {
            let (by, squares) = (args.value(0).unwrap_or(0) as u8, small(args.number(1)));
            if by == Distance::Melee as u8 {
                own.reach = own.reach.max(squares);
            } else if own.distance.is_none_or(|(_, known)| squares > known) {
                own.distance = Some((by, squares));
            }
            true
        });
        own.farther = small(look.stat(Stat::Reach, thing));
        own
    }

    /// How a line of a model, or its basic attack, is aimed.
    pub(super) fn aiming(&self, own: OwnReach, line: u16) -> Aiming {
        let profile =
            self.lines.get(usize::from(line)).map(|line| line.profile).unwrap_or_default();
        let distance = profile.distance.or(own.distance);
        let reach = if profile.reach > 0 { profile.reach } else { own.reach };
        Aiming {
            profile,
            melee: reach.max(1),
            distance: distance.map(|(by, far)| (by, far.saturating_add(own.farther))),
        }
    }

    /// Visits the lines that a model can use: its own, those of its equipment, and for monsters
    /// those of the Consul's charm.
    pub(super) fn visit_lines(&self, state: &State, figure: u16, visitor: &mut dyn FnMut(u16)) {
        let one = state.figure(figure);
        for line in &self.facts(one.def).lines {
            visitor(*line);
        }
        self.visit_lent(state, one, figure, &mut |def| {
            for line in &self.facts(def).lines {
                visitor(*line);
            }
            true
        });
    }

    /// Visits the printed cards that lend a model their abilities and lines.
    pub(super) fn visit_lent(
        &self,
        state: &State,
        one: &Figure,
        figure: u16,
        visitor: &mut dyn FnMut(u16) -> bool,
    ) {
        let place = if one.is_hero() {
            worn(figure)
        } else if one.is_monster() && one.rank != super::content::Rank::Boss {
            super::state::CHARM
        } else {
            return;
        };
        for card in state.zones.cards(place) {
            if !visitor(state.def_of(*card)) {
                return;
            }
        }
    }

    /// The dice of an attribute.
    pub(super) fn dice(look: Look<'_, Explore>, figure: u16, attribute: u8) -> Pool {
        let stat = ATTRIBUTES[usize::from(attribute & 3)];
        look.pool_stat(stat, Thing::figure(figure))
    }

    /// How many of its highest dice a model discards in a roll of an attribute.
    pub(super) fn drops(look: Look<'_, Explore>, figure: u16, attribute: u8) -> usize {
        let mut drops = 0;
        look.visit_marks(Mark::DropsHighest, Thing::figure(figure), &mut |args| {
            drops += usize::from(args.set(0) >> attribute & 1 == 1);
            true
        });
        drops
    }

    /// The wounds that destroy a model.
    pub(super) fn hearts(look: Look<'_, Explore>, figure: u16) -> i32 {
        look.stat(Stat::Hearts, Thing::figure(figure))
    }

    /// Squares that a model moves in an activation.
    pub(super) fn speed(look: Look<'_, Explore>, figure: u16) -> i32 {
        let thing = Thing::figure(figure);
        let speed = look.stat(Stat::Speed, thing);
        if look.has_mark(Mark::HalvedSpeed, thing) { halved(speed) } else { speed }
    }

    /// Squares that the active model can still move.
    pub(super) fn squares_left(look: Look<'_, Explore>, figure: u16) -> i32 {
        if look.state.active != Some(figure) {
            return 0;
        }
        look.state.spent.squares_left(Explore::speed(look, figure))
    }

    /// Action points that the active model has left.
    pub(super) fn actions_left(look: Look<'_, Explore>, figure: u16) -> i32 {
        if look.state.active != Some(figure) {
            return 0;
        }
        let actions = look.stat(Stat::Actions, Thing::figure(figure));
        look.state.spent.actions_left(actions)
    }

    /// How a model moves.
    pub(super) fn gait(look: Look<'_, Explore>, figure: u16) -> usize {
        let sure = if Explore::is_plain_to(look, figure, DIFFICULT) { SURE } else { 0 };
        let nimble = look.has_mark(Mark::Nimble, Thing::figure(figure));
        sure | if nimble { NIMBLE } else { 0 }
    }

    /// Whether squares of that name are plain floor to a model.
    fn is_plain_to(look: Look<'_, Explore>, figure: u16, square: &str) -> bool {
        let mut is_plain = false;
        look.visit_marks(Mark::Ignores, Thing::figure(figure), &mut |args| {
            let named = || look.code.ordinal("square", square).map_or(0, |place| 1 << place);
            is_plain = !args.given(0) || args.set(0) & named() != 0;
            !is_plain
        });
        is_plain
    }

    /// Whether a model stands on a square of that name. A model stands on none that it ignores.
    pub(super) fn is_on(look: Look<'_, Explore>, figure: u16, square: &str) -> bool {
        let state = look.state;
        let dungeon = &state.dungeon;
        let squares = state.squares(figure);
        let is_plain = |s: &cardwright_engine::board::Square| {
            !dungeon.features.iter().any(|(_, set)| set.contains(*s))
        };
        match square {
            "hallway" => squares.iter().any(|s| dungeon.hallways.contains(*s)),
            "floor" => !squares.is_empty() && squares.iter().all(is_plain),
            _ => {
                let set = dungeon.having(square);
                squares.iter().any(|s| set.contains(*s))
                    && !Explore::is_plain_to(look, figure, square)
            }
        }
    }

    /// Whether a model is within reach of a melee attack of another.
    pub(super) fn in_melee(look: Look<'_, Explore>, from: u16, to: u16) -> bool {
        let own = Explore::own_reach(look, from);
        let melee = look.rules.aiming(own, NONE).melee;
        look.state.distance(from, to) <= melee && look.state.sees(from, to)
    }

    /// Whether a line is meant for a model, by their sides.
    pub(super) fn is_meant(state: &State, whom: Whom, user: u16, other: u16) -> bool {
        let is_friend = state.figure(user).side() == state.figure(other).side();
        match whom {
            Whom::Enemies => !is_friend,
            Whom::Friends => is_friend,
            Whom::Everyone => true,
        }
    }

    /// Whether a model meets the condition of a line.
    pub(super) fn may_use(look: Look<'_, Explore>, figure: u16, line: u16) -> bool {
        let condition = look.rules.lines[usize::from(line)].condition;
        let seat = look.state.figure(figure).seat;
        look.holds(condition, &Context::of(Thing::figure(figure), seat))
    }

    /// Whether a line's kind of action is forbidden to a model.
    pub(super) fn is_barred(look: Look<'_, Explore>, figure: u16, kind: LineKind) -> bool {
        let thing = Thing::figure(figure);
        match kind {
            LineKind::Action => look.is_forbidden(Act::SpecialAction, thing),
            LineKind::Attack => {
                look.is_forbidden(Act::Attack, thing)
                    || look.is_forbidden(Act::SpecialAttack, thing)
            }
            LineKind::Potion => look.is_forbidden(Act::Drink, thing),
        }
    }
}

/// How an area is aimed.
pub(super) fn is_around(shape: Shape) -> bool {
    matches!(shape, Shape::Wave | Shape::Aura | Shape::Cross)
}

fn small(number: i32) -> u8 {
    number.clamp(0, 200) as u8
}
