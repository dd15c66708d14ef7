//! The command as a new user meets it: a fresh expansion, mistakes in it, the messages about them,
//! and what `build` writes.

mod build;
mod data;
mod diff;
mod dungeon;
#[cfg(unix)]
mod files;
mod guide;
mod looks;
mod lsp;
mod mistakes;
mod own;
mod packages;
mod pdfs;
mod play;
mod preflight;
mod print;
mod prove;
mod quests;
mod review;
mod separations;
mod sheets;
mod start;
#[cfg(unix)]
mod strangers;
mod studio;
mod tabletop;
mod tools;
mod watch;

// The code that examines a PDF is shared with the tests of the library.
#[allow(dead_code, unreachable_pub)]
#[path = "../src/tools.rs"]
mod programs;
#[allow(dead_code, unreachable_pub)]
#[path = "../src/proof.rs"]
mod proof;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of its own for one test, with the shipped games unpacked beside it.
pub struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub fn empty() -> Place {
        Place { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the command in this folder.
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(arguments, &[])
    }

    /// Runs the command in this folder with more environment variables.
    pub fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        self.run_anywhere(Path::new(""), arguments, variables)
    }

    /// Runs the command in a folder below this one.
    pub fn run_in(&self, folder: &Path, arguments: &[&str]) -> Run {
        self.run_anywhere(folder, arguments, &[])
    }

    fn run_anywhere(&self, folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(arguments)
            .current_dir(self.folder.path().join(folder))
            .env("CARDWRIGHT_CACHE", cache())
            .envs(variables.iter().copied())
            .env("NO_COLOR", "1")
            .output()
            .expect("the command runs");
        Run { output }
    }

    /// An expansion made by `new`, called `moon`.
    pub fn expansion() -> Place {
        let place = Place::empty();
        place.run(&["new", "moon"]).code(0);
        place
    }

    /// Writes a file of the expansion.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.path("moon").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    /// What `check --format json` says about the expansion.
    pub fn diagnostics(&self) -> Vec<Value> {
        let run = self.run(&["check", "moon", "--format", "json"]);
        let report: Value = serde_json::from_str(&run.stdout()).unwrap_or_else(|error| {
            panic!("not JSON: {error}\n{}\n{}", run.stdout(), run.stderr())
        });
        report["diagnostics"].as_array().expect("a list").clone()
    }
}

/// One cache for all tests: unpacking is safe to do from several at once.
fn cache() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// A finished run of the command.
pub struct Run {
    output: Output,
}

impl Run {
    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    /// True if the command ended with that code.
    pub fn code_is(&self, expected: i32) -> bool {
        self.output.status.code() == Some(expected)
    }

    /// Fails unless the command ended with that code.
    #[track_caller]
    pub fn code(self, expected: i32) -> Run {
        assert_eq!(
            self.output.status.code(),
            Some(expected),
            "\n{}\n{}",
            self.stdout(),
            self.stderr()
        );
        self
    }
}
