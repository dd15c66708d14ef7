//! No place may get more ink than the paper holds.
//!
//! Converted colours keep the limit anyway, and nothing is printed on top of anything else. So only
//! the inks that a theme states in `[inks]` can be too much.

use cardwright_model::preflight::{Level, Settings};

use crate::number::short;
use crate::pdf::{Inks, coverage};
use crate::problem::{Problem, Subject, TOO_MUCH_INK};

pub(super) fn check(settings: &Settings, theme: &toml::Table, found: &mut Vec<Problem>) {
    if settings.level("ink") == Level::Off {
        return;
    }
    let most = settings.limit("ink", "maximum");
    let (inks, _) = Inks::from_theme(theme);
    for ([red, green, blue], ink) in inks.named() {
        let total = coverage(ink);
        // Inks are stored in 255 steps, so the sum may be off by rounding.
        if total <= most + 1.0 {
            continue;
        }
        let colour = format!("#{red:02x}{green:02x}{blue:02x}");
        let parts: Vec<String> =
            ink.iter().map(|part| format!("{:.0}", f32::from(*part) / 2.55)).collect();
        let message = format!(
            "`{colour}` takes {total:.0} % of ink ({}), more than {} %",
            parts.join(" + "),
            short(most)
        );
        let problem = Subject::package().error(TOO_MUCH_INK, colour, message);
        found.push(problem.help("take cyan, magenta and yellow back in `[inks]` of the theme"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_that_add_up_to_too_much_are_found() {
        let theme: toml::Table = "[colours]\nnight = '#101820'\n[inks]\nnight = [80, 70, 60, 95]\n\
                                  '#ff0000' = [0, 100, 100, 0]\n'#000000' = [50, 50, 100, 100]"
            .parse()
            .expect("a theme");
        let mut found = Vec::new();
        check(&Settings::default(), &theme, &mut found);
        let messages: Vec<&str> = found.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(messages, ["`#101820` takes 305 % of ink (80 + 70 + 60 + 95), more than 300 %"]);
    }
}
