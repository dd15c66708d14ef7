//! Quests and maps that do not work in play, although every word in them is correct.

use cardwright_vocabulary::Fault;

use super::{Diagnostic, Location};

/// The diagnostic for a fault that a game found.
pub(crate) fn fault(at: Location, fault: &Fault) -> Diagnostic {
    match fault {
        Fault::Unreached { part, name } => unreached(at, part, name),
        Fault::Misfit { problem } => misfit(at, problem),
        Fault::Unwinnable => unwinnable(at),
        Fault::NoSpace { space } => no_space(at, space),
        Fault::NoCard { which } => no_card(at, which),
        Fault::Crowded { come, room } => crowded(at, *come, *room),
        Fault::Unusable { problem } => unusable(at, problem),
        Fault::Drawn { problem, help } => unusable(at, problem).instead(help),
        Fault::Unplayable { problem, .. } => unplayable(at, problem, None),
        Fault::NeverSet { name } => never_set(at, name),
        Fault::NeverRead { name } => never_read(at, name),
        Fault::Unfit { problem } => unfit(at, problem),
        Fault::Disorder { problem } => disorder(at, problem),
        Fault::Decided { who, percent } => decided(at, who, *percent),
        Fault::TooDear { cost, most } => too_dear(at, *cost, *most),
        Fault::Pointless { problem } => pointless(at, problem),
        Fault::Endless => endless(at),
    }
}

/// E0701: a room behind doors that never open.
pub(crate) fn unreached(at: Location, part: &str, name: &str) -> Diagnostic {
    Diagnostic::error("E0701", at, format!("nobody can ever come to {part} `{name}`"))
        .at("no way that leads here ever opens")
        .help("look at the `when` of the ways that lead here: what they wait for never happens before")
}

/// E0702: pieces of a map that do not fit together.
pub(crate) fn misfit(at: Location, problem: &str) -> Diagnostic {
    Diagnostic::error("E0702", at, format!("the map does not fit together: {problem}"))
        .at("cannot be laid like this")
        .help("take another side, another map card, or another place in the quest")
}

/// E0703: a quest that cannot be won.
pub(crate) fn unwinnable(at: Location) -> Diagnostic {
    Diagnostic::error("E0703", at, "this quest cannot be won")
        .at("never holds, whatever the heroes do")
        .help("let a room that can be reached set what this asks for")
}

/// E0703: a quest whose goal needs a space that none of its rooms has.
pub(crate) fn no_space(at: Location, space: &str) -> Diagnostic {
    let message = format!("this quest cannot be won: none of its rooms has a space `{space}`");
    Diagnostic::error("E0703", at, message)
        .at("asks for such a space")
        .help(format!("draw `{space}` on the map card of a room, or ask for something else"))
}

/// E0704: an enemy may appear that has no card.
pub(crate) fn no_card(at: Location, which: &str) -> Diagnostic {
    Diagnostic::error("E0704", at, format!("there is no card for a {which} enemy"))
        .at("may come here")
        .help("write such an enemy, or put the die down with a number that another one has")
}

/// E0705: more enemies appear in a place than there is room for.
pub(crate) fn crowded(at: Location, come: usize, room: usize) -> Diagnostic {
    Diagnostic::error("E0705", at, format!("{come} come, but there is room for {room}"))
        .at("too many at once")
        .help("let fewer come, or let the others come later")
}

/// E0706: a piece of a map that cannot be used.
pub(crate) fn unusable(at: Location, problem: &str) -> Diagnostic {
    Diagnostic::error("E0706", at, format!("this map cannot be used: {problem}"))
        .at("drawn here")
        .help(
            "a map card has at most one half space on a side, one arrow and one point of interest",
        )
}

/// E0707: a die that cannot stand for an enemy.
pub(crate) fn unfit(at: Location, problem: &str) -> Diagnostic {
    Diagnostic::error("E0707", at, format!("this die is no enemy: {problem}"))
        .at("brought here")
        .help("an enemy's die has six faces, each with a health of 1 to 6")
}

/// E0708: an order of spaces that leaves one out.
pub(crate) fn disorder(at: Location, problem: &str) -> Diagnostic {
    Diagnostic::error("E0708", at, problem)
        .at("three lines of three, the point of interest in the middle")
        .help("write it as `\"926 513 847\"`: where the first enemy comes, the second, and so on")
}

/// W0115: a flag that nothing sets.
pub(crate) fn never_set(at: Location, name: &str) -> Diagnostic {
    Diagnostic::warning("W0115", at, format!("nothing ever sets `{name}`"))
        .at("always as at first")
        .help(format!("write `set {name}` where it happens, or take it out"))
}

/// W0116: a flag that nothing reads.
pub(crate) fn never_read(at: Location, name: &str) -> Diagnostic {
    Diagnostic::warning("W0116", at, format!("nothing ever asks for `{name}`"))
        .at("is set in vain")
        .help("ask for it in a condition, or take it out")
}

/// W0117: a check whose result is certain before it is rolled.
pub(crate) fn decided(at: Location, who: &str, percent: u32) -> Diagnostic {
    let (label, help) = match who {
        "best" => ("nobody passes this", "ask for fewer successes, or for another skill"),
        _ => ("nobody fails this", "ask for more successes, or leave the check out"),
    };
    let message = format!("even the {who} hero passes this check {percent} times in a hundred");
    Diagnostic::warning("W0117", at, message).at(label).help(help)
}

/// W0118: something that nobody can ever pay for.
pub(crate) fn too_dear(at: Location, cost: i64, most: usize) -> Diagnostic {
    let message = format!("nobody can pay {cost}: no quest has more than {most} treasure in it");
    Diagnostic::warning("W0118", at, message)
        .at("too dear")
        .help("let it cost less; an enemy leaves at most 6 treasure")
}

/// W0119: dice that always or never succeed.
pub(crate) fn pointless(at: Location, problem: &str) -> Diagnostic {
    Diagnostic::warning("W0119", at, format!("these dice decide nothing: {problem}"))
        .at("built here")
        .help("with +5 every die succeeds and below 0 none does: take another card")
}

/// W0121: something that can be done for ever without changing anything.
pub(crate) fn endless(at: Location) -> Diagnostic {
    Diagnostic::warning("W0121", at, "this may be done again and again, and changes nothing")
        .at("nothing is different after it")
        .help("say when it may be done, as in `when not FLAG` with the flag that it sets, or let it do something")
}

/// E0710: every word is correct, but the engine cannot carry it out. `card` has the keyword that
/// it stands in.
pub(crate) fn unplayable(at: Location, problem: &str, card: Option<Location>) -> Diagnostic {
    Diagnostic::error("E0710", at, format!("this cannot be played: {problem}"))
        .at("each word is known, but not together like this")
        .label_if(card, "this card has the keyword")
        .help("say it another way; `cardwright vocabulary` tells what each word takes, and `todo \"…\"` keeps the card out of play until it can")
}
