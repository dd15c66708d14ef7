//! The words of the toy game.

use cardwright_engine::core::words::builtin;
use cardwright_engine::core::{Rules, words};
use cardwright_vocabulary::{Type, Vocabulary, may, needs, word};

use Type::{Bool, Card, Cards, Int, Nothing, Zone};

use super::Toy;

words! {
    /// What effects do.
    pub(crate) enum Verb: verbs {
        Wound = word("wound", &[needs("figure", Card), may("count", Int)], Nothing, "Wounds a figure."),
        Heal = word("heal", &[needs("figure", Card), may("count", Int)], Nothing, "Heals a figure."),
        Ping = word("ping", &[], Nothing, "Makes a noise."),
    }
}

words! {
    /// What effects react to.
    pub(crate) enum Event {
        Enter = word("enter", &[], Nothing, "This comes into play."),
        WouldWound = word(
            "would-wound",
            &[needs("victim", Card), needs("attacker", Card), needs("amount", Int)],
            Nothing,
            "A figure would be wounded.",
        ),
        Wounded = word(
            "wounded",
            &[needs("victim", Card), needs("attacker", Card), needs("amount", Int)],
            Nothing,
            "A figure was wounded.",
        ),
        Slain = word(
            "slain",
            &[needs("victim", Card), needs("attacker", Card)],
            Nothing,
            "A figure was slain.",
        ),
        TurnStarts = word("turn-starts", &[], Nothing, "A turn starts."),
        Pinged = word("pinged", &[], Nothing, "There was a noise."),
    }
}

words! {
    /// Numbers.
    pub(crate) enum Stat {
        Hearts = word("hearts", &[may("figure", Card)], Int, "How many wounds it takes."),
        Strength = word("strength", &[may("figure", Card)], Int, "Added to its attack."),
        Dice = word("dice", &[may("figure", Card)], Type::Pool, "What it attacks with."),
        Armour = word("armour", &[may("figure", Card)], Int, "What an attack must exceed."),
    }
}

words! {
    /// Mechanisms.
    pub(crate) enum Mark {
        Hidden = word("hidden", &[], Nothing, "Cannot be attacked while others can."),
    }
}

words! {
    /// What can be forbidden.
    pub(crate) enum Act {
        Attack = word("attack", &[], Nothing, "Attacking."),
    }
}

words! {
    /// What effects pick from.
    pub(crate) enum Selection: selections {
        Figures = word("figures", &[], Cards, "All figures in play."),
        Friends = word("friends", &[], Cards, "Your figures."),
        Enemies = word("enemies", &[], Cards, "The other side's figures."),
        Cards = word("cards", &[needs("in", Zone)], Cards, "Cards in a zone of yours."),
    }
}

words! {
    /// Facts.
    pub(crate) enum Query: queries {
        Rolled = builtin::ROLLED,
        Chance = builtin::CHANCE,
        ChanceToBeat = builtin::CHANCE_TO_BEAT,
        Wounds = word("wounds", &[may("figure", Card)], Int, "Its wounds."),
        Alive = word("alive", &[needs("figure", Card)], Bool, "Whether it is in play."),
        Turn = word("turn", &[], Int, "The number of the turn."),
        Over = word("over", &[], Bool, "Whether the game is over."),
        Rank = word("rank", &[may("figure", Card)], Type::Enum("rank"), "Its rank."),
    }
}

words! {
    /// When something ends.
    pub(crate) enum Window {
        EndOfTurn = word("end-of-turn", &[], Nothing, "The turn ends."),
        NextAttack = word("next-attack", &[], Nothing, "It has attacked."),
    }
}

/// The toy game's vocabulary.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    game: "toy",
    dice: true,
    zones: &[
        word("deck", &[], Zone, "Your deck."),
        word("discard", &[], Zone, "Your discarded cards."),
    ],
    commands: &[
        word("attack", &[needs("card", Card), needs("at", Card)], Nothing, "Attacks."),
        word("end", &[], Nothing, "Ends the turn."),
    ],
    ..Toy::TABLES
};
