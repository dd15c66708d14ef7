//! What effects of the crawler game can do.

use cardwright_engine::core::words;
use cardwright_engine::core::words::builtin;
use cardwright_vocabulary::{Type, may, needs, word};

use super::{
    ADVENTURERS, ATTACKERS, BEFORE_WOUNDS, CRAWLER, DEALT, DECKS, DUNGEON, HAND, LIVING, LOCKABLE,
    PARTY, PERISHED, PLAYED, RETALIATION, TABLE, TRAPS,
};
use Type::{Card, Cards, EnumSet, Int, Kind, Nothing, Zone};

/// Where a card can be taken into the hand from.
const OUT_OF_HAND: &[&str] = &["crawler-deck", "crawler-play", "crawler-grave", "set-aside"];

/// Blocks of a card that was just played, and is not activated.
const WHEN_PLAYED: &[&str] = &["base", "boost", "disrupt", "blended"];

words! {
    /// What effects do.
    pub enum Verb {
        Draw = word("draw", &[needs("count", Int)], Nothing, "The player draws crawler cards; a draw that fails loses the game.").raises("would-draw"),
        Discard = word("discard", &[needs("count", Int), may("kind", Kind).of(CRAWLER)], Nothing, "The player discards that many cards of choice from the hand, all if there are fewer."),
        DiscardCard = word("discard-card", &[needs("card", Card).of(CRAWLER).at(HAND)], Nothing, "Discards that card from the hand; effects that watch discards happen."),
        Burn = word("burn", &[needs("deck", Zone).of(DECKS), needs("count", Int)], Nothing, "Moves cards from the top of a deck to its grave without effects; never loses the game."),
        Lock = word("lock", &[needs("card", Card).of(LOCKABLE).at(TABLE), may("count", Int)], Nothing, "Puts Lock tokens on a card."),
        Unlock = word("unlock", &[needs("card", Card).of(LOCKABLE).at(TABLE).not_own(DUNGEON), may("count", Int)], Nothing, "Takes Lock tokens off a card."),
        Activate = word("activate", &[needs("card", Card).of(PLAYED).at(TABLE)], Nothing, "Turns a card: it cannot attack or defend until it is reset."),
        Reset = word("reset", &[needs("card", Card).of(PLAYED).at(TABLE).not_own_in(WHEN_PLAYED)], Nothing, "Turns an activated card back."),
        Wound = word("wound", &[needs("card", Card).of(LIVING).at(TABLE), may("count", Int), may("damage", EnumSet(&["damage"]))], Nothing, "Puts Wounds on a card; a card with as many Wounds as Life leaves play."),
        Heal = word("heal", &[needs("card", Card).of(LIVING).at(TABLE), may("count", Int)], Nothing, "Takes Wounds off a card.").raises("would-heal"),
        Prevent = builtin::PREVENT,
        Poison = word("poison", &[needs("card", Card).of(LIVING).at(TABLE), may("count", Int)], Nothing, "Puts Poison tokens on a card."),
        Cure = word("cure", &[needs("card", Card).of(LIVING).at(TABLE), may("count", Int)], Nothing, "Takes Poison tokens off a card; all, if no count is given."),
        AddTime = word("add-time", &[needs("card", Card).of(DEALT).at(TABLE), needs("count", Int)], Nothing, "Puts Time tokens on a card."),
        Destroy = word("destroy", &[needs("card", Card).of(PLAYED).at(TABLE)], Nothing, "Sends a card in play to its grave as slain or destroyed."),
        Remove = word("remove", &[needs("card", Card).of(PLAYED).at(TABLE)], Nothing, "Removes a card from play to its grave without effects that watch cards leaving."),
        ReturnToHand = word("return-to-hand", &[needs("card", Card).of(CRAWLER).at(OUT_OF_HAND)], Nothing, "Takes a crawler card from the grave or from play back into the hand."),
        ShuffleIntoDeck = word("shuffle-into-deck", &[needs("card", Card).of(DEALT)], Nothing, "Shuffles a card into the deck of its family."),
        PutOnTop = word("put-on-top", &[needs("card", Card).of(DEALT)], Nothing, "Puts a card face down on top of the deck of its family."),
        PutOnBottom = word("put-on-bottom", &[needs("card", Card).of(DEALT)], Nothing, "Puts a card face down under the deck of its family."),
        Summon = word("summon", &[needs("cost", Int), needs("types", EnumSet(&["character-type", "tribe"])), may("count", Int)], Nothing, "Reveals dungeon cards until enough Characters of those types and at most that Cost are found; they enter play and never count against the Encounter Limit; the rest is shuffled back."),
        Restock = word("restock", &[needs("cost", Int), needs("types", EnumSet(&["character-type", "tribe"])), may("count", Int)], Nothing, "Shuffles the newest such cards of the dungeon grave into the dungeon deck."),
        Search = word("search", &[needs("deck", Zone).of(DECKS), may("kind", Kind).of(DEALT), may("count", Int)], Nothing, "Reveals cards of a deck until enough are found and shuffles the rest back; crawler cards go into the hand, dungeon cards come into play."),
        Rearrange = word("rearrange", &[needs("deck", Zone).of(DECKS), needs("count", Int)], Nothing, "Looks at the top cards of a deck and puts each back on top or at the bottom in any order."),
        ReturnPerished = word("return-perished", &[needs("card", Card).of(ADVENTURERS).at(PERISHED)], Nothing, "A perished adventurer comes back to the end of the marching order without Wounds."),
        Link = word("link", &[needs("card", Card).of(PLAYED).at(TABLE)], Nothing, "Links the card with another one, which is then `linked`; the link ends when either leaves play."),
        Exchange = word("exchange", &[needs("card", Card).of(ADVENTURERS).at(PARTY), needs("with", Card).of(ADVENTURERS).at(PARTY)], Nothing, "Two adventurers change places in the marching order."),
        PayMore = word("pay-more", &[needs("count", Int)], Nothing, "You pay so much more for this card: it takes up so much more of the resource that pays for it, if that is left.").on(CRAWLER),
        MovePrimaryTarget = word("move-primary-target", &[needs("card", Card).of(ADVENTURERS).at(PARTY)], Nothing, "That adventurer becomes the Primary Target."),
        Ignore = word("ignore", &[needs("cards", Cards).of(ATTACKERS)], Nothing, "Those attackers are ignored for the rest of this retaliation.").within(RETALIATION),
        SetPowerZero = word("set-power-zero", &[needs("card", Card).of(ATTACKERS).at(TABLE)], Nothing, "That attacker's Power is 0 for the rest of the combat."),
        Unmake = word("unmake", &[needs("card", Card).of(TRAPS).at(TABLE)], Nothing, "Undoes what a trap did when it entered play this round."),
        GainPoints = word("gain-points", &[needs("count", Int)], Nothing, "The active player gains victory points, in formats that count them."),
        ExtraWound = word("extra-wound", &[needs("count", Int)], Nothing, "The current attack deals that many more Wounds to its first target.").within(BEFORE_WOUNDS),
        Win = builtin::WIN,
        Lose = builtin::LOSE,
        Then = builtin::THEN,
    }
}
