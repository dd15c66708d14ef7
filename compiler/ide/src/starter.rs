//! The names in a new package, and the texts they are put into.

/// What the holes of a starter's files are filled with.
#[derive(Debug, PartialEq, Eq)]
pub struct Starter {
    /// The package's name: `moon-marsh`.
    pub name: String,
    /// Its title: `Moon Marsh`.
    title: String,
    /// Three letters for the numbers of its cards: `MOO`.
    code: String,
}

impl Starter {
    /// Names made from the name of a folder; the title may be given.
    pub fn named_after(folder: &str, title: Option<&str>) -> Result<Starter, String> {
        let letters = folder.chars().map(|letter| match letter.is_ascii_alphanumeric() {
            true => letter.to_ascii_lowercase(),
            false => '-',
        });
        let letters: String = letters.collect();
        let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
        let name = words.join("-");
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(format!(
                "a package's name must start with a letter, but the folder is called `{folder}`"
            ));
        }
        let title = match title {
            Some(title) => title.to_owned(),
            None => words.iter().map(|word| capitalised(word)).collect::<Vec<_>>().join(" "),
        };
        if title.contains(['"', '\\', '\n']) {
            return Err(
                "a title may not contain quotation marks, backslashes or line breaks".into()
            );
        }
        let code = name.chars().filter(char::is_ascii_alphabetic);
        let code = code.chain(std::iter::repeat('x')).take(3).collect::<String>().to_uppercase();
        Ok(Starter { name, title, code })
    }

    /// The package's title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// A file of the starter, filled in. Cards are laid out again: a long name may want another
    /// layout than a short one.
    pub fn fill(&self, text: &str, game_version: &str, is_card: bool) -> String {
        let filled = text
            .replace("{{name}}", &self.name)
            .replace("{{title}}", &self.title)
            .replace("{{code}}", &self.code)
            .replace("{{letter}}", &self.code[..1])
            .replace("{{game-version}}", game_version);
        if is_card { cardwright_dsl::format(&filled) } else { filled }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_from_the_folder() {
        let names = |folder| {
            let Starter { name, title, code } = Starter::named_after(folder, None)?;
            Ok::<_, String>([name, title, code])
        };
        let marsh = ["moon-marsh", "Moon Marsh", "MOO"].map(str::to_owned);
        assert_eq!(names("Moon  Marsh_"), Ok(marsh));
        assert_eq!(names("a1").unwrap()[2], "AXX");
        assert!(names("1a").is_err());
        assert!(names("..").is_err());
        assert!(Starter::named_after("a", Some("a \"b\"")).is_err());
    }
}
