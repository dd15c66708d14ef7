//! The vocabulary of a game: every verb, event, stat, mark, zone, selection, query, window
//! and command that its content may use, with types and a sentence of documentation.
//!
//! The compiler checks content against it and the engine executes it; there is no second
//! list. Tables are `const`, one a game.

use cardwright_model::WordType;
use serde::Serialize;

use crate::Fact;

/// Everything a game's content may name.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Vocabulary {
    /// The engine module, such as `crawler`.
    pub game: &'static str,
    /// Whether the game has dice, so that effects may `roll`.
    pub dice: bool,
    /// Whether players can be on different sides, so that an opponent may choose.
    pub opponents: bool,
    /// What begins anew before a `limit` counts again: `round` or `turn`.
    pub period: &'static str,
    /// Kinds of which one is in force for everybody, such as a quest: their flags and counters are
    /// the game's, whoever carries out their text. Of all others each copy has its own.
    pub single: &'static [&'static str],
    /// Things effects do: `burn(crawler-deck, 2)`.
    pub verbs: &'static [Word],
    /// Moments effects react to: `on enter { … }`. Parameters are the names bound inside.
    pub events: &'static [Word],
    /// Numbers that `modify` may change. A first parameter `card` means the stat belongs to
    /// cards; without it, to the game. Every stat may also be read as a query.
    pub stats: &'static [Word],
    /// Mechanisms that `mark` switches on.
    pub marks: &'static [Word],
    /// What `forbid` may forbid.
    pub acts: &'static [Word],
    /// Places cards can be.
    pub zones: &'static [Word],
    /// Sets (result `Cards`) or single cards (result `Card`) that effects may pick from.
    pub selections: &'static [Word],
    /// Facts that conditions and formulas may read.
    pub queries: &'static [Word],
    /// Moments at which something that lasts may end (`until …`).
    pub windows: &'static [Word],
    /// What a scenario may `do`; also what a player may do.
    pub commands: &'static [Word],
    /// What a scenario may set up: `encounter: ghoul(wounds: 1), mummy`.
    pub setup: &'static [Word],
    /// Properties of a card in a set-up: the `wounds: 1` of `ghoul(wounds: 1)`.
    pub properties: &'static [Word],
    /// Enums the engine relies on, with the values it must find in the content's declaration.
    pub enums: &'static [RequiredEnum],
    /// What the game reads from declarations by name.
    pub facts: &'static [Fact],
    /// Where effects may stand, and when they are in force there. Empty: anywhere.
    pub homes: &'static [Home],
}

impl Vocabulary {
    /// The vocabulary of a game without an engine: its packages declare their own words.
    pub const NONE: Vocabulary = Vocabulary {
        game: "none",
        dice: false,
        opponents: true,
        period: "round",
        single: &[],
        verbs: &[],
        events: &[],
        stats: &[],
        marks: &[],
        acts: &[],
        zones: &[],
        selections: &[],
        queries: &[],
        windows: &[],
        commands: &[],
        setup: &[],
        properties: &[],
        enums: &[],
        facts: &[],
        homes: &[],
    };
}

/// A place for effects that the game knows: the text of a kind of card, or a block of it. What
/// stands anywhere else would never happen.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Home {
    /// The kind; those under it are included.
    pub kind: &'static str,
    /// The clause in whose block they stand; none: on the card itself.
    pub clause: Option<&'static str>,
    /// Whether lasting statements (`on`, `modify`, `offer` …) are in force there.
    pub lasts: bool,
    /// Whether everything else is done there.
    pub done: bool,
    /// When, in words that complete "in force …" or "done …".
    pub when: &'static str,
    /// The kinds of what `self` means there; empty: the card itself.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub own: &'static [&'static str],
    /// Whether what lasts there, without saying until when, is in force only while the block is
    /// carried out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub brief: bool,
    /// The places where the card is while that happens; empty: any.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub places: &'static [&'static str],
    /// What the moment is called among the moments of words, if not like the clause: what a monster
    /// attacks with is used at another time than what a hero attacks with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moment: Option<&'static str>,
    /// The kinds of those whom the block affects, unless a mark of the line says whom it is for;
    /// empty: any.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub affects: &'static [&'static str],
    /// Whether the block is carried out by one and for another, so that `self` would be unclear:
    /// it says `user` and `target`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aimed: bool,
}

impl Home {
    /// The text of a kind of card, which holds lasting statements.
    pub const fn text(kind: &'static str, when: &'static str) -> Home {
        Home {
            kind,
            clause: None,
            lasts: true,
            done: false,
            when,
            own: &[],
            brief: false,
            places: &[],
            moment: None,
            affects: &[],
            aimed: false,
        }
    }

    /// A block of a kind of card that is carried out, and starts what lasts.
    pub const fn block(kind: &'static str, clause: &'static str, when: &'static str) -> Home {
        Home {
            kind,
            clause: Some(clause),
            lasts: true,
            done: true,
            when,
            own: &[],
            brief: false,
            places: &[],
            moment: None,
            affects: &[],
            aimed: false,
        }
    }

    /// The same place, where everything else is done too.
    #[must_use]
    pub const fn and_done(self) -> Home {
        Home { done: true, ..self }
    }

    /// The same place, where `self` is of these kinds, as the wearer of an item.
    #[must_use]
    pub const fn about(self, own: &'static [&'static str]) -> Home {
        Home { own, ..self }
    }

    /// The same place, where what lasts is in force only while the block is carried out.
    #[must_use]
    pub const fn briefly(self) -> Home {
        Home { brief: true, ..self }
    }

    /// The same place, which one carries out for another: its text says `user` and `target`.
    #[must_use]
    pub const fn aimed(self) -> Home {
        Home { aimed: true, ..self }
    }

    /// The same place, during which the card itself is in one of these places.
    #[must_use]
    pub const fn at(self, places: &'static [&'static str]) -> Home {
        Home { places, ..self }
    }

    /// The same place, whose moment has another name than its clause.
    #[must_use]
    pub const fn called(self, moment: &'static str) -> Home {
        Home { moment: Some(moment), ..self }
    }

    /// The same block, which affects things of these kinds.
    #[must_use]
    pub const fn affecting(self, affects: &'static [&'static str]) -> Home {
        Home { affects, ..self }
    }

    /// The same place, where only lasting statements count.
    #[must_use]
    pub const fn only_lasting(self) -> Home {
        Home { done: false, ..self }
    }
}

/// One word of a vocabulary.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// Its parameters in order.
    pub params: &'static [WordParam],
    /// What it gives.
    pub result: WordType,
    /// What it means, one sentence for designers.
    pub doc: &'static str,
    /// The kinds of things that it gives; of a mark or an act, the kinds it may be said of. Empty:
    /// any. Kinds under these are included.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub kinds: &'static [&'static str],
    /// The places in which those things are, or must be; empty: any. A place is a zone, or
    /// another name that the game gives one.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub places: &'static [&'static str],
    /// The verb without which there is nothing that it could mean: the text must use it too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<&'static str>,
    /// Of an event: what those who react to it may still do about it.
    #[serde(skip_serializing_if = "Change::is_none")]
    pub change: Change,
    /// The events and blocks in which it means something when it is carried out; empty: always.
    /// In what lasts it may always stand: it counts while it means something.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub moments: &'static [&'static str],
    /// The kinds of cards in whose text it means something; empty: all.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub hosts: &'static [&'static str],
    /// Of a stat, mark or act: selections of things for which it never matters, such as who is
    /// fought for what nobody does in a fight.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub never_for: &'static [&'static str],
    /// Of a stat, mark or act: selections of things that are only meant at moments at which it does
    /// not matter, such as who is attacking now for how far one walks. What begins at such a moment
    /// and lasts may be about them. Of an event: those moments are not when it happens.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub never_while: &'static [&'static str],
    /// Of an event: it comes only when the game begins, so that nothing that begins later hears it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub opening: bool,
    /// Of an act: nobody in particular does it, so that `forbid` names nobody.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// Of a mark: in a block it is about what the block does, as how far an attack reaches.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub of_lines: bool,
    /// Of a selection: in a block it is who uses the block.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub uses: bool,
    /// Of a selection: it is whom the text belongs to, such as the wearer of an item.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub owner: bool,
    /// Of a selection: in a block it is whom the block affects. Of a mark: it says whom a line is
    /// for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub affected: bool,
    /// Of a selection: what it means in the text of some cards.
    #[serde(skip_serializing_if = "<[InText]>::is_empty")]
    pub in_texts: &'static [InText],
    /// Of a number that can be dice: the kinds for which dice count; the others have a plain number.
    /// Empty: all.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub dice_for: &'static [&'static str],
    /// Of an act: the clause that a card must have to do it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
    /// Of a verb: the event that it brings about, or that asks whether it may happen. To do it in
    /// answer to every such event would never come to an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raises: Option<&'static str>,
    /// Of an event: in the block of an attack it has happened to whom the block affects. Of a mark or
    /// act: what such a block begins comes too late for that attack.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub settled: bool,
    /// Of a window: it closes when what is going on is over, before anybody does anything else.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub soon: bool,
    /// Of a window: events shortly before it closes, after which some words no longer matter.
    #[serde(skip_serializing_if = "<[Closing]>::is_empty")]
    pub closing: &'static [Closing],
    /// Of an event: the event that tells a card the same about itself, when it hears this one only
    /// about others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_event: Option<&'static str>,
}

/// What a selection means in the text of some cards: less than elsewhere.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct InText {
    /// The kinds of those cards.
    pub hosts: &'static [&'static str],
    /// The kinds of what it gives there.
    pub kinds: &'static [&'static str],
    /// The events and blocks in which it gives something there; empty: always.
    pub moments: &'static [&'static str],
}

/// An event shortly before a window closes.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Closing {
    /// The event.
    pub event: &'static str,
    /// The words that no longer matter between it and the end of the window; empty: all.
    pub idle: &'static [&'static str],
}

/// What may still be done about an event by those who react to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Nothing: it has happened.
    None,
    /// `prevent()` stops it.
    Prevent,
    /// `prevent()` stops it, `change-amount` makes it more or less.
    Amount,
}

impl Change {
    fn is_none(&self) -> bool {
        *self == Change::None
    }
}

impl Word {
    /// The same word, of which only those kinds can be meant.
    #[must_use]
    pub const fn of(self, kinds: &'static [&'static str]) -> Word {
        Word { kinds, ..self }
    }

    /// The same word, about things that are in one of these places.
    #[must_use]
    pub const fn at(self, places: &'static [&'static str]) -> Word {
        Word { places, ..self }
    }

    /// The same word, which means something only in a text that uses that verb.
    #[must_use]
    pub const fn made_by(self, verb: &'static str) -> Word {
        Word { made_by: Some(verb), ..self }
    }

    /// The same word, which means something only in reactions to these events and in these
    /// blocks.
    #[must_use]
    pub const fn within(self, moments: &'static [&'static str]) -> Word {
        Word { moments, ..self }
    }

    /// The same word, which means something only in the text of these kinds of cards.
    #[must_use]
    pub const fn on(self, hosts: &'static [&'static str]) -> Word {
        Word { hosts, ..self }
    }

    /// The same number, mark or act, which never matters for the things of these selections.
    #[must_use]
    pub const fn never_for(self, selections: &'static [&'static str]) -> Word {
        Word { never_for: selections, ..self }
    }

    /// The same number, mark or act, which does not matter for the things of these selections while
    /// they are meant.
    #[must_use]
    pub const fn never_while(self, selections: &'static [&'static str]) -> Word {
        Word { never_while: selections, ..self }
    }

    /// An event that comes only when the game begins.
    #[must_use]
    pub const fn opening(self) -> Word {
        Word { opening: true, ..self }
    }

    /// An act that nobody in particular does.
    #[must_use]
    pub const fn alone(self) -> Word {
        Word { alone: true, ..self }
    }

    /// A mark that in a block is about what the block does.
    #[must_use]
    pub const fn of_lines(self) -> Word {
        Word { of_lines: true, ..self }
    }

    /// A selection that in a block is who uses the block.
    #[must_use]
    pub const fn uses(self) -> Word {
        Word { uses: true, ..self }
    }

    /// A selection of whom the text belongs to.
    #[must_use]
    pub const fn owner(self) -> Word {
        Word { owner: true, ..self }
    }

    /// A selection of whom a block affects, or a mark that says whom a line is for.
    #[must_use]
    pub const fn affected(self) -> Word {
        Word { affected: true, ..self }
    }

    /// The same selection, which means less in the text of some cards.
    #[must_use]
    pub const fn in_texts(self, in_texts: &'static [InText]) -> Word {
        Word { in_texts, ..self }
    }

    /// The same number, which can be dice only for these kinds.
    #[must_use]
    pub const fn dice_for(self, kinds: &'static [&'static str]) -> Word {
        Word { dice_for: kinds, ..self }
    }

    /// The same act, which only cards with that clause do.
    #[must_use]
    pub const fn with_clause(self, clause: &'static str) -> Word {
        Word { clause: Some(clause), ..self }
    }

    /// A verb that brings that event about.
    #[must_use]
    pub const fn raises(self, event: &'static str) -> Word {
        Word { raises: Some(event), ..self }
    }

    /// An event, mark or act that is past when the block of an attack is carried out.
    #[must_use]
    pub const fn settled(self) -> Word {
        Word { settled: true, ..self }
    }

    /// A window that closes when what is going on is over.
    #[must_use]
    pub const fn soon(self) -> Word {
        Word { soon: true, ..self }
    }

    /// A window that closes soon after those events.
    #[must_use]
    pub const fn closing(self, closing: &'static [Closing]) -> Word {
        Word { closing, ..self }
    }

    /// An event that a card hears only about others; another tells it about itself.
    #[must_use]
    pub const fn of_others(self, own_event: &'static str) -> Word {
        Word { own_event: Some(own_event), ..self }
    }

    /// An event that `prevent()` stops.
    #[must_use]
    pub const fn preventable(self) -> Word {
        Word { change: Change::Prevent, ..self }
    }

    /// An event that `prevent()` stops and `change-amount` changes.
    #[must_use]
    pub const fn changeable(self) -> Word {
        Word { change: Change::Amount, ..self }
    }
}

impl WordParam {
    /// The same parameter, which takes only those kinds of things.
    #[must_use]
    pub const fn of(self, kinds: &'static [&'static str]) -> WordParam {
        WordParam { kinds, ..self }
    }

    /// The same parameter, for which these values of its enum change nothing.
    #[must_use]
    pub const fn not(self, idle: &'static [&'static str]) -> WordParam {
        WordParam { idle, ..self }
    }

    /// The same parameter, which takes only things in one of these places.
    #[must_use]
    pub const fn at(self, places: &'static [&'static str]) -> WordParam {
        WordParam { places, ..self }
    }

    /// The same parameter, which takes only who acts now.
    #[must_use]
    pub const fn acting(self) -> WordParam {
        WordParam { acting: true, ..self }
    }

    /// The same parameter, which takes things whose cards have that field.
    #[must_use]
    pub const fn having(self, field: &'static str) -> WordParam {
        WordParam { having: Some(field), ..self }
    }

    /// The same parameter, which takes the names of cards that such a list names.
    #[must_use]
    pub const fn listed(self, list: &'static str) -> WordParam {
        WordParam { listed: Some(list), ..self }
    }

    /// The same parameter, which does not take `self` in these blocks.
    #[must_use]
    pub const fn not_own_in(self, blocks: &'static [&'static str]) -> WordParam {
        WordParam { not_own_in: blocks, ..self }
    }

    /// The same parameter, which does not take `self` in the text of these kinds of cards.
    #[must_use]
    pub const fn not_own(self, hosts: &'static [&'static str]) -> WordParam {
        WordParam { not_own: hosts, ..self }
    }
}

/// A parameter of a word.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WordParam {
    /// Its name, also its label: `summon(cost: 2, …)`. In commands also the connecting
    /// word: the parameter `with` takes what follows `with`.
    pub name: &'static str,
    /// What it takes.
    pub ty: WordType,
    /// May be left out. A left-out first parameter of type `Card` in a query or stat means
    /// `it` inside `where`, `for each` and `choose`, else `self`.
    pub optional: bool,
    /// The kinds of things that it takes; of a zone, the zones; of a die, the enums after whose
    /// values it must be named. Empty: any. Kinds under these are included.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub kinds: &'static [&'static str],
    /// The places in which those things must be. Empty: any.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub places: &'static [&'static str],
    /// Values of an enum that change nothing here, such as plain floor for who ignores squares.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub idle: &'static [&'static str],
    /// The kinds of cards in whose text `self` makes no sense here, such as cards without text while
    /// they are locked for what unlocks.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub not_own: &'static [&'static str],
    /// The blocks in which `self` makes no sense here, such as those of a card that was just played
    /// for what turns cards back.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub not_own_in: &'static [&'static str],
    /// Of the name of a card: the list in which some card must name it, such as a pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<&'static str>,
    /// Only who acts now can be meant, in a block who uses the block.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub acting: bool,
    /// The field that the card of a thing must have for it, such as another form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub having: Option<&'static str>,
}

/// An enum the engine relies on.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RequiredEnum {
    /// The enum's identifier.
    pub name: &'static str,
    /// Values the engine's mechanisms name. The content may have more, and may list them in any
    /// order: the game's own is this one.
    pub values: &'static [&'static str],
}

impl Vocabulary {
    /// The word of that name in one of the tables.
    pub fn find(table: &'static [Word], name: &str) -> Option<&'static Word> {
        table.iter().find(|word| word.name == name)
    }
}

/// The command that the tests of every game have: it takes an option by its words.
pub const DECIDE: Word = word(
    "decide",
    &[needs("option", WordType::Text), may("nth", WordType::Int), may("by", WordType::Int)],
    WordType::Nothing,
    "Takes the option that reads so; of several that do, the `nth`. `by` says whose decision it must be, the first player's being 1.",
);

/// A required parameter.
pub const fn needs(name: &'static str, ty: WordType) -> WordParam {
    WordParam {
        name,
        ty,
        optional: false,
        kinds: &[],
        places: &[],
        idle: &[],
        not_own: &[],
        not_own_in: &[],
        listed: None,
        acting: false,
        having: None,
    }
}

/// A parameter that may be left out.
pub const fn may(name: &'static str, ty: WordType) -> WordParam {
    WordParam {
        name,
        ty,
        optional: true,
        kinds: &[],
        places: &[],
        idle: &[],
        not_own: &[],
        not_own_in: &[],
        listed: None,
        acting: false,
        having: None,
    }
}

/// A word.
pub const fn word(
    name: &'static str,
    params: &'static [WordParam],
    result: WordType,
    doc: &'static str,
) -> Word {
    Word {
        name,
        params,
        result,
        doc,
        kinds: &[],
        places: &[],
        made_by: None,
        change: Change::None,
        moments: &[],
        hosts: &[],
        never_for: &[],
        never_while: &[],
        opening: false,
        alone: false,
        of_lines: false,
        uses: false,
        owner: false,
        affected: false,
        in_texts: &[],
        dice_for: &[],
        clause: None,
        own_event: None,
        closing: &[],
        soon: false,
        settled: false,
        raises: None,
    }
}
