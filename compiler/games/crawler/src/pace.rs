//! How a scenario's commands go from decision to decision: what they pass, where they
//! stop, and which choices they make along the way.

use super::position::CrawlerScript;
use super::query;
use super::refusal::verb;
use super::state::{State, Task};
use super::words::Action;
use cardwright_engine::core::code::{DefId, NONE};
use cardwright_engine::core::flow::Task as Effect;
use cardwright_engine::core::{advance, apply};

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

/// More decisions than any command needs; a safeguard against going on for ever.
pub(super) const MAX_DECISIONS: usize = 2_000;

impl CrawlerScript<'_> {
    /// The task of the game that is due; nothing while an effect asks.
    pub(super) fn due(&self) -> Option<Task> {
        if self.state.flow.outcome.is_some() { None } else { self.state.flow.top().copied() }
    }

    /// Whether a decision of that name is due.
    pub(super) fn is_due(&self, what: &str) -> bool {
        self.state.flow.decision().is_some_and(|decision| decision.what == what)
    }

    /// Takes the option of that index.
    pub(super) fn take(&mut self, option: usize) -> Result<(), String> {
        apply(&self.content, &mut self.state, option).map_err(|error| error.to_string())
    }

    /// Goes on with a state that was changed from outside.
    pub(super) fn resume(&mut self) -> Result<(), String> {
        advance(&self.content, &mut self.state).map_err(|error| error.to_string())
    }

    pub(super) fn find(&self, action: Action, def: Option<DefId>) -> Option<usize> {
        self.state.flow.options.iter().position(|option| {
            option.action == action.code()
                && def.is_none_or(|def| {
                    option.card != NONE && self.state.card(option.card).def == def
                })
        })
    }

    /// What is legal now, for a message.
    pub(super) fn legal(&self) -> String {
        let labels: Vec<String> = self
            .state
            .flow
            .options
            .iter()
            .map(|option| query::label(self.look(), *option))
            .collect();
        if labels.is_empty() {
            return "nothing can be done any more".to_owned();
        }
        format!("at step {} one may: {}", self.state.step.name(), labels.join("; "))
    }

    pub(super) fn name(&self, def: DefId) -> &str {
        &self.content.cards[usize::from(def)].name
    }

    /// Takes an option of the decision that is due.
    pub(super) fn take_option(&mut self, action: Action, def: Option<DefId>) -> Result<(), String> {
        match self.find(action, def) {
            Some(option) => self.take(option),
            None => Err(match def {
                Some(def) => self.refusal(action, def),
                None => format!("cannot {} now; {}", verb(action), self.legal()),
            }),
        }
    }

    /// Makes choices that leave no choice, as far as they go.
    pub(super) fn settle(&mut self) -> Result<(), String> {
        for _ in 0..MAX_DECISIONS {
            let Some(option) = self.forced_option() else {
                return Ok(());
            };
            self.taken.push(self.state.flow.options[option]);
            self.take(option)?;
        }
        Ok(())
    }

    /// The option of a choice that leaves no choice.
    pub(super) fn forced_option(&self) -> Option<usize> {
        let options = self.state.flow.options.len();
        let forced = match (self.due(), self.state.flow.tasks.last()?) {
            (_, Effect::Choose { remaining, up_to: false, .. }) => {
                options <= usize::from(*remaining)
            }
            (_, Effect::Options { .. }) => options == 1,
            (Some(Task::Discard { remaining, .. }), _) => options <= usize::from(remaining),
            (_, Effect::Order { .. }) => true,
            _ => false,
        };
        forced.then_some(0)
    }

    /// Goes on until the goal holds at a decision; stops early at a real choice.
    pub(super) fn go_on(
        &mut self,
        manner: Manner,
        goal: impl Fn(&State) -> bool,
    ) -> Result<(), String> {
        self.go_on_until(manner, |script| goal(&script.state))?;
        Ok(())
    }

    /// As [`Self::go_on`]; says whether the goal was reached.
    pub(super) fn go_on_until(
        &mut self,
        manner: Manner,
        goal: impl Fn(&Self) -> bool,
    ) -> Result<bool, String> {
        for _ in 0..MAX_DECISIONS {
            if self.state.flow.outcome.is_some() || goal(self) {
                return Ok(true);
            }
            let Some(option) = self.passing_option(manner) else {
                return Ok(false);
            };
            if self.forced_option().is_some() {
                self.taken.push(self.state.flow.options[option]);
            }
            self.take(option)?;
        }
        Err("this command never comes to an end".to_owned())
    }

    /// The option by which a command passes the decision that is due.
    pub(super) fn passing_option(&self, manner: Manner) -> Option<usize> {
        if let Some(option) = self.forced_option() {
            return Some(option);
        }
        let last = self.state.flow.options.len().checked_sub(1)?;
        let Some(due) = self.due() else {
            // An effect asks.
            let takes_first = manner.decides || manner.first_option && self.is_due("option");
            return (self.state.flow.decision().is_some() && takes_first).then_some(0);
        };
        match due {
            Task::Window(_)
            | Task::Step(_)
            | Task::Disruption { .. }
            | Task::Interrupt { .. }
            | Task::Drop { .. } => self.find(Action::Continue, None),
            Task::React { .. } if manner.stops_to_react => None,
            Task::React { .. } => self.find(Action::Continue, None),
            Task::BuildNext { .. } if manner.builds => self.find(Action::DrawNext, None),
            Task::Attack => {
                let declare = self.find(Action::Declare, None);
                let pass = self.find(Action::Pass, None).filter(|_| manner.passes);
                declare.or(pass)
            }
            Task::Target { .. } | Task::Defend { .. } => self.find(Action::Done, None),
            Task::Release { .. } => self.find(Action::Continue, None).or(Some(0)),
            Task::Place { .. } if manner.builds => self.find(Action::Pass, None),
            Task::Face { .. } if manner.builds => self.find(Action::Accept, None),
            Task::DraftChoice { .. } if manner.builds => self.find(Action::Continue, None),
            // The newest card goes, where a card must.
            Task::Trim { .. } if manner.decides => Some(last),
            _ if manner.decides => Some(0),
            _ => None,
        }
    }
}
