//! Which entry of a card says which words of its text.
//!
//! The card is worded once more, with marks around what each entry and statement says: characters
//! that no text has. Taken out again, they leave the text as it is printed, and where they stood
//! tells who said it. Grammar must not notice the marks; where it did, because the text came out
//! differently, only the blocks are marked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use cardwright_model::{Entity, Library, Package, Run, Statement, TextBlock};

use super::lexicon::{Lexicon, MissingWords, Tables, WantedWords};
use super::phrase::Phrase;
use super::writer::Writer;

/// One step from a card to what says something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// A keyword, by its number.
    Keyword(usize),
    /// A field, by its name.
    Field(String),
    /// A clause, by its number.
    Clause(usize),
    /// A statement, by its number.
    Effect(usize),
    /// A block of a statement, by its number.
    Body(usize),
}

/// The way from a card to what says something; empty for the card as a whole.
pub type Way = Vec<Turn>;

/// Which bytes of a paragraph's plain text are said by what, in order.
pub type Said = Vec<(Range<usize>, Way)>;

/// The first of the characters that mark where something begins.
const FIRST: u32 = 0xF_0000;
/// Marks where it ends.
const END: char = '\u{10FFFD}';
/// There are so many marks.
const MOST: usize = 0xFFFD;

/// Whether a character is a mark.
pub(super) fn is_mark(letter: char) -> bool {
    letter == END || (FIRST..FIRST + MOST as u32).contains(&(letter as u32))
}

/// The marks of a card.
#[derive(Debug, Default)]
pub(super) struct Marks {
    ways: Vec<Way>,
    /// Ways by the address of their statement.
    statements: BTreeMap<usize, usize>,
}

impl Marks {
    fn add(&mut self, way: Way) -> Option<usize> {
        (self.ways.len() < MOST).then(|| {
            self.ways.push(way);
            self.ways.len() - 1
        })
    }

    fn add_all(&mut self, statements: &[Statement], before: &Way) {
        for (number, statement) in statements.iter().enumerate() {
            let way = then(before, Turn::Effect(number));
            let Some(mark) = self.add(way.clone()) else { return };
            self.statements.insert(std::ptr::from_ref(statement) as usize, mark);
            for (number, body) in statement.bodies().enumerate() {
                self.add_all(body, &then(&way, Turn::Body(number)));
            }
        }
    }
}

fn then(way: &Way, turn: Turn) -> Way {
    way.iter().cloned().chain([turn]).collect()
}

impl Writer<'_, '_> {
    /// What a statement says, marked as that.
    pub(super) fn said_by(&self, statement: &Statement, words: Phrase) -> Phrase {
        let known = self.marks.as_ref().and_then(|marks| {
            marks.statements.get(&(std::ptr::from_ref(statement) as usize)).copied()
        });
        match known {
            Some(mark) if !words.is_empty() => {
                let mut runs = words.runs;
                surround(&mut runs, mark);
                Phrase { runs, ..words }
            }
            _ => words,
        }
    }

    /// Blocks of text, marked as said by an entry.
    pub(super) fn said_at(
        &mut self,
        way: &[Turn],
        blocks: impl IntoIterator<Item = TextBlock>,
    ) -> Vec<TextBlock> {
        let mut blocks: Vec<TextBlock> = blocks.into_iter().collect();
        let mark = self.marks.as_mut().and_then(|marks| marks.add(way.to_vec()));
        if let Some(mark) = mark {
            let paragraphs = blocks.iter_mut().flat_map(|block| &mut block.paragraphs);
            paragraphs.filter(|runs| !runs.is_empty()).for_each(|runs| surround(runs, mark));
        }
        blocks
    }
}

fn surround(runs: &mut Vec<Run>, mark: usize) {
    let begin = char::from_u32(FIRST + mark as u32).unwrap_or(END).to_string();
    match runs.first_mut() {
        Some(Run::Text { text }) => text.insert_str(0, &begin),
        _ => runs.insert(0, Run::Text { text: begin }),
    }
    match runs.last_mut() {
        Some(Run::Text { text }) => text.push(END),
        _ => runs.push(Run::Text { text: END.to_string() }),
    }
}

/// For each block and paragraph of a card's text: what says which part of it. The card must be one
/// of the library.
pub fn text_origins<'a>(library: &'a Library, card: &'a Entity) -> Vec<Vec<Said>> {
    let packages: Vec<&Package> = library.packages.iter().collect();
    let tables = Arc::new(Tables::new(&packages));
    let mut marks = Marks::default();
    marks.add_all(&card.effects, &Vec::new());
    add_clauses(&mut marks, &card.clauses, &Vec::new());
    let fine = origins(&tables, card, marks);
    let coarse = || origins(&tables, card, Marks::default());
    let plain = |runs: &[Run]| runs.iter().map(Run::plain).collect::<String>();
    let text: Vec<Vec<String>> = card
        .text
        .iter()
        .map(|block| block.paragraphs.iter().map(|runs| plain(runs)).collect())
        .collect();
    let fits = |found: &[Vec<(String, Said)>]| {
        let found = found.iter().map(|block| block.iter().map(|(plain, _)| plain));
        found.map(|block| block.cloned().collect::<Vec<_>>()).eq(text.iter().cloned())
    };
    let found = if fits(&fine) { fine } else { coarse() };
    if fits(&found) {
        let said = |block: Vec<(String, Said)>| block.into_iter().map(|(_, said)| said).collect();
        return found.into_iter().map(said).collect();
    }
    // All of it is said by the card.
    let whole = |plain: &String| vec![(0..plain.len(), Way::new())];
    text.iter().map(|block| block.iter().map(whole).collect()).collect()
}

fn add_clauses(marks: &mut Marks, clauses: &[cardwright_model::Clause], before: &Way) {
    for (number, clause) in clauses.iter().enumerate() {
        let way = then(before, Turn::Clause(number));
        marks.add_all(&clause.effects, &way);
        add_clauses(marks, &clause.clauses, &way);
    }
}

fn origins<'a>(
    tables: &Arc<Tables<'a>>,
    card: &'a Entity,
    marks: Marks,
) -> Vec<Vec<(String, Said)>> {
    let lexicon = Lexicon::new(tables);
    let wanted = WantedWords::default();
    let mut writer = Writer::new(&lexicon, card, MissingWords::new(&wanted));
    writer.marks = Some(marks);
    let blocks = writer.blocks();
    let ways = writer.marks.map(|marks| marks.ways).unwrap_or_default();
    let block = |block: &TextBlock| {
        block.paragraphs.iter().map(|runs| unmarked(runs, &ways)).collect::<Vec<_>>()
    };
    blocks.iter().map(block).collect()
}

/// The plain text of a paragraph without its marks, and what says which part of it.
fn unmarked(runs: &[Run], ways: &[Way]) -> (String, Said) {
    let mut plain = String::new();
    let mut said: Said = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for letter in runs.iter().flat_map(|run| run.plain().chars()) {
        if letter == END {
            open.pop();
        } else if is_mark(letter) {
            open.push((letter as u32 - FIRST) as usize);
        } else {
            let way = open.last().and_then(|mark| ways.get(*mark)).cloned().unwrap_or_default();
            let end = plain.len() + letter.len_utf8();
            match said.last_mut() {
                Some((range, last)) if *last == way => range.end = end,
                _ => said.push((plain.len()..end, way)),
            }
            plain.push(letter);
        }
    }
    (plain, said)
}
