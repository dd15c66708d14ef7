//! The ladder of bots and their names.

use std::fmt;
use std::str::FromStr;

/// A way of choosing; each rung of the ladder thinks more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotKind {
    /// Any option, each equally likely.
    Random,
    /// The option that the game's automatic player suggests, without any thinking.
    Auto,
    /// The option that leads to the best position as far as the game looks ahead, on average over a
    /// few possible worlds; among equally good ones, the option that the game's automatic player
    /// suggests.
    Greedy,
    /// The option after which the automatic player does best in so many simulations of what may
    /// come; options that do badly are given up early.
    Plan(u32),
    /// The same with a tree of the seat's own decisions below each option, in so many simulations.
    Search(u32),
}

impl BotKind {
    /// The simulations of a `plan` that names none.
    pub const SIMULATIONS: u32 = 64;

    /// The simulations of a `search` that names none.
    pub const SEARCHED: u32 = 256;

    /// The rungs of the ladder, from the bottom.
    pub const ALL: [BotKind; 5] = [
        BotKind::Random,
        BotKind::Auto,
        BotKind::Greedy,
        BotKind::Plan(BotKind::SIMULATIONS),
        BotKind::Search(BotKind::SEARCHED),
    ];

    /// The word for it on the command line.
    pub fn name(self) -> String {
        match self {
            BotKind::Random => "random".to_owned(),
            BotKind::Auto => "auto".to_owned(),
            BotKind::Greedy => "greedy".to_owned(),
            BotKind::Plan(BotKind::SIMULATIONS) => "plan".to_owned(),
            BotKind::Plan(simulations) => format!("plan:{simulations}"),
            BotKind::Search(BotKind::SEARCHED) => "search".to_owned(),
            BotKind::Search(simulations) => format!("search:{simulations}"),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// There is no bot of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no bot `{0}`; the bots are `random`, `auto`, `greedy`, `plan` and `search`; the last two \
     take a number of simulations, as in `plan:256`"
)]
pub struct UnknownBot(pub String);

/// More simulations for one decision than anybody waits for.
const MOST_SIMULATIONS: u32 = 1 << 20;

impl FromStr for BotKind {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<BotKind, UnknownBot> {
        let unknown = || UnknownBot(name.to_owned());
        if let Some((kind, simulations)) = name.split_once(':') {
            let kind = match kind {
                "plan" => BotKind::Plan,
                "search" => BotKind::Search,
                _ => return Err(unknown()),
            };
            let simulations =
                simulations.parse().ok().filter(|n| (1..=MOST_SIMULATIONS).contains(n));
            return simulations.map(kind).ok_or_else(unknown);
        }
        BotKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_read_by_its_name() {
        for kind in BotKind::ALL.into_iter().chain([BotKind::Plan(7), BotKind::Search(9)]) {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        for name in ["", "plan:", "plan:0", "plan:-3", "search:", "greedy:5", "oracle"] {
            assert_eq!(name.parse::<BotKind>(), Err(UnknownBot(name.to_owned())));
        }
    }
}
