//! Diagnostics: what is wrong, where, and what to do about it.
//!
//! There is one constructor function per code, grouped by topic, so that the wording of a message
//! is in one place. Messages start in lower case, have no final full stop, and state the
//! problem; `help` says what to do.

pub(crate) mod amendments;
pub mod codes;
pub(crate) mod declarations;
mod kin;
pub(crate) mod lints;
pub(crate) mod names;
pub(crate) mod preflight;
pub(crate) mod project;
pub(crate) mod quest;
pub(crate) mod sheets;
pub(crate) mod sound;
mod suggest;
pub(crate) mod syntax;
pub(crate) mod tabletop;
pub(crate) mod types;
pub(crate) mod words;

pub use cardwright_model::Severity;
pub(crate) use kin::{habit_of, kin};
pub use suggest::suggest;
use suggest::{is_one_letter_off, sharing_a_part};

use cardwright_dsl::ast::Span;

use crate::source::FileId;
use crate::ty::Ty;

/// Bytes of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// The bytes.
    pub span: Span,
}

/// A problem in the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// `E0102`, `W0101`, or `GAME/RULE` for legality rules.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, on one line that stands alone.
    pub message: String,
    /// What to change.
    pub primary: Location,
    /// What to say at the primary place; may be empty.
    pub label: String,
    /// Other places that matter, such as the declaration that imposes the rule.
    pub labels: Vec<(Location, String)>,
    /// Facts that help to understand it.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// An edit that repairs it.
    pub fix: Option<Fix>,
}

/// An edit that repairs a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the edit does, such as "write `burn`".
    pub title: String,
    /// Replacements, none overlapping.
    pub edits: Vec<Edit>,
    /// True if it may be applied without asking.
    pub safe: bool,
}

/// A stretch of text and what to put there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What to replace; empty to insert.
    pub location: Location,
    /// The new text.
    pub text: String,
}

impl Location {
    /// That span of that file.
    pub fn new(file: FileId, span: Span) -> Location {
        Location { file, span }
    }
}

impl Diagnostic {
    /// An error with that message.
    pub fn error(code: &str, primary: Location, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, primary, message)
    }

    /// A warning with that message.
    pub fn warning(code: &str, primary: Location, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, primary, message)
    }

    /// A diagnostic with that message and nothing else yet.
    pub fn new(
        code: &str,
        severity: Severity,
        primary: Location,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code: code.to_owned(),
            severity,
            message: message.into(),
            primary,
            label: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fix: None,
        }
    }

    /// Says something at the primary place.
    #[must_use]
    pub fn at(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Points at a second place.
    #[must_use]
    pub fn label(mut self, location: Location, text: impl Into<String>) -> Diagnostic {
        self.labels.push((location, text.into()));
        self
    }

    /// Points at a second place, if it is known.
    #[must_use]
    pub(crate) fn label_if(
        self,
        location: Option<Location>,
        text: impl Into<String>,
    ) -> Diagnostic {
        match location {
            Some(location) => self.label(location, text),
            None => self,
        }
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Replaces all help with this text.
    #[must_use]
    pub(crate) fn instead(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = vec![text.into()];
        self
    }

    /// Offers a replacement of the primary place that is safe to apply.
    #[must_use]
    pub fn replace(self, text: impl Into<String>) -> Diagnostic {
        let location = self.primary;
        self.edit(location, text, true)
    }

    /// Offers an edit.
    #[must_use]
    pub fn edit(mut self, location: Location, text: impl Into<String>, safe: bool) -> Diagnostic {
        let text = text.into();
        let title = match (text.trim().is_empty(), location.span.start == location.span.end) {
            (true, _) => "take it out".to_owned(),
            (false, true) => format!("add `{}`", text.trim()),
            (false, false) => format!("write `{}`", text.trim()),
        };
        self.fix = Some(Fix { title, edits: vec![Edit { location, text }], safe });
        self
    }

    /// Adds "did you mean …?" with a fix if one of the legal names is close; otherwise adds
    /// `otherwise` as help.
    #[must_use]
    pub fn suggest<'a>(
        self,
        written: &str,
        legal: impl IntoIterator<Item = &'a str>,
        otherwise: impl Into<String>,
    ) -> Diagnostic {
        let legal: Vec<&str> = legal.into_iter().collect();
        // A word that other games have is no misspelling of one that only looks like it.
        let near = suggest(written, legal.iter().copied());
        let is_slip = near.is_some_and(|near| is_one_letter_off(written, near));
        let kin = if is_slip { Vec::new() } else { kin::kin(written, &legal) };
        match &kin[..] {
            [] => {}
            [only] => {
                let (location, only) = (self.primary, (*only).to_owned());
                return self.help(format!("here that is `{only}`")).edit(location, only, false);
            }
            several => {
                return self.help(format!("here that is {}", any_of(several.iter().copied())));
            }
        }
        let sharing = sharing_a_part(written, &legal);
        match suggest(written, legal.iter().copied()) {
            // The fix is only a guess, so it is not safe: the word may mean something new.
            Some(name) => {
                let location = self.primary;
                let safe = name.eq_ignore_ascii_case(written);
                let name = name.to_owned();
                self.help(format!("did you mean `{name}`?")).edit(location, name, safe)
            }
            None if !sharing.is_empty() => self.help(format!("did you mean {}?", one_of(sharing))),
            None => self.help(otherwise),
        }
    }
}

/// "a number is wanted".
pub(crate) fn wanted(ty: &Ty) -> String {
    let several = matches!(ty, Ty::EnumSet(_) | Ty::CardNames | Ty::Kinds | Ty::Squares | Ty::Pool);
    format!("{} {} wanted", ty.describe(), if several { "are" } else { "is" })
}

/// The number that an English word says: `three` is 3.
pub(crate) fn number_word(word: &str) -> Option<i64> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = word.to_ascii_lowercase();
    let number = WORDS.iter().position(|known| *known == word)?;
    i64::try_from(number).ok()
}

/// Sorts by file and place and removes duplicates.
pub fn sort_diagnostics(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        (a.primary, &a.code, &a.message, a.severity)
            .cmp(&(b.primary, &b.code, &b.message, b.severity))
    });
    diagnostics
        .dedup_by(|a, b| a.primary == b.primary && a.code == b.code && a.message == b.message);
}

/// `a`, `b` or `c`. A long list is cut off and ends by saying where to find the rest.
pub(crate) fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 8;
    let names: Vec<_> = names.into_iter().collect();
    if names.len() <= SHOWN {
        return any_of(names);
    }
    let quoted: Vec<_> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = names.len() - SHOWN;
    format!("{} or one of {more} more; `cardwright vocabulary` lists them all", quoted.join(", "))
}

/// `a`, `b` or `c`, however many there are.
pub(crate) fn any_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// `a`, `b` and `c`.
pub(crate) fn all_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    any_of(names).replacen(" or ", " and ", 1)
}

/// `a` or `an`, by the first letter.
pub(crate) fn article(word: &str) -> &'static str {
    match word.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u' | 'A' | 'E' | 'I' | 'O' | 'U') => "an",
        _ => "a",
    }
}
