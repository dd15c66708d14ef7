//! E06: packages, manifests and files.

use super::{Diagnostic, Location, any_of, suggest};

/// E0601: the manifest is not TOML.
pub(crate) fn manifest_syntax(at: Location, message: &str) -> Diagnostic {
    Diagnostic::error(
        "E0601",
        at,
        format!("cardwright.toml cannot be read: {}", message.trim_end_matches('.')),
    )
    .at("here")
    .help(
        "a manifest has `[package]` with `name = \"…\"`, `version = \"0.1.0\"` and `game = \"…\"`",
    )
}

/// E0602: the manifest lacks something, or has something unknown. `message` is the reader's; `key`
/// and `written` are what stands there.
pub(crate) fn manifest_shape(at: Location, message: &str, key: &str, written: &str) -> Diagnostic {
    let shape = "`[package]` needs `name`, `version` and `game`; `title`, `authors` and `license` are optional; `[dependencies]` and `[print]` may follow";
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
    if message.starts_with("missing field") {
        let field = quoted(message);
        let line = match field.as_str() {
            "package" => "[package]".to_owned(),
            "version" => "version = \"0.1.0\"".to_owned(),
            field => format!("{field} = \"…\""),
        };
        let found = format!("the manifest lacks `{field}`");
        let found = Diagnostic::error("E0602", at, found).at("in this table");
        return found.help(format!("add `{line}`")).help(shape);
    }
    if message.starts_with("unknown field") {
        let legal: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
        let field = quoted(message);
        let found = Diagnostic::error("E0602", at, format!("a manifest has no `{field}` here"));
        return found.at("unknown").suggest(&field, legal, shape);
    }
    if message.starts_with("invalid type") {
        let right = match key {
            "version" => "\"1.0.0\"".to_owned(),
            "authors" => format!("[{}]", if written.starts_with('"') { written } else { "\"…\"" }),
            _ => format!("\"{}\"", written.trim_matches(['"', '\'', '[', ']', ' '])),
        };
        let what = if message.ends_with("a sequence") { "list" } else { "text in quotes" };
        let found = Diagnostic::error("E0602", at, format!("`{key}` is a {what}"));
        return found.at("not here").help(format!("write `{key} = {right}`")).replace(right);
    }
    Diagnostic::error("E0602", at, message.to_owned()).at("here").help(shape)
}

/// E0603: a dependency's folder is not there.
pub(crate) fn dependency_missing(at: Location, name: &str, path: &str) -> Diagnostic {
    Diagnostic::error("E0603", at, format!("the dependency `{name}` is not at `{path}`"))
        .at("no such folder")
        .help("paths start at the folder of this cardwright.toml")
}

/// E0604: a dependency's folder is not a package.
pub(crate) fn dependency_not_package(at: Location, name: &str, path: &str) -> Diagnostic {
    Diagnostic::error(
        "E0604",
        at,
        format!("the dependency `{name}` is no package: `{path}` has no cardwright.toml"),
    )
    .at("not a package")
    .help("point at the folder that holds its cardwright.toml")
}

/// E0605: packages that depend on each other.
pub(crate) fn dependency_cycle(at: Location, chain: &[String]) -> Diagnostic {
    Diagnostic::error(
        "E0605",
        at,
        format!("packages depend on each other in a circle: {}", chain.join(" -> ")),
    )
    .at("leads back")
    .help("take one of the dependencies out")
}

/// E0617: too many packages that build on one another.
pub(crate) fn dependency_chain(at: Location, name: &str, most: usize) -> Diagnostic {
    let message = format!("`{name}` is the last of more than {most} packages in a chain");
    Diagnostic::error("E0617", at, message)
        .at("one too many")
        .help("let a package name what it needs directly, or put small packages together")
}

/// E0606: a dependency with another version than the one asked for.
pub(crate) fn dependency_version(
    at: Location,
    name: &str,
    wanted: &str,
    found: &str,
    has_path: bool,
) -> Diagnostic {
    let right = match has_path {
        true => format!("version = \"{found}\""),
        false => format!("{name} = \"{found}\""),
    };
    Diagnostic::error("E0606", at, format!("`{name}` is version {found}, but {wanted} is wanted"))
        .at("another version")
        .help(format!("write `{right}`, or use the version that is wanted"))
}

/// E0607: a name or version of the wrong form.
pub(crate) fn manifest_value(at: Location, what: &str, written: &str, form: &str) -> Diagnostic {
    Diagnostic::error("E0607", at, format!("`{written}` is no {what}"))
        .at("not allowed")
        .help(form.to_owned())
}

/// E0608: a dependency under another name than its own.
pub(crate) fn dependency_name(at: Location, name: &str, found: &str) -> Diagnostic {
    Diagnostic::error("E0608", at, format!("the package there is called `{found}`, not `{name}`"))
        .at("another name")
        .help(format!("write `{found} = {{ path = … }}`"))
}

/// E0609: a dependency of another game. `game` is where the manifest names its own.
pub(crate) fn dependency_game(
    at: Location,
    game: Option<Location>,
    name: &str,
    found: &str,
    wanted: &str,
) -> Diagnostic {
    if let (Some(game), Some(_)) = (game, suggest(wanted, [found])) {
        return Diagnostic::error("E0609", game, format!("there is no game `{wanted}`"))
            .at("misspelt")
            .label(at, format!("this is for the game `{found}`"))
            .help(format!("did you mean `{found}`?"))
            .replace(format!("\"{found}\""));
    }
    Diagnostic::error(
        "E0609",
        at,
        format!("`{name}` is for the game `{found}`, this package for `{wanted}`"),
    )
    .at("another game")
    .label_if(game, "the game of this package")
    .help(format!("write `game = \"{found}\"`, or build on a package of `{wanted}`"))
}

/// E0610: a file that is not read.
pub(crate) fn file_refused(at: Location, path: &str, why: &str) -> Diagnostic {
    Diagnostic::error("E0610", at, format!("`{path}` is not read: {why}"))
        .at("in this package")
        .help(
            "put a plain file in its place (of UTF-8 text, if it is read as text), or take it out",
        )
}

/// E0611: no package declares the game. `shipped` are the games that come with Cardwright.
pub(crate) fn game_not_declared<'a>(
    at: Location,
    game: &str,
    shipped: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let found = Diagnostic::error("E0611", at, format!("nothing declares the game `{game}`"))
        .at("neither this package nor its dependencies do");
    let shipped: Vec<&str> = shipped.into_iter().collect();
    let line = |game: &str| format!("`{game} = \"{}\"`", env!("CARGO_PKG_VERSION"));
    match suggest(game, shipped.iter().copied()) {
        _ if shipped.contains(&game) => {
            found.help(format!("add {} to `[dependencies]`", line(game)))
        }
        Some(meant) => found.help(format!(
            "did you mean `{meant}`? write `game = \"{meant}\"`, and {} in `[dependencies]`",
            line(meant)
        )),
        None => found.help(format!("add `{game} = {{ path = \"../{game}\" }}` to `[dependencies]`, or declare `game {game} \"…\" {{ … }}`")),
    }
}

/// E0612: the package declares another game than its manifest says.
pub(crate) fn other_game(
    at: Location,
    found: &str,
    wanted: &str,
    manifest: Location,
) -> Diagnostic {
    Diagnostic::error(
        "E0612",
        at,
        format!("the game here is `{found}`, but the manifest says `{wanted}`"),
    )
    .at("another game")
    .label(manifest, "in this package")
    .help(format!("write `game = \"{found}\"` in cardwright.toml"))
}

/// E0613: two packages with the same name.
pub(crate) fn same_name(at: Location, name: &str, other: Location) -> Diagnostic {
    Diagnostic::error("E0613", at, format!("two packages are called `{name}`"))
        .at("again here")
        .label(other, "first here")
        .help(format!("give one of them another name, such as `name = \"my-{name}\"`"))
}

/// W0141: a file beside the cards that looks like one of them and is not read.
pub(crate) fn not_read(at: Location, path: &str) -> Diagnostic {
    let folder = path.rfind('/').map_or("", |slash| &path[..=slash]);
    let stem = path[folder.len()..].split('.').next().unwrap_or_default();
    let is_sheet = cardwright_sheets::Kind::of(path).is_some();
    let name = &path[folder.len()..];
    Diagnostic::warning("W0141", at, format!("`{path}` is not read: cards are in `.card` files"))
        .at("not part of the package")
        .help(match is_sheet {
            true => format!("write `table KIND from \"{name}\"` in a `.card` file beside it"),
            false => format!(
                "rename it to `{folder}{stem}.card`, or move it out of the folders with cards"
            ),
        })
}

/// E0614: an unknown word in `[print]`.
pub(crate) fn print_word(at: Location, what: &str, written: &str, legal: &[&str]) -> Diagnostic {
    let location = Location { span: at.span, ..at };
    Diagnostic::error("E0614", location, format!("`{written}` is no {what}")).at("unknown").help(
        match super::suggest(written, legal.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write {}", any_of(legal.iter().copied())),
        },
    )
}

/// E0615: a dependency without a path that does not ship with Cardwright.
pub(crate) fn dependency_not_shipped<'a>(
    at: Location,
    name: &str,
    shipped: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let found = Diagnostic::error("E0615", at, format!("there is no package `{name}` here"))
        .at("neither ships with Cardwright nor was brought in");
    match suggest(name, shipped) {
        Some(meant) => found.help(format!("did you mean `{meant}`?")),
        None => found.help(format!(
            "bring it in with `cardwright add`, or say where it is: `{name} = {{ path = \"../{name}\" }}`"
        )),
    }
}
