//! Tables whose rows are in a spreadsheet.

use super::{Diagnostic, Location, suggest};

/// E0630: a spreadsheet that is not there.
pub(crate) fn missing(at: Location, path: &str, known: &[&str]) -> Diagnostic {
    let found = Diagnostic::error("E0630", at, format!("there is no file `{path}` in the package"))
        .at("not found");
    match (suggest(path, known.iter().copied()), known) {
        (Some(near), _) => {
            found.help(format!("did you mean `{near}`?")).edit(at, format!("\"{near}\""), false)
        }
        (None, []) => found.help("save the spreadsheet beside this file"),
        (None, known) => found.help(format!(
            "spreadsheets of the package are `{}`; a name is looked for beside this file, then \
             from the package's folder",
            known.join("`, `")
        )),
    }
}

/// E0631: a spreadsheet that cannot be read.
pub(crate) fn refused(at: Location, path: &str, why: &str, help: &str) -> Diagnostic {
    Diagnostic::error("E0631", at, format!("`{path}` is not read: {why}")).at("refused").help(help)
}

/// E0632: a sheet, column or field that a table names and that is not there.
pub(crate) fn shape(
    at: Location,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error("E0632", at, message).at("not found").help(help)
}

/// E0633: a formula whose result the file does not hold.
pub(crate) fn formula(at: Location, sheet: &str, row: u32) -> Diagnostic {
    let message = format!("the result of a formula in row {row} of {sheet} was not saved");
    Diagnostic::error("E0633", at, message)
        .at("never calculated")
        .help("open the file in your spreadsheet program and save it again")
}

/// W0145: a column that no field takes.
pub(crate) fn not_read(
    at: Location,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Diagnostic {
    Diagnostic::warning("W0145", at, message).at("not read").help(help)
}
