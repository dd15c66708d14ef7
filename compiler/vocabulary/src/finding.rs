//! What a game finds wrong with content that every word of which is right: a quest whose rooms
//! overlap, a door that never opens. The compiler turns findings into diagnostics.

/// Something that does not work out in play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The declaration.
    pub entity: String,
    /// The part of it, as in `clauses.room.2.clauses.exit.0`.
    pub item: String,
    /// What it is.
    pub fault: Fault,
}

/// What does not work out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A part of a quest that no way ever leads to.
    Unreached {
        /// What it is called, such as `room`.
        part: String,
        /// Its name.
        name: String,
    },
    /// Pieces of the map that do not fit together.
    Misfit {
        /// What is wrong, in words.
        problem: String,
    },
    /// A flag that nothing sets, or a counter that nothing changes.
    NeverSet {
        /// Its name.
        name: String,
    },
    /// A flag or counter that nothing reads.
    NeverRead {
        /// Its name.
        name: String,
    },
    /// A quest that cannot be won.
    Unwinnable,
    /// A quest whose end asks for a space that none of its rooms has.
    NoSpace {
        /// What the space is called.
        space: String,
    },
    /// An enemy that may come has no card.
    NoCard {
        /// Which enemy, in words.
        which: String,
    },
    /// More come to a place than there is room for.
    Crowded {
        /// How many come.
        come: usize,
        /// How many there is room for.
        room: usize,
    },
    /// A die that cannot stand for what comes.
    Unfit {
        /// What is wrong, in words.
        problem: String,
    },
    /// An order that leaves something out.
    Disorder {
        /// What is wrong, in words.
        problem: String,
    },
    /// A check whose end is clear before it is rolled.
    Decided {
        /// The `best` hero fails it, or even the `worst` passes.
        who: &'static str,
        /// How often that hero passes, in percent.
        percent: u32,
    },
    /// Something costs more than there is to gain.
    TooDear {
        /// What it costs.
        cost: i64,
        /// The most there is to gain.
        most: usize,
    },
    /// Dice that always or never succeed.
    Pointless {
        /// Whose, and which, in words.
        problem: String,
    },
    /// Something that may be done for ever and changes nothing.
    Endless,
    /// Every word is right, but the engine has no way to do it.
    Unplayable {
        /// What it cannot do, in words.
        problem: String,
        /// Where it says that.
        trail: Trail,
    },
    /// A map that is not drawn as the pieces of the game are.
    Drawn {
        /// What is wrong, in words.
        problem: String,
        /// What to do, in words.
        help: String,
    },
    /// Something about a piece cannot be read.
    Unusable {
        /// What is wrong, in words.
        problem: String,
    },
}

/// Where something stands that cannot be played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trail {
    /// The keyword in whose body it stands; none: on the card itself.
    pub keyword: Option<String>,
    /// The keyword of the card or clause through which it came there.
    pub used: Option<String>,
    /// The statements around it, the outermost first, by their
    /// [fingerprints](cardwright_model::Statement::fingerprint).
    pub statements: Vec<u64>,
}
