//! Commands of scenarios as choices among the legal options.

use std::sync::Arc;

use cardwright_model::{Arg, Expr, Type};

use super::super::action;
use super::super::code::NodeId;
use super::super::look::Look;
use super::super::thing::Thing;
use super::{CoreScript, Part, Staged, items};
use crate::game::Choice;
use crate::scenario::Checked;

/// More decisions than any command needs. It only guards against going on for ever.
pub const MAX_DECISIONS: usize = 2_000;

/// Something that a command names.
#[derive(Debug, Clone)]
struct Wanted {
    parameter: String,
    value: WantedValue,
    written: String,
}

impl Wanted {
    fn is_text(&self) -> bool {
        matches!(self.value, WantedValue::Text(_))
    }
}

#[derive(Debug, Clone, Copy)]
enum WantedValue {
    /// Any thing of a selection, such as all copies of a printed card.
    Things(NodeId),
    Thing(Thing),
    Number(i32),
    /// The label of an option, in [`super::super::Code::texts`].
    Text(u16),
}

/// The code of something that a command names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked {
    Things(NodeId),
    Number(NodeId),
    Text(u16),
}

impl<G: Staged> CoreScript<'_, G> {
    /// Takes the option that a command means, passing decisions that the command is not about. What
    /// else the command names answers the decisions that follow.
    pub fn choose(&mut self, command: &str, args: &[Arg]) -> Result<(), String> {
        let mut wanted = self.wanted(args)?;
        let meant = |script: &Self| script.meant(command, &wanted);
        self.go_until(|script| G::passes(script, command), |script| meant(script).is_some())?;
        let Some(option) = meant(self) else {
            return Err(format!("this is not possible; {}", self.legal()));
        };
        let choice = G::flow(&self.state).options[option];
        self.strike(choice, &mut wanted);
        self.take(option)?;
        self.answer(wanted)
    }

    /// Goes on until the goal holds, past decisions by the options that `pass` gives; says
    /// whether it came so far.
    pub(crate) fn go_until(
        &mut self,
        pass: impl Fn(&Self) -> Option<usize>,
        goal: impl Fn(&Self) -> bool,
    ) -> Result<bool, String> {
        for _ in 0..MAX_DECISIONS {
            if goal(self) {
                return Ok(true);
            }
            let Some(option) = pass(self) else {
                return Ok(false);
            };
            self.take(option)?;
        }
        Err(self.endless())
    }

    /// The message for a command after which the game goes on for ever.
    pub fn endless(&self) -> String {
        let cause = match G::flow(&self.state).recent.all().last() {
            None => String::new(),
            Some(last) => format!(": {} keeps acting", G::name(self.look(), *last)),
        };
        format!("this command never comes to an end{cause}")
    }

    /// Answers the decisions that are due with what a command still names.
    fn answer(&mut self, mut wanted: Vec<Wanted>) -> Result<(), String> {
        for _ in 0..MAX_DECISIONS {
            let Some(next) = wanted.first().cloned() else {
                return self.settle();
            };
            let options = G::flow(&self.state).options.clone();
            let found = options.iter().position(|choice| self.answers(*choice, &next));
            match found {
                Some(option) => {
                    let before = wanted.len();
                    self.strike(options[option], &mut wanted);
                    if wanted.len() == before {
                        wanted.remove(0);
                    }
                    self.take(option)?;
                }
                None if options.len() == 1 => self.take(0)?,
                None => {
                    return Err(format!("{} cannot be chosen; {}", next.written, self.legal()));
                }
            }
        }
        Err(self.endless())
    }

    /// Takes the core's own decisions that have only one option.
    pub fn settle(&mut self) -> Result<(), String> {
        for _ in 0..MAX_DECISIONS {
            match G::flow(&self.state).options.as_slice() {
                [only] if only.action < action::FIRST_OWN && only.action != action::USE => {
                    self.taken.push(*only);
                    self.take(0)?;
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// Compares all legal values of one parameter of a command, the other parameters being as
    /// given, with those that a scenario expects. There must be no more and no fewer.
    pub(crate) fn legal_values(
        &mut self,
        command: &str,
        args: &[Arg],
        parameter: &str,
        values: &[Expr],
    ) -> Result<Checked, String> {
        let given = self.wanted(args)?;
        let mut expected = Vec::new();
        for value in values {
            expected.push(self.wanted_value(parameter, value)?);
        }
        let look = self.look();
        let mut legal: Vec<Part> = Vec::new();
        for choice in &G::flow(&self.state).options {
            let parts = self.parts(*choice);
            if self.game.action(*choice) != command || !self.fits(&parts, &given) {
                continue;
            }
            for (_, part) in parts.iter().filter(|(name, _)| *name == parameter) {
                if !legal.contains(part) {
                    legal.push(*part);
                }
            }
        }
        // Each expected value uses up one legal value, and none may be left over.
        let mut left = legal.clone();
        let mut all_found = true;
        for wanted in &expected {
            match left.iter().position(|part| self.is_wanted(*part, wanted)) {
                Some(place) => {
                    left.remove(place);
                }
                None => all_found = false,
            }
        }
        let holds = all_found && left.is_empty();
        let shown = |part: &Part| match part {
            Part::Thing(thing) => G::name(look, *thing),
            Part::Number(number) => number.to_string(),
            Part::Text(text) => {
                look.code.texts.get(usize::from(*text)).cloned().unwrap_or_default()
            }
        };
        let legal: Vec<String> = legal.iter().map(shown).collect();
        let written: Vec<&str> = expected.iter().map(|wanted| wanted.written.as_str()).collect();
        let or_nothing =
            |names: String| if names.is_empty() { "nothing".to_owned() } else { names };
        let values = (or_nothing(legal.join(", ")), or_nothing(written.join(", ")));
        Ok(Checked { holds, values: (!holds).then_some(values), instead: None })
    }

    /// What is legal now, for a message.
    pub fn legal(&self) -> String {
        let look = self.look();
        let options = &G::flow(&self.state).options;
        let label = |choice: &Choice| {
            look.label(*choice).unwrap_or_else(|| self.game.label(&self.state, *choice))
        };
        let labels: Vec<String> = options.iter().map(label).collect();
        match G::flow(&self.state).decision() {
            Some(decision) => format!("at `{}` one may: {}", decision.what, labels.join("; ")),
            None => match G::flow(&self.state).outcome {
                Some(outcome) => format!("the game is over: {}", outcome.in_words()),
                None => "nothing can be done any more".to_owned(),
            },
        }
    }

    /// The parts of an option; the core knows those of its own.
    fn parts(&self, choice: Choice) -> Vec<(&'static str, Part)> {
        parts_of::<G>(self.look(), choice)
    }

    /// The first option of a command that contradicts nothing of what is wanted.
    fn meant(&self, command: &str, wanted: &[Wanted]) -> Option<usize> {
        let options = &G::flow(&self.state).options;
        let labelled = |choice: &Choice| {
            let mut texts = wanted.iter().filter(|wanted| wanted.is_text()).peekable();
            let has_label = matches!(choice.action, action::OPTION | action::USE);
            !has_label || texts.peek().is_none() || texts.any(|text| self.answers(*choice, text))
        };
        options.iter().position(|choice| {
            self.game.action(*choice) == command
                && self.fits(&self.parts(*choice), wanted)
                && labelled(choice)
        })
    }

    fn fits(&self, parts: &[(&'static str, Part)], wanted: &[Wanted]) -> bool {
        parts.iter().all(|(name, part)| {
            let mut asked = wanted.iter().filter(|wanted| wanted.parameter == *name).peekable();
            asked.peek().is_none() || asked.any(|wanted| self.is_wanted(*part, wanted))
        })
    }

    fn is_wanted(&self, part: Part, wanted: &Wanted) -> bool {
        match (part, wanted.value) {
            (Part::Thing(thing), WantedValue::Things(node)) => {
                self.look().contains(node, thing, &self.context())
            }
            (Part::Thing(thing), WantedValue::Thing(other)) => thing == other,
            (Part::Number(number), WantedValue::Number(other)) => number == other,
            (Part::Text(text), WantedValue::Text(other)) => text == other,
            _ => false,
        }
    }

    /// Whether an option, of whatever decision, is what is wanted.
    fn answers(&self, choice: Choice, wanted: &Wanted) -> bool {
        let look = self.look();
        match (choice.action, wanted.value) {
            (action::OPTION | action::USE, WantedValue::Text(text)) => {
                let label = look.label(choice).unwrap_or_default();
                look.code
                    .texts
                    .get(usize::from(text))
                    .is_some_and(|text| label == *text || label.ends_with(&format!(": {text}")))
            }
            _ => self.parts(choice).iter().any(|(_, part)| self.is_wanted(*part, wanted)),
        }
    }

    /// Removes from `wanted` what an option has dealt with.
    fn strike(&self, choice: Choice, wanted: &mut Vec<Wanted>) {
        for (name, part) in self.parts(choice) {
            let place = wanted
                .iter()
                .position(|wanted| wanted.parameter == name && self.is_wanted(part, wanted));
            if let Some(place) = place {
                wanted.remove(place);
            }
        }
        let text = wanted.iter().position(|text| text.is_text() && self.answers(choice, text));
        if let Some(place) = text {
            wanted.remove(place);
        }
    }

    fn wanted(&mut self, args: &[Arg]) -> Result<Vec<Wanted>, String> {
        let mut wanted = Vec::new();
        for arg in args {
            for item in items(&arg.value) {
                wanted.push(self.wanted_value(&arg.name, item)?);
            }
        }
        Ok(wanted)
    }

    fn wanted_value(&mut self, parameter: &str, expr: &Expr) -> Result<Wanted, String> {
        let written = super::super::lower::types::describe(expr);
        let parameter = parameter.to_owned();
        if let Some(thing) = G::resolve(self, expr) {
            return Ok(Wanted { parameter, value: WantedValue::Thing(thing), written });
        }
        let value = match self.asked(expr)? {
            Asked::Things(node) => WantedValue::Things(node),
            Asked::Number(node) => WantedValue::Number(self.look().number(node, &self.context())),
            Asked::Text(text) => WantedValue::Text(text),
        };
        Ok(Wanted { parameter, value, written })
    }

    /// The code of what a command names, which is written once.
    fn asked(&mut self, expr: &Expr) -> Result<Asked, String> {
        if let Some((_, known)) = self.asked.iter().find(|(known, _)| known == expr) {
            return Ok(*known);
        }
        let asked = match expr {
            Expr::Text { value } => Asked::Text(self.lower(|lowerer, _| lowerer.text(value))?),
            _ => match self.lower(|lowerer, scope| Ok(lowerer.ty(expr, scope)))? {
                ty if ty.is_thing() || ty.are_things() || ty == Type::CardName => {
                    Asked::Things(self.lower(|lowerer, scope| lowerer.things(expr, scope))?)
                }
                _ => Asked::Number(self.lower(|lowerer, scope| lowerer.number(expr, scope))?),
            },
        };
        Arc::make_mut(&mut self.asked).push((expr.clone(), asked));
        Ok(asked)
    }

    /// Writes the code of what a command names before it is carried out. Copies of the script then
    /// share that code.
    pub(crate) fn foresee(&mut self, args: &[Arg]) {
        // What cannot be named yet is told when the command is carried out.
        let _ = self.wanted(args);
    }
}

/// The parts of an option; the core knows those of its own.
pub(crate) fn parts_of<G: Staged>(look: Look<'_, G>, choice: Choice) -> Vec<(&'static str, Part)> {
    match choice.action {
        action::PICK => vec![("card", Part::Thing(Thing::new(choice.extra as u8, choice.card)))],
        action::DONE | action::OPTION | action::ORDER | action::NUMBER => Vec::new(),
        _ => G::parts(look, choice),
    }
}
