//! Converts between byte offsets and the lines and columns that people and editors count in.

/// A place in a file: both numbers count from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column, in the units that were asked for.
    pub column: u32,
}

/// Units of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Columns {
    /// Bytes of UTF-8.
    Utf8,
    /// UTF-16 code units, as most editors count.
    Utf16,
    /// Unicode characters, as people count.
    Characters,
}

/// Where the lines of a text begin.
///
/// Keeps the line starts only; callers pass the text in again when they want columns that are
/// not bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    length: u32,
}

impl LineIndex {
    /// Finds the lines of a text.
    pub fn new(text: &str) -> LineIndex {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts =
            std::iter::once(0).chain(newlines.map(|(index, _)| index as u32 + 1)).collect();
        LineIndex { starts, length: text.len() as u32 }
    }

    /// The bytes of a line, without its line break.
    pub fn line(&self, text: &str, line: u32) -> Option<std::ops::Range<usize>> {
        let start = *self.starts.get(line as usize)? as usize;
        let end = self.starts.get(line as usize + 1).map_or(self.length, |next| next - 1) as usize;
        let line = text.get(start..end)?;
        Some(start..start + line.strip_suffix('\r').unwrap_or(line).len())
    }

    /// The line and column of a byte. A byte past the end counts as the end; a byte inside a
    /// character counts as that character's first.
    pub fn position(&self, text: &str, offset: u32, columns: Columns) -> LineColumn {
        let mut offset = offset.min(self.length);
        while !text.is_char_boundary(offset as usize) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) as u32 - 1;
        let before = &text[self.starts[line as usize] as usize..offset as usize];
        LineColumn { line, column: width(before, columns) }
    }

    /// The byte at a line and column. A column past the end of its line is the end of the line; a
    /// line past the last is the end of the text.
    pub fn offset(&self, text: &str, position: LineColumn, columns: Columns) -> u32 {
        let Some(line) = self.line(text, position.line) else { return self.length };
        let mut left = position.column;
        for (index, character) in text[line.clone()].char_indices() {
            let units = units(character, columns);
            if left < units || left == 0 {
                return (line.start + index) as u32;
            }
            left -= units;
        }
        line.end as u32
    }
}

fn width(text: &str, columns: Columns) -> u32 {
    match columns {
        Columns::Utf8 => text.len() as u32,
        Columns::Utf16 | Columns::Characters => {
            text.chars().map(|character| units(character, columns)).sum()
        }
    }
}

fn units(character: char, columns: Columns) -> u32 {
    match columns {
        Columns::Utf8 => character.len_utf8() as u32,
        Columns::Utf16 => character.len_utf16() as u32,
        Columns::Characters => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_in_the_units_asked_for() {
        let text = "a\r\nx“🐉”y\n";
        let index = LineIndex::new(text);
        let y = text.find('y').unwrap() as u32;
        assert_eq!(index.position(text, y, Columns::Utf8), LineColumn { line: 1, column: 11 });
        assert_eq!(index.position(text, y, Columns::Utf16), LineColumn { line: 1, column: 5 });
        assert_eq!(index.position(text, y, Columns::Characters), LineColumn { line: 1, column: 4 });
        for columns in [Columns::Utf8, Columns::Utf16, Columns::Characters] {
            for (offset, _) in
                text.char_indices().filter(|(_, character)| !"\r\n".contains(*character))
            {
                let position = index.position(text, offset as u32, columns);
                assert_eq!(index.offset(text, position, columns), offset as u32);
            }
        }
    }

    #[test]
    fn places_outside_of_the_text_are_moved_into_it() {
        let text = "ab\nc";
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, 99, Columns::Utf16), LineColumn { line: 1, column: 1 });
        assert_eq!(index.offset(text, LineColumn { line: 0, column: 50 }, Columns::Utf16), 2);
        assert_eq!(index.offset(text, LineColumn { line: 9, column: 0 }, Columns::Utf16), 4);
        assert_eq!(index.line(text, 2), None);
        assert_eq!(LineIndex::new("").line(text, 0), Some(0..0));
    }
}
