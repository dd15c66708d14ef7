//! File names as printers want them, from a pattern such as `{size}/{number}-{id}.png`.

/// Checks a pattern: known words only, and a plain path below the archive's root.
pub(super) fn check(pattern: &str, known: &[&str]) -> Result<(), String> {
    let mut rest = pattern;
    while let Some((_, after)) = rest.split_once('{') {
        let (word, after) = after.split_once('}').ok_or("a `{` is not closed")?;
        if !known.contains(&word) {
            let known: Vec<String> = known.iter().map(|word| format!("{{{word}}}")).collect();
            return Err(format!("`{{{word}}}` is unknown; there are {}", known.join(", ")));
        }
        rest = after;
    }
    let plain = pattern.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    if !plain || pattern.contains('\\') {
        return Err("a name is a plain path, without `..` and `\\`".to_owned());
    }
    Ok(())
}

/// Fills a pattern.
pub(super) fn fill(pattern: &str, words: &[(&str, &str)]) -> String {
    let mut name = pattern.to_owned();
    for (word, value) in words {
        name = name.replace(&format!("{{{word}}}"), &plain(value));
    }
    name
}

/// A value as part of a file name that every operating system accepts.
fn plain(value: &str) -> String {
    let plain: String = value
        .chars()
        .map(|letter| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' => letter,
            _ => '-',
        })
        .collect();
    if plain.is_empty() { "all".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_checked_and_filled() {
        assert_eq!(check("{size}/{id}.png", &["size", "id"]), Ok(()));
        assert!(check("{sise}.png", &["size"]).is_err());
        assert!(check("../{size}.png", &["size"]).is_err());
        assert!(check("/{size}.png", &["size"]).is_err());
        assert!(check("{size", &["size"]).is_err());
        assert_eq!(fill("{a}/{b}.png", &[("a", "x/../y"), ("b", "")]), "x----y/all.png");
    }
}
