//! How a scenario's commands go from decision to decision: what they pass, where they
//! stop, and which choices they make along the way.

use super::refusal::verb;
use super::state::{State, Task};
use super::words::Action;
use super::{Script, refusal};
use cardwright_engine::core::MAX_DECISIONS;
use cardwright_engine::core::code::{DefId, NONE};

/// How a command goes on towards its goal.
#[derive(Clone, Copy, Default)]
pub(super) struct Manner {
    /// An attack that nobody joined is passed.
    pub(super) passes: bool,
    /// Real choices take the default instead of stopping the command.
    pub(super) decides: bool,
    /// Stops where something could be spent.
    pub(super) stops_to_react: bool,
    /// Builds the encounter on the way.
    pub(super) builds: bool,
    /// A choice between labelled options takes the first.
    pub(super) first_option: bool,
}

/// The task of the game that is due; nothing while an effect asks.
pub(super) fn due(script: &Script<'_>) -> Option<Task> {
    if script.state.flow.outcome.is_some() { None } else { script.state.flow.top().copied() }
}

/// Whether a decision of that name is due.
pub(super) fn is_due(script: &Script<'_>, what: &str) -> bool {
    script.state.flow.decision().is_some_and(|decision| decision.what == what)
}

pub(super) fn find(script: &Script<'_>, action: Action, def: Option<DefId>) -> Option<usize> {
    script.state.flow.options.iter().position(|option| {
        option.action == action.code()
            && def
                .is_none_or(|def| option.card != NONE && script.state.card(option.card).def == def)
    })
}

pub(super) fn name<'a>(script: &Script<'a>, def: DefId) -> &'a str {
    &script.game.cards[usize::from(def)].name
}

/// Takes an option of the decision that is due.
pub(super) fn take_option(
    script: &mut Script<'_>,
    action: Action,
    def: Option<DefId>,
) -> Result<(), String> {
    match find(script, action, def) {
        Some(option) => script.take(option),
        None => Err(match def {
            Some(def) => refusal::refusal(script, action, def),
            None => format!("cannot {} now; {}", verb(action), script.legal()),
        }),
    }
}

/// Makes choices that leave no choice, as far as they go.
pub(super) fn settle(script: &mut Script<'_>) -> Result<(), String> {
    for _ in 0..MAX_DECISIONS {
        let Some(option) = forced_option(script) else {
            return Ok(());
        };
        script.taken.push(script.state.flow.options[option]);
        script.take(option)?;
    }
    Ok(())
}

/// The option of a choice that leaves no choice.
pub(super) fn forced_option(script: &Script<'_>) -> Option<usize> {
    let options = script.state.flow.options.len();
    let forced = match due(script) {
        Some(Task::Discard { remaining, .. }) => options <= usize::from(remaining),
        _ => script.state.flow.leaves_no_choice(),
    };
    forced.then_some(0)
}

/// Goes on until the goal holds at a decision; stops early at a real choice.
pub(super) fn go_on(
    script: &mut Script<'_>,
    manner: Manner,
    goal: impl Fn(&State) -> bool,
) -> Result<(), String> {
    go_on_until(script, manner, |script| goal(&script.state))?;
    Ok(())
}

/// As [`go_on`]; says whether the goal was reached.
pub(super) fn go_on_until(
    script: &mut Script<'_>,
    manner: Manner,
    goal: impl Fn(&Script<'_>) -> bool,
) -> Result<bool, String> {
    for _ in 0..MAX_DECISIONS {
        if script.state.flow.outcome.is_some() || goal(script) {
            return Ok(true);
        }
        let Some(option) = passing_option(script, manner) else {
            return Ok(false);
        };
        if forced_option(script).is_some() {
            script.taken.push(script.state.flow.options[option]);
        }
        script.take(option)?;
    }
    Err(script.endless())
}

/// The option by which a command passes the decision that is due.
pub(super) fn passing_option(script: &Script<'_>, manner: Manner) -> Option<usize> {
    if let Some(option) = forced_option(script) {
        return Some(option);
    }
    let last = script.state.flow.options.len().checked_sub(1)?;
    let Some(due) = due(script) else {
        // An effect asks.
        let takes_first = manner.decides || manner.first_option && is_due(script, "option");
        return (script.state.flow.decision().is_some() && takes_first).then_some(0);
    };
    match due {
        Task::Window(_)
        | Task::Step(_)
        | Task::Disruption { .. }
        | Task::Interrupt { .. }
        | Task::Drop { .. } => find(script, Action::Continue, None),
        Task::React { .. } if manner.stops_to_react => None,
        Task::React { .. } => find(script, Action::Continue, None),
        Task::BuildNext { .. } if manner.builds => find(script, Action::DrawNext, None),
        Task::Attack => {
            let declare = find(script, Action::Declare, None);
            let pass = find(script, Action::Pass, None).filter(|_| manner.passes);
            declare.or(pass)
        }
        Task::Target { .. } | Task::Defend { .. } => find(script, Action::Done, None),
        // "In any order".
        Task::Clear => find(script, Action::Continue, None),
        Task::Release { .. } => find(script, Action::Continue, None).or(Some(0)),
        Task::Place { .. } if manner.builds => find(script, Action::Pass, None),
        Task::Face { .. } if manner.builds => find(script, Action::Accept, None),
        Task::DraftChoice { .. } if manner.builds => find(script, Action::Continue, None),
        // The newest card goes, where a card must.
        Task::Trim { .. } if manner.decides => Some(last),
        _ if manner.decides => Some(0),
        _ => None,
    }
}
