//! Turns a library into [`Code`], once, before play.
//!
//! Lowering is generic: every word is looked up in the game's vocabulary, and its parameter and
//! result types there decide how its arguments are lowered. A card that cannot be lowered is
//! reported and kept out of play; the others are not affected.

mod expression;
mod keyword;
pub(crate) mod scope;
mod statement;
mod things;
mod trail;
pub(crate) mod types;

use std::collections::BTreeMap;
use std::fmt;

use cardwright_model::{
    Clause, ClauseShape, Entity, Keyword, KeywordUse, Kind, Library, Statement, Value, walk,
};

use super::code::{
    Abilities, AbilitiesId, Arguments, BlockId, Code, Def, DefId, Instruction, ListId, NO_BLOCK,
    NO_NODE, NONE, Node, NodeId, Variable,
};
use super::dice::{Dice, DiceError, Pool};
use super::tables::DeckName;
use cardwright_vocabulary::{Fact, Holder, Otherwise, Trail, Vocabulary};

/// The option that declines an offer.
pub(crate) const DECLINED: &str = "Let it be";
pub use scope::Scope;
use trail::Step;

/// The result of lowering, or a sentence about what is wrong.
pub type Lowered<T> = Result<T, String>;

/// Something that could not be lowered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The declaration.
    pub at: String,
    /// What is wrong.
    pub message: String,
    /// Where it stands in the declaration's effects, as far as that is known.
    pub trail: Trail,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.at, self.message)
    }
}

/// Why a library cannot be played at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// Content that the engine cannot execute.
    #[error("the engine cannot play {}", list(.0))]
    Content(Vec<Problem>),
    /// More of something than there is room for.
    #[error("there are too many {0}")]
    TooMany(&'static str),
}

impl LowerError {
    /// One thing that cannot be played.
    pub fn of(at: &str, message: impl Into<String>) -> LowerError {
        let (at, message, trail) = (at.to_owned(), message.into(), Trail::default());
        LowerError::Content(vec![Problem { at, message, trail }])
    }
}

impl From<DiceError> for LowerError {
    fn from(error: DiceError) -> LowerError {
        LowerError::of("dice", error.to_string())
    }
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
}

/// Turns a library into [`Code`].
pub struct Lowerer<'l> {
    /// The code so far.
    pub code: Code,
    library: &'l Library,
    vocabulary: &'static Vocabulary,
    keywords: BTreeMap<&'l str, &'l Keyword>,
    entering: Option<&'static str>,
    granting: u8,
    problems: Vec<Problem>,
    /// The way to what could not be lowered last, the innermost step first.
    steps: Vec<Step>,
}

impl<'l> Lowerer<'l> {
    /// Starts with the library's names: kinds, enums and printed cards.
    ///
    /// Effects that a card states without `on` happen at the event `entering`.
    pub fn new(
        library: &'l Library,
        vocabulary: &'static Vocabulary,
        dice: Dice,
        entering: Option<&'static str>,
    ) -> Result<Lowerer<'l>, LowerError> {
        let code = Code { dice, ..Code::default() };
        let mut lowerer = Lowerer::resume(library, vocabulary, code);
        lowerer.entering = entering;
        for (table, what) in [
            (vocabulary.stats, "stats"),
            (vocabulary.marks, "marks"),
            (vocabulary.acts, "acts"),
            (vocabulary.events, "events"),
        ] {
            if table.len() > 64 {
                return Err(LowerError::TooMany(what));
            }
        }
        lowerer.name_kinds()?;
        lowerer.name_values()?;
        lowerer.name_cards()?;
        lowerer.code.formats = lowerer.formats().map(|format| format.id.clone()).collect();
        let name = |deck: &Entity| {
            let format = deck.target.clone().unwrap_or_default();
            DeckName { id: deck.id.clone(), format }
        };
        lowerer.code.decks = lowerer.decks().map(name).collect();
        Ok(lowerer)
    }

    /// Continues with code that was lowered before; scenarios do this for their own lines.
    pub(crate) fn resume(
        library: &'l Library,
        vocabulary: &'static Vocabulary,
        code: Code,
    ) -> Lowerer<'l> {
        let keywords = library.keywords().map(|keyword| (keyword.id.as_str(), keyword)).collect();
        Lowerer {
            code,
            library,
            vocabulary,
            keywords,
            entering: None,
            granting: 0,
            problems: Vec::new(),
            steps: Vec::new(),
        }
    }

    fn name_kinds(&mut self) -> Result<(), LowerError> {
        for kind in self.library.kinds() {
            if self.code.kinds.len() >= 64 {
                return Err(LowerError::TooMany("kinds"));
            }
            self.code.kinds.push(kind.id.clone());
        }
        Ok(())
    }

    /// Numbers the values of enums: first those that the game gives a meaning to, in its own
    /// order, so that the order in the content means nothing.
    fn name_values(&mut self) -> Result<(), LowerError> {
        for required in self.vocabulary.enums {
            let values = required.values.iter().map(|value| (*value).to_owned()).collect();
            self.code.enums.insert(required.name.to_owned(), values);
        }
        for declared in self.library.enums() {
            let values = self.code.enums.entry(declared.id.clone()).or_default();
            for value in &declared.values {
                if !values.contains(&value.id) {
                    values.push(value.id.clone());
                }
            }
            if values.len() > 64 {
                return Err(LowerError::TooMany("values of an enum"));
            }
        }
        Ok(())
    }

    fn name_cards(&mut self) -> Result<(), LowerError> {
        for entity in self.library.cards().filter(|entity| !entity.is_abstract) {
            let place = self.code.defs.len();
            if place >= usize::from(NONE) {
                return Err(LowerError::TooMany("cards"));
            }
            let (id, name) = (entity.id.clone(), entity.name.clone());
            let own = self.code.kinds.iter().position(|known| *known == entity.kind);
            let kind = own.map_or(0, |place| 1 << place);
            self.code.def_ids.insert(id.clone(), place as DefId);
            self.code.defs.push(Def { id, name, kind, ..Def::default() });
        }
        Ok(())
    }

    /// The printed cards of [`Code::defs`], in the same order.
    pub fn entities(&self) -> impl Iterator<Item = (DefId, &'l Entity)> + use<'l> {
        let cards = self.library.cards().filter(|entity| !entity.is_abstract);
        cards.enumerate().map(|(place, entity)| (place as DefId, entity))
    }

    /// The formats of [`Code::formats`], in the same order.
    pub fn formats(&self) -> impl Iterator<Item = &'l Entity> + use<'l> {
        self.library.formats().filter(|format| !format.is_abstract)
    }

    /// The deck lists of [`Code::decks`], in the same order.
    pub fn decks(&self) -> impl Iterator<Item = &'l Entity> + use<'l> {
        self.library.decks().filter(|deck| !deck.is_abstract)
    }

    /// What a game knows of each of those declarations, in the same order. What cannot be read
    /// is reported and stands for nothing.
    pub fn read_each<T: Default>(
        &mut self,
        entities: impl Iterator<Item = &'l Entity>,
        mut read: impl FnMut(&mut Lowerer<'l>, &'l Entity) -> Lowered<T>,
    ) -> Vec<T> {
        let read = |entity: &'l Entity| {
            read(self, entity).unwrap_or_else(|message| {
                self.problem(&entity.id, message);
                T::default()
            })
        };
        entities.map(read).collect()
    }

    /// Lowers what every printed card does while it is in play: its keywords and its own effects.
    /// The game lowers clauses itself, with [`Lowerer::clause`].
    pub fn cards(&mut self) {
        // Cards may read the counters of others, which stand above or below them.
        for (_, entity) in self.entities() {
            if let Err(message) = self.variables(entity) {
                self.problem(&entity.id, message);
            }
        }
        for (def, entity) in self.entities() {
            let place = usize::from(def);
            if let Some(note) = self.unfinished(entity) {
                self.code.defs[place].unplayable = Some(note);
            }
            match self.abilities(&entity.keywords, &entity.effects, &entity.id) {
                Ok((abilities, forms)) => {
                    self.code.defs[place].abilities = abilities;
                    self.code.defs[place].keywords = forms;
                    match self.own_abilities(abilities) {
                        Ok(own) => self.code.defs[place].own = own,
                        Err(message) => self.problem(&entity.id, message),
                    }
                }
                Err(message) => self.problem(&entity.id, message),
            }
        }
    }

    /// Declares the flags and counters among a card's clauses.
    fn variables(&mut self, entity: &Entity) -> Lowered<()> {
        let declared = self.library.kind(&entity.kind).map_or(&[][..], |kind| &kind.clauses);
        for clause in &entity.clauses {
            let shape = declared.iter().find(|known| known.name == clause.clause);
            let is_variable = shape.is_some_and(|known| {
                matches!(known.shape, ClauseShape::Flag | ClauseShape::Counter)
            });
            let name = clause.args.get("name").and_then(Value::as_text);
            if let (true, Some(name)) = (is_variable, name) {
                let start = match clause.fields.get("start") {
                    Some(Value::Bool(start)) => i64::from(*start),
                    Some(Value::Int(start)) => *start,
                    _ => 0,
                };
                let start = i32::try_from(start).map_err(|_| format!("`{name}` is too large"))?;
                self.declare(&entity.id, name, start)?;
            }
        }
        Ok(())
    }

    /// Declares a flag or counter of a card. The card's text reads it by its name and changes it
    /// with `set`.
    pub fn declare(&mut self, owner: &str, name: &str, start: i32) -> Lowered<u16> {
        if let Some(known) = self.code.variable(owner, name) {
            return Ok(known);
        }
        let place = u16::try_from(self.code.variables.len());
        let place = place.map_err(|_| "there are too many flags and counters")?;
        let def = self.code.def(owner).unwrap_or(NONE);
        let kind = self.code.defs.get(usize::from(def)).map_or(0, |def| def.kind);
        let kind = self.code.kinds.get(kind.trailing_zeros() as usize);
        let kind = kind.and_then(|kind| self.library.kind(kind));
        let parent = |kind: &&Kind| self.library.kind(kind.parent.as_deref()?);
        let mut lineage = std::iter::successors(kind, parent);
        let shared = lineage.any(|kind| self.vocabulary.single.contains(&kind.id.as_str()));
        let (owner, name) = (owner.to_owned(), name.to_owned());
        self.code.variables.push(Variable { owner, def, name, start, shared });
        Ok(place)
    }

    /// Records that a declaration cannot be played; its card is kept out of play.
    pub fn problem(&mut self, at: &str, message: impl Into<String>) {
        let message = message.into();
        if let Some(def) = self.code.def(at) {
            let unplayable = &mut self.code.defs[usize::from(def)].unplayable;
            unplayable.get_or_insert_with(|| message.clone());
        }
        let trail = self.take_trail();
        self.problems.push(Problem { at: at.to_owned(), message, trail });
    }

    /// The abilities of keywords and effects while their host is in play, and the keywords' forms.
    pub fn abilities(
        &mut self,
        keywords: &[KeywordUse],
        effects: &[Statement],
        owner: &str,
    ) -> Lowered<(AbilitiesId, Vec<super::code::FormId>)> {
        let mut abilities = Abilities::default();
        let mut forms = Vec::new();
        for used in self.stacked(keywords) {
            let step = || Step::Used(used.keyword.clone());
            let form =
                self.within(step, |lowerer| lowerer.keyword_use(&used, owner, &mut abilities))?;
            forms.push(form);
        }
        self.top_level(effects, &Scope::of(owner), &mut abilities)?;
        Ok((self.push_abilities(abilities)?, forms))
    }

    /// What happens when a clause is used: the bodies of its keywords start to last, for as long as
    /// [`super::Rules::usual_window`] says, then its effects happen.
    pub fn clause(&mut self, clause: &Clause, owner: &str) -> Lowered<BlockId> {
        let scope = Scope::of(owner);
        let mut instructions = Vec::new();
        for used in self.stacked(&clause.keywords) {
            let mut abilities = Abilities::default();
            let step = || Step::Used(used.keyword.clone());
            self.within(step, |lowerer| lowerer.keyword_use(&used, owner, &mut abilities))?;
            let abilities = self.push_abilities(abilities)?;
            instructions.push(Instruction::Start { abilities, until: NONE });
        }
        self.instructions(&clause.effects, &mut scope.clone(), &mut instructions)?;
        let block = self.push_block(instructions)?;
        let Some(condition) = &clause.condition else {
            return Ok(block);
        };
        let condition = self.condition(condition, &scope)?;
        self.push_block(vec![Instruction::If { condition, then: block, otherwise: NO_BLOCK }])
    }

    /// The code, or everything that could not be lowered.
    pub fn finish(self) -> Result<Code, LowerError> {
        match self.finish_with_problems() {
            (code, problems) if problems.is_empty() => Ok(code),
            (_, problems) => Err(LowerError::Content(problems)),
        }
    }

    /// The code, without the cards that could not be lowered, and what was wrong with those.
    pub(crate) fn finish_with_problems(self) -> (Code, Vec<Problem>) {
        (self.code, self.problems)
    }

    /// The note of a `todo` on the card or in one of its keywords.
    fn unfinished(&self, entity: &Entity) -> Option<String> {
        let of_keywords = entity.all_keywords().filter_map(|used| {
            let keyword = self.keywords.get(used.keyword.as_str())?;
            Some(keyword.body.as_slice())
        });
        entity.all_effects().chain(of_keywords).find_map(todo)
    }

    /// The place of an enum's value.
    pub fn ordinal(&self, domain: &str, id: &str) -> Lowered<u32> {
        let place = self.code.ordinal(domain, id);
        place.ok_or_else(|| format!("`{id}` is no value of `{domain}`"))
    }

    /// The enum values of a fact, as bits.
    pub fn values(&self, of: &impl Holder, fact: &Fact) -> Lowered<u64> {
        let domain = fact.domain().unwrap_or_default();
        fact.ids(of).try_fold(0, |set, id| Ok(set | 1 << self.ordinal(domain, id)?))
    }

    /// The enum values of a fact, as bits; all if none is named.
    pub fn values_or_all(&self, of: &impl Holder, fact: &Fact) -> Lowered<u64> {
        Ok(match self.values(of, fact)? {
            0 => u64::MAX,
            set => set,
        })
    }

    /// The place of a fact's enum value, if one is given.
    pub fn value(&self, of: &impl Holder, fact: &Fact) -> Lowered<Option<u32>> {
        let domain = fact.domain().unwrap_or_default();
        fact.id(of).map(|id| self.ordinal(domain, id)).transpose()
    }

    /// A number of the `game` declaration. One that must be there and is not is a problem.
    pub fn setting(&mut self, fact: &Fact) -> i32 {
        let number = self.library.game().and_then(|game| fact.number(game));
        self.missing_setting(fact, number.is_none());
        let number = self.library.game().map_or(0, |game| fact.int(game));
        i32::try_from(number).unwrap_or_else(|_| {
            self.problem("game", format!("`{}` is too large", fact.name));
            0
        })
    }

    /// The name that the `game` declaration gives. One that must be there and is not is a problem.
    pub fn setting_id(&mut self, fact: &Fact) -> Option<&'l str> {
        let id = self.library.game().and_then(|game| fact.id(game));
        self.missing_setting(fact, id.is_none());
        id
    }

    /// Rules without a format are not played yet, so their numbers are not missed.
    fn missing_setting(&mut self, fact: &Fact, is_missing: bool) {
        let is_played = self.library.formats().next().is_some();
        if is_missing && is_played && fact.otherwise == Otherwise::Never {
            self.problem("game", format!("the game does not say `{}`", fact.name));
        }
    }

    /// Bits of the kinds that a kind or family stands for: itself and all under it.
    pub fn kinds_of(&self, id: &str) -> Lowered<u64> {
        let known = self.code.kinds.iter().enumerate();
        let under = known.filter(|(_, kind)| self.library.kind_fits(kind, id));
        match under.fold(0, |set, (place, _)| set | 1 << place) {
            0 => Err(format!("there is no kind `{id}`")),
            set => Ok(set),
        }
    }

    /// The printed card of that identifier.
    pub fn def(&self, id: &str) -> Lowered<DefId> {
        self.code.def(id).ok_or_else(|| format!("there is no card `{id}`"))
    }

    /// The printed card that a fact names, or [`NONE`].
    pub fn def_of(&self, of: &impl Holder, fact: &Fact) -> Lowered<DefId> {
        fact.id(of).map_or(Ok(NONE), |id| self.def(id))
    }

    /// The printed cards that a fact names. Those that do not exist are left out.
    pub fn defs_of(&self, of: &impl Holder, fact: &Fact) -> Vec<DefId> {
        fact.ids(of).filter_map(|id| self.code.def(id)).collect()
    }

    /// The printed cards of a counted list, with how many there are of each.
    pub fn counted(&self, of: &Entity, fact: &Fact) -> Lowered<Vec<(DefId, u8)>> {
        let entries = fact.counted(of).iter();
        entries.map(|entry| Ok((self.def(&entry.card)?, entry.count.min(99) as u8))).collect()
    }

    /// The dice of a fact; a number is so many results without a throw.
    pub fn pool_of(&self, of: &impl Holder, fact: &Fact) -> Lowered<Pool> {
        match fact.value(of) {
            Some(Value::Pool { pool }) => self.code.dice.pool(pool),
            Some(Value::Int(count)) => {
                Ok(Pool::flat(self.code.dice.main, (*count).clamp(-99, 99) as i32))
            }
            _ => Ok(Pool::EMPTY),
        }
    }

    /// What the game calls a declaration: the first of these kinds that its own kind is or is
    /// built on.
    pub fn sort<S: Copy + Default>(&self, of: &Entity, sorts: &[(&str, S)]) -> S {
        let fitting = sorts.iter().find(|(kind, _)| self.library.kind_fits(&of.kind, kind));
        fitting.map_or_else(S::default, |(_, sort)| *sort)
    }

    /// The condition behind a clause's head, or [`NO_NODE`].
    pub fn condition_of(&mut self, clause: &Clause, owner: &str) -> Lowered<NodeId> {
        let condition = clause.condition.as_ref();
        condition.map_or(Ok(NO_NODE), |condition| self.condition(condition, &Scope::of(owner)))
    }

    pub fn push(&mut self, node: Node) -> Lowered<NodeId> {
        self.code.nodes.push(node);
        NodeId::try_from(self.code.nodes.len() - 1)
            .map_err(|_| "there are too many formulas".into())
    }

    fn push_args(&mut self, nodes: &[NodeId]) -> Lowered<Arguments> {
        let start = u32::try_from(self.code.args.len()).map_err(|_| "there are too many calls")?;
        let count = u8::try_from(nodes.len()).map_err(|_| "a word has too many parameters")?;
        self.code.args.extend_from_slice(nodes);
        Ok(Arguments { start, count })
    }

    fn push_list(&mut self, list: Vec<NodeId>) -> Lowered<ListId> {
        if self.code.lists.len() >= usize::from(NONE) {
            return Err("there are too many lists".to_owned());
        }
        self.code.lists.push(list);
        Ok((self.code.lists.len() - 1) as ListId)
    }

    fn push_pool(&mut self, pool: Pool) -> Lowered<NodeId> {
        let known = self.code.pools.iter().position(|known| *known == pool);
        let place = known.unwrap_or_else(|| {
            self.code.pools.push(pool);
            self.code.pools.len() - 1
        });
        let place = u16::try_from(place).map_err(|_| "there are too many pools of dice")?;
        self.push(Node::Pool(place))
    }

    /// Stores a text; equal texts are stored only once.
    pub fn text(&mut self, text: &str) -> Lowered<u16> {
        let known = self.code.texts.iter().position(|known| known == text);
        let place = known.unwrap_or_else(|| {
            self.code.texts.push(text.to_owned());
            self.code.texts.len() - 1
        });
        u16::try_from(place).map_err(|_| "there are too many texts".to_owned())
    }
}

/// The note of the first `todo` in statements.
fn todo(statements: &[Statement]) -> Option<String> {
    let mut found = None;
    walk::each(statements, &mut |statement| {
        if let (Statement::Todo { note }, None) = (statement, &found) {
            found = Some(note.clone());
        }
    });
    found
}
