//! Where the cursor is, read from the text itself: while somebody types, it seldom parses.

use cardwright_dsl::ast::Span;
use cardwright_dsl::split;

/// Where the cursor is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CursorPlace<'t> {
    /// What was typed of the word at the cursor.
    pub(super) word: Span,
    /// What stands before the braces around the cursor, outermost first.
    pub(super) heads: Vec<&'t str>,
    /// What stands before the word in its entry.
    pub(super) before: &'t str,
    /// The first words of the other entries of the block.
    pub(super) written: Vec<&'t str>,
}

/// Where byte `offset` of a text is; none inside comments and texts in quotes.
pub(super) fn place(text: &str, offset: u32) -> Option<CursorPlace<'_>> {
    let offset = offset as usize;
    let item = split(text)
        .into_iter()
        .map(|slice| slice.span.range())
        .find(|range| range.start <= offset && offset <= range.end && !is_over(text, range, offset))
        .map_or(offset, |range| range.start);
    let upto = text.get(..offset)?;
    let word_start = upto
        .rfind(|letter: char| !is_word(letter))
        .map_or(0, |at| at + upto[at..].chars().next().map_or(1, char::len_utf8));
    let word_start = word_start.max(item);
    let mut scan = Scan { text, position: item, entry: item, parens: 0, significant: None };
    // The beginning of each open block and of the entry that it is the block of.
    let mut open: Vec<(usize, usize)> = Vec::new();
    while scan.position < word_start {
        match scan.step(word_start)? {
            Step::Open(entry, at) => open.push((entry, at)),
            Step::Close => {
                open.pop();
            }
            Step::Other => {}
        }
    }
    let heads = open.iter().map(|(entry, at)| text[*entry..*at].trim()).collect();
    let before = text.get(scan.entry..word_start).unwrap_or_default().trim_start();
    let own = word_start - before.len();
    let written = open.last().map(|(_, at)| entries(text, at + 1, own)).unwrap_or_default();
    Some(CursorPlace { word: Span::new(word_start, offset), heads, before, written })
}

/// True if the cursor is behind the closing brace of an item: there the next one begins.
fn is_over(text: &str, range: &std::ops::Range<usize>, offset: usize) -> bool {
    let upto = text[range.start..offset].trim_end_matches([' ', '\t']);
    upto.ends_with('\n') && upto.trim_end().ends_with('}') && {
        let item = &text[range.clone()];
        item.trim_end().len() <= upto.trim_end().len()
    }
}

/// The first words of the entries of a block, but for the one at `except`.
fn entries(text: &str, start: usize, except: usize) -> Vec<&str> {
    let mut scan = Scan { text, position: start, entry: start, parens: 0, significant: None };
    let mut words = Vec::new();
    let mut depth = 0usize;
    while scan.position < text.len() {
        let begins = scan.entry;
        match scan.step(text.len()) {
            Some(Step::Open(entry, _)) => {
                if depth == 0 {
                    words.extend(first_word(text, entry, except));
                }
                depth += 1;
            }
            Some(Step::Close) if depth == 0 => break,
            Some(Step::Close) => depth -= 1,
            Some(Step::Other) if depth == 0 && scan.entry != begins => {
                words.extend(first_word(text, begins, except));
            }
            Some(Step::Other) => {}
            None => break,
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// The first word at or behind a place.
fn first_word(text: &str, at: usize, except: usize) -> Option<&str> {
    let rest = &text[at..];
    let start = at + (rest.len() - rest.trim_start().len());
    let word = text[start..].split(|letter: char| !is_word(letter)).next()?;
    (!word.is_empty() && start != except).then_some(word)
}

/// Letters of identifiers.
pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '-' || letter == '_'
}

enum Step {
    /// A block begins: where its entry began, and where the brace is.
    Open(usize, usize),
    Close,
    Other,
}

/// A walk through text that knows comments, quotes, braces and the ends of entries.
struct Scan<'t> {
    text: &'t str,
    position: usize,
    /// Where the entry at hand begins.
    entry: usize,
    parens: usize,
    /// The last character that is no space, to tell whether a line goes on.
    significant: Option<u8>,
}

impl Scan<'_> {
    /// One step on; none if `end` lies inside a comment or a text in quotes.
    fn step(&mut self, end: usize) -> Option<Step> {
        let bytes = self.text.as_bytes();
        let at = self.position;
        let byte = bytes[at];
        self.position += 1;
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let line = self.text[at..].find('\n').map_or(self.text.len(), |line| at + line);
                self.position = line;
                if self.significant.is_none() {
                    self.entry = line;
                }
                // The cursor at the end of a comment is in the comment.
                return (line < end).then_some(Step::Other);
            }
            b'"' => {
                let quotes = if self.text[at..].starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
                self.position = closing(self.text, at + quotes.len(), quotes);
                self.significant = Some(b'"');
                return (self.position <= end).then_some(Step::Other);
            }
            b'(' => self.parens += 1,
            b')' => self.parens = self.parens.saturating_sub(1),
            b'{' => {
                let entry = std::mem::replace(&mut self.entry, at + 1);
                (self.parens, self.significant) = (0, None);
                return Some(Step::Open(entry, at));
            }
            b'}' => {
                self.entry = at + 1;
                (self.parens, self.significant) = (0, None);
                return Some(Step::Close);
            }
            b';' => self.begin_entry(at + 1),
            b'\n' => {
                let goes_on = self.parens > 0
                    || self.significant.is_none_or(|last| b",:|+*/=<>".contains(&last));
                if !goes_on {
                    self.begin_entry(at + 1);
                }
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() && byte != b';' {
            self.significant = Some(byte);
        }
        Some(Step::Other)
    }

    fn begin_entry(&mut self, at: usize) {
        self.entry = at;
        (self.parens, self.significant) = (0, None);
    }
}

/// The byte after the closing quotes; a text of one line ends with its line.
fn closing(text: &str, from: usize, quotes: &str) -> usize {
    if quotes.len() == 3 {
        return text[from..].find(quotes).map_or(text.len() + 1, |at| from + at + 3);
    }
    let mut escaped = false;
    for (at, letter) in text[from..].char_indices() {
        match letter {
            '\n' => return from + at,
            '"' if !escaped => return from + at + 1,
            _ => escaped = letter == '\\' && !escaped,
        }
    }
    text.len() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(marked: &str) -> Option<(Vec<String>, String, Vec<String>, String)> {
        let offset = marked.find("$0").expect("a cursor");
        let text = marked.replace("$0", "");
        let place = place(&text, offset as u32)?;
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let word = text[place.word.range()].to_owned();
        Some((owned(&place.heads), place.before.to_owned(), owned(&place.written), word))
    }

    fn expect(marked: &str, heads: &[&str], before: &str, written: &[&str], word: &str) {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let wanted = (owned(heads), before.to_owned(), owned(written), word.to_owned());
        assert_eq!(at(marked), Some(wanted), "{marked}");
    }

    #[test]
    fn entries_end_with_their_line_unless_it_goes_on() {
        expect("hero a {\n  x: 1\n  sp$0\n  y: 2\n}", &["hero a"], "", &["x", "y"], "sp");
        expect("hero a { x: 1; y: $0 }", &["hero a"], "y: ", &["x"], "");
        expect("hero a {\n  x: b,\n    c$0\n}", &["hero a"], "x: b,\n    ", &[], "c");
        expect("hero a {\n  f(b,\n  c$0\n}", &["hero a"], "f(b,\n  ", &[], "c");
    }

    #[test]
    fn blocks_around_are_known_by_what_stands_before_them() {
        let text = "hero a \"A {\" {\n  // not { this\n  on enter {\n    dr$0\n  }\n}\nhero b {}";
        expect(text, &["hero a \"A {\"", "on enter"], "", &[], "dr");
        expect("use x\n\nhero a: b$0 {}", &[], "hero a: ", &[], "b");
        expect("hero a {}\n\nhe$0", &[], "", &[], "he");
        expect("$0", &[], "", &[], "");
    }

    #[test]
    fn nothing_is_proposed_in_quotes_and_comments() {
        for text in
            ["a b { x: \"y$0\" }", "a b { // y$0\n}", "a b { x: \"\"\"\n y$0\n\"\"\" }", "// $0"]
        {
            assert_eq!(at(text), None, "{text}");
        }
        assert!(at("a b { x: \"y\" $0}").is_some());
        assert!(at("a b {\n // y\n $0}").is_some());
    }

    #[test]
    fn text_of_any_kind_does_no_harm() {
        for text in
            ["é$0", "}}}$0{", "\"\"\"$0", "((($0", "a {{{\n$0", "ü \"é\n$0é", "/$0/", "{$0}"]
        {
            let _ = at(text);
        }
    }
}
