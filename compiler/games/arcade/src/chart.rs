//! The eleven commands, and which of them the chart gives in a Consul Turn.

use super::Arcade;
use super::describe::title;
use super::orders::NO_COMMAND;
use super::state::{CHART_STATS, State};

/// The eleven commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    Move,
    Regroup,
    Unique,
    Fight,
    EpicFight,
    Spawn,
    Reinforce,
    Plot,
    Challenge,
    SpawnMiniBoss,
    SpawnBoss,
}

impl Command {
    pub(super) fn named(name: &str) -> Option<Command> {
        Some(match name {
            "move" => Command::Move,
            "regroup" => Command::Regroup,
            "unique" => Command::Unique,
            "fight" => Command::Fight,
            "epic-fight" => Command::EpicFight,
            "spawn" => Command::Spawn,
            "reinforce" => Command::Reinforce,
            "plot" => Command::Plot,
            "challenge" => Command::Challenge,
            "spawn-mini-boss" => Command::SpawnMiniBoss,
            "spawn-dungeon-boss" => Command::SpawnBoss,
            _ => return None,
        })
    }

    pub(super) fn is_move(self) -> bool {
        matches!(self, Command::Move | Command::Regroup)
    }
}

/// The commands of a turn in the boss fight, which replace those of the chart.
const BOSS_FIGHT: [Command; 3] = [Command::Move, Command::Fight, Command::Challenge];

impl Arcade {
    /// The command of an index in the enum.
    pub(super) fn command(&self, place: u8) -> Option<Command> {
        self.commands.get(usize::from(place)).copied().flatten()
    }

    /// The index of a command in the enum.
    fn place_of(&self, command: Command) -> u8 {
        let place = self.commands.iter().position(|known| *known == Some(command));
        place.map_or(NO_COMMAND, |place| place as u8)
    }

    /// The command of that number in this turn, and how often it is performed.
    pub(super) fn order(&self, state: &State, number: u8) -> Option<(u8, u8)> {
        let number = usize::from(number);
        if state.is_boss_fight {
            return BOSS_FIGHT.get(number).map(|command| (self.place_of(*command), 1));
        }
        let spaces = &self.facts(state.chart).spaces;
        let space = spaces.get(usize::from(state.space).checked_sub(1)?)?;
        space.commands.get(number).copied()
    }

    /// Whether a command of this turn moves monsters.
    pub(super) fn turn_has_move(&self, state: &State) -> bool {
        let orders = (0u8..).map_while(|number| self.order(state, number));
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
        let fight = BOSS_FIGHT.map(|command| named((arcade.place_of(command), 1)));
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

/// Moves the marker one space, if there is one more.
pub(super) fn move_marker(rules: &Arcade, state: &mut State) {
    let spaces = &rules.facts(state.chart).spaces;
    let Some(space) = spaces.get(usize::from(state.space)) else { return };
    state.space += 1;
    for (stat, pool) in &space.bonuses {
        let place = CHART_STATS.iter().position(|known| known == stat);
        if let Some(place) = place {
            let bonus = rules.sure(*pool).clamp(-100, 100) as i8;
            let sum = &mut state.chart_bonus[place];
            *sum = sum.saturating_add(bonus);
        }
    }
}
