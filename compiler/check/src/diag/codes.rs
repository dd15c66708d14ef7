//! Every code with its title. Codes are stable: one for each situation, never used again for
//! another. Each has a page `codes/CODE.md`. E04 and E05 are reported by the renderer.

/// A code and what it says, in a few words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// `E0102`
    pub code: &'static str,
    /// One line, lower case.
    pub title: &'static str,
}

/// The codes of the checker, in order. Syntax codes (`E00…`) are the language's own; see [`all`].
pub const CODES: &[Code] = &[
    code("E0101", "a declaration of an unknown kind"),
    code("E0102", "an unknown keyword"),
    code("E0103", "a field or clause that the declaration does not have"),
    code("E0104", "a value that the enum does not have"),
    code("E0105", "a card, deck or format that is not declared"),
    code("E0106", "an unknown type"),
    code("E0107", "an unknown event"),
    code("E0108", "an unknown effect"),
    code("E0109", "a name that means nothing here"),
    code("E0110", "an unknown stat"),
    code("E0111", "an unknown mark"),
    code("E0112", "an act that cannot be forbidden"),
    code("E0113", "a moment at which nothing can end"),
    code("E0114", "an unknown command in a test"),
    code("E0115", "something that a test cannot set up"),
    code("E0116", "an unknown property of a card in a test"),
    code("E0117", "a label that is not taken"),
    code("E0118", "neither a card nor a selection of cards"),
    code("E0119", "an unknown query"),
    code("E0120", "an unknown zone"),
    code("E0121", "a rule about something unknown"),
    code("E0122", "neither a kind nor a family"),
    code("E0123", "an unknown parent"),
    code("E0124", "an unknown test to continue"),
    code("E0125", "a wording for an unknown word"),
    code("E0126", "`use` of something the package does not build on"),
    code("E0127", "declared twice"),
    code("E0128", "an enum value twice"),
    code("E0129", "a `let` whose name is taken"),
    code("E0130", "an unknown field after a dot"),
    code("E0131", "`it` or `self` where there is no such card"),
    code("E0132", "a query that does not say of which card"),
    code("E0133", "a query that needs arguments"),
    code("E0134", "an effect where a value stands"),
    code("E0135", "a card with parentheses outside a test"),
    code("E0136", "distances where there are none"),
    code("E0137", "a field after a dot outside a rule"),
    code("E0138", "a hole in a wording that is no parameter"),
    code("E0139", "dice in a game without them"),
    code("E0140", "a word that a query of rules does not know"),
    code("E0141", "a die that is not declared"),
    code("E0142", "a link to a part that the card does not have"),
    code("E0143", "`set` of something that is no flag or counter"),
    code("E0201", "a declaration without identifier"),
    code("E0202", "a required field is missing"),
    code("E0203", "a field written twice"),
    code("E0204", "a parent of another kind"),
    code("E0205", "inheritance in a circle"),
    code("E0206", "a statement that belongs elsewhere"),
    code("E0207", "a keyword on a kind that may not have it"),
    code("E0208", "a clause with or without a block"),
    code("E0209", "a field written like a clause"),
    code("E0210", "effects where there can be none"),
    code("E0211", "not an effect"),
    code("E0212", "a counted card outside a list"),
    code("E0213", "`field` or `clause` outside a kind"),
    code("E0214", "a card in a list without a number"),
    code("E0215", "a word that is none of the allowed ones"),
    code("E0216", "a game without engine"),
    code("E0217", "an unknown engine"),
    code("E0218", "a second game"),
    code("E0219", "an enum or value that the engine needs"),
    code("E0220", "a keyword without wording or reminder"),
    code("E0221", "a field or parameter declared twice"),
    code("E0222", "a name that is built in"),
    code("E0223", "parameters where there can be none"),
    code("E0224", "`for` where it means nothing"),
    code("E0225", "a rule about nothing"),
    code("E0226", "a rule that requires nothing"),
    code("E0227", "a test without name"),
    code("E0228", "an incomplete wording"),
    code("E0229", "an enum value with a colon"),
    code("E0230", "inheritance where there can be none"),
    code("E0231", "tests that continue each other in a circle"),
    code("E0232", "a table that does not fit its kind"),
    code("E0301", "something else is wanted"),
    code("E0302", "a number out of range"),
    code("E0303", "several values for one"),
    code("E0304", "several cards where one is wanted"),
    code("E0305", "a missing argument"),
    code("E0306", "too many arguments"),
    code("E0307", "an argument given twice"),
    code("E0308", "two things that can never be the same"),
    code("E0309", "an order between things that have none"),
    code("E0310", "`where` after something that is no selection"),
    code("E0311", "a card of another kind"),
    code("E0312", "a path that leaves the package"),
    code("E0313", "a file that is not there"),
    code("E0314", "another unit"),
    code("E0315", "a stat of the game given to cards"),
    code("E0316", "text without quotes"),
    code("E0317", "neither yes nor no"),
    code("E0318", "a missing value"),
    code("E0319", "no copies of a card"),
    code("E0320", "an abstract card where a real one is wanted"),
    code("E0321", "`has` on a single value"),
    code("E0322", "words after a value"),
    code("E0323", "a misplaced `then`"),
    code("E0324", "a range that is none"),
    code("E0325", "not a plain value"),
    code("E0326", "a broken hole in a message"),
    code("E0327", "something else where dice are wanted"),
    code("E0328", "something that is no face of a die"),
    code("E0329", "a number that the die never shows"),
    code("E0330", "a map that cannot be read"),
    code("E0331", "a mark on a map that no legend explains"),
    code("E0401", "a template that cannot be used"),
    code("E0402", "an icon that the theme does not have"),
    code("E0403", "a kind without template"),
    code("E0404", "an unknown card size"),
    code("E0501", "text that does not fit its box"),
    code("E0502", "a character that the fonts cannot draw"),
    code("E0503", "a picture that cannot be used"),
    code("E0504", "a picture with too few pixels"),
    code("E0505", "a drawing that reaches outside"),
    code("E0601", "a manifest that cannot be read"),
    code("E0602", "a manifest that lacks something"),
    code("E0603", "a dependency that is not there"),
    code("E0604", "a dependency that is no package"),
    code("E0605", "dependencies in a circle"),
    code("E0606", "another version of a dependency"),
    code("E0607", "a name or version of the wrong form"),
    code("E0608", "a dependency of another name"),
    code("E0609", "a dependency of another game"),
    code("E0610", "a file that is not read"),
    code("E0611", "a game that nothing declares"),
    code("E0612", "another game than the manifest says"),
    code("E0613", "two packages of one name"),
    code("E0614", "an unknown word in `[print]`"),
    code("E0615", "a dependency without a path that does not ship"),
    code("W0101", "an effect that cannot be played yet"),
    code("W0102", "a `let` that is never used"),
    code("W0103", "a card listed twice"),
    code("W0104", "a keyword twice on a card"),
    code("W0105", "a keyword that does nothing"),
    code("W0106", "a key that does something"),
    code("W0107", "a test that expects nothing"),
    code("W0108", "a word without wording"),
    code("W0109", "a package without content"),
    code("W0110", "a text whose numbers are not those of the effects"),
    code("W0111", "a parameter that is never used"),
    code("W0112", "a word that looks like another one misspelt"),
    code("W0113", "a mark in a legend that is not on the map"),
    code("W0114", "a part of a quest to which nothing leads"),
];

const fn code(code: &'static str, title: &'static str) -> Code {
    Code { code, title }
}

/// Every code there is, the language's syntax codes first.
pub fn all() -> impl Iterator<Item = Code> {
    cardwright_dsl::CODES
        .iter()
        .map(|(code, title)| Code { code, title })
        .chain(CODES.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_used_once() {
        let codes: Vec<_> = all().map(|code| code.code).collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]), "{codes:?}");
    }
}
