//! Words of other games and tools for what a game calls by its own word.
//!
//! The groups name no game: each holds words for about the same thing, and of those a game's
//! vocabulary picks the ones that it has.

/// Words for about the same thing, the most usual first.
const GROUPS: &[&[&str]] = &[
    // Effects.
    &[
        "destroy",
        "remove",
        "banish",
        "scrap",
        "unmake",
        "kill",
        "slay",
        "exile",
        "eliminate",
        "defeat",
        "sacrifice",
        "trash",
        "delete",
        "die",
    ],
    &[
        "wound",
        "damage",
        "hurt",
        "hit",
        "harm",
        "deal",
        "deal-damage",
        "deal-wounds",
        "lose-health",
        "lose-life",
        "lose-hearts",
        "strike",
        "injure",
        "lose-hp",
    ],
    &[
        "heal",
        "mend",
        "regain",
        "restore",
        "gain-health",
        "gain-life",
        "gain-hearts",
        "recover",
        "regenerate",
        "gain-hp",
    ],
    &["exchange", "swap", "switch", "swap-places", "change-places", "trade-places"],
    &["draw", "draw-items", "draw-loot", "draw-treasure", "draw-card", "draw-cards", "take-card"],
    &["burn", "mill"],
    &["discard", "discard-card", "drop", "scrap"],
    &["lock", "tap", "exhaust", "turn-sideways", "activate"],
    &["unlock", "untap", "ready", "refresh", "reset", "unexhaust"],
    &["inflict", "give-status", "afflict", "apply", "add-status", "apply-status", "stun", "curse"],
    &["cleanse", "remove-status", "remedy", "cure", "clear-status", "purge", "dispel"],
    &["teleport", "place", "send", "move", "relocate", "jump-to", "move-to", "put"],
    &["push", "knock-back", "shove", "repel"],
    &["pull", "drag", "attract"],
    &["spawn", "summon", "create", "bring", "conjure", "call", "add-monster", "create-token"],
    &["return-to-hand", "bounce", "take-back"],
    &["search", "tutor", "look-for", "fetch"],
    &["gain-actions", "gain-action", "gain-ap", "add-action", "extra-action"],
    &["lose-actions", "spend-actions", "lose-ap"],
    &["gain-movement", "gain-speed", "add-movement"],
    &["gain-coin", "gain-treasure", "gain-gold", "add-gold", "earn"],
    &["lose-coin", "lose-treasure", "lose-gold", "pay"],
    &["gain-points", "score", "add-points"],
    &["resurrect", "revive", "return-perished", "return", "reanimate", "raise"],
    &["reroll", "re-roll", "roll-again"],
    &["prevent", "cancel", "negate", "counter", "stop", "ignore", "block"],
    &["change-amount", "reduce", "increase", "change-damage", "reduce-damage", "add-damage"],
    &["end-turn", "end-activation", "skip-turn", "pass-turn"],
    &["say", "print", "show", "message", "narrate", "tell"],
    &["shuffle-into-deck", "shuffle"],
    &["give-item", "give", "draw-items", "gain-item", "equip"],
    // Moments.
    &[
        "enter",
        "entered",
        "enters",
        "spawned",
        "card-enters",
        "comes-into-play",
        "enters-play",
        "etb",
        "on-enter",
        "revealed",
        "summoned",
        "appears",
    ],
    &["play", "card-played", "played", "cast", "used"],
    &[
        "slain",
        "destroyed",
        "defeated",
        "perished",
        "fallen",
        "downed",
        "dies",
        "death",
        "died",
        "killed",
        "kill",
        "kills",
        "slays",
        "is-slain",
        "die",
        "knocked-out",
    ],
    &["leave", "card-leaves", "leaves", "leaves-play", "exit"],
    &[
        "wounded",
        "damaged",
        "takes-damage",
        "takes-wound",
        "hurt",
        "is-damaged",
        "is-wounded",
        "suffers-damage",
        "damage-taken",
    ],
    &[
        "would-wound",
        "would-damage",
        "deal-damage",
        "before-damage",
        "damage",
        "would-hit",
        "takes-damage",
    ],
    &["hit", "hits", "attack-won", "deals-damage", "strikes"],
    &["attacks", "attack", "combat", "fight-starts", "on-attack", "attacking", "begins-attack"],
    &[
        "round-starts",
        "turn-starts",
        "hero-turn-starts",
        "activation-starts",
        "activates",
        "upkeep",
        "start-of-turn",
        "start-of-round",
        "begin-turn",
        "beginning-of-turn",
        "new-round",
        "turn-begins",
        "round-begins",
        "turn-start",
        "round-start",
    ],
    &[
        "end-of-round",
        "round-ends",
        "turn-ends",
        "hero-turn-ends",
        "activation-ends",
        "end-of-turn",
        "turn-end",
        "end-turn",
        "round-end",
        "ends-turn",
    ],
    &["end-of-combat", "combat-ends", "after-combat"],
    &["game-starts", "quest-starts", "setup", "start-of-game", "game-begins"],
    &["moved", "entered", "moves", "move", "steps"],
    &["drawn", "draws", "card-drawn"],
    &["discarded", "card-discarded", "discards"],
    &["suffered", "affected", "status-gained", "is-stunned"],
    &["healed", "heals", "is-healed"],
    &["chest-opened", "opens-chest", "chest"],
    // Numbers.
    &[
        "hearts",
        "life",
        "health",
        "max-health",
        "hp",
        "hit-points",
        "hitpoints",
        "wounds",
        "lives",
        "vitality",
    ],
    &[
        "ATT",
        "STR",
        "power",
        "dice",
        "melee-dice",
        "attack",
        "strength",
        "offense",
        "might",
        "attack-power",
        "damage",
        "atk",
    ],
    &[
        "ARM",
        "armour",
        "stamina",
        "defence-mod",
        "defence",
        "defense",
        "armor",
        "shield",
        "toughness",
        "block",
        "def",
        "defence-stamina",
    ],
    &["movement", "speed", "move", "steps", "moves"],
    &["actions", "max-ap", "action-points", "ap"],
    &["RNG", "reach", "reach-bonus", "range"],
    &["bonus", "modifier", "melee-mod"],
    &["hand-limit", "hand-size", "max-hand"],
    &["cost", "price", "mana"],
    // Cards and who is meant.
    &[
        "heroes",
        "adventurers",
        "party",
        "players",
        "player",
        "hero",
        "adventurer",
        "characters",
        "allies",
        "friends",
    ],
    &[
        "monsters",
        "enemies",
        "characters",
        "encounter-cards",
        "foes",
        "creatures",
        "opponents",
        "minions",
        "enemy",
        "monster",
        "foe",
    ],
    &["target", "targets", "primary-target", "foe", "defender", "attacked", "victim", "target-x"],
    &["bearer", "user", "actor", "owner", "wearer", "holder", "controller", "player", "you", "me"],
    &["self", "this", "this-card", "me", "itself"],
    &["others", "other", "everyone-else"],
    &["attacker", "attackers", "assailants", "attacking-adventurers", "user"],
    &["equipment", "items", "your-cards", "gear", "inventory", "backpack"],
    // Places.
    &["crawler-grave", "dungeon-grave", "graveyard", "discard-pile", "discard", "grave", "burnt"],
    &["crawler-deck", "dungeon-deck", "deck", "library", "draw-pile", "stack"],
    &["crawler-hand", "hand"],
    &["encounter", "crawler-play", "battlefield", "board", "play", "in-play", "table"],
    &["set-aside", "exile", "removed", "out-of-game"],
    // Questions.
    &["count", "number-of", "amount-of", "how-many", "size", "length", "sum"],
    &["any", "exists", "some", "there-is", "is-any"],
    &["adjacent", "is-beside", "next-to", "is-adjacent", "near"],
    &["sees", "can-see", "in-sight", "line-of-sight", "can-shoot"],
    &["has-status", "suffers", "is-stunned", "has", "affected-by", "is-affected"],
    &["holds", "wears", "equips", "equipped", "has-item", "carries"],
    &["highest", "most", "greatest", "max"],
    &["lowest", "least", "smallest", "min"],
    &["round", "turn", "current-round", "round-number"],
    &["won", "heroes-won", "victory", "win"],
    &["lost", "consul-won", "defeat", "lose"],
    &["in-zone", "is-in", "is-on", "contains"],
    // Fields.
    &["art", "image", "picture", "illustration", "artwork", "img", "portrait"],
    &["text", "rules-text", "rules", "description", "body", "effect-text"],
    &["flavour", "flavor", "flavour-text", "flavor-text", "quote", "story"],
    &["artist", "author", "illustrator", "drawn-by"],
    &[
        "attribute",
        "ability",
        "keyword",
        "abilities",
        "attributes",
        "keywords",
        "traits",
        "trait",
        "skills",
        "special",
    ],
    &["type", "types", "subtype", "tribe", "race", "class", "species"],
    &["copies", "count", "quantity", "qty", "amount", "how-many"],
    &["health", "life", "hearts", "hp", "hit-points", "hitpoints", "vitality", "max-health"],
    // Kinds.
    &["monster", "character", "creature", "enemy", "solo", "minion", "foe", "beast"],
    &["hero", "adventurer", "player-character", "champion", "class"],
    &["item", "equipment", "loot", "treasure", "weapon", "armour", "artifact"],
    &["magic", "spell", "tactic", "skill", "sorcery", "instant"],
    &["tile", "room", "location", "map", "terrain"],
    &["quest", "mission", "scenario", "adventure"],
    // Keywords, and what cards are given.
    &["fly", "flying", "flies", "leap", "flight"],
    &["immune", "immunity", "protection"],
    // Commands of tests.
    &["attack", "melee", "fight-on", "aim", "use", "fight", "strike"],
    &["shoot", "ranged", "fire"],
    &["move", "walk", "go", "run"],
    &["use", "ability", "act", "cast", "drink"],
    &["end", "end-round", "end-turn", "pass", "pass-turn", "done", "finish"],
    &["pick", "choose", "option", "select", "decide", "answer"],
    // How long something lasts.
    &[
        "end-of-turn",
        "end-of-round",
        "end-of-activation",
        "turn-end",
        "end-turn",
        "this-turn",
        "this-round",
        "next-turn",
        "end-of-next-round",
        "next-activation",
        "next-upkeep",
    ],
    &["end-of-attack", "end-of-combat", "end-of-fight", "this-attack", "this-combat"],
    &["end-of-game", "forever", "permanently", "game-end"],
];

/// The words of `legal` for what `written` says elsewhere, the likeliest first. At most three.
pub(crate) fn kin<'a>(written: &str, legal: &[&'a str]) -> Vec<&'a str> {
    const FEW: usize = 3;
    let written = written.to_ascii_lowercase().replace('_', "-");
    let mut found: Vec<&'a str> = Vec::new();
    for group in GROUPS.iter().filter(|group| group.contains(&written.as_str())) {
        for word in group.iter().filter(|word| **word != written) {
            let known = legal.iter().copied().find(|name| name == word);
            found.extend(known.filter(|known| !found.contains(known)));
        }
    }
    found.truncate(FEW);
    found
}

/// How a phrase that begins with such a word is said here.
pub(crate) fn habit_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "once" => {
            "how often is said behind the block: `on EVENT { … } limit 1`, or `limit 1 per game`"
        }
        "may" | "optional" | "you" | "optionally" => {
            "what a player may do is an `offer \"…\" { … }`, or `choose up to 1 from SELECTION { … }`"
        }
        "unless" => "write `if not (CONDITION) { … }`, or `when not (CONDITION)` behind a `modify`",
        "otherwise" | "elif" | "elseif" => {
            "write `else { … }` or `else if CONDITION { … }` behind the `}` of the `if`"
        }
        "whenever" | "after" | "before" | "upon" | "trigger" | "triggered" | "event" => {
            "an effect that reacts reads `on EVENT { … }`"
        }
        "while" | "until" | "during" => {
            "what holds for a time reads `modify NUMBER of CARDS by AMOUNT when CONDITION`, or `until MOMENT` behind it"
        }
        "gain" | "gains" | "get" | "gets" | "have" | "lose" | "loses" | "add" | "increase"
        | "reduce" | "decrease" | "subtract" => {
            "a number is changed with `modify NUMBER of CARDS by AMOUNT`, a keyword is given with `grant KEYWORD to CARDS`"
        }
        "cannot" | "cant" | "can't" | "may-not" | "prohibit" | "disallow" | "never" => {
            "what cannot be done is written `forbid ACT to CARDS`"
        }
        "foreach" | "each" | "all" | "every" => "write `for each SELECTION { … }`",
        "target" | "select" | "pick" => "write `choose 1 from SELECTION { … }`, with `it` inside",
        "var" | "const" | "int" | "define" | "variable" => "write `let NAME = VALUE`",
        "switch" | "case" => "write `match VALUE { 1..2 -> { … }  else -> { … } }`",
        "random" | "randomly" | "dice" => "dice are rolled with `roll DICE { … }`",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::kin;

    #[test]
    fn a_word_of_another_game_gives_the_words_of_this_one() {
        assert_eq!(kin("swap", &["exchange", "wound"]), ["exchange"]);
        assert_eq!(kin("destroy", &["banish", "damage", "remove"]), ["remove", "banish"]);
        assert_eq!(kin("deal-damage", &["enter", "would-wound"]), ["would-wound"]);
        assert_eq!(kin("goblin", &["remove"]), [""; 0]);
    }
}
