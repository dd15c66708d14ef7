//! What scenarios of the crawler game set up and do.

use cardwright_model::Role;
use cardwright_vocabulary::{DECIDE, Type, Word, may, needs, word};

use Type::{Bool, Card, CardName, CardNames, Cards, Entity, Int, Keyword, Nothing, Text, Zone};

/// The commands.
pub(super) const COMMANDS: &[Word] = &[
    DECIDE,
    word("build", &[], Nothing, "Builds the encounter."),
    word("draw", &[], Nothing, "Draws one dungeon card while the encounter is built."),
    word(
        "play",
        &[needs("card", CardName), may("on", Cards), may("choose", Text), may("by", Int)],
        Nothing,
        "Plays a crawler card, `on` the cards it asks for in that order.",
    ),
    word(
        "play-plain",
        &[needs("card", CardName), may("on", Cards), may("choose", Text), may("by", Int)],
        Nothing,
        "Plays a crawler card that could be boosted without the boost; `play` boosts it.",
    ),
    word("spend", &[needs("card", CardName), may("on", Cards)], Nothing, "Spends a permanent."),
    word(
        "use",
        &[needs("card", CardName), may("with", CardNames)],
        Nothing,
        "Uses what a card or quest offers.",
    ),
    word("combat", &[], Nothing, "Goes on to step 3.1."),
    word(
        "attack",
        &[needs("attackers", Cards), may("with", CardNames), may("at", Cards)],
        Nothing,
        "Attacks with those adventurers and cards; the Wounds go to the cards after `at`.",
    ),
    word("pass", &[], Nothing, "Passes the attack."),
    word(
        "target",
        &[needs("cards", Cards)],
        Nothing,
        "Assigns the Wounds of a won attack, or answers a choice of targets.",
    ),
    word(
        "defend",
        &[needs("adventurer", Card), may("by", Cards), may("with", CardNames)],
        Nothing,
        "Defends an adventurer, `by` those who defend (himself, if not said), `with` those cards.",
    ),
    word("no-defence", &[may("adventurer", Card)], Nothing, "Leaves an adventurer undefended."),
    word("retaliate", &[], Nothing, "Resolves the retaliation with the defences declared."),
    word(
        "choose",
        &[may("option", Text), may("cards", Cards)],
        Nothing,
        "Answers a choice: by the option's label, or by cards.",
    ),
    word(
        "top",
        &[needs("cards", CardNames)],
        Nothing,
        "Rearranging: puts those cards on top in that order, the others at the bottom.",
    ),
    word("end-combat", &[], Nothing, "Goes through step 3.4."),
    word("drop", &[may("cards", CardNames)], Nothing, "Drops cards from the hand in step 4.1."),
    word("release", &[may("cards", CardNames)], Nothing, "Lets permanents go in step 4.7."),
    word(
        "discard",
        &[needs("cards", CardNames)],
        Nothing,
        "Discards cards, in step 4.9 or where an effect asks.",
    ),
    word(
        "end-round",
        &[],
        Nothing,
        "Goes through step 4 to the end of the round; choices not made take the default.",
    ),
    word(
        "step-to",
        &[needs("step", Text)],
        Nothing,
        "Goes on to a step: `1`, `2`, `3.1` … `4.10`.",
    ),
    word("wait", &[], Nothing, "Does nothing at the decision that is due."),
    word(
        "bury",
        &[needs("cards", CardNames)],
        Nothing,
        "Chooses which cards go to the dungeon grave first in step 4.2, the others follow.",
    ),
    word(
        "concede",
        &[may("by", Int)],
        Nothing,
        "With opponents: a player gives the game up; without a number, who has to decide.",
    ),
    word("accept", &[], Nothing, "Multi-player: faces the encounter."),
    word("decline", &[], Nothing, "Multi-player: passes the encounter on."),
    word("place", &[needs("card", CardName)], Nothing, "Multi-player: places a card of the pool."),
    word(
        "disrupt",
        &[needs("card", CardName), may("on", Cards)],
        Nothing,
        "Plays a card's disruption block against the active player.",
    ),
    word(
        "draft",
        &[needs("card", CardName)],
        Nothing,
        "Takes a draft card into the hand instead of play.",
    ),
    word(
        "force-wound",
        &[needs("card", Card), may("count", Int)],
        Nothing,
        "In scenarios: puts Wounds on a card outside combat.",
    ),
    word(
        "force-enter",
        &[needs("card", CardName)],
        Nothing,
        "In scenarios: a dungeon card comes into play.",
    ),
    word(
        "force-grave",
        &[needs("card", CardName)],
        Nothing,
        "In scenarios: puts a card on its grave.",
    ),
    word(
        "force-empty",
        &[needs("zone", Zone)],
        Nothing,
        "In scenarios: sets all cards of a deck aside.",
    ),
];

/// What a test may set up.
pub(super) const SETUP: &[Word] = &[
    word("format", &[], Entity(Role::Format), "The format; `walkthrough` if not said."),
    word(
        "deck",
        &[],
        Entity(Role::Deck),
        "Plays that deck list from the beginning instead of a position.",
    ),
    word("decks", &[], Entity(Role::Deck), "The deck lists of the players in order."),
    word(
        "campaign",
        &[],
        Entity(Role::Record),
        "Plays a campaign from its first chapter, with the party and crawler cards of `deck` if one is named.",
    ),
    word("party", &[], Cards, "Adventurers in marching order."),
    word("opponent-party", &[], Cards, "Adventurers of the second player."),
    word("opponent-hand", &[], CardNames, "Cards in the second player's hand."),
    word("draft-hand", &[], CardNames, "Draft cards in the first player's hand."),
    word("opponent-draft-hand", &[], CardNames, "Draft cards in the second player's hand."),
    word(
        "own-dungeon-deck",
        &[],
        CardNames,
        "With opponents: the first player's own dungeon deck, top first; `dungeon-deck` is the second player's.",
    ),
    word("opponent-crawler-deck", &[], CardNames, "The second player's crawler deck, top first."),
    word("pool", &[], CardNames, "Multi-player: the first player's encounter pool."),
    word("opponent-pool", &[], CardNames, "Multi-player: the second player's encounter pool."),
    word("quests", &[], CardNames, "Quests."),
    word("encounter", &[], Cards, "Dungeon cards in play; the round then stands at step 2."),
    word("hand", &[], CardNames, "Cards in hand."),
    word("crawler-deck", &[], CardNames, "Top first."),
    word("dungeon-deck", &[], CardNames, "Top first."),
    word("crawler-grave", &[], CardNames, "Oldest first."),
    word("dungeon-grave", &[], CardNames, "Oldest first."),
    word("in-play", &[], Cards, "Crawler cards in play."),
    word("round", &[], Int, "The number of the round."),
    word("idle-rounds", &[], Int, "Rounds that have brought the end no nearer."),
    word("seed", &[], Int, "The seed of the random generator."),
    word(
        "set-aside",
        &[],
        Bool,
        "Sets cards aside where the rules shuffle, as the walkthrough does.",
    ),
    word("step", &[], Text, "The step at which the position stands: `1`, `2` or `4`."),
];

/// What a card may start with.
pub(super) const PROPERTIES: &[Word] = &[
    word("wounds", &[], Int, "Wounds on the card."),
    word("poison", &[], Int, "Poison tokens."),
    word("locks", &[], Int, "Lock tokens."),
    word("time", &[], Int, "Time tokens."),
    word("activated", &[], Bool, "Activated."),
    word("summoned", &[], Bool, "Summoned."),
    word("old", &[], Bool, "Entered in an earlier round."),
    word("face-up", &[], Bool, "Face up, for the top of a deck."),
    word(
        "gains",
        &[],
        Keyword,
        "Carries that keyword besides its own, as if granted for the whole game: `goblin(gains: charge(2))`; also in deck lists and in `force-enter`.",
    ),
];
