//! The objects of a document that krilla wrote, cut apart so that more can be said in them.
//!
//! This reads what krilla writes and nothing else: a table of offsets at the end, no compressed
//! objects, no earlier versions. A library for any PDF takes longer to compile than all our
//! drawing.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

/// A document cut into its objects.
pub(super) struct Objects<'a> {
    /// The objects by number.
    pub(super) all: BTreeMap<u32, Object<'a>>,
    /// What stands at the end of the document.
    pub(super) trailer: Dict<'a>,
}

/// An object.
pub(super) struct Object<'a> {
    /// Its dictionary, if it is one or begins with one.
    pub(super) dict: Option<Dict<'a>>,
    /// What follows the dictionary: a stream, or nothing. The whole object if it has none.
    pub(super) rest: Cow<'a, [u8]>,
}

/// A dictionary: names without their slash, and values as they are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Dict<'a>(Vec<(Cow<'a, str>, Cow<'a, [u8]>)>);

/// The bytes around those of a stream.
const STREAM: (&[u8], &[u8]) = (b"\nstream\n", b"\nendstream");

impl<'a> Objects<'a> {
    /// Cuts a document apart; none if it is not as krilla writes it.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Objects<'a>> {
        let tail = &bytes[bytes.len().saturating_sub(64)..];
        let start = find(tail, b"startxref\n")? + b"startxref\n".len();
        let table = integer(&tail[start..])? as usize;
        let mut lines = bytes.get(table..)?.split(|byte| *byte == b'\n');
        (lines.next()? == b"xref").then_some(())?;
        let count = integer(lines.next()?.strip_prefix(b"0 ")?)?;
        let mut offsets = Vec::new();
        for (number, line) in (0..count).zip(&mut lines) {
            if line.trim_ascii_end().ends_with(b"n") {
                offsets.push((integer(line)? as usize, number));
            }
        }
        offsets.sort_unstable();
        let ends = offsets.iter().skip(1).map(|(offset, _)| *offset).chain([table]);
        let mut all = BTreeMap::new();
        for ((from, number), to) in offsets.iter().zip(ends) {
            let text = bytes.get(*from..to)?;
            let body = &text[find(text, b" obj\n")? + b" obj\n".len()..];
            let body = body.trim_ascii_end().strip_suffix(b"endobj")?;
            all.insert(*number, Object::read(body.strip_suffix(b"\n").unwrap_or(body)));
        }
        let trailer = &bytes[table..];
        let trailer = &trailer[find(trailer, b"trailer\n")? + b"trailer\n".len()..];
        Some(Objects { all, trailer: Dict::read(trailer)?.0 })
    }

    /// Adds an object; gives the reference to it.
    pub(super) fn add(&mut self, object: Object<'a>) -> Vec<u8> {
        let number = self.all.keys().next_back().map_or(1, |last| last + 1);
        self.all.insert(number, object);
        format!("{number} 0 R").into_bytes()
    }

    /// The object that a reference leads to.
    pub(super) fn object(&mut self, reference: &[u8]) -> Option<&mut Object<'a>> {
        self.all.get_mut(&integer(reference)?)
    }

    /// The dictionary of the object that a reference leads to.
    pub(super) fn dict(&mut self, reference: &[u8]) -> Option<&mut Dict<'a>> {
        self.object(reference)?.dict.as_mut()
    }

    /// The whole document again, as that version of PDF.
    pub(super) fn write(mut self, version: &str) -> Vec<u8> {
        let size = self.all.values().map(|object| object.rest.len() + 256).sum();
        let mut out = Vec::with_capacity(size);
        // The second line has bytes that no text has, so that nobody takes the file for text.
        out.extend_from_slice(format!("%PDF-{version}\n%").as_bytes());
        out.extend_from_slice(b"\x80\x80\x80\x80\n");
        let count = self.all.keys().next_back().map_or(0, |last| last + 1);
        let mut offsets = vec![None; count as usize];
        for (number, object) in &self.all {
            offsets[*number as usize] = Some(out.len());
            out.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
            if let Some(dict) = &object.dict {
                dict.write(&mut out);
            }
            out.extend_from_slice(&object.rest);
            out.extend_from_slice(b"\nendobj\n");
        }
        let table = out.len();
        out.extend_from_slice(format!("xref\n0 {count}\n").as_bytes());
        for offset in offsets {
            let entry = match offset {
                Some(offset) => format!("{offset:010} 00000 n\r\n"),
                None => "0000000000 65535 f\r\n".to_owned(),
            };
            out.extend_from_slice(entry.as_bytes());
        }
        self.trailer.set("Size", count.to_string());
        out.extend_from_slice(b"trailer\n");
        self.trailer.write(&mut out);
        out.extend_from_slice(format!("\nstartxref\n{table}\n%%EOF").as_bytes());
        out
    }
}

impl<'a> Object<'a> {
    fn read(body: &'a [u8]) -> Object<'a> {
        match Dict::read(body) {
            Some((dict, end)) => Object { dict: Some(dict), rest: body[end..].into() },
            None => Object { dict: None, rest: body.into() },
        }
    }

    /// An object that is a dictionary.
    pub(super) fn of(dict: Dict<'a>) -> Object<'a> {
        Object { dict: Some(dict), rest: Cow::default() }
    }

    /// An object of a compressed stream.
    pub(super) fn compressed(mut dict: Dict<'a>, bytes: &[u8]) -> Object<'a> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::new(6));
        let compressed = encoder.write_all(bytes).and_then(|()| encoder.finish());
        dict.set("Filter", "/FlateDecode");
        let mut object = Object::of(dict);
        object.set_stream(&compressed.expect("memory takes everything"));
        object
    }

    /// The bytes of the stream, as they are stored.
    pub(super) fn stream(&self) -> Option<&[u8]> {
        self.rest.strip_prefix(STREAM.0)?.strip_suffix(STREAM.1)
    }

    /// Puts bytes in place of those of the stream.
    pub(super) fn set_stream(&mut self, bytes: &[u8]) {
        self.dict.get_or_insert_default().set("Length", bytes.len().to_string());
        self.rest = [STREAM.0, bytes, STREAM.1].concat().into();
    }
}

impl<'a> Dict<'a> {
    /// A dictionary of these entries.
    pub(super) fn new(entries: &[(&'static str, &[u8])]) -> Dict<'a> {
        let owned = |(name, value): &(&'static str, &[u8])| ((*name).into(), value.to_vec().into());
        Dict(entries.iter().map(owned).collect())
    }

    /// Reads the dictionary at the beginning of a text; says where it ends.
    pub(super) fn read(text: &'a [u8]) -> Option<(Dict<'a>, usize)> {
        let mut at = text.starts_with(b"<<").then_some(2)?;
        let mut entries = Vec::new();
        loop {
            at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if text[at..].starts_with(b">>") {
                return Some((Dict(entries), at + 2));
            }
            let name = name(&text[at..])?;
            at += name.len() + 1;
            let length = value(&text[at..])?;
            entries.push((name.into(), text[at..at + length].trim_ascii().into()));
            at += length;
        }
    }

    /// A value as it is written.
    pub(super) fn get(&self, key: &str) -> Option<&[u8]> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| &**value)
    }

    /// A value that is a name, without its slash.
    pub(super) fn name(&self, key: &str) -> Option<&[u8]> {
        self.get(key)?.strip_prefix(b"/")
    }

    /// A value that is a number.
    pub(super) fn number(&self, key: &str) -> Option<f32> {
        std::str::from_utf8(self.get(key)?).ok()?.parse().ok()
    }

    /// Puts a value, as it is to be written, in place of the one that may be there.
    pub(super) fn set(&mut self, key: &'static str, value: impl Into<Vec<u8>>) {
        let value = Cow::Owned(value.into());
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, known)) => *known = value,
            None => self.0.push((key.into(), value)),
        }
    }

    /// The dictionary as it is written.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"<<");
        for (name, value) in &self.0 {
            out.extend_from_slice(format!("/{name}").as_bytes());
            // What does not begin with a delimiter would run into the name.
            if !matches!(value.first(), Some(b'/' | b'(' | b'<' | b'[')) {
                out.push(b' ');
            }
            out.extend_from_slice(value);
        }
        out.extend_from_slice(b">>");
    }
}

/// A text as a PDF writes it: as it is if it is ASCII, and in UTF-16 otherwise.
pub(super) fn string(text: &str) -> Vec<u8> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        let escaped = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
        return format!("({escaped})").into_bytes();
    }
    let units = text.encode_utf16().map(|unit| format!("{unit:04X}"));
    format!("<FEFF{}>", units.collect::<String>()).into_bytes()
}

/// The number at the beginning of a text.
fn integer(text: &[u8]) -> Option<u32> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&text[..digits]).ok()?.parse().ok()
}

/// The name at the beginning of a text, without its slash.
fn name(text: &[u8]) -> Option<&str> {
    let text = text.strip_prefix(b"/")?;
    let is_part = |byte: &&u8| byte.is_ascii_graphic() && !b"/()<>[]{}%".contains(byte);
    std::str::from_utf8(&text[..text.iter().take_while(is_part).count()]).ok()
}

/// How far a value of a dictionary reaches: to the name of the next one, or to the end.
fn value(text: &[u8]) -> Option<usize> {
    let blank = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if let Some(name) = name(&text[blank..]) {
        return Some(blank + 1 + name.len());
    }
    let mut at = blank;
    let mut depth = 0;
    loop {
        match text.get(at)? {
            b'/' if depth == 0 => return Some(at),
            b'>' if depth == 0 => return Some(at),
            b'[' => depth += 1,
            b']' => depth -= 1,
            b'<' | b'>' if text.get(at + 1) == text.get(at) => {
                depth += if text[at] == b'<' { 1 } else { -1 };
                at += 1;
            }
            b'<' => at += find(&text[at..], b">")?,
            b'(' => at += closing(&text[at..])?,
            _ => {}
        }
        at += 1;
    }
}

/// Where the string that a text begins with ends.
fn closing(text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
        at += 1;
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"<</Type/Page/Box[0 0 1.5 2]/A(a\\)/B(>>))/Group<</S/T/CS/DeviceRGB>>\
                          /Hex<41>/Parent 3 0 R/Is true>>\nstream\n<<>>\nendstream";

    #[test]
    fn a_dictionary_is_read_and_written_again() {
        let (dict, end) = Dict::read(TEXT).expect("a dictionary");
        assert_eq!(&TEXT[end..], b"\nstream\n<<>>\nendstream");
        assert_eq!(dict.name("Type"), Some(&b"Page"[..]));
        assert_eq!(dict.get("Box"), Some(&b"[0 0 1.5 2]"[..]));
        assert_eq!(dict.get("A"), Some(&b"(a\\)/B(>>))"[..]));
        assert_eq!(dict.get("Group"), Some(&b"<</S/T/CS/DeviceRGB>>"[..]));
        assert_eq!(dict.get("Parent"), Some(&b"3 0 R"[..]));
        let mut again = Vec::new();
        dict.write(&mut again);
        assert_eq!(again, TEXT[..end]);
    }

    #[test]
    fn a_document_is_cut_apart_and_put_together() {
        let mut objects = Objects { all: BTreeMap::new(), trailer: Dict::default() };
        let stream = objects.add(Object::compressed(Dict::default(), b"words"));
        let root = objects.add(Object::of(Dict::new(&[("Words", &stream)])));
        objects.all.insert(7, Object { dict: None, rest: b"[1 2]".into() });
        objects.trailer.set("Root", root);
        let bytes = objects.write("1.4");
        let mut again = Objects::read(&bytes).expect("our own document");
        assert_eq!(again.all.keys().copied().collect::<Vec<_>>(), [1, 2, 7]);
        assert_eq!(again.trailer.get("Size"), Some(&b"8"[..]));
        let root = again.trailer.get("Root").expect("a root").to_vec();
        assert_eq!(again.dict(&root).expect("a dictionary").get("Words"), Some(&stream[..]));
        assert_eq!(again.write("1.4"), bytes);
    }

    #[test]
    fn damaged_documents_are_not_read() {
        let mut objects = Objects { all: BTreeMap::new(), trailer: Dict::default() };
        objects.add(Object::of(Dict::new(&[("A", b"[(b) <</C 1>>]")])));
        let bytes = objects.write("1.4");
        for end in 0..bytes.len() {
            let _ = Objects::read(&bytes[..end]);
            let mut damaged = bytes.clone();
            damaged[end] = b'(';
            let _ = Objects::read(&damaged);
        }
    }

    #[test]
    fn strings_keep_brackets_and_other_alphabets() {
        assert_eq!(string("a (b) \\"), b"(a \\(b\\) \\\\)");
        assert_eq!(string("é"), b"<FEFF00E9>");
    }
}
