//! Scenario tests for games on the core: positions, commands as choices among the legal
//! options, and conditions.
//!
//! A game says how a position is set up ([`Staged::lay`]) and which parameter of a command each
//! part of an option stands for ([`Staged::parts`]). The core derives from that what commands do,
//! what is illegal, and what exactly is legal.

mod choice;
mod instead;
mod setup;
mod tell;
mod value;

use std::ops::Deref;
use std::sync::Arc;

use cardwright_model::{Arg, BinaryOp, Expr, Library, Scenario, Type};
use cardwright_vocabulary::DECIDE;

pub use choice::MAX_DECISIONS;
pub(crate) use choice::parts_of;
pub use setup::{Placed, SetUp, identifier, integer, items};
pub(crate) use tell::{Told, decide_line};
pub(crate) use value::InWords;

use super::code::{AbilitiesId, Code};
use super::dice::Pool;
use super::look::Look;
use super::lower::{Lowerer, Scope};
use super::rules::{Course, Rules};
use super::run::Run;
use super::thing::{Context, Thing};
use crate::game::{Choice, Game};
use crate::rng::Rng;
use crate::scenario::{Checked, Script};

/// A game whose scenarios the core can run.
pub trait Staged: Course + Game<State = <Self as Rules>::State> {
    /// Sets up the position of a scenario. It need not stand at a decision yet.
    fn lay(&self, table: &SetUp<'_>) -> Result<<Self as Rules>::State, String>;

    /// The parts of an option, each with the command's parameter that it stands for: the `card`
    /// and the `at` of `attack knight at goblin`.
    fn parts(look: Look<'_, Self>, choice: Choice) -> Vec<(&'static str, Part)>;

    /// Carries out a command. By default this chooses among the legal options, which is right for
    /// most commands.
    fn command(
        script: &mut CoreScript<'_, Self>,
        command: &str,
        args: &[Arg],
    ) -> Result<(), String> {
        script.choose(command, args)
    }

    /// The option with which a command passes a decision that it is not about; `None` if the
    /// scenario has to decide.
    fn passes(script: &CoreScript<'_, Self>, command: &str) -> Option<usize> {
        let _ = (script, command);
        None
    }

    /// What an expression means in a scenario, if the core does not know it: a square by its name,
    /// a player.
    fn resolve(script: &CoreScript<'_, Self>, expr: &Expr) -> Option<Thing> {
        let _ = (script, expr);
        None
    }
}

/// A part of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A thing in play.
    Thing(Thing),
    /// A number.
    Number(i32),
    /// A text, such as the name of an attack: its place in [`Code::texts`].
    Text(u16),
}

/// A library and a game, ready to run scenarios.
pub struct Stage<'a, G: Staged> {
    library: &'a Library,
    game: &'a G,
}

impl<'a, G: Staged> Stage<'a, G> {
    /// A game ready for scenarios.
    pub fn new(library: &'a Library, game: &'a G) -> Stage<'a, G> {
        Stage { library, game }
    }

    /// Sets up the position of a scenario and continues to its first decision.
    pub fn begin(&self, scenario: &Scenario) -> Result<CoreScript<'a, G>, String> {
        let table = SetUp::new(self.library, scenario, G::VOCABULARY, self.game.code());
        let mut state = self.game.lay(&table)?;
        G::flow_mut(&mut state).forced = true;
        let faces = table.faces()?;
        if !faces.is_empty() {
            G::flow_mut(&mut state).luck.follow(faces);
        }
        let code = match table.into_code() {
            Some(code) => Held::Own(Arc::new(code)),
            None => Held::Game(self.game.code()),
        };
        let (library, game) = (self.library, self.game);
        let (taken, asked) = (Vec::new(), Arc::default());
        let mut script = CoreScript { library, game, state, taken, code, asked };
        script.go_on()?;
        Ok(script)
    }
}

/// A scenario in progress.
pub struct CoreScript<'a, G: Staged> {
    /// The library it belongs to.
    pub library: &'a Library,
    /// The game.
    pub game: &'a G,
    /// The position.
    pub state: <G as Rules>::State,
    /// Choices that left no choice and were made along the way, for games whose scenarios may
    /// state such a choice or leave it out.
    pub taken: Vec<Choice>,
    code: Held<'a>,
    /// What commands have named so far, and the code of it.
    asked: Arc<Vec<(Expr, choice::Asked)>>,
}

/// The game's effects, or those and the code of the scenario's own lines. Copies of a script share
/// it: the code of a game is far larger than a position.
#[derive(Clone)]
enum Held<'a> {
    Game(&'a Code),
    Own(Arc<Code>),
}

impl Deref for Held<'_> {
    type Target = Code;

    fn deref(&self) -> &Code {
        match self {
            Held::Game(code) => code,
            Held::Own(code) => code,
        }
    }
}

impl<G: Staged> Clone for CoreScript<'_, G> {
    fn clone(&self) -> Self {
        CoreScript {
            library: self.library,
            game: self.game,
            state: self.state.clone(),
            taken: self.taken.clone(),
            code: self.code.clone(),
            asked: self.asked.clone(),
        }
    }
}

impl<G: Staged> Script for CoreScript<'_, G> {
    fn perform(&mut self, command: &str, args: &[Arg]) -> Result<(), String> {
        if command != DECIDE.name {
            return G::command(self, command, args);
        }
        let given = |place: usize| {
            args.iter().find(|arg| arg.name == DECIDE.params[place].name).map(|arg| &arg.value)
        };
        let label = given(0).and_then(identifier).unwrap_or_default();
        let nth = given(1).and_then(integer).unwrap_or(1);
        if let Some(by) = given(2).and_then(integer) {
            self.check_decider(by)?;
        }
        self.decide(&label, usize::try_from(nth).unwrap_or(0))
    }

    fn refuses(&mut self, command: &str, args: &[Arg]) -> bool {
        let before = (self.state.clone(), self.taken.clone());
        // A command that only fails because scripted dice are missing was allowed by the rules.
        let refused = self.perform(command, args).is_err() && self.check_dice().is_ok();
        (self.state, self.taken) = before;
        refused
    }

    fn check(&mut self, condition: &Expr) -> Result<Checked, String> {
        if let Expr::Binary { operator, left, right } = condition
            && matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual)
            && (self.is_pool(left) || self.is_pool(right))
        {
            return self.check_pools(left, right, *operator == BinaryOp::Equal);
        }
        let node = self.lower(|lowerer, scope| lowerer.condition(condition, scope))?;
        let holds = self.look().truth(node, &self.context());
        let joins = matches!(
            condition,
            Expr::Binary { operator: BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, .. }
        );
        let values = match condition {
            Expr::Binary { left, right, .. } if !holds && !joins => {
                Some((self.in_words(left), self.in_words(right)))
            }
            _ => None,
        };
        let instead = if holds { None } else { self.instead(condition) };
        Ok(Checked { holds, values, instead })
    }

    fn legal(
        &mut self,
        command: &str,
        args: &[Arg],
        parameter: &str,
        values: &[Expr],
    ) -> Result<Checked, String> {
        self.legal_values(command, args, parameter, values)
    }

    fn reseed(&mut self, seed: u64) -> Result<(), String> {
        G::flow_mut(&mut self.state).luck.improvise(Rng::new(seed));
        Ok(())
    }

    fn finish(&mut self) -> Result<(), String> {
        match G::flow(&self.state).luck.unused() {
            0 => Ok(()),
            1 => Err("one scripted die was never thrown".to_owned()),
            unused => Err(format!("{unused} scripted dice were never thrown")),
        }
    }
}

impl<'a, G: Staged> CoreScript<'a, G> {
    /// The position, to look at.
    pub fn look(&self) -> Look<'_, G> {
        G::flow(&self.state).depth.rest();
        Look { rules: self.game, state: &self.state, code: &self.code }
    }

    /// The position, to be changed. Call [`CoreScript::go_on`] afterwards.
    pub fn run(&mut self) -> Run<'_, G> {
        Run { rules: self.game, state: &mut self.state, code: &self.code }
    }

    /// Continues to the next decision after a change; fails if the scripted dice do not fit.
    pub fn go_on(&mut self) -> Result<(), String> {
        self.run().advance().map_err(|error| error.to_string())?;
        self.check_dice()
    }

    /// Takes the option of that index.
    pub fn take(&mut self, option: usize) -> Result<(), String> {
        self.run().apply(option).map_err(|error| error.to_string())?;
        self.check_dice()
    }

    fn check_dice(&self) -> Result<(), String> {
        let problem = G::flow(&self.state).luck.problem();
        problem.map_or(Ok(()), |problem| Err(problem.to_owned()))
    }

    /// Whether nothing in the position has abilities that only this scenario knows, so that the
    /// game itself can judge it.
    pub(crate) fn is_plain(&self) -> bool {
        self.code.abilities.len() == self.game.code().abilities.len()
    }

    /// Lowers an expression of the scenario into this script's own code.
    pub fn lower<T>(
        &mut self,
        work: impl FnOnce(&mut Lowerer<'a>, &Scope) -> Result<T, String>,
    ) -> Result<T, String> {
        let code = match std::mem::replace(&mut self.code, Held::Game(self.game.code())) {
            Held::Game(code) => code.clone(),
            Held::Own(code) => Arc::unwrap_or_clone(code),
        };
        let mut lowerer = Lowerer::resume(self.library, G::VOCABULARY, code);
        let result = work(&mut lowerer, &Scope::of("scenario"));
        self.code = Held::Own(Arc::new(lowerer.code));
        result
    }

    /// The printed card that an argument of a command names, with its properties.
    pub fn placed<'e>(&self, expr: &'e Expr) -> Result<Placed<'e>, String> {
        Placed::of(expr, &self.code)
    }

    /// What the keywords do that a card of a command carries besides its own.
    pub fn gained(&mut self, placed: &Placed<'_>) -> Result<Vec<AbilitiesId>, String> {
        self.lower(|lowerer, _| setup::gained(lowerer, placed.with))
    }

    /// What names mean in a scenario's own lines: there is no `self`.
    pub fn context(&self) -> Context {
        Context::of(Thing::NONE, G::active_seat(self.look()))
    }

    /// Whether an expression is dice.
    fn is_pool(&mut self, expr: &Expr) -> bool {
        matches!(self.lower(|lowerer, scope| Ok(lowerer.ty(expr, scope))), Ok(Type::Pool))
    }

    /// Whether two pools are the same dice: `expect ATT(x) == 2B + 1R`.
    fn check_pools(&mut self, left: &Expr, right: &Expr, equal: bool) -> Result<Checked, String> {
        let context = self.context();
        let mut pools = [Pool::EMPTY; 2];
        for (pool, side) in pools.iter_mut().zip([left, right]) {
            let node = self.lower(|lowerer, scope| lowerer.pool(side, scope))?;
            *pool = self.look().pool(node, &context);
        }
        let [first, second] = pools;
        let holds = (first == second) == equal;
        let dice = &self.code.dice;
        let values = (!holds).then(|| (dice.in_words(&first), dice.in_words(&second)));
        Ok(Checked { holds, values, instead: None })
    }

    /// The value of an expression in words, for a comparison that does not hold.
    fn in_words(&mut self, expr: &Expr) -> String {
        let words = self.lower(|lowerer, scope| InWords::lower(lowerer, expr, scope));
        words.map_or_else(|message| message, |words| words.say(self.look(), &self.context()))
    }
}
