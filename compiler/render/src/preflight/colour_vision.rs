//! Colours that carry meaning must look different to colour-blind people, or come with icons.
//!
//! The theme's `[meaning]` table names them: `fire = "#b5471b"`, or with an icon that always
//! stands beside the colour, `fire = { colour = "#b5471b", icon = "fire" }`. A table inside it is
//! a set of its own: only colours of the same set are compared.

use cardwright_model::preflight::{Level, Settings};

use super::perception::{BLINDNESSES, difference};
use crate::colour::Colour;
use crate::problem::{COLOURS_COLLAPSE, Problem, Subject};

struct Meaning {
    name: String,
    colour: Colour,
    icon: Option<String>,
}

pub(super) fn check(settings: &Settings, theme: &toml::Table, found: &mut Vec<Problem>) {
    if settings.level("colour-blindness") == Level::Off {
        return;
    }
    if let Some(table) = theme.get("meaning").and_then(toml::Value::as_table) {
        let least = settings.limit("colour-blindness", "difference");
        compare("", table, least, found);
    }
}

fn compare(prefix: &str, table: &toml::Table, least: f32, found: &mut Vec<Problem>) {
    let mut set: Vec<Meaning> = Vec::new();
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        let text = |key: &str| value.get(key).and_then(toml::Value::as_str);
        let colour = value.as_str().or_else(|| text("colour")).and_then(Colour::parse);
        match (colour, value.as_table()) {
            (Some(colour), _) => {
                set.push(Meaning { name, colour, icon: text("icon").map(str::to_owned) });
            }
            (None, Some(inner)) => compare(&format!("{name}."), inner, least, found),
            (None, None) => {}
        }
    }
    for (index, one) in set.iter().enumerate() {
        for other in &set[index + 1..] {
            let told_apart_by_icon =
                one.icon.is_some() && other.icon.is_some() && one.icon != other.icon;
            if !told_apart_by_icon {
                found.extend(collapse(one, other, least));
            }
        }
    }
}

/// The problem with the kind of vision for which two colours differ least, if that is too little.
fn collapse(one: &Meaning, other: &Meaning, least: f32) -> Option<Problem> {
    let ways = std::iter::once(None).chain(BLINDNESSES.map(Some));
    let (apart, way) = ways
        .map(|way| (difference(one.colour, other.colour, way), way))
        .min_by(|one, other| one.0.total_cmp(&other.0))?;
    if apart >= least {
        return None;
    }
    let seen = way.map_or_else(String::new, |way| format!(" with {}", way.name()));
    let message = format!(
        "`{}` ({}) and `{}` ({}) look alike{seen}: they differ by {apart:.1}, less than {least:.0}",
        one.name, one.colour, other.name, other.colour
    );
    let help =
        "make one of them lighter or darker in `[meaning]` of the theme, or give both an icon";
    Some(
        Subject::package()
            .error(COLOURS_COLLAPSE, format!("{} {}", one.name, other.name), message)
            .help(help),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(theme: &str) -> Vec<String> {
        let theme: toml::Table = theme.parse().expect("a theme");
        let mut found = Vec::new();
        check(&Settings::default(), &theme, &mut found);
        found.into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn alike_only_for_some_is_found() {
        let found = found("[meaning]\nfoe = '#a8503a'\nfriend = '#787a30'\nsky = '#a0d0ff'");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("`foe`") && found[0].contains("opia"), "{found:?}");
    }

    #[test]
    fn an_icon_tells_them_apart() {
        let pair = "[meaning]\nfoe = { colour = '#a8503a', icon = 'skull' }\nfriend = ";
        assert_eq!(found(&format!("{pair}{{ colour = '#787a30', icon = 'heart' }}")).len(), 0);
        assert_eq!(found(&format!("{pair}{{ colour = '#787a30', icon = 'skull' }}")).len(), 1);
        assert_eq!(found(&format!("{pair}'#787a30'")).len(), 1);
    }

    #[test]
    fn only_colours_of_one_set_are_compared() {
        assert_eq!(
            found("[meaning.dice]\nred = '#aa3322'\n[meaning.rarity]\nrare = '#aa3322'").len(),
            0
        );
        assert_eq!(found("[meaning.dice]\nred = '#aa3322'\nblood = '#aa3322'").len(), 1);
    }
}
