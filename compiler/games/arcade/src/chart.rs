//! The eleven commands, and which of them the chart gives in a Consul Turn.

use super::describe::title;
pub(super) use super::facts::Command;
use super::state::{CHART_STATS, EFFECT, State};
use super::{Arcade, Play};
use cardwright_engine::core::code::{BlockId, NO_BLOCK};
use cardwright_engine::core::{Context, Thing};
use cardwright_vocabulary::Meaning;

impl Command {
    pub(super) fn is_move(self) -> bool {
        matches!(self, Command::Move | Command::Regroup)
    }
}

/// The commands of a turn in the boss fight, which replace those of the chart.
const BOSS_FIGHT: [Command; 3] = [Command::Move, Command::Fight, Command::Challenge];

impl Arcade {
    /// The command of an index in the enum.
    pub(super) fn command(&self, place: u8) -> Option<Command> {
        Command::at(usize::from(place))
    }

    /// The command of that number in this turn, and how often it is performed.
    pub(super) fn order(&self, state: &State, number: u8) -> Option<(u8, u8)> {
        let number = usize::from(number);
        if state.is_boss_fight {
            return BOSS_FIGHT.get(number).map(|command| (*command as u8, 1));
        }
        let spaces = &self.facts(state.chart).spaces;
        let space = spaces.get(usize::from(state.space).checked_sub(1)?)?;
        space.commands.get(number).copied()
    }

    /// Whether a command of this turn that is still to come moves monsters.
    pub(super) fn is_move_ahead(&self, state: &State) -> bool {
        let orders = (state.next_order..u8::MAX).map_while(|number| self.order(state, number));
        orders.filter_map(|(place, _)| self.command(place)).any(Command::is_move)
    }
}

/// What the Consul does in this Consul Turn, or in the one after this Hero Turn.
pub(super) fn outlook(arcade: &Arcade, state: &State) -> String {
    let named = |(place, times): (u8, u8)| in_words(arcade, place, times);
    let list = |names: Vec<String>| match names.as_slice() {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    };
    if !state.is_hero_turn
        && let Some(now) = state.next_order.checked_sub(1)
        && let Some(order) = arcade.order(state, now)
    {
        let left = (state.next_order..).map_while(|number| arcade.order(state, number));
        return format!("now {}, then {}", named(order), list(left.map(named).collect()));
    }
    if state.is_here(state.boss) {
        let fight = BOSS_FIGHT.map(|command| named((command as u8, 1)));
        return format!("next {}", list(fight.to_vec()));
    }
    let spaces = &arcade.facts(state.chart).spaces;
    let next = spaces.get(usize::from(state.space));
    let next = next.map(|space| space.commands.iter().map(|one| named(*one)).collect());
    format!("next {}", list(next.unwrap_or_default()))
}

/// A command by its name, and how often it is performed.
pub(super) fn in_words(arcade: &Arcade, place: u8, times: u8) -> String {
    let names = arcade.code.enums.get("command").map_or(&[][..], Vec::as_slice);
    let name = names.get(usize::from(place)).map_or("?", String::as_str);
    let name = title(name);
    if times > 1 { format!("{name} ×{times}") } else { name }
}

/// Moves the marker one space, if there is one more, and does what the space says.
pub(super) fn advance(run: &mut Play<'_>) {
    let block = move_marker(run.rules, run.state);
    let chart = Thing::new(EFFECT, run.state.chart);
    run.begin(block, Context::of(chart, 0));
}

/// Moves the marker one space, if there is one more. Returns what the space says.
pub(super) fn move_marker(rules: &Arcade, state: &mut State) -> BlockId {
    let spaces = &rules.facts(state.chart).spaces;
    let Some(space) = spaces.get(usize::from(state.space)) else { return NO_BLOCK };
    state.space += 1;
    for (stat, pool) in &space.bonuses {
        let place = CHART_STATS.iter().position(|known| known == stat);
        if let Some(place) = place {
            let bonus = rules.sure(*pool).clamp(-100, 100) as i8;
            let sum = &mut state.chart_bonus[place];
            *sum = sum.saturating_add(bonus);
        }
    }
    space.block
}
