//! Runs third-party programs that examine our files, if they are installed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a program. `None` if it is not installed; this is reported so loudly that it is visible
/// even when the tests pass.
pub fn run(program: &str, arguments: &[&str]) -> Option<Output> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => Some(output),
        Err(_) => {
            // Written directly to stderr, because the test harness hides what passing tests print.
            let _ = writeln!(std::io::stderr(), "SKIPPED: {program} is not installed");
            None
        }
    }
}

/// The problems that qpdf finds in a file.
pub fn qpdf(file: &Path) -> Option<String> {
    let output = run("qpdf", &["--check", &file.to_string_lossy()])?;
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (!output.status.success()).then(|| said.into_owned())
}

/// Fonts that, according to pdffonts, are not embedded or cannot be mapped back to letters.
pub fn pdffonts(file: &Path) -> Vec<String> {
    let Some(output) = run("pdffonts", &[&file.to_string_lossy()]) else { return Vec::new() };
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_bad = |line: &&str| {
        // Columns from the right: object number and generation, then uni, sub, emb.
        let columns: Vec<&str> = line.split_whitespace().rev().collect();
        columns.get(2) != Some(&"yes") || columns.get(4) != Some(&"yes")
    };
    let mut bad: Vec<String> = table.lines().skip(2).filter(is_bad).map(str::to_owned).collect();
    if !output.status.success() {
        bad.push(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    bad
}

/// The text that pdftotext finds; `None` if it is not installed.
pub fn pdftotext(file: &Path) -> Option<String> {
    let output = run("pdftotext", &[&file.to_string_lossy(), "-"])?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
