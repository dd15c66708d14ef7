//! The core's own options in words for people.

use super::action;
use super::flow::Task;
use super::look::Look;
use super::rules::Rules;
use super::thing::Thing;
use crate::game::Choice;

impl<R: Rules> Look<'_, R> {
    /// One of the core's own options in words; `None` for the game's actions.
    pub fn label(self, choice: Choice) -> Option<String> {
        let flow = self.flow();
        let text = |text: u16| self.code.texts.get(usize::from(text)).cloned().unwrap_or_default();
        match choice.action {
            action::PICK => Some(R::name(self, Thing::new(choice.extra as u8, choice.card))),
            action::DONE => match flow.tasks.last() {
                Some(Task::Choose { .. } | Task::Options { .. }) => Some("Done".to_owned()),
                _ => None,
            },
            action::OPTION => match flow.tasks.last() {
                Some(Task::Options { options, .. }) => {
                    let options = self.code.options.get(usize::from(*options))?;
                    options.get(usize::from(choice.extra)).map(|option| text(option.label))
                }
                _ => None,
            },
            action::NUMBER => Some(choice.extra.to_string()),
            action::ORDER => {
                let below = flow.tasks.len().checked_sub(2 + usize::from(choice.extra))?;
                match flow.tasks.get(below) {
                    Some(Task::Fire { context, .. }) => Some(R::name(self, context.host)),
                    _ => None,
                }
            }
            action::USE => {
                let (host, offer) = flow.offers.get(usize::from(choice.extra))?;
                let offer = self.abilities(host.abilities).offers.get(usize::from(*offer))?;
                Some(format!("{}: {}", R::name(self, host.thing), text(offer.label)))
            }
            _ => None,
        }
    }
}
