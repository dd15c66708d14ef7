//! Amendments: `amend CARD { … }`.

use super::{Diagnostic, Location};

/// E0127: a card amended twice in one package.
pub(crate) fn twice(at: Location, card: &str, first: Location) -> Diagnostic {
    Diagnostic::error("E0127", at, format!("`{card}` is amended twice"))
        .at("again here")
        .label(first, "first here")
        .help("write one `amend` with both changes")
}

/// E0233: an amendment of a card of the same package.
pub(crate) fn of_own_card(at: Location, card: &str, declared: Location) -> Diagnostic {
    Diagnostic::error("E0233", at, format!("`{card}` is a card of this package"))
        .at("cannot be amended here")
        .label(declared, "declared here")
        .help("change the card itself; `amend` is for cards of packages that this one builds on")
}

/// E0616: two packages that this one builds on amend the same thing.
pub(crate) fn of_two_packages(
    at: Location,
    card: &str,
    change: &str,
    packages: [&str; 2],
    places: [Option<Location>; 2],
) -> Diagnostic {
    let [one, other] = packages;
    let message = format!("`{one}` and `{other}` both amend `{change}` of `{card}`");
    Diagnostic::error("E0616", at, message)
        .at("builds on both")
        .label_if(places[0], format!("amended by `{one}`"))
        .label_if(places[1], format!("amended by `{other}`"))
        .help("build on one of them only, or ask their authors to agree")
}

/// E0616: an amendment of something that a package below amends already.
pub(crate) fn amended_below(
    at: Location,
    card: &str,
    change: &str,
    package: &str,
    place: Option<Location>,
) -> Diagnostic {
    let message = format!("`{package}` already amends `{change}` of `{card}`");
    Diagnostic::error("E0616", at, message)
        .at("amended again")
        .label_if(place, format!("amended by `{package}`"))
        .help(format!("leave it as `{package}` has it, or do not build on `{package}`"))
}
