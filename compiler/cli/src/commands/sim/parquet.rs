//! Writes Parquet: flat tables of texts, whole numbers and truths, in groups of rows.
//!
//! It is the part of the format that our rows need, in the encodings that every reader knows: values
//! are plain, or numbers of a dictionary where they repeat; nothing is compressed. The `parquet` crate
//! would bring twenty crates along for it. `tests/dask` lets `DuckDB` and pyarrow read what this writes.
//! The format is described at <https://parquet.apache.org/docs/file-format/>.

use std::collections::HashMap;
use std::io::{self, Write};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Text,
    /// A number without a sign of at most 8 bits.
    Small,
    /// A number without a sign of at most 32 bits.
    Number,
    /// A number without a sign of at most 64 bits.
    Large,
    /// A number with a sign of at most 64 bits.
    Signed,
    Truth,
}

impl Holds {
    /// The format's number of how values are stored.
    fn stored(self) -> i64 {
        match self {
            Holds::Truth => 0,
            Holds::Small | Holds::Number => 1,
            Holds::Large | Holds::Signed => 2,
            Holds::Text => 6,
        }
    }

    /// The format's number of what stored values mean, if they mean something else.
    fn meant(self) -> Option<i64> {
        match self {
            Holds::Text => Some(0),
            Holds::Small => Some(11),
            Holds::Number => Some(13),
            Holds::Large => Some(14),
            Holds::Signed | Holds::Truth => None,
        }
    }
}

/// A column: its name, what it holds, and whether rows may leave it empty.
pub(super) type Field = (&'static str, Holds, bool);

/// A value of a row.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value<'a> {
    Nothing,
    Text(&'a str),
    Number(u32),
    Large(u64),
    Signed(i64),
    Truth(bool),
}

/// So many rows make a group.
const GROUP: usize = 1 << 17;

/// A file that is being written.
pub(super) struct Writer<W> {
    into: W,
    written: u64,
    fields: &'static [Field],
    columns: Vec<Column>,
    rows: usize,
    all_rows: u64,
    /// The groups so far, as they stand at the end of the file.
    groups: Vec<Struct>,
}

/// The values of a column that wait to be written.
#[derive(Default)]
struct Column {
    /// Each different value as it is stored, and its number.
    known: HashMap<Vec<u8>, u32>,
    /// The different values in the order of their numbers.
    values: Vec<Vec<u8>>,
    /// The numbers of the values of all rows that have one.
    numbers: Vec<u32>,
    /// For every row whether it has one.
    has: Vec<u32>,
}

const MAGIC: &[u8] = b"PAR1";
const PLAIN: i64 = 0;
const RUNS: i64 = 3;
const DICTIONARY: i64 = 8;

impl<W: Write> Writer<W> {
    pub(super) fn new(mut into: W, fields: &'static [Field]) -> io::Result<Writer<W>> {
        into.write_all(MAGIC)?;
        let columns = fields.iter().map(|_| Column::default()).collect();
        let written = MAGIC.len() as u64;
        Ok(Writer { into, written, fields, columns, rows: 0, all_rows: 0, groups: Vec::new() })
    }

    /// Adds a row: a value for each field, in order.
    pub(super) fn row(&mut self, values: &[Value<'_>]) -> io::Result<()> {
        debug_assert_eq!(values.len(), self.fields.len(), "a value for each field");
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.add(*value);
        }
        self.rows += 1;
        if self.rows == GROUP { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        let begin = self.written;
        let mut chunks = Vec::new();
        for ((name, holds, is_optional), column) in self.fields.iter().zip(&mut self.columns) {
            let column = std::mem::take(column);
            let (pages, has_dictionary) = column.pages(*holds, *is_optional, self.rows);
            let first = self.written;
            self.into.write_all(&pages.concat())?;
            let length: u64 = pages.iter().map(|page| page.len() as u64).sum();
            self.written += length;
            let encodings =
                if has_dictionary { [DICTIONARY, PLAIN, RUNS] } else { [PLAIN, RUNS, RUNS] };
            let encodings = &encodings[..if has_dictionary { 3 } else { 2 }];
            let mut known = Struct::default();
            known.number(1, holds.stored());
            known.list(2, I32, encodings.iter().map(|one| varint(zigzag(*one))));
            known.list(3, BINARY, [binary(name)]);
            known.number(4, 0);
            known.long(5, self.rows as u64);
            known.long(6, length);
            known.long(7, length);
            known.long(9, first + if has_dictionary { pages[0].len() as u64 } else { 0 });
            if has_dictionary {
                known.long(11, first);
            }
            let mut chunk = Struct::default();
            chunk.long(2, first);
            chunk.inner(3, known);
            chunks.push(chunk.end());
        }
        let mut group = Struct::default();
        group.list(1, STRUCT, chunks);
        group.long(2, self.written - begin);
        group.long(3, self.rows as u64);
        self.groups.push(group);
        self.all_rows += self.rows as u64;
        self.rows = 0;
        Ok(())
    }

    /// Writes what is left and what stands at the end of the file; `about` are things to know.
    pub(super) fn finish(mut self, about: &[(&str, &str)], by: &str) -> io::Result<W> {
        if self.rows > 0 {
            self.flush()?;
        }
        let mut root = Struct::default();
        root.binary(4, "row");
        root.number(5, self.fields.len() as i64);
        let fields = self.fields.iter().map(|(name, holds, is_optional)| {
            let mut field = Struct::default();
            field.number(1, holds.stored());
            field.number(3, i64::from(*is_optional));
            field.binary(4, name);
            if let Some(meant) = holds.meant() {
                field.number(6, meant);
            }
            field.end()
        });
        let mut file = Struct::default();
        file.number(1, 1);
        file.list(2, STRUCT, [root.end()].into_iter().chain(fields).collect::<Vec<_>>());
        file.long(3, self.all_rows);
        file.list(4, STRUCT, self.groups.into_iter().map(Struct::end).collect::<Vec<_>>());
        let about = about.iter().map(|(key, value)| {
            let mut one = Struct::default();
            one.binary(1, key);
            one.binary(2, value);
            one.end()
        });
        file.list(5, STRUCT, about.collect::<Vec<_>>());
        file.binary(6, by);
        let end = file.end();
        self.into.write_all(&end)?;
        self.into.write_all(&(end.len() as u32).to_le_bytes())?;
        self.into.write_all(MAGIC)?;
        self.into.flush()?;
        Ok(self.into)
    }
}

impl Column {
    fn add(&mut self, value: Value<'_>) {
        let stored = match value {
            Value::Nothing => {
                self.has.push(0);
                return;
            }
            Value::Text(text) => [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat(),
            Value::Number(number) => number.to_le_bytes().to_vec(),
            Value::Large(number) => number.to_le_bytes().to_vec(),
            Value::Signed(number) => number.to_le_bytes().to_vec(),
            Value::Truth(truth) => vec![u8::from(truth)],
        };
        self.has.push(1);
        let number = match self.known.get(&stored) {
            Some(number) => *number,
            None => {
                let number = self.values.len() as u32;
                self.values.push(stored.clone());
                self.known.insert(stored, number);
                number
            }
        };
        self.numbers.push(number);
    }

    /// The pages of the column with their headers, and whether the first is a dictionary.
    fn pages(&self, holds: Holds, is_optional: bool, rows: usize) -> (Vec<Vec<u8>>, bool) {
        // A dictionary of values that hardly repeat would only cost; truths never have one.
        let repeats = self.values.len() * 2 <= self.numbers.len() || self.values.len() <= 2;
        let has_dictionary = holds != Holds::Truth && repeats;
        let mut body = Vec::new();
        if is_optional {
            let levels = runs(&self.has, 1);
            body.extend((levels.len() as u32).to_le_bytes());
            body.extend(levels);
        }
        let stored = |number: &u32| self.values[*number as usize].iter().copied();
        if has_dictionary {
            let bits = u32::BITS - (self.values.len().max(1) as u32 - 1).leading_zeros();
            body.push(bits as u8);
            body.extend(runs(&self.numbers, bits));
        } else if holds == Holds::Truth {
            let truths: Vec<u32> = self.numbers.iter().flat_map(stored).map(u32::from).collect();
            body.extend(packed(&truths, 1));
        } else {
            body.extend(self.numbers.iter().flat_map(stored));
        }
        let mut about = Struct::default();
        about.number(1, rows as i64);
        about.number(2, if has_dictionary { DICTIONARY } else { PLAIN });
        about.number(3, RUNS);
        about.number(4, RUNS);
        let data = page(0, (5, about), body);
        if !has_dictionary {
            return (vec![data], false);
        }
        let mut about = Struct::default();
        about.number(1, self.values.len() as i64);
        about.number(2, PLAIN);
        (vec![page(2, (7, about), self.values.concat()), data], true)
    }
}

fn page(sort: i64, (field, about): (u8, Struct), body: Vec<u8>) -> Vec<u8> {
    let mut header = Struct::default();
    header.number(1, sort);
    header.number(2, body.len() as i64);
    header.number(3, body.len() as i64);
    header.inner(field, about);
    let mut page = header.end();
    page.extend(body);
    page
}

/// Numbers as runs of equal ones where they repeat, and packed by eights elsewhere.
fn runs(numbers: &[u32], bits: u32) -> Vec<u8> {
    const EIGHT: usize = 8;
    let equal = |from: usize| {
        let first = numbers.get(from);
        numbers[from..].iter().take_while(|number| Some(*number) == first).count()
    };
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < numbers.len() {
        let same = equal(at);
        if same >= EIGHT {
            bytes.extend(varint((same as u64) << 1));
            let width = bits.div_ceil(8) as usize;
            bytes.extend(&numbers[at].to_le_bytes()[..width]);
            at += same;
            continue;
        }
        let begin = at;
        // The last eight may be filled up with zeros, which readers leave alone.
        while at < numbers.len() && (at == begin || equal(at) < EIGHT) {
            at += EIGHT;
        }
        let eights = (at - begin) / EIGHT;
        bytes.extend(varint((eights as u64) << 1 | 1));
        let mut filled = numbers[begin..at.min(numbers.len())].to_vec();
        filled.resize(eights * EIGHT, 0);
        bytes.extend(packed(&filled, bits));
    }
    bytes
}

/// Numbers of so many bits one behind the other, the lowest bit first.
fn packed(numbers: &[u32], bits: u32) -> Vec<u8> {
    let mut bytes = vec![0; (numbers.len() * bits as usize).div_ceil(8)];
    let mut place = 0;
    for number in numbers {
        for bit in 0..bits {
            bytes[place / 8] |= ((number >> bit & 1) as u8) << (place % 8);
            place += 1;
        }
    }
    bytes
}

// What is known about pages, groups and the file is written in Thrift's compact protocol.

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure of Thrift's: fields in the order of their numbers.
#[derive(Debug, Default)]
struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    fn field(&mut self, number: u8, sort: u8) {
        self.bytes.push((number - self.last) << 4 | sort);
        self.last = number;
    }

    fn number(&mut self, field: u8, number: i64) {
        self.field(field, I32);
        self.bytes.extend(varint(zigzag(number)));
    }

    fn long(&mut self, field: u8, number: u64) {
        self.field(field, I64);
        self.bytes.extend(varint(zigzag(number as i64)));
    }

    fn binary(&mut self, field: u8, text: &str) {
        self.field(field, BINARY);
        self.bytes.extend(binary(text));
    }

    fn inner(&mut self, field: u8, inner: Struct) {
        self.field(field, STRUCT);
        self.bytes.extend(inner.end());
    }

    fn list(&mut self, field: u8, sort: u8, items: impl IntoIterator<Item = Vec<u8>>) {
        self.field(field, LIST);
        let items: Vec<Vec<u8>> = items.into_iter().collect();
        match u8::try_from(items.len()) {
            Ok(count @ 0..15) => self.bytes.push(count << 4 | sort),
            _ => {
                self.bytes.push(0xF0 | sort);
                self.bytes.extend(varint(items.len() as u64));
            }
        }
        self.bytes.extend(items.concat());
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn binary(text: &str) -> Vec<u8> {
    [varint(text.len() as u64), text.as_bytes().to_vec()].concat()
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads runs back, as the format describes them.
    fn read(bytes: &[u8], bits: u32) -> Vec<u32> {
        let (mut numbers, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            let (mut header, mut shift) = (0u64, 0);
            loop {
                header |= u64::from(bytes[at] & 0x7F) << shift;
                shift += 7;
                at += 1;
                if bytes[at - 1] < 0x80 {
                    break;
                }
            }
            let width = bits.div_ceil(8) as usize;
            if header & 1 == 0 {
                let value =
                    (0..width).fold(0, |sum, byte| sum | u32::from(bytes[at + byte]) << (8 * byte));
                numbers.extend(std::iter::repeat_n(value, (header >> 1) as usize));
                at += width;
            } else {
                let count = (header >> 1) as usize * 8;
                let bit = |place: usize| u32::from(bytes[at + place / 8] >> (place % 8) & 1);
                let value = |n: usize| {
                    (0..bits as usize).fold(0, |sum, b| sum | bit(n * bits as usize + b) << b)
                };
                numbers.extend((0..count).map(value));
                at += count * bits as usize / 8;
            }
        }
        numbers
    }

    #[test]
    fn runs_are_read_back_as_they_were() {
        let mixed: Vec<u32> = (0..100).map(|n| if n % 40 < 25 { 3 } else { n % 7 }).collect();
        for numbers in
            [vec![], vec![5], vec![1; 8], vec![6; 1000], mixed, (0..77).map(|n| n % 8).collect()]
        {
            let back = read(&runs(&numbers, 3), 3);
            assert_eq!(back[..numbers.len()], numbers[..]);
            assert!(back[numbers.len()..].iter().all(|filler| *filler == 0));
        }
    }

    #[test]
    fn numbers_are_written_as_thrift_does() {
        assert_eq!(varint(300), [0xAC, 0x02]);
        assert_eq!([0, -1, 1, -2].map(zigzag), [0, 1, 2, 3]);
    }
}
