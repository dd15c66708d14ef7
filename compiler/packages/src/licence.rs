//! Licences of content, by their names in the SPDX list.

/// Licences for texts, pictures and fonts that let others use and share them.
const KNOWN: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC-BY-3.0",
    "CC-BY-4.0",
    "CC-BY-NC-3.0",
    "CC-BY-NC-4.0",
    "CC-BY-NC-ND-4.0",
    "CC-BY-NC-SA-3.0",
    "CC-BY-NC-SA-4.0",
    "CC-BY-ND-4.0",
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "CC0-1.0",
    "FSFAP",
    "GPL-2.0-only",
    "GPL-2.0-or-later",
    "GPL-3.0-only",
    "GPL-3.0-or-later",
    "ISC",
    "LGPL-3.0-or-later",
    "LAL-1.3",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "OFL-1.1",
    "Unlicense",
    "WTFPL",
    "Zlib",
];

/// What is wrong with the licence that a package names, if something is. `has_text` says whether
/// the package brings the text of a licence.
pub fn licence_problem(licence: Option<&str>, has_text: bool) -> Option<String> {
    let Some(licence) = licence.map(str::trim).filter(|licence| !licence.is_empty()) else {
        let help =
            "write `license = \"CC-BY-4.0\"` into `[package]`, or the licence that you chose";
        return Some(format!("it has no licence, so nobody may use it: {help}"));
    };
    let words = licence.split_whitespace().filter(|word| !matches!(*word, "AND" | "OR" | "WITH"));
    for word in words {
        let word = word.trim_matches(['(', ')']);
        if let Some(own) = word.strip_prefix("LicenseRef-") {
            if !has_text {
                return Some(format!(
                    "`{own}` is a licence of its own, and no LICENSE file has it"
                ));
            }
        } else if !KNOWN.contains(&word) {
            let near = KNOWN.iter().find(|known| known.eq_ignore_ascii_case(word));
            let help = match near {
                Some(known) => format!("write `{known}`"),
                None => "name one of the SPDX list, such as `CC-BY-4.0`, or write \
                         `LicenseRef-NAME` and add a LICENSE file"
                    .to_owned(),
            };
            return Some(format!("`{word}` is no licence that is known here: {help}"));
        }
    }
    None
}
