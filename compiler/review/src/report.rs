//! The report, and the verdict that follows from it.

use cardwright_check::CheckedPackage;
use serde::{Deserialize, Serialize};

use crate::{CardChange, Origin, Row};

/// All that was found out about a package.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// Name of the package, or of the archive if nothing in it can be read.
    pub name: String,
    /// Version.
    pub version: String,
    /// Title for people.
    pub title: String,
    /// The game it belongs to.
    pub game: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Licence of the content.
    pub license: Option<String>,
    /// What it builds on, with the versions that were used.
    pub builds_on: Vec<String>,
    /// Name and version of what it was compared with.
    pub against: Option<String>,
    /// What was being done when the report was told; none: all is done.
    pub step: Option<String>,
    /// Everything worth telling, in the order of the steps.
    pub findings: Vec<Finding>,
    /// How its tests ended.
    pub tests: Tests,
    /// How many abilities were shown to act.
    pub proved: usize,
    /// The abilities that were not, and why.
    pub unproved: Vec<String>,
    /// Cards and other declarations that are new, changed or gone.
    pub changes: Vec<CardChange>,
    /// What it changes of other packages.
    pub amends: Vec<String>,
    /// Who wins how often.
    pub balance: Vec<Row>,
    /// Pictures and fonts.
    pub origins: Vec<Origin>,
    /// How many files it has.
    pub files: usize,
    /// How many bytes they have.
    pub bytes: u64,
    /// How many cards were drawn.
    pub drawn: usize,
}

/// How tests ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tests {
    /// Passed.
    pub passed: usize,
    /// Failed.
    pub failed: usize,
}

/// Something worth telling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Finding {
    /// What it is about: `problems`, `tests`, `balance` …
    pub topic: String,
    /// How much it weighs.
    pub weight: Weight,
    /// The code of a diagnostic.
    pub code: Option<String>,
    /// What is the matter.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The file, relative to the package.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: u32,
}

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Worth knowing.
    Note,
    /// A person has to decide.
    Decide,
    /// It cannot be used as it is.
    Refuse,
}

/// What to think of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing speaks against it.
    Fine,
    /// A person has to decide.
    Decide,
    /// It cannot be used as it is.
    Refuse,
}

impl Verdict {
    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::Fine => "fine",
            Verdict::Decide => "to be decided by a person",
            Verdict::Refuse => "not usable as it is",
        }
    }
}

impl Report {
    /// The report of a package that could not even be opened.
    pub fn unreadable(name: &str, topic: &str, why: &str) -> Report {
        Report {
            name: name.to_owned(),
            findings: vec![Finding::new(topic, Weight::Refuse, why)],
            ..Report::default()
        }
    }

    /// What to think of it.
    pub fn verdict(&self) -> Verdict {
        match self.findings.iter().map(|finding| finding.weight).max() {
            Some(Weight::Refuse) => Verdict::Refuse,
            Some(Weight::Decide) => Verdict::Decide,
            Some(Weight::Note) | None => Verdict::Fine,
        }
    }

    /// What speaks against it, the gravest first.
    pub fn reasons(&self) -> Vec<&Finding> {
        let against = |finding: &&Finding| finding.weight > Weight::Note;
        let mut reasons: Vec<&Finding> = self.findings.iter().filter(against).collect();
        reasons.sort_by_key(|finding| std::cmp::Reverse(finding.weight));
        reasons
    }

    /// The title, or the name where there is none, with the version.
    pub fn heading(&self) -> String {
        let title = if self.title.is_empty() { &self.name } else { &self.title };
        format!("{title} {}", self.version).trim_end().to_owned()
    }

    pub(crate) fn begin(&mut self, package: &CheckedPackage) {
        let model = package.package();
        self.name.clone_from(&model.name);
        self.version.clone_from(&model.version);
        self.title = model.title.clone().unwrap_or_default();
        self.game.clone_from(&model.game);
        self.authors.clone_from(&model.authors);
        self.license.clone_from(&model.license);
        let below = model.dependencies.iter().map(|one| format!("{} {}", one.name, one.version));
        self.builds_on = below.collect();
    }
}

impl Finding {
    /// A finding without a place.
    pub fn new(topic: &str, weight: Weight, message: impl Into<String>) -> Finding {
        Finding {
            topic: topic.to_owned(),
            weight,
            code: None,
            message: message.into(),
            help: None,
            file: None,
            line: 0,
        }
    }

    pub(crate) fn at(mut self, file: &str, line: u32) -> Finding {
        if !file.is_empty() {
            self.file = Some(file.to_owned());
            self.line = line.max(1);
        }
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    /// The place, as in `cards/moon.card:3`.
    pub fn place(&self) -> Option<String> {
        self.file.as_ref().map(|file| format!("{file}:{}", self.line))
    }
}
