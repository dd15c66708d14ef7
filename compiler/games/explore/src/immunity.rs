//! Immunity: what a model ignores of a keyword.
//!
//! The marks and numbers in a keyword's body say what it does to others, so no keyword's name is needed here.
//! A model that is immune to a status never gets its counter. One that is immune to an area or a
//! distance effect is not affected by lines that use it. Immunity to a forced move keeps a model
//! where it is, immunity to more wounds leaves one wound, and immunity to an effect such as
//! healing cancels it. Bodies that do something else to others ask `is-immune`.

use cardwright_model::{Expr, Library, Statement};

use super::content::Explore;
use super::facts::Distance;
use super::state::Attack;
use super::vocabulary::{Mark, Stat};
use cardwright_engine::core::code::{Code, FormId};
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Look, Thing};

/// What the marks of a keyword do to others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hazard {
    /// Statuses that it gives, as bits.
    inflicts: u64,
    /// The distance effect that it is, as an index.
    distance: Option<u32>,
    covers: bool,
    moves: bool,
    wounds: bool,
    needs_no_sight: bool,
}

impl Hazard {
    /// What each keyword does, in the order of [`Code::keywords`].
    pub(super) fn all(library: &Library, code: &Code) -> Vec<Hazard> {
        let body = |id: &String| library.keyword(id).map_or(&[][..], |keyword| &keyword.body);
        code.keywords.iter().map(|id| Hazard::of(body(id), code)).collect()
    }

    fn of(body: &[Statement], code: &Code) -> Hazard {
        let mut hazard = Hazard::default();
        for statement in body {
            if let Statement::Modify { stat, .. } = statement {
                hazard.wounds |= Stat::named(stat) == Some(Stat::Damage);
            }
            let Statement::Mark { mark, args, .. } = statement else { continue };
            let place = |domain: &str| {
                args.iter().find_map(|arg| match &arg.value {
                    Expr::Symbol { domain: known, id } if known == domain => {
                        code.ordinal(domain, id)
                    }
                    _ => None,
                })
            };
            match Mark::named(mark) {
                Some(Mark::Inflicts) => {
                    hazard.inflicts |= place("status").map_or(0, |status| 1 << status);
                }
                Some(Mark::Distance) => hazard.distance = place("distance"),
                Some(Mark::Area) => hazard.covers = true,
                Some(Mark::Control) => hazard.moves = true,
                Some(Mark::Unseen) => hazard.needs_no_sight = true,
                _ => {}
            }
        }
        hazard
    }
}

impl Explore {
    /// Visits the keywords that a model is immune to, until the visitor returns `false`.
    fn visit_immunities(
        look: Look<'_, Explore>,
        figure: u16,
        visitor: &mut dyn FnMut(u16, Hazard) -> bool,
    ) {
        look.visit_marks(Mark::Immune, Thing::figure(figure), &mut |args| {
            let form = usize::try_from(args.number(0)).ok();
            let Some(form) = form.and_then(|form| look.code.forms.get(form)) else { return true };
            let hazard = look.rules.hazards.get(usize::from(form.keyword));
            visitor(form.keyword, hazard.copied().unwrap_or_default())
        });
    }

    /// Whether a model is immune to a keyword for which the test is true.
    fn ignores(look: Look<'_, Explore>, figure: u16, is_it: impl Fn(u16, Hazard) -> bool) -> bool {
        let mut found = false;
        Explore::visit_immunities(look, figure, &mut |keyword, hazard| {
            found = is_it(keyword, hazard);
            !found
        });
        found
    }

    /// Whether a model is immune to a keyword, by its place.
    pub(super) fn is_immune(look: Look<'_, Explore>, figure: u16, keyword: u16) -> bool {
        Explore::ignores(look, figure, |known, _| known == keyword)
    }

    /// Statuses that a model cannot have, as bits.
    pub(super) fn immune_statuses(look: Look<'_, Explore>, figure: u16) -> u64 {
        let mut statuses = 0;
        Explore::visit_immunities(look, figure, &mut |_, hazard| {
            statuses |= hazard.inflicts;
            true
        });
        statuses
    }

    /// Whether a model is out of reach for a line or basic attack that uses this distance
    /// effect, or none.
    pub(super) fn escapes(
        look: Look<'_, Explore>,
        (user, figure): (u16, u16),
        line: u16,
        distance: Option<u8>,
    ) -> bool {
        Explore::ignores(look, figure, |keyword, hazard| {
            let is_area = || {
                let line = look.rules.lines.get(usize::from(line));
                line.is_some_and(|line| line.profile.area.is_some())
            };
            let by_reach =
                || distance.is_none() && !is_area() && look.state.distance(user, figure) > 1;
            (hazard.covers && line_has(look, line, keyword))
                || (distance.is_some() && hazard.distance == distance.map(u32::from))
                || (hazard.distance == Some(Distance::Melee as u32) && by_reach())
        })
    }

    /// Whether a line that needs no sight needs it for this model.
    pub(super) fn must_be_seen(look: Look<'_, Explore>, figure: u16, line: u16) -> bool {
        Explore::ignores(look, figure, |keyword, hazard| {
            hazard.needs_no_sight && line_has(look, line, keyword)
        })
    }

    /// Whether a line cannot move a model.
    pub(super) fn stands_firm(look: Look<'_, Explore>, figure: u16, line: u16) -> bool {
        Explore::ignores(look, figure, |keyword, hazard| {
            hazard.moves && line_has(look, line, keyword)
        })
    }

    /// The wounds that an attack does to a model.
    pub(super) fn wounds_of(look: Look<'_, Explore>, attack: &Attack, figure: u16) -> i32 {
        let shrugs_off = attack.damage > 1
            && Explore::ignores(look, figure, |keyword, hazard| {
                let by_user = || look.has_keyword_place(Thing::figure(attack.user), keyword);
                hazard.wounds && (line_has(look, attack.line, keyword) || by_user())
            });
        if shrugs_off { 1 } else { attack.damage }
    }
}

/// Whether a line has a keyword.
pub(super) fn line_has(look: Look<'_, Explore>, line: u16, keyword: u16) -> bool {
    let is_it = |form: &FormId| look.code.forms[usize::from(*form)].keyword == keyword;
    let line = look.rules.lines.get(usize::from(line));
    line.is_some_and(|line| line.keywords.iter().any(is_it))
}
