//! Programs of others that look at our files, where they are installed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a program. `None` if it is not installed, which is said so loudly that it is seen in
/// the output of passing tests.
pub fn run(program: &str, arguments: &[&str]) -> Option<Output> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => Some(output),
        Err(_) => {
            // Written past the test harness, which keeps what passing tests print.
            let _ = writeln!(std::io::stderr(), "SKIPPED: {program} is not installed");
            None
        }
    }
}

/// What qpdf finds wrong with a file.
pub fn qpdf(file: &Path) -> Option<String> {
    let output = run("qpdf", &["--check", &file.to_string_lossy()])?;
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (!output.status.success()).then(|| said.into_owned())
}

/// Fonts that pdffonts finds not embedded or without a way back to letters.
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
