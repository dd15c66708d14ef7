//! Where lowering gave up: the statement, and the keyword in whose body it stands.

use cardwright_model::Statement;
use cardwright_vocabulary::Trail;

use super::{Lowered, Lowerer};

/// A step on the way to what cannot be lowered.
pub(super) enum Step {
    /// Into a statement.
    Statement(u64),
    /// Into the body of a keyword.
    Keyword(String),
    /// Out of the keyword's body, to what the card says after `then`.
    Then,
    /// Into a keyword that the card has.
    Used(String),
}

impl Lowerer<'_> {
    /// Lowers a part; if that fails, the step to it becomes part of the trail. Failing is rare,
    /// so that the way is put together on the way back, the innermost step first.
    pub(super) fn within<T>(
        &mut self,
        step: impl FnOnce() -> Step,
        lower: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let lowered = lower(self);
        if lowered.is_err() {
            self.steps.push(step());
        }
        lowered
    }

    /// The way to what failed last, which is then forgotten.
    pub(super) fn take_trail(&mut self) -> Trail {
        let mut trail = Trail::default();
        for step in self.steps.drain(..).rev() {
            match step {
                Step::Statement(fingerprint) => trail.statements.push(fingerprint),
                Step::Used(keyword) => trail.used = Some(keyword),
                // What stood around is text of another declaration.
                Step::Keyword(keyword) => {
                    trail.keyword = Some(keyword);
                    trail.statements.clear();
                }
                Step::Then => {
                    trail.keyword = None;
                    trail.statements.clear();
                }
            }
        }
        trail
    }
}

/// The step into a statement.
pub(super) fn step_into(statement: &Statement) -> Step {
    Step::Statement(statement.fingerprint())
}
