//! Scenario commands of the combat: attack, targets, defence, retaliation.

use cardwright_model::Arg;

use super::pace::Manner;
use super::position::CrawlerScript;
use super::state::{CardId, Task, WindowKind, flag};
use super::words::{Action, Step};
use cardwright_engine::core::code::DefId;

impl CrawlerScript<'_> {
    /// Goes on to the adventurers' attack, or to a frenzied attack before it.
    pub(super) fn combat_command(&mut self) -> Result<(), String> {
        if self.state.step >= Step::Attack {
            return Err(format!("combat has begun; {}", self.legal()));
        }
        self.go_on(Manner::default(), |state| {
            state.combat.active || matches!(state.flow.top(), Some(Task::Attack))
        })
    }

    fn go_to_attack(&mut self) -> Result<(), String> {
        let at_attack = |script: &Self| matches!(script.due(), Some(Task::Attack));
        let past = self.state.step > Step::Attack;
        let manner = Manner { first_option: true, ..Manner::default() };
        if past || !self.go_on_until(manner, at_attack)? || !at_attack(self) {
            return Err(format!("it is not time to attack; {}", self.legal()));
        }
        Ok(())
    }

    pub(super) fn attack_command(&mut self, args: &[Arg]) -> Result<(), String> {
        self.go_to_attack()?;
        for def in self.defs(args, "attackers")? {
            self.take_option(Action::AddAttacker, Some(def))?;
        }
        for def in self.defs(args, "with")? {
            self.take_option(Action::Play, Some(def))?;
            self.settle()?;
            while matches!(self.due(), Some(Task::Interrupt { .. })) {
                self.take_option(Action::Continue, None)?;
            }
        }
        if args.iter().any(|arg| arg.name == "at") {
            let targets = self.defs(args, "at")?;
            self.target_command(&targets)?;
        }
        Ok(())
    }

    pub(super) fn pass_command(&mut self) -> Result<(), String> {
        if let Some(Task::Place { .. }) = self.due() {
            return self.take_option(Action::Pass, None);
        }
        self.go_to_attack()?;
        self.take_option(Action::Pass, None)
    }

    /// Assigns wounds, declaring the attack first if that was not done yet; or picks cards.
    pub(super) fn target_command(&mut self, targets: &[DefId]) -> Result<(), String> {
        if self.is_due("choose") {
            return self.answer(targets);
        }
        if matches!(self.due(), Some(Task::Attack)) {
            self.take_option(Action::Declare, None)?;
            self.go_on_until(Manner::default(), |script| script.state.attack.declared)?;
            if !self.state.attack.won {
                return Err("the attack falls short of the dungeon's defence".to_owned());
            }
        }
        let at_target = |script: &Self| matches!(script.due(), Some(Task::Target { .. }));
        if !at_target(self) && !self.settle_to(at_target)? {
            return self.answered_before(targets, Action::Target);
        }
        for def in targets {
            self.take_option(Action::Target, Some(*def))?;
        }
        if matches!(self.due(), Some(Task::Target { .. })) {
            self.take_option(Action::Done, None)?;
        }
        Ok(())
    }

    fn defended_def(&self) -> Option<DefId> {
        match self.due() {
            Some(Task::Defend { place }) => {
                let card = self.state.combat.order[usize::from(place)];
                Some(self.state.card(card).def)
            }
            _ => None,
        }
    }

    pub(super) fn defend_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let def = self.first_def(args, "adventurer")?;
        let mut by = self.defs(args, "by")?;
        if by.is_empty() {
            by.push(def);
        }
        let reached = self.go_on_until(Manner::default(), |script| {
            script.defended_def() == Some(def) || script.state.step > Step::Retaliation
        })?;
        if !reached || self.defended_def() != Some(def) {
            return Err(format!("nothing attacks {} now; {}", self.name(def), self.legal()));
        }
        for defender in by {
            self.take_option(Action::AddDefender, Some(defender))?;
        }
        for card in self.defs(args, "with")? {
            match self.find(Action::Play, Some(card)).or(self.find(Action::Assign, Some(card))) {
                Some(option) => self.take(option)?,
                None => return Err(self.refusal(Action::Play, card)),
            }
            self.settle()?;
        }
        Ok(())
    }

    pub(super) fn no_defence_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let Some(def) = self.defs(args, "adventurer")?.first().copied() else {
            return self.take_option(Action::Done, None);
        };
        let adventurer = self.state.party().iter().find(|card| self.state.card(**card).def == def);
        let Some(adventurer) = adventurer.copied() else {
            return Err(format!("{} is not in play", self.name(def)));
        };
        if self.was_left_undefended(adventurer) {
            return Ok(());
        }
        let reached = self.go_on_until(Manner::default(), |script| {
            script.defended_def() == Some(def) || script.state.step > Step::Retaliation
        })?;
        if !reached || self.defended_def() != Some(def) {
            return Err(format!("nothing attacks {} now; {}", self.name(def), self.legal()));
        }
        self.take_option(Action::Done, None)
    }

    /// Whether the defence of an adventurer was passed over in this combat.
    fn was_left_undefended(&self, adventurer: CardId) -> bool {
        let combat = &self.state.combat;
        let order = &combat.order[..usize::from(combat.order_len)];
        let place = order.iter().position(|card| *card == adventurer);
        let is_pending = |task: &Task| matches!(task, Task::Defend { place: at } if Some(usize::from(*at)) == place);
        let pending = self.state.flow.is_pending(is_pending);
        let defended = self.state.party().iter().any(|card| {
            let card = self.state.card(*card);
            card.is(flag::DEFENDING) && card.assigned == adventurer
        });
        combat.active
            && !pending
            && !defended
            && place.is_some_and(|place| combat.targeted & (1 << place) != 0)
    }

    pub(super) fn retaliate_command(&mut self) -> Result<(), String> {
        if self.find(Action::Pass, None).is_some() {
            return Err(format!("the attack is neither declared nor passed; {}", self.legal()));
        }
        let frenzy = self.state.step < Step::Attack;
        let manner = Manner { stops_to_react: true, ..Manner::default() };
        self.go_on(manner, |state| {
            matches!(state.flow.top(), Some(Task::Window(WindowKind::AfterRetaliation)))
                || state.step >= Step::EndOfCombat
                || (frenzy && matches!(state.flow.top(), Some(Task::Attack)))
        })
    }
}
