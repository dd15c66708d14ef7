//! E062: the `[preflight]` section of a manifest.

use super::{Diagnostic, Location, any_of};

/// E0620: a check, limit or key that preflight does not have.
pub(crate) fn unknown_setting(
    at: Location,
    what: &str,
    written: &str,
    known: &[&'static str],
) -> Diagnostic {
    Diagnostic::error("E0620", at, format!("there is no {what} `{written}`"))
        .at("not known")
        .suggest(written, known.iter().copied(), format!("there are {}", one_of_all(known)))
}

/// E0621: a level or number of the wrong form.
pub(crate) fn bad_value(at: Location, what: &str, form: &str) -> Diagnostic {
    Diagnostic::error("E0621", at, format!("this is no {what}"))
        .at("not allowed")
        .help(form.to_owned())
}

fn one_of_all(known: &[&'static str]) -> String {
    match known {
        [] => "none".to_owned(),
        _ => any_of(known.iter().copied()).replace(" or ", " and "),
    }
}
