//! Scenario commands: each a macro over the decisions that a player makes.
//!
//! A command goes on through windows in which nothing is asked for until its own decision
//! is due. Choices that leave no choice are made along the way and remembered, so that a
//! scenario may state them or leave them out.

use super::{Play, moves, query, select};
use cardwright_model::{Arg, Expr};

use super::pace::{MAX_DECISIONS, Manner};
use super::position::{CrawlerScript, identifier, integer, items, printed};
use super::refusal::verb;
use super::state::{CardId, Task};
use super::words::{Action, Kind, Step, Zone};
use cardwright_engine::core::code::{DefId, NONE};

impl CrawlerScript<'_> {
    /// Carries out a command.
    pub(super) fn command(&mut self, command: &str, args: &[Arg]) -> Result<(), String> {
        if let Some(over) = self.is_over() {
            return Err(over);
        }
        let taken = std::mem::take(&mut self.taken);
        match command {
            "choose" | "target" | "discard" | "top" => self.taken = taken,
            _ => {}
        }
        match command {
            "build" => {
                let manner = Manner { builds: true, ..Manner::default() };
                self.go_on(manner, |state| state.step != Step::Build && state.step != Step::Start)
            }
            "draw" => self.take_option(Action::DrawNext, None),
            "play" => self.play_command(args),
            "spend" => self.spend_command(args),
            "use" => self.use_command(args),
            "combat" => self.combat_command(),
            "attack" => self.attack_command(args),
            "pass" => self.pass_command(),
            "target" => self.target_command(&self.defs(args, "cards")?),
            "defend" => self.defend_command(args),
            "no-defence" => self.no_defence_command(args),
            "retaliate" => self.retaliate_command(),
            "choose" => self.choose_command(args),
            "top" => self.top_command(&self.defs(args, "cards")?),
            "end-combat" => self.go_on(Manner::default(), |state| state.step >= Step::Drop),
            "drop" => self.each_card(args, Action::Drop, |task| matches!(task, Task::Drop { .. })),
            "release" => {
                self.each_card(args, Action::Release, |task| matches!(task, Task::Release { .. }))
            }
            "discard" => self.discard_command(args),
            "end-round" => self.end_round_command(),
            "step-to" => self.step_to_command(args),
            "wait" => self.take_default(),
            "accept" => self.take_option(Action::Accept, None),
            "decline" => self.take_option(Action::Decline, None),
            "place" => self.place_command(args),
            "disrupt" => self.disrupt_command(args),
            "draft" => self.take_option(Action::Draft, None),
            "force-wound" | "force-enter" | "force-grave" => self.force(command, args),
            other => Err(format!("there is no command `{other}`")),
        }?;
        self.settle()
    }

    /// Printed cards of an argument, in order.
    pub(super) fn defs(&self, args: &[Arg], name: &str) -> Result<Vec<DefId>, String> {
        let mut defs = Vec::new();
        for expr in args.iter().filter(|arg| arg.name == name).flat_map(|arg| items(&arg.value)) {
            defs.push(self.def_of(expr)?);
        }
        Ok(defs)
    }

    /// A card by name, or one that the position determines, such as `primary-target`.
    fn def_of(&self, expr: &Expr) -> Result<DefId, String> {
        match expr {
            Expr::Var { name } | Expr::Select { source: name, .. } if name == "primary-target" => {
                match select::primary_target(self.look()) {
                    NONE => Err("there is no adventurer".to_owned()),
                    card => Ok(self.state.card(card).def),
                }
            }
            other => Ok(printed(&self.content, other)?.0),
        }
    }

    pub(super) fn first_def(&self, args: &[Arg], name: &str) -> Result<DefId, String> {
        let defs = self.defs(args, name)?;
        defs.first().copied().ok_or_else(|| format!("`{name}` is missing"))
    }

    /// Looks ahead through the round for an option, then takes it.
    fn take_when_due(
        &mut self,
        action: Action,
        def: DefId,
        owner: Option<u8>,
    ) -> Result<(), String> {
        let found = |script: &Self| {
            script.state.flow.options.iter().position(|option| {
                option.action == action.code()
                    && option.card != NONE
                    && script.state.card(option.card).def == def
                    && owner.is_none_or(|owner| script.state.card(option.card).owner == owner)
            })
        };
        if found(self).is_none() {
            let refusal = self.refusal(action, def);
            let round = self.state.round;
            let manner = Manner::default();
            let reached = self.go_on_until(manner, |script| {
                found(script).is_some()
                    || script.state.round != round
                    || script.state.step > Step::EndOfCombat
            })?;
            if !reached || found(self).is_none() {
                return Err(refusal);
            }
        }
        match found(self) {
            Some(option) => self.take(option),
            None => Err(self.refusal(action, def)),
        }
    }

    /// Answers the choices that follow with the cards given, in order.
    pub(super) fn answer(&mut self, cards: &[DefId]) -> Result<(), String> {
        let mut cards = cards.iter().copied();
        for _ in 0..MAX_DECISIONS {
            let picks = self.is_due("choose") || matches!(self.due(), Some(Task::Discard { .. }));
            if matches!(self.due(), Some(Task::Interrupt { .. })) && cards.len() > 0 {
                self.take_option(Action::Continue, None)?;
                continue;
            }
            if !picks {
                break;
            }
            let Some(def) = cards.next() else {
                let enough = self.find(Action::Done, None);
                match (enough, self.forced_option()) {
                    (Some(option), _) | (None, Some(option)) => self.take(option)?,
                    (None, None) => return Ok(()),
                }
                continue;
            };
            let action = match self.due() {
                Some(Task::Discard { .. }) => Action::Discard,
                _ => Action::Pick,
            };
            self.take_option(action, Some(def))?;
        }
        match cards.next() {
            Some(def) => Err(format!("nothing asks for {}; {}", self.name(def), self.legal())),
            None => Ok(()),
        }
    }

    fn play_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let def = self.first_def(args, "card")?;
        let on = self.defs(args, "on")?;
        let owner = args
            .iter()
            .find(|arg| arg.name == "by")
            .and_then(|arg| integer(&arg.value))
            .map(|player| (player - 1).clamp(0, 5) as u8);
        self.take_when_due(Action::Play, def, owner)?;
        if let Some(label) =
            args.iter().find(|arg| arg.name == "choose").and_then(|arg| identifier(&arg.value))
        {
            self.choose_label(&label)?;
        }
        self.answer(&on)
    }

    fn spend_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let def = self.first_def(args, "card")?;
        let on = self.defs(args, "on")?;
        self.take_when_due(Action::Spend, def, None)?;
        self.answer(&on)
    }

    fn use_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let def = self.first_def(args, "card")?;
        let with = self.defs(args, "with")?;
        self.take_when_due(Action::Use, def, None)?;
        self.answer(&with)
    }

    /// Makes forced choices until something is due; false if it never is.
    pub(super) fn settle_to(&mut self, goal: impl Fn(&Self) -> bool) -> Result<bool, String> {
        self.settle()?;
        Ok(goal(self))
    }

    /// Whether the choices were made along the way because they left no choice.
    pub(super) fn answered_before(
        &mut self,
        cards: &[DefId],
        action: Action,
    ) -> Result<(), String> {
        for def in cards {
            let taken = self
                .taken
                .iter()
                .position(|choice| choice.card != NONE && self.state.card(choice.card).def == *def);
            match taken {
                Some(place) => {
                    self.taken.remove(place);
                }
                None => return Err(self.refusal(action, *def)),
            }
        }
        Ok(())
    }

    fn choose_command(&mut self, args: &[Arg]) -> Result<(), String> {
        if let Some(label) =
            args.iter().find(|arg| arg.name == "option").and_then(|arg| identifier(&arg.value))
        {
            return self.choose_label(&label);
        }
        let cards = self.defs(args, "cards")?;
        if self.is_due("order") {
            for def in cards {
                self.take_option(Action::Order, Some(def))?;
            }
            return Ok(());
        }
        if self.is_due("choose") || matches!(self.due(), Some(Task::Discard { .. })) {
            return self.answer(&cards);
        }
        self.answered_before(&cards, Action::Pick)
    }

    fn choose_label(&mut self, label: &str) -> Result<(), String> {
        let look = self.look();
        let place = look.state.flow.options.iter().position(|option| {
            option.action == Action::Option.code()
                && query::option_label(look, option.extra).eq_ignore_ascii_case(label)
        });
        match place {
            Some(option) => self.take(option),
            None => Err(format!("there is no option \"{label}\"; {}", self.legal())),
        }
    }

    /// Rearranging: those cards on top in that order, the others at the bottom.
    fn top_command(&mut self, cards: &[DefId]) -> Result<(), String> {
        if !matches!(self.due(), Some(Task::Rearrange { .. })) {
            return Err(format!("nothing is rearranged now; {}", self.legal()));
        }
        for def in cards {
            self.take_option(Action::ToTop, Some(*def))?;
        }
        while matches!(self.due(), Some(Task::Rearrange { .. })) {
            self.take_option(Action::ToBottom, None)?;
        }
        Ok(())
    }

    /// An action with each card, at its own step.
    fn each_card(
        &mut self,
        args: &[Arg],
        action: Action,
        due: impl Fn(Task) -> bool,
    ) -> Result<(), String> {
        let manner = Manner { passes: true, ..Manner::default() };
        let reached = self.go_on_until(manner, |script| script.due().is_some_and(&due))?;
        if !reached {
            return Err(format!("cannot {} now; {}", verb(action), self.legal()));
        }
        for def in self.defs(args, "cards")? {
            self.take_option(action, Some(def))?;
        }
        Ok(())
    }

    fn discard_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let cards = self.defs(args, "cards")?;
        for def in cards {
            if self.find(Action::Discard, Some(def)).is_some() {
                self.take_option(Action::Discard, Some(def))?;
                continue;
            }
            if self.answered_before(&[def], Action::Discard).is_ok() {
                continue;
            }
            let manner = Manner { passes: true, ..Manner::default() };
            let at_trim = |script: &Self| {
                matches!(script.due(), Some(Task::Trim { .. } | Task::Discard { .. }))
            };
            self.go_on_until(manner, at_trim)?;
            self.take_option(Action::Discard, Some(def))?;
        }
        Ok(())
    }

    fn end_round_command(&mut self) -> Result<(), String> {
        let round = self.state.round;
        let manner = Manner { passes: true, decides: true, ..Manner::default() };
        self.go_on(Manner { builds: true, ..manner }, |state| state.round > round)
    }

    fn step_to_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let name = match args.iter().find(|arg| arg.name == "step").map(|arg| &arg.value) {
            Some(Expr::Int { value }) => value.to_string(),
            Some(other) => identifier(other).unwrap_or_default(),
            None => String::new(),
        };
        let step = Step::from_name(&name).ok_or_else(|| format!("there is no step `{name}`"))?;
        let manner = Manner { passes: true, builds: true, ..Manner::default() };
        self.go_on(manner, |state| state.step >= step)
    }

    /// Does as little as possible at the decision that is due.
    fn take_default(&mut self) -> Result<(), String> {
        let manner = Manner { passes: true, decides: true, builds: true, ..Manner::default() };
        match self.passing_option(manner) {
            Some(option) => self.take(option),
            None => Err("nothing is to be decided".to_owned()),
        }
    }

    fn place_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let def = self.first_def(args, "card")?;
        self.take_option(Action::Place, Some(def))
    }

    fn disrupt_command(&mut self, args: &[Arg]) -> Result<(), String> {
        let def = self.first_def(args, "card")?;
        let on = self.defs(args, "on")?;
        self.take_when_due(Action::Disrupt, def, None)?;
        self.answer(&on)
    }

    /// What only scenarios can do.
    fn force(&mut self, command: &str, args: &[Arg]) -> Result<(), String> {
        let expr = args
            .iter()
            .find(|arg| arg.name == "card")
            .map(|arg| arg.value.clone())
            .ok_or("`card` is missing")?;
        let dungeon = u8::from(self.state.has_opponents());
        match command {
            "force-enter" => {
                let card = self.add_card(&expr, dungeon, dungeon, Zone::SetAside)?;
                let flags = self.state.card(card).flags;
                let rules = &self.content;
                let run = &mut Play { rules, state: &mut self.state, code: &rules.code };
                moves::enter_play(run, card, flags);
            }
            "force-grave" => {
                let (def, _) = printed(&self.content, &expr)?;
                let crawler = self.content.cards[usize::from(def)].kind.is_crawler();
                let (seat, zone) = if crawler {
                    (self.state.facing, Zone::CrawlerGrave)
                } else {
                    (dungeon, Zone::DungeonGrave)
                };
                self.add_card(&expr, seat, seat, zone)?;
            }
            _ => {
                let def = self.def_of(&expr)?;
                let count = args
                    .iter()
                    .find(|arg| arg.name == "count")
                    .and_then(|arg| integer(&arg.value))
                    .unwrap_or(1)
                    .clamp(0, 255) as u8;
                let card = self.state.cards.iter().position(|card| {
                    card.def == def && matches!(card.zone, Zone::Party | Zone::Encounter)
                });
                let Some(card) = card else {
                    return Err(format!("{} is not in play", self.name(def)));
                };
                let kind = self.content.cards[usize::from(def)].kind;
                if !matches!(kind, Kind::Adventurer | Kind::Character) {
                    return Err(format!("{} cannot be wounded", self.name(def)));
                }
                let rules = &self.content;
                let run = &mut Play { rules, state: &mut self.state, code: &rules.code };
                moves::add_wounds(run, card as CardId, count);
            }
        }
        self.resume()
    }
}
