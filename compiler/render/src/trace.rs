//! What on a drawing says what: for an editor that leads from a word on a card to the statement
//! that says it, and back.
//!
//! A card that is traced is drawn once more, apart from the drawings that are kept. Its template
//! sees the card through [`Watched`] values, which note what is read; every function that draws
//! puts its drawing into a numbered group and notes what it was drawn from. The letters of a box
//! are then found again in what was handed to it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::{Enumerator, Object, Value};
use usvg::tiny_skia_path::Point;
use usvg::{Group, Node, Path, Rect, Tree};

use crate::galley::{self, Galley, SetRun};
use crate::icons::Icons;
use crate::pdf::WORDS;
use crate::textbox::Rich;

/// The identifier of a traced group begins with this; its number follows.
const TRACED: &str = "traced:";

/// The key by which a run of rules text knows its place.
pub(crate) const PLACE: &str = "place";

/// A word, an icon or a picture on a card, and what it was drawn from.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Left, top, right and bottom in millimetres from the corner of the trimmed card.
    pub area: [f32; 4],
    /// The word; empty for an icon or a picture.
    pub words: String,
    /// How many glyphs it has.
    pub glyphs: usize,
    /// What says it.
    pub origin: Origin,
}

/// What says something on a card.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A letter of the card's rules text: block, paragraph, run, and the letter or digit of the
    /// run.
    Text { block: usize, paragraph: usize, run: usize, letter: usize },
    /// A field such as `health`, or a part of a clause such as `clauses.1.power`.
    Field(String),
    /// The template alone.
    Template,
}

/// What was drawn by one call of a function.
#[derive(Debug)]
struct Drawn {
    /// The letters and digits of what the function was given, in order.
    letters: Vec<(char, Origin)>,
    /// What all of it is from, where nothing better is known.
    whole: Origin,
}

/// Notes what is read of a card and what is drawn of it.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// What was read, in order.
    read: Mutex<Vec<String>>,
    /// How much had been read when something was last drawn.
    before: Mutex<usize>,
    drawn: Mutex<Vec<Drawn>>,
    /// What fields may look like on the card.
    said: BTreeMap<String, Vec<String>>,
    /// The letters of all rules text, for templates that take it apart.
    text: Vec<(char, Origin)>,
}

/// A part of a card that notes which of its values are read.
#[derive(Debug)]
pub(crate) struct Watched {
    /// Value by key, and what reading it is noted as.
    values: BTreeMap<String, (Value, Option<String>)>,
    trace: Arc<Trace>,
}

impl Object for Watched {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let (value, noted) = self.values.get(key.as_str()?)?;
        if let Some(noted) = noted {
            lock(&self.trace.read).push(noted.clone());
        }
        Some(value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.values.keys().map(|key| Value::from(key.as_str())).collect())
    }
}

impl Watched {
    /// A value that behaves like a map and notes what is read.
    pub(crate) fn value(
        trace: &Arc<Trace>,
        values: impl IntoIterator<Item = (String, Value, Option<String>)>,
    ) -> Value {
        let values = values.into_iter().map(|(key, value, noted)| (key, (value, noted))).collect();
        Value::from_object(Watched { values, trace: Arc::clone(trace) })
    }
}

impl Trace {
    /// A trace of a card whose parts may look like that, with these blocks of text.
    pub(crate) fn new(
        said: BTreeMap<String, Vec<String>>,
        text: &Value,
        icons: &Icons,
    ) -> Arc<Trace> {
        let text = letters_of(text, icons);
        Arc::new(Trace { said, text, ..Trace::default() })
    }

    /// The drawing of a text, in a group that knows what the text is from.
    pub(crate) fn text(&self, given: &Value, icons: &Icons, svg: String) -> String {
        if svg.is_empty() {
            return svg;
        }
        let mut letters = letters_of(given, icons);
        if letters.iter().any(|(_, origin)| *origin != Origin::Template) {
            self.take_recent();
            return self.note(Drawn { letters, whole: Origin::Template }, &svg);
        }
        let plain: String = letters.iter().map(|(letter, _)| *letter).collect();
        let digits = digits_of(&given.to_string());
        let (recent, earlier) = self.take_recent();
        let mut whole = None;
        let latest_first = recent.iter().rev().chain(earlier.iter().rev());
        // A field that says all of it comes before one that only says a part: “Daemonus” is the
        // name and not the type “Daemon”.
        let says_all = |field: &&String| {
            let said = self.said.get(*field).into_iter().flatten();
            said.map(|said| letters_in(said)).any(|said| !said.is_empty() && said == plain)
        };
        let exactly = latest_first.clone().find(says_all);
        let latest_first = exactly.into_iter().chain(latest_first);
        let mut seen: Vec<&String> = Vec::new();
        for field in latest_first {
            if seen.contains(&field) {
                continue;
            }
            seen.push(field);
            for said in self.said.get(field).into_iter().flatten() {
                let Some(range) = found(&plain, &digits, said) else { continue };
                let Some(part) = letters.get(range.clone()) else { continue };
                if part.iter().all(|(_, origin)| *origin == Origin::Template) {
                    letters[range].fill_with_origin(&Origin::Field(field.clone()));
                    whole.get_or_insert_with(|| Origin::Field(field.clone()));
                    break;
                }
            }
        }
        if whole.is_none() {
            let text: Vec<char> = self.text.iter().map(|(letter, _)| *letter).collect();
            let wanted: Vec<char> = plain.chars().collect();
            // Shorter words are found anywhere.
            if wanted.len() > 3
                && let Some(at) = place_of(&text, &wanted, 0)
            {
                letters = self.text[at..at + wanted.len()].to_vec();
                whole = letters.first().map(|(_, origin)| origin.clone());
            }
        }
        let last = || recent.last().map(|field| Origin::Field(field.clone()));
        let whole = whole.or_else(last).unwrap_or(Origin::Template);
        for (_, origin) in letters.iter_mut().filter(|(_, origin)| *origin == Origin::Template) {
            *origin = whole.clone();
        }
        self.note(Drawn { letters, whole }, &svg)
    }

    /// The drawing of something else, in a group that knows what it is from.
    pub(crate) fn drawing(&self, function: &str, svg: String) -> String {
        if svg.is_empty() {
            return svg;
        }
        let (recent, _) = self.take_recent();
        let whole = match (function, recent.last()) {
            ("art", _) => Origin::Field("art".to_owned()),
            (_, Some(field)) => Origin::Field(field.clone()),
            (_, None) => Origin::Template,
        };
        self.note(Drawn { letters: Vec::new(), whole }, &svg)
    }

    /// What was read since something was last drawn, and before.
    fn take_recent(&self) -> (Vec<String>, Vec<String>) {
        let read = lock(&self.read);
        let mut before = lock(&self.before);
        let (earlier, recent) = read.split_at((*before).min(read.len()));
        *before = read.len();
        (recent.to_vec(), earlier.to_vec())
    }

    fn note(&self, drawn: Drawn, svg: &str) -> String {
        let mut all = lock(&self.drawn);
        all.push(drawn);
        format!("<g id=\"{TRACED}{}\">{svg}</g>", all.len() - 1)
    }

    /// What is where on the traced drawing, in the order of painting.
    pub(crate) fn hits(&self, tree: &Tree, galley: &Galley, bleed: f32) -> Vec<Hit> {
        let drawn = lock(&self.drawn);
        let page = tree.size();
        let mut search = Search {
            drawn: &drawn,
            galley,
            bleed,
            page: (page.width(), page.height()),
            hits: Vec::new(),
        };
        search.group(tree.root(), None, &mut 0);
        search.hits
    }
}

trait FillOrigin {
    fn fill_with_origin(&mut self, origin: &Origin);
}

impl FillOrigin for [(char, Origin)] {
    fn fill_with_origin(&mut self, origin: &Origin) {
        self.iter_mut().for_each(|(_, own)| *own = origin.clone());
    }
}

/// Looks through a drawing for what was traced.
struct Search<'a> {
    drawn: &'a [Drawn],
    galley: &'a Galley,
    bleed: f32,
    page: (f32, f32),
    hits: Vec<Hit>,
}

impl Search<'_> {
    /// `read` counts the letters of the box that were found already.
    fn group(&mut self, group: &Group, of: Option<usize>, read: &mut usize) {
        let number: Option<usize> =
            group.id().strip_prefix(TRACED).and_then(|number| number.parse().ok());
        if let Some(number) = number.filter(|number| *number < self.drawn.len()) {
            let before = self.hits.len();
            self.children(group, Some(number), &mut 0);
            let is_text = !self.drawn[number].letters.is_empty();
            if !is_text || self.hits.len() == before {
                let origin = self.drawn[number].whole.clone();
                self.push(group.abs_bounding_box(), String::new(), 0, origin);
            }
            return;
        }
        self.children(group, of, read);
    }

    fn children(&mut self, group: &Group, of: Option<usize>, read: &mut usize) {
        let is_line = group.id() == WORDS;
        let all = self.drawn;
        for child in group.children() {
            match child {
                Node::Group(icon) if is_line && of.is_some() => {
                    let drawn = of.map(|number| &all[number]);
                    let origin = drawn.map_or(Origin::Template, |drawn| drawn.near(*read));
                    self.push(icon.abs_bounding_box(), String::new(), 0, origin);
                }
                Node::Group(inner) => self.group(inner, of, read),
                Node::Path(path) if galley::is_mark(path) => {
                    if let Some(run) = self.galley.run(path) {
                        self.words(path, &run, of, read);
                    }
                }
                Node::Text(text) => {
                    let origin = of.map_or(Origin::Template, |number| all[number].whole.clone());
                    let words: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
                    let glyphs = words.chars().filter(|letter| !letter.is_whitespace()).count();
                    self.push(text.abs_bounding_box(), words, glyphs, origin);
                }
                Node::Path(_) | Node::Image(_) => {}
            }
        }
    }

    /// The words of a run, each with its own origin.
    fn words(&mut self, mark: &Path, run: &SetRun, of: Option<usize>, read: &mut usize) {
        let letters: Vec<char> = letters(&run.text).collect();
        let all = self.drawn;
        let drawn = of.map(|number| &all[number]);
        let found = drawn.and_then(|drawn| drawn.find(&letters, *read));
        if let Some(at) = found {
            *read = at + letters.len();
        }
        let start = galley::start(mark);
        for range in words(&run.text) {
            let before = run.text[..range.start].chars().filter(is_letter).count();
            let origin = match (drawn, found) {
                (None, _) => Origin::Template,
                (Some(drawn), Some(at)) => drawn.near(at + before),
                (Some(drawn), None) => drawn.near(*read),
            };
            let Some((left, right, glyphs)) = extent(run, &range) else { continue };
            let [_, top, _, bottom] = run.ink;
            let mut corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
                .map(|(x, y)| Point::from_xy(start.x + x, start.y + y));
            mark.abs_transform().map_points(&mut corners);
            let (xs, ys) = (corners.map(|corner| corner.x), corners.map(|corner| corner.y));
            let least = |of: [f32; 4]| of.into_iter().fold(f32::MAX, f32::min);
            let most = |of: [f32; 4]| of.into_iter().fold(f32::MIN, f32::max);
            if let Some(area) = Rect::from_ltrb(least(xs), least(ys), most(xs), most(ys)) {
                self.push(area, run.text[range].to_owned(), glyphs, origin);
            }
        }
    }

    fn push(&mut self, area: Rect, words: String, glyphs: usize, origin: Origin) {
        let (width, height) = self.page;
        let across = |x: f32| x.clamp(0.0, width) - self.bleed;
        let down = |y: f32| y.clamp(0.0, height) - self.bleed;
        let area =
            [across(area.left()), down(area.top()), across(area.right()), down(area.bottom())];
        self.hits.push(Hit { area, words, glyphs, origin });
    }
}

impl Drawn {
    /// Where letters are among those that were given, from a place on or else from the beginning.
    fn find(&self, wanted: &[char], from: usize) -> Option<usize> {
        let own: Vec<char> = self.letters.iter().map(|(letter, _)| *letter).collect();
        if wanted.is_empty() {
            return None;
        }
        place_of(&own, wanted, from).or_else(|| place_of(&own, wanted, 0))
    }

    /// The origin of a letter, or of the one before it where there is none.
    fn near(&self, letter: usize) -> Origin {
        let known = self.letters.get(letter).or(self.letters.last());
        known.map_or_else(|| self.whole.clone(), |(_, origin)| origin.clone())
    }
}

/// Where some letters stand among others.
fn place_of(all: &[char], wanted: &[char], from: usize) -> Option<usize> {
    let all = all.get(from..)?;
    all.windows(wanted.len().max(1)).position(|part| part == wanted).map(|at| at + from)
}

/// Left and right end of some bytes of a run, from the beginning of its baseline, and how many
/// glyphs they are.
fn extent(run: &SetRun, range: &Range<usize>) -> Option<(f32, f32, usize)> {
    let is_inside = |at: usize| {
        run.glyphs.get(at).is_some_and(|glyph| range.contains(&(glyph.text.start as usize)))
    };
    let inside: Vec<usize> = (0..run.glyphs.len()).filter(|at| is_inside(*at)).collect();
    let (first, last) = (*inside.first()?, *inside.last()?);
    let right = run.glyphs.get(last + 1).map_or(run.ink[2], |next| next.x);
    Some((run.glyphs[first].x, right.max(run.glyphs[first].x + 0.1), inside.len()))
}

/// The stretches of a text without spaces.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    for word in text.split(char::is_whitespace).filter(|word| !word.is_empty()) {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        words.push(start..start + word.len());
    }
    words
}

fn is_letter(letter: &char) -> bool {
    letter.is_alphanumeric()
}

/// The letters and digits of a text, small.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    // Only the first of several: the places of letters must not move.
    text.chars().filter(is_letter).map(|letter| letter.to_lowercase().next().unwrap_or(letter))
}

fn letters_in(text: &str) -> String {
    letters(text).collect()
}

/// What a text of letters and digits says at which letter: whole numbers only.
fn digits_of(text: &str) -> Vec<(usize, String)> {
    let mut numbers: Vec<(usize, String)> = Vec::new();
    let (mut at, mut is_open) = (0, false);
    for letter in text.chars() {
        match letter.is_ascii_digit() {
            true if is_open => {
                if let Some((_, number)) = numbers.last_mut() {
                    number.push(letter);
                }
            }
            true => numbers.push((at, letter.to_string())),
            false => {}
        }
        is_open = letter.is_ascii_digit();
        at += usize::from(letter.is_alphanumeric());
    }
    numbers
}

/// The letters of a text in which something is said.
fn found(plain: &str, digits: &[(usize, String)], said: &str) -> Option<Range<usize>> {
    if said.bytes().all(|byte| byte.is_ascii_digit()) {
        let (at, number) = digits.iter().find(|(_, number)| number == said)?;
        return Some(*at..at + number.len());
    }
    let wanted: Vec<char> = letters(said).collect();
    let all: Vec<char> = plain.chars().collect();
    if wanted.is_empty() {
        return None;
    }
    place_of(&all, &wanted, 0).map(|at| at..at + wanted.len())
}

/// The letters of what a function was given, those of rules text with their places.
fn letters_of(given: &Value, icons: &Icons) -> Vec<(char, Origin)> {
    let mut found = Vec::new();
    collect(given, icons, &mut found);
    found
}

fn collect(given: &Value, icons: &Icons, found: &mut Vec<(char, Origin)>) {
    use minijinja::value::ValueKind;
    let attribute =
        |name: &str| given.get_attr(name).ok().filter(|it| !it.is_undefined() && !it.is_none());
    let plain = |value: &Value, found: &mut Vec<(char, Origin)>| {
        let text = Rich::from_value(value, icons).letters();
        found.extend(letters(&text).map(|letter| (letter, Origin::Template)));
    };
    match given.kind() {
        ValueKind::Map if attribute("run").is_some() => {
            let list = Value::from(vec![given.clone()]);
            let text = Rich::from_value(&list, icons).letters();
            let place: Vec<usize> = attribute(PLACE)
                .and_then(|place| place.try_iter().ok())
                .into_iter()
                .flatten()
                .filter_map(|part| usize::try_from(part).ok())
                .collect();
            let origin = |letter: usize| match place[..] {
                [block, paragraph, run] => Origin::Text { block, paragraph, run, letter },
                _ => Origin::Template,
            };
            let own = letters(&text).enumerate();
            found.extend(own.map(|(at, letter)| (letter, origin(at))));
        }
        ValueKind::Map => {
            if let Some(label) = attribute("label") {
                plain(&label, found);
            }
            if let Some(paragraphs) = attribute("paragraphs") {
                collect(&paragraphs, icons, found);
            }
        }
        ValueKind::Seq | ValueKind::Iterable => {
            for item in given.try_iter().into_iter().flatten() {
                collect(&item, icons, found);
            }
        }
        _ => plain(given, found),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
