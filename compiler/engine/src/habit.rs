//! Restricted play: what is a card, an action or an attack worth to those who never use it, or who
//! use it whenever they can?

use std::fmt;
use std::str::FromStr;

use crate::bot::Strategy;
use crate::core::{Look, Part, Staged, parts_of};
use crate::game::{Choice, Game};
use crate::view::{View, World};

/// A rule that a bot keeps although no rulebook asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Habit {
    /// The seat that keeps it, from 0; `None`: all.
    pub seat: Option<u8>,
    /// Whether options of this sort are taken whenever there are any; otherwise they never are,
    /// unless nothing else is left.
    pub always: bool,
    /// An action, such as `run`, the identifier of a card, or the name of an attack.
    pub what: String,
}

impl Habit {
    /// Reads `run` or `2:run`, which is for the second seat only.
    pub fn read(always: bool, text: &str) -> Result<Habit, BadSeat> {
        let (seat, what) = match text.split_once(':') {
            Some((seat, what)) => {
                let number = u8::from_str(seat).ok().filter(|seat| (1..=8).contains(seat));
                (Some(number.ok_or_else(|| BadSeat(text.to_owned()))? - 1), what)
            }
            None => (None, text),
        };
        Ok(Habit { seat, always, what: what.to_owned() })
    }

    fn is_kept_by(&self, seat: u8) -> bool {
        self.seat.is_none_or(|own| own == seat)
    }
}

/// What stands before the colon is no seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` names no seat: write `1:` to `8:` before what a seat never or always does")]
pub struct BadSeat(pub String);

impl fmt::Display for Habit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.always { "always" } else { "never" }, self.what)
    }
}

/// What bots are called that keep habits: `greedy (never run)`.
pub(crate) fn named(bot: String, seat: u8, habits: &[Habit]) -> String {
    let kept = habits.iter().filter(|habit| habit.is_kept_by(seat)).map(Habit::to_string);
    let kept: Vec<String> = kept.collect();
    if kept.is_empty() { bot } else { format!("{bot} ({})", kept.join(", ")) }
}

/// Which options the habits of a seat leave; empty if all. It is a possible world whose options are
/// looked at, so that no habit depends on what the seat does not know.
pub(crate) fn allowed<G: Strategy + Staged>(
    habits: &[Habit],
    view: &View<'_, G>,
    memory: &mut Option<World<<G as Game>::State>>,
) -> Vec<bool> {
    let own: Vec<&Habit> = habits.iter().filter(|habit| habit.is_kept_by(view.seat())).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let (game, world) = (view.game(), &*view.imagine(0, memory));
    let mut allowed = vec![true; view.options().len()];
    for habit in own {
        let meant = view.options().iter().map(|choice| is_about(game, world, *choice, &habit.what));
        let kept: Vec<bool> = meant
            .zip(&allowed)
            .map(|(is_meant, allowed)| *allowed && is_meant == habit.always)
            .collect();
        if kept.contains(&true) {
            allowed = kept;
        }
    }
    allowed
}

fn is_about<G: Strategy + Staged>(
    game: &G,
    state: &<G as Game>::State,
    choice: Choice,
    what: &str,
) -> bool {
    let look = Look::new(game, state);
    game.action(choice) == what
        || parts_of::<G>(look, choice).into_iter().any(|(_, part)| match part {
            Part::Thing(thing) => {
                let def = look.code.defs.get(usize::from(look.def(thing)));
                def.is_some_and(|def| def.id == what)
            }
            Part::Text(text) => {
                look.code.texts.get(usize::from(text)).is_some_and(|text| text == what)
            }
            Part::Number(_) => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_habit_is_for_all_seats_or_for_one() {
        let habit = Habit::read(false, "2:run").expect("a seat");
        assert_eq!(habit, Habit { seat: Some(1), always: false, what: "run".into() });
        assert_eq!(named("plan".into(), 1, std::slice::from_ref(&habit)), "plan (never run)");
        assert_eq!(named("plan".into(), 0, &[habit]), "plan");
        assert_eq!(Habit::read(true, "run").expect("all seats").seat, None);
        for text in ["0:run", "9:run", "x:run", ":run"] {
            assert_eq!(Habit::read(true, text), Err(BadSeat(text.to_owned())));
        }
    }
}
